"""Damage from other sources: falls, fire, poison, a shot through the door."""

from __future__ import annotations

from tracker.games.gen6 import tables as t
from tracker.games.gen6.damage import Hit, deal_damage, roll_damage
from tracker.games.gen6.sheet import DAMAGE, SOURCE, TYPE
from tracker.rules.action import Action
from tracker.rules.command import argument, flag, option
from tracker.rules.params import CombatantsParam, NameList
from tracker.rules.resolver import Resolver


class Damage(Action):
    """Damage through cover, armor and toughness; without a source no armor helps."""

    source = "Gen6 S: damage"
    by_hand = True

    target: NameList = argument(CombatantsParam(), "whom", required=True)
    amount: str = argument(DAMAGE, "how much", required=True)
    source_: str | None = option(SOURCE, "of the damage")
    type_: str | None = option(TYPE, "of the damage; wound if left out")
    through: bool = flag("through the cover's material")
    no_armor: bool = flag("armor does not help")

    def hit(self) -> Hit:
        """Return the kind of damage."""
        return Hit(self.source_, self.type_ or t.TYPES[0], self.through, self.no_armor)

    def resolve(self, resolver: Resolver) -> None:
        """Deal the damage."""
        amount, label = roll_damage(resolver, self.amount)
        resolver.record_as(amount=str(amount))
        for name in self.target:
            deal_damage(resolver, name, amount, f"{name}: {label}" if len(self.target) > 1 else label, self.hit())
