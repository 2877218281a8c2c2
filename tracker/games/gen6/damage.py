"""Damage: thrown, reduced by cover material, armor and toughness, and dealt."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from tracker.combat.events import CoverBecame
from tracker.combat.expressions import parse
from tracker.combat.model import Model
from tracker.combat.scene import Combatant, Cover, Scene
from tracker.games.gen6 import health
from tracker.games.gen6 import tables as t
from tracker.games.gen6.result import Part, sum_of
from tracker.rules.grammar import clause
from tracker.rules.resolver import Resolver
from tracker.rules.system import System

_STUN: Final = "stun"


class Hit(Model):
    """The kind of damage; without a source no armor reduces it."""

    source: str | None = None
    type: str = t.TYPES[0]
    through: bool = False
    no_armor: bool = False

    @property
    def is_stun(self) -> bool:
        """Return whether it leaves no wound."""
        return self.type == _STUN


def toughness_counts(mode: str, hit: Hit) -> bool:
    """Return whether toughness reduces this damage in the game's mode (G)."""
    if mode == "gritty":
        return hit.is_stun and hit.source != "ballistic"
    if mode == "pulpy":
        return hit.source != "ballistic" if hit.is_stun else hit.source == "impact"
    return mode == "cinematic" and (hit.is_stun or hit.source != "penetrating")


DECIDED: Final = "; setting reduction="
"""The text before the value of a setting in a reduction's source."""


def absorbed(target: Combatant, hit: Hit, amount: int) -> int:
    """Return how much of this damage the cover material absorbs."""
    return min(target.cover.absorbs or 0, amount) if hit.through else 0


def reductions(system: System, scene: Scene, target: Combatant, hit: Hit, amount: int) -> tuple[Part, ...]:
    """Return all reductions of this damage as parts; the damage plus its parts is what gets through, at least 0."""
    stopped = absorbed(target, hit, amount)
    parts = [Part(f"stopped by the {target.cover.what}", -stopped, "Gen6 S: cover material")] if stopped else []
    armor_field = t.ARMOR.get(hit.source or "", "")
    armor = 0 if hit.no_armor else target.number(armor_field)
    mode, way = str(system.setting(scene, "toughness_mode")), str(system.setting(scene, "reduction"))
    toughness = target.number("toughness") if toughness_counts(mode, hit) and way != "armor-only" else 0
    decided = f"{DECIDED}{way}" if way == "armor-only" or (armor and toughness) else ""
    if way == "higher":
        armor, toughness = (armor, 0) if armor >= toughness else (0, toughness)
    if armor:
        parts.append(Part(f"armor {armor}{armor_field[-1].upper()}", -armor, f"Gen6 S: armor{decided}"))
    if toughness:
        source = f"Gen6 G: setting toughness_mode={mode}{decided}"
        parts.append(Part(f"toughness ({mode})", -toughness, source))
    through = amount + sum_of(tuple(parts))
    if through < 0:
        parts.append(Part("no less than 0", -through, "Gen6 S: damage"))
    return tuple(parts)


def roll_damage(resolver: Resolver, text: str, maximum: bool = False) -> tuple[int, str]:
    """Return damage from a number or dice, thrown or at its maximum, and its label; never below 0."""
    expression = parse(text)
    if maximum and expression.thrown:
        return max(0, expression.most), f"{text} at its most"
    if not expression.thrown:
        return max(0, expression.most), "damage"
    resolver.check_objections()
    rolled = expression.roll(resolver.dice, "damage")
    return max(0, rolled.total), f"{text} ({' '.join(map(str, rolled.faces))})"


def deal_damage(resolver: Resolver, name: str, amount: int, label: str, hit: Hit) -> None:
    """Deal this much damage: it wears down cover, is reduced, and is lost from health."""
    before = resolver.combatant(name)
    parts = reductions(resolver.system, resolver.scene, before, hit, amount)
    deadly = "; setting lethality=no-hp" if health.is_no_hp(resolver) else ""
    resolver.because("damage", label, amount, f"Gen6 S: damage{deadly}")
    for part in parts:
        resolver.because("damage", *part)
    through = amount + sum_of(parts)
    if hit.through and before.cover.absorbs is None:
        resolver.note(f"{clause(name, resolver.scene, 'is', 'are')} not behind any known material.")
    place = len(resolver.sentences)
    health.lose(resolver, name, through, hit.is_stun)
    decided = next((part.source.partition(DECIDED)[2] for part in parts if DECIDED in part.source), "")
    named = f" (setting reduction={decided})" if decided else ""
    story = f"{amount} − {amount - through}{named} = {through}" if amount != through else str(through)
    resolver.sentences.insert(place, f"{story} damage to {name}: {health.changes(before, resolver.combatant(name))}.")
    if hit.through:
        _wear_cover(resolver, name, amount - absorbed(before, hit, amount))


def _wear_cover(resolver: Resolver, name: str, amount: int) -> None:
    """Wear down the cover material by what went through it; at 0 it is gone."""
    cover = resolver.combatant(name).cover
    if cover.left is None or amount <= 0:
        return
    left = max(0, cover.left - amount)
    resolver.emit(CoverBecame((name,), replace(cover, left=left) if left else Cover()))
    resolver.say(f"The {cover.what} holds {cover.left} → {left}{'' if left else ' and is gone'}.")
