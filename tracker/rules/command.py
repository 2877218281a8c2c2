"""Actions: frozen models whose fields are the command's words.

A subclass only declares its fields; no code is generated for it, because a game has dozens of them and all
are made before the first paint.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Final, Literal, Never, Self, dataclass_transform

from tracker.combat.frozen import frozen
from tracker.rules.declarations import ParamType

ParamKind = Literal["argument", "option", "flag", "open"]

RESULT: Final = ("dice", "total", "outcome", "roll", "die")
"""The names by which a result may be given; all fill the result's place."""

_EMPTY: Final[dict[ParamKind, Any]] = {"argument": None, "option": None, "flag": False, "open": ()}


@frozen
class Parameter:
    """One field of an action: its word in commands, how it is filled, read and explained."""

    attr: str
    name: str
    kind: ParamKind
    type: ParamType | None
    required: bool
    help: str
    aliases: tuple[str, ...] = ()
    rest: bool = False
    weapon: bool = False
    bare: str | None = None

    @property
    def empty(self) -> Any:
        """What the field holds when it is not given."""
        return _EMPTY[self.kind]


def argument(
    word: ParamType, help: str = "", *, required: bool = False, aliases: tuple[str, ...] = (), rest: bool = False
) -> Any:
    """A field filled by a word in its place (or by name); ``rest`` takes the rest of the line as text."""
    return Parameter("", "", "argument", word, required, help, aliases, rest)


def result(word: ParamType, help: str = "as the game writes it, dice=FACES or roll", *, required: bool = True) -> Any:
    """The place of a result, which every game's names for a result fill too."""
    return Parameter("", "", "argument", word, required, help, RESULT)


def option(
    word: ParamType, help: str = "", *, required: bool = False, aliases: tuple[str, ...] = (), bare: str | None = None
) -> Any:
    """A field filled by ``name=value`` only; with ``bare`` its name alone means that value."""
    return Parameter("", "", "option", word, required, help, aliases, bare=bare)


def flag(help: str = "") -> Any:
    """A field that is true when its word stands alone in the command."""
    return Parameter("", "", "flag", None, False, help)


def open_fields(help: str, *, weapon: bool = False) -> Any:
    """A field that collects every other ``name=value`` and, on a weapon, flag: the sheet's own fields."""
    return Parameter("", "", "open", None, False, help, weapon=weapon)


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Command:
    """One thing a command asks for. Subclasses declare what they say of themselves and their fields, and resolve.

    ``verb`` is the class's name and ``help`` the first sentence of its docstring, unless they say otherwise;
    ``cost`` is a word for the menu (which action it spends); ``by_hand`` marks the Director's own verbs;
    ``against`` says for the reference when it is refused, in short sentences without an end; ``helps`` marks what is
    done for somebody of the own side, and ``asks`` names fields to be asked for although they may be left out.
    """

    verb: ClassVar[str] = ""
    help: ClassVar[str] = ""
    cost: ClassVar[str] = ""
    source: ClassVar[str] = ""
    by_hand: ClassVar[bool] = False
    helps: ClassVar[bool] = False
    asks: ClassVar[tuple[str, ...]] = ()
    refused_when: ClassVar[tuple[str, ...]] = ()
    parameters: ClassVar[dict[str, Parameter]] = {}

    def __init_subclass__(cls) -> None:
        """Collect the fields: those of the bases first, each kind in its order."""
        own = vars(cls)
        if "declared" in own:
            return
        cls.verb = own.get("verb", cls.__name__.lower())
        cls.help = own.get("help", _clause(cls.__doc__) if cls.__doc__ else cls.help)
        found = {attr: spec for base in reversed(cls.__mro__[1:]) for attr, spec in _declared(base).items()}
        for attr, value in tuple(own.items()):
            if isinstance(value, Parameter):
                found[attr] = replace(value, attr=attr, name=attr.rstrip("_").replace("_", "-"))
                setattr(cls, attr, value.empty)
        cls.parameters = found

    def __init__(self, **values: Any) -> None:
        """Take the fields by name; raises TypeError for an unknown one and for a required one that is missing."""
        unknown = values.keys() - self.parameters.keys()
        missing = [spec.name for spec in self.parameters.values() if spec.required and spec.attr not in values]
        if unknown or missing:
            raise TypeError(f"{type(self).__name__} does not know {sorted(unknown)} or lacks {missing}")
        self.__dict__.update(values)

    def __setattr__(self, name: str, value: object) -> Never:
        """Refuse: an action is frozen."""
        raise AttributeError(f"{type(self).__name__} is frozen; but(...) makes a changed one")

    def __eq__(self, other: object) -> bool:
        """Whether the other asks for the same."""
        return type(other) is type(self) and all(getattr(self, a) == getattr(other, a) for a in self.parameters)

    def __hash__(self) -> int:
        """One number for actions that ask for the same."""
        return hash((type(self), *(getattr(self, attr) for attr in self.parameters)))

    def __repr__(self) -> str:
        """The fields that are given."""
        given = (f"{attr}={getattr(self, attr)!r}" for attr in self.__dict__)
        return f"{type(self).__name__}({', '.join(given)})"

    def copy_with(self, **changes: Any) -> Self:
        """The action with some fields changed."""
        return type(self)(**{attr: getattr(self, attr) for attr in self.parameters} | changes)


def _clause(doc: str) -> str:
    """The first line of a docstring as a clause: without its full stop, small unless it begins with an acronym."""
    first = doc.partition("\n")[0].removesuffix(".")
    word = first.partition(" ")[0]
    return first if len(word) > 1 and word.isupper() else first[:1].lower() + first[1:]


def _declared(base: type) -> dict[str, Parameter]:
    return base.parameters if issubclass(base, Command) and base is not Command else {}


def parameters(kind: type[Command]) -> tuple[Parameter, ...]:
    """The fields of an action as commands and forms need them: places first, each kind in its order."""
    return tuple(sorted(kind.parameters.values(), key=lambda each: each.kind != "argument"))


def arguments(kind: type[Command]) -> tuple[Parameter, ...]:
    """The fields that are filled by words in their places."""
    return tuple(each for each in parameters(kind) if each.kind == "argument")
