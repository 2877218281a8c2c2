from __future__ import annotations

import errno

import pytest

from tests.faults.io_errors import ERRORS, evening, loop

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: errno.errorcode[error])
@pytest.mark.parametrize("ever", [False, True], ids=["once", "for ever"])
def test_no_failing_operation_loses_anything(error: int, ever: bool) -> None:
    found = loop(error, ever=ever, step=1 if error == errno.ENOSPC else 7)
    assert found.bad == []
    assert found.runs > 20


def test_an_evening_without_errors_saves_everything() -> None:
    disk, told = evening(0, errno.EIO, ever=False)
    assert told.problems == []
    assert told.acknowledged == len(told.put)
    assert disk.operations > 100
