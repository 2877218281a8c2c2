"""How many dice, and why (rules page, The dice; Range and cover)."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.combat.scene import OPEN, Combatant, Plain, Scene
from tracker.systems.base import Nonsense, Play, System
from tracker.systems.outgunned import tables as t
from tracker.systems.outgunned.turns import is_brawl

Shooter = Mapping[str, Plain]


def band_between(system: System, scene: Scene, one: str, other: str) -> str:
    """The band that counts: the stored one, or with ``simple_range`` medium for all that is not melee."""
    band = scene.band(one, other)
    return "medium" if band != "melee" and system.setting(scene, "simple_range") else band


def at_band(system: System, scene: Scene, weapon: Shooter, band: str) -> Plain:
    """Dice for a weapon at a band, or ``x``: its own value, else its kind's row."""
    own = weapon.get(band)
    if own is not None:
        return own
    kind = str(weapon.get("kind"))
    if band == "out" and kind in t.REACHES_OUT:
        return system.setting(scene, "out_modifier")
    return t.modifier(kind, band)


def has_mag(weapon: Shooter) -> bool:
    """Whether a weapon needs mags."""
    return weapon.get("mag") != t.NO_MAG


def shoots(weapon: Shooter | None) -> bool:
    """Whether using it is a shot: it reaches beyond the hand."""
    return weapon is not None and weapon.get("kind") != "hand"


def explosive(weapon: Shooter | None) -> bool:
    """Whether using it is a Gamble for the one who uses it."""
    tags = weapon.get("tags") if weapon else None
    return isinstance(tags, list) and t.EXPLOSIVE in tags


def action_pool(
    play: Play, actor: str, target: str | None, weapon: str | None, pool: str | None, full_auto: bool, roll: bool
) -> int | None:
    """The dice of an Action Roll, None where only a typed result needs none; objects where the weapon cannot reach.

    ``roll``: they are to be thrown; raises Nonsense where their number is not known.
    """
    one = play.one(actor)
    known = _base(play, one, pool, roll)
    if target is not None:
        _range(play, one, target, weapon)
    if one.cover.degree != OPEN:
        dice, source = t.COVER_ACTION[one.cover.degree], f"{t.SOURCE}: cover"
        if is_brawl(play.scene):
            net = play.setting("brawl_cover") == "net"
            dice, source = dice + (t.COVER_REACTION[one.cover.degree] if net else 0), "setting brawl_cover"
        play.because("pool", f"{one.cover.degree} cover", dice, source)
    if full_auto:
        play.because("pool", "full auto", t.FULL_AUTO, f"{t.SOURCE}: mags")
    return _clamped(play, one, pool, known)


def reaction_pool(play: Play, actor: str, pool: str | None, roll: bool) -> int | None:
    """The dice of a Reaction Roll, as those of an Action Roll."""
    one = play.one(actor)
    known = _base(play, one, pool, roll)
    if one.cover.degree != OPEN:
        play.because("pool", f"{one.cover.degree} cover", t.COVER_REACTION[one.cover.degree], f"{t.SOURCE}: cover")
    covered = one.fields.get("covered")
    if isinstance(covered, int) and covered:
        play.because("pool", "covering fire", t.COVERING * int(covered), f"{t.SOURCE}: mags")
    return _clamped(play, one, pool, known)


def _base(play: Play, actor: Combatant, pool: str | None, roll: bool) -> bool:
    """The dice of the words or the sheet as reasons; whether they are known."""
    if pool is not None and pool.isdigit():
        play.because("pool", "pool", int(pool))
        return True
    parts = ("pool",) if pool is None else tuple(pool.split("+"))
    missing = [part for part in parts if not isinstance(actor.fields.get(part), int)]
    if roll and missing:
        sheet = " ".join(f"{part}=N" for part in missing)
        raise Nonsense(f"How many dice? Say pool=N, or set {actor.name} {sheet}.")
    for part in parts if not missing else ():
        play.because("pool", part, actor.number(part), "sheet")
    return not missing


def _range(play: Play, one: Combatant, target: str, weapon: str | None) -> None:
    band = band_between(play.system, play.scene, one.name, target)
    if weapon is None:
        if band != "melee":
            play.note(f"No weapon named at {band} range.")
        return
    dice = at_band(play.system, play.scene, one.weapons[weapon], band)
    if isinstance(dice, int):
        play.because("pool", f"{weapon} at {band}", dice, f"{t.SOURCE}: range")
    else:
        where = "out of range" if band == "out" else f"at {band} range"
        play.object_(f"The {weapon} is no use {where}; approach {target}, or nearer {one.name} {target}.")


def _clamped(play: Play, one: Combatant, pool: str | None, known: bool) -> int | None:
    """Less what conditions take, then kept between ``pool_min`` and ``pool_max``."""
    named = (pool or "").split("+")
    for each in one.conditions:
        if each.name == t.BROKEN or t.CONDITIONS.get(each.name) in named:
            play.because("pool", each.name, t.CONDITION_DICE, f"{t.SOURCE}: conditions")
    if not known:
        return None
    total = play.total("pool")
    low, high = int(str(play.setting("pool_min"))), int(str(play.setting("pool_max")))
    if total < low:
        play.because("pool", "pool_min", low - total, "setting pool_min")
    elif total > high:
        play.because("pool", "pool_max", high - total, "setting pool_max")
    return play.total("pool")
