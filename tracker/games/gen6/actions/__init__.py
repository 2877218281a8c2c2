"""The actions of Gen6, one module for each kind."""

from __future__ import annotations

from typing import Final

from tracker.games.gen6.actions.attack import Attack, Charge
from tracker.games.gen6.actions.courage import Courage, Refresh
from tracker.games.gen6.actions.damage import Damage
from tracker.games.gen6.actions.defense import Aim, Defend, Guard
from tracker.games.gen6.actions.fight import Initiative, Surprise
from tracker.games.gen6.actions.healing import Breather, Care, FirstAid, Sleep
from tracker.games.gen6.actions.movement import Move, Run
from tracker.games.gen6.actions.powers import Activate, Drop, Power, Reload
from tracker.games.gen6.actions.prepare import Prepare, Trigger
from tracker.rules.action import Action

ACTIONS: Final[tuple[type[Action], ...]] = (
    *(Attack, Charge, Defend, FirstAid, Run, Aim, Guard, Move, Prepare, Trigger, Activate, Power, Reload, Courage),
    *(Drop, Damage, Surprise, Initiative, Breather, Sleep, Care, Refresh),
)
"""The game's own actions, in the order of the menu."""
