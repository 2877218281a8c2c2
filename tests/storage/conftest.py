"""A simulated disk, and a story to keep on it."""

from __future__ import annotations

import pytest

from tests.faults.simdisk import SimDisk
from tests.storage.sample_records import Story, told


@pytest.fixture
def disk() -> SimDisk:
    return SimDisk()


@pytest.fixture
def story() -> Story:
    return told(11, 6)
