"""Checking and compiling a game file: every name, kind and throw, each fault with its place."""

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


def check(game: GameTable, faults: Faults, strict: bool = True, *, now: bool = True) -> Rules:
    """Compile the rules of a game; errors are added to ``faults``. Unless ``now``, actions are compiled when needed.

    Unless ``strict``, a condition may be a near miss of a declared one, and texts may be compared with values they
    never have: saved sessions were played that way.
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
        ("pool", game.pool),
        ("setting", game.setting),
    ):
        file.once(key, cast("Sequence[Any]", tables))
    for place, pool in enumerate(game.pool):
        if not pool.low <= pool.start <= (pool.start if pool.top is None else pool.top):
            faults.add(("pool", place, "start"), f"{pool.name} starts at {pool.start}, outside of its bounds")
    rules.tracks = {track.name: track for track in game.track}
    rules.conditions = tuple(map(file.condition, file.conditions))
    fields = tuple(item.name for item in game.field if item.kind == "words")
    if game.immunities is not None and game.immunities not in fields:
        file.unknown(("immunities",), game.immunities, "a field of words", fields)
    rules.cannot_act = frozenset(item.name for item in game.condition if item.cannot_act)
    sheet = Sheet(file)
    sheet.check()
    Actions(file).check(now=now)
    Events(file).check(now=now)
    sheet.check_presets()
    return rules
