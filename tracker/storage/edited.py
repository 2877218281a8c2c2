"""Sessions edited by hand or reformatted by another program: JSON, but not line by line."""

from __future__ import annotations

from typing import Any

from tracker.combat import limits
from tracker.combat.records import Record
from tracker.storage import format as records
from tracker.storage.format import BadText, Header


def sections(data: bytes) -> tuple[dict[str, Any], list[Any]]:
    """Return the header and the records of a file in any layout, as plain data; raises BadText."""
    if len(data) > limits.EDITED or sum(map(data.count, b",{[")) > limits.VALUES:
        raise BadText("it was reformatted and is too large for that")
    head = records.plain(data)
    lines = head.pop("records", [])
    if not isinstance(lines, list) or len(lines) > limits.RECORDS:
        raise BadText("its records are not those of a session")
    return head, lines


def record_of(line: Any, header: Header) -> tuple[Record, bytes, Any]:
    """Return a record in any layout: itself, its canonical JSON, and its ``h`` if any; raises BadText."""
    if not isinstance(line, dict):
        raise line if isinstance(line, BadText) else BadText("it is not a record")
    h = line.pop("h", None)
    body = records.dumped(line)
    if len(body) + records.CHAIN >= limits.LINE:
        raise BadText("it is too long")
    return records.decode_body(body, header.version), body, h
