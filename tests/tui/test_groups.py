"""Groups as single lines of the list: folded, unfolded, acting, hurt one by one or all at once."""

from __future__ import annotations

import pytest

from tests.small_game import session
from tests.table import played
from tests.tui.skirmish import FIGHT, SKIRMISH, Room, Seat, in_strip
from tests.tui.test_combatants import do, lines
from tracker.games.registry import find
from tracker.tui.app import TrackerApp
from tracker.tui.cockpit.controller import Controller
from tracker.tui.cockpit.view import Click, Fold
from tracker.tui.look.preferences import Options
from tracker.tui.panes.rows import folded_row
from tracker.tui.strip.group_form import GroupForm

GOONS = (*FIGHT, "add Goon side=enemies hp=6 armor=2 count=4", "add Zed side=enemies hp=6")


def app(*more: str) -> TrackerApp:
    return TrackerApp(session(*GOONS, *more, system=SKIRMISH), options=Options(animations=False))


def row_of(program: TrackerApp, name: str) -> str:
    return next((line for line in lines(program) if name in line), "")


def summary(*more: str) -> list[str]:
    """The words of the marks of the folded line, weapons not among them."""
    fight = session(*GOONS, *more, system=SKIRMISH)
    fold = Fold("Goon", fight.scene.group("Goon"))
    return [badge.word for badge in folded_row(SKIRMISH, fight.scene, fold, None, waiting=False).badges]


# ---------------------------------------------------------------------- the line


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_group_is_one_line_with_its_number_and_what_all_have_left(size: tuple[int, int]) -> None:
    program = app('hurt "Goon 2" 3')
    async with program.run_test(size=size):
        row = row_of(program, "Goon ×4")
        assert "21/24" in row
        assert "2 at 3/6" in row
        assert not row_of(program, "Goon 1")
        assert row_of(program, "Zed")


async def test_a_group_of_two_stands_name_by_name_until_it_is_folded() -> None:
    program = TrackerApp(
        session("add Ann hp=8", "add Rat side=enemies hp=6 count=2", system=SKIRMISH), options=Options(animations=False)
    )
    async with program.run_test(size=(100, 30)) as pilot:
        assert row_of(program, "Rat 1")
        await pilot.press("j", "left")
        assert row_of(program, "Rat ×2")
        await pilot.press("right")
        assert row_of(program, "Rat 2")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ((), []),
        (("hurt Goon amount=2",), []),
        (('hurt "Goon 2" 3',), ["#2 at 3/6"]),
        (('hurt "Goon 2" 6', 'out "Goon 2"'), ["#2 out"]),
        (('out "Goon 2","Goon 3"',), ["#2 and #3 out"]),
        (('mark "Goon 2" dazed', 'mark "Goon 3" dazed'), ["dazed ×2"]),
        (("mark Goon dazed",), ["dazed"]),
        (('cover "Goon 4" half',), ["half ×1"]),
    ],
)
def test_the_line_says_who_differs_and_how(more: tuple[str, ...], words: list[str]) -> None:
    assert summary(*more) == words


@pytest.mark.parametrize(
    ("game", "sheet", "more", "acts", "cells", "carried"),
    [
        ("gen6", "health=6 con=3 defense=11", (), ["·maj", "·min"], ("11", "", "9/9"), ["club"]),
        (
            "gen6",
            "health=6 con=3 defense=11",
            ('defend "Goon 2"',),
            ["·maj 2/3", "·min"],
            ("11 ×2, 11+2", "", "9/9"),
            ["club"],
        ),
        ("gen6", "health=6 con=3", ('hurt "Goon 2" 2 con',), ["·maj", "·min"], ("", "", "7/9"), ["club"]),
        (
            "gen6",
            "health=6 defense=11",
            ('set "Goon 1" defense=14',),
            ["·maj", "·min"],
            ("14, 11 ×2", "", ""),
            ["club"],
        ),
        ("contract", "brawn=2", ('act "Goon 2" waits',), ["·act 2/3", "·exert"], ("", "", ""), ["club"]),
        ("contract", "brawn=2", ('injure "Goon 2" 1',), ["·act", "·exert"], ("−1 ×1", "", "1 ×1"), ["club"]),
        ("unknown-armies", "struggle=40", ('disarm "Goon 2" club',), ["·act"], ("–", "40", "–", ""), ["club ×2"]),
        (
            "unknown-armies",
            "struggle=40 body=50",
            ('hurt "Goon 1" 40', 'hurt "Goon 2" 20', 'hurt "Goon 3" 45', 'out! "Goon 3" as=dead'),
            ["·act"],
            ("–", "40", "–", "−20, −10"),
            ["club"],
        ),
        ("outgunned", "attack=basic defense=basic", (), [], ("basic", "basic"), ["club"]),
    ],
)
def test_the_line_never_says_of_all_what_holds_for_one(
    game: str, sheet: str, more: tuple[str, ...], acts: list[str], cells: tuple[str, ...], carried: list[str]
) -> None:
    system = find(game)
    fight = session(f"add Goon side=enemies count=3 {sheet}", "arm Goon club", *more, system=system)
    row = folded_row(system, fight.scene, Fold("Goon", fight.scene.group("Goon")), None, waiting=False)
    assert [f"{badge.glyph}{badge.word}" for badge in row.actions] == acts
    assert row.cells == cells
    assert [badge.word for badge in row.badges if "club" in badge.word] == carried


def test_the_bar_of_a_group_is_that_of_who_can_still_act_as_its_cells_are() -> None:
    system = find("gen6")
    fight = session("add Goon side=enemies count=3 health=12 con=3", 'hurt "Goon 1" 4', 'out "Goon 2"', system=system)
    row = folded_row(system, fight.scene, Fold("Goon", fight.scene.group("Goon")), None, waiting=False)
    assert row.bar is not None
    assert (row.bar.value, row.bar.max, row.cells[-1]) == (20, 24, "6/6")


def test_a_group_that_is_out_altogether_says_so() -> None:
    fight = session(*GOONS, "out Goon as=dead", system=SKIRMISH)
    row = folded_row(SKIRMISH, fight.scene, Fold("Goon", fight.scene.group("Goon")), None, waiting=False)
    assert row.out == "all dead"
    assert row.bar is not None
    assert row.bar.value == 0


async def test_the_line_opens_and_folds_by_key_and_by_click() -> None:
    program = app()
    async with program.run_test(size=(120, 40)) as pilot:
        await pilot.press("j", "j", "j", "right")
        assert [bool(row_of(program, f"Goon {number}")) for number in range(1, 5)] == [True] * 4
        await pilot.press("j", "left")
        assert row_of(program, "Goon ×4")
        at = next(at for at, line in enumerate(lines(program)) if "Goon ×4" in line)
        await pilot.click("#combatants", offset=(3, at))
        await pilot.pause()
        opened = row_of(program, "Goon 1")
        assert "▾" in opened
        at = next(at for at, line in enumerate(lines(program)) if "Goon 1" in line)
        await pilot.click("#combatants", offset=(3, at))
        await pilot.pause()
        assert row_of(program, "Goon ×4")
        await pilot.click("#combatants", offset=(20, at))
        await pilot.pause()
        assert row_of(program, "Goon ×4").startswith("▌")


async def test_a_change_is_seen_in_the_folded_line() -> None:
    program = app()
    async with program.run_test(size=(120, 40)):
        do(program, 'hurt "Goon 3" 4')
        assert "20/24" in row_of(program, "Goon ×4")
        do(program, "remove Goon")
        assert not row_of(program, "Goon")


async def test_what_is_looked_for_stands_name_by_name() -> None:
    program = app()
    async with program.run_test(size=(120, 40)) as pilot:
        await pilot.press("/", *"goon")
        assert row_of(program, "Goon 4")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "sheet"),
    [
        ("outgunned", "grit=6"),
        ("contract", "body=6 brawn=2"),
        ("gen6", "health=12 con=4"),
        ("unknown-armies", "body=40"),
    ],
)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_every_game_folds(game: str, sheet: str, size: tuple[int, int]) -> None:
    fight = session("add Ann", f"add Goon side=enemies count=5 {sheet}", 'mark "Goon 2" dazed', system=find(game))
    program = TrackerApp(fight, options=Options(animations=False))
    async with program.run_test(size=size) as pilot:
        assert row_of(program, "Goon ×5")
        await pilot.press("j")
        assert "dazed ×1" in "\n".join(lines(program))
        await pilot.press("right")
        assert "dazed" in row_of(program, "Goon 2")


# ---------------------------------------------------------------------- selecting and acting


def test_down_and_up_step_over_the_line() -> None:
    seat = Seat(*GOONS)
    names = []
    for key in "jjjjkk":
        seat.type(key)
        names.append(seat.controller.selection.selected)
    assert names == ["Bea", "Gobs", "Goon 1", "Zed", "Goon 1", "Gobs"]


def test_the_line_is_about_who_acts_next() -> None:
    seat = Seat(*GOONS, 'out "Goon 1"')
    seat.type("jjj")
    assert seat.controller.selection.selected == "Goon 2"
    seat.controller.run('out "Goon 2"')
    assert seat.controller.selection.selected == "Goon 3"
    seat.type("x enter")
    assert seat.last.startswith('dash "Goon 3"')


@pytest.mark.parametrize(
    ("keys", "hit"),
    [
        ("d2 enter", {1, 2, 3, 4}),
        ("right d2 enter", {1}),
        ("right space jj space d2 enter", {1, 3}),
        ("space d2 enter", {1, 2, 3, 4}),
    ],
)
def test_damage_to_one_to_some_or_to_all(keys: str, hit: set[int]) -> None:
    seat = Seat(*GOONS)
    seat.type(f"jjj {keys}")
    scene = seat.controller.scene
    assert {number for number in range(1, 5) if scene[f"Goon {number}"].value("hp") == 4} == hit
    seat.type("u")
    assert all(seat.controller.scene[f"Goon {number}"].value("hp") == 6 for number in range(1, 5))


def test_who_is_out_already_is_not_hurt_with_the_group() -> None:
    seat = Seat(*GOONS, 'out "Goon 2"')
    seat.type("jjj d2 enter")
    assert [seat.controller.scene[f"Goon {number}"].value("hp") for number in range(1, 5)] == [4, 6, 4, 4]


@pytest.mark.parametrize(("keys", "command"), [("v", "hide Goon"), ("delete", "remove Goon")])
def test_what_takes_a_list_takes_the_group_by_its_name(keys: str, command: str) -> None:
    assert Seat(*GOONS).type(f"jjj {keys}").last == command


def test_a_group_that_was_opened_stays_open_when_more_of_it_come() -> None:
    seat = Seat(*GOONS)
    seat.type("jjj right")
    seat.controller.run("add Goon side=enemies hp=6 armor=2 count=2")
    assert seat.controller.selection.listed().folded == {}


# ---------------------------------------------------------------------- everywhere else

CAMP = (
    "add Ann hp=20 dex=14",
    "add Goon side=enemies hp=10 count=6",
    "add Boss side=enemies hp=30",
    "cover Goon half",
    'cover "Goon 2" none ; cover "Goon 4" none',
    'range Ann "Goon 6" far',
    "initiative Ann 19 ; initiative Goon 12 ; initiative Boss 5",
    "next",
)


def painted(program: TrackerApp) -> str:
    """What stands on the screen."""
    return "\n".join("".join(part.text for part in line) for line in program.screen._compositor.render_strips())


@pytest.mark.parametrize("selected", ["Sam", "Goons 1"])
def test_a_folded_group_steps_from_band_to_band_as_one(selected: str) -> None:
    fight = session("add Sam", "add Goons side=enemies count=3", "range all close", system=find("outgunned"))
    controller = Controller(fight, Room())
    controller.selection.select(selected)
    controller.press("]", "]")
    assert {fight.scene.band("Sam", name) for name in fight.scene.group("Goons")} == {"medium"}


def test_of_a_folded_group_that_a_turn_selected_one_moves_and_of_one_selected_by_hand_all() -> None:
    lines = ("add Ann", "add Goon side=enemies count=3", "range all far", "initiative Goon 15 ; initiative Ann 5")
    fight = played("srd5", *lines, "next", "next")
    controller = Controller(fight, Room())
    controller.press("n", "n")
    assert fight.scene.turn.name == "Goon 3"
    controller.press("[", "[")
    assert fight.story()[-1].command == 'nearer "Goon 3" Ann'
    for key in ("k", "j", "["):
        controller.press(key, key)
    assert fight.story()[-1].command == "nearer Goon Ann"
    controller.act("whose-turn")
    controller.press("]", "]")
    assert fight.story()[-1].command == 'farther "Goon 3" Ann'


async def test_the_board_the_cover_and_the_order_fold_a_group_as_the_list_does() -> None:
    program = TrackerApp(session(*CAMP, system=find("srd5")), options=Options(animations=False))
    async with program.run_test(size=(120, 40)) as pilot:
        assert "12 Goon ×6 · 5 Boss" in painted(program)
        assert "Goon ×5" in painted(program)
        assert "│Goon 6" in painted(program)
        assert "Goon 3" not in painted(program)
        assert "Goon ×4  ◧ half" in painted(program)
        assert "in the open: Ann, Goon ×2, Boss" in painted(program)
        await pilot.press("j", "right")
        await pilot.pause()
        assert "12 Goon 1 · 12 Goon 2" in painted(program)
        assert "Goon 3" in painted(program)
        assert "Goon 5  ◧ half" in painted(program)


async def test_the_chance_on_the_board_is_that_of_all_of_the_group() -> None:
    program = TrackerApp(session(*CAMP, system=find("srd5")), options=Options(animations=False))
    async with program.run_test(size=(140, 40)) as pilot:
        await pilot.press("%")
        await pilot.pause()
        assert "Goon ×5 55…65 %" in painted(program)


def test_a_folded_group_is_one_target_until_one_of_it_is_typed() -> None:
    seat = Seat()
    seat.controller = Controller(session(*CAMP, system=find("srd5")), seat.room)
    press = seat.controller.press
    press("t", "t")
    assert [item.word for item in seat.controller.mode.items()] == ["Goon ×6", "Boss"]  # type: ignore[union-attr]
    press("enter")
    assert seat.controller.selection.target() == "Goon 1"
    for key in "t4":
        press(key, key)
    press("enter")
    assert seat.controller.selection.target() == "Goon 4"
    press("o", "o")
    actions = ("Goon 1 ×3 · nearer", "Goon 2 ×2 · nearer", "Goon 6", "Boss · nearer")
    assert tuple(seat.controller.mode.actions) == actions  # type: ignore[union-attr]


def test_one_initiative_is_asked_of_a_group_and_its_acts_are_one_entry() -> None:
    seat = Seat()
    fight = session(*CAMP[:3], system=find("srd5"))
    seat.controller = Controller(fight, seat.room)
    press = seat.controller.press
    press("I", "I")
    assert isinstance(seat.controller.mode, GroupForm)
    shown = "\n".join(
        "".join(text for text, _ in line) for line in seat.controller.mode.lines(seat.controller, 110, 12)
    )
    assert shown.count("Goon") == 1
    for key in ("1", "9", "tab", "1", "2", "tab", "5", "enter"):
        press(key, key if len(key) == 1 else None)
    assert {fight.scene[name].number("initiative") for name in fight.scene.group("Goon")} == {12}
    assert len(fight.story()) == 4
    for key in ("end", "up", "d", "3", "enter"):
        press(key, key if len(key) == 1 else None)
    assert len(fight.story()) == 5
    assert {fight.scene[name].value("hp") for name in fight.scene.group("Goon")} == {7}


def test_whoever_is_left_without_initiative_is_rolled_or_named() -> None:
    seat = Seat()
    stats = "dexterity=3 alertness=2"
    fight = session(
        f"add Mara {stats}", f"add Guard side=enemies count=2 {stats}", "add Stray", system=find("contract")
    )
    seat.controller = Controller(fight, seat.room)
    for key in ("I", "7"):
        seat.controller.press(key, key)
    form = seat.controller.mode
    assert isinstance(form, GroupForm)
    shown = ["".join(text for text, _ in line) for line in form.lines(seat.controller, 110, 12)]
    assert shown[-1].strip() == "Left out: Stray. ⏎ also rolls for Guard 1, Guard 2."
    seat.controller.press("enter", None)
    places = {name: "initiative" in combatant.fields for name, combatant in fight.scene.combatants.items()}
    assert places == {"Mara": True, "Guard 1": True, "Guard 2": True, "Stray": False}
    assert len(fight.story()) == 4


def test_more_results_than_one_has_name_the_way_to_act_with_all() -> None:
    fight = session(*CAMP, "arm Goon club hit=4 dice=1d6", system=find("srd5"))
    controller = Controller(fight, Room())
    controller.selection.select("Goon 1")
    controller.press("a")
    for sign in "12,14,9,11":
        controller.press(sign, sign)
    controller.press("enter")
    assert "Only Goon 1 acts here; esc, then space selects all of Goon ×6, a result for each." in " ".join(
        in_strip(controller).split()
    )


def test_a_list_of_results_stays_while_somebody_else_is_named_to_act() -> None:
    controller = Controller(session(*CAMP, "arm Goon club hit=4 dice=1d6", system=find("srd5")), Room())
    controller.selection.select("Goon 1")
    controller.open("stealth")
    for sign in "4,3,4":
        controller.press(sign, sign)
    for key in ("shift+tab", "space", "backspace"):
        controller.press(key, " " if key == "space" else None)
        assert "result 4,3,4" in in_strip(controller)


def test_the_damage_of_each_is_typed_behind_the_results() -> None:
    fight = session(*CAMP, "arm Goon club hit=4 dice=1d6", system=find("srd5"))
    controller = Controller(fight, Room())
    controller.selection.turn_fold(False, "Goon 1")
    controller.selection.picked = frozenset({"Goon 1", "Goon 2"})
    controller.press("a")
    for sign in "18,17 damage=5,6":
        controller.press("space" if sign == " " else sign, sign)
    controller.press("enter")
    assert fight.scene["Ann"].value("hp") == 9, in_strip(controller)


def test_results_are_for_those_of_a_picked_group_who_are_up() -> None:
    setup = ("arm Goon club hit=4 dice=1d6", 'out "Goon 2"', 'out "Goon 4"', 'out "Goon 5"')
    fight = session(*CAMP, *setup, system=find("srd5"))
    controller = Controller(fight, Room())
    controller.selection.select("Goon 1")
    controller.press("space")
    controller.press("a")
    for sign in "18,17,5 damage=5,6,-":
        controller.press("space" if sign == " " else sign, sign)
    controller.press("enter")
    assert fight.scene["Ann"].value("hp") == 9, in_strip(controller)


@pytest.mark.parametrize(("by_turns", "order"), [(False, "Ben,Ann,Rat"), (True, "Ben,Rat,Ann")])
def test_those_picked_act_in_the_order_of_the_screen(by_turns: bool, order: str) -> None:
    lines_ = ("add Ann", "add Ben", "add Rat side=enemies", "add Dog side=enemies")
    numbers = ("initiative Ann 5", "initiative Ben 20", "initiative Rat 12", "initiative Dog 2", "next")
    fight = session(*lines_, *numbers, system=find("srd5"))
    controller = Controller(fight, Room())
    controller.selection.by_turns = by_turns
    controller.selection.picked = frozenset({"Rat", "Ann", "Ben"})
    assert ",".join(controller.selection.actors()) == order


GOBS = ("add Ann hp=40", "add Gob side=enemies count=3", "range all reach", "initiative Ann 9", "initiative Gob 12")


@pytest.mark.parametrize("picks", [False, True])
def test_of_a_group_in_which_one_has_acted_the_others_attack(picks: bool) -> None:
    fight = played("srd5", *GOBS, "next", 'attack "Gob 1" Ann miss')
    controller = Controller(fight, Room())
    controller.selection.select("Gob 1")
    assert controller.selection.fold() is not None
    if picks:
        controller.click(Click("row:Gob 1", picks=True))
    controller.press("a", "a")
    assert ("Gob 2 and 1 more → Ann" if picks else "Gob 2 → Ann") in in_strip(controller)
    controller.press("escape", None)
    controller.run('attack "Gob 2" Ann miss')
    controller.run('attack "Gob 3" Ann miss')
    controller.press("a", "a")
    assert "Gob 1 has used the action" in in_strip(controller), "nobody is left"


def test_what_takes_nothing_that_is_used_and_what_comes_in_the_turn_of_a_foe_is_for_all_of_a_group() -> None:
    fight = played("srd5", *GOBS, "next", 'attack "Gob 1" Ann miss')
    controller = Controller(fight, Room())
    controller.selection.picked = frozenset(fight.scene.group("Gob"))
    assert controller.selection.fill(fight.system.actions["dodge"])[1] == ("Gob 2", "Gob 3")
    assert controller.selection.fill(fight.system.actions["save"])[1] == ("Gob 1", "Gob 2", "Gob 3")
    fight.do("active Ann")
    assert controller.selection.fill(fight.system.actions["attack"])[1] == ("Gob 1", "Gob 2", "Gob 3")


def test_of_a_folded_group_the_one_whom_a_foe_has_left_strikes_at_them() -> None:
    fight = played("srd5", *GOBS, "range all far", 'range "Gob 2" Ann reach', "next")
    controller = Controller(fight, Room())
    controller.run("active Ann")
    controller.run('farther Ann "Gob 2"')
    controller.selection.select("Gob 1")
    controller.press("a", "a")
    assert "Gob 2 → Ann" in in_strip(controller)


@pytest.mark.parametrize(
    ("keys", "lines"),
    [
        ("t 4 enter ] ]", ['farther Ann "Goon 4"'] * 2),
        ("t down enter ]", ["farther Ann Goon"]),
        ("t 4 enter t enter ]", ["farther Ann Goon"]),
        ("t Z enter ] ] t 4 enter ] [", ['farther Ann "Goon 4"', 'nearer Ann "Goon 4"']),
    ],
)
def test_a_step_is_against_the_one_of_a_folded_group_whom_the_target_names_else_against_all(
    keys: str, lines: list[str]
) -> None:
    seat = Seat(*GOONS, "range all near").type(keys)
    assert [entry.command for entry in seat.controller.session.story()][-len(lines) :] == lines
