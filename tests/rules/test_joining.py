"""Joining: reinforcements take the sheet of their group, as it was at the beginning."""

from __future__ import annotations

import pytest

from tests.small_game import session
from tests.table import played
from tracker.combat.scene import Track
from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand


def test_reinforcements_take_the_sheet_side_and_weapons_of_their_group() -> None:
    fight = session(
        "add Rat preset=rat count=2 armor=3",
        "arm Rat teeth damage=2",
        'hurt "Rat 1" 1 ; mark "Rat 1" prone ; note @Rat hungry',
        "add rat count=2",
    )
    assert list(fight.scene.combatants) == ["Rat 1", "Rat 2", "Rat 3", "Rat 4"]
    new = fight.scene["Rat 4"]
    assert (new.side, new.group, new.fields["armor"], new.weapons) == ("enemies", "Rat", 3, {"teeth": {"damage": 2}})
    assert (new.tracks["hp"], new.conditions, new.notes) == (Track(2, 2), (), ())


def test_what_is_said_goes_before_the_sheet_of_the_group() -> None:
    fight = session("add Rat preset=rat count=1", "add Rat count=1 hp=9", "add Rat count=1 side=heroes")
    assert fight.scene["Rat 2"].tracks["hp"] == Track(9, 9)
    assert (fight.scene["Rat 3"].side, fight.scene["Rat 3"].tracks["hp"]) == ("heroes", Track(6, 6))


@pytest.mark.parametrize(
    ("system", "lines", "field"),
    [
        ("contract", ("add Cultist side=enemies count=1 brawn=3 body=5", 'hurt "Cultist 1" 2'), "injuries"),
        ("outgunned", ("add Cop count=1 pool=4", 'set "Cop 1" extra=3'), "extra"),
    ],
)
def test_what_belongs_to_the_moment_stays_behind(system: str, lines: tuple[str, ...], field: str) -> None:
    fight = session(*lines, system=find(system))
    name = lines[0].split()[1]
    assert fight.scene[f"{name} 1"].fields[field]
    fight.do(f"add {name} count=1")
    first, new = fight.scene[f"{name} 1"], fight.scene[f"{name} 2"]
    assert not new.fields.get(field)
    assert all(track.value == track.max for track in new.tracks.values() if track.max not in {6, 3})
    assert new.side == first.side


def test_the_refusal_of_an_unknown_preset_says_how_a_kept_sheet_joins() -> None:
    with pytest.raises(InvalidCommand, match=r'not a preset\..* If the library keeps it: bring "old guard" as=NAME\.'):
        session('add Thug preset="old guard" count=3')
    with pytest.raises(InvalidCommand, match="could be") as unsure:
        session("add Thug preset=goons", system=find("outgunned"))
    assert "bring" not in str(unsure.value)


@pytest.mark.parametrize("line", ["add Bo side=all", "add Bo side=ALL count=2", "bring boss-1 side=all"])
def test_no_side_takes_the_word_for_everybody(line: str) -> None:
    made = session("add Ann", system=find("outgunned"))
    with pytest.raises(InvalidCommand, match="“all” means everybody; give the side another word"):
        made.do(line)
    made.do("hurt all 1")


@pytest.mark.parametrize("name", ["all", "A,B"])
def test_who_is_brought_has_a_name_that_can_be_typed(name: str) -> None:
    made = session(system=find("outgunned"))
    with pytest.raises(InvalidCommand, match="cannot contain commas or quotes"):
        made.do(f'bring boss-1 as="{name}"')


@pytest.mark.parametrize("line", ["remove al", "hurt en 3", "hurt Ann,he 1", "note @al x"])
def test_words_for_many_are_never_abbreviated(line: str) -> None:
    fight = session("add Ann", "add Goon side=enemies")
    with pytest.raises(InvalidCommand, match="is not a name here"):
        fight.do(line)


@pytest.mark.parametrize("name", ["all", "Heroes", "enemies"])
def test_nobody_is_called_like_a_side(name: str) -> None:
    with pytest.raises(InvalidCommand, match="means everybody"):
        session().do(f"add {name}")


def test_a_side_that_nobody_was_on_and_a_name_that_is_a_word_of_commands_get_a_sentence() -> None:
    fight = session("add Ann", "add Goon side=enemies")
    assert "“enemy” is a side of its own" in fight.do("add Rat side=enemy").text
    assert "side of its own" not in fight.do("add Cat side=enemy").text
    assert "set NAME side=WORD changes a side" in fight.do("add Dog side=heoes").text
    assert fight.do('add "hidden"').text.endswith(
        "“hidden” is a word of commands too; write it in quotes where somebody is meant."
    )


def test_one_more_of_a_group_takes_its_next_number_and_its_sheet() -> None:
    fight = played("outgunned", "add Cop side=enemies count=2 grit=4", "arm Cop pistol", 'hurt "Cop 1" 2', "add cop")
    assert fight.story()[-1].text == "Cop 3 joins (enemies). Cop is in the fight already; the newcomer is Cop 3."
    newcomer = fight.scene["Cop 3"]
    assert (newcomer.group, newcomer.tracks["grit"].value) == ("Cop", 4)
    assert newcomer.weapons == fight.scene["Cop 2"].weapons


def test_a_hero_is_in_a_fight_only_once() -> None:
    fight = played("outgunned", "add Ann")
    with pytest.raises(InvalidCommand, match="Ann is in the fight already; pick another name"):
        fight.do("add ann side=enemies")


@pytest.mark.parametrize("game", ["plain", "unknown-armies", "srd5", "gen6"])
@pytest.mark.parametrize("field", ["weapon", "weapons"])
def test_a_weapon_may_come_with_the_joining_and_is_the_same_as_one_given_afterwards(game: str, field: str) -> None:
    fight = played(game, f"add Ann {field}=club", "add Bo", "arm Bo club", f"add Rat count=2 side=enemies {field}=club")
    assert fight.scene["Ann"].weapons == fight.scene["Bo"].weapons == fight.scene["Rat 2"].weapons
    assert [*fight.scene["Ann"].weapons] == ["club"]


def test_several_weapons_may_come_with_the_joining_and_on_the_sheet_they_are_no_field() -> None:
    fight = played("srd5", 'add Ann weapon="mace, shortbow" ac=13')
    assert [*fight.scene["Ann"].weapons] == ["mace", "shortbow"]
    with pytest.raises(InvalidCommand, match="A weapon is given afterwards: arm NAME WEAPON"):
        fight.do("set Ann weapon=club")


def test_a_side_is_changed_by_hand_and_all_else_stays() -> None:
    fight = session(
        "add Ann hp=9", "add Rat side=heoes hp=4 armor=3", "hurt Rat 1", "mark Rat prone", "range Ann Rat near"
    )
    before = fight.scene["Rat"]
    assert fight.do("set Rat side=heroes armor=2").text == "Rat: side heroes, armor 2."
    after = fight.scene["Rat"]
    assert (after.side, after.tracks["hp"], after.conditions) == ("heroes", before.tracks["hp"], before.conditions)
    assert fight.scene.band("Ann", "Rat") == "near"
    assert list(fight.scene.combatants) == ["Ann", "Rat"]
    fight.do("undo")
    assert fight.scene["Rat"] == before
    with pytest.raises(InvalidCommand, match="give the side another word"):
        fight.do("set Rat side=all")


def test_who_comes_over_to_the_heroes_gets_what_only_heroes_have() -> None:
    fight = played("gen6", "add Elra side=heoes", "set Elra side=her")
    assert (fight.scene["Elra"].side, "courage" in fight.scene["Elra"].tracks) == ("heroes", True)
