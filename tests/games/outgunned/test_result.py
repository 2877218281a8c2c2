"""Results: written, counted, re-rolled."""

import pytest

from tests.games.outgunned.fights import GOONS, action, grit, played
from tests.table import text
from tracker.games.outgunned import SYSTEM
from tracker.games.outgunned.result import ResultParam, successes
from tracker.games.outgunned.words import PoolParam
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand

LOOK = Context(SYSTEM, SYSTEM.new_scene())


@pytest.mark.parametrize(
    ("typed", "units", "written"),
    [
        ("0", 0, "0"),
        ("b", 1, "b"),
        ("2b", 2, "2b"),
        ("c", 3, "c"),
        ("C+2B", 5, "c+2b"),
        ("2b+c", 5, "c+2b"),
        ("e", 9, "e"),
        ("i", 27, "i"),
        ("j", 81, "j"),
        ("critical", 3, "c"),
        ("2basic+crit", 5, "c+2b"),
        ("1,1,3,4,4,4", 4, "dice=1,1,3,4,4,4"),
    ],
)
def test_typed_results(typed: str, units: int, written: str):
    word = ResultParam()
    found = word.read(typed, LOOK)
    assert (found.units, word.write(found)) == (units, written)
    again = word.read(written.removeprefix("dice="), LOOK, "dice" if written.startswith("dice=") else "")
    assert again == found


@pytest.mark.parametrize(
    "typed", ["", "x", "0c", "00b", "bb", "c+", "3", "7,1", "999b", "99b", "cb", "-1b", "basics", "1,1,", "½b"]
)
def test_what_is_no_result(typed: str):
    with pytest.raises(InvalidCommand):
        ResultParam().read(typed, LOOK)


@pytest.mark.parametrize(
    ("typed", "alias", "says"),
    [
        ("3", "total", "total= does not belong to this game"),
        (",".join("1" * 41), "", "Too many dice: at most 40"),
        ("99b", "", "Too many successes: at most 40"),
    ],
)
def test_what_is_against_a_result_is_said(typed: str, alias: str, says: str):
    with pytest.raises(InvalidCommand, match=says):
        ResultParam().read(typed, LOOK, alias)


def test_what_is_no_pool_is_said():
    with pytest.raises(InvalidCommand, match="A pool is a number, or attribute"):
        PoolParam().read("+", LOOK)


@pytest.mark.parametrize(
    ("faces", "found"),
    [
        ((1, 2, 3, 4, 5, 6), ()),
        ((1, 1, 3), ("basic",)),
        ((2, 2, 2), ("critical",)),
        ((2, 2, 2, 2), ("extreme",)),
        ((2,) * 5, ("impossible",)),
        ((2,) * 6, ("jackpot",)),
        ((2,) * 9, ("jackpot",)),
        ((1, 1, 3, 3, 3), ("basic", "critical")),
        ((1, 1, 3, 3), ("basic", "basic")),
    ],
)
def test_sets(faces: tuple[int, ...], found: tuple[str, ...]):
    assert successes(faces) == found


@pytest.mark.parametrize(
    ("line", "hits", "said"),
    [
        ("dice=1,1,3,4/1,5 reroll", 3, "The re-roll is better."),
        ("dice=1,1,3,4/2,5 reroll", 0, "is not better and costs basic."),
        ("dice=1,1,2,2,2,4/5 reroll", 3, "is not better and costs basic."),
        ("dice=1,2,3/4,4,5 free-reroll", 1, "The free re-roll is better."),
        ("dice=1,1,3,4/2,5 free-reroll", 1, "The free re-roll is not better."),
        ("dice=1,1,3,4/1,5/1 reroll all-in", 6, "The all-in is better."),
        ("dice=1,1,3,4/1,5/2 reroll all-in", 0, "The all-in is not better and costs critical."),
        ("dice=1,1,3,4/2,5/1,2 free-reroll reroll", 3, "The re-roll is better."),
        ("dice=1,1,2,2 reroll", 2, "All dice belong to sets, so no re-roll."),
        ("dice=1,1,3,4 reroll", 1, "A typed result stands as it is"),
        ("dice=1,2,3,4 reroll", 0, "No success, so no re-roll."),
        ("c reroll", 3, "A typed result stands as it is"),
    ],
)
def test_rerolls_from_the_table(line: str, hits: int, said: str):
    session = action(f"attack savar {line}")
    assert 6 - grit(session, "Goons") == hits
    assert said in text(session)


@pytest.mark.parametrize("flags", ["reroll", "free-reroll", "reroll all-in", "free-reroll reroll all-in"])
def test_thrown_rerolls_read_back_the_same(flags: str):
    for seed in range(40):
        session = played(*GOONS, "begin action", f"attack savar roll {flags}", seed=seed)
        entry, scene = session.story()[-1], session.scene
        assert len(entry.dice) == entry.command.count("/") + 1
        session.do("undo")
        session.do(entry.command)
        again = session.story()[-1]
        assert (session.scene, again.text, again.why, again.dice) == (scene, entry.text, entry.why, ())


def test_a_reroll_with_nothing_to_stand_on_leaves_the_throw():
    line = "attack savar roll pool=2 reroll"
    sessions = [played(*GOONS, "begin action", line, seed=seed) for seed in range(10)]
    left = [session for session in sessions if "No success, so no re-roll" in text(session)]
    assert left
    assert all(len(session.story()[-1].dice) == 1 for session in left)


@pytest.mark.parametrize(
    ("pool", "typed", "most"), [(" pool=5", "3c", "5 dice"), ("", "5b", "9 dice"), (" pool=5", "c", "")]
)
def test_what_no_throw_can_show_is_named_before_it_is_taken(pool: str, typed: str, most: str):
    session = played(f"add Savar grit=12{pool}", "add Goons side=enemies grit=6 defense=basic", "begin action")
    preview = session.preview(f"attack Savar Goons {typed}")
    assert preview.fine
    notes = " ".join(preview.notes)
    assert (f"No throw of {most} shows" in notes) if most else ("No throw" not in notes)
    assert "!" not in notes
