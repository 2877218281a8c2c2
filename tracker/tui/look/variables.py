"""The screen's own colours, which every theme may set, and their values where a theme leaves them out."""

from typing import Final

VARIABLE_DEFAULTS: Final[dict[str, str]] = {
    "side-heroes": "#82b7ea",
    "side-enemies": "#f2998a",
    "side-other": "#c8b0ec",
    "active": "#ffd479",
    "selected-background": "#2e3848",
    "dim-text": "#9fabbb",
    "bar-high": "#7fc98f",
    "bar-mid": "#e3b95c",
    "bar-low": "#f28b78",
    "bar-empty": "#3a4454",
    "changed": "#fff0b3",
    "refused": "#ff9b8c",
    "good": "#94d6a3",
    "warning-text": "#f2c46d",
    "prompt": "#e6b0f2",
    "unsaved": "#ff9884",
}
"""The screen's own colours by name, each with the value it has in a dark theme that leaves it out.

`side-*` name the sides, `active` is whose turn it is, `dim-text` what is there for context, `bar-*` the parts of a
track's bar, `changed` what the last action changed, `refused`, `good` and `warning-text` what a sentence reports,
`prompt` an open question, `unsaved` the words NOT SAVED.
"""

LIGHT_VARIABLE_DEFAULTS: Final[dict[str, str]] = {
    "side-heroes": "#1b568f",
    "side-enemies": "#a2301f",
    "side-other": "#69409c",
    "active": "#7a4a00",
    "selected-background": "#d3deec",
    "dim-text": "#525b67",
    "bar-high": "#2a7a42",
    "bar-mid": "#8f6200",
    "bar-low": "#b93a26",
    "bar-empty": "#d5d9de",
    "changed": "#5b3200",
    "refused": "#a02a1a",
    "good": "#1f6637",
    "warning-text": "#7a4d00",
    "prompt": "#7b2e8a",
    "unsaved": "#a3240f",
}
"""The same for a light theme."""


def variable_defaults(dark: bool) -> dict[str, str]:
    """Return a value for each of the screen's own colours, for themes that do not know them."""
    return VARIABLE_DEFAULTS if dark else LIGHT_VARIABLE_DEFAULTS
