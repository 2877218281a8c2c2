"""Ways of saving that lose fights. The harness must catch each of them, or it proves nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.faults.crashes import PATH
from tests.faults.simdisk import SimDisk
from tests.storage.sample_records import GAME, clock
from tracker.combat.records import Record
from tracker.storage import filesystem as whole
from tracker.storage import format as records
from tracker.storage.errors import NotSaved
from tracker.storage.journal import Journal


class _Rewriter:
    """Writes the whole file each time, somehow."""

    def __init__(self, disk: SimDisk) -> None:
        self.disk = disk
        self.records: list[Record] = []
        self.keep()

    def append(self, new: Sequence[Record]) -> None:
        self.records += new
        try:
            self.keep()
        except OSError as error:
            raise NotSaved(str(error)) from error

    def text(self) -> bytes:
        first = records.encode_header(records.header(GAME, "id", clock()))
        lines, h = [first], records.first_h(first)
        for place, record in enumerate(self.records):
            line, h = records.chained(records.body(record), h)
            lines.append(b"," + line if place else line)
        return b"".join(lines) + records.TRAILER

    def keep(self) -> None:
        raise TypeError("each bad writer has its own way")


class PlainOpen(_Rewriter):
    """``open("w")`` and out with it."""

    def keep(self) -> None:
        exists = self.disk.lexists(PATH)
        fd = self.disk.open(PATH) if exists else self.disk.create(PATH)
        try:
            self.disk.truncate(fd, 0)
            whole.write_all(self.disk, fd, self.text(), 0)
            self.disk.fsync(fd)
        finally:
            if not self.disk.crashed:
                self.disk.close(fd)


class ReplaceUnsynced(_Rewriter):
    """A new file put in the place of the old one, but not synced before."""

    def keep(self) -> None:
        self.replace(sync=False, sync_folder=True)

    def replace(self, *, sync: bool, sync_folder: bool) -> None:
        disk, temporary = self.disk, PATH + ".tmp"
        if disk.lexists(temporary):
            disk.unlink(temporary)
        fd = disk.create(temporary)
        whole.write_all(disk, fd, self.text(), 0)
        if sync:
            disk.fsync(fd)
        disk.close(fd)
        disk.replace(temporary, PATH)
        if sync_folder:
            disk.fsync_folder(PATH)


class FolderUnsynced(ReplaceUnsynced):
    """A new file, synced, put in the place of the old one, but the folder that names it is not."""

    def keep(self) -> None:
        self.replace(sync=True, sync_folder=False)


class AskedTwice(Journal):
    """After a failed sync it syncs the same handle again, and believes the answer."""

    def _rewrite(self) -> None:
        file = self._file
        if not file.is_open:  # nothing to ask a second time: the file never came to be
            super()._rewrite()
            return
        try:
            self._disk.fsync(file._fd)
        except OSError as error:
            raise NotSaved(str(error)) from error
        file._end = self._disk.fstat(file._fd).size - len(records.TRAILER)
        for record in self._records[self.saved :]:
            _, file._h = records.chained(records.body(record), file._h)
        self.saved = len(self._records)
        file.look()


def asked_twice(disk: SimDisk) -> Journal:
    return AskedTwice.create(PATH, GAME, clock, "id", disk=disk)


BAD: dict[str, Callable[[SimDisk], _Rewriter | Journal]] = {
    "plain open": PlainOpen,
    "replace without sync": ReplaceUnsynced,
    "no sync of the folder": FolderUnsynced,
    "a failed sync tried again": asked_twice,
}
