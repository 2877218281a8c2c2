"""What phones are shown goes along with the fight: it is always what a page that was switched on just now shows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.players import canary
from tests.web.six_phones import SECRET, done, opening
from tracker.games.registry import find, names
from tracker.players.projection import Projection
from tracker.players.seats import Seat
from tracker.players.table import Desk
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.grammar import quote
from tracker.session import Session
from tracker.tui.look.preferences import Options
from tracker.tui.players_page import PlayersPage

SCRIPTS = Path(__file__).parents[1] / "corpus" / "scripts"

PHONE = "a" * 64

MORE = ("hide {one}", "reveal {one}", "undo", "undo 3", "redo", "goto {entry}", "revoke! {entry}", "next", "next")
"""What comes between the lines of a recorded evening, besides the lines of the search for secrets."""

OFTEN = 0.3
"""How often what is shown is compared; it goes along with every line."""


class Page:
    """A players' page without a server, with one phone for all heroes: it remembers what was published."""

    def __init__(self, session: Session, *, chances: bool) -> None:
        self.session = session
        self.app: Any = SimpleNamespace(
            desk=SimpleNamespace(session=session), options=Options(chances=chances), controller=None
        )
        self.page = PlayersPage(self.app)
        self.page.show_this()
        self.shown: tuple[Projection, dict[str, Desk]] | None = None

    def publish(self, seen: Projection, desks: dict[str, Desk]) -> None:
        """Remember what is shown."""
        self.shown = seen, desks

    def look(self) -> tuple[Projection, dict[str, Seat]]:
        """Show the fight as it is now, to a phone of all visible heroes; what everybody sees, and their seats."""
        heroes = [one.name for one in self.session.scene.of_side("heroes") if not one.hidden]
        self.page.table._known(PHONE).heroes = heroes
        for _ in self.page._publishing(cast("Any", self), self.session, object()):
            pass
        assert self.shown is not None
        seen, desks = self.shown
        return seen, {seat.hero: seat for seat in desks[PHONE].seats}

    @property
    def veiled(self) -> bool:
        """Whether somebody hidden acts, so that the seats stay as they were."""
        return self.page._public is not None and self.page._public.sight.veiled


def lines(session: Session, throw: random.Random, script: list[str]) -> Iterator[str]:
    """Yield the lines of a recorded evening, and others at random between them."""
    for line in script:
        yield line
        while throw.random() < 0.4:
            here = [quote(name) for name in session.scene.combatants] or ["Ann"]
            yield throw.choice((*MORE, *MORE, *canary.LINES)).format(
                one=throw.choice(here),
                two=throw.choice(here),
                number=throw.randint(1, 4),
                entry=throw.randint(1, max(1, len(session.history.records))),
                kept="Ann",
            )


@pytest.mark.slow
@pytest.mark.parametrize("game", names())
def test_what_goes_along_is_what_is_worked_out_anew(game: str) -> None:
    throw, chances, compared, thrown = random.Random(game), False, 0, 0
    scripts = sorted(SCRIPTS.glob(f"{game}.*"))
    for path in scripts * (3 - len(scripts)):
        session = Session(find(game), dice=random.Random(3), clock=lambda: "2026-01-01T00:00:00Z")
        page, last = Page(session, chances=chances), dict[str, Seat]()
        script = [line for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#")]
        for line in lines(session, throw, script):
            with suppress(InvalidCommand, Refused):
                session.do(line)
            if throw.random() < 0.05:
                chances = not chances
                page.app.options = Options(chances=chances)
            seen, seats = page.look()
            if page.veiled:
                assert all(seats[name] == seat for name, seat in last.items() if name in seats), line
                continue
            last = seats
            thrown += sum(bool(form.throw) for seat in seats.values() for form in seat.forms)
            if throw.random() < OFTEN:
                assert (seen, seats) == Page(session, chances=chances).look(), (path.name, line)
                compared += 1
    assert compared > 20
    assert thrown > 0


def test_what_is_hidden_shown_taken_back_and_amended_is_shown_as_if_anew() -> None:
    session = Session(find("contract"), dice=random.Random(3))
    page = Page(session, chances=True)
    for line in (
        *("add Ann dexterity=4 melee=2", "add Bob", "add Rat side=enemies", "add Owl side=enemies", "arm Ann sword"),
        *(
            "range all engaged",
            *(f"initiative {one} {n}" for n, one in enumerate(("Ann", "Rat", "Bob", "Owl"))),
            "next",
            "attack! Rat Ann 3",
            "hide Rat",
            "reveal Rat",
            "undo 3",
        ),
        *(
            "redo",
            "hurt Bob 1",
            "amend {head} hurt Bob 2",
            "out Rat",
            "undo",
            "mark Ann prone",
            "next",
            "hide Owl",
            "next",
        ),
    ):
        session.do(line.format(head=session.history.head))
        shown = page.look()
        if not page.veiled:
            assert shown == Page(session, chances=True).look(), line


OF_THE_HIDDEN = (
    *(
        "hurt {one} 1",
        "set {one} {main}=1",
        "range {one} Ann {near}",
        "range {one} Ann {far}",
        "out {one}",
        "back {one}",
    ),
    *("mark {one} {condition}" for _ in range(3)),
    *("attack! {one} Bob roll", "attack! Bob {one} roll", "remove {one}"),
)
"""What happens to somebody hidden, or comes of them; the attacks are taken back."""


@pytest.mark.slow
@pytest.mark.parametrize("game", names())
def test_whatever_becomes_of_somebody_hidden_no_phone_shows_it(game: str) -> None:
    """Neither by a target or a verb that is missing, nor by dice, a bonus or a chance."""
    session = Session(find(game), dice=random.Random(3))
    for line in (*opening(game), f"range all {session.system.bands[-1].name}", "next"):
        done(session, line)
    system, conditions = session.system, iter([condition.name for condition in session.system.conditions] * 3)
    words = {"one": SECRET, "near": system.bands[0].name, "far": system.bands[-1].name}
    page, changed = Page(session, chances=True), 0
    visible = [name for name, one in session.scene.combatants.items() if one.side != "heroes" and not one.hidden]
    for hidden in (SECRET, *visible):
        session.do(f"hide {quote(hidden)}")
        shown = page.look()
        if page.veiled:
            continue
        for line in OF_THE_HIDDEN:
            filled = words | {"one": quote(hidden), "main": system.main_track(session.scene)}
            before = session.scene
            if not done(session, line.format(condition=next(conditions, ""), **filled)):
                continue
            changed += session.scene != before
            if line.startswith("attack"):
                assert [form.id for seat in page.look()[1].values() for form in seat.forms if hidden in str(form)] == []
                session.do("undo")
            assert page.look() == shown or page.veiled, line
    assert changed > 5
