"""What can be done with a line of the log, as a list."""

from __future__ import annotations

from typing import ClassVar, Final

from tracker.tui.strip.menu import ChoiceList, Item
from tracker.tui.strip.strip_view import Act, Cockpit, Intent, Run, Show

AMEND: Final = "amend"
TAKE_OUT: Final = "take out"
COPY: Final = "copy"
HISTORY: Final = "history"


class PastLine(ChoiceList):
    """The changes of a line of the log, and where it can be looked at."""

    name: ClassVar[str] = "past-line"
    yields: ClassVar[bool] = True

    def __init__(self, id_: int) -> None:
        super().__init__(f"line {id_}")
        self.id = id_

    def items(self) -> list[Item]:
        return [
            Item(AMEND, "changes what was done, and plays the lines after it again"),
            Item(TAKE_OUT, "as if it had never been done; the lines after it are played again"),
            Item(HISTORY, "the fight at that moment"),
            Item(COPY, "the line as text"),
        ]

    def take(self, cockpit: Cockpit, item: Item) -> Intent:
        if item.word == TAKE_OUT:
            return Run(f"revoke {self.id}")
        return Act("copy") if item.word == COPY else Show("history", f"{item.word} {self.id}")
