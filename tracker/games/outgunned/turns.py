"""Action Turns and Reaction Turns, and what an action costs in them."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from tracker.combat.events import SpentBecame, TurnCame
from tracker.combat.scene import ENEMIES, HEROES, Scene, Turn
from tracker.games.outgunned import tables as t
from tracker.rules.grammar import join_names
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver
from tracker.rules.turns import expire_at_round_end, expire_at_turn_end, expire_at_turn_start

Cost = Literal["quick", "action", "whole", "reaction"]

ACTION: Final = "action"
REACTION: Final = "reaction"
BRAWL: Final = "brawl"
_SIDE: Final = {ACTION: HEROES, REACTION: ENEMIES}
_PAYS: Final[dict[Cost, tuple[str, ...]]] = {"quick": ("quick", "full"), "action": ("full",), "whole": ("full",)}
"""Which extra actions pay a cost, the one that is bought for it first."""

SPENT: Final = "its cost is spent"
ONLY_REACT: Final = "in a Reaction Turn without extra"
"""What is against most actions, for the reference."""

TITLES: Final = {ACTION: "an Action Turn", REACTION: "a Reaction Turn"}


def is_brawl(scene: Scene) -> bool:
    """Whether this turn follows the rules of a brawl."""
    return scene.fields.get("mode") == BRAWL


def fight_is_on(scene: Scene) -> bool:
    """Whether a turn is on, so that actions cost something."""
    return scene.turn.phase is not None


def actions_cost(scene: Scene, name: str) -> bool:
    """Whether somebody's actions cost something now: enemies' never do."""
    return fight_is_on(scene) and scene[name].side == HEROES


def open_fight_if_needed(resolver: Resolver) -> None:
    """A hero's first action without ``begin`` opens an Action Turn; after ``end`` it does not."""
    if not fight_is_on(resolver.scene) and not resolver.scene.fields.get("over"):
        open_fight(resolver, ACTION)


def open_fight(resolver: Resolver, kind: str) -> None:
    """The fight opens with this kind of turn."""
    clear_turn_state(resolver)
    apply_next_mode(resolver)
    resolver.set_scene_field("opening", kind)
    resolver.set_scene_field("over", None)
    _start_turn(resolver, Turn(1, kind))


def next_turn(resolver: Resolver) -> None:
    """On to the other kind of turn; in a brawl to the next Action Turn. Notes who has done nothing."""
    turn = resolver.scene.turn
    if turn.phase is None:
        open_fight(resolver, ACTION)
        resolver.say(f"The fight begins with {TITLES[ACTION]}.")
        return
    idle = [each.name for each in resolver.scene.of_side(HEROES) if each.out is None and turn.phase not in each.spent]
    if idle:
        resolver.note(f"Not {'acted' if turn.phase == ACTION else 'reacted'}: {join_names(idle, resolver.scene)}.")
    expire_at_turn_end(resolver, _of_turn(resolver.scene, turn.phase))
    clear_turn_state(resolver)
    apply_next_mode(resolver)
    brawl = is_brawl(resolver.scene)
    kind = REACTION if turn.phase == ACTION and not brawl else ACTION
    new_round = kind == (ACTION if brawl else resolver.scene.fields.get("opening"))
    if new_round:
        expire_at_round_end(resolver)
    _start_turn(resolver, Turn(turn.round + new_round, kind))
    resolver.say(f"{kind.title()} Turn, round {resolver.scene.turn.round}.")


def _start_turn(resolver: Resolver, turn: Turn) -> None:
    kind = turn.phase or ACTION
    resolver.emit(TurnCame(replace(turn, side=_SIDE[kind])))
    expire_at_turn_start(resolver, _of_turn(resolver.scene, kind))


def _of_turn(scene: Scene, kind: str) -> tuple[str, ...]:
    """Whose turn it is: the heroes', or that of everybody else."""
    return tuple(each.name for each in scene.combatants.values() if (each.side == HEROES) == (kind == ACTION))


def apply_next_mode(resolver: Resolver) -> None:
    """The rules said for the next turn count from now on."""
    later = resolver.scene.fields.get("next_mode")
    if later is not None:
        resolver.set_scene_field("mode", later)
        resolver.set_scene_field("next_mode", None)


def clear_turn_state(resolver: Resolver) -> None:
    """What lasts only for a turn is gone; covering fire and what was asked at the end of a Reaction Turn."""
    reaction = resolver.scene.turn.phase != ACTION
    for one in resolver.scene.combatants.values():
        if one.spent:
            resolver.emit(SpentBecame((one.name,), ()))
        if one.fields.get("extra"):
            resolver.set_field(one.name, "extra", 0)
        if reaction and one.fields.get("covered"):
            resolver.set_field(one.name, "covered", False)
        for field in ("bought", "reacted"):
            resolver.set_field(one.name, field, None)
    for field in ("threat", "threat_for") if reaction else ():
        resolver.set_scene_field(field, None)


def bought_actions(resolver: Resolver, name: str) -> list[str]:
    """The extra actions somebody has bought and not yet used."""
    found = resolver.combatant(name).fields.get("bought")
    return [str(each) for each in found] if isinstance(found, list) else []


def use_bought_action(resolver: Resolver, name: str, *kinds: str) -> str | None:
    """Use up the first of these extra actions that was bought; None where none was."""
    held = bought_actions(resolver, name)
    kind = next((each for each in kinds if each in held), None)
    if kind is not None:
        held.remove(kind)
        resolver.set_field(name, "bought", [*held] or None)
        resolver.note(f"An extra {kind.title()} Action pays.")
    return kind


def buy_action(resolver: Resolver, name: str, kind: str) -> None:
    """Pay extra units for one more action; objects where there are too few."""
    price, have = t.EXTRA_COST[kind], resolver.combatant(name).number("extra")
    if have < price:
        resolver.objection(f"An extra {kind.title()} Action costs {t.extra_units(price)}; {name} has {have}.")
    elif not resolver.ruled:
        resolver.set_field(name, "extra", have - price)
        resolver.note(f"{price} of {have} extra units pay.")


def pay(resolver: Resolver, name: str, cost: Cost, extra: bool = False, *, payable: bool = True) -> None:
    """Take an action's cost, or object: spent already, or the wrong turn.

    ``extra`` buys the action with extra units in the same line; ``payable``: extra actions may pay for it at all.
    """
    if not actions_cost(resolver.scene, name):
        return
    if extra:
        buy_action(resolver, name, _PAYS[cost][0])
        return
    against = _cost_objection(resolver, name, cost)
    pays = _PAYS.get(cost, ()) if payable else ()
    if against is None:
        for word in ("quick", "action") if cost == "whole" else (cost,):
            resolver.spend(name, word)
    elif resolver.ruled or not use_bought_action(resolver, name, *pays):
        way = (
            f"; extra {quote(name)} {pays[0]} buys one more with {t.EXTRA_COST[pays[0]]} of the extra units"
            if pays
            else ""
        )
        resolver.objection(f"{against}{way}.")


def _cost_objection(resolver: Resolver, name: str, cost: Cost) -> str | None:
    """Why one's own actions of this turn cannot pay, None if they can."""
    spent, phase = resolver.combatant(name).spent, resolver.scene.turn.phase
    if cost == "reaction":
        return f"{name} has made the Reaction Roll of this turn" if REACTION in spent else None
    if phase == REACTION:
        return "In a Reaction Turn heroes only react"
    whole = ("quick", "action") if resolver.setting("whole_turn") == "both" else ("action",)
    used = [word for word in (whole if cost == "whole" else (cost,)) if word in spent]
    names = " and ".join({"quick": "the Quick Action", "action": "the Action Roll"}[word] for word in used)
    takes = "This takes the whole turn, and " if cost == "whole" else ""
    return f"{takes}{name} has used {names}" if used else None
