"""Phones on the GM's screen: they are let in by a key, and what they propose is done by a key or by a setting."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.small_game import session
from tests.terminal.fights import made
from tests.tui.pages import look
from tests.tui.test_mouse import Mouse
from tracker.games.registry import find
from tracker.players.inbox import Sender
from tracker.players.seats import PhoneForm
from tracker.players.table import Desk, Join, Message, Propose
from tracker.session import Session
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options
from tracker.web.address import Address

PHONE = "a" * 64
FIGHT = (
    "add Ann brawn=3 dexterity=4 melee=2",
    "add Rat side=enemies brawn=2",
    "add Lurker side=enemies hidden",
    "arm Ann sword",
    "range Ann Rat engaged",
    "initiative Ann 1",
    "initiative Rat 9",
    "initiative Lurker 8",
    "next",
)


class Page:
    """A page whose server is this test."""

    inbox: Callable[[Message], None]
    desks: dict[str, Desk] | None

    def __init__(self, projection: object, host: str, port: int, inbox: Callable[[Message], None]) -> None:
        Page.inbox = staticmethod(inbox)  # type: ignore[assignment]
        self.address = Address(host, 40123, "0123456789abcdefghijkl")
        self.warning, self.alive = "", True

    def publish(self, projection: object, desks: dict[str, Desk] | None = None) -> None:
        """Remember what the phones are shown."""
        Page.desks = desks

    def close(self) -> None:
        """End nothing."""


class Table:
    """The app, the pilot, and a phone."""

    def __init__(self, app: TrackerApp, pilot: Any) -> None:
        self.app, self.pilot = app, pilot
        self.number = 0
        assert app.session is not None
        self.before = len(app.session.story())

    async def send(self, message: Message) -> None:
        """Have the server pass on a message."""
        Page.inbox(message)
        await self.pilot.pause()

    async def join(self, hero: str = "Ann") -> None:
        """Come in as a hero."""
        await self.send(Join(PHONE, hero))
        await self.pilot.press("f", "y")

    async def propose(self, form: str = "attack", hero: str = "Ann", **fields: str) -> None:
        """Propose a filled-in form."""
        self.number += 1
        await self.send(Propose(PHONE, self.number, hero, form, fields))

    def look(self) -> None:
        """Have the phones shown what is so now."""
        look(self.app)

    @property
    def commands(self) -> list[str]:
        """The lines done since the page was switched on."""
        assert self.app.session is not None
        return [entry.command for entry in self.app.session.story()][self.before :]

    @property
    def fates(self) -> list[str]:
        """What the phone is told of its proposals."""
        return [result.fate for result in self.app.players.table.phones[PHONE].results]

    def shown(self, part: str) -> str:
        """What a part of the screen shows."""
        assert self.app.main is not None
        return " ".join("".join(text for text, _ in line) for line, _ in getattr(self.app.main, part)._shown)


@asynccontextmanager
async def table(monkeypatch: pytest.MonkeyPatch, phones: str = "ask") -> AsyncIterator[Table]:
    monkeypatch.setattr("tracker.tui.players_page.Broadcast", Page)
    app = TrackerApp(session(*FIGHT, system=find("contract")), options=Options(animations=False, phones=phones))
    async with app.run_test(size=(120, 40)) as pilot:
        while app.session is not None and app.session.scene.turn.name != "Ann":
            app.session.do("next")
        await app.players.switch_on()
        yield Table(app, pilot)
        app.players.switch_off()


async def test_a_phone_is_let_in_by_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(monkeypatch) as at:
        await at.send(Join(PHONE, "Ann"))
        assert "A phone wants to be Ann." in at.shown("banner")
        await at.pilot.press("f")
        assert "lets it in" in at.shown("strip")
        await at.pilot.press("y")
        assert at.app.players.table.heroes == ("Ann",)
        assert at.commands == []


async def test_nobody_hidden_and_no_enemy_can_be_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(monkeypatch) as at:
        for name in ("Lurker", "Rat", "Nobody"):
            await at.send(Join(PHONE, name))
        assert not at.app.players.table.waits


async def test_a_proposal_waits_until_a_key_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(monkeypatch) as at:
        await at.join()
        await at.propose(target="Rat", result="3")
        assert at.commands == []
        assert "Ann: attack Rat 3" in at.shown("banner")
        await at.pilot.press("f", "enter")
        assert [command.split()[:3] for command in at.commands] == [["attack", "Ann", "Rat"]]
        assert at.fates == ["taken"]
        assert at.app.session is not None
        assert at.app.session.story()[-1].text.endswith("Sent by the phone of Ann.")
        await at.pilot.press("u")
        assert at.commands == []


async def test_a_proposal_is_declined(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(monkeypatch) as at:
        await at.join()
        await at.propose(target="Rat", result="3")
        await at.pilot.press("f", "delete")
        assert (at.commands, at.fates) == ([], ["declined"])


async def test_a_proposal_is_declined_and_taken_by_clicks(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(monkeypatch) as at:
        await at.join()
        for result in ("3", "4"):
            await at.propose(target="Rat", result=result)
        await at.pilot.press("f")
        mouse = Mouse(at.app, at.pilot)
        await mouse.click("strip", "decline")
        assert (at.commands, len(at.app.players.table.waiting)) == ([], 1)
        await mouse.click("strip", "attack Rat 4", times=2)
        assert [command.split()[:4] for command in at.commands] == [["attack", "Ann", "Rat", "4"]]


async def test_a_proposal_is_opened_as_a_form_and_taken_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(monkeypatch) as at:
        await at.join()
        await at.propose(target="Rat", result="3")
        await at.pilot.press("f", "e")
        assert at.app.controller is not None
        assert at.app.controller.mode is not None
        assert at.app.controller.mode.verb == "attack"
        await at.pilot.press("enter")
        assert len(at.commands) == 1
        assert at.fates == ["taken"]


async def test_what_is_not_offered_is_not_possible_and_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(monkeypatch) as at:
        await at.join()
        await at.propose("remove", names="Rat")
        await at.propose(target="Lurker", result="3")
        await at.propose(target="Nobody", result="3")
        assert at.fates == ["no longer possible"] * 3
        assert not at.app.players.table.waits


async def test_another_phones_hero_is_nobodys_to_speak_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(monkeypatch) as at:
        await at.join()
        await at.send(Propose("b" * 64, 1, "Ann", "attack", {"target": "Rat", "result": "3"}))
        assert not at.app.players.table.waits


async def test_what_is_refused_goes_on_waiting_and_says_why_to_the_gm_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(monkeypatch) as at:
        await at.join()
        await at.propose(target="Rat", result="nonsense")
        assert at.fates == ["waiting"]
        await at.pilot.press("f", "enter")
        assert (at.commands, at.fates) == ([], ["waiting"])


@pytest.mark.parametrize(("phones", "done"), [("ask", 0), ("answers", 0), ("all", 1)])
async def test_a_setting_takes_at_once(phones: str, done: int, monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(monkeypatch, phones) as at:
        await at.join()
        await at.propose(target="Rat", result="3")
        assert len(at.commands) == done


async def test_an_answer_is_taken_at_once_where_answers_are(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(monkeypatch, "answers") as at:
        await at.join()
        assert at.app.session is not None
        at.app.session.do("attack! Rat Ann 3")
        at.app.show_mark()
        await at.propose("take")
        assert at.commands[-1].startswith("take Ann")


async def test_a_phone_sees_its_hero_and_nobody_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(monkeypatch) as at:
        await at.join()
        at.look()
        assert Page.desks is not None
        (seat,) = Page.desks[PHONE].seats
        assert (seat.hero, seat.turn) == ("Ann", True)
        assert {form.id for form in seat.forms} >= {"attack", "next"}
        assert "Lurker" not in str(Page.desks)


REACTIONS = (
    "add Ann pool=6 grit=12",
    "add Bea pool=6 grit=12",
    "add Rat side=enemies grit=8",
    "range all close",
    "next",
    "next",
)


@asynccontextmanager
async def reacting(
    monkeypatch: pytest.MonkeyPatch, lines: tuple[str, ...], game: str, phones: str = "ask"
) -> AsyncIterator[Table]:
    monkeypatch.setattr("tracker.tui.players_page.Broadcast", Page)
    app = TrackerApp(session(*lines, system=find(game)), options=Options(animations=False, phones=phones))
    async with app.run_test(size=(120, 40)) as pilot:
        await app.players.switch_on()
        at = Table(app, pilot)
        await at.join("Ann")
        await at.join("Bea")
        yield at
        app.players.switch_off()


async def test_the_open_sheet_of_reactions_fills_in_as_the_answers_come(monkeypatch: pytest.MonkeyPatch) -> None:
    async with reacting(monkeypatch, REACTIONS, "outgunned") as at:
        await at.propose("react", "Ann", result="1,1,2,3,4,5")
        await at.pilot.press("a")
        assert "1,1,2,3,4,5" in at.shown("strip"), "what came before the sheet was opened"
        await at.propose("react", "Bea", **{"pass": "yes"})
        assert "pass" in at.shown("strip")
        assert at.commands == []
        await at.pilot.press("enter")
        assert [command.count("react") for command in at.commands] == [2]
        assert at.fates == ["taken", "taken"]
        assert at.app.session is not None
        assert "Sent by the phones of Ann and Bea." in at.app.session.story()[-1].text


async def test_what_the_gm_typed_in_the_sheet_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    async with reacting(monkeypatch, REACTIONS, "outgunned") as at:
        await at.pilot.press("a", *"pass")
        await at.propose("react", "Ann", result="1,1,2,3,4,5")
        assert "1,1,2,3,4,5" not in at.shown("strip")
        await at.pilot.press("enter")
        assert at.commands == ["react Ann pass"]
        at.look()
        assert at.fates == ["no longer possible"], "the GM answered first"


@pytest.mark.parametrize(
    ("game", "form", "fields", "command"),
    [
        ("gen6", "initiative", {"heroes": "14"}, "heroes=14"),
        ("contract", "initiative", {"outcome": "3"}, "initiative Ann 3"),
        ("unknown-armies", "initiative", {"number": "30"}, "initiative Ann 30"),
        ("srd5", "initiative", {"value": "14"}, "initiative Ann 14"),
    ],
)
async def test_initiative_is_asked_of_all_phones_and_fills_in_the_sheet(
    game: str, form: str, fields: dict[str, str], command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ("add Ann", "add Bea", "add Rat side=enemies")
    async with reacting(monkeypatch, lines, game) as at:
        await at.propose(form, "Ann", **fields)
        assert at.app.controller is not None
        at.app.controller.open("initiative")
        at.app.show_mark()
        await at.pilot.press("enter")
        assert command in at.commands[0]
        assert at.fates[0] == "taken"


async def test_declarations_fill_in_the_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (
        "add Ann",
        "add Bea",
        "add Rat side=enemies",
        "initiative Ann 30",
        "initiative Bea 20",
        "initiative Rat 10",
    )
    async with reacting(monkeypatch, lines, "unknown-armies") as at:
        await at.pilot.press("a")
        await at.propose("focus", "Ann", amount="10", target="Rat")
        await at.pilot.press("enter")
        assert at.commands == ["focus Ann Rat 10"]
        assert at.fates == ["taken"]


BREATH = (
    "add Ann dex=14 hp=30 ; add Bea dex=8 hp=30 ; add Cid hp=30",
    "add Dragon side=enemies",
    *("initiative Ann 20", "initiative Bea 15", "initiative Cid 10", "initiative Dragon 5", "next"),
)


async def test_a_save_of_several_is_asked_of_their_phones_and_fills_in_the_sheet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with reacting(monkeypatch, BREATH, "srd5") as at:
        assert "save" not in offered("Ann", at)
        await at.pilot.press("space", "j", "space", "j", "space", "enter", *"save", "enter")
        await at.pilot.press(*"15", "tab", "d", "tab", "tab", *"28", "enter")
        assert at.commands == [], "each throws for themselves"
        assert [offered(hero, at)["save"].throw for hero in ("Ann", "Bea")] == [
            "1d20 +2 (bonus 2)",
            "1d20 −1 (bonus −1)",
        ]
        asked = [field.name for field in offered("Bea", at)["save"].fields]
        assert asked[0] == "result"
        assert not {"dc", "ability", "full"} & set(asked), "what the GM filled in is for all"
        await at.propose("save", "Bea", result="7")
        await at.propose("save", "Ann", result="19")
        assert "19" in at.shown("strip")
        await at.pilot.press("down", "down", *"16", "enter")
        assert [command.split(" ; ") for command in at.commands] == [
            [f"save {name} {result} 15 ability=dex full=28" for name, result in (("Ann", 19), ("Bea", 7), ("Cid", 16))]
        ]
        assert at.fates == ["taken", "taken"]
        assert "save" not in offered("Ann", at)
        await at.pilot.press("u")
        assert at.commands == []


@pytest.mark.parametrize("phones", ["answers", "all"])
async def test_an_answer_to_an_open_sheet_stands_in_it_and_is_never_done_twice(
    phones: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with reacting(monkeypatch, BREATH, "srd5", phones) as at:
        await at.pilot.press("space", "j", "space", "enter", *"save", "enter", *"15", "enter")
        await at.propose("save", "Ann", result="19", dc="1")
        assert at.fates == ["no longer possible"], "what the GM filled in is nobody else's"
        await at.propose("save", "Ann", result="19")
        assert at.commands == []
        await at.pilot.press("down", *"7", "enter")
        assert [command.split(" ; ") for command in at.commands] == [["save Ann 19 15", "save Bea 7 15"]]
        assert at.fates[-1] == "taken"


def offered(hero: str, at: Table) -> dict[str, PhoneForm]:
    """The forms on a hero's phone."""
    at.look()
    assert Page.desks is not None
    return {form.id: form for seat in Page.desks[PHONE].seats if seat.hero == hero for form in seat.forms}


async def test_an_answer_to_a_sheet_that_was_left_is_no_longer_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    async with reacting(monkeypatch, BREATH, "srd5") as at:
        await at.pilot.press("space", "j", "space", "enter", *"save", "enter", *"15", "enter")
        await at.propose("save", "Ann", result="19")
        await at.pilot.press("escape")
        at.look()
        assert at.fates == ["no longer possible"]
        await at.propose("save", "Bea", result="19")
        assert (at.commands, at.fates) == ([], ["no longer possible"] * 2)


async def test_in_a_hidden_ones_turn_a_phone_shows_what_it_showed_and_the_gm_decides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with table(monkeypatch, "all") as at:
        await at.join()
        session = at.app.session
        at.look()
        assert session is not None
        before = Page.desks
        session.do("active Lurker")
        at.look()
        assert Page.desks == before
        await at.propose(target="Rat", result="3")
        assert at.fates == ["waiting"], "no setting carries out what belongs to another turn"
        await at.propose("remove", names="Rat")
        assert at.fates == ["waiting", "no longer possible"]


async def test_what_a_program_proposed_for_one_session_never_waits_in_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tracker.tui.app.IDLE", 0.01)
    monkeypatch.setattr("tracker.tui.session_file.LISTEN", 0.0)
    first, second = made(tmp_path, name="first"), made(tmp_path, name="second")
    app = TrackerApp(Session.open(str(first)), saves=str(tmp_path), options=Options(animations=False))
    async with app.run_test() as pilot:
        Sender(str(first), "a friend").send("hurt Savar 1")
        for _ in range(200):
            if app.players.table.waiting:
                break
            await pilot.pause(0.02)
        assert [one.line for one in app.players.table.waiting] == ["hurt Savar 1"]
        app.open_session(Session.open(str(second)))
        await pilot.pause()
        assert app.players.table.waiting == []


async def test_what_a_phone_proposed_for_one_fight_never_waits_in_another_that_the_page_shows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with table(monkeypatch) as at:
        await at.join()
        await at.propose(target="Rat", result="3")
        at.app.open_session(session(*FIGHT, system=find("contract")))
        at.app.players.show_this()
        assert at.fates == ["no longer possible"]
        assert at.app.players.table.waiting == []
        assert at.app.players.table.heroes == ("Ann",)


@pytest.mark.parametrize("line", ["hide Ann", "remove Ann", "undo 99"])
async def test_the_phone_of_a_hero_who_is_gone_proposes_nothing(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(monkeypatch) as at:
        await at.join()
        assert at.app.session is not None
        at.app.session.do(line)
        for form in ("attack", "next", "nonsense"):
            await at.propose(form, target="Rat", result="3")
        assert at.fates == ["no longer possible"] * 3
        assert at.app.is_running


async def test_a_phone_whose_clock_was_set_back_proposes_and_nothing_is_taken_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with table(monkeypatch) as at:
        await at.join()
        for number in (7_000, 3_000, 7_000, 3_000):
            await at.send(Propose(PHONE, number, "Ann", "attack", {"target": "Rat", "result": "3"}))
        assert [one.id for one in at.app.players.table.waiting] == [7_000, 3_000]


async def test_a_line_typed_over_what_phones_ask_answers_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(monkeypatch) as at:
        await at.send(Join(PHONE, "Ann"))
        await at.pilot.press("f", "down", "colon", *"note", "space", *"yes", "enter")
        assert at.commands == ["note yes"]
        assert at.app.players.table.heroes == ()
        assert len(at.app.players.table.asking) == 1
