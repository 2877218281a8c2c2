"""What an attack or a counter does to the other side, and to those too near (rules page, Actions, Mags)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tracker.combat.events import WeaponBecame
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.pool import Shooter, explosive, shoots
from tracker.games.outgunned.result import Result
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import join_names
from tracker.rules.resolver import Resolver

NO_GAMBLE: Final = "ones= counts only in a Gamble."


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


def note_out(resolver: Resolver, target: str | None) -> None:
    """Point out a target who is out."""
    if target is not None and resolver.combatant(target).out is not None:
        resolver.note(f"{target} is out already ({resolver.combatant(target).out}).")


def said_units(resolver: Resolver, found: Result) -> int:
    """The units of a result, each success a reason."""
    return sum(resolver.because("units", each, t.LEVELS[each]) for each in found.successes)


def take_grit(
    resolver: Resolver, name: str, hits: int, why: str, said: tuple[str, int] | None = None, by: str = ""
) -> int:
    """Hits on an enemy as loss of grit, with the reasons of their number; gives the grit taken.

    ``said``: the word that asks for another number of hits, and that number; ``by``: where the hits come from.
    """
    left = resolver.combatant(name).value("grit")
    resolver.because("grit", why, -hits, f"{t.SOURCE}: {by or 'attack'}")
    if said is not None and said[1] != hits:
        resolver.because("grit", f"{said[0]}={said[1]}", hits - said[1])
        hits = said[1]
    taken = min(hits, left)
    if taken < hits:
        resolver.because("grit", f"only {left} left", hits - taken)
    resolver.say(f"{name} −{taken} grit ({left} → {left - taken})." if hits else "No hit.")
    resolver.system.lose(resolver, name, hits, "grit")
    return taken


def keep(resolver: Resolver, name: str, units: int) -> None:
    """Units not used stay as extra until the turn ends."""
    if units > 0:
        resolver.set_field(name, "extra", resolver.combatant(name).number("extra") + units)
        resolver.say(f"{units} extra.")


def empty(resolver: Resolver, name: str, weapon: str) -> None:
    """The mag in a weapon is gone."""
    fields = dict(resolver.combatant(name).weapons[weapon])
    if fields.get("loaded"):
        resolver.emit(WeaponBecame((name,), weapon, {**fields, "loaded": False}))
        resolver.say(f"The {weapon} is empty.")


def in_danger(
    resolver: Resolver, actor: str, target: str | None, weapon: Shooter | None, near: Sequence[str]
) -> tuple[str, ...]:
    """Who pays for ones, warned of before the throw: friends in melee with the target, all near an explosion."""
    scene, found = resolver.scene, list[str]()
    if shoots(weapon) and target is not None:
        friends = (each.name for each in scene.of_side(scene[actor].side) if each.out is None)
        found += [each for each in friends if each not in (actor, target) and scene.band(each, target) == "melee"]
        if found:
            resolver.note(f"A Gamble at the others' expense: each 1 costs {join_names(found, scene)} 1 grit.")
    if explosive(weapon):
        found.append(actor)
        resolver.note(f"Explosive: a Gamble for {join_names((actor, *near), scene)}.")
    if near and not found:
        resolver.note("near= counts only in a Gamble.")
    return tuple(dict.fromkeys((*found, *near))) if found else ()
