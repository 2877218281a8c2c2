"""An attack that was rolled: what it carries, how it lands, what clashes with it (rules page, Actions)."""

from __future__ import annotations

from typing import Any, Self

from msgspec.structs import asdict, replace

from tracker.combat.model import Model
from tracker.combat.scene import Combatant, Plain, Scene
from tracker.games.contract import tables as t
from tracker.games.contract.body import injure
from tracker.games.contract.tables import Arms
from tracker.rules.errors import InvalidCommand
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver

SHOT = "firearm"
FLYING = (SHOT, "thrown")


class Blow(Model):
    """An attack's outcome on its way, with the weapon's damage and the Director's ``extra``.

    ``prompt`` is the question it waits with; ``late``: a held action goes before it; ``held``: it is such an action.
    """

    by: str
    target: str
    weapon: str
    kind: str
    outcome: int
    damage: int
    extra: int = 0
    prompt: int = 0
    late: bool = False
    held: bool = False

    def plain(self) -> dict[str, Any]:
        """As it is kept in the field ``pending``."""
        return asdict(self)

    @classmethod
    def of(cls, kept: dict[str, Any]) -> Self:
        """From the field ``pending``."""
        return cls(**kept)


def arms_of(one: Combatant, name: str) -> Arms:
    """What a weapon says, its own fields before those of its name and kind; raises InvalidCommand for others."""
    carried = one.weapons.get(name)
    if carried is None and name not in t.WEAPONS:
        raise InvalidCommand(f"{one.name} carries no {name}; arm {quote(one.name)} {quote(name)} gives it.")
    return Arms(**filled_arms(name, carried or {}))


def filled_arms(name: str, own: Any) -> dict[str, Any]:
    """A weapon's fields: its own, else those of its name, else those of its kind."""
    named = t.WEAPONS.get(name.casefold())
    if named is None or own.get("kind", named.kind) != named.kind:
        named = t.KINDS[own.get("kind", "melee")]
    return {**named._asdict(), **{key: value for key, value in own.items() if value is not None}}


def attack_weapon(scene: Scene, actor: str, target: str | None) -> str:
    """The weapon of an attack that names none: the only one that fits, the first for melee, bare hands."""
    one = scene[actor]
    near = target is None or scene.band(actor, target) == t.ENGAGED
    fit = [name for name in one.weapons if near or arms_of(one, name).kind in FLYING]
    for names in (fit, list(one.weapons)):
        if len(names) == 1:
            return names[0]
    return parry_weapon(one)


def parry_weapon(one: Combatant) -> str:
    """The first melee weapon carried, else bare hands."""
    return next((name for name in one.weapons if arms_of(one, name).kind == "melee"), t.BARE)


def whole_pool(weapon: str) -> str:
    """The objection to a share for a committed weapon."""
    return f"A {weapon} takes the whole pool and cannot be part of a split Action."


def protection(one: Combatant, kind: str) -> tuple[tuple[str, int, str], ...]:
    """What comes off a hit: label, number, source."""
    brawn = one.number("brawn") if kind == "brawl" else 0
    found = (
        ("armor", one.number("armor"), "The Contract: armor"),
        ("brawn", brawn, "The Contract: unarmed damage (G)"),
    )
    return tuple(each for each in found if each[1])


def hit(
    resolver: Resolver, victim: str, amount: int, blow: Blow, of: str = "severity", source: str = "attacks (S)"
) -> None:
    """A hit of so much lands: the weapon's damage on it, armor off it, an injury if anything is left."""
    severity = resolver.because(of, "hit", amount, f"The Contract: {source}")
    severity += resolver.because(of, blow.weapon, blow.damage, "The Contract: weapon damage (S)")
    if blow.extra:
        severity += resolver.because(of, "extra", blow.extra, "The Contract: attacks (S)")
    for label, number, why in protection(resolver.combatant(victim), blow.kind):
        severity += resolver.because(of, label, -number, why)
    resolver.say(f"{victim}: {injure(resolver, victim, severity)}.")
    if resolver.combatant(victim).out:
        fall_away(resolver, victim)


def land(resolver: Resolver, blow: Blow, stopped: int | None = None, how: str = "") -> None:
    """The attack meets what stops it (None: nothing tried) and hits with what is left, if anything."""
    net = blow.outcome
    if stopped is not None:
        label = how if stopped >= 0 else f"{how}, botched: does not help the attack (G)"
        net += resolver.because("outcome", label, -max(0, stopped), f"The Contract: {how} (S)")
    if net <= 0:
        resolver.say(f"{blow.by} misses {blow.target}.")
    else:
        hit(resolver, blow.target, net, blow)


def clash(resolver: Resolver, blow: Blow, who: str, outcome: int, weapon: str, arms: Arms) -> None:
    """Both outcomes compared: the higher deals its whole outcome, a tie both (S)."""
    literal, source = bool(resolver.setting("clash_literal")), "clashing (S; setting clash_literal)"
    back = Blow(who, blow.by, weapon, arms.kind, outcome, arms.damage)
    wins, loses = wins_clash(blow.outcome, outcome, literal), wins_clash(outcome, blow.outcome, literal)
    if not (wins or loses):
        resolver.say("Neither hits.")
    if wins:
        hit(resolver, blow.target, blow.outcome, blow, source=source)
    if loses:
        hit(resolver, blow.by, outcome, back, "damage" if wins else "severity", source)


def wins_clash(mine: int, other: int, literal: bool) -> bool:
    """Whether this side of a clash deals damage; below 1 only where the setting says so."""
    return mine >= other and (literal or mine >= t.CLASH_NEEDS)


def pending_on(one: Combatant) -> list[Blow]:
    """The attacks that wait for somebody's reaction, oldest first."""
    kept: Plain = one.fields.get("pending")
    return [Blow.of(each) for each in kept] if isinstance(kept, list) else []


def evading(one: Combatant) -> int:
    """The outcome left to spend on attacks; one who is down evades nothing."""
    return one.number("evade") if one.out is None else 0


def the_pending(scene: Scene, name: str, against: str | None) -> Blow:
    """The oldest attack that waits on somebody (by this one, or with this question); InvalidCommand without any."""
    asked = against if against not in scene.combatants else None
    found = [each for each in pending_on(scene[name]) if against in (None, each.by) or asked == str(each.prompt)]
    if not found:
        whose = f" has the number {asked} and" if asked else f" by {against}" if against else ""
        raise InvalidCommand(f"No attack{whose} waits for {name}.")
    return found[0]


def whose(scene: Scene, blow: Blow) -> str:
    """What tells a waiting attack from the others: who made it, or its question where an older one is theirs too."""
    return blow.by if the_pending(scene, blow.target, blow.by) == blow else str(blow.prompt)


def put_pending(resolver: Resolver, name: str, blows: list[Blow]) -> None:
    """These attacks wait for somebody now."""
    resolver.set_field(name, "pending", [each.plain() for each in blows])


def settle(resolver: Resolver, blow: Blow, how: str) -> None:
    """An attack waits no longer."""
    left = [each for each in pending_on(resolver.combatant(blow.target)) if each.prompt != blow.prompt]
    put_pending(resolver, blow.target, left)
    if resolver.scene.prompt(blow.prompt):
        resolver.close_prompt(blow.prompt, how)


def fall_away(resolver: Resolver, gone: str, late_only: bool = True) -> None:
    """The waiting attacks of one who is down, or gone, before they came: not those that went first."""
    for one in tuple(resolver.scene.combatants.values()):
        for blow in pending_on(one):
            if blow.by == gone and (blow.late or not late_only):
                settle(resolver, blow, "gone")
                went_before(resolver, blow)
                resolver.note(f"The attack of {gone} on {blow.target} falls away.")


def goes_before(resolver: Resolver, name: str) -> None:
    """Somebody's held action comes before the waiting attacks of this one; a shot goes first all the same (S)."""
    _wait_for_held(resolver, name, True)
    if any(
        each.by == name and each.kind == SHOT for one in resolver.scene.combatants.values() for each in pending_on(one)
    ):
        resolver.note(f"The shot of {name} goes first.")


def went_before(resolver: Resolver, blow: Blow) -> None:
    """An attack is over; where it was a held one, its target's attacks that waited for it come whatever befalls."""
    if blow.held:
        _wait_for_held(resolver, blow.target, False)


def _wait_for_held(resolver: Resolver, name: str, late: bool) -> None:
    for one in tuple(resolver.scene.combatants.values()):
        blows = pending_on(one)
        put_pending(
            resolver,
            one.name,
            [replace(each, late=late and each.kind != SHOT) if each.by == name else each for each in blows],
        )
