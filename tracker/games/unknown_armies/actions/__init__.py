"""The actions of Unknown Armies, one module for each kind."""

from typing import Final

from tracker.games.unknown_armies.actions.attack import Attack, Sucker
from tracker.games.unknown_armies.actions.dodge import Dodge
from tracker.games.unknown_armies.actions.turn import Act, Draw, Focus, Initiative, Split
from tracker.rules.action import Action

ACTIONS: Final[tuple[type[Action], ...]] = (Attack, Focus, Initiative, Draw, Split, Sucker, Dodge, Act)
"""The game's own actions, in the order of the menu."""
