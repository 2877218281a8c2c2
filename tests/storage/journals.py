"""Sessions' files on a simulated disk: made, opened, looked at, failing."""

from __future__ import annotations

import errno
import json
from typing import Any

import pytest

from tests.faults.simdisk import SimDisk
from tests.storage.sample_records import GAME, Story, clock
from tracker.storage.journal import Journal
from tracker.storage.reader import Loaded

PATH = "fight.json"


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


def edited(data: bytes, *, hashes: bool) -> bytes:
    whole = json.loads(data)
    for record in whole["records"]:
        if not hashes:
            del record["h"]
    return json.dumps(whole, indent=2).encode()
