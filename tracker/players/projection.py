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
from tracker.combat.scene import HEROES, OPEN, Combatant, Scene, Turn
from tracker.players.state import State, state_of
from tracker.players.story import public_conditions
from tracker.rules.system import System

LINES: Final = 12
"""How many lines of the story are shown."""

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
    shown = [combatant for combatant in scene.listed() if combatant.name in seen]
    return Projection(
        game=system.title,
        round=turn.round,
        phase=turn.phase or "" if turn.round else "",
        turn=(turn.name or turn.side or "") if turn.round else "",
        next=tuple(islice(_next(system, scene, seen, turn), NEXT)),
        cards=tuple(_card(system, scene, combatant, seen, turn, sharing) for combatant in shown[:CROWD]),
        more=max(0, len(shown) - CROWD),
        story=story,
    )


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
