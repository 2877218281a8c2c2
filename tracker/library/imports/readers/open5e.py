"""Creatures of Open5e, version 2, with their whole stat block: an answer of the service, or a dump of several files."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from tracker.library.imports import printed
from tracker.library.imports.readers.common import Reading, besides, shipped
from tracker.library.imports.statblock import ABILITIES, Attack, Fault, Feature, FeatureKind, StatBlock
from tracker.library.imports.values import NotReadable, Part, amount, loaded, rating, record, records, text, whole

_SENSES: Final = ("blindsight", "darkvision", "tremorsense", "truesight")
_KINDS: Final[Mapping[str, FeatureKind]] = {
    "ACTION": "action",
    "BONUS_ACTION": "bonus",
    "REACTION": "reaction",
    "LEGENDARY_ACTION": "legendary",
}
_WITHSTOOD: Final = {"resist": "damage_resistances", "immune": "damage_immunities", "weak": "damage_vulnerabilities"}

LEGENDARY_RESISTANCE: Final = "Legendary Resistance"  # the trait whose uses are a number of the sheet
CORRECTED: Final = "srd-2024_"  # how the keys of the creatures and spells begin for which there are corrections


class Dump:
    """The files beside the creatures of a dump: their actions and traits, by creature."""

    def __init__(self, path: Path) -> None:
        self._actions = _by_parent(path.with_name("CreatureAction.json"))
        self._traits = _by_parent(path.with_name("CreatureTrait.json"))

    def read(self, part: Part, reading: Reading) -> StatBlock:
        """Return a creature of the dump."""
        key = text(part.value, "pk")
        parts = (self._actions.get(key, ()), self._traits.get(key, ()))
        return creature_of(part, reading, key, record(part.value, "fields"), *parts)


def read_answer(part: Part, reading: Reading) -> StatBlock:
    """Return a creature of an answer."""
    data = record(part.value)
    return creature_of(part, reading, text(data, "key"), data, records(data, "actions"), records(data, "traits"))


def _by_parent(path: Path) -> dict[str, list[Mapping[str, Any]]]:
    """Return the records of a file beside the creatures, by the key of their creature; none without such a file."""
    by_parent: dict[str, list[Mapping[str, Any]]] = {}
    try:
        listed = loaded(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, NotReadable):
        return by_parent
    for one in records(listed):
        fields = record(one, "fields")
        by_parent.setdefault(text(fields, "parent"), []).append(fields)
    return by_parent


def creature_of(
    part: Part,
    reading: Reading,
    key: str,
    data: Mapping[str, Any],
    actions: Sequence[Mapping[str, Any]],
    traits: Sequence[Mapping[str, Any]],
) -> StatBlock:
    """Return a creature; an action that cannot be read is a fault.

    ``key`` is its name in the whole of Open5e, ``data`` are its columns, of a dump or of an answer of the service;
    ``actions`` and ``traits`` those of its parts.
    """
    creature, block = text(data, "name"), list[Feature]()
    attacks, daily = dict[str, Attack](), dict[str, tuple[str, int]]()
    corrected = dict(corrections(key))
    renamed = corrected.pop("rename", {})
    sheet = dict(_sheet(data))
    for trait in traits:
        name, described = text(trait, "name").strip(), printed.cleaned(text(trait, "desc"))
        block.append(Feature("trait", name, described))
        if not name.startswith(LEGENDARY_RESISTANCE) and (numbers := printed.numbers_in(name, described)):
            if "uses" in numbers:
                numbers |= {"per-day": numbers["uses"], "rider": described[:400]}
            attacks[name.lower()] = Attack(name, more=numbers | {"takes": "trait"})
    for action in sorted(actions, key=lambda action: (_kind(action), amount(action, "order_in_statblock"))):
        kind, name = list(_KINDS.values())[_kind(action)], _title(action)
        name, described = renamed.get(name, name), printed.cleaned(text(action, "desc"))
        block.append(Feature(kind, name, described))
        if _bare(name) == "multiattack":
            continue
        if (casting := printed.casting_in(described)) is not None and "spell-dc" not in sheet:
            sheet |= {"spell-dc": casting[0]} | ({"spell-hit": casting[1]} if casting[1] is not None else {})
            sheet |= {"casting": ability} if (ability := printed.casts_with(described)) else {}
        daily |= {spell.lower(): (spell, uses) for spell, uses in printed.daily_in(described)}
        try:
            attack = _act(action, name, kind, described)
        except printed.Unread as why:
            called = text(action, "name")
            reading.faults.append(Fault(part.line_of(called), f"{creature}: {called} {why}."))
            continue
        attacks.setdefault(attack.name.lower(), attack)
    for key_of_spell, (spell, uses) in daily.items():
        attacks.setdefault(key_of_spell, Attack(spell, more={"spell": True, "uses": uses, "per-day": uses}))
    for name, numbers in corrected.pop("acts", {}).items():
        attacks[name] = replace(attacks[name], more={**attacks[name].more, **numbers})
    multiattack = next((part.text for part in block if _bare(part.name) == "multiattack"), "")
    names = [_bare(attack.name) for attack in attacks.values()]
    sequences = zip(("multiattack", "multiattack-or"), printed.sequences_in(multiattack, names), strict=True)
    sheet |= {key: sequence for key, sequence in sequences if sequence}
    sheet |= legendary_uses(block)
    withstood = {name: tuple(corrected.pop(name, _withstood(data, key))) for name, key in _WITHSTOOD.items()}
    return StatBlock(
        creature,
        part.line,
        hp=whole(data, "hit_points"),
        ac=whole(data, "armor_class"),
        cr=text(data, "challenge_rating_text") or rating(data.get("challenge_rating")),
        resist=withstood["resist"],
        immune=withstood["immune"],
        weak=withstood["weak"],
        attacks=tuple(attacks.values()),
        sheet=sheet | corrected,
        features=tuple(block),
        besides=besides(
            {**data, "environments": list(_listed(data, "environments"))},
            armor_detail="kinds_of_armour",
            environments="environments",
        ),
    )


def corrections(key: str) -> Mapping[str, Any]:
    """Return what the printed text of SRD 5.2 has otherwise than the tables, of a creature or spell by its key."""
    return shipped("srd-2024").get(key, {}) if key.startswith(CORRECTED) else {}


def _act(action: Mapping[str, Any], name: str, kind: str, described: str) -> Attack:
    more = printed.numbers_in(name, described)
    if kind != "action":
        more["takes"] = kind
    uses, param = text(action, "uses_type"), whole(action, "uses_param")
    if action.get("usage_limits"):
        uses, param = text(action, "usage_limits", "type"), whole(action, "usage_limits", "param")
    match uses:
        case "PER_DAY":
            more |= {"uses": param or 1}
        case "RECHARGE_ON_ROLL" | "RECHARGE" if param:
            more |= {"recharge": param}
        case "RECHARGE" | "RECHARGE_AFTER_REST":
            more |= {"uses": 1}
    if "recharge" in more:
        more["charged"] = 1
    if "uses" in more:
        more["per-day"] = more["uses"]
    if more.keys().isdisjoint(("hit", "dc")):
        more["rider"] = described[:400]
    cost = whole(action, "legendary_action_cost") or 1
    if kind == "legendary" and cost > 1:
        more["cost"] = cost
    if "hit" not in more and "dc" not in more and printed.casting_in(described) is None and " to hit" in described:
        # The form of SRD 5.1.
        old = printed.attack_in(name, described)
        return replace(old, more=more) if old else Attack(name, more=more)
    return Attack(name, more=more)


def _sheet(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    scores, saves = data.get("ability_scores") or {}, data.get("saving_throws_all") or data.get("saving_throws") or {}
    for prefix, given, column in (("", scores, "ability_score"), ("save-", saves, "saving_throw")):
        for short, long in ABILITIES.items():
            number = whole(given, long)
            yield f"{prefix}{short}", whole(data, f"{column}_{long}") if number is None else number
    yield "initiative-bonus", whole(data, "initiative_bonus")
    size, kind = (text(data, key, "name") or text(data, key) for key in ("size", "type"))
    yield "kind", ", ".join(filter(None, (f"{size} {kind}".strip().lower(), text(data, "alignment").lower())))
    yield "speed", _speed(data)
    yield "senses", _senses(data)
    yield "languages", text(data, "languages_desc") or text(data, "languages", "as_string")
    yield "skills", _skills(data)
    yield "condition-immune", list(_listed(data, "condition_immunities"))
    yield "hit-dice", text(data, "hit_dice").replace(" ", "")


def _speed(data: Mapping[str, Any]) -> str:
    inner = data.get("speed")
    given = inner if isinstance(inner, dict) else data
    hover = " (hover)" if given.get("hover") else ""
    walk = whole(given, "walk")
    parts = [f"{walk} ft"] if walk is not None else []
    others = ((way, whole(given, way)) for way in ("burrow", "climb", "fly", "swim"))
    return ", ".join([*parts, *(f"{way} {feet} ft{hover if way == 'fly' else ''}" for way, feet in others if feet)])


def _senses(data: Mapping[str, Any]) -> str:
    ranges = ((sense, whole(data, f"{sense}_range")) for sense in _SENSES)
    parts = [f"{sense} {feet} ft" for sense, feet in ranges if feet]
    passive = whole(data, "passive_perception")
    return ", ".join([*parts, *([f"passive Perception {passive}"] if passive is not None else [])])


def _skills(data: Mapping[str, Any]) -> str:
    given = data.get("skill_bonuses")
    if not isinstance(given, dict):
        start = "skill_bonus_"
        given = {key.removeprefix(start): value for key, value in data.items() if key.startswith(start)}
    return ", ".join(
        f"{skill.replace('_', ' ').title().replace(' Of ', ' of ')} {bonus:+d}"
        for skill, bonus in sorted(given.items())
        if isinstance(bonus, int)
    )


def legendary_uses(features: Iterable[Feature]) -> Mapping[str, int]:
    """Return the uses of legendary actions and resistance by the sheet's names; three of the former, as a rule."""
    uses = {}
    for feature in features:
        if feature.kind == "legendary":
            uses["legendary"] = 3  # a round, by SRD 5.2, outside its lair
        title, _, rest = feature.name.partition(" (")
        if title == LEGENDARY_RESISTANCE and rest[:1].isdigit():
            uses["legendary-resistance"] = int(rest[0])
    return uses


def _withstood(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Return types of damage; what depends on the attack, such as “from nonmagical attacks”, is in a text only."""
    inner = record(data, "resistances_and_immunities")
    whole_text = text(inner, f"{key}_display") or text(data, f"{key}_display")
    bound = (clause for clause in printed.clauses([whole_text]) if " attack" in clause or " weapon" in clause)
    return (*(word for word in _listed(data, key) if word in printed.TYPES), *bound)


def _listed(data: Mapping[str, Any], key: str) -> Iterator[str]:
    """Return the words of a list: in a dump beside the other fields, in an answer in an object of its own."""
    inner = record(data, "resistances_and_immunities")
    listed = (inner if key in inner else data).get(key)
    for part in listed if isinstance(listed, list) else ():
        word = part.get("key") if isinstance(part, dict) else part
        if isinstance(word, str):
            yield word.lower()


def _title(action: Mapping[str, Any]) -> str:
    form, name = text(action, "limited_to_form"), text(action, "name").strip()
    return f"{name} ({form})" if form and "(" not in name else name


def _bare(name: str) -> str:
    return name.partition(" (")[0].lower()


def _kind(action: Mapping[str, Any]) -> int:
    kind = text(action, "action_type")
    return list(_KINDS).index(kind) if kind in _KINDS else 0
