"""The colours that the tracker's screen has beyond Textual's, and what they are where a theme leaves them out."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from tracker.storage.shipped import shipped_folder

DEFAULTS: Final = {True: "night", False: "day"}
"""The shipped themes whose colours a dark and a light theme have where it leaves them out."""

OWN_COLOURS: Final = (
    *("side-heroes", "side-enemies", "side-other", "active", "selected-background", "dim-text"),
    *("bar-high", "bar-mid", "bar-low", "bar-empty"),
    *("changed", "refused", "good", "warning-text", "prompt", "unsaved"),
)
"""The screen's own colours.

`side-*` name the sides, `active` is whose turn it is, `dim-text` what is there for context, `bar-*` the parts of a
track's bar, `changed` what the last action changed, `refused`, `good` and `warning-text` what a sentence reports,
`prompt` an open question, `unsaved` the words NOT SAVED.
"""


TERMINAL: Final = "terminal"
"""The shipped theme of the terminal's own colours, whose colours another such theme has where it leaves them out."""


@cache
def variable_defaults(dark: bool, ansi: bool = False) -> dict[str, str]:
    """Return a value for each of the screen's own colours, for themes that do not know them."""
    name = TERMINAL if ansi else DEFAULTS[dark]
    variables = read_shipped(shipped_folder("themes") / f"{name}.toml")["variables"]
    return {name: variables[name] for name in OWN_COLOURS}


def read_shipped(file: Path) -> dict[str, Any]:
    """Return a shipped theme's file as plain data; the tests check those files."""
    return tomllib.loads(file.read_text(encoding="utf-8"))
