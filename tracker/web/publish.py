"""Publishing the projection in a file, which the server of the players' page reads."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import suppress

import msgspec

from tracker.players.projection import Projection
from tracker.players.table import Desk
from tracker.storage import platform

PREFIX = "combat-tracker-"
"""The beginning of the name of each folder; the process follows."""

NAME = "players.json"
"""The name of the file, in a private folder of its own."""

HEARTBEAT = 2.0
"""The greatest number of seconds between two touches of the file: without one, the page says that the GM is away."""


class Publication:
    """A file that always contains a whole projection, in the system's temporary folder until ``close``."""

    def __init__(self) -> None:
        """Create the folder, and remove those of programs that were killed; raises OSError."""
        sweep()
        self._folder = tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-")
        self.path = os.path.join(self._folder, NAME)
        self._last = b""

    def publish(self, projection: Projection, desks: Mapping[str, Desk] | None = None) -> None:
        """Replace the projection, or touch the file if nothing changed; raises OSError.

        Its second line are the phones by the digest of their secret, each with what it alone is shown; null where
        phones take no part.
        """
        data = msgspec.json.encode(projection) + b"\n" + msgspec.json.encode(desks)
        if data == self._last and os.path.exists(self.path):
            os.utime(self.path)
            return
        new = self.path + ".new"
        with open(new, "wb") as file:
            file.write(data)
        os.replace(new, self.path)
        self._last = data

    def close(self) -> None:
        """Remove the file."""
        remove(self.path)


def remove(path: str) -> None:
    """Remove a published file with its folder; does nothing if it is gone, or is not one."""
    folder = os.path.dirname(path)
    if os.path.basename(folder).startswith(PREFIX) and os.path.basename(path) == NAME:
        shutil.rmtree(folder, ignore_errors=True)


def sweep() -> None:
    """Remove the folders of this user's programs that no longer run; one with its server was killed all at once."""
    with suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for entry in entries:
            pid = entry.name.removeprefix(PREFIX).partition("-")[0]
            if not entry.name.startswith(PREFIX) or not pid.isdecimal() or not entry.is_dir(follow_symlinks=False):
                continue
            ours = entry.stat(follow_symlinks=False).st_uid == getattr(os, "getuid", int)()
            if ours and not platform.runs(int(pid)):
                shutil.rmtree(entry.path, ignore_errors=True)
