"""The actions of Outgunned."""

from typing import Final

from tracker.games.outgunned.actions.attack import Attack
from tracker.games.outgunned.actions.fight import Adrenaline, Begin, Mode, Rest, Roulette, Spotlight, Threat
from tracker.games.outgunned.actions.reaction import Counter, Protect, React
from tracker.games.outgunned.actions.rolls import Answer
from tracker.games.outgunned.actions.turn import Approach, Covering, Extra, Mags, Quick, Reload, Retreat, TakeCover
from tracker.rules.action import Action

ACTIONS: Final[tuple[type[Action], ...]] = (
    *(Attack, React, Quick, TakeCover, Approach, Retreat, Reload, Covering, Extra, Counter, Protect, Answer),
    *(Spotlight, Adrenaline, Roulette, Mags, Threat, Begin, Mode, Rest),
)
"""In the order of the menu: what heroes do in a turn, resources, then the GM's verbs."""
