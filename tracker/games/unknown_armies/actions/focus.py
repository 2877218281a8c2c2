"""Focus: declared at the beginning of a round, and visible to everybody."""

from __future__ import annotations

from typing import Self

from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.actions.basics import default_target, note_already_out
from tracker.games.unknown_armies.turns import ACT, begin_declaring
from tracker.rules.action import ActorAction
from tracker.rules.command import argument
from tracker.rules.grammar import clause
from tracker.rules.params import CombatantParam, NumberParam
from tracker.rules.resolver import Resolver


def check_may_declare(resolver: Resolver) -> None:
    """Object to a focus after the beginning of the round (S)."""
    if resolver.scene.turn.phase == ACT:
        resolver.objection("A focus shift is declared at the beginning of a round, before anybody acts.")


class Focus(ActorAction):
    """A shift on attacks at one target this round, and for everybody who attacks the actor."""

    refused_when = ("the declaring is over", "an amount other than 10, 20 or 30")

    target: str | None = argument(CombatantParam(), "whom; the only enemy if left out")
    amount: int = argument(NumberParam(1, 100, "10, 20 or 30"), "the shift: 10, 20 or 30", required=True)

    def with_defaults(self, resolver: Resolver) -> Self:
        """Fill in the only target."""
        return self.copy_with(target=default_target(resolver, self.actor, self.target))

    def resolve(self, resolver: Resolver) -> None:
        """Mark the focus."""
        target, shift = self.target or "", f"{self.amount:+d}"
        if self.amount not in t.FOCUS:
            resolver.objection(f"A focus shift is {', '.join(f'{amount:+d}' for amount in t.FOCUS)}, not {shift}.")
        begin_declaring(resolver)
        note_already_out(resolver, target)
        resolver.mark(self.actor, "focus", self.amount, of=target)
        subject = clause(self.actor, resolver.scene, "focuses", "focus")
        resolver.say(f"{subject} on {target}: {shift} against {target}, and {shift} for attacks on {self.actor}.")
