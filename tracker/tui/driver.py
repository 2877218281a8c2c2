"""Keys as they come from the terminal: an escape and the key typed right behind it are two keys.

Terminals write alt and a key as an escape and that key, so two keys typed fast look like one with alt; Textual
then loses the escape or reads another key. Here an escape that begins none of the terminal's own sequences is the
key of that name, unless somebody gave the key with alt a meaning.
"""

from __future__ import annotations

import os
import re
import selectors
from codecs import getincrementaldecoder
from collections.abc import Collection, Iterable
from time import monotonic
from typing import TYPE_CHECKING, Final

from textual._xterm_parser import XTermParser
from textual.constants import ESCAPE_DELAY
from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from textual.message import Message

ESCAPE: Final = "\x1b"

ESCAPE_KEY: Final = "\x1b[27u"
"""The escape key, written so that it can be nothing else."""

READ: Final = 4096
"""So many bytes are read at once."""

TICK: Final = 0.1
"""So often an escape at the end of what came is looked at again, in seconds."""

_PARTS: Final = re.compile("\x1b\\[20[01]~|\x1b(?=[^\\[OPX^_])")
"""The ends of a pasted text, and an escape before what continues no sequence of a terminal."""


class Apart:
    """Takes escapes apart from the keys behind them, in a text that comes in pieces; ``kept`` are meant with alt."""

    def __init__(self, kept: Collection[str] = ()) -> None:
        self._kept = kept
        self._pasting = False
        self._held = False

    @property
    def held(self) -> bool:
        """Whether an escape came last, and more may belong to it."""
        return self._held

    def take(self, data: str) -> str:
        """The next piece; an escape at its end is held back."""
        data = ESCAPE + data if self._held else data
        self._held = data.endswith(ESCAPE) and not self._pasting
        return _PARTS.sub(self._apart, data[:-1] if self._held else data)

    def alone(self) -> str:
        """Nothing came behind the escape that was held back: it is a key."""
        self._held = False
        return ESCAPE_KEY

    def _apart(self, found: re.Match[str]) -> str:
        part = found.group()
        if part != ESCAPE:
            self._pasting = part.endswith("0~")
            return part
        follows = found.string[found.end() : found.end() + 1]
        return part if self._pasting or follows in self._kept else ESCAPE_KEY


class Driver(LinuxDriver):
    """Textual's own, but for the escapes in what is typed."""

    kept: Collection[str] = ()
    """The signs that are bound together with alt."""

    def run_input_thread(self) -> None:
        """Read until the program ends; raises EOFError and OSError when the terminal is gone."""
        selector = selectors.SelectSelector()
        selector.register(self.fileno, selectors.EVENT_READ)
        parser, apart = XTermParser(self._debug), Apart(self.kept)
        decode = getincrementaldecoder("utf-8")("replace").decode
        since = 0.0
        try:
            while not self.exit_event.is_set():
                if selector.select(TICK):
                    data = os.read(self.fileno, READ)
                    if not data:
                        raise EOFError
                    text = apart.take(decode(data))
                    since = monotonic()
                    if text:
                        # Fed with nothing, the parser would take it for the end of all input.
                        self._process(parser.feed(text))
                elif apart.held and monotonic() - since >= ESCAPE_DELAY:
                    self._process(parser.feed(apart.alone()))
                self._process(parser.tick())
        finally:
            selector.close()

    def _process(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self.process_message(message)


def with_alt(keys: Iterable[str]) -> frozenset[str]:
    """The signs among bound keys that are meant with alt."""
    return frozenset(key[len("alt+") :] for key in keys if key.startswith("alt+") and len(key) == len("alt+") + 1)


def driver(kept: Collection[str]) -> type[Driver]:
    """The driver for these signs with alt."""
    return type("Driver", (Driver,), {"kept": kept})
