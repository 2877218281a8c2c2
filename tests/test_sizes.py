"""The longest records: every game with 500 combatants stays far below the longest line of a save."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tracker.combat.records import Entry
from tracker.games.registry import SHIPPED, find
from tracker.session import Session
from tracker.session.games import RulesOf
from tracker.storage.journal import Journal
from tracker.storage.reader import load

MOST_BYTES = 64_000


class Straight:
    """Saves at once and measures what each batch adds to the file."""

    def __init__(self, file: Journal, path: Path) -> None:
        self.file, self.path = file, path
        self.added: list[int] = []

    def put(self, records: list[Entry], bodies: list[bytes]) -> None:
        before = self.path.stat().st_size
        self.file.append(records, bodies)
        self.added.append(self.path.stat().st_size - before)


@pytest.mark.slow
@pytest.mark.parametrize("side", ["enemies", "heroes"])
@pytest.mark.parametrize("game", SHIPPED)
def test_what_touches_five_hundred_stays_short_and_loads_again(game: str, side: str, tmp_path: Path) -> None:
    system = find(game)
    path = tmp_path / "crowd.json"
    file = Journal.create(str(path), system.name, lambda: "2026-01-01T00:00:00Z", "crowd")
    saver = Straight(file, path)
    session = Session(system, dice=random.Random(1))
    session.writer = saver  # type: ignore[assignment]
    main = system.main_track(session.scene)
    for line in (
        f"add Ann {main}=20",
        f"add Goon side={side} count=499 {main}=12",
        "hurt Goon amount=3",
        "next",
        "hurt Goon amount=8",
        "hurt Goon amount=8",
        "mark Goon dizzy rounds=2",
        'range "Goon 1" Ann far' if "far" in system.band_names(session.scene) else 'range "Goon 1" Ann long',
        'range "Goon 2" "Goon 1" ' + system.band_names(session.scene)[0],
        "next",
        "next",
        "next",
        "heal Goon amount=5",
        "encounter The next one",
        "undo",
        "revoke 3",
    ):
        session.do(line)
    file.close()
    assert max(saver.added[:-1]) < MOST_BYTES
    loaded = load(str(path), RulesOf())
    assert loaded.condition == "clean"
    assert loaded.history.scene == session.scene


MOST_BYTES_OF_A_GROUP = 8_000


@pytest.mark.slow
@pytest.mark.parametrize("game", SHIPPED)
def test_what_is_done_to_a_group_is_short_and_loads_again(game: str, tmp_path: Path) -> None:
    system = find(game)
    file = Journal.create(str(tmp_path / "crowd.json"), game, lambda: "2026-01-01T00:00:00Z", "crowd")
    saver = Straight(file, tmp_path / "crowd.json")
    session = Session(system, dice=random.Random(1))
    session.writer = saver  # type: ignore[assignment]
    main = system.main_track(session.scene)
    sheet = f" {main}=12" if game == "gen6" else ""
    for line in (
        "add Ann",
        f"add Goon side=enemies count=499{sheet}",
        "next",
        "hurt Goon amount=1",
        "mark Goon dizzy rounds=2",
        "hurt Goon amount=2 ; mark Goon prone rounds=1 ; heal Goon amount=1",
        "note They come. ; hide Goon ; reveal Goon",
        "next",
        "next",
        "hurt Goon amount=80",
        "heal Goon amount=80",
        "out Goon",
        "back Goon",
        "remove Goon",
        "undo",
        "encounter The next one",
    ):
        session.do(line)
        assert saver.added[-1] < MOST_BYTES_OF_A_GROUP, line
    file.close()
    loaded = load(str(saver.path), RulesOf())
    assert loaded.condition == "clean"
    assert loaded.records == tuple(session.history.records)


@pytest.mark.slow
@pytest.mark.parametrize("game", SHIPPED)
def test_distances_of_a_group_are_short_and_load_again(game: str, tmp_path: Path) -> None:
    system = find(game)
    file = Journal.create(str(tmp_path / "crowd.json"), game, lambda: "2026-01-01T00:00:00Z", "crowd")
    saver = Straight(file, tmp_path / "crowd.json")
    session = Session(system)
    session.writer = saver  # type: ignore[assignment]
    nearest, near, *_, farthest = system.band_names(session.scene)
    for line in ("add Ann", "add Goon side=enemies count=249", "add Thug side=enemies count=250"):
        session.do(line)
    for line in (
        f"range Goon Ann {near}",
        f"range Ann Goon {nearest}",
        f"range Goon Thug {farthest}",
        f"range Goon Ann {nearest}",
        f"range Goon Goon {near}",
        f"range Thug Ann {nearest}",
    ):
        session.do(line)
        assert saver.added[-1] < MOST_BYTES_OF_A_GROUP, line
    file.close()
    assert load(str(saver.path), RulesOf()).history.scene == session.scene


@pytest.mark.parametrize("game", SHIPPED)
def test_a_group_stands_as_if_each_had_gone_alone(game: str) -> None:
    system = find(game)
    scenes = []
    for alone in (False, True):
        session = Session(system)
        nearest, near, *_, farthest = system.band_names(session.scene)
        for line in ("add Ann", "add Ben", "add Goon side=enemies count=3", f"range Ann Ben {farthest}"):
            session.do(line)
        goons = [f'"Goon {number}"' for number in (1, 2, 3)] if alone else ["Goon"]
        for other, band in (("Ben", near), ("Ann", nearest)):
            for goon in goons:
                session.do(f"range {goon} {other} {band}")
        scenes.append(session.scene)
    together, one_by_one = scenes
    people = list(together.combatants)
    assert [together.band(name, other) for name in people for other in people if name != other] == [
        one_by_one.band(name, other) for name in people for other in people if name != other
    ]
