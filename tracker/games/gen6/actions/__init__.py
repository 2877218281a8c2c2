"""The actions of Gen6, one module for each kind."""

from __future__ import annotations

from typing import Final

from tracker.games.gen6.actions.attack import Attack, Charge, Damage
from tracker.games.gen6.actions.fight import Initiative, Surprise
from tracker.games.gen6.actions.healing import Breather, Care, FirstAid, Sleep
from tracker.games.gen6.actions.powers import Activate, Courage, Drop, Power, Refresh, Reload
from tracker.games.gen6.actions.turn import Aim, Defend, Guard, Move, Prepare, Run, Trigger
from tracker.rules.action import Action

ACTIONS: Final[tuple[type[Action], ...]] = (
    *(Attack, Charge, Defend, FirstAid, Run, Aim, Guard, Move, Prepare, Trigger, Activate, Power, Reload, Courage),
    *(Drop, Damage, Surprise, Initiative, Breather, Sleep, Care, Refresh),
)
"""The game's own actions, in the order of the menu."""
