"""Help of what has the focus, and the palette."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tui.around import SIZES, Place, press, seated, shown
from tests.tui.table import Seat
from tests.tui.test_snapshots import app
from tracker.tui.keys.keymap import read_keymap
from tracker.tui.keys.registry import KEYS
from tracker.tui.screens.help import Guided, Help, HistoryHelp, SettingsHelp


def help_of(seat: Seat, room: int = 120) -> str:
    """All of the help at a desk."""
    page = Help(Place(seat.controller))
    return "\n".join("".join(text for text, _ in line) for line, _ in page.body(room))


def test_every_key_of_this_game_is_told() -> None:
    text = " ".join(help_of(seated(), 80).split())
    missing = [each.id for each in KEYS if each.help.split(",")[0] not in text]
    assert missing == []


def test_keys_are_told_as_the_keymap_has_them() -> None:
    keys, _ = read_keymap(b'hurt = "D"')
    seat = seated()
    seat.controller.keymap = keys
    assert any(line.split()[:2] == ["D", "Hurts"] for line in help_of(seat, 80).splitlines())


def test_the_game_is_told_from_what_it_declares() -> None:
    text = help_of(seated())
    assert "Skirmish: what one can do" in text
    assert "A result is written: a number, dice like 2d6+1, or roll" in text
    assert "A blow. Costs: action." in text
    assert "Words every game has" in text


def test_a_form_is_told_first() -> None:
    text = help_of(seated().type("a"))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    assert lines[0] == "This form: strike"
    assert ": strike actor" in text
    assert "How often (a number)" in text


def test_a_key_that_makes_no_sign_asks_for_help_in_a_form() -> None:
    seat = seated().type("a")
    seat.controller.press("f1")
    assert seat.room.opened == ["help"]
    assert seat.controller.mode is not None
    seat.controller.press("question_mark", "?")
    assert seat.room.opened == ["help"]


@pytest.mark.parametrize("pane", ["1", "2", "3", "4"])
def test_each_pane_says_what_it_is(pane: str) -> None:
    assert "Here" in help_of(seated().type(pane))


def test_two_columns_stand_in_line() -> None:
    lines = help_of(seated(), 120).splitlines()
    heads = [line.index(word) for line in lines for word in ("The Director's hand", "Back and forth") if word in line]
    assert len(set(heads)) == 1


@pytest.mark.parametrize("size", SIZES)
def test_it_scrolls_to_its_end(size: tuple[int, int]) -> None:
    page = Help(Place(seated().controller))
    first = shown(page, *size)
    assert "▼" in first
    press(page, "end")
    assert "Another branch of the story." in shown(page, *size)
    press(page, "pageup home")
    assert shown(page, *size) == first
    press(page, "?")
    assert page.rim.closed == 1  # type: ignore[attr-defined]


def test_on_the_start_screen_it_says_how_to_begin() -> None:
    text = shown(Help(Place()))
    assert "Go on with a session of the list." in text
    assert "how to begin" in text


@pytest.mark.parametrize("kind", [HistoryHelp, SettingsHelp])
def test_a_screen_beside_the_table_tells_its_own_keys(kind: type[Guided]) -> None:
    text = shown(kind(Place(seated().controller)))
    assert kind.guide.text[:40] in text
    known = {each.id for each in KEYS}
    assert all(set(ids) <= known for ids, _ in kind.guide.keys)
    assert all(says[:40] in text for _, says in kind.guide.keys)


def test_help_of_the_settings_on_the_screen(snap_compare: Any) -> None:
    assert snap_compare(app(), terminal_size=(80, 24), press=["S", "?"])


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_the_screen(snap_compare: Any, size: tuple[int, int]) -> None:
    assert snap_compare(app(), terminal_size=size, press=["?"])


def test_help_of_a_form_on_the_screen(snap_compare: Any) -> None:
    assert snap_compare(app(), terminal_size=(120, 40), press=["a", "f1"])


# ---------------------------------------------------------------------- the palette


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("next enter", "next"),
        ("und enter", "hurt Ann 1"),
        ("note enter x enter", "note x"),
        ("dash enter enter", "dash Ann"),
        ("hides space players enter", "hide Ann"),
    ],
)
def test_everything_is_found_by_its_name(keys: str, line: str) -> None:
    seat = seated("add Ann", "add Gobs side=enemies", "hurt Ann 1", "next")
    seat.type("ctrl+p").type(keys)
    assert seat.last == line


def test_settings_and_steps_back_are_typed_further() -> None:
    seat = seated().type("ctrl+p edge enter")
    assert ":settings edge=" in seat.shown()
    seat.type("escape ctrl+p goto enter")
    assert ":goto " in seat.shown()


def test_themes_and_screens_are_found() -> None:
    seat = seated().type("ctrl+p theme space day enter ctrl+p history enter")
    assert (seat.room.worn, seat.room.opened) == (["day"], ["history"])


def test_nothing_that_fits_changes_nothing() -> None:
    seat = seated().type("ctrl+p zzz enter")
    assert seat.controller.mode is not None
    seat.type("backspace ! escape")
    assert (seat.controller.mode, seat.last) == (None, "arm Ann bow")


def test_arrows_choose() -> None:
    first = seated().type("ctrl+p").shown(100, 6).splitlines()
    moved = seated().type("ctrl+p down").shown(100, 6).splitlines()
    assert [line[0] for line in first[1:3]] == ["▌", " "]
    assert [line[0] for line in moved[1:3]] == [" ", "▌"]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_the_palette_on_the_screen(snap_compare: Any, size: tuple[int, int]) -> None:
    assert snap_compare(app(), terminal_size=size, press=["ctrl+p", *"co"])
