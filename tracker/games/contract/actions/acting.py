"""Everything besides attacks and reactions: initiative, acting, powers, holding, exertion, evading, splitting."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from operator import itemgetter
from typing import Self

from msgspec.structs import replace

from tracker.combat.records import Reason, total_of
from tracker.combat.scene import Scene
from tracker.games.contract import state
from tracker.games.contract import tables as t
from tracker.games.contract.actions.attack import Attack, only_target
from tracker.games.contract.dice import ACT, Result, ResultParam, Roll, dodge_stats, pool_of, prepare_roll
from tracker.games.contract.harm import asks_how_much, evade_pending, injure, injuries_of, mend, report_out
from tracker.games.contract.turns import CLOCK, FREE, exert, pay, release_held
from tracker.games.contract.weapons import attack_weapon, committed_objection, parry_weapon, reaches, weapon_stats
from tracker.games.contract.words import DIFFICULTY, Adjustment, SharesParam
from tracker.rules.action import Action, ActorAction, OddsOf
from tracker.rules.command import RESULT, argument, flag, option, result
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import minus, quote
from tracker.rules.params import ChoiceParam, CombatantParam, NumberParam, NumbersParam, TextParam
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.throw import Check

PLAIN = t.WeaponStats("", "", "", t.STANDARD)  # a roll that uses nothing from the sheet


class Doing(ActorAction):
    """The part shared by acts and powers."""

    cost = "Action"

    result: Result | None = option(ResultParam(inner=True), "what was rolled for it", aliases=RESULT)
    difficulty: Adjustment | None = option(DIFFICULTY, "how hard it is; as usual if left out")
    reaction: bool = flag("out of turn")
    held: bool = flag("this is the held action, set off")

    @property
    def said(self) -> tuple[str, bool]:
        """Return a sentence about the act, and whether it is free."""
        return self.verb, False

    def rolling(self, resolver: Resolver) -> Roll:
        """Pay for the act and return its roll, before the dice."""
        if self.held:
            held = release_held(resolver, self.actor, getattr(self, "on", None))
            resolver.say(f"{resolver.clause(self.actor, 'carries')} out what was held: {held}.")
        said, free = self.said
        paid = FREE if free else pay(resolver, self.actor, self.verb, reaction=self.reaction, held=self.held)
        return prepare_roll(resolver, self.actor, f"{self.actor}: {said}", PLAIN, self.difficulty, paid, self.result)

    def check(self, resolver: Resolver) -> Check | None:
        return None if self.result is None else self.rolling(resolver).check(resolver, self.result)

    def succeeded(self, resolver: Resolver, why: tuple[Reason, ...]) -> bool | None:
        return None if self.result is None else total_of(why, ACT.outcome) >= 1

    def resolve(self, resolver: Resolver) -> None:
        roll = self.rolling(resolver)
        outcome = ""
        if self.result is not None:
            number, thrown = roll.thrown(resolver, self.result)
            resolver.record_as(result=thrown)
            outcome = f": {minus(number)} ({t.band(number)})"
        resolver.say(f"{self.actor}: {self.said[0]}{outcome}.")


USED = "the Action of the round is used, or split without a share for this"
_HELD = "held, and nothing is held"


class Act(Doing):
    """Any other act: climbing, dragging a friend, thinking hard."""

    refused_when = (USED, _HELD)

    what: str = argument(TextParam(), "what they do", required=True, rest=True)
    passive: bool = flag("noticing: its own pool, costs nothing")

    @property
    def said(self) -> tuple[str, bool]:
        return self.what, self.passive


class Power(Doing):
    """A power: always committed; free if it needs no Action."""

    refused_when = (USED, _HELD, "in a split Action")

    name: str = argument(TextParam("text", 80), "which", required=True, rest=True)
    on: str | None = option(CombatantParam(), "on whom")
    free: bool = flag("needs no Action")

    @property
    def said(self) -> tuple[str, bool]:
        return f"{self.name}{f' on {self.on}' if self.on else ''}", self.free


class Quick(ActorAction):
    """A quick action such as drawing a weapon: two dice off the rest of this round's Action."""

    cost = "−2 dice"
    refused_when = ("the Action of the round is used",)

    what: str = argument(TextParam(), "what they do", required=True, rest=True)

    def resolve(self, resolver: Resolver) -> None:
        resolver.note_out_of_turn(self.actor)
        actor, shares = resolver.combatant(self.actor), state.state_of(resolver.combatant(self.actor)).shares
        resolver.because("pool", "quick action", -t.QUICK, "The Contract: quick actions (S)")
        if not resolver.free:
            if shares:
                largest = max(shares, key=lambda share: share.dice)
                less = replace(largest, dice=max(0, largest.dice - t.QUICK))
                left = tuple(less if each is largest else each for each in shares)
                state.set_state(resolver, self.actor, shares=left)
            resolver.set_field(self.actor, "quick", actor.number("quick") + 1)
        resolver.say(f"{self.actor}, quickly: {self.what}.")


class Exert(ActorAction):
    """Strains body or mind before a roll, once a round: +1 outcome, or no penalty this round."""

    cost = "exert"
    source = "G"
    refused_when = ("exerted this round", "the body (profile current)")

    what: str = argument(ChoiceParam(("body", "mind"), "body or mind"), "what", required=True)
    for_: str = argument(ChoiceParam(("outcome", "penalty"), "gain"), "what for", required=True)

    def resolve(self, resolver: Resolver) -> None:
        current = resolver.setting("profile") == "current"
        if self.what == "mind" and "mind" not in resolver.combatant(self.actor).tracks:
            raise InvalidCommand(resolver.missing(self.actor, "mind"))
        if current and self.what == "body":
            resolver.objection("In this profile only the mind is exerted.")
        before = resolver.combatant(self.actor).value(self.what)
        exert(resolver, self.actor, self.what)
        gains = []
        if current or self.for_ == "outcome":
            resolver.set_field(self.actor, "boost", t.EXERT_OUTCOME)
            gains.append(f"+{t.EXERT_OUTCOME} outcome")
        if current or self.for_ == "penalty":
            resolver.set_field(self.actor, "eased", True)
            gains.append("no penalty this round")
        after = resolver.combatant(self.actor).value(self.what)
        price = f" {self.what.title()} {before} → {after}." if after != before else ""
        resolver.say(f"{resolver.clause(self.actor, 'exerts')} the {self.what}: {' and '.join(gains)}.{price}")
        if resolver.combatant(self.actor).out:
            state.drop_attacks_of(resolver, self.actor)
            resolver.say(f"That is too much: {resolver.combatant(self.actor).out}.")


class Initiative(ActorAction):
    """Takes a place in the order, or moves to another, highest first; the first place taken opens round 1."""

    source = "G"
    once_for_a_group = True

    outcome: Result = result(ResultParam())

    def resolve(self, resolver: Resolver) -> None:
        before = None if resolver.scene.is_over else state.CombatantState.of(resolver.combatant(self.actor)).initiative
        outcome, thrown = self.rolling(resolver).thrown(resolver, self.outcome)
        resolver.record_as(outcome=thrown)
        moved = "" if before in (None, outcome) else f" instead of {minus(before)}"
        resolver.say(f"Initiative: {resolver.clause(self.actor, 'has')} {minus(outcome)}{moved}.")
        CLOCK.take_place(resolver, self.actor, outcome)

    def check(self, resolver: Resolver) -> Check:
        return self.rolling(resolver).check(resolver, self.outcome, judged=False)

    def rolling(self, resolver: Resolver) -> Roll:
        """Return the roll with its numbers, before the dice."""
        attribute, _, ability = str(resolver.setting("initiative_pool")).partition("+")
        arms = PLAIN._replace(attribute=attribute, ability=ability)
        label = f"{self.actor}'s initiative (setting initiative_pool)"
        return prepare_roll(resolver, self.actor, label, arms, None, FREE, self.outcome)


class Hold(ActorAction):
    """Declares an action that waits for its moment; it costs nothing until it happens."""

    refused_when = ("the Action of the round is used",)

    action: str = argument(TextParam(), "what they will do", required=True, rest=True)
    when: str = option(TextParam("text", 200), "what sets it off", required=True)

    def resolve(self, resolver: Resolver) -> None:
        resolver.note_out_of_turn(self.actor)
        when = re.sub(r"(?i)^when ", "", self.when)
        state.set_state(resolver, self.actor, held=state.Held(self.action, when))
        resolver.set_scene_field("begun", True)
        resolver.say(f"{resolver.clause(self.actor, 'holds')}: {self.action}, when {when}.")


class Trigger(ActorAction):
    """Carries out the held action before what set it off; it uses the current round's Action."""

    cost = "Action"
    refused_when = ("nothing is held", "the Action of the round is used, for a reaction perhaps")

    by: str | None = option(TextParam("text, a name, or firearm", 200), "what set it off")

    def resolve(self, resolver: Resolver) -> None:
        what = release_held(resolver, self.actor)
        pay(resolver, self.actor, "act", held=True)
        by = (self.by or "").casefold()
        when = "after the shot" if by == "firearm" else f"before {self.by}" if self.by else "now"
        resolver.say(f"{resolver.clause(self.actor, 'acts')} {when}: {what}.")
        resolver.note(f"An attack is rolled instead of this: attack {quote(self.actor)} TARGET RESULT held.")
        for name in resolver.scene.combatants:
            if name.casefold() == by:
                state.hold_back_attacks(resolver, name)


class Injure(ActorAction):
    """Gives an injury by hand."""

    source = "G"
    by_hand = True

    severity: int = argument(NumberParam(1, 1000), "how bad", required=True)

    def resolve(self, resolver: Resolver) -> None:
        resolver.because("severity", "by hand", self.severity)
        resolver.say(f"{self.actor}: {injure(resolver, self.actor, self.severity)}.")
        if resolver.combatant(self.actor).out:
            state.drop_attacks_of(resolver, self.actor)


class _InjuryParam(NumberParam):
    """The severity of an injury; those of the actor are offered."""

    def complete(self, context: Context) -> tuple[str, ...]:
        return tuple(dict.fromkeys(map(str, injuries_of(context.actor)))) if context.actor is not None else ()


class Mend(ActorAction):
    """Removes an injury of this severity; to= lowers it instead."""

    source = "G"
    by_hand = True

    severity: int = argument(_InjuryParam(1, 1000), "which", required=True)
    to: int | None = option(NumberParam(0, 1000), "how bad it is from now on")

    def resolve(self, resolver: Resolver) -> None:
        injuries = injuries_of(resolver.combatant(self.actor))
        to = self.to or 0
        was = resolver.combatant(self.actor).out
        if self.severity not in injuries:
            others = comma_list([*map(str, injuries)])
            has = f"no injury of {self.severity}, but of {others}" if injuries else "no injuries"
            raise InvalidCommand(f"{self.actor} has {has}.")
        if to >= self.severity:
            raise InvalidCommand(f"Mending makes an injury lower than {self.severity}; injure makes a new one.")
        mend(resolver, self.actor, self.severity, to)
        resolver.because("severity", "mended", to - self.severity)
        combatant = resolver.combatant(self.actor)
        now = f"{f'→ {to}' if to else 'gone'}, body {combatant.value('body')}"
        resolver.say(f"{self.actor}: injury {self.severity} {now}.")
        report_out(resolver, self.actor, was)


class Evade(ActorAction):
    """Takes the Action for an outcome to spend on attacks, until the evader's next turn."""

    cost = "Action"
    refused_when = (USED,)

    result: Result = result(ResultParam())
    difficulty: Adjustment | None = option(DIFFICULTY, "how hard it is; as usual if left out")

    def rolling(self, resolver: Resolver) -> Roll:
        """Pay for evading and return its roll, before the dice."""
        paid = pay(resolver, self.actor, "evade")
        difficulty = int(str(resolver.setting("evade_difficulty")))
        arms = dodge_stats(resolver.system, resolver.scene)._replace(difficulty=difficulty)
        label = f"{self.actor}'s evading (setting evade_difficulty)"
        return prepare_roll(resolver, self.actor, label, arms, self.difficulty, paid, self.result)

    def check(self, resolver: Resolver) -> Check:
        return self.rolling(resolver).check(resolver, self.result)

    def succeeded(self, resolver: Resolver, why: tuple[Reason, ...]) -> bool:
        return total_of(why, ACT.outcome) >= 1

    def resolve(self, resolver: Resolver) -> None:
        outcome, thrown = self.rolling(resolver).thrown(resolver, self.result)
        resolver.record_as(result=thrown)
        resolver.set_field(self.actor, "evade", max(0, outcome))
        resolver.say(f"{resolver.clause(self.actor, 'evades')}: {max(0, outcome)} to spend on attacks.")
        if not asks_how_much(resolver.system, resolver.scene):
            for blow in state.state_of(resolver.combatant(self.actor)).pending:
                evade_pending(resolver, blow)


def share_weapon(scene: Scene, name: str, share: state.Share) -> str | None:
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


def share_pool(system: System, scene: Scene, name: str, share: state.Share) -> int | None:
    """Return the dice of the pool that a share is taken from; None if the sheet does not say."""
    weapon = share_weapon(scene, name, share)
    stats = weapon_stats(scene[name], weapon) if weapon is not None else None
    if share.act in ("dodge", "evade"):
        stats = dodge_stats(system, scene)
    return pool_of(scene[name], stats.attribute, stats.ability) if stats else None


def proposed_shares(system: System, scene: Scene, actor: str, targets: Sequence[str]) -> str:
    """Return an even split of the smallest pool: between two targets, or an attack and a dodge; "" if it is unknown."""
    acts = [state.Share("attack", target, 0, None) for target in targets[: t.LEAST_SPLIT]]
    if len(acts) < t.LEAST_SPLIT:
        acts.append(state.Share("dodge", None, 0, None))
    pools = [share_pool(system, scene, actor, share) for share in acts]
    known = [pool for pool in pools if pool is not None]
    total = min(known, default=0) - t.QUICK * scene[actor].number("quick")
    if len(known) < len(acts) or total < t.LEAST_SPLIT * t.LEAST_SHARE:
        return ""
    half = total // t.LEAST_SPLIT
    return ",".join(str(replace(share, dice=half + (not place) * (total % 2))) for place, share in enumerate(acts))


class Split(ActorAction):
    """Divides the smallest pool: attack@NAME:3,dodge:2."""

    asks = ("shares",)

    refused_when = (
        "the Action of the round is used, or split already",
        "fewer than 4 dice in all, or shares of more than there are",
        "a share under 2 dice, fewer than two shares, two at one target",
        "a committed weapon, or a power",
    )

    shares: tuple[state.Share, ...] = argument(SharesParam(), "for what, and how many dice", required=True)
    pools: tuple[int, ...] | None = option(
        NumbersParam(0, t.MOST_DICE), "the pools of all they might do, where the sheet is silent"
    )

    @property
    def told(self) -> str:
        return ", ".join(f"{share.target or share.act} {share.dice}" for share in self.shares)

    @classmethod
    def offered(cls, resolver: Resolver, actor: str, odds: OddsOf) -> "Iterable[Split]":
        """Return the best attacks on each number of targets, unless exertion makes the first differ from the others."""
        who, scene, system = resolver.combatant(actor), resolver.scene, resolver.system
        if state.ACTION in who.spent or state.state_of(who).shares or who.number("boost") or who.number("next_penalty"):
            return ()
        arms = {name: weapon_stats(who, name) for name in who.weapons or (t.BARE,)}
        pools = {name: pool_of(who, of.attribute, of.ability) or 0 for name, of in arms.items() if not of.committed}
        likely = system.likely_targets(scene, actor)
        splits: dict[int, tuple[float, tuple[state.Share, ...]]] = {}

        @cache
        def worth(target: str, dice: int, weapon: str) -> float:
            (attack,) = cls(actor=actor, shares=(state.Share("attack", target, dice, weapon),)).acts(scene)
            found = odds(attack)
            counts = found is not None and not attack.hindrance(resolver)
            return round(found.worth("body", scene[target].value("body")), 9) if found is not None and counts else 0.0

        for pool in {*pools.values()}:
            names, whole = [name for name in pools if pools[name] >= pool], pool - t.QUICK * who.number("quick")
            best: dict[tuple[int, int], tuple[float, tuple[state.Share, ...]]] = {(0, 0): (0.0, ())}
            for target in likely:
                for (many, spent), (sum_, shares) in [*best.items()]:
                    for dice in range(t.LEAST_SHARE, whole - spent - (0 if many else t.LEAST_SHARE) + 1):
                        more, weapon = max((worth(target, dice, name), name) for name in names)
                        found = sum_ + more, (*shares, state.Share("attack", target, dice, weapon))
                        place = many + 1, spent + dice
                        best[place] = max(found, best.get(place, found), key=itemgetter(0))
            for (many, _), found in best.items():
                splits[many] = max(found, splits.get(many, found), key=itemgetter(0))
        return (cls(actor=actor, shares=shares) for many, (_, shares) in splits.items() if many > 1)

    def acts(self, scene: Scene) -> tuple[Action, ...]:
        """Return its attacks, each with the dice of its share: quick actions are off the whole already."""
        name, quick, rolled = self.actor, t.QUICK * scene[self.actor].number("quick"), Result()
        attacks = (share for share in self.shares if share.act == "attack")
        armed = ((share.target, share_weapon(scene, name, share), share.dice + quick) for share in attacks)
        return tuple(Attack(actor=name, target=at, weapon=arm, pool=pool, result=rolled) for at, arm, pool in armed)

    def with_defaults(self, resolver: Resolver) -> Self:
        unaimed = [share for share in self.shares if share.act == "attack" and not share.target]
        if not unaimed:
            return self
        targets = resolver.system.likely_targets(resolver.scene, self.actor)
        if not 1 < len(unaimed) == len(targets) == len(self.shares):
            targets = (only_target(resolver, self.actor),) * len(self.shares)
        pairs = zip(self.shares, targets, strict=True)
        aimed = (replace(share, target=target) if share in unaimed else share for share, target in pairs)
        return self.copy_with(shares=tuple(aimed))

    def resolve(self, resolver: Resolver) -> None:
        resolver.note_out_of_turn(self.actor)
        combatant = resolver.combatant(self.actor)
        if state.state_of(combatant).shares:
            resolver.objection(f"{resolver.clause(self.actor, 'has')} split this round's Action already.")
        source = "The Contract: splitting (S)"
        pools = self.pools or tuple(self._pool(resolver, share) for share in self.shares)
        total = resolver.because("pool", f"smallest of {', '.join(map(str, pools))}", min(pools), source)
        if quick := min(total, t.QUICK * combatant.number("quick")):
            total += resolver.because("pool", "quick actions", -quick, source)
        self._objections(resolver, total)
        state.set_state(resolver, self.actor, shares=self.shares)
        told = ", ".join(share.told for share in self.shares)
        resolver.say(f"{resolver.clause(self.actor, 'splits')} {total} dice: {told}.")
        left = total - sum(share.dice for share in self.shares)
        if left > 0:
            resolver.note(f"In no share: {left} of the {total} dice.")

    def _pool(self, resolver: Resolver, share: state.Share) -> int:
        pool = share_pool(resolver.system, resolver.scene, self.actor, share)
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
