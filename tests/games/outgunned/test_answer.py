"""Decisions after a throw: keep, re-roll, all in, a Gamble; spending the extra; nothing unasked."""

from __future__ import annotations

import pytest

from tests.games.outgunned.fights import action, against, extra, grit, played, reaction
from tests.table import text
from tracker.games.outgunned import SYSTEM
from tracker.rules.errors import InvalidCommand
from tracker.rules.view import Pending
from tracker.session import Session


def asked(session: Session, name: str = "Savar") -> Pending | None:
    """What the throw of somebody asks."""
    return next((pending for pending in SYSTEM.pending(session.scene) if pending.name == name), None)


def words(session: Session, name: str = "Savar") -> list[str]:
    """The answers it takes."""
    pending = asked(session, name)
    return [answer.word for answer in pending.answers] if pending else []


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("attack Savar dice=2,2,3,4,5,6", ["keep", "again", "free"]),
        ("attack Savar 223456", ["keep", "again", "free"]),
        ("attack Savar dice=1,1,3,4,5,6", ["keep", "again", "free", "gamble"]),
        ("attack Savar dice=1,1,3,4,5,6 gamble", ["keep", "again", "free"]),
        ("attack Savar dice=2,3,4,5,6 pool=5", ["keep", "free"]),
        ("attack Savar dice=2,2,3,3,4,4", []),
        ("attack Savar dice=2,2,3,4,5,6/2,3,4,5 reroll", ["keep", "all-in"]),
        ("attack Savar dice=2,2,3,4,5,6/3,4,5,6 reroll", []),
        ("attack Savar dice=2,2,3,4,5,6/2,3,4,5/2,3,4 reroll all-in", ["keep", "quick", "full"]),
        ("attack Savar dice=2,2,3,4,5,6 hits=0", ["keep", "again", "free", "quick"]),
        ("attack Savar 2b", []),
    ],
)
def test_what_a_throw_asks(line: str, answers: list[str]):
    assert words(action(line)) == answers


@pytest.mark.parametrize(
    ("answer", "left", "said"),
    [
        ("keep", 5, "Savar keeps basic"),
        ("again dice=2345", 3, "critical. Goons −3 grit"),
        ("again dice=3456", 6, "nothing. No hit."),
        ("free dice=3,4,5,6", 5, "basic. Goons −1 grit"),
    ],
)
def test_an_answer_changes_the_throw_and_one_undo_takes_it_back(answer: str, left: int, said: str):
    session = action("attack Savar Goons dice=2,2,3,4,5,6")
    assert (grit(session, "Goons"), session.scene.prompts) == (5, ())
    session.do(f"answer Savar {answer}")
    assert grit(session, "Goons") == left
    assert said in text(session)
    session.do("undo")
    assert (grit(session, "Goons"), bool(asked(session))) == (5, True)


def test_the_line_of_a_changed_throw_does_the_same_again():
    session = action("attack Savar Goons roll", "attack Sam Goons c")
    session.do("answer Savar free")
    lines = [entry.command for entry in session.story()]
    assert "/" in lines[4]
    assert played(*lines, seed=9).scene == session.scene


def test_a_re_roll_keeps_what_came_after_it():
    session = action("attack Savar Goons dice=2,2,3,4,5,6", "attack Sam Goons b", "answer Savar again dice=2,3,4,5")
    assert grit(session, "Goons") == 2
    assert [entry.command.split()[1] for entry in session.story()[-2:]] == ["Savar", "Sam"]


def test_all_in_comes_after_a_better_re_roll_and_may_cost_all():
    session = against("basic", "basic", "attack Savar Foe dice=2,2,3,4,5,6", "answer Savar again dice=2,3,4,5")
    assert grit(session, "Foe") == 9
    session.do("answer Savar all-in dice=1,6,4")
    assert grit(session, "Foe") == 12
    assert not words(session)


def test_one_of_many_reactions_in_one_line_is_changed():
    session = reaction("react Savar 22345 pool=5 ; react Sam 2b")
    session.do("answer Savar again dice=2,3,4")
    assert [part.split()[1] for part in session.story()[-1].command.split(" ; ")] == ["Savar", "Sam"]
    assert (extra(session, "Savar"), extra(session, "Sam")) == (2, 1)


def test_a_gamble_called_afterwards_costs_its_ones():
    session = action("attack Savar Goons dice=1,1,3,4,5,6", "answer Savar gamble")
    assert grit(session, "Savar") == 10
    assert "gamble" not in words(session)


def test_extra_buys_counters_and_protection_with_a_letter():
    session = against("basic", "basic", "react Sam 0", "react Savar 223344 pool=6", turn="reaction")
    session.do("undo")
    session.do("react Savar 223345 pool=6")
    assert words(session) == ["keep", "again", "free", "counter", "protect Sam", "quick"]
    lines = {answer.word: answer.line for answer in asked(session).answers}  # type: ignore[union-attr]
    session.do(lines["protect Sam"])
    assert (grit(session, "Sam"), words(session)) == (12, ["keep", "again", "free"])


@pytest.mark.parametrize("after", ["answer Savar keep", "next", "end", "encounter Roof"])
def test_what_ends_the_question(after: str):
    session = action("attack Savar dice=2,2,3,4,5,6", after)
    assert asked(session) is None


def test_no_question_where_nobody_wants_one():
    assert not words(action("settings ask_after_throw=no", "attack Savar dice=2,2,3,4,5,6"))


def test_keep_holds_where_the_throw_was_amended_to_one_without_faces():
    session = action("attack Savar dice=2,2,3,4,5,6", "answer Savar keep")
    (thrown,) = (entry.id for entry in session.story() if entry.command.startswith("attack"))
    session.do(f"amend {thrown} attack Savar 2b")
    assert text(session) == "Savar keeps what there is."


@pytest.mark.parametrize(
    ("throw", "answer", "wrong"),
    [
        ("2b", "again", "No throw waits"),
        ("dice=2,3,4,5,6,1", "again", "needs a success"),
        ("dice=2,2,3,4,5,6", "all-in", "after a re-roll that was better"),
        ("dice=2,2,3,4,5,6", "again dice=1,2", "throws the 4 dice outside the sets; 2 are typed"),
        ("dice=2,2,3,4,5,6", "keep dice=1", "throws no dice"),
    ],
)
def test_wrong_answers_change_nothing(throw: str, answer: str, wrong: str):
    session = action(f"attack Savar {throw}")
    head = session.history.head
    with pytest.raises(InvalidCommand, match=wrong):
        session.do(f"answer Savar {answer}")
    assert session.history.head == head


def test_an_answer_that_changes_a_throw_stands_alone():
    session = action("attack Savar dice=2,2,3,4,5,6")
    with pytest.raises(InvalidCommand, match="stands alone"):
        session.do("answer Savar again ; next")


def test_the_odds_stand_in_the_question():
    pending = asked(action("attack Savar dice=2,2,3,4,5,5"))
    assert pending is not None
    # Two dice: better with a 2 or a 5 among them (1 - 16/36), or a pair of another face (4/36).
    assert pending.text == "5 5 2 2 4 3: 2 basic. Chance of better: again 67 % (or a basic is lost) · free 67 %"
    assert pending.answers[1].help == "re-rolls 2 dice: 67 % better, else a basic is lost"
