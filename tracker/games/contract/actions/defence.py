"""What meets an attack: dodge, parry, clash, or nothing; and the wait for it."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.combat.model import Model
from tracker.combat.scene import Scene
from tracker.games.contract import tables as t
from tracker.games.contract.dice import DODGE, REACTION, Roll, prepare_roll
from tracker.games.contract.harm import land_attack, resolve_clash
from tracker.games.contract.result import Result
from tracker.games.contract.state import ACTION, Blow, can_exert, pending_on, set_pending, share_for, shares_of
from tracker.games.contract.tables import WeaponStats
from tracker.games.contract.turns import FREE, exert, no_mind, pay
from tracker.games.contract.weapons import FLYING, SHOT, committed_objection, parry_weapon, weapon_stats
from tracker.games.contract.words import Change
from tracker.rules.declarations import Declarations
from tracker.rules.errors import InvalidCommand
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver

REACTIONS = ("dodge", "parry", "clash")


class Defence(Model):
    """A reaction as it is asked for: who does what, with what result and weapon."""

    verb: str
    who: str
    result: Result
    weapon: str | None = None
    change: Change | None = None
    desperate: bool = False


def dodge_stats(system: Declarations, scene: Scene) -> WeaponStats:
    """What a dodge rolls."""
    return WeaponStats(DODGE, t.DODGE[0], str(system.setting(scene, "dodge_ability")), t.STANDARD)


def parry_stats(scene: Scene, blow: Blow, who: str, weapon: str) -> WeaponStats:
    """What a parry or clash rolls: the weapon's own, easier with a weapon against bare hands (S)."""
    arms = weapon_stats(scene[who], weapon)
    easier = t.EASIER_PARRY if blow.kind == "brawl" and arms.kind == "melee" else 0
    return arms._replace(difficulty=arms.difficulty - easier)


def objections(system: Declarations, scene: Scene, blow: Blow, verb: str, who: str, weapon: str) -> list[str]:
    """The rules against meeting this attack so."""
    found, kind = [], blow.kind
    now = system.setting(scene, "profile") == "current" and scene.band(who, blow.by) == t.ENGAGED
    shot_parried = verb == "parry" and kind == SHOT and now
    if kind == SHOT and not scene[who].fields.get("firearm_power") and not shot_parried:
        name = quote(who)
        way = f"take {name}" if blow.prompt else "say take"
        found.append(f"Firearms are reacted to only with a power: set {name} firearm_power=yes, or {way}.")
    if verb != "parry" and who != blow.target:
        found.append(f"Nobody {verb}{'e' * (verb == 'clash')}s for a friend; parry for them.")
    if verb == "dodge":
        return found
    own = weapon_stats(scene[who], weapon).kind
    if kind in FLYING and not shot_parried:
        found.append(f"What is thrown or shot is not met with a {verb}; a dodge may do.")
    elif own in FLYING:
        found.append(f"A {weapon} does not {verb}; a melee weapon does, or bare hands against bare hands.")
    elif own == "brawl" and kind == "melee":
        found.append(f"Bare hands do not {verb} a melee weapon; arm {quote(who)}, or dodge.")
    return found


def open_reactions(system: Declarations, scene: Scene, blow: Blow) -> tuple[str, ...]:
    """The reactions the target has now, desperate ones included; none where it cannot react in any way."""
    one = scene[blow.target]
    if one.out is not None:
        return ()
    weapon = parry_weapon(one)
    legal = [verb for verb in REACTIONS if not objections(system, scene, blow, verb, one.name, weapon)]
    if shares_of(one):
        return tuple(verb for verb in legal if share_for(one, verb, blow.by))
    if ACTION not in one.spent:
        return tuple(legal)
    clashes = system.setting(scene, "desperate_clash")
    return tuple(f"desperate {verb}" for verb in legal if can_exert(one) and (verb != "clash" or clashes))


def reaction_prompt(system: Declarations, scene: Scene, blow: Blow) -> tuple[str, tuple[str, ...]]:
    """What is asked of an attack that waits, and its answers as they are now."""
    open_ = open_reactions(system, scene, blow)
    return f"{blow.by} attacks with {blow.weapon}, outcome {blow.outcome}: {_or_take(open_)}?", (*open_, "take")


def _or_take(open_: Sequence[str]) -> str:
    return f"{', '.join(open_)} or take" if open_ else "take"


def let_wait(resolver: Resolver, blow: Blow) -> None:
    """The attack waits for its target's reaction."""
    said, choices = reaction_prompt(resolver.system, resolver.scene, blow)
    number = resolver.ask("reaction", blow.target, said, choices, by=blow.by)
    asked = Blow(**{**blow.plain(), "prompt": number})
    set_pending(resolver, blow.target, [*pending_on(resolver.combatant(blow.target)), asked])
    resolver.say(f"It waits for {blow.target}: {_or_take(choices[:-1])}.")


def prepare_defence(resolver: Resolver, blow: Blow, defence: Defence) -> tuple[Roll, str, WeaponStats]:
    """The reaction paid for and ready to roll: the roll, the weapon and what it says. Objects to what is against it."""
    who, verb = defence.who, defence.verb
    if who == blow.by:
        raise InvalidCommand(f"{who} made this attack; name another who parries it.")
    weapon = defence.weapon or parry_weapon(resolver.combatant(who))
    if resolver.combatant(who).out is not None:
        back = f"back {quote(who)} brings them up again"
        resolver.objection(f"{who} is out ({resolver.combatant(who).out}) and cannot react; {back}.")
    for each in objections(resolver.system, resolver.scene, blow, verb, who, weapon):
        resolver.objection(each)
    if who != blow.target and resolver.scene.band(who, blow.target) not in (t.ENGAGED, t.NEAR):
        resolver.note(f"{who} and {blow.target} are {resolver.scene.band(who, blow.target)}, out of range for a parry.")
    paid = FREE
    if defence.desperate:
        _exert_for(resolver, defence)
    else:
        paid = pay(resolver, who, verb, blow.by, reaction=True, waits=bool(blow.prompt))
    dodge = verb == "dodge"
    arms = dodge_stats(resolver.system, resolver.scene) if dodge else parry_stats(resolver.scene, blow, who, weapon)
    if paid.share is not None and arms.committed:
        resolver.objection(committed_objection(weapon))
    what = f"{who}'s {verb}" if dodge else f"{who}'s {verb} with {weapon}"
    roll = prepare_roll(resolver, who, what, arms, defence.change, paid, defence.result, REACTION)
    if defence.desperate and not resolver.ruled:
        resolver.set_field(who, "next_penalty", t.DESPERATE)
    return roll, weapon, arms


def _exert_for(resolver: Resolver, defence: Defence) -> None:
    who, current = defence.who, resolver.setting("profile") == "current"
    if ACTION not in resolver.combatant(who).spent:
        resolver.objection(f"{who} still has the Action of this round; {defence.verb} {who} uses it.")
    if defence.verb == "clash" and not resolver.setting("desperate_clash"):
        resolver.objection("A desperate reaction is a dodge or a parry; settings desperate_clash=yes allows it.")
    if current and "mind" not in resolver.combatant(who).tracks and not resolver.ruled:
        raise no_mind(who)
    track = "mind" if current else "body"
    before = resolver.combatant(who).value(track)
    exert(resolver, who, track)
    if not resolver.ruled:
        resolver.say(f"{who} exerts the {track}: {track} {before} → {resolver.combatant(who).value(track)}.")


def meet_attack(resolver: Resolver, blow: Blow, defence: Defence) -> Result:
    """The whole reaction; gives its result with the faces that fell."""
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
