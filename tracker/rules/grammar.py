"""Names and values in sentences: lists of names, verbs that agree, possessives, and words as they are typed."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import json

from tracker.combat.scene import HEROES, Plain, Scene

PLURAL: Final = "plural"
"""The field that says whether a combatant's name is plural; without it the ending of the name decides."""

_SINGULAR_ENDINGS: Final = ("ss", "us", "is", "'s", "’s")


def join_names(names: Sequence[str], scene: Scene, most: int = 5) -> str:
    """Return names for a sentence: a whole group by its name, a long list cut with the number of the others."""
    if len(names) > 1:
        groups = {combatant.group for combatant in map(scene.combatants.get, names) if combatant is not None}
        if len(groups) == 1:
            (group,) = groups
            if group is not None and len(scene.group(group)) == len(names):
                return f"{group} ({len(names)})"
    if len(names) <= most:
        return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)
    return f"{', '.join(names[:most])} and {len(names) - most} {'other' if len(names) == most + 1 else 'others'}"


def is_plural(names: str | Sequence[str], scene: Scene) -> bool:
    """Return whether the verb after these names is plural: several names, or a plural name."""
    if not isinstance(names, str):
        if len(names) != 1:
            return True
        (names,) = names
    combatant = scene.combatants.get(names)
    if combatant is None:
        return False
    stored = combatant.fields.get(PLURAL)
    return stored if isinstance(stored, bool) else combatant.side != HEROES and means_several(names)


def means_several(name: str) -> bool:
    """Return whether a name means several: the knives, but not the cutlass, Thomas Holmes, nor the swarm of rats."""
    words = name.casefold().partition(" of ")[0].replace(".", "").split()
    several = words and (words[-1] in _WORDS["several"] or re.search("([aeiou]y|[^aiosuy'’])s$|men$", words[-1]))
    return bool(several) and _WORDS["one"].isdisjoint(words)


_WORDS: Final = json.decode(Path(__file__).with_name("names.json").read_bytes(), type=dict[str, frozenset[str]])
"""What only names of ``one`` have in them, and what means ``several`` although it ends as names of one do."""

_PLURALS: Final = {"is": "are", "was": "were", "has": "have", "dies": "die", "focuses": "focus"}
_ENDINGS: Final = {"ies": "y", "oes": "o", "sses": "ss", "ches": "ch", "shes": "sh", "s": ""}
"""Verbs in the plural, and what becomes of the ending of all others."""


def plural_of(predicate: str) -> str:
    """Return a predicate in the plural: ``carries a gun`` is ``carry a gun``."""
    verb = re.split(r"\W", predicate, maxsplit=1)[0]
    ending = next(ending for ending in _ENDINGS if verb.endswith(ending))
    return _PLURALS.get(verb, verb.removesuffix(ending) + _ENDINGS[ending]) + predicate.removeprefix(verb)


def agree(names: str | Sequence[str], scene: Scene, predicate: str) -> str:
    """Return the form of a predicate that agrees: ``agree("Goons", scene, "joins")`` is ``join``."""
    return plural_of(predicate) if is_plural(names, scene) else predicate


def clause(names: str | Sequence[str], scene: Scene, predicate: str) -> str:
    """Return subject and predicate: ``clause("Goons", scene, "joins")`` is ``Goons join``."""
    subject = names if isinstance(names, str) else join_names(names, scene)
    return f"{subject} {agree(names, scene, predicate)}"


def possessive(name: str, scene: Scene) -> str:
    """Return a name with its possessive ending: ``Sam's``, but ``Goons'`` for a plural name."""
    return f"{name}'" if name.endswith("s") and is_plural(name, scene) else f"{name}'s"


def plain_value(value: Plain) -> str:
    """Return a value of a sheet in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, list):
        return ", ".join(map(plain_value, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{name} {plain_value(part)}" for name, part in value.items()) or "none"
    return minus(value) if isinstance(value, int) else str(value)


_FACT_ENDS: Final = re.compile(r"\.(?= |$)|;")


def fact(objection: str, scene: Scene) -> str:
    """Return the fact of an objection without the way out behind it, as it stands within a sentence."""
    names = (*scene.combatants, *(each.group for each in scene.combatants.values() if each.group))
    hidden = objection
    for name in names:
        hidden = hidden.replace(name, "n" * len(name))
    end = _FACT_ENDS.search(hidden)
    text = objection[: end.start()] if end else objection
    return text if text.startswith(names) or text[1:2].isupper() else text[:1].lower() + text[1:]


def spaced(word: str) -> str:
    """Return a word of the command language as it stands in a sentence: ``left for dead``, ``brawn and stunt``."""
    return word.replace("-", " ").replace("+", " and ") if _CODE.fullmatch(word) else word


_CODE: Final = re.compile(r"[a-z]+([-+][a-z]+)+( \d+)?")
"""A word of the command language; ``AK-47`` and ``two-handed sword`` are none, and stand as they are."""


def band_in_words(band: str) -> str:
    """Return a band as it stands in a sentence: ``extended 2``, ``out of range``."""
    return "out of range" if band == "out" else band.replace(":", " ")


_SPELLED: Final = re.compile(r"[aefhilmnorsx](?![aeiou])[^aeiou\W\d]{1,4}\b|[aeiou]", re.IGNORECASE)
"""A thing that takes ``an``: it begins with a vowel, or it is an abbreviation read letter by letter, like ``smg``."""


def the(thing: str) -> str:
    """Return a thing with its article: ``the pistol``; a proper name, and bare hands, have none."""
    return f"the {spaced(thing)}" if thing[:1].islower() and thing != "bare hands" else thing


def a_or_an(thing: str) -> str:
    """Return a thing with its indefinite article: ``an axe``; a proper name and a plural have none."""
    if means_several(thing) or the(thing) == thing:
        return spaced(thing)
    return f"{'an' if _SPELLED.match(thing) else 'a'} {spaced(thing)}"


def quantity(number: int, noun: str, plural: str = "") -> str:
    """Return a number of things: ``1 yard``, ``3 yards``; ``plural`` is that of the noun, if it is irregular."""
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"


def how_often(number: int) -> str:
    """Return how often: ``once``, ``3 times``."""
    return "once" if number == 1 else f"{number} times"


def arrow(was: int, now: int) -> str:
    """Return the change of a number: ``12 → 9``, or ``still 0``."""
    return f"{was} → {now}" if was != now else f"still {now}"


def minus(number: int) -> str:
    """Return a number with a real minus sign."""
    return str(number).replace("-", "−")


def cover_in_words(degree: str) -> str:
    """Return a degree of cover as it is said: ``partial cover``, ``50 % cover``, ``cover``."""
    degree = f"{degree} %" if degree.isdecimal() else degree
    return degree if degree.endswith("cover") else f"{degree} cover"


_SINGULARS: Final = {
    "ies": "y",
    "sses": "ss",
    "dice": "die",
    "ches": "ch",
    "nuses": "nus",
    "ves": "ves",
    **{e: e for e in _SINGULAR_ENDINGS},
    "s": "",
}
"""What becomes of the ending of a plural: the first that fits."""


def singular(noun: str) -> str:
    """Return the singular of a noun that may be a plural, such as the name of a track: ``slot 1`` of ``slots 1``."""
    head, space, number = noun.rpartition(" ")
    if number.isdecimal():
        return f"{singular(head)}{space}{number}"
    ending = next((ending for ending in _SINGULARS if noun.endswith(ending)), "")
    return noun.removesuffix(ending) + _SINGULARS.get(ending, "")


def gathered(text: str) -> str:
    """Return sentences, those of one subject in a row as one: ``Ann: prone. Ann: hurt.`` is ``Ann: prone; hurt.``"""
    told = list[str]()
    for sentence in text.split(". "):
        subject, colon, what = sentence.partition(": ")
        if colon and told and told[-1].casefold().startswith(f"{subject}: ".casefold()):
            told[-1] += f"; {what}"
        else:
            told.append(sentence)
    return ". ".join(told)


def ended(text: str) -> str:
    """Return the text with a full stop at its end, unless it has other punctuation."""
    return text if not text or text[-1] in ".!?:" else f"{text}."


def sentence(text: str) -> str:
    """Return the text with a capital letter at its beginning and a full stop at its end."""
    return ended(text[:1].upper() + text[1:])


_PLAIN: Final = re.compile(r"[^\s\";=#]+")


def quote(text: str, plain: bool = True) -> str:
    """Return a text as it must be typed to be read as one word; with ``plain`` False it is always quoted."""
    if plain and text and _PLAIN.fullmatch(text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
