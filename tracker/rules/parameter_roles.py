"""The roles of an action's parameters: who acts, whom it is aimed at, what was thrown."""

from __future__ import annotations

from typing import Final

from tracker.rules.command import RESULT, Parameter
from tracker.rules.params import CombatantParam, CombatantsParam

AIMS: Final = ("target", "other", "vs")
"""The names of parameters for the target of an action."""


def is_result(spec: Parameter) -> bool:
    """Return whether a parameter is the one for a throw's result."""
    return spec.kind == "argument" and set(RESULT) <= set(spec.aliases)


def is_aim(spec: Parameter) -> bool:
    """Return whether a parameter names the target of an action."""
    return spec.attr in AIMS and isinstance(spec.type, CombatantParam | CombatantsParam)


def is_who(spec: Parameter) -> bool:
    """Return whether a parameter names combatants."""
    people = isinstance(spec.type, CombatantParam) or (isinstance(spec.type, CombatantsParam) and not spec.type.sigil)
    return spec.kind == "argument" and people
