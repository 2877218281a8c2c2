"""The program on the screen: its screens, the session in front, and how it begins and ends."""

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
    """Holds the screens, and what belongs to all of them."""

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
        self._look_over()

    def _look_over(self) -> None:
        """Now that the fight stands there: compare its file with the replay, and look whether its game has changed."""
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
            if "UnsavedScreen" not in {type(screen).__name__ for screen in self.screen_stack}:
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
