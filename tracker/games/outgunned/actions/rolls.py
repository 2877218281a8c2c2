"""What Action Rolls and Reaction Rolls have in common."""

from __future__ import annotations

from typing import Final

from tracker.games.outgunned import tables as t
from tracker.games.outgunned.result import Result
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.resolver import Resolver

NO_GAMBLE: Final = "ones= counts only in a Gamble."

NOT_REACTING = "outside a Reaction Turn, or in a brawl"


def only_enemy(resolver: Resolver, actor: str, word: str) -> str:
    """The only one an actor can aim at, else InvalidCommand with the list; ``word``: the field that names one."""
    found = resolver.system.likely_targets(resolver.scene, actor)
    if len(found) == 1:
        return found[0]
    resolver.check_objections()
    if found:
        raise InvalidCommand(f"Which enemy? Say {word}= one of {comma_list(found)}.")
    raise InvalidCommand(f"There is no enemy up for {actor}; add one, or name whom with {word}=.")


def difficulty_of(resolver: Resolver, name: str, field: str) -> str:
    """The attack or defense of somebody; basic, with a note, where the sheet has none."""
    found = resolver.combatant(name).fields.get(field)
    if found in t.DIFFICULTIES:
        return str(found)
    resolver.note(f"{name} has no {field} on the sheet: {t.DIFFICULTIES[0]}.")
    return t.DIFFICULTIES[0]


def note_if_out(resolver: Resolver, target: str | None) -> None:
    """Point out a target who is out."""
    if target is not None and resolver.combatant(target).out is not None:
        resolver.note(f"{target} is out already ({resolver.combatant(target).out}).")


def count_units(resolver: Resolver, found: Result) -> int:
    """The units of a result, each success a reason."""
    return sum(resolver.because("units", each, t.LEVELS[each]) for each in found.successes)


def keep_extra(resolver: Resolver, name: str, units: int) -> None:
    """Units not used stay as extra until the turn ends."""
    if units > 0:
        resolver.set_field(name, "extra", resolver.combatant(name).number("extra") + units)
        resolver.say(f"{units} extra.")
