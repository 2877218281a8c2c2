"""The players' page over real sockets: what is served, what is refused, and what happens when somebody goes away."""

from __future__ import annotations

import asyncio
import errno
import http.client
import io
import json
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table import played
from tracker.games.registry import find
from tracker.players.projection import Projection, Sharing
from tracker.players.public import ABANDONED, Followed, Public
from tracker.rules.errors import InvalidCommand, Refused
from tracker.session import Session
from tracker.web import server
from tracker.web.address import LOOPBACK, Address, free_port, lines_of, new_path, qr_lines, summed, usual
from tracker.web.broadcast import NEEDED, Broadcast, PageError, Publication, way_to_install

pytestmark = pytest.mark.slow


def shown(*lines: str) -> Projection:
    session = played("outgunned", "add Savar", "add Goons side=enemies", "add Marksman side=enemies hidden", *lines)
    return Public(session.system, session.history, Sharing(numbers=True)).now()


@pytest.fixture(scope="module")
def broadcast() -> Iterator[Broadcast]:
    broadcast = Broadcast(shown())
    yield broadcast
    broadcast.close()


def until(holds: Callable[[], bool], seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def ask(
    address: Address, method: str = "GET", path: str | None = None, headers: dict[str, str] | None = None
) -> tuple[int, dict[str, str], bytes]:
    with closing(http.client.HTTPConnection(address.host, address.port, timeout=10)) as connection:
        connection.request(method, f"/{address.path}/" if path is None else path, headers=headers or {})
        response = connection.getresponse()
        return response.status, dict(response.getheaders()), response.read()


class Following:
    """One follower of the stream."""

    def __init__(self, address: Address) -> None:
        self._connection = http.client.HTTPConnection(address.host, address.port, timeout=10)
        self._connection.request("GET", f"/{address.path}/events")
        self._response = self._connection.getresponse()
        assert self._response.status == 200

    def event(self) -> tuple[str, str]:
        """The next event and its data; comments between them are left out."""
        name = data = ""
        while True:
            read = self._response.readline()
            assert read, "the stream has ended"
            line = read.decode().rstrip("\n")
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                data = line.removeprefix("data: ")
            elif not line and name:
                return name, data

    def close(self) -> None:
        self._response.close()
        self._connection.close()


def test_the_page_allows_itself_nothing_but_its_own_script(broadcast: Broadcast) -> None:
    status, headers, body = ask(broadcast.address)
    policy = headers["content-security-policy"]
    nonce = policy.partition("script-src 'nonce-")[2].partition("'")[0]
    assert status == 200
    assert policy.startswith("default-src 'none';")
    assert body.decode().count(f'nonce="{nonce}"') == 2
    assert b"http://" not in body
    assert b"https://" not in body
    assert b"innerHTML" not in body
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert "set-cookie" not in headers
    assert ask(broadcast.address)[2] != body, "each page has a nonce of its own"


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("POST", None, {}, 405),
        ("PUT", None, {}, 405),
        ("DELETE", None, {}, 405),
        ("GET", None, {"Host": "evil.example"}, 421),
        ("GET", None, {"Host": ""}, 421),
        ("GET", None, {"Origin": "http://evil.example"}, 403),
        ("GET", None, {"Origin": "null"}, 403),
        ("GET", "/", {}, 404),
        ("GET", "/wrong/", {}, 404),
        ("GET", "/wrong/events", {}, 404),
        ("GET", "/../../etc/passwd", {}, 404),
        ("GET", "/%2e%2e/", {}, 404),
    ],
)
def test_everything_else_is_refused(
    broadcast: Broadcast, method: str, path: str | None, headers: dict[str, str], status: int
) -> None:
    answer = ask(broadcast.address, method, path, headers)
    assert answer[0] == status
    assert answer[2] == b"There is nothing here.\n"


def test_below_the_secret_path_there_is_nothing_else(broadcast: Broadcast) -> None:
    path = broadcast.address.path
    for wrong in (f"/{path}", f"/{path}/x", f"/{path}/events/", f"/{path}/../", f"/{path[:-1]}/"):
        assert ask(broadcast.address, path=wrong)[0] == 404
    assert len(path) == 22


def test_a_follower_hears_of_every_change_and_of_nobody_hidden(broadcast: Broadcast) -> None:
    broadcast.publish(shown())
    follower = Following(broadcast.address)
    name, data = follower.event()
    assert name == "fight"
    assert follower.event() == ("gm", "here")
    assert [card["name"] for card in json.loads(data)["cards"]] == ["Savar", "Goons"]
    began = time.monotonic()
    broadcast.publish(shown("hurt Savar 3"))
    name, data = follower.event()
    assert time.monotonic() - began < 2
    assert name == "change"
    assert json.loads(data)["cards"]["Savar"]["numbers"][0]["value"] == 9
    assert "Marksman" not in data
    follower.close()


def test_twenty_follow_and_the_next_ones_too(broadcast: Broadcast) -> None:
    followers = [Following(broadcast.address) for _ in range(20)]
    for follower in followers:
        assert follower.event()[0] == "fight"
    broadcast.publish(shown("hurt Goons 1"))
    for follower in followers:
        while True:
            name, data = follower.event()
            if name in ("fight", "change"):
                break
        assert "hurt" in data
        follower.close()
    assert ask(broadcast.address)[0] == 200


@pytest.mark.slow
def test_requests_at_random_are_refused_or_closed(broadcast: Broadcast) -> None:
    throw = random.Random(7)
    address = broadcast.address
    good = f"GET /{address.path}/ HTTP/1.1\r\nHost: {address.host}:{address.port}\r\nConnection: close\r\n\r\n".encode()
    for _ in range(1_500):
        data = bytearray(good)
        for _ in range(throw.randint(1, 6)):
            place = throw.randrange(len(data))
            data[place : place + throw.randint(0, 3)] = throw.randbytes(throw.randint(0, 3))
        with socket.create_connection((address.host, address.port), 5) as connection:
            connection.sendall(bytes(data) + b"\r\n\r\n")
            connection.shutdown(socket.SHUT_WR)
            try:
                answer = connection.recv(64)
            except ConnectionResetError:
                answer = b""
        assert not answer or answer.split()[1] in (b"200", b"400", b"403", b"404", b"405", b"421", b"431", b"501"), data
    assert ask(address)[0] == 200


HALF = b"GET /"


def held(address: Address, count: int, *sent: bytes) -> list[socket.socket]:
    """Connections that sent this and then nothing more."""
    connections = [socket.create_connection((address.host, address.port), 5) for _ in range(count)]
    for data in sent:
        for connection in connections:
            with suppress(OSError):
                connection.sendall(data)
    return connections


@pytest.mark.parametrize(
    "sent", [(HALF,), (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", HALF)], ids=["half a request", "half a second one"]
)
def test_half_requests_keep_nobody_out(broadcast: Broadcast, sent: tuple[bytes, ...]) -> None:
    slow = held(broadcast.address, server.CONNECTIONS + 20, *sent)
    try:
        assert until(lambda: ask(broadcast.address)[0] == 200, 2), "long before they are given up"
        follower = Following(broadcast.address)
        assert follower.event()[0] == "fight"
        follower.close()
    finally:
        for connection in slow:
            connection.close()


def test_a_second_request_on_a_connection_has_a_timeout_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(server, "PATIENCE", 0.3)
    (path := tmp_path / "players.json").write_bytes(summed(msgspec.json.encode(shown()), b"null"))
    address = Address(LOOPBACK, free_port(LOOPBACK), "x" * 22)
    good = f"GET /{address.path}/ HTTP/1.1\r\nHost: {LOOPBACK}:{address.port}\r\n\r\n".encode()

    async def play() -> bytes:
        ended, listening = asyncio.Event(), asyncio.Event()
        running = asyncio.ensure_future(server.serve(address, str(path), ended.wait, listening.set))
        await listening.wait()
        reader, writer = await asyncio.open_connection(LOOPBACK, address.port)
        writer.write(good)
        await reader.readuntil(b"</html>")
        for _ in range(2):
            writer.write(HALF)
            await asyncio.sleep(0.1)
        left = await asyncio.wait_for(reader.read(), 5)
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
        ended.set()
        await running
        return left

    assert asyncio.run(play()).strip() == b""


@pytest.mark.slow
def test_two_hundred_phones_at_once_are_served(broadcast: Broadcast) -> None:
    with ThreadPoolExecutor(50) as pool:
        followers = list(pool.map(lambda _: Following(broadcast.address), range(200)))
    try:
        broadcast.publish(shown("hurt Savar 1"))
        broadcast.publish(shown("hurt Savar 2"))
        for follower in followers:
            while '"value": 10' not in (data := follower.event()[1]) and '"value":10' not in data:
                pass
    finally:
        for follower in followers:
            follower.close()


def test_a_change_is_sent_as_a_change(broadcast: Broadcast) -> None:
    crowd = [f"add Goon{at} side=enemies" for at in range(120)]
    broadcast.publish(shown(*crowd))
    follower = Following(broadcast.address)
    fight: dict[str, Any] = {"cards": []}
    while len(fight["cards"]) < 120:
        name, data = follower.event()
        if name in ("fight", "change"):
            fight = json.loads(data) if name == "fight" else changed(fight, json.loads(data))
    broadcast.publish(shown(*crowd, "hurt Savar 3"))
    name, data = follower.event()
    while name != "change":
        name, data = follower.event()
    assert len(data) < 1000
    assert json.loads(data)["cards"]["Savar"]["numbers"][0]["value"] == 9
    follower.close()


def changed(fight: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """A projection after a change, as the page works it out."""
    known = {card["name"]: card for card in fight["cards"]}
    for name, fields in change.pop("cards", {}).items():
        known[name] = {**known.get(name, {}), **fields}
    names = change.pop("names", [card["name"] for card in fight["cards"]])
    said, keep = change.pop("said", []), change.pop("keep", 0)
    story = [*fight["story"], *said][-keep:] if said else fight["story"]
    return {**fight, "story": story, "cards": [known[name] for name in names], **change}


@given(st.lists(st.sampled_from(
    ("hurt Savar 1", "heal Savar 1", "hurt Goons 2", "next", "hide Goons", "reveal Goons", "remove Goons",
     "add Goons side=enemies", "add Ivy", "mark Savar hurt", "range Savar Goons melee", "undo", "undo 3", "encounter x")
), max_size=12))  # fmt: skip
def test_changes_make_the_next_projection(lines: list[str]) -> None:
    session = Session(find("outgunned"))
    session.do("add Savar ; add Goons side=enemies grit=20")
    fight: dict[str, Any] = {}
    for line in ("note beginning", *lines):
        with suppress(InvalidCommand, Refused):
            session.do(line)
        public = Public(session.system, session.history, Sharing(numbers=True)).now()
        after = json.loads(msgspec.json.encode(public))
        if fight:
            assert changed(fight, server.changes(fight, after)) == after
        fight = after


def test_a_server_that_was_killed_comes_back_at_its_address() -> None:
    broadcast = Broadcast(shown())
    try:
        broadcast._process.kill()
        broadcast._process.wait()
        assert not broadcast.alive
        broadcast.revive()
        assert ask(broadcast.address)[0] == 200
    finally:
        broadcast.close()
    assert not os.path.exists(broadcast._publication.path)


def test_the_server_ends_with_whoever_started_it_and_leaves_nothing_behind() -> None:
    publication = Publication()
    publication.publish(shown())
    words = [LOOPBACK, "0", publication.path]
    child = subprocess.Popen([sys.executable, "-m", "tracker.web.server", *words], stdin=subprocess.PIPE)
    assert child.stdin is not None
    child.stdin.write(f"{new_path()}\n".encode())
    child.stdin.close()
    assert child.wait(10) == 0
    assert not os.path.exists(os.path.dirname(publication.path))
    publication.close()


def test_a_program_that_is_killed_leaves_no_projection_behind(tmp_path: Path) -> None:
    path = tmp_path / "fight.json"
    with Session.create(find("outgunned"), path=str(path)) as session:
        session.do("add Savar")
    folders = tmp_path / "temporary"
    folders.mkdir()
    call = [sys.executable, "-m", "tracker.cli.main", "serve", str(path)]
    environment = {**os.environ, "TMPDIR": str(folders)}
    program = subprocess.Popen(call, stdout=subprocess.PIPE, text=True, env=environment)
    assert program.stdout is not None
    assert program.stdout.readline().startswith("http://")
    assert len(os.listdir(folders)) == 1
    program.kill()
    program.wait()
    program.stdout.close()
    assert until(lambda: not os.listdir(folders))


def test_what_a_program_and_its_server_left_is_removed_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    for name in (f"combat-tracker-{gone.pid}-x", f"combat-tracker-{os.getppid()}-x", "combat-tracker-mine"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "players.json").write_text("{}")
    publication = Publication()
    assert sorted(os.listdir(tmp_path)) == sorted(
        [f"combat-tracker-{os.getppid()}-x", "combat-tracker-mine", os.path.basename(os.path.dirname(publication.path))]
    )
    publication.close()


@pytest.mark.skipif(not os.path.exists("/proc/self/cmdline"), reason="arguments are read from /proc")
def test_the_secret_is_not_in_the_arguments_of_the_server(broadcast: Broadcast) -> None:
    words = Path(f"/proc/{broadcast._process.pid}/cmdline").read_bytes()
    assert b"tracker.web.server" in words
    assert broadcast.address.path.encode() not in words


@pytest.mark.parametrize("host", ["", " "])
def test_an_empty_address_is_refused(host: str) -> None:
    with pytest.raises(PageError, match="is empty"):
        Broadcast(shown(), host)


@pytest.mark.parametrize(
    ("typed", "host"),
    [
        *((word, "0.0.0.0") for word in ("0", "*", "00.0", " 0.0.0.0 ")),
        *((word, "127.0.0.1") for word in ("127.1", "0x7f.1", "2130706433")),
        *((word, "::") for word in ("::0", "[::]")),
        ("fe80::1%eth0", "fe80::1%eth0"),
        ("Table.local", "Table.local"),
    ],
)
def test_an_address_is_meant_however_it_is_written(typed: str, host: str) -> None:
    assert usual(typed) == host


@pytest.mark.parametrize("host", ["ä..b", "nobody.invalid", "a b"])
def test_a_name_that_no_machine_has_is_a_sentence(host: str) -> None:
    with pytest.raises(PageError, match=f"cannot be shown at {host}: "):
        Broadcast(shown(), host)


def test_a_page_for_all_has_an_address_that_phones_can_open() -> None:
    broadcast = Broadcast(shown(), "0")
    try:
        assert urlsplit(broadcast.address.url).hostname not in ("0", "0.0.0.0")
        assert broadcast.warning
    finally:
        broadcast.close()


def test_a_port_that_is_taken_is_a_sentence(broadcast: Broadcast) -> None:
    with pytest.raises(PageError, match=f"port {broadcast.address.port}"):
        Broadcast(shown(), port=broadcast.address.port)


@pytest.mark.parametrize(
    ("prefix", "way"),
    [
        ("/home/ann/tracker/.venv", "pip install --editable"),
        ("/home/ann/.local/share/pipx/venvs/combat-tracker", "pipx inject combat-tracker"),
        ("/home/ann/.cache/uv/archive-v0/82oM", "uvx --with segno"),
        ("/usr", "python -m pip install segno"),
    ],
)
def test_without_its_packages_the_page_says_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch, prefix: str, way: str
) -> None:
    monkeypatch.setattr("tracker.web.broadcast.find_spec", lambda name: None)
    found = way_to_install("web", NEEDED, prefix)
    monkeypatch.setattr("tracker.web.broadcast.way_to_install", lambda extra, packages: found)
    with pytest.raises(PageError, match=way):
        Broadcast(shown())


def test_a_file_that_is_stale_or_away_means_that_the_gm_is(tmp_path: Path) -> None:
    clock = [1000.0]
    path = tmp_path / "players.json"
    watched = server.Watched(str(path), lambda: clock[0])
    assert not watched.look()
    assert watched.away
    path.write_bytes(summed(b"{}", b"null"))
    os.utime(path, (1000, 1000))
    assert watched.look()
    assert (watched.text, watched.away) == ("{}", False)
    clock[0] += server.AWAY + 1
    assert watched.look()
    assert watched.away
    os.utime(path, (clock[0], clock[0]))
    assert watched.look()
    assert not watched.away
    path.unlink()
    assert watched.look()
    assert (watched.text, watched.away) == ("{}", True)


def test_of_a_file_that_is_being_written_nothing_is_taken(tmp_path: Path) -> None:
    """Whatever part of the new text stands over the old one: the page shows the old one, then the new one."""
    old, new = summed(b'{"round": 1}', b'{"a": 1}'), summed(b'{"round": 2, "turn": "Ann"}', b'{"b": {}}')
    path = tmp_path / "fight.json"
    path.write_bytes(old)
    for written in range(1, len(new)):
        watched = server.Watched(str(path), lambda: 1000)
        path.write_bytes(old)
        os.utime(path, (1000, 1000))
        assert watched.look()
        path.write_bytes(new[:written] + old[written:])
        os.utime(path, (1001, 1001))
        assert not watched.look(), written
        assert (watched.text, watched.desk("a"), watched.away) == ('{"round": 1}', "1", False)
        path.write_bytes(new)
        os.utime(path, (1002, 1002))
        assert watched.look()
        assert (watched.text, watched.desk("b")) == ('{"round": 2, "turn": "Ann"}', "{}")


def test_a_shorter_text_leaves_nothing_of_a_longer_one_in_the_file() -> None:
    publication = Publication()
    try:
        before = 0
        for lines in (("add Quorn side=enemies",), (), ("hurt Savar 1",)):
            publication.publish(shown(*lines))
            content, changed = Path(publication.path).read_bytes(), os.stat(publication.path).st_mtime_ns
            assert lines_of(content) == (msgspec.json.encode(shown(*lines)), b"null")
            assert (b"Quorn" in content) == ("Quorn" in str(lines))
            assert changed > before
            before = changed
    finally:
        publication.close()


class Full(io.FileIO):
    """A file on a disk that has room for ten more bytes."""

    room = 10

    def write(self, data: bytes | memoryview, /) -> int:  # type: ignore[override]
        if not self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        part, self.room = min(self.room, len(data)), 0
        return super().write(data[:part])


def test_what_a_full_disk_took_half_of_is_refused_and_written_again() -> None:
    publication = Publication()
    try:
        publication.publish(shown())
        file, publication._file = publication._file, Full(publication.path, "r+")
        with pytest.raises(OSError, match="No space"):
            publication.publish(shown("add Quorn side=enemies"))
        publication._file.close()
        publication._file = file
        publication.publish(shown("add Quorn side=enemies"))
        assert b"Quorn" in lines_of(Path(publication.path).read_bytes())[0]
    finally:
        publication.close()


def test_only_hosts_of_this_machine_are_answered() -> None:
    assert Address("127.0.0.1", 80, "x").hosts == {"127.0.0.1:80", "localhost:80", "[::1]:80"}
    assert "192.168.1.5:80" in Address("192.168.1.5", 80, "x").hosts
    assert all("0.0.0.0" not in host for host in Address("0.0.0.0", 80, "x").hosts)


def test_a_qr_code_is_drawn_in_half_blocks() -> None:
    lines = qr_lines("http://192.168.1.5:40123/0123456789012345678901/")
    assert len({len(line) for line in lines}) == 1
    assert len(lines) * 2 in (len(lines[0]), len(lines[0]) + 1)
    assert set("".join(lines)) <= set(" ▄▀█")


@pytest.mark.slow
def test_a_session_is_served_as_it_grows(tmp_path: Path) -> None:
    path = tmp_path / "fight.json"
    session = Session.create(find("outgunned"), path=str(path))
    session.do("add Savar")
    call = [sys.executable, "-m", "tracker.cli.main", "serve", str(path)]
    program = subprocess.Popen(call, stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    try:
        host, _, rest = program.stdout.readline().removeprefix("http://").partition(":")
        port, secret, _ = rest.split("/", 2)
        follower = Following(Address(host, int(port), secret))
        assert '"Savar"' in follower.event()[1]
        assert follower.event() == ("gm", "here")
        session.do("add Goons side=enemies")
        assert '"Goons"' in follower.event()[1]
        follower.close()
    finally:
        program.terminate()
        assert program.wait(10) == 0
        program.stdout.close()
        session.close()


def test_who_follows_a_fight_hears_that_its_program_was_killed(tmp_path: Path) -> None:
    path = tmp_path / "fight.json"
    play = [sys.executable, "-m", "tracker.cli.main", "run", "--system", "outgunned", "--save", str(path)]
    gm = subprocess.Popen(play, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert gm.stdin is not None
    assert gm.stdout is not None
    gm.stdin.write("add Savar\n")
    gm.stdin.flush()
    gm.stdout.readline()
    followed = Followed(str(path), Sharing(numbers=True))
    assert followed.trouble == ""
    gm.kill()
    gm.wait()
    assert followed.trouble == ABANDONED
    assert [card.name for card in followed.projection().cards] == ["Savar"]
    gm.stdin.close()
    gm.stdout.close()


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="memory is read from /proc")
def test_twenty_followers_cost_little_memory(broadcast: Broadcast) -> None:
    followers = [Following(broadcast.address) for _ in range(20)]
    for follower in followers:
        follower.event()
    status = Path(f"/proc/{broadcast._process.pid}/status").read_text()
    megabytes = int(status.partition("VmRSS:")[2].split()[0]) / 1024
    for follower in followers:
        follower.close()
    assert megabytes < 60
