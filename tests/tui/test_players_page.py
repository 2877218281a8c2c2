"""The page with the address of the players' page, at each size of the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import pytest

from tests.tui.pages import Hands, Pages, at, look
from tracker.games.registry import find
from tracker.players.table import Join
from tracker.rules.system import System
from tracker.session import Session
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options
from tracker.web.address import Address, qr_lines

PATH = "0123456789abcdefghijkl"


class Shown:
    """A page that nobody serves."""

    def __init__(self, projection: object, host: str, port: int, inbox: object = None) -> None:
        self.address = Address(host, 40123, PATH)
        self.warning = "Everybody in this network can read it." if host != "127.0.0.1" else ""
        self.alive = True

    published: ClassVar[list[object]] = []

    def publish(self, projection: object, desks: object = None) -> None:
        """Remember it."""
        self.published.append(projection)

    def close(self) -> None:
        """End nothing."""


@pytest.mark.parametrize(
    ("size", "code", "players"), [((120, 40), True, True), ((80, 24), True, True), ((40, 12), False, False)]
)
def test_the_code_the_address_and_the_keys_are_shown_where_there_is_room(
    size: tuple[int, int], code: bool, players: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tracker.tui.players_page.Broadcast", Shown)
    app = Pages("add Ann", options=Options(animations=False))

    async def play(hands: Hands) -> None:
        await hands.type("w")
        url = app.players.url
        shown = hands.shown()
        assert url.removeprefix("http://")[:20] in shown
        assert all(row.strip() in shown for row in qr_lines(url)) is code
        assert ("Never: who is hidden" in shown) is players
        assert "switch it off" in shown.rstrip().splitlines()[-1]
        await hands.type("n")
        assert not app.players.everywhere, "a letter only asks"
        await hands.type("enter")
        assert app.players.everywhere
        assert "Everybody in this" in hands.shown()

    at(app, play, size)


def test_letters_ask_and_every_key_but_enter_leaves_it(page: type[Shown]) -> None:
    app = Pages("add Ann", options=Options(animations=False))

    async def play(hands: Hands) -> None:
        await hands.type("w")
        for keys in ("n n", "n escape", "n x", "w x", "w escape"):
            await hands.type(keys)
            assert hands.page == "PlayersScreen", keys
            assert app.players.on, keys
            assert not app.players.everywhere, keys
            await hands.type("x")
        await hands.type("w enter")
        assert hands.page == "MainScreen"
        assert not app.players.on

    at(app, play)


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> type[Shown]:
    """Pages that nobody serves, and what was published on them whenever they were made to look at the fight."""
    Shown.published = []
    monkeypatch.setattr("tracker.tui.players_page.Broadcast", Shown)
    monkeypatch.setattr("tracker.tui.players_page.LOOK", 1_000_000.0)
    return Shown


def test_the_page_stays_with_the_session_it_was_switched_on_for(page: type[Shown], tmp_path: Path) -> None:
    for name, lines in {"one": ("title Tonight", "add Ann"), "two": ("title Later", "add Beholder")}.items():
        with Session.create(find("plain"), path=str(tmp_path / f"{name}.json")) as made:
            for line in lines:
                made.do(line)
    app = TrackerApp(Session.open(str(tmp_path / "one.json")), saves=str(tmp_path), options=Options(animations=False))

    async def play(hands: Hands) -> None:
        await hands.type("w escape")
        assert "page" in hands.shown().splitlines()[0]
        assert app.sessions.open(str(tmp_path / "two.json")) == ""
        await hands.settle()
        look(app)
        assert "page: Tonight" in hands.shown().splitlines()[0]
        assert "Beholder" not in str(page.published)
        await hands.type("w")
        assert "It shows “Tonight”" in hands.shown()
        await hands.type("escape")
        assert app.sessions.open(str(tmp_path / "one.json")) == ""
        await hands.settle()
        await hands.type(":hurt space Ann space 1 enter")
        look(app)
        assert "is hurt" in str(page.published[-1]), "it goes on with its own session"
        assert app.sessions.open(str(tmp_path / "two.json")) == ""
        await hands.settle()
        await hands.type("w t")
        assert "Beholder" not in str(page.published)
        await hands.type("enter escape")
        look(app)
        assert "Beholder" in str(page.published[-1])
        assert "page: " not in hands.shown().splitlines()[0]

    at(app, play)


def test_where_the_game_cannot_make_sense_of_the_fight_the_page_goes_off_and_the_fight_goes_on(
    page: type[Shown], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = Pages("add Ann", options=Options(animations=False))

    async def play(hands: Hands) -> None:
        await hands.type("w escape")
        await hands.type(":hurt space Ann space 1 enter")
        # An error in the rules, as for somebody of a file made elsewhere.
        monkeypatch.setattr("tracker.players.public.Public.now", lambda public: System.bar(public.system, None, None))
        look(app)
        assert not app.players.on
        assert "The players' page was switched off: This file contains" in app.told[-1]
        await hands.type(":note space gone enter")
        assert app.commands[-1] == "note gone"

    at(app, play)


@pytest.mark.slow
def test_who_is_at_the_table_is_shown_let_in_and_put_out_by_keys(page: type[Shown]) -> None:
    app = Pages("add Ann", "add Bea", options=Options(animations=False))

    async def play(hands: Hands) -> None:
        await hands.type("w")
        table = app.players.table
        for phone, hero in (("a" * 64, "Ann"), ("b" * 64, "Bea")):
            assert table.ask(Join(phone, hero), frozenset({"Ann", "Bea"}))
        app.screen._look()  # type: ignore[attr-defined]
        await hands.settle()
        assert "Ann: phone 1 asks to come in" in hands.shown()
        await hands.type("y")
        assert table.heroes == (), "a letter only asks"
        assert "Let it in?" in hands.shown()
        await hands.type("enter")
        assert table.heroes == ("Ann",)
        assert "Ann: phone 1" in hands.shown()
        await hands.type("delete j enter")
        assert table.heroes == ("Ann",), "what was asked about one is not done to another"
        await hands.type("x down delete enter")
        assert table.asking == ()
        await hands.type("delete enter")
        assert table.heroes == ()
        assert table.phones["a" * 64].notes
        assert "phone 1" not in hands.shown()

    at(app, play)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (50, 20)])
def test_who_is_at_the_table_is_put_out_by_the_mouse(size: tuple[int, int], page: type[Shown]) -> None:
    app = Pages("add Ann", options=Options(animations=False))

    async def play(hands: Hands) -> None:
        await hands.type("w")
        table = app.players.table
        table.ask(Join("a" * 64, "Ann"), frozenset({"Ann"}))
        table.let_in("a" * 64, "Ann")
        app.screen._look()  # type: ignore[attr-defined]
        await hands.settle()
        rows = hands.shown().splitlines()
        row = next(number for number, line in enumerate(rows) if "Ann: phone 1" in line)
        column = rows[row].index("Ann: phone 1")
        for _ in range(2):  # A double click only asks.
            assert table.heroes == ("Ann",)
            await hands.pilot.click(offset=(column, row), times=2)
            await hands.settle()
        assert table.heroes == ()

    at(app, play, size)
