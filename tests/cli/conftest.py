"""The program called in this process, with the small game of the tests beside the shipped ones."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.small_game import STAGE
from tracker.cli.main import main
from tracker.games import registry

Call = Callable[..., Result]


def called(*words: str, input: str | bytes | None = None) -> Result:
    """What the program answers to words; ``input`` is what stands on stdin. It never shows a traceback."""
    result = CliRunner().invoke(main, list(words), input=input, prog_name="tracker")
    assert result.exit_code in (0, 1, 2), result.output
    assert "Traceback" not in result.output
    return result


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test in an empty folder of its own, with the small game known."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(registry._known, STAGE.name, STAGE)


@pytest.fixture
def tracker() -> Call:
    """Call the program with words."""
    return called


@pytest.fixture
def fight(tracker: Call) -> Path:
    """A saved session of the small game, with three entries."""
    path = Path("fight.json")
    script = "add Ann\nadd Rat preset=rat side=enemies\nstrike Ann Rat 1\n"
    assert tracker("run", "--system", "stage", "--save", str(path), input=script).exit_code == 0
    return path


def data_of(result: Result) -> dict[str, Any]:
    """The JSON that a command printed."""
    data = json.loads(result.stdout)
    assert isinstance(data, dict)
    return data
