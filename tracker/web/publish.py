"""Publishing the projection in a file, which the server of the players' page reads."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress

import msgspec

from tracker.players.projection import Projection

NAME = "players.json"
"""The name of the file, in a private folder of its own."""

HEARTBEAT = 2.0
"""The greatest number of seconds between two touches of the file: without one, the page says that the GM is away."""


class Publication:
    """A file that always contains a whole projection, in the system's temporary folder until ``close``."""

    def __init__(self) -> None:
        """Create the folder; raises OSError."""
        self._folder = tempfile.mkdtemp(prefix="combat-tracker-")
        self.path = os.path.join(self._folder, NAME)
        self._last = b""

    def publish(self, projection: Projection) -> None:
        """Replace the projection, or touch the file if nothing changed; raises OSError."""
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
        """Remove the file."""
        with suppress(OSError):
            shutil.rmtree(self._folder)
