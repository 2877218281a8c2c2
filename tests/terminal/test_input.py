"""Whatever comes from the terminal or is sent to the program, nothing ends it, and no key is misread."""

from __future__ import annotations

import os
import signal
import sys
import termios
import threading
import time
from pathlib import Path

import pytest

from tests.terminal.fights import WAREHOUSE, commands, made
from tests.terminal.terminal import ENTER, ESCAPE, Terminal, tracker
from tests.terminal.test_leaving import restored
from tracker.tui.keys.terminal import LATE

pytestmark = pytest.mark.slow

QUIET = LATE + 0.6


def mouse(button: int, x: int, y: int, end: str = "M") -> str:
    return f"\x1b[<{button};{x};{y}{end}"


def drag(x: int, y: int) -> str:
    """Press, move over two cells, release."""
    return mouse(0, x, y) + mouse(32, x + 1, y) + mouse(32, x + 2, y + 1) + mouse(0, x + 2, y + 1, "m")


def clicks(x: int, y: int, count: int) -> str:
    return (mouse(0, x, y) + mouse(0, x, y, "m")) * count


def goes_on(terminal: Terminal, path: Path, keys: str = f"d3{ENTER}") -> None:
    """Keys still mean what they say, and the terminal is given back at the end."""
    terminal.burst(keys)
    terminal.send("q")
    assert terminal.ended() == 0
    assert restored(terminal)
    assert commands(path, after=len(WAREHOUSE)) == ["hurt Savar 3"]


OPENINGS = ("", "d", "i", "g", "?", "S", "\x0f", ":", "t", "\x13")
"""Keys that open every screen and every kind of strip."""


def test_keys_behind_a_short_choice_are_keys(tmp_path: Path) -> None:
    """``a`` attacks and ``roll`` is its result, although both letters go on with the word ``partial``."""
    path = made(tmp_path, (*WAREHOUSE, "begin action"))
    with tracker(str(path)) as terminal:
        terminal.wait("? help")
        terminal.burst(f"cparoll{ENTER}")
        terminal.send("q")
        assert terminal.ended() == 0
    cover, attack = commands(path, after=len(WAREHOUSE) + 1)
    assert (cover, attack[:18]) == ("cover Savar partial", "attack Savar Goons")


def test_keys_right_behind_a_click_are_for_what_was_clicked(tmp_path: Path) -> None:
    path = made(tmp_path)
    with tracker(str(path)) as terminal:
        terminal.wait("? help")
        row = next(y for y, line in enumerate(terminal.lines, start=1) if " Sam " in line)
        for damage in (1, 2, 3):
            terminal.burst(f"\x1b[H1{clicks(8, row, 1)}d{damage}{ENTER}")
        terminal.send("q")
        assert terminal.ended() == 0
    assert commands(path, after=len(WAREHOUSE)) == ["hurt Sam 1", "hurt Sam 2", "hurt Sam 3"]


SIZES = pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=["wide", "narrow"])

TAKING = ("g", "S", "\x0f", "\x13")
"""Keys of pages on which two clicks on a line take it."""


@SIZES
def test_a_drag_anywhere_means_nothing(tmp_path: Path, size: tuple[int, int]) -> None:
    path = made(tmp_path)
    columns, lines = size
    places = [(x, y) for x in range(2, columns - 3, 31) for y in range(1, lines, 6)]
    with tracker(str(path), size=size) as terminal:
        terminal.wait("? help")
        for opening in OPENINGS:
            terminal.send(opening + "".join(drag(x, y) for x, y in places))
            terminal.burst(f"{ESCAPE * 4}\x1b[H1")
        goes_on(terminal, path)


@SIZES
def test_clicks_beside_every_button_only_look(tmp_path: Path, size: tuple[int, int]) -> None:
    path = made(tmp_path)
    columns, lines = size
    places = [(x, y) for x in range(2, columns - 3, 31) for y in range(3, lines - 1, 6)]
    with tracker(str(path), size=size) as terminal:
        terminal.wait("? help")
        for opening in OPENINGS:
            if opening not in TAKING:
                terminal.send(f"{opening}j" + "".join(clicks(x, y, count) for x, y in places[::5] for count in (2, 3)))
                terminal.burst(f"{ESCAPE * 4}\x1b[H1")
        goes_on(terminal, path)


@pytest.mark.parametrize("opening", OPENINGS)
def test_clicks_on_everything_break_nothing(tmp_path: Path, opening: str) -> None:
    path = made(tmp_path)
    with tracker("--saves", str(tmp_path), str(path), size=(80, 24)) as terminal:
        terminal.wait("? help")
        for y in range(1, 24, 4):
            terminal.send(opening + "".join(clicks(x, y, count) for x in range(2, 77, 25) for count in (1, 2, 3)))
            terminal.burst(ESCAPE * 4)
        terminal.send("\x03" if terminal.code is None else "")
        assert terminal.ended() in (0, 130)
        assert restored(terminal)
    assert "Traceback" not in bytes(terminal.raw).decode(errors="replace")


def test_a_notice_may_be_clicked_away(tmp_path: Path) -> None:
    path = made(tmp_path)
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        for _ in range(4):
            terminal.send("U")
            terminal.wait("othing")
            terminal.send("".join(clicks(x, y, 2) for x in (100, 110) for y in (2, 3, 4, 36, 37, 38)) + drag(100, 37))
        goes_on(terminal, path, f"j{ESCAPE}\x1b[Hd3{ENTER}")


@pytest.mark.parametrize("stopped", [False, True])
def test_going_on_without_having_been_told_to_stop(tmp_path: Path, stopped: bool) -> None:
    """As when somebody else stops and continues it: keys go on being read once each."""
    path = made(tmp_path)
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        before = termios.tcgetattr(terminal.fd)
        threads = len(os.listdir(f"/proc/{terminal.pid}/task"))
        for _ in range(3):
            if stopped:
                terminal.signal(signal.SIGSTOP)
                terminal.wait(lambda: os.waitid(os.P_PID, terminal.pid, os.WSTOPPED | os.WNOHANG) is not None)
                cooked = termios.tcgetattr(terminal.fd)
                cooked[3] |= termios.ICANON | termios.ECHO
                termios.tcsetattr(terminal.fd, termios.TCSANOW, cooked)
            terminal.raw.clear()
            terminal.signal(signal.SIGCONT)
            terminal.wait(lambda: b"actions" in terminal.raw)
            terminal.burst("")  # all of it is done before the next signal
        assert termios.tcgetattr(terminal.fd)[3] == before[3]
        for number in range(20):
            terminal.burst(f":note number {number}{ENTER}")
        assert len(os.listdir(f"/proc/{terminal.pid}/task")) == threads
        terminal.send("\x11")
        assert terminal.ended() == 0
        assert restored(terminal)
    assert commands(path, after=len(WAREHOUSE)) == [f"note number {number}" for number in range(20)]


def test_an_escape_at_the_end_of_a_piece_of_a_paste(tmp_path: Path) -> None:
    path = made(tmp_path)
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        terminal.send("\x1b[200~abc\x1b")
        time.sleep(0.3)
        terminal.send("def\x1b[201~")
        goes_on(terminal, path)


@pytest.mark.parametrize("key", [ESCAPE, "j", "\x1b[A"])
def test_a_paste_whose_end_got_lost(tmp_path: Path, key: str) -> None:
    path = made(tmp_path)
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        terminal.send("\x1b[200~abc")
        time.sleep(QUIET)
        terminal.send(key)
        time.sleep(0.2)
        goes_on(terminal, path, f"\x1b[Hd3{ENTER}")


def test_leaving_where_the_end_of_a_paste_got_lost(tmp_path: Path) -> None:
    with tracker(str(made(tmp_path))) as terminal:
        terminal.wait("actions")
        terminal.send("\x1b[200~")
        time.sleep(QUIET)
        terminal.send("\x11")
        assert terminal.ended() == 0


def test_the_rest_of_a_slow_paste_is_no_key(tmp_path: Path) -> None:
    path = made(tmp_path)
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        terminal.send("\x1b[200~one")
        time.sleep(QUIET)
        terminal.send("n two\x1b[201~")
        goes_on(terminal, path)


UNREADABLE = (
    "\x1b[97:65;2u",
    "\x1b[1114112u",
    "\x1b[27;0;2147483648~",
    "\x1b[48;40;120;0;0t\x1b[<35;10;10M",
    "\x1b[48;0;0;0;0t\x1b[48;40;120;0;0t",
    "\x1b[48;9999999;9999999;0;0t\x1b[48;40;120;800;1200t",
)


@pytest.mark.parametrize("sequence", UNREADABLE, ids=ascii)
def test_what_the_parser_cannot_read_is_dropped(tmp_path: Path, sequence: str) -> None:
    path = made(tmp_path)
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        terminal.send(f"{sequence}d{sequence}3{sequence}{ENTER}{sequence}")
        terminal.send(f"{sequence}\x1b[200~n{ENTER}\x1b[201~")
        goes_on(terminal, path, "")


def test_enter_typed_before_the_screen_stands(tmp_path: Path) -> None:
    """The terminal itself still makes a line feed of it."""
    path = made(tmp_path)
    with tracker(str(path)) as terminal:
        terminal.send(f"d3{ENTER}")
        terminal.wait("actions")
        goes_on(terminal, path, "")


class Slow:
    """The program that takes its time for each key."""

    CODE = """
import sys, time
from tracker.session import Session
from tracker.tui import app
from tracker.tui.screens.main import MainScreen
usual = MainScreen.take
def take(self, event):
    time.sleep(0.005)
    usual(self, event)
MainScreen.take = take
sys.exit(app.run_app(Session.open(sys.argv[1])))
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_flood_of_keys_hides_no_signal(tmp_path: Path, number: signal.Signals) -> None:
    path = made(tmp_path)
    with Terminal([sys.executable, "-c", Slow.CODE, str(path)]) as terminal:
        terminal.wait("actions")
        sending = threading.Thread(target=terminal.send, args=("jk" * 2500,))
        sending.start()
        sending.join()
        terminal.read(0.5)
        terminal.signal(number)
        begun = time.monotonic()
        assert terminal.ended() == 128 + number
        assert time.monotonic() - begun < 10
        assert restored(terminal)


def test_a_flood_of_keys_while_the_size_changes(tmp_path: Path) -> None:
    path = made(tmp_path)
    with Terminal([sys.executable, "-c", Slow.CODE, str(path)]) as terminal:
        terminal.wait("actions")
        terminal.send("jk" * 200)
        for columns in (100, 110, 120):
            terminal.resize(columns, 40)
            terminal.read(0.1)
        terminal.wait(lambda: not terminal.pending())
        goes_on(terminal, path, f"\x1b[Hd3{ENTER}")


def test_a_terminal_that_claims_to_be_huge(tmp_path: Path) -> None:
    path = made(tmp_path)
    with Terminal(
        [sys.executable, "-m", "tracker.cli.main", str(path)], env={"COLUMNS": "100000", "LINES": "100000"}
    ) as terminal:
        terminal.wait(lambda: b"Savar" in terminal.raw)
        status = Path(f"/proc/{terminal.pid}/status").read_text("utf-8")
        (memory,) = [int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")]
        assert memory < 200_000
        terminal.send("q")
        assert terminal.ended() == 0


@pytest.mark.parametrize(
    ("name", "value"), [("TEXTUAL_COLOR_SYSTEM", "x"), ("TEXTUAL_DRIVER", "x"), ("TEXTUAL_DRIVER", "os:path")]
)
def test_what_textual_would_break_on_is_a_sentence(tmp_path: Path, name: str, value: str) -> None:
    words = [sys.executable, "-m", "tracker.cli.main", str(made(tmp_path))]
    with Terminal(words, env={name: value}) as terminal:
        assert terminal.ended() == 2
        assert f"tracker: {name} is '{value}'" in terminal.text


def test_keys_behind_the_enter_of_a_copy_wait_for_it(tmp_path: Path) -> None:
    path = made(tmp_path)
    with tracker(str(path), "--saves", str(tmp_path)) as terminal:
        terminal.wait("actions")
        terminal.burst(f"\x13\x15copy{ENTER}d3{ENTER}")
        terminal.send("q")
        assert terminal.ended() == 0
    assert commands(path, after=len(WAREHOUSE)) == []
    assert commands(tmp_path / "copy.json", after=len(WAREHOUSE)) == ["hurt Savar 3"]


def test_a_copy_on_a_disk_that_hangs_can_be_left(tmp_path: Path) -> None:
    """Escape ends the waiting; the keys kept until then are taken in their order."""
    path = made(tmp_path)
    os.mkfifo(f"{path}.pipe")
    with Terminal([sys.executable, "-m", "tests.terminal.broken", "copying stalls", str(path)]) as terminal:
        terminal.wait("actions")
        terminal.send(f"\x13\x15{tmp_path / 'copy'}{ENTER}d3{ENTER}")
        terminal.wait("saving")
        terminal.burst(ESCAPE)
        terminal.wait(" 9/12")
        os.close(os.open(f"{path}.pipe", os.O_WRONLY))
        terminal.send("q")
        assert terminal.ended() == 0
    assert commands(tmp_path / "copy.json", after=len(WAREHOUSE)) == ["hurt Savar 3"]
