"""Imports from other programs: the result, and every fault with its line."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Call
from tests.library.five import FIVE
from tracker.games import registry
from tracker.games.registry import find
from tracker.library.imports.importing import Import, read, write
from tracker.library.imports.statblock import Fault
from tracker.library.shelf import Library
from tracker.rules.errors import InvalidCommand
from tracker.session import Session

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture(autouse=True)
def five(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._known, FIVE.name, FIVE)


def found(name: str, own: Path) -> Import:
    return read(FIXTURES / name, Library(FIVE, (own,)))


def tables(found: Import) -> dict[str, dict[str, Any]]:
    return {table["name"]: table for table in found.tables["combatant"]}


GOBLIN = ("5e-bits.json", "improved-initiative.json", "open5e-answer.json", "improved-initiative-export.json")


@pytest.mark.parametrize("name", GOBLIN)
def test_a_goblin_is_the_same_from_every_format(name: str, own: Path) -> None:
    goblins = [table for title, table in tables(found(name, own)).items() if title.startswith("Goblin")]
    assert len(goblins) == 1
    (goblin,) = goblins
    assert (goblin["hp"], goblin["ac"], goblin["dex"], goblin["cr"]) == (7, 15, 14, "1/4")
    assert goblin["weapons"]["scimitar"] == {"hit": 4, "dice": "1d6+2", "type": "slashing", "range": "5 ft"}
    assert goblin["weapons"]["shortbow"] == {"hit": 4, "dice": "1d6+2", "type": "piercing", "range": "80/320 ft"}


def test_a_dump_of_three_files_is_put_together(own: Path) -> None:
    both = tables(found("open5e/Creature.json", own))
    assert set(both) == {"Goblin Warrior", "Skeleton"}
    assert both["Goblin Warrior"]["weapons"]["scimitar"]["dice"].startswith("1d6+2")
    assert both["Skeleton"]["immune"] == ["poison"]


def test_heroes_of_an_export_are_heroes(own: Path) -> None:
    ann = tables(found("improved-initiative-export.json", own))["Ann"]
    assert (ann["side"], ann["hp"]) == ("heroes", "21/27")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("5e-bits.json", "Djinni: Scimitar leaves a choice of its damage."),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(name: str, sentence: str, own: Path) -> None:
    (fault,) = found(name, own).faults
    assert fault.sentence == sentence
    line = (FIXTURES / name).read_text("utf-8").splitlines()[fault.line - 1]
    assert sentence.partition(": ")[2].partition(" is an")[0].partition(" leaves")[0] in line


def test_what_was_imported_joins_a_fight(own: Path) -> None:
    library = Library(FIVE, (own,))
    path = write(found("open5e/Creature.json", own), library, "srd")
    assert path == own / "srd5" / "srd.json"
    session = Session(FIVE)
    session.library = library
    assert session.do("bring skel count=3").text == "Skeleton (3) join (enemies)."
    assert session.scene["Skeleton 2"].tracks["hp"].value == 13
    assert session.scene["Skeleton 2"].fields["immune"] == ["poison"]


def test_a_game_that_takes_no_such_creatures_says_so(own: Path) -> None:
    with pytest.raises(InvalidCommand, match="for a game with hp and ac on its sheet, not for Outgunned"):
        read(FIXTURES / "5e-bits.json", Library(find("outgunned"), (own,)))


CSV = """name;side;grit;attack;smg.kind;smg.loaded
Thug;enemies;6;basic;smg;yes
;enemies;5;;;
Boss;enemies;9;impossibly;;
Moll;enemies;many;;;
Ann;heroes;12;;;;;
Bob;heroes;12;;;;7
"""


def of_csv(text: str, own: Path, tmp_path: Path, game: str = "outgunned") -> Import:
    path = tmp_path / "foes.csv"
    path.write_text(text, "utf-8")
    return read(path, Library(find(game), (own,)))


class TestRows:
    """A CSV: its columns, its sides, its weapons."""

    def test_a_table_with_a_header(self, own: Path, tmp_path: Path) -> None:
        got = of_csv(CSV, own, tmp_path)
        assert [table["name"] for table in got.tables["combatant"]] == ["Thug", "Ann"]
        assert got.tables["combatant"][0]["weapons"] == {"smg": {"kind": "smg", "loaded": "yes"}}
        assert [fault.line for fault in got.faults] == [3, 4, 5, 7]

    def test_armor_as_it_is_printed(self, own: Path, tmp_path: Path) -> None:
        got = of_csv("name,armor\nAnn,4I/6B\nBo,5\n", own, tmp_path, "gen6")
        assert (got.tables["combatant"][0]["armor_i"], got.tables["combatant"][0]["armor_b"]) == (4, 6)
        assert [(fault.line, "lacks a letter" in fault.sentence) for fault in got.faults] == [(3, True)]

    def test_weapons_come_loaded_and_with_spares(self, own: Path, tmp_path: Path) -> None:
        text = "name,side,grit,weapon,weapon 2,note\nNadia,heroes,12,sniper-rifle,Betsy kind=shotgun,left-handed\n"
        library = Library(find("outgunned"), (own,))
        write(of_csv(text, own, tmp_path), library, "heroes")
        session = Session(library.system)
        session.library = library
        session.do("bring Nadia")
        by_hand = Session(library.system)
        for line in ("add Nadia grit=12", "arm Nadia sniper-rifle", "arm Nadia Betsy kind=shotgun"):
            by_hand.do(line)
        nadia, armed = session.scene["Nadia"], by_hand.scene["Nadia"]
        assert nadia.weapons == armed.weapons
        assert nadia.spares == armed.spares
        assert nadia.weapons["sniper-rifle"]["loaded"] is True
        assert nadia.notes == ("left-handed",)

    @pytest.mark.parametrize(
        ("game", "told"),
        [
            ("outgunned", "counts as a hand weapon; kind=smg and the like change that."),
            ("contract", "counts as a melee weapon; kind=firearm, thrown or brawl changes that."),
            ("gen6", "counts as a melee weapon; kind=ranged changes that."),
            ("unknown-armies", "counts as a hand weapon; kind=gun changes that."),
        ],
    )
    def test_a_weapon_that_the_game_does_not_know_is_remarked_on(
        self, game: str, told: str, own: Path, tmp_path: Path
    ) -> None:
        (remark,) = of_csv("name,weapon\nMax,old blunderbuss\nSal,\n", own, tmp_path, game).remarks
        assert (remark.line, remark.sentence.partition("counts")[1:]) == (2, ("counts", told.removeprefix("counts")))

    def test_its_party_has_the_name_that_it_is_taken_in_by(
        self, own: Path, tmp_path: Path, tracker: Call, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert of_csv("name,side\nAnn,hero\nBob,hero\n", own, tmp_path).tables["party"][0]["name"] == "foes"
        monkeypatch.chdir(tmp_path)
        tracker("import", "foes.csv", "--to", "outgunned", "--library", "mine", "--as", "Crew")
        listed = json.loads(tracker("library", "outgunned", "--library", "mine", "--json").stdout)["outgunned"]
        assert next(entry["name"] for entry in listed if entry["file"] == "outgunned/Crew.toml") == "Crew"

    def test_a_weapon_that_could_be_several_is_a_fault(self, own: Path, tmp_path: Path) -> None:
        (fault,) = of_csv("name,weapon\nNadia,s\n", own, tmp_path).faults
        assert fault.line == 2
        assert "“s” could be" in fault.sentence

    @pytest.mark.parametrize(
        ("side", "kept"), [("heroes", "heroes"), ("Enemy", "enemies"), ("HERO", "heroes"), ("foe", None), ("all", None)]
    )
    def test_a_side_is_one_of_ours_or_refused(self, side: str, kept: str | None, own: Path, tmp_path: Path) -> None:
        got = of_csv(f"name,side\nOrc,{side}\n", own, tmp_path)
        if kept:
            assert got.tables["combatant"][0]["side"] == kept
        else:
            assert got.faults == (Fault(2, f"side “{side}”: write heroes or enemies."),)
            assert got.count == 0

    def test_without_a_side_a_sheet_that_no_hero_has_is_an_enemy(self, own: Path, tmp_path: Path) -> None:
        text = "name,grit,attack,nerves\nWharf Thugs,6,basic,\nNadia,12,,3\n"
        library = Library(find("outgunned"), (own,))
        write(of_csv(text, own, tmp_path), library, "docks")
        session = Session(library.system)
        session.library = library
        session.do('bring "Wharf Thugs" ; bring Nadia')
        assert {who.name: who.side for who in session.scene.combatants.values()} == {
            "Wharf Thugs": "enemies",
            "Nadia": "heroes",
        }

    def test_several_who_are_called_heroes_are_a_party_named_as_the_file(self, own: Path, tmp_path: Path) -> None:
        text = "name,side,grit,weapon,note\nNadia,heroes,5/12,pistol,left-handed\nTheo,hero,12,,\nBoss,enemies,9,,\n"
        got = of_csv(text, own, tmp_path)
        assert [(entry.kind, entry.name, entry.detail) for entry in got.listed[:2]] == [
            ("party", "foes", "Nadia, Theo"),
            ("combatant", "Nadia", "grit 5/12, pistol, “left-handed”"),
        ]
        library = Library(find("outgunned"), (own,))
        write(got, library, "docks")
        session = Session(library.system)
        session.library = library
        session.do("bring foes")
        assert {name: hero.tracks["grit"].value for name, hero in session.scene.combatants.items()} == {
            "Nadia": 5,
            "Theo": 12,
        }
        assert "pistol" in session.scene["Nadia"].weapons

    def test_a_column_that_the_game_does_not_have_is_left_out_and_that_is_said_once(
        self, own: Path, tmp_path: Path
    ) -> None:
        text = "name,eyes,grit\n" + "".join(f"Thug {number},green,6\n" for number in range(50))
        got = of_csv(text, own, tmp_path)
        assert not got.faults
        assert [remark.sentence for remark in got.remarks] == ["Outgunned has no place for “eyes”: it is left out."]
        assert len(got.tables["combatant"]) == 50
        assert "note" not in got.tables["combatant"][0]
        noted = read(tmp_path / "foes.csv", Library(find("outgunned"), (own,)), noting=True)
        assert noted.tables["combatant"][0]["note"] == ["eyes: green"]
        assert [remark.sentence for remark in noted.remarks] == ["Outgunned has no place for “eyes”: it becomes notes."]

    @pytest.mark.parametrize("column", ["initiative", "Init"])
    def test_initiative_is_what_is_added_to_the_throw(self, column: str, own: Path, tmp_path: Path) -> None:
        got = of_csv(f"name,{column}\nTia,3\n", own, tmp_path, "plain")
        assert got.tables["combatant"] == [{"name": "Tia", "quickness": 3, "side": "heroes"}]
        assert [(remark.line, remark.sentence.partition(",")[0]) for remark in got.remarks] == [
            (1, f"“{column.lower()}” is read as quickness")
        ]
        got = of_csv("name,initiative,quickness\nTia,9,3\n", own, tmp_path, "plain")
        assert got.tables["combatant"] == [{"name": "Tia", "initiative": 9, "quickness": 3, "side": "heroes"}]

    @pytest.mark.parametrize("column", ["count", "Qty", "number"])
    def test_a_count_is_so_many_members_of_an_encounter(self, column: str, own: Path, tmp_path: Path) -> None:
        got = of_csv(f"name,{column},grit\nThug,3,6\nBoss,1,9\n", own, tmp_path)
        assert [(entry.kind, entry.name, entry.detail) for entry in got.listed[:1]] == [
            ("encounter", "foes", "3 × Thug, Boss")
        ]
        assert [*got.said] == ["Without a side: 2 as enemies."]
        library = Library(find("outgunned"), (own,))
        write(got, library, "docks")
        session = Session(library.system)
        session.library = library
        session.do("encounter foes")
        assert {who.name: who.side for who in session.scene.combatants.values()} == {
            "Thug 1": "enemies",
            "Thug 2": "enemies",
            "Thug 3": "enemies",
            "Boss": "enemies",
        }

    def test_heroes_and_counted_enemies_of_a_file_have_names_of_their_own(self, own: Path, tmp_path: Path) -> None:
        got = of_csv("name,side,count\nAnn,hero,1\nBob,hero,\nThug,enemy,3\n", own, tmp_path)
        assert [(entry.kind, entry.name) for entry in got.listed[:2]] == [
            ("party", "foes"),
            ("encounter", "foes enemies"),
        ]
        (fault,) = of_csv("name,count\nThug,some\n", own, tmp_path).faults
        assert (fault.line, fault.sentence) == (2, "the count is a number from 1 to 500.")

    @pytest.mark.parametrize(
        ("game", "columns", "row", "weapon", "has"),
        [
            ("srd5", "to hit,damage", "+4,1d6+2 slashing", "attack", {"hit": 4, "dice": "1d6+2", "type": "slashing"}),
            ("srd5", "Attack Bonus,DMG,weapon", "5,2d6,maul", "maul", {"hit": 5, "dice": "2d6"}),
            ("srd5", "atk,weapon", "5,maul", "maul", {"hit": 5}),
            ("srd5", "attack", "Claw +3 1d4", "Claw", {"hit": 3, "dice": "1d4"}),
            ("gen6", "to hit,damage", "+2,2d6 + 1", "attack", {"bonus": 2, "damage": "2d6+1"}),
        ],
    )
    def test_a_bonus_and_a_damage_are_a_weapon(
        self, game: str, columns: str, row: str, weapon: str, has: dict[str, object], own: Path, tmp_path: Path
    ) -> None:
        library = Library(find(game), (own,))
        got = of_csv(f"name,{columns}\nGorgo,{row}\n", own, tmp_path, game)
        assert not got.faults
        write(got, library, "foes")
        session = Session(library.system)
        session.library = library
        session.do("bring Gorgo")
        armed = session.scene["Gorgo"].weapons
        assert [*armed] == [weapon]
        assert has.items() <= armed[weapon].items()

    def test_a_damage_that_is_no_dice_is_named_as_it_was_written(self, own: Path, tmp_path: Path) -> None:
        (fault,) = of_csv("name,to hit,damage\nCat,+5,1d6 slashing plus 2d6 fire\n", own, tmp_path, "srd5").faults
        assert "“1d6 slashing plus 2d6 fire” is not a dice expression" in fault.sentence

    def test_where_weapons_have_no_such_numbers_they_are_left_out(self, own: Path, tmp_path: Path) -> None:
        got = of_csv("name,side,to hit,damage\nThug,enemy,+4,1d6\n", own, tmp_path)
        assert [remark.sentence for remark in got.remarks] == [
            "Outgunned has no place for “damage”, “to hit”: it is left out."
        ]
        assert "arms" not in got.tables["combatant"][0]

    def test_the_side_of_rows_without_one_may_be_said(self, own: Path, tmp_path: Path) -> None:
        (tmp_path / "foes.csv").write_text("name,side,grit\nThug,,6\nMoll,,6\nAnn,hero,9\n", "utf-8")
        library = Library(find("outgunned"), (own,))
        guessed = read(tmp_path / "foes.csv", library)
        said = read(tmp_path / "foes.csv", library, side="enemies")
        assert [*guessed.said] == ["Without a side: 2 as heroes."]
        assert [*said.said] == ["Without a side: 2 as enemies."]
        assert [table["side"] for table in said.tables["combatant"]] == ["enemies", "enemies", "heroes"]
        (like,) = of_csv("name,like\nRoxy,bad-guys-2\n", own, tmp_path).tables["combatant"]
        assert "side" not in like, "it is that of the sheet"
        assert ("party" in guessed.tables, "party" in said.tables) == (True, False)

    def test_a_column_with_a_slip_is_asked_about(self, own: Path, tmp_path: Path) -> None:
        (remark,) = of_csv("name,grti\nTia,3\n", own, tmp_path).remarks
        assert remark.sentence == "Outgunned has no place for “grti”: it is left out. Did you mean grit?"

    def test_equal_names_are_numbered_and_said(self, own: Path, tmp_path: Path) -> None:
        got = of_csv("name,side,grit\nThug,enemy,6\nthug 2,enemy,5\nThug,enemy,6\nThug,enemy,6\n", own, tmp_path)
        assert [table["name"] for table in got.tables["combatant"]] == ["Thug", "thug 2", "Thug 3", "Thug 4"]
        assert [*got.said] == ["Names that occur twice are numbered: Thug 3, Thug 4."]

    def test_a_name_with_a_comma_comes_without_it_and_that_is_said(self, own: Path, tmp_path: Path) -> None:
        got = of_csv('name,grit\n"Lia, the Swift",6\n', own, tmp_path)
        assert [table["name"] for table in got.tables["combatant"]] == ["Lia the Swift"]
        (remark,) = got.remarks
        assert (remark.line, remark.sentence) == (
            2,
            "Lia, the Swift comes as Lia the Swift: a name has no commas and quotes.",
        )

    def test_too_many_rows_are_one_sentence_before_any_of_them_is_read(self, own: Path, tmp_path: Path) -> None:
        with pytest.raises(InvalidCommand, match="there are more than 6000 entries in the file; split it"):
            of_csv("name,grit\n" + "Thug,6\n" * 200_000, own, tmp_path)

    def test_many_unknown_columns_are_one_remark(self, own: Path, tmp_path: Path) -> None:
        names = [f"c{number}" for number in range(20_000)]
        got = of_csv(f"name,grit,c1,{','.join(names)}\nThug,6\n", own, tmp_path)
        first, second = (remark.sentence for remark in got.remarks)
        assert first.startswith("Outgunned has no place for “c0”, “c1”, ")
        assert first.endswith(" and 19988 others: it is left out.")
        assert second == "there are two columns “c1”; the last one counts."
        assert got.count == 1


THUG = {"Name": "Thug", "HP": {"Value": 6}}


@pytest.mark.parametrize(
    ("name", "many"),
    [
        ("own.json", lambda: {"combatant": [{"name": "Thug", "hp": 6}] * 200_000}),
        ("own.toml", lambda: '[[combatant]]\nname = "Thug"\n' * 50_000),
        ("who.toml", lambda: '[[encounter]]\nname = "All"\n' + '[[encounter.who]]\nname = "Thug"\n' * 50_000),
        ("ii.json", lambda: [THUG] * 200_000),
        ("all.json", lambda: {f"Creatures.{number}": THUG for number in range(200_000)}),
        ("encounter.json", lambda: {"Combatants": [THUG] * 200_000}),
        ("some.json", lambda: {f"SavedEncounters.{number}": {"Combatants": [THUG] * 5000} for number in range(40)}),
        ("battle.json", lambda: {"creatureIdCount": 1, "creatures": [{"name": "Thug"}] * 200_000}),
        ("fc.xml", lambda: f"<compendium>{'<monster><name>Thug</name></monster>' * 200_000}</compendium>"),
    ],
)
@pytest.mark.slow
def test_too_many_creatures_are_one_sentence_before_they_are_read(
    name: str, many: Callable[[], object], own: Path, tmp_path: Path
) -> None:
    path = tmp_path / name
    content = many()
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    before = time.process_time()
    with pytest.raises(InvalidCommand, match=r"more than 6000 (entries in the file|monsters); split"):
        read(path, Library(find("srd5"), (own,)))
    assert time.process_time() - before < 5


OWN = '[[combatant]]\nname = "Thug"\nside = "enemies"\ngrit = 6\n\n[[party]]\nname = "Two"\nwho = [{ like = "Thug" }]\n'


def test_our_own_files_are_imported_too(own: Path, tmp_path: Path) -> None:
    toml, as_json = tmp_path / "foes.toml", tmp_path / "foes.json"
    toml.write_text(OWN, "utf-8")
    as_json.write_text(json.dumps({"combatant": [{"name": "Thug", "side": "enemies", "grit": 6}]}), "utf-8")
    library = Library(find("outgunned"), (own,))
    assert {kind: len(listed) for kind, listed in read(toml, library).tables.items()} == {"combatant": 1, "party": 1}
    assert read(as_json, library).tables == {"combatant": [{"name": "Thug", "side": "enemies", "grit": 6}]}
    toml.write_text(OWN + "\n[[combatant]]\nname = 5\n", "utf-8")
    (fault,) = read(toml, library).faults
    assert (fault.line, fault.sentence) == (11, "name of a combatant must be a text in quotes.")


def test_a_fault_in_the_library_s_own_json_has_its_line_there(tmp_path: Path) -> None:
    path = tmp_path / "foes.json"
    path.write_text('{"combatant": [\n{"name": "Thug"},\n\n{"name": "Brute",\n"grit": null}\n]}', "utf-8")
    brought = read(path, Library(find("outgunned"), (tmp_path / "own",)))
    assert [table["name"] for table in brought.tables["combatant"]] == ["Thug"]
    assert [(fault.line, "Brute" in fault.sentence) for fault in brought.faults] == [(4, True)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[1, 2", "line 1: this is not JSON"),
        ("[" * 100_000, "nests too deep"),
        ("1" * 5000, "too long a number"),
        ("{}", "is not in a format"),
        ('[{"Name": "x"}]', "is not in a format"),
        ("[NaN, null, {}]", "is not in a format"),
    ],
)
def test_a_file_that_is_none_of_these_is_a_sentence(text: str, says: str, own: Path, tmp_path: Path) -> None:
    path = tmp_path / "strange.json"
    path.write_text(text, "utf-8")
    with pytest.raises(InvalidCommand, match=says):
        read(path, Library(FIVE, (own,)))


@pytest.mark.parametrize(
    ("name", "text"), [("fight.yaml", "a: 1\n"), ("data.xml", "<root><npc/></root>"), ("a.db3", "")]
)
def test_a_file_of_another_kind_is_told_what_can_be_imported(name: str, text: str, own: Path, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(InvalidCommand, match=f"{name} is not in a format that can be imported: Open5e, .* Fight Club"):
        read(tmp_path / name, Library(FIVE, (own,)))


class TestTheCommand:
    """``tracker import``: all or nothing."""

    def test_all_or_nothing(self, tracker: Call, tmp_path: Path) -> None:
        file = str(FIXTURES / "5e-bits.json")
        refused = tracker("import", file, "--to", "srd5", "--saves", "mine")
        assert (refused.exit_code, refused.stdout) == (1, "")
        assert refused.stderr.splitlines()[1] == "Nothing was taken. --partial takes the 3 that can be read."
        assert not Path("mine").exists()
        tried = tracker("import", file, "--to", "srd5", "--saves", "mine", "--dry-run")
        assert tried.stdout.splitlines() == [
            "3 entries (5e-bits) would come: Djinni, Goblin, Skeleton.",
            "Left out: 3 kinds of armour.",
        ]
        assert not Path("mine").exists()
        taken = tracker("import", file, "--to", "srd5", "--saves", "mine", "--partial", "--as", "book")
        assert taken.exit_code == 1
        listed = tracker("library", "srd5", "--saves", "mine", "--json")
        entries = json.loads(listed.stdout)["srd5"]
        taken_names = [entry["name"] for entry in entries if entry["file"] == "srd5/book.json"]
        assert taken_names == ["Djinni", "Goblin", "Skeleton"]

    def test_unknown_columns_are_left_out_and_named(self, tracker: Call) -> None:
        Path("party.csv").write_text("name,side,grit,class,player\nElra,heroes,9,Spy,Kim\n", "utf-8")
        taken = tracker("import", "party.csv", "--to", "outgunned", "--saves", "mine")
        assert taken.exit_code == 0
        assert taken.stderr == "line 1: note: Outgunned has no place for “class”, “player”: it is left out.\n"

    def test_what_is_replaced_is_said(self, tracker: Call) -> None:
        file = str(FIXTURES / "open5e" / "Creature.json")
        tracker("import", file, "--to", "srd5", "--library", "mine", "--as", "b")
        tried = tracker("import", file, "--to", "srd5", "--library", "mine", "--as", "b", "--dry-run")
        again = tracker("import", file, "--to", "srd5", "--library", "mine", "--as", "b")
        sentence = "2 entries are replaced in b.json: Goblin Warrior, Skeleton."
        assert tried.stdout.splitlines()[-1] == again.stdout.splitlines()[-1] == sentence
        first = tracker("import", file, "--to", "srd5", "--library", "mine", "--as", "c")
        assert first.stdout.splitlines()[-1] == "b.json has Goblin Warrior, Skeleton too, and goes before c.json."

    @pytest.mark.slow
    def test_two_thousand_whole_stat_blocks_are_taken_and_found(self, tracker: Call, tmp_path: Path) -> None:
        (wight,) = [
            value
            for key, value in json.loads((FIXTURES / "improved-initiative-full.json").read_text("utf-8")).items()
            if key == "Creatures.wight"
        ]
        wight["Traits"] *= 5
        many = [{**wight, "Name": f"Wight {number}"} for number in range(1, 2001)]
        path = tmp_path / "many.json"
        path.write_text(json.dumps(many), "utf-8")
        assert tracker("import", str(path), "--to", "plain", "--library", "mine").exit_code == 0
        library = Library(find("plain"), (tmp_path / "mine",))
        assert not library.faults()
        assert len(library.entries()) == 2000

    def test_where_nothing_would_come_it_says_so(self, tracker: Call, tmp_path: Path) -> None:
        path = tmp_path / "none.csv"
        path.write_text("name,grit\nMoll,many\n", "utf-8")
        tried = tracker("import", str(path), "--to", "outgunned", "--dry-run")
        assert (tried.exit_code, tried.stdout) == (1, "Nothing would come (CSV).\n")

    def test_the_help_names_the_columns(self, tracker: Call) -> None:
        text = " ".join(tracker("import", "--help").stdout.split())
        for column in ("side (heroes or enemies)", "weapon, weapon 2", "note", "WEAPON.FIELD"):
            assert column in text

    def test_notes_take_the_rest(self, tracker: Call) -> None:
        file = str(FIXTURES / "improved-initiative-full.json")
        taken = tracker("import", file, "--to", "plain", "--library", "mine", "--notes")
        assert taken.exit_code == 0
        assert "traits" not in taken.stdout

    def test_all_of_it(self, tracker: Call) -> None:
        file = str(FIXTURES / "open5e" / "Creature.json")
        taken = tracker("import", file, "--to", "srd5", "--library", "mine")
        assert (taken.exit_code, taken.stderr) == (0, "")
        assert taken.stdout == f"2 entries (Open5e) are in {Path('mine/srd5/Creature.json').absolute()}.\n"

    @pytest.mark.parametrize(
        ("words", "says"),
        [
            (("import", "none.json", "--to", "outgunned"), "There is no file none.json"),
            (("import", str(FIXTURES / "5e-bits.json"), "--to", "outgunned"), "not for Outgunned"),
            (("import", str(FIXTURES / "5e-bits.json"), "--to", "nogame"), "is not a game"),
            (("import", str(FIXTURES / "5e-bits.json")), "--to"),
        ],
    )
    def test_a_wrong_call(self, words: tuple[str, ...], says: str, tracker: Call) -> None:
        wrong = tracker(*words)
        assert wrong.exit_code == 2
        assert says in wrong.stderr


@pytest.mark.parametrize(
    ("game", "weapon", "known"),
    [
        ("srd5", "Greatclub +7 2d8+5 bludgeoning", {"hit": 7, "dice": "2d8+5", "type": "bludgeoning"}),
        ("srd5", "Greatclub +4 to hit, 1d6 − 1 slashing damage", {"hit": 4, "dice": "1d6-1", "type": "slashing"}),
        ("srd5", "Greatclub −1 2d4", {"hit": -1, "dice": "2d4"}),
        ("gen6", "Greatclub +2 2d6+1 bludgeoning", {"bonus": 2, "damage": "2d6+1"}),
        ("cairn", "Greatclub d10", {"dice": "d10"}),
    ],
)
def test_a_weapon_of_a_csv_may_be_written_as_printed(
    game: str, weapon: str, known: dict[str, object], tmp_path: Path
) -> None:
    there = Library(find(game), (tmp_path,))
    path = tmp_path / "foes.csv"
    path.write_text(f'name,weapon\nGorgo,"{weapon}; knife"\n', "utf-8")
    write(read(path, there), there, "foes")
    session = Session(there.system)
    session.library = there
    session.do("bring Gorgo")
    armed = session.scene["Gorgo"].weapons
    assert [*armed] == ["Greatclub", "knife"]
    assert known.items() <= armed["Greatclub"].items()
