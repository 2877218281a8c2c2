"""A story as Markdown: each fight's prose by rounds, notes, figures and luck; text typed by people is never markup."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import Final

from tracker.combat.scene import HEROES
from tracker.combat.text import one_line
from tracker.export.book import BOOK, Book, sections
from tracker.export.chronicle import SEPARATOR, Chronicle, Moment, StorySection, figure_sections
from tracker.rules.grammar import gathered

_MARKUP: Final = re.compile(r"([\\`*_{}\[\]<>#|~&!$])")
_BULLET: Final = re.compile(r"(\d+)([.)])(?=\s|$)")
_SETEXT: Final = re.compile(r"[-+=](?=[\s=-]|$)")


def as_markdown(chronicle: Chronicle) -> str:
    """Return the whole story."""
    blocks = [_front_matter(chronicle), f"# {plain(chronicle.title or chronicle.game)}"]
    firsts = [*(fight.first for fight in chronicle.fights), len(chronicle.moments)]
    for number, fight in enumerate(chronicle.fights, 1):
        moments = chronicle.moments[fight.first : firsts[number]]
        title = fight.title if not chronicle.public else f"Fight {number}"
        if len(chronicle.fights) > 1 or (title and title != chronicle.title):
            blocks.append(f"## {plain(title or f'Fight {number}')}")
        blocks += [*_prose(moments), *chain.from_iterable(_section(each, "###") for each in figure_sections(fight))]
    return "\n\n".join(blocks) + "\n"


def book_as_markdown(told: Book) -> str:
    """Return the book of a campaign."""
    blocks = [f"# {BOOK}", *chain.from_iterable(_section(section, "##") for section in sections(told))]
    return "\n\n".join(blocks) + "\n"


def plain(text: str) -> str:
    """Return a text escaped for Markdown."""
    escaped = _MARKUP.sub(r"\\\1", one_line(text))
    if _SETEXT.match(escaped):
        return f"\\{escaped}"
    return _BULLET.sub(r"\1\\\2", escaped, count=1) if _BULLET.match(escaped) else escaped


def _front_matter(chronicle: Chronicle) -> str:
    rows = chain.from_iterable(moment.rows.values() for moment in chronicle.moments)
    heroes = list(dict.fromkeys(row.name for row in rows if row.side == HEROES))
    lines = [f"title: {_quoted(chronicle.title or chronicle.game)}", f"game: {_quoted(chronicle.game)}"]
    lines += [f"date: {_quoted(moment.at[:10])}" for moment in chronicle.moments[:1]]
    lines += [f"fights: {len(chronicle.fights)}", f"heroes: {_quoted(heroes)}"]
    return "\n".join(["---", *lines, "---"])


def _quoted(value: object) -> str:
    """Return a value as YAML: its JSON, without anything that would break a line."""
    quoted = json.dumps(value, ensure_ascii=False)
    return quoted.replace("\x85", r"\x85").replace("\u2028", r"\L").replace("\u2029", r"\P")


def _prose(moments: Iterable[Moment]) -> Iterator[str]:
    """Yield a paragraph for each turn and each who acts in it, under headings of rounds, with notes between."""
    round_, phase, by = -1, "", ""

    def key(moment: Moment) -> tuple[object, ...]:
        nonlocal by
        by = moment.by or by
        return moment.round, moment.turn, by, moment.id if moment.note else 0

    told = (each for each in moments if each.note or (each.prose and not each.setting and not each.section))
    for _, (first, *more) in groupby(told, key):
        if first.round != round_:
            round_, phase = first.round, ""
            yield f"### Round {round_}" if round_ else "### Before the fight"
        if first.note:
            yield f"*{plain(' '.join(line.text for line in first.lines))}*"
            continue
        last, phase = phase, " ".join(part for part in first.turn.split(SEPARATOR)[1:] if part not in first.active)
        lead = f"**{plain(phase[:1].upper() + phase[1:])}.** " if phase not in ("", last) else ""
        yield lead + plain(gathered(" ".join(each.prose for each in (first, *more))))


def _section(section: StorySection, level: str) -> Iterator[str]:
    if section.title:
        yield f"{level} {plain(section.title)}"
    if section.heads:
        yield table(section.heads, section.rows)
    if section.lines:
        yield "\n".join(f"- {plain(line)}" for line in section.lines)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of texts, figures at the right."""
    head, *body = ([plain(cell) or " " for cell in row] for row in (heads, *rows))
    rule = ["---", *["---:"] * (len(heads) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *body))
