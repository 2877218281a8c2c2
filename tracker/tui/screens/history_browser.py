"""What is looked at in the history, and what is done there: its rows, its tree, the changes of past lines."""

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Set
from textwrap import shorten
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from tracker.combat.history import History
from tracker.combat.model import Model
from tracker.combat.records import START, Entry
from tracker.commands.writer import unfilled
from tracker.rules.grammar import quantity
from tracker.session import Session
from tracker.tui.cockpit.controller import Controller
from tracker.tui.cockpit.log_model import FAR, finder, place_of
from tracker.tui.cockpit.mouse import PEOPLE, for_view
from tracker.tui.cockpit.view import Click, View
from tracker.tui.look.text import CUT, Line
from tracker.tui.screens.amend import Amend, AmendForm, AmendSheet, form_of, refusal_lines
from tracker.tui.strip.command_bar import Filter
from tracker.tui.strip.notice import Progress
from tracker.tui.strip.strip_view import TAKE, Intent, MoveSelection, Narrow, Press, Run, Trouble

Amending: TypeAlias = Amend | AmendForm | AmendSheet
"""A past line being amended: as text, in its form, or in the rows of a sheet."""

LONG: Final = 12  # the longest branch that is not folded at first
_SENTENCE_END: Final = re.compile(r"(?<=[.!?]) +")
_DIFFERENCE: Final = 56  # the characters for what a later line says differently: the notice has three lines


class TreeRow(Model):
    """A line of the tree. ``lane`` 0 is the story's; ``begins`` a branch; ``folded`` is how many lines it hides."""

    id: int
    lane: int = 0
    begins: bool = False
    folded: int = 0


def tree_rows(history: History, ahead: Set[int], turned: Set[int]) -> list[TreeRow]:
    """Return the lines; ``ahead`` is what redo brings back, ``turned`` the branches folded or unfolded by hand."""
    children, sizes = _family(history)
    story = set(history.story)
    tree: list[TreeRow] = []
    pending: list[tuple[int, int, bool]] = [(START, 0, False)]
    while pending:
        id_, lane, begins = pending.pop()
        size = sizes.get(id_, 1) if begins else 0
        folded = size - 1 if begins and (size > LONG) != (id_ in turned) else 0
        tree.append(TreeRow(id_, lane, begins, folded))
        if folded:
            continue
        while len(below := children.get(id_, [])) == 1:
            (id_,) = below
            tree.append(TreeRow(id_, lane))
        if below:
            # The story's line stays in the lane, else that of redo, else the newest.
            staying = [child for way in (story, ahead) for child in below if child in way]
            first = staying[0] if staying else below[-1]
            pending.append((first, lane, False))
            pending += [(child, lane + 1, True) for child in reversed(below) if child != first]
    return tree


def ahead_of(history: History) -> Set[int]:
    """Return the lines that redo would bring back."""
    newest = next(reversed(history.entries), None)
    at = history.redo_target(FAR) if history.head != newest else None
    ahead: set[int] = set()
    while at is not None and at not in (START, history.head):
        ahead.add(at)
        at = history.entries[at].parent
    return ahead


def _family(history: History) -> tuple[dict[int, list[int]], dict[int, int]]:
    children: dict[int, list[int]] = {}
    sizes = dict.fromkeys(history.entries, 1)
    for entry in history.entries.values():
        children.setdefault(entry.parent, []).append(entry.id)
    for entry in reversed(history.entries.values()):
        if entry.parent != START:
            sizes[entry.parent] += sizes[entry.id]
    return children, sizes


class HistoryTree:
    """The lines of a session's history; ``at`` is the one whose moment is shown, 0 the beginning.

    ``turned`` are the branches folded or unfolded by hand; only lines containing ``needle`` are shown.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.at = session.history.head
        self.turned: frozenset[int] = frozenset()
        self.needle = ""
        self.found = True  # whether the search found a line
        self._grown: object = None
        self._ahead: Set[int] = frozenset()
        self._tree: list[TreeRow] = []
        self._places: dict[int, int] = {}
        self._branches = 0

    @property
    def tree(self) -> list[TreeRow]:
        """Return all lines with the current folding."""
        history = self.session.history
        key = (history.head, len(history.records), self.turned, self.needle)
        if key != self._grown:
            self._grown = key
            self._ahead = ahead_of(history)
            self._tree = tree_rows(history, self._ahead, frozenset() if self.needle else self.turned)
            self.found = True
            if self.needle:
                lanes = {row.id: row.lane for row in self._tree}
                entries = filter(finder(self.needle), history.entries.values())
                hits = [TreeRow(entry.id, lanes.get(entry.id, 1)) for entry in entries]
                self.found, self._tree = bool(hits), hits or [TreeRow(self.at)]
            self._places = {row.id: place for place, row in enumerate(self._tree)}
            self._branches = sum(row.begins for row in self._tree)
        return self._tree

    def place(self) -> int:
        """Return the position of the current line, of the fold containing it, or of the last line before it."""
        tree, history = self.tree, self.session.history
        at = self.at
        if self.needle:
            return max(0, bisect_right([row.id for row in tree], at) - 1)
        while at not in self._places:
            at = history.entries[at].parent
        return min(self._places[at], len(tree) - 1)

    def fate(self, id_: int) -> Literal["story", "undone", "other"]:
        """Return whether a line is in the story, was undone and can be redone, or is on another branch."""
        if place_of(id_, self.session.history.story) is not None:
            return "story"
        return "undone" if id_ in self._ahead else "other"

    def branches(self) -> int:
        """Return the number of branches besides the story."""
        return self._branches if self.tree else 0

    @property
    def entry(self) -> Entry | None:
        """Return the current entry; None at the beginning."""
        return self.session.history.entries.get(self.at)

    def touched(self) -> tuple[str, ...]:
        """Return the combatants changed by the current line."""
        entry = self.entry
        if entry is None:
            return ()
        before, after = (self.session.history.scene_at(id_).combatants for id_ in (entry.parent, entry.id))
        return tuple(name for name, combatant in after.items() if before.get(name) is not combatant)

    def narrow(self, text: str) -> None:
        """Filter by this text, and go to the nearest match, in the story if possible."""
        self.needle = text
        story = set(self.session.history.story)
        near = self.tree[self.place()].id
        hits = [] if near in story else [row.id for row in self.tree if row.id in story]
        self.at = hits[max(0, bisect_right(hits, self.at) - 1)] if hits else near

    def step(self, by: int) -> None:
        """Move down by this many lines."""
        tree = self.tree
        self.at = tree[max(0, min(len(tree) - 1, self.place() + by))].id

    def fold(self) -> None:
        """Fold or unfold the branch of the current line."""
        tree, place = self.tree, self.place()
        # A search lists lines without the branches they belong to.
        lane = 0 if self.needle else tree[place].lane
        while lane and not (tree[place].begins and tree[place].lane == lane):
            place -= 1
        if lane:
            self.turned ^= {tree[place].id}
            self.at = tree[place].id

    def way(self) -> str:
        """Return how many lines going to the current line would undo and redo."""
        history, on, at = self.session.history, 0, self.at
        # A path's ids increase, so the fork is found without walking the story.
        while at != START and place_of(at, history.story) is None:
            on, at = on + 1, history.entries[at].parent
        back = len(history.story) - bisect_right(history.story, at)
        ways = [f"{steps} {word}" for steps, word in ((back, "back"), (on, "on")) if steps]
        return f"go there: {', '.join(ways)}" if ways else "stay here"

    def story_place(self) -> int:
        """Return the position of the current line in the story; after its end if it is on another branch."""
        story = self.session.history.story
        place = place_of(self.at, story)
        return len(story) if place is None else place

    def look_into_story(self, place: int) -> None:
        """Go to the line of the story at this position."""
        story = self.session.history.story
        self.at = story[min(place, len(story) - 1)] if story else START
        if self.needle and all(row.id != self.at for row in self.tree):
            self.needle = ""


def aftermath(history: History, before: Collection[int], changed: int, done: str, undo: str) -> str:
    """Return what was ``done``, the key that takes it back, and what was left out or turned out differently by it.

    ``before`` are the ids of the story before the change, ``changed`` is the id of the entry that was changed.
    """
    entries = history.entries
    kept = {entries[id_].first for id_ in (*history.story, changed)}
    gone = [f"{id_} {entries[id_].command}" for id_ in sorted(before) if entries[id_].first not in kept]
    lost = shorten("; ".join(gone), _DIFFERENCE, placeholder=f" {CUT}")
    left = f" {quantity(len(gone), 'later line')} left out: {lost}." if gone else ""
    was = {entries[id_].first: entries[id_].text for id_ in before if id_ != changed}
    again = (entries[id_] for id_ in history.story if id_ not in before)
    others = [entry for entry in again if was.get(entry.first, entry.text) != entry.text]
    lines = "1 later line turns" if len(others) == 1 else f"{len(others)} later lines turn"
    first = _difference(was[others[0].first], others[0].text) if others else ""
    told = f" {lines} out differently{', first' if len(others) > 1 else ''}: {first}" if others else ""
    return f"Line {changed} is {done}; {undo} takes it back.{left}{told}"


def _difference(was: str, now: str) -> str:
    old, new = (_SENTENCE_END.split(text) for text in (was, now))
    fresh = [part for part in new if part not in old] or ["no longer:", *(part for part in old if part not in new)]
    return shorten(" ".join(fresh), _DIFFERENCE, placeholder=f" {CUT}")


TAKES_OUT: Final = "r"  # takes a line out as well, for keyboards without a delete key


class HistoryBrowser(HistoryTree):
    """The position in the history, and what is open there: a search, an amended line, a refusal."""

    def __init__(self, controller: Controller, close: Callable[[], object]) -> None:
        super().__init__(controller.session)
        self.controller = controller
        self.amend: Amending | None = None
        self.search: Filter | None = None
        self.refused: tuple[str, Trouble] | None = None
        self.reasons = False
        self.beside: int | None = None  # the marked moment, which the current one is compared with
        self.changed = False
        """Whether the last key changed the past: enter then leaves, so that pressed twice it goes nowhere."""
        self._close = close
        self._comes_back = False  # whether the amended line was opened from the log, where one then comes back to

    def view(self) -> View:
        """Return the current moment, for the panes."""
        scene = self.session.history.scene_at(self.at)
        return replace(
            self.controller.view(),
            system=self.session.system_at(scene),
            scene=scene,
            selected=None,
            target=None,
            picked=frozenset(),
            needle="",
            log_at=self.at,
            inspect=False,
            mode="history",
        )

    def press(self, key: str, sign: str | None = None, page: int = 10) -> None:
        """Handle a key; ``page`` is the number of visible lines."""
        self.controller.clicked = ""
        if self.controller.working:
            self.controller.press(key, sign)
            return
        printable = sign if sign and sign.isprintable() else None
        name = printable if printable and printable != " " else key
        in_form = self.controller.keymap.form.get(name)
        pressed = Press(in_form, name, printable)
        if (self.amend or self.search) is not None and in_form == "quit":
            self.controller.host.leave()
        elif self.amend is not None:
            self._amending(self.amend, pressed)
        elif self.search is not None:
            self._searched(self.search.press(self.controller, pressed))
        else:
            changed, self.changed = self.changed, False
            if changed and self.controller.keymap.table.get(name) == "menu":
                self._close()
                return
            forced, self.refused = self.refused, None
            if forced is None or in_form not in ("rule", "leave-form"):
                self._choosing(self.controller.keymap.table.get(name), name, page)
            elif in_form == "rule" and forced[1].refused:
                verb, _, rest = forced[0].partition(" ")
                self._change(f"{verb}! {rest}")

    def _choosing(self, id_: str | None, name: str, page: int) -> None:
        steps = {"down": 1, "up": -1, "page-down": page - 1, "page-up": 1 - page, "first": -FAR, "last": FAR}
        if id_ in steps:
            self.step(steps[id_])
        elif id_ == "menu":
            self._go()
        elif id_ == "remove" or name == TAKES_OUT:
            if self._changeable("revoke") is not None:
                self._change(f"revoke {self.at}")
        elif id_ == "main":
            self._begin_amend()
        elif id_ in ("undo", "redo"):
            self._change(id_, follow=True)
        elif id_ in ("quick", "pick") or name in ("left", "right"):
            self.fold()
        elif id_ in ("next-pane", "last-pane"):
            self.reasons = not self.reasons
        elif id_ in ("help", "settings"):
            self.controller.host.open_screen("help-history" if id_ == "help" else id_)
        elif id_ == "mark":
            self.beside = self.at if self.beside is None else None
        elif id_ == "odds":
            self.controller.host.open_screen("forecast", f"at {self.at}")
        elif id_ == "filter":
            self.search = Filter(self.needle, self._found)
        elif id_ == "command":
            self._close()
            self.controller.act(id_)
        elif id_ == "back" and self.beside is not None:
            self.beside = None
        elif id_ == "back" and self.needle:
            self.needle = ""
        elif id_ in ("back", "leave", "history"):
            self._close()
        elif id_ == "quit":
            self.controller.host.leave()

    def _searched(self, intent: Intent) -> None:
        match intent:
            case MoveSelection(by):
                self.step(by)
            case Narrow(text, True):
                self.search, self.needle = None, text
                self.at = self.tree[self.place()].id
            case Narrow(text):
                self.narrow(text)

    def _found(self) -> str:
        count = sum(row.id != START for row in self.tree) if self.found else 0
        told = f"{quantity(count, 'line')} on all branches; a name finds all that is about somebody."
        return told if count else "No line on any branch has these words; the one you are at stays."

    def begin_at(self, id_: int, amend: bool, said: str = "") -> None:
        """Go to a line, and amend it if asked to; in a sheet, in the row of whom its text ``said`` names first."""
        if id_ in self.session.history.entries:
            self.at = id_
            if amend:
                self._begin_amend()
            self._comes_back = self.amend is not None
            if isinstance(self.amend, AmendSheet):
                places = [(said.find(name), row) for row, name in enumerate(self.amend.many.actors) if name in said]
                self.amend.row = min(places, default=(0, 0))[1]

    def click(self, click: Click) -> None:
        """Go to a clicked line, the second time with the fight; what is clicked while amending is for the line."""
        kind, _, what = click.target.partition(":")
        again = click.target == self.controller.clicked
        self.controller.clicked = TAKE if again else click.target
        if self.amend is not None and kind == "do":
            self._as_text(self.amend)
        elif self.amend is not None:
            if kind in PEOPLE:
                kind, what = for_view(click, self.amend)
            kind = TAKE if kind == "item" and again else kind
            if (kind == TAKE or not click.again) and isinstance(self.amend.click(self.controller, kind, what), Run):
                self._put(self.amend, forced=False)
        elif kind == "item":
            self.changed = False
            if int(what) < len(self.tree):
                self.at = self.tree[int(what)].id
            if again:
                self._go()

    def paste(self, text: str) -> None:
        """Insert a pasted text into the amended line, or into the search."""
        if self.search is not None:
            self._searched(self.search.paste(self.controller, text))
        if self.amend is not None:
            self.amend.paste(self.controller, text)

    def _go(self) -> None:
        if self.at == self.session.history.head:
            self._close()
        else:
            self.controller.start(f"goto {self.at}", lambda trouble: None if trouble else self._close())

    def _changeable(self, verb: str) -> Entry | None:
        """Return the current entry; None, with the reason shown, where there is nothing to change in the story."""
        entry, why = self.entry, "The beginning cannot be taken out or changed; it is where everything starts."
        if entry is not None and self.fate(entry.id) == "story":
            return entry
        if entry is not None:
            why = f"Line {entry.id} is not in the story now; {self.controller.key('menu')} goes there first."
        self.refused = (verb, Trouble(why))
        return None

    def _begin_amend(self) -> None:
        entry = self._changeable("amend")
        if entry is not None:
            before = self.session.history.scene_at(entry.parent)
            line = unfilled(self.session.system_at(before), before, entry.command)
            self.amend = form_of(self.controller, entry, before, line) or Amend(entry, before, line)

    def _amending(self, amend: Amending, press: Press) -> None:
        form = amend if isinstance(amend, AmendForm) else None
        if form is not None and (form.options is not None or (form.bars and press.id == "leave-form")):
            form.press(self.controller, press)
        elif form and press.sign == self.controller.key("command") and not (form.here and form.here.is_text):
            self._as_text(amend)
        elif press.id == "leave-form":
            self._end_amend()
        elif press.id == "rule" and amend.trouble is not None and amend.trouble.refused:
            self._put(amend, forced=True)
        elif press.id == "apply" or isinstance(amend.press(self.controller, press), Run):
            self._put(amend, forced=False)

    def _as_text(self, amend: Amending) -> None:
        self.amend = Amend(amend.entry, self.session.history.scene_at(amend.entry.parent), amend.was)

    def _put(self, amend: Amending, forced: bool) -> None:
        line, force = amend.text, ""
        if not line:
            wrong = amend.preview(self.controller).error
            amend.trouble = Trouble(wrong or "There is nothing to do in this line; esc leaves the old one.")
            return
        if line in (amend.was, amend.entry.command):
            self._end_amend()
            return
        if forced:
            # A refusal of the line itself is ruled in the line; later lines that would be refused are left out.
            if amend.preview(self.controller).objections and line != amend.ruled():
                line = amend.ruled()
            else:
                force = "!"
        place, before = self.story_place(), frozenset(self.session.history.story)

        def then(trouble: Trouble | None) -> None:
            amend.trouble = trouble
            if trouble is None:
                self.look_into_story(place)
                self._tell(before, amend.entry.id, "amended")
                self._end_amend()

        self.controller.start(f"amend{force} {amend.entry.id} {line}", then)

    def _end_amend(self) -> None:
        self.amend = None
        if self._comes_back:
            self._close()

    def _tell(self, before: frozenset[int], changed: int, done: str) -> None:
        self.changed = True
        history, controller = self.session.history, self.controller
        controller.host.tell(aftermath(history, before, changed, done, controller.key("undo")))

    def _change(self, line: str, follow: bool = False) -> None:
        place, was_now = self.story_place(), self.at == self.session.history.head
        changed, before = self.at, frozenset(self.session.history.story)

        def then(trouble: Trouble | None) -> None:
            if trouble is not None:
                self.refused = (line, trouble)
            elif not follow:
                self.look_into_story(place)
                self._tell(before, changed, "taken out")
            elif was_now:
                self.at = self.session.history.head

        self.controller.start(line, then)

    @property
    def progress(self) -> Progress | None:
        """Return the progress of a long change of the past."""
        return self.controller.mode if isinstance(self.controller.mode, Progress) else None

    def rows(self, room: int, most: int) -> int:
        """Return the height of the strip."""
        opened = self.progress or self.amend or self.search
        return len(self.lines(room, most)) if opened is None else opened.rows(self.controller, room, most)

    def lines(self, room: int, most: int) -> list[Line]:
        """Return the progress of a change, the amended line, the search, or a refusal."""
        if (opened := self.progress or self.amend or self.search) is not None:
            return opened.lines(self.controller, room, most)
        return refusal_lines(self.controller, self.refused[1], room, most) if self.refused is not None else []

    def hints(self) -> list[tuple[str, str]]:
        """Return the keys that matter now, each with its label."""
        key = self.controller.key
        if self.progress is not None:
            return [(key("leave-form"), "leave"), (key("quit"), "quit")]
        if self.search is not None:
            return [(key("apply"), "keep"), (key("leave-form"), "all lines")]
        if self.amend is not None:
            words = [("apply", "put it there"), ("next-field", "complete"), ("leave-form", "leave")]
            if self.amend.trouble is not None and self.amend.trouble.refused:
                words[0] = ("rule", "all the same")
            return [(key(id_), word) for id_, word in words]
        if self.refused is not None and self.refused[1].refused:
            return [(key("rule"), "all the same"), (key("leave-form"), "leave it")]
        way = "to the fight" if self.changed else self.way()
        words = [("menu", way), ("main", "amend"), ("remove", "take out"), ("undo", "undo"), ("redo", "redo")]
        hints = [(f"{key(id_)} {TAKES_OUT}" if id_ == "remove" else key(id_), word) for id_, word in words]
        if self.branches():
            hints.append((key("pick"), "fold"))
        hints += [(key("mark"), "compare" if self.beside is None else "unmark"), (key("odds"), "what if")]
        hints.append((key("filter"), "search"))
        return [*hints, (key("back"), "all lines" if self.needle else "back"), (key("help"), "help")]
