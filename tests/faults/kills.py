"""Real processes, killed: ``python -m tests.faults.kills COUNT SEED`` prints the results as JSON.

It runs as a process of its own, so that it can fork children that have everything loaded.
"""

from __future__ import annotations

import json
import os
import random
import select
import signal
import sys
import tempfile
import time

from tests.storage.sample_records import GAME, Story, clock
from tracker.storage.journal import Journal
from tracker.storage.reader import load

STEPS = 400


def _child(path: str, seed: int, out: int) -> None:
    """Save a story step by step, saying after each how many records are on the disk; now and then open it anew."""
    rng, story = random.Random(seed), Story()
    if os.path.exists(path):
        save, loaded = Journal.open(path, clock=clock)
    else:
        save = Journal.create(path, GAME, clock, "id")
    for _ in range(STEPS):
        save.append(story.step(rng))
        os.write(out, b"%d\n" % save.saved)
        if rng.random() < 0.02:
            save.close()
            save, loaded = Journal.open(path, clock=clock)
            if len(loaded.records) != save.saved:
                os.write(out, b"-1\n")
    save.close()


def one(folder: str, seed: int) -> str:
    """Start a child, kill it somewhere, look at its file; what is wrong, or nothing."""
    rng = random.Random(seed)
    path = os.path.join(folder, f"{seed}.json")
    back, out = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(back)
        code = 1
        try:
            _child(path, seed, out)
            code = 0
        finally:
            os._exit(code)
    os.close(out)
    heard = listen(back, rng.randint(1, 60))
    # A moment that has nothing to do with what the child is at.
    until = time.perf_counter() + rng.random() * 0.002
    while time.perf_counter() < until:
        pass
    os.kill(child, signal.SIGKILL)
    heard += listen(back, STEPS * 10)
    os.close(back)
    _, status = os.waitpid(child, 0)
    said = [int(each) for each in heard.split(b"\n")[:-1]]
    if not os.WIFSIGNALED(status):
        return f"seed {seed}: the child ended by itself with {status}"
    return _problem(path, seed, said)


def listen(back: int, lines: int) -> bytes:
    """What comes through a pipe, until this many lines have come or it is closed."""
    heard = b""
    while heard.count(b"\n") < lines and select.select([back], [], [], 30)[0]:
        part = os.read(back, 4096)
        if not part:
            break
        heard += part
    return heard


def _problem(path: str, seed: int, said: list[int]) -> str:
    if -1 in said or not said:
        return f"seed {seed}: it said {said[-3:]}"
    loaded = load(path)
    story, rng = Story(), random.Random(seed)
    while len(story.records) < len(loaded.records):
        story.step(rng)
        rng.random()
    if loaded.condition not in ("clean", "torn") or loaded.records != tuple(story.records[: len(loaded.records)]):
        return f"seed {seed}: {loaded.what}"
    if len(loaded.records) < said[-1]:
        return f"seed {seed}: {said[-1]} records were acknowledged, {len(loaded.records)} are there"
    save, _ = Journal.open(path, clock=clock)
    with save:
        if save.read_only:
            return f"seed {seed}: {save.why_read_only}"
    return ""


def main(count: int, seed: int) -> int:
    """Many kills; prints their number and what was wrong."""
    with tempfile.TemporaryDirectory() as folder:
        bad = [problem for number in range(seed, seed + count) if (problem := one(folder, number))]
    print(json.dumps({"runs": count, "bad": bad}))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
