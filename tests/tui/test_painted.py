"""What stands on the terminal already is not written again."""

from __future__ import annotations

from rich.console import Console
from rich.segment import Segment
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


def test_only_the_segments_that_differ_are_written() -> None:
    def line(*texts: str) -> LayoutUpdate:
        strip = Strip([Segment(text) for text in texts])
        return LayoutUpdate([[strip]], Region(0, 0, strip.cell_length, 1))

    painted = Painted()
    written(painted, line("Sam ", "12/12 ", "▌▌▌", " down", " 漢 ", "end"))
    assert written(painted, line("Sam ", "11/12 ", "▌▌▌", " up  ", " 漢 ", "end")) == "\x1b[1;6H1/12 \x1b[1;15Hup  "
    assert written(painted, line("Sam ", "11/12 ", "▌▌ ", " up  ", " 漢 ", "END")) == "\x1b[1;11H▌▌ \x1b[1;23HEND"
    assert written(painted, line("Sam ", "11/12 ", "▌▌ ", " up  ", "  漢", "END")) == "\x1b[1;19H  漢"
    assert written(painted, line("Samuel ", "11/12", " ", " up  ", "  漢", "END")) == "\x1b[1;4Huel 11/12 "


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
