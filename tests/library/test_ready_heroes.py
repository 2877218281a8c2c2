"""The ready heroes of the SRD: each number follows from the tables of its text, which stand here as data."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any, Final, cast

import pytest

from tests.examples.make_srd import SPELLS
from tests.lines import throw_of
from tests.table import played, refused
from tests.tui.skirmish import Room, in_strip
from tracker.combat.model import Model
from tracker.combat.scene import Combatant
from tracker.games.registry import find
from tracker.library.shelf import SHIPPED, Library
from tracker.rules.errors import Refused
from tracker.session import Session
from tracker.tui.cockpit.controller import Controller
from tracker.tui.host import Host

ABILITIES: Final = ("str", "dex", "con", "int", "wis", "cha")
LEVELS: Final = (1, 3, 5)
PROFICIENCY: Final = {1: 2, 3: 2, 5: 3}
SLOTS: Final = {1: (2,), 3: (4, 2), 5: (4, 3, 2)}
"""The spell slots of a cleric and of a wizard by level, of slot level 1 and up."""
CANTRIPS: Final = {1: 3, 3: 3, 5: 4}
PREPARED: Final = {1: 4, 3: 6, 5: 9}
SNEAK: Final = {1: "1d6", 3: "2d6", 5: "3d6"}
WINDS: Final = {1: 2, 3: 2, 5: 3}
INITIATE: Final = {"cantrips": 2, "spells": 1}
"""What the feat of an acolyte and a sage adds."""

SKILL: Final = {
    "Acrobatics": "dex",
    "Arcana": "int",
    "Athletics": "str",
    "Deception": "cha",
    "History": "int",
    "Insight": "wis",
    "Intimidation": "cha",
    "Investigation": "int",
    "Medicine": "wis",
    "Perception": "wis",
    "Persuasion": "cha",
    "Religion": "int",
    "Sleight of Hand": "dex",
    "Stealth": "dex",
    "Survival": "wis",
}


class Class(Model):
    """A class as the SRD has it, with what was chosen for its hero.

    ``array`` is the standard array as its table gives it; ``background`` raises one score by 2 and another by 1;
    ``improved`` are the two scores raised by 1 at level 4. ``armor`` is the base armor class, the most of Dexterity
    that it takes, and what shield and fighting style add. ``expertise`` is by the level that brings it.
    """

    array: tuple[int, ...]
    background: tuple[str, str]
    improved: tuple[str, str]
    die: int
    saves: tuple[str, str]
    armor: tuple[int, int, int]
    weapons: frozenset[str]
    skills: tuple[str, ...]
    expertise: dict[str, int] = {}
    casting: str = ""
    more_cantrips: int = 0


CLASSES: Final = {
    "Fighter": Class(
        array=(15, 14, 13, 8, 10, 12),
        background=("str", "con"),
        improved=("str", "con"),
        die=10,
        saves=("str", "con"),
        armor=(16, 0, 1),  # chain mail, and Defense
        weapons=frozenset(("greatsword", "flail", "javelin", "spear", "shortbow")),
        skills=("Athletics", "Intimidation", "Perception", "Survival"),
    ),
    "Cleric": Class(
        array=(14, 8, 13, 10, 15, 12),
        background=("wis", "cha"),
        improved=("wis", "con"),
        die=8,
        saves=("wis", "cha"),
        armor=(13, 2, 2),  # a chain shirt, and a shield
        weapons=frozenset(("mace",)),
        skills=("Insight", "Medicine", "Persuasion", "Religion"),
        casting="wis",
        more_cantrips=1,  # a thaumaturge
    ),
    "Rogue": Class(
        array=(12, 15, 13, 14, 10, 8),
        background=("dex", "con"),
        improved=("dex", "con"),
        die=8,
        saves=("dex", "int"),
        armor=(11, 99, 0),  # leather
        weapons=frozenset(("shortsword", "dagger", "shortbow")),
        skills=("Acrobatics", "Deception", "Investigation", "Perception", "Sleight of Hand", "Stealth"),
        expertise={"Sleight of Hand": 1, "Stealth": 1},
    ),
    "Wizard": Class(
        array=(8, 12, 13, 15, 14, 10),
        background=("int", "con"),
        improved=("int", "con"),
        die=6,
        saves=("int", "wis"),
        armor=(10, 99, 0),  # none
        weapons=frozenset(("dagger", "quarterstaff")),
        skills=("Arcana", "History", "Insight", "Investigation"),
        expertise={"Arcana": 2},
        casting="int",
    ),
}
"""Soldier, acolyte, criminal and sage; the first package of equipment of the class, and of the background."""

BOTH: Final = [(name, level) for name in CLASSES for level in LEVELS]
SPELL: Final[dict[str, Any]] = {
    spell["name"].casefold(): spell for spell in json.loads(SPELLS.read_text("utf-8"))["lore"]
}


DUMMY: Final = "add Dummy side=enemies ac=1 hp=900"


def mod(score: int) -> int:
    return (score - 10) // 2


def scores(name: str, level: int) -> dict[str, int]:
    """The scores of a hero by the rules."""
    one = CLASSES[name]
    found = dict(zip(ABILITIES, one.array, strict=True))
    found[one.background[0]] += 2
    found[one.background[1]] += 1
    for ability in one.improved if level >= 4 else ():
        found[ability] += 1
    return found


def party(level: int, *lines: str) -> Session:
    """A fight with the party of a level, in which these lines were done."""
    session = Session(find("srd5"), dice=random.Random(1))
    session.library = Library(session.system, (SHIPPED,))
    for line in (f'bring "Four heroes of level {level}"', *lines):
        session.do(line)
    return session


def hero(name: str, level: int) -> Combatant:
    return party(level).scene[name]


def arms_of(who: Combatant, level: int | None) -> set[str]:
    """What a hero has of spells of a level, all above cantrips by -1, or of weapons by None."""
    levels = {arm: SPELL[arm]["level"] if arm in SPELL else None for arm in who.weapons}
    return {arm for arm, found in levels.items() if found == level or (level == -1 and found)}


def test_the_standard_array_is_used_once_for_each_ability() -> None:
    assert all(sorted(one.array) == [8, 10, 12, 13, 14, 15] for one in CLASSES.values())


@pytest.mark.parametrize(("name", "level"), BOTH)
def test_the_numbers_of_the_sheet_follow_from_class_and_scores(name: str, level: int) -> None:
    who, one, has = hero(name, level), CLASSES[name], scores(name, level)
    base, most, more = one.armor
    saves = {ability: mod(has[ability]) + PROFICIENCY[level] for ability in one.saves}
    fixed = one.die // 2 + 1
    points = one.die + mod(has["con"]) + (level - 1) * (fixed + mod(has["con"]))
    assert {ability: who.fields[ability] for ability in ABILITIES} == has
    assert (who.tracks["hp"].value, who.tracks["hp"].max) == (points, points)
    assert who.fields["ac"] == base + min(mod(has["dex"]), most) + more
    assert {key: who.fields.get(f"save-{key}") for key in ABILITIES} == {key: saves.get(key) for key in ABILITIES}
    assert (who.fields["level"], who.tracks["rest-dice"].max) == (level, level)
    assert who.fields.get("initiative-bonus") == (mod(has["dex"]) + PROFICIENCY[level] if name == "Rogue" else None)
    assert who.fields.get("attacks") == (2 if name == "Fighter" and level == 5 else None)
    assert who.fields.get("sneak-attack") == (SNEAK[level] if name == "Rogue" else None)
    masteries = {"Fighter": 3 if level < 4 else 4, "Rogue": 2}.get(name, 0)
    known = who.fields.get("masteries", [])
    assert isinstance(known, list)
    assert len(known) == masteries
    assert {*known} <= who.weapons.keys()
    assert who.side == "heroes"


@pytest.mark.parametrize(("name", "level"), BOTH)
def test_skills_have_proficiency_and_expertise(name: str, level: int) -> None:
    who, one, has = hero(name, level), CLASSES[name], scores(name, level)
    told = dict(re.findall(r"([A-Z][\w ]*?) ([+-]\d+)", str(who.fields["skills"])))
    assert tuple(told) == one.skills
    for skill, said in told.items():
        twice = 1 + (skill in one.expertise and level >= one.expertise[skill])
        thaumaturge = mod(has["wis"]) if (name, skill) == ("Cleric", "Religion") else 0
        assert int(said) == mod(has[SKILL[skill]]) + twice * PROFICIENCY[level] + thaumaturge, skill


@pytest.mark.parametrize(("name", "level"), BOTH)
def test_who_casts_has_the_slots_and_as_many_spells_of_the_class_as_the_table_says(name: str, level: int) -> None:
    who, one = hero(name, level), CLASSES[name]
    slots = tuple(track.max for key, track in who.tracks.items() if key.startswith("slots-"))
    assert who.fields.get("casting", "") == one.casting
    assert slots == (SLOTS[level] if one.casting else ())
    if one.casting:
        assert len(arms_of(who, 0)) == CANTRIPS[level] + one.more_cantrips + INITIATE["cantrips"]
        assert len(arms_of(who, -1)) == PREPARED[level] + INITIATE["spells"]
    for spell in arms_of(who, 0) | arms_of(who, -1):
        assert name.casefold() in SPELL[spell]["classes"], spell
        assert SPELL[spell]["level"] <= len(slots), spell


@pytest.mark.parametrize(("name", "level"), BOTH)
def test_weapons_are_those_of_the_first_package_and_hit_with_ability_and_proficiency(name: str, level: int) -> None:
    who, one, has = hero(name, level), CLASSES[name], scores(name, level)
    carried = arms_of(who, None) - {"second wind", "action surge", "steady aim"}
    assert carried == one.weapons
    for weapon in carried:
        fields = who.weapons[weapon]
        ability = "dex" if weapon == "shortbow" else "str"
        bonus = mod(max(has["dex"], has["str"])) if fields.get("finesse") else mod(has[ability])
        session = party(level, DUMMY, f"attack {name} Dummy dice=10 weapon={weapon}")
        assert f"{10 + bonus + PROFICIENCY[level]} against 1: hit" in session.story()[-1].text, weapon
        lost = 900 - session.scene["Dummy"].tracks["hp"].value
        count, sides = map(int, str(fields["base"]).split("d"))
        assert count + bonus <= lost <= count * sides + bonus, weapon


@pytest.mark.parametrize(("name", "level"), [(name, level) for name, level in BOTH if CLASSES[name].casting])
def test_spells_have_the_difficulty_and_the_bonus_of_the_casting_ability(name: str, level: int) -> None:
    bonus = mod(scores(name, level)[CLASSES[name].casting]) + PROFICIENCY[level]
    thrown, saved = ("guiding bolt", "sacred flame") if name == "Cleric" else ("fire bolt", "thunderwave")
    session = party(level, DUMMY, f'cast {name} "{thrown}" Dummy dice=10')
    assert f"{10 + bonus} against 1: hit" in session.story()[-1].text
    session = party(level, DUMMY, f'cast {name} "{saved}" Dummy dice=2')
    assert f"2 against {8 + bonus}: failed" in session.story()[-1].text


@pytest.mark.parametrize("level", LEVELS)
def test_second_wind_heals_by_its_dice_or_by_what_the_table_threw(level: int) -> None:
    wind = 'act Fighter weapon="second wind"'
    session = party(level, "set Fighter hp=1")
    assert session.preview(wind).throws == f"1d10+{level} for cure"
    healed = party(level, "set Fighter hp=1", wind).scene["Fighter"].tracks["hp"].value - 1
    assert 1 + level <= healed <= 10 + level
    assert "+4 hp (1 → 5)" in party(level, "set Fighter hp=1", f"{wind} cure=4").story()[-1].text


@pytest.mark.parametrize("level", LEVELS)
def test_a_short_rest_gives_back_one_second_wind_and_a_long_rest_all(level: int) -> None:
    wind, most = 'act! Fighter weapon="second wind" cure=4', WINDS[level]
    session = party(level, "set Fighter hp=1", wind, wind)
    for rest, uses in (("short-rest", most - 1), ("short-rest", most), ("long-rest", most)):
        session.do(f"{rest} Fighter")
        assert session.scene["Fighter"].weapons["second wind"]["uses"] == uses
        assert (f"second wind {uses - 1} → {uses}" in session.story()[-1].text) == (rest == "short-rest")
    session = party(level, "set Fighter hp=1", wind, wind, "long-rest Fighter")
    assert f"second wind {most - 2} → {most}." in session.story()[-1].text


@pytest.mark.parametrize("level", LEVELS)
def test_a_short_rest_says_that_a_use_of_channel_divinity_comes_back(level: int) -> None:
    line = "counter 'Cleric' 'channel divinity' +1"
    session = party(level, "counter Cleric 'channel divinity' 1", "short-rest Cleric")
    assert (f"A spent use of Channel Divinity comes back: {line}." in session.story()[-1].text) == (level > 1)
    session.do(line)
    assert session.scene["Cleric"].counters["channel divinity"].value == 2


SURGE: Final = 'act Fighter weapon="action surge"'
TURN: Final = (DUMMY, "initiative all roll", "active Fighter")


@pytest.mark.parametrize("level", LEVELS[1:])
def test_action_surge_gives_one_more_action_between_two_rests(level: int) -> None:
    hits = ("attack Fighter Dummy hit weapon=greatsword",) * (2 if level == 5 else 1)
    with pytest.raises(Refused, match="Fighter still has the action of this turn"):
        party(level, *TURN, SURGE)
    session = party(level, *TURN, *hits, SURGE, *hits)
    with pytest.raises(Refused, match="Fighter has used the action"):
        session.do(hits[0])
    used_up = "used up until a rest. One additional action in a turn is all"
    with pytest.raises(Refused, match=used_up):
        session.do(SURGE)
    session.do("next")
    session.do("end")
    assert session.scene["Fighter"].weapons["action surge"]["uses"] == 0
    for rest in ("short-rest", "long-rest"):
        session.do(f"{rest} Fighter")
        assert session.scene["Fighter"].weapons["action surge"]["uses"] == 1
        session.do("undo")


def test_action_surge_is_taken_once_in_a_turn_by_who_has_two() -> None:
    two = ('arm Fighter "action surge" uses=2 per-rest=2', "dodge Fighter", SURGE, "dash Fighter")
    session = party(3, *TURN, *two)
    with pytest.raises(Refused, match=r"One additional action in a turn is all\."):
        session.do(SURGE)
    session.do("active Rogue")
    session.do("active Fighter")
    session.do("dodge Fighter")
    session.do(SURGE)
    assert session.scene["Fighter"].weapons["action surge"]["uses"] == 0
    assert session.scene["Fighter"].spent == ()


def test_steady_aim_is_a_bonus_action_for_advantage_on_the_next_attack_of_the_turn() -> None:
    aim, blow = 'act Rogue weapon="steady aim"', "attack Rogue Dummy roll"
    session = party(3, DUMMY, "initiative Rogue 20", "initiative Dummy 5", "next", "range all far")
    assert session.preview(aim).spends == ("bonus",)
    session.do(aim)
    aimed = throw_of(session.system, session.scene, blow)
    assert aimed is not None
    assert aimed.dice == "2d20kh1"
    session.do(blow)
    assert not session.scene["Rogue"].has("aiming")
    session.do("undo")
    session.do("next")
    assert not session.scene["Rogue"].has("aiming")


@pytest.mark.parametrize(
    ("first", "refused"), [("dodge Fighter", False), ('cast Fighter "fire bolt" Dummy miss', True)]
)
def test_one_of_the_two_actions_is_none_of_magic(first: str, refused: bool) -> None:
    session = party(3, *TURN, "set Fighter casting=cha", first, SURGE)
    if refused:
        with pytest.raises(Refused, match="Fighter has cast with one action of this turn"):
            session.do('cast Fighter "fire bolt" Dummy miss')
        session.do('cast Fighter "healing word" Fighter cure=1')
    else:
        session.do('cast Fighter "fire bolt" Dummy miss')


@pytest.mark.parametrize("level", LEVELS)
def test_what_the_blocks_say_in_words_agrees_with_the_numbers(level: int) -> None:
    scene = party(level).scene
    wind = scene["Fighter"].weapons["second wind"]
    assert (wind["uses"], wind["per-day"]) == (WINDS[level], WINDS[level])
    assert wind["cure"] == f"1d10+{level}"
    for name, one in CLASSES.items():
        parts: Any = scene[name].fields["block"]
        blocks = {part["name"]: part["text"] for part in parts}
        first = next(iter(blocks.values()))
        assert f"Hit die d{one.die} + {mod(scores(name, level)['con'])}." in first
        if name == "Rogue":
            assert f"Once in a turn {SNEAK[level]} more damage" in blocks["Sneak Attack"]
        if name == "Cleric":
            wis = mod(scores(name, level)["wis"])
            difficulty = 8 + wis + PROFICIENCY[level]
            assert f"adds {wis} to Arcana and Religion" in first
            assert scene[name].counters.keys() == ({"channel divinity"} if level > 1 else set())
            if level > 1:
                spark = blocks["Channel Divinity"]
                assert f"1d8 + {wis} " in spark
                assert set(re.findall(r"save of (\d+)", spark)) == {str(difficulty)}
            assert ("Sear Undead" in blocks) == (level >= 5)
            assert f"{wis}d8" in blocks.get("Sear Undead", f"{wis}d8")
        if (name, level) == ("Rogue", 5):
            difficulty = 8 + mod(scores(name, level)["dex"]) + PROFICIENCY[level]
            assert set(re.findall(r"save of (\d+)", blocks["Cunning Strike"])) == {str(difficulty)}
        if name == "Wizard":
            assert f"armor class {13 + mod(scores(name, level)['dex'])} " in first


def test_one_hero_is_brought_by_class_under_a_name_of_their_own() -> None:
    session = Session(find("srd5"))
    session.library = Library(session.system, (SHIPPED,))
    assert session.do('bring "Wizard of level 3" as=Mira').text == "Mira joins (heroes)."
    assert session.scene["Mira"].tracks["slots-2"].max == 2


def test_the_fight_of_the_readme_takes_as_many_keys_as_it_says() -> None:
    readme = Path(__file__).parents[2].joinpath("README.md").read_text("utf-8")
    said = re.search(r"A fight of your own takes (\d+) keys.*? initiative\.", readme)
    assert said is not None
    typed = re.findall(r"`([^`]+)`", said[0])
    keys = [key for word in typed for key in ([word] if word in ("enter", "tab") else word)]
    assert len(keys) == int(said[1])
    session = Session(find("srd5"), dice=random.Random(1))
    session.library = Library(session.system, (SHIPPED,))
    controller = Controller(session, cast(Host, Room()))
    for key in keys[2:]:  # The first two begin the session.
        controller.press("space" if key == " " else key, key if len(key) == 1 else None)
    sides = [len(session.scene.of_side(side)) for side in ("heroes", "enemies")]
    assert (sides, session.scene.turn.round) == ([4, 7], 1)


def test_ready_heroes_are_named_in_the_form_by_one_tab_and_their_names() -> None:
    session = Session(find("srd5"))
    session.library = Library(session.system, (SHIPPED,))
    controller = Controller(session, cast(Host, Room()))
    keys = ["+", *"four 1", "tab", *"Ann,Bo,Cid,Dee"]
    for key in keys:
        controller.press("space" if key == " " else key, key if len(key) == 1 else None)
    assert "Ann, Bo, Cid and Dee join (heroes)." in in_strip(controller)
    controller.press("enter")
    assert [*session.scene.combatants] == ["Ann", "Bo", "Cid", "Dee"]
    for key in ["+", *"fighter 1", *["tab"] * 3, *"Bert"]:
        controller.press("space" if key == " " else key, key if len(key) == 1 else None)
    assert "Bert joins (heroes)." in in_strip(controller)
    controller.press("enter")
    assert session.story()[-1].command == 'bring "Fighter of level 1" as=Bert'


def test_the_form_of_second_wind_takes_the_points_or_throws_them() -> None:
    session = party(1, "hurt Fighter 8")
    controller = Controller(session, cast(Host, Room()))
    for key in ["enter", *"second", "enter"]:
        controller.press(key, key if len(key) == 1 else None)
    assert "1d10+1" in in_strip(controller)
    controller.press("7", "7")
    controller.press("enter")
    assert session.scene["Fighter"].tracks["hp"].value == 11


@pytest.mark.parametrize("level", [1, 3, 5])
@pytest.mark.parametrize(("hero", "spell"), [("cleric", "healing word"), ("wizard", "shield")])
def test_the_casting_of_a_day_without_a_slot_is_counted(hero: str, spell: str, level: int) -> None:
    session = played("srd5", f'bring "{hero} of level {level}" as=Cy', "hurt Cy 4")
    line, slots = f'cast Cy "{spell}" Cy', session.scene["Cy"].value("slots-1")
    session.do(f"{line} free")
    assert session.scene["Cy"].value("slots-1") == slots
    session.do("next")
    refused(session, f"{line} free", "Without a slot it is used up until a long rest.")
    assert session.scene["Cy"].value("slots-1") == slots
    session.do("long-rest Cy")
    session.do(f"{line} free")
    assert session.scene["Cy"].value("slots-1") == slots
