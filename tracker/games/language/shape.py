"""The tables and keys of a game file, as pydantic checks them and ``tracker schema game`` prints them."""

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

WORD = r"^[a-z][a-z0-9-]{0,39}$"
Word: TypeAlias = Annotated[str, Field(pattern=WORD)]
"""A name used in commands and expressions: lower-case letters, digits and hyphens."""

Label: TypeAlias = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")]
Text: TypeAlias = Annotated[str, Field(max_length=400, pattern=r"^[^\x00-\x1f\x7f]*$")]
Formula: TypeAlias = Annotated[str, Field(max_length=400)]
Number: TypeAlias = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
File: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,60}\.json$")]
Side: TypeAlias = Literal["all", "heroes", "others"]
Reasons: TypeAlias = Annotated[dict[Label, Formula], Field(max_length=12)]
FieldKind: TypeAlias = Literal["number", "text", "words", "yesno", "dice", "choice"]
Plain: TypeAlias = bool | Number | Text | Annotated[list[Text], Field(max_length=40)]

EVENT: Final = r"^(lost|gained|marked|unmarked|out|back|left|turn|round|over)( [a-z][a-z -]{0,39})?$"
"""How an event is written; the checks say what is wrong with one that is not."""

SPAN: Final = r"^\d{1,7}/\d{1,7}$"  # how a track of a preset is written with its maximum: 0/5


class Table(BaseModel):
    """The base of all tables: it forbids unknown keys."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)


class TurnTable(Table):
    """The order of turns."""

    kind: Literal["initiative", "cards", "sides", "free", "alternate"] = "free"
    side: Side = "all"
    each: Formula = "fight"
    throw: Formula = "0"
    throw_if: dict[Formula, Formula] = Field(default_factory=dict, alias="throw-if", max_length=4)
    add: Formula = "0"
    phases: Annotated[list[Word], Field(max_length=8)] = Field(default_factory=list)
    acts: dict[Word, Annotated[str, Field(min_length=1, max_length=6)]] = Field(default_factory=dict, max_length=8)
    columns: Annotated[list[Word], Field(max_length=6)] = Field(default_factory=list)
    vital: Annotated[list[Word], Field(max_length=6)] = Field(default_factory=list)
    fallen: Annotated[list[Word], Field(max_length=6)] = Field(default_factory=list)
    out_turns: list[Label] = Field(default_factory=list, alias="out-turns", max_length=8)
    left: dict[Label, Formula] = Field(default_factory=dict, max_length=4)


class TrackTable(Table):
    """A number that goes down and up."""

    name: Word
    start: Number | None = 0
    optional: bool = False
    badge: bool = False
    top: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    low: Number = 0
    fills: bool = False
    out: Annotated[str, Field(pattern=r"^[a-z][a-z -]{0,39}$")] | None = None
    out_others: str | None = Field(None, alias="out-others", pattern=r"^[a-z][a-z -]{0,39}$")
    out_at: Literal["reached", "exceeded"] = Field("reached", alias="out-at")
    over: bool = False
    wakes: bool = False
    soaked_by: list[Word] = Field(default_factory=list, alias="soaked-by", max_length=8)
    side: Side = "all"
    secret: bool = False
    dice: Word | None = None
    help: Text = ""


class FieldTable(Table):
    """A field of the sheet, or of a weapon."""

    name: Word
    kind: FieldKind = "number"
    choices: Annotated[list[Label], Field(max_length=40)] = Field(default_factory=list)
    start: Plain | None = None
    side: Side = "all"
    help: Text = ""
    kept: bool = False
    counter: bool = False
    said: dict[Text, Text] = Field(default_factory=dict, max_length=12)
    of: Word | None = None


class PoolTable(Table):
    """A number of the whole table, such as momentum."""

    name: Word
    start: Number = 0
    low: Number = 0
    top: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    help: Text = ""


class SettingTable(Table):
    """A rule that the GM may change; the first choice is the usual one."""

    name: Word
    choices: Annotated[list[Label], Field(min_length=2, max_length=12)]
    help: Text = ""


class BandTable(Table):
    """A band of distance."""

    name: Label
    size: Text = ""


class BudgetTable(Table):
    """What foes are worth, by a word on their sheet, and what each hero can take, by a number on theirs.

    ``names`` are the degrees, the lowest first; ``each`` has a row of them for the number 1, for 2 and so on.
    """

    unit: Label
    foes: Word
    worth: Annotated[dict[Label, Number], Field(min_length=1, max_length=100)]
    heroes: Word
    names: Annotated[list[Label], Field(min_length=1, max_length=6)]
    each: Annotated[list[list[Number]], Field(min_length=1, max_length=100)]


class CoverTable(Table):
    """A degree of cover."""

    name: Label
    sign: Annotated[str, Field(min_length=1, max_length=1)] = "◧"
    plain: Annotated[str, Field(pattern=r"^[!-~]$")] = "["
    gives: Annotated[dict[Word, Number], Field(max_length=12)] = Field(default_factory=dict)
    at_me: Annotated[dict[Word, Word], Field(max_length=12)] = Field(default_factory=dict, alias="at-me")
    absorbs: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    sustains: Annotated[int, Field(ge=1, le=1_000_000)] | None = None


class ConditionTable(Table):
    """A condition, and how it changes its bearer's throws and those against the bearer."""

    name: Label
    help: Text = ""
    over: Text = ""
    mine: Annotated[dict[Word, Formula], Field(max_length=40)] = Field(default_factory=dict)
    at_me: dict[Word, Formula] = Field(default_factory=dict, alias="at-me", max_length=40)
    cannot_act: bool = Field(False, alias="cannot-act")
    by: bool = False
    lasts: int = Field(0, ge=0, le=9999)


class AskTable(Table):
    """A word that an action asks for."""

    name: Word
    kind: Literal["number", "text", "choice", "flag", "yesno", "name", "dice"] = "number"
    choices: Annotated[list[Label], Field(max_length=40)] = Field(default_factory=list)
    place: bool = False
    needed: bool = False
    default: Plain | None = None
    comes_up: bool | Formula = Field(False, alias="comes-up")
    help: Text = ""


class RefusalTable(Table):
    """A rule that forbids an action; ``first``: the verb that the same actor could do before it."""

    when: Formula
    say: Text
    first: Word | None = None


class OutcomeTable(Table):
    """A possible outcome of an action."""

    name: Label
    when: Formula | None = None
    good: bool = False
    do: Annotated[list[Text], Field(max_length=40)] = Field(default_factory=list)


Sum: TypeAlias = Annotated[dict[Label, Formula], Field(min_length=1, max_length=24)]
Effects: TypeAlias = Annotated[list[Text], Field(max_length=40)]
Answers: TypeAlias = Annotated[dict[Word, Annotated[dict[Label, Effects], Field(max_length=24)]], Field(max_length=24)]


class ActionTable(Table):
    """A verb of the game."""

    verb: Word
    in_words: Label = Field("", alias="in-words")
    help: Text = ""
    main: bool = False
    cost: Formula | None = None
    passive: bool = False
    rests: bool = False
    target: bool = False
    weapon: bool | Formula = False
    usual: Formula | None = None
    reaches: Formula | None = None
    holds: Formula | None = None
    many: bool = False
    helps: Formula | None = None
    area: Formula | None = None
    at_most: Formula | None = Field(None, alias="at-most")
    choose: list[Word] = Field([], max_length=8)
    choose_if: Annotated[dict[Word, Formula], Field(max_length=8)] = Field(default_factory=dict, alias="choose-if")
    by: bool = False
    lore: bool = False
    apart: bool = False
    thrower: Formula | None = None
    like: Formula | None = None
    throw_if: Formula | None = Field(None, alias="throw-if")
    phase: Annotated[list[Word], Field(max_length=8)] | Word = Field(default_factory=list)
    while_out: bool = Field(False, alias="while-out")
    throw: Formula | None = None
    throw_others: Formula | None = Field(None, alias="throw-others")
    modes: Annotated[dict[Word, Formula], Field(max_length=8)] = Field(default_factory=dict)
    mode_if: dict[Word, Formula | Reasons] = Field(default_factory=dict, alias="mode-if", max_length=8)
    doubled: Annotated[dict[Word, Word], Field(max_length=4)] = Field(default_factory=dict)
    says: Literal["total", "roll", "faces"] = "roll"
    double_dice_on: list[Label] = Field(default_factory=list, alias="double-dice-on", max_length=12)
    ask: Annotated[list[AskTable], Field(max_length=24)] = Field(default_factory=list)
    after: Annotated[list[Word], Field(max_length=24)] = Field(default_factory=list)
    refuse: Annotated[list[RefusalTable], Field(max_length=24)] = Field(default_factory=list)
    remark: dict[Text, Formula] = Field(default_factory=dict, max_length=12)
    numbers: dict[Word, Sum] = Field(default_factory=dict, max_length=24)
    outcome: Annotated[list[OutcomeTable], Field(max_length=24)] = Field(default_factory=list)
    do: Effects = Field(default_factory=list)
    waits_for: list[Word] = Field(default_factory=list, alias="waits-for", max_length=12)
    waits_if: Formula | None = Field(None, alias="waits-if")
    answers: Answers = Field(default_factory=dict)


class OnTable(Table):
    """The effects of something that happens to somebody."""

    event: Annotated[Text, Field(json_schema_extra={"pattern": EVENT})]
    each: Literal["weapon"] | None = None
    once: bool = False
    if_: Formula | None = Field(None, alias="if")
    ask: Text | None = None
    do: Effects = Field(default_factory=list)


class RowTable(Table):
    """A row of a table, and the highest number it applies to."""

    upto: Number
    say: Text
    do: Effects = Field(default_factory=list)


class RollTable(Table):
    """A table to roll on."""

    name: Word
    throw: Formula
    rows: Annotated[list[RowTable], Field(min_length=1, max_length=200)]
    source: Text = ""


class PresetTable(Table):
    """A ready-made sheet."""

    name: Word
    help: Text = ""
    side: Label = "enemies"
    tracks: dict[Word, Number | Annotated[str, Field(pattern=SPAN)]] = Field(default_factory=dict, max_length=40)
    fields: Annotated[dict[Word, Plain], Field(max_length=80)] = Field(default_factory=dict)
    weapons: dict[Label, Annotated[dict[Word, Plain], Field(max_length=40)]] = Field({}, max_length=40)


class GameTable(Table):
    """A whole game."""

    format: Literal[1] = 1
    name: Word
    title: Label
    source: Text = ""
    licence: Text = ""
    result: Text = ""
    modes: dict[Word, Label] = Field(default_factory=dict, max_length=8)
    turn: TurnTable = Field(default_factory=lambda: TurnTable.model_validate({}))
    track: Annotated[list[TrackTable], Field(min_length=1, max_length=40)]
    field: Annotated[list[FieldTable], Field(max_length=100)] = Field(default_factory=list)
    pool: Annotated[list[PoolTable], Field(max_length=8)] = Field(default_factory=list)
    setting: Annotated[list[SettingTable], Field(max_length=12)] = Field(default_factory=list)
    weapon_field: list[FieldTable] = Field(default_factory=list, alias="weapon-field", max_length=60)
    immunities: Word | None = None
    harm: Formula | None = None
    harm_types: list[Word] = Field(default_factory=list, alias="harm-types", max_length=40)
    lore: File | None = None
    arms: File | None = None
    derive: Annotated[dict[Word, Formula], Field(max_length=40)] = Field(default_factory=dict)
    define: Annotated[dict[Text, Formula], Field(max_length=40)] = Field(default_factory=dict)
    table: Annotated[list[RollTable], Field(max_length=40)] = Field(default_factory=list)
    band: Annotated[list[BandTable], Field(max_length=12)] = Field(default_factory=list)
    cover: Annotated[list[CoverTable], Field(max_length=9)] = Field(default_factory=list)
    budget: BudgetTable | None = None
    condition: Annotated[list[ConditionTable], Field(max_length=100)] = Field(default_factory=list)
    action: Annotated[list[ActionTable], Field(max_length=60)] = Field(default_factory=list)
    effects: dict[Word, Effects] = Field(default_factory=dict, max_length=40)
    on: Annotated[list[OnTable], Field(max_length=40)] = Field(default_factory=list)
    answers: Answers = Field(default_factory=dict)
    preset: Annotated[list[PresetTable], Field(max_length=400)] = Field(default_factory=list)


KEYS: Final = tuple(
    dict.fromkeys(field.alias or name for table in Table.__subclasses__() for name, field in table.model_fields.items())
)
"""Every key of the language, for guessing what a misspelt one stands for."""


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a game file."""
    made = GameTable.model_json_schema()
    # The name of the file can serve as the game's name and title.
    made["required"] = [key for key in made["required"] if key not in ("name", "title")]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made, "title": "A game of the combat tracker"}
