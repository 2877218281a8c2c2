from __future__ import annotations

import errno
import fcntl
import itertools
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from tracker.storage import lock
from tracker.storage.errors import because
from tracker.storage.lock import Held, acquire


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "fight.json.lock")


def test_one_holds_it_and_is_named(path: str) -> None:
    flags, real = list[int](), os.open

    def look(path: str, how: int, mode: int) -> int:
        flags.append(how)
        return real(path, how, mode)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "open", look)
        held = acquire(path)
    assert flags == [os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK]
    assert os.stat(path).st_mode & 0o777 == 0o600
    with pytest.raises(Held) as refused:
        acquire(path)
    assert str(refused.value) == f"another tracker (process {os.getpid()} on {socket.gethostname()})"
    assert not held.lost()
    held.release()
    held.release()
    assert not os.path.exists(path)
    Path(path).write_text("99999 somebody with a much longer name than ours\n")
    held = acquire(path)
    assert Path(path).read_text() == f"{os.getpid()} {socket.gethostname()}\n"
    held.release()


@pytest.mark.parametrize("text", ["a thesis\n", "99999 somebody\nand more\n"])
def test_a_file_that_is_not_a_lock_is_never_emptied_or_deleted(path: str, text: str) -> None:
    Path(path).write_text(text)
    with pytest.raises(OSError, match=r"^fight\.json\.lock is not a lock of this program; move it away$"):
        acquire(path)
    assert Path(path).read_text() == text


def test_a_lock_with_another_name_is_not_ours(path: str, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("")
    os.link(tmp_path / "thesis.txt", path)
    with pytest.raises(OSError, match="not a lock"):
        acquire(path)
    assert os.path.exists(path)


@pytest.mark.parametrize("error", [errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS])
def test_a_disk_without_locks_says_so_and_there_is_a_way_over_it(
    path: str, monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    def flock(fd: int, how: int) -> None:
        raise OSError(error, "no locks")

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(OSError, match="no locks") as refused:
        acquire(path)
    assert "TRACKER_NO_LOCK=1" in because(refused.value)
    assert not os.path.exists(path)
    monkeypatch.setenv("TRACKER_NO_LOCK", "1")
    held = acquire(path)
    assert not held.lost()
    held.release()


def test_it_dies_with_its_holder(path: str) -> None:
    script = f"from tracker.storage.lock import acquire; x = acquire({path!r}); print('held', flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(Held, match=f"process {holder.pid} on"):
            acquire(path)
        holder.kill()
        holder.wait()
        acquire(path).release()


@pytest.mark.parametrize("text", ["", "x y", "12 ", "12"])
def test_a_holder_that_says_nothing_is_another_tracker(path: str, text: str) -> None:
    held = acquire(path)
    Path(path).write_text(text)
    with pytest.raises(Held, match=r"^another tracker$"):
        acquire(path)
    held.release()


def test_a_holder_of_a_strange_name_is_still_named(path: str) -> None:
    held = acquire(path)
    Path(path).write_bytes(b"12 my \xff host\n")
    with pytest.raises(Held, match=r"^another tracker \(process 12 on my \ufffd host\)$"):
        acquire(path)
    held.release()


def test_a_holders_name_cannot_bite(path: str) -> None:
    held = acquire(path)
    Path(path).write_text("12 \x1b]0;x\x07host\n")
    with pytest.raises(Held) as refused:
        acquire(path)
    assert str(refused.value) == "another tracker (process 12 on ]0;xhost)"
    held.release()


def test_a_lock_whose_file_is_gone_is_lost(path: str) -> None:
    held = acquire(path)
    os.unlink(path)
    assert held.lost()
    other = acquire(path)
    assert held.lost()
    assert not other.lost()
    held.release()
    assert os.path.exists(path)
    other.release()
    third = acquire(path)
    assert other.lost()
    third.release()


def test_a_file_taken_away_by_its_last_holder_is_no_lock(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between opening and locking the file another one may have released it."""
    take, tries = lock.take, list[int]()

    def slow(fd: int) -> bool:
        if not tries:
            os.unlink(path)
        tries.append(fd)
        return take(fd)

    monkeypatch.setattr(lock, "take", slow)
    held = acquire(path)
    assert len(tries) == 2
    assert not held.lost()
    held.release()


def test_where_no_lock_can_be_made_the_system_says_why(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        acquire(str(tmp_path / "none" / "x.lock"))
    (tmp_path / "link.lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic"):
        acquire(str(tmp_path / "link.lock"))


def test_on_a_full_disk_it_holds_without_a_name(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(fd: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        held = acquire(path)
    with pytest.raises(Held, match=r"^another tracker$"):
        acquire(path)
    held.release()


def test_a_file_that_cannot_be_taken_away_is_left(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    held = acquire(path)

    def refuse(path: str) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "unlink", refuse)
    held.release()
    assert os.path.exists(path)
    acquire(path).release()


@pytest.mark.parametrize("broken", ["fstat", "stat"])
def test_a_lock_that_cannot_be_looked_at_is_lost_and_let_go(
    path: str, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = acquire(path)

    def refuse(what: object) -> None:
        raise OSError(errno.ESTALE, "stale")

    with monkeypatch.context() as patch:
        patch.setattr(os, broken, refuse)
        assert held.lost()
        held.release()
    acquire(path).release()


def test_a_close_that_reports_an_error_is_a_close(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    held, close = acquire(path), os.close

    def failing(fd: int) -> None:
        close(fd)
        raise OSError(errno.EIO, "broken")

    with monkeypatch.context() as patch:
        patch.setattr(os, "close", failing)
        held.release()
    assert not os.path.exists(path)
    acquire(path).release()


def test_files_that_cannot_be_told_apart_cannot_be_locked(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, looks = len(os.listdir("/dev/fd")), itertools.count()

    def other(fd: int, path: str) -> bool:
        assert next(looks) < 10_000
        return False

    monkeypatch.setattr(lock, "_same", other)
    with pytest.raises(OSError, match="lock") as refused:
        acquire(path)
    assert refused.value.errno == errno.ENOLCK
    assert len(os.listdir("/dev/fd")) == before


def test_where_files_are_locked_by_bytes(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    locked: list[tuple[int, int, int]] = []

    def locking(fd: int, mode: int, count: int) -> None:
        if locked:
            raise OSError(errno.EACCES, "locked")
        locked.append((os.lseek(fd, 0, os.SEEK_CUR), mode, count))

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))
    held = acquire(path)
    assert locked == [(1 << 30, 2, 1)]
    assert Path(path).read_text().startswith(f"{os.getpid()} ")
    with pytest.raises(Held, match=f"process {os.getpid()} on"):
        acquire(path)
    held.release()


@pytest.mark.parametrize(
    ("signed", "left"),
    [
        (lambda: f"{ended()} {socket.gethostname()}\n", True),
        (lambda: f"{os.getpid()} {socket.gethostname()}\n", False),
        (lambda: f"{ended()} elsewhere\n", False),
        (lambda: "", False),
        (lambda: "a thesis", False),
    ],
    ids=["killed", "running", "on another machine", "unsigned", "not a lock"],
)
def test_a_lock_whose_holder_was_killed_is_known_without_being_touched(
    tmp_path: Path, signed: Callable[[], str], left: bool
) -> None:
    path = tmp_path / "fight.json.lock"
    path.write_text(signed(), encoding="utf-8")
    before = path.stat()
    assert lock.left_behind(str(path)) is left
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert not lock.left_behind(str(tmp_path / "other.lock"))


def ended() -> int:
    """The number of a process that ran and ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid
