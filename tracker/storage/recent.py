"""The list of the sessions in a folder, from a glance at the beginning and the end of each file."""

import json
import os
import re
import stat
from itertools import islice
from typing import Final

from tracker.combat.model import Model
from tracker.combat.text import clean_line
from tracker.storage.folders import ENDING
from tracker.storage.format import FORMAT, TRAILER, VERSION

MOST: Final = 500  # the most sessions of a folder to list, those written last first

_LOOK: Final = 64 * 1024
_HEAD: Final = re.compile(rb'^(?:\xef\xbb\xbf)?\{"format":"' + FORMAT.encode() + rb'","version":(\d{1,9}),"id":')
_SYSTEM: Final = re.compile(rb'"system":("(?:[^"\\]|\\.){1,80}?")')
_TITLE: Final = re.compile(rb'\{"t":"title","title":("(?:[^"\\]|\\.)*+")')
_FIGHT: Final = re.compile(rb'\{"t":"encounter","title":("(?:[^"\\]|\\.)*+")')
_MOMENT: Final = re.compile(
    rb'\{"t":"turn","turn":\{"round":(?P<round>\d{1,7})|\{"t":"encounter","title":"'
    rb'|\{"t":"scene-field",(?P<end>"field":"over"),"value":(?P<how>"(?:[^"\\]|\\.)*+")?'
)
"""The round of a turn, nothing for a fight that has not begun; or the end of a fight and how, nothing if it goes on."""


class Recent(Model):
    """A session in a list. ``written`` is in seconds since 1970; title and round are the last ones near its end.

    ``over`` says how the fight ended, in full, or just ``over``; "" while it goes on. ``fought`` says whether a round
    was played, in this fight or before. ``trouble`` names a problem on opening it, such as ``cut off`` or ``damaged``.
    """

    path: str
    system: str
    title: str
    round: int
    written: float
    trouble: str = ""
    over: str = ""
    fought: bool = False


def recent(folder: str, most: int = MOST) -> list[Recent]:
    """Return the sessions in a folder, the last written first; no other files, and none if it cannot be read."""
    try:
        names = [name for name in os.listdir(folder) if name.endswith(ENDING) and not name.startswith(".")]
    except OSError:
        return []
    dated = sorted(((_written(os.path.join(folder, name)), name) for name in names), reverse=True)
    sessions = (glance(os.path.join(folder, name)) for written, name in dated if written >= 0)
    return list(islice(filter(None, sessions), most))


def _written(path: str) -> float:
    try:
        status = os.stat(path)
    except OSError:
        return -1.0
    return status.st_mtime if stat.S_ISREG(status.st_mode) else -1.0


def glance(path: str) -> Recent | None:
    """Return what a glance at a file shows of its session; None if it is not a session or cannot be read."""
    written = _written(path)
    if written < 0:
        return None
    try:
        with open(path, "rb") as file:
            first = file.read(_LOOK)
            file.seek(max(len(first), file.seek(0, os.SEEK_END) - _LOOK))
            last = file.read(_LOOK)
    except OSError:
        return None
    line = first.partition(b"\n")[0]
    system = _SYSTEM.search(line)
    head = _HEAD.match(line)
    if head is None or system is None:
        ours = FORMAT.encode() in first[: len(FORMAT) * 4]
        return Recent(path, "", "", 0, written, "damaged") if ours else None
    if int(head[1]) > VERSION:
        return Recent(path, _text(system[1]), "", 0, written, "newer version")
    title = _text(_last(_TITLE, first, last)) or _text(_last(_FIGHT, first, last))
    trouble = "" if (last or first).endswith(TRAILER) else "cut off"
    round_, over, fought = 0, "", False
    for moment in (*_MOMENT.finditer(first), *_MOMENT.finditer(last)):
        round_ = round_ if moment["end"] else int(moment["round"] or 0)
        fought = fought or round_ > 0
        over = _text(moment["how"]) if moment["end"] else over if moment["round"] else ""
    return Recent(path, _text(system[1]), title, round_, written, trouble, over, fought)


def _last(pattern: re.Pattern[bytes], first: bytes, last: bytes) -> bytes | None:
    matches: list[bytes] = pattern.findall(last) or pattern.findall(first)
    return matches[-1] if matches else None


def _text(string: bytes | None) -> str:
    """Decode and clean a JSON string; it is short and flat, so the plain parser is safe with it."""
    if string is None or len(string) > _LOOK:
        return ""
    try:
        return clean_line(str(json.loads(string)), 80)
    except ValueError:
        return ""
