"""A checked game: what a game file says, with its expressions and effects compiled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tracker.combat.model import Model
from tracker.games.language.moment import Moment
from tracker.games.language.scope import Expression, Kind, Run
from tracker.games.language.shape import ActionTable, GameTable, RollTable, TrackTable

Carry: TypeAlias = Callable[[Any], None]
"""How an effect is carried out, by a ``Doing``, which knows these rules."""


class Effect(Model):
    """Something that an outcome does: how, and the names of the action that it uses.

    ``spent`` is the counter of the weapon that it uses up, with how many.
    """

    run: Carry
    uses: frozenset[str] = frozenset()
    spent: tuple[str, Expression] | None = None


class Template(Model):
    """A text with expressions in braces."""

    parts: tuple[str | Expression, ...]

    def at(self, moment: Moment) -> str:
        """The text at a moment."""
        return "".join(part if isinstance(part, str) else str(part.run(moment)) for part in self.parts)

    @property
    def uses(self) -> frozenset[str]:
        """The names of the action that its expressions use."""
        return frozenset[str]().union(*(part.uses for part in self.parts if isinstance(part, Expression)))


class Part(Model):
    """A number that counts towards another: its label and what it comes to; dice are thrown."""

    label: str
    expression: Expression
    is_roll: bool = False


class OutcomeRule(Model):
    """A way an action comes out; without ``when`` always."""

    name: str
    good: bool
    when: Expression | None
    do: tuple[Effect, ...]


class Refusal(Model):
    """A rule against an action, and its sentence."""

    when: Expression
    say: Template


Answers: TypeAlias = Mapping[str, Mapping[str, tuple[Effect, ...]]]


class ActionRule(Model):
    """A verb: its numbers, outcomes and effects.

    ``eager`` are the numbers that decide the outcome; ``rolled`` those that depend on the throw. ``total`` is the
    number that a typed total means, and ``need`` what it is compared with.
    """

    table: ActionTable
    throw: Template | None
    throw_others: Template | None
    modes: Mapping[str, Template]
    numbers: Mapping[str, tuple[Part, ...]]
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

    @property
    def verb(self) -> str:
        """Its word."""
        return self.table.verb

    @property
    def counters(self) -> tuple[tuple[str, Expression], ...]:
        """What it uses up of a weapon whatever its outcome."""
        return tuple(effect.spent for effect in self.do if effect.spent is not None)


class Trigger(Model):
    """What follows from an event: ``lost hp``, ``turn start``."""

    event: str
    when: Expression | None
    do: tuple[Effect, ...]


class RowRule(Model):
    """A row of a table, up to a number."""

    upto: int
    say: str
    do: tuple[Effect, ...]


class TableRule(Model):
    """A table to roll on."""

    table: RollTable
    rows: tuple[RowRule, ...]


@dataclass(slots=True)
class Rules:
    """A whole game."""

    table: GameTable
    tracks: Mapping[str, TrackTable] = field(default_factory=dict)
    sheet: Mapping[str, tuple[Kind, Run]] = field(default_factory=dict)
    derived: Mapping[str, Expression] = field(default_factory=dict)
    actions: Mapping[str, ActionRule] = field(default_factory=dict)
    triggers: tuple[Trigger, ...] = ()
    answers: Answers = field(default_factory=dict)
    tables: Mapping[str, TableRule] = field(default_factory=dict)
    add: Expression | None = None
    modes_of: Mapping[tuple[str, str], Mapping[str, str]] = field(default_factory=dict)
    """By whose condition it is (``mine`` or ``at-me``) and the verb: the mode that each condition gives."""
    cannot_act: frozenset[str] = frozenset()
    conditions: tuple[tuple[str, str], ...] = ()
