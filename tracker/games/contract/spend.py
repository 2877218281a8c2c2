"""The one Action of a round: what takes it, its shares, and what a held one waits for (rules page, Turns)."""

from __future__ import annotations

from tracker.combat.model import Model
from tracker.combat.scene import Combatant
from tracker.games.contract import tables as t
from tracker.games.contract.blow import goes_before
from tracker.games.contract.body import injure, shake
from tracker.games.contract.result import Share
from tracker.rules.errors import InvalidCommand
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver
from tracker.rules.turns import note_out_of_turn

ACTION = "action"
EXERTED = "exerted"


class Paid(Model):
    """What an act was paid with: the dice of its share (None: the whole pool), and dice lost to an earlier strain.

    ``own`` is False for rolls that are no part of the round's Action, so that quick actions take nothing.
    """

    share: int | None = None
    strain: int = 0
    own: bool = True


FREE = Paid(own=False)


def shares_of(one: Combatant) -> list[Share]:
    """The shares of a split Action that are not used yet."""
    kept = one.fields.get("shares")
    return [Share(each["act"], each["target"], each["dice"]) for each in kept] if isinstance(kept, list) else []


def share_for(one: Combatant, act: str, target: str | None) -> Share | None:
    """The share for an act, one kept for this target first."""
    fit = [each for each in shares_of(one) if each.act == act and each.target in (None, target)]
    return next((each for each in fit if each.target), fit[0] if fit else None)


def can_strain(one: Combatant) -> bool:
    """Whether a desperate reaction is open: the Action is spent, and not exerted this round."""
    return one.out is None and ACTION in one.spent and EXERTED not in one.spent


def used(one: Combatant, reaction: bool = False, waits: bool = True) -> str:
    """The objection that the Action is spent; for a reaction with the way still open, to an attack that ``waits``."""
    verb = f"desperate {quote(one.name)} dodge" if waits else "desperate with the attack"
    way = f"; {verb} is open" if reaction and can_strain(one) else ""
    return f"{one.name} has used this round's Action{way}."


def pay(
    resolver: Resolver,
    name: str,
    act: str,
    target: str | None = None,
    *,
    reaction: bool = False,
    held: bool = False,
    waits: bool = True,
) -> Paid:
    """Take the Action, or the share for this act, or object. An own act ends what was held (G).

    Out of turn is noted, but for a reaction and for what was held.
    """
    one = resolver.combatant(name)
    if not reaction and not held:
        note_out_of_turn(resolver, name)
    strain = one.number("next_penalty")
    share = None
    if shares_of(one):
        share = share_for(one, act, target)
        if share is None:
            kept = ", ".join(map(str, shares_of(one)))
            resolver.objection(f"{name} split the Action and kept no share for this; left: {kept}.")
    elif ACTION in one.spent:
        resolver.objection(used(one, reaction, waits))
    if resolver.ruled:
        return Paid(None, strain)
    rest = shares_of(one)
    if share is not None:
        rest.remove(share)
    resolver.set_field(name, "shares", [each.plain() for each in rest])
    resolver.set_field(name, "next_penalty", 0)
    if not rest:
        resolver.spend(name, ACTION)
    if not reaction:
        resolver.set_field(name, "held", None)
    resolver.set_scene_field("begun", True)
    return Paid(share.dice if share else None, strain)


def no_mind(name: str) -> InvalidCommand:
    """What is said of one whose mind is to be exerted and who has none on the sheet."""
    return InvalidCommand(f"{name} has no mind; set {quote(name)} mind=N gives it.")


def exert(resolver: Resolver, name: str, what: str) -> None:
    """Exert body or mind, once a round: its price, or an objection. A ruling costs nothing."""
    one = resolver.combatant(name)
    if EXERTED in one.spent:
        resolver.objection(f"{name} has exerted this round.")
    resolver.spend(name, EXERTED)
    if resolver.ruled:
        return
    source = "The Contract: exert (G; setting profile)"
    if what == "mind":
        shake(resolver, name, -resolver.because("units", "exerted: mind", t.EXERT_MIND, source))
    else:
        injure(resolver, name, resolver.because("units", "exerted: an injury", t.EXERT_INJURY, source))


def open_held(resolver: Resolver, name: str, on: str | None = None) -> str:
    """The held action is set off, before the waiting attacks of the one it is ``on``.

    Gives what it was; objects where nothing is held.
    """
    held = resolver.combatant(name).fields.get("held")
    if not isinstance(held, dict):
        resolver.objection(f"{name} holds no action; hold {quote(name)} ACTION when=CONDITION does.")
    resolver.set_field(name, "held", None)
    if on is not None:
        goes_before(resolver, on)
    return str(held["action"]) if isinstance(held, dict) else "something unsaid"
