"""Events: facts in the past tense. Each event applies itself: scene -> scene.

The set is closed: games keep their own state in ``fields``, so old sessions replay without any rules. An event names
everybody it affects, so that a change of a whole crowd stays one short fact.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, ClassVar, Final, TypeAlias, TypeVar

from msgspec import field
from msgspec.structs import force_setattr, replace

from tracker.combat import limits
from tracker.combat.model import LongText, Name, Number, Stored, Text
from tracker.combat.scene import Combatant, Condition, Counter, Cover, Plain, Prompt, Ranges, Scene, Track, Turn, tidied

Names: TypeAlias = tuple[Name, ...]
Conditions: TypeAlias = tuple[Condition, ...]

_Value = TypeVar("_Value")


def _put(parts: Mapping[str, _Value], name: str, value: _Value | None, what: str) -> dict[str, _Value]:
    """Return the parts with one changed; None removes it. Raises TooMany, which calls them ``what``."""
    if value is None:
        return {key: part for key, part in parts.items() if key != name}
    changed = {**parts, name: value}
    limits.hold(changed, what)
    return changed


_FIELDS: Final = "fields of one combatant or of the fight"


class Fact(Stored, tag_field="t"):
    """A fact. In a save the field ``t`` identifies its kind."""

    def apply(self, scene: Scene) -> Scene:
        """Return the scene after it; raises TooMany."""
        raise NotImplementedError


class Change(Fact):
    """What changes one part of each of these names; missing ones are skipped.

    Members of a group share their parts from the start, and keep sharing what changes for all.
    """

    part: ClassVar[str]
    names: Names

    def apply(self, scene: Scene) -> Scene:
        people, part = scene.writable(), self.part
        known: dict[int, tuple[object, object]] = {}
        for name in self.names:
            combatant = people.get(name)
            if combatant is not None:
                was = getattr(combatant, part)
                if id(was) not in known:
                    known[id(was)] = was, self.became(was)
                people[name] = replace(combatant, **{part: known[id(was)][1]})
        return scene if people is scene.combatants else replace(scene, combatants=people)

    def became(self, was: Any) -> object:
        """Return the part as it is after it; raises TooMany."""
        return getattr(self, self.part)


class Joined(Fact, tag="joined"):
    """These names are in the fight, each a copy of ``like``."""

    names: Names
    like: Combatant

    def __post_init__(self) -> None:
        force_setattr(self, "like", tidied(self.like))

    def apply(self, scene: Scene) -> Scene:
        like = self.like
        for parts in (like.tracks, like.fields, like.conditions, like.weapons, like.spares, like.spent):
            limits.hold(parts, "tracks, fields, conditions, weapons or spares of one combatant")
        for own in (like.notes, like.counters):
            limits.hold(own, "notes or counters of one combatant")
        people = scene.writable()
        people.update((name, replace(like, name=name)) for name in self.names)
        return replace(scene, combatants=people)


class Left(Fact, tag="left"):
    """These names left for good, with their distances and their place in the order."""

    names: Names

    def apply(self, scene: Scene) -> Scene:
        gone = set(self.names)
        return replace(
            scene,
            combatants={name: combatant for name, combatant in scene.combatants.items() if name not in gone},
            ranges=scene.ranges.without(gone),
            order=tuple(name for name in scene.order if name not in gone),
            prompts=tuple(prompt for prompt in scene.prompts if prompt.name not in gone),
        )


class TrackBecame(Change, tag="track"):
    """A track of these names is now ``value`` of ``max``; ``was`` is the value before (None: it is new)."""

    part = "tracks"
    track: Name
    value: Number
    max: Number
    was: Number | None = None

    def became(self, was: Mapping[str, Track]) -> Mapping[str, Track]:
        return _put(was, self.track, Track(self.value, self.max), "tracks of one combatant")


class FieldBecame(Change, tag="field"):
    """A field of these names has this ``value``; None removes it."""

    part = "fields"
    field: Name
    value: Plain
    was: Plain = None

    def became(self, was: Mapping[str, Plain]) -> Mapping[str, Plain]:
        return _put(was, self.field, self.value, _FIELDS)


class ConditionCame(Change, tag="condition"):
    """These names have a condition, at the end of their list; one of the same name is replaced."""

    part = "conditions"
    condition: Condition

    def became(self, was: Conditions) -> Conditions:
        conditions = (*_others(was, self.condition.name), self.condition)
        limits.hold(conditions, "conditions of one combatant")
        return conditions


class ConditionWent(Change, tag="condition-went"):
    """A condition of these names ended."""

    part = "conditions"
    condition: Text

    def became(self, was: Conditions) -> Conditions:
        return _others(was, self.condition)


def _others(conditions: Conditions, name: str) -> Conditions:
    return tuple([marked for marked in conditions if marked.name != name])


class RoundsWent(Change, tag="rounds"):
    """A condition of these names has ``rounds`` rounds left."""

    part = "conditions"
    condition: Text
    rounds: Number

    def became(self, was: Conditions) -> Conditions:
        return tuple([replace(one, rounds=self.rounds) if one.name == self.condition else one for one in was])


class CoverBecame(Change, tag="cover"):
    """These names have this cover."""

    part = "cover"
    cover: Cover


class SpentBecame(Change, tag="spent"):
    """The spent actions of these names are exactly these words."""

    part = "spent"
    spent: tuple[Text, ...]


class OutBecame(Change, tag="out"):
    """These names are out in this way; None: they are up again."""

    part = "out"
    out: Text | None


class HiddenBecame(Change, tag="hidden"):
    """These names are hidden from the players' view, or shown in it."""

    part = "hidden"
    hidden: bool


class WeaponBecame(Change, tag="weapon"):
    """A weapon of these names has exactly these fields; None: they no longer carry it."""

    part = "weapons"
    weapon: Name
    fields: dict[Name, Plain] | None

    def became(self, was: Mapping[str, Any]) -> Mapping[str, Any]:
        return _put(was, self.weapon, self.fields, "weapons of one combatant")


class SparesBecame(Change, tag="spares"):
    """These names have this many spares of a kind."""

    part = "spares"
    kind: Name
    count: Number

    def became(self, was: Mapping[str, int]) -> Mapping[str, int]:
        return _put(was, self.kind, self.count, "kinds of spares of one combatant")


class NotesBecame(Change, tag="notes"):
    """The lasting notes of these names are exactly these."""

    part = "notes"
    notes: tuple[Text, ...]

    def became(self, was: tuple[str, ...]) -> tuple[str, ...]:
        limits.hold(self.notes, "notes of one combatant")
        return self.notes


class CounterBecame(Change, tag="counter"):
    """A counter of these names is this; None: it is removed."""

    part = "counters"
    counter: Name
    now: Counter | None

    def became(self, was: Mapping[str, Counter]) -> Mapping[str, Counter]:
        return _put(was, self.counter, self.now, "counters of one combatant")


class BandBecame(Fact, tag="band"):
    """The distance between a combatant and these others is now this band.

    ``also`` names more combatants at that distance from the others; ``together``: the others are so among themselves.
    """

    name: Name
    others: Names
    band: Text
    also: Names = ()
    together: bool = False

    def apply(self, scene: Scene) -> Scene:
        ranges = scene.ranges.stated((self.name, *self.also), self.others, self.band)
        if self.together:
            ranges = ranges.stated(self.others, self.others, self.band)
        return replace(scene, ranges=ranges)


class DefaultBandBecame(Fact, tag="default-band"):
    """Everybody is at this distance from everybody else, except for pairs with a distance of their own."""

    band: Text

    def apply(self, scene: Scene) -> Scene:
        return replace(scene, default_range=self.band)


class OrderBecame(Fact, tag="order"):
    """The order of turns is now this."""

    names: Names

    def apply(self, scene: Scene) -> Scene:
        return replace(scene, order=self.names)


class TurnCame(Fact, tag="turn"):
    """The current turn is now this."""

    turn: Turn

    def apply(self, scene: Scene) -> Scene:
        return replace(scene, turn=self.turn)


class SceneFieldBecame(Fact, tag="scene-field"):
    """A field of the fight itself has this ``value``; None removes it."""

    field: Name
    value: Plain
    was: Plain = None

    def apply(self, scene: Scene) -> Scene:
        return replace(scene, fields=_put(scene.fields, self.field, self.value, _FIELDS))


class SettingBecame(Fact, tag="setting"):
    """A setting of the game has this value for the session; None: its default."""

    setting: Text
    value: Plain
    was: Plain = None

    def apply(self, scene: Scene) -> Scene:
        return replace(scene, settings=_put(scene.settings, self.setting, self.value, _FIELDS))


class TitleBecame(Fact, tag="title"):
    """The session has this title."""

    title: Text

    def apply(self, scene: Scene) -> Scene:
        return replace(scene, title=self.title)


class EncounterBegan(Fact, tag="encounter"):
    """A new fight with this title: only ``stay`` stay, all distances, turns and prompts are gone."""

    title: Text
    stay: Names
    default_range: str
    fields: dict[Name, Plain] = field(default_factory=dict)

    def apply(self, scene: Scene) -> Scene:
        return replace(
            scene,
            encounter=self.title,
            combatants={name: scene.combatants[name] for name in self.stay if name in scene.combatants},
            order=(),
            ranges=Ranges(),
            default_range=self.default_range,
            prompts=(),
            turn=Turn(),
            fields=self.fields,
        )


class PromptCame(Fact, tag="prompt"):
    """The same question was asked about each of these names, numbered from ``id`` in order."""

    id: Number
    names: Names
    kind: Name
    text: LongText
    choices: tuple[Text, ...] = ()
    data: dict[Name, Plain] = field(default_factory=dict)

    def apply(self, scene: Scene) -> Scene:
        new = tuple(
            Prompt(self.id + place, self.kind, name, self.text, self.choices, self.data)
            for place, name in enumerate(self.names)
        )
        asked = max(scene.asked, self.id + len(self.names) - 1)
        prompts = tuple(sorted((*scene.prompts, *new), key=lambda prompt: prompt.id))
        limits.hold(prompts, "open questions", limits.PROMPTS)
        return replace(scene, prompts=prompts, asked=asked)


class PromptWent(Fact, tag="prompt-went"):
    """A question was answered or dropped."""

    id: Number
    choice: Text

    def apply(self, scene: Scene) -> Scene:
        return replace(scene, prompts=tuple(prompt for prompt in scene.prompts if prompt.id != self.id))


_OfState: TypeAlias = ConditionCame | ConditionWent | RoundsWent | CoverBecame | SpentBecame | OutBecame | HiddenBecame
_OfOne: TypeAlias = TrackBecame | FieldBecame | _OfState | WeaponBecame | SparesBecame | NotesBecame | CounterBecame
_OfPlaces: TypeAlias = BandBecame | DefaultBandBecame | OrderBecame | TurnCame
_OfFight: TypeAlias = SceneFieldBecame | SettingBecame | TitleBecame | EncounterBegan

Event: TypeAlias = Joined | Left | _OfOne | _OfPlaces | _OfFight | PromptCame | PromptWent
"""The closed set of events; the field ``t`` tells them apart in a save."""


def fold(scene: Scene, events: tuple[Event, ...]) -> Scene:
    """Return the scene after these events."""
    before = scene
    for event in events:
        scene = event.apply(scene)
    if scene.combatants is not before.combatants and (names := named(events)) is not None:
        before.became(scene, names)
    return scene


_WHO_IS_THERE: Final = (Joined, Left, EncounterBegan)  # all other events change only combatants whom they name


def named(events: Collection[Event]) -> Collection[str] | None:
    """Return the combatants that these events may change; None if somebody joins or leaves."""
    if any(isinstance(event, _WHO_IS_THERE) for event in events):
        return None
    return {name for event in events for name in getattr(event, "names", ())}


SAME: Final = ("",)
"""Instead of a list of names: the last long one before it. No name is empty."""

LEAST: Final = 10  # the least length of a long list

_LISTS: Final = ("names", "others", "also")
"""The fields of events with lists of names, in the order in which they are written."""

_Event = TypeVar("_Event", bound=Fact)


def repeats(events: tuple[_Event, ...]) -> bool:
    """Return whether a long list of names would be written more than once: a crowd that is hurt and falls is one."""
    return len(events) > 1 and shortened(events) != events


def shortened(events: Iterable[_Event]) -> tuple[_Event, ...]:
    """Return the events as saved, with SAME for a long list of names that repeats the last one."""
    return _with_names(events, lambda names, last: SAME if names and names == last else names)


def restored(events: Iterable[_Event]) -> tuple[_Event, ...]:
    """Return the events with all their names; raises ValueError if there are none to repeat."""

    def whole(names: Names, last: Names) -> Names:
        if names == SAME and not last:
            raise ValueError("there are no names before")
        return last if names == SAME else names

    return _with_names(events, whole)


def _with_names(events: Iterable[_Event], change: Callable[[Names, Names], Names]) -> tuple[_Event, ...]:
    """Return the events with changed lists of names: of each, and of the last long one before it."""
    last: Names = ()
    written: list[_Event] = []
    for event in events:
        changed: dict[str, Names] = {}
        for kind in _LISTS:
            names: Names = getattr(event, kind, ())
            if (other := change(names, last)) is not names:
                changed[kind] = other
            if len(names) >= LEAST:
                last = names
        written.append(replace(event, **changed) if changed else event)
    return tuple(written)
