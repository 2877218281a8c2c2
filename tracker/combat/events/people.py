"""What became true of combatants: each event names all it touches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, TypeAlias

from tracker.combat.events.fields import put
from tracker.combat.frozen import frozen
from tracker.combat.scene import Combatant, Condition, Cover, Plain, Scene, Track

Names: TypeAlias = tuple[str, ...]


def _each(scene: Scene, names: Names, change: Callable[[Combatant], Combatant]) -> Scene:
    """The scene in which each of these is changed; a name that is not there is left out."""
    people = dict(scene.combatants)
    people.update((name, change(people[name])) for name in names if name in people)
    return replace(scene, combatants=people)


def _others(one: Combatant, condition: str) -> tuple[Condition, ...]:
    return tuple(each for each in one.conditions if each.name != condition)


@frozen
class Joined:
    """These names are in the fight, each as the pattern ``like`` says."""

    names: Names
    like: Combatant
    t: Literal["joined"] = "joined"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the newcomers at the end of the list."""
        new = {name: replace(self.like, name=name) for name in self.names}
        return replace(scene, combatants={**scene.combatants, **new})


@frozen
class Left:
    """These names are gone for good, with their distances and their place in the order."""

    names: Names
    t: Literal["left"] = "left"

    def apply(self, scene: Scene) -> Scene:
        """The scene without them."""
        gone = set(self.names)
        return replace(
            scene,
            combatants={name: each for name, each in scene.combatants.items() if name not in gone},
            ranges={key: band for key, band in scene.ranges.items() if not gone.intersection(key)},
            order=tuple(name for name in scene.order if name not in gone),
            prompts=tuple(each for each in scene.prompts if each.name not in gone),
        )


@frozen
class TrackBecame:
    """A track of these names is now ``value`` of ``max``; ``was`` is the value before (None: it is new)."""

    names: Names
    track: str
    value: int
    max: int
    was: int | None = None
    t: Literal["track"] = "track"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the new value."""
        now = Track(self.value, self.max)
        return _each(scene, self.names, lambda one: replace(one, tracks={**one.tracks, self.track: now}))


@frozen
class FieldBecame:
    """A field of these names holds ``value``; None takes the field away."""

    names: Names
    field: str
    value: Plain
    was: Plain = None
    t: Literal["field"] = "field"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the new value."""
        return _each(scene, self.names, lambda one: replace(one, fields=put(one.fields, self.field, self.value)))


@frozen
class ConditionCame:
    """These names are in a condition; one of the same name and ``of`` is replaced."""

    names: Names
    condition: Condition
    t: Literal["condition"] = "condition"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the condition at the end of each one's list."""
        came = self.condition
        return _each(scene, self.names, lambda one: replace(one, conditions=(*_others(one, came.name), came)))


@frozen
class ConditionWent:
    """A condition of these names is over."""

    names: Names
    condition: str
    t: Literal["condition-went"] = "condition-went"

    def apply(self, scene: Scene) -> Scene:
        """The scene without it."""
        return _each(scene, self.names, lambda one: replace(one, conditions=_others(one, self.condition)))


@frozen
class RoundsWent:
    """A condition of these names has ``rounds`` rounds left."""

    names: Names
    condition: str
    rounds: int
    t: Literal["rounds"] = "rounds"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the shorter time."""

        def shorter(one: Combatant) -> Combatant:
            now = (
                replace(each, rounds=self.rounds) if each.name == self.condition else each for each in one.conditions
            )
            return replace(one, conditions=tuple(now))

        return _each(scene, self.names, shorter)


@frozen
class CoverBecame:
    """These names stand behind this."""

    names: Names
    cover: Cover
    t: Literal["cover"] = "cover"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the new cover."""
        return _each(scene, self.names, lambda one: replace(one, cover=self.cover))


@frozen
class SpentBecame:
    """The spent actions of these names are exactly these words."""

    names: Names
    spent: Names
    t: Literal["spent"] = "spent"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the new marks."""
        return _each(scene, self.names, lambda one: replace(one, spent=self.spent))


@frozen
class OutBecame:
    """These names are out in this way; None: they are up again."""

    names: Names
    out: str | None
    t: Literal["out"] = "out"

    def apply(self, scene: Scene) -> Scene:
        """The scene with them down or up."""
        return _each(scene, self.names, lambda one: replace(one, out=self.out))


@frozen
class HiddenBecame:
    """These names are hidden from the players' view, or shown in it."""

    names: Names
    hidden: bool
    t: Literal["hidden"] = "hidden"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the new mark."""
        return _each(scene, self.names, lambda one: replace(one, hidden=self.hidden))


@frozen
class WeaponBecame:
    """A weapon of these names has exactly these fields; None: they no longer carry it."""

    names: Names
    weapon: str
    fields: dict[str, Plain] | None
    t: Literal["weapon"] = "weapon"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the weapon as it is now."""

        def armed(one: Combatant) -> Combatant:
            rest = {name: each for name, each in one.weapons.items() if name != self.weapon or self.fields is not None}
            return replace(one, weapons=rest if self.fields is None else {**rest, self.weapon: self.fields})

        return _each(scene, self.names, armed)


@frozen
class SparesBecame:
    """These names hold this many spares of a kind."""

    names: Names
    kind: str
    count: int
    t: Literal["spares"] = "spares"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the new count."""
        return _each(scene, self.names, lambda one: replace(one, spares={**one.spares, self.kind: self.count}))
