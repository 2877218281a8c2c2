"""What was thrown comes to the same where the story is played again, in every game."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from tests.benchmarks.fights import CROWDS, crowd
from tests.table import tried
from tracker.commands.writer import write
from tracker.foresight.choices import actions_of
from tracker.session import Session

OTHER_ARMS = {"srd5": "arm all longsword ; set heroes str=17 ; set enemies str=6"}
"""Weapons whose damage has a part that a typed damage includes, where a game has them."""


def told(session: Session) -> list[str]:
    """The sentences of the story after the note."""
    texts = [entry.text for entry in session.story()]
    return [text for text in texts if text != "The rain stops."]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", CROWDS)
def test_what_was_thrown_comes_to_the_same_again(game: str, seed: int) -> None:
    session, choose = crowd(game, 2, 3), random.Random(seed)
    session._dice = random.Random(seed)
    tried(session, *OTHER_ARMS.get(game, "").split(" ; "), "note The rain stops.")
    note = session.story()[-1].id
    for _ in range(25):
        up = [name for name, who in session.scene.combatants.items() if who.out is None]
        actions = actions_of(session.system, session.scene, choose.choice(up)) if up else ()
        if actions:
            tried(session, write(choose.choice(actions), "!"))
        tried(session, f"decide {len(session.scene.prompts)} {choose.choice(('yes', 'no'))}", "next")
    before, scene = told(session), session.scene
    session.do(f"revoke! {note}")
    assert told(session) == before
    assert replace(session.scene, prompts=()) == replace(scene, prompts=())
