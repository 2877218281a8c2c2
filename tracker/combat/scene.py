"""A fight at one moment, as frozen data.

Mappings are plain ``dict`` objects that are not modified after they are built; lists inside plain values are treated
the same way, so scenes can share every part that did not change.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from itertools import chain, compress, groupby
from operator import attrgetter, is_not
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar

from msgspec import field
from msgspec.structs import force_setattr, replace

from tracker.combat.model import Model, Name, Number, Stored, Text

Pair: TypeAlias = tuple[str, str]
Rows: TypeAlias = Mapping[str, Mapping[str, str]]


def pair(name: str, other: str) -> Pair:
    """Return the key of the distance between two, the same in both directions."""
    return (name, other) if name <= other else (other, name)


class Ranges(Mapping[Pair, str]):
    """An immutable mapping from pairs of names to their band: a change copies only the rows of the names it touches."""

    __slots__ = ("_length", "digest", "rows")

    def __init__(self, rows: Rows | None = None, length: int | None = None) -> None:
        """``length``: the number of pairs in the rows, if it is known."""
        self.rows: Rows = rows or {}
        self.digest: int | None = None  # by ``tracker.combat.digest``, once somebody asks for it
        self._length = sum(map(len, self.rows.values())) if length is None else length

    def __getitem__(self, key: Pair) -> str:
        name, other = key
        return self.rows[name][other]

    def __iter__(self) -> Iterator[Pair]:
        return ((name, other) for name, row in self.rows.items() for other in row)

    def __len__(self) -> int:
        return self._length

    def __repr__(self) -> str:
        return f"Ranges({dict(self)!r})"

    def of(self, name: str) -> dict[str, str]:
        """Return the bands set between a name and others, by the names of the others."""
        return {other: row[name] for other, row in self.rows.items() if name in row} | dict(self.rows.get(name, {}))

    def stated(self, names: Iterable[str], others: Iterable[str], band: str) -> "Ranges":
        """Return a copy with each of these at this band of each of the others; rows are written as a whole."""
        names, others = sorted(names), sorted(others)
        rows, length = dict(self.rows), len(self)
        both = ((names, others),) if names == others else ((names, others), (others, names))
        for firsts, seconds in both:
            for first in firsts:
                later = seconds[bisect_right(seconds, first) :]
                if later:
                    length -= len(rows.get(first, ()))
                    rows[first] = {**rows.get(first, {}), **dict.fromkeys(later, band)}
                    length += len(rows[first])
        return Ranges(rows, length)

    def without(self, gone: Collection[str]) -> "Ranges":
        """Return a copy without any pair that contains one of these names."""
        rows = {}
        for name, row in self.rows.items():
            if name not in gone:
                rest = row if row.keys().isdisjoint(gone) else {o: band for o, band in row.items() if o not in gone}
                if rest:
                    rows[name] = rest
        return Ranges(rows)


Plain: TypeAlias = None | bool | int | str | list[Any] | dict[str, Any]
"""A JSON value without floats: what a game may keep in fields and settings."""

OPEN: Final = "none"  # the cover degree of a combatant in the open, in every game
HEROES: Final = "heroes"  # the side of the players' characters
ENEMIES: Final = "enemies"  # the default side that opposes the heroes


class Track(Stored):
    """A number that goes down and up: its value and its maximum."""

    value: Number
    max: Number


class Condition(Stored):
    """A state of a combatant, with the moment at which it ends by itself.

    ``rounds`` left (None: until unmarked); ``until`` is ``start`` or ``end`` of the turn of ``of``; ``value`` is a
    number that a game attaches (a guard of 2, a focus of 20); ``since`` the round it came in; ``by`` who brought it.
    """

    name: Name
    rounds: Number | None = None
    until: Text | None = None
    of: Name | None = None
    value: Number | None = None
    since: Number = 0
    by: Name | None = None

    @property
    def about(self) -> str:
        """Return who brought it or whom it is about, as it stands after its name; "" if that is not known."""
        return f" by {self.by}" if self.by else f" on {self.of}" if self.of and self.until is None else ""


class Cover(Stored):
    """A combatant's cover: a degree of the game, the thing itself, and how much the thing can still take.

    It stops ``absorbs`` of every blow that goes through it; ``sustains`` is its strength in all, ``left`` what remains.
    """

    degree: Text = OPEN
    what: Text | None = None
    absorbs: Number | None = None
    sustains: Number | None = None
    left: Number | None = None

    def __post_init__(self) -> None:
        """Replace an equal default by the default object itself: only that is omitted from a line."""
        if self.degree == OPEN:
            force_setattr(self, "degree", OPEN)


class Counter(Stored):
    """A number that the GM keeps for a combatant; it is reset to ``start`` with ``each`` of something.

    ``each`` is ``round``, ``turn`` (of theirs) or ``encounter``; None: never.
    """

    value: Number = 0
    start: Number = 0
    each: Text | None = None


IN_THE_OPEN: Final = Cover()  # no cover at all
Weapon: TypeAlias = Mapping[Name, Plain]  # a weapon's fields by name, as declared on the game's sheet


class Combatant(Stored):
    """A fighter, or a whole gang that counts as one."""

    name: Name
    side: Name
    group: Name | None = None
    hidden: bool = False
    out: Text | None = None
    tracks: Mapping[Name, Track] = field(default_factory=dict)
    fields: Mapping[Name, Plain] = field(default_factory=dict)
    conditions: tuple[Condition, ...] = ()
    cover: Cover = IN_THE_OPEN
    spent: tuple[Text, ...] = ()
    weapons: Mapping[Name, Weapon] = field(default_factory=dict)
    spares: Mapping[Name, Number] = field(default_factory=dict)
    notes: tuple[Text, ...] = ()
    counters: Mapping[Name, Counter] = field(default_factory=dict)

    def has(self, condition: str) -> bool:
        """Return whether a condition of this name is marked."""
        return bool(self.conditions) and condition in [marked.name for marked in self.conditions]

    def condition(self, name: str) -> Condition | None:
        """Return the first condition of this name, or None."""
        return next((condition for condition in self.conditions if condition.name == name), None)

    def value(self, track: str) -> int:
        """Return the value of a track; 0 if there is none of this name."""
        known_track = self.tracks.get(track)
        return known_track.value if known_track else 0

    def number(self, name: str, default: int = 0) -> int:
        """Return a field as a whole number, or the default if it is missing or not a number."""
        value = self.fields.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else default


def tidied(combatant: Combatant) -> Combatant:
    """Return a combatant with the default cover itself in place of an equal one: only that is omitted from a line."""
    same = combatant.cover is IN_THE_OPEN or combatant.cover != IN_THE_OPEN
    return combatant if same else replace(combatant, cover=IN_THE_OPEN)


class Prompt(Model):
    """A question that only the GM can answer; it stays open until it is decided and never stops the game.

    ``choices`` are the offered answers; ``data`` is what the game needs to carry out the answer.
    """

    id: int
    kind: str
    name: str
    text: str
    choices: tuple[str, ...] = ()
    data: Mapping[str, Plain] = field(default_factory=dict)


class Turn(Stored):
    """The current turn: round, phase (None if the game has none), side and name (None: the whole side)."""

    round: Number = 0
    phase: Text | None = None
    side: Name | None = None
    name: Name | None = None


P = ParamSpec("P")
R = TypeVar("R")


def latest(function: Callable[P, R], most: int = 1) -> Callable[P, R]:
    """Have a function of frozen data keep its last results: several ask the same of a moment, one after the other.

    One is found again by the very same arguments, but none of a draft is kept. Those given by name are not looked at:
    they only save work.
    """
    known: dict[Hashable, tuple[tuple[object, ...], R]] = {}

    @wraps(function)
    def kept(*args: P.args, **given: P.kwargs) -> R:
        key = id(args[0]) if len(args) == 1 else tuple(map(id, args))
        found = known.get(key)
        if found is None:
            found = args, function(*args, **given)
            if MutableCombatants not in map(type, args):
                if len(known) >= most:
                    known.clear()
                known[key] = found  # With the arguments: as long as they are kept, nothing else has their ids.
        return found[1]

    return kept


@latest
def _by_side(combatants: Mapping[str, Combatant]) -> Mapping[str, tuple[Combatant, ...]]:
    by_side: dict[str, list[Combatant]] = {HEROES: []}
    for side, people in groupby(combatants.values(), attrgetter("side")):
        by_side.setdefault(side, []).extend(people)
    return {side: tuple(members) for side, members in by_side.items()}


@latest
def _in_order(combatants: Mapping[str, Combatant], order: Sequence[str]) -> tuple[Combatant, ...]:
    sides: Iterable[Iterable[Combatant]] = _by_side(combatants).values()
    if order:
        turn = {name: place for place, name in enumerate(order)}
        sides = (sorted(side, key=lambda one: turn.get(one.name, len(turn))) for side in sides)
    return tuple(chain.from_iterable(sides))


@latest
def lasting(combatants: Mapping[str, Combatant]) -> tuple[Combatant, ...]:
    """Return everybody with what the end of a turn or round may end: conditions, counters, spent actions."""
    return tuple([one for one in combatants.values() if one.conditions or one.counters or one.spent])


OVER: Final = "over"  # the field of the scene for how the fight ended, and its value if nobody said how


class Scene(Model):
    """The whole fight at one moment.

    ``combatants`` are in the order they joined; ``order`` is the order of turns if the game has one; ``ranges`` holds
    the distances set for pairs, all others are ``default_range``; ``fields`` is the game's own state.
    """

    system: str
    title: str = ""
    encounter: str = ""
    turn: Turn = Turn()
    combatants: Mapping[str, Combatant] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    ranges: Ranges = Ranges()
    default_range: str = ""
    prompts: tuple[Prompt, ...] = ()
    asked: int = 0
    settings: Mapping[str, Plain] = field(default_factory=dict)
    fields: Mapping[str, Plain] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Combatant:
        """Return the combatant of exactly this name; raises KeyError if there is none."""
        return self.combatants[name]

    def writable(self) -> dict[str, Combatant]:
        """Return a mapping of the combatants that may be modified: a draft itself, else a copy."""
        people = self.combatants
        return people if type(people) is MutableCombatants else dict(people)

    def band(self, name: str, other: str) -> str:
        """Return the distance between two."""
        row = self.ranges.rows.get(name if name <= other else other)
        return self.default_range if row is None else row.get(max(name, other), self.default_range)

    def of_side(self, side: str) -> tuple[Combatant, ...]:
        """Return everybody of a side, in the order they joined."""
        return _by_side(self.combatants).get(side, ())

    def sides(self) -> tuple[str, ...]:
        """Return the sides present: heroes first, then the others in the order they joined."""
        return tuple(side for side, people in _by_side(self.combatants).items() if people)

    @property
    def is_over(self) -> bool:
        """Return whether the fight has ended and the next one has not begun."""
        return bool(self.fields.get(OVER))

    def sides_down(self) -> tuple[str, ...]:
        """Return the sides of which nobody is up while the fight goes on."""
        if not self.turn.round or self.is_over:
            return ()
        return tuple(side for side in self.sides() if all(member.out is not None for member in self.of_side(side)))

    def on_turn(self) -> tuple[Combatant, ...]:
        """Return whose turn it is: a combatant, everybody of a side, or nobody in particular."""
        name, side = self.turn.name, self.turn.side
        if name is not None:
            return (self.combatants[name],) if name in self.combatants else ()
        return self.of_side(side) if side else ()

    def group(self, name: str) -> tuple[str, ...]:
        """Return the names in a group; empty if there is no such group."""
        return tuple(combatant.name for combatant in self.combatants.values() if combatant.group == name)

    def prompt(self, number: int) -> Prompt | None:
        """Return the open prompt of this number, or None."""
        return next((prompt for prompt in self.prompts if prompt.id == number), None)

    def listed(self) -> tuple[Combatant, ...]:
        """Return everybody in list order: heroes first, then side by side, in order of turns, else as joined."""
        return _in_order(self.combatants, self.order)

    def became(self, after: "Scene", names: Collection[str]) -> None:
        """Have ``altered`` look at nobody but these: in the scene after it all others are the same."""
        _touched[0] = (self.combatants, after.combatants, names)


_touched: Final[list[tuple[Mapping[str, Combatant], Mapping[str, Combatant], Collection[str]]]] = [({}, {}, ())]

Altered: TypeAlias = tuple[tuple[Combatant, Combatant], ...]


def altered(before: Scene, after: Scene) -> Altered:
    """Return the combatants in both scenes that differ, before and after, in the order of the first scene."""
    was, now = before.combatants, after.combatants
    return _compared(was, now)[1] if was is not now else ()


@latest
def _compared(was: Mapping[str, Combatant], now: Mapping[str, Combatant]) -> tuple[bool, Altered]:
    """Return whether the same names are in both, in the same order, and who differs."""
    before, after, names = _touched[0]
    known = before is was and after is now
    same = known or [*was] == [*now]
    if not known:
        names = tuple(compress(was, map(is_not, was.values(), now.values())) if same else was)
    elif len(names) > 1:
        names = tuple(filter({*names}.__contains__, was))
    both = ((was[name], now[name]) for name in names if name in was and name in now)
    return same, tuple((old, new) for old, new in both if new is not old)


def newly_spent(before: Scene, after: Scene) -> tuple[str, ...]:
    """Return the actions of the turn that somebody spent between two scenes."""
    return tuple(dict.fromkeys(act for was, now in altered(before, after) for act in now.spent if act not in was.spent))


def same_names(before: Scene, after: Scene) -> bool:
    """Return whether the same combatants are in both scenes, in the same order."""
    return before.combatants is after.combatants or _compared(before.combatants, after.combatants)[0]


def newer(before: Scene, after: Scene) -> tuple[Combatant, ...]:
    """Return everybody of the second scene who was not in the first, or was different there."""
    if same_names(before, after):
        return tuple(later for _, later in altered(before, after))
    was = before.combatants
    return tuple(combatant for name, combatant in after.combatants.items() if was.get(name) is not combatant)


class MutableCombatants(dict[str, Combatant]):
    """A mutable mapping of combatants for a scene that nobody has seen yet, which saves copies.

    A copy for each entry is half of the time for applying the entries of a fight of 500.
    """


def drafted(scene: Scene) -> Scene:
    """Return the scene with a draft of its combatants, which the next events modify."""
    if type(scene.combatants) is MutableCombatants:
        return scene
    return replace(scene, combatants=MutableCombatants(scene.combatants))


def finished(draft: Scene) -> Scene:
    """Return a draft as an ordinary scene, which later events do not modify."""
    return replace(draft, combatants=dict(draft.combatants))
