"""The fight as the players may see it, built value by value; nothing is copied from the scene as a whole.

Shown are: revealed combatants with their side, a word for their state, conditions, cover degree and bands among those
revealed; the heroes' own numbers if the GM wants that; whose turn it is; and the story of ``players.public``.
Everything else stays with the GM: hidden combatants, other sides' numbers, secret tracks, notes, questions, titles and
every other text that the GM typed. Members of a group keep their numbers: where Goon 1 and Goon 3 are seen, players may
guess at a Goon 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from tracker.combat.model import Model
from tracker.combat.scene import HEROES, OPEN, Combatant, Scene, Turn, altered, same_names
from tracker.players.story import State, public_conditions, state_of
from tracker.rules.system import System

CROWD: Final = 200
"""The most combatants shown: more cannot be read across a table."""

NEXT: Final = 5
"""How many of those who come next are named."""


class Sharing(Model):
    """What the GM shares besides: the numbers of the heroes."""

    numbers: bool


class Number(Model):
    """A track of a hero: its name, its value and its maximum; ``fills``: harm adds to it."""

    label: str
    value: int
    max: int
    fills: bool = False


class Distance(Model):
    """A band, and those of the others in it."""

    band: str
    names: tuple[str, ...]


class Card(Model):
    """A combatant. ``bands`` are given for heroes."""

    name: str
    side: str
    state: State
    active: bool = False
    conditions: tuple[str, ...] = ()
    cover: str = ""
    numbers: tuple[Number, ...] = ()
    bands: tuple[Distance, ...] = ()


class Projection(Model):
    """All that players may see: whose turn it is, who comes ``next``, everybody visible, how many ``more`` exist."""

    game: str
    round: int
    phase: str
    turn: str
    next: tuple[str, ...]
    cards: tuple[Card, ...]
    more: int
    story: tuple[str, ...]


def project(
    system: System, scene: Scene, seen: frozenset[str], turn: Turn, sharing: Sharing, story: tuple[str, ...] = ()
) -> Projection:
    """Return a moment of the fight to those who may know of ``seen`` and of this turn; ``story`` is theirs as well.

    Who that is, and which turn, is decided in ``players.public`` alone.
    """
    return Projector(system, sharing).project(scene, seen, turn, story)


class Projector:
    """Projects moments one after the other: the card of somebody who looks the same is made once."""

    def __init__(self, system: System, sharing: Sharing) -> None:
        self._system, self._sharing = system, sharing
        self._last: tuple[Scene, frozenset[str], Turn] | None = None
        self._cards: tuple[Card, ...] = ()
        self._places: dict[str, int] = {}
        self._count = 0

    def project(self, scene: Scene, seen: frozenset[str], turn: Turn, story: tuple[str, ...] = ()) -> Projection:
        """Return a moment; the arguments are those of the function ``project``."""
        again = self._to_make_again(scene, seen, turn)
        if again is None:
            shown = [combatant for combatant in scene.listed() if combatant.name in seen]
            self._count = len(shown)
            self._places = {combatant.name: place for place, combatant in enumerate(shown[:CROWD])}
            self._cards = tuple(self._card(scene, scene[name], seen, turn) for name in self._places)
        elif again:
            cards = list(self._cards)
            for name in again & self._places.keys():
                cards[self._places[name]] = self._card(scene, scene[name], seen, turn)
            self._cards = tuple(cards)
        self._last = (scene, seen, turn)
        return Projection(
            game=self._system.title,
            round=turn.round,
            phase=turn.phase or "" if turn.round else "",
            turn=(turn.name or turn.side or "") if turn.round else "",
            next=tuple(islice(_next(self._system, scene, seen, turn), NEXT)),
            cards=self._cards,
            more=max(0, self._count - CROWD),
            story=story,
        )

    def _to_make_again(self, scene: Scene, seen: frozenset[str], turn: Turn) -> set[str] | None:
        """Return the names of those whose cards may differ from the last ones; None for all, and their order."""
        if self._last is None:
            return None
        before, known, last = self._last
        if seen != known or scene.settings is not before.settings or scene.fields is not before.fields:
            return None
        if scene.order is not before.order or not same_names(before, scene):
            return None
        if turn != last and None in (turn.name, last.name):
            return None
        changed = altered(before, scene)
        if any(was.side != now.side for was, now in changed):
            return None
        again = {now.name for _, now in changed}
        if turn != last:
            again |= {str(turn.name), str(last.name)}
        moved = scene.ranges is not before.ranges or scene.default_range != before.default_range
        if moved or any(was.out != now.out for was, now in changed):
            again |= {name for name in self._places if scene[name].side == HEROES}
        return again

    def _card(self, scene: Scene, combatant: Combatant, seen: frozenset[str], turn: Turn) -> Card:
        return _card(self._system, scene, combatant, seen, turn, self._sharing)


def _next(system: System, scene: Scene, seen: frozenset[str], turn: Turn) -> Iterator[str]:
    """Return the visible combatants who can still act, in the order of turns after the active one."""
    if not turn.round:
        return
    now = turn.name
    if scene.order:
        at = scene.order.index(now) + 1 if now in scene.order else 0
        names: tuple[str, ...] = (*scene.order[at:], *scene.order[:at])
    else:
        names = system.turn_status(scene).to_act
    for name in names:
        if name in seen and name != now and scene[name].out is None:
            yield name


def _card(
    system: System, scene: Scene, combatant: Combatant, seen: frozenset[str], turn: Turn, sharing: Sharing
) -> Card:
    hero = combatant.side == HEROES
    return Card(
        name=combatant.name,
        side=combatant.side,
        state=state_of(system, scene, combatant),
        active=bool(turn.round)
        and (turn.name == combatant.name or (turn.name is None and turn.side == combatant.side)),
        conditions=public_conditions(system, combatant),
        cover=combatant.cover.degree if combatant.cover.degree != OPEN else "",
        numbers=_numbers(system, combatant) if hero and sharing.numbers else (),
        bands=_bands(system, scene, combatant, seen) if hero else (),
    )


def _numbers(system: System, combatant: Combatant) -> tuple[Number, ...]:
    """Return the tracks that the game does not keep secret."""
    return tuple(
        Number(
            spec.label,
            combatant.tracks[spec.name].value,
            combatant.tracks[spec.name].max,
            system.fills(spec.name),
        )
        for spec in system.sheet.tracks
        if not spec.secret and spec.name in combatant.tracks
    )


def _bands(system: System, scene: Scene, combatant: Combatant, seen: frozenset[str]) -> tuple[Distance, ...]:
    """Return the positions of the other sides around a hero, the nearest first, in bands of the game."""
    at: dict[str, list[str]] = {band: [] for band in system.band_names(scene)}
    shown = (other for other in scene.combatants.values() if other.name in seen)
    for other in islice(shown, CROWD):
        if other.side != combatant.side and other.out is None:
            name = other.name
            names = at.get(scene.band(combatant.name, name))
            if names is not None:
                names.append(name)
    return tuple(Distance(band, tuple(names)) for band, names in at.items() if names)
