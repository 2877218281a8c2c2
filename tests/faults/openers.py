"""Many processes open one file: ``python -m tests.faults.openers COUNT`` prints the results as JSON.

Each says whether it may write and then waits; the one that may is killed, and the next one must get in.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
import time

from tests.storage.sample_records import GAME, clock
from tracker.storage.journal import Journal


def _opener(path: str, out: int, stay: int) -> None:
    save, _ = Journal.open(path, clock=clock)
    os.write(out, f"{os.getpid()} {int(save.read_only)} {save.why_read_only}\n".encode())
    os.read(stay, 1)


def _fork(path: str, out: int, stay: int, leave: int) -> int:
    child = os.fork()
    if child == 0:
        os.close(leave)
        try:
            _opener(path, out, stay)
        finally:
            os._exit(0)
    return child


def main(count: int) -> int:
    """Open it this many times at once, kill the writer, open it once more."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "fight.json")
        Journal.create(path, GAME, clock, "id").close()
        back, out = os.pipe()
        stay, leave = os.pipe()
        children = [_fork(path, out, stay, leave) for _ in range(count)]
        with os.fdopen(back, closefd=False) as said:
            words = [said.readline().split(maxsplit=2) for _ in children]
            writers = [int(word[0]) for word in words if word[1] == "0"]
            named = sum(1 for word in words if word[1] == "1" and f"process {writers[0]} on" in word[2])
            for writer in writers:
                os.kill(writer, signal.SIGKILL)
                os.waitpid(writer, 0)
            before = time.perf_counter()
            children.append(_fork(path, out, stay, leave))
            next_ = said.readline().split(maxsplit=2)
            seconds = time.perf_counter() - before
        os.close(leave)
        for child in set(children) - set(writers):
            os.waitpid(child, 0)
        for end in (back, out, stay):
            os.close(end)
    found = {"writers": len(writers), "named": named, "next writes": next_[1] == "0", "seconds": round(seconds, 3)}
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
