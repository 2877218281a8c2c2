"""Textual's own themes, with readable versions of the tracker's colours derived from them."""

from dataclasses import replace
from functools import cache
from typing import Final

from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from tracker.tui.look.colours import variable_defaults


def contrast(first: Color, second: Color) -> float:
    """Return the contrast of two opaque colours by WCAG 2.1, from 1 to 21."""
    low, high = sorted(_light(colour) for colour in (first, second))
    return (high + 0.05) / (low + 0.05)


def _light(colour: Color) -> float:
    parts = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in colour.normalized)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


SOURCES: Final = {
    "primary": ("side-heroes",),
    "error": ("side-enemies", "bar-low", "refused", "unsaved"),
    "secondary": ("side-other", "prompt"),
    "accent": ("active", "changed"),
    "foreground": ("dim-text",),
    "success": ("bar-high", "good"),
    "warning": ("bar-mid", "warning-text"),
}
"""The theme colours, each with the text and bar colours of the tracker that are derived from it."""

READABLE: Final = 4.5  # the least contrast of text by WCAG 2.1, level AA
STEPS: Final = 20  # the number of steps in which a colour is moved towards black or white until it is readable


def builtin_names() -> tuple[str, ...]:
    """Return the names of Textual's own themes."""
    return tuple(BUILTIN_THEMES)


@cache
def builtin_theme(name: str) -> Theme:
    """Return Textual's theme of this name, with all colours of the tracker; raises KeyError for an unknown name."""
    theme = BUILTIN_THEMES[name]
    if theme.ansi:
        return replace(theme, variables=variable_defaults(theme.dark, ansi=True) | theme.variables)
    values = theme.to_color_system().generate()
    background = Color.parse(values["background"])
    panel = background + Color.parse(values["panel"])
    ink = Color.parse("#ffffff" if theme.dark else "#000000")
    selected = panel.blend(ink, 0.08)
    own = {"selected-background": selected.hex, "bar-empty": panel.blend(ink, 0.16).hex}
    grounds = (background, background + Color.parse(values["surface"]), panel, selected)
    for variable, source in ((each, source) for source, variables in SOURCES.items() for each in variables):
        colour = background + Color.parse(values[source])
        if variable == "dim-text":
            colour = colour.blend(background, 0.35)
        own[variable] = _readable(colour, grounds, ink).hex
    return replace(theme, variables=own | theme.variables)


def _readable(colour: Color, grounds: tuple[Color, ...], ink: Color) -> Color:
    blended = (colour.blend(ink, step / STEPS) for step in range(STEPS))
    return next((each for each in blended if min(contrast(each, ground) for ground in grounds) >= READABLE), ink)
