"""The parts shared by Action Rolls and Reaction Rolls."""

from __future__ import annotations

from typing import Final

from tracker.games.outgunned import tables as t
from tracker.games.outgunned.harm import pay_for_ones
from tracker.games.outgunned.result import Result
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import clause
from tracker.rules.resolver import Resolver

NOT_REACTING: Final = "outside a Reaction Turn, or in a brawl"
"""Why reactions and their extras are refused, for the reference."""

MOST_ONES: Final = 9
"""The largest number of ones to ask for if the number of dice is unknown."""

GAMBLE: Final = "a Gamble: each 1 costs them 1 grit"
ONES: Final = "how many ones showed, in a Gamble"
REROLL: Final = "re-roll: needs a success, may cost the smallest"
FREE_REROLL: Final = "free re-roll: costs nothing"
ALL_IN: Final = "all-in, after a re-roll that was better"
"""Help texts for the fields of every roll, for forms and the reference."""


def only_enemy(resolver: Resolver, actor: str, field: str) -> str:
    """Return the only enemy that an actor can aim at; raises InvalidCommand with the list.

    ``field`` names the target field.
    """
    enemies = resolver.system.likely_targets(resolver.scene, actor)
    if len(enemies) == 1:
        return enemies[0]
    resolver.check_objections()
    if enemies:
        raise InvalidCommand(f"Which enemy? Say {field}= one of {comma_list(enemies)}.")
    raise InvalidCommand(f"There is no enemy up for {actor}. Add one, or name somebody with {field}=.")


def difficulty_of(resolver: Resolver, name: str, field: str) -> str:
    """Return somebody's ``attack`` or ``defense``; basic, with a note, if the sheet has none."""
    difficulty = resolver.combatant(name).fields.get(field)
    if difficulty in t.DIFFICULTIES:
        return str(difficulty)
    resolver.note(f"{clause(name, resolver.scene, 'has', 'have')} no {field} on the sheet: {t.DIFFICULTIES[0]}.")
    return t.DIFFICULTIES[0]


def note_if_out(resolver: Resolver, target: str | None) -> None:
    """Note a target who is out."""
    if target is not None and resolver.combatant(target).out is not None:
        is_out = clause(target, resolver.scene, "is", "are")
        resolver.note(f"{is_out} out already ({resolver.combatant(target).out}).")


def count_units(resolver: Resolver, result: Result) -> int:
    """Return the units of a result; each success is a reason."""
    return sum(resolver.because("units", level, t.LEVELS[level]) for level in result.successes)


def keep_extra(resolver: Resolver, name: str, units: int) -> None:
    """Store unused units as extra until the turn ends."""
    if units > 0:
        resolver.set_field(name, "extra", resolver.combatant(name).number("extra") + units)
        resolver.say(f"{units} extra.")


def settle_gamble(
    resolver: Resolver, actor: str, result: Result, endangered: tuple[str, ...], ones: int | None, dice: int | None
) -> None:
    """Let those ``endangered`` by a Gamble pay for its ones; ask for the number of ones if it is unknown.

    If nobody is endangered, ``ones`` are noted as not counting. ``dice`` is the number thrown, if known.
    """
    if not endangered:
        if ones is not None:
            resolver.note("ones= counts only in a Gamble; the flag gamble makes it one.")
        return
    if ones is None and result.throws:
        ones = result.faces.count(1)
    if ones is not None:
        pay_for_ones(resolver, endangered, ones)
    else:
        choices = tuple(map(str, range(min(MOST_ONES, dice or MOST_ONES) + 1)))
        resolver.ask("ones", actor, "How many ones showed?", choices, who=list(endangered))
