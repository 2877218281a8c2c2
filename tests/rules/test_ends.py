"""A condition that ends by itself is said in every game that has turns, and questions stand in what run prints."""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.conftest import called
from tracker.games.registry import find, names
from tracker.players.projection import Sharing
from tracker.players.public import Public
from tracker.rules.errors import InvalidCommand
from tracker.rules.turns import lasts_until
from tracker.session import Session

FREE = ("moves", "position")
"""Games in which nobody's turn begins or ends: only rounds pass."""


@pytest.mark.parametrize("game", names())
def test_it_is_said_wherever_the_fight_is_told_in_every_game(game: str, tmp_path: Path) -> None:
    """By ``run``, ``show``, ``talk``, in the log and the story, and to the players on their page and in their story."""
    system = find(game)
    known = next((spec.name for spec in system.conditions), "")
    begun = ["add Ann", "add Bob side=enemies", "initiative Ann 10", "initiative Bob 5", "next"]
    lines = ["mark Ann giddy until=end of=Ann", f'mark Bob "{known or "spotted"}" rounds=1', *["next"] * 8]
    file = str(tmp_path / "fight.json")
    called("run", "--system", game, "--seed", "1", "--keep-going", "--save", file, "-", input="\n".join(begun))
    wanted = [f"Bob: {system.condition_over(known or 'spotted')}"]
    wanted += [] if game in FREE else ["Ann: no longer giddy"]
    run = ("run", "--load", file, "--seed", "1", "--keep-going", "--save", file, "-")  # a joker would join the sentence
    shutil.copy(file, tmp_path / "spoken.json")
    talk = called("talk", str(tmp_path / "spoken.json"), input="\n".join(lines)).stdout
    told = {"run": called(*run, input="\n".join(lines)).stdout, "talk": talk, "show": called("show", file).stdout}
    log = json.loads(called("show", file, "--json").stdout)["log"]
    told["log"] = "\n".join(entry["text"] for entry in log)
    told["story"] = called("export", file, "--to", "markdown").stdout
    session = Session.open(file)
    for how, text in told.items():
        assert [text.count(sentence) for sentence in wanted] == [1] * len(wanted), how
    if known:
        page = "\n".join(Public(system, session.history, Sharing(numbers=False)).now(99).story)
        for text in (page, called("export", file, "--to", "markdown", "--for", "players").stdout):
            assert text.count(wanted[0]) == 1
            assert "giddy" not in text
    session.close()


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


@pytest.mark.parametrize("game", [game for game in names() if game not in FREE])
@pytest.mark.parametrize("moment", ["start", "end"])
def test_rounds_and_a_turn_are_that_turn_of_the_last_round_in_every_game(game: str, moment: str) -> None:
    session = Session(find(game))
    for line in ("add Ann", "add Bob side=enemies", "initiative Ann 10", "initiative Bob 5", "next"):
        with suppress(InvalidCommand):
            session.do(line)
    session.do(f"mark Ann giddy rounds=2 until={moment}")
    begun = session.scene.turn.round
    said = f"until the {moment} of their own turn in round {begun + 1}."
    assert session.story()[-1].text == f"Ann: giddy for 2 rounds, {said}"
    while session.scene["Ann"].has("giddy"):
        assert session.scene.turn.round <= begun + 1
        session.do("next")
    assert session.scene.turn.round == begun + 1 or session.scene.turn.name == session.scene.order[0]


def test_it_outlasts_the_turn_in_which_it_began() -> None:
    session = Session(find("srd5"))
    for line in ("add Borin", "add Gob side=enemies", "initiative Borin 10", "initiative Gob 5", "next"):
        session.do(line)
    session.do("mark Borin poisoned rounds=2 until=end")
    session.do("next")
    assert session.scene["Borin"].has("poisoned")
    (condition,) = session.scene["Borin"].conditions
    assert lasts_until(condition, session.scene) == "until the end of Borin's turn in round 2"
    session.do("next")
    assert session.scene["Borin"].has("poisoned")
    session.do("next")
    assert "Borin: no longer poisoned" in session.story()[-1].text


@pytest.mark.parametrize("moment", ["start", "end"])
def test_one_round_and_a_turn_say_which_one_to_leave_out(moment: str) -> None:
    session = Session(find("srd5"))
    session.do("add Borin")
    with pytest.raises(InvalidCommand, match=f"until={moment} with a turn: leave one out"):
        session.do(f"mark Borin poisoned rounds=1 until={moment}")
