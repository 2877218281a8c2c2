"""Makes the shipped creatures and spells of srd5: `python -m tests.examples.make_srd FOLDER`.

The folder is Open5e's document srd-2024 (data/v2/wizards-of-the-coast/srd-2024). The creatures that are shipped are
what `tracker import` makes of its Creature.json, below a head with the licence.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from tests.examples.spells import spell_of
from tracker.games.registry import find
from tracker.library.imports.importing import read
from tracker.library.shelf import SHIPPED, Library
from tracker.library.writing import json_document

SPELLS: Final = SHIPPED.parents[1] / "games" / "files" / "srd5-spells.json"
"""Where the spells lie."""

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


def main() -> None:
    """Make them in place of what is shipped now."""
    folder = Path(sys.argv[1])
    for target, made in ((SHIPPED / "srd5" / "monsters.json", creatures), (SPELLS, spells)):
        target.write_text(made(folder), "utf-8")
        print(f"{target.name}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
