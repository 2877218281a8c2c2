"""A story as one HTML file that replays it: a slider over every moment, positions, charts, luck, the log.

The file needs nothing from outside and its own policy forbids any request; only its own script and style, named by
their hashes, may run. Names and texts are escaped in the page, and set as text by the script. The log, the figures and
the charts work without the script, and on paper.
"""

import hashlib
from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import escape
from importlib import resources
from itertools import count
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tracker.combat.scene import HEROES
from tracker.combat.text import one_line, strip_controls
from tracker.export.book import BOOK, Book, sections
from tracker.export.chronicle import Chronicle, FightStory, Row, StorySection, courses, figure_sections
from tracker.players.projection import SeenBand

WIDTH: Final = 1000
HEIGHT: Final = 100  # the measures of a chart in its own units
_ESCAPED: Final = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}  # what could end a script element
DOWN: Final = frozenset({"unhurt", "hurt", "bad"})  # states of somebody who is still up


def as_html(chronicle: Chronicle) -> str:
    """Return the whole file."""
    script = part("replay.js")
    title = text(chronicle.title or chronicle.game)
    day = chronicle.moments[0].at[:10] if chronicle.moments else ""
    subtitle = text(" · ".join(filter(None, (chronicle.game if chronicle.title != chronicle.game else "", day))))
    data = msgspec.json.encode(_Packer(chronicle).packed()).decode().translate(_ESCAPED)
    return "".join(
        (
            _head(title, part("replay.css"), f"script-src '{hashed(script)}'; "),
            f'<header><h1>{title}</h1><p class="quiet">{subtitle}</p></header>\n',
            part("controls.html").format(last=max(0, len(chronicle.moments) - 1)),
            '<div class="both">\n<div>\n',
            '<div id="board-part"><div id="people"></div>',
            '<div id="board-head" hidden><h2>Where they stand</h2><div class="scroll"><table id="board"></table></div>',
            "</div></div>\n",
            _charts(chronicle),
            *(_figures(chronicle, number, fight) for number, fight in enumerate(chronicle.fights, 1)),
            '</div>\n<main id="log" aria-label="The log">\n',
            *_log(chronicle),
            "</main>\n</div>\n",
            f'<script type="application/json" id="fight">{data}</script>\n',
            f"<script>{script}</script>\n</body>\n</html>\n",
        )
    )


def book_as_html(told: Book) -> str:
    """Return the book of a campaign as one file, without a script."""
    body = "\n".join((f"<h1>{BOOK}</h1>", *map(_section, sections(told))))
    return f"{_head(BOOK, part('replay.css'))}<main>\n{body}\n</main>\n</body>\n</html>\n"


def _head(title: str, style: str, scripts: str = "") -> str:
    """Return a page up to its body; ``scripts`` is what its policy says of them."""
    policy = f"default-src 'none'; {scripts}style-src '{hashed(style)}'; base-uri 'none'; form-action 'none'"
    return part("head.html").format(policy=policy, title=title, style=style)


def text(given: str) -> str:
    """Return a text from people, harmless in the page."""
    return escape(_clean(given), quote=True)


@cache
def part(name: str) -> str:
    """Return a file that goes into a page whole."""
    return resources.files("tracker.export.replay").joinpath(name).read_text("utf-8")


def hashed(part: str) -> str:
    """Return the name of a style or a script in the page's policy."""
    return f"sha256-{b64encode(hashlib.sha256(part.encode()).digest()).decode()}"


def _log(chronicle: Chronicle) -> Iterator[str]:
    """Return every line with the number of its moment; headings where a fight or a turn begins."""
    firsts = {fight.first for fight in chronicle.fights} if len(chronicle.fights) > 1 else set()
    titles = {fight.first: fight.title for fight in chronicle.fights}
    turn = ""
    yield "<h2>Log</h2>\n"
    for place, moment in enumerate(chronicle.moments):
        if place in firsts and (title := titles[place] or moment.section):
            yield f'<h2 data-m="{place}">{text(title)}</h2>\n'
        if moment.turn != turn and moment.turn:
            yield f'<h3 data-m="{place}">{text(moment.turn)}</h3>\n'
        turn = moment.turn
        for line in moment.lines:
            kind = ' class="note"' if moment.note else ""
            told = f"<b>{text(line.outcome)}</b> {text(line.text)}".rstrip() if line.outcome else text(line.text)
            yield f'<p data-m="{place}"{kind}>{told}</p>\n'


def _charts(chronicle: Chronicle) -> str:
    lines = courses(chronicle, 60)  # more would be unreadable
    if not lines:
        return ""
    last = max(1, len(chronicle.moments) - 1)
    figures = []
    for name, side, label, most, steps in lines:
        kind = "" if side == HEROES else ' class="others"'
        caption = f'<b>{text(name)}</b> <span class="quiet">{text(label)}, of {most}: now {steps[-1][1]}</span>'
        figures.append(
            f"<figure{kind}><figcaption>{caption}</figcaption>"
            f'<svg viewBox="0 -4 {WIDTH} {HEIGHT + 8}" preserveAspectRatio="none" role="img" '
            f'aria-label="{text(name)}: {text(label)} over time"><path class="step" d="{_path(steps, most, last)}"/>'
            f'<line class="cursor" x1="{WIDTH}" x2="{WIDTH}" y1="-4" y2="{HEIGHT + 4}"/></svg></figure>'
        )
    return f'<h2>Over time</h2>\n<div class="charts">{"".join(figures)}</div>\n'


def _path(steps: Iterable[tuple[int, int]], most: int, last: int) -> str:
    """Return a step line: a value holds until the next one."""
    commands: list[str] = []
    for place, value in steps:
        x, y = place * WIDTH // last, HEIGHT - value * HEIGHT // max(1, most)
        commands.append(f"H{x}V{y}" if commands else f"M{x} {y}")
    return "".join(commands) + f"H{WIDTH}"


def _figures(chronicle: Chronicle, number: int, fight: FightStory) -> str:
    several = f": {fight.title or f'fight {number}'}" if len(chronicle.fights) > 1 else ""
    return "".join(
        f"{_section(replace(section, title=section.title + several) if section.heads else section)}\n"
        for section in figure_sections(fight)
    )


def _section(section: StorySection) -> str:
    """Return a heading with its table and its list; nothing where there is nothing."""
    heading = f"<h2>{text(section.title)}</h2>" if section.title else ""
    figures = table(section.heads, section.rows) if section.heads else ""
    lines = "".join(f"<li>{text(line)}</li>" for line in section.lines)
    return "\n".join(filter(None, (heading, figures, f"<ul>{lines}</ul>" if lines else "")))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of texts; a figure with a sign stands in the colour of good or bad luck."""
    head = "".join(f"<th>{text(word)}</th>" for word in heads)
    body = "".join(f"<tr>{''.join(_cell(word) for word in row)}</tr>" for row in rows)
    return f'<div class="scroll"><table><tr>{head}</tr>{body}</table></div>'


def _cell(word: str) -> str:
    kind = ' class="lucky"' if word.startswith("+") else ' class="unlucky"' if word.startswith("−") else ""
    return f"<td{kind}>{text(word)}</td>"


class _Packer:
    """Writes every name and word once, and for each moment only its changes."""

    def __init__(self, chronicle: Chronicle) -> None:
        self._told = chronicle
        self._names, self._labels = (defaultdict[str, int](count().__next__) for _ in range(2))
        self._bands: dict[str, None] = {}

    def packed(self) -> dict[str, Any]:
        """Return the names, the words, and a frame for each moment."""
        frames, order, active, turn = [], None, None, None
        for moment in self._told.moments:
            frame: dict[str, Any] = {}
            if moment.rows:
                frame["s"] = [[self._names[name], self._row(row)] for name, row in moment.rows.items()]
            if moment.bands:
                frame["b"] = [[self._names[name], self._distances(near)] for name, near in moment.bands.items()]
            if moment.gone:
                frame["g"] = [self._names[name] for name in moment.gone]
            if moment.order is not order and moment.order != order:
                frame["o"] = [*map(self._names.__getitem__, moment.order)]
            if moment.active != active:
                frame["a"] = [self._names[name] for name in moment.active]
            if moment.turn != turn:
                frame["t"] = _clean(moment.turn)
            order, active, turn = moment.order, moment.active, moment.turn
            frames.append(frame)
        known = self._told.bands
        return {
            "names": list(map(_clean, self._names)),
            "labels": list(map(_clean, self._labels)),
            "bands": [_clean(band) for band in (*known, *(band for band in self._bands if band not in known))],
            "frames": frames or [{}],
        }

    def _row(self, row: Row) -> list[Any]:
        tracks = [[self._labels[track.label], track.value, track.max] for track in row.tracks]
        conditions, out = list(map(_clean, row.conditions)), bool(row.state) and row.state not in DOWN
        whole = [self._names[row.side], tracks, _clean(row.state), int(out), conditions, _clean(row.cover)]
        return [*whole, 1] if row.hidden else whole

    def _distances(self, distances: tuple[SeenBand, ...]) -> list[Any]:
        self._bands.update(dict.fromkeys(at.band for at in distances))
        return [[self._labels[at.band], [*map(self._names.__getitem__, at.names)]] for at in distances]


def _clean(given: str) -> str:
    return one_line(strip_controls(given))
