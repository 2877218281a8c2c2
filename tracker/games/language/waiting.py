"""Attacks that wait for an answer: kept in the fight as plain data, and carried out once answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import UNSET, UnsetType

from tracker.combat.model import Model
from tracker.combat.scene import Plain, Scene
from tracker.games.language.doing import Doing
from tracker.games.language.rules import Rules
from tracker.games.language.throws import Die
from tracker.rules.own_state import OwnState
from tracker.rules.resolver import Resolver


class Waiting(Model):
    """A thrown attack that waits for an answer; ``outcome`` is the typed outcome instead of a roll."""

    verb: str
    me: str
    it: str
    weapon: str
    roll: int
    faces: tuple[int, ...]
    words: Mapping[str, Any]
    outcome: str = ""
    named: Mapping[str, Die] | UnsetType = UNSET


class FightState(OwnState):
    """What a game of a file keeps of the fight: the attacks that wait, oldest first."""

    waiting: tuple[Waiting, ...] = ()


_read: Final[list[tuple[Mapping[str, Plain], tuple[Waiting, ...]]]] = [({}, ())]
"""The attacks of the last fight that was asked; an act asks for them several times."""


def waiting(scene: Scene, rules: Rules) -> tuple[Waiting, ...]:
    """Return the waiting attacks, oldest first; those that the fight or the rules do not know are left out."""
    if not scene.fields.get("waiting"):
        return ()
    if _read[0][0] is not scene.fields:
        _read[0] = scene.fields, FightState.of(scene).waiting
    known = scene.combatants.keys()
    return tuple(each for each in _read[0][1] if each.verb in rules.actions and {each.me, each.it} <= known)


def keep(resolver: Resolver, attacks: Iterable[Waiting]) -> None:
    """Replace the waiting attacks."""
    FightState.keep_of_fight(resolver, waiting=tuple(attacks))


def doing_again(resolver: Resolver, rules: Rules, attack: Waiting) -> Doing:
    """Restore the attack as it was thrown."""
    rule = rules.actions[attack.verb]
    given = frozenset(name for name in attack.words if name in rule.numbers)
    doing = Doing(resolver, rules, rule, attack.me, attack.it, attack.weapon, attack.words, attack.roll, attack.faces)
    doing.given, doing.named = given, attack.named or {}
    return doing
