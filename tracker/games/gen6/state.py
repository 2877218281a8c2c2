"""What the game itself remembers of a fight and of each combatant, typed here and kept as plain fields.

Nothing else in the game reads or writes these fields by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from tracker.combat.events import FieldBecame
from tracker.combat.expressions import parse
from tracker.combat.model import Model
from tracker.combat.scene import Combatant, Plain, Scene
from tracker.games.gen6 import tables as t
from tracker.rules.resolver import Resolver

MAJOR: Final = "major"
MINOR: Final = "minor"
_MAJOR_DEED: Final = "major:"

_FIELDS: Final = {
    "deeds": "did",
    "began": "began",
    "ended": "ended",
    "prepared": "held",
    "in_chase": "chasing",
    "kept_up": "ongoing",
    "bled": "fell",
    "rolled_initiative": "rolled",
    "had_breather": "rested",
    "ended_at_zero": "low",
    "full_health": "whole",
    "after_con": "second",
    "moved": "moved",
}
"""The field of the save that holds each attribute."""


class CombatantState(Model, rename=_FIELDS):
    """What the game remembers of one combatant.

    ``deeds`` are the verbs of this round's actions, major ones marked; ``began`` and ``ended`` are the rounds in which
    their last turn did; ``prepared`` is the action that waits, as typed; ``bled`` is the last round in which
    they bled or fell; ``full_health`` is the maximum before ``lethality=half-hp`` halved it; ``after_con`` is the track
    that takes damage once con is gone; ``moved`` is the yards run or charged since their turn began.
    """

    deeds: tuple[str, ...] = ()
    began: int | None = None
    ended: int | None = None
    prepared: str | None = None
    in_chase: bool = False
    kept_up: tuple[str, ...] = ()
    bled: int | None = None
    rolled_initiative: bool = False
    had_breather: bool = False
    ended_at_zero: bool = False
    full_health: int | None = None
    after_con: str | None = None
    moved: int = 0

    @property
    def majors(self) -> tuple[str, ...]:
        """The verbs of this round's major actions."""
        return tuple(deed.removeprefix(_MAJOR_DEED) for deed in self.deeds if deed.startswith(_MAJOR_DEED))

    @property
    def prepared_verb(self) -> str:
        """The verb of the prepared action, "" where nothing is prepared."""
        return (self.prepared or "").partition(" ")[0]

    def has_done(self, verb: str) -> bool:
        """Whether they did this in this round, as a major action or carried out as prepared before."""
        return verb in self.majors or verb in self.deeds


class FightState(Model, rename={"awaits_initiative": "rolling"}):
    """What the game remembers of the fight: whether the round waits for its initiative."""

    awaits_initiative: bool = False


class Weapon(Model):
    """A weapon as the rules use it."""

    kind: str = "melee"
    bonus: int | None = None
    damage: str | int | None = None
    source: str = t.SOURCES[0]
    type: str = t.TYPES[0]
    reload: str | None = None
    integrated: bool = False

    @property
    def most(self) -> int:
        """The most damage of a hit; 0 where the sheet does not say."""
        return self.damage if isinstance(self.damage, int) else parse(self.damage).most if self.damage else 0


class DamagePrompt(Model):
    """What a question about damage remembers of the hit; ``most``: a critical, the dice do their maximum.

    ``by`` is who hit; questions of older sessions do not say it.
    """

    source: str = t.SOURCES[0]
    type: str = t.TYPES[0]
    through: bool = False
    no_armor: bool = False
    most: bool = False
    by: str = ""


class ConPrompt(Model):
    """What the question after con remembers: the damage that waits for its answer."""

    amount: int = 0


UNARMED: Final = Weapon()


def state_of(combatant: Combatant) -> CombatantState:
    """What the game remembers of a combatant; nothing where the fields are not the game's own writing."""
    try:
        return msgspec.convert(combatant.fields, CombatantState)
    except msgspec.ValidationError:
        return CombatantState()


def fight_state(scene: Scene) -> FightState:
    """What the game remembers of the fight."""
    try:
        return msgspec.convert(scene.fields, FightState)
    except msgspec.ValidationError:
        return FightState()


def weapon_of(combatant: Combatant, name: str | None) -> Weapon:
    """A weapon somebody carries; the bare hands for any other name."""
    try:
        return msgspec.convert(combatant.weapons.get(name or "", {}), Weapon)
    except msgspec.ValidationError:
        return UNARMED


def set_state(resolver: Resolver, name: str, **changes: object) -> None:
    """Remember something about a combatant, by the attributes of CombatantState."""
    for attribute, value in changes.items():
        resolver.set_field(name, _FIELDS[attribute], _plain(value))


def forget(resolver: Resolver, names: Sequence[str], *attributes: str) -> None:
    """Forget some attributes of all of these at once."""
    for attribute in attributes:
        field = _FIELDS[attribute]
        holders = tuple(name for name in names if field in resolver.combatant(name).fields)
        if holders:
            resolver.emit(FieldBecame(holders, field, None))


def set_awaits_initiative(resolver: Resolver, awaits: bool) -> None:
    """Remember whether the round waits for its initiative."""
    resolver.set_scene_field("rolling", awaits or None)


def add_yards(resolver: Resolver, name: str, yards: int) -> None:
    """Remember yards run or charged since their turn began."""
    moved = state_of(resolver.combatant(name)).moved + yards
    set_state(resolver, name, moved=moved or None)


def add_deed(resolver: Resolver, name: str, verb: str, major: bool) -> None:
    """Remember an action of this round."""
    deeds = state_of(resolver.combatant(name)).deeds
    set_state(resolver, name, deeds=(*deeds, _MAJOR_DEED + verb if major else verb))


def _plain(value: object) -> Plain:
    """A value as a field keeps it; what says nothing is not kept."""
    if value is None or value is False or value == ():
        return None
    if isinstance(value, tuple):
        return list(value)
    assert isinstance(value, int | str)
    return value
