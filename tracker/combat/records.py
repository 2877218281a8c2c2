"""The records of a session: an entry for everything the game master did, and every move of the head."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import force_setattr

from tracker.combat.dice import Throw
from tracker.combat.events import Event
from tracker.combat.kept import Kept
from tracker.combat.model import LongText, Name, Number, Stored, Text

State: TypeAlias = Annotated[str, msgspec.Meta(max_length=16, pattern="^([0-9a-f]{16})?$")]
"""The digest of a scene, or nothing."""

START: Final = 0
"""The id of the beginning, before the first entry."""


class Reason(Stored):
    """One number that counted: to what, called how, how much, and where it comes from.

    Reasons with the same ``of`` add up to that number, those of each ``part`` of a line of several by themselves; a
    division or comparison is one reason.
    """

    of: Name
    label: Text
    value: Number
    source: Text = ""
    part: Number = 0


class Share(Stored):
    """What one command of a line of several has of its entry: how many of its events, and of its characters."""

    events: Number
    text: Number


class Entry(Stored, tag_field="t", tag="entry", rename={"id": "seq"}):
    """One thing the game master did, and everything that became true by it: the unit of undo.

    ``id`` is its place in the record of the session, from 1; ``command`` is the line that would do the same
    again; ``over`` lists the objections a ruling went over; ``origin`` is the id of the entry it stands for
    when it was played again by a revoke or an amendment; ``state`` is the digest of the scene after it.
    ``remarks`` are the sentences at the end of ``text`` that only point something out; ``shares`` say what belongs to
    which command, where the line has several; ``brought`` is what came from outside the fight, kept like the dice for
    playing the command again; ``shared``: in a save, an event about the same names as the one before has [""] for them.
    """

    id: Number
    parent: Number
    at: Text
    command: LongText
    text: LongText
    events: tuple[Event, ...] = ()
    why: tuple[Reason, ...] = ()
    dice: tuple[Throw, ...] = ()
    ruled: bool = False
    over: tuple[Text, ...] = ()
    origin: Number | None = None
    state: State = ""
    remarks: tuple[LongText, ...] = ()
    shares: tuple[Share, ...] = ()
    brought: tuple[Kept, ...] = ()
    shared: bool = False

    @property
    def first(self) -> int:
        """The id under which this was first entered."""
        return self.id if self.origin is None else self.origin


Move: TypeAlias = Literal["undo", "redo", "goto", "rebase"]


class Head(Stored, tag_field="t", tag="head", rename={"id": "seq"}):
    """A move of the head to entry ``to``; a rebase also says which head it ``replaced``."""

    id: Number
    to: Number
    by: Move = "goto"
    replaced: Number | None = None

    def __post_init__(self) -> None:
        """Make a default the very object it is: only that is left out of a line, and a typed word is another."""
        if self.by == "goto":
            force_setattr(self, "by", "goto")


Record: TypeAlias = Entry | Head
