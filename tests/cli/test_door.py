"""``tracker FILE`` opens the screen without what reads all other calls, and does the same as when that read it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tracker import cli
from tracker.cli import only_a_file
from tracker.program.names import COMMANDS

STRAIGHT = """
import sys, types
from tracker import cli
from tracker.program import table

screen = types.ModuleType("tracker.tui.app")
screen.run_app = lambda path, saves: print(path, "click" in sys.modules) or 0
sys.modules["tracker.tui.app"] = screen
table.need_terminal = lambda: None
cli.main([sys.argv[1]])
"""


@pytest.mark.parametrize("words", [["fight"], ["a b.json"], ["saves/x.json"], ["Run"]])
def test_one_word_that_is_no_command_is_a_file(words: list[str]) -> None:
    assert only_a_file(words)


@pytest.mark.parametrize("words", [[], [""], ["-"], ["--help"], ["-h"], ["a", "b"], *([each] for each in COMMANDS)])
def test_everything_else_is_read(words: list[str]) -> None:
    assert not only_a_file(words)


def test_a_shell_that_completes_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_TRACKER_COMPLETE", "bash_complete")
    assert not only_a_file(["fight"])


def test_a_file_opens_without_reading_calls(fight: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    words = [sys.executable, "-c", STRAIGHT, str(fight)]
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == (f"{fight} False\n", 0), done.stderr


@pytest.mark.parametrize("word", ["none.json", "."])
def test_it_ends_as_when_it_was_read(word: str, tracker: Call, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main([word])
    read = tracker("--saves", ".", word)
    assert left.value.code == read.exit_code == 2
    assert capsys.readouterr().err == read.stderr
