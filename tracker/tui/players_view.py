"""A second window for players: the projection of a fight, updated as it grows."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from tracker.combat.scene import HEROES
from tracker.players.projection import Card, Projection
from tracker.players.public import Followed
from tracker.tui.base_app import BaseApp
from tracker.tui.look.preferences import Options
from tracker.tui.look.styles import style_sheet
from tracker.tui.look.text import Line, wrap
from tracker.tui.screens.page import lines_of

LOOK: Final = 0.25  # the seconds between two checks of the file
INDENT: Final = 6  # the cells before the rest of a line that is too long

WORDS: Final = {
    "unhurt": ("unhurt", "good"),
    "hurt": ("hurt", "warn"),
    "bad": ("in a bad way", "bad"),
    "down": ("down", "dim"),
}
"""The state of a combatant: its word and tone."""


class PlayersView(BaseApp, inherit_bindings=False):
    """The turn, everybody visible, and the story; read only."""

    CSS: ClassVar[str] = style_sheet("PlayersView")
    BINDINGS: ClassVar[list[Any]] = [("q", "quit"), ("escape", "quit"), ("ctrl+c", "quit"), ("ctrl+q", "quit")]

    def __init__(self, source: Followed, options: Options) -> None:
        self._source = source
        self._shown = ("", 0)  # what was wrong with the file, and the width of the cards
        self._top, self._cards, self._story = (Static(markup=False) for _ in range(3))
        super().__init__(options)
        self.apply_options()

    def compose(self) -> ComposeResult:
        yield VerticalScroll(self._top, id="top")
        yield Horizontal(VerticalScroll(self._cards, id="cards"), VerticalScroll(self._story, id="story"))

    def on_mount(self) -> None:
        """Show the fight, and check it periodically."""
        self._show()
        self.set_interval(LOOK, self._look)

    def _look(self) -> None:
        if self._source.look() or self._shown != (self._source.public_trouble, self._cards.size.width):
            self._show()

    def _show(self) -> None:
        seen, room = self._source.projection(), self._cards.size.width or self.size.width
        self._shown = (self._source.public_trouble, room)
        self._top.update(lines_of(top_lines(seen, self._source.public_trouble)))
        self._cards.update(lines_of(row for line in card_lines(seen) for row in wrap(line, room, indent=INDENT)))
        self._story.update(lines_of(((text, "normal" if i else "bright"),) for i, text in enumerate(seen.story[::-1])))


def top_lines(seen: Projection, trouble: str = "") -> list[Line]:
    """Return the round, whose turn it is, and who comes next."""
    when = f"round {seen.round}" if seen.round else "before the fight"
    moment = " · ".join(filter(None, (seen.game, when, seen.phase)))
    after = f"   next: {', '.join(seen.next)}" if seen.next else ""
    lines: list[Line] = [((moment, "dim"),), ((seen.turn or "—", "accent"), (after, "dim"))]
    lines += [((f"to do now: {asked.what} ", "warn"), (", ".join(asked.names), "bright")) for asked in seen.asked]
    return [*lines, ((trouble, "warn"),)] if trouble else lines


def card_lines(seen: Projection) -> Iterator[Line]:
    """Return everybody visible, side by side."""
    for side, cards in groupby(seen.cards, key=lambda card: card.side):
        yield ((side.upper(), "heroes" if side == HEROES else "enemies"),)
        for card in cards:
            yield from _card(card)
        yield ()
    if seen.more:
        yield ((f"and {seen.more} more", "dim"),)


def _card(card: Card) -> Iterator[Line]:
    word, tone = WORDS[card.state]
    marks = [f"{card.cover}{f': {card.behind}' if card.behind else ''}"] if card.cover else []
    numbers = [f"{number.label.lower()} {number.value}/{number.max}" for number in card.numbers]
    yield (
        ("▌ " if card.active else "  ", "accent"),
        (card.name, "dim" if card.state == "down" else "bright"),
        (f"   {word}", tone),
        ("   " + " · ".join([*marks, *card.conditions]) if marks or card.conditions else "", "warn"),
    )
    bands = [f"{band.band}: {', '.join(band.names)}" for band in card.bands]
    for parts, gap, tone in ((numbers, "   ", "normal"), (card.weapons, " · ", "normal"), (bands, " · ", "dim")):
        if parts:
            yield ((f"    {gap.join(parts)}", tone),)


def run_view(source: Followed, options: Options) -> int:
    """Show the window until the user leaves; returns the exit code."""
    PlayersView(source, options).run()
    return 0
