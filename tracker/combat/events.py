"""What became true, in the past tense. Each event applies itself: scene -> scene.

The set is closed: games keep their own state in ``fields``, so old sessions replay without any rules.
One event names everybody it touches, so that a change of a whole crowd stays one short fact.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Literal, TypeAlias

from tracker.combat.frozen import frozen
from tracker.combat.scene import Combatant, Condition, Cover, Pair, Plain, Prompt, Scene, Track, Turn, Weapon, pair

Names: TypeAlias = tuple[str, ...]


def _without(names: Names, scene: Scene) -> tuple[dict[str, Combatant], dict[Pair, str], Names]:
    gone = set(names)
    people = {name: each for name, each in scene.combatants.items() if name not in gone}
    ranges = {key: band for key, band in scene.ranges.items() if not gone.intersection(key)}
    return people, ranges, tuple(name for name in scene.order if name not in gone)


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
        people, ranges, order = _without(self.names, scene)
        prompts = tuple(each for each in scene.prompts if each.name not in set(self.names))
        return replace(scene, combatants=people, ranges=ranges, order=order, prompts=prompts)


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
        new = dict(scene.combatants)
        now = Track(self.value, self.max)
        for name in self.names:
            if name in new:
                new[name] = replace(new[name], tracks={**new[name].tracks, self.track: now})
        return replace(scene, combatants=new)


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
        new = dict(scene.combatants)
        for name in self.names:
            if name in new:
                new[name] = replace(new[name], fields=_put(new[name].fields, self.field, self.value))
        return replace(scene, combatants=new)


def _put(fields: Mapping[str, Plain], name: str, value: Plain) -> dict[str, Plain]:
    rest = {key: each for key, each in fields.items() if key != name}
    return rest if value is None else {**fields, name: value}


@frozen
class ConditionCame:
    """These names are in a condition; one of the same name and ``of`` is replaced."""

    names: Names
    condition: Condition
    t: Literal["condition"] = "condition"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the condition at the end of each one's list."""
        new = dict(scene.combatants)
        for name in self.names:
            if name in new:
                kept = tuple(each for each in new[name].conditions if each.name != self.condition.name)
                new[name] = replace(new[name], conditions=(*kept, self.condition))
        return replace(scene, combatants=new)


@frozen
class ConditionWent:
    """A condition of these names is over."""

    names: Names
    condition: str
    t: Literal["condition-went"] = "condition-went"

    def apply(self, scene: Scene) -> Scene:
        """The scene without it."""
        new = dict(scene.combatants)
        for name in self.names:
            if name in new:
                kept = tuple(each for each in new[name].conditions if each.name != self.condition)
                new[name] = replace(new[name], conditions=kept)
        return replace(scene, combatants=new)


@frozen
class RoundsWent:
    """A condition of these names has ``rounds`` rounds left."""

    names: Names
    condition: str
    rounds: int
    t: Literal["rounds"] = "rounds"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the shorter time."""
        new = dict(scene.combatants)
        for name in self.names:
            if name in new:
                new[name] = replace(
                    new[name],
                    conditions=tuple(
                        replace(each, rounds=self.rounds) if each.name == self.condition else each
                        for each in new[name].conditions
                    ),
                )
        return replace(scene, combatants=new)


@frozen
class CoverBecame:
    """These names stand behind this."""

    names: Names
    cover: Cover
    t: Literal["cover"] = "cover"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the new cover."""
        return scene.changed(self.names, cover=self.cover)


@frozen
class SpentBecame:
    """The spent actions of these names are exactly these words."""

    names: Names
    spent: Names
    t: Literal["spent"] = "spent"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the new marks."""
        return scene.changed(self.names, spent=self.spent)


@frozen
class OutBecame:
    """These names are out in this way; None: they are up again."""

    names: Names
    out: str | None
    t: Literal["out"] = "out"

    def apply(self, scene: Scene) -> Scene:
        """The scene with them down or up."""
        return scene.changed(self.names, out=self.out)


@frozen
class HiddenBecame:
    """These names are hidden from the players' view, or shown in it."""

    names: Names
    hidden: bool
    t: Literal["hidden"] = "hidden"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the new mark."""
        return scene.changed(self.names, hidden=self.hidden)


@frozen
class WeaponBecame:
    """A weapon of these names has exactly these fields; None: they no longer carry it."""

    names: Names
    weapon: str
    fields: dict[str, Plain] | None
    t: Literal["weapon"] = "weapon"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the weapon as it is now."""
        new = dict(scene.combatants)
        for name in self.names:
            if name in new:
                weapons: dict[str, Weapon] = dict(new[name].weapons)
                if self.fields is None:
                    weapons.pop(self.weapon, None)
                else:
                    weapons[self.weapon] = self.fields
                new[name] = replace(new[name], weapons=weapons)
        return replace(scene, combatants=new)


@frozen
class SparesBecame:
    """These names hold this many spares of a kind."""

    names: Names
    kind: str
    count: int
    t: Literal["spares"] = "spares"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the new count."""
        new = dict(scene.combatants)
        for name in self.names:
            if name in new:
                new[name] = replace(new[name], spares={**new[name].spares, self.kind: self.count})
        return replace(scene, combatants=new)


@frozen
class BandBecame:
    """The distance between one and these others is now this band."""

    name: str
    others: Names
    band: str
    t: Literal["band"] = "band"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the new distances."""
        new = dict.fromkeys((pair(self.name, other) for other in self.others), self.band)
        return replace(scene, ranges={**scene.ranges, **new})


@frozen
class DefaultBandBecame:
    """Everybody is this far from everybody, but for the distances said one by one."""

    band: str
    t: Literal["default-band"] = "default-band"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the new default."""
        return replace(scene, default_range=self.band)


@frozen
class OrderBecame:
    """The order of turns is this."""

    names: Names
    t: Literal["order"] = "order"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the new order."""
        return replace(scene, order=self.names)


@frozen
class TurnCame:
    """It is now this moment of the fight."""

    turn: Turn
    t: Literal["turn"] = "turn"

    def apply(self, scene: Scene) -> Scene:
        """The scene at that moment."""
        return replace(scene, turn=self.turn)


@frozen
class SceneFieldBecame:
    """A field of the fight itself holds ``value``; None takes it away."""

    field: str
    value: Plain
    was: Plain = None
    t: Literal["scene-field"] = "scene-field"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the new value."""
        return replace(scene, fields=_put(scene.fields, self.field, self.value))


@frozen
class SettingBecame:
    """A setting of the game holds this value for the session; None: its default again."""

    setting: str
    value: Plain
    was: Plain = None
    t: Literal["setting"] = "setting"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the new setting."""
        return replace(scene, settings=_put(scene.settings, self.setting, self.value))


@frozen
class TitleBecame:
    """The session is called this."""

    title: str
    t: Literal["title"] = "title"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the new title."""
        return replace(scene, title=self.title)


@frozen
class EncounterBegan:
    """A new fight under this title: only ``stay`` stays, all distances, turns and prompts are gone."""

    title: str
    stay: Names
    default_range: str
    fields: dict[str, Plain] = field(default_factory=dict)
    t: Literal["encounter"] = "encounter"

    def apply(self, scene: Scene) -> Scene:
        """The scene before the first turn of the new fight."""
        people = {name: scene.combatants[name] for name in self.stay if name in scene.combatants}
        return replace(
            scene,
            encounter=self.title,
            combatants=people,
            order=(),
            ranges={},
            default_range=self.default_range,
            prompts=(),
            turn=Turn(),
            fields=self.fields,
        )


@frozen
class PromptCame:
    """The same question came up about each of these names, numbered from ``id`` in their order."""

    id: int
    names: Names
    kind: str
    text: str
    choices: tuple[str, ...] = ()
    data: dict[str, Plain] = field(default_factory=dict)
    t: Literal["prompt"] = "prompt"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the open questions."""
        new = tuple(
            Prompt(self.id + place, self.kind, name, self.text, self.choices, self.data)
            for place, name in enumerate(self.names)
        )
        asked = max(scene.asked, self.id + len(self.names) - 1)
        return replace(scene, prompts=tuple(sorted((*scene.prompts, *new), key=lambda each: each.id)), asked=asked)


@frozen
class PromptWent:
    """A question is answered or dropped."""

    id: int
    choice: str
    t: Literal["prompt-went"] = "prompt-went"

    def apply(self, scene: Scene) -> Scene:
        """The scene without it."""
        return replace(scene, prompts=tuple(each for each in scene.prompts if each.id != self.id))


Event: TypeAlias = (
    Joined
    | Left
    | TrackBecame
    | FieldBecame
    | ConditionCame
    | ConditionWent
    | RoundsWent
    | CoverBecame
    | SpentBecame
    | OutBecame
    | HiddenBecame
    | WeaponBecame
    | SparesBecame
    | BandBecame
    | DefaultBandBecame
    | OrderBecame
    | TurnCame
    | SceneFieldBecame
    | SettingBecame
    | TitleBecame
    | EncounterBegan
    | PromptCame
    | PromptWent
)
"""The closed set of events; the field ``t`` tells them apart in a save."""


def fold(scene: Scene, events: tuple[Event, ...]) -> Scene:
    """The scene after these events, in their order."""
    for event in events:
        scene = event.apply(scene)
    return scene
