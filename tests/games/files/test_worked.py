"""Every shipped game file, played: at least thirty worked cases each, in a table."""

from __future__ import annotations

import pytest

from tests.games.files.cases import check_case
from tests.games.files.worked import CASES, SETUPS
from tests.table import played
from tracker.games.registry import FILES, find

TABLE = [
    pytest.param(game, *line.split(" -> "), id=f"{game}: {line.partition(' -> ')[0]}")
    for game, lines in CASES.items()
    for line in lines.strip().splitlines()
]


def test_every_shipped_file_has_thirty_cases() -> None:
    assert {path.stem for path in FILES.glob("*.toml")} == set(CASES)
    assert {game: len(lines.strip().splitlines()) >= 30 for game, lines in CASES.items()} == dict.fromkeys(CASES, True)


@pytest.mark.parametrize(("game", "lines", "holds"), TABLE)
def test_a_worked_case(game: str, lines: str, holds: str) -> None:
    check_case(find(game), SETUPS[game], lines, holds)


@pytest.mark.parametrize("game", CASES)
def test_odds_add_up_and_are_those_of_the_throws(game: str) -> None:
    session = played(game, *SETUPS[game], seed=3)
    from tracker.commands.parser import phrases, read

    verb = "act" if game == "position" else "attack"
    (phrase,) = phrases(f"{verb} Ann Gob roll" + {"percentile": " now", "fate": " vs=1"}.get(game, ""))
    odds = session.system.odds(session.scene, read(phrase, session.system, session.scene))
    assert sum(outcome.p for outcome in odds.outcomes) == pytest.approx(1, abs=1e-12)
    exact = {
        "srd5": {"crit": 1 / 20, "fumble": 1 / 20, "hit": 10 / 20, "miss": 8 / 20},
        "percentile": {"fumble": 0.01, "extreme": 0.12, "hard": 0.18, "hit": 0.3, "miss": 0.39},
        "fate": {"style": 31 / 81, "success": 35 / 81, "tie": 10 / 81, "failure": 5 / 81},
        "moves": {"full": 15 / 36, "partial": 15 / 36, "miss": 6 / 36},
        "plain": {"yes": 13 / 20, "no": 7 / 20},
        "wild-die": {"critical failure": 1 / 48},
        "cairn": {"stopped": 1 / 8, "into Strength": 3 / 8, "harm": 4 / 8},
        "position": {"critical": 1 / 36, "success": 10 / 36, "partial": 16 / 36, "failure": 9 / 36},
    }[game]
    found = {outcome.label: outcome.p for outcome in odds.outcomes}
    assert {name: found.get(name, 0) for name in exact} == pytest.approx(exact)
