"""The story of a session for its players, made of the moments that they may know and of nothing else."""

from collections import Counter
from typing import Final

from tracker.export.chronicle import SEPARATOR, Chronicle, FightStory, LogLine, Moment, Row, Score, fallen
from tracker.export.json import Fight
from tracker.players.projection import Card, Sharing
from tracker.players.public import Public, Shown

HEADS: Final = ("took", "recovered", "hits", "misses", "was hit", "missed")
"""The figures of everybody; what they took and recovered only for heroes whose numbers are shared."""

DOWN: Final = "down"


def chronicle_for_players(fight: Fight, sharing: Sharing) -> Chronicle:
    """Return the story of a session with all that players may know."""
    teller = _Teller()
    for moment in Public(fight.system, fight.history, sharing).moments():
        teller.take(moment)
    return teller.chronicle(fight.system.title, tuple(band.name for band in fight.system.bands))


class _Teller:
    """Makes moments of what players see and hear; a moment without anything new leaves no trace."""

    def __init__(self) -> None:
        self._moments: list[Moment] = []
        self._fights: list[FightStory] = []
        self._rows: dict[str, Row] = {}
        self._order: tuple[str, ...] = ()
        self._turn = ""
        self._active: tuple[str, ...] = ()
        self._cards: dict[str, Card] = {}
        self._shown: tuple[Card, ...] = ()
        self._begin(0)

    def _begin(self, first: int) -> None:
        self._first = first
        self._rounds = 0
        self._numbers: dict[str, Counter[str]] = {}
        self._fell: list[tuple[str, str]] = []

    def take(self, moment: Shown) -> None:
        """Add a moment."""
        if moment.begins:
            happened = self._rounds or self._fell or any(self._numbers.values())
            if happened:
                self._end()
            self._begin(len(self._moments) if happened else self._first)
        for line in moment.lines:
            if line.hit is not None:
                self._count(line.by, "hits" if line.hit else "misses")
                self._count(line.on, "was hit" if line.hit else "missed")
        # The heading says whose turn it is, and reports a new fight.
        lines = () if moment.begins else tuple(line.text for line in moment.lines if not line.turn)
        seen, cards, known = moment.seen, moment.seen.cards, self._cards
        others = [card for card in cards if known.get(card.name) is not card] if cards is not self._shown else []
        made = {
            card.name: Row(card.name, card.side, card.state, card.numbers, card.conditions, card.cover)
            for card in others
        }
        new = {name: row for name, row in made.items() if self._rows.get(name) != row}
        bands = ((card, known[card.name].bands if card.name in known else ()) for card in others)
        new_bands = {card.name: card.bands for card, was in bands if card.bands != was}
        rows, order, active = self._rows | made, self._order, self._active
        gone: tuple[str, ...] = ()
        if cards is not self._shown:
            known = known | {card.name: card for card in others}
            active = tuple([card.name for card in cards if card.active])
            names = tuple([card.name for card in cards])
            if names != order:
                known, rows = {name: known[name] for name in names}, {name: rows[name] for name in names}
                gone, order = tuple(name for name in order if name not in known), names
        turn = SEPARATOR.join(filter(None, (f"round {seen.round}", seen.phase, seen.turn))) if seen.round else ""
        self._compare(new, seen.round)
        if lines or new:
            # A round that was merely opened does not count.
            self._rounds = max(self._rounds, seen.round)
        other_turn = (turn, active) != (self._turn, self._active)
        if lines or moment.begins or new or gone or new_bands or other_turn:
            self._moments.append(
                Moment(
                    id=len(self._moments) + 1,
                    at=moment.at,
                    round=seen.round,
                    turn=turn,
                    by=next((line.by for line in moment.lines if line.by), ""),
                    section=f"Fight {len(self._fights) + 1}" if moment.begins else "",
                    lines=tuple(LogLine("", line) for line in lines),
                    prose=" ".join(lines),
                    rows=new,
                    bands=new_bands,
                    gone=gone,
                    order=order,
                    active=active,
                )
            )
        self._rows, self._cards, self._shown = rows, known, cards
        self._order, self._active, self._turn = order, active, turn

    def _compare(self, new: dict[str, Row], round: int) -> None:
        for name, row in new.items():
            old = self._rows.get(name)
            if old is None:
                continue
            if row.state != old.state and DOWN in (row.state, old.state):
                self._fell.append(fallen(name, DOWN if row.state == DOWN else "", round))
            if row.tracks and old.tracks:
                lost = old.tracks[0].value - row.tracks[0].value
                lost = -lost if row.tracks[0].fills else lost
                self._count(name, "took" if lost > 0 else "recovered", abs(lost))

    def _count(self, name: str, what: str, number: int = 1) -> None:
        self._numbers.setdefault(name, Counter())[what] += number

    def _end(self) -> None:
        scores = (
            Score(row.name, row.side, tuple(str(number) if (number := counted[head]) else "" for head in HEADS))
            for row in self._rows.values()
            if (counted := self._numbers.get(row.name)) is not None and any(counted.values())
        )
        title = f"Fight {len(self._fights) + 1}"
        self._fights.append(FightStory(title, self._first, self._rounds, HEADS, tuple(scores), tuple(self._fell)))

    def chronicle(self, game: str, bands: tuple[str, ...]) -> Chronicle:
        """Return the whole story, under the name of the game: the GM's titles are not for players."""
        if self._moments:
            self._end()
        return Chronicle(game, game, tuple(self._moments), tuple(self._fights), bands, public=True)
