"""The shipped examples: each loads clean and equals the result of its script."""

from pathlib import Path

import pytest

from tests.examples.make import EXAMPLES, SCRIPTS, Example
from tracker.games.registry import SHIPPED
from tracker.session.games import RulesOf
from tracker.storage import folders
from tracker.storage.reader import check, load


@pytest.fixture(params=EXAMPLES, ids=lambda example: example.save)
def example(request: pytest.FixtureRequest) -> Example:
    """Each example in turn."""
    found: Example = request.param
    return found


def test_it_loads_clean(example: Example):
    verdict = check(str(folders.shipped_folder("saves") / example.save), RulesOf())
    assert (verdict.code, verdict.condition) == (0, "clean"), verdict.what


def test_it_is_what_its_script_gives(example: Example, tmp_path: Path):
    kept = load(str(folders.shipped_folder("saves") / example.save), RulesOf())
    loaded = load(str(example.make(tmp_path)), RulesOf())
    assert kept.records == loaded.records, f"python -m tests.examples.make {example.save} makes it anew"
    assert (kept.header.id, kept.header.created) == (loaded.header.id, loaded.header.created)


def test_it_is_a_title_and_a_table_to_look_at(example: Example):
    loaded = load(str(folders.shipped_folder("saves") / example.save), RulesOf())
    scene = loaded.history.scene
    assert scene.title
    assert scene.system == example.system
    assert len(scene.sides()) == 2


def test_every_example_is_named_where_it_must_be():
    assert tuple(example.save for example in EXAMPLES) == folders.EXAMPLES
    ignored = (SCRIPTS.parent.parent / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert [f"!/saves/{name}" for name in folders.EXAMPLES] == [line for line in ignored if line.startswith("!/saves/")]
    assert {example.script for example in EXAMPLES} == {path.name for path in SCRIPTS.glob("*.tracker")}
    assert {example.system for example in EXAMPLES} == set(SHIPPED)


def test_the_shootout_has_something_for_every_pane():
    (example,) = [each for each in EXAMPLES if each.save == "the-shootout.json"]
    history = load(str(folders.shipped_folder("saves") / example.save), RulesOf()).history
    scene = history.scene
    assert {prompt.kind for prompt in scene.prompts} == {"bad-box", "roulette"}
    assert len(history.entries) > len(history.story)
    assert {combatant.cover.degree for combatant in scene.combatants.values()} == {"none", "partial", "total"}
    assert {band for pair, band in scene.ranges.items()} >= {"melee", "close", "long"}
    assert any(combatant.conditions for combatant in scene.combatants.values())
    assert scene["Madame Orlova"].value("adrenaline") == 1
