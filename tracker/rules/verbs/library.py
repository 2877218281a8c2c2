"""Who comes from outside the fight: kept combatants, presets, parties, heroes of another session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from tracker.combat import limits
from tracker.combat.events import TrackBecame
from tracker.combat.expressions import parse
from tracker.combat.pools import BadDice
from tracker.combat.scene import ENEMIES, HEROES
from tracker.rules.action import ByHand
from tracker.rules.command import argument, flag, open_fields, option
from tracker.rules.declarations import Context, TrackSpec
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.newcomers import join, set_out
from tracker.rules.params import ChoiceParam, NumberParam, TextParam, read_name
from tracker.rules.resolver import Resolver
from tracker.rules.sheet import read_track
from tracker.rules.stock import names_of_presets
from tracker.rules.verbs.combatants import Pairs

_ROLL: Final = "roll"
_OF_DICE: Final = (_ROLL, "max", "min")
"""What may be made of the dice of a track, in place of a number."""


class WordParam(TextParam):
    """A name in the library; what is in it is offered, and the presets."""

    def complete(self, context: Context) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*context.kept(), *names_of_presets(context.system))))


class Bring(ByHand):
    """Joins from the library, a preset, a party, or another session; count=3 brings three in one group."""

    name: str = argument(WordParam("a name in the library", 80), "who or what", required=True)
    count: int | None = option(NumberParam(1, limits.COMBATANTS - 1), "how many, as a group")
    side: str | None = option(ChoiceParam((HEROES, ENEMIES), "side", other=True), "their own side unless given")
    from_: str | None = option(TextParam("a session", 200), "the session whose heroes come as they stood")
    as_: str | None = option(TextParam("a name", 80), "what they are called here")
    hidden: bool = flag("the players do not see them")
    values: Pairs = open_fields("a track: a number, or roll, max or min of its dice for each of them")

    def resolve(self, resolver: Resolver) -> None:
        """Let them join; raises InvalidCommand for what is not kept anywhere, and where nobody is left to join."""
        kept = resolver.bring(self.name, self.from_ or "")
        resolver.record_as(name=kept.title, from_=kept.origin or None)
        members = [member for member in kept.members if not member.wave]
        if (self.count is not None or self.as_ is not None) and len(members) != 1:
            raise InvalidCommand(f"{kept.title} is not one combatant; leave count= and as= out.")
        if self.as_ is not None:
            members = [replace(members[0], like=replace(members[0].like, name=read_name(self.as_)))]
        if self.count is not None:
            members = [replace(members[0], count=self.count)]
        if self.hidden:
            members = [replace(member, like=replace(member.like, hidden=True)) for member in members]
        if kept.kind == "encounter" and self.values:
            raise InvalidCommand(f"{kept.title} is an encounter: bring its people one by one for {self.values[0][0]}=.")
        if kept.kind == "encounter":
            later = [member for member in kept.members if member.wave]
            set_out(resolver, replace(kept, members=(*members, *later)), self.side)
        else:
            self._write(resolver, join(resolver, members, self.side))

    def _write(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Write the typed tracks of those who joined, each by a throw of their own; raises InvalidCommand."""
        for track, text in self.values:
            spec = resolver.system.sheet.track(track)
            if spec is None:
                known = comma_list([spec.name for spec in resolver.system.sheet.tracks])
                raise InvalidCommand(f"“{track}” is not a track of {resolver.system.title}. Tracks: {known}.")
            told = []
            for name in names:
                value = self._amount(resolver, name, spec, text)
                was = resolver.combatant(name).tracks.get(track)
                resolver.emit(TrackBecame((name,), track, value, value, was.value if was else None))
                told.append(f"{name} {value}")
            resolver.say(f"{track}: {comma_list(told)}.")

    def _amount(self, resolver: Resolver, name: str, spec: TrackSpec, text: str) -> int:
        if text not in _OF_DICE:
            return read_track(resolver.system, spec.name, text)
        dice = resolver.combatant(name).fields.get(spec.dice) if spec.dice else None
        if not dice:
            raise InvalidCommand(f"The sheet of {name} has no dice for {spec.name}; give {spec.name}=N.")
        try:
            expression = parse(str(dice))
        except BadDice as bad:
            raise InvalidCommand(f"{name}, {spec.dice}: {bad}") from None
        if text == _ROLL:
            return max(1, expression.roll(resolver.dice, f"{spec.name} of {name}"[:80]).total)
        low, high = expression.root.bounds()
        return max(1, high if text == "max" else low)
