"""What an attack or a counter does to the other side, and to those too near (rules page, Actions, Mags)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tracker.combat.events import WeaponBecame
from tracker.systems.base import Nonsense, Play, listed
from tracker.systems.outgunned import tables as t
from tracker.systems.outgunned.pool import Shooter, explosive, shoots
from tracker.systems.outgunned.result import Result
from tracker.systems.people import crowd

NO_GAMBLE: Final = "ones= counts only in a Gamble."


def only_enemy(play: Play, actor: str, word: str) -> str:
    """The only one an actor can aim at, else Nonsense with the list; ``word``: the field that names one."""
    found = play.system.targets(play.scene, actor)
    if len(found) == 1:
        return found[0]
    play.settle()
    if found:
        raise Nonsense(f"Which enemy? Say {word}= one of {listed(found)}.")
    raise Nonsense(f"There is no enemy up for {actor}; add one, or name whom with {word}=.")


def difficulty_of(play: Play, name: str, field: str) -> str:
    """The attack or defense of somebody; basic, with a note, where the sheet has none."""
    found = play.one(name).fields.get(field)
    if found in t.DIFFICULTIES:
        return str(found)
    play.note(f"{name} has no {field} on the sheet: {t.DIFFICULTIES[0]}.")
    return t.DIFFICULTIES[0]


def note_out(play: Play, target: str | None) -> None:
    """Point out a target who is out."""
    if target is not None and play.one(target).out is not None:
        play.note(f"{target} is out already ({play.one(target).out}).")


def said_units(play: Play, found: Result) -> int:
    """The units of a result, each success a reason."""
    return sum(play.because("units", each, t.LEVELS[each]) for each in found.successes)


def take_grit(play: Play, name: str, hits: int, why: str, said: tuple[str, int] | None = None, by: str = "") -> int:
    """Hits on an enemy as loss of grit, with the reasons of their number; gives the grit taken.

    ``said``: the word that asks for another number of hits, and that number; ``by``: where the hits come from.
    """
    left = play.one(name).value("grit")
    play.because("grit", why, -hits, f"{t.SOURCE}: {by or 'attack'}")
    if said is not None and said[1] != hits:
        play.because("grit", f"{said[0]}={said[1]}", hits - said[1])
        hits = said[1]
    taken = min(hits, left)
    if taken < hits:
        play.because("grit", f"only {left} left", hits - taken)
    play.say(f"{name} −{taken} grit ({left} → {left - taken})." if hits else "No hit.")
    play.system.lose(play, name, hits, "grit")
    return taken


def keep(play: Play, name: str, units: int) -> None:
    """Units not used stay as extra until the turn ends."""
    if units > 0:
        play.put(name, "extra", play.one(name).number("extra") + units)
        play.say(f"{units} extra.")


def empty(play: Play, name: str, weapon: str) -> None:
    """The mag in a weapon is gone."""
    fields = dict(play.one(name).weapons[weapon])
    if fields.get("loaded"):
        play.do(WeaponBecame((name,), weapon, {**fields, "loaded": False}))
        play.say(f"The {weapon} is empty.")


def in_danger(
    play: Play, actor: str, target: str | None, weapon: Shooter | None, near: Sequence[str]
) -> tuple[str, ...]:
    """Who pays for ones, warned of before the throw: friends in melee with the target, all near an explosion."""
    scene, found = play.scene, list[str]()
    if shoots(weapon) and target is not None:
        friends = (each.name for each in scene.of_side(scene[actor].side) if each.out is None)
        found += [each for each in friends if each not in (actor, target) and scene.band(each, target) == "melee"]
        if found:
            play.note(f"A Gamble at the others' expense: each 1 costs {crowd(found, scene)} 1 grit.")
    if explosive(weapon):
        found.append(actor)
        play.note(f"Explosive: a Gamble for {crowd((actor, *near), scene)}.")
    if near and not found:
        play.note("near= counts only in a Gamble.")
    return tuple(dict.fromkeys((*found, *near))) if found else ()
