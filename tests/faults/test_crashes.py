from __future__ import annotations

import pytest

from tests.faults.bad_writers import BAD
from tests.faults.crashes import End, crashes, good
from tests.faults.simdisk import WindowsDisk

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("end", ["kill", "power"])
def test_what_was_acknowledged_survives_every_end(end: End) -> None:
    tally = crashes(400, end)
    assert tally.bad == []
    assert tally.second > 10
    assert tally.found["torn"] > 10


@pytest.mark.parametrize("end", ["kill", "power"])
def test_what_was_acknowledged_survives_every_end_on_windows(end: End) -> None:
    tally = crashes(300, end, kind=WindowsDisk)
    assert tally.bad == []
    assert tally.found["torn"] > 10


def test_a_name_that_is_not_synced_on_windows_is_caught() -> None:
    class Careless(WindowsDisk):
        def fsync_folder(self, path: str) -> None:
            self._alive()

    assert crashes(300, "power", kind=Careless).bad


@pytest.mark.parametrize("name", BAD)
def test_a_bad_way_of_saving_is_caught(name: str) -> None:
    ends: tuple[End, ...] = ("kill", "power")
    assert any(crashes(150, end, BAD[name], first_seed=20).bad for end in ends)


def test_a_disk_that_does_not_sync_is_caught() -> None:
    """The same proof from the other side: the good writer on a disk that only says it synced."""

    def opener(disk: object) -> object:
        disk.fsync = lambda fd: None  # type: ignore[attr-defined]
        return good(disk)  # type: ignore[arg-type]

    assert crashes(100, "power", opener).bad  # type: ignore[arg-type]
