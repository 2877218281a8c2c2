"""How far apart two colours are: contrast by WCAG 2.1, also for eyes that lack a kind of cone (Machado 2009)."""

import math
from typing import Final

from textual.color import Color

Triple = tuple[float, float, float]

KINDS_OF_VISION: Final[dict[str, tuple[Triple, Triple, Triple]]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no long cones": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no middle cones": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no short cones": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What each kind of eye makes of linear red, green and blue."""

TO_XYZ: Final[tuple[Triple, Triple, Triple]] = (
    (0.4124, 0.3576, 0.1805),
    (0.2126, 0.7152, 0.0722),
    (0.0193, 0.1192, 0.9505),
)
WHITE: Final[Triple] = (0.9505, 1.0, 1.089)


def linear(colour: Color) -> Triple:
    """Return red, green and blue as amounts of light, 0 to 1."""
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in colour.normalized
    )
    return red, green, blue


def times(matrix: tuple[Triple, Triple, Triple], vector: Triple) -> Triple:
    """Return a matrix applied to a colour."""
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def contrast(one: Color, other: Color) -> float:
    """Return the contrast ratio of two opaque colours, 1 to 21."""
    low, high = sorted(times(TO_XYZ, linear(colour))[1] for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def lab(light: Triple) -> Triple:
    """Return linear light in CIE L*a*b*, where distances follow what eyes see."""
    x, y, z = (
        ratio ** (1 / 3) if ratio > 0.008856 else 7.787 * ratio + 16 / 116
        for ratio in (amount / white for amount, white in zip(times(TO_XYZ, light), WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Color, other: Color, vision: str) -> float:
    """Return how different two colours look to a kind of eye; 2 is just to be seen, 20 is plain."""
    return math.dist(*(lab(times(KINDS_OF_VISION[vision], linear(colour))) for colour in (one, other)))
