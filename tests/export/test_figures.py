"""The figures of a fight, computed from its entries."""

from __future__ import annotations

import pytest

from tests.small_game import session
from tests.table import figures, played
from tracker.export.chronicle import spent_in_words
from tracker.export.figures import Figures, OutChange, Person
from tracker.games.registry import find
from tracker.session import Session

SIDES = ("add Ann hp=8", "add Gobs side=enemies hp=6")


def counted(made: Session) -> Figures:
    """The figures of the fight at the end of the story."""
    return figures(made.system, made.history)


def person(made: Session, name: str) -> Person:
    """One combatant's figures."""
    return next(person for person in counted(made).people if person.name == name)


def test_a_fight_in_which_nothing_happened_has_no_blows() -> None:
    fight = session(*SIDES)
    assert not counted(fight).has_blows
    assert (counted(fight).rounds, counted(fight).entries) == (0, 2)
    assert counted(session()).people == ()


def test_blows_of_a_game_that_says_nothing_of_its_own_are_counted_by_who_struck() -> None:
    fight = session(*SIDES, "strike Ann Gobs 2", "hurt Ann 3", "heal Ann 1")
    gobs = person(fight, "Gobs")
    assert (gobs.taken, gobs.dealt) == (2, 0)
    ann = person(fight, "Ann")
    assert (ann.dealt, ann.taken, ann.regained) == (2, 3, 1)


def test_what_a_dodge_prevented_was_never_dealt_and_nobody_fell() -> None:
    made = session(
        *("add Ann struggle=60 body=60", "add Orc side=enemies struggle=60 dodge=60 body=10", "attack Ann Orc 39"),
        system=find("unknown-armies"),
    )
    assert (person(made, "Ann").dealt, person(made, "Orc").taken, len(counted(made).changes)) == (10, 10, 1)
    made.do("dodge Orc 45")
    assert (person(made, "Ann").dealt, person(made, "Orc").taken, person(made, "Orc").regained) == (0, 0, 0)
    assert counted(made).changes == ()


def test_half_a_dodge_takes_half_of_the_damage_back() -> None:
    made = session(
        *("add Ann struggle=60 body=60", "add Orc side=enemies struggle=60 dodge=60 body=30", "attack Ann Orc 39"),
        "dodge Orc 12",
        system=find("unknown-armies"),
    )
    assert (person(made, "Ann").dealt, person(made, "Orc").taken, person(made, "Orc").regained) == (6, 6, 0)


@pytest.mark.parametrize(
    "lines",
    [("react Victor 0", "react Dana 2c", "protect Dana Victor"), ("react Victor 0", "react Dana 2c protect=Victor")],
)
def test_what_protection_prevented_was_never_dealt(lines: tuple[str, ...]) -> None:
    made = session(
        *("add Victor pool=5 grit=12", "add Dana pool=5 grit=12", "add Goons side=enemies grit=6 attack=critical"),
        *("begin reaction", *lines),
        system=find("outgunned"),
    )
    assert made.scene["Victor"].value("grit") == 12
    assert (person(made, "Goons").dealt, person(made, "Victor").taken, person(made, "Victor").regained) == (0, 0, 0)


@pytest.mark.parametrize(("reached", "ann", "orc"), [(4, (0, 0), 5), (3, (4, 1), 4), (2, (4, 1), 0)])
def test_a_clash_counts_for_who_wins_it(reached: int, ann: tuple[int, int], orc: int) -> None:
    made = session(
        "add Ann body=9 dexterity=3 melee=2 ; arm Ann sword",
        "add Orc side=enemies body=9 dexterity=3 melee=2 ; arm Orc sword ; range Ann Orc engaged",
        *("initiative Orc 2", "initiative Ann 1", "attack Orc Ann 0", "next", "attack Ann Orc 3 weapon=sword"),
        f"desperate Orc clash {reached}",
        system=find("contract"),
    )
    # The Orc's exertion, an injury of 1, is nobody's blow.
    assert (person(made, "Ann").dealt, person(made, "Ann").hits) == ann
    assert person(made, "Orc").dealt == orc


@pytest.mark.parametrize(
    ("lines", "weapons"),
    [
        (("attack Ann Orc 3", "clash Orc 3"), (("club", 1),)),
        (("attack Ann Orc 3", "decide 1 clash 3"), ()),
        (("attack Ann Orc 3 clash=3",), ()),
    ],
)
def test_the_blow_of_who_clashes_is_a_hit_of_theirs_in_whatever_way_it_is_typed(
    lines: tuple[str, ...], weapons: tuple[tuple[str, int], ...]
) -> None:
    made = session(
        *("add Ann body=6 brawn=2 weapon=knife", "add Orc side=enemies brawn=3 weapon=club", "range all engaged"),
        *lines,
        system=find("contract"),
    )
    for name in ("Ann", "Orc"):
        counts = person(made, name)
        assert (counts.dealt, counts.hits, counts.struck, counts.misses, counts.taken) == (3, 1, 1, 0, 3)
    assert person(made, "Orc").weapons == weapons


def test_a_clash_that_is_won_is_a_hit_of_who_clashed_alone() -> None:
    made = session(
        *("add Ann body=6 brawn=2 weapon=knife", "add Orc side=enemies brawn=3 weapon=club", "range all engaged"),
        "attack Ann Orc 3 clash=4",
        system=find("contract"),
    )
    ann, orc = person(made, "Ann"), person(made, "Orc")
    assert (ann.dealt, ann.hits, ann.misses, ann.struck, ann.taken) == (0, 0, 1, 1, 4)
    assert (orc.dealt, orc.hits, orc.misses, orc.struck, orc.missed_by) == (4, 1, 0, 0, 1)


def test_an_attack_that_armor_takes_is_a_hit_all_the_same() -> None:
    made = session(
        "add Ann weapon=knife dexterity=3",
        "add Orc side=enemies armor=5 ; range Ann Orc engaged",
        "attack Ann Orc 3",
        "take Orc",
        system=find("contract"),
    )
    assert (person(made, "Ann").hits, person(made, "Ann").misses, person(made, "Orc").taken) == (1, 0, 0)


@pytest.mark.parametrize(
    "lines", [("react Victor 2c vs=Goons counter",), ("react Victor 2c vs=Goons", "counter Victor")]
)
def test_a_counter_is_a_hit(lines: tuple[str, ...]) -> None:
    made = session(
        *("add Victor pool=5 grit=12", "add Goons side=enemies grit=6 attack=basic defense=basic"),
        *("begin reaction", *lines),
        system=find("outgunned"),
    )
    victor, goons = person(made, "Victor"), person(made, "Goons")
    assert (victor.hits, victor.misses, goons.struck, goons.misses) == (1, 0, 1, 1)
    assert victor.dealt == goons.taken > 0


@pytest.mark.parametrize(
    "lines",
    [
        ("attack Ann Orc 3 weapon=sword", "desperate Orc parry 1"),
        ("attack Ann Orc 3 weapon=sword", "decide 1 desperate parry 1"),
        ("attack Ann Orc 3 weapon=sword parry=1 desperate",),
        ("attack Ann Orc 3 weapon=sword", "desperate Gob parry 1 for=Orc"),
        ("attack Ann Orc 3 weapon=sword parry=1 desperate by=Gob",),
    ],
)
def test_what_a_desperate_reaction_costs_is_dealt_by_nobody(lines: tuple[str, ...]) -> None:
    made = session(
        "add Ann body=9 dexterity=3 melee=2 ; arm Ann sword",
        "add Orc side=enemies body=9 dexterity=3 melee=2 ; arm Orc sword ; range Ann Orc engaged",
        "add Gob side=enemies body=9 dexterity=3 melee=2 ; arm Gob sword ; range Orc Gob engaged",
        *("initiative Gob 3", "initiative Orc 2", "initiative Ann 1", "attack Gob Ann 0", "next", "attack Orc Ann 0"),
        *("next", *lines),
        system=find("contract"),
    )
    # The sword's 1 on an outcome of 2 is an injury of 3; the exertion is one of 1, and costs 1 by itself.
    assert (person(made, "Ann").dealt, person(made, "Ann").hits) == (3, 1)
    assert person(made, "Orc").taken + person(made, "Gob").taken == 4


def test_the_ones_of_a_heros_own_gamble_are_dealt_by_nobody() -> None:
    made = session(
        *("add Sam", "add Goons side=enemies grit=9", "begin reaction"),
        "react Sam dice=1,2,3,4,6 vs=Goons pool=5 gamble",
        system=find("outgunned"),
    )
    assert (person(made, "Goons").dealt, person(made, "Sam").taken) == (1, 2)


FRIENDS = ("add Theo", "add Karim", "add Goons side=enemies grit=9", "arm Theo pistol", "range Karim Goons melee")
BREATH = ("add Ann hp=40 dex=10", "add Bob hp=40 dex=10", "add Dragon side=enemies hp=90")


def test_what_a_gamble_costs_a_friend_is_not_dealt_to_an_enemy() -> None:
    made = session(*FRIENDS, "attack Theo Goons dice=1,1,6,6,5 pool=5", system=find("outgunned"))
    theo = person(made, "Theo")
    assert (theo.dealt, theo.friendly) == (2, 2)
    made = session(*FRIENDS, "attack Theo Goons dice=1,2,3,4,6 pool=5", system=find("outgunned"))
    assert (person(made, "Theo").dealt, person(made, "Theo").friendly) == (0, 1)


def test_what_a_save_did_is_the_deed_of_whoever_caused_it() -> None:
    made = session(*BREATH, "save Ann,Bob 5 15 ability=dex full=20 by=Dragon", system=find("srd5"))
    assert person(made, "Dragon").dealt == 40
    assert {name: person(made, name).taken for name in ("Ann", "Bob")} == {"Ann": 20, "Bob": 20}
    assert {throw.name for throw in counted(made).throws} == {"Ann", "Bob"}
    made = session(*BREATH, "save Ann,Dragon 5 15 ability=dex full=20 by=Bob", system=find("srd5"))
    assert (person(made, "Bob").dealt, person(made, "Bob").friendly) == (20, 20)


@pytest.mark.parametrize(
    ("game", "main", "rest"),
    [
        *(("srd5", "hp", "long-rest Ann"), ("outgunned", "grit", "rest Ann")),
        *(("gen6", "health", "sleep Ann"), ("cairn", "hp", "full-rest Ann")),
    ],
)
def test_what_a_rest_gives_back_is_not_of_the_fight(game: str, main: str, rest: str) -> None:
    made = session(f"add Ann {main}=9", "hurt Ann 4", "heal Ann 1", system=find(game))
    before = made.scene["Ann"].tracks[main].value
    made.do(rest)
    assert made.scene["Ann"].tracks[main].value > before
    assert (person(made, "Ann").taken, person(made, "Ann").regained) == (4, 1)


def test_an_injury_that_is_mended_is_of_the_fight_as_what_is_healed_is() -> None:
    made = session("add Ann body=9", "hurt Ann 4", "mend Ann 4 to=1", system=find("contract"))
    assert (person(made, "Ann").taken, person(made, "Ann").regained) == (4, 3)


def test_what_somebody_healed_others_of_is_theirs() -> None:
    cleric = ("add Ann hp=20 casting=wis wis=18 slots-1=2", "add Bob hp=4/20")
    made = session(*cleric, 'cast Ann "cure wounds" Bob cure=9', "heal Bob 2", system=find("srd5"))
    assert [(person(made, name).cured, person(made, name).regained) for name in ("Ann", "Bob")] == [(9, 0), (0, 11)]
    made = session("add Ann health=9/20", "add Ben health=4/20", "care Ben 18 by=Ann", system=find("gen6"))
    assert (person(made, "Ann").cured, person(made, "Ben").regained) == (5, 5)


def test_an_attack_on_several_is_a_hit_and_its_harm_is_the_attackers() -> None:
    fighters = (
        "add Ann skill=3",
        "add Gob side=enemies health=8",
        "add Bob side=enemies health=8",
        "arm Ann axe dice=1d6",
    )
    made = session(*fighters, "attack Ann Gob,Bob 12 damage=5", system=find("plain"))
    assert (person(made, "Ann").dealt, person(made, "Ann").hits) == (10, 1)


def test_a_breath_on_six_is_the_deed_of_whoever_breathes() -> None:
    names = ("Ann", "Bea", "Cid", "Dan", "Eva", "Fay")
    breath = (*(f"add {name} hp=90" for name in names), "add Drake side=enemies")
    arms = "arm Drake breath dc=15 ability=dex dice=6d6 type=fire half"
    made = session(*breath, arms, f"use Drake {','.join(names)} dice=1,20,1,20,1,20 damage=31", system=find("srd5"))
    assert person(made, "Drake").dealt == 3 * 31 + 3 * 15
    assert [person(made, name).taken for name in names] == [31, 15] * 3


def test_who_fell_and_rose_stands_with_its_round() -> None:
    fight = session(*SIDES, "next", "out Gobs as=down", "back Gobs")
    assert counted(fight).changes == (OutChange(1, "Gobs", "down"), OutChange(1, "Gobs", ""))


def test_a_round_that_was_merely_opened_does_not_count() -> None:
    fight = session(*SIDES)
    rounds = []
    for line in ("next", "note hm", "hurt Gobs 1", "next", "end", "undo", "hurt Gobs 1", "end"):
        fight.do(line)
        rounds.append(counted(fight).rounds)
    assert fight.scene.turn.round == 2
    assert rounds == [0, 0, 1, 1, 1, 1, 2, 2]


def test_only_the_fight_that_goes_on_is_counted_and_nothing_that_was_taken_back() -> None:
    fight = session(*SIDES, "hurt Gobs 2", "encounter The Bridge", "add Orcs side=enemies hp=9", "hurt Orcs 4", "undo")
    assert [(name.name, name.taken) for name in counted(fight).people] == [("Ann", 0), ("Orcs", 0)]
    fight.do("redo")
    assert person(fight, "Orcs").taken == 4


@pytest.mark.parametrize(
    ("game", "lines", "name", "expected"),
    [
        (
            "outgunned",
            (
                "add Savar pool=6",
                "add Goons side=enemies grit=6 attack=basic defense=basic",
                "arm Savar revolver",
                "range all close",
                "attack Savar Goons b weapon=revolver",
                "next",
                "react Savar 0",
                "next",
                "attack Savar Goons 0 weapon=revolver",
            ),
            "Savar",
            Person(
                *("Savar", "heroes", 1, 1),
                hits=1,
                misses=1,
                struck=1,
                actions=3,
                spent=(("revolver emptied", 1),),
                weapons=(("revolver", 2),),
            ),
        ),
        (
            "contract",
            (
                "add Jeff brawn=2 dexterity=2 firearms=3",
                "add Guard side=enemies brawn=3 dexterity=3 athletics=1",
                "range Jeff Guard engaged",
                "attack Guard Jeff 3",
                "dodge Jeff 3",
                "next",
                "next",
                "attack Guard Jeff 3",
                "take Jeff",
            ),
            "Guard",
            Person("Guard", "enemies", 1, hits=1, misses=1, actions=2, weapons=(("brawl", 2),)),
        ),
        (
            "gen6",
            (
                "add Mira health=20 con=5 defense=12 courage=2",
                "add Ape side=enemies health=12 con=3 defense=11",
                "attack Mira Ape 18 damage=5",
                "attack Mira Ape 3",
            ),
            "Ape",
            Person("Ape", "enemies", taken=5, struck=1, missed_by=1),
        ),
        (
            "unknown-armies",
            (
                "add Dermot struggle=55 body=60",
                "add Thug side=enemies struggle=40 dodge=45 body=50",
                "attack Dermot Thug 38",
                "dodge Thug 40",
            ),
            "Thug",
            Person("Thug", "enemies", struck=1, actions=1),
        ),
    ],
)
def test_every_game_has_its_blows_counted(game: str, lines: tuple[str, ...], name: str, expected: Person) -> None:
    fight = session(*lines, system=find(game))
    assert person(fight, name) == expected


@pytest.mark.parametrize(
    ("spent", "said"),
    [
        ((("slots 1", 1), ("slots 2", 2)), "1 slot 1, 2 slots 2"),
        ((("san", 6),), "6 san"),
        ((("revolver emptied", 1), ("smg emptied", 2)), "revolver emptied once, smg emptied 2 times"),
    ],
)
def test_what_was_spent_is_said_in_words(spent: tuple[tuple[str, int], ...], said: str) -> None:
    assert spent_in_words(Person("Vera", "heroes", spent=spent)) == said


def test_a_spell_slot_that_was_spent_is_called_by_its_words() -> None:
    fight = played("srd5", "add Vera slots-1=2 hp=9", "arm Vera bless", "add Sam hp=9", "cast Vera bless Sam")
    assert spent_in_words(person(fight, "Vera")) == "1 slot 1"


def test_spells_that_ask_for_an_attack_roll_are_blows_and_saves_are_none() -> None:
    caster = "add Zed hp=20 int=18 level=5 casting=int slots-1=3 slots-2=3"
    fight = played("srd5", caster, "add Gob side=enemies hp=90 ac=13 count=2")
    for line in (
        'cast! Zed "fire bolt" "Gob 1" 20 damage=5',
        'cast! Zed "fire bolt" "Gob 1" 8',
        'cast! Zed "scorching ray" "Gob 1","Gob 2" 9,20 damage=-,4',
        'cast! Zed "burning hands" "Gob 2" 4 damage=3',
        'cast! Zed "magic missile" "Gob 2" damage=2 type=force',
    ):
        fight.do(line)
    zed = person(fight, "Zed")
    assert (zed.hits, zed.misses, zed.dealt) == (2, 2, 5 + 4 + 3 + 2)
    assert dict(zed.weapons) == {"fire bolt": 2, "scorching ray": 2}
    hurt = [person(fight, name) for name in ("Gob 1", "Gob 2")]
    assert [(one.struck, one.missed_by, one.taken) for one in hurt] == [(1, 2, 5), (1, 0, 9)]


def test_a_blow_that_misses_and_still_takes_something_is_dealt_by_who_struck() -> None:
    fight = played(
        "srd5",
        "add Ann hp=20 str=16 masteries=greatsword",
        "add Zed hp=20 casting=int int=16 level=5 slots-3=2",
        "add Wolf side=enemies hp=40 ac=18",
        "arm Ann greatsword ; arm Zed fireball",
        "range all reach",
        "attack! Ann Wolf 9",
        "cast! Zed fireball Wolf 20 damage=21",
    )
    ann, zed, wolf = (person(fight, name) for name in ("Ann", "Zed", "Wolf"))
    assert (ann.dealt, ann.misses) == (3, 1), "a greatsword grazes by the strength"
    assert zed.dealt == 10, "half of it for who saves"
    assert wolf.taken == 13


def test_an_attack_that_was_answered_or_taken_is_a_blow_of_who_struck_with_what_they_held() -> None:
    people = ("add Nora fighting=50 weapon=knife hp=12", "add Cultist preset=cultist side=enemies count=2", "next")
    fight = played("percentile", *people)
    for line in (
        'attack! Nora "Cultist 1" 20 damage=4',
        'take "Cultist 1"',
        'attack! "Cultist 2" Nora 30 damage=5',
        "dodge Nora 98",
        'attack! "Cultist 2" Nora 39 damage=5',
        "dodge! Nora 2",
        'attack! "Cultist 1" Nora miss',
        "take Nora",
    ):
        fight.do(line)
    nora, first, second = (person(fight, name) for name in ("Nora", "Cultist 1", "Cultist 2"))
    assert (nora.dealt, nora.hits, nora.misses, nora.weapons) == (4, 1, 0, (("knife", 1),))
    assert (nora.taken, nora.struck, nora.missed_by) == (5, 1, 2)
    assert (second.dealt, second.hits, second.misses, second.weapons) == (5, 1, 1, (("knife", 2),))
    assert (first.taken, first.struck, first.hits, first.misses) == (4, 1, 0, 1)


def test_the_weapon_of_an_attack_that_waits_for_a_reaction_is_counted_once() -> None:
    fight = played("contract", "add Ann brawl=3 dexterity=3", "add Gob side=enemies", "arm Ann knife", "next")
    fight.do("attack! Ann Gob 5")
    fight.do("take Gob")
    ann = person(fight, "Ann")
    assert (ann.dealt, ann.hits, dict(ann.weapons)) == (5, 1, {"knife": 1})
