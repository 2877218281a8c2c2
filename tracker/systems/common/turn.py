"""Whose moment it is, and the Director's word on it."""

from __future__ import annotations

from tracker.combat.events import OrderBecame
from tracker.systems.action import Action, place
from tracker.systems.errors import Nonsense
from tracker.systems.play import Play
from tracker.systems.words import Who


class Next(Action):
    """The next turn, phase or actor."""

    by_hand = True

    def resolve(self, play: Play) -> None:
        """Let the game go on."""
        play.system.next(play)


class Active(Action):
    """It is this one's turn now."""

    by_hand = True

    name: str = place(Who(), "who", required=True)

    def resolve(self, play: Play) -> None:
        """Make them active."""
        play.system.make_active(play, self.name)
        play.say(f"{self.name} is on.")


def full_order(play: Play) -> list[str]:
    """The order of everybody: as it stands, those without a place at the end."""
    order = [name for name in play.scene.order if name in play.scene.combatants]
    return order + [each.name for each in play.scene.listed() if each.name not in set(order)]


class Before(Action):
    """Comes right before the other in the order."""

    by_hand = True

    name: str = place(Who(), "who", required=True)
    other: str = place(Who(), "before whom", required=True)

    def resolve(self, play: Play) -> None:
        """Put the one before the other."""
        if self.name == self.other:
            raise Nonsense("Nobody comes before themselves; name two.")
        order = [name for name in full_order(play) if name != self.name]
        order.insert(order.index(self.other), self.name)
        play.do(OrderBecame(tuple(order)))
        play.system.reordered(play, self.name)
        play.say(f"{self.name} comes before {self.other}.")


class Delay(Action):
    """Waits: last in the order, and the turn passes on."""

    by_hand = True

    name: str = place(Who(), "who", required=True)

    def resolve(self, play: Play) -> None:
        """Put them last; who was on passes the turn."""
        order = full_order(play)
        following = order[order.index(self.name) + 1 :]
        play.do(OrderBecame((*(name for name in order if name != self.name), self.name)))
        play.system.reordered(play, self.name)
        if play.scene.turn.name == self.name:
            able = [name for name in following if play.system.able(play.scene, name)]
            if able:
                play.system.make_active(play, able[0])
        play.say(f"{self.name} waits.")
