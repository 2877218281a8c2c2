"""Lasting notes of a combatant, and the GM's own counters."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.small_game import STAGE, session, side_rows
from tracker.combat.scene import Counter
from tracker.commands.parser import phrases, read
from tracker.commands.writer import write
from tracker.export.json import as_json
from tracker.export.text import as_text
from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand
from tracker.rules.verbs.notes import Note
from tracker.session import Session

FIGHT = ("add Ann", 'add "Dr. Faye"', "add Goon side=enemies count=2")


def notes(made: Session) -> dict[str, tuple[str, ...]]:
    return {name: combatant.notes for name, combatant in made.scene.combatants.items() if combatant.notes}


def counters(made: Session, name: str) -> dict[str, Any]:
    return {word: (count.value, count.start, count.each) for word, count in made.scene[name].counters.items()}


def badges(made: Session, name: str) -> list[str]:
    rows = (row for side in side_rows(STAGE, made.scene) for row in side.rows)
    return next([f"{badge.glyph} {badge.word}" for badge in row.badges] for row in rows if row.name == name)


@pytest.mark.parametrize(
    ("line", "noted", "command"),
    [
        ("note @ann has the key", {"Ann": ("has the key",)}, "note @Ann has the key"),
        ("note @fay flees", {"Dr. Faye": ("flees",)}, 'note @"Dr. Faye" flees'),
        ('note @"dr. faye" flees', {"Dr. Faye": ("flees",)}, 'note @"Dr. Faye" flees'),
        ("note @goon,ann a=b ; c", {}, None),
        ('note @goon "a=b ; c"', {"Goon 1": ("a=b ; c",), "Goon 2": ("a=b ; c",)}, 'note @Goon "a=b ; c"'),
        ("note the ship @sinks", {}, "note the ship @sinks"),
        ('note "@home at last"', {}, 'note "@home at last"'),
        ("note @ the docks", {}, 'note "@ the docks"'),
    ],
)
def test_a_note_stays_with_whom_the_sign_names(line: str, noted: dict[str, Any], command: str | None) -> None:
    fight = session(*FIGHT)
    if command is None:
        with pytest.raises(InvalidCommand):
            fight.do(line)
        return
    entry = fight.do(line).entries[0]
    assert (notes(fight), entry.command) == (noted, command)
    fight.do("undo")
    fight.do(entry.command)
    assert notes(fight) == noted


def test_notes_add_up_and_the_name_alone_takes_them_away() -> None:
    fight = session(*FIGHT, "note @Ann has the key", "note @Ann limps")
    assert notes(fight) == {"Ann": ("has the key", "limps")}
    assert badges(fight, "Ann") == ["✎ limps"]
    fight.do("note @Ann")
    assert notes(fight) == {}
    fight.do("undo")
    assert notes(fight) == {"Ann": ("has the key", "limps")}
    with pytest.raises(InvalidCommand, match="no note on Goon 1"):
        fight.do('note @"Goon 1"')
    with pytest.raises(InvalidCommand, match="note TEXT, or note @NAME TEXT"):
        fight.do("note")
    with pytest.raises(InvalidCommand, match="not a name here"):
        fight.do("note @bob limps")


def test_a_line_kept_before_there_were_such_notes_is_read_as_it_was() -> None:
    (phrase,) = phrases("note @home is where they go")
    assert read(phrase, STAGE, session(*FIGHT).scene, exact=True) == Note(text="@home is where they go")


texts = st.text(alphabet='ab @"\\=;x', min_size=1, max_size=12).filter(lambda text: text.strip() == text)


@given(st.none() | st.sampled_from(("Ann", "Dr. Faye", "Goon", "Ann,Dr. Faye", "heroes")), texts)
def test_what_is_written_for_a_note_reads_as_the_same(name: str | None, text: str) -> None:
    scene = session(*FIGHT).scene
    (phrase,) = phrases(f'note @"{name}" x' if name else "note x")
    made = read(phrase, STAGE, scene).copy_with(text=text)
    for exact in (False, True):
        (phrase,) = phrases(write(made))
        assert read(phrase, STAGE, scene, exact) == made


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (("counter Ann rage 3",), {"rage": (3, 3, None)}),
        (("counter Ann rage 3 each=round", "counter Ann rage -1"), {"rage": (2, 3, "round")}),
        (("counter Ann rage 3 each=round", "counter Ann ra 1"), {"rage": (1, 3, "round")}),
        (("counter Ann rage 3 each=round", "counter Ann rage 1 each=turn"), {"rage": (1, 1, "turn")}),
        (("counter Ann rage +2", "counter Ann ammo 6"), {"rage": (2, 2, None), "ammo": (6, 6, None)}),
        (("counter Ann rage 3", "counter Ann rage off"), {}),
        (("counter heroes rage 3", 'counter "Dr. Faye" rage -1'), {"rage": (3, 3, None)}),
    ],
)
def test_counters_are_set_changed_and_taken_away(lines: tuple[str, ...], kept: dict[str, Any]) -> None:
    fight = session(*FIGHT, *lines)
    assert counters(fight, "Ann") == kept
    fight.do(f"undo {len(lines)}")
    assert counters(fight, "Ann") == {}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("counter Ann rage off", "Ann has no counter “rage”"),
        ("counter Ann rage -1", "cannot go below 0"),
        ("counter Ann goon 3", "not|somebody"),
        ('counter Ann "Goon 1" 3', "somebody in the fight"),
        ("counter Ann rage lots", "not a whole number"),
        ("counter Ann rage 3 each=week", "not a moment"),
        ("counter Ann rage", "needs count"),
    ],
)
def test_a_counter_that_makes_no_sense_is_refused(line: str, sentence: str) -> None:
    fight = session(*FIGHT)
    if line == "counter Ann goon 3":
        fight.do(line)  # a group's name is free
        return
    with pytest.raises(InvalidCommand, match=sentence):
        fight.do(line)


def test_a_counter_begins_anew_with_every_round_and_says_so() -> None:
    fight = session(*FIGHT, "counter Ann rage 3 each=round", "counter Ann luck 2", "next", "counter Ann rage -2")
    fight.do("counter Ann luck -1")
    assert badges(fight, "Ann") == ["# rage 1/3", "# luck 1"]
    entry = fight.do("next").entries[0]
    assert counters(fight, "Ann") == {"rage": (3, 3, "round"), "luck": (1, 2, None)}
    assert "Ann: rage 1 → 3." in entry.text
    fight.do("undo")
    assert counters(fight, "Ann") == {"rage": (1, 3, "round"), "luck": (1, 2, None)}


def test_a_counter_begins_anew_with_every_turn_of_its_owner() -> None:
    fight = session("add Ann health=9", "add Foe side=enemies health=9", system=find("gen6"))
    fight.do("counter Foe parries 2 each=turn ; counter Ann parries 2 each=turn")
    fight.do("initiative heroes=14 enemies=11")
    fight.do("counter Ann,Foe parries -1")
    while fight.scene.turn.name != "Foe":
        fight.do("next")
    assert counters(fight, "Foe") == {"parries": (2, 2, "turn")}
    assert counters(fight, "Ann") == {"parries": (1, 2, "turn")}


def test_a_counter_begins_anew_with_a_new_fight() -> None:
    fight = session(*FIGHT, "counter Ann luck 3 each=encounter", "counter Ann luck -3", "next")
    assert counters(fight, "Ann") == {"luck": (0, 3, "encounter")}
    fight.do("encounter The cellar")
    assert counters(fight, "Ann") == {"luck": (3, 3, "encounter")}


def test_the_verb_of_a_game_stays_its_own_beside_counters() -> None:
    fight = session("add Savar", "add Goons side=enemies", system=find("outgunned"))
    fight.do("counter Savar favours 3")
    assert counters(fight, "Savar") == {"favours": (3, 3, None)}
    assert fight.history.entries[fight.history.head].command == "counter Savar favours 3"
    with pytest.raises(InvalidCommand, match="one word too many"):
        fight.do("counter Savar Goons 2")


def test_both_are_in_what_is_told_of_a_fight() -> None:
    fight = session("add Ann", "note @Ann limps", "counter Ann rage 3 each=round", "counter Ann ammo 6")
    data = as_json(fight)["combatants"]["Ann"]
    assert data["notes"] == ["limps"]
    assert data["counters"] == {
        "rage": {"value": 3, "start": 3, "each": "round"},
        "ammo": {"value": 6, "start": 6, "each": None},
    }
    text = as_text(fight)
    assert "counter rage 3 of 3 each round; counter ammo 6" in text
    assert "note: limps" in text


def test_what_joins_may_hold_both() -> None:
    fight = session("add Ann", "note @Ann limps", "counter Ann rage 3")
    assert (fight.scene["Ann"].notes, fight.scene["Ann"].counters) == (("limps",), {"rage": Counter(3, 3)})
