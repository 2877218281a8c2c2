"""The result of resolving an action."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from tracker.combat.dice import ThrownDice
from tracker.combat.events import Event, Joined, Left, OrderBecame, PromptCame
from tracker.combat.kept import Kept
from tracker.combat.model import Model
from tracker.combat.records import Reason, Share
from tracker.combat.scene import Scene
from tracker.rules.grammar import clause


class Resolution(Model):
    """The result of a line: the scene after it, and the contents of its entry in the history."""

    scene: Scene
    command: str
    text: str
    events: tuple[Event, ...]
    why: tuple[Reason, ...]
    dice: tuple[ThrownDice, ...]
    overruled: tuple[str, ...]
    ruled: bool
    remarks: tuple[str, ...] = ()
    shares: tuple[Share, ...] = ()
    brought: tuple[Kept, ...] = ()


class Clause(Model):
    """A sentence with a subject, which is merged with the same sentence about others: "Goon (9) are down"."""

    name: str
    predicate: str


def told(sentences: Iterable[str | Clause], scene: Scene) -> str:
    """Return sentences as a text; equal sentences about several are merged at the last of them."""
    subjects: dict[Clause, list[str]] = {}
    latest: dict[Clause, int] = {}
    order: list[str | Clause] = []
    for sentence in sentences:
        if isinstance(sentence, Clause):
            pattern = replace(sentence, name="")
            if sentence.name in (names := subjects.setdefault(pattern, [])):
                order.append(f"{clause(sentence.name, scene, sentence.predicate)}.")
            else:
                names.append(sentence.name)
                latest[pattern] = len(order)
                order.append(pattern)
        else:
            order.append(sentence)
    return " ".join(
        f"{clause(subjects[sentence], scene, sentence.predicate)}." if isinstance(sentence, Clause) else sentence
        for at, sentence in enumerate(order)
        if not isinstance(sentence, Clause) or latest[sentence] == at
    )


def compact(events: Iterable[Event]) -> tuple[Event, ...]:
    """Return fewer events with the same effect: the same change of several combatants becomes one event.

    Events are joined if they differ in their names alone and no event between them affects one of those.
    """
    kept: list[Event] = []
    same: dict[str, int] = {}
    touched: dict[str, int] = {}
    for event in events:
        names: tuple[str, ...] | None = getattr(event, "names", None)
        if names is None or isinstance(event, Joined | Left | OrderBecame):
            kept.append(event)
            same.clear()
            touched.clear()
            continue
        if isinstance(event, PromptCame):
            last = kept[-1] if kept else None
            if isinstance(last, PromptCame) and _pattern(last) == _pattern(event):
                if last.id + len(last.names) == event.id:
                    kept[-1] = replace(last, names=(*last.names, *names))
                    continue
            kept.append(event)
            continue
        key = _pattern(event)
        place = same.get(key)
        if place is not None and all(touched.get(name, -1) < place for name in names):
            earlier: Any = kept[place]
            kept[place] = replace(earlier, names=(*earlier.names, *names))
        else:
            place = same[key] = len(kept)
            kept.append(event)
        touched.update(dict.fromkeys(names, place))
    return tuple(kept)


def _pattern(event: Event) -> str:
    rest = ((name, getattr(event, name)) for name in event.__struct_fields__ if name not in ("names", "id"))
    return repr((type(event).__name__, *rest))
