from __future__ import annotations

import errno
import threading
from collections.abc import Iterator

import pytest

from tests.faults.simdisk import SimDisk
from tests.storage.sample_records import GAME, Story, clock
from tracker.storage.errors import NotSaved
from tracker.storage.journal import Journal
from tracker.storage.reader import load
from tracker.storage.writer import Writer, WriteState

PATH = "fight.json"


class KeyQueue:
    """Holds every sync until it is opened, so that a test decides when the disk is done."""

    def __init__(self, disk: SimDisk) -> None:
        self.sync = disk.fsync
        self.open = threading.Event()
        self.reached = threading.Semaphore(0)
        self.count = 0
        disk.fsync = self.wait  # type: ignore[method-assign]

    def wait(self, fd: int) -> None:
        self.count += 1
        self.reached.release()
        assert self.open.wait(30)
        self.sync(fd)


@pytest.fixture
def save(disk: SimDisk) -> Iterator[Journal]:
    with Journal.create(PATH, GAME, clock, "id", disk=disk) as save:
        yield save


def test_what_is_put_is_saved_and_said(disk: SimDisk, save: Journal, story: Story) -> None:
    said: list[WriteState] = []
    before = set(threading.enumerate())
    writer = Writer(save, said.append)
    assert writer.state == WriteState("saved")
    threads = [thread for thread in threading.enumerate() if thread.name == "save" and thread not in before]
    assert [thread.daemon for thread in threads] == [True], "a disk that hangs must not keep the program from ending"
    assert writer.flush(30)
    writer.put(story.records)
    assert writer.flush(30)
    assert said == [WriteState("saving"), WriteState("saved", upto=len(story.records))]
    assert writer.state == said[-1]
    assert load(PATH, disk=disk).records == tuple(story.records)
    writer.put()
    assert writer.flush(30)
    assert said[2:] == [WriteState("saving", upto=len(story.records)), said[1]]
    assert writer.close(30)
    assert not disk.locks
    again, _ = Journal.open(PATH, clock=clock, disk=disk)
    assert (other := Writer(again, said.append)).state == WriteState("saved", upto=len(story.records))
    assert other.close(30)
    assert said[4:] == [], "there was nothing to save"


def test_saved_is_said_only_after_the_sync(disk: SimDisk, save: Journal, story: Story) -> None:
    gate, said = KeyQueue(disk), list[WriteState]()
    writer = Writer(save, said.append)
    writer.put(story.records[:1])
    assert gate.reached.acquire(timeout=30)
    assert writer.state.kind == "saving"
    assert not writer.flush(0.001)
    writer.put(story.records[1:2])
    writer.put(story.records[2:])
    gate.open.set()
    assert writer.flush(30)
    assert [each.kind for each in said] == ["saving"] * 3 + ["saved"]
    assert gate.count == 2, "what was put meanwhile goes out together"
    assert writer.close(30)
    assert load(PATH, disk=disk).records == tuple(story.records)


def test_not_saved_is_said_with_its_reason_until_a_later_success(
    disk: SimDisk, save: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[WriteState] = []
    writer = Writer(save, said.append)

    def full(*words: object) -> int:
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patch:
        patch.setattr(disk, "pwrite", full)
        writer.put(story.records[:2])
        assert not writer.flush(30)
        assert writer.state == WriteState("not saved", "fight.json could not be written: the disk is full.", 0)
        writer.put()
        assert not writer.flush(30)
    writer.put(story.records[2:])
    assert writer.flush(30)
    assert [each.kind for each in said] == ["saving", "not saved", "saving", "not saved", "saving", "saved"]
    assert writer.close(30)
    assert load(PATH, disk=disk).records == tuple(story.records)


def test_a_failure_is_told_at_once_though_more_was_put_meanwhile(
    disk: SimDisk, save: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a bad disk each try takes seconds: NOT SAVED does not wait until nobody puts any more."""
    said: list[WriteState] = []
    writer = Writer(save, said.append)
    reached, go = threading.Semaphore(0), threading.Semaphore(0)

    def full(*words: object) -> int:
        reached.release()
        assert go.acquire(timeout=30)
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patch:
        patch.setattr(disk, "pwrite", full)
        patch.setattr(disk, "truncate", lambda fd, size: (_ for _ in ()).throw(OSError(errno.EIO, "no")))
        writer.put(story.records[:1])
        assert reached.acquire(timeout=30)
        writer.put(story.records[1:2])
        go.release()
        assert reached.acquire(timeout=30)
        assert [each.kind for each in said] == ["saving", "saving", "not saved"]
        go.release()
        assert not writer.flush(30)
    assert writer.close(30)


def test_what_was_saved_before_is_known_when_the_rest_is_not(
    disk: SimDisk, save: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = Writer(save, lambda state: None)
    writer.put(story.records[:2])
    assert writer.flush(30)
    with monkeypatch.context() as patch:
        patch.setattr(disk, "stat", lambda path: 1 / 0)
        writer.put(story.records[2:])
        with pytest.raises(ZeroDivisionError):
            writer.flush(30)
    assert (writer.state.kind, writer.state.upto) == ("not saved", 2)
    del disk.names[PATH]
    writer.put()
    assert not writer.flush(30)
    assert (writer.state.kind, writer.state.upto) == ("not saved", 2)
    assert not writer.close(30)


def test_leaving_tries_once_more(disk: SimDisk, save: Journal, story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = Writer(save, lambda state: None)
    with monkeypatch.context() as patch:
        patch.setattr(disk, "stat", lambda path: (_ for _ in ()).throw(OSError(errno.EIO, "no")))
        writer.put(story.records)
        assert not writer.flush(30)
    assert writer.close(30)
    assert writer.close(30)
    assert load(PATH, disk=disk).records == tuple(story.records)


def test_leaving_with_something_unsaved_says_so(disk: SimDisk, save: Journal, story: Story) -> None:
    writer = Writer(save, lambda state: None)
    del disk.names[PATH]
    writer.put(story.records)
    assert not writer.close(30)
    assert save.unsaved == len(story.records)


def test_leaving_does_not_wait_for_ever(disk: SimDisk, save: Journal, story: Story) -> None:
    gate = KeyQueue(disk)
    writer = Writer(save, lambda state: None)
    writer.put(story.records)
    assert not writer.close(0.001)
    gate.open.set()
    assert writer.close()
    assert not disk.locks


def test_what_is_left_of_the_time_is_waited_for(
    disk: SimDisk, save: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, waited = KeyQueue(disk), list[float | None]()
    writer = Writer(save, lambda state: None)
    writer.put(story.records)

    def flush(timeout: float | None = None) -> bool:
        waited.append(timeout)
        return True

    with monkeypatch.context() as patch:
        patch.setattr(writer, "flush", flush)
        writer.close(0.001)
        gate.open.set()
        writer.close(60)
        writer.close()
    first, second, third = waited
    assert first == 0.0
    assert second is not None
    assert 1 < second <= 60
    assert third is None


def test_a_closed_writer_takes_nothing(save: Journal, story: Story) -> None:
    writer = Writer(save, lambda state: None)
    assert writer.close(30)
    with pytest.raises(RuntimeError, match=r"^the writer is closed$"):
        writer.put(story.records)
    with pytest.raises(RuntimeError, match=r"^the writer is closed$"):
        writer.run(lambda: None)


def test_an_error_nobody_foresaw_is_never_lost(
    disk: SimDisk, save: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = Writer(save, lambda state: None)
    with monkeypatch.context() as patch:
        patch.setattr(disk, "stat", lambda path: 1 / 0)
        writer.put(story.records)
        with pytest.raises(ZeroDivisionError):
            writer.flush(30)
        assert writer.state == WriteState("not saved", "something unforeseen went wrong while saving", 0)
        assert not writer.flush(30), "it is raised once, and still not saved"
        writer.put()
        with pytest.raises(ZeroDivisionError):
            writer.close(30)
    assert not disk.locks
    save.append()
    assert load(PATH, disk=disk).records == tuple(story.records)


def test_an_error_of_the_listener_is_never_lost(disk: SimDisk, save: Journal, story: Story) -> None:
    def listen(state: WriteState) -> None:
        if state.kind == "saved":
            raise KeyError("screen")

    writer = Writer(save, listen)
    writer.put(story.records)
    with pytest.raises(KeyError, match="screen"):
        writer.flush(30)
    assert writer.state.kind == "saved"
    assert writer.flush(30)
    assert writer.close(30)


def test_jobs_are_done_in_their_turn(disk: SimDisk, save: Journal, story: Story) -> None:
    said: list[WriteState] = []
    writer = Writer(save, said.append)
    writer.put(story.records)
    job = writer.run(lambda: save.save_as("other.json"))
    job.result(30)
    assert writer.flush(30)
    assert save.path == "other.json"
    assert load("other.json", disk=disk).records == tuple(story.records)
    assert writer.run(lambda: 7).result(30) == 7
    failed = writer.run(lambda: save.save_as("other.json"))
    assert isinstance(failed.exception(30), NotSaved)
    assert writer.flush(30)
    assert writer.close(30)


def test_saving_as_clears_what_was_not_saved(disk: SimDisk, save: Journal, story: Story) -> None:
    said: list[WriteState] = []
    writer = Writer(save, said.append)
    del disk.names[PATH]
    writer.put(story.records)
    assert not writer.flush(30)
    writer.run(lambda: save.save_as("other.json")).result(30)
    assert writer.flush(30)
    assert [each.kind for each in said] == ["saving", "not saved", "saved"]
    assert writer.close(30)
