"""What stands on the terminal already is not written again."""

from __future__ import annotations

import re

import pytest
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
        (("1" + "." * 40 + "1",), ("2" + "." * 40 + "2",), "\x1b[1;1H2" + "." * 40 + "2"),
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


def test_a_part_that_was_written_over_is_written_again() -> None:
    painted = Painted()
    written(painted, picture("one two", "three  "))
    assert written(painted, part(0, 4, "six")) == "\x1b[1;5Hsix"
    assert written(painted, part(0, 4, "six")) == ""
    assert written(painted, picture("one two", "three  ")) == "\x1b[1;1Hone two"


def test_another_screen_and_a_terminal_that_others_wrote_on_are_written_whole() -> None:
    painted = Painted()
    written(painted, picture("one"))
    assert "one" in written(painted, picture("one"), "history")
    painted.forget()
    assert "one" in written(painted, picture("one"), "history")
