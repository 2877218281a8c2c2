"""Hits, injuries, what remains of body and mind, and the dice they cost."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from tracker.combat.scene import Combatant, Plain, Scene
from tracker.games.contract import state
from tracker.games.contract import tables as t
from tracker.games.contract.tables import WeaponStats
from tracker.games.contract.weapons import SHOT
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import arrow, minus
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.throw import Toll


def protection(combatant: Combatant, kind: str) -> tuple[tuple[str, int, str], ...]:
    """Return what reduces a hit: label, number, source."""
    brawn = combatant.number("brawn") if kind == "brawl" else 0
    armor = ("armor", combatant.number("armor"), "The Contract: armor")
    return tuple(part for part in (armor, ("brawn", brawn, "The Contract: unarmed damage (G)")) if part[1])


def severity_of(victim: Combatant, amount: int, blow: state.Blow) -> int:
    """Return the severity of a hit after the weapon's damage and what protects; at 0 or less nobody is injured."""
    return amount + blow.damage + blow.extra - sum(number for _, number, _ in protection(victim, blow.kind))


def tolls_of(was: Combatant, now: Combatant, severity: int) -> tuple[Toll, ...]:
    """Return what somebody loses who ``was`` so and is ``now`` exerted, by an injury of this severity besides."""
    injuries = [*injuries_of(now), *([severity] if severity > 0 else [])]
    body = body_left(now) + depletion(injuries_of(now)) - depletion(injuries) if severity > 0 else now.value("body")
    mind = now.value("mind") if "mind" in now.tracks else 1
    out = was.out is None and (now.out is not None or (severity > 0 and min(body, mind) <= 0))
    tolls = (
        Toll(was.name, "body", was.value("body") - max(0, body), out),
        Toll(was.name, "mind", was.value("mind") - now.value("mind")),
    )
    return tuple(toll for toll in tolls if toll.amount > 0 or toll.out)


def land_hit(
    resolver: Resolver, victim: str, amount: int, blow: state.Blow, of: str = "severity", source: str = "attacks (S)"
) -> None:
    """Land a hit: add the weapon's damage, subtract armor, and injure if anything is left."""
    severity = resolver.because(of, "hit", amount, f"The Contract: {source}")
    severity += resolver.because(of, blow.weapon, blow.damage, "The Contract: weapon damage (S)")
    if blow.extra:
        severity += resolver.because(of, "extra", blow.extra, "The Contract: attacks (S)")
    for label, number, why in protection(resolver.combatant(victim), blow.kind):
        severity += resolver.because(of, label, -number, why)
    resolver.say(f"{victim}: {injure(resolver, victim, severity)}.")
    if resolver.combatant(victim).out:
        state.drop_attacks_of(resolver, victim)


def land_attack(resolver: Resolver, blow: state.Blow, stopped: int | None = None, how: str = "") -> None:
    """Apply what stops an attack (None: nothing), and hit with what is left."""
    net = blow.outcome
    if stopped is not None:
        label = how if stopped >= 0 else f"{how}, botched: does not help the attack (G)"
        net += resolver.because("outcome", label, -max(0, stopped), f"The Contract: {how} (S)")
    if net <= 0:
        resolver.say(f"{resolver.clause(blow.by, 'misses')} {blow.target}.")
    else:
        land_hit(resolver, blow.target, net, blow)


def resolve_clash(resolver: Resolver, blow: state.Blow, who: str, outcome: int, weapon: str, arms: WeaponStats) -> None:
    """Compare both outcomes: the higher deals its whole outcome, a tie both (S)."""
    literal, source = bool(resolver.setting("clash_literal")), "clashing (S; setting clash_literal)"
    back = state.Blow(who, blow.by, weapon, arms.kind, outcome, arms.damage)
    wins, loses = wins_clash(blow.outcome, outcome, literal), wins_clash(outcome, blow.outcome, literal)
    if not (wins or loses):
        resolver.say("Neither hits.")
    if wins:
        land_hit(resolver, blow.target, blow.outcome, blow, source=source)
    if loses:
        land_hit(resolver, blow.by, outcome, back, "damage" if wins else "severity", source)


def wins_clash(mine: int, other: int, literal: bool) -> bool:
    """Return whether this side of a clash deals damage; below 1 only if the setting allows it."""
    return mine >= other and (literal or mine >= t.CLASH_NEEDS)


def asks_how_much(system: System, scene: Scene) -> bool:
    """Return whether evading is spent only on request."""
    return system.setting(scene, "evade_divided") == "asked"


def evading_against(system: System, scene: Scene, blow: state.Blow, said: int | None = None) -> int:
    """Return what the target has to spend on an attack; on a shot only if the setting, or the GM, says so."""
    barred = blow.kind == SHOT and said is None and not system.setting(scene, "evade_firearms")
    return 0 if barred else state.evading(scene[blow.target])


def evading_left(system: System, scene: Scene, blow: state.Blow) -> int:
    """Return what evading could still take off a waiting attack, if its question asks for it."""
    return max(0, min(evading_against(system, scene, blow), blow.outcome)) if asks_how_much(system, scene) else 0


def taken_off(system: System, scene: Scene, blow: state.Blow, said: int | None = None) -> int:
    """Return what evading takes off an attack that would hit: as ``said``, else as much as it needs, unless asked."""
    left = evading_against(system, scene, blow, said)
    if blow.outcome <= 0 or (said is None and asks_how_much(system, scene)):
        return 0
    return min(left, blow.outcome if said is None else said)


def spend_evading(resolver: Resolver, blow: state.Blow, much: int | None, of: str = "outcome") -> state.Blow:
    """Return the attack after evading: reduced to 0 if possible, or by ``much`` if that is given."""
    left = state.evading(resolver.combatant(blow.target))
    if much is not None and much > left:
        raise InvalidCommand(f"{resolver.clause(blow.target, 'has')} only {left} of evading left.")
    off = taken_off(resolver.system, resolver.scene, blow, much)
    if off:
        settings = (*(("evade_divided",) * (much is None)), *(("evade_firearms",) * (blow.kind == SHOT)))
        by = "".join(f"; setting {setting}" for setting in settings)
        resolver.because(of, f"{blow.target} evades", -off, f"The Contract: evading (S{by})")
        resolver.set_field(blow.target, "evade", left - off)
        resolver.say(f"Evading takes {off} off.")
        if blow.kind == SHOT:
            resolver.note("Evading counts against firearms here.")
    return replace(blow, outcome=blow.outcome - off)


def evade_pending(resolver: Resolver, blow: state.Blow, much: int | None = None) -> None:
    """Spend evading on a waiting attack: it misses, or waits with what is left of it."""
    resolver.because("need", f"{blow.by} with {t.arms(blow.weapon)}, waiting", blow.outcome)
    less = spend_evading(resolver, blow, much, "need")
    if less.outcome <= 0:
        state.settle_attack(resolver, blow, "evade")
        state.release_attacks(resolver, blow)
        resolver.say(f"{resolver.clause(blow.by, 'misses')} {blow.target}.")
    else:
        state.change_pending(resolver, lambda other: less if other.prompt == blow.prompt else other)


DOWN: Final = "incapacitated"
DEAD: Final = "dead"
BODY_REASON: Final = "body left"  # the name that the reasons for the remaining body count to


def injuries_of(combatant: Combatant) -> list[int]:
    """Return the severities of somebody's injuries."""
    return whole_numbers(combatant.fields.get("injuries"))


def whole_numbers(value: Plain) -> list[int]:
    """Return a stored list as whole numbers."""
    return [part for part in value if isinstance(part, int)] if isinstance(value, list) else []


def depletion(injuries: Sequence[int]) -> int:
    """Return how much injuries take: the worst, and 1 for each other."""
    return max(injuries) + len(injuries) - 1 if injuries else 0


def body_maximum(combatant: Combatant) -> int:
    """Return the unhurt body, as brawn determines it."""
    return t.BODY + (combatant.number("brawn", t.LEAST_BRAWN) + 1) // 2


def body_left(combatant: Combatant) -> int:
    """Return what is left of the body; below 0 is dead."""
    track = combatant.tracks.get("body")
    return (track.max if track else body_maximum(combatant)) - depletion(injuries_of(combatant))


def dice_lost(table: Sequence[int], left: int) -> int:
    """Return the dice lost with this much left; nothing left costs as much as 1."""
    return table[max(left, 1) - 1] if table and max(left, 1) <= len(table) else 0


def penalties(resolver: Resolver, name: str) -> tuple[tuple[str, int, str], ...]:
    """Return the penalties to all of somebody's rolls: label, dice, source."""
    combatant = resolver.combatant(name)
    if combatant.fields.get("eased"):
        return ()
    table = whole_numbers(resolver.setting("body_table"))
    source = "The Contract: body and mind (G; setting body_table)"
    left = {"injuries": body_left(combatant)}
    if "mind" in combatant.tracks:
        left["mind"] = combatant.value("mind")
    return tuple((label, lost, source) for label, points in left.items() if (lost := dice_lost(table, points)))


def update_body(resolver: Resolver, name: str, mind: int | None = None, better: bool = False) -> None:
    """Set what is left of the body, and whether somebody falls, dies, or is up again after getting ``better``.

    ``mind`` is the new value of the mind, which may be below 0.
    """
    combatant = resolver.combatant(name)
    left = body_left(combatant)
    most = combatant.tracks["body"].max if "body" in combatant.tracks else body_maximum(combatant)
    resolver.set_track(name, "body", max(0, left), most)
    sane = mind if mind is not None else combatant.value("mind") if "mind" in combatant.tracks else 1
    worst = min(left, sane)
    word = DEAD if worst < 0 else DOWN if worst == 0 else None
    if word is not None and combatant.out != DEAD:
        resolver.set_out(name, word)
    elif better and word is None and combatant.out == DOWN:
        resolver.set_out(name, None)


def out_in_words(combatant: Combatant) -> str:
    """Return how somebody is out, the dead with how far below 0 the body is; "" if they are up."""
    left = body_left(combatant)
    return f"{DEAD} at {minus(left)}" if combatant.out == DEAD and left < 0 else combatant.out or ""


def report_out(resolver: Resolver, name: str, was: str | None) -> None:
    """Report that somebody is down, or up again, if that is new since ``was``."""
    now = resolver.combatant(name)
    if now.out != was:
        resolver.say_of(name, f"is {out_in_words(now) or 'up again'}")


def injure(resolver: Resolver, name: str, severity: int) -> str:
    """Add an injury; returns its effects, for a sentence."""
    if severity <= 0:
        return "no injury"
    before = resolver.combatant(name).value("body")
    injuries = [*injuries_of(resolver.combatant(name)), severity]
    resolver.set_field(name, "injuries", injuries)
    update_body(resolver, name)
    combatant = resolver.combatant(name)
    if not resolver.total(BODY_REASON):
        source = "The Contract: body (G)"
        resolver.because(BODY_REASON, f"{name} unhurt", body_left(combatant) + depletion(injuries), source)
        resolver.because(BODY_REASON, "worst injury", -max(injuries), source)
        if len(injuries) > 1:
            label = "other injury" if len(injuries) == 2 else "other injuries"
            resolver.because(BODY_REASON, label, 1 - len(injuries), source)
    changed = f"injury {severity}, body {arrow(before, combatant.value('body'))}"
    return ", ".join(filter(None, (changed, out_in_words(combatant))))


def mend(resolver: Resolver, name: str, severity: int, to: int) -> None:
    """Lower an injury of this severity to ``to``; at 0 it is removed."""
    injuries = injuries_of(resolver.combatant(name))
    place = injuries.index(severity)
    resolver.set_field(name, "injuries", [*injuries[:place], *([to] if to > 0 else []), *injuries[place + 1 :]])
    update_body(resolver, name, better=True)


def change_mind(resolver: Resolver, name: str, change: int) -> None:
    """Take this much from the mind, or give it back."""
    value = resolver.combatant(name).value("mind") + change
    resolver.set_track(name, "mind", value)
    update_body(resolver, name, min(value, resolver.combatant(name).tracks["mind"].max), better=change > 0)
