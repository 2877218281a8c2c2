"""The heroes of the other sessions of a game, for a list: their names and numbers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

from tracker.combat.model import Model
from tracker.combat.scene import HEROES, Scene
from tracker.library.shelf import Library
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.storage.folders import ENDING, same_file
from tracker.storage.recent import recent

MOST: Final = 6
"""The number of sessions whose heroes are offered: those written last."""

LARGEST: Final = 1_000_000
"""The size in bytes from which a session is listed without its heroes: reading it would take too long."""


class Heroes(Model):
    """The heroes of a session: its name for ``bring from=``, its title, and their numbers."""

    name: str
    title: str
    numbers: str


_known: dict[tuple[str, int, int], str] = {}


def heroes_elsewhere(library: Library, here: str) -> Iterator[Heroes]:
    """Return the heroes of the game's sessions written last, except for the one at the path ``here``."""
    offered = 0
    for session in recent(library.saves):
        other = session.system == library.system.name and not session.trouble
        if not other or (here and same_file(session.path, here)):
            continue
        name = os.path.basename(session.path).removesuffix(ENDING)
        numbers = _numbers(library, session.path)
        if numbers:
            yield Heroes(name, session.title or name, numbers)
            offered += 1
        if offered == MOST:
            return


def _numbers(library: Library, path: str) -> str:
    """Return the heroes of a session with their main track; "" if it has none or cannot be read."""
    try:
        stat = os.stat(path)
    except OSError:
        return ""
    if stat.st_size > LARGEST:
        return "as they stood"
    key = (path, stat.st_size, stat.st_mtime_ns)
    if key not in _known:
        try:
            _known[key] = _described(library, library.scene_of(path))
        except InvalidCommand:
            _known[key] = ""
    return _known[key]


def _described(library: Library, scene: Scene) -> str:
    main = library.system.main_track(scene)
    heroes = []
    for hero in scene.of_side(HEROES):
        track = hero.tracks.get(main)
        heroes.append(f"{hero.name} {track.value}/{track.max}" if track else hero.name)
    return comma_list(heroes, 6)
