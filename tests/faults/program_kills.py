"""The real program, killed: ``python -m tests.faults.program_kills COUNT SEED`` prints the results as JSON.

Each child runs ``tracker run SCRIPT --save FILE`` and is killed at some moment; every log line it printed must be in
the file. The program is loaded once and forked, so that a thousand kills take seconds.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import tempfile
import time

import tracker.cli.main
from tests.faults.kills import listen
from tracker.combat.records import Entry
from tracker.games.registry import names
from tracker.session.games import RulesOf
from tracker.storage.reader import load

FIRST = ("add Savar", "add Goons count=4 side=enemies", "title The Warehouse")
THEN = ("note the lights go out", "next", "undo", "redo", "hide Goons", "reveal Goons", "range all close", "roll 3d6+2")


def script(rng: random.Random) -> str:
    """Lines that every game understands."""
    return "\n".join((*FIRST, *(rng.choice(THEN) for _ in range(1000)))) + "\n"


def one(folder: str, seed: int) -> str:
    """Start the program, kill it somewhere, look at its file; what is wrong, or nothing."""
    rng = random.Random(seed)
    path, lines = os.path.join(folder, f"{seed}.json"), os.path.join(folder, "script")
    with open(lines, "w", encoding="utf-8") as file:
        file.write(script(rng))
    words = ["run", lines, "--system", rng.choice(list(names())), "--save", path, "--seed", str(seed), "--keep-going"]
    back, out = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.dup2(out, 1)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            os.close(back)
            tracker.cli.main.main(words)
        finally:
            os._exit(1)
    os.close(out)
    heard = listen(back, rng.randint(1, 60))
    until = time.perf_counter() + rng.random() * 0.003
    while time.perf_counter() < until:
        pass
    os.kill(child, signal.SIGKILL)
    heard += listen(back, 10_000)
    os.close(back)
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        return f"seed {seed}: the program ended by itself"
    return _problem(path, seed, heard.split(b"\n")[:-1])


def _problem(path: str, seed: int, said: list[bytes]) -> str:
    loaded = load(path, RulesOf())
    texts = {record.id: record.text for record in loaded.records if isinstance(record, Entry)}
    if loaded.condition not in ("clean", "torn") or len(said) < 1:
        return f"seed {seed}: {loaded.what} after {len(said)} lines"
    for line in said:
        number, _, text = line.decode().partition("  ")
        # What it asks follows it.
        entry = texts.get(int(number))
        if entry is None or not text.startswith(entry):
            return f"seed {seed}: line {line!r} was shown as saved, but is not there"
    return ""


def main(count: int, seed: int) -> int:
    """Many kills; prints their number and what was wrong."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TRACKER_SAVES"] = folder
        for module in ("main", "run"):
            __import__(f"tracker.cli.{module}")
        bad = [problem for number in range(seed, seed + count) if (problem := one(folder, number))]
    print(json.dumps({"runs": count, "bad": bad}))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
