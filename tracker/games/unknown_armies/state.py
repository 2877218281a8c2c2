"""The game's own state of each combatant, and its weapons."""

import msgspec

from tracker.combat.events import WeaponBecame
from tracker.combat.model import Model
from tracker.combat.scene import Combatant, Plain, Prompt
from tracker.games.unknown_armies import tables as t
from tracker.rules.own_state import OwnState, OwnWeapon
from tracker.rules.resolver import Resolver


class Split(Model):
    """Several attacks that share a skill; ``used`` are shares, from 1; ``only``: the one whose focus counts."""

    shares: tuple[int, ...]
    used: tuple[int, ...]
    skill: str | int
    weapon: str
    only: str | None = None

    @property
    def left(self) -> tuple[int, ...]:
        """Return the numbers, from 1, of the unused shares."""
        return tuple(place for place in range(1, len(self.shares) + 1) if place not in self.used)


class Hit(Model):
    """A hit of this round, which a dodge may still correct.

    ``before`` is the body before it; ``felled``: it took the target out; ``dropped`` is the weapon it made them drop.
    """

    by: str
    roll: int
    damage: int
    before: int
    felled: bool = msgspec.field(default=False, name="fell")
    dropped: str | None = None


class CombatantState(OwnState):
    """The game's state of one combatant: the number in the order, a split, hits taken, a weapon being drawn.

    ``passed`` is how often the turn went on without an action of theirs this round.
    """

    place: int | None = None
    split: Split | None = None
    hits: tuple[Hit, ...] = ()
    drawing: str | None = None
    passed: int = 0

    @property
    def shares_left(self) -> tuple[int, ...]:
        """Return the numbers, from 1, of the unused shares."""
        return self.split.left if self.split else ()

    @property
    def was_felled(self) -> bool:
        """Return whether a hit of this round took them out."""
        return any(hit.felled for hit in self.hits)


class Weapon(OwnWeapon):
    """A weapon as the rules use it; ``maximum`` None: a gun's damage is the roll itself."""

    kind: str = t.HAND
    bonus: int = 0
    maximum: int | None = None
    ready: bool = True
    dropped: bool = False


class HitPrompt(Model):
    """The hit that a question belongs to: attacker, target, the damage dealt and the maximum."""

    by: str = ""
    target: str = ""
    dealt: int | None = None
    maximum: int | None = None


state_of = CombatantState.of
weapon_of = Weapon.of
set_state = CombatantState.keep
forget = CombatantState.forget


def ready_weapons(combatant: Combatant) -> tuple[str, ...]:
    """Return the weapons somebody has in hand."""
    return tuple(name for name in combatant.weapons if weapon_of(combatant, name).ready)


def holstered_weapons(combatant: Combatant) -> tuple[str, ...]:
    """Return the weapons somebody carries but does not hold."""
    return tuple(name for name in combatant.weapons if not weapon_of(combatant, name).ready)


def set_ready(resolver: Resolver, name: str, weapon: str, ready: bool, dropped: bool = False) -> None:
    """Set whether a weapon is in hand, holstered, or ``dropped``."""
    fields = {key: value for key, value in resolver.combatant(name).weapons[weapon].items() if key != "dropped"}
    more: dict[str, Plain] = {"dropped": True} if dropped else {}
    resolver.emit(WeaponBecame((name,), weapon, {**fields, "ready": ready, **more}))


def hit_prompt(prompt: Prompt) -> HitPrompt:
    """Return the hit that a question belongs to."""
    return msgspec.convert(prompt.data, HitPrompt)
