"""Exact chances, compared with the game playing every roll."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from tests.games import tolls
from tests.games.unknown_armies.fights import body, fight
from tests.table import last, total
from tracker.commands.parser import phrases, read
from tracker.games.unknown_armies import SYSTEM
from tracker.rules.errors import InvalidCommand
from tracker.rules.view import Odds
from tracker.session import Session


def odds(session: Session, line: str) -> Odds:
    (phrase,) = phrases(line)
    return SYSTEM.odds(session.scene, read(phrase, SYSTEM, session.scene))


def shares(found: Odds) -> Counter[str]:
    """The chances in hundredths, or in tenths of a percent where there are dodges."""
    counts: Counter[str] = Counter()
    for outcome in found.outcomes:
        counts[outcome.label] += round(outcome.p * 10_000)
    return counts


def played(setup: list[str], rolls: list[str], line: str) -> tuple[Counter[str], Fraction]:
    """What every roll does when it is really played: the body lost, and whether the log calls it a hit."""
    counts: Counter[str] = Counter()
    success = 0
    for roll in rolls:
        session = fight(*setup)
        before = body(session)
        session.do(line.replace("ROLL", roll))
        text = last(session).text
        lost = before - body(session)
        assert lost == min(before, total(session, "damage"))
        critical = "critical. " in text
        made = ("success." in text or critical) and "Less than " not in text
        success += made
        if lost:
            counts["critical, " * critical + f"body -{lost}"] += 1
        else:
            word = next((each for each in ("fumble", "matched failure") if f"{each}." in text), "miss")
            counts[word] += 1
    return counts, Fraction(success, len(rolls))


ALL = [f"{roll % 100:02d}" for roll in range(1, 101)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("setup", "line"),
    [
        ([], "attack A B ROLL"),
        (["arm A knife bonus=6"], "attack A B ROLL"),
        (["arm A pistol kind=gun maximum=40"], "attack A B ROLL"),
        (["focus A B 30"], "attack A B ROLL called=head"),
        (["focus A B 20", "focus B A 20"], "attack A B ROLL called=arm"),
        (["settings called_miss=body"], "attack A B ROLL called=leg"),
        (["settings matched_hand=roll digit_zero=0", "arm A club bonus=3"], "attack A B ROLL skill=90"),
        (["focus B A 20", "split A 40,15"], "attack A B ROLL called=head share=2"),
        (["hurt A 45"], "attack A B ROLL shift=-5"),
        ([], "attack A B ROLL skill=120"),
        ([], "attack A B ROLL skill=0"),
    ],
)
def test_all_100_rolls(setup: list[str], line: str) -> None:
    setup = ["set B body.max=1000", "set B body=1000", *setup]
    counts, success = played(setup, ALL, line)
    chances = odds(fight(*setup), line.replace("ROLL", "roll"))
    assert {label: count * 100 for label, count in counts.items()} == dict(shares(chances))
    assert chances.success == float(success)
    assert sum(Fraction(round(outcome.p * 100), 100) for outcome in chances.outcomes) == 1


@pytest.mark.parametrize(
    ("setup", "line"),
    [
        ([], "attack A B ROLL"),
        (["arm A pistol kind=gun maximum=40"], "attack A B ROLL"),
        (["arm A pistol kind=gun", "hurt B 30"], "attack A B ROLL"),
        (["hurt B 44"], "attack A B ROLL"),
        (["out B as=unconscious"], "attack A B ROLL"),
        (["settings unconscious=five", "hurt B 40"], "attack A B ROLL"),
        (["settings called_miss=body"], "attack A B ROLL called=leg"),
        (["focus A B 30"], "attack A B ROLL called=head"),
        (["arm A pistol kind=gun"], "attack A B ROLL dodge=31"),
    ],
)
def test_what_the_target_loses_on_all_100_rolls(setup: list[str], line: str) -> None:
    session = fight(*setup)
    chances = tolls.odds_of(session, line.replace("ROLL", "roll"))
    losses, drops = tolls.taken(session, "B", ((line.replace("ROLL", roll), 1) for roll in ALL))
    assert chances.losses == losses
    assert chances.drops == drops


def test_the_ten_rolls_after_a_feint() -> None:
    setup = ["set B body.max=1000", "set B body=1000", "sucker A B 30", "next", "next"]
    counts, success = played(setup, [f"die={face}" for face in range(10)], "attack A B ROLL")
    chances = odds(fight(*setup), "attack A B roll")
    assert {label: count * 1000 for label, count in counts.items()} == dict(shares(chances))
    assert chances.success == float(success) == 0.5


@pytest.mark.slow
def test_an_attack_and_a_dodge_together() -> None:
    """A small game of every fifth dodge: the joint distribution against the game itself."""
    setup = ["set B body.max=1000", "set B body=1000", "arm A pistol kind=gun"]
    for dodge in ("20", "40", "41", "00"):
        counts: Counter[str] = Counter()
        for roll in ALL:
            session = fight(*setup, f"attack A B {roll} dodge={dodge}")
            lost = 1000 - body(session)
            text = last(session).text
            dodged = "no damage" in text
            critical = "critical. " in text and "Damage" in text
            label = f"body -{lost}" if lost else "dodged" if dodged else "miss"
            if label == "miss":
                label = next((each for each in ("fumble", "matched failure") if f"{each}." in text), "miss")
            counts["critical, " * critical + label] += 100
        assert dict(shares(odds(fight(*setup), f"attack A B roll dodge={dodge}"))) == dict(counts)
    whole = odds(fight(*setup), "attack A B roll dodge=roll")
    assert sum(shares(whole).values()) == 10_000
    assert whole.success == 0.55


def test_feints_acts_and_dodges() -> None:
    session = fight("arm A pistol kind=gun", "attack A B 37", "set A sing=30")
    feint = odds(session, "sucker A B roll")
    assert feint.success == 0.55
    assert shares(feint) == {"critical": 100, "success": 4900, "matched success": 500, "failure": 4000, **REST}
    assert odds(session, "act A sing roll=roll skill=sing").success == 0.3
    left = odds(session, "dodge B roll")
    assert shares(left) == {"damage 0": 400, "damage 19": 9600}
    assert left.success == 0.04


REST = {"matched failure": 400, "fumble": 100}


def test_what_throws_no_dice_has_no_odds() -> None:
    session = fight("arm A knife ready=no")
    for line in ("draw A knife", "act A run", "focus A B 10", "split A 20,20"):
        with pytest.raises(InvalidCommand, match="no odds"):
            odds(session, line)


def test_odds_leave_the_fight_as_it_is_and_ask_no_leave() -> None:
    session = fight("attack A B 90")
    before = session.scene
    assert odds(session, "attack A B roll").success == 0.55
    assert session.scene is before
