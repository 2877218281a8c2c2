"""The running players' page: the projection in a file, and the process that serves it."""

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Final

import msgspec

from tracker.players.projection import Projection
from tracker.players.table import LINE, Desk, Message, message
from tracker.storage import platform
from tracker.web.address import LOOPBACK, NAME, PREFIX, Address, free_port, new_path, remove, summed, usual

NEEDED: Final = ("segno", "starlette", "uvicorn")  # the packages of the extra ``web``


class PageError(Exception):
    """Why the page cannot be shown, as a plain sentence."""


class Publication:
    """A file with a projection, in the system's temporary folder until ``close``.

    It is written over: a new file in its place for each act would cost the screen more than the rest of it. Its last
    line says what the others add up to, so that nobody takes half of it for the whole.
    """

    def __init__(self) -> None:
        """Create the folder, and remove those of programs that were killed; raises OSError."""
        _sweep()
        self._folder = tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-")
        self.path = os.path.join(self._folder, NAME)
        self._file = open(self.path, "x+b", buffering=0)  # noqa: SIM115
        self._last = b""

    def publish(self, projection: Projection, desks: Mapping[str, Desk] | None = None) -> None:
        """Replace the projection, or touch the file if nothing changed; raises OSError.

        Its second line has what each phone alone is shown, by the digest of its secret; null where phones take no part.
        """
        data = summed(msgspec.json.encode(projection), msgspec.json.encode(desks))
        if data != self._last:
            self._last = b""
            self._file.seek(0)
            # A disk that is full takes a part, and refuses the next.
            left = memoryview(data)
            while left:
                left = left[self._file.write(left) :]
            self._file.truncate()
            self._last = data
        now = time.time_ns()  # The system's own clock for files may stand still between two of them.
        os.utime(self.path, ns=(now, now))

    def close(self) -> None:
        """Remove the file."""
        self._file.close()
        remove(self.path)


class Broadcast:
    """The page of a fight. ``address`` is its address; ``warning`` a warning for the GM, or ""."""

    def __init__(
        self, first: Projection, host: str = LOOPBACK, port: int = 0, inbox: Callable[[Message], None] | None = None
    ) -> None:
        """Start the server and wait until it listens; raises PageError.

        ``inbox`` is called with what phones send, in a thread of its own; without it phones take no part.
        """
        if not host.strip():
            raise PageError(f"The address to listen on is empty. Say {LOOPBACK} for this machine, 0.0.0.0 for all.")
        if any(find_spec(name) is None for name in NEEDED):
            way = way_to_install("web", NEEDED)
            raise PageError(f"The players' page needs more packages. Install them with: {way}")
        host = usual(host)
        try:
            self.address = Address(host, port or free_port(host), new_path())
            self._publication = Publication()
            self._inbox = inbox
            self._publication.publish(first, None if inbox is None else {})
            self._process = self._started()
        except (OSError, PageError, TypeError, ValueError) as error:
            if hasattr(self, "_publication"):
                self._publication.close()
            if isinstance(error, PageError):
                raise
            why = getattr(error, "strerror", "") or "no machine has this name"
            raise PageError(f"The page cannot be shown at {host}: {why}.") from None

    @property
    def warning(self) -> str:
        """Return what others in the network could do, if the page is not for this machine alone."""
        if self.address.host in (LOOPBACK, "localhost", "::1"):
            return ""
        alone = self._inbox is None
        others = "nobody can change anything" if alone else "phones do nothing for heroes you did not give them"
        return f"Everybody in this network who knows the address can read the page; {others}."

    @property
    def alive(self) -> bool:
        """Return whether the server still runs."""
        return self._process.poll() is None

    def publish(self, projection: Projection, desks: Mapping[str, Desk] | None = None) -> None:
        """Show this from now on, and to each phone what is for it alone; raises OSError."""
        self._publication.publish(projection, desks)

    def revive(self) -> None:
        """Start the server again at the same address if it has ended; raises PageError."""
        if not self.alive:
            _end(self._process)
            self._process = self._started()

    def close(self) -> None:
        """Stop the server and remove its file."""
        _end(self._process)
        self._publication.close()

    def __del__(self) -> None:
        """Stop a page that was still starting when the program ended."""
        if hasattr(self, "_process"):
            self.close()

    def _listen(self, lines: IO[str]) -> None:
        """Read what phones send until the server ends; what is not a message of theirs is dropped."""
        with suppress(OSError, ValueError):
            while line := lines.readline(LINE + 1):
                sent = message(line.encode())
                if sent is not None and self._inbox is not None:
                    self._inbox(sent)

    def _started(self) -> subprocess.Popen[str]:
        address = self.address
        words = [address.host, str(address.port), self._publication.path]
        process = subprocess.Popen(
            [sys.executable, "-m", "tracker.web.server", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(OSError):
            process.stdin.write(f"{address.path}\n")
            process.stdin.flush()
        patience = threading.Timer(10.0, process.kill)
        patience.start()
        try:
            if process.stdout.readline():
                threading.Thread(target=self._listen, args=(process.stdout,), daemon=True).start()
                return process
        finally:
            patience.cancel()
        _end(process)
        why = "the port is taken, or this machine has no such address"
        raise PageError(f"The page cannot be shown at {address.host}, port {address.port}: {why}.")


def way_to_install(extra: str, packages: Sequence[str], prefix: str = sys.prefix) -> str:
    """Return how to install the packages of an extra, by the installer of the tracker as far as its folder shows it."""
    names = " ".join(packages)
    if Path(prefix).name == ".venv":
        return f".venv/bin/pip install --editable '.[{extra}]'"
    if "pipx" in Path(prefix).parts:
        return f"pipx inject combat-tracker {names}"
    if "uv" in Path(prefix).parts:
        return f"uvx {' '.join(f'--with {name}' for name in packages)} --from FILE combat-tracker"
    return f"python -m pip install {names}"


def _end(process: subprocess.Popen[str]) -> None:
    """Stop a server: it ends when its input is closed."""
    with suppress(OSError):
        if process.stdin is not None:
            process.stdin.close()
    try:
        process.wait(2)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()


def _sweep() -> None:
    """Remove the folders of this user's programs that no longer run; one with its server was killed all at once."""
    with suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for entry in entries:
            pid = entry.name.removeprefix(PREFIX).partition("-")[0]
            if not entry.name.startswith(PREFIX) or not pid.isdecimal() or not entry.is_dir(follow_symlinks=False):
                continue
            ours = entry.stat(follow_symlinks=False).st_uid == getattr(os, "getuid", int)()
            if ours and not platform.runs(int(pid)):
                shutil.rmtree(entry.path, ignore_errors=True)
