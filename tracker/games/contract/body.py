"""Injuries, what is left of body and mind, and the dice they cost (rules page, The sheet)."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.combat.scene import Combatant, Plain
from tracker.games.contract import tables as t
from tracker.rules.resolver import Resolver

DOWN = "incapacitated"
DEAD = "dead"


def injuries_of(one: Combatant) -> list[int]:
    """The severities of somebody's injuries."""
    return numbers(one.fields.get("injuries"))


def numbers(value: Plain) -> list[int]:
    """A kept list as whole numbers."""
    return [each for each in value if isinstance(each, int)] if isinstance(value, list) else []


def depletion(injuries: Sequence[int]) -> int:
    """How much injuries take: the worst, and one for each other."""
    return max(injuries) + len(injuries) - 1 if injuries else 0


def full_body(one: Combatant) -> int:
    """Body unhurt, as brawn makes it."""
    return t.BODY + (one.number("brawn", t.LEAST_BRAWN) + 1) // 2


def left_of(one: Combatant) -> int:
    """What is left of the body; below 0 is dead."""
    track = one.tracks.get("body")
    return (track.max if track else full_body(one)) - depletion(injuries_of(one))


def dice_lost(table: Sequence[int], left: int) -> int:
    """Dice that so much left costs; with nothing left (and up all the same) as with 1."""
    return table[max(left, 1) - 1] if table and max(left, 1) <= len(table) else 0


def penalties(resolver: Resolver, name: str) -> tuple[tuple[str, int, str], ...]:
    """What takes dice from every roll of theirs: label, dice, source."""
    one = resolver.combatant(name)
    if one.fields.get("eased"):
        return ()
    table = numbers(resolver.setting("body_table"))
    source = "The Contract: body and mind (G; setting body_table)"
    found = [("injuries", dice_lost(table, left_of(one)), source)]
    if "mind" in one.tracks:
        found.append(("mind", dice_lost(table, one.value("mind")), source))
    return tuple(each for each in found if each[1])


def refresh(resolver: Resolver, name: str, mind: int | None = None, better: bool = False) -> None:
    """Write down what is left, and who is down or dead of it, or up again where it got ``better``.

    ``mind`` is what that came to, below 0 too.
    """
    one = resolver.combatant(name)
    left = left_of(one)
    resolver.set_track(name, "body", max(0, left), one.tracks["body"].max if "body" in one.tracks else full_body(one))
    sane = mind if mind is not None else one.value("mind") if "mind" in one.tracks else 1
    worst = min(left, sane)
    word = DEAD if worst < 0 else DOWN if worst == 0 else None
    if word is not None and one.out != DEAD:
        resolver.set_out(name, word)
    elif better and word is None and one.out == DOWN:
        resolver.set_out(name, None)


def tell(resolver: Resolver, name: str, was: str | None) -> None:
    """Say who is down, or up again, and ``was`` not before."""
    now = resolver.combatant(name).out
    if now != was:
        resolver.say(f"{name} is {now or 'up again'}.")


def injure(resolver: Resolver, name: str, severity: int) -> str:
    """One more injury; gives what it did, for a sentence."""
    if severity <= 0:
        return "no injury"
    was = resolver.combatant(name).value("body")
    resolver.set_field(name, "injuries", [*injuries_of(resolver.combatant(name)), severity])
    refresh(resolver, name)
    one = resolver.combatant(name)
    return f"injury {severity}, body {was} → {one.value('body')}{f', {one.out}' if one.out else ''}"


def mend(resolver: Resolver, name: str, severity: int, to: int) -> None:
    """An injury of this severity becomes one of ``to``, or is gone at 0."""
    injuries = injuries_of(resolver.combatant(name))
    place = injuries.index(severity)
    resolver.set_field(name, "injuries", [*injuries[:place], *([to] if to > 0 else []), *injuries[place + 1 :]])
    refresh(resolver, name, better=True)


def shake(resolver: Resolver, name: str, change: int) -> None:
    """The mind loses or gets back so much."""
    value = resolver.combatant(name).value("mind") + change
    resolver.set_track(name, "mind", value)
    refresh(resolver, name, min(value, resolver.combatant(name).tracks["mind"].max), better=change > 0)
