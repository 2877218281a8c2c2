"""The actions of a game file: what each asks for, throws and counts, its outcomes and their effects."""

import keyword
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, cast

from tracker.games.language.checking.file import RESULTS, Checks, GameFile, Way
from tracker.games.language.effects import Reader
from tracker.games.language.expressions import compile_expression, written
from tracker.games.language.rules import ActionRule, Lazy, NumberPart, OutcomeRule, Template
from tracker.games.language.scope import BadExpression, Expression, Run, Scope, ValueKind, attribute
from tracker.games.language.shape import WORD, ActionTable, AskTable
from tracker.games.language.sheet import USUAL_BANDS
from tracker.games.language.throws import names_in, read_throw
from tracker.rules.verbs import COMMON

OWN_NAMES: Final = ("me", "it", "by", "cover", "band", "roll", "faces", "round", "answer", "answered", "amount")
"""Names used by the language itself, which no question or number can have."""

COMMON_VERBS: Final = frozenset(action.verb for action in COMMON) - {"end", "disarm"}
"""Verbs that a file cannot define; it may define its own end of the fight and its own disarming."""
WALKING_VERBS: Final = ("undo", "redo", "goto", "revoke", "amend", "keep", "update-game", "look")
OWN_VERBS: Final = ("initiative", "take")  # verbs that every game file has without declaring them

_NUMBER: Final[tuple[ValueKind, ...]] = ("number", "yesno")


class Actions(Checks):
    """Checks the actions, and that their verbs, modes and questions fit together."""

    def __init__(self, file: GameFile) -> None:
        super().__init__(file)
        self._scopes: dict[str, Scope] = {}
        self._given = [given for given in self._every_given() if given[-1]]

    def check(self, *, now: bool = True) -> None:
        """Check each action and the modes that conditions give to throws, ``now`` or when they are first needed."""
        game, rules = self._game, self._rules
        places = {action.verb: place for place, action in enumerate(game.action)}
        rules.actions = Lazy(places, lambda verb: self._action(places[verb], game.action[places[verb]]))
        armed = {action.verb: action.weapon for action in game.action if isinstance(action.weapon, str)}
        rules.usable = Lazy(armed, lambda verb: self._armed_with(("action", places[verb], "weapon"), armed[verb]))
        keys = (*(("mine", verb) for verb in places), *(("at-me", verb) for verb in places))
        rules.modes_of = Lazy((*keys, *(("at-me in cover", verb) for verb in places)), self._modes)
        if now:
            tuple(rules.actions.values())
            tuple(rules.usable.values())
            tuple(rules.modes_of.values())
            for way, verb in ((way, verb) for way, _, _, modes in self._given for verb in modes):
                if verb not in places:
                    self._file.unknown(way, verb, "an action", tuple(places))

    def _action(self, place: int, action: ActionTable) -> ActionRule:
        way: Way = ("action", place)
        answers_to = (action.verb,) if any(action.verb in other.waits_for for other in self._game.action) else ()
        self._verb(way, action)
        names = dict[str, tuple[ValueKind, Run]]()
        if action.throw is not None:
            names["roll"] = ("number", lambda moment: moment.fell.total)
            names["faces"] = ("faces", lambda moment: moment.fell.faces)
        parts = {**self._file.around, "me": self._scope.parts["me"]}
        dice = self._dice(way, action)
        names |= {attribute(name): ("number", lambda moment, name=name: moment.die(name).value) for name in dice}  # type: ignore[misc]
        if dice:
            parts["faces"] = {
                attribute(name): ("faces", lambda moment, name=name: moment.die(name).faces)  # type: ignore[misc]
                for name in dice
            }
        answering = [other for other in self._game.action if other.verb in action.waits_for]
        if action.target or answers_to:
            parts["it"] = self._scope.parts["it"]
            names["band"] = ("text", lambda moment: moment.band)
        if action.many:
            names["among"] = ("number", lambda moment: moment.among)
        if action.target or action.passive:
            parts["cover"] = self._file.cover
        if action.weapon:
            parts["by"] = self._file.weapon
        if answering:
            names["answered"] = ("text", lambda moment: moment.answered)
            parts["answer"] = {
                attribute(name): ("number", lambda moment, name=name: moment.answer.get(name, 0))  # type: ignore[misc]
                for other in answering
                for name in other.numbers
            }
        for number, ask in enumerate(action.ask):
            self._ask((*way, "ask", number), ask, names)
        names = {**RESULTS, **names}
        scope = replace(self._scope, names=names, parts=parts, words=self._words(action, answering))
        self._scopes[action.verb] = scope
        numbers = self._numbers(way, action, scope)
        reader = Reader(self._game, self._rules, scope, {**self._game.answers, **action.answers})
        throw = self._throw((*way, "throw"), action.throw, scope)
        others = self._throw((*way, "throw-others"), action.throw_others, scope)
        modes = {name: self._throw((*way, "modes"), text, scope, action.throw) for name, text in action.modes.items()}
        outcomes = self._outcomes(way, action, scope, reader)
        rolled = self._rolled(numbers, dice)
        total = next((name for name, number_parts in numbers.items() if any(part.is_roll for part in number_parts)), "")
        if action.says == "total" and not total and action.throw is not None:
            self._faults.add((*way, "says"), 'says = "total" needs a number of which “roll” alone is one part')
        eager = self._eager(numbers, outcomes)
        used = frozenset[str]().union(*(template.uses for template in (throw, others, *modes.values()) if template))
        added = {part.expression.bare for part in numbers.get(total, ())}
        met = (name for name in eager if name not in rolled and name != total and attribute(name) not in used | added)
        need = next(met, "")
        asked = action.answers.items()
        answers = {name: self._file.choices((*way, "answers", name), choices, reader) for name, choices in asked}
        refused = ((place, one.when, one.say, one.first or "") for place, one in enumerate(action.refuse))
        remarked = ((say, when, say, "") for say, when in action.remark.items())
        return ActionRule(
            action,
            throw,
            others,
            {name: mode for name, mode in modes.items() if mode is not None},
            numbers,
            outcomes,
            self._file.refusals((*way, "refuse"), refused, _unthrown(scope), reader),
            self._file.effects((*way, "do"), action.do, reader),
            answers,
            eager,
            rolled,
            total,
            need,
            answers_to,
            (action.phase,) if isinstance(action.phase, str) else tuple(action.phase),
            self._word((*way, "cost"), action.cost, scope, tuple(self._game.turn.acts), "one of the acts of [turn]"),
            self._armed_with((*way, "area"), action.area) if isinstance(action.area, str) else None,
            self._before((*way, "at-most"), action.at_most, self._untargeted(action, scope), "number"),
            self._word((*way, "thrower"), action.thrower, scope, ("me", "it"), "me or it"),
            self._word((*way, "like"), action.like, scope, [one.verb for one in self._game.action], "an action"),
            self._before((*way, "throw-if"), action.throw_if, scope),
            self._before((*way, "usual"), action.usual, scope, "text"),
            self._before((*way, "reaches"), action.reaches, scope, None),
            self._before((*way, "holds"), action.holds, scope, None),
            self._before((*way, "waits-if"), action.waits_if, scope),
            tuple(map(attribute, dice)),
            self._mode_if(way, action, scope),
            self._file.refusals((*way, "remark"), remarked, _unthrown(scope), reader),
            self._word((*way, "helps"), action.helps, self._armed, ("me", "friend", "ally"), "me, friend or ally"),
            self._choose_if(way, action, scope),
        )

    def _untargeted(self, action: ActionTable, scope: Scope) -> Scope:
        """Return what is known before there is a target: the actor, the weapon and what is asked."""
        asked = {attribute(ask.name) for ask in action.ask}
        known = {name: kind for name, kind in scope.names.items() if name in asked}
        return replace(scope, names=known, parts=self._armed.parts)

    def _choose_if(self, way: Way, action: ActionTable, scope: Scope) -> dict[str, Expression]:
        """Compile when a choice is offered, before there is a target; with a target, when coming up to it is."""
        before = self._untargeted(action, scope)
        found = {name: self._before((*way, "choose-if", name), text, before) for name, text in action.choose_if.items()}
        for place, ask in enumerate(action.ask):
            if isinstance(ask.comes_up, str):
                found[ask.name] = self._before((*way, "ask", place, "comes-up"), ask.comes_up, scope)
        return {name: when for name, when in found.items() if when is not None}

    def _mode_if(self, way: Way, action: ActionTable, scope: Scope) -> tuple[tuple[str, str, Expression], ...]:
        found: list[tuple[str, str, Expression]] = []
        for mode in (*action.mode_if, *action.doubled, *action.doubled.values()):
            if mode not in action.modes:
                key = "mode-if" if mode in action.mode_if else "doubled"
                self._file.unknown((*way, key), mode, "a mode", tuple(action.modes))
        for mode, given in action.mode_if.items():
            for why, text in ({"": given} if isinstance(given, str) else given).items():
                when = self._before((*way, "mode-if", mode, *([why] if why else [])), text, scope)
                found += [(mode, why, when)] if when is not None else []
        return tuple(found)

    def _word(self, way: Way, text: str | None, scope: Scope, known: Sequence[str], what: str) -> Expression | None:
        if text is None:
            return None
        if re.fullmatch(WORD, text):
            if text not in known:
                self._file.unknown(way, text, what, tuple(known))
            return written(text)
        expression = self._before(way, text, scope, "text")
        for found in re.findall(r"(?:^|else\s|\()\s*'([^']*)'|'([^']*)'\s+if\b", text):
            if (said := "".join(found)) and said not in known:
                self._file.unknown(way, said, what, known)
        return expression

    def _before(self, way: Way, text: str | None, scope: Scope, kind: ValueKind | None = "yesno") -> Expression | None:
        return self._file.compiled(way, text, _unthrown(scope), kind) if text is not None else None

    def _armed_with(self, way: Way, text: str) -> Expression:
        return self._file.compiled(way, text, self._armed, "yesno") or written("")

    @property
    def _armed(self) -> Scope:
        return replace(self._scope, names={}, parts={"me": self._scope.parts["me"], "by": self._file.weapon})

    def _words(self, action: ActionTable, answering: Sequence[ActionTable]) -> dict[str, tuple[str, ...]]:
        asked = {
            attribute(ask.name): (*ask.choices, *([ask.default] if isinstance(ask.default, str) else []))
            for ask in action.ask
            if ask.kind == "choice"
        }
        bands = tuple(band.name for band in self._game.band or USUAL_BANDS)
        return {**self._scope.words, "band": bands, "answered": tuple(other.verb for other in answering), **asked}

    def _verb(self, way: Way, action: ActionTable) -> None:
        game, verb = self._game, action.verb
        if verb in COMMON_VERBS or verb in WALKING_VERBS or verb in OWN_VERBS:
            self._faults.add((*way, "verb"), f"“{verb}” is a verb of every game; call it something else")
        if [other.verb for other in game.action].index(verb) != way[1]:
            self._faults.add((*way, "verb"), f"there is an action “{verb}” already")
        phases = [action.phase] if isinstance(action.phase, str) else action.phase
        verbs = [other.verb for other in game.action if other is not action and not other.target]
        chosen = [ask.name for ask in action.ask if ask.kind in ("choice", "flag") or ask.choices]
        for key, names, known, what in (
            ("phase", phases, game.turn.phases, "one of the phases of [turn]"),
            ("waits-for", action.waits_for, verbs, "another action without a target"),
            ("after", action.after, [ask.name for ask in action.ask], "a word of ask"),
            ("choose", action.choose, chosen, "a choice or a flag of ask"),
            ("choose-if", action.choose_if, action.choose, "a word of choose"),
            ("refuse", [one.first for one in action.refuse if one.first], verbs, "another action without a target"),
            ("double-dice-on", action.double_dice_on, [outcome.name for outcome in action.outcome], "an outcome"),
        ):
            for name in names:
                if name not in known:
                    self._file.unknown((*way, key), name, what, known)
        target, many, thrown, waits = action.target, action.many, action.throw is not None, action.waits_for
        for key, used, fits, what in (
            ("modes", action.modes, thrown, "throw"),
            ("throw-others", action.throw_others, thrown, "throw"),
            ("apart", action.apart, target and thrown and not waits, "target = true and throw, and not with waits-for"),
            ("lore", action.lore, action.weapon and game.lore, "weapon, and with a file of lore that the game names"),
            ("area", action.area is not None, many, "many = true"),
            ("at-most", action.at_most is not None, many, "many = true"),
            ("holds", action.holds is not None, many, "many = true"),
            ("comes-up", any(ask.comes_up for ask in action.ask), target, "target = true"),
            ("many", many, target, "target = true; several actors can always be named"),
            ("waits-for", waits, target and not many, "target = true, and not with many"),
        ):
            if used and not fits:
                self._faults.add((*way, key), f"{key} goes with {what}")

    def _ask(self, way: Way, ask: AskTable, names: dict[str, tuple[ValueKind, Run]]) -> None:
        name = attribute(ask.name)
        if name in (*OWN_NAMES, "actor", "target", "weapon", "result", "against") or keyword.iskeyword(name):
            self._faults.add((*way, "name"), f"“{ask.name}” is a word of the language; call it something else")
        elif name in names:
            self._faults.add((*way, "name"), f"“{ask.name}” is asked already")
        if ask.kind == "choice" and not ask.choices:
            self._faults.add(way, f"{ask.name} has the kind “choice”, so it needs choices = [...]")
        if ask.kind == "number" and not all(map(str.isdecimal, ask.choices)):
            self._faults.add((*way, "choices"), "the choices of a number are numbers")
        if ask.comes_up and ask.kind != "flag":
            self._faults.add((*way, "comes-up"), "only a flag comes up")
        if ask.place and ask.kind == "flag":
            self._faults.add((*way, "place"), "a flag is its own word and has no place")
        kinds: dict[str, ValueKind] = {"number": "number", "flag": "yesno", "yesno": "yesno", "dice": "dice"}
        kind = kinds.get(ask.kind, "text")
        default = ask.default
        good = {"number": int, "yesno": bool, "text": str, "dice": str}[kind]
        if default is not None and (not isinstance(default, good) or (kind == "number" and isinstance(default, bool))):
            wanted = "a number" if kind == "number" else "of its kind"
            self._faults.add((*way, "default"), f"the default of {ask.name} is not {wanted}")
        empty: Any = default if default is not None else {"number": 0, "yesno": False}.get(kind, "")
        names[name] = (kind, lambda moment, name=ask.name, empty=empty: moment.words.get(name, empty))  # type: ignore[misc]

    def _numbers(self, way: Way, action: ActionTable, scope: Scope) -> dict[str, tuple[NumberPart, ...]]:
        """Compile the numbers in order; each may use those before it."""
        numbers: dict[str, tuple[NumberPart, ...]] = {}
        asked = {ask.name: ask for ask in action.ask}
        names = cast("dict[str, tuple[ValueKind, Run]]", scope.names)
        for name, labels in action.numbers.items():
            if attribute(name) in OWN_NAMES or keyword.iskeyword(attribute(name)):
                self._faults.add((*way, "numbers", name), f"“{name}” is a word of the language; call it something else")
            if name in asked and asked[name].kind != "number":
                self._faults.add(
                    (*way, "numbers", name), f"“{name}” is asked as {asked[name].kind}, so it cannot be a number too"
                )
            parts: list[NumberPart] = []
            for label, text in labels.items():
                with self._faults.at(*way, "numbers", name, label):
                    expression = compile_expression(text, scope)
                    if expression.kind not in (*_NUMBER, "dice"):
                        raise BadExpression(f"“{text}” is not a number")
                    parts.append(NumberPart(label, expression, text.strip() == "roll"))
            numbers[name] = tuple(parts)
            names[attribute(name)] = ("number", lambda moment, name=name: moment.number(name, moment))  # type: ignore[misc]
        return numbers

    def _throw(self, way: Way, text: str | None, scope: Scope, onto: str | None = None) -> Template | None:
        """Compile a throw; numbers in braces come from the sheet, and a throw without braces is read at once.

        One with a sign before it adds dice to the throw ``onto``.
        """
        template: Template | None = None
        if text is None:
            return None
        with self._faults.at(*way):
            reader = Reader(self._game, self._rules, _unthrown(scope), {})
            template = reader.template(text)
            for part in template.parts:
                if isinstance(part, Expression) and part.kind not in ("number", "text", "dice"):
                    raise BadExpression(f"in “{text}”, a number, a text or dice are needed in braces")
                if isinstance(part, Expression) and part.kind == "dice":
                    return template  # Dice of a sheet are read when they are thrown.
            sample = {"number": "6", "text": ""}
            whole = reader.template(onto).parts if onto and template.adds else ()
            read_throw("".join(one if isinstance(one, str) else sample[one.kind] for one in (*whole, *template.parts)))
        return template

    def _outcomes(self, way: Way, action: ActionTable, scope: Scope, reader: Reader) -> tuple[OutcomeRule, ...]:
        outcomes: list[OutcomeRule] = []
        for place, table in enumerate(action.outcome):
            here = (*way, "outcome", place)
            if table.name in [outcome.name for outcome in outcomes]:
                self._faults.add(here, f"there is an outcome “{table.name}” already")
            if table.name == "roll":
                self._faults.add(here, "an outcome cannot be called “roll”: that has the tracker throw")
            if table.when is None and place < len(action.outcome) - 1:
                self._faults.add(here, f"“{table.name}” has no when, so it must come last")
            with self._faults.at(*here):
                when = compile_expression(table.when, scope) if table.when is not None else None
                outcomes.append(OutcomeRule(table.name, table.good, when, self._file.effects(here, table.do, reader)))
        return tuple(outcomes)

    def _dice(self, way: Way, action: ActionTable) -> tuple[str, ...]:
        texts = (action.throw, action.throw_others, *action.modes.values())
        dice = tuple(dict.fromkeys(name for text in texts for name in names_in(text or "")))
        for name in dice:
            if attribute(name) in OWN_NAMES or keyword.iskeyword(attribute(name)):
                self._faults.add((*way, "throw"), f"“{name}” is a word of the language; call the die something else")
        return dice

    @staticmethod
    def _rolled(numbers: Mapping[str, tuple[NumberPart, ...]], dice: Sequence[str]) -> frozenset[str]:
        rolled = {"roll", "faces", "answered", "answer", *map(attribute, dice)}
        for name, parts in numbers.items():
            if any(part.expression.uses & rolled for part in parts):
                rolled.add(attribute(name))
        return frozenset(name for name in numbers if attribute(name) in rolled)

    @staticmethod
    def _eager(numbers: Mapping[str, tuple[NumberPart, ...]], outcomes: Sequence[OutcomeRule]) -> tuple[str, ...]:
        """Return the numbers that decide the outcome, in order; all of them if there are no outcomes."""
        if not any(outcome.when for outcome in outcomes):
            return tuple(numbers)
        used = set[str]().union(*(outcome.when.uses for outcome in outcomes if outcome.when is not None))
        for name in reversed(list(numbers)):
            if attribute(name) in used:
                used |= set[str]().union(*(part.expression.uses for part in numbers[name]))
        return tuple(name for name in numbers if attribute(name) in used)

    def _every_given(self) -> Iterator[tuple[Way, str, str, Mapping[str, str]]]:
        """Yield the modes that conditions and cover give: where they stand, of what, to whose throws, and by verb."""
        for place, one in enumerate(self._game.condition):
            yield ("condition", place, "mine"), one.name, "mine", one.mine
            yield ("condition", place, "at-me"), one.name, "at-me", one.at_me
        for place, cover in enumerate(self._game.cover):
            yield ("cover", place, "at-me"), cover.name, "at-me in cover", cover.at_me

    def _modes(self, key: tuple[str, str]) -> dict[str, Expression]:
        whose, verb = key
        known, scope = tuple(self._rules.actions[verb].table.modes), self._scopes[verb]
        given = ((way, name, modes[verb]) for way, name, of, modes in self._given if of == whose and verb in modes)
        compiled = {name: self._word(way, mode, scope, known, f"a mode of {verb}") for way, name, mode in given}
        return {name: mode for name, mode in compiled.items() if mode is not None}


def _unthrown(scope: Scope) -> Scope:
    thrown = {"roll", "faces", *scope.parts.get("faces", {})}
    return replace(scope, names={name: value for name, value in scope.names.items() if name not in thrown})
