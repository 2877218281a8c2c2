"""Files of Open5e, version 2: an answer of the service, or a dump with its files beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tracker.library.imports.open5e import creature_of
from tracker.library.imports.readers.common import Reading
from tracker.library.imports.statblock import Fault, StatBlock
from tracker.library.imports.values import NotReadable, Part, loaded, record, records, text


class Dump:
    """The files beside the creatures of a dump: their actions and traits, by creature."""

    def __init__(self, path: Path) -> None:
        self._actions = _by_parent(path.with_name("CreatureAction.json"))
        self._traits = _by_parent(path.with_name("CreatureTrait.json"))

    def read(self, part: Part, reading: Reading) -> StatBlock:
        """Return a creature of the dump."""
        key = text(part.value, "pk")
        parts = (self._actions.get(key, ()), self._traits.get(key, ()))
        return _creature(part, key, record(part.value, "fields"), *parts, reading)


def read_answer(part: Part, reading: Reading) -> StatBlock:
    """Return a creature of an answer."""
    data = record(part.value)
    return _creature(part, text(data, "key"), data, records(data, "actions"), records(data, "traits"), reading)


def _by_parent(path: Path) -> dict[str, list[Mapping[str, Any]]]:
    """Return the records of a file beside the creatures, by the key of their creature; none without such a file."""
    by_parent: dict[str, list[Mapping[str, Any]]] = {}
    try:
        listed = loaded(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, NotReadable):
        return by_parent
    for one in records(listed):
        fields = record(one, "fields")
        by_parent.setdefault(text(fields, "parent"), []).append(fields)
    return by_parent


def _creature(
    part: Part,
    key: str,
    data: Mapping[str, Any],
    actions: Sequence[Mapping[str, Any]],
    traits: Sequence[Mapping[str, Any]],
    reading: Reading,
) -> StatBlock:
    creature, unread = creature_of(key, data, actions, traits, part.line)
    reading.faults += [Fault(part.line_of(name), f"{creature.name}: {name} {why}.") for name, why in unread]
    return creature
