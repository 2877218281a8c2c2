"""The page of a forecast: its numbers are there at once and get better while it is open."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from tests.games.random_fights import SETUPS
from tests.small_game import session
from tracker.games.registry import find
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options
from tracker.tui.screens import figures as screen
from tracker.tui.screens.figures import ForecastScreen


def app(*lines: str, game: str = "gen6") -> TrackerApp:
    """The program with a fight in this game."""
    return TrackerApp(session(*lines, system=find(game)), options=Options(animations=False))


@pytest.mark.slow
async def test_the_numbers_come_while_the_page_is_open_and_escape_goes_back() -> None:
    program = app(*SETUPS["gen6"])
    async with program.run_test(size=(100, 30)) as pilot:
        await pilot.press(*":forecast", "enter")
        await pilot.pause()
        page = program.screen
        assert isinstance(page, ForecastScreen)
        forecast = page.forecast
        assert forecast is not None
        while len(forecast.outcomes) < 5:
            await pilot.pause(0.01)
        page.refresh_page()
        shown = str(page.query_one("#forecast", Static).content)
        assert f"of {screen.FIGHTS} fights played." in shown
        assert "heroes go down" in shown
        assert "Everybody attacks as o ranks it" in shown
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(program.screen, ForecastScreen)
        await pilot.pause(0.05)
        played = len(forecast.outcomes)
        await pilot.pause(0.1)
        assert len(forecast.outcomes) == played, "nothing is played behind a page that is closed"


async def test_without_a_fight_it_says_what_is_missing() -> None:
    program = app("add Ann health=9 defense=9")
    async with program.run_test(size=(80, 24)) as pilot:
        await pilot.press(*":forecast", "enter")
        await pilot.pause()
        page = program.screen
        assert isinstance(page, ForecastScreen)
        assert "two sides with somebody up" in str(page._trouble.content)


@pytest.mark.slow
async def test_an_encounter_of_the_library_is_forecast_before_it_is_set_out() -> None:
    program = app("add Ann health=12 defense=11 con=3 speed=8")
    async with program.run_test(size=(100, 30)) as pilot:
        await pilot.press(*":forecast At the service gate", "enter")
        await pilot.pause()
        page = program.screen
        assert isinstance(page, ForecastScreen)
        assert page.forecast is not None
        assert "Doctor Krait" in page.forecast.scene.combatants
        assert program.session is not None
        assert list(program.session.scene.combatants) == ["Ann"]
        await pilot.press("escape")
        await pilot.press(*":forecast No such thing", "enter")
        await pilot.pause()
        assert isinstance(program.screen, ForecastScreen)
        assert program.screen.forecast is None or not program.screen.forecast.is_fight


def test_a_script_is_told_in_lines() -> None:
    fight = session(*SETUPS["gen6"], system=find("gen6"))
    before = fight.scene
    told = fight.do("forecast").text
    assert told.startswith("heroes go down: ")
    assert fight.scene is before
