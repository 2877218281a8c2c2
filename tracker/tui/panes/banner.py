"""Warnings about the session's file in plain words, with the way out; shown as long as they are true."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Protocol

from tracker.tui.look.text import CUT, Bit, Line, fit, wrap
from tracker.tui.panes.line_widget import LineWidget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracker.tui.cockpit.view import Saving, View

MOST: Final = 4
"""Its greatest height in lines."""


class FileState(Protocol):
    """The controller as the banner sees it."""

    @property
    def saving(self) -> Saving:
        """Return the state of the session's file."""

    @property
    def told(self) -> tuple[str, ...]:
        """Return what opening the file reported, until it is dismissed."""

    def key(self, id_: str) -> str:
        """Return the key of an action as people read it."""


class Banner(LineWidget):
    """NOT SAVED, READ ONLY, or what opening the file reported; usually empty."""

    ground: ClassVar[str] = "panel"

    def __init__(self, controller: FileState, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.controller = controller

    def wanted(self, room: int) -> int:
        """Return the number of lines it needs."""
        return len(banner_lines(self.controller, room))

    def compose_lines(self, view: View, room: int, most: int) -> Sequence[tuple[Line, bool]]:
        """Return the lines of the warning."""
        return [(line, False) for line in banner_lines(self.controller, room)]


def banner_lines(controller: FileState, room: int) -> list[Line]:
    """Return the current warning in lines of that many cells; a long reason is cut before the ways out are."""
    said, ways = banner_bits(controller)
    if not said:
        return []
    lines = wrap([*said, *ways], room - 2, indent=2)
    words, tone = said[0][0].split(" "), said[0][1]
    while len(lines) > MOST and len(words) > 1:
        words.pop()
        lines = wrap([(" ".join(words) + CUT, tone), *said[1:], *ways], room - 2, indent=2)
    return [fit([(" ", "normal"), *line], room) for line in lines[:MOST]]


def banner_bits(controller: FileState) -> tuple[list[Bit], list[Bit]]:
    """Return the most important warning: its reason, then the ways out.

    Unsaved changes come before a file that cannot be saved, and that before what opening the file reported.
    """
    kind, reason = controller.saving.kind, controller.saving.reason
    ways: list[Bit] = [(f"  {controller.key('save-as')}", "key"), (" saves a copy", "dim")]
    if kind == "not saved":
        return [(f"NOT SAVED: {reason}", "warn"), (" The fight goes on in memory.", "normal")], ways
    if kind == "read only":
        return [(f"READ ONLY: {reason}", "warn")], ways
    if controller.told:
        return [(" ".join(controller.told), "warn")], [
            (f"  {controller.key('back')}", "key"),
            (" takes this away", "dim"),
        ]
    return [], []
