"""The server of the players' page: two GET routes, a stream of events, and two POST routes for the phones.

It reads the file of a ``Publication`` and never a session, and knows no rules: what a phone sends is passed on as a
line on standard output, which the GM's program reads and checks. ``python -m tracker.web.server`` runs it as a process
of its own. The secret path is the first line of its standard input, since everybody on this machine may read its
arguments; it ends, and removes the file, when that input is closed, as it is when the GM's program is killed.
"""

import asyncio
import hashlib
import hmac
import json
import os
import secrets
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from importlib.resources import files
from typing import Any, ClassVar, Final, cast

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from tracker.web.address import Address, lines_of, remove

LOOK: Final = 0.1  # the seconds between two checks of the file
AWAY: Final = 6.0  # the seconds without a sign of life after which the page says that the GM is away
CONNECTIONS: Final = 512  # the most simultaneous connections: the phones of a convention

WAITING: Final = 128
"""The most connections that have not sent a whole request yet; the oldest of them makes room for another one."""

PATIENCE: Final = 10.0  # the seconds in which a connection must send a whole request
BEAT: Final = 3.0  # the seconds after which a quiet stream sends a sign of life; a page that hears nothing reconnects

HEADERS: Final = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}

POLICY: Final = (
    "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the page may load: its own script and style, and its own stream."""

SENT: Final = 4_096  # the most bytes that a phone may send at once
A_SECOND: Final = 5  # how many messages a second a phone may send
JOINS: Final = 10  # how many phones a second may ask to come in, together
INBOX: Final = 200  # the most messages that wait to be passed on
COOKIE: Final = "phone"  # the cookie that holds a phone's secret of 128 bits; no script can read it
LISTENING: Final = "listening\n"  # what the process prints once it can be reached

NOTHING: Final = "There is nothing here.\n"


class Watched:
    """The projection in the file, watched by one task for all followers."""

    def __init__(self, path: str, clock: Callable[[], float] = time.time) -> None:
        self._path = path
        self._clock = clock
        self._stamp = 0
        self._changed = asyncio.Event()
        self._fight: dict[str, Any] = {}
        self._desks: dict[str, Any] | None = None
        self._lines: tuple[bytes, ...] = ()
        self.text = ""
        self.change = ""
        """What turns the projection before this one into this one; "" if there was none."""
        self.number = 0  # how many projections there have been
        self.away = True

    def look(self) -> bool:
        """Read the file if it changed; returns whether followers see a change."""
        try:
            status = os.stat(self._path)
            stamp, away = status.st_mtime_ns, self._clock() - status.st_mtime > AWAY
            lines = self._lines
            if stamp != self._stamp:
                with open(self._path, "rb") as file:
                    read = lines_of(file.read())
                lines, stamp = (read, stamp) if read else (lines, 0)  # It is being written.
            if lines != self._lines:
                fight, desks = (line.decode() for line in lines)
                if fight != self.text:
                    now = msgspec.json.decode(fight)
                    self.number += 1
                    self.change = json.dumps(changes(self._fight, now), ensure_ascii=False) if self._fight else ""
                    self._fight = now
                self.text, self._desks = fight, msgspec.json.decode(desks)
        except (OSError, ValueError):
            stamp, away, lines = 0, True, self._lines
        other = lines != self._lines or away != self.away
        self._stamp, self._lines, self.away = stamp, lines, away
        return other

    @property
    def takes_part(self) -> bool:
        """Return whether phones may take part."""
        return self._desks is not None

    def desk(self, phone: str) -> str:
        """Return what a phone alone is shown, as JSON; null for one that is not known."""
        return json.dumps((self._desks or {}).get(phone), ensure_ascii=False)

    async def watch(self) -> None:
        """Check the file periodically, and wake the followers when something changed."""
        while True:
            if self.look():
                self._changed.set()
                self._changed = asyncio.Event()
            await asyncio.sleep(LOOK)

    async def stream(self, phone: str = "") -> AsyncIterator[str]:
        """Yield the events for one follower: the projection, then its changes, and whether the GM is there.

        A ``phone`` also gets what is for it alone, and all are told whether phones may take part.
        """
        number, away, desk, part = 0, None, "null", False
        while True:
            changed = self._changed
            if self.number != number:
                next_one, number = 0 < number == self.number - 1, self.number
                if next_one and 0 < len(self.change) < len(self.text):
                    yield f"event: change\ndata: {self.change}\n\n"
                else:
                    yield f"event: fight\ndata: {self.text}\n\n"
            if self.takes_part != part:
                part = self.takes_part
                yield f"event: part\ndata: {json.dumps(part)}\n\n"
            if phone and self.desk(phone) != desk:
                desk = self.desk(phone)
                yield f"event: desk\ndata: {desk}\n\n"
            if self.away != away:
                away = self.away
                yield f"event: gm\ndata: {'away' if away else 'here'}\n\n"
            try:
                await asyncio.wait_for(changed.wait(), BEAT)
            except TimeoutError:
                yield "event: beat\ndata: still here\n\n"


def changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Return what turns a projection into another one: what is new of it, of each card, and of its story.

    ``cards`` holds the new fields of cards by name, ``names`` the cards in order if others are shown than before,
    ``said`` the new lines of the story if all others are still the last ones.
    """
    change = {key: value for key, value in after.items() if value != before.get(key) and key not in ("cards", "story")}
    was, now = ({card["name"]: card for card in fight.get("cards", ())} for fight in (before, after))
    changed = [(name, card) for name, card in now.items() if was.get(name) != card]
    cards = {name: dict(one for one in card.items() if one not in was.get(name, {}).items()) for name, card in changed}
    change |= {"cards": cards} if cards else {}
    change |= {"names": list(now)} if list(was) != list(now) else {}
    told, telling = before.get("story", []), after.get("story", [])
    if told != telling:
        new = next((n for n in range(1, len(telling) + 1) if (told + telling[-n:])[-len(telling) :] == telling), None)
        change |= {"story": telling} if new is None else {"said": telling[-new:], "keep": len(telling)}
    return change


class Inbox:
    """What phones send, on its way to the GM's program; bounded in rate, in number and in size."""

    def __init__(self, write: Callable[[str], object], clock: Callable[[], float] = time.monotonic) -> None:
        self._write, self._clock = write, clock
        self._waiting: asyncio.Queue[str] = asyncio.Queue(INBOX)
        self._sent: dict[str, list[float]] = {}

    def put(self, phone: str, data: dict[str, Any], most: int = A_SECOND) -> int:
        """Pass a message on; returns 204, 429 for one too many, or 503 while the GM's program does not read."""
        now = self._clock()
        times = [at for at in self._sent.pop(phone, ()) if now - at < 1]
        if len(times) >= most:
            self._sent[phone] = times
            return 429
        self._sent[phone] = [*times, now]
        while len(self._sent) > 2 * CONNECTIONS:
            del self._sent[next(iter(self._sent))]
        try:
            self._waiting.put_nowait(json.dumps(data, ensure_ascii=True) + "\n")
        except asyncio.QueueFull:
            return 503
        return 204

    async def pass_on(self) -> None:
        """Write the messages one after the other, in a thread: the pipe may be full for a while."""
        while True:
            await asyncio.to_thread(self._write, await self._waiting.get())


class Guard:
    """Accepts only requests of a browser at the table: our Host, no foreign Origin, the secret path.

    POST is for our own page alone: it names its Origin, and sends at most 4 kB of JSON.
    """

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self._app, self._address = app, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a good request on; answer every other one in the same few words."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        refused = self._refused(scope)
        if refused:
            # Whoever does not know the address does not keep a connection.
            await PlainTextResponse(NOTHING, refused, HEADERS | {"Connection": "close"})(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _refused(self, scope: Scope) -> int:
        headers = [(name.lower(), value) for name, value in scope["headers"]]
        hosts = [value.decode("latin-1").lower() for name, value in headers if name == b"host"]
        origins = [value.decode("latin-1").lower() for name, value in headers if name == b"origin"]
        path = scope["path"].split("/")
        known = hmac.compare_digest(path[1].encode() if len(path) > 1 else b"", self._address.path.encode())
        if len(hosts) != 1 or hosts[0] not in self._address.hosts:
            return 421
        if any(origin != f"http://{hosts[0]}" for origin in origins):
            return 403
        if scope["method"] == "POST" and known and path[2:] in (["join"], ["propose"]):
            return self._unpostable(headers, bool(origins))
        if scope["method"] not in ("GET", "HEAD"):
            return 405
        return 0 if known else 404

    @staticmethod
    def _unpostable(headers: list[tuple[bytes, bytes]], ours: bool) -> int:
        named = {name: value.decode("latin-1").strip().lower() for name, value in headers}
        size = named.get(b"content-length", "")
        if not ours:
            return 403
        if named.get(b"content-type", "").partition(";")[0].strip() != "application/json":
            return 415
        if not size.isdecimal() or len(size) > 6 or int(size) > SENT or b"transfer-encoding" in named:
            return 413
        return 0


class PatientProtocol(H11Protocol):
    """uvicorn's HTTP protocol, for connections that send each whole request in time."""

    waiting: ClassVar[dict["PatientProtocol", None]] = {}
    """The connections of whose request only a part has come, the oldest first."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Cancel the timeout after a whole request; one that follows on the same connection has a timeout too."""
        super().data_received(data)
        cycle = cast("RequestResponseCycle | None", self.cycle)
        if cycle is not None and not cycle.response_complete:
            self._stop_waiting()
        elif self not in self.waiting:
            self._wait()

    def _wait(self) -> None:
        self._patience = self.loop.call_later(PATIENCE, self._give_up)
        self.waiting[self] = None
        if len(self.waiting) > WAITING:
            next(iter(self.waiting))._give_up()

    def _stop_waiting(self) -> None:
        self._patience.cancel()
        self.waiting.pop(self, None)

    def _give_up(self) -> None:
        self._stop_waiting()
        self.transport.close()


def page() -> str:
    """Return the page of the package, with ``{nonce}`` to be replaced by its nonce."""
    return files("tracker.web").joinpath("page.html").read_text(encoding="utf-8")


def application(address: Address, watched: Watched, inbox: Inbox) -> ASGIApp:
    """Return the page, its stream and what phones send, behind the guard."""
    text = page()

    def phone_of(request: Request) -> str:
        secret = request.cookies.get(COOKIE, "")
        return hashlib.sha256(secret.encode()).hexdigest() if len(secret) == 22 else ""

    async def sent(request: Request) -> dict[str, Any] | None:
        """Return the object in a request; None for anything else."""
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > SENT:
                return None
        try:
            return msgspec.json.decode(body, type=dict[str, Any])
        except (ValueError, RecursionError):
            return None

    async def join(request: Request) -> Response:
        data, phone = await sent(request), phone_of(request)
        if not watched.takes_part or data is None or not isinstance(data.get("hero"), str):
            return PlainTextResponse(NOTHING, 400, HEADERS)
        secret = "" if phone else secrets.token_urlsafe(16)
        phone = phone or hashlib.sha256(secret.encode()).hexdigest()
        status = inbox.put("", {"type": "join", "phone": phone, "hero": data["hero"]}, JOINS)
        response = Response(status_code=status, headers=HEADERS)
        if secret and status == 204:
            way = f"/{address.path}/"
            response.set_cookie(COOKIE, secret, max_age=86_400, path=way, httponly=True, samesite="strict")
        return response

    async def propose(request: Request) -> Response:
        data, phone = await sent(request), phone_of(request)
        if not watched.takes_part or data is None or not phone or watched.desk(phone) == "null":
            return PlainTextResponse(NOTHING, 400, HEADERS)
        return Response(status_code=inbox.put(phone, {**data, "type": "propose", "phone": phone}), headers=HEADERS)

    async def show(request: Request) -> Response:
        nonce = secrets.token_urlsafe(16)
        policy = {"Content-Security-Policy": POLICY.format(nonce=nonce)}
        return HTMLResponse(text.replace("{nonce}", nonce), headers=HEADERS | policy)

    async def events(request: Request) -> Response:
        return StreamingResponse(watched.stream(phone_of(request)), media_type="text/event-stream", headers=HEADERS)

    async def nothing(request: Request, exc: Exception) -> Response:
        return PlainTextResponse(NOTHING, 404, HEADERS)

    routes = [
        Route(f"/{address.path}/", show),
        Route(f"/{address.path}/events", events),
        Route(f"/{address.path}/join", join, methods=["POST"]),
        Route(f"/{address.path}/propose", propose, methods=["POST"]),
    ]
    handlers: dict[Any, Callable[[Request, Exception], Awaitable[Response]]] = {404: nothing, 405: nothing}
    inner = Starlette(routes=routes, exception_handlers=handlers)
    inner.router.redirect_slashes = False
    return Guard(inner, address)


async def serve(
    address: Address, path: str, ended: Callable[[], Awaitable[object]], listening: Callable[[], None]
) -> None:
    """Serve the page until ``ended`` returns; ``listening`` is called once the port is open."""
    watched, inbox = Watched(path), Inbox(_pass_on)
    config = uvicorn.Config(
        application(address, watched, inbox),
        host=address.host,
        port=address.port,
        http=PatientProtocol,
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16_384,
    )
    server = uvicorn.Server(config)

    async def stop() -> None:
        await ended()
        server.should_exit = True
        server.force_exit = True

    async def tell() -> None:
        while not server.started:
            await asyncio.sleep(0.01)
        listening()

    tasks = [asyncio.ensure_future(task) for task in (watched.watch(), stop(), tell(), inbox.pass_on())]
    try:
        await server.serve()
    finally:
        for task in tasks:
            task.cancel()


async def _input_closed() -> None:
    """Wait until the parent process is gone: nothing more is ever written to standard input."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    await reader.read()


def _pass_on(line: str) -> None:
    sys.stdout.write(line)
    sys.stdout.flush()


def main() -> int:
    """Run as a separate process: host, port and file are its arguments; exit code 1 if it cannot."""
    host, port, file = sys.argv[1:]
    with suppress(ImportError, OSError, ValueError):
        import resource

        # Some systems allow 256 open files at first.
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 2 * CONNECTIONS)), hard))
    try:
        address = Address(host, int(port), sys.stdin.readline().strip())
        asyncio.run(serve(address, file, _input_closed, lambda: _pass_on(LISTENING)))
        remove(file)
    except (OSError, SystemExit) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
