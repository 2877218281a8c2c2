"""The mastery properties of weapons in srd5: an attack says what they do now, for those who use them."""

from __future__ import annotations

import json

import pytest

from tests.lines import odds_of
from tests.table import last, played, total
from tracker.games.language.game import FILES
from tracker.session import Session

SAID = {
    "vex": ("rapier", "hit", "Vex: advantage on the next attack of Ann on Gob 2, until the end of their next turn."),
    "sap": ("flail", "hit", "Sap: disadvantage on the next attack of Gob 2, until the next turn of Ann."),
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
    assert {arm["numbers"]["properties"].rpartition("mastery ")[2] for arm in arms} == SAID.keys() | {"graze"}
    for arm in arms:
        hit, miss = last(struck(arm["name"], "hit")), last(struck(arm["name"], "miss"))
        assert hit.remarks or miss.remarks or "grazes Gob 2" in miss.text


def test_a_number_that_the_sheet_does_not_have_is_not_said() -> None:
    assert "against 8, ability and proficiency" in last(struck("maul", "hit", "arm Ann maul hit=7")).remarks[-1]
    assert "the ability of Ann as slashing damage" in last(struck("glaive", "miss", "arm Ann glaive hit=7")).remarks[-1]


def test_vex_and_slow_need_damage_and_nothing_is_said_of_who_is_out() -> None:
    immune = 'set "Gob 2" immune=piercing,bludgeoning'
    assert not last(struck("rapier", "hit", immune)).remarks
    assert not last(struck("club", "hit", immune)).remarks
    assert "Sap" not in str(last(struck("flail", "hit", 'set "Gob 2" hp=1')).remarks)


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
    assert ("The greatsword grazes Gob 2." in last(session).text) == ("set Ann" not in "".join(before))


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
