"""Phones as the server sees them: what is taken from our own page, and what is refused."""

from __future__ import annotations

import hashlib
import http.client
import json
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from tests.web.test_server import shown, until
from tracker.players.table import Desk, Join, Message, Propose
from tracker.web.address import Address
from tracker.web.broadcast import Broadcast
from tracker.web.server import A_SECOND, SENT, Inbox


class Table:
    """A page with phones; what they send is remembered."""

    def __init__(self) -> None:
        self.sent: list[Message] = []
        self.broadcast = Broadcast(shown(), inbox=self.sent.append)
        self.address = self.broadcast.address

    def post(
        self, where: str, data: object, cookie: str = "", headers: dict[str, str | None] | None = None
    ) -> tuple[int, str]:
        """Send what a page would send; returns the status and the cookie."""
        given: dict[str, str | None] = {
            "Content-Type": "application/json",
            "Origin": f"http://{self.address.host}:{self.address.port}",
            "Cookie": cookie or None,
            **(headers or {}),
        }
        body = data if isinstance(data, bytes) else json.dumps(data).encode()
        with closing(http.client.HTTPConnection(self.address.host, self.address.port, timeout=10)) as connection:
            named = {name: value for name, value in given.items() if value is not None}
            connection.request("POST", f"/{self.address.path}/{where}", body, named)
            response = connection.getresponse()
            response.read()
            return response.status, (response.getheader("Set-Cookie") or "").partition(";")[0]

    def joined(self) -> str:
        """The cookie of a phone that was let in for Savar."""
        status, cookie = self.post("join", {"hero": "Savar"})
        assert status == 204
        digest = hashlib.sha256(cookie.removeprefix("phone=").encode()).hexdigest()
        self.broadcast.publish(shown("hurt Savar 1"), {digest: Desk(())})
        assert until(lambda: self.post("propose", PROPOSAL | {"id": 1}, cookie)[0] == 204)
        return cookie


PROPOSAL: dict[str, Any] = {"id": 2, "hero": "Savar", "form": "attack", "fields": {"result": "c"}}


@pytest.fixture(scope="module")
def served() -> Iterator[Table]:
    table = Table()
    yield table
    table.broadcast.close()


@pytest.fixture
def table(served: Table) -> Table:
    served.sent.clear()
    time.sleep(0)
    return served


def test_a_phone_joins_with_a_secret_that_no_script_reads(table: Table) -> None:
    status, cookie = table.post("join", {"hero": "Savar"})
    assert status == 204
    secret = cookie.removeprefix("phone=")
    assert len(secret) == 22
    assert until(lambda: bool(table.sent))
    assert table.sent == [Join(hashlib.sha256(secret.encode()).hexdigest(), "Savar")]
    assert secret not in str(table.sent)


def test_what_a_known_phone_proposes_is_passed_on(table: Table) -> None:
    cookie = table.joined()
    assert until(lambda: any(isinstance(sent, Propose) for sent in table.sent))
    (proposal,) = [sent for sent in table.sent if isinstance(sent, Propose)]
    assert (proposal.hero, proposal.form, proposal.fields) == ("Savar", "attack", {"result": "c"})
    assert cookie.removeprefix("phone=") not in str(proposal)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": None}, 403),
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Host": "elsewhere.example"}, 421),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": None}, 415),
    ],
)
def test_only_our_own_page_may_send(table: Table, headers: dict[str, str | None], status: int) -> None:
    assert table.post("join", {"hero": "Savar"}, headers=headers)[0] == status
    assert not table.sent


@pytest.mark.parametrize("body", [b"", b"null", b"[]", b"{", b'"Savar"', b'{"hero": 3}', b"\xff", b'{"hero":' * 400])
def test_what_is_no_wish_changes_nothing(table: Table, body: bytes) -> None:
    assert table.post("join", body)[0] == 400
    assert not table.sent


def test_more_than_four_thousand_bytes_are_refused(table: Table) -> None:
    assert table.post("join", {"hero": "Savar", "more": "x" * SENT})[0] == 413


def test_a_phone_that_was_not_let_in_proposes_nothing(table: Table) -> None:
    for cookie in ("", "phone=guessed", f"phone={'a' * 22}", f"phone={'a' * 5000}"):
        assert table.post("propose", PROPOSAL, cookie)[0] in (400, 431)
    assert not table.sent


def test_other_paths_take_nothing(table: Table) -> None:
    for where in ("", "events", "do", "join/", "../join"):
        assert table.post(where, PROPOSAL)[0] in (404, 405)


def test_where_phones_take_no_part_nothing_is_taken() -> None:
    alone = Table.__new__(Table)
    alone.sent = []
    alone.broadcast = Broadcast(shown())
    alone.address = alone.broadcast.address
    try:
        assert alone.post("join", {"hero": "Savar"})[0] == 400
    finally:
        alone.broadcast.close()


def test_a_page_for_the_network_warns_of_what_others_there_can_do() -> None:
    page = Broadcast.__new__(Broadcast)
    page.address = Address("0.0.0.0", 80, "x")
    for inbox, said in ((None, "nobody can change anything"), (list[Message]().append, "heroes you did not give them")):
        page._inbox = inbox
        assert said in page.warning
    page.address = Address("127.0.0.1", 80, "x")
    assert page.warning == ""


def test_five_a_second_and_no_more() -> None:
    clock = [0.0]
    inbox = Inbox(lambda line: None, lambda: clock[0])
    assert [inbox.put("a", {}) for _ in range(A_SECOND + 1)] == [204] * A_SECOND + [429]
    assert inbox.put("b", {}) == 204
    clock[0] = 1.5
    assert inbox.put("a", {}) == 204


def test_what_nobody_reads_is_refused_in_the_end() -> None:
    clock = [0.0]
    inbox = Inbox(lambda line: None, lambda: clock[0])
    answers = [inbox.put(str(phone), {}) for phone in range(250)]
    assert answers.count(204) == 200
    assert answers[-1] == 503
