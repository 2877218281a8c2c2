"""The Action Roll: attacks and collateral actions, in combat and in a brawl."""

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Any, Self

from msgspec.structs import replace

from tracker.combat.events import WeaponBecame
from tracker.combat.records import Reason, total_of
from tracker.combat.scene import HEROES, OPEN, Scene
from tracker.games.outgunned import tables as t
from tracker.games.outgunned import weapons
from tracker.games.outgunned.actions import rolls
from tracker.games.outgunned.harm import grit_lacking, suffer_attack, take_grit, toll_of
from tracker.games.outgunned.result import Rerolls, Result, ResultParam
from tracker.games.outgunned.turns import ONLY_REACT, SPENT, is_brawl, open_fight_if_needed, pay
from tracker.games.outgunned.words import DIFFICULTY, PoolParam
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, flag, option, result
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import join_names, quote, spaced, the
from tracker.rules.params import AFOOT, FoeParam, NumberParam, TextParam, WeaponParam
from tracker.rules.resolver import Resolver
from tracker.rules.throw import Check, Toll, Way
from tracker.rules.view import Deed


class Attack(ActorAction):
    """An Action Roll: each success that meets the defense is a hit, −1 grit."""

    cost = "action"
    order = ("result", "target", "weapon", "pool")
    ways = ("full_auto", "adrenaline")
    refused_when = (SPENT, ONLY_REACT, "an empty weapon, or one that does not reach", "full-auto without a mag")

    target: str | None = argument(FoeParam(others=True), "whom; the only enemy if left out")
    result: Result = result(ResultParam())
    weapon: str | None = option(WeaponParam(), "with what; beyond melee the best that reaches if left out")
    difficulty: str | None = option(DIFFICULTY, "a collateral action against this")
    grit: int | None = option(NumberParam(0, 1000), "grit a passed collateral action takes")
    hits: int | None = option(NumberParam(0, 1000), "take fewer hits, keep the rest as extra")
    what: str | None = option(TextParam(), "what they do")
    full_auto: bool = flag("+1 die, and the mag is gone")
    ones: int | None = option(NumberParam(0, 40), rolls.ONES_HELP)
    near: tuple[str, ...] | None = option(AFOOT, "who else an explosion or a Gamble endangers")
    gamble: bool = flag(rolls.GAMBLE_HELP)
    pool: str | None = option(PoolParam(), "the dice; brawn+fight in melee if left out")
    adrenaline: bool = flag("+1 die for 1 adrenaline")
    extra: bool = flag("pay with extra")
    reroll: bool = flag(rolls.REROLL_HELP)
    free_reroll: bool = flag(rolls.FREE_REROLL_HELP)
    all_in: bool = flag(rolls.ALL_IN_HELP)

    @classmethod
    def goes_with(cls, resolver: Resolver, actor: str, weapon: str) -> bool:
        return resolver.combatant(actor).side == HEROES

    @classmethod
    def suits(
        cls, resolver: Resolver, actor: str, weapon: str, ways: Mapping[str, Any], spent: Collection[str] = ()
    ) -> bool:
        payable = "adrenaline" not in ways or resolver.combatant(actor).value("adrenaline") > 0
        carried = resolver.combatant(actor).weapons.get(weapon)
        return payable and ("full_auto" not in ways or (carried is not None and weapons.needs_mag(carried)))

    def with_defaults(self, resolver: Resolver) -> Self:
        if self.grit is not None and self.difficulty is None:
            raise InvalidCommand("grit= goes with difficulty=; hits=N takes fewer hits of an attack.")
        if self.hits is not None and self.difficulty is not None:
            raise InvalidCommand("hits= goes with an attack; grit=N takes grit by a collateral action.")
        if self.target == self.actor:
            raise InvalidCommand("An attack needs somebody else as its target.")
        target, weapon = self.target, self.weapon
        if target is None and (self.difficulty is None or self.grit is not None):
            target = rolls.only_enemy(resolver, self.actor, "target")
        if weapon is None and target is not None and self.difficulty is None:
            weapon = weapons.default_weapon(resolver.system, resolver.scene, self.actor, target)
        return self.copy_with(target=target, weapon=weapon)

    def dice(self, resolver: Resolver) -> int | None:
        """Return the number of dice; None if it is unknown and not needed. Objects if the weapon cannot reach."""
        actor = resolver.combatant(self.actor)
        pool, cover = weapons.words_of_pool(resolver, actor, self.target, self.weapon, self.pool), actor.cover.degree
        known = weapons.add_base(resolver, actor, pool, self.result.whole_roll)
        if self.target is not None:
            weapons.add_range(resolver, actor, self.target, self.weapon)
        if cover != OPEN:
            dice, source = t.COVER_ACTION[cover], f"{t.SOURCE}: cover"
            if is_brawl(resolver.scene):
                net = resolver.setting("brawl_cover") == "net"
                dice, source = dice + (t.COVER_REACTION[cover] if net else 0), "setting brawl_cover"
            resolver.because("pool", f"{cover} cover", dice, source)
        if self.full_auto:
            resolver.because("pool", "full auto", t.FULL_AUTO, f"{t.SOURCE}: mags")
        if self.adrenaline:
            resolver.because("pool", "adrenaline", t.ADRENALINE_DICE, f"{t.SOURCE}: adrenaline")
        return weapons.limited(resolver, actor, pool, known)

    def meets(self, resolver: Resolver) -> tuple[str, str, int]:
        """Return what the attack meets, its difficulty, and the units of a hit (in a brawl, of a single success)."""
        if self.difficulty is not None:
            return "difficulty", self.difficulty, t.need(self.difficulty)
        brawl = is_brawl(resolver.scene)
        field = "attack" if brawl else "defense"
        difficulty = rolls.difficulty_of(resolver, self.target or "", field)
        return field, difficulty, t.LEVELS[t.level(difficulty)] if brawl else t.need(difficulty)

    def danger(self, resolver: Resolver) -> str | None:
        """Return the enemy's attack that an Action Roll in a brawl meets, also a collateral one; None if none."""
        if not is_brawl(resolver.scene):
            return None
        enemies = (self.target,) if self.target else tuple(resolver.system.likely_targets(resolver.scene, self.actor))
        if len(enemies) > 1:
            resolver.note(f"Say whose attack it meets with target=: {comma_list(enemies)}.")
        return rolls.difficulty_of(resolver, enemies[0], "attack") if len(enemies) == 1 else None

    def hits_of(self, units: int, worth: int) -> int:
        """Return the hits that ``units`` make, no more than are wanted."""
        return units // worth if self.hits is None else min(units // worth, self.hits)

    def check(self, resolver: Resolver) -> Check:
        """Return the Action Roll: what its successes take from the target, and in a brawl from the actor."""
        dice = self.copy_with(result=Result()).dice(resolver)
        field, difficulty, worth = self.meets(resolver)
        attack, endangered = self.danger(resolver), self.endangered(resolver)
        actor, target = resolver.combatant(self.actor), resolver.scene.combatants.get(self.target or "")
        # In a brawl each success of the level is a hit.
        wanted = rolls.sets_for(difficulty, once=field == "attack")
        pool = weapons.words_of_pool(resolver, actor, self.target, self.weapon, self.pool)
        pool = pool or (t.MELEE_POOL if is_brawl(resolver.scene) else None)
        throw = rolls.throw_of(
            resolver, self.actor, dice, pool, f"{field} {difficulty}", wanted, not self.weapon and not actor.weapons
        )
        if actor.weapons and target is not None and not self.weapon and self.difficulty is None:
            throw = replace(throw, remarks=weapons.too_far(resolver, actor, target.name))

        def hits(units: int) -> int:
            if self.difficulty is not None:
                return (self.grit or 0) if units >= worth else 0
            return self.hits_of(units, worth)

        def own_loss(units: int) -> int:
            return grit_lacking(attack, units) if attack and units < t.need(attack) else 0

        def label(units: int) -> str:
            own = f", own grit -{rolls.open_boxes(actor, own_loss(units))}" if own_loss(units) else ""
            if self.difficulty is not None:
                return ("passed" if units >= worth else "missed") + own
            taken = rolls.open_boxes(target, hits(units)) if target is not None else 0
            return (f"grit -{taken}" if taken else "no hit") + own

        def tolls(units: int, ones: int) -> tuple[Toll, ...]:
            from_target = toll_of(target, hits(units), ones) if target is not None else ()
            return (*from_target, *toll_of(actor, own_loss(units)))

        def ways() -> Iterator[Way]:
            self.check_weapon(resolver)
            return rolls.ways_of(self, throw, dice, worth, label, tolls, self.target in endangered)

        harmless = self.difficulty is not None and not self.grit
        victim = "" if harmless and self.target not in endangered else self.target or ""
        return Check(throw, ways, victim, partial(rolls.ones_of, resolver, self, dice, endangered))

    def succeeded(self, resolver: Resolver, why: tuple[Reason, ...]) -> bool | None:
        return total_of(why, "units") >= self.meets(resolver)[2]

    def deed(self, resolver: Resolver, after: Scene, why: tuple[Reason, ...]) -> Deed:
        gun = after[self.actor].weapons.get(self.weapon or "", {})
        emptied = (self._weapon(resolver) or {}).get("loaded") and not gun.get("loaded")
        extra, mag = rolls.extra_of(after, self.actor), f"{self.weapon} empty" if emptied else ""
        how = (self.actor, self.weapon or "", rolls.in_words(why), extra, mag)
        passed = "passed" if total_of(why, "units") >= total_of(why, "need") else "missed"
        otherwise = passed if self.difficulty is not None else "no hit"
        hit = None if self.difficulty is not None else any(part.of == "grit" and part.value < 0 for part in why)
        faces = rolls.faces_in_sets(self.result)
        return Deed(self.actor, self.target or self.actor, how, otherwise, faces, t.SIDES_OF_DIE, hit, self.what or "")

    def check_weapon(self, resolver: Resolver) -> None:
        """Object to an empty weapon, and to full auto without a mag."""
        weapon = self._weapon(resolver)
        if weapon is None:
            if self.full_auto:
                raise InvalidCommand("full-auto needs a weapon: say weapon=NAME.")
        elif not weapons.needs_mag(weapon):
            if self.full_auto:
                resolver.objection(f"The {spaced(self.weapon or '')} has no mag to empty in full auto.")
        elif not weapon.get("loaded"):
            way = f"reload {quote(self.actor)} {quote(self.weapon or '')}"
            resolver.objection(f"The {spaced(self.weapon or '')} is empty. Reload it: {way}.", way)

    def resolve(self, resolver: Resolver) -> None:
        open_fight_if_needed(resolver)
        pay(resolver, self.actor, "action", self.extra)
        self.check_weapon(resolver)
        dice = self.dice(resolver)
        have = resolver.combatant(self.actor).value("adrenaline")
        if self.adrenaline and not have:
            resolver.objection(f"{resolver.clause(self.actor, 'has')} no adrenaline to buy a die with.")
        elif self.adrenaline and not resolver.free:
            resolver.set_track(self.actor, "adrenaline", have - 1, t.ADRENALINE[1])
            resolver.note(f"1 of {have} adrenaline pays for a die.")
        field, difficulty, worth = self.meets(resolver)
        resolver.because("need", f"{field.title()} {difficulty}", t.need(difficulty), f"{t.SOURCE}: attack")
        endangered = self.endangered(resolver)
        resolver.note_already_out(self.target)
        rolled = Rerolls(self.reroll, self.free_reroll, self.all_in).apply(resolver, self.result, dice)
        resolver.record_as(result=rolled)
        with_, what = f" with {the(self.weapon)}" if self.weapon else "", f" ({self.what})" if self.what else ""
        verb, whom = ("attacks", self.target) if self.difficulty is None else ("acts against", difficulty)
        resolver.say(f"{resolver.clause(self.actor, verb)} {whom}{with_}{what}: {rolled.in_words}.")
        units, attack = rolls.count_units(resolver, rolled), self.danger(resolver)
        left = self._pass(resolver, units, worth) if self.difficulty else self._hit(resolver, units, worth)
        if attack is not None and units < t.need(attack):
            suffer_attack(resolver, self.actor, attack, units, "damage")
        else:
            rolls.keep_extra(resolver, self.actor, left)
        weapon = self._weapon(resolver)
        if weapon is not None and self.pool is not None and not self.pool.isdigit() and weapon.get("pool") != self.pool:
            resolver.emit(WeaponBecame((self.actor,), self.weapon or "", {**weapon, "pool": self.pool}))
        if self.weapon and weapon is not None and weapons.needs_mag(weapon):
            if units < worth or (self.full_auto and not resolver.free):
                weapons.empty_mag(resolver, self.actor, self.weapon)
        rolls.settle_gamble(resolver, self.actor, rolled, endangered, self.ones, dice)
        rolls.note_throw(resolver, self, self.actor, rolled)

    def _weapon(self, resolver: Resolver) -> weapons.Weapon | None:
        return resolver.combatant(self.actor).weapons[self.weapon] if self.weapon else None

    def _pass(self, resolver: Resolver, units: int, need: int) -> int:
        if units < need:
            resolver.say("Missed.")
            return 0
        resolver.say("Passed.")
        if self.target is not None and self.grit:
            take_grit(resolver, self.target, self.grit, f"grit={self.grit}")
        return units - need

    def _hit(self, resolver: Resolver, units: int, worth: int) -> int:
        fewer = None if self.hits is None else ("hits", self.hits_of(units, worth))
        taken = take_grit(resolver, self.target or "", units // worth, f"units {units} ÷ {worth}", fewer)
        return units - taken * worth

    def endangered(self, resolver: Resolver) -> tuple[str, ...]:
        """Return who pays for ones, noted before the throw: friends in melee with the target, users of explosives."""
        scene, weapon, near = resolver.scene, self._weapon(resolver), self.near or ()
        endangered: list[str] = []
        if weapons.is_ranged(weapon) and self.target is not None:
            friends = (friend.name for friend in scene.of_side(scene[self.actor].side) if friend.out is None)
            others = (name for name in friends if name not in (self.actor, self.target))
            endangered += [name for name in others if scene.band(name, self.target) == "melee"]
            if endangered:
                names = join_names(endangered, scene)
                resolver.note(f"A Gamble at the others' expense: each 1 costs {names} 1 grit.")
        if weapons.is_explosive(weapon) or self.gamble:
            endangered.append(self.actor)
            what = "Explosive: a Gamble" if weapons.is_explosive(weapon) else "A Gamble"
            resolver.note(f"{what} for {join_names((self.actor, *near), scene)}.")
        if near and not endangered:
            resolver.note("near= counts only in a Gamble.")
        return tuple(dict.fromkeys((*endangered, *near))) if endangered else ()
