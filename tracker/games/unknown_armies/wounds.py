"""What a hit does to the body, and what becomes of those who lose too much (rules page, The sheet)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from tracker.combat.events import ConditionCame, WeaponBecame
from tracker.combat.model import Model
from tracker.combat.scene import Track
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.roll import made, matched
from tracker.games.unknown_armies.shifts import cite
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver

DEAD: Final = "dead"
UNCONSCIOUS: Final = "unconscious"


class Blow(Model):
    """How a weapon turns a roll into damage under the settings. ``maximum`` None: the roll itself."""

    kind: str = t.HAND
    bonus: int = 0
    maximum: int | None = None
    zero: int = 10
    matched_bonus: bool = True

    def parts(self, roll: int) -> tuple[tuple[str, int, str], ...]:
        """The damage of a success as label, number and the setting it was made under."""
        if self.kind == t.GUN:
            top = f", at most {self.maximum}" if self.maximum is not None else ""
            return ((f"roll {roll}{top}", min(roll, self.maximum or roll), ""),)
        bonus = (("bonus", self.bonus, ""),) if self.bonus else ()
        if matched(roll):
            more = bonus if self.matched_bonus else ()
            return (("matched roll", roll, "matched_hand"), *more)
        digits = (("digit", digit, "") if digit else ("digit 0", self.zero, "digit_zero") for digit in divmod(roll, 10))
        return (*digits, *bonus)

    def damage(self, roll: int) -> int:
        """The damage of a success with this roll."""
        return sum(value for _, value, _ in self.parts(roll))

    def most(self, under: int) -> int:
        """The most a success can do: a gun's maximum, by hand the best roll under the number."""
        if self.kind == t.GUN:
            return self.maximum or t.SIDES
        return max(map(self.damage, range(t.CRITICAL, max(2, min(under, t.SIDES - 1) + 1))))


def blow(resolver: Resolver, name: str, weapon: str) -> Blow:
    """What somebody's weapon does."""
    found = resolver.combatant(name).weapons.get(weapon, {})
    bonus, most = found.get("bonus"), found.get("maximum")
    return Blow(
        kind_of(resolver, name, weapon),
        bonus if isinstance(bonus, int) else 0,
        most if isinstance(most, int) else None,
        int(str(resolver.setting("digit_zero"))),
        resolver.setting("matched_hand") == "roll+bonus",
    )


def kind_of(resolver: Resolver, name: str, weapon: str) -> str:
    """Whether a weapon is used by hand or shoots."""
    return str(resolver.combatant(name).weapons.get(weapon, {}).get("kind", t.HAND))


def fate(track: Track, way: str) -> str | None:
    """What so much body left means: dead, unconscious or None; ``way`` is setting unconscious."""
    if track.value <= 0:
        return DEAD
    part, of = t.UNCONSCIOUS_SHARE
    low = track.value <= t.UNCONSCIOUS_AT if way == "five" else (track.max - track.value) * of >= track.max * part
    return UNCONSCIOUS if low and track.value < track.max else None


def body_becomes(resolver: Resolver, name: str, value: int) -> None:
    """The body changes with all its consequences; wounds that heal wake the unconscious, never the dead."""
    one, way = resolver.combatant(name), str(resolver.setting("unconscious"))
    before = fate(one.tracks["body"], way) if "body" in one.tracks else None
    resolver.set_track(name, "body", value)
    after = fate(resolver.combatant(name).tracks["body"], way)
    if after is not None and (after != before or one.out is None) and one.out != DEAD:
        goes_down(resolver, name, after)
    elif after is None and before == UNCONSCIOUS and one.out == UNCONSCIOUS:
        resolver.set_out(name, None)


def goes_down(resolver: Resolver, name: str, word: str) -> None:
    """Somebody is out: the own focus and a weapon half drawn are lost, what attackers gained stands."""
    resolver.set_out(name, word)
    found = resolver.combatant(name).condition("focus")
    if found is not None and found.of is not None:
        resolver.emit(ConditionCame((name,), replace(found, of=None)))
    resolver.unmark(name, "drawing")
    resolver.set_field(name, "drawing", None)


def take(resolver: Resolver, name: str, amount: int) -> str:
    """Damage to the body; gives what to say of it."""
    before = resolver.combatant(name)
    if "body" not in before.tracks:
        resolver.note(f"{name} has no body on the sheet; set {quote(name)} body=N gives it.")
        return ""
    body_becomes(resolver, name, before.value("body") - amount)
    now = resolver.combatant(name)
    fell = f", {now.out}" if now.out != before.out else ""
    return f" {name} −{amount} body ({before.value('body')} → {now.value('body')}){fell}."


def hits(resolver: Resolver, name: str) -> list[dict[str, Any]]:
    """The hits somebody took this round, oldest first."""
    found = resolver.combatant(name).fields.get("hits")
    return [dict(each) for each in found] if isinstance(found, list) else []


def record(resolver: Resolver, name: str, **hit: Any) -> None:
    """Keep a hit for the dodge after it: ``by``, ``roll``, ``damage``, body ``before``, ``fell``, ``dropped``."""
    resolver.set_field(name, "hits", [*hits(resolver, name), hit])


def hold(resolver: Resolver, name: str, weapon: str, ready: bool) -> None:
    """A weapon is in hand, or no longer."""
    resolver.emit(WeaponBecame((name,), weapon, {**resolver.combatant(name).weapons[weapon], "ready": ready}))


def dodged(hit_roll: int, damage: int, roll: int, skill: int) -> int:
    """The damage left after a dodge: none, half rounded up, or all (G)."""
    if made(roll, skill) and roll >= hit_roll:
        return 0
    return -(-damage // 2) if hit_roll < skill else damage


def say_damage(resolver: Resolver, parts: Sequence[tuple[str, int, str]]) -> int:
    """Count the parts of a blow to the damage; gives their sum."""
    return sum(
        resolver.because("damage", label, value, cite(resolver, "damage", setting)) for label, value, setting in parts
    )
