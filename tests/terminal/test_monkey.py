"""Random keys, pastes, clicks, sizes and signals over every screen of every game; the long run is in the soak."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.games.screen_kills import GAMES
from tests.terminal.monkey import run

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", GAMES)
def test_random_events_break_nothing(game: str, tmp_path: Path) -> None:
    assert run(tmp_path, game, 600, seed=1) == []
