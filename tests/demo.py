"""``python -m tests.demo``: makes the picture in the README, a short fight in the real program as a moving SVG.

The program runs in a terminal emulator; after each key its screen becomes a frame. Lines that stand in several frames
are drawn once and used again.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final

from tests.terminal.terminal import ENTER, Terminal

ROOT: Final = Path(__file__).resolve().parent.parent
FILE: Final = ROOT / ".github" / "demo.svg"

COLUMNS: Final = 100
LINES: Final = 28
WIDE: Final = 8.4
HIGH: Final = 18
INK, GROUND = "#c8c8c8", "#101014"
NBSP: Final = "\u00a0"
"""A blank that is never dropped."""

FIGHT: Final = """\
title The Warehouse
add Savar pool=6
add Sam pool=5
add Ivy pool=5
add Goons side=enemies count=3 preset=goons-1
add Orlova side=enemies grit=9 attack=critical defense=critical
arm Savar pistol
arm Sam smg
arm Ivy pistol
cover Sam partial what=crates
cover Ivy total what="the forklift"
range Ivy Orlova close
begin action
attack sam "goons 1" 2b
attack ivy orlova c
next
react savar 0 vs=orlova
react sam b vs="goons 2"
next
"""

STEPS: Final = (
    ("", "", 2.0),
    ("o", "pair or better", 2.4),
    ("\x1b", "", 0.8),
    ("a", "attack", 1.6),
    ("c", "", 1.8),
    (ENTER, "", 2.4),
    ("c", "", 1.2),
    ("p", "", 2.0),
    ("n", "", 2.0),
    ("u", "", 1.8),
)
"""Keys, a text to wait for, and the seconds that the picture stands."""

Run = tuple[int, str, str, str, bool]
"""Where a piece of a line begins, its text, its colour, its ground, whether it is bold."""


def colour(name: str, usual: str) -> str:
    """A colour of the emulator as SVG writes it."""
    return usual if name == "default" else f"#{name}" if len(name) == 6 else name


def runs(terminal: Terminal, y: int) -> Iterator[Run]:
    """The pieces of a line that look alike."""
    start, text, look = 0, "", ("", "", False)
    for x in range(COLUMNS):
        cell = terminal.screen.buffer[y][x]
        ink, ground = colour(cell.fg, INK), colour(cell.bg, GROUND)
        now = (ground, ink, cell.bold) if cell.reverse else (ink, ground, cell.bold)
        if now != look:
            if text:
                yield start, text, *look
            start, text, look = x, "", now
        text += cell.data
    yield start, text, *look


def line(terminal: Terminal, y: int) -> str:
    """A line of the screen as SVG, at the top of the picture."""
    drawn = []
    for x, text, ink, ground, bold in runs(terminal, y):
        if ground != GROUND:
            drawn.append(f'<rect x="{x * WIDE:.1f}" width="{len(text) * WIDE:.1f}" height="{HIGH}" fill="{ground}"/>')
        if text.strip():
            first = len(text) - len(text.lstrip())
            kept = text.strip()
            weight = ' font-weight="bold"' if bold else ""
            drawn.append(
                f'<text x="{(x + first) * WIDE:.1f}" y="14" fill="{ink}"{weight} '
                f'textLength="{len(kept) * WIDE:.1f}">{escape(kept.replace(" ", NBSP))}</text>'
            )
    return "".join(drawn)


def recorded() -> list[tuple[list[str], float]]:
    """The lines of each frame, and the seconds that it stands."""
    frames = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "demo.json"
        program = [sys.executable, "-m", "tracker.cli.main"]
        home = {"XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": folder, "TRACKER_SAVES": folder}
        os.environ.pop("NO_COLOR", None)
        script = Path(folder) / "script"
        script.write_text(FIGHT, encoding="utf-8")
        run = [*program, "run", str(script), "--system", "outgunned", "--seed", "7", "--save", str(path)]
        with Terminal(run, env=home) as made:
            if made.ended():
                raise SystemExit(made.text)
        with Terminal([*program, str(path)], (COLUMNS, LINES), home) as terminal:
            terminal.wait("actions")
            for key, expected, seconds in STEPS:
                terminal.send(key)
                if expected:
                    terminal.wait(expected)
                while terminal.pending() or _more(terminal):
                    terminal.read(0.1)
                frames.append(([line(terminal, y) for y in range(LINES)], seconds))
    return frames


def _more(terminal: Terminal) -> bool:
    """Whether the program writes something within the time in which what changed stops flashing."""
    before = len(terminal.raw)
    terminal.read(0.8)
    return len(terminal.raw) > before


def svg(frames: Sequence[tuple[list[str], float]]) -> str:
    """The frames one after the other, for ever."""
    whole = sum(seconds for _, seconds in frames)
    ids: dict[str, str] = {}
    styles, groups, begun = [], [], 0.0
    for number, (lines, seconds) in enumerate(frames):
        start, end = 100 * begun / whole, 100 * (begun + seconds) / whole
        hidden = f"0%{{opacity:0}}{start:.2f}%{{opacity:1}}" if number else "0%{opacity:1}"
        styles.append(f"@keyframes f{number}{{{hidden}{end:.2f}%{{opacity:0}}100%{{opacity:0}}}}")
        styles.append(f"#f{number}{{animation:f{number} {whole:g}s step-end infinite}}")
        used = [
            f'<use href="#{ids.setdefault(drawn, f"l{len(ids)}")}" y="{y * HIGH}"/>'
            for y, drawn in enumerate(lines)
            if drawn
        ]
        hide = ' opacity="0"' if number else ""
        groups.append(f'<g id="f{number}"{hide}>{"".join(used)}</g>')
        begun += seconds
    width, height = COLUMNS * WIDE, LINES * HIGH
    defs = "".join(f'<g id="{id_}">{drawn}</g>' for drawn, id_ in ids.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 {width + 16:g} {height + 16}" '
        'font-family="ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace" font-size="14">\n'
        f"<title>A short fight in the combat tracker</title>\n<style>{''.join(styles)}</style>\n"
        f'<rect x="-8" y="-8" width="100%" height="100%" rx="6" fill="{GROUND}"/>\n'
        f"<defs>{defs}</defs>\n" + "\n".join(groups) + "\n</svg>\n"
    )


def main() -> int:
    """Record the fight and write the picture."""
    FILE.write_text(svg(recorded()), encoding="utf-8")
    print(f"{FILE.relative_to(ROOT)}: {FILE.stat().st_size // 1024} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
