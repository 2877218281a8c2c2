"""What the effects of an action take from its victim, for every way in which the dice can fall."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from tracker.combat.dice import NotThrown
from tracker.combat.expressions import BadDice
from tracker.games.language import judging
from tracker.games.language.answering import answered, finish, numbers_of
from tracker.games.language.doing import Doing, Waiting
from tracker.games.language.rules import OutcomeRule
from tracker.rules.throw import Toll, Way

MOST_RUNS: Final = 2_000
"""The most times that the effects of an action are carried out to find what it takes: a fraction of a second's work."""


def with_losses(doing: Doing, judged: Sequence[judging.Judged], attack: Waiting | None, victim: str) -> Iterator[Way]:
    """Yield every outcome; if there is a victim, once for each way in which the dice of its numbers can fall.

    What the victim loses is found by carrying out the effects on a copy of the fight. It is unknown where they throw
    dice themselves, or where there are too many ways.
    """
    rule, runs = doing.known_rule, 0
    if not victim:
        yield from (Way(way.chance, way.label, way.good) for way in judged)
        return
    alike: dict[tuple[object, ...], tuple[judging.Judged, float]] = {}
    for way in judged:
        names, by_dice, told = *rule.seen_of_throw(way.outcome), way.numbers
        if attack is not None:  # An answer that does nothing by itself tells the attack its numbers, and no more.
            names, by_dice = tuple(rule.numbers), any(rule.effects(way.outcome))
        if not (by_dice or told.keys() >= set(names)):
            one = judging.as_if(doing, way.fell, dict(way.thrown))
            told = {name: one.number(name) for name in names}
        fell = (way.fell.total, way.fell.faces, *way.fell.named.items(), *way.thrown.items())
        key = (way.label, *(fell if by_dice else (told[name] for name in names)))
        alike[key] = way, way.chance + (alike[key][1] if key in alike else 0)
    forks = judging.Forks()
    for way, chance in alike.values():
        ends: dict[int, tuple[float, tuple[Toll, ...] | None]] = {}
        one = judging.as_if(doing, way.fell, dict(way.thrown))
        try:
            for share, tolls in _ends(one, way.outcome, attack, victim, forks):
                runs += 1
                if runs > MOST_RUNS:
                    raise BadDice("There are too many ways.")
                ends[id(tolls)] = share + ends.get(id(tolls), (0.0,))[0], tolls
        except (BadDice, NotThrown):
            ends = {0: (1, None)}
        one.seen = None  # A circle would be left to the garbage collector.
        yield from (Way(chance * share, way.label, way.good, tolls) for share, tolls in ends.values())


def _ends(
    doing: Doing, outcome: OutcomeRule | None, attack: Waiting | None, victim: str, forks: judging.Forks
) -> Iterator[tuple[float, tuple[Toll, ...]]]:
    rule, system, begun = doing.known_rule, doing.resolver.system, doing.resolver
    decided, amount = {name: doing.number(name) for name in rule.eager}, None
    first, counting, later = rule.in_turn(outcome)
    if attack is None:  # What does not depend on the dice is done once.
        begun = system.silent(doing.scene)
        once = replace(doing, resolver=begun, seen=None, outcome=outcome, keeps=True)
        once.do(first)
        once.keeps, once.last = False, None
        amount = counting[0].amount if len(counting) == 1 and begun.scene is doing.scene else None
    for thrown, chance in judging.every_number(doing):
        doing.known, doing.thrown = dict(decided), thrown
        # Of the same amount the same comes, whatever the outcome is called.
        root = (counting[0].of, amount.run(doing.moment())) if amount is not None else (doing,)
        if (known := forks.known(root)) is not None:
            yield from ((chance * p, tolls) for p, tolls in known)
            continue
        resolver = system.silent(begun.scene)
        done = replace(doing, resolver=resolver, seen=None, asked=[], outcome=outcome, keeps=True)
        if attack is None:
            done.do(counting)
            asks = resolver.scene.asked > doing.scene.asked
            done.do(later if asks else ())
            done.keeps, done.last = False, None
            ends = judging.tolls_of(doing, resolver.scene, victim)
            if amount is None or not asks:
                forks.learn(root, doing, done.asked or () if amount is None else (), ends)
            done.asked = None
            yield from ((chance * p, tolls) for p, tolls in ends)
            continue
        judging.conclude(done, outcome)
        answer, verb = numbers_of(done), done.known_rule.verb
        again, _ = answered(resolver, doing.rules, attack, answer, verb)
        for fell, share in judging.every_number(again):
            last = resolver.system.silent(resolver.scene)
            finish(last, doing.rules, attack, answer, verb, fell)
            yield from ((chance * share * p, tolls) for p, tolls in judging.tolls_of(doing, last.scene, victim))
