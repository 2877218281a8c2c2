"""Attacks and charges: what they can say, and what they bring to the roll."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from tracker.games.gen6 import tables as t
from tracker.games.gen6.sheet import DAMAGE, KIND, SIZE, SOURCE, TYPE, YARDS
from tracker.games.gen6.target import CLOSE, UNARMED, Aimed, aimed, finish, only_weapon
from tracker.games.gen6.throw import Part, Tested, Thrown, ThrownWord
from tracker.games.gen6.turns import MAJOR, act, in_yards, too_far
from tracker.games.gen6.words import MotionWord
from tracker.rules.command import argument, flag, option, result
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import ChoiceParam, CombatantParam, NumberParam, YesNoParam
from tracker.rules.positions import move_to_band, only_other
from tracker.rules.resolver import Resolver
from tracker.rules.verbs.cover import CoverDegreeParam
from tracker.rules.verbs.range import BandParam


def _weapons(context: Context) -> tuple[str, ...]:
    one = context.scene.combatants.get(context.values.get("actor", ""))
    return (*(one.weapons if one else ()), UNARMED)


class Blow(Tested):
    """What attacks of all kinds can say; what is left out the tracker fills in from sheet and scene."""

    cost = MAJOR
    refused_when: ClassVar[tuple[str, ...]] = ("the target is behind 100 % cover", "prepared, but nothing was")

    actor: str = argument(CombatantParam(), "who attacks", required=True)
    target: str | None = argument(CombatantParam(), "whom; the only possible one if not said")
    weapon: str | None = option(ChoiceParam(_weapons, "weapon carried"), "with what; unarmed for none")
    mode: str | None = option(KIND, "the weapon's if not said")
    band: str | None = option(BandParam(), "as they stand if not said")
    increments: int | None = option(NumberParam(1, t.MOST_INCREMENTS), "range increments beyond long")
    cover: str | None = option(CoverDegreeParam(), "the target's, in percent; as it is if not said")
    size: str | None = option(SIZE, "the target's; of the sheet if not said")
    motion: str | None = option(MotionWord(), "the target's")
    prone: bool | None = option(YesNoParam(), "whether the target is prone; as it is if not said", bare="yes")
    advantage: str | None = option(ChoiceParam(tuple(t.ADVANTAGE), "side"), "who has the advantage")
    off_hand: bool = flag("with the off hand")
    damage: str | None = option(DAMAGE, "of a hit; the weapon's if not said")
    source_: str | None = option(SOURCE, "of the damage; the weapon's if not said")
    type_: str | None = option(TYPE, "of the damage; the weapon's if not said")
    through: bool = flag("through the cover's material")
    no_armor: bool = flag("armor does not help")
    prepared: bool = flag("as prepared before")

    if TYPE_CHECKING:
        result: Thrown = Thrown()  # declared by each kind behind its own places

    def with_defaults(self, resolver: Resolver) -> Self:
        """With the only target, the weapon, and the weapon's bonus on dice that lack one."""
        found = self.copy_with(target=self.target or only_other(resolver, self.actor))
        if found.target == found.actor:
            raise InvalidCommand("Nobody attacks themselves; name another target.")
        found = found.copy_with(weapon=found.weapon or only_weapon(resolver, found))
        if found.bonus is None and found.result.total is None:
            return found.copy_with(
                bonus=resolver.combatant(found.actor).weapons.get(found.weapon or "", {}).get("bonus")
            )
        return found

    def plan(self, resolver: Resolver) -> Aimed:
        """What stands before the dice; each kind of attack brings its own bonus."""
        return aimed(resolver, self, ())

    def resolve(self, resolver: Resolver) -> None:
        """Pay, throw, hit."""
        plan = self.plan(resolver)
        act(resolver, self.actor, self.verb, plan.cost, self.prepared)
        resolver.unmark(self.actor, "aim")
        finish(resolver, self, plan)


class Attack(Blow):
    """3d6 and bonuses against defense and modifiers; a hit does damage."""

    source = "Gen6 S: melee attack, ranged attack"

    result: Thrown = result(ThrownWord())

    def plan(self, resolver: Resolver) -> Aimed:
        """With what aiming brings."""
        aim = (("aim", t.AIM, "Gen6 S: aim"),) if resolver.combatant(self.actor).has("aim") else ()
        return aimed(resolver, self, aim)


class Charge(Blow):
    """Up to half the speed, then a melee attack; 4 yards straight give +1."""

    source = "Gen6 S: charge"
    refused_when = ("more yards than half the speed", *Blow.refused_when)

    yards: int = argument(YARDS, "how far", required=True)
    result: Thrown = result(ThrownWord())
    bent: bool = flag("not in a straight line")

    def with_defaults(self, resolver: Resolver) -> Self:
        """As an attack, always in close combat."""
        if self.mode not in (None, CLOSE):
            raise InvalidCommand("A charge ends in a melee attack; leave mode= out.")
        return super(Charge, self.copy_with(mode=CLOSE)).with_defaults(resolver)

    def plan(self, resolver: Resolver) -> Aimed:
        """Go there; the way gives the bonus."""
        one, foe = resolver.combatant(self.actor), self.target or ""
        too_far(resolver, one.name, self.yards, one.number("speed") // t.CHARGE_SHARE, "A charge goes half the speed")
        if resolver.scene.band(self.actor, foe) != t.ADJACENT:
            move_to_band(resolver, self.actor, (foe,), t.ADJACENT)
        resolver.say(f"{self.actor} charges {in_yards(self.yards)}.")
        straight = self.yards >= t.CHARGE_YARDS and not self.bent
        extra: tuple[Part, ...] = (("charge", t.CHARGE, "Gen6 S: charge"),) if straight else ()
        return aimed(resolver, self, extra)
