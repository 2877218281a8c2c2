"""The manual page and the completion scripts, made from the program's own help."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.cli.test_program import completions
from tracker.cli.main import COMMANDS
from tracker.cli.shell import SHELLS

SAVES = str(Path(__file__).resolve().parents[2] / "saves")


def test_the_manual_names_every_command_and_its_options(tracker: Call) -> None:
    page = tracker("man").stdout.replace("\\-", "-")
    for name in COMMANDS:
        assert f"\n.SS tracker {name} [OPTIONS]" in page
        options = [word for word in tracker(name, "--help").stdout.split() if word.startswith("--")]
        assert all(word.rstrip(".,") in page for word in options if word.isalpha())
    assert page.count("The folder of sessions, in place of") == 1


@pytest.mark.skipif(shutil.which("groff") is None, reason="roff is checked where groff is installed")
def test_the_manual_is_good_roff(tracker: Call) -> None:
    result = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww"], input=tracker("man").stdout, capture_output=True, text=True
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert "Print a fight as plain text" in result.stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_a_completion_script_is_whole(shell: str, tracker: Call) -> None:
    script = tracker("completion", shell).stdout
    assert "_TRACKER_COMPLETE" in script
    if program := shutil.which(shell):
        subprocess.run([program, "-n"], input=script, text=True, check=True)


def test_another_shell_is_refused(tracker: Call) -> None:
    assert tracker("completion", "tcsh").exit_code == 2


def test_sessions_are_completed_by_name() -> None:
    assert completions("show", "--saves", SAVES, "SAV") == ["savar-and-sam", "file"]
    assert completions("run", "--saves", SAVES, "--load", "the-s") == ["the-shootout", "file"]


def test_a_line_is_completed_word_by_word() -> None:
    fight = os.path.join(SAVES, "savar-and-sam.json")
    assert completions("odds", "--load", fight, "att") == ["attack"]
    assert completions("odds", "--load", fight, "attack sa") == ["attack Savar", "attack Sam"]
    assert completions("odds", "--load", "missing.json", "att") == []
    assert completions("odds", "att") == ["attack"]
