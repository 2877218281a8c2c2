"""Events about combatants: each names everybody it affects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec.structs import force_setattr, replace

from tracker.combat import limits
from tracker.combat.events.base import Fact, put
from tracker.combat.model import Name, Number, Text
from tracker.combat.scene import IN_THE_OPEN, Combatant, Condition, Counter, Cover, Plain, Scene, Track, writable

Names: TypeAlias = tuple[Name, ...]


def _each(scene: Scene, names: Names, change: Callable[[Combatant], Combatant]) -> Scene:
    """Return the scene with each of these changed; missing names are skipped."""
    people = writable(scene.combatants)
    for name in names:
        combatant = people.get(name)
        if combatant is not None:
            people[name] = change(combatant)
    return scene if people is scene.combatants else replace(scene, combatants=people)


def _others(combatant: Combatant, condition: str) -> tuple[Condition, ...]:
    return tuple(marked for marked in combatant.conditions if marked.name != condition)


class Joined(Fact, tag="joined"):
    """These names are in the fight, each a copy of ``like``."""

    names: Names
    like: Combatant

    def __post_init__(self) -> None:
        """Replace an equal default by the default object itself: only that is omitted from a line."""
        if self.like.cover == IN_THE_OPEN and self.like.cover is not IN_THE_OPEN:
            force_setattr(self, "like", replace(self.like, cover=IN_THE_OPEN))

    def apply(self, scene: Scene) -> Scene:
        """Return the scene with the newcomers at the end of the list."""
        like = self.like
        for parts in (like.tracks, like.fields, like.conditions, like.weapons, like.spares, like.spent):
            limits.hold(parts, "tracks, fields, conditions, weapons or spares of one combatant")
        for own in (like.notes, like.counters):
            limits.hold(own, "notes or counters of one combatant")
        people = writable(scene.combatants)
        people.update((name, replace(like, name=name)) for name in self.names)
        return replace(scene, combatants=people)


class Left(Fact, tag="left"):
    """These names left for good, with their distances and their place in the order."""

    names: Names

    def apply(self, scene: Scene) -> Scene:
        """Return the scene without them."""
        gone = set(self.names)
        return replace(
            scene,
            combatants={name: combatant for name, combatant in scene.combatants.items() if name not in gone},
            ranges=scene.ranges.without(gone),
            order=tuple(name for name in scene.order if name not in gone),
            prompts=tuple(prompt for prompt in scene.prompts if prompt.name not in gone),
        )


class TrackBecame(Fact, tag="track"):
    """A track of these names is now ``value`` of ``max``; ``was`` is the value before (None: it is new)."""

    names: Names
    track: Name
    value: Number
    max: Number
    was: Number | None = None

    def apply(self, scene: Scene) -> Scene:
        """Return the scene with the new value."""
        now = Track(self.value, self.max)
        before: Mapping[str, Track] | None = None
        tracks: Mapping[str, Track] = {}

        def changed(combatant: Combatant) -> Combatant:
            # Members of a group share their tracks from the start, and keep sharing what changes for all.
            nonlocal before, tracks
            if combatant.tracks is not before:
                before, tracks = combatant.tracks, {**combatant.tracks, self.track: now}
                limits.hold(tracks, "tracks of one combatant")
            return replace(combatant, tracks=tracks)

        return _each(scene, self.names, changed)


class FieldBecame(Fact, tag="field"):
    """A field of these names has this ``value``; None removes it."""

    names: Names
    field: Name
    value: Plain
    was: Plain = None

    def apply(self, scene: Scene) -> Scene:
        """Return the scene with the new value."""
        return _each(
            scene,
            self.names,
            lambda combatant: replace(combatant, fields=put(combatant.fields, self.field, self.value)),
        )


class ConditionCame(Fact, tag="condition"):
    """These names have a condition; one of the same name and ``of`` is replaced."""

    names: Names
    condition: Condition

    def apply(self, scene: Scene) -> Scene:
        """Return the scene with the condition at the end of each list."""
        came = self.condition

        def marked(combatant: Combatant) -> Combatant:
            conditions = (*_others(combatant, came.name), came)
            limits.hold(conditions, "conditions of one combatant")
            return replace(combatant, conditions=conditions)

        return _each(scene, self.names, marked)


class ConditionWent(Fact, tag="condition-went"):
    """A condition of these names ended."""

    names: Names
    condition: Text

    def apply(self, scene: Scene) -> Scene:
        """Return the scene without it."""
        return _each(
            scene, self.names, lambda combatant: replace(combatant, conditions=_others(combatant, self.condition))
        )


class RoundsWent(Fact, tag="rounds"):
    """A condition of these names has ``rounds`` rounds left."""

    names: Names
    condition: Text
    rounds: Number

    def apply(self, scene: Scene) -> Scene:
        """Return the scene with the remaining rounds."""

        def shorter(combatant: Combatant) -> Combatant:
            now = (
                replace(condition, rounds=self.rounds) if condition.name == self.condition else condition
                for condition in combatant.conditions
            )
            return replace(combatant, conditions=tuple(now))

        return _each(scene, self.names, shorter)


class CoverBecame(Fact, tag="cover"):
    """These names have this cover."""

    names: Names
    cover: Cover

    def apply(self, scene: Scene) -> Scene:
        """Return the scene with the new cover."""
        return _each(scene, self.names, lambda combatant: replace(combatant, cover=self.cover))


class SpentBecame(Fact, tag="spent"):
    """The spent actions of these names are exactly these words."""

    names: Names
    spent: tuple[Text, ...]

    def apply(self, scene: Scene) -> Scene:
        """Return the scene with the new marks."""
        return _each(scene, self.names, lambda combatant: replace(combatant, spent=self.spent))


class OutBecame(Fact, tag="out"):
    """These names are out in this way; None: they are up again."""

    names: Names
    out: Text | None

    def apply(self, scene: Scene) -> Scene:
        """Return the scene with them down or up."""
        return _each(scene, self.names, lambda combatant: replace(combatant, out=self.out))


class HiddenBecame(Fact, tag="hidden"):
    """These names are hidden from the players' view, or shown in it."""

    names: Names
    hidden: bool

    def apply(self, scene: Scene) -> Scene:
        """Return the scene with the new mark."""
        return _each(scene, self.names, lambda combatant: replace(combatant, hidden=self.hidden))


class WeaponBecame(Fact, tag="weapon"):
    """A weapon of these names has exactly these fields; None: they no longer carry it."""

    names: Names
    weapon: Name
    fields: dict[Name, Plain] | None

    def apply(self, scene: Scene) -> Scene:
        """Return the scene with the changed weapon."""

        def armed(combatant: Combatant) -> Combatant:
            rest = {
                name: weapon
                for name, weapon in combatant.weapons.items()
                if name != self.weapon or self.fields is not None
            }
            weapons = rest if self.fields is None else {**rest, self.weapon: self.fields}
            limits.hold(weapons, "weapons of one combatant")
            return replace(combatant, weapons=weapons)

        return _each(scene, self.names, armed)


class SparesBecame(Fact, tag="spares"):
    """These names have this many spares of a kind."""

    names: Names
    kind: Name
    count: Number

    def apply(self, scene: Scene) -> Scene:
        """Return the scene with the new count."""

        def supplied(combatant: Combatant) -> Combatant:
            spares = {**combatant.spares, self.kind: self.count}
            limits.hold(spares, "kinds of spares of one combatant")
            return replace(combatant, spares=spares)

        return _each(scene, self.names, supplied)


class NotesBecame(Fact, tag="notes"):
    """The lasting notes of these names are exactly these."""

    names: Names
    notes: tuple[Text, ...]

    def apply(self, scene: Scene) -> Scene:
        """Return the scene with the new notes."""
        limits.hold(self.notes, "notes of one combatant")
        return _each(scene, self.names, lambda combatant: replace(combatant, notes=self.notes))


class CounterBecame(Fact, tag="counter"):
    """A counter of these names is this; None: it is removed."""

    names: Names
    counter: Name
    now: Counter | None

    def apply(self, scene: Scene) -> Scene:
        """Return the scene with the new counter."""

        def counted(combatant: Combatant) -> Combatant:
            counters = {word: counter for word, counter in combatant.counters.items() if word != self.counter}
            if self.now is not None:
                counters = {**combatant.counters, self.counter: self.now}
            limits.hold(counters, "counters of one combatant")
            return replace(combatant, counters=counters)

        return _each(scene, self.names, counted)
