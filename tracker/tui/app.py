"""The program on the screen: its screens, the current session, start and end."""

from __future__ import annotations

import gc
import sys
import time
from contextvars import copy_context
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tracker.tui.appearance import Appearance
from tracker.tui.environment import environment_trouble
from tracker.tui.keys.keymap import changed_keys
from tracker.tui.look.preferences import Options, load_options
from tracker.tui.session_file import SessionFile
from tracker.tui.shutdown import ExitHandler
from tracker.tui.terminal_app import TerminalApp

if TYPE_CHECKING:
    from textual.screen import Screen

    from tracker.combat.scene import Scene
    from tracker.session import Session
    from tracker.tui.players_page import PlayersPage
    from tracker.tui.screens.main import MainScreen
    from tracker.tui.sessions import Sessions


class TrackerApp(TerminalApp, inherit_bindings=False):
    """The app: its screens, and what they share."""

    def __init__(
        self,
        session: Session | None = None,
        *,
        saves: str = "",
        library: str = "",
        options: Options | None = None,
    ) -> None:
        self.session = session
        self.saves = saves
        self.library = library
        self.forgone = False
        super().__init__(options or Options())
        self.exit_handler = ExitHandler(self)
        self.file = SessionFile(self)
        self._players: PlayersPage | None = None
        self.appearance = Appearance(self)
        trouble = self.appearance.begin()
        self._notices = (*self.options.problems, *([trouble] if trouble else []))

    # ------------------------------------------------------------------ starting

    def on_load(self) -> None:
        """Make sure, before the terminal is touched, that it is restored however the program ends."""
        self._own_context = copy_context()
        self.exit_handler.begin()

    def get_default_screen(self) -> Screen[Any]:
        """Return the lowest screen: the fight, or without a session the start screen.

        No blank screen is painted below it.
        """
        from tracker.tui.screens import load

        screen: Screen[Any] = load("start")() if self.session is None else self._session_screen()
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
        """Finish the start after the first frame: load what shutdown needs, collect garbage again, show messages.

        Objects created so far are frozen, since scanning all of them would delay frames and, later, keys. The modules
        are loaded now so that the program can end properly even if its own files become unreadable.
        """
        import_module("tracker.tui.shutdown")
        gc.freeze()
        gc.enable()
        if self._notices:
            self.tell("\n".join(self._notices))
            self._notices = ()
        self._look_over()

    def _look_over(self) -> None:
        """Compare the file with its replay, and check whether its game has changed, now that the fight is shown."""
        self.file.verify()
        if self.session is not None and self.session.system.text:
            self.sessions.offer_edition()

    def open_session(self, session: Session) -> None:
        """Show a session; from now on its file is written in the background."""
        self.file.close()
        self.session = session
        screen = self._session_screen()
        self.close_pages()
        self.switch_screen(screen)
        self.call_after_refresh(self._look_over)

    def _session_screen(self) -> MainScreen:
        """Return the main screen of the session, and keep its records in its file from now on."""
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

    @property
    def players(self) -> PlayersPage:
        """Return the players' page; its modules are loaded on first use."""
        if self._players is None:
            from tracker.tui.players_page import PlayersPage

            self._players = PlayersPage(self)
        return self._players

    def on_unmount(self) -> None:
        """Stop the players' page when the program ends."""
        if self._players is not None:
            self._players.switch_off()

    @property
    def sessions(self) -> Sessions:
        """Return the folder of sessions, which also opens them."""
        from tracker.tui.sessions import Sessions

        return Sessions(self)

    # ------------------------------------------------------------------ the host of the cockpit

    def open_screen(self, name: str, *about: str) -> None:
        """Show another screen, with ``about`` as an optional argument; its module is loaded now."""
        from tracker.tui.screens import SCREENS, load

        if name in SCREENS:
            screen: Screen[object] = load(name)(*about)
            self.key_queue.hold()
            self.push_screen(screen)

    def leave(self) -> None:
        """End the program; ask first if something is not saved and a screen can ask."""
        from tracker.tui.screens import SCREENS

        state = self.session.saving if self.session is not None else None
        if state is not None and state.kind == "not saved" and "unsaved" in SCREENS and self.file.unsaved:
            if "UnsavedScreen" not in {type(screen).__name__ for screen in self.screen_stack}:
                self.open_screen("unsaved")
        else:
            self.exit()

    def close_screen(self) -> None:
        """Close the screen in front."""
        self.pop_screen()

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
            from tracker.tui.announcing import notice, turn_of_heroes

            if turn := turn_of_heroes(before, after):
                self._driver.write(notice(self.options.notice, turn))

    def page(self) -> int:
        """Return the height of the current pane's page."""
        return self.main.page() if self.main is not None else 1

    def scroll(self, by: int) -> None:
        """Scroll the current pane down by ``by`` lines."""
        if self.main is not None:
            self.main.scroll(by)


def run_app(
    session: Session | None = None, *, saves: str = "", library: str = "", options: Options | None = None
) -> int:
    """Show a session, or the start screen, until the user leaves; returns the exit code.

    ``saves`` is the folder of sessions, ``library`` that of the library if it is elsewhere. Messages outside the screen
    go to stderr.
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
