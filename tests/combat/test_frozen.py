"""Frozen classes are what the standard decorator makes of the same words."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace
from typing import Any

import pytest

from tracker.combat.frozen import frozen


@frozen
class Ours:
    """A class with all there is."""

    name: str
    value: int = 3
    seen: dict[str, int] = field(default_factory=dict)
    note: str = field(default="", compare=False, repr=False)

    @property
    def double(self) -> int:
        return 2 * self.value


@frozen
class One:
    value: Any = None


@frozen
class Nothing:
    pass


@frozen
class Own:
    value: int

    def __repr__(self) -> str:
        return "own"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own)

    def __hash__(self) -> int:
        return 7

    def __post_init__(self) -> None:
        if self.value < 0:
            raise ValueError("below zero")


@frozen
class Longer(One):
    more: int = 1


Theirs: Any = dataclass(frozen=True, slots=True)(
    type(
        "Ours",
        (),
        {
            "__annotations__": {"name": str, "value": int, "seen": dict, "note": str},
            "__qualname__": "Ours",
            "value": 3,
            "seen": field(default_factory=dict),
            "note": field(default="", compare=False, repr=False),
        },
    )
)


def test_it_is_made_shown_and_changed_as_the_standard_one() -> None:
    ours: Any
    for ours, theirs in ((Ours("a"), Theirs("a")), (Ours("a", 4, {"b": 1}), Theirs("a", 4, {"b": 1}))):
        assert repr(ours) == repr(theirs)
        assert repr(replace(ours, value=5)) == repr(replace(theirs, value=5))
        assert [each.name for each in fields(ours)] == [each.name for each in fields(theirs)]
    assert Ours.__match_args__ == Theirs.__match_args__
    assert Ours("a").double == 6
    assert not hasattr(Ours("a"), "__dict__")
    assert is_dataclass(Ours)


@pytest.mark.parametrize("given", [{}, {"name": "a", "what": 1}])
def test_a_wrong_call_is_refused_as_by_the_standard_one(given: dict[str, Any]) -> None:
    with pytest.raises(TypeError) as ours:
        Ours(**given)
    with pytest.raises(TypeError) as theirs:
        Theirs(**given)
    assert str(ours.value).partition("__init__")[2] == str(theirs.value).partition("__init__")[2]


def test_equality_and_hash_look_at_the_fields_of_one_class() -> None:
    assert Ours("a", note="x") == Ours("a", note="y")
    assert Ours("a") != Ours("b")
    assert One(3) == One(3) != One(4)
    assert hash(One(3)) == hash(One(3))
    assert One(3) != Longer(3)
    assert Nothing() == Nothing()
    assert hash(Nothing()) == hash(Nothing())
    assert Ours("a") != object()


def test_what_a_class_says_itself_stays() -> None:
    assert repr(Own(1)) == "own"
    assert Own(1) == Own(2)
    assert hash(Own(1)) == 7
    with pytest.raises(ValueError, match="below zero"):
        Own(-1)


def test_fields_of_a_base_come_first() -> None:
    made = Longer(1, 2)
    assert (made.value, made.more) == (1, 2)
    assert repr(made) == "Longer(value=1, more=2)"


def test_nothing_can_be_changed() -> None:
    made: Any = Ours("a")
    with pytest.raises(FrozenInstanceError, match="assign to field 'name'"):
        made.name = "b"
    with pytest.raises(FrozenInstanceError, match="delete field 'name'"):
        del made.name


def test_it_is_copied_and_sent_to_other_processes() -> None:
    made = Ours("a", 4, {"b": 1})
    assert copy.deepcopy(made) == copy.copy(made) == pickle.loads(pickle.dumps(made)) == made
