"""Makes the shipped creatures of cairn: `python -m tests.examples.make_cairn FOLDER`.

The folder is `resources/monsters` of Cairn's site (github.com/yochaigal/cairn), one page in Markdown for each creature.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any, Final

from tracker.library.shelf import SHIPPED
from tracker.library.writing import json_document

TARGET: Final = SHIPPED / "cairn" / "monsters.json"
"""Where the creatures lie."""

_SOURCE: Final = "Cairn by Yochai Gal and contributors, cairnrpg.com/resources/monsters"
_LICENCE: Final = (
    "This work is based on Cairn by Yochai Gal, licensed under the Creative Commons Attribution-ShareAlike 4.0 "
    "International License (https://creativecommons.org/licenses/by-sa/4.0/), and is under the same licence. Changed: "
    "laid out as data for this program."
)
_NUMBERS: Final = {"HP": "hp", "Armor": "armour", "STR": "str", "DEX": "dex", "WIL": "wil"}
_WEAPON: Final = re.compile(r"([A-Za-z][A-Za-z' -]*?) \(d(\d+)(?:\+d(\d+))?((?:, [^),]+)*)\)")


def creature(page: str) -> dict[str, Any]:
    """A creature of the library from its page; raises ValueError for what cannot be read."""
    name = re.search(r"^# (.+)$", page, re.MULTILINE)
    line = re.search(r"^\d+ HP,.*$", page, re.MULTILINE)
    if name is None or line is None:
        raise ValueError(page[:200])
    told, weapons = line[0].replace("_", ""), dict[str, dict[str, Any]]()
    table: dict[str, Any] = {"name": name[1].strip(), "side": "enemies"}
    table |= {_NUMBERS[word]: int(value) for value, word in re.findall(r"(\d+) (HP|Armor|STR|DEX|WIL)\b", told)}
    for called, die, second, more in _WEAPON.findall(told):
        known = {", blast": {"blast": True}, ", ignores armor": {"pierces": True}, ", bulky": {}, "": {}}[more]
        numbers = {"dice": f"1d{die}", **({"second": f"1d{second}"} if second else {}), **known}
        weapons |= {one.removeprefix("or ").strip(): numbers for one in called.split(" or ")}
    left = re.sub(r"[\s,]|or\b", "", re.sub(r"\d+ (?:HP|Armor|STR|DEX|WIL)", "", _WEAPON.sub("", told)))
    if left not in ("", "detachment"):
        raise ValueError(f"{table['name']}: {left}")
    table |= {"detachment": True} if left else {}
    notes = [re.sub(r"[*_]{1,2}|\[([^\]]*)\]\([^)]*\)", r"\1", note).strip() for note in _notes(page)]
    parts = [note.partition(": ") if re.match(r"[A-Z][\w' -]{2,30}: ", note) else ("", "", note) for note in notes]
    about = " ".join(text for head, _, text in parts if not head)
    block = [{"kind": "trait", "name": "About", "text": about}] if about else []
    block += [{"kind": "trait", "name": head, "text": text} for head, _, text in parts if head]
    return {**table, **({"weapons": weapons} if weapons else {}), **({"block": block} if block else {})}


def _notes(page: str) -> list[str]:
    return re.findall(r"^- (.+)$", page, re.MULTILINE)


def creatures(folder: Path) -> str:
    """The shipped creatures, by name."""
    tables = [creature(path.read_text("utf-8")) for path in folder.glob("*.md")]
    head = {"title": "The creatures of Cairn", "source": _SOURCE, "licence": _LICENCE}
    return json_document({**head, "combatant": sorted(tables, key=lambda table: str(table["name"]))})


def main() -> None:
    """Make them in place of what is shipped."""
    TARGET.write_text(creatures(Path(sys.argv[1])), "utf-8")
    print(f"{TARGET.name}: {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
