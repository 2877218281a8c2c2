"""A picture of one part of the screen, as text: its lines, and below each the letters of its colours.

Whole screens are compared only for one fight in its themes and sizes. Everywhere else the part that a test is about is
enough: a new column of the list then changes pictures of the list, and no others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from string import ascii_letters
from typing import Any

from textual.geometry import Region
from textual.strip import Strip

from tracker.tui.app import TrackerApp


def picture(
    app: TrackerApp,
    *parts: str,
    size: tuple[int, int] = (120, 40),
    press: Iterable[str] = (),
    before: Callable[[Any], Awaitable[None]] | None = None,
) -> str:
    """Return the parts with these ids after keys were pressed, and after ``before`` was done with the pilot.

    Without any, the whole page in front.
    """

    async def pilot_to_it(pilot: Any) -> None:
        if before is not None:
            await before(pilot)
        await pilot.pause()
        await pilot.press(*press)
        await pilot.wait_for_scheduled_animations()
        await pilot.pause()
        await pilot.wait_for_scheduled_animations()
        app.exit("\n".join(line for part in parts or ("",) for line in _part(app, part)))

    shown: Any = app.run(headless=True, auto_pilot=pilot_to_it, size=size)
    assert isinstance(shown, str), "the program ended before its picture was taken"
    return shown


def _part(app: TrackerApp, name: str) -> Iterator[str]:
    if not name:
        return _lines(type(app.screen).__name__, app.screen._compositor.render_strips())
    widget = app.screen.query_one(f"#{name}")
    assert widget.display, f"{name} is not on the screen"
    columns, lines = widget.outer_size
    return _lines(name, widget.render_lines(Region(0, 0, columns, lines)))


def _lines(name: str, strips: list[Strip]) -> Iterator[str]:
    """Each line, with letters below what is not in the usual colours; then what the letters mean."""
    runs = [[(segment.text, str(segment.style)) for segment in strip if not segment.control] for strip in strips]
    cells = Counter[str]()
    for line in runs:
        for text, style in line:
            cells[style] += len(text)
    usual = cells.most_common(1)[0][0]
    letters = {usual: " "} | dict(zip((style for style in cells if style != usual), ascii_letters, strict=False))
    yield f"== {name}: {usual}"
    for line in runs:
        yield f"|{''.join(text for text, _ in line)}|"
        coloured = "".join(letters[style] * len(text) for text, style in line)
        if coloured.strip():
            yield f" {coloured.rstrip()}"
    yield from (f"{letter}: {style}" for style, letter in letters.items() if style != usual)
