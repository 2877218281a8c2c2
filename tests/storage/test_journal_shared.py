"""Others write, replace, remove or lock the same file."""

from __future__ import annotations

import errno

import pytest

from tests.faults.simdisk import SimDisk
from tests.storage.journals import PATH, content, create, failing, reopen
from tests.storage.sample_records import Story
from tracker.storage.errors import NotSaved
from tracker.storage.reader import load


def test_a_file_changed_by_another_program_is_left_alone(disk: SimDisk, story: Story) -> None:
    for change in (b"x", b""):
        save = create(disk)
        disk.put(PATH, content(disk) + change)
        for _ in range(2):
            with pytest.raises(NotSaved, match=r"^fight\.json was changed by another program\. Save a copy under"):
                save.append(story.records)
        data = content(disk)
        save.save_as("copy.json")
        assert content(disk) == data
        save.close()
        disk.names.clear()


def test_a_file_changed_between_two_appends_is_left_alone(disk: SimDisk, story: Story) -> None:
    save = create(disk)
    save.append(story.records[:1])
    disk.put(PATH, content(disk))
    with pytest.raises(NotSaved, match="changed by another program"):
        save.append(story.records[1:])


def test_a_file_put_in_its_place_while_it_is_written_is_left_alone(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was written went into the file that is open, whatever has its name by now."""
    save = create(disk)
    sync = disk.fsync

    def late(fd: int) -> None:
        sync(fd)
        disk.put(PATH, b"mine")

    with monkeypatch.context() as patch:
        patch.setattr(disk, "fsync", late)
        save.append(story.records[:1])
    with pytest.raises(NotSaved, match="changed by another program"):
        save.append(story.records[1:])
    assert content(disk) == b"mine"


def test_a_file_that_is_gone_is_not_made_again_unasked(disk: SimDisk, story: Story) -> None:
    save = create(disk)
    del disk.names[PATH]
    with pytest.raises(NotSaved, match=r"^fight\.json was removed or renamed\. Save a copy under another name\.$"):
        save.append(story.records)
    save.save_as("copy.json")
    assert load("copy.json", disk=disk).records == tuple(story.records)
    assert list(disk.names) == ["copy.json"]


def test_a_file_that_cannot_be_looked_at_is_not_written(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = create(disk)
    failing(disk, monkeypatch, "stat")
    with pytest.raises(NotSaved, match="the disk reports an error"):
        save.append(story.records)
    monkeypatch.undo()
    save.append()
    assert save.unsaved == 0


def test_a_lost_lock_is_taken_again_or_somebody_else_has_it(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = create(disk)
    disk.locks.clear()
    save.append(story.records[:2])
    assert list(disk.locks) == [PATH + ".lock"]
    disk.locks.clear()
    other = disk.lock(PATH + ".lock")
    with pytest.raises(NotSaved, match=r"^fight\.json was taken over by another tracker .*\. Save a copy under"):
        save.append(story.records[2:])
    other.release()
    failing(disk, monkeypatch, "lock", error=errno.EACCES)
    with pytest.raises(NotSaved, match="writing is not allowed there"):
        save.append()
    monkeypatch.undo()
    save.append()
    assert load(PATH, disk=disk).records == tuple(story.records)
    save.close()
    assert not disk.locks


def test_a_closed_save_takes_its_lock_again_when_it_must_write(disk: SimDisk, story: Story) -> None:
    save = create(disk)
    save.close()
    other, _ = reopen(disk)
    with pytest.raises(NotSaved, match="taken over"):
        save.append(story.records)
    other.close()
    save.append()
    assert load(PATH, disk=disk).records == tuple(story.records)
    save.close()
