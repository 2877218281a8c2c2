"""The mouse: what looks like a button is one; dragging and double-clicking do nothing more than look."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from tests.table import played
from tests.tui.test_keys_of_acts import SHOOTOUT
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options
from tracker.tui.panes.line_widget import LineWidget

Play = Callable[["Mouse"], Awaitable[None]]


class Mouse:
    """A hand on the mouse: it clicks on words where they are painted."""

    def __init__(self, app: TrackerApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self.clicks = 0

    def shown(self, id_: str) -> list[str]:
        """The lines of a part of the screen."""
        assert self.app.main is not None
        part = self.app.main.query_one(f"#{id_}", LineWidget)
        return ["".join(text for text, _ in line) for line, _ in part._shown]

    def tones(self, id_: str) -> list[tuple[str, str]]:
        """The texts of a part of the screen, with their tones."""
        assert self.app.main is not None
        return [bit for line, _ in self.app.main.query_one(f"#{id_}", LineWidget)._shown for bit in line]

    def place(self, id_: str, word: str, after: str = "") -> tuple[int, int]:
        """Where a word is painted, the first one behind ``after`` in its line."""
        lines = self.shown(id_)
        y = next(at for at, line in enumerate(lines) if word in line and after in line)
        return lines[y].index(word, lines[y].index(after) + len(after)), y

    async def click(
        self, id_: str, word: str, times: int = 1, after: str = "", control: bool = False, shift: bool = False
    ) -> None:
        """Click on a word, the first one behind ``after`` in its line, once everything stands where it will."""
        await self.pilot.pause()
        place = self.place(id_, word, after)
        await self.pilot.click(f"#{id_}", offset=place, times=times, control=control, shift=shift)
        await self.pilot.pause()
        self.clicks += 1

    async def right_click(self, id_: str, word: str, after: str = "") -> None:
        """Click on a word with the right button."""
        await self.pilot.click(f"#{id_}", offset=self.place(id_, word, after), button=3)
        await self.pilot.pause()

    async def drag(self, id_: str, word: str, onto: str) -> None:
        """Drag a word onto another one in the same part of the screen."""
        start, end = self.place(id_, word), self.place(id_, onto)
        await self.pilot.mouse_down(f"#{id_}", offset=start)
        await self.pilot.hover(f"#{id_}", offset=end)
        await self.pilot.mouse_up(f"#{id_}", offset=end)
        await self.pilot.pause()

    async def move(self, place: tuple[int, int], button: int = 1) -> None:
        """Move the pointer over the range board, with a button held."""
        await self.pilot._post_mouse_events([events.MouseMove], "#range", offset=place, button=button)
        await self.pilot.pause()

    async def wheel(self, id_: str, up: bool = False) -> None:
        """Turn the wheel over a part of the screen by one step."""
        assert self.app.main is not None
        kind = events.MouseScrollUp if up else events.MouseScrollDown
        part = self.app.main.query_one(f"#{id_}", LineWidget)
        part.post_message(kind(part, 1, 1, 0, 0, 0, False, False, False))
        await self.pilot.pause()

    @property
    def controller(self) -> Any:
        """The cockpit's controller."""
        return self.app.controller

    @property
    def last(self) -> str:
        """The last command of the story."""
        assert self.app.session is not None
        return self.app.session.story()[-1].command


def play(play: Play, *more: str, size: tuple[int, int] = (120, 40)) -> None:
    """A shoot-out on the screen, and somebody at the mouse."""
    play_with((*SHOOTOUT, *more), play, size)


def play_with(lines: Sequence[str], play: Play, size: tuple[int, int], game: str = "outgunned") -> None:
    """A fight of these lines on the screen, and somebody at the mouse."""

    async def run() -> None:
        session = played(game, *lines)
        app = TrackerApp(session, options=Options(animations=False))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(Mouse(app, pilot))

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_key_line_is_a_row_of_buttons(size: tuple[int, int]) -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "reaction")
        assert mouse.last == "next"
        await mouse.click("keys", "undo")
        assert mouse.last == "begin action"
        await mouse.click("keys", "attack")
        assert mouse.controller.mode.verb == "attack"
        await mouse.click("keys", "leave")
        assert mouse.controller.mode is None

    play(act, "begin action", size=size)


def test_a_click_selects_a_line_of_the_menu_and_a_second_one_takes_it() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "actions")
        await mouse.click("strip", "quick")
        assert mouse.controller.mode.name == "menu"
        await mouse.click("strip", "quick")
        assert mouse.controller.mode.verb == "quick"
        await mouse.click("keys", "leave")
        await mouse.click("keys", "actions")
        await mouse.click("strip", "quick", times=2)
        assert mouse.controller.mode.verb == "quick"

    play(act, "begin action")


def test_what_came_of_a_change_of_the_past_is_said_until_the_next_key_or_click() -> None:
    async def act(mouse: Mouse) -> None:
        for hide in (partial(mouse.pilot.press, "j"), partial(mouse.pilot.click, "#tree", offset=(5, 2))):
            await mouse.pilot.press("g", "delete")
            await mouse.pilot.pause()
            assert [notice.message for notice in mouse.app._notifications]
            await hide()
            await mouse.pilot.pause()
            assert not list(mouse.app._notifications)
            await mouse.pilot.press("u", "escape")

    play(act, "begin action", "hurt John 2")


@pytest.mark.parametrize("times", [2, 3])
def test_the_first_click_in_a_list_takes_nothing_and_a_double_click_goes_no_further(times: int) -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "actions")
        first = mouse.controller.mode.fitting()[0].word
        await mouse.click("strip", first)
        assert mouse.controller.mode.name == "menu"
        await mouse.pilot.press("escape")
        await mouse.click("keys", "actions")
        await mouse.click("strip", first, times)
        form = mouse.controller.mode
        assert form.verb == first
        assert form.at == form._first()

    play(act, "begin action")


def test_the_wheel_reaches_every_line_of_the_menu() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "actions")
        menu = mouse.controller.mode
        seen: set[str] = set()
        for _ in range(len(menu.fitting())):
            seen |= {
                item.word for item in menu.fitting() if any(f" {item.word} " in line for line in mouse.shown("strip"))
            }
            await mouse.wheel("strip")
        assert seen == {item.word for item in menu.fitting()}
        assert menu.at == 0
        last = menu.fitting()[-1].word
        await mouse.click("strip", f"{last} ")
        assert menu.fitting()[menu.at].word == last

    play(act, "begin action", size=(80, 24))


def test_the_sources_of_a_newcomer_are_a_list_like_any_other() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press("+")
        await mouse.wheel("strip")
        await mouse.wheel("strip", up=True)
        await mouse.pilot.press(*"contain")
        assert mouse.controller.mode.chosen.word == "Between the containers"
        for _ in range(2):
            assert not mouse.controller.mode.asking
            await mouse.click("strip", "encounter: ", after="Between the containers")
        assert mouse.last == "begin action"
        await mouse.click("strip", "reinforcement")
        assert mouse.last.startswith('bring "Between the containers"')

    play(act, "begin action")


def test_grey_names_of_a_form_open_their_field_or_toggle_their_flag() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "attack")
        form = mouse.controller.mode
        await mouse.click("strip", "+ ")
        assert form.options is not None
        word = form.options.fitting()[0].word
        option = next(field.spec for field in form.fields if field.spec.name == word)
        assert option.kind == "flag"
        await mouse.click("strip", f"{option.name}  ", times=2)
        assert form.options is None
        assert [field.text for field in form.fields if field.spec == option] == ["yes"]
        await mouse.click("strip", option.name)
        assert [field.text for field in form.fields if field.spec == option] == [""]
        await mouse.click("strip", "pool")
        assert form.fields[form.at].spec.attr == "pool"

    play(act, "begin action")


def test_a_click_on_the_one_who_acts_aims_at_nobody_new() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "attack")
        await mouse.click("combatants", "Vega")
        assert "Vega → Goons" in mouse.shown("strip")[1]
        await mouse.click("strip", "Goons")
        await mouse.click("combatants", "Vega")
        assert "needs somebody else" in "".join(mouse.shown("strip"))

    play(act, "begin action")


def test_every_grey_name_of_a_form_is_there_on_a_small_screen() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "attack")
        form = mouse.controller.mode
        names = [field.spec.name for field in form.fields if field.spec.attr not in form.kind.after_result]
        said = " ".join(mouse.shown("strip")).split()
        assert not [name for name in names if name not in (*said, "actor", "target")]
        await mouse.click("strip", "adv")
        assert "the higher of 2d20" in "".join(mouse.shown("strip"))

    play_with(("add Ann", "add Goblin side=enemies", "initiative all 10", "next"), act, (80, 24), "srd5")


def test_each_row_of_a_sheet_is_rolled_by_a_click() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "initiative")
        await mouse.click("strip", "roll", after="a number, dice or")
        await mouse.click("strip", "roll", after="a number, dice or")
        await mouse.click("keys", "do it")
        assert re.fullmatch("initiative Ann [0-9]+ ; initiative Goblin [0-9]+", mouse.last)

    play_with(("add Ann", "add Goblin side=enemies"), act, (80, 24), "unknown-armies")


def test_what_a_list_holds_below_is_a_click_away() -> None:
    async def act(mouse: Mouse) -> None:
        for way, last in (("plus", "goons-2"), ("enter", "adrenaline")):
            await mouse.pilot.press(way)
            for _ in range(9):
                if last in "".join(mouse.shown("strip")):
                    break
                await mouse.click("strip", "more")
            await mouse.click("strip", last)
            assert mouse.controller.mode.name in ("adding", "menu")
            await mouse.pilot.press("escape")

    play(act, "begin action", size=(80, 24))


def test_a_combatant_is_the_target_of_the_open_form() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "attack")
        await mouse.click("combatants", "John")
        form = mouse.controller.mode
        assert next(field.text for field in form.fields if field.spec.attr == "target") == "John"
        await mouse.click("range", "Goons")
        assert next(field.text for field in form.fields if field.spec.attr == "target") == "Goons"
        assert mouse.controller.selection.selected == "Vega"
        await mouse.click("keys", "leave")
        await mouse.pilot.press("d")
        await mouse.click("combatants", "John")
        await mouse.pilot.press("2", "enter")
        assert mouse.last == "hurt John 2"

    play(act, "begin action")


def test_a_combatant_is_a_name_in_the_command_bar() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press(*":hurt")
        await mouse.click("combatants", "John")
        await mouse.pilot.press("2", "enter")
        assert mouse.last == "hurt John 2"

    play(act, "begin action")


def test_the_right_button_opens_what_can_be_done() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.right_click("combatants", "John")
        assert (mouse.controller.mode.name, mouse.controller.mode.title) == ("menu", "John")
        await mouse.click("keys", "leave")
        await mouse.right_click("log", "Action Turn")
        assert (mouse.controller.mode.name, mouse.controller.mode.title) == (
            "past-line",
            "line 7: The fight begins with an Action Turn.",
        )
        await mouse.click("strip", "take out", times=2)
        assert "begin action" not in [entry.command for entry in mouse.controller.session.story()]
        await mouse.click("keys", "undo")
        assert mouse.last == "begin action"

    play(act, "begin action")


def test_a_past_line_is_amended_from_the_log() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.right_click("log", "John")
        await mouse.click("strip", "amend", times=2)
        assert type(mouse.app.screen).__name__ == "HistoryScreen"
        assert mouse.app.screen.past.amend is not None  # type: ignore[attr-defined]

    play(act, "begin action", "hurt John 2")


@pytest.mark.parametrize("keys", [("escape",), ("enter",), ("tab", "3", "enter")], ids=["left", "as it was", "changed"])
def test_a_line_amended_from_the_log_leads_back_to_it(keys: tuple[str, ...]) -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.right_click("log", "John")
        await mouse.click("strip", "amend", times=2)
        await mouse.pilot.press(*keys)
        await mouse.pilot.pause()
        assert type(mouse.app.screen).__name__ == "MainScreen"
        told = [notice.message for notice in mouse.app._notifications]
        assert told == (["Line 2 is amended; u takes it back."] if "3" in keys else [])

    play(act, "begin action", "hurt John 2")


def test_a_click_on_a_field_of_an_amended_line_moves_there() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.right_click("log", "John")
        await mouse.click("strip", "amend", times=2)
        past = mouse.app.screen.past  # type: ignore[attr-defined]
        strip = mouse.app.screen.query_one("#past-strip", LineWidget)
        for field in ("count", "name"):
            lines = ["".join(text for text, _ in line) for line, _ in strip._shown]
            place = next((line.index(field), y) for y, line in enumerate(lines) if field in line)
            await mouse.pilot.click("#past-strip", offset=place)
            await mouse.pilot.pause()
            assert past.amend.here.spec.name == field

    play(act, "begin action", "hurt John 2")


def test_control_and_shift_choose_several() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("combatants", "Vega")
        await mouse.click("combatants", "Goons", control=True)
        assert mouse.controller.selection.picked == {"Vega", "Goons"}
        await mouse.click("combatants", "John", control=True)
        assert mouse.controller.selection.picked == {"Vega", "Goons", "John"}
        for name in ("Goons", "Vega", "John"):
            await mouse.click("combatants", name, control=True)
        assert not mouse.controller.selection.picked
        await mouse.pilot.press("escape", "1")
        await mouse.click("combatants", "Goons", control=True)
        assert mouse.controller.selection.picked == {"Goons"}, "nobody was clicked before"
        await mouse.pilot.press("escape")
        await mouse.click("combatants", "Vega")
        await mouse.click("combatants", "John", shift=True)
        assert mouse.controller.selection.picked == {"Vega", "John"}

    play(act, "begin action")


def test_a_second_click_opens_what_the_first_one_selected() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("combatants", "John", times=2)
        assert mouse.controller.mode.name == "menu"
        await mouse.click("combatants", "Vega")
        assert mouse.controller.mode is None
        await mouse.click("range", "Goons", times=2)
        assert mouse.controller.mode.verb == "attack"

    play(act, "begin action")


def test_a_token_is_dragged_to_a_band_and_one_undo_takes_it_back() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.drag("range", "Goons", onto="long")
        assert mouse.last == "range Vega Goons long"
        await mouse.click("keys", "undo")
        assert mouse.last == "begin action"
        await mouse.drag("range", "Goons", onto="pistol")
        assert mouse.last == "begin action"

    play(act, "begin action")


@pytest.mark.parametrize(
    ("more", "seen_from", "token", "band", "line"),
    [
        ((), "Ann", "Goon ×4", "far", 'range "Goon 1,Goon 2,Goon 3,Goon 4" Ann,Bo,Cy far'),
        (("range Cy Goon distant",), "Ann", "Goon ×4", "far", 'range "Goon 1,Goon 2,Goon 3,Goon 4" Ann,Bo far'),
        ((), "Ann", "Goon ×4", "reach", 'range "Goon 1,Goon 2,Goon 3,Goon 4" Ann reach'),
        ((), "Ann", "Bo", "far", "range Bo Ann far"),
        ((), "Goon 1", "Ann", "far", 'range Ann "Goon 1,Goon 2,Goon 3,Goon 4" far'),
        (("active Ann",), "Ann", "Goon ×4", "far", 'range Ann "Goon 1,Goon 2,Goon 3,Goon 4" far'),
        (("active Ann",), "Bo", "Goon ×4", "far", 'range "Goon 1,Goon 2,Goon 3,Goon 4" Bo far'),
    ],
    ids=["all", "one elsewhere", "beside one", "a friend", "heroes", "in their turn", "in the turn of another"],
)
def test_a_foe_dragged_before_the_fight_is_so_far_from_all_to_whom_it_was_equally_far(
    more: tuple[str, ...], seen_from: str, token: str, band: str, line: str
) -> None:
    async def act(mouse: Mouse) -> None:
        mouse.controller.selection.select(seen_from)
        mouse.app.main.show()
        await mouse.pilot.pause()
        before = mouse.last
        await mouse.drag("range", token, onto=band)
        assert mouse.last == line
        await mouse.click("keys", "undo")
        assert mouse.last == before

    play_with((*CROWD, *more), act, (120, 40), "srd5")


CROWD = ("add Ann", "add Bo", "add Cy", "add Goon side=enemies count=4", "range all near")


def test_whoever_is_picked_goes_along_with_a_token_and_one_undo_takes_it_back() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("range", "Bo")
        await mouse.click("range", "Goon ×4", control=True)
        assert mouse.controller.selection.selected == "Ann"
        await mouse.drag("range", "Bo", onto="far")
        scene = mouse.controller.scene
        assert {scene.band("Ann", name) for name in ("Bo", *scene.group("Goon"))} == {"far"}
        assert scene.band("Ann", "Cy") == "near"
        await mouse.click("keys", "undo")
        assert mouse.last == "range all near"

    play_with(CROWD, act, (120, 40), "srd5")


def test_a_drag_shows_where_it_goes_until_it_is_let_go() -> None:
    async def act(mouse: Mouse) -> None:
        start, end = mouse.place("range", "Bo"), mouse.place("range", "far")
        for way_out in ("escape", "elsewhere", "drop"):
            await mouse.pilot.mouse_down("#range", offset=start)
            await mouse.pilot._post_mouse_events([events.MouseMove], "#range", offset=end, button=1)
            await mouse.pilot.pause()
            assert mouse.shown("keys")[0].split()[:5] == ["Bo", "→", "far", "from", "Ann"]
            (band,) = (text for text, tone in mouse.tones("range") if tone.startswith("cursor"))
            assert band.strip() == "far"
            if way_out == "escape":
                await mouse.pilot.press("escape")
                assert "→ far" not in mouse.shown("keys")[0]
            await mouse.pilot.mouse_up("#range" if way_out != "elsewhere" else "#status", offset=end)
            await mouse.pilot.pause()
            assert "→ far" not in mouse.shown("keys")[0]
            assert mouse.last == ("range Bo Ann far" if way_out == "drop" else "range all near")

    play_with(CROWD, act, (120, 40), "srd5")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_column_of_a_band_takes_what_is_dragged_down_to_the_end_of_the_board(size: tuple[int, int]) -> None:
    async def act(mouse: Mouse) -> None:
        if size == (80, 24):
            await mouse.pilot.press("2")
        start, (x, _), bottom = mouse.place("range", "Bo"), mouse.place("range", "far"), len(mouse.shown("range"))
        for y in (bottom, bottom - 1):
            await mouse.pilot.mouse_down("#range", offset=start)
            await mouse.move((x, y))
            assert ("→ far" in mouse.shown("keys")[0]) == (y < bottom), "not below it"
            await mouse.pilot.mouse_up("#range", offset=(x, y))
            await mouse.pilot.pause()
        assert mouse.last == "range Bo Ann far"

    play_with(CROWD, act, size, "srd5")


def test_a_drag_that_came_before_the_screen_was_ready_is_a_drag() -> None:
    async def act(mouse: Mouse) -> None:
        assert mouse.app.main is not None
        corner = mouse.app.main.query_one("#range").region.offset
        mouse.app.key_queue.hold()
        for kind, place in (
            (events.MouseDown, mouse.place("range", "Bo")),
            (events.MouseMove, mouse.place("range", "Ann")),
            (events.MouseMove, mouse.place("range", "far")),
        ):
            x, y = corner + place
            mouse.app.post_message(kind(None, x, y, 1, 0, 1, False, False, False, screen_x=x, screen_y=y))
        for _ in range(5):
            await mouse.pilot.pause()
        assert mouse.app.key_queue.idle
        assert mouse.shown("keys")[0].split()[:5] == ["Bo", "→", "far", "from", "Ann"]

    play_with(CROWD, act, (120, 40), "srd5")


async def _back_again(mouse: Mouse, start: tuple[int, int]) -> None:
    await mouse.move(start)
    await mouse.pilot.mouse_up("#range", offset=start)


async def _let_go_unseen(mouse: Mouse, start: tuple[int, int]) -> None:
    await mouse.move(start, button=0)


async def _another_page(mouse: Mouse, start: tuple[int, int]) -> None:
    await mouse.pilot.press("?")
    await mouse.pilot.mouse_up(offset=(5, 5))
    await mouse.pilot.press("escape")


async def _hidden(mouse: Mouse, start: tuple[int, int]) -> None:
    await mouse.pilot.resize_terminal(60, 20)
    await mouse.pilot.mouse_up(offset=(5, 5))
    await mouse.pilot.resize_terminal(120, 40)


async def _a_form(mouse: Mouse, start: tuple[int, int]) -> None:
    await mouse.pilot.press("a")
    assert "do it" in mouse.shown("keys")[0]
    await mouse.pilot.mouse_up("#range", offset=start)
    await mouse.pilot.press("escape")


async def _escape_over_no_band(mouse: Mouse, start: tuple[int, int]) -> None:
    await mouse.move((start[0], 0))
    await mouse.pilot.press("escape")
    await mouse.move(mouse.place("range", "far"))
    await mouse.pilot.mouse_up("#range", offset=mouse.place("range", "far"))


async def _zoomed(mouse: Mouse, start: tuple[int, int]) -> None:
    await mouse.pilot.press("z")
    await mouse.pilot.mouse_up(offset=(5, 5))
    await mouse.pilot.press("z")


@pytest.mark.parametrize(
    "way_out", [_back_again, _let_go_unseen, _another_page, _hidden, _a_form, _escape_over_no_band, _zoomed]
)
def test_after_a_drag_without_an_effect_the_mouse_is_free(
    way_out: Callable[[Mouse, tuple[int, int]], Awaitable[None]],
) -> None:
    async def act(mouse: Mouse) -> None:
        start = mouse.place("range", "Bo")
        await mouse.pilot.mouse_down("#range", offset=start)
        await mouse.move(mouse.place("range", "far"))
        assert "→ far" in mouse.shown("keys")[0]
        await way_out(mouse, start)
        await mouse.pilot.pause()
        assert "→ far" not in mouse.shown("keys")[0]
        assert mouse.last == "range all near"
        await mouse.click("combatants", "Cy")
        assert mouse.controller.selection.selected == "Cy"

    play_with(CROWD, act, (120, 40), "srd5")


def test_what_was_clicked_before_is_not_dragged_by_a_button_that_went_down_elsewhere() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("range", "Bo")
        await mouse.pilot.mouse_down("#status", offset=(60, 0))
        await mouse.move(mouse.place("range", "far"))
        assert "→ far" not in mouse.shown("keys")[0]
        await mouse.pilot.mouse_up("#range", offset=mouse.place("range", "far"))
        await mouse.pilot.pause()
        assert mouse.last == "range all near"

    play_with(CROWD, act, (120, 40), "srd5")


def test_the_dragged_one_goes_to_where_the_others_are() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("combatants", "Goon")
        await mouse.drag("range", "Ann", onto="reach")
        scene = mouse.controller.scene
        assert {scene.band("Ann", name) for name in scene.group("Goon")} == {"reach"}
        assert scene.band("Goon 1", "Bo") == "far"

    play_with((*CROWD, "range heroes enemies far"), act, (120, 40), "srd5")


def test_a_token_of_a_folded_group_stands_for_those_in_its_lane() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.drag("range", "Goon ×2", onto="distant")
        scene = mouse.controller.scene
        assert [scene.band("Ann", name) for name in scene.group("Goon")] == ["distant", "distant", "far", "far"]

    play_with((*CROWD, 'range Ann "Goon 3","Goon 4" far', "range Ann Bo,Cy distant"), act, (120, 40), "srd5")


@pytest.mark.parametrize(
    ("more", "token", "line"),
    [
        ((), "×Guard 1", 'range "Guard 1" Jeff,Bo far'),
        ((), "Guard ×2", 'range "Guard 2,Guard 3" Jeff,Bo far'),
        (("active Jeff",), "×Guard 1", 'range "Guard 1" Jeff far'),
        (("active Bo",), "×Guard 1", 'range "Guard 1" Jeff far'),
        (("active Guard 2",), "×Guard 1", 'range "Guard 1" Jeff far'),
        (("active Jeff",), "Guard ×2", 'range Jeff "Guard 2,Guard 3" far'),
    ],
    ids=["before", "up, before", "in their turn", "in that of a friend", "in that of a foe", "up, in their turn"],
)
def test_who_is_out_is_dragged_without_those_who_are_up_and_moves_nobody(
    more: tuple[str, ...], token: str, line: str
) -> None:
    async def act(mouse: Mouse) -> None:
        mouse.controller.selection.select("Jeff")
        mouse.app.main.show()
        await mouse.pilot.pause()
        await mouse.drag("range", token, onto="far")
        assert mouse.last == line

    lines = ("add Jeff", "add Bo", "add Guard side=enemies count=3", 'hurt "Guard 1" 20')
    play_with((*lines, *more), act, (120, 40), "contract")


def test_who_is_out_is_dragged_alone_in_the_turn_of_a_side() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.drag("range", "×Thug 1", onto="long")
        assert mouse.last == 'range "Thug 1" Vega long'
        await mouse.drag("range", "Thug ×2", onto="long")
        assert mouse.last == 'range Vega "Thug 2,Thug 3" long'

    lines = ("add Thug side=enemies preset=goons-1 count=3", 'out "Thug 1"', "begin action")
    play_with(("add Vega", *lines), act, (120, 40), "outgunned")


def test_whose_turn_it_is_moves_by_a_drag_as_by_a_key_and_a_foe_stays_beside_a_friend() -> None:
    lines = ("add Ana", "add Bo", "add Thug side=enemies count=2", 'range Bo "Thug 1" engaged', "active Ana")
    scenes = []

    async def drag(mouse: Mouse) -> None:
        await mouse.pilot.press("2")
        await mouse.drag("range", "Thug 1", onto="engaged")
        assert mouse.last == 'range Ana "Thug 1" engaged'
        scenes.append(mouse.controller.scene)

    async def keys(mouse: Mouse) -> None:
        mouse.controller.selection.aim("Thug 1")
        await mouse.pilot.press("[", "[", "[")
        scenes.append(mouse.controller.scene)

    for act in (drag, keys):
        play_with(lines, act, (80, 24), "contract")
    assert scenes[0].ranges == scenes[1].ranges
    assert {scenes[0].band("Thug 1", name) for name in ("Ana", "Bo")} == {"engaged"}


def test_after_a_drag_the_board_is_seen_from_whom_it_was() -> None:
    async def act(mouse: Mouse) -> None:
        mouse.controller.selection.select("Goon 3")
        mouse.app.main.show()
        await mouse.pilot.pause()
        await mouse.drag("range", "Ann", onto="distant")
        assert mouse.controller.selection.selected == "Goon 3"
        assert mouse.last == 'range Ann "Goon 3" distant'
        x, _ = mouse.place("range", "distant")
        assert mouse.place("range", "Ann")[0] == x

    lines = (*CROWD, "initiative Ann 19 ; initiative Goon 12", "next", 'range Ann "Goon 1" reach')
    play_with((*lines, 'range Ann "Goon 3" far'), act, (120, 40), "srd5")


def test_the_mark_of_the_target_follows_a_click_while_a_form_is_open_and_goes_back_with_it() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "attack")
        for name in ("Wolf", "Ogre"):
            await mouse.click("combatants", name)
            assert [name in line for line in mouse.shown("combatants") if "◎" in line] == [True]
        await mouse.pilot.press("escape")
        assert mouse.controller.view().target == "Rat"

    foes = (f"add {name} side=enemies" for name in ("Rat", "Wolf", "Ogre"))
    play_with(("add Ana", *foes, "active Ana"), act, (120, 40), "contract")


def test_a_right_click_changes_nothing_in_an_open_form() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "attack")
        before = mouse.shown("strip")
        for part, word in (("combatants", "John"), ("range", "John"), ("strip", "pool"), ("keys", "leave")):
            await mouse.right_click(part, word)
            assert mouse.shown("strip") == before
        await mouse.click("keys", "leave")
        await mouse.right_click("keys", "attack")
        assert mouse.controller.mode is None

    play(act, "begin action")


def test_a_right_click_on_somebody_who_is_not_picked_is_about_that_one() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("combatants", "Ann")
        await mouse.click("combatants", "Bo", control=True)
        await mouse.right_click("combatants", "Ann")
        assert mouse.controller.mode.title == "Ann, Bo"
        await mouse.right_click("combatants", "Cy")
        assert mouse.controller.mode.title == "Cy"
        await mouse.right_click("combatants", "▹")
        assert mouse.controller.mode.title == "Goon 1, Goon 2, Goon 3, Goon 4"

    play_with(CROWD, act, (120, 40), "srd5")


def test_the_status_line_and_empty_panes_are_buttons() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("combatants", "adds a combatant")
        assert mouse.controller.mode.name == "adding"
        await mouse.click("keys", "leave")
        await mouse.click("range", "adds a combatant")
        assert mouse.controller.mode.name == "adding"
        await mouse.click("keys", "leave")
        await mouse.click("status", "not kept")
        assert mouse.controller.mode.name == "save-as"

    play_with((), act, size=(120, 40))


def test_the_steps_before_the_fight_are_buttons() -> None:
    async def act(mouse: Mouse) -> None:
        for opens in ("cover", "actions"):
            await mouse.click("keys", opens)
            view = mouse.controller.mode
            before = "".join(mouse.shown("strip"))
            await mouse.click("status", "begins")
            if opens == "cover":
                assert (mouse.controller.mode, "".join(mouse.shown("strip"))) == (view, before), "keys are for the form"
                await mouse.pilot.press("escape")
        assert mouse.last.startswith(("next", "begin"))

    play(act, size=(80, 24))


def test_everything_is_a_click_away_on_a_small_screen() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("status", "≡")
        assert any("find" in line for line in mouse.shown("strip"))

    play(act, "begin action", size=(80, 24))


def test_an_attack_on_another_foe_is_at_most_five_clicks() -> None:
    async def act(mouse: Mouse) -> None:
        before = mouse.clicks
        await mouse.click("keys", "attack")
        await mouse.click("combatants", "Thugs")
        await mouse.click("strip", "rolls")
        assert mouse.clicks - before <= 5
        assert mouse.last.startswith("attack Vega Thugs dice=")

    play(act, "add Thugs side=enemies grit=6 defense=basic attack=basic", "begin action", size=(80, 24))


def test_an_answer_is_given() -> None:
    async def act(mouse: Mouse) -> None:
        assert "1" in mouse.shown("status")[0]
        await mouse.click("keys", "questions")
        await mouse.click("strip", "3", after="answer:")
        assert mouse.last == "threat by=Goons 3"

    play(act, "begin reaction")


def test_an_action_in_a_row_opens_what_it_can_be_spent_on() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("combatants", "·quick", after="John")
        assert mouse.controller.selection.selected == "John"
        costs = {item.cost for item in mouse.controller.mode.fitting()}
        assert any("quick" in cost for cost in costs)
        assert not costs & {"action", "by hand"}
        await mouse.click("keys", "leave")

    play(act, "begin action")


def test_the_wheel_scrolls_the_lines_of_a_long_sheet_at_once() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press("e")
        sheet, first = mouse.controller.mode, mouse.shown("strip")
        await mouse.wheel("strip")
        assert mouse.shown("strip") != first
        assert sheet.at == 1
        for _ in range(9):
            await mouse.wheel("strip")
        last = sheet.fields[-1].spec.name
        await mouse.click("strip", last)
        assert sheet.fields[sheet.at].spec.name == last
        await mouse.wheel("strip", up=True)
        assert not any(last in line for line in mouse.shown("strip"))

    play(act, "begin action", size=(60, 20))


def test_fields_and_short_choices_of_a_form() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "attack")
        await mouse.click("strip", "pistol")
        assert mouse.controller.mode.fields[mouse.controller.mode.at].spec.name == "weapon"
        await mouse.click("keys", "leave")
        await mouse.click("keys", "cover")
        await mouse.click("strip", "artial")
        assert mouse.last == "cover Vega partial"

    play(act)


def test_the_rows_of_a_sheet() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "react")
        await mouse.click("strip", "John")
        assert mouse.controller.mode.row == 1

    play(act, "begin reaction")


def test_in_a_sheet_a_click_on_an_enemy_says_whom_the_row_meets() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press("a", "c")
        await mouse.click("combatants", "Roux")
        assert mouse.controller.mode.cells[0][0].text == "c vs=Roux"
        await mouse.click("combatants", "Goons")
        assert mouse.controller.mode.cells[0][0].text == "c vs=Goons"
        await mouse.click("strip", "protect")
        await mouse.click("strip", "John", after="a friend who failed")
        assert mouse.controller.mode.cells[0][0].text == "c vs=Goons protect=John"
        await mouse.click("combatants", "John")
        assert mouse.controller.mode.row == 1

    play(act, "add Roux side=enemies preset=goons-1", "begin reaction", "threat 2")


def test_the_board_aims_and_asks_where_to() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("range", "John")
        assert mouse.controller.selection.chosen == "John"
        await mouse.click("range", "melee")
        assert "range Vega John melee" in mouse.shown("strip")[1]
        assert mouse.last == "begin action"
        await mouse.pilot.press("enter")
        assert mouse.last == "range Vega John melee"

    play(act, "begin action")


def test_rows_panes_and_log_lines() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("combatants", "Goons")
        assert mouse.controller.selection.selected == "Goons"
        await mouse.click("cover", "John")
        assert mouse.controller.selection.selected == "John"
        await mouse.click("range", "Range")
        assert mouse.controller.selection.pane == "range"
        await mouse.click("log", "Action Turn")
        assert mouse.controller.selection.pane == "log"

    play(act, "cover John partial", "begin action")


def test_each_click_on_a_key_is_a_press_and_a_drag_none() -> None:
    async def act(mouse: Mouse) -> None:
        before = len(mouse.app.session.story()) if mouse.app.session else 0
        await mouse.click("keys", "reaction", times=2)
        assert mouse.app.session is not None
        assert len(mouse.app.session.story()) == before + 2
        await mouse.click("keys", "undo", times=2)
        assert len(mouse.app.session.story()) == before
        for _ in range(2):
            await mouse.click("log", "taken back")
        assert len(mouse.app.session.story()) == before + 2
        await mouse.click("keys", "undo")
        labels = [word for word in mouse.shown("keys")[0].split() if len(word) > 3]
        await mouse.drag("keys", labels[0], labels[-1])
        await mouse.drag("keys", labels[-1], labels[0])
        assert len(mouse.app.session.story()) == before + 1

    play(act, "begin action")


def test_what_lies_beside_an_open_form_means_nothing() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "attack")
        await mouse.click("range", "melee")
        await mouse.click("log", "Action Turn")
        await mouse.click("combatants", "Combatants")
        assert mouse.controller.mode.verb == "attack"
        assert mouse.controller.selection.chosen is None
        assert mouse.controller.selection.pane == "combatants"

    play(act, "begin action")


async def test_in_a_small_terminal_the_log_names_the_panes_it_hides_and_a_click_shows_them() -> None:
    session = played("outgunned", *SHOOTOUT)
    program = TrackerApp(session, options=Options(animations=False))
    async with program.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        heading = _heading(program, "#log")
        assert "2 range ─ 3 cover" in heading
        await pilot.click("#log", offset=(heading.index("2 range"), 0))
        await pilot.pause()
        assert program.controller is not None
        assert program.controller.selection.pane == "range"
        assert "3 cover ─ 4 log" in _heading(program, "#range")


def _heading(program: TrackerApp, pane: str) -> str:
    picture = program.screen.query_one(pane, LineWidget).picture(80, 9)
    return "".join(text for text, _ in picture[0][0]) if picture else ""


def test_what_can_be_spent_on_the_card_shows_its_action_and_then_opens_it() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("combatants", "Vega")
        await mouse.click("combatants", "adrenaline ")
        assert mouse.controller.mode.fitting()[0].word == "attack"
        await mouse.click("combatants", "adrenaline ")
        form = mouse.controller.mode
        assert (form.verb, {field.spec.name: field.text for field in form.fields}["adrenaline"]) == ("attack", "yes")
        await mouse.click("keys", "leave")
        await mouse.click("combatants", "spotlight ")
        await mouse.click("combatants", "spotlight ")
        assert mouse.controller.mode.verb == "spotlight"
        await mouse.click("keys", "leave")
        await mouse.click("combatants", "handgun spare")
        assert mouse.controller.mode.fitting()[0].word == "reload"
        await mouse.click("combatants", "handgun spare")
        assert mouse.last == "reload Vega pistol"
        await mouse.click("combatants", "rage ", after="spotlight")
        await mouse.click("combatants", "rage ", after="spotlight")
        assert mouse.controller.mode.typed.text == "counter Vega rage "

    more = (
        "begin action",
        "attack Vega Goons 0",
        "counter Vega rage 2",
        "set Vega spotlight=2",
        "set Vega adrenaline=3",
    )
    play(act, *more, size=(120, 60))


BREATH = (
    *("add Alric hp=38 ac=18", "add Corin hp=24 ac=12", "add Brena hp=30 ac=14", 'bring "Adult Black Dragon"'),
    *("initiative Dragon 20", "initiative heroes 5", "next"),
)


def test_clicks_choose_several_where_an_act_takes_several() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.right_click("combatants", "Dragon")
        await mouse.pilot.press(*"use", "enter")
        await mouse.click("strip", "Alric")
        for name in ("Corin", "Brena", "Alric", "Brena"):
            await mouse.click("combatants", name)
        await mouse.click("strip", "Alric", after="whom")
        target = next(field for field in mouse.controller.mode.fields if field.spec.attr == "target")
        assert target.text == "Corin"
        await mouse.click("strip", "Alric", after="whom")
        assert target.text == "Corin,Alric"
        await mouse.click("strip", "result")
        await mouse.click("strip", "rolls")
        assert mouse.last.startswith('use "Adult Black Dragon" Corin,Alric ')

    play_with(BREATH, act, (120, 40), "srd5")


def test_what_is_typed_after_a_click_on_a_field_of_a_sheet_goes_into_it() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press("e")
        await mouse.click("strip", "weapon")
        await mouse.pilot.press(*"pistol")
        assert "weapon pistol" in " ".join(mouse.shown("strip"))

    play(act, "begin action")


@pytest.mark.parametrize("column", [0, 3, 6])
def test_a_click_into_a_text_that_is_typed_moves_the_cursor_there(column: int) -> None:
    async def act(mouse: Mouse) -> None:
        async def click(word: str) -> None:
            await mouse.pilot.pause()
            x, y = mouse.place("strip", word)
            await mouse.pilot.click("#strip", offset=(x + column, y))
            await mouse.pilot.press("X")
            await mouse.pilot.pause()

        typed = "Old man"[:column] + "X" + "Old man"[column:]
        await mouse.pilot.press("+", *"Old man")
        await click("Old man")
        assert typed in " ".join(mouse.shown("strip"))
        await mouse.pilot.press("escape", ":", *"note Old man")
        await click("Old man")
        await mouse.pilot.press("enter")
        assert mouse.last == f"note {typed}"
        await mouse.pilot.press("e", *"weapon", "enter", *"Old man")
        await click("Old man")
        assert typed in " ".join(mouse.shown("strip"))

    play(act, "begin action")


@pytest.mark.parametrize(("column", "typed"), [(0, "X漢字 man"), (1, "X漢字 man"), (2, "漢X字 man"), (6, "漢字 mXan")])
def test_a_click_into_a_text_of_wide_characters_moves_the_cursor_to_the_one_there(column: int, typed: str) -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press(":")
        mouse.controller.paste("note 漢字 man")
        mouse.app.main.show()
        await mouse.pilot.pause()
        x, y = mouse.place("strip", "漢字")
        await mouse.pilot.click("#strip", offset=(x + column, y))
        await mouse.pilot.press("X", "enter")
        assert mouse.last == f"note {typed}"

    play(act, "begin action")


def test_a_click_into_a_value_that_is_selected_keeps_it_and_moves_the_cursor_there() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press("e")
        await mouse.click("strip", "grit 12")
        await mouse.click("strip", "12  grit.max")
        await mouse.pilot.press("3", "enter")
        assert mouse.last == "set Vega grit=312"

    play(act, "begin action")


def test_a_click_into_a_row_of_a_sheet_moves_the_cursor_there() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "react")
        await mouse.pilot.press(*"135")
        await mouse.click("strip", "35")
        await mouse.pilot.press("6")
        assert mouse.controller.mode.cells[0][0].text == "1635"

    play(act, "begin reaction")
