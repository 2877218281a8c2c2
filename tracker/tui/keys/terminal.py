"""Keys as they come from the terminal.

The driver is Textual's own except where a slip of the hand, or something a terminal may send, would be misheard:

- An escape and the key typed right behind it are two keys. Terminals write alt and a key as an escape and that key,
  and Textual takes the one for the other.
- Pasted text is text whatever is in it: no escape in it becomes a key, and a paste whose end got lost does not swallow
  every later key.
- A sequence that Textual's parser cannot read is dropped; there, its exception ends the program.
- A program that is told to go on without having been stopped starts no second thread that reads keys.
- Waiting for keys costs no time: Textual wakes up ten times a second.
"""

from __future__ import annotations

import os
import re
import selectors
import termios
from codecs import getincrementaldecoder
from collections.abc import Collection, Iterable
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from textual import constants, events
from textual._ansi_sequences import SYNC_END, SYNC_START
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size

if TYPE_CHECKING:
    from textual.message import Message

ESCAPE: Final = "\x1b"

ESCAPE_KEY: Final = "\x1b[27u"
"""The escape key, written so that it can be nothing else."""

READ: Final = 4096
"""The most bytes read at once."""

LATE: Final = 1.0
"""A paste that has been quiet for this many seconds is over if a single key comes next."""

MOST_PASTED: Final = 1_000_000
"""The rest of a pasted text that is longer than this is dropped."""

PASTE_END: Final = "\x1b[201~"

_MARK: Final = re.compile("(\x1b\\[20[01]~)")
"""The two ends of a pasted text."""

_ESCAPE: Final = re.compile("\x1b(?![\\[OPX^_])")
"""An escape that does not begin a sequence of the terminal's own."""

_BEGUN: Final = re.compile("\x1b(\\[(20?[01]?)?)?\\Z")
"""The end of a piece that may be the beginning of an end of a pasted text, or of any other sequence."""

_ONE_KEY: Final = re.compile("[^\x1b]|\x1b|\x1b\\[[0-9;:]*[A-HP-Su~]|\x1bO[A-S]")
"""A single key, as a terminal writes it."""

_PARTS: Final = re.compile("\x1b\\[[^@-~\x1b]*[@-~]|\x1b|[^\x1b]+")
"""Sequences one by one, and the text between them."""


class EscapeSplitter:
    """Splits escapes from the keys behind them, in a text that comes in pieces.

    ``kept`` are the characters that mean something together with alt, and a line feed where ctrl+j does.
    """

    def __init__(self, kept: Collection[str] = ()) -> None:
        self._kept = kept
        self._pasted: int | None = None
        self._held = ""

    @property
    def held(self) -> bool:
        """Whether an escape came last, or a little more, and more may belong to it."""
        return bool(self._held)

    def split(self, data: str, late: bool = False) -> str:
        """The next piece, as Textual's parser is to read it; ``late`` says that nothing came for a while before it.

        An escape at its end is held back, and so is what may be half of an end of a pasted text.
        """
        if late and self._pasted is not None and _ONE_KEY.fullmatch(data):
            data = PASTE_END + data
        data = self._held + data
        begun = _BEGUN.search(data)
        self._held = begun.group() if begun else ""
        return "".join(map(self._part, _MARK.split(data[: begun.start()] if begun else data)))

    def rest(self) -> str:
        """What was held back and nothing followed: an escape is a key, more than that is as it came."""
        held, self._held = self._held, ""
        return ESCAPE_KEY if held == ESCAPE and self._pasted is None else self._part(held)

    def _part(self, text: str) -> str:
        if _MARK.match(text):
            self._pasted = 0 if text.endswith("0~") else None
            return text
        if self._pasted is not None:
            text = text.replace(ESCAPE, "")[: MOST_PASTED - self._pasted]
            self._pasted += len(text)
            return text
        if "\n" not in self._kept:
            # Enter, typed before the program had the terminal to itself.
            text = text.replace("\n", "\r")
        return _ESCAPE.sub(self._apart, text)

    def _apart(self, match: re.Match[str]) -> str:
        follows = match.string[match.end() : match.end() + 1]
        return ESCAPE if follows in self._kept else ESCAPE_KEY


class TolerantParser:
    """Textual's parser, and a new one whenever it meets a sequence it cannot read."""

    def __init__(self, debug: bool = False) -> None:
        self._debug = debug
        self._parser = XTermParser(debug)

    def feed(self, text: str) -> list[Message]:
        """The keys and other events in a piece of what came."""
        # Sequence by sequence: what stands before and behind one that cannot be read is read.
        return [message for part in _PARTS.findall(text) for message in self._read(part)]

    def tick(self) -> list[Message]:
        """The events in a sequence that was cut short and has waited long enough."""
        try:
            return list(self._parser.tick())
        except Exception:
            return self._again()

    def _read(self, part: str) -> list[Message]:
        try:
            return list(self._parser.feed(part))
        except Exception:
            return self._again()

    def _again(self) -> list[Message]:
        old, self._parser = self._parser, XTermParser(self._debug)
        if old.terminal_pixel_size is not None and all(old.terminal_pixel_size):
            # Mouse positions go on in pixels.
            self._parser.mouse_pixels = old.mouse_pixels
            self._parser.terminal_size, self._parser.terminal_pixel_size = old.terminal_size, old.terminal_pixel_size
        return []


class WakeEvent(Event):
    """An event that a selector can wait for together with a terminal."""

    def __init__(self) -> None:
        super().__init__()
        self._reader, self._writer = os.pipe()

    def fileno(self) -> int:
        """The descriptor that can be read from while the event is set."""
        return self._reader

    def set(self) -> None:
        """Wake the waiting thread."""
        if not self.is_set():
            super().set()
            os.write(self._writer, b"!")

    def clear(self) -> None:
        """Let it wait again."""
        if self.is_set():
            super().clear()
            os.read(self._reader, 1)

    @property
    def closed(self) -> bool:
        """Whether nobody can wait for it any more."""
        return self._reader < 0

    def close(self) -> None:
        """Give its pipe back; calling it again does nothing."""
        if not self.closed:
            os.close(self._reader)
            os.close(self._writer)
            self._reader = self._writer = -1


class TerminalDriver(LinuxDriver):
    """Textual's driver for terminals, with the differences that the module's docstring lists."""

    kept: Collection[str] = ()
    """The characters that are bound together with alt, and a line feed where ctrl+j is bound."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.exit_event = self._wake = WakeEvent()
        self._attributes: list[Any] | None = None
        self._suspended = False
        self._picture: list[str] = []

    # ------------------------------------------------------------------ beginning, stopping, going on

    @property
    def _reading(self) -> bool:
        """Whether keys are read: from the beginning to the end, except while the program is stopped."""
        return self._key_thread is not None and self._key_thread.is_alive()

    def start_application_mode(self) -> None:
        """Take the terminal."""
        if self._wake.closed:
            self.exit_event = self._wake = WakeEvent()
        super().start_application_mode()  # type: ignore[no-untyped-call]
        try:
            self._attributes = termios.tcgetattr(self.fileno)
        except termios.error:
            self._attributes = None

    def suspend_application_mode(self) -> None:
        """Let the terminal go for a while; a program that is ending has done so."""
        if self._reading:
            self._suspended = True
            super().suspend_application_mode()

    def resume_application_mode(self) -> None:
        """Go on: after a stop, or where nobody stopped the program; not once it is ending."""
        if self._reading:
            self._take_again()
        elif self._suspended:
            super().resume_application_mode()
            self._suspended = not self._reading

    def _take_again(self) -> None:
        """The program was halted where it stood, or not at all: put the terminal back in order, paint everything."""
        if self._attributes is not None:
            try:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self._attributes)
            except termios.error:
                return
        self.write("\x1b[?1049h\x1b[?25l")
        self._enable_mouse_support()
        self._enable_bracketed_paste()
        self._disable_line_wrap()
        size = Size(*self._get_terminal_size())
        self.send_message(events.Resize(size, size))
        self.send_message(self.SignalResume())

    def close(self) -> None:
        """Let the terminal go: at the end, or when the program is stopped for a while."""
        super().close()
        self._wake.close()

    # ------------------------------------------------------------------ writing

    def write(self, data: str) -> None:
        """Write a picture in one piece: its beginning, its content and its end do not each wake the writing thread."""
        if data == SYNC_START or self._picture:
            self._picture.append(data)
            if data != SYNC_END:
                return
            data = "".join(self._picture)
            self._picture.clear()
        super().write(data)

    # ------------------------------------------------------------------ reading

    def _run_input_thread(self) -> None:
        """Read; what is raised goes to ``threading.excepthook`` and keeps its traceback."""
        self.run_input_thread()

    def run_input_thread(self) -> None:
        """Read until the program ends; raises EOFError and OSError when the terminal is gone."""
        selector = selectors.SelectSelector()
        selector.register(self.fileno, selectors.EVENT_READ)
        selector.register(self._wake, selectors.EVENT_READ)
        parser, splitter = TolerantParser(self._debug), EscapeSplitter(self.kept)
        decode = getincrementaldecoder("utf-8")("replace").decode
        due: float | None = None
        last = monotonic()
        try:
            while not self._wake.is_set():
                if selector.select(None if due is None else max(0.0, due - monotonic())):
                    if self._wake.is_set():
                        break
                    data = os.read(self.fileno, READ)
                    if not data:
                        raise EOFError
                    late, last = monotonic() - last > LATE, monotonic()
                    self._process(parser.feed(splitter.split(decode(data), late)))
                    # A sequence may have been cut in two; after that time what came is all there is.
                    due = monotonic() + constants.ESCAPE_DELAY
                elif due is not None and monotonic() >= due:
                    due = None
                    if splitter.held:
                        self._process(parser.feed(splitter.rest()))
                        # It may be the beginning of something for the parser too.
                        due = monotonic() + constants.ESCAPE_DELAY
                    self._process(parser.tick())
        finally:
            selector.close()

    def _process(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self.process_message(message)


def meaningful_with_alt(keys: Iterable[str]) -> frozenset[str]:
    """The characters among bound keys that are meant with alt; a line feed stands for ctrl+j."""
    alt = {key.removeprefix("alt+") for key in keys if key.startswith("alt+")}
    return frozenset({key for key in alt if len(key) == 1} | ({"\n"} if "ctrl+j" in keys else set()))


def driver(kept: Collection[str]) -> type[TerminalDriver]:
    """The driver for these characters with alt."""
    return type("TerminalDriver", (TerminalDriver,), {"kept": kept})
