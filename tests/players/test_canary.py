"""Nothing that is hidden reaches the players, in random fights of every game; the long proof plays 2,000 of them."""

from __future__ import annotations

import random

import pytest

from tests.players import canary
from tracker.games.registry import find, names
from tracker.players import public
from tracker.players.story import Told
from tracker.session import Session

EACH = range(10)
"""The seeds of the fights of each game: a hundred in all where there are ten games."""


@pytest.mark.slow
@pytest.mark.parametrize("system", names())
@pytest.mark.parametrize("seed", EACH)
def test_nothing_hidden_reaches_the_players(system: str, seed: int) -> None:
    assert canary.fight(system, seed) == []


BROKEN = {
    "who left hidden": ("_before", lambda left, entry: left),
    "who is hidden": ("_hidden", lambda scene: frozenset()),
    "who is visible": ("visible", lambda scene: frozenset(scene.combatants)),
}
"""Ways to break the one place that decides, each with what it then forgets."""


@pytest.mark.parametrize(("name", "broken"), BROKEN.values(), ids=BROKEN)
@pytest.mark.slow
def test_the_search_finds_a_leak(name: str, broken: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public, name, broken)
    assert any(canary.fight("plain", seed) for seed in range(12))


@pytest.mark.parametrize(
    ("text", "caught"),
    [
        ("Vell 2 appears.", []),
        ("Vell is hurt.", ["Vell"]),
        ("Vell 2 hits Vell.", ["Vell"]),
        ("Vell 20 appears.", ["Vell"]),
        ("Velleda appears.", []),
    ],
)
def test_a_name_with_a_number_is_another_name(text: str, caught: list[str]) -> None:
    assert canary.found(text, {"Vell": True, "Vell 2": False}, numbers=True) == caught


def test_a_told_entry_says_who_left_hidden() -> None:
    session = Session(find("plain"), dice=random.Random(1))
    for line in ("add Ann", "add Quorn side=enemies", "hide Quorn ; remove Quorn"):
        session.do(line)
    last = session.history.entries[session.history.head]
    told = public.told(session.system, session.history.scene_at(last.parent), last)
    assert isinstance(told, Told)
    assert told.gone == {"Quorn"}
