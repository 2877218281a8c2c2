"""The players' page: switched on and off from the screen, and updated as the fight changes.

It stays with the session it was switched on for. Another one that is opened meanwhile, perhaps one that is only being
prepared, is not shown until the GM says so; the page then keeps what it showed last.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

from tracker.players.projection import Projection, Sharing
from tracker.players.public import Public
from tracker.storage.errors import because
from tracker.web.address import EVERYWHERE, LOOPBACK
from tracker.web.broadcast import Broadcast, PageError
from tracker.web.publish import HEARTBEAT

if TYPE_CHECKING:
    from tracker.session import Session
    from tracker.tui.app import TrackerApp

LOOK: Final = 0.1
"""The seconds between two checks of the fight: the page is never later than that, and no key waits for it."""


class PlayersPage:
    """The players' page of a fight. ``url`` is "" while it is off."""

    def __init__(self, app: TrackerApp) -> None:
        self._app = app
        self._broadcast: Broadcast | None = None
        self._starting = False
        self._next: asyncio.TimerHandle | None = None
        self._shown: object = None
        self._beat = 0.0
        self._reviving = False
        self._session: Session | None = None
        self._path = ""
        self._last: Projection | None = None
        self._public: Public | None = None
        self.title = ""
        """What the fight is called that the page shows."""
        self.trouble = ""

    @property
    def on(self) -> bool:
        """Return whether the page is on."""
        return self._broadcast is not None

    @property
    def elsewhere(self) -> bool:
        """Return whether it shows another session than the one on the screen."""
        return self.on and self._current() is None

    @property
    def url(self) -> str:
        """Return its address."""
        return self._broadcast.address.url if self._broadcast is not None else ""

    @property
    def everywhere(self) -> bool:
        """Return whether others in the network can reach it."""
        return self._broadcast is not None and self._broadcast.address.host != LOOPBACK

    @property
    def warning(self) -> str:
        """Return a warning for the GM, or ""."""
        return self._broadcast.warning if self._broadcast is not None else ""

    async def switch_on(self, everywhere: bool = False) -> None:
        """Start the server without blocking the loop; errors are in ``trouble``."""
        if self._starting:
            return
        self._starting, self.trouble = True, ""
        try:
            self.switch_off()
            projection = self.show_this()
            own = self._app.options.host
            host = (own if own != LOOPBACK else EVERYWHERE[0]) if everywhere else LOOPBACK
            self._broadcast = await asyncio.to_thread(Broadcast, projection, host, self._app.options.port)
        except PageError as bad:
            self.trouble = str(bad)
        finally:
            self._starting = False
        if self._broadcast is not None:
            self._look_later()
        self._app.show_mark()

    def show_this(self) -> Projection:
        """Show the fight on the screen from now on."""
        session = self._session = self._app.session
        assert session is not None
        self._path, self._shown = session.path, None
        return self._project(session)

    def switch_off(self) -> None:
        """Stop the server."""
        if self._next is not None:
            self._next.cancel()
        broadcast, self._broadcast = self._broadcast, None
        if broadcast is not None:
            broadcast.close()

    def _look_later(self) -> None:
        # A plain call of the loop: a timer of the screen's own would cost keys ten times as much.
        self._next = asyncio.get_running_loop().call_later(LOOK, self._look)

    def _look(self) -> None:
        """Publish the fight if it changed; otherwise only that the GM is still here."""
        broadcast, session = self._broadcast, self._current()
        if broadcast is None:
            return
        self._look_later()
        now, stand = time.monotonic(), self._shown
        if session is not None:
            stand = (session, session.history.head, len(session.history.records), self._app.options.numbers)
        if stand == self._shown and now - self._beat < HEARTBEAT:
            return
        try:
            last = self._last if session is None or stand == self._shown else self._project(session)
            if last is not None:
                broadcast.publish(last)
            self._shown, self._beat = stand, now
        except OSError as error:
            self._give_up(because(error))
        else:
            if not broadcast.alive and not self._reviving:
                self._reviving = True
                self._app.run_worker(self._revive(broadcast), group="players' server")

    async def _revive(self, broadcast: Broadcast) -> None:
        """Start the server again after it ended for any reason."""
        try:
            await asyncio.to_thread(broadcast.revive)
            if broadcast is not self._broadcast:
                broadcast.close()
                return
            self._app.tell("The server of the players' page had ended; it was started again.")
        except PageError as error:
            self._give_up(str(error))
        finally:
            self._reviving = False

    def _give_up(self, why: str) -> None:
        self.switch_off()
        self._app.show_mark()
        self._app.tell(f"The players' page was switched off: {why.rstrip('.')}. The fight goes on.")

    def _current(self) -> Session | None:
        """Return the session that the page shows, if it is the one on the screen; it may have been opened again."""
        session = self._app.session
        if session is None or session is self._session:
            return session
        if not session.path or session.path != self._path:
            return None
        self._session = session
        return session

    def _project(self, session: Session) -> Projection:
        public, sharing = self._public, Sharing(numbers=self._app.options.numbers)
        if (
            public is None
            or public.history is not session.history
            or public.system is not session.system
            or public.sharing != sharing
        ):
            public = self._public = Public(session.system, session.history, sharing)
        scene = session.scene
        self.title = scene.encounter or scene.title or session.system.title
        self._last = public.now()
        return self._last
