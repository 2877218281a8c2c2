"""The odds of every throw of the other game files, against chances counted from the dice."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from itertools import product

import pytest

from tests.games.files.counting import (
    PARTS,
    Table,
    added,
    counted,
    die,
    every,
    judged,
    mean,
    trait,
)

FATE = added(*[{-1: Fraction(1, 3), 0: Fraction(1, 3), 1: Fraction(1, 3)}] * 4)
"""Four Fate dice."""


def shifted(shifts: int) -> str:
    """What a number of shifts is."""
    return "style" if shifts >= 3 else "success" if shifts >= 1 else "tie" if shifts == 0 else "failure"


def against(chances: Mapping[int, Fraction], bonus: int) -> dict[str, Fraction]:
    """The outcomes of Fate dice, with what is added to them and taken off."""
    return judged({roll + bonus: chance for roll, chance in chances.items()}, shifted)


@PARTS
@pytest.mark.parametrize("skill", ["fight", "shoot"])
def test_attacks_of_fate(skill: str, part: str) -> None:
    table = Table(
        "fate",
        "add Ann fight=3 shoot=1",
        f"arm Ann weapon skill={skill} rating=2",
        "add Gob side=enemies fight=2 athletics=1",
    )
    for vs, plus, boost, defence in every(part, 5, ("", "vs=-1", "vs=0", "vs=4"), ("", "plus=2"), "ny", "ny"):
        own = {"fight": 3, "shoot": 1}[skill] + (2 if plus else 0) + (2 if boost == "y" else 0)
        theirs = {"fight": 2, "shoot": 1}[skill] + (2 if defence == "y" else 0)
        chances = against(FATE, own - int(vs[3:])) if vs else against(added(FATE, FATE), own - theirs)
        before = ["mark Ann boost"] * (boost == "y") + ["mark Gob full-defense"] * (defence == "y")
        table.agrees(" ".join(filter(None, ("attack Ann Gob roll", vs, plus))), before, chances, None)


@PARTS
@pytest.mark.parametrize("verb", ["overcome", "create"])
def test_other_throws_of_fate(verb: str, part: str) -> None:
    table = Table("fate", "add Ann fight=3 will=2 notice=-1", "add Gob side=enemies")
    for skill, difficulty in every(part, 2, ("fight", "will", "notice", "shoot"), ("-2", "0", "3")):
        bonus = {"fight": 3, "will": 2, "notice": -1, "shoot": 0}[skill]
        line = "overcome Ann roll" if verb == "overcome" else "create Ann Gob roll"
        table.agrees(f"{line} {difficulty} skill={skill}", (), against(FATE, bonus - int(difficulty)), None)


TWO = added(die(6), die(6))


def banded(total: int) -> str:
    """What a total of a move is."""
    return "full" if total >= 10 else "partial" if total >= 7 else "miss"


@PARTS
def test_attacks_of_moves(part: str) -> None:
    table = Table("moves", "add Ann hard=2 cool=-1 armour=1", "arm Ann axe harm=3", "add Gob side=enemies armour=1")
    for stat, plus, mine, armour in every(part, 3, ("hard", "cool", "hot"), ("", "plus=1"), ("", *NEXT), "024"):
        bonus = {"hard": 2, "cool": -1, "hot": 0}[stat] + (1 if plus else 0) + NEXT.get(mine, 0)
        chances = judged({roll + bonus: chance for roll, chance in TWO.items()}, banded)
        takes = (chances.get("full", Fraction()) + chances.get("partial", Fraction())) * max(0, 3 - int(armour))
        before = [f"set Gob armour={armour}", *(f"mark Ann {name}" for name in mine.split())]
        table.agrees(f"attack Ann Gob roll stat={stat} {plus}".strip(), before, chances, {"harm": takes})


NEXT = {"forward": 1, "shaken": -1, "forward shaken": 0}
"""What a condition adds to the next roll."""


@PARTS
def test_other_moves(part: str) -> None:
    table = Table("moves", "add Ann cool=1 sharp=-1", "add Bob ; hurt Bob 3")
    verbs = {"defy Ann roll cool": 1, "defy Ann roll weird": 0, "aid Ann Bob roll 2": 2, "heal-harm Ann Bob roll": -1}
    for line, mine in every(part, 2, verbs, ("", *NEXT)):
        bonus = verbs[line] + NEXT.get(mine, 0)
        chances = judged({roll + bonus: chance for roll, chance in TWO.items()}, banded)
        table.agrees(line, [f"mark Ann {name}" for name in mine.split()], chances, None)


def percentile(dice: int) -> dict[int, Fraction]:
    """A d100 with bonus dice, of which the lowest ten counts, or penalty dice, of which the highest does."""

    def read(faces: tuple[int, ...]) -> int:
        values = [(ten % 10) * 10 + faces[0] % 10 or 100 for ten in faces[1:]]
        return min(values) if dice >= 0 else max(values)

    return counted([10] * (2 + abs(dice)), read)  # type: ignore[return-value]


PERCENT = {dice: percentile(dice) for dice in range(-2, 3)}


def level(roll: int, skill: int) -> int:
    """The level of success of a roll: 0 failed, 1 regular, 2 hard, 3 extreme, 4 critical."""
    if roll == 1:
        return 4
    if roll == 100 or (roll >= 96 and skill < 50):
        return 0
    return 3 if roll <= skill // 5 else 2 if roll <= skill // 2 else 1 if roll <= skill else 0


def fumbled(roll: int, skill: int) -> bool:
    """Whether a roll is a fumble."""
    return roll == 100 or (roll >= 96 and skill < 50)


WORDS = {"": 0, "bonus": 1, "penalty": -1, "two-bonus": 2, "two-penalty": -2}


def attacked(roll: int, *, skill: int, asked: int) -> str:
    """What an attack is."""
    found = level(roll, skill)
    if fumbled(roll, skill):
        return "fumble"
    return "miss" if found < max(1, asked) else "extreme" if found >= 3 else "hard" if found == 2 else "hit"


@PARTS
@pytest.mark.parametrize("weapon", ["knife", "gun"])
def test_attacks_of_percentile(weapon: str, part: str) -> None:
    table = Table(
        "percentile",
        "add Ann fighting=60 firearms=45",
        "arm Ann knife dice=1d4 skill=fighting",
        "arm Ann gun dice=1d10 skill=firearms",
        "add Gob side=enemies hp=30 armour=1",
    )
    bands = ("near", "far", "distant") if weapon == "gun" else ("touch", "near")
    for band, word, mine, theirs, cover in every(
        part, 23, bands, WORDS, ("", "aiming"), ("", "prone", "surprised", "in-cover"), ("", "half")
    ):
        skill, sides = {"knife": (60, 4), "gun": (45, 10)}[weapon]
        dice = (
            WORDS[word]
            + (mine == "aiming" and weapon == "gun")
            + {"": 0, "in-cover": -1}.get(theirs, 1)
            - (cover == "half")
        )
        asked = {"far": 2, "distant": 3}.get(band, 1) if weapon == "gun" else 1
        chances = judged(PERCENT[max(-2, min(2, dice))], partial(attacked, skill=skill, asked=asked))
        hit = sum((chances.get(name, Fraction()) for name in ("extreme", "hard", "hit")), Fraction())
        takes = hit * mean(die(sides), lambda value: max(0, value - 1))
        before = [f"range Ann Gob {band}", *(f"mark Ann {name}" for name in mine.split())]
        before += [*(f"mark Gob {name}" for name in theirs.split()), *(f"cover Gob {name}" for name in cover.split())]
        table.agrees(f"attack Ann Gob roll weapon={weapon} now {word}".strip(), before, chances, {"hp": takes})


@PARTS
def test_checks_of_percentile(part: str) -> None:
    table = Table("percentile", "add Ann san=40 dodge-skill=35")
    for skill, word in every(part, 3, ("1", "5", "37", "49", "50", "95", "120"), WORDS):
        names = partial(checked, skill=int(skill))
        table.agrees(f"check Ann roll {skill} {word}".strip(), (), judged(PERCENT[WORDS[word]], names), None)
    for word in WORDS:
        names = partial(dived, skill=35)
        table.agrees(f"dive Ann roll {word}".strip(), (), judged(PERCENT[WORDS[word]], names), None)
    table.agrees("sanity Ann roll 1 6", (), {"kept": Fraction(40, 100), "lost": Fraction(60, 100)}, None)


def checked(roll: int, *, skill: int) -> str:
    """What a check is."""
    found = level(roll, skill)
    names = ("fumble" if fumbled(roll, skill) else "failure", "regular", "hard", "extreme", "critical")
    return names[found]


def dived(roll: int, *, skill: int) -> str:
    """Whether somebody is in cover in time."""
    return "in cover" if level(roll, skill) else "too slow"


@PARTS
@pytest.mark.parametrize("verb", ["dodge", "fight-back"])
def test_answers_of_percentile(verb: str, part: str) -> None:
    table = Table(
        "percentile",
        "add Ann fighting=60",
        "arm Ann knife dice=1d4 skill=fighting",
        "add Gob side=enemies hp=30 dodge-skill=30 fighting=40",
    )
    for roll, word in every(part, 3, ("12", "25", "50"), WORDS):
        skill = {"dodge": 30, "fight-back": 40}[verb]
        chances = judged(PERCENT[WORDS[word]], partial(ANSWERS[verb], skill=skill))
        mine, lost = level(int(roll), 60), Fraction()
        for value, chance in PERCENT[WORDS[word]].items():
            theirs = level(value, skill)
            hit = mine > theirs or (mine == theirs and verb == "fight-back")
            lost += chance * (mean(die(4)) if hit and mine else 0)
        table.agrees(f"{verb} Gob roll {word}".strip(), [f"attack Ann Gob {roll} weapon=knife"], chances, {"hp": lost})


def dodged(roll: int, *, skill: int) -> str:
    """What a dodge is."""
    return ("failed", "regular", "hard", "extreme", "extreme")[level(roll, skill)]


def fought(roll: int, *, skill: int) -> str:
    """Whether a blow in return succeeds."""
    return "success" if level(roll, skill) else "failed"


ANSWERS = {"dodge": dodged, "fight-back": fought}


def wild_label(roll: int, *, bonus: int, need: int, names: tuple[str, str, str, str]) -> str:
    """What a throw with a wild die is: a critical failure, a raise, a success or a failure."""
    total = roll + bonus
    return names[0] if roll == 1 else names[1] if total >= need + 4 else names[2] if total >= need else names[3]


BANDS = {"adjacent": 0, "short": 0, "medium": -2, "long": -4}
COVERS = {"": 0, "light": -2, "medium": -4, "heavy": -6}


@PARTS
@pytest.mark.parametrize("who", ["Ann", "Gob", "Boss"])
def test_attacks_with_a_wild_die(who: str, part: str) -> None:
    table = Table(
        "wild-die",
        "add Ann fighting=8 shooting=10 parry=6",
        "add Gob side=enemies fighting=6 shooting=4 parry=5",
        "add Boss side=enemies fighting=10 shooting=6 parry=5 wild=yes",
        *(f"arm {name} gun dice=2d6! ranged=yes" for name in ("Ann", "Gob", "Boss")),
        *(f"arm {name} sword dice=1d8!+1d6!" for name in ("Ann", "Gob", "Boss")),
    )
    victim = "Gob" if who == "Ann" else "Ann"
    for weapon, band, cover, mine, theirs, more in every(
        part,
        101,
        ("sword", "gun"),
        BANDS,
        COVERS,
        ("", "distracted", "joker", "hurt"),
        ("", "vulnerable"),
        "02",
        thorough=11,
    ):
        sides = {"Ann": (8, 10), "Gob": (6, 4), "Boss": (10, 6)}[who][weapon == "gun"]
        bonus = BANDS[band] if weapon == "gun" else 0
        bonus += COVERS[cover] + {"distracted": -2, "joker": 2, "hurt": -1}.get(mine, 0) - 2 * int(more)
        bonus += 2 if theirs else 0
        need = 4 if weapon == "gun" else 5 if victim == "Gob" else 6
        names = ("critical failure", "raise", "hit", "miss")
        chances = judged(trait(sides, wild=who != "Gob"), partial(wild_label, bonus=bonus, need=need, names=names))
        before = [f"range {who} {victim} {band}", *(f"cover {victim} {name}" for name in cover.split())]
        before += [f"hurt {who} 1"] if mine == "hurt" else [f"mark {who} {name}" for name in mine.split()]
        before += [f"mark {victim} {name}" for name in theirs.split()]
        line = f"attack {who} {victim} roll weapon={weapon}" + (f" more={more}" if more != "0" else "")
        table.agrees(line, before, chances, None)


@PARTS
def test_other_throws_with_a_wild_die(part: str) -> None:
    table = Table(
        "wild-die",
        "add Ann spirit=8 vigor=10",
        "add Gob side=enemies spirit=6 vigor=4",
        "hurt Ann 2",
        "hurt Gob 1 ; mark Ann,Gob shaken",
    )
    for who, mine, number in every(part, 3, ("Ann", "Gob"), ("", "distracted", "joker"), ("4", "6", "9")):
        bonus = {"distracted": -2, "joker": 2}.get(mine, 0)
        wounds, wild = (2, True) if who == "Ann" else (1, False)
        spirit, vigor = {"Ann": (8, 10), "Gob": (6, 4)}[who]
        before = [f"mark {who} {name}" for name in mine.split()]
        found = judged(
            trait(spirit, wild=wild), partial(made, need=4 + wounds - bonus, names=("recovered", "still shaken"))
        )
        table.agrees(f"recover {who} roll", before, found, None)
        found = judged(trait(vigor, wild=wild), partial(made, need=4 - bonus, names=("soaked", "nothing")))
        table.agrees(f"soak {who} roll", before, found, None)
        names = ("critical failure", "raise", "success", "failure")
        label = partial(wild_label, bonus=bonus - wounds, need=int(number), names=names)
        found = judged(trait(12, wild=wild), label)
        table.agrees(f"test {who} roll 12 target-number={number}", before, found, None)


def made(roll: int, *, need: int, names: tuple[str, str]) -> str:
    """Whether a number is reached."""
    return names[roll < need]


def pooled(dice: int, names: tuple[str, ...]) -> Mapping[object, Fraction]:
    """What the highest of a pool says, or the lower of two where there is none."""

    def read(faces: tuple[int, ...]) -> str:
        best = max(faces) if dice > 0 else min(faces)
        if dice > 0 and faces.count(6) > 1:
            return names[0]
        return names[1] if best == 6 else names[2] if best >= 4 else names[3]

    return counted([6] * (dice if dice > 0 else 2), read)


TICKS = {"zero": 0, "limited": 1, "standard": 2, "great": 3}


@PARTS
def test_pools_of_position_and_effect(part: str) -> None:
    table = Table("position", "add Ann hunt=1 sway=3 wreck=2", "add Gob preset=clock-8")
    names = ("critical", "success", "partial", "failure")
    for action, effect, plus, push, more in every(
        part,
        13,
        ("hunt", "sway", "prowl"),
        TICKS,
        ("", "plus=1", "plus=-1"),
        ("", "push"),
        ("", "push-effect", "impaired"),
    ):
        pool = {"hunt": 1, "sway": 3, "prowl": 0}[action] + (int(plus[5:]) if plus else 0) + (push == "push")
        rank = TICKS[effect] + {"push-effect": 1, "impaired": -1}.get(more, 0)
        chances = pooled(pool, names)
        ticked = sum((chances.get(name, Fraction()) for name in ("success", "partial")), Fraction()) * ticks(rank)
        ticked += chances.get("critical", Fraction()) * ticks(rank + 1)
        line = " ".join(filter(None, (f"act Ann Gob roll action={action} effect={effect}", plus, push, more)))
        table.agrees(line, (), chances, {"stress": ticked})  # type: ignore[arg-type]


def ticks(rank: int) -> int:
    """The segments that an effect fills."""
    return 5 if rank > 3 else max(0, rank)


def test_resistance_and_fortune() -> None:
    table = Table("position", "add Ann hunt=1 study=2 sway=3 skirmish=1 stress=0")
    for attribute, dice in (("insight", 2), ("prowess", 1), ("resolve", 1)):
        for plus in (-1, 0, 2):
            chances = pooled(dice + plus, ("critical", "resisted", "resisted", "resisted"))
            table.agrees(f"resist Ann roll {attribute} plus={plus}", (), chances, None)  # type: ignore[arg-type]
    for dice in range(6):
        chances = pooled(dice, ("exceptional", "good", "mixed", "bad"))
        table.agrees(f"fortune Ann roll {dice}", (), chances, None)  # type: ignore[arg-type]


CAIRN = {"sword": (8,), "axes": (8, 8), "staff": (), "horn": (10,)}


@PARTS
def test_attacks_of_cairn(part: str) -> None:
    table = Table(
        "cairn",
        "add Ann",
        "arm Ann sword dice=1d8",
        "arm Ann axes dice=1d8 second=1d8",
        "arm Ann staff",
        "arm Ann horn dice=1d10 pierces=yes",
        "add Gob side=enemies hp=4 str=99 armour=1",
    )
    for weapon, armour, also, how, place in every(
        part, 29, CAIRN, "0135", ("", "also=1d6"), ("", "impaired", "enhanced"), ("", "cover", "distant", "helpless")
    ):
        sides = CAIRN[weapon] or (4,)
        modes = {how, {"cover": "impaired", "distant": "impaired", "helpless": "enhanced"}.get(place, "")} - {""}
        dice = (*sides, *((6,) if also else ()))
        if len(modes) == 1:
            dice = (4,) if modes == {"impaired"} else (12,)
        worn = 0 if weapon == "horn" else min(3, int(armour))
        chances: dict[str, Fraction] = {}
        lost = strength = Fraction()
        for faces in product(*(range(1, each + 1) for each in dice)):
            harm = max(0, max(faces) - worn)
            chance = Fraction(1)
            for each in dice:
                chance /= each
            label = "stopped" if not harm else "into Strength" if harm > 4 else "harm"
            chances[label] = chances.get(label, Fraction()) + chance
            lost += chance * min(4, harm)
            strength += chance * max(0, harm - 4)
        before = [f"set Gob armour={armour}"]
        before += ["cover Gob cover"] * (place == "cover") + ["range Ann Gob distant"] * (place == "distant")
        before += ["mark Gob helpless"] * (place == "helpless")
        line = " ".join(filter(None, (f"attack Ann Gob roll weapon={weapon}", also, how)))
        table.agrees(line, before, chances, {"hp": lost, "str": strength})


def under(score: int) -> Fraction:
    """The chance of a save: 1 always succeeds, 20 never."""
    return Fraction(sum(roll == 1 or (roll <= score and roll != 20) for roll in range(1, 21)), 20)


def test_saves_of_cairn() -> None:
    table = Table("cairn", "add Ann", "add Gob side=enemies")
    for score in (0, 1, 7, 19, 20, 25):
        chance = under(score)
        both = [f"set {name} {which}.max={score} ; set {name} {which}={score}" for name, which in SCORES]
        for line, good, bad in SAVES:
            table.agrees(line, both, {good: chance, bad: 1 - chance}, None)
    table.agrees("fate Ann roll", (), {"for the heroes": Fraction(1, 2), "against them": Fraction(1, 2)}, None)


SCORES = (("Ann", "dex"), ("Ann", "wil"), ("Gob", "wil"))
SAVES = (
    ("save Ann roll dex", "saved", "failed"),
    ("save Ann roll wil", "saved", "failed"),
    ("ready Ann roll", "ready", "slow"),
    ("retreat Ann roll", "away", "caught"),
    ("morale Gob roll", "stays", "flees"),
)


@PARTS
def test_throws_of_plain(part: str) -> None:
    table = Table(
        "plain", "add Ann skill=3", "arm Ann sword bonus=1 dice=1d6", "add Gob side=enemies defence=12 health=30"
    )
    for mine, typed, plus, cover in every(
        part, 7, ("", "helped", "hindered"), ("", "better", "worse"), ("", "plus=2", "plus=-3"), ("", "some", "much")
    ):
        modes = {{"helped": "better", "hindered": "worse"}.get(mine, ""), typed} - {""}
        mode = {"better": max, "worse": min}.get(modes.pop() if len(modes) == 1 else "")
        bonus = 4 + (int(plus[5:]) if plus else 0)
        need = 12 + {"some": 2, "much": 5}.get(cover, 0)
        rolls = counted([20, 20], mode) if mode else counted([20], max)
        chances = judged(rolls, partial(made, need=need - bonus, names=("yes", "no")))
        before = [*(f"mark Ann {name}" for name in mine.split()), *(f"cover Gob {name}" for name in cover.split())]
        line = " ".join(filter(None, ("attack Ann Gob roll", typed, plus)))
        table.agrees(line, before, chances, {"health": chances.get("yes", Fraction()) * mean(die(6))})
        found = judged(rolls, partial(made, need=9, names=("yes", "no")))
        table.agrees(f"test Ann roll 12 3 {typed}".strip(), before, found, None)
