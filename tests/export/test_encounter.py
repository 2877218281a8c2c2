"""A fight as an encounter for Improved Initiative and as a library file: what goes out comes back in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tracker.combat.scene import Combatant
from tracker.export.encounter import as_improved_initiative, as_library
from tracker.games.registry import find
from tracker.library.imports.importing import read, write
from tracker.library.shelf import SHIPPED, Library
from tracker.session import Session

LINES = (
    "encounter Ford",
    "add Ann hp=24 ac=16 str=10 dex=14 save-dex=4 resist=cold,fire cr=5",
    "arm Ann bow hit=6 dice=1d8+3 type=piercing range=150/600",
    "add Bob hp=31 temp=5 ac=18 str=18 dex=8 con=14 int=10 wis=9 cha=13",
    "arm Bob axe hit=7 dice=1d12+4 type=slashing extra=1d6 extra-type=fire range=5",
    "note @Bob owes the ferryman",
    'bring "Goblin Warrior" count=3',
    "bring Ghoul",
    "bring Wight hidden",
    'bring "Adult Red Dragon"',
    "hurt Ghoul 5",
    "hurt Ann 7",
    "mark Ann poisoned",
    'mark "Goblin Warrior 2" prone',
    "initiative Ann 19",
    "initiative Ghoul 12",
)


def fight() -> Session:
    session = Session(find("srd5"))
    session.library = Library(session.system, (SHIPPED,))
    for line in LINES:
        session.do(line)
    return session


def compared(one: Combatant) -> dict[str, object]:
    """What must be the same again; a skill's or a trait's wording is that of the block."""
    fields = ("ac", "str", "dex", "con", "int", "wis", "cha", "save-dex", "save-con", "cr", "speed", "senses")
    numbers = {name: one.fields.get(name) for name in (*fields, "resist", "immune", "condition-immune", "initiative")}
    hits = {
        name: (weapon["hit"], weapon.get("dice"), weapon.get("type"), weapon.get("extra"), weapon.get("extra-type"))
        for name, weapon in one.weapons.items()
        if isinstance(weapon.get("hit"), int)
    }
    return {
        "side": one.side,
        "hp": one.tracks["hp"],
        "temp": one.tracks["temp"],
        "hidden": one.hidden,
        "conditions": [condition.name for condition in one.conditions],
        "notes": one.notes,
        "hits": hits,
        **numbers,
    }


def test_a_round_trip_of_eight_through_improved_initiative(tmp_path: Path) -> None:
    session = fight()
    assert len(session.scene.combatants) == 8
    path = tmp_path / "ford.json"
    path.write_text(as_improved_initiative(session), "utf-8")
    library = Library(session.system, (tmp_path / "library",))
    found = read(path, library)
    assert not found.faults
    write(found, library, "ford")
    back = Session(session.system)
    back.library = library
    back.do("encounter Ford")
    assert set(back.scene.combatants) == set(session.scene.combatants)
    for name in session.scene.combatants:
        assert compared(back.scene[name]) == compared(session.scene[name]), name


def test_it_has_the_shape_that_improved_initiative_reads() -> None:
    data = json.loads(as_improved_initiative(fight()))
    saved = data[f"SavedEncounters.{data['SavedEncounters'][0]}"]
    assert saved["Name"] == "Ford"
    assert len(data["Combatants"]) == len(saved["Combatants"]) == 8
    dragon = saved["Combatants"][-1]["StatBlock"]
    assert dragon["HP"] == {"Value": 256, "Notes": "(19d12+133)"}
    assert {"Name": "Dex", "Modifier": 6} in dragon["Saves"]
    assert [one["Name"] for one in dragon["LegendaryActions"]]
    assert any("Fire Breath" in one["Name"] for one in dragon["Actions"])
    assert "Id" not in data["Combatants"][0]
    for one in saved["Combatants"]:
        assert one["Alias"]
        assert isinstance(one["StatBlock"]["InitiativeModifier"], int)


@pytest.mark.parametrize("game", ["plain", "outgunned", "gen6"])
def test_any_game_can_be_sent(game: str) -> None:
    session = Session(find(game))
    session.do("add Ann")
    data = json.loads(as_improved_initiative(session))
    track = session.scene["Ann"].tracks.get(session.system.main_track(session.scene))
    assert data["Combatants"][0]["StatBlock"]["HP"]["Value"] == (track.max if track else 1)


@pytest.mark.parametrize("game", ["srd5", "outgunned"])
def test_a_library_file_brings_all_back(game: str, tmp_path: Path) -> None:
    if game == "srd5":
        session = fight()
    else:
        session = Session(find(game))
        for line in (
            "encounter Ford",
            "add Ann grit=12",
            "set Ann grit=7",
            "arm Ann pistol",
            "add Thug side=enemies count=2 grit=6",
        ):
            session.do(line)
    path = tmp_path / "library" / game / "ford.toml"
    path.parent.mkdir(parents=True)
    path.write_text(as_library(session), "utf-8")
    back = Session(session.system)
    back.library = Library(session.system, (tmp_path / "library",))
    assert not back.library.faults()
    back.do('bring "Heroes of Ford"')
    back.do("encounter Ford")
    for name, one in session.scene.combatants.items():
        again = back.scene[name]
        assert (again.tracks, again.weapons, again.spares, again.notes) == (
            one.tracks,
            one.weapons,
            one.spares,
            one.notes,
        )
