"""What is brought into a fight from outside: a kept combatant, a party or a prepared encounter, as frozen data.

An entry that brings something contains all of it, so a session never needs the place it came from. So does the fight
itself with the text of a newer game file that was adopted: undo reverts it, too.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec.structs import force_setattr, replace

from tracker.combat import limits
from tracker.combat.events import SceneFieldBecame
from tracker.combat.model import Name, Number, Stored, Text
from tracker.combat.scene import IN_THE_OPEN, Combatant, Plain, Scene

KeptKind: TypeAlias = Literal["combatant", "party", "encounter"]


class Member(Stored):
    """A combatant to bring, or ``count`` equal ones in a group of that name; ``wave`` 0 joins at once, 1 after it."""

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

    kind: KeptKind
    title: Text
    members: tuple[Member, ...] = ()
    origin: Text = ""
    distances: tuple[Distance, ...] = ()
    default_range: Text = ""
    opening: tuple[Text, ...] = ()
    note: Text = ""
    waves: tuple[Wave, ...] = ()


FIELD: Final = "rules-text"
"""The field of the fight that holds it, in chunks of permitted size."""


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
