"""Where the page is: its secret path, the addresses of this machine, a QR code for phones, and its file."""

import os
import secrets
import shutil
import socket
from typing import Final
from zlib import crc32

from tracker.combat.model import Model

LOOPBACK: Final = "127.0.0.1"  # the default host of the page: only this machine can reach it
EVERYWHERE: Final = ("0.0.0.0", "::")  # hosts that mean every address of this machine
SECRET: Final = 16  # the random bytes of the path: 22 characters
PREFIX: Final = "combat-tracker-"  # the beginning of the name of each folder; the process follows
NAME: Final = "players.json"  # the name of the file, in a private folder of its own

HEARTBEAT: Final = 2.0
"""The greatest number of seconds between two touches of the file: without one, the page says that the GM is away."""


class Address(Model):
    """A host, a port and the secret path of the page."""

    host: str
    port: int
    path: str

    @property
    def url(self) -> str:
        """Return the URL for a browser at the table."""
        host = reachable(self.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/{self.path}/"

    @property
    def hosts(self) -> frozenset[str]:
        """Return the accepted Host headers: any other may be a foreign page in the browser of a player."""
        names = {self.host, reachable(self.host)} - {*EVERYWHERE}
        if self.host in (*EVERYWHERE, LOOPBACK, "localhost", "::1"):
            names |= {LOOPBACK, "localhost", "::1"}
        return frozenset(f"[{name}]:{self.port}" if ":" in name else f"{name}:{self.port}" for name in names)


def new_path() -> str:
    """Return a path that cannot be guessed."""
    return secrets.token_urlsafe(SECRET)


def usual(host: str) -> str:
    """Return an address of numbers as it is usually written: ``0`` and ``*`` are 0.0.0.0; a name stays as it is."""
    host = host.strip().strip("[]")
    try:
        if ":" in host:
            return socket.inet_ntop(socket.AF_INET6, socket.inet_pton(socket.AF_INET6, host))
        return EVERYWHERE[0] if host == "*" else socket.inet_ntoa(socket.inet_aton(host))
    except OSError:
        return host


def reachable(host: str) -> str:
    """Return the address under which others in the network reach this machine, if it listens everywhere."""
    if host not in EVERYWHERE:
        return host
    # No packet is sent: the system only reports which of its addresses leads out.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return LOOPBACK
        return str(probe.getsockname()[0])


def free_port(host: str) -> int:
    """Return an unused port of this host; raises OSError, or ValueError for what cannot be a name."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def qr_lines(url: str) -> tuple[str, ...]:
    """Return the URL as a QR code of half blocks, dark on light; raises ImportError if segno is not installed."""
    import segno

    rows = [[bool(module) for module in row] for row in segno.make(url, micro=False).matrix_iter(border=2)]
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    halves = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
    return tuple(
        "".join(halves[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )


def summed(*lines: bytes) -> bytes:
    """Return the content of the published file: its lines, and one that says what they add up to."""
    data = b"".join(line + b"\n" for line in lines)
    return data + b"%08x\n" % crc32(data)


def lines_of(data: bytes) -> tuple[bytes, ...]:
    """Return the lines of a published file without the last; nothing of one that is being written."""
    lines = tuple(data.split(b"\n")[:-2])
    return lines if data == summed(*lines) else ()


def remove(path: str) -> None:
    """Remove a published file with its folder; does nothing if it is gone, or is not one."""
    folder = os.path.dirname(path)
    if os.path.basename(folder).startswith(PREFIX) and os.path.basename(path) == NAME:
        shutil.rmtree(folder, ignore_errors=True)
