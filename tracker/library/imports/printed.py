"""The printed text of a stat block in the form of SRD 5.2: its attacks, save actions and sequences of attacks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

TYPES: Final = (
    *("acid", "bludgeoning", "cold", "fire", "force", "lightning", "necrotic"),
    *("piercing", "poison", "psychic", "radiant", "slashing", "thunder"),
)
"""The types of damage in 5e."""

_DISTANCE: Final = r"(\d{1,4}(?:/\d{1,4})?) (?:ft\.?|feet)"
_ATTACK: Final = re.compile(
    r"(Melee or Ranged|Melee|Ranged) Attack Roll: ([+-]\d{1,2})(?: to hit)?(?: \((?P<note>[^)]{1,200})\))?,? "
    rf"(?:reach {_DISTANCE}(?: or range {_DISTANCE})?|range {_DISTANCE})"
)
_SAVE: Final = re.compile(
    r"(Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma) Saving Throw: DC (\d{1,2})[,.]? ?"
    r"(?P<area>.*?)[.,]? (?:First )?Failure:? (?P<failure>.*)",
    re.DOTALL,
)
_DAMAGE: Final = re.compile(
    rf"(\d{{1,3}})(?: \((\d{{1,2}}d\d{{1,2}}(?: [+-] \d{{1,3}})?)\))? ({'|'.join(TYPES)}) damage", re.IGNORECASE
)
_MARK: Final = re.compile(r"has the ([A-Z][a-z]+)(?: and ([A-Z][a-z]+))? conditions?(?: \(escape DC (\d{1,2})\))?")
_SIZED: Final = re.compile(
    r"If the target is a (\w+) or smaller creature, it has the (\w+) condition(?: \(escape DC (\d{1,2})\))?"
)
_LASTS: Final = re.compile(r"until the (start|end) of (its|the target's|(?:the|this) [\w -]{1,30}'s) next turn")
_THEIRS: Final = ("its", "the target's")
_SECTION: Final = re.compile(r" ?(?:Success|Second Failure|Failure or Success):? ")
_CASTING: Final = re.compile(r"spell save DC (\d{1,2})(?:, ([+-]\d{1,2}) to hit)?")
_USES: Final = re.compile(r"\((?:(\d{1,2})/Day|Recharge (\d)(?:-6)?)\b[^)]*\)", re.IGNORECASE)

_OF_STRUCK: Final = ("dc", "ability", "inflicts", "lasts", "repeats")
"""What remains of a save that a hit demands."""

_NUMBERS: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}

_AND: Final = r",? and (?=uses|can use|it can use|it uses|one|two|three)|, (?=uses|one|two|three|and makes|and one)"
_OTHERWISE: Final = r"(?<=\.) |,? or (?=it makes|uses)"

_ARTEFACTS: Final = ((r" \[Area of Effect\]\|XPHB\|\w+", ""), (r"\bCover\|XPHB\|", ""), (r"\bHitom(?=The\b)", ""))


def cleaned(text: str) -> str:
    """Return a printed text as one style of characters, without marks of other programs in it."""
    for before, after in _ARTEFACTS:
        text = re.sub(before, after, text)
    text = text.replace("––", ": ").replace("−", "-").replace("–", "-").replace("’", "'")
    text = re.sub(r"\*{1,3}|(?<!\w)_|_(?!\w)", "", text)
    return re.sub(r"\s+", " ", re.sub(r"\n+- ", " • ", text)).strip()


def numbers_in(name: str, text: str) -> dict[str, Any]:
    """Return the numbers of an action as the fields of a weapon; empty for one without an attack, save or use.

    ``text`` is cleaned. An attack has ``hit``, ``dice``, ``type``, ``range``, and ``extra`` of a second type; a save
    ``dc``, ``ability``, ``area``, ``half``; both what they inflict, an attack with a save on a failure.
    """
    values: dict[str, Any] = {}
    attack = _ATTACK.search(text)
    save = _SAVE.search(text)
    if save is not None:
        values |= _save(save)
    if attack is not None:
        values = {key: value for key, value in values.items() if key in _OF_STRUCK}
        values |= _attack(attack, text[attack.end() :].lstrip(",. ").removeprefix("Hit: "))
    if (use := _USES.search(name)) is not None:
        values |= {"uses": int(use[1])} if use[1] else {"recharge": int(use[2])}
    return values


def _attack(match: re.Match[str], hit: str) -> Iterator[tuple[str, Any]]:
    _, bonus, note, near, thrown, far = match.groups()
    yield "hit", int(bonus)
    struck = re.split(r"\. (?=[A-Z])|, or (?=\d)|—or |,? plus (?=[^.]{1,60} damage if )", hit, maxsplit=1)[0]
    # “A—or B if the swarm is Bloodied—plus C”: C is struck in any case.
    yield from _damage(re.sub(r"—or [^—]*—", " ", hit) if "—plus " in hit else struck)
    yield "range", " or ".join(f"{distance} ft" for distance in (near, thrown, far) if distance)
    if near:
        yield "reach", int(near)
    if note:
        yield "note", note
    # A condition that depends on the target is in a sentence of its own, which begins with “if”.
    yield from _inflicted(struck, struck)
    rest = hit[len(struck) :].lstrip(".,— ")
    if (sized := _SIZED.match(rest)) is not None:
        yield "inflicts", [sized[2].lower()]
        yield "up-to", sized[1].lower()
        if sized[3]:
            yield "escape", int(sized[3])
    if rest:
        yield "rider", rest[:400]


def _damage(text: str) -> Iterator[tuple[str, Any]]:
    found = [(dice.replace(" ", "") or amount, kind.lower()) for amount, dice, kind in _DAMAGE.findall(text)]
    for (dice, kind), (amount, sort) in zip(found, (("dice", "type"), ("extra", "extra-type")), strict=False):
        yield amount, dice
        yield sort, kind


def _save(match: re.Match[str]) -> Iterator[tuple[str, Any]]:
    yield "dc", int(match[2])
    yield "ability", match[1][:3].lower()
    if match["area"]:
        yield "area", match["area"][:160]
    failure = _SECTION.split(match["failure"], maxsplit=1)[0]
    direct = re.split(r"(?<=[.]) (?=If |While |Until )", failure, maxsplit=1)[0]
    # Damage of a later turn stands behind the first sentence.
    yield from _damage(re.split(r"\. (?=[A-Z])", direct, maxsplit=1)[0])
    if "Success: Half damage" in match["failure"]:
        yield "half", True
    yield from _inflicted(direct, failure)
    if not re.fullmatch(rf"(?:{_DAMAGE.pattern}|plus|[ .])+", failure, re.IGNORECASE):
        yield "rider", failure.strip()[:400]


def _inflicted(text: str, whole: str) -> Iterator[tuple[str, Any]]:
    marks = _MARK.search(text)
    if marks is None or re.search(r"\bif\b", text[: marks.start()], re.IGNORECASE):
        return
    yield "inflicts", [word.lower() for word in marks.groups()[:2] if word]
    if marks[3]:
        yield "escape", int(marks[3])
    if (lasts := _LASTS.search(text, marks.end())) is not None:
        yield "lasts", f"{lasts[1]} of {'it' if lasts[2] in _THEIRS else 'me'}"
    elif re.search(r"repeats the save at the end of each of its turns", whole):
        yield "repeats", True


def casting_in(text: str) -> tuple[int, int | None] | None:
    """Return the difficulty of the saves against a creature's spells, and its bonus to hit with them."""
    found = _CASTING.search(text)
    return None if found is None else (int(found[1]), int(found[2]) if found[2] else None)


def sequence_in(text: str, names: Sequence[str]) -> list[str]:
    """Return what a Multiattack consists of, in order: an act by its name, a choice as ``claw/tail``.

    ``names`` are the creature's acts. A text that gives no number of attacks has none.
    """
    return _sequence(re.split(_OTHERWISE, text, maxsplit=1)[0], names)


def alternative_in(text: str, names: Sequence[str]) -> list[str]:
    """Return the other sequence of a Multiattack that offers two."""
    parts = re.split(_OTHERWISE, text, maxsplit=1)
    return _sequence(parts[1], names) if len(parts) > 1 and not parts[1].startswith("It can") else []


def _sequence(first: str, names: Sequence[str]) -> list[str]:
    if " as many " in first:
        return []
    by_length = sorted(names, key=len, reverse=True)
    sequence: list[str] = []
    for clause in re.split(_AND, first):
        named = _named(clause, by_length)
        number = next((_NUMBERS[word] for word in re.findall(r"[a-z]+", clause) if word in _NUMBERS), 1)
        if re.search(r"\btwice\b", clause):
            number = 2
        if named and not re.search(r"\bcan use\b", clause):
            sequence += ["/".join(named)] * number
    return sequence


def _named(clause: str, by_length: Sequence[str]) -> list[str]:
    """Return the acts that a clause names, in its order; a name inside a longer one is not counted."""
    found: list[tuple[int, str]] = []
    left = clause.lower()
    for name in by_length:
        match = re.search(rf"\b{re.escape(name)}\b", left)
        if match is not None:
            found.append((match.start(), name))
            left = left[: match.start()] + " " * len(name) + left[match.end() :]
    return [name for _, name in sorted(found)]
