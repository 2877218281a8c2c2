"""The actions of Outgunned."""

from __future__ import annotations

from typing import Final

from tracker.games.outgunned.actions.answer import Answer
from tracker.games.outgunned.actions.attack import Attack
from tracker.games.outgunned.actions.fate import Adrenaline, Rest, Roulette, Spotlight
from tracker.games.outgunned.actions.fight import Begin, Mode, Threat
from tracker.games.outgunned.actions.mags import Covering, Extra, Mags, Quick, Reload
from tracker.games.outgunned.actions.movement import Approach, Retreat, TakeCover
from tracker.games.outgunned.actions.reaction import Counter, Protect, React
from tracker.rules.action import Action

ACTIONS: Final[tuple[type[Action], ...]] = (
    *(Attack, React, Quick, TakeCover, Approach, Retreat, Reload, Covering, Extra, Counter, Protect, Answer),
    *(Spotlight, Adrenaline, Roulette, Mags, Threat, Begin, Mode, Rest),
)
"""In the order of the menu: what heroes do in a turn, resources, then the GM's verbs."""
