"""The cost of reading an entry: a short line may change a whole crowd, or contain 120,000 distances.

It is counted in steps of about five nanoseconds: applying the events, and the digest of what they changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from tracker.combat.events import (
    BandBecame,
    DefaultBandBecame,
    EncounterBegan,
    Event,
    Joined,
    Left,
    OrderBecame,
    PromptCame,
    PromptWent,
    SceneFieldBecame,
    SettingBecame,
    TitleBecame,
    TurnCame,
)
from tracker.combat.scene import Combatant, Prompt, Scene

_TOUCHED: Final = 1_000
"""The cost of a changed combatant besides its contents."""

_PART: Final = 40
"""The cost of a number under a name: a track, a count of spares; likewise of a name in a list."""

_STATED: Final = 40
"""The cost of a distance in a row that is rewritten."""

_DISTANCE: Final = 6
"""The cost of any distance of the fight when one changes."""

_QUESTION: Final = 600
"""The cost of an open question while others come or go, besides its text."""

_SIZES: Final = 2048
"""The number of cached sizes of mappings and lists."""

_sizes: dict[int, tuple[object, int]] = {}


def work(before: Scene, events: Iterable[Event]) -> int:
    """Return the cost of these events when they follow this scene."""
    people, steps = before.combatants, 0
    for event in events:
        cost = _COSTS.get(type(event))
        if cost is not None:
            steps += cost(before, event)
        else:
            for name in event.names:  # type: ignore[union-attr]
                steps += _weight(people[name]) if name in people else _PART
    return steps


def _weight(combatant: Combatant) -> int:
    """Return the cost of changing a combatant: all its contents are digested again."""
    steps = _TOUCHED + _PART * (len(combatant.tracks) + len(combatant.spares))
    for parts in (combatant.fields, combatant.conditions, combatant.weapons, combatant.notes, combatant.counters):
        if parts:
            steps += _size(parts)
    return steps


def _joining(before: Scene, event: Joined) -> int:
    return len(event.names) * _weight(event.like) + len(before.combatants) * _PART


def _leaving(before: Scene, event: Left | EncounterBegan) -> int:
    names = len(before.combatants) + len(before.order)
    return names * _PART + len(before.ranges) * _DISTANCE + _questions(before.prompts)


def _asking(before: Scene, event: PromptCame) -> int:
    cost = _QUESTION + len(event.text) + _size(event.choices) + _size(event.data)
    return _questions(before.prompts) + len(event.names) * cost


def _bands(before: Scene, event: BandBecame) -> int:
    """Return the cost of a distance: each affected row is rewritten, and all rows are digested as one."""
    rows, others = before.ranges.rows, len(event.others)
    touched = sum(len(rows[name]) for name in (event.name, *event.also, *event.others) if name in rows)
    stated = others * (1 + len(event.also) + (others if event.together else 0))
    return (touched + stated) * _STATED + len(before.ranges) * _DISTANCE


def _questions(prompts: tuple[Prompt, ...]) -> int:
    return sum(_QUESTION + len(prompt.text) + _size(prompt.choices) + _size(prompt.data) for prompt in prompts)


def _size(parts: object) -> int:
    """Return about how many characters these are as text; computed once for each immutable object."""
    kept = _sizes.get(id(parts))
    if kept is None or kept[0] is not parts:
        if len(_sizes) >= _SIZES:
            _sizes.clear()
        kept = _sizes[id(parts)] = (parts, len(repr(parts)))
    return kept[1]


_COSTS: Final[Mapping[type[Event], Callable[[Scene, Any], int]]] = {
    Joined: _joining,
    Left: _leaving,
    EncounterBegan: _leaving,
    BandBecame: _bands,
    PromptCame: _asking,
    PromptWent: lambda before, event: _questions(before.prompts),
    OrderBecame: lambda before, event: len(event.names) * _PART,
    SceneFieldBecame: lambda before, event: _size(before.fields),
    SettingBecame: lambda before, event: _size(before.settings),
    DefaultBandBecame: lambda before, event: 0,
    TurnCame: lambda before, event: 0,
    TitleBecame: lambda before, event: 0,
}
"""The costs by kind of event; all other kinds change the combatants that they name."""
