"""Frozen slotted dataclasses that cost little until they are used.

What the standard decorator makes for a class is Python text, compiled for each; a game and its screen have over a
hundred such classes, and all are there before the first paint. Here the methods are shared between the classes,
and each ``__init__`` is made when the first object is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, Never, TypeVar, dataclass_transform

Model = TypeVar("Model")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[Model]) -> type[Model]:
    """The class as ``dataclass(frozen=True, slots=True)`` makes it: same fields, order, equality, hash and writing.

    ``fields``, ``replace`` and ``is_dataclass`` of the standard library know it. Fields that are given by name only,
    or not at all, are not for it.
    """
    own = {name for name in ("__repr__", "__eq__", "__hash__") if vars(cls).get(name) is not None}
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    values = _values(tuple(each.name for each in fields(made) if each.compare))

    def __init__(self: object, *given: object, **named: object) -> None:
        made.__init__ = _init(made)
        made.__init__(self, *given, **named)

    def __eq__(self: object, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: object) -> int:
        return hash(values(self))

    made.__init__ = __init__
    for method in (_repr, __eq__, __hash__):
        name = "__repr__" if method is _repr else method.__name__
        if name not in own:
            setattr(made, name, method)
    made.__setattr__, made.__delattr__, made.__setstate__ = _set, _delete, _restore
    found: type[Model] = made
    return found


def _init(cls: Any) -> Callable[..., None]:
    """The ``__init__`` that the standard decorator would make."""
    parts, scope = fields(cls), {"put": object.__setattr__, "MISSING": MISSING}
    lines = [f"def __init__(self, {', '.join(each.name for each in parts)}):"]
    defaults: list[object] = []
    for each in parts:
        value = each.name
        if each.default_factory is not MISSING:
            scope[f"make_{value}"] = each.default_factory
            value = f"make_{value}() if {value} is MISSING else {value}"
        lines.append(f" put(self, {each.name!r}, {value})")
        if each.default is not MISSING or each.default_factory is not MISSING:
            defaults.append(each.default)
    lines.append(" self.__post_init__()" if hasattr(cls, "__post_init__") else " pass")
    exec("\n".join(lines), scope)
    made: Any = scope["__init__"]
    made.__defaults__, made.__qualname__ = tuple(defaults), f"{cls.__qualname__}.__init__"
    return made  # type: ignore[no-any-return]


def _values(names: tuple[str, ...]) -> Callable[[object], object]:
    """From an object to its values, always as a tuple, so that what is the same thing need not be compared."""
    if len(names) > 1:
        return attrgetter(*names)
    return attrgetter(names[0], names[0]) if names else lambda _: ()


def _repr(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _set(self: object, name: str, value: object) -> Never:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _delete(self: object, name: str) -> Never:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _restore(self: object, state: tuple[None, dict[str, object]]) -> None:
    """Fill a copied or unpickled object."""
    for name, value in state[1].items():
        object.__setattr__(self, name, value)
