from __future__ import annotations

import random

import pytest

from tests.examples.make import EXAMPLES, Example
from tests.faults.heavy import HeavySaver, same
from tests.reading import Rules
from tests.storage.sample_records import GAME, Story
from tracker.combat.digest import digest
from tracker.combat.events import FieldBecame
from tracker.games.registry import find
from tracker.session import Session
from tracker.storage.format import Unkeepable

pytestmark = pytest.mark.slow


def test_a_story_saved_and_read_back_after_every_step() -> None:
    story, rng, saver = Story(), random.Random(8), HeavySaver(GAME, Rules())
    for _ in range(60):
        saver.put(story.step(rng))
    assert saver.records == story.records


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.save)
def test_every_example_saved_and_read_back_after_every_entry(example: Example) -> None:
    saver = HeavySaver(example.system, Rules(lambda game: find(game).new_scene()))
    session = Session(find(example.system), dice=random.Random(example.seed))
    session.writer = saver  # type: ignore[assignment]
    for line in example.lines():
        session.do(line)
        assert same(saver.read().history) == digest(session.scene)
    assert saver.records == session.history.records


def test_what_comes_back_as_something_else_is_caught() -> None:
    story, saver = Story(), HeavySaver(GAME, Rules())
    with pytest.raises(AssertionError):
        saver.put([story.entry(FieldBecame(("A",), "x", (1, 2)))])  # type: ignore[arg-type]


def test_what_cannot_be_written_is_caught() -> None:
    story, saver = Story(), HeavySaver(GAME, Rules())
    with pytest.raises(Unkeepable, match="cannot be kept"):
        saver.put([story.entry(FieldBecame(("A",), "x", 2_000_000))])
