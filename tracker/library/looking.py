"""Looking something up by any part of its name: what the game knows, such as a spell, and stat blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tracker.library.model import CombatantTable
from tracker.library.shelf import Library
from tracker.rules.errors import InvalidCommand, comma_list, suggestion
from tracker.storage.handwritten import printable

MOST: Final = 20
"""The most names to list."""

_LONGEST: Final = 4_000


def looked_up(library: Library, words: str) -> str:
    """Return what is known of something, in lines; raises InvalidCommand if nothing, or too much, has that name."""
    lore = library.system.lore
    tables = {entry.name: entry.table for entry in library.entries() if isinstance(entry.table, CombatantTable)}
    names = list(dict.fromkeys((*(str(entry["name"]) for entry in lore.values()), *tables)))
    wanted = " ".join(words.casefold().split())
    exact = [name for name in names if name.casefold() == wanted]
    found = exact or [name for name in names if wanted and wanted in name.casefold()]
    if not found:
        raise InvalidCommand(f"Nothing is known of “{printable(words, 60)}”.{suggestion(words, tuple(names))}")
    if len(found) > 1:
        return f"“{printable(words, 60)}” is part of {comma_list(sorted(found), MOST)}."
    (name,) = found
    lines = _entry(lore[name.casefold()]) if name.casefold() in lore else _combatant(name, tables[name])
    return "\n".join(lines)


def _entry(entry: Mapping[str, Any]) -> Iterator[str]:
    """Yield an entry of the game's lore: its short values in one line, then its texts."""
    values = {key: _text(value) for key, value in entry.items() if key not in ("name", "numbers", "text", "higher")}
    yield f"{_shown(entry['name'])}: " + ", ".join(f"{key} {value}" for key, value in values.items() if value)
    for key in ("text", "higher"):
        if entry.get(key):
            yield _shown(entry[key])


def _combatant(name: str, table: CombatantTable) -> Iterator[str]:
    """Yield a stat block: its values in one line, then its printed parts."""
    values = {key: _text(value) for key, value in (table.model_extra or {}).items()}
    yield f"{_shown(name)}: " + ", ".join(f"{key} {value}" for key, value in values.items() if value)
    if not table.block:
        yield from (f"{weapon}: {_text(dict(fields))}" for weapon, fields in table.weapons.items())
    for part in table.block:
        yield f"{_shown(part.name)}. {_shown(part.text)}"


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_text(part)}" for key, part in value.items())
    if isinstance(value, list):
        return " ".join(map(_text, value))
    return "yes" if value is True else "" if value in (False, None) else _shown(value)


def _shown(value: Any) -> str:
    return printable(str(value), _LONGEST)
