"""Compares the shipped creatures with two independent sources and the printed text, field by field.

`python -m tests.examples.compare_creatures OPEN5E FOUNDRY TEXT` with the folders of Open5e's document srd-2024, of the
pack `actors24` of Foundry's dnd5e (its source in YAML), and of a transcription of SRD 5.2 in Markdown. It writes the
list of differences to `tests/library/fixtures/srd-2024-differences.json`: what each source has, and what is shipped.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import yaml

from tracker.library.imports.printed import TYPES, cleaned, numbers_in
from tracker.library.imports.readers.common import Reading
from tracker.library.imports.readers.open5e import creature_of
from tracker.library.imports.statblock import StatBlock
from tracker.library.imports.values import Part, loaded
from tracker.library.shelf import SHIPPED

ABILITIES: Final = ("str", "dex", "con", "int", "wis", "cha")
NUMBERS: Final = ("hit", "dice", "type", "extra", "extra-type", "dc", "ability", "half", "recharge", "uses")
WITHSTOOD: Final = ("resist", "immune", "weak", "condition-immune")
LISTED: Final = Path(__file__).parents[1] / "library" / "fixtures" / "srd-2024-differences.json"

NOT_MONSTERS: Final = ("companions", "conjurations", "magic-items", "premades", "summons", "vehicles")
"""The folders of the pack with other actors."""

HEADINGS: Final = {
    "resist": "Resistances",
    "immune": "Immunities",
    "weak": "Vulnerabilities",
    "condition-immune": "Immunities",
    "speed": "Speed",
    "senses": "Senses",
    "initiative-bonus": "Initiative",
}
"""The lines of a printed stat block that decide."""

Facts = dict[str, Any]
NOT_SAID: Final = "–"


def bare(name: str) -> str:
    """An act without what stands in brackets behind its name."""
    return name.partition(" (")[0].strip().lower()


def key_of(name: str) -> str:
    """A name as all sources have it."""
    return re.sub("[^a-z]", "", name.lower())


def words(text: str) -> tuple[str, ...]:
    """The parts of a list, in alphabetical order."""
    return tuple(sorted(part.strip() for part in text.replace(".", "").split(",") if part.strip()))


# ---------------------------------------------------------------- what is shipped, and Open5e before it is corrected


def of_table(table: Mapping[str, Any]) -> Facts:
    """What an entry of the library says."""
    facts: Facts = {name: table.get(name) for name in ("hp", "ac", "cr", *ABILITIES, "initiative-bonus")}
    facts |= {f"save-{name}": table[f"save-{name}"] for name in ABILITIES}
    facts |= {name: tuple(sorted(table.get(name, ()))) for name in WITHSTOOD}
    facts["speed"] = words(re.sub(r" \(.*?\)", "", table["speed"]))
    facts["senses"] = tuple(part for part in words(re.sub(r" \(.*?\)", "", table["senses"])) if "Perc" not in part)
    facts |= {name: table.get(name, 0) for name in ("legendary", "legendary-resistance")}
    for act, values in table.get("weapons", {}).items():
        if not values.keys().isdisjoint(("hit", "dc", "recharge", "uses")):
            facts |= {f"{act}: {name}": values.get(name) for name in NUMBERS}
    return facts


def of_open5e(creature: StatBlock) -> Facts:
    """What Open5e says."""
    table = dict(creature.sheet) | {name: getattr(creature, name) for name in ("hp", "ac", "cr", *WITHSTOOD[:3])}
    return of_table(table | {"weapons": {bare(attack.name): attack.more for attack in creature.attacks}})


def open5e(folder: Path) -> Iterator[StatBlock]:
    """Its creatures without corrections."""
    parts: dict[str, dict[str, list[Any]]] = {}
    for file in ("CreatureAction.json", "CreatureTrait.json"):
        parts[file] = {}
        for record in loaded((folder / file).read_text("utf-8")):
            parts[file].setdefault(record["fields"]["parent"], []).append(record["fields"])
    for record in loaded((folder / "Creature.json").read_text("utf-8")):
        actions, traits = (parts[file].get(record["pk"], []) for file in parts)
        yield creature_of(Part("", 0, 1, record), Reading(), "", record["fields"], actions, traits)


# ---------------------------------------------------------------- the printed text


def printed(folder: Path) -> Iterator[tuple[str, Facts]]:
    """The stat blocks of a transcription, each under a heading of the second degree."""
    for file in ("12_MonstersA-Z.md", "13_Animals.md"):
        for part in re.split(r"^## ", (folder / file).read_text("utf-8"), flags=re.MULTILINE)[1:]:
            yield part.partition("\n")[0].strip(), of_text(part)


def of_text(part: str) -> Facts:
    """What a printed stat block says."""

    def said(name: str, value: str = "(.*)") -> str:
        found = re.search(rf"\*\*{name}:?\*\*:? {value}", part)
        return found[1].replace("−", "-") if found else ""

    facts: Facts = {"hp": int(said("Hit Points", r"(\d+)")), "ac": int(said("Armor Class", r"(\d+)"))}
    facts |= {"cr": said("CR", r"([\d/]+)"), "initiative-bonus": int(said("Initiative", r"([+−-]?\d+)"))}
    for name in ABILITIES:
        row = re.search(rf"\| ?{name.upper()} ?\| ?(\d+) ?\|[^|]*\| ?([+−-]?\d+) ?\|", part)
        assert row is not None
        facts |= {name: int(row[1]), f"save-{name}": int(row[2].replace("−", "-"))}
    immune = words(re.sub(r" ?\([^;]*\)", "", said("Immunities").lower()).replace(";", ","))
    facts["immune"] = tuple(word for word in immune if word in TYPES)
    facts["condition-immune"] = tuple(word for word in immune if word not in TYPES)
    facts |= {"resist": words(said("Resistances").lower()), "weak": words(said("Vulnerabilities").lower())}
    facts["speed"] = words(re.sub(r" \(.*?\)", "", said("Speed").lower()))
    facts["senses"] = words(re.sub(r" \(.*?\)|;.*|passive.*", "", said("Senses").lower()))
    facts["lines"] = {heading: said(heading) for heading in HEADINGS.values()}
    facts |= {"legendary": 3 if "### Legendary" in part else 0, "legendary-resistance": 0}
    for name, text in re.findall(r"\*\*\*(.+?)\.\*\*\* ?(.*?)(?=\n\*\*\*|\n### |\Z)", part, re.DOTALL):
        numbers = numbers_in(name, cleaned(text))
        if name.startswith("Legendary Resistance"):
            facts["legendary-resistance"] = numbers["uses"]
        elif not numbers.keys().isdisjoint(("hit", "dc", "recharge", "uses")):
            facts |= {f"{bare(name)}: {number}": numbers.get(number) for number in NUMBERS}
    return facts


# ---------------------------------------------------------------- Foundry


def foundry(folder: Path) -> Iterator[tuple[str, Facts]]:
    """The actors of a pack that are creatures."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for path in sorted(folder.glob("*/*.yml")):
        actor = yaml.load(path.read_text("utf-8"), loader)
        if actor.get("type") == "npc" and path.parent.name not in NOT_MONSTERS:
            yield actor["name"], of_actor(actor)


def of_actor(actor: Mapping[str, Any]) -> Facts:
    """What an actor says; what it works out from its equipment is not said."""
    system = actor["system"]
    attributes, rating = system["attributes"], system["details"]["cr"]
    proficiency = max(2, math.floor((rating - 1) / 4) + 2)
    scores = {name: system["abilities"][name]["value"] for name in ABILITIES}
    known = {name: (score - 10) // 2 for name, score in scores.items()} | {"prof": proficiency}
    facts: Facts = dict(scores) | {"hp": attributes["hp"]["max"]}
    for name in ABILITIES:
        facts[f"save-{name}"] = known[name] + math.floor(system["abilities"][name]["proficient"] * proficiency)
    armour = attributes["ac"]
    facts["ac"] = armour["flat"] if armour.get("calc") in ("natural", "flat") and armour.get("flat") else NOT_SAID
    facts["cr"] = {0.125: "1/8", 0.25: "1/4", 0.5: "1/2"}.get(rating, str(int(rating)))
    bonus = number(attributes["init"]["bonus"], known)
    facts["initiative-bonus"] = known[attributes["init"].get("ability") or "dex"] + bonus
    for name, key in zip(("immune", "resist", "weak", "condition-immune"), ("di", "dr", "dv", "ci"), strict=True):
        facts[name] = tuple(sorted(system["traits"][key]["value"]))
    ways = {way: feet for way, feet in attributes["movement"].items() if str(feet).isdigit() and int(feet)}
    facts["speed"] = words(", ".join(f"{'' if way == 'walk' else way} {feet} ft" for way, feet in ways.items()))
    ranges = attributes["senses"]["ranges"].items()
    facts["senses"] = words(", ".join(f"{sense} {int(feet)} ft" for sense, feet in ranges if feet))
    resources = system["resources"]
    facts |= {"legendary": resources["legact"].get("max") or 0, "legendary-resistance": resources["legres"]["max"] or 0}
    casting = attributes.get("spellcasting") or "int"
    for item in actor["items"]:
        if item["type"] in ("weapon", "feat") and not item["name"].startswith("Legendary Resistance"):
            for name, value in _item(item, known, casting).items():
                facts.setdefault(f"{bare(item['name'])}: {name}", value)
    return facts


def _item(item: Mapping[str, Any], known: Mapping[str, int], casting: str) -> Facts:
    system = item["system"]
    activities = list((system.get("activities") or {}).values())
    attack = next((act for act in activities if act["type"] == "attack"), None)
    save = next((act for act in activities if act["type"] == "save"), None)
    values: Facts = {}
    if attack is not None:
        values |= _attack(attack, system, known, casting)
    if save is not None:
        difficulty = save["save"]["dc"]
        named = casting if difficulty.get("calculation") == "spellcasting" else difficulty.get("calculation")
        values["ability"] = (save["save"]["ability"] or [None])[0]
        values["dc"] = 8 + known["prof"] + known[named] if named in known else number(difficulty["formula"], known)
        if attack is None:
            values |= _damage(save["damage"]["parts"], known.get(named or "", 0))
            values["half"] = save["damage"].get("onSave") == "half" and bool(values["dice"])
    for recovery in (system.get("uses") or {}).get("recovery") or []:
        if recovery["period"] == "recharge":
            values["recharge"] = int(recovery.get("formula") or 6)
        elif recovery["period"] in ("day", "lr", "sr", "dawn"):
            values["uses"] = number(system["uses"].get("max"), known)
    return values


def _attack(attack: Mapping[str, Any], system: Mapping[str, Any], known: Mapping[str, int], casting: str) -> Facts:
    given, kind = attack["attack"], attack["attack"].get("type") or {}
    ability = given.get("ability") or system.get("ability") or ""
    if kind.get("classification") == "spell" or ability == "spellcasting":
        ability = casting
    elif ability in ("", "none"):
        weapon = (system.get("type") or {}).get("value") or ""
        ranged = weapon.endswith("R") or (kind.get("value") == "ranged" and weapon in ("natural", ""))
        finesse = "fin" in (system.get("properties") or []) and known["dex"] > known["str"]
        ability = "dex" if ranged or finesse else "str"
    magic = number(system.get("magicalBonus"), known)
    bonus = number(given.get("bonus"), known)
    parts = list((attack.get("damage") or {}).get("parts") or [])
    base = (system.get("damage") or {}).get("base") or {}
    if (attack.get("damage") or {}).get("includeBase") and (
        base.get("number") or base.get("custom", {}).get("enabled")
    ):
        parts = [base | {"bonus": f"{number(base.get('bonus'), known) + known[ability] + magic}"}, *parts]
    hit = bonus if given.get("flat") else known[ability] + known["prof"] + bonus + magic
    return {"hit": hit} | _damage(parts, known[ability])


def _damage(parts: list[Mapping[str, Any]], modifier: int) -> Facts:
    values: Facts = dict.fromkeys(("dice", "type", "extra", "extra-type"))
    for (name, sort), part in zip((("dice", "type"), ("extra", "extra-type")), parts, strict=False):
        if part.get("custom", {}).get("enabled"):
            values[name] = str(part["custom"]["formula"]).replace(" ", "")
        else:
            bonus = number(part.get("bonus"), {"mod": modifier})
            dice = f"{part['number']}d{part['denomination']}" if part.get("number") else ""
            values[name] = f"{dice}{f'{bonus:+d}' if bonus and dice else bonus or ''}" or None
        values[sort] = "/".join(sorted(part.get("types") or [])) or None
    return values


def number(formula: Any, known: Mapping[str, int]) -> int:
    """A number, or a formula of one name and a factor: ``@prof * 2``; 0 for any other."""
    text = re.sub(r"@(?:abilities\.)?(\w+)(?:\.mod)?", lambda name: str(known.get(name[1], 0)), str(formula or "0"))
    product = re.fullmatch(r"\s*([+-]?\d+)\s*(?:\*\s*(\d+))?\s*", text)
    return int(product[1]) * int(product[2] or 1) if product else 0


# ---------------------------------------------------------------- comparing


def shipped() -> list[Mapping[str, Any]]:
    """The shipped entries."""
    file = SHIPPED / "srd5" / "monsters.json"
    listed: list[Mapping[str, Any]] = loaded(file.read_text("utf-8"))["combatant"]
    return listed


def differences(source: Path, pack: Path, text: Path) -> Iterator[Facts]:
    """Each fact in which a source differs from what is shipped; a source that does not know it says nothing."""
    others = {
        "open5e": {key_of(creature.name): of_open5e(creature) for creature in open5e(source)},
        "foundry": {key_of(name): facts for name, facts in foundry(pack)},
        "printed": {key_of(name): facts for name, facts in printed(text)},
    }
    for table in shipped():
        key = key_of(table["name"])
        for name, value in of_table(table).items():
            said = {source: facts[key].get(name, NOT_SAID) for source, facts in others.items() if key in facts}
            if any(not _same(value, other) for other in said.values()):
                lines = others["printed"].get(key, {}).get("lines", {})
                text = _sentence(table, name) if ": " in name else lines.get(HEADINGS.get(name, ""), "")
                yield {"creature": table["name"], "fact": name, "shipped": value} | said | {"text": text}


def _sentence(table: Mapping[str, Any], name: str) -> str:
    """Return the printed text of the act that a fact is about."""
    act = name.partition(": ")[0]
    return next((part["text"][:300] for part in table["block"] if bare(part["name"]) == act), "")


def _same(value: Any, other: Any) -> bool:
    """Whether a source agrees, or does not say."""
    return other == NOT_SAID or (value or None) == (other or None)


def main() -> None:
    """Write the list."""
    listed = list(differences(*map(Path, sys.argv[1:4])))
    compared = sum(len(of_table(table)) for table in shipped())
    lines = ",\n".join(json.dumps(difference, ensure_ascii=False) for difference in listed)
    LISTED.write_text(f"[\n{lines}\n]\n", "utf-8")
    apart = Counter(
        source
        for one in listed
        for source in ("open5e", "foundry", "printed")
        if source in one and not _same(one["shipped"], one[source])
    )
    print(f"{compared} facts, {len(listed)} differences; apart from what is shipped: {dict(apart)}")


if __name__ == "__main__":
    main()
