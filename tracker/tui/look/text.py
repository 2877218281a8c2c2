"""The only way of text to the screen: cleaned, cut to cells, never markup; a line is bits, each a text and its tone."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, TypeAlias

from rich.cells import cell_len, set_cell_size

from tracker.combat.records import Reason
from tracker.combat.text import clean_typed
from tracker.rules.errors import comma_list
from tracker.rules.grammar import minus

Bit: TypeAlias = tuple[str, str]  # a text and its tone

Line: TypeAlias = tuple[Bit, ...]

CUT: Final = "…"  # the ellipsis of a cut text

GROUNDED: Final = frozenset(
    (
        *("bar-good", "bar-warn", "bar-bad", "bar-accent", "bar-empty"),
        *("tick-good", "tick-warn", "tick-bad", "tick-accent", "unsaved", "changed", "field", "cursor"),
    )
)
"""Tones that are visible on blanks too."""

_stripped: Final = lru_cache(maxsize=4096)(clean_typed)


def plain(text: str) -> str:
    """Return text on one line without anything a terminal would obey."""
    return text if text.isascii() and text.isprintable() else _stripped(text)


def cells(text: str) -> int:
    """Return the width of a text in cells."""
    return len(text) if text.isascii() else cell_len(text)


def in_cells(text: str, room: int) -> int:
    """Return how many characters of a text have room in that many cells."""
    return sum(end <= room for end in accumulate(map(cells, text)))


def widest(texts: Sequence[str]) -> int:
    """Return the width of the widest of these texts; 0 if there are none."""
    return max([len(text) if text.isascii() else cell_len(text) for text in texts], default=0)


def width(line: Iterable[Bit]) -> int:
    """Return the width of a line in cells."""
    size = 0
    for text, _ in line:
        size += len(text) if text.isascii() else cell_len(text)
    return size


def cut(text: str, room: int) -> str:
    """Return the text in at most ``room`` cells, with an ellipsis if it was cut: between words, where that is near."""
    text = plain(text)
    if cells(text) <= room:
        return text
    if room < 1:
        return ""
    start = set_cell_size(text, room)
    blank = start.rfind(" ")
    return (start[:blank] if 2 * blank >= room else set_cell_size(text, room - 1)).rstrip() + CUT


def pad(text: str, room: int) -> str:
    """Return the text padded to ``room`` cells, left-aligned."""
    text = cut(text, room)
    return text + " " * (room - cells(text))


def right(text: str, room: int) -> str:
    """Return the text padded to ``room`` cells, right-aligned."""
    text = cut(text, room)
    return " " * (room - cells(text)) + text


def fit(line: Sequence[Bit], room: int) -> Line:
    """Return a line in at most ``room`` cells, with an ellipsis if it was cut; every text is made plain."""
    bits: list[Bit] = []
    left = room
    for place, (given, tone) in enumerate(line):
        text = given if given.isascii() and given.isprintable() else _stripped(given)
        size = len(text) if text.isascii() else cell_len(text)
        if size > left:
            return _close(bits, text, tone, left, room)
        if size == left and any(rest_of_line for rest_of_line, _ in line[place + 1 :]):
            return _close(bits, text + " ", tone, left, room)
        if text:
            bits.append((text, tone))
        left -= size
    return tuple(bits)


def _close(bits: list[Bit], text: str, tone: str, left: int, room: int) -> Line:
    """Return a line cut in its last text; before it where that would cut a word in the second half of the line."""
    if left > 0:
        last = cut(text, left)
        whole = text.startswith(last.removesuffix(CUT) + " ")
        after_blank = bool(bits) and bits[-1][0].endswith(" ")
        return (*bits, (last if whole or not after_blank or 2 * left > room else CUT, tone))
    if bits:
        before, old = bits[-1]
        bits[-1] = (cut(before + " ", cells(before)), old)
    return tuple(bits)


def fill(line: Sequence[Bit], room: int) -> Line:
    """Return a line in exactly ``room`` cells."""
    bits = fit(line, room)
    gap = room - width(bits)
    return (*bits, (" " * gap, "normal")) if gap > 0 else bits


def ends(left: Sequence[Bit], end: Sequence[Bit], room: int) -> Line:
    """Return a line with text at both ends; the left one is cut first."""
    tail = fit(end, room)
    rest = room - width(tail)
    head = fit(left, max(0, rest - 1))
    return (*head, (" " * (rest - width(head)), "normal"), *tail)


def wrap(bits: Sequence[Bit], room: int, most: int = 1000, indent: int = 0) -> list[Line]:
    """Break bits between words into lines of ``room`` cells; the last of ``most`` ends in an ellipsis if it is cut."""
    lines: list[list[Bit]] = [[]]
    used = 0
    found = [(word[0], tone, word.start()) for text, tone in bits for word in _WORDS.finditer(plain(text))]
    words = [(word, _along(tone, start) if start and LINK in tone else tone) for word, tone, start in found]
    for at, (piece, tone) in enumerate(words):
        word, size = piece, cells(piece.rstrip())
        if tone.partition(LINK)[0] == "key" and at + 1 < len(words):
            # A key stands on the line of what it does.
            size = cells(piece) + cells(words[at + 1][0].rstrip())
        if used and used + size > room:
            if len(lines) == most:
                lines[-1].append((word + CUT, tone))
                break
            lines.append([(" " * indent, "normal")] if indent else [])
            used = indent
            word = word.lstrip()
        lines[-1].append((word, tone if word is piece else _along(tone, len(piece) - len(word))))
        used += len(word) if word.isascii() else cell_len(word)
    return [fit(_joined(line), room) for line in lines]


def counted(text: str, room: int) -> str:
    """Return a text with commas in that many cells: whole, else as many parts as fit and the number of the others."""
    parts = text.split(", ")
    shorter = (comma_list(parts, shown) for shown in range(len(parts), 0, -1))
    return next((short for short in shorter if cells(short) <= room), text)


_WORDS: Final = re.compile(r"\s*\S+(?: %| → \S+)?\s*|\s+")
"""A word with the blanks around it; a percentage and a change are one."""

CHARACTER: Final = "at:"  # what begins the target of a text being typed; the place of its first character follows
LINK: Final = "@"  # the separator in a tone before what a click on the bit means: key@key:n


def _along(tone: str, characters: int) -> str:
    """Return the tone of a text without its first characters."""
    look, is_typed, place = tone.partition(f"{LINK}{CHARACTER}")
    return f"{look}{is_typed}{int(place) + characters}" if is_typed else tone


def link(line: Iterable[Bit], target: str) -> list[Bit]:
    """Return clickable bits with the same target; bits that have a target keep it."""
    return [(text, tone if LINK in tone else f"{tone}{LINK}{target}") for text, tone in line]


def unlinked(line: Iterable[Bit]) -> list[Bit]:
    """Return the bits without targets, as they are painted."""
    return [(text, tone.partition(LINK)[0] if LINK in tone else tone) for text, tone in line]


def look_of(tone: str) -> str:
    """Return a tone without its target."""
    return tone.partition(LINK)[0] if LINK in tone else tone


NARROW: Final = 3  # the cells up to which a gap between two targets belongs to the nearer one


def spot_at(line: Iterable[Bit], x: int) -> tuple[str, int, int]:
    """Return the target of a cell of a line, and the cells that are painted for it, from and to.

    The target is "" if the cell has none, and is in no narrow gap between two.
    """
    ends, targets = [0], [""]
    for text, tone in line:
        target = tone.partition(LINK)[2]
        if target == targets[-1]:
            ends[-1] += cells(text)
        else:
            ends.append(ends[-1] + cells(text))
            targets.append(target)
    at = next((at for at, end in enumerate(ends) if x < end), -1)
    if 0 < at < len(ends) - 1 and not targets[at] and ends[at] - ends[at - 1] <= NARROW:
        at += -1 if 2 * x < ends[at - 1] + ends[at] else 1
    return (targets[at], ends[at - 1], ends[at]) if at > 0 else ("", 0, 0)


def place_at(line: Iterable[Bit], x: int, target: str) -> str:
    """Return the target of a cell of a line; in a text being typed it is that of its character there."""
    if not target.startswith(CHARACTER):
        return target
    text, begin = "".join(part for part, _ in line), spot_at(line, x)[1]
    return f"{CHARACTER}{int(target.removeprefix(CHARACTER)) + in_cells(text, x) - in_cells(text, begin)}"


def merged(line: Iterable[Bit]) -> list[Bit]:
    """Join neighbours with the same look into one bit: fewer bytes to the terminal."""
    bits: list[Bit] = []
    for text, tone in line:
        last = bits[-1][1] if bits else ""
        blank = not text.strip() and LINK not in tone + last and tone not in GROUNDED and last not in GROUNDED
        if bits and (tone == last or blank):
            bits[-1] = (bits[-1][0] + text, last)
        else:
            bits.append((text, tone))
    return bits


def _joined(line: Sequence[Bit]) -> list[Bit]:
    bits = merged(line)
    if bits:
        bits[-1] = (bits[-1][0].rstrip(), bits[-1][1])
    return bits


def grouped(why: Iterable[Reason], words: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Return the reasons by the number they count to, command by command: its name, its sum, and its parts."""
    groups: dict[tuple[int, str], list[Reason]] = {}
    for reason in why:
        groups.setdefault((reason.part, reason.of), []).append(reason)
    lines = []
    for (_, of), parts in groups.items():
        total = sum(part.value for part in parts)
        texts = [_part(reason, first=not place, alone=len(parts) == 1) for place, reason in enumerate(parts)]
        lines.append((words.get(of, of.replace("-", " ")), minus(total), " ".join(texts)))
    return lines


def _part(reason: Reason, first: bool, alone: bool) -> str:
    if alone:
        return f"({reason.label})"
    if first:
        return f"= {reason.label} {minus(reason.value)}"
    return f"{'−' if reason.value < 0 else '+'} {reason.label} {abs(reason.value)}"
