"""A log entry as painted lines: headings, outcomes in their own column, notes, remarks, reasons."""

from __future__ import annotations

from typing import Final

from tracker.combat.model import Model
from tracker.combat.records import Entry
from tracker.commands.story import StoryEntry, StoryLine
from tracker.tui.cockpit.view import View
from tracker.tui.look.glyphs import Glyphs
from tracker.tui.look.text import Bit, Line, cells, fit, grouped, plain, wrap

GUTTER: Final = 2
"""The cells before every line."""

WIDE: Final = 100
"""The width from which the outcome has the wide column."""

COLUMNS: Final = (22, 26)
"""The width of the outcome column, narrow and wide."""

DIE: Final = 6
"""The faces that have a glyph."""


class Telling(Model):
    """How to show an entry: its headings and remarks, whether it is the newest, and whether it is opened."""

    told: StoryEntry
    turns: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    joined: bool = False
    now: bool = False
    opened: bool = False


def entry_lines(view: View, entry: Entry, telling: Telling, room: int, most: int) -> list[Line]:
    """Return all lines of an entry; none if a later heading names its turn. A long text takes up to ``most`` lines."""
    told, glyphs = telling.told, view.glyphs
    if telling.joined:
        return []
    lines: list[Line] = []
    if told.section:
        lines.append(_section(told.section, glyphs, room))
    turn = [_turn(telling.turns, glyphs, room)] if telling.turns else []
    if not told.after:
        lines += turn
    if told.heading:
        lines.append(fit([(" " * GUTTER, "normal"), (told.heading, "dim")], room))
    for line in told.lines:
        lines += (
            _outcome(line, glyphs, room, most, telling.now) if line.outcome else _text(line, view, telling, room, most)
        )
    for remark in telling.remarks:
        bits: list[Bit] = [(f"{' ' * GUTTER}{glyphs.dot} {remark}", "dim")]
        lines += wrap(bits, room, most, GUTTER + 2)
    if told.after:
        lines += turn
    if telling.opened:
        lines += told_lines(view, entry, room, GUTTER + 4, whole=_shortened(told, entry))
    return lines


def _shortened(narrated: StoryEntry, entry: Entry) -> bool:
    """Return whether the lines omit part of the text."""
    return entry.text != " ".join((*(line.text for line in narrated.lines), *narrated.remarks))


def _section(title: str, glyphs: Glyphs, room: int) -> Line:
    head: list[Bit] = [(glyphs.double * 2, "rule"), (f" {title} ", "title")]
    gap = max(0, room - sum(cells(plain(text)) for text, _ in head))
    return fit([*head, (glyphs.double * gap, "rule")], room)


def _turn(turns: tuple[str, ...], glyphs: Glyphs, room: int) -> Line:
    """Return the thin rule of a turn; empty turns are dim before it."""
    names = list(turns)
    for place in range(len(names) - 1, 0, -1):
        before, _, _ = names[place - 1].partition(" · ")
        names[place] = names[place].removeprefix(f"{before} · ")
    while len(names) > 1 and cells(" · ".join(names)) > room - 2 * GUTTER - 2:
        names = ["…", *names[2:]] if names[0] == "…" else ["…", *names[1:]]
    passed = "".join(f"{name} · " for name in names[:-1])
    rule = glyphs.rule * GUTTER
    return fit([(rule, "rule"), (f" {passed}", "dim"), (names[-1], "normal"), (" ", "dim"), (rule, "rule")], room)


def _outcome(line: StoryLine, glyphs: Glyphs, room: int, most: int, now: bool) -> list[Line]:
    column = COLUMNS[room >= WIDE]
    outcome = plain(line.outcome)
    gap = max(2, column - cells(outcome))
    bright, quiet = ("bright", "normal") if now else ("normal", "dim")
    bits: list[Bit] = [(" " * GUTTER + outcome + " " * gap, bright), (" · ".join(line.rest), quiet)]
    if line.faces:
        bits.append(("  " + faces(line, glyphs), bright))
    if line.what:
        bits.append((f"  {line.what}", "dim"))
    return wrap(bits, room - 1, most, GUTTER + (column if room >= WIDE else 2))


def faces(line: StoryLine, glyphs: Glyphs) -> str:
    """Return the dice as glyphs, or as numbers if they have none; groups are separated."""
    if line.sides == DIE and glyphs.dice:
        return " ".join("".join(glyphs.dice[face - 1] for face in group) for group in line.faces)
    return " ".join(f"[{' '.join(map(str, group))}]" for group in line.faces)


def _text(line: StoryLine, view: View, telling: Telling, room: int, most: int) -> list[Line]:
    tone = "bright" if telling.now else "normal"
    lines = wrap([(line.text, tone)], room - GUTTER - 1, most)
    side: Bit = (f"{view.glyphs.lane} ", "accent") if telling.told.aside else (" " * GUTTER, "normal")
    return [(side, *row) for row in lines]


def told_lines(view: View, entry: Entry, room: int, indent: int, whole: bool = False) -> list[Line]:
    """Return the details of a line: its ``whole`` text if wanted, its numbers, dice and command."""
    inner = max(20, room - indent)
    bits: list[list[Bit]] = []
    if whole:
        bits.append([(entry.text, "normal")])
    for of, total, parts in grouped(entry.why, view.system.reason_names):
        bits.append([(f"{of} {total} ", "normal"), (parts, "dim")])
    for throw in entry.dice:
        bits.append([(f"threw {' '.join(map(str, throw.faces))}", "normal"), (f" for {throw.purpose}", "dim")])
    if entry.over:
        bits.append([("ruled over: " + " ".join(entry.over), "warn")])
    bits.append([(f"line {entry.id}: {entry.command}", "dim")])
    lines: list[Line] = []
    for place, part in enumerate(bits):
        glyph = view.glyphs.branch if place == 0 and indent > GUTTER else " "
        for row, line in enumerate(wrap(part, inner, 1000, 2)):
            lines.append(fit([(" " * (indent - 2) + (glyph if row == 0 else " ") + " ", "dim"), *line], room))
    return lines
