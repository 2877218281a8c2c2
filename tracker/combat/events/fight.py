"""What became true of the fight itself: distances, order, turns, settings, questions."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Literal, TypeAlias

from tracker.combat.events.fields import put
from tracker.combat.frozen import frozen
from tracker.combat.scene import Plain, Prompt, Scene, Turn, pair

Names: TypeAlias = tuple[str, ...]


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
        return replace(scene, fields=put(scene.fields, self.field, self.value))


@frozen
class SettingBecame:
    """A setting of the game holds this value for the session; None: its default again."""

    setting: str
    value: Plain
    was: Plain = None
    t: Literal["setting"] = "setting"

    def apply(self, scene: Scene) -> Scene:
        """The scene with the new setting."""
        return replace(scene, settings=put(scene.settings, self.setting, self.value))


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
