"""Truncated files, files with a flipped bit, fuzzed files, and the results of loading them."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import dataclass, field
from time import process_time

from tests.faults.simdisk import SimDisk
from tests.storage.sample_records import GAME, clock, told
from tracker.combat.records import Record
from tracker.storage.errors import LoadError
from tracker.storage.journal import Journal
from tracker.storage.reader import Loaded, load

PATH = "fight.json"
_HASH = re.compile(rb',"h":"[0-9a-f]{16}"')


def session(seed: int = 5, steps: int = 8) -> tuple[bytes, tuple[Record, ...]]:
    """A small session's file, and what is in it."""
    disk, story = SimDisk(random.Random(seed)), told(seed, steps)
    with Journal.create(PATH, GAME, clock, "id", disk=disk) as save:
        save.append(story.records)
    return bytes(disk.names[PATH].seen), tuple(story.records)


def opened(data: bytes) -> Loaded | LoadError:
    """A file of these bytes: a session, or the reason why not. Anything else is an error of ours."""
    disk = SimDisk()
    disk.put(PATH, data)
    try:
        return load(PATH, disk=disk)
    except LoadError as error:
        return error


@dataclass(slots=True)
class Tally:
    """What many damaged files came to."""

    runs: int = 0
    found: Counter[str] = field(default_factory=Counter)
    bad: list[str] = field(default_factory=list)
    slowest: float = 0.0


def truncated(tally: Tally, data: bytes, true: tuple[Record, ...]) -> Tally:
    """Cut at every byte: never clean, always an exact beginning, and mended without losing any of it."""
    for size in range(len(data)):
        tally.runs += 1
        outcome = opened(data[:size])
        tally.found[outcome.condition] += 1
        if isinstance(outcome, Loaded):
            whole = data[:size].count(b"\n,{") + 1 if outcome.records else 0
            if outcome.condition != "torn" or outcome.records != true[: len(outcome.records)]:
                tally.bad.append(f"cut at {size}: {outcome.what}")
            elif len(outcome.records) < whole - 1:
                tally.bad.append(f"cut at {size}: only {len(outcome.records)} records left of {whole}")
            elif mended(data[:size]) != outcome.records:
                tally.bad.append(f"cut at {size}: mending changed what is there")
        elif outcome.condition not in ("damaged", "foreign"):
            tally.bad.append(f"cut at {size}: {outcome.what}")
    return tally


def mended(data: bytes) -> tuple[Record, ...]:
    """What a file holds after it was opened for writing and closed again."""
    disk = SimDisk()
    disk.put(PATH, data)
    save, _ = Journal.open(PATH, clock=clock, disk=disk)
    save.close()
    again = load(PATH, disk=disk)
    if again.condition != "clean":
        raise AssertionError(again.what)
    return again.records


def flipped(tally: Tally, data: bytes, true: tuple[Record, ...], step: int = 1, start: int = 0) -> Tally:
    """Turn every bit over, one at a time: no fight ever looks whole and is another one."""
    for place in range(start, len(data) * 8, step):
        tally.runs += 1
        changed = bytearray(data)
        changed[place // 8] ^= 1 << place % 8
        outcome = opened(bytes(changed))
        tally.found[outcome.condition] += 1
        if isinstance(outcome, Loaded):
            same = outcome.records == true[: len(outcome.records)]
            whole = outcome.condition in ("damaged", "torn") or outcome.records == true
            if not same or not whole or outcome.condition in ("clean", "differs"):
                tally.bad.append(f"bit {place}: {outcome.what}")
    return tally


_TOKENS = (
    b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b"\n", b"null", b"true", b"NaN", b"-Infinity", b"1e999", b"0.5",
    b"-1", b"99999999999999999999", b"9" * 5000, b"[" * 300, b'{"a":' * 300, b"\\u0000", b"\\u001b]0;x\\u0007",
    b"\\ud800", b"\x00", b"\x1b[2J", b"\xff", b"\xef\xbb\xbf", "\u202e".encode(), b'"seq":1', b'"t":"head"',
    b'"h":"0000000000000000"', b'"version":2', b'"records":[', b"]}\n", b',{"seq":2,"t":"head","to":1}', b'"names":[]',
)  # fmt: skip


def mutated(rng: random.Random, data: bytes) -> bytes:
    """The bytes with one to four things done to them."""
    found = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4))):
        place, end = sorted(rng.randint(0, len(found)) for _ in range(2))
        match rng.randrange(8):
            case 0:
                found[place:place] = rng.choice(_TOKENS)
            case 1:
                found[place : place + rng.randint(1, 4)] = rng.choice(_TOKENS)
            case 2:
                del found[place : min(end, place + 40)]
            case 3:
                found[place:place] = found[place : min(end, place + 400)]
            case 4:
                found[place : place + 3] = rng.randbytes(3)
            case 5:
                lines = bytes(found).split(b"\n")
                one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
                lines[one], lines[other] = lines[other], lines[one]
                found = bytearray(b"\n".join(lines))
            case 6:
                found = bytearray(_HASH.sub(b"", bytes(found)) if rng.random() < 0.5 else bytes(found))
            case _:
                found[place : place + 1] = bytes([rng.choice(b'0123456789"{}[],:tfn')])
    return bytes(found)


def fuzzed(tally: Tally, count: int, seed: int) -> Tally:
    """Mutated sessions: each of them soon gives a session or a typed error."""
    rng = random.Random(seed)
    bases = [session(seed, steps)[0] for seed, steps in ((1, 1), (2, 2), (3, 4))]
    bases.append(_HASH.sub(b"", bases[1]))
    for _ in range(count):
        data = mutated(rng, rng.choice(bases))
        before = process_time()
        try:
            outcome = opened(data)
            tally.found[outcome.condition] += 1
        except Exception as error:
            tally.bad.append(f"{type(error).__name__}: {error} from {data!r}"[:400])
        tally.slowest = max(tally.slowest, process_time() - before)
        tally.runs += 1
    return tally
