"""The style of each tone of text: a colour of the theme by name, and attributes; and the style sheets of the pages."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from msgspec import json
from rich.style import Style
from textual.color import Color

from tracker.combat.model import Model


class Tone(Model):
    """The look of a tone: a colour variable of the theme, optionally one for the background, and attributes."""

    colour: str
    ground: str = ""
    weights: str = ""


LOOKS: Final = json.decode(Path(__file__).with_name("looks.json").read_bytes(), type=dict[str, Tone])
"""The look of every tone."""

MARKED: Final = "selected-background"  # the background of the selected line

POINTED: Final = 0.12  # how much nearer to the text the ground under the pointer is

TERMINAL_DEFAULT: Final = -1
"""Textual's number for the terminal's own text and background colours, which it calls ansi_default."""

ON_COLOUR: Final = Color.parse("ansi_black")
"""The text colour that is readable on the terminal's own green, yellow, red and cyan."""


class Palette:
    """The styles of all tones on a background, from the variables of a theme."""

    def __init__(self, variables: Mapping[str, str], ground: str) -> None:
        self._variables = variables
        self._ground = ground
        self._made: dict[tuple[str, bool], Style] = {}

    def style(self, tone: str, marked: bool = False) -> Style:
        """Return the style of a tone; on the background of the selected line if it is ``marked``."""
        style = self._made.get((tone, marked))
        if style is None:
            look = LOOKS[tone]
            ground = look.ground or (MARKED if marked else self._ground)
            weights = dict.fromkeys(look.weights.split(), True)
            under = Color.parse(self._variables["background"]) + Color.parse(self._variables[self._ground])
            base = under + Color.parse(self._variables[ground])
            colour = base + Color.parse(self._variables[look.colour])
            if colour.ansi == TERMINAL_DEFAULT:
                # Themes cannot define the terminal's own colours: dim for context, black on colours.
                if look.colour == "dim-text":
                    weights["dim"] = True
                elif look.colour == "background" and base.ansi != TERMINAL_DEFAULT:
                    colour = ON_COLOUR
            style = Style(color=colour.rich_color, bgcolor=base.rich_color, **weights)  # type: ignore[arg-type]
            self._made[tone, marked] = style
        return style


def pointed_at(style: Style, ink: Color) -> Style:
    """Return a style as it is under the pointer: its ground a little nearer to the text, which else is underlined."""
    if style.bgcolor is None or style.bgcolor.triplet is None:
        return style + Style(underline=True)
    return style + Style(bgcolor=Color.from_rich_color(style.bgcolor).blend(ink, POINTED).rich_color)


@lru_cache(maxsize=16)
def _palette(values: tuple[tuple[str, str], ...], ground: str) -> Palette:
    return Palette(dict(values), ground)


def palette(variables: Mapping[str, str], ground: str) -> Palette:
    """Return the palette of a theme's variables; equal colours share a palette."""
    names = {look.colour for look in LOOKS.values()} | {look.ground for look in LOOKS.values()} - {""}
    wanted = sorted(names | {ground, MARKED})
    return _palette(tuple((name, variables[name]) for name in wanted), ground)


def style_sheet(name: str) -> str:
    """Return the style sheet of a page or of a widget in it: what stands below its name in ``pages.tcss``."""
    sheets = Path(__file__).with_name("pages.tcss").read_text("utf-8")
    return sheets.split(f"/* {name} */\n")[1].partition("/*")[0]
