"""From the dataclasses of a fight to strict validators, so that the file has exactly their shape.

The validators are built from the core of pydantic alone: the same strictness, at a tenth of the time before
the first paint. Every text and number is held to the limits; a list stops at its first bad item.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from tracker.combat import limits
from tracker.combat.scene import Plain

Schema = dict[str, Any]

_NAMES: Final = frozenset(
    {"name", "names", "others", "stay", "of", "group", "side", "track", "field", "weapon", "kind"}
)
"""Fields that hold names: short, and on one line."""

_LONG: Final = frozenset({"command", "text"})
"""Fields of an entry that may grow with the number of those it touches; the limit of the line holds for them."""

_STATE: Final = "^([0-9a-f]{16})?$"

CONFIG: Final = {
    "strict": True,
    "extra_fields_behavior": "forbid",
    "allow_inf_nan": False,
    "hide_input_in_errors": True,
}

_WORD: Final[Schema] = {"type": "str", "max_length": limits.NAME, "pattern": "^[^\n\t]*$"}
_TEXT: Final[Schema] = {"type": "str", "max_length": limits.NOTE}
_ANY_TEXT: Final[Schema] = {"type": "str", "max_length": limits.LINE}
_NUMBER: Final[Schema] = {"type": "int", "ge": -limits.NUMBER, "le": limits.NUMBER}
_PLAIN: Final[Schema] = {"type": "definition-ref", "schema_ref": "plain"}


def _plain() -> Schema:
    """A value as JSON knows it, without floats, to any depth; depth itself is counted on the text."""
    inside = {"type": "list", "items_schema": _PLAIN, "fail_fast": True}
    named = {"type": "dict", "keys_schema": _WORD, "values_schema": _PLAIN}
    choices = [{"type": "none"}, {"type": "bool"}, _NUMBER, _TEXT, inside, named]
    return {"type": "union", "choices": choices, "mode": "left_to_right", "ref": "plain"}


def validator(schema: Schema) -> Any:
    """A validator of this shape; has ``validate_json``, which raises ValueError."""
    from pydantic_core import SchemaValidator

    found: Any = whole(schema)
    return SchemaValidator(found, CONFIG)  # type: ignore[arg-type]


def whole(schema: Schema) -> Schema:
    """This shape together with what it refers to."""
    return {"type": "definitions", "schema": schema, "definitions": [_plain()]}


def record(cls: type, tag: str, renamed: Mapping[str, str]) -> Schema:
    """A dataclass that stands in the file under ``t`` = tag, with some fields under other names."""
    schema = of(cls, renamed=renamed)
    mark = {"type": "dataclass-field", "name": "t", "init_only": True, "schema": {"type": "literal", "expected": [tag]}}
    schema["schema"]["fields"].append(mark)
    schema["schema"]["collect_init_only"] = True
    return schema


def tagged(choices: Mapping[str, Schema]) -> Schema:
    """One of several shapes, told apart by ``t``."""
    return {"type": "tagged-union", "discriminator": "t", "choices": dict(choices)}


def of(cls: type, renamed: Mapping[str, str] | None = None) -> Schema:
    """The shape of a dataclass: every field, and nothing else."""
    hints = get_type_hints(cls)
    own = [_field(each, hints[each.name], (renamed or {}).get(each.name)) for each in fields(cls)]
    return {
        "type": "dataclass",
        "cls": cls,
        "fields": [each.name for each in fields(cls)],
        "slots": True,
        "schema": {"type": "dataclass-args", "dataclass_name": cls.__name__, "fields": own},
        "config": CONFIG,
    }


def _field(each: Field[Any], hint: Any, renamed: str | None) -> Schema:
    schema = _hint(hint, each.name)
    if each.default is not MISSING:
        schema = {"type": "default", "schema": schema, "default": each.default}
    elif each.default_factory is not MISSING:
        schema = {"type": "default", "schema": schema, "default_factory": each.default_factory}
    found = {"type": "dataclass-field", "name": each.name, "schema": schema}
    return {**found, "validation_alias": renamed} if renamed else found


def _hint(hint: Any, name: str) -> Schema:
    if hint is Any or hint == Plain:
        return _PLAIN
    if hint is str:
        return _string(name)
    if hint in (int, bool):
        return {"type": "bool"} if hint is bool else _NUMBER
    if is_dataclass(hint):
        return of(hint)  # type: ignore[arg-type]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return {"type": "literal", "expected": list(args)}
    if origin is tuple:
        items = _hint(args[0], name)
        return {"type": "tuple", "items_schema": [items], "variadic_item_index": 0, "fail_fast": True}
    if origin in (dict, Mapping):
        return {"type": "dict", "keys_schema": _WORD, "values_schema": _hint(args[1], "")}
    if origin in (Union, UnionType):
        return _union([each for each in args if each is not NoneType], NoneType in args, name)
    raise TypeError(f"{name}: a save has no shape for {hint}")


def _union(args: list[Any], empty: bool, name: str) -> Schema:
    schema = _hint(args[0], name) if len(args) == 1 else tagged({tag_of(each): of(each) for each in args})
    return {"type": "nullable", "schema": schema} if empty else schema


def tag_of(cls: type) -> str:
    """The word under ``t`` that tells this event from the others."""
    return str(next(each.default for each in fields(cls) if each.name == "t"))


def _string(name: str) -> Schema:
    if name == "state":
        return {"type": "str", "pattern": _STATE}
    if name in _NAMES:
        return _WORD
    return _ANY_TEXT if name in _LONG else _TEXT
