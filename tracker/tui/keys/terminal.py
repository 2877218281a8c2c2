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
- Waiting for keys uses no time: Textual wakes up ten times a second.
"""

import os
import re
import selectors
import termios
from codecs import getincrementaldecoder
from collections.abc import Callable, Collection, Iterable
from threading import Event
from time import monotonic
from typing import Any, Final

from textual import constants, events
from textual._ansi_sequences import SYNC_END, SYNC_START
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size
from textual.message import Message

ESCAPE: Final = "\x1b"

ESCAPE_KEY: Final = "\x1b[27u"  # the escape key, in a form that cannot mean anything else
READ: Final = 4096  # the most bytes to read at once

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


class WakeEvent(Event):
    """An event that a selector can wait for together with a terminal."""

    def __init__(self) -> None:
        super().__init__()
        self._reader, self._writer = os.pipe()

    def fileno(self) -> int:
        """Return the descriptor that is readable while the event is set."""
        return self._reader

    def set(self) -> None:
        if not self.is_set():
            super().set()
            os.write(self._writer, b"!")

    def clear(self) -> None:
        if self.is_set():
            super().clear()
            os.read(self._reader, 1)

    @property
    def closed(self) -> bool:
        """Return whether the event was closed."""
        return self._reader < 0

    def close(self) -> None:
        """Close its pipe; calling it again does nothing."""
        if not self.closed:
            os.close(self._reader)
            os.close(self._writer)
            self._reader = self._writer = -1


class TerminalDriver(LinuxDriver):
    """Textual's terminal driver, with the differences listed in the module's docstring."""

    kept: Collection[str] = ()  # the characters that are bound together with alt, and a line feed if ctrl+j is bound

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.exit_event = self._wake = WakeEvent()
        self._attributes: list[Any] | None = None
        self._suspended = False
        self._picture: list[str] = []

    @property
    def _reading(self) -> bool:
        """Return whether keys are read: always, except while the program is stopped."""
        return self._key_thread is not None and self._key_thread.is_alive()

    def start_application_mode(self) -> None:
        if self._wake.closed:
            self.exit_event = self._wake = WakeEvent()
        super().start_application_mode()  # type: ignore[no-untyped-call]
        try:
            self._attributes = termios.tcgetattr(self.fileno)
        except termios.error:
            self._attributes = None

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

    def close(self) -> None:
        super().close()
        self._wake.close()

    def write(self, data: str) -> None:
        """Write a frame in one piece, so that its parts do not each wake the writing thread."""
        if data == SYNC_START or self._picture:
            self._picture.append(data)
            if data != SYNC_END:
                return
            data = "".join(self._picture)
            self._picture.clear()
        super().write(data)

    def _run_input_thread(self) -> None:
        """Run the input loop; exceptions go to ``threading.excepthook`` with their traceback."""
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
                    # A sequence may have been cut in two; after this time the rest is not coming.
                    due = monotonic() + constants.ESCAPE_DELAY if due is not None or ESCAPE.encode() in data else None
                elif due is not None and monotonic() >= due:
                    due = None
                    if splitter.held:
                        self._process(parser.feed(splitter.rest()))
                        # It may be the beginning of something for the parser too.
                        due = monotonic() + constants.ESCAPE_DELAY
                    self._process(parser.tick())
        finally:
            selector.close()

    def send_message(self, message: Message) -> None:
        """Put a message in the app's queue."""
        self._app.post_message(message)

    def _process(self, messages: Iterable[Message]) -> None:
        """Have the loop take keys that were read together in one turn, so that they are one picture."""
        if together := [*messages]:
            self._loop.call_soon_threadsafe(self._pass_on, together)

    def _pass_on(self, messages: list[Message]) -> None:
        for message in messages:
            if isinstance(message, events.MouseMove) and not message.button:
                if hasattr(self._app.mouse_captured, "let_go"):
                    self._down_buttons.clear()
            self.process_message(message)


def meaningful_with_alt(keys: Iterable[str]) -> frozenset[str]:
    """Return the characters that are bound with alt; a line feed stands for ctrl+j."""
    alt = {key.removeprefix("alt+") for key in keys if key.startswith("alt+")}
    return frozenset({key for key in alt if len(key) == 1} | ({"\n"} if "ctrl+j" in keys else set()))
