"""The rest of a word whose beginning was enough: typed on, it means nothing more."""

from __future__ import annotations

from collections.abc import Callable

from tracker.tui.strip.strip_view import Press


class Rest:
    """Holds the signs that go on with a word until another sign shows what they were.

    Mostly people type a few letters of a word, not knowing how many are enough: then they are dropped, with the enter
    right behind them, which only takes the word. Those that are sure to begin what comes next (``goes_on``) are given
    back, and so is a single one where anything may come.
    """

    def __init__(self, word: str, goes_on: Callable[[str], bool | None] = lambda text: None) -> None:
        self._left = word
        self._goes_on = goes_on
        self._held: list[Press] = []

    def taken(self, press: Press) -> tuple[Press, ...]:
        """What a mode is to handle now that this was pressed."""
        if self._left and press.sign is not None and press.sign.casefold() == self._left[0].casefold():
            self._held.append(press)
            self._left = self._left[1:]
            return ()
        back = tuple(self._back(press.sign)) if self._left else ()
        taken = bool(self._held) and not back and press.id == "apply"
        self._held.clear()
        self._left = ""
        return () if taken else (*back, press)

    def _back(self, sign: str | None) -> list[Press]:
        held = self._held
        for kept in range(0 if sign else 1, len(held) + 1):
            back = held[len(held) - kept :]
            if self._goes_on("".join(each.sign or "" for each in back) + (sign or "")):
                return back
        alone = len(held) == 1 and self._goes_on((held[0].sign or "") + (sign or "")) is None
        return held if alone else []
