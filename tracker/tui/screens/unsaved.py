"""Leaving while something is not saved: the only question ever asked."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import ClassVar

from tracker.tui.look.text import Bit, fit, pad, wrap
from tracker.tui.screens.page import Body, Page
from tracker.tui.screens.paper import PageScreen


class Unsaved(Page):
    """What is missing and why, and the ways out."""

    title: ClassVar[str] = "NOT SAVED"

    def ways(self) -> list[tuple[str, str, str, Callable[[], None]]]:
        """Each way out: its key, its name, what it means, and what it does."""
        return [
            (
                "s",
                "save a copy elsewhere",
                "Under another name, or in another folder.",
                self._copy,
            ),
            ("t", "try again", "Perhaps the disk has room again.", self._again),
            ("b", "back to the fight", "All stays as it is.", self.rim.close_screen),
            ("l", "leave without them", "What is named above will be gone.", self.rim.abandon),
        ]

    def count(self) -> int:
        """How many ways there are."""
        return len(self.ways())

    def _copy(self) -> None:
        self.rim.close_screen()
        controller = self.rim.controller
        if controller is not None:
            controller.act("save-as")

    def _again(self) -> None:
        if self.rim.saved_now():
            self.rim.abandon()
        else:
            self.trouble = "It still cannot be written."

    def chosen(self, id_: str | None, key: str, sign: str | None) -> None:
        """Take a way by its key."""
        ways = self.ways()
        named = next((do for letter, _, _, do in ways if letter == sign), None)
        if named is not None:
            named()
        elif id_ == "menu":
            ways[self.at][3]()
        elif id_ == "back":
            self.rim.close_screen()
        else:
            self.walk(id_)

    def heading(self) -> tuple[Sequence[Bit], Sequence[Bit]]:
        """The words nobody overlooks."""
        return [(self.title, "unsaved")], []

    def body(self, room: int) -> Body:
        """What is missing, why, and the ways out."""
        controller, count = self.rim.controller, self.rim.unsaved()
        name = os.path.basename(self.rim.path())
        many = f"The last {count} changes are" if count != 1 else "The last change is"
        reason = f" {controller.saving.reason}" if controller is not None and controller.saving.reason else ""
        made: Body = [((), None)]
        inner = min(90, room - 6)
        for line in wrap([(f"{many} in memory only, not in {name}.", "bright"), (reason, "warn")], inner, 6):
            made.append(((("   ", "normal"), *line), None))
        made.append(((), None))
        for place, (key, word, help_, _) in enumerate(self.ways()):
            here = place == self.at
            start: list[Bit] = [(f" {self.glyphs.cursor if here else ' '} ", "accent"), (f"{key}  ", "key")]
            named: Bit = (pad(word, 24), "bright" if here else "normal")
            made.append((fit([*start, named, (help_, "dim")], room), place))
        return made

    def hints(self) -> list[tuple[str, str]]:
        """The keys that matter now."""
        ids = (("menu", "do it"), ("down", "down"), ("up", "up"), ("back", "back to the fight"))
        return [(self.key(id_), word) for id_, word in ids]


class UnsavedScreen(PageScreen):
    """Leaving while something is not saved."""

    kind: ClassVar[type[Page]] = Unsaved
