"""A word typed to its end after its first letter has already taken it: the other letters are not keys.

A short choice is taken by one letter, and what follows counts as keys. Somebody who types the whole word all the same
does not mean those keys. A single further letter may well be one (``c p a`` takes cover and attacks); two that both
continue the word are the word, so the effect of the first is undone, and the rest with its ``enter`` does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from tracker.tui.cockpit.actions import SCREEN_KEYS

SURE: Final = 2
"""The number of letters continuing a word from which they are not keys."""

FAR_REACHING: Final[Collection[str]] = (*SCREEN_KEYS, "leave", "quit")
"""Keys that lead to where the rest of a word would be other keys: they wait for the next letter."""


class WholeWord:
    """What is left of a word that one letter took, and the way back to the moment after that."""

    def __init__(
        self,
        rest: str,
        head: int,
        looking: Mapping[str, object],
        reopen: Callable[[], None] | None = None,
        asks: bool = False,
    ) -> None:
        """``head`` is where the story stood, ``looking`` what was looked at, ``reopen`` opens what was in the strip.

        Without ``reopen`` the word's own view is still open, where the letters mean nothing else. ``asks``: another
        question is in front, which the ``enter`` behind an answer would answer unread.
        """
        self.rest = rest.casefold()
        self.head = head
        self.looking = looking
        self.reopen = reopen
        self.asks = asks
        self.typed = 0

    def goes_on(self, sign: str | None) -> bool:
        """Return whether a character is the next one of the word; then it counts as typed."""
        if not sign or not self.rest.startswith(sign.casefold(), self.typed):
            return False
        self.typed += len(sign)
        return True

    @property
    def sure(self) -> bool:
        """Return whether enough was typed to be the word."""
        return self.reopen is None or self.typed >= SURE

    @property
    def ends_with_apply(self) -> bool:
        """Return whether an ``enter`` now only ends the word."""
        return self.reopen is not None and (self.typed >= SURE or (self.asks and not self.typed))

    @property
    def comes_clear(self) -> bool:
        """Return whether the last character made it certain."""
        return self.typed == SURE

    @staticmethod
    def holds(id_: str | None) -> bool:
        """Return whether a key waits for the next one."""
        return id_ in FAR_REACHING
