"""The actions of The Contract."""

from __future__ import annotations

from typing import Final

from tracker.games.contract.actions.acting import (
    Act,
    Evade,
    Exert,
    Hold,
    Initiative,
    Injure,
    Mend,
    Power,
    Quick,
    Split,
    Trigger,
)
from tracker.games.contract.actions.attack import Attack
from tracker.games.contract.actions.reactions import Clash, Desperate, Dodge, Parry, Take
from tracker.rules.action import Action

ACTIONS: Final[tuple[type[Action], ...]] = (
    *(Attack, Dodge, Parry, Clash, Desperate, Take, Evade, Act, Quick, Hold, Trigger, Split, Power),
    *(Exert, Initiative, Injure, Mend),
)
"""In the order of the menu: attacks and reactions, other acts, then corrections by hand."""
