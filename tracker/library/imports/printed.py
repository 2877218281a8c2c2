"""The printed text of a 5e creature: attacks, saves, dice, clauses about damage, sequences of attacks."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from tracker.library.imports.statblock import Attack, Damage
from tracker.library.imports.values import whole

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
_FAVORED: Final = re.compile(r"plus \d+ \((\d+d\d+)\) \w+ damage if the attack roll had Advantage\.")
_BURNS: Final = re.compile(r"If the target is a creature or a flammable object[^.]*, it starts burning")
_LASTS: Final = re.compile(r"until the (start|end) of (its|the target's|(?:the|this) [\w -]{1,30}'s) next turn")
_THEIRS: Final = ("its", "the target's")
_SECTION: Final = re.compile(r" ?(?:Success|Second Failure|Failure or Success):? ")
_CASTING: Final = re.compile(r"spell save DC (\d{1,2})(?:, ([+-]\d{1,2}) to hit)?")
_USES: Final = re.compile(r"\((?:(\d{1,2})/Day|Recharge (\d)(?:-6)?)\b[^)]*\)", re.IGNORECASE)

_OF_STRUCK: Final = ("dc", "ability", "inflicts", "lasts", "repeats")  # what remains of a save that a hit demands
_OF_ATTACKS: Final = ("hit", "range", "adv-dice", "extra", "extra-type", "note", "rider")

_NUMBERS: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}

_AND: Final = r",? and (?=uses|can use|it can use|it uses|one|two|three)|, (?=uses|one|two|three|and makes|and one)"
_INSTEAD: Final = re.compile(r"It can replace (?:(one|two|any)|the ([A-Z].*?)) attacks? with (.*)")
_TO_CAST: Final = re.compile(r"Spellcasting to cast ([A-Z][a-z]+(?: [A-Z][a-z]+)*)")

_ARTEFACTS: Final = ((r" \[Area of Effect\]\|XPHB\|\w+", ""), (r"\bCover\|XPHB\|", ""), (r"\bHitom(?=The\b)", ""))

PHYSICAL: Final = ("bludgeoning", "piercing", "slashing")
"""The types that a condition such as “from nonmagical attacks” is about, as far as they are listed before it."""

_HIT: Final = re.compile(r"([+\-−]\s?\d{1,3})\s*to hit(?! with)|Attack Roll:\s*([+\-−]\s?\d{1,3})")
_REACH: Final = re.compile(r"\b(?:reach|range)\s+(\d{1,4}(?:/\d{1,4})?\s*(?:ft|feet))", re.IGNORECASE)
_ANY_DAMAGE: Final = re.compile(
    rf"(?:(\d{{1,4}})\s*)?(?:\(([0-9d+\-−– ]{{1,60}})\)\s*)?"
    rf"(?:({'|'.join(TYPES)})(?=\s(?:damage|plus|and)\b)(?:\sdamage)?|damage\b)",
    re.IGNORECASE,
)
# The form of SRD 5.1.
_OLD_SAVE: Final = re.compile(
    r"DC (\d{1,2}) (Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma) saving throw", re.IGNORECASE
)
_ITS_DAMAGE: Final = re.compile(r"taking (?:(\d{1,4}) )?(?:\(([^)]{1,20})\) )?(\w+) damage on a failed save")

_ENDS: Final = (".", ", or ", " must ")
"""What ends the damage of a hit: “must make a saving throw, taking …” is damage of another throw."""


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
    if (save := _SAVE.search(text)) is not None:
        values |= _save(save)
    if (attack := _ATTACK.search(text)) is not None:
        values = {key: value for key, value in values.items() if key in _OF_STRUCK}
        values |= _attack(attack, text[attack.end() :].lstrip(",. ").removeprefix("Hit: "))
    if (use := _USES.search(name)) is not None:
        values |= {"uses": int(use[1])} if use[1] else {"recharge": int(use[2])}
    elif "(Recharges after" in name:
        values["uses"] = 1
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
    if _BURNS.match(rest):
        yield "inflicts", ["burning"]
    if rest:
        more = _FAVORED.fullmatch(rest)
        yield ("adv-dice", more[1]) if more else ("rider", rest[:400])


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


def casts_with(text: str) -> str:
    """Return the ability that a creature casts its spells with, as three letters; "" if the text names none."""
    found = re.search(r"using (Constitution|Intelligence|Wisdom|Charisma) as (?:the )?spellcasting ability", text)
    return found[1][:3].lower() if found is not None else ""


def daily_in(text: str) -> Iterator[tuple[str, int]]:
    """Yield the spells that a creature can cast a limited number of times a day, and that number."""
    for uses, spells in re.findall(r"• (\d)/Day(?: Each)?: ([^•]+)", text):
        yield from ((re.sub(r" ?\(.*?\)", "", spell).strip(" ."), int(uses)) for spell in spells.split(", "))


def sequences_in(text: str, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what a Multiattack consists of, in order, and the other sequence of one that offers two.

    A step is an act by its name, or a choice as ``claw/tail``: what may replace one attack is a choice in the last of
    those that it may replace. What it may do besides comes last. ``names`` are the creature's acts. A text that gives
    no number of attacks has none.
    """
    by_length = sorted(names, key=len, reverse=True)
    sequences, besides, replaced = list[list[str]](), list[str](), list[tuple[str, list[str]]]()
    for sentence in re.split(r"(?<=\.) ", text):
        if (instead := _INSTEAD.match(sentence)) is not None:
            replaced.append(((instead[1] or instead[2]).lower(), _named(instead[3], by_length)))
            continue
        for part in re.split(r",? or (?=it makes|uses)", sentence) if " as many " not in sentence else ():
            sequences.append([])
            for clause in re.split(_AND, part.partition(" if it ")[0].rpartition(" attacks: ")[2]):
                named = _named(clause, by_length)
                number = next((_NUMBERS[word] for word in re.findall(r"[a-z]+", clause) if word in _NUMBERS), 1)
                number = 2 if re.search(r"\btwice\b", clause) else number
                may = named and re.search(r"\bcan use\b", clause)
                (besides if may else sequences[-1]).extend(["/".join(named)] * number if named else ())
    first, other = [*filter(None, sequences), list[str](), list[str]()][:2]
    for what, acts in replaced if first else ():
        steps = [place for place, step in enumerate(first) if what in ("one", "two", "any") or what in step.split("/")]
        for place in steps if what == "any" else steps[-1:]:
            first[place] = "/".join((first[place], *(f"{act} (for two)" if what == "two" else act for act in acts)))
    return (first + besides if first else []), other


def _named(clause: str, by_length: Sequence[str]) -> list[str]:
    """Return the acts that a clause names, or the spell to cast, in order; a name in a longer one is not counted."""
    found = [(spell.start(), spell[1].lower()) for spell in _TO_CAST.finditer(clause)]
    left = _TO_CAST.sub(lambda spell: " " * len(spell[0]), clause).lower()
    for name in by_length:
        if (match := re.search(rf"\b{re.escape(name)}\b", left)) is not None:
            found.append((match.start(), name))
            left = left[: match.start()] + " " * len(name) + left[match.end() :]
    return [name for _, name in sorted(found)]


class Unread(ValueError):
    """Why an attack cannot be read, as the end of a sentence."""


def attack_in(name: str, text: str) -> Attack | None:
    """Return the attack described by a printed text; None if it describes none. Raises Unread."""
    hit = _HIT.search(text)
    if hit is None:
        return None
    struck, damage = text[hit.end() :], list[Damage]()
    if (found := _ANY_DAMAGE.search(struck)) is not None:
        # Effects besides damage, on a failed save for instance, are in a separate sentence.
        ends = [at for mark in _ENDS if (at := struck.find(mark, found.end())) >= 0]
        for match in _ANY_DAMAGE.finditer(struck, found.start(), min(ends, default=len(struck))):
            amount, dice, kind = match.groups()
            if amount or dice:
                damage.append(Damage(plain_dice(dice or amount), (kind or "").casefold()))
            elif struck[: match.start()].endswith(" or "):
                raise Unread("leaves a choice of its damage")
    return Attack(name, whole(hit[1] or hit[2]) or 0, by_type(damage), reach_in(text))


def numbers_of(name: str, text: str) -> dict[str, Any]:
    """Return the numbers of an act besides an attack, as a weapon's fields: its save, its recharge, its uses.

    Both forms of the SRD are read; damage only where the save alone decides about it.
    """
    text = cleaned(text)
    numbers = {key: value for key, value in numbers_in(name, text).items() if key not in _OF_ATTACKS}
    save = _OLD_SAVE.search(text)
    if "dc" in numbers or save is None:
        return numbers
    numbers |= {"dc": int(save[1]), "ability": save[2][:3].lower()}
    if _HIT.search(text):
        before = max(text.rfind(mark, 0, save.start()) + len(mark) for mark in (". ", ", and "))
        return numbers | {"rider": text[before:][:400]}
    damage = _ITS_DAMAGE.search(text, save.end())
    if damage is not None and damage[3] in TYPES and (damage[1] or damage[2]):
        numbers |= {"dice": plain_dice(damage[2] or damage[1]), "type": damage[3]}
        numbers |= {"half": True} if "half as much damage on a success" in text else {}
    return numbers


def reach_in(text: str) -> str:
    """Return the first reach or range in a printed text, ``5 ft`` or ``80/320 ft``; else ""."""
    reach = _REACH.search(text)
    return reach[1].replace("feet", "ft") if reach else ""


def by_type(damage: Iterable[Damage]) -> tuple[Damage, ...]:
    """Return damage with parts of one type as one; raises Unread for a part without dice or number."""
    dice: dict[str, str] = {}
    for part in damage:
        if not part.dice:
            raise Unread("has damage without dice")
        dice[part.type] = joined(dice[part.type], part.dice) if part.type in dice else part.dice
    return tuple(Damage(thrown, kind) for kind, thrown in dice.items())


def plain_dice(text: str) -> str:
    """Return dice in this program's notation: no blanks, a plain minus."""
    return re.sub(r"\s+", "", text).replace("−", "-").replace("–", "-").removesuffix("+0")


def joined(*dice: str) -> str:
    """Return several throws as one."""
    return "+".join(dice).replace("+-", "-")


def clauses(texts: Sequence[str]) -> tuple[str, ...]:
    """Return types of damage: each unconditional one alone, a clause with a condition whole.

    “cold, bludgeoning, piercing, and slashing from nonmagical attacks” is cold, and one clause about the three, with
    slashes for its commas. Files may have the list cut at its commas.
    """
    found: list[str] = []
    for group in re.split(";", ", ".join(texts)[:2000]):
        held: list[str] = []
        for part in re.split(r",\s*", group.casefold()):
            words = part.strip().removeprefix("and ").removeprefix("or ")
            types = [word.strip() for word in re.split(r"\s+and\s+|\s+or\s+", words)]
            if all(word in TYPES for word in types):
                for word in types:
                    (held if word in PHYSICAL else found).append(word)
            elif words:
                found.append("/".join((*held, words)))
                held = []
        found += held
    return tuple(dict.fromkeys(found))


def words_of(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the words of lists such as “charmed, frightened”, in lower case."""
    listed = (word.strip().casefold() for text in texts for word in re.split(r"[,;]", text[:600]))
    return tuple(dict.fromkeys(word.removeprefix("and ") for word in listed if word))
