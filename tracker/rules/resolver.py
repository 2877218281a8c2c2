"""Resolving a command: the resolver records what a game's rules report, and makes the result of it.

A rule reads ``resolver.scene`` (always up to date), adds events with ``emit``, numbers with ``because``, objections
with ``objection`` and questions with ``ask``. Seen from outside, all of it is a pure function of scene and dice.
Resolver and rules refer to each other, so they are in one module.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from tracker.combat import events as facts
from tracker.combat.dice import Dice, ThrownDice
from tracker.combat.expressions import BadDice, Expression, Rolled
from tracker.combat.limits import TooMany
from tracker.combat.model import Model
from tracker.combat.records import Kept, Reason, Share
from tracker.combat.scene import Combatant, Condition, Plain, Prompt, Scene, lasting
from tracker.rules.command import Command
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.grammar import clause, fact, join_names, minus, possessive, quote, spaced
from tracker.rules.matching import match
from tracker.rules.params import MOST
from tracker.rules.stock import StockFactory, names_of_presets, of_preset

if TYPE_CHECKING:
    from tracker.rules.action import Action
    from tracker.rules.system import System


class Resolution(Model):
    """The result of a line: the scene after it, the contents of its entry in the history, its actions as recorded."""

    scene: Scene
    command: str
    text: str
    events: tuple[facts.Event, ...]
    why: tuple[Reason, ...]
    dice: tuple[ThrownDice, ...]
    overruled: tuple[str, ...]
    ruled: bool
    remarks: tuple[str, ...] = ()
    shares: tuple[Share, ...] = ()
    brought: tuple[Kept, ...] = ()
    actions: "tuple[Action, ...]" = ()


class Clause(Model):
    """A sentence with a subject, which is merged with the same sentence about others: "Goon (9) are down"."""

    name: str
    predicate: str


def told(sentences: Iterable[str | Clause], scene: Scene) -> str:
    """Return sentences as a text; equal sentences about several are merged at the last of them."""
    subjects, latest = dict[Clause, list[str]](), dict[Clause, int]()
    order: list[str | Clause] = []
    for sentence in sentences:
        if isinstance(sentence, Clause):
            pattern = replace(sentence, name="")
            if sentence.name in (names := subjects.setdefault(pattern, [])):
                order.append(f"{clause(sentence.name, scene, sentence.predicate)}.")
            else:
                names.append(sentence.name)
                latest[pattern] = len(order)
                order.append(pattern)
        else:
            order.append(sentence)
    return " ".join(
        f"{clause(subjects[sentence], scene, sentence.predicate)}." if isinstance(sentence, Clause) else sentence
        for at, sentence in enumerate(order)
        if sentence and (not isinstance(sentence, Clause) or latest[sentence] == at)
    )


def compact(events: Iterable[facts.Event]) -> tuple[facts.Event, ...]:
    """Return fewer events: alike ones for different names are joined, unless one between them affects those names."""
    kept, same, touched = list[facts.Event](), dict[str, int](), dict[str, int]()
    for event in events:
        names: tuple[str, ...] | None = getattr(event, "names", None)
        if names is None or isinstance(event, facts.Joined | facts.Left | facts.OrderBecame):
            kept.append(event)
            same.clear()
            touched.clear()
            continue
        key = _pattern(event)
        if isinstance(event, facts.PromptCame):
            last = kept[-1] if kept else None
            if isinstance(last, facts.PromptCame) and _pattern(last) == key and last.id + len(last.names) == event.id:
                kept[-1] = replace(last, names=(*last.names, *names))
            else:
                kept.append(event)
            continue
        place = same.get(key)
        if place is not None and all(touched.get(name, -1) < place for name in names):
            earlier: Any = kept[place]
            kept[place] = replace(earlier, names=(*earlier.names, *names))
        else:
            place = same[key] = len(kept)
            kept.append(event)
        touched.update(dict.fromkeys(names, place))
    return tuple(kept)


def _pattern(event: facts.Event) -> str:
    rest = ((name, getattr(event, name)) for name in event.__struct_fields__ if name not in ("names", "id"))
    return repr((type(event).__name__, *rest))


class Resolver(Struct, eq=False):
    """A line of one or several commands being resolved.

    With ``ruled``, objections are kept in ``overruled`` and nothing has a cost, except, with ``pays``, what can be
    paid. ``prompt_ids`` holds the numbers that the prompts had when the same line was resolved before, by kind and
    name; new prompts are numbered above ``last_prompt_id``. ``part`` is the index of the current command in the line.
    ``stock`` is the source of newcomers (by default the presets), and ``carry_out`` runs the opening lines of a
    prepared encounter. ``noted`` holds the notes, each with those whom it is about, ``performed`` the actions so far.
    Nobody hears the sentences and notes of one that is not ``heard``: they may be left out.
    """

    system: "System"
    scene: Scene
    dice: Dice
    ruled: bool = False
    pays: bool = False
    objections: list[str] = field(default_factory=list)
    first: list[str] = field(default_factory=list)
    overruled: list[str] = field(default_factory=list)
    events: list[facts.Event] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)
    sentences: list[str | Clause] = field(default_factory=list)
    noted: dict[str, dict[str, None]] = field(default_factory=dict)
    prompt_ids: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    last_prompt_id: int = 0
    action: Command | None = None
    part: int = 0
    heard: bool = True
    parts_end: list[tuple[int, int]] = field(default_factory=list)
    stock: StockFactory | None = None
    carry_out: "Callable[[Resolver, str], Action | None] | None" = None
    brought: list[Kept] = field(default_factory=list)
    shared: dict[str, int] = field(default_factory=dict)
    performed: "list[Action]" = field(default_factory=list)

    @property
    def free(self) -> bool:
        """Return whether this is a ruling without any cost."""
        return self.ruled and not self.pays

    # Reporting what happens

    def emit(self, *events: facts.Event) -> None:
        """Add events, and apply them to ``scene``."""
        for event in events:
            self.events.append(event)
            try:
                self.scene = event.apply(self.scene)
            except TooMany as many:
                raise InvalidCommand(f"This is too much for one fight: {many}.") from None

    def objection(self, rule: str, first: str = "") -> None:
        """Object: the line is refused at the end, unless it is ruled; ``first`` is a line to do before it."""
        if self.ruled:
            if rule not in self.overruled:
                self.overruled.append(rule)
        elif rule not in self.objections:
            self.objections.append(rule)
            self.first += [first] if first else []

    def check_objections(self) -> None:
        """Raise Refused if there was any objection."""
        if self.objections:
            raise Refused(self.objections, self.first)

    def because(self, of: str, label: str, value: int, source: str = "") -> int:
        """Add a number that counts towards ``of``, and return it."""
        self.reasons.append(Reason(of, label, value, source, self.part))
        return value

    def note_misfit(self, what: str, typed: int, least: int, most: int) -> None:
        """Note a typed number that dice with these bounds cannot make; equal bounds are those of a plain number."""
        if least < most and not least <= typed <= most:
            dice = f"{minus(least)} or more" if most >= MOST else f"{minus(least)} to {minus(most)}"
            self.note(f"The {what} typed is {minus(typed)}, and the dice make {dice}.")

    def total(self, of: str) -> int:
        """Return the sum of the current command's numbers for ``of``."""
        return sum(reason.value for reason in self.reasons if (reason.of, reason.part) == (of, self.part))

    def say(self, sentence: str) -> None:
        """Add a sentence, or a part of one, for the log."""
        if sentence and self.heard:
            self.sentences.append(sentence)

    def say_of(self, name: str, predicate: str) -> None:
        """Add a sentence about somebody, which is merged with the same sentence about others."""
        self.sentences.append(Clause(name, predicate))

    def whose(self, name: str) -> str:
        """Return a name with its possessive ending: ``Goons'`` for a plural name."""
        return possessive(name, self.scene)

    def clause(self, names: str | Sequence[str], predicate: str) -> str:
        """Return subject and predicate, as they agree: ``Goons join``."""
        return clause(names, self.scene, predicate)

    def missing(self, name: str, number: str) -> str:
        """Return the sentence that a number is not on somebody's sheet, and how to give it."""
        return f"{self.clause(name, 'has')} no {number} on the sheet. Give it: set {quote(name)} {number}=N."

    def note(self, *sentences: str) -> None:
        """Add notes, which change nothing, for the preview and the log."""
        for sentence in sentences if self.heard else ():
            self.noted.setdefault(sentence, {})

    def note_of(self, name: str, sentence: str) -> None:
        """Add a note about somebody, whose name comes before it; it is merged with the same note about others."""
        if self.heard:
            self.noted.setdefault(sentence, {})[name] = None

    def is_out_of_turn(self, name: str) -> bool:
        """Return whether it is somebody else's turn, once there is an order."""
        active, order = self.scene.turn.name, self.scene.order
        return bool(active and order) and active not in self.system.clock.sharing(self.scene, name)

    def note_out_of_turn(self, name: str) -> None:
        """Note a combatant who acts in somebody else's turn."""
        active = self.scene.turn.name
        if active and self.heard and self.is_out_of_turn(name):
            self.note(f"Out of turn: it is {self.whose(active)}.")

    def note_already_out(self, target: str | None) -> None:
        """Note a target who is out, which is allowed."""
        if target is not None and (out := self.combatant(target).out) is not None:
            self.note(f"{self.clause(target, 'is')} already out ({spaced(out)}).")

    def note_still_out(self, names: Iterable[str]) -> None:
        """Note those who are out and got something back, if that does not bring them up."""
        still = {name: out for name in names if (out := self.combatant(name).out)}
        if still:
            word, who = spaced(next(iter(still.values()))) if len({*still.values()}) == 1 else "out", (*still,)
            way = f"back {quote(who[0]) if len(who) == 1 else 'NAME'} brings them up"
            self.note(f"{self.clause(who, 'is')} still {word}: {way}.")

    def ask(self, kind: str, name: str, text: str, choices: Sequence[str] = (), /, **data: Plain) -> int:
        """Ask the GM a question, and return its number."""
        kept = self.prompt_ids.get((kind, name))
        number = kept.pop(0) if kept else max(self.scene.asked, self.last_prompt_id) + 1
        self.emit(facts.PromptCame(number, (name,), kind, text, tuple(choices), data))
        return number

    def close_prompt(self, number: int, choice: str) -> None:
        """Close a question that is answered or obsolete."""
        self.emit(facts.PromptWent(number, choice))

    def drop(self, prompts: Iterable[Prompt]) -> None:
        """Close questions without an answer, and say so."""
        for prompt in prompts:
            self.close_prompt(prompt.id, SKIP)
            self.system.on_prompt_dropped(self, prompt)
            self.say(f"{prompt.name}: no answer to “{prompt.text}”")

    def throw(self, count: int, sides: int, purpose: str = "result") -> tuple[int, ...]:
        """Throw dice; raises Refused if there was an objection, and NotThrown in a preview."""
        self.check_objections()
        return self.dice.throw(count, sides, purpose)

    def roll(self, expression: Expression, faces: tuple[int, ...] | None, purpose: str) -> Rolled:
        """Throw an expression and record its faces in the command's ``dice``; ``faces`` are those typed.

        Without commas, 133 for three dice is 1, 3 and 3. Raises InvalidCommand if the faces do not fit.
        """
        if faces is not None:
            self.dice.recorded[:] = as_thrown(expression, faces, purpose)
        rolled = expression.roll(self.dice, purpose)
        self.record_as(dice=expression.shown(rolled.faces) or None)
        return rolled

    def record_as(self, **changes: object) -> None:
        """Record the command with these values, so that it does the same again: a throw becomes its faces."""
        if self.action is not None:
            self.action = self.action.copy_with(**changes)

    # Sources outside the fight

    def bring(self, word: str, origin: str = "") -> Kept:
        """Return what a word means in the stock, recorded with the entry; raises InvalidCommand."""
        if self.stock is not None:
            kept = self.stock().find(word, origin, self.scene)
        elif origin:
            raise InvalidCommand("No other session can be reached from here.")
        else:
            kept = of_preset(self.system, match(word, names_of_presets(self.system), "preset"), self.scene)
        self.brought.append(kept)
        return kept

    def prepared(self, title: str) -> Kept | None:
        """Return the encounter prepared under a title, recorded with the entry; None if there is none."""
        kept = self.stock().encounter(title, self.scene) if self.stock is not None else None
        if kept is not None:
            self.brought.append(kept)
        return kept

    # Shorthands for common events

    def combatant(self, name: str) -> Combatant:
        """Return the combatant in the current scene; raises KeyError for an unknown name."""
        return self.scene.combatants[name]

    def setting(self, name: str) -> Plain:
        """Return the value of a setting in this session."""
        return self.system.setting(self.scene, name)

    def spend(self, name: str, word: str) -> None:
        """Mark an action of the turn as spent; a ``free`` ruling and actions after the end spend nothing."""
        spent = self.combatant(name).spent
        if not self.free and not self.scene.is_over and word not in spent:
            self.emit(facts.SpentBecame((name,), (*spent, word)))

    def give_back(self, name: str, word: str) -> None:
        """Give back an action of the turn that is spent."""
        self.emit(facts.SpentBecame((name,), tuple(one for one in self.combatant(name).spent if one != word)))

    def restore(self, names: Iterable[str] | None = None) -> None:
        """Give back what these have spent of their turn; None for everybody."""
        people = lasting(self.scene.combatants) if names is None else map(self.combatant, names)
        spent = tuple(combatant.name for combatant in people if combatant.spent)
        if spent:
            self.emit(facts.SpentBecame(spent, ()))

    def set_field(self, name: str, field_name: str, value: Plain) -> None:
        """Set a combatant's field; None removes it."""
        was = self.combatant(name).fields.get(field_name)
        if was != value:
            self.emit(facts.FieldBecame((name,), field_name, value, was))

    def set_scene_field(self, field_name: str, value: Plain) -> None:
        """Set a field of the fight itself; None removes it."""
        was = self.scene.fields.get(field_name)
        if was != value:
            self.emit(facts.SceneFieldBecame(field_name, value, was))

    def set_track(self, name: str, track: str, value: int, most: int | None = None) -> None:
        """Set a track's value, clamped to its minimum and maximum, and its maximum to ``most`` if given."""
        old = self.combatant(name).tracks.get(track)
        top = most if most is not None else old.max if old else value
        value = max(self.system.track_minimum(track), min(value, top))
        if old is None or (old.value, old.max) != (value, top):
            self.emit(facts.TrackBecame((name,), track, value, top, old.value if old else None))

    def set_out(self, name: str, word: str | None) -> None:
        """Set how a combatant is out; None is up again."""
        if self.combatant(name).out != word:
            self.emit(facts.OutBecame((name,), word))

    def mark(self, name: str, condition: str, value: int | None = None, **ends: str | int | None) -> None:
        """Mark a condition; ``ends`` are its ``rounds``, or ``until`` when and ``of`` whom."""
        marked = replace(Condition(condition, value=value, since=self.scene.turn.round), **ends)
        self.emit(facts.ConditionCame((name,), marked))

    def unmark(self, name: str, condition: str) -> None:
        """Remove a condition, if it is marked, and what others have only until it ends."""
        if not self.combatant(name).has(condition):
            return
        self.emit(facts.ConditionWent((name,), condition))
        had = [(who.name, each) for who in lasting(self.scene.combatants) for each in who.conditions]
        for other in [(who, each.name) for who, each in had if (each.until, each.of) == (condition, name)]:
            self.say(f"{other[0]}: {self.system.condition_over(other[1])}.")
            self.unmark(*other)

    # The result

    def resolution(self, command: str) -> Resolution:
        """Return the result of the whole line; raises Refused if there was any objection."""
        self.check_objections()
        events, said, shares = self._shared()
        text = " ".join((*said, *self.notes)) or command
        if self.ruled:
            text += f" {ruling(self.overruled, self.scene)}"
        return Resolution(
            self.scene,
            command,
            text,
            events,
            tuple(self.reasons),
            tuple(self.dice.thrown),
            tuple(self.overruled),
            self.ruled,
            self.notes if self.sentences else (),
            shares,
            tuple(self.brought),
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """Return all notes so far."""
        about = {note: join_names((*names,), self.scene) for note, names in self.noted.items()}
        return tuple(f"{names}: {note}" if names else note for note, names in about.items())

    @property
    def text(self) -> str:
        """Return all sentences so far."""
        return told(self.sentences, self.scene)

    def _shared(self) -> tuple[tuple[facts.Event, ...], list[str], tuple[Share, ...]]:
        if len(self.parts_end) < 2:
            return compact(self.events), [self.text] if self.sentences else [], ()
        kept, texts, shares = list[facts.Event](), list[str](), list[Share]()
        done = said = 0
        for events, sentences in self.parts_end:
            part, text = compact(self.events[done:events]), told(self.sentences[said:sentences], self.scene)
            kept += part
            texts += [text] if text else []
            shares.append(Share(len(part), len(text)))
            done, said = events, sentences
        return tuple(kept), texts, tuple(shares)


def as_thrown(expression: Expression, faces: tuple[int, ...], *purposes: str) -> tuple[ThrownDice, ...]:
    """Return the throws with these faces, which may be the digits of one number; raises InvalidCommand."""
    try:
        return expression.as_thrown(expression.typed(faces), *purposes)
    except BadDice as bad:
        if len(faces) == 1 and faces[0] > 9 and all(pool.sides < faces[0] for pool in expression.pools()):
            return as_thrown(expression, tuple(int(digit) for digit in str(faces[0])), *purposes)
        raise InvalidCommand(str(bad)) from None


SKIP: Final = "skip"  # the answer that drops a question
RULING: Final = "GM ruling"  # how the remark on a ruled line begins


def ruling(over: Sequence[str], scene: Scene) -> str:
    """Return the remark at the end of a ruled line: the facts that it went over, without the ways out."""
    facts = " and ".join(dict.fromkeys(fact(objection, scene) for objection in over))
    return f"{RULING}, although {facts}." if over else f"{RULING}."
