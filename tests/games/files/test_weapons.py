"""Weapons of game files: the values of a preset, or a hint how to give them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.files.small import fight
from tests.lines import odds_of
from tests.table import played
from tracker.games.language import BadGame, read_game
from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.grammar import a_or_an
from tracker.session import Session

GAME = """title = "Small"
[[track]]
name = "hp"
start = 10
[[weapon-field]]
name = "dice"
kind = "dice"
[[weapon-field]]
name = "oil"
start = 2
[[preset]]
name = "moth"
weapons.wings = { dice = "1d4" }
weapons.torch = { dice = "1d6", oil = 1 }
[[preset]]
name = "owl"
weapons.wings = { dice = "1d8" }
weapons.torch = { dice = "1d6", oil = 1 }
"""


def test_a_weapon_of_a_preset_brings_its_numbers() -> None:
    session = fight(GAME, "add Ann")
    assert session.do("arm Ann tor").text == "Ann carries a torch: oil 1, dice 1d6."
    assert session.scene["Ann"].weapons["torch"] == {"dice": "1d6", "oil": 1}


def test_a_file_beside_the_game_brings_weapons_by_name(tmp_path: Path) -> None:
    game, arms = tmp_path / "small.toml", '{"lore": [{"name": "Old Lamp", "numbers": {"dice": "1d10"}}]}'
    game.write_text(GAME.replace('title = "Small"', 'title = "Small"\narms = "lamps.json"'), "utf-8")
    (tmp_path / "lamps.json").write_text(arms, "utf-8")
    system = read_game(game.read_bytes(), "small.toml", "small", str(game))
    session = Session(system)
    session.do("add Ann")
    assert session.do('arm Ann "old l"').text == "Ann carries an old lamp: dice 1d10."
    (tmp_path / "lamps.json").unlink()
    assert "old lamp" not in read_game(game.read_bytes(), "small.toml", "small", str(game)).weapon_names


def test_what_is_said_goes_before_the_preset_and_stays() -> None:
    session = fight(GAME, "add Ann")
    assert session.do("arm Ann torch oil=5").text == "Ann carries a torch: oil 5, dice 1d6."
    assert session.do("arm Ann torch dice=2d6").text == "Ann carries a torch: dice 2d6."
    assert session.scene["Ann"].weapons["torch"] == {"dice": "2d6", "oil": 5}


def test_of_presets_that_differ_none_counts() -> None:
    session = fight(GAME, "add Ann")
    assert "arm Ann wings dice=1d6 oil=N" in session.do("arm Ann wings").text
    assert session.scene["Ann"].weapons["wings"] == {"oil": 2}


@pytest.mark.parametrize("weapon", ["zapper", '"old lamp"'])
def test_a_weapon_without_numbers_is_pointed_out_once(weapon: str) -> None:
    session = Session(find("srd5"))
    session.do("add Ann ; add Bob")
    name = weapon.strip('"')
    how = f"The {name} comes without numbers. Give it some: arm Ann,Bob {weapon} hit=N dice=1d6."
    assert session.preview(f"arm Ann,Bob {weapon}").notes == (how,)
    done = session.do(f"arm Ann,Bob {weapon}")
    one = a_or_an(name)
    assert done.text == f"Ann and Bob carry {one} each. {how}"
    assert session.do(f"arm Ann {weapon} hit=5").text == f"Ann carries {one}: hit 5."


def test_the_beginning_of_several_weapons_is_none_of_them() -> None:
    session = Session(find("srd5"))
    session.do("add Ann")
    with pytest.raises(InvalidCommand, match=r"“s” could be .*; type more of it\.$"):
        session.do("arm Ann s")


def test_a_whole_name_of_the_game_is_meant_though_weapons_begin_so() -> None:
    session = Session(find("srd5"))
    session.do("add Ann")
    assert session.do("arm Ann light").text.startswith("Ann knows light")


GOBLIN = (
    "arm Gob scimitar hit=4 dice=1d6 reach=5",
    'arm Gob shortbow hit=4 dice=1d6 range="80/320 ft" ammo=9',
)


@pytest.mark.parametrize(
    ("band", "weapon"), [("reach", "scimitar"), ("near", "scimitar"), ("far", "shortbow"), ("distant", "shortbow")]
)
def test_the_weapon_that_reaches_the_target_is_meant(band: str, weapon: str) -> None:
    session = played("srd5", "add Ann ac=10", "add Gob side=enemies", *GOBLIN, f"range all {band}")
    shown = session.preview("attack Gob Ann hit")
    assert f"with the {weapon}" in shown.text
    assert not any("out of reach" in note for note in shown.notes)


@pytest.mark.parametrize(
    ("band", "weapon", "prone"),
    [("reach", "dagger", ""), ("near", "dagger", ""), ("far", "shortbow", ""), ("reach", "dagger", "prone")],
)
def test_what_is_likelier_to_hit_is_meant_and_of_weapons_alike_the_first(band: str, weapon: str, prone: str) -> None:
    kes = ("add Kes level=3 dex=16", "arm Kes dagger, shortbow, rapier")
    session = played(
        "srd5", *kes, "add Gob side=enemies hp=9", f"range all {band}", *([f"mark Gob {prone}"] * bool(prone))
    )
    assert f"with the {weapon}" in session.preview("attack Kes Gob hit").text
    session.do("set Gob hp=1")
    assert f"with the {weapon}" in session.preview("attack Kes Gob hit").text


def test_a_step_of_a_multiattack_is_meant_before_what_is_likelier_to_hit() -> None:
    ogre = ("add Ogre side=enemies multiattack=bite", "arm Ogre claw hit=9 dice=1d6", "arm Ogre bite hit=3 dice=1d6")
    session = played("srd5", "add Ann", *ogre, "range all reach")
    assert "with the bite" in session.preview("attack Ogre Ann hit").text


def test_a_weapon_that_does_not_reach_is_remarked_on_and_meant_if_no_other_is_left() -> None:
    session = played("srd5", "add Ann ac=10", "add Gob side=enemies", *GOBLIN, "range all far")
    remark = "Ann is out of reach of the scimitar (far)."
    assert remark in session.preview("attack Gob Ann dice=12 weapon=scimitar").notes
    session.do("disarm Gob shortbow")
    assert remark in session.preview("attack Gob Ann hit").notes
    assert session.do("attack Gob Ann dice=12 damage=3").text.startswith("Gob: attack on Ann with the scimitar")


@pytest.mark.parametrize(
    ("game", "ann", "knife", "gun", "far"),
    [
        ("percentile", "", "dice=1d4 skill=fighting", "dice=1d10 skill=firearms", "far"),
        ("wild-die", "parry=4", "dice=1d4", "dice=2d6 ranged=yes", "medium"),
    ],
)
def test_in_other_games_too_the_shot_is_meant_from_afar(game: str, ann: str, knife: str, gun: str, far: str) -> None:
    lines = (f"add Ann {ann}", "add Gob side=enemies", f"arm Gob knife {knife}", f"arm Gob gun {gun}")
    session = played(game, *lines)
    assert "with the knife" in session.preview("attack Gob Ann 3").text
    session.do(f"range all {far}")
    assert "with the gun" in session.preview("attack Gob Ann 3").text
    assert f"Ann is out of reach of the knife ({far})." in session.preview("attack Gob Ann 3 weapon=knife").notes


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("arm Ann sword attack=5", "hit (attack bonus)"),
        ("arm Ann sword damage=1d8", "dice (damage)"),
        ("set Ann armor=12", "ac (armor class)"),
        ("set Ann strength=3", "str"),
    ],
)
def test_a_word_of_the_help_of_a_field_leads_to_its_name(line: str, meant: str) -> None:
    with pytest.raises(InvalidCommand, match=re.escape(f" Did you mean {meant}?")):
        played("srd5", "add Ann").do(line)


CASTER = (
    "add Elra int=18 level=5 casting=int spell-hit=7",
    'arm Elra "fire bolt"',
    "add Ogre side=enemies ac=11 hp=60",
    "add Bat side=enemies",
)


def test_a_weapon_of_another_verb_is_refused_with_the_line_to_type() -> None:
    session = played("srd5", *CASTER)
    way = 'The fire bolt is for cast, not for attack: cast Elra Ogre weapon="fire bolt".'
    with pytest.raises(Refused) as refused:
        session.do('attack Elra Ogre 18 weapon="fire bolt"')
    assert refused.value.objections == (way,)
    session.do(way.partition(": ")[2].rstrip(".") + " dice=11 damage=9")
    assert session.scene["Ogre"].value("hp") == 51
    session.do('attack! Elra Bat 18 damage=3 weapon="fire bolt"')
    assert session.scene["Bat"].value("hp") == 7


def test_the_line_to_type_has_as_many_targets_as_its_verb_takes() -> None:
    session = played("srd5", *CASTER, "arm Ogre breath dc=12 ability=dex dice=2d6", "arm Ogre club hit=6 dice=2d8")
    with pytest.raises(Refused) as refused:
        session.do("use Ogre Elra,Bat roll weapon=club")
    assert refused.value.objections == ("The club is for attack, not for use: attack Ogre Elra weapon=club.",)
    with pytest.raises(Refused) as refused:
        session.do("attack Ogre Bat roll weapon=breath")
    assert refused.value.objections == ("The breath is for use, not for attack: use Ogre Bat weapon=breath.",)


@pytest.mark.parametrize(
    ("typed", "mean"),
    [
        ("", 11),
        ("hit=7", 11),
        ("dice=2d10", 11),
        ("dice=2d10 hit=7", 11),
        ("dice=1d10", 5.5),
        ("dice=1d10 grows=yes", 11),
    ],
)
def test_the_listed_dice_of_a_cantrip_grow_and_typed_ones_are_thrown(typed: str, mean: float) -> None:
    """At level 5 with +7 against 11: 17 of 20 faces hit, and one of them doubles the dice."""
    session = played("srd5", *CASTER, f'arm Elra "fire bolt" {typed}' if typed else "next")
    odds = odds_of(session.system, session.scene, 'cast Elra "fire bolt" Ogre roll')
    assert odds.expected == pytest.approx({"hp": mean * 18 / 20})


def test_dice_typed_for_a_weapon_change_nothing_else() -> None:
    session = played("srd5", "add Ann", "arm Ann sword hit=5 dice=1d8")
    assert session.scene["Ann"].weapons["sword"] == {"hit": 5, "dice": "1d8"}


@pytest.mark.parametrize("of", ['"number"', '"dice"\nkind = "text"'])
def test_what_belongs_to_another_field_is_a_yesno(of: str) -> None:
    with pytest.raises(BadGame, match="of names another field, and goes with kind yesno"):
        fight(GAME.replace("[[preset]]", f'[[weapon-field]]\nname = "grows"\nof = {of}\n[[preset]]', 1))


@pytest.mark.parametrize(
    ("typed", "thrown", "dice"), [("1d6+1d4", "1d6!+1d4!", 2), ("2d8", "2d8!", 2), ("2d6kh1", "2d6!kh1", 2)]
)
def test_dice_of_a_wild_die_weapon_explode_typed_with_a_mark_or_without(typed: str, thrown: str, dice: int) -> None:
    plain, marked = (
        played("wild-die", "add Ann", f"arm Ann axe dice={text}", "add Gob", *["attack! Ann Gob 5"] * 20).story()[3:]
        for text in (typed, thrown)
    )
    assert [entry.dice for entry in plain] == [entry.dice for entry in marked]
    assert any(sum(len(throw.faces) for throw in entry.dice) > dice for entry in plain)
