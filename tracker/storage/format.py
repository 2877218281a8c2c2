"""The lines of a save: a header, then one line a record, each chained to the line before it.

``h`` finds damage and edits; it is no signature.

Old saves made young: one step a version, each from the plain data of one record to the next version's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from hashlib import blake2b
from typing import Any, Final

from tracker import __version__
from tracker.combat import limits
from tracker.combat.frozen import frozen
from tracker.combat.history import Entry, Head, Record
from tracker.combat.scene import Scene
from tracker.storage import scan, shape
from tracker.storage.scan import BadText

FORMAT: Final = "combat-tracker/session"
VERSION: Final = 1
"""The version of the file this program writes."""

TRAILER: Final = b"]}\n"
CHAIN: Final = len(',"h":""') + 16
"""Bytes that ``h`` adds to a record."""

_OPENING: Final = ',"records":['
_CHAINED: Final = re.compile(rb',"h":"([0-9a-f]{16})"\}\Z')
_SEQ: Final = {"id": "seq"}
_JSON: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False)


@frozen
class Header:
    """The first line: what the file is, whose rules it follows, and which program made it."""

    format: str
    version: int
    id: str
    created: str
    app: str
    system: str


def header(system: str, id: str, created: str) -> Header:
    """The header of a new session."""
    return Header(FORMAT, VERSION, id, created, __version__, system)


def encode_header(head: Header) -> bytes:
    """The header as its line."""
    return (_JSON.encode(_bare(head))[:-1] + _OPENING + "\n").encode()


def decode_header(text: str) -> Header:
    """The header from JSON without its records; raises BadText."""
    try:
        found: Header = _header_validator().validate_json(text)
    except ValueError:
        raise BadText("its first line is not that of a session") from None
    scan.check(text)
    return found


def first_h(line: bytes) -> str:
    """Where the chain starts: the hash of the header line."""
    return blake2b(line.rstrip(b"\r\n"), digest_size=8).hexdigest()


def next_h(previous: str, body: bytes) -> str:
    """The hash of a record without its ``h``, chained to the one before."""
    return blake2b(previous.encode() + body, digest_size=8).hexdigest()


def body(record: Record) -> bytes:
    """A record as JSON, without what stands at its default and without ``h``; raises ValueError, TypeError."""
    return dumped(_bare(record))


def chained(text: bytes, previous: str) -> tuple[bytes, str]:
    """A record's JSON as its line, with its newline but without the comma before it, and its ``h``."""
    h = next_h(previous, text)
    return b'%b,"h":"%b"}\n' % (text[:-1], h.encode()), h


def encode(record: Record, previous: str) -> tuple[bytes, str]:
    """A record as its line, and its ``h``; raises ValueError, TypeError."""
    return chained(body(record), previous)


def decode(line: bytes, version: int = VERSION) -> tuple[Record, bytes, str]:
    """A line without comma and newline as its record, its JSON without ``h``, and its ``h``; raises BadText."""
    if len(line) >= limits.LINE:
        raise BadText("it is too long")
    found = _CHAINED.search(line)
    if found is None:
        raise BadText("its end is not that of a record")
    text = line[: found.start()] + b"}"
    return decode_body(text, version), text, found[1].decode()


def decode_body(text: bytes, version: int = VERSION) -> Record:
    """A record from JSON without ``h``, strictly; raises BadText."""
    validator = _record_validator()
    try:
        if version == VERSION:
            found: Record = validator.validate_json(text)
            scan.check(text.decode())
        else:
            old = plain(text)
            scan.check(text.decode())
            found = validator.validate_json(dumped(raised(old, version, VERSION)))
    except BadText:
        raise
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise BadText(_where(error)) from None
    return found


def plain(text: bytes) -> dict[str, Any]:
    """A JSON object as plain data; raises BadText."""
    from pydantic_core import from_json

    try:
        found = from_json(text, allow_inf_nan=False)
    except ValueError:
        raise BadText("it cannot be read") from None
    if not isinstance(found, dict):
        raise BadText("it is no record")
    return found


def dumped(value: Any) -> bytes:
    """Plain data as JSON, laid out as in a save; raises ValueError, TypeError."""
    return _JSON.encode(value).encode()


class Unkeepable(ValueError):
    """A record that a save would not take back, in a plain sentence."""


def checked(record: Record, scene: Scene | None = None) -> bytes:
    """A record's JSON, sure to be loaded again; raises Unkeepable. Ask before the record counts.

    ``scene`` is the one after it.
    """
    if record.id > limits.RECORDS:
        raise Unkeepable(f"This session is full: it holds {limits.RECORDS} records. Begin a new one.")
    if scene is not None and len(scene.combatants) > limits.COMBATANTS:
        raise Unkeepable(f"A fight has at most {limits.COMBATANTS} combatants.")
    try:
        text = body(record)
        if len(text) + CHAIN >= limits.LINE:
            raise BadText("it is too long")
        decode_body(text)
    except (ValueError, TypeError) as error:
        reason = str(error) if isinstance(error, BadText) else "a text or number in it cannot be written"
        way_out = " Do it in several lines." if reason == "it is too long" else ""
        raise Unkeepable(f"This cannot be kept in the session: {reason}.{way_out}") from None
    return text


def _where(error: Exception) -> str:
    """Where in the record the first mistake is; only names of our own fields are ever shown."""
    from pydantic_core import ValidationError

    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        known = {"seq", *(each.name for cls in (Entry, Head) for each in fields(cls))}
        words = [str(each) for each in first["loc"] if each in known]
        if words:
            return f"{words[0]} in it is not as it should be"
    return "it cannot be read"


def record_shape() -> shape.Schema:
    """The shape of a record without its ``h``."""
    return shape.tagged({"entry": shape.record(Entry, "entry", _SEQ), "head": shape.record(Head, "head", _SEQ)})


@cache
def _record_validator() -> Any:
    return shape.validator(record_shape())


@cache
def _header_validator() -> Any:
    return shape.validator(shape.of(Header))


@cache
def _parts(cls: Any) -> tuple[tuple[str, str, Any], ...]:
    """The fields of a dataclass with their names in the file and their defaults, ``t`` first."""
    renamed = _SEQ if cls in (Entry, Head) else {}
    own = []
    for each in fields(cls):
        default = each.default_factory() if each.default_factory is not MISSING else each.default
        own.append((each.name, renamed.get(each.name, each.name), MISSING if each.name == "t" else default))
    return tuple(sorted(own, key=lambda part: part[0] != "t"))


def _bare(value: Any) -> Any:
    """A value as plain JSON; what stands at its default is left out."""
    cls = value.__class__
    if cls in (str, int, bool, type(None)):
        return value
    if cls in (tuple, list):
        return [_bare(each) for each in value]
    if is_dataclass(cls):
        found = {"seq": value.id, "t": "entry" if cls is Entry else "head"} if cls in (Entry, Head) else {}
        for name, key, default in _parts(cls):  # type: ignore[arg-type]
            each = getattr(value, name)
            if each is not default and (each.__class__ is not default.__class__ or each != default):
                found[key] = _bare(each)
        return found
    if isinstance(value, Mapping):
        return {key: _bare(each) for key, each in value.items()}
    raise TypeError(f"a save has no writing for {cls.__name__}")


Step = Callable[[dict[str, Any]], dict[str, Any]]

STEPS: dict[int, Step] = {}
"""From each old version to the one after it. A step is never changed once a program with it has been given out."""


def raised(record: dict[str, Any], version: int, to: int) -> dict[str, Any]:
    """A record of an older version, as the newer one would have written it."""
    for each in range(version, to):
        record = STEPS[each](record)
    return record
