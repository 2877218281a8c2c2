"""Splitting the dice of an Action."""

from __future__ import annotations

from collections import Counter
from typing import Self

from msgspec.structs import replace

from tracker.games.contract import tables as t
from tracker.games.contract.actions.attack import only_target
from tracker.games.contract.actions.defence import dodge_stats
from tracker.games.contract.dice import pool_of
from tracker.games.contract.state import Share, shares_of
from tracker.games.contract.weapons import attack_weapon, committed_objection, parry_weapon, weapon_stats
from tracker.games.contract.words import SharesParam
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, option
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import NumbersParam
from tracker.rules.resolver import Resolver
from tracker.rules.turns import note_out_of_turn


class Split(ActorAction):
    """Shares the smallest pool out: attack@NAME:3,dodge:2."""

    refused_when = (
        "the Action of the round is used, or split already",
        "fewer than 4 dice in all, or shares of more than there are",
        "a share under 2 dice, fewer than two shares, two at one target",
        "a committed weapon, or a power",
    )

    shares: tuple[Share, ...] = argument(SharesParam(), "for what, and how many dice", required=True)
    pools: tuple[int, ...] | None = option(
        NumbersParam(0, t.MOST_DICE), "the pools of all they might do, where the sheet is silent"
    )

    def with_defaults(self, resolver: Resolver) -> Self:
        """With the only target where an attack names none."""
        name = self.actor
        return self.copy_with(
            shares=tuple(
                replace(each, target=only_target(resolver, name)) if each.act == "attack" and not each.target else each
                for each in self.shares
            )
        )

    def resolve(self, resolver: Resolver) -> None:
        """Keep the shares."""
        note_out_of_turn(resolver, self.actor)
        one = resolver.combatant(self.actor)
        if shares_of(one):
            resolver.objection(f"{self.actor} has split this round's Action already.")
        total = self._total(resolver)
        self._objections(resolver, total)
        resolver.set_field(self.actor, "shares", [each.plain() for each in self.shares])
        resolver.say(f"{self.actor} splits {total} dice: {', '.join(map(str, self.shares))}.")

    def _total(self, resolver: Resolver) -> int:
        source = "The Contract: splitting (S)"
        pools = self.pools or tuple(self._pool(resolver, each) for each in self.shares)
        total = resolver.because("pool", f"smallest of {', '.join(map(str, pools))}", min(pools), source)
        quick = min(total, t.QUICK * resolver.combatant(self.actor).number("quick"))
        return total + (resolver.because("pool", "quick actions", -quick, source) if quick else 0)

    def _pool(self, resolver: Resolver, share: Share) -> int:
        one = resolver.combatant(self.actor)
        arms = None
        if share.act == "attack":
            arms = weapon_stats(one, attack_weapon(resolver.scene, self.actor, share.target))
        elif share.act in ("parry", "clash"):
            arms = weapon_stats(one, parry_weapon(one))
        elif share.act in ("dodge", "evade"):
            arms = dodge_stats(resolver.system, resolver.scene)
        pool = pool_of(one, arms.attribute, arms.ability) if arms else None
        if pool is None:
            raise InvalidCommand(f"How many dice has {self.actor} to {share.act}? Say pools=7,5.")
        return pool

    def _objections(self, resolver: Resolver, total: int) -> None:
        one, least = resolver.combatant(self.actor), t.LEAST_SHARE
        if total < 2 * least:
            resolver.objection(f"{total} dice cannot be split: it takes {2 * least}, for two shares of {least}.")
        if len(self.shares) < 2:
            resolver.objection("A split needs two shares.")
        if any(each.dice < least for each in self.shares):
            resolver.objection(f"Each share needs {least} dice.")
        if sum(each.dice for each in self.shares) > total:
            resolver.objection(f"The shares come to more than the {total} dice there are.")
        aims = Counter(each.target for each in self.shares if each.target and each.act == "attack")
        if any(times > 1 for times in aims.values()):
            resolver.objection("A split Action attacks nobody twice.")
        if any(each.act == "power" for each in self.shares):
            resolver.objection("A power takes the whole pool and cannot be part of a split Action.")
        for each in self.shares:
            weapon = attack_weapon(resolver.scene, self.actor, each.target) if each.act == "attack" else t.BARE
            if weapon_stats(one, weapon).committed:
                resolver.objection(committed_objection(weapon))
