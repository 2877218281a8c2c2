"""How a fight begins and ends: surprise, initiative, the end, a new play session."""

from __future__ import annotations

from typing import Self

from tracker.combat.events import TurnCame
from tracker.combat.scene import HEROES, Turn
from tracker.systems.action import Action, named, open_fields, place
from tracker.systems.base import Nonsense, Play, listed
from tracker.systems.gen6.rest import OVER, close_fight
from tracker.systems.gen6.sides import COUNTS, pass_on, roller, side_total, sides_up
from tracker.systems.gen6.turns import afresh, open_order
from tracker.systems.people import crowd
from tracker.systems.quoting import quote
from tracker.systems.words import Choice, Names, Text, Who, Whos, match, number


class Surprise(Action):
    """These cannot act in round 1."""

    source = "Gen6 S: determine surprise"
    by_hand = True
    against = ("after round 1",)

    names: Names = place(Whos(), "who", required=True)

    def resolve(self, play: Play) -> None:
        """Mark them until the end of the round."""
        now = 0 if play.scene.fields.get(OVER) else play.scene.turn.round
        if now > 1:
            play.object_("Surprise is for round 1 alone.")
        for name in self.names:
            play.mark(name, "surprised", rounds=1)
        play.say(f"{crowd(self.names, play.scene)}: surprised, no actions in round {now or 1}.")


def _typed(side: str, text: str) -> int:
    try:
        return number(text, -1000, 1000)
    except Nonsense as bad:
        raise Nonsense(f"{side}: {bad}") from None


def _begin_anew(play: Play) -> None:
    """After the end of a fight its initiative is that of a new one."""
    if play.scene.fields.get(OVER):
        play.put_scene(OVER, None)
        play.do(TurnCame(Turn()))
        afresh(play)


class Initiative(Action):
    """3d6 + quickness for each side, high first; one hero rolls, the next one the next time."""

    source = "Gen6 S: initiative"
    by_hand = True
    against = ("two sides with the same number",)

    how: str | None = place(Choice(("roll",), "way; type SIDE=N, or roll"), "roll: the tracker throws")
    by: str | None = named(Who(), "the hero who rolls; the one whose turn it is if not said")
    foe: str | None = named(Who(), "who rolls for the enemies; the quickest if not said")
    values: tuple[tuple[str, str], ...] = open_fields("SIDE=N: a side's number")

    def filled(self, play: Play) -> Self:
        """With the hero whose turn it is to roll."""
        for name, hero in ((self.by, True), (self.foe, False)):
            if name is not None and (play.one(name).side == HEROES) is not hero:
                raise Nonsense("by= names the hero who rolls, foe= the one who rolls for another side.")
        return self.but(by=self.by or roller(play.scene))

    def chosen(self, side: str) -> str | None:
        """Who is to roll for a side."""
        return self.by if side == HEROES else self.foe

    def resolve(self, play: Play) -> None:
        """Read or throw every side's number, then put them in order."""
        sides = sides_up(play.scene)
        typed = {match(side, sides, "side here"): _typed(side, text) for side, text in self.values}
        missing = [side for side in sides if side not in typed]
        if missing and self.how is None:
            raise Nonsense(f"Say the number of {listed(missing)} too, as {missing[0]}=N, or let the tracker: roll.")
        totals: dict[str, int] = {}
        for place_, side in enumerate(sides):
            of = COUNTS[min(place_, len(COUNTS) - 1)]
            totals[side], typed[side] = side_total(play, side, self.chosen(side), of, typed.get(side))
        again = {total for total in totals.values() if list(totals.values()).count(total) > 1}
        if again:
            play.object_(f"Sides with the same initiative ({max(again)}) roll again.")
        play.means(how=None, values=tuple((side, str(typed[side])) for side in sides))
        pass_on(play, self.by)
        _begin_anew(play)
        play.say(f"Initiative: {', '.join(f'{side} {n}' for side, n in totals.items())}.")
        open_order(play, totals)


class End(Action):
    """The fight is over; a breather, sleep or care says so too."""

    source = "Gen6 S: health & healing"
    by_hand = True

    why: str | None = place(Text("why", 200), "why", rest=True)

    def resolve(self, play: Play) -> None:
        """Close it."""
        if play.scene.fields.get(OVER):
            play.say("The fight is over already.")
        close_fight(play)
        if self.why:
            play.say(f"{self.why.rstrip('.')}.")


class Refresh(Action):
    """Courage is full again: a new play session."""

    source = "Gen6 S: courage"
    by_hand = True

    actor: Names = place(Whos(everybody=True), "who, or all", required=True)

    def resolve(self, play: Play) -> None:
        """Fill it."""
        names = [name for name in self.actor if "courage" in play.one(name).tracks]
        if not names:
            raise Nonsense(f"{self.actor[0]} has no courage; set {quote(self.actor[0])} courage=N gives it.")
        for name in names:
            play.track(name, "courage", play.one(name).tracks["courage"].max)
        play.say(f"{crowd(names, play.scene)}: courage is full.")
