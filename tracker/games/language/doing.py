"""An action of a game file being carried out: throw, numbers, outcome, effects; and attacks that wait for an answer."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar, cast

from msgspec import UNSET, Struct, UnsetType, field
from msgspec.structs import replace

from tracker.combat.dice import NotThrown
from tracker.combat.events import CoverBecame, TrackBecame
from tracker.combat.model import Model
from tracker.combat.scene import HEROES, IN_THE_OPEN, OPEN, Combatant, Plain, Scene
from tracker.games.language.rules import ActionRule, Effect, NumberPart, OutcomeRule, Rules
from tracker.games.language.scope import Expression, Moment, Value, attribute
from tracker.games.language.table import Fight
from tracker.games.language.throws import UNTHROWN, Die, Fell, read_throw
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import clause, spaced
from tracker.rules.own_state import NOTHING, OwnState
from tracker.rules.params import MOST
from tracker.rules.resolver import Resolver
from tracker.rules.system import System

Told = TypeVar("Told")
Asked: TypeAlias = tuple[Expression, Moment, Value]  # what an effect asked, when, and the answer


class Doing(Struct, eq=False):
    """Who does what to whom, with the options given and the dice thrown.

    ``known`` holds the numbers worked out so far, ``given`` the names of those typed by the GM, and ``thrown`` the
    results of dice inside numbers; ``as_typed`` is what comes to the same where it is typed. ``unthrown`` says that it
    goes without a throw, and ``once`` that a question is not asked again while it is open. ``among`` is the target's
    place among several, from 1. With ``silent`` nothing is reported and no dice are thrown, as odds and forms need it.
    ``seen`` is the moment of an action in which nothing changes any more, so that it is looked up only once; ``last``
    is the one looked up last, ``at`` its scene, while it ``keeps`` moments. ``asked`` notes what its effects ask, with
    the answers. ``typed`` is a result for the next throw of its effects; ``mixed``: a typed total has dice in it of
    which each is unknown.
    """

    resolver: Resolver
    rules: Rules
    rule: ActionRule | None
    me: str
    it: str = ""
    weapon: str = ""
    words: Mapping[str, Value] = field(default_factory=dict)
    fell: Fell = UNTHROWN
    answer: Mapping[str, int] = field(default_factory=dict)
    answered: str = ""
    amount: int = 0
    before: int = 0
    outcome: OutcomeRule | None = None
    known: dict[str, int] = field(default_factory=dict)
    thrown: dict[str, int] = field(default_factory=dict)
    as_typed: dict[str, int] = field(default_factory=dict)
    unsaid: frozenset[str] = frozenset()
    unthrown: bool = False
    once: bool = False
    silent: bool = False
    depth: int = 0
    among: int = 0
    given: frozenset[str] = frozenset()
    results: dict[str, int] = field(default_factory=dict)
    typed: str = ""
    mixed: bool = False
    seen: Moment | None = None
    asked: list[Asked] | None = None
    last: Moment | None = None
    at: Scene | None = None
    keeps: bool = False
    mode: str = ""

    @property
    def known_rule(self) -> ActionRule:
        """Return the rule of an action that is one of the file's."""
        assert self.rule is not None
        return self.rule

    @property
    def doubled(self) -> bool:
        """Return whether this outcome throws twice the dice."""
        return bool(self.rule and self.outcome and self.outcome.name in self.rule.table.double_dice_on)

    @property
    def scene(self) -> Scene:
        """Return the current scene."""
        return self.resolver.scene

    @property
    def by(self) -> Mapping[str, Plain]:
        """Return the weapon's fields."""
        me, lore = self.scene.combatants.get(self.me), self.rule is not None and self.rule.table.lore
        return fields_of(self.resolver.system, me, self.weapon, lore=lore)

    def moment(self) -> Moment:
        """Return the moment as expressions see it."""
        if self.seen is not None:
            return self.seen
        scene, last = self.resolver.scene, self.last
        if last is not None and self.at is scene and last.fell is self.fell and last.answer is self.answer:
            return last
        me, it = scene.combatants.get(self.me), scene.combatants.get(self.it)
        armed = last is not None and last.me is me and last.weapon == self.weapon
        moment = Moment(
            me,
            it,
            last.by if last is not None and armed else self.by,
            self.cover(it if it is not None else me),
            scene.band(self.me, self.it) if me is not None and it is not None and me is not it else scene.default_range,
            self.fell,
            0 if scene.is_over else scene.turn.round,
            self.words,
            self.answer,
            self.answered,
            self.amount,
            self.before,
            self.number,
            Fight(scene, self.resolver.system, self.rules),
            self.results,
            self.weapon,
            self.mode,
            self.among,
        )
        if self.keeps:  # Whoever says so lets go of it: a circle would be left to the garbage collector.
            self.last, self.at = moment, scene
        return moment

    def cover(self, it: Combatant | None) -> Mapping[str, int]:
        """Return what the target's cover gives."""
        if it is None or it.cover.degree == OPEN:
            return {}
        return next((cover.gives for cover in self.rules.table.cover if cover.name == it.cover.degree), {})

    def number(self, name: str, moment: Moment | None = None) -> int:
        """Return a number of the action, worked out on first use, with a reason for each of its parts."""
        known = self.known.get(name)
        if known is not None or self.rule is None:
            return known or 0
        self.known[name] = 0
        total, moment, parts = 0, moment or self.moment(), self.rule.numbers[name]
        given = self.words.get(name) if name in self.given else None
        if given is None and (self.silent or not self.resolver.heard):  # As odds ask for it, hundreds of times.
            steady, others = self.rule.steady(name)
            if name not in moment.steady:
                moment.steady[name] = sum(int(each.run(moment)) for each in steady)
            total = moment.steady[name]
            for part in others:
                if part.expression.kind != "dice":
                    total += int(part.expression.run(moment))
                elif self.silent:
                    total += self.thrown.get(self.key(name, part.label), 0)
                else:
                    total += (value := self._dice(name, part.label, str(part.expression.run(moment))))
                    self._because(name, part.label, value)
            self.known[name] = total
            return total
        fixed = tuple(part for part in parts if part.expression.kind != "dice")
        if given is not None:
            # Typed results replace the dice, or the whole of a number without dice.
            total = int(cast("int", given))
            self._because(name, f"{name} as rolled", total)
            parts = fixed if len(fixed) < len(parts) else ()
        for part in parts:
            value = part.expression.run(moment)
            alone = len(self.rule.numbers[name]) == 1 and value != ""  # What has no die here says nothing.
            try:
                value = self._dice(name, part.label, str(value)) if part.expression.kind == "dice" else int(value)
            except NotThrown:
                twice = " with twice the dice" if self.doubled else ""
                raise NotThrown(f"{self.summed(parts, moment)}{twice} for {part.label}", name) from None
            total += value
            beside = self.rule.added if self.mixed else ()
            if self.silent or name in beside or part.expression.bare in map(attribute, beside):
                continue
            for other in part.expression.uses & self.as_typed.keys() if part.expression.kind == "dice" else ():
                self.as_typed[other] += value  # Dice that nobody throws where another number is typed are part of it.
            value += sum(map(self.number, beside)) if part.is_roll else 0
            for called, die in self.fell.named.items() if part.is_roll else ():
                value -= die.sign * die.value
                self._because(name, called.replace("-", " "), die.sign * die.value)
            if value or (part.is_roll and not self.fell.named) or alone:
                self._because(name, "dice" if beside and part.is_roll else part.label, value)
        self.known[name] = total
        if given is not None and parts:
            self._note_misfit(name, int(cast("int", given)), total, moment)
        if given is None and len(fixed) < len(parts):
            typed = replace(moment, words={**self.words, name: 0})
            self.as_typed[f"{name}?"] = total - sum(int(cast("int", part.expression.run(typed))) for part in fixed)
        return total

    def _note_misfit(self, name: str, typed: int, total: int, moment: Moment) -> None:
        """Note a typed number that its dice cannot make, with all that is added to them."""
        untyped = replace(moment, words={word: value for word, value in moment.words.items() if word != name})
        least, most = typed - total, typed - total
        for part in self.rule.numbers[name] if self.rule is not None and not self.silent else ():
            value, low, high = part.expression.run(untyped), 0, 0
            if part.expression.kind != "dice":
                low = high = int(value)
            elif str(value).strip():
                throw = read_throw(str(value), self.doubled)
                low, high = throw.expression.bounds()
                high = MOST if any(pool.explodes for pool in throw.pools()) else high
            least, most = least + low, most + high
        self.resolver.note_misfit(spaced(name), typed, least, most)

    def summed(self, parts: Iterable[NumberPart], moment: Moment) -> str:
        """Return all that is added up with dice before they are thrown: ``1d8 + 1d6 + 3``; "" without dice."""
        values = [(part.expression.kind == "dice", part.expression.run(moment)) for part in parts]
        bonus = sum(int(value) for dice, value in values if not dice)
        written = [str(value).strip() for dice, value in values if dice and str(value).strip()]
        return " + ".join(written) + (f" {'+' if bonus > 0 else '−'} {abs(bonus)}" if bonus and written else "")

    def _because(self, of: str, label: str, value: int) -> None:
        if not self.silent and of not in self.unsaid:
            of = f"{of} of {self.it}" if self.among > 1 else of  # Each target after the first has sums of its own.
            self.resolver.because(of, label, value, self.rules.table.source)

    def account(self, track: str, label: str, change: int, uses: frozenset[str]) -> None:
        """Give the reason for a change of a track, unless it is a number of ``uses`` that has its reasons already."""
        if change and self.resolver.heard and not self.silent:
            reasons = (reason for reason in self.resolver.reasons if reason.part == self.resolver.part)
            told = {reason.of.removesuffix(f" of {self.it}") for reason in reasons}
            if not any(self.known.get(name) == abs(change) and attribute(name) in uses for name in told):
                self._because(track, label, change)

    def key(self, number: str, label: str) -> str:
        """Return what dice of a number are kept by: those added to the throw of one of several are that one's own."""
        own = self.among > 1 and self.rule is not None and number in self.rule.added
        return f"{number} {label}{f' of {self.it}' if own else ''}"

    def _dice(self, number: str, label: str, text: str) -> int:
        own, key = self.rule is not None and number in self.rule.added, self.key(number, label)
        if not text.strip():
            return self.thrown.get(key, 0)
        if key not in self.thrown:
            table = self.rule.table if self.rule is not None else None
            common = f"{table.verb} {text}" if table is not None and table.passive and not own else ""
            if common in self.resolver.shared:
                # Several who save against one thing throw for themselves, and its damage is thrown once.
                self.thrown[key] = self.resolver.shared[common]
                return self.thrown[key]
            throw = read_throw(text, self.doubled)
            self.resolver.check_objections()
            self.thrown[key] = throw.roll(self.resolver.dice, number).total
            if (common or (self.among and not own)) and throw.expression.thrown:
                self.resolver.say(f"{text}: {self.thrown[key]}.")
            if common:
                self.resolver.shared[common] = self.thrown[key]
        return self.thrown[key]

    def value(self, expression: Expression) -> Any:
        """Return what an expression of an effect is worth now."""
        moment = self.moment()
        value = expression.run(moment)
        if self.asked is not None:
            self.asked.append((expression, moment, value))
        return value

    def told(self, tell: Callable[[Moment], Told]) -> Told:
        """Return what is told of this moment: nothing comes of it, but numbers may be worked out by it."""
        moment = self.moment()
        if self.asked is not None:
            self.asked.append((Expression("text", lambda then: str(tell(then))[:0]), moment, ""))
        return tell(moment)

    def whole(self, expression: Expression) -> int:
        """Return what an expression of an effect is worth now, as a whole number."""
        return int(self.value(expression))

    def judge(self) -> OutcomeRule | None:
        """Return the first outcome whose rule holds; None if there is none."""
        moment = self.moment()
        for one in self.rule.outcomes if self.rule is not None else ():
            if one.when is None or one.when.run(moment):
                return one
        return None

    def do(self, effects: Iterable[Effect]) -> None:
        """Carry out effects in order."""
        heard, rule = self.resolver.heard, self.rule
        for effect in effects:
            # A number is worked out by the first that uses it, even if nobody hears what it tells.
            if heard or not effect.tells or (rule is not None and not rule.moving.isdisjoint(effect.uses)):
                effect.run(self)

    def change(self) -> "Changes":
        """Return the object that changes combatants, with consequences."""
        return Changes(self.resolver, self.rules, self.depth)

    def saved(self, effects: Mapping[str, tuple[Effect, ...]]) -> dict[str, Plain]:
        """Return the parts of this moment that the answer to a question needs, as plain data."""
        used = frozenset(name for choice in effects.values() for effect in choice for name in effect.uses)
        rule = self.rule
        late = rule.late if rule is not None else frozenset()
        for name in reversed(tuple(rule.numbers) if rule is not None else ()):
            if rule is not None and name in late and attribute(name) in used:
                used = used.union(*(part.expression.uses for part in rule.numbers[name]))
        # A number that only answers use is worked out by the first of them, and is then known to those after it.
        asked_of = (name for name in (rule.numbers if rule else ()) if attribute(name) in used)
        names = [name for name in asked_of if name not in late or name in self.known]
        numbers = self.told(lambda moment: {name: moment.number(name, moment) for name in names})
        asked = {name: attribute(name) for name in self.words}
        words = {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in self.words.items()
            if {asked[name], f"{asked[name]}?"} & used
        }
        data: dict[str, Plain] = {"verb": self.rule.verb if self.rule else "", "me": self.me, "it": self.it}
        fell, named = self.fell, {name: die.value for name, die in self.fell.named.items()}
        data |= {"weapon": self.weapon, "roll": fell.total, "amount": self.amount}
        data |= {"before": self.before} if self.before else {}
        data |= {"faces": list(fell.faces)} if "faces" in used and fell.faces else {}
        data |= {"dice": cast(Plain, named)} if named else {}
        return {**data, "words": words, "numbers": cast(Plain, numbers)}


def fields_of(system: System, me: Combatant | None, weapon: str, *, lore: bool = False) -> Mapping[str, Plain]:
    """Return the fields of a weapon; of a thing of the ``lore``, those that one has of it go before its own."""
    carried = me.weapons.get(weapon) if me is not None else None
    if carried is not None and not lore:
        return carried
    known = system.weapons.get(weapon, NOTHING) if weapon else NOTHING
    return {**known, **carried} if carried is not None else known


DEEPEST = 8  # the greatest depth of consequences of consequences


class Changes:
    """Changes to combatants, and what the game has follow: soaking tracks, going out, triggers one level deeper."""

    def __init__(self, resolver: Resolver, rules: Rules, depth: int = 0) -> None:
        if depth > DEEPEST:
            raise InvalidCommand("What follows from this never ends: the game's [[on]] tables bring each other about.")
        self.resolver, self.rules, self.depth = resolver, rules, depth

    def lose(self, name: str, amount: int, track: str) -> None:
        """Take an amount off a track, after those that soak it; what follows counts all of it, soaked or not."""
        resolver, table = self.resolver, self.rules.tracks[track]
        if amount <= 0:
            return
        who = resolver.combatant(name)
        whole, before = amount, who.value(track) + sum(who.value(soaking) for soaking in table.soaked_by)
        for soaking in table.soaked_by:
            soaked = min(amount, max(0, resolver.combatant(name).value(soaking) - self.rules.tracks[soaking].low))
            if soaked:
                resolver.set_track(name, soaking, resolver.combatant(name).value(soaking) - soaked)
                amount -= soaked
        if amount:
            self._move(name, amount if table.fills else -amount, track)
        fire(self, f"lost {track}", name, whole, before)

    def gain(self, name: str, amount: int, track: str) -> None:
        """Give back an amount of a track, which may wake somebody who is out."""
        if amount > 0:
            before = self.resolver.combatant(name).value(track)
            self._move(name, -amount if self.rules.tracks[track].fills else amount, track)
            fire(self, f"gained {track}", name, amount, before)

    def set(self, name: str, track: str, value: int) -> None:
        """Set a track to a value, with its consequences."""
        change = value - self.resolver.combatant(name).value(track)
        bad = change if self.rules.tracks[track].fills else -change
        (self.lose if bad > 0 else self.gain)(name, abs(change), track)

    def _move(self, name: str, by: int, track: str) -> None:
        resolver, table = self.resolver, self.rules.tracks[track]
        before = resolver.combatant(name)
        if track not in before.tracks:
            top = table.top if table.top is not None else max(0, by)
            resolver.set_track(name, track, table.low if table.fills else 0, top)
        now = resolver.combatant(name).tracks[track]
        wanted = now.value + by
        # A track with no maximum that starts at zero is as long as what was gained.
        most = max(wanted, now.max) if table.top is None and not table.start else None
        if table.over and wanted > now.max:
            resolver.emit(TrackBecame((name,), track, wanted, now.max, now.value))
        else:
            resolver.set_track(name, track, wanted, most)
        if table.out is None:
            return
        end = now.max if table.fills else table.low
        over = wanted - end if table.fills else end - wanted
        others = table.out_others if before.side != HEROES else None
        at_end = over > 0 if table.out_at == "exceeded" else over >= 0
        if at_end and (before.out is None or (now.value != end and before.out not in (table.out, others))):
            self.take_out(name, others or table.out)
        elif not at_end and (by < 0) == table.fills and table.wakes and before.out == table.out:
            self.bring_back(name)

    def take_out(self, name: str, word: str) -> None:
        """Put somebody out of the fight."""
        if self.resolver.combatant(name).out != word:
            self.resolver.set_out(name, word)
            self.resolver.say(f"{self.resolver.clause(name, 'is')} {spaced(word)}.")
            fire(self, "out", name, 0, 0)

    def bring_back(self, name: str) -> None:
        """Put somebody back in the fight."""
        if self.resolver.combatant(name).out is not None:
            self.resolver.set_out(name, None)
            self.resolver.say(f"{self.resolver.clause(name, 'is')} up again.")
            fire(self, "back", name, 0, 0)

    def mark(self, name: str, condition: str, **ends: str | int | None) -> None:
        """Mark a condition, what follows from it follows once; one that is a track's name is counted there instead."""
        if condition in self.rules.tracks:
            self.lose(name, 1, condition)
            self.resolver.say(f"{name}: {spaced(condition)} {self.resolver.combatant(name).value(condition)}.")
            return
        had = self.resolver.combatant(name).has(condition)
        self.resolver.mark(name, condition, None, **ends)
        if not had:
            fire(self, f"marked {condition}", name, 0, 0)

    def unmark(self, name: str, condition: str) -> None:
        """Remove a condition, if it is marked; of one that is a track's name, a level is taken off."""
        if condition in self.rules.tracks:
            self.gain(name, 1, condition)
            self.resolver.say(f"{name}: {spaced(condition)} {self.resolver.combatant(name).value(condition)}.")
        elif self.resolver.combatant(name).has(condition):
            self.resolver.unmark(name, condition)
            fire(self, f"unmarked {condition}", name, 0, 0)

    def through_cover(self, name: str, amount: int) -> int:
        """Return what is left of a blow after cover that absorbs some of it; the cover wears down, and is then gone."""
        cover = self.resolver.combatant(name).cover
        if not cover.absorbs or amount <= 0:
            return amount
        stopped = min(amount, cover.absorbs, cover.left if cover.left is not None else amount)
        left = cover.left - stopped if cover.left is not None else 1
        if stopped and cover.left is not None:
            self.resolver.emit(CoverBecame((name,), replace(cover, left=left) if left else IN_THE_OPEN))
        if stopped:
            self.resolver.say(f"The cover stops {stopped}.{'' if left else f' The cover of {name} is gone.'}")
        return amount - stopped


def fire(change: Changes, event: str, name: str, amount: int, before: int = 0, it: str = "") -> None:
    """Carry out the triggers of an event that affected a combatant, some once for each of their weapons."""
    resolver, depth, triggers = change.resolver, change.depth + 1, change.rules.triggers.get(event)
    if not triggers:
        return
    doing = Doing(resolver, change.rules, None, name, it or name, amount=amount, before=before, depth=depth, keeps=True)
    moment = doing.moment()
    for trigger in triggers:
        if name in resolver.scene.combatants:
            for weapon in tuple(resolver.combatant(name).weapons) if trigger.each == "weapon" else ("",):
                if weapon != doing.weapon:
                    doing.weapon = weapon
                    doing.last = moment = replace(moment, weapon=weapon, by=doing.by, steady={})
                if trigger.when is None or trigger.when.run(moment):
                    doing.once = trigger.once
                    doing.do(trigger.do)
                    moment = doing.moment()
    doing.keeps, doing.last = False, None


class Waiting(Model):
    """A thrown attack that waits for an answer; ``outcome`` is the typed outcome instead of a roll."""

    verb: str
    me: str
    it: str
    weapon: str
    roll: int
    faces: tuple[int, ...]
    words: Mapping[str, Any]
    outcome: str = ""
    named: Mapping[str, Die] | UnsetType = UNSET


class FightState(OwnState):
    """What a game of a file keeps of the fight: the attacks that wait, oldest first."""

    waiting: tuple[Waiting, ...] = ()


def waiting(scene: Scene, rules: Rules) -> tuple[Waiting, ...]:
    """Return the waiting attacks, oldest first; those that the fight or the rules do not know are left out."""
    if not scene.fields.get("waiting"):
        return ()
    known, actions, attacks = scene.combatants, rules.actions, FightState.of(scene).waiting
    return tuple([each for each in attacks if each.verb in actions and each.me in known and each.it in known])


def attack_on(resolver: Resolver, rules: Rules, name: str, by: str | None, verb: str) -> Waiting | None:
    """Return the attack that this combatant can answer with this verb; objects if there is none."""
    attacks = [
        attack
        for attack in waiting(resolver.scene, rules)
        if attack.it == name and by in (None, attack.me)
        if verb in (*rules.actions[attack.verb].table.waits_for, "take")
    ]
    if not attacks:
        resolver.objection(f"No attack{f' by {by}' if by else ''} waits for {resolver.whose(name)} answer.")
        return None
    return attacks[-1]


def doing_again(resolver: Resolver, rules: Rules, attack: Waiting) -> Doing:
    """Restore the attack as it was thrown."""
    rule = rules.actions[attack.verb]
    given = frozenset(name for name in attack.words if name in rule.numbers)
    fell = Fell(attack.roll, attack.faces, attack.named or {})
    return Doing(resolver, rules, rule, attack.me, attack.it, attack.weapon, attack.words, fell, given=given)


def check_action(resolver: Resolver, rules: Rules, rule: ActionRule, actor: str) -> None:
    """Object if conditions, a spent action or the phase forbid this verb to this actor."""
    combatant, scene, phase = resolver.combatant(actor), resolver.scene, resolver.scene.turn.phase
    stopped = [item.name for item in combatant.conditions if item.name in rules.cannot_act]
    if stopped and not rule.table.passive:
        resolver.objection(f"{clause(actor, scene, 'is')} {spaced(stopped[0])} and cannot act.")
    if rule.cost is not None and rule.cost.constant is not None:
        check_cost(resolver, actor, str(rule.cost.constant))
    if rule.phases and phase is not None and phase not in rule.phases:
        resolver.objection(f"{rule.verb} belongs to the phase {comma_list(rule.phases)}; this is {phase}.")


def check_cost(resolver: Resolver, actor: str, cost: str, other_way: Callable[[], str] = str) -> None:
    """Object if what an action takes of the turn is spent, with another way to do it if there is one."""
    if cost and cost in resolver.combatant(actor).spent:
        resolver.objection(f"{resolver.clause(actor, 'has')} used the {cost} of this turn{other_way()}.")
