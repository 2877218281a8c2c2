"""The formats of other programs: how each is recognized, and which reader reads it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from tracker.combat.model import Model
from tracker.library.imports.readers import dnd_beyond, five_bits, five_etools, foundry, open5e, trackers
from tracker.library.imports.readers.common import Reading
from tracker.library.imports.statblock import Contents, Gathering, StatBlock
from tracker.library.imports.values import Part, first, loaded, parts, record, under

KNOWN: Final = (
    "Open5e, 5e-bits, 5etools, Improved Initiative, D&D Beyond characters, Foundry actors, Fight Club XML, "
    "dnd-battle-tracker, jeeves"
)
"""The programs whose files can be imported, as people call these."""


class File(Model):
    """A file of another program: its text, its path, and its data."""

    text: str
    path: Path
    data: Any

    @property
    def whole(self) -> Part:
        """Return all of it as one part."""
        return Part(self.text, 0, 1, self.data)


Found: TypeAlias = Iterable[StatBlock | Gathering | None]
"""What a reader makes of a file; None for what it could not read."""


class Format(Model):
    """A format of JSON: its name, how data in it is recognized, and how a file is read."""

    name: str
    fits: Callable[[Any], bool]
    read: Callable[[File, Reading], Found]


def creatures_in(text: str, path: Path) -> tuple[str, Contents] | None:
    """Return the format of a text and what it holds; None if it is in none of these. Raises NotReadable."""
    reading = Reading()
    if path.suffix.casefold() == ".xml":
        from tracker.library.imports.readers import fight_club

        found = [fight_club.read(part, reading) for part in fight_club.monsters(text, reading)]
        return ("Fight Club", _contents(reading, found)) if found or reading.left.total() else None
    data = loaded(text)
    for format in FORMATS:
        if format.fits(data):
            return format.name, _contents(reading, format.read(File(text, path, data), reading))
    return None


def _contents(reading: Reading, found: Found) -> Contents:
    everything = tuple(found)
    creatures = [one for one in everything if isinstance(one, StatBlock)]
    encounters = tuple(one for one in everything if isinstance(one, Gathering))
    left = {what: count for what, count in reading.left.items() if count}
    return Contents(creatures, encounters, reading.faults, reading.remarks, left)


_Reader = Callable[[Part, Reading], StatBlock | None]


def _each(read: _Reader, *way: str) -> Callable[[File, Reading], Found]:

    def found(file: File, reading: Reading) -> Found:
        single = not way and isinstance(file.data, dict)
        return (read(part, reading) for part in ((file.whole,) if single else _listed(file, reading, *way)))

    return found


def _listed(file: File, reading: Reading, *way: str) -> Iterator[Part]:
    reading.expect(len(under(file.data, *way)))
    return parts(file.text, *way)


def _sample(data: Any, *way: str) -> Mapping[str, Any]:
    """Return a creature of a file: the first of a list under these keys, or the only one."""
    return data if not way and isinstance(data, dict) else first(data, *way)


def _is_5e_bits(data: Any, *way: str) -> bool:
    known = _sample(data, *way).keys()
    return {"armor_class", "hit_points"} <= known and "ability_scores" not in known


def _battle(name: str, read: Callable[[Part, Reading], StatBlock], mark: str, *way: str) -> Format:
    """Return the format of a running fight, recognized by a key: one encounter, called like the file."""

    def found(file: File, reading: Reading) -> Found:
        return [Gathering(file.path.stem, 1, tuple(read(part, reading) for part in _listed(file, reading, *way)))]

    return Format(name, lambda data: mark in record(data) and isinstance(under(data, *way), list), found)


FORMATS: Final = (
    Format("5e-bits", lambda data: _is_5e_bits(data) and "slug" not in _sample(data), _each(five_bits.read)),
    Format("Open5e", _is_5e_bits, _each(five_bits.read)),
    Format("Open5e answer", lambda data: _is_5e_bits(data, "results"), _each(five_bits.read, "results")),
    Format("Improved Initiative", lambda data: {"HP", "Name"} <= _sample(data).keys(), _each(trackers.read)),
    Format(
        "Improved Initiative export",
        trackers.is_export,
        lambda file, reading: trackers.read_export(tuple(parts(file.text)), reading),
    ),
    Format(
        "Improved Initiative encounter",
        trackers.is_encounter,
        lambda file, reading: [trackers.read_encounter(file.whole, reading, file.path.stem)],
    ),
    Format(
        "Open5e",
        lambda data: first(data).get("model") == "api_v2.creature",
        lambda file, reading: _each(open5e.Dump(file.path).read)(file, reading),
    ),
    Format("Open5e answer", lambda data: "armor_class" in first(data, "results"), _each(open5e.read_answer, "results")),
    Format("Open5e", lambda data: "ability_scores" in _sample(data), _each(open5e.read_answer)),
    Format(
        "5etools",
        lambda data: isinstance(under(data, "monster"), list),
        lambda file, reading: _each(five_etools.Bestiary(file.data).read, "monster")(file, reading),
    ),
    Format("D&D Beyond", dnd_beyond.is_character, lambda file, reading: [dnd_beyond.read(file.whole, reading)]),
    Format("Foundry", foundry.is_actor, lambda file, reading: [foundry.read(file.whole, reading)]),
    Format("Foundry", lambda data: foundry.is_actor(first(data)), _each(foundry.read)),
    _battle("dnd-battle-tracker", trackers.read_battle, "creatureIdCount", "creatures"),
    _battle("jeeves", trackers.read_jeeves, "schema_version", "combat", "combatants"),
)
"""The formats of JSON, in the order in which they are tried."""
