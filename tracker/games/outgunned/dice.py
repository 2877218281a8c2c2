"""How many dice a roll has, and why."""

from __future__ import annotations

from tracker.combat.scene import OPEN, Combatant
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.turns import is_brawl
from tracker.games.outgunned.weapons import Weapon, band_between, dice_at_band, usable_bands
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
    roll: bool,
) -> int | None:
    """The dice of an Action Roll, None where only a typed result needs none; objects where the weapon cannot reach.

    ``roll``: they are to be thrown; raises InvalidCommand where their number is not known.
    """
    one = resolver.combatant(actor)
    known = _base(resolver, one, pool, roll)
    if target is not None:
        _range(resolver, one, target, weapon)
    if one.cover.degree != OPEN:
        dice, source = t.COVER_ACTION[one.cover.degree], f"{t.SOURCE}: cover"
        if is_brawl(resolver.scene):
            net = resolver.setting("brawl_cover") == "net"
            dice, source = dice + (t.COVER_REACTION[one.cover.degree] if net else 0), "setting brawl_cover"
        resolver.because("pool", f"{one.cover.degree} cover", dice, source)
    if full_auto:
        resolver.because("pool", "full auto", t.FULL_AUTO, f"{t.SOURCE}: mags")
    return _clamped(resolver, one, pool, known)


def reaction_pool(resolver: Resolver, actor: str, pool: str | None, roll: bool) -> int | None:
    """The dice of a Reaction Roll, as those of an Action Roll."""
    one = resolver.combatant(actor)
    known = _base(resolver, one, pool, roll)
    if one.cover.degree != OPEN:
        resolver.because("pool", f"{one.cover.degree} cover", t.COVER_REACTION[one.cover.degree], f"{t.SOURCE}: cover")
    covered = one.fields.get("covered")
    if isinstance(covered, int) and covered:
        resolver.because(
            "pool", "covering fire", t.COVERING * int(covered), f"{t.SOURCE}: mags; setting covering_stacks"
        )
    return _clamped(resolver, one, pool, known)


def _base(resolver: Resolver, actor: Combatant, pool: str | None, roll: bool) -> bool:
    """The dice of the words or the sheet as reasons; whether they are known."""
    if pool is not None and pool.isdigit():
        resolver.because("pool", "pool", int(pool))
        return True
    parts = ("pool",) if pool is None else tuple(pool.split("+"))
    missing = [part for part in parts if not isinstance(actor.fields.get(part), int)]
    if roll and missing:
        sheet = " ".join(f"{part}=N" for part in missing)
        raise InvalidCommand(f"How many dice? Say pool=N, or set {quote(actor.name)} {sheet}.")
    for part in parts if not missing else ():
        resolver.because("pool", part, actor.number(part), "sheet")
    return not missing


def _range(resolver: Resolver, one: Combatant, target: str, weapon: str | None) -> None:
    band = band_between(resolver.system, resolver.scene, one.name, target)
    if weapon is None:
        if band != "melee":
            resolver.note(f"No weapon named at {band} range.")
        return
    arms = one.weapons[weapon]
    dice = dice_at_band(resolver.system, resolver.scene, arms, band)
    if isinstance(dice, int):
        settled = band == "out" and arms.get(band) is None and arms.get("kind") in t.REACHES_OUT
        moved = band != resolver.scene.band(one.name, target)
        source = "setting out_modifier" if settled else "setting simple_range" if moved else f"{t.SOURCE}: range"
        resolver.because("pool", f"{weapon} at {band}", dice, source)
    else:
        resolver.objection(
            f"The {weapon} is no use {_where(band)}; {_way_out(resolver, one.name, target, arms, band)}."
        )


def _where(band: str) -> str:
    return "out of range" if band == "out" else f"at {band} range"


def _way_out(resolver: Resolver, name: str, target: str, arms: Weapon, band: str) -> str:
    """How a weapon comes to a band where it is of use; out of range only the Director brings anybody nearer."""
    names, who = usable_bands(resolver), f"{quote(name)} {quote(target)}"
    fit = [
        names.index(each)
        for each in names
        if isinstance(dice_at_band(resolver.system, resolver.scene, arms, each), int)
    ]
    if any(place < names.index(band) for place in fit):
        return f"{'' if band == 'out' else f'approach {who}, or '}nearer {who}"
    if fit:
        return f"retreat {who}, or farther {who}"
    return "take another"


def _clamped(resolver: Resolver, one: Combatant, pool: str | None, known: bool) -> int | None:
    """Less what conditions take, then kept between ``pool_min`` and ``pool_max``."""
    named = (pool or "").split("+")
    for each in one.conditions:
        if each.name == t.BROKEN or t.CONDITIONS.get(each.name) in named:
            resolver.because("pool", each.name, t.CONDITION_DICE, f"{t.SOURCE}: conditions")
    if not known:
        return None
    total = resolver.total("pool")
    low, high = int(str(resolver.setting("pool_min"))), int(str(resolver.setting("pool_max")))
    if total < low:
        resolver.because("pool", "pool_min", low - total, "setting pool_min")
    elif total > high:
        resolver.because("pool", "pool_max", high - total, "setting pool_max")
    return resolver.total("pool")
