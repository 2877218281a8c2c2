"""What the pages ask of the program around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from textual.theme import Theme

    from tracker.tui.cockpit.controller import Controller
    from tracker.tui.look.preferences import Options
    from tracker.tui.sessions import Sessions


class Rim(Protocol):
    """The program, as a page sees it."""

    @property
    def sessions(self) -> Sessions:
        """The folder of sessions, and the way to the table."""

    @property
    def options(self) -> Options:
        """What was chosen for the screen."""

    @property
    def controller(self) -> Controller | None:
        """The desk, while a session is on the table."""

    def now(self) -> float:
        """The time, in seconds since 1970."""

    def path(self) -> str:
        """The file of the session on the table."""

    def unsaved(self) -> int:
        """How many changes are in memory only."""

    def saved_now(self) -> bool:
        """Try once more to save; whether all is saved then."""

    def close(self) -> None:
        """Leave the page; what was below it is in front again."""

    def open_screen(self, name: str) -> None:
        """Show another screen on top."""

    def leave(self) -> None:
        """End the program; what is not saved is asked about."""

    def exit(self) -> None:
        """End the program now, whatever is not saved."""

    def tell(self, text: str) -> None:
        """Say something that goes away by itself."""

    def choose(self, options: Options) -> None:
        """Use these choices for the screen, and keep them."""

    def try_theme(self, theme: Theme) -> None:
        """Show the screen in the colours of a theme, without keeping it."""
