"""The screen killed in the middle of a fight: ``python -m tests.terminal.games.screen_kills COUNT SEED``.

Keys go in as fast as they are read, and at some moment the program is killed. Every line of the log that stood on
the screen while it said that all is saved must be in the file. Prints the results as JSON.
"""

from __future__ import annotations

import json
import random
import re
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.terminal.fights import made
from tests.terminal.games.people import CONTRACT, GEN6, OUTGUNNED, SRD5, UNKNOWN_ARMIES
from tests.terminal.terminal import ENTER, ESCAPE, PATIENCE, Terminal, tracker
from tracker.combat.records import Entry
from tracker.session.games import RulesOf
from tracker.storage.reader import load

GAMES = {
    "outgunned": OUTGUNNED,
    "contract": CONTRACT,
    "gen6": GEN6,
    "unknown-armies": UNKNOWN_ARMIES,
    "srd5": SRD5,
}
"""The lines that set up a fight of each game; one of them is from a file."""

LOG = re.compile(r"^[▸> ]*[^│|]{0,12}[│|] (shot \d+\.)$")
"""A note in the log that the keys made, drawn or in plain characters."""

SHOTS = 60


def keys(rng: random.Random) -> str:
    """Numbered notes, and what else a game master does between them."""
    between = (f"d1{ENTER}", f"h1{ENTER}", "n", "j", "k", "cp", "", "")
    return "".join(f"{rng.choice(between)}{ESCAPE}:note shot {number}.{ENTER}" for number in range(SHOTS))


def shown_as_saved(terminal: Terminal) -> set[str]:
    """The lines of the log that stand there while all is said to be saved."""
    if " saved" not in terminal.lines[0]:
        return set()
    return {found.group(1) for line in terminal.lines if (found := LOG.match(line))}


def newest(terminal: Terminal) -> int:
    """The highest number in the log."""
    return max((int(number) for number in re.findall(r"shot (\d+)\.$", terminal.text, re.MULTILINE)), default=-1)


def one(folder: Path, seed: int) -> str:
    """Play, kill, look at the file; what is wrong, or nothing."""
    rng = random.Random(seed)
    game = rng.choice(list(GAMES))
    path = made(folder, GAMES[game], game, f"fight{seed}")
    saved: set[str] = set()
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        terminal.send(keys(rng))
        wanted = rng.randint(1, SHOTS - 1)
        end = time.monotonic() + PATIENCE
        while newest(terminal) < wanted:
            if time.monotonic() > end or not terminal.read(0.5):
                return f"seed {seed}: the program stood still:\n{terminal.text}"
            saved |= shown_as_saved(terminal)
        for _ in range(rng.randint(0, 3)):
            terminal.read(0.01)
            saved |= shown_as_saved(terminal)
        while not saved and time.monotonic() < end and terminal.read(0.5):
            saved |= shown_as_saved(terminal)
        if not saved:
            return f"seed {seed}: no note was shown as saved:\n{terminal.text}"
        terminal.signal(signal.SIGKILL)
        if terminal.ended() != -signal.SIGKILL:
            return f"seed {seed}: the program ended by itself"
    loaded = load(str(path), RulesOf())
    kept = {record.text for record in loaded.records if isinstance(record, Entry)}
    if loaded.condition not in ("clean", "torn"):
        return f"seed {seed}: {loaded.what}"
    return f"seed {seed}: shown as saved, but not there: {sorted(saved - kept)}" if saved - kept else ""


def main(count: int, seed: int) -> int:
    """Many kills; prints their number and what was wrong."""
    with tempfile.TemporaryDirectory() as folder:
        bad = [problem for number in range(seed, seed + count) if (problem := one(Path(folder), number))]
    print(json.dumps({"runs": count, "bad": bad}))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
