"""Distances and cover by hand."""

from contextlib import suppress
from typing import Any, ClassVar, Final, Self

from tracker.combat.events import DefaultBandBecame
from tracker.combat.scene import OPEN
from tracker.rules.action import Action, ByHand
from tracker.rules.command import argument, option
from tracker.rules.declarations import Context, ParamType
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import band_in_words, cover_in_words, join_names
from tracker.rules.matching import with_prefix
from tracker.rules.params import EVERYBODY, CombatantsParam, NameList, TextParam
from tracker.rules.positions import move_to_band, only_other
from tracker.rules.resolver import Resolver

_APART: Final = "A distance is between two different combatants; name another."


class BandParam(ParamType):
    """One of the game's bands."""

    hint: str = "a band"

    def read(self, text: str, context: Context, alias: str = "") -> str:
        return context.system.read_band(text, context)

    def complete(self, context: Context) -> tuple[str, ...]:
        return context.system.band_names(context.scene)


class OtherOrBandParam(ParamType):
    """The other end of a distance, or the band itself after ``all``."""

    hint: str = "the other one"

    def read(self, text: str, context: Context, alias: str = "") -> Any:
        names = context.values.get("name")
        if not (isinstance(names, NameList) and names.text == EVERYBODY):
            return CombatantsParam().read(text, context)
        try:
            return context.system.read_band(text, context)
        except InvalidCommand:
            with suppress(InvalidCommand):
                return CombatantsParam().read(text, context)
            raise

    def write(self, value: Any) -> str:
        return value if isinstance(value, str) else CombatantsParam().write(value)

    def complete(self, context: Context) -> tuple[str, ...]:
        return (*CombatantsParam().complete(context), *context.system.band_names(context.scene))


class Range(ByHand):
    """Sets the band between two, or of everybody: range all close."""

    name: NameList = argument(CombatantsParam(), "who, or all", required=True)
    other: Any = argument(OtherOrBandParam(), "to whom; after all: the band", required=True)
    band: str | None = argument(BandParam(), "the band")

    def resolve(self, resolver: Resolver) -> None:
        if isinstance(self.other, str):
            if self.band is not None:
                raise InvalidCommand(f"Two bands are too many: range all {self.other}, or range all NAME {self.band}.")
            resolver.emit(DefaultBandBecame(self.other))
            resolver.say(f"Everybody: {band_in_words(self.other)}, except those set one by one.")
            return
        if self.band is None:
            raise InvalidCommand("Say the band too: range A B BAND.")
        if not any(name != other for name in self.name for other in self.other):
            raise InvalidCommand(_APART)
        move_to_band(resolver, self.name, self.other, self.band)
        others = [name for name in self.other if name not in self.name] or list(self.other)
        between = "and" if len(self.name) == len(others) == 1 else "to"
        who, whom = join_names(self.name, resolver.scene), join_names(others, resolver.scene)
        resolver.say(f"{who if {*self.name} == {*others} else f'{who} {between} {whom}'}: {band_in_words(self.band)}.")


class Nearer(ByHand):
    """One band nearer, by hand."""

    name: NameList = argument(CombatantsParam(), "who", required=True)
    other: NameList | None = argument(CombatantsParam(), "to whom")
    step: ClassVar[int] = -1

    def with_defaults(self, resolver: Resolver) -> Self:
        return self if self.other else self.copy_with(other=NameList((only_other(resolver, self.name[0]),)))

    def resolve(self, resolver: Resolver) -> None:
        """Move each by a band; those who are as near or far as possible stay, unless that is all of them."""
        stuck, scene = "", resolver.scene
        moving: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
        for name in self.name:
            steps: dict[tuple[str, str], list[str]] = {}
            for other in (each for each in self.other or () if each != name):
                now = scene.band(name, other)
                band = resolver.system.step_band(scene, now, self.step)
                if band is None:
                    stuck = stuck or f"{name} and {other}: {band_in_words(now)} already"
                else:
                    steps.setdefault((now, band), []).append(other)
            for (now, band), others in steps.items():
                moving.setdefault((now, band, tuple(others)), []).append(name)
        if not moving:
            raise InvalidCommand(f"{stuck}; there is no band {self.verb}." if stuck else _APART)
        for (now, band, whom), together in moving.items():
            move_to_band(resolver, tuple(together), whom, band, self.other or ())
            between = "and" if len(together) == len(whom) == 1 else "to"
            way = f"{band_in_words(now)} → {band_in_words(band)}"
            resolver.say(f"{join_names(together, scene)} {between} {join_names(whom, scene)}: {way}.")


class Farther(Nearer):
    """One band farther, by hand."""

    other: NameList | None = argument(CombatantsParam(), "from whom")
    step = 1


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
        names = [name for name in self.names if self.degree != OPEN or resolver.combatant(name).cover.degree != OPEN]
        if not names:
            raise InvalidCommand(f"{resolver.clause(self.names, 'is')} not in cover.")
        for name in names:
            resolver.system.take_cover(resolver, name, self.degree, self.what)
        what = f" ({self.what})" if self.what else ""
        behind = "out of cover" if self.degree == OPEN else f"{cover_in_words(self.degree)}{what}"
        resolver.say(f"{join_names(names, resolver.scene)}: {behind}.")
