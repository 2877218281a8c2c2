"""The actions of a game file: one command class for each verb, and how all of them are carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, cast

from tracker.games.language.doing import Doing
from tracker.games.language.judging import attr, doing_of, mode_of, put_result, throw_of
from tracker.games.language.results import Given, ResultParam
from tracker.games.language.rules import ActionRule, OutcomeRule, Rules
from tracker.games.language.shape import AskTable
from tracker.games.language.waiting import Waiting, doing_again, keep, waiting
from tracker.rules.action import Action, ActorAction
from tracker.rules.command import argument, flag, option, result
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import clause
from tracker.rules.params import (
    ChoiceParam,
    CombatantParam,
    CombatantsParam,
    NumberParam,
    TextParam,
    WeaponParam,
    YesNoParam,
)
from tracker.rules.positions import only_other
from tracker.rules.quoting import quote
from tracker.rules.turns import note_out_of_turn

if TYPE_CHECKING:
    from tracker.rules.declarations import ParamType
    from tracker.rules.resolver import Resolver

MOST: Final = 1_000_000


class FileAction(ActorAction):
    """An action that a game file declares."""

    rule: ClassVar[ActionRule]
    rules: ClassVar[Rules]

    def with_defaults(self, resolver: Resolver) -> Self:
        """Fill in the only possible target and the weapon that would be used."""
        changes: dict[str, Any] = {}
        table = self.rule.table
        if table.target and not getattr(self, "target", None):
            only = only_other(resolver, self.actor)
            changes["target"] = (only,) if table.many else only
        if table.weapon and not getattr(self, "weapon", None):
            weapon = self._usual_weapon(resolver)
            if weapon:
                changes["weapon"] = weapon
        return self.copy_with(**changes) if changes else self

    def _usual_weapon(self, resolver: Resolver) -> str:
        """Return the first weapon that is not used up, or an empty text."""
        weapons = resolver.combatant(self.actor).weapons
        ready = (
            name
            for name, fields in weapons.items()
            if not any(fields.get(counter) == 0 for counter, _ in self.rule.counters)
        )
        return next(ready, next(iter(weapons), ""))

    def targets(self) -> tuple[str, ...]:
        """Return the targets; a single empty name when the action has no target."""
        target = getattr(self, "target", None)
        return (target,) if isinstance(target, str) else tuple(target) if target else ("",)

    def resolve(self, resolver: Resolver) -> None:
        """Throw once and apply the result to each target."""
        targets = self.targets()
        doings = [doing_of(resolver, self.rules, self.rule, self, target) for target in targets]
        for doing in doings:
            self._object(doing)
        first = doings[0]
        attack = self._answered(resolver)
        if attack is not None:
            first.it = attack.me
        else:
            note_out_of_turn(resolver, self.actor)
        said = self._throw(first)
        if self.rule.table.cost is not None:
            resolver.spend(self.actor, self.rule.table.cost)
        if self._waits(resolver, first, said):
            return
        for place, doing in enumerate(doings):
            if place:
                doing.roll, doing.faces, doing.thrown, doing.unsaid = (
                    first.roll,
                    first.faces,
                    first.thrown,
                    first.unsaid,
                )
            conclude(doing, said, again=place > 0)
        self._record_dice(resolver, first)
        if attack is not None:
            self._finish(resolver, attack, first)

    def _throw(self, doing: Doing) -> OutcomeRule | None:
        throw = throw_of(doing, mode_of(doing, self))
        if throw is None:
            return None
        return put_result(doing, throw, cast(Given, cast(Any, self).result))

    def _object(self, doing: Doing) -> None:
        """Object to what the file refuses, and to a weapon that is used up."""
        resolver, moment = doing.resolver, doing.moment()
        for refusal in self.rule.refusals:
            if refusal.when.run(moment):
                resolver.objection(refusal.say.at(moment))
        for counter, amount in self.rule.counters:
            left = doing.by.get(counter)
            if isinstance(left, int) and not isinstance(left, bool) and left < amount.number(moment):
                who, weapon = quote(self.actor), quote(doing.weapon)
                resolver.objection(
                    f"The {doing.weapon} has no {counter} left. Give it some: arm {who} {weapon} {counter}=N."
                )
        if self.rule.table.main and doing.it == doing.me:
            raise InvalidCommand(f"{doing.me} cannot target {doing.me}. Name somebody else.")
        target = doing.scene.combatants.get(doing.it)
        if target is not None and target.out is not None:
            resolver.note(f"{clause(doing.it, doing.scene, 'is', 'are')} already out ({target.out}).")
        if self.rule.table.weapon and not doing.weapon:
            resolver.note(f"{clause(doing.me, doing.scene, 'has', 'have')} no weapon: by hand.")

    def _record_dice(self, resolver: Resolver, doing: Doing) -> None:
        """Record incidental dice as results typed at the table, so that the same line repeats them."""
        asked = {ask.name for ask in self.rule.table.ask}
        for name in doing.known:
            labels = [key for key in doing.thrown if key.startswith(f"{name} ")]
            if labels and name in asked and name not in doing.given:
                resolver.record_as(**{attr(name): sum(doing.thrown[label] for label in labels)})

    # Waiting and answering

    def _waits(self, resolver: Resolver, doing: Doing, said: OutcomeRule | None) -> bool:
        """Return whether the attack has to wait for an answer."""
        table, target = self.rule.table, resolver.scene.combatants.get(doing.it)
        if not table.waits_for or getattr(self, "now", False) or target is None or target.out is not None:
            return False
        resolver.check_objections()
        attack = Waiting(
            self.rule.verb,
            doing.me,
            doing.it,
            doing.weapon,
            doing.roll,
            doing.faces,
            doing.words,
            said.name if said else "",
        )
        keep(resolver, (*waiting(resolver.scene, self.rules), attack))
        if said is None:
            resolver.because("roll", "the throw", doing.roll, self.rules.table.source)
        resolver.say(f"{headline(doing)}: {said.name if said else doing.roll}.")
        ways = comma_list([*table.waits_for, "take"])
        resolver.say(f"{doing.it} may answer: {ways}.")
        return True

    def _answered(self, resolver: Resolver) -> Waiting | None:
        """Return the attack being answered: the latest on the actor, or the one by ``against``."""
        if not self.rule.answers_to:
            return None
        return attack_on(resolver, self.rules, self.actor, getattr(self, "against", None), self.rule.verb)

    def _finish(self, resolver: Resolver, attack: Waiting, answer: Doing) -> None:
        numbers = {name.replace("-", "_"): answer.number(name) for name in self.rule.numbers}
        finish(resolver, self.rules, attack, numbers, self.rule.verb)


def attack_on(resolver: Resolver, rules: Rules, name: str, by: str | None, verb: str) -> Waiting | None:
    """Return the attack that this combatant can answer with this verb; objects if there is none."""
    attacks = [
        attack
        for attack in waiting(resolver.scene, rules)
        if attack.it == name and by in (None, attack.me)
        if verb in (*rules.actions[attack.verb].table.waits_for, "take")
    ]
    if not attacks:
        resolver.objection(f"No attack waits for an answer of {name}{f' to {by}' if by else ''}.")
        return None
    return attacks[-1]


def finish(resolver: Resolver, rules: Rules, attack: Waiting, answer: dict[str, int], verb: str) -> None:
    """Carry out a waiting attack together with the result of its answer."""
    keep(resolver, [other for other in waiting(resolver.scene, rules) if other != attack])
    doing = doing_again(resolver, rules, attack)
    doing.answer, doing.answered = answer, verb
    said = next((outcome for outcome in rules.actions[attack.verb].outcomes if outcome.name == attack.outcome), None)
    if said is not None:
        doing.unsaid = rules.actions[attack.verb].rolled
    conclude(doing, None if answer else said)


def conclude(doing: Doing, said: OutcomeRule | None, *, again: bool = False) -> None:
    """Work out the numbers, report the outcome and carry out its effects.

    ``again`` is for the further targets of one throw: what the action does whatever its target is done already.
    """
    rule = doing.rule
    assert rule is not None
    for name in rule.eager:
        doing.number(name)
    outcome = said or doing.judge()
    doing.outcome = outcome
    doing.resolver.say(f"{headline(doing)}{_numbers(doing, said)}{f': {outcome.name}' if outcome else ''}.")
    of_target = {"it", "cover", "band", *map(attr, rule.numbers)}
    doing.do(effect for effect in rule.do if not again or effect.uses & of_target)
    if outcome is not None:
        doing.do(outcome.do)


def headline(doing: Doing) -> str:
    """Return a sentence naming the actor, the target and the weapon."""
    rule = doing.rule
    assert rule is not None
    on = f" on {doing.it}" if doing.it and rule.table.target else ""
    return f"{doing.me}: {rule.verb}{on}{f' with {doing.weapon}' if doing.weapon else ''}"


def _numbers(doing: Doing, said: OutcomeRule | None) -> str:
    """Return the deciding numbers that are known so far."""
    rule = doing.rule
    assert rule is not None
    if said is not None or rule.throw is None:
        return ""
    value = doing.number(rule.total) if rule.total else doing.roll
    against = f" against {doing.number(rule.need)}" if rule.need else ""
    return f", {value}{against}".replace("-", "−")


class Take(ActorAction):
    """Takes the waiting attack without answering it."""

    verb = "take"
    rules: ClassVar[Rules]

    against: str | None = option(CombatantParam(), "whose attack")

    def resolve(self, resolver: Resolver) -> None:
        """Carry the attack out."""
        attack = attack_on(resolver, self.rules, self.actor, self.against, "take")
        resolver.check_objections()
        if attack is not None:
            finish(resolver, self.rules, attack, {}, "")


def _ask_type(ask: AskTable) -> ParamType:
    match ask.kind:
        case "text":
            return TextParam("text", 200)
        case "choice":
            return ChoiceParam(tuple(ask.choices), "choice")
        case "yesno":
            return YesNoParam()
        case "name":
            return CombatantParam()
        case _:
            return NumberParam(-MOST, MOST)


def action_class(rules: Rules, rule: ActionRule, result_help: str) -> type[FileAction]:
    """Build the command class of one verb."""
    table = rule.table
    body: dict[str, Any] = {
        "__module__": __name__,
        "__doc__": table.help or table.verb,
        "verb": table.verb,
        "help": table.help or table.verb,
        "cost": table.cost or "",
        "source": rules.table.source,
        "rule": rule,
        "rules": rules,
        "after_result": tuple(attr(name) for name in table.after),
        "refused_when": tuple(refusal.say.rstrip(".") for refusal in table.refuse if "{" not in refusal.say),
    }
    if table.target:
        body["target"] = argument(CombatantsParam() if table.many else CombatantParam(), "whom")
    if rule.throw is not None:
        body["result"] = result(ResultParam(result_help, table.says, tuple(item.name for item in table.outcome)))
    for ask in sorted(table.ask, key=lambda item: not item.place):
        body[attr(ask.name)] = _asked(ask)
    if table.weapon:
        body["weapon"] = option(WeaponParam(), "with what; the first that is ready if left out")
    for mode in table.modes:
        body[attr(mode)] = flag(f"thrown as {table.modes[mode]}")
    if rule.answers_to:
        body["against"] = option(CombatantParam(), "whose attack; the latest if left out")
    if table.waits_for:
        body["now"] = flag("without waiting for an answer")
    body["__annotations__"] = {name: Any for name in body if type(body[name]).__name__ == "Parameter"}
    base = cast(Any, type(FileAction))
    return cast("type[FileAction]", base(table.verb.title().replace("-", ""), (FileAction,), body))


def _asked(ask: AskTable) -> Any:
    help_ = ask.help or ask.name
    if ask.kind == "flag":
        return flag(help_)
    if ask.place:
        return argument(_ask_type(ask), help_, required=ask.needed, rest=ask.kind == "text")
    return option(_ask_type(ask), help_, required=ask.needed)


def take_class(rules: Rules) -> type[Action]:
    """Build the verb that leaves an attack unanswered."""
    body: dict[str, Any] = {"__module__": __name__, "__doc__": Take.__doc__, "verb": "take", "rules": rules}
    return cast("type[Action]", cast(Any, type(Take))("Take", (Take,), {**body, "__annotations__": {}}))


def check_action(resolver: Resolver, rules: Rules, kind: type[FileAction], actor: str) -> None:
    """Object if conditions, a spent action or the phase forbid this verb to this actor."""
    combatant, rule, scene = resolver.combatant(actor), kind.rule, resolver.scene
    stopped = next((item.name for item in combatant.conditions if item.name in rules.cannot_act), "")
    if stopped:
        resolver.objection(f"{clause(actor, scene, 'is', 'are')} {stopped} and cannot act.")
    cost = rule.table.cost
    if cost is not None and cost in combatant.spent:
        resolver.objection(f"{clause(actor, scene, 'has', 'have')} used the {cost} of this turn.")
    phase = scene.turn.phase
    if rule.phases and phase is not None and phase not in rule.phases:
        resolver.objection(f"{rule.verb} belongs to the phase {comma_list(rule.phases)}; this is {phase}.")
