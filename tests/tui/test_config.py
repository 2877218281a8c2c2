"""config.toml: valid settings apply, others are reported with their line, and changes keep the rest."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.tui.pages import Hands, Pages, at
from tracker.games.registry import find, names
from tracker.storage.folders import config_folder
from tracker.tui.keys.keymap import keymap, parse_key, presets
from tracker.tui.keys.registry import BY_ID
from tracker.tui.look.config import CHOSEN, CannotEdit, config_schema, edited, read_config
from tracker.tui.look.load_options import load_options
from tracker.tui.look.preferences import Options
from tracker.tui.screens.settings import keep
from tracker.web.broadcast import PageError

WHOLE = """\
# Mine.
theme = "day"       # bright
plain = true
animations = false
keymap = "vim"
notice = "bell"
order = "turns"
follow = "acts"

[players]
numbers = false
chances = true
phones = "answers"
host = "0.0.0.0"
port = 8000

[keys]
main = "E"

[commands]
D = "hurt {selected} 1"
"""


def written(text: str, name: str = "config.toml") -> Path:
    file = config_folder() / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode())
    return file


def test_everything_that_is_chosen_counts() -> None:
    written(WHOLE)
    options = load_options()
    assert options.problems == ()
    assert [getattr(options, name) for name in CHOSEN] == [
        *("day", True, False, "vim", "bell", False, "turns", "acts"),
        *(False, True, "answers", "0.0.0.0", 8000),
    ]
    keys = options.keys
    assert (keys.table["E"], keys.table["g"], keys.commands["D"]) == ("main", "first", "hurt {selected} 1")


def test_files_of_earlier_versions_are_read_and_the_new_one_counts() -> None:
    written('theme = "day"\nplain = true\n', "screen.toml")
    written('main = "E"\nquick = "F"\n', "keymap.toml")
    assert (load_options().theme, load_options().plain, load_options().keys.first("main")) == ("day", True, "E")
    written('theme = "parchment"\n[keys]\nmain = "W"\n')
    options = load_options()
    assert (options.theme, options.plain, options.problems) == ("parchment", True, ())
    assert (options.keys.first("main"), options.keys.first("quick")) == ("W", "F")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('thme = "day"', "config.toml, line 1: “thme” is not a setting. Did you mean theme?"),
        ("\ntheme = 3", "config.toml, line 2: theme must be the name of a theme in quotes; its default stays."),
        ('theme = "a/b"', "config.toml, line 1: theme must be the name of a theme in quotes; its default stays."),
        ('plain = "yes"', "config.toml, line 1: plain must be true or false; its default stays."),
        (
            'keymap = "emacs"',
            "config.toml, line 1: keymap must be default, vim or arrows in quotes; its default stays.",
        ),
        ('notice = "gong"', "config.toml, line 1: notice must be off, bell or desktop in quotes; its default stays."),
        ("[players]\nport = 99999", "config.toml, line 2: port must be a number from 0 to 65535; its default stays."),
        ("[players]\nhots = 1", "config.toml, line 2: “hots” is not a setting. Did you mean host?"),
        ("players = 1", "config.toml, line 1: players is a table: [players]."),
        ("keys = 1", "config.toml, line 1: keys is a table: [keys]."),
        ("commands = 1", "config.toml, line 1: commands is a table: [commands]."),
        ('[keys]\n\nmane = "w"', "config.toml, line 3: “mane” is not an action. Did you mean main?"),
        ('[keys]\nmain = "x"', "config.toml: x is the key of quick too; main keeps its default."),
        ('[keys]\nquit = "w"', "config.toml, line 2: quit keeps its keys, so that there is always a way out."),
        ('[commands]\nd = "roll 2d6"', "config.toml: d is the key of hurt too; its command is left out."),
        ("theme = ", "config.toml, at its end: this is not TOML: invalid value. The defaults are used."),
        ('"\\u001b]0;x" = 1', "config.toml, line 1: “]0;x” is not a setting."),
    ],
)
def test_what_cannot_be_followed_is_named_once_and_its_default_stays(text: str, sentence: str) -> None:
    written(text)
    options = load_options()
    assert len(options.problems) == 1
    assert options.problems[0].startswith(sentence)
    assert (options.theme, options.plain, options.port, options.keys) == ("night", False, 0, keymap())


def test_one_bad_line_leaves_the_others() -> None:
    written('plain = 3\ntheme = "day"\n[players]\nport = "x"\nnumbers = false\n')
    options = load_options()
    assert len(options.problems) == 2
    assert (options.theme, options.plain, options.numbers, options.port) == ("day", False, False, 0)


def test_a_file_that_is_not_there_or_cannot_be_one() -> None:
    assert load_options() == Options()
    (config_folder() / "config.toml").mkdir(parents=True)
    assert "config.toml cannot be read" in load_options().problems[0]
    (config_folder() / "config.toml").rmdir()
    written("#" * 70_000)
    assert "longer than" in load_options().problems[0]


@pytest.mark.parametrize("host", ["127.0.0.1", "192.0.2.7"])
def test_the_players_page_opens_where_the_file_says(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []

    def broadcast(projection: object, host: str, port: int, inbox: object = None) -> None:
        asked.append((host, port))
        raise PageError("That is enough.")

    monkeypatch.setattr("tracker.tui.players_page.Broadcast", broadcast)
    app = Pages("add Ann", options=Options(animations=False, host=host, port=8123))

    async def play(hands: Hands) -> None:
        await hands.type("w")
        assert "That is enough." in hands.shown()
        assert asked == [(host, 8123)]

    at(app, play)


# ------------------------------------------------------------------ writing


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_change_keeps_comments_order_and_everything_else(end: str) -> None:
    text = WHOLE.replace("\n", end)
    file = written(text)
    former = load_options()
    assert keep(Options(theme="night", plain=True, keys=former.keys, numbers=True), former) == ""
    after = file.read_bytes().decode()
    changed = [(old, new) for old, new in zip(text.split(end), after.split(end), strict=True) if old != new]
    assert ('theme = "day"       # bright', 'theme = "night"       # bright') in changed
    assert ("numbers = false", "numbers = true") in changed
    assert load_options().theme == "night"
    assert load_options().problems == ()


def test_only_what_changed_is_written() -> None:
    written('theme = "day"\n', "screen.toml")
    former = load_options()
    assert keep(Options(theme="day", plain=True), former) == ""
    assert (config_folder() / "config.toml").read_text() == "plain = true\n"
    assert (load_options().theme, load_options().plain) == ("day", True)


@pytest.mark.parametrize(
    ("before", "way", "after"),
    [
        ("", ("plain",), "plain = true\n"),
        ("a = 1", ("plain",), "a = 1\nplain = true\n"),
        ("a = 1\n\n# The page.\n[players]\n", ("plain",), "a = 1\nplain = true\n\n# The page.\n[players]\n"),
        ("[players]\nport = 1\n", ("plain",), "plain = true\n[players]\nport = 1\n"),
        ("[players]\nport = 1", ("players", "numbers"), "[players]\nnumbers = true\nport = 1"),
        ("[players]", ("players", "numbers"), "[players]\nnumbers = true\n"),
        ("a = 1\n", ("players", "numbers"), "a = 1\n\n[players]\nnumbers = true\n"),
        ("players.numbers = false # no\n", ("players", "numbers"), "players.numbers = true # no\n"),
        ("'plain'=false#x\n", ("plain",), "'plain'=true#x\n"),
        ('[keys]\nplain = "x"\n', ("plain",), 'plain = true\n[keys]\nplain = "x"\n'),
        ('a = """\nplain = false\n"""\n', ("plain",), 'a = """\nplain = false\n"""\nplain = true\n'),
    ],
)
def test_a_value_in_every_kind_of_file(before: str, way: tuple[str, ...], after: str) -> None:
    assert edited(before.encode(), {way: True}).decode() == after
    tomllib.loads(after)


@pytest.mark.parametrize(
    "text", ["players = {numbers = false}\n", "plain = [\n 1]\n", "not toml", "plain = '''\nx'''\n", "\xff"]
)
def test_what_cannot_be_changed_safely_is_left_as_it_is(text: str) -> None:
    content = text.encode("latin-1")
    with pytest.raises(CannotEdit):
        edited(content, {("players", "numbers"): True, ("plain",): True})
    file = written("")
    file.write_bytes(content)
    assert "change it by hand" in keep(Options(plain=True, numbers=False), Options())
    assert file.read_bytes() == content


# ------------------------------------------------------------------ schema


def test_the_schema_knows_what_the_file_may_say_and_nothing_else() -> None:
    schema = config_schema()
    properties = schema["properties"]
    assert set(properties) == {
        "theme",
        "plain",
        "animations",
        "keymap",
        "notice",
        "clock",
        "order",
        "follow",
        "players",
        "keys",
        "commands",
    }
    assert set(properties["players"]["properties"]) == {"numbers", "chances", "phones", "host", "port"}
    assert set(properties["keys"]["properties"]) == {key.id for key in BY_ID.values() if not key.fixed}
    assert not schema["additionalProperties"]
    for name, known in {**properties, **properties["players"]["properties"]}.items():
        assert known["description"].endswith("."), name
    for name, default in [(name, known["default"]) for name, known in properties.items() if "default" in known]:
        assert getattr(Options(), name) == default
    assert read_config(WHOLE.encode()).problems == ()


# ------------------------------------------------------------------ shipped keymaps


@pytest.mark.parametrize("preset", presets())
def test_a_shipped_keymap_has_no_key_twice_and_hides_no_key_of_a_game(preset: str) -> None:
    keys = keymap(preset=preset)
    assert set(presets()[preset]) <= set(BY_ID)
    for table in (keys.table, keys.form):
        owned = [key for id_, own in keys.keys.items() for key in own if table.get(key) == id_]
        assert len(owned) == len(set(owned)) == len(table)
    assert all(parse_key(key) == key for own in keys.keys.values() for key in own)
    assert all(own for own in keys.keys.values())
    for system in map(find, names()):
        assert not {key.key for key in system.keys} & set(keys.table)


ARROWS = keymap(preset="arrows")
FLOW = ("main", "target", "next", "undo", "redo", "menu", "up", "down", "nearer", "farther", "help", "leave", "apply")


def test_the_keymap_of_arrows_shows_no_letter_for_the_fight_itself() -> None:
    for id_ in (*FLOW, "next-choice", "last-choice", "leave-form", "next-field", "hurt", "heal", "cover"):
        assert not ARROWS.first(id_).isalpha() or len(ARROWS.first(id_)) > 1, id_


def test_a_fight_without_letters() -> None:
    options = Options(animations=False, keys=ARROWS)
    lines = ("add Ann grit=12 pool=6", "add Goons side=enemies preset=goons-1", "add Thugs side=enemies preset=goons-1")
    app = Pages(*lines, "begin action", options=options, system=find("outgunned"))

    async def play(hands: Hands) -> None:
        await hands.type("f4 down enter f2 133556 enter")
        before = list(app.commands)
        assert before[-1].startswith("attack Ann Thugs")
        await hands.type("f6")
        assert app.commands == before[:-1]
        await hands.type("f7 shift+left f5")
        assert app.commands[len(before) :] == ["nearer Ann Thugs", "next"]
        assert "takes cover" in hands.shown()
        assert "f8 takes cover" in hands.shown()

    at(app, play)
