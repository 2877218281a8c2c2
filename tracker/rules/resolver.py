"""Resolving a command: the resolver gathers what the rules say, and a game's rules say it.

A rule reads ``resolver.scene`` (always up to date), states facts with ``emit``, numbers with ``because``,
objections with ``objection`` and questions with ``ask``. Seen from outside, all of it is a pure function of scene
and dice. Resolver and rules name each other, so they are one room.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

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
from tracker.combat.kept import Kept
from tracker.combat.limits import TooMany
from tracker.combat.records import Reason, Share
from tracker.combat.scene import OPEN, Combatant, Condition, Cover, Plain, Prompt, Scene, Turn
from tracker.rules.command import Command
from tracker.rules.ending import is_over
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.grammar import clause
from tracker.rules.quoting import quote
from tracker.rules.resolution import Clause, Resolution, compact, told
from tracker.rules.stock import Presets, SheetMaker, Stock


@dataclass(slots=True)
class Resolver:
    """A line of one or several commands while it is resolved.

    With ``ruled``, objections are kept in ``overruled`` and nothing costs anything, except, with ``pays``, what can
    be paid. ``prompt_ids`` holds the numbers
    that the prompts had when the same line was resolved before, by kind and name; new prompts are numbered above
    ``last_prompt_id``. ``part`` is the place of the current command in the line. ``stock`` is where newcomers are
    looked for (without one: the presets), and ``carry_out`` does the lines with which a prepared encounter opens.
    """

    system: CommonRules
    scene: Scene
    dice: Dice
    ruled: bool = False
    pays: bool = False
    objections: list[str] = field(default_factory=list)
    overruled: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)
    sentences: list[str | Clause] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    prompt_ids: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    last_prompt_id: int = 0
    action: Command | None = None
    part: int = 0
    parts_end: list[tuple[int, int]] = field(default_factory=list)
    stock: Stock | None = None
    carry_out: Callable[[Resolver, str], None] | None = None
    brought: list[Kept] = field(default_factory=list)

    @property
    def free(self) -> bool:
        """Whether nothing is to be paid: a ruling that costs nothing."""
        return self.ruled and not self.pays

    # Saying what happens

    def emit(self, *events: Event) -> None:
        """State facts, which are true in ``scene`` from now on."""
        for event in events:
            self.events.append(event)
            try:
                self.scene = event.apply(self.scene)
            except TooMany as many:
                raise InvalidCommand(f"This is too much for one fight: {many}.") from None

    def objection(self, rule: str) -> None:
        """Say that a rule is against it: it is refused at the end, unless it is ruled."""
        if self.ruled:
            if rule not in self.overruled:
                self.overruled.append(rule)
        elif rule not in self.objections:
            self.objections.append(rule)

    def check_objections(self) -> None:
        """Raise Refused if there was any objection so far."""
        if self.objections:
            raise Refused(self.objections)

    def because(self, of: str, label: str, value: int, source: str = "") -> int:
        """State a number that counts towards ``of``, and return it."""
        self.reasons.append(Reason(of, label, value, source, self.part))
        return value

    def total(self, of: str) -> int:
        """The sum of the current command's numbers for ``of``."""
        return sum(reason.value for reason in self.reasons if (reason.of, reason.part) == (of, self.part))

    def say(self, sentence: str) -> None:
        """Add a sentence, or a part of one, for the log."""
        self.sentences.append(sentence)

    def say_of(self, name: str, singular: str, plural: str, rest: str = "") -> None:
        """Add a sentence about one who is treated like others: subject, verb and rest; it is told of all at once."""
        self.sentences.append(Clause(name, singular, plural, f" {rest}." if rest else "."))

    def note(self, sentence: str) -> None:
        """Point something out that changes nothing, in the preview and in the log."""
        if sentence not in self.notes:
            self.notes.append(sentence)

    def ask(self, kind: str, name: str, text: str, choices: Sequence[str] = (), **data: Plain) -> int:
        """Ask the game master a question, and return its number."""
        kept = self.prompt_ids.get((kind, name))
        number = kept.pop(0) if kept else max(self.scene.asked, self.last_prompt_id) + 1
        self.emit(PromptCame(number, (name,), kind, text, tuple(choices), data))
        return number

    def close_prompt(self, number: int, choice: str) -> None:
        """Close a question that is answered or no longer stands."""
        self.emit(PromptWent(number, choice))

    def throw(self, count: int, sides: int, purpose: str = "result") -> tuple[int, ...]:
        """Throw dice; raises Refused if there was an objection, and NotThrown in a preview."""
        self.check_objections()
        return self.dice.throw(count, sides, purpose)

    def record_as(self, **changes: object) -> None:
        """Record the command with these values, so that it does the same again: a throw becomes its faces."""
        if self.action is not None:
            self.action = self.action.copy_with(**changes)

    # What comes from outside the fight

    def bring(self, word: str, origin: str = "") -> Kept:
        """What a word means in the stock, recorded with the entry; raises InvalidCommand."""
        kept = (self.stock or Presets(self.system)).find(word, origin, self.scene)
        self.brought.append(kept)
        return kept

    def prepared(self, title: str) -> Kept | None:
        """The encounter that was prepared under a title, recorded with the entry; None where there is none."""
        kept = self.stock.encounter(title, self.scene) if self.stock is not None else None
        if kept is not None:
            self.brought.append(kept)
        return kept

    # Short ways to state common facts

    def combatant(self, name: str) -> Combatant:
        """The combatant as they are now; raises KeyError for an unknown name."""
        return self.scene.combatants[name]

    def setting(self, name: str) -> Plain:
        """The value of a setting in this session."""
        return self.system.setting(self.scene, name)

    def spend(self, name: str, word: str) -> None:
        """Mark an action of the turn as spent; a ``free`` ruling and what is done after the end spend nothing."""
        spent = self.combatant(name).spent
        if not self.free and not is_over(self.scene) and word not in spent:
            self.emit(SpentBecame((name,), (*spent, word)))

    def set_field(self, name: str, field_name: str, value: Plain) -> None:
        """Set a combatant's field; None removes it."""
        was = self.combatant(name).fields.get(field_name)
        if was != value:
            self.emit(FieldBecame((name,), field_name, value, was))

    def set_scene_field(self, field_name: str, value: Plain) -> None:
        """Set a field of the fight itself; None removes it."""
        was = self.scene.fields.get(field_name)
        if was != value:
            self.emit(SceneFieldBecame(field_name, value, was))

    def set_track(self, name: str, track: str, value: int, most: int | None = None) -> None:
        """Set a track's value, kept between its minimum and its maximum, and its maximum ``most`` where given."""
        old = self.combatant(name).tracks.get(track)
        top = most if most is not None else old.max if old else value
        value = max(self.system.track_minimum(track), min(value, top))
        if old is None or (old.value, old.max) != (value, top):
            self.emit(TrackBecame((name,), track, value, top, old.value if old else None))

    def set_out(self, name: str, word: str | None) -> None:
        """Set how a combatant is out; None is up again."""
        if self.combatant(name).out != word:
            self.emit(OutBecame((name,), word))

    def mark(self, name: str, condition: str, value: int | None = None, **ends: str | int | None) -> None:
        """Mark a condition; ``rounds``, ``until`` and ``of`` say when it ends."""
        marked = replace(Condition(condition, value=value, since=self.scene.turn.round), **ends)
        self.emit(ConditionCame((name,), marked))

    def unmark(self, name: str, condition: str) -> None:
        """Remove a condition, if it is marked."""
        if self.combatant(name).has(condition):
            self.emit(ConditionWent((name,), condition))

    # The result

    def resolution(self, command: str) -> Resolution:
        """What the whole line came to; raises Refused if there was any objection."""
        self.check_objections()
        events, said, shares = self._shared()
        text = " ".join((*said, *self.notes)) or command
        if self.ruled:
            text += ruling(self.overruled)
        return Resolution(
            self.scene,
            command,
            text,
            events,
            tuple(self.reasons),
            tuple(self.dice.thrown),
            tuple(self.overruled),
            self.ruled,
            tuple(self.notes) if self.sentences else (),
            shares,
            tuple(self.brought),
        )

    def close_part(self) -> None:
        """Say that the current command of the line has said and done all it has to."""
        self.parts_end.append((len(self.events), len(self.sentences)))

    @property
    def text(self) -> str:
        """All that was said so far."""
        return told(self.sentences, self.scene)

    def _shared(self) -> tuple[tuple[Event, ...], list[str], tuple[Share, ...]]:
        """All events and texts, and how many of them belong to each command of a line of several."""
        if len(self.parts_end) < 2:
            return compact(self.events), [self.text] if self.sentences else [], ()
        kept: list[Event] = []
        texts: list[str] = []
        shares: list[Share] = []
        done = said = 0
        for events, sentences in self.parts_end:
            part, text = compact(self.events[done:events]), told(self.sentences[said:sentences], self.scene)
            kept += part
            texts += [text] if text else []
            shares.append(Share(len(part), len(text)))
            done, said = events, sentences
        return tuple(kept), texts, tuple(shares)


def ruling(over: Sequence[str]) -> str:
    """What the text of a ruled line ends with."""
    return f" This is ruled, over: {' '.join(over)}" if over else " This is ruled."


REASON_SUBJECTS: Final = ("pool", "units", "need", "grit", "tn", "total", "outcome", "damage", "severity", "target")
"""What the numbers of reasons can count towards."""


class CommonRules(SheetMaker):
    """A game's rules behind the verbs that every game has; those named ``on_...`` do nothing unless overridden."""

    opens_fight: ClassVar[str] = ""
    """The command that begins another fight of the same people after the end of one; empty where none does."""

    after_fight: ClassVar[tuple[str, ...]] = ("heal",)
    """The verbs by which people rest or mend once a fight is over, in the order they are offered."""

    # Joining and leaving

    def on_joined(self, resolver: Resolver, names: Sequence[str]) -> None:
        """What follows when combatants join, such as a place in the order."""

    def on_leaving(self, resolver: Resolver, names: Sequence[str]) -> None:
        """What follows when combatants leave for good; they are still in the scene."""

    def on_encounter(self, resolver: Resolver) -> None:
        """What a new fight changes for those who stay."""

    def on_end(self, resolver: Resolver) -> None:
        """What the end of a fight changes: it is nobody's turn, and no action is spent any more."""
        resolver.emit(TurnCame(Turn(resolver.scene.turn.round)))
        spent = tuple(combatant.name for combatant in resolver.scene.combatants.values() if combatant.spent)
        if spent:
            resolver.emit(SpentBecame(spent, ()))

    def take_out(self, resolver: Resolver, name: str, word: str | None) -> None:
        """Put a combatant out of the fight; ``word`` None is the game's usual word for it."""
        resolver.set_out(name, word or "out")

    def bring_back(self, resolver: Resolver, name: str) -> None:
        """Bring a combatant back who was out."""
        resolver.set_out(name, None)

    # The sheet

    def on_sheet_edited(self, resolver: Resolver, name: str, fields: Sequence[str]) -> None:
        """What follows from values written on a sheet, such as numbers derived from them."""

    def on_settings_changed(self, resolver: Resolver, names: Sequence[str]) -> None:
        """What follows from changed settings for those in the fight."""

    def complete_weapon(
        self, resolver: Resolver, name: str, weapon: str, given: Mapping[str, Plain]
    ) -> dict[str, Plain]:
        """All fields of a weapon, of which ``given`` were typed: defaults, what it had or brings, what was given."""
        defaults = {spec.name: spec.default for spec in self.sheet.weapon if spec.default is not None}
        return {**defaults, **resolver.combatant(name).weapons.get(weapon, self.weapons.get(weapon, {})), **given}

    def lose(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """Lose some of a track, with all that follows."""
        resolver.set_track(name, track, resolver.combatant(name).value(track) - amount)

    def regain(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """Regain some of a track, with all that follows."""
        resolver.set_track(name, track, resolver.combatant(name).value(track) + amount)

    def manual_words(self, track: str, amount: int, *, gain: bool) -> str:
        """A change of a track by hand in words: ``−3 health``."""
        return f"{'+' if gain else '−'}{amount} {track}"

    def manual_reason(self, track: str, change: int) -> tuple[str, int]:
        """What a change of a track by hand counts towards, and the number it counts."""
        return (track, change) if track in REASON_SUBJECTS else ("damage", -change)

    def mark(self, resolver: Resolver, name: str, condition: str, **ends: str | int | None) -> None:
        """Mark a condition by hand; a game may object, or store it in its own way."""
        resolver.mark(name, condition, None, **ends)

    def take_cover(self, resolver: Resolver, name: str, degree: str, what: str | None) -> None:
        """Put a combatant behind cover, as the verb ``cover`` does."""
        resolver.emit(CoverBecame((name,), Cover(degree, None if degree == OPEN else what)))

    # Turns

    @abstractmethod
    def advance(self, resolver: Resolver) -> None:
        """Go on to the next turn, phase or actor."""

    def make_active(self, resolver: Resolver, name: str) -> None:
        """Give a combatant the turn."""
        resolver.emit(TurnCame(replace(resolver.scene.turn, side=resolver.combatant(name).side, name=name)))

    def takes_turn(self, scene: Scene, name: str) -> bool:
        """Whether a combatant has turns: those who are out have none."""
        return scene.combatants[name].out is None

    def on_reordered(self, resolver: Resolver, name: str) -> None:
        """What follows when the game master moved a combatant in the order."""

    # Actions and answers

    def check(self, resolver: Resolver, kind: type[Command], actor: str) -> None:
        """Object to what can be judged by the verb and the actor alone: the actor is out, the action is spent."""
        combatant = resolver.scene.combatants.get(actor)
        if combatant is not None and combatant.out is not None and not kind.by_hand:
            is_out = f"{clause(actor, resolver.scene, 'is', 'are')} out ({combatant.out})"
            resolver.objection(f"{is_out} and cannot act; back {quote(actor)} brings them up again.")

    def likely_targets(self, scene: Scene, actor: str) -> tuple[str, ...]:
        """Whom an actor probably aims at: those of other sides who are not out, the nearest first."""
        attacker = scene.combatants.get(actor)
        if attacker is None:
            return ()
        enemies = [other.name for other in scene.combatants.values() if other.side != attacker.side and not other.out]
        closest, stated, default = self.band_names(scene)[0], scene.said_of(actor), scene.default_range
        return tuple(sorted(enemies, key=lambda name: stated.get(name, default) != closest))

    def decide(self, resolver: Resolver, prompt: Prompt, choice: str) -> None:
        """Carry out the answer to a prompt, which is closed already; raises InvalidCommand for an unknown one."""
        raise InvalidCommand(f"Question {prompt.id} has no answer “{choice}” here.")

    def on_prompt_dropped(self, resolver: Resolver, prompt: Prompt) -> None:
        """What follows when a prompt is closed without an answer."""
