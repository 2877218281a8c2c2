"""Files of other programs: each format with what it holds, on the sheet of a game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.library.test_importing import FIXTURES
from tracker.games.registry import find
from tracker.library.imports.importing import Import, read, write
from tracker.library.imports.printed import attack_in, clauses, numbers_of
from tracker.library.shelf import Library
from tracker.rules.errors import InvalidCommand
from tracker.session import Session

GHOUL = {"hp": 22, "ac": 12, "cr": "1", "str": 13, "dex": 15, "con": 10, "int": 7, "wis": 10, "cha": 6}
"""The Ghoul of SRD 5.1; that of 5.2 has the same numbers."""


def taken(path: Path, game: str = "srd5", noting: bool = False) -> Import:
    return read(path, Library(find(game), ()), noting)


def of(name: str, game: str = "srd5") -> dict[str, dict[str, Any]]:
    tables = taken(FIXTURES / name, game).tables
    return {table["name"]: table for listed in tables.values() for table in listed}


class TestGhoul:
    """One creature of the SRD, from every program that has whole stat blocks."""

    @pytest.mark.parametrize("name", ["5etools.json", "fight-club.xml", "foundry-dnd5e.json"])
    def test_its_numbers_are_the_same(self, name: str) -> None:
        ghoul = of(name)["Ghoul"]
        assert {key: ghoul[key] for key in GHOUL} == GHOUL
        assert ghoul["side"] == "enemies"
        assert ghoul["immune"] == ["poison"]
        assert ghoul["kind"] == "medium undead, chaotic evil"

    @pytest.mark.parametrize("name", ["5etools.json", "fight-club.xml"])
    def test_its_attacks_of_the_older_rules(self, name: str) -> None:
        weapons = of(name)["Ghoul"]["weapons"]
        assert weapons["bite"] == {"hit": 2, "dice": "2d6+2", "type": "piercing", "range": "5 ft"}
        claws = {"hit": 4, "dice": "2d4+2", "type": "slashing", "range": "5 ft"}
        assert {key: weapons["claws"][key] for key in claws} == claws

    def test_foundry_leaves_its_attacks_to_be_worked_out(self) -> None:
        weapons = of("foundry-dnd5e.json")["Ghoul"]["weapons"]
        bite = {"hit": 4, "dice": "1d6+2", "type": "piercing", "extra": "1d6", "extra-type": "necrotic"}
        assert {key: weapons["bite"][key] for key in bite} == bite


class TestWight:
    """What a number of its own hangs on: two types of damage, and a resistance with a condition."""

    CLAUSE = "bludgeoning/piercing/slashing from nonmagical"

    @pytest.mark.parametrize("name", ["5etools.json", "fight-club.xml", "improved-initiative-full.json"])
    def test_a_clause_about_several_types_is_one(self, name: str) -> None:
        resisted = of(name)["Wight"]["resist"]
        assert resisted == ["necrotic"]
        assert of(name)["Wight"]["conditional"].startswith(f"resists {self.CLAUSE}")

    @pytest.mark.parametrize("name", ["5etools.json", "improved-initiative-full.json"])
    def test_damage_of_a_second_type_stands_apart(self, name: str) -> None:
        drain = of(name)["Wight"]["weapons"]["life drain"]
        assert (drain["dice"], drain["type"], drain["extra"], drain["extra-type"]) == (
            "1d6+2",
            "necrotic",
            "1d6",
            "cold",
        )

    @pytest.mark.parametrize(("immune", "least", "most"), [("cold", 3, 8), ("necrotic", 1, 6), ("cold,necrotic", 0, 0)])
    def test_immunity_to_one_type_leaves_the_other(self, immune: str, least: int, most: int, tmp_path: Path) -> None:
        library = Library(find("srd5"), (tmp_path / "library",))
        write(read(FIXTURES / "improved-initiative-full.json", library), library, "ii")
        session = Session(find("srd5"))
        session.library = library
        for line in (f"add Hell hp=90 immune={immune}", "bring Wight", "initiative all 10", "next"):
            session.do(line)
        session.do("attack Wight Hell 20")
        assert least <= 90 - session.scene["Hell"].tracks["hp"].value <= most


SAVING = "make a DC 11 Constitution saving throw, taking 9 (2d8) poison damage on a failed save"


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["cold", "fire"], ("cold", "fire")),
        (["cold, fire"], ("cold", "fire")),
        (["bludgeoning, piercing, and slashing"], ("bludgeoning", "piercing", "slashing")),
        (
            ["bludgeoning, piercing, and slashing from nonmagical attacks"],
            ("bludgeoning/piercing/slashing from nonmagical attacks",),
        ),
        (
            ["cold", "bludgeoning", "piercing", "and slashing from nonmagical weapons"],
            ("cold", "bludgeoning/piercing/slashing from nonmagical weapons"),
        ),
        (
            ["acid; bludgeoning and piercing from nonmagical attacks"],
            ("acid", "bludgeoning and piercing from nonmagical attacks"),
        ),
        (["damage from spells; lightning"], ("damage from spells", "lightning")),
        ([""], ()),
    ],
)
def test_clauses_about_damage(texts: list[str], expected: tuple[str, ...]) -> None:
    assert clauses(texts) == expected


@pytest.mark.parametrize(
    ("text", "hit", "damage", "reach"),
    [
        (
            "Melee Weapon Attack: +4 to hit, reach 5 ft. Hit: 5 (1d6 + 2) slashing damage.",
            4,
            ["1d6+2 slashing"],
            "5 ft",
        ),
        ("Melee Attack Roll: +5, reach 5 feet. 5 (1d4 + 3) Piercing damage", 5, ["1d4+3 piercing"], "5 ft"),
        ("Ranged Weapon Attack: +0 to hit, range 20/60 ft. Hit: 1 piercing damage.", 0, ["1 piercing"], "20/60 ft"),
        (
            "Melee Weapon Attack: −1 to hit. Hit: 3 (1 d6) fire damage plus 2 (1d4) fire damage.",
            -1,
            ["1d6+1d4 fire"],
            "",
        ),
        (
            "Melee Weapon Attack: +4 to hit, reach 5 ft. Hit: 4 (1d4 + 2) piercing plus 3 (1d6) necrotic damage.",
            4,
            ["1d4+2 piercing", "1d6 necrotic"],
            "5 ft",
        ),
        (
            f"Weapon Attack: +5 to hit, reach 5 ft. Hit: 7 (1d8 + 3) piercing damage, and the target must {SAVING}.",
            5,
            ["1d8+3 piercing"],
            "5 ft",
        ),
        ("Ranged Weapon Attack: +5 to hit, range 30 ft. Hit: restrained (immune to fire damage).", 5, [], "30 ft"),
        ("Melee Weapon Attack: +\N{NO-BREAK SPACE}5 to hit. Hit: 1 piercing damage.", 5, ["1 piercing"], ""),
    ],
)
def test_printed_attacks(text: str, hit: int, damage: list[str], reach: str) -> None:
    attack = attack_in("A", text)
    assert attack is not None
    assert attack.hit == hit
    assert [f"{part.dice} {part.type}" for part in attack.damage] == damage
    assert attack.range == reach


def test_a_spell_text_is_no_attack() -> None:
    assert attack_in("Spellcasting", "The mage casts spells (save DC 15, +7 to hit with spell attacks).") is None


class TestImprovedInitiative:
    """Its full export: creatures, characters, saved encounters."""

    def test_a_character_keeps_what_happened_to_it(self) -> None:
        ann = of("improved-initiative-full.json")["Ann"]
        assert (ann["side"], ann["hp"], ann["note"]) == ("heroes", "17/24", ["blessed by the river"])

    def test_one_line_or_many_is_the_same(self, tmp_path: Path) -> None:
        data = json.loads((FIXTURES / "improved-initiative-full.json").read_text("utf-8"))
        path = tmp_path / "minified.json"
        path.write_text(json.dumps(data), "utf-8")
        assert taken(path).tables == taken(FIXTURES / "improved-initiative-full.json").tables
        sides = {table["name"]: table["side"] for table in taken(path).tables["combatant"]}
        assert sides == {"Wight": "enemies", "Ann": "heroes"}

    def test_older_exports_hold_texts_of_json(self, tmp_path: Path) -> None:
        data = json.loads((FIXTURES / "improved-initiative-full.json").read_text("utf-8"))
        old = {f"ImprovedInitiative.{key}": json.dumps(value) for key, value in data.items() if "." in key}
        path = tmp_path / "old.json"
        path.write_text(json.dumps({"ImprovedInitiative.Creatures": '["wight"]', **old}), "utf-8")
        assert taken(path).tables == taken(FIXTURES / "improved-initiative-full.json").tables

    def test_a_saved_encounter_comes_as_it_stood(self, tmp_path: Path) -> None:
        library = Library(find("srd5"), (tmp_path / "library",))
        write(read(FIXTURES / "improved-initiative-full.json", library), library, "ii")
        session = Session(find("srd5"))
        session.library = library
        session.do('encounter "Bridge at night"')
        scene = session.scene
        assert list(scene.combatants) == ["Goblin 1", "Goblin 2", "Goblin 3", "Bridge Keeper", "Ann"]
        hit_points = [(one.tracks["hp"].value, one.tracks["hp"].max) for one in scene.combatants.values()]
        assert hit_points == [(3, 7), (7, 7), (0, 7), (59, 59), (17, 24)]
        assert [condition.name for condition in scene["Goblin 1"].conditions] == ["prone"]
        assert scene["Goblin 2"].hidden
        assert scene["Goblin 2"].tracks["temp"].value == 2
        assert scene["Goblin 3"].out == "dying"
        assert scene["Bridge Keeper"].notes == ("sleeps by day",)
        assert [scene[name].fields["initiative"] for name in ("Ann", "Bridge Keeper")] == [19, 14]


class TestDndBeyond:
    """A character whose numbers are put together from parts."""

    def test_its_numbers(self) -> None:
        brena = of("dnd_beyond.json")["Brena Ironfist"]
        assert (brena["side"], brena["hp"], brena["temp"], brena["ac"]) == ("heroes", "55/64", 4, 19)
        assert [brena[ability] for ability in ("str", "dex", "con", "int", "wis", "cha")] == [17, 12, 16, 8, 14, 10]
        assert brena["resist"] == ["poison"]
        assert brena["conditions"] == ["prone"]

    def test_exhaustion_comes_with_its_level(self, tmp_path: Path) -> None:
        path = tmp_path / "tired.json"
        tired = '"conditions": [{"id": 4, "level": 2}, '
        path.write_text((FIXTURES / "dnd_beyond.json").read_text("utf-8").replace('"conditions": [', tired), "utf-8")
        (brena,) = taken(path).tables["combatant"]
        assert (brena["exhaustion"], brena["conditions"]) == (2, ["prone"])

    def test_only_what_is_held_is_a_weapon(self) -> None:
        weapons = of("dnd_beyond.json")["Brena Ironfist"]["weapons"]
        assert weapons == {
            "warhammer +1": {"hit": 7, "dice": "1d8+4", "type": "bludgeoning", "range": "5 ft"},
            "handaxe": {"hit": 6, "dice": "1d6+3", "type": "slashing", "range": "20/60 ft"},
        }

    def test_what_is_worked_out_is_said(self) -> None:
        (remark,) = taken(FIXTURES / "dnd_beyond.json").remarks
        assert remark.sentence.startswith("Brena Ironfist: hit points 64, armour class 19 and attacks are worked out")

    def test_an_attuned_ring_counts(self, tmp_path: Path) -> None:
        text = (FIXTURES / "dnd_beyond.json").read_text("utf-8")
        path = tmp_path / "attuned.json"
        path.write_text(text.replace('"isAttuned": false', '"isAttuned": true'), "utf-8")
        (brena,) = taken(path).tables["combatant"]
        assert brena["ac"] == 20

    @pytest.mark.parametrize(
        ("field", "value", "hp"), [("overrideHitPoints", 99, "90/99"), ("removedHitPoints", 200, "0/64")]
    )
    def test_hit_points(self, field: str, value: int, hp: str, tmp_path: Path) -> None:
        data = json.loads((FIXTURES / "dnd_beyond.json").read_text("utf-8"))
        data["data"][field] = value
        path = tmp_path / "changed.json"
        path.write_text(json.dumps(data["data"]), "utf-8")
        (brena,) = taken(path).tables["combatant"]
        assert brena["hp"] == hp

    def test_what_a_player_chose_counts_as_what_was_given(self, tmp_path: Path) -> None:
        """The service marks neither chosen skills nor raised scores as granted."""
        data = json.loads((FIXTURES / "dnd_beyond.json").read_text("utf-8"))
        chosen = [("bonus", "strength-score", 2), ("proficiency", "athletics", None), ("expertise", "athletics", None)]
        chosen += [("language", "elvish", None), ("set-base", "darkvision", 60), ("immunity", "critical-hits", None)]
        data["data"]["modifiers"]["class"] += [
            {"type": kind, "subType": subtype, "value": value, "isGranted": False, "restriction": ""}
            | {"friendlySubtypeName": subtype.title()}
            for kind, subtype, value in chosen
        ]
        data["data"]["notes"] = {"backstory": "Born in a mine."}
        path = tmp_path / "chosen.json"
        path.write_text(json.dumps(data), "utf-8")
        found = taken(path)
        (brena,) = found.tables["combatant"]
        assert (brena["str"], brena["weapons"]["handaxe"]["hit"]) == (19, 7)
        assert "Athletics +10" in brena["skills"]
        assert brena["senses"] == "darkvision 60 ft"
        assert "Elvish" in brena["languages"]
        assert "critical-hits" not in brena.get("immune", [])
        assert (found.left["other immunities"], found.left["descriptions"]) == (1, 1)


class TestOpen5e:
    """Its older version, a single creature, and resistances that depend on the attack."""

    def test_an_answer_of_version_1_comes_whole(self) -> None:
        found = taken(FIXTURES / "open5e-v1.json")
        (dragon,) = found.tables["combatant"]
        assert (dragon["hp"], dragon["ac"], dragon["hit-dice"], dragon["cr"]) == (195, 19, "17d12+85", "14")
        assert [dragon[ability] for ability in ("str", "dex", "con", "int", "wis", "cha")] == [23, 14, 21, 14, 13, 17]
        assert (dragon["save-dex"], dragon["save-con"], dragon["legendary-resistance"]) == (7, 10, 3)
        assert (dragon["skills"], dragon["languages"]) == ("Perception +11, Stealth +7", "Common, Draconic")
        assert dragon["speed"] == "fly 80 ft, swim 40 ft, walk 40 ft"
        bite = {"hit": 11, "dice": "2d10+6", "type": "piercing", "extra": "1d8", "extra-type": "acid", "range": "10 ft"}
        assert dragon["weapons"]["bite"] == bite
        assert dragon["weapons"]["acid breath"] == {
            "recharge": 5,
            "dc": 18,
            "ability": "dex",
            "dice": "12d8",
            "type": "acid",
            "half": True,
        }
        assert {part["kind"] for part in dragon["block"]} == {"action", "trait", "legendary"}
        assert found.left == {"kinds of armour": 1, "environments": 1, "rules of legendary actions": 1}

    @pytest.mark.parametrize(
        "name", ["open5e-v1.json", "open5e-answer.json", "5e-bits.json", "improved-initiative.json"]
    )
    def test_a_creature_alone_is_a_list_of_one(self, name: str, tmp_path: Path) -> None:
        data = json.loads((FIXTURES / name).read_text("utf-8"))
        first = data["results"][0] if isinstance(data, dict) else data[0]
        path = tmp_path / "alone.json"
        path.write_text(json.dumps(first), "utf-8")
        (alone,) = taken(path).tables["combatant"]
        assert alone == taken(FIXTURES / name).tables["combatant"][0]

    def test_a_resistance_to_some_attacks_is_one_clause(self, tmp_path: Path) -> None:
        (row,) = [
            row for row in json.loads((FIXTURES / "open5e/Creature.json").read_text("utf-8")) if "skel" in row["pk"]
        ]
        said = "necrotic; bludgeoning, piercing, and slashing from nonmagical attacks"
        row["fields"] |= {"damage_resistances": ["necrotic"], "damage_resistances_display": said}
        path = tmp_path / "Creature.json"
        path.write_text(json.dumps([row]), "utf-8")
        (skeleton,) = taken(path).tables["combatant"]
        assert skeleton["resist"] == ["necrotic"]
        assert skeleton["conditional"] == "resists bludgeoning/piercing/slashing from nonmagical attacks"


class TestFoundry:
    """What its actors hold beside attacks."""

    def test_an_act_that_demands_a_save_has_its_numbers(self, tmp_path: Path) -> None:
        actor = json.loads((FIXTURES / "foundry-dnd5e.json").read_text("utf-8"))
        breath = {
            "activation": {"type": "action"},
            "type": "save",
            "save": {"ability": ["dex"], "dc": {"calculation": "con", "formula": ""}},
            "damage": {"onSave": "half", "parts": [{"number": 4, "denomination": 6, "types": ["fire"]}]},
        }
        limit = {"max": "1", "recovery": [{"period": "recharge", "formula": "5"}]}
        said = "<p>It spits. The target has the &amp;Reference[prone apply=false] condition. [[/save]]</p>"
        feat = {"activities": {"a": breath}, "uses": limit, "description": {"value": said}}
        actor["items"] += [
            {"name": "Spit", "type": "feat", "system": feat},
            {"name": "Rope", "type": "loot", "system": {}},
        ]
        actor["system"]["details"]["biography"] = {"value": "<p>Hungry.</p>"}
        path = tmp_path / "actor.json"
        path.write_text(json.dumps(actor), "utf-8")
        found = taken(path)
        (ghoul,) = found.tables["combatant"]
        assert ghoul["weapons"]["spit"] == {
            "dice": "4d6",
            "type": "fire",
            "dc": 10,
            "ability": "dex",
            "half": True,
            "recharge": 5,
        }
        assert ghoul["block"][-1] == {
            "kind": "action",
            "name": "Spit",
            "text": "It spits. The target has the prone condition.",
        }
        assert (found.left["items"], found.left["descriptions"]) == (1, 1)

    def test_pathfinder_keeps_speeds_senses_and_languages(self, tmp_path: Path) -> None:
        wolf = json.loads((FIXTURES / "foundry-pf2e.json").read_text("utf-8"))
        system = wolf["system"]
        system["attributes"]["speed"]["otherSpeeds"] = [{"type": "swim", "value": 40}]
        system["perception"]["senses"] = [{"type": "scent", "range": 30}]
        system["details"] |= {"languages": {"value": ["sylvan"], "details": ""}, "publicNotes": "<p>Grey.</p>"}
        wolf["items"].append({"name": "Hide", "type": "armor", "system": {}})
        path = tmp_path / "wolf.json"
        path.write_text(json.dumps(wolf), "utf-8")
        (table,) = taken(path, "plain", noting=True).tables["combatant"]
        assert {"speed 35 ft, 40 ft swim", "senses scent 30", "languages sylvan", "Grey."} <= set(table["note"])
        assert taken(path, "plain").left["items"] == 1


class TestFiveTools:
    """Copies, and what cannot be copied."""

    def test_a_copy_has_its_own_values_over_the_others(self) -> None:
        captain = of("5etools.json")["Wight Captain"]
        assert (captain["hp"], captain["ac"]) == (60, 14)

    def test_a_copy_from_elsewhere_is_a_fault_with_its_line(self) -> None:
        (fault,) = taken(FIXTURES / "5etools.json").faults
        assert fault.sentence == "Lost Copy is a copy of Nobody, from another file."
        lines = (FIXTURES / "5etools.json").read_text("utf-8").splitlines()
        assert "Lost Copy" in lines[fault.line]


class TestFightClub:
    """XML, by a parser that refuses entities."""

    def test_an_attack_without_words_has_its_columns(self) -> None:
        assert of("fight-club.xml")["Wight"]["weapons"]["claw"] == {"hit": 4, "dice": "1d6+2"}

    def test_what_no_sheet_has_is_counted(self, tmp_path: Path) -> None:
        text = (FIXTURES / "fight-club.xml").read_text("utf-8")
        path = tmp_path / "more.xml"
        path.write_text(
            text.replace("</monster>", "<description>Grim.</description><environment>crypt</environment></monster>"),
            "utf-8",
        )
        left = taken(path).left
        assert (left["descriptions"], left["environments"]) == (2, 2)

    def test_spells_are_counted(self) -> None:
        assert taken(FIXTURES / "fight-club.xml").left["spells"] == 1

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ('<!DOCTYPE a [<!ENTITY b "bb">]>\n<compendium>&b;</compendium>', "line 1: a document type or entities"),
            ('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "line 1: a document type or entities"),
            ("<compendium>\n<monster></compendium>", "line 2: this is not XML"),
            ("<a>" * 60, "nests too deep"),
            ("no XML at all", "line 1: this is not XML"),
        ],
    )
    def test_what_is_refused(self, text: str, says: str, tmp_path: Path) -> None:
        path = tmp_path / "bad.xml"
        path.write_text(text, "utf-8")
        with pytest.raises(InvalidCommand, match=says):
            taken(path)


class TestBattles:
    """Running fights of other trackers, as prepared encounters."""

    def test_a_battle(self, tmp_path: Path) -> None:
        found = taken(FIXTURES / "dnd_battle_tracker.json")
        assert [fault.sentence for fault in found.faults] == ["Lair has no hit points."]
        (battle,) = found.tables["encounter"]
        wellby, first, second = battle["who"]
        assert (wellby["side"], wellby["hp"], wellby["note"]) == ("heroes", "31/38", ["owes the guide 3 gp"])
        assert wellby["counters"]["slots 1"] == {"value": 1, "start": 4}
        assert (first["name"], first["hp"], first["temp"], first["hidden"]) == ("Goblin 1", "4/7", 3, True)
        assert (second["hp"], second["out"]) == ("0/7", "dying")
        assert battle["opening"][0] == "initiative Wellby 13"

    def test_a_session_of_jeeves(self) -> None:
        (battle,) = taken(FIXTURES / "jeeves.json").tables["encounter"]
        malagrou, ghoul = battle["who"]
        assert (malagrou["side"], malagrou["hp"], malagrou["temp"], malagrou["ac"]) == ("heroes", "80/105", 5, 15)
        assert (malagrou["str"], malagrou["int"], malagrou["conditions"]) == (18, 8, ["poisoned"])
        assert (ghoul["side"], ghoul["hp"]) == ("enemies", 22)
        assert taken(FIXTURES / "jeeves.json").left["positions on a map"] == 2

    def test_a_session_of_jeeves_tells_the_level_of_exhaustion(self, tmp_path: Path) -> None:
        path = tmp_path / "tired.json"
        text = (FIXTURES / "jeeves.json").read_text("utf-8")
        path.write_text(text.replace('"exhaustion_level": 0', '"exhaustion_level": 3', 1), "utf-8")
        (battle,) = taken(path).tables["encounter"]
        assert [each.get("exhaustion") for each in battle["who"]] == [3, None]


class TestOtherGames:
    """Creatures on sheets that call things otherwise, and games that they do not fit."""

    def test_plain_takes_what_it_has_a_place_for(self) -> None:
        found = taken(FIXTURES / "improved-initiative-full.json", "plain")
        wight = next(table for table in found.tables["combatant"] if table["name"] == "Wight")
        assert (wight["health"], wight["defence"], wight["quickness"]) == (45, 14, 4)
        assert wight["weapons"]["life drain"] == {"bonus": 4, "dice": "1d6+2+1d6"}
        assert found.left["types of damage"] == 2

    def test_pathfinder_goes_where_no_other_scale_is(self) -> None:
        wolf = of("foundry-pf2e.json", "plain")["Marsh Wolf"]
        assert (wolf["health"], wolf["defence"], wolf["quickness"]) == ("31/50", 18, 10)
        assert wolf["weapons"]["jaws"] == {"bonus": 12, "dice": "1d10+5+1d4"}
        with pytest.raises(InvalidCommand, match="Pathfinder 2e creatures: their numbers do not fit"):
            taken(FIXTURES / "foundry-pf2e.json", "srd5")


class TestLeftOut:
    """What a sheet has no place for is counted, or becomes notes."""

    def test_it_is_counted_in_a_sentence(self) -> None:
        (sentence,) = taken(FIXTURES / "improved-initiative-full.json", "plain").said
        assert sentence.startswith("Left out: 42 ability scores, ")
        assert "1 condition immunity" in sentence
        assert "2 saving throws" in sentence

    def test_as_notes_it_comes_along(self) -> None:
        found = taken(FIXTURES / "improved-initiative-full.json", "plain", noting=True)
        wight = next(table for table in found.tables["combatant"] if table["name"] == "Wight")
        assert wight["note"] == [
            *("cr 1", "str 10", "dex 14", "con 12", "int 10", "wis 13", "cha 10", "dex save +4", "wis save +3"),
            *("kind Medium undead, neutral evil", "speed 30 ft.", "senses darkvision 60 ft."),
            "Intimidation +2, Stealth +4",
            "resists necrotic, bludgeoning/piercing/slashing from nonmagical weapons that aren't silvered",
            *("immune to poisoned", "legendary 3"),
        ]
        assert not found.left.keys() & {"saving throws", "skills"}

    @pytest.mark.parametrize("game", ["plain", "srd5"])
    def test_what_is_printed_comes_as_it_is_in_every_game(self, game: str) -> None:
        found = taken(FIXTURES / "improved-initiative-full.json", game)
        wight = next(table for table in found.tables["combatant"] if table["name"] == "Wight")
        assert [(part["kind"], part["name"]) for part in wight["block"]] == [
            ("action", "Life Drain"),
            ("action", "Multiattack"),
            ("trait", "Sunlight Sensitivity"),
            ("legendary", "Chill"),
        ]

    def test_saves_and_legendary_actions_are_numbers_on_a_sheet_that_has_them(self) -> None:
        wight = of("improved-initiative-full.json")["Wight"]
        assert (wight["save-dex"], wight["save-wis"], wight["legendary"]) == (4, 3, 3)
        assert wight["conditional"].startswith("resists bludgeoning/piercing/slashing from nonmagical")
        assert wight["condition-immune"] == ["poisoned"]


@pytest.mark.parametrize(
    ("name", "text", "numbers"),
    [
        (
            "Fire Breath (Recharge 5-6)",
            "Each creature must make a DC 21 Dexterity saving throw, taking 63 (18d6) fire damage on a failed save, or "
            "half as much damage on a successful one.",
            {"recharge": 5, "dc": 21, "ability": "dex", "dice": "18d6", "type": "fire", "half": True},
        ),
        (
            "Gaze",
            "It must succeed on a DC 14 Wisdom saving throw or be frightened.",
            {"dc": 14, "ability": "wis"},
        ),
        ("Multiattack", "The wight makes two attacks.", {}),
        (
            "Bite",
            f"Weapon Attack: +5 to hit, reach 5 ft. Hit: 7 (1d8 + 3) piercing damage, and the target must {SAVING}.",
            {"dc": 11, "ability": "con", "rider": f"the target must {SAVING}."},
        ),
        ("Horn (Recharges after a Short or Long Rest)", "It blows.", {"uses": 1}),
    ],
)
def test_the_save_of_an_act_in_the_older_words(name: str, text: str, numbers: dict[str, Any]) -> None:
    assert numbers_of(name, text) == numbers


@pytest.mark.parametrize(
    ("six", "like_modifiers"),
    [("4,2,3,0,-1,1", True), ("+4,+2,+3,0,−1,+1", True), ("2,11,9,2,10,4", False), ("18,14,16,10,8,12", False)],
)
def test_six_modifiers_are_not_taken_for_scores_without_a_word(six: str, like_modifiers: bool, tmp_path: Path) -> None:
    (tmp_path / "six.csv").write_text(f"name,hp,str,dex,con,int,wis,cha\nTia,9,{six}\n", "utf-8")
    got = taken(tmp_path / "six.csv")
    said = "these abilities look like modifiers; scores are 10 + 2 × modifier."
    assert [(remark.line, remark.sentence) for remark in got.remarks] == [(2, said)] * like_modifiers


@pytest.mark.parametrize("column", ["DC", "save dc", "Spell DC"])
def test_the_difficulty_of_spells_by_its_usual_names(column: str, tmp_path: Path) -> None:
    (tmp_path / "six.csv").write_text(f"name,hp,{column}\nTia,9,14\n", "utf-8")
    got = taken(tmp_path / "six.csv")
    assert got.tables["combatant"][0]["spell-dc"] == 14
