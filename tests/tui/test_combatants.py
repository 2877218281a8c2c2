"""The list of combatants: one or two lines each, their layout, and names that keep their place."""

from __future__ import annotations

import pytest

from tests.small_game import session
from tests.tui.pages import Hands, Pages, at
from tests.tui.skirmish import FIGHT, SKIRMISH
from tracker.games.registry import find
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options
from tracker.tui.panes.combatants import Combatants, Inspect

MARKS = ("dazed", "shaken", "winded", "soaked", "angry", "lost")
MARKED = tuple(f'mark Bea "{mark} to the bone"' for mark in MARKS)
MANY = tuple(f"add Guard{number} side=enemies hp=6" for number in range(1, 9))


def app(*lines: str) -> TrackerApp:
    return TrackerApp(session(*FIGHT, *lines, system=SKIRMISH), options=Options(animations=False))


def whole(program: TrackerApp) -> list[str]:
    return ["".join(text for text, _ in line).rstrip() for line, _ in program.screen.query_one(Combatants)._shown]


def card(program: TrackerApp) -> list[str]:
    """The lines of the card below the list."""
    told = whole(program)
    return told[next((at for at, line in enumerate(told) if "whole sheet" in line), len(told)) :]


def lines(program: TrackerApp) -> list[str]:
    """The lines of the list, without the card."""
    told = whole(program)
    screen = told[: len(told) - len(card(program))]
    while screen and not screen[-1]:
        screen.pop()
    return screen


def lit(program: TrackerApp) -> list[int]:
    return [at for at, (_, marked) in enumerate(program.screen.query_one(Combatants)._shown) if marked]


def places(program: TrackerApp) -> dict[str, int]:
    """The line of each name."""
    told = lines(program)
    return {name: at for at, line in enumerate(told) for name in ("Ann", "Bea", "Gobs") if name in line[:12]}


def do(program: TrackerApp, command: str) -> None:
    assert program.session is not None
    program.session.do(command)
    program.main.show()  # type: ignore[union-attr]


async def test_with_lines_free_everybody_has_a_second_for_what_the_first_has_no_room_for() -> None:
    program = app(*MARKED[:3])
    async with program.run_test(size=(100, 40)):
        told, at = lines(program), places(program)
        assert at["Bea"] - at["Ann"] == 2
        assert all(f"! {mark} to the bone" in "".join(told[at["Bea"] : at["Bea"] + 2]) for mark in MARKS[:3])
        assert not told[at["Ann"] + 1].strip()


async def test_without_lines_free_everybody_has_one() -> None:
    program = app(*MANY, *MARKED[:3])
    async with program.run_test(size=(100, 24)):
        at = places(program)
        assert at["Bea"] - at["Ann"] == 1


async def test_a_side_has_second_lines_while_there_is_space_for_all_of_it() -> None:
    program = app(*MANY, *MARKED[:3])
    async with program.run_test(size=(100, 34)):
        told, at = lines(program), places(program)
        assert at["Bea"] - at["Ann"] == 2
        guards = [place for place, line in enumerate(told) if "Guard" in line]
        assert guards == list(range(guards[0], guards[0] + len(guards)))


async def test_enemies_have_no_second_lines_where_heroes_have_none_but_what_has_no_room_takes_a_free_one() -> None:
    heroes = ("Nadia", "Elsa", "Theo", "Karim")
    armed = ("arm Nadia sniper-rifle", "arm Nadia revolver")
    foes = ('add "Wharf Thugs" side=enemies preset=goons-2 count=2', "add Boss side=enemies preset=boss-1")
    fight = session(*(f"add {hero}" for hero in heroes), *armed, *foes, "begin action", system=find("outgunned"))
    program = TrackerApp(fight, options=Options(animations=False))
    async with program.run_test(size=(80, 24)):
        told = whole(program)
        thugs = [at for at, line in enumerate(told) if "Wharf Thugs" in line and " against " not in line]
        assert thugs == [thugs[0], thugs[0] + 1]
        assert all(word in " ".join(told) for word in ("● sniper-rifle ▮▮▮", "● revolver ▮▮▮"))


async def test_a_bar_gives_way_before_a_word_does() -> None:
    lines_played = ("add Nadia", 'add "Capitaine Roux" side=enemies preset=boss-1', *(f"add Thug{n}" for n in range(9)))
    fight = session(*lines_played, "begin action", system=find("outgunned"))
    program = TrackerApp(fight, options=Options(animations=False))
    async with program.run_test(size=(100, 30)):
        assert "hot 1·3·5" in next(line for line in whole(program) if "Capitaine" in line)


async def test_bars_stay_when_one_of_a_group_has_acted() -> None:
    fight = session(
        *("add Mira defense=9 quickness=2 health=10", "add Boone quickness=3 health=10"),
        "add Guard side=enemies count=3 health=12 con=3 defense=11 armor_i=2",
        "add Krait side=enemies health=30 con=5 defense=14 armor_i=4 armor_b=4 toughness=3",
        *('add "Doctor Krait II" side=enemies health=3', "initiative heroes=11 enemies=15", "next"),
        system=find("gen6"),
    )
    program = TrackerApp(fight, options=Options(animations=False))
    async with program.run_test(size=(120, 40)):
        do(program, 'attack! "Guard 1" Mira 3')
        assert all("█" in line for line in whole(program) if "/10" in line or "/36" in line)


async def test_bars_come_back_when_the_conditions_that_took_their_room_have_gone() -> None:
    people = ("add Mira hp=30", "add Boone hp=30", *(f"add Orc{n} side=enemies hp=9" for n in range(1, 17)))
    fight = session(*people, "initiative all 9", "next", system=find("srd5"))
    program = TrackerApp(fight, options=Options(animations=False))

    def barred() -> int:
        return sum("█" in line for line in whole(program) if "/30" in line or "/9" in line)

    async with program.run_test(size=(120, 40)):
        for mark, shown in (("blinded", 18), ("charmed", 18), ("deafened", 0)):
            do(program, f"mark Orc1 {mark}")
            assert barred() == shown
        do(program, "unmark Orc1 deafened")
        assert barred() == 18


async def test_the_vital_columns_give_way_last() -> None:
    fight = session(
        "add Ann brawn=3 body=8 armor=2 melee=2",
        'add "A very long name that takes room" side=enemies brawn=2',
        "hurt Ann 4",
        system=find("contract"),
    )
    program = TrackerApp(fight, options=Options(animations=False))
    async with program.run_test(size=(56, 24)):
        told = lines(program)
        head = next(line for line in told if "HEROES" in line)
        assert "injuries" in head
        assert "armor" not in head
        row = next(line for line in told if "Ann" in line)
        assert row.rstrip().endswith("4")


async def test_a_bar_says_of_what_it_is() -> None:
    program = app()
    async with program.run_test(size=(120, 40)):
        told, at = lines(program), places(program)
        head = next(line for line in told if "HEROES" in line)
        assert head.index("hp") == told[at["Ann"]].index("█")


async def test_bars_and_columns_stay_where_they_are_when_a_wound_comes() -> None:
    fight = session("add Ann brawn=3 body=8", "add Rat side=enemies brawn=2 body=6", system=find("contract"))
    program = TrackerApp(fight, options=Options(animations=False))
    async with program.run_test(size=(120, 40)):
        before = lines(program)
        do(program, "hurt Ann 3")
        after = lines(program)
        heads = [[line for line in told if "HEROES" in line] for told in (before, after)]
        assert heads[0] == heads[1]
        assert "injuries" in heads[0][0]
        row = next(at for at, line in enumerate(before) if "Ann" in line)
        assert before[row].index("/") == after[row].index("/")


async def test_names_stay_where_they_are_when_marks_come_and_go() -> None:
    program = app()
    async with program.run_test(size=(100, 40)):
        before = places(program)
        assert (before["Bea"] - before["Ann"], before["Gobs"] - before["Bea"]) == (2, 3)
        for line in MARKED[:3]:
            do(program, line)
            assert places(program) == before
        for line in MARKED[3:]:
            do(program, line)
        after = places(program)
        assert after["Bea"] == before["Bea"]
        do(program, "undo 6")
        assert places(program) == after


async def test_a_form_over_the_list_changes_no_line_of_it() -> None:
    program = app(*MANY[:2])
    async with program.run_test(size=(80, 24)) as pilot:
        before = places(program)
        await pilot.press("d")
        assert places(program) == before


async def test_where_a_line_has_room_for_all_of_them_there_is_no_second() -> None:
    program = app(*MARKED[:2])
    async with program.run_test(size=(210, 40)):
        assert places(program)["Bea"] - places(program)["Ann"] == 1
        assert "! dazed to the bone  ! shaken to the bone" in lines(program)[places(program)["Bea"]]


async def test_a_click_selects_and_the_line_is_lit() -> None:
    program = app(*MARKED[:1])
    async with program.run_test(size=(100, 40)) as pilot:
        for name in ("Bea", "Ann"):
            await pilot.click("#combatants", offset=(30, places(program)[name]))
            assert lit(program) == [places(program)[name], places(program)[name] + 1]


async def test_marks_that_have_no_room_in_two_lines_take_lines_that_are_free() -> None:
    program = app(*MARKED, *MANY)
    async with program.run_test(size=(100, 34)) as pilot:
        before = lines(program)
        told = " ".join(" ".join(before).split())
        assert all(f"! {mark} to the bone" in told for mark in MARKS)
        await pilot.press("j")
        assert [line[1:] for line in lines(program)] == [line[1:] for line in before]


async def test_of_several_that_wait_the_first_is_told() -> None:
    foes = ("add Rat side=enemies brawn=2", "attack Rat Ann 5", "attack! Rat Ann 3")
    program = TrackerApp(
        session("add Ann dexterity=4", *foes, system=find("contract")), options=Options(animations=False)
    )
    async with program.run_test(size=(120, 40)):
        told = " ".join(lines(program))
        assert "attacked ×2" in told
        assert "outcome 5" in told
        assert "outcome 3" not in told


async def test_what_waits_is_told_before_the_weapons() -> None:
    foes = ("add Rat side=enemies brawn=2", "arm Ann sword", "mark Ann prone", "attack Rat Ann 5")
    fight = session("add Ann dexterity=4", *foes, system=find("contract"))
    program = TrackerApp(fight, options=Options(animations=False))
    async with program.run_test(size=(170, 40)):
        told = " ".join(lines(program))
        assert told.index("prone") < told.index("outcome 5") < told.index("† sword")


async def test_hidden_ones_show_it_also_while_they_are_on() -> None:
    program = app("hide Bea", "hide Gobs", "next")
    async with program.run_test(size=(120, 40)):
        told, at = lines(program), places(program)
        assert (told[at["Ann"]][:4], told[at["Bea"]][:4], told[at["Gobs"]][:4]) == ("▌ ▸ ", "  ▸ ", " ◎◌ ")
        assert [name for name in at if "◌ hidden" in told[at[name]]] == ["Bea"]


async def test_the_sheet_tells_what_the_game_keeps_in_words() -> None:
    fight = session("add Ann dexterity=4", "hold Ann duck when=shot", system=find("contract"))
    program = TrackerApp(fight, options=Options(animations=False))
    async with program.run_test(size=(120, 40)) as pilot:
        await pilot.press("i")
        screen = program.screen.query_one(Inspect)._shown
        assert "duck, when shot" in " ".join("".join(text for text, _ in line) for line, _ in screen)


async def test_the_card_says_what_the_selected_one_can_do_where_lines_are_free() -> None:
    fight = session(
        "add Ana brawn=3 dexterity=4 melee=3",
        "add Bert side=enemies brawn=3",
        "arm Ana sword",
        "range Ana Bert engaged",
        "mark Ana prone",
        "note @Ana owes Bert",
        system=find("contract"),
    )
    program = TrackerApp(fight, options=Options(animations=False))
    async with program.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "against Bert" in card(program)[0]
        told = " ".join(" ".join(card(program)).split())
        assert "† sword 92 % · 7d10 (dexterity 4, melee 3)" in told
        assert "! prone" in told
        assert "owes Bert" in told


async def test_a_name_that_is_cut_takes_no_cells_from_the_bars_and_a_sheet_is_not_cut() -> None:
    fight = session('add "Bartholomew the Unbreakable Shieldbearer"', "add Mira", system=find("srd5"))
    program = TrackerApp(fight, options=Options(animations=False))
    async with program.run_test(size=(80, 24)) as pilot:
        await pilot.press("i")
        await pilot.pause()
        (row,) = (line for line in lines(program) if "Bartholomew the…" in line)
        assert row.index("█") == row.index("…") + 2
        assert "…" not in str(program.screen.query_one(Inspect)._shown)


async def test_what_waits_is_asked_once_in_the_card() -> None:
    fight = session(*("add Ana dexterity=3", "add Bert side=enemies dexterity=3"), system=find("contract"))
    for line in ("arm Bert knife", "range all engaged", "attack Bert Ana 4"):
        fight.do(line)
    program = TrackerApp(fight, options=Options(animations=False))
    async with program.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert " ".join(card(program)).count("Bert attacks with the knife, outcome 4") == 1


@pytest.mark.parametrize(("rounds", "said"), [(1, "to the end of round 1"), (2, "to the end of round 2")])
async def test_card_and_sheet_say_in_which_round_a_condition_ends(rounds: int, said: str) -> None:
    fight = session("add Ana dexterity=4", f"mark Ana prone rounds={rounds}", system=find("contract"))
    program = TrackerApp(fight, options=Options(animations=False))
    async with program.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert f"! prone {said}: " in " ".join(" ".join(card(program)).split()) + " "
        await pilot.press("i")
        sheet = program.screen.query_one(Inspect)._shown
        told = " ".join(" ".join("".join(text for text, _ in line) for line, _ in sheet).split()) + " "
        assert f"prone {said} " in told


async def test_the_card_leaves_the_list_where_it_is() -> None:
    program = app()
    async with program.run_test(size=(120, 40)) as pilot:
        before = places(program)
        await pilot.press("j", "j", "i", "escape")
        assert places(program) == before
        assert card(program)
    crowded = app(*MANY, *MARKED)
    async with crowded.run_test(size=(100, 30)):
        assert not card(crowded)


FOUR = (
    "add Ann dexterity=4",
    "add Ben dexterity=2",
    "add Rat side=enemies dexterity=3",
    "initiative Ben 5",
    "initiative Rat 3",
    "initiative Ann 1",
    "next",
)


async def test_by_turns_the_list_is_one_order_across_the_sides() -> None:
    options = Options(animations=False, order="turns")
    program = TrackerApp(session(*FOUR, system=find("contract")), options=options)
    async with program.run_test(size=(120, 40)) as pilot:
        told = lines(program)
        at = {
            name: next(place for place, line in enumerate(told[2:]) if name in line) for name in ("Ann", "Ben", "Rat")
        }
        assert "IN ORDER" in told[1]
        before = [name for name, _ in sorted(at.items(), key=lambda item: item[1])]
        order = [place.name for place in find("contract").clock.places(program.session.scene)]  # type: ignore[union-attr]
        assert before == order
        selection = program.main.controller.selection  # type: ignore[union-attr]
        selection.selected = order[0]
        await pilot.press("j")
        assert selection.selected == order[1]


async def test_the_selection_goes_on_after_an_act_where_that_is_wanted() -> None:
    for follow, selected in (("turns", "Ann"), ("acts", "Bea")):
        lines_ = ("add Ann", "add Bea", "add Gobs side=enemies preset=goons-1", "begin action")
        fight = session(*lines_, system=find("outgunned"))
        program = TrackerApp(fight, options=Options(animations=False, follow=follow))
        async with program.run_test(size=(120, 40)):
            program.main.controller.selection.selected = "Ann"  # type: ignore[union-attr]
            program.main.controller.attempt("attack Ann Gobs c pool=4")  # type: ignore[union-attr]
            program.main.controller.attempt("quick Ann aim")  # type: ignore[union-attr]
            assert program.main.controller.selection.selected == selected, follow  # type: ignore[union-attr]


def test_lines_are_spread_anew_only_where_people_or_size_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    spread: list[tuple[int, int]] = []
    usual = Combatants._spread
    monkeypatch.setattr(Combatants, "_spread", lambda pane: spread.append(pane._space) or usual(pane))

    async def typed(hands: Hands) -> None:
        del spread[:]
        await hands.type("d 1 enter u j v")
        assert spread == []
        await hands.type(": a d d space B e a enter")
        assert "Bea" in hands.shown()
        assert len(spread) == 1

    at(Pages("add Ann", "add Goon side=enemies count=9"), typed)


async def test_the_heads_of_the_columns_stay_when_the_list_is_scrolled() -> None:
    fight = session(
        "add Ana", "add Thug side=enemies", *(f"add Foe{n} side=enemies" for n in range(20)), system=find("srd5")
    )
    program = TrackerApp(fight, options=Options(animations=False))
    async with program.run_test(size=(80, 24)) as pilot:
        await pilot.press("end")
        await pilot.pause()
        shown = program.screen.query_one(Combatants)._shown
        lines = ["".join(text for text, _ in line) for line, _ in shown]
        assert lines[1].split() == ["ENEMIES", "hp", "ac", "initiative"]
        assert program.controller is not None
        await pilot.click("#combatants", offset=(6, 1))
        assert program.controller.selection.selected == "Foe19"
        await pilot.click("#combatants", offset=(6, 2))
        await pilot.pause()
        assert str(program.controller.selection.selected) in lines[2]
