"""The queue of keys typed ahead, pastes, presses and moves of the mouse: each is handled completely before the next.

The main screen and the history handle a key in one call: forms open, fill and close within it. A page of Textual's own
widgets works through message queues instead: a key goes from the widget up to the app, where its binding runs, and what
the binding posts takes the same way again. So the next key waits until two callbacks in sequence have gone through
those queues, and until nothing is left in any of them: a search, a command of the palette.
"""

from collections import deque
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Final

from textual import events
from textual.app import App
from textual.dom import DOMNode

PATIENCE: Final = 2.0  # the seconds after which the next key is handled in any case, so that none is ever lost
ROUNDS: Final = 2  # how often a key is followed through the queues: for its binding, then for what the binding posted
POLL: Final = 0.005  # the seconds between two checks whether a search has finished

Queued = events.Key | events.Paste | events.MouseEvent
"""What waits here: keys, pasted texts, the buttons of the mouse and its moves, which may drag."""


class KeyQueue:
    """Holds keys and pasted texts in order; ``route`` delivers them to screens without ``take``.

    ``caught`` is asked first about a key for such a screen, and returns whether it handled the key itself. Once the
    program ``ends``, by a signal too, no key that is still held means anything.
    """

    def __init__(
        self,
        app: App[None],
        route: Callable[[events.Event], Awaitable[None]],
        caught: Callable[[events.Key], bool] = lambda key: False,
        ends: Callable[[], bool] = lambda: False,
    ) -> None:
        self._app = app
        self._route = route
        self._caught = caught
        self._ends = ends
        self._held: deque[Queued] = deque()
        self._busy = False
        self._turn = 0
        self._ways_out: Collection[str] | None = None

    @property
    def idle(self) -> bool:
        """Return whether every key was handled completely."""
        return not self._held and not self._busy

    async def put(self, event: Queued) -> None:
        """Add a key, and handle what can be handled now."""
        if self._ways_out is not None and isinstance(event, events.Key) and event.key in self._ways_out:
            self._held.appendleft(event)
            self._ways_out = None
        else:
            if isinstance(event, events.MouseMove) and self._held and isinstance(self._held[-1], events.MouseMove):
                self._held.pop()  # Where the mouse was in between means nothing.
            self._held.append(event)
        await self._drain()

    def wait(self, ways_out: Collection[str]) -> Callable[[], None]:
        """Hold all keys until the returned function is called, or one of ``ways_out`` comes, which is handled first."""
        self._ways_out = ways_out

        def go_on() -> None:
            if self._ways_out is ways_out:
                self._ways_out = None
                self._app.call_next(self._drain)

        return go_on

    async def _drain(self) -> None:
        while self._held and not self._busy and self._ways_out is None and self._app.is_running and not self._ends():
            event, screen = self._held.popleft(), self._app.screen
            if isinstance(event, events.MouseEvent):
                await self._route(event)
                if isinstance(event, events.MouseUp):
                    # A click goes through the queues of the widgets; keys behind it are for what it selects or opens.
                    self.hold()
            elif hasattr(screen, "take") and screen.is_running:
                screen.take(event)
                if self._app.screen is not screen:
                    self.hold()
            elif isinstance(event, events.Key) and self._caught(event):
                continue
            else:
                self.hold(start=False)
                node = self._app.focused or screen
                await self._route(event)
                self._follow(node, self._turn, ROUNDS)

    def hold(self, start: bool = True) -> None:
        """Hold keys until the screen in front is ready."""
        self._busy = True
        self._turn += 1
        turn = self._turn
        self._app.set_timer(PATIENCE, lambda: self._open(turn))
        if start:
            self._app.call_next(self._ready, turn)

    def _follow(self, node: DOMNode | None, turn: int, rounds: int) -> None:
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
        """Release the keys once the screen in front has come up; ``quiet``: nothing was running at the last check."""
        if not self._app.screen_stack:  # the program has ended
            return
        if not self._app.screen.post_message(events.Callback(callback=partial(self._up, turn, quiet))):
            self._up(turn, quiet)

    def _up(self, turn: int, quiet: bool = False) -> None:
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
