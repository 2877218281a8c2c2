"""Attacks and charges: their options and their results."""

from __future__ import annotations

from typing import ClassVar, Self

import msgspec

from tracker.games.gen6 import tables as t
from tracker.games.gen6.actions.cost import check_distance, in_yards, take_action
from tracker.games.gen6.damage import deal_damage, roll_damage
from tracker.games.gen6.result import ActionWithTest, Part, Result, ResultParam, roll_test
from tracker.games.gen6.sheet import DAMAGE, KIND, SIZE, SOURCE, TYPE, YARDS
from tracker.games.gen6.state import MAJOR, DamagePrompt, add_yards, weapon_of
from tracker.games.gen6.target import MELEE, RANGED, AttackPlan, Situation, band_between, plan_attack
from tracker.games.gen6.words import MotionParam
from tracker.rules.command import argument, flag, option, result
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import clause
from tracker.rules.params import ChoiceParam, CombatantParam, NumberParam, WeaponParam, YesNoParam
from tracker.rules.positions import move_to_band, only_other
from tracker.rules.resolver import Resolver
from tracker.rules.verbs.cover import CoverDegreeParam
from tracker.rules.verbs.range import BandParam

UNARMED = "unarmed"


class Strike(ActionWithTest):
    """The options of every kind of attack; missing ones come from the sheet and the scene."""

    cost = MAJOR
    order: ClassVar[tuple[str, ...]] = ("yards", "result", "damage", "target", "weapon")
    after_result: ClassVar[tuple[str, ...]] = ("damage",)
    refused_when: ClassVar[tuple[str, ...]] = ("the target is behind 100 % cover", "prepared, but nothing was")

    actor: str = argument(CombatantParam(), "who attacks", required=True)
    target: str | None = argument(CombatantParam(), "whom; the only possible one if left out")
    weapon: str | None = option(WeaponParam(others=(UNARMED,)), "with what; unarmed for none")
    mode: str | None = option(KIND, "the weapon's if left out")
    band: str | None = option(BandParam(), "as they stand if left out")
    increments: int | None = option(NumberParam(1, t.MOST_INCREMENTS), "range increments beyond long")
    cover: str | None = option(CoverDegreeParam(), "the target's, in percent; as it is if left out")
    size: str | None = option(SIZE, "the target's; from the sheet if left out")
    motion: str | None = option(MotionParam(), "the target's")
    prone: bool | None = option(YesNoParam(), "whether the target is prone; as it is if left out", bare="yes")
    advantage: str | None = option(ChoiceParam(tuple(t.ADVANTAGE), "side"), "who has the advantage")
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
        """Return the weapon of an attack that names none: the one with the highest bonus that suits the distance.

        Ties go to the highest possible damage, then to the first on the sheet.
        """
        actor = resolver.combatant(self.actor)
        kinds = {name: weapon_of(actor, name).kind for name in actor.weapons}
        fitting = [name for name, kind in kinds.items() if self.mode in (None, kind)]
        if len(fitting) > 1:
            kind = MELEE if band_between(resolver, self.situation()) == t.ADJACENT else RANGED
            fitting = [name for name in fitting if kinds[name] == kind] or fitting
        arms = {name: weapon_of(actor, name) for name in fitting}
        return max(fitting, key=lambda name: (arms[name].bonus or 0, arms[name].most), default=None)

    def situation(self) -> Situation:
        """Return the attack's own words, for its target number."""
        same = {name: getattr(self, name) for name in Situation.__struct_fields__ if name not in ("source", "type")}
        return Situation(**{**same, "target": self.target or "", "source": self.source_, "type": self.type_})

    def plan(self, resolver: Resolver) -> AttackPlan:
        """Return the attack before its dice; each kind of attack adds its own bonus."""
        return plan_attack(resolver, self.situation(), ())

    def resolve(self, resolver: Resolver) -> None:
        """Pay, throw, and let a hit do its damage or ask for it."""
        plan, target = self.plan(resolver), resolver.combatant(self.target or "")
        take_action(resolver, self.actor, self.verb, plan.cost, self.prepared)
        resolver.unmark(self.actor, "aim")
        if target.out is not None:
            resolver.note(f"{clause(target.name, resolver.scene, 'is', 'are')} already out ({target.out}).")
        weapon = f" with {self.weapon}" if self.weapon not in (None, UNARMED) else ""
        resolver.say(f"{clause(self.actor, resolver.scene, 'attacks', 'attack')} {target.name}{weapon}, TN {plan.tn}.")
        bonus = weapon_of(resolver.combatant(self.actor), self.weapon).bonus
        verdict = roll_test(resolver, self, self.actor, plan.tn, plan.extra, bonus)
        outcome = "a hit" if verdict.success else "a miss"
        resolver.because("outcome", f"{verdict} against {plan.tn}: {outcome}", int(verdict.success), "Gen6 S: the dice")
        resolver.say(f"{verdict}: {outcome}.")
        if verdict.success:
            self._hit(resolver, plan, verdict.critical)

    def _hit(self, resolver: Resolver, plan: AttackPlan, critical: bool) -> None:
        target = self.target or ""
        if plan.damage is None:
            most = " It is a critical: the most its dice can do." if critical else ""
            hit = plan.hit
            data = DamagePrompt(str(hit.source), hit.type, hit.through, hit.no_armor, critical, self.actor)
            question = f"{clause(self.actor, resolver.scene, 'hits', 'hit')} {target}. How much damage?{most}"
            resolver.ask("damage", target, question, (), **msgspec.to_builtins(data))
            return
        amount, label = roll_damage(resolver, plan.damage, critical)
        if not critical:
            resolver.record_as(damage=str(amount))
        deal_damage(resolver, target, amount, label, plan.hit)


class Attack(Strike):
    """3d6 and bonuses against defense and modifiers; a hit does damage."""

    source = "Gen6 S: melee attack, ranged attack"

    result: Result = result(ResultParam())

    def plan(self, resolver: Resolver) -> AttackPlan:
        """Return the attack with the bonus for aiming."""
        aims = resolver.combatant(self.actor).has("aim")
        return plan_attack(resolver, self.situation(), (Part("aim", t.AIM, "Gen6 S: aim"),) if aims else ())


class Charge(Strike):
    """Up to half the speed, then a melee attack; 4 yards in a straight line give +1."""

    source = "Gen6 S: charge"
    refused_when = ("more yards than half the speed", *Strike.refused_when)

    yards: int = argument(YARDS, "how far", required=True)
    result: Result = result(ResultParam())
    bent: bool = flag("not in a straight line")

    def with_defaults(self, resolver: Resolver) -> Self:
        """Fill in the options of an attack, always in close combat."""
        if self.mode not in (None, MELEE):
            raise InvalidCommand("A charge ends in a melee attack. Leave mode= out.")
        return super(Charge, self.copy_with(mode=MELEE)).with_defaults(resolver)

    def resolve(self, resolver: Resolver) -> None:
        """Move and attack."""
        super().resolve(resolver)
        add_yards(resolver, self.actor, self.yards)

    def plan(self, resolver: Resolver) -> AttackPlan:
        """Move, and return the attack with the bonus for the distance."""
        target = self.target or ""
        half = resolver.combatant(self.actor).number("speed") // t.CHARGE_SHARE
        check_distance(resolver, self.actor, self.yards, half, "A charge covers half the speed")
        band = resolver.scene.band(self.actor, target)
        if t.range_tn(band, alone=False) > 0:
            resolver.note(f"{target} was at {band} range; {in_yards(self.yards)} now make them {t.ADJACENT}.")
        if band != t.ADJACENT:
            move_to_band(resolver, (self.actor,), (target,), t.ADJACENT)
        resolver.say(f"{clause(self.actor, resolver.scene, 'charges', 'charge')} {in_yards(self.yards)}.")
        straight = self.yards >= t.CHARGE_YARDS and not self.bent
        extra = (Part("charge", t.CHARGE, "Gen6 S: charge"),) if straight else ()
        return plan_attack(resolver, self.situation(), extra)
