"""The app as its parts see it: a name below all of them, for type checkers alone, so that none imports the app."""

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from tracker.tui.app import TrackerApp

Host: TypeAlias = "TrackerApp"  # the app: screens, sessions, settings and messages
