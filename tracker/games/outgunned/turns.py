"""Action Turns, Reaction Turns, and the cost of actions in them."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from tracker.combat.events import TurnCame
from tracker.combat.scene import ENEMIES, HEROES, Combatant, Scene, Turn
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.state import (
    Threat,
    bought_actions,
    clear_threats,
    clear_turn,
    common_threat,
    covering_fire_for,
    fight_of,
    set_bought,
    set_fight,
    threat_to,
)
from tracker.rules.ending import is_over
from tracker.rules.grammar import join_names
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver
from tracker.rules.turns import expire_at_round_end, expire_at_turn_end, expire_at_turn_start, go_on

Cost = Literal["quick", "action", "whole", "reaction"]

ACTION: Final = "action"
REACTION: Final = "reaction"
BRAWL: Final = "brawl"
_SIDE: Final = {ACTION: HEROES, REACTION: ENEMIES}
_PAYS: Final[dict[Cost, tuple[str, ...]]] = {"quick": ("quick", "full"), "action": ("full",), "whole": ("full",)}
"""The extra actions that can pay each cost; the first one is the one to buy for it."""

SPENT: Final = "its cost is spent"
ONLY_REACT: Final = "in a Reaction Turn without extra"
"""Why most actions are refused, for the reference."""

TITLES: Final = {ACTION: "an Action Turn", REACTION: "a Reaction Turn"}


def is_brawl(scene: Scene) -> bool:
    """Return whether this turn follows the rules of a brawl."""
    return fight_of(scene).mode == BRAWL


def fight_is_on(scene: Scene) -> bool:
    """Return whether a fight is running, so that actions have a cost."""
    return scene.turn.phase is not None


def actions_cost(scene: Scene, name: str) -> bool:
    """Return whether somebody's actions have a cost now; those of enemies never do."""
    return fight_is_on(scene) and scene[name].side == HEROES


def may_act(scene: Scene, combatant: Combatant) -> bool:
    """Return whether somebody has an action left, or must still react.

    Before the fight every hero may, after it nobody.
    """
    if combatant.side != HEROES or combatant.out is not None or is_over(scene):
        return False
    if scene.turn.phase == REACTION:
        return _owes_roll(scene, combatant) or bool(bought_actions(combatant))
    return not fight_is_on(scene) or not {"action", "quick"} <= {*combatant.spent} or bool(bought_actions(combatant))


def still_to_act(scene: Scene) -> tuple[str, ...]:
    """Return the heroes who have yet to roll this turn; in an Action Turn, also those with an extra action left."""
    heroes = scene.of_side(HEROES)
    if scene.turn.phase == REACTION:
        return tuple(hero.name for hero in heroes if _owes_roll(scene, hero))
    return tuple(hero.name for hero in heroes if _owes_roll(scene, hero) or (hero.out is None and bought_actions(hero)))


def _owes_roll(scene: Scene, hero: Combatant) -> bool:
    """Return whether a hero has yet to make the roll of this turn.

    Behind total cover, and where no enemy is up to attack, no reaction is needed.
    """
    safe = scene.turn.phase == REACTION and (is_out_of_reach(scene, hero) or _nobody_attacks(scene, hero))
    return hero.out is None and scene.turn.phase not in hero.spent and not safe


def is_out_of_reach(scene: Scene, hero: Combatant, enemy: str | None = None) -> bool:
    """Return whether total cover keeps a hero from an enemy's attack, by default from that of the threat.

    Nobody is behind total cover from those they stand in melee with (G, setting cover_in_melee).
    """
    if hero.cover.degree != "total":
        return False
    enemy = enemy or threat_to(scene, hero.name).by
    enemies = (foe.name for foe in scene.combatants.values() if foe.side != hero.side and foe.out is None)
    near = (scene.band(hero.name, name) == "melee" for name in ((enemy,) if enemy else enemies))
    return scene.settings.get("cover_in_melee") == "kept" or not any(near)


def _nobody_attacks(scene: Scene, hero: Combatant) -> bool:
    """Return whether all enemies are out and nothing else was said to threaten a hero."""
    enemies = [combatant for combatant in scene.combatants.values() if combatant.side != HEROES]
    return bool(enemies) and all(enemy.out is not None for enemy in enemies) and threat_to(scene, hero.name) == Threat()


def waits_for_threat(scene: Scene) -> bool:
    """Return whether the threat of a Reaction Turn is still open while anybody has yet to react."""
    return scene.turn.phase == REACTION and common_threat(scene) is None and bool(still_to_act(scene))


def only_enemy_up(scene: Scene) -> str | None:
    """Return the only enemy who is up; None if there are several, or none."""
    up = (combatant.name for combatant in scene.listed() if combatant.side != HEROES and combatant.out is None)
    first, second = next(up, None), next(up, None)
    return first if second is None else None


def open_fight_if_needed(resolver: Resolver) -> None:
    """Open an Action Turn for a hero's first action without ``begin``; an ended fight stays ended."""
    if not fight_is_on(resolver.scene) and not is_over(resolver.scene):
        open_fight(resolver, ACTION)


def open_fight(resolver: Resolver, kind: str) -> None:
    """Open the fight with this kind of turn; an earlier threat applies to a Reaction Turn."""
    clear_turn_state(resolver, threats=kind != REACTION)
    apply_next_mode(resolver)
    go_on(resolver)
    set_fight(resolver, opening=kind)
    _start_turn(resolver, Turn(1, kind))


def next_turn(resolver: Resolver) -> None:
    """Go on to the other kind of turn, in a brawl to the next Action Turn; note who has done nothing."""
    turn = resolver.scene.turn
    if turn.phase is None:
        open_fight(resolver, ACTION)
        resolver.say(fight_begins(ACTION))
        return
    idle = [hero.name for hero in resolver.scene.of_side(HEROES) if _owes_roll(resolver.scene, hero)]
    if idle:
        resolver.note(f"Not {'acted' if turn.phase == ACTION else 'reacted'}: {join_names(idle, resolver.scene)}.")
    for hero in resolver.scene.of_side(HEROES):
        for kind in bought_actions(hero):
            resolver.say(f"The extra {kind.title()} Action of {hero.name} lapses.")
    expire_at_turn_end(resolver, _of_turn(resolver.scene, turn.phase))
    clear_turn_state(resolver)
    apply_next_mode(resolver)
    brawl = is_brawl(resolver.scene)
    kind = REACTION if turn.phase == ACTION and not brawl else ACTION
    new_round = kind == (ACTION if brawl else fight_of(resolver.scene).opening)
    if new_round:
        expire_at_round_end(resolver)
    _start_turn(resolver, Turn(turn.round + new_round, kind))
    resolver.say(turn_begins(resolver.scene.turn))


def fight_begins(kind: str) -> str:
    """Return the sentence for opening a fight with this kind of turn."""
    return f"The fight begins with {TITLES[kind]}."


def turn_begins(turn: Turn) -> str:
    """Return the sentence for a new turn."""
    return f"{(turn.phase or ACTION).title()} Turn, round {turn.round}."


def turn_sentences(scene: Scene) -> tuple[str, ...]:
    """Return what is reported when the current turn begins."""
    return (fight_begins(scene.turn.phase or ACTION), turn_begins(scene.turn))


def _start_turn(resolver: Resolver, turn: Turn) -> None:
    kind = turn.phase or ACTION
    resolver.emit(TurnCame(replace(turn, side=_SIDE[kind])))
    expire_at_turn_start(resolver, _of_turn(resolver.scene, kind))


def _of_turn(scene: Scene, kind: str) -> tuple[str, ...]:
    """Return whose turn it is: the heroes', or everybody else's."""
    everybody = scene.combatants.values()
    return tuple(combatant.name for combatant in everybody if (combatant.side == HEROES) == (kind == ACTION))


def apply_next_mode(resolver: Resolver) -> None:
    """Apply the mode chosen for the next turn."""
    later = fight_of(resolver.scene).next_mode
    if later is not None:
        set_fight(resolver, mode=later, next_mode=None)


def clear_turn_state(resolver: Resolver, threats: bool = True) -> None:
    """End what lasts for a turn; covering fire and ``threats`` only if it was a Reaction Turn."""
    after_reaction = resolver.scene.turn.phase != ACTION
    resolver.restore()
    for combatant in resolver.scene.combatants.values():
        if after_reaction and covering_fire_for(combatant):
            resolver.set_field(combatant.name, "covered", False)
        clear_turn(resolver, combatant.name)
    if after_reaction and threats:
        clear_threats(resolver)


def use_bought_action(resolver: Resolver, name: str, *kinds: str) -> str | None:
    """Use the first of these kinds of extra action that somebody has bought; returns None if there is none."""
    bought = list(bought_actions(resolver.combatant(name)))
    kind = next((kind for kind in kinds if kind in bought), None)
    if kind is not None:
        bought.remove(kind)
        set_bought(resolver, name, bought)
        resolver.note(f"An extra {kind.title()} Action pays for it.")
    return kind


def buy_action(resolver: Resolver, name: str, kind: str) -> None:
    """Pay extra successes for an action; objects if there are too few."""
    price, have = t.EXTRA_COST[kind], resolver.combatant(name).number("extra")
    if have < price:
        resolver.objection(f"An extra {kind.title()} Action costs {price} extra; {name} has {have}.")
    elif not resolver.free:
        resolver.set_field(name, "extra", have - price)
        resolver.note(f"{price} of {have} extra pays for it.")


def pay(resolver: Resolver, name: str, cost: Cost, extra: bool = False, *, payable: bool = True) -> None:
    """Spend an action's cost, or object: it is spent already, or this is the wrong turn.

    ``extra`` buys the action with extra successes in the same line. ``payable``: extra actions may pay at all.
    """
    if not actions_cost(resolver.scene, name):
        return
    if extra:
        buy_action(resolver, name, _PAYS[cost][0])
        return
    against = _cost_objection(resolver, name, cost)
    pays = _PAYS.get(cost, ()) if payable else ()
    if against is None:
        _spend(resolver, name, cost)
    elif resolver.free or not use_bought_action(resolver, name, *pays):
        way = f" {t.EXTRA_COST[pays[0]]} extra buys one more: extra {quote(name)} {pays[0]}." if pays else ""
        resolver.objection(f"{against}.{way}")
        if resolver.ruled and resolver.scene.turn.phase != REACTION:
            _spend(resolver, name, cost)


def _spend(resolver: Resolver, name: str, cost: Cost) -> None:
    """Mark what an action spends; a ruling spends what is left of it, or nothing."""
    for word in ("quick", "action") if cost == "whole" else (cost,):
        resolver.spend(name, word)


def _cost_objection(resolver: Resolver, name: str, cost: Cost) -> str | None:
    """Return why somebody's own actions of this turn cannot pay; None if they can."""
    spent, phase = resolver.combatant(name).spent, resolver.scene.turn.phase
    if cost == "reaction":
        return f"{name} has made this turn's Reaction Roll" if REACTION in spent else None
    if phase == REACTION:
        return "In a Reaction Turn heroes only react"
    whole = ("quick", "action") if resolver.setting("whole_turn") == "both" else ("action",)
    used = [word for word in (whole if cost == "whole" else (cost,)) if word in spent]
    names = " and ".join({"quick": "the Quick Action", "action": "the Action Roll"}[word] for word in used)
    takes = "This takes the whole turn, and " if cost == "whole" else ""
    return f"{takes}{name} has used {names}" if used else None
