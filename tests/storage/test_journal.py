"""A session's file is made and appended to; older versions are written anew."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.faults.simdisk import SimDisk
from tests.storage.journals import PATH, content, create, failing, reopen, saved
from tests.storage.sample_records import GAME, MOMENT, Story, clock, told
from tracker.combat import limits
from tracker.combat.events import TitleBecame
from tracker.combat.records import Entry, Head
from tracker.storage import format as records
from tracker.storage import format as upcast
from tracker.storage.errors import NotSaved
from tracker.storage.journal import Journal
from tracker.storage.reader import load

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
