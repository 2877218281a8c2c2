"""Checking and compiling a game file: every name, kind and throw, each fault with its place."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from tracker.games.language.checking.actions import Actions
from tracker.games.language.checking.file import Checks, Faults, GameFile, Way
from tracker.games.language.checking.sheet import Sheet
from tracker.games.language.effects import Reader
from tracker.games.language.expressions import compile_expression
from tracker.games.language.rules import Lazy, RowRule, Rules, Trigger
from tracker.games.language.scope import Run, Scope, ValueKind, attribute
from tracker.games.language.shape import GameTable
from tracker.games.language.throws import read_throw

__all__ = ["Faults", "check"]


def check(game: GameTable, faults: Faults, strict: bool = True, *, now: bool = True) -> Rules:
    """Compile the rules of a game; errors are added to ``faults``. Unless ``now``, actions are compiled when needed.

    Unless ``strict``, a condition may be a near miss of a declared one, and texts may be compared with values they
    never have: saved sessions were played that way.
    """
    file = GameFile(game, faults, strict)
    rules = file.rules
    for key in ("track", "field", "weapon-field", "band", "cover", "condition", "preset", "table", "pool", "setting"):
        file.once(key, getattr(game, attribute(key)))
    for place, pool in enumerate(game.pool):
        if not pool.low <= pool.start <= (pool.start if pool.top is None else pool.top):
            faults.add(("pool", place, "start"), f"{pool.name} starts at {pool.start}, outside of its bounds")
    rules.tracks = {track.name: track for track in game.track}
    rules.conditions = tuple(map(file.condition, file.conditions))
    fields = tuple(item.name for item in game.field if item.kind == "words")
    if game.immunities is not None and game.immunities not in fields:
        file.unknown(("immunities",), game.immunities, "a field of words", fields)
    rules.cannot_act = frozenset(item.name for item in game.condition if item.cannot_act)
    sheet = Sheet(file)
    sheet.check(now=now)
    Actions(file).check(now=now)
    Events(file).check(now=now)
    sheet.check_presets()
    return rules


class Events(Checks):
    """Checks tables, triggers and the answers to their questions."""

    def check(self, *, now: bool = True) -> None:
        """Check the tables, then the triggers, ``now`` or when they are first needed."""
        reader, _ = self._file.reader({}, ("me",))
        tables: dict[str, tuple[RowRule, ...]] = {}
        for place, table in enumerate(self._game.table):
            with self._faults.at("table", place, "throw"):
                read_throw(table.throw)
            way: Way = ("table", place, "rows")
            for last, upto in pairwise(row.upto for row in table.rows):
                if upto <= last:
                    self._faults.add(way, f"the rows go up, but {upto} stands after {last}")
            rows = (RowRule(row.upto, row.say, self._file.effects(way, row.do, reader)) for row in table.rows)
            tables[table.name] = tuple(rows)
        self._rules.tables = tables
        names: dict[str, tuple[ValueKind, Run]] = {
            "amount": ("number", lambda moment: moment.amount),
            "before": ("number", lambda moment: moment.before),
        }
        usual, parted = (self._file.reader(names, ("me", other)) for other in ("by", "it"))
        game = self._game
        answers = Lazy(game.answers, lambda name: self._file.choices(("answers", name), game.answers[name], usual[0]))
        readers = {on.event: parted if on.event == "parted" else usual for on in game.on}
        triggers = Lazy(readers, lambda event: tuple(self._of(event, *readers[event])))
        self._rules.answers, self._rules.triggers = answers, triggers
        if now:
            for place, on in enumerate(game.on):
                self._event(("on", place), on.event)
            tuple(answers.values()), tuple(triggers.values())

    def _of(self, event: str, reader: Reader, scope: Scope) -> Iterator[Trigger]:
        for place, table in enumerate(self._game.on):
            if table.event != event:
                continue
            way: Way = ("on", place)
            effects = self._file.effects((*way, "do"), table.do, reader)
            if table.ask is not None:
                effects += self._file.effects((*way, "ask"), [f"ask me {table.ask}"], reader)
            if not effects:
                self._faults.add(way, "nothing follows: write ask = or do =")
            with self._faults.at(*way, "if"):
                when = compile_expression(table.if_, scope) if table.if_ is not None else None
                yield Trigger(when, effects, table.each, table.once)

    def _event(self, way: Way, event: str) -> None:
        word, _, rest = event.partition(" ")
        known: Mapping[str, Sequence[str]] = {
            "lost": tuple(self._rules.tracks),
            "gained": tuple(self._rules.tracks),
            "marked": self._file.conditions,
            "unmarked": self._file.conditions,
            "turn": ("start", "end"),
        }
        heads = (*known, "out", "back", "left", "parted", "round", "over")
        if word not in heads or rest not in known.get(word, ("",)):
            words = [word] if word in heads else heads
            happens = [f"{head} {name}".strip() for head in words for name in known.get(head, ("",))]
            self._file.unknown((*way, "event"), event, "something that happens", happens)
