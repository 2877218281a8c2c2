"""Turns and what an action costs (rules page, Turns)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from tracker.combat.events import SpentBecame, TurnCame
from tracker.combat.scene import ENEMIES, HEROES, Scene, Turn
from tracker.systems.base import Play
from tracker.systems.ending import round_ends, turn_ends, turn_starts
from tracker.systems.outgunned import tables as t
from tracker.systems.people import crowd
from tracker.systems.quoting import quote

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


def running(scene: Scene) -> bool:
    """Whether a turn is on, so that actions cost something."""
    return scene.turn.phase is not None


def costs(scene: Scene, name: str) -> bool:
    """Whether somebody's actions cost something now: enemies' never do."""
    return running(scene) and scene[name].side == HEROES


def open_if_new(play: Play) -> None:
    """A hero's first action without ``begin`` opens an Action Turn; after ``end`` it does not."""
    if not running(play.scene) and not play.scene.fields.get("over"):
        begin(play, ACTION)


def begin(play: Play, kind: str) -> None:
    """The fight opens with this kind of turn."""
    clear(play)
    change_mode(play)
    play.put_scene("opening", kind)
    play.put_scene("over", None)
    _turn_comes(play, Turn(1, kind))


def next_turn(play: Play) -> None:
    """On to the other kind of turn; in a brawl to the next Action Turn. Notes who has done nothing."""
    turn = play.scene.turn
    if turn.phase is None:
        begin(play, ACTION)
        play.say(f"The fight begins with {TITLES[ACTION]}.")
        return
    idle = [each.name for each in play.scene.of_side(HEROES) if each.out is None and turn.phase not in each.spent]
    if idle:
        play.note(f"Not {'acted' if turn.phase == ACTION else 'reacted'}: {crowd(idle, play.scene)}.")
    turn_ends(play, _whose(play.scene, turn.phase))
    clear(play)
    change_mode(play)
    brawl = is_brawl(play.scene)
    kind = REACTION if turn.phase == ACTION and not brawl else ACTION
    new_round = kind == (ACTION if brawl else play.scene.fields.get("opening"))
    if new_round:
        round_ends(play)
    _turn_comes(play, Turn(turn.round + new_round, kind))
    play.say(f"{kind.title()} Turn, round {play.scene.turn.round}.")


def _turn_comes(play: Play, turn: Turn) -> None:
    kind = turn.phase or ACTION
    play.do(TurnCame(replace(turn, side=_SIDE[kind])))
    turn_starts(play, _whose(play.scene, kind))


def _whose(scene: Scene, kind: str) -> tuple[str, ...]:
    """Whose turn it is: the heroes', or that of everybody else."""
    return tuple(each.name for each in scene.combatants.values() if (each.side == HEROES) == (kind == ACTION))


def change_mode(play: Play) -> None:
    """The rules said for the next turn count from now on."""
    later = play.scene.fields.get("next_mode")
    if later is not None:
        play.put_scene("mode", later)
        play.put_scene("next_mode", None)


def clear(play: Play) -> None:
    """What lasts only for a turn is gone; covering fire and what was asked at the end of a Reaction Turn."""
    reaction = play.scene.turn.phase != ACTION
    for one in play.scene.combatants.values():
        if one.spent:
            play.do(SpentBecame((one.name,), ()))
        if one.fields.get("extra"):
            play.put(one.name, "extra", 0)
        if reaction and one.fields.get("covered"):
            play.put(one.name, "covered", False)
        for field in ("bought", "reacted"):
            play.put(one.name, field, None)
    for field in ("threat", "threat_for") if reaction else ():
        play.put_scene(field, None)


def bought(play: Play, name: str) -> list[str]:
    """The extra actions somebody has bought and not yet used."""
    found = play.one(name).fields.get("bought")
    return [str(each) for each in found] if isinstance(found, list) else []


def use_bought(play: Play, name: str, *kinds: str) -> str | None:
    """Use up the first of these extra actions that was bought; None where none was."""
    held = bought(play, name)
    kind = next((each for each in kinds if each in held), None)
    if kind is not None:
        held.remove(kind)
        play.put(name, "bought", [*held] or None)
        play.note(f"An extra {kind.title()} Action pays.")
    return kind


def buy(play: Play, name: str, kind: str) -> None:
    """Pay extra units for one more action; objects where there are too few."""
    price, have = t.EXTRA_COST[kind], play.one(name).number("extra")
    if have < price:
        play.object_(f"An extra {kind.title()} Action costs {t.extra_units(price)}; {name} has {have}.")
    elif not play.ruled:
        play.put(name, "extra", have - price)
        play.note(f"{price} of {have} extra units pay.")


def pay(play: Play, name: str, cost: Cost, extra: bool = False, *, payable: bool = True) -> None:
    """Take an action's cost, or object: spent already, or the wrong turn.

    ``extra`` buys the action with extra units in the same line; ``payable``: extra actions may pay for it at all.
    """
    if not costs(play.scene, name):
        return
    if extra:
        buy(play, name, _PAYS[cost][0])
        return
    against = _against(play, name, cost)
    pays = _PAYS.get(cost, ()) if payable else ()
    if against is None:
        for word in ("quick", "action") if cost == "whole" else (cost,):
            play.spend(name, word)
    elif play.ruled or not use_bought(play, name, *pays):
        way = (
            f"; extra {quote(name)} {pays[0]} buys one more with {t.EXTRA_COST[pays[0]]} of the extra units"
            if pays
            else ""
        )
        play.object_(f"{against}{way}.")


def _against(play: Play, name: str, cost: Cost) -> str | None:
    """Why one's own actions of this turn cannot pay, None if they can."""
    spent, phase = play.one(name).spent, play.scene.turn.phase
    if cost == "reaction":
        return f"{name} has made the Reaction Roll of this turn" if REACTION in spent else None
    if phase == REACTION:
        return "In a Reaction Turn heroes only react"
    whole = ("quick", "action") if play.setting("whole_turn") == "both" else ("action",)
    used = [word for word in (whole if cost == "whole" else (cost,)) if word in spent]
    names = " and ".join({"quick": "the Quick Action", "action": "the Action Roll"}[word] for word in used)
    takes = "This takes the whole turn, and " if cost == "whole" else ""
    return f"{takes}{name} has used {names}" if used else None
