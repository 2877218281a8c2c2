"""The games by their names; a shipped game is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from tracker.rules.errors import InvalidCommand, suggestion
from tracker.rules.system import System

SHIPPED: Final = {
    "outgunned": "tracker.games.outgunned",
    "contract": "tracker.games.contract",
    "gen6": "tracker.games.gen6",
    "unknown-armies": "tracker.games.unknown_armies",
}
"""The shipped games: the name of each, and the module whose ``SYSTEM`` it is."""

_known: dict[str, System] = {}


def register(system: System) -> None:
    """Make another game known in this process under its name."""
    _known[system.name] = system


def names() -> tuple[str, ...]:
    """The names of all games, the shipped ones first."""
    return (*SHIPPED, *(name for name in _known if name not in SHIPPED))


def find(name: str) -> System:
    """The game of this name; raises InvalidCommand."""
    if name not in _known and name in SHIPPED:
        _known[name] = import_module(SHIPPED[name]).SYSTEM
    if name not in _known:
        raise InvalidCommand(f"“{name}” is not a game that the tracker knows.{suggestion(name, names())}")
    return _known[name]
