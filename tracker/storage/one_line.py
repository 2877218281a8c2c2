"""Names that stand on more than one line: looked for only in a record that has a line break or a tab somewhere.

As a pattern in the types, which is held against each name by itself, this would be half of what decoding takes.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import inspect

from tracker.combat.model import ONE_LINE
from tracker.combat.records import Record

_described: Final[dict[type[Any], tuple[tuple[str, inspect.Type], ...]]] = {}


def broken_name(record: Record) -> str:
    """Return the first field of a record with a name that is not on one line; "" if there is none."""
    return next((name for name, kind in _fields(type(record)) if not _fits(getattr(record, name), kind)), "")


def _fields(model: type[Any]) -> tuple[tuple[str, inspect.Type], ...]:
    if model not in _described:
        described = inspect.type_info(model)
        assert isinstance(described, inspect.StructType)
        _described[model] = tuple((field.name, field.type) for field in described.fields)
    return _described[model]


def _fits(value: Any, kind: inspect.Type) -> bool:
    """Return whether all names in a value of this type are on one line."""
    match kind:
        case inspect.Metadata():
            if isinstance(value, str):
                return kind.extra_json_schema != ONE_LINE or _on_one_line(value)
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


def _on_one_line(text: str) -> bool:
    return "\n" not in text and "\t" not in text
