"""Libraries in temporary folders, and fights that bring from them and keep into them."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Call, called
from tracker.games.registry import find
from tracker.library.shelf import Library
from tracker.session import Session, scene_of

Fight = Callable[..., Session]


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The folder that ``keep`` writes to."""
    return tmp_path / "saves" / "library"


@pytest.fixture
def fight(own: Path) -> Fight:
    """A new fight of a game with that library, in which these lines were done; nothing is shipped beside it."""

    def begin(game: str, *lines: str) -> Session:
        session = Session(find(game), dice=random.Random(1), clock=lambda: "2026-01-01T00:00:00Z")
        session.library = Library(session.system, (own,), scene_of, str(own.parent))
        for line in lines:
            session.do(line)
        return session

    return begin


@pytest.fixture
def tracker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Call the program with words, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return called


@pytest.fixture
def written(own: Path) -> Callable[[str, str], Path]:
    """A library file of a game, written by hand."""

    def write(game: str, text: str, name: str = "mine.toml") -> Path:
        path = own / game / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write
