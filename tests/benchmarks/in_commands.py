"""The cost of a command: in a session, and as a call of the program."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tests.benchmarks.child import ROOT, UNSET
from tests.benchmarks.fights import crowd, fight, long_session
from tests.benchmarks.in_memory import timed
from tests.benchmarks.measure import Row, Size, paired, row
from tracker.games.registry import SHIPPED
from tracker.session import Session
from tracker.storage.format import body

TEN_LINES = """# system: outgunned
title The Warehouse
add Savar side=heroes
add Goon count=5
hurt Savar 2
heal Savar 1
range Savar "Goon 1" close
cover Savar partial
mark "Goon 2" prone
next
"""

CLICK = "import click; click.command()(lambda: click.echo('Hello, World!'))()"
OURS = "from tracker.cli.main import main; main()"


def hurt(folder: Path, size: Size) -> Iterator[Row]:
    """A hurt in fights of several sizes, against writing its record with the standard library."""
    cases = [(f"a hurt among {people}, do", fight(people)) for people in (2, 20, size.people)]
    cases.append((f"a hurt among {size.people}, {size.entries:,} entries, do", long_session(size.entries, size.people)))
    for name, session in cases:
        session.do("hurt Sam 1")
        plain = json.loads(body(session.history.records[-1]))
        pairs = paired(partial(_hurt, session), partial(timed, partial(json.dumps, plain)), size.calls)
        yield row(name, pairs, "ms", "json.dumps of the record", 0.3, "ours")


def _hurt(session: Session) -> float:
    session.do("heal Sam 1")
    return timed(lambda: session.do("hurt Sam 1"))


def turns(folder: Path, size: Size) -> Iterator[Row]:
    """The next turn among many, against one among few."""
    for game in SHIPPED:
        many, few = crowd(game, 4, size.people - 4), crowd(game, 4, 16)
        pairs = paired(partial(timed, partial(many.do, "next")), partial(timed, partial(few.do, "next")), size.calls)
        yield row(f"next among {size.people}, {game}", pairs, "ms", "the same among 20", 0.25, "ours")


def moves(folder: Path, size: Size) -> Iterator[Row]:
    """Moves of the head in a very long session, against the same in one of 100 entries."""
    long, short = long_session(size.lines), long_session(100)
    for there, back in (("undo", "redo"), (f"undo {size.lines}", f"redo {size.lines}"), ("goto 1", None)):

        def one(session: Session, there: str = there, back: str | None = back) -> float:
            head = session.history.head
            taken = timed(lambda: (session.do(there), session.scene))
            return taken + timed(lambda: (session.do(back or f"goto {head}"), session.scene))

        pairs = paired(partial(one, long), partial(one, short), max(3, size.calls // 20))
        name = f"{there} and {back or 'back'}, {size.lines:,} entries"
        yield row(name, pairs, "ms", "the same with 100 entries", 50, "ours")


def group(folder: Path, size: Size) -> Iterator[Row]:
    """The record of a group's distance to one, against the names alone."""
    session = fight(size.people)
    entry = session.do("range Goon Sam close").entries[0]
    names = json.dumps([name for name in session.scene.combatants if name != "Sam"], separators=(",", ":"))
    pairs = [(float(len(body(entry))), float(len(names)))]
    yield row(f"range of a group of {size.people - 1} to one, bytes", pairs, "bytes", "the names as JSON", 8000, "ours")


def calls(folder: Path, size: Size) -> Iterator[Row]:
    """Whole calls of the program, in processor time, against the smallest program of click."""
    script, many = folder / "ten.txt", folder / "many.txt"
    script.write_text(TEN_LINES)
    many.write_text("add Sam side=heroes\n" + "hurt Sam 1\nheal Sam 1\n" * (size.entries // 2))
    bare = partial(_processor_time, folder, CLICK)
    for name, words, aim in (
        ("tracker run of ten lines, processor time", ("run", str(script)), 2.3),
        ("tracker --help, processor time", ("--help",), 1.3),
    ):
        pairs = paired(partial(_processor_time, folder, OURS, *words), bare, size.starts)
        yield row(name, pairs, "ms", "click's hello-world", aim)
    pairs = paired(partial(_processor_time, folder, OURS, "run", str(many)), bare, 1)
    yield row(f"{size.entries:,} commands through run", pairs, "ms", "click's hello-world", None, "ours")


def _processor_time(folder: Path, code: str, *words: str) -> float:
    """The milliseconds of processor time of a call of Python, with all that it prints thrown away."""
    environment = {key: value for key, value in os.environ.items() if key not in UNSET}
    environment |= {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(folder)}
    pid = os.fork()
    if pid == 0:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.execve(sys.executable, [sys.executable, "-c", code, *words], environment)
    used = os.wait4(pid, 0)[2]
    return (used.ru_utime + used.ru_stime) * 1000
