"""The app as its parts see it: protocols for the cockpit and the pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from textual.theme import Theme

    from tracker.combat.scene import Scene
    from tracker.library.shelf import Library
    from tracker.session import Session
    from tracker.storage.recent import Recent
    from tracker.tui.look.preferences import Options


class SessionFolder(Protocol):
    """The folder of sessions, which also opens them.

    Methods return an error as a sentence, or "".
    """

    @property
    def folder(self) -> str:
        """Return the path of the folder."""

    def listed(self) -> list[Recent]:
        """Return the user's own sessions, the last written first."""

    def examples(self) -> list[Recent]:
        """Return the shipped sessions."""

    def open(self, path: str) -> str:
        """Show a session; an example is opened as a copy."""

    def open_copy(self, path: str) -> str:
        """Show a copy of a session."""

    def games(self) -> dict[str, str]:
        """Return the titles of all games, by name."""

    def parties(self, game: str) -> Mapping[str, str]:
        """Return the user's own parties of a game, by name: the members of each."""

    def library(self, game: str) -> Library:
        """Return the library of a game, by name; raises InvalidCommand if the game cannot be read."""

    def begin(self, game: str, title: str, party: str = "") -> str:
        """Show a new session of a game, by name, with a party of its library."""

    def rename(self, path: str, title: str) -> str:
        """Give a session another title, and rename its file."""

    def throw_away(self, path: str) -> str:
        """Move a session into the trash folder."""

    def proposed(self) -> str:
        """Return an unused name for a copy, without a suffix."""

    def place(self, name: str) -> str:
        """Return the path of a copy with this name."""

    def save_as(self, name: str, done: Callable[[str, str], None]) -> None:
        """Copy the session and continue in the copy; ``done`` is called later with the path and the error or ""."""


class FileStatus(Protocol):
    """The file of the current session."""

    @property
    def path(self) -> str:
        """Return its path; "" if there is none."""

    @property
    def unsaved(self) -> int:
        """Return how many changes are in memory only."""

    def show_state(self) -> None:
        """Show the current state of the file."""

    def try_again(self) -> bool:
        """Try to save again; returns whether everything is saved."""

    def flush(self, seconds: float) -> bool:
        """Try to save everything, for at most that many seconds; returns whether everything is saved."""


class Page(Protocol):
    """The players' page."""

    trouble: str

    @property
    def on(self) -> bool:
        """Return whether it is on."""

    @property
    def url(self) -> str:
        """Return its address; "" while it is off."""

    @property
    def everywhere(self) -> bool:
        """Return whether others in the network can reach it."""

    @property
    def warning(self) -> str:
        """Return a warning for the GM, or ""."""

    async def switch_on(self, everywhere: bool = False) -> None:
        """Start its server; errors are in ``trouble``."""

    def switch_off(self) -> None:
        """Stop its server."""


class Look(Protocol):
    """The settings of the screen, and the themes to choose from."""

    def choose(self, options: Options) -> None:
        """Use these settings from now on, and store them in the configuration folder."""

    def theme_names(self) -> tuple[str, ...]:
        """Return the names of the themes."""

    def choose_theme(self, name: str) -> None:
        """Use a theme from now on, and store it."""

    def try_theme(self, theme: Theme) -> None:
        """Show the screen in the colours of a theme without keeping it."""


class Host(Protocol):
    """The app: screens, sessions, settings and messages. The app knows its parts, the parts know only this."""

    @property
    def sessions(self) -> SessionFolder:
        """Return the folder of sessions."""

    @property
    def file(self) -> FileStatus:
        """Return the file of the session."""

    @property
    def appearance(self) -> Look:
        """Return the look of the screen."""

    @property
    def options(self) -> Options:
        """Return the settings of the screen: theme, glyphs, animations, keys."""

    # Screens

    def open_screen(self, name: str, *about: str) -> None:
        """Show a screen by name, on top of the others; ``about`` is an optional argument."""

    def close_screen(self) -> None:
        """Close the screen in front."""

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


class NamesKeys(Protocol):
    """Anything that knows the keys of actions."""

    def key(self, id_: str) -> str:
        """Return the key of an action as people read it."""


class Program(Protocol):
    """The app with its session, as starting and shutdown need it."""

    session: Session | None
    saves: str
    library: str
    failure: BaseException | None
    forgone: bool

    @property
    def controller(self) -> NamesKeys | None:
        """Return the controller of the current session; None if there is none."""

    @property
    def file(self) -> FileStatus:
        """Return the file of the session."""

    @property
    def return_code(self) -> int | None:
        """Return the exit code; None while the program runs."""

    def open_session(self, session: Session) -> None:
        """Show a session."""

    def close_pages(self) -> None:
        """Close all pages."""

    def later(self, do: Callable[[], None]) -> None:
        """Call a function in the screen's loop, from any thread."""

    def tell(self, text: str, kind: str = "") -> None:
        """Show a message that goes away by itself."""

    def blame(self, error: BaseException) -> None:
        """Store an error for the report at the end."""

    def fail(self, error: Exception) -> None:
        """End the program because of an error."""

    def exit(self, *, return_code: int = 0) -> None:
        """End the program."""
