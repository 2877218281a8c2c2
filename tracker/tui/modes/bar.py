"""The command bar and the filter: one line being typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from tracker.combat.scene import Scene
from tracker.commands.complete import Completion, complete
from tracker.resolve import WALKS, Preview
from tracker.tui.modes.mode import Mode, Press, Trouble, choices_bits, preview_bits, typed_bits, why_bits, window
from tracker.tui.text import Bit, Line, fit, wrap
from tracker.tui.typing_line import Typed

if TYPE_CHECKING:
    from tracker.tui.desk import Desk


KEYS_BY_NAME: Final = {"help": "help", "?": "help", "q": "leave", "quit": "leave"}
"""Words that are no commands of the fight but keys, typed from habit."""


class Bar(Mode):
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

    def press(self, desk: Desk, press: Press) -> None:
        """Take one key."""
        if press.id == "leave-form":
            desk.close()
        elif press.id == "apply":
            self._run(desk)
        elif press.id == "next-field":
            self._complete(desk, 1)
        elif press.id == "last-field":
            self._complete(desk, -1)
        elif press.id in ("next-choice", "last-choice"):
            self._recall(desk, 1 if press.id == "last-choice" else -1)
        else:
            typed = self.typed.type(press.sign) if press.sign else self.typed.press(press.key)
            if typed is not None:
                self.typed = typed
                self._kept, self._past = typed.text, 0
                self._offers = None
                self.trouble = None

    def paste(self, desk: Desk, text: str) -> None:
        """Take a pasted text whole."""
        self.typed = self.typed.type(text)
        self._offers = None

    def _run(self, desk: Desk) -> None:
        line = self.typed.text.strip()
        if not line:
            desk.close()
            return
        if line in KEYS_BY_NAME:
            desk.close()
            desk.act(KEYS_BY_NAME[line])
            return
        desk.typed_lines.append(line)
        self.trouble = desk.attempt(line)

    def _recall(self, desk: Desk, step: int) -> None:
        """The lines typed before, the last one first."""
        past = desk.typed_lines
        self._past = max(0, min(len(past), self._past + step))
        self.typed = Typed.of(past[-self._past] if self._past else self._kept)
        self._offers = None

    def _complete(self, desk: Desk, step: int) -> None:
        """Take the one completion, else what all share, else one after the other."""
        if self._offers is None:
            self._offers = self._found(desk)
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

    def _found(self, desk: Desk) -> Completion:
        return complete(desk.system, self.scene(desk), self.typed.text[: self.typed.at], WALKS)

    def scene(self, desk: Desk) -> Scene:
        """The moment the command is meant for."""
        return desk.scene

    def preview(self, desk: Desk) -> Preview:
        """What the command would do then."""
        return desk.preview(self.typed.text)

    def rows(self, desk: Desk, room: int, most: int) -> int:
        """The line, what completes it, what will happen and why."""
        return min(most, 4)

    def lines(self, desk: Desk, room: int, most: int) -> list[Line]:
        """The line, what completes it, what will happen."""
        made = [fit([(":", "verb"), *typed_bits(window(self.typed, room - 2), desk)], room)]
        offers = self._offers or self._found(desk)
        word = self.typed.text[offers.start : self.typed.at] if self._offers is None else ""
        preview = self.preview(desk) if self.typed.text.strip() else Preview()
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
        why = why_bits(preview, desk.system.number_words)
        return (
            made
            + will
            + (wrap([("why: ", "dim"), *why], room, rest - len(will), 5) if why and len(will) < rest else [])
        )


class Filter(Mode):
    """What the list and the log are narrowed to; it counts while it is typed."""

    name: ClassVar[str] = "filter"

    def __init__(self, text: str) -> None:
        self.typed = Typed.of(text)

    def press(self, desk: Desk, press: Press) -> None:
        """Take one key: enter keeps the filter, escape takes it away."""
        if press.id in ("leave-form", "apply"):
            if press.id == "leave-form":
                desk.narrow("")
            desk.close()
            return
        if press.id in ("next-choice", "last-choice"):
            desk.step(1 if press.id == "next-choice" else -1)
            return
        typed = self.typed.type(press.sign) if press.sign else self.typed.press(press.key)
        if typed is not None:
            self.typed = typed
            desk.narrow(typed.text)

    def rows(self, desk: Desk, room: int, most: int) -> int:
        """Two lines."""
        return min(most, 2)

    def lines(self, desk: Desk, room: int, most: int) -> list[Line]:
        """The text, and how many it leaves."""
        shown, all_ = len(desk.names()), len(desk.scene.combatants)
        return [
            fit([("/", "verb"), *typed_bits(window(self.typed, room - 2), desk)], room),
            fit([(f"{shown} of {all_} combatants; the log shows lines with this text.", "dim")], room),
        ]
