"""The list and the card of a full fight of every game: nothing is cut while there is room, and no part is missing."""

from __future__ import annotations

import re

import pytest

from tests.table import played
from tests.tui.crowds import BEGUN, FOES, HEROES
from tracker.combat.scene import OPEN
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options
from tracker.tui.panes.combatants import Combatants
from tracker.tui.panes.rows import SHORTEST

GAMES = sorted(BEGUN)
ROOMY = 10
"""The free lines below the list that count as room."""


def app(game: str, *more: str) -> TrackerApp:
    return TrackerApp(played(game, *BEGUN[game], *more), options=Options(animations=False))


def lines(program: TrackerApp) -> tuple[list[str], list[str]]:
    """The lines of the list, and those of the card."""
    told = ["".join(text for text, _ in line).rstrip() for line, _ in program.screen.query_one(Combatants)._shown]
    at = next((at for at, line in enumerate(told) if "whole sheet" in line), len(told))
    return told[1:at], told[at:]


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("size", [(160, 45), (160, 50)], ids=["160x45", "160x50"])
@pytest.mark.parametrize("game", GAMES)
async def test_on_a_large_terminal_nothing_in_the_list_is_cut(game: str, size: tuple[int, int]) -> None:
    program = app(game)
    async with program.run_test(size=size):
        told, _ = lines(program)
        assert [line for line in told if "…" in line] == []
        assert program.session is not None
        shown, scene, system = words(" ".join(told)), program.session.scene, program.session.system
        for name in HEROES:
            fighter = scene[name]
            assert name in shown
            row = system.row(scene, fighter)
            missing = [badge.word for badge in row.badges if words(badge.word) not in shown]
            assert missing == []
            if fighter.out is None:
                assert [cell for cell in row.cells if cell not in shown] == []


LEFT = {(120, 40): (*HEROES, *FOES), (100, 30): (*HEROES[:2], FOES[0])}
"""Those who leave ten lines free, by size, beside the group of foes and with one line for each of them."""


@pytest.mark.parametrize("size", LEFT, ids=["120x40", "100x30"])
@pytest.mark.parametrize("game", GAMES)
async def test_nothing_a_gm_looks_for_is_cut_while_ten_lines_are_free(game: str, size: tuple[int, int]) -> None:
    program = app(game, *(f'remove "{name}"' for name in (*HEROES, *FOES) if name not in LEFT[size]))
    async with program.run_test(size=size):
        told, _ = lines(program)
        assert program.screen.query_one(Combatants).outer_size.height - 1 - len(LEFT[size]) - 3 >= ROOMY
        assert [line for line in told if "…" in line] == []
        assert program.session is not None
        shown, scene, system = words(" ".join(told)), program.session.scene, program.session.system
        for name in LEFT[size]:
            row = system.row(scene, scene[name])
            assert [badge.word for badge in row.badges if words(badge.word) not in shown] == []
            cells = zip(system.columns(scene[name].side), row.cells, strict=True) if row.out is None else ()
            assert [text for head, text in cells if head in system.vital_columns and text not in shown] == []


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (160, 45)], ids=str)
@pytest.mark.parametrize("game", GAMES)
async def test_columns_line_up_and_no_line_touches_the_border(game: str, size: tuple[int, int]) -> None:
    program = app(game)
    async with program.run_test(size=size):
        told, card = lines(program)
        room = program.screen.query_one(Combatants).outer_size.width
        assert [line for line in (*told, *card[1:]) if len(line) > room] == []
        heads = [re.split(r"\s{2,}", line.strip())[1:] for line in told if re.match(r"  [A-Z]+  ", line)]
        rows = [line for line in told if re.match(r"  [A-Z]+  ", line)]
        for head in set(heads[0]) & set(heads[-1]):
            assert len({row.index(f" {head}") for row in rows}) == 1


async def test_injuries_stay_when_other_columns_give_way() -> None:
    for size in ((80, 24), (100, 30), (120, 40)):
        program = app("contract")
        async with program.run_test(size=size):
            told, _ = lines(program)
            at = next(line for line in told if "HEROES" in line).index("injuries")
            hurt = next(line for line in told if "Margarethe" in line)
            assert hurt[at : at + 3] == "4 5"


async def test_conditions_take_the_place_of_columns_that_are_not_vital() -> None:
    program = app("gen6")
    async with program.run_test(size=(100, 30)):
        told, _ = lines(program)
        assert "defense" in told[0]
        assert "◧ 75 %" in next(line for line in told if "Doc Abernathy" in line)


async def test_a_row_that_took_a_further_line_keeps_it() -> None:
    program = app("srd5")
    async with program.run_test(size=(120, 40)):
        session = program.session
        assert session is not None

        def at() -> int:
            return next(at for at, line in enumerate(lines(program)[0]) if "ENEMIES" in line)

        before = at()
        session.do("unmark Marg poisoned")
        session.do("unmark Marg frightened")
        session.do("unmark Marg restrained")
        program.main.show()  # type: ignore[union-attr]
        assert at() == before


async def test_a_line_that_a_row_no_longer_needs_goes_to_one_that_would_be_cut() -> None:
    fight = ("add Ann", "add Bea", *(f"add Foe{at} side=enemies" for at in range(9)), "next")
    program = TrackerApp(played("contract", *fight), options=Options(animations=False))
    async with program.run_test(size=(100, 30)):
        session = program.session
        assert session is not None
        conditions = ("prone", "grappled", "running", "blind", "stunned")

        def told(*done: str) -> list[str]:
            for line in done:
                session.do(line)
            program.main.show()  # type: ignore[union-attr]
            return lines(program)[0]

        before = told(*(f"mark Foe0 {word}" for word in conditions))
        assert "stunned" in before[before.index(next(line for line in before if "Foe0" in line)) + 1]
        kept = told(*(f"unmark Foe0 {word}" for word in conditions))
        assert len(kept) == len(before)
        after = told(*(f"mark Foe1 {word}" for word in conditions))
        assert len(after) == len(before)
        assert "stunned" in after[after.index(next(line for line in after if "Foe1" in line)) + 1]
        assert not any("…" in line for line in after)


@pytest.mark.parametrize("game", GAMES)
async def test_each_part_stands_on_the_card(game: str) -> None:
    few = [f'remove "{name}"' for name in HEROES[2:]]
    program = app(game, *few, 'note @Marg "owes the Colonel a favour"', "counter Marg rages 2")
    async with program.run_test(size=(160, 50)) as pilot:
        main = program.main
        assert main is not None
        main.controller.selection.select(HEROES[0])
        main.show()
        await pilot.pause()
        session = program.session
        assert session is not None
        scene, system = session.scene, session.system
        fighter = scene[HEROES[0]]
        card = words(" ".join(lines(program)[1]))
        assert HEROES[0] in card
        assert "owes the Colonel a favour" in card
        assert "rages 2" in card
        for weapon in fighter.weapons:
            assert weapon in card
        if "weapon" in system.actions[system.roles.get("odds", "attack")].parameters:
            assert card.count(" %") + card.count("dF") + card.count("against") >= len(fighter.weapons)
        helps = {condition.name: condition.help for condition in system.conditions}
        for condition in fighter.conditions:
            assert condition.name.replace("-", " ") in card
            assert words(helps.get(condition.name, "")) in card
        for name, track in fighter.tracks.items():
            if name != system.main_track(scene) and track.max:
                assert f"{name} {track.value}/{track.max}" in card
        for prompt in scene.prompts:
            if prompt.name == HEROES[0]:
                assert words(prompt.text) in card


def test_every_fight_is_full() -> None:
    for game, begun in BEGUN.items():
        scene = played(game, *begun).scene
        assert len(scene.combatants) == len(HEROES) + 9, game
        assert any(len(fighter.weapons) >= 3 for fighter in scene.combatants.values()), game
        assert len(scene[HEROES[0]].conditions) >= 2 or scene[HEROES[0]].cover.degree != OPEN, game


async def test_what_is_left_of_an_act_stands_on_row_and_card() -> None:
    lines_ = (
        "add Ann hp=40 ac=15 attacks=3",
        "add Bear side=enemies hp=60 ac=11 multiattack=bite,claw",
        *("arm Ann sword hit=5 dice=1d8+3", "arm Bear bite hit=5 dice=1d8+3", "arm Bear claw hit=5 dice=2d6"),
        *("range all reach", "initiative Ann 15", "initiative Bear 10", "next"),
    )
    program = TrackerApp(played("srd5", *lines_), options=Options(animations=False))
    async with program.run_test(size=(120, 40)) as pilot:
        session, main = program.session, program.main
        assert session is not None
        assert main is not None

        async def shown(who: str, *done: str) -> tuple[str, str]:
            for line in done:
                session.do(line)
            main.controller.selection.select(who)
            main.show()
            await pilot.pause()
            return tuple(words(" ".join(part)) for part in lines(program))  # type: ignore[return-value]

        assert not any("more attack" in part for part in await shown("Ann"))
        assert all("2 more attacks" in part for part in await shown("Ann", "attack Ann Bear miss"))
        assert all("1 more attack" in part for part in await shown("Ann", "attack Ann Bear miss"))
        assert not any("more attack" in part for part in await shown("Ann", "next"))
        assert all("more: claw" in part for part in await shown("Bear", "attack Bear Ann miss weapon=bite"))


async def test_bars_and_the_columns_that_matter_least_give_way_for_good() -> None:
    program = app("contract")
    async with program.run_test(size=(120, 40)):
        session, main = program.session, program.main
        assert session is not None
        assert main is not None
        heads = lines(program)[0][0]
        assert heads.split() == ["HEROES", "body", "dice", "injuries"]
        assert not any("█" in line for line in lines(program)[0])
        assert any(line.endswith("† shotgun-slug  armor 2") for line in lines(program)[0])
        for condition in ("prone", "grappled", "running"):
            session.do(f"unmark Marg {condition}")
        main.show()
        assert lines(program)[0][0] == heads


@pytest.mark.parametrize(("game", "cut"), [("fate", 1), ("plain", 2)])
async def test_bars_become_short_where_not_all_can_be_shown(game: str, cut: int) -> None:
    program = app(game)
    async with program.run_test(size=(80, 24)):
        told, _ = lines(program)
        assert sum("…" in line for line in told) == cut
        assert max(len(bar) for line in told for bar in re.findall(r"[█▏▎▍▌▋▊▉]+", line)) <= SHORTEST


async def test_injuries_of_those_who_are_out_stay_on_their_row() -> None:
    program = app("contract", 'out "Margarethe Vandermeer" as=unconscious')
    async with program.run_test(size=(120, 40)):
        row = next(line for line in lines(program)[0] if "Margarethe" in line)
        assert "unconscious" in row
        assert "injuries 4 5" in words(" ".join(lines(program)[0]))


async def test_a_number_that_is_of_no_use_to_those_who_are_out_leaves_their_row() -> None:
    program = app("gen6", 'out "Margarethe Vandermeer" as=unconscious')
    async with program.run_test(size=(120, 40)):
        row = next(line for line in lines(program)[0] if "Margarethe" in line)
        assert "unconscious" in row
        assert "defense" not in row
