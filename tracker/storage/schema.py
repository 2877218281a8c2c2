"""The JSON Schema of a save, made from the same shapes that files are checked against."""

from __future__ import annotations

from typing import Any, cast

from tracker.combat import limits
from tracker.storage import format as records
from tracker.storage import shape


def json_schema() -> dict[str, Any]:
    """The schema of a whole file; loads all of pydantic, so only for those who ask for it."""
    from pydantic.json_schema import GenerateJsonSchema

    shared: dict[str, shape.Schema] = {}
    whole = shape.whole(_shared(records.record_shape(), shared))
    whole["definitions"] += shared.values()
    found = GenerateJsonSchema(by_alias=True).generate(cast(Any, whole))
    definitions = found.pop("$defs")
    hash_ = {"type": "string", "pattern": "^[0-9a-f]{16}$", "description": "chains the line to the one before"}
    for each in definitions.values():
        own = each.get("properties", {})
        if "seq" in own:
            own["h"] = hash_
            each["required"].append("h")
        elif "t" in own:
            each["required"].append("t")
    text = {"type": "string", "maxLength": limits.NOTE}
    head = {
        "format": {"const": records.FORMAT},
        "version": {"const": records.VERSION},
        "id": text,
        "created": text,
        "app": text,
        "system": text,
        "records": {"type": "array", "maxItems": limits.RECORDS, "items": found},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A session of the combat tracker",
        "type": "object",
        "properties": head,
        "required": list(head),
        "additionalProperties": False,
        "$defs": definitions,
    }


def _shared(schema: Any, found: dict[str, shape.Schema]) -> Any:
    """The same shape with every dataclass in it named and kept in ``found`` once."""
    if isinstance(schema, list):
        return [_shared(each, found) for each in schema]
    if not isinstance(schema, dict):
        return schema
    new = {key: each if key == "default" else _shared(each, found) for key, each in schema.items()}
    if new.get("type") != "dataclass":
        return new
    name = new["cls"].__name__
    found[name] = {**new, "ref": name}
    return {"type": "definition-ref", "schema_ref": name}
