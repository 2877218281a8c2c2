"""The cost of a session as a file and in memory: classes, lines, loading, digests, appending a line."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import make_dataclass
from functools import partial
from itertools import combinations
from pathlib import Path

from tests.benchmarks.fights import mixed_session, saved
from tests.benchmarks.in_memory import timed
from tests.benchmarks.measure import Row, Size, paired, row
from tracker.combat.digest import digest, digest_after
from tracker.combat.events import BandBecame
from tracker.combat.model import Model
from tracker.combat.scene import Ranges, Scene
from tracker.session.games import RulesOf
from tracker.storage.format import body, decode_body
from tracker.storage.reader import load

RULES = RulesOf()
FIELDS = ("name", "side", "group", "value", "text")


def classes(folder: Path, size: Size) -> Iterator[Row]:
    """As many classes as a game and its screen have."""

    def models() -> None:
        for number in range(145):
            type(Model)(f"M{number}", (Model,), {"__annotations__": dict.fromkeys(FIELDS, "str")})

    def dataclasses() -> None:
        for number in range(145):
            make_dataclass(f"D{number}", FIELDS, frozen=True, slots=True)

    pairs = paired(lambda: timed(models), lambda: timed(dataclasses), max(3, size.calls // 40))
    yield row("defining 145 classes", pairs, "ms", "frozen dataclasses", 0.3)


def lines(folder: Path, size: Size) -> Iterator[Row]:
    """The lines of a session, strictly checked, against JSON that nobody checks."""
    records = mixed_session(min(size.entries, 2_000), size.people, 20).history.records
    texts = [body(record) for record in records]
    plain = [json.loads(text) for text in texts]
    count = max(3, size.calls // 20)
    cases: tuple[tuple[str, Callable[[], object], Callable[[], object], str], ...] = (
        ("encoding", lambda: [*map(body, records)], lambda: [*map(json.dumps, plain)], "json.dumps"),
        ("decoding", lambda: [*map(decode_body, texts)], lambda: [*map(json.loads, texts)], "json.loads"),
    )
    for name, ours, bare, against in cases:
        yield row(
            f"{name} {len(texts):,} records",
            paired(partial(timed, ours), partial(timed, bare), count),
            "ms",
            against,
            1,
        )


def loading(folder: Path, size: Size) -> Iterator[Row]:
    """Mixed sessions from their files, checked and folded, against their bytes as mere JSON; and their memory."""
    for place, entries in enumerate((size.entries, size.lines)):
        path = saved(mixed_session(entries, size.people), folder, f"mixed-{entries}-{place}")
        data, count = path.read_bytes(), 5 if entries < 50_000 else 3
        bare = partial(timed, partial(json.loads, data))
        # That every state is the one that was written is found out after the first picture, in slices.
        for name, verify, most in ((f"loading {entries:,} records", False, 4), ("- and every state", True, None)):
            ours = partial(timed, partial(load, str(path), RULES, verify=verify))
            yield row(name, paired(ours, bare, count), "ms", "json.loads of the same bytes", most)
        held = _held(lambda path=path: load(str(path), RULES, verify=False)) / 1e6  # type: ignore[misc]
        yield row("- in memory", [(held, len(data) / 1e6)], "MB", "the size of the file", 4)


def _held(make: Callable[[], object]) -> float:
    """The bytes that what was made holds."""
    tracemalloc.start()
    made = make()
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del made
    return held


def distances(folder: Path, size: Size) -> Iterator[Row]:
    """One distance more among very many, against writing all of them as JSON once."""
    names = [f"Goon {number}" for number in range(1, 193)]
    ranges = Ranges()
    for one, other in combinations(names, 2):
        ranges = ranges.stated((one,), (other,), "far")
    scene = Scene("x", ranges=ranges)
    known = digest(scene)
    near = BandBecame("Goon 7", ("Goon 99",), "near")
    flat = {"|".join(key): band for key, band in ranges.items()}

    def ours() -> float:
        return timed(lambda: digest_after(known, scene, near.apply(scene)))

    pairs = paired(ours, lambda: timed(lambda: json.dumps(flat, sort_keys=True)), max(3, size.calls // 10))
    yield row(f"a distance more among {len(ranges):,}", pairs, "ms", "json.dumps of all", 0.3)


def one_more(folder: Path, size: Size) -> Iterator[Row]:
    """A hurt, undo, redo and goto in a large fight with a long log, against a short one."""
    long, short = mixed_session(size.lines, size.people), mixed_session(100, 20, 5)
    back, last = ("goto 9", "goto 9"), tuple(f"goto {session.history.head}" for session in (long, short))
    cases = ((("hurt Sam 1",) * 2, 0.3), (("undo",) * 2, 5), (("redo",) * 2, 5), (back, 50), (last, 50))
    for (line, other), aim in cases:
        ours, bare = partial(timed, partial(long.do, line)), partial(timed, partial(short.do, other))
        pairs = paired(ours, bare, 4 if line in ("hurt Sam 1", "undo") else 1)
        yield row(f"{line.split()[0]} with {size.lines:,} records", pairs, "ms", "in a short one", aim, "ours")
