"""The benchmarks run and print their table; the figures are not checked."""

from __future__ import annotations

import pytest

from tests.benchmarks.__main__ import CASES, main

pytestmark = pytest.mark.slow

LONG = {"log", "undo-on-screen", "keys", "pages", "memory", "forecasts"}
"""Left out here: they start the program again and again in the same way as the others, or play for minutes."""


def test_the_table_has_a_row_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = [case for case in CASES if case not in LONG]
    assert main(["--tiny", *(word for each in chosen for word in ("--only", each))]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "ratio" in lines[2]
    assert len(lines) - 3 >= len(chosen)
    assert all("bare: " in line for line in lines[3:])
