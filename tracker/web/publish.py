"""The projection in a file, where the server of the players' page finds it."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress

import msgspec

from tracker.players.projection import Projection

NAME = "players.json"
"""What the file is called, in a folder of its own that nobody else may read."""

HEARTBEAT = 2.0
"""Seconds after which the file is touched at the latest: without that the page says that the GM is away."""


class Publication:
    """A file that always holds a whole projection. It lies in the system's temporary folder until ``close``."""

    def __init__(self) -> None:
        """Make the folder; raises OSError."""
        self._folder = tempfile.mkdtemp(prefix="combat-tracker-")
        self.path = os.path.join(self._folder, NAME)
        self._last = b""

    def publish(self, projection: Projection) -> None:
        """Put a projection in the place of the one before, or touch the file where nothing changed; raises OSError."""
        data = msgspec.json.encode(projection)
        if data == self._last and os.path.exists(self.path):
            os.utime(self.path)
            return
        new = self.path + ".new"
        with open(new, "wb") as file:
            file.write(data)
        os.replace(new, self.path)
        self._last = data

    def close(self) -> None:
        """Take the file away."""
        with suppress(OSError):
            shutil.rmtree(self._folder)
