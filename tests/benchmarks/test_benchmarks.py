"""The benchmarks run and print their table; no figure is looked at."""

from __future__ import annotations

import pytest

from tests.benchmarks.__main__ import CASES, main


def test_the_table_has_a_row_for_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--tiny"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "ratio" in lines[2]
    assert len(lines) - 3 >= len(CASES)
    assert all("bare: " in line for line in lines[3:])
