"""The table on which one action is resolved: it takes what the rules say and keeps it in order.

A rule reads ``resolver.scene`` (always up to date), says facts with ``emit``, numbers with ``because``, objections
with ``objection`` and questions with ``ask``. From outside the whole is a pure function of scene and dice.

One action resolved on the table, with what holds in every game: who is out cannot act.

Fewer events that say the same: what happened to many in the same way becomes one fact.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from tracker.combat.dice import Dice
from tracker.combat.events import (
    ConditionCame,
    ConditionWent,
    CoverBecame,
    Event,
    FieldBecame,
    OutBecame,
    PromptCame,
    PromptWent,
    SceneFieldBecame,
    SpentBecame,
    TrackBecame,
    TurnCame,
)
from tracker.combat.history import Reason
from tracker.combat.scene import OPEN, Combatant, Condition, Cover, Plain, Prompt, Scene
from tracker.rules.command import Command
from tracker.rules.declarations import Declarations, Preset
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.quoting import quote
from tracker.rules.resolution import Resolution, compact
from tracker.rules.sheet import fresh_sheet


@dataclass(slots=True)
class Resolver:
    """One action, or one line of several, while it is resolved.

    ``ruled``: objections are kept in ``overruled`` and nothing costs anything. ``prompt_ids`` are the prompts' numbers
    an earlier playing of the same command had, by kind and name.
    """

    system: CommonRules
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
    action: Command | None = None
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
        made = replace(Condition(condition, value=value, since=self.scene.turn.round), **ends)
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


REASON_SUBJECTS: Final = ("pool", "units", "need", "grit", "tn", "total", "outcome", "damage", "severity", "target")
"""What reasons can count to (interface.md part 3)."""


class CommonRules(Declarations, ABC):
    """The rules of a game behind the verbs that every game has."""

    def on_settings_changed(self, resolver: Resolver, names: Sequence[str]) -> None:
        """What follows from changed settings for those already in the fight; by itself nothing."""

    def take_cover(self, resolver: Resolver, name: str, degree: str, what: str | None) -> None:
        """Cover by the Director's hand: as the plain ``cover`` word does it."""
        resolver.emit(CoverBecame((name,), Cover(degree, None if degree == OPEN else what)))

    def new_combatant(self, scene: Scene, side: str, preset: Preset | None) -> Combatant:
        """A fresh sheet for one who joins: the defaults of the side, then the preset's values."""
        return fresh_sheet(self, side, preset)

    def complete_weapon(
        self, resolver: Resolver, name: str, weapon: str, given: Mapping[str, Plain]
    ) -> dict[str, Plain]:
        """A weapon's whole fields after it was given or changed; games add what comes with it."""
        old = resolver.combatant(name).weapons.get(weapon, {})
        first = {each.name: each.default for each in self.sheet.weapon if each.default is not None}
        return {**first, **old, **given}

    def on_joined(self, resolver: Resolver, names: Sequence[str]) -> None:
        """What follows when somebody joins (a place in the order); by itself nothing."""

    def lose(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """Loss on a track with all its consequences."""
        resolver.set_track(name, track, resolver.combatant(name).value(track) - amount)

    def manual_reason(self, track: str, change: int) -> tuple[str, int]:
        """What a change by hand counts to, and how much, unless the game keeps the track otherwise."""
        return (track, change) if track in REASON_SUBJECTS else ("damage", -change)

    def on_sheet_edited(self, resolver: Resolver, name: str, fields: Sequence[str]) -> None:
        """What follows from values written on a sheet: numbers made from them; by itself nothing."""

    def regain(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """Gain on a track with all its consequences."""
        resolver.set_track(name, track, resolver.combatant(name).value(track) + amount)

    def bring_back(self, resolver: Resolver, name: str) -> None:
        """Up again by the Director's word."""
        resolver.set_out(name, None)

    def take_out(self, resolver: Resolver, name: str, word: str | None) -> None:
        """Down by the Director's word; ``word`` None is the game's usual word."""
        resolver.set_out(name, word or "out")

    def mark(self, resolver: Resolver, name: str, condition: str, **ends: str | int | None) -> None:
        """A condition by hand; a game may object or write it differently."""
        resolver.mark(name, condition, None, **ends)

    def on_leaving(self, resolver: Resolver, names: Sequence[str]) -> None:
        """What follows when somebody leaves for good; by itself nothing."""

    def decide(self, resolver: Resolver, prompt: Prompt, choice: str) -> None:
        """Carry out the answer to a prompt; the prompt is closed already. Raises InvalidCommand for no answer."""
        raise InvalidCommand(f"Question {prompt.id} has no answer “{choice}” here.")

    def on_prompt_dropped(self, resolver: Resolver, prompt: Prompt) -> None:
        """What follows when the Director drops a question; it is closed already. By itself nothing."""

    @abstractmethod
    def advance(self, resolver: Resolver) -> None:
        """The next turn, phase or actor."""

    def on_encounter(self, resolver: Resolver) -> None:
        """What a new fight changes in those who stay; by itself nothing."""

    def make_active(self, resolver: Resolver, name: str) -> None:
        """The Director's word: it is this one's turn."""
        resolver.emit(TurnCame(replace(resolver.scene.turn, side=resolver.combatant(name).side, name=name)))

    def on_reordered(self, resolver: Resolver, name: str) -> None:
        """What follows when the Director changed somebody's place in the order; by itself nothing."""

    def takes_turn(self, scene: Scene, name: str) -> bool:
        """Whether a turn stops at somebody: they are up."""
        return scene.combatants[name].out is None

    def likely_targets(self, scene: Scene, actor: str) -> tuple[str, ...]:
        """Whom an actor may be thought to aim at, nobody named: people of other sides still up, close ones first."""
        one = scene.combatants.get(actor)
        if one is None:
            return ()
        foes = [e.name for e in scene.combatants.values() if e.side != one.side and e.out is None]
        suggestion = self.band_names(scene)[0]
        return tuple(sorted(foes, key=lambda name: scene.band(actor, name) != suggestion))

    def check(self, resolver: Resolver, kind: type[Command], actor: str) -> None:
        """Object to what can be seen without the action's other words: the actor is out, its cost is spent."""
        one = resolver.scene.combatants.get(actor)
        if one is not None and one.out is not None and not kind.by_hand:
            resolver.objection(f"{actor} is out ({one.out}) and cannot act; back {quote(actor)} brings them up again.")
