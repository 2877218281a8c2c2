"""The beginning of a fight: surprise, and the sides' initiative."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Final, Self

from tracker.combat.model import Model
from tracker.combat.scene import HEROES, Scene
from tracker.games.gen6 import tables as t
from tracker.games.gen6.result import SUMS, Term, sum_of
from tracker.games.gen6.state import set_state
from tracker.games.gen6.turns import CLOCK, next_roller
from tracker.rules.action import ByHand
from tracker.rules.command import argument, open_fields, option
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import join_names
from tracker.rules.matching import match
from tracker.rules.params import ChoiceParam, CombatantParam, CombatantsParam, NameList, number
from tracker.rules.resolver import Resolver
from tracker.rules.throw import Check, Way

_MOST_THROWS: Final = 100  # the number of ties in a row after which the tracker stops throwing
_MOST_SIDES: Final = 4  # the most sides of a fight for which the chances of initiative are computed

_SUBJECTS: Final = ("total", "target", "need", "units", "pool")
"""What the initiative of each side counts to, so that each side adds up separately."""


class Surprise(ByHand):
    """Surprises combatants, who cannot act in round 1."""

    source = "Gen6 S: determine surprise"
    refused_when = ("after round 1",)

    names: NameList = argument(CombatantsParam(), "who, or which side", required=True)

    def resolve(self, resolver: Resolver) -> None:
        round_now = 0 if resolver.scene.is_over else resolver.scene.turn.round
        if round_now > 1:
            resolver.objection("Surprise only counts in round 1.")
        for name in self.names:
            resolver.mark(name, "surprised", rounds=1)
        who = join_names(self.names, resolver.scene)
        resolver.say(f"{who}: surprised, no actions in round {round_now or 1}.")


def sides_up(scene: Scene) -> tuple[str, ...]:
    """Return the sides with somebody still up; raises InvalidCommand if there are none."""
    sides = tuple(side for side in scene.sides() if any(member.out is None for member in scene.of_side(side)))
    if not sides:
        raise InvalidCommand("Nobody can act. Add somebody: add NAME.")
    return sides


def initiative_bonuses(scene: Scene, side: str, chosen: str | None) -> tuple[str, tuple[Term, ...]]:
    """Return who rolls for a side, the chosen one or the quickest, and their bonuses: quickness, courage."""
    people = [member for member in scene.of_side(side) if member.out is None]
    quickest = max(people, key=lambda member: member.number("quickness"))
    roller = next((member for member in people if member.name == chosen), quickest)
    source = "Gen6 S: initiative" if roller.name == chosen else "Gen6 G: initiative of the quickest"
    quickness = Term(f"{roller.name}: quickness", roller.number("quickness"), source)
    courage = Term(f"{roller.name}: courage", t.COURAGE, "Gen6 S: courage")
    return roller.name, (quickness, courage) if roller.has("courage") else (quickness,)


def initiative_dice(scene: Scene, side: str, chosen: str | None) -> str:
    """Return who rolls for a side and what: ``Mira: 3d6 + quickness 2``."""
    roller, parts = initiative_bonuses(scene, side, chosen)
    return f"{roller}: " + " + ".join(("3d6", *(f"{part.label.rpartition(': ')[2]} {part.value}" for part in parts)))


class SideRoll(Model):
    """A side's initiative: the roller, the parts of the total, courage on top, and the faces if thrown here."""

    roller: str
    parts: tuple[Term, ...]
    courage: tuple[Term, ...]
    faces: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """Return the total."""
        return sum_of(self.parts) + sum_of(self.courage)


class Initiative(ByHand):
    """3d6 + quickness for each side, high first; a different hero rolls each time."""

    source = "Gen6 S: initiative"
    refused_when = ("two sides with the same number",)

    how: str | None = argument(ChoiceParam(("roll",), "way; type SIDE=N, or roll"), "roll: the tracker throws")
    by: str | None = option(CombatantParam(), "the hero who rolls; the next in turn if left out")
    foe: str | None = option(CombatantParam(), "who rolls for the enemies; the quickest if left out")
    values: tuple[tuple[str, str], ...] = open_fields("SIDE=N: a side's number")

    def with_defaults(self, resolver: Resolver) -> Self:
        for name, is_hero in ((self.by, True), (self.foe, False)):
            if name is not None and (resolver.combatant(name).side == HEROES) is not is_hero:
                raise InvalidCommand("by= names the hero who rolls, foe= the one who rolls for another side.")
        return self.copy_with(by=self.by or next_roller(resolver.scene))

    def chosen(self, side: str) -> str | None:
        """Return the combatant chosen to roll for a side."""
        return self.by if side == HEROES else self.foe

    def check(self, resolver: Resolver) -> Check | None:
        """Return who begins if all sides are thrown for; success is the heroes'."""
        return Check(None, lambda: self._ways(resolver.scene)) if self.how is not None else None

    def _ways(self, scene: Scene) -> Iterator[Way]:
        sides = sides_up(scene)
        if len(sides) > _MOST_SIDES:
            raise InvalidCommand(f"Too many sides for exact odds: at most {_MOST_SIDES}.")
        added = [sum_of(initiative_bonuses(scene, side, self.chosen(side))[1]) for side in sides]
        outcomes = dict.fromkeys((*(f"{side} first" for side in sides), "a draw"), Fraction())
        for sums in product(SUMS, repeat=len(sides)):
            totals = [total + bonus for total, bonus in zip(sums, added, strict=True)]
            label = f"{sides[totals.index(max(totals))]} first" if len(set(totals)) == len(totals) else "a draw"
            outcomes[label] += prod((SUMS[total] for total in sums), start=Fraction(1))
        yield from (Way(share, label, label == f"{HEROES} first") for label, share in outcomes.items())

    def resolve(self, resolver: Resolver) -> None:
        sides = sides_up(resolver.scene)
        typed = {match(side, sides, "side with somebody up"): _typed_number(side, text) for side, text in self.values}
        missing = [side for side in sides if side not in typed]
        if missing and self.how is None:
            numbers = " ".join(f"{side}=N" for side in missing)
            raise InvalidCommand(f"No number for {comma_list(missing)}. Type {numbers}, or roll.")
        rolls = {side: self._roll(resolver, side, typed.get(side)) for side in sides}
        for _ in range(_MOST_THROWS):
            reached = [roll.total for roll in rolls.values()]
            tied = max((total for total in reached if reached.count(total) > 1), default=None)
            if tied is None or not missing:
                break
            thrown = ", ".join(f"{side} {' '.join(map(str, rolls[side].faces))}" for side in missing)
            resolver.say(f"A tie at {tied}, thrown again ({thrown}).")
            rolls |= {side: self._roll(resolver, side, None) for side in missing}
        if tied is not None:
            resolver.objection(f"Sides with the same initiative ({tied}) roll again.")
        for place, roll in enumerate(rolls.values()):
            for part in (*roll.parts, *roll.courage):
                resolver.because(_SUBJECTS[min(place, len(_SUBJECTS) - 1)], *part)
            resolver.unmark(roll.roller, "courage")
        totals = {side: roll.total for side, roll in rolls.items()}
        resolver.record_as(how=None, values=tuple((side, str(sum_of(rolls[side].parts))) for side in sides))
        for hero in resolver.scene.of_side(HEROES):
            set_state(resolver, hero.name, rolled_initiative=hero.name == self.by)
        CLOCK.reopen(resolver)
        resolver.say(f"Initiative: {', '.join(f'{side} {total}' for side, total in totals.items())}.")
        CLOCK.begin_fight(resolver, totals)

    def _roll(self, resolver: Resolver, side: str, typed: int | None) -> SideRoll:
        roller, (quickness, *courage) = initiative_bonuses(resolver.scene, side, self.chosen(side))
        if typed is not None:
            resolver.note_misfit("initiative", typed, t.DICE + quickness.value, t.DICE * t.SIDES + quickness.value)
            return SideRoll(roller, (Term(side, typed, "the table"),), tuple(courage))
        faces = resolver.throw(t.DICE, t.SIDES, f"initiative {side}")
        thrown = Term(f"{side}: 3d6 {' '.join(map(str, faces))}", sum(faces), "Gen6 S: initiative")
        return SideRoll(roller, (thrown, quickness), tuple(courage), faces)


def _typed_number(side: str, text: str) -> int:
    try:
        return number(text, -1000, 1000)
    except InvalidCommand as error:
        raise InvalidCommand(f"{side}: {error}") from None
