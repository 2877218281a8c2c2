"""A recorded line as one would type it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.small_game import session
from tracker.commands.resolve import preview
from tracker.commands.writer import unfilled
from tracker.games.registry import find
from tracker.session import Session

SAVES = sorted(Path(__file__).parents[2].joinpath("saves").glob("*.json"))

RAID = (
    "add Mira health=10",
    "arm Mira revolver kind=ranged bonus=5 damage=1d6+2 source=ballistic",
    "add Ape side=enemies defense=8 health=10",
)


def shortened(made: Session) -> str:
    """The last line of a story as it would be typed."""
    entry = made.story()[-1]
    return unfilled(made.system, made.history.scene_at(entry.parent), entry.command)


@pytest.mark.parametrize("said", ["", " bonus=7"])
def test_a_bonus_that_was_filled_in_is_left_out_and_one_that_was_said_is_kept(said: str) -> None:
    fight = session(*RAID, f"attack Mira Ape dice=6,4,3{said} damage=5", system=find("gen6"))
    assert "bonus=" in fight.story()[-1].command
    assert ("bonus=" in shortened(fight)) is bool(said)


def test_a_total_in_the_place_of_faces_means_what_a_typed_total_means() -> None:
    fight = session(*RAID, "attack Mira Ape 15 damage=5", system=find("gen6"))
    typed = fight.story()[-1].why
    faces = session(*RAID, "attack Mira Ape dice=6,4,3 damage=5", system=find("gen6"))
    faces.do(f"amend {faces.story()[-1].id} {shortened(faces).replace('dice=6,4,3', '15')}")
    assert faces.story()[-1].why == typed


@pytest.mark.parametrize("path", SAVES, ids=[path.stem for path in SAVES])
def test_lines_of_shipped_fights_would_do_the_same_again(path: Path) -> None:
    fight = Session.load(str(path))
    for entry in fight.story():
        before = fight.history.scene_at(entry.parent)
        line = unfilled(fight.system, before, entry.command)
        if line != entry.command:
            assert preview(fight.system, before, line) == preview(fight.system, before, entry.command)
