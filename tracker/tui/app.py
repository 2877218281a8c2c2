"""The program on the screen: what is written, keys, errors, its screens, the current session, start and end."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from rich.console import COLOR_SYSTEMS
from textual import constants, events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.screen import Screen

from tracker.combat.scene import HEROES, Scene
from tracker.combat.text import one_line, strip_controls
from tracker.session import Session
from tracker.tui.base_app import BaseApp
from tracker.tui.keys.keymap import changed_keys
from tracker.tui.keys.queue import KeyQueue
from tracker.tui.look.glyphs import FANCY, PLAIN
from tracker.tui.look.load_options import load_options
from tracker.tui.look.painted import Painted
from tracker.tui.look.preferences import Options
from tracker.tui.look.text import plain
from tracker.tui.look.themes import every_theme
from tracker.tui.screens import SCREENS, load
from tracker.tui.session_file import SessionFile
from tracker.tui.sessions import Sessions
from tracker.tui.shutdown import FAULT_OF_GAME, ExitHandler, close_and_report, kept_report, of_the_game
from tracker.tui.slices import in_slices

if TYPE_CHECKING:
    from tracker.players.table import Table
    from tracker.tui.players_page import PlayersPage
    from tracker.tui.screens.main import MainScreen

IDLE: Final = 2.0  # the seconds without a key after which what can wait is done, and again if still none comes
WORTHWHILE: Final = 10
"""The collections of younger garbage after which the old is looked through, as in any program of Python."""

QUEUED: Final = (events.Key, events.Paste, events.MouseDown, events.MouseMove, events.MouseUp)
"""The events that are handled strictly in their order."""

LARGEST: Final = Size(1000, 300)  # the largest terminal size used


def bounded(size: Size) -> Size:
    """Return the part of a terminal of this size that is used; at least one cell."""
    return Size(max(1, min(size.width, LARGEST.width)), max(1, min(size.height, LARGEST.height)))


def environment_trouble() -> str:
    """Return a sentence about a setting that Textual would fail on; "" if there is none."""
    known = ("auto", *COLOR_SYSTEMS)
    if constants.COLOR_SYSTEM not in known:
        words = f"{', '.join(known[:-1])} or {known[-1]}"
        return f"TEXTUAL_COLOR_SYSTEM is {constants.COLOR_SYSTEM!r}. Set it to {words}, or leave it out."
    if constants.DRIVER is not None:
        try:
            App.get_driver_class(cast("Any", None))
        except Exception:
            return f"TEXTUAL_DRIVER is {constants.DRIVER!r}, which is not a driver. Leave it out."
    return ""


def turn_of_heroes(before: Scene, after: Scene) -> str:
    """Return the hero, or the heroes, whose turn has begun between two scenes; else ""."""
    turn = after.turn
    if turn == before.turn:
        return ""
    acting = after.combatants.get(turn.name or "")
    if (acting.side if acting is not None else turn.side) != HEROES:
        return ""
    return turn.name or "The heroes"


def prepare(session: Session) -> None:
    """Load what first pages would wait for; whoever asks for the library is told what is wrong with it."""
    for name in SCREENS:
        load(name)
    every_theme()  # Textual's own are reckoned once
    session.library.entries()


def notice(kind: str, who: str) -> str:
    """Return the sequence for the terminal that gives the notice."""
    return "\a" if kind == "bell" else f"\x1b]9;{strip_controls(one_line(who))}: your turn.\a"


class TrackerApp(BaseApp, inherit_bindings=False):
    """The app: its screens, and what they share; an error in a game is reported, and the program goes on."""

    CSS_PATH: ClassVar[str] = "main.tcss"
    ALLOW_SELECT: ClassVar[bool] = False

    def __init__(
        self, session: Session | None = None, *, saves: str = "", library: str = "", options: Options | None = None
    ) -> None:
        self.session = session
        self._began_at_start = session is None
        self.saves = saves
        self.library = library
        self.forgone = False
        self.main: MainScreen | None = None
        self.failure: BaseException | None = None
        self._reported = False
        self._painted = Painted()
        self._own_context = copy_context()
        super().__init__(options or Options())
        self._in_line = False
        self._resting: asyncio.TimerHandle | None = None
        self._thresholds = gc.get_threshold()
        self._prepared: Session | None = None
        self.key_queue = KeyQueue(self, super().on_event, self._catch_command, lambda: self.exit_handler.signalled > 0)
        self.exit_handler = ExitHandler(self)
        self.file = SessionFile(self)
        self._players: PlayersPage | None = None
        trouble = self.apply_options()
        self._notices = (*self.options.problems, *([trouble] if trouble else []))

    def on_load(self) -> None:
        """Make sure, before the terminal is touched, that it is restored however the program ends."""
        self._own_context = copy_context()
        self.exit_handler.begin()

    def get_default_screen(self) -> Screen[Any]:
        """Return the lowest screen: the fight, or without a session the start screen; none is blank."""
        screen: Screen[Any] = load("start")() if self.session is None else self._session_screen(self.session)
        # Removed when another session replaces it, like a screen that was pushed.
        screen._push_result_callback(screen, None)
        return screen

    def on_mount(self) -> None:
        """Hold keys typed ahead until the lowest screen is ready."""
        self.set_keymap(changed_keys(self.options.keys))
        self.key_queue.hold()
        self.call_after_refresh(self._settled)
        # Other programs may have written on the terminal while this one was stopped.
        self.app_resume_signal.subscribe(self, lambda app: self._paint_again())

    def _settled(self) -> None:
        """Finish the start after the first frame: collect garbage again, show messages.

        Objects created so far are frozen, since scanning all of them would delay frames and, later, keys.
        """
        gc.freeze()
        # What lives long is looked through only while nobody types: that takes up to three pictures' time.
        self._thresholds = gc.get_threshold()
        gc.set_threshold(*self._thresholds[:2], 1_000_000)
        gc.enable()
        self._rest_later()
        if self._notices:
            self.tell("\n".join(self._notices))
            self._notices = ()
        self._look_over()

    def _rest_later(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
        # One call of the loop for all that waits: to wake up is 0.25 ms, and a timer of Textual's ten times as much.
        self._resting = asyncio.get_running_loop().call_later(IDLE, self._rest)

    def _rest(self) -> None:
        self._rest_later()
        self.file.listen()
        if gc.get_count()[2] >= WORTHWHILE:
            gc.collect()
        session = self.session
        if session is not None and session is not self._prepared:
            self._prepared = session
            self.run_worker(partial(prepare, session), thread=True, exit_on_error=False, group="library")

    def _look_over(self) -> None:
        self.file.verify()
        if self.session is not None and self.session.system.text:
            self.sessions.offer_edition()

    def open_session(self, session: Session) -> None:
        """Show a session; from now on its file is written in the background."""
        self.file.close()
        self.session = session
        screen = self._session_screen(session)
        self._take_away("")  # What was told is about the other session.
        self.close_pages()
        self.switch_screen(screen)
        self.call_after_refresh(self._look_over)

    def _session_screen(self, session: Session) -> MainScreen:
        from tracker.tui.cockpit.controller import Controller
        from tracker.tui.screens.main import MainScreen

        self.sessions.give_library(session)
        glyphs = PLAIN if self.options.plain else FANCY
        controller = self.controller = Controller(session, self, self.options.keys, glyphs)
        self.file.write_in_background()
        self.main = MainScreen(controller, self.size)
        return self.main

    @property
    def players(self) -> PlayersPage:
        """Return the players' page; its modules are loaded on first use."""
        if self._players is None:
            from tracker.tui.players_page import PlayersPage

            self._players = PlayersPage(self)
        return self._players

    @property
    def page_mark(self) -> str:
        """Return which fight the players' page shows: "" while it is off, "page" for the one on the screen."""
        page = self._players
        if page is None or not page.on:
            return ""
        return f"page: {page.title}" if page.elsewhere else "page"

    @property
    def phones(self) -> Table | None:
        """Return what phones and programs propose; None before the page was on or a program proposed something."""
        return self._players.table if self._players is not None else None

    def show_mark(self) -> None:
        """Show in the fight whether the page is on."""
        if self.main is not None and self.main.is_running:
            self.main.show()

    def on_unmount(self) -> None:
        """Stop the players' page when the program ends, and collect garbage as before."""
        gc.set_threshold(*self._thresholds)
        if self._resting is not None:
            self._resting.cancel()
        self.file.close_inbox()
        if self._players is not None:
            self._players.switch_off()

    @property
    def sessions(self) -> Sessions:
        """Return the folder of sessions, which also opens them."""
        return Sessions(self)

    def open_screen(self, name: str, *about: str) -> None:
        """Show another screen, with ``about`` as an optional argument; its module is loaded now."""
        if name in SCREENS:
            screen: Screen[object] = load(name)(*about)
            self.key_queue.hold()
            self.push_screen(screen)

    def go_back(self) -> None:
        """Go where the fight was opened from: the start screen, else end the program."""
        if self._began_at_start:
            self.open_screen("start", "left")
        else:
            self.leave()

    def leave(self) -> None:
        """End the program; ask first if something is not saved and a screen can ask."""
        state = self.session.saving if self.session is not None else None
        if state is not None and state.kind == "not saved" and self.file.unsaved:
            if "UnsavedScreen" not in {type(screen).__name__ for screen in self.screen_stack}:
                self.open_screen("unsaved")
        else:
            self.exit()

    def abandon(self) -> None:
        """End the program now, even with unsaved changes."""
        self.forgone = True
        self.exit()

    def now(self) -> float:
        """Return the time in seconds since 1970."""
        return time.time()

    def announce(self, before: Scene, after: Scene) -> None:
        """Have the terminal give notice of the heroes' turn, if enabled and it has just begun."""
        if self.options.notice != "off" and self._driver is not None:
            if turn := turn_of_heroes(before, after):
                self._driver.write(notice(self.options.notice, turn))

    def page(self) -> int:
        """Return the height of the current pane's page."""
        return self.main.page() if self.main is not None else 1

    def scroll(self, by: int) -> None:
        """Scroll the current pane down by ``by`` lines."""
        if self.main is not None:
            self.main.scroll(by)

    def _display(self, screen: Screen[object], renderable: Any) -> None:
        super()._display(screen, self._painted.changes(screen, renderable))

    def _paint_again(self) -> None:
        self._painted.forget()
        self.refresh()

    def get_driver_class(self) -> type[Driver]:
        """Return Textual's driver; on a Unix terminal, one that loses no escape typed fast."""
        driver_class = super().get_driver_class()
        if driver_class.__name__ == "LinuxDriver":
            from tracker.tui.keys.terminal import TerminalDriver, meaningful_with_alt

            keys = {key for keys in self.options.keys.keys.values() for key in keys}
            driver_class = type("TerminalDriver", (TerminalDriver,), {"kept": meaningful_with_alt(keys)})
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
            if self._resting is not None:
                self._rest_later()
                self.file.listen()
            if isinstance(event, events.Key) and event.key in ("ctrl+q", "ctrl+c") and self.screen is not self.main:
                self.leave()
            else:
                with self.faults_of_game():
                    await self.key_queue.put(event)
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
        from tracker.tui.screens.page import PageScreen

        self.key_queue.hold()
        while len(self.screen_stack) > 1:
            if isinstance(self.screen, PageScreen):
                self.screen.leaving()
            self.pop_screen()

    @contextmanager
    def faults_of_game(self) -> Iterator[None]:
        """Report an error in a game, which a session made elsewhere may cause; the program goes on."""
        try:
            yield
        except Exception as error:
            if not of_the_game(error):
                raise
            if self.controller is not None:
                self.controller.close()
            report = "" if self._reported else kept_report(error)
            self._reported = True
            self.tell(f"{FAULT_OF_GAME} It stays as it is, and so does the fight. {report}".rstrip())

    def hold_keys(self) -> Callable[[], None]:
        """Hold keys until the returned function is called, except those that leave a form or the program."""
        ways_out = {key for key, id_ in self.options.keys.form.items() if id_ in ("leave-form", "quit")}
        return self.key_queue.wait(ways_out)

    def work(self, step: Callable[[float], bool]) -> None:
        """Call a function between frames until it returns True; keys wait meanwhile, except the ways out."""
        go_on = self.hold_keys()

        def guarded(seconds: float) -> bool:
            finished = True
            with self.faults_of_game():
                finished = step(seconds)
            return finished

        in_slices(self, guarded, done=go_on, progress=self.repaint)

    def idle(self, do: Callable[[], None]) -> None:
        """Call a function once keys are handled and the screen is painted, and show its effects."""

        def run() -> None:
            main = self.main
            if not self.is_running or main is None or not main.is_running:
                return
            show = main.show
            with self.faults_of_game():
                do()
                show = main.show_chances
            show()

        self.call_after_refresh(run)

    def later(self, do: Callable[[], None]) -> None:
        """Call a function in the screen's loop, from any thread; does nothing once the program ends."""
        loop = self._loop
        if loop is not None and loop.is_running():
            # The caller's context has no active app, and timers started by the function would have none.
            loop.call_soon_threadsafe(do, context=self._own_context)

    def copy(self, text: str) -> None:
        """Copy a text to the clipboard of the terminal (OSC 52), without anything a terminal would obey."""
        self.copy_to_clipboard(strip_controls(text))

    def repaint(self) -> None:
        """Show the current state on the screen in front."""
        for screen in {self.main, *self.screen_stack[-1:]}:
            if screen is not None and screen.is_running and hasattr(screen, "show"):
                getattr(screen, "show_saving", screen.show)()

    def blame(self, error: BaseException) -> None:
        """Store an error for the report at the end; only the first counts."""
        self.failure = self.failure or error

    def fail(self, error: Exception) -> None:
        """End after an exception of a task, a thread or a callback, as for any other exception."""
        self.blame(error)
        if self.is_running:
            self._handle_exception(error)

    def _fatal_error(self) -> None:
        # A page that a signal closes while it opens may leave a worker of Textual's without its widgets.
        if self.exit_handler.signalled and type(self._exception).__name__ == "WorkerFailed":
            self._return_code = 128 + self.exit_handler.signalled
        elif self._exception is not None:
            self.blame(self._exception)
        self._close_messages_no_wait()

    def panic(self, *renderables: object) -> None:
        """End without Textual's own message."""
        self.blame(self._exception or RuntimeError())
        self._close_messages_no_wait()


def run_app(session: Session | None = None, *, saves: str = "", library: str = "") -> int:
    """Show a session, or the start screen, until the user leaves; returns the exit code.

    ``saves`` is the folder of sessions, ``library`` that of the library if it is elsewhere. Messages outside the screen
    go to stderr.
    """
    if trouble := environment_trouble():
        print(f"tracker: {plain(trouble)}", file=sys.stderr)  # noqa: T201
        return 2
    gc.disable()
    try:
        app = TrackerApp(session, saves=saves, library=library, options=load_options())
        with app.exit_handler:
            app.run()
            app.exit_handler.end()
            return close_and_report(app)
    finally:
        gc.enable()
