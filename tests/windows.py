"""This machine with the ways of Windows, as far as files go. It shows what the program makes of them; the console and
the screen's driver need a real Windows.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tracker.storage import platform
from tracker.storage.filesystem import FileSystem

Identity = tuple[int, int]


def _opened(path: str | os.PathLike[str]) -> bool:
    """Whether this process has the file of a path open."""
    real = os.path.realpath(path)
    links = Path("/proc/self/fd").iterdir()
    return any(os.path.realpath(link) == real for link in links if os.path.lexists(link))


def _identity(fd: int) -> Identity:
    status = os.fstat(fd)
    return status.st_dev, status.st_ino


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """No fcntl, locks by bytes, no sync of folders, no other name for an open file. ``refused`` counts the last."""
    seen = SimpleNamespace(refused=0)
    locked: dict[Identity, int] = {}
    close, open_ = os.close, os.open

    def locking(fd: int, mode: int, count: int) -> None:
        if _identity(fd) in locked:
            raise OSError(errno.EACCES, "locked")
        locked[_identity(fd)] = fd

    def closing(fd: int) -> None:
        for identity in [identity for identity, holder in locked.items() if holder == fd]:
            del locked[identity]
        close(fd)

    def opening(path: Any, flags: int, mode: int = 0o777) -> int:
        if os.path.isdir(path):
            raise PermissionError(errno.EACCES, "it is a folder", path)
        return open_(path, flags, mode)

    def closed_only(do: Callable[..., None]) -> Callable[..., None]:
        def call(*paths: str) -> None:
            for path in paths:
                if os.path.lexists(path) and stat.S_ISREG(os.stat(path).st_mode) and _opened(path):
                    seen.refused += 1
                    raise PermissionError(errno.EACCES, "it is open", path)
            do(*paths)

        return call

    monkeypatch.setattr(platform, "WINDOWS", True)
    monkeypatch.setattr(platform, "PAUSE", 0.0)
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))
    for name in ("pwrite", "O_DIRECTORY", "fchown", "fchmod", "getuid"):
        monkeypatch.delattr(os, name)
    monkeypatch.setattr(os, "replace", closed_only(os.replace))
    monkeypatch.setattr(os, "unlink", closed_only(os.unlink))
    monkeypatch.setattr(os, "open", opening)
    monkeypatch.setattr(os, "close", closing)
    monkeypatch.setattr(FileSystem, "close", staticmethod(closing))
    return seen
