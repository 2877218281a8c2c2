"""The game's own state of a fight and of each combatant, and its weapons."""

from typing import Final

from tracker.combat.events import WeaponBecame
from tracker.combat.expressions import parse
from tracker.games.gen6 import tables as t
from tracker.rules.own_state import OwnState, OwnWeapon
from tracker.rules.resolver import Resolver

MAJOR: Final = "major"
MINOR: Final = "minor"
MAJOR_DEED: Final = "major:"  # the prefix of a major action among the deeds of a round

_FIELDS: Final = {
    "deeds": "did",
    "prepared": "held",
    "in_chase": "chasing",
    "kept_up": "ongoing",
    "bled": "fell",
    "rolled_initiative": "rolled",
    "had_breather": "rested",
    "ended_at_zero": "low",
    "full_health": "whole",
    "after_con": "second",
}
"""The field of the save that holds an attribute, if its name is another."""


class CombatantState(OwnState, rename=_FIELDS):
    """The game's state of one combatant.

    ``deeds`` are the verbs of this round's actions, major ones marked; ``began`` and ``ended`` are the rounds in which
    their last turn did; ``prepared`` is the prepared action as typed; ``bled`` is the last round in which they bled or
    fell; ``full_health`` is the maximum before ``lethality=half-hp`` halved it; ``after_con`` is the track that takes
    damage once con is gone; ``moved`` is the yards run or charged since their turn began.
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
        """Return the verbs of this round's major actions."""
        return tuple(deed.removeprefix(MAJOR_DEED) for deed in self.deeds if deed.startswith(MAJOR_DEED))

    @property
    def prepared_verb(self) -> str:
        """Return the verb of the prepared action, or ""."""
        return (self.prepared or "").partition(" ")[0]


class FightState(OwnState, rename={"awaits_initiative": "rolling"}):
    """The game's state of the fight: whether the round waits for its initiative."""

    awaits_initiative: bool = False


class Weapon(OwnWeapon):
    """A weapon as the rules use it; one in ``trouble`` must be reloaded first."""

    kind: str = "melee"
    bonus: int | None = None
    damage: str | int | None = None
    source: str = t.SOURCES[0]
    type: str = t.TYPES[0]
    reload: str | None = None
    integrated: bool = False
    trouble: str | None = None

    @property
    def most(self) -> int:
        """Return the highest damage of a hit; 0 if the sheet does not say."""
        return self.damage if isinstance(self.damage, int) else parse(self.damage).most if self.damage else 0


state_of = CombatantState.of
weapon_of = Weapon.of
set_state = CombatantState.keep
forget = CombatantState.forget
fight_state = FightState.of
set_fight = FightState.keep_of_fight


def set_trouble(resolver: Resolver, name: str, weapon: str, trouble: str | None) -> None:
    """Let a weapon be in trouble, or end that; nothing happens to one that nobody carries any more."""
    fields = resolver.combatant(name).weapons.get(weapon)
    if fields is not None and fields.get("trouble") != trouble:
        kept = {field: value for field, value in fields.items() if field != "trouble"}
        resolver.emit(WeaponBecame((name,), weapon, {**kept, "trouble": trouble} if trouble else kept))


def add_yards(resolver: Resolver, name: str, yards: int) -> None:
    """Add yards run or charged since their turn began."""
    set_state(resolver, name, moved=state_of(resolver.combatant(name)).moved + yards)
