"""Events about the fight itself: distances, order, turns, settings, questions."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import field
from msgspec.structs import replace

from tracker.combat import limits
from tracker.combat.events.base import Fact, put
from tracker.combat.model import LongText, Name, Number, Text
from tracker.combat.ranges import Ranges
from tracker.combat.scene import Plain, Prompt, Scene, Turn

Names: TypeAlias = tuple[Name, ...]


class BandBecame(Fact, tag="band"):
    """The distance between a combatant and these others is now this band.

    ``also`` names more combatants at that distance from the others; ``together``: the others are at that distance from
    each other too.
    """

    name: Name
    others: Names
    band: Text
    also: Names = ()
    together: bool = False

    def apply(self, scene: Scene) -> Scene:
        """Return the scene with the new distances."""
        ranges = scene.ranges.stated_among((self.name, *self.also), self.others, self.band)
        if self.together:
            ranges = ranges.stated_among(self.others, self.others, self.band)
        return replace(scene, ranges=ranges)


class DefaultBandBecame(Fact, tag="default-band"):
    """Everybody is at this distance from everybody else, except for pairs with a distance of their own."""

    band: Text

    def apply(self, scene: Scene) -> Scene:
        """Return the scene with the new default."""
        return replace(scene, default_range=self.band)


class OrderBecame(Fact, tag="order"):
    """The order of turns is now this."""

    names: Names

    def apply(self, scene: Scene) -> Scene:
        """Return the scene with the new order."""
        return replace(scene, order=self.names)


class TurnCame(Fact, tag="turn"):
    """The current turn is now this."""

    turn: Turn

    def apply(self, scene: Scene) -> Scene:
        """Return the scene at that turn."""
        return replace(scene, turn=self.turn)


class SceneFieldBecame(Fact, tag="scene-field"):
    """A field of the fight itself has this ``value``; None removes it."""

    field: Name
    value: Plain
    was: Plain = None

    def apply(self, scene: Scene) -> Scene:
        """Return the scene with the new value."""
        return replace(scene, fields=put(scene.fields, self.field, self.value))


class SettingBecame(Fact, tag="setting"):
    """A setting of the game has this value for the session; None: its default."""

    setting: Text
    value: Plain
    was: Plain = None

    def apply(self, scene: Scene) -> Scene:
        """Return the scene with the new setting."""
        return replace(scene, settings=put(scene.settings, self.setting, self.value))


class TitleBecame(Fact, tag="title"):
    """The session has this title."""

    title: Text

    def apply(self, scene: Scene) -> Scene:
        """Return the scene with the new title."""
        return replace(scene, title=self.title)


class EncounterBegan(Fact, tag="encounter"):
    """A new fight with this title: only ``stay`` stay, all distances, turns and prompts are gone."""

    title: Text
    stay: Names
    default_range: str
    fields: dict[Name, Plain] = field(default_factory=dict)

    def apply(self, scene: Scene) -> Scene:
        """Return the scene before the first turn of the new fight."""
        people = {name: scene.combatants[name] for name in self.stay if name in scene.combatants}
        return replace(
            scene,
            encounter=self.title,
            combatants=people,
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
        """Return the scene with the open questions."""
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
        """Return the scene without it."""
        return replace(scene, prompts=tuple(prompt for prompt in scene.prompts if prompt.id != self.id))
