from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from tracker.storage import shape


@dataclass(frozen=True, slots=True)
class Thing:
    name: str
    size: int
    parts: tuple[str, ...] = ()
    notes: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Strange:
    name: bytes


@dataclass(frozen=True, slots=True)
class Open:
    value: Any


def test_a_dataclass_has_exactly_its_fields() -> None:
    reader = shape.validator(shape.of(Thing))
    assert reader.validate_json('{"name":"a","size":1}') == Thing("a", 1)
    for text in (
        "{}",
        '{"name":"a"}',
        '{"name":"a","size":1,"x":1}',
        '{"name":1,"size":1}',
        '{"name":"a","size":true}',
    ):
        with pytest.raises(ValueError, match="validation error"):
            reader.validate_json(text)


def test_defaults_that_can_be_written_to_are_made_anew() -> None:
    reader = shape.validator(shape.of(Thing))
    one, other = (reader.validate_json('{"name":"a","size":1}') for _ in range(2))
    assert one.notes is not other.notes


def test_errors_do_not_show_what_was_in_the_file() -> None:
    with pytest.raises(ValueError, match="size") as error:
        shape.validator(shape.of(Thing)).validate_json('{"name":"a","size":"secret"}')
    assert "secret" not in str(error.value)


def test_a_list_stops_at_its_first_bad_item() -> None:
    with pytest.raises(ValueError, match="1 validation error"):
        shape.validator(shape.of(Thing)).validate_json('{"name":"a","size":1,"parts":[1,2,3,4]}')


def test_a_list_of_a_game_stops_at_its_first_bad_item_too() -> None:
    counts = []
    for many in (1, 10_000):
        with pytest.raises(ValueError, match="validation error") as error:
            shape.validator(shape.of(Open)).validate_json('{"value":[' + "0.5," * many + "0.5]}")
        counts.append(error.value.error_count())  # type: ignore[attr-defined]
    assert counts[0] == counts[1]


def test_what_a_save_has_no_shape_for_is_told() -> None:
    with pytest.raises(TypeError, match=r"name: a save has no shape for <class 'bytes'>"):
        shape.of(Strange)
