"""The long proof: ``python -m tests.soak [--small] [--seed N]`` prints a table and ends with 1 if anything was lost.

Everything here also runs in the suite, in small numbers.
"""

from __future__ import annotations

import argparse
import errno
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime

from tests.faults import damage
from tests.faults.bad_writers import BAD
from tests.faults.crashes import End, crashes
from tests.faults.handwritten import game_files, in_parts, libraries
from tests.faults.io_errors import ERRORS, loop
from tests.players import canary


@dataclass(frozen=True)
class Row:
    """A line of the table. ``bad``: what must not be, in sentences."""

    name: str
    runs: int
    bad: tuple[str, ...]
    note: str = ""


def counted(found: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(found.items(), key=lambda each: -each[1]))


def ends(end: End, count: int, seed: int) -> Row:
    tally = crashes(count, end, first_seed=seed)
    name = {"kill": "kill points", "power": "power cuts"}[end]
    note = f"{tally.second} with a second crash while opening; {counted(tally.found)}"
    return Row(f"simulated disk, {name}", tally.runs, tuple(tally.bad), note)


def bad_writers(count: int, seed: int) -> Row:
    caught, missed = [], []
    for name, opener in BAD.items():
        lost = sum(len(crashes(count, end, opener, seed).bad) for end in ("kill", "power"))
        caught.append(f"{name}: {lost}")
        if not lost:
            missed.append(f"not caught: {name}")
    return Row("bad writers, caught", 2 * count * len(BAD), tuple(missed), "; ".join(caught))


def io_errors() -> Row:
    loops = {(error, ever): loop(error, ever=ever) for error in ERRORS for ever in (False, True)}
    names = " ".join(errno.errorcode[error] for error in ERRORS)
    bad = tuple(each for found in loops.values() for each in found.bad)
    return Row(
        "failing operations, to the end", sum(each.runs for each in loops.values()), bad, f"{names}, once and for ever"
    )


def truncations() -> Row:
    tally = damage.truncated(damage.Tally(), *damage.session(steps=12))
    return Row("truncated at every byte", tally.runs, tuple(tally.bad), counted(tally.found))


def flips(steps: int) -> Row:
    tally = damage.flipped(damage.Tally(), *damage.session(steps=steps))
    return Row("every bit flipped", tally.runs, tuple(tally.bad), counted(tally.found))


def fuzz(count: int, seed: int) -> tuple[damage.Tally, float]:
    tally = damage.fuzzed(damage.Tally(), count, seed)
    return tally, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def mutations(count: int, seed: int) -> Row:
    parts = 40
    with ProcessPoolExecutor(2) as pool:
        found = list(pool.map(fuzz, [count // parts] * parts, range(seed, seed + parts)))
    bad = [each for tally, _ in found for each in tally.bad]
    slowest, memory = max(tally.slowest for tally, _ in found), max(each for _, each in found)
    if slowest > 0.25:
        bad.append(f"the slowest took {slowest:.3f} s")
    if memory > 300:
        bad.append(f"{memory:.0f} MB of memory")
    total: dict[str, int] = {}
    for tally, _ in found:
        for name, number in tally.found.items():
            total[name] = total.get(name, 0) + number
    note = f"slowest {slowest * 1000:.0f} ms, {memory:.0f} MB; {counted(total)}"
    return Row("mutated inputs", sum(tally.runs for tally, _ in found), tuple(bad), note)


def handwritten(name: str, trial: Callable[[int, int], damage.Tally], count: int, seed: int) -> Row:
    tally = in_parts(trial, count, seed)
    note = f"slowest {tally.slowest * 1000:.0f} ms; {counted(tally.found)}"
    return Row(name, tally.runs, tuple(tally.bad), note)


def processes(module: str, *words: str) -> dict[str, object]:
    done = subprocess.run([sys.executable, "-m", module, *words], capture_output=True, text=True, check=False)
    try:
        found: dict[str, object] = json.loads(done.stdout)
    except ValueError:
        found = {"runs": 0, "bad": [f"{module} said {done.stderr[-300:]!r}"]}
    return found


def kills(module: str, name: str, count: int, seed: int) -> Row:
    found = processes(module, str(count), str(seed))
    bad = found["bad"]
    return Row(name, int(str(found["runs"])), tuple(bad) if isinstance(bad, list) else ())


def openers() -> Row:
    found = processes("tests.faults.openers", "50")
    good = found.get("writers") == 1 and found.get("next writes") is True and float(str(found["seconds"])) < 1
    return Row("openers at once", 50, () if good else (str(found),), str(found))


def stateful() -> Row:
    """2,000 stories of 50 steps each, of both kinds, by the suite's own test."""
    environment = {**os.environ, "HYPOTHESIS_PROFILE": "soak"}
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/faults/test_stateful.py"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    return Row("stateful stories of 50 steps", 4000, () if done.returncode == 0 else (done.stdout[-500:],))


def seen_by_players(count: int, seed: int) -> Row:
    return Row("random fights, as players see them", count, tuple(canary.fights(count, seed)))


def rows(small: bool, seed: int) -> Iterator[Callable[[], Row]]:
    """What is run, in order; the small numbers are for trying the table itself."""
    by = 100 if small else 1
    yield lambda: ends("kill", 10_000 // by, seed)
    yield lambda: ends("power", 10_000 // by, seed)
    yield lambda: bad_writers(1200, seed)  # only every third evening has failed syncs, which the last of them needs
    yield io_errors
    yield truncations
    yield lambda: flips(2 if small else 12)
    yield lambda: mutations(1_000_000 // by, seed)
    yield lambda: handwritten("mutated game files", game_files, 10_000 // by, seed)
    yield lambda: handwritten("mutated libraries", libraries, 10_000 // by, seed)
    yield lambda: kills("tests.faults.kills", "real kills of a saving process", 1000 // by, seed)
    yield lambda: kills("tests.faults.program_kills", "real kills of the program", 1000 // by, seed)
    yield lambda: kills("tests.terminal.games.screen_kills", "real kills of the screen", 1000 // by, seed)
    yield lambda: kills("tests.terminal.monkey", "events on the screen", 1_000_000 // by, seed)
    yield lambda: seen_by_players(2000 // by, seed)
    yield openers
    if not small:
        yield stateful


def main() -> int:
    """Run everything, print a row as soon as it is known."""
    reader = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    reader.add_argument("--small", action="store_true", help="a hundredth of the numbers")
    reader.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    chosen = reader.parse_args()
    print(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, seed {chosen.seed}\n")
    print(f"{'what':36} {'runs':>9} {'bad':>5} {'seconds':>8}  found")
    bad: list[str] = []
    for each in rows(chosen.small, chosen.seed):
        before = time.perf_counter()
        row = each()
        seconds = time.perf_counter() - before
        print(f"{row.name:36} {row.runs:>9} {len(row.bad):>5} {seconds:>8.1f}  {row.note}", flush=True)
        bad += row.bad
    print("\n" + ("\n".join(bad[:50]) if bad else "Nothing was lost, nothing was silently changed."))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
