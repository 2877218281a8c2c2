"""Credit for the answer to a question: figures and log credit the one who hit, not nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table import figures, played
from tracker.combat.model import Model
from tracker.commands.story import happenings, retell
from tracker.games.gen6.actions import attack
from tracker.games.registry import find
from tracker.session import Session
from tracker.session.games import RulesOf
from tracker.storage.reader import load

GEN6 = (
    "add Ann health=10",
    "add Foe side=enemies health=10 defense=8",
    "initiative heroes=9 enemies=8",
    "attack Ann Foe 15",
)
CONTRACT = (
    "add Ann brawn=3",
    "add Foe side=enemies brawn=3",
    "range Ann Foe engaged",
    "arm Ann sword",
    "initiative Ann 3",
)
ARMIES = ("add Ann body=60", "add Foe side=enemies body=60", "arm Ann gun kind=gun maximum=50")

CASES = (
    ("gen6", (*GEN6, "decide 1 7"), "Foe 10 → 3", ("Ann", "damage 7")),
    ("contract", (*CONTRACT, "attack Ann Foe 4", "decide 1 dodge 2"), "Foe 7 → 4", ("vs Ann: 4", "dodge 2")),
    ("contract", (*CONTRACT, "attack Ann Foe 4", "decide 1 take"), "Foe 7 → 2", ("vs Ann: 4", "take")),
    (
        "unknown-armies",
        (*ARMIES, "attack Ann Foe 01 weapon=gun skill=50", "decide 1 maximum"),
        "Foe 59 → 10",
        ("Ann", "maximum"),
    ),
    (
        "fate",
        ("add Ann", "add Foe side=enemies", "next", "attack Ann Foe 3 vs=1", "decide 1 stress"),
        "Foe 0 → 2",
        ("Ann", "stress"),
    ),
    (
        "percentile",
        (
            *("add Foe hp=10 fighting=50", "add Ann side=enemies hp=10 fighting=50", "next"),
            *("attack Foe Ann 90", "fight-back Ann 10", "decide 1 3"),
        ),
        "Foe 10 → 7",
        ("Ann", "3"),
    ),
)


@pytest.mark.parametrize(("game", "lines", "outcome", "how"), CASES)
def test_an_answer_is_credited_to_the_one_who_hit(
    game: str, lines: tuple[str, ...], outcome: str, how: tuple[str, ...]
) -> None:
    session = played(game, *lines)
    entry = session.history.entries[session.history.story[-1]]
    deed = happenings(session.system, session.history.scene_at(entry.parent), entry)[-1].deed
    assert deed is not None
    assert (deed.by, deed.on, deed.how) == ("Ann", "Foe", how)
    line = retell(session.system, session.history.scene_at(entry.parent), entry).lines[0]
    assert line.outcome.startswith(outcome)
    people = {person.name: person for person in figures(session.system, session.history).people}
    assert people["Ann"].dealt == people["Foe"].taken > 0
    if game != "percentile":
        assert (people["Ann"].hits, people["Foe"].struck) == (1, 1)


class OldPrompt(Model):
    """What a question about damage remembered before it knew who hit."""

    source: str
    type: str
    through: bool
    no_armor: bool
    most: bool


def test_a_question_of_an_older_session_is_answered_and_its_file_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.json"
    monkeypatch.setattr(attack, "AskedHit", lambda *fields: OldPrompt(*fields[:5]))
    session = Session.create(find("gen6"), path=str(path))
    for line in GEN6:
        session.do(line)
    session.close()
    before = path.read_text(encoding="utf-8")
    assert '"by":' not in before
    session = Session.open(str(path))
    session.do("decide 1 7")
    session.close()
    assert path.read_text(encoding="utf-8").startswith(before.rstrip().removesuffix("]}").rstrip())
    assert load(str(path), RulesOf()).condition == "clean"
    assert session.scene["Foe"].value("health") == 3
