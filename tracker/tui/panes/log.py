"""The log: the story, oldest first, with outcomes in their own column.

Only visible lines are made, so that 100,000 lines cost no more. The log goes to its newest line whenever something is
done, unless the wheel scrolled it up.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from msgspec.structs import replace
from textual import events

from tracker.combat.dice import ThrownDice
from tracker.combat.model import Model
from tracker.combat.records import Entry
from tracker.combat.scene import Scene, altered, same_names
from tracker.commands.story import StoryEntry, StoryLine, story_text
from tracker.tui.cockpit.log_model import MOST_UNDONE, StoryLog, TurnMark
from tracker.tui.cockpit.view import View, gathered
from tracker.tui.look.glyphs import Glyphs
from tracker.tui.look.text import Bit, Line, cells, fit, grouped, link, pad, plain, widest, width, wrap
from tracker.tui.panes.line_widget import MOST_KEPT, Pane
from tracker.tui.panes.range import shortened
from tracker.tui.panes.rows import side_tone

GUTTER: Final = 2  # the cells before every line
WIDE: Final = 100  # the width from which the outcome has the wide column
COLUMNS: Final = (22, 26)  # the least width of the outcome column, narrow and wide
DEAD: Final = len(" 10 → 0 dead") + 2  # what it needs behind the longest name in the fight
NAMES: Final = (34, 0.4)  # its greatest width for the sake of names: in cells, and as a share of the log
BROAD: Final = 118  # the width from which the numbers of a line stand beside it
WHOSE: Final = (10, 16)  # the width of the column for whose turn it is, on a wide and on a broad log
ASIDE: Final = 0.6  # the share of a broad log after which the numbers begin
DIE: Final = 6  # the faces that have a glyph
BEGINS: Final = "What happens is shown here, with its reasons."
FATE: Final = 3  # the sides of dice that show −1 to 1, kept as 1 to 3


class Telling(Model):
    """How to show an entry: its turns and remarks, whether it is the newest or opened, who else acts, the width of
    the outcome column, and the dice thrown for its only line."""

    told: StoryEntry
    turns: tuple[TurnMark, ...] = ()
    remarks: tuple[str, ...] = ()
    joined: bool = False
    now: bool = False
    opened: bool = False
    by: str = ""
    column: int = COLUMNS[0]
    thrown: tuple[ThrownDice, ...] = ()


def entry_lines(view: View, entry: Entry, telling: Telling, room: int, most: int) -> list[Line]:
    """Return all lines of an entry; none if the line after it tells its turn. A long text takes up to ``most`` lines.

    Rounds and phases have a rule. Whose turn it is stands before the first line of the turn.
    """
    told, glyphs = telling.told, view.glyphs
    if telling.joined:
        return []
    lines = [_rule(glyphs.double, told.section, "title", room)] if told.section else list[Line]()
    heads, whose = _turns(telling.turns, view, room)
    lines += heads
    body: list[Line] = []
    indent = _indent(view, room)
    if told.section and entry.brought:
        came = story_text(entry).removeprefix(f"A new fight: {told.section}.").strip()
        body += wrap([(" " * indent + came, "bright" if telling.now else "normal")], room, most, indent + 2)
    if told.heading:
        body.append(fit([(" " * indent, "normal"), (told.heading, "dim")], room))
    shown = told.lines if indent > GUTTER or told.heading else _named(told.lines, whose, glyphs)
    for line in shown:
        body += _outcome(line, view, telling, room, most) if line.outcome else _text(line, view, telling, room, most)
    if told.turn and not (body or told.section or telling.remarks):
        body.append(((" " * indent + "…", "dim"),))
    for remark in telling.remarks:
        body += wrap([(f"{' ' * indent}{glyphs.dot} {remark}", "dim")], room, most, indent + 2)
    idle: Line = ((" " * indent + "…", "dim"),)
    # Without a column for it, what is about somebody else does not say whose turn it is.
    about = (shown[0].outcome or shown[0].text) if shown else "".join(telling.remarks[:1])
    unsaid = indent <= GUTTER and not told.heading and about and not about.startswith(whose)
    if body and (telling.by not in ("", whose) or (whose and unsaid)):
        lines += [_whose(whose, idle, view, room)] if whose else []
        lines += [_whose(telling.by, body[0], view, room, " "), *body[1:]]
    else:
        lines += [_whose(whose, body[0], view, room), *body[1:]] if whose and body else body
    if told.after and telling.now:
        heads, whose = _turns((TurnMark(told.period, told.whose),), view, room)
        lines += heads
        lines += [_whose(whose, idle, view, room)] if whose else []
    if telling.opened:
        said = " ".join((*(line.text for line in told.lines), *told.remarks))
        lines += told_lines(view, entry, room, indent + 4, whole=entry.text != said)
    return lines


def _named(lines: tuple[StoryLine, ...], whose: str, glyphs: Glyphs) -> tuple[StoryLine, ...]:
    """Return the lines with whose turn it is before the outcome of the first, where that is about somebody else."""
    if not whose or not lines or lines[0].rest[:1] != (whose,):
        return lines
    outcome = f"{whose} {glyphs.leads_to} {lines[0].outcome}"
    return (replace(lines[0], outcome=outcome, rest=lines[0].rest[1:]), *lines[1:])


def _indent(view: View, room: int) -> int:
    return GUTTER + (WHOSE[room >= BROAD] if room >= WIDE and view.system.clock.named else 0)


def _turns(turns: tuple[TurnMark, ...], view: View, room: int) -> tuple[list[Line], str]:
    lines: list[Line] = []
    idle: list[str] = []

    def flush() -> None:
        if idle:
            names = ", ".join(gathered(idle, view.folded))
            lines.append(fit([(" " * GUTTER, "normal"), (f"{names}  –", "dim")], room))
        idle.clear()

    for mark in turns:
        if mark.period:
            flush()
            lines.append(_rule(view.glyphs.rule, mark.period, "normal", room))
        if mark.whose:
            idle.append(mark.whose)
    last = turns[-1].whose if turns else ""
    whose = idle.pop() if idle and last else ""
    flush()
    return lines, whose


def _whose(name: str, line: Line, view: View, room: int, sign: str = "") -> Line:
    combatant = view.scene.combatants.get(name)
    tone = side_tone(combatant.side if combatant is not None else "")
    sign = f"{sign or view.glyphs.on} "
    text, rest, indent = line[0][0], line[1:], _indent(view, room)
    most = indent - GUTTER - 1
    short = pad(shortened(name, most), most) + " " if most > 0 else ""
    said = f"{sign}{name} ".ljust(indent) if text.strip() == "…" else sign + short
    return fit([(said, tone), (text[indent:], line[0][1]), *rest], room)


def _rule(sign: str, title: str, tone: str, room: int) -> Line:
    head: list[Bit] = [(sign * GUTTER, "rule"), (f" {plain(title)} ", tone)]
    return fit([*head, (sign * (room - width(head)), "rule")], room)


def _outcome(line: StoryLine, view: View, telling: Telling, room: int, most: int) -> list[Line]:
    glyphs, indent, column = view.glyphs, _indent(view, room), telling.column
    outcome = plain(line.outcome)
    gap = max(2, column - cells(outcome))
    bright, quiet = ("bright", "normal") if telling.now else ("normal", "dim")
    bits: list[Bit] = [(" " * indent + outcome + " " * gap, bright), (" · ".join(line.rest), quiet)]
    if dice := _dice(line, telling.thrown, glyphs):
        bits.append((f"  {dice}", bright))
    if line.what:
        bits.append((f"  {line.what}", "dim"))
    wrapped = wrap(bits, max(1, room - 1), most, indent + (column if room >= WIDE else 2))
    return [_numbered(wrapped[0], line, view, room), *wrapped[1:]] if len(wrapped) == 1 else wrapped


def _numbered(line: Line, told: StoryLine, view: View, room: int) -> Line:
    at = round(room * ASIDE)
    if room < BROAD or width(line) + 2 > at or not told.why:
        return line
    said = ""
    for of, total, parts in grouped(told.why, view.system.reason_names):
        more = f"{said} · {of} {total} {parts}" if said else f"{of} {total} {parts}"
        said = more if at + cells(more) < room else said
    return fit([*line, (" " * (at - width(line)), "normal"), (said, "dim")], room - 1) if said else line


def _dice(line: StoryLine, thrown: Sequence[ThrownDice], glyphs: Glyphs) -> str:
    """Return the dice of a line, else those ``thrown`` that it does not say: as glyphs, or as numbers without such."""
    said = {("result", part.partition(" vs ")[0]) for part in line.rest}  # one die alone is its result
    unsaid = (each for each in thrown if each.sides != FATE and (each.purpose, *map(str, each.faces)) not in said)
    others = [(each.sides, each.faces) for each in unsaid]
    return " ".join(
        "".join(glyphs.dice[face - 1] for face in faces)
        if sides == DIE and glyphs.dice
        else f"[{' '.join(map(str, faces))}]"
        for sides, faces in [(line.sides, faces) for faces in line.faces] or others
    )


def _text(line: StoryLine, view: View, telling: Telling, room: int, most: int) -> list[Line]:
    tone = "bright" if telling.now else "normal"
    indent = _indent(view, room)
    lines = wrap([(line.text, tone)], room - indent - 1, most)
    spent = f" ({' and '.join(line.spent)})" if line.spent else ""
    lines[-1] = (*lines[-1], (spent if width(lines[-1]) + cells(spent) < room - indent else "", "dim"))
    rail = f"{' ' * (indent - GUTTER)}{view.glyphs.lane} "
    side: Bit = (rail, "accent") if telling.told.aside else (" " * indent, "normal")
    return [(side, *row) for row in lines]


def told_lines(view: View, entry: Entry, room: int, indent: int, whole: bool = False) -> list[Line]:
    """Return the details of a line: its ``whole`` text if wanted, its numbers, dice and command."""
    inner = max(20, room - indent)
    bits: list[list[Bit]] = [[(entry.text, "normal")]] if whole else []
    numbers = grouped(entry.why, view.system.reason_names)
    bits += [[(f"{of} {total} ", "normal"), (parts, "dim")] for of, total, parts in numbers]
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


LEAST: Final = 4  # the lines that a long text may always take
LinesOf = Callable[[int], list[Line]]  # the lines of the entry at a position
Spot = tuple[int, int]  # a line on the screen: the position of its entry, and which line of the entry it is


class Log(Pane):
    """The log of the fight."""

    number: ClassVar[int] = 4

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._log: StoryLog | None = None
        self._from: Spot | None = None
        self._free = False
        self._held: tuple[Spot, Spot] | None = None  # the first line in sight when a line was clicked, and that line
        self._sight: list[Spot] = []
        self._column = COLUMNS[0]
        self._scene: Scene | None = None
        self._longest = 0  # the width of the longest name in that scene
        self._looked: tuple[int | None, str, str] = (None, "", "")
        self._settled: dict[int, list[Line]] = {}  # the lines of all entries but the newest
        self._settled_for: tuple[object, ...] = ()

    def _model(self, view: View) -> StoryLog:
        if self._log is None or self._log.history is not view.history:
            self._log = StoryLog(view.system, view.history)
            self._kept.clear()
        self._log.refresh(view.needle, view.done)
        return self._log

    def _lines_of(self, view: View, log: StoryLog, room: int) -> LinesOf:
        looks = view.system, view.needle, view.folded, view.opened, view.glyphs, room, self.pages, self._column
        if (log, *looks) != self._settled_for or len(self._settled) > MOST_KEPT:
            self._settled_for, self._settled = (log, *looks), {}
        settled, ids, newest = self._settled, log.ids, dict[int, list[Line]]()

        def lines_of(place: int) -> list[Line]:
            # What comes after an entry changes only the newest one.
            kept = settled if place + 1 < len(ids) else newest
            lines = kept.get(ids[place])
            if lines is None:
                lines = kept[ids[place]] = self._lines(view, log, place, room)
            return lines

        return lines_of

    def _lines(self, view: View, log: StoryLog, place: int, room: int) -> list[Line]:
        id_ = log.ids[place]
        told, turns, remarks, joined = log.told(place), log.turns(place), log.remarks(place), log.joined(place)
        entry, most = view.history.entries[id_], max(LEAST, self.pages - 2)
        thrown = entry.dice if len(told.lines) == 1 else ()
        now, opened, by = id_ == view.head, id_ in view.opened, log.by(place)
        telling = Telling(told, turns, remarks, joined, now, opened, by, self._column, thrown)
        people, acting = view.scene.combatants, (by, *(mark.whose for mark in turns))
        sides = [(people[name].side, view.folded.get(name)) for name in acting if name in people]
        parts = (telling, sides, room, most, view.glyphs)
        return self.kept(id_, parts, lambda: entry_lines(view, entry, telling, room, most))

    def compose_lines(self, view: View, room: int, most: int) -> Sequence[tuple[Line, bool]]:
        log, space = self._model(view), max(0, most - 1)
        self.pages = space
        if self._scene is None or not same_names(self._scene, view.scene):
            self._longest = widest((*view.scene.combatants,))
            self._settled = {}
        elif any(was.side != now.side for was, now in altered(self._scene, view.scene)):
            self._settled = {}
        self._scene = view.scene
        self._column = max(COLUMNS[room >= WIDE], min(self._longest + DEAD, NAMES[0], round(room * NAMES[1])))
        lines_of = self._lines_of(view, log, room)
        if not log.ids or not space:
            self._sight = []
            said = "No line of the log contains this text." if view.needle else BEGINS
            return [(self._head(view, room, 0), False), ((), False), ((("  " + said, "normal"),), False)][:most]
        looked, held = (view.log_at, view.pane, view.needle), None
        if self._held is not None:
            held, self._held = self._in_place(view, log, lines_of, *self._held, space), None
        if held is not None or looked != self._looked:
            self._looked, self._from, self._free = looked, held or self._from, held is not None
        undone = _undone(view, room)
        chosen = self._chosen(view, log)
        if not self._free:
            self._from = None if chosen is None else self._showing(lines_of, chosen, (len(log.ids), 0), space)
        end = _up(lines_of, (len(log.ids), 0), space - len(undone))
        start = end if self._from is None else min(self._from, end)
        at_end = start == end
        self._from, self._free = None if at_end else start, self._free and not at_end
        body: list[tuple[Line, bool]] = []
        self._sight = []
        marked = chosen if view.pane == "log" and chosen is not None else len(log.ids) - 1
        place, row = start
        while place < len(log.ids) and len(body) < space:
            for at, line in enumerate(lines_of(place)[row:], row):
                body.append((line, view.pane == "log" and place == marked and at == 0))
                self._sight.append((place, at))
            place, row = place + 1, 0
        del body[space:], self._sight[space:]
        if at_end:
            body += [(line, False) for line in undone]
        self.top = start[0]
        below = len(log.ids) - 1 - self._sight[-1][0] if self._sight else 0
        return [(self._head(view, room, below), False), *body[:space]]

    def _chosen(self, view: View, log: StoryLog) -> int | None:
        if view.pane != "log" or view.log_at is None:
            return None
        place = log.place(view.log_at)
        while place is not None and log.joined(place):
            place += 1
        return place

    def _showing(self, lines_of: LinesOf, place: int, end: Spot, space: int) -> Spot:
        first, high = (place, 0), len(lines_of(place))
        lowest = _up(lines_of, (place, min(high, space)), space)
        start = self._from if self._from is not None else _up(lines_of, end, space)
        return max(lowest, min(start, first))

    def _in_place(self, view: View, log: StoryLog, lines_of: LinesOf, first: Spot, clicked: Spot, space: int) -> Spot:
        """Return the first line to show after a click: that before it, unless what it opened would be out of sight."""
        place, _ = clicked
        if log.ids[place] not in view.opened:
            return first
        return max(first, min(clicked, _up(lines_of, (place, len(lines_of(place))), space)))

    def title(self, view: View) -> str:
        return f"Log with “{view.needle}”" if view.needle else "Log"

    def scroll_by(self, lines: int) -> None:
        view, room = self.view, self.outer_size.width
        if view is None or not room:
            return
        log = self._model(view)
        start = self._sight[0] if self._sight else (len(log.ids), 0)
        lines_of = self._lines_of(view, log, room)
        self._from = _down(lines_of, start, lines, len(log.ids)) if lines > 0 else _up(lines_of, start, -lines)
        self._free = True
        self.sync()

    def on_click(self, event: events.Click) -> None:
        """Follow the newest line again after a click on the title; a clicked line stays if its reasons fit below."""
        if event.y == 0:
            self._free = False
            self.sync()
        elif self.target(event.x, event.y).startswith("line:") and self.view is not None and not self.view.firm:
            self._held = self._sight[0], self._sight[event.y - 1]

    def target(self, x: int, y: int) -> str:
        if self._log is not None and 0 < y <= min(len(self._sight), len(self._shown) - 1):
            said = "".join(text for text, _ in self._shown[y][0])
            return f"line:{self._log.ids[self._sight[y - 1][0]]} {plain(said)}"
        return super().target(x, y)


def _up(lines_of: LinesOf, spot: Spot, lines: int) -> Spot:
    place, row = spot
    while lines > row and place > 0:
        lines -= row
        place -= 1
        row = len(lines_of(place))
    return place, max(0, row - lines)


def _down(lines_of: LinesOf, spot: Spot, lines: int, end: int) -> Spot:
    place, row = spot
    while place < end:
        left = len(lines_of(place)) - row
        if lines < left:
            return place, row + lines
        lines, place, row = lines - left, place + 1, 0
    return place, 0


def _undone(view: View, room: int) -> list[Line]:
    count = view.history.redo_steps(MOST_UNDONE) if not view.needle else 0
    if not count:
        return []
    more = "+" if count == MOST_UNDONE else ""
    text = f"{view.glyphs.undone} {count}{more} taken back {view.glyphs.dot} {view.key('redo')}"
    return [fit([(" " * GUTTER, "dim"), *link([(text, "dim")], "do:redo")], room)]
