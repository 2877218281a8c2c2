"""A game's own state and weapons: declared once as a model, typed when they are read, plain data in the save."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, Final, ParamSpec, Self, TypeVar

import msgspec

from tracker.combat.events import FieldBecame
from tracker.combat.model import Model
from tracker.combat.scene import Combatant, Plain, Scene
from tracker.rules.declarations import FieldSpec
from tracker.rules.params import TextParam
from tracker.rules.resolver import Resolver

_Kept = TypeVar("_Kept", bound=Model)

_Asked = ParamSpec("_Asked")
_Made = TypeVar("_Made")

NOTHING: Final[Mapping[str, Plain]] = {}  # the fields of what nobody carries


def once(make: Callable[_Asked, _Made]) -> Callable[_Asked, _Made]:
    """Remember what a function of something and a mapping of a scene makes, by the identity of the mapping.

    A scene's mappings are not modified once they are built, and rules read the same ones again and again.
    """
    kept: dict[tuple[object, int], tuple[object, _Made]] = {}

    @wraps(make)
    def asked(*args: _Asked.args, **no_words: _Asked.kwargs) -> _Made:
        what, values = args
        key = what, id(values)
        known = kept.get(key)
        if known is None or known[0] is not values:
            if len(kept) == 1_000:
                kept.clear()
            known = kept[key] = values, make(*args, **no_words)
        return known[1]

    return asked


@once
def as_far_as_fits(kind: type[_Kept], values: Mapping[str, Any]) -> _Kept:
    """Return a model of the values that fit it, and of a list the parts that do; each other field has a default."""
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError:
        fitting = {}
        for name in kind.__struct_encode_fields__:
            value = values.get(name, msgspec.UNSET)
            if _fits(kind, name, value):
                fitting[name] = value
            elif isinstance(value, list) and _fits(kind, name, []):
                fitting[name] = [part for part in value if _fits(kind, name, [part])]
        return msgspec.convert(fitting, kind)


def _fits(kind: type[Model], name: str, value: Any) -> bool:
    try:
        msgspec.convert({name: value}, kind)
    except msgspec.ValidationError:
        return False
    return value is not msgspec.UNSET


class OwnState(Model):
    """The base of what a game keeps for itself of a combatant, or of the whole fight.

    Each field has a default, and lies under its encoded name (``rename`` gives it another) among the fields of the
    combatant or of the fight. What does not fit, such as a value of a file edited by hand, counts as absent.
    """

    @classmethod
    def of(cls, holder: Combatant | Scene) -> Self:
        """Return the state of a combatant or of the fight."""
        return as_far_as_fits(cls, holder.fields)

    @classmethod
    def keep(cls, resolver: Resolver, name: str, **changes: object) -> None:
        """Change the state of a combatant, by the attributes of the class."""
        for attribute, value in changes.items():
            field = cls.stored_as(attribute)
            spec = resolver.system.sheet.field(field)
            resolver.set_field(name, field, cls._plain(attribute, value, spec.default if spec is not None else None))

    @classmethod
    def keep_of_fight(cls, resolver: Resolver, **changes: object) -> None:
        """Change the state of the fight, by the attributes of the class."""
        for attribute, value in changes.items():
            resolver.set_scene_field(cls.stored_as(attribute), cls._plain(attribute, value))

    @classmethod
    def forget(cls, resolver: Resolver, names: Sequence[str], *attributes: str) -> None:
        """Clear attributes of several combatants at once."""
        for field in map(cls.stored_as, attributes):
            holders = tuple(name for name in names if field in resolver.combatant(name).fields)
            if holders:
                resolver.emit(FieldBecame(holders, field, None))

    @classmethod
    def stored_as(cls, attribute: str) -> str:
        """Return the name of an attribute in the save."""
        return cls.__struct_encode_fields__[cls.__struct_fields__.index(attribute)]

    @classmethod
    def specs(cls, *shown: FieldSpec) -> tuple[FieldSpec, ...]:
        """Return the fields of a sheet that hold the state: those ``shown`` to people as declared, else internal."""
        others = (name for name in cls.__struct_encode_fields__ if name not in {spec.name for spec in shown})
        return (*shown, *(FieldSpec(name, name.title(), TextParam(), internal=True) for name in others))

    @classmethod
    def _plain(cls, attribute: str, value: object, default: Plain = None) -> Plain:
        """Return a value as the save has it; the class's default is stored as the sheet's, or not at all."""
        if value == getattr(cls(), attribute):
            return default
        plain: Plain = msgspec.json.decode(msgspec.json.encode(value))
        return plain


class OwnWeapon(Model):
    """The base of a weapon as a game's rules use it; each field has a default."""

    @classmethod
    def of(cls, combatant: Combatant, name: str | None) -> Self:
        """Return a weapon somebody carries; the defaults for any other name, and for fields that do not fit."""
        return as_far_as_fits(cls, combatant.weapons.get(name or "", NOTHING))
