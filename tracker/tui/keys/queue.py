"""Keys typed ahead: each one is handled to its end before the next one is looked at.

The main screen and the history take a key in one call: forms open, fill and close within it. A page of Textual's
own widgets works through message queues instead: a key goes from the widget up to the app, where its binding runs,
and what the binding posts goes the same way once more. So the next key waits until two callbacks, one behind the
other, have gone through those queues, and until nothing is left in any of them: a search, a command of the palette.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from textual import events

if TYPE_CHECKING:
    from textual.app import App
    from textual.dom import DOMNode

PATIENCE: Final = 2.0
"""After this many seconds the next key goes on whatever happened, so that none is ever lost."""

ROUNDS: Final = 2
"""How often a key is followed through the queues: once for its binding, once for what the binding posted."""

POLL: Final = 0.005
"""How often it is asked whether a search is done, in seconds."""


@runtime_checkable
class TakesKeys(Protocol):
    """A screen that handles a key or a pasted text in one call."""

    def take(self, event: events.Key | events.Paste) -> None:
        """Handle it."""


class KeyQueue:
    """Holds keys and pasted texts in their order; ``route`` is their way on screens that do not take them."""

    def __init__(self, app: App[None], route: Callable[[events.Event], Awaitable[None]]) -> None:
        self._app = app
        self._route = route
        self._held: deque[events.Key | events.Paste] = deque()
        self._busy = False
        self._turn = 0
        self._ways_out: Collection[str] | None = None

    @property
    def idle(self) -> bool:
        """Whether every key was handled to its end."""
        return not self._held and not self._busy

    async def put(self, event: events.Key | events.Paste) -> None:
        """Take a key in, and handle what can be handled now."""
        if self._ways_out is not None and isinstance(event, events.Key) and event.key in self._ways_out:
            self._held.appendleft(event)
            self._ways_out = None
        else:
            self._held.append(event)
        await self._drain()

    def wait(self, ways_out: Collection[str]) -> Callable[[], None]:
        """Keep all keys until the function given back is called, or until one of these keys ends the waiting.

        That key is handled at once, before those that were kept.
        """
        self._ways_out = ways_out

        def go_on() -> None:
            if self._ways_out is ways_out:
                self._ways_out = None
                self._app.call_next(self._drain)

        return go_on

    async def _drain(self) -> None:
        while self._held and not self._busy and self._ways_out is None and self._app.is_running:
            event, screen = self._held.popleft(), self._app.screen
            if isinstance(screen, TakesKeys) and screen.is_running:
                screen.take(event)
                if self._app.screen is not screen:
                    self.hold()
            else:
                self.hold(start=False)
                node = self._app.focused or screen
                await self._route(event)
                self._follow(node, self._turn, ROUNDS)

    def hold(self, start: bool = True) -> None:
        """Keys wait from now on, until the screen in front is ready."""
        self._busy = True
        self._turn += 1
        turn = self._turn
        self._app.set_timer(PATIENCE, lambda: self._open(turn))
        if start:
            self._app.call_next(self._ready, turn)

    def _follow(self, node: DOMNode | None, turn: int, rounds: int) -> None:
        """Go behind the key through every queue that it bubbles through, from a widget up to the app."""
        while node is not None and node is not self._app:
            if node.post_message(events.Callback(callback=partial(self._follow, node.parent, turn, rounds))):
                return
            node = node.parent
        self._app.call_later(self._followed, turn, rounds - 1)

    def _followed(self, turn: int, rounds: int) -> None:
        if rounds:
            self._follow(self._app.focused or self._app.screen, turn, rounds)
        else:
            self._ready(turn)

    def _ready(self, turn: int, quiet: bool = False) -> None:
        """Open once the screen in front has come up; ``quiet``: nothing was under way when it was last looked at."""
        if not self._app.screen_stack:  # the program ended meanwhile
            return
        if not self._app.screen.post_message(events.Callback(callback=partial(self._up, turn, quiet))):
            self._up(turn, quiet)

    def _up(self, turn: int, quiet: bool = False) -> None:
        """Open once nothing on the screen in front is under way any more."""
        if turn != self._turn or not self._app.screen_stack:
            return
        screen = self._app.screen
        if any(work.node is screen and not work.is_finished for work in self._app.workers):
            self._app.set_timer(POLL, partial(self._ready, turn))
        elif any(node.message_queue_size for node in (self._app, *screen.walk_children(with_self=True))):
            self._app.call_later(self._ready, turn)
        elif not quiet:
            self._app.set_timer(POLL, partial(self._ready, turn, quiet=True))  # a search may be about to begin
        else:
            self._app.call_later(self._open, turn)

    async def _open(self, turn: int) -> None:
        if turn == self._turn and self._busy:
            self._busy = False
            await self._drain()
