"""Settings: the game's own as lines of the fight, themes looked at and kept, signs and movement."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.stage import session
from tests.tui.around import SIZES, Place, at_hand, press, seated, shown
from tests.tui.table import Room
from tests.tui.test_snapshots import app
from tracker.games.registry import SHIPPED, find
from tracker.storage.library import config_folder
from tracker.tui.app import TrackerApp
from tracker.tui.cockpit.controller import Controller
from tracker.tui.look.preferences import Options, load_options
from tracker.tui.screens.settings import Settings
from tracker.tui.screens.theme_picker import keep


def settings(*lines: str) -> Settings:
    """The page, at a desk where these lines were done."""
    return Settings(Place(seated("add Ann", *lines).controller))


def commands(page: Settings) -> list[str]:
    """What was done at the desk."""
    assert page.rim.controller is not None
    return [each.command for each in page.rim.controller.session.story()]


def test_a_setting_has_value_choices_a_sentence_and_its_source() -> None:
    text = shown(settings())
    assert "edge" in text
    assert "an edge" in text
    assert "Known of the game elsewhere; the text the game follows does not say it." in text
    assert "usually" not in text


@pytest.mark.parametrize("game", SHIPPED)
def test_no_value_of_a_game_is_cut(game: str) -> None:
    page = Settings(Place(Controller(session("add Ann", system=find(game)), Room())))
    text = shown(page, room=80)
    for each in find(game).settings:
        assert f"{page.value(each)} " in text.partition(each.name)[2].partition("\n")[0] + " "


@pytest.mark.parametrize("keys", ["enter 3 enter", "right right enter", "space space enter", "enter backspace 3 enter"])
def test_a_change_is_a_line_that_can_be_undone(keys: str) -> None:
    page = press(settings(), keys)
    assert commands(page)[-1] == "settings edge=3"
    text = shown(page)
    assert "usually 1" in text
    assert "since line" in text
    while len(commands(page)) > 1:
        press(page, "u")
    assert "usually" not in shown(page)
    press(page, "u u")
    assert "There is nothing to undo" in shown(page)


def test_looking_through_the_values_writes_nothing_until_one_is_taken() -> None:
    page = press(settings(), "right right right left")
    assert "will: Settings: edge 1 → 3." in shown(page)
    assert commands(page) == ["add Ann"]
    press(page, "escape")
    assert commands(page) == ["add Ann"]
    press(page, "right left enter")
    assert commands(page) == ["add Ann"]


def test_a_value_looked_for_is_taken_when_one_moves_on() -> None:
    page = press(settings(), "right right j")
    assert commands(page) == ["add Ann", "settings edge=3"]
    press(page, "k left left delete")
    assert commands(page) == ["add Ann", "settings edge=3", "settings edge=default"]


def test_the_default_is_one_key_away() -> None:
    page = press(settings("settings edge=4"), "delete")
    assert "usually" not in shown(page)
    assert commands(page)[-1].startswith("settings edge=")


def test_what_cannot_be_is_said_and_stays_to_be_typed() -> None:
    page = press(settings(), "enter 9 9 enter")
    assert "99 is out of bounds" in shown(page)
    assert page.typing()
    press(page, "escape")
    assert commands(page) == ["add Ann"]
    page.paste("5")
    press(page, "enter")
    page.paste("5")
    assert "will: Settings: edge 1 → 5." in shown(page)


def test_a_theme_is_looked_at_while_moving_and_kept_by_enter() -> None:
    page = settings()
    names = list(page._wardrobe.themes)
    place: Place = page.rim  # type: ignore[assignment]
    press(page, "j")
    assert place.tried == [names[0]]
    press(page, "j enter")
    assert place.tried == names[:2]
    assert place.options.theme == names[1]
    press(page, "j escape")
    assert place.tried == [*names[:3], names[1]]
    assert place.closed == 1


def test_signs_and_movement_are_turned() -> None:
    page = press(settings(), "end enter k enter")
    place: Place = page.rim
    assert (place.options.plain, place.options.animations) == (True, False)
    assert at_hand(page).startswith("> ")
    press(page, "enter")
    assert not place.options.plain


def test_without_a_session_there_are_only_those_of_the_screen() -> None:
    page = Settings(Place())
    assert "in this session" not in shown(page)
    press(page, "u ? q")
    place: Place = page.rim  # type: ignore[assignment]
    assert (place.opened, place.closed) == (["help-settings"], 1)


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_wider_than_the_screen(size: tuple[int, int]) -> None:
    page = settings()
    for _ in range(page.count()):
        shown(page, *size)
        press(page, "j")


def test_choices_are_kept_in_the_config_folder(user_folders: Path) -> None:
    chosen = Options(theme="day", plain=True, animations=False)
    assert keep(chosen) == ""
    assert load_options() == chosen
    assert config_folder().stat().st_mode & 0o777 == 0o700
    (config_folder() / "screen.toml").unlink()
    (config_folder() / "screen.toml").mkdir()
    assert "screen.toml cannot be written" in keep(chosen)


def test_a_theme_kept_on_the_screen(user_folders: Path) -> None:
    program = app()

    async def resolver(program: TrackerApp) -> None:
        async with program.run_test(size=(100, 30)) as pilot:
            await pilot.press("S", "end", "up", "up", "enter", "escape")
            await pilot.pause()
            assert program.theme == load_options().theme == "parchment"
            await pilot.press("ctrl+p", *"theme", "space", *"day", "enter")
            await pilot.pause()
            assert program.theme == load_options().theme == "day"

    asyncio.run(resolver(program))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_the_screen(snap_compare: Any, size: tuple[int, int]) -> None:
    assert snap_compare(app(), terminal_size=size, press=["S", "j", "right", "j"])


def test_typing_on_the_screen(snap_compare: Any) -> None:
    assert snap_compare(app(), terminal_size=(120, 40), press=["S", "j", "enter", "7"])
