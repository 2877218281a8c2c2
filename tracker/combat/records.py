"""The records of a session: an entry for everything the GM did, every move of the head, and what an entry brought.

What is brought from outside is a kept combatant, a party or a prepared encounter. An entry that brings something
contains all of it, so a session never needs the place it came from. So does the fight itself with the text of a newer
game file that was adopted: undo reverts it, too.
"""

from collections.abc import Iterable
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import force_setattr

from tracker.combat import limits
from tracker.combat.dice import ThrownDice
from tracker.combat.events import Event, SceneFieldBecame
from tracker.combat.model import LongText, Name, Number, Stored, Text
from tracker.combat.scene import Combatant, Plain, Scene, tidied

KeptKind: TypeAlias = Literal["combatant", "party", "encounter"]


class Member(Stored):
    """A combatant to bring, or ``count`` equal ones in a group of that name; ``wave`` 0 joins at once, 1 after it."""

    like: Combatant
    count: Number | None = None
    wave: Number = 0

    def __post_init__(self) -> None:
        force_setattr(self, "like", tidied(self.like))


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

    kind: KeptKind
    title: Text
    members: tuple[Member, ...] = ()
    origin: Text = ""
    distances: tuple[Distance, ...] = ()
    default_range: Text = ""
    opening: tuple[Text, ...] = ()
    note: Text = ""
    waves: tuple[Wave, ...] = ()


FIELD: Final = "rules-text"  # the field of the fight that holds it, in chunks of permitted size


def rules_text(scene: Scene) -> str:
    """Return the text of the current game; "" if it is the one of the session's header."""
    pieces = scene.fields.get(FIELD)
    return "".join(map(str, pieces)) if isinstance(pieces, list) else ""


def rules_became(text: str) -> SceneFieldBecame:
    """Return the event by which the game of this text is adopted."""
    return SceneFieldBecame(FIELD, [text[at : at + limits.NOTE] for at in range(0, len(text), limits.NOTE)])


def lasting(scene: Scene) -> dict[str, Plain]:
    """Return the fields of a fight that remain when another one begins."""
    return {FIELD: scene.fields[FIELD]} if FIELD in scene.fields else {}


StateDigest: TypeAlias = Annotated[str, msgspec.Meta(max_length=16, extra_json_schema={"pattern": "^([0-9a-f]{16})?$"})]
"""The digest of a scene, or nothing; as part of the type, the pattern would be a third of what decoding takes."""

START: Final = 0  # the id of the beginning, before the first entry


class Reason(Stored):
    """A number that counted: towards what, its label, its value, and its source.

    Reasons with the same ``of`` add up to that number, separately for each ``part`` of a line of several commands; a
    division or comparison is a single reason.
    """

    of: Name
    label: Text
    value: Number
    source: Text = ""
    part: Number = 0


def total_of(reasons: Iterable[Reason], of: str) -> int:
    """Return what the reasons for a number add up to."""
    return sum(reason.value for reason in reasons if reason.of == of)


class Share(Stored):
    """The share of an entry that belongs to one of its commands: the number of events, and of characters."""

    events: Number
    text: Number


class Entry(Stored, tag_field="t", tag="entry", rename={"id": "seq"}):
    """One thing the GM did, and everything that became true by it: the unit of undo.

    ``id`` is its place in the record of the session, from 1; ``command`` is the line that would do the same again;
    ``over`` lists the objections that a ruling overrode; ``origin`` is the id of the entry that it repeats after a
    revoke or an amendment; ``state`` is the digest of the scene after it. ``remarks`` are the sentences at the end of
    ``text`` that are only notes; ``shares`` divide the entry among the commands of a line of several; ``brought`` is
    what came from outside the fight, kept like the dice for replaying the command; ``shared``: in a save, an event
    about the same names as the one before has [""] for them. ``via`` is the remark that says whose phone, or which
    program, the command came from.
    """

    id: Number
    parent: Number
    at: Text
    command: LongText
    text: LongText
    events: tuple[Event, ...] = ()
    why: tuple[Reason, ...] = ()
    dice: tuple[ThrownDice, ...] = ()
    ruled: bool = False
    over: tuple[Text, ...] = ()
    origin: Number | None = None
    state: StateDigest = ""
    remarks: tuple[LongText, ...] = ()
    shares: tuple[Share, ...] = ()
    brought: tuple[Kept, ...] = ()
    shared: bool = False
    via: Text = ""

    @property
    def first(self) -> int:
        """Return the id under which this was first entered."""
        return self.id if self.origin is None else self.origin


Move: TypeAlias = Literal["undo", "redo", "goto", "rebase"]


class Head(Stored, tag_field="t", tag="head", rename={"id": "seq"}):
    """A move of the head to entry ``to``; after a rebase also the head that it ``replaced``."""

    id: Number
    to: Number
    by: Move = "goto"
    replaced: Number | None = None

    def __post_init__(self) -> None:
        """Replace an equal default by the default object itself: only that is omitted from a line."""
        if self.by == "goto":
            force_setattr(self, "by", "goto")


Record: TypeAlias = Entry | Head
