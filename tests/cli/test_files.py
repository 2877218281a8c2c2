"""``tracker check`` and ``tracker repair``."""

from pathlib import Path

from tests.cli.conftest import Call, data_of


def test_clean(tracker: Call, fight: Path) -> None:
    result = tracker("check", str(fight))
    assert result.exit_code == 0
    assert result.stdout == "fight.json: clean. fight.json is whole: 3 lines of the log.\n"


def test_the_worst_of_several_counts(tracker: Call, fight: Path) -> None:
    whole = fight.read_bytes()
    Path("torn.json").write_bytes(whole[:-20])
    Path("damaged.json").write_bytes(whole.replace(b"Rat", b"Cat", 1))
    assert tracker("check", "fight.json", "torn.json").exit_code == 1
    result = tracker("check", "torn.json", "damaged.json", "fight.json")
    assert result.exit_code == 2
    assert [line.split(":")[0] for line in result.stdout.splitlines()] == ["torn.json", "damaged.json", "fight.json"]
    assert Path("torn.json").read_bytes() == whole[:-20]


def test_nothing_to_check_is_a_wrong_call(tracker: Call) -> None:
    assert tracker("check").exit_code == 2
    assert tracker("check", "nowhere.json").exit_code == 2


def test_the_good_part_in_a_new_file(tracker: Call, fight: Path) -> None:
    damaged = fight.read_bytes().replace(b"Rat", b"Cat", 1)
    fight.write_bytes(damaged)
    result = tracker("repair", str(fight), "-o", "good.json")
    assert result.exit_code == 0
    assert result.stdout.endswith("good.json holds 1 line of the log.\n")
    assert fight.read_bytes() == damaged
    assert data_of(tracker("show", "good.json", "--json"))["head"] == 1


def test_never_over_another_file(tracker: Call, fight: Path) -> None:
    Path("other.json").write_text("mine")
    for out in ("other.json", str(fight), "."):
        result = tracker("repair", str(fight), "-o", out)
        assert (result.exit_code, result.stdout) == (2, "")
    assert Path("other.json").read_text() == "mine"
    assert tracker("repair", str(fight)).exit_code == 2
    assert tracker("repair", "nowhere.json", "-o", "new.json").exit_code == 2
