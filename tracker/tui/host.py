"""The app as its parts see it: what the cockpit and the pages may ask of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tracker.combat.scene import Scene
    from tracker.players.table import Table
    from tracker.tui.base_app import Appearance
    from tracker.tui.cockpit.controller import Controller
    from tracker.tui.look.preferences import Options
    from tracker.tui.players_page import PlayersPage
    from tracker.tui.session_file import SessionFile
    from tracker.tui.sessions import Sessions


class Host(Protocol):
    """The app: screens, sessions, settings and messages. The app knows its parts, the parts know only this."""

    @property
    def sessions(self) -> Sessions:
        """Return the folder of sessions."""

    @property
    def file(self) -> SessionFile:
        """Return the file of the session."""

    @property
    def appearance(self) -> Appearance:
        """Return the look of the screen."""

    @property
    def options(self) -> Options:
        """Return the settings of the screen: theme, glyphs, animations, keys."""

    @property
    def controller(self) -> Controller | None:
        """Return the cockpit, while a session is open."""

    @property
    def players(self) -> PlayersPage:
        """Return the players' page."""

    @property
    def page_mark(self) -> str:
        """Return which fight the players' page shows: "" while it is off, "page" for this one."""

    @property
    def phones(self) -> Table | None:
        """Return what phones and programs propose; None before the page was on or a program proposed something."""

    # Screens

    def open_screen(self, name: str, *about: str) -> None:
        """Show a screen by name, on top of the others; ``about`` is an optional argument."""

    def close_screen(self) -> None:
        """Close the screen in front."""

    def go_back(self) -> None:
        """Go where the fight was opened from: the start screen, else end the program."""

    def leave(self) -> None:
        """End the program; ask first if changes are not saved."""

    def abandon(self) -> None:
        """End the program now, even with unsaved changes."""

    # Work

    def work(self, step: Callable[[float], bool]) -> None:
        """Call a function between frames until it returns True; keys wait meanwhile, except the ways out.

        Its argument is the number of seconds it may take.
        """

    def idle(self, do: Callable[[], None]) -> None:
        """Call a function once keys are handled and the screen is painted, and show its effects."""

    # Messages

    def tell(self, text: str, kind: str = "") -> None:
        """Show a message that goes away by itself."""

    def announce(self, before: Scene, after: Scene) -> None:
        """Have the terminal give notice of the heroes' turn, if enabled and it has just begun."""

    def copy(self, text: str) -> None:
        """Copy a text to the clipboard of the terminal."""

    def hold_keys(self) -> Callable[[], None]:
        """Hold keys until the returned function is called.

        Keys that leave a form or the program are handled at once.
        """

    # The focused pane

    def page(self) -> int:
        """Return its height."""

    def scroll(self, by: int) -> None:
        """Scroll it by that many lines, down where positive."""

    # Time

    def now(self) -> float:
        """Return the time in seconds since 1970."""
