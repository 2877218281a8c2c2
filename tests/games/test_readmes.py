"""Each worked example in a game's README says what the game answers."""

from pathlib import Path

import pytest

from tests.games.readmes import Step, blocks, play, readmes, system_of

EXAMPLES = [
    pytest.param(readme, steps, id=f"{readme.parent.name}:{steps[0].line}")
    for readme in readmes()
    for steps in blocks(readme.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("readme", "steps"), EXAMPLES)
def test_the_game_answers_as_its_readme_says(readme: Path, steps: tuple[Step, ...]):
    answers = play(system_of(readme), steps)
    stated = [step.answer if step.answer is not None else answer for step, answer in zip(steps, answers, strict=True)]
    assert answers == stated, "python -m tests.games.readmes writes the answers anew"
    silent = [
        answer
        for step, answer in zip(steps, answers, strict=True)
        if step.answer is None and answer.startswith("refused")
    ]
    assert not silent


@pytest.mark.parametrize("readme", readmes(), ids=lambda readme: str(readme.parent.name))
def test_a_readme_has_worked_examples(readme: Path):
    assert any(step.answer for steps in blocks(readme.read_text(encoding="utf-8")) for step in steps)
