"""The actions of Gen6, one module for each kind."""

from typing import Final

from tracker.games.gen6.actions import attack, fight, healing, turn
from tracker.rules.action import Action

ACTIONS: Final[tuple[type[Action], ...]] = (
    *(attack.Attack, attack.Charge, turn.Defend, healing.FirstAid, turn.Run, turn.Aim, turn.Guard, turn.Move),
    *(turn.Prepare, turn.Trigger, turn.Activate, turn.Power, turn.Reload, turn.Courage, turn.Drop, attack.Damage),
    *(fight.Surprise, fight.Initiative, healing.Breather, healing.Sleep, healing.Care, turn.Refresh),
)
"""The game's own actions, in the order of the menu."""
