"""Dice expressions: valid and invalid ones, throws, and exact distributions against plain enumeration."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.combat import expressions
from tracker.combat.dice import Dice, ThrownDice
from tracker.combat.expressions import MOST_DICE, BadDice, Expression, parse


def dice(seed: int = 1) -> Dice:
    return Dice(random.Random(seed))


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("3d6+2", 5, 20),
        ("d20", 1, 20),
        ("2d6 - 1", 1, 11),
        ("-(1d4+2)", -6, -3),
        ("7", 7, 7),
        ("2d4+(3-(1))", 4, 10),
        ("2*3d6", 6, 36),
        ("(d6-4)*2", -6, 4),
        ("4dF", -4, 4),
        ("d%", 1, 100),
        ("4d6kh3", 3, 18),
        ("2d20kl1+5", 6, 25),
        ("2d20kh", 1, 20),
    ],
)
def test_sums_stay_within_their_bounds(text: str, low: int, high: int) -> None:
    read = parse(text)
    totals = {read.roll(dice(seed)).total for seed in range(200)}
    assert min(totals) >= low
    assert max(totals) <= high
    assert read.most == high


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        ("4d6>=5", (6, 5, 3, 1), 2),
        ("4d6<=2", (6, 5, 3, 1), 1),
        ("4d6>5", (6, 5, 3, 1), 1),
        ("4d6<3", (6, 5, 3, 1), 1),
        ("4d6kh3", (6, 5, 3, 1), 14),
        ("4d6kl2", (6, 5, 3, 1), 4),
        ("2*2d6+1", (6, 5), 23),
        ("2d6r1", (1, 4, 6), 10),
        ("2d6r1r2", (1, 2, 6, 1), 7),
        ("2d6!", (6, 2, 6, 3), 17),
        ("3d6!kh1", (6, 2, 5, 3), 9),
        ("2d6!>=5", (6, 4, 5), 2),
        ("4dF", (3, 3, 1, 2), 1),
        ("d%", (73,), 73),
    ],
)
def test_typed_faces_come_to_a_total(text: str, faces: tuple[int, ...], total: int) -> None:
    read = parse(text)
    thrown = read.as_thrown(faces)
    rolled = read.roll(Dice(None, list(thrown)))
    assert (rolled.total, rolled.faces) == (total, faces)


@pytest.mark.parametrize(
    ("text", "faces", "reason"),
    [
        ("3d6", (1, 2), "1 more face is needed"),
        ("3d6", (1,), "2 more faces are needed"),
        ("3d6", (1, 2, 7), "cannot show 7"),
        ("3d6", (1, 2, 3, 4), "more faces than dice: 1 too many"),
        ("d6!", (6,), "1 more face is needed"),
        ("d6r1", (1,), "1 more face is needed"),
    ],
)
def test_faces_that_do_not_fit_are_refused(text: str, faces: tuple[int, ...], reason: str) -> None:
    with pytest.raises(BadDice, match=reason):
        parse(text).as_thrown(faces)


UNREADABLE = [
    "", "x", "3d", "d", "3d6+", "(3d6", "3d6)", "3d1", "0d6", f"{MOST_DICE + 1}d6", "2>=1", "3d6>=", "1" * 300,
    "(" * 9 + "1" + ")" * 9, "500d6+501d6", "9999999", "3d6>=5+1", "3d6 2", "4d6kh5", "4d6kh0", "4d6kh1kl1", "2d6r7",
    "4dF!", "4dFr1", "3**2", "*3", "2*3d6>=4", "kh", "1000000*1000000",
]  # fmt: skip


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_cannot_be_thrown_says_so(text: str) -> None:
    with pytest.raises(BadDice, match=r"\.$"):
        parse(text)


@given(st.text(alphabet="0123456789dDfFrkhlR%!+-*()<>= x", max_size=40))
def test_any_text_is_an_expression_or_bad_dice(text: str) -> None:
    try:
        read = parse(text)
    except BadDice:
        return
    assert isinstance(read, Expression)
    rolled = read.roll(dice())
    assert rolled.total <= read.most or "!" in text
    assert read.roll(Dice(None, list(read.as_thrown(rolled.faces)))) == rolled


def test_every_face_is_recorded_and_replayed() -> None:
    read, first = parse("4d6r1!kh3+2d8"), dice(11)
    rolled = read.roll(first)
    again = Dice(random.Random(99), list(first.thrown))
    assert read.roll(again) == rolled
    assert again.thrown == first.thrown
    assert all(isinstance(throw, ThrownDice) for throw in again.thrown)


# ------------------------------------------------------------------ exact distributions, by an independent enumeration


def one_die(sides: int, again: set[int], explodes: bool, limit: int) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
    """Every way one die may go, with its probability: its final face and those of its explosions."""
    chance = Fraction(1, sides)
    for first in range(1, sides + 1):
        finals = [(chance * chance, face) for face in range(1, sides + 1)] if first in again else [(chance, first)]
        for likely, face in finals:
            open_ends = [(likely, (face,))]
            while open_ends:
                share, chain = open_ends.pop()
                if explodes and chain[-1] == sides and len(chain) <= limit:
                    open_ends += [(share * chance, (*chain, more)) for more in range(1, sides + 1)]
                else:
                    yield share, chain


def pool_text(random_: random.Random) -> tuple[str, dict[int, Fraction]]:
    """A random pool as text, and its distribution by enumeration."""
    count, sides = random_.randint(1, 3), random_.randint(2, 4)
    again = {face for face in range(1, sides + 1) if random_.random() < 0.2}
    explodes = random_.random() < 0.3
    kept, highest = random_.randint(1, count), random_.random() < 0.5
    keeps = random_.random() < 0.5
    text = f"{count}d{sides}" + "".join(f"r{face}" for face in sorted(again)) + "!" * explodes
    text += f"k{'h' if highest else 'l'}{kept}" if keeps else ""
    test = random_.choice(["", "", ">=", "<"])
    threshold = random_.randint(1, sides)
    counts: Counter[int] = Counter()
    ways = list(one_die(sides, again, explodes, expressions.MOST_EXPLOSIONS))
    for outcome in itertools.product(ways, repeat=count):
        share = Fraction(1)
        values = []
        for likely, chain in outcome:
            share *= likely
            if test:
                values.append(sum(face >= threshold if test == ">=" else face < threshold for face in chain))
            else:
                values.append(sum(chain))
        values.sort(reverse=highest)
        counts[sum(values[:kept] if keeps else values)] += share  # type: ignore[assignment]
    return text + (f"{test}{threshold}" if test else ""), dict(counts)  # type: ignore[arg-type]


def test_two_hundred_pools_equal_an_enumeration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expressions, "MOST_EXPLOSIONS", 2)
    random_ = random.Random(20)
    for _ in range(200):
        text, expected = pool_text(random_)
        assert parse(text).distribution() == expected, text


@pytest.mark.parametrize(
    ("text", "left", "right", "combine"),
    [
        ("2d4+d6", "2d4", "d6", int.__add__),
        ("2d4-d6", "2d4", "d6", int.__sub__),
        ("2d4*d6", "2d4", "d6", int.__mul__),
        ("(d4+1)*(d6-3)", "d4+1", "d6-3", int.__mul__),
        ("4dF+3", "4dF", "3", int.__add__),
    ],
)
def test_parts_combine(text: str, left: str, right: str, combine) -> None:  # type: ignore[no-untyped-def]
    expected: Counter[int] = Counter()
    for one, likely in parse(left).distribution().items():
        for other, share in parse(right).distribution().items():
            expected[combine(one, other)] += likely * share  # type: ignore[assignment]
    assert parse(text).distribution() == dict(expected)


@pytest.mark.parametrize(
    ("text", "at_least", "chance"),
    [
        ("2d20kh1", 11, Fraction(3, 4)),
        ("2d20kl1", 11, Fraction(1, 4)),
        ("d%", 51, Fraction(1, 2)),
        ("4dF", 1, Fraction(31, 81)),
        ("3d6", 11, Fraction(1, 2)),
    ],
)
def test_well_known_chances(text: str, at_least: int, chance: Fraction) -> None:
    assert sum(share for total, share in parse(text).distribution().items() if total >= at_least) == chance


def test_a_distribution_that_takes_too_long_is_refused() -> None:
    with pytest.raises(BadDice, match="too many outcomes"):
        parse("500d1000kh100").distribution()


@pytest.mark.parametrize("text", ["3d6", "20d6", "99d6", "4d6kh3", "10d10!>=8", "12d12kh6"])
def test_a_distribution_adds_up_to_one(text: str) -> None:
    assert sum(parse(text).distribution().values()) == 1


def test_a_number_is_not_thrown() -> None:
    assert parse("5").thrown is False
    assert parse("d6").thrown is True
