"""Themes: their folders, names and files; nothing of Textual is loaded until one is read."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tracker.combat.model import Model
from tracker.storage.folders import config_folder, current_folder, shipped_folder
from tracker.tui.look.colours import read_shipped, variable_defaults

if TYPE_CHECKING:
    from textual.theme import Theme

DEFAULT_THEME: Final = "night"  # the theme of users who have not chosen one
MAX_FILES: Final = 100  # the most theme files read from a folder


class LoadedThemes(Model):
    """The valid themes by name, and a sentence for each invalid file."""

    themes: "dict[str, Theme]"
    problems: tuple[str, ...]


def chosen_theme(name: str, current: Path) -> "tuple[Theme | None, str]":
    """Return the theme of this name, and a sentence if its file is invalid.

    The tests check shipped files, so unless a user's folder overrides one it is trusted: pydantic is loaded later.
    """
    shipped, *own = theme_folders(current)
    file = shipped / f"{name}.toml"
    bad = ""
    for folder in reversed(own):
        mine = folder / f"{name}.toml"
        if mine.parent == folder and os.path.isfile(mine) and not _same(mine, file):
            theme = _try(mine)
            if not isinstance(theme, str) and theme.name == name:
                return theme, ""
            bad = bad or (theme if isinstance(theme, str) else "")
    if file.parent != shipped or not os.path.isfile(file):
        from tracker.tui.look.builtin import builtin_names, builtin_theme

        return (builtin_theme(name) if name in builtin_names() else None), bad
    from textual.theme import Theme

    data = dict(read_shipped(file))
    variables = variable_defaults(data.get("dark", True), data.get("ansi", False)) | data.pop("variables", {})
    return Theme(**{"name": name, **data}, variables=variables), bad


def _same(mine: Path, shipped: Path) -> bool:
    """Return whether a file is a shipped one unchanged, as in the folder of a checkout: it needs no reading twice."""
    try:
        return os.path.getsize(mine) == os.path.getsize(shipped) and mine.read_bytes() == shipped.read_bytes()
    except OSError:
        return False


def theme_folders(current: Path) -> tuple[Path, ...]:
    """Return the folders of themes; a later one overrides a theme of an earlier one."""
    folders = (shipped_folder("themes"), config_folder() / "themes", current / "themes")
    return tuple({os.path.realpath(folder): folder for folder in folders}.values())


def load_themes(folders: Iterable[Path]) -> LoadedThemes:
    """Read all themes of these folders; an invalid file is skipped and reported."""
    themes: dict[str, Theme] = {}
    problems: list[str] = []
    for folder in folders:
        files, trouble = _theme_files(folder)
        problems += trouble
        here: dict[str, str] = {}
        for file in files:
            theme = _try(file)
            if isinstance(theme, str):
                problems.append(theme)
            elif theme.name in here:
                problems.append(_say(file, f"has the name {theme.name!r} of {here[theme.name]} beside it; skipped"))
            else:
                here[theme.name] = file.name
                themes[theme.name] = theme
    return LoadedThemes(themes, tuple(problems))


def every_theme() -> LoadedThemes:
    """Read the themes of all folders, and add Textual's own unless a file overrides them."""
    from tracker.tui.look.builtin import builtin_names, builtin_theme

    loaded = load_themes(theme_folders(current_folder()))
    builtin = {name: builtin_theme(name) for name in builtin_names() if name not in loaded.themes}
    return LoadedThemes(loaded.themes | builtin, loaded.problems)


def theme_names() -> tuple[str, ...]:
    """Return the names of all theme files, without reading them, and of Textual's own themes."""
    from tracker.tui.look.builtin import builtin_names

    files = (file for folder in theme_folders(current_folder()) for file in _theme_files(folder)[0])
    return tuple(dict.fromkeys([*(file.stem for file in files), *builtin_names()]))


def _theme_files(folder: Path) -> tuple[list[Path], list[str]]:
    try:
        files = sorted(folder.glob("*.toml"))
    except OSError as error:
        return [], [_say(folder, f"cannot be read ({error.strerror})")]
    if len(files) > MAX_FILES:
        return files[:MAX_FILES], [_say(folder, f"holds more than {MAX_FILES} themes; the first {MAX_FILES} count")]
    return files, []


def _try(file: Path) -> "Theme | str":
    from tracker.storage.faults import MAX_BYTES, TooLong, content_of
    from tracker.tui.look.theme_file import ThemeProblem, parse_theme

    try:
        if not file.is_file():
            return _say(file, "is not a plain file")
        content = content_of(file)
    except OSError as error:
        return _say(file, f"cannot be read ({error.strerror})")
    except TooLong:
        return _say(file, f"is longer than {MAX_BYTES} bytes")
    try:
        return parse_theme(content, file.stem, _called(file))
    except ThemeProblem as problem:
        return str(problem)


def _say(path: Path, complaint: str) -> str:
    return f"{_called(path)} {complaint}."


def _called(path: Path) -> str:
    from tracker.storage.faults import printable

    return f"Theme {printable(path.name)}"
