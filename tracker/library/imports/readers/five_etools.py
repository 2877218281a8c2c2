"""A bestiary in the form of 5etools (schema/brew/bestiary/bestiary.json of 5etools-utils), with its tags resolved."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from tracker.library.imports.readers.common import Reading, listed
from tracker.library.imports.statblock import ABILITIES, Attack, Fault, Feature, FeatureKind, StatBlock
from tracker.library.imports.values import Part, first, rating, record, records, text, texts, whole
from tracker.library.imports.wording import attack_in, clauses, plain_dice, words_of

_TAG: Final = re.compile(r"\{@(\w+)\s?([^{}]*)\}")
_ATTACKS: Final = {"m": "Melee", "r": "Ranged", "mw": "Melee Weapon", "rw": "Ranged Weapon", "ms": "Melee Spell"}
_ATTACKS_MORE: Final = {"rs": "Ranged Spell", "mw,rw": "Melee or Ranged Weapon", "m,r": "Melee or Ranged"}
_LONG: Final = dict(
    zip(ABILITIES, ("Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom", "Charisma"), strict=True)
)
_FIXED: Final = {
    "h": "Hit: ",
    "m": "Miss: ",
    "hom": "Hit or Miss: ",
    "actSaveFail": "Failure:",
    "actSaveSuccess": "Success:",
    "actSaveSuccessOrFail": "Failure or Success:",
    "actTrigger": "Trigger:",
    "actResponse": "Response:",
}
_SIZES: Final = {"T": "tiny", "S": "small", "M": "medium", "L": "large", "H": "huge", "G": "gargantuan"}
_ALIGNMENTS: Final = {"L": "lawful", "N": "neutral", "C": "chaotic", "G": "good", "E": "evil", "U": "unaligned"}
_ALIGNMENTS_MORE: Final = {"A": "any alignment", "NX": "neutral", "NY": "neutral"}
_LISTS: Final[Mapping[str, FeatureKind]] = {
    "trait": "trait",
    "bonus": "bonus",
    "reaction": "reaction",
    "legendary": "legendary",
    "mythic": "mythic",
}


def read(part: Part, reading: Reading, others: Mapping[tuple[str, str], Mapping[str, Any]]) -> StatBlock | None:
    """Return a monster; ``others`` are all of the file by name and source, for one that copies another.

    None for a copy that cannot be made, which is a fault.
    """
    data = record(part.value)
    name = text(data.get("name"))
    if copy := record(data.get("_copy")):
        base = others.get((text(copy.get("name")).casefold(), text(copy.get("source")).casefold()))
        if base is None or "_copy" in base or "_mod" in copy:
            why = "changed in parts" if base is not None else "from another file"
            reading.faults.append(Fault(part.line, f"{name} is a copy of {text(copy.get('name'))}, {why}."))
            return None
        data = {**base, **data}
    actions = [_described(one) for one in records(data.get("action"))]
    attacks, features = reading.actions(part, name, actions, _attack)
    for key, sort in _LISTS.items():
        features += reading.features(sort, [_described(one) for one in records(data.get(key))])
    for one in records(data.get("spellcasting")):
        features += (Feature("trait", _resolved(text(one.get("name"))), " ".join(_entries(one.get("headerEntries")))),)
    hp, kind = record(data.get("hp")), data.get("type")
    sizes = texts(data.get("size"))
    kinds = (*(_SIZES.get(size, "") for size in sizes[:1]), text(kind) or text(record(kind).get("type")))
    alignment = " ".join((_ALIGNMENTS | _ALIGNMENTS_MORE).get(one, "") for one in texts(data.get("alignment")))
    initiative = data.get("initiative")
    return StatBlock(
        name,
        part.line,
        kind=listed(" ".join(kinds), alignment),
        hp=whole(hp.get("average")),
        hit_dice=plain_dice(text(hp.get("formula"))),
        ac=_armour(data.get("ac")),
        abilities={short: score for short in ABILITIES if (score := whole(data.get(short))) is not None},
        saves=_numbers(data.get("save")),
        skills=_numbers(data.get("skill")),
        initiative=whole(initiative) if not isinstance(initiative, dict) else whole(initiative.get("initiative")),
        speed=listed(*_speeds(data.get("speed"))),
        senses=listed(*map(_resolved, texts(data.get("senses"))), _passive(data.get("passive"))),
        languages=listed(*map(_resolved, texts(data.get("languages")))),
        cr=rating(data.get("cr")) or rating(record(data.get("cr")).get("cr")),
        level=whole(data.get("level")),
        resist=_withstood(data.get("resist"), "resist"),
        immune=_withstood(data.get("immune"), "immune"),
        weak=_withstood(data.get("vulnerable"), "vulnerable"),
        condition_immune=words_of(list(_words(data.get("conditionImmune"), "conditionImmune"))),
        attacks=attacks,
        features=features,
    )


def by_name(data: Any) -> dict[tuple[str, str], Mapping[str, Any]]:
    """Return the monsters of a file by name and source, in lower case."""
    monsters = records(record(data).get("monster"))
    return {(text(one.get("name")).casefold(), text(one.get("source")).casefold()): one for one in monsters}


def _resolved(value: Any) -> str:
    """Return a text with its tags as people read them."""
    resolved = text(value)[:20_000]
    for _ in range(5):
        resolved, count = _TAG.subn(_tag, resolved)
        if not count:
            break
    return " ".join(resolved.split())


def _tag(match: re.Match[str]) -> str:
    tag, inner = match[1], match[2]
    words = inner.split("|")
    match tag:
        case "atk" | "atkr":
            kind = (_ATTACKS | _ATTACKS_MORE).get(inner.replace(" ", ""), "Melee")
            return f"{kind} Attack Roll:" if tag == "atkr" else f"{kind} Attack:"
        case "hit":
            return f"{whole(words[0]) or 0:+d}"
        case "dc":
            return f"DC {words[0]}"
        case "recharge":
            return f"(Recharge {inner}-6)" if inner else "(Recharge 6)"
        case "actSave":
            return f"{_LONG.get(inner, inner)} Saving Throw:"
    return _FIXED[tag] if tag in _FIXED and not inner else words[0]


def _described(one: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"name": _resolved(one.get("name")), "desc": " ".join(_entries(one.get("entries")))}


def _entries(value: Any, depth: int = 0) -> Iterator[str]:
    """Return the texts of nested entries in order."""
    if isinstance(value, str):
        yield _resolved(value)
    elif isinstance(value, list) and depth < 6:
        for part in value:
            yield from _entries(part, depth + 1)
    elif isinstance(value, dict) and depth < 6:
        if name := _resolved(value.get("name")):
            yield f"{name.rstrip('.')}."
        for key in ("entry", "entries", "items"):
            yield from _entries(value.get(key), depth + 1)


def _attack(action: Mapping[str, Any]) -> Attack | None:
    return attack_in(text(action.get("name")), text(action.get("desc")))


def _armour(value: Any) -> int | None:
    best = value[0] if isinstance(value, list) and value else value
    return whole(best) if not isinstance(best, dict) else whole(first(value).get("ac"))


def _numbers(value: Any) -> dict[str, int]:
    return {name: number for name, part in record(value).items() if (number := whole(part)) is not None}


def _passive(value: Any) -> str:
    return f"passive Perception {value}" if whole(value) is not None else ""


def _speeds(value: Any) -> Iterator[str]:
    speeds = {"walk": value} if whole(value) is not None else record(value)
    for how, far in speeds.items():
        feet = whole(record(far).get("number")) if isinstance(far, dict) else whole(far)
        if feet:
            yield f"{feet} ft" if how == "walk" else f"{feet} ft {how}"


def _withstood(value: Any, key: str) -> tuple[str, ...]:
    """Return types of damage; a list with a note is a clause."""
    found: list[str] = []
    for one in value if isinstance(value, list) else ():
        if isinstance(one, dict):
            types = "/".join(_words(one.get(key), key)) or _resolved(one.get("special"))
            note = _resolved(one.get("note"))
            found.append(f"{types} {note}".strip())
        else:
            found += clauses([text(one)])
    return tuple(dict.fromkeys(filter(None, found)))


def _words(value: Any, key: str) -> Iterator[str]:
    for one in value if isinstance(value, Sequence) and not isinstance(value, str) else ():
        if isinstance(one, str):
            yield one
        else:
            yield from _words(record(one).get(key), key)
