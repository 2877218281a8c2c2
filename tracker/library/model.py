"""The contents of a library file; a combatant's tracks and fields are named as on the game's sheet."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from tracker.combat import limits

Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=limits.NAME, pattern=r"^[^,\"\n\t]+$")]
Word: TypeAlias = Annotated[str, Field(min_length=1, max_length=limits.NAME)]
Note: TypeAlias = Annotated[str, Field(max_length=limits.NOTE)]
Count: TypeAlias = Annotated[int, Field(ge=1, le=limits.COMBATANTS - 1)]
Number: TypeAlias = Annotated[int, Field(ge=-limits.NUMBER, le=limits.NUMBER)]


class Strict(BaseModel):
    """A table with exactly these keys, whose values have exactly these types."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True, allow_inf_nan=False)


class ConditionTable(Strict):
    """A condition, with the number that a game attaches to it."""

    name: Word
    rounds: Number | None = None
    value: Number | None = None


class CoverTable(Strict):
    """The cover of a combatant."""

    degree: Word
    what: Word | None = None
    absorbs: Number | None = None
    sustains: Number | None = None
    left: Number | None = None


class PartTable(Strict):
    """A part of a stat block as printed; ``kind`` says which heading it stands under."""

    kind: Literal["trait", "action", "bonus", "reaction", "legendary", "mythic", "lair"]
    name: Word
    text: Note


class CounterTable(Strict):
    """A counter of the GM's own: its value, what it is reset to, and when."""

    value: Number
    start: Number | None = None
    each: Word | None = None


class CombatantTable(Strict):
    """A combatant: these keys, and any track or field of the game's sheet beside them.

    ``like`` is a combatant of the library or a preset whose values apply, except for those given here; ``state`` is the
    game's own state of the combatant, ``block`` the printed text of its stat block. ``arms`` are weapons as typed after
    ``arm NAME``: they come loaded, with what the game gives to them. ``note`` stays with the combatant, and so do
    several in a list.
    """

    model_config = ConfigDict(extra="allow")

    name: Name | None = None
    like: Word | None = None
    side: Word | None = None
    help: Note = ""
    hidden: bool = False
    out: Word | None = None
    conditions: Annotated[list[Word | ConditionTable], Field(max_length=limits.PARTS)] = []
    cover: Word | CoverTable | None = None
    arms: Annotated[list[Word], Field(max_length=limits.PARTS)] = []
    weapons: dict[Word, dict[Word, Any]] = {}
    note: Note | Annotated[list[Note], Field(max_length=limits.PARTS)] = []
    counters: dict[Word, Number | CounterTable] = {}
    spares: dict[Word, Number] = {}
    block: Annotated[list[PartTable], Field(max_length=limits.PARTS)] = []
    state: dict[Word, Any] = {}


class WhoTable(CombatantTable):
    """A member of a party or an encounter; ``count`` makes a group of them, ``group`` puts one into a group."""

    count: Count | None = None
    group: Word | None = None


class PartyTable(Strict):
    """Combatants who join together."""

    name: Name
    help: Note = ""
    who: Annotated[list[WhoTable], Field(min_length=1, max_length=limits.COMBATANTS)]


class RangeTable(Strict):
    """A distance: between names, groups, or sides such as heroes."""

    between: Annotated[list[Word], Field(min_length=2, max_length=2)]
    band: Word


class WaveTable(Strict):
    """Combatants who join later: a question of the fight lets them join when the GM wants."""

    name: Word
    round: Annotated[int, Field(ge=1, le=limits.NUMBER)] | None = None
    note: Annotated[str, Field(max_length=1000)] = ""
    who: Annotated[list[WhoTable], Field(min_length=1, max_length=limits.COMBATANTS)]


class EncounterTable(Strict):
    """A prepared encounter: members, positions, cover, opening commands, and notes for the GM."""

    name: Name
    help: Note = ""
    who: Annotated[list[WhoTable], Field(max_length=limits.COMBATANTS)] = []
    default_range: Word | None = None
    range: Annotated[list[RangeTable], Field(max_length=2000)] = []
    opening: Annotated[list[Annotated[str, Field(min_length=1, max_length=1000)]], Field(max_length=50)] = []
    note: Note = ""
    wave: Annotated[list[WaveTable], Field(max_length=20)] = []


class HeadTable(Strict):
    """A file's description of itself, above its entries."""

    title: Word = ""
    source: Note = ""
    licence: Note = ""


Table: TypeAlias = CombatantTable | PartyTable | EncounterTable

KINDS: Final[dict[str, type[CombatantTable] | type[PartyTable] | type[EncounterTable]]] = {
    "combatant": CombatantTable,
    "party": PartyTable,
    "encounter": EncounterTable,
}
"""The kinds of entries by the word in double brackets."""
