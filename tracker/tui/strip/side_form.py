"""A number for each of several names, combined into one command: ``initiative heroes=14 enemies=11``."""

from __future__ import annotations

from tracker.rules.command import Parameter
from tracker.rules.params import TextParam
from tracker.rules.quoting import quote
from tracker.rules.view import GroupAction
from tracker.tui.look.text import Bit
from tracker.tui.strip.fields import Field
from tracker.tui.strip.group_form import GroupForm
from tracker.tui.strip.strip_view import Cockpit, Typed


class SideForm(GroupForm):
    """A row for each name; empty rows are covered by the command's word for the rest."""

    def __init__(self, cockpit: Cockpit, many: GroupAction) -> None:
        self.many = many
        self.verb = many.verb
        number = Parameter("number", "number", "argument", TextParam(), False, "")
        self.cells = [[Field(number, Typed())] for _ in many.actors]
        self.row = self.column = 0

    def line(self, ruling: str = "") -> str:
        """Return the command with all numbers, and the word for the others."""
        numbers = [
            f"{name}={quote(cell.text)}"
            for name, (cell,) in zip(self.many.actors, self.cells, strict=True)
            if cell.text
        ]
        rest = [self.many.rest] if self.many.rest and len(numbers) < len(self.cells) else []
        return " ".join((f"{self.verb}{ruling}", *rest, *numbers))

    def _row_line(self, row: int, ruling: str = "") -> str:
        return ""

    def _typed(self, cockpit: Cockpit) -> str:
        return ""

    def _before(self, cockpit: Cockpit, row: int) -> list[Bit]:
        return [("rolled" if self.many.rest and not self.cells[row][0].text else "", "dim")]
