"""The program as a whole: help, wrong calls, completion, errors."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from tests.cli.conftest import Call
from tracker.cli import info as lists
from tracker.cli.main import COMMANDS, main
from tracker.cli.output import INTERRUPTED, exit_code
from tracker.version import __version__

pytestmark = pytest.mark.usefixtures("development_mode")


def test_help_on_everything(tracker: Call) -> None:
    assert all(f"  {name} " in tracker("--help").stdout for name in COMMANDS)
    for name in COMMANDS:
        result = tracker(name, "--help")
        assert result.exit_code == 0
        assert result.stdout.startswith(f"Usage: tracker {name} ")
        assert "--saves" in result.stdout


def test_version(tracker: Call) -> None:
    assert tracker("--version").stdout == f"tracker, version {__version__}\n"


@pytest.mark.parametrize(
    "words",
    [
        ("--bogus",),
        ("run", "--bogus"),
        ("run", "a", "b"),
        ("show",),
        ("new",),
        ("new", "chess"),
        ("run", "--seed", "x"),
    ],
)
def test_a_wrong_call_is_two_plain_lines(tracker: Call, words: tuple[str, ...]) -> None:
    result = tracker(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    what, way_out = result.stderr.splitlines()
    assert what.startswith("tracker: ")
    assert way_out.endswith("--help shows how it is called.")


@pytest.mark.parametrize("words", [(), ("fight.json",), ("new", "stage"), ("new", "stage", "my.json", "--title", "T")])
@pytest.mark.usefixtures("fight")
def test_without_a_terminal_the_screen_is_refused(tracker: Call, words: tuple[str, ...]) -> None:
    result = tracker(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1
    assert [path.name for path in Path().iterdir()] == ["fight.json"]


def completions(*words: str) -> list[str]:
    *args, incomplete = words
    found = ShellComplete(main, {}, "tracker", "_TRACKER_COMPLETE").get_completions(list(args), incomplete)
    return [each.value if each.type == "plain" else each.type for each in found]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("where",), 0, ""),
        (("themes",), 0, ""),
        (("show", "fight"), 2, "tracker: There is no file fight."),
        (("show", "fight.json", "--saves", "rel"), 2, "tracker: There is no file fight.json."),
        (("run", "--load", "a.json", "--save", "b.json"), 2, "tracker: There is no file a.json."),
        (("run", "--load", "a.json", "--save", "a.json"), 2, "tracker: There is no file a.json."),
        (("run", "--save", "b.json"), 2, "tracker: b.json cannot be written: the file or its folder is gone."),
    ],
)
def test_in_a_folder_that_was_taken_away(
    words: tuple[str, ...], code: int, said: str, tracker: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    result = tracker(*words, input="note x\n")
    assert (result.exit_code, result.stderr[: len(said)]) == (code, said), result.stderr


def test_in_folders_nobody_may_look_into(tracker: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / ("x" * 300)))
    assert tracker("where").exit_code == 0
    assert "night " in tracker("themes").stdout


def test_completion() -> None:
    assert completions("s") == ["show", "serve", "systems", "schema", "file"]
    assert completions("systems", "st") == ["stage"]
    assert completions("run", "--system", "out") == ["outgunned"]
    assert completions("show", "") == ["file"]
    assert "--saves" in completions("fight.json", "--")


def test_an_interruption_that_comes_wrapped_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    def call() -> None:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    assert exit_code(call) == INTERRUPTED
    assert capsys.readouterr() == ("", "")


def test_what_breaks_inside_is_a_sentence_and_a_report(
    tracker: Call, monkeypatch: pytest.MonkeyPatch, user_folders: Path
) -> None:
    def broken(**_: object) -> None:
        secret = "the Boss is her father"
        try:
            raise ValueError(secret)
        except ValueError:
            raise KeyError(secret) from None

    monkeypatch.setattr(lists.schema, "callback", broken)
    result = tracker("schema")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 2)
    (report,) = (user_folders / "state" / "combat-tracker").iterdir()
    assert str(report) in result.stderr
    text = report.read_text()
    assert "builtins.KeyError" in text
    assert "builtins.ValueError" in text
    assert "test_program.py" in text
    assert "father" not in text


def test_where_no_report_can_be_written(tracker: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(**_: object) -> None:
        raise KeyError("x")

    (tmp_path / "state").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(lists.schema, "callback", broken)
    assert tracker("schema").stderr.splitlines()[1] == "tracker: No report could be written."


def test_even_where_the_report_itself_breaks(tracker: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr("tracker.storage.folders.state_folder", broken)
    monkeypatch.setattr(lists.schema, "callback", broken)
    result = tracker("schema")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 2)


def test_other_callers_get_the_errors_themselves() -> None:
    with pytest.raises(click.UsageError):
        main.main(["--bogus"], standalone_mode=False)


@pytest.mark.slow
def test_in_a_process_of_its_own(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    for words, code in ((["systems"], 0), (["no-such-file"], 2), (["run", "nowhere"], 2)):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-X", "dev", "-m", "tracker.cli.main", *words],
            env=env,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
        assert done.returncode == code, done.stderr
        assert bool(done.stderr) == (code != 0)
