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


def base(play: Play, actor: Combatant, pool: str | None) -> int | None:
    """The dice of the sheet or of the words, None where they are not known; says them as reasons."""
    if pool is None:
        own = actor.fields.get("pool")
        return play.because("pool", "pool", own, "sheet") if isinstance(own, int) else None
    if pool.isdigit():
        return play.because("pool", "pool", int(pool))
    parts = pool.split("+")
    if any(not isinstance(actor.fields.get(part), int) for part in parts):
        return None
    return sum(play.because("pool", part, actor.number(part), "sheet") for part in parts)


def conditions(play: Play, actor: Combatant, pool: str | None) -> None:
    """What conditions take: from pools that name their attribute; broken from every pool."""
    named = (pool or "").split("+")
    for each in actor.conditions:
        attribute = t.CONDITIONS.get(each.name)
        if each.name == t.BROKEN or (attribute is not None and attribute in named):
            play.because("pool", each.name, t.CONDITION_DICE, f"{t.SOURCE}: conditions")


def clamped(play: Play, known: bool) -> int | None:
    """The number of dice, kept between ``pool_min`` and ``pool_max``; None where the base is not known."""
    if not known:
        return None
    total = play.total("pool")
    low, high = play.setting("pool_min"), play.setting("pool_max")
    if isinstance(low, int) and total < low:
        play.because("pool", "pool_min", low - total, "setting pool_min")
    elif isinstance(high, int) and total > high:
        play.because("pool", "pool_max", high - total, "setting pool_max")
    return play.total("pool")


def action_pool(
    play: Play, actor: str, target: str | None, weapon: str | None, pool: str | None, full_auto: bool
) -> int | None:
    """The dice of an Action Roll; objects where the weapon cannot reach."""
    one = play.one(actor)
    known = base(play, one, pool) is not None
    if target is not None:
        _range(play, one, target, weapon)
    _cover(play, one)
    if full_auto:
        play.because("pool", "full auto", t.FULL_AUTO, f"{t.SOURCE}: mags")
    conditions(play, one, pool)
    return clamped(play, known)


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
        reach = "beyond the hand" if one.weapons[weapon].get("kind") == "hand" else f"at {band} range"
        play.object_(f"A {weapon} cannot reach {reach}; approach, or nearer {one.name} {target}.")


def _cover(play: Play, one: Combatant) -> None:
    dice = t.COVER_ACTION.get(one.cover.degree, 0)
    source = f"{t.SOURCE}: cover"
    if is_brawl(play.scene):
        if play.setting("brawl_cover") == "net":
            dice += t.COVER_REACTION.get(one.cover.degree, 0)
        source = "setting brawl_cover"
    if one.cover.degree != OPEN:
        play.because("pool", f"{one.cover.degree} cover", dice, source)


def reaction_pool(play: Play, actor: str, pool: str | None) -> int | None:
    """The dice of a Reaction Roll."""
    one = play.one(actor)
    known = base(play, one, pool) is not None
    if one.cover.degree != OPEN:
        play.because(
            "pool", f"{one.cover.degree} cover", t.COVER_REACTION.get(one.cover.degree, 0), f"{t.SOURCE}: cover"
        )
    covered = one.fields.get("covered")
    if covered:
        play.because(
            "pool",
            "covering fire",
            t.COVERING * int(bool(covered) if covered is True else one.number("covered", 1)),
            f"{t.SOURCE}: mags",
        )
    conditions(play, one, pool)
    return clamped(play, known)


def need_pool(play: Play, actor: str, pool: str | None, dice: int | None) -> None:
    """Raise Nonsense where dice are to be thrown and their number is not known."""
    if dice is None:
        missing = "" if pool is None else f" {actor}'s sheet lacks {pool}:"
        raise Nonsense(f"How many dice?{missing} say pool=N, or set {actor} pool=N.")
