"""A hostile phone against the running program: it gets a plain no, and nothing changes in the fight."""

from __future__ import annotations

import asyncio
import hashlib
import http.client
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.small_game import session
from tracker.games.registry import find
from tracker.players.table import WAITING, Phone, Result
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options
from tracker.web.server import A_SECOND

pytestmark = pytest.mark.slow

FIGHT = (
    *("add Ann brawn=3 dexterity=4 melee=2 athletics=2", "add Bea brawn=3 dexterity=4 melee=2"),
    *("add Rat side=enemies brawn=2", "add Lurker side=enemies hidden", "range all engaged"),
    *("initiative Ann 1", "initiative Bea 2", "initiative Rat 9", "initiative Lurker 8"),
    *("next", "active Ann"),
)

ATTACK = {"target": "Rat", "result": "3"}


class Attacker:
    """A phone with a cookie of its own, and all that can be sent by hand."""

    def __init__(self, app: TrackerApp, pilot: Any) -> None:
        self.app, self.pilot = app, pilot
        self.cookie, self.number = "", 0

    async def post(
        self, where: str, data: object, *, cookie: str | None = None, body: bytes | None = None, **headers: str
    ) -> int:
        """Send something; returns the status of the answer."""
        broadcast = self.app.players._broadcast
        assert broadcast is not None
        address = broadcast.address
        named = {
            "Content-Type": "application/json",
            "Origin": f"http://{address.host}:{address.port}",
            "Cookie": self.cookie if cookie is None else cookie,
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }

        def send() -> int:
            with closing(http.client.HTTPConnection(address.host, address.port, timeout=20)) as connection:
                try:
                    sent = json.dumps(data).encode() if body is None else body
                    connection.request("POST", f"/{address.path}/{where}", sent, named)
                    response = connection.getresponse()
                except (ConnectionError, TimeoutError):
                    return 413  # What is too long is not read to its end.
                response.read()
                if response.getheader("Set-Cookie"):
                    self.cookie = str(response.getheader("Set-Cookie")).partition(";")[0]
                return response.status

        return await asyncio.to_thread(send)

    def at_once(self, where: str, data: object) -> tuple[int, bytes, list[str]]:
        """Send something while the GM's program does nothing at all: the status, the text and the headers' names."""
        broadcast = self.app.players._broadcast
        assert broadcast is not None
        address = broadcast.address
        named = {"Content-Type": "application/json", "Origin": f"http://{address.host}:{address.port}"}
        with closing(http.client.HTTPConnection(address.host, address.port, timeout=20)) as connection:
            body = json.dumps(data).encode()
            connection.request("POST", f"/{address.path}/{where}", body, named | {"Cookie": self.cookie})
            response = connection.getresponse()
            return response.status, response.read(), sorted(name for name, _ in response.getheaders())

    async def propose(self, hero: str = "Ann", form: str = "attack", number: int = 0, **fields: Any) -> int:
        """Propose a form; returns the status."""
        self.number += 1
        data = {"id": number or self.number, "hero": hero, "form": form, "fields": fields or ATTACK}
        status = await self.post("propose", data)
        await self.settle()
        return status

    async def settle(self) -> None:
        """Wait until what was sent has arrived, and the page shows the outcome."""
        await asyncio.sleep(0.25)
        await self.pilot.pause()

    async def join(self, hero: str) -> None:
        """Come in as a hero."""
        assert await self.post("join", {"hero": hero}) == 204
        await self.settle()
        await self.pilot.press("f", "y")
        await self.settle()

    @property
    def results(self) -> list[Result]:
        """What the phone was told."""
        digest = hashlib.sha256(self.cookie.removeprefix("phone=").encode()).hexdigest()
        return list(self.app.players.table.phones[digest].results)

    @property
    def fates(self) -> list[str]:
        """What became of what it proposed."""
        return [result.fate for result in self.results]


@asynccontextmanager
async def attacked(phones: str = "ask") -> AsyncIterator[Attacker]:
    """The program with its page on; afterwards it must still obey its keys."""
    app = TrackerApp(session(*FIGHT, system=find("contract")), options=Options(animations=False, phones=phones))
    async with app.run_test(size=(120, 40)) as pilot:
        await app.players.switch_on()
        assert app.players.on, app.players.trouble
        assert app.session is not None
        before = app.session.scene, tuple(app.session.history.story)
        yield Attacker(app, pilot)
        assert (app.session.scene, tuple(app.session.history.story)) == before
        await pilot.press("escape", "escape", "n")
        assert len(app.session.history.story) == len(before[1]) + 1
        app.players.switch_off()


@pytest.mark.parametrize("phones", ["ask", "all"])
async def test_a_phone_speaks_for_nobody_but_its_hero(phones: str) -> None:
    async with attacked(phones) as phone:
        await phone.join("Ann")
        for hero in ("Bea", "Rat", "Lurker", "Nobody", "heroes", "all"):
            assert await phone.propose(hero) == 204
        assert phone.fates == []
        assert not phone.app.players.table.waits


async def test_a_guessed_cookie_is_nobody() -> None:
    async with attacked("all") as phone:
        await phone.join("Ann")
        for cookie in ("", "phone=", f"phone={'A' * 22}", "phone=" + "x" * 2_000, f"{phone.cookie}x"):
            data = {"id": 1, "hero": "Ann", "form": "attack", "fields": ATTACK}
            assert await phone.post("propose", data, cookie=cookie) == 400
        assert not phone.app.players.table.waits


async def test_what_was_sent_is_taken_once() -> None:
    async with attacked() as phone:
        await phone.join("Ann")
        for number in (5, 5, 4, 5, 4):
            await phone.propose(number=number)
        assert [one.id for one in phone.app.players.table.waiting] == [5, 4]


FIELDS: dict[str, dict[str, Any]] = {
    "hidden": {"target": "Lurker", "result": "3"},
    "hidden, in another word": {"target": "Rat", "result": "lurker"},
    "nobody": {"target": "Nobody", "result": "3"},
    "a second command": {"target": "Rat", "result": "3 ; remove Rat"},
    "a quote": {"target": 'Rat" ; remove Rat ; note "', "result": "3"},
    "a field that is not asked": {"target": "Rat", "result": "3", "by": "Rat"},
    "markup": {"target": "<script>alert(1)</script>", "result": "3"},
    "control characters": {"target": "Rat", "result": "\x1b]0;title\x07\x1b[2J"},
    "long": {"target": "Rat", "result": "3" * 101},
    "many": {str(number): "x" for number in range(25)},
    "no text": {"target": 3},
    "none": {"target": None},
    "a list": {"target": ["Rat"]},
}


@pytest.mark.parametrize("phones", ["ask", "all"])
async def test_what_is_not_in_the_form_does_nothing(phones: str) -> None:
    async with attacked(phones) as phone:
        await phone.join("Ann")
        for fields in FIELDS.values():
            assert await phone.propose(**fields) == 204
        for form in ("remove", "hurt", "end", "settings", "attack!", "decide:1", "decide:-1", "next ; undo", ""):
            assert await phone.propose(form=form) == 204
        for proposal in list(phone.app.players.table.waiting):
            assert proposal.line.isprintable()
            await phone.pilot.press("f", "enter", "escape")  # The rules refuse it, and say why to the GM alone.
            await phone.pilot.press("f", "delete", "escape")
        assert not phone.app.players.table.waits


async def test_invisible_signs_in_what_is_typed_are_taken_out() -> None:
    async with attacked() as phone:
        await phone.join("Ann")
        await phone.propose(target="Rat", result="\u202e3\x07")
        (proposal,) = phone.app.players.table.waiting
        assert proposal.line == "attack Ann target=Rat result=3"


async def test_an_old_form_is_no_longer_possible() -> None:
    async with attacked() as phone:
        await phone.join("Ann")
        assert phone.app.session is not None
        phone.app.session.do("attack! Rat Ann 3")
        await phone.settle()
        await phone.propose(form="take", take="")
        phone.app.session.do("undo")
        await phone.settle()
        await phone.propose(form="take", take="")
        assert phone.fates == ["no longer possible"] * 2


async def test_large_and_broken_requests_are_refused_unread() -> None:
    async with attacked() as phone:
        await phone.join("Ann")
        assert await phone.post("propose", {}, body=b"x" * 1_000_000) == 413
        assert await phone.post("propose", {}, body=b"{}", Transfer_Encoding="chunked") in (400, 413)
        for body in (b"", b"null", b"[]", b"\xff\xfe", b"[" * 3_000, b'{"id": 1' + b" " * 3_000):
            assert await phone.post("propose", {}, body=body) == 400
        for where in ("do", "events", "../join", "join/x", "", "%2e%2e/propose"):
            assert await phone.post(where, {}) in (404, 405)
        assert await phone.post("join", {"hero": "Ann"}, Origin="http://evil.example") == 403
        assert await phone.post("join", {"hero": "Ann"}, Host="evil.example") == 421


async def test_nobody_comes_in_as_an_enemy_as_somebody_hidden_or_by_markup() -> None:
    async with attacked("all") as phone:
        for hero in ("Lurker", "Rat", "Nobody", "<b>Ann</b>", "Ann\x1b[2J", "Ann\n", "A" * 81, ""):
            assert await phone.post("join", {"hero": hero}) == 204
            await phone.settle()
        assert not phone.app.players.table.waits


PLACES: tuple[dict[str, str], ...] = (
    {"target": "{name}", "result": "3"},
    {"target": "Rat", "result": "{name}"},
    {"target": "Rat", "result": "3", "weapon": "{name}"},
    {"target": "Rat", "result": "3 {name}"},
    {"target": "Rat", "result": "3", "{name}": "yes"},
)
"""Where a name may be tried."""


async def test_neither_answer_nor_delay_tells_that_somebody_is_hidden() -> None:
    """Every message is answered before the rules see it: while the GM's program stands still, the answer has come."""
    async with attacked() as phone:
        await phone.join("Ann")
        broadcast, number = phone.app.players._broadcast, 0
        assert broadcast is not None
        for fields in PLACES:
            told = list[tuple[tuple[int, bytes, list[str]], Result]]()
            for name in ("Lurker", "Nobody"):
                number += 1
                filled = {key.format(name=name): text.format(name=name) for key, text in fields.items()}
                before = len(phone.app.players.table.waiting)
                data = {"id": number, "hero": "Ann", "form": "attack", "fields": filled}
                answer = phone.at_once("propose", data)
                assert len(phone.app.players.table.waiting) == before, "nothing was looked at yet"
                await phone.settle()
                shown = Path(broadcast._publication.path).read_text("utf-8")
                assert name not in shown
                told.append((answer, replace(phone.results[-1], id=0)))
                for proposal in list(phone.app.players.table.waiting):
                    phone.app.players.decline(proposal)
                await phone.settle()
            assert told[0] == told[1], fields


async def test_who_has_twenty_waiting_is_told_that_it_is_too_many() -> None:
    async with attacked() as phone:
        await phone.join("Ann")
        for _ in range(WAITING + 1):
            await phone.propose()
        assert phone.fates[-2:] == ["waiting", "no longer possible"]
        assert len(phone.app.players.table.waiting) == WAITING


async def test_a_flood_leaves_at_most_twenty_waiting() -> None:
    async with attacked() as phone:
        await phone.join("Ann")
        statuses: Counter[int] = Counter()
        for burst in range(8):
            data = [{"id": 100 * burst + n + 1, "hero": "Ann", "form": "attack", "fields": ATTACK} for n in range(20)]
            statuses.update(await asyncio.gather(*(phone.post("propose", one) for one in data)))
            await asyncio.sleep(0.4)
        await phone.settle()
        assert set(statuses) == {204, 429}
        assert statuses[429] > statuses[204] > A_SECOND
        assert len(phone.app.players.table.waiting) <= WAITING


async def test_two_hundred_phones_in_the_same_second_are_all_answered() -> None:
    async with attacked() as phone:
        table = phone.app.players.table
        secrets = [f"{number:022}" for number in range(200)]
        for number, secret in enumerate(secrets):
            digest = hashlib.sha256(secret.encode()).hexdigest()
            table.phones[digest] = Phone(number + 1)
            table.phones[digest].heroes.append("Ann")
        phone.app.players._sat += 1
        await asyncio.sleep(0.5)
        data = {"id": 1, "hero": "Ann", "form": "attack", "fields": ATTACK}
        asked = (phone.post("propose", data, cookie=f"phone={secret}") for secret in secrets)
        statuses = Counter(await asyncio.gather(*asked))
        await phone.settle()
        assert statuses == {204: 200}
        assert len(table.waiting) == 200
        joins = Counter(await asyncio.gather(*(phone.post("join", {"hero": "Bea"}, cookie="") for _ in range(200))))
        assert set(joins) == {204, 429}
        table.waiting.clear()
