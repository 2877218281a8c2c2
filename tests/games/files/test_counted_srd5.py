"""The odds of every throw of srd5, against chances counted from the dice, in thousands of situations.

What conditions, cover and distance do is written down here once more, from the text of the SRD.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import pytest

from tests.games.files.counting import PARTS, Table, added, d20, die, every, judged, mean

MINE = {
    "": "",
    "blinded": "dis",
    "frightened": "dis",
    "invisible": "adv",
    "poisoned": "dis",
    "prone": "dis",
    "restrained": "dis",
    "helped": "adv",
}
"""What a condition of the attacker does to an attack roll."""

THEIRS = {
    "": "",
    "blinded": "adv",
    "dodging": "dis",
    "invisible": "dis",
    "paralyzed": "adv",
    "petrified": "adv",
    "restrained": "adv",
    "stunned": "adv",
    "unconscious": "adv",
    "prone": "close",
}
"""What a condition of the target does to it; from close by, attacks on the prone have advantage, else disadvantage."""

HELPLESS = ("paralyzed", "petrified", "stunned", "unconscious")
CANNOT_ACT = (*HELPLESS, "incapacitated")

WEAPONS = {"sword": (5, 0, 0), "pike": (10, 0, 0), "dart": (5, 20, 60), "bow": (0, 80, 320)}
"""How far each reaches in melee, to its normal and to its long range, in feet."""

FEET = {"reach": 5, "near": 30, "far": 60, "distant": 121}
TYPED = ("", "adv", "dis")
COVER = {"": 0, "half": 2, "three-quarters": 5}

SETUP = (
    "add Ann hp=900 dex=14 con=13 str=16 wis=8 ac=16 spell-dc=14 spell-hit=6",
    "arm Ann sword hit=5 dice=1d4+1 type=slashing reach=5",
    "arm Ann pike hit=5 dice=1d4+1 type=piercing reach=10",
    'arm Ann dart hit=5 dice=1d4+1 type=piercing reach=5 range="20/60 ft"',
    'arm Ann bow hit=5 dice=1d4+1 type=piercing range="80/320 ft" ammo=9',
    "add Gob side=enemies hp=900 ac=15 dex=14 str=8 save-wis=1",
    "arm Gob breath dc=15 ability=dex dice=1d6 type=fire half=yes",
    "arm Gob howl dc=13 ability=wis dice=1d6 type=psychic",
)


def combined(modes: list[str]) -> str:
    """One mode of several; advantage and disadvantage cancel out, however many there are."""
    one = set(modes) - {""}
    return one.pop() if len(one) == 1 else ""


def attack_mode(mine: str, theirs: str, weapon: str, band: str, typed: str) -> tuple[str, bool]:
    """How an attack is rolled, and whether it is made from within 5 feet.

    Whoever fights hand to hand steps up; what can be thrown is thrown, and near is within its normal range.
    """
    reach, normal, long = WEAPONS[weapon]
    by_hand = 0 < reach < FEET["near"] and band == "near" and not long
    close = band == "reach" or by_hand
    modes = [MINE[mine], typed]
    prone = {"prone": True, "unconscious": True}.get(theirs, False)
    modes.append("" if theirs == "prone" else THEIRS[theirs])
    modes.append(("adv" if close else "dis") if prone else "")
    too_long = long and FEET[band] > max(FEET["near"], normal)
    shot_close = not reach and band == "reach" and theirs not in (*CANNOT_ACT, "blinded")
    modes.append("dis" if too_long or shot_close else "")
    return combined(modes), close


def marked(name: str, *conditions: str) -> list[str]:
    """The lines that mark somebody with these conditions, those that are any."""
    return [f"mark {name} {condition}" for condition in conditions if condition]


def covered(name: str, degree: str) -> list[str]:
    """The line that puts somebody behind cover, if it is any."""
    return [f"cover {name} {degree}"] if degree else []


@PARTS
@pytest.mark.parametrize("weapon", WEAPONS)
def test_attacks(weapon: str, part: str) -> None:
    table = Table("srd5", *SETUP)
    reach, _, long = WEAPONS[weapon]
    bands = [band for band, feet in FEET.items() if feet <= max(reach, 30, long)]
    for mine, theirs, band, typed, cover in every(part, 131, MINE, THEIRS, bands, TYPED, COVER, thorough=13):
        mode, close = attack_mode(mine, theirs, weapon, band, typed)
        need = 15 + COVER[cover]
        sure = close and theirs in ("paralyzed", "unconscious")
        chances = judged(d20(mode), partial(struck, need=need, bonus=5, sure=sure))
        half = 2 if theirs == "petrified" else 1
        once = mean(added({1: Fraction(1)}, die(4)), partial(floordiv_by, half))
        twice = mean(added({1: Fraction(1)}, die(4), die(4)), partial(floordiv_by, half))
        takes = {"hp": chances.get("hit", Fraction()) * once + chances.get("crit", Fraction()) * twice}
        before = [f"range Ann Gob {band}", *marked("Ann", mine), *marked("Gob", theirs), *covered("Gob", cover)]
        table.agrees(f"attack Ann Gob roll weapon={weapon} {typed}".strip(), before, chances, takes)


def struck(roll: int, *, need: int, bonus: int, sure: bool) -> str:
    """What an attack roll is."""
    if roll == 20 or (sure and roll != 1 and roll + bonus >= need):
        return "crit"
    return "fumble" if roll == 1 else "hit" if roll + bonus >= need else "miss"


def floordiv_by(divisor: int, value: int) -> int:
    """A value divided and rounded down."""
    return value // divisor


ARMS = {
    "longsword": (8, 10, "melee", ""),
    "greatsword": ("2d6", 0, "melee", "heavy"),
    "rapier": (8, 0, "finesse", ""),
    "dagger": (4, 0, "finesse", "light"),
    "handaxe": (6, 0, "melee", "light"),
    "shortbow": (6, 0, "ranged", ""),
    "longbow": (8, 0, "ranged", "heavy"),
    "hand crossbow": (6, 0, "ranged", "light"),
    "dart": (4, 0, "finesse", ""),
    "blowgun": (1, 0, "ranged", ""),
}
"""Weapons by name: the sides of their die, in both hands, and what their numbers go by."""

SCORES = {"str": ("6", "12", "18"), "dex": ("8", "13", "20"), "level": ("1", "9")}


@PARTS
@pytest.mark.parametrize("weapon", ARMS)
def test_weapons_by_their_name(weapon: str, part: str) -> None:
    table = Table("srd5", "add Ann ; add Gob side=enemies hp=900 ac=15", f'arm Ann "{weapon}"', "range Ann Gob near")
    sides, both, kind, more = ARMS[weapon]
    ways = ("", *(("two-handed",) if both else ()), *(("offhand",) if more == "light" else ()))
    for strength, dexterity, level, way in every(part, 7, *SCORES.values(), ways):
        mods = [(int(score) - 10) // 2 for score in (strength, dexterity)]
        good = mods[0] if kind == "melee" else mods[1] if kind == "ranged" else max(mods)
        bonus = good + (2 if level == "1" else 4)
        mode = "dis" if more == "heavy" and int(dexterity if kind == "ranged" else strength) < 13 else ""
        chances = judged(d20(mode), partial(struck, need=15, bonus=bonus, sure=False))
        once = added(die(6), die(6)) if sides == "2d6" else die(both if way == "two-handed" else int(sides))
        once = {1: Fraction(1)} if weapon == "blowgun" else once
        twice = once if weapon == "blowgun" else added(once, once)
        on_top = min(0, good) if way == "offhand" else good
        takes = sum(
            chances.get(label, Fraction()) * mean(thrown, partial(with_modifier, on_top))
            for label, thrown in (("hit", once), ("crit", twice))
        )
        before = [f"set Ann str={strength} dex={dexterity} level={level}"]
        table.agrees(f'attack Ann Gob roll weapon="{weapon}" {way}'.strip(), before, chances, {"hp": Fraction(takes)})


def with_modifier(modifier: int, value: int) -> int:
    """Damage with the modifier of an ability, which can take all of it away."""
    return max(0, value + modifier)


WITHSTOOD = {"": (1, 1, 1), "resist": (1, 2, 1), "weak": (2, 1, 1), "immune": (0, 1, 1), "resist weak": (2, 2, 1)}
"""What comes of damage: a factor, what it is divided by before, and rounding down each time."""


@PARTS
@pytest.mark.parametrize("exhaustion", ["0", "1", "3"])
def test_damage_that_is_withstood_and_exhaustion(exhaustion: str, part: str) -> None:
    table = Table("srd5", *SETUP, "arm Ann brand hit=5 dice=1d4 type=fire extra=1d6 extra-type=cold")
    for one, other, plus in every(part, 13, WITHSTOOD, WITHSTOOD, ("", "plus=2", "plus=-3")):
        bonus = 5 - 2 * int(exhaustion) + (int(plus[5:]) if plus else 0)
        chances = judged(d20(""), partial(struck, need=15, bonus=bonus, sure=False))
        takes = Fraction()
        for label, times in (("hit", 1), ("crit", 2)):
            for dice, kind in ((4, one), (6, other)):
                factor, divisor, _ = WITHSTOOD[kind]
                lost = [(factor * (value // divisor), chance) for value, chance in added(*[die(dice)] * times).items()]
                takes += chances.get(label, Fraction()) * sum(amount * chance for amount, chance in lost)
        words = {word: [] for word in ("resist", "weak", "immune")}
        for kind, sort in ((one, "fire"), (other, "cold")):
            for word in kind.split():
                words[word].append(sort)
        sheet = [f"set Gob {word}={','.join(sorts)}" for word, sorts in words.items() if sorts]
        before = [f"set Ann exhaustion={exhaustion}", *sheet]
        table.agrees(f"attack Ann Gob roll weapon=brand {plus}".strip(), before, chances, {"hp": takes})


SAVING = {"": "", "restrained": "dis", "dodging": "adv", "grappled": "", "prone": "", "poisoned": "", "invisible": ""}
"""What a condition does to a Dexterity save."""

ABILITIES = {"str": -1, "dex": 2, "con": 0, "int": 0, "wis": 1, "cha": 0}
"""The bonus of Gob, of the setup, to each save."""


def save_mode(condition: str, ability: str, typed: str) -> str:
    """How a save is rolled."""
    own = SAVING.get(condition, "") if ability == "dex" else ""
    return combined([own, typed])


@PARTS
@pytest.mark.parametrize("ability", ABILITIES)
def test_saves(ability: str, part: str) -> None:
    table = Table("srd5", *SETUP)
    for condition, cover, typed, dc in every(
        part, 31, {**SAVING, **dict.fromkeys(CANNOT_ACT)}, COVER, TYPED, ("9", "14", "21")
    ):
        fails = ability in ("str", "dex") and condition in HELPLESS
        bonus = ABILITIES[ability] + (COVER[cover] if ability == "dex" else 0)
        chances = judged(
            d20(save_mode(condition, ability, typed)),
            partial(saved, need=int(dc), bonus=bonus, fails=fails),
        )
        before = [*marked("Gob", condition), *covered("Gob", cover)]
        table.agrees(f"save Gob roll {dc} ability={ability} {typed}".strip(), before, chances, {})


def saved(roll: int, *, need: int, bonus: int, fails: bool) -> str:
    """What a saving throw is."""
    return "saved" if roll + bonus >= need and not fails else "failed"


@PARTS
@pytest.mark.parametrize(("act", "ability", "half"), [("breath", "dex", True), ("howl", "wis", False)])
def test_acts_that_ask_for_saves(act: str, ability: str, half: bool, part: str) -> None:
    table = Table("srd5", *SETUP)
    dc, bonus = {"breath": 15, "howl": 13}[act], {"breath": 2, "howl": -1}[act]
    for condition, cover, typed, kind in every(
        part, 17, {**SAVING, **dict.fromkeys(CANNOT_ACT)}, COVER, TYPED, WITHSTOOD
    ):
        fails = ability in ("str", "dex") and condition in HELPLESS
        added_up = bonus + (COVER[cover] if ability == "dex" else 0)
        mode = save_mode(condition, ability, typed)
        chances = judged(d20(mode), partial(saved, need=dc, bonus=added_up, fails=fails))
        factor, divisor, _ = WITHSTOOD[kind]
        if condition == "petrified":
            divisor = 2
        whole = mean(die(6), partial(withstood, factor, divisor, 1))
        part_of = mean(die(6), partial(withstood, factor, divisor, 2)) if half else Fraction()
        takes = chances.get("failed", Fraction()) * whole + chances.get("saved", Fraction()) * part_of
        sort = {"breath": "fire", "howl": "psychic"}[act]
        before = [
            *marked("Ann", condition),
            *covered("Ann", cover),
            *(f"set Ann {word}={sort}" for word in kind.split()),
        ]
        table.agrees(f"use Gob Ann roll weapon={act} {typed}".strip(), before, chances, {"hp": takes})


def withstood(factor: int, divisor: int, first: int, value: int) -> int:
    """What is left of damage that is divided, then withstood."""
    return factor * (value // first // divisor)


@PARTS
@pytest.mark.parametrize("spell", ["fire bolt", "fireball", "sacred flame"])
def test_spells(spell: str, part: str) -> None:
    table = Table("srd5", *SETUP)
    for mine, theirs, band, cover in every(part, 89, MINE, THEIRS, ("reach", "near", "far"), COVER, thorough=5):
        before = [f"range Ann Gob {band}", *marked("Ann", mine), *marked("Gob", theirs), *covered("Gob", cover)]
        if spell == "fire bolt":
            modes = [MINE[mine], "" if theirs == "prone" else THEIRS[theirs]]
            close = band == "reach"
            modes += [("adv" if close else "dis") if theirs in ("prone", "unconscious") else ""]
            modes += ["dis" if close and theirs not in (*CANNOT_ACT, "blinded") else ""]
            sure = close and theirs in ("paralyzed", "unconscious")
            label = partial(cast, need=15 + COVER[cover], bonus=6, sure=sure)
            chances = judged(d20(combined(modes)), label)
        else:
            mode = save_mode(theirs, "dex", "")
            bonus = 2 + COVER[cover]
            chances = judged(d20(mode), partial(saved, need=14, bonus=bonus, fails=theirs in HELPLESS))
        table.agrees(f'cast Ann "{spell}" Gob roll', before, chances, None)


def cast(roll: int, *, need: int, bonus: int, sure: bool) -> str:
    """What the attack roll of a spell is; a 1 misses."""
    return "miss" if (found := struck(roll, need=need, bonus=bonus, sure=sure)) == "fumble" else found


CHECKED = {
    "": "",
    "poisoned": "dis",
    "frightened": "dis",
    "helped": "adv",
    "prone": "",
    "restrained": "",
    "blinded": "",
}
"""What a condition does to a check."""


@PARTS
@pytest.mark.parametrize("verb", ["check", "stealth", "escape", "first-aid"])
def test_checks(verb: str, part: str) -> None:
    table = Table("srd5", *SETUP, "add Bob hp=9 ; hurt Bob 9")
    for condition, typed, exhaustion, plus in every(part, 11, CHECKED, TYPED, ("0", "2"), ("", "plus=3")):
        line, need, bonus, labels = {
            "check": ("check Ann roll 12 ability=dex", 12, 2, ("success", "failure")),
            "stealth": ("stealth Ann roll", 15, 2, ("hidden", "seen")),
            "escape": ("escape Ann roll 13", 13, 3, ("free", "held")),
            "first-aid": ("first-aid Ann Bob roll", 10, -1, ("tended", "in vain")),
        }[verb]
        bonus += (3 if plus else 0) - 2 * int(exhaustion)
        good, bad = labels
        mode = combined([CHECKED[condition], typed])
        chances = judged(d20(mode), partial(met, need=need - bonus, good=good, bad=bad))
        before = [*marked("Ann", condition), f"set Ann exhaustion={exhaustion}"]
        table.agrees(" ".join(filter(None, (line, typed, plus))), before, chances, {})


def met(roll: int, *, need: int, good: str, bad: str) -> str:
    """Whether a number is met."""
    return good if roll >= need else bad


@PARTS
def test_death_saves(part: str) -> None:
    table = Table("srd5", *SETUP, "add Bob hp=9 ; hurt Bob 9")
    for typed, exhaustion, plus in every(part, 5, TYPED, ("0", "1", "3"), ("", "plus=1", "plus=4")):
        bonus = (int(plus[5:]) if plus else 0) - 2 * int(exhaustion)
        chances = judged(d20(typed), partial(dying, bonus=bonus))
        line = " ".join(filter(None, ("deathsave Bob roll", typed, plus)))
        table.agrees(line, [f"set Bob exhaustion={exhaustion}"], chances, None)


def dying(roll: int, *, bonus: int) -> str:
    """What a death saving throw is."""
    if roll in (1, 20):
        return "awake" if roll == 20 else "two failures"
    return "success" if roll + bonus >= 10 else "failure"


@PARTS
def test_grapples(part: str) -> None:
    table = Table("srd5", *SETUP)
    for condition, typed, more, exhaustion in every(
        part,
        7,
        ("", "stunned", "unconscious", "incapacitated", "prone"),
        TYPED,
        ("", "proficiency=4", "shove"),
        ("0", "2"),
    ):
        need = 8 + 3 + (4 if more.startswith("p") else 2)
        bonus = 2 - 2 * int(exhaustion)
        fails = condition in HELPLESS
        chances = judged(d20(typed), partial(seized, need=need - bonus, fails=fails))
        before = [*marked("Gob", condition), f"set Gob exhaustion={exhaustion}"]
        table.agrees(" ".join(filter(None, ("grapple Ann Gob roll", typed, more))), before, chances, None)


def seized(roll: int, *, need: int, fails: bool) -> str:
    """Whether somebody is seized."""
    return "held off" if roll >= need and not fails else "seized"
