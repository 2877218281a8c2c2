"""The kinds of words only this game has: motion, postures."""

from __future__ import annotations

from typing import Final

from tracker.combat.frozen import frozen
from tracker.systems.base import Look
from tracker.systems.gen6 import tables as t
from tracker.systems.words import Choice, match, number


@frozen
class MotionWord:
    """How fast a target moves: a word of the table, or feet a round."""

    hint: str = "walking, running or feet a round"

    def read(self, text: str, look: Look, alias: str = "") -> str:
        """The word, or the feet as digits."""
        return str(number(text, 0, 100_000)) if text.isdecimal() else match(text, self.complete(look), "motion")

    def write(self, value: str) -> str:
        """The word or the digits."""
        return value

    def complete(self, look: Look) -> tuple[str, ...]:
        """The words of the table."""
        return tuple(name for _, name, _ in t.MOTION)


POSTURE: Final = Choice(("prone", "stand", "mount", "climb"), "posture")


@frozen
class PosturesWord:
    """What a move is combined with, with commas between."""

    hint: str = POSTURE.hint

    def read(self, text: str, look: Look, alias: str = "") -> tuple[str, ...]:
        """The words in their order."""
        return tuple(POSTURE.read(each.strip(), look) for each in text.split(","))

    def write(self, value: tuple[str, ...]) -> str:
        """The words with commas."""
        return ",".join(value)

    def complete(self, look: Look) -> tuple[str, ...]:
        """All of them."""
        return POSTURE.complete(look)
