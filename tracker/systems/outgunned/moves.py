"""Ways and cover, with what they cost (rules page, Actions, Range and cover)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tracker.combat.events import CoverBecame
from tracker.combat.scene import HEROES, OPEN, Cover
from tracker.systems.base import Action, Nonsense, Play, flag, named, place
from tracker.systems.common.cover import DegreeWord
from tracker.systems.common.place import BandWord
from tracker.systems.outgunned import tables as t
from tracker.systems.outgunned.pool import band_between
from tracker.systems.outgunned.turns import Cost, bought, buy, open_if_new, pay, running
from tracker.systems.people import come
from tracker.systems.words import Choice, Text, Who

_KINDS = Choice(tuple(t.EXTRA_COST), "action")


def _price(now: str, to: str) -> Cost | None:
    """What a way costs; None for one over long range, which takes several whole turns."""
    if {now, to} & {"long", "out"}:
        return None
    return "whole" if "medium" in (now, to) else "quick"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Way(Action):
    actor: str = place(Who(), "who", required=True)
    target: str = place(Who(), "to or from whom", required=True)
    to: str | None = named(BandWord(), "another band of the same price")
    extra: bool = flag("pay with extra units")

    step: ClassVar[int] = -1

    def resolve(self, play: Play) -> None:
        """Go there, or one turn of the way."""
        if self.actor == self.target:
            raise Nonsense("Nobody walks to themselves; name another.")
        names = play.system.band_names(play.scene)
        now = band_between(play.system, play.scene, self.actor, self.target)
        begun = play.one(self.actor).fields.get("way")
        way = begun if isinstance(begun, dict) and begun.get("target") == self.target else {}
        usual = names[0] if self.step < 0 else names[min(names.index(now) + 1, len(names) - 1)]
        to = self.to or (str(way["to"]) if way.get("step") == self.step else usual)
        if (names.index(to) - names.index(now)) * self.step <= 0:
            side = "nearer" if self.step < 0 else "farther"
            raise Nonsense(f"{self.actor} and {self.target} are at {now} range; {to} is not {side}.")
        if self.step < 0 and now == "out":
            play.object_(f"{self.target} is out of range and cannot be reached; range {self.actor} {self.target} long.")
        cost = _price(now, to)
        if self.to and cost != _price(now, usual):
            play.object_(f"From {now} to {to} costs something else than to {usual}; go there by its own price.")
        pay(play, self.actor, cost or "whole", self.extra)
        if cost is None and running(play.scene) and not play.ruled:
            turns = play.setting("long_turns")
            left = int(way.get("left", turns) if way.get("step") == self.step else turns) - 1  # type: ignore[arg-type]
            if left > 0:
                play.put(self.actor, "way", {"target": self.target, "to": to, "left": left, "step": self.step})
                play.because("need", "whole turns left", left, "setting long_turns")
                play.say(f"{self.actor} is on the way: {now} → {to} with {self.target}, {left} whole turns left.")
                return
        play.put(self.actor, "way", None)
        come(play, self.actor, (self.target,), to)
        play.say(f"{self.actor}: {now} → {to} with {self.target}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Approach(_Way):
    """Nearer to somebody."""

    verb: ClassVar[str] = "approach"
    help: ClassVar[str] = "into melee: quick from close, the whole turn from medium, several from long"
    cost: ClassVar[str] = "way"
    source: ClassVar[str] = "S"


@dataclass(frozen=True, slots=True, kw_only=True)
class Retreat(_Way):
    """Away from somebody."""

    verb: ClassVar[str] = "retreat"
    help: ClassVar[str] = "one band farther: quick to close, the whole turn to medium"
    cost: ClassVar[str] = "way"
    source: ClassVar[str] = "S"
    step: ClassVar[int] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeCover(Action):
    """To, from or between covers."""

    verb: ClassVar[str] = "cover"
    help: ClassVar[str] = "partial: Quick; total: the whole turn or an extra Full; leaving: Quick"
    cost: ClassVar[str] = "quick"
    source: ClassVar[str] = "S"

    actor: str = place(Who(), "who", required=True)
    degree: str = place(DegreeWord(), "how much", required=True)
    what: str | None = named(Text("text", 80), "behind what")
    by: str | None = named(Who(), "the friend who pushes, and pays")
    with_: str | None = named(Who(), "a friend taken along: a Cool Action")
    extra: bool = flag("pay with extra units")

    def resolve(self, play: Play) -> None:
        """Take it, or leave it."""
        payer = self.by or self.actor
        if play.one(payer).side == HEROES and running(play.scene):
            self._pay(play, payer)
        for name in (self.actor, *((self.with_,) if self.with_ else ())):
            play.do(CoverBecame((name,), Cover(self.degree, None if self.degree == OPEN else self.what)))
        who = f"{self.actor} and {self.with_}" if self.with_ else self.actor
        by = f", pushed by {self.by}" if self.by else ""
        behind = f" ({self.what})" if self.what and self.degree != OPEN else ""
        play.say(f"{who}: {'out of cover' if self.degree == OPEN else f'{self.degree} cover'}{behind}{by}.")

    def _pay(self, play: Play, payer: str) -> None:
        if payer != self.actor:
            play.system.check(play, type(self), payer)
        held = bought(play, payer)
        if self.with_ is not None:
            if "cool" in held and not self.extra:
                held.remove("cool")
                play.put(payer, "bought", [*held] or None)
            else:
                buy(play, payer, "cool")
            return
        pay(play, payer, "whole" if self.degree == "total" else "quick", self.extra)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quick(Action):
    """A Quick Action, whatever it is."""

    verb: ClassVar[str] = "quick"
    help: ClassVar[str] = "anything quick: grab, toss, shout"
    cost: ClassVar[str] = "quick"
    source: ClassVar[str] = "S"

    actor: str = place(Who(), "who", required=True)
    what: str | None = place(Text(), "what", rest=True)
    extra: bool = flag("pay with extra units")

    def resolve(self, play: Play) -> None:
        """Spend it."""
        open_if_new(play)
        pay(play, self.actor, "quick", self.extra)
        play.say(f"{self.actor}: {self.what or 'a quick action'}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra(Action):
    """One more action bought with extra units."""

    verb: ClassVar[str] = "extra"
    help: ClassVar[str] = f"buys one more action this turn: {', '.join(f'{k} {v}' for k, v in t.EXTRA_COST.items())}"
    cost: ClassVar[str] = "extra"
    source: ClassVar[str] = "S"

    actor: str = place(Who(), "who", required=True)
    kind: str = place(_KINDS, "which", required=True)

    def resolve(self, play: Play) -> None:
        """Buy it."""
        buy(play, self.actor, self.kind)  # type: ignore[arg-type]
        play.put(self.actor, "bought", [*bought(play, self.actor), self.kind])
        play.say(f"{self.actor} has an extra {self.kind.title()} Action.")
