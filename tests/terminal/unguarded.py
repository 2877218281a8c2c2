"""Foreign texts that try to control the terminal, their sources, and their expected appearance.

Run as ``python -m tests.terminal.unguarded WITHOUT start FOLDER`` or ``... WITHOUT fight FOLDER`` it is the program
with one wall taken out: ``entrance``, ``helper``, ``filter``, or ``nothing``. The walls are taken out here, from
outside; the program has no switch for it.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from pathlib import Path
from typing import Any

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from tests.terminal.hostile_texts import HOSTILE, TITLE, fight
from tracker.combat import text as clean
from tracker.combat.events import Joined, TitleBecame
from tracker.combat.records import Entry
from tracker.combat.scene import Combatant
from tracker.storage import format as records
from tracker.tui import app, shutdown
from tracker.tui.look import painted as wall
from tracker.tui.look import text
from tracker.tui.look.load_options import load_options
from tracker.tui.look.preferences import Options

MORE: tuple[str, ...] = (
    "A" + "\u0301\u0316" * 200,
    "B\u200b\u200d\u2060\ufeffB",
    "👩\u200d🚀 C",
    "שלום עולם",
    "\u202e\u2067\u061cD\u200f",
    "E\tE\nE\r\nE\u2028E\x85E",
    "F\ud800F",
    "G" * 500,
    "#; =\"\\'H",
    "\x1b]0;" + TITLE + "\x9cI",
    "\x1b[6n\x1b[cJ",
    "\x1b_K\x1b\\",
)
"""Beyond those of the main screen's own test: endless marks, characters without width, both directions."""

STRANGE: tuple[str, ...] = (*HOSTILE, *MORE)

OWN = re.compile(
    r"\x1b\[\d+;\d+r\x1b\[\d+H(?:\r?\n|\x1bM)\x1b\[r|"
    r"\x1b\[[0-9;]*[mHdABCD]|\x1b\[\?(?:7|25|1000|1002|1003|1004|1006|1015|1016|1049|2004|2026|2031|2048)[hl]"
    r"|\x1b\[\?[0-9]+\$p|\x1b\[[<>=][0-9;]*u|\x1b\]22;[a-z-]*(?:\x07|\x1b\\)|\r|\n"
)
"""What Textual itself sends, and how lines are moved."""

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def leaks(raw: bytes) -> list[str]:
    """What else a terminal would obey, with what follows it."""
    sent = raw.decode(errors="replace")
    rest = OWN.sub("", sent)
    found = [rest[each.start() : each.start() + 20] for each in CONTROL.finditer(rest)]
    return found + (["the other screen left"] if sent.count("\x1b[?1049l") > 1 else [])


def unclean(file: Path) -> list[str]:
    """The texts in a session's file that no entrance should have let in."""
    found: list[str] = []

    def look(value: Any) -> None:
        if isinstance(value, str):
            bad = CONTROL.search(value.replace("\n", "")) or unicodedata.normalize("NFC", value) != value
            found.extend([value[:40]] if bad or "\u0301\u0316" * 31 in value else [])
        elif isinstance(value, dict):
            look([*value, *value.values()])
        elif isinstance(value, list):
            for each in value:
                look(each)

    look(json.loads(file.read_bytes()))
    return found


# Where they come from


def folder_of_strangers(folder: Path) -> None:
    """Sessions of strangers, written past everything that cleans, under names and titles of that kind."""
    from tracker.storage.format import now
    from tracker.storage.journal import Journal

    folder.mkdir(parents=True)
    for place, bad in enumerate(STRANGE):
        name = "".join(each for each in bad if each not in "/\0\ud800")[:40]
        if len(name.encode()) > 200:
            name = name[:20]
        title = bad.replace("\ud800", "") if place % 2 else ""
        one = Combatant("", "heroes")
        id_ = 1
        entry = Entry(id_, 0, "", f"title {title}", title, (Joined((title or "x",), one), TitleBecame(title)), (), ())
        with Journal.create(str(folder / f"{place}{name}.json"), "outgunned", now, f"{place:032}") as save:
            save.append((entry,))


def choices_of_strangers(folder: Path) -> None:
    """Keymap, choices and themes of strangers in a config folder."""
    (folder / "themes").mkdir(parents=True)
    lines = [json.dumps(each.replace("\ud800", "")).replace("\\/", "/") + ' = "\\u001b"' for each in STRANGE]
    (folder / "keymap.toml").write_text("\n".join(dict.fromkeys(lines)) + "\n", encoding="utf-8")
    (folder / "screen.toml").write_text('"\\u001b]0;PWNED\\u0007" = 1\ntheme = "\\u001b[2J"\n', encoding="utf-8")
    for place, bad in enumerate(STRANGE):
        stem = "".join(each for each in bad if each not in "/\0\ud800")[:20]
        (folder / "themes" / f"{place}{stem}.toml").write_text('"[/nope]\\u009b" = "[@click=app.quit]"', "utf-8")


# The program without one of its walls


def replaced(old: object, new: object) -> None:
    """Put something else in the place of a function, wherever the program knows it by name."""
    for name, module in list(sys.modules.items()):
        if name.startswith("tracker.") and module is not None:
            for word, value in list(vars(module).items()):
                if value is old:
                    setattr(module, word, new)


def take_out(which: str) -> None:
    """Take one wall out."""
    from tracker import session  # noqa: F401
    from tracker.tui.keys import keymap  # noqa: F401
    from tracker.tui.screens import help, history, main, sessions, settings  # noqa: F401
    from tracker.tui.strip import command_bar as bar  # noqa: F401

    def as_it_is(given: str, *_: object) -> str:
        return given

    if which == "entrance":
        for each in (clean.strip_controls, clean.clean_line, clean.clean_command, clean.clean_typed):
            replaced(each, as_it_is)
        records.has_controls = lambda text: False
    elif which == "helper":
        replaced(text.plain, as_it_is)
        replaced(text._stripped, as_it_is)
    elif which == "filter":
        wall.ControlFilter.apply = lambda self, segments, background: segments  # type: ignore[method-assign]


class Careless(Widget):
    """What somebody might add one day: a widget that knows nothing of the helper."""

    DEFAULT_CSS = "Careless { height: 1; dock: top; }"

    def render_line(self, y: int) -> Strip:
        return Strip([Segment("".join(STRANGE[:12]))])


class Fight(app.TrackerApp):
    """The screen with a careless widget in it."""

    CSS_PATH = str(Path(app.__file__).with_name("main.tcss"))

    def _settled(self) -> None:
        super()._settled()
        self.screen.mount(Careless())


def main(which: str, kind: str, folder: str) -> int:
    """The start screen over a folder of strangers, or a fight that came past the entrance."""
    take_out(which)
    if kind == "start":
        program = app.TrackerApp(saves=folder, options=load_options())
    else:
        program = Fight(fight(STRANGE), saves=folder, options=Options(animations=False))
    with program.exit_handler:
        program.run()
        return shutdown.close_and_report(program)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
