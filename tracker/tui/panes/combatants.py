"""The list of combatants: by side, each with bar, numbers, spent actions, cells and badges; the sheet of one of them.

Only visible rows are requested, so that the list costs the same with 5 as with 500.
"""

import asyncio
import re
from collections.abc import Sequence
from itertools import chain, groupby, product
from typing import ClassVar, Final

from msgspec.structs import replace
from textual.geometry import Region, Size
from textual.strip import Strip

from tracker.combat.scene import OPEN, Combatant, Condition, Counter, Scene, altered
from tracker.rules.errors import comma_list
from tracker.rules.grammar import plain_value, spaced
from tracker.rules.reminders import END, START, reminder_lines
from tracker.rules.sheet import SPARES, fits, printed, weapon_in_words
from tracker.rules.system import System
from tracker.rules.turns import counter_text, last_round, lasts_until
from tracker.rules.view import CombatantRow, Section, TurnPlace
from tracker.tui.cockpit.chances import OUT_OF_REACH
from tracker.tui.cockpit.view import Fold, Listed, View, gathered, listed, lists_alike, next_to_act
from tracker.tui.look.glyphs import bar
from tracker.tui.look.text import Bit, Line, cells, fit, link, pad, widest, width, wrap
from tracker.tui.panes.line_widget import FEW, Pane
from tracker.tui.panes.rows import GUTTER, SPARE, Looks, Rows, folded_row, highest, in_lines, lit, side_tone

FLASH = 0.5  # how long a change is highlighted, in seconds
CARD = 3  # the free lines below the list from which a blank one is above the selected combatant's card
BROAD = 120  # the width from which one line has room for everything about a combatant


class Combatants(Pane):
    """Everybody in the fight, with one combatant selected."""

    number: ClassVar[int] = 1

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._lines: list[tuple[Section, str | Fold | None]] = []
        self._shown_lines: list[tuple[int, int]] = []
        self._high: list[int] = []
        self._tall: dict[int, int] = {}
        self._space = self._spread_in = (0, 0)
        self._laid_in: tuple[object, ...] = ()
        self._order = Listed((), {}, frozenset())
        self._places: dict[str, int] = {}
        self._numbers: dict[str, str] = {}
        self._digits = 0
        self._rows: dict[str, CombatantRow] = {}
        self._known: dict[str, CombatantRow] = {}
        self._drawn: dict[str, Sequence[Line]] = {}  # of those whose row is known: 3 % of a change among 500
        self._drawn_for: tuple[object, ...] = ()
        self._folds: dict[tuple[str, str], CombatantRow] = {}
        self._acting: dict[tuple[str, str], str] = {}
        self._waiting: dict[str, str] = {}
        self._flashing: frozenset[str] = frozenset()
        self._still: dict[int, Line] = {}  # the lines that stand out, as they are afterwards
        self._calmed: dict[int, tuple[Line, Strip]] = {}  # the same by their place in the picture
        self._timer: asyncio.TimerHandle | None = None
        self._made = Rows()
        self._listed: View | None = None
        self._follow = True

    def prepare(self, view: View, room: int) -> None:
        scene = view.scene
        stale, new = self._stale(view), self._listed is None or self._listed.scene is not scene
        if stale or new:
            places = view.system.clock.places(scene) if view.by_turns else ()
            self._numbers = {place.name: place.number for place in places}
            self._digits = widest(tuple(self._numbers.values()))
        if stale:
            self._list(view)
        if new:
            # Of several attacks on the same combatant the first is shown, since it is met first.
            pending = reversed(view.system.pending(scene))
            waiting = {wait.name: wait.text for wait in pending if wait.verbs}
            old = self._listed.scene if self._listed is not None else scene
            if stale or waiting != self._waiting or not _rows_stay(view.system, old, scene):
                self._known, self._drawn = {}, {}
            else:
                for was, _ in altered(old, scene):
                    self._known.pop(was.name, None)
                    self._drawn.pop(was.name, None)
            self._folds, self._waiting = {}, waiting
        self._listed, self._still = view, {}
        if stale or self._space != self._spread_in:
            self._spread()
        free = self._space[1] - sum(self._high)
        # Where not all have room, what a row says makes no difference.
        laid_in = self._space, self._made.widths(), free >= 0
        if stale or (new and free >= 0) or laid_in != self._laid_in:
            self._laid_in = laid_in
            self._lay(view, free)
            self._drawn = {}
        drawn_for = view.selected, view.target, view.picked, view.glyphs, laid_in
        if drawn_for != self._drawn_for:
            self._drawn_for, self._drawn = drawn_for, {}

    def _spread(self) -> None:
        """Give each combatant a second line for what the first has no room for, side by side while there is space.

        It depends on the people and the size alone, so that names keep their place whatever is marked on them.
        """
        room, space = self._spread_in = self._space
        self._tall = {}
        needed = len(self._lines)
        double: set[str] = set()
        for section, _ in self._order.sections if room < BROAD else ():
            high = sum(1 for owner, line in self._lines if line is not None and owner.side == section.side)
            if needed + high > space:
                break  # What a side could not use would be empty lines of the next one.
            needed += high
            double.add(section.side)
        sections = [section for section, _ in self._order.sections]
        heads = dict.fromkeys(head for section in sections for head in section.columns)
        vital = {head for section in sections for head in section.vital}
        self._made.columns.given, self._made.columns.least = 0, [head for head in heads if head not in vital][::-1]
        self._made.columns.spare = SPARE if len(double) < len(self._order.sections) and room < BROAD else 0
        self._high = [1 + (line is not None and section.side in double) for section, line in self._lines]

    def _lay(self, view: View, free: int) -> None:
        """Let what has no room even so take lines that are free; a row keeps what it took until another needs it."""
        needed = self._needed(view, free) if free >= 0 else {}
        spare = free - sum(high - self._high[at] for at, high in needed.items())
        self._shown_lines = []
        self._places = {}
        for at, ((_, line), high) in enumerate(zip(self._lines, self._high, strict=True)):
            if line is not None:
                names = line.names if isinstance(line, Fold) else (line,)
                self._places |= dict.fromkeys(names, len(self._shown_lines))
            more = max(0, min(free, needed.get(at, high) - high))
            kept = max(0, min(spare, self._tall.get(at, high) - high - more))
            free, spare = free - more, spare - kept
            self._tall[at] = high + more + kept
            self._shown_lines += [(at, which) for which in range(self._tall[at])]

    def _needed(self, view: View, free: int) -> dict[int, int]:
        """Return how many lines each row takes, so that the least is cut.

        Where lines are too few, badges come close to the last cell, and bars become short; then bars give way, and the
        columns that matter least, in all rows, if nothing is cut by it.
        """
        columns, tried = self._made.columns, list[tuple[int, int, dict[int, int]]]()
        rows = [(at, section, line) for at, (section, line) in enumerate(self._lines) if line is not None]
        for given, best in product(range(len(columns.least) + 3), (-2, -1)):
            columns.given = given
            ways = ((at, self._ways(view, section, line, self._space[0])) for at, section, line in rows)
            needed = {at: max(self._high[at], len(every[best])) for at, every in ways}
            cut = sum(needed.values()) - sum(self._high[at] for at in needed) - free
            if cut <= 0:
                return needed
            tried += [(cut, given, needed)] * (given <= 1)
        _, columns.given, needed = min(tried, key=lambda one: one[0])
        return needed

    def _stale(self, view: View) -> bool:
        """Return whether the list may have other lines or another order; changes to those who stay are cheap."""
        old, new, shown = self._listed, view.scene, (view.needle, view.folds, view.by_turns)
        if old is None or old.system is not view.system or (old.needle, old.folds, old.by_turns) != shown:
            return True
        if old.scene is new:
            return False
        main = view.system.main_track(new)
        same = lists_alike(view.system, old.scene, new, view.by_turns)
        return not same or any(highest(was, main) != highest(now, main) for was, now in altered(old.scene, new))

    def _list(self, view: View) -> None:
        self._lines = []
        self._order = listed(view.system, view.scene, view.needle, view.folds, view.by_turns)
        for section, lines in self._order.sections:
            self._lines += [(section, None), *((section, line) for line in lines)]
        people, main = view.scene.combatants, view.system.main_track(view.scene)
        folds = {id(fold): fold for fold in self._order.folded.values()}.values()
        sums = (sum(highest(people[name], main) for name in fold.names) for fold in folds)
        more = " " * (self._digits + 1) if view.by_turns else ""
        names = [more + name for name in (*(fold.name for fold in folds), *(people if more else ()))]
        self._made.measure(people.values(), main, names, max(sums, default=0))

    def title(self, view: View) -> str:
        up = [name for name in view.picked & view.scene.combatants.keys() if view.scene[name].out is None]
        many = f" · {len(up or view.picked)} picked" if view.picked else ""
        return f"Combatants{f' with “{view.needle}”' if view.needle else ''}{many}"

    def beside_title(self, view: View) -> list[list[Bit]]:
        """Return the way to pick nobody, and everybody in turn order from the active one on; who is done is dim."""

        def alike(place: TurnPlace) -> tuple[object, ...]:
            fold = view.folded.get(place.name)
            return (fold.group, place.number, place.over) if fold is not None else (place.name, None, None)

        places = view.system.clock.places(view.scene)
        at = next((at for at, place in enumerate(places) if place.name == view.scene.turn.name), 0)
        everyone: list[list[Bit]] = []
        if view.picked:
            everyone.append(link([(f" {view.key('back')}", "key"), (" unpicks ", "dim")], "unpick:"))
        for places_of in map(list, (same for _, same in groupby((*places[at:], *places[:at]), alike))):
            place = next((entry for entry in places_of if entry.name == view.scene.turn.name), places_of[0])
            active = place.name == view.scene.turn.name
            mark = f"{view.glyphs.on} " if active else ""
            number = f"{place.number} " if place.number else ""
            called = next(iter(gathered((entry.name for entry in places_of), view.folded)))
            tone = "bright" if active else "dim" if place.over else side_tone(place.side)
            name = link([(f"{mark}{number}{called}", tone)], f"select:{place.name}")
            everyone.append([(" · " if everyone else " ", "dim"), *name])
        return everyone

    def count(self, view: View) -> int:
        return len(self._shown_lines) or 3

    def hand(self, view: View) -> int | None:
        """Return the selected line; the head of its side too, if it is right above."""
        if not self._follow or view.selected is None:
            return None
        place = self._places.get(view.selected)
        return 0 if place == 1 else place

    def marked(self, view: View, at: int) -> bool:
        if at >= len(self._shown_lines) or view.selected is None:
            return False
        line = self._lines[self._shown_lines[at][0]][1]
        return view.selected in line.names if isinstance(line, Fold) else line == view.selected

    def line(self, view: View, at: int, room: int) -> Line:
        if not self._lines:
            return _empty(view, at)
        place, which = self._shown_lines[at]
        section, shown = self._lines[place]
        if shown is None or self._is_pinned(at):
            track = view.system.main_track(view.scene)
            parts = section, track, room, self._made.widths()
            return self.kept(("side", section.side), parts, lambda: self._made.side(section, track, room))
        called, lines = (shown, self._drawn.get(shown)) if isinstance(shown, str) else (shown.name, None)
        if lines is None:
            ways, count = self._ways(view, section, shown, room), self._tall[place]
            lines = self.kept(at - which, (ways, room, count), lambda: in_lines(ways, room, count))
            if called is shown:
                self._drawn[called] = lines
        if which or called not in self._flashing:
            return lines[which]
        self._still[at] = lines[0]
        return lit(lines[0], self._rows[called].bar is not None)

    def _is_pinned(self, at: int) -> bool:
        return self.pages > FEW and at == self.top > 0

    def _ways(self, view: View, section: Section, shown: str | Fold, room: int) -> list[list[Line]]:
        if isinstance(shown, Fold):
            names, sign = shown.names, view.glyphs.folded
            key, row = f"{section.side} {shown.name}", self._folded(view, section, shown)
        else:
            key, row = shown, self._known.get(shown) or self._ask(view, shown)
            names, sign = (shown,), view.glyphs.open if shown in self._order.opened else " "
        waits = (self._waiting[name] for name in names if name in self._waiting) if self._waiting else iter(())
        waiting = next(waits, None)
        picked = not view.picked.isdisjoint(names)
        looks = Looks(view.selected in names, picked, view.target in names, waiting, sign)
        if not section.side:
            row = replace(row, name=f"{self._numbers.get(names[0], '').rjust(self._digits)} {row.name}")
        parts = (row, section.columns, looks, room, self._made.widths(), view.glyphs)
        return self.kept(key, parts, lambda: self._made.ways(view, section, row, looks, room))

    def _folded(self, view: View, section: Section, fold: Fold) -> CombatantRow:
        """Return a group as one row: that of who acts next, with totals, and states that only some have."""
        key, selected = (section.side, fold.name), view.selected in fold.names
        row = self._folds.get(key)
        if row is None or (selected and view.selected != self._acting.get(key)):
            waits = not self._waiting.keys().isdisjoint(fold.names)
            row = folded_row(view.system, view.scene, fold, view.selected, waits)
            row = self._folds[key] = self._compared(fold.name, row)
            if selected and view.selected is not None:
                self._acting[key] = view.selected
        return row

    def _ask(self, view: View, name: str) -> CombatantRow:
        """Return the row as the game gives it now; a changed one is highlighted for a moment."""
        row = view.system.row(view.scene, view.scene.combatants[name], name in self._waiting)
        row = self._known[name] = self._compared(name, row)
        return row

    def _compared(self, key: str, row: CombatantRow) -> CombatantRow:
        old = self._rows.get(key)
        if old == row:
            return old  # The very same one: what was made of it is found by it at once.
        self._rows[key] = row
        changed = old is not None and replace(old, active=row.active, pending=row.pending) != row
        if changed and self.app.animation_level != "none":
            self._flashing |= {key}
            if self._timer is not None:
                self._timer.cancel()
            # A plain call of the loop: a timer of Textual's would cost ten times as much.
            self._timer = asyncio.get_running_loop().call_later(FLASH, self._calm)
        return row

    def _calm(self) -> None:
        """Show the rows that stood out as usual again."""
        self._flashing, self._timer, size = frozenset(), None, self._extent()
        if self._fits(size):
            for y, (line, strip) in self._calmed.items():
                self._shown[y], self._strips[y] = (line, self._shown[y][1]), strip
                self.repaint(Region(0, y, size.width, 1))

    def _make(self, size: Size, fitted: bool) -> list[int]:
        self._still = {}
        changed = super()._make(size, fitted)
        # Made in the turn of the change: half a second later the caches are cold, and a change takes 5 % longer.
        calm = ((at - self.top + 1, line) for at, line in self._still.items())
        self._calmed = {y: (line, self._strip(line, self._shown[y][1], size.width)) for y, line in calm}
        return changed

    def compose_lines(self, view: View, room: int, most: int) -> Sequence[tuple[Line, bool]]:
        """Return the visible lines; made again if a row widened a column."""
        self._space = room, max(0, most - 1)
        before = self._made.columns.grown
        lines = super().compose_lines(view, room, most)
        if self._made.columns.grown != before:
            lines = super().compose_lines(view, room, most)
        return [*lines, *self._card(view, len(lines), room, most)]

    def _card(self, view: View, used: int, room: int, most: int) -> Sequence[tuple[Line, bool]]:
        """Return what the selected combatant can do, below the list, as much as the lines free there can hold."""
        who, space = view.scene.combatants.get(view.selected or ""), most - used
        gap: list[tuple[Line, bool]] = [((), False)] if space >= CARD else []
        left = space - 1 - len(gap)
        if who is None or left < 1 or view.inspect or not (lines := card_lines(view, who, room - 1, left)):
            return []
        rule = view.glyphs.rule
        aim = f" against {view.target}" if view.target and view.attempts else ""
        more = "".join(f" · {words}" for words in view.system.left_of_act(view.scene, who))
        start: list[Bit] = [(f"  {rule} ", "rule"), (who.name, "bright"), (more, "accent"), (f"{aim} ", "normal")]
        end: list[Bit] = [(f" {view.key('inspect')}", "key"), (" whole sheet ", "dim"), (rule, "rule")]
        start = list(fit(start, room - 2 - width(end)))
        head = [*start, (rule * (room - 1 - width(start) - width(end)), "rule"), *end]
        return [*gap, (tuple(link(fit(head, room), "do:inspect")), False), *((line, False) for line in lines)]

    def scroll_by(self, lines: int) -> None:
        self._follow = False
        super().scroll_by(lines)

    def look(self, view: View) -> None:
        self._follow = self._follow or view != self.view
        super().look(view)

    def target(self, x: int, y: int) -> str:
        at = self.top + y - 1
        row = y > 0 and at < len(self._shown_lines) and not self._is_pinned(at)
        line = self._lines[self._shown_lines[at][0]][1] if row else None
        if line is None or self.view is None:
            return super().target(x, y)
        name = next_to_act(self.view.system, self.view.scene, line.names) if isinstance(line, Fold) else line
        if x < GUTTER and (isinstance(line, Fold) or name in self._order.opened):
            return f"{'unfold' if isinstance(line, Fold) else 'fold'}:{name}"
        return super().target(x, y) or f"row:{name}"


OTHERS: Final = [part for part in Scene.__struct_fields__ if part != "combatants"]


def _rows_stay(system: System, old: Scene, new: Scene) -> bool:
    """Return whether the rows of those who are the same surely are: to ask 20 of 500 is 0.2 of the 4 ms of a change."""
    return system.rows_apart(new) and all(getattr(old, part) is getattr(new, part) for part in OTHERS)


def _empty(view: View, at: int) -> Line:
    ways = [(view.key("add"), " adds a combatant", "do:add"), (view.key("command"), " types a command", "do:command")]
    ways = [("esc", " shows all", "do:back")] if view.needle else ways
    said = "No combatant matches this text." if view.needle else "Nobody is here yet."
    links = [
        ((" · " if way else "    ", "dim"), *link([(key, "key"), (what, "dim")], to))
        for way, (key, what, to) in enumerate(ways)
    ]
    return ((), ((f"    {said}", "normal"),), (*chain(*links),))[at]


class Inspect(Pane):
    """The sheet of a combatant."""

    def prepare(self, view: View, room: int) -> None:
        combatant = view.scene.combatants.get(view.selected or "")
        self.made = sheet_lines(view, combatant, room) if combatant is not None and view.inspect else []

    def title(self, view: View) -> str:
        return f"{view.selected or ''} · sheet"

    def beside_title(self, view: View) -> list[list[Bit]]:
        return [[(f" {view.key('back')}", "key"), (" back", "dim")]]

    def here(self, view: View) -> bool:
        return True


def sheet_lines(view: View, combatant: Combatant, room: int) -> list[Line]:
    """Return the sheet as lines."""
    about = (
        combatant.side,
        f"group {combatant.group}" if combatant.group else "",
        "hidden" if combatant.hidden else "",
        f"out: {spaced(combatant.out)}" if combatant.out else "",
        f"spent: {', '.join(combatant.spent)}" if combatant.spent else "",
    )
    lines = wrap([("  " + " · ".join(filter(None, about)), "dim")], room, 3, 2)
    for note in (*combatant.notes, *reminder_lines(combatant)):
        lines += wrap([(f"  {view.glyphs.note} ", "accent"), (note, "bright")], room, 3, 4)
    lines += _tracks(view, combatant, room)
    lines += _inline([(word, _count(counter)) for word, counter in combatant.counters.items()], room)
    shown = (part for part in view.system.sheet.fields if part.visible or not part.internal)
    fitting = (part for part in shown if part.name in combatant.fields and fits(combatant.side, part.side))
    held = ((part, combatant.fields[part.name]) for part in fitting)
    told = [(one.label, "" if it in (None, []) else one.parts(it) or plain_value(it)) for one, it in held]
    lines += _inline(told, room)
    helps = {condition.name: condition.help for condition in view.system.conditions}
    conditions = [(each.name, _lasts(each, view.scene) or helps.get(each.name, "")) for each in combatant.conditions]
    lines += _block("Conditions", conditions, room)
    if combatant.cover.degree != OPEN:
        cover_rows = view.system.cover_row(view.scene, combatant)
        text = " · ".join(filter(None, (cover_rows.what, *cover_rows.effects)))
        lines += _block("Cover", [(cover_rows.mark.word, text)], room)
    printed = printed_acts(combatant)
    lines += _stat_block(view, combatant, room)
    own = {name: fields for name, fields in combatant.weapons.items() if name not in printed}
    weapons = [(name, " · ".join(weapon_in_words(view.system, fields))) for name, fields in own.items()]
    lines += _block("Weapons", weapons, room)
    lines += _block("Spares", [(name, str(count)) for name, count in combatant.spares.items()], room)
    others = {name: view.scene.band(combatant.name, name) for name in view.scene.combatants if name != combatant.name}
    ranks = {name: place for place, name in enumerate(view.system.band_names(view.scene))}
    ordered = sorted(dict.fromkeys(others.values()), key=lambda band: ranks.get(band, len(ranks)))
    at = ((band, [name for name, theirs in others.items() if theirs == band]) for band in ordered)
    lines += _block("Range", [(band, comma_list(names, 30)) for band, names in at], room)
    return lines


def card_lines(view: View, combatant: Combatant, room: int, most: int) -> list[Line]:
    """Return what somebody can do now, from what is asked of them to notes; in brief if ``most`` lines are too few."""
    for high, brief in ((3, False), (3, True), (1, True)):
        if len(lines := _card_lines(view, combatant, room, high, brief)) <= most:
            break
    return lines[:most]


_PARTS: Final = re.compile(r" \([^()]*\)")
"""What a brief throw leaves out: what adds up to it, in brackets."""


def _card_lines(view: View, combatant: Combatant, room: int, high: int, brief: bool) -> list[Line]:
    asked = [prompt.text for prompt in view.scene.prompts if prompt.name == combatant.name]
    waiting = [wait.text for wait in view.system.pending(view.scene) if wait.name == combatant.name and wait.verbs]
    asked += [text for text in waiting if not any(question.startswith(text) for question in asked)]
    lines: list[Line] = []
    sign, key = (f"  {view.glyphs.pending} ", "prompt"), (f"  {view.key('prompts')}", "key")
    for text in dict.fromkeys(asked):
        lines += wrap([sign, (text, "bright"), key], room, 2, 4)
    said, dice = {name: words for name, _, words in view.attempts}, {name: after for name, after, _ in view.attempts}
    printed, size = printed_acts(combatant), min(20, widest((*combatant.weapons, *said)))
    broad = widest(tuple(dice.values()))
    for name in dict.fromkeys((*combatant.weapons, *said)):
        told = printed.get(name) or " · ".join(weapon_in_words(view.system, combatant.weapons.get(name, {})))
        start: list[Bit] = [("  † " if view.glyphs.fancy else "  + ", "dim"), (pad(name, size) + "  ", "normal")]
        throw = _PARTS.sub("", said.get(name, "")) if brief else said.get(name)
        if throw and high == 1 and throw.startswith(OUT_OF_REACH):
            throw = throw.partition(" · ")[0]  # why it does not go is more than what would be thrown
        start += [(pad(dice.get(name, ""), broad) + "  ", "normal")] if broad and throw else []
        indent = width(start)
        start.append((throw or told, "bright" if throw else "dim"))
        chosen = view.mode == "form" and name in combatant.weapons
        lines += wrap(link(start, f"weapon:{name}") if chosen else start, room, high, indent)
    helps = {condition.name: condition.help for condition in view.system.conditions}
    first = len(lines)
    for condition in combatant.conditions:
        named = " ".join(filter(None, (spaced(condition.name), _lasts(condition, view.scene))))
        effect = f": {helps[condition.name]}" if helps.get(condition.name) else ""
        parts: list[Bit] = [("  ! ", "warn"), (named, "normal"), (effect, "dim")]
        if brief and len(lines) > first and width(lines[-1]) + width(parts) <= room:
            lines[-1] = (*lines[-1], *parts)
        else:
            lines += wrap(parts, room, 3, 4)
    main = view.system.main_track(view.scene)
    tracks = ((name, track) for name, track in combatant.tracks.items() if name != main and track.max)
    spendable = [(name, name, f"{track.value}/{track.max}") for name, track in tracks]
    spendable += [(word, word, _count(counter)) for word, counter in combatant.counters.items()]
    spendable += [(SPARES, f"{name} spare", str(count)) for name, count in combatant.spares.items()]
    lines += _inline([(label, value) for _, label, value in spendable], room, [what for what, _, _ in spendable])
    for note in (*combatant.notes, *reminder_lines(combatant)):
        lines += wrap([(f"  {view.glyphs.note} ", "accent"), (note, "bright")], room, 2, 4)
    return lines


_HEADINGS: Final = {
    "trait": "Traits",
    "action": "Actions",
    "bonus": "Bonus actions",
    "reaction": "Reactions",
    "legendary": "Legendary actions",
}
"""The parts of a stat block in the order of print."""


def printed_acts(combatant: Combatant) -> dict[str, str]:
    """Return the printed text of each weapon that stands in the stat block."""
    texts = {str(part["name"]).partition(" (")[0].casefold(): str(part["text"]) for part in printed(combatant)}
    bare = {name: name.partition(" (")[0] for name in combatant.weapons}
    return {name: texts[word.casefold()] for name, word in bare.items() if word in texts}


def _stat_block(view: View, combatant: Combatant, room: int) -> list[Line]:
    lines: list[Line] = []
    acts = {name.partition(" (")[0]: name for name in combatant.weapons}
    for kind, heading in _HEADINGS.items():
        parts = [part for part in printed(combatant) if part["kind"] == kind]
        if parts:
            lines.append(((f"  {heading}", "accent"),))
        for part in parts:
            act = acts.get(str(part["name"]).partition(" (")[0].casefold(), "")
            left = view.system.weapon_state(combatant, act) if act else ""
            bits: list[Bit] = [(f"  {part['name']}. ", "bright"), (f"{left}. " if left else "", "warn")]
            lines += wrap([*bits, (str(part["text"]), "normal")], room, 40, 4)
    return lines


def _tracks(view: View, combatant: Combatant, room: int) -> list[Line]:
    lines: list[Line] = []
    size = max((cells(name) for name in combatant.tracks), default=0)
    for name, track in combatant.tracks.items():
        spec = view.system.sheet.track(name)
        filled, empty = bar(track.value, track.max, 12, view.glyphs)
        bits: list[Bit] = [
            ("  " + pad(name, size) + "  ", "normal"),
            (filled, "bar-good"),
            (" " * len(empty) if view.glyphs.fancy else empty, "bar-empty"),
            (f" {track.value}/{track.max}", "bright"),
            (f"   {spec.help}" if spec else "", "dim"),
        ]
        lines += wrap(bits, room, 4, size + 4)
    return lines


def _inline(pairs: list[tuple[str, str]], room: int, spent: Sequence[str] = ()) -> list[Line]:
    bits: list[Bit] = []
    for place, (name, value) in enumerate(pairs):
        shown = [(f"{name} ", "dim"), (value or "–", "bright")]
        bits += [("   " if bits else "  ", "normal"), *(link(shown, f"spend:{spent[place]}") if spent else shown)]
    return wrap(bits, room, 8, 2) if bits else []


def _block(title: str, rows: list[tuple[str, str]], room: int) -> list[Line]:
    if not rows:
        return []
    lines: list[Line] = [((f"  {title}", "accent"),)]
    size = min(20, max(cells(name) for name, _ in rows))
    for name, value in rows:
        lines += wrap([("  " + pad(name, size) + "  ", "normal"), (value, "dim")], room, 3, size + 4)
    return lines


def _count(counter: Counter) -> str:
    return counter_text(counter) + (f" each {counter.each}" if counter.each else "")


def _lasts(condition: Condition, scene: Scene) -> str:
    parts = [str(condition.value)] if condition.value is not None else []
    if condition.rounds is not None and condition.until not in (START, END):
        parts.append(f"to the end of round {last_round(scene, condition.rounds)}")
    return " ".join(filter(None, (*parts, lasts_until(condition, scene), condition.about.strip())))
