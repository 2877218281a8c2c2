"""The history on the screen: the tree of all entries at the left, the moment of the current line beside it."""

from collections.abc import Sequence
from typing import ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Container

from tracker.combat.records import START, Entry
from tracker.commands.story import retell
from tracker.rules.grammar import quantity
from tracker.tui.cockpit.view import View
from tracker.tui.host import Host
from tracker.tui.look.styles import style_sheet
from tracker.tui.look.text import Bit, Line, ends, fill, fit, right, width
from tracker.tui.panes.chrome import clickable, fitting, saving_bits
from tracker.tui.panes.combatants import Combatants
from tracker.tui.panes.line_widget import NARROW, LineWidget, Pane
from tracker.tui.panes.log import told_lines
from tracker.tui.screens import OpenedScreen
from tracker.tui.screens.history_browser import HistoryBrowser, TreeRow
from tracker.tui.strip.menu import AMEND

FATES = {"undone": "taken back", "other": "other branch"}  # the state of a line that is not in the story
LANES = 6  # the most lanes to draw; a deeper branch shows its depth as a number


def _after(id_: int) -> str:
    return f"After line {id_}" if id_ != START else "At the beginning"


class Tree(Pane):
    """Every line and every branch."""

    heading: ClassVar[str] = "Everything done, oldest first"

    def __init__(self, past: HistoryBrowser) -> None:
        super().__init__(id="tree")
        self.past = past

    def here(self, view: View) -> bool:
        return self.past.amend is None

    def count(self, view: View) -> int:
        return len(self.past.tree)

    def hand(self, view: View) -> int | None:
        return self.past.place()

    def marked(self, view: View, at: int) -> bool:
        return at == self.past.place()

    def line(self, view: View, at: int, room: int) -> Line:
        row, history, glyphs = self.past.tree[at], view.history, view.glyphs
        digits = len(str(max(history.next_id - 1, 1)))
        cursor: list[Bit] = [(glyphs.cursor if self.marked(view, at) else " ", "accent")]
        now: list[Bit] = [(" now", "accent")] if row.id == history.head else []
        marked: list[Bit] = [(" marked", "accent")] if row.id == self.past.beside else []
        if row.id == START:
            sign: Bit = (f" {glyphs.on if now else glyphs.dot} ", "accent" if now else "dim")
            start: list[Bit] = [*cursor, (" " * (digits + 1), "dim"), sign]
            return ends([*start, ("the beginning", "bright" if now else "dim")], [*marked, *now, (" ", "normal")], room)
        entry, fate = history.entries[row.id], self.past.fate(row.id)
        tone = "dim" if fate != "story" else "bright" if now else "normal"
        number: Bit = (f" {right(str(row.id), digits)} ", "dim")
        narration = self.kept((row.id, tone), (view.glyphs,), lambda: tuple(self._told(view, entry, tone)))
        bits = [*cursor, number, *self._lanes(row, view, bool(now), fate), *narration]
        tail: list[Bit] = [*marked, *now]
        if row.folded:
            tail.append((f" {glyphs.more_down} {row.folded} more", "warn"))
        elif fate != "story" and (row.begins or fate == "undone") and room >= 40:
            tail.append((f" {FATES[fate]}", "dim"))
        return ends(bits, [*tail, (" ", "normal")], room)

    def _told(self, view: View, entry: Entry, tone: str) -> list[Bit]:
        before = view.history.scene_at(entry.parent)
        narration = retell(self.past.session.system_at(before), before, entry)
        if narration.section or (narration.turn and not narration.after):
            rule = view.glyphs.rule * 2
            rest = "  ".join(line.text or line.outcome for line in narration.lines)
            title = narration.section or narration.turn
            return [(f"{rule} ", "rule"), (title, tone), (f"  {rest}" if rest else "", "dim")]
        texts = [line.text or " · ".join((line.outcome, *line.rest)) for line in narration.lines]
        clauses = [*(text.removesuffix(".") for text in texts[:-1]), *texts[-1:]]
        return [("; ".join(clauses) or entry.text, tone)]

    def _lanes(self, row: TreeRow, view: View, now: bool, fate: str) -> list[Bit]:
        glyphs = view.glyphs
        drawn = min(row.lane, LANES)
        text = (glyphs.lane + " ") * drawn + (f"{row.lane} " if row.lane > LANES else "")
        sign: Bit = (glyphs.undone if fate == "undone" else glyphs.lane, "dim")
        if now or row.begins:
            sign = (glyphs.on, "accent") if now else (glyphs.other, "normal")
        return [(text, "rule"), sign, (" ", "normal")]

    def target(self, x: int, y: int) -> str:
        return f"item:{self.top + y - 1}" if 0 < y <= self.pages else ""


class MomentPane(Combatants):
    """All combatants after the current line."""

    number: ClassVar[int] = 0

    def __init__(self, past: HistoryBrowser) -> None:
        super().__init__(id="moment")
        self.past = past
        self._touched: frozenset[str] = frozenset()

    def prepare(self, view: View, room: int) -> None:
        super().prepare(view, room)
        self._touched = frozenset(self.past.touched())

    def hand(self, view: View) -> int | None:
        return min((self._places[name] for name in self._touched if name in self._places), default=None)

    def marked(self, view: View, at: int) -> bool:
        return at < len(self._lines) and self._lines[at][1] in self._touched

    def title(self, view: View) -> str:
        after = _after(view.log_at or START)
        moment = view.system.clock.status(view.scene).moment
        return f"{after} · {moment}" if moment else after

    def line(self, view: View, at: int, room: int) -> Line:
        if not view.scene.combatants:
            return (("    Nobody was here yet.", "dim"),) if at == 1 else ()
        return super().line(view, at, room)


class Told(Pane):
    """The current line in full, with its numbers, dice and command."""

    heading: ClassVar[str] = "What happened there"

    def prepare(self, view: View, room: int) -> None:
        entry = view.history.entries.get(view.log_at or START)
        if entry is None:
            self.made = [(("  Nothing was done yet.", "dim"),)]
        else:
            self.made = told_lines(view, entry, room, 2, whole=True)


class Compared(Pane):
    """The marked moment and the current one in two columns: everything that differs."""

    def __init__(self, past: HistoryBrowser) -> None:
        super().__init__(id="compared")
        self.past = past
        self._rows: list[tuple[str, str, str]] = []

    def title(self, view: View) -> str:
        return f"{_after(self.past.beside or START)}, and {_after(self.past.at).lower()}"

    def prepare(self, view: View, room: int) -> None:
        from tracker.export.compare import differences, said

        moments = map(view.history.scene_at, (self.past.beside or START, self.past.at))
        found = differences(view.system, *moments) if self.past.beside is not None else ()
        self._rows = [(" ".join(filter(None, (one.name, one.what))), said(one.a), said(one.b)) for one in found]

    def count(self, view: View) -> int:
        return max(1, len(self._rows))

    def line(self, view: View, at: int, room: int) -> Line:
        if not self._rows:
            same = self.past.at == self.past.beside
            text = "  Go to another line: both stand here side by side." if same else "  Nothing differs."
            return fit([(text, "dim")], room)
        what, first, second = self._rows[at]
        column = max(8, room // 4)
        name: Line = fit([(f"  {what}", "normal")], room - 2 * column - 1)
        cells = (fill(name, room - 2 * column - 1), fill(fit([(first, "dim")], column - 1), column))
        return (*cells[0], *cells[1], *fit([(second, "bright")], column))


class Lines(LineWidget):
    """A few lines, made again from the history browser."""

    ground: ClassVar[str] = "panel"

    def __init__(self, past: HistoryBrowser, id: str) -> None:
        super().__init__(id=id)
        self.past = past

    def compose_lines(self, view: View, room: int, most: int) -> Sequence[tuple[Line, bool]]:
        if self.id == "past-head":
            return [(_head(self.past, view, room), False)]
        if self.id == "past-keys":
            hints = tuple(self.past.hints())
            return [(clickable(fitting(hints[:-2], hints[-2:], room)), False)]
        lines = self.past.lines(room - 2, most - 1)
        if not lines:
            return ()
        rule: Line = ((view.glyphs.rule * room, "accent"),)
        return [(rule, False), *((fit([(" ", "normal"), *line], room), False) for line in lines)]


def _head(past: HistoryBrowser, view: View, room: int) -> Line:
    scene, history = past.controller.scene, view.history
    parts = [quantity(len(history.entries), "line")]
    if branches := past.branches():
        parts.append(f"{quantity(branches, 'branch', 'branches')} beside the story")
    name = scene.encounter or scene.title
    tail = [*saving_bits(view), (" ", "normal")]
    head: Bit = (" History", "title")
    said: Bit = ("     " + " · ".join(parts), "dim")
    left: list[Bit] = [head, (f" · {name}" if name else "", "normal"), said]
    return ends(left, tail, room) if width(left) + width(tail) < room else ends([head, said], tail, room)


class HistoryScreen(OpenedScreen):
    """Browses all entries without changing the story until asked to."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-wide")]
    AUTO_FOCUS: ClassVar[str | None] = ""
    DEFAULT_CSS: ClassVar[str] = style_sheet("HistoryScreen")

    def __init__(self, about: str = "") -> None:
        """``about`` names a line to begin at: ``history 12``, or ``amend 12`` and its text to amend it at once."""
        super().__init__(classes="-narrow" if self.app.size.width < NARROW else "-wide")
        self._about = about

    def compose(self) -> ComposeResult:
        app = cast("Host", self.app)
        past = self.past = HistoryBrowser(app.desk, app.pop_screen)
        verb, line, *said = [*self._about.split(" ", 2), ""]
        if line.isdecimal():
            past.begin_at(int(line), verb == AMEND, said[0])
        yield Lines(past, "past-head")
        with Container(id="past"):
            yield Tree(past)
            yield MomentPane(past)
            yield Told(id="told")
            yield Compared(past)
        yield Lines(past, "past-strip")
        yield Lines(past, "past-keys")

    def take(self, event: events.Key | events.Paste) -> None:
        """Take away what was told, give a key or a pasted text to the browser, and paint."""
        self.app.clear_notifications()
        if isinstance(event, events.Paste):
            self.past.paste(event.text)
        else:
            self.past.press(event.key, event.character, self.query_one(Tree).pages)
        self.show()

    def show(self) -> None:
        """Paint what changed, while it is in front."""
        if not self.is_attached or self.app.screen is not self or not self.query(Tree):
            return
        room, most = self.size
        high = self.past.rows(room - 2, max(2, most // 2 - 1))
        strip = self.query_one("#past-strip")
        strip.display = high > 0
        strip.styles.height = high + 1 if high else 0
        self.set_class(self.past.reasons, "-reasons")
        self.set_class(self.past.beside is not None, "-comparing")
        view = self.past.view()
        for widget in self.query(LineWidget):
            widget.look(view)

    def on_resize(self) -> None:
        """Update the height of an open strip, which depends on the size."""
        if self.query_one("#past-strip").display:
            self.call_after_refresh(self.show)

    def on_screen_resume(self) -> None:
        """Show what may have changed while another screen was in front."""
        self.show()

    def on_line_widget_clicked(self, message: LineWidget.Clicked) -> None:
        """Press a clicked key; what else was clicked is for the browser."""
        self.app.clear_notifications()
        kind, _, what = message.click.target.partition(":")
        if kind == "key" and not message.click.again:
            self.past.press(what, what if len(what) == 1 else None, self.query_one(Tree).pages)
        else:
            self.past.click(message.click)
        self.show()
