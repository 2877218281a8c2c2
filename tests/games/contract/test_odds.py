"""Exact chances against every face of every die, enumerated."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from tests.games import tolls
from tests.games.contract.fights import ARMED, session, whole
from tracker.commands.parser import phrases, read
from tracker.export.chronicle import chronicle
from tracker.games.contract import SYSTEM
from tracker.games.contract.dice import ACT, Result, Roll, outcome_weights
from tracker.rules.errors import InvalidCommand
from tracker.rules.view import Odds
from tracker.session import Session


def odds(fight: Session, line: str) -> Odds:
    """The odds of a line."""
    return SYSTEM.odds(fight.scene, read(phrases(line)[0], SYSTEM, fight.scene))


def faces(difficulty: int) -> list[int]:
    """What each face is worth, written down by hand."""
    return [-1, *(1 if face >= difficulty else 0 for face in range(2, 10)), 2]


@pytest.mark.parametrize("difficulty", range(2, 11))
@pytest.mark.parametrize("dice", range(5))
def test_pools(dice: int, difficulty: int) -> None:
    counts = Counter(map(sum, product(faces(difficulty), repeat=dice)))
    assert outcome_weights(dice, difficulty) == dict(counts)
    assert sum(outcome_weights(dice, difficulty).values()) == 10**dice


@pytest.mark.parametrize(("dice", "difficulty"), [(5, 5), (5, 7), (6, 6), (6, 7)])
def test_large_pools(dice: int, difficulty: int) -> None:
    assert outcome_weights(dice, difficulty) == dict(Counter(map(sum, product(faces(difficulty), repeat=dice))))


def test_many_dice_are_quick_and_whole() -> None:
    assert sum(outcome_weights(40, 6).values()) == 10**40


def said(severity: int) -> str:
    return f"severity {severity}" if severity > 0 else "no injury"


def by_label(found: Odds) -> dict[str, float]:
    return {outcome.label: outcome.p for outcome in found.outcomes}


def shares(labels: Sequence[str]) -> dict[str, float]:
    return {label: float(Fraction(times, len(labels))) for label, times in Counter(labels).items()}


def test_an_attack_alone() -> None:
    fight = session(*ARMED, "set Bert armor=3")
    chances = odds(fight, "attack Anna Bert 4d weapon=sword")
    labels = []
    for outcome in map(sum, product(faces(6), repeat=4)):
        severity = outcome + 1 - 3
        labels.append("miss" if outcome < 1 else said(severity))
    assert by_label(chances) == shares(labels)
    assert whole(each.p for each in chances.outcomes) == 1
    assert chances.success == sum(label != "miss" for label in labels) / len(labels)


def test_an_attack_against_a_dodge() -> None:
    fight = session(*ARMED)
    chances = odds(fight, "attack Anna Bert 3d dodge=2d")
    labels = []
    for attack, dodge in product(product(faces(6), repeat=3), product(faces(6), repeat=2)):
        net = sum(attack) - max(0, sum(dodge))
        labels.append("miss" if net < 1 else f"severity {net + 1}")
    assert by_label(chances) == shares(labels)
    assert chances.success == sum(label != "miss" for label in labels) / len(labels)


def test_an_attack_against_a_clash() -> None:
    fight = session(*ARMED, "set Anna armor=2", "arm Bert knife")
    chances = odds(fight, "attack Anna Bert 2d clash=3d with=knife")
    labels, wins = [], 0
    for attack, clash in product(product(faces(6), repeat=2), product(faces(5), repeat=3)):
        mine, other = sum(attack), sum(clash)
        parts = [f"severity {mine + 1}"] if mine >= max(1, other) else []
        parts += [f"{said(other - 2)} to Anna"] if other >= max(1, mine) else []
        labels.append(", ".join(parts) or "neither hits")
        wins += mine >= max(1, other)
    assert by_label(chances) == shares(labels)
    assert chances.success == wins / 10**5


def test_the_sheets_own_pools_and_what_takes_dice() -> None:
    fight = session(*ARMED, "injure Anna 2", "quick Anna draws")
    assert odds(fight, "attack Anna Bert roll") == odds(fight, "attack Anna Bert 2d")
    assert odds(fight, "attack Anna Bert roll pool=7") == odds(fight, "attack Anna Bert 4d")
    assert odds(fight, "attack Anna Bert 3d dodge=roll") == odds(fight, "attack Anna Bert 3d dodge=5d")


def test_evading_comes_off_first() -> None:
    fight = session(*ARMED, "evade Bert 2")
    chances = odds(fight, "attack Anna Bert 3d weapon=knife")
    outcomes = [sum(dice) for dice in product(faces(5), repeat=3)]
    assert chances.success == sum(1 for outcome in outcomes if outcome > 2) / 1000
    fight.do("out Bert")
    chances = odds(fight, "attack Anna Bert 3d weapon=knife")
    assert chances.success == sum(1 for outcome in outcomes if outcome > 0) / 1000


@pytest.mark.parametrize(
    ("armor", "need", "told"),
    [
        (1, 4, "against Bert's 4: outcome 4 or more"),
        (3, 2, "against Bert's 4, 2 of it harmless: outcome 2 or more"),
        (9, None, "against Bert's 4, 4 of it harmless"),
    ],
)
def test_the_chance_of_a_reaction_is_that_of_staying_unhurt(armor: int, need: int | None, told: str) -> None:
    fight = session(*ARMED, "arm Bert sword", f"set Anna armor={armor}", "attack Bert Anna 4 weapon=sword")
    unhurt = sum(1 for dice in product(faces(6), repeat=3) if need is None or sum(dice) >= need) / 1000
    assert odds(fight, "dodge Anna 3d").success == unhurt
    assert odds(fight, "take Anna").success == (need is None)
    throw = SYSTEM.throw(fight.scene, read(phrases("dodge Anna 3d")[0], SYSTEM, fight.scene))
    assert throw is not None
    assert throw.in_words().endswith(told)
    fight.do(f"dodge Anna {need or 0}")
    (luck,) = [own for story in chronicle(fight).fights for own in story.luck if own.name == "Anna"]
    assert (luck.throws, luck.succeeded) == (1, 1)


def test_reactions_to_what_waits() -> None:
    fight = session(*ARMED, "attack Anna Bert 2")
    chances = odds(fight, "dodge Bert 3d")
    safe = sum(1 for dice in product(faces(6), repeat=3) if sum(dice) >= 2) / 1000
    assert chances.success == safe
    clash = odds(fight, "clash Bert 3d")
    better = sum(1 for dice in product(faces(6), repeat=3) if sum(dice) >= 2) / 1000
    assert clash.success == better
    assert odds(fight, "parry Bert roll").outcomes
    assert whole(outcome.p for outcome in odds(fight, "parry Bert roll").outcomes) == 1


@pytest.mark.parametrize("line", ["evade Anna 3d", "act Anna climbs result=3d difficulty=7", "initiative Anna 3d"])
def test_plain_rolls(line: str) -> None:
    fight = session(*ARMED)
    chances = odds(fight, line)
    difficulty = 6 if line.startswith("init") else 7
    labels = [f"outcome {sum(dice)}" for dice in product(faces(difficulty), repeat=3)]
    assert by_label(chances) == shares(labels)
    assert whole(outcome.p for outcome in chances.outcomes) == 1


def test_a_typed_outcome_is_certain() -> None:
    fight = session(*ARMED)
    assert [(outcome.label, outcome.p) for outcome in odds(fight, "attack Anna Bert 3 take").outcomes] == [
        ("severity 4", 1.0)
    ]


@pytest.mark.parametrize("line", ["next", "act Anna climbs", "dodge Anna roll"])
def test_no_odds_without_dice(line: str) -> None:
    with pytest.raises(InvalidCommand):
        odds(session(*ARMED), line)


def test_no_odds_of_more_dice_than_anybody_throws() -> None:
    roll = Roll("Anna", "a file's own number", 41, 6, 0, ACT)
    with pytest.raises(InvalidCommand, match="at most 40 dice"):
        roll.weights(Result())
    assert sum(replace(roll, dice=40).weights(Result()).values()) == 10**40


STRAINED = (*ARMED, "act Bert waits", "injure Bert 2")
FRIEND = (*ARMED, "add Cleo side=enemies brawn=3 dexterity=3 melee=1 brawl=2", "arm Cleo sword")


@pytest.mark.parametrize(
    ("setup", "line", "attack", "defence"),
    [
        (ARMED, "attack Anna Bert {} take", (6, 4), None),
        ((*ARMED, "set Bert armor=2", "injure Bert 3"), "attack Anna Bert {} take", (6, 4), None),
        ((*ARMED, "injure Bert 6"), "attack Anna Bert {} take damage=+2", (6, 3), None),
        ((*ARMED, "set Bert mind=0 mind.max=5"), "attack Anna Bert {} take", (6, 2), None),
        ((*ARMED, "out Bert"), "attack Anna Bert {} take", (6, 2), None),
        ((*ARMED, "evade Bert 2"), "attack Anna Bert {} take", (6, 3), None),
        ((*ARMED, "evade Bert 2"), "attack Anna Bert {} take evade=1", (6, 3), None),
        (ARMED, "attack Anna Bert {} dodge={}", (6, 3), (6, 2)),
        (ARMED, "attack Anna Bert {} clash={}", (6, 3), (6, 2)),
        ((*ARMED, "settings clash_literal=yes"), "attack Anna Bert {} clash={}", (6, 2), (6, 2)),
        (STRAINED, "attack Anna Bert {} dodge={} desperate", (6, 3), (6, 2)),
        ((*STRAINED, "injure Bert 4"), "attack Anna Bert {} dodge={} desperate", (6, 3), (6, 2)),
        (
            (*STRAINED, "set Bert mind=4", "settings profile=current"),
            "attack Anna Bert {} parry={} desperate",
            (6, 3),
            (6, 2),
        ),
        (FRIEND, "attack Anna Bert {} parry={} by=Cleo", (6, 3), (6, 2)),
        ((*ARMED, "attack Anna Bert 3"), "dodge Bert {}", (6, 3), None),
        ((*ARMED, "attack Anna Bert 3"), "clash Bert {}", (6, 3), None),
        ((*STRAINED, "attack Anna Bert 3"), "desperate Bert parry {}", (6, 3), None),
        ((*FRIEND, "attack Anna Bert 3"), "parry Cleo {} for=Bert", (6, 3), None),
    ],
)
def test_what_is_lost_in_every_throw(
    setup: Sequence[str], line: str, attack: tuple[int, int], defence: tuple[int, int] | None
) -> None:
    fight = session(*setup)
    thrown = [
        Counter(map(sum, product(faces(difficulty), repeat=dice))) for difficulty, dice in (attack, defence or (6, 0))
    ]
    pools = [f"{dice}d" for _, dice in (attack, *([defence] if defence else []))]
    lines = [
        (line.format(*map(str, outcomes)), thrown[0][outcomes[0]] * thrown[1][outcomes[1]])
        for outcomes in product(*thrown)
    ]
    losses, drops = tolls.taken(fight, "Bert", lines)
    found = odds(fight, line.format(*pools))
    assert found.losses == losses
    assert found.drops == drops
