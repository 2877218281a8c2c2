"""What the players' phones cost the screen of the GM: each act is published for six of them, in steps between keys."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from tests.benchmarks.in_games import timed
from tests.benchmarks.measure import Row, Size, paired, row
from tests.web.six_phones import HEROES, done, opening
from tracker.commands.story import happenings
from tracker.games.registry import find, names
from tracker.players.table import Join
from tracker.rules.grammar import quote
from tracker.session import Session
from tracker.tui.look.preferences import Options
from tracker.tui.players_page import PlayersPage
from tracker.web.broadcast import Publication

ACTS = ("set Ann {main}={number}", "attack! {foe} Bob roll", "next", "set Bob {main}={number}", "back Bob", "next")
"""A number is never that of the moments before: what they had worked out cannot be taken again."""


class Table:
    """A fight with six phones; the longest step and all steps of each act, in milliseconds of processor time."""

    def __init__(self, game: str) -> None:
        self.session = Session(find(game), dice=random.Random(1))
        for line in (*opening(game), "next"):
            done(self.session, line)
        app: Any = SimpleNamespace(
            session=self.session, desk=SimpleNamespace(session=self.session), options=Options(), controller=None
        )
        self.page = PlayersPage(app)
        self.page.show_this()
        for number, hero in enumerate(HEROES):
            digest = f"{number:064x}"
            self.page.table.ask(Join(digest, hero), frozenset(HEROES))
            self.page.table.let_in(digest, hero)
        scene = self.session.scene
        foe = next(one for one in scene.combatants.values() if one.side != "heroes" and not one.hidden)
        self.main, self.foe = self.session.system.main_track(scene), quote(foe.name)
        self.publication, self.number, self.begins = Publication(), 0, self.session.history.head
        self.whole = list[float]()

    def act(self) -> float:
        """Do something that the log of the screen tells, and publish it; the longest time in which no key is handled.

        After each round of acts all of it is taken back, so that the fight never ends.
        """
        history, session = self.session.history, self.session
        length = len(history.records)
        while len(history.records) == length:  # Not every game has every act.
            if not self.number % len(ACTS):
                session.do(f"goto {self.begins}")
                self._published()
                length = len(history.records)
            act = ACTS[self.number % len(ACTS)].format(main=self.main, foe=self.foe, number=self.number % 7 + 1)
            self.number += 1
            done(session, act)
        entry = history.entries[history.head]
        happenings(self.session.system, history.scene_at(entry.parent), entry)
        spent = self._published()
        self.whole.append(sum(spent) * 1000)
        return max(spent) * 1000

    def _published(self) -> list[float]:
        """Publish the fight as it is now; the seconds of each step."""
        spent, before = list[float](), time.process_time()
        for _ in self.page._publishing(cast("Any", self.publication), self.session, object()):
            spent.append(time.process_time() - before)
            before = time.process_time()
        return [*spent, time.process_time() - before]


def additions() -> None:
    """Add up 20,000 numbers."""
    total = 0
    for number in range(20_000):
        total += number


def phones(folder: Path, size: Size) -> Iterator[Row]:
    """Each act with six phones, in every game: the longest step, which a key may wait for, and all of them."""
    bare, against = partial(timed, additions), "20,000 additions"
    for game in names():
        table = Table(game)
        pairs = paired(table.act, bare, size.calls // 4 + 1)
        yield row(f"an act with six phones, {game}: the longest step", pairs, "ms", against, 1, "ours")
        others = [(whole, bare) for whole, (_, bare) in zip(table.whole[1:], pairs, strict=True)]
        yield row("- all of its steps", others, "ms", against, 2, "ours")
        table.publication.close()
