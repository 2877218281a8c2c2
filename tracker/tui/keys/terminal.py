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
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

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

_MARK: Final = re.compile("(\x1b\\[20[01]~)")
"""The two ends of a pasted text."""

_ESCAPE: Final = re.compile("\x1b(?![\\[OPX^_])")
"""An escape before what continues no sequence of a terminal."""

_BEGUN: Final = re.compile("\x1b(\\[(20?[01]?)?)?\\Z")
"""What comes last and may be the beginning of an end of a pasted text, or of any other sequence."""


class Apart:
    """Takes escapes apart from the keys behind them, in a text that comes in pieces; ``kept`` are meant with alt.

    Out of pasted text they are taken: Textual would take that for keys, and it is a stranger's.
    """

    def __init__(self, kept: Collection[str] = ()) -> None:
        self._kept = kept
        self._pasting = False
        self._held = ""

    @property
    def held(self) -> bool:
        """Whether an escape came last, or a little more, and more may belong to it."""
        return bool(self._held)

    def take(self, data: str) -> str:
        """The next piece; an escape at its end is held back, and so is what may be half of an end of a pasted text."""
        data = self._held + data
        begun = _BEGUN.search(data)
        self._held = begun.group() if begun else ""
        return "".join(map(self._part, _MARK.split(data[: begun.start()] if begun else data)))

    def alone(self) -> str:
        """Nothing came behind what was held back: an escape is a key, more than that is as it came."""
        held, self._held = self._held, ""
        return ESCAPE_KEY if held == ESCAPE and not self._pasting else self._part(held)

    def _part(self, text: str) -> str:
        if _MARK.match(text):
            self._pasting = text.endswith("0~")
            return text
        return text.replace(ESCAPE, "") if self._pasting else _ESCAPE.sub(self._apart, text)

    def _apart(self, found: re.Match[str]) -> str:
        follows = found.string[found.end() : found.end() + 1]
        return ESCAPE if follows in self._kept else ESCAPE_KEY


class Bell(Event):
    """An event that a selector can wait for together with a terminal."""

    def __init__(self) -> None:
        super().__init__()
        self._ear, self._mouth = os.pipe()

    def fileno(self) -> int:
        """What there is to read from while it is set."""
        return self._ear

    def set(self) -> None:
        """Wake whoever waits."""
        if not self.is_set():
            super().set()
            os.write(self._mouth, b"!")

    def clear(self) -> None:
        """Let them wait again."""
        if self.is_set():
            super().clear()
            os.read(self._ear, 1)

    @property
    def closed(self) -> bool:
        """Whether nobody can wait for it any more."""
        return self._ear < 0

    def close(self) -> None:
        """Give its pipe back; calling it again does nothing."""
        if not self.closed:
            os.close(self._ear)
            os.close(self._mouth)
            self._ear = self._mouth = -1


class Driver(LinuxDriver):
    """Textual's own, but for the escapes in what is typed, and asleep while nothing is."""

    kept: Collection[str] = ()
    """The signs that are bound together with alt."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.exit_event = self._bell = Bell()

    def start_application_mode(self) -> None:
        """The beginning, which comes again when the program was stopped for a while."""
        if self._bell.closed:
            self.exit_event = self._bell = Bell()
        super().start_application_mode()  # type: ignore[no-untyped-call]

    def close(self) -> None:
        """The end, or a stop for a while."""
        super().close()
        self._bell.close()

    def run_input_thread(self) -> None:
        """Read until the program ends; raises EOFError and OSError when the terminal is gone."""
        selector = selectors.SelectSelector()
        selector.register(self.fileno, selectors.EVENT_READ)
        selector.register(self._bell, selectors.EVENT_READ)
        parser, apart = XTermParser(self._debug), Apart(self.kept)
        decode = getincrementaldecoder("utf-8")("replace").decode
        due: float | None = None
        try:
            while not self._bell.is_set():
                if selector.select(None if due is None else max(0.0, due - monotonic())):
                    if self._bell.is_set():
                        break
                    data = os.read(self.fileno, READ)
                    if not data:
                        raise EOFError
                    text = apart.take(decode(data))
                    if text:
                        # Fed with nothing, the parser would take it for the end of all input.
                        self._process(parser.feed(text))
                    # A sequence may have been cut in two; after that time what came is all there is.
                    due = monotonic() + ESCAPE_DELAY
                elif due is not None and monotonic() >= due:
                    due = None
                    if apart.held:
                        self._process(parser.feed(apart.alone()))
                        # It may be the beginning of something for the parser too.
                        due = monotonic() + ESCAPE_DELAY
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
