"""The Action Roll: attacks and collateral actions, in combat and in a brawl."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from tracker.games.outgunned import tables as t
from tracker.games.outgunned.actions.rolls import (
    NO_GAMBLE,
    count_units,
    difficulty_of,
    keep_extra,
    note_if_out,
    only_enemy,
)
from tracker.games.outgunned.dice import action_pool
from tracker.games.outgunned.harm import pay_for_ones, suffer_attack, take_grit
from tracker.games.outgunned.result import Rerolls, Result, ResultParam
from tracker.games.outgunned.turns import ONLY_REACT, SPENT, is_brawl, open_fight_if_needed, pay
from tracker.games.outgunned.weapons import Weapon, empty_mag, is_explosive, is_ranged, needs_mag
from tracker.games.outgunned.words import DIFFICULTY, PoolParam
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, flag, option, result
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import join_names
from tracker.rules.params import CombatantParam, CombatantsParam, NumberParam, TextParam, WeaponParam
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver


class Attack(ActorAction):
    """An Action Roll: each need(defense) of units is one hit, −1 grit."""

    cost = "action"
    refused_when = (*(SPENT, ONLY_REACT, "an empty weapon, or one that does not reach"), "full-auto without a mag")

    target: str | None = argument(CombatantParam(), "whom; the only enemy if not said")
    result: Result = result(ResultParam())
    weapon: str | None = option(WeaponParam(), "with what")
    difficulty: str | None = option(DIFFICULTY, "a collateral action against this")
    grit: int | None = option(NumberParam(0, 1000), "grit a passed collateral action takes")
    hits: int | None = option(NumberParam(0, 1000), "take fewer hits, keep the rest as extra")
    what: str | None = option(TextParam(), "what they do")
    full_auto: bool = flag("+1 die, and the mag is gone")
    ones: int | None = option(NumberParam(0, 40), "how many ones showed, in a Gamble")
    near: tuple[str, ...] | None = option(CombatantsParam(), "who else an explosion endangers")
    pool: str | None = option(PoolParam(), "the dice")
    extra: bool = flag("pay with extra units")
    reroll: bool = flag("re-roll: needs a success, may cost the smallest")
    free_reroll: bool = flag("free re-roll: costs nothing")
    all_in: bool = flag("all-in after a bettering re-roll")

    def with_defaults(self, resolver: Resolver) -> Self:
        """With the only target."""
        if self.grit is not None and self.difficulty is None:
            raise InvalidCommand("grit= goes with difficulty=; hits=N takes fewer hits of an attack.")
        if self.hits is not None and self.difficulty is not None:
            raise InvalidCommand("hits= goes with an attack; grit=N takes grit by a collateral action.")
        if self.target == self.actor:
            raise InvalidCommand("An attack needs somebody else as its target.")
        if self.target is not None or (self.difficulty is not None and self.grit is None):
            return self
        return self.copy_with(target=only_enemy(resolver, self.actor, "target"))

    def dice(self, resolver: Resolver) -> int | None:
        """How many dice are thrown, None where that is not known and not needed."""
        return action_pool(
            resolver, self.actor, self.target, self.weapon, self.pool, self.full_auto, roll=self.result.roll
        )

    def meets(self, resolver: Resolver) -> tuple[str, str, int]:
        """What is met, the difficulty, and the units worth one hit (in a brawl one right success)."""
        if self.difficulty is not None:
            return "difficulty", self.difficulty, t.need(self.difficulty)
        brawl = is_brawl(resolver.scene)
        field = "attack" if brawl else "defense"
        difficulty = difficulty_of(resolver, self.target or "", field)
        return field, difficulty, t.LEVELS[t.level(difficulty)] if brawl else t.need(difficulty)

    def danger(self, resolver: Resolver) -> str | None:
        """The enemy's attack, which in a brawl every Action Roll meets, a collateral one too; None where nobody's does.

        A collateral action that names nobody meets the only enemy.
        """
        if not is_brawl(resolver.scene):
            return None
        enemies = (self.target,) if self.target else tuple(resolver.system.likely_targets(resolver.scene, self.actor))
        if len(enemies) > 1:
            resolver.note(f"target= says whose attack it meets: {comma_list(enemies)}.")
        return difficulty_of(resolver, enemies[0], "attack") if len(enemies) == 1 else None

    def resolve(self, resolver: Resolver) -> None:
        """Roll, take the hits, keep what is left."""
        open_fight_if_needed(resolver)
        pay(resolver, self.actor, "action", self.extra)
        weapon = resolver.combatant(self.actor).weapons[self.weapon] if self.weapon else None
        self._ready(resolver, weapon)
        dice = self.dice(resolver)
        field, difficulty, worth = self.meets(resolver)
        resolver.because("need", f"{field.title()} {difficulty}", t.need(difficulty), f"{t.SOURCE}: attack")
        danger = endangered(resolver, self.actor, self.target, weapon, self.near or ())
        if self.ones is not None and not danger:
            resolver.note(NO_GAMBLE)
        note_if_out(resolver, self.target)
        found = Rerolls(self.reroll, self.free_reroll, self.all_in).finish(resolver, self.result, dice)
        resolver.record_as(result=found)
        with_, what = f" with {self.weapon}" if self.weapon else "", f" ({self.what})" if self.what else ""
        does = f" attacks {self.target}" if self.difficulty is None else f" acts against {difficulty}"
        resolver.say(f"{self.actor}{does}{with_}{what}: {found.said}.")
        units = count_units(resolver, found)
        passed = self._collateral(resolver, units, worth) if self.difficulty else self._hit(resolver, units, worth)
        attack = self.danger(resolver)
        if attack is not None and units < t.need(attack):
            suffer_attack(resolver, self.actor, attack, units, "damage")
        if self.weapon and weapon is not None and needs_mag(weapon):
            if not passed or (self.full_auto and not resolver.ruled):
                empty_mag(resolver, self.actor, self.weapon)
        if danger:
            self._gamble(resolver, found, danger)

    def _ready(self, resolver: Resolver, weapon: Weapon | None) -> None:
        if weapon is None:
            if self.full_auto:
                raise InvalidCommand("full-auto needs a weapon: say weapon=NAME.")
        elif not needs_mag(weapon):
            if self.full_auto:
                resolver.objection(f"The {self.weapon} has no mag to empty in full auto.")
        elif not weapon.get("loaded"):
            way = f"reload {quote(self.actor)} {quote(self.weapon or '')}"
            resolver.objection(f"The {self.weapon} is empty; a Quick Action fills it: {way}.")

    def _collateral(self, resolver: Resolver, units: int, need: int) -> bool:
        if units < need:
            resolver.say("Missed.")
            return False
        resolver.say("Passed.")
        if self.target is not None and self.grit:
            take_grit(resolver, self.target, self.grit, f"grit={self.grit}")
        keep_extra(resolver, self.actor, units - need)
        return True

    def _hit(self, resolver: Resolver, units: int, worth: int) -> bool:
        fewer = None if self.hits is None else ("hits", min(units // worth, self.hits))
        taken = take_grit(resolver, self.target or "", units // worth, f"units {units} ÷ {worth}", fewer)
        keep_extra(resolver, self.actor, units - taken * worth)
        return units >= worth

    def _gamble(self, resolver: Resolver, found: Result, who: tuple[str, ...]) -> None:
        ones = self.ones if self.ones is not None else found.faces.count(1) if found.throws else None
        if ones is None:
            resolver.ask("ones", self.actor, "How many ones showed?", tuple(map(str, range(10))), who=list(who))
        else:
            pay_for_ones(resolver, who, ones)


def endangered(
    resolver: Resolver, actor: str, target: str | None, weapon: Weapon | None, near: Sequence[str]
) -> tuple[str, ...]:
    """Who pays for ones, warned of before the throw: friends in melee with the target, all near an explosion."""
    scene, found = resolver.scene, list[str]()
    if is_ranged(weapon) and target is not None:
        friends = (each.name for each in scene.of_side(scene[actor].side) if each.out is None)
        found += [each for each in friends if each not in (actor, target) and scene.band(each, target) == "melee"]
        if found:
            resolver.note(f"A Gamble at the others' expense: each 1 costs {join_names(found, scene)} 1 grit.")
    if is_explosive(weapon):
        found.append(actor)
        resolver.note(f"Explosive: a Gamble for {join_names((actor, *near), scene)}.")
    if near and not found:
        resolver.note("near= counts only in a Gamble.")
    return tuple(dict.fromkeys((*found, *near))) if found else ()
