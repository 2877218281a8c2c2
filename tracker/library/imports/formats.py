"""The formats of other programs: how each is recognized, and which reader reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from tracker.combat.model import Model
from tracker.library.imports.readers import battles, dnd_beyond, five_bits, five_etools, foundry, open5e
from tracker.library.imports.readers import improved_initiative as improved
from tracker.library.imports.readers.common import Reading
from tracker.library.imports.statblock import Contents, Gathering, StatBlock
from tracker.library.imports.values import Part, first, loaded, parts, record

KNOWN: Final = (
    "Open5e",
    "5e-bits",
    "5etools",
    "Improved Initiative",
    "D&D Beyond characters",
    "Foundry actors",
    "Fight Club XML",
    "dnd-battle-tracker",
    "jeeves",
)
"""The programs whose files can be imported, as people call these."""


class Format(Model):
    """A format of JSON: its name, how data in it is recognized, and how the text is read."""

    name: str
    fits: Callable[[Any], bool]
    read: Callable[[str, Path, Any, Reading], tuple[Iterable[StatBlock | None], Iterable[Gathering]]]


def creatures_in(text: str, path: Path) -> tuple[str, Contents] | None:
    """Return the format of a text and what it holds; None if it is in none of these. Raises NotReadable."""
    reading = Reading()
    if path.suffix.casefold() == ".xml":
        from tracker.library.imports.readers import fight_club

        found = (fight_club.read(part, reading) for part in fight_club.monsters(text, reading))
        return "Fight Club", _contents(reading, found, ())
    data = loaded(text)
    for format in FORMATS:
        if format.fits(data):
            return format.name, _contents(reading, *format.read(text, path, data, reading))
    return None


def _contents(reading: Reading, found: Iterable[StatBlock | None], gathered: Iterable[Gathering]) -> Contents:
    creatures, encounters = [block for block in found if block is not None], tuple(gathered)
    left = {what: count for what, count in reading.left.items() if count}
    return Contents(creatures, encounters, reading.faults, reading.remarks, left)


_Reader = Callable[[Part, Reading], StatBlock]


def _each(
    read: _Reader, *way: str
) -> Callable[[str, Path, Any, Reading], tuple[Iterable[StatBlock], Iterable[Gathering]]]:
    """Return how a list of creatures under these keys is read."""
    return lambda text, path, data, reading: ((read(part, reading) for part in parts(text, *way)), ())


def _battle(
    read: _Reader, *way: str
) -> Callable[[str, Path, Any, Reading], tuple[Iterable[StatBlock], Iterable[Gathering]]]:
    """Return how a running fight is read: as one encounter, called like the file."""
    return lambda text, path, data, reading: (
        (),
        [Gathering(path.stem, 1, tuple(read(part, reading) for part in parts(text, *way)))],
    )


def _whole(text: str, data: Any) -> Part:
    return Part(text, 0, 1, data)


FORMATS: Final = (
    Format(
        "5e-bits",
        lambda data: "armor_class" in first(data) and "hit_points" in first(data),
        _each(five_bits.read),
    ),
    Format("Improved Initiative", lambda data: {"HP", "Name"} <= first(data).keys(), _each(improved.read)),
    Format(
        "Improved Initiative export",
        improved.is_export,
        lambda text, path, data, reading: improved.read_export(parts(text), reading),
    ),
    Format(
        "Improved Initiative encounter",
        improved.is_encounter,
        lambda text, path, data, reading: (
            (),
            [improved.read_encounter(_whole(text, {"Name": path.stem, **data}), reading)],
        ),
    ),
    Format(
        "Open5e",
        lambda data: first(data).get("model") == "api_v2.creature",
        lambda text, path, data, reading: _each(open5e.Dump(path).read)(text, path, data, reading),
    ),
    Format(
        "Open5e answer",
        lambda data: "armor_class" in first(record(data).get("results")),
        _each(open5e.read_answer, "results"),
    ),
    Format(
        "5etools",
        lambda data: isinstance(record(data).get("monster"), list),
        lambda text, path, data, reading: (
            (
                five_etools.read(part, reading, others)
                for others in (five_etools.by_name(data),)
                for part in parts(text, "monster")
            ),
            (),
        ),
    ),
    Format(
        "D&D Beyond",
        dnd_beyond.is_character,
        lambda text, path, data, reading: ([dnd_beyond.read(_whole(text, data), reading)], ()),
    ),
    Format(
        "Foundry",
        foundry.is_actor,
        lambda text, path, data, reading: ([foundry.read(_whole(text, data), reading)], ()),
    ),
    Format("Foundry", lambda data: foundry.is_actor(first(data)), _each(foundry.read)),
    Format("dnd-battle-tracker", battles.is_battle, _battle(battles.read_battle, "creatures")),
    Format("jeeves", battles.is_jeeves, _battle(battles.read_jeeves, "combat", "combatants")),
)
"""The formats of JSON, in the order in which they are tried."""
