"""Weapons of game files: the values of a preset, or a hint how to give them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.files.small import fight
from tests.table import played
from tracker.games.language import read_game
from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand
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
    assert "arm NAME wings dice=1d6 oil=N" in session.do("arm Ann wings").text
    assert session.scene["Ann"].weapons["wings"] == {"oil": 2}


@pytest.mark.parametrize("weapon", ["zapper", '"old lamp"'])
def test_a_weapon_without_numbers_is_pointed_out_once(weapon: str) -> None:
    session = Session(find("srd5"))
    session.do("add Ann ; add Bob")
    name = weapon.strip('"')
    how = f"The {name} comes without numbers. Give it some: arm NAME {weapon} hit=N dice=1d6."
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


def test_a_weapon_that_does_not_reach_is_remarked_on_and_meant_if_no_other_is_left() -> None:
    session = played("srd5", "add Ann ac=10", "add Gob side=enemies", *GOBLIN, "range all far")
    remark = "Ann is out of reach of the scimitar (far)."
    assert remark in session.preview("attack Gob Ann dice=12 weapon=scimitar").notes
    session.do("disarm Gob shortbow")
    assert remark in session.preview("attack Gob Ann hit").notes
    assert session.do("attack Gob Ann dice=12 damage=3").text.startswith("Gob: attack on Ann with the scimitar")


@pytest.mark.parametrize(
    ("game", "knife", "gun", "far"),
    [
        ("percentile", "dice=1d4 skill=fighting", "dice=1d10 skill=firearms", "far"),
        ("wild-die", "dice=1d4", "dice=2d6 ranged=yes", "medium"),
    ],
)
def test_in_other_games_too_the_shot_is_meant_from_afar(game: str, knife: str, gun: str, far: str) -> None:
    lines = ("add Ann", "add Gob side=enemies", f"arm Gob knife {knife}", f"arm Gob gun {gun}")
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
