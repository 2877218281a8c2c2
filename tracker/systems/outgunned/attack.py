"""The Action Roll: attacks and collateral actions, in combat and in a brawl (rules page, Actions, Brawl)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from tracker.combat.events import WeaponBecame
from tracker.systems.base import Action, Nonsense, Play, flag, listed, named, place, result
from tracker.systems.outgunned import tables as t
from tracker.systems.outgunned.pool import action_pool, explosive, has_mag, need_pool, shoots
from tracker.systems.outgunned.result import Rerolls, Result, ResultWord, finished
from tracker.systems.outgunned.sheet import DIFFICULTY, PoolWord
from tracker.systems.outgunned.turns import is_brawl, open_if_new, pay
from tracker.systems.people import crowd
from tracker.systems.words import Carried, Number, Text, Who, Whos


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(Action):
    """An Action Roll against an enemy, or a collateral one against a difficulty."""

    verb: ClassVar[str] = "attack"
    help: ClassVar[str] = "Action Roll: each need(defense) of units is one hit, −1 grit"
    cost: ClassVar[str] = "action"
    source: ClassVar[str] = "S"

    actor: str = place(Who(), "who", required=True)
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
        if self.target is not None or (self.difficulty is not None and self.grit is None):
            return self
        return self.but(target=only_enemy(play, self.actor))

    def resolve(self, play: Play) -> None:
        """Roll, take the hits, keep what is left."""
        open_if_new(play)
        pay(play, self.actor, "action", self.extra)
        weapon = play.one(self.actor).weapons.get(self.weapon) if self.weapon else None
        self._ready(play)
        dice = action_pool(play, self.actor, self.target, self.weapon, self.pool, self.full_auto)
        brawl = is_brawl(play.scene) and self.difficulty is None
        difficulty = self._difficulty(play, brawl)
        play.because(
            "need",
            f"{'Attack' if brawl else 'Defense' if self.difficulty is None else 'Difficulty'} {difficulty}",
            t.need(difficulty),
            f"{t.SOURCE}: {'brawl' if brawl else 'attack'}",
        )
        in_danger = self._in_danger(play)
        if self.target is not None and play.one(self.target).out is not None:
            play.note(f"{self.target} is out already.")
        if self.result.roll:
            need_pool(play, self.actor, self.pool, dice)
        found = finished(play, self.result, dice, Rerolls(self.reroll, self.free_reroll, self.all_in))
        play.means(result=found)
        for each in found.successes:
            play.because("units", each, t.LEVELS[each])
        self._tell(play, found)
        hit = self._brawl(play, found, difficulty) if brawl else self._combat(play, found, t.need(difficulty))
        if weapon is not None and has_mag(weapon) and (self.full_auto or not hit):
            empty(play, self.actor, self.weapon or "")
        self._gamble(play, found, in_danger)

    def _ready(self, play: Play) -> None:
        if self.grit is not None and self.difficulty is None:
            raise Nonsense("grit= goes with difficulty=; hits=N takes fewer hits of an attack.")
        weapon = play.one(self.actor).weapons.get(self.weapon) if self.weapon else None
        if weapon is None:
            if self.full_auto:
                raise Nonsense("full-auto needs a weapon: say weapon=NAME.")
            return
        if has_mag(weapon) and not weapon.get("loaded"):
            play.object_(f"The {self.weapon} is empty; reload {self.actor} {self.weapon} (a Quick Action) first.")
        if self.full_auto and not has_mag(weapon):
            play.object_(f"A {self.weapon} has no mag to empty in full auto.")

    def _difficulty(self, play: Play, brawl: bool) -> str:
        if self.difficulty is not None:
            return self.difficulty
        found = play.one(self.target or "").fields.get("attack" if brawl else "defense")
        if found not in t.DIFFICULTIES:
            play.note(f"{self.target} has no {'attack' if brawl else 'defense'} on the sheet: basic.")
            return t.DIFFICULTIES[0]
        return str(found)

    def _tell(self, play: Play, found: Result) -> None:
        with_ = f" with {self.weapon}" if self.weapon else ""
        what = f" ({self.what})" if self.what else ""
        whom = f" attacks {self.target}{with_}" if self.difficulty is None else f" acts{with_}"
        play.say(f"{self.actor}{whom}{what}: {found.said}.")

    def _combat(self, play: Play, found: Result, need: int) -> bool:
        """Hits in combat, or whether a collateral action passed."""
        possible = found.units // need
        if self.difficulty is not None:
            if possible and self.target is not None and self.grit:
                take_grit(play, self.target, self.grit, f"grit={self.grit}")
            keep(play, self.actor, found.units - need if possible else 0)
            play.say("Passed." if possible else "Missed.")
            return possible > 0
        hits = possible if self.hits is None else min(self.hits, possible)
        take_grit(play, self.target or "", hits, f"{found.units} units ÷ need {need}")
        keep(play, self.actor, found.units - hits * need if possible else found.units)
        return possible > 0

    def _brawl(self, play: Play, found: Result, difficulty: str) -> bool:
        """One throw for both: hits for each right success, loss for what is missing of the whole."""
        units, need = t.LEVELS[t.level(difficulty)], t.need(difficulty)
        possible = found.units // units
        hits = possible if self.hits is None else min(self.hits, possible)
        take_grit(play, self.target or "", hits, f"{found.units} units ÷ {units} for a hit")
        keep(play, self.actor, found.units - hits * units)
        missing = max(0, need - found.units)
        if missing:
            loss = play.one(self.actor).value("grit") if difficulty == "impossible" else missing
            play.because("damage", f"need {need} − {found.units} units", loss, f"{t.SOURCE}: brawl")
            play.system.lose(play, self.actor, loss, "grit")
            play.say(f"{self.actor} −{loss} grit.")
        return possible > 0

    def _in_danger(self, play: Play) -> tuple[str, ...]:
        """Who pays for ones, warned of before the throw."""
        weapon = play.one(self.actor).weapons.get(self.weapon) if self.weapon else None
        found: list[str] = []
        if shoots(weapon) and self.target is not None:
            found += friends_in_melee(play, self.actor, self.target)
            if found:
                play.note(f"A Gamble at the others' expense: each 1 costs {crowd(found, play.scene)} 1 grit.")
        if explosive(weapon):
            found += [self.actor, *(self.near or ())]
            play.note(f"Explosive: a Gamble for {crowd([self.actor, *(self.near or ())], play.scene)}.")
        return tuple(dict.fromkeys((*found, *((self.near or ()) if found else ()))))

    def _gamble(self, play: Play, found: Result, who: tuple[str, ...]) -> None:
        if not who:
            return
        ones = self.ones if self.ones is not None else found.faces.count(1) if found.throws else None
        if ones is None:
            play.ask("ones", self.actor, "How many ones showed?", tuple(map(str, range(10))), who=list(who))
        else:
            snake_eyes(play, who, ones)


def only_enemy(play: Play, actor: str) -> str:
    """The only one an actor can aim at, else Nonsense with the list."""
    found = play.system.targets(play.scene, actor)
    if len(found) == 1:
        return found[0]
    if found:
        raise Nonsense(f"Whom? Say one of {listed(found)}.")
    raise Nonsense(f"There is no enemy up for {actor}; add one, or name whom.")


def friends_in_melee(play: Play, actor: str, target: str) -> list[str]:
    """The actor's friends who stand in melee with the target."""
    side = play.one(actor).side
    return [
        each.name
        for each in play.scene.of_side(side)
        if each.name not in (actor, target) and each.out is None and play.scene.band(each.name, target) == "melee"
    ]


def snake_eyes(play: Play, who: tuple[str, ...], ones: int) -> None:
    """Each one showing costs each of these 1 grit."""
    if ones:
        play.because("damage", "ones", ones, f"{t.SOURCE}: a danger to others")
        for name in who:
            play.system.lose(play, name, ones, "grit")
        play.say(f"{ones} ones: {crowd(who, play.scene)} −{ones} grit.")


def take_grit(play: Play, name: str, hits: int, why: str) -> None:
    """Hits on an enemy as loss of grit, with the reason of their number."""
    before = play.one(name).value("grit")
    play.because("grit", why, -hits, f"{t.SOURCE}: attack")
    if hits > before:
        play.because("grit", f"only {before} left", hits - before)
    if hits:
        now = max(0, before - hits)
        play.say(f"{name} −{before - now} grit ({before} → {now}).")
        play.system.lose(play, name, hits, "grit")
    else:
        play.say("No hit.")


def keep(play: Play, name: str, units: int) -> None:
    """Units not used stay as extra until the turn ends."""
    if units > 0:
        play.put(name, "extra", play.one(name).number("extra") + units)
        play.say(f"{units} extra.")


def empty(play: Play, name: str, weapon: str) -> None:
    """The mag in a weapon is gone."""
    fields = dict(play.one(name).weapons[weapon])
    if fields.get("loaded"):
        play.do(WeaponBecame((name,), weapon, {**fields, "loaded": False}))
        play.say(f"The {weapon} is empty.")
