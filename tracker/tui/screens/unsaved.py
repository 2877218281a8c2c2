"""Leaving with unsaved changes: the only confirmation of the program."""

from __future__ import annotations

import os
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tracker.tui.look.text import Line, pad
from tracker.tui.screens.page import ChoiceList, PageScreen, content

WAYS: Final = {
    "s": ("save a copy elsewhere", "Under another name, or in another folder."),
    "t": ("try again", "Perhaps the disk has room again."),
    "b": ("back to the fight", "Everything stays as it is."),
    "l": ("leave without them", "The changes named above will be gone."),
}
"""The ways out by key: the name and meaning of each."""


class UnsavedScreen(PageScreen):
    """The unsaved changes, the reason, and the ways out."""

    DEFAULT_CSS: ClassVar[str] = """
    #missing { height: auto; padding: 1 3 0 3; }
    """
    AUTO_FOCUS = "ChoiceList"
    name_: ClassVar[str] = "NOT SAVED"

    def middle(self) -> ComposeResult:
        yield Static(content(self._missing()), id="missing", markup=False)
        yield ChoiceList(
            *(
                Option(content([(f"  {key}  ", "key"), (pad(word, 24), "normal"), (help_, "dim")]), id=key)
                for key, (word, help_) in WAYS.items()
            ),
            markup=False,
        )

    def _missing(self) -> Line:
        controller, count = self.host.controller, self.host.file.unsaved
        changes = f"The last {count} changes are" if count != 1 else "The last change is"
        reason = f" {controller.saving.reason}" if controller is not None else ""
        return (
            (f"{changes} in memory only, not in {os.path.basename(self.host.file.path)}.", "bright"),
            (reason, "warn"),
        )

    def heading(self) -> Line:
        return ((self.name_, "unsaved"),)

    def on_key(self, event: events.Key) -> None:
        """Take a way out by its key."""
        if event.character in WAYS:
            event.stop()
            self._take(event.character)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._take(event.option_id or "")

    def _take(self, way: str) -> None:
        self.fail("")
        if way == "l":
            self.host.abandon()
        elif way == "t":
            if self.host.file.try_again():
                self.host.abandon()
            else:
                self.fail("It still cannot be written.")
        else:
            self.host.close_screen()
            if way == "s" and self.host.controller is not None:
                self.host.controller.act("save-as")

    def hints(self) -> list[tuple[str, str]]:
        return [("menu", "do it"), ("down", "down"), ("up", "up"), ("back", "back to the fight")]
