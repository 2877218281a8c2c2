"""The story of a session for its players.

It is made from the projection and the public lines of each moment, and nothing else. Combatants hidden at the end are
left out from the beginning: a file is read when the evening is over, and then they are hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from tracker.combat.events import EncounterBegan
from tracker.combat.records import START, Entry
from tracker.combat.scene import Scene
from tracker.commands.story import Happening, happenings
from tracker.export.chronicle import SEPARATOR, Chronicle, FightStory, Line, Moment, Row, Score
from tracker.export.figures import round_of
from tracker.export.json import Fight
from tracker.players.projection import USUAL, Card, Distance, Projection, Sharing, project
from tracker.players.story import public_lines
from tracker.rules.system import System

HEADS: Final = ("took", "recovered", "hits", "misses", "was hit", "missed")
"""The figures of everybody; what they took and recovered only for heroes whose numbers are shared."""

DOWN: Final = "down"


def chronicle_for_players(fight: Fight, sharing: Sharing = USUAL) -> Chronicle:
    """Return the story of a session with all that players may know."""
    system, history = fight.system, fight.history
    teller = _Teller(system, _withheld(fight), sharing)
    scene = history.scene_at(START)
    for id_ in history.story:
        entry = history.entries[id_]
        commands = happenings(system, scene, entry)
        teller.take(scene, entry, commands)
        scene = commands[-1].after
    return teller.chronicle()


def _withheld(fight: Fight) -> frozenset[str]:
    """Return everybody who is hidden at the end, or was when they left."""
    history, hidden = fight.history, set[str]()
    scene = history.scene_at(START)
    for id_ in history.story:
        before, scene = scene, history.scene_at(id_)
        if scene.combatants is before.combatants:
            continue
        for name, combatant in scene.combatants.items():
            if before.combatants.get(name) is not combatant:
                (hidden.add if combatant.hidden else hidden.discard)(name)
    return frozenset(hidden)


class _Teller:
    """Makes moments from what players see of each entry; invisible entries leave no trace."""

    def __init__(self, system: System, withheld: frozenset[str], sharing: Sharing) -> None:
        self._system = system
        self._withheld = withheld
        self._sharing = sharing
        self._moments: list[Moment] = []
        self._fights: list[FightStory] = []
        self._rows: dict[str, Row] = {}
        self._bands: dict[str, tuple[Distance, ...]] = {}
        self._turn = ""
        self._active: tuple[str, ...] = ()
        self._seen: Projection | None = None
        self._parts: tuple[object, ...] = ()
        self._begin(0)

    def _begin(self, first: int) -> None:
        self._first = first
        self._rounds = 0
        self._numbers: dict[str, Counter[str]] = {}
        self._fell: list[tuple[str, str]] = []

    def take(self, before: Scene, entry: Entry, commands: Sequence[Happening]) -> None:
        """Add an entry."""
        after = commands[-1].after
        begins = any(isinstance(event, EncounterBegan) for event in entry.events)
        if begins and self._moments:
            self._end()
            self._begin(len(self._moments))
        hidden = self._withheld | {name for name, combatant in after.combatants.items() if combatant.hidden}
        self._rounds = max(self._rounds, *map(round_of, commands))
        lines, turn = [], f"Round {after.turn.round}"
        for line in public_lines(self._system, before, entry, commands):
            if not line.names & hidden and not _mentions(line.text, hidden):
                if not line.text.startswith((f"{turn}:", f"{turn}.")):  # Its heading says whose turn it is.
                    lines.append(line.text)
                if line.hit is not None:
                    self._count(line.by, "hits" if line.hit else "misses")
                    self._count(line.on, "was hit" if line.hit else "missed")
        # Unaffected parts look the same as before; computing them again takes longer than all the rest.
        parts = (after.combatants, after.turn, after.order, after.ranges, after.default_range, after.fields)
        if self._seen is None or any(part is not old for part, old in zip(parts, self._parts, strict=True)):
            self._seen = project(self._system, after, (), self._sharing)
        self._parts = parts
        self._see(entry, self._seen, tuple(lines), begins)

    def _see(self, entry: Entry, seen: Projection, lines: tuple[str, ...], begins: bool) -> None:
        """Make a moment of the visible part, unless it is unchanged."""
        cards = [card for card in seen.cards if card.name not in self._withheld]
        rows = {card.name: _row(card) for card in cards}
        new = {name: row for name, row in rows.items() if self._rows.get(name) != row}
        gone = tuple(name for name in self._rows if name not in rows)
        bands = {card.name: self._allowed(card.bands) for card in cards}
        new_bands = {name: distances for name, distances in bands.items() if self._bands.get(name, ()) != distances}
        turn = self._heading(seen)
        active = tuple(card.name for card in cards if card.active)
        self._compare(new, seen.round)
        # The heading reports a new fight.
        shown = () if begins else lines
        if shown or begins or new or gone or new_bands or (turn, active) != (self._turn, self._active):
            place = len(self._moments) + 1
            self._moments.append(
                Moment(
                    id=place,
                    at=entry.at,
                    round=seen.round,
                    turn=turn,
                    section=f"Fight {len(self._fights) + 1}" if begins else "",
                    lines=tuple(Line("", line) for line in shown),
                    prose=" ".join(shown),
                    rows=new,
                    bands=new_bands,
                    gone=gone,
                    order=tuple(rows),
                    active=active,
                )
            )
        self._rows, self._bands, self._turn, self._active = rows, bands, turn, active

    def _allowed(self, bands: tuple[Distance, ...]) -> tuple[Distance, ...]:
        """Return the bands with those who may be named."""
        kept = (Distance(at.band, tuple(name for name in at.names if name not in self._withheld)) for at in bands)
        return tuple(at for at in kept if at.names)

    def _heading(self, seen: Projection) -> str:
        """Return the turn as players read it."""
        turn = "" if seen.turn in self._withheld else seen.turn
        return SEPARATOR.join(filter(None, (f"round {seen.round}", seen.phase, turn))) if seen.round else ""

    def _compare(self, new: dict[str, Row], round: int) -> None:
        """Record who fell and rose among those who changed."""
        for name, row in new.items():
            old = self._rows.get(name)
            if old is None:
                continue
            if row.state != old.state and DOWN in (row.state, old.state):
                when = f"round {round}" if round else "before the fight"
                self._fell.append((when, f"{name}: down" if row.state == DOWN else f"{name} is up again"))
            if row.tracks and old.tracks:
                lost = old.tracks[0].value - row.tracks[0].value
                self._count(name, "took" if lost > 0 else "recovered", abs(lost))

    def _count(self, name: str, what: str, number: int = 1) -> None:
        self._numbers.setdefault(name, Counter())[what] += number

    def _end(self) -> None:
        """Store the fight that is over."""
        scores = (
            Score(row.name, row.side, tuple(str(number) if (number := counted[head]) else "" for head in HEADS))
            for row in self._rows.values()
            if (counted := self._numbers.get(row.name)) is not None and any(counted.values())
        )
        title = f"Fight {len(self._fights) + 1}"
        self._fights.append(FightStory(title, self._first, self._rounds, HEADS, tuple(scores), tuple(self._fell)))

    def chronicle(self) -> Chronicle:
        """Return the whole story."""
        if self._moments:
            self._end()
        title, bands = self._system.title, tuple(band.name for band in self._system.bands)
        return Chronicle(title, title, tuple(self._moments), tuple(self._fights), bands, public=True)


def _mentions(text: str, names: frozenset[str]) -> bool:
    said = text.casefold()
    return any(name.casefold() in said for name in names)


def _row(card: Card) -> Row:
    return Row(card.name, card.side, card.state, card.numbers, card.conditions, card.cover)
