"""Keys from the terminal.

The driver is Textual's own except where a slip of the hand, or something a terminal may send, would be misread:

- An escape and the key typed right after it are two keys. Terminals send alt and a key as an escape and that key,
  and Textual takes one for the other.
- Pasted text is always text: no escape in it becomes a key, and a paste whose end got lost does not swallow
  every later key.
- A sequence that Textual's parser cannot read is dropped; in Textual, its exception ends the program.
- SIGCONT without an earlier stop starts no second thread that reads keys.
- SIGTSTP and SIGCONT are handled between two callbacks of the loop: in Textual they are handled wherever they arrive,
  even inside a write, whose lock is then waited for without end.
- A button that came up where nobody saw it drops nothing on the range board: Textual lets it come up where the
  pointer was seen last, and there nobody let go.
- The loop reads and writes by itself: Textual's threads for that wake up ten times a second, and after thirty frames
  that a terminal did not read the program would stand still.
"""

import asyncio
import os
import re
import select
import sys
import termios
from codecs import getincrementaldecoder
from collections.abc import Callable, Collection, Iterable
from time import monotonic
from typing import Any, Final, TextIO

from textual import constants, events
from textual._ansi_sequences import SYNC_END, SYNC_START
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size
from textual.message import Message

from tracker.tui.keys import TerminalGone

ESCAPE: Final = "\x1b"

ESCAPE_KEY: Final = "\x1b[27u"  # the escape key, in a form that cannot mean anything else
READ: Final = 4096  # the most bytes to read at once
PATIENCE: Final = 2.0  # the seconds in which a terminal must take something at the end

LATE: Final = 1.0  # the seconds of silence after which a single key ends a paste
MOST_PASTED: Final = 1_000_000  # the longest pasted text; the rest is dropped
PASTE_END: Final = "\x1b[201~"

_MARK: Final = re.compile("(\x1b\\[20[01]~)")  # the beginning and the end of a pasted text
_ESCAPE: Final = re.compile("\x1b(?![\\[OPX^_])")  # an escape that does not begin a terminal sequence

_BEGUN: Final = re.compile("\x1b(\\[(20?[01]?)?)?\\Z")
"""A possible beginning, at the end of a chunk, of the end of a pasted text or of another sequence."""

_ONE_KEY: Final = re.compile("[^\x1b]|\x1b|\x1b\\[[0-9;:]*[A-HP-Su~]|\x1bO[A-S]")  # a single key, as terminals send it
_PARTS: Final = re.compile("\x1b\\[[^@-~\x1b]*[@-~]|\x1b|[^\x1b]+")  # single sequences, and the text between them


class EscapeSplitter:
    """Separates escapes from the keys after them, in a text that comes in chunks.

    ``kept`` are the characters that are bound together with alt, and a line feed if ctrl+j is bound.
    """

    def __init__(self, kept: Collection[str] = ()) -> None:
        self._kept = kept
        self._pasted: int | None = None
        self._held = ""

    @property
    def held(self) -> bool:
        """Return whether the last chunk ended in an incomplete sequence."""
        return bool(self._held)

    def split(self, data: str, late: bool = False) -> str:
        """Return the next chunk for Textual's parser; ``late`` says that it came after a pause.

        An escape at its end is held back, and so is a possible half of the end of a pasted text.
        """
        if late and self._pasted is not None and _ONE_KEY.fullmatch(data):
            data = PASTE_END + data
        data = self._held + data
        begun = _BEGUN.search(data)
        self._held = begun.group() if begun else ""
        return "".join(map(self._part, _MARK.split(data[: begun.start()] if begun else data)))

    def rest(self) -> str:
        """Return what was held back with nothing following: an escape is a key, anything longer is left unchanged."""
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
            # Enter, typed before the program took over the terminal.
            text = text.replace("\n", "\r")
        return _ESCAPE.sub(self._apart, text)

    def _apart(self, match: re.Match[str]) -> str:
        return ESCAPE if match.string[match.end() : match.end() + 1] in self._kept else ESCAPE_KEY


class TolerantParser:
    """Textual's parser, replaced by a new one after a sequence it cannot read."""

    def __init__(self, debug: bool = False) -> None:
        self._debug = debug
        self._parser = XTermParser(debug)

    def feed(self, text: str) -> list[Message]:
        """Return the keys and other events in a chunk."""
        # Sequence by sequence, so that the text around an unreadable one is read.
        return [message for part in _PARTS.findall(text) for message in self._read(self._parser.feed, part)]

    def tick(self) -> list[Message]:
        """Return the events of an incomplete sequence that has waited long enough."""
        return self._read(self._parser.tick)

    def _read(self, read: Callable[..., Iterable[Message]], *part: str) -> list[Message]:
        try:
            return list(read(*part))
        except Exception:
            old, new = self._parser, XTermParser(self._debug)
            if old.terminal_pixel_size is not None and all(old.terminal_pixel_size):
                # Mouse positions are reported in pixels from now on.
                new.mouse_pixels = old.mouse_pixels
                new.terminal_size, new.terminal_pixel_size = old.terminal_size, old.terminal_pixel_size
            self._parser = new
            return []


class TerminalDriver(LinuxDriver):
    """Textual's terminal driver, with the differences listed in the module's docstring."""

    kept: Collection[str] = ()  # the characters that are bound together with alt, and a line feed if ctrl+j is bound

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._attributes: list[Any] | None = None
        self._reading = self._suspended = False  # keys are read always, except while the program is stopped
        self._parser, self._splitter = TolerantParser(self._debug), EscapeSplitter(self.kept)
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._last = 0.0
        self._due: asyncio.TimerHandle | None = None
        self._picture: list[str] = []
        self._stream: TextIO = self._file or sys.stderr
        self._unsent = bytearray()
        self._out = -1

    def start_application_mode(self) -> None:
        before = self._key_thread
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self._key_thread is before:  # The program was continued in the background: the terminal is not its own.
            return
        try:
            self._attributes = termios.tcgetattr(self.fileno)
        except termios.error:
            self._attributes = None
        self._last = monotonic()
        self._reading = True
        self._loop.add_reader(self.fileno, self._read)

    def _sigtstp_application(self, *_: object) -> None:
        self._soon(super()._sigtstp_application)

    def _sigcont_application(self, *_: object) -> None:
        self._soon(super()._sigcont_application)

    def _soon(self, do: Callable[[], None]) -> None:
        if self._loop.is_closed():
            do()
        else:
            self._loop.call_soon_threadsafe(do)

    def suspend_application_mode(self) -> None:
        """Give the terminal back for a while, unless the program is ending."""
        if self._reading:
            self._suspended = True
            super().suspend_application_mode()

    def resume_application_mode(self) -> None:
        """Continue after a stop, or after SIGCONT alone; not while the program is ending."""
        if self._reading:
            self._take_again()
        elif self._suspended:
            super().resume_application_mode()
            self._suspended = not self._reading

    def _take_again(self) -> None:
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

    def disable_input(self) -> None:
        self._stop_reading()
        super().disable_input()

    def close(self) -> None:
        super().close()
        while self._unsent and select.select([], [self._out], [], PATIENCE)[1]:
            self._send()
        self._unsent.clear()
        if self._out >= 0:
            self._loop.remove_writer(self._out)
            os.close(self._out)
            self._out = -1

    def write(self, data: str) -> None:
        """Write a frame in one piece, and what the terminal does not take yet as soon as it does."""
        if data == SYNC_START or self._picture:
            self._picture.append(data)
            if data != SYNC_END:
                return
            data = "".join(self._picture)
            self._picture.clear()
        held = bool(self._unsent)
        self._unsent += data.encode(self._stream.encoding, "backslashreplace")
        if not held:
            self._send()

    def _send(self) -> None:
        """Send what the terminal takes now; the rest follows when it takes more."""
        if self._out < 0:
            self._out = _opened(self._stream.fileno())
        try:
            del self._unsent[: os.write(self._out, self._unsent)]
        except BlockingIOError:
            pass
        except OSError as error:
            self._unsent.clear()
            self._report(error)
        if self._unsent:
            self._loop.add_writer(self._out, self._send)
        else:
            self._loop.remove_writer(self._out)

    def _report(self, error: Exception) -> None:
        """Say that the terminal is gone, when nothing else is being done."""
        gone = TerminalGone()
        gone.__cause__ = error
        self._loop.call_soon(self._loop.call_exception_handler, {"message": "terminal", "exception": gone})

    def _run_input_thread(self) -> None:
        """Return at once: the loop itself reads the keys."""

    def _stop_reading(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None
        if self._reading:
            self._reading = False
            self._loop.remove_reader(self.fileno)

    def _read(self) -> None:
        try:
            data = os.read(self.fileno, READ)
            if not data:
                raise EOFError
        except (OSError, EOFError) as error:
            self._stop_reading()
            self._report(error)
            return
        late, self._last = monotonic() - self._last > LATE, monotonic()
        self._pass_on(self._parser.feed(self._splitter.split(self._decode(data), late)))
        if self._due is not None or ESCAPE.encode() in data:
            self._wait()

    def _wait(self) -> None:
        """Wait for the rest of a sequence that may have been cut in two; after this time it is not coming."""
        if self._due is not None:
            self._due.cancel()
        self._due = self._loop.call_later(constants.ESCAPE_DELAY, self._waited)

    def _waited(self) -> None:
        self._due = None
        if self._splitter.held:
            self._pass_on(self._parser.feed(self._splitter.rest()))
            # It may be the beginning of something for the parser too.
            self._wait()
        self._pass_on(self._parser.tick())

    def send_message(self, message: Message) -> None:
        """Put a message in the app's queue."""
        self._app.post_message(message)

    def _pass_on(self, messages: list[Message]) -> None:
        for message in messages:
            if isinstance(message, events.MouseMove) and not message.button:
                if hasattr(self._app.mouse_captured, "let_go"):
                    self._down_buttons.clear()
            self.process_message(message)


def _opened(terminal: int) -> int:
    """Return a descriptor of the same terminal that never blocks; that of other programs stays as it is."""
    try:
        return os.open(os.ttyname(terminal), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return os.dup(terminal)


def meaningful_with_alt(keys: Iterable[str]) -> frozenset[str]:
    """Return the characters that are bound with alt; a line feed stands for ctrl+j."""
    alt = {key.removeprefix("alt+") for key in keys if key.startswith("alt+")}
    return frozenset({key for key in alt if len(key) == 1} | ({"\n"} if "ctrl+j" in keys else set()))
