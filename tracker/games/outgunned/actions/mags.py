"""Reloading, covering fire and spare mags."""

from __future__ import annotations

from typing import Self

from tracker.combat.events import SparesBecame, WeaponBecame
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.turns import ONLY_REACT, SPENT, open_fight_if_needed, pay
from tracker.games.outgunned.weapons import empty_mag, most_spares, needs_mag
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, flag
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import join_names
from tracker.rules.params import ChoiceParam, NumberParam, WeaponParam
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver


def _only_weapon(resolver: Resolver, actor: str, loaded: bool) -> str:
    """The only weapon of an actor that is loaded, or empty, else InvalidCommand with the list."""
    all_ = {name: each for name, each in resolver.combatant(actor).weapons.items() if needs_mag(each)}
    fit = [name for name, each in all_.items() if bool(each.get("loaded")) == loaded] or list(all_)
    if len(fit) == 1:
        return fit[0]
    resolver.check_objections()
    raise InvalidCommand(
        f"Which weapon? {comma_list(fit)}." if fit else f"{actor} carries nothing with a mag; arm gives it."
    )


class Reload(ActorAction):
    """A fresh mag from the spares."""

    cost = "quick"
    refused_when = (SPENT, ONLY_REACT, "a loaded weapon", "no spare left")

    weapon: str | None = argument(WeaponParam(), "which weapon")
    extra: bool = flag("pay with extra units")

    def with_defaults(self, resolver: Resolver) -> Self:
        """With the only empty weapon."""
        return self if self.weapon else self.copy_with(weapon=_only_weapon(resolver, self.actor, loaded=False))

    def resolve(self, resolver: Resolver) -> None:
        """Change the mag."""
        open_fight_if_needed(resolver)
        weapon, one = self.weapon or "", resolver.combatant(self.actor)
        fields = dict(one.weapons[weapon])
        mag, held = str(fields.get("mag")), one.spares.get(str(fields.get("mag")), 0)
        if not needs_mag(fields):
            resolver.objection(f"The {weapon} needs no mags.")
        elif fields.get("loaded"):
            resolver.objection(f"The {weapon} is loaded already.")
        elif held < 1:
            resolver.objection(f"No {mag} mag is left: buy or steal one, then mags {quote(self.actor)} {mag} +1.")
        pay(resolver, self.actor, "quick", self.extra)
        if held and not resolver.ruled:
            resolver.emit(SparesBecame((self.actor,), mag, held - 1))
        resolver.emit(WeaponBecame((self.actor,), weapon, {**fields, "loaded": True}))
        resolver.say(f"{self.actor} reloads the {weapon}; {resolver.combatant(self.actor).spares.get(mag, 0)} spare.")


class Covering(ActorAction):
    """Covering fire: friends have +1 on the next reaction, the mag is gone."""

    cost = "whole"
    refused_when = ("Quick Action or Action Roll spent", "in a Reaction Turn", "no loaded mag")

    weapon: str | None = argument(WeaponParam(), "with what")

    def with_defaults(self, resolver: Resolver) -> Self:
        """With the only loaded weapon."""
        return self if self.weapon else self.copy_with(weapon=_only_weapon(resolver, self.actor, loaded=True))

    def resolve(self, resolver: Resolver) -> None:
        """Empty the mag for them."""
        open_fight_if_needed(resolver)
        weapon, one = self.weapon or "", resolver.combatant(self.actor)
        if not needs_mag(one.weapons[weapon]) or not one.weapons[weapon].get("loaded"):
            resolver.objection(f"Covering fire needs a loaded mag; the {weapon} has none.")
        pay(resolver, self.actor, "whole", payable=False)
        friends = [e for e in resolver.scene.of_side(one.side) if e.name != self.actor and e.out is None]
        for each in friends:
            have = each.fields.get("covered")
            more = have + 1 if isinstance(have, int) and have else True
            resolver.set_field(each.name, "covered", more if resolver.setting("covering_stacks") else True)
        whom = join_names([e.name for e in friends], resolver.scene) or "nobody"
        resolver.say(f"{self.actor} lays down covering fire for {whom}.")
        if not resolver.ruled:
            empty_mag(resolver, self.actor, weapon)


def _mag_types(context: Context) -> list[str]:
    """The mag types of the one named, or of everybody."""
    names = [context.values["actor"]] if "actor" in context.values else context.scene.combatants
    weapons = (each for name in names for each in context.scene.combatants[name].weapons.values())
    return list(dict.fromkeys(str(each.get("mag")) for each in weapons if needs_mag(each)))


class Mags(ActorAction):
    """Spares won or lost: +2, -1."""

    by_hand = True
    refused_when = ("more than three for each weapon of the type",)

    type: str = argument(ChoiceParam(_mag_types, "mag type", other=True), "mag type", required=True)
    change: int = argument(NumberParam(-100, 100, "+2, -1", signed=True), "how many", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Count them; a loss takes spares first, then what is loaded."""
        one = resolver.combatant(self.actor)
        mag = self.type if self.type in one.spares else t.MAGS.get(self.type, self.type)
        held, most = one.spares.get(mag, 0), most_spares(one, mag)
        loaded = [name for name, each in one.weapons.items() if each.get("mag") == mag and each.get("loaded")]
        if self.change == 0:
            raise InvalidCommand("Say how many are won or lost: +2 or -1.")
        if self.change < 0 and not (held or loaded):
            raise InvalidCommand(f"{self.actor} has no {mag} mag to lose.")
        now = held + self.change
        if self.change > 0 and now > most:
            each = t.MAGS_PER_WEAPON
            resolver.objection(f"{self.actor} can carry {most} spare {mag} mags ({each} for each weapon), not {now}.")
        for weapon in loaded[: max(0, -now)]:
            empty_mag(resolver, self.actor, weapon)
        resolver.emit(SparesBecame((self.actor,), mag, max(0, now)))
        resolver.say(f"{self.actor}: {mag} mags {held} → {max(0, now)}.")
