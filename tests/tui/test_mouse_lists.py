"""Lists at the mouse: a plain click begins a new selection, and what was opened by a click is closed by one."""

from __future__ import annotations

import pytest

from tests.tui.test_mouse import Mouse, play_with

PARTY = ("add Ann hp=20", "add Bo hp=20", "add Cy hp=20", "add Dan hp=20")
WOLVES = (*PARTY, "bring Wolf count=2", "bring Ogre", "initiative all 10", "next")


def test_a_click_on_somebody_else_picks_nobody_any_more() -> None:
    async def act(mouse: Mouse) -> None:
        selection = mouse.controller.selection
        await mouse.click("combatants", "Wolf 1")
        await mouse.click("combatants", "Wolf 2", control=True)
        await mouse.click("combatants", "Wolf 1")
        assert selection.picked == {"Wolf 1", "Wolf 2"}, "one of those picked"
        await mouse.pilot.press("k", "k")
        assert selection.picked == {"Wolf 1", "Wolf 2"}
        await mouse.click("combatants", "Ogre")
        assert not selection.picked
        await mouse.click("combatants", "Bo", control=True)
        assert selection.picked == {"Ogre", "Bo"}, "whoever was clicked before"
        await mouse.click("combatants", "Ann", times=2)
        assert mouse.controller.mode.title == "Ann"
        await mouse.click("keys", "leave")
        await mouse.pilot.press("d", "2", "enter")
        assert mouse.last == "hurt Ann 2"

    play_with(WOLVES, act, (120, 40), "srd5")


def test_those_picked_go_on_aiming_together_from_the_board() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("combatants", "Ann")
        await mouse.click("combatants", "Bo", control=True)
        await mouse.click("range", "Ogre")
        assert mouse.controller.selection.picked == {"Ann", "Bo"}

    play_with(WOLVES, act, (120, 40), "srd5")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_title_of_the_list_has_the_word_that_picks_nobody(size: tuple[int, int]) -> None:
    async def act(mouse: Mouse) -> None:
        assert "unpicks" not in mouse.shown("combatants")[0]
        await mouse.click("combatants", "Ann")
        await mouse.click("combatants", "Bo", control=True)
        await mouse.click("combatants", "unpicks", after="2 picked")
        assert not mouse.controller.selection.picked
        assert "unpicks" not in mouse.shown("combatants")[0]

    play_with(WOLVES, act, size, "srd5")


def test_the_title_of_the_list_counts_who_is_picked_and_up() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("combatants", "Ann")
        await mouse.click("combatants", "Goblin", control=True)
        assert "· 3 picked" in mouse.shown("combatants")[0]
        await mouse.pilot.press("escape")
        mouse.controller.selection.turn_fold(False, "Goblin 1")
        mouse.controller.selection.select("Goblin 1")
        await mouse.pilot.press("space")
        assert "· 1 picked" in mouse.shown("combatants")[0], "who is out may be picked, to come back"

    goblins = ("add Goblin side=enemies count=4", 'out "Goblin 1","Goblin 3"')
    play_with((*PARTY, *goblins), act, (120, 40), "srd5")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("word", ["sheet", "back"])
def test_a_whole_sheet_is_closed_by_a_click_on_its_title(size: tuple[int, int], word: str) -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("combatants", "Ogre")
        await mouse.pilot.press("i")
        await mouse.pilot.pause()
        await mouse.click("inspect", word, after="Ogre")
        assert not mouse.controller.selection.inspect

    play_with(WOLVES, act, size, "srd5")


MAGE = ("add Zed hp=20", "arm Zed fireball", "add Ann hp=20", "add Imp side=enemies hp=10 ac=13")
COVEN = (*MAGE, "add Gob count=3 side=enemies hp=7 ac=15", "initiative all 10", "next")


def _target(mouse: Mouse) -> str:
    return next(field.text for field in mouse.controller.mode.fields if field.spec.attr == "target")


def test_a_click_with_control_adds_a_target_or_takes_it_away_whatever_field_is_active() -> None:
    async def act(mouse: Mouse) -> None:
        mouse.controller.open("cast", {"weapon": "fireball", "target": "Imp"})
        mouse.app.main.show()  # type: ignore[union-attr]
        await mouse.click("strip", "fireball")
        for target in ("Imp,Ann", "Imp"):
            await mouse.click("combatants", "Ann", control=True)
            assert _target(mouse) == target
        await mouse.click("combatants", "Ann")
        assert _target(mouse) == "Ann", "without it, one instead of the others"

    play_with(COVEN, act, (120, 40), "srd5")


def test_a_click_on_a_folded_group_gives_all_of_it_who_are_up_where_several_may_be_given() -> None:
    async def act(mouse: Mouse) -> None:
        mouse.controller.open("cast", {"weapon": "fireball"})
        await mouse.pilot.pause()
        await mouse.click("combatants", "Gob ×3")
        assert _target(mouse) == "Gob"
        await mouse.click("combatants", "Gob ×3", control=True)
        assert _target(mouse) == ""
        await mouse.pilot.press("escape")
        mouse.controller.run('hurt "Gob 2" 20')
        mouse.controller.open("cast", {"weapon": "fireball", "target": "Imp"})
        await mouse.pilot.pause()
        await mouse.click("combatants", "Gob ×3", control=True)
        assert _target(mouse) == "Imp,Gob 1,Gob 3"

    play_with(COVEN, act, (120, 40), "srd5")


def test_a_field_holds_what_it_shows_also_where_nothing_is_called_so() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press("a", "tab", "tab")
        form = mouse.controller.mode
        form.at = next(at for at, field in enumerate(form.fields) if field.spec.attr == "target")
        typed = [(whole[-1], whole) for whole in ("i", "im", "imp", "impl", "impla")]
        deleted = [("backspace", whole) for whole in ("impl", "imp", "im", "i")]
        for key, shown in (*typed, *deleted):
            await mouse.pilot.press(key)
            await mouse.pilot.pause()
            assert f"target {shown}▁" in mouse.shown("strip")[1]
            assert (form.fields[form.at].text + form.mark, bool(form.mark)) == (shown, len(shown) > 3)

    play_with(COVEN, act, (120, 40), "srd5")


def test_a_token_is_dragged_away_from_all_who_are_picked_who_stay_so() -> None:
    async def act(mouse: Mouse) -> None:
        party = ("Ann", "Bo", "Cy")
        await mouse.click("combatants", "Ann")
        for name in party[1:]:
            await mouse.click("combatants", name, control=True)
        for band in ("distant", "reach"):
            await mouse.drag("range", "Ogre", onto=band)
            scene = mouse.controller.scene
            assert {scene.band(name, "Ogre") for name in party} == {band}
            assert scene.band("Dan", "Ogre") == "near"
            assert mouse.controller.selection.picked == set(party)
        for _ in range(2):
            await mouse.pilot.press("u")
        assert [mouse.controller.scene.band(name, "Ogre") for name in party] == ["near", "near", "far"]

    play_with((*WOLVES, "range all near", "range Cy Ogre far"), act, (120, 40), "srd5")


def test_nobody_is_against_themselves_on_the_card() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("combatants", "Ann")
        await mouse.click("combatants", "Bo", control=True)
        await mouse.click("range", "Ogre")
        assert any("Bo against Ogre" in line for line in mouse.shown("combatants"))
        while mouse.controller.selection.selected != "Ogre":
            await mouse.pilot.press("j")
        assert mouse.controller.selection.picked == {"Ann", "Bo"}
        assert not any("Ogre against" in line for line in mouse.shown("combatants"))

    play_with((*WOLVES, "arm Bo spear"), act, (120, 40), "srd5")


def test_a_click_on_a_weapon_of_the_card_chooses_it_in_the_form() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.pilot.press("a")
        form = mouse.controller.mode
        for weapon in ("shortbow", "scimitar"):
            await mouse.click("combatants", "1d6", after=weapon)
            assert next(field.text for field in form.fields if field.spec.attr == "weapon") == weapon
            assert mouse.controller.mode is form
        await mouse.pilot.press("escape")
        selected = mouse.controller.selection.selected
        await mouse.click("combatants", "1d6", after="shortbow")
        assert (mouse.controller.mode, mouse.controller.selection.selected) == (None, selected)

    armed = ("add Ann", "arm Ann scimitar", "arm Ann shortbow", "add Goblin side=enemies")
    play_with((*armed, "initiative Ann 9 ; initiative Goblin 1", "next"), act, (120, 40), "srd5")


def test_the_key_of_the_menu_says_what_it_does_also_over_a_sheet_that_was_opened_from_the_log() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("log", "Ann joins")
        assert "reasons" in mouse.shown("keys")[0]
        await mouse.pilot.press("i")
        await mouse.pilot.pause()
        assert "actions" in mouse.shown("keys")[0]
        await mouse.pilot.press("enter")
        assert mouse.controller.mode.name == "menu"

    play_with(WOLVES, act, (120, 40), "srd5")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_log_has_the_same_columns_for_short_names_and_long_ones(size: tuple[int, int]) -> None:
    async def act(mouse: Mouse) -> None:
        told = [line for line in mouse.shown("log") if "by hand" in line]
        assert {line.index("by hand") for line in told} == {told[0].index("by hand")}
        assert any("dead" in line for line in told)
        assert len(told) == 2

    play_with(
        ("add Bo hp=20", 'bring "Goblin Warrior" count=2', 'hurt "Goblin Warrior 2" 10', "hurt Bo 1"), act, size, "srd5"
    )
