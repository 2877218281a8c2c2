"""Settings: the game's own as lines of the fight, themes previewed and kept, characters and movement."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.tui.pages import SIZES, Hands, Pages, at
from tests.tui.skirmish import SKIRMISH
from tests.tui.test_snapshots import app
from tracker.games.registry import SHIPPED, find
from tracker.rules.system import System
from tracker.storage.folders import config_folder
from tracker.tui.app import TrackerApp
from tracker.tui.look.config import BY_NAME, PLAYERS_TYPES, SCREEN_TYPES
from tracker.tui.look.load_options import load_options
from tracker.tui.look.preferences import Options
from tracker.tui.look.themes import every_theme
from tracker.tui.screens.settings import SettingsScreen, keep


def settings(*lines: str, system: System = SKIRMISH) -> Pages:
    """The program with a fight in which these lines were done."""
    return Pages("add Ann", *lines, system=system)


def test_a_setting_has_value_choices_a_sentence_and_its_source() -> None:
    async def play(hands: Hands) -> None:
        await hands.type("S")
        text = hands.shown()
        assert "edge" in text
        assert "an edge" in text
        assert "Known of the game elsewhere; the text the game follows does not say it." in text
        assert "usually" not in text

    at(settings(), play)


def test_the_page_is_made_once_when_it_opens_and_again_when_it_is_seen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    refresh_page = SettingsScreen.refresh_page

    def counted(page: SettingsScreen) -> None:
        made.append(type(page).__name__)
        refresh_page(page)

    monkeypatch.setattr(SettingsScreen, "refresh_page", counted)
    app = settings()

    async def play(hands: Hands) -> None:
        await hands.type("S")
        assert len(made) == 1
        await hands.type("f1 escape")
        assert len(made) == 2
        await hands.pilot.resize_terminal(70, 30)
        await hands.settle()
        assert len(made) == 3

    at(app, play)


@pytest.mark.slow
@pytest.mark.parametrize("game", SHIPPED)
def test_no_value_of_a_game_is_cut(game: str) -> None:
    system = find(game)
    app = settings(system=system)

    async def play(hands: Hands) -> None:
        await hands.type("S")
        assert app.session is not None
        for setting in system.settings:
            value = setting.type.write(system.setting(app.session.scene, setting.name))
            assert f" {setting.name} {value} " in f" {hands.line(f'  {setting.name} ')} ", setting.name

    at(app, play, (80, 24 + len(system.settings)))


KEYS = ("enter 3 enter", "right right enter", "space space enter", "enter backspace 3 enter", "enter down down enter")


@pytest.mark.slow
def test_a_change_is_a_line_that_can_be_undone() -> None:
    app = settings()

    async def play(hands: Hands) -> None:
        await hands.type("S")
        for keys in KEYS:
            await hands.type(keys)
            assert app.commands == ["add Ann", "settings edge=3"], keys
            assert "usually 1" in hands.shown()
            assert "since line" in hands.shown()
            await hands.type("u")
            assert app.commands == ["add Ann"]
            assert "usually" not in hands.shown()
        await hands.type("u u")
        assert "There is nothing to undo" in hands.shown()
        await hands.type("U U")
        assert app.commands == ["add Ann", "settings edge=3"]

    at(app, play)


def test_looking_through_the_values_writes_nothing_until_one_is_taken() -> None:
    app = settings()

    async def play(hands: Hands) -> None:
        await hands.type("S right right right left")
        assert "will: Settings: edge 1 → 3." in hands.shown()
        assert app.commands == ["add Ann"]
        await hands.type("escape right left enter")
        assert app.commands == ["add Ann"]
        assert hands.page == "SettingsScreen"

    at(app, play)


def test_a_value_looked_for_is_taken_when_one_moves_on() -> None:
    app = settings()

    async def play(hands: Hands) -> None:
        await hands.type("S right right j")
        assert app.commands == ["add Ann", "settings edge=3"]
        await hands.type("k left left delete")
        assert app.commands == ["add Ann", "settings edge=3", "settings edge=default"]
        assert "usually" not in hands.shown()

    at(app, play)


def test_what_cannot_be_is_shown_and_stays_to_be_typed() -> None:
    app = settings()

    async def play(hands: Hands) -> None:
        await hands.type("S enter 99 enter")
        assert "99 is out of bounds" in hands.shown()
        await hands.type("escape")
        await hands.paste("5")
        assert app.commands == ["add Ann"]
        await hands.type("enter")
        await hands.paste("5")
        assert "will: Settings: edge 1 → 5." in hands.shown()

    at(app, play)


@pytest.mark.slow
def test_a_theme_is_shown_while_selected_and_kept_by_enter(user_folders: Path) -> None:
    app = settings()
    names = list(every_theme().themes)

    async def play(hands: Hands) -> None:
        await hands.type("S" + " j" * 14)
        assert app.theme == names[0]
        await hands.type("j enter j")
        assert (app.theme, app.options.theme) == (names[2], names[1])
        await hands.type("escape")
        assert (app.theme, hands.page) == (names[1], "MainScreen")
        assert load_options().theme == names[1]

    at(app, play)


def test_characters_and_movement_are_switched(user_folders: Path) -> None:
    app = settings()

    async def play(hands: Hands) -> None:
        await hands.type("S j j enter j enter")
        assert (app.options.plain, app.options.animations) == (True, True)
        assert hands.shown().isascii()
        await hands.type("enter")
        assert not app.options.animations

    at(app, play)


@pytest.mark.slow
def test_another_keymap_counts_at_once_beside_the_keys_of_the_file(user_folders: Path) -> None:
    (config_folder()).mkdir(parents=True)
    (config_folder() / "config.toml").write_text('[keys]\nmain = "ctrl+a"\n', encoding="utf-8")
    app = settings()

    async def play(hands: Hands) -> None:
        await hands.type("S j j j j j right right")
        assert "arrows and function keys" in hands.shown()
        assert (app.options.keymap, load_options().keys) == ("arrows", app.options.keys)
        await hands.type("escape backspace")
        assert hands.page == "HistoryScreen"
        await hands.type("escape ctrl+a")
        assert app.controller is not None
        assert app.controller.mode is not None
        await hands.type("escape S j j j j j left left escape g")
        assert load_options().keymap == "default"
        assert hands.page == "HistoryScreen"

    at(app, play)


@pytest.mark.slow
def test_every_choice_of_the_file_is_on_the_page_with_its_values(user_folders: Path) -> None:
    app = settings()

    async def play(hands: Hands) -> None:
        await hands.type("S j j")
        for choice in BY_NAME.values():
            assert choice.label in hands.shown()
            assert choice.help[:30] in hands.shown()
            if choice.values:
                before = choice.of(app.options)
                for _ in choice.values[1:]:
                    await hands.type("right")
                    assert choice.of(app.options) != before
                    assert choice.of(load_options()) == choice.of(app.options)
                await hands.type("right")
                assert choice.of(app.options) == before
            await hands.type("j")

    at(app, play, (120, 40))
    assert {*SCREEN_TYPES, *PLAYERS_TYPES} - {"theme"} == set(BY_NAME)


@pytest.mark.slow
def test_the_port_of_the_page_is_typed(user_folders: Path) -> None:
    app = settings()

    async def play(hands: Hands) -> None:
        await hands.type("S" + " j" * 13 + " enter")
        await hands.paste("99999")
        await hands.type("enter")
        assert "It must be a number from 0 to 65535." in hands.shown()
        await hands.type("ctrl+u 8 0 8 0 enter")
        assert load_options().port == 8080

    at(app, play)


def test_without_a_session_there_are_only_those_of_the_screen() -> None:
    async def play(hands: Hands) -> None:
        await hands.type("S")
        assert "in this session" not in hands.shown()
        await hands.type("u ?")
        assert hands.page == "SettingsHelpScreen"
        await hands.type("q q")
        assert hands.page == "StartScreen"

    at(Pages(), play)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_every_setting_can_be_reached(size: tuple[int, int]) -> None:
    app = settings(system=find("outgunned"))

    async def play(hands: Hands) -> None:
        await hands.type("S")
        for setting in find("outgunned").settings:
            assert hands.line(f"  {setting.name} ")
            await hands.type("j")
        await hands.type("j")
        assert "what changed flashes" in hands.shown()
        await hands.type("end")
        assert hands.line(list(every_theme().themes)[-1])

    at(app, play, size)


def test_choices_are_kept_in_the_config_folder(user_folders: Path) -> None:
    chosen = Options(theme="day", plain=True, animations=False)
    assert keep(chosen, Options()) == ""
    assert load_options() == chosen
    assert config_folder().stat().st_mode & 0o777 == 0o700
    (config_folder() / "config.toml").unlink()
    (config_folder() / "config.toml").mkdir()
    assert "config.toml cannot be written" in keep(chosen, Options())


@pytest.mark.slow
def test_a_theme_kept_on_the_screen(user_folders: Path) -> None:
    program = app()

    async def play(program: TrackerApp) -> None:
        async with program.run_test(size=(100, 30)) as pilot:
            await pilot.press("S", "end", "up", "up", "enter", "escape")
            await pilot.pause()
            assert program.theme == load_options().theme == "atom-one-light"
            await pilot.press("ctrl+p", *"theme", "space", *"day", "enter")
            await pilot.pause()
            assert program.theme == load_options().theme == "day"

    asyncio.run(play(program))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_the_screen(snap_compare: Any, size: tuple[int, int]) -> None:
    assert snap_compare(app(), terminal_size=size, press=["S", "j", "right", "j"])


@pytest.mark.slow
def test_typing_on_the_screen(snap_compare: Any) -> None:
    assert snap_compare(app(), terminal_size=(120, 40), press=["S", "j", "enter", "7"])


@pytest.mark.parametrize("lines", [0, 5, 9, 14])
@pytest.mark.parametrize("way", ["wheel", "end"])
def test_nothing_moves_under_the_pointer_when_a_click_changes_a_line(way: str, lines: int) -> None:
    async def play(hands: Hands) -> None:
        await hands.type("S")
        page: Any = hands.app.screen
        choices = page._choices
        if way == "end":
            await hands.type("end")
        else:
            choices.scroll_to(y=12, animate=False, immediate=True)
        await hands.settle()
        seen = choices.scroll_offset.y
        for _ in range(4):
            await hands.pilot.click(offset=(8, choices.region.y + lines))
            await hands.settle()
            assert choices.scroll_offset.y == seen
        assert hands.page == "SettingsScreen"

    at(settings(system=find("outgunned")), play, (80, 24))


@pytest.mark.parametrize("typing", [False, True], ids=["selected", "typed"])
def test_a_click_selects_a_value_that_may_be_and_a_second_one_takes_it(typing: bool) -> None:
    app = settings(system=find("outgunned"))

    async def play(hands: Hands) -> None:
        async def click(word: str, times: int = 1) -> None:
            at = next(at for at, line in enumerate(hands.shown().splitlines()) if f" · {word}" in line)
            await hands.pilot.click(offset=(hands.shown().splitlines()[at].index(f" · {word}") + 4, at), times=times)
            await hands.settle()

        await hands.type("S")
        setting = next(one for one in app.session.system.settings if len(hands.app.screen._game.words(one)) > 2)
        page = hands.app.screen
        page._choices.highlighted = page._choices.get_option_index(f"game:{setting.name}")
        await hands.settle()
        before, (*_, other, last) = page._game.value(setting), page._game.words(setting)
        if typing:
            await hands.type("enter")
        await click(other)
        await click(last)
        assert page._game.value(setting) == before
        await click(last)
        assert page._game.value(setting) == last
        if typing:
            await hands.type("enter")
        await click(other, times=2)
        assert page._game.value(setting) == other

    at(app, play)


def test_a_click_changes_a_choice_of_the_screen(user_folders: Path) -> None:
    async def play(hands: Hands) -> None:
        await hands.type("S")
        page: Any = hands.app.screen
        page._choices.highlighted = page._choices.get_option_index("choice:plain")
        await hands.settle()
        at = next(at for at, line in enumerate(hands.shown().splitlines()) if "off · on" in line)
        await hands.pilot.click(offset=(hands.shown().splitlines()[at].index("· on") + 2, at))
        await hands.settle()
        assert load_options().plain

    at(settings(), play)


def test_each_of_two_keys_with_one_label_is_a_button() -> None:
    async def play(hands: Hands) -> None:
        async def click(word: str) -> str:
            lines = hands.shown().splitlines()
            await hands.pilot.click(offset=(lines[-1].index(word), len(lines) - 1))
            await hands.settle()
            return hands.line("  edge ").split()[1]

        await hands.type("S")
        assert [await click(word) for word in ("→", "change", "←")] == ["2", "3", "2"]

    at(settings(), play)


@pytest.mark.parametrize("game", ["skirmish", "outgunned"])
def test_a_click_on_another_row_drops_what_is_typed_and_selects_that_row(game: str) -> None:
    app = settings(system=SKIRMISH if game == "skirmish" else find(game))

    async def play(hands: Hands) -> None:
        await hands.type("S enter 3")
        page: Any = hands.app.screen
        opened = page._here
        names = [option.id for option in page._choices.options]
        other = names.index("choice:plain") if game == "skirmish" else names.index(opened) + 1
        await hands.pilot.click(offset=(8, page._choices.region.y + 1 + other))
        await hands.settle()
        assert hands.page == "SettingsScreen"
        assert (page._here, page._choices.highlighted, page._edited) == (names[other], other, "")
        assert hands.app.focused is page._choices
        await hands.type("enter escape")
        assert [line for line in app.commands if line.startswith("settings")] == []

    at(app, play)


def test_escape_after_a_click_on_the_row_that_is_typed_leaves_the_value_only() -> None:
    app = settings()

    async def play(hands: Hands) -> None:
        await hands.type("S enter 3")
        page: Any = hands.app.screen
        await hands.pilot.click(offset=(8, page._choices.region.y + 2))
        await hands.type("escape")
        assert (hands.page, page._edited) == ("SettingsScreen", "")
        await hands.type("escape")
        assert hands.page != "SettingsScreen"
        assert app.commands == ["add Ann"]

    at(app, play)
