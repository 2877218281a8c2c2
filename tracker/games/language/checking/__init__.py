"""A game file's meaning, checked and compiled: every name, kind and throw; each fault with its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from tracker.games.language.checking.actions import Actions
from tracker.games.language.checking.events import Events
from tracker.games.language.checking.file import Faults, GameFile
from tracker.games.language.checking.sheet import Sheet
from tracker.games.language.rules import Rules
from tracker.games.language.shape import GameTable

__all__ = ["Faults", "check"]


def check(game: GameTable, faults: Faults, strict: bool = True) -> Rules:
    """The rules of a game; whatever is wrong with them is in ``faults``.

    Unless ``strict``, conditions may be nearly called as declared ones, and texts compared with what they never are:
    what a session keeps was played so.
    """
    file = GameFile(game, faults, strict)
    rules = file.rules
    for key, tables in (
        ("track", game.track),
        ("field", game.field),
        ("weapon-field", game.weapon_field),
        ("band", game.band),
        ("cover", game.cover),
        ("condition", game.condition),
        ("preset", game.preset),
        ("table", game.table),
    ):
        file.once(key, cast("Sequence[Any]", tables))
    rules.tracks = {track.name: track for track in game.track}
    rules.conditions = tuple((name, file.help_of(name)) for name in file.conditions)
    rules.cannot_act = frozenset(item.name for item in game.condition if item.cannot_act)
    sheet = Sheet(file)
    sheet.check()
    Actions(file).check()
    Events(file).check()
    sheet.check_presets()
    return rules
