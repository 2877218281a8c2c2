"""Random input: ``python -m tests.terminal.monkey EVENTS SEED`` prints the results as JSON.

Random keys, commands, pastes, clicks, drags, sizes, replies of terminals and signals, over every screen of every game.
Afterwards nothing has broken, the terminal is as it was, and the file is clean and holds the fight that was in memory.
"""

from __future__ import annotations

import json
import os
import random
import select
import signal
import sys
import tempfile
import termios
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.terminal.fights import made
from tests.terminal.games.screen_kills import GAMES
from tests.terminal.terminal import ESCAPE, Terminal
from tests.terminal.test_leaving import restored
from tracker.export.text import as_text
from tracker.session import Session, check

PROGRAM = """
import os, sys
from tracker.session import Session
from tracker.tui import app
usual = app.close_and_report
def close_and_report(program):
    code = usual(program)
    if program.session is not None:
        from tracker.export.text import as_text
        with open("memory.txt", "w", encoding="utf-8") as file:
            file.write(program.session.path + chr(10) + as_text(program.session))
    return code
app.close_and_report = close_and_report
sys.exit(app.run_app(Session.open(sys.argv[1]), saves=os.getcwd()))
"""
"""The program, which leaves behind where its session is and what the fight in memory was."""

PATIENCE = 120.0
"""How many seconds a batch may take to be handled, on a machine that runs other things."""

SLOWEST = 5.0
"""How many seconds a line typed into the command bar may take to be shown, on such a machine."""

BATCH = 250
"""How many events are written at once."""

QUIET = 0.15
"""A batch is handled after that many seconds without a picture and without work."""

LETTERS = "abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ0123456789 +-=.,;:!?*%'\"<>()[]{}@#&_|~ßé日"
"""Without q, which leaves, and the slash, which makes a path of a name."""

NAMED = (
    *("\r", "\t", "\x7f", ESCAPE, "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~"),
    *("\x1b[3~", "\x1b[Z", "\x1bOP", "\x1b[15~", "\x1b[1;5C", "\x1b[27u", "\x1b[97;5u", "\x1ba", "\x1b\x1b[A"),
    *(chr(code) for code in range(1, 32) if code not in (0x03, 0x11, 0x1B)),
)

COMMANDS = (
    *("hurt {} 1", "heal {} 2", "next", "undo", "redo", "note word", "remove {}", "add Orc side=enemies", "end"),
    *("range {} {} close", "cover {} half", "mark {} prone", "undo 3", "goto 2", "revoke 3", "title Other", "next"),
)

WORDS = ("hurt", "heal", "note", "word", "next", "add", "Orc", "range", "e", "1")
"""Words of the lines that the commands above leave in the log and the history."""

BEHIND = ("x", " ", "\x1b[C", "\x1b[D", "j", "k", "\r", "\t", "a", "u", "U", "\x1b[H", "\x1b[F", "/", ESCAPE)
"""Keys behind a search: they fold, move, go there, amend, undo, search again, leave."""

REPLIES = (
    *(
        "\x1b[I",
        "\x1b[O",
        "\x1b[?2026;1$y",
        "\x1b[?2048;0$y",
        "\x1b[10;10R",
        "\x1bP1$r0m\x1b\\",
        "\x1b]11;rgb:0/0/0\x07",
    ),
    *(
        "\x1b[97:65;2u",
        "\x1b[1114112u",
        "\x1b[27;0;2147483648~",
        "\x1b[M !!",
        "\x1b[<",
        "\x1b[",
        "\x1bO",
        "\x1b_x\x1b\\",
    ),
)

BROKEN = (b"\xff\xfe", b"\xc3", b"\xe2\x82", b"\x00", b"\xed\xa0\x80")

STOPPED = os.WSTOPPED | os.WEXITED | os.WNOHANG | os.WNOWAIT

SIZES = (*[(80, 24)] * 5, *[(40, 12)] * 3, (120, 40), (200, 60), (100, 30), (1, 1), (220, 10), (20, 50))
"""Mostly small ones, which are painted faster."""

PICTURES = "10"
"""How many pictures a second the program paints at most: between them more keys come, as on a slow line."""


@dataclass
class Monkey:
    """What it does next, by chance alone."""

    chance: random.Random
    names: tuple[str, ...]

    def event(self) -> bytes:
        """One thing done to a keyboard or a mouse."""
        kind = self.chance.random()
        if kind < 0.34:
            return self.chance.choice(LETTERS).encode()
        if kind < 0.48:
            return self.chance.choice(NAMED).encode()
        if kind < 0.51:
            return f":{self.command()}\r".encode()
        if kind < 0.55:
            return self.pasted()
        if kind < 0.56:
            return f"{ESCAPE * 3}{self.chance.choice(('g', '?', 'S', chr(15), chr(19), 't', 'i'))}".encode()
        if kind < 0.57:
            return self.searched().encode()
        if kind < 0.6:
            return self.chance.choice(REPLIES).encode()
        if kind < 0.61:
            return self.chance.choice(BROKEN)
        if kind < 0.67:
            return ESCAPE.encode() * 2
        return self.mouse().encode()

    def command(self) -> str:
        command = self.chance.choice(COMMANDS)
        return command.format(*(self.chance.choice(self.names) for _ in range(command.count("{}"))))

    def searched(self) -> str:
        """A search, mostly in the history, for a word that some line holds; then what folds, changes or closes it."""
        word = self.chance.choice((*WORDS, *(name.strip('"').split()[0] for name in self.names)))
        page = self.chance.choice(("g", "g", "g", "", "2", "4"))
        then = "".join(self.chance.choices(BEHIND, k=self.chance.randint(1, 4)))
        return f"{ESCAPE * 3}{page}/{word}{self.chance.choice(('', chr(13)))}{then}"

    def pasted(self) -> bytes:
        text = "".join(self.chance.choices([*LETTERS, *NAMED, *REPLIES], k=self.chance.randint(0, 30)))
        return f"\x1b[200~{text}\x1b[201~".encode()

    def mouse(self) -> str:
        """Mostly moves, as there are most of them."""
        x, y = self.chance.randint(1, 130), self.chance.randint(1, 45)
        button = self.chance.choice((0, 0, 1, 2, 32, 32, 35, 35, 35, 35, 64, 65, 4, 8, 16))
        return f"\x1b[<{button};{x};{y}{self.chance.choice('MMm')}"


def write(terminal: Terminal, data: bytes) -> None:
    """Write everything; what the program writes meanwhile is not looked at. It may end on the way."""
    end = time.monotonic() + PATIENCE
    while data and time.monotonic() < end:
        ready, free, _ = select.select([terminal.fd], [terminal.fd], [], 1.0)
        try:
            if ready and not os.read(terminal.fd, 1 << 16):
                return
            if free:
                data = data[os.write(terminal.fd, data[:4096]) :]
        except OSError:
            return


def alive(terminal: Terminal) -> bool:
    return os.waitid(os.P_PID, terminal.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None


def disturb(terminal: Terminal, chance: random.Random) -> None:
    """Another size, or a signal."""
    kind = chance.random()
    if kind < 0.6:
        terminal.resize(*chance.choice(SIZES))
    elif kind < 0.8:
        terminal.signal(chance.choice((signal.SIGCONT, signal.SIGWINCH)))
    else:
        terminal.signal(chance.choice((signal.SIGSTOP, signal.SIGTSTP)))
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and os.waitid(os.P_PID, terminal.pid, STOPPED) is None:
            wait_quiet(terminal, 0.01)
        terminal.signal(signal.SIGCONT)
        # Until the program has its terminal again, a control character would be a signal.
        while time.monotonic() < end and termios.tcgetattr(terminal.fd)[3] & termios.ICANON and alive(terminal):
            wait_quiet(terminal, 0.01)


def settled(terminal: Terminal) -> None:
    """The fight in front, in the first size, and every key handled."""
    write(terminal, b"\x1b[201~")
    # Another size first: the program paints everything anew only when its size changes.
    terminal.resize(119, 40)
    wait_quiet(terminal, 0.3)
    terminal.show_anew()
    terminal.resize(120, 40)
    terminal.signal(signal.SIGCONT)
    wait_idle(terminal)
    end = time.monotonic() + PATIENCE
    for number in range(1000):
        mark = f"mark{number:03d}"
        write(terminal, f"{ESCAPE * 4}".encode())
        wait_quiet(terminal, 0.2)
        write(terminal, f"\x1b[H:{mark}".encode())
        shown = time.monotonic() + SLOWEST
        while mark not in terminal.text and time.monotonic() < shown:
            wait_quiet(terminal, 0.1)
        if mark in terminal.text:
            write(terminal, f"\x15{ESCAPE}".encode())
            return
        if time.monotonic() > end:
            break
    raise AssertionError(f"the fight does not come back; on the screen was:\n{terminal.text}")


def wait_quiet(terminal: Terminal, seconds: float) -> None:
    """Read until nothing has been written for that long."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and select.select([terminal.fd], [], [], seconds)[0] and terminal.read(0):
        pass


def wait_idle(terminal: Terminal) -> None:
    """Read until the program has handled everything: keys that change nothing are handled without a picture."""
    end = time.monotonic() + PATIENCE
    while alive(terminal) and time.monotonic() < end:
        before = ticks(terminal.pid)
        wait_quiet(terminal, QUIET)
        if ticks(terminal.pid) - before <= 1:
            return


def ticks(pid: int) -> int:
    """How long a process has worked, in hundredths of a second."""
    # Its name may hold blanks; after it come the state, ten numbers, and the two times in the program and the system.
    parts = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return int(parts[11]) + int(parts[12])


def run(folder: Path, game: str, events: int, seed: int) -> list[str]:
    """Play one game; what is wrong, nothing where all is well."""
    chance = random.Random(seed)
    place = f"{game}, seed {seed}"
    path = made(folder, GAMES[game], game, f"fight{seed}")
    names = tuple(Session.load(str(path)).scene.combatants)
    monkey = Monkey(chance, tuple(f'"{name}"' for name in names))
    folders = {f"XDG_{kind}_HOME": str(folder / kind) for kind in ("CONFIG", "STATE", "CACHE", "DATA")}
    environment = {**folders, "HOME": str(folder), "TRACKER_SAVES": str(folder), "TEXTUAL_FPS": PICTURES}
    done = 0
    while done < events:
        words = [
            "sh",
            "-c",
            'cd "$1" && shift && exec "$@"',
            "sh",
            str(folder),
            sys.executable,
            "-c",
            PROGRAM,
            str(path),
        ]
        with Terminal(words, env=environment) as terminal:
            before = termios.tcgetattr(terminal.fd)
            terminal.wait("? help")
            terminal.shown = False
            while done < events and alive(terminal):
                write(terminal, b"".join(monkey.event() for _ in range(BATCH)))
                done += BATCH
                wait_idle(terminal)
                disturb(terminal, chance)
            try:
                if alive(terminal):
                    settled(terminal)
                    terminal.send("\x11")
                code = terminal.ended()
            except (AssertionError, OSError) as error:
                end = os.waitid(os.P_PID, terminal.pid, STOPPED)
                return [f"{place}: {error}{reports(folder)}\n{end}"]
            if code:
                return [f"{place}: ended with {code}\n{terminal.text}{reports(folder)}"]
            if not restored(terminal) or termios.tcgetattr(terminal.fd) != before:
                return [f"{place}: the terminal is not as it was"]
        bad = judged(folder)
        if bad:
            return [f"{place}: {bad}"]
    return []


def reports(folder: Path) -> str:
    """What broke."""
    return "".join("\n" + file.read_text("utf-8") for file in (folder / "STATE").rglob("crash-*.txt"))


def judged(folder: Path) -> str:
    """Whether the file is clean and holds the fight that was in memory."""
    told = (folder / "memory.txt").read_text("utf-8")
    path, _, memory = told.partition("\n")
    verdict = check(path)
    if verdict.condition != "clean":
        return f"the file is {verdict.condition}: {verdict.what}"
    kept = as_text(Session.load(path))
    return "" if kept == memory else f"in memory was\n{memory}\nin the file is\n{kept}"


def soak(events: int, seed: int) -> list[str]:
    """Every game in turn, two at a time, 5,000 events each time; what was wrong."""
    game = min(5000, max(BATCH, events // len(GAMES)))
    games = [list(GAMES)[at % len(GAMES)] for at in range(max(len(GAMES), events // game))]

    def one(at: int) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            return run(Path(folder), games[at], game, seed + at)

    with ThreadPoolExecutor(2) as pool:
        return [bad for found in pool.map(one, range(len(games))) for bad in found]


def main(events: int, seed: int) -> int:
    """Print how many events there were and what was wrong."""
    bad = soak(events, seed)
    print(json.dumps({"runs": events, "bad": bad}))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
