"""Gen6: 3d6 against a target number; sides take turns, cover wears down, the dying bleed."""

from tracker.games.gen6.system import Gen6

SYSTEM = Gen6()
