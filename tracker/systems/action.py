"""Actions: frozen models whose fields are the command's words."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, Self

from tracker.systems.words import Word

if TYPE_CHECKING:
    from tracker.systems.play import Play

Kind = Literal["place", "named", "flag", "open"]

RESULT: Final = ("dice", "total", "outcome", "roll", "die")
"""The names by which a result may be given; all fill the result's place."""


@dataclass(frozen=True, slots=True)
class Spec:
    """One field of an action: its word in commands, how it is filled, read and explained."""

    attr: str
    name: str
    kind: Kind
    word: Word | None
    required: bool
    help: str
    aliases: tuple[str, ...] = ()
    rest: bool = False
    weapon: bool = False
    bare: str | None = None


def place(
    word: Word, help: str = "", *, required: bool = False, aliases: tuple[str, ...] = (), rest: bool = False
) -> Any:
    """A field filled by a word in its place (or by name); ``rest`` takes the rest of the line as text."""
    return _field("place", word, help, required=required, aliases=aliases, rest=rest)


def result(word: Word, help: str = "as the game writes it, dice=FACES or roll", *, required: bool = True) -> Any:
    """The place of a result, which every game's names for a result fill too."""
    return _field("place", word, help, required=required, aliases=RESULT)


def named(
    word: Word, help: str = "", *, required: bool = False, aliases: tuple[str, ...] = (), bare: str | None = None
) -> Any:
    """A field filled by ``name=value`` only; with ``bare`` its name alone means that value."""
    return _field("named", word, help, required=required, aliases=aliases, bare=bare)


def flag(help: str = "") -> Any:
    """A field that is true when its word stands alone in the command."""
    return field(default=False, metadata={"kind": "flag", "word": None, "help": help})


def open_fields(help: str, *, weapon: bool = False) -> Any:
    """A field that collects every other ``name=value`` and, on a weapon, flag: the sheet's own fields."""
    return field(default=(), metadata={"kind": "open", "word": None, "help": help, "weapon": weapon})


def _field(kind: Kind, word: Word, help: str, **more: Any) -> Any:
    return field(default=None, metadata={"kind": kind, "word": word, "help": help, **more})


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One thing a command asks for. Subclasses declare ``verb``, ``help`` and their fields, and resolve.

    ``cost`` is a word for the menu (which action it spends); ``by_hand`` marks the Director's own verbs;
    ``against`` says for the reference when it is refused, in short sentences without an end.
    """

    verb: ClassVar[str] = ""
    help: ClassVar[str] = ""
    cost: ClassVar[str] = ""
    source: ClassVar[str] = ""
    by_hand: ClassVar[bool] = False
    against: ClassVar[tuple[str, ...]] = ()

    def filled(self, play: Play) -> Self:
        """The same action with what was left out filled in; may object through ``play``."""
        return self

    def resolve(self, play: Play) -> None:
        """Say through ``play`` what becomes true; called with the filled action."""
        raise TypeError(f"{type(self).__name__} has no rule of its own")

    def but(self, **changes: Any) -> Self:
        """The action with some fields changed."""
        return replace(self, **changes)


_SPECS: dict[type[Action], tuple[Spec, ...]] = {}


def specs(kind: type[Action]) -> tuple[Spec, ...]:
    """The fields of an action as commands and forms need them: places first, each kind in its order."""
    if kind not in _SPECS:
        _SPECS[kind] = _read_specs(kind)
    return _SPECS[kind]


def _read_specs(kind: type[Action]) -> tuple[Spec, ...]:
    found = []
    for each in fields(kind):
        data = each.metadata
        found.append(
            Spec(
                each.name,
                each.name.rstrip("_").replace("_", "-"),
                data["kind"],
                data["word"],
                data.get("required", False),
                data["help"],
                data.get("aliases", ()),
                data.get("rest", False),
                data.get("weapon", False),
                data.get("bare"),
            )
        )
    return tuple(sorted(found, key=lambda each: each.kind != "place"))


def places(kind: type[Action]) -> tuple[Spec, ...]:
    """The fields that are filled by words in their places."""
    return tuple(each for each in specs(kind) if each.kind == "place")
