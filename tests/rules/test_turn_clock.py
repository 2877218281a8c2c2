"""The turn clock that all games share: who gets the turn, and whose it is when somebody leaves."""

from __future__ import annotations

import random

import pytest

from tests.benchmarks.fights import crowd
from tests.costs import calls
from tests.games.files.small import GAME
from tests.table import played
from tracker.games.language import read_game
from tracker.games.registry import find
from tracker.rules.system import System

PEOPLE = ("add Ann", "add Bea", "add Cid side=enemies")


def game(turn: str) -> System:
    """A small game from a file with this table of turns."""
    return read_game(f"{GAME}[turn]\n{turn}\n".encode(), "small.toml", "small")


def test_who_delays_passes_the_turn_to_whoever_has_turns_though_they_are_down() -> None:
    system = game('kind = "initiative"\nthrow = "1d20"\nout-turns = ["down"]')
    numbers = ("initiative Ann 9", "initiative Bea 6", "initiative Cid 3")
    session = played(system, *PEOPLE, *numbers, "next", "out Bea", "delay Ann")
    assert session.scene.turn.name == "Bea"


def test_sides_that_throw_ask_nobody_for_a_number_of_their_own() -> None:
    system = game('kind = "sides"\nthrow = "1d6"')
    assert system.group_action(played(system, *PEOPLE).scene, "initiative") is None


def test_a_turn_given_by_hand_is_the_sides_again_when_its_holder_leaves() -> None:
    session = played("outgunned", "add Ann", "add Bea", "begin action", "active Bea", "remove Bea")
    assert (session.scene.turn.side, session.scene.turn.name) == ("heroes", None)


def test_the_first_turn_of_a_fight_ends_nobody_elses() -> None:
    session = played("contract", *PEOPLE, "mark Bea dizzy until=end of=Bea", "next")
    assert session.scene["Bea"].has("dizzy")


def test_a_turn_that_is_over_is_not_passed_over_once_more() -> None:
    numbers = ("initiative Ann 3", "initiative Bea 2", "initiative Cid 1")
    session = played("contract", *PEOPLE, *numbers, "next", "before Bea Ann", "mark Ann dizzy until=end of=Ann", "next")
    assert (session.scene.turn.name, session.scene["Ann"].has("dizzy")) == ("Cid", True)


def test_when_the_last_of_a_round_leaves_nobody_gets_a_second_turn_in_it() -> None:
    numbers = ("initiative Ann 3", "initiative Bea 2")
    session = played("contract", *PEOPLE[:2], *numbers, "next", "before Bea Ann", "remove Bea")
    assert (session.scene.turn.name, session.scene.turn.round) == ("Ann", 2)


@pytest.mark.parametrize("system", ["contract", "gen6", "unknown-armies", "a file"])
def test_what_lasts_until_somebodys_turn_ends_though_they_are_down_by_then(system: str) -> None:
    chosen = game('kind = "initiative"\nthrow = "1d20"') if system == "a file" else find(system)
    session = played(chosen, *PEOPLE, "mark Ann dizzy until=end of=Bea", "out Bea", *["next"] * 4)
    assert session.scene.turn.name != "Bea"
    assert not session.scene["Ann"].has("dizzy")


@pytest.mark.parametrize("game", ["outgunned", "contract", "gen6", "unknown-armies"])
def test_the_next_turn_among_many_is_found_without_asking_everybody(game: str) -> None:
    def cost(people: int) -> int:
        session = crowd(game, 5, people - 5)
        for line in ("next", "next", "undo", "next"):
            session.do(line)
        return calls(lambda: session.do("next"))

    # A field of everybody may be looked at, but nothing is worked out for each of them.
    assert (cost(90) - cost(50)) / 40 < 2


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", ["contract", "gen6", "plain", "percentile", "srd5", "wild-die"])
def test_everybody_who_stays_up_has_one_turn_a_round_whoever_goes_out_or_comes_back(game: str, seed: int) -> None:
    chance = random.Random(seed)
    session = played(game, "add Ann", "add Bob", "add Cid", "add Ogre side=enemies", "add Rat count=3 side=enemies")
    if game != "gen6":
        for number, name in enumerate(session.scene.combatants):
            session.do(f'initiative "{name}" {min(number, 4) + 3}')
    if not session.scene.turn.round:
        session.do("next")
    had, staying = [str(session.scene.turn.name)], set(session.scene.combatants)
    for _ in range(60):
        scene, active = session.scene, str(session.scene.turn.name)
        up = [name for name, who in scene.combatants.items() if who.out is None]
        out = [name for name in scene.combatants if name not in up]
        act = chance.choice(("next", "next", "next", "own", "other", "back"))
        if act == "back" and out:
            session.do(f'back "{chance.choice(out)}"')
        elif act in ("own", "other") and len(up) > 2:
            gone = active if act == "own" and active in up else chance.choice(up)
            session.do(f'out "{gone}"')
            staying.discard(gone)
        else:
            session.do("next")
            turn = session.scene.turn
            if turn.round != scene.turn.round:
                assert staying <= set(had)
                had, staying = [], {name for name, who in session.scene.combatants.items() if who.out is None}
            assert turn.name not in had
            had.append(str(turn.name))


@pytest.mark.parametrize("gone", ["out", "remove"])
def test_what_a_group_spent_stays_spent_where_its_first_goes_out_in_its_own_turn(gone: str) -> None:
    lines = ("add Ann hp=90", "add Rat count=3 side=enemies", "range all reach", "initiative Rat 9", "initiative Ann 5")
    session = played("srd5", *lines, "next", 'attack "Rat 1","Rat 2" Ann miss', f'{gone} "Rat 1"')
    if session.scene.turn.name != "Rat 2":
        session.do("next")
    assert session.scene.turn.name == "Rat 2"
    assert [session.scene[name].spent for name in ("Rat 2", "Rat 3")] == [("action",), ()]
    session.do("next ; next ; next")
    assert session.scene.turn.round == 2
    assert [session.scene[name].spent for name in ("Rat 2", "Rat 3")] == [(), ()]
