from __future__ import annotations

import pytest

from tests.faults.simdisk import SimDisk
from tests.reading import Rules
from tests.storage.sample_records import GAME, clock, told
from tracker.combat.scene import Scene
from tracker.storage.errors import LoadError, NotSaved
from tracker.storage.journal import Journal, repair
from tracker.storage.reader import Verdict, check, load

PATH = "fight.json"
STORY = told(11, 6)


@pytest.fixture
def disk() -> SimDisk:
    disk = SimDisk()
    with Journal.create(PATH, GAME, clock, "id", disk=disk) as save:
        save.append(STORY.records)
    return disk


OTHER = Rules(lambda system: Scene(system, asked=3))
"""Rules by which the same entries lead to other states."""


def put(disk: SimDisk, data: bytes) -> None:
    disk.put(PATH, data)


def test_each_condition_has_its_code(disk: SimDisk) -> None:
    data = bytes(disk.names[PATH].seen)
    lines = len([record for record in STORY.records if hasattr(record, "text")])
    assert check(PATH, disk=disk) == Verdict(0, "clean", f"fight.json is whole: {lines} lines of the log.")
    for bytes_, code, condition in (
        (data[:-2], 1, "torn"),
        (data.replace(b"happened", b"hippened"), 2, "damaged"),
        (data.replace(b'"version":1', b'"version":2'), 2, "newer"),
        (b"[]", 2, "foreign"),
        (data.replace(b"\n", b"\r\n"), 2, "edited"),
    ):
        put(disk, bytes_)
        found = check(PATH, disk=disk)
        assert (found.code, found.condition) == (code, condition)
        assert found.what.startswith("fight.json ")
        assert bytes(disk.names[PATH].seen) == bytes_
    assert check("none", disk=disk).code == 2
    put(disk, data[:-2])
    assert check(PATH, disk=disk).what.endswith("Opening it repairs the end.")
    assert check(PATH, OTHER, disk).code == 2
    put(disk, data)
    assert check(PATH, OTHER, disk).condition == "differs"


def test_the_good_part_goes_to_a_new_file(disk: SimDisk) -> None:
    data = bytes(disk.names[PATH].seen).replace(b"Thing 4 happened", b"Thing 4 hippened")
    put(disk, data)
    what = repair(PATH, "out.json", clock=clock, disk=disk)
    loaded = load("out.json", disk=disk)
    assert (loaded.condition, loaded.header.id, loaded.header.system) == ("clean", "id", GAME)
    assert loaded.records == tuple(STORY.records[:3])
    assert what.startswith("fight.json is damaged in line 5: its hash does not match; ")
    count = sum(1 for record in STORY.records[:3] if hasattr(record, "text"))
    assert what.endswith(f" Nothing was changed. out.json holds {count} lines of the log.")
    assert bytes(disk.names[PATH].seen) == data
    assert not disk.locks


def test_a_repair_follows_the_rules_of_the_game(disk: SimDisk) -> None:
    repair(PATH, "out.json", OTHER, clock=clock, disk=disk)
    assert check("out.json", OTHER, disk).condition == "clean"
    assert check("out.json", disk=disk).condition == "differs"


def test_the_game_says_what_it_cannot_make_sense_of(disk: SimDisk) -> None:
    edited = bytes(disk.names[PATH].seen).replace(b"\n", b"\r\n")
    put(disk, edited)

    def fault(scene: Scene) -> str:
        return "the moon is “full”" if len(scene.combatants) > 1 else ""

    found = check(PATH, Rules(fault=fault), disk)
    assert (found.code, found.condition) == (2, "damaged")
    assert "the moon is “full”" in found.what
    assert "the moon is “full”" in repair(PATH, "new.json", Rules(fault=fault), clock=clock, disk=disk)
    made = load("new.json", disk=disk)
    assert made.condition == "clean"
    assert 0 < len(made.records) < len(STORY.records)
    save, loaded = Journal.open(PATH, Rules(fault=fault), disk=disk)
    with save:
        assert loaded.condition == "damaged"
        assert loaded.records == made.records
        assert "the moon is “full”" in save.why_read_only
    assert bytes(disk.names[PATH].seen) == edited


def test_a_repair_never_writes_over_anything(disk: SimDisk) -> None:
    before = {name: bytes(somebody.seen) for name, somebody in disk.names.items()}
    with pytest.raises(NotSaved, match="exists already"):
        repair(PATH, PATH, clock=clock, disk=disk)
    put(disk, b"[]")
    with pytest.raises(LoadError, match="not a session"):
        repair(PATH, "out.json", clock=clock, disk=disk)
    assert set(disk.names) == set(before)


def test_one_line_is_one_line(disk: SimDisk) -> None:
    lines = bytes(disk.names[PATH].seen).splitlines(keepends=True)
    put(disk, b"".join(lines[:2]))
    assert repair(PATH, "out.json", clock=clock, disk=disk).endswith("out.json holds 1 line of the log.")


def test_on_a_real_disk_by_default(tmp_path: object) -> None:
    with pytest.raises(LoadError):
        repair(f"{tmp_path}/none", f"{tmp_path}/out")
