"""What a game declares of itself, and how the declarations are looked up."""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from tracker.combat.scene import Plain, Scene
from tracker.systems.action import Action
from tracker.systems.sheet import Band, ConditionSpec, Degree, Preset, Setting, Sheet, Table
from tracker.systems.words import Look, match

Role = Literal["main", "quick", "cover", "nearer", "farther", "hurt", "heal", "mark", "next", "odds"]
"""What a key means in every game; each game says which of its verbs that is."""


BY_HAND: Final[dict[Role, str]] = {
    role: role for role in ("cover", "nearer", "farther", "hurt", "heal", "mark", "next")
}
"""The roles that the common words fill in every game."""


class Declared(ABC):
    """The declarations of a game."""

    name: ClassVar[str]
    """The word for it in commands and saves: small letters, digits and ``-``."""

    title: ClassVar[str]
    """Its name as people write it."""

    source: ClassVar[str]
    """What its rules page follows, for the reference."""

    sheet: ClassVar[Sheet]
    bands: ClassVar[tuple[Band, ...]]
    default_band: ClassVar[str]
    degrees: ClassVar[tuple[Degree, ...]]
    conditions: ClassVar[tuple[ConditionSpec, ...]] = ()
    settings: ClassVar[tuple[Setting, ...]] = ()
    presets: ClassVar[tuple[Preset, ...]] = ()
    tables: ClassVar[tuple[Table, ...]] = ()
    own_actions: ClassVar[tuple[type[Action], ...]] = ()
    roles: ClassVar[Mapping[Role, str]] = {}
    """Which verb a key's role means here; a role that is missing hides its key."""

    weapon_names: ClassVar[tuple[str, ...]] = ()
    """The weapons the game knows by name, to be offered."""

    acts: ClassVar[tuple[tuple[str, str], ...]] = ()
    """The words that can be spent in a turn, and the short word for the list: ``(("action", "act"), ...)``."""

    number_words: ClassVar[Mapping[str, str]] = {}
    """What people read for a number that reasons count to, where its word in the record is not the game's."""

    result_help: ClassVar[str] = ""
    """How a result is written, in one line for the form."""

    @property
    def actions(self) -> Mapping[str, type[Action]]:
        """Every verb of the game: the ones all games have, and its own, which win."""
        from tracker.systems.common import COMMON

        return {each.verb: each for each in (*COMMON, *self.own_actions)}

    def start(self) -> Scene:
        """The empty scene of a new session."""
        return Scene(self.name, default_range=self.default_band)

    def setting(self, scene: Scene, name: str) -> Plain:
        """The value of a setting in this session; KeyError for a name that is none."""
        found = next((each for each in self.settings if each.name == name), None)
        if found is None:
            raise KeyError(name)
        return scene.settings.get(name, self.default_of(scene, found))

    def default_of(self, scene: Scene, setting: Setting) -> Plain:
        """A setting's default in this session (an edition setting may move the others' defaults)."""
        return setting.default

    def main_track(self, scene: Scene) -> str:
        """The track that hurting and healing mean when none is named."""
        return self.sheet.tracks[0].name

    def lowest(self, track: str) -> int:
        """The lowest value of a track."""
        spec = self.sheet.track(track)
        return spec.low if spec else 0

    def band_names(self, scene: Scene) -> tuple[str, ...]:
        """The bands from nearest to farthest."""
        return tuple(each.name for each in self.bands)

    def read_band(self, text: str, look: Look) -> str:
        """The band meant by a word; raises Nonsense."""
        return match(text, self.band_names(look.scene), "band")

    def step_band(self, scene: Scene, band: str, step: int) -> str | None:
        """The band one step nearer (-1) or farther (+1), None where there is none."""
        names = self.band_names(scene)
        place = names.index(band) + step
        return names[place] if 0 <= place < len(names) else None

    def read_degree(self, text: str, look: Look) -> str:
        """The degree of cover meant by a word; raises Nonsense."""
        return match(text, self.degree_names(look.scene), "degree of cover")

    def degree_names(self, scene: Scene) -> tuple[str, ...]:
        """The degrees of cover, from none to most."""
        return tuple(each.name for each in self.degrees)

    def condition_names(self, look: Look) -> tuple[str, ...]:
        """The conditions the game knows."""
        return tuple(each.name for each in self.conditions)

    @property
    def out_words(self) -> tuple[str, ...]:
        """The ways of being out the game has words for."""
        return ("out",)

    def degree(self, name: str) -> Degree:
        """A degree of cover by its name."""
        found = next((each for each in self.degrees if each.name == name), None)
        return found or Degree(name, "◧", "[", ())
