"""Defences against an attack: dodge, parry, clash or none; and waiting for one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.combat.scene import Scene
from tracker.games.contract import tables as t
from tracker.games.contract.dice import DODGE, REACTION, Roll, prepare_roll
from tracker.games.contract.harm import land_attack, resolve_clash
from tracker.games.contract.result import Result
from tracker.games.contract.state import (
    ACTION,
    EXERTED,
    Blow,
    drop_attacks_of,
    evading,
    pending_on,
    set_pending,
    share_for,
    shares_of,
    spend_earlier,
)
from tracker.games.contract.tables import WeaponStats
from tracker.games.contract.turns import FREE, exert, no_mind, pay
from tracker.games.contract.weapons import FLYING, SHOT, committed_objection, note_uncarried, parry_weapon, weapon_stats
from tracker.games.contract.words import Change
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import clause
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver
from tracker.rules.system import System

REACTIONS: Final = ("dodge", "parry", "clash")
PARRY_BY: Final = "parry by "
"""The prefix, before a friend's name, of the answer that this friend parries."""


EVADE: Final = "evade"
"""The prefix, before a number, of the answer that spends this much evading on the attack."""


class Defence(Model):
    """A reaction as requested: who does what, with what result and weapon."""

    verb: str
    who: str
    result: Result
    weapon: str | None = None
    change: Change | None = None
    desperate: bool = False


def dodge_stats(system: System, scene: Scene) -> WeaponStats:
    """Return the stats of a dodge."""
    return WeaponStats(DODGE, t.DODGE[0], str(system.setting(scene, "dodge_ability")), t.STANDARD)


def parry_stats(scene: Scene, blow: Blow, who: str, weapon: str) -> WeaponStats:
    """Return the stats of a parry or clash: the weapon's own, easier with a weapon against bare hands (S)."""
    arms = weapon_stats(scene[who], weapon)
    easier = t.EASIER_PARRY if blow.kind == "brawl" and arms.kind == "melee" else 0
    return arms._replace(difficulty=arms.difficulty - easier)


def objections(system: System, scene: Scene, blow: Blow, verb: str, who: str, weapon: str) -> list[str]:
    """Return the rules against meeting this attack in this way."""
    against, kind = [], blow.kind
    now = system.setting(scene, "profile") == "current" and scene.band(who, blow.by) == t.ENGAGED
    shot_parried = verb == "parry" and kind == SHOT and now
    if kind == SHOT and not scene[who].fields.get("firearm_power") and not shot_parried:
        name = quote(who)
        way = f"take {name}" if blow.prompt else "say take"
        against.append(f"Only a power lets one react to firearms: set {name} firearm_power=yes, or {way}.")
    if verb != "parry" and who != blow.target:
        against.append(f"Nobody {verb}{'e' * (verb == 'clash')}s for a friend; parry for them.")
    if verb == "dodge":
        return against
    own = weapon_stats(scene[who], weapon).kind
    if kind in FLYING and not shot_parried:
        against.append(f"What is thrown or shot cannot be met with a {verb}. Try a dodge.")
    elif own in FLYING:
        against.append(f"A {weapon} cannot {verb}. Use a melee weapon, or bare hands against bare hands.")
    elif own == "brawl" and kind == "melee":
        against.append(f"Bare hands cannot {verb} a melee weapon. Dodge, or give them one: arm {quote(who)} WEAPON.")
    return against


def open_reactions(system: System, scene: Scene, blow: Blow) -> tuple[str, ...]:
    """Return the target's open reactions, desperate ones included; none if it cannot react at all."""
    target = scene[blow.target]
    if target.out is not None:
        return ()
    weapon = parry_weapon(target)
    legal = [verb for verb in REACTIONS if not objections(system, scene, blow, verb, target.name, weapon)]
    spent = target.spent if blow.earlier is None else blow.earlier
    if shares_of(target) and blow.earlier is None:
        return tuple(verb for verb in legal if share_for(target, verb, blow.by))
    if ACTION not in spent:
        return tuple(legal)
    if EXERTED in spent:
        return ()
    clashes = system.setting(scene, "desperate_clash")
    return tuple(f"desperate {verb}" for verb in legal if verb != "clash" or clashes)


def friends_who_parry(system: System, scene: Scene, blow: Blow) -> tuple[str, ...]:
    """Return the friends who may parry this attack for the target: in range, with their Action unspent."""
    friends = (friend for friend in scene.of_side(scene[blow.target].side) if friend.name not in (blow.target, blow.by))
    return tuple(
        friend.name
        for friend in friends
        if friend.out is None
        and (share_for(friend, "parry", blow.by) if shares_of(friend) else ACTION not in friend.spent)
        and scene.band(friend.name, blow.target) in t.IN_RANGE
        and not objections(system, scene, blow, "parry", friend.name, parry_weapon(friend))
    )


def asks_how_much(system: System, scene: Scene) -> bool:
    """Return whether evading is spent only on request."""
    return system.setting(scene, "evade_divided") == "asked"


def evading_left(system: System, scene: Scene, blow: Blow) -> int:
    """Return what evading could still take off a waiting attack, if its question asks for it."""
    if not asks_how_much(system, scene) or (blow.kind == SHOT and not system.setting(scene, "evade_firearms")):
        return 0
    return max(0, min(evading(scene[blow.target]), blow.outcome))


def reaction_prompt(system: System, scene: Scene, blow: Blow) -> tuple[str, tuple[str, ...]]:
    """Return the question of a waiting attack with its current answers: the target's own, then its friends'."""
    reactions = open_reactions(system, scene, blow)
    text = f"{blow.by} attacks with {blow.weapon}, outcome {blow.outcome}: {_or_take(reactions)}?"
    friends = (f"{PARRY_BY}{name}" for name in friends_who_parry(system, scene, blow))
    evades = (f"{EVADE} {much}" for much in range(evading_left(system, scene, blow), 0, -1))
    return text, (*reactions, "take", *evades, *friends)


def _or_take(reactions: Sequence[str]) -> str:
    return f"{', '.join(reactions)} or take" if reactions else "take"


def let_wait(resolver: Resolver, blow: Blow) -> None:
    """Let the attack wait for its target's reaction."""
    text, choices = reaction_prompt(resolver.system, resolver.scene, blow)
    number = resolver.ask("reaction", blow.target, text, choices, by=blow.by)
    set_pending(resolver, blow.target, [*pending_on(resolver.combatant(blow.target)), replace(blow, prompt=number)])
    resolver.say(f"It waits for {blow.target}: {_or_take(open_reactions(resolver.system, resolver.scene, blow))}.")


def prepare_defence(resolver: Resolver, blow: Blow, defence: Defence) -> tuple[Roll, str, WeaponStats]:
    """Pay for the reaction and prepare it; returns the roll, the weapon and its stats. May object."""
    who, verb = defence.who, defence.verb
    if who == blow.by:
        raise InvalidCommand(f"{who} made this attack; name somebody else who parries it.")
    weapon = defence.weapon or parry_weapon(resolver.combatant(who))
    if resolver.combatant(who).out is not None:
        is_out = clause(who, resolver.scene, "is", "are")
        resolver.objection(
            f"{is_out} out ({resolver.combatant(who).out}) and cannot react. Bring them back: back {quote(who)}."
        )
    for objection in objections(resolver.system, resolver.scene, blow, verb, who, weapon):
        resolver.objection(objection)
    band = resolver.scene.band(who, blow.target)
    if who != blow.target and band not in t.IN_RANGE:
        way = f"nearer {quote(who)} {quote(blow.target)}"
        resolver.objection(f"{who} and {blow.target} are {band}, out of range for a parry. Come nearer: {way}.")
    paid, earlier = FREE, blow.earlier if who == blow.target else None
    if defence.desperate:
        _exert_for(resolver, defence, earlier)
    elif earlier is not None:
        if ACTION in earlier:
            verb_open = "" if EXERTED in earlier else f" A desperate reaction is open: desperate {quote(who)} {verb}."
            resolver.objection(f"{who} had used the Action of the round this attack was made in.{verb_open}")
        elif blow.held and ACTION in resolver.combatant(who).spent:
            _give_up_act(resolver, who)
        else:
            resolver.note("It uses the Action of the round the attack was made in.")
        spend_earlier(resolver, who, ACTION)
    else:
        paid = pay(resolver, who, verb, blow.by, reaction=True, waits=bool(blow.prompt))
    dodge = verb == "dodge"
    arms = dodge_stats(resolver.system, resolver.scene) if dodge else parry_stats(resolver.scene, blow, who, weapon)
    if not dodge:
        note_uncarried(resolver, who, weapon)
    if paid.share is not None and arms.committed:
        resolver.objection(committed_objection(weapon))
    what = f"{who}'s {verb}" if dodge else f"{who}'s {verb} with {weapon}"
    roll = prepare_roll(resolver, who, what, arms, defence.change, paid, defence.result, REACTION)
    if defence.desperate and not resolver.free:
        resolver.set_field(who, "next_penalty", t.DESPERATE)
    return roll, weapon, arms


def _give_up_act(resolver: Resolver, who: str) -> None:
    """Use the Action of somebody who reacts to a held action before their own act came."""
    if not resolver.free:
        drop_attacks_of(resolver, who)
    resolver.note(f"{who} reacts before acting, so what set the held action off does not come: take it out in g.")


def _exert_for(resolver: Resolver, defence: Defence, earlier: tuple[str, ...] | None) -> None:
    """Exert the body for a desperate reaction; ``earlier`` is what was spent in the attack's round, if that is over."""
    who, current = defence.who, resolver.setting("profile") == "current"
    spent = resolver.combatant(who).spent if earlier is None else earlier
    if ACTION not in spent:
        resolver.objection(f"{who} still has the Action of this round. Use it: {defence.verb} {quote(who)}.")
    if defence.verb == "clash" and not resolver.setting("desperate_clash"):
        resolver.objection(
            "A desperate reaction is a dodge or a parry here. Allow a clash: settings desperate_clash=yes."
        )
    if current and "mind" not in resolver.combatant(who).tracks and not resolver.ruled:
        raise no_mind(who)
    track = "mind" if current else "body"
    before = resolver.combatant(who).value(track)
    exert(resolver, who, track, earlier)
    if not resolver.free:
        resolver.say(f"{who} exerts the {track}: {track} {before} → {resolver.combatant(who).value(track)}.")
        if defence.verb == "clash":
            resolver.note("A desperate reaction may be a clash (setting desperate_clash).")


def meet_attack(resolver: Resolver, blow: Blow, defence: Defence) -> Result:
    """Carry out the whole reaction; returns its result with the faces thrown."""
    roll, weapon, arms = prepare_defence(resolver, blow, defence)
    if defence.desperate and resolver.combatant(defence.who).out:
        resolver.say(f"The strain is too much for {defence.who}.")
        land_attack(resolver, blow)
        return defence.result
    outcome, result = roll.thrown(resolver, defence.result)
    resolver.say(
        f"{defence.who} meets it with a {'desperate ' if defence.desperate else ''}{defence.verb}: {t.signed(outcome)}."
    )
    if defence.verb == "clash":
        resolve_clash(resolver, blow, defence.who, outcome, weapon, arms)
    else:
        land_attack(resolver, blow, outcome, defence.verb)
    return result
