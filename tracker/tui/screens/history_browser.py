"""The history as the game master walks through it: what each key does, and what is shown. No widget is known here."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, ClassVar, Final

from msgspec.structs import replace

from tracker.combat.records import START, Entry
from tracker.combat.scene import Scene
from tracker.commands.resolve import Preview, preview
from tracker.tui.cockpit.log_model import FAR, Chronicle, holds
from tracker.tui.cockpit.view import View
from tracker.tui.look.text import Line, fit, wrap
from tracker.tui.screens.amend_sheet import AmendSheet, sheet_of
from tracker.tui.screens.history_rows import TreeRow, tree_rows
from tracker.tui.strip.command_bar import Bar
from tracker.tui.strip.line_edit import Typed
from tracker.tui.strip.progress import Progress
from tracker.tui.strip.strip_view import Cockpit, Press, Trouble, typed_bits

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracker.tui.cockpit.controller import Controller

TAKES_OUT: Final = "r"
"""Takes a line out as well, for keyboards without a key for deleting."""

BEGINNING = "The beginning cannot be taken out or changed; it is where everything starts."


class Amend(Bar):
    """The command of a past line, to be written anew; it is looked at in the moment it was given in."""

    name: ClassVar[str] = "amend"

    def __init__(self, entry: Entry, before: Scene) -> None:
        super().__init__(entry.command)
        self.entry = entry
        self._before = before

    @property
    def text(self) -> str:
        """The line as it stands now."""
        return self.typed.text.strip()

    def ruled(self) -> str:
        """The line with its command ruled."""
        verb, blank, rest = self.text.partition(" ")
        return self.text if verb.endswith("!") else f"{verb}!{blank}{rest}"

    def scene(self, cockpit: Cockpit) -> Scene:
        """The moment before the line."""
        return self._before

    def preview(self, cockpit: Cockpit) -> Preview:
        """What the line would do then."""
        return preview(cockpit.system, self._before, self.typed.text)

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        """Which line it is, above what the bar shows."""
        head = fit([(f"line {self.entry.id}", "verb"), ("  was: ", "dim"), (self.entry.text, "dim")], room)
        trouble, self.trouble = self.trouble, None
        if trouble is not None:
            lines = super().lines(cockpit, room, 2)[:2]
            self.trouble = trouble
            return [head, *lines, *refusal_lines(cockpit, trouble, room, max(1, most - 3))]
        return [head, *super().lines(cockpit, room, most - 1)]

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        """One more than the bar; more where refusals are listed."""
        if self.trouble is not None:
            return min(most, 3 + len(refusal_lines(cockpit, self.trouble, room, most - 3)))
        return min(most, 5)


def refusal_lines(cockpit: Cockpit, trouble: Trouble, room: int, most: int) -> list[Line]:
    """Why a change of the past is refused, and the way around."""
    way = f"  {cockpit.key('rule')} does it all the same" if trouble.refused else ""
    return wrap([(trouble.text, "refused"), (way, "key")], room, most)


def _holds(path: list[int], id_: int) -> bool:
    """Whether an id is among these, which rise."""
    place = bisect_right(path, id_)
    return place > 0 and path[place - 1] == id_


class HistoryBrowser:
    """Where the game master is in the history; ``at`` is the line whose moment is shown, 0 the beginning."""

    def __init__(self, controller: Controller, close: Callable[[], None]) -> None:
        self.controller = controller
        self.session = controller.session
        self.chronicle = Chronicle(self.session.history)
        self.at = self.session.history.head
        self.turned: frozenset[int] = frozenset()
        self.amend: Amend | AmendSheet | None = None
        self.search: Typed | None = None
        self.needle = ""
        self.refused: tuple[str, Trouble] | None = None
        self.reasons = False
        self._close = close
        self._grown: object = None
        self._tree: list[TreeRow] = []
        self._places: dict[int, int] = {}
        self._branches = 0

    # ------------------------------------------------------------------ the tree

    @property
    def tree(self) -> list[TreeRow]:
        """All lines, as they are folded now."""
        history = self.session.history
        key = (history.head, len(history.records), self.turned, self.needle)
        if key != self._grown:
            self._grown = key
            self.chronicle.refresh()
            self._tree = tree_rows(history, self.chronicle.ahead, frozenset() if self.needle else self.turned)
            if self.needle:
                self._tree = self._found()
            self._places = {row.id: place for place, row in enumerate(self._tree)}
            self._branches = sum(row.begins for row in self._tree)
        return self._tree

    def _found(self) -> list[TreeRow]:
        """The lines that hold what is searched for, on every branch, and the one looked at."""
        history = self.session.history
        lanes = {row.id: row.lane for row in self._tree}
        entries = history.entries.values()
        hints = [TreeRow(entry.id, lanes.get(entry.id, 1)) for entry in entries if holds(entry, self.needle)]
        return hints or [TreeRow(START)]

    def place(self) -> int:
        """Where the line looked at stands; folded away, the fold it is in; not found, the last one before it."""
        tree, history = self.tree, self.session.history
        at = self.at
        if self.needle:
            return max(0, bisect_right([row.id for row in tree], at) - 1)
        while at not in self._places:
            at = history.entries[at].parent
        return min(self._places[at], len(tree) - 1)

    def branches(self) -> int:
        """How many branches there are beside the story."""
        return self._branches if self.tree else 0

    @property
    def entry(self) -> Entry | None:
        """The line looked at, None at the beginning."""
        return self.session.history.entries.get(self.at)

    def touched(self) -> tuple[str, ...]:
        """Whom the line looked at changed."""
        entry = self.entry
        if entry is None:
            return ()
        before, after = (self.session.history.scene_at(id_).combatants for id_ in (entry.parent, entry.id))
        return tuple(name for name, one in after.items() if before.get(name) is not one)

    def view(self) -> View:
        """The moment looked at, for the panes."""
        now = self.controller.view()
        scene = self.session.history.scene_at(self.at)
        return replace(
            now,
            scene=scene,
            selected=None,
            target=None,
            picked=frozenset(),
            needle="",
            log_at=self.at,
            inspect=False,
            mode="history",
        )

    # ------------------------------------------------------------------ keys

    def press(self, key: str, sign: str | None = None, page: int = 10) -> None:
        """Take one key; ``page`` is how many lines are in sight."""
        name = sign if sign and sign != " " and sign.isprintable() else key
        if self.controller.working:
            self.controller.press(key, sign)
            return
        if self.amend is not None:
            printable = sign if sign and sign.isprintable() else None
            self._amending(self.amend, Press(self.controller.keymap.form.get(name), name, printable))
            return
        if self.search is not None:
            self._searching(self.search, key, sign if sign and sign.isprintable() else None, name)
            return
        forced = self.refused
        self.refused = None
        if forced is not None and self.controller.keymap.form.get(name) in ("rule", "leave-form"):
            if self.controller.keymap.form.get(name) == "rule" and forced[1].refused:
                verb, _, rest = forced[0].partition(" ")
                self._change(f"{verb}! {rest}")
            return
        self._choosing(self.controller.keymap.table.get(name), name, page)

    def _choosing(self, id_: str | None, name: str, page: int) -> None:
        steps = {"down": 1, "up": -1, "page-down": page - 1, "page-up": 1 - page, "first": -FAR, "last": FAR}
        if id_ in steps:
            self._step(steps[id_])
        elif id_ == "menu":
            self._go()
        elif id_ == "remove" or name == TAKES_OUT:
            self._revoke()
        elif id_ == "main":
            self._begin_amend()
        elif id_ in ("undo", "redo"):
            self._change(id_, follow=True)
        elif id_ in ("quick", "pick") or name in ("left", "right"):
            self._fold()
        elif id_ in ("next-pane", "last-pane"):
            self.reasons = not self.reasons
        elif id_ in ("help", "settings"):
            self.controller.host.open_screen("help-history" if id_ == "help" else id_)
        elif id_ == "filter":
            self.search = Typed.of(self.needle)
        elif id_ == "back" and self.needle:
            self.needle = ""
        elif id_ in ("back", "leave", "history"):
            self._close()
        elif id_ == "quit":
            self.controller.host.leave()

    def _searching(self, typed: Typed, key: str, sign: str | None, name: str) -> None:
        """Take a key while a text is typed that lines must hold: enter keeps it, escape takes it away."""
        id_ = self.controller.keymap.form.get(name)
        if id_ == "quit":
            self.controller.host.leave()
        elif id_ in ("leave-form", "apply"):
            self.search = None
            if id_ == "leave-form":
                self.needle = ""
        elif id_ in ("next-choice", "last-choice"):
            self._step(1 if id_ == "next-choice" else -1)
        else:
            changed = typed.type(sign) if sign else typed.press(key)
            if changed is not None:
                self._narrow(changed)
        if self.search is None and self.tree:
            self.at = self.tree[self.place()].id

    def _narrow(self, typed: Typed) -> None:
        """Show only the lines that hold this text, and look at the nearest of them, of the story if it can be."""
        self.search, self.needle = typed, typed.text
        story = self.session.history.story
        near = self.tree[self.place()].id
        hits = [] if _holds(story, near) else [row.id for row in self.tree if _holds(story, row.id)]
        self.at = hits[max(0, bisect_right(hits, self.at) - 1)] if hits else near

    def paste(self, text: str) -> None:
        """A pasted text goes into the line being written, or into what is searched for."""
        if self.search is not None:
            self._narrow(self.search.type(text))
        if self.amend is not None:
            self.amend.paste(self.controller, text)

    def _step(self, by: int) -> None:
        tree = self.tree
        self.at = tree[max(0, min(len(tree) - 1, self.place() + by))].id

    def look_at(self, place: int) -> None:
        """Look at the line in this place of the tree."""
        if 0 <= place < len(self.tree):
            self.at = self.tree[place].id

    def _fold(self) -> None:
        """Fold or open the branch that the line looked at is in."""
        tree, place = self.tree, self.place()
        lane = tree[place].lane
        while lane and not (tree[place].begins and tree[place].lane == lane):
            place -= 1
        if lane:
            self.turned ^= {tree[place].id}
            self.at = tree[place].id

    def _way(self) -> str:
        """What going to the line looked at takes back and brings back, in lines."""
        history, on, at = self.session.history, 0, self.at
        # A path's ids rise, so the place where the branch left the story is found without walking the story.
        while at != START and not _holds(history.story, at):
            on, at = on + 1, history.entries[at].parent
        back = len(history.story) - bisect_right(history.story, at)
        ways = [f"{steps} {word}" for steps, word in ((back, "back"), (on, "on")) if steps]
        return f"go there: {', '.join(ways)}" if ways else "stay here"

    # ------------------------------------------------------------------ changing the story

    def _go(self) -> None:
        if self.at == self.session.history.head:
            self._close()
        else:
            self.controller.start(f"goto {self.at}", lambda trouble: None if trouble else self._close())

    def _revoke(self) -> None:
        if self.entry is None:
            self.refused = ("revoke", Trouble(BEGINNING))
        elif not self._in_story(self.entry.id):
            self.refused = ("revoke", self._elsewhere(self.entry.id))
        else:
            self._change(f"revoke {self.at}")

    def _begin_amend(self) -> None:
        entry, history = self.entry, self.session.history
        if entry is None:
            self.refused = ("amend", Trouble(BEGINNING))
        elif not self._in_story(entry.id):
            self.refused = ("amend", self._elsewhere(entry.id))
        else:
            before = history.scene_at(entry.parent)
            self.amend = sheet_of(self.controller, entry, before) or Amend(entry, before)

    def _in_story(self, id_: int) -> bool:
        return self.chronicle.fate(id_) == "story"

    def _elsewhere(self, id_: int) -> Trouble:
        """That a line is on another branch, and the key that goes there."""
        return Trouble(f"Line {id_} is not in the story now; {self.controller.key('menu')} goes there first.")

    def _amending(self, amend: Amend | AmendSheet, press: Press) -> None:
        if press.id == "quit":
            self.controller.host.leave()
        elif press.id == "leave-form":
            self.amend = None
        elif press.id == "apply":
            self._put(amend, forced=False)
        elif press.id == "rule" and amend.trouble is not None and amend.trouble.refused:
            self._put(amend, forced=True)
        else:
            amend.press(self.controller, press)

    def _put(self, amend: Amend | AmendSheet, forced: bool) -> None:
        """Put the line in the place of the old one; what is wrong with it is shown and it stays open."""
        line, force = amend.text, ""
        if not line:
            amend.trouble = Trouble("There is nothing to do in this line; esc leaves the old one.")
            return
        if line == amend.entry.command:
            self.amend = None
            return
        if forced:
            # A refusal of the line itself is ruled in the line; later lines that would be refused are left out.
            if amend.preview(self.controller).objections and line != amend.ruled():
                line = amend.ruled()
            else:
                force = "!"
        place = self._story_place()

        def then(trouble: Trouble | None) -> None:
            amend.trouble = trouble
            if trouble is None:
                self.amend = None
                self._look_there(place)

        self.controller.start(f"amend{force} {amend.entry.id} {line}", then)

    def _change(self, line: str, follow: bool = False) -> None:
        place, was_now = self._story_place(), self.at == self.session.history.head

        def then(trouble: Trouble | None) -> None:
            if trouble is not None:
                self.refused = (line, trouble)
            elif not follow:
                self._look_there(place)
            elif was_now:
                self.at = self.session.history.head

        self.controller.start(line, then)

    def _story_place(self) -> int:
        story = self.session.history.story
        return story.index(self.at) if self.at in story else len(story)

    def _look_there(self, place: int) -> None:
        """Look at the line that now stands where the one looked at stood."""
        story = self.session.history.story
        self.at = story[min(place, len(story) - 1)] if story else START
        if self.needle and all(row.id != self.at for row in self.tree):
            self.needle = ""

    # ------------------------------------------------------------------ what the strip shows

    @property
    def progress(self) -> Progress | None:
        """How far a change of the past has come, where that takes long."""
        return self.controller.mode if isinstance(self.controller.mode, Progress) else None

    def rows(self, room: int, most: int) -> int:
        """How many lines the strip wants."""
        if self.progress is not None:
            return self.progress.rows(self.controller, room, most)
        if self.search is not None:
            return 2
        if self.amend is not None:
            return self.amend.rows(self.controller, room, most)
        return len(self.lines(room, most))

    def lines(self, room: int, most: int) -> list[Line]:
        """How far a change has come, the line being written, or what is refused."""
        if self.progress is not None:
            return self.progress.lines(self.controller, room, most)
        if self.search is not None:
            hints = sum(row.id != START for row in self.tree)
            count = f"{hints} line{'s' if hints != 1 else ''} on all branches; a name finds all that is about somebody."
            typed = fit([("/", "verb"), *typed_bits(self.search, self.controller)], room)
            return [typed, fit([(count, "dim")], room)]
        if self.amend is not None:
            return self.amend.lines(self.controller, room, most)
        if self.refused is not None:
            return refusal_lines(self.controller, self.refused[1], room, most)
        return []

    def hints(self) -> list[tuple[str, str]]:
        """The keys that matter now, each with its word."""
        key = self.controller.key
        if self.progress is not None:
            return [(key("leave-form"), "leave"), (key("quit"), "quit")]
        if self.search is not None:
            return [(key("apply"), "keep"), (key("leave-form"), "all lines")]
        if self.amend is not None:
            words = [("apply", "put it there"), ("next-field", "complete"), ("leave-form", "leave")]
            if self.amend.trouble is not None and self.amend.trouble.refused:
                words.insert(0, ("rule", "all the same"))
            return [(key(id_), word) for id_, word in words]
        if self.refused is not None and self.refused[1].refused:
            return [(key("rule"), "all the same"), (key("leave-form"), "leave it")]
        words = [("menu", self._way()), ("main", "amend"), ("remove", "take out"), ("undo", "undo"), ("redo", "redo")]
        hints = [(f"{key(id_)} {TAKES_OUT}" if id_ == "remove" else key(id_), word) for id_, word in words]
        if self.branches():
            hints.append((key("pick"), "fold"))
        hints.append((key("filter"), "search"))
        return [*hints, (key("back"), "all lines" if self.needle else "back"), (key("help"), "help")]
