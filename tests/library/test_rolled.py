"""Hit points of those who are brought: thrown for each, the most, the least, or a number."""

from __future__ import annotations

import random

import pytest

from tracker.games.registry import find
from tracker.library.shelf import SHIPPED, Library
from tracker.rules.errors import InvalidCommand
from tracker.session import Session


def session(seed: int = 1) -> Session:
    begun = Session(find("srd5"), dice=random.Random(seed))
    begun.library = Library(begun.system, (SHIPPED,))
    return begun


def test_each_has_a_throw_of_their_own() -> None:
    fight = session()
    fight.do('bring "Goblin Warrior" count=8 hp=roll')
    tracks = [one.tracks["hp"] for one in fight.scene.combatants.values()]
    assert len({track.max for track in tracks}) > 2
    assert all(3 <= track.value == track.max <= 18 for track in tracks)
    fight.do("undo")
    assert not fight.scene.combatants


def test_the_throws_are_in_the_record_and_the_same_again() -> None:
    fight = session()
    (entry,) = fight.do('bring "Goblin Warrior" count=3 hp=roll').entries
    before = [one.tracks["hp"].max for one in fight.scene.combatants.values()]
    fight.do("note the goblins came")
    fight.do("note first")
    fight.do(f"amend {entry.id + 1} note the goblins came late")
    assert [one.tracks["hp"].max for one in fight.scene.combatants.values()] == before


@pytest.mark.parametrize(("given", "hp"), [("max", 104), ("min", 32), ("50", 50)])
def test_most_least_or_a_number(given: str, hp: int) -> None:
    fight = session()
    fight.do(f"bring Ogre hp={given}")
    assert fight.scene["Ogre"].tracks["hp"].max == hp


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("bring Ogre hpp=roll", "is not a track of 5e"),
        ("bring Ogre temp=roll", "has no dice for temp"),
        ("bring Ogre hp=lots", "is not a whole number"),
    ],
)
def test_what_cannot_be_thrown_is_refused(line: str, says: str) -> None:
    with pytest.raises(InvalidCommand, match=says):
        session().do(line)
