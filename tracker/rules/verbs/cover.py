"""Cover by hand, for games in which taking it has no cost."""

from __future__ import annotations

from tracker.combat.scene import OPEN
from tracker.rules.action import Action
from tracker.rules.command import argument, option
from tracker.rules.declarations import Context, ParamType
from tracker.rules.grammar import join_names
from tracker.rules.matching import with_prefix
from tracker.rules.params import CombatantsParam, NameList, TextParam
from tracker.rules.resolver import Resolver


class CoverDegreeParam(ParamType):
    """One of the game's degrees of cover."""

    hint: str = "how much"

    def read(self, text: str, context: Context, alias: str = "") -> str:
        return context.system.read_cover_degree(text, context)

    def complete(self, context: Context) -> tuple[str, ...]:
        """Offer the degrees from none to most."""
        return context.system.cover_degree_names(context.scene)


class CoverMaterialParam(TextParam):
    """The material of cover: one that the game knows, also by a unique beginning, or any other text."""

    def read(self, text: str, context: Context, alias: str = "") -> str:
        """Parse the material's full name, or return the text unchanged."""
        begun = () if context.exact else with_prefix(text, self.complete(context))
        return begun[0] if len(begun) == 1 and text.strip() else TextParam.read(self, text, context, alias)

    def complete(self, context: Context) -> tuple[str, ...]:
        return tuple(context.system.cover_materials())

    def meaning(self, word: str, context: Context) -> str:
        return context.system.cover_materials().get(word, "")


class TakeCover(Action):
    """Takes cover: how much, and behind what."""

    verb = "cover"

    names: NameList = argument(CombatantsParam(), "who", required=True)
    degree: str = argument(CoverDegreeParam(), "how much", required=True)
    what: str | None = option(CoverMaterialParam("text", 80), "behind what")

    def resolve(self, resolver: Resolver) -> None:
        for name in self.names:
            resolver.system.take_cover(resolver, name, self.degree, self.what)
        what = f" ({self.what})" if self.what else ""
        degree = f"{self.degree} %" if self.degree.isdecimal() else self.degree
        words = degree if degree.endswith("cover") else f"{degree} cover"
        behind = "out of cover" if self.degree == OPEN else f"{words}{what}"
        resolver.say(f"{join_names(self.names, resolver.scene)}: {behind}.")
