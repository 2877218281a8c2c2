from __future__ import annotations

import errno
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.faults.simdisk import SimDisk
from tests.storage.sample_records import GAME, MOMENT, Story, clock, told
from tracker.combat import limits
from tracker.combat.events import Joined, TitleBecame
from tracker.combat.records import Entry, Head
from tracker.combat.scene import Combatant, Scene
from tracker.storage import format as records
from tracker.storage import format as upcast
from tracker.storage.errors import LoadError, NotSaved
from tracker.storage.filesystem import FileSystem
from tracker.storage.journal import Journal
from tracker.storage.reader import Loaded, load

PATH = "fight.json"


@pytest.fixture
def disk() -> SimDisk:
    return SimDisk()


@pytest.fixture
def story() -> Story:
    return told(11, 6)


def create(disk: SimDisk, path: str = PATH) -> Journal:
    return Journal.create(path, GAME, clock, "id", disk=disk)


def reopen(disk: SimDisk, path: str = PATH, **more: Any) -> tuple[Journal, Loaded]:
    return Journal.open(path, clock=clock, disk=disk, **more)


def saved(disk: SimDisk, story: Story, path: str = PATH) -> bytes:
    with create(disk, path) as save:
        save.append(story.records)
    return bytes(disk.names[path].seen)


def content(disk: SimDisk, path: str = PATH) -> bytes:
    return bytes(disk.names[path].seen)


def failing(disk: SimDisk, monkeypatch: pytest.MonkeyPatch, *names: str, error: int = errno.EIO) -> None:
    """From now on these operations fail, until ``monkeypatch`` is undone."""

    def refuse(*words: object) -> None:
        raise OSError(error, "failed")

    for name in names:
        monkeypatch.setattr(disk, name, refuse)


# Creating


def test_a_new_session_is_an_empty_file_of_its_owner(tmp_path: Path) -> None:
    path = str(tmp_path / "a.json")
    with Journal.create(path, GAME, clock, "some-id") as save:
        assert (save.path, save.read_only, save.why_read_only, save.unsaved, save.saved) == (path, False, "", 0, 0)
        assert sorted(os.listdir(tmp_path)) == ["a.json", "a.json.lock"]
    assert os.listdir(tmp_path) == ["a.json"]
    assert os.stat(path).st_mode & 0o777 == 0o600
    whole = json.loads((tmp_path / "a.json").read_text())
    assert whole == {
        "format": "combat-tracker/session",
        "version": 1,
        "id": "some-id",
        "created": MOMENT,
        "app": save.header.app,
        "system": GAME,
        "records": [],
    }


def test_a_new_session_never_replaces_a_file(disk: SimDisk, story: Story) -> None:
    data = saved(disk, story)
    with pytest.raises(NotSaved, match=r"^fight\.json exists already\. Choose another name\.$"):
        create(disk)
    assert content(disk) == data
    assert not disk.locks
    save = create(disk, "other.json")
    with pytest.raises(NotSaved, match=r"^other\.json is open in another tracker .*\. Choose another name\.$"):
        create(disk, "other.json")
    save.close()


def test_a_new_session_that_cannot_be_made_leaves_nothing(disk: SimDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("realpath", "lock", "lexists", "create", "pwrite", "fsync", "replace", "fsync_folder"):
        with monkeypatch.context() as patch:
            failing(disk, patch, name, error=errno.EROFS)
            with pytest.raises(
                NotSaved, match=r"cannot be written: the disk can only be read\. Choose another place\.$"
            ):
                create(disk)
        assert disk.names == {}
        assert disk.locks == {}
        assert disk.open_ == {}
    with pytest.raises(NotSaved, match=r"cannot be written: this name cannot be used\. Choose another place\.$"):
        Journal.create("a\0b", GAME, clock, "id")


def test_a_file_of_somebody_else_is_never_taken_for_a_temporary_one(disk: SimDisk) -> None:
    disk.put(PATH + ".tmp", b"a thesis")
    create(disk).close()
    assert content(disk, PATH + ".tmp") == b"a thesis"
    assert sorted(disk.names) == [PATH, PATH + ".tmp"]


# Appending


def test_each_append_is_one_write_at_the_trailer_and_one_sync(disk: SimDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    save, story = create(disk), Story()
    calls: list[tuple[str, Any]] = []
    real_write, real_sync = disk.pwrite, disk.fsync

    def write(fd: int, data: bytes, at: int) -> int:
        calls.append(("write", (bytes(data), at)))
        return real_write(fd, data, at)

    def sync(fd: int) -> None:
        calls.append(("sync", None))
        real_sync(fd)

    monkeypatch.setattr(disk, "pwrite", write)
    monkeypatch.setattr(disk, "fsync", sync)
    disk.rng.random = lambda: 0.5  # type: ignore[method-assign]
    for count in (1, 3):
        before = content(disk)
        batch = [story.entry(TitleBecame(str(number))) for number in range(count)]
        save.append(batch)
        assert [name for name, _ in calls] == ["write", "sync"]
        data, at = calls[0][1]
        assert at == len(before) - 3
        assert data.endswith(b"}\n]}\n")
        assert data.startswith(b"{" if count == 1 else b",{")
        assert content(disk) == before[:-3] + data
        calls.clear()
    assert (save.saved, save.unsaved) == (4, 0)
    assert load(PATH, disk=disk).records == tuple(story.records)


def test_short_writes_are_gone_on_with(disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    write = disk.pwrite
    monkeypatch.setattr(disk, "pwrite", lambda fd, data, at: write(fd, bytes(data)[:7], at))
    saved(disk, story)
    assert load(PATH, disk=disk).records == tuple(story.records)


def test_appending_nothing_touches_nothing(disk: SimDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    save = create(disk)
    before = disk.operations
    save.append()
    assert disk.operations == before


def test_an_append_costs_the_same_however_long_the_session_is(disk: SimDisk) -> None:
    save, story = create(disk), Story()
    written = {}
    for length in (100, 2000):
        save.append([story.entry(TitleBecame("x")) for _ in range(length - len(story.records))])
        before, size = disk.operations, len(content(disk))
        save.append([story.entry(TitleBecame("x"))])
        written[length] = (disk.operations - before <= 4, len(content(disk)) - size)
    assert written[100][0]
    assert written[2000][0]
    assert abs(written[100][1] - written[2000][1]) < 200


def test_a_session_that_is_full_says_so(disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    other = SimDisk()
    size = len(saved(other, story))
    save = create(disk)
    monkeypatch.setattr(limits, "FILE", size)
    save.append(story.records)
    assert len(content(disk)) == size
    with pytest.raises(NotSaved, match=r"^fight\.json is full\."):
        save.append([story.move(0, "goto")])
    assert len(content(disk)) == size
    disk.names.clear()
    disk.locks.clear()
    story = told(11, 6)
    save = create(disk)
    monkeypatch.setattr(limits, "FILE", size - 1)
    with pytest.raises(NotSaved, match=r"^fight\.json is full\. Begin a new session\.$"):
        save.append(story.records)
    monkeypatch.undo()
    save.append()
    assert load(PATH, disk=disk).records == tuple(story.records)


# Failures while running


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


# Others at the same file


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


# Opening


def test_an_opened_session_goes_on_where_it_ended(disk: SimDisk, story: Story) -> None:
    data = saved(disk, story)
    save, found = reopen(disk)
    assert (found.condition, save.notice, save.read_only, save.saved) == ("clean", "", False, len(story.records))
    assert content(disk) == data
    save.append([story.move(0, "goto")])
    save.close()
    assert content(disk).startswith(data[:-3])
    assert load(PATH, disk=disk).records == tuple(story.records)


def test_a_byte_order_mark_stays_where_it_is(disk: SimDisk, story: Story) -> None:
    disk.put(PATH, b"\xef\xbb\xbf" + saved(disk, story))
    save, _ = reopen(disk)
    save.append([story.move(0, "goto")])
    assert load(PATH, disk=disk).records == tuple(story.records)


def test_the_second_opener_can_only_read(disk: SimDisk, story: Story) -> None:
    saved(disk, story)
    first, _ = reopen(disk)
    second, found = reopen(disk)
    assert found.records == tuple(story.records)
    assert second.read_only
    assert second.why_read_only == (
        "fight.json is open in another tracker (process 1 on elsewhere); here it is only followed. "
        "Save a copy to go on with it."
    )
    more = [story.move(0, "goto")]
    with pytest.raises(NotSaved, match="here it is only followed"):
        second.append(more)
    assert second.unsaved == 1
    second.save_as("copy.json")
    assert (second.read_only, second.unsaved, second.path) == (False, 0, "copy.json")
    assert load("copy.json", disk=disk).records == tuple(story.records)
    first.close()
    second.close()
    assert not disk.locks


def test_what_changed_between_reading_and_locking_is_read_again(disk: SimDisk, story: Story) -> None:
    saved(disk, story)
    lock = disk.lock

    def late(path: str) -> Any:
        disk.lock = lock  # type: ignore[method-assign]
        other, _ = reopen(disk)
        other.append([story.move(0, "goto")])
        other.close()
        return lock(path)

    disk.lock = late  # type: ignore[method-assign]
    save, found = reopen(disk, start=lambda system: Scene(system, asked=3))
    assert found.records != tuple(story.records), "the states are those of the other beginning"
    assert found.differs
    save.close()
    save, found = reopen(disk)
    assert found.records == tuple(story.records)
    save.append([story.move(0, "goto")])
    save.close()
    assert load(PATH, disk=disk).records == tuple(story.records)


def test_what_was_edited_between_reading_and_locking_is_shown_to_the_game(disk: SimDisk, story: Story) -> None:
    saved(disk, story)
    lock, edited = disk.lock, content(disk).replace(b"\n", b"\r\n")

    def late(path: str) -> Any:
        disk.put(PATH, edited)
        return lock(path)

    disk.lock = late  # type: ignore[method-assign]
    save, found = Journal.open(PATH, fault=lambda scene: "the moon is “full”" if scene.combatants else "", disk=disk)
    with save:
        assert (found.condition, save.read_only) == ("damaged", True)
    assert content(disk) == edited


def test_what_became_unreadable_meanwhile_leaves_no_lock(disk: SimDisk, story: Story) -> None:
    saved(disk, story)
    lock = disk.lock

    def late(path: str) -> Any:
        disk.put(PATH, b"[]")
        return lock(path)

    disk.lock = late  # type: ignore[method-assign]
    with pytest.raises(LoadError):
        reopen(disk)
    assert not disk.locks


def test_where_nothing_can_be_written_it_opens_and_says_so(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(disk, story)
    for name in ("lock", "open"):
        with monkeypatch.context() as patch:
            failing(disk, patch, name, error=errno.EROFS)
            save, found = reopen(disk)
        assert found.condition == "clean"
        assert save.why_read_only == (
            "fight.json can only be read here: the disk can only be read. Save a copy elsewhere to go on with it."
        )
        save.save_as(f"{name}.json")
        assert not save.read_only
        save.close()


FOUND = {
    "torn": (lambda data: data[:-30], None),
    "edited": (lambda data: edited(data, hashes=True), None),
    "damaged": (lambda data: data.replace(b"happened", b"hippened"), None),
    "differs": (lambda data: data, lambda system: Scene(system, asked=3)),
}


@pytest.mark.parametrize("condition", FOUND)
@pytest.mark.parametrize("held", [True, False])
def test_what_was_found_is_told_where_nothing_may_be_written_too(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch, condition: str, held: bool
) -> None:
    change, start = FOUND[condition]
    data = change(saved(disk, story))
    disk.put(PATH, data)
    if held:
        disk.lock(PATH + ".lock")
    else:
        failing(disk, monkeypatch, "lock", error=errno.EACCES)
    save, found = reopen(disk, start=start)
    assert (found.condition, save.read_only, save.notice) == (condition, True, "")
    assert save.why_read_only.startswith(f"{found.what} ")
    way = "Save a copy to go on" if held or condition == "damaged" else "Save a copy elsewhere to go on"
    assert way in save.why_read_only
    with pytest.raises(NotSaved):
        save.append([Head(len(found.records) + 1, 0)])
    save.close()
    assert (content(disk), set(disk.names)) == (data, {PATH})


def test_no_lock_is_made_beside_what_is_no_session(disk: SimDisk) -> None:
    disk.put(PATH, b"[]")
    with pytest.raises(LoadError):
        reopen(disk)
    assert list(disk.names) == [PATH]
    assert not disk.locks


def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    Journal.create(str(real), GAME, clock, "id").close()
    link.symlink_to(real)
    save, _ = Journal.open(str(link), clock=clock)
    assert save.path == str(real)
    assert sorted(os.listdir(tmp_path)) == ["link.json", "real.json", "real.json.lock"]
    save.append([Head(1, 0)])
    save.close()
    assert link.is_symlink()
    assert len(load(str(real)).records) == 1


# A cut-off end


@pytest.mark.parametrize("cut", [1, 3, 4, 40])
def test_a_cut_off_end_is_mended_once_and_kept(disk: SimDisk, story: Story, cut: int) -> None:
    data = saved(disk, story)[:-cut]
    disk.put(PATH, data)
    save, found = reopen(disk)
    assert (found.condition, save.read_only) == ("torn", False)
    assert save.notice == (
        "The end of fight.json was cut off in the middle of a write; it was mended. "
        "The file as it was found is kept as fight.json.torn-20260301-201500."
    )
    assert content(disk, PATH + ".torn-20260301-201500") == data
    again = load(PATH, disk=disk)
    assert (again.condition, again.records) == ("clean", found.records)
    whole = Story()
    for record in found.records:
        whole.history.add(record)
    more = whole.move(0, "goto")
    save.append([more])
    save.close()
    assert load(PATH, disk=disk).records == (*found.records, more)
    assert not [name for name in disk.names if ".bak" in name], "only a clean file becomes a backup"
    again_save, again = reopen(disk)
    assert (again.condition, again_save.notice) == ("clean", "")


def test_after_mending_others_are_noticed(disk: SimDisk, story: Story) -> None:
    disk.put(PATH, saved(disk, story)[:-2])
    save, found = reopen(disk)
    disk.put(PATH, content(disk))
    with pytest.raises(NotSaved, match="changed by another program"):
        save.append([Head(len(found.records) + 1, 0)])


def test_the_same_moment_does_not_lose_a_copy(disk: SimDisk, story: Story) -> None:
    data = saved(disk, story)
    for cut in (5, 50, 90):
        disk.put(PATH, data[:-cut])
        reopen(disk)[0].close()
    names = [PATH + ".torn-20260301-201500" + end for end in ("", "-2", "-3")]
    assert [content(disk, name) for name in names] == [data[:-5], data[:-50], data[:-90]]


def test_an_end_that_cannot_be_mended_is_left_as_it_is(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = saved(disk, story)[:-30]
    disk.put(PATH, data)
    with monkeypatch.context() as patch:
        failing(disk, patch, "create", error=errno.ENOSPC)
        save, found = reopen(disk)
    assert (found.condition, save.read_only) == ("torn", True)
    assert save.why_read_only.startswith(f"{found.what} fight.json can only be read here: the disk is full.")
    assert content(disk) == data
    save.close()
    with monkeypatch.context() as patch:
        failing(disk, patch, "truncate")
        save, found = reopen(disk)
    assert save.read_only
    assert disk.open_ == {}
    save.close()
    save, found = reopen(disk)
    assert (found.condition, save.read_only) == ("torn", False)


# Damage


def test_a_damaged_file_is_never_touched(disk: SimDisk, story: Story) -> None:
    data = saved(disk, story).replace(b"happened", b"hippened")
    disk.put(PATH, data)
    save, found = reopen(disk)
    assert (found.condition, save.read_only) == ("damaged", True)
    assert save.why_read_only == f"{found.what} Save a copy to go on from there."
    with pytest.raises(NotSaved):
        save.append([Head(len(found.records) + 1, 0)])
    save.save_as("copy.json")
    save.close()
    assert content(disk) == data
    assert set(disk.names) == {PATH, "copy.json"}
    assert load("copy.json", disk=disk).records == (*found.records, Head(len(found.records) + 1, 0))


# Edited


def edited(data: bytes, *, hashes: bool) -> bytes:
    whole = json.loads(data)
    for record in whole["records"]:
        if not hashes:
            del record["h"]
    return json.dumps(whole, indent=2).encode()


@pytest.mark.parametrize("hashes", [True, False])
def test_an_edited_file_is_kept_and_written_anew(disk: SimDisk, story: Story, hashes: bool) -> None:
    before = saved(disk, story)
    data = edited(before, hashes=hashes)
    disk.put(PATH, data)
    save, found = reopen(disk)
    assert (found.condition, save.read_only) == ("edited", False)
    assert save.notice == (
        "fight.json was edited by hand or reformatted by another program. "
        "It was rewritten. The file as it was found is kept as fight.json.bak."
    )
    assert content(disk, PATH + ".bak") == data
    assert content(disk) == before
    save.append([story.move(0, "goto")])
    save.close()
    assert load(PATH, disk=disk).records == tuple(story.records)
    disk.put(PATH, data)
    reopen(disk)[0].close()
    assert PATH + ".bak-2" not in disk.names, "there is a copy of this already"
    disk.put(PATH, data + b"\n")
    reopen(disk)[0].close()
    assert content(disk, PATH + ".bak-2") == data + b"\n"


@pytest.mark.parametrize("name", ["read", "create", "fsync", "replace"])
def test_an_edited_file_that_cannot_be_kept_is_left(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    data = edited(saved(disk, story), hashes=True)
    disk.put(PATH, data)
    read = disk.read
    with monkeypatch.context() as patch:
        failing(disk, patch, *({name} - {"read"}))
        if name == "read":
            answers = [read]
            patch.setattr(disk, "read", lambda path: answers.pop()(path) if answers else refuse())
        save, found = reopen(disk)
    assert (found.condition, save.read_only) == ("edited", True)
    assert content(disk) == data
    save.close()
    assert disk.open_ == {}


def refuse() -> None:
    raise OSError(errno.EIO, "no")


# Another replay


def other_rules(system: str) -> Scene:
    return Scene(system, title="another beginning")


@pytest.fixture
def differing(disk: SimDisk) -> Story:
    told = Story()
    told.entry(Joined(("A",), Combatant("", "heroes")))
    saved(disk, told)
    return told


def test_a_differing_replay_can_only_be_read(disk: SimDisk, differing: Story) -> None:
    data = content(disk)
    save, found = reopen(disk, start=other_rules)
    assert (found.condition, save.read_only) == ("differs", True)
    assert save.why_read_only == f"{found.what} It can only be read. Save a copy to go on with what is shown here."
    with pytest.raises(NotSaved):
        save.append([Head(2, 0)])
    save.close()
    assert content(disk) == data


def test_states_compared_later_are_compared_before_the_first_write(disk: SimDisk, differing: Story) -> None:
    data = content(disk)
    save, found = reopen(disk, start=other_rules, verify_later=True)
    assert (found.condition, save.why_read_only) == ("clean", "")
    with pytest.raises(NotSaved, match="replays line 1 of the log differently") as refused:
        save.append([Head(2, 0)])
    assert (save.why_read_only, save.read_only) == (refused.value.reason, True)
    save.close()
    assert content(disk) == data


def test_states_are_compared_a_few_at_a_time(disk: SimDisk) -> None:
    saved(disk, told(7, 12))
    save, found = reopen(disk, verify_later=True)
    steps = [save.verify(5) for _ in range(2 + len(found.records) // 5)]
    assert (steps[0], steps[-1], save.read_only) == (False, True, False)
    save.append([told(7, 12).move(0, "goto")])
    save.close()
    assert load(PATH, disk=disk).condition == "clean"


def test_a_damaged_file_is_compared_at_once(disk: SimDisk, differing: Story) -> None:
    disk.names[PATH].seen[:] = content(disk)[:-2]
    save, found = reopen(disk, start=other_rules, verify_later=True)
    assert (found.condition, found.differs, save.read_only) == ("torn", 1, True)
    save.close()


def test_a_copy_of_a_differing_replay_alters_nothing_but_the_states(disk: SimDisk) -> None:
    """A file in order whose states are those of another version: in the middle, at an undone entry, at the last."""
    story = told(7, 12)
    entries = [record for record in story.records if isinstance(record, Entry)]
    odd = {entries[3].id, entries[-1].id}
    written = [replace(record, state="0" * 16) if record.id in odd else record for record in story.records]
    with create(disk) as save:
        save.append(written)  # type: ignore[arg-type]
    data = content(disk)
    save, found = reopen(disk)
    assert (found.condition, found.differs) == ("differs", entries[3].id)
    assert (save.unsaved, save.saved) == (0, len(written))
    save.save_as("copy.json")
    save.append([story.move(0, "goto")])
    save.close()
    assert content(disk) == data
    assert load("copy.json", disk=disk).records == tuple(story.records)
    assert load("copy.json", disk=disk).condition == "clean"


def test_a_differing_replay_can_be_saved_as_a_copy(disk: SimDisk, differing: Story) -> None:
    data = content(disk)
    save, _ = reopen(disk, start=other_rules)
    save.save_as("copy.json")
    assert not save.read_only
    save.append([Head(2, 0)])
    save.close()
    assert content(disk) == data
    assert sorted(disk.names) == ["copy.json", PATH]
    assert load("copy.json", other_rules, disk).condition == "clean"


def test_a_torn_and_differing_file_is_mended_but_read_only(disk: SimDisk, differing: Story) -> None:
    disk.put(PATH, content(disk)[:-1])
    save, found = reopen(disk, start=other_rules)
    assert (found.condition, save.read_only, bool(save.notice)) == ("torn", True, True)
    assert content(disk).endswith(b"]}\n")


def test_an_edited_and_differing_file_is_left_as_it_is(disk: SimDisk, differing: Story) -> None:
    data = edited(content(disk), hashes=True)
    disk.put(PATH, data)
    save, found = reopen(disk, start=other_rules)
    assert (found.condition, save.read_only, content(disk)) == ("edited", True, data)


# Backups


def generations(disk: SimDisk) -> list[bytes | None]:
    return [content(disk, name) if (name := f"{PATH}.bak{n}") in disk.names else None for n in (1, 2, 3, 4)]


def test_the_last_three_evenings_are_kept(disk: SimDisk) -> None:
    story = Story()
    create(disk).close()
    evenings = [content(disk)]
    for _ in range(5):
        save, _ = reopen(disk)
        assert generations(disk)[0] != evenings[-1]
        save.append([story.entry(TitleBecame("x"))])
        assert generations(disk)[0] == evenings[-1]
        save.append([story.entry(TitleBecame("y"))])
        save.close()
        evenings.append(content(disk))
    assert generations(disk) == [*evenings[-2:-5:-1], None]
    assert PATH + ".bak0" not in disk.names


def test_a_file_that_is_its_own_backup_makes_none(disk: SimDisk, story: Story) -> None:
    data = saved(disk, story)
    disk.put(PATH + ".bak1", data)
    disk.put(PATH + ".bak2", b"older")
    save, _ = reopen(disk)
    save.append([story.move(0, "goto")])
    assert generations(disk) == [data, b"older", None, None]


def test_the_only_backup_may_be_the_file_itself(disk: SimDisk, story: Story) -> None:
    data = saved(disk, story)
    disk.put(PATH + ".bak1", data)
    save, _ = reopen(disk)
    save.append([story.move(0, "goto")])
    assert generations(disk) == [data, None, None, None]


def test_opening_alone_makes_no_backup(disk: SimDisk, story: Story) -> None:
    saved(disk, story)
    reopen(disk)[0].close()
    assert generations(disk) == [None] * 4


@pytest.mark.parametrize("name", ["create", "replace"])
def test_a_backup_that_cannot_be_made_does_not_stop_the_fight(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    saved(disk, story)
    save, _ = reopen(disk)
    failing(disk, monkeypatch, name, error=errno.ENOSPC)
    save.append([story.move(0, "goto")])
    assert save.notice == "No backup of fight.json could be made: the disk is full."
    assert save.unsaved == 0
    assert set(disk.names) == {PATH}


def test_a_backup_in_whose_place_a_folder_stands(disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    saved(disk, story)
    save, _ = reopen(disk)

    def folder(path: str) -> Any:
        raise LoadError("It is a folder.", "unreadable")

    monkeypatch.setattr(disk, "read", folder)
    save.append([story.move(0, "goto")])
    assert save.notice == "No backup of fight.json could be made: It is a folder."


# Saving as


def test_saving_as_goes_on_in_the_new_file(disk: SimDisk, story: Story) -> None:
    data = saved(disk, story)
    save, _ = reopen(disk)
    save.save_as("other.json")
    assert (save.path, list(disk.locks)) == ("other.json", ["other.json.lock"])
    assert len(disk.open_) == 1
    assert content(disk, "other.json") == data
    save.append([story.move(0, "goto")])
    save.close()
    assert content(disk) == data
    assert sorted(disk.names) == [PATH, "other.json"]
    assert load("other.json", disk=disk).records == tuple(story.records)


def test_saving_as_never_replaces_a_file_and_changes_nothing_when_it_fails(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = create(disk)
    disk.put("taken.json", b"x")
    with pytest.raises(NotSaved, match=r"^taken\.json exists already\."):
        save.save_as("taken.json")
    with monkeypatch.context() as patch:
        failing(disk, patch, "create", error=errno.ENOSPC)
        with pytest.raises(NotSaved, match="the disk is full"):
            save.save_as("other.json")
    assert content(disk, "taken.json") == b"x"
    assert (save.path, list(disk.locks)) == (PATH, [PATH + ".lock"])
    save.append(story.records)
    assert load(PATH, disk=disk).records == tuple(story.records)


# Older versions


def test_an_older_file_is_written_in_the_new_version_with_the_first_append(
    disk: SimDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Entry(1, 0, "", "", "")
    with create(disk) as save:
        save.append([one])
    data = content(disk)
    monkeypatch.setattr(records, "VERSION", 2)
    monkeypatch.setattr(upcast, "STEPS", {1: lambda record: {**record, "text": "young"}})
    save, found = reopen(disk)
    assert (found.condition, save.read_only, found.header.version, save.header.version) == ("clean", False, 1, 2)
    assert content(disk) == data
    save.append([Head(2, 0)])
    save.close()
    assert content(disk, PATH + ".bak1") == data
    again = load(PATH, disk=disk)
    assert (again.condition, again.header.version) == ("clean", 2)
    assert [each.text for each in again.records if isinstance(each, Entry)] == ["young"]


# On a real disk


def test_a_whole_evening_on_a_real_disk(tmp_path: Path) -> None:
    path, story, rng = str(tmp_path / "fight.json"), Story(), random.Random(3)
    save = Journal.create(path, GAME, clock, "id", disk=FileSystem())
    for number in range(40):
        save.append(story.step(rng))
        json.loads(Path(path).read_text(encoding="utf-8"))
        if number % 10 == 9:
            save.close()
            save, found = Journal.open(path, clock=clock)
            assert found.records == tuple(story.records)
    save.close()
    assert sorted(os.listdir(tmp_path)) == ["fight.json", *(f"fight.json.bak{n}" for n in (1, 2, 3))]
    assert {os.stat(tmp_path / name).st_mode & 0o777 for name in os.listdir(tmp_path)} == {0o600}


def test_a_link_to_nowhere_is_a_name_that_is_taken(tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "elsewhere.json")
    with pytest.raises(NotSaved, match=r"^link\.json exists already\. Choose another name\.$"):
        Journal.create(str(link), GAME, clock, "id")
    with Journal.create(str(tmp_path / "a.json"), GAME, clock, "id") as save:
        with pytest.raises(NotSaved, match="exists already"):
            save.save_as(str(link))
        assert sorted(os.listdir(tmp_path)) == ["a.json", "a.json.lock", "link.json"]


def other_bytes(path: Path) -> None:
    """As many bytes in the same file, but later."""
    found = path.stat()
    with open(path, "r+b") as file:
        file.write(path.read_bytes())
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns + 1))


def more_bytes(path: Path) -> None:
    """The same file, longer, with the time it had."""
    found = path.stat()
    with open(path, "ab") as file:
        file.write(b" ")
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))


def another_file(path: Path) -> None:
    """Another file of the same size and time."""
    found, data = path.stat(), path.read_bytes()
    new = path.with_name("new")
    new.write_bytes(data)
    os.replace(new, path)
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))


@pytest.mark.parametrize("change", [other_bytes, more_bytes, another_file])
def test_file_size_and_time_each_tell_of_another_hand(tmp_path: Path, change: Callable[[Path], None]) -> None:
    path, story = tmp_path / "a.json", Story()
    with Journal.create(str(path), GAME, clock, "id") as save:
        save.append([story.entry(TitleBecame("x"))])
        change(path)
        kept = path.read_bytes()
        with pytest.raises(NotSaved, match="changed by another program"):
            save.append([story.entry(TitleBecame("y"))])
        assert path.read_bytes() == kept


@pytest.mark.slow
def test_the_first_paint_waits_for_no_other_library() -> None:
    script = (
        "import sys; from tests.storage.sample_records import *;"
        "from tracker.storage import journal as savefile, writer;"
        "from tracker.storage import recent;"
        "import tempfile, os; path = os.path.join(tempfile.mkdtemp(), 'a.json');"
        "save = savefile.Journal.create(path, GAME, clock, 'id'); story = told(1, 5); save.append(story.records);"
        "recent.recent(os.path.dirname(path)); save.close(); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert loaded.isdisjoint({"pydantic", "pydantic_core", "textual", "rich", "platformdirs", "click"})
    script = script.replace("print(", "from tracker.storage.reader import load; load(path); print(")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert loaded.isdisjoint({"pydantic", "pydantic_core", "textual", "rich", "platformdirs", "click"})


def test_two_links_to_one_file_have_one_writer(tmp_path: Path) -> None:
    one, other = str(tmp_path / "one.json"), str(tmp_path / "other.json")
    Journal.create(one, GAME, clock, "id").close()
    os.link(one, other)
    with Journal.open(one, clock=clock)[0] as first:
        second, _ = Journal.open(other, clock=clock)
        assert second.why_read_only.startswith("other.json is open in another tracker; here it is only followed.")
        second.close()
        story = told(1, 3)
        first.append(story.records)
    assert load(other).records == tuple(story.records)
