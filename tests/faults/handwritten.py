"""Broken game files and libraries: a fight or a sentence, within a quarter of a second."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from traceback import format_exception_only

from tests.faults.damage import Tally
from tracker.games.language import BadGame, read_game
from tracker.games.registry import FILES, find
from tracker.library.shelf import SHIPPED, Library
from tracker.rules.errors import InvalidCommand, Refused
from tracker.session import Session

MOST = 0.25
"""Seconds that one file may take."""

BROUGHT = 6
"""How many entries of a library are brought into a fight."""

_BYTES = (b"999999999", b"[[", b"{}", b'"', b"-", b" * 9", b"\xe2\x80\xae", b"\n", b"None")
"""What is put between the bytes of a file."""

_VALUES = (
    *(b"-1", b"0", b"999999999999999999999", b"1.5", b"nan", b"true", b'""', b'"\\u001b[2J"', b'"a,b"', b"[]", b"{}"),
    *(b"[[[[1]]]]", b"{a = {b = {c = {d = 1}}}}", b"1979-05-27", b"[[combatant]]", b"[[encounter.who]]"),
    *(b'"""', b"'''", b'like = "Goons"', b'opening = ["encounter Between the containers"]'),
    *(b'opening = ["next", "undo"]', b"count = 499", b'name = "' + b"x" * 90 + b'"', b"a." * 50 + b"b = 1"),
    *(b"\x00", b"\xff", b"#", b"state = {reacted = 5, way = [1]}"),
)
"""What is put in place of a value or a line."""


def chewed(content: bytes, chance: random.Random) -> bytes:
    """The content with a few bytes lost, changed, doubled or put between others."""
    data = bytearray(content)
    for _ in range(chance.randint(1, 4)):
        at, length = chance.randrange(len(data)), chance.choice((1, 1, 3, 20))
        match chance.randrange(4):
            case 0 if len(data) > length:
                del data[at : at + length]
            case 1:
                data[at : at + 1] = bytes([chance.randrange(256)])
            case 2:
                data[at:at] = data[chance.randrange(len(data)) :][:length]
            case _:
                data[at:at] = chance.choice(_BYTES)
    return bytes(data)


def shuffled(content: bytes, chance: random.Random) -> bytes:
    """The content with a few lines lost, moved or cut, or with another value or line in the place of one."""
    lines = content.split(b"\n")
    for _ in range(chance.randint(1, 4)):
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randrange(6):
            case 0 if len(lines) > 1:
                del lines[at]
            case 1:
                lines.insert(at, lines[other])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines[at] = lines[at].partition(b"=")[0] + b"= " + chance.choice(_VALUES)
            case 4:
                lines.insert(at, chance.choice(_VALUES))
            case _:
                lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
    return b"\n".join(lines)


def mutated(content: bytes, chance: random.Random) -> bytes:
    """The content with a few things gone wrong, in its bytes or in its lines."""
    return chance.choice((chewed, shuffled))(content, chance)


def play_game(content: bytes, stem: str) -> str:
    """Begin a fight with a game file, and return the outcome. An error has to be a sentence on one line."""
    try:
        system = read_game(content, f"{stem}.toml", stem)
    except BadGame as bad:
        faults = bad.faults
    else:
        return _begun(Session(system, dice=random.Random(1)))
    assert all(fault.startswith(f"{stem}.toml") and "\n" not in fault and len(fault) < 900 for fault in faults)
    return "named faults"


def _begun(session: Session) -> str:
    try:
        for line in ("add Ann ; add Gob side=enemies", "next"):
            session.do(line)
    except (InvalidCommand, Refused):
        return "refused to play"
    return "played"


def play_library(content: bytes, game: str, folder: Path) -> str:
    """Read a library, bring from it, and return the outcome."""
    path = folder / game / "strange.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    session = Session(find(game), dice=random.Random(1))
    session.library = Library(session.system, (folder,))
    faults, refused = session.library.faults(), 0
    assert all("\n" not in fault and len(fault) < 900 for fault in faults)
    for entry in session.library.entries()[:BROUGHT]:
        try:
            session.do(f'{"encounter" if entry.kind == "encounter" else "bring"} "{entry.name}"')
        except (InvalidCommand, Refused):
            refused += 1
    return "named faults" if faults else "refused in part" if refused else "played"


def game_files(count: int, seed: int) -> Tally:
    """That many mutated game files."""
    files = [(path.read_bytes(), path.stem) for path in sorted(FILES.glob("*.toml"))]
    return _tried(files, count, seed, play_game)


def libraries(count: int, seed: int) -> Tally:
    """That many mutated libraries."""
    files = [(path.read_bytes(), path.parent.name) for path in sorted(SHIPPED.glob("*/*.toml"))]
    with TemporaryDirectory() as folder:
        return _tried(files, count, seed, lambda content, game: play_library(content, game, Path(folder)))


def _tried(files: list[tuple[bytes, str]], count: int, seed: int, play: Callable[[bytes, str], str]) -> Tally:
    tally, chance = Tally(), random.Random(seed)
    for number in range(count):
        content, name = files[number % len(files)]
        content = mutated(content, chance)
        tally.runs += 1
        began = process_time()
        try:
            tally.found[play(content, name)] += 1
        except Exception as error:
            tally.bad.append(f"{name}, seed {seed}, {number}: {format_exception_only(error)[-1].strip()[:300]}")
        tally.slowest = max(tally.slowest, process_time() - began)
    return tally


def in_parts(trial: Callable[[int, int], Tally], count: int, seed: int, parts: int = 20) -> Tally:
    """A trial in several processes, put together; a file that took too long is bad, too."""
    whole = Tally()
    with ProcessPoolExecutor(2) as pool:
        for tally in pool.map(trial, [count // parts] * parts, range(seed, seed + parts)):
            whole.runs += tally.runs
            whole.found += tally.found
            whole.bad += tally.bad
            whole.slowest = max(whole.slowest, tally.slowest)
    if whole.slowest > MOST:
        whole.bad.append(f"the slowest file took {whole.slowest:.3f} s")
    return whole
