"""The words of the commands, and where each is written."""

from __future__ import annotations

from typing import Final

COMMANDS: Final = {
    "new": "tracker.program.screen:new",
    "run": "tracker.program.run:run",
    "show": "tracker.program.show:show",
    "check": "tracker.program.files:check",
    "repair": "tracker.program.files:repair",
    "odds": "tracker.program.odds:odds",
    "systems": "tracker.program.lists:systems",
    "themes": "tracker.program.lists:themes",
    "keys": "tracker.program.lists:keys",
    "schema": "tracker.program.lists:schema",
    "where": "tracker.program.lists:where",
}
"""The commands by their words, and where each is written."""

OPEN: Final = "tracker.program.screen:open_file"
"""What a first word that is no command means: a file to open."""
