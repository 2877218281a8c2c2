"""What is brought into a fight from outside: a kept combatant, a party or a prepared encounter, as frozen data.

An entry that brings something contains all of it, so a session never needs the place it came from.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec.structs import force_setattr, replace

from tracker.combat.model import Name, Number, Stored, Text
from tracker.combat.scene import IN_THE_OPEN, Combatant

Kind: TypeAlias = Literal["combatant", "party", "encounter"]


class Member(Stored):
    """A combatant to bring, or ``count`` equal ones in a group of that name.

    ``wave`` 0 joins at once, 1 first after it.
    """

    like: Combatant
    count: Number | None = None
    wave: Number = 0

    def __post_init__(self) -> None:
        """Replace an equal default by the default object itself: only that is omitted from a line."""
        if self.like.cover == IN_THE_OPEN and self.like.cover is not IN_THE_OPEN:
            force_setattr(self, "like", replace(self.like, cover=IN_THE_OPEN))


class Distance(Stored):
    """The distance between two names, groups or sides."""

    one: Name
    other: Name
    band: Text


class Wave(Stored):
    """A later wave: when it joins, about this round; ``note`` is for the GM."""

    name: Text
    round: Number | None = None
    note: Text = ""


class Kept(Stored):
    """What a word brought: ``title`` is its full name, ``origin`` the session it was taken from.

    ``opening`` are command lines to carry out once everybody has joined; ``note`` is for the GM.
    """

    kind: Kind
    title: Text
    members: tuple[Member, ...] = ()
    origin: Text = ""
    distances: tuple[Distance, ...] = ()
    default_range: Text = ""
    opening: tuple[Text, ...] = ()
    note: Text = ""
    waves: tuple[Wave, ...] = ()
