"""The target number of an attack, its bonuses, and the effects of its hit."""

from __future__ import annotations

from typing import Final

from tracker.combat.model import Model
from tracker.combat.scene import OPEN
from tracker.games.gen6 import tables as t
from tracker.games.gen6.damage import Hit
from tracker.games.gen6.result import Part, sum_of
from tracker.games.gen6.state import MAJOR, MINOR, state_of, weapon_of
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import clause
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver

MELEE: Final = "melee"
RANGED: Final = "ranged"


class Situation(Model):
    """The words of an attack; None means the value of the sheet or the scene."""

    actor: str
    target: str
    weapon: str | None
    mode: str | None
    band: str | None
    increments: int | None
    cover: str | None
    size: str | None
    motion: str | None
    prone: bool | None
    advantage: str | None
    off_hand: bool
    damage: str | None
    source: str | None
    type: str | None
    through: bool
    no_armor: bool


class AttackPlan(Model):
    """An attack before the dice: the number to reach, the tracker's bonuses, the hit, and the cost."""

    tn: int
    extra: tuple[Part, ...]
    damage: str | None
    hit: Hit
    cost: str


def plan_attack(resolver: Resolver, situation: Situation, extra: tuple[Part, ...]) -> AttackPlan:
    """Return the target number with its reasons, and the hit; mode, source and type are the weapon's."""
    weapon = weapon_of(resolver.combatant(situation.actor), situation.weapon)
    melee = (situation.mode or weapon.kind) == MELEE
    parts = (
        *_defense(resolver, situation),
        *_range(resolver, situation, melee),
        *_size_and_motion(resolver, situation, melee),
        *_cover(resolver, situation, melee),
        *_circumstances(resolver, situation, melee),
    )
    for part in parts:
        resolver.because("tn", *part)
    hit = Hit(situation.source or weapon.source, situation.type or weapon.type, situation.through, situation.no_armor)
    damage = situation.damage or weapon.damage
    cost = MINOR if weapon.integrated else MAJOR
    return AttackPlan(sum_of(parts), extra, None if damage is None else str(damage), hit, cost)


def band_between(resolver: Resolver, situation: Situation) -> str:
    """Return the band between the two, as typed or from the scene."""
    return situation.band or resolver.scene.band(situation.actor, situation.target)


def _defense(resolver: Resolver, situation: Situation) -> tuple[Part, ...]:
    target = resolver.combatant(situation.target)
    if "defense" not in target.fields:
        subject = clause(target.name, resolver.scene, "has", "have")
        raise InvalidCommand(f"{subject} no defense on the sheet. Give it: set {quote(target.name)} defense=N.")
    parts = [Part("defense", target.number("defense"), "the sheet")]
    if target.has("defend"):
        parts.append(Part("defends", t.DEFEND, "Gen6 S: defend"))
    guard = target.condition("guard")
    if guard is not None:
        parts.append(Part("on guard", guard.value or t.GUARDS[0], "Gen6 S: guard up"))
    return tuple(parts)


def _range(resolver: Resolver, situation: Situation, melee: bool) -> tuple[Part, ...]:
    band, way = band_between(resolver, situation), resolver.setting("extended")
    if melee:
        if band != t.ADJACENT:
            resolver.note(f"{situation.target} is at {band} range, and close combat needs {t.ADJACENT}.")
        return ()
    if situation.increments is not None:
        band = f"{t.EXTENDED}:{situation.increments}"
    source = "Gen6 S: range" if band in t.RANGE else f"Gen6 S: range; setting extended={way}"
    return (Part(band, t.range_tn(band, way == "alone"), source),)


def _source_of(resolver: Resolver, what: str, melee: bool) -> str | None:
    """Return the source of a modifier, with the setting that applies it in close combat; None if it does not apply."""
    if not melee:
        return f"Gen6 S: {what}"
    return f"Gen6 S: {what}; setting {what}_in_melee" if resolver.setting(f"{what}_in_melee") else None


def _size_and_motion(resolver: Resolver, situation: Situation, melee: bool) -> tuple[Part, ...]:
    size = situation.size or str(resolver.combatant(situation.target).fields.get("size") or t.USUAL_SIZE)
    parts: list[Part] = []
    source = _source_of(resolver, "size", melee)
    if source and t.SIZES[size][0]:
        parts.append(Part(size, t.SIZES[size][0], source))
    source = _source_of(resolver, "motion", melee)
    if source and situation.motion is not None:
        parts.append(Part(*t.motion_named(situation.motion), source))
    elif source:
        _propose_motion(resolver, situation.target)
    return tuple(parts)


def _propose_motion(resolver: Resolver, target: str) -> None:
    """Note the motion matching what the target has run or charged; it counts only if typed."""
    feet = state_of(resolver.combatant(target)).moved * t.FEET_IN_A_YARD
    motion, tn = t.motion_at(feet)
    if tn:
        resolver.note(f"Proposed: the option motion={motion} would count {feet} feet moved (TN {tn:+d}).")


def _cover(resolver: Resolver, situation: Situation, melee: bool) -> tuple[Part, ...]:
    degree = situation.cover or resolver.combatant(situation.target).cover.degree
    source = _source_of(resolver, "cover", melee)
    if degree == OPEN or source is None:
        return ()
    if int(degree) >= t.FULL_COVER:
        resolver.objection(f"{situation.target} is behind {degree} % cover and cannot be targeted.")
        return ()
    tn = t.cover_tn(int(degree))
    return (Part(f"cover {degree} %", tn, source),) if tn else ()


def _circumstances(resolver: Resolver, situation: Situation, melee: bool) -> tuple[Part, ...]:
    source = f"Gen6 S: {'close' if melee else 'ranged'} combat"
    parts: list[Part] = []
    if resolver.combatant(situation.target).has("prone") if situation.prone is None else situation.prone:
        parts.append(Part("prone", t.PRONE[MELEE if melee else RANGED], source))
    if situation.advantage is not None:
        parts.append(Part(f"{situation.advantage} advantage", t.ADVANTAGE[situation.advantage], source))
    if situation.off_hand:
        parts.append(Part("off hand", t.OFF_HAND, source))
    return tuple(parts)
