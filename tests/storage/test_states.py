"""The states of all entries, compared in one pass through a file, equal the digests of whole scenes."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from tests.benchmarks.fights import fight
from tests.table import tried
from tracker.combat.digest import digest, hexed
from tracker.combat.history import History
from tracker.combat.records import Entry
from tracker.session import Session
from tracker.storage.reader import States

LINES = (
    "hurt Sam 1",
    "hurt all 1",
    "heal Sam 1",
    "mark Goon prone",
    'unmark "Goon 2" prone',
    'range Sam "Goon 3" close',
    "range Goon Sam far",
    "cover Sam partial what=crate",
    "cover Sam none",
    'remove "Goon 4"',
    "add Orc side=enemies count=3",
    "add 漢字 side=heroes",
    'add "a|b" side=heroes',
    'range "a|b" Sam close',
    "encounter Roof stay=Sam",
    "hide Sam ; hurt Sam 1 ; note x",
    "next",
    "undo",
    "undo 3",
    "redo",
    "goto 3",
    "goto 9",
)


def played(seed: int, game: str) -> Session:
    chance, session = random.Random(seed), fight(8, game)
    tried(session, *(chance.choice(LINES) for _ in range(60)))
    return session


@pytest.mark.parametrize("seed", range(6))
def test_every_state_is_the_digest_of_its_scene(seed: int) -> None:
    session = played(seed, ("outgunned", "gen6", "contract")[seed % 3])
    again = History(session.system.new_scene())
    for record in session.history.records:
        again.add(replace(record, state="") if isinstance(record, Entry) else record)
    states = States(again)
    while not states.check(7):
        pass
    assert states.differs is None
    assert {id_: entry.state for id_, entry in again.entries.items()} == {
        id_: hexed(digest(session.history.scene_at(id_))) for id_ in session.history.entries
    }
    assert len(again.entries) > 15


def test_a_wrong_state_is_found_where_it_stands() -> None:
    session = played(1, "outgunned")
    records = session.history.records
    at = next(place for place, record in enumerate(records) if isinstance(record, Entry) and place > 20)
    wrong = History(session.system.new_scene())
    for place, record in enumerate(records):
        wrong.add(replace(record, state="0" * 16) if place == at else record)
    states = States(wrong)
    assert states.check()
    assert states.differs == records[at].id
