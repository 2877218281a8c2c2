"""The number an attack has to reach, and what its hit does (rules page, Tables)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tracker.combat.model import Model
from tracker.combat.scene import OPEN
from tracker.games.gen6 import tables as t
from tracker.games.gen6.damage import Hit, amount_of, strike
from tracker.games.gen6.lookup import cover_of, motion_of, range_of
from tracker.games.gen6.throw import Part, throw_test
from tracker.games.gen6.turns import MAJOR, MINOR
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver

if TYPE_CHECKING:
    from tracker.games.gen6.attack import Blow

SHOT: Final = "ranged"
CLOSE: Final = "melee"
UNARMED: Final = "unarmed"


class Aimed(Model):
    """An attack before the dice: the number to reach, what comes on the roll, what a hit does, what it costs."""

    tn: int
    extra: tuple[Part, ...]
    damage: str | None
    hit: Hit
    cost: str


def only_weapon(resolver: Resolver, blow: Blow) -> str | None:
    """The weapon meant where none is named: the only one that fits, by the distance if there are several."""
    carried = resolver.combatant(blow.actor).weapons
    fit = [name for name, each in carried.items() if blow.mode in (None, each.get("kind"))]
    if len(fit) > 1:
        near = CLOSE if stands(resolver, blow) == t.ADJACENT else SHOT
        fit = [name for name in fit if carried[name].get("kind") == near] or fit
    if len(fit) > 1:
        raise InvalidCommand(f"{blow.actor} carries {comma_list(fit)}; say weapon=NAME.")
    return fit[0] if fit else None


def stands(resolver: Resolver, blow: Blow) -> str:
    """The band between the two, said or as they stand."""
    return blow.band or resolver.scene.band(blow.actor, blow.target or "")


def aimed(resolver: Resolver, blow: Blow, extra: tuple[Part, ...]) -> Aimed:
    """The target number with its reasons, and what a hit would do; mode, source and type are the weapon's."""
    weapon = resolver.combatant(blow.actor).weapons.get(blow.weapon or "", {})
    close = (blow.mode or weapon.get("kind") or CLOSE) == CLOSE
    parts = (*_defense(resolver, blow), *_distance(resolver, blow, close), *_body(resolver, blow, close))
    parts += (*_cover(resolver, blow, close), *_situation(resolver, blow, close))
    for part in parts:
        resolver.because("tn", *part)
    source, kind = blow.source_ or weapon.get("source"), blow.type_ or weapon.get("type")
    hit = Hit(str(source or t.SOURCES[0]), str(kind or t.TYPES[0]), blow.through, blow.no_armor)
    damage = blow.damage or weapon.get("damage")
    cost = MINOR if weapon.get("integrated") else MAJOR
    return Aimed(sum(value for _, value, _ in parts), extra, None if damage is None else str(damage), hit, cost)


def _defense(resolver: Resolver, blow: Blow) -> tuple[Part, ...]:
    foe = resolver.combatant(blow.target or "")
    if "defense" not in foe.fields:
        raise InvalidCommand(f"{foe.name} has no defense yet; set {quote(foe.name)} defense=N gives it.")
    parts: tuple[Part, ...] = (("defense", foe.number("defense"), "the sheet"),)
    if foe.has("defend"):
        parts += (("defends", t.DEFEND, "Gen6 S: defend"),)
    guard = foe.condition("guard")
    return parts if guard is None else (*parts, ("on guard", guard.value or t.GUARDS[0], "Gen6 S: guard up"))


def _distance(resolver: Resolver, blow: Blow, close: bool) -> tuple[Part, ...]:
    band, way = stands(resolver, blow), resolver.setting("extended")
    if close:
        if band != t.ADJACENT:
            resolver.note(f"{blow.target} is at {band} range, and close combat needs {t.ADJACENT}.")
        return ()
    if blow.increments is not None:
        band = f"{t.EXTENDED}:{blow.increments}"
    source = "Gen6 S: range" if band in t.RANGE else f"Gen6 S: range; setting extended={way}"
    return ((band, range_of(band, way == "alone"), source),)


def _counts(resolver: Resolver, what: str, close: bool) -> str | None:
    """The source of a modifier, with the setting that lets it count in close combat; None where it does not."""
    if not close:
        return f"Gen6 S: {what}"
    return f"Gen6 S: {what}; setting {what}_in_melee" if resolver.setting(f"{what}_in_melee") else None


def _body(resolver: Resolver, blow: Blow, close: bool) -> tuple[Part, ...]:
    """The target's size and motion."""
    size = blow.size or str(resolver.combatant(blow.target or "").fields.get("size") or t.USUAL_SIZE)
    found: list[Part] = []
    source = _counts(resolver, "size", close)
    if source and t.SIZES[size][0]:
        found.append((size, t.SIZES[size][0], source))
    source = _counts(resolver, "motion", close)
    if source and blow.motion is not None:
        steps = {name: least for least, name, _ in t.MOTION}
        found.append((*motion_of(steps[blow.motion] if blow.motion in steps else int(blow.motion)), source))
    return tuple(found)


def _cover(resolver: Resolver, blow: Blow, close: bool) -> tuple[Part, ...]:
    degree, source = blow.cover or resolver.combatant(blow.target or "").cover.degree, _counts(resolver, "cover", close)
    if degree == OPEN or source is None:
        return ()
    if int(degree) >= t.FULL_COVER:
        resolver.objection(f"{blow.target} is behind {degree} % cover and cannot be targeted.")
        return ()
    tn = cover_of(int(degree))
    return ((f"cover {degree} %", tn, source),) if tn else ()


def _situation(resolver: Resolver, blow: Blow, close: bool) -> tuple[Part, ...]:
    source = f"Gen6 S: {'close' if close else 'ranged'} combat"
    found: list[Part] = []
    if resolver.combatant(blow.target or "").has("prone") if blow.prone is None else blow.prone:
        found.append(("prone", t.PRONE[CLOSE if close else SHOT], source))
    if blow.advantage is not None:
        found.append((f"{blow.advantage} advantage", t.ADVANTAGE[blow.advantage], source))
    if blow.off_hand:
        found.append(("off hand", t.OFF_HAND, source))
    return tuple(found)


def finish(resolver: Resolver, blow: Blow, aim: Aimed) -> None:
    """Throw, compare, and let a hit do its damage, or ask for it."""
    foe, weapon = (
        resolver.combatant(blow.target or ""),
        f" with {blow.weapon}" if blow.weapon not in (None, UNARMED) else "",
    )
    if foe.out is not None:
        resolver.note(f"{foe.name} is out already ({foe.out}).")
    resolver.say(f"{blow.actor} attacks {foe.name}{weapon}, TN {aim.tn}.")
    verdict = throw_test(resolver, blow, blow.actor, aim.tn, aim.extra)
    word = "a hit" if verdict.made else "a miss"
    resolver.because("outcome", f"{verdict.said} against {aim.tn}: {word}", int(verdict.made), "Gen6 S: the dice")
    resolver.say(f"{verdict.said}: {word}.")
    if not verdict.made:
        return
    if aim.damage is None:
        most = " It is a critical: the most its dice can do." if verdict.critical else ""
        more = {"through": aim.hit.through, "no_armor": aim.hit.no_armor, "most": verdict.critical}
        text = f"{blow.actor} hits {foe.name}. How much damage?{most}"
        resolver.ask("damage", foe.name, text, (), source=aim.hit.source, type=aim.hit.type, **more)
        return
    amount, label = amount_of(resolver, aim.damage, verdict.critical)
    if not verdict.critical:
        resolver.record_as(damage=str(amount))
    strike(resolver, foe.name, amount, label, aim.hit)
