"""The command bar and the filter: one line being typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from tracker.combat.scene import Scene
from tracker.commands.completion import Completion, complete
from tracker.commands.resolve import WALKS, Preview
from tracker.tui.look.text import Bit, Line, fit, wrap
from tracker.tui.strip.line_edit import Typed
from tracker.tui.strip.strip_view import (
    Press,
    StripView,
    Trouble,
    choices_bits,
    preview_bits,
    typed_bits,
    why_bits,
    window,
)

if TYPE_CHECKING:
    from tracker.tui.cockpit.controller import Controller


KEYS_BY_NAME: Final = {"help": "help", "?": "help", "q": "leave", "quit": "leave"}
"""Words that are no commands of the fight but keys, typed from habit."""


class Bar(StripView):
    """A command being typed: tab takes what completes it, enter runs what stands there."""

    name: ClassVar[str] = "bar"
    hints: ClassVar[tuple[str, ...]] = ("apply", "next-field", "leave-form")

    def __init__(self, text: str = "") -> None:
        self.typed = Typed.of(text)
        self.trouble: Trouble | None = None
        self._offers: Completion | None = None
        self._offer = -1
        self._past = 0
        self._kept = text

    def press(self, controller: Controller, press: Press) -> None:
        """Take one key."""
        if press.id == "leave-form":
            controller.close()
        elif press.id == "apply":
            self._run(controller)
        elif press.id == "next-field":
            self._complete(controller, 1)
        elif press.id == "last-field":
            self._complete(controller, -1)
        elif press.id in ("next-choice", "last-choice"):
            self._recall(controller, 1 if press.id == "last-choice" else -1)
        else:
            typed = self.typed.type(press.sign) if press.sign else self.typed.press(press.key)
            if typed is not None:
                self.typed = typed
                self._kept, self._past = typed.text, 0
                self._offers = None
                self.trouble = None

    def paste(self, controller: Controller, text: str) -> None:
        """Take a pasted text whole."""
        self.typed = self.typed.type(text)
        self._offers = None

    def _run(self, controller: Controller) -> None:
        line = self.typed.text.strip()
        if not line:
            controller.close()
            return
        if line in KEYS_BY_NAME:
            controller.close()
            controller.act(KEYS_BY_NAME[line])
            return
        controller.typed_lines.append(line)
        self.trouble = controller.attempt(line)

    def _recall(self, controller: Controller, step: int) -> None:
        """The lines typed before, the last one first."""
        past = controller.typed_lines
        self._past = max(0, min(len(past), self._past + step))
        self.typed = Typed.of(past[-self._past] if self._past else self._kept)
        self._offers = None

    def _complete(self, controller: Controller, step: int) -> None:
        """Take the one completion, else what all share, else one after the other."""
        if self._offers is None:
            self._offers = self._found(controller)
            self._offer = -1
            common = self._offers.common()
            if len(self._offers.words) == 1:
                end = "" if common.endswith("=") else " "
                self._take(common + end)
                self._offers = None
                return
            if len(common) > self.typed.at - self._offers.start:
                start = self._offers.start
                self._take(common)
                self._offers = Completion(start, self._offers.words, self._offers.usage)
                return
        if self._offers.words:
            self._offer = (self._offer + step) % len(self._offers.words)
            self._take(self._offers.words[self._offer])

    def _take(self, word: str) -> None:
        assert self._offers is not None
        text = self.typed.text
        self.typed = Typed.of(text[: self._offers.start] + word + text[self.typed.at :])
        self.typed = Typed(self.typed.text, self._offers.start + len(word))
        self.trouble = None

    def _found(self, controller: Controller) -> Completion:
        return complete(controller.system, self.scene(controller), self.typed.text[: self.typed.at], WALKS)

    def scene(self, controller: Controller) -> Scene:
        """The moment the command is meant for."""
        return controller.scene

    def preview(self, controller: Controller) -> Preview:
        """What the command would do then."""
        return controller.preview(self.typed.text)

    def rows(self, controller: Controller, room: int, most: int) -> int:
        """The line, what completes it, what will happen and why."""
        return min(most, 4)

    def lines(self, controller: Controller, room: int, most: int) -> list[Line]:
        """The line, what completes it, what will happen."""
        made = [fit([(":", "verb"), *typed_bits(window(self.typed, room - 2), controller)], room)]
        offers = self._offers or self._found(controller)
        word = self.typed.text[offers.start : self.typed.at] if self._offers is None else ""
        preview = self.preview(controller) if self.typed.text.strip() else Preview()
        usage: list[Bit] = [(f"   {offers.usage}", "dim")] if offers.usage and not word and not preview.error else []
        chosen = offers.words[self._offer] if self._offers and self._offer >= 0 else word
        made.append(fit([*choices_bits(offers.words, chosen), *usage], room))
        rest = max(1, most - 2)
        if self.trouble is not None:
            way = "  ! after the verb rules it" if self.trouble.refused else ""
            return made + wrap([(self.trouble.text, "refused"), (way, "key")], room, rest)
        if not self.typed.text.strip():
            return [*made, fit([("Type a command; tab completes it.", "dim")], room)]
        bits: list[Bit] = [(preview.error, "dim")] if preview.error else preview_bits(preview, "")
        if preview.objections:
            bits.append(("  ! after the verb rules it", "key"))
        will = wrap(bits, room, rest)
        why = why_bits(preview, controller.system.reason_names)
        return (
            made
            + will
            + (wrap([("why: ", "dim"), *why], room, rest - len(will), 5) if why and len(will) < rest else [])
        )


class Filter(StripView):
    """What the list and the log are narrowed to; it counts while it is typed."""

    name: ClassVar[str] = "filter"

    def __init__(self, text: str) -> None:
        self.typed = Typed.of(text)

    def press(self, controller: Controller, press: Press) -> None:
        """Take one key: enter keeps the filter, escape takes it away."""
        if press.id in ("leave-form", "apply"):
            if press.id == "leave-form":
                controller.narrow("")
            controller.close()
            return
        if press.id in ("next-choice", "last-choice"):
            controller.step(1 if press.id == "next-choice" else -1)
            return
        typed = self.typed.type(press.sign) if press.sign else self.typed.press(press.key)
        if typed is not None:
            self.typed = typed
            controller.narrow(typed.text)

    def rows(self, controller: Controller, room: int, most: int) -> int:
        """Two lines."""
        return min(most, 2)

    def lines(self, controller: Controller, room: int, most: int) -> list[Line]:
        """The text, and how many it leaves."""
        shown, all_ = len(controller.names()), len(controller.scene.combatants)
        return [
            fit([("/", "verb"), *typed_bits(window(self.typed, room - 2), controller)], room),
            fit([(f"{shown} of {all_} combatants; the log shows lines with this text.", "dim")], room),
        ]
