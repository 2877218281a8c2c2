"""The fight as the players may see it, built value by value; nothing is copied from the scene as a whole.

Shown are: revealed combatants with their side, a word for their state, conditions, cover degree and bands among those
revealed; the heroes' own numbers if the GM wants that; whose turn it is; and the story of ``players.story``. Everything
else stays with the GM: hidden combatants, other sides' numbers, secret tracks, notes, questions, titles and every other
text that the GM typed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, Literal

from tracker.combat.model import Model
from tracker.combat.scene import HEROES, OPEN, Combatant, Scene
from tracker.players.state import State, state_of
from tracker.players.story import public_conditions, visible
from tracker.rules.system import System

LINES: Final = 12
"""How many lines of the story are shown."""

CROWD: Final = 200
"""The most combatants shown: more cannot be read across a table."""

NEXT: Final = 5
"""How many of those who come next are named."""


class Sharing(Model):
    """What the GM shares: the numbers of the heroes, and the state of others (in four words, or only who is down)."""

    numbers: bool = True
    states: Literal["words", "down"] = "words"


USUAL: Final = Sharing()
"""What is shared by default."""


class Number(Model):
    """A track of a hero: its name, its value and its maximum."""

    label: str
    value: int
    max: int


class Distance(Model):
    """A band, and those of the others in it."""

    band: str
    names: tuple[str, ...]


class Card(Model):
    """A combatant. ``state`` is "" if it is not shared; ``bands`` are given for heroes."""

    name: str
    side: str
    state: State | Literal[""]
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


def project(system: System, scene: Scene, story: tuple[str, ...] = (), sharing: Sharing = USUAL) -> Projection:
    """Return a moment of the fight as the players may see it; ``story`` are the public lines up to it."""
    seen = visible(scene)
    turn = scene.turn
    shown = [combatant for combatant in scene.listed() if combatant.name in seen]
    return Projection(
        game=system.title,
        round=turn.round,
        phase=turn.phase or "" if turn.round else "",
        turn=_turn(scene, seen),
        next=tuple(islice(_next(system, scene, seen), NEXT)),
        cards=tuple(_card(system, scene, combatant, seen, sharing) for combatant in shown[:CROWD]),
        more=max(0, len(shown) - CROWD),
        story=story,
    )


def _turn(scene: Scene, seen: frozenset[str]) -> str:
    """Return who acts: a name, or a side with visible members."""
    turn = scene.turn
    if not turn.round:
        return ""
    if turn.name is not None:
        return turn.name if turn.name in seen else ""
    return turn.side if turn.side is not None and any(scene[name].side == turn.side for name in seen) else ""


def _next(system: System, scene: Scene, seen: frozenset[str]) -> Iterator[str]:
    """Return the visible combatants who can still act, in the order of turns after the active one."""
    if not scene.turn.round:
        return
    now = scene.turn.name
    if scene.order:
        at = scene.order.index(now) + 1 if now in scene.order else 0
        names: tuple[str, ...] = (*scene.order[at:], *scene.order[:at])
    else:
        names = system.turn_status(scene).to_act
    for name in names:
        if name in seen and name != now and scene[name].out is None:
            yield name


def _card(system: System, scene: Scene, combatant: Combatant, seen: frozenset[str], sharing: Sharing) -> Card:
    state, hero = state_of(system, scene, combatant), combatant.side == HEROES
    kept = sharing.states == "words" or state == "down" or (hero and sharing.numbers)
    turn = scene.turn
    return Card(
        name=combatant.name,
        side=combatant.side,
        state=state if kept else "",
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
        Number(spec.label, combatant.tracks[spec.name].value, combatant.tracks[spec.name].max)
        for spec in system.sheet.tracks
        if not spec.secret and spec.name in combatant.tracks
    )


def _bands(system: System, scene: Scene, combatant: Combatant, seen: frozenset[str]) -> tuple[Distance, ...]:
    """Return the positions of the other sides around a hero, the nearest first, in bands of the game."""
    at: dict[str, list[str]] = {band: [] for band in system.band_names(scene)}
    for name, other in islice(scene.combatants.items(), CROWD):
        if name in seen and other.side != combatant.side and other.out is None:
            names = at.get(scene.band(combatant.name, name))
            if names is not None:
                names.append(name)
    return tuple(Distance(band, tuple(names)) for band, names in at.items() if names)
