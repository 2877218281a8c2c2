"""From a roll to damage, and from a dodge to the damage left."""

from __future__ import annotations

from tracker.combat.model import Model
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.result import is_match, is_success
from tracker.games.unknown_armies.state import weapon_of
from tracker.games.unknown_armies.target import cite
from tracker.rules.resolver import Resolver


class WeaponDamage(Model):
    """A weapon's damage for a roll under the settings; ``maximum`` None: a gun's damage is the roll."""

    kind: str = t.HAND
    bonus: int = 0
    maximum: int | None = None
    zero: int = 10
    matched_bonus: bool = True

    def parts(self, roll: int) -> tuple[tuple[str, int, str], ...]:
        """Return the damage of a success as label, number and the setting that decided it."""
        if self.kind == t.GUN:
            most = f", at most {self.maximum}" if self.maximum is not None else ""
            return ((f"roll {roll}{most}", min(roll, self.maximum or roll), ""),)
        bonus = (("bonus", self.bonus, ""),) if self.bonus else ()
        if is_match(roll):
            return (("matched roll", roll, "matched_hand"), *(bonus if self.matched_bonus else ()))
        digits = (("digit", digit, "") if digit else ("digit 0", self.zero, "digit_zero") for digit in divmod(roll, 10))
        return (*digits, *bonus)

    def of(self, roll: int) -> int:
        """Return the damage of a success with this roll."""
        return sum(value for _, value, _ in self.parts(roll))

    def most(self, number: int) -> int:
        """Return the highest damage of a success: a gun's maximum, or by hand that of the best roll up to it."""
        if self.kind == t.GUN:
            return self.maximum or t.SIDES
        return max(map(self.of, range(t.CRITICAL, max(2, min(number, t.SIDES - 1) + 1))))


def weapon_damage(resolver: Resolver, name: str, weapon: str) -> WeaponDamage:
    """Return the damage of somebody's weapon."""
    used = weapon_of(resolver.combatant(name), weapon)
    zero = int(str(resolver.setting("digit_zero")))
    return WeaponDamage(used.kind, used.bonus, used.maximum, zero, resolver.setting("matched_hand") == "roll+bonus")


def count_damage(resolver: Resolver, damage: WeaponDamage, roll: int) -> int:
    """Return the damage of a roll, with its parts as reasons."""
    return sum(
        resolver.because("damage", label, value, cite(resolver, "damage", setting))
        for label, value, setting in damage.parts(roll)
    )


def after_dodge(hit_roll: int, damage: int, dodge_roll: int, skill: int) -> int:
    """Return the damage left after a dodge: none, half rounded up, or all (G)."""
    if is_success(dodge_roll, skill) and dodge_roll >= hit_roll:
        return 0
    return -(-damage // 2) if hit_roll < skill else damage
