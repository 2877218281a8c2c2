"""What the players' phones cost the screen of the GM: each act is published for six of them, in steps between keys."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from tests.benchmarks.measure import Row, Size, paired, row
from tests.web.six_phones import HEROES, done, opening
from tracker.commands.story import happenings
from tracker.games.registry import find, names
from tracker.players.table import Join
from tracker.rules.matching import quote
from tracker.session import Session
from tracker.tui.look.preferences import Options
from tracker.tui.players_page import PlayersPage
from tracker.web.broadcast import Publication

ACTS = ("set Ann {main}={number}", "attack! {foe} Bob roll", "next", "set Bob {main}={number}", "back Bob", "next")
"""A number is never that of the moments before: what they had worked out cannot be taken again."""


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
        scene = self.session.scene
        foe = next(one for one in scene.combatants.values() if one.side != "heroes" and not one.hidden)
        self.main, self.foe = self.session.system.main_track(scene), quote(foe.name)
        self.publication, self.number, self.begins = Publication(), 0, self.session.history.head
        self.file, self.whole = folder / f"{game}.json", list[float]()

    def act(self) -> float:
        """Do something that the log of the screen tells, and publish it; the longest time in which no key is handled.

        After each round of acts all of it is taken back, so that the fight never ends.
        """
        history = self.session.history
        if not self.number % len(ACTS):
            self.session.do(f"goto {self.begins}")
            self._published()
        act = ACTS[self.number % len(ACTS)].format(main=self.main, foe=self.foe, number=self.number % 7 + 1)
        self.number += 1
        done(self.session, act)
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
