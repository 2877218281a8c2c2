from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tracker.combat import limits
from tracker.storage.errors import LoadError
from tracker.storage.filesystem import FileSystem, Stamp, write
from tracker.storage.lock import Held


@pytest.fixture
def disk() -> FileSystem:
    return FileSystem()


def test_a_new_file_is_its_owners_alone_and_never_replaces_one(disk: FileSystem, tmp_path: Path) -> None:
    path = str(tmp_path / "a")
    fd = disk.create(path)
    assert disk.pwrite(fd, b"hello", 0) == 5
    assert disk.pwrite(fd, memoryview(b"p!"), 3) == 2
    disk.truncate(fd, 5)
    disk.fsync(fd)
    found = os.stat(path)
    assert found.st_mode & 0o777 == 0o600
    assert disk.fstat(fd) == disk.stat(path) == Stamp(found.st_ino, 5, found.st_mtime_ns)
    disk.close(fd)
    assert disk.read(path) == (b"help!", disk.stat(path))
    with pytest.raises(FileExistsError):
        disk.create(path)


def test_names_change_and_go(disk: FileSystem, tmp_path: Path) -> None:
    old, new = str(tmp_path / "old"), str(tmp_path / "new")
    disk.close(disk.create(old))
    disk.replace(old, new)
    disk.fsync_folder(new)
    assert (disk.lexists(old), disk.lexists(new)) == (False, True)
    fd = disk.open(new)
    disk.close(fd)
    (tmp_path / "link").symlink_to(new)
    assert disk.realpath(str(tmp_path / "link")) == os.path.realpath(new)
    disk.unlink(new)
    assert disk.lexists(str(tmp_path / "link"))
    assert not disk.lexists(new)


def test_a_path_without_a_folder_is_synced_here(
    disk: FileSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    synced: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda fd: synced.append(os.readlink(f"/proc/self/fd/{fd}")))
    disk.fsync_folder("a.json")
    assert synced == [os.path.realpath(tmp_path)]


def test_only_an_ordinary_file_of_bearable_size_is_read(
    disk: FileSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "large").write_bytes(b"x" * 11)
    (tmp_path / "fits").write_bytes(b"x" * 10)
    monkeypatch.setattr(limits, "FILE", 10)
    for path, what in ((tmp_path, "folder"), (tmp_path / "pipe", "ordinary"), (tmp_path / "large", "too large")):
        with pytest.raises(LoadError, match=what) as refused:
            disk.read(str(path))
        assert refused.value.condition == "unreadable"
    assert disk.read(str(tmp_path / "fits"))[0] == b"x" * 10


def test_a_file_read_in_pieces_is_read_whole(disk: FileSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_bytes(b"a whole evening")
    real = os.read
    monkeypatch.setattr(os, "read", lambda fd, size: real(fd, min(size, 4)))
    assert disk.read(str(tmp_path / "a"))[0] == b"a whole evening"


def test_a_file_that_grows_while_it_is_read_is_stopped(
    disk: FileSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"x")
    monkeypatch.setattr(os, "read", lambda fd, size: b"x" * size)
    with pytest.raises(LoadError, match="at most 256 MiB"):
        disk.read(str(tmp_path / "a"))


def test_a_file_that_was_exchanged_for_another_kind_is_refused(
    disk: FileSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"x")
    kinds = [os.stat(tmp_path / "a"), os.stat("/dev/null")]
    monkeypatch.setattr(os, "stat", lambda path: kinds[0])
    monkeypatch.setattr(os, "fstat", lambda fd: kinds[1])
    with pytest.raises(LoadError, match="ordinary"):
        disk.read(str(tmp_path / "a"))


def test_opening_never_waits_and_writing_never_seeks(
    disk: FileSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"x")
    flags, real = list[int](), os.open

    def look(path: str, how: int) -> int:
        flags.append(how)
        return real(path, how)

    monkeypatch.setattr(os, "open", look)
    monkeypatch.setattr(os, "lseek", lambda *words: pytest.fail("seek"))
    disk.read(str(tmp_path / "a"))
    fd = disk.open(str(tmp_path / "a"))
    disk.pwrite(fd, b"y", 1)
    disk.close(fd)
    assert [how & os.O_NONBLOCK for how in flags] == [os.O_NONBLOCK] * 2
    assert [how & (os.O_RDWR | os.O_WRONLY) for how in flags] == [0, os.O_RDWR]


def test_where_there_is_no_positioned_write(disk: FileSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "pwrite")
    fd = disk.create(str(tmp_path / "a"))
    disk.pwrite(fd, b"hello", 0)
    disk.pwrite(fd, b"p", 3)
    disk.close(fd)
    assert (tmp_path / "a").read_bytes() == b"helpo"


def test_where_folders_say_they_have_no_sync(disk: FileSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [errno.EIO, errno.EINVAL, errno.EBADF, errno.ENOTSUP]

    def refuse(fd: int) -> None:
        raise OSError(answers.pop(), "no")

    monkeypatch.setattr(os, "fsync", refuse)
    for _ in range(3):
        disk.fsync_folder(str(tmp_path / "a"))
    with pytest.raises(OSError, match="no"):
        disk.fsync_folder(str(tmp_path / "a"))


@pytest.mark.parametrize("full", [True, False])
def test_where_a_plain_sync_stops_at_the_cache(
    disk: FileSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: bool
) -> None:
    done: list[str] = []

    def control(fd: int, what: int) -> None:
        if not full:
            raise OSError(errno.ENOTSUP, "no")
        done.append(f"full {what} of {fd}")

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setitem(sys.modules, "fcntl", SimpleNamespace(fcntl=control, F_FULLFSYNC=51))
    monkeypatch.setattr(os, "fsync", lambda fd: done.append(f"plain of {fd}"))
    disk.fsync(1)
    assert done == (["full 51 of 1"] if full else ["plain of 1"])


def test_the_lock_is_a_real_one(disk: FileSystem, tmp_path: Path) -> None:
    held = disk.lock(str(tmp_path / "a.lock"))
    assert not held.lost()
    held.release()


def test_two_links_to_one_file_are_one_file_to_the_lock(disk: FileSystem, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x")
    os.link(tmp_path / "a", tmp_path / "b")
    fd = disk.open(str(tmp_path / "a"))
    with pytest.raises(Held, match=r"^another tracker$"):
        disk.open(str(tmp_path / "b"))
    disk.close(fd)
    disk.close(disk.open(str(tmp_path / "b")))


def test_a_file_written_anew_keeps_who_may_read_it(disk: FileSystem, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o664)
    write(disk, str(path), [b"new"])
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o664)
    assert os.listdir(tmp_path) == ["a"]
