"""What can be clicked shows it under the pointer, and nothing else does."""

from __future__ import annotations

import pytest
from textual.geometry import Region

from tests.tui.pages import Hands, Pages, at
from tests.tui.test_mouse import Mouse, play
from tracker.tui.panes.line_widget import LineWidget


def lit(mouse: Mouse, id_: str) -> list[str]:
    """The parts of lines that stand on another ground than without the pointer."""
    assert mouse.app.main is not None
    part = mouse.app.main.query_one(f"#{id_}", LineWidget)
    found = []
    for strip, plain in zip(part.render_lines(Region(0, 0, *part.outer_size)), part._strips, strict=True):
        cells = [(sign, segment.style and segment.style.bgcolor) for segment in strip for sign in segment.text]
        before = [segment.style and segment.style.bgcolor for segment in plain for _ in segment.text]
        found.append("".join(sign for (sign, ground), old in zip(cells, before, strict=True) if ground != old).strip())
    return [text for text in found if text]


async def point(mouse: Mouse, id_: str, word: str) -> None:
    """Move the pointer onto a word."""
    await mouse.pilot.hover(f"#{id_}", offset=mouse.place(id_, word))
    await mouse.pilot.pause()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_key_a_row_and_a_line_are_shown_under_the_pointer_and_only_there(size: tuple[int, int]) -> None:
    async def act(mouse: Mouse) -> None:
        await point(mouse, "keys", "attack")
        assert lit(mouse, "keys") == ["a attack"]
        await point(mouse, "combatants", "Goons")
        rows = lit(mouse, "combatants")
        assert all("Sam" not in row for row in rows)
        assert "Goons" in rows[0]
        assert lit(mouse, "keys") == []
        await point(mouse, "combatants", "HEROES")
        assert lit(mouse, "combatants") == []

    play(act, size=size)


def test_a_name_of_the_board_is_shown_without_its_lane() -> None:
    async def act(mouse: Mouse) -> None:
        await point(mouse, "range", "Goons")
        assert [text.strip("◎ ") for text in lit(mouse, "range")] == ["Goons"]

    play(act)


def test_with_a_form_open_only_what_counts_for_it_is_shown() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "attack")
        await point(mouse, "range", "Range")
        assert lit(mouse, "range") == []
        await point(mouse, "combatants", "Goons")
        assert "Goons" in lit(mouse, "combatants")[0]

    play(act)


def test_lists_and_keys_of_pages_show_what_is_under_the_pointer() -> None:
    async def act(hands: Hands) -> None:
        await hands.type("S")
        page = hands.app.screen
        below = page.size.height - 1
        before = page._compositor.render_strips()
        for y, x in ((7, 8), (below, 3)):
            await hands.pilot.hover(offset=(x, y))
            await hands.settle()
            now = page._compositor.render_strips()
            assert [at for at, strips in enumerate(zip(now, before, strict=True)) if strips[0] != strips[1]] == [y]

    at(Pages("add Ann"), act, (80, 24))
