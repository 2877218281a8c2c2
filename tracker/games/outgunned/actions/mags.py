"""Quick Actions, the actions that extra buys, reloading, covering fire and spare mags."""

from __future__ import annotations

from typing import Self

from tracker.combat.events import SparesBecame, WeaponBecame
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.state import lay_covering_fire, set_state, state_of
from tracker.games.outgunned.turns import ONLY_REACT, SPENT, buy_action, open_fight_if_needed, pay
from tracker.games.outgunned.weapons import empty_mag, most_spares, needs_mag
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, flag
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import join_names
from tracker.rules.params import ChoiceParam, NumberParam, TextParam, WeaponParam
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver


class Quick(ActorAction):
    """Anything quick: grab, toss, shout."""

    cost = "quick"
    refused_when = (SPENT, ONLY_REACT)

    what: str | None = argument(TextParam(), "what", rest=True)
    extra: bool = flag("pay with extra")

    def resolve(self, resolver: Resolver) -> None:
        open_fight_if_needed(resolver)
        pay(resolver, self.actor, "quick", self.extra)
        resolver.say(f"{self.actor}: {self.what or 'a quick action'}.")


class Extra(ActorAction):
    """Buys one more action this turn."""

    help = f"buys one more action this turn: {', '.join(f'{kind} {cost}' for kind, cost in t.EXTRA_COST.items())}"
    cost = "extra"
    refused_when = ("too little extra",)

    kind: str = argument(ChoiceParam(tuple(t.EXTRA_COST), "action"), "which", required=True)

    def resolve(self, resolver: Resolver) -> None:
        buy_action(resolver, self.actor, self.kind)
        set_state(resolver, self.actor, bought=(*state_of(resolver.combatant(self.actor)).bought, self.kind))
        resolver.say(f"{self.actor} has an extra {self.kind.title()} Action.")


def _only_weapon(resolver: Resolver, actor: str, loaded: bool) -> str:
    """Return the actor's only loaded, or only empty, weapon; raises InvalidCommand with the list."""
    guns = {name: weapon for name, weapon in resolver.combatant(actor).weapons.items() if needs_mag(weapon)}
    fitting = [name for name, weapon in guns.items() if bool(weapon.get("loaded")) == loaded] or list(guns)
    if len(fitting) == 1:
        return fitting[0]
    resolver.check_objections()
    if fitting:
        raise InvalidCommand(f"Which weapon? {comma_list(fitting)}.")
    raise InvalidCommand(f"{actor} carries nothing with a mag. Give them a weapon: arm {quote(actor)} WEAPON.")


class Reload(ActorAction):
    """Loads a fresh mag from the spares."""

    cost = "quick"
    refused_when = (SPENT, ONLY_REACT, "a loaded weapon", "no spare left")

    weapon: str | None = argument(WeaponParam(), "which weapon")
    extra: bool = flag("pay with extra")

    def with_defaults(self, resolver: Resolver) -> Self:
        return self if self.weapon else self.copy_with(weapon=_only_weapon(resolver, self.actor, loaded=False))

    def resolve(self, resolver: Resolver) -> None:
        open_fight_if_needed(resolver)
        weapon, actor = self.weapon or "", resolver.combatant(self.actor)
        fields = dict(actor.weapons[weapon])
        mag, held = str(fields.get("mag")), actor.spares.get(str(fields.get("mag")), 0)
        if not needs_mag(fields):
            resolver.objection(f"The {weapon} needs no mags.")
        elif fields.get("loaded"):
            resolver.objection(f"The {weapon} is loaded already.")
        elif held < 1:
            resolver.objection(f"No {mag} mag is left. Buy or steal one: mags {quote(self.actor)} {mag} +1.")
        pay(resolver, self.actor, "quick", self.extra)
        if held and not resolver.free:
            resolver.emit(SparesBecame((self.actor,), mag, held - 1))
        resolver.emit(WeaponBecame((self.actor,), weapon, {**fields, "loaded": True}))
        resolver.say(f"{self.actor} reloads the {weapon}; {resolver.combatant(self.actor).spares.get(mag, 0)} spare.")


class Covering(ActorAction):
    """Lays covering fire: friends have +1 on the next reaction, the mag is gone."""

    cost = "whole"
    refused_when = ("Quick Action or Action Roll spent", "in a Reaction Turn", "no loaded mag")

    weapon: str | None = argument(WeaponParam(), "with what")

    def with_defaults(self, resolver: Resolver) -> Self:
        return self if self.weapon else self.copy_with(weapon=_only_weapon(resolver, self.actor, loaded=True))

    def resolve(self, resolver: Resolver) -> None:
        open_fight_if_needed(resolver)
        weapon, actor = self.weapon or "", resolver.combatant(self.actor)
        if not needs_mag(actor.weapons[weapon]) or not actor.weapons[weapon].get("loaded"):
            resolver.objection(f"Covering fire needs a loaded mag; the {weapon} has none.")
        pay(resolver, self.actor, "whole", payable=False)
        side = resolver.scene.of_side(actor.side)
        friends = [friend for friend in side if friend.name != self.actor and friend.out is None]
        for friend in friends:
            lay_covering_fire(resolver, friend, adds_up=bool(resolver.setting("covering_stacks")))
        whom = join_names([friend.name for friend in friends], resolver.scene) or "nobody"
        resolver.say(f"{self.actor} lays down covering fire for {whom}.")
        if not resolver.free and needs_mag(actor.weapons[weapon]):
            empty_mag(resolver, self.actor, weapon)


def _mag_types(context: Context) -> list[str]:
    """Return the mag types of the actor, or of everybody."""
    names = [context.values["actor"]] if "actor" in context.values else context.scene.combatants
    weapons = (weapon for name in names for weapon in context.scene.combatants[name].weapons.values())
    return list(dict.fromkeys(str(weapon.get("mag")) for weapon in weapons if needs_mag(weapon)))


class Mags(ActorAction):
    """Gains or loses spares: +2, -1."""

    by_hand = True
    refused_when = ("more than three for each weapon of the type",)

    type: str = argument(ChoiceParam(_mag_types, "mag type", other=True), "mag type", required=True)
    change: int = argument(NumberParam(-100, 100, "+2, -1", signed=True), "how many", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Change the spares; a loss takes spares first, then loaded mags."""
        actor = resolver.combatant(self.actor)
        mag = self.type if self.type in actor.spares else t.MAGS.get(self.type, self.type)
        held, most = actor.spares.get(mag, 0), most_spares(actor, mag)
        weapons = actor.weapons.items()
        loaded = [name for name, weapon in weapons if weapon.get("mag") == mag and weapon.get("loaded")]
        if self.change == 0:
            raise InvalidCommand("Say how many are won or lost: +2 or -1.")
        if self.change < 0 and not (held or loaded):
            raise InvalidCommand(f"{self.actor} has no {mag} mag to lose.")
        now = held + self.change
        if self.change > 0 and now > most:
            limit = f"{most} spare {mag} mags ({t.MAGS_PER_WEAPON} for each weapon)"
            resolver.objection(f"{self.actor} can carry {limit}, not {now}.")
        for weapon in loaded[: max(0, -now)]:
            empty_mag(resolver, self.actor, weapon)
        resolver.emit(SparesBecame((self.actor,), mag, max(0, now)))
        resolver.say(f"{self.actor}: {mag} mags {held} → {max(0, now)}.")
