"""Six phones in a real browser, in short; ``python -m tests.web.six_phones`` plays 200 proposals in every game."""

from __future__ import annotations

import pytest

from tests.web.browser import needs_browser
from tests.web.six_phones import evening

pytestmark = [pytest.mark.slow, needs_browser]


def test_what_six_phones_propose_is_the_fight_that_is_typed_by_hand() -> None:
    played = evening("outgunned", proposals=12, undos=2)
    assert played.faults == []
    assert played.counts["proposed"] == 12
    assert played.counts["taken"] > 0
    assert played.counts["undone"] > 0
