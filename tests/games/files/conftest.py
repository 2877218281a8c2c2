"""A folder with a game of the user's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.files.small import GAME


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a game of the user's own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "mine.toml").write_text(GAME, "utf-8")
    return tmp_path
