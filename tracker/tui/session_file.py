"""The file of the session on the screen: written in the background, checked in slices, its state shown."""

import os
import time
from typing import TYPE_CHECKING, Final

from tracker.session import WATCHED
from tracker.storage.errors import LoadError
from tracker.storage.folders import PROPOSALS
from tracker.tui.cockpit.view import Saving
from tracker.tui.slices import in_slices

if TYPE_CHECKING:
    from tracker.players.inbox import Inbox
    from tracker.storage.writer import WriteState
    from tracker.tui.app import TrackerApp

LISTEN: Final = 1.5  # the least seconds between two looks for lines that programs propose
FOLLOW: Final = 0.25  # the seconds between two checks of a file that another program writes
LEFT: Final = "The other window has closed this fight: {key} goes on with it here."  # once it can be written
STEP: Final = 10  # the records compared between two looks at the clock


class SessionFile:
    """The state of the current session's file, and the ways to have it written."""

    def __init__(self, app: "TrackerApp") -> None:
        self._app = app
        self._noticed = ""
        self._following = self._left = False
        self._listened = 0.0
        self._inbox: Inbox | None = None

    @property
    def path(self) -> str:
        """Return the path of the file; "" if there is none."""
        return self._app.session.path if self._app.session is not None else ""

    @property
    def unsaved(self) -> int:
        """Return how many changes are in memory only."""
        return self._app.session.unsaved if self._app.session is not None else 0

    def write_in_background(self) -> None:
        """Write the records of the session in a separate thread from now on."""
        session = self._app.desk.session
        session.save_in_background(self.state_changed)
        self._noticed = session.journal.notice if session.journal is not None else ""
        if self._noticed:
            self._app.desk.told = (self._noticed,)
        self.show_state()
        if session.followed and not self._following:
            self._following = True
            self._app.set_interval(FOLLOW, self._follow)

    def listen(self) -> None:
        """Have what other programs propose wait for a key; nothing is looked for where nothing can be written.

        This is asked with each key, and while none comes: a look of its own would wake the program for nothing.
        """
        if time.monotonic() < self._listened + LISTEN:
            return
        self._listened = time.monotonic()
        session = self._app.session
        journal = session.journal if session is not None and not session.watching else None
        if journal is not None and not journal.read_only and os.path.isdir(f"{self.path}{PROPOSALS}"):
            from tracker.players.inbox import Inbox

            self._inbox = self._inbox or Inbox(self.path)
            self._app.players.hear(self._inbox)

    def _follow(self) -> None:
        session, controller = self._app.session, self._app.controller
        if session is None:
            return
        before = session.scene
        try:
            grew = session.follow()
        except LoadError:
            return
        another = session.journal is not None and session.journal.follows_another()
        if another or session.left != self._left:
            self._left = session.left
            self.show_state()
        if grew:
            if controller is not None and before.combatants.keys() - session.scene.combatants.keys():
                controller.close()
                controller.selection.settle(before)
            self._app.idle(lambda: None)

    def take_over(self) -> str:
        """Go on here with a file that the other window has closed; returns an error or ""."""
        session = self._app.session
        if session is None or not session.watching:
            return "Nobody else has this fight open."
        if not session.left:
            return WATCHED
        self._left = False
        return self._app.sessions.open_again(session.path)

    def verify(self) -> None:
        """Compare the states in the file with their replay, a slice at a time, between keys."""
        session = self._app.session
        if session is None:
            return

        def step(seconds: float) -> bool:
            until = time.perf_counter() + seconds
            while self._app.session is session:
                if session.verify(STEP):
                    if session.journal is not None and session.journal.read_only:
                        self.show_state()
                    return True
                if time.perf_counter() >= until:
                    return False
            return True

        in_slices(self._app, step)

    def state_changed(self, state: "WriteState") -> None:
        """Show the writer's state; called from any thread, the state at the time of display counts.

        The state *saving* is known before the change it is about is painted: nothing is shown as saved that is not.
        """
        if state.kind != "saving":
            self._app.later(self.show_state)
        elif self._app.controller is not None:
            self._app.controller.saving = Saving(state.kind)

    def show_state(self) -> None:
        """Show the file's state as the writer reports it, and the messages of its journal."""
        app, session, controller = self._app, self._app.session, self._app.controller
        if session is None or controller is None or not app.is_running:
            return
        journal, state = session.journal, session.saving
        if session.watching:
            reason = journal.why_read_only if journal is not None else WATCHED
            saving = Saving("read only", LEFT.format(key=controller.key("take-over")) if self._left else reason)
        elif state is not None:
            saving = Saving(state.kind, state.reason)
        else:
            return
        if journal is not None and saving.kind == "saved":
            if journal.read_only:
                saving = Saving("read only", journal.why_read_only)
            if journal.notice != self._noticed:
                self._noticed = journal.notice
                controller.told = (*controller.told, journal.notice)
        controller.saving = saving
        app.repaint()

    def try_again(self) -> bool:
        """Try to save again; returns whether everything is saved."""
        session = self._app.session
        if session is None or session.writer is None:
            return False
        session.writer.put()
        return self.flush(2)

    def flush(self, seconds: float) -> bool:
        """Try to save everything, for at most that many seconds; returns whether everything is saved."""
        try:
            return self._app.session is None or self._app.session.flush(seconds)
        except Exception as error:
            self._app.blame(error)
            return False

    def close_inbox(self) -> None:
        """Remove the folder of what programs propose."""
        inbox, self._inbox = self._inbox, None
        if inbox is not None:
            inbox.close()
            # They were for a session that is no longer open here.
            self._app.players.table.forget(programs=True)

    def close(self) -> None:
        """Close the file of a session that another one replaces."""
        self.close_inbox()
        try:
            if self._app.session is not None:
                self._app.session.close(5)
        except Exception as error:
            self._app.blame(error)
