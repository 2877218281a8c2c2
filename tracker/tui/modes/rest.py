"""The rest of a word whose beginning was enough: typed to its end it means nothing more."""

from __future__ import annotations

from tracker.tui.modes.mode import Press


class Rest:
    """Holds the signs that go on with a word; they are given back when another sign shows they meant something else."""

    def __init__(self, word: str) -> None:
        self._left = word
        self._held: list[Press] = []

    def taken(self, press: Press) -> tuple[Press, ...]:
        """What a mode is to handle now that this was pressed."""
        if self._left and press.sign is not None and press.sign.casefold() == self._left[0].casefold():
            self._held.append(press)
            self._left = self._left[1:]
            if not self._left:
                self._held.clear()
            return ()
        given = (*self._held, press)
        self._held.clear()
        self._left = ""
        return given
