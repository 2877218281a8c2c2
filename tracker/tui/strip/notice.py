"""Small views: text to read, a refusal to rule, progress, the name of a copy."""

from typing import ClassVar

from tracker.commands.parser import CommandLine
from tracker.tui.host import Host
from tracker.tui.look.text import Line, fit, wrap
from tracker.tui.strip import strip_view as strip
from tracker.tui.strip.strip_view import CLOSE, STAY, Cockpit, Intent, Press, StripView, Typed


class TextView(StripView):
    """A text to read: enter or escape closes it, arrows scroll; other keys are handled as usual."""

    name: ClassVar[str] = "notice"
    yields: ClassVar[bool] = True
    hints: ClassVar[tuple[str, ...]] = ("leave-form",)

    def __init__(self, title: str, text: str) -> None:
        self.title, self.text = title, text

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        if press.id in ("leave-form", "apply"):
            return CLOSE
        if press.id in ("next-choice", "last-choice"):
            self.wheel(press.by)
            return STAY
        return strip.Pass()

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        return max(2, min(most, len(self._body(room)) + 1))

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        body = self._body(room)
        first = self.scroll.first(0, len(body), most - 1)
        more = strip.more_below(len(body) - first - most + 1, cockpit.glyphs)
        return [fit([(self.title, "verb"), more], room), *body[first : first + most - 1]]

    def _body(self, room: int) -> list[Line]:
        return [line for text in self.text.split("\n") for line in wrap([(text, "normal")], room, indent=2)]


class Ruling(StripView):
    """A refused line of a key: rule it, or leave everything as it was. Other keys are handled as usual."""

    name: ClassVar[str] = "ruling"
    yields: ClassVar[bool] = True
    hints: ClassVar[tuple[str, ...]] = ("rule", "leave-form")

    def __init__(self, line: CommandLine, words: str, why: strip.Trouble) -> None:
        """``words`` is the line as it would be typed."""
        self.line, self.words, self.why = line, words, why

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        """Rule it, leave it, or pass the key on: nothing is typed here."""
        if press.id == "rule" and self.why.refused:
            return strip.Rule(self.line)
        return CLOSE if press.id in ("leave-form", "apply") else strip.Pass()

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        return min(most, 1 + len(strip.trouble_lines(cockpit, self.why, room, most)))

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        return [fit([(self.words, "dim")], room), *strip.trouble_lines(cockpit, self.why, room, max(1, most - 1))]


class Progress(StripView):
    """Replaying later lines: ``done`` of ``total``; escape cancels without changing anything."""

    name: ClassVar[str] = "progress"
    hints: ClassVar[tuple[str, ...]] = ("leave-form",)

    def __init__(self) -> None:
        self.done = self.total = 0

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        return 1

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        count = f"{self.done} of {self.total}"
        way = f" · {cockpit.key('leave-form')} leaves"
        return [fit([("Playing later lines again: ", "normal"), (count, "bright"), (way, "key")], room)]


class SaveAs(StripView):
    """A name for a copy. The copy is made in the background; until it exists, keys wait."""

    name: ClassVar[str] = "save-as"

    def __init__(self, host: Host) -> None:
        self.sessions = host.sessions
        self.typed = Typed.of(self.sessions.proposed(), selected=True)
        self.saving = False

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        if press.id == "leave-form":
            return CLOSE
        if self.saving:
            return STAY
        if press.id == "apply" and self.typed.text.strip():
            self.saving = True
            return strip.SaveCopy(self.typed.text)
        if press.id == "apply":
            self.trouble = strip.Trouble("A copy needs a name.")
        elif (typed := self.typed.after(press)) is not None:
            self.typed, self.trouble = typed, None
        return STAY

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        name = self.typed.text.strip()
        typed = strip.typed_bits(self.typed, cockpit.glyphs, room - 18)
        lines = [fit([("save a copy as ", "verb"), *typed], room)]
        if self.trouble is not None:
            return lines + wrap([(self.trouble.text, "refused")], room, most - 1)
        if self.saving:
            return [*lines, (("saving", "dim"),)]
        where = self.sessions.place(name) if name else self.sessions.folder
        lines += wrap([(where, "dim")], room, max(1, most - 2))
        note = "The fight goes on in the copy; the file it came from stays as it is."
        return [*lines, fit([(note, "dim")], room)][:most]
