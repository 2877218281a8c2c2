"""The contrast of two colours."""

from __future__ import annotations

from textual.color import Color


def contrast(first: Color, second: Color) -> float:
    """Return the contrast of two opaque colours by WCAG 2.1, from 1 to 21."""
    low, high = sorted(_light(colour) for colour in (first, second))
    return (high + 0.05) / (low + 0.05)


def _light(colour: Color) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
