"""The shipped creatures of cairn: read from their pages, all there, and ready for a fight."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.examples.make_cairn import TARGET, creature
from tests.table import played

CREATURES: dict[str, dict[str, Any]] = {
    table["name"]: table for table in json.loads(TARGET.read_text("utf-8"))["combatant"]
}

PAGES = {
    "Goblin": "4 HP, 8 STR, 12 DEX, 8 WIL, dagger (d6) or sling (d6)",
    "Wolf": "6 HP, 12 STR, 14 DEX, 8 WIL, bite (d8)",
    "Skeleton": "5 HP, 1 Armor, 8 STR, 13 DEX, 0 WIL, rusty sword (d6) or bow (d6)",
    "Troll": "14 HP, 1 Armor, 14 STR, 12 DEX, 4 WIL, claws (d8+d8), club (d10)",
    "Bandit": "4 HP, 1 Armor, 12 STR, 12 DEX, 9 WIL, shortsword (d6) or short bow (d6)",
    "Red Dragon": "18 HP, 3 Armor, 18 STR, 12 DEX, 16 WIL, bite (d12), _detachment_",
    "Will-o-Wisp": "3 HP, 6 STR, 17 DEX, 12 WIL",
    "Vampire": "12 HP, 1 Armor, 14 STR, 12 DEX, 16 WIL, bite (d10)",
}
"""The lines of numbers of some pages, as printed."""


@pytest.mark.parametrize("name", PAGES)
def test_a_creature_has_the_numbers_of_its_page(name: str) -> None:
    read = creature(f"# {name}\n\n{PAGES[name]}\n\n- **Loyal**: [Stays](x) *near*.\n- Small.\n")
    assert read.pop("block") == [
        {"kind": "trait", "name": "About", "text": "Small."},
        {"kind": "trait", "name": "Loyal", "text": "Stays near."},
    ]
    assert {key: CREATURES[name].get(key) for key in read} == read
    assert set(CREATURES[name]) == {*read, "block"}


def test_what_armour_does_not_stop_and_what_strikes_everybody_is_known() -> None:
    touch = creature("# X\n\n14 HP, 1 STR, 18 DEX, 14 WIL, draining touch (d6, ignores armor) \n")
    assert touch["weapons"] == {"draining touch": {"dice": "1d6", "pierces": True}}
    breath = creature("# X\n\n8 HP, 12 STR, 15 DEX, 9 WIL, bite (d8) or fire breath (d6, _blast_)\n")
    assert breath["weapons"]["fire breath"] == {"dice": "1d6", "blast": True}
    with pytest.raises(ValueError, match="luck"):
        creature("# X\n\n8 HP, 12 STR, 15 DEX, 9 WIL, luck\n")


def test_everything_is_there_and_can_fight() -> None:
    assert len(CREATURES) == 145
    assert sum("detachment" in table for table in CREATURES.values()) == 23
    session = played("cairn", "add Ann hp=18 str=18 armour=2")
    for name, table in CREATURES.items():
        session.do(f'bring "{name}"')
        who = session.scene[name]
        assert {track: who.value(track) for track in ("hp", "str", "dex", "wil")} == {
            track: table[track] for track in ("hp", "str", "dex", "wil")
        }
        assert dict(who.weapons) == table.get("weapons", {})
        for weapon, numbers in who.weapons.items():
            verb = "blast" if numbers.get("blast") else "attack"
            session.do(f'{verb} "{name}" Ann roll weapon="{weapon}"')
            session.do("undo")
        session.do(f'remove "{name}"')
