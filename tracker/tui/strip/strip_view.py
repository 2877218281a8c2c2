"""What every mode of the strip has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, ClassVar, Protocol

from tracker.combat.model import Model
from tracker.combat.text import clean_typed
from tracker.commands.resolve import Preview
from tracker.tui.look.glyphs import Glyphs
from tracker.tui.look.text import CUT, Bit, Line, cells, fit
from tracker.tui.strip.line_edit import LONGEST, Typed

if TYPE_CHECKING:
    from tracker.tui.cockpit.controller import Controller
    from tracker.tui.strip.rest import Rest


class Press(Model):
    """A key that was pressed: the form action it means, its name, and the sign it makes."""

    id: str | None
    key: str
    sign: str | None = None


class Trouble(Model):
    """Why a line was not carried out; ``refused`` means that a ruling goes over it."""

    text: str
    refused: bool = False


class StripView:
    """A mode of the strip. ``hints`` are the actions of forms worth showing in the key line."""

    name: ClassVar[str] = ""
    rest: Rest | None = None
    """What is left of the word that opened it."""
    verb: str = ""
    """The action it is about, where it is about one."""

    hints: ClassVar[tuple[str, ...]] = ("apply", "leave-form")

    def press(self, controller: Controller, press: Press) -> None:
        """Take one key."""
        if press.id == "leave-form":
            controller.close()

    def goes_on(self, controller: Controller, text: str) -> bool | None:
        """Whether this begins what is being typed here, and is no rest of another word; None where anything may."""
        return False

    def paste(self, controller: Controller, text: str) -> None:
        """Take a pasted text, as if it were typed."""
        for sign in clean_typed(text[:LONGEST]):
            self.press(controller, Press(None, sign, sign))

    def lines(self, controller: Controller, room: int, most: int) -> list[Line]:
        """What it shows, in lines of at most ``room`` cells, at most ``most`` of them."""
        return []

    def rows(self, controller: Controller, room: int, most: int) -> int:
        """How many lines it wants; the strip keeps that height so that nothing jumps."""
        return min(most, 4)


class Signs(Protocol):
    """Whoever knows which signs are in use."""

    glyphs: Glyphs


def typed_bits(typed: Typed, controller: Signs, tone: str = "field") -> list[Bit]:
    """A text being typed with its cursor."""
    text, at = typed.text, typed.at
    if typed.fresh:
        return [(text, "cursor")] if text else [("▁" if controller.glyphs.fancy else "_", "cursor")]
    end = "▁" if controller.glyphs.fancy else "_"
    under = text[at : at + 1] or end
    return [
        each
        for each in ((text[:at], tone), (end if under == " " else under, "cursor"), (text[at + 1 :], tone))
        if each[0]
    ]


def window(typed: Typed, room: int) -> Typed:
    """The part of a long text around the cursor that fits into so many cells, cuts shown."""
    if cells(typed.text) < room:
        return typed
    start = max(0, typed.at - room + 3)
    part = typed.text[start : start + room - 2]
    head = "…" if start else ""
    tail = "…" if start + room - 2 < len(typed.text) else ""
    return Typed(head + part + tail, typed.at - start + len(head), typed.fresh)


def why_bits(preview: Preview, words: Mapping[str, str]) -> list[Bit]:
    """The numbers that count, grouped by what they count to; what all comes to, found last, is told first."""
    from tracker.tui.look.reasons import grouped

    found: list[Bit] = []
    commands = dict.fromkeys(each.part for each in preview.why)
    groups = [reversed(grouped((each for each in preview.why if each.part == part), words)) for part in commands]
    for of, total, parts in chain.from_iterable(groups):
        if found:
            found.append(("   ", "dim"))
        found += [(f"{of} {total}", "normal"), (f" {parts}", "dim")] if parts else [(f"{of} {total}", "normal")]
    return found


def preview_bits(preview: Preview, rule_key: str) -> list[Bit]:
    """What a line would do, or why it would not be done, and the way around."""
    if preview.error:
        return [(preview.error, "warn")]
    if preview.objections:
        way = f"  {rule_key} rules it" if rule_key else ""
        return [("refused: ", "refused"), (" ".join(preview.objections), "refused"), (way, "key")]
    found: list[Bit] = []
    if preview.text:
        found += [("will: ", "dim"), (preview.text, "bright")]
    if preview.throws:
        way = f" ({preview.asks}=N says it yourself)" if preview.asks else ""
        found.append((f"{' ' if found else ''}The tracker throws {preview.throws}{way}.", "dim"))
    if preview.notes:
        found += [(" " if found else "", "normal"), (" ".join(preview.notes), "warn")]
    return found


def choices_bits(words: Sequence[str], typed: str) -> list[Bit]:
    """Words to choose from; those that begin as typed stand out."""
    found: list[Bit] = []
    wanted = typed.casefold()
    for word in words:
        if found:
            found.append((" · ", "dim"))
        fits = word.casefold().startswith(wanted)
        found.append((word, "bright" if fits and wanted else "normal" if fits else "dim"))
    return found


def around(lines: list[Line], room: int, most: int) -> list[Line]:
    """So many of the lines, the one with the cursor among them; what is left out is shown by a sign."""
    if len(lines) <= most:
        return lines
    at = next((place for place, line in enumerate(lines) if any(tone == "cursor" for _, tone in line)), 0)
    first = max(0, min(at - most // 2, len(lines) - most))
    part = lines[first : first + most]
    if first:
        part[0] = fit([(f"{CUT} ", "dim"), *part[0]], room)
    if first + most < len(lines):
        part[-1] = (*fit(part[-1], room - 2), (f" {CUT}", "dim"))
    return part
