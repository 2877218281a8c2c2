"""Carrying out lines from the screen: at once, or in slices with progress in the strip."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Final

from tracker.combat.records import Entry
from tracker.combat.scene import Scene
from tracker.rules.errors import InvalidCommand, Refused
from tracker.session import Done, Session
from tracker.tui.cockpit.desk import Desk
from tracker.tui.cockpit.work import Work
from tracker.tui.keys.keymap import Keymap
from tracker.tui.look.glyphs import FANCY, Glyphs
from tracker.tui.strip.strip_view import StripView, Trouble

if TYPE_CHECKING:
    from tracker.tui.host import Host

AT_ONCE: Final = 0.05
"""A command that takes no more seconds than this is finished before the next frame."""

SOON: Final = 0.5
"""The seconds after which the progress of a command is shown."""


ENDS: Final = "end"
"""The verb that ends a fight, in the games that have one."""

STEPS: Final = ("nearer", "farther")
"""The verbs that go one band at a time, and so are repeated with the same target."""


class Commands(Desk):
    """Carries out lines; while a long command runs, no other begins."""

    def __init__(self, session: Session, host: Host, keys: Keymap | None = None, glyphs: Glyphs = FANCY) -> None:
        super().__init__(session, host, keys, glyphs)
        self._work: Work | None = None
        self._beneath: StripView | None = None

    def close(self) -> None:
        """Close the strip view; everything stays as it was."""
        self.mode = self._work = None

    @property
    def working(self) -> bool:
        """Return whether a long command is running."""
        return self._work is not None

    def attempt(self, line: str) -> Trouble | None:
        """Carry out a line at once and close the strip view; on an error, return it instead."""
        troubles: list[Trouble | None] = []
        self.start(line, troubles.append, at_once=inf)
        return troubles[0]

    def start(
        self, line: str, then: Callable[[Trouble | None], None], *, keep: bool = False, at_once: float | None = None
    ) -> None:
        """Carry out a line and close the strip view, unless ``keep``.

        ``then`` is called with the error of the line, or None: now, or later if the line takes more than ``at_once``
        seconds (default ``AT_ONCE``). Escape cancels a long line; then nothing has changed, and ``then`` is not called.
        """
        work = self._work = Work(self.session.steps(line))
        view = self.mode
        before, head, following = self.scene, self.session.history.head, self.selection.follows()

        def go_on(seconds: float) -> bool:
            if self._work is not work:
                return True
            trouble = None
            try:
                if not work.advance(seconds):
                    self._show_progress(work)
                    return False
            except Refused as refused:
                trouble = Trouble(" ".join(refused.objections), refused=True)
            except InvalidCommand as bad:
                trouble = Trouble(str(bad))
            except BaseException:
                self._work = None
                raise
            self._work, self.mode = None, view
            if work.outcome is not None:
                self._carried_out(work.outcome, before, head, following, keep)
            then(trouble)
            return True

        if not go_on(AT_ONCE if at_once is None else at_once):
            self._beneath = view
            self.host.work(go_on)

    def _carried_out(self, done: Done, before: Scene, head: int, following: bool, keep: bool) -> None:
        if not keep:
            self.mode = None
        if not (done.entries and _verb(done.entries[-1]) in STEPS):
            self.selection.picked = frozenset()
        self.told = ()
        if following or not self.selection.in_log:
            self.selection.log_at = None
        if self.session.history.head == head and not done.entries:
            from tracker.tui.strip.notice import Notice

            self.mode = Notice(self.system.title, done.text)
        self.follow_game()
        self.selection.settle(before)
        if done.entries and not done.moved and _verb(done.entries[-1]) == ENDS:
            self.host.idle(lambda: self._show_figures(done.entries[-1].id))

    def _show_figures(self, end: int) -> None:
        """Show the figures of a fight that ended, unless the GM goes on typing."""
        if self.mode is None and self.session.history.head == end:
            self.host.open_screen("figures", "unasked")

    def _show_progress(self, work: Work) -> None:
        from tracker.tui.strip.notice import Progress

        if work.seconds >= SOON:
            if not isinstance(self.mode, Progress):
                self.mode = Progress()
            self.mode.done, self.mode.total = work.done, work.total

    def _leave_work(self) -> None:
        self._work, self.mode, self._beneath = None, self._beneath, None

    def run(self, line: str, *, remarks: bool = False) -> None:
        """Carry out a line that a key stands for; what is wrong with it is shown with the way around.

        With ``remarks`` they are shown at once as well, with the key that takes the line back.
        """

        def then(trouble: Trouble | None) -> None:
            if trouble is not None and not trouble.refused and line in ("undo", "redo"):
                self.host.tell(trouble.text)
            elif trouble is not None:
                from tracker.tui.strip.notice import Ruling

                self.mode = Ruling(line, trouble.text, trouble.refused)
            elif remarks and (entry := self.session.history.entries.get(self.session.history.head)) and entry.remarks:
                self.host.tell(f"{' '.join(entry.remarks)} {self.key('undo')} takes it back.", "turn")

        self.start(line, then)


def _verb(entry: Entry) -> str:
    """Return the verb of an entry's first command."""
    return entry.command.partition(" ")[0].rstrip("!")
