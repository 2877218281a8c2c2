"""Splitting the dice of an Action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Self

from msgspec.structs import replace

from tracker.combat.scene import Scene
from tracker.games.contract import tables as t
from tracker.games.contract.actions.attack import only_target
from tracker.games.contract.actions.reactions import dodge_stats
from tracker.games.contract.dice import pool_of
from tracker.games.contract.state import Share, set_shares, shares_of
from tracker.games.contract.weapons import attack_weapon, committed_objection, parry_weapon, reaches, weapon_stats
from tracker.games.contract.words import SharesParam
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, option
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import NumbersParam
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.turns import note_out_of_turn


def share_weapon(scene: Scene, name: str, share: Share) -> str | None:
    """Return the weapon of a share: the named one, else the best that reaches; None for an act without a weapon.

    The best has the most dice; a committed weapon is chosen only if there is no other.
    """
    actor = scene[name]
    if share.weapon is not None or share.act not in ("attack", "parry", "clash"):
        return share.weapon
    if share.act != "attack":
        return parry_weapon(actor)
    stats = {weapon: weapon_stats(actor, weapon) for weapon in actor.weapons}
    free = [weapon for weapon in stats if not stats[weapon].committed]
    reaching = [weapon for weapon in free if reaches(scene, name, share.target, stats[weapon].kind)]
    if not (reaching or free):
        return attack_weapon(scene, name, share.target)
    return max(reaching or free, key=lambda weapon: pool_of(actor, stats[weapon].attribute, stats[weapon].ability) or 0)


def proposed_shares(system: System, scene: Scene, actor: str, targets: Sequence[str]) -> str:
    """Return an even split of the smallest pool: between two targets, or an attack and a dodge; "" if it is unknown."""
    acts = [Share("attack", target, 0, None) for target in targets[: t.LEAST_SPLIT]]
    pools = [weapon_pool(scene, actor, share) for share in acts]
    if len(acts) < t.LEAST_SPLIT:
        acts.append(Share("dodge", None, 0, None))
        dodge = dodge_stats(system, scene)
        pools.append(pool_of(scene[actor], dodge.attribute, dodge.ability))
    known = [pool for pool in pools if pool is not None]
    total = min(known, default=0) - t.QUICK * scene[actor].number("quick")
    if len(known) < len(acts) or total < t.LEAST_SPLIT * t.LEAST_SHARE:
        return ""
    half = total // t.LEAST_SPLIT
    return ",".join(str(replace(share, dice=half + (not place) * (total % 2))) for place, share in enumerate(acts))


def weapon_pool(scene: Scene, name: str, share: Share) -> int | None:
    """Return the dice of a share's weapon; None if the sheet does not say."""
    weapon = share_weapon(scene, name, share)
    stats = weapon_stats(scene[name], weapon) if weapon is not None else None
    return pool_of(scene[name], stats.attribute, stats.ability) if stats else None


class Split(ActorAction):
    """Divides the smallest pool: attack@NAME:3,dodge:2."""

    asks = ("shares",)

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
        """Fill in targets of attacks that name none: the only one, or one for each of as many attacks."""
        name = self.actor
        open_shares = [share for share in self.shares if share.act == "attack" and not share.target]
        targets = resolver.system.likely_targets(resolver.scene, name)
        if len(open_shares) > 1 and len(open_shares) == len(targets) and len(targets) == len(self.shares):
            aimed = (replace(share, target=target) for share, target in zip(self.shares, targets, strict=True))
            return self.copy_with(shares=tuple(aimed))
        return self.copy_with(
            shares=tuple(
                replace(share, target=only_target(resolver, name))
                if share.act == "attack" and not share.target
                else share
                for share in self.shares
            )
        )

    def resolve(self, resolver: Resolver) -> None:
        note_out_of_turn(resolver, self.actor)
        combatant = resolver.combatant(self.actor)
        if shares_of(combatant):
            resolver.objection(f"{self.actor} has split this round's Action already.")
        total = self._total(resolver)
        self._objections(resolver, total)
        set_shares(resolver, self.actor, self.shares)
        resolver.say(f"{self.actor} splits {total} dice: {', '.join(map(str, self.shares))}.")
        left = total - sum(share.dice for share in self.shares)
        if left > 0:
            resolver.note(f"In no share: {left} of the {total} dice.")

    def _total(self, resolver: Resolver) -> int:
        source = "The Contract: splitting (S)"
        pools = self.pools or tuple(self._pool(resolver, share) for share in self.shares)
        total = resolver.because("pool", f"smallest of {', '.join(map(str, pools))}", min(pools), source)
        quick = min(total, t.QUICK * resolver.combatant(self.actor).number("quick"))
        return total + (resolver.because("pool", "quick actions", -quick, source) if quick else 0)

    def _pool(self, resolver: Resolver, share: Share) -> int:
        actor, weapon = resolver.combatant(self.actor), share_weapon(resolver.scene, self.actor, share)
        stats = weapon_stats(actor, weapon) if weapon is not None else None
        if share.act in ("dodge", "evade"):
            stats = dodge_stats(resolver.system, resolver.scene)
        pool = pool_of(actor, stats.attribute, stats.ability) if stats else None
        if pool is None:
            raise InvalidCommand(f"How many dice has {self.actor} to {share.act}? Say pools=7,5.")
        return pool

    def _objections(self, resolver: Resolver, total: int) -> None:
        actor, least = resolver.combatant(self.actor), t.LEAST_SHARE
        if total < 2 * least:
            resolver.objection(f"{total} dice cannot be split: it takes {2 * least}, for two shares of {least}.")
        if len(self.shares) < 2:
            resolver.objection("A split needs two shares.")
        if any(share.dice < least for share in self.shares):
            resolver.objection(f"Each share needs {least} dice.")
        if sum(share.dice for share in self.shares) > total:
            resolver.objection(f"The shares come to more than the {total} dice there are.")
        aims = Counter(share.target for share in self.shares if share.target and share.act == "attack")
        if any(times > 1 for times in aims.values()):
            resolver.objection("A split Action attacks nobody twice.")
        if any(share.act == "power" for share in self.shares):
            resolver.objection("A power takes the whole pool and cannot be part of a split Action.")
        for share in self.shares:
            weapon = share_weapon(resolver.scene, self.actor, share)
            if weapon is not None and weapon_stats(actor, weapon).committed:
                resolver.objection(committed_objection(weapon))
