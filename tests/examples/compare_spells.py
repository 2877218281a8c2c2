"""Compares the shipped spells with those of Foundry's dnd5e, fact by fact.

`python -m tests.examples.compare_spells FOLDER TEXT` with the pack `spells24` of dnd5e (its source in YAML) and the
spells in a transcription of SRD 5.2 in Markdown. It writes the list of differences to
`tests/library/fixtures/srd-2024-spell-differences.json`; the printed text decides them, of a range its own line.
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
        "range": spell["range"],
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
        "range": _RANGES.get(system["range"]["units"], "{}")
        .format(system["range"].get("value"))
        .replace("500 mile", "500 miles"),
    }


_RANGES: Final = {
    "ft": "{} feet",
    "mi": "{} mile",
    "self": "Self",
    "touch": "Touch",
    "any": "Unlimited",
    "spec": "Special",
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


def printed_ranges(text: Path) -> dict[str, str]:
    """The line of the range below the heading of each spell."""
    described = re.findall(r"^#### (.+?)\n(.*?)(?=^#### |\Z)", text.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    lines = ((name, re.search(r"\*\*Range:\*\* ?(.+?) *\n", block)) for name, block in described)
    return {key_of(name): line[1] for name, line in lines if line is not None}


def differences(folder: Path, text: Path) -> list[Facts]:
    """Every fact that the two have otherwise; the modifier of who casts does not count."""
    printed = printed_ranges(text)
    items = (yaml.safe_load(path.read_text("utf-8")) for path in sorted(folder.rglob("*.yml")))
    foundry = {key_of(item["name"]): of_foundry(item) for item in items if item.get("type") == "spell"}
    found = []
    for name, spell in shipped().items():
        ours, theirs = of_shipped(spell), foundry[key_of(name)]
        theirs["damage"] = [[dice.replace("+@mod", ""), sort] for dice, sort in theirs["damage"]]
        found += [
            {"spell": name, "fact": fact, "shipped": ours[fact], "foundry": theirs[fact]}
            | ({"printed": printed[key_of(name)]} if fact == "range" else {})
            for fact in ours
            if ours[fact] != theirs[fact] or (fact == "range" and ours[fact] != printed[key_of(name)])
        ]
    return found


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in differences(Path(sys.argv[1]), Path(sys.argv[2])))
    LISTED.write_text(f"[\n{lines}\n]\n", "utf-8")
    print(f"{len(shipped())} spells, {len(lines.splitlines())} differences")
