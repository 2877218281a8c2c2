"""The number a roll must not exceed: skill, wounds, focus and typed shifts, each with its source."""

from tracker.combat.scene import Scene, Track
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.state import weapon_of
from tracker.rules.errors import InvalidCommand
from tracker.rules.resolver import Resolver


def cite(resolver: Resolver, rule: str, setting: str = "") -> str:
    """Return the source of a number, with the setting that decided it."""
    return f"{t.SOURCE}: {rule}{f' (setting {setting}={resolver.setting(setting)})' if setting else ''}"


def count_skill(resolver: Resolver, name: str, skill: str | int, subject: str = "target") -> int:
    """Return a skill's number, counted to ``subject``; raises InvalidCommand if the sheet has none."""
    value = skill if isinstance(skill, int) else resolver.combatant(name).fields.get(skill)
    if not isinstance(value, int):
        raise InvalidCommand(f"{resolver.missing(name, str(skill)).removesuffix('.')}, or say skill=N.")
    label = "skill" if isinstance(skill, int) else f"{resolver.whose(name)} {skill}"
    return resolver.because(subject, label, value, t.SOURCE)


def wound_shift(body: Track | None, steps: str, left: int | None = None) -> int:
    """Return the wound shift under a value of setting wound_shift; ``left`` overrides the body left."""
    if body is None:
        return 0
    lost = body.max - (body.value if left is None else left)
    return next((shift for part, whole, shift in t.WOUND_STEPS[steps] if lost and lost * whole >= body.max * part), 0)


def count_wounds(resolver: Resolver, name: str, subject: str = "target", body: int | None = None) -> int:
    """Return somebody's wound shift, counted to ``subject``; ``body`` overrides the body left."""
    shift = wound_shift(resolver.combatant(name).tracks.get("body"), str(resolver.setting("wound_shift")), body)
    if not shift:
        return 0
    return resolver.because(subject, f"{resolver.whose(name)} wounds", shift, cite(resolver, "wounds", "wound_shift"))


def count_typed(resolver: Resolver, shift: int | None, subject: str = "target") -> int:
    """Count a shift typed by the GM."""
    return resolver.because(subject, "typed shift", shift, "shift=") if shift else 0


def focus_of(scene: Scene, name: str) -> tuple[int, str | None]:
    """Return somebody's focus and its target; None: their own shift is lost, that of attackers stands."""
    focus = scene[name].condition("focus")
    return (focus.value or 0, focus.of) if focus else (0, None)


def count_focus(resolver: Resolver, actor: str, target: str, in_share: bool = False, in_sum: bool = False) -> int:
    """Count both focus shifts of an attack, with their cap.

    ``in_share``: the attack uses a share of a split, which the actor's own focus is not added to; ``in_sum``: that
    focus is part of the sum that was split.
    """
    theirs, their_target = focus_of(resolver.scene, target)
    own, own_target = focus_of(resolver.scene, actor)
    own = own if own_target == target and (in_sum or not in_share) else 0
    gained = theirs if in_share else own + theirs
    if own and not in_share:
        resolver.because("target", f"focus on {target}", own, cite(resolver, "focus shifts"))
    if theirs:
        resolver.because("target", f"{resolver.whose(target)} own focus", theirs, cite(resolver, "focus shifts"))
    cap = resolver.setting("focus_cap")
    capped = own and theirs and (cap == "all" or (cap == "mutual" and their_target == actor))
    over = min(own + theirs - t.FOCUS_MOST, gained) if capped else 0
    if over > 0:
        label = f"focus capped at {t.FOCUS_MOST:+d}"
        gained += resolver.because("target", label, -over, cite(resolver, "focus", "focus_cap"))
    return gained


def too_far(resolver: Resolver, actor: str, target: str, weapon: str) -> bool:
    """Return whether an attack with a weapon is by hand, and the target not within reach."""
    by_hand = weapon_of(resolver.combatant(actor), weapon).kind == t.HAND
    return by_hand and resolver.scene.band(actor, target) != t.REACH


def propose_shift(resolver: Resolver, actor: str, target: str, weapon: str, typed: int | None) -> None:
    """Note what distance and cover propose unless a shift was typed; note a weapon that does not reach."""
    band, cover = resolver.scene.band(actor, target), resolver.combatant(target).cover.degree
    short = too_far(resolver, actor, target, weapon)
    if short:
        resolver.note(f"{resolver.clause(target, 'is')} {band}, not {t.REACH}: too far for an attack by hand.")
    if typed is not None or resolver.setting("proposed_shifts") == "off":
        return
    by_distance = 0 if short else t.BANDS.get(band, ("", 0))[1]
    shift = by_distance + t.COVERS.get(cover, 0)
    if shift:
        reasons = [band] if by_distance else []
        reasons += [f"{cover} cover"] if t.COVERS.get(cover) else []
        resolver.note(f"Optional: shift={shift} for {' and '.join(reasons)}.")


def count_target(resolver: Resolver, actor: str, target: str, weapon: str, skill: str | int, shift: int | None) -> int:
    """Return the number of an attack with the whole skill, without the shift of a called shot."""
    number = count_skill(resolver, actor, skill) + count_wounds(resolver, actor) + count_typed(resolver, shift)
    propose_shift(resolver, actor, target, weapon, shift)
    return number + count_focus(resolver, actor, target)
