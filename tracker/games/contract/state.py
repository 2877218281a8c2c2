"""The state that The Contract keeps for itself, as typed models: waiting attacks, shares, held actions."""

from __future__ import annotations

from typing import Any, Self

from msgspec.structs import asdict, replace

from tracker.combat.model import Model
from tracker.combat.scene import Combatant, Plain, Scene
from tracker.games.contract.weapons import SHOT
from tracker.rules.errors import InvalidCommand
from tracker.rules.resolver import Resolver

ACTION = "action"
EXERTED = "exerted"


class Share(Model):
    """A part of a split pool: for which act, at whom, how many dice."""

    act: str
    target: str | None
    dice: int

    def plain(self) -> dict[str, Any]:
        """As it is kept in the field ``shares``."""
        return {"act": self.act, "target": self.target, "dice": self.dice}

    def __str__(self) -> str:
        return f"{self.act}{f'@{self.target}' if self.target else ''}:{self.dice}"


def shares_of(one: Combatant) -> list[Share]:
    """The shares of a split Action that are not used yet."""
    kept = one.fields.get("shares")
    return [Share(each["act"], each["target"], each["dice"]) for each in kept] if isinstance(kept, list) else []


def share_for(one: Combatant, act: str, target: str | None) -> Share | None:
    """The share for an act, one kept for this target first."""
    fit = [each for each in shares_of(one) if each.act == act and each.target in (None, target)]
    return next((each for each in fit if each.target), fit[0] if fit else None)


def can_exert(one: Combatant) -> bool:
    """Whether a desperate reaction is open: the Action is spent, and not exerted this round."""
    return one.out is None and ACTION in one.spent and EXERTED not in one.spent


class Blow(Model):
    """An attack's outcome on its way, with the weapon's damage and the Director's ``extra``.

    ``prompt`` is the question it waits with; ``late``: a held action goes before it; ``held``: it is such an action.
    """

    by: str
    target: str
    weapon: str
    kind: str
    outcome: int
    damage: int
    extra: int = 0
    prompt: int = 0
    late: bool = False
    held: bool = False

    def plain(self) -> dict[str, Any]:
        """As it is kept in the field ``pending``."""
        return asdict(self)

    @classmethod
    def of(cls, kept: dict[str, Any]) -> Self:
        """From the field ``pending``."""
        return cls(**kept)


def pending_on(one: Combatant) -> list[Blow]:
    """The attacks that wait for somebody's reaction, oldest first."""
    kept: Plain = one.fields.get("pending")
    return [Blow.of(each) for each in kept] if isinstance(kept, list) else []


def evading(one: Combatant) -> int:
    """The outcome left to spend on attacks; one who is down evades nothing."""
    return one.number("evade") if one.out is None else 0


def find_pending(scene: Scene, name: str, against: str | None) -> Blow:
    """The oldest attack that waits on somebody (by this one, or with this question); InvalidCommand without any."""
    asked = against if against not in scene.combatants else None
    found = [each for each in pending_on(scene[name]) if against in (None, each.by) or asked == str(each.prompt)]
    if not found:
        whose = f" has the number {asked} and" if asked else f" by {against}" if against else ""
        raise InvalidCommand(f"No attack{whose} waits for {name}.")
    return found[0]


def pending_label(scene: Scene, blow: Blow) -> str:
    """What tells a waiting attack from the others: who made it, or its question where an older one is theirs too."""
    return blow.by if find_pending(scene, blow.target, blow.by) == blow else str(blow.prompt)


def set_pending(resolver: Resolver, name: str, blows: list[Blow]) -> None:
    """These attacks wait for somebody now."""
    resolver.set_field(name, "pending", [each.plain() for each in blows])


def settle_attack(resolver: Resolver, blow: Blow, how: str) -> None:
    """An attack waits no longer."""
    left = [each for each in pending_on(resolver.combatant(blow.target)) if each.prompt != blow.prompt]
    set_pending(resolver, blow.target, left)
    if resolver.scene.prompt(blow.prompt):
        resolver.close_prompt(blow.prompt, how)


def drop_attacks_of(resolver: Resolver, gone: str, late_only: bool = True) -> None:
    """The waiting attacks of one who is down, or gone, before they came: not those that went first."""
    for one in tuple(resolver.scene.combatants.values()):
        for blow in pending_on(one):
            if blow.by == gone and (blow.late or not late_only):
                settle_attack(resolver, blow, "gone")
                release_attacks(resolver, blow)
                resolver.note(f"The attack of {gone} on {blow.target} falls away.")


def hold_back_attacks(resolver: Resolver, name: str) -> None:
    """Somebody's held action comes before the waiting attacks of this one; a shot goes first all the same (S)."""
    _mark_late(resolver, name, True)
    if any(
        each.by == name and each.kind == SHOT for one in resolver.scene.combatants.values() for each in pending_on(one)
    ):
        resolver.note(f"The shot of {name} goes first.")


def release_attacks(resolver: Resolver, blow: Blow) -> None:
    """An attack is over; where it was a held one, its target's attacks that waited for it come whatever befalls."""
    if blow.held:
        _mark_late(resolver, blow.target, False)


def _mark_late(resolver: Resolver, name: str, late: bool) -> None:
    for one in tuple(resolver.scene.combatants.values()):
        blows = pending_on(one)
        set_pending(
            resolver,
            one.name,
            [replace(each, late=late and each.kind != SHOT) if each.by == name else each for each in blows],
        )
