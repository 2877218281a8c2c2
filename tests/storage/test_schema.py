from __future__ import annotations

import json
from typing import get_args

from tests.storage.make_fixture import FOLDER
from tracker.combat.events import Event
from tracker.storage.format import json_schema


def test_the_schema_has_every_event_and_both_records() -> None:
    found = json_schema()
    names = {get_arg.__name__ for get_arg in get_args(Event)}
    assert names | {"Entry", "Head", "Combatant"} <= set(found["$defs"])
    items = found["properties"]["records"]["items"]["anyOf"]
    assert items == [{"$ref": "#/$defs/Entry"}, {"$ref": "#/$defs/Head"}]
    assert json.loads(json.dumps(found))["$defs"].keys() == found["$defs"].keys()


def test_the_frame_of_the_schema() -> None:
    found = json_schema()
    text = {"type": "string", "maxLength": 4000}
    hash_ = {"type": "string", "pattern": "^[0-9a-f]{16}$", "description": "chains the line to the one before"}
    records = found["properties"].pop("records")
    assert (records["type"], records["maxItems"]) == ("array", 200_000)
    definitions = found.pop("$defs")
    assert found == {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A session of the combat tracker",
        "description": "A header whose records follow it, one a line.",
        "type": "object",
        "properties": {
            "format": {"const": "combat-tracker/session"},
            "version": {"const": 1},
            "id": text,
            "created": text,
            "app": text,
            "system": text,
            "game": {"type": "string", "maxLength": 256_000, "default": ""},
        },
        "required": ["format", "version", "id", "created", "app", "system", "records"],
        "additionalProperties": False,
    }
    for name in ("Entry", "Head"):
        assert definitions[name]["properties"]["h"] == hash_
        assert {"seq", "t", "h"} <= set(definitions[name]["required"])
    assert set(definitions["Left"]["required"]) == {"t", "names"}
    assert definitions["Turn"]["properties"]["round"]["default"] == 0
    assert definitions["Turn"]["required"] == []


def test_the_schema_knows_the_keys_of_a_file() -> None:
    found, file = json_schema(), json.loads((FOLDER / "version-1.json").read_text(encoding="utf-8"))
    assert [key for key in found["properties"] if key != "game"] == list(file)
    for record in file["records"]:
        shape = found["$defs"]["Entry" if record["t"] == "entry" else "Head"]
        assert set(shape["required"]) <= set(record) <= set(shape["properties"])
        for event in record.get("events", ()):
            shapes = [
                each
                for each in found["$defs"].values()
                if each.get("properties", {}).get("t", {}).get("enum") == [event["t"]]
            ]
            assert len(shapes) == 1
            assert set(shapes[0]["required"]) <= set(event) <= set(shapes[0]["properties"])
