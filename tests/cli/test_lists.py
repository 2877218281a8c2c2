"""Lists of games, themes, keys, the schema, the folders."""

import json
import tomllib
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.conftest import USER_FOLDERS
from tracker.games.registry import FILES, find, names
from tracker.tui.keys.registry import KEYS


def test_the_games_by_their_words(tracker: Call) -> None:
    lines = [line.split() for line in tracker("systems").stdout.splitlines()]
    words = [word for word, *_ in lines]
    files = ["fate", "moves", "percentile", "plain", "srd5", "wild-die", "cairn", "position"]
    assert words == ["outgunned", "contract", "gen6", "unknown-armies", *files, "stage"]
    assert lines[-1] == ["stage", "Stage"]


def test_the_reference_of_a_game(tracker: Call) -> None:
    assert tracker("systems", "stage").stdout.startswith("Stage\n=====\n")
    wrong = tracker("systems", "sage")
    assert wrong.exit_code == 2
    assert wrong.stderr.splitlines()[0].endswith("Did you mean stage?")


def test_the_themes_and_the_bad_ones(tracker: Call) -> None:
    result = tracker("themes")
    assert (result.exit_code, result.stderr) == (0, "")
    assert len(result.stdout.splitlines()) >= 4
    Path("themes").mkdir()
    Path("themes/bad\x1b.toml").write_text("nonsense")
    bad = tracker("themes")
    assert bad.exit_code == 1
    assert len(bad.stderr.splitlines()) == 1
    assert "\x1b" not in bad.output


def test_every_key(tracker: Call, user_folders: Path) -> None:
    lines = tracker("keys").stdout.splitlines()
    game_keys = sum(len(find(name).keys) for name in names())
    assert len([line for line in lines if line.startswith("  ")]) == len(KEYS) + game_keys
    assert any(line.split()[:2] == ["n", "next"] for line in lines)
    folder = user_folders / USER_FOLDERS["XDG_CONFIG_HOME"] / "combat-tracker"
    folder.mkdir(parents=True)
    (folder / "keymap.toml").write_text('next = "K"\nbogus = "x"\n')
    changed = tracker("keys")
    assert changed.exit_code == 1
    assert "bogus" in changed.stderr
    assert any(line.split()[:2] == ["K", "next"] for line in changed.stdout.splitlines())


def test_the_schema_of_a_game_file_knows_every_key_of_the_shipped_ones(tracker: Call) -> None:
    schema = json.loads(tracker("schema", "game").stdout)
    known = {"": schema, **schema["$defs"]}
    properties = {key for table in known.values() for key in table.get("properties", {})}
    used = set()
    for path in FILES.glob("*.toml"):
        data = tomllib.loads(path.read_text("utf-8"))
        used |= set(data)
        rows = [row for value in data.values() if isinstance(value, list) for row in value]
        used |= {key for row in rows if isinstance(row, dict) for key in row}
    assert used - properties == set()
    assert schema["required"] == ["track"]


def test_the_schema_is_one(tracker: Call) -> None:
    schema = json.loads(tracker("schema").stdout)
    assert schema["type"] == "object"
    assert "records" in schema["required"]


def test_the_schema_of_the_configuration(tracker: Call) -> None:
    schema = json.loads(tracker("schema", "config").stdout)
    assert schema["properties"]["keymap"]["enum"] == ["arrows", "default", "vim"]
    assert tracker("schema", "session").stdout == tracker("schema").stdout
    assert tracker("schema", "themes").exit_code == 2


def test_a_card_of_the_keys(tracker: Call, user_folders: Path) -> None:
    folder = user_folders / USER_FOLDERS["XDG_CONFIG_HOME"] / "combat-tracker"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text('keymap = "arrows"\n[commands]\n"|" = "hurt {selected} 1"\n')
    card = tracker("keys", "--markdown").stdout
    assert "| `f2` `a` | The main action" in card
    assert "| `\\|` | `hurt {selected} 1` |" in card
    rows = [line for line in card.splitlines() if line.startswith("| ") and line != "| key | does |"]
    assert all(row.replace("\\|", "").count("|") == 3 for row in rows)
    assert len(rows) >= len(KEYS)


def test_a_game_file_in_order_is_told_with_its_verbs(tracker: Call, tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text('title = "Small"\n[[track]]\nname = "hp"\n[[action]]\nverb = "rest"\ndo = ["gain me 1"]\n', "utf-8")
    assert tracker("games", "check", str(file)).stdout.startswith("small.toml is in order: Small, with rest")


@pytest.mark.parametrize("words", [("where", "--saves", "mine"), ("--saves", "mine", "where")])
def test_the_folders_in_use(tracker: Call, words: tuple[str, ...]) -> None:
    lines = tracker(*words).stdout.splitlines()
    assert lines[0].split()[0] == "sessions"
    assert lines[0].endswith("mine  (not there yet)")
    assert {"examples", "games", "themes", "config", "crash"} <= {line.split()[0] for line in lines}
    assert f"games          {Path('games').resolve()}  (not there yet)" in lines


def test_the_folder_of_sessions_in_its_order(
    tracker: Call, monkeypatch: pytest.MonkeyPatch, user_folders: Path
) -> None:
    def sessions() -> str:
        return tracker("where").stdout.splitlines()[0].split()[1]

    assert sessions() == str(user_folders / "saves")
    monkeypatch.delenv("TRACKER_SAVES")
    assert sessions() == str(user_folders / "data" / "combat-tracker" / "saves")
    Path("saves").mkdir()
    assert sessions() == str(Path("saves").resolve())
