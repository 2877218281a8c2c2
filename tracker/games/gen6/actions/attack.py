"""Attacks, charges and other damage: their options, target number, chances and results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import ClassVar, Final, Self

import msgspec
from msgspec.structs import replace

from tracker.combat.expressions import parse
from tracker.combat.model import Model
from tracker.combat.records import Reason, total_of
from tracker.combat.scene import OPEN, Scene
from tracker.games.gen6 import result as r
from tracker.games.gen6 import tables as t
from tracker.games.gen6.actions.turn import check_distance, take_action
from tracker.games.gen6.health import AskedHit, Hit, deal_damage, got_through, roll_damage, toll_of
from tracker.games.gen6.sheet import DAMAGE, KIND, SIZE, SOURCE, TYPE, YARDS, MotionParam
from tracker.games.gen6.state import MAJOR, MINOR, add_yards, state_of, weapon_of
from tracker.rules import params
from tracker.rules.action import OUT_OF_REACH, ByHand, OddsOf
from tracker.rules.command import argument, flag, option, result
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import band_in_words, means_several, minus, quantity, quote, spaced, the
from tracker.rules.positions import move_to_band, only_other
from tracker.rules.resolver import Resolver
from tracker.rules.throw import Check, Way
from tracker.rules.verbs.range import BandParam, CoverDegreeParam
from tracker.rules.view import Deed

MELEE: Final = "melee"
RANGED: Final = "ranged"


class AttackPlan(Model):
    """An attack before the dice: the number to reach, the tracker's bonuses, the hit, and the cost."""

    tn: int
    extra: tuple[r.Term, ...]
    damage: str | None
    hit: Hit
    cost: str


def plan_attack(resolver: Resolver, attack: Strike, extra: tuple[r.Term, ...]) -> AttackPlan:
    """Return the target number with its reasons, and the hit; mode, source and type are the weapon's."""
    weapon = weapon_of(resolver.combatant(attack.actor), attack.weapon)
    if weapon.trouble is not None:
        name = attack.weapon or ""
        way = f"reload {quote(attack.actor)} {quote(name)}"
        are, them = ("are", "them") if means_several(name) else ("is", "it")
        resolver.objection(f"The {spaced(name)} {are} {weapon.trouble}. To use {them} again: {way}.", way)
    melee = (attack.mode or weapon.kind) == MELEE
    parts = (
        *_defense(resolver, attack),
        *_range(resolver, attack, melee),
        *_size_and_motion(resolver, attack, melee),
        *_cover(resolver, attack, melee),
        *_circumstances(resolver, attack, melee),
    )
    for part in parts:
        resolver.because("tn", *part)
    hit = Hit(attack.source_ or weapon.source, attack.type_ or weapon.type, attack.through, attack.no_armor)
    damage = attack.damage or weapon.damage
    cost = MINOR if weapon.integrated else MAJOR
    return AttackPlan(r.sum_of(parts), extra, None if damage is None else str(damage), hit, cost)


def band_between(resolver: Resolver, attack: Strike) -> str:
    """Return the band between the two, as typed or from the scene."""
    return attack.band or resolver.scene.band(attack.actor, attack.at)


def _defense(resolver: Resolver, attack: Strike) -> tuple[r.Term, ...]:
    target = resolver.combatant(attack.at)
    if "defense" not in target.fields:
        raise InvalidCommand(resolver.missing(target.name, "defense"))
    parts = [r.Term("defense", target.number("defense"), "the sheet")]
    if target.has("defend"):
        parts.append(r.Term("defends", t.DEFEND, "Gen6 S: defend"))
    guard = target.condition("guard")
    if guard is not None:
        parts.append(r.Term("on guard", guard.value or t.GUARDS[0], "Gen6 S: guard up"))
    return tuple(parts)


def _range(resolver: Resolver, attack: Strike, melee: bool) -> tuple[r.Term, ...]:
    band, way = band_between(resolver, attack), resolver.setting("extended")
    if melee:
        if band != t.ADJACENT:
            where = f"{resolver.clause(attack.at, 'is')} at {band_in_words(band)} range"
            resolver.note(f"{where}, too far for close combat.")
        return ()
    if attack.increments is not None:
        band = f"{t.EXTENDED}:{attack.increments}"
    source = "Gen6 S: range" if band in t.RANGE else f"Gen6 S: range; setting extended={way}"
    return (r.Term(band_in_words(band), t.range_tn(band, way == "alone"), source),)


def _source_of(resolver: Resolver, what: str, melee: bool) -> str | None:
    """Return the source of a modifier, with the setting that applies it in close combat; None if it does not apply."""
    if not melee:
        return f"Gen6 S: {what}"
    return f"Gen6 S: {what}; setting {what}_in_melee" if resolver.setting(f"{what}_in_melee") else None


def _size_and_motion(resolver: Resolver, attack: Strike, melee: bool) -> tuple[r.Term, ...]:
    size = attack.size or str(resolver.combatant(attack.at).fields.get("size") or t.USUAL_SIZE)
    parts: list[r.Term] = []
    source = _source_of(resolver, "size", melee)
    if source and t.SIZES[size][0]:
        parts.append(r.Term(size, t.SIZES[size][0], source))
    source = _source_of(resolver, "motion", melee)
    if source and attack.motion is not None:
        named = {name: str(least) for least, name, _ in t.MOTION}
        parts.append(r.Term(*t.motion_at(int(named.get(attack.motion, attack.motion))), source))
    elif source:
        # What fits the distance run or charged is only proposed: it counts if it is typed.
        feet = state_of(resolver.combatant(attack.at)).moved * t.FEET_IN_A_YARD
        motion, tn = t.motion_at(feet)
        if tn:
            resolver.note(f"Optional: motion={motion} for {feet} feet moved (TN {tn:+d}).")
    return tuple(parts)


def _cover(resolver: Resolver, attack: Strike, melee: bool) -> tuple[r.Term, ...]:
    degree = attack.cover or resolver.combatant(attack.at).cover.degree
    source = _source_of(resolver, "cover", melee)
    if degree == OPEN or source is None:
        return ()
    if int(degree) >= t.FULL_COVER:
        resolver.objection(f"{resolver.clause(attack.at, 'is')} behind {degree} % cover and cannot be targeted.")
        return ()
    tn = t.cover_tn(int(degree))
    return (r.Term(f"cover {degree} %", tn, source),) if tn else ()


def _circumstances(resolver: Resolver, attack: Strike, melee: bool) -> tuple[r.Term, ...]:
    source = f"Gen6 S: {'close' if melee else 'ranged'} combat"
    parts: list[r.Term] = []
    if resolver.combatant(attack.at).has("prone") if attack.prone is None else attack.prone:
        parts.append(r.Term("prone", t.PRONE[MELEE if melee else RANGED], source))
    if attack.advantage is not None:
        parts.append(r.Term(f"{attack.advantage} advantage", t.ADVANTAGE[attack.advantage], source))
    if attack.off_hand:
        parts.append(r.Term("off hand", t.OFF_HAND, source))
    return tuple(parts)


UNARMED = "unarmed"


def damage_ways(
    resolver: Resolver, name: str, hit: Hit, text: str, test: Mapping[str, Fraction] | None = None
) -> Iterator[Way]:
    """Yield what each sum of damage does, after a ``test`` as a hit; raises InvalidCommand for too many dice."""
    share, critical = (test["hit"], test["critical"]) if test is not None else (Fraction(1), Fraction(0))
    expression, main = parse(text), resolver.system.main_track(resolver.scene)
    sums = sorted(expression.distribution().items())
    for amount, chance in (*((amount, chance * share) for amount, chance in sums), (expression.most, critical)):
        lost = got_through(resolver, name, hit, amount)
        tolls = toll_of(resolver, name, lost, hit.is_stun) if has_main_track(resolver, name) else ()
        yield Way(chance, f"{main} -{lost}" if lost else "no damage", test is not None or lost > 0, tolls)


def has_main_track(resolver: Resolver, name: str) -> bool:
    """Return whether it is known how much health somebody has."""
    return resolver.system.main_track(resolver.scene) in resolver.combatant(name).tracks


def damage_in_words(why: tuple[Reason, ...]) -> str:
    """Return the damage of a hit, and how much of it was stopped."""
    damage = tuple(reason for reason in why if reason.of == "damage")
    stopped = -sum(reason.value for reason in damage[1:])
    return f"damage {damage[0].value}" + (f" − {stopped}" if stopped else "") if damage else ""


class Strike(r.ActionWithTest):
    """The options of every kind of attack; missing ones come from the sheet and the scene."""

    cost = MAJOR
    order: ClassVar[tuple[str, ...]] = ("yards", "result", "damage", "target", "weapon")
    after_result: ClassVar[tuple[str, ...]] = ("damage",)
    refused_when: ClassVar[tuple[str, ...]] = ("the target is behind 100 % cover", "prepared, but nothing was")

    actor: str = argument(params.CombatantParam(), "who attacks", required=True)
    target: str | None = argument(params.FoeParam(others=True), "whom; the only possible one if left out")
    weapon: str | None = option(params.WeaponParam(others=(UNARMED,)), "with what; unarmed for none")
    mode: str | None = option(KIND, "the weapon's if left out")
    band: str | None = option(BandParam(), "as they stand if left out")
    increments: int | None = option(params.NumberParam(1, t.MOST_INCREMENTS), "range increments beyond long")
    cover: str | None = option(CoverDegreeParam(), "the target's, in percent; as it is if left out")
    size: str | None = option(SIZE, "the target's; from the sheet if left out")
    motion: str | None = option(MotionParam(), "the target's")
    prone: bool | None = option(params.YesNoParam(), "whether the target is prone; as it is if left out", bare="yes")
    advantage: str | None = option(params.ChoiceParam(tuple(t.ADVANTAGE), "side"), "who has the advantage")
    off_hand: bool = flag("with the off hand")
    damage: str | None = option(DAMAGE, "of a hit; the weapon's if left out")
    source_: str | None = option(SOURCE, "of the damage; the weapon's if left out")
    type_: str | None = option(TYPE, "of the damage; the weapon's if left out")
    through: bool = flag("through the cover's material")
    no_armor: bool = flag("armor does not help")
    prepared: bool = flag("as prepared before")

    def with_defaults(self, resolver: Resolver) -> Self:
        """Fill in the only target, the weapon, and the weapon's bonus on dice that lack one."""
        attack = self.copy_with(target=self.target or only_other(resolver, self.actor))
        if attack.target == attack.actor:
            raise InvalidCommand("Nobody attacks themselves. Name another target.")
        attack = attack.copy_with(weapon=attack.weapon or attack._best_weapon(resolver))
        if attack.bonus is None and (attack.result is None or attack.result.total is None):
            return attack.copy_with(bonus=weapon_of(resolver.combatant(attack.actor), attack.weapon).bonus)
        return attack

    def _best_weapon(self, resolver: Resolver) -> str | None:
        actor = resolver.combatant(self.actor)
        kinds = {name: weapon_of(actor, name).kind for name in actor.weapons}
        fitting = [name for name, kind in kinds.items() if self.mode in (None, kind)]
        if len(fitting) > 1:
            kind = MELEE if band_between(resolver, self) == t.ADJACENT else RANGED
            fitting = [name for name in fitting if kinds[name] == kind] or fitting
        arms = {name: weapon_of(actor, name) for name in fitting}
        return max(fitting, key=lambda name: (arms[name].bonus or 0, arms[name].most), default=None)

    @property
    def at(self) -> str:
        """Return the target, once it is filled in."""
        return self.target or ""

    def plan(self, resolver: Resolver) -> AttackPlan:
        """Return the attack before its dice; each kind of attack adds its own bonus."""
        return plan_attack(resolver, self, ())

    def check(self, resolver: Resolver) -> Check:
        plan, target = self.plan(resolver), self.at
        added = (*plan.extra, *r.standing_bonuses(resolver, self.actor))
        usual = self.bonus in (None, weapon_of(resolver.combatant(self.actor), self.weapon).bonus)
        own = r.Term(self.weapon or "bonus" if usual else "bonus", self.bonus or 0, "")

        def ways() -> Iterator[Way]:
            test = r.chances_of_test(plan.tn, r.sum_of((own, *added)))
            yield from r.failures(test)
            if plan.damage is None:
                yield from (Way(test[label], label, True) for label in ("hit", "critical"))
            else:
                yield from damage_ways(resolver, target, plan.hit, plan.damage, test)

        known = plan.damage is not None and has_main_track(resolver, target)
        after = (("damage", plan.damage),) if plan.damage else ()
        throw = replace(r.throw_of(resolver, self.actor, plan.tn, own, added), after=after)
        return Check(throw, ways, target if known else "")

    def asked_next(self, resolver: Resolver) -> tuple[str, ...]:
        result = self.result or r.TO_ROLL
        if self.critical or self.fumble or result.faces in (t.CRITICAL, t.FUMBLE):
            return ()
        if result == r.TO_ROLL:
            return ("damage",)
        plan, base = self.plan(resolver), sum(result.faces) if result.faces else result.total or 0
        total = base + (self.bonus or 0) + r.sum_of((*plan.extra, *r.standing_bonuses(resolver, self.actor)))
        return ("damage",) if total >= plan.tn else ()

    def deed(self, resolver: Resolver, after: Scene, why: tuple[Reason, ...]) -> Deed:
        hit = bool(self.succeeded(resolver, why))
        total, tn = total_of(why, "total"), total_of(why, "tn")
        weapon = self.weapon if self.weapon not in (None, UNARMED) else ""
        faces = self.result.faces if self.result is not None else ()
        fell = "fumble" if self.fumble or faces == t.FUMBLE else ""
        fell = fell or ("critical" if self.critical or faces == t.CRITICAL else "")
        how = (self.actor, weapon or "", f"{total} vs {minus(tn)}", fell, damage_in_words(why))
        return Deed(self.actor, self.at, how, "hit" if hit else "miss", (faces,) if faces else (), t.SIDES, hit)

    def resolve(self, resolver: Resolver) -> None:
        plan, target = self.plan(resolver), resolver.combatant(self.at)
        take_action(resolver, self.actor, self.verb, plan.cost, self.prepared)
        resolver.unmark(self.actor, "aim")
        resolver.note_already_out(target.name)
        weapon = f" with {the(self.weapon)}" if self.weapon not in (None, UNARMED) else ""
        resolver.say(f"{resolver.clause(self.actor, 'attacks')} {target.name}{weapon}, TN {minus(plan.tn)}.")
        bonus = weapon_of(resolver.combatant(self.actor), self.weapon).bonus
        verdict = r.roll_test(resolver, self, self.actor, plan.tn, plan.extra, bonus)
        outcome = "a hit" if verdict.success else "a miss"
        resolver.because("outcome", f"{verdict} against {plan.tn}: {outcome}", int(verdict.success), "Gen6 S: the dice")
        resolver.say(f"{verdict}: {outcome}.")
        if verdict.success:
            self._hit(resolver, plan, verdict.critical)

    def _hit(self, resolver: Resolver, plan: AttackPlan, critical: bool) -> None:
        target = self.at
        if plan.damage is None:
            most = " It is a critical: the most its dice can do." if critical else ""
            hit = plan.hit
            data = AskedHit(hit.source, hit.type, hit.through, hit.no_armor, critical, self.actor)
            question = f"{resolver.clause(self.actor, 'hits')} {target}. How much damage?{most}"
            resolver.ask("damage", target, question, (), **msgspec.to_builtins(data))
            return
        amount, label = roll_damage(resolver, plan.damage, critical)
        usual = weapon_of(resolver.combatant(self.actor), self.weapon).damage
        if usual is not None and not parse(plan.damage).thrown:
            resolver.note_misfit("damage", amount, *parse(str(usual)).bounds())
        if not critical:
            resolver.record_as(damage=str(amount))
        deal_damage(resolver, target, amount, label, plan.hit)


class Attack(Strike):
    """3d6 and bonuses against defense and modifiers; a hit does damage."""

    source = "Gen6 S: melee attack, ranged attack"
    ways = ("off_hand",)

    result: r.Result = result(r.ResultParam())

    def hindrance(self, resolver: Resolver) -> str:
        kind = self.mode or weapon_of(resolver.combatant(self.actor), self.weapon).kind
        return "" if kind != MELEE or band_between(resolver, self) == t.ADJACENT else OUT_OF_REACH

    def plan(self, resolver: Resolver) -> AttackPlan:
        aims = resolver.combatant(self.actor).has("aim")
        return plan_attack(resolver, self, (r.Term("aim", t.AIM, "Gen6 S: aim"),) if aims else ())


class Charge(Strike):
    """Up to half the speed, then a melee attack; 4 yards in a straight line give +1."""

    source = "Gen6 S: charge"
    refused_when = ("more yards than half the speed", *Strike.refused_when)

    yards: int = argument(YARDS, "how far", required=True)
    result: r.Result = result(r.ResultParam())
    bent: bool = flag("not in a straight line")

    @classmethod
    def offered(cls, resolver: Resolver, actor: str, odds: OddsOf) -> Iterator[Charge]:
        """Yield charges with each melee weapon at those who are not adjacent, but near; as far as gives the bonus."""
        who, scene = resolver.combatant(actor), resolver.scene
        yards = min(who.number("speed") // t.CHARGE_SHARE, t.CHARGE_YARDS)
        arms = [name for name in who.weapons if weapon_of(who, name).kind == MELEE] or [UNARMED]
        for target in resolver.system.likely_targets(scene, actor) if yards else ():
            band = scene.band(actor, target)
            if band != t.ADJACENT and t.range_tn(band, alone=False) <= 0:
                yield from (cls(actor=actor, target=target, weapon=arm, yards=yards, result=r.TO_ROLL) for arm in arms)

    def with_defaults(self, resolver: Resolver) -> Self:
        if self.mode not in (None, MELEE):
            raise InvalidCommand("A charge ends in a melee attack. Leave mode= out.")
        if self.weapon and weapon_of(resolver.combatant(self.actor), self.weapon).kind == RANGED:
            raise InvalidCommand(
                f"A charge ends in a melee attack, not with a {self.weapon}. Name another: weapon={UNARMED}."
            )
        return super(Charge, self.copy_with(mode=MELEE)).with_defaults(resolver)

    def resolve(self, resolver: Resolver) -> None:
        super().resolve(resolver)
        add_yards(resolver, self.actor, self.yards)

    def plan(self, resolver: Resolver) -> AttackPlan:
        target = self.at
        half = resolver.combatant(self.actor).number("speed") // t.CHARGE_SHARE
        check_distance(resolver, self.actor, self.yards, half, "A charge covers half the speed")
        band = resolver.scene.band(self.actor, target)
        if t.range_tn(band, alone=False) > 0:
            was = f"{resolver.clause(target, 'was')} at {band_in_words(band)} range"
            resolver.note(f"{was}; {quantity(self.yards, 'yard')} now make them {t.ADJACENT}.")
        if band != t.ADJACENT:
            move_to_band(resolver, (self.actor,), (target,), t.ADJACENT)
        resolver.say(f"{resolver.clause(self.actor, 'charges')} {quantity(self.yards, 'yard')}.")
        straight = self.yards >= t.CHARGE_YARDS and not self.bent
        extra = (r.Term("charge", t.CHARGE, "Gen6 S: charge"),) if straight else ()
        return plan_attack(resolver, self, extra)


class Damage(ByHand):
    """Damage through cover, armor and toughness; without a source no armor helps."""

    source = "Gen6 S: damage"

    target: params.NameList = argument(params.AFOOT, "whom", required=True)
    amount: str = argument(DAMAGE, "how much", required=True)
    source_: str | None = option(SOURCE, "of the damage")
    type_: str | None = option(TYPE, "of the damage; wound if left out")
    through: bool = flag("through the cover's material")
    no_armor: bool = flag("armor does not help")

    def hit(self) -> Hit:
        """Return the kind of damage."""
        return Hit(self.source_, self.type_ or t.TYPES[0], self.through, self.no_armor)

    def check(self, resolver: Resolver) -> Check | None:
        if len(self.target) != 1 or not parse(self.amount).thrown:
            return None
        (name,) = self.target
        target = name if has_main_track(resolver, name) else ""
        return Check(None, lambda: damage_ways(resolver, name, self.hit(), self.amount), target)

    def resolve(self, resolver: Resolver) -> None:
        amount, label = roll_damage(resolver, self.amount)
        resolver.record_as(amount=str(amount))
        for name in self.target:
            deal_damage(resolver, name, amount, f"{name}: {label}" if len(self.target) > 1 else label, self.hit())
