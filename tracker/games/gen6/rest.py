"""What heals and when it may: tests of a healer, the end of a fight, who still needs help (rules page, Damage)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tracker.combat.scene import Combatant, Scene
from tracker.games.gen6 import health
from tracker.games.gen6.throw import Part, throw_test
from tracker.rules.grammar import join_names
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver

OVER: Final = "over"
"""The scene's field that says the fight is over."""


def alive(resolver: Resolver, name: str) -> None:
    """Object to healing the dead."""
    if resolver.combatant(name).out == health.DEAD:
        resolver.objection(f"{name} is dead; back {quote(name)} comes before any healing.")


def patients(scene: Scene, actor: str) -> tuple[str, ...]:
    """The friends of somebody who have lost something and are not dead."""
    found = (each for each in scene.of_side(scene[actor].side) if each.name != actor and each.out != health.DEAD)
    return tuple(one.name for one in found if any(track.value < track.max for track in health.body(one).values()))


def skill(healer: Combatant, source: str) -> tuple[Part, ...]:
    """What a healer knows: ranks of medicine and the modifier of intelligence."""
    return ("medicine", healer.number("medicine"), source), ("int modifier", healer.number("int_mod"), source)


def treat(
    resolver: Resolver, action: Any, healer: str, name: str, tn: int, parts: tuple[Part, ...], least: int = 0
) -> bool:
    """A healer's test against a target number; made, the patient gets the parts back. Says whether it was."""
    source = parts[0][2]
    resolver.because("tn", action.verb, tn, source)
    resolver.say(f"{healer} helps {name}, TN {tn}.")
    verdict = throw_test(resolver, action, healer, tn)
    resolver.say(f"{verdict.said}: it {'helps' if verdict.made else 'fails'}.")
    if verdict.made:
        health.healed(resolver, name, parts, least)
    else:
        resolver.because("outcome", f"{verdict.said} against {tn}: it fails", 0, source)
    return verdict.made


def close_fight(resolver: Resolver) -> None:
    """The fight is over, once: nobody is surprised any more, and who is at 0 then cannot take a breather."""
    if resolver.scene.fields.get(OVER):
        return
    resolver.set_scene_field(OVER, True)
    main = resolver.system.main_track(resolver.scene)
    low = [each.name for each in resolver.scene.combatants.values() if main in each.tracks and not each.value(main)]
    for name in resolver.scene.combatants:
        resolver.set_field(name, "low", True if name in low else None)
        if resolver.scene.turn.round:
            resolver.unmark(name, "surprised")
    resolver.say(f"The fight is over.{f' At 0 {main}: {join_names(low, resolver.scene)}.' if low else ''}")


def of_one(name: str, names: Sequence[str], parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The numbers of one of several, with the name to tell them apart."""
    return parts if len(names) == 1 else tuple((f"{name}: {label}", value, source) for label, value, source in parts)


def breathe(resolver: Resolver, name: str) -> None:
    """Take somebody's breather of this fight, or object."""
    one = resolver.combatant(name)
    if one.fields.get("rested"):
        resolver.objection(f"{name} has had the breather of this fight; sleep comes next.")
    if one.fields.get("low"):
        resolver.objection(f"{name} was at 0 when the fight ended and cannot take a breather; sleep and care help.")
    resolver.set_field(name, "rested", True)
