"""The Action Roll: attacks and collateral actions, in combat and in a brawl (rules page, Actions, Brawl)."""

from __future__ import annotations

from typing import Self

from tracker.systems.base import Deed, Nonsense, Play, flag, listed, named, place, result
from tracker.systems.outgunned import tables as t
from tracker.systems.outgunned.loss import snake_eyes, suffer
from tracker.systems.outgunned.pool import Shooter, action_pool, has_mag
from tracker.systems.outgunned.result import Rerolls, Result, ResultWord
from tracker.systems.outgunned.strike import (
    NO_GAMBLE,
    difficulty_of,
    empty,
    in_danger,
    keep,
    note_out,
    only_enemy,
    said_units,
    take_grit,
)
from tracker.systems.outgunned.turns import ONLY_REACT, SPENT, is_brawl, open_if_new, pay
from tracker.systems.outgunned.words import DIFFICULTY, PoolWord
from tracker.systems.quoting import quote
from tracker.systems.words import Carried, Number, Text, Who, Whos


class Attack(Deed):
    """An Action Roll: each need(defense) of units is one hit, −1 grit."""

    cost = "action"
    against = (*(SPENT, ONLY_REACT, "an empty weapon, or one that does not reach"), "full-auto without a mag")

    target: str | None = place(Who(), "whom; the only enemy if not said")
    result: Result = result(ResultWord())
    weapon: str | None = named(Carried(), "with what")
    difficulty: str | None = named(DIFFICULTY, "a collateral action against this")
    grit: int | None = named(Number(0, 1000), "grit a passed collateral action takes")
    hits: int | None = named(Number(0, 1000), "take fewer hits, keep the rest as extra")
    what: str | None = named(Text(), "what they do")
    full_auto: bool = flag("+1 die, and the mag is gone")
    ones: int | None = named(Number(0, 40), "how many ones showed, in a Gamble")
    near: tuple[str, ...] | None = named(Whos(), "who else an explosion endangers")
    pool: str | None = named(PoolWord(), "the dice")
    extra: bool = flag("pay with extra units")
    reroll: bool = flag("re-roll: needs a success, may cost the smallest")
    free_reroll: bool = flag("free re-roll: costs nothing")
    all_in: bool = flag("all-in after a bettering re-roll")

    def filled(self, play: Play) -> Self:
        """With the only target."""
        if self.grit is not None and self.difficulty is None:
            raise Nonsense("grit= goes with difficulty=; hits=N takes fewer hits of an attack.")
        if self.hits is not None and self.difficulty is not None:
            raise Nonsense("hits= goes with an attack; grit=N takes grit by a collateral action.")
        if self.target == self.actor:
            raise Nonsense("An attack needs somebody else as its target.")
        if self.target is not None or (self.difficulty is not None and self.grit is None):
            return self
        return self.but(target=only_enemy(play, self.actor, "target"))

    def dice(self, play: Play) -> int | None:
        """How many dice are thrown, None where that is not known and not needed."""
        return action_pool(play, self.actor, self.target, self.weapon, self.pool, self.full_auto, roll=self.result.roll)

    def meets(self, play: Play) -> tuple[str, str, int]:
        """What is met, the difficulty, and the units worth one hit (in a brawl one right success)."""
        if self.difficulty is not None:
            return "difficulty", self.difficulty, t.need(self.difficulty)
        brawl = is_brawl(play.scene)
        field = "attack" if brawl else "defense"
        difficulty = difficulty_of(play, self.target or "", field)
        return field, difficulty, t.LEVELS[t.level(difficulty)] if brawl else t.need(difficulty)

    def danger(self, play: Play) -> str | None:
        """The enemy's attack, which in a brawl every Action Roll meets, a collateral one too; None where nobody's does.

        A collateral action that names nobody meets the only enemy.
        """
        if not is_brawl(play.scene):
            return None
        enemies = (self.target,) if self.target else tuple(play.system.targets(play.scene, self.actor))
        if len(enemies) > 1:
            play.note(f"target= says whose attack it meets: {listed(enemies)}.")
        return difficulty_of(play, enemies[0], "attack") if len(enemies) == 1 else None

    def resolve(self, play: Play) -> None:
        """Roll, take the hits, keep what is left."""
        open_if_new(play)
        pay(play, self.actor, "action", self.extra)
        weapon = play.one(self.actor).weapons[self.weapon] if self.weapon else None
        self._ready(play, weapon)
        dice = self.dice(play)
        field, difficulty, worth = self.meets(play)
        play.because("need", f"{field.title()} {difficulty}", t.need(difficulty), f"{t.SOURCE}: attack")
        danger = in_danger(play, self.actor, self.target, weapon, self.near or ())
        if self.ones is not None and not danger:
            play.note(NO_GAMBLE)
        note_out(play, self.target)
        found = Rerolls(self.reroll, self.free_reroll, self.all_in).finish(play, self.result, dice)
        play.means(result=found)
        with_, what = f" with {self.weapon}" if self.weapon else "", f" ({self.what})" if self.what else ""
        does = f" attacks {self.target}" if self.difficulty is None else f" acts against {difficulty}"
        play.say(f"{self.actor}{does}{with_}{what}: {found.said}.")
        units = said_units(play, found)
        passed = self._collateral(play, units, worth) if self.difficulty else self._hit(play, units, worth)
        attack = self.danger(play)
        if attack is not None and units < t.need(attack):
            suffer(play, self.actor, attack, units, "damage")
        if self.weapon and weapon is not None and has_mag(weapon):
            if not passed or (self.full_auto and not play.ruled):
                empty(play, self.actor, self.weapon)
        if danger:
            self._gamble(play, found, danger)

    def _ready(self, play: Play, weapon: Shooter | None) -> None:
        if weapon is None:
            if self.full_auto:
                raise Nonsense("full-auto needs a weapon: say weapon=NAME.")
        elif not has_mag(weapon):
            if self.full_auto:
                play.object_(f"The {self.weapon} has no mag to empty in full auto.")
        elif not weapon.get("loaded"):
            way = f"reload {quote(self.actor)} {quote(self.weapon or '')}"
            play.object_(f"The {self.weapon} is empty; a Quick Action fills it: {way}.")

    def _collateral(self, play: Play, units: int, need: int) -> bool:
        if units < need:
            play.say("Missed.")
            return False
        play.say("Passed.")
        if self.target is not None and self.grit:
            take_grit(play, self.target, self.grit, f"grit={self.grit}")
        keep(play, self.actor, units - need)
        return True

    def _hit(self, play: Play, units: int, worth: int) -> bool:
        fewer = None if self.hits is None else ("hits", min(units // worth, self.hits))
        taken = take_grit(play, self.target or "", units // worth, f"units {units} ÷ {worth}", fewer)
        keep(play, self.actor, units - taken * worth)
        return units >= worth

    def _gamble(self, play: Play, found: Result, who: tuple[str, ...]) -> None:
        ones = self.ones if self.ones is not None else found.faces.count(1) if found.throws else None
        if ones is None:
            play.ask("ones", self.actor, "How many ones showed?", tuple(map(str, range(10))), who=list(who))
        else:
            snake_eyes(play, who, ones)
