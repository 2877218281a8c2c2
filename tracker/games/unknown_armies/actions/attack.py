"""Attacks, called shots and feints, and what all attacks share."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Self

import msgspec

from tracker.combat.model import Model
from tracker.combat.records import Reason
from tracker.combat.scene import Combatant, Scene
from tracker.games.unknown_armies import health
from tracker.games.unknown_armies import result as r
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.actions.dodge import dodge_hit, dodge_number
from tracker.games.unknown_armies.state import Hit, HitPrompt, Split, ready_weapons, set_state, state_of, weapon_of
from tracker.games.unknown_armies.target import cite, count_focus, count_target, propose_shift, too_far
from tracker.games.unknown_armies.turns import ACT, ACTION, CLOCK
from tracker.rules.action import OUT_OF_REACH, ActorAction
from tracker.rules.command import argument, option, result
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import minus, quote, the
from tracker.rules.params import FoeParam, NumberParam, TextParam
from tracker.rules.positions import only_other
from tracker.rules.resolver import Resolver
from tracker.rules.throw import Check, Throw, Way
from tracker.rules.view import Deed


class Aim(Model):
    """An attack before its roll; ``body``: a success below a called shot's minimum hits the body instead of missing."""

    number: int
    minimum: int
    body: bool
    damage: health.WeaponDamage
    one_die: bool

    def hits(self, roll: int) -> bool:
        """Return whether this roll does damage."""
        return r.is_success(roll, self.number) and (self.body or self.passes(roll))

    def label(self, roll: int, damage: int) -> str:
        """Return a roll's effect, in the words of the log."""
        if not self.hits(roll):
            result = r.grade(roll, self.number)
            return result if result in ("fumble", "matched failure") else "miss"
        hit = f"body -{damage}" if damage else "dodged"
        return f"critical, {hit}" if roll == t.CRITICAL else hit

    def passes(self, roll: int) -> bool:
        """Return whether the test succeeds, including the minimum of a called shot; a critical needs none (G)."""
        return r.is_success(roll, self.number) and (roll >= self.minimum or roll == t.CRITICAL)


class Attack(ActorAction):
    """An attack: at most the skill, the higher the better; by hand the digits are the damage, with a gun the roll."""

    cost = "action"
    order = ("result", "target", "weapon", "skill", "called")
    ways = ("called",)
    source = "S; damage G"
    refused_when = (
        "the weapon is not ready",
        "the actor has acted this round and no share of a split is left",
        "a full roll where a sucker attack worked last round, or one die where none did",
        "a called shot or a split with that one die",
    )

    target: str | None = argument(FoeParam(others=True), "whom; the only enemy if left out")
    result: r.Roll = result(r.RollParam(), "the roll, die=FACE for one die, or roll")
    skill: str | int | None = option(r.SkillParam(), "struggle by hand, firearms with a gun")
    weapon: str | None = option(r.IN_HAND, "the ready one that reaches and hurts most; the fist if none is ready")
    called: str | None = option(r.PART, "which part: leg, arm, hand, foot, head, or any with minimum=")
    minimum: int | None = option(NumberParam(1, 100), "the least roll that hits any other small target")
    share: int | None = option(NumberParam(1, 100), "which share of a split; the first left if left out")
    shift: int | None = option(r.SHIFT, "a shift by the GM's word")
    dodge: r.Roll | None = option(r.RollParam(), "the target's dodge roll")

    def with_defaults(self, resolver: Resolver) -> Self:
        actor = resolver.combatant(self.actor)
        target, split = default_target(resolver, self.actor, self.target), state_of(actor).split
        if self.share is not None and (split is None or self.share > len(split.shares)):
            subject = resolver.clause(self.actor, "has")
            raise InvalidCommand(f"{subject} no share {self.share}. Two shares: split {self.actor} 40,15.")
        in_use = split if self._share_used(split) else None
        split_with = in_use.weapon if in_use and in_use.weapon in ready_weapons(actor) else None
        weapon = self.weapon or split_with or default_weapon(resolver, self.actor, target)
        # A weapon has its own skill, unless the split is of another, such as one of the GM's naming.
        named = in_use.skill if in_use and in_use.skill not in t.SKILLS.values() else None
        skill = self.skill if self.skill is not None else named
        roll = self.result
        if fooled(resolver.scene, self.actor, target) and not roll.die and roll.value is not None:
            # A bare digit can only be the one die.
            roll = r.Roll(r.match_of_die(roll.value), True) if roll.value < t.DIE else roll
        return self.copy_with(target=target, weapon=weapon, skill=default_skill(actor, weapon, skill), result=roll)

    def hindrance(self, resolver: Resolver) -> str:
        weapon = self.weapon or default_weapon(resolver, self.actor, self.target)
        return OUT_OF_REACH if self.target and too_far(resolver, self.actor, self.target, weapon) else ""

    def _share_used(self, split: Split | None) -> int | None:
        return self.share or (split.left[0] if split and split.left else None)

    def resolve(self, resolver: Resolver) -> None:
        target, weapon = self.target or "", self.weapon or t.FIST
        CLOCK.begin_acting(resolver, self.actor)
        aim = self.aim(resolver)
        resolver.note_already_out(target)
        called = f" ({called_in_words(self.called).removeprefix('the ')})" if self.called else ""
        attacks = f"{resolver.clause(self.actor, 'attacks')} {target}{called} with {the(weapon)}"
        resolver.say(f"{attacks}, {minus(aim.number)} or less:")
        roll, value, fell = r.judge(resolver, self.result, aim.number, aim.one_die)
        resolver.record_as(result=roll)
        if r.is_success(value, aim.number) and not aim.passes(value):
            resolver.say(f"Less than {aim.minimum}: {'the body instead' if aim.body else 'a miss'}.")
        if aim.hits(value):
            self._hit(resolver, aim, value)
        elif self.dodge is not None:
            resolver.note("There is nothing to dodge.")
        r.ask_more(resolver, self.actor, fell, value, attack=True)
        end_sucker(resolver, self.actor)
        split = self._split(resolver)
        share = self._share_used(split)
        CLOCK.spend_action(resolver, self.actor)
        if split is not None and share is not None:
            set_state(resolver, self.actor, split=msgspec.structs.replace(split, used=(*split.used, share)))

    def check(self, resolver: Resolver) -> Check:
        """Return the roll, with the damage of each result; a dodge given with it counts."""
        aim = self.aim(resolver)
        throw = r.throw_of(resolver, self.actor, aim.number, aim.minimum or 1)
        if aim.one_die:
            good = ", ".join(str(face) for face in range(t.DIE) if aim.passes(r.match_of_die(face))) or "nothing"
            wanted = f"{good} ({minus(aim.number)} or less)"
            throw = Throw(self.actor, f"d{t.DIE}, read as a match", wanted=wanted, typed=r.ONE_DIE_HELP)
        number = dodge_number(resolver, self.target or "") if self.dodge is not None else 0
        dodges = (1,) if self.dodge is None else r.ROLLS if self.dodge.value is None else (self.dodge.value,)

        target = resolver.combatant(self.target or "")

        def ways() -> Iterator[Way]:
            for roll in map(r.match_of_die, range(t.DIE)) if aim.one_die else r.ROLLS:
                if not aim.hits(roll):
                    yield Way(len(dodges), aim.label(roll, 0), aim.passes(roll))
                    continue
                damage = aim.damage.of(roll)
                left = Counter(
                    damage if self.dodge is None else health.after_dodge(roll, damage, dodge, number)
                    for dodge in dodges
                )
                for lost, count in left.items():
                    yield Way(count, aim.label(roll, lost), aim.passes(roll), health.toll_of(resolver, target, lost))

        return Check(throw, ways, target.name)

    def succeeded(self, resolver: Resolver, why: tuple[Reason, ...]) -> bool:
        return r.succeeded(why)

    def deed(self, resolver: Resolver, after: Scene, why: tuple[Reason, ...]) -> Deed:
        hit = any(reason.of == "damage" for reason in why)
        called = f"at {called_in_words(self.called)}" if self.called else ""
        how = (self.actor, self.weapon or "", called, r.in_words(why))
        otherwise = "dodged" if any(reason.label == "dodged" for reason in why) else "hit" if hit else "miss"
        return Deed(self.actor, self.target or "", how, otherwise, hit=hit)

    def aim(self, resolver: Resolver) -> Aim:
        """Return the number and everything that depends on it; objects to what the rules forbid."""
        target, weapon = self.target or "", self.weapon or t.FIST
        check_ready(resolver, self.actor, weapon)
        one_die = self._needs_one_die(resolver, target)
        split = self._split(resolver)
        share = self._share_used(split)
        if split and share:
            number = self._count_share(resolver, target, weapon, split, share)
        else:
            skill = default_skill(resolver.combatant(self.actor), weapon, self.skill)
            number = count_target(resolver, self.actor, target, weapon, skill, self.shift)
        part = t.CALLED.get(self.called or "")
        if part is not None and part.shift:
            label = f"called shot: {self.called}"
            number += resolver.because("target", label, part.shift, cite(resolver, "called shots"))
        minimum = self._minimum(resolver, part)
        if self.called and minimum > number:
            wanted = f"a success is {minus(number)} or less"
            resolver.note(f"To hit {called_in_words(self.called)} takes {minimum}, and {wanted}: only a critical hits.")
        body = resolver.setting("called_miss") == "body"
        return Aim(number, minimum, body, health.weapon_damage(resolver, self.actor, weapon), one_die)

    def _minimum(self, resolver: Resolver, part: t.BodyPart | None) -> int:
        if self.called is None:
            if self.minimum is not None:
                raise InvalidCommand("minimum= goes with called=. Say which part.")
            return 0
        if part is None and self.minimum is None:
            raise InvalidCommand(f"“{self.called}” is not one of {', '.join(t.CALLED)}. To target it: minimum=N.")
        if part is not None and self.minimum not in (None, part.minimum):
            resolver.objection(f"A called shot at the {self.called} needs {part.minimum}; leave minimum= out.")
        minimum = self.minimum if self.minimum is not None else part.minimum if part else 0
        setting = "called_miss" if resolver.setting("called_miss") == "body" else ""
        label = f"called shot: {self.called}"
        return resolver.because("need", label, minimum, cite(resolver, "called shots", setting))

    def _needs_one_die(self, resolver: Resolver, target: str) -> bool:
        due = fooled(resolver.scene, self.actor, target)
        if due and self.result.value is not None and not self.result.die:
            resolver.objection(f"{target} fell for the sucker attack: this attack is one die, die=0 to die=9.")
        if self.result.die and not due:
            resolver.objection(f"{self.actor} did not fool {target} last round; the attack takes a full roll.")
        if due and (self.called or self._share_used(self._split(resolver))):
            what = "called shot" if self.called else "split"
            resolver.objection(f"The one die after a sucker attack does not go with a {what}.")
        return due or self.result.die

    def _count_share(self, resolver: Resolver, target: str, weapon: str, split: Split, share: int) -> int:
        """Return the number of a share: unmodified, except by the target's own focus."""
        if share in split.used:
            left = ", ".join(map(str, split.left)) or "none"
            resolver.objection(f"Share {share} is used; left: {left}.")
        if split.only not in (None, target):
            resolver.objection(f"The split counts the focus on {split.only}, so every attack goes there.")
        if self.skill != split.skill:
            resolver.objection(f"The split is of {split.skill}, and every attack uses that skill.")
        if len(split.shares) > t.SPLIT_MOST and weapon_of(resolver.combatant(self.actor), weapon).kind != t.GUN:
            resolver.objection(f"Suppressive fire takes a firearm, and {the(weapon)} is none.")
        label = f"share {share} of {len(split.shares)}"
        number = resolver.because("target", label, split.shares[share - 1], cite(resolver, "split"))
        if self.shift:
            resolver.objection("Typed shifts go into the sum of a split: split ... shift=, not into a share.")
            number += resolver.because("target", "typed shift", self.shift, "shift=")
        propose_shift(resolver, self.actor, target, weapon, self.shift)
        return number + count_focus(resolver, self.actor, target, in_share=True, in_sum=split.only is not None)

    def _split(self, resolver: Resolver) -> Split | None:
        return state_of(resolver.combatant(self.actor)).split

    def _hit(self, resolver: Resolver, aim: Aim, value: int) -> None:
        target, before = self.target or "", resolver.combatant(self.target or "")
        parts = ((label, part, cite(resolver, "damage", setting)) for label, part, setting in aim.damage.parts(value))
        damage = sum(resolver.because("damage", *part) for part in parts)
        resolver.say(f"Damage {damage}.")
        if self.dodge is not None:
            damage, roll = dodge_hit(resolver, target, self.dodge, value, damage)
            resolver.record_as(dodge=roll)
        if damage:
            health.take_damage(resolver, target, damage)
        felled = before.out is None and resolver.combatant(target).out is not None
        hand = damage and self.called == t.HOLDS and aim.passes(value)
        dropped = health.drop_from_hand(resolver, self.actor, target) if hand else None
        hit = Hit(self.actor, value, damage, before.value("body"), felled, dropped)
        set_state(resolver, target, hits=(*state_of(resolver.combatant(target)).hits, hit))
        if value == t.CRITICAL and damage:
            question = f"{self.actor} hit {target} with 01: what more?"
            choices = ("as-rolled", "maximum", "out", "dead")
            data = HitPrompt(self.actor, target, damage, aim.damage.most(aim.number))
            resolver.ask("critical", self.actor, question, choices, **msgspec.to_builtins(data))


def called_in_words(part: str) -> str:
    """Return what a called shot is at, as it stands in a sentence: ``the head``, ``a small target``."""
    return "a small target" if part == "any" else f"the {part}"


def default_target(resolver: Resolver, actor: str, target: str | None) -> str:
    """Return the default target; raises InvalidCommand if there are none or several."""
    chosen = target or only_other(resolver, actor)
    if chosen == actor:
        raise InvalidCommand(f"{actor} cannot target {actor}. Name somebody else.")
    return chosen


def default_weapon(resolver: Resolver, actor: str, target: str | None) -> str:
    """Return the ready weapon that reaches the target (any without one) and does the most damage; else the fist."""
    combatant = resolver.combatant(actor)
    ready = ready_weapons(combatant)
    far = target is not None and resolver.scene.band(actor, target) != t.REACH
    guns = [name for name in ready if weapon_of(combatant, name).kind == t.GUN]
    usable = guns if far and guns else ready
    if len(usable) < 2:
        return next(iter(usable), t.FIST)
    return max(usable, key=lambda name: _expected_damage(resolver, actor, name))


def _expected_damage(resolver: Resolver, actor: str, weapon: str) -> int:
    combatant = resolver.combatant(actor)
    skill = combatant.number(str(default_skill(combatant, weapon, None)))
    return _summed_damage(health.weapon_damage(resolver, actor, weapon), skill)


@lru_cache(maxsize=200)
def _summed_damage(damage: health.WeaponDamage, skill: int) -> int:
    return sum(damage.of(roll) for roll in range(t.CRITICAL, t.FUMBLE) if r.is_success(roll, skill))


def default_skill(combatant: Combatant, weapon: str, skill: str | int | None) -> str | int:
    """Return the named skill, else the one for the weapon."""
    return skill if skill is not None else t.SKILLS[weapon_of(combatant, weapon).kind]


def check_ready(resolver: Resolver, name: str, weapon: str) -> None:
    """Object to a weapon that is not in hand (S)."""
    combatant = resolver.combatant(name)
    if weapon in combatant.weapons and weapon not in ready_weapons(combatant):
        draw = f"draw {quote(name)} {quote(weapon)}"
        whose = resolver.whose(name)
        resolver.objection(f"{whose} {weapon} is not ready. Draw it first, ready from the next round: {draw}.", draw)


def check_may_act(resolver: Resolver, name: str, with_share: bool = False) -> None:
    """Object to a second action in a round; note an action out of turn."""
    combatant, state = resolver.combatant(name), state_of(resolver.combatant(name))
    if ACTION in combatant.spent and not (with_share and state.shares_left):
        if state.shares_left:
            left = ", ".join(map(str, state.shares_left))
            resolver.objection(f"{resolver.clause(name, 'has')} split this round's attacks; left: share {left}.")
        elif state.split:
            resolver.objection(f"{resolver.clause(name, 'has')} used all shares of the split.")
        else:
            split = f" For several attacks, before the first: split {quote(name)} 40,15." if with_share else ""
            resolver.objection(f"{resolver.clause(name, 'has')} acted this round.{split}")
    if resolver.scene.turn.phase == ACT:
        resolver.note_out_of_turn(name)


def fooled(scene: Scene, actor: str, target: str) -> bool:
    """Return whether a sucker attack of the last round worked on this target."""
    sucker = scene[actor].condition("sucker")
    return sucker is not None and sucker.of == target and sucker.since < scene.turn.round


def end_sucker(resolver: Resolver, actor: str) -> None:
    """End the advantage of a feint: any attack of the next round uses it up."""
    sucker = resolver.combatant(actor).condition("sucker")
    if sucker is not None and sucker.since < resolver.scene.turn.round:
        resolver.unmark(actor, "sucker")


class Sucker(ActorAction):
    """A feint that does no damage; next round an attack on the same target is one die, a match."""

    cost = "action"
    order = ("result", "target", "weapon", "skill")
    refused_when = ("the weapon is not ready", "the actor has acted this round", "a split is running")

    target: str | None = argument(FoeParam(others=True), "whom; the only enemy if left out")
    result: r.Roll = result(r.RollParam())
    skill: str | int | None = option(r.SkillParam(), "struggle by hand, firearms with a gun")
    weapon: str | None = option(r.IN_HAND, "the ready one that reaches and hurts most; the fist if none is ready")
    shift: int | None = option(r.SHIFT, "a shift by the GM's word")
    what: str | None = option(TextParam(), "the feint")

    def with_defaults(self, resolver: Resolver) -> Self:
        actor = resolver.combatant(self.actor)
        target = default_target(resolver, self.actor, self.target)
        weapon = self.weapon or default_weapon(resolver, self.actor, target)
        return self.copy_with(target=target, weapon=weapon, skill=default_skill(actor, weapon, self.skill))

    def resolve(self, resolver: Resolver) -> None:
        target = self.target or ""
        number = self.count_number(resolver)
        if self.result.die:
            resolver.objection("The feint itself takes a full roll; the one die comes next round.")
        if state_of(resolver.combatant(self.actor)).split:
            resolver.objection("A sucker attack does not go with a split.")
        resolver.note_already_out(target)
        CLOCK.spend_action(resolver, self.actor)
        feint = f" ({self.what})" if self.what else ""
        resolver.say(f"{resolver.clause(self.actor, 'feints')} at {target}{feint}, {minus(number)} or less:")
        roll, value, graded = r.judge(resolver, self.result, number)
        resolver.record_as(result=roll)
        end_sucker(resolver, self.actor)
        if r.is_success(value, number):
            resolver.mark(self.actor, "sucker", None, of=target)
            whose = resolver.whose(self.actor)
            resolver.say(f"No damage; next round {whose} attack on {target} is one die, read as a match.")
        r.ask_more(resolver, self.actor, graded, value)

    def check(self, resolver: Resolver) -> Check:
        return r.check(resolver, self.actor, self.count_number(resolver))

    def succeeded(self, resolver: Resolver, why: tuple[Reason, ...]) -> bool:
        return r.succeeded(why)

    def deed(self, resolver: Resolver, after: Scene, why: tuple[Reason, ...]) -> Deed:
        otherwise = "fooled" if r.succeeded(why) else "not fooled"
        return Deed(self.actor, self.target or "", (self.actor, r.in_words(why)), otherwise, what=self.what or "")

    def count_number(self, resolver: Resolver) -> int:
        """Return the number of the roll; objects to a weapon that is not in hand."""
        weapon = self.weapon or t.FIST
        check_ready(resolver, self.actor, weapon)
        return count_target(resolver, self.actor, self.target or "", weapon, self.skill or 0, self.shift)
