"""A game's answers to the screen: frozen data, never widgets or markup.

A glyph never stands alone: each badge has its word, and a plain character for terminals without the glyph.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import field

from tracker.combat.model import Model
from tracker.combat.records import Reason

Tone = Literal["normal", "dim", "bright", "good", "warn", "bad", "accent"]
"""The tone of something; the theme gives the colour."""


class Badge(Model):
    """A state as a glyph and a word: an action spent or free, cover, a loaded weapon."""

    glyph: str
    plain: str
    word: str
    tone: Tone = "normal"

    @classmethod
    def of_action(cls, word: str, spent: bool) -> "Badge":
        """Return the badge of what can be spent in a turn."""
        return cls("✓", "x", word, "dim") if spent else cls("·", ".", word)


class Bar(Model):
    """A track drawn as a bar with its numbers; ``ticks`` are values with an effect, ``fills``: harm adds to it."""

    value: int
    max: int
    tone: Tone = "good"
    ticks: tuple[int, ...] = ()
    fills: bool = False

    @classmethod
    def of(cls, value: int, max: int, fills: bool = False) -> "Bar":
        """Return a bar in its tone: bad with a third or less left; one that fills is good only while it is empty."""
        tone: Tone
        if fills:
            tone = "good" if value <= 0 else "bad" if value * 3 >= max * 2 else "warn"
        else:
            tone = "bad" if value * 3 <= max else "warn" if value * 3 <= max * 2 else "good"
        return cls(value, max, tone, fills=fills)

    @property
    def left(self) -> int:
        """Return how far it is from its bad end."""
        return self.max - self.value if self.fills else self.value


class CombatantRow(Model):
    """A combatant in the list; ``cells`` are below the section's columns, ``active`` may act now."""

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


class TurnPlace(Model):
    """Somebody's place in the order of turns: their initiative, and whether their turn of this round is over."""

    name: str
    side: str
    number: str = ""
    over: bool = False


class Section(Model):
    """A section of the list of combatants: a side, its title, the heads of its cells, and its members in order.

    It holds only names: rows are made for visible lines. Where there is no room for all columns, the ``vital`` ones
    give way last; the row of somebody who is out has the ``fallen`` ones.
    """

    side: str
    title: str
    columns: tuple[str, ...]
    names: tuple[str, ...]
    vital: tuple[str, ...] = ()
    fallen: tuple[str, ...] = ()


class TurnStatus(Model):
    """The current turn in the game's own words (ACTION TURN 3), whose turn it is, and who has still to act.

    ``doing`` is what they have still to do where the round asks for something else, such as to declare.
    """

    moment: str
    active: str = ""
    to_act: tuple[str, ...] = ()
    doing: str = "act"


class BandColumn(Model):
    """A band: its name, its size in words, a note for each line of the table, and who stands there."""

    band: str
    size: str = ""
    notes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


class BandTable(Model):
    """The bands around a combatant; ``lines`` are the names of the lines of notes, such as weapons.

    ``better`` says which numbers in the notes favour the shooter: more, or less (a number to reach).
    """

    origin: str
    columns: tuple[BandColumn, ...]
    lines: tuple[str, ...] = ()
    better: Literal["more", "less"] = "more"


class CoverRow(Model):
    """A combatant's cover with its effects in the game's numbers; ``bar`` if the cover wears down."""

    name: str
    mark: Badge
    what: str = ""
    effects: tuple[str, ...] = ()
    bar: Bar | None = None


class Answer(Model):
    """An answer: its word, its effect, and its line; without a line it opens the form of ``verb``.

    That form is for ``who``, filled in with ``given``. Of one that ``throws``, ``dice=`` may stand behind the line.
    """

    word: str
    line: str = ""
    help: str = ""
    verb: str = ""
    who: str = ""
    given: Mapping[str, str] = field(default_factory=dict)
    throws: bool = False


class Pending(Model):
    """Something that waits for a combatant: an attack for its reaction, a held action for its trigger.

    ``verbs`` answer it. A verb's form has the fields filled in that ``flags``, ``target`` and ``attacker`` (whose
    attack is answered) provide; ``answers`` may need no form. Without a ``name`` it concerns everybody.
    """

    name: str
    text: str
    verbs: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    target: str = ""
    attacker: str = ""
    answers: tuple[Answer, ...] = ()


class MenuItem(Model):
    """A possible action of a combatant: its cost, and the objection against it now, if there is one."""

    verb: str
    help: str
    cost: str = ""
    refusal: str = ""


class Opening(Model):
    """A step before the first turn of a fight: label and verb; a ``due`` one is asked for before the turn begins."""

    word: str
    verb: str
    due: bool = False


class GameKey(Model):
    """A game's own key: a verb to fill in or a whole line; the key line shows it in ``phases``, empty for all."""

    key: str
    line: str
    phases: tuple[str, ...] = ()

    @classmethod
    def each(cls, **verbs: str) -> "tuple[GameKey, ...]":
        """Return the keys of verbs to fill in, in every phase."""
        return tuple(cls(key, verb) for key, verb in verbs.items())

    @property
    def label(self) -> str:
        """Return the label in the key line: its verb."""
        return self.line.partition(" ")[0]


class GroupAction(Model):
    """An action asked of several actors in one form, a line for each, entered as one.

    ``asks`` are the names of the fields that each line asks for; typing begins in the first. Without any, the
    ``actors`` are the names of values of one command, and ``rest`` is its word for those left empty; with ``asks``,
    ``rest="roll"`` has the empty lines rolled. ``hints`` describe each line, ``given`` is the initial text of its first
    field, ``shared`` are fields that are the same in every line, by attribute. With ``on`` it is one act on all of
    them: they fill that field, with a result each, and ``asked`` is what their phones are asked instead. With
    ``at_will`` nobody has to answer: typing begins at who is selected, and a line left as it is changes nothing.
    """

    verb: str
    title: str
    actors: tuple[str, ...]
    asks: tuple[str, ...] = ()
    rest: str = ""
    hints: Mapping[str, str] = {}
    given: Mapping[str, str] = {}
    shared: Mapping[str, str] = {}
    on: str = ""
    asked: "GroupAction | None" = None
    at_will: bool = False


class Deed(Model):
    """An action as a line of the log: who did what to whom, and how.

    ``on`` is whose loss or gain is the outcome, ``otherwise`` the outcome if nothing of theirs changed ("miss",
    "safe"). ``how`` are the means and the result in the game's words, ``what`` is the typed description. ``faces`` are
    the dice thrown, in groups, those that count first; they have ``sides``. ``hit`` says whether an attack of ``by``
    hit; None if the action is not an attack, or is not decided yet. ``own`` is what they paid themselves of what they
    lost, by name. Done to several at once, ``each`` has them apart, with the numbers of each in ``why``. ``averts`` is
    whose damage it takes back: that counts as never dealt. ``back`` is who hit ``by`` in return.
    """

    by: str = ""
    on: str = ""
    how: tuple[str, ...] = ()
    otherwise: str = ""
    faces: tuple[tuple[int, ...], ...] = ()
    sides: int = 6
    hit: bool | None = None
    what: str = ""
    own: Mapping[str, int] = {}
    each: "tuple[Deed, ...]" = ()
    why: tuple[Reason, ...] = ()
    averts: str = ""
    back: str = ""

    @property
    def blows(self) -> "tuple[Deed, ...]":
        """Return the attacks that are decided, with the blow in return."""
        back = (Deed(self.back, self.by, hit=True),) if self.back else ()
        return tuple(blow for blow in (*(self.each or (self,)), *back) if blow.hit is not None)


class Outcome(Model):
    """A possible outcome of a throw, with its exact chance from 0 to 1."""

    label: str
    p: float


class Odds(Model):
    """The exact chances of an action: its outcomes, which add up to 1, and the chance of success.

    ``refused`` are the objections to the action now; the numbers are those of the throw all the same. ``beside`` are
    the chances of side effects of the same throw. ``losses`` are the chances of each amount above 0 that the target
    loses, by track, and ``drops`` is the chance that the target is out; None if the game does not say. ``asks`` is a
    question that follows and whose answer changes both.
    """

    outcomes: tuple[Outcome, ...]
    success: float
    refused: tuple[str, ...] = ()
    beside: tuple[Outcome, ...] = ()
    losses: Mapping[str, Mapping[int, float]] = field(default_factory=dict)
    drops: float | None = None
    asks: str = ""

    @property
    def told(self) -> bool:
        """Return whether the game says what it takes, whatever is answered to what is asked behind it."""
        return self.drops is not None and not self.asks

    @property
    def expected(self) -> dict[str, float]:
        """Return what the target loses on average, by track."""
        return {track: self.mean(track) for track in self.losses}

    def mean(self, track: str) -> float:
        """Return what the target loses of a track on average."""
        return sum([amount * p for amount, p in self.losses.get(track, {}).items()], 0.0)

    def worth(self, track: str, left: int) -> float:
        """Return the chance that the target is out, plus the share of what is left of a track that it loses."""
        # Where the game does not say, what succeeds more often is worth a little more.
        share = min(1.0, self.mean(track) / left) if left > 0 else 0.0
        return self.drops + share if self.drops is not None else self.success / 100
