"""A condition that ends by itself is said in every game that has turns, and questions stand in what run prints."""

from __future__ import annotations

import pytest

from tests.cli.conftest import called
from tracker.games.registry import find, names
from tracker.session import Session

LINES = (
    "add Ann",
    "add Bob side=enemies",
    "mark Ann giddy until=end of=Ann",
    "mark Bob spotted rounds=1",
    "initiative Ann 10",
    "initiative Bob 5",
    *["next"] * 8,
)


FREE = ("moves", "position")
"""Games in which nobody's turn begins or ends: only rounds pass."""


@pytest.mark.parametrize("game", names())
def test_it_is_said_in_the_log_of_every_game(game: str) -> None:
    script = "".join(f"{line}\n" for line in LINES)
    told = called("run", "--system", game, "--keep-going", "-", input=script).stdout
    assert told.count("Bob: no longer spotted.") == 1
    assert told.count("Ann: no longer giddy.") == (0 if game in FREE else 1)


def test_those_with_the_same_one_are_said_together() -> None:
    session = Session(find("plain"))
    lines = (
        "add Ann",
        "add Bob",
        "mark Ann,Bob dazed rounds=1",
        "initiative Ann 10",
        "initiative Bob 5",
        *["next"] * 2,
    )
    for line in lines:
        session.do(line)
    assert session.do("next").text == "Ann and Bob: no longer dazed. Round 2: Ann's turn."


def test_open_questions_stand_in_what_run_prints() -> None:
    script = "add Ann hp=20\nadd Bob\nmark Ann concentrating\nhurt Ann 8\n"
    told = called("run", "--system", "srd5", "-", input=script).stdout.splitlines()
    assert len(told) == 4
    assert "Question 1 for Ann: " in told[-1]


def test_a_condition_of_ones_own_is_offered_again() -> None:
    session = Session(find("plain"))
    for line in ("add Ann", "add Bob", "mark Ann moonstruck"):
        session.do(line)
    session.do("mark Bob moon")
    assert session.scene["Bob"].has("moonstruck")
