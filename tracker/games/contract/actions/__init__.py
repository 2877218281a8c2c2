"""The actions of The Contract."""

from typing import Final

from tracker.games.contract.actions import acting, attack, reactions
from tracker.rules.action import Action

ACTIONS: Final[tuple[type[Action], ...]] = (
    *(attack.Attack, reactions.Dodge, reactions.Parry, reactions.Clash, reactions.Desperate, reactions.Take),
    *(acting.Evade, acting.Act, acting.Quick, acting.Hold, acting.Trigger, acting.Split, acting.Power),
    *(acting.Exert, acting.Initiative, acting.Injure, acting.Mend),
)
"""In the order of the menu: attacks and reactions, other acts, then corrections by hand."""
