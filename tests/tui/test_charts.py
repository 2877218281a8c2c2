"""Step charts in braille."""

from __future__ import annotations

from tracker.tui.look.glyphs import step_chart


def dots(rows: list[str]) -> list[str]:
    """The dots of a chart as a picture of characters."""
    bits = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
    return [
        "".join("#" if (ord(cell) - 0x2800) & bit else "." for cell in row for bit in pair)
        for row in rows
        for pair in bits
    ]


def test_a_value_holds_until_the_next_one_comes() -> None:
    assert dots(step_chart([(0, 3), (4, 0)], 7, 3, 4, 1)) == ["#####...", "....#...", "....#...", "....####"]


def test_what_joins_later_begins_later() -> None:
    assert dots(step_chart([(4, 3)], 7, 3, 4, 1))[0] == "....####"


def test_values_over_the_top_and_below_nothing_stay_inside() -> None:
    assert dots(step_chart([(0, 9), (4, -5)], 7, 3, 4, 1)) == ["#####...", "....#...", "....#...", "....####"]


def test_a_fight_of_no_length_is_a_line() -> None:
    assert step_chart([(0, 1)], 0, 1, 2, 1) == ["⠉⠉"]
