"""A game file's meaning, checked and compiled: every name, kind and throw; each fault with its place."""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar, cast

from tracker.combat.pools import BadDice
from tracker.combat.scene import HEROES, Combatant
from tracker.games.language.effects import Reader
from tracker.games.language.expressions import (
    BadExpression,
    Expression,
    Function,
    Kind,
    Run,
    Scope,
    compile_expression,
    define,
)
from tracker.games.language.moment import Moment
from tracker.games.language.rules import (
    ActionRule,
    Effect,
    OutcomeRule,
    Part,
    Refusal,
    RowRule,
    Rules,
    TableRule,
    Template,
    Trigger,
)
from tracker.games.language.shape import ActionTable, AskTable, FieldTable, GameTable
from tracker.games.language.throws import read_throw
from tracker.rules.errors import suggestion
from tracker.rules.verbs import COMMON

Way = tuple[str | int, ...]
"""The way to a value in the file."""

Made = TypeVar("Made")

OWN_NAMES: Final = ("me", "it", "by", "cover", "band", "roll", "faces", "round", "answer", "answered", "amount")
"""Names of the language, which no ask or number can have."""

COMMON_VERBS: Final = frozenset(action.verb for action in COMMON) - {"end"}
"""The verbs that a file cannot have; the end of a fight may be its own."""
WALKING_VERBS: Final = ("undo", "redo", "goto", "revoke", "amend", "keep")
OWN_VERBS: Final = ("initiative", "take")
"""Verbs that games from files have by themselves."""

_NUMBER: Final[tuple[Kind, ...]] = ("number", "yesno")


def attribute(name: str) -> str:
    """A name as it stands in an expression."""
    return name.replace("-", "_").replace(" ", "_")


class Faults:
    """The faults of one file, in the order they are found."""

    def __init__(self) -> None:
        self.found: list[tuple[Way, str]] = []

    def add(self, way: Way, sentence: str) -> None:
        """Name a fault."""
        self.found.append((way, sentence))

    @contextmanager
    def at(self, *way: str | int) -> Iterator[None]:
        """Whatever is wrong inside stands there."""
        try:
            yield
        except BadExpression as bad:
            column = f", column {bad.column}" if bad.column else ""
            self.add(way, f"{bad}{column}")
        except BadDice as bad:
            self.add(way, str(bad).rstrip("."))


def check(game: GameTable, faults: Faults) -> Rules:
    """The rules of a game; whatever is wrong with them is in ``faults``."""
    return _Checker(game, faults).rules()


def _reader(owner: str, read: Any) -> Run:
    """How something of ``me`` or ``it`` is read; 0 where there is nobody."""

    def run(moment: Moment) -> Any:
        who: Combatant | None = getattr(moment, owner)
        return read(who) if who is not None else 0

    return run


def _theirs(run: Run) -> Run:
    """What a derived number of ``me`` is for ``it``."""
    return lambda moment: run(moment.with_me(moment.it))


def _field_kind(field: FieldTable) -> Kind:
    return "text" if field.kind == "choice" else cast(Kind, field.kind)


def _read_field(field: FieldTable, name: str) -> Any:
    """How a field is read from the mapping that holds it, whatever stands there."""
    kind, start = _field_kind(field), field.start

    def read(values: Mapping[str, Any]) -> Any:
        value = values.get(name, start)
        if kind == "number":
            return value if isinstance(value, int) and not isinstance(value, bool) else 0
        if kind == "yesno":
            return bool(value)
        if kind == "words":
            return tuple(map(str, value)) if isinstance(value, list | tuple) else ()
        return str(value) if value is not None else ""

    return read


class _Checker:
    def __init__(self, game: GameTable, faults: Faults) -> None:
        self._game, self._faults = game, faults
        self._scope = Scope()
        self._rules = Rules(game)
        self._conditions = list(dict.fromkeys((*(item.name for item in game.condition), *self._marked())))

    def rules(self) -> Rules:
        """Everything checked, from the sheet to the actions."""
        game, rules = self._game, self._rules
        for key, tables in (
            ("track", game.track),
            ("field", game.field),
            ("weapon-field", game.weapon_field),
            ("band", game.band),
            ("cover", game.cover),
            ("condition", game.condition),
            ("preset", game.preset),
            ("table", game.table),
        ):
            self._once(key, cast("Sequence[Any]", tables))
        rules.tracks = {track.name: track for track in game.track}
        rules.conditions = tuple((name, self._help_of(name)) for name in self._conditions)
        rules.cannot_act = frozenset(item.name for item in game.condition if item.cannot_act)
        self._sheet()
        self._functions()
        self._derive()
        self._turn()
        waiting = {verb: action.verb for action in game.action for verb in action.waits_for}
        for place, action in enumerate(game.action):
            rule = self._action(place, action, tuple(v for v, by in waiting.items() if v == action.verb))
            rules.actions = {**rules.actions, action.verb: rule}
        self._modes()
        self._tables()
        self._triggers()
        self._presets()
        return rules

    def _marked(self) -> Iterable[str]:
        """The conditions that effects mark, declared or not."""
        effects = [
            effect
            for action in self._game.action
            for effect in (*action.do, *(e for o in action.outcome for e in o.do))
        ]
        effects += [
            effect
            for action in self._game.action
            for choice in action.answers.values()
            for e in choice.values()
            for effect in e
        ]
        effects += [effect for choice in self._game.answers.values() for e in choice.values() for effect in e]
        effects += [effect for on in self._game.on for effect in on.do]
        for effect in effects:
            words = effect.rpartition(": ")[2].split()
            if len(words) == 3 and words[0] == "mark" and words[1] in ("me", "it"):
                yield words[2]

    def _help_of(self, condition: str) -> str:
        return next((item.help for item in self._game.condition if item.name == condition), "")

    def _once(self, key: str, tables: Sequence[Any]) -> None:
        """Blame names that stand twice."""
        names: set[str] = set()
        for place, table in enumerate(tables):
            if table.name in names:
                self._faults.add((key, place, "name"), f"there is a [[{key}]] “{table.name}” already")
            names.add(table.name)

    # The sheet

    def _sheet(self) -> None:
        """What stands on the sheets of ``me`` and ``it``, and on a weapon."""
        game = self._game
        taken: dict[str, str] = {}
        for owner in ("me", "it"):
            parts: dict[str, tuple[Kind, Run]] = {
                "out": ("yesno", _reader(owner, lambda who: who.out is not None)),
                "side": ("text", _reader(owner, lambda who: who.side)),
                "hero": ("yesno", _reader(owner, lambda who: who.side == HEROES)),
                "initiative": ("number", _reader(owner, lambda who: who.number("initiative"))),
            }
            own = set(parts)
            for place, track in enumerate(game.track):
                self._taken("track", place, track.name, taken, own, owner)
                parts[attribute(track.name)] = ("number", _reader(owner, lambda who, name=track.name: who.value(name)))
                parts[f"{attribute(track.name)}_max"] = (
                    "number",
                    _reader(owner, lambda who, name=track.name: who.tracks[name].max if name in who.tracks else 0),
                )
            for place, field in enumerate(game.field):
                self._taken("field", place, field.name, taken, own, owner)
                read = _read_field(field, field.name)
                empty: Any = {"words": (), "text": "", "dice": ""}.get(_field_kind(field), 0)
                parts[attribute(field.name)] = (_field_kind(field), self._whole(owner, read, empty))
            for condition in self._conditions:
                reader = _reader(owner, lambda who, name=condition: 1 if who.has(name) else 0)
                parts.setdefault(attribute(condition), ("number", reader))
            self._scope.parts = {**self._scope.parts, owner: parts}
        self._rules.sheet = self._scope.parts["me"]
        self._weapon = {
            attribute(field.name): (_field_kind(field), self._of_weapon(_read_field(field, field.name)))
            for field in game.weapon_field
        }
        gives = {name for cover in game.cover for name in cover.gives}
        self._cover: dict[str, tuple[Kind, Run]] = {
            attribute(name): ("number", lambda moment, name=name: moment.cover.get(name, 0))  # type: ignore[misc]
            for name in gives
        }
        for key, fields in (("field", game.field), ("weapon-field", game.weapon_field)):
            for place, field in enumerate(fields):
                self._start((key, place), field)
        for place, track in enumerate(game.track):
            for soaking in track.soaked_by:
                if soaking not in self._rules.tracks or soaking == track.name:
                    self._unknown(("track", place, "soaked-by"), soaking, "another track", tuple(self._rules.tracks))
            if track.fills and track.top is None:
                self._faults.add(("track", place), f"the track {track.name} fills, so it needs a top")
            if track.top is not None and track.top <= track.low:
                self._faults.add(("track", place, "top"), f"top must be more than low, which is {track.low}")
        for place, cover in enumerate(game.cover):
            if cover.name == "none":
                self._faults.add(("cover", place, "name"), "“none” is there already: it means standing in the open")
            if cover.sustains is not None and not cover.absorbs:
                self._faults.add(("cover", place, "sustains"), "sustains goes with absorbs")

    @staticmethod
    def _whole(owner: str, read: Any, empty: Any) -> Run:
        def run(moment: Moment) -> Any:
            who = getattr(moment, owner)
            return read(who.fields) if who is not None else empty

        return run

    @staticmethod
    def _of_weapon(read: Any) -> Run:
        return lambda moment: read(moment.by)

    def _taken(self, key: str, place: int, name: str, taken: dict[str, str], own: set[str], owner: str) -> None:
        if owner == "me":
            if attribute(name) in own or keyword.iskeyword(attribute(name)) or name == "name":
                self._faults.add((key, place, "name"), f"“{name}” is a word of the language; call it something else")
            elif name in taken and taken[name] != key:
                self._faults.add((key, place, "name"), f"“{name}” is a {taken[name]} already")
            taken[name] = key

    def _start(self, way: Way, field: FieldTable) -> None:
        value = field.start
        if field.kind == "choice" and not field.choices:
            self._faults.add(way, f"the field {field.name} has the kind “choice”, so it needs choices = [...]")
        if field.kind != "choice" and field.choices:
            self._faults.add((*way, "choices"), f'choices go with kind = "choice", not "{field.kind}"')
        fault = self._misfit(field, value)
        if fault:
            self._faults.add((*way, "start"), fault)

    @staticmethod
    def _misfit(field: FieldTable, value: Any) -> str:
        """What is wrong with a value of a field, or an empty text."""
        if value is None:
            return ""
        if field.kind == "number" and (isinstance(value, bool) or not isinstance(value, int)):
            return f"{field.name} is a number; write digits without quotes"
        if field.kind == "yesno" and not isinstance(value, bool):
            return f"{field.name} is true or false"
        if field.kind == "words" and not isinstance(value, list):
            return f'{field.name} is a list of words; write ["fire", "cold"]'
        if field.kind in ("text", "dice", "choice") and not isinstance(value, str):
            return f"{field.name} is a text; write it in quotes"
        if field.kind == "choice" and value not in field.choices:
            return f"“{value}” is not one of the choices of {field.name}"
        if field.kind == "dice" and value:
            try:
                read_throw(value)
            except BadDice as bad:
                return str(bad).rstrip(".")
        return ""

    def _unknown(self, way: Way, word: str, what: str, known: Sequence[str]) -> None:
        self._faults.add(way, f"“{word}” is not {what}.{suggestion(word, known)}".rstrip("."))

    def _functions(self) -> None:
        functions: dict[str, Function] = {}
        for head, body in self._game.define.items():
            with self._faults.at("define", head):
                function = define(head, body, functions)
                functions[function.name] = function
        self._scope.functions = functions

    def _derive(self) -> None:
        """Numbers of the sheet that follow from others; each may use those before it."""
        for name, text in self._game.derive.items():
            with self._faults.at("derive", name):
                if attribute(name) in self._scope.parts["me"]:
                    raise BadExpression(f"“{name}” stands on the sheet already")
                scope = Scope(
                    self._scope.parts["me"], {"me": self._scope.parts["me"]}, self._scope.functions, self._scope.budget
                )
                expression = compile_expression(text, scope, "number")
                self._rules.derived = {**self._rules.derived, name: expression}
                mine, run = self._scope.parts, expression.run
                theirs = _theirs(run)
                self._scope.parts = {
                    **mine,
                    "me": {**mine["me"], attribute(name): ("number", run)},
                    "it": {**mine["it"], attribute(name): ("number", theirs)},
                }
        self._rules.sheet = self._scope.parts["me"]

    def _turn(self) -> None:
        turn = self._game.turn
        with self._faults.at("turn", "add"):
            scope = Scope({}, {"me": self._scope.parts["me"]}, self._scope.functions, self._scope.budget)
            self._rules.add = compile_expression(turn.add, scope, "number")
        with self._faults.at("turn", "throw"):
            read_throw(turn.throw)
        known = (*self._rules.tracks, *(f.name for f in self._game.field), *self._rules.derived, "initiative")
        for column in turn.columns:
            if column not in known:
                self._unknown(("turn", "columns"), column, "a track, a field or a derived number", known)

    # Actions

    def _action(self, place: int, action: ActionTable, answers_to: tuple[str, ...]) -> ActionRule:
        way: Way = ("action", place)
        self._verb(way, action)
        names: dict[str, tuple[Kind, Run]] = {"round": ("number", lambda moment: moment.round)}
        if action.throw is not None:
            names["roll"] = ("number", lambda moment: moment.roll)
            names["faces"] = ("faces", lambda moment: moment.faces)
        parts = {"me": self._scope.parts["me"]}
        answering = [other for other in self._game.action if other.verb in action.waits_for]
        if action.target or answers_to:
            parts["it"] = self._scope.parts["it"]
            names["band"] = ("text", lambda moment: moment.band)
        if action.target:
            parts["cover"] = self._cover
        if action.weapon:
            parts["by"] = self._weapon
        if answering:
            names["answered"] = ("text", lambda moment: moment.answered)
            parts["answer"] = {
                attribute(name): ("number", lambda moment, name=name: moment.answer.get(name, 0))  # type: ignore[misc]
                for other in answering
                for name in other.numbers
            }
        for number, ask in enumerate(action.ask):
            self._ask((*way, "ask", number), ask, names)
        scope = Scope(names, parts, self._scope.functions, self._scope.budget)
        numbers = self._numbers(way, action, scope)
        reader = Reader(self._game, self._rules, scope, {**self._game.answers, **action.answers})
        throw = self._throw((*way, "throw"), action.throw, scope)
        others = self._throw((*way, "throw-others"), action.throw_others, scope)
        modes = {name: self._throw((*way, "modes"), text, scope) for name, text in action.modes.items()}
        outcomes = self._outcomes(way, action, scope, reader)
        rolled = self._rolled(numbers)
        total = next((name for name, found in numbers.items() if any(part.is_roll for part in found)), "")
        if action.says == "total" and not total and action.throw is not None:
            self._faults.add((*way, "says"), 'says = "total" needs a number of which “roll” alone is one part')
        eager = self._eager(numbers, outcomes)
        need = next((name for name in eager if name not in rolled and name != total), "")
        answers = {
            name: {
                choice: self._effects((*way, "answers", name, choice), effects, reader)
                for choice, effects in choices.items()
            }
            for name, choices in action.answers.items()
        }
        return ActionRule(
            action,
            throw,
            others,
            {name: mode for name, mode in modes.items() if mode is not None},
            numbers,
            outcomes,
            self._refusals(way, action, scope, reader),
            self._effects((*way, "do"), action.do, reader),
            answers,
            eager,
            rolled,
            total,
            need,
            answers_to,
            (action.phase,) if isinstance(action.phase, str) else tuple(action.phase),
        )

    def _verb(self, way: Way, action: ActionTable) -> None:
        game, verb = self._game, action.verb
        if verb in COMMON_VERBS or verb in WALKING_VERBS or verb in OWN_VERBS:
            self._faults.add((*way, "verb"), f"“{verb}” is a verb of every game; call it something else")
        if [other.verb for other in game.action].index(verb) != way[1]:
            self._faults.add((*way, "verb"), f"there is an action “{verb}” already")
        if action.cost is not None and action.cost not in game.turn.acts:
            self._unknown((*way, "cost"), action.cost, "one of the acts of [turn]", tuple(game.turn.acts))
        phases = [action.phase] if isinstance(action.phase, str) else action.phase
        for phase in phases:
            if phase not in game.turn.phases:
                self._unknown((*way, "phase"), phase, "one of the phases of [turn]", tuple(game.turn.phases))
        verbs = [other.verb for other in game.action if other is not action and not other.target]
        for other in action.waits_for:
            if other not in verbs:
                self._unknown((*way, "waits-for"), other, "another action without a target", verbs)
        for key, needed in (("modes", action.modes), ("throw-others", action.throw_others)):
            if needed and action.throw is None:
                self._faults.add((*way, key), f"{key} goes with throw")
        if action.many and not action.target:
            self._faults.add((*way, "many"), "many goes with target = true; several actors can always be named")
        if action.waits_for and (not action.target or action.many):
            self._faults.add((*way, "waits-for"), "waits-for goes with target = true, and not with many")
        asked = [ask.name for ask in action.ask]
        for name in action.after:
            if name not in asked:
                self._unknown((*way, "after"), name, "a word of ask", asked)
        for name in action.double_dice_on:
            if name not in [outcome.name for outcome in action.outcome]:
                self._unknown(
                    (*way, "double-dice-on"), name, "an outcome", [outcome.name for outcome in action.outcome]
                )

    def _ask(self, way: Way, ask: AskTable, names: dict[str, tuple[Kind, Run]]) -> None:
        name = attribute(ask.name)
        if (
            name in OWN_NAMES
            or keyword.iskeyword(name)
            or ask.name in ("actor", "target", "weapon", "result", "against")
        ):
            self._faults.add((*way, "name"), f"“{ask.name}” is a word of the language; call it something else")
        elif name in names:
            self._faults.add((*way, "name"), f"“{ask.name}” is asked already")
        if ask.kind == "choice" and not ask.choices:
            self._faults.add(way, f"{ask.name} has the kind “choice”, so it needs choices = [...]")
        if ask.place and ask.kind == "flag":
            self._faults.add((*way, "place"), "a flag is its own word and has no place")
        kind: Kind = "number" if ask.kind == "number" else "yesno" if ask.kind in ("flag", "yesno") else "text"
        default = ask.default
        good = {"number": int, "yesno": bool, "text": str}[kind]
        if default is not None and (not isinstance(default, good) or (kind == "number" and isinstance(default, bool))):
            self._faults.add(
                (*way, "default"),
                f"the default of {ask.name} is not {'a number' if kind == 'number' else 'of its kind'}",
            )
        empty: Any = default if default is not None else {"number": 0, "yesno": False, "text": ""}[kind]
        names[name] = (kind, lambda moment, name=ask.name, empty=empty: moment.words.get(name, empty))  # type: ignore[misc]

    def _numbers(self, way: Way, action: ActionTable, scope: Scope) -> dict[str, tuple[Part, ...]]:
        """The numbers in their order; each may use those before it."""
        numbers: dict[str, tuple[Part, ...]] = {}
        asked = {ask.name: ask for ask in action.ask}
        names = cast("dict[str, tuple[Kind, Run]]", scope.names)
        for name, labels in action.numbers.items():
            if attribute(name) in OWN_NAMES or keyword.iskeyword(attribute(name)):
                self._faults.add((*way, "numbers", name), f"“{name}” is a word of the language; call it something else")
            if name in asked and asked[name].kind != "number":
                self._faults.add(
                    (*way, "numbers", name), f"“{name}” is asked as {asked[name].kind}, so it cannot be a number too"
                )
            parts: list[Part] = []
            for label, text in labels.items():
                with self._faults.at(*way, "numbers", name, label):
                    expression = compile_expression(text, scope)
                    if expression.kind not in (*_NUMBER, "dice"):
                        raise BadExpression(f"“{text}” is not a number")
                    parts.append(Part(label, expression, text.strip() == "roll"))
            numbers[name] = tuple(parts)
            names[attribute(name)] = ("number", lambda moment, name=name: moment.number(name))  # type: ignore[misc]
        return numbers

    def _throw(self, way: Way, text: str | None, scope: Scope) -> Template | None:
        """A throw, whose numbers in braces come from the sheet; without braces it is read at once."""
        template: Template | None = None
        if text is None:
            return None
        with self._faults.at(*way):
            names = {name: value for name, value in scope.names.items() if name not in ("roll", "faces")}
            reader = Reader(self._game, self._rules, Scope(names, scope.parts, scope.functions, scope.budget), {})
            template = reader.template(text)
            for part in template.parts:
                if isinstance(part, Expression) and part.kind != "number":
                    raise BadExpression(f"in “{text}”, a number is needed in braces")
            read_throw("".join(part if isinstance(part, str) else "6" for part in template.parts))
        return template

    def _effects(self, way: Way, effects: Sequence[str], reader: Reader) -> tuple[Effect, ...]:
        read: list[Effect] = []
        for text in effects:
            with self._faults.at(*way):
                read.append(reader.read(text))
        return tuple(read)

    def _refusals(self, way: Way, action: ActionTable, scope: Scope, reader: Reader) -> tuple[Refusal, ...]:
        refusals = []
        names = {name: value for name, value in scope.names.items() if name not in ("roll", "faces")}
        before = Scope(names, scope.parts, scope.functions, scope.budget)
        for place, table in enumerate(action.refuse):
            with self._faults.at(*way, "refuse", place):
                refusals.append(Refusal(compile_expression(table.when, before), reader.template(table.say)))
        return tuple(refusals)

    def _outcomes(self, way: Way, action: ActionTable, scope: Scope, reader: Reader) -> tuple[OutcomeRule, ...]:
        outcomes: list[OutcomeRule] = []
        for place, table in enumerate(action.outcome):
            here = (*way, "outcome", place)
            if table.name in [outcome.name for outcome in outcomes]:
                self._faults.add(here, f"there is an outcome “{table.name}” already")
            if table.name == "roll":
                self._faults.add(here, "an outcome cannot be called “roll”: that has the tracker throw")
            if table.when is None and place < len(action.outcome) - 1:
                self._faults.add(here, f"“{table.name}” has no when, so it must stand last")
            with self._faults.at(*here):
                when = compile_expression(table.when, scope) if table.when is not None else None
                outcomes.append(OutcomeRule(table.name, table.good, when, self._effects(here, table.do, reader)))
        return tuple(outcomes)

    @staticmethod
    def _rolled(numbers: Mapping[str, tuple[Part, ...]]) -> frozenset[str]:
        """The numbers that depend on the throw."""
        rolled = {"roll", "faces", "answered", "answer"}
        for name, parts in numbers.items():
            if any(part.expression.uses & rolled for part in parts):
                rolled.add(attribute(name))
        return frozenset(name for name in numbers if attribute(name) in rolled)

    @staticmethod
    def _eager(numbers: Mapping[str, tuple[Part, ...]], outcomes: Sequence[OutcomeRule]) -> tuple[str, ...]:
        """The numbers that decide the outcome, in their order; all of them where there are no outcomes."""
        if not any(outcome.when for outcome in outcomes):
            return tuple(numbers)
        used = set[str]().union(*(outcome.when.uses for outcome in outcomes if outcome.when is not None))
        for name in reversed(list(numbers)):
            if attribute(name) in used:
                used |= set[str]().union(*(part.expression.uses for part in numbers[name]))
        return tuple(name for name in numbers if attribute(name) in used)

    # What is left

    def _modes(self) -> None:
        """The modes that conditions give to throws."""
        verbs = {action.verb: action for action in self._game.action}
        found: dict[tuple[str, str], dict[str, str]] = {}
        for place, condition in enumerate(self._game.condition):
            for key, modes in (("mine", condition.mine), ("at-me", condition.at_me)):
                for verb, mode in modes.items():
                    way = ("condition", place, key)
                    if verb not in verbs:
                        self._unknown(way, verb, "an action", tuple(verbs))
                    elif mode not in verbs[verb].modes:
                        self._unknown(way, mode, f"a mode of {verb}", tuple(verbs[verb].modes))
                    else:
                        found.setdefault((key, verb), {})[condition.name] = mode
        self._rules.modes_of = found

    def _plain_reader(self, names: dict[str, tuple[Kind, Run]], who: Sequence[str]) -> tuple[Reader, Scope]:
        parts = {owner: self._scope.parts[owner] for owner in who}
        scope = Scope(names, parts, self._scope.functions, self._scope.budget)
        return Reader(self._game, self._rules, scope, self._game.answers), scope

    def _tables(self) -> None:
        reader, _ = self._plain_reader({}, ("me",))
        tables: dict[str, TableRule] = {}
        for place, table in enumerate(self._game.table):
            with self._faults.at("table", place, "throw"):
                read_throw(table.throw)
            last = None
            for row in table.rows:
                if last is not None and row.upto <= last:
                    self._faults.add(("table", place, "rows"), f"the rows go up, but {row.upto} stands after {last}")
                last = row.upto
            rows = (
                RowRule(row.upto, row.say, self._effects(("table", place, "rows"), row.do, reader))
                for row in table.rows
            )
            tables[table.name] = TableRule(table, tuple(rows))
        self._rules.tables = tables

    def _triggers(self) -> None:
        names: dict[str, tuple[Kind, Run]] = {
            "amount": ("number", lambda moment: moment.amount),
            "round": ("number", lambda moment: moment.round),
        }
        reader, scope = self._plain_reader(names, ("me",))
        self._rules.answers = {
            name: {
                choice: self._effects(("answers", name, choice), effects, reader) for choice, effects in choices.items()
            }
            for name, choices in self._game.answers.items()
        }
        triggers = []
        for place, table in enumerate(self._game.on):
            way: Way = ("on", place)
            self._event(way, table.event)
            effects = self._effects((*way, "do"), table.do, reader)
            if table.ask is not None:
                effects += self._effects((*way, "ask"), [f"ask me {table.ask}"], reader)
            if not effects:
                self._faults.add(way, "nothing follows: write ask = or do =")
            with self._faults.at(*way, "if"):
                when = compile_expression(table.if_, scope) if table.if_ is not None else None
                triggers.append(Trigger(table.event, when, effects))
        self._rules.triggers = tuple(triggers)

    def _event(self, way: Way, event: str) -> None:
        word, _, rest = event.partition(" ")
        known: Mapping[str, Sequence[str]] = {
            "lost": tuple(self._rules.tracks),
            "gained": tuple(self._rules.tracks),
            "marked": self._conditions,
            "unmarked": self._conditions,
            "turn": ("start", "end"),
        }
        if rest not in known.get(word, ("",)):
            self._unknown(
                (*way, "event"),
                event,
                "something that happens",
                [f"{word} {name}".strip() for name in known.get(word, ("",))],
            )

    def _presets(self) -> None:
        fields = {field.name: field for field in self._game.field}
        weapon = {field.name: field for field in self._game.weapon_field}
        for place, preset in enumerate(self._game.preset):
            for name in preset.tracks:
                if name not in self._rules.tracks:
                    self._unknown(("preset", place, "tracks"), name, "a track", tuple(self._rules.tracks))
            self._values(("preset", place, "fields"), preset.fields, fields, "a field")
            for called, values in preset.weapons.items():
                self._values(("preset", place, "weapons", called), values, weapon, "a weapon-field")

    def _values(self, way: Way, values: Mapping[str, Any], fields: Mapping[str, FieldTable], what: str) -> None:
        for name, value in values.items():
            if name not in fields:
                self._unknown(way, name, what, tuple(fields))
            elif fault := self._misfit(fields[name], value):
                self._faults.add(way, fault)
