"""The app as it stands in the terminal: what is written there, keys and pasted texts, mistakes, messages."""

from __future__ import annotations

from contextvars import copy_context
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events
from textual.app import App
from textual.filter import LineFilter
from textual.theme import Theme

from tracker.combat.text import strip_controls
from tracker.tui.environment import bounded
from tracker.tui.keys.queue import KeyQueue
from tracker.tui.look.colours import variable_defaults
from tracker.tui.look.control_filter import ControlFilter, PlainFilter
from tracker.tui.look.painted import Painted
from tracker.tui.look.preferences import Options
from tracker.tui.shutdown import NONSENSE, ExitHandler, kept_report, of_the_game
from tracker.tui.slices import in_slices

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.driver import Driver
    from textual.geometry import Size
    from textual.screen import Screen

    from tracker.tui.cockpit.controller import Controller
    from tracker.tui.screens.main import MainScreen


TOLD: Final = 6
"""How many lines one message shows at most."""

READ: Final = 15
"""How many characters of a message are read in a second."""


class TerminalApp(App[None], inherit_bindings=False):
    """What every screen shares; whatever breaks in a game on the way is said, and the evening goes on."""

    CSS_PATH: ClassVar[str] = "main.tcss"
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    ALLOW_SELECT: ClassVar[bool] = False
    BINDINGS: ClassVar[list[Any]] = []

    exit_handler: ExitHandler

    def __init__(self, options: Options) -> None:
        self.options = options
        self.controller: Controller | None = None
        self.main: MainScreen | None = None
        self.failure: BaseException | None = None
        self._reported = False
        self._wall, self._plain = ControlFilter(), PlainFilter()
        self._painted = Painted()
        self._own_context = copy_context()
        super().__init__()
        self.key_queue = KeyQueue(self, super().on_event)

    # ------------------------------------------------------------------ what is painted

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Every colour of our own has a value in every theme."""
        theme: Theme | None = self.available_themes.get(self.theme) if hasattr(self, "_registered_themes") else None
        return variable_defaults(theme.dark, theme.ansi) if theme is not None else variable_defaults(True)

    def get_line_filters(self) -> list[LineFilter]:
        """Textual's own filters, and the last wall against what a terminal would obey."""
        plain = [self._plain] if self.options.plain else []
        return [*super().get_line_filters(), *plain, self._wall]

    def _display(self, screen: Screen[object], renderable: Any) -> None:
        """Write what differs from what stands on the terminal."""
        super()._display(screen, self._painted.changes(screen, renderable))

    def _paint_again(self) -> None:
        """Write everything, as others may have written on the terminal."""
        self._painted.forget()
        self.refresh()

    # ------------------------------------------------------------------ keys

    def get_driver_class(self) -> type[Driver]:
        """Textual's own; where it reads bytes of a terminal, one that loses no escape typed fast."""
        driver_class = super().get_driver_class()
        if driver_class.__name__ == "LinuxDriver":
            from tracker.tui.keys.terminal import driver, meaningful_with_alt

            driver_class = driver(
                meaningful_with_alt({key for keys in self.options.keys.keys.values() for key in keys})
            )
        return driver_class

    @property
    def size(self) -> Size:
        """The size of the terminal, or the part of it that is used."""
        return bounded(super().size)

    async def on_event(self, event: events.Event) -> None:
        """Keys and pasted texts go through the queue of keys, one after the other; all else as always."""
        if self.exit_handler.signalled and isinstance(event, events.InputEvent):
            return
        if isinstance(event, events.Resize):
            size = bounded(event.size)
            event = events.Resize(size, size, pixel_size=event.pixel_size)
            # Terminals wrap, cut or clear their lines when their size changes.
            self._painted.forget()
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
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

    def _bewildered(self, error: Exception) -> None:
        """A game broke on what stands in the session, as it may in a file made elsewhere: the evening goes on."""
        if self.controller is not None:
            self.controller.close()
        report = "" if self._reported else kept_report(error)
        self._reported = True
        self.tell(f"{NONSENSE} It stays as it is, and so does the fight. {report}".rstrip())

    def leave(self) -> None:
        """End the program."""
        self.exit()

    def hold_keys(self) -> Callable[[], None]:
        """Keep keys until the function given back is called; those that leave a form or the program go on at once."""
        return self.key_queue.wait(
            {key for key, id_ in self.options.keys.form.items() if id_ in ("leave-form", "quit")}
        )

    def work(self, step: Callable[[float], bool]) -> None:
        """Call a function between pictures until it says that all is done; keys wait meanwhile, except the ways out."""
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
        """Call a function once the keys are handled and the picture stands, and show what has changed by it."""

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
        """Have something done in the screen's loop, from whatever thread; nothing once the program ends."""
        loop = self._loop
        if loop is not None and loop.is_running():
            # The caller's own context knows no app, and timers started by what is done would be without one.
            loop.call_soon_threadsafe(do, context=self._own_context)

    # ------------------------------------------------------------------ messages

    def tell(self, text: str) -> None:
        """Say something that goes away by itself."""
        from tracker.tui.look.text import plain

        lines = text.split("\n")
        more = [f"And {len(lines) - TOLD} more."] if len(lines) > TOLD else []
        self.notify(
            "\n".join(plain(line) for line in (*lines[:TOLD], *more)),
            timeout=max(2.0, len(text) / READ),
            markup=False,
        )

    def copy(self, text: str) -> None:
        """Give a text to the clipboard of the terminal (OSC 52), without what a terminal would obey."""
        self.copy_to_clipboard(strip_controls(text))

    def repaint(self) -> None:
        """What is in front shows how things stand."""
        for screen in {self.main, *self.screen_stack[-1:]}:
            if screen is not None and screen.is_running and hasattr(screen, "show"):
                getattr(screen, "show_saving", screen.show)()

    # ------------------------------------------------------------------ the end

    def blame(self, error: BaseException) -> None:
        """Remember what went wrong for the report at the end; the first mistake counts."""
        self.failure = self.failure or error

    def fail(self, error: Exception) -> None:
        """End because of what a task, a thread or a callback raised, as for any other exception."""
        self.blame(error)
        if self.is_running:
            self._handle_exception(error)

    def _fatal_error(self) -> None:
        """Leave without Textual's traceback, which would show what stands in the fight."""
        # A page that is closed by a signal while it opens may leave a worker of Textual's without its widgets.
        torn = self.exit_handler.signalled and type(self._exception).__name__ == "WorkerFailed"
        if torn:
            self._return_code = 128 + self.exit_handler.signalled
        elif self._exception is not None:
            self.blame(self._exception)
        self._close_messages_no_wait()

    def panic(self, *renderables: object) -> None:
        """Leave without the words of whoever panics."""
        self.blame(self._exception or RuntimeError())
        self._close_messages_no_wait()
