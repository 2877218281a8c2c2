"""Whatever breaks, the terminal is restored, everything possible is saved, and no secret is written anywhere."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
from pathlib import Path

import pytest

from tests.terminal.broken import PLACES, SECRET
from tests.terminal.fights import WAREHOUSE, commands, made
from tests.terminal.terminal import PATIENCE, Terminal, tracker
from tests.terminal.test_leaving import restored
from tracker.session.games import RulesOf
from tracker.storage.reader import load

pytestmark = [pytest.mark.usefixtures("development_mode"), pytest.mark.slow]


def broken(where: str, path: Path) -> Terminal:
    return Terminal([sys.executable, "-m", "tests.terminal.broken", where, str(path)])


def state() -> Path:
    return Path(os.environ["XDG_STATE_HOME"]) / "combat-tracker"


def reports() -> list[str]:
    return [path.read_text("utf-8") for path in sorted(state().glob("crash-*.txt"))]


def said_at_the_end(terminal: Terminal) -> str:
    """What was printed after the screen was left, on one line."""
    text = bytes(terminal.raw).rpartition(b"\x1b[?1049l")[2].decode()
    return re.sub(r"\x1b\[[0-9;?<>=]*[a-z]", "", text).replace("\r\n", " ")


def hung_up(terminal: Terminal) -> int:
    """Close the terminal, as a window is closed; returns the exit code of the program."""
    codes: list[int] = []
    os.close(terminal.fd)
    terminal.fd = -1
    pending = threading.Thread(target=lambda: codes.append(os.waitpid(terminal.pid, 0)[1]), daemon=True)
    pending.start()
    pending.join(PATIENCE)
    assert codes, "the program goes on without a terminal"
    terminal.code = os.waitstatus_to_exitcode(codes[0])
    return terminal.code


@pytest.mark.parametrize("where", PLACES)
def test_an_exception_anywhere(tmp_path: Path, where: str) -> None:
    path = made(tmp_path)
    with broken(where, path) as terminal:
        terminal.wait("actions")
        terminal.burst("d3\r")
        terminal.send("j")
        assert terminal.ended() == 1
        assert restored(terminal)
        said = said_at_the_end(terminal)
    assert commands(path, after=len(WAREHOUSE)) == ["hurt Savar 3"]
    assert "a mistake of its own" in said
    assert f"open it again with: tracker {path}" in said
    (report,) = reports()
    assert "builtins.ValueError" in report
    assert "broken.py" in report
    for text in (said, report):
        assert SECRET not in text
        assert "Savar" not in text
        assert "Traceback" not in text


def test_a_writer_that_breaks(tmp_path: Path) -> None:
    path = made(tmp_path)
    with broken("writer", path) as terminal:
        terminal.wait("actions")
        terminal.send("d3\r")
        terminal.wait("NOT SAVED")
        terminal.send("q")
        terminal.wait("leave without them")
        terminal.send("t")
        terminal.wait("still cannot be written")
        terminal.send("l")
        assert terminal.ended() == 1
        assert restored(terminal)
        said = said_at_the_end(terminal)
    assert "NOT SAVED: the last change is not in" in said
    assert commands(path, after=len(WAREHOUSE)) == []
    (copy,) = (state() / "rescued").glob("*.json")
    assert str(copy) in said
    assert load(str(copy), RulesOf()).condition == "clean"
    assert commands(copy, after=len(WAREHOUSE)) == ["hurt Savar 3"]
    assert SECRET not in "".join(reports())


def test_where_nothing_can_be_written_it_is_said(tmp_path: Path) -> None:
    path = made(tmp_path)
    with broken("every writer", path) as terminal:
        terminal.wait("actions")
        terminal.send("d3\r")
        terminal.wait("NOT SAVED")
        terminal.signal(signal.SIGTERM)
        assert terminal.ended() == 128 + signal.SIGTERM
        said = said_at_the_end(terminal)
    assert "NOT SAVED: the last change is not in" in said
    assert "They could not be kept anywhere else either." in said
    assert commands(path, after=len(WAREHOUSE)) == []


def test_what_nobody_can_catch_is_in_the_report(tmp_path: Path) -> None:
    path = made(tmp_path)
    with broken("end of an object", path) as terminal:
        terminal.wait("actions")
        terminal.send("j")
        terminal.burst("d3\r")
        terminal.send("q")
        assert terminal.ended() == 1
        assert "a mistake of its own" in said_at_the_end(terminal)
    assert commands(path, after=len(WAREHOUSE)) == ["hurt Savar 3"]
    (report,) = reports()
    assert "__del__" in report
    assert SECRET not in report


@pytest.mark.parametrize("where", ["nowhere", "unheard"])
def test_a_closed_terminal(tmp_path: Path, where: str) -> None:
    path = made(tmp_path)
    with broken(where, path) as terminal:
        terminal.wait("actions")
        terminal.burst("d3\r")
        assert hung_up(terminal) == 128 + signal.SIGHUP
    assert commands(path, after=len(WAREHOUSE)) == ["hurt Savar 3"]
    assert reports() == []


@pytest.mark.parametrize(
    ("number", "keys"),
    [(signal.SIGINT, "a2"), (signal.SIGINT, "g"), *((signal.SIGTERM, keys) for keys in (":note x", *"\x0f\x10S?"))],
)
def test_a_signal_on_any_screen(tmp_path: Path, number: signal.Signals, keys: str) -> None:
    with tracker(str(made(tmp_path))) as terminal:
        terminal.wait("actions")
        terminal.send(keys)
        terminal.signal(number)
        assert terminal.ended() == 128 + number
        assert restored(terminal)
    assert reports() == []


def stalled(path: Path) -> Terminal:
    """The program with a change that is being saved, by a disk that hangs."""
    os.mkfifo(f"{path}.pipe")
    terminal = broken("stalls", path)
    terminal.wait("actions")
    terminal.burst("d3\r")
    terminal.wait("saving")
    return terminal


def ignores(terminal: Terminal, number: signal.Signals) -> bool:
    """Whether the program ignores a signal, as the system sees it."""
    status = Path(f"/proc/{terminal.pid}/status").read_text("utf-8")
    (mask,) = re.findall(r"SigIgn:\s*([0-9a-f]+)", status)
    return bool(int(mask, 16) >> (number - 1) & 1)


def test_a_terminal_that_says_twice_that_it_was_closed(tmp_path: Path) -> None:
    """The second time comes while the disk hangs: what is to be saved is saved first."""
    path = made(tmp_path)
    with stalled(path) as terminal:
        terminal.signal(signal.SIGHUP)
        terminal.wait(lambda: ignores(terminal, signal.SIGHUP))
        terminal.signal(signal.SIGHUP)
        os.close(os.open(f"{path}.pipe", os.O_WRONLY))
        assert terminal.ended() == 128 + signal.SIGHUP
        assert restored(terminal)
    assert commands(path, after=len(WAREHOUSE)) == ["hurt Savar 3"]


def test_nobody_has_to_wait_for_a_disk_that_hangs(tmp_path: Path) -> None:
    """Left, and interrupted by hand while it is still to be saved: it goes into a copy, and that is said."""
    path = made(tmp_path)
    with stalled(path) as terminal:
        terminal.send("q")
        terminal.wait(lambda: restored(terminal))
        terminal.wait(lambda: ignores(terminal, signal.SIGHUP))
        terminal.signal(signal.SIGINT)
        assert terminal.ended() == 1
        said = said_at_the_end(terminal)
    assert "Traceback" not in bytes(terminal.raw).decode()
    assert "NOT SAVED: the last change is not in" in said
    assert commands(path, after=len(WAREHOUSE)) == []
    (copy,) = (state() / "rescued").glob("*.json")
    assert str(copy) in said
    assert commands(copy, after=len(WAREHOUSE)) == ["hurt Savar 3"]
    assert reports() == []
