"""Attacks and charges: what they can say, and what they bring to the roll."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from tracker.systems.base import Look, Nonsense, Play, flag, named, place, result
from tracker.systems.common.cover import DegreeWord
from tracker.systems.common.place import BandWord, only_other
from tracker.systems.gen6 import tables as t
from tracker.systems.gen6.sheet import DAMAGE, KIND, SIZE, SOURCE, TYPE, YARDS
from tracker.systems.gen6.target import CLOSE, UNARMED, Aimed, aimed, finish, only_weapon
from tracker.systems.gen6.throw import Part, Tested, Thrown, ThrownWord
from tracker.systems.gen6.turns import MAJOR, act, in_yards, too_far
from tracker.systems.gen6.words import MotionWord
from tracker.systems.people import come
from tracker.systems.words import Choice, Number, Who, YesNo


def _weapons(look: Look) -> tuple[str, ...]:
    one = look.scene.combatants.get(look.values.get("actor", ""))
    return (*(one.weapons if one else ()), UNARMED)


class Blow(Tested):
    """What attacks of all kinds can say; what is left out the tracker fills in from sheet and scene."""

    cost = MAJOR
    against: ClassVar[tuple[str, ...]] = ("the target is behind 100 % cover", "prepared, but nothing was")

    actor: str = place(Who(), "who attacks", required=True)
    target: str | None = place(Who(), "whom; the only possible one if not said")
    weapon: str | None = named(Choice(_weapons, "weapon carried"), "with what; unarmed for none")
    mode: str | None = named(KIND, "the weapon's if not said")
    band: str | None = named(BandWord(), "as they stand if not said")
    increments: int | None = named(Number(1, t.MOST_INCREMENTS), "range increments beyond long")
    cover: str | None = named(DegreeWord(), "the target's, in percent; as it is if not said")
    size: str | None = named(SIZE, "the target's; of the sheet if not said")
    motion: str | None = named(MotionWord(), "the target's")
    prone: bool | None = named(YesNo(), "whether the target is prone; as it is if not said", bare="yes")
    advantage: str | None = named(Choice(tuple(t.ADVANTAGE), "side"), "who has the advantage")
    off_hand: bool = flag("with the off hand")
    damage: str | None = named(DAMAGE, "of a hit; the weapon's if not said")
    source_: str | None = named(SOURCE, "of the damage; the weapon's if not said")
    type_: str | None = named(TYPE, "of the damage; the weapon's if not said")
    through: bool = flag("through the cover's material")
    no_armor: bool = flag("armor does not help")
    prepared: bool = flag("as prepared before")

    if TYPE_CHECKING:
        result: Thrown  # declared by each kind behind its own places

    def filled(self, play: Play) -> Self:
        """With the only target, the weapon, and the weapon's bonus on dice that lack one."""
        found = self.but(target=self.target or only_other(play, self.actor))
        if found.target == found.actor:
            raise Nonsense("Nobody attacks themselves; name another target.")
        found = found.but(weapon=found.weapon or only_weapon(play, found))
        if found.bonus is None and found.result.total is None:
            return found.but(bonus=play.one(found.actor).weapons.get(found.weapon or "", {}).get("bonus"))
        return found

    def plan(self, play: Play) -> Aimed:
        """What stands before the dice; each kind of attack brings its own bonus."""
        return aimed(play, self, ())

    def resolve(self, play: Play) -> None:
        """Pay, throw, hit."""
        plan = self.plan(play)
        act(play, self.actor, self.verb, plan.cost, self.prepared)
        play.unmark(self.actor, "aim")
        finish(play, self, plan)


class Attack(Blow):
    """3d6 and bonuses against defense and modifiers; a hit does damage."""

    source = "Gen6 S: melee attack, ranged attack"

    result: Thrown = result(ThrownWord())

    def plan(self, play: Play) -> Aimed:
        """With what aiming brings."""
        aim = (("aim", t.AIM, "Gen6 S: aim"),) if play.one(self.actor).has("aim") else ()
        return aimed(play, self, aim)


class Charge(Blow):
    """Up to half the speed, then a melee attack; 4 yards straight give +1."""

    source = "Gen6 S: charge"
    against = ("more yards than half the speed", *Blow.against)

    yards: int = place(YARDS, "how far", required=True)
    result: Thrown = result(ThrownWord())
    bent: bool = flag("not in a straight line")

    def filled(self, play: Play) -> Self:
        """As an attack, always in close combat."""
        if self.mode not in (None, CLOSE):
            raise Nonsense("A charge ends in a melee attack; leave mode= out.")
        return super(Charge, self.but(mode=CLOSE)).filled(play)

    def plan(self, play: Play) -> Aimed:
        """Go there; the way gives the bonus."""
        one, foe = play.one(self.actor), self.target or ""
        too_far(play, one.name, self.yards, one.number("speed") // t.CHARGE_SHARE, "A charge goes half the speed")
        if play.scene.band(self.actor, foe) != t.ADJACENT:
            come(play, self.actor, (foe,), t.ADJACENT)
        play.say(f"{self.actor} charges {in_yards(self.yards)}.")
        straight = self.yards >= t.CHARGE_YARDS and not self.bent
        extra: tuple[Part, ...] = (("charge", t.CHARGE, "Gen6 S: charge"),) if straight else ()
        return aimed(play, self, extra)
