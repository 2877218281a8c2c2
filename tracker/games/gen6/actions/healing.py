"""Healing: first aid, breathers, sleep, care."""

from collections.abc import Iterator, Sequence
from typing import Self, TypeVar

from tracker.combat.scene import Combatant
from tracker.games.gen6 import result as r
from tracker.games.gen6 import tables as t
from tracker.games.gen6.actions.turn import take_action
from tracker.games.gen6.health import DEAD, heal_by_rule, patients
from tracker.games.gen6.state import MAJOR, set_state, state_of
from tracker.rules.action import ByHand
from tracker.rules.command import argument, flag, option, result
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import quote
from tracker.rules.params import CombatantParam, CombatantsParam, NameList, NumberParam
from tracker.rules.resolver import Resolver
from tracker.rules.throw import Check, Way
from tracker.rules.turns import end_fight

_Test = TypeVar("_Test", bound=r.ActionWithTest)


def _check_alive(resolver: Resolver, name: str) -> None:
    if resolver.combatant(name).out == DEAD:
        resolver.objection(f"{resolver.clause(name, 'is')} dead. Bring them back first: back {quote(name)}.")


def _skill(healer: Combatant, source: str) -> tuple[r.Term, r.Term]:
    medicine = r.Term("medicine", healer.number("medicine"), source)
    return medicine, r.Term("int modifier", healer.number("int_mod"), source)


def _treat(
    resolver: Resolver,
    action: r.ActionWithTest,
    healer: str,
    patient: str,
    tn: int,
    parts: tuple[r.Term, ...],
    least: int = 0,
) -> bool:
    source = parts[0].source
    resolver.because("tn", action.verb, tn, source)
    resolver.say(f"{resolver.clause(healer, 'treats')} {patient}, TN {tn}.")
    verdict = r.roll_test(resolver, action, healer, tn, skill=resolver.combatant(healer).number("medicine"))
    resolver.say(f"{verdict}: {'a success' if verdict.success else 'it fails'}.")
    if verdict.success:
        heal_by_rule(resolver, patient, parts, least)
    else:
        resolver.because("outcome", f"{verdict} against {tn}: it fails", 0, source)
    return verdict.success


def _rest(resolver: Resolver, name: str, names: Sequence[str], *parts: r.Term) -> None:
    named = parts if len(names) == 1 else tuple(part._replace(label=f"{name}: {part.label}") for part in parts)
    heal_by_rule(resolver, name, named)
    resolver.unmark(name, "prone")


def _with_medicine(resolver: Resolver, action: _Test, healer: str) -> _Test:
    """Fill in the healer's ranks of medicine as the bonus on dice; a typed total already includes them."""
    if action.bonus is not None or (action.result and action.result.total is not None):
        return action
    return action.copy_with(bonus=resolver.combatant(healer).number("medicine") or None)


def _treatment(resolver: Resolver, action: r.ActionWithTest, healer: str, tn: int) -> Check:
    ranks, added = resolver.combatant(healer).number("medicine"), r.standing_bonuses(resolver, healer)
    usual = action.bonus is None or (action.bonus == ranks and ranks > 0)
    own = r.Term("medicine" if usual else "bonus", action.bonus or 0, "")
    unknown = usual and "medicine" not in resolver.combatant(healer).fields

    def ways() -> Iterator[Way]:
        test = r.chances_of_test(tn, r.sum_of((own, *added)))
        yield from r.failures(test)
        yield Way(test["critical"] + test["hit"], "helps", True)

    return Check(r.throw_of(resolver, healer, tn, own, added, unknown=unknown), ways)


class FirstAid(r.ActionWithTest):
    """TN 15: medicine + int back, at least 1; stops bleeding."""

    cost = MAJOR
    source = "Gen6 S: first aid"
    order = ("result", "target")
    helps = True
    refused_when = ("on oneself", "from a distance", "again before new damage", "on the dead")

    actor: str = argument(CombatantParam(), "who helps", required=True)
    target: str | None = argument(CombatantParam(), "whom; the only one hurt if left out")
    result: r.Result = result(r.ResultParam())
    prepared: bool = flag("as prepared before")

    @classmethod
    def helped(cls, resolver: Resolver, actor: str, weapon: str = "") -> tuple[str, ...]:
        needy, able = resolver.system.allies_in_need(resolver.scene, actor), patients(resolver.scene, actor)
        return tuple(name for name in needy if name in able)

    def with_defaults(self, resolver: Resolver) -> Self:
        hurt = patients(resolver.scene, self.actor)
        if self.target is None and len(hurt) != 1:
            raise InvalidCommand(f"Say whom: {comma_list(hurt)}." if hurt else "No friend is hurt. Say whom.")
        return _with_medicine(resolver, self if self.target else self.copy_with(target=hurt[0]), self.actor)

    def check(self, resolver: Resolver) -> Check:
        return _treatment(resolver, self, self.actor, t.FIRST_AID_TN)

    def resolve(self, resolver: Resolver) -> None:
        patient = self.target or ""
        _check_alive(resolver, patient)
        if patient == self.actor:
            resolver.objection("First aid helps somebody else, never oneself.")
        elif resolver.scene.band(self.actor, patient) != t.ADJACENT:
            is_far = f"{resolver.clause(patient, 'is')} not adjacent to {self.actor}"
            if patient in resolver.scene.ranges.of(self.actor):
                resolver.objection(f"{is_far}. Go there: range {quote(self.actor)} {quote(patient)} {t.ADJACENT}.")
            else:
                resolver.note(f"{is_far}.")
        if resolver.combatant(patient).has("treated"):
            has = resolver.clause(patient, "has")
            resolver.objection(f"{has} had first aid; it helps again only after new damage.")
        take_action(resolver, self.actor, self.verb, MAJOR, self.prepared)
        parts = _skill(resolver.combatant(self.actor), self.source)
        if _treat(resolver, self, self.actor, patient, t.FIRST_AID_TN, parts, t.FIRST_AID_LEAST):
            resolver.mark(patient, "treated")


class Breather(ByHand):
    """5 minutes after the fight: 5 + con back, once."""

    source = "Gen6 S: breather"
    refused_when = ("a second one after the same fight", "at 0 health when the fight ended")

    target: NameList = argument(CombatantsParam(), "who rests", required=True)

    def resolve(self, resolver: Resolver) -> None:
        end_fight(resolver)
        for name in self.target:
            _check_alive(resolver, name)
            state = state_of(resolver.combatant(name))
            if state.had_breather:
                rested = resolver.clause(name, "has already had the breather of this fight")
                resolver.objection(f"{rested}; sleep and care help.")
            if state.ended_at_zero:
                fell = resolver.clause(name, "was at 0 when the fight ended and cannot take a breather")
                resolver.objection(f"{fell}; sleep and care help.")
            set_state(resolver, name, had_breather=True)
            con = resolver.combatant(name).number("con_mod")
            breather = r.Term("breather", t.BREATHER_HEALS, self.source)
            _rest(resolver, name, self.target, breather, r.Term("con modifier", con, self.source))


class Sleep(ByHand):
    """6 hours or more: 10 + con back."""

    source = "Gen6 S: sleep"
    refused_when = ("dead",)

    target: NameList = argument(CombatantsParam(), "who sleeps", required=True)
    hours: int | None = option(NumberParam(0, 1000), "how long; 6 if left out")

    def resolve(self, resolver: Resolver) -> None:
        end_fight(resolver)
        way = resolver.setting("sleep_con")
        for name in self.target:
            _check_alive(resolver, name)
            if self.hours is not None and self.hours < t.SLEEP_HOURS:
                resolver.say(f"{resolver.clause(name, 'sleeps')} {self.hours} hours: too short to help.")
                continue
            sleeper = resolver.combatant(name)
            con = sleeper.number("con_mod") if way == "mod" else sleeper.value("con")
            added = r.Term(f"con {way}", con, f"Gen6 G: setting sleep_con={way}")
            _rest(resolver, name, self.target, r.Term("sleep", t.SLEEP_HEALS, self.source), added)


class Care(r.ActionWithTest):
    """An hour with tools, or beside sleep; TN 13: 5 + int + medicine of the healer back."""

    source = "Gen6 S: extended care"
    order = ("result", "target", "by")
    by_hand = True
    refused_when = ("oneself", "a healer who is out", "dead")

    target: str = argument(CombatantParam(), "who is cared for", required=True)
    result: r.Result = result(r.ResultParam())
    by: str = option(CombatantParam(), "who heals", required=True)

    def with_defaults(self, resolver: Resolver) -> Self:
        return _with_medicine(resolver, self, self.by)

    def check(self, resolver: Resolver) -> Check:
        return _treatment(resolver, self, self.by, t.CARE_TN)

    def resolve(self, resolver: Resolver) -> None:
        _check_alive(resolver, self.target)
        healer = resolver.combatant(self.by)
        if self.by == self.target:
            resolver.objection("Extended care is given by somebody else, never by oneself.")
        if healer.out is not None:
            resolver.objection(f"{resolver.clause(self.by, 'is')} out ({healer.out}) and cannot care for anybody.")
        end_fight(resolver)
        medicine, intelligence = _skill(healer, self.source)
        parts = (r.Term("care", t.CARE_HEALS, self.source), intelligence, medicine)
        _treat(resolver, self, self.by, self.target, t.CARE_TN, parts)
