"""The one place where keys wait: each is handled to its end before the next one is looked at.

The main screen takes a key at once, in one call: forms open, fill and close within it, so keys typed ahead meet
the form they were meant for. Other screens work through message queues; there the next key waits until the one
before has gone through them, and while a screen opens or closes. All of them wait for work that takes a while.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from textual import events

if TYPE_CHECKING:
    from textual.app import App
    from textual.message_pump import MessagePump

PATIENCE: Final = 2.0
"""After so many seconds keys go on whatever happened, so that none is ever lost."""


@runtime_checkable
class TakesKeys(Protocol):
    """A screen that handles a key or a pasted text at once."""

    def take(self, event: events.Key | events.Paste) -> None:
        """Handle it."""


class KeyQueue:
    """Holds keys and pasted texts, in their order; ``route`` is the way they go on screens that do not take them."""

    def __init__(self, app: App[None], route: Callable[[events.Event], Awaitable[None]]) -> None:
        self._app = app
        self._route = route
        self._held: deque[events.Key | events.Paste] = deque()
        self._busy = False
        self._turn = 0
        self._ways_out: Collection[str] | None = None

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
                focused = self._app.focused or screen
                await self._route(event)
                self._follow(focused, self._turn)

    def hold(self, start: bool = True) -> None:
        """Keys wait from now on, until the screen in front is ready."""
        self._busy = True
        self._turn += 1
        turn = self._turn
        self._app.set_timer(PATIENCE, lambda: self._open(turn))
        if start:
            self._app.call_next(self._ready, turn)

    def _follow(self, node: MessagePump | None, turn: int) -> None:
        """Go behind the key through every queue that it bubbles through."""
        while node is not None and node is not self._app:
            if node.post_message(events.Callback(callback=partial(self._follow, node._parent, turn))):
                return
            node = node._parent
        self._app.call_later(self._ready, turn)

    def _ready(self, turn: int) -> None:
        """Open once the screen in front has come up."""
        if not self._app.screen.post_message(events.Callback(callback=partial(self._up, turn))):
            self._up(turn)

    def _up(self, turn: int) -> None:
        self._app.call_later(self._open, turn)

    async def _open(self, turn: int) -> None:
        if turn == self._turn and self._busy:
            self._busy = False
            await self._drain()
