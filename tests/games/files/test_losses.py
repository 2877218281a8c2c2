"""What an action of a game file takes, against every way in which all its dice can fall, played."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from tests.games.files.small import GAME
from tests.games.files.worked import SETUPS
from tests.games.tolls import EveryFall, odds_of, thrown
from tests.lines import throw_of
from tracker.commands.story import happenings
from tracker.export.json import odds_json
from tracker.games.language import judging, read_game
from tracker.games.registry import find
from tracker.rules.system import System
from tracker.session import Session

pytestmark = pytest.mark.slow


def fight(system: System, *lines: str) -> tuple[Session, EveryFall]:
    dice = EveryFall()
    session = Session(system, dice=dice)
    for line in lines:
        session.do(line)
    assert not dice.sides
    return session, dice


@pytest.mark.parametrize(
    ("game", "setup", "line", "victim"),
    [
        ("srd5", [], "attack Ann Gob roll", "Gob"),
        ("srd5", ["hurt Gob 8", "mark Gob prone"], "attack Gob Ann roll weapon=bow", "Ann"),
        ("srd5", ["hurt Gob 8", "temporary Gob 3", "set Gob resist=slashing"], "attack Ann Gob roll", "Gob"),
        ("srd5", ["set Gob hp=4"], "attack Ann Gob roll damage=4", "Gob"),
        ("srd5", ["out Gob"], "attack Ann Gob roll", "Gob"),
        ("srd5", ["arm Ann sword extra=1d4 extra-type=fire", "set Gob immune=fire"], "attack Ann Gob roll", "Gob"),
        ("srd5", ["hurt Ann 6"], "save Ann roll 15 full=28", "Ann"),
        ("srd5", ["hurt Ann 20"], "deathsave Ann roll", "Ann"),
        ("srd5", ["hurt Ann 20", "set Ann failures=2"], "deathsave Ann roll", "Ann"),
        ("srd5", ["bring Zombie", "set Zombie hp=5", "range all reach"], "attack Ann Zombie roll", "Zombie"),
        ("srd5", ["bring Zombie", "set Zombie hp=3"], "save Zombie roll 15 full=1d6 type=radiant", "Zombie"),
        ("srd5", ["bring Zombie", "set Zombie hp=3"], "save Zombie roll 15 full=1d6 type=fire", "Zombie"),
        ("percentile", [], "attack Ann Gob roll now weapon=knife", "Gob"),
        ("percentile", ["hurt Gob 9"], "attack Ann Gob roll now weapon=gun", "Gob"),
        ("percentile", ["attack Ann Gob 40 weapon=knife"], "dodge Gob roll", "Gob"),
        ("percentile", ["hurt Gob 9", "attack Ann Gob 20 weapon=knife"], "fight-back Gob roll", "Gob"),
        ("percentile", ["set Ann san=4"], "sanity Ann roll 1 6", "Ann"),
        ("moves", [], "attack Ann Gob roll", "Gob"),
        ("moves", ["set Gob harm=4"], "attack Ann Gob roll", "Gob"),
        ("moves", ["set Gob harm=5"], "heal-harm Ann Gob roll", "Gob"),
        ("wild-die", [], "attack Gob Ann roll weapon=club damage=9", "Ann"),
        ("wild-die", ["mark Ann shaken", "set Ann wounds=3"], "attack Gob Ann roll weapon=club damage=5", "Ann"),
        ("plain", ["cover Gob some", "hurt Gob 5"], "attack Ann Gob roll", "Gob"),
        ("cairn", [], "attack Ann Gob roll", "Gob"),
        ("cairn", ["set Gob hp=1 str=3"], "attack Ann Gob roll weapon=horn", "Gob"),
        ("cairn", ["set Ann hp=0"], "attack Gob Ann roll", "Ann"),
        ("cairn", ["remove Rat,Owl"], "attack Ann Gob roll", "Gob"),
        ("cairn", [], "blast Ann Rat roll", "Rat"),
    ],
)
def test_what_the_dice_take(game: str, setup: list[str], line: str, victim: str) -> None:
    club = ["arm Gob club dice=1d4+4"] if game == "wild-die" else []
    session, dice = fight(find(game), *SETUPS[game], *club, *setup)
    odds = odds_of(session, line)
    losses, drops = thrown(session, dice, victim, line)
    assert {track: pytest.approx(amounts) for track, amounts in losses.items()} == odds.losses
    assert odds.drops == pytest.approx(drops)


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("fate", "attack Ann Gob roll"),
        ("fate", "overcome Ann roll 2"),
        ("srd5", "check Ann roll 15"),
        ("wild-die", "test Ann roll 6"),
        ("moves", "defy Ann roll"),
    ],
)
def test_what_takes_nothing_by_itself(game: str, line: str) -> None:
    session, _ = fight(find(game), *SETUPS[game])
    odds = odds_of(session, line)
    assert (odds.losses, odds.drops) == ({}, None)


@pytest.mark.parametrize(
    ("game", "line", "asks"),
    [
        ("moves", "attack Ann Gob roll", "Which is the first of the three?"),
        ("position", "act Ann Gob roll", "A risky position: what does it cost?"),
        ("srd5", "use Ann Gob roll weapon=breath", "Gob failed. Does it succeed by Legendary Resistance?"),
        ("srd5", "attack Ann Gob roll", ""),
        ("cairn", "attack Ann Gob roll", ""),
    ],
)
def test_what_people_choose_afterwards_is_not_told(game: str, line: str, asks: str) -> None:
    session, _ = fight(find(game), *SETUPS[game])
    if game == "srd5":
        session.do("set Gob legendary-resistance.max=3 ; set Gob legendary-resistance=3")
        session.do("arm Ann breath dc=15 ability=dex dice=2d6 type=fire half=yes")
    odds = odds_of(session, line)
    told = odds_json(odds)
    assert told.get("asks", "") == asks
    assert (told["expected"], told["drops"]) == ((None, None) if asks else (odds.expected, odds.drops))
    assert odds.losses


def test_a_question_that_changes_nothing_taken_is_no_matter() -> None:
    session, _ = fight(find("srd5"), *SETUPS["srd5"], "mark Gob concentrating")
    assert odds_json(odds_of(session, "attack Ann Gob roll"))["drops"] is not None


def test_the_dice_of_a_higher_slot_count_with_those_of_the_spell() -> None:
    session, _ = fight(find("srd5"), *SETUPS["srd5"], "set Gob hp=40/40 ; set Ann casting=int int=18 level=9 slots-5=1")
    session.do('arm Ann "chromatic orb" type=acid')
    odds = odds_of(session, 'cast Ann target=Gob roll weapon="chromatic orb" slot=5')
    several = {dice: Counter[int]() for dice in (7, 14)}
    for dice, sums in several.items():
        sums[0] = 1
        for _ in range(dice):
            ways = sums.copy()
            sums.clear()
            for (fell, many), face in product(ways.items(), range(1, 9)):
                sums[fell + face] += many
    beyond = {dice: sum(many for fell, many in sums.items() if fell >= 40) / 8**dice for dice, sums in several.items()}
    assert odds.drops == pytest.approx(13 / 20 * beyond[7] + beyond[14] / 20)
    assert odds.losses["hp"][20] == pytest.approx(13 / 20 * several[7][20] / 8**7 + several[14][20] / 20 / 8**14)


def test_a_critical_hit_doubles_the_dice() -> None:
    session, _ = fight(find("srd5"), *SETUPS["srd5"], "set Gob hp.max=100 ; set Gob hp=100")
    (amounts,) = odds_of(session, "attack Ann Gob roll").losses.values()
    assert sum(amounts.values()) == pytest.approx(11 / 20)
    assert amounts[4] == pytest.approx(10 / 20 / 8)
    assert amounts[19] == pytest.approx(1 / 20 / 64)


WILD = """
[[action]]
verb = "wild"
target = true
throw = "1d6"
do = ["roll fortune"]
outcome = [{ name = "hit", when = "roll >= 4", good = true, do = ["lose it 3"] }, { name = "miss" }]
[[action]]
verb = "smash"
target = true
throw = "1d6"
ask = [{ name = "damage" }]
numbers.damage = { "weapon" = "dice('1d4')", "strength" = "1" }
numbers.more = { "damage" = "damage", "raise" = "dice('' if given(damage) else '1d6')" }
numbers.half = { "half" = "more // 2" }
outcome = [
  { name = "raise", when = "roll >= 5", good = true, do = ["lose it more"] },
  { name = "both", when = "roll == 4", good = true, do = ["lose it half", "if damage > 3: lose it more"] },
  { name = "hit", when = "roll >= 2", good = true, do = ["lose it damage"] },
  { name = "miss" },
]
[[action]]
verb = "sear"
target = true
throw = "1d6"
numbers.heat = { "dice" = "dice('2d4')", "sore" = "3 if it.hp < 6 else 0" }
numbers.later = { "then" = "heat if it.hp < 8 else 1" }
outcome = [
  { name = "hit", when = "roll >= 3", good = true, do = [
    "if roll == 6: lose it 1",
    "say {heat} degrees.",
    "if heat > 5: lose it 3",
    "lose it later",
    "if it.hp < 4: lose it heat // 2",
  ] },
  { name = "miss" },
]
[[action]]
verb = "hex"
target = true
throw = "1d6"
outcome = [
  { name = "hit", when = "roll >= 4", good = true, do = [
    "mark me tired",
    "lose it roll",
    "ask it whether Does it hold?",
    "mark it cursed",
  ] },
  { name = "miss" },
]
[action.answers.whether]
yes = ["if it.cursed: lose it 2"]
no = ["say It breaks."]
[[action]]
verb = "scorch"
target = true
throw = "1d6"
numbers.heat = { "dice" = "dice('1d4')", "tired" = "2 if me.tired else 0" }
outcome = [
  { name = "hit", when = "roll >= 4", good = true, do = ["mark me tired", "lose it heat", "mark it burning"] },
  { name = "miss" },
]
[[condition]]
name = "cursed"
[[condition]]
name = "tired"
[[condition]]
name = "burning"
[[on]]
event = "marked burning"
do = ["lose me 1"]
[[table]]
name = "fortune"
throw = "1d6"
rows = [{ upto = 5, say = "nothing" }, { upto = 6, say = "ouch", do = ["lose me 1"] }]
"""


def test_what_cannot_be_counted_is_not_told() -> None:
    session, _ = fight(read_game((GAME + WILD).encode(), "small.toml", "small"), "add Ann ; add Gob side=enemies")
    chances = odds_of(session, "wild Ann Gob roll")
    assert (chances.success, chances.losses, chances.drops) == (0.5, {}, None)
    exact = odds_of(session, "strike Ann Gob roll")
    assert (exact.losses, exact.drops) == ({"hp": {4: 1 / 6, 5: 1 / 6, 6: 1 / 6}}, 0.0)


@pytest.mark.parametrize("line", ["smash Ann Gob roll", "smash Ann Gob roll damage=3", "smash Ann Gob roll damage=0"])
def test_dice_that_count_only_as_a_sum(line: str) -> None:
    system = read_game((GAME + WILD).encode(), "small.toml", "small")
    session, dice = fight(system, "add Ann ; add Gob side=enemies hp=6")
    odds = odds_of(session, line)
    losses, drops = thrown(session, dice, "Gob", line)
    assert {track: pytest.approx(amounts) for track, amounts in losses.items()} == odds.losses
    assert odds.drops == pytest.approx(drops)


@pytest.mark.parametrize("setup", ["", "mark Ann tired", "mark Gob burning"])
def test_what_is_marked_counts_where_something_follows_from_it(setup: str) -> None:
    system = read_game((GAME + WILD).encode(), "small.toml", "small")
    session, dice = fight(system, "add Ann ; add Gob side=enemies hp=6", *filter(None, [setup]))
    odds = odds_of(session, "scorch Ann Gob roll")
    losses, drops = thrown(session, dice, "Gob", "scorch Ann Gob roll")
    assert {track: pytest.approx(amounts) for track, amounts in losses.items()} == odds.losses
    assert odds.drops == pytest.approx(drops)


def test_a_question_is_answered_after_all_that_the_action_does() -> None:
    session, _ = fight(read_game((GAME + WILD).encode(), "small.toml", "small"), "add Ann ; add Gob side=enemies")
    assert odds_of(session, "hex Ann Gob roll").asks == "Does it hold?"


@pytest.mark.parametrize("hp", [5, 6, 7, 9, 14])
def test_effects_that_change_what_later_ones_ask(hp: int) -> None:
    system = read_game((GAME + WILD).encode(), "small.toml", "small")
    session, dice = fight(system, f"add Ann ; add Gob side=enemies hp={hp}")
    odds = odds_of(session, "sear Ann Gob roll")
    losses, drops = thrown(session, dice, "Gob", "sear Ann Gob roll")
    assert {track: pytest.approx(amounts) for track, amounts in losses.items()} == odds.losses
    assert odds.drops == pytest.approx(drops)


def test_dice_that_make_no_difference_are_not_carried_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    session, _ = fight(find("wild-die"), *SETUPS["wild-die"])
    done: list[int] = []
    taken = judging.tolls_of
    monkeypatch.setattr(
        judging, "tolls_of", lambda doing, *rest: (done.append(doing.fell.total), taken(doing, *rest))[1]
    )
    odds = odds_of(session, "attack Ann Gob roll")
    damages = len(odds.losses["wounds"])
    # One for each number of wounds, of a hit and a raise alike; their dice have three hundred values.
    assert damages <= len(done) <= damages + 5


def test_the_number_of_dice_is_not_what_they_are_thrown_against() -> None:
    session, _ = fight(find("position"), *SETUPS["position"])
    throw = throw_of(session.system, session.scene, "act Ann Gob roll")
    assert throw is not None
    assert throw.in_words() == "Ann rolls the higher of 2d6: 4 or more"


@pytest.mark.parametrize("seed", range(8))
def test_a_deed_knows_the_dice_of_the_defence(seed: int) -> None:
    session = Session(find("fate"), dice=random.Random(seed))
    for line in (*SETUPS["fate"], "attack Ann Gob 0"):
        session.do(line)
    entry = session.story()[-1]
    (happening,) = happenings(session.system, session.history.scene_at(entry.parent), entry)
    assert happening.deed is not None
    outcome = next(
        name for name in ("style", "success", "tie", "failure") if entry.text.split(": ")[2].startswith(name)
    )
    assert happening.deed.otherwise == outcome
    assert session.system.succeeded(happening.action, happening.before, happening.why) == (
        outcome in ("style", "success")
    )
