"""Damage on its way: thrown, through cover material, armor and toughness, to the one it hits."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from tracker.combat.events import CoverBecame
from tracker.combat.expressions import parse
from tracker.combat.model import Model
from tracker.combat.scene import Combatant, Cover, Scene
from tracker.games.gen6 import health
from tracker.games.gen6 import tables as t
from tracker.games.gen6.throw import Part
from tracker.rules.declarations import Declarations
from tracker.rules.resolver import Resolver

_STUN: Final = "stun"


class Hit(Model):
    """What kind of damage it is; without a source it meets no armor."""

    source: str | None = None
    type: str = t.TYPES[0]
    through: bool = False
    no_armor: bool = False


def toughness_counts(mode: str, hit: Hit) -> bool:
    """Whether toughness reduces this in the game's mode (G)."""
    stun, ballistic = hit.type == _STUN, hit.source == "ballistic"
    if mode == "gritty":
        return stun and not ballistic
    if mode == "pulpy":
        return (stun and not ballistic) or (not stun and hit.source == "impact")
    return mode == "cinematic" and not (hit.source == "penetrating" and not stun)


def absorbed(one: Combatant, hit: Hit, amount: int) -> int:
    """What the material in the way stops of so much damage."""
    return min(one.cover.absorbs or 0, amount) if hit.through else 0


def reductions(system: Declarations, scene: Scene, one: Combatant, hit: Hit, amount: int) -> tuple[Part, ...]:
    """All that comes off so much damage, as parts that add up with it to what gets through, 0 at least."""
    stopped = absorbed(one, hit, amount)
    parts = [(f"stopped by the {one.cover.what}", -stopped, "Gen6 S: cover material")] if stopped else []
    worn = t.ARMOR.get(hit.source or "", "")
    armor = 0 if hit.no_armor else one.number(worn)
    mode, way = str(system.setting(scene, "toughness_mode")), str(system.setting(scene, "reduction"))
    tough = one.number("toughness") if toughness_counts(mode, hit) and way != "armor-only" else 0
    if way == "higher":
        armor, tough = (armor, 0) if armor >= tough else (0, tough)
    if armor:
        said = "" if way == "sum" else f"; setting reduction={way}"
        parts.append((f"armor {armor}{worn[-1].upper()}", -armor, f"Gen6 S: armor{said}"))
    if tough:
        parts.append((f"toughness ({mode})", -tough, "Gen6 G: settings toughness_mode, reduction"))
    through = amount + sum(value for _, value, _ in parts)
    if through < 0:
        parts.append(("no less than 0", -through, "Gen6 S: damage"))
    return tuple(parts)


def amount_of(resolver: Resolver, text: str, most: bool = False) -> tuple[int, str]:
    """The damage of a number or dice, thrown or at its most, and how to call it; never under 0."""
    expression = parse(text)
    if most and expression.thrown:
        return max(0, expression.most), f"{text} at its most"
    if not expression.thrown:
        return max(0, expression.most), "damage"
    resolver.check_objections()
    rolled = expression.roll(resolver.dice, "damage")
    return max(0, rolled.total), f"{text} ({' '.join(map(str, rolled.faces))})"


def strike(resolver: Resolver, name: str, amount: int, label: str, hit: Hit) -> None:
    """Let so much damage arrive: it wears the cover, is reduced, and is lost from health."""
    one = resolver.combatant(name)
    parts = reductions(resolver.system, resolver.scene, one, hit, amount)
    deadly = "; setting lethality=no-hp" if health.no_health(resolver) else ""
    resolver.because("damage", label, amount, f"Gen6 S: damage{deadly}")
    for part in parts:
        resolver.because("damage", *part)
    through = amount + sum(value for _, value, _ in parts)
    if hit.through and one.cover.absorbs is None:
        resolver.note(f"{name} is behind nothing of a known material.")
    at = len(resolver.sentences)
    health.lose(resolver, name, through, hit.type == _STUN)
    off = f" − {amount - through}" if amount != through else ""
    story = f"{amount}{off} = {through}" if off else str(through)
    resolver.sentences.insert(at, f"{story} damage to {name}: {health.changes(one, resolver.combatant(name))}.")
    _wear(resolver, name, one.cover, amount - absorbed(one, hit, amount) if hit.through else 0)


def _wear(resolver: Resolver, name: str, cover: Cover, amount: int) -> None:
    """What went on through the material also wears it; at 0 it is gone."""
    if cover.left is None or amount <= 0:
        return
    left = max(0, cover.left - amount)
    resolver.emit(CoverBecame((name,), replace(cover, left=left) if left else Cover()))
    resolver.say(f"The {cover.what} holds {cover.left} → {left}{'' if left else ' and is gone'}.")
