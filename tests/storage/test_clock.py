from __future__ import annotations

import re

from tracker.storage.format import now, stamp


def test_the_time_is_in_utc_to_the_millisecond() -> None:
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\d\+00:00", now())


def test_a_moment_in_a_file_name_is_day_and_time() -> None:
    assert stamp("2026-03-01T20:15:07.123+00:00") == "20260301-201507"
