"""The attack: rolled, then met at once or left waiting for a reaction."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Self

from msgspec.structs import replace

from tracker.combat.records import Reason
from tracker.combat.scene import OPEN, Scene
from tracker.games.contract import tables as t
from tracker.games.contract import weapons
from tracker.games.contract.actions import reactions
from tracker.games.contract.dice import ACT, EXERTED, Result, ResultParam, Roll, faces_of, prepare_roll
from tracker.games.contract.harm import evading_left, land_attack, spend_evading, taken_off
from tracker.games.contract.state import Blow, release_attacks, spent_before_trigger, state_of
from tracker.games.contract.turns import pay, release_held
from tracker.games.contract.words import DIFFICULTY, WEAPON, Adjustment, AdjustmentParam, ArmsParam, modifiers
from tracker.rules.action import OUT_OF_REACH, ActorAction
from tracker.rules.command import argument, flag, option, result
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import minus
from tracker.rules.params import CombatantParam, FoeParam, NumberParam
from tracker.rules.resolver import Resolver
from tracker.rules.throw import Check, Way
from tracker.rules.view import Deed


def only_target(resolver: Resolver, actor: str) -> str:
    """Return the target of the next share, or the only possible one; raises InvalidCommand with the list."""
    aimed = resolver.system.due_targets(resolver.scene, actor)
    targets = aimed[:1] or resolver.system.likely_targets(resolver.scene, actor)
    if len(targets) != 1:
        nobody = f"There is nobody for {actor} to aim at."
        raise InvalidCommand(f"Say whom: {comma_list(targets)}." if targets else nobody)
    return targets[0]


class Attack(ActorAction):
    """An attack; it waits for the target's reaction unless one is given or none is possible."""

    cost = "Action"
    order = ("result", "target", "weapon")
    refused_when = (
        "the Action of the round is used, or split without a share for this target",
        "a committed weapon in a split Action",
        "the given defense is not possible against this weapon",
        "held, and nothing is held",
    )

    target: str | None = argument(FoeParam(others=True), "whom; the only enemy if left out")
    result: Result = result(ResultParam())
    weapon: str | None = option(WEAPON, "with what; else the only one that fits, the first melee one, bare hands")
    difficulty: Adjustment | None = option(DIFFICULTY, "how hard it is; the weapon's if left out")
    damage: Adjustment | None = option(
        AdjustmentParam(hint="3, or +1 to change the weapon's"), "added to a hit; the weapon's if left out"
    )
    pool: int | None = option(NumberParam(0, t.MOST_DICE), "attribute + ability, where the sheet does not say")
    dodge: Result | None = option(ResultParam(inner=True), "the target dodges with this")
    parry: Result | None = option(ResultParam(inner=True), "the target (or by=) parries with this")
    clash: Result | None = option(ResultParam(inner=True), "the target clashes with this")
    take: bool = flag("the target does not react")
    with_: str | None = option(ArmsParam(("by", "target")), "parried with")
    by: str | None = option(CombatantParam(), "a friend who parries")
    desperate: bool = flag("the reaction is a desperate one")
    evade: int | None = option(NumberParam(0, 100), "how much of the target's evading goes into this")
    held: bool = flag("this is the held action, set off")

    def with_defaults(self, resolver: Resolver) -> Self:
        target = self.target or only_target(resolver, self.actor)
        if target == self.actor:
            raise InvalidCommand("An attack needs somebody else as its target.")
        weapon, with_ = self.weapon or weapons.attack_weapon(resolver.scene, self.actor, target), self.with_
        if with_ is None and (self.parry or self.clash) is not None:
            with_ = weapons.parry_weapon(resolver.combatant(self.by or target))
        return self.copy_with(target=target, weapon=weapon, with_=with_)

    def hindrance(self, resolver: Resolver) -> str:
        weapon = self.weapon or weapons.attack_weapon(resolver.scene, self.actor, self.target)
        kind = weapons.weapon_stats(resolver.combatant(self.actor), weapon).kind
        return "" if weapons.reaches(resolver.scene, self.actor, self.target, kind) else OUT_OF_REACH

    def rolling(self, resolver: Resolver) -> Roll:
        """Pay for the attack and return its roll, before the dice."""
        weapon, target = self.weapon or t.BARE, self.target or ""
        arms = weapons.weapon_stats(resolver.combatant(self.actor), weapon)
        paid = pay(resolver, self.actor, "attack", target, held=self.held)
        if paid.share is not None and arms.committed:
            resolver.objection(weapons.committed_objection(weapon))
        what = f"{self.actor} with {t.arms(weapon)}"
        return prepare_roll(resolver, self.actor, what, arms, self.difficulty, paid, self.result, pool=self.pool)

    def blow(self, resolver: Resolver, outcome: int) -> Blow:
        """Return the incoming hit of an attack with this outcome."""
        weapon, change = self.weapon or t.BARE, self.damage or Adjustment()
        arms = weapons.weapon_stats(resolver.combatant(self.actor), weapon)
        damage = arms.damage if change.base is None else change.base
        extra = sum(step for _, step in change.parts)
        earlier = spent_before_trigger(resolver, self.target or "") if self.held else None
        blow = Blow(self.actor, self.target or "", weapon, arms.kind, outcome, damage, extra, held=self.held)
        return blow if earlier is None else replace(blow, earlier=earlier)

    def defence(self) -> reactions.Defence | None:
        """Return the defence given with the attack; raises InvalidCommand for more than one."""
        said = [(verb, getattr(self, verb)) for verb in reactions.REACTIONS if getattr(self, verb) is not None]
        if len(said) + self.take > 1:
            raise InvalidCommand("Say one of dodge=, parry=, clash= and take.")
        if not said:
            if self.desperate or self.by or self.with_:
                raise InvalidCommand("desperate, by= and with= belong to a defense: dodge=, parry= or clash=.")
            return None
        verb, thrown = said[0]
        return reactions.Defence(verb, self.by or self.target or "", thrown, self.with_, None, self.desperate)

    def check(self, resolver: Resolver) -> Check:
        """Return the roll, less the target's evading, against the defence if one is given with it."""
        was, roll, blow, defence = resolver.scene, self.rolling(resolver), self.blow(resolver, 1), self.defence()
        left = taken_off(resolver.system, was, replace(blow, outcome=t.MOST_DICE * t.TEN), self.evade)
        throw = roll.throw(resolver, 1 + left, weapon=self.weapon)
        met = reactions.prepare_defence(resolver, blow, defence) if defence is not None else None

        def ways() -> Iterator[Way]:
            attack: dict[int, int] = defaultdict(int)
            for outcome, share in roll.weights(self.result).items():
                off = min(left, outcome) if self.evade is None else left
                attack[outcome - (off if outcome > 0 else 0)] += share
            return reactions.ways_of(resolver, was, blow, attack, met)

        return Check(throw, ways, blow.target)

    def succeeded(self, resolver: Resolver, why: tuple[Reason, ...]) -> bool:
        return reactions.blows_of(resolver, why, self.actor if self.clash is not None else "")[0]

    def deed(self, resolver: Resolver, after: Scene, why: tuple[Reason, ...]) -> Deed:
        target = self.target or ""
        met = [verb for verb in reactions.REACTIONS if getattr(self, verb) is not None]
        outcomes = [reason for reason in why if reason.of == ACT.outcome]  # what meets the attack comes off it later
        came = sum(reason.value for reason in outcomes if reason is outcomes[0] or reason.label == EXERTED)
        strain = reactions.strain_of(resolver, self.by or target, why) if self.desperate else 0
        exerted = f"exertion −{strain}" if strain and self.by in (None, target) else ""
        evaded = [f"evade {minus(part.value)}" for part in outcomes if part.label == f"{target} evades"]
        answers = (*evaded, *(f"met with a {verb}" for verb in met))
        how = (self.actor, self.weapon or "", f"{minus(came)} {t.band(came)}", "held" * self.held, *answers, exerted)
        pending = state_of(after[target]).pending if target in after.combatants else ()
        waits = not met and any(blow.by == self.actor for blow in pending)
        hit, back = reactions.blows_of(resolver, why, target if self.clash is not None else "")
        said = "to react" if waits else "miss" if not hit else "hit" if reactions.landed(why) else reactions.UNHURT
        faces, own = faces_of(self.result), {self.by or target: strain}
        return Deed(self.actor, target, how, said, faces, t.SIDES, None if waits else hit, own=own, back=back)

    def resolve(self, resolver: Resolver) -> None:
        if self.held:
            held = release_held(resolver, self.actor, self.target)
            resolver.say(f"{resolver.clause(self.actor, 'carries')} out what was held: {held}.")
        roll = self.rolling(resolver)
        weapons.note_uncarried(resolver, self.actor, self.weapon or t.BARE)
        combatant, target = resolver.combatant(self.actor), resolver.combatant(self.target or "")
        band = resolver.scene.band(combatant.name, target.name)
        resolver.note_already_out(target.name)
        if self.hindrance(resolver):
            resolver.note(f"{combatant.name} and {target.name} are {band}, not engaged.")
        if self.difficulty is None and target.cover.degree != OPEN:
            name = f"{target.cover.degree}-cover"
            step = modifiers(resolver.system, resolver.scene).get(name, 0)
            if step:
                resolver.note(f"Optional: difficulty={name} for {step:+d}.")
        defence = self.defence()
        outcome, thrown = roll.thrown(resolver, self.result)
        resolver.record_as(result=thrown)
        attacks = f"{resolver.clause(self.actor, 'attacks')} {self.target} with {t.arms(self.weapon or t.BARE)}"
        resolver.say(f"{attacks}: {minus(outcome)} ({t.band(outcome)}).")
        blow = self.blow(resolver, outcome)
        asks = self.evade is None and evading_left(resolver.system, resolver.scene, blow) > 0
        blow = blow if asks else spend_evading(resolver, blow, self.evade)
        if defence is not None and (blow.outcome > 0 or defence.verb == reactions.CLASH):
            resolver.record_as(**{defence.verb: reactions.meet_attack(resolver, blow, defence)})
        elif self.take or blow.outcome <= 0 or not reactions.may_be_met(resolver.system, resolver.scene, blow):
            land_attack(resolver, blow)
        else:
            reactions.let_wait(resolver, blow)
            return
        release_attacks(resolver, blow)
