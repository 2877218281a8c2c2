"""What can be brought, each with a short description; and looking up spells and stat blocks by parts of their names."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Final

from tracker.combat.model import Model
from tracker.combat.scene import HEROES
from tracker.library.model import CombatantTable, EncounterTable, Entry, WhoTable
from tracker.library.shelf import Library
from tracker.rules.errors import InvalidCommand, comma_list, suggestion
from tracker.rules.matching import folded, meant
from tracker.storage.faults import printable
from tracker.storage.folders import ENDING, same_file
from tracker.storage.recent import recent

_NUMBERS: Final = 5  # the most numbers of a sheet in a description
_NAMES: Final = 20  # the most names of what is looked up

_LONGEST: Final = 4_000

PRESET: Final = "preset"

_LARGEST: Final = 1_000_000
"""The size in bytes from which a session is listed without its heroes: reading it would take too long."""


class Found(Model):
    """Something that can be brought: its kind, its name, its description, and its origin."""

    kind: str
    name: str
    detail: str
    source: str
    side: str = ""


def everything(library: Library) -> list[Found]:
    """Return all that can be brought: encounters, parties, combatants, presets."""
    order = ("encounter", "party", "combatant")
    kept = sorted(map(described, library.entries()), key=lambda found: order.index(found.kind))
    return [*kept, *(Found(PRESET, preset.name, preset.help, "", preset.side) for preset in library.system.presets)]


def described(entry: Entry) -> Found:
    """Return an entry for a list."""
    table, side = entry.table, ""
    if isinstance(table, CombatantTable):
        detail, side = numbers(table), table.side or ""
    else:
        later = len(table.wave) if isinstance(table, EncounterTable) else 0
        detail = who(table.who) + (f", {later} later" if later else "")
    return Found(entry.kind, entry.name, printable(table.help, 160) or detail, entry.source.name, side)


def heroes_of(title: str) -> str:
    """Return what the heroes of a session are called in the library, whose names contain no commas or quotes."""
    return f"Heroes of {title.replace(',', '').replace(chr(34), '')}"


def numbers(table: CombatantTable) -> str:
    """Return the first numbers of a sheet, all its weapons and spells, and the combatant it is like."""
    parts = [f"like {table.like}"] if table.like else []
    shown = [(name, value) for name, value in (table.model_extra or {}).items() if value not in (False, 0, "", [])]
    parts += [name if value is True else f"{name} {_text(value)}" for name, value in shown[:_NUMBERS]]
    arms = (weapon.partition(" ")[0] if "=" in weapon else weapon for weapon in table.arms)
    parts += dict.fromkeys((*table.weapons, *arms))
    parts += [f"“{note}”" for note in ([table.note] if isinstance(table.note, str) else table.note)[:1] if note]
    return printable(", ".join(parts), _LONGEST)


def who(tables: Sequence[WhoTable]) -> str:
    """Return the members of a party or an encounter, groups with their size."""
    called = ((table.count, table.name or table.like or "?") for table in tables)
    return printable(comma_list([f"{count} × {name}" if count else name for count, name in called], 6), 160)


def looked_up(library: Library, words: str) -> str:
    """Return what is known of something, in lines; raises InvalidCommand if nothing, or too much, has that name."""
    lore = library.system.lore
    tables = {entry.name: entry.table for entry in library.entries() if isinstance(entry.table, CombatantTable)}
    names = list(dict.fromkeys((*(str(entry["name"]) for entry in lore.values()), *tables)))
    wanted = " ".join(words.split())
    exact = meant(wanted, names, exact=True)
    found = [exact] if exact else [name for name in names if wanted and folded(wanted) in folded(name)]
    if not found:
        raise InvalidCommand(f"Nothing is known of “{printable(words, 60)}”.{suggestion(words, tuple(names))}")
    if len(found) > 1:
        return f"“{printable(words, 60)}” is part of {comma_list(sorted(found), _NAMES)}."
    (name,) = found
    lines = _entry(lore[name.casefold()]) if name.casefold() in lore else _combatant(name, tables[name])
    return "\n".join(lines)


def _entry(entry: Mapping[str, Any]) -> Iterator[str]:
    """Yield an entry of the game's lore: its short values in one line, then its texts."""
    values = {key: value for key, value in entry.items() if key not in ("name", "numbers", "text", "higher")}
    yield _values(entry["name"], values)
    yield from (_shown(entry[key]) for key in ("text", "higher") if entry.get(key))


def _combatant(name: str, table: CombatantTable) -> Iterator[str]:
    """Yield a stat block: its values in one line, then its printed parts."""
    yield _values(name, table.model_extra or {})
    if not table.block:
        yield from (f"{weapon}: {_text(dict(fields))}" for weapon, fields in table.weapons.items())
    yield from (f"{_shown(part.name)}. {_shown(part.text)}" for part in table.block)


def _values(name: Any, values: Mapping[str, Any]) -> str:
    texts = {key: _text(value) for key, value in values.items()}
    return f"{_shown(name)}: " + ", ".join(f"{key} {text}" for key, text in texts.items() if text)


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_text(part)}" for key, part in value.items())
    if isinstance(value, list):
        return " ".join(map(_text, value))
    return "yes" if value is True else "" if value in (False, None) else _shown(value)


def _shown(value: Any) -> str:
    return printable(str(value), _LONGEST)


_known: dict[tuple[str, int, int], str] = {}


def heroes_elsewhere(library: Library, here: str) -> Iterator[Found]:
    """Return the heroes of the game's sessions written last, except for the one at the path ``here``.

    Each is named as its session is in ``bring from=``; its source is the session's title.
    """
    others = (
        (session, _numbers(library, session.path))
        for session in recent(library.saves)
        if session.system == library.system.name
        and not session.trouble
        and not (here and same_file(session.path, here))
    )
    # Those written last are enough to choose from.
    for session, numbers in islice((other for other in others if other[1]), 6):
        name = os.path.basename(session.path).removesuffix(ENDING)
        yield Found(HEROES, name, numbers, session.title or name)


def _numbers(library: Library, path: str) -> str:
    """Return the heroes of a session with their main track; "" if it has none or cannot be read."""
    try:
        stat = os.stat(path)
    except OSError:
        return ""
    if stat.st_size > _LARGEST:
        return "as they stood"
    key = (path, stat.st_size, stat.st_mtime_ns)
    if key not in _known:
        with suppress(InvalidCommand):
            scene = library.scene_of(path)
            main = library.system.main_track(scene)
            heroes = ((hero.name, hero.tracks.get(main)) for hero in scene.of_side(HEROES))
            told = [f"{name} {track.value}/{track.max}" if track else name for name, track in heroes]
            _known[key] = comma_list(told, 6)
    return _known.setdefault(key, "")
