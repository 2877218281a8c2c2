"""``tracker export``: destinations and refusals."""

from __future__ import annotations

import errno
import io
import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Call

pytestmark = pytest.mark.usefixtures("fight")


@pytest.mark.parametrize(("kind", "begins"), [("markdown", "---\n"), ("html", "<!doctype"), ("csv", "moment,at")])
def test_it_is_printed_or_written(kind: str, begins: str, tracker: Call) -> None:
    printed = tracker("export", "fight.json", "--to", kind)
    assert (printed.exit_code, printed.stderr) == (0, "")
    assert printed.stdout.startswith(begins)
    assert tracker("export", "fight.json", "--to", kind, "-o", "out").exit_code == 0
    assert Path("out").read_text("utf-8") == printed.stdout


def test_json_is_json(tracker: Call) -> None:
    assert len(json.loads(tracker("export", "fight.json", "--to", "json").stdout)["moments"]) == 3


def test_for_players(tracker: Call) -> None:
    printed = tracker("export", "fight.json", "--to", "json", "--for", "players").stdout
    assert json.loads(printed)["for"] == "players"
    fewer = tracker("export", "fight.json", "--to", "csv", "--for", "players", "--no-numbers").stdout
    assert "HP" in printed
    assert "HP" not in fewer


@pytest.mark.parametrize("kind", ["markdown", "html", "csv", "json"])
def test_the_numbers_of_heroes_are_as_config_toml_says(
    kind: str, tracker: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "config" / "combat-tracker"
    config.mkdir(parents=True)
    (config / "config.toml").write_text("[players]\nnumbers = false\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    tracker(
        "run", "--load", "fight.json", "--save", "fight.json", "-", input="set Ann hp.max=87123\nset Ann hp=87123\n"
    )
    for_players = ("export", "fight.json", "--to", kind, "--for", "players")
    assert not re.search("87123|87117", tracker(*for_players).stdout)
    assert re.search("87123|87117", tracker(*for_players, "--numbers").stdout)


def test_nothing_is_written_over(tracker: Call) -> None:
    Path("out").write_text("mine")
    refused = tracker("export", "fight.json", "--to", "csv", "-o", "out")
    assert (refused.exit_code, refused.stderr) == (2, "tracker: out exists already; name a new file.\n")
    assert Path("out").read_text() == "mine"


def test_where_nothing_can_be_written(tracker: Call) -> None:
    refused = tracker("export", "fight.json", "--to", "csv", "-o", "nowhere/out")
    assert refused.exit_code == 2
    assert refused.stderr.startswith("tracker: nowhere/out cannot be written: ")


class FullDisk(io.StringIO):
    """A new file of which nothing comes onto the disk."""

    def __init__(self, path: str, mode: str, **how: str) -> None:
        super().__init__()
        Path(path).open(mode).close()

    def close(self) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("command", ["export", "book"])
def test_a_full_disk_leaves_no_part_of_a_story(command: str, tracker: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    words = (command, "fight.json", "--to", "html", "-o", "out")
    with monkeypatch.context() as full:
        full.setattr("tracker.cli.export.open", FullDisk, raising=False)
        refused = tracker(*words)
        assert (refused.exit_code, refused.stderr) == (2, "tracker: out cannot be written: the disk is full.\n")
    assert not Path("out").exists()
    assert tracker(*words).exit_code == 0, "the same line does it once there is space"


def test_a_torn_file_is_told_up_to_its_last_good_line(tracker: Call) -> None:
    path = Path("fight.json")
    path.write_bytes(path.read_bytes()[:-30])
    result = tracker("export", "fight.json", "--to", "csv")
    assert result.exit_code == 1
    assert "Ann" in result.stdout
    assert result.stderr


@pytest.mark.parametrize("words", [(), ("--to", "pdf"), ("--to", "csv", "--for", "everybody")])
def test_a_wrong_call(words: tuple[str, ...], tracker: Call) -> None:
    assert tracker("export", "fight.json", *words).exit_code == 2
