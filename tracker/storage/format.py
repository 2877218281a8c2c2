"""The lines of a save: a header, then a line for each record, chained to the line before it; times; the JSON Schema.

``h`` detects damage and edits; it is not a signature. The program writes canonical lines: encoding what was decoded
from one gives the same bytes again.
"""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Final, NoReturn, TypeAlias

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from tracker.combat import events, limits
from tracker.combat.digest import checksum
from tracker.combat.model import ONE_LINE, Model, Text
from tracker.combat.records import Entry, Head, Record
from tracker.combat.scene import Combatant, Scene
from tracker.version import __version__

FORMAT: Final = "combat-tracker/session"
VERSION: Final = 1  # the version of the file format that this program writes

TRAILER: Final = b"]}\n"
CHAIN: Final = len(',"h":""') + 16  # the bytes that ``h`` adds to a record

_OPENING: Final = b',"records":['
_CHAINED: Final = re.compile(rb',"h":"([0-9a-f]{16})"\}')
_ESCAPES: Final = re.compile(rb"\\(.)")
_CONTROL_ESCAPES: Final = frozenset({b"b", b"f", b"r", b"u"})
"""The canonical JSON of control characters below the blank, except tab and newline."""

_ODD_ESCAPE: Final = re.compile(rb'\\[^"\\]')
"""Where there is none of this, no character is escaped but quotes and backslashes."""

_OUTRIGHT: Final = {
    b"\xc2": re.compile(rb"\xc2[\x80-\x9f]"),
    b"\xd8": re.compile(rb"\xd8\x9c"),
    b"\xe2": re.compile(rb"\xe2(?:\x80[\x8e\x8f\xaa-\xae]|\x81[\xa6-\xa9])"),
}
"""The others of ``tracker.combat.text.controls`` in UTF-8, by their first byte, which is fast to search for."""

_WORDS: Final = {name for cls in (Entry, Head) for name in cls.__struct_encode_fields__}


class BadText(ValueError):
    """Text that is not a record of ours, with the reason as part of a sentence."""


class Header(Model, forbid_unknown_fields=True, omit_defaults=True):
    """The first line: the format, the game, and the program that wrote it.

    ``game`` is the text of the game file if the game comes from one, so that the session does not depend on it.
    """

    format: Text
    version: int
    id: Text
    created: Text
    app: Text
    system: Text
    game: Annotated[str, msgspec.Meta(max_length=limits.GAME)] = ""


_ENCODER: Final = msgspec.json.Encoder()
_BEGINNINGS: Final = {cls: b'{"seq":%%d,"t":"%b"' % str(cls.__struct_config__.tag).encode() for cls in (Entry, Head)}
_RECORDS: Final = msgspec.json.Decoder(Entry | Head)
_HEADERS: Final = msgspec.json.Decoder(Header)


def header(system: str, id: str, created: str, game: str = "") -> Header:
    """Return the header of a new session."""
    return Header(FORMAT, VERSION, id, created, __version__, system, game)


def encode_header(head: Header) -> bytes:
    """Return the header as a line."""
    return _ENCODER.encode(head)[:-1] + _OPENING + b"\n"


def decode_header(text: bytes) -> Header:
    """Decode the header from JSON without its records; raises BadText."""
    try:
        head = _HEADERS.decode(text)
        canonical = _ENCODER.encode(head)
    except (ValueError, RecursionError):
        raise BadText("its first line is not that of a session") from None
    if has_controls(canonical):
        raise BadText("there are control characters in it")
    return head


def has_controls(text: bytes) -> bool:
    """Return whether canonical JSON contains a character that a terminal would obey, plain or escaped."""
    if b"\\" in text and not _CONTROL_ESCAPES.isdisjoint(_ESCAPES.findall(text)):
        return True
    return _has_outright(text)


def is_clean(text: bytes, place: int) -> bool:
    """Return whether no record from this position on can contain a control character, a line break or a tab."""
    return (b"\\" not in text or _ODD_ESCAPE.search(text, place) is None) and not _has_outright(text, place)


def _has_outright(text: bytes, place: int = 0) -> bool:
    odd = (pattern for first, pattern in _OUTRIGHT.items() if first in text)
    return text.find(b"\x7f", place) >= 0 or any(pattern.search(text, place) for pattern in odd)


def header_of(line: bytes) -> Header | None:
    """Return the header from a canonical first line without its newline; else None."""
    if not line.endswith(_OPENING):
        return None
    try:
        head = decode_header(line[: -len(_OPENING)] + b"}")
    except BadText:
        return None
    known = head.format == FORMAT and 1 <= head.version <= VERSION
    return head if known and encode_header(head) == line + b"\n" else None


def first_h(line: bytes) -> str:
    """Return the start of the chain: the hash of the header line."""
    return checksum(line.rstrip(b"\r\n")).hex()


def next_h(previous: str, body: bytes) -> str:
    """Return the hash of a record without its ``h``, chained to the one before."""
    return checksum(previous.encode() + body).hex()


def body(record: Record) -> bytes:
    """Return a record as JSON, without default values and without ``h``; raises ValueError, TypeError.

    A file has the number of a record before its kind, the encoder the kind first: the same bytes in another order.
    """
    beginning = _BEGINNINGS[type(record)] % record.id
    if isinstance(record, Entry) and record.shared:
        record = replace(record, events=events.shortened(record.events))
    return beginning + _ENCODER.encode(record)[len(beginning) :]


def chained(text: bytes, previous: str) -> tuple[bytes, str]:
    """Return a record's JSON as a line, with newline but without the comma before it, and its ``h``."""
    h = next_h(previous, text)
    return b'%b,"h":"%b"}\n' % (text[:-1], h.encode()), h


def decode(line: bytes, version: int = VERSION, *, clean: bool = False) -> tuple[Record, bytes, str]:
    """Decode a line without comma and newline to a record, its JSON without ``h``, and its ``h``; raises BadText."""
    if len(line) >= limits.LINE:
        raise BadText("it is too long")
    end = _CHAINED.fullmatch(line, len(line) - CHAIN - 1)
    if end is None:
        raise BadText("its end is not that of a record")
    text = line[: end.start()] + b"}"
    record = decode_body(text, version, clean=clean)
    if version == VERSION and body(record) != text:
        raise BadText("it is not laid out as this program writes it")
    return record, text, end[1].decode()


def decode_body(text: bytes, version: int = VERSION, *, clean: bool = False) -> Record:
    """Return a record from JSON without ``h``, keys in any order; raises BadText. ``clean``: ``is_clean`` was asked."""
    try:
        if version != VERSION:
            text = dumped(raised(plain(text), version, VERSION))
        record: Record = _RECORDS.decode(text)
    except msgspec.ValidationError as error:
        raise BadText(_where(str(error))) from None
    except BadText:
        raise
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise BadText("it cannot be read") from None
    if not clean and not is_clean(text, 0):
        if has_controls(text):
            raise BadText("there are control characters in it")
        for name, kind in _fields(type(record)):
            if not _fits(getattr(record, name), kind):
                raise BadText(f"{name} in it is not as it should be")
    if isinstance(record, Entry):
        if len(record.state) % 16 or record.state.strip("0123456789abcdef"):
            raise BadText("state in it is not as it should be")
        if record.shared:
            try:
                record = replace(record, events=events.restored(record.events))
            except ValueError:
                raise BadText("events in it is not as it should be") from None
        for event in record.events:
            if type(event) in _GAMES_OWN:
                for name in _GAMES_OWN[type(event)]:
                    _check(getattr(event, name), 3)
            elif isinstance(event, events.Joined):
                _check_newcomer(event.like)
        for kept in record.brought:
            for member in kept.members:
                _check_newcomer(member.like)
    return record


def _check_newcomer(like: Combatant) -> None:
    """Check who joins; those who are brought have the same depth, though they are nested deeper."""
    _check(like.fields, 4)
    _check(like.weapons, 4)


def plain(text: bytes) -> dict[str, Any]:
    """Return a JSON object in any layout as plain data; raises BadText.

    What JSON permits and a save does not (a key twice, a number that is not whole) is represented by its BadText, which
    ``dumped`` raises: so the error is reported for the record that contains it.
    """
    import json

    try:
        fields = json.loads(
            text.decode(), object_pairs_hook=_pairs, parse_int=_whole, parse_float=_not_whole, parse_constant=_not_whole
        )
    except json.JSONDecodeError as error:
        raise BadText(f"row {error.lineno}, column {error.colno} cannot be read") from None
    except UnicodeDecodeError:
        raise BadText("it is not written in UTF-8") from None
    except (ValueError, RecursionError):
        raise BadText("it cannot be read") from None
    if not isinstance(fields, dict):
        raise fields if isinstance(fields, BadText) else BadText("it is not a record")
    return fields


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any] | BadText:
    fields = dict(pairs)
    return fields if len(fields) == len(pairs) else BadText("a key occurs in it twice")


def _whole(digits: str) -> int | BadText:
    return int(digits) if len(digits) <= len(f"-{limits.NUMBER}") else BadText("a number in it is too large")


def _not_whole(text: str) -> BadText:
    return BadText("a number in it is not a whole one")


def dumped(value: Any) -> bytes:
    """Return plain data as canonical JSON; raises BadText."""
    try:
        return _PLAIN_ENCODER.encode(value)
    except BadText:
        raise
    except (ValueError, TypeError, RecursionError):
        raise BadText("it cannot be read") from None


def _refused(value: Any) -> NoReturn:
    raise value if isinstance(value, BadText) else TypeError


_PLAIN_ENCODER: Final = msgspec.json.Encoder(enc_hook=_refused)


class Unkeepable(ValueError):
    """A record that could not be loaded again, in a plain sentence."""


def checked(record: Record, scene: Scene | None = None) -> bytes:
    """Return the JSON of a record before it is made, if that and the ``scene`` after it fit; raises Unkeepable."""
    if record.id > limits.RECORDS:
        raise Unkeepable(f"This session is full: it holds {limits.RECORDS} records. Begin a new one.")
    if scene is not None and len(scene.combatants) > limits.COMBATANTS:
        raise Unkeepable(f"A fight has at most {limits.COMBATANTS} combatants.")
    try:
        text = body(record)
        if len(text) + CHAIN >= limits.LINE:
            raise BadText("it is too long")
        decode_body(text)
    except (ValueError, TypeError, RecursionError) as error:
        reason = str(error) if isinstance(error, BadText) else "a text or number in it cannot be written"
        way_out = " Do it in several lines." if reason == "it is too long" else ""
        raise Unkeepable(f"This cannot be kept in the session: {reason}.{way_out}") from None
    return text


def _where(message: str) -> str:
    """Return where in the record the first mistake is; only names of our own fields are ever shown."""
    path = re.search(r"at `\$\.([a-z]+)", message)
    return f"{path[1]} in it is not as it should be" if path and path[1] in _WORDS else "it cannot be read"


_GAMES_OWN: Final[Mapping[type[events.Event], tuple[str, ...]]] = {
    **dict.fromkeys((events.FieldBecame, events.SceneFieldBecame, events.SettingBecame), ("value", "was")),
    **dict.fromkeys((events.WeaponBecame, events.EncounterBegan), ("fields",)),
    events.PromptCame: ("data",),
}
"""The fields of events that contain values of the game's own, besides those of newcomers."""


def _check(value: Any, depth: int) -> None:
    """Check a value of a game against the limits: whole numbers, texts, and lists and objects of them."""
    match value:
        case None | bool():
            return
        case int():
            if not -limits.NUMBER <= value <= limits.NUMBER:
                raise BadText("a number in it is too large")
        case str():
            if len(value) > limits.NOTE:
                raise BadText("a text in it is too long")
        case list() | dict():
            if depth == limits.NESTING:
                raise BadText("its brackets are nested too deeply")
            if isinstance(value, dict) and any(len(key) > limits.NAME or "\n" in key or "\t" in key for key in value):
                raise BadText("a key in it is too long")
            for inner in value.values() if isinstance(value, dict) else value:
                _check(inner, depth + 1)
        case _:
            raise BadText("a number in it is not a whole one")


Step = Callable[[dict[str, Any]], dict[str, Any]]

STEPS: dict[int, Step] = {}
"""The steps from each old version to the next. A step never changes once a program with it has been released."""


def raised(record: dict[str, Any], version: int, to: int) -> dict[str, Any]:
    """Return a record of an older version as the newer one would have written it."""
    for step in range(version, to):
        record = STEPS[step](record)
    return record


Clock: TypeAlias = Callable[[], str]  # a function that returns the time in the format of now


def now() -> str:
    """Return the time in UTC to the millisecond, like 2026-03-01T20:15:00.000+00:00."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def stamp(moment: str) -> str:
    """Return a time as part of a file name: its digits, day and time separated."""
    digits = "".join(digit for digit in moment if digit.isascii() and digit.isdigit())
    return f"{digits[:8]}-{digits[8:14]}"


def json_schema() -> dict[str, Any]:
    """Return the schema of a whole file."""
    (_, record), definitions = msgspec.json.schema_components((Header, Entry | Head), ref_template="#/$defs/{name}")
    h = {"type": "string", "pattern": "^[0-9a-f]{16}$", "description": "chains the line to the one before"}
    for kind in ("Entry", "Head"):
        definitions[kind]["properties"]["h"] = h
        definitions[kind]["required"].append("h")
    head = definitions.pop("Header")
    head["properties"] |= {
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        "records": {"type": "array", "maxItems": limits.RECORDS, "items": record},
    }
    head["required"].append("records")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **head,
        "title": "A session of the combat tracker",
        "description": "A header whose records follow it, one a line.",
        "$defs": definitions,
    }


# Names that stand on more than one line are looked for only in a record that has a line break or a tab somewhere. As a
# pattern in the types, which is held against each name by itself, this would be half of what decoding takes.
_described: Final[dict[type[Any], tuple[tuple[str, inspect.Type], ...]]] = {}


def _fields(model: type[Any]) -> tuple[tuple[str, inspect.Type], ...]:
    if model not in _described:
        described = inspect.type_info(model)
        assert isinstance(described, inspect.StructType)
        _described[model] = tuple((field.name, field.type) for field in described.fields)
    return _described[model]


def _fits(value: Any, kind: inspect.Type) -> bool:
    match kind:
        case inspect.Metadata():
            if isinstance(value, str):
                return kind.extra_json_schema != ONE_LINE or not ("\n" in value or "\t" in value)
            return _fits(value, kind.type)
        case inspect.UnionType():
            return all(_fits(value, each) for each in kind.types)
        case inspect.StructType():
            return type(value) is not kind.cls or all(_fits(getattr(value, name), of) for name, of in _fields(kind.cls))
        case inspect.VarTupleType():
            return not isinstance(value, tuple) or all(_fits(inner, kind.item_type) for inner in value)
        case inspect.DictType():
            return not isinstance(value, dict) or all(
                _fits(key, kind.key_type) and _fits(inner, kind.value_type) for key, inner in value.items()
            )
        case _:
            return True
