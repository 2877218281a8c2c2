"""Theme files, checked completely before Textual sees them: Textual itself fails only when the theme is chosen."""

import re
from functools import cache, lru_cache
from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, ValidationInfo
from pydantic_core import InitErrorDetails, PydanticCustomError
from textual.color import Color, ColorParseError
from textual.theme import Theme

from tracker.storage.faults import NotToml, Source, faults_of, toml
from tracker.tui.look.builtin import contrast
from tracker.tui.look.colours import OWN_COLOURS, variable_defaults

LONGEST = 60  # the greatest length of a colour in characters: Textual takes quadratic time to parse it
READ = ("foreground", "dim-text", "active", "refused", "unsaved")  # texts without which the screen is unusable
LEAST_CONTRAST = 1.5  # the least contrast of readable text; the shipped themes keep to 4.5

TERMINAL_COLOURS = ("ansi-background", "ansi-foreground", "screen-selection-foreground")
"""Colours that Textual's own terminal themes set beyond its list."""

ENDINGS: Final = {
    "extra_forbidden": "is not a key of a theme",
    "string_pattern_mismatch": "is not made of a-z, 0-9, - and _ (at most 40)",
}

STYLE_WORDS = frozenset({"bold", "dim", "italic", "none", "not", "reverse", "strike", "underline"})
FADED = re.compile(r"(?P<colour>\S+) (?P<percent>\d{1,3})%")


class ThemeProblem(ValueError):
    """An error in a theme file, as a sentence with its name and line."""


def _colour(text: str, info: ValidationInfo) -> str:
    """Return a colour as `#rrggbb` or `#rrggbbaa`; `red 40%` is red at 40 % opacity.

    In a theme of the terminal's own colours one of those stays as it is: `ansi_red`.
    """
    if len(text) > LONGEST:
        raise ValueError("is not a colour; write one like #1e90ff")
    faded = FADED.fullmatch(text)
    try:
        colour = Color.parse(faded["colour"] if faded else text)
    except ColorParseError:
        raise ValueError("is not a colour; write one like #1e90ff") from None
    if colour.ansi is not None:
        if not (info.context and info.context["ansi"]):
            raise ValueError("is a colour of the terminal; a theme of these says ansi = true, any other #1e90ff")
        if faded:
            raise ValueError("is a colour of the terminal, which cannot be faded")
    if faded:
        colour = colour.with_alpha(min(int(faded["percent"]), 100) / 100)
    return colour.hex


def _variables(values: dict[str, str], info: ValidationInfo) -> dict[str, str]:
    checked: dict[str, str] = {}
    wrong: list[InitErrorDetails] = []
    for name, value in values.items():
        try:
            checked[name] = _variable(name, value, info)
        except ValueError as error:
            fault = PydanticCustomError("value_error", "{error}", {"error": str(error)})
            wrong.append(InitErrorDetails(type=fault, loc=(name,), input=value))
    if wrong:
        raise ValidationError.from_exception_data("variables", wrong)
    return checked


def _variable(name: str, value: str, info: ValidationInfo) -> str:
    if name not in known_variables():
        raise ValueError(f"is not a variable of a theme; the tracker's own are {', '.join(OWN_COLOURS)}")
    if "-style" not in name:
        return _colour(value, info)
    if not value.split() or not STYLE_WORDS.issuperset(value.split()):
        raise ValueError(f"is not made of {', '.join(sorted(STYLE_WORDS))}")
    return value


Colour = Annotated[str, AfterValidator(_colour)]


class ThemeFile(BaseModel):
    """The contents of a theme file; names and meanings are those of Textual's themes."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True, allow_inf_nan=False)

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]
    """The name of the theme; by default the name of the file."""
    primary: Colour
    secondary: Colour | None = None
    warning: Colour | None = None
    error: Colour | None = None
    success: Colour | None = None
    accent: Colour | None = None
    foreground: Colour | None = None
    background: Colour | None = None
    surface: Colour | None = None
    panel: Colour | None = None
    boost: Colour | None = None
    dark: bool = True
    ansi: bool = False  # whether it uses the terminal's own colours, `ansi_red` and the like
    luminosity_spread: Annotated[float, Field(ge=0, le=1)] = 0.15
    text_alpha: Annotated[float, Field(ge=0, le=1)] = 0.95
    variables: Annotated[dict[str, str], AfterValidator(_variables)] = {}


@cache
def known_variables() -> frozenset[str]:
    """Return the names that a theme's `[variables]` may set: Textual's and the tracker's own."""
    variables = (Theme(name="any", primary="#000000", ansi=ansi).to_color_system().generate() for ansi in (False, True))
    return frozenset(OWN_COLOURS).union(*variables, TERMINAL_COLOURS)


@lru_cache(100)
def parse_theme(content: bytes, stem: str, called: str) -> Theme:
    """Parse the content of a theme file, once; `stem` names the theme if the content does not.

    Every colour variable of the tracker that the file leaves out gets its default, dark or light. Raises
    `ThemeProblem`, whose sentence names the file `called`.
    """
    try:
        data = toml(content, called)
    except NotToml as bad:
        raise ThemeProblem(str(bad)) from None
    data = {"name": stem} | data
    try:
        file = ThemeFile.model_validate(data, context={"ansi": data.get("ansi") is True})
    except ValidationError as error:
        raise ThemeProblem(_sentence(error, data, Source(called, content))) from None
    values = file.model_dump()
    values["variables"] = variable_defaults(file.dark, file.ansi) | file.variables
    theme = Theme(**values)
    faint = _faint(theme.to_color_system().generate() | theme.variables)
    if faint:
        raise ThemeProblem(f"{called} {faint}.")
    return theme


def _faint(values: dict[str, str]) -> str:
    """Return which texts are unreadable on their background; empty if all are readable.

    The terminal's own colours are unknown here, so texts in one are not judged.
    """
    base = Color.parse(values["background"])
    for ground in ("background", "panel", "selected-background"):
        behind = base + Color.parse(values[ground])
        for text in READ:
            if behind.ansi is not None or Color.parse(values[text]).ansi is not None:
                continue
            ratio = contrast(behind + Color.parse(values[text]), behind)
            if ratio < LEAST_CONTRAST:
                return f"hides {text!r} on {ground!r}: a contrast of {ratio:.1f} to 1, where {LEAST_CONTRAST} is least"
    return ""


def _sentence(error: ValidationError, data: object, source: Source) -> str:
    first, *rest = faults_of(error, data, source, (), ENDINGS)
    more = f" ({len(rest)} more)" if rest else ""
    return f"{source.name}, line {first.line}: {first.key} {first.what}{more}."
