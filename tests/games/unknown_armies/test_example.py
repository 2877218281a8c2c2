"""The example fight runs line by line and ends with something to show in every pane."""

from __future__ import annotations

from pathlib import Path

from tests.games.unknown_armies.fights import fight
from tracker.games.unknown_armies import SYSTEM

SCRIPT = Path(__file__).parents[2] / "examples" / "unknown-armies.tracker"


def test_the_example_fight() -> None:
    session = fight(people=())
    for line in SCRIPT.read_text(encoding="utf-8").splitlines():
        session.do(line) if line and not line.startswith("#") else None
    scene = session.scene
    assert (scene.turn.round, scene.turn.phase, scene.turn.name) == (3, "act", "Bouncer")
    assert {condition.name for combatant in scene.combatants.values() for condition in combatant.conditions} == {
        "focus",
        "sucker",
        "blinded",
    }
    assert [prompt.kind for prompt in scene.prompts] == ["match"]
    assert SYSTEM.pending(scene)
    assert len(scene.ranges) >= 5
    assert not any(entry.ruled for entry in session.story())
    assert len({entry.command.split()[0] for entry in session.story()}) >= 14
