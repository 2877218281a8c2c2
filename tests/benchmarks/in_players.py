"""What the players' phones cost the screen of the GM: each act is published for six of them, in steps between keys."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from tests.benchmarks.measure import Row, Size, paired, row
from tests.web.six_phones import HEROES, done, opening
from tracker.games.registry import find, names
from tracker.players.table import Join
from tracker.session import Session
from tracker.tui.look.preferences import Options
from tracker.tui.players_page import PlayersPage
from tracker.web.broadcast import Publication

ACTS = ("hurt Ann 1", "heal Ann 1", "hurt Bob 1", "next", "heal Bob 1")


class Table:
    """A fight with six phones; the longest step and all steps of each act, in milliseconds of processor time."""

    def __init__(self, game: str, folder: Path) -> None:
        self.session = Session(find(game), dice=random.Random(1))
        for line in (*opening(game), "next"):
            done(self.session, line)
        app: Any = SimpleNamespace(session=self.session, options=Options(), controller=None)
        self.page = PlayersPage(app)
        self.page.show_this()
        for number, hero in enumerate(HEROES):
            digest = f"{number:064x}"
            self.page.table.ask(Join(digest, hero), frozenset(HEROES))
            self.page.table.let_in(digest, hero)
        self.publication, self.acts = Publication(), cycle(ACTS)
        self.file, self.whole = folder / f"{game}.json", list[float]()

    def act(self) -> float:
        """Do something, and publish it; the longest time in which no key is handled."""
        with suppress(StopIteration):
            done(self.session, next(self.acts))
        spent = list[float]()
        before = time.process_time()
        for _ in self.page._publishing(cast("Any", self.publication), self.session, object()):
            spent.append(time.process_time() - before)
            before = time.process_time()
        spent.append(time.process_time() - before)
        self.whole.append(sum(spent) * 1000)
        return max(spent) * 1000

    def bare(self) -> float:
        """The same written by the standard library alone: a new file in the place of the old one."""
        data = [json.loads(line) for line in Path(self.publication.path).read_bytes().splitlines()]
        before = time.process_time()
        new = self.file.with_suffix(".new")
        new.write_text("\n".join(map(json.dumps, data)), encoding="utf-8")
        os.replace(new, self.file)
        return (time.process_time() - before) * 1000


def phones(folder: Path, size: Size) -> Iterator[Row]:
    """Each act with six phones, in every game: the longest step, and all of them."""
    against = "the same as JSON into a file, by the standard library"
    for game in names():
        table = Table(game, folder)
        pairs = paired(table.act, table.bare, size.calls // 4 + 1)
        yield row(f"an act with six phones, {game}: the longest step", pairs, "ms", against, 1, "ours")
        others = [(whole, bare) for whole, (_, bare) in zip(table.whole[1:], pairs, strict=True)]
        yield row("- all of its steps", others, "ms", against)
        table.publication.close()
