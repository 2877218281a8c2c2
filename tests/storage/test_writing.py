from __future__ import annotations

import errno
import random
import re

import pytest

from tests.faults.simdisk import Crash, SimDisk
from tracker.storage import filesystem as whole


def test_a_file_of_many_parts_is_written_in_pieces(disk: SimDisk) -> None:
    parts = [random.Random(number).randbytes(300_000) for number in range(9)]
    whole.write(disk, "a", parts)
    assert bytes(disk.names["a"].seen) == b"".join(parts)
    assert disk.names["a"].durable == b"".join(parts)
    assert disk.durable_names == disk.names
    assert not disk.open_


def test_pieces_are_neither_small_nor_without_end(disk: SimDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    """However small the parts are: a write for each would be slow, one for all would hold the file twice in memory."""
    write, sizes = disk.pwrite, list[int]()

    def counted(fd: int, data: bytes | memoryview, at: int) -> int:
        sizes.append(len(data))
        return write(fd, data, at)

    monkeypatch.setattr(disk, "pwrite", counted)
    disk.rng.random = lambda: 0.5  # type: ignore[method-assign]
    whole.write(disk, "a", (bytes(1000) for _ in range(5_000)))
    assert (sum(sizes), len(sizes)) == (5_000_000, 5)
    assert all(1_000_000 < size < 1_100_000 for size in sizes[:-1])


@pytest.mark.parametrize("name", ["pwrite", "fsync", "close", "replace"])
def test_after_a_failure_the_old_file_is_there_and_nothing_else(
    disk: SimDisk, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    disk.put("a", b"old")

    def refuse(*words: object) -> None:
        raise OSError(errno.EIO, "no")

    monkeypatch.setattr(disk, name, refuse)
    with pytest.raises(OSError, match="no"):
        whole.write(disk, "a", [b"new"])
    assert {name: bytes(somebody.seen) for name, somebody in disk.names.items()} == {"a": b"old"}
    monkeypatch.setattr(disk, "unlink", refuse)
    with pytest.raises(OSError, match="no"):
        whole.write(disk, "a", [b"new"])
    assert len(disk.names) == 2
    assert all(re.fullmatch(r"a(\.[0-9a-f]{8}\.tmp)?", name) for name in disk.names)


def test_at_every_crash_it_is_the_old_or_the_new(disk: SimDisk) -> None:
    for at in range(1, 8):
        for seed in range(30):
            disk = SimDisk(random.Random(seed))
            disk.put("a", b"old" * 400)
            disk.crash_at = at
            try:
                whole.write(disk, "a", [b"new" * 400])
                ended = False
            except Crash:
                ended = True
            disk.power_cut()
            name = bytes(disk.names["a"].seen)
            assert name in ((b"old" * 400, b"new" * 400) if ended else (b"new" * 400,))


def test_a_copy_takes_the_next_free_number_unless_there_is_one(disk: SimDisk) -> None:
    for number, name in enumerate(("a", "a-2", "b")):
        disk.put(name, bytes(number))
    assert whole.keep(disk, "b", "b.bak") == "b.bak"
    assert whole.keep(disk, "b", "a") == "a-3"
    assert "a-3" in disk.durable_names
    assert whole.keep(disk, "b", "a") == "a-3", "what holds the same is the copy"


def test_all_is_written_however_little_is_taken(disk: SimDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    fd = disk.create("a")
    write = disk.pwrite
    monkeypatch.setattr(disk, "pwrite", lambda fd, data, at: write(fd, bytes(data)[:3], at))
    assert whole.write_all(disk, fd, b"0123456789", 5) == 15
    assert bytes(disk.names["a"].seen) == bytes(5) + b"0123456789"
