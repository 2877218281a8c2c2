"""Weapons, their mags and their dice at a range; the number of dice of a roll, with reasons."""

from collections.abc import Mapping

from tracker.combat.events import WeaponBecame
from tracker.combat.scene import Combatant, Plain, Scene
from tracker.games.outgunned import tables as t
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import quote, spaced, the
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
    """Return the best weapon that reaches, loaded and safe ones first; in melee a hand weapon; None for bare hands."""
    band, best, most = band_between(system, scene, actor, target), None, (False, False, 0)
    for name, weapon in scene[actor].weapons.items():
        dice = dice_at_band(system, scene, weapon, band)
        if not isinstance(dice, int) or (band == "melee" and is_ranged(weapon)):
            continue
        merit = (bool(weapon.get("loaded")) or not needs_mag(weapon), not is_explosive(weapon), dice)
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


def empty_mag(resolver: Resolver, name: str, weapon: str) -> None:
    """Use up the mag in a weapon."""
    fields = dict(resolver.combatant(name).weapons[weapon])
    if fields.get("loaded"):
        resolver.emit(WeaponBecame((name,), weapon, {**fields, "loaded": False}))
        resolver.say(f"The {spaced(weapon)} is empty.")


def words_of_pool(
    resolver: Resolver, actor: Combatant, target: str | None, weapon: str | None, pool: str | None
) -> str | None:
    """Return the pool of an attack: the one named, the weapon's, the sheet's, else that of a shot or of melee (S, G).

    None for the number of dice on the sheet, and where nothing says which words count.
    """
    if pool is not None:
        return pool
    carried, sheet = actor.weapons.get(weapon or "", {}), actor.fields.get("pool")
    if carried.get("pool") is not None:
        return str(carried["pool"])
    if sheet is not None or target is None:
        return sheet if isinstance(sheet, str) else None
    if weapon is not None and is_ranged(carried):
        shot = str(resolver.setting("shooting_pool"))
        return shot if all(isinstance(actor.fields.get(word), int) for word in shot.split("+")) else None
    melee = band_between(resolver.system, resolver.scene, actor.name, target) == "melee"
    return t.MELEE_POOL if melee else None


def add_base(resolver: Resolver, actor: Combatant, pool: str | None, thrown: bool) -> bool:
    """Add the dice of the pool's words or of the sheet as reasons; returns whether they are known.

    ``thrown``: the dice will be thrown, so an unknown number raises InvalidCommand.
    """
    if pool is not None and pool.isdigit():
        resolver.because("pool", "as typed", int(pool))
        return True
    parts = ("pool",) if pool is None else tuple(pool.split("+"))
    missing = [part for part in parts if not isinstance(actor.fields.get(part), int)]
    if thrown and missing:
        sheet = " ".join(f"{part}=N" for part in missing)
        raise InvalidCommand(f"How many dice? Say pool=N, or set {quote(actor.name)} {sheet}.")
    source = "sheet; setting shooting_pool" if pool == resolver.setting("shooting_pool") else "sheet"
    for part in parts if not missing else ():
        resolver.because("pool", "sheet" if pool is None else part, actor.number(part), source)
    return not missing


def add_range(resolver: Resolver, actor: Combatant, target: str, name: str | None) -> None:
    """Add the dice of a weapon, or of bare hands, at its range; objects if it cannot reach."""
    band = band_between(resolver.system, resolver.scene, actor.name, target)
    where = "out of range" if band == "out" else f"at {band} range"
    if name is None:
        resolver.note(*too_far(resolver, actor, target))
        return
    weapon = actor.weapons[name]
    dice = dice_at_band(resolver.system, resolver.scene, weapon, band)
    if isinstance(dice, int):
        forced = band == "out" and weapon.get(band) is None and weapon.get("kind") in t.REACHES_OUT
        simplified = band != resolver.scene.band(actor.name, target)
        source = "setting out_modifier" if forced else "setting simple_range" if simplified else f"{t.SOURCE}: range"
        resolver.because("pool", f"{spaced(name)} {'out of range' if band == 'out' else f'at {band}'}", dice, source)
    else:
        way = _way_out(resolver, actor.name, target, weapon, band)
        resolver.objection(f"The {spaced(name)} is no use {where}. {way}.")


def too_far(resolver: Resolver, actor: Combatant, target: str) -> tuple[str, ...]:
    """Return that bare hands do not reach beyond melee; with weapons of which none does, that and the way."""
    band = band_between(resolver.system, resolver.scene, actor.name, target)
    hands = not actor.weapons or default_weapon(resolver.system, resolver.scene, actor.name, target)
    what = "bare hands" if hands else comma_list([the(name) for name in actor.weapons])
    way = "" if hands else f" {_way_out(resolver, actor.name, target, next(iter(actor.weapons.values())), band)}."
    where = "out of range" if band == "out" else f"at {band} range"
    told = f"{resolver.clause(target, 'is')} {where}, too far for {what}.{way}"
    return (told,) if band != "melee" else ()


def _way_out(resolver: Resolver, name: str, target: str, weapon: Weapon, band: str) -> str:
    """Return how to bring a weapon into a usable band; from out of range only the GM can."""
    bands, who = usable_bands(resolver), f"{quote(name)} {quote(target)}"
    dice = [dice_at_band(resolver.system, resolver.scene, weapon, usable) for usable in bands]
    places = [place for place, number in enumerate(dice) if isinstance(number, int)]
    if any(place < bands.index(band) for place in places):
        return f"Come nearer: {'' if band == 'out' else f'approach {who}, or '}nearer {who}"
    return f"Go farther away: retreat {who}, or farther {who}" if places else "Take another weapon"


def limited(resolver: Resolver, actor: Combatant, pool: str | None, known: bool) -> int | None:
    """Subtract the cost of conditions, then keep the pool between ``pool_min`` and ``pool_max``."""
    named = (pool or "").split("+")
    for condition in actor.conditions:
        if condition.name == t.BROKEN or t.CONDITIONS.get(condition.name) in named:
            resolver.because("pool", spaced(condition.name), t.CONDITION_DICE, f"{t.SOURCE}: conditions")
    if not known:
        return None
    total = resolver.total("pool")
    low, high = int(str(resolver.setting("pool_min"))), int(str(resolver.setting("pool_max")))
    if total < low:
        resolver.because("pool", "raised to the smallest pool", low - total, "setting pool_min")
    elif total > high:
        resolver.because("pool", "cut to the largest pool", high - total, "setting pool_max")
    return resolver.total("pool")
