"""Outgunned: Action Turns and Reaction Turns, sets of equal faces, grit, mags and cover."""

from tracker.games.outgunned.system import Outgunned

SYSTEM = Outgunned()
