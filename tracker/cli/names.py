"""The words of the commands, and where each is written."""

from __future__ import annotations

from typing import Final

COMMANDS: Final = {
    "new": "tracker.cli.open:new",
    "run": "tracker.cli.run:run",
    "show": "tracker.cli.show:show",
    "check": "tracker.cli.files:check",
    "repair": "tracker.cli.files:repair",
    "odds": "tracker.cli.odds:odds",
    "systems": "tracker.cli.info:systems",
    "themes": "tracker.cli.info:themes",
    "keys": "tracker.cli.info:keys",
    "schema": "tracker.cli.info:schema",
    "where": "tracker.cli.info:where",
}
"""The commands by their words, and where each is written."""

OPEN: Final = "tracker.cli.open:open_file"
"""What a first word that is no command means: a file to open."""
