"""Injuries by hand."""

from __future__ import annotations

from tracker.games.contract.harm import injure, injuries_of, mend, report_out
from tracker.games.contract.state import drop_attacks_of
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, option
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.params import NumberParam
from tracker.rules.resolver import Resolver


class Injure(ActorAction):
    """Gives an injury by hand."""

    source = "G"
    by_hand = True

    severity: int = argument(NumberParam(1, 1000), "how bad", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Add the injury."""
        resolver.because("severity", "by hand", self.severity)
        resolver.say(f"{self.actor}: {injure(resolver, self.actor, self.severity)}.")
        if resolver.combatant(self.actor).out:
            drop_attacks_of(resolver, self.actor)


class Mend(ActorAction):
    """Removes an injury of this severity; to= lowers it instead."""

    source = "G"
    by_hand = True

    severity: int = argument(NumberParam(1, 1000), "which", required=True)
    to: int | None = option(NumberParam(0, 1000), "how bad it is from now on")

    def resolve(self, resolver: Resolver) -> None:
        """Remove the injury, or lower it."""
        injuries, to, was = (
            injuries_of(resolver.combatant(self.actor)),
            self.to or 0,
            resolver.combatant(self.actor).out,
        )
        if self.severity not in injuries:
            raise InvalidCommand(
                f"{self.actor} has no injury of {self.severity}; injuries: {comma_list([*map(str, injuries)])}."
            )
        if to >= self.severity:
            raise InvalidCommand(f"Mending makes an injury lower than {self.severity}; injure makes a new one.")
        mend(resolver, self.actor, self.severity, to)
        resolver.because("severity", "mended", to - self.severity)
        combatant = resolver.combatant(self.actor)
        resolver.say(
            f"{self.actor}: injury {self.severity} {f'→ {to}' if to else 'gone'}, body {combatant.value('body')}."
        )
        report_out(resolver, self.actor, was)
