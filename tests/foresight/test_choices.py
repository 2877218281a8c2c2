"""What somebody could do: every legal choice by what it takes, against all of them typed one by one."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.games.random_fights import SETUPS, random_fight
from tests.table import played
from tracker.commands.parser import phrases, read
from tracker.commands.resolve import odds_of, preview
from tracker.foresight.choices import flees, left_of, ranked, words_of
from tracker.rules.errors import InvalidCommand
from tracker.session import Session

SCENES = 50


def typed(session: Session, actor: str) -> list[tuple[str, str, float, float]]:
    """Every attack that could be typed and is not refused: target, weapon, what it takes, the chance to drop."""
    scene, system = session.scene, session.system
    found = []
    for target, who in scene.combatants.items():
        if who.side == scene[actor].side or who.out is not None:
            continue
        for weapon in scene[actor].weapons or ("",):
            words = f' weapon="{weapon}"' if weapon else ""
            (phrase,) = phrases(f'attack "{actor}" "{target}" roll{words}')
            try:
                action = read(phrase, system, scene)
                odds = odds_of(system, scene, action)
            except InvalidCommand:
                continue
            if preview(system, scene, (phrase,)).objections or odds.drops is None:
                continue
            taken = odds.expected.get(system.main_track(scene), 0.0)
            found.append((target, weapon, taken, odds.drops))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", SETUPS)
def test_the_ranking_is_that_of_all_attacks_typed(game: str) -> None:
    scenes = 0
    for seed in range(20):
        for session, _ in islice(random_fight(game, seed, 12), 1, None, 3):
            scene, system = session.scene, session.system
            actor = scene.turn.name or next(iter(scene.combatants))
            if scene[actor].out is not None or any(each.name == actor for each in system.pending(scene)):
                continue
            attacks = typed(session, actor)
            choices = [choice for choice in ranked(system, scene, actor) if choice.action.verb == "attack"]
            telling = [choice for choice in choices if choice.odds.drops is not None]
            shown = [
                (choice.victim, getattr(choice.action, "weapon", None) or "", choice.expected, choice.drops)
                for choice in telling
            ]
            assert sorted(shown) == sorted(attacks)
            worth = []
            for target, _, taken, drops in shown:
                left = left_of(system, scene, scene[target])
                worth.append(round(drops + (min(1.0, taken / left) if left > 0 else 0.0), 9))
            assert worth == sorted(worth, reverse=True)
            scenes += 1
            if scenes == SCENES:
                return
    assert scenes == SCENES


FIGHT = (
    "add Ann dexterity=4 melee=4 brawn=3",
    "add Cid side=enemies brawn=3 armor=3",
    "add Dan side=enemies brawn=3",
    "add Eve side=enemies brawn=3 occult=3",
    "arm Ann sword",
    "range all engaged",
    "injure Cid 3",
    "range Ann Dan near",
)


@pytest.mark.parametrize(
    ("tactics", "order", "why"),
    [
        ("", ["Cid", "Dan", "Eve"], ()),
        ("weakest", ["Cid", "Eve", "Dan"], ("weakest",)),
        ("casters", ["Eve", "Dan", "Cid"], ("casters",)),
        ("nearest,casters", ["Eve", "Cid", "Dan"], ("nearest", "casters")),
    ],
)
def test_words_on_the_sheet_steer_it_and_are_told(tactics: str, order: list[str], why: tuple[str, ...]) -> None:
    session = played("contract", *FIGHT, *([f"set Ann tactics={tactics}"] if tactics else []))
    choices = ranked(session.system, session.scene, "Ann")
    assert sorted(choice.victim for choice in choices) == sorted(order)
    if tactics:
        assert [choice.victim for choice in choices] == order
        assert choices[0].why == why
    session.do('set Ann tactics="weakest"')
    assert session.scene["Ann"].fields["tactics"] == ["weakest"]


def test_who_spreads_and_who_flees() -> None:
    session = played("contract", *FIGHT, "add Bea dexterity=4 melee=4", "range Bea Eve engaged", "arm Bea sword")
    session.do("set Ann,Bea tactics=spreads,flees-below-half")
    first = [ranked(session.system, session.scene, name)[0].victim for name in ("Ann", "Bea")]
    assert len(set(first)) == 2
    assert not flees(session.system, session.scene, "Ann")
    session.do("injure Ann 4")
    assert flees(session.system, session.scene, "Ann")


def test_what_waits_is_answered_with_the_least_loss() -> None:
    session = played("contract", *FIGHT, "arm Cid sword", "set Cid dexterity=4 melee=3", "set Ann athletics=1")
    session.do("attack Cid Ann 2")
    choices = ranked(session.system, session.scene, "Ann")
    assert {choice.action.verb for choice in choices} == {"dodge", "parry", "clash", "take"}
    assert all(choice.own and choice.victim == "Ann" for choice in choices)
    losses = [choice.worth for choice in choices]
    assert losses == sorted(losses)
    assert choices[-1].action.verb == "take"


def test_a_form_is_filled_in_with_the_words_of_a_choice() -> None:
    session = played("contract", *FIGHT)
    choice = ranked(session.system, session.scene, "Ann")[0]
    assert words_of(choice.action) == {"target": choice.victim, "weapon": "sword"}
