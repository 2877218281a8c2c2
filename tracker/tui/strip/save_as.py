"""Saving the session under another name: the name being typed, and its path."""

from __future__ import annotations

from typing import ClassVar

from tracker.tui.host import SessionFolder
from tracker.tui.look.text import Line, fit, wrap
from tracker.tui.strip.strip_view import (
    CLOSE,
    STAY,
    Cockpit,
    Intent,
    Press,
    SaveCopy,
    StripView,
    Trouble,
    Typed,
    typed_bits,
    window,
)


class SaveAs(StripView):
    """A name for a copy. The copy is made in the background; until it exists, keys wait."""

    name: ClassVar[str] = "save-as"

    def __init__(self, sessions: SessionFolder) -> None:
        self.sessions = sessions
        self.typed = Typed.of(sessions.proposed(), selected=True)
        self.saving = False

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        """Handle a key."""
        if press.id == "leave-form":
            return CLOSE
        if self.saving:
            return STAY
        if press.id == "apply":
            if self.typed.text.strip():
                self.saving = True
                return SaveCopy(self.typed.text)
            self.trouble = Trouble("A copy needs a name.")
            return STAY
        typed = self.typed.type(press.sign) if press.sign else self.typed.press(press.key)
        if typed is not None:
            self.typed, self.trouble = typed, None
        return STAY

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        """Return the height: the name, its path, errors."""
        return min(most, 4)

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        """Return the name, its path, and errors."""
        name = self.typed.text.strip()
        lines = [fit([("save a copy as ", "verb"), *typed_bits(window(self.typed, room - 18), cockpit)], room)]
        if self.trouble is not None:
            return lines + wrap([(self.trouble.text, "refused")], room, most - 1)
        if self.saving:
            return [*lines, (("saving", "dim"),)]
        where = self.sessions.place(name) if name else self.sessions.folder
        lines += wrap([(where, "dim")], room, max(1, most - 2))
        note = "The fight goes on in the copy; the file it came from stays as it is."
        return [*lines, fit([(note, "dim")], room)][:most]
