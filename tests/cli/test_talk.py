"""``tracker talk``: whole fights played by sentences in a pipe."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tracker.cli.talk import WORDS
from tracker.combat.digest import digest
from tracker.games.registry import find, names
from tracker.session import Session

SAVES = Path(__file__).resolve().parents[2] / "saves"

DRAWN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2190-\u21ff\u2300-\u23ff\u2500-\u25ff\u2800-\u28ff]")
"""Controls and what draws frames, bars and arrows."""


def talked(tracker: Call, file: str, *lines: str, code: int = 0) -> list[str]:
    """What is said while these lines are played."""
    result = tracker("talk", file, input="".join(f"{line}\n" for line in lines))
    assert result.exit_code == code, result.output
    assert not DRAWN.search(result.stdout), result.stdout
    return result.stdout.splitlines()


@pytest.mark.parametrize("save", sorted(path.stem for path in SAVES.glob("*.json")))
def test_a_shipped_fight_is_played_through(save: str, tracker: Call) -> None:
    shipped = Session.load(str(SAVES / f"{save}.json"))
    Session.create(shipped.system, path="new.json").close()
    commands = [entry.command for entry in shipped.story()]
    marked = [line for command in commands for line in ("last", command)]
    said = talked(tracker, "new.json", *marked, "last")
    played = Session.load("new.json")
    assert digest(played.scene) == digest(shipped.scene)
    told = [line for line in said if not line.startswith(("Question ", "Waiting"))]
    # After the three lines of the beginning each entry is said once, and once more by "last" before the next.
    entries = told[4::2]
    assert len(entries) == len(commands)
    assert [line for line in entries if " vs " in line or not line.endswith((".", "!", "?"))] == []
    assert told[3::2] == ["Nothing has happened yet.", *entries]
    asked = {prompt.id for id_ in played.history.story for prompt in played.history.scene_at(id_).prompts}
    assert {int(line.split()[1].rstrip(".:")) for line in said if line.startswith("Question ")} == asked


BOXES = ("add Savar ; add Sam", "hurt Savar 8", "hurt Sam 8")
"""Two heroes who come to a box that asks something."""


def test_questions_have_numbered_answers_that_a_number_gives(tracker: Call) -> None:
    Session.create(find("outgunned"), path="new.json").close()
    said = talked(
        tracker, "new.json", "add Savar ; add Sam", "hurt Savar 8", "hurt Sam 8", "2 2", "1", "who", "1", code=1
    )
    questions = [line for line in said if line.startswith("Question ")]
    assert [line.partition(".")[0] for line in questions] == ["Question 1 for Savar", "Question 2 for Sam"]
    assert "Answers: 1 hurt, 2 nervous, " in questions[0]
    assert "Sam: nervous." in said
    assert "Savar: hurt." in said
    assert "condition nervous" in next(line for line in said if line.startswith("Sam, heroes"))
    assert said[-1] == "Refused: No question is open."


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("bogus", "Refused: "),
        ("3", "Refused: Question 1 for Rat: what now? Answers: 1 stands, 2 falls."),
        ("9 1", "Refused: Question 9 is not open."),
        ("help", "Write a command"),
        ("", "The fight has not begun; next begins it."),
        ("last", "Nothing has happened yet."),
    ],
)
def test_what_is_said_to_the_program(line: str, said: str, tracker: Call, fight: Path) -> None:
    assert tracker("run", "--load", "fight.json", "--save", "fight.json", input="strike! Ann Rat 9\n").exit_code == 0
    spoken = talked(tracker, "fight.json", line, code=int(said.startswith("Refused")))
    assert any(each.startswith(said) for each in spoken), spoken


def test_what_was_taken_back_is_said_with_whose_turn_it_is(tracker: Call, fight: Path) -> None:
    said = talked(tracker, "fight.json", "undo")
    assert said[-1] == "Undone: Ann strikes Rat: 1. The fight has not begun; next begins it."


def test_a_number_answers_what_waits_too(tracker: Call) -> None:
    Session.create(find("outgunned"), path="new.json").close()
    said = talked(tracker, "new.json", "add Savar ; add Goons side=enemies", "next", "next", "2", "1", code=1)
    (waits,) = {line for line in said if line.startswith("Waiting: What do they do?")}
    assert "2 shooting" in waits
    assert waits.endswith("Answers: 1 to 6, 7 roll.")
    assert "Goons, shooting: react with brawn and stunt." in said
    assert said[-1] == "Refused: No question is open."


SHOT = (
    "add Ann ; add Bob ; add Boss side=enemies preset=boss-2",
    "arm Ann assault-rifle ; range Bob Boss melee",
    "attack Ann Boss c full-auto",
)
BLOW = ("add Ann ; add Boss side=enemies", "attack Boss Ann 3")


@pytest.mark.parametrize(
    ("system", "lines", "asked", "answer", "told"),
    [
        (
            "outgunned",
            SHOT,
            "Question 1 for Ann: How many ones showed? Answers: 0 to 9.",
            "2",
            "2 dice show 1. Bob minus 2 grit",
        ),
        (
            "contract",
            BLOW,
            "Question 1 for Ann. Boss attacks with bare hands, outcome 3: dodge, parry, clash or take? "
            "Answers: 1 dodge, 2 parry, 3 clash, 4 take.",
            "4",
            "Ann takes the attack of Boss. Ann: injury 3, body 6 to 3.",
        ),
    ],
)
def test_what_is_asked_is_said_once_and_a_number_is_an_answer_by_one_way_only(
    system: str, lines: tuple[str, ...], asked: str, answer: str, told: str, tracker: Call
) -> None:
    Session.create(find(system), path="new.json").close()
    said = talked(tracker, "new.json", *lines, answer)
    assert [line for line in said if line.startswith(("Question", "Waiting"))] == [asked]
    assert said[-1].startswith(told)


def test_a_number_in_a_name_stands_apart_from_the_number_that_changes(tracker: Call) -> None:
    Session.create(find("unknown-armies"), path="new.json").close()
    rolled = "initiative 'Goon 1' 12 ; initiative 'Goon 2' 9".replace("'", '"')
    said = talked(
        tracker, "new.json", "add Goon side=enemies count=2 body=45", 'hurt "Goon 1" 2', "hurt Goon amount=2", rolled
    )
    assert "Goon 1: minus 2 body (45 to 43)." in said
    assert "Goon (2): minus 2 body (Goon 1: 43 to 41, Goon 2: 45 to 43)." in said
    assert any("Initiative: Goon 1 has 12; Goon 2 has 9." in line for line in said)


def test_the_figures_are_said_and_no_list_that_nobody_can_listen_to(tracker: Call, fight: Path) -> None:
    told = talked(tracker, "fight.json", "strike! Ann Rat 9", "figures", "concentrate", code=1)
    assert any(line.startswith("Ann: ") for line in told)
    assert told[-1] == 'Refused: "concentrate" is not a command. Write help for what can be said.'


def test_quit_ends_it_and_comments_say_nothing(tracker: Call, fight: Path) -> None:
    said = talked(tracker, "fight.json", "# a comment", "quit", "hurt Rat 1")
    assert len(said) == 3
    assert len(Session.load("fight.json").story()) == 3


def test_a_session_by_its_name_and_a_shipped_one_in_a_copy(tracker: Call, tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir(exist_ok=True)
    shipped = SAVES / "the-shootout.json"
    before = shipped.read_bytes()
    result = tracker("talk", str(shipped), "--saves", str(tmp_path / "saves"), input="note Hello.\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("This is a copy in ")
    assert shipped.read_bytes() == before
    assert tracker("talk", "the-shootout", "--saves", str(tmp_path / "saves"), input="last\n").exit_code == 0


def test_what_another_window_plays_is_said_here(tmp_path: Path) -> None:
    with Session.create(find("outgunned"), path="shipped.json") as playing:
        call = [sys.executable, "-m", "tracker.cli.main", "talk", "shipped.json"]
        pipe = subprocess.PIPE
        with subprocess.Popen(call, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as listening:
            assert listening.stdin is not None
            assert listening.stdout is not None
            begun = 0
            for line in listening.stdout:
                begun += 1
                if line.startswith("Write help"):
                    break
            assert begun > 2
            playing.do("add Savar")
            assert listening.stdout.readline() == "Savar joins (heroes).\n"
            playing.do("undo")
            assert listening.stdout.readline().startswith("The story went to line 0.")
            listening.stdin.write("add Sam\nquit\n")
            listening.stdin.flush()
            assert listening.stdout.readline().startswith("Refused: shipped.json is open in another tracker")
            assert listening.wait(10) == 1
        assert not playing.scene.combatants


def test_of_a_damaged_file_is_said_why_nothing_can_be_played_in_it(tracker: Call, fight: Path) -> None:
    fight.write_text(fight.read_text().replace("Rat", "R\x01t"))
    said = talked(tracker, str(fight), "add Sam", code=1)
    assert said[-1].startswith("Refused: ")
    assert "another" not in said[-1]
    assert "copy" in said[-1]


def test_no_game_has_a_verb_that_is_a_word_of_this_program() -> None:
    assert {word for name in names() for word in find(name).actions if word in WORDS} == set()


def test_a_throw_is_read_in_sentences_with_its_dice_and_a_quoted_question_ends_itself(tracker: Call) -> None:
    Session.create(find("moves"), path="new.json").close()
    lines = ("add Ann", "add Boss side=enemies", "attack Ann Boss dice=4,5", "decide 1 skip", "who", "figures")
    said = talked(tracker, "new.json", *lines)
    assert "Ann: attack on Boss, 9: partial; +2 harm (0 to 2). Ann is unarmed." in said
    assert 'Ann: no answer to "Which is the first of the two?"' in said
    assert not any("0 of 0" in line or "0:00" in line for line in said)
