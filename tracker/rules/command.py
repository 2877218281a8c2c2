"""Commands: frozen structs whose fields are the words of a line."""

from typing import Any, ClassVar, Final, Literal, Self, dataclass_transform

import msgspec
from msgspec.structs import replace

from tracker.combat.model import AbstractMeta, Model
from tracker.rules.declarations import ParamType
from tracker.rules.grammar import spaced
from tracker.rules.params import CombatantParam, CombatantsParam

ParamKind = Literal["argument", "option", "flag", "open"]

RESULT: Final = ("dice", "total", "outcome", "roll", "die")
"""The names that a result may be given by, besides its position."""

_EMPTY: Final[dict[ParamKind, Any]] = {"argument": None, "option": None, "flag": False, "open": ()}


class Parameter(Model):
    """A field of a command: its name, how it is filled and parsed, and its help.

    ``attr`` is the attribute, ``name`` what is typed before ``=``; all else are the arguments of the functions below.
    """

    attr: str
    name: str
    kind: ParamKind
    type: ParamType | None
    required: bool
    help: str
    aliases: tuple[str, ...] = ()
    rest: bool = False
    of: str = ""
    bare: str | None = None
    some: ParamType | None = None

    @property
    def empty(self) -> Any:
        """Return the value if it is not given."""
        return _EMPTY[self.kind]

    @property
    def lone(self) -> bool:
        """Return whether its name alone can be typed."""
        return self.kind == "flag" or self.bare is not None

    @property
    def sigil(self) -> str:
        """Return the character that its word begins with; "" if any will do."""
        return self.type.sigil if self.type is not None else ""


def argument(word: ParamType, help: str = "", *, required: bool = False, rest: bool = False) -> Any:
    """Return a field for a positional word, or ``name=value``; ``rest`` takes the rest of the line as text."""
    return Parameter("", "", "argument", word, required, help, rest=rest)


def result(word: ParamType, help: str = "as the game writes it, dice=FACES or roll", *, required: bool = True) -> Any:
    """Return a field for a result, which any of the names in RESULT fill too."""
    return Parameter("", "", "argument", word, required, help, RESULT)


def option(
    word: ParamType, help: str = "", *, required: bool = False, aliases: tuple[str, ...] = (), bare: str | None = None
) -> Any:
    """Return a field for ``name=value`` only; its name alone means the value ``bare``, if there is one."""
    return Parameter("", "", "option", word, required, help, aliases, bare=bare)


def flag(help: str = "", some: ParamType | None = None) -> Any:
    """Return a field that is true if its word is in the command; ``name=`` ``some`` says for whom of several."""
    return Parameter("", "", "flag", None, False, help, some=some)


def open_fields(help: str, *, of: Literal["", "sheet", "weapon"] = "") -> Any:
    """Return a field for all other ``name=value`` pairs, and words that mean yes: any of a weapon, some of a sheet."""
    return Parameter("", "", "open", None, False, help, of=of)


def _clause(doc: str) -> str:
    """Return the first line of a docstring as a clause: without its full stop, lower case except for an acronym."""
    first = doc.partition("\n")[0].removesuffix(".")
    word = first.partition(" ")[0]
    return first if len(word) > 1 and word.isupper() else first[:1].lower() + first[1:]


@dataclass_transform(kw_only_default=True, frozen_default=True)
class _CommandType(AbstractMeta):
    """Collects the parameters in the body of a command, and replaces them by their default values."""

    parameters: dict[str, Parameter]

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any], /) -> "_CommandType":
        own = {
            attr: replace(value, attr=attr, name=attr.rstrip("_").replace("_", "-"))
            for attr, value in body.items()
            if isinstance(value, Parameter)
        }
        for attr, parameter in own.items():
            if parameter.required:
                del body[attr]
            else:
                body[attr] = parameter.empty
        if doc := body.get("__doc__"):
            body.setdefault("help", _clause(doc))
        body.setdefault("in_words", spaced(body.setdefault("verb", name.lower())))
        inherited = [base.parameters for base in bases if isinstance(base, _CommandType)]
        known = {attr: spec for declared in (*inherited, own) for attr, spec in declared.items()}
        body["parameters"] = known
        body["in_order"] = tuple(sorted(known.values(), key=lambda parameter: parameter.kind != "argument"))
        return super().__new__(cls, name, bases, body, frozen=True, kw_only=True, repr_omit_defaults=True)


class Command(msgspec.Struct, metaclass=_CommandType):
    """A command. A subclass declares its fields and its texts for the menu and the reference.

    ``verb`` is the class's name and ``help`` the first line of its docstring, unless they are given; ``in_words`` is
    the verb as it stands in a sentence. ``cost`` names
    what it spends, for the menu; ``by_hand`` marks the verbs of the GM, which no rule refuses to those who are out;
    ``helps`` marks what is done for an ally. A form also asks for the optional fields named in ``asks``. ``order``
    names the fields of its form in the order of the table; its other options are then kept in a list. ``after_result``
    are those of them that matter only with some results. ``refused_when`` lists for the reference when it is refused,
    as clauses. ``in_order`` are its fields in the order of forms and of written commands: arguments first.
    """

    verb: ClassVar[str] = ""
    in_words: ClassVar[str] = ""
    help: ClassVar[str] = ""
    cost: ClassVar[str] = ""
    source: ClassVar[str] = ""
    by_hand: ClassVar[bool] = False
    helps: ClassVar[bool] = False
    asks: ClassVar[tuple[str, ...]] = ()
    order: ClassVar[tuple[str, ...]] = ()
    after_result: ClassVar[tuple[str, ...]] = ()
    refused_when: ClassVar[tuple[str, ...]] = ()
    parameters: ClassVar[dict[str, Parameter]] = {}
    in_order: ClassVar[tuple[Parameter, ...]] = ()

    def copy_with(self, **changes: Any) -> Self:
        """Return the command with some fields changed."""
        return replace(self, **changes)


def arguments(kind: type[Command]) -> tuple[Parameter, ...]:
    """Return the fields filled by positional words, in order."""
    return tuple(parameter for parameter in kind.in_order if parameter.kind == "argument")


def is_result(spec: Parameter) -> bool:
    """Return whether a parameter is the one for a throw's result."""
    return spec.kind == "argument" and set(RESULT) <= set(spec.aliases)


def thrown_by(kind: type[Command]) -> Parameter | None:
    """Return the parameter that takes the result of a command's throw, by whatever name."""
    parameters = kind.parameters.values()
    return next((each for each in parameters if each.aliases == RESULT or each.name in RESULT), None)


def is_aim(spec: Parameter) -> bool:
    """Return whether a parameter names the target of an action."""
    return spec.attr in ("target", "other", "vs") and isinstance(spec.type, CombatantParam | CombatantsParam)


def is_who(spec: Parameter) -> bool:
    """Return whether a parameter names combatants."""
    people = isinstance(spec.type, CombatantParam) or (isinstance(spec.type, CombatantsParam) and not spec.type.sigil)
    return spec.kind == "argument" and people
