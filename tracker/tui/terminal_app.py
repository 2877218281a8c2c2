"""The app in the terminal: output, keys and pasted texts, errors, messages."""

from __future__ import annotations

from contextvars import copy_context
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, runtime_checkable

from textual import events

from tracker.combat.text import strip_controls
from tracker.tui.base_app import BaseApp
from tracker.tui.environment import bounded
from tracker.tui.keys.queue import KeyQueue
from tracker.tui.look.painted import Painted
from tracker.tui.look.preferences import Options
from tracker.tui.shutdown import NONSENSE, ExitHandler, kept_report, of_the_game
from tracker.tui.slices import in_slices

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.driver import Driver
    from textual.geometry import Size
    from textual.screen import Screen

    from tracker.tui.screens.main import MainScreen


TOLD: Final = 6
"""The most lines of a message."""

QUEUED: Final = (events.Key, events.Paste, events.MouseDown, events.MouseUp)
"""The events that are handled strictly in their order."""

READ: Final = 15
"""The reading speed that decides how long a message stays, in characters a second."""


@runtime_checkable
class Leaving(Protocol):
    """A page with something to put back when it closes."""

    def leaving(self) -> None:
        """Put it back."""


class TerminalApp(BaseApp, inherit_bindings=False):
    """The base of the apps; an error in a game is reported, and the program goes on."""

    CSS_PATH: ClassVar[str] = "main.tcss"
    ALLOW_SELECT: ClassVar[bool] = False

    exit_handler: ExitHandler

    def __init__(self, options: Options) -> None:
        self.main: MainScreen | None = None
        self.failure: BaseException | None = None
        self._reported = False
        self._painted = Painted()
        self._own_context = copy_context()
        super().__init__(options)
        self._in_line = False
        self.key_queue = KeyQueue(self, super().on_event, self._catch_command)

    # ------------------------------------------------------------------ output

    def _display(self, screen: Screen[object], renderable: Any) -> None:
        """Write what differs from the terminal's content."""
        super()._display(screen, self._painted.changes(screen, renderable))

    def _paint_again(self) -> None:
        """Write everything, since other programs may have written on the terminal."""
        self._painted.forget()
        self.refresh()

    # ------------------------------------------------------------------ keys

    def get_driver_class(self) -> type[Driver]:
        """Return Textual's driver; on a Unix terminal, one that loses no escape typed fast."""
        driver_class = super().get_driver_class()
        if driver_class.__name__ == "LinuxDriver":
            from tracker.tui.keys.terminal import driver, meaningful_with_alt

            driver_class = driver(
                meaningful_with_alt({key for keys in self.options.keys.keys.values() for key in keys})
            )
        return driver_class

    @property
    def size(self) -> Size:
        """Return the size of the terminal, or of the part that is used."""
        return bounded(super().size)

    async def on_event(self, event: events.Event) -> None:
        """Handle an event; keys and pasted texts go through the key queue in order."""
        if self.exit_handler.signalled and isinstance(event, events.InputEvent):
            return
        if isinstance(event, events.Resize):
            size = bounded(event.size)
            event = events.Resize(size, size, pixel_size=event.pixel_size)
            # Terminals wrap, cut or clear their lines when their size changes.
            self._painted.forget()
        if isinstance(event, QUEUED) and not event.is_forwarded:
            if isinstance(event, events.Key) and event.key in ("ctrl+q", "ctrl+c") and self.screen is not self.main:
                self.leave()
            else:
                try:
                    await self.key_queue.put(event)
                except Exception as error:
                    if not of_the_game(error):
                        raise
                    self._bewildered(error)
        else:
            await super().on_event(event)

    def _catch_command(self, event: events.Key) -> bool:
        """Return whether a key on a page begins a command, or belongs to one where there is no fight to have it.

        The command bar opens over the fight, and the rest of the line goes there: no letter of it is taken for a key
        of the page. In a line of text that holds something already, the sign is a sign like any other.
        """
        from textual.widgets import Input

        if self._in_line:
            self._in_line = event.key not in ("enter", "escape")
            return True
        sign, focused = event.character, self.focused
        if sign is None or self.options.keys.table.get(sign) != "command":
            return False
        if isinstance(focused, Input) and focused.value:
            return False
        controller, main = self.controller, self.main
        if controller is None or main is None:
            self._in_line = True
            self.tell("A command needs a fight: open one, or begin one. Enter or escape ends this line.")
        elif not controller.working:
            self.close_pages()
            controller.mode = None
            controller.act("command")
            main.show()
        return True

    def close_pages(self) -> None:
        """Close all screens but the lowest."""
        self.key_queue.hold()
        while len(self.screen_stack) > 1:
            if isinstance(self.screen, Leaving):
                self.screen.leaving()
            self.pop_screen()

    def _bewildered(self, error: Exception) -> None:
        """Report an error in a game, which a session made elsewhere may cause; the program goes on."""
        if self.controller is not None:
            self.controller.close()
        report = "" if self._reported else kept_report(error)
        self._reported = True
        self.tell(f"{NONSENSE} It stays as it is, and so does the fight. {report}".rstrip())

    def leave(self) -> None:
        """End the program."""
        self.exit()

    def hold_keys(self) -> Callable[[], None]:
        """Hold keys until the returned function is called.

        Keys that leave a form or the program are handled at once.
        """
        return self.key_queue.wait(
            {key for key, id_ in self.options.keys.form.items() if id_ in ("leave-form", "quit")}
        )

    def work(self, step: Callable[[float], bool]) -> None:
        """Call a function between frames until it returns True; keys wait meanwhile, except the ways out."""
        go_on = self.hold_keys()

        def guarded(seconds: float) -> bool:
            try:
                return step(seconds)
            except Exception as error:
                if not of_the_game(error):
                    raise
                self._bewildered(error)
                return True

        in_slices(self, guarded, done=go_on, progress=self.repaint)

    def idle(self, do: Callable[[], None]) -> None:
        """Call a function once keys are handled and the screen is painted, and show its effects."""

        def run() -> None:
            main = self.main
            if not self.is_running or main is None or not main.is_running:
                return
            try:
                do()
            except Exception as error:
                if not of_the_game(error):
                    raise
                self._bewildered(error)
                main.show()
            else:
                main.show_chances()

        self.call_after_refresh(run)

    def later(self, do: Callable[[], None]) -> None:
        """Call a function in the screen's loop, from any thread; does nothing once the program ends."""
        loop = self._loop
        if loop is not None and loop.is_running():
            # The caller's context has no active app, and timers started by the function would have none.
            loop.call_soon_threadsafe(do, context=self._own_context)

    # ------------------------------------------------------------------ messages

    def tell(self, text: str, kind: str = "") -> None:
        """Show a message that goes away by itself; it takes the place of the one before of its ``kind``."""
        from tracker.tui.look.text import plain

        lines = text.split("\n")
        more = [f"And {len(lines) - TOLD} more."] if len(lines) > TOLD else []
        self.notify(
            "\n".join(plain(line) for line in (*lines[:TOLD], *more)),
            timeout=max(2.0, len(text) / READ),
            markup=False,
            kind=kind,
        )

    def copy(self, text: str) -> None:
        """Copy a text to the clipboard of the terminal (OSC 52), without anything a terminal would obey."""
        self.copy_to_clipboard(strip_controls(text))

    def repaint(self) -> None:
        """Show the current state on the screen in front."""
        for screen in {self.main, *self.screen_stack[-1:]}:
            if screen is not None and screen.is_running and hasattr(screen, "show"):
                getattr(screen, "show_saving", screen.show)()

    # ------------------------------------------------------------------ ending

    def blame(self, error: BaseException) -> None:
        """Store an error for the report at the end; only the first counts."""
        self.failure = self.failure or error

    def fail(self, error: Exception) -> None:
        """End after an exception of a task, a thread or a callback, as for any other exception."""
        self.blame(error)
        if self.is_running:
            self._handle_exception(error)

    def _fatal_error(self) -> None:
        """End without Textual's traceback, which would show the contents of the fight."""
        # A page that a signal closes while it opens may leave a worker of Textual's without its widgets.
        torn = self.exit_handler.signalled and type(self._exception).__name__ == "WorkerFailed"
        if torn:
            self._return_code = 128 + self.exit_handler.signalled
        elif self._exception is not None:
            self.blame(self._exception)
        self._close_messages_no_wait()

    def panic(self, *renderables: object) -> None:
        """End without Textual's own message."""
        self.blame(self._exception or RuntimeError())
        self._close_messages_no_wait()
