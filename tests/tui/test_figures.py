"""The page of figures: shown when a fight ends, and its next steps."""

from __future__ import annotations

import pytest

from tests.small_game import session
from tests.table import plain
from tests.tui.pages import SIZES
from tests.tui.skirmish import FIGHT, SKIRMISH
from tracker.commands.writer import in_words
from tracker.export.figures import figures
from tracker.games.registry import find
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options
from tracker.tui.screens.figures import FiguresScreen, figure_lines
from tracker.tui.strip.command_bar import Bar
from tracker.tui.strip.form import Form

FOUGHT = (
    "add Savar pool=6",
    "add Sam pool=5",
    "add Goons side=enemies grit=6 attack=basic defense=basic",
    "arm Savar revolver",
    "range all close",
    "attack Savar Goons c weapon=revolver",
    "next",
    "react Savar 0 vs=Goons",
    "react Sam c vs=Goons",
    "next",
    "attack Savar Goons c weapon=revolver",
)


def app(*lines: str, game: str = "outgunned") -> TrackerApp:
    """The program with a fight in this game."""
    return TrackerApp(session(*lines, system=find(game)), options=Options(animations=False))


def text(lines: object) -> str:
    """Lines as plain text."""
    return plain(lines)  # type: ignore[attr-defined]


def test_the_figures_as_lines() -> None:
    fight = session(*FOUGHT, system=find("outgunned"))
    said = text(figure_lines(figures(fight.system, fight.history), 76))
    assert said.splitlines()[0] == "2 rounds."
    assert "grit               dealt    took  healed    hits  misses was hit  missed" in said
    assert "  Savar                6       1       ·       2       ·       1       ·" in said
    assert "  round 2     Goons: defeated" in said
    assert max(map(len, said.splitlines())) <= 76


def test_luck_and_the_tracks_over_time_stand_below() -> None:
    fight = session(*FOUGHT, system=find("outgunned"))
    entry = figures(fight.system, fight.history)
    said = text(figure_lines(entry, 76)).splitlines()
    place = next(place for place, line in enumerate(said) if line.startswith("Luck"))
    assert said[place].split() == ["Luck", "throws", "came", "off", "expected", "luck"]
    assert said[place + 1].split()[:3] == ["Savar", "3", "2"]
    assert any(line.strip().endswith("0/6") for line in said)
    assert "Grit over time" in said
    assert "Grit over time" not in text(figure_lines(entry, 76, charts=False))


def test_a_fight_without_a_blow_says_so() -> None:
    fight = session(*FIGHT, system=SKIRMISH)
    assert "Nobody lost or regained anything." in text(figure_lines(figures(fight.system, fight.history), 76))


@pytest.mark.slow
async def test_the_end_of_a_fight_shows_it_and_enter_begins_the_next_one() -> None:
    program = app(*FOUGHT)
    async with program.run_test(size=(120, 40)) as pilot:
        await pilot.press(":", *"end won", "enter")
        await pilot.pause()
        assert isinstance(program.screen, FiguresScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(program.screen, FiguresScreen), "nothing is selected on a page that nobody asked for"
        await pilot.press("e", "enter")
        await pilot.pause()
        assert not isinstance(program.screen, FiguresScreen)
        assert program.controller is not None
        assert program.controller.mode is not None
        await pilot.press(*"Bridge", "enter")
        assert program.controller.scene.encounter == "Bridge"


async def test_a_rest_is_offered_where_the_game_has_one_and_escape_goes_back() -> None:
    program = app(*FOUGHT)
    async with program.run_test(size=(80, 24)) as pilot:
        await pilot.press("L", "r")
        await pilot.pause()
        assert program.controller is not None
        assert isinstance(program.screen, FiguresScreen), "a letter selects, enter takes"
        await pilot.press("enter")
        await pilot.pause()
        assert not isinstance(program.screen, FiguresScreen)
        # Nobody was chosen on the page: the form shows who was selected in the fight.
        assert isinstance(program.controller.mode, Form)
        assert in_words(program.controller.mode.handed_over(program.controller)) == "rest Savar"
        await pilot.press("enter")
        assert program.controller.session.story()[-1].command == "rest Savar"
        await pilot.press("L", "escape")
        await pilot.pause()
        assert not isinstance(program.screen, FiguresScreen)


async def test_the_heroes_are_kept_by_one_key_under_a_name_that_can_be_changed() -> None:
    program = app("title The Docks", *FOUGHT)
    async with program.run_test(size=(100, 30)) as pilot:
        await pilot.press("L", "p", "enter")
        await pilot.pause()
        assert program.controller is not None
        assert isinstance(program.controller.mode, Bar)
        assert program.controller.mode.typed.text == 'keep heroes as="Heroes of The Docks"'
        assert program.controller.session.story()[-1].command != "keep", "nothing is kept before enter"


async def test_without_heroes_nobody_is_offered_to_be_kept() -> None:
    program = app("add Goons side=enemies grit=6")
    async with program.run_test(size=(100, 30)) as pilot:
        await pilot.press("L")
        await pilot.pause()
        assert isinstance(program.screen, FiguresScreen)
        assert "p" not in program.screen._ways


@pytest.mark.parametrize("size", SIZES[::2])
def test_the_page_on_the_screen(snap_compare: object, size: tuple[int, int]) -> None:
    assert snap_compare(app(*FOUGHT), press=["L"], terminal_size=size)  # type: ignore[operator]
