"""The intents with which a strip view answers a key.

The controller carries them out; the view itself changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import field

from tracker.combat.model import Model


class Stay(Model):
    """Nothing: the view keeps the keys."""


class Close(Model):
    """Close the view without doing anything."""


class Pass(Model):
    """Close the view and handle the key as if the view had not been open."""


class Run(Model):
    """Carry out a command line. The view closes, unless the line is invalid or refused, or ``keep`` is set.

    With ``edit`` the sheet of those who joined by it opens.
    """

    line: str
    keep: bool = False
    edit: bool = False


class Rule(Model):
    """Close the view and carry out a command line over all objections."""

    line: str


class Open(Model):
    """Open the form of a verb: ``given`` are fields that are filled in, ``who`` is selected while it is open."""

    verb: str
    given: Mapping[str, str] = field(default_factory=dict)
    who: str | None = None


class Act(Model):
    """Close the view and perform the action of a key, by its id in the registry of keys."""

    id: str


class Aim(Model):
    """Close the view and aim at this combatant."""

    name: str


class Narrow(Model):
    """Filter by this text, and close the view if ``done``."""

    text: str
    done: bool = False


class Step(Model):
    """Move the selection down by this many lines."""

    by: int


class Show(Model):
    """Close the view and show another screen, with ``about`` as its argument."""

    screen: str
    about: str


class SaveCopy(Model):
    """Save a copy of the session under this name and continue in it."""

    name: str


Intent = Stay | Close | Pass | Run | Rule | Open | Act | Aim | Narrow | Step | Show | SaveCopy

STAY = Stay()
CLOSE = Close()
PASS = Pass()
