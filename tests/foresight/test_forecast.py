"""Fights played on many times: repeatable, with the closed form of a duel, and honest about who does nothing."""

from __future__ import annotations

import gc
import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from math import sqrt
from statistics import fmean
from typing import cast

import pytest
from msgspec.structs import replace

from tests.benchmarks.fights import crowd
from tests.foresight.test_choices import COSTLY, way_of
from tests.games.files.small import GAME, fight
from tests.games.random_fights import SETUPS
from tests.table import played, tried
from tracker.combat.scene import Scene
from tracker.commands.parser import phrases, read
from tracker.commands.writer import write
from tracker.foresight import forecast as forecasting
from tracker.foresight.choices import actions_of, ranked
from tracker.foresight.forecast import ASSUMED, Forecast, Play, as_json, in_words
from tracker.foresight.memory import Memory
from tracker.games.language import doing
from tracker.games.language.game import FileGame
from tracker.games.registry import find
from tracker.library.shelf import SHIPPED
from tracker.rules.action import Action
from tracker.rules.grammar import quote
from tracker.rules.system import System
from tracker.session import Session

pytestmark = pytest.mark.slow


def forecast(session: Session, fights: int, seed: int = 7) -> Forecast:
    """A forecast from where a session stands."""
    made = Forecast(session.system, session.scene, seed)
    assert list(made.play(fights)) == list(range(1, fights + 1))
    return made


GUNS = "kind=firearm attribute=brawn ability=firearms difficulty=7 damage=2"

DUELS = {
    "contract": (
        "add Ann brawn=2 firearms=3",
        "add Cid side=enemies brawn=2 firearms=2",
        f"arm Ann,Cid gun {GUNS}",
        "injure Ann,Cid 5",
        "initiative Ann 5",
        "initiative Cid 4",
    ),
    "gen6": (
        "add Ann health=1 defense=12",
        "add Cid side=enemies health=1 defense=10",
        "arm Ann,Cid bow kind=ranged bonus=0 damage=2d6",
        "initiative heroes=14 enemies=11",
    ),
    "unknown-armies": (
        "add Ann struggle=70 body=50",
        "add Cid side=enemies struggle=60 body=50",
        "arm Ann,Cid axe kind=hand bonus=9",
        "hurt Ann,Cid 44",
        "initiative Ann 9",
        "initiative Cid 3",
    ),
    "srd5": (
        "add Ann hp=1 ac=13 side=guards",
        "add Cid side=enemies hp=1 ac=15",
        "arm Ann,Cid spear hit=4 dice=1d6",
        "initiative Ann 15",
        "initiative Cid 5",
    ),
    "plain": (
        "add Ann skill=3 defence=14 health=1",
        "add Cid side=enemies skill=2 defence=13 health=1",
        "arm Ann,Cid sword bonus=1 dice=1d6",
        "initiative Ann 15",
        "initiative Cid 5",
    ),
}


@pytest.mark.parametrize("game", DUELS)
def test_a_duel_goes_as_its_closed_form_says(game: str) -> None:
    session = played(game, *DUELS[game])
    first, other = "Ann", "Cid"
    p = ranked(session.system, session.scene, first)[0].drops
    q = ranked(session.system, session.scene, other, odds=lambda *asked: session.system.odds(asked[1], asked[2]))[
        0
    ].drops
    assert 0.05 < p < 0.95
    assert 0.05 < q < 0.95
    wins = p / (1 - (1 - p) * (1 - q))
    fights = 600
    down = forecast(session, fights).down[session.scene[other].side].value
    assert abs(down - wins) < 2 * sqrt(wins * (1 - wins) / fights), (down, wins)


def alternating(first: float, other: float) -> float:
    """The chance of whoever begins, where each act decides the duel with its own chance."""
    return first / (1 - (1 - first) * (1 - other))


def with_boosts(ahead: int) -> float:
    """The chance of whoever begins in Fate, by that much better than the other.

    Each attack is the sum of eight Fate dice; one shift takes out, and a tie makes a boost of 2 for the next attack.
    """
    falls = Counter(map(sum, product((-1, 0, 1), repeat=8)))
    wins = dict.fromkeys(product((ahead, -ahead), (0, 2), (0, 2)), 0.5)
    for _ in range(200):
        for by, mine, theirs in wins:
            tie = falls[-by - mine] / 3**8
            hit = sum(ways for sum_, ways in falls.items() if sum_ > -by - mine) / 3**8
            wins[by, mine, theirs] = (
                hit + tie * (1 - wins[-by, theirs, 2]) + (1 - hit - tie) * (1 - wins[-by, theirs, 0])
            )
    return wins[ahead, 0, 0]


def with_cards() -> float:
    """The chance of a hero with a d8 and a wild die, who needs 7, against a foe with a d6, who needs 5.

    Cards say in each round who begins; a joker begins, and adds 2.
    """
    joker, (hits, with_joker), (struck, by_joker) = (
        104 / (54 * 53),
        (1 - 6 / 8 * 5 / 6, 1 - 4 / 8 * 4 / 6),
        (1 / 3, 2 / 3),
    )
    others = (1 - 2 * joker) / 2
    wins = joker * (with_joker + (1 - by_joker) * hits) + others * (hits + (1 - struck) * hits)
    falls = joker * ((1 - with_joker) * struck + by_joker) + others * ((1 - hits) * struck + struck)
    return wins / (wins + falls)


BY_HAND = {
    "fate": (
        "add Ann fight=3 notice=4",
        "add Cid side=enemies fight=2",
        "arm Ann,Cid sword rating=0",
        "hurt Ann,Cid 3",
        "mark Ann,Cid mild ; mark Ann,Cid moderate ; mark Ann,Cid severe",
    ),
    "percentile": (
        "add Ann dex=70 firearms=60 hp=1",
        "add Cid side=enemies dex=50 firearms=50 hp=1",
        "arm Ann,Cid gun dice=1d4 skill=firearms ammo=99",
    ),
    "cairn": (
        "add Ann hp=0 str=1 dex=10",
        "add Cid side=enemies hp=0 str=1 armour=1",
        "arm Ann,Cid sword dice=1d6",
    ),
    "moves": ("add Ann hard=1", "add Cid side=enemies", "arm Ann axe harm=3", "hurt Ann,Cid 5"),
    "wild-die": (
        "add Ann fighting=8 parry=2 toughness=5",
        "add Cid side=enemies fighting=6 parry=4 toughness=5",
        "arm Ann,Cid club dice=1d4+8",
        "hurt Ann,Cid 3",
        "set Ann bennies=0",
    ),
}

WINS = {
    "fate": with_boosts(1),
    "percentile": alternating(0.6, 0.5),
    # A save decides whether she is quick enough to begin; 1 is stopped by the armour, and he cannot miss.
    "cairn": 10 / 20 * 5 / 6,
    # With 9 or more on the dice he alone is down; with 6 to 8 both are, and with less the GM's move takes her.
    "moves": 10 / 36,
    "wild-die": with_cards(),
}


@pytest.mark.parametrize("game", BY_HAND)
def test_a_duel_goes_as_it_is_worked_out_by_hand(game: str) -> None:
    won, fights = forecast(played(game, *BY_HAND[game]), 400).won["heroes"], 400
    assert abs(won.value - WINS[game]) < 2 * sqrt(WINS[game] * (1 - WINS[game]) / fights)


ALONE = {
    # Two equal faces of four dice.
    "outgunned": (
        ("add Ann pool=4 adrenaline=0", "add Cid side=enemies grit=1 defense=basic attack=basic", "begin action"),
        1296 / 936,
    ),
    # Two of four segments at a time; two dice, of which the higher shows 4 or more.
    "position": (("add Ann skirmish=2", "add Cid preset=clock-4"), 2 * 4 / 3),
}


@pytest.mark.parametrize("game", ALONE)
def test_a_foe_who_does_not_strike_back_falls_after_the_rounds_that_are_worked_out(game: str) -> None:
    lines, mean = ALONE[game]
    rounds = forecast(played(game, *lines), 400).rounds
    assert abs(rounds.value - mean) < 2 * rounds.within / 1.96


@pytest.mark.slow
@pytest.mark.parametrize("game", SETUPS)
def test_the_same_seed_gives_the_same_numbers(game: str) -> None:
    session = played(game, *SETUPS[game])
    one, other = forecast(session, 6), Forecast(session.system, session.scene, 7)
    for _ in other.play(2):
        pass
    assert list(other.play(4)) == [3, 4, 5, 6]
    assert one.outcomes == other.outcomes
    assert as_json(one) == as_json(other)
    assert forecast(session, 6, seed=8).outcomes != one.outcomes or game in ("percentile", "fate", "plain")
    assert session.scene is one.scene


def test_what_heroes_know_and_nobody_plays_is_said_first() -> None:
    folk = ("add Gob side=enemies", "add Ann hp=30", "arm Ann mace", "add Zed casting=int level=1 slots-1=2")
    plain = forecast(played("srd5", *folk, 'arm Zed "fire bolt"'), 2)
    assert in_words(plain)[0][0] == "heroes go down"
    more = forecast(played("srd5", *folk, 'arm Zed "fire bolt", shield, "mage armor"'), 2)
    said = "what Zed knows to heal, help or hinder: the heroes do better than this"
    assert in_words(more)[0] == ("not played", said)
    assert as_json(more)["leaves_out"][0] == said
    foes = forecast(played("srd5", *folk, "add Hag side=enemies", "arm Hag shield"), 2)
    assert in_words(foes)[0][0] == "heroes go down", "only what heroes know makes them do better"


def test_numbers_come_with_their_uncertainty_and_what_they_assume() -> None:
    session = played("gen6", *SETUPS["gen6"])
    few, many = forecast(session, 10), forecast(session, 60)
    assert few.rounds.within > many.rounds.within
    data = as_json(many)
    assert data["fights"] == 60
    assert sum(data["sides"][side]["wins"] for side in ("heroes", "enemies")) == pytest.approx(1)
    wins = data["sides"]["heroes"]["wins"]
    # Wilson's is a little wider than the plain one, which is 0 where all fights end alike.
    assert sqrt(wins * (1 - wins) / 60) <= data["sides"]["heroes"]["error"] < sqrt((wins * (1 - wins) + 0.05) / 60)
    whole = sum(each["left"]["health"] for name, each in data["combatants"].items() if name in ("Ann", "Bea"))
    assert whole == pytest.approx(data["sides"]["heroes"]["left"]["health"])
    assert [what for what, _ in in_words(many)][:4] == ["heroes go down", "enemies go down", "rounds", "falls"]


def test_who_cannot_do_anything_is_named_with_the_reason() -> None:
    session = played("outgunned", "add Ann", "add Goons side=enemies grit=6", "begin action")
    (why,) = {why for name, why in forecast(session, 3).idle.items() if name == "Ann"}
    assert "How many dice" in why


@pytest.mark.parametrize(
    ("game", "gun", "first"),
    [
        ("outgunned", "arm Bea assault-rifle loaded=no", "reload"),
        ("gen6", "arm Bea revolver kind=ranged bonus=3 damage=2d6+2 source=ballistic trouble=empty", "reload"),
        ("unknown-armies", "arm Bea pistol kind=gun maximum=40 ready=no", "draw"),
    ],
)
def test_who_has_an_empty_or_an_undrawn_weapon_sees_to_it_first(
    game: str, gun: str, first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = played(game, *SETUPS[game], gun)
    said: list[str] = []
    say = Play._say
    monkeypatch.setattr(Play, "_say", lambda play, line, by="": say(play, line, by) and not said.append(line))
    made = forecast(session, 3)
    assert f"{first} Bea {gun.split()[2]}" in said
    assert sum(each.dealt["Bea"] for each in made.outcomes) > 0


def test_what_needs_something_else_first_is_not_tried_on_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    refused: list[Action] = []
    done = Play._done
    monkeypatch.setattr(
        Play, "_done", lambda play, action, by="": done(play, action, by) or (refused.append(action), False)[1]
    )
    foes = [f"add {name} side=enemies toughness=5" for name in ("Cid", "Dan", "Eve")]
    session = played("wild-die", "add Ann fighting=8 spirit=12", *foes, "arm Ann sword dice=1d8", "mark Ann shaken")
    play = Play(session.system, session.scene, random.Random(1), Memory(session.system, session.scene))
    assert play._choose("Ann")
    assert [action.verb for action in refused] == ["attack"]
    assert not play.scene["Ann"].has("shaken")
    assert "action" in play.scene["Ann"].spent, "whoever has recovered goes on to act"


def test_an_act_that_tries_another_one_goes_on() -> None:
    each_turn = '[turn]\nkind = "initiative"\n[[on]]\nevent = "turn start"\ndo = ["try me brace roll"]\n'
    brace = '[[action]]\nverb = "brace"\nthrow = "1d6"\noutcome = [{ name = "braced", when = "roll >= 4" }]\n'
    session = fight(GAME.replace("[[track]]", f"{each_turn}[[track]]", 1) + brace, "add Ann", "add Cid side=enemies")
    assert forecast(session, 2).undecided.value < 1


def test_who_stands_on_a_sheet_by_name_has_odds_of_their_own() -> None:
    session = played("unknown-armies", "add Mira struggle=55", "add Thug side=enemies count=3 body=40")
    session.do('focus Mira "Thug 2" 30')
    system, scene, memory = session.system, session.scene, Memory(session.system, session.scene)
    anew = {choice.victim: choice.worth for choice in ranked(system, scene, "Mira") if way_of(choice.action) == ""}
    kept = ranked(system, scene, "Mira", actions_of(system, scene, "Mira"), memory.odds)
    assert {choice.victim: choice.worth for choice in kept if way_of(choice.action) == ""} == anew
    assert len(set(anew.values())) == 2


BOLT = 'cast Ann Orc roll weapon="fire bolt"'  # Foes beside who throws it count, and no allies.


def test_who_is_near_is_a_case_of_its_own_only_where_it_was_counted() -> None:
    session = played("srd5", "add Ann hp=20 ac=12 casting=wis wis=14 sneak-attack=1d6", "add Bea hp=20 ac=12")
    session.do("add Orc side=enemies hp=15 ac=13 ; add Gob side=enemies hp=15 ac=13 ; range all near")
    session.do('arm Ann "sacred flame" ; arm Ann shortsword ; arm Ann "fire bolt"')
    memory, worked_out = Memory(session.system, session.scene), []
    for distances in ("range Bea Orc near", "range Bea Orc reach"):
        session.do(f"range Ann Orc reach ; {distances}")
        for arm in ('cast Ann Orc roll weapon="sacred flame"', "attack Ann Orc roll weapon=shortsword", BOLT):
            action = read(phrases(arm)[0], session.system, session.scene)
            found, anew = memory.odds(session.system, session.scene, action), session.system.odds(session.scene, action)
            assert found == replace(anew, refused=())
            worked_out.append(len(memory._odds))
    assert worked_out == [1, 2, 3, 3, 4, 4], "the ally beside the target counts for the sneak attack alone"


def test_who_reaches_nobody_strikes_all_the_same_and_that_is_said() -> None:
    duel = ("add Ann hp=30 ac=14 str=16", "arm Ann greatsword", "add Orc side=enemies hp=30 ac=13")
    near, far = (forecast(played("srd5", *duel, f"range all {band}"), 20) for band in ("near", "far"))
    assert near.outcomes == far.outcomes
    assert "Who reaches nobody strikes all the same" in "\n".join(ASSUMED)


def test_a_small_area_strikes_one_unless_distances_say_more_and_that_is_said() -> None:
    ann = ("add Ann ac=14 int=16 casting=int level=1 slots-1=4", 'arm Ann "burning hands"')
    lines = (*ann, "add Gob side=enemies ac=13 count=3", "range all near")
    for more, struck in (((), 1), (('range "Gob 1,Gob 2,Gob 3" Ann reach', 'range "Gob 1" "Gob 2,Gob 3" reach'), 3)):
        session = played("srd5", *lines, *more)
        first = ranked(session.system, session.scene, "Ann")[0]
        assert len(first.each or (first,)) == struck
    assert "A small area strikes one at a time" in "\n".join(ASSUMED)


def test_what_comes_once_a_turn_is_not_counted_again_in_it() -> None:
    session = played("srd5", 'bring "Rogue of level 3"', "bring ogre", "range all reach", "mark Ogre restrained")
    session.do("initiative Rogue 20 ; initiative Ogre 5")
    memory, expected = Memory(session.system, session.scene), list[float]()
    for line in ("next", "attack Rogue Ogre 15 damage=9 weapon=dagger"):
        session.do(line)
        action = read(phrases("attack Rogue Ogre roll offhand weapon=dagger")[0], session.system, session.scene)
        found, anew = memory.odds(session.system, session.scene, action), session.system.odds(session.scene, action)
        assert found == replace(anew, refused=())
        expected.append(anew.mean("hp"))
    first, second = expected
    assert first > 2 * second, "the sneak attack is spent"


def test_what_differs_in_the_first_round_is_worked_out_again_in_the_second_and_then_kept() -> None:
    session = played("srd5", "add Ann hp=40 ac=13", "bring doppelganger", "range all reach")
    session.do("initiative Doppelganger 20 ; initiative Ann 5 ; next")
    memory, chances, worked_out = Memory(session.system, session.scene), list[float](), list[int]()
    for _ in range(3):
        action = read(phrases("attack Doppelganger Ann roll weapon=slam")[0], session.system, session.scene)
        found, anew = memory.odds(session.system, session.scene, action), session.system.odds(session.scene, action)
        assert found == replace(anew, refused=())
        chances.append(anew.success)
        worked_out.append(len(memory._odds))
        session.do("next ; next")
    assert chances == pytest.approx([1 - 0.3**2, 0.7, 0.7]), "with advantage during the first round"
    assert worked_out == [1, 2, 2]


def test_what_grows_with_the_round_is_worked_out_in_each() -> None:
    growing = GAME.replace('"die" = "roll"', '"die" = "roll", "round" = "round"')
    session = fight(growing, "add Ann", "add Cid side=enemies", "next")
    memory, chances = Memory(session.system, session.scene), list[float]()
    for _ in range(3):
        action = read(phrases("strike Ann Cid roll")[0], session.system, session.scene)
        odds = memory.odds(session.system, session.scene, action)
        chances.append(odds.success if odds is not None else 0.0)
        session.do("next")
    assert chances == pytest.approx([4 / 6, 5 / 6, 1])


def test_the_first_ranking_tells_apart_who_is_near_whom_as_well() -> None:
    session = played("srd5", "add Ann hp=20 dex=16 sneak-attack=3d6", "add Bea hp=20", "range all near")
    session.do("add Orc side=enemies hp=20 ac=13 ; add Gob side=enemies hp=20 ac=13 ; arm Ann shortbow")
    session.do("range Bea Gob reach")
    memory = Memory(session.system, session.scene)
    for _ in range(2):
        ranking = memory.ranking(session.system, session.scene, "Ann")
        assert [getattr(action, "target", "") for action in ranking] == ["Gob", "Orc"]


def test_a_ranking_is_taken_again_only_where_those_in_an_area_are_as_far_from_each_other() -> None:
    session = played("srd5", "add Ann hp=20 casting=int int=16 level=5 slots-2=3", 'arm Ann "shatter"')
    session.do("add Orc side=enemies hp=20 ac=13 ; add Gob side=enemies hp=20 ac=13 ; range all near")
    memory = Memory(session.system, session.scene)
    for band, best in (("reach", ("Orc", "Gob")), ("near", ("Orc",)), ("reach", ("Orc", "Gob"))):
        session.do(f"range Orc Gob {band}")
        assert getattr(next(memory.ranking(session.system, session.scene, "Ann")), "target", "") == best


def test_what_is_harmless_in_one_hand_may_take_something_in_another() -> None:
    session = played("srd5", "add Ann hp=20", "add Bea hp=20", "add Orc side=enemies hp=20 ac=13")
    session.do("set Ann,Bea casting=int int=16 level=3 slots-1=3 ; arm Ann flask level=1 cure=1d4")
    session.do("arm Bea flask level=1 dice=2d6 ability=dex dc=12 type=fire")
    system, scene, memory = session.system, session.scene, Memory(session.system, session.scene)
    mended, burned = (
        read(phrases(f"cast {line} roll")[0], system, scene) for line in ("Ann flask Bea", "Bea flask Ann")
    )
    assert memory.odds(system, scene, mended) is None
    found = memory.odds(system, scene, burned)
    assert found is not None
    assert found.losses == system.odds(scene, burned).losses


def test_a_turn_goes_on_only_with_what_it_has_acts_for() -> None:
    session = played("srd5", "add Ann hp=20 str=16", "add Orc side=enemies hp=15 ac=13", "range all reach")
    session.do("arm Ann scimitar light=yes finesse=yes ; arm Ann dagger light=yes finesse=yes ; initiative Ann 20")
    session.do("initiative Orc 1 ; next ; attack Ann Orc miss weapon=scimitar")
    left = {write(one) for one in actions_of(session.system, session.scene, "Ann", gone=("action",))}
    assert left
    assert all("offhand" in line for line in left)
    assert left < {write(one) for one in actions_of(session.system, session.scene, "Ann")}


def test_what_is_left_of_an_act_that_goes_on_counts_for_what_comes_next() -> None:
    session = played(
        "srd5", "add Ann hp=40 ac=13", "add Orc side=enemies hp=40 multiattack=bite,claw", "range all reach"
    )
    session.do(
        "arm Orc bite hit=5 dice=1d6 ; arm Orc claw hit=5 dice=1d6 ; initiative Orc 20 ; initiative Ann 1 ; next"
    )
    memory = Memory(session.system, session.scene)
    for first, left in (("bite", "claw"), ("claw", "bite")):
        session.do(f"attack Orc Ann miss weapon={first}")
        ranking = memory.ranking(session.system, session.scene, "Orc")
        assert {getattr(action, "weapon", "") for action in ranking} == {left}
        session.do("undo")


def test_who_would_flee_does() -> None:
    lines = (*SETUPS["gen6"], "set Cid,Dan tactics=flees-below-half", "hurt Cid 15", "hurt Dan 10")
    made = forecast(played("gen6", *lines), 5)
    assert made.down["enemies"].value == 1
    assert all({"Cid", "Dan"} <= set(each.fell) for each in made.outcomes)


def test_wounds_and_places_of_the_moment_count() -> None:
    fresh = forecast(played("gen6", *SETUPS["gen6"]), 60)
    hurt = forecast(played("gen6", *SETUPS["gen6"], "hurt Ann 15", "hurt Bea 15"), 60)
    assert hurt.down["heroes"].value > fresh.down["heroes"].value


def test_a_single_side_is_over_at_once() -> None:
    made = forecast(played("gen6", "add Ann health=9 defense=9"), 2)
    assert made.down == {"heroes": made.share([False, False])}
    assert made.rounds.value == 1


def paid(action: Action) -> int:
    """How many of the ways of an action its actor pays for with the main track, for which it comes last."""
    return sum(bool(getattr(action, way, False)) for way in COSTLY)


@pytest.mark.parametrize("game", SETUPS)
def test_what_is_remembered_is_what_would_be_worked_out_anew(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: list[tuple[object, object]] = []
    remembered = Memory.answers

    def answers(memory: Memory, system: System, scene: Scene, actor: str) -> tuple[Action, ...]:
        found = remembered(memory, system, scene, actor)
        anew = {choice.action: round(choice.worth, 9) for choice in ranked(system, scene, actor)}
        if anew and anew[found[0]] != min(anew.values()):
            wrong.append((found, anew))
        return found

    ranking, asked = Memory.ranking, list[str]()

    def ranks(memory: Memory, system: System, scene: Scene, actor: str) -> Iterator[Action]:
        found = [*ranking(memory, system, scene, actor)]
        choices = ranked(system, scene, actor, actions_of(system, scene, actor))
        anew = {choice.action: (choice.far, paid(choice.action), round(-choice.worth, 9)) for choice in choices}
        legal = [anew[action] for action in found if action in anew]
        if len(legal) != len(anew) or legal != sorted(legal):
            wrong.append((found, anew))
        asked.append(actor)
        return iter(found)

    monkeypatch.setattr(Memory, "answers", answers)
    monkeypatch.setattr(Memory, "ranking", ranks)
    made = forecast(played(game, *SETUPS[game]), 3)
    assert len(made._memory._rankings) < len(asked)
    assert wrong == []


LESS_USUAL = {
    "outgunned": (
        "add Ann brawn=4 nerves=4 fight=3 shoot=3 stunt=2 adrenaline=3",
        "add Goons side=enemies grit=12 defense=basic attack=basic",
        "arm Ann pistol",
        "begin action",
    ),
    "contract": SETUPS["contract"],
    "gen6": (*SETUPS["gen6"], "range all short"),
    "unknown-armies": SETUPS["unknown-armies"],
    "srd5": (
        "add Ann hp=20 str=16 dex=16 ac=15",
        "add Bea hp=20 casting=int int=16 level=5 slots-1=2 slots-2=1",
        "add Ogre side=enemies count=3 hp=40 ac=11",
        "arm Ann scimitar base=1d6 light=yes finesse=yes ; arm Ann dagger base=1d4 light=yes finesse=yes",
        'arm Bea "burning hands" ; arm Bea "fire bolt"',
        "arm Ogre club hit=5 dice=2d6",
    ),
    "position": SETUPS["position"],
}


@pytest.mark.parametrize("game", LESS_USUAL)
def test_everybody_does_what_is_ranked_first_of_what_is_legal(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session, wrong, ways = played(game, *LESS_USUAL[game]), list[tuple[str, str]](), set[str]()
    choose, done = Play._choose, Play._done
    carried_out: list[tuple[Scene, Action]] = []

    def do(play: Play, action: Action, by: str = "") -> bool:
        before = play.scene
        return done(play, action, by) and not carried_out.append((before, action))

    def chooses(play: Play, name: str, said: frozenset[str] = frozenset()) -> bool:
        carried_out.clear()
        acted = choose(play, name, said)
        if carried_out:
            before, action = carried_out[0]
            worth = {one.action: round(one.worth, 9) for one in ranked(play.system, before, name)}
            if worth:
                best = next(iter(worth.values()))
                if worth.get(action) != best:
                    wrong.append((write(action), write(next(iter(worth)))))
                ways.add(" ".join((action.verb, way_of(action))).strip())
        return acted

    monkeypatch.setattr(Play, "_done", do)
    monkeypatch.setattr(Play, "_choose", chooses)
    forecast(session, 6)
    assert wrong == []
    assert ways >= WAYS_TAKEN[game]


WAYS_TAKEN = {
    "outgunned": {"attack full-auto adrenaline", "counter", "threat"},
    "contract": {"split", "attack"},
    "gen6": {"charge", "attack"},
    "unknown-armies": {"attack"},
    "srd5": {"attack offhand", "cast slot=2", "cast"},
    "position": {"act action=hunt"},
}
"""Some of what is ranked first in these fights."""


@pytest.mark.parametrize("game", ["srd5", "gen6", "wild-die"])
def test_a_remembered_ranking_is_taken_again_only_where_nothing_that_counts_has_changed(game: str) -> None:
    weaker = {"srd5": "ac=6", "gen6": "defense=6", "wild-die": "parry=2"}[game]
    session = played(game, *SETUPS[game], "add Eve side=enemies", "range all near" if game == "srd5" else "note x")
    first, other = [who.name for who in session.scene.of_side("enemies")][:2]
    main, memory = session.system.main_track(session.scene), Memory(session.system, session.scene)
    left = session.scene[other].tracks[main]
    for line in (
        f"set {other} {main}={1 if left.value else left.max}",
        f"set {first} {weaker}",
        f"set {other} {main}={left.value}",
        f"out {first}",
        f"back {first}",
        f"range Ann {other} {session.system.band_names(session.scene)[-1]}",
    ):
        session.do(line)
        system, scene = session.system, session.scene
        choices = ranked(system, scene, "Ann", actions_of(system, scene, "Ann"), memory.odds)
        anew = ranked(system, scene, "Ann", actions_of(system, scene, "Ann"))
        assert [*memory.ranking(system, scene, "Ann")] == [choice.action for choice in choices], line
        assert {choice.action: choice.worth for choice in anew} == pytest.approx(
            {choice.action: choice.worth for choice in choices if choice.action in {one.action for one in anew}}
        ), line


def test_odds_are_worked_out_once_for_all_that_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Action] = []
    work_out = FileGame.odds
    monkeypatch.setattr(
        FileGame, "odds", lambda game, scene, action: (asked.append(action), work_out(game, scene, action))[1]
    )
    foe = "dex=50 fighting=40 dodge-skill=30 hp=11 armour=1"
    lines = [f"add {name} dex=70 fighting=60 dodge-skill=35 ; arm {name} knife dice=1d4" for name in ("Ann", "Bea")]
    lines += [f"add {name} side=enemies {foe} ; arm {name} knife dice=1d4" for name in ("Cid", "Dan", "Eve")]
    forecast(played("percentile", *lines), 10)
    # An attack may come at a hundred numbers, of which the answer sees the level.
    assert len(asked) < 90


def test_equal_sheets_of_both_sides_have_odds_of_their_own() -> None:
    sheet = "fighting=6 parry=5 toughness=5"
    session = played("wild-die", f"add Ann {sheet}", f"add Cid side=enemies {sheet}", "arm Ann,Cid club dice=2d6!")
    memory = Memory(session.system, session.scene)
    ours, theirs = (ranked(session.system, session.scene, name, odds=memory.odds)[0].odds for name in ("Ann", "Cid"))
    assert ours.success > theirs.success


def test_an_act_is_gone_once_it_is_done() -> None:
    session = crowd("plain", 2, 2)
    made = forecast(session, 5)
    gc.collect()
    gc.disable()
    try:
        acts = sum(1 for done in made.steps(5) if not done)
        left = gc.collect()
    finally:
        gc.enable()
    # What refers to itself waits for the garbage collector: thirty parts of each act did.
    assert left < acts


def test_the_budget_of_the_game_stands_beside_the_forecast() -> None:
    lines = ("add Ann level=3 hp=24 ac=16", "add Bea level=4 hp=24 ac=16", "arm Ann,Bea sword hit=5 dice=1d8+3")
    foes = ("add Ogre side=enemies cr=2 hp=68 ac=11", "add Rat side=enemies cr=1/8 hp=1 ac=10")
    made = forecast(played("srd5", *lines, *foes), 2)
    assert as_json(made)["budget"] == {"foes": 475, "low": 400, "moderate": 600, "high": 900}
    assert ("XP budget", "foes 475; the heroes' low 400, moderate 600, high 900") in in_words(made)
    unknown = forecast(played("srd5", *lines, *foes, "set Bea level=0"), 2)
    assert "budget" not in as_json(unknown)
    assert "budget" not in as_json(forecast(played("gen6", *SETUPS["gen6"]), 2))


def test_the_budget_grows_with_levels_and_challenge_and_knows_every_creature() -> None:
    table = cast(FileGame, find("srd5")).rules.table.budget
    assert table is not None
    assert len(table.each) == 20
    assert all(row == sorted(row) for row in (*table.each, *map(list, zip(*table.each, strict=True))))
    assert list(table.worth.values()) == sorted(table.worth.values())
    creatures = json.loads((SHIPPED / "srd5" / "monsters.json").read_bytes())["combatant"]
    assert {creature["cr"] for creature in creatures} <= table.worth.keys()


@pytest.mark.parametrize("game", SETUPS)
def test_a_fight_of_a_forecast_is_the_same_as_commands_with_the_same_dice(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, typed = played(game, *SETUPS[game]), played(game, *SETUPS[game])
    typed._dice = random.Random(5)
    play = Play(session.system, session.scene, random.Random(5), Memory(session.system, session.scene))
    done = Play._done
    lines: list[str] = []

    def type_it(line: str, legal: bool) -> bool:
        if legal:
            lines.append(line)
            typed.do(line)
            assert typed.scene == play.scene, line
        return legal

    monkeypatch.setattr(Play, "_done", lambda self, action, by="": type_it(write(action), done(self, action, by)))
    for _ in islice(play.steps(), 12):
        pass
    assert len(lines) > 3


@pytest.mark.parametrize("game", ["srd5", "percentile", "wild-die"])
def test_what_an_act_sees_is_looked_up_a_few_times_alone(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session, made, acts = crowd(game, 4, 6), list[object](), list[object]()
    forecasts = forecast(session, 20)  # which works out the odds
    moment, perform = doing.Moment, forecasting.perform
    monkeypatch.setattr(doing, "Moment", lambda *parts: (made.append(parts[0]), moment(*parts))[1])
    monkeypatch.setattr(forecasting, "perform", lambda *parts: (acts.append(parts[1]), perform(*parts))[1])
    assert [*forecasts.play(5)] == [21, 22, 23, 24, 25]
    assert len(made) < 20 * len(acts)


@pytest.mark.parametrize("game", SETUPS)
def test_no_condition_and_no_help_ends_ranking_and_forecast(game: str) -> None:
    setup, system = SETUPS[game], played(game).system
    helps = [verb for verb, kind in system.actions.items() if kind.helps]
    names = [condition.name for condition in system.conditions]
    lines = [f"mark {who} {quote(name)}" for name in names for who in ("Ann", "all")]
    for line in (*lines, *(f"{verb}! Ann Ann" for verb in helps)):
        session = played(game, *setup)
        if tried(session, line):
            for name in session.scene.combatants:
                ranked(session.system, session.scene, name)
            forecast(session, 1)


@pytest.mark.parametrize("line", ["mark Ann blessed", "mark Ann baned", "mark Ann guided", "mark Zombie blessed"])
def test_dice_beside_the_throw_are_in_the_chance_of_every_blow(line: str) -> None:
    blow = "arm Ann club hit=5 dice=1d6 type=bludgeoning"
    fight = played("srd5", "add Ann hp=40 attacks=2", blow, "bring Zombie", "set Zombie ac=12", "range all reach", line)
    (choice,) = (each for each in ranked(fight.system, fight.scene, "Ann") if each.attacks)
    each = {"mark Ann blessed": (1, 2, 3, 4), "mark Ann baned": (-1, -2, -3, -4)}.get(line, (0,))
    hits = [sum(d20 == 20 or (d20 > 1 and d20 + 5 + die >= 12) for d20 in range(1, 21)) / 20 for die in each]
    hit = fmean(hits)
    assert choice.attacks == ("club", "club")
    assert choice.odds.success == pytest.approx(1 - (1 - hit) ** 2)
    assert not choice.odds.asks
    forecast(fight, 2)
