"""Following a file that another program writes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.faults.simdisk import SimDisk
from tests.storage.sample_records import GAME, clock
from tests.storage.test_reader import PATH, STORY
from tracker.storage.errors import LoadError
from tracker.storage.filesystem import Stamp
from tracker.storage.format import TRAILER
from tracker.storage.journal import Journal
from tracker.storage.reader import Follower

RECORDS = STORY.records


def test_lines_are_taken_in_as_they_come(disk: SimDisk) -> None:
    with Journal.create(PATH, GAME, clock, "id", disk=disk) as journal:
        journal.append(RECORDS[:2])
        follower = Follower(PATH, disk=disk)
        history = follower.history
        assert not follower.look()
        for record in RECORDS[2:]:
            journal.append([record])
            assert follower.look()
            assert history.records[-1] == record
        assert not follower.look()
        assert follower.history is history
        assert history.records == RECORDS
        assert follower.trouble == ""


def test_only_what_is_new_is_read(disk: SimDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal.create(PATH, GAME, clock, "id", disk=disk) as journal:
        journal.append(RECORDS[:3])
        follower, read, lengths = Follower(PATH, disk=disk), disk.read, list[int]()

        def counted(path: str, at: int = 0) -> tuple[bytes, Stamp]:
            data, stamp = read(path, at)
            lengths.append(len(data))
            return data, stamp

        monkeypatch.setattr(disk, "read", counted)
        for record in RECORDS[3:]:
            before = len(disk.names[PATH].seen)
            journal.append([record])
            lengths.clear()
            assert follower.look()
            assert lengths == [len(disk.names[PATH].seen) - before + len(TRAILER)]


def test_half_a_line_waits_for_its_other_half(disk: SimDisk) -> None:
    with Journal.create(PATH, GAME, clock, "id", disk=disk) as journal:
        journal.append(RECORDS[:3])
        whole = bytes(disk.names[PATH].seen)
        journal.append(RECORDS[3:4])
        longer = bytes(disk.names[PATH].seen)
    disk.put(PATH, whole)
    follower = Follower(PATH, disk=disk)
    for size in range(len(whole) - 2, len(longer)):
        disk.put(PATH, longer[:size])
        follower.look()
        assert len(follower.history.records) in (3, 4)
        assert follower.trouble == ""
    disk.put(PATH, longer)
    follower.look()
    assert follower.history.records == RECORDS[:4]


def test_another_file_in_its_place_is_read_as_a_whole(disk: SimDisk) -> None:
    with Journal.create(PATH, GAME, clock, "id", disk=disk) as journal:
        journal.append(RECORDS[:4])
    follower = Follower(PATH, disk=disk)
    other = SimDisk()
    with Journal.create(PATH, GAME, clock, "other", disk=other) as journal:
        journal.append([replace(RECORDS[0], command="note other")])
    disk.put(PATH, bytes(other.names[PATH].seen))
    assert follower.look()
    assert [record.command for record in follower.history.records] == ["note other"]  # type: ignore[union-attr]


def test_what_was_read_stays_while_the_file_is_away_or_broken(disk: SimDisk) -> None:
    with Journal.create(PATH, GAME, clock, "id", disk=disk) as journal:
        journal.append(RECORDS)
    good = bytes(disk.names[PATH].seen)
    follower = Follower(PATH, disk=disk)
    disk.names.pop(PATH)
    assert not follower.look()
    assert follower.trouble == "The file is not there any more."
    disk.put(PATH, b"no session")
    assert not follower.look()
    assert "not a session" in follower.trouble
    assert follower.history.records == RECORDS
    disk.put(PATH, good)
    assert follower.look()
    assert follower.trouble == ""


def test_what_is_not_a_session_is_refused_at_once(disk: SimDisk) -> None:
    disk.put(PATH, b"no session")
    with pytest.raises(LoadError):
        Follower(PATH, disk=disk)
