"""The games by name; each is imported, or its file read, on first use.

They are the built-in games, those of game files (shipped, in the config folder, in the current folder), and those of
other packages with the entry point ``combat_tracker.games``: a ``System`` or the path of a game file.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tracker.combat.text import clean_line
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
"""The built-in games: the name of each, and the module that has its ``SYSTEM``."""

ENTRY_POINTS: Final = "combat_tracker.games"  # the entry point group of games in other packages
FILES: Final = Path(__file__).parent / "files"  # the folder of the shipped game files

ORDER: Final = ("fate", "moves", "percentile", "plain", "srd5", "wild-die")
"""The game files listed first: their letters on the start screen stay theirs, whatever games come later."""

_NAME: Final = r"[a-z][a-z0-9-]{0,39}"
_TITLE: Final = r'^title\s*=\s*"([^"\\\n]{1,60})"'
_LONGEST: Final = 300_000

_known: dict[str, System] = {}


def register(system: System) -> None:
    """Register another game under its name, in this process."""
    _known[system.name] = system


def folders() -> tuple[Path, ...]:
    """Return the folders of game files; a later one overrides a game of an earlier one."""
    from tracker.storage.folders import config_folder, current_folder

    return (FILES, config_folder() / "games", Path(current_folder()) / "games")


def files() -> dict[str, Path]:
    """Return the game files by the name of the game, which is the name of the file."""
    by_name: dict[str, Path] = {}
    for folder in folders():
        try:
            paths = sorted(path for path in folder.iterdir() if path.suffix == ".toml")
        except OSError:
            continue
        by_name |= {path.stem: path for path in paths if re.fullmatch(_NAME, path.stem) and path.stem not in SHIPPED}
    return by_name


def names() -> tuple[str, ...]:
    """Return the names of all games, built-in ones first."""
    found = files()
    return tuple(dict.fromkeys((*SHIPPED, *(name for name in ORDER if name in found), *found, *_brought(), *_known)))


def titles() -> dict[str, str]:
    """Return the title of every game by name, without reading whole files; its name where none is readable."""
    by_name: dict[str, str] = {}
    paths = files()
    for name in names():
        if name in _known or name in SHIPPED:
            by_name[name] = find(name).title
        else:
            by_name[name] = (_title(paths[name]) if name in paths else "") or name
    return by_name


def _title(path: Path) -> str:
    try:
        match = re.search(_TITLE, path.read_text("utf-8")[:4000], re.MULTILINE)
    except (OSError, ValueError):
        return ""
    return clean_line(match[1], 60) if match else ""


def readable() -> tuple[tuple[System, ...], tuple[str, ...]]:
    """Return every game that can be played, and a sentence for each that cannot."""
    systems, problems = [], []
    for name in names():
        try:
            systems.append(find(name))
        except InvalidCommand as bad:
            problems.append(str(bad))
    return tuple(systems), tuple(problems)


def first() -> System:
    """Return the default game."""
    return find(next(iter(SHIPPED)))


def find(name: str) -> System:
    """Return the game of this name; raises InvalidCommand, also for a file with faults."""
    if name in _known:
        return _known[name]
    if name in SHIPPED:
        return _known.setdefault(name, import_module(SHIPPED[name]).SYSTEM)
    path = files().get(name)
    if path is not None:
        return read(path)
    entry = _brought().get(name)
    if entry is not None:
        return _load(name, entry)
    raise InvalidCommand(f"“{name}” is not a game that the tracker knows.{suggestion(name, names())}")


def read(path: Path) -> System:
    """Return the game in a file; raises InvalidCommand with the first fault."""
    from tracker.storage.errors import because
    from tracker.storage.faults import TooLong, content_of

    try:
        content = content_of(path, _LONGEST)
    except TooLong:
        raise InvalidCommand(f"{path.name} is too long for a game file: at most {_LONGEST} bytes.") from None
    except OSError as error:
        raise InvalidCommand(f"{path.name} cannot be read: {because(error, 'reading')}.") from None
    return _of_text(content, path.name, path.stem, str(path))


def other_edition(system: System) -> System | None:
    """Return the current edition of a game's file; None if there is none or it is the same."""
    if not system.text or system.name in SHIPPED:
        return None
    try:
        edition = find(system.name)
    except InvalidCommand:
        return None
    return edition if edition.text and edition.text != system.text else None


def of_text(text: str) -> System:
    """Return the game of the text in a session; raises InvalidCommand."""
    return _of_text(text.encode(), "the game in the session", "game", "", strict=False)


def _shipped(content: bytes) -> bool:
    name = re.search(rb'^name = "([a-z0-9-]+)"$', content[:4000], re.MULTILINE)
    try:
        return name is not None and (FILES / f"{name[1].decode()}.toml").read_bytes() == content
    except OSError:
        return False


@lru_cache(64)
def _of_text(content: bytes, called: str, stem: str, origin: str, *, strict: bool = True) -> System:
    from tracker.games.language import BadGame, read_game  # Imported with the first game file.

    shipped = _shipped(content)
    try:
        return read_game(content, called, stem, origin, strict=strict or shipped, checked=shipped)
    except BadGame as bad:
        more = f" ({len(bad.faults) - 1} more; tracker games check names them)" if len(bad.faults) > 1 else ""
        raise InvalidCommand(f"{bad.faults[0]}{more}") from None


@lru_cache(1)
def _brought() -> "dict[str, EntryPoint]":
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS) if re.fullmatch(_NAME, entry.name)}


def _load(name: str, entry: "EntryPoint") -> System:
    """Return the game of another package; raises InvalidCommand if it has none."""
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
    """Return every game by name, with its origin."""
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
