"""A spell of Open5e, version 2, as data: what is printed, and the numbers of an attack, a save or a cure in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tracker.library.imports.printed import TYPES, cleaned
from tracker.library.imports.readers.open5e import corrections

_DICE: Final = r"(\d{1,2}d\d{1,2}(?: ?\+ ?\d{1,3})?)"
_SORTS: Final = "|".join(TYPES)
_DAMAGE: Final = re.compile(
    rf"(?:taking|takes|take|dealing|deals|suffers) {_DICE} ({_SORTS}) damage"
    rf"(?:(?: and|,| plus) {_DICE} ({_SORTS}) damage(?! at the end))?",
    re.IGNORECASE,
)
_SAVE: Final = re.compile(
    r"\b(?:an?|the|make|makes) (Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma) saving throw\b"
)
_ATTACK: Final = re.compile(r"(?:melee|ranged) spell attack")
_HURLED: Final = re.compile(r"within (\d{2,3}) feet of you\. Make a ranged spell attack")
_AREA: Final = re.compile(
    r"\b[Ee](ach creature\b[^.]{0,90}?),? (?:makes|must (?:make|succeed on)) an? \w+ saving throw"
)
_WIDE: Final = re.compile(r"\b\d+(?:-foot|-mile| foot square| feet long)|within \d+ feet of (?!you)")
_CURE: Final = re.compile(
    rf"regains? (?:a number of )?Hit Points equal to {_DICE} plus your spellcasting ability modifier"
)
_WITH_MODIFIER: Final = re.compile(
    rf"({_SORTS}) damage equal to {_DICE} plus your spellcasting ability modifier", re.IGNORECASE
)
_ADDED: Final = re.compile(rf"extra {_DICE} ({_SORTS}) damage from the attack", re.IGNORECASE)
_LATER: Final = re.compile(rf"(?:and|another) {_DICE} (?:{_SORTS}) damage at the end of its next turn", re.IGNORECASE)
_EACH_TURN: Final = re.compile(
    rf"At the start of each of its turns until the spell ends, the target takes {_DICE} (?:{_SORTS}) damage",
    re.IGNORECASE,
)
_SLEEP: Final = "fails the second save, the target has the Unconscious condition"
_SLAIN: Final = re.compile(
    rf"has (\d+) Hit Points or fewer, it dies\. Otherwise, it takes {_DICE} ({_SORTS}) damage", re.IGNORECASE
)
_PER_SLOT: Final = re.compile(
    rf"(?:damage|healing) (?:[^.]{{0,40}} )?increases by (\d{{2}}|{_DICE[1:-1]})"
    r" for (?:each spell|every) slot level above \d"
)
_SENTENCE: Final = re.compile(r'(?<=[.!])"? (?=[A-Z])')
_BECOMES: Final = re.compile(r"\b(?:have|has) the ([A-Z][a-z]+(?:(?:, | and |, and )[A-Z][a-z]+)*) conditions?\b")
_WHILE: Final = re.compile(
    r"While Charmed(?: in this way)?, the (?:creature|target) (?:also )?has the (Incapacitated) condition"
)
_UNTIL: Final = re.compile(r" until the (?:(start|end) of (your|its) next turn|end of the current turn)")
_FOR_GOOD: Final = re.compile(r" (?:for the duration|until the spell ends|while in the webs or until it breaks free)")
_ENDS: Final = re.compile(r"repeat\w* the sav|makes another|(?<!Until the )spells? ends|fails the second save")
_AGAIN: Final = re.compile(
    r"(?:repeats the save|makes another \w+ saving throw\b.*), ending the (?:spell|effect) on itself"
)
_EACH_TURN: Final = re.compile(r"at the end of each of its turns", re.IGNORECASE)
_OF_OTHERS: Final = re.compile(r"In addition, when|If another creature")
_LATER: Final = re.compile(
    r"at the start of each of its turns|when it wakes up|if it acts|starts its turn in the fire", re.IGNORECASE
)
_TAKEN: Final = re.compile(
    rf"(?:taking|takes?) (?:(?:{_SORTS}) damage equal to [^,.]* modifier|\d.*?damage(?: of the \w+(?:'s)? type)?)"
    r"(?: on (?:a )?failed save or half as much(?: damage)? on a successful (?:one|save))?",
    re.IGNORECASE,
)
_TOUCHED: Final = re.compile(r"A creature you touch has the (\w+) condition until the spell ends")
_GUIDED: Final = "adds 1d4 to any ability check using the chosen skill"
_FOES: Final = re.compile(
    r"curse on a creature|mark one creature|You compel one creature|You overwhelm the mind|You banish a creature"
    r"|one creature, object, or magical effect|The target (?:hit|takes an extra)|You create three glowing darts"
)
_FRIENDS: Final = re.compile(
    r"willing|[Yy]ou bless|[Yy]ou touch a creature|creature you touch|over one creature you can see"
    r"|(?:Choose|over) (?:up to \w+|any number of|a) (?:falling )?creatures?(?: of your choice)?\b[^.]*within range"
    r"|that has died|dead creature|creature that has been dead|(?:Each|each) target regains|into creatures around you"
    r"|[Cc]reatures? of your choice|protection from death|affecting one creature"
)
_D4: Final = re.compile(r"the target (adds|must subtract) 1d4 (?:to|from) the attack roll or save")
_UP_TO: Final = re.compile(
    r"(?<!control over )(?P<one>you and )?up to (?P<some>\w+) (?:willing )?creatures"
    r"|(?P<first>that target to) as many as (?P<others>\w+) other targets|(?P<most>\w+) or fewer creatures",
    re.IGNORECASE,
)
_ONE_MORE: Final = re.compile(
    r"(?:(?:target|affect) one additional (?:creature|Humanoid|Beast)|One additional bolt leaps[^.]*)"
    r" for each spell slot level above"
)
_COUNTS: Final = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10, "twelve": 12}
_OF_ONE: Final = re.compile(
    "Acid Arrow|Animal Messenger|Arcane Sword|Befuddlement|Bestow Curse|Blight|Chill Touch|Contagion|"
    "Counterspell|Disintegrate|Dissonant Whispers|Dominate Beast|Dominate Monster|Dominate Person|Dream|"
    "Enlarge/Reduce|Ensnaring Strike|Finger of Death|Fire Bolt|Flame Blade|Flesh to Stone|Geas|"
    "Guiding Bolt|Harm|Hellish Rebuke|Imprisonment|Inflict Wounds|Irresistible Dance|Levitate|Mind Spike|"
    "Modify Memory|Phantasmal Force|Phantasmal Killer|Poison Spray|Polymorph|Produce Flame|"
    "Ray of Enfeeblement|Ray of Frost|Ray of Sickness|Resilient Sphere|Sacred Flame|Shocking Grasp|"
    "Sorcerous Burst|Spiritual Weapon|Starry Wisp|Suggestion|True Polymorph|Vampiric Touch|Vicious Mockery"
)
"""Spells that a single creature is aimed at, though their text counts nobody: one flame, one curse, one touch."""

LONGEST: Final = 340
"""The most characters that are said of what a spell does beside its numbers."""

_GROWS: Final = re.compile(r"(?:levels? )?(\d{1,2}) \((\d{1,2}d\d{1,2})\)")


def spell_of(key: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a spell by its key and its columns. A part that it does not have is left out."""
    corrected = corrections(key)
    text = cleaned(str(data["desc"])) or corrected.get("text", "")
    higher = cleaned(str(data.get("higher_level") or "")) or corrected.get("higher", "")
    table: dict[str, Any] = {
        "name": data["name"],
        "level": data["level"],
        "school": data["school"],
        "classes": [str(key).partition("_")[2] for key in data.get("classes") or ()],
        "time": corrected.get("time") or _time(data),
        "range": data.get("range_text") or "",
        "components": _components(data),
        "duration": data.get("duration") or "",
        "concentration": bool(data.get("concentration")),
        "text": text,
        "higher": higher,
    }
    found = corrected["numbers"] if "numbers" in corrected else dict(_numbers(text, higher))
    numbers = {"spell": True, "level": data["level"]} | found
    if grown := numbers.pop("at-level", None):
        table["at-level"] = grown
        numbers |= {"grows": True} if "dice" in numbers else {}
    takes = table["time"].partition(" ")[0].partition(",")[0]
    if takes in ("bonus", "reaction"):
        numbers["takes"] = takes
    if table["concentration"]:
        numbers["concentration"] = True
    if "dice" in numbers and "attack" not in numbers and (reached := _AREA.search(text)) is not None:
        numbers["area"] = f"e{reached[1]}"
    numbers |= _reach(table["range"], text, numbers)
    if added := _ADDED.search(text):
        numbers = {name: value for name, value in numbers.items() if name != "ability"}
        numbers |= {"adds": added[1], "type": added[2].lower()}
    if later := _LATER.search(text):
        numbers |= {"later": later[1]}
        numbers |= {"later-per-slot": numbers["per-slot"]} if "both initial and later" in higher else {}
    if each := _EACH_TURN.search(text):
        numbers |= {"each-turn": each[1]}
    if _SLEEP in text:
        numbers |= {"sleep": True}
    if slain := _SLAIN.search(text):
        numbers |= {"slays": int(slain[1]), "dice": slain[2], "type": slain[3].lower()}
    if "attack" in numbers or "ability" in numbers:
        numbers |= dict(consequences(text, numbers))
        if is_later(text):
            for name in ("dice", "type", "half", "per-slot", "area"):
                numbers.pop(name, None)
    elif "cure" not in numbers:
        numbers["rider"] = text[:300].rpartition(". ")[0] + "." if len(text) > 300 else text
    numbers |= marks(text)
    numbers |= targets(text, higher) or ({"targets": 1} if _OF_ONE.fullmatch(data["name"]) else {})
    if whom := helped(text, table["range"], numbers):
        numbers["helps"] = whom
    return {
        key: value
        for key, value in (table | {"numbers": numbers}).items()
        if value not in ("", [], {}) and value is not False
    }


def targets(text: str, higher: str) -> dict[str, int]:
    """Return how many a spell can be aimed at, where it says so, and how many more for each level of the slot."""
    found, more = _UP_TO.search(text), {"targets-per-slot": 1} if _ONE_MORE.search(higher) else {}
    many = _COUNTS.get((found["some"] or found["others"] or found["most"]).lower()) if found is not None else None
    if found is not None and many is not None:
        return {"targets": many + bool(found["one"] or found["first"])} | more
    return {"targets": 1} | more if more else {}


def helped(text: str, reach: str, numbers: Mapping[str, Any]) -> str:
    """Return whom a spell is cast on that neither strikes nor asks for a save: a ``friend``, or ``me`` alone."""
    if "attack" in numbers or "ability" in numbers or "dice" in numbers or _FOES.search(text):
        return ""
    return "friend" if "cure" in numbers or (reach != "Self" and _FRIENDS.search(text)) else "me"


WARDS: Final = (
    ("+5 bonus to AC", "shielded", "start of me"),
    ("granting it a +2 bonus to AC", "shield of faith", "concentrating of me"),
    ("+2 bonus to Armor Class", "hasted", "concentrating of me"),
    ("-2 penalty to AC", "slowed", "concentrating of me"),
    ("Armor Class of 17", "barkskin", ""),
    ("base AC becomes 13", "mage armor", ""),
    ("+1 bonus to AC and saving throws", "warding bond", ""),
    ("You place a curse on a creature", "hexed", "concentrating of me"),
    ("mark one creature you can see within range as your quarry", "hunted", "concentrating of me"),
)
"""What a spell says of the armor class or of more damage, the condition that counts it, and until when."""


def marks(text: str) -> dict[str, Any]:
    """Return the condition that a spell brings whose text goes by no save, or that stands for a die more or less."""
    for said, condition, lasts in WARDS:
        if said in text:
            ended = {"lasts": lasts} if lasts else {}
            again = {"repeats": True} if "repeats the save" in text else {}
            return {"inflicts": [condition]} | ended | again
    touched, die = _TOUCHED.match(text), _D4.search(text)
    if touched is None and die is None and _GUIDED not in text:
        return {}
    condition = touched[1].lower() if touched else "guided" if not die else "blessed" if die[1] == "adds" else "baned"
    return {"inflicts": [condition], "lasts": "concentrating of me"}


def is_later(text: str) -> bool:
    """Whether the damage in the text of a spell is not dealt when it is cast."""
    return any(_DAMAGE.search(one) and _LATER.search(one) for one in _SENTENCE.split(text))


def consequences(text: str, numbers: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the conditions of a failed save or a hit, how they end, and as a rider what is left to the GM."""
    told = _SENTENCE.split(text)
    failed = _failing(told, bool(numbers.get("attack")))
    sentence, after = told[failed], [one for one in told[failed + 1 :] if not one.startswith("On a successful save")]
    becomes = _BECOMES.search(sentence) if not _OF_OTHERS.match(sentence) else None
    if becomes is None and "dice" in numbers and not is_later(text):
        left = re.split(r"(?:saving throw|On a (?:hit|failed save))", _TAKEN.sub("", sentence, count=1))[-1]
        if "extra" not in numbers and len(re.findall(r"\w+", left)) > 3:
            yield "rider", _short([sentence, *(one for one in after if _EACH_TURN.search(one))])
    elif becomes is None:
        yield (
            "rider",
            _short([*(one for one in told if _LATER.search(one) and one not in (*after, sentence)), sentence, *after]),
        )
    else:
        yield from _condition(becomes, sentence, after, bool(numbers.get("concentration")))


def _condition(
    becomes: re.Match[str], sentence: str, after: list[str], concentration: bool
) -> Iterator[tuple[str, Any]]:
    """What a sentence says of the conditions in it, and those after it of how they end."""
    ended, also = sentence[becomes.end() :], next((one for one in after if _WHILE.match(one)), "")
    again = next((one for one in after if _AGAIN.search(one) and _EACH_TURN.search(one)), "")
    begun = [*re.split(r", and | and |, ", becomes[1].lower())]
    yield "inflicts", begun + (["incapacitated"] if also else [])
    if until := _UNTIL.match(ended):
        yield "lasts", f"{until[1] or 'end'} of {'me' if until[2] == 'your' else 'it'}"
    elif concentration and _FOR_GOOD.match(ended):
        yield "lasts", "concentrating of me"
    if again:
        yield "repeats", True
    more = _FOR_GOOD.sub("", _UNTIL.sub("", ended, count=1), count=1).strip(" .,")
    first = [sentence] if more or "drop whatever" in sentence else []
    left = [one for one in after if one not in (also, again)]
    telling = [one for one in left if _ENDS.search(one) or any(name.capitalize() in one for name in begun)]
    if rider := _short([*first, *(telling or left)[: 2 - len(first)]]):
        yield "rider", rider


def _failing(told: list[str], attack: bool) -> int:
    """The place of the sentence that says what a hit or the first failed save does."""
    last = len(told) - 1
    if attack:
        return next((at for at, one in enumerate(told) if one.startswith("On a hit")), last)
    first = next((at for at, one in enumerate(told) if _SAVE.search(one)), last)
    if " or " in told[first].partition("saving throw")[2]:
        return first
    starts = ("On a failed save", "On failed save")
    return next((at for at in range(first, min(last, first + 3) + 1) if told[at].startswith(starts)), first)


def _short(told: list[str]) -> str:
    """As many whole sentences as fit; the first is cut if it is too long."""
    said = ""
    for one in told:
        if len(said) + len(one) >= LONGEST:
            break
        said = f"{said} {one}".strip()
    while len(said.rpartition(". ")[2].split()) < 4 and ". " in said:
        said = f"{said.rpartition('. ')[0]}."
    return said or (f"{told[0][: LONGEST - 1].rpartition(' ')[0]} …" if told else "")


def _time(data: Mapping[str, Any]) -> str:
    when = data.get("reaction_condition")
    ritual = " or ritual" if data.get("ritual") else ""
    time = re.sub(r"(\d)(?=[a-z])", r"\1 ", str(data.get("casting_time") or "").replace("-", " "))
    return time + ritual + (f", {when}" if when else "")


def _reach(reach: str, text: str, numbers: Mapping[str, Any]) -> dict[str, Any]:
    """How far a spell goes, whose range may be that of something it makes; nothing where it is not a number.

    Of an area that is not told in ``numbers`` only the center is within the range, so that nobody is out of reach.
    """
    hurled, attack = _HURLED.search(text), "attack" in numbers
    if attack and reach == "Self":
        return {"range": f"{hurled[1] if hurled else 5} ft"}
    size = re.search(r"\d", numbers["area"]) is None if "area" in numbers else _WIDE.search(text)
    wide = size and "ability" in numbers and not attack
    found = re.fullmatch(r"Touch|(\d+) (feet|mile)", reach)
    if found is None or wide:
        return {}
    far = int(found[1] or 5) * (5280 if found[2] == "mile" else 1)
    # What the spell makes strikes in melee where it stands: a foe beside the caster does not hinder it.
    made = attack and far > 5 and "melee spell attack" in text
    return {"range": f"{far} ft"} | ({"reach": 5} if made else {})


def _components(data: Mapping[str, Any]) -> str:
    letters = [letter for letter, key in (("V", "verbal"), ("S", "somatic"), ("M", "material")) if data.get(key)]
    given = data.get("material_specified")
    return ", ".join(letters) + (f" ({given})" if given else "")


def _numbers(text: str, higher: str) -> Iterator[tuple[str, Any]]:
    attack, save = _ATTACK.search(text), _SAVE.search(text)
    damage, cure = _DAMAGE.search(text), _CURE.search(text)
    if attack is not None:
        yield "attack", True
    if save is not None:
        yield "ability", save[1][:3].lower()
    if damage is not None and (attack is not None or save is not None):
        for (name, sort), (dice, kind) in zip(
            (("dice", "type"), ("extra", "extra-type")), _pairs(damage), strict=False
        ):
            yield name, dice
            yield sort, kind
        if "half as much" in text and (attack is None or "On a miss" in text):
            yield "half", True
    elif attack is not None and (more := _WITH_MODIFIER.search(text)) is not None:
        yield from (("dice", more[2]), ("type", more[1].lower()), ("modifier", True))
    elif cure is not None:
        yield from (("cure", cure[1].replace(" ", "")), ("modifier", True))
    if (more := _PER_SLOT.search(higher)) is not None:
        yield "per-slot", more[1]
    elif "when you reach levels" in higher and (grown := _GROWS.findall(higher)):
        yield "at-level", dict(grown)


def _pairs(match: re.Match[str]) -> Iterator[tuple[str, str]]:
    for dice, kind in (match.groups()[:2], match.groups()[2:]):
        if dice:
            yield dice.replace(" ", ""), kind.lower()
