"""Writing fails: nothing is lost, and what is said of it is true."""

from __future__ import annotations

import errno

import pytest

from tests.faults.simdisk import SimDisk
from tests.storage.journals import PATH, content, create, failing
from tests.storage.sample_records import Story
from tracker.storage.errors import NotSaved
from tracker.storage.reader import load


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EDQUOT, "your share of the disk is used up"),
        (errno.EIO, "the disk reports an error"),
    ],
)
def test_a_failed_write_is_rolled_back_and_goes_out_later(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch, error: int, reason: str
) -> None:
    save = create(disk)
    save.append(story.records[:2])
    before, write, calls = content(disk), disk.pwrite, []

    def fails(fd: int, data: bytes, at: int) -> int:
        calls.append(at)
        if len(calls) == 1:
            return write(fd, bytes(data)[:20], at)
        if len(calls) == 2:
            raise OSError(error, "no")
        return write(fd, data, at)

    monkeypatch.setattr(disk, "pwrite", fails)
    with pytest.raises(NotSaved, match=f"^fight.json could not be written: {reason}\\.$"):
        save.append(story.records[2:4])
    assert content(disk) == before
    assert (save.saved, save.unsaved, save.read_only) == (2, 2, False)
    monkeypatch.undo()
    save.append(story.records[4:])
    assert save.unsaved == 0
    assert load(PATH, disk=disk).records == tuple(story.records)


def test_where_not_even_the_trailer_can_be_put_back_a_whole_file_follows(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = create(disk)
    save.append(story.records[:2])
    inode = disk.names[PATH]
    failing(disk, monkeypatch, "pwrite")
    with pytest.raises(NotSaved):
        save.append(story.records[2:])
    assert disk.open_ == {}
    monkeypatch.undo()
    save.append()
    assert disk.names[PATH] is not inode
    assert load(PATH, disk=disk).records == tuple(story.records)
    save.append([story.move(0, "goto")])
    assert load(PATH, disk=disk).records == tuple(story.records)


def test_a_failed_sync_is_never_asked_again_on_that_handle(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = create(disk)
    save.append(story.records[:2])
    inode, sync, asked = disk.names[PATH], disk.fsync, list[int]()

    def fails(fd: int) -> None:
        asked.append(fd)
        if len(asked) == 1:
            raise OSError(errno.EIO, "no")
        sync(fd)

    monkeypatch.setattr(disk, "fsync", fails)
    save.append(story.records[2:])
    assert save.unsaved == 0
    assert len(set(asked)) == 2
    assert disk.names[PATH] is not inode
    assert load(PATH, disk=disk).records == tuple(story.records)
    save.append([story.move(0, "goto")])
    save.close()
    assert load(PATH, disk=disk).records == tuple(story.records)


def test_a_disk_that_cannot_sync_saves_nothing_and_loses_nothing(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = create(disk)
    save.append(story.records[:2])
    failing(disk, monkeypatch, "fsync")
    for _ in range(2):
        with pytest.raises(NotSaved):
            save.append() if save.unsaved else save.append(story.records[2:])
    assert (save.saved, save.unsaved) == (2, len(story.records) - 2)
    assert set(disk.names) == {PATH}
    monkeypatch.undo()
    save.append()
    assert load(PATH, disk=disk).records == tuple(story.records)


def test_a_folder_that_cannot_be_synced_is_written_again(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new file is in place already; it is ours all the same."""
    save = create(disk)
    failing(disk, monkeypatch, "fsync_folder")
    sync = disk.fsync
    monkeypatch.setattr(disk, "fsync", lambda fd: sync(fd) if len(disk.names) > 1 else failing_sync())

    def failing_sync() -> None:
        raise OSError(errno.EIO, "no")

    with pytest.raises(NotSaved):
        save.append(story.records)
    monkeypatch.undo()
    save.append()
    assert load(PATH, disk=disk).records == tuple(story.records)


def test_a_file_that_cannot_be_opened_again_is_written_whole_each_time(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(disk, monkeypatch, "open")
    save = create(disk)
    save.append(story.records[:2])
    save.append(story.records[2:])
    assert disk.open_ == {}
    monkeypatch.undo()
    save.append([story.move(0, "goto")])
    save.append([story.move(0, "goto")])
    assert load(PATH, disk=disk).records == tuple(story.records)


def test_a_close_that_fails_is_no_hindrance(disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    save = create(disk)
    save.append(story.records)
    failing(disk, monkeypatch, "close")
    save.close()
    save.close()
    assert not disk.locks


def test_a_look_that_fails_after_writing_does_not_unsave_it(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = create(disk)
    failing(disk, monkeypatch, "fstat")
    save.append(story.records[:2])
    assert save.unsaved == 0
    monkeypatch.undo()
    save.append(story.records[2:])
    assert load(PATH, disk=disk).records == tuple(story.records)


@pytest.mark.parametrize("names", [("pwrite",), ("fsync",), ("pwrite", "truncate")])
def test_after_a_failure_others_are_still_noticed(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...]
) -> None:
    save = create(disk)
    with monkeypatch.context() as patch:
        failing(disk, patch, *names)
        with pytest.raises(NotSaved):
            save.append(story.records)
    disk.put(PATH, b"mine")
    with pytest.raises(NotSaved, match="changed by another program"):
        save.append()
    assert content(disk) == b"mine"
