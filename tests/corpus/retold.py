"""A session as text for comparing: what each line did, its log, luck and odds, what the players saw, what was asked.

Every entry of every branch is retold, with what it changed since its parent: so a wrong number that is mended
shows as the few lines that it was in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tests.lines import asked_next, odds_of, throw_of
from tests.table import figures
from tracker.combat.records import START, Entry
from tracker.combat.scene import Scene, Turn
from tracker.commands.parser import phrases
from tracker.commands.story import happenings, retell
from tracker.export.chronicle import Teller
from tracker.export.figures import before_the_throw, luck_of, thrown_in
from tracker.export.json import as_json
from tracker.players.projection import Projector, Sharing
from tracker.players.story import acts, told, visible
from tracker.rules.command import RESULT
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import quote
from tracker.rules.system import System
from tracker.rules.view import Odds
from tracker.session import Session

BESIDE_THE_STATE = ("log", "head", "refused")
"""Parts of ``show --json`` that an entry tells itself."""

UNSAID = ("null", "[]", "false", '""', "{}")
"""Values that are left out where they are new, or where they are gone."""

PEOPLE = 2
"""Of how many of each side the odds of all actions are listed."""


def retold(session: Session) -> str:
    """Return the whole text of a session."""
    return "\n".join(_Retelling(session).lines()) + "\n"


def asked(session: Session, line: str) -> list[str]:
    """Return what the screen shows of a line before it is carried out: preview, throw, next questions, odds."""
    system, scene = session.system, session.scene
    preview = session.preview(line)
    texts = [
        ("text", preview.text),
        ("error", preview.error),
        ("throws", preview.throws),
        ("asks", preview.asks),
        *(("note", note) for note in preview.notes),
        *(("objection", objection) for objection in preview.objections),
        *(("why", reason) for reason in reasons(preview.why)),
    ]
    throw = throw_of(system, scene, line)
    if throw is not None:
        texts += [("throw", throw.in_words()), ("typed", throw.typed)]
    texts += [("next", " ".join(asked_next(system, scene, line)))]
    odds = _odds_of_line(system, scene, line)
    if odds is not None:
        texts += [("odds", odds)]
    return [f"  {what}: {text}" for what, text in texts if text]


def reasons(why: Any) -> list[str]:
    """Return numbers by what they add up to."""
    by_sum: dict[str, list[str]] = {}
    for reason in why:
        by_sum.setdefault(reason.of, []).append(f"{reason.label} {reason.value}")
    return [f"{of} = {', '.join(parts)}" for of, parts in by_sum.items()]


class _Retelling:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._history = session.history

    def lines(self) -> Iterator[str]:
        history = self._history
        parents = {entry.parent for entry in history.entries.values()}
        states = {START: self._state(START)}
        for entry in history.entries.values():
            state = states[entry.id] = self._state(entry.id)
            yield f"#{entry.id} after {entry.parent}: {entry.command}"
            yield from _indented(self._entry(entry))
            yield from _indented(changes(states[entry.parent], state))
            if entry.id not in parents or entry.id == history.head:
                yield from _indented(self._leaf(entry.id))
        yield f"the story: {' '.join(map(str, history.story))}"

    def _state(self, at: int) -> dict[str, str]:
        """The fight after an entry, for the GM and for the players, as flat values."""
        session, scene = self._session, self._history.scene_at(at)
        system = session.system_at(scene)
        shown = {key: value for key, value in as_json(session, at).items() if key not in BESIDE_THE_STATE}
        names = visible(scene)
        turn = scene.turn if acts(scene.turn, scene, names) else Turn(scene.turn.round, scene.turn.phase)
        seen = msgspec.to_builtins(Projector(system, Sharing(numbers=True)).project(scene, names, turn))
        seen["cards"] = {card.pop("name"): card for card in seen["cards"]}
        return {**dict(_flat("", shown)), **dict(_flat("players", seen))}

    def _entry(self, entry: Entry) -> Iterator[str]:
        """The text, numbers, log lines, throws and public lines of an entry."""
        before = self._history.scene_at(entry.parent)
        system = self._session.system_at(before)
        commands = happenings(system, before, entry)
        yield f"text: {entry.text}"
        if entry.ruled:
            yield f"ruled: {entry.ruled}"
        yield from (f"why: {reason}" for reason in reasons(entry.why))
        told = retell(system, before, entry, commands)
        for name in ("section", "heading", "turn", "remarks"):
            if getattr(told, name):
                yield f"log {name}: {getattr(told, name)}"
        for line in told.lines:
            faces = f" {line.faces} of {line.sides}" if line.faces else ""
            yield f"log: {' | '.join(filter(None, (line.what, line.outcome, *line.rest, line.text)))}{faces}"
        prose = Teller(system).tell(entry, commands).prose
        if prose != entry.text:
            yield f"prose: {prose}"
        for happening in commands:
            throws = list(thrown_in(system, entry, happening))
            if happening.action is None:
                yield f"not read: {happening.verb}"
            for thrown in throws:
                came = "succeeded" if thrown.succeeded else "failed"
                yield f"luck: {thrown.name}, {thrown.what}: {thrown.chance:.6f}, {came}, moved {thrown.moved}"
            if throws and happening.action is not None and happening.verb != "decide":
                unthrown = before_the_throw(system, happening, happening.action)
                yield f"odds: {_odds(system.odds(happening.before, unthrown))}"
            deed = happening.deed
            if deed is not None:
                yield f"deed: by {deed.by or 'nobody'} on {deed.on}, hit {deed.hit}"
        yield from (f"public: {line}" for line in self._public(entry))

    def _public(self, entry: Entry) -> list[str]:
        """The lines that the players saw at this entry and not before."""
        before, after = self._history.scene_at(entry.parent), self._history.scene_at(entry.id)
        hidden = {name for name, combatant in after.combatants.items() if combatant.hidden}
        lines = told(self._session.system_at(before), before, entry).lines
        return [line.text for line in lines if not line.names & hidden]

    def _leaf(self, at: int) -> Iterator[str]:
        """What is told only where a branch ends: figures, luck, and the odds of what could come next."""
        history, scene = self._history, self._history.scene_at(at)
        system = self._session.system_at(scene)
        fight = figures(system, history, history.path(at))
        yield f"figures: {fight.rounds} rounds, {fight.entries} lines, {fight.track}"
        for person in fight.people:
            values = msgspec.to_builtins(person)
            words = (f"{key}={value}" for key, value in values.items() if value and key not in ("name", "side"))
            yield f"figures of {person.name}: {', '.join(words)}"
        for luck in luck_of(fight.throws):
            yield f"luck of {luck.name}: {luck.succeeded} of {luck.throws}, {luck.expected:.6f} expected"
        for change in fight.changes:
            yield f"round {change.round}: {change.name} {change.word or 'up'}"
        for course in fight.courses:
            yield f"course of {course.name}: {course.steps} of {course.max}"
        for waiting in system.pending(scene):
            ways = [*waiting.verbs, *(answer.line for answer in waiting.answers)]
            yield f"pending: {waiting.name}: {waiting.text} {ways}"
        for line in _possible(system, scene):
            odds = _odds_of_line(system, scene, line)
            if odds is not None:
                throw = throw_of(system, scene, line)
                yield f"odds of {line}: {odds}"
                yield f"throw of {line}: {throw.in_words() if throw else None}"


def _possible(system: System, scene: Scene) -> Iterator[str]:
    """Throws that somebody could make: every action with a result, with every weapon carried."""
    for side in scene.sides():
        own = [one for one in scene.listed() if one.side == side]
        others = [one for one in scene.listed() if one.side != side]
        for combatant in own[:PEOPLE]:
            for verb, kind in system.actions.items():
                parameters = kind.parameters
                if "actor" not in parameters or not any(name in RESULT for name in parameters):
                    continue
                target = f" {quote(others[0].name)}" if "target" in parameters and others else ""
                weapons = combatant.weapons if "weapon" in parameters else ()
                for weapon in ("", *(f" weapon={quote(weapon)}" for weapon in weapons)):
                    yield f"{verb} {quote(combatant.name)}{target} roll{weapon}"


def _odds_of_line(system: System, scene: Scene, line: str) -> str | None:
    try:
        parts = phrases(line)
        return _odds(odds_of(system, scene, parts[0])) if len(parts) == 1 else None
    except InvalidCommand:
        return None


def _odds(odds: Odds) -> str:
    outcomes = ", ".join(f"{outcome.label} {float(outcome.p):.6f}" for outcome in odds.outcomes)
    beside = "".join(f"; {outcome.label} {float(outcome.p):.6f}" for outcome in odds.beside)
    refused = "".join(f"; refused: {objection}" for objection in odds.refused)
    return f"{float(odds.success):.6f} of {outcomes}{beside}{refused}"


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[str]:
    """Return what differs between two moments, value by value; what is new and empty is not worth a line."""
    for key, value in after.items():
        if key not in before:
            if value not in UNSAID:
                yield f"{key}: {value}"
        elif before[key] != value:
            yield f"{key}: {before[key]} → {value}"
    yield from (f"{key}: gone" for key, value in before.items() if key not in after and value not in UNSAID)


def _flat(key: str, value: Any) -> Iterator[tuple[str, str]]:
    """Return nested data as keys and texts; lists of plain values stay in one line."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _flat(f"{key}.{name}" if key else str(name), inner)
    elif isinstance(value, list | tuple) and any(isinstance(inner, dict) for inner in value):
        for number, inner in enumerate(value):
            yield from _flat(f"{key}.{number}", inner)
    else:
        yield key, msgspec.json.encode(value).decode()


def _indented(lines: Iterator[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)
