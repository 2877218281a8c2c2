"""A checked game file, with its expressions and effects compiled."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, TypeAlias, TypeVar

from tracker.combat.model import Model
from tracker.games.language.scope import Expression, Moment, Run, ValueKind, attribute
from tracker.games.language.shape import ActionTable, GameTable, TrackTable
from tracker.rules.declarations import ConditionSpec
from tracker.rules.grammar import is_plural, plural_of

Carry: TypeAlias = Callable[[Any], None]  # a function that carries out an effect of a Doing, which knows these rules


class Effect(Model):
    """An effect of an outcome: a function, and the names of the action that it uses.

    ``spent`` is the weapon's counter that it uses up, with the amount; ``harms`` says whom it may leave worse off, in
    tracks or out of the fight: ``me``, ``it``, or "" for nobody. ``asks`` is the question that it only puts.
    ``tries``: an action is thrown for ``me``. One that is ``idle`` takes nothing: it changes no track and not who is
    out, and neither asks nor throws. ``of`` says what it does to a track or condition of whom, and ``amount`` is
    all that it looks at for that. One that only ``tells`` something is left out where nobody hears it.
    """

    run: Carry
    uses: frozenset[str] = frozenset()
    spent: tuple[str, Expression] | None = None
    harms: str = ""
    asks: str = ""
    tries: bool = False
    idle: bool = False
    amount: Expression | None = None
    of: str = ""
    tells: bool = False


class Template(Model):
    """A text with expressions in braces."""

    parts: tuple[str | Expression, ...]

    def at(self, moment: Moment) -> str:
        """Return the text at a moment."""
        values = (part if isinstance(part, str) else part.run(moment) for part in self.parts)
        return "".join([", ".join(map(str, one)) if isinstance(one, tuple) else str(one) for one in values])

    def said(self, moment: Moment) -> str:
        """Return a sentence at a moment, in which the verb after a name agrees with it: ``Goons are out``."""
        text, people = self.at(moment), filter(None, (moment.me, moment.it))
        for name in {who.name for who in people if moment.fight and is_plural(who.name, moment.fight.scene)}:
            text = re.sub(rf"(?<=\b{re.escape(name)} )[a-z]+s\b", lambda verb: plural_of(verb[0]), text)
        return text

    @property
    def adds(self) -> bool:
        """Return whether this mode adds dice to the throw, instead of replacing it."""
        return bool(self.parts) and str(self.parts[0])[:1] in ("+", "-")

    @property
    def uses(self) -> frozenset[str]:
        """Return the names of the action that its expressions use."""
        return frozenset[str]().union(*(part.uses for part in self.parts if isinstance(part, Expression)))


class NumberPart(Model):
    """A number that counts towards another: its label and value; dice in it are thrown."""

    label: str
    expression: Expression
    is_roll: bool = False


class OutcomeRule(Model, eq=False):
    """A possible outcome of an action; without ``when`` it always applies."""

    name: str
    good: bool
    when: Expression | None
    do: tuple[Effect, ...]


class Refusal(Model):
    """A rule that forbids an action, its sentence, and the verb that the actor could do first, or an empty text."""

    when: Expression
    say: Template
    first: str = ""


_once: Final = lru_cache(2000)

Answers: TypeAlias = Mapping[str, Mapping[str, tuple[Effect, ...]]]


class ActionRule(Model, eq=False):
    """A verb: its numbers, outcomes and effects; what these depend on is looked up once.

    ``eager`` are the numbers that decide the outcome; ``rolled`` those that depend on the throw. A typed total means
    the number ``total``, which is compared with ``need``. ``cost`` is the act of a turn that it takes, or an empty
    text; ``area`` says whether it reaches several at once with a weapon, ``at_most`` how many, ``reaches`` whether that
    reaches the target, ``holds`` whether its area holds two who are ``band`` of each other, ``thrower`` whose
    conditions count as their own, ``like`` as which verb they count, ``throw_if`` whether anything is thrown, ``helps``
    whom it helps. ``dice`` are the names of its dice, ``mode_if`` the modes that it has by itself, why in a few words,
    and when, ``remarks`` what stands beside its throw, and when.
    """

    table: ActionTable
    throw: Template | None
    throw_others: Template | None
    modes: Mapping[str, Template]
    numbers: Mapping[str, tuple[NumberPart, ...]]
    outcomes: tuple[OutcomeRule, ...]
    refusals: tuple[Refusal, ...]
    do: tuple[Effect, ...]
    answers: Answers
    eager: tuple[str, ...]
    rolled: frozenset[str]
    total: str
    need: str
    answers_to: tuple[str, ...]
    phases: tuple[str, ...]
    cost: Expression | None = None
    area: Expression | None = None
    at_most: Expression | None = None
    thrower: Expression | None = None
    like: Expression | None = None
    throw_if: Expression | None = None
    usual: Expression | None = None
    reaches: Expression | None = None
    holds: Expression | None = None
    waits_if: Expression | None = None
    dice: tuple[str, ...] = ()
    mode_if: tuple[tuple[str, str, Expression], ...] = ()
    remarks: tuple[Refusal, ...] = ()
    helps: Expression | None = None
    choose_if: Mapping[str, Expression] = field(default_factory=dict)

    def most(self, moment: Moment) -> int:
        """Return how many targets it may have; 0 for any number."""
        return max(0, self.at_most.number(moment)) if self.at_most is not None else 0

    @_once
    def before_answer(self) -> tuple[tuple[str, ...], tuple[Expression, ...]] | None:
        """Return the numbers and the outcomes' rules through which alone the dice of an attack count when it waits.

        None if what depends on the answer, or an effect, looks at the dice themselves.
        """
        late, dice = {"answer", "answered"}, {"roll", "faces", *self.dice}
        thrown: dict[str, None] = {}
        for name, parts in self.numbers.items():
            uses = _uses(parts)
            if uses & late:
                late.add(attribute(name))
            elif uses & (dice | thrown.keys()):
                thrown[attribute(name)] = None
        whens = [outcome.when for outcome in self.outcomes if outcome.when is not None]
        later = [when.uses for when in whens if when.uses & late]
        later += [_uses(parts) for name, parts in self.numbers.items() if attribute(name) in late]
        later += [effect.uses for outcome in (None, *self.outcomes) for effect in self.effects(outcome)]
        if dice & frozenset[str]().union(*later):
            return None
        names = tuple(name for name in self.numbers if attribute(name) in thrown)
        return names, tuple(when for when in whens if not when.uses & late)

    @property
    def deciding(self) -> tuple[object, ...]:
        """Return all by which it comes to something for a target, wherever that stands."""
        doing = tuple(effect for effect in self.do if not (effect.idle or effect.of.startswith("lose me ")))
        thrown = self.throw, self.throw_others, self.throw_if, self.thrower, self.like, self.modes, self.mode_if
        return *thrown, self.numbers, self.outcomes, self.answers, doing

    @property
    def coming(self) -> tuple[object, ...]:
        """Return all by which it comes to anything for a target, not what it may be done with and what it costs."""
        return *self.deciding, self.reaches

    @property
    @_once
    def late(self) -> frozenset[str]:
        """Return the numbers without dice that only answers to questions use, worked out when one is given."""
        used, late = set(_uses((self.do, self.outcomes))), set[str]()
        for name in reversed(tuple(self.numbers) if self.outcomes else ()):
            if attribute(name) not in used and all(part.expression.kind != "dice" for part in self.numbers[name]):
                late.add(name)
            else:
                used |= _uses(self.numbers[name])
        return frozenset(late)

    @property
    @_once
    def moving(self) -> frozenset[str]:
        """Return the names of what dice, and answers to questions, may change."""
        own = map(attribute, (*self.dice, *self.numbers))
        return frozenset(("roll", "faces", "answer", "answered", "thrown", "succeeded", *own))

    @_once
    def steady(self, name: str) -> tuple[tuple[Expression, ...], tuple[NumberPart, ...]]:
        """Return the values of a number that are the same however dice fall, and its other parts."""
        parts, moving = self.numbers[name], self.moving
        same = [one for one in parts if one.expression.kind != "dice" and not moving & one.expression.uses]
        return tuple(one.expression for one in same), tuple(one for one in parts if one not in same)

    @property
    @_once
    def added(self) -> tuple[str, ...]:
        """Return the numbers that are added to the throw, whose dice a typed total has in it."""
        bare = {part.expression.bare for part in self.numbers.get(self.total, ())}
        return tuple(name for name in self.eager if attribute(name) in bare)

    @property
    @_once
    def looks_at(self) -> frozenset[str]:
        """Return every name that its numbers, outcomes and effects use."""
        return _uses((self.do, self.numbers, self.outcomes))

    @property
    def verb(self) -> str:
        """Return its word."""
        return self.table.verb

    @property
    def counters(self) -> tuple[tuple[str, Expression], ...]:
        """Return the weapon counters that every outcome uses up."""
        return tuple([effect.spent for effect in self.do if effect.spent is not None])

    def effects(self, outcome: OutcomeRule | None) -> tuple[Effect, ...]:
        """Return what an outcome does, and what every outcome does."""
        return (*self.do, *(outcome.do if outcome is not None else ()))

    @_once
    def in_turn(self, outcome: OutcomeRule | None) -> tuple[tuple[Effect, ...], ...]:
        """Return what an outcome does however dice fall, then all up to the last that takes something, and the rest."""
        effects = self.effects(outcome)
        first = next((at for at, each in enumerate(effects) if not self.moving.isdisjoint(each.uses)), len(effects))
        last = max([first, *(at for at, each in enumerate(effects, 1) if not each.idle)])
        return effects[:first], effects[first:last], effects[last:]

    @_once
    def uses(self, outcome: OutcomeRule | None) -> frozenset[str]:
        """Return the names that the effects of an outcome use, and those that the numbers among them use."""
        used = _uses(self.effects(outcome))
        for name in reversed(tuple(self.numbers)):
            if attribute(name) in used:
                used |= _uses(self.numbers[name])
        return used

    @_once
    def seen_of_throw(self, outcome: OutcomeRule | None) -> tuple[tuple[str, ...], bool]:
        """Return through which numbers that decide an outcome its effects see the throw, and whether they see more."""
        used, seen = _uses(self.effects(outcome)), list[str]()
        for name in reversed(tuple(self.numbers)):
            if attribute(name) in used and name in self.eager:
                seen.append(name)
            elif attribute(name) in used:
                used |= _uses(self.numbers[name])
        return tuple(seen), not used.isdisjoint(("roll", "faces", *self.dice))

    @_once
    def added_up(self, outcome: OutcomeRule | None) -> list[tuple[str, ...]]:
        """Return the dice, by number and label, that count for the effects of an outcome only as a sum."""
        used = _uses(self.effects(outcome))
        for name in reversed(tuple(self.numbers)):
            # A number that counts otherwise than added as it is counts by its own sum.
            if attribute(name) in used:
                used = used.union(*(part.expression.uses for part in self.numbers[name] if not part.expression.bare))
        # Of several numbers, the same dice may make the same sum.
        sums = dict.fromkeys(tuple(self._dice_in(name)) for name in self.numbers if attribute(name) in used)
        often = Counter(key for found in sums for key in found)
        return [found for found in sums if len(found) > 1 and all(often[key] == 1 for key in found)]

    def _dice_in(self, name: str) -> Iterator[str]:
        for part in self.numbers[name]:
            if part.expression.kind == "dice":
                yield f"{name} {part.label}"
            for other in self.numbers:
                if part.expression.bare == attribute(other) != attribute(name):
                    yield from self._dice_in(other)

    @_once
    def numbers_for(self, outcome: OutcomeRule | None) -> tuple[str, ...]:
        """Return the numbers that the effects of an outcome need."""
        return tuple(name for name in self.numbers if attribute(name) in self.uses(outcome))


class Trigger(Model):
    """The effects of an event such as ``lost hp`` or ``turn start``."""

    when: Expression | None
    do: tuple[Effect, ...]
    each: str | None = None
    once: bool = False


class RowRule(Model):
    """A row of a table, and the highest number it applies to."""

    upto: int
    say: str
    do: tuple[Effect, ...]


Key = TypeVar("Key")
Made = TypeVar("Made")


class Lazy(Mapping[Key, Made]):
    """A mapping whose values are made when they are first asked for, such as the rules of a verb."""

    def __init__(self, keys: Iterable[Key], make: Callable[[Key], Made]) -> None:
        self._keys, self._make, self._made = dict.fromkeys(keys), make, dict[Key, Made]()

    def __getitem__(self, key: Key) -> Made:
        made = self._made.get(key)
        if made is None:
            if key not in self._keys:
                raise KeyError(key)
            made = self._made[key] = self._make(key)
        return made

    def __contains__(self, key: object) -> bool:
        """Return whether there is such a key, without making its value."""
        return key in self._keys

    def __iter__(self) -> Iterator[Key]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


@dataclass(slots=True)
class Rules:
    """All rules of a game."""

    table: GameTable
    tracks: Mapping[str, TrackTable] = field(default_factory=dict)
    sheet: Mapping[str, tuple[ValueKind, Run]] = field(default_factory=dict)
    theirs: Mapping[str, tuple[ValueKind, Run]] = field(default_factory=dict)  # the names on the sheet of it
    derived: Mapping[str, Expression] = field(default_factory=dict)
    actions: Mapping[str, ActionRule] = field(default_factory=dict)
    usable: Mapping[str, Expression] = field(default_factory=dict)  # whether an action goes with a weapon
    triggers: Mapping[str, tuple[Trigger, ...]] = field(default_factory=dict)
    answers: Answers = field(default_factory=dict)
    tables: Mapping[str, tuple[RowRule, ...]] = field(default_factory=dict)
    add: Expression | None = None
    throws_if: Mapping[str, Expression] = field(default_factory=dict)
    left: tuple[Refusal, ...] = ()  # what is left of an act, and when
    each: Expression | None = None
    harm: Expression | None = None
    modes_of: Mapping[tuple[str, str], Mapping[str, Expression]] = field(default_factory=dict)
    """The mode each condition gives, or an empty text, by whose condition it is (``mine``, ``at-me``) and the verb.

    Those of cover, by its degree, stand under ``at-me in cover``.
    """
    cannot_act: frozenset[str] = frozenset()
    conditions: tuple[ConditionSpec, ...] = ()

    def deciding(self) -> frozenset[str]:
        """Return the names that can change what an action comes to for a target that it reaches."""
        return _uses(tuple(rule.deciding for rule in self.actions.values() if rule.table.target))

    def counting(self, *, chosen: bool = True) -> frozenset[str]:
        """Return the names that can change what an attack or an answer comes to, or also what may be ``chosen``."""
        answers = {verb for rule in self.actions.values() for verb in rule.table.waits_for}
        on_others = [rule for rule in self.actions.values() if rule.table.target or rule.verb in answers]
        parts = [rule if chosen or rule.verb in answers else rule.coming for rule in on_others]
        at_once = tuple(
            trigger
            for event, triggers in self.triggers.items()
            for trigger in triggers
            if event.split()[0] not in ("turn", "round", "over", "parted")
            and not all(effect.asks for effect in trigger.do)
        )
        found = _uses((at_once, self.tables, self.add, self.harm, self.modes_of, *parts))
        for name in reversed(tuple(self.derived)):
            if not found.isdisjoint((f"me.{attribute(name)}", f"it.{attribute(name)}", "me.*", "it.*")):
                found |= self.derived[name].uses
        return found


def _uses(part: object) -> frozenset[str]:
    match part:
        case frozenset():
            return part
        case Expression() | Effect() | Template():
            return part.uses
        case Mapping():
            return _uses(tuple(part.values()))
        case tuple():
            return frozenset[str]().union(*map(_uses, part))
        case Model():
            return _uses(tuple(getattr(part, name) for name in part.__struct_fields__))
    return frozenset()
