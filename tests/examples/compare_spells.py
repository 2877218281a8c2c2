"""Compares the shipped spells with those of Foundry's dnd5e, fact by fact.

`python -m tests.examples.compare_spells FOLDER` with the pack `spells24` of dnd5e (its source in YAML). It writes the
list of differences to `tests/library/fixtures/srd-2024-spell-differences.json`; the printed text decides them.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import yaml

from tests.examples.compare_creatures import key_of
from tests.examples.make_srd import SPELLS

LISTED: Final = Path(__file__).parents[1] / "library" / "fixtures" / "srd-2024-spell-differences.json"
SCHOOLS: Final = ("abj", "con", "div", "enc", "evo", "ill", "nec", "trs")
THROWN: Final = ("attack", "save", "heal")

Facts = dict[str, Any]


def shipped() -> dict[str, Mapping[str, Any]]:
    """The shipped spells by name."""
    return {spell["name"]: spell for spell in json.loads(SPELLS.read_text("utf-8"))["lore"]}


def of_shipped(spell: Mapping[str, Any]) -> Facts:
    """What a shipped spell says."""
    numbers = spell["numbers"]
    cure = [numbers["cure"], "healing"] if "cure" in numbers else None
    damage = [[numbers[dice], numbers.get(sort, "")] for dice, sort in _DAMAGE if dice in numbers]
    return {
        "level": spell["level"],
        "school": spell["school"][:3].replace("tra", "trs"),
        "time": re.sub(r"(?<=[er])s$", "", re.sub(r"( action| or .*|,.*)", "", spell["time"])),
        "concentration": bool(spell.get("concentration")),
        "components": "".join(re.findall(r"\b[VSM]\b", spell["components"].partition("(")[0])),
        "ability": numbers.get("ability", ""),
        "attack": bool(numbers.get("attack")),
        "half": bool(numbers.get("half")),
        "damage": [cure] if cure else damage,
        "per-slot": "" if spell["level"] == 0 else numbers.get("per-slot", ""),
    }


_DAMAGE: Final = (("dice", "type"), ("extra", "extra-type"))


def of_foundry(item: Mapping[str, Any]) -> Facts:
    """What an item of Foundry says, by the first of its activities that throws."""
    system = item["system"]
    when, wanted = system["activation"], dict(zip("VSM", _PARTS, strict=True))
    done = next((one for one in system["activities"].values() if one["type"] in THROWN), {"type": ""})
    damage = done.get("damage", {})
    parts = [done["healing"]] if done["type"] == "heal" else damage.get("parts", [])
    ability = done["save"]["ability"] if done["type"] == "save" else ""
    scaled = [part for part in parts if (part.get("scaling") or {}).get("mode") == "whole"]
    return {
        "level": system["level"],
        "school": system["school"],
        "time": when["type"] if when["type"] in _SHORT else f"{when.get('value') or 1} {when['type']}",
        "concentration": "concentration" in system["properties"],
        "components": "".join(letter for letter, name in wanted.items() if name in system["properties"]),
        "ability": ability if isinstance(ability, str) else "/".join(ability),
        "attack": done["type"] == "attack",
        "half": bool(parts) and done["type"] == "save" and damage.get("onSave") == "half",
        "damage": [[_dice(part), "/".join(part.get("types") or ())] for part in parts],
        "per-slot": "" if system["level"] == 0 or not scaled else _more(scaled[0]),
    }


_PARTS: Final = ("vocal", "somatic", "material")
_SHORT: Final = ("action", "bonus", "reaction")


def _dice(part: Mapping[str, Any]) -> str:
    if (part.get("custom") or {}).get("enabled"):
        return str(part["custom"]["formula"])
    # A bonus that counts rounds does not belong to what is thrown at once.
    dice = f"{part['number']}d{part['denomination']}" if part.get("number") else ""
    return "+".join(filter(None, (dice, str(part.get("bonus") or ""))))


def _more(part: Mapping[str, Any]) -> str:
    scaling = part["scaling"]
    return str(
        scaling.get("formula") or (f"{scaling['number']}d{part['denomination']}" if scaling.get("number") else "")
    )


def differences(folder: Path) -> list[Facts]:
    """Every fact that the two have otherwise; the modifier of who casts does not count."""
    items = (yaml.safe_load(path.read_text("utf-8")) for path in sorted(folder.rglob("*.yml")))
    foundry = {key_of(item["name"]): of_foundry(item) for item in items if item.get("type") == "spell"}
    found = []
    for name, spell in shipped().items():
        ours, theirs = of_shipped(spell), foundry[key_of(name)]
        theirs["damage"] = [[dice.replace("+@mod", ""), sort] for dice, sort in theirs["damage"]]
        found += [
            {"spell": name, "fact": fact, "shipped": ours[fact], "foundry": theirs[fact]}
            for fact in ours
            if ours[fact] != theirs[fact]
        ]
    return found


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in differences(Path(sys.argv[1])))
    LISTED.write_text(f"[\n{lines}\n]\n", "utf-8")
    print(f"{len(shipped())} spells, {len(lines.splitlines())} differences")
