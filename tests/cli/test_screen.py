"""Before the screen opens: files found, made and copied, and the arguments of the screen."""

import gc
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.cli.conftest import Call
from tracker.cli import sessions, start
from tracker.cli.output import CliError
from tracker.session import Session
from tracker.session.games import RulesOf
from tracker.storage import folders
from tracker.storage.reader import load


class Screen(ModuleType):
    """Stands in for the screen; keeps what it was opened with and leaves with a code."""

    def __init__(self) -> None:
        super().__init__("tracker.tui.app")
        self.opened: list[tuple[str | None, str]] = []
        self.code = 0
        self.collecting = True

    def run_app(self, session: Session | None = None, *, saves: str = "", library: str = "") -> int:
        """Pretend to be the screen."""
        self.collecting = gc.isenabled()
        path = os.path.relpath(session.path) if session is not None else None
        self.opened.append((path, os.path.relpath(saves)))
        if session is not None:
            session.close()
        return self.code


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """A terminal and a screen that only notes what it was given."""
    found = Screen()
    monkeypatch.setitem(sys.modules, "tracker.tui.app", found)
    for module in ("main", "open", "sessions"):
        monkeypatch.setattr(f"tracker.cli.{module}.need_terminal", lambda: None)
    return found


def titles(path: str | None) -> list[str]:
    assert path is not None
    loaded = load(path, RulesOf())
    assert loaded.condition == "clean"
    return [loaded.header.system, loaded.history.scene.title]


def folder(user_folders: Path) -> str:
    return os.path.relpath(user_folders / "saves")


@pytest.mark.parametrize(
    ("config", "words", "shared"),
    [
        ("", (), True),
        ("numbers = false", (), False),
        ("numbers = false", ("--numbers",), True),
        ("", ("--no-numbers",), False),
    ],
)
def test_the_window_for_players_shares_what_config_toml_or_the_call_says(
    config: str, words: tuple[str, ...], shared: bool, tracker: Call, fight: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home := Path("config/combat-tracker")).mkdir(parents=True)
    (home / "config.toml").write_text(f"[players]\n{config}\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home.parent.absolute()))
    monkeypatch.setattr("tracker.cli.sharing.need_terminal", lambda: None)
    shown: list[Any] = []
    monkeypatch.setattr("tracker.tui.players_view.run_view", lambda followed, _: shown.append(followed) or 0)
    assert tracker("view", "fight.json", "--players", *words).exit_code == 0
    assert bool(shown[0].projection().cards[0].numbers) is shared


def test_no_file_opens_the_start_screen(tracker: Call, opened: Screen, user_folders: Path) -> None:
    assert tracker().exit_code == 0
    assert tracker("--saves", "mine").exit_code == 0
    assert opened.opened == [(None, folder(user_folders)), (None, "mine")]


@pytest.mark.parametrize("code", [0, 1, 2])
def test_the_screens_code_is_the_programs(tracker: Call, opened: Screen, code: int) -> None:
    opened.code = code
    assert tracker().exit_code == code


def test_a_file_is_opened_as_it_is(tracker: Call, opened: Screen, fight: Path) -> None:
    before = fight.read_bytes()
    assert tracker(str(fight), "--saves", "mine").exit_code == 0
    assert opened.opened == [("fight.json", "mine")]
    assert fight.read_bytes() == before
    assert (opened.collecting, gc.isenabled()) == (False, True)


def test_a_session_is_found_by_its_name(tracker: Call, opened: Screen, fight: Path) -> None:
    os.mkdir("mine")
    fight.rename("mine/evening.json")
    tracker("evening", "--saves", "mine")
    tracker("evening.json", "--saves", "mine")
    assert [path for path, _ in opened.opened] == ["mine/evening.json", "mine/evening.json"]


@pytest.mark.parametrize(
    "words", [("fight.json",), ("./fight.json",), ("fight.json", "--saves", "mine"), ("fight",), ("-x.json",)]
)
def test_the_way_without_click_does_what_the_command_does(
    words: tuple[str, ...], tracker: Call, opened: Screen, fight: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = tracker(*words).exit_code
    monkeypatch.setattr(sys, "argv", ["tracker", *words])
    with pytest.raises(SystemExit) as ended:
        start()
    assert ended.value.code == code
    assert opened.opened[: len(opened.opened) // 2] == opened.opened[len(opened.opened) // 2 :]


def test_a_session_opens_without_click_and_without_a_terminal_the_error_is_the_same(tracker: Call) -> None:
    assert tracker("run", "--system", "plain", "--save", "short.json", input="add Ann").exit_code == 0
    script = "import atexit, sys; atexit.register(lambda: print('click.core' in sys.modules)); "
    script += "from tracker.cli import start; start()"
    stub = "import sys, types; screen = types.ModuleType('tracker.tui.app'); screen.run_app = lambda *a, **k: 0; "
    stub += (
        "sys.modules['tracker.tui.app'] = screen; import tracker.cli.sessions as s; s.need_terminal = lambda: None; "
    )

    def called(code: str) -> tuple[int, str, str]:
        words = [sys.executable, "-c", code, "short.json"]
        done = subprocess.run(words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout, done.stderr

    assert called(stub + script) == (0, "False\n", "")
    assert called(script) == (2, "True\n", tracker("short.json").stderr)


@pytest.mark.parametrize("file", ["no-such-fight", "nowhere/at/all.json", "-", "the-evening"])
def test_a_file_that_is_not_there(tracker: Call, opened: Screen, file: str) -> None:
    result = tracker(file)
    assert (result.exit_code, opened.opened) == (2, [])
    assert result.stderr.startswith(f"tracker: There is no file {file}.")


def test_an_example_opens_as_a_copy(
    tracker: Call, opened: Screen, fight: Path, monkeypatch: pytest.MonkeyPatch, user_folders: Path
) -> None:
    monkeypatch.setattr(folders, "is_shipped_save", lambda path: Path(path) == fight)
    before = fight.read_bytes(), fight.stat().st_mtime_ns
    assert tracker(str(fight)).exit_code == 0
    assert tracker(str(fight)).exit_code == 0
    place = folder(user_folders)
    assert [path for path, _ in opened.opened] == [f"{place}/fight.json", f"{place}/fight 2.json"]
    assert (fight.read_bytes(), fight.stat().st_mtime_ns) == before
    assert os.stat(place).st_mode & 0o777 == 0o700
    copy = load(f"{place}/fight.json", RulesOf())
    assert (copy.condition, copy.records) == ("clean", load(str(fight), RulesOf()).records)
    assert copy.header.id != load(str(fight), RulesOf()).header.id


class TestNew:
    def test_goes_into_the_folder_of_sessions(self, tracker: Call, opened: Screen, user_folders: Path) -> None:
        for words in (("stage",), ("stage", "--title", 'The "Old" Mill; #2'), ("stage",)):
            assert tracker("new", *words).exit_code == 0
        paths = [path for path, _ in opened.opened]
        assert paths == [
            f"{folder(user_folders)}/{name}" for name in ("Stage.json", "The Old Mill 2.json", "Stage 2.json")
        ]
        assert [titles(path) for path in paths] == [["stage", ""], ["stage", 'The "Old" Mill; #2'], ["stage", ""]]
        assert Path(paths[0] or "").stat().st_mode & 0o777 == 0o600

    def test_or_where_it_is_told_to(self, tracker: Call, opened: Screen) -> None:
        assert tracker("new", "stage", "evening", "--title", "Evening").exit_code == 0
        assert opened.opened[0][0] == "evening.json"
        assert titles("evening.json") == ["stage", "Evening"]

    def test_never_over_another_file(self, tracker: Call, opened: Screen, fight: Path) -> None:
        before = fight.read_bytes()
        assert tracker("new", "stage", str(fight)).exit_code == 2
        assert (fight.read_bytes(), opened.opened) == (before, [])

    def test_where_no_folder_can_be_made(self, tracker: Call, opened: Screen) -> None:
        Path("file").write_text("")
        result = tracker("new", "stage", "--saves", "file/saves")
        assert (result.exit_code, opened.opened) == (2, [])
        assert result.stderr.count("\n") == 1

    def test_a_title_without_controls(self, tracker: Call, opened: Screen) -> None:
        tracker("new", "stage", "x.json", "--title", "a\x1b[2J\nb\u202e" + "c" * 200)
        assert titles("x.json")[1] == "a[2J b" + "c" * 74


@pytest.mark.parametrize("closed", [True, False])
def test_the_screen_needs_all_three_streams(closed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal:
        def __init__(self, there: bool) -> None:
            self.there = there

        def isatty(self) -> bool:
            return self.there

    for missing in range(4):
        for number, name in enumerate(("stdin", "stdout", "stderr")):
            monkeypatch.setattr(sys, name, None if closed and number == missing else Terminal(number != missing))
        if missing < 3:
            with pytest.raises(CliError, match="needs a terminal"):
                sessions.need_terminal()
        else:
            sessions.need_terminal()


@pytest.mark.parametrize(("word", "meant"), [("shwo", "show"), ("exprt", "export"), ("libary", "library")])
def test_a_mistyped_command_is_not_taken_for_a_session(word: str, meant: str, tracker: Call) -> None:
    result = tracker(word)
    assert result.exit_code == 2
    assert result.stderr == f"tracker: There is no session and no command “{word}”. Did you mean {meant}?\n"
