"""Makes the shipped creatures, spells and weapons of srd5: `python -m tests.examples.make_srd FOLDER`.

The folder is Open5e's document srd-2024 (data/v2/wizards-of-the-coast/srd-2024). The creatures that are shipped are
what `tracker import` makes of its Creature.json, below a head with the licence.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tests.examples.spells import spell_of
from tracker.games.registry import find
from tracker.library.imports.importing import read
from tracker.library.shelf import SHIPPED, Library
from tracker.library.writing import json_document

SPELLS: Final = SHIPPED.parents[1] / "games" / "files" / "srd5-spells.json"
"""Where the spells lie."""

WEAPONS: Final = SPELLS.with_name("srd5-weapons.json")
"""Where the weapons lie."""

_SOURCE: Final = (
    "System Reference Document 5.2 by Wizards of the Coast LLC, from the data of Open5e (document srd-2024)"
)
_LICENCE: Final = (
    'This work includes material from the System Reference Document 5.2 ("SRD 5.2") by Wizards of the Coast LLC, '
    "available at https://www.dndbeyond.com/srd. The SRD 5.2 is licensed under the Creative Commons Attribution "
    "4.0 International License, available at https://creativecommons.org/licenses/by/4.0/legalcode. Changed: laid "
    "out as data for this program."
)


def creatures(folder: Path) -> str:
    """The shipped creatures."""
    taken = read(folder / "Creature.json", Library(find("srd5"), ()))
    for fault in taken.faults:
        print(f"line {fault.line}: {fault.sentence}", file=sys.stderr)
    head = {"title": "The creatures of the SRD", "source": _SOURCE, "licence": _LICENCE}
    return json_document({**head, **taken.tables})


def spells(folder: Path) -> str:
    """The shipped spells."""
    records = json.loads((folder / "Spell.json").read_text("utf-8"))
    listed = sorted((spell_of(record["pk"], record["fields"]) for record in records), key=lambda spell: spell["name"])
    entries = ",\n".join(json.dumps(spell, ensure_ascii=False) for spell in listed)
    head = json.dumps({"source": _SOURCE, "licence": _LICENCE}, ensure_ascii=False)[1:-1]
    return f'{{{head},\n"lore": [\n{entries}\n]}}\n'


def weapons(folder: Path) -> str:
    """The shipped weapons: their numbers, and in words what the rules of an attack do not count."""

    def fields(file: str) -> list[Any]:
        return [record["fields"] for record in json.loads((folder / file).read_text("utf-8"))]

    has: dict[str, dict[str, str]] = {}
    for one in fields("WeaponPropertyAssignment.json"):
        key = one["property"].partition("_")[2]
        has.setdefault(one["weapon"].partition("_")[2], {})[key.removesuffix("-wp")] = one["detail"] or ""
    records = ((weapon["name"].casefold(), weapon) for weapon in fields("Weapon.json"))
    listed = sorted((name, weapon_of(weapon, has[name.replace(" ", "-")])) for name, weapon in records)
    entries = ",\n".join(json.dumps({"name": name, "numbers": numbers}) for name, numbers in listed)
    head = json.dumps({"source": _SOURCE, "licence": _LICENCE}, ensure_ascii=False)[1:-1]
    return f'{{{head},\n"lore": [\n{entries}\n]}}\n'


def weapon_of(weapon: Mapping[str, Any], has: Mapping[str, str]) -> dict[str, Any]:
    """The numbers of a weapon from its record and the details of its properties."""
    numbers: dict[str, Any] = {"base": weapon["damage_dice"], "type": weapon["damage_type"]}
    if "ammunition" not in has and weapon["name"] != "Dart":
        numbers["reach"] = 10 if "reach" in has else 5
    if weapon["range"]:
        numbers["range"] = f"{weapon['range']:.0f}/{weapon['long_range']:.0f} ft"
    numbers |= {name: True for name in ("finesse", "light", "heavy") if name in has}
    numbers |= {"versatile": has["versatile"]} if "versatile" in has else {}
    in_words = [name for name in ("ammunition", "loading", "thrown", "two-handed") if name in has]
    if weapon["name"] == "Lance":  # The data leaves out what the printed table says.
        in_words = ["two-handed unless mounted"]
    in_words += [f"mastery {name.removesuffix('-mastery')}" for name in has if name.endswith("-mastery")]
    return {**numbers, "properties": ", ".join(in_words)}


def main() -> None:
    """Make them in place of what is shipped now."""
    folder = Path(sys.argv[1])
    for target, made in ((SHIPPED / "srd5" / "monsters.json", creatures), (SPELLS, spells), (WEAPONS, weapons)):
        target.write_text(made(folder), "utf-8")
        print(f"{target.name}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
