"""After the screen was closed: the file let go, and what is said, only where something went wrong."""

from __future__ import annotations

import shlex
import signal
import sys
from typing import TYPE_CHECKING

from tracker.folders import state_folder
from tracker.opening import new_in
from tracker.tui import crash
from tracker.tui.text import plain
from tracker.tui.watch import silence

if TYPE_CHECKING:
    from tracker.tui.app import TrackerApp


def finish(app: TrackerApp) -> int:
    """Let the file go, and say what there is to say after the screen was closed; gives the exit code."""
    if sys.platform != "win32":
        # A terminal that closes may say so twice; what is still to be saved comes first.
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    writer, app.writer = app.writer, None
    try:
        kept = writer.close(10) if writer is not None else True
    except KeyboardInterrupt:
        # Whoever left need not wait for a disk that hangs.
        kept = False
    except Exception as error:
        app.blame(error)
        kept = False
    said = farewell(app, kept)
    try:
        for line in said:
            print(line, file=sys.stderr)  # noqa: T201
        for stream in (sys.__stdout__, sys.__stderr__):
            if stream is not None:
                stream.flush()
    except OSError:
        silence()
    lost = app.failure is not None or not (kept or app.forgone)
    return app.return_code or int(lost)


def farewell(app: TrackerApp, kept: bool) -> list[str]:
    """Plain sentences: what broke, where the report is, where the session is, what is missing in it."""
    said: list[str] = []
    path = plain(app.save.path) if app.save is not None else ""
    if app.failure is not None:
        file = crash.write(app.failure, state_folder())
        said.append("The tracker stopped because of a mistake of its own.")
        if file is not None:
            said.append(f"What broke is in {plain(str(file))}; nothing of the fight is in it.")
        if path:
            said.append(f"The session is in {path}; open it again with: tracker {shlex.quote(path)}")
    if not kept and app.save is not None and app.save.unsaved:
        count = app.save.unsaved
        missing = f"the last {count} changes are" if count != 1 else "the last change is"
        said.append(f"NOT SAVED: {missing} not in {path}.")
        if not app.forgone or app.failure is not None:
            said += _rescued(app)
    return said


def _rescued(app: TrackerApp) -> list[str]:
    """The whole session under another name, where nobody could be asked; in the state folder, perhaps another disk."""
    if app.session is None:
        return []
    try:
        records = app.session.history.records
        copy = new_in(str(state_folder() / "rescued"), app.session.system.name, app.session.scene.title, records)
    except Exception:  # what broke the saving may break this too: the sentence still comes
        return ["They could not be kept anywhere else either."]
    return [f"All of it is in a copy; go on there with: tracker {shlex.quote(plain(copy))}"]
