"""Results as they are typed, letter by letter, in games from files."""

from __future__ import annotations

import pytest

from tests.lines import asked_next
from tests.table import played
from tests.terminal.games.people import SRD5


@pytest.mark.parametrize("typed", ["r", "ro", "rol", "roll"])
def test_the_beginning_of_roll_throws(typed: str) -> None:
    session = played("srd5", *SRD5)
    line = f"attack Vera Goblin {typed}"
    assert asked_next(session.system, session.scene, line) == ("damage",), "it is not known yet whether it hits"
    session.do(line)
    assert session.story()[-1].command.startswith("attack Vera Goblin dice=")
