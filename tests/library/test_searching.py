"""Searching the library: any part of a name, several words in any order; what is ambiguous is asked."""

from __future__ import annotations

import pytest

from tests.library.conftest import Fight
from tracker.games.registry import find
from tracker.library.shelf import SHIPPED, Library
from tracker.rules.errors import InvalidCommand
from tracker.rules.matching import containing
from tracker.session import Session

NAMES = ("Dragon Turtle", "Adult Red Dragon", "Red Dragon Wyrmling", "Hobgoblin", "Goblin Boss", "Half-Dragon")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("dragon", ("Dragon Turtle", "Adult Red Dragon", "Red Dragon Wyrmling", "Half-Dragon")),
        ("red dra", ("Red Dragon Wyrmling", "Adult Red Dragon")),
        ("dra red", ("Adult Red Dragon", "Red Dragon Wyrmling")),
        ("gob", ("Goblin Boss",)),
        ("lin gob", ("Goblin Boss", "Hobgoblin")),
        ("half dragon", ("Half-Dragon",)),
        ("urtl", ("Dragon Turtle",)),
        ("unicorn", ()),
        ("", ()),
    ],
)
def test_every_word_begins_one_of_the_name_or_else_is_somewhere_in_it(typed: str, found: tuple[str, ...]) -> None:
    assert containing(typed, NAMES) == found


def shipped() -> Session:
    session = Session(find("srd5"))
    session.library = Library(session.system, (SHIPPED,))
    return session


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("bring red", "could be Red Dragon Wyrmling, Adult Red Dragon, Ancient Red Dragon, Young Red Dragon"),
        ("bring dragon", "could be Dragon Turtle, "),
        ("bring unicorn-of-doom", "is not in the library"),
    ],
)
def test_what_is_ambiguous_is_asked_and_never_guessed(line: str, says: str) -> None:
    session = shipped()
    with pytest.raises(InvalidCommand, match=says):
        session.do(line)
    assert not session.scene.combatants


@pytest.mark.parametrize(("line", "name"), [('bring "dult red"', "Adult Red Dragon"), ("bring ogre", "Ogre")])
def test_the_only_one_that_fits_comes_and_an_exact_name_before_all(line: str, name: str) -> None:
    session = shipped()
    session.do(line)
    assert list(session.scene.combatants) == [name]


def test_what_is_kept_comes_back_with_its_notes_and_counters(fight: Fight) -> None:
    session = fight(
        "outgunned", "add Thug grit=6", "note @Thug limps", "counter Thug luck 3 each=turn", "counter Thug luck -1"
    )
    session.do("keep Thug")
    other = fight("outgunned", "bring Thug")
    assert other.scene["Thug"].notes == ("limps",)
    luck = other.scene["Thug"].counters["luck"]
    assert (luck.value, luck.start, luck.each) == (2, 3, "turn")


def test_who_has_the_name_or_a_word_that_begins_so_is_brought_before_who_has_it_within(fight: Fight) -> None:
    session = fight("srd5")
    for name in ("Lió", '"Brother Odo"'):
        for line in (f"add {name} hp=8", f"keep {name}", f"remove {name}"):
            session.do(line)
    session.library = Library(session.system, (*session.library.folders, SHIPPED))
    assert session.do("bring Lio").text.startswith("Lió joins")
    assert session.do("bring odo").text.startswith("Brother Odo joins")
