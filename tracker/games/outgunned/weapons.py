"""Weapons and their mags: dice at a range, new weapons, empty mags."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.combat.events import SparesBecame, WeaponBecame
from tracker.combat.scene import Combatant, Plain, Scene
from tracker.games.outgunned import tables as t
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver
from tracker.rules.system import System

Weapon = Mapping[str, Plain]


def band_between(system: System, scene: Scene, name: str, other: str) -> str:
    """Return the effective band: the one set, or with ``simple_range`` medium for everything except melee."""
    band = scene.band(name, other)
    return "medium" if band != "melee" and system.setting(scene, "simple_range") else band


def usable_bands(resolver: Resolver) -> tuple[str, ...]:
    """Return the bands in use, from nearest to farthest."""
    return ("melee", "medium") if resolver.setting("simple_range") else resolver.system.band_names(resolver.scene)


def dice_at_band(system: System, scene: Scene, weapon: Weapon, band: str) -> Plain:
    """Return a weapon's dice at a band, or ``x``: its own value, else that of its kind."""
    own = weapon.get(band)
    if own is not None:
        return own
    kind = str(weapon.get("kind"))
    if band == "out" and kind in t.REACHES_OUT:
        return system.setting(scene, "out_modifier")
    return t.modifier(kind, band)


def default_weapon(system: System, scene: Scene, actor: str, target: str) -> str | None:
    """Return the weapon of an attack that names none: the best that reaches, a loaded one first; None for bare hands.

    In melee only a hand weapon is a default; nobody shoots unasked.
    """
    band, best, most = band_between(system, scene, actor, target), None, (False, 0)
    for name, weapon in scene[actor].weapons.items():
        dice = dice_at_band(system, scene, weapon, band)
        if not isinstance(dice, int) or (band == "melee" and is_ranged(weapon)):
            continue
        merit = (bool(weapon.get("loaded")) or not needs_mag(weapon), dice)
        if best is None or merit > most:
            best, most = name, merit
    return best


def needs_mag(weapon: Weapon) -> bool:
    """Return whether a weapon needs mags."""
    return weapon.get("mag") != t.NO_MAG


def is_ranged(weapon: Weapon | None) -> bool:
    """Return whether using a weapon is a shot: it reaches beyond melee."""
    return weapon is not None and weapon.get("kind") != "hand"


def is_explosive(weapon: Weapon | None) -> bool:
    """Return whether using a weapon is a Gamble for its user."""
    tags = weapon.get("tags") if weapon else None
    return isinstance(tags, list) and t.EXPLOSIVE in tags


def most_spares(combatant: Combatant, mag: str) -> int:
    """Return how many spares of a mag type somebody may carry: three for each weapon of that type."""
    return t.MAGS_PER_WEAPON * sum(weapon.get("mag") == mag for weapon in combatant.weapons.values())


def note_mags_beyond(resolver: Resolver, name: str, mag: str) -> None:
    """Note more spares of a mag type than the weapons carried allow."""
    combatant = resolver.combatant(name)
    held, most = combatant.spares.get(mag, 0), most_spares(combatant, mag)
    if held > most:
        subject, way = resolver.clause(name, "has"), f"mags {quote(name)} {mag} -{held - most}"
        resolver.note(f"{subject} {held} spare {mag} mags, and the weapons left allow {most}: {way}.")


def complete_weapon(resolver: Resolver, name: str, weapon: str, given: Mapping[str, Plain]) -> dict[str, Plain]:
    """Return a weapon with all its fields: its kind from its name, its mag and tags from its kind.

    The first weapon of a mag type brings spares.
    """
    combatant = resolver.combatant(name)
    old = dict(combatant.weapons.get(weapon, {}))
    if "kind" in given:
        old = {key: value for key, value in old.items() if key not in ("kind", "mag", "tags")}
    kind = given.get("kind") or old.get("kind") or weapon.casefold()
    if kind not in t.RANGES:
        resolver.note(f"{weapon} is not a kind in the table and counts as a hand weapon; kind= changes that.")
        kind = "hand"
    fields = {"mag": t.MAGS.get(str(kind), kind), "loaded": True, "tags": [], **old, **given, "kind": kind}
    if kind in t.EXPLOSIVES and isinstance(fields["tags"], list) and t.EXPLOSIVE not in fields["tags"]:
        fields["tags"] = [t.EXPLOSIVE, *fields["tags"]]
    mag = str(fields["mag"])
    if mag != t.NO_MAG and combatant.weapons.get(weapon, {}).get("mag") != mag:
        most = most_spares(combatant, mag) + t.MAGS_PER_WEAPON
        resolver.emit(SparesBecame((name,), mag, min(combatant.spares.get(mag, 0) + t.MAGS_PER_WEAPON, most)))
    return fields


def empty_mag(resolver: Resolver, name: str, weapon: str) -> None:
    """Use up the mag in a weapon."""
    fields = dict(resolver.combatant(name).weapons[weapon])
    if fields.get("loaded"):
        resolver.emit(WeaponBecame((name,), weapon, {**fields, "loaded": False}))
        resolver.say(f"The {weapon} is empty.")
