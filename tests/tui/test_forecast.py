"""The page of a forecast: its numbers are there at once and get better while it is open."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from tests.games.random_fights import SETUPS
from tests.small_game import session
from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand
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
        (forecast,) = page.forecasts.values()
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


async def test_until_the_first_fight_is_played_the_page_says_so_and_what_it_assumes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(screen, "in_slices", lambda *_, **__: None)
    program = app(*SETUPS["gen6"])
    async with program.run_test(size=(100, 30)) as pilot:
        await pilot.press(*":forecast", "enter")
        await pilot.pause()
        shown = str(program.screen.query_one("#forecast", Static).content)
        assert shown.startswith("Playing the first fight to its end …")
        assert "Everybody attacks as o ranks it" in shown


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
        (forecast,) = page.forecasts.values()
        assert "Doctor Krait" in forecast.scene.combatants
        assert program.session is not None
        assert list(program.session.scene.combatants) == ["Ann"]
        await pilot.press("escape")
        await pilot.press(*":forecast No such thing", "enter")
        await pilot.pause()
        assert isinstance(program.screen, ForecastScreen)
        assert program.screen.forecasts == {}


def test_a_script_is_told_in_lines() -> None:
    fight = session(*SETUPS["gen6"], system=find("gen6"))
    before = fight.scene
    told = fight.do("forecast").text
    assert told.startswith("heroes go down: ")
    assert fight.scene is before


async def shown(pilot: Pilot[None], page: ForecastScreen) -> str:
    """The text of the page as soon as every column has numbers."""
    while not all(each.outcomes for each in page.forecasts.values()):
        await pilot.pause(0.01)
    page.refresh_page()
    return str(page.query_one("#forecast", Static).content)


@pytest.mark.slow
async def test_what_if_from_a_moment_of_the_history_stands_beside_the_present() -> None:
    program = app(*SETUPS["gen6"], "hurt Ann 15", "hurt Bea 15")
    async with program.run_test(size=(120, 30)) as pilot:
        await pilot.press("g", "up", "up", "o")
        await pilot.pause()
        page = program.screen
        assert isinstance(page, ForecastScreen)
        at = len(SETUPS["gen6"])
        text = await shown(pilot, page)
        assert list(page.forecasts) == ["as it stands", f"at {at}"]
        assert f"after line {at}" in text
        now, then = page.forecasts.values()
        assert (now.scene["Ann"].value("health"), then.scene["Ann"].value("health")) == (5, 20)
        line = next(line for line in text.splitlines() if line.startswith("heroes go down"))
        assert line.count("±") == 2


@pytest.mark.slow
async def test_what_if_with_another_line_in_its_place() -> None:
    program = app(*SETUPS["gen6"], "hurt Ann 15", "hurt Bea 2")
    at = len(SETUPS["gen6"]) + 1
    async with program.run_test(size=(120, 30)) as pilot:
        assert program.controller is not None
        program.controller.start(f"forecast amend {at} hurt Ann 1", lambda trouble: None)
        await pilot.pause()
        page = program.screen
        assert isinstance(page, ForecastScreen)
        await shown(pilot, page)
        now, then = page.forecasts.values()
        assert [each.scene["Ann"].value("health") for each in (now, then)] == [5, 19]
        assert [each.scene["Bea"].value("health") for each in (now, then)] == [16, 16]
        assert program.session is not None
        assert program.session.scene is now.scene


async def test_the_key_that_says_how_hard_an_encounter_is_says_so_of_the_fight_itself() -> None:
    program = app(*SETUPS["gen6"])
    async with program.run_test(size=(120, 30)) as pilot:
        await pilot.press("f3")
        await pilot.pause()
        assert isinstance(program.screen, ForecastScreen)


@pytest.mark.slow
async def test_how_hard_an_encounter_is_can_be_asked_while_it_is_chosen() -> None:
    program = app("add Ann health=12 defense=11 con=3 speed=8")
    async with program.run_test(size=(120, 30)) as pilot:
        await pilot.press("+", *"service gate")
        while program.controller is None or getattr(program.controller.mode, "chosen", None) is None:
            await pilot.press("down")
        await pilot.press("f3")
        await pilot.pause()
        page = program.screen
        assert isinstance(page, ForecastScreen)
        assert "heroes go down" in await shown(pilot, page)
        await pilot.press("escape")
        await pilot.pause()
        assert program.controller.mode is not None, "the form is still there"


def test_what_is_foreseen_must_be_there() -> None:
    fight = session(*SETUPS["gen6"], system=find("gen6"))
    for what in ("at 99", "amend 99 hurt Ann 1", "amend 3"):
        with pytest.raises(InvalidCommand):
            fight.foreseen(what)
    assert fight.foreseen("at 1").combatants.keys() == {"Ann"}
