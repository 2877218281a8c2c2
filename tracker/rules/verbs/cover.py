"""Cover by hand, for games in which taking it costs nothing."""

from __future__ import annotations

from tracker.combat.frozen import frozen
from tracker.rules.action import Action, argument, option
from tracker.rules.combatants import crowd
from tracker.rules.params import CombatantsParam, Context, Names, ParamType, Text
from tracker.rules.resolver import Resolver


@frozen
class DegreeWord(ParamType):
    """One of the game's degrees of cover."""

    hint: str = "how much"

    def read(self, text: str, context: Context, alias: str = "") -> str:
        """The degree's full name."""
        return context.system.read_degree(text, context)

    def complete(self, context: Context) -> tuple[str, ...]:
        """The degrees from none to most."""
        return context.system.degree_names(context.scene)


class CoverWord(Action):
    """Behind what, and how much of it."""

    verb = "cover"

    names: Names = argument(CombatantsParam(), "who", required=True)
    degree: str = argument(DegreeWord(), "how much", required=True)
    what: str | None = option(Text("text", 80), "behind what")

    def resolve(self, resolver: Resolver) -> None:
        """Put them behind it."""
        for name in self.names:
            resolver.system.take_cover(resolver, name, self.degree, self.what)
        resolver.say(
            f"{crowd(self.names, resolver.scene)}: cover {self.degree}{f', {self.what}' if self.what else ''}."
        )
