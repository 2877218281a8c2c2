"""The tracker's colours beyond Textual's, and their defaults for themes that leave them out."""

from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from tracker.storage.folders import shipped_folder

DEFAULTS: Final = {True: "night", False: "day"}  # the shipped themes with the defaults for dark and light themes

OWN_COLOURS: Final = (
    *("side-heroes", "side-enemies", "side-other", "active", "selected-background", "dim-text"),
    *("bar-high", "bar-mid", "bar-low", "bar-empty"),
    *("changed", "refused", "good", "warning-text", "prompt", "unsaved"),
)
"""The names of the tracker's own colours.

`side-*` are the sides, `active` is whose turn it is, `dim-text` is context, `bar-*` are the parts of a track's bar,
`changed` is what the last action changed, `refused`, `good` and `warning-text` are kinds of sentences, `prompt` is an
open question, `unsaved` the words NOT SAVED.
"""

TERMINAL: Final = "terminal"  # the shipped theme of the terminal's own colours, with the defaults for other such themes


@cache
def variable_defaults(dark: bool, ansi: bool = False) -> dict[str, str]:
    """Return a value for each of the screen's own colours, for themes that do not know them."""
    name = TERMINAL if ansi else DEFAULTS[dark]
    variables = read_shipped(shipped_folder("themes") / f"{name}.toml")["variables"]
    return {name: variables[name] for name in OWN_COLOURS}


@cache
def read_shipped(file: Path) -> dict[str, Any]:
    """Return a shipped theme's file as plain data; the tests check those files.

    They are written so simply that the parser of TOML need not be loaded before the first frame.
    """
    text = file.read_text(encoding="utf-8")
    try:
        return _simple(text)
    except ValueError:
        import tomllib

        return tomllib.loads(text)


def _simple(text: str) -> dict[str, Any]:
    """Return the data of TOML whose lines are all ``word = JSON``, ``[variables]`` or comments; raises ValueError."""
    data = table = dict[str, Any]()
    for line in filter(None, text.splitlines()):
        name, _, value = line.partition(" = ")
        if line == "[variables]" and "variables" not in data:
            table = data["variables"] = {}
        elif name.replace("-", "_").isidentifier():
            table[name] = msgspec.json.decode(value)
        elif not line.startswith("#"):
            raise ValueError
    return data
