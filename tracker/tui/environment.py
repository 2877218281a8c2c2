"""Environment settings of the terminal that the screen cannot accept."""

from __future__ import annotations

from typing import Any, Final, cast

from rich.console import COLOR_SYSTEMS
from textual import constants
from textual.app import App
from textual.geometry import Size

LARGEST: Final = Size(1000, 300)
"""The largest terminal size used."""


def bounded(size: Size) -> Size:
    """Return the part of a terminal of this size that is used; at least one cell."""
    return Size(max(1, min(size.width, LARGEST.width)), max(1, min(size.height, LARGEST.height)))


def environment_trouble() -> str:
    """Return a sentence about a setting that Textual would fail on; "" if there is none."""
    known = ("auto", *COLOR_SYSTEMS)
    if constants.COLOR_SYSTEM not in known:
        words = f"{', '.join(known[:-1])} or {known[-1]}"
        return f"TEXTUAL_COLOR_SYSTEM is {constants.COLOR_SYSTEM!r}. Set it to {words}, or leave it out."
    if constants.DRIVER is not None:
        try:
            App.get_driver_class(cast("Any", None))
        except Exception:
            return f"TEXTUAL_DRIVER is {constants.DRIVER!r}, which is not a driver. Leave it out."
    return ""
