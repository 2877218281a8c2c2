"""``python -m tests.demo``: makes the pictures of the program in .github/pictures. Names after it make just those.

The program runs in a terminal emulator; after each step its screen becomes a frame of a moving SVG, or a picture of its
own. Lines that stand in several frames are drawn once and used again. Under the screen stand the keys and what they do.
A reader who asked for less motion sees the first frame. The pictures that a browser takes are made by
``python -m tests.web.moving``.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from tests.terminal.terminal import ENTER, ESCAPE, TAB, Terminal

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / ".github" / "pictures"

COLUMNS: Final = 100
LINES: Final = 28
WIDE: Final = 8.4
HIGH: Final = 18
INK, GROUND = "#c8c8c8", "#101014"
NBSP: Final = "\u00a0"
"""A blank that is never dropped."""

DOWN: Final = "\x1b[B"


class Step(NamedTuple):
    """Keys, what the line under the picture says, a text to wait for, and the seconds that the picture stands."""

    keys: str
    says: str
    expected: str = ""
    seconds: float = 2.0


class Recording(NamedTuple):
    """A moving picture, or with ``stills`` one for each step that says something: what it shows, and how it is made.

    The program opens a fight that the lines of ``fight`` made in Outgunned, or its start screen where there are none.
    """

    shows: str
    fight: str
    steps: Sequence[Step]
    stills: bool = False


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

RECORDINGS: Final = {
    "fight": Recording(
        "A short fight on the main screen: the odds, an attack with its result, cover, the next turn",
        FIGHT,
        (
            Step("", "The heroes' turn; an arrow marks who still acts."),
            Step(
                "o",
                "o   the odds against every target, what it takes of them, and the chance to drop them",
                "pair or better",
                3,
            ),
            Step(ESCAPE, "esc", seconds=0.8),
            Step("a", "a   attack: what is rolled and why stands there before the dice fall", "attack", 2.6),
            Step("c", "c   a critical success, as the dice on the table show", seconds=2.6),
            Step(ENTER, "enter   it is done, logged, and on the disk", seconds=2.6),
            Step("c", "c   cover", seconds=1.2),
            Step("p", "p   partial", seconds=2.0),
            Step("n", "n   next", seconds=2.0),
            Step("u", "u   undo", seconds=2.0),
        ),
    ),
    "amend": Recording(
        "Undo, and an old line amended: a result of the round before is changed, and the rest is played again",
        FIGHT,
        (
            Step("", "Round 2. Something was noted wrongly in round 1."),
            Step("u", "u   undo takes back the last step, and the one before, without end", seconds=2.4),
            Step("U", "U   redo", seconds=1.6),
            Step("g", "g   every line done, with the fight as it stood after it", "What happened there", 3),
            Step("kkkkk", "k   five lines up: the attack of round 1", "line 14:", 2.4),
            Step("a", "a   amend: the line, as it was typed", "was: Sam attacks", 2.4),
            Step("\x7f" * len("2b weapon=smg") + "c", "it was a critical success, not two basic ones", "critical", 3),
            Step(ENTER, "enter   all later lines are played again, with the dice and choices they had", seconds=3),
            Step(
                ESCAPE,
                "esc   back at the table; the earlier way stays in the list, and one undo returns to it",
                seconds=3,
            ),
        ),
    ),
    "evening": Recording(
        "The first evening, step by step",
        "",
        (
            Step("", "The start screen."),
            Step("l", "", "title"),
            Step(f"The Old Bridge{ENTER}", "A session begins.", "Nobody is here yet"),
            Step(f":add Ann hp=24 ac=16 str=16 dex=14{ENTER}", "", "Ann joins"),
            Step(f":arm Ann longsword hit=6 dice=1d8+3 ; add Bob hp=18 ac=13 dex=14{ENTER}", "", "Bob joins"),
            Step(f":arm Bob shortbow hit=4 dice=1d6+2{ENTER}", "The heroes are there.", "Bob carries"),
            Step("+goblin w", "+   the library while one types", "Goblin Warrior"),
            Step(f"{DOWN}{TAB}4{ENTER}", "Four goblins in one line.", "Goblin Warrior ×4"),
            Step(f"I17{TAB}9{TAB}12", "I   initiative, as the dice on the table show", "will: Initiative: Goblin"),
            Step(ENTER, "", "Initiative: Ann has 17"),
            Step("n", "n   the first turn", "ROUND 1"),
            Step("a", "a   attack: what is rolled, against what, and how likely that is", "9 or more"),
            Step(f"18{TAB}9", "18, tab, 9   the result, and the damage", "damage 9"),
            Step(ENTER, "enter   it is done", "10 → 1"),
            Step("d", "d   hurt by hand", "hurt"),
            Step(ESCAPE, ""),
            Step("u", "u   undo", "taken back"),
            Step("U", "", "10 → 1"),
            Step("g", "g   every line done", "attack Ann"),
            Step(ESCAPE, ""),
            Step("?", "?   help", "help"),
            Step(ESCAPE, ""),
            Step(f":end{ENTER}", ":end   the fight is over", "The fight in figures"),
        ),
        stills=True,
    ),
}


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


def caption(says: str) -> str:
    """The line under the screen."""
    y = (LINES + 1) * HIGH - 2
    return f'<text x="0" y="{y}" fill="#ffffff" font-size="15">{escape(says.replace(" ", NBSP))}</text>' if says else ""


def recorded(recording: Recording, still: bool = True) -> list[list[str]]:
    """The lines of the screen after each step, as SVG; not ``still``, some of them may yet change."""
    frames = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "demo.json"
        program = [sys.executable, "-m", "tracker.cli.main"]
        home = {"XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": folder, "TRACKER_SAVES": folder}
        os.environ.pop("NO_COLOR", None)
        opened = []
        if recording.fight:
            script = Path(folder) / "script"
            script.write_text(recording.fight, encoding="utf-8")
            run = [*program, "run", str(script), "--system", "outgunned", "--seed", "7", "--save", str(path)]
            with Terminal(run, env=home) as made:
                if made.ended():
                    raise SystemExit(made.text)
            opened = [str(path)]
        with Terminal([*program, *opened], (COLUMNS, LINES), home) as terminal:
            terminal.wait("? help")
            for step in recording.steps:
                terminal.send(step.keys)
                terminal.wait(step.expected)
                while still and (terminal.pending() or _more(terminal)):
                    terminal.read(0.1)
                frames.append([line(terminal, y) for y in range(LINES)])
    # The folder is another each time and nobody's business.
    return [[drawn.replace(folder, "~/tracker") for drawn in frame] for frame in frames]


def _more(terminal: Terminal) -> bool:
    """Whether the program writes something within the time in which what changed stops flashing."""
    before = len(terminal.raw)
    terminal.read(0.8)
    return len(terminal.raw) > before


def svg(shows: str, frames: Sequence[tuple[list[str], Step]]) -> str:
    """The frames one after the other, for ever; a single one stands still."""
    whole = sum(step.seconds for _, step in frames)
    ids: dict[str, str] = {}
    styles, groups, begun = [], [], 0.0
    for number, (lines, step) in enumerate(frames):
        start, end = 100 * begun / whole, 100 * (begun + step.seconds) / whole
        hidden = f"0%{{opacity:0}}{start:.2f}%{{opacity:1}}" if number else "0%{opacity:1}"
        if len(frames) > 1:
            styles.append(f"@keyframes f{number}{{{hidden}{end:.2f}%{{opacity:0}}100%{{opacity:0}}}}")
            styles.append(f"#f{number}{{animation:f{number} {whole:g}s step-end infinite}}")
        used = [
            f'<use href="#{ids.setdefault(drawn, f"l{len(ids)}")}" y="{y * HIGH}"/>'
            for y, drawn in enumerate(lines)
            if drawn
        ]
        hide = ' opacity="0"' if number else ""
        groups.append(f'<g id="f{number}"{hide}>{"".join(used)}{caption(step.says)}</g>')
        begun += step.seconds
    if styles:
        styles.append("@media(prefers-reduced-motion:reduce){g{animation:none!important}}")
    width, height = COLUMNS * WIDE, (LINES + 1) * HIGH + 4
    defs = "".join(f'<g id="{id_}">{drawn}</g>' for drawn, id_ in ids.items())
    style = f"<style>{''.join(styles)}</style>\n" if styles else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 {width + 16:g} {height + 16}" '
        f'width="{width + 16:g}" height="{height + 16}" role="img" '
        'font-family="ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace" font-size="14">\n'
        f"<title>{escape(shows)}</title>\n{style}"
        f'<rect x="-8" y="-8" width="100%" height="100%" rx="6" fill="{GROUND}"/>\n'
        f"<defs>{defs}</defs>\n" + "\n".join(groups) + "\n</svg>\n"
    )


def pictures(name: str) -> dict[str, str]:
    """The pictures of a recording by the names of their files."""
    recording = RECORDINGS[name]
    frames = list(zip(recorded(recording), recording.steps, strict=True))
    if not recording.stills:
        return {f"{name}.svg": svg(recording.shows, frames)}
    said = [frame for frame in frames if frame[1].says]
    return {f"{name}-{number}.svg": svg(frame[1].says, [frame]) for number, frame in enumerate(said, 1)}


def main(names: Sequence[str]) -> int:
    """Record and write the pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name in names or RECORDINGS:
        for file, text in pictures(name).items():
            (FOLDER / file).write_text(text, encoding="utf-8")
            print(f"{file}: {len(text) // 1024} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
