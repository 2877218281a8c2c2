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
from tracker.tui.base_app import Appearance, BaseApp
from tracker.tui.look.preferences import Options
from tracker.tui.look.styles import style_sheet
from tracker.tui.look.text import Line
from tracker.tui.screens.page import lines_of

LOOK: Final = 0.25  # the seconds between two checks of the file

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
        self._shown: tuple[Projection, str] | None = None
        self._top, self._cards, self._story = (Static(markup=False) for _ in range(3))
        super().__init__(options)
        Appearance(self).begin()

    def compose(self) -> ComposeResult:
        yield VerticalScroll(self._top, id="top")
        yield Horizontal(VerticalScroll(self._cards, id="cards"), VerticalScroll(self._story, id="story"))

    def on_mount(self) -> None:
        """Show the fight, and check it periodically."""
        self._show()
        self.set_interval(LOOK, self._look)

    def _look(self) -> None:
        if self._source.look() or (self._shown is not None and self._shown[1] != self._source.public_trouble):
            self._show()

    def _show(self) -> None:
        seen = self._source.projection()
        self._shown = (seen, self._source.public_trouble)
        self._top.update(lines_of(top_lines(seen, self._source.public_trouble)))
        self._cards.update(lines_of(card_lines(seen)))
        self._story.update(lines_of(((text, "bright" if place == 0 else "normal"),) for place, text in latest(seen)))


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
    if numbers:
        yield ((f"    {'   '.join(numbers)}", "normal"),)
    if card.weapons:
        yield ((f"    {' · '.join(card.weapons)}", "normal"),)
    if card.bands:
        yield ((f"    {' · '.join(f'{band.band}: ' + ', '.join(band.names) for band in card.bands)}", "dim"),)


def latest(seen: Projection) -> Iterator[tuple[int, str]]:
    """Return the lines of the story, the newest first, numbered from 0."""
    yield from enumerate(reversed(seen.story))


def run_view(source: Followed, options: Options) -> int:
    """Show the window until the user leaves; returns the exit code."""
    PlayersView(source, options).run()
    return 0
