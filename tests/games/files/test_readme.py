"""The README teaches the language in ten steps; each is a playable game that answers as the README says."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import tracker.games
from tracker.games.language import read_game
from tracker.games.language.shape import KEYS
from tracker.rules.errors import Refused
from tracker.session import Session

README = Path(tracker.games.__file__).with_name("README.md").read_text("utf-8")
STEPS = re.split(r"^\*\*(?=\d+\. )", README, flags=re.MULTILINE)[1:]


def blocks(step: str, kind: str) -> str:
    return "\n".join(re.findall(rf"```{kind}\n(.*?)```", step, re.DOTALL))


def test_there_are_ten_steps() -> None:
    assert [step.partition(".")[0] for step in STEPS] == [str(number) for number in range(1, 11)]


@pytest.mark.parametrize("number", range(1, 11))
def test_a_step_is_a_game_that_plays(number: int) -> None:
    system = read_game("\n".join(blocks(step, "toml") for step in STEPS[:number]).encode(), "lanterns.toml", "lanterns")
    session = Session(system, dice=random.Random(5))
    for step in STEPS[:number]:
        assert blocks(step, "toml")
        for line in blocks(step, "text").splitlines():
            command, _, answer = line.partition(" → ")
            if answer.startswith("refused: "):
                with pytest.raises(Refused, match=re.escape(answer.removeprefix("refused: "))):
                    session.do(command)
            elif command:
                assert answer in session.do(command).text


def test_every_key_of_the_language_stands_in_it() -> None:
    assert [key for key in sorted(KEYS) if not re.search(rf"(?<![\w-]){key}(?![\w-])", README)] == []
