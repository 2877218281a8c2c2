"""From an action of a game file to its throw and outcome, for carrying out, odds and forms alike."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from tracker.combat import expressions
from tracker.combat.dice import Dice, NotThrown
from tracker.combat.dice import ThrownDice as Thrown
from tracker.combat.expressions import BadDice, Pool
from tracker.combat.model import Model
from tracker.combat.scene import HEROES, OPEN, Prompt, Scene
from tracker.commands.parser import phrases, read
from tracker.games.language.doing import Asked, Doing
from tracker.games.language.rules import ActionRule, OutcomeRule
from tracker.games.language.scope import Expression, Moment, Value, attribute
from tracker.games.language.throws import UNTHROWN, DiceThrow, Die, Fell, Given, chances_of, read_throw
from tracker.rules.action import Action, ActorAction, perform
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import agree, clause, cover_in_words, minus, spaced, the
from tracker.rules.positions import come_up
from tracker.rules.reminders import THROW
from tracker.rules.resolver import Resolver, as_thrown
from tracker.rules.throw import Toll, dice_in_words
from tracker.rules.view import Outcome


def doing_of(resolver: Resolver, action: Any, target: str) -> Doing:
    """Return an action about to be carried out on one target."""
    rule, words = action.rule, dict[str, Value]()
    for ask in rule.table.ask:
        value = getattr(action, attr(ask.name))
        if isinstance(value, tuple):
            if len(value) != len(action.targets()):
                raise InvalidCommand(f"{ask.name} has {len(value)} numbers: one for each of {len(action.targets())}.")
            value = value[action.targets().index(target)]
        if value is not None and value is not False:
            words[ask.name] = value
            if ask.comes_up and target == action.targets()[0]:
                come_up(resolver, action.actor, target)
    given = frozenset(name for name in words if name in rule.numbers)
    words |= {"by": action.by} if getattr(action, "by", None) else {}
    weapon = getattr(action, "weapon", None) or ""
    return Doing(resolver, action.rules, rule, action.actor, target, weapon, words, given=given)


@cache
def attr(name: str) -> str:
    """Return the command attribute that holds the word of this name."""
    plain = name.replace("-", "_")
    return f"{plain}_" if plain in _TAKEN else plain


_TAKEN: Final = frozenset(
    (*dir(ActorAction), "target", "result", "weapon", "rule", "rules", "against", "by", "now", "targets")
)
"""Attributes that actions already have."""

MOST_WAYS: Final = 50_000  # the largest number of ways to enumerate: about a second's work


def mode_of(doing: Doing, action: Any) -> str:
    """Return the mode of the throw: the requested one combined with those of conditions, unless they cancel out."""
    modes = Counter(mode for mode, _ in _modes(doing, action))
    return _combined(doing.known_rule, modes) if modes else ""


def modes_in_words(doing: Doing, action: Any) -> tuple[str, ...]:
    """Return the modes of the throw with the reasons for each, opposite ones as well: ``disadvantage (prone)``."""
    reasons: dict[str, dict[str, None]] = {}
    for mode, why in _modes(doing, action):
        reasons.setdefault(mode, {}).update({why: None} if why else {})
    said = [f"{doing.rules.table.modes.get(mode, mode)} ({', '.join(why)})" for mode, why in reasons.items() if why]
    cancel = f" cancel{'' if said[1:] else 's'} out" if said and not mode_of(doing, action) else ""
    return (f"{' and '.join(said)}{cancel}",) if said else ()


def _modes(doing: Doing, action: Any) -> list[tuple[str, str]]:
    """Return every mode that the throw has, with its reason in a few words; "" where it was asked for."""
    rule = doing.known_rule
    moment = doing.moment()
    asked = ((mode, getattr(action, attr(mode))) for mode in rule.modes)
    modes = [(mode, "") for mode, some in asked if some is True or (some and not {doing.me, doing.it}.isdisjoint(some))]
    modes += [(mode, why) for mode, why, when in rule.mode_if if when.run(moment)]
    theirs = rule.thrower is not None and rule.thrower.run(moment) == "it"
    verb = str(rule.like.run(moment)) if rule.like is not None else rule.verb
    mine, at_me = (doing.it, doing.me) if theirs else (doing.me, doing.it)
    for key, name in (("mine", mine), ("at-me", at_me)):
        who = doing.scene.combatants.get(name)
        if who is None:
            continue
        whose = f"{name} " if key == "at-me" else ""
        if who.conditions:
            given = doing.rules.modes_of.get((key, verb), {})
            modes += [(str(mode.run(moment)), whose + name) for name, mode in given.items() if who.has(name)]
        if who.cover.degree != OPEN:
            covered, degree = doing.rules.modes_of.get((f"{key} in cover", verb), {}), who.cover.degree
            if degree in covered:
                modes.append((str(covered[degree].run(moment)), f"{whose}{cover_in_words(degree)}"))
    return [(mode, why) for mode, why in modes if mode]


def _combined(rule: ActionRule, modes: Counter[str]) -> str:
    """Return the one mode that several come to: opposite ones cancel out, one by one where two make another."""
    doubled = rule.table.doubled
    if not doubled:
        return next(iter(modes)) if len(modes) == 1 else ""
    for single, double in doubled.items():
        modes[single] += 2 * modes.pop(double, 0)
    left = modes - Counter(dict.fromkeys(modes, 0))
    (most, count), *others = left.most_common() or [("", 0)]
    count -= sum(other for _, other in others)
    return most if count == 1 else doubled.get(most, most) if count > 1 else ""


def throw_of(doing: Doing, mode: str) -> DiceThrow | None:
    """Return the throw of an action; raises InvalidCommand if the sheet gives impossible dice."""
    rule, doing.mode = doing.known_rule, mode
    added = rule.modes.get(mode)
    template = added if added is not None and not added.adds else rule.throw
    me = doing.scene.combatants.get(doing.me)
    if template is rule.throw and rule.throw_others is not None and me is not None and me.side != HEROES:
        template = rule.throw_others
    if template is None or (rule.throw_if is not None and not rule.throw_if.run(doing.moment())):
        return None
    moment = doing.moment()
    return read_throw(template.at(moment) + (added.at(moment) if added is not None and added.adds else ""))


def thrower_of(doing: Doing) -> str:
    """Return whose throw it is; "" where nothing is thrown."""
    rule, moment = doing.known_rule, doing.moment()
    thrown = rule.throw is not None and (rule.throw_if is None or rule.throw_if.run(moment))
    theirs = rule.thrower is not None and rule.thrower.run(moment) == "it"
    return "" if not thrown else doing.it if theirs else doing.me


def as_if(doing: Doing, fell: Fell = UNTHROWN, thrown: dict[str, int] | None = None) -> Doing:
    """Return a silent copy of the action with this throw."""
    other = replace(doing, fell=fell, known={}, thrown=thrown or {}, silent=True)
    other.seen = doing.moment().as_thrown(fell, other.number)
    return other


def put_result(doing: Doing, throw: DiceThrow, given: Given) -> OutcomeRule | None:
    """Take a result, thrown now or typed; returns the outcome if the result names it."""
    rule, resolver = doing.known_rule, doing.resolver
    if given.kind in ("thrown", "faces", "each"):
        resolver.check_objections()
        if given.kind != "thrown":
            resolver.dice.recorded[:0] = as_thrown(throw.expression, given.faces, "result")
        rolled = throw.roll(resolver.dice, "result")
        doing.fell, shown = rolled, throw.expression.shown(rolled.faces)
        resolver.record_as(result=Given("faces", faces=shown))
        return None
    if given.kind == "outcome":
        return _outcome(doing, throw, given.outcome)
    if uses_names(rule):
        # A sum says nothing about the dice that it is made of.
        which = ",".join(throw.names)
        raise InvalidCommand(f"Each die counts here: type {which} in that order, an outcome, or roll.")
    values: tuple[int, ...] = ()
    with suppress(BadDice):
        values = tuple(chances_of(throw.expression))
    plus = added(doing) if given.kind == "total" else 0
    # A total has in it what is thrown beside the throw itself.
    beside = [thrown for thrown, _ in dice_of(doing, rule.added)] if given.kind == "total" else [{}]
    sums = [sum(thrown.values()) for thrown in beside]
    falls = [(Fell(given.value - plus - more), thrown) for more, thrown in zip(sums, beside, strict=True)]
    falls = [(fell, thrown) for fell, thrown in falls if not values or values[0] <= fell.total <= values[-1]]
    if not falls:
        how = f" with {plus:+d}" if given.kind == "total" else ""
        used = frozenset[str]().union(*(part.expression.uses for part in rule.numbers.get(rule.total, ())))
        asked = [ask.name for ask in rule.table.ask if ask.name in used and ask.name not in doing.words]
        asked.sort(key=lambda name: name not in rule.added)
        other = f" {asked[0]}=N says what else is added." if asked and how else ""
        said = dice_in_words(with_beside(doing, throw) if given.kind == "total" else throw.text)
        span = f"it makes {minus(values[0] + plus + min(sums))} to {minus(values[-1] + plus + max(sums))}"
        raise InvalidCommand(f"No throw of {said} makes {minus(given.value)}{how}: {span}.{other}")
    doing.fell, first = falls[0]
    if len(beside) > 1:
        doing.mixed = True
        found: dict[OutcomeRule | None, list[tuple[Fell, dict[str, int]]]] = defaultdict(list)
        for fell, thrown in falls:
            found[as_if(doing, fell, {**doing.thrown, **thrown}).judge()].append((fell, thrown))
        # Of outcomes that take the same, or nothing, such as a miss and a fumble, the likeliest stands for all.
        takes = [one and not one.good and [each for each in one.do if not each.idle] for one in found]
        seen = {"roll", "faces", *map(attribute, (*rule.rolled, *rule.dice))}
        alike = takes[0] and all(seen.isdisjoint(each.uses) for each in takes[0])
        if len(found) > 1 and takes != [takes[0] if alike else []] * len(takes):
            which, dice = " or ".join(outcome.name for outcome in found if outcome), dice_in_words(throw.text)
            raise InvalidCommand(f"{rule.added[0]}=N says what else was thrown than {dice}: {which}.")
        doing.fell, first = max(found.values(), key=len)[-1]
    doing.thrown = {**doing.thrown, **first}
    return None


def added(doing: Doing) -> int:
    """Return what is added to the roll in the total."""
    rule = doing.known_rule
    return as_if(doing).number(rule.total) if rule.total else 0


def with_beside(doing: Doing, throw: DiceThrow) -> str:
    """Return the dice of a throw together with those that are added to it: ``1d20 + 1d4``."""
    rule, moment = doing.known_rule, as_if(doing).moment()
    added = (part.expression for name in rule.added if name not in doing.given for part in rule.numbers[name])
    beside = (str(each.run(moment)) for each in added if each.kind == "dice")
    return " ".join((throw.text, *(f"− {dice[1:]}" if dice[0] == "-" else f"+ {dice}" for dice in beside if dice)))


def ways_of(rule: ActionRule, throw: DiceThrow) -> list[tuple[Fell, float]]:
    """Return what a throw can come to and its chances, single dice where the rule looks at them; raises BadDice."""
    faces = "faces" in rule.looks_at
    if not throw.parts or not (faces or uses_names(rule)):
        return [(Fell(total, fell), chance) for total, fell, chance in _ways_of(throw, faces)]
    each = [_ways_of(DiceThrow(throw.text, part.dice), faces) for part in throw.parts]
    if prod(map(len, each)) > MOST_WAYS:
        raise BadDice(f"{throw.text} can fall in too many ways to work out its chances exactly.")
    ways = []
    for fell in product(*each):
        dice = [Die(value, shown, part.sign) for part, (value, shown, _) in zip(throw.parts, fell, strict=True)]
        named = {part.name: die for part, die in zip(throw.parts, dice, strict=True) if part.name}
        shown = tuple(face for die in dice for face in die.faces)
        ways.append((Fell(sum(die.sign * die.value for die in dice), shown, named), prod(way[2] for way in fell)))
    return ways


def _ways_of(throw: DiceThrow, faces: bool) -> list[tuple[int, tuple[int, ...], float]]:
    return faces_of(throw) if faces else [(value, (), p) for value, p in chances_of(throw.expression).items()]


def _because_of(doing: Doing, outcome: OutcomeRule) -> str:
    """Return the conditions of the target that an outcome asks about, as the end of a sentence."""
    it, asked = doing.scene.combatants.get(doing.it), outcome.when.uses if outcome.when is not None else frozenset()
    had = [spaced(one.name) for one in it.conditions if f"it.{attribute(one.name)}" in asked] if it is not None else []
    return f": {clause(doing.it, doing.scene, 'is')} {comma_list(had)}" if had else ""


def _outcome(doing: Doing, throw: DiceThrow, name: str) -> OutcomeRule:
    rule = doing.known_rule
    wanted = next(outcome for outcome in rule.outcomes if outcome.name == name)
    rolls: list[Fell] = []
    with suppress(BadDice):
        rolls = sorted((fell for fell, _ in ways_of(rule, throw)), key=lambda fell: (fell.total, fell.faces))
    better = dict[str, tuple[Fell, OutcomeRule]]()
    for fell in rolls:
        comes = (way := as_if(doing, fell)).judge()
        if comes is wanted:
            doing.fell = fell
            break
        if comes is not None and comes.good and wanted.good and wanted.when and wanted.when.run(way.moment()):
            better.setdefault(comes.name, (fell, comes))
    else:
        if len(better) == 1:
            ((doing.fell, wanted),) = better.values()
            doing.resolver.note(f"Any {name} is a {wanted.name} here{_because_of(doing, wanted)}.")
        else:
            doing.resolver.objection(f"No throw of {throw.text} comes to “{name}” here.")
    # Dice beside the throw, such as a 1d4, only decide the outcome, which is known.
    doing.thrown |= {doing.key(beside, part.label): 0 for beside in rule.added for part in rule.numbers[beside]}
    doing.unsaid = rule.rolled
    return wanted


class Judged(Model):
    """One way in which a throw can come out: the dice, the outcome by them, and its exact chance.

    ``thrown`` are the dice inside the numbers that decide the outcome. ``label`` is the outcome's name; without one,
    the total.
    """

    fell: Fell
    thrown: Mapping[str, int]
    outcome: OutcomeRule | None
    label: str
    chance: float
    numbers: Mapping[str, int] = {}

    @property
    def good(self) -> bool:
        """Return whether it counts as a success; without outcomes nothing is a failure."""
        return self.outcome is None or self.outcome.good


def every_way(doing: Doing, throw: DiceThrow) -> list[Judged]:
    """Return every way in which a throw can come out, by outcome; raises InvalidCommand if there are too many."""
    rule = doing.known_rule
    rolls = ways_of(rule, throw)
    others = dice_of(as_if(doing), rule.eager)
    way = as_if(doing)
    moment = way.moment()
    judged = []
    for fell, chance in rolls:
        for thrown, share in others:
            way.fell, way.known, way.thrown = fell, {}, thrown
            way.seen = moment.as_thrown(fell, way.number)
            outcome = way.judge()
            label = outcome.name if outcome else str(way.number(rule.total) if rule.total else fell.total)
            judged.append(Judged(fell, thrown, outcome, label, chance * share, way.known))
    way.seen = None
    places = {outcome.name: place for place, outcome in enumerate(rule.outcomes)}
    return sorted(judged, key=lambda way: places.get(way.label, len(places)))


def every_number(doing: Doing) -> Iterator[tuple[dict[str, int], float]]:
    """Yield every way in which the dice inside the numbers can fall, as far as needed; raises BadDice if too many."""
    rule = doing.known_rule
    for first, chance in dice_of(doing, rule.eager):
        way = as_if(doing, doing.fell, {**doing.thrown, **first})
        way.outcome = way.judge()
        for later, share in dice_of(way, rule.numbers_for(way.outcome), rule.added_up(way.outcome)):
            yield {**way.thrown, **later}, chance * share


def dice_of(
    doing: Doing, names: Iterable[str], sums: Iterable[tuple[str, ...]] = ()
) -> list[tuple[dict[str, int], float]]:
    """Return every way in which the dice inside these numbers can fall; a single way without dice.

    Those thrown already are left out. Of dice that count only as one of these ``sums``, the first is the sum and the
    others are 0. Raises BadDice if there are too many ways.
    """
    rule = doing.known_rule
    dice: dict[str, expressions.Expression] = {}
    for name in names:
        for part in rule.numbers[name] if name not in doing.given else ():
            key = doing.key(name, part.label)
            if part.expression.kind == "dice" and key not in doing.thrown:
                text = str(part.expression.run(doing.moment()))
                if text.strip():
                    dice[key] = read_throw(text, doing.doubled).expression
    for keys in sums:
        first, *others = [key for key in keys if key in dice] or [""]
        for key in others:
            dice[first] = expressions.Operation("+", dice[first], dice[key])
            dice[key] = expressions.PlainNumber(0)
    chances = [chances_of(each) for each in dice.values()]
    if prod(map(len, chances)) > MOST_WAYS:
        raise BadDice("The dice of this action can fall in too many ways to work out its chances exactly.")
    ways: list[tuple[dict[str, int], float]] = [({}, 1)]
    for key, values in zip(dice, chances, strict=True):
        ways = [({**known, key: value}, share * p) for known, share in ways for value, p in values.items()]
    return ways


def uses_names(rule: ActionRule) -> bool:
    """Return whether dice with names count by themselves."""
    return not rule.looks_at.isdisjoint(rule.dice)


def _set_of(pool: Pool, faces: tuple[int, ...]) -> tuple[int, tuple[int, ...], float]:
    ways = factorial(pool.count) // prod(map(factorial, Counter(faces).values()))
    rolled = pool.roll(_Scripted(list(faces)), "result")
    return rolled.total, tuple(sorted(rolled.faces)), ways / pool.sides**pool.count


class _Scripted(Dice):
    """Dice that fall as scripted and report how many ways the next one could have fallen."""

    def __init__(self, script: list[int]) -> None:
        super().__init__(None)
        self.script, self.at, self.sides = script, 0, [0] * 0

    def throw(self, count: int, sides: int, purpose: str = "result") -> tuple[int, ...]:
        fell = []
        for _ in range(count):
            if self.at == len(self.script):
                self.script.append(1)
            self.sides.append(sides)
            fell.append(self.script[self.at])
            self.at += 1
        self.thrown.append(Thrown(purpose, sides, tuple(fell)))
        return tuple(fell)


@lru_cache(200)
def faces_of(throw: DiceThrow) -> list[tuple[int, tuple[int, ...], float]]:
    """Return every unordered set of faces with its total and chance; raises BadDice if there are too many."""
    pool = throw.expression
    if isinstance(pool, Pool) and not (pool.explodes or pool.rerolled):
        if comb(pool.sides + pool.count - 1, pool.count) > MOST_WAYS:
            raise BadDice(f"{throw.text} can fall in too many ways to work out its chances exactly.")
        return [_set_of(pool, faces) for faces in combinations_with_replacement(range(1, pool.sides + 1), pool.count)]
    chances: dict[tuple[int, tuple[int, ...]], float] = defaultdict(float)
    script: list[int] = []
    for _ in range(MOST_WAYS):
        dice = _Scripted(script)
        rolled = throw.roll(dice, "result")
        chances[rolled.total, tuple(sorted(rolled.faces))] += 1 / prod(dice.sides)
        while script and script[-1] == dice.sides[len(script) - 1]:
            script.pop()
        if not script:
            return [(total, faces, chance) for (total, faces), chance in chances.items()]
        script[-1] += 1
    raise BadDice(f"{throw.text} can fall in too many ways to work out its chances exactly.")


class Fork(NamedTuple):
    """An expression that effects ask, and the moment in which they do."""

    asked: Expression
    seen: Moment


class Forks:
    """What was taken by the ways of an action that differ only in the dice inside its numbers.

    Effects see these dice through the values of their expressions alone: where these are the same, one after the
    other, the same comes of it. Asking them again costs a tenth of carrying the effects out, and exploding dice have
    hundreds of values of which a handful makes a difference.
    """

    def __init__(self) -> None:
        self._met: dict[tuple[object, ...], Fork | Ends] = {}

    def known(self, values: tuple[object, ...]) -> "Ends | None":
        """Return what is taken where the dice fall now, if the same was carried out before of what is called this."""
        while isinstance(met := self._met.get(values), Fork):
            values = (*values, met.asked.run(met.seen))
        return met

    def learn(self, values: tuple[object, ...], way: Doing, told: Iterable[Asked], tolls: "Ends") -> None:
        """Keep what was taken, by what the effects asked of numbers: those of ``way``, whose dice change."""
        for asked, moment, value in told:
            if not asked.uses or not way.known_rule.moving.isdisjoint(asked.uses):
                self._met.setdefault(values, Fork(asked, moment.as_thrown(way.fell, way.number)))
                values = (*values, value)
        self._met[values] = tolls


Ends: TypeAlias = Sequence[tuple[float, tuple[Toll, ...]]]


def tolls_of(doing: Doing, after: Scene, name: str) -> Ends:
    """Return what is taken from somebody, by every way of the throws that follow, or with the question that does."""
    ends = [(1.0, after)]
    for prompt in after.prompts if after.asked > doing.scene.asked else ():
        if prompt.id > doing.scene.asked and _matters(doing, after, name, prompt):
            ends = [(p * q, then) for p, scene in ends for q, then in _thrown(doing, scene, name, prompt)]
            later = ((then, new) for _, then in ends for new in then.prompts if new.id > after.asked)
            if not ends or any(_matters(doing, then, name, new) for then, new in later):
                return [(1.0, (*_taken(doing, after, name), Toll(name, "", 0, asks=prompt.text)))]
    return [(p, _taken(doing, then, name)) for p, then in ends]


def _thrown(doing: Doing, scene: Scene, name: str, prompt: Prompt) -> list[tuple[float, Scene]]:
    """Return what comes of a question that a throw answers, by each of its outcomes; nothing if people choose."""
    system, ends, outcomes = doing.resolver.system, list[tuple[float, Scene]](), list[Outcome]()
    throws = doing.rules.answers.get(prompt.kind, {}).get(THROW, ()) if not prompt.data.get("verb") else ()

    def as_it_falls(resolver: Resolver, line: str) -> Action:
        action = read(phrases(line)[0], system, resolver.scene)
        outcomes.extend(() if outcomes else system.odds(resolver.scene, action).outcomes)
        return perform(resolver, action.copy_with(result=Given("outcome", outcome=outcomes[len(ends)].label)))

    if not throws or not throws[0].tries or prompt.name != name:
        return []
    try:
        while len(ends) < (len(outcomes) or 1):
            resolver = system.silent(scene)
            resolver.carry_out = as_it_falls
            resolver.close_prompt(prompt.id, THROW)
            system.decide(resolver, prompt, THROW)
            ends.append((outcomes[len(ends)].p, resolver.scene))
    except (InvalidCommand, NotThrown):
        return []
    return ends


def _matters(doing: Doing, after: Scene, name: str, prompt: Prompt) -> bool:
    """Return whether an answer that throws no dice changes what is taken from somebody."""
    for choice in prompt.choices:
        with suppress(NotThrown, InvalidCommand):
            doing.resolver.system.decide(resolver := doing.resolver.system.silent(after), prompt, choice)
            if _taken(doing, resolver.scene, name) != _taken(doing, after, name):
                return True
    return False


def _taken(doing: Doing, after: Scene, name: str) -> tuple[Toll, ...]:
    before, then = doing.scene[name], after[name]
    out = before.out is None and then.out is not None
    known = {track: table for track, table in doing.rules.tracks.items() if track in before.tracks}
    lost = {one: (before.value(one) - then.value(one)) * (-1 if table.fills else 1) for one, table in known.items()}
    tolls = [Toll(name, track, amount, out) for track, amount in lost.items() if amount > 0]
    return tuple(tolls) or ((Toll(name, next(iter(known), ""), 0, out),) if out else ())


def conclude(doing: Doing, said: OutcomeRule | None, *, again: bool = False) -> None:
    """Work out the numbers, report the outcome, do its effects; ``again``: only those that depend on the target."""
    rule, doing.keeps = doing.known_rule, True
    outcome = tell(doing, said)
    of_target = {"it", "cover", "band", *map(attr, rule.numbers)} if again else ()
    doing.do(effect for effect in rule.do if not again or not effect.uses.isdisjoint(of_target))
    if outcome is not None:
        doing.do(outcome.do)
    doing.keeps, doing.last = False, None


def tell(doing: Doing, said: OutcomeRule | None) -> OutcomeRule | None:
    """Work out the numbers that decide an action and report its outcome; returns that."""
    moment = doing.moment()
    for name in doing.known_rule.eager:
        doing.number(name, moment)
    doing.outcome = outcome = said or doing.judge()
    first, alone = "".join(doing.known_rule.table.do[:1]), ("say {me.name}: ", f"mark me {doing.known_rule.verb}")
    if doing.resolver.heard and (outcome or not first.startswith(alone)):
        told = f"{headline(doing)}{_numbers(doing, said)}{f': {outcome.name}' if outcome else ''}."
        if told not in doing.resolver.sentences[-1:]:  # An answer may be called as what it does.
            doing.resolver.say(told)
    return outcome


def headline(doing: Doing) -> str:
    """Return a sentence naming actor, target and weapon; the weapon is the deed where the verb is for it alone."""
    rule = doing.known_rule
    on = f" on {doing.it}" if doing.it and rule.table.target else ""
    on = f" against {doing.words['by']}" if "by" in doing.words else on
    if doing.weapon and isinstance(rule.table.weapon, str) and not rule.table.main:
        return f"{doing.me}: {spaced(doing.weapon)}{on}"
    arm = f" with {the(doing.weapon)}" if doing.weapon else ""
    return f"{doing.me}: {rule.table.in_words or spaced(rule.verb)}{on}{arm}"


def _numbers(doing: Doing, said: OutcomeRule | None) -> str:
    rule = doing.known_rule
    if said is not None or rule.throw is None or doing.unthrown:
        return ""
    value = doing.number(rule.total) if rule.total else doing.fell.total
    against = f" against {doing.number(rule.need)}" if rule.need and is_named(doing) else ""
    rolls = f" who {agree(doing.it, doing.scene, 'rolls')}" if doing.it and thrower_of(doing) != doing.me else ""
    return f",{rolls} {value}{against}".replace("-", "−")


def is_named(doing: Doing) -> bool:
    """Return whether the need is known: a difficulty that nobody named is nothing to be met."""
    rule = doing.known_rule
    asked = {attribute(ask.name) for ask in rule.table.ask if ask.default is None and ask.name not in doing.words}
    needs = frozenset[str]().union(*(part.expression.uses for part in rule.numbers.get(rule.need, ())))
    return not (needs and needs <= asked)
