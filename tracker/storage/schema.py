"""The JSON Schema of a save, from the types that check files."""

from __future__ import annotations

from typing import Any

import msgspec

from tracker.combat import limits
from tracker.combat.records import Entry, Head
from tracker.storage.format import FORMAT, VERSION, Header


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
