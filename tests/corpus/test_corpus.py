"""Sessions of all games, recorded: loaded or played again, they say what they said then.

Where a change is meant, `python -m tests.corpus` records them anew; `git diff` shows each number that differs.
"""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

import pytest

from tests.corpus.compare import kept, loaded, played
from tests.corpus.sessions import Recorded, corpus
from tracker.games.registry import names

SHOWN = 60
"""How many lines of a difference are shown."""

SESSIONS = corpus()


def _recorded(session: Recorded) -> str:
    return session.name


@pytest.mark.slow
@pytest.mark.parametrize("session", SESSIONS, ids=_recorded)
def test_a_recorded_session_loads_to_the_same_states_log_figures_and_odds(session: Recorded, tmp_path: Path) -> None:
    _compare("loaded", session, loaded(session, tmp_path))


@pytest.mark.parametrize("session", [each for each in SESSIONS if each.script], ids=_recorded)
def test_a_script_is_answered_as_it_was_recorded(session: Recorded, tmp_path: Path) -> None:
    data, text = played(session, tmp_path)
    _compare("played", session, text)
    assert data == session.saved(), f"The file differs. If it is meant to: python -m tests.corpus {session.name}"


def test_every_shipped_game_is_recorded() -> None:
    assert {session.system for session in SESSIONS} >= set(names())


def _compare(folder: str, session: Recorded, text: str) -> None:
    """Fail with the first lines that differ, and with what records them anew."""
    recorded = kept(folder, session.name)
    if text == recorded:
        return
    lines = list(unified_diff(recorded.splitlines(), text.splitlines(), "recorded", "today", n=1, lineterm=""))
    more = f"\n... and {len(lines) - SHOWN} more lines" if len(lines) > SHOWN else ""
    pytest.fail(
        f"{folder} {session.name}; if it is meant: python -m tests.corpus {session.name}\n"
        + "\n".join(lines[:SHOWN])
        + more,
        pytrace=False,
    )
