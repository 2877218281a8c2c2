"""Mutated game files and libraries: a fight or a sentence; the soak makes ten thousand of each."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.faults.damage import Tally
from tests.faults.handwritten import game_files, libraries

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("trial", [game_files, libraries])
@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_wrong_with_a_file_is_a_sentence(trial: Callable[[int, int], Tally], seed: int) -> None:
    tally = trial(90, seed)
    assert tally.bad == []
    assert len(tally.found) > 1
