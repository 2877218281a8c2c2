"""Running and moving."""

from __future__ import annotations

from tracker.games.gen6 import tables as t
from tracker.games.gen6.actions.cost import Restricted, check_distance, in_yards, take_action
from tracker.games.gen6.sheet import YARDS
from tracker.games.gen6.state import MAJOR, MINOR, add_yards, set_state
from tracker.games.gen6.words import PosturesParam
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, flag, option
from tracker.rules.grammar import clause
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver


class Run(Restricted):
    """Up to twice the speed, and nothing after it; a chase asks for it every turn."""

    cost = MAJOR
    source = "Gen6 S: run/chase"
    refused_when = ("prone", "more yards than twice the speed")

    yards: int = argument(YARDS, "how far", required=True)
    mount: bool = flag("urges a mount on, the same distance")
    chase: bool = flag("in a chase")
    prepared: bool = flag("as prepared before")

    @classmethod
    def obstacle(cls, resolver: Resolver, actor: str) -> str:
        """Return the obstacle: being prone."""
        if not resolver.combatant(actor).has("prone"):
            return ""
        subject = clause(actor, resolver.scene, "is", "are")
        return f"{subject} prone and cannot run. Stand up first: move {quote(actor)} 0 with=stand."

    def resolve(self, resolver: Resolver) -> None:
        """Run."""
        most = resolver.combatant(self.actor).number("speed") * t.RUN_SPEEDS
        check_distance(resolver, self.actor, self.yards, most, f"A run covers {t.RUN_SPEEDS} times the speed")
        take_action(resolver, self.actor, self.verb, MAJOR, self.prepared)
        set_state(resolver, self.actor, in_chase=self.chase)
        add_yards(resolver, self.actor, self.yards)
        how = f"{' on a mount' if self.mount else ''}{' in the chase' if self.chase else ''}"
        resolver.say(f"{clause(self.actor, resolver.scene, 'runs', 'run')} {in_yards(self.yards)}{how}.")


class Move(ActorAction):
    """Up to the speed; prone, stand, mount, climb take half of it each."""

    cost = MINOR
    source = "Gen6 S: move"
    refused_when = ("more yards than the speed has left",)

    yards: int = argument(YARDS, "how far", required=True)
    with_: tuple[str, ...] | None = option(PosturesParam(), "combined with")

    def resolve(self, resolver: Resolver) -> None:
        """Move, and change posture."""
        speed, postures = resolver.combatant(self.actor).number("speed"), self.with_ or ()
        left = speed - len(postures) * (speed // t.POSTURE_SHARE)
        if left < 0:
            subject = clause(self.actor, resolver.scene, "has", "have")
            resolver.objection(f"{subject} no speed for that many changes of posture in one move.")
        rule = "A move covers the speed, less half of it for each change of posture"
        check_distance(resolver, self.actor, self.yards, left, rule)
        take_action(resolver, self.actor, self.verb, MINOR)
        for posture in postures:
            if posture == "stand":
                resolver.unmark(self.actor, "prone")
            elif posture != "climb":
                resolver.mark(self.actor, {"prone": "prone", "mount": "mounted"}[posture])
        combined = f" and: {', '.join(postures)}" if postures else ""
        resolver.say(f"{clause(self.actor, resolver.scene, 'moves', 'move')} {in_yards(self.yards)}{combined}.")
