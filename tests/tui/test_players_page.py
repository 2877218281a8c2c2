"""The page with the address of the players' page, at each size of the terminal."""

from __future__ import annotations

import pytest

from tests.tui.pages import Hands, Pages, at
from tracker.tui.look.preferences import Options
from tracker.web.address import Address, qr_lines

PATH = "0123456789abcdefghijkl"


class Shown:
    """A page that nobody serves."""

    def __init__(self, projection: object, host: str, port: int) -> None:
        self.address = Address(host, 40123, PATH)
        self.warning = "Everybody in this network can read it." if host != "127.0.0.1" else ""
        self.alive = True

    def publish(self, projection: object) -> None:
        """Show nothing."""

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
        assert "Everybody in this" in hands.shown()

    at(app, play, size)
