"""``tracker check`` and ``tracker repair``."""

import json
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


def test_a_new_file_needs_a_name(tracker: Call, fight: Path) -> None:
    for call in (("repair", str(fight)), ("export", str(fight), "--to", "csv")):
        result = tracker(*call, "-o", "")
        assert (result.exit_code, result.stdout) == (2, "")
        assert "'-o' / '--out': it is empty; name a file." in result.stderr


def test_never_over_another_file(tracker: Call, fight: Path) -> None:
    Path("other.json").write_text("mine")
    for out in ("other.json", str(fight), "."):
        result = tracker("repair", str(fight), "-o", out)
        assert (result.exit_code, result.stdout) == (2, "")
    assert Path("other.json").read_text() == "mine"
    assert tracker("repair", str(fight)).exit_code == 2
    assert tracker("repair", "nowhere.json", "-o", "new.json").exit_code == 2


def test_a_slip_of_the_hand_in_an_edited_file_is_named_and_nothing_written(tracker: Call) -> None:
    fight = Path("fight.json")
    tracker("run", "--system", "outgunned", "--save", str(fight), input="add Rat\narm Rat pistol\ncover Rat partial\n")
    whole = json.loads(fight.read_text())
    for record in whole["records"]:
        del record["h"]
    whole["records"][-1]["events"][0]["cover"]["degree"] = "quite some"
    fight.write_text(slip := json.dumps(whole, indent=1))
    line = len(whole["records"]) + 1
    wrong = f"fight.json is damaged in line {line}: the cover of Rat is “quite some”, which Outgunned does not know;"
    checked = tracker("check", str(fight))
    assert (checked.exit_code, wrong in checked.stdout) == (2, True)
    shown = tracker("show", str(fight))
    assert (shown.exit_code, wrong in shown.stderr) == (2, True)
    gone_on = tracker("run", "-", "--load", str(fight), "--save", str(fight), input="next\n")
    assert (gone_on.exit_code, wrong in gone_on.stderr) == (2, True)
    assert "tracker repair" in gone_on.stderr
    assert fight.read_text() == slip
    assert tracker("repair", str(fight), "-o", "good.json").exit_code == 0
    assert tracker("check", "good.json").exit_code == 0
    fight.write_text(slip.replace("quite some", "total"))
    assert tracker("run", "-", "--load", str(fight), "--save", str(fight), input="next\n").exit_code == 0
    assert tracker("check", str(fight)).exit_code == 0


def test_a_session_is_checked_and_repaired_by_its_name(tracker: Call) -> None:
    tracker("run", "--saves", "kept", "--save", "duel", input="add Ann\n")
    checked = tracker("check", "duel", "--saves", "kept")
    assert (checked.exit_code, checked.stdout) == (0, "duel: clean. duel.json is whole: 1 line of the log.\n")
    assert tracker("repair", "duel", "-o", "new.json", "--saves", "kept").exit_code == 0
    assert tracker("check", "new.json").exit_code == 0
    assert tracker("check", "nobody", "--saves", "kept").stdout.startswith("nobody: unreadable.")
