"""The keys' registry, and keymap files: what cannot be followed is named and the default stays."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tracker.games.registry import find, names
from tracker.tui.cockpit.actions import SCREEN_KEYS, SHORT, SWITCHES, Actions
from tracker.tui.keys.keymap import keymap, load_keymap, parse_key, presets, read_keymap
from tracker.tui.keys.registry import BY_ID, GROUPS, KEYS, shown


def test_no_key_means_two_things() -> None:
    for form in (True, False):
        keys = [key for each in KEYS for key in each.keys if each.fixed or (each.group == "form") == form]
        assert len(keys) == len(set(keys))


def test_every_action_is_told_and_done() -> None:
    assert len(BY_ID) == len(KEYS)
    for each in KEYS:
        assert each.group in GROUPS
        assert each.label
        assert each.help.endswith(".")
        assert all(parse_key(key) == key for key in each.keys), each.id
        own = hasattr(Actions, f"_key_{each.id.replace('-', '_')}")
        done = each.id in {*SHORT, *SCREEN_KEYS, *SWITCHES} or each.id.startswith("pane-")
        assert each.group == "form" or own or done or each.role


def test_the_registry_loads_nothing_of_the_screen() -> None:
    code = "import sys, tracker.tui.keys.registry, tracker.tui.keys.keymap; sys.exit('textual' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("a", "a"),
        ("A", "A"),
        ("[", "["),
        ("+", "+"),
        ("F5", "f5"),
        ("Enter", "enter"),
        ("Ctrl+Z", "ctrl+z"),
        ("shift+ctrl+up", "ctrl+shift+up"),
        ("alt++", "alt++"),
        ("", None),
        ("ab", None),
        ("hyper+a", None),
        ("ctrl+", None),
        ("ctrl+ctrl+a", None),
        ("\x1b", None),
    ],
)
def test_keys_are_read(text: str, key: str | None) -> None:
    assert parse_key(text) == key


def problems(text: str) -> str:
    return "\n".join(read_keymap(text.encode())[1])


def test_a_keymap_changes_keys() -> None:
    found, told = read_keymap(b'main = "E"\nundo = ["ctrl+z", "Z"]')
    assert told == ()
    assert found.table["E"] == "main"
    assert "a" not in found.table
    assert (found.table["Z"], found.table.get("u")) == ("undo", None)
    assert found.first("main") == "E"


@pytest.mark.parametrize("name", presets())
def test_no_key_of_a_shipped_keymap_means_two_things(name: str) -> None:
    shipped = keymap(preset=name)
    assert read_keymap(b"", shipped) == (shipped, ())


def test_a_keymap_that_gives_one_key_to_two_actions_is_named_and_the_latter_goes_without() -> None:
    broken = keymap({"quick": ("a", "X")})
    found, told = read_keymap(b'heal = "H"', broken)
    assert told == ("The keymap gives a to main and to quick; quick goes without it.",)
    assert (found.table["a"], found.table["X"], found.table["H"]) == ("main", "quick", "heal")


def test_keys_can_change_places() -> None:
    found, told = read_keymap(b'main = "x"\nquick = "a"')
    assert told == ()
    assert (found.table["x"], found.table["a"]) == ("main", "quick")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('mane = "w"', "keymap.toml, line 1: “mane” is not an action. Did you mean main?"),
        ('main = "hyper+w"', "keymap.toml, line 1: main cannot be “hyper+w”, which is not a key; its default stays."),
        ('main = ""', "keymap.toml, line 1: main has an empty key; its default stays."),
        ("main = []", "keymap.toml, line 1: main has an empty key; its default stays."),
        ("main = 3", "keymap.toml, line 1: main needs a key in quotes; its default stays."),
        ('main = "x"', "keymap.toml: x is the key of quick too; main keeps its default."),
        ('main = "ctrl+q"', "keymap.toml: ctrl+q is the key of quit too; main keeps its default."),
        ('quit = "w"', "keymap.toml, line 1: quit keeps its keys, so that there is always a way out."),
        ("main = ", "keymap.toml, at its end: this is not TOML: invalid value. The default keys are used."),
        ('"\\u001b]0;x" = "w"', "keymap.toml, line 1: “]0;x” is not an action."),
    ],
)
def test_what_cannot_be_followed_is_named(text: str, sentence: str) -> None:
    assert problems(text).startswith(sentence)
    assert read_keymap(text.encode())[0] == keymap()


def test_one_bad_line_leaves_the_others() -> None:
    found, told = read_keymap(b'main = "E"\nquick = "n"\nheal = "nope"')
    assert len(told) == 2
    assert (found.table["E"], found.table["x"], found.table["h"]) == ("main", "quick", "heal")


def test_files(tmp_path) -> None:  # type: ignore[no-untyped-def]
    assert load_keymap(tmp_path / "keymap.toml") == (keymap(), ())
    (tmp_path / "keymap.toml").write_text('main = "E"')
    assert load_keymap(tmp_path / "keymap.toml")[0].table["E"] == "main"
    assert "cannot be read" in load_keymap(tmp_path)[1][0]
    (tmp_path / "keymap.toml").write_bytes(b"#" * 70_000)
    assert "longer than" in load_keymap(tmp_path / "keymap.toml")[1][0]


def test_keys_as_people_read_them() -> None:
    assert [shown(key) for key in ("enter", "ctrl+z", "+", "up", "a", "ctrl+up")] == [
        "⏎",
        "ctrl+z",
        "+",
        "↑",
        "a",
        "ctrl+↑",
    ]


@pytest.mark.parametrize("game", names())
def test_the_keys_of_a_game_mean_nothing_else(game: str) -> None:
    system = find(game)
    keys = [key.key for key in system.keys]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & set(keymap().table)
    assert all(key.label in system.actions for key in system.keys)


def test_keys_for_command_lines() -> None:
    found, told = read_keymap(b'[commands]\nD = "hurt {selected} 1"\n"alt+b" = "roll 2d6"\nr = "note ..."')
    assert told == ()
    assert found.commands == {"D": "hurt {selected} 1", "alt+b": "roll 2d6", "r": "note ..."}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[commands]\nd = "roll 2d6"', "keymap.toml: d is the key of hurt too; its command is left out."),
        ('[commands]\n"hyper+d" = "roll 2d6"', "keymap.toml, line 2: “hyper+d” is not a key."),
        ("[commands]\nD = 3", "keymap.toml, line 2: D needs a command line in quotes."),
        ('[commands]\n"ctrl+b" = "roll 1d6"\n"Ctrl+B" = "next"', "keymap.toml, line 3: Ctrl+B has a command already;"),
        (
            '[commands]\nD = "hurt {who} 1"',
            "keymap.toml, line 2: D cannot fill in {who}; there are {selected} and {target}.",
        ),
        ('commands = "x"', "keymap.toml, line 1: commands is a table: [commands]."),
    ],
)
def test_command_lines_that_cannot_be_used_are_named_once(text: str, sentence: str) -> None:
    found, told = read_keymap(text.encode())
    assert [line for line in told if line.startswith(sentence)] == list(told)
    assert len(told) == 1
    assert len(found.commands) <= 1
