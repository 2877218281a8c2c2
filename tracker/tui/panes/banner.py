"""What must be known of the session's file, in plain words with the way out; it stays as long as it is true."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from tracker.tui.panes.pane import Painted
from tracker.tui.text import Bit, Line, fit, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracker.tui.desk import Desk
    from tracker.tui.view import View

MOST: Final = 4
"""It never takes more lines than this."""


class Banner(Painted):
    """NOT SAVED, READ ONLY, or what opening the file found; nothing most of the time."""

    ground: ClassVar[str] = "panel"

    def __init__(self, desk: Desk, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.desk = desk

    def wanted(self, room: int) -> int:
        """How many lines it needs."""
        return len(banner_lines(self.desk, room))

    def compose_lines(self, view: View, room: int, most: int) -> Sequence[tuple[Line, bool]]:
        """The words."""
        return [(line, False) for line in banner_lines(self.desk, room)]


def banner_lines(desk: Desk, room: int) -> list[Line]:
    """What must be said now, in lines of so many cells."""
    bits = banner_bits(desk)
    return [fit([(" ", "normal"), *line], room) for line in wrap(bits, room - 2, MOST, 2)] if bits else []


def banner_bits(desk: Desk) -> list[Bit]:
    """The worst first: what is not saved, what cannot be, what was found when the file was opened."""
    kind, reason = desk.saving.kind, desk.saving.reason
    copy: list[Bit] = [(f"  {desk.key('save-as')}", "key"), (" saves a copy", "dim")]
    accept: list[Bit] = [(f"  {desk.key('accept')}", "key"), (" accepts it as it is told here", "dim")]
    if kind == "not saved":
        said: list[Bit] = [(f"NOT SAVED: {reason}", "warn"), (" The fight goes on in memory.", "normal")]
        return [*said, *copy, *(accept if desk.differs else ())]
    if kind == "read only":
        return [(f"READ ONLY: {reason}", "warn"), *copy, *(accept if desk.differs else ())]
    if desk.told:
        away: list[Bit] = [(f"  {desk.key('back')}", "key"), (" takes this away", "dim")]
        return [(" ".join(desk.told), "warn"), *away]
    return []
