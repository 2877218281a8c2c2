"""The number to roll under: skill, wounds, focus, called shots and what is typed, each with its source."""

from __future__ import annotations

from tracker.combat.scene import Scene, Track
from tracker.games.unknown_armies import tables as t
from tracker.rules.errors import InvalidCommand
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver


def cite(resolver: Resolver, rule: str, setting: str = "") -> str:
    """Where a number comes from, with the setting it was made under."""
    return f"{t.SOURCE}: {rule}{f' (setting {setting}={resolver.setting(setting)})' if setting else ''}"


def skill_of(resolver: Resolver, name: str, skill: str | int, of: str = "target") -> int:
    """A skill's number, counted to ``of``; raises InvalidCommand where the sheet has none."""
    value = skill if isinstance(skill, int) else resolver.combatant(name).fields.get(skill)
    if not isinstance(value, int):
        raise InvalidCommand(f"{name} has no {skill}; set {quote(name)} {skill}=N gives it, or say skill=N.")
    return resolver.because(of, "skill" if isinstance(skill, int) else f"{name}'s {skill}", value, t.SOURCE)


def wound_shift(body: Track | None, steps: str, left: int | None = None) -> int:
    """The shift wounds give under one of the ways of setting wound_shift; ``left``: of the body, if not as it is."""
    if body is None:
        return 0
    lost = body.max - (body.value if left is None else left)
    return next((shift for part, of, shift in t.WOUND_STEPS[steps] if lost and lost * of >= body.max * part), 0)


def wounds(resolver: Resolver, name: str, of: str = "target", body: int | None = None) -> int:
    """The wound shift of somebody, counted to ``of``; ``body``: with so much of it left, if not as it is now."""
    shift = wound_shift(resolver.combatant(name).tracks.get("body"), str(resolver.setting("wound_shift")), body)
    return resolver.because(of, f"{name}'s wounds", shift, cite(resolver, "wounds", "wound_shift")) if shift else 0


def typed(resolver: Resolver, shift: int | None, of: str = "target") -> int:
    """A shift the Director typed."""
    return resolver.because(of, "typed shift", shift, "shift=") if shift else 0


def focus_of(scene: Scene, name: str) -> tuple[int, str | None]:
    """Somebody's focus shift and whom it is at; None: the own shift is lost, what attackers gained stands."""
    found = scene[name].condition("focus")
    return (found.value or 0, found.of) if found else (0, None)


def own_focus(scene: Scene, actor: str, target: str | None) -> int:
    """The shift of the actor's own focus in an attack on this target."""
    amount, at = focus_of(scene, actor)
    return amount if at is not None and at == target else 0


def focus(resolver: Resolver, actor: str, target: str, in_share: bool = False, counted: bool = False) -> int:
    """Both focus shifts that meet an attack, with their cap.

    ``in_share``: of a split's attack, to which the own focus is not added; ``counted``: it is in the share's sum.
    """
    own, theirs = own_focus(resolver.scene, actor, target), focus_of(resolver.scene, target)[0]
    own = own if counted or not in_share else 0
    gained = theirs if in_share else own + theirs
    if own and not in_share:
        resolver.because("target", f"focus on {target}", own, cite(resolver, "focus shifts"))
    if theirs:
        resolver.because("target", f"{target}'s own focus", theirs, cite(resolver, "focus shifts"))
    cap = resolver.setting("focus_cap")
    mutual = cap == "mutual" and focus_of(resolver.scene, target)[1] == actor
    over = min(own + theirs - t.FOCUS_MOST, gained) if own and theirs and (cap == "all" or mutual) else 0
    if over > 0:
        gained += resolver.because(
            "target", f"focus at most {t.FOCUS_MOST:+d}", -over, cite(resolver, "focus", "focus_cap")
        )
    return gained


def proposed(resolver: Resolver, actor: str, target: str) -> int:
    """What distance and cover propose; never applied unasked."""
    if resolver.setting("proposed_shifts") == "off":
        return 0
    band = t.BANDS.get(resolver.scene.band(actor, target), ("", 0))[1]
    return band + t.COVERS.get(resolver.combatant(target).cover.degree, 0)


def propose(resolver: Resolver, actor: str, target: str, given: int | None) -> None:
    """Note the proposed shift unless one was typed."""
    shift = proposed(resolver, actor, target)
    if shift and given is None:
        band, cover = resolver.scene.band(actor, target), resolver.combatant(target).cover.degree
        why = [band] if t.BANDS.get(band, ("", 0))[1] else []
        why += [f"cover {cover}"] if t.COVERS.get(cover) else []
        resolver.note(f"Proposed, not counted: shift={shift} ({', '.join(why)}).")
