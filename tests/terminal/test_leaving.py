"""However the program ends, the terminal is restored, everything is saved, and the exit code says how."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.terminal.fights import WAREHOUSE, commands, made
from tests.terminal.terminal import PATIENCE, Terminal, tracker

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]

RESTORED = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l", b"\x1b[?2004l")
"""The other screen left, the cursor shown, mouse and pasting as before."""


def restored(terminal: Terminal) -> bool:
    """Whether the terminal was given back."""
    return all(bytes(terminal.raw).rfind(each) > 0 for each in RESTORED)


@pytest.mark.parametrize("key", ["q", "\x11", "\x03"])
def test_leaving_by_key(tmp_path: Path, key: str) -> None:
    path = made(tmp_path)
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        terminal.burst("d3\r")
        terminal.send(key)
        assert terminal.ended() == 0
        assert restored(terminal)
    assert commands(path, after=len(WAREHOUSE)) == ["hurt Savar 3"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_ends_it_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    path = made(tmp_path)
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        terminal.burst("d3\r")
        terminal.signal(number)
        assert terminal.ended() == 128 + number
        assert restored(terminal)
    assert commands(path, after=len(WAREHOUSE)) == ["hurt Savar 3"]


def goes_on_after_a_stop(terminal: Terminal) -> None:
    """Stopped, the program gives the terminal back; continued, it paints everything again and takes keys."""
    terminal.wait(lambda: os.waitid(os.P_PID, terminal.pid, os.WSTOPPED | os.WNOHANG) is not None)
    while terminal.pending():
        terminal.read(0)
    assert terminal.raw.rfind(RESTORED[0]) > terminal.raw.rfind(b"\x1b[?1049h")
    terminal.raw.clear()
    terminal.signal(signal.SIGCONT)
    # Meanwhile others may have written on that terminal.
    terminal.wait(lambda: b"actions" in terminal.raw)
    terminal.burst("d1\r")


def test_stopped_for_a_while_it_gives_the_terminal_back_and_goes_on(tmp_path: Path) -> None:
    path = made(tmp_path)
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        for _ in range(2):
            terminal.signal(signal.SIGTSTP)
            goes_on_after_a_stop(terminal)
        terminal.send("q")
        assert terminal.ended() == 0
        assert restored(terminal)
    assert commands(path, after=len(WAREHOUSE)) == ["hurt Savar 1"] * 2


STOPPED_IN_A_WRITE = """
import os, signal, sys
from tracker.cli.main import main
from tracker.tui.keys.terminal import TerminalDriver
send = TerminalDriver._send
def stopped(driver):
    if b"actions" in driver._unsent and not done:
        done.append(True)
        os.kill(os.getpid(), signal.SIGTSTP)
    send(driver)
done = []
TerminalDriver._send = stopped
sys.exit(main([sys.argv[1]]))
"""


def test_a_stop_in_the_middle_of_a_write_waits_for_nothing(tmp_path: Path) -> None:
    path = made(tmp_path)
    with Terminal([sys.executable, "-c", STOPPED_IN_A_WRITE, str(path)]) as terminal:
        goes_on_after_a_stop(terminal)
        terminal.send("q")
        assert terminal.ended() == 0
        assert restored(terminal)
    assert commands(path, after=len(WAREHOUSE)) == ["hurt Savar 1"]


def done_unread(terminal: Terminal, path: Path, keys: str, line: str) -> None:
    """Send keys and wait for what they do in the file, while nothing is read of what is painted."""
    end, before = time.monotonic() + PATIENCE, len(commands(path))
    terminal.send(keys)
    while commands(path)[before:] != [line]:
        assert time.monotonic() < end, "the program stands still"


def stuffed(terminal: Terminal, path: Path) -> None:
    """Have more painted than a terminal takes that reads nothing: a list grows and shrinks with each act."""
    terminal.wait("actions")
    for _ in range(40):
        done_unread(terminal, path, "zv", "hide Savar")
        done_unread(terminal, path, "zv", "reveal Savar")


def test_a_terminal_that_reads_nothing_keeps_nothing_from_being_saved(tmp_path: Path) -> None:
    path = made(tmp_path)
    with tracker(str(path)) as terminal:
        stuffed(terminal, path)
        done_unread(terminal, path, "d3\r", "hurt Savar 3")
        terminal.burst("d1\r")
        terminal.send("q")
        assert terminal.ended() == 0
        assert restored(terminal)
    assert commands(path)[-2:] == ["hurt Savar 3", "hurt Savar 1"]


def test_the_end_does_not_wait_for_a_terminal_that_reads_nothing(tmp_path: Path) -> None:
    path = made(tmp_path)
    with tracker(str(path)) as terminal:
        stuffed(terminal, path)
        terminal.signal(signal.SIGTERM)
        ending = threading.Thread(target=os.waitid, args=(os.P_PID, terminal.pid, os.WEXITED | os.WNOWAIT))
        ending.start()
        ending.join(PATIENCE)
        assert not ending.is_alive()
        assert terminal.ended() == 128 + signal.SIGTERM


def test_what_the_shell_has_open_stays_as_it_is(tmp_path: Path) -> None:
    """A descriptor that never blocks would break the programs after this one."""
    with tracker(str(made(tmp_path))) as terminal:
        terminal.wait("actions")
        for number in (0, 1, 2):
            told = Path(f"/proc/{terminal.pid}/fdinfo/{number}").read_text("ascii")
            (flags,) = [int(line.split()[1], 8) for line in told.splitlines() if line.startswith("flags:")]
            assert not flags & os.O_NONBLOCK
        terminal.send("q")
        assert terminal.ended() == 0


def test_the_end_needs_no_more_of_the_programs_files(tmp_path: Path) -> None:
    """They may go away while it runs: by an update, or with the stick they lie on."""
    program, state = tmp_path / "program", tmp_path / "state"
    for folder in ("tracker", "themes"):
        shutil.copytree(ROOT / folder, program / folder, ignore=shutil.ignore_patterns("__pycache__"))
    path = made(tmp_path)
    words = [sys.executable, "-P", "-m", "tracker.cli.main", str(path)]
    with Terminal(words, env={"PYTHONPATH": str(program), "XDG_STATE_HOME": str(state)}) as terminal:
        terminal.wait("actions")
        path.unlink()
        terminal.burst("d3\r")
        terminal.wait("NOT SAVED")
        program.rename(tmp_path / "elsewhere")
        terminal.signal(signal.SIGTERM)
        assert terminal.ended() == 128 + signal.SIGTERM
        assert restored(terminal)
        assert "NOT SAVED: the last change is not in" in terminal.text
    (copy,) = (state / "combat-tracker" / "rescued").iterdir()
    assert commands(copy, after=len(WAREHOUSE)) == ["hurt Savar 3"]


def test_what_was_shown_as_saved_survives_a_kill(tmp_path: Path) -> None:
    path = made(tmp_path)
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        terminal.burst("d3\r")
        terminal.wait(lambda: " saved" in terminal.lines[0])
        terminal.signal(signal.SIGKILL)
        assert terminal.ended() == -signal.SIGKILL
    assert commands(path, after=len(WAREHOUSE)) == ["hurt Savar 3"]
