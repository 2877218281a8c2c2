"""What all events share: their base, their fields, and the sharing of lists of names between events in a save.

A crowd that is hurt and falls is one list of names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

from msgspec.structs import replace

from tracker.combat import limits
from tracker.combat.model import Stored
from tracker.combat.scene import Plain


class Fact(Stored, tag_field="t"):
    """A fact. In a save the field ``t`` identifies its kind."""


def put(fields: Mapping[str, Plain], name: str, value: Plain) -> dict[str, Plain]:
    """Return the fields with one changed; None removes it."""
    if value is None:
        return {key: field for key, field in fields.items() if key != name}
    changed = {**fields, name: value}
    limits.hold(changed, "fields of one combatant or of the fight")
    return changed


SAME: Final = ("",)
"""Instead of a list of names: the last long one before it. No name is empty."""

LEAST: Final = 10
"""The least length of a long list."""

_LISTS: Final = ("names", "others", "also")
"""The fields of events with lists of names, in the order in which they are written."""

_Event = TypeVar("_Event", bound=Fact)


def repeats(events: tuple[_Event, ...]) -> bool:
    """Return whether a long list of names would be written more than once."""
    return len(events) > 1 and shortened(events) != events


def shortened(events: Iterable[_Event]) -> tuple[_Event, ...]:
    """Return the events as saved, with SAME for a long list of names that repeats the last one."""
    last: tuple[str, ...] = ()
    written: list[_Event] = []
    for event in events:
        same: dict[str, tuple[str, ...]] = {}
        for field in _LISTS:
            names: tuple[str, ...] = getattr(event, field, ())
            if len(names) >= LEAST:
                if names == last:
                    same[field] = SAME
                last = names
        written.append(replace(event, **same) if same else event)
    return tuple(written)


def restored(events: Iterable[_Event]) -> tuple[_Event, ...]:
    """Return the events with all their names; raises ValueError if there are none to repeat."""
    last: tuple[str, ...] = ()
    whole: list[_Event] = []
    for event in events:
        same: dict[str, tuple[str, ...]] = {}
        for field in _LISTS:
            names: tuple[str, ...] = getattr(event, field, ())
            if names == SAME:
                if not last:
                    raise ValueError("there are no names before")
                same[field] = last
            elif len(names) >= LEAST:
                last = names
        whole.append(replace(event, **same) if same else event)
    return tuple(whole)
