"""The library of a game: the contents of its files, the presets, and the heroes of other sessions.

Its folders are the user's own beside the sessions, the one in the config folder, and the shipped one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from tracker.combat.records import Kept, Member
from tracker.combat.scene import HEROES, Combatant, Scene
from tracker.rules.errors import InvalidCommand, comma_list, suggestion
from tracker.rules.matching import containing, match, meant
from tracker.rules.stock import names_of_presets, of_preset
from tracker.rules.system import System
from tracker.storage.folders import ENDING, config_folder, current_folder, library_folder, saves_folder

if TYPE_CHECKING:
    from tracker.library.model import Content, Entry

KEPT_FILE: Final = "kept.toml"  # the file of the user's folder that keep adds to
ENDINGS: Final = (".toml", ".json")  # how the names of library files end: written by people, written by programs
SHIPPED: Final = Path(__file__).parent / "shipped"  # the shipped library, with a folder for each game

SceneOf = Callable[[str], Scene]
"""Returns the current fight of another session, by the path of its file; raises InvalidCommand."""


class Library:
    """The library of a game: ``folders`` to search in order, the first to write to; heroes also join from ``saves``."""

    def __init__(
        self, system: System, folders: Sequence[Path], scene_of: SceneOf | None = None, saves: str = ""
    ) -> None:
        self.system, self.folders, self.saves = system, tuple(folders), saves
        self._scene_of = scene_of
        self._keyed: tuple[list[Content], dict[tuple[str, str], Entry]] = [], {}

    def contents(self) -> Iterator[tuple[Path, Content]]:
        """Yield the files of this game and their contents, those with precedence first."""
        for folder in self.folders:
            try:
                names = sorted(os.listdir(folder / self.system.name))
            except OSError:
                continue
            paths = (folder / self.system.name / name for name in names if name.endswith(ENDINGS) and name[0] != ".")
            yield from ((path, _content(path)) for path in paths)

    def faults(self) -> list[str]:
        """Return a sentence for every error in the files."""
        return [fault for _, content in self.contents() for fault in content.faults]

    def entries(self) -> list[Entry]:
        """Return all entries; of two with the same kind and name the first one counts."""
        return list(self._by_key().values())

    def _by_key(self) -> dict[tuple[str, str], Entry]:
        contents = [content for _, content in self.contents()]
        if list(map(id, contents)) != list(map(id, self._keyed[0])):
            first: dict[tuple[str, str], Entry] = {}
            for content in contents:
                for entry in content.entries:
                    first.setdefault(entry.key, entry)
            self._keyed = contents, first
        return self._keyed[1]

    def find(self, word: str, origin: str, scene: Scene) -> Kept:
        """Return an entry or a preset by a word, or with ``origin`` somebody of that session; raises InvalidCommand."""
        if origin:
            return self._of_session(word, origin)
        entries = self._by_key()
        presets = names_of_presets(self.system)
        name = _meant(word, (*dict.fromkeys(entry.name for entry in entries.values()), *presets))
        for kind in ("combatant", "party", "encounter"):
            if (kind, name.casefold()) in entries:
                return self._kept(entries, kind, name, scene)
        return of_preset(self.system, match(name, presets, "preset"), scene)

    def encounter(self, title: str, scene: Scene) -> Kept | None:
        """Return the prepared encounter of this whole title, ignoring case and accents; raises InvalidCommand."""
        entries = self._by_key()
        known = meant(title, [entry.name for entry in entries.values() if entry.kind == "encounter"], exact=True)
        return self._kept(entries, "encounter", known, scene) if known is not None else None

    def _kept(self, entries: Mapping[tuple[str, str], Entry], kind: str, name: str, scene: Scene) -> Kept:
        from tracker.library.preparing import Preparing

        def lookup(word: str, of: Entry) -> Entry | Combatant | None:
            first = self.base(word, scene)
            if first is None or isinstance(first, Combatant) or first.source is of.source:
                return first
            return self._beside(of, first)

        return Preparing(self.system, scene, lookup).kept(entries[kind, name.casefold()])

    def _beside(self, of: Entry, first: Entry) -> Entry:
        """Return the entry in the same file instead of the first one, unless that is of another folder."""
        files = {one.entries[0].source: (path.parent, one) for path, one in self.contents() if one.entries}
        folder, content = files[of.source]
        if files[first.source][0] != folder:
            return first
        return next((entry for entry in content.entries if entry.key == first.key and entry is not of), first)

    def base(self, word: str, scene: Scene) -> Entry | Combatant | None:
        """Return the combatant of exactly this name, ignoring case, or else the preset."""
        return self._by_key().get(("combatant", word.casefold())) or self.preset(word, scene)

    def preset(self, word: str, scene: Scene) -> Combatant | None:
        """Return the sheet of the preset of exactly this name, ignoring case."""
        known = meant(word, names_of_presets(self.system), exact=True)
        return of_preset(self.system, known, scene).members[0].like if known is not None else None

    def scene_of(self, path: str) -> Scene:
        """Return the current fight of another session; raises InvalidCommand."""
        if self._scene_of is None:
            raise InvalidCommand("No other session can be reached from here.")
        return self._scene_of(path)

    def _of_session(self, word: str, origin: str) -> Kept:
        from tracker.library.preparing import rested

        other = self.scene_of(session_file(origin, self.saves))
        if other.system != self.system.name:
            alien = f"{origin} is a session of {other.system}"
            raise InvalidCommand(f"{alien}; only heroes of the same game can come along.")
        if word.casefold() == HEROES:
            title, names = HEROES, tuple(hero.name for hero in other.of_side(HEROES))
            if not names:
                raise InvalidCommand(f"There are no heroes in {origin}.")
        else:
            title = match(word, tuple(other.combatants), "combatant there")
            names = (title,)
        members = tuple(Member(replace(combatant, group=None)) for combatant in rested(self.system, other, names))
        return Kept("party" if len(members) > 1 else "combatant", title, members, origin)


def _meant(word: str, names: Sequence[str]) -> str:
    """Return the name that a word means: the name itself, or the only one with its parts; raises InvalidCommand."""
    exact = meant(word, names, exact=True)
    found = [exact] if exact is not None else containing(word, names)
    if len(found) == 1:
        return found[0]
    if found:
        raise InvalidCommand(f"“{word}” could be {comma_list(found)}; type more of it.")
    near = suggestion(word, names[:500]) if names else " It is empty; keep NAME puts somebody into it."
    raise InvalidCommand(f"“{word}” is not in the library.{near}")


def session_file(name: str, saves: str) -> str:
    """Return the file of a session by its name in the folder, or by its path; raises InvalidCommand."""
    for path in (os.path.join(saves, name), os.path.join(saves, name + ENDING), name, name + ENDING):
        if os.path.isfile(path):
            return path
    raise InvalidCommand(f"There is no session “{name}” in the folder of sessions.")


_read: dict[Path, tuple[tuple[int, int, int], Content]] = {}


def _content(path: Path) -> Content:
    from tracker.library.model import read

    try:
        stat = path.stat()
        stamp = (stat.st_ino, stat.st_size, stat.st_mtime_ns)
    except OSError:
        stamp = (0, 0, 0)
    if path not in _read or _read[path][0] != stamp:
        _read[path] = (stamp, read(path, f"{path.parent.name}/{path.name}"))
    return _read[path][1]


def library_of(system: System, scene_of: SceneOf, path: str = "", *, saves: str = "", chosen: str = "") -> Library:
    """Return the library for a session at this path, or for the sessions of a folder."""
    here = str(current_folder())
    beside = saves or (os.path.dirname(os.path.abspath(path)) if path else saves_folder(None, os.environ, here))
    own = library_folder(chosen, beside, os.environ, here)
    return Library(system, (own, config_folder() / "library", SHIPPED), scene_of, beside)
