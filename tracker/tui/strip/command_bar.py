"""The command bar and the filter: a single line being typed."""

from collections.abc import Callable
from string import ascii_letters, digits
from typing import ClassVar, Final

from tracker.combat.scene import Scene
from tracker.commands.completion import Completion, complete
from tracker.commands.resolve import Preview
from tracker.commands.walks import LONE_HELP
from tracker.rules.grammar import quote
from tracker.storage.folders import current_folder
from tracker.tui.look.text import Bit, Line, fit, wrap
from tracker.tui.strip import strip_view as strip
from tracker.tui.strip.strip_view import CLOSE, STAY, Cockpit, Intent, Press, StripView, Typed

KEYS_BY_NAME: Final = {"help": "help", "?": "help", "q": "leave", "quit": "leave"}
"""Words that stand for keys instead of commands, often typed from habit."""

IMPORT: Final = "import"  # the word that opens the import page; the path of a file may follow

LETTERS_AND_DIGITS: Final = f'{ascii_letters}{digits}"'
"""What a word may end with, so that a blank has to stand before the next one."""

IMPORT_HELP: Final = "shows what a file of another program would bring into the library, and takes it from there"


class CommandBar(StripView):
    """A command being typed: tab completes it, enter runs it."""

    name: ClassVar[str] = "bar"
    hints: ClassVar[tuple[str, ...]] = ("apply", "next-field", "leave-form")

    def __init__(self, text: str = "", past: list[str] | None = None) -> None:
        """``past`` are the lines typed before, the last one at the end; a line run here is added to it."""
        self.typed = Typed.of(text)
        self.past = past if past is not None else []
        self._offers: Completion | None = None
        self._offer = -1
        self._back = 0
        self._kept = text

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        if press.id == "leave-form":
            return CLOSE
        if press.id == "apply":
            return self._run()
        if press.id in ("next-field", "last-field"):
            self._complete(cockpit, press.by)
        elif press.id in ("next-choice", "last-choice"):
            self._back = max(0, min(len(self.past), self._back - press.by))
            self.typed = Typed.of(self.past[-self._back] if self._back else self._kept)
            self._offers = None
        elif (typed := self.typed.after(press)) is not None:
            self.typed, self._kept, self._back = typed, typed.text, 0
            self._offers = self.trouble = None
        return STAY

    def paste(self, cockpit: Cockpit, text: str) -> Intent:
        self.typed = self.typed.type(text)
        self._offers = None
        return STAY

    def click(self, cockpit: Cockpit, kind: str, what: str) -> Intent:
        if kind == "word":
            self._offers = self._offers or self._found(cockpit)
            self._take(what + ("" if what.endswith("=") else " "))
            self._offers, self._offer = None, -1
        elif kind == "who":
            blank = " " if self.typed.text[: self.typed.at].endswith(tuple(LETTERS_AND_DIGITS)) else ""
            self.typed = self.typed.type(f"{blank}{quote(what)} ")
            self._offers = self.trouble = None
        return super().click(cockpit, kind, what)

    def _run(self) -> Intent:
        line = self.line
        if not line:
            return CLOSE
        if line in KEYS_BY_NAME:
            return strip.Act(KEYS_BY_NAME[line])
        self.past.append(line)
        verb, _, path = line.partition(" ")
        return strip.Show(IMPORT, path.strip().strip("\"'")) if verb == IMPORT else strip.Run(line)

    def _complete(self, cockpit: Cockpit, step: int) -> None:
        if self._offers is None:
            self._offers = self._found(cockpit)
            self._offer = -1
            common = self._offers.common()
            if len(self._offers.words) == 1:
                self._take(common + ("" if common.endswith("=") else " "))
                self._offers = None
                return
            if len(common) > self.typed.at - self._offers.start:
                self._take(common)
                return
        if self._offers.words:
            self._offer = (self._offer + step) % len(self._offers.words)
            self._take(self._offers.words[self._offer])

    def _take(self, word: str) -> None:
        assert self._offers is not None
        text, start = self.typed.text, self._offers.start
        self.typed = Typed(text[:start] + word + text[self.typed.at :], start + len(word))
        self.trouble = None

    def _found(self, cockpit: Cockpit) -> Completion:
        line = self.typed.text[: self.typed.at]
        if line.startswith(f"{IMPORT} "):
            from tracker.library.imports.importing import paths_beginning

            path = line[len(IMPORT) :].lstrip()
            return Completion(len(line) - len(path), tuple(paths_beginning(path, str(current_folder()))), "FILE")
        return complete(cockpit.system, self.scene(cockpit), line, (*LONE_HELP, IMPORT), cockpit.kept_names)

    @property
    def line(self) -> str:
        """Return what is typed as a command; a quote still open at its end closes there."""
        text = self.typed.text.strip()
        return f'{text}"' if text.count('"') % 2 else text

    def about(self, cockpit: Cockpit) -> str:
        return self._found(cockpit).verb

    def _ruled(self) -> str:
        return f"{self.typed.text.split(' ')[0]}! does it all the same (your ruling)"

    def scene(self, cockpit: Cockpit) -> Scene:
        """Return the scene in which the command would run."""
        return cockpit.scene

    def preview(self, cockpit: Cockpit) -> Preview:
        """Return the preview of the command in that scene."""
        if self.typed.text.partition(" ")[0] == IMPORT:
            return Preview(text=IMPORT_HELP)
        return cockpit.preview(self.line)

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        usual, preview = super().rows(cockpit, room, most), self.preview(cockpit)
        told = wrap(strip.preview_bits(preview, ""), room) if preview.notes else ()
        return min(most, max(usual, 2 + len(told)))

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        lines = [fit([(":", "verb"), *strip.typed_bits(self.typed, cockpit.glyphs, room - 2)], room)]
        offers = self._offers or self._found(cockpit)
        word = self.typed.text[offers.start : self.typed.at] if self._offers is None else ""
        preview = self.preview(cockpit) if self.typed.text.strip() else Preview()
        usage: list[Bit] = [(f"   {offers.usage}", "dim")] if offers.usage and not word and not preview.error else []
        chosen = offers.words[self._offer] if self._offers and self._offer >= 0 else word
        lines.append(fit([*strip.choices_bits(offers.words, chosen), *usage], room))
        rest = max(1, most - 2)
        if self.trouble is not None:
            way = f"  {self._ruled()}" if self.trouble.refused else ""
            return lines + wrap([(self.trouble.text, "refused"), (way, "key")], room, rest)
        if not self.typed.text.strip():
            return [*lines, fit([("Type a command; tab completes it.", "dim")], room)]
        bits: list[Bit] = [(preview.error, "dim")] if preview.error else strip.preview_bits(preview, "")
        if preview.objections:
            bits.append((f"  {self._ruled()}", "key"))
        will = wrap(bits, room, rest)
        why = strip.why_bits(preview, cockpit.system.reason_names)
        below = wrap([("why: ", "dim"), *why], room, rest - len(will), 5) if why and len(will) < rest else []
        return lines + will + below


class Filter(StripView):
    """The filter of the list and the log, or of the history; it applies while it is typed."""

    name: ClassVar[str] = "filter"

    def __init__(self, text: str, found: Callable[[], str]) -> None:
        """``found`` returns a sentence about what passes the filter."""
        self.typed = Typed.of(text)
        self._found = found

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        """Handle a key: enter keeps the filter, escape removes it."""
        if press.id in ("leave-form", "apply"):
            return strip.Narrow("" if press.id == "leave-form" else self.typed.text, done=True)
        if press.id in ("next-choice", "last-choice"):
            return strip.MoveSelection(press.by)
        typed = self.typed.after(press)
        if typed is None:
            return STAY
        self.typed = typed
        return strip.Narrow(typed.text)

    def paste(self, cockpit: Cockpit, text: str) -> Intent:
        self.typed = self.typed.type(text)
        return strip.Narrow(self.typed.text)

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        return min(most, 2)

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        return [
            fit([("/", "verb"), *strip.typed_bits(self.typed, cockpit.glyphs, room - 2)], room),
            fit([(self._found(), "dim")], room),
        ]
