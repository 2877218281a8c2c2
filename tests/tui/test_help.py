"""The help for the current focus, and the palette."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from rich.style import Style
from textual import events
from textual.widgets import Input, OptionList

from tests.table import played
from tests.tui.pages import SIZES, Hands, Pages, at, seated
from tests.tui.skirmish import FIGHT, Room, Seat
from tests.tui.test_snapshots import app
from tracker.games.registry import find, names
from tracker.tui.cockpit.controller import Controller
from tracker.tui.keys.keymap import read_keymap
from tracker.tui.keys.registry import KEYS
from tracker.tui.look.load_options import load_options
from tracker.tui.look.text import Line, plain
from tracker.tui.look.themes import theme_names
from tracker.tui.screens.help import HISTORY, SETTINGS, Guide, cockpit_help, lines, section
from tracker.tui.screens.page import lines_of
from tracker.tui.strip.menu import Palette


def help_of(seat: Seat, room: int = 300) -> str:
    """All of the help at a desk, as it is read."""
    return read(lines(cockpit_help(seat.controller), room))


def read(shown: list[Line]) -> str:
    """Lines as plain text."""
    return "\n".join("".join(text for text, _ in line) for line in shown)


def test_every_key_of_this_game_is_there() -> None:
    text = help_of(seated())
    missing = [key.id for key in KEYS if key.help.split(",")[0] not in text]
    assert missing == ["take-over"], "nobody else has this fight open"


def test_keys_are_those_of_the_keymap() -> None:
    keys, _ = read_keymap(b'hurt = "D"')
    seat = seated()
    seat.controller.keymap = keys
    assert any(line.split()[:2] == ["D", "Hurts"] for line in help_of(seat).splitlines())


def test_the_game_is_described_by_what_it_declares() -> None:
    text = help_of(seated())
    assert "Skirmish: what one can do" in text
    assert "A result is written: a number, dice like 2d6+1, or roll" in text
    assert "A blow. Costs: action." in text
    assert "Commands of every game" in text


@pytest.mark.parametrize("game", [name for name in names() if find(name).lore])
def test_a_game_with_spells_says_in_one_line_how_a_sheet_comes_to_have_them(game: str) -> None:
    text = read(lines(cockpit_help(Controller(played(game), Room())), 300))
    (line,) = [line for line in text.splitlines() if "arm NAME" in line and "sheet" in line]
    typed = re.search(r"arm NAME ([\w ,]+)", line)
    assert typed is not None
    fight = played(game, "add Ann", f"arm Ann {typed[1].strip()}")
    assert fight.scene["Ann"].weapons.keys() <= fight.system.lore.keys()
    assert len(fight.scene["Ann"].weapons) == 2


def test_a_form_stands_first() -> None:
    text = help_of(seated().type("a"))
    shown = [line.strip() for line in text.splitlines() if line.strip()]
    assert shown[0] == "This form: strike"
    assert ": strike ACTOR" in text
    assert "How often (a number)" in text


@pytest.mark.parametrize(
    ("typed", "first", "says"),
    [
        ("keep ", "This command: keep", "keep enemies as=ENCOUNTER"),
        ("keep Ann as=x", "This command: keep", "into the library"),
        ("stri", "This command: strike", ": strike ACTOR"),
        ("note x ; hurt ", "This command: hurt", ": hurt"),
        ("", "In a form", ""),
    ],
)
def test_the_command_that_is_typed_stands_first(typed: str, first: str, says: str) -> None:
    seat = seated()
    seat.controller.type_line(typed)
    shown = [line.strip() for line in help_of(seat).splitlines() if line.strip()]
    assert shown[0] == first
    assert says in "\n".join(shown[:12])


HOSTILE = (
    "[x](y)",
    "![i](j)",
    "<b>",
    "# h",
    "- l",
    "1. l",
    "a\\",
    "`c``d",
    "*e*",
    "http://x.org",
    "&amp;",
    "| t |",
    "\x1b[2J",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_of_a_game_is_read_as_markup(text: str) -> None:
    sections = [*section("Here", [("", text), (text, "what it is"), ("k", text)])]
    shown = lines_of(lines(sections, 80)).plain
    assert [line.split() for line in shown.split("\n")] == [
        ["Here"],
        plain(text).split(),
        [*plain(text).split(), "what", "it", "is"],
        ["k", *plain(text).split()],
    ]


def test_a_key_that_makes_no_sign_asks_for_help_in_a_form() -> None:
    seat = seated().type("a")
    seat.controller.press("f1")
    assert seat.room.opened == ["help"]
    assert seat.controller.mode is not None
    seat.controller.press("question_mark", "?")
    assert seat.room.opened == ["help"]


@pytest.mark.parametrize("pane", ["1", "2", "3", "4"])
def test_each_pane_says_what_it_is(pane: str) -> None:
    assert help_of(seated().type(pane)).startswith("Here\n")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_it_scrolls_to_its_end(size: tuple[int, int]) -> None:
    async def play(hands: Hands) -> None:
        await hands.type("?")
        first = hands.shown()
        assert "Here" in first
        await hands.type("end")
        assert "Another branch of the story." in hands.shown()
        await hands.type("pageup home")
        assert hands.shown() == first
        await hands.type("j ?")
        assert hands.page == "MainScreen"

    at(Pages(*FIGHT), play, size)


def test_over_a_fight_the_start_screen_and_its_prompt_have_their_own_help() -> None:
    async def play(hands: Hands) -> None:
        for keys in ("ctrl+n ?", "escape a f1"):
            await hands.type(keys)
            assert "how to begin" in hands.shown()
            assert "a title that may stay empty" in " ".join(hands.shown().split())

    at(Pages(*FIGHT), play)


def test_on_the_start_screen_it_says_how_to_begin() -> None:
    async def play(hands: Hands) -> None:
        await hands.type("?")
        assert "Go on with a session of the list." in hands.shown()
        assert "how to begin" in hands.shown()
        begun, then = hands.shown().split("Then, in the fight")
        assert "Opens the selected one." in begun
        for help_ in ("Adds a combatant.", "The next turn, phase or actor.", "Undoes the last change."):
            assert help_ in then

    at(Pages(), play)


def test_help_leads_to_the_list_of_everything() -> None:
    app = Pages(*FIGHT)

    async def play(hands: Hands) -> None:
        await hands.type("? ctrl+p und")
        assert app.controller is not None
        mode = app.controller.mode
        assert isinstance(mode, Palette)
        assert mode.fitting()[0].word == "undo"

    at(app, play)


@pytest.mark.parametrize(("keys", "guide"), [("g ?", HISTORY), ("S ?", SETTINGS)])
def test_a_screen_beside_the_fight_explains_its_own_keys(keys: str, guide: Guide) -> None:
    async def play(hands: Hands) -> None:
        await hands.type(keys)
        assert guide[0][:40] in hands.shown()
        known = {key.id for key in KEYS}
        assert all(set(ids) <= known for ids, _ in guide[1])
        assert all(meaning[:40] in hands.shown() for _, meaning in guide[1])

    at(Pages(*FIGHT), play, (120, 40))


def test_help_of_the_settings_on_the_screen(snap_compare: Any) -> None:
    assert snap_compare(app(), terminal_size=(80, 24), press=["S", "?"])


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_the_screen(snap_compare: Any, size: tuple[int, int]) -> None:
    assert snap_compare(app(), terminal_size=size, press=["?"])


def test_help_of_a_form_on_the_screen(snap_compare: Any) -> None:
    assert snap_compare(app(), terminal_size=(120, 40), press=["a", "f1"])


# ---------------------------------------------------------------------- the palette


FOUND = (
    ("next enter", "next"),
    ("und enter", "hurt Ann 1"),
    ("note enter x enter", "note x"),
    ("dash enter enter", "dash Ann"),
    ("hides space players enter", "hide Ann"),
)


@pytest.mark.slow
@pytest.mark.parametrize(("keys", "line"), FOUND)
def test_everything_is_found_by_its_name(keys: str, line: str) -> None:
    app = Pages("add Ann", "add Gobs side=enemies", "hurt Ann 1", "next")

    async def play(hands: Hands) -> None:
        await hands.type(f"ctrl+p {keys}")
        assert app.commands[-1] == line

    at(app, play)


@pytest.mark.slow
def test_settings_steps_back_themes_and_screens_are_found(user_folders: Path) -> None:
    app = Pages(*FIGHT)

    async def play(hands: Hands) -> None:
        await hands.type("ctrl+p edge enter")
        assert ":settings edge=" in hands.shown()
        await hands.type("escape ctrl+p goto enter")
        assert ":goto " in hands.shown()
        await hands.type("escape ctrl+p theme space day enter")
        assert app.theme == load_options().theme == "day"
        await hands.type("ctrl+p history enter")
        assert hands.page == "HistoryScreen"

    at(app, play)


def test_nothing_that_fits_changes_nothing() -> None:
    app = Pages(*FIGHT)

    async def play(hands: Hands) -> None:
        await hands.type("ctrl+p zzz enter")
        assert isinstance(app.controller.mode, Palette)
        await hands.type("backspace ! escape")
        assert (app.controller.mode, app.commands[-1]) == (None, "arm Ann bow")

    at(app, play)


def test_the_menu_begins_with_what_has_no_other_button_each_with_its_key() -> None:
    app = Pages(*FIGHT)

    async def play(hands: Hands) -> None:
        await hands.type("ctrl+p")
        mode = app.controller.mode
        assert isinstance(mode, Palette)
        first = [(item.word, item.cost) for item in mode.items()[:5]]
        assert first[:2] == [("players' page", "w"), ("settings", "S")]
        assert ("save a copy", "ctrl+s") in first
        assert "ctrl+s" in hands.line("save a copy")

    at(app, play)


def test_arrows_choose() -> None:
    app = Pages(*FIGHT)

    async def play(hands: Hands) -> None:
        await hands.type("ctrl+p theme down enter")
        assert app.theme == theme_names()[1]

    at(app, play)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_the_palette_on_the_screen(snap_compare: Any, size: tuple[int, int]) -> None:
    assert snap_compare(app(), terminal_size=size, press=["ctrl+p", *"co"])


def test_what_a_name_means_stays_in_its_column() -> None:
    rows = (("space", "Adds to the selection; hurt, heal, mark and cover apply to all of it."), ("x", "y"))
    assert read(lines(section("Keys", rows), 50)).split("\n") == [
        "Keys",
        "   space         Adds to the selection; hurt,",
        "                 heal, mark and cover apply to all",
        "                 of it.",
        "   x             y",
    ]


@pytest.mark.parametrize(
    ("typed", "first"),
    [("und", "undo"), ("players hides", "hide"), ("theme d", "theme day"), ("edge", "edge")],
)
def test_names_that_begin_with_the_words_come_first(typed: str, first: str) -> None:
    seat = seated()
    seat.type("ctrl+p " + typed.replace(" ", " space "))
    assert isinstance(seat.controller.mode, Palette)
    assert seat.controller.mode.fitting()[0].word == first


def test_a_click_on_a_line_that_is_gone_does_nothing() -> None:
    app = Pages(*FIGHT)

    async def play(hands: Hands) -> None:
        await hands.type("ctrl+o")
        page, listed = app.screen, app.screen.query_one(OptionList)
        listed.clear_options()
        style = Style.from_meta({"option": 3})
        x, y = page.query_one(Input).region.offset
        listed.post_message(events.Click(listed, 1, 1, 0, 0, 1, False, False, False, x, y, style=style))
        await hands.settle()
        assert app.screen is page

    at(app, play)
