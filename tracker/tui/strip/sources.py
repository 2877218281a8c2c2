"""Where newcomers come from: the list that adding a combatant offers, each with its numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import field

from tracker.combat.model import Model
from tracker.combat.scene import Combatant
from tracker.tui.strip.fields import begun
from tracker.tui.strip.strip_view import Cockpit

_NUMBER: Final = re.compile(r"-\d+$")


class Source(Model):
    """A ready sheet, or what the library has: what it is called, its numbers, what it fills into the form, by field.

    ``name`` is what a newcomer is called who has no other name; ``verb`` lets them join, ``bring`` with the session
    ``origin`` where they are from one; ``one`` is whether it is a single combatant, of whom there may be several.
    ``act`` is what a key does, by its id, in place of all that.
    """

    word: str
    numbers: str
    name: str
    given: Mapping[str, str] = field(default_factory=dict)
    verb: str = "add"
    origin: str = ""
    one: bool = True
    act: str = ""


FROM_FILE: Final = Source(
    "import …", "takes creatures of other programs into the library; shows them first", "", act="import"
)
"""The way to what the library does not have yet."""


def sources(cockpit: Cockpit, kept: Iterable[Source] = ()) -> tuple[Source, ...]:
    """All there are: more of a group that is here, then what the library offers, then the game's presets."""
    scene = cockpit.scene
    groups = dict.fromkeys(combatant.group for combatant in scene.combatants.values() if combatant.group)
    more = (
        Source(group, f"more of them: {_numbers(scene[scene.group(group)[0]])}", group, {"count": "1"})
        for group in groups
    )
    presets = (
        Source(preset.name, preset.help, _title(preset.name), {"preset": preset.name, "side": preset.side})
        for preset in cockpit.system.presets
    )
    return (*more, *kept, *presets, FROM_FILE)


def fitting(text: str, known: tuple[Source, ...]) -> tuple[Source, ...]:
    """The sources in whose name a word begins as typed; all of them where nothing is typed."""
    if not text:
        return known
    words = [source.word.replace("-", " ") for source in known]
    wanted = frozenset(begun(text.replace("-", " "), words))
    return tuple(source for source, word in zip(known, words, strict=True) if word in wanted)


def _title(word: str) -> str:
    """What a preset is called as a combatant: bad-guys-2 are Bad Guys."""
    return _NUMBER.sub("", word).replace("-", " ").title()


def _numbers(combatant: Combatant) -> str:
    tracks = (f"{name} {track.max}" for name, track in combatant.tracks.items())
    return ", ".join((*tracks, *combatant.weapons))
