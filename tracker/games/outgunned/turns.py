"""Action Turns, Reaction Turns, and the cost of actions in them."""

from collections.abc import Collection
from typing import Final, Literal

from tracker.combat.events import TurnCame
from tracker.combat.scene import ENEMIES, HEROES, Combatant, Scene, Turn
from tracker.games.outgunned import state
from tracker.games.outgunned import tables as t
from tracker.rules.grammar import quote, spaced
from tracker.rules.resolver import Resolver
from tracker.rules.turns import TurnClock, go_on
from tracker.rules.view import Opening, TurnStatus

Cost = Literal["quick", "action", "whole", "reaction"]

ACTION: Final = "action"
REACTION: Final = "reaction"
BRAWL: Final = "brawl"
_SIDE: Final[dict[str | None, str]] = {ACTION: HEROES, REACTION: ENEMIES}
_PAYS: Final[dict[Cost, tuple[str, ...]]] = {"quick": ("quick", "full"), "action": ("full",), "whole": ("full",)}
"""The extra actions that can pay each cost; the first one is the one to buy for it."""

SPENT: Final = "its cost is spent"
ONLY_REACT: Final = "in a Reaction Turn without extra"  # why most actions are refused, for the reference

TITLES: Final = {ACTION: "an Action Turn", REACTION: "a Reaction Turn"}


def is_brawl(scene: Scene) -> bool:
    """Return whether this turn follows the rules of a brawl."""
    return state.fight_of(scene).mode == BRAWL


def fight_is_on(scene: Scene) -> bool:
    """Return whether a fight is running, so that actions have a cost."""
    return scene.turn.phase is not None


def actions_cost(scene: Scene, name: str) -> bool:
    """Return whether somebody's actions have a cost now; those of enemies never do."""
    return fight_is_on(scene) and scene[name].side == HEROES


def still_to_act(scene: Scene) -> tuple[str, ...]:
    """Return the heroes who have yet to roll this turn; in an Action Turn, also those with an extra action left."""
    acting, up = scene.turn.phase != REACTION, (hero for hero in scene.of_side(HEROES) if hero.out is None)
    return tuple(hero.name for hero in up if _owes_roll(scene, hero) or (acting and state.state_of(hero).bought))


def _owes_roll(scene: Scene, hero: Combatant) -> bool:
    safe = scene.turn.phase == REACTION and (is_out_of_reach(scene, hero) or _nobody_attacks(scene, hero))
    return hero.out is None and scene.turn.phase not in hero.spent and not safe


def is_out_of_reach(scene: Scene, hero: Combatant, enemy: str | None = None) -> bool:
    """Return whether total cover keeps a hero from an enemy's attack, by default the threat's, unless in melee (G)."""
    if hero.cover.degree != "total":
        return False
    enemy = enemy or state.threat_to(scene, hero.name).by
    enemies = (foe.name for foe in scene.combatants.values() if foe.side != hero.side and foe.out is None)
    near = (scene.band(hero.name, name) == "melee" for name in ((enemy,) if enemy else enemies))
    return scene.settings.get("cover_in_melee") == "kept" or not any(near)


def _nobody_attacks(scene: Scene, hero: Combatant) -> bool:
    ends = (combatant.out for combatant in scene.combatants.values() if combatant.side != HEROES)
    all_out = next(ends, None) is not None and None not in ends
    return all_out and state.threat_to(scene, hero.name) == state.EnemyAction()


def only_enemy_up(scene: Scene) -> str | None:
    """Return the only enemy who is up; None if there are several, or none."""
    up = [one.name for one in scene.combatants.values() if one.side != HEROES and one.out is None]
    return up[0] if len(up) == 1 else None


def open_fight_if_needed(resolver: Resolver) -> None:
    """Open an Action Turn for a hero's first action without ``begin``; an ended fight stays ended."""
    if not fight_is_on(resolver.scene) and not resolver.scene.is_over:
        CLOCK.open(resolver, ACTION)


def threat_in_words(scene: Scene) -> str:
    """Return the threat of this Reaction Turn in words, and the pool to react with."""
    threat = state.fight_of(scene).threat
    if threat is None:
        return "enemies attack"
    by = f"{threat.by}{',' if threat.pool else ':'} " if threat.by else ""
    return by + ": react with ".join(part for part in (threat.text, spaced(threat.pool or "")) if part)


class OutgunnedClock(TurnClock):
    """Action Turns of the heroes and Reaction Turns to the enemies, one after the other; a brawl has no reactions."""

    named = False

    def phases(self, scene: Scene) -> tuple[str | None, ...]:
        if is_brawl(scene):
            return (ACTION,)
        return (REACTION, ACTION) if state.fight_of(scene).opening == REACTION else (ACTION, REACTION)

    def turn_of_phase(self, number: int, phase: str | None) -> Turn:
        return Turn(number, phase, _SIDE.get(phase))

    def to_come(self, scene: Scene, leaving: Collection[str] = ()) -> tuple[Turn, ...]:
        return ()

    def holders(self, scene: Scene) -> tuple[str, ...]:
        everybody, heroes = scene.combatants.values(), scene.turn.phase == ACTION
        return tuple([combatant.name for combatant in everybody if (combatant.side == HEROES) == heroes])

    def may_act(self, scene: Scene, name: str) -> bool:
        """Return whether a hero has an action left or must still react; before the fight all may, after it nobody."""
        hero = scene[name]
        if hero.side != HEROES or hero.out is not None or scene.is_over:
            return False
        if scene.turn.phase == REACTION:
            return _owes_roll(scene, hero) or bool(state.state_of(hero).bought)
        return not fight_is_on(scene) or not {"action", "quick"} <= {*hero.spent} or bool(state.state_of(hero).bought)

    def openings(self, scene: Scene) -> tuple[Opening, ...]:
        if fight_is_on(scene) or scene.is_over:
            return ()
        return (Opening("positions", "nearer"), Opening("cover", "cover"), Opening("which turn first", "begin"))

    def running(self, scene: Scene) -> TurnStatus:
        turn = scene.turn
        if turn.phase is None:
            return TurnStatus("before the fight")
        kind = "BRAWL" if is_brawl(scene) else f"{turn.phase.upper()} TURN"
        active = threat_in_words(scene) if turn.phase == REACTION else turn.side or ""
        return TurnStatus(f"{kind} {turn.round}", active, still_to_act(scene))

    def heading(self, scene: Scene) -> str:
        turn = scene.turn
        return f"round {turn.round} · {turn.phase.title()} Turn" if turn.phase else f"round {turn.round}"

    def sentences(self, scene: Scene) -> tuple[str, ...]:
        kind = scene.turn.phase or ACTION
        return (f"The fight begins with {TITLES.get(kind, kind)}.", f"{kind.title()} Turn, round {scene.turn.round}.")

    def report(self, resolver: Resolver) -> None:
        resolver.say(self.sentences(resolver.scene)[1])

    def advance(self, resolver: Resolver, leaving: Collection[str] = ()) -> None:
        if fight_is_on(resolver.scene):
            super().advance(resolver, leaving)
        else:
            self.open(resolver, ACTION)
            resolver.say(self.sentences(resolver.scene)[0])

    def open(self, resolver: Resolver, kind: str) -> None:
        """Open the fight with this kind of turn; an earlier threat applies to a Reaction Turn."""
        _clear_turn(resolver, threats=kind != REACTION)
        go_on(resolver)
        state.set_fight(resolver, opening=kind)
        self.come(resolver, self.turn_of_phase(1, kind))

    def end_turns(self, resolver: Resolver, names: Collection[str]) -> None:
        """End the turn; note who has done nothing, and whose throw might have been changed."""
        acted, heroes = resolver.scene.turn.phase == ACTION, resolver.scene.of_side(HEROES)
        idle = [hero.name for hero in heroes if _owes_roll(resolver.scene, hero)]
        if idle:
            resolver.note(f"{resolver.clause(idle, 'has')} not {'acted' if acted else 'reacted'}.")
        offered = [wait.name for wait in resolver.system.pending(resolver.scene) if wait.answers and wait.name]
        if offered:
            resolver.note(f"{resolver.clause(offered, 'keeps')} what was thrown.")
        for hero in heroes:
            for kind in state.state_of(hero).bought:
                resolver.say(f"{resolver.whose(hero.name)} extra {kind.title()} Action lapses.")
        super().end_turns(resolver, names)
        _clear_turn(resolver)

    def give(self, resolver: Resolver, name: str) -> None:
        resolver.emit(TurnCame(self.turn_of(resolver.scene, name)))

    def close(self, resolver: Resolver) -> None:
        """Close the fight; the mode chosen for the next turn applies at once."""
        super().close(resolver)
        _clear_turn(resolver)

    def forget(self, resolver: Resolver) -> None:
        _clear_turn(resolver, new_mode=False)


CLOCK: Final = OutgunnedClock()


def _clear_turn(resolver: Resolver, threats: bool = True, new_mode: bool = True) -> None:
    """End what lasts for a turn; covering fire and ``threats`` after a Reaction Turn only. ``new_mode`` applies."""
    after_reaction = resolver.scene.turn.phase != ACTION
    resolver.restore()
    passing = state.OF_A_TURN | {"covered"}
    for combatant in [one for one in resolver.scene.combatants.values() if not passing.isdisjoint(one.fields)]:
        if after_reaction and state.covering_fire_for(combatant):
            resolver.set_field(combatant.name, "covered", False)
        if not state.OF_A_TURN.isdisjoint(combatant.fields):
            if combatant.fields.get("extra"):
                resolver.set_field(combatant.name, "extra", 0)
            state.set_state(resolver, combatant.name, bought=(), reaction=None, thrown=None)
    if after_reaction and threats:
        state.set_fight(resolver, threat=None, threat_for={})
    later = state.fight_of(resolver.scene).next_mode
    if new_mode and later is not None:
        state.set_fight(resolver, mode=later, next_mode=None)


def use_bought_action(resolver: Resolver, name: str, *kinds: str) -> str | None:
    """Use the first of these kinds of extra action that somebody has bought; returns None if there is none."""
    bought = list(state.state_of(resolver.combatant(name)).bought)
    kind = next((kind for kind in kinds if kind in bought), None)
    if kind is not None:
        bought.remove(kind)
        state.set_state(resolver, name, bought=tuple(bought))
        resolver.note(f"An extra {kind.title()} Action pays for it.")
    return kind


def buy_action(resolver: Resolver, name: str, kind: str) -> None:
    """Pay extra successes for an action; objects if there are too few."""
    price, have = t.EXTRA_COST[kind], resolver.combatant(name).number("extra")
    if have < price:
        has = resolver.clause(name, "has")
        resolver.objection(f"An extra {kind.title()} Action costs {price} extra, and {has} {have}.")
    elif not resolver.free:
        resolver.set_field(name, "extra", have - price)
        resolver.note(f"{price} of {have} extra {'pays' if price == 1 else 'pay'} for it.")


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
        price = t.EXTRA_COST[pays[0]] if pays else 0
        buys = "buys" if price == 1 else "buy"
        way = f" {price} extra {buys} one more: extra {quote(name)} {pays[0]}." if pays else ""
        resolver.objection(f"{against}.{way}")
        if resolver.ruled and resolver.scene.turn.phase != REACTION:
            _spend(resolver, name, cost)


def _spend(resolver: Resolver, name: str, cost: Cost) -> None:
    for word in ("quick", "action") if cost == "whole" else (cost,):
        resolver.spend(name, word)


def _cost_objection(resolver: Resolver, name: str, cost: Cost) -> str | None:
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
