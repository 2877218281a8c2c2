"""Unknown Armies: percentile rolls, declared focus, called shots, feints, wounds the players do not see."""

from tracker.games.unknown_armies.system import UnknownArmies

SYSTEM = UnknownArmies()
