"""The sources of newcomers that ``add`` offers, each with its numbers."""

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
    """A preset or an entry of the library: its name, its numbers, and the form fields it fills in.

    ``name`` is the default name of a newcomer; ``verb`` lets them join, ``bring`` together with the session ``origin``
    if they come from one; ``one`` tells whether it is a single combatant, of whom there may be several. ``act`` is the
    id of a key's action to perform instead.
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
"""The way to import what the library does not have."""


def sources(cockpit: Cockpit, kept: Iterable[Source] = ()) -> tuple[Source, ...]:
    """Return all sources: more of a group in the fight, then the library, then the game's presets."""
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
    """Return the sources with a word beginning with the text; all if nothing is typed."""
    if not text:
        return known
    words = [source.word.replace("-", " ") for source in known]
    wanted = frozenset(begun(text.replace("-", " "), words))
    return tuple(source for source, word in zip(known, words, strict=True) if word in wanted)


def _title(word: str) -> str:
    """Return the name of a preset as a combatant: bad-guys-2 are Bad Guys."""
    return _NUMBER.sub("", word).replace("-", " ").title()


def _numbers(combatant: Combatant) -> str:
    tracks = (f"{name} {track.max}" for name, track in combatant.tracks.items())
    return ", ".join((*tracks, *combatant.weapons))
