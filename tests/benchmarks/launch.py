"""The programs that the benchmarks start in a terminal: ``python launch.py WHAT [WORDS]``.

``WHAT`` is ``tracker`` (the real program with its words), ``log N`` (the screen with a log of N lines), or a bare
program of Textual alone: ``hello``, ``table ROWS``. With ``BENCHMARK_PROBE`` set to a number, that is an open socket on
which the processor time of this process is told, in nanoseconds, for each byte that comes in.
"""

from __future__ import annotations

import os
import sys
import threading
import time

BEGIN = "BEGIN"
"""Printed right before a screen opens, where what comes before it is not to be measured."""


def probe(fd: int) -> None:
    """Answer on this socket for as long as anybody asks."""
    while os.read(fd, 1):
        os.write(fd, time.process_time_ns().to_bytes(8, "big"))


def hello() -> None:
    """Textual's smallest program."""
    from textual.app import App, ComposeResult
    from textual.widgets import Static

    class Hello(App[None]):
        def compose(self) -> ComposeResult:
            yield Static("Hello, World!")

    Hello().run()


def table(rows: int) -> None:
    """A DataTable with a fight in it; ``c`` changes one cell of the current row, to another value each time."""
    from textual.app import App, ComposeResult
    from textual.widgets import DataTable

    class Table(App[None]):
        BINDINGS = [("c", "change")]

        def compose(self) -> ComposeResult:
            yield DataTable(cursor_type="row")

        def on_mount(self) -> None:
            self.changes = 0
            self.rows = self.query_one(DataTable)
            for column in ("name", "grit", "acts", "defense", "attack", "marks"):
                self.rows.add_column(column, key=column, width=14)
            for row in range(rows):
                cells = (f"Goon {row}", "12/12", "act quick", "basic", "critical", "partial")
                self.rows.add_row(*cells, key=f"Goon {row}")

        def action_change(self) -> None:
            self.changes += 1
            key = self.rows.coordinate_to_cell_key(self.rows.cursor_coordinate).row_key
            self.rows.update_cell(key, "grit", f"{self.changes}/12")

    Table().run()


def log(lines: int) -> None:
    """The tracker's screen with ``lines`` lines in its log; they are made before ``BEGIN``."""
    from tests.benchmarks.fights import long_session
    from tracker.tui.app import TrackerApp

    app = TrackerApp(long_session(lines))
    print(BEGIN, end="", flush=True)
    app.run()


def tracker(words: list[str]) -> None:
    """The real program."""
    from tracker.cli import start

    sys.argv = ["tracker", *words]
    start()


def run(what: str, words: list[str]) -> None:
    """Start one of them."""
    if what == "tracker":
        tracker(words)
    elif what == "hello":
        hello()
    else:
        {"table": table, "log": log}[what](int(words[0]))


if __name__ == "__main__":
    if "BENCHMARK_PROBE" in os.environ:
        threading.Thread(target=probe, args=(int(os.environ["BENCHMARK_PROBE"]),), daemon=True).start()
    run(sys.argv[1], sys.argv[2:])
