"""One action resolved on the table, with what holds in every game: who is out cannot act."""

from __future__ import annotations

from tracker.systems.action import Action
from tracker.systems.play import Play


def perform(play: Play, action: Action) -> Action:
    """Resolve an action; gives the action as it must be written to do the same again.

    Raises Refused, Nonsense, or NotThrown where dice are needed and there are none.
    """
    actor = getattr(action, "actor", None)
    if isinstance(actor, str):
        play.system.check(play, type(action), actor)
    filled = action.filled(play)
    play.meant = filled
    filled.resolve(play)
    play.settle()
    return play.meant
