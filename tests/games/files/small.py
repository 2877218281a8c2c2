"""Small games from files, and fights of them."""

from __future__ import annotations

from tests.table import played
from tracker.games.language import read_game
from tracker.session import Session

GAME = """title = "Mine"
[[track]]
name = "hp"
start = 10
out = "down"
[[action]]
verb = "strike"
main = true
target = true
throw = "1d6"
numbers.total = { "die" = "roll" }
outcome = [{ name = "hit", when = "total >= 4", good = true, do = ["lose it total"] }, { name = "miss" }]
"""
"""The game that the fixture ``folder`` has as the user's own."""


def fight(text: str, *lines: str) -> Session:
    """A fight of the game in a text, after these lines."""
    return played(read_game(text.encode(), "small.toml", "small"), *lines)
