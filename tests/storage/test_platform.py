"""The differences on Windows, one by one."""

from __future__ import annotations

import errno
import os
import signal
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.windows import windows
from tracker.storage import lock, platform
from tracker.storage.filesystem import FileSystem, write
from tracker.storage.folders import file_name, make_folder

__all__ = ["windows"]


def test_a_lock_is_held_by_one_and_goes_with_its_file(tmp_path: Path, windows: SimpleNamespace) -> None:
    path = str(tmp_path / "fight.json.lock")
    held = lock.acquire(path)
    with pytest.raises(lock.Held, match=f"process {os.getpid()} on"):
        lock.acquire(path)
    held.release()
    assert not os.path.exists(path)
    assert windows.refused == 0
    lock.acquire(path).release()


def test_a_whole_file_takes_the_place_of_another_and_its_name_is_synced(
    tmp_path: Path, windows: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda fd: synced.append(os.readlink(f"/proc/self/fd/{fd}")))
    path = tmp_path / "fight.json"
    for content in (b"one", b"two"):
        write(FileSystem(), str(path), [content])
        assert path.read_bytes() == content
        assert synced[-1] == str(path)
    assert [name.name for name in tmp_path.iterdir()] == ["fight.json"]


@pytest.mark.parametrize("tries", [1, 5, 1000])
def test_a_file_that_others_have_open_is_waited_for_a_moment(
    tmp_path: Path, windows: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, tries: int
) -> None:
    left, done = tries, list[str]()

    def replace(old: str, new: str) -> None:
        nonlocal left
        left -= 1
        if left:
            raise PermissionError(errno.EACCES, "it is open")
        done.append(new)

    monkeypatch.setattr(os, "replace", replace)
    if tries > platform.TRIES:
        with pytest.raises(PermissionError):
            platform.replace("a", "b")
    else:
        platform.replace("a", "b")
    assert done == ([] if tries > platform.TRIES else ["b"])


def test_a_drive_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "isdir", lambda path: False)
    monkeypatch.setattr(os.path, "abspath", lambda path: "Z:\\")
    monkeypatch.setattr(os.path, "dirname", lambda path: path)
    with pytest.raises(FileNotFoundError):
        make_folder("Z:\\saves")


@pytest.mark.parametrize("title", ["CON", "nul.json", "com1", "LPT9 . x", "a:b", "what?", 'say "x"', "x. . ", "a|b<c>"])
def test_a_title_makes_a_name_that_windows_takes(title: str) -> None:
    name = file_name(title)
    stem = name.split(".")[0].rstrip().lower()
    assert stem not in {"con", "prn", "aux", "nul", "com1", "lpt9"}
    assert not set('<>:"/\\|?*') & set(name)
    assert not name.removesuffix(".json").endswith((" ", "."))


def test_the_signals_of_each_system(monkeypatch: pytest.MonkeyPatch) -> None:
    assert platform.ending_signals() == (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
    monkeypatch.setattr(platform, "WINDOWS", True)
    monkeypatch.setattr(signal, "SIGBREAK", 21, raising=False)
    assert platform.ending_signals() == (signal.SIGINT, signal.SIGTERM, 21)


def test_the_console_says_that_it_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    handlers: list[object] = []
    calls: list[float] = []

    def change(handler: object, add: bool) -> None:
        handlers.append(handler) if add else handlers.remove(handler)

    kernel = SimpleNamespace(SetConsoleCtrlHandler=change)
    fake = SimpleNamespace(
        c_int=int, c_uint=int, WINFUNCTYPE=lambda *kinds: lambda do: do, windll=SimpleNamespace(kernel32=kernel)
    )
    assert platform.hear_closing(calls.append)() is None
    monkeypatch.setattr(platform, "WINDOWS", True)
    monkeypatch.setitem(sys.modules, "ctypes", fake)
    stop = platform.hear_closing(calls.append)
    (handler,) = handlers
    assert [handler(event) for event in (0, 1, 2, 5, 6)] == [False, False, True, True, True]  # type: ignore[operator]
    assert calls == [platform.CLOSING] * 3
    stop()
    assert handlers == []


def test_paths_and_pipes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert platform.quoted("my fight.json") == "'my fight.json'"
    assert not platform.nobody_reads(OSError(errno.EINVAL, "no"))
    monkeypatch.setattr(platform, "WINDOWS", True)
    assert platform.quoted("my fight.json") == '"my fight.json"'
    assert platform.nobody_reads(OSError(errno.EINVAL, "no"))
    assert platform.nobody_reads(BrokenPipeError())
    assert not platform.nobody_reads(OSError(errno.ENOSPC, "full"))
