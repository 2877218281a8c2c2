"""A bestiary in the form of 5etools (schema/brew/bestiary/bestiary.json of 5etools-utils), with its tags resolved."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tracker.library.imports.printed import clauses, plain_dice, words_of
from tracker.library.imports.readers.common import KINDS, SIZES, Reading, besides, features, listed, speeds
from tracker.library.imports.statblock import ABILITIES, Fault, StatBlock
from tracker.library.imports.values import Part, numbers, rating, record, records, text, texts, under, whole

_TAG: Final = re.compile(r"\{@(\w+)\s?([^{}]*)\}")
_ATTACKS: Final = {"m": "Melee", "r": "Ranged", "mw": "Melee Weapon", "rw": "Ranged Weapon", "ms": "Melee Spell"}
_ATTACKS_MORE: Final = {"rs": "Ranged Spell", "mw,rw": "Melee or Ranged Weapon", "m,r": "Melee or Ranged"}
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
_ALIGNMENTS: Final = {"L": "lawful", "N": "neutral", "C": "chaotic", "G": "good", "E": "evil", "U": "unaligned"}
_ALIGNMENTS_MORE: Final = {"A": "any alignment", "NX": "neutral", "NY": "neutral"}


class Bestiary:
    """The monsters of a file by name and source, in lower case, for one that copies another."""

    def __init__(self, data: Any) -> None:
        self._monsters = {_key(one): one for one in records(data, "monster")}

    def read(self, part: Part, reading: Reading) -> StatBlock | None:
        """Return a monster; None for a copy that cannot be made, which is a fault."""
        data = record(part.value)
        copy = record(data, "_copy")
        base = self._monsters.get(_key(copy)) if copy else {}
        if base is None or "_copy" in base or "_mod" in copy:
            why = "changed in parts" if base is not None else "from another file"
            fault = f"{text(data, 'name')} is a copy of {text(copy, 'name')}, {why}."
            reading.faults.append(Fault(part.line, fault))
            return None
        return _block({**base, **data}, part, reading)


def _key(monster: Mapping[str, Any]) -> tuple[str, str]:
    return text(monster, "name").casefold(), text(monster, "source").casefold()


def _block(data: Mapping[str, Any], part: Part, reading: Reading) -> StatBlock:
    name = text(part.value, "name")
    powers = {kind: [_described(one) for one in records(data, kind)] for kind in KINDS}
    casting = [_described(one, "headerEntries") for one in records(data, "spellcasting")]
    kind, passive, armour = data.get("type"), data.get("passive"), data.get("ac")
    ways = {how: _number(far, "number") for how, far in record(data, "speed").items()}
    noticed = f"passive Perception {passive}" if whole(passive) is not None else ""
    sizes = (SIZES.get(size, "") for size in texts(data, "size")[:1])
    alignment = " ".join((_ALIGNMENTS | _ALIGNMENTS_MORE).get(one, "") for one in texts(data, "alignment"))
    return StatBlock(
        name,
        part.line,
        kind=listed(" ".join((*sizes, text(kind) or text(kind, "type"))), alignment),
        hp=whole(data, "hp", "average"),
        hit_dice=plain_dice(text(data, "hp", "formula")),
        ac=_number(armour[0] if isinstance(armour, list) and armour else armour, "ac"),
        abilities={short: score for short in ABILITIES if (score := whole(data, short)) is not None},
        saves=numbers(data, "save"),
        skills=numbers(data, "skill"),
        initiative=_number(data.get("initiative"), "initiative"),
        speed=speeds(ways or {"walk": whole(data, "speed")}),
        senses=listed(*map(_resolved, texts(data, "senses")), noticed),
        languages=listed(*map(_resolved, texts(data, "languages"))),
        cr=rating(data.get("cr")) or rating(under(data, "cr", "cr")),
        level=whole(data, "level"),
        resist=_withstood(data, "resist"),
        immune=_withstood(data, "immune"),
        weak=_withstood(data, "vulnerable"),
        condition_immune=words_of(list(_words(data, "conditionImmune"))),
        attacks=reading.attacks(part, name, powers["action"]),
        features=features(powers) + features({"trait": casting}),
        besides=besides(
            {key: " ".join(_entries(data.get(key))) for key in ("fluff", "legendaryHeader", "environment", "gear")},
            fluff="descriptions",
            legendaryHeader="rules_of_legendary_actions",
            environment="environments",
            gear="items",
        ),
    )


def _resolved(value: Any) -> str:
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
            return f"{ABILITIES[inner].title() if inner in ABILITIES else inner} Saving Throw:"
    return _FIXED[tag] if tag in _FIXED and not inner else words[0]


def _described(one: Mapping[str, Any], key: str = "entries") -> Mapping[str, Any]:
    return {"name": _resolved(one.get("name")), "desc": " ".join(_entries(one.get(key)))}


def _entries(value: Any, depth: int = 0) -> Iterator[str]:
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


def _number(value: Any, key: str) -> int | None:
    return whole(value, key) if isinstance(value, dict) else whole(value)


def _withstood(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Return types of damage; a list with a note is a clause."""
    found: list[str] = []
    value = data.get(key)
    for one in value if isinstance(value, list) else ():
        if isinstance(one, dict):
            types = "/".join(_words(one, key)) or _resolved(one.get("special"))
            found.append(f"{types} {_resolved(one.get('note'))}".strip())
        else:
            found += clauses([text(one)])
    return tuple(dict.fromkeys(filter(None, found)))


def _words(data: Any, key: str) -> Iterator[str]:
    value = under(data, key)
    for one in value if isinstance(value, list) else ():
        if isinstance(one, str):
            yield one
        else:
            yield from _words(one, key)
