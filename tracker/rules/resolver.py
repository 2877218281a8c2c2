"""The table on which one action is resolved: it takes what the rules say and keeps it in order.

A rule reads ``resolver.scene`` (always up to date), says facts with ``emit``, numbers with ``because``, objections
with ``objection`` and questions with ``ask``. From outside the whole is a pure function of scene and dice.

One action resolved on the table, with what holds in every game: who is out cannot act.

Fewer events that say the same: what happened to many in the same way becomes one fact.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, cast

from tracker.combat.dice import Dice, Throw
from tracker.combat.events import (
    ConditionCame,
    ConditionWent,
    Event,
    FieldBecame,
    OutBecame,
    PromptCame,
    PromptWent,
    SceneFieldBecame,
    SpentBecame,
    TrackBecame,
)
from tracker.combat.frozen import frozen
from tracker.combat.history import Reason
from tracker.combat.scene import Combatant, Condition, Plain, Scene
from tracker.rules.action import Action
from tracker.rules.errors import Refused

if TYPE_CHECKING:
    from tracker.rules.action import Action
    from tracker.rules.system import System


@frozen
class Resolution:
    """What an action came to: the scene after it and all that belongs in its entry."""

    scene: Scene
    command: str
    text: str
    events: tuple[Event, ...]
    why: tuple[Reason, ...]
    dice: tuple[Throw, ...]
    overruled: tuple[str, ...]
    ruled: bool


@dataclass(slots=True)
class Resolver:
    """One action, or one line of several, while it is resolved.

    ``ruled``: objections are kept in ``overruled`` and nothing costs anything. ``prompt_ids`` are the prompts' numbers
    an earlier playing of the same command had, by kind and name.
    """

    system: System
    scene: Scene
    dice: Dice
    ruled: bool = False
    objections: list[str] = field(default_factory=list)
    overruled: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    prompt_ids: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    last_prompt_id: int = 0
    action: Action | None = None
    part: int = 0

    # What the rules say

    def emit(self, *events: Event) -> None:
        """These became true, from now on in ``scene`` too."""
        for event in events:
            self.events.append(event)
            self.scene = event.apply(self.scene)

    def objection(self, rule: str) -> None:
        """A rule is against it: refused at the end, unless the Director rules."""
        if self.ruled:
            if rule not in self.overruled:
                self.overruled.append(rule)
        elif rule not in self.objections:
            self.objections.append(rule)

    def check_objections(self) -> None:
        """Raise Refused if anything was objected to so far."""
        if self.objections:
            raise Refused(self.objections)

    def because(self, of: str, label: str, value: int, source: str = "") -> int:
        """A number that counts to ``of``; gives it back."""
        self.reasons.append(Reason(of, label, value, source, self.part))
        return value

    def total(self, of: str) -> int:
        """What the reasons of this action for ``of`` add up to."""
        return sum(each.value for each in self.reasons if (each.of, each.part) == (of, self.part))

    def say(self, sentence: str) -> None:
        """A sentence, or a part of one, for the log."""
        self.sentences.append(sentence)

    def note(self, sentence: str) -> None:
        """Something to point out that changes nothing: shown in the preview and in the log."""
        if sentence not in self.notes:
            self.notes.append(sentence)

    def ask(self, kind: str, name: str, text: str, choices: Sequence[str] = (), **data: Plain) -> int:
        """A question for the Director; gives its number."""
        kept = self.prompt_ids.get((kind, name))
        number = kept.pop(0) if kept else max(self.scene.asked, self.last_prompt_id) + 1
        self.emit(PromptCame(number, (name,), kind, text, tuple(choices), data))
        return number

    def close_prompt(self, number: int, choice: str) -> None:
        """A question is answered or no longer stands."""
        self.emit(PromptWent(number, choice))

    def throw(self, count: int, sides: int, purpose: str = "result") -> tuple[int, ...]:
        """Dice on the table; what was objected to is settled first. Raises NotThrown in a preview."""
        self.check_objections()
        return self.dice.throw(count, sides, purpose)

    def record_as(self, **changes: object) -> None:
        """The command that would do the same again has these values: a throw becomes its faces."""
        if self.action is not None:
            self.action = self.action.copy_with(**changes)

    # Short ways to say common facts

    def combatant(self, name: str) -> Combatant:
        """The combatant as they are now."""
        return self.scene.combatants[name]

    def setting(self, name: str) -> Plain:
        """The value a setting has in this session."""
        return self.system.setting(self.scene, name)

    def spend(self, name: str, word: str) -> None:
        """Mark an action as spent; a ruling costs nothing."""
        spent = self.combatant(name).spent
        if not self.ruled and word not in spent:
            self.emit(SpentBecame((name,), (*spent, word)))

    def set_field(self, name: str, field_name: str, value: Plain) -> None:
        """A field now holds a value; None takes it away."""
        was = self.combatant(name).fields.get(field_name)
        if was != value:
            self.emit(FieldBecame((name,), field_name, value, was))

    def set_scene_field(self, field_name: str, value: Plain) -> None:
        """A field of the fight itself now holds a value; None takes it away."""
        was = self.scene.fields.get(field_name)
        if was != value:
            self.emit(SceneFieldBecame(field_name, value, was))

    def set_track(self, name: str, track: str, value: int, most: int | None = None) -> None:
        """A track now has this value (not below its lowest, not above its maximum) and maximum."""
        old = self.combatant(name).tracks.get(track)
        top = most if most is not None else old.max if old else value
        low = self.system.track_minimum(track)
        value = max(low, min(value, top))
        if old is None or (old.value, old.max) != (value, top):
            self.emit(TrackBecame((name,), track, value, top, old.value if old else None))

    def set_out(self, name: str, word: str | None) -> None:
        """Somebody is out in this way, or up again."""
        if self.combatant(name).out != word:
            self.emit(OutBecame((name,), word))

    def mark(self, name: str, condition: str, value: int | None = None, **ends: str | int | None) -> None:
        """A condition came; ``rounds``, ``until`` and ``of`` say when it ends."""
        made = replace(Condition(condition, value=value, since=self.scene.turn.round), **ends)  # type: ignore[arg-type]
        self.emit(ConditionCame((name,), made))

    def unmark(self, name: str, condition: str) -> None:
        """A condition is over; nothing happens where it was not marked."""
        if self.combatant(name).has(condition):
            self.emit(ConditionWent((name,), condition))

    # The end

    def resolution(self, command: str) -> Resolution:
        """All of it; raises Refused if anything was objected to."""
        self.check_objections()
        text = " ".join((*self.sentences, *self.notes)) or command
        if self.ruled:
            text += f" This is ruled, over: {' '.join(self.overruled)}" if self.overruled else " This is ruled."
        return Resolution(
            self.scene,
            command,
            text,
            compact(self.events),
            tuple(self.reasons),
            tuple(self.dice.thrown),
            tuple(self.overruled),
            self.ruled,
        )


def perform(resolver: Resolver, action: Action) -> Action:
    """Resolve an action; gives the action as it must be written to do the same again.

    Raises Refused, InvalidCommand, or NotThrown where dice are needed and there are none.
    """
    actor = getattr(action, "actor", None)
    if isinstance(actor, str):
        resolver.system.check(resolver, type(action), actor)
    filled = action.with_defaults(resolver)
    resolver.action = filled
    filled.resolve(resolver)
    resolver.check_objections()
    return resolver.action


def compact(events: Iterable[Event]) -> tuple[Event, ...]:
    """The same change of a scene in fewer events: equal but for their names, with nothing between that matters."""
    kept: list[Event] = []
    same: dict[str, int] = {}
    touched: dict[str, int] = {}
    for event in events:
        names: tuple[str, ...] | None = getattr(event, "names", None)
        if names is None or event.t in ("joined", "left", "order"):
            kept.append(event)
            same.clear()
            touched.clear()
            continue
        if isinstance(event, PromptCame):
            last = kept[-1] if kept else None
            if isinstance(last, PromptCame) and _pattern(last) == _pattern(event):
                if last.id + len(last.names) == event.id:
                    kept[-1] = replace(last, names=(*last.names, *names))
                    continue
            kept.append(event)
            continue
        key = _pattern(event)
        place = same.get(key)
        if place is not None and all(touched.get(name, -1) < place for name in names):
            kept[place] = _with_more(kept[place], names)
        else:
            place = same[key] = len(kept)
            kept.append(event)
        touched.update(dict.fromkeys(names, place))
    return tuple(kept)


def _pattern(event: Event) -> str:
    rest = ((each.name, getattr(event, each.name)) for each in fields(event) if each.name not in ("names", "id"))
    return repr(tuple(rest))


def _with_more(event: Event, names: tuple[str, ...]) -> Event:
    fuller: Any = event
    return cast(Event, replace(fuller, names=(*fuller.names, *names)))
