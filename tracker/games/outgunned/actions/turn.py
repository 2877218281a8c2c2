"""What else a turn is spent on: moves, cover, quick actions, the actions that extra buys, and mags."""

from typing import ClassVar, Self

from tracker.combat.events import CoverBecame, SparesBecame, WeaponBecame
from tracker.combat.scene import OPEN, Cover
from tracker.games.outgunned import tables as t
from tracker.games.outgunned import turns
from tracker.games.outgunned.state import Journey, covering_fire_for, set_state, state_of
from tracker.games.outgunned.weapons import band_between, empty_mag, most_spares, needs_mag, usable_bands
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, flag, option
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import band_in_words, join_names, quantity, quote, spaced, the
from tracker.rules.params import ChoiceParam, CombatantParam, NumberParam, TextParam, WeaponParam
from tracker.rules.positions import move_to_band
from tracker.rules.resolver import Resolver
from tracker.rules.verbs.range import BandParam, CoverDegreeParam


def _price(now: str, to: str) -> turns.Cost | None:
    """Return the cost of going from one band to another; None across long range, which takes several whole turns."""
    if {now, to} & {"long", "out"}:
        return None
    return "whole" if "medium" in (now, to) else "quick"


class _Move(ActorAction):
    """Approaching and retreating."""

    cost = "quick/whole"
    refused_when = (turns.SPENT, turns.ONLY_REACT, "to= at another price", "nearer from out of range")

    target: str = argument(CombatantParam(), "to or from whom", required=True)
    to: str | None = option(BandParam(), "another band of the same price")
    extra: bool = flag("pay with extra")

    step: ClassVar[int] = -1

    def resolve(self, resolver: Resolver) -> None:
        if self.actor == self.target:
            raise InvalidCommand("Nobody walks to themselves; name somebody else.")
        names = usable_bands(resolver)
        now = band_between(resolver.system, resolver.scene, self.actor, self.target)
        journey = state_of(resolver.combatant(self.actor)).journey
        if journey is not None and (journey.target, journey.step) != (self.target, self.step):
            journey = None
        usual = names[0] if self.step < 0 else names[min(names.index(now) + 1, len(names) - 1)]
        to = self.to or (journey.to if journey is not None and journey.to in names else usual)
        if to not in names or (names.index(to) - names.index(now)) * self.step <= 0:
            side = "nearer" if self.step < 0 else "farther"
            rest = f"already; there is none {side}" if to == now and self.to is None else f"now; {to} is not {side}"
            where = "out of range" if now == "out" else f"at {now} range"
            raise InvalidCommand(f"{self.actor} and {self.target} are {where} {rest}.")
        if self.step < 0 and now == "out":
            who = f"{quote(self.actor)} {quote(self.target)}"
            resolver.objection(
                f"{self.target} is out of range and cannot be reached. Set the distance by hand: range {who} long."
            )
        cost = _price(now, to)
        if turns.actions_cost(resolver.scene, self.actor):
            if cost != _price(now, usual):
                resolver.objection(f"From {now} to {to} does not cost the same as to {usual}. Go to {usual} first.")
            turns.pay(resolver, self.actor, cost or "whole", self.extra)
            if cost is None and not resolver.ruled and self._goes_on(resolver, now, to, journey.left if journey else 0):
                return
        self._leave_cover(resolver)
        set_state(resolver, self.actor, journey=None)
        move_to_band(resolver, (self.actor,), (self.target,), to)
        resolver.say(f"{self.actor}: {band_in_words(now)} → {band_in_words(to)} with {self.target}.")

    def _leave_cover(self, resolver: Resolver) -> None:
        """Leave the cover by walking off, for its own price (S); where it cannot be paid, both ways out are named."""
        degree = resolver.combatant(self.actor).cover.degree
        if degree == OPEN:
            return
        if turns.actions_cost(resolver.scene, self.actor):
            refused = len(resolver.objections)
            turns.pay(resolver, self.actor, "quick")
            if len(resolver.objections) > refused:
                who = quote(self.actor)
                why = f"Leaving {degree} cover takes a Quick Action of its own. Leave it first: cover {who} none;"
                more = f"or buy one more for {t.EXTRA_COST['quick']} extra: extra {who} quick."
                resolver.objections[refused:] = [f"{why} {more}"]
        resolver.emit(CoverBecame((self.actor,), Cover()))
        resolver.say(f"{self.actor}: out of {degree} cover.")

    def _goes_on(self, resolver: Resolver, now: str, to: str, left: int) -> bool:
        left = (left or int(str(resolver.setting("long_turns")))) - 1
        if left:
            self._leave_cover(resolver)
            set_state(resolver, self.actor, journey=Journey(self.target, to, left, self.step))
            resolver.because("need", "whole turns left", left, "setting long_turns")
            rest = f"{quantity(left, 'whole turn')} left"
            resolver.say(f"{resolver.clause(self.actor, 'is')} on the way: {now} → {to} with {self.target}, {rest}.")
        return left > 0


class Approach(_Move):
    """Approaches into melee: quick from close, the whole turn from medium, several from long."""


class Retreat(_Move):
    """Retreats one band: quick to close, the whole turn to medium, several to long."""

    step = 1


class TakeCover(ActorAction):
    """Partial: Quick; total: the whole turn or an extra Full; leaving: Quick."""

    verb = "cover"
    cost = "quick/whole"
    refused_when = (turns.SPENT, turns.ONLY_REACT, "with= and less than 9 extra")

    degree: str = argument(CoverDegreeParam(), "how much", required=True)
    what: str | None = option(TextParam("text", 80), "behind what")
    by: str | None = option(CombatantParam(), "the friend who pushes, and pays")
    with_: str | None = option(CombatantParam(), "a friend taken along: a Cool Action")
    extra: bool = flag("pay with extra")

    def resolve(self, resolver: Resolver) -> None:
        if self.with_ == self.actor:
            raise InvalidCommand("with= names the friend who is taken along; name somebody else.")
        for friend in filter(None, (self.by, self.with_)):
            if resolver.combatant(friend).side != resolver.combatant(self.actor).side:
                raise InvalidCommand(f"{friend} is not a friend of {self.actor}; by= and with= name one.")
        both = (self.actor, *((self.with_,) if self.with_ else ()))
        if all(resolver.combatant(name).cover.degree == self.degree == OPEN for name in both):
            resolver.objection(f"{resolver.clause(both, 'is')} not in cover.")
        payer = self.by or self.actor
        if turns.actions_cost(resolver.scene, payer):
            if payer != self.actor:
                resolver.system.check_actor(resolver, type(self), payer)
            if self.with_ is None:
                turns.pay(resolver, payer, "whole" if self.degree == "total" else "quick", self.extra)
            elif self.extra or resolver.free or not turns.use_bought_action(resolver, payer, "cool"):
                turns.buy_action(resolver, payer, "cool")
        behind = self.what if self.degree != OPEN else None
        resolver.emit(CoverBecame(both, Cover(self.degree, behind)))
        to = "out of cover" if self.degree == OPEN else f"{self.degree} cover"
        thing, by = f" ({behind})" if behind else "", f", pushed by {self.by}" if self.by else ""
        resolver.say(f"{' and '.join(both)}: {to}{thing}{by}.")


class Quick(ActorAction):
    """Anything quick: grab, toss, shout."""

    cost = "quick"
    refused_when = (turns.SPENT, turns.ONLY_REACT)

    what: str | None = argument(TextParam(), "grab, toss, shout: anything quick", rest=True)
    extra: bool = flag("pay with extra")

    def resolve(self, resolver: Resolver) -> None:
        turns.open_fight_if_needed(resolver)
        turns.pay(resolver, self.actor, "quick", self.extra)
        resolver.say(f"{self.actor}: {self.what or 'a quick action'}.")


class Extra(ActorAction):
    """Buys one more action this turn."""

    help = f"buys one more action this turn: {', '.join(f'{kind} {cost}' for kind, cost in t.EXTRA_COST.items())}"
    cost = "extra"
    refused_when = ("too little extra",)

    kind: str = argument(ChoiceParam(tuple(t.EXTRA_COST), "action"), "which", required=True)

    def resolve(self, resolver: Resolver) -> None:
        turns.buy_action(resolver, self.actor, self.kind)
        set_state(resolver, self.actor, bought=(*state_of(resolver.combatant(self.actor)).bought, self.kind))
        resolver.say(f"{resolver.clause(self.actor, 'has')} an extra {self.kind.title()} Action.")


def _only_weapon(resolver: Resolver, actor: str, loaded: bool) -> str:
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
    refused_when = (turns.SPENT, turns.ONLY_REACT, "a loaded weapon", "no spare left")

    weapon: str | None = argument(WeaponParam(), "which weapon")
    extra: bool = flag("pay with extra")

    def with_defaults(self, resolver: Resolver) -> Self:
        return self if self.weapon else self.copy_with(weapon=_only_weapon(resolver, self.actor, loaded=False))

    def resolve(self, resolver: Resolver) -> None:
        turns.open_fight_if_needed(resolver)
        weapon, actor = self.weapon or "", resolver.combatant(self.actor)
        fields = dict(actor.weapons[weapon])
        mag, held = str(fields.get("mag")), actor.spares.get(str(fields.get("mag")), 0)
        if not needs_mag(fields):
            resolver.objection(f"The {spaced(weapon)} needs no mags.")
        elif fields.get("loaded"):
            resolver.objection(f"The {spaced(weapon)} is loaded already.")
        elif held < 1:
            resolver.objection(f"No {mag} mag is left. Buy or steal one: mags {quote(self.actor)} {mag} +1.")
        turns.pay(resolver, self.actor, "quick", self.extra)
        if held and not resolver.free:
            resolver.emit(SparesBecame((self.actor,), mag, held - 1))
        resolver.emit(WeaponBecame((self.actor,), weapon, {**fields, "loaded": True}))
        left = resolver.combatant(self.actor).spares.get(mag, 0)
        resolver.say(f"{resolver.clause(self.actor, 'reloads')} {the(weapon)}; {quantity(left, 'spare mag')} left.")


class Covering(ActorAction):
    """Lays covering fire: friends have +1 on the next reaction, the mag is gone."""

    cost = "whole"
    refused_when = ("Quick Action or Action Roll spent", "in a Reaction Turn", "no loaded mag")

    weapon: str | None = argument(WeaponParam(), "with what")

    def with_defaults(self, resolver: Resolver) -> Self:
        return self if self.weapon else self.copy_with(weapon=_only_weapon(resolver, self.actor, loaded=True))

    def resolve(self, resolver: Resolver) -> None:
        turns.open_fight_if_needed(resolver)
        weapon, actor = self.weapon or "", resolver.combatant(self.actor)
        if not needs_mag(actor.weapons[weapon]) or not actor.weapons[weapon].get("loaded"):
            resolver.objection(f"Covering fire needs a loaded mag; the {spaced(weapon)} has none.")
        turns.pay(resolver, self.actor, "whole", payable=False)
        side = resolver.scene.of_side(actor.side)
        friends = [friend for friend in side if friend.name != self.actor and friend.out is None]
        for friend in friends:
            before = covering_fire_for(friend) if resolver.setting("covering_stacks") else 0
            resolver.set_field(friend.name, "covered", before + 1 if before else True)
        whom = join_names([friend.name for friend in friends], resolver.scene) or "nobody"
        resolver.say(f"{resolver.clause(self.actor, 'lays')} down covering fire for {whom}.")
        if not resolver.free and needs_mag(actor.weapons[weapon]):
            empty_mag(resolver, self.actor, weapon)


def _mag_types(context: Context) -> list[str]:
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
            raise InvalidCommand(f"{self.actor} has no {spaced(mag)} mag to lose.")
        now = held + self.change
        if self.change > 0 and now > most:
            limit = f"{most} spare {spaced(mag)} mags ({t.MAGS_PER_WEAPON} for each weapon)"
            resolver.objection(f"{self.actor} can carry {limit}, not {now}.")
        for weapon in loaded[: max(0, -now)]:
            empty_mag(resolver, self.actor, weapon)
        resolver.emit(SparesBecame((self.actor,), mag, max(0, now)))
        resolver.say(f"{self.actor}: {spaced(mag)} mags {held} → {max(0, now)}.")
