"""Sessions as lines of a list: title, game, round, age, and a plain word where opening one will meet trouble."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.storage.library import ENDING, Recent
from tracker.tui.look.text import Bit, Line, cells, pad
from tracker.tui.screens.ages import age

NAME: Final = 40
"""A title takes at most so many cells."""

STATE: Final = 14
AGE: Final = 14


def titled(each: Recent) -> str:
    """What a session is called: its title, else its file."""
    return each.title or os.path.basename(each.path).removesuffix(ENDING)


def games_by_name() -> dict[str, str]:
    """Every game's name as people write it, by its word."""
    from tracker.games.registry import find, names

    return {name: find(name).title for name in names()}


class Shelf(Model):
    """The columns of a list of sessions: how wide title and game are, the games' names, the time now.

    ``twins`` are titles that several have; their files tell them apart.
    """

    title: int
    game: int
    games: Mapping[str, str]
    now: float
    twins: frozenset[str] = frozenset()

    @classmethod
    def of(cls, found: Sequence[Recent], games: Mapping[str, str], now: float, room: int) -> Shelf:
        """Columns for these sessions; where there is little room the titles are cut first."""
        game = max((cells(each) for each in games.values()), default=0)
        counts = Counter(titled(each) for each in found)
        shelf = cls(0, game, games, now, frozenset(name for name, count in counts.items() if count > 1))
        title = max((cells(shelf.name(each)) for each in found), default=0)
        return replace(shelf, title=max(8, min(NAME, title, room - game - STATE - AGE - 6)))

    def name(self, each: Recent) -> str:
        """What a session is called here: with its file where others have the same title."""
        title, file = titled(each), os.path.basename(each.path).removesuffix(ENDING)
        return f"{title} · {file}" if title in self.twins and title != file else title

    def line(self, each: Recent, ages: bool = True) -> Line:
        """One session; ``ages`` says how long ago it was written."""
        state: Bit = (
            (each.trouble, "warn") if each.trouble else (f"round {each.round}" if each.round else "not begun", "dim")
        )
        bits: list[Bit] = [
            (pad(self.name(each), self.title) + "  ", "normal"),
            (pad(self.games.get(each.system, each.system), self.game) + "  ", "dim"),
            (pad(state[0], STATE) + "  " if ages else state[0], state[1]),
        ]
        return tuple([*bits, (age(each.written, self.now), "dim")] if ages else bits)
