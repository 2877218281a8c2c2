"""What a form asks for an action, described once: for the strip of the screen, and for the phones of players."""

from functools import lru_cache
from typing import Final, Literal

from tracker.combat.model import Model
from tracker.rules import params
from tracker.rules.command import Command, Parameter, is_result, is_who
from tracker.rules.declarations import Context
from tracker.rules.verbs.conditions import MomentParam
from tracker.rules.verbs.range import CoverDegreeParam

FieldKind = Literal["result", "names", "choice", "number", "dice", "text", "flag", "values"]
"""How a field is filled in: what was thrown, names of combatants, a word, a number, a number or dice, any text, whether
at all, or ``name=value`` words of any names."""

CLOSED: Final = (
    params.CombatantParam,
    params.FoeParam,
    params.CombatantsParam,
    params.WeaponParam,
    params.YesNoParam,
    CoverDegreeParam,
    MomentParam,
)
"""The kinds of parameters that take only the words they offer; subclasses may take more."""


class FormField(Model):
    """A field of a form.

    A ``closed`` one takes only words of its list. A ``short`` one is required and has few declared words, never names.
    ``asked`` is what the form asks for, even if it may stay empty; ``rare`` are options outside the order of the table.
    """

    spec: Parameter
    kind: FieldKind
    closed: bool
    short: bool
    asked: bool = False
    rare: bool = False

    def words(self, context: Context) -> tuple[str, ...]:
        """Return its possible words, if they form a list."""
        return self.spec.type.complete(context) if self.spec.type is not None else ()


def described(spec: Parameter, kind: type[Command] = Command) -> FormField:
    """Return the field of a form for a parameter of an action."""
    closed = type(spec.type) in CLOSED
    if type(spec.type) is params.ChoiceParam:
        closed = not is_result(spec) and not spec.type.other and not spec.type.aliases
    fixed = isinstance(spec.type, params.ChoiceParam) and isinstance(spec.type.known, tuple)
    declared = fixed or isinstance(spec.type, CoverDegreeParam)
    asked = (spec.kind in ("argument", "open") and not spec.sigil) or spec.attr in kind.asks
    rare = spec.kind in ("option", "flag") and not spec.required and spec.attr not in (*kind.order, *kind.asks)
    return FormField(
        spec,
        _kind(spec),
        closed,
        short=declared and closed and spec.kind == "argument" and spec.required,
        asked=asked,
        rare=rare and bool(kind.order),
    )


@lru_cache(maxsize=512)
def form_fields(kind: type[Command]) -> tuple[FormField, ...]:
    """Return the fields of an action's form as they are shown: who, whom, then the others in the order of the table."""
    place = {attr: at for at, attr in enumerate(kind.order)}
    # What a line names before the target, such as the spell, stands before it here, too.
    first = [spec for spec in kind.in_order if is_who(spec) or (spec.attr, spec.kind) == ("weapon", "argument")]
    specs = sorted(
        kind.in_order, key=lambda spec: (spec not in first, spec.attr != "actor", place.get(spec.attr, len(place)))
    )
    return tuple(described(spec, kind) for spec in specs)


def _kind(spec: Parameter) -> FieldKind:
    match spec.type:
        case _ if is_result(spec):
            return "result"
        case None:
            return "values" if spec.kind == "open" else "flag"
        case params.CombatantParam() | params.CombatantsParam():
            return "names"
        case params.NumberParam():
            return "number"
        case params.DiceParam() | params.AmountParam():
            return "dice"
        case params.TextParam():
            return "text"
    return "choice"
