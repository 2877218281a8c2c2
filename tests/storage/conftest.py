"""What holds for the tests of the save."""

from __future__ import annotations

import pytest

from tracker.storage import format as records


@pytest.fixture(autouse=True, scope="session")
def fresh_validators() -> None:
    """Validators are built by the code under test, not by whoever imported it before: mutation testing forks."""
    for each in (records._record_validator, records._header_validator, records._parts):
        each.cache_clear()
