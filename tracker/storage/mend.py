"""The one thing a program may mend by itself: an end that was cut off in the middle of a write."""

from __future__ import annotations

from tracker.storage import whole
from tracker.storage.clock import stamp
from tracker.storage.disk import Disk
from tracker.storage.errors import called
from tracker.storage.records import TRAILER


def cut_tail(disk: Disk, path: str, good: int, moment: str) -> tuple[int, str]:
    """Copy the file as it is, then cut it to its good part and close it with a trailer; raises OSError.

    Returns the place of the trailer, and a sentence that names the copy.
    """
    data, _ = disk.read(path)
    copy = whole.free(disk, f"{path}.torn-{stamp(moment)}")
    whole.write(disk, copy, [data])
    # The last good line may stand there whole but for its newline.
    tail = TRAILER if data[good - 1 : good] == b"\n" else b"\n" + TRAILER
    fd = disk.edit(path)
    try:
        disk.cut(fd, good)
        end = whole.write_all(disk, fd, tail, good)
        disk.sync(fd)
    finally:
        disk.close(fd)
    found = f"The end of {called(path)} was cut off in the middle of a write; it was mended."
    return end - len(TRAILER), f"{found} The file as it was found is kept as {called(copy)}."
