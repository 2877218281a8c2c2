"""What the person at the table chose for the screen: in ``screen.toml`` and ``keymap.toml`` of the config folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

from msgspec import Meta, ValidationError, convert, field

from tracker.combat.model import Model
from tracker.storage.handwritten import TooLong, content_of, line_numbers, toml
from tracker.storage.library import config_folder
from tracker.tui.keys.keymap import Keymap, keymap, load_keymap
from tracker.tui.look.text import plain
from tracker.tui.look.themes import DEFAULT_THEME

FILE: Final = "screen.toml"
"""The file of choices: ``theme = "night"``, ``plain = false``, ``animations = true``, ``numbers = true``."""

CHOICES: Final[dict[str, Any]] = {
    "theme": Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}\Z")],
    "plain": bool,
    "animations": bool,
    "numbers": bool,
}
"""What the file may say, with the type of each."""


class Options(Model):
    """Theme, glyphs, movement, whether players see heroes' numbers, keys.

    ``problems`` are sentences to be told once the screen stands.
    """

    theme: str = DEFAULT_THEME
    plain: bool = False
    animations: bool = True
    numbers: bool = True
    keys: Keymap = field(default_factory=keymap)
    problems: tuple[str, ...] = ()


def written(options: Options) -> bytes:
    """The file of choices; every value in it is a word of our own."""
    lines = [
        f'theme = "{options.theme}"',
        f"plain = {str(options.plain).lower()}",
        f"animations = {str(options.animations).lower()}",
        f"numbers = {str(options.numbers).lower()}",
    ]
    return ("\n".join(lines) + "\n").encode()


def load_options() -> Options:
    """The choices in the config folder; what cannot be used is named and its default stays."""
    folder = config_folder()
    keys, problems = load_keymap(folder / "keymap.toml")
    chosen, more = _load_choices(folder / FILE)
    return Options(**chosen, keys=keys, problems=(*problems, *more))


def _load_choices(file: Path) -> tuple[dict[str, Any], list[str]]:
    """The choices of a file that may be missing, and a sentence for each line that could not be followed."""
    try:
        content = content_of(file)
        data = toml(content)
    except FileNotFoundError:
        return {}, []
    except (OSError, TooLong, ValueError):
        return {}, [f"{FILE} cannot be read; the defaults are used."]
    chosen: dict[str, Any] = {}
    problems = []
    lines = line_numbers(content)
    for name, value in data.items():
        try:
            chosen[name] = convert(value, CHOICES[name])
        except (KeyError, ValidationError):
            where = f"{FILE}, line {lines.get(name, 1)}"
            problems.append(f"{where}: “{plain(name)[:40]}” cannot be used; it knows {', '.join(CHOICES)}.")
    return chosen, problems
