"""What is said after the screen was closed: only where something went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.tui.text import plain

if TYPE_CHECKING:
    from tracker.tui.app import TrackerApp


def farewell(app: TrackerApp, kept: bool) -> list[str]:
    """Plain sentences: what broke, where the report is, where the session is, what is missing in it."""
    from tracker.folders import state_folder
    from tracker.tui import crash

    said: list[str] = []
    path = plain(app.save.path) if app.save is not None else ""
    if app.failure is not None:
        file = crash.write(app.failure, state_folder())
        said.append("The tracker stopped because of a mistake of its own.")
        if file is not None:
            said.append(f"What broke is in {plain(str(file))}; nothing of the fight is in it.")
        if path:
            said.append(f"The session is in {path}; open it again with: tracker {path}")
    if not kept and app.save is not None and app.save.unsaved:
        said.append(f"NOT SAVED: the last {app.save.unsaved} changes are not in {path}.")
    return said
