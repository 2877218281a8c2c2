"""Benchmarks in a terminal: the start, a change among many, the cursor, a long log, undo."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path

from tests.benchmarks.child import Child
from tests.benchmarks.fights import TITLE, fight, long_session, saved
from tests.benchmarks.launch import BEGIN
from tests.benchmarks.measure import Row, Size, paired, row

DOWN = "\x1b[B"
OPEN = "\x1b[C"
"""Opens a folded group."""


def start(folder: Path, size: Size) -> Iterator[Row]:
    """From the start of the process until the whole first picture stands."""
    small = str(saved(fight(20), folder, "twenty"))
    yield from _start(folder, size, "20 combatants", small, ("Goon ×19", "Goon (19) join"), 1.3)
    large = long_session(size.entries, size.people)
    path = str(saved(large, folder, "large"))
    name = f"{size.people} combatants and {size.entries:,} entries"
    yield from _start(folder, size, name, path, (f"Goon ×{size.people - 1}",), 1.9)


def _start(folder: Path, size: Size, name: str, path: str, marks: tuple[str, ...], most: float) -> Iterator[Row]:
    cpu: dict[str, list[float]] = {"tracker": [], "hello": []}

    def first_paint(*marks: str, words: tuple[str, ...]) -> float:
        with Child(folder, *words) as child:
            taken = (child.paint(*marks) - child.started) * 1000
        cpu[words[0]].append(child.cpu_at_end)
        return taken

    taken = paired(
        lambda: first_paint(TITLE, *marks, words=("tracker", path)),
        lambda: first_paint("Hello, World!", words=("hello",)),
        size.starts,
    )
    bare = "Textual's hello-world"
    yield row(f"start to first paint, {name}", taken, "ms", bare)
    used = list(zip(cpu["tracker"][1:], cpu["hello"][1:], strict=True))
    # Where other programs run, the clock on the wall measures them.
    yield row("- processor time of it", used, "ms", bare, most)


@dataclass(frozen=True, slots=True)
class Spent:
    """What a change cost: processor time with all that followed the picture, bytes, and the time to the picture."""

    cpu: float
    sent: float
    taken: float


@dataclass(slots=True)
class Changes:
    """The changes of one program; each is a text to wait for, as the keys go round."""

    child: Child
    keys: str
    marks: Iterator[str]
    quiet: float
    found: list[Spent] = field(default_factory=list)

    def one(self) -> float:
        """Do the next one; the processor time in milliseconds."""
        before = self.child.cpu()
        taken = self.child.press(self.keys, next(self.marks))
        self.child.settle(self.quiet)
        self.found.append(Spent(self.child.cpu() - before, self.child.sent(), taken))
        return self.found[-1].cpu


def among_many(folder: Path, size: Size) -> Iterator[Row]:
    """One change, one step of the cursor, among many."""
    path = str(saved(fight(size.people), folder, "many"))
    table = f"DataTable, {size.people} rows"
    with (
        Child(folder, "tracker", path, probed=True) as ours,
        Child(folder, "table", str(size.people), probed=True) as bare,
    ):
        for child in (ours, bare):
            child.paint("Goon")
            child.settle(size.quiet)
        # The crowd is one folded line until it is opened.
        ours.press(DOWN + OPEN, "")
        ours.settle(size.quiet)
        for _ in range(10):
            ours.press(DOWN, "")
            bare.press(DOWN, "Goon")
            ours.settle(size.quiet)
        numbers = count(1)
        others = (f"{number}/12" for number in numbers)
        kinds = (
            (f"one change among {size.people} (v)", "v", cycle(("",)), 560.0, 0.16),
            (f"a hurt among {size.people} (d 1 enter)", "d1\r", cycle(("",)), 900.0, 0.3),
            (f"undo among {size.people} (u)", "u", cycle(("",)), 560.0, 0.16),
        )
        for name, keys, marks, bytes_, most in kinds:
            yield from _changes(name, Changes(ours, keys, iter(marks), size.quiet), bare, others, size, bytes_, most)
        yield _steps(ours, bare, size, table)


def _changes(
    name: str, ours: Changes, bare: Child, values: Iterator[str], size: Size, bytes_: float | None, most: float
) -> Iterator[Row]:
    other = Changes(bare, "c", values, size.quiet)
    against = f"update_cell of a DataTable, {size.people} rows"
    cpu = paired(ours.one, other.one, min(size.changes, 10))
    both = list(zip(ours.found[1:], other.found[1:], strict=True))
    yield row(f"{name}, processor time", cpu, "ms", against, most)
    yield row(f"- bytes of {name}", [(a.sent, b.sent) for a, b in both], "bytes", against, bytes_, "ours")
    yield row("- key to paint", [(a.taken, b.taken) for a, b in both], "ms", against)


def _steps(ours: Child, bare: Child, size: Size, table: str) -> Row:
    steps = min(3 * size.changes, 20)

    def stepper(child: Child, mark: str) -> Callable[[], float]:
        return lambda: child.press(DOWN, mark)

    # Where the list scrolls, ours writes only the numbers behind the names: any picture is the one.
    pairs = paired(stepper(ours, ""), stepper(bare, "Goon"), steps)
    return row(f"cursor down among {size.people}, key to paint", pairs, "ms", f"cursor down, {table}")


FREQUENT = {
    "j": "j",
    "k": "k",
    "v": "v",
    "u": "u",
    "U": "U",
    "n": "n",
    "/": "/",
    "a letter after /": "s",
    "escape": "\x1b",
    "d": "d",
    "3": "3",
    "enter": "\r",
    ":": ":",
    "a letter after :": "h",
    "escape again": "\x1b",
    "4, another pane": "4",
    "1, the list again": "1",
}
"""The keys of a fight in an order in which each has something to do."""


def keys(folder: Path, size: Size) -> Iterator[Row]:
    """Each frequent key by itself, with all that follows it, in a large fight with a long log and in a small one."""
    large = str(saved(long_session(size.entries, size.people), folder, "keys"))
    small = str(saved(long_session(100), folder, "few-keys"))
    spent: dict[str, list[tuple[float, float]]] = {name: [] for name in FREQUENT}
    with Child(folder, "tracker", large, probed=True) as ours, Child(folder, "tracker", small, probed=True) as bare:
        for child in (ours, bare):
            child.paint(TITLE, "Goon")
            child.settle(size.quiet)
        for _ in range(max(2, size.changes // 3)):
            for name, key in FREQUENT.items():
                spent[name].append((ours.spend(key, size.quiet), bare.spend(key, size.quiet)))
    for name, pairs in spent.items():
        against = "the same with 20 and 100 entries"
        yield row(f"the key {name}, processor time", pairs, "ms", against, 16, "ours")


PAGES = {"S": "S", "?": "?", "g": "g", "ctrl+p": "\x10", "+": "+"}
"""The keys that open a page, the palette, and the form for newcomers."""


def pages(folder: Path, size: Size) -> Iterator[Row]:
    """Each page opened again and again, against the first time."""
    path = str(saved(long_session(100), folder, "pages"))
    spent: dict[str, list[float]] = {name: [] for name in PAGES}
    with Child(folder, "tracker", path, probed=True) as child:
        child.paint(TITLE, "Goon")
        child.settle(size.quiet)
        for _ in range(1 + max(2, size.changes // 3)):
            for name, key in PAGES.items():
                spent[name].append(child.spend(key, size.quiet))
                child.spend("\x1b", size.quiet)
    for name, (first, *again) in spent.items():
        pairs = [(each, first) for each in again]
        yield row(f"the page of {name}, processor time", pairs, "ms", "the first time", 40, "ours")


def memory(folder: Path, size: Size) -> Iterator[Row]:
    """What 2,000 acts in one sitting add to the memory of the program, against what it has before them."""
    path = str(saved(fight(20), folder, "sitting"))
    acts = 2000 if size.entries >= 10_000 else 20
    with Child(folder, "tracker", path, probed=True) as child:
        child.paint(TITLE, "Goon")
        child.settle(size.quiet)
        child.spend("v" * 100, size.quiet)
        before = child.memory()
        for _ in range(acts // 20):
            child.spend("v" * 20, 0.05)
        child.settle(size.quiet)
        grown = child.memory() - before
    yield row(f"memory added by {acts:,} acts", [(grown, before)], "MB", "before them", 10, "ours")


def undo(folder: Path, size: Size) -> Iterator[Row]:
    """Undo on the screen, in a long session and in a short one."""
    paths = [str(saved(long_session(entry), folder, f"of{entry}")) for entry in (size.entries, 100)]
    with (
        Child(folder, "tracker", paths[0], probed=True) as ours,
        Child(folder, "tracker", paths[1], probed=True) as bare,
    ):
        for child in (ours, bare):
            child.paint(TITLE, "Goon", "Sam")
            child.settle(size.quiet)
        one = Changes(ours, "u", cycle(("",)), size.quiet)
        other = Changes(bare, "u", cycle(("",)), size.quiet)
        cpu = paired(one.one, other.one, size.changes)
    taken = [(a.taken, b.taken) for a, b in zip(one.found[1:], other.found[1:], strict=True)]
    against = "the same with 100 entries"
    yield row(f"undo with {size.entries:,} entries, key to paint", taken, "ms", against)
    yield row("- processor time of it", cpu, "ms", against)


def long_log(folder: Path, size: Size) -> Iterator[Row]:
    """The screen opened with a log of many lines, which are there already."""

    def opened(lines: int) -> float:
        with Child(folder, "log", str(lines)) as child:
            begun = child.paint(BEGIN)
            return (child.paint("Sam", "Goon") - begun) * 1000

    pairs = paired(lambda: opened(size.lines), lambda: opened(100), max(1, size.starts // 5))
    yield row(f"a log of {size.lines:,} lines, opening to paint", pairs, "ms", "the same with 100 lines")
