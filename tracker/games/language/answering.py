"""An attack that waits for its answer: carried out with it, and told of as one deed."""

from collections.abc import Iterator

from tracker.combat.records import Reason
from tracker.games.language import judging
from tracker.games.language.doing import Doing, FightState, Waiting, doing_again, waiting
from tracker.games.language.rules import OutcomeRule, Rules
from tracker.games.language.scope import attribute
from tracker.rules.resolver import Resolver
from tracker.rules.view import Deed


def numbers_of(answer: Doing) -> dict[str, int]:
    """Return the numbers of an answer by their names in the expressions of the attack."""
    return {attribute(name): answer.number(name) for name in answer.rule.numbers} if answer.rule else {}


def answered(
    resolver: Resolver, rules: Rules, attack: Waiting, answer: dict[str, int], verb: str
) -> tuple[Doing, OutcomeRule | None]:
    """Return a waiting attack with its answer, and the outcome that was typed instead of its roll if none answers."""
    doing = doing_again(resolver, rules, attack)
    doing.answer, doing.answered = answer, verb
    outcomes = rules.actions[attack.verb].outcomes if not answer else ()
    return doing, next((outcome for outcome in outcomes if outcome.name == attack.outcome), None)


def finish(
    resolver: Resolver,
    rules: Rules,
    attack: Waiting,
    answer: dict[str, int],
    verb: str,
    fell: dict[str, int] | None = None,
) -> None:
    """Carry out a waiting attack together with the result of its answer, silently if all its dice ``fell`` already."""
    left = tuple(other for other in waiting(resolver.scene, rules) if other != attack)
    FightState.keep_of_fight(resolver, waiting=left)
    doing, said = answered(resolver, rules, attack, answer, verb)
    doing.thrown, doing.silent = fell or {}, fell is not None
    if attack.outcome:
        doing.unsaid = rules.actions[attack.verb].rolled
    judging.conclude(doing, said)


def decided(
    resolver: Resolver,
    rules: Rules,
    attack: Waiting,
    answer: dict[str, int],
    by: tuple[str, ...],
    why: tuple[Reason, ...],
) -> Deed:
    """Return the deed of a waiting attack that was answered ``by`` a verb with its result; none if it was taken."""
    doing, said = answered(resolver, rules, attack, answer, "".join(by[:1]))
    outcome = said or judging.as_if(doing, doing.fell, dice_in(doing, why)).judge()
    name, rolled = outcome.name if outcome is not None else "", "" if attack.outcome else str(attack.roll)
    how = tuple(filter(None, (attack.me, attack.weapon, rolled, name, *by)))
    hit = outcome.good if outcome is not None and doing.known_rule.table.main else None
    return Deed(attack.me, attack.it, how, name, hit=hit)


def dice_of(doing: Doing) -> Iterator[tuple[str, str]]:
    """Yield the numbers that decide an action, and the labels of their parts, as far as these are dice."""
    for name in doing.known_rule.eager:
        for part in doing.known_rule.numbers[name] if name not in doing.given and not doing.mixed else ():
            if part.expression.kind == "dice" and str(part.expression.run(doing.moment())).strip():
                yield name, part.label


def dice_in(doing: Doing, why: tuple[Reason, ...]) -> dict[str, int]:
    """Return what fell for these, by the reasons of the entry."""
    return {
        f"{name} {label}": sum(reason.value for reason in why if (reason.of, reason.label) == (name, label))
        for name, label in dice_of(doing)
    }
