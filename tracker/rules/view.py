"""What a game answers the screen: frozen data, never widgets or markup.

A glyph never stands alone: each mark has its word, and a plain glyph for poor terminals.
"""

from __future__ import annotations

from typing import Literal

from tracker.combat.model import Model

Tone = Literal["normal", "dim", "bright", "good", "warn", "bad", "accent"]


class Badge(Model):
    """A state as a glyph and a word: an action spent or free, cover, a loaded weapon."""

    glyph: str
    plain: str
    word: str
    tone: Tone = "normal"


class Bar(Model):
    """A track drawn as a bar with its numbers; ``ticks`` are values at which something happens."""

    value: int
    max: int
    tone: Tone = "good"
    ticks: tuple[int, ...] = ()


class CombatantRow(Model):
    """One combatant in the list. ``cells`` stand under the columns of their side."""

    name: str
    side: str
    bar: Bar | None
    actions: tuple[Badge, ...] = ()
    badges: tuple[Badge, ...] = ()
    cells: tuple[str, ...] = ()
    out: str | None = None
    hidden: bool = False
    active: bool = False
    pending: bool = False


class Section(Model):
    """A side of the list: its title, the heads of its cells, its rows."""

    side: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[CombatantRow, ...]


class Listing(Model):
    """A side of the list before its rows are made: whom it lists, in order. Rows are made of those in sight only."""

    side: str
    title: str
    columns: tuple[str, ...]
    names: tuple[str, ...]


class TurnStatus(Model):
    """The moment in the game's own words: ``moment`` (ACTION TURN 3), who is on, who still has to act."""

    moment: str
    active: str = ""
    to_act: tuple[str, ...] = ()


class BandColumn(Model):
    """One band: its name and size in words, what it does to each weapon, and who stands there."""

    band: str
    size: str = ""
    notes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


class BandTable(Model):
    """The bands seen from one combatant; ``lines`` names the lines of the columns' notes (weapons).

    ``better`` says which numbers in the notes help the one who shoots: more, or less (a number to be reached).
    """

    origin: str
    columns: tuple[BandColumn, ...]
    lines: tuple[str, ...] = ()
    better: Literal["more", "less"] = "more"


class CoverRow(Model):
    """Who is behind what, and what it does in this game's numbers; ``bar`` for a thing that wears down."""

    name: str
    mark: Badge
    what: str = ""
    effects: tuple[str, ...] = ()
    bar: Bar | None = None


class Pending(Model):
    """A thing that waits: an attack for its reaction, a held action for its trigger; ``verbs`` answer it.

    A verb's form begins with the ``flags`` it has a word for, aimed at ``target``, or ``against`` whose attack it is.
    """

    name: str
    text: str
    verbs: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    target: str = ""
    attacker: str = ""


class MenuItem(Model):
    """An action one could take: what it costs, and why not now (it can be ruled all the same)."""

    verb: str
    help: str
    cost: str = ""
    refusal: str = ""


class GroupAction(Model):
    """One action asked of several at once: a sheet with a line for each actor, entered as one.

    ``asks`` are the names of the fields each line asks for; the first is where typing begins.
    """

    verb: str
    title: str
    actors: tuple[str, ...]
    asks: tuple[str, ...]


class Outcome(Model):
    """One way a throw can come out, with its exact chance as a fraction."""

    label: str
    p: float


class Odds(Model):
    """The exact chances of an action: every outcome, adding up to 1, and the chance of success."""

    outcomes: tuple[Outcome, ...]
    success: float
