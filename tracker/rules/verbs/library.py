"""Who comes from outside the fight: kept combatants, presets, parties, heroes of another session."""

from __future__ import annotations

from msgspec.structs import replace

from tracker.combat import limits
from tracker.combat.scene import ENEMIES, HEROES
from tracker.rules.action import Action
from tracker.rules.command import argument, flag, option
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.newcomers import join, set_out
from tracker.rules.params import ChoiceParam, NumberParam, TextParam, read_name
from tracker.rules.resolver import Resolver


def _presets(context: Context) -> tuple[str, ...]:
    return tuple(preset.name for preset in context.system.presets)


class WordParam(TextParam):
    """A name in the library; what is in it is offered, and the presets."""

    def complete(self, context: Context) -> tuple[str, ...]:
        """Offer what the library has, then the presets of the game."""
        return tuple(dict.fromkeys((*context.kept(), *_presets(context))))


class Bring(Action):
    """Joins from the library, a preset, a party, or another session; count=3 brings three in one group."""

    by_hand = True

    name: str = argument(WordParam("a name in the library", 80), "who or what", required=True)
    count: int | None = option(NumberParam(1, limits.COMBATANTS - 1), "how many, as a group")
    side: str | None = option(ChoiceParam((HEROES, ENEMIES), "side", other=True), "their own side unless given")
    from_: str | None = option(TextParam("a session", 200), "the session whose heroes come as they stood")
    as_: str | None = option(TextParam("a name", 80), "what they are called here")
    hidden: bool = flag("the players do not see them")

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
        if kept.kind == "encounter":
            later = [member for member in kept.members if member.wave]
            set_out(resolver, replace(kept, members=(*members, *later)), self.side)
        else:
            join(resolver, members, self.side)
