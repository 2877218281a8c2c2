"""The program as its parts see it: what the cockpit and the pages may ask of the app around them."""

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
    """The folder of sessions, and the way from a file in it to the screen.

    What goes wrong comes back as a sentence, "" where all is well.
    """

    @property
    def folder(self) -> str:
        """The path of the folder."""

    def listed(self) -> list[Recent]:
        """The user's own sessions, the last written first."""

    def examples(self) -> list[Recent]:
        """The shipped sessions."""

    def open(self, path: str) -> str:
        """Show a session; an example is opened as a copy."""

    def open_copy(self, path: str) -> str:
        """Show a copy of a session."""

    def games(self) -> dict[str, str]:
        """The title of every game there is, by its name."""

    def parties(self, game: str) -> Mapping[str, str]:
        """The user's own parties in the library of a game, by their names: who belongs to each."""

    def library(self, game: str) -> Library:
        """The library of a game, by its name; raises InvalidCommand where the game cannot be read."""

    def begin(self, game: str, title: str, party: str = "") -> str:
        """Show a new session of a game, by its name, with a party of its library."""

    def rename(self, path: str, title: str) -> str:
        """Give a session another title, and its file the name of it."""

    def throw_away(self, path: str) -> str:
        """Move a session into the trash folder."""

    def proposed(self) -> str:
        """A name for a copy that no file in the folder has yet, without its ending."""

    def place(self, name: str) -> str:
        """The path that a copy of this name gets."""

    def save_as(self, name: str, done: Callable[[str, str], None]) -> None:
        """Copy the session and go on in the copy; ``done`` is called later with the path and what went wrong."""


class FileStatus(Protocol):
    """The file of the current session."""

    @property
    def path(self) -> str:
        """Its path, "" where there is none."""

    @property
    def unsaved(self) -> int:
        """How many changes are in memory only."""

    def show_state(self) -> None:
        """Show how the file stands now."""

    def try_again(self) -> bool:
        """Try to save once more; whether everything is saved then."""

    def flush(self, seconds: float) -> bool:
        """Try to save everything, for at most that many seconds; whether all is saved then."""


class Page(Protocol):
    """The players' page."""

    trouble: str

    @property
    def on(self) -> bool:
        """Whether it can be reached."""

    @property
    def url(self) -> str:
        """Its address, "" while it is off."""

    @property
    def everywhere(self) -> bool:
        """Whether others in the network can reach it."""

    @property
    def warning(self) -> str:
        """What the GM should know of it."""

    async def switch_on(self, everywhere: bool = False) -> None:
        """Start its server; what went wrong is in ``trouble``."""

    def switch_off(self) -> None:
        """End its server."""


class Look(Protocol):
    """The choices for the screen, and the themes to choose from."""

    def choose(self, options: Options) -> None:
        """Use these choices from now on, and keep them in the configuration folder."""

    def theme_names(self) -> tuple[str, ...]:
        """The themes to choose from."""

    def choose_theme(self, name: str) -> None:
        """Use a theme from now on, and keep the choice."""

    def try_theme(self, theme: Theme) -> None:
        """Show the screen in the colours of a theme without keeping it."""


class Host(Protocol):
    """The app: screens, sessions, choices and messages. It knows its parts, they know only this."""

    @property
    def sessions(self) -> SessionFolder:
        """The folder of sessions."""

    @property
    def file(self) -> FileStatus:
        """The file of the session."""

    @property
    def appearance(self) -> Look:
        """How the screen looks."""

    @property
    def options(self) -> Options:
        """The choices for the screen: theme, glyphs, movement, keys."""

    # Screens

    def open_screen(self, name: str, *about: str) -> None:
        """Show a screen by its name, on top of the others; some can be told what they are ``about``."""

    def close_screen(self) -> None:
        """Leave the screen in front."""

    def leave(self) -> None:
        """End the program; where changes are not saved, ask first."""

    def abandon(self) -> None:
        """End the program now, whatever is not saved."""

    # Work

    def work(self, step: Callable[[float], bool]) -> None:
        """Call a function between pictures until it says that all is done; keys wait meanwhile, except the ways out.

        It is given the seconds that it may take.
        """

    def idle(self, do: Callable[[], None]) -> None:
        """Call a function once the keys are handled and the picture stands, and show what has changed by it."""

    # Messages

    def tell(self, text: str) -> None:
        """Show a message that goes away by itself."""

    def announce(self, before: Scene, after: Scene) -> None:
        """Have the terminal say that it is the heroes' turn, where that has just come and is wanted."""

    def copy(self, text: str) -> None:
        """Give a text to the clipboard of the terminal."""

    def hold_keys(self) -> Callable[[], None]:
        """Keep keys until the function given back is called; those that leave a form or the program go on at once."""

    # The pane that has the keys

    def page(self) -> int:
        """How many lines a page of it has."""

    def scroll(self, by: int) -> None:
        """Scroll it by that many lines, down where positive."""

    # Time

    def now(self) -> float:
        """The time in seconds since 1970."""


class NamesKeys(Protocol):
    """Anything that knows which key an action has."""

    def key(self, id_: str) -> str:
        """The key of an action as people read it."""


class Program(Protocol):
    """The app with its session: what opening and ending need of it."""

    session: Session | None
    saves: str
    library: str
    failure: BaseException | None
    forgone: bool

    @property
    def controller(self) -> NamesKeys | None:
        """The controller of the session in front, None while there is none."""

    @property
    def file(self) -> FileStatus:
        """The file of the session."""

    @property
    def return_code(self) -> int | None:
        """The exit code, None while the program runs."""

    def open_session(self, session: Session) -> None:
        """Show a session."""

    def close_pages(self) -> None:
        """Show the fight again."""

    def later(self, do: Callable[[], None]) -> None:
        """Call a function in the screen's loop, from whatever thread."""

    def tell(self, text: str) -> None:
        """Show a message that goes away by itself."""

    def blame(self, error: BaseException) -> None:
        """Remember an error for the report at the end."""

    def fail(self, error: Exception) -> None:
        """End the program because of an error."""

    def exit(self, *, return_code: int = 0) -> None:
        """End the program."""
