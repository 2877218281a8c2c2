"""What stands on the terminal already is not written again."""

from __future__ import annotations

import re

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from tracker.tui.look.painted import Painted

CONSOLE = Console(force_terminal=True, color_system=None)


def picture(*lines: str) -> LayoutUpdate:
    return LayoutUpdate([[Strip([Segment(line)])] for line in lines], Region(0, 0, len(lines[0]), len(lines)))


def part(y: int, x: int, text: str) -> ChopsUpdate:
    chops = [{} if line != y else {x: Strip([Segment(text)])} for line in range(y + 1)]
    return ChopsUpdate(chops, [(y, x, x + len(text))], [[x + len(text)]] * (y + 1))


def written(painted: Painted, update: object, screen: object = "fight") -> str:
    sent: str = painted.changes(screen, update).render_segments(CONSOLE)
    return sent


def test_the_same_picture_is_written_once() -> None:
    painted = Painted()
    assert "one" in written(painted, picture("one", "two"))
    assert written(painted, picture("one", "two")) == ""
    assert written(painted, picture("one", "new")) == "\x1b[2;1Hnew"


RED, GREEN = Style(color="red", bgcolor="black"), Style(color="green", bgcolor="black")


def line(*texts: str | tuple[str, Style]) -> LayoutUpdate:
    strip = Strip([Segment(text) if isinstance(text, str) else Segment(*text) for text in texts])
    return LayoutUpdate([[strip]], Region(0, 0, strip.cell_length, 1))


@pytest.mark.parametrize(
    ("before", "after", "sent"),
    [
        (("Sam ", "12/12 ", "up  "), ("Sam ", "11/12 ", "up  "), "\x1b[1;6H1"),
        (("Sam", " " * 9), ("Ann", " " * 9), "\x1b[1;1HAnn"),
        (("Sam is down", " " * 9), ("Sam is ", "up", " " * 11), "\x1b[1;8Hup  "),
        (("12/12 ", "▌▌▌"), ("11/12 ", "▌▌ "), "\x1b[1;2H1/12 ▌▌ "),
        (("1" + "." * 60 + "1",), ("2" + "." * 60 + "2",), "\x1b[1;1H2\x1b[1;62H2"),
        (("1" + "." * 8 + "1",), ("2" + "." * 8 + "2",), "\x1b[1;1H2\x1b[1;10H2"),
        (("1" + "." * 7 + "1",), ("2" + "." * 7 + "2",), "\x1b[1;1H2.......2"),
        ((("1", RED), ("." * 20 + "1", GREEN)), (("2", RED), ("." * 20 + "2", GREEN)), "\x1b[1;1H2\x1b[1;22H2"),
        ((("1", RED), "..", ("1", RED)), (("2", RED), "..", ("2", RED)), "\x1b[1;1H2\x1b[1;4H2"),
        ((" 漢 ", "end"), (" 漢 ", "END"), "\x1b[1;5HEND"),
        ((" 漢 ", "end"), ("  漢", "end"), "\x1b[1;1H  漢"),
        ((("a  ", RED), "b"), (("a  ", GREEN), "b"), "\x1b[1;1Ha"),
        ((("a", RED), (" b", RED)), (("a", RED), (" b", GREEN)), "\x1b[1;3Hb"),
        ((("a ", RED),), (("a ", RED + Style(reverse=True)),), "\x1b[1;1Ha "),
    ],
)
def test_only_what_differs_is_written(before: tuple[str, ...], after: tuple[str, ...], sent: str) -> None:
    painted = Painted()
    written(painted, line(*before))
    assert re.sub(r"\x1b\[[0-9;]*m", "", written(painted, line(*after))) == sent
    assert written(painted, line(*after)) == ""


INK, SKY = Style(color="#dbe1ea", bgcolor="#14171c"), Style(color="#ffd479", bgcolor="#14171c")
ODD, LINK = Style(color="#8a2605", bgcolor="#302605"), INK + Style(link="https://example.org")
STYLES = (
    ODD,
    LINK,
    INK,
    SKY,
    INK + Style(bold=True),
    SKY + Style(reverse=True),
    INK + Style(bold=True, reverse=True, strike=True),
    SKY + Style(italic=True, underline=True),
    INK + Style(dim=True, bold=True),
    INK + Style(dim=True),
    INK + Style(bgcolor="#2e3848"),
    RED,
    Style(),
)
COLOURS = Console(force_terminal=True, color_system="truecolor")


@given(st.lists(st.lists(st.sampled_from(STYLES), min_size=1, max_size=4), min_size=1, max_size=5))
def test_a_picture_looks_as_if_each_text_set_its_own_style(lines: list[list[Style]]) -> None:
    strips = [[Strip([Segment("ab", style) for style in line])] for line in lines]
    update = LayoutUpdate(strips, Region(0, 0, 2 * len(lines[0]), len(lines)))
    told = Painted().changes("fight", update).render_segments(COLOURS)
    plainly = "".join(f"\x1b[{y};1H{strip.render(COLOURS)}" for y, (strip,) in enumerate(strips, 1))
    screens = [pyte.Screen(10, 6) for _ in range(2)]
    for screen, text in zip(screens, (told, plainly), strict=True):
        pyte.Stream(screen).feed(f"{text}end")
    assert screens[0].buffer == screens[1].buffer
    assert len(told) <= len(plainly)


def test_a_style_that_stays_is_written_once_and_one_that_turns_in_part_by_that_part() -> None:
    texts = (("one", INK), ("two", INK), ("new", SKY), ("big", SKY + Style(bold=True)), ("end", INK))
    log = [[Strip([Segment(*text)])] for text in texts]
    told = Painted().changes("fight", LayoutUpdate(log, Region(0, 0, 3, 5))).render_segments(COLOURS)
    ink = "38;2;219;225;234;48;2;20;23;28"
    parts = [f"\x1b[{ink}mone", "two", "\x1b[38;2;255;212;121mnew", "\x1b[1mbig", "\x1b[22;38;2;219;225;234mend\x1b[0m"]
    assert told == "".join(f"\x1b[{y};1H{part}" for y, part in enumerate(parts, 1))


def test_a_part_that_was_written_over_is_written_again() -> None:
    painted = Painted()
    written(painted, picture("one two", "three  "))
    assert written(painted, part(0, 4, "six")) == "\x1b[1;5Hsix"
    assert written(painted, part(0, 4, "six")) == ""
    assert written(painted, picture("one two", "three  ")) == "\x1b[1;1Hone two"


LOGS = st.lists(
    st.tuples(st.sampled_from([-1, 0, 1, 2]), st.integers(0, 2), st.integers(0, 6), st.sampled_from("abc")), max_size=8
)


@given(LOGS, st.sampled_from([6, 10]))
def test_lines_that_move_by_one_stand_where_they_would_be_written(
    steps: list[tuple[int, int, int, str]], wide: int
) -> None:
    console = Console(force_terminal=True, color_system=None, width=6)
    lines = [f"{number:<6}" for number in range(8)]
    painted, shown = Painted(), pyte.Screen(wide, 9)
    stream = pyte.Stream(shown)
    stream.feed(painted.changes("fight", picture(*lines)).render_segments(console))
    for number, (by, first, where, what) in enumerate(steps, 10):
        end = len(lines) - first
        if by > 0:
            lines[first:end] = [*lines[first + by : end], *(f"{number}{place:<4}" for place in range(by))]
        elif by < 0:
            lines[first:end] = [f"{number:<6}", *lines[first : end - 1]]
        lines[where] = what + lines[where][1:]
        stream.feed(painted.changes("fight", picture(*lines)).render_segments(console))
        assert [line[:6] for line in shown.display[:8]] == lines


@pytest.mark.parametrize("by", [1, -1])
@pytest.mark.parametrize("where", range(8))
@pytest.mark.parametrize("column", [0, 2, 3])
def test_what_comes_up_over_lines_that_move_is_not_written_over(by: int, where: int, column: int) -> None:
    console = Console(force_terminal=True, color_system=None, width=6)
    painted, shown = Painted(), pyte.Screen(6, 9)
    lines = [f"line {number}" for number in range(10)]
    shown_lines = lines[1 + by : 9 + by]
    strips = [[Strip([Segment(line)])] for line in shown_lines]
    box = [Strip([Segment(part)]) for part in (shown_lines[where][:column], "box", shown_lines[where][column + 3 :])]
    strips[where] = [strip for strip in box if strip.cell_length]
    for update in (picture(*lines[1:9]), LayoutUpdate(strips, Region(0, 0, 6, 8))):
        pyte.Stream(shown).feed(painted.changes("fight", update).render_segments(console))
    shown_lines[where] = "".join(strip.text for strip in box)
    assert shown.display[:8] == shown_lines


def test_a_log_that_moves_up_is_moved_by_the_terminal() -> None:
    console = Console(force_terminal=True, color_system=None, width=8)
    painted = Painted()
    for first, sent in ((0, 64), (1, 40)):
        lines = [*("a head  ", "a list  "), *(f"line {number:<3}" for number in range(first, first + 6))]
        told = painted.changes("fight", picture(*lines)).render_segments(console)
        assert len(re.sub(r"\x1b\[[0-9;]*[mH]", "", told)) <= sent
        assert ("\x1b[3;8r" in told) == bool(first)


def test_lines_that_take_turns_are_moved_the_way_that_more_of_them_went() -> None:
    console = Console(force_terminal=True, color_system=None, width=8)
    painted = Painted()
    lines = [*("older   ", "old     ", "one     ", "two     "), *("shown   ", "hidden  ") * 3]
    painted.changes("fight", picture(*lines[1:])).render_segments(console)
    told = painted.changes("fight", picture(*lines[:-1])).render_segments(console)
    assert re.sub(r"\x1b\[[0-9;]*[mHr]", "", told) == "\x1bMolder   "


def test_another_screen_and_a_terminal_that_others_wrote_on_are_written_whole() -> None:
    painted = Painted()
    written(painted, picture("one"))
    assert "one" in written(painted, picture("one"), "history")
    painted.forget()
    assert "one" in written(painted, picture("one"), "history")
