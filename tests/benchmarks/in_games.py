"""The cost of game files and the library: reading both, searching, a thousand attacks, odds."""

from __future__ import annotations

import gc
import json
import time
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Final, cast

from tests.benchmarks.fights import CROWDS, crowd, long_session, saved
from tests.benchmarks.measure import Row, Size, paired, row
from tests.lines import action_of
from tests.table import played
from tests.tui.skirmish import Room
from tracker.commands.resolve import odds_of
from tracker.export.compare import compare
from tracker.foresight.choices import ranked
from tracker.foresight.forecast import Forecast
from tracker.games.language import read_game
from tracker.games.language.judging import faces_of
from tracker.games.language.throws import chances_of, read_throw
from tracker.games.registry import files, find
from tracker.library.model import read
from tracker.library.shelf import SHIPPED, Library
from tracker.library.writing import document
from tracker.session import Session
from tracker.storage.format import body
from tracker.tui.cockpit.controller import Controller
from tracker.tui.host import Host

MONSTERS: Final = SHIPPED / "srd5" / "monsters.json"
ARMED: Final = ("add Ann", "arm Ann sword hit=5 dice=1d8+3", "add Gob side=enemies ac=13 hp=100000")
ODDS: Final = {
    "srd5": ("attack Ann Gob roll adv", 20, 2),
    "fate": ("attack Ann Gob roll", 3, 4),
    "percentile": ("attack Ann Gob roll", 100, 1),
    "wild-die": ("attack Ann Gob roll", 8, 2),
}
"""An attack of each game, and the sides and number of the dice that are thrown for it."""


def timed(do: Callable[[], object]) -> float:
    """The milliseconds of processor time that something takes."""
    before = time.process_time()
    do()
    return (time.process_time() - before) * 1000


def library(folder: Path, size: Size) -> Iterator[Row]:
    """A game and the library of 331 monsters, read anew each time, against the bare reader of TOML."""
    game, count = files()["srd5"], max(3, size.calls // 20)
    content, text, monsters = game.read_bytes(), game.read_text("utf-8"), MONSTERS.read_bytes()
    read_anew = partial(read_game, content, "srd5.toml", "srd5")
    pairs = paired(partial(timed, read_anew), partial(timed, partial(tomllib.loads, text)), count)
    yield row("reading the game srd5, processor time", pairs, "ms", "tomllib", 4)
    both, bare = (lambda: (read_anew(), read(MONSTERS))), (lambda: (tomllib.loads(text), json.loads(monsters)))
    pairs = paired(partial(timed, both), partial(timed, bare), count)
    yield row("srd5 and its 331 monsters, processor time", pairs, "ms", "tomllib and json", 60, "ours")


def picker(folder: Path, size: Size) -> Iterator[Row]:
    """A key among 2,000 that are kept, up to its picture, against looking at each of their names."""
    names = [f"Goblin {number}" for number in range(2000)]
    path = folder / "library" / "srd5" / "many.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(document({"combatant": [{"name": name, "side": "enemies", "hp": 5} for name in names]}), "utf-8")
    session = Session(find("srd5"))
    session.library = Library(session.system, (folder / "library",))
    controller = Controller(session, cast(Host, Room()))
    controller.press("+", "+")

    def key(key: str) -> None:
        controller.press(key, key if len(key) == 1 else None)
        assert controller.mode is not None
        controller.mode.lines(controller, 110, 12)

    def typed() -> float:
        taken = timed(partial(key, "b"))
        key("backspace")
        return taken

    bare = partial(timed, lambda: [name for name in names if "b" in name.casefold()])
    yield row(
        "a key in + among 2,000, processor time", paired(typed, bare, size.calls), "ms", "in each name", 16, "ours"
    )


def attacks(folder: Path, size: Size) -> Iterator[Row]:
    """A thousand attacks with dice, against writing their records with the standard library."""
    count = min(1000, size.entries)

    def fought() -> Session:
        session = played("srd5", *ARMED)
        for _ in range(count):
            session.do("attack! Ann Gob roll")
        return session

    plain = [json.loads(body(record)) for record in fought().history.records]
    pairs = paired(partial(timed, fought), partial(timed, lambda: [*map(json.dumps, plain)]), max(1, size.starts // 5))
    yield row(f"{count:,} attacks in srd5, processor time", pairs, "ms", "json.dumps of the records", 1000, "ours")


def odds(folder: Path, size: Size) -> Iterator[Row]:
    """The chances of an attack, with what the rules have against it, against going through the faces of its dice."""
    for game, (line, sides, dice) in ODDS.items():
        session = Session(find(game))
        session.do("add Ann ; add Gob side=enemies")
        action = action_of(session.system, session.scene, line)
        ask = partial(odds_of, session.system, session.scene, action)
        bare = partial(sorted, map(sum, product(range(1, sides + 1), repeat=dice)))
        pairs = paired(partial(timed, ask), partial(timed, bare), size.calls)
        yield row(f"odds in {game}, processor time", pairs, "ms", "summing the faces", 2, "ours")


def million() -> None:
    """Add up a million numbers, 25 ms on a machine with nothing else to do."""
    total = 0
    for number in range(1_000_000):
        total += number


def forecasts(folder: Path, size: Size) -> Iterator[Row]:
    """A fight played to its end, and the first one of a forecast, which works out all odds.

    The aims are 400 fights of 4 against 6 in 10 s, of 8 against 8 in 30 s, and the first numbers within one second.
    """
    bare, count = partial(timed, million), max(1, size.calls // 40)
    for game, (heroes, foes, aim) in product(CROWDS, ((4, 6, 1.0), (8, 8, 3.0))):
        session = crowd(game, heroes, foes)
        made = Forecast(session.system, session.scene)
        name = f"{heroes} against {foes} foreseen in {game}"
        yield row(f"first fight, {name}", [(timed(partial(_played, made, 1)), bare())], "ms", "a million additions", 20)
        _played(made, size.starts)
        pairs = paired(partial(_played, made, max(1, size.starts // 4)), bare, count)
        yield row(f"a fight, {name}", pairs, "ms", "a million additions", aim)


def _played(made: Forecast, fights: int) -> float:
    """The milliseconds of processor time that each of the next fights takes."""
    return timed(lambda: [*made.play(fights)]) / fights


def choices(folder: Path, size: Size) -> Iterator[Row]:
    """Everything that one of 20 could do to 6 who differ, ranked while nothing is remembered; the aim is 50 ms."""
    for game in CROWDS:
        session = crowd(game, 6, 20)
        for place, hero in enumerate(session.scene.of_side("heroes")):
            session.do(f'count "{hero.name}" place {place}')
        rank = partial(ranked, session.system, session.scene, [*session.scene.combatants][-1])
        gc.collect()
        gc.freeze()

        def anew(rank: Callable[[], object] = rank) -> float:
            for remembered in (chances_of, faces_of, read_throw):
                remembered.cache_clear()
            return timed(rank)

        pairs = paired(anew, partial(timed, million), max(1, size.calls // 40))
        yield row(f"choices of one of 20 against 6 in {game}", pairs, "ms", "a million additions", 1)


def compared(folder: Path, size: Size) -> Iterator[Row]:
    """Two moments of a long session, read from the disk and compared; the aim is half a second."""
    path = saved(long_session(size.entries), folder, "compared")
    ours = partial(timed, lambda: compare(Session.load(str(path), verify=False), size.entries // 2, size.entries - 1))
    pairs = paired(ours, partial(timed, lambda: json.loads(path.read_bytes())), max(1, size.calls // 40))
    yield row(f"two moments of {size.entries:,} entries, from the file", pairs, "ms", "json.loads", 5)
