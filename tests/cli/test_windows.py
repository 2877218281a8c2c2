"""The program on the file system of Windows: a session made, continued, torn, repaired, shown, shared."""

from __future__ import annotations

import errno
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.cli.conftest import Call
from tests.windows import windows
from tracker.cli.output import exit_code, say
from tracker.games.registry import find
from tracker.session import Session
from tracker.storage.format import TRAILER

__all__ = ["windows"]

SCRIPT = b"add Ann\r\nadd Rat preset=rat side=enemies\r\n# a comment\r\n\r\nstrike Ann Rat 1\r\n"


def test_a_session_from_its_beginning_to_its_repair(tracker: Call, windows: SimpleNamespace) -> None:
    path = Path("fight.json")
    result = tracker("run", "--system", "stage", "--save", "fight.json", input=SCRIPT)
    assert (result.exit_code, result.stderr) == (0, "")
    assert len(result.stdout.splitlines()) == 3
    more = tracker("run", "--load", "fight.json", "--save", "fight.json", input=b"hurt Rat 1\r\nundo\r\n")
    assert more.exit_code == 0
    assert tracker("check", "fight.json").exit_code == 0
    assert "Ann" in tracker("show", "fight.json").stdout

    whole = path.read_bytes()
    path.write_bytes(whole[: -len(TRAILER) - 9])
    assert tracker("check", "fight.json").exit_code == 1
    mended = tracker("run", "--load", "fight.json", "--save", "fight.json", input=b"note on\r\n")
    assert "it was mended" in mended.stderr, mended.output
    assert tracker("check", "fight.json").exit_code == 0

    path.write_bytes(whole.replace(b"Ann", b"Eve", 1))
    assert tracker("repair", "fight.json", "-o", "good.json").exit_code in (0, 1)
    assert tracker("check", "good.json").exit_code == 0
    left = {name.name for name in Path().iterdir()}
    assert not {name for name in left if name.endswith((".lock", ".tmp"))}


def test_a_second_tracker_only_reads(tracker: Call, windows: SimpleNamespace, tmp_path: Path) -> None:
    session = Session.create(find("outgunned"), "", path=str(tmp_path / "one.json"))
    session.do("add Ann")
    refused = tracker("run", "--load", "one.json", "--save", "one.json", input="add Ben\n")
    assert refused.exit_code == 2
    assert "another tracker" in refused.stderr
    assert session.close(5)
    assert tracker("run", "--load", "one.json", "--save", "one.json", input="add Ben\n").exit_code == 0


def test_a_session_edited_by_hand_is_written_again_whole(tracker: Call, windows: SimpleNamespace) -> None:
    tracker("run", "--system", "stage", "--save", "fight.json", input=SCRIPT)
    path = Path("fight.json")
    path.write_bytes(json.dumps(json.loads(path.read_bytes()), indent=1).replace("\n", "\r\n").encode())
    result = tracker("run", "--load", "fight.json", "--save", "fight.json", input="note on\n")
    assert result.exit_code == 0
    assert tracker("check", "fight.json").exit_code == 0
    assert windows.refused == 0


def test_a_pipe_that_nobody_reads_ends_it_without_a_word(
    windows: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def help_() -> None:
        raise OSError(errno.EINVAL, "Invalid argument")

    with (tmp_path / "pipe").open("w") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        assert exit_code(help_) == 1
        monkeypatch.setattr("tracker.cli.output._print", lambda text, **_: help_())
        with pytest.raises(BrokenPipeError):
            say("a line")
        assert exit_code(lambda: say("a line")) == 1
    assert capsys.readouterr().err == ""
