"""The sheet of a game file: tracks, fields, weapons, conditions, cover, and numbers derived from them."""

import keyword
from collections.abc import Callable, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any, Final, cast

from msgspec import structs

from tracker.combat.expressions import BadDice
from tracker.combat.scene import HEROES
from tracker.games.language.checking.file import Checks, Way
from tracker.games.language.expressions import compile_expression, define, written
from tracker.games.language.rules import Lazy
from tracker.games.language.scope import BadExpression, Function, Run, ValueKind, attribute
from tracker.games.language.shape import FieldTable
from tracker.games.language.throws import read_throw


class Sheet(Checks):
    """Checks the sheet and adds its names to those that expressions may use."""

    def check(self, *, now: bool) -> None:
        """Check everything except the presets, which come last; what is counted ``now``, or when it is needed."""
        self._sheet()
        self._functions(now)
        self._derive(now)
        self._turn()

    def _sheet(self) -> None:
        """Add the names found on the sheets of ``me`` and ``it``, and on a weapon."""
        game = self._game
        taken: dict[str, str] = {}
        for owner in ("me", "it"):
            parts: dict[str, tuple[ValueKind, Run]] = {
                "name": ("text", _reader(owner, lambda who: who.name)),
                "out": ("yesno", _reader(owner, lambda who: who.out is not None)),
                "side": ("text", _reader(owner, lambda who: who.side)),
                "hero": ("yesno", _reader(owner, lambda who: who.side == HEROES)),
                "initiative": ("number", _reader(owner, lambda who: who.number("initiative"))),
            }
            own = set(parts)
            for place, track in enumerate(game.track):
                self._taken("track", place, track.name, taken, own, owner)
                parts[attribute(track.name)] = ("number", _reader(owner, lambda who, name=track.name: who.value(name)))
                most = _reader(owner, lambda who, name=track.name: who.tracks[name].max if name in who.tracks else 0)
                parts[f"{attribute(track.name)}_max"] = ("number", most)
            for place, field in enumerate(game.field):
                self._taken("field", place, field.name, taken, own, owner)
                kind, empty = _field_kind(field), {"words": (), "text": "", "dice": ""}.get(_field_kind(field), 0)
                parts[attribute(field.name)] = (kind, _reader(owner, _read_field(field, attrgetter("fields")), empty))
            for condition in self._file.conditions:
                reader = _reader(owner, lambda who, name=condition: 1 if who.has(name) else 0)
                parts.setdefault(attribute(condition), ("number", reader))
            self._scope.parts = {**self._scope.parts, owner: parts}
        self._rules.sheet = self._scope.parts["me"]
        name: dict[str, tuple[ValueKind, Run]] = {"name": ("text", attrgetter("weapon"))}
        self._file.weapon = name | {
            attribute(field.name): (_field_kind(field), _read_field(field, attrgetter("by")))
            for field in game.weapon_field
        }
        self._file.cover = {
            attribute(name): ("number", lambda moment, name=name: moment.cover.get(name, 0))  # type: ignore[misc]
            for name in {name for cover in game.cover for name in cover.gives}
        }
        for key, fields in (("field", game.field), ("weapon-field", game.weapon_field)):
            for place, field in enumerate(fields):
                self._start((key, place), field)
                if field.of is not None and (field.kind != "yesno" or field.of not in {other.name for other in fields}):
                    self._faults.add((key, place, "of"), "of names another field, and goes with kind yesno")
        for place, track in enumerate(game.track):
            for soaking in track.soaked_by:
                if soaking not in self._rules.tracks or soaking == track.name:
                    way = ("track", place, "soaked-by")
                    self._file.unknown(way, soaking, "another track", tuple(self._rules.tracks))
            if track.fills and track.top is None:
                self._faults.add(("track", place), f"the track {track.name} fills, so it needs a top")
            if track.top is not None and track.top <= track.low:
                self._faults.add(("track", place, "top"), f"top must be more than low, which is {track.low}")
        for place, cover in enumerate(game.cover):
            if cover.name == "none":
                self._faults.add(("cover", place, "name"), "“none” is there already: it means standing in the open")
            if cover.sustains is not None and not cover.absorbs:
                self._faults.add(("cover", place, "sustains"), "sustains goes with absorbs")

    def _taken(self, key: str, place: int, name: str, taken: dict[str, str], own: set[str], owner: str) -> None:
        if owner == "me":
            if attribute(name) in own or keyword.iskeyword(attribute(name)):
                self._faults.add((key, place, "name"), f"“{name}” is a word of the language; call it something else")
            elif name in taken and taken[name] != key:
                self._faults.add((key, place, "name"), f"“{name}” is a {taken[name]} already")
            taken[name] = key

    def _start(self, way: Way, field: FieldTable) -> None:
        if field.kind == "choice" and not field.choices:
            self._faults.add(way, f"the field {field.name} has the kind “choice”, so it needs choices = [...]")
        if field.kind != "choice" and field.choices and not field.counter:
            self._faults.add((*way, "choices"), f'choices go with kind = "choice", not "{field.kind}"')
        if fault := misfit(field, field.start):
            self._faults.add((*way, "start"), fault)

    def _functions(self, now: bool) -> None:
        if not now:
            heads = {head.partition("(")[0].strip(): head for head in self._game.define}
            made = Lazy(heads, lambda name: define(heads[name], self._game.define[heads[name]], made))
            self._scope.functions = made
            return
        functions: dict[str, Function] = {}
        for head, body in self._game.define.items():
            with self._faults.at("define", head):
                function = define(head, body, functions)
                functions[function.name] = function
        self._scope.functions = functions

    def _derive(self, now: bool) -> None:
        """Compile the derived numbers; each may use those before it."""
        mine, theirs = dict(self._scope.parts["me"]), dict(self._scope.parts["it"])
        scope = replace(self._scope, names=mine, parts={"me": mine})
        texts, compiled = self._game.derive, self._file.compiled
        derived = Lazy(texts, lambda name: compiled(("derive", name), texts[name], scope, "number") or written(""))
        for name in self._game.derive:
            if attribute(name) in mine:
                self._faults.add(("derive", name), f"“{name}” is on the sheet already")
            if now:
                derived.get(name)
            mine[attribute(name)] = ("number", lambda moment, name=name: derived[name].run(moment))  # type: ignore[misc]
            theirs[attribute(name)] = ("number", _theirs(mine[attribute(name)][1]))
        self._rules.derived = derived
        self._scope.parts = {**self._scope.parts, "me": mine, "it": theirs}
        self._rules.sheet, self._rules.theirs = mine, theirs

    def _turn(self) -> None:
        turn = self._game.turn
        scope = replace(self._scope, names={}, parts={"me": self._scope.parts["me"]})
        self._rules.add = self._file.compiled(("turn", "add"), turn.add, scope, "number")
        for throw, when in turn.throw_if.items():
            with self._faults.at("turn", "throw-if", throw):
                read_throw(throw)
                self._rules.throws_if = {**self._rules.throws_if, throw: compile_expression(when, scope)}
        reader, scope = self._file.reader({}, ("me",))
        left = ((text, when, text, "") for text, when in turn.left.items())
        self._rules.left = self._file.refusals(("turn", "left"), left, scope, reader)
        with self._faults.at("turn", "each"):
            scope = replace(self._scope, names={}, parts=self._file.around)
            each = written(turn.each) if turn.each in ("fight", "round") else compile_expression(turn.each, scope)
            if each.kind != "text":
                raise BadExpression('each is "fight", "round", or an expression for one of them')
            self._rules.each = each
        if self._game.harm is not None:
            with self._faults.at("harm"):
                names: dict[str, tuple[ValueKind, Run]] = {
                    "amount": ("number", lambda moment: moment.amount),
                    "type": ("text", lambda moment: moment.words.get("type", "")),
                }
                scope = replace(self._scope, names=names, parts={"me": self._scope.parts["me"]})
                self._rules.harm = compile_expression(self._game.harm, scope, "number")
        with self._faults.at("turn", "throw"):
            read_throw(turn.throw)
        if turn.side != "all" and turn.kind != "free":
            self._faults.add(("turn", "side"), 'only turns of the kind "free" are those of one side')
        known = (*self._rules.tracks, *(f.name for f in self._game.field), *self._rules.derived, "initiative")
        lists = {"columns": turn.columns, "vital": turn.vital, "fallen": turn.fallen}
        for key, column in ((key, column) for key, columns in lists.items() for column in columns):
            if column not in known:
                self._file.unknown(("turn", key), column, "a track, a field or a derived number", known)

    def check_presets(self) -> None:
        """Check that presets set only what a sheet has."""
        fields = {field.name: field for field in self._game.field}
        weapon = {field.name: field for field in self._game.weapon_field}
        for place, preset in enumerate(self._game.preset):
            for name in preset.tracks:
                if name not in self._rules.tracks:
                    self._file.unknown(("preset", place, "tracks"), name, "a track", tuple(self._rules.tracks))
            self._values(("preset", place, "fields"), preset.fields, fields, "a field")
            for called, values in preset.weapons.items():
                self._values(("preset", place, "weapons", called), values, weapon, "a weapon-field")

    def _values(self, way: Way, values: Mapping[str, Any], fields: Mapping[str, FieldTable], what: str) -> None:
        for name, value in values.items():
            if name not in fields:
                self._file.unknown(way, name, what, tuple(fields))
            elif fault := misfit(fields[name], value):
                self._faults.add(way, fault)


_WRITTEN: Final[Mapping[str, tuple[type, str]]] = {
    "number": (int, "is a number; write digits without quotes"),
    "yesno": (bool, "is true or false"),
    "words": (list, 'is a list of words; write ["fire", "cold"]'),
}  # how the values of a field are written, where not as a text


def misfit(field: FieldTable, value: Any) -> str:
    """Return what is wrong with a value of a field, or an empty text."""
    wanted, how = _WRITTEN.get(field.kind, (str, "is a text; write it in quotes"))
    if value is None or type(value) is not wanted:
        return "" if value is None else f"{field.name} {how}"
    if field.kind == "choice" and value not in field.choices:
        return f"“{value}” is not one of the choices of {field.name}"
    if field.kind == "dice" and value:
        try:
            read_throw(value)
        except BadDice as bad:
            return str(bad).rstrip(".")
    return ""


def _reader(owner: str, read: Any, empty: Any = 0) -> Run:
    """Return a reader of what ``me`` or ``it`` owns, ``empty`` where there is nobody."""
    if owner == "me":  # Without a call for the owner: hundreds are read for each blow.
        return lambda moment: read(who) if (who := moment.me) is not None else empty
    return lambda moment: read(who) if (who := moment.it) is not None else empty


def _theirs(run: Run) -> Run:
    return lambda moment: run(structs.replace(moment, me=moment.it))


def _field_kind(field: FieldTable) -> ValueKind:
    return "text" if field.kind == "choice" else cast(ValueKind, field.kind)


def _read_field(field: FieldTable, of: Callable[[Any], Mapping[str, Any]]) -> Any:
    """Return a reader of a field from the values ``of`` a combatant, or of the moment."""
    kind, name, start = _field_kind(field), field.name, field.start
    if kind == "number":
        return lambda whose: number if type(number := of(whose).get(name, start)) is int else 0
    if kind == "yesno":
        return lambda whose: bool(of(whose).get(name, start))
    if kind == "words":
        return lambda whose: tuple(map(str, it)) if isinstance(it := of(whose).get(name, start), list | tuple) else ()
    return lambda whose: str(value) if (value := of(whose).get(name, start)) is not None else ""
