"""Benchmarks: ``python -m tests.benchmarks [--quick]`` prints a table, each figure relative to a baseline.

Ours and the bare one are measured in turn in the same run; a figure is the median, a ratio the median of the pairs'.
"""

from __future__ import annotations

import argparse
import gc
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tests.benchmarks import in_commands, in_files, in_games, in_memory, in_players, on_screen
from tests.benchmarks.measure import FULL, HEAD, QUICK, TINY, Row, Size, told

CASES: dict[str, Callable[[Path, Size], Iterator[Row]]] = {
    "start": on_screen.start,
    "change": on_screen.among_many,
    "keys": on_screen.keys,
    "pages": on_screen.pages,
    "memory": on_screen.memory,
    "undo": in_memory.undo,
    "undo-on-screen": on_screen.undo,
    "hurt": in_commands.hurt,
    "turns": in_commands.turns,
    "moves": in_commands.moves,
    "group": in_commands.group,
    "calls": in_commands.calls,
    "append": in_memory.append,
    "log": on_screen.long_log,
    "boards": in_memory.boards,
    "classes": in_files.classes,
    "lines": in_files.lines,
    "loading": in_files.loading,
    "distances": in_files.distances,
    "one-more": in_files.one_more,
    "library": in_games.library,
    "picker": in_games.picker,
    "attacks": in_games.attacks,
    "odds": in_games.odds,
    "forecasts": in_games.forecasts,
    "choices": in_games.choices,
    "compared": in_games.compared,
    "phones": in_players.phones,
}
"""The measurements by name, in the order of the table."""


def main(words: Sequence[str] | None = None) -> int:
    """Measure, and print a row as soon as it is known."""
    reader = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    sizes = reader.add_mutually_exclusive_group()
    sizes.add_argument("--quick", action="store_const", dest="size", const=QUICK, help="fewer runs of each")
    sizes.add_argument("--tiny", action="store_const", dest="size", const=TINY, help="only to try the table itself")
    reader.add_argument("--only", choices=CASES, action="append", help="only this; may be given again")
    chosen = reader.parse_args(words)
    size: Size = chosen.size or FULL
    print(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, Python {platform.python_version()}, {sys.platform}\n")
    print(HEAD, flush=True)
    with tempfile.TemporaryDirectory() as name:
        for case in chosen.only or CASES:
            # As in the program, which looks through what has lived for long only while nobody types.
            gc.collect()
            gc.freeze()
            for each in CASES[case](Path(name), size):
                print(told(each), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
