"""The figures of a fight: damage dealt and taken, who fell and rose, hits and misses, resources, time and luck.

Computed from the events of its entries and from each game's account of its actions; no game is named here. Time comes
from the times of the entries: how long everybody's turns were, and how long they waited for one. A long pause is a
break at the table, and is not counted.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from operator import attrgetter
from typing import Final

from tracker.combat.dice import Dice, NotThrown, ThrownDice
from tracker.combat.events import EncounterBegan
from tracker.combat.history import History
from tracker.combat.model import Model
from tracker.combat.records import START, Entry
from tracker.combat.scene import Combatant, Scene, altered, newer, same_names
from tracker.commands.resolve import carry_out
from tracker.commands.story import Happening, happenings, out_changes, track_changes
from tracker.rules.action import Action, perform
from tracker.rules.command import thrown_by
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.grammar import spaced
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.verbs.session import Decide
from tracker.rules.view import Deed

BESIDE: Final = ("end", "note")  # verbs that do not count as something happening in a round


class Person(Model):
    """A combatant's part in a fight, in points of the game's main track.

    ``dealt`` is what they took from others, ``friendly`` what they took from their own side, ``cured`` what others
    regained by them. ``missed_by`` counts the attacks that did not hit them, ``actions`` what they did themselves,
    ``spent`` what they used up, by name; ``weapons`` how often they attacked with each.
    """

    name: str
    side: str
    dealt: int = 0
    taken: int = 0
    regained: int = 0
    hits: int = 0
    misses: int = 0
    struck: int = 0
    missed_by: int = 0
    actions: int = 0
    spent: tuple[tuple[str, int], ...] = ()
    out: str | None = None
    friendly: int = 0
    weapons: tuple[tuple[str, int], ...] = ()
    cured: int = 0


class OutChange(Model):
    """A combatant went down in this round, or came up again: then ``word`` is empty."""

    round: int
    name: str
    word: str


class Course(Model):
    """A combatant's main track over time: its value from each of these moments on; ``max`` is its highest maximum.

    Moments are the entries of the fight, counted from 0, the moment before the first of them.
    """

    name: str
    side: str
    max: int
    steps: tuple[tuple[int, int], ...]


class Figures(Model):
    """A fight in figures. ``track`` is the name of the track that is counted; people are in list order.

    ``rounds`` are those in which something happened, ``throws`` are all with known odds, in order; ``courses`` those of
    the tracks that changed. ``seconds`` is the time of its rounds without breaks, ``standing`` how many of how many of
    each side stood at its end.
    """

    title: str
    track: str
    rounds: int
    entries: int
    people: tuple[Person, ...]
    changes: tuple[OutChange, ...]
    times: "tuple[Time, ...]" = ()
    throws: "tuple[Thrown, ...]" = ()
    courses: tuple[Course, ...] = ()
    seconds: float = 0.0
    standing: tuple[tuple[str, int, int], ...] = ()

    @property
    def has_blows(self) -> bool:
        """Return whether anybody lost, regained or attacked anything."""
        return any(person.taken or person.regained or person.hits or person.misses for person in self.people)

    @property
    def is_empty(self) -> bool:
        """Return whether nothing has happened: people were added and set up at most."""
        return not (self.rounds or self.has_blows or self.throws or self.changes)


def counting(
    system: System, history: History, story: Sequence[int] | None = None
) -> Generator[tuple[int, int], None, Figures]:
    """Return the figures of the fight at the end of a story, by default that of the head.

    It is counted in steps, during which the history must not change; yields how many of how many entries are counted.
    """
    ids = history.story if story is None else story
    newest = (place for place in reversed(range(len(ids))) if begins(history.entries[ids[place]]))
    fight = ids[next(newest, 0) :]
    before = history.scene_at(history.entries[fight[0]].parent if fight else ids[-1] if ids else START)
    counts = Counts(system, before)
    for done, (entry, commands) in enumerate(walked(system, history, fight), 1):
        counts.take(history, entry, commands)
        yield done, len(fight)
    return counts.figures()


def fights(
    system: System, history: History, tell: Callable[[Entry, Sequence[Happening]], object] = lambda *_: None
) -> Iterator[tuple[int, str, Figures]]:
    """Yield each fight, oldest first: the place of its first entry in the story, the time of that, and its figures.

    The last may be empty. ``tell`` is called with each entry and its commands.
    """
    counts, first, began = Counts(system, history.scene_at(START)), 0, ""
    for place, (entry, commands) in enumerate(walked(system, history, history.story)):
        if begins(entry):
            over = counts.figures()
            if not over.is_empty:
                yield first, began, over
                first, began = place, ""
            counts = Counts(system, commands[-1].after)
        else:
            counts.take(history, entry, commands)
        began = began or history.entries[entry.first].at
        tell(entry, commands)
    if history.story:
        yield first, began, counts.figures()


def walked(system: System, history: History, ids: Sequence[int]) -> Iterator[tuple[Entry, tuple[Happening, ...]]]:
    """Yield these entries, each the parent of the next, with their commands."""
    scene = history.scene_at(history.entries[ids[0]].parent if ids else START)
    for id_ in ids:
        entry = history.entries[id_]
        commands = happenings(system, scene, entry)
        yield entry, commands
        scene = commands[-1].after


def begins(entry: Entry) -> bool:
    """Return whether a fight begins with an entry."""
    return any(isinstance(event, EncounterBegan) for event in entry.events)


class Counts:
    """Counts the figures of a fight, entry by entry, from the scene ``before`` it."""

    def __init__(self, system: System, before: Scene) -> None:
        self._system = system
        self._scene = before
        self._entries = 0
        self._people: dict[str, Combatant] = {}
        self._numbers = defaultdict[str, Counter[str]](Counter)
        self._spent = defaultdict[str, Counter[str]](Counter)
        self._weapons = defaultdict[str, Counter[str]](Counter)
        self._changes: list[OutChange] = []
        self._rounds = 0
        self._timing = Timing()
        self._throws: list[Thrown] = []
        self._courses: dict[str, list[tuple[int, int]]] = {}
        self._most: dict[str, int] = {}
        self._follow(before, before)

    def take(self, history: History, entry: Entry, commands: Sequence[Happening]) -> None:
        """Count an entry of the history, with its commands."""
        self._entries += 1
        for happening in commands:
            self._happened(happening)
            self._throws += thrown_in(self._system, entry, happening)
        before, self._scene = self._scene, commands[-1].after
        self._timing.take(history.seconds_at(entry), before, self._scene)
        self._follow(before, self._scene)

    def _follow(self, before: Scene, after: Scene) -> None:
        main = self._system.main_track(after)
        for combatant in newer(before, after) if self._entries else after.combatants.values():
            name = combatant.name
            track = combatant.tracks.get(main)
            if track is None:
                continue
            course = self._courses.setdefault(name, [])
            if not course or course[-1][1] != track.value:
                course.append((self._entries, track.value))
            self._most[name] = max(self._most.get(name, 0), track.max, track.value)

    def _happened(self, happening: Happening) -> None:
        before, after = happening.before, happening.after
        # A command that ends a turn belongs to the round before: one that was merely opened does not count.
        turn = after.turn if after.turn == before.turn else before.turn
        self._rounds = max(self._rounds, turn.round if happening.verb not in BESIDE else 0)
        new = newer(before, after) if self._people else after.combatants.values()
        self._people.update((combatant.name, combatant) for combatant in new)
        actor = getattr(happening.action, "actor", None)
        if happening.action is not None and isinstance(actor, str) and not happening.action.by_hand:
            self._numbers[actor]["actions"] += 1
        deed, main = happening.deed or Deed(actor if isinstance(actor, str) else ""), self._system.main_track(before)
        by, averted, blows = deed.by, deed.averts, deed.blows
        for change in track_changes(before, after) if happening.verb != "set" else ():
            lost = change.was - change.now if not self._system.fills(change.track) else change.now - change.was
            if change.track != main:
                if lost > 0 and change.name == actor:
                    self._spent[change.name][change.track.replace("-", " ")] += lost
            elif lost > 0:
                self._numbers[change.name]["taken"] += lost
                missed = bool(blows) and not any(blow.hit for blow in blows)
                lost -= deed.own.get(change.name, 0)
                striker = deed.back if by == change.name else by
                if striker and not _same_side(before, striker, change.name):  # A blow that misses may graze.
                    self._numbers[striker]["dealt"] += lost
                elif striker and (not missed or deed.on != change.name):
                    # A friend who pays for the ones of a Gamble does so hit or miss.
                    self._numbers[striker]["friendly"] += lost
            elif averted:
                self._numbers[change.name]["taken"] += lost
                self._numbers[averted]["friendly" if _same_side(before, averted, change.name) else "dealt"] += lost
            else:
                healer = by or getattr(happening.action, "by", None) or ""
                cured = healer not in ("", change.name)
                rest = self._system.actions[happening.verb] if happening.verb in self._system.after_fight else None
                # A rest gives back what the fight took; healing by a number may be one, but also belongs to the fight.
                if cured or rest is None or any(spec.required for spec in rest.in_order[1:]):
                    self._numbers[change.name]["regained"] -= lost
                if cured and _same_side(before, healer, change.name):
                    self._numbers[healer]["cured"] -= lost
        for name, word in out_changes(before, after):
            if averted and (fallen := [change for change in self._changes if change.name == name]):
                self._changes.remove(fallen[-1])
            if word or not averted:
                self._changes.append(OutChange(after.turn.round, name, word or ""))
        for blow in blows:
            if blow.by:
                self._numbers[blow.by]["hits" if blow.hit else "misses"] += 1
            self._numbers[blow.on]["struck" if blow.hit else "missed_by"] += 1
        weapon = getattr(happening.action, "weapon", None)
        if happening.deed is not None and isinstance(actor, str) and isinstance(weapon, str) and weapon:
            # An attack that waits for its answer is decided by that, which names no weapon.
            waits = deed.by == actor and len(self._system.pending(after)) > len(self._system.pending(before))
            self._weapons[actor].update([weapon] * (sum(blow.by == actor for blow in blows) or waits))
        for name, kind in _emptied(before, after):
            self._spent[name][kind] += 1

    def figures(self) -> Figures:
        """Return the figures, those still there first in list order, then those who left."""
        scene = self._scene
        listed = {combatant.name: combatant for combatant in scene.listed()}
        everybody = {**listed, **{name: left for name, left in self._people.items() if name not in listed}}
        people = tuple(
            Person(
                name,
                combatant.side,
                **self._numbers[name],
                spent=tuple(self._spent[name].items()),
                out=combatant.out,
                weapons=tuple(self._weapons[name].items()),
            )
            for name, combatant in everybody.items()
        )
        sides = ((side, scene.of_side(side)) for side in scene.sides())
        courses = (
            Course(name, everybody[name].side, self._most[name], tuple(course))
            for name in everybody
            if len(course := self._courses.get(name, ())) > 1
        )
        return Figures(
            scene.encounter or scene.title,
            self._system.main_track(scene),
            self._rounds,
            self._entries,
            people,
            tuple(self._changes),
            self._timing.times(),
            tuple(self._throws),
            tuple(courses),
            self._timing.total,
            tuple((side, sum(each.out is None for each in those), len(those)) for side, those in sides),
        )


def _same_side(scene: Scene, *names: str) -> bool:
    return len({scene.combatants[name].side if name in scene.combatants else name for name in names}) == 1


def _emptied(before: Scene, after: Scene) -> Iterable[tuple[str, str]]:
    for combatant, later in altered(before, after):
        if later.weapons is combatant.weapons:
            continue
        for weapon, fields in combatant.weapons.items():
            if fields.get("loaded") is True and later.weapons.get(weapon, fields).get("loaded") is False:
                yield combatant.name, f"{weapon} emptied"


class Thrown(Model):
    """A throw: its entry, who threw and what for, its ``chance`` from 0 to 1, and whether it ``succeeded``.

    ``moved`` are the points of the main track that everybody lost or regained by it.
    """

    id: int
    round: int
    name: str
    what: str
    chance: float
    succeeded: bool
    moved: int = 0

    @property
    def likelihood(self) -> float:
        """Return how likely the result was."""
        return self.chance if self.succeeded else 1 - self.chance


class Luck(Model):
    """A combatant's throws together: the number of successes, and the number expected."""

    name: str
    throws: int
    succeeded: int
    expected: float

    @property
    def surplus(self) -> float:
        """Return the successes beyond the expected ones; below 0 for bad luck."""
        return self.succeeded - self.expected


def thrown_in(system: System, entry: Entry, happening: Happening) -> Iterator[Thrown]:
    """Yield the throws of a command with their chances: none without dice or known odds, else one for each thrower."""
    main, done = system.main_track(happening.before), happening.action
    if isinstance(done, Decide):
        done = answered(system, happening.before, done, entry.dice)
    each = done.apart(happening.why) if done is not None else ()
    for action, why in each:
        try:
            succeeded = system.succeeded(action, happening.before, why)
            if succeeded is None:
                continue
            unthrown = before_the_throw(system, happening, action)
            odds, throw = system.odds(happening.before, unthrown), system.throw(happening.before, unthrown)
        except Exception:  # a refusal, or a line of a file made elsewhere that the game cannot make sense of
            continue
        if throw is None:
            continue
        target, actor, chance = getattr(action, "target", None), getattr(action, "actor", None), odds.success
        what = f"{action.in_words} {target}" if isinstance(target, str) and target else action.in_words
        if actor != throw.actor in ((target,) if isinstance(target, str) else target or ()):
            # Who is aimed at throws against it, as a save: what comes off for one does not for the other.
            succeeded, chance = not succeeded, 1 - chance
            what = f"{spaced(getattr(action, 'weapon', None) or action.in_words)} of {actor}"
        changes = [change for change in track_changes(happening.before, happening.after) if change.track == main]
        moved = sum(abs(one.was - one.now) for one in changes if len(each) == 1 or one.name in (target or ()))
        yield Thrown(entry.id, happening.before.turn.round, throw.actor, what, chance, succeeded, moved)


def answered(system: System, before: Scene, answer: Decide, dice: Iterable[ThrownDice]) -> Action | None:
    """Return the action that an answer with these dice stands for, such as a save; None if it is none."""
    resolver = Resolver(system, before, Dice(None, dice), carry_out=carry_out)
    with suppress(InvalidCommand, Refused, NotThrown):
        perform(resolver, answer)
    return next((done for done in resolver.performed if not isinstance(done, Decide)), None)


def before_the_throw(system: System, happening: Happening, action: Action) -> Action:
    """Return the action with its result still to be rolled."""
    result = thrown_by(type(action))
    if result is None or result.type is None:
        return action
    return action.copy_with(**{result.attr: result.type.read("roll", Context(system, happening.before))})


def luck_of(throws: Iterable[Thrown]) -> tuple[Luck, ...]:
    """Return the luck of everybody who threw, in the order of their first throws."""
    by_name = defaultdict[str, list[Thrown]](list)
    for throw in throws:
        by_name[throw.name].append(throw)
    return tuple(
        Luck(name, len(own), sum(throw.succeeded for throw in own), sum(throw.chance for throw in own))
        for name, own in by_name.items()
    )


def mattered(throws: Iterable[Thrown], count: int = 5) -> tuple[Thrown, ...]:
    """Return the throws against the odds: the least likely first; of equals the one that moved most."""
    against = sorted((throw for throw in throws if throw.likelihood < 0.5), key=attrgetter("moved"), reverse=True)
    return tuple(sorted(against, key=attrgetter("likelihood"))[:count])


BREAK: Final = 900.0  # the seconds without an entry that count as a break


class Time(Model):
    """A combatant's time in seconds: in all their ``turns`` together, and the longest that they ``waited`` for one."""

    name: str
    turns: int
    seconds: float
    waited: float


class Timing:
    """Measures the time of a fight, entry by entry."""

    def __init__(self) -> None:
        self._at: float | None = None
        self._on: frozenset[str] = frozenset()
        self._turns = defaultdict[str, int](int)
        self._seconds = defaultdict[str, float](float)
        self._waiting = defaultdict[str, float](float)
        self._longest = defaultdict[str, float](float)
        self.total = 0.0  # the seconds of all rounds, without breaks

    def take(self, at: float | None, before: Scene, after: Scene) -> None:
        """Go on to the scene after an entry made at this time."""
        passed = at - self._at if at is not None and self._at is not None else 0.0
        self._at = at if at is not None else self._at
        if 0 < passed <= BREAK and before.turn.round:
            self.total += passed
            for name, combatant in before.combatants.items():
                if name in self._on:
                    self._seconds[name] += passed
                elif combatant.out is None:
                    self._waiting[name] += passed
                    self._longest[name] = max(self._longest[name], self._waiting[name])
        if after.turn != before.turn or not same_names(before, after):
            on = frozenset(each.name for each in after.on_turn() if after.turn.name or each.out is None)
            for name in on:
                if name not in self._on or after.turn.round != before.turn.round:
                    self._turns[name] += 1
                self._waiting[name] = 0.0
            self._on = on

    def times(self) -> tuple[Time, ...]:
        """Return everybody's time, in the order they joined."""
        names = dict.fromkeys((*self._turns, *self._longest))
        timed = (name for name in names if self._seconds[name] or self._longest[name])
        return tuple(Time(name, self._turns[name], self._seconds[name], self._longest[name]) for name in timed)


def as_clock(seconds: float) -> str:
    """Return a time in readable form: ``0:42``, ``12:05``, ``1:02:05``."""
    whole = max(0, int(seconds))
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
