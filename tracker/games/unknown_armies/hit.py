"""Which rolls of an attack hit, and what a hit hand lets fall."""

from __future__ import annotations

from tracker.combat.model import Model
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.exchange import ready_weapons
from tracker.games.unknown_armies.roll import made
from tracker.games.unknown_armies.wounds import Blow, hold
from tracker.rules.resolver import Resolver


class Aim(Model):
    """All that stands before the roll: the number, a called shot's minimum, what a hit does, one die or two."""

    under: int
    minimum: int
    body: bool
    blow: Blow
    die: bool

    def hits(self, roll: int) -> bool:
        """Whether this roll does damage."""
        return made(roll, self.under) and (self.body or self.passes(roll))

    def passes(self, roll: int) -> bool:
        """Whether the test is made, the minimum of a called shot included; a critical needs none (G)."""
        return made(roll, self.under) and (roll >= self.minimum or roll == t.CRITICAL)


def drops(resolver: Resolver, by: str, name: str) -> str | None:
    """A hit hand drops what it holds (S), given back; with several things the Director says which."""
    held = ready_weapons(resolver.combatant(name))
    if len(held) == 1:
        drop(resolver, name, held[0])
        return held[0]
    if held:
        resolver.ask("drops", name, f"{name}'s hand was hit: what falls?", held, by=by, target=name)
    return None


def drop(resolver: Resolver, name: str, weapon: str) -> None:
    """A weapon is no longer in hand; draw picks it up."""
    if weapon in resolver.combatant(name).weapons:
        hold(resolver, name, weapon, False)
        resolver.say(f"{name} drops the {weapon}.")
