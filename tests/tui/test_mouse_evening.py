"""An evening at the mouse: nothing moves under the pointer, and what was clicked is what happens."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.tui.test_mouse import Mouse, play, play_with
from tracker.tui.screens.help import guide_to
from tracker.tui.strip.menu import OFTEN
from tracker.tui.strip.strip_view import Open

README = Path(__file__).parents[2] / "README.md"

EVENING = (
    *("add Ann hp=20", "add Bo hp=20", "add Cy hp=20", "add Dan hp=20"),
    *('bring "Goblin Warrior" count=4', "bring Ogre", "initiative all 10", "next"),
)


def test_a_word_that_explains_two_keys_opens_a_form_and_does_nothing_by_itself() -> None:
    async def act(mouse: Mouse) -> None:
        before = mouse.last
        await mouse.click("status", "positions")
        assert (mouse.last, mouse.controller.mode.verb) == (before, "range")

    play(act, size=(80, 24))


def test_after_a_click_on_a_flag_the_hands_are_still_in_the_result() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "attack")
        await mouse.click("strip", "adv")
        await mouse.pilot.press("1", "8")
        await mouse.click("keys", "do it")
        assert mouse.last == "attack Ann Goblin 18 nearer adv"

    play_with(("add Ann", "add Goblin side=enemies", "initiative all 10", "next"), act, (80, 24), "srd5")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_source_stays_under_the_pointer_until_the_second_click_takes_it(size: tuple[int, int]) -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press("+", *"wolf")
        await mouse.click("strip", "hp 75")
        assert mouse.last == "add Ann"
        await mouse.click("strip", "hp 75", times=2)
        assert mouse.last == 'bring "Winter Wolf"'

    play_with(("add Ann",), act, size, "srd5")


def test_every_list_of_the_strip_takes_what_is_clicked_twice() -> None:
    async def act(mouse: Mouse) -> None:
        async def twice(key: str, name: str, first: str, second: str) -> None:
            for word, times in ((first, 1), (second, 2)):
                await mouse.pilot.press(key)
                opened = mouse.controller.mode
                assert opened.name == name
                if times == 1:
                    await mouse.click("strip", word)
                    assert mouse.controller.mode is opened
                await mouse.click("strip", word, times)
                assert mouse.controller.mode is not opened
                await mouse.pilot.press("escape", "escape", "escape")

        await twice("enter", "menu", " heal ", " hurt ")
        await twice("t", "target", "John", "Goons")
        await twice("ctrl+p", "palette", "save a copy", "undo")
        await mouse.right_click("log", "John joins")
        await mouse.click("strip", "history", times=2)
        assert type(mouse.app.screen).__name__ == "HistoryScreen"

    play(act, "begin action")


def test_the_log_follows_the_next_act_after_a_click_on_a_line_but_stays_where_the_wheel_put_it() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("log", "11 → 10")
        await mouse.click("combatants", "John")
        await mouse.click("log", "10 → 9")
        await mouse.pilot.press("d", "2", "enter")
        assert "4 → 2" in "".join(mouse.shown("log"))
        for _ in range(3):
            await mouse.wheel("log", up=True)
        seen = mouse.shown("log")[1:]
        assert "4 → 2" not in "".join(seen)
        await mouse.pilot.press("h", "1", "enter")
        assert mouse.shown("log")[1:] == seen
        assert "▼" in mouse.shown("log")[0]
        await mouse.click("log", "Log")
        assert "▼" not in mouse.shown("log")[0]

    play(act, *(["hurt John 1"] * 8), size=(80, 24))


def test_a_line_of_the_log_stays_under_the_pointer_when_its_reasons_open_and_close() -> None:
    async def act(mouse: Mouse) -> None:
        for word in ("11 → 10", "10 → 9"):
            place = mouse.place("log", word)
            for _ in range(2):
                await mouse.click("log", word)
                assert mouse.place("log", word) == place
        await mouse.click("combatants", "John")
        await mouse.pilot.press("d", "2", "enter")
        assert "4 → 2" in "".join(mouse.shown("log"))

    play(act, *(["hurt John 1"] * 8), size=(80, 24))


def test_another_pane_stays_open_in_a_small_terminal_when_somebody_is_clicked() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press("2")
        await mouse.click("combatants", "Goons")
        assert (mouse.controller.selection.selected, mouse.controller.selection.pane) == ("Goons", "range")

    play(act, size=(80, 24))


@pytest.mark.parametrize("ways", [("escape",), ()])
def test_escape_from_what_a_right_click_opened_leaves_the_selection_as_it_was(ways: tuple[str, ...]) -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("combatants", "Vega")
        await mouse.click("combatants", "John", control=True)
        before = mouse.controller.selection.selected, mouse.controller.selection.picked
        await mouse.right_click("combatants", "Goons")
        assert mouse.controller.actors() == ("Goons",)
        await (mouse.pilot.press(*ways) if ways else mouse.click("keys", "leave"))
        await mouse.pilot.pause()
        assert (mouse.controller.selection.selected, mouse.controller.selection.picked) == before

    play(act)


def test_the_weapons_of_a_form_are_a_click_away_in_a_small_terminal() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press("a", *"53882")
        await mouse.click("strip", "weapon")
        await mouse.click("strip", "knife")
        assert "with the knife" in "".join(mouse.shown("strip"))

    lines = ("add Ann dexterity=3 brawl=2 firearms=2", "arm Ann pistol", "arm Ann knife", "add Bob side=enemies")
    play_with(lines, act, (80, 24), "contract")


def test_newcomers_of_a_begun_name_stay_in_place_until_what_is_said_happens() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press("+", *"goblin")
        place = mouse.place("strip", "Goblin Minion")
        await mouse.click("strip", "count")
        await mouse.pilot.press("4")
        assert mouse.place("strip", "Goblin Minion") == place
        await mouse.click("keys", "do it")
        assert mouse.place("strip", "Goblin Minion") == place
        assert "will: Goblin Warrior (4) join" in "".join(mouse.shown("strip"))
        await mouse.click("keys", "do it")
        assert mouse.last == 'bring "Goblin Warrior" count=4'

    play_with(("add Ann",), act, (80, 24), "srd5")


def test_an_option_that_nobody_chose_is_not_taken() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "attack")
        form = mouse.controller.mode
        before = [field.text for field in form.fields]
        await mouse.click("strip", "+ ")
        await mouse.click("keys", "do it")
        assert form.options is None
        assert (mouse.last, [field.text for field in form.fields]) == ("begin action", before)
        for arrow, chosen in (("down", 0), ("up", -1)):
            await mouse.click("strip", "+ ")
            await mouse.pilot.press(arrow)
            assert form.options.at == range(len(form.options.items()))[chosen]
            await mouse.pilot.press("escape")

    play(act, "begin action")


def test_the_answer_to_a_question_leaves_the_one_selected_whose_turn_it_is() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("combatants", "Mara")
        await mouse.click("keys", "questions")
        await mouse.click("strip", "take")
        assert mouse.last == "take Guard against=Mara"
        assert mouse.controller.selection.selected == "Mara"

    fight = ("add Mara brawn=3", "add Guard side=enemies brawn=3", "initiative Mara 3", "initiative Guard 1", "next")
    play_with((*fight, "attack Mara Guard 2"), act, (80, 24), "contract")


def test_a_line_that_cannot_be_taken_out_says_why_in_the_list_that_asked_for_it() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.right_click("log", "Foe joins")
        await mouse.click("strip", "take out", times=2)
        await mouse.pilot.pause()
        assert any("would be refused" in line for line in mouse.shown("strip")), mouse.shown("strip")

    play_with(("add Mara", "add Foe side=enemies", "hurt Foe 1"), act, (80, 24))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("opens", ["a", "enter", "+", "e", ":", "f"])
def test_the_rows_of_the_list_stay_where_they_are_under_a_form(size: tuple[int, int], opens: str) -> None:
    async def act(mouse: Mouse) -> None:
        rows = [line.strip(" ◎▸▌") for line in mouse.shown("combatants")]
        await mouse.pilot.press(opens)
        await mouse.pilot.pause()
        assert [line.strip(" ◎▸▌") for line in mouse.shown("combatants")] == rows

    play_with(EVENING, act, size, "srd5")


def test_what_is_done_most_often_to_somebody_is_in_sight_of_a_right_click() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.right_click("combatants", "Bo")
        said = [line.split()[0] for line in mouse.shown("strip")[2:] if line.strip()]
        assert said[0] == "▌"
        words = [item.word for item in mouse.controller.mode.items() if item.intent != Open("stealth")]
        assert words[0] == "attack"
        often = [word for word in words if word in OFTEN]
        assert often == [word for word in OFTEN if word in words]
        assert {"hurt", "heal", "mark"} <= set(words[:7])
        assert words.index("remove") < words.index("check") < words.index("title") < words.index("keep")
        await mouse.pilot.press(*"condition")
        assert mouse.controller.mode.fitting()[0].word == "mark"
        await mouse.pilot.press("escape", "enter", *"edit", "enter")
        assert mouse.controller.mode.name == "edit"

    play_with(EVENING, act, (80, 24), "srd5")


@pytest.mark.parametrize(
    ("game", "more", "verbs"),
    [
        ("outgunned", ("arm Ann pistol loaded=no",), ("reload", "arm")),
        ("gen6", ("arm Ann revolver",), ("reload", "arm")),
        ("unknown-armies", ("arm Ann revolver kind=gun maximum=50 ready=no",), ("draw", "arm")),
        ("srd5", (), ("arm",)),
        ("contract", (), ("arm",)),
    ],
)
def test_weapons_are_made_ready_from_the_first_twelve_lines(
    game: str, more: tuple[str, ...], verbs: tuple[str, ...]
) -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.right_click("combatants", "Ann")
        assert set(verbs) <= {item.word for item in mouse.controller.mode.items()[:12]}

    play_with(("add Ann", *more, "add Bo side=enemies"), act, (80, 24), game)


def test_a_folded_group_opens_under_a_form_and_a_member_of_it_becomes_the_target() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("combatants", "Ann")
        await mouse.click("keys", "attack")
        await mouse.click("combatants", "▹")
        await mouse.click("combatants", "Goblin Warrior 3")
        assert "Ann → Goblin Warrior 3" in mouse.shown("strip")[1]
        assert mouse.controller.selection.selected == "Ann"

    play_with(EVENING, act, (80, 24), "srd5")


def test_the_card_stays_as_short_as_the_lines_are_below_an_unfolded_group() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("combatants", "▹")
        assert any("whole sheet" in line for line in mouse.shown("combatants"))

    play_with(EVENING, act, (120, 40), "srd5")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_key_line_has_what_can_be_done_now(size: tuple[int, int]) -> None:
    async def act(mouse: Mouse) -> None:
        (keys,) = mouse.shown("keys")
        assert keys.count("initiative") == 1
        mouse.controller.run("initiative all 10")
        mouse.controller.run("next")
        mouse.app.main.show()  # type: ignore[union-attr]
        (keys,) = mouse.shown("keys")
        assert "initiative" not in keys
        assert "d hurt" in keys
        assert "h heal" in keys

    play_with(EVENING[:-2], act, size, "srd5")


def test_a_sheet_is_amended_in_the_row_of_the_line_that_was_clicked() -> None:
    async def act(mouse: Mouse) -> None:
        for name, row in (("John 12", 1), ("Vega: safe", 0)):
            await mouse.right_click("log", name)
            await mouse.click("strip", "amend", times=2)
            assert mouse.app.screen.past.amend.row == row  # type: ignore[attr-defined]
            await mouse.pilot.press("escape", "escape")

    play(act, "begin reaction", "threat 2", "react Vega c ; react John 0")


DRAGON = ("add Bruna hp=40", "add Mira hp=40", 'bring "Adult Red Dragon"', "initiative all 10", "next")


def test_a_word_taken_by_click_leads_on_to_the_result_that_is_still_empty() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press("a")
        await mouse.click("combatants", "Ann")
        await mouse.click("strip", "weapon")
        await mouse.click("strip", "shortbow")
        await mouse.pilot.press("1", "4", "enter")
        assert re.fullmatch("attack Goblin Ann 14 damage=[0-9]+ weapon=shortbow", mouse.last)

    foe = ("add Goblin side=enemies", "arm Goblin scimitar", "arm Goblin shortbow")
    play_with(("add Ann", *foe, "initiative Ann 1 ; initiative Goblin 9", "next"), act, (120, 40), "srd5")


@pytest.mark.parametrize("way", ["right", "twice"])
def test_a_name_in_the_order_of_turns_opens_what_they_can_do_also_after_a_line_of_the_log(way: str) -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("log", "Bruna joins")
        if way == "right":
            await mouse.right_click("combatants", "Mira", after="Combatants")
        else:
            await mouse.click("combatants", "Mira", after="Combatants", times=2)
        assert (mouse.controller.mode.name, mouse.controller.mode.title) == ("menu", "Mira")

    play_with(DRAGON, act, (120, 40), "srd5")


@pytest.mark.parametrize("keys", [("n", "n", "n"), ("k", "j")])
def test_who_is_selected_by_keys_or_the_turn_is_not_among_those_picked(keys: tuple[str, ...]) -> None:
    async def act(mouse: Mouse) -> None:
        first = mouse.controller.selection.selected
        await mouse.click("combatants", first)
        await mouse.pilot.press(*keys)
        assert mouse.controller.selection.selected == first
        await mouse.click("combatants", "Mira", control=True)
        assert mouse.controller.selection.picked == {"Mira"}

    play_with(DRAGON, act, (120, 40), "srd5")


async def _click(mouse: Mouse) -> None:
    await mouse.click("combatants", "John")
    assert mouse.controller.selection.selected == "John"
    await mouse.click("combatants", "Vega")
    await mouse.click("range", "John")
    assert mouse.controller.selection.target() == "John"
    await mouse.click("log", "John joins")
    assert any("line 2: add John" in line for line in mouse.shown("log"))
    await mouse.click("keys", "attack")
    await mouse.click("combatants", "Goons")
    assert "Vega → Goons" in mouse.shown("strip")[1]
    await mouse.click("strip", "pool")
    form = mouse.controller.mode
    assert form.fields[form.at].spec.name == "pool"


async def _second_click(mouse: Mouse) -> None:
    await mouse.click("combatants", "John")
    await mouse.click("combatants", "John")
    assert mouse.controller.mode.title == "John"
    await mouse.click("strip", " heal ")
    await mouse.click("strip", " heal ")
    assert mouse.controller.mode.verb == "heal"
    await mouse.pilot.press("escape")
    await mouse.click("combatants", "Vega")
    await mouse.click("range", "Goons")
    await mouse.click("range", "Goons")
    assert mouse.controller.mode.verb == "attack"


async def _right_click(mouse: Mouse) -> None:
    await mouse.right_click("combatants", "John")
    assert (mouse.controller.mode.name, mouse.controller.mode.title) == ("menu", "John")
    await mouse.pilot.press("escape")
    await mouse.right_click("log", "John joins")
    assert [item.word for item in mouse.controller.mode.items()][:2] == ["amend", "take out"]


async def _with_control(mouse: Mouse) -> None:
    await mouse.click("combatants", "Goons", control=True)
    assert mouse.controller.selection.picked == {"Goons"}


async def _with_shift(mouse: Mouse) -> None:
    await mouse.click("combatants", "Vega")
    await mouse.click("combatants", "John", shift=True)
    assert mouse.controller.selection.picked == {"Vega", "John"}


async def _wheel(mouse: Mouse) -> None:
    await mouse.click("keys", "actions")
    menu, first = mouse.controller.mode, mouse.shown("strip")
    await mouse.wheel("strip")
    assert mouse.shown("strip") != first
    assert menu.at == 0


async def _drag(mouse: Mouse) -> None:
    await mouse.drag("range", "Goons", onto="long")
    assert mouse.last == "range Vega Goons long"


GESTURES = {
    "click": _click,
    "second click": _second_click,
    "right click": _right_click,
    "ctrl+click": _with_control,
    "shift+click": _with_shift,
    "wheel": _wheel,
    "drag": _drag,
}


@pytest.mark.parametrize("gesture", [" ".join(names) for names, _ in guide_to("mouse")[1]])
def test_each_gesture_that_help_and_readme_name_does_what_they_say(gesture: str) -> None:
    assert f"**{gesture}**" in README.read_text("utf-8")
    play(GESTURES[gesture], "begin action")


def test_a_search_in_the_help_is_for_the_text_of_the_help() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press("question_mark")
        page: Any = mouse.app.screen

        def text() -> str:
            return "\n".join("".join(part for part, _ in line) for line in page._body._lines)

        whole = text()
        await mouse.pilot.press("slash", *"second")
        await mouse.pilot.pause()
        assert mouse.app.screen is page
        assert "The mouse" in text()
        assert "second click" in text()
        assert "Glyphs" not in text()
        await mouse.pilot.press("escape")
        await mouse.pilot.pause()
        assert text() == whole
        await mouse.pilot.press("escape")
        await mouse.pilot.pause()
        assert type(mouse.app.screen).__name__ == "MainScreen"

    play(act, "begin action")


@pytest.mark.parametrize("right", [False, True])
def test_a_line_of_the_log_that_is_clicked_again_after_an_undo_is_the_one_that_is_meant(right: bool) -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press("u")
        meant = next(entry.id for entry in mouse.controller.session.story() if "18 → 17" in entry.text)
        for button in (1, 1, 3 if right else 1):
            place = mouse.place("log", "18 → 17")
            await mouse.pilot.click("#log", offset=place, button=button)
            await mouse.pilot.pause()
        if right:
            mouse.place("strip", f"line {meant}")
        else:
            assert mouse.controller.selection.opened == {meant}

    notes = [f"note n{number}." for number in range(30)]
    play_with(("add Ann hp=20", *notes, "hurt Ann 2", "hurt Ann 1", "hurt Ann 1"), act, (80, 24), "srd5")


def test_a_click_on_a_combatant_fills_in_an_option_that_names_one() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press("b")
        await mouse.click("strip", "by")
        await mouse.click("combatants", "Goons")
        assert "by Goons" in " ".join(mouse.shown("strip"))
        await mouse.click("strip", "for")
        await mouse.click("combatants", "Ann")
        assert "for Ann" in " ".join(mouse.shown("strip"))

    lines = ("add Ann brawn=3", "add Sam brawn=2", "add Goons side=enemies grit=6", "add Smugglers side=enemies grit=6")
    play_with((*lines, "begin action", "next"), act, (120, 40))


OUTCOMES = ("add Ann", "add Bo", "add Goblin side=enemies", "initiative all 10", "next")


def test_a_click_on_a_word_of_a_hint_types_it_into_the_result() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "attack")
        await mouse.click("strip", "c+2b")
        assert mouse.controller.mode.result.text == "c+2b"
        await mouse.click("strip", "0", after="c+2b,")
        await mouse.click("strip", "0 full-auto")
        await mouse.click("strip", "2b")
        assert mouse.controller.mode.result.text == "2b full-auto"
        await mouse.click("strip", "133556")
        assert mouse.controller.mode.result.text == "2b full-auto", "an example"
        await mouse.click("keys", "do it")
        assert mouse.last.startswith("attack Vega Goons 2b")

    play(act, "begin action")


def test_a_click_on_a_word_of_a_hint_adds_the_next_one_of_several_results() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("combatants", "Ann")
        await mouse.click("combatants", "Bo", control=True)
        await mouse.click("keys", "attack")
        for word in ("crit", "miss"):
            await mouse.click("strip", word, after="total")
        assert mouse.controller.mode.result.text == "crit,miss"

    play_with(OUTCOMES, act, (120, 40), "srd5")


def test_a_click_on_a_hint_of_a_key_presses_it_between_its_words_too() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "attack")
        await mouse.click("strip", "crit")
        await mouse.click("strip", " leaves it")
        assert mouse.last.startswith("attack Ann Goblin crit")

    play_with(OUTCOMES, act, (120, 40), "srd5")


def test_an_outcome_of_two_words_is_typed_by_a_click() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press("enter", *"deathsave", "enter")
        await mouse.click("strip", "two failures")
        assert mouse.controller.mode.result.text == '"two failures"'
        await mouse.click("keys", "do it")
        assert mouse.last == 'deathsave Ann "two failures"'

    play_with((*OUTCOMES, "set Ann hp=10", "hurt Ann 10"), act, (120, 40), "srd5")


def test_a_click_on_a_word_of_a_hint_fills_in_the_row_of_a_sheet() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press("a")
        await mouse.click("strip", "c+2b")
        await mouse.click("strip", "0", after="c+2b, ")
        assert [row[0].text for row in mouse.controller.mode.cells] == ["c+2b", "0"]

    play(act, "begin reaction", "threat 2")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_click_on_a_name_still_to_act_selects_them(size: tuple[int, int]) -> None:
    async def act(mouse: Mouse) -> None:
        for name in ("John", "Vega"):
            await mouse.click("status", name)
            assert mouse.controller.selection.selected == name
        await mouse.click("status", "still to act")
        assert mouse.controller.selection.selected == "Vega"

    play(act, "begin action", size=size)


def test_a_click_on_a_group_still_to_act_selects_the_first_of_it() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("status", "Scout (2)")
        assert mouse.controller.selection.selected == "Scout 1"

    lines = ("add Scout count=2 pool=5 grit=9", "add Goons side=enemies preset=goons-3", "begin action")
    play_with(lines, act, (120, 40), "outgunned")


def test_a_click_on_the_name_of_whose_turn_it_is_selects_them() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("combatants", "Bo")
        await mouse.click("status", "Ann")
        assert mouse.controller.selection.selected == "Ann"

    play_with(OUTCOMES, act, (120, 40), "srd5")


def test_a_click_on_the_name_of_a_value_types_it_behind_what_is_there_and_one_on_a_hint_sets_a_flag() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press("+", *"Cy")
        await mouse.click("strip", "values")
        await mouse.click("strip", "hp=")
        await mouse.pilot.press("9")
        await mouse.click("strip", "temp=")
        await mouse.pilot.press("2", "space", "a")
        await mouse.click("strip", "ac=")
        await mouse.pilot.press("1", "2")
        await mouse.click("strip", "hidden")
        hidden = next(field for field in mouse.controller.mode.fields if field.is_flag)
        assert hidden.text == "yes"
        mouse.controller.mode.at = mouse.controller.mode.fields.index(hidden)
        await mouse.pilot.press("space", "space")
        await mouse.click("strip", "takes it away")
        assert not hidden.text
        await mouse.click("keys", "do it")
        assert mouse.last == "add Cy hp=9 temp=2 ac=12"

    play_with(OUTCOMES, act, (120, 40), "srd5")


def test_a_click_takes_away_what_opening_the_file_reported() -> None:
    async def act(mouse: Mouse) -> None:
        mouse.controller.told = ("Two lines were torn.",)
        await mouse.pilot.press("j")
        await mouse.click("banner", "takes this away")
        assert mouse.controller.told == ()

    play(act, size=(80, 24))


@pytest.mark.parametrize("word", ["2 shooting", "shooting"])
def test_a_click_on_an_answer_in_a_question_gives_it(word: str) -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press("f")
        await mouse.click("strip", word)
        assert mouse.last == "threat by=Goons 2"

    play(act, "begin reaction", size=(80, 24))


@pytest.mark.parametrize(
    ("spell", "targets"),
    [("sacred flame", ["Goblin Warrior 1"]), ("bane", [f"Goblin Warrior {number}" for number in (1, 2, 3)])],
)
def test_a_spell_takes_no_more_of_a_folded_group_than_it_reaches(spell: str, targets: list[str]) -> None:
    async def act(mouse: Mouse) -> None:
        mouse.controller.selection.select("Ann")
        mouse.controller.open("cast", {"weapon": spell})
        await mouse.click("combatants", "Goblin Warrior ×4")
        target = next(field for field in mouse.controller.mode.fields if field.spec.attr == "target")
        assert target.text.split(",") == targets

    play_with((*EVENING, "set Ann casting=wis level=5 slots-1=4"), act, (80, 24), "srd5")


def test_a_spell_for_an_area_takes_the_whole_folded_group() -> None:
    async def act(mouse: Mouse) -> None:
        mouse.controller.selection.select("Ann")
        mouse.controller.open("cast", {"weapon": "sleep"})
        await mouse.click("combatants", "Goblin Warrior ×4")
        target = next(field for field in mouse.controller.mode.fields if field.spec.attr == "target")
        assert target.text == "Goblin Warrior"

    play_with((*EVENING, "set Ann casting=wis level=5 slots-1=4"), act, (80, 24), "srd5")
