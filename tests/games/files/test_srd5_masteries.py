"""The mastery properties of weapons in srd5: an attack says what they do now, for those who use them."""

from __future__ import annotations

import json

import pytest

from tests.lines import odds_of
from tests.table import last, played, total
from tracker.games.language.game import FILES
from tracker.session import Session

SAID = {
    "slow": ("club", "crit", "Slow: 10 feet less speed for Gob 2, until the next turn of Ann."),
    "push": ("warhammer", "hit", "Push: Gob 2, if Large or smaller, may be pushed up to 10 feet straight away."),
    "topple": ("maul", "crit", "Topple: Gob 2 saves with Constitution against 13 or is prone."),
    "cleave": ("greataxe", "hit", "Cleave: once a turn, one more attack, on somebody within 5 feet of Gob 2 and "),
    "nick": ("scimitar", "miss", "Nick: once a turn, the attack of the other hand is part of this action, not the "),
}
"""For each mastery a weapon that has it, what comes of the attack, and what is said."""


def struck(weapon: str, line: str, *more: str) -> Session:
    """A fighter of level 1 with Strength 16 who attacks with a weapon after some lines."""
    people = ("add Ann hp=20 str=16 dex=10 level=1 ac=14", 'add "Gob 2" side=enemies hp=90 ac=13')
    arms = (f'arm Ann "{weapon}"', "arm Ann handaxe ; arm Ann sickle", f'set Ann masteries="{weapon}"')
    begun = ('range Ann "Gob 2" reach', "initiative Ann 20", 'initiative "Gob 2" 5', "next")
    return played("srd5", *people, *arms, *begun, *more, f'attack Ann "Gob 2" weapon="{weapon}" {line}')


@pytest.mark.parametrize("mastery", SAID)
def test_an_attack_says_what_the_mastery_does_now(mastery: str) -> None:
    weapon, result, said = SAID[mastery]
    assert [remark for remark in last(struck(weapon, result)).remarks if remark.startswith(said)]
    against = last(struck(weapon, "hit" if result == "miss" else "miss")).remarks
    assert any(remark.startswith(said) for remark in against) == (mastery == "nick")
    assert not last(struck(weapon, result, "set Ann masteries=whip")).remarks


def test_every_mastery_of_the_weapons_that_are_shipped_is_said() -> None:
    arms = json.loads((FILES / "srd5-weapons.json").read_bytes())["lore"]
    assert {arm["numbers"]["properties"].rpartition("mastery ")[2] for arm in arms} == SAID.keys() | {
        "graze",
        "vex",
        "sap",
    }
    for arm in arms:
        hit, miss = last(struck(arm["name"], "hit")), last(struck(arm["name"], "miss"))
        done = ("grazes Gob 2" in miss.text, "vexed by Ann" in hit.text, "Gob 2: sapped" in hit.text)
        assert hit.remarks or miss.remarks or any(done)


def test_a_number_that_the_sheet_does_not_have_is_not_said() -> None:
    assert "against 8, ability and proficiency" in last(struck("maul", "hit", "arm Ann maul hit=7")).remarks[-1]
    assert "the ability of Ann as slashing damage" in last(struck("glaive", "miss", "arm Ann glaive hit=7")).remarks[-1]


def test_vex_and_slow_need_damage_and_nothing_is_said_of_who_is_out() -> None:
    immune = 'set "Gob 2" immune=piercing,bludgeoning'
    assert not last(struck("club", "hit", immune)).remarks
    for weapon, before in (("rapier", immune), ("rapier", 'set "Gob 2" hp=1'), ("flail", 'set "Gob 2" hp=1')):
        assert not {"vexed", "sapped"} & {one.name for one in struck(weapon, "hit", before).scene["Gob 2"].conditions}


def test_who_has_no_masteries_is_told_nothing() -> None:
    foe = struck("rapier", "miss", 'arm "Gob 2" rapier', 'set "Gob 2" dex=14')
    foe.do('next ; attack "Gob 2" Ann hit damage=3')
    assert total(foe, "hurts") == 3
    assert not last(foe).remarks


@pytest.mark.parametrize(
    ("before", "left"),
    [((), 87), (("set Ann str=10",), 90), (("set Ann str=8",), 90), (('set "Gob 2" resist=slashing',), 89)],
)
@pytest.mark.parametrize("result", ["miss", "fumble", "6"])
def test_a_miss_that_grazes_takes_the_ability_of_the_attack(result: str, before: tuple[str, ...], left: int) -> None:
    session = struck("greatsword", result, *before)
    assert session.scene["Gob 2"].value("hp") == left
    told = "The greatsword grazes Gob 2."
    assert (told in last(session).remarks) == ("set Ann" not in "".join(before)), "beside the columns of the log too"


def test_who_is_spared_is_not_grazed_to_death() -> None:
    assert struck("greatsword", "miss", 'set "Gob 2" hp=3').scene["Gob 2"].out == "dead"
    spared = struck("greatsword", "miss spare", 'set "Gob 2" hp=3').scene["Gob 2"]
    assert (spared.out, spared.value("hp"), spared.has("unconscious")) == (None, 1, True)


def test_the_odds_count_what_grazes() -> None:
    session = struck("greatsword", "miss")
    odds = odds_of(session.system, session.scene, 'attack! Ann "Gob 2" roll weapon=greatsword')
    assert odds.expected["hp"] == pytest.approx(0.35 * 3 + 0.6 * 10 + 0.05 * 17)


@pytest.mark.parametrize(("total", "outcome"), [(9, "miss"), (7, "fumble")])
def test_a_total_under_bless_is_the_likelier_of_two_outcomes_that_graze_alike(total: int, outcome: str) -> None:
    text = last(struck("greatsword", str(total), "mark Ann blessed", "set Ann level=1")).text
    assert f"{total} against 13: {outcome}." in text
    assert "−3 hp (90 → 87)" in text


NEXT = 'attack! Ann "Gob 2" roll weapon=rapier'


def expected(session: Session, line: str) -> float:
    return odds_of(session.system, session.scene, line).success


def test_who_is_vexed_is_attacked_with_advantage_once_by_who_vexed_them() -> None:
    session = struck("rapier", "hit", "add Bob dex=10", "arm Bob spear", 'range Bob "Gob 2" reach')
    assert "Gob 2: vexed by Ann." in last(session).text
    assert expected(session, NEXT) == pytest.approx(1 - 0.35**2)
    assert session.preview(NEXT).throws.startswith("2d20 ")
    assert expected(session, 'attack! Bob "Gob 2" roll') == pytest.approx(0.5)
    session.do('attack! Ann "Gob 2" miss weapon=rapier')
    assert not session.scene["Gob 2"].has("vexed")
    assert expected(session, NEXT) == pytest.approx(0.65)


@pytest.mark.parametrize(
    ("word", "turns", "lasts"),
    [("", 2, True), ("", 3, False), ("opportunity", 2, True), ("opportunity", 3, False)],
)
def test_the_advantage_lasts_until_the_end_of_the_next_turn(word: str, turns: int, lasts: bool) -> None:
    session = struck("rapier", f"hit {word}", *(["next"] if word else []))
    for _ in range(turns - (1 if word else 0)):
        session.do("next")
    assert session.scene["Gob 2"].has("vexed") == lasts


def test_who_is_vexed_by_another_already_is_told_by_a_remark() -> None:
    bob = ("add Bob dex=16", "arm Bob rapier", "set Bob masteries=rapier", 'range Bob "Gob 2" reach')
    session = struck("rapier", "hit", *bob)
    assert "Vex, by hand: advantage on the next attack of Bob on Gob 2" in session.do('attack! Bob "Gob 2" hit').text
    assert "Gob 2: no longer vexed" in session.do("end").text


def test_who_is_sapped_attacks_with_disadvantage_once_before_the_next_turn() -> None:
    blow = 'attack "Gob 2" Ann roll'
    session = struck("flail", "hit", 'arm "Gob 2" dagger hit=4')
    before = expected(session, blow.replace("attack", "attack!"))
    assert before == pytest.approx(0.55**2)
    session.do("next")
    session.do('attack "Gob 2" Ann miss')
    assert not session.scene["Gob 2"].has("sapped")
    session.do("undo")
    session.do("next")
    assert session.scene.turn.name == "Ann"
    assert not session.scene["Gob 2"].has("sapped")


def test_an_attack_with_a_spell_uses_up_both() -> None:
    session = struck("rapier", "hit", "set Ann casting=int")
    assert session.preview('cast! Ann "shocking grasp" "Gob 2" roll').throws.startswith("2d20 ")
    session.do("mark Ann sapped")
    session.do('cast! Ann "shocking grasp" "Gob 2" miss')
    assert not session.scene["Gob 2"].has("vexed")
    assert not session.scene["Ann"].has("sapped")
