"""A command typed while a page is in front: the bar takes it, and no letter of it is taken for a key of the page."""

from __future__ import annotations

import pytest

from tests.small_game import session
from tests.tui.pages import Hands, Pages, Shelves, at
from tests.tui.test_players_page import Shown
from tracker.games.registry import find
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options
from tracker.tui.screens.figures import FiguresScreen

PAGES = ("g", "S", "?", "w", "ctrl+o", "ctrl+n", "ctrl+t", "ctrl+p", "L", "g ?", "S ?", "g /")
"""The keys that open each page, and pages over pages."""

STILL = Options(animations=False)


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if not page.endswith("/")])
def test_a_line_typed_on_a_page_is_carried_out_as_it_stands(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.tui.players_page.Broadcast", Shown)
    app = Pages("add Ann", "add Goon side=enemies")

    async def play(hands: Hands) -> None:
        await hands.type(f"{page} :note space the space cultists space flee enter")

    assert at(app, play).commands[-1] == "note the cultists flee"


@pytest.mark.slow
@pytest.mark.parametrize("pause", [True, False], ids=["slowly", "in one burst"])
@pytest.mark.parametrize("game", ["plain", "contract", "outgunned"])
def test_what_is_typed_after_the_end_of_a_fight_begins_no_other_one(game: str, pause: bool) -> None:
    fight = session("add Ann", "add Goon side=enemies", system=find(game))
    app = TrackerApp(fight, options=STILL)

    async def play(hands: Hands) -> None:
        if pause:
            await hands.type(":end enter")
            assert hands.page == "FiguresScreen"
            await hands.type(":note space the space cultists space flee enter")
        else:
            await hands.type(":end enter :note space the space cultists space flee enter")

    at(app, play)
    assert [entry.command for entry in fight.story()[-2:]] == ["end", "note the cultists flee"]


def test_keys_of_the_fight_pressed_on_the_figures_carry_nothing_out() -> None:
    fight = session("add Ann", "add Goon side=enemies", system=find("plain"))
    app = TrackerApp(fight, options=STILL)

    async def play(hands: Hands) -> None:
        await hands.type(":end enter")
        assert isinstance(app.screen, FiguresScreen)
        await hands.type("d5 enter d3 enter")

    at(app, play)
    assert fight.story()[-1].command == "end"


def test_a_colon_inside_a_text_is_a_colon() -> None:
    app = Pages("add Ann")

    async def play(hands: Hands) -> None:
        await hands.type("ctrl+o a:b")
        assert "a:b" in hands.shown()
        assert hands.page == "OpenScreen"

    at(app, play)


FORMS = ("enter", "a", "c", "d", "e", "f", "h", "i", "m", "o", "t", "x", "+", "M", "N", "/", "ctrl+s")
"""The keys of the fight that open something in the strip."""


def test_a_line_typed_into_a_form_that_was_just_opened_is_a_command() -> None:
    app = TrackerApp(session("add Ann", "add Bob", "add Goon side=enemies", system=find("contract")), options=STILL)
    lines = [f"note {place}" for place, _ in enumerate(FORMS)]

    async def play(hands: Hands) -> None:
        for key, line in zip(FORMS, lines, strict=True):
            await hands.type(f"{key} :{line.replace(' ', ' space ')} enter escape escape")

    assert app.session is not None
    at(app, play)
    assert [entry.command for entry in app.session.story()[3:]] == lines


def test_a_line_typed_where_a_letter_answers_is_a_command_whatever_was_pressed_before() -> None:
    fight = session("add Ann", "add Bob", "add Goon side=enemies", system=find("contract"))
    app = TrackerApp(fight, options=STILL)
    for name in ("Ann", "Bob"):
        fight.do(f"attack! Goon {name} 3")
    before = len(fight.story())

    async def play(hands: Hands) -> None:
        for keys in ("c z", "c ?", "f tab", "f z", "f right", "o y", "o down"):
            await hands.type(f"{keys} :note space the space dodge enter escape escape")

    at(app, play)
    assert [entry.command for entry in fight.story()[before:]] == ["note the dodge"] * 7


def test_a_line_typed_where_it_is_asked_how_an_encounter_comes_is_a_command() -> None:
    fight = session("add Savar", "add Goon side=enemies", system=find("outgunned"))
    app = TrackerApp(fight, options=STILL)

    async def play(hands: Hands) -> None:
        await hands.type("+ contain down enter")
        assert "it comes as" in hands.shown()
        await hands.type(":note space the space flee enter")

    at(app, play)
    assert fight.story()[-1].command == "note the flee"


def test_a_form_below_a_page_is_closed_by_the_command() -> None:
    app = Pages("add Ann", "add Goon side=enemies")

    async def play(hands: Hands) -> None:
        await hands.type("d f1 :note space x enter")

    assert at(app, play).commands[-1] == "note x"


def test_where_there_is_no_fight_a_typed_line_does_nothing() -> None:
    shelves = Shelves()
    app = Pages(shelves=shelves)

    async def play(hands: Hands) -> None:
        await hands.type(":note space abc enter")
        assert hands.page == "StartScreen"
        assert shelves.done == []
        assert "needs a fight" in app.told[-1]
        await hands.type("a")
        assert "title" in hands.shown()

    at(app, play)
