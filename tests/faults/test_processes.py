from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

pytestmark = [pytest.mark.usefixtures("development_mode"), pytest.mark.slow]


def run(module: str, *words: str) -> Any:
    done = subprocess.run([sys.executable, "-m", module, *words], capture_output=True, text=True, timeout=120)
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_real_kills_lose_nothing_that_was_acknowledged() -> None:
    assert run("tests.faults.kills", "40", "1") == {"runs": 40, "bad": []}


def test_real_kills_of_the_program_lose_no_line_it_printed() -> None:
    assert run("tests.faults.program_kills", "15", "1") == {"runs": 15, "bad": []}


def test_of_fifty_openers_one_writes_and_after_its_death_the_next() -> None:
    found = run("tests.faults.openers", "50")
    assert found["writers"] == 1
    assert found["named"] > 25
    assert found["next writes"]
    assert found["seconds"] < 1
