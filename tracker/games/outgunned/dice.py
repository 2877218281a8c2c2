"""The number of dice of a roll, with reasons."""

from __future__ import annotations

from tracker.combat.scene import OPEN, Combatant
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.state import covering_fire_for
from tracker.games.outgunned.turns import is_brawl
from tracker.games.outgunned.weapons import Weapon, band_between, dice_at_band, is_ranged, usable_bands
from tracker.rules.errors import InvalidCommand
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver


def action_pool(
    resolver: Resolver,
    actor: str,
    target: str | None,
    weapon: str | None,
    pool: str | None,
    full_auto: bool,
    thrown: bool,
    adrenaline: bool = False,
) -> int | None:
    """Return the dice of an Action Roll; None for a typed result that needs none. Objects if the weapon cannot reach.

    ``thrown``: the dice will be thrown, so an unknown number raises InvalidCommand.
    """
    combatant = resolver.combatant(actor)
    pool = words_of_pool(resolver, combatant, target, weapon, pool)
    known = _add_base(resolver, combatant, pool, thrown)
    if target is not None:
        _add_range(resolver, combatant, target, weapon)
    if combatant.cover.degree != OPEN:
        dice, source = t.COVER_ACTION[combatant.cover.degree], f"{t.SOURCE}: cover"
        if is_brawl(resolver.scene):
            net = resolver.setting("brawl_cover") == "net"
            dice, source = dice + (t.COVER_REACTION[combatant.cover.degree] if net else 0), "setting brawl_cover"
        resolver.because("pool", f"{combatant.cover.degree} cover", dice, source)
    if full_auto:
        resolver.because("pool", "full auto", t.FULL_AUTO, f"{t.SOURCE}: mags")
    if adrenaline:
        resolver.because("pool", "adrenaline", t.ADRENALINE_DICE, f"{t.SOURCE}: adrenaline")
    return _limited(resolver, combatant, pool, known)


def reaction_pool(resolver: Resolver, actor: str, pool: str | None, thrown: bool) -> int | None:
    """Return the dice of a Reaction Roll, as for an Action Roll."""
    combatant = resolver.combatant(actor)
    known = _add_base(resolver, combatant, pool, thrown)
    if combatant.cover.degree != OPEN:
        dice = t.COVER_REACTION[combatant.cover.degree]
        setting = "; setting cover_in_melee" if combatant.cover.degree == "total" else ""
        resolver.because("pool", f"{combatant.cover.degree} cover", dice, f"{t.SOURCE}: cover{setting}")
    covering = covering_fire_for(combatant)
    if covering:
        source = f"{t.SOURCE}: mags; setting covering_stacks"
        resolver.because("pool", "covering fire", t.COVERING * covering, source)
    return _limited(resolver, combatant, pool, known)


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


def _add_base(resolver: Resolver, actor: Combatant, pool: str | None, thrown: bool) -> bool:
    """Add the dice of the pool's words or of the sheet as reasons; returns whether they are known."""
    if pool is not None and pool.isdigit():
        resolver.because("pool", "pool", int(pool))
        return True
    parts = ("pool",) if pool is None else tuple(pool.split("+"))
    missing = [part for part in parts if not isinstance(actor.fields.get(part), int)]
    if thrown and missing:
        sheet = " ".join(f"{part}=N" for part in missing)
        raise InvalidCommand(f"How many dice? Say pool=N, or set {quote(actor.name)} {sheet}.")
    source = "sheet; setting shooting_pool" if pool == resolver.setting("shooting_pool") else "sheet"
    for part in parts if not missing else ():
        resolver.because("pool", part, actor.number(part), source)
    return not missing


def _add_range(resolver: Resolver, actor: Combatant, target: str, name: str | None) -> None:
    """Add a weapon's dice at this range, or object that it cannot reach."""
    band = band_between(resolver.system, resolver.scene, actor.name, target)
    if name is None:
        if band != "melee":
            resolver.note(f"With bare hands, {'out of range' if band == 'out' else f'at {band} range'}.")
        return
    weapon = actor.weapons[name]
    dice = dice_at_band(resolver.system, resolver.scene, weapon, band)
    if isinstance(dice, int):
        by_setting = band == "out" and weapon.get(band) is None and weapon.get("kind") in t.REACHES_OUT
        simplified = band != resolver.scene.band(actor.name, target)
        source = (
            "setting out_modifier" if by_setting else "setting simple_range" if simplified else f"{t.SOURCE}: range"
        )
        resolver.because("pool", f"{name} at {band}", dice, source)
    else:
        where = "out of range" if band == "out" else f"at {band} range"
        resolver.objection(f"The {name} is no use {where}. {_way_out(resolver, actor.name, target, weapon, band)}.")


def _way_out(resolver: Resolver, name: str, target: str, weapon: Weapon, band: str) -> str:
    """Return how to bring a weapon into a usable band; from out of range only the GM can."""
    bands, who = usable_bands(resolver), f"{quote(name)} {quote(target)}"
    places = [
        place
        for place, usable in enumerate(bands)
        if isinstance(dice_at_band(resolver.system, resolver.scene, weapon, usable), int)
    ]
    if any(place < bands.index(band) for place in places):
        return f"Come nearer: {'' if band == 'out' else f'approach {who}, or '}nearer {who}"
    if places:
        return f"Go farther away: retreat {who}, or farther {who}"
    return "Take another weapon"


def _limited(resolver: Resolver, actor: Combatant, pool: str | None, known: bool) -> int | None:
    """Subtract the cost of conditions, then keep the pool between ``pool_min`` and ``pool_max``."""
    named = (pool or "").split("+")
    for condition in actor.conditions:
        if condition.name == t.BROKEN or t.CONDITIONS.get(condition.name) in named:
            resolver.because("pool", condition.name, t.CONDITION_DICE, f"{t.SOURCE}: conditions")
    if not known:
        return None
    total = resolver.total("pool")
    low, high = int(str(resolver.setting("pool_min"))), int(str(resolver.setting("pool_max")))
    if total < low:
        resolver.because("pool", "pool_min", low - total, "setting pool_min")
    elif total > high:
        resolver.because("pool", "pool_max", high - total, "setting pool_max")
    return resolver.total("pool")
