"""The program on the screen: bindings, screens, theme, signals and what happens at the end."""

from __future__ import annotations

import gc
import sys
import time
from contextvars import copy_context
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events
from textual.app import App
from textual.filter import LineFilter
from textual.theme import Theme

from tracker.combat.text import strip_controls
from tracker.tui.appearance import Appearance
from tracker.tui.environment import bounded, environment_trouble
from tracker.tui.keys.keymap import changed_keys
from tracker.tui.keys.queue import KeyQueue
from tracker.tui.look.colours import variable_defaults
from tracker.tui.look.control_filter import ControlFilter, PlainFilter
from tracker.tui.look.painted import Painted
from tracker.tui.look.preferences import Options, load_options
from tracker.tui.session_file import SessionFile
from tracker.tui.shutdown import NONSENSE, ExitHandler, kept_report, of_the_game
from tracker.tui.slices import in_slices

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.driver import Driver
    from textual.geometry import Size
    from textual.screen import Screen

    from tracker.combat.scene import Scene
    from tracker.session import Session
    from tracker.tui.cockpit.controller import Controller
    from tracker.tui.players_page import PlayersPage
    from tracker.tui.screens.main import MainScreen
    from tracker.tui.sessions import Sessions


TOLD: Final = 6
"""How many lines one message shows at most."""

READ: Final = 15
"""How many characters of a message are read in a second."""


class TrackerApp(App[None], inherit_bindings=False):
    """Holds the screens, and what belongs to all of them."""

    CSS_PATH: ClassVar[str] = "main.tcss"
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    ALLOW_SELECT: ClassVar[bool] = False
    BINDINGS: ClassVar[list[Any]] = []

    def __init__(
        self,
        session: Session | None = None,
        *,
        saves: str = "",
        library: str = "",
        options: Options | None = None,
    ) -> None:
        self.options = options or Options()
        self.session = session
        self.saves = saves
        self.library = library
        self.controller: Controller | None = None
        self.main: MainScreen | None = None
        self.failure: BaseException | None = None
        self.forgone = False
        self._reported = False
        self._wall, self._plain = ControlFilter(), PlainFilter()
        self._painted = Painted()
        self._own_context = copy_context()
        super().__init__()
        self.key_queue = KeyQueue(self, super().on_event)
        self.exit_handler = ExitHandler(self)
        self.file = SessionFile(self)
        self._players: PlayersPage | None = None
        self.appearance = Appearance(self)
        trouble = self.appearance.begin()
        self._notices = (*self.options.problems, *([trouble] if trouble else []))

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

    # ------------------------------------------------------------------ beginning

    def on_load(self) -> None:
        """Before the terminal is touched: from now on it is given back however the program ends."""
        self._own_context = copy_context()
        self.exit_handler.begin()

    def get_default_screen(self) -> Screen[Any]:
        """The lowest screen: the fight, or without a session the start screen; no blank one is painted below it."""
        from tracker.tui.screens import load

        screen: Screen[Any] = load("start")() if self.session is None else self._session_screen()
        # Taken away again when another session takes its place, as from a screen that was pushed.
        screen._push_result_callback(screen, None)
        return screen

    def on_mount(self) -> None:
        """Keys typed ahead wait for the lowest screen."""
        self.set_keymap(changed_keys(self.options.keys))
        self.key_queue.hold()
        self.call_after_refresh(self._settled)
        # Others wrote on the terminal while the program was stopped.
        self.app_resume_signal.subscribe(self, lambda app: self._paint_again())

    def _settled(self) -> None:
        """The first picture stands: load what the end needs, collect garbage again, and say what there is to say.

        What is there by now stays; to look through all of it would hold up the picture and, later, keys. The end
        comes in order even where the program's own files cannot be read any more.
        """
        import_module("tracker.tui.shutdown")
        gc.freeze()
        gc.enable()
        if self._notices:
            self.tell("\n".join(self._notices))
            self._notices = ()
        self.file.verify()

    def open_session(self, session: Session) -> None:
        """Show a session; from now on its file is written in the background."""
        self.file.close()
        self.session = session
        screen = self._session_screen()
        self.close_pages()
        self.switch_screen(screen)
        self.call_after_refresh(self.file.verify)

    def _session_screen(self) -> MainScreen:
        """The main screen of the session, whose records are kept in its file from now on."""
        from tracker.tui.cockpit.controller import Controller
        from tracker.tui.look.glyphs import FANCY, PLAIN
        from tracker.tui.screens.main import MainScreen

        session = self.session
        assert session is not None
        self.sessions.give_library(session)
        controller = self.controller = Controller(
            session, self, self.options.keys, PLAIN if self.options.plain else FANCY
        )
        self.file.write_in_background()
        self.main = MainScreen(controller, self.size)
        return self.main

    def later(self, do: Callable[[], None]) -> None:
        """Have something done in the screen's loop, from whatever thread; nothing once the program ends."""
        loop = self._loop
        if loop is not None and loop.is_running():
            # The caller's own context knows no app, and timers started by what is done would be without one.
            loop.call_soon_threadsafe(do, context=self._own_context)

    @property
    def players(self) -> PlayersPage:
        """The players' page; its parts are loaded when it is first asked for."""
        if self._players is None:
            from tracker.tui.players_page import PlayersPage

            self._players = PlayersPage(self)
        return self._players

    def on_unmount(self) -> None:
        """The players' page ends with the program."""
        if self._players is not None:
            self._players.switch_off()

    @property
    def sessions(self) -> Sessions:
        """The folder of sessions, and the way to the table."""
        from tracker.tui.sessions import Sessions

        return Sessions(self)

    # ------------------------------------------------------------------ what the desk asks for

    def open_screen(self, name: str, *about: str) -> None:
        """Show another screen, which may be told what it is ``about``; its module is loaded now."""
        from tracker.tui.screens import SCREENS, load

        if name in SCREENS:
            screen: Screen[object] = load(name)(*about)
            self.key_queue.hold()
            self.push_screen(screen)

    def leave(self) -> None:
        """End the program; what is not saved is asked about where there is a screen for it."""
        from tracker.tui.screens import SCREENS

        state = self.session.saving if self.session is not None else None
        if state is not None and state.kind == "not saved" and "unsaved" in SCREENS and self.file.unsaved:
            if "UnsavedScreen" not in {type(each).__name__ for each in self.screen_stack}:
                self.open_screen("unsaved")
        else:
            self.exit()

    def close_screen(self) -> None:
        """Leave the screen in front; what was below it is in front again."""
        self.pop_screen()

    def abandon(self) -> None:
        """End the program now, whatever is not saved."""
        self.forgone = True
        self.exit()

    def now(self) -> float:
        """The time in seconds since 1970."""
        return time.time()

    def close_pages(self) -> None:
        """The lowest screen in front again."""
        self.key_queue.hold()
        while len(self.screen_stack) > 1:
            self.pop_screen()

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

    def announce(self, before: Scene, after: Scene) -> None:
        """Have the terminal say that it is the heroes' turn, where the options ask for that and it has just come."""
        if self.options.notice != "off" and self._driver is not None:
            from tracker.tui.announcing import notice, turn_of_heroes

            if turn := turn_of_heroes(before, after):
                self._driver.write(notice(self.options.notice, turn))

    def page(self) -> int:
        """How many lines a page of the current pane has."""
        return self.main.page() if self.main is not None else 1

    def scroll(self, by: int) -> None:
        """Scroll the current pane down by ``by`` lines."""
        if self.main is not None:
            self.main.scroll(by)

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


def run_app(
    session: Session | None = None, *, saves: str = "", library: str = "", options: Options | None = None
) -> int:
    """Show a session, or the start screen, until it is left; gives the exit code.

    ``saves`` is the folder of sessions, ``library`` that of the library where it is not beside them. What must be
    said outside the screen goes to stderr.
    """
    from tracker.tui.look.text import plain

    trouble = environment_trouble()
    if trouble:
        print(f"tracker: {plain(trouble)}", file=sys.stderr)  # noqa: T201
        return 2
    gc.disable()
    try:
        app = TrackerApp(session, saves=saves, library=library, options=options or load_options())
        with app.exit_handler:
            app.run()
            app.exit_handler.end()
            from tracker.tui.shutdown import close_and_report

            return close_and_report(app)
    finally:
        gc.enable()
