"""A game file being checked: the rules compiled so far, and its faults."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any, Final

from tracker.combat.expressions import BadDice
from tracker.games.language.effects import Reader
from tracker.games.language.expressions import compile_expression, round_now
from tracker.games.language.rules import Effect, Refusal, Rules
from tracker.games.language.scope import BadExpression, Expression, Moment, Run, Scope, ValueKind, attribute
from tracker.games.language.shape import GameTable
from tracker.games.language.table import pools_of
from tracker.rules.declarations import ConditionSpec
from tracker.rules.errors import suggestion
from tracker.rules.grammar import ended

Way = tuple[str | int, ...]  # the path to a value in the file


class Faults:
    """The faults of one file, in the order they are found."""

    def __init__(self) -> None:
        self.found: list[tuple[Way, str]] = []

    def add(self, way: Way, sentence: str) -> None:
        """Add a fault."""
        self.found.append((way, sentence))

    @contextmanager
    def at(self, *way: str | int) -> Iterator[None]:
        """Attribute errors raised inside the block to this place in the file."""
        try:
            yield
        except (BadExpression, BadDice) as bad:
            self.blame(way, bad)

    def blame(self, way: Way, bad: BadExpression | BadDice) -> None:
        """Attribute an error to this place in the file."""
        column = bad.column if isinstance(bad, BadExpression) else 0
        place = f" Look at column {column} of the expression." if column > 1 else ""
        self.add(way, ended(str(bad)) + place if place else str(bad).rstrip("."))


class Checks:
    """The base of what checks a part of a game file."""

    def __init__(self, file: "GameFile") -> None:
        self._file, self._game, self._faults = file, file.game, file.faults
        self._scope, self._rules = file.scope, file.rules


class GameFile:
    """A file being checked part by part: its rules so far, and the names that expressions may use.

    ``weapon`` and ``cover`` are the names behind ``by.`` and ``cover.``, available to some actions only.
    """

    def __init__(self, game: GameTable, faults: Faults, strict: bool) -> None:
        self.game, self.faults = game, faults
        self.scope, self.rules = Scope(words=_words(game), strict=strict), Rules(game)
        marked = re.findall(r'(?:"|: )mark (?:me|it) ([^ "]+)"', game.model_dump_json())  # by effects, declared or not
        self.conditions = list(dict.fromkeys((*(item.name for item in game.condition), *marked)))
        self.weapon: Mapping[str, tuple[ValueKind, Run]] = {}
        self.cover: Mapping[str, tuple[ValueKind, Run]] = {}
        self.around = _around(game)
        self.lists = {f"do {name}": listed for name, listed in game.effects.items()}

    def condition(self, name: str) -> ConditionSpec:
        """Return a condition: declared, or only marked by an action."""
        declared = next((item for item in self.game.condition if item.name == name), None)
        return ConditionSpec(name, declared.help, declared.over) if declared is not None else ConditionSpec(name)

    def once(self, key: str, tables: Sequence[Any]) -> None:
        """Report names that occur twice."""
        names: set[str] = set()
        for place, table in enumerate(tables):
            if table.name in names:
                self.faults.add((key, place, "name"), f"there is a [[{key}]] “{table.name}” already")
            names.add(table.name)

    def unknown(self, way: Way, word: str, what: str, known: Sequence[str]) -> None:
        """Report a word that is not among the known ones."""
        self.faults.add(way, f"“{word}” is not {what}.{suggestion(word, known)}".rstrip("."))

    def compiled(self, way: Way, text: str, scope: Scope, wanted: ValueKind | None) -> Expression | None:
        """Compile an expression; report one that cannot be read, which is None."""
        with self.faults.at(*way):
            return compile_expression(text, scope, wanted)
        return None  # type: ignore[unreachable]

    def effects(self, way: Way, effects: Sequence[str], reader: Reader) -> tuple[Effect, ...]:
        """Compile these effects, with those of the lists that they name; report those that cannot be read."""
        read: list[Effect] = []
        for text in effects:
            for each in self.lists.get(text, (text,)):
                try:
                    read.append(reader.read(each))
                except (BadExpression, BadDice) as bad:  # A block would cost half a dozen calls for each line.
                    self.faults.blame(way, bad)
        return tuple(read)

    def refusals(
        self, way: Way, given: Iterable[tuple[str | int, str, str, str]], scope: Scope, reader: Reader
    ) -> tuple[Refusal, ...]:
        """Compile sentences: where each stands, when it is said, its text, and the verb that could be done first."""
        read: list[Refusal] = []
        for place, when, say, first in given:
            with self.faults.at(*way, place):
                read.append(Refusal(compile_expression(when, scope), reader.template(say), first))
        return tuple(read)

    def choices(self, way: Way, choices: Mapping[str, Sequence[str]], reader: Reader) -> dict[str, tuple[Effect, ...]]:
        """Compile what follows from each answer to a question."""
        return {choice: self.effects((*way, choice), effects, reader) for choice, effects in choices.items()}

    def reader(self, names: dict[str, tuple[ValueKind, Run]], who: Sequence[str]) -> tuple[Reader, Scope]:
        """Return a reader for effects outside actions, with these names and sheets, and its scope."""
        parts = {owner: self.weapon if owner == "by" else self.scope.parts[owner] for owner in who}
        scope = replace(self.scope, names={**RESULTS, **names}, parts={**self.around, **parts})
        return Reader(self.game, self.rules, scope, self.game.answers), scope


RESULTS: Final[Mapping[str, tuple[ValueKind, Run]]] = {
    "mode": ("text", lambda moment: moment.mode),
    "round": ("number", round_now),
    "thrown": ("number", lambda moment: moment.results.get("thrown", 0)),
    "succeeded": ("yesno", lambda moment: bool(moment.results.get("succeeded", 0))),
}
"""What is known everywhere: the mode of a throw, the round, what an effect threw, whether what it tried succeeded."""


def _around(game: GameTable) -> dict[str, Mapping[str, tuple[ValueKind, Run]]]:
    """Return what every expression knows of the fight: pools, settings, and how many of one's side are up or down."""
    around = dict[str, Mapping[str, tuple[ValueKind, Run]]]()
    up = {"all": None, "up": True, "down": False}
    around["side"] = {word: ("number", partial(_of_side, whether)) for word, whether in up.items()}
    if game.pool:
        around["table"] = {attribute(pool.name): ("number", _pool(pool.name, pool.start)) for pool in game.pool}
    if game.setting:
        around["setting"] = {attribute(one.name): ("text", _setting(one.name, one.choices[0])) for one in game.setting}
    return around


def _pool(name: str, start: int) -> Run:
    return lambda moment: pools_of(fight.scene, fight.rules)[name] if (fight := moment.fight) is not None else start


def _setting(name: str, usual: str) -> Run:
    return lambda moment: str(fight.system.setting(fight.scene, name)) if (fight := moment.fight) is not None else usual


def _of_side(up: bool | None, moment: Moment) -> int:
    if moment.fight is None or moment.me is None:
        return 0
    return sum(up in (None, who.out is None) for who in moment.fight.scene.of_side(moment.me.side))


def _words(game: GameTable) -> dict[str, tuple[str, ...]]:
    owners = (("me", game.field), ("it", game.field), ("by", game.weapon_field))
    settings = {f"setting.{attribute(one.name)}": tuple(one.choices) for one in game.setting}
    return settings | {
        f"{owner}.{attribute(field.name)}": tuple(field.choices)
        for owner, fields in owners
        for field in fields
        if field.kind == "choice"
    }
