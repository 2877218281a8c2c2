"""The games by their names; each is imported, or its file read, when it is first asked for.

There are the games of the program, those of game files (shipped, in the config folder, in the current folder), and
those that other packages bring by the entry point ``combat_tracker.games``: a ``System`` or the path of a game file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tracker.rules.errors import InvalidCommand, suggestion
from tracker.rules.system import System

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

SHIPPED: Final = {
    "outgunned": "tracker.games.outgunned",
    "contract": "tracker.games.contract",
    "gen6": "tracker.games.gen6",
    "unknown-armies": "tracker.games.unknown_armies",
}
"""The games of the program: the name of each, and the module whose ``SYSTEM`` it is."""

ENTRY_POINTS: Final = "combat_tracker.games"
"""The group under which other packages bring games."""

FILES: Final = Path(__file__).parent / "files"
"""Where the shipped game files lie."""

_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")
_TITLE: Final = re.compile(r'^title\s*=\s*"([^"\\\n]{1,60})"', re.MULTILINE)
_LONGEST: Final = 300_000

_known: dict[str, System] = {}


def register(system: System) -> None:
    """Make another game known in this process under its name."""
    _known[system.name] = system


def folders() -> tuple[Path, ...]:
    """Where game files lie; of two with one name the later one counts."""
    from tracker.storage.folders import config_folder, current_folder

    return (FILES, config_folder() / "games", Path(current_folder()) / "games")


def files() -> dict[str, Path]:
    """The game files by the names of their games, which are those of the files."""
    found: dict[str, Path] = {}
    for folder in folders():
        try:
            paths = sorted(path for path in folder.iterdir() if path.suffix == ".toml")
        except OSError:
            continue
        found |= {path.stem: path for path in paths if _NAME.fullmatch(path.stem) and path.stem not in SHIPPED}
    return found


def names() -> tuple[str, ...]:
    """The names of all games, those of the program first."""
    return tuple(dict.fromkeys((*SHIPPED, *files(), *_brought(), *_known)))


def titles() -> dict[str, str]:
    """The title of every game by its name, without reading a whole file; what cannot be read has its name."""
    found: dict[str, str] = {}
    paths = files()
    for name in names():
        if name in _known or name in SHIPPED:
            found[name] = find(name).title
        elif name in paths:
            found[name] = _title(paths[name]) or name
        else:
            found[name] = name
    return found


def _title(path: Path) -> str:
    """The title in a file, as far as it stands on a line of its own."""
    from tracker.combat.text import clean_line

    try:
        match = _TITLE.search(path.read_text("utf-8")[:4000])
    except (OSError, ValueError):
        return ""
    return clean_line(match[1], 60) if match else ""


def readable() -> tuple[tuple[System, ...], tuple[str, ...]]:
    """Every game that can be played, and a sentence for each that cannot."""
    systems, problems = [], []
    for name in names():
        try:
            systems.append(find(name))
        except InvalidCommand as bad:
            problems.append(str(bad))
    return tuple(systems), tuple(problems)


def first() -> System:
    """The game that is meant where none is named."""
    return find(next(iter(SHIPPED)))


def find(name: str) -> System:
    """The game of this name; raises InvalidCommand, where it is a file also for what is wrong with it."""
    if name in _known:
        return _known[name]
    if name in SHIPPED:
        _known[name] = import_module(SHIPPED[name]).SYSTEM
        return _known[name]
    path = files().get(name)
    if path is not None:
        return read(path)
    entry = _brought().get(name)
    if entry is not None:
        return _load(name, entry)
    raise InvalidCommand(f"“{name}” is not a game that the tracker knows.{suggestion(name, names())}")


def read(path: Path) -> System:
    """The game in a file; raises InvalidCommand with the first thing that is wrong."""
    from tracker.storage.errors import because
    from tracker.storage.handwritten import TooLong, content_of

    try:
        content = content_of(path, _LONGEST)
    except TooLong:
        raise InvalidCommand(f"{path.name} is too long for a game file: at most {_LONGEST} bytes.") from None
    except OSError as error:
        raise InvalidCommand(f"{path.name} cannot be read: {because(error, 'reading')}.") from None
    return _of_text(content, path.name, path.stem, str(path))


def other_edition(system: System) -> System | None:
    """The game of the same name as its file stands now, None where there is none or it is the very same."""
    if not system.text or system.name in SHIPPED:
        return None
    try:
        found = find(system.name)
    except InvalidCommand:
        return None
    return found if found.text and found.text != system.text else None


def of_text(text: str) -> System:
    """The game of a text that a session keeps; raises InvalidCommand."""
    return _of_text(text.encode(), "the game in the session", "game", "", strict=False)


@lru_cache(64)
def _of_text(content: bytes, called: str, stem: str, origin: str, *, strict: bool = True) -> System:
    from tracker.games.language import BadGame, read_game  # Loaded with the first game that is a file.

    try:
        return read_game(content, called, stem, origin, strict=strict)
    except BadGame as bad:
        more = f" ({len(bad.faults) - 1} more; tracker games check names them)" if len(bad.faults) > 1 else ""
        raise InvalidCommand(f"{bad.faults[0]}{more}") from None


@lru_cache(1)
def _brought() -> dict[str, EntryPoint]:
    """What other packages bring, by name."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS) if _NAME.fullmatch(entry.name)}


def _load(name: str, entry: EntryPoint) -> System:
    """The game of another package; raises InvalidCommand where it brings none."""
    try:
        brought: Any = entry.load()
        brought = brought() if callable(brought) else brought
    except Exception as error:
        raise InvalidCommand(
            f"The package that brings {name} fails: {type(error).__name__}. Mend or remove it."
        ) from None
    if isinstance(brought, str | Path):
        brought = read(Path(brought))
    if not isinstance(brought, System):
        raise InvalidCommand(f"The package that brings {name} gives neither a System nor the path of a game file.")
    _known[name] = brought
    return brought


def origins() -> Iterator[tuple[str, str]]:
    """Every game by its name, with where it comes from."""
    paths, brought = files(), _brought()
    for name in names():
        if name in paths:
            where = "comes with the tracker" if paths[name].parent == FILES else str(paths[name])
        elif name in brought:
            package = brought[name].dist
            where = f"package {package.name}" if package else "another package"
        else:
            where = "part of the tracker"
        yield name, where
