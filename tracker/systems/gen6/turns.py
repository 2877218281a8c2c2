"""Sides, rounds and turns: who comes when, what begins and ends with a turn, what an action costs.

Rules page, Turns: side initiative; each turn a major and a minor action, or two minors, noted and never refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from typing import Final

from tracker.combat.events import FieldBecame, OrderBecame, SpentBecame, TurnCame
from tracker.combat.scene import Scene
from tracker.systems.base import Play
from tracker.systems.ending import round_ends, turn_ends, turn_starts
from tracker.systems.gen6 import health
from tracker.systems.gen6.rest import OVER
from tracker.systems.order import whole_order
from tracker.systems.quoting import quote

MAJOR: Final = "major"
MINOR: Final = "minor"
_MAJOR: Final = "major:"
MAJORS: Final = ("attack", "charge", "defend", "firstaid", "run")
"""The major actions that can be prepared and triggered by their own word."""
_GONE_WITH_THE_FIGHT: Final = ("aim", "guard", "defend", "prepared")


def sequence(scene: Scene, sides: Sequence[str], alternate: bool) -> tuple[str, ...]:
    """Everybody's turns: side by side, or one of each side in turn."""
    people = [[each.name for each in scene.listed() if each.side == side] for side in sides]
    dealt = chain.from_iterable(zip_longest(*people) if alternate else people)
    return tuple(name for name in dealt if name is not None)


def able(scene: Scene, name: str) -> bool:
    """Whether the turn stops at somebody: up, and not surprised."""
    return scene[name].out is None and not scene[name].has("surprised")


def had_turn(scene: Scene, name: str) -> bool:
    """Whether somebody's turn of this round is over, wherever they stand in the order now."""
    return scene[name].fields.get("ended") == scene.turn.round


def to_come(scene: Scene, on: str) -> tuple[str, ...]:
    """Whose places of this round come after one's: the later ones, then those that were passed over."""
    order = whole_order(scene)
    at = order.index(on)
    passed_over = (name for name in order[:at] if scene[name].fields.get("began") != scene.turn.round)
    return (*order[at + 1 :], *passed_over)


def advance(play: Play, leaving: Sequence[str] = ()) -> None:
    """The next one to act, in a new round once everybody has had a turn; the dying bleed as their place is passed."""
    turn, order = play.scene.turn, whole_order(play.scene)
    play.put_scene(OVER, None)
    on = turn.name if turn.name in order else None
    if on is not None:
        _in_the_chase(play, on)
        turn_ends(play, (on,))
        play.put(on, "ended", turn.round)
        if _walk(play, to_come(play.scene, on), leaving):
            return
    elif turn.round and play.scene.fields.get("rolling"):
        play.note("Nobody has rolled initiative for this round: the order stays.")
        play.put_scene("rolling", None)
        if _walk(play, order, leaving):
            return
    _begin_round(play, turn.round + 1)
    if turn.round and play.setting("initiative_each") == "round":
        play.put_scene("rolling", True)
        play.say("Roll initiative.")
    elif not _walk(play, order, leaving):
        play.say("Nobody is up to act.")


def _in_the_chase(play: Play, name: str) -> None:
    """A chase asks for a run every turn (S): who leaves one out is no longer in it."""
    if play.one(name).fields.get("chasing") and not {"run", _MAJOR + "run"} & {*done(play, name)}:
        play.note(f"{name} has not run this turn and is out of the chase.")
        play.put(name, "chasing", None)


def _begin_round(play: Play, number: int) -> None:
    """The next round; who is dying and was passed over by the Director's word on order has bled before it."""
    for name in play.scene.combatants if number > 1 else ():
        health.bleed(play, name)
    if number > 1:
        round_ends(play)
    play.do(TurnCame(replace(play.scene.turn, round=number, side=None, name=None)))
    people = play.scene.combatants.values()
    spent = tuple(each.name for each in people if each.spent)
    did = tuple(each.name for each in people if each.fields.get("did"))
    play.do(*((SpentBecame(spent, ()),) if spent else ()), *((FieldBecame(did, "did", None),) if did else ()))
    play.say(f"Round {number}.")


def _walk(play: Play, names: Sequence[str], leaving: Sequence[str]) -> bool:
    """Pass the places of these until one can act who has not had a turn in this round; says whether one was found."""
    for name in names:
        if name in leaving or had_turn(play.scene, name):
            continue
        begin_turn(play, name)
        if able(play.scene, name):
            play.do(TurnCame(replace(play.scene.turn, side=play.one(name).side, name=name)))
            play.say(f"{name} is on.")
            return True
        turn_ends(play, (name,))
    play.do(TurnCame(replace(play.scene.turn, side=None, name=None)))
    return False


def begin_turn(play: Play, name: str) -> None:
    """What the start of somebody's turn brings: effects end, what was prepared is lost, the dying bleed.

    A turn begins once a round: at the own place in the order, or with an action taken before it.
    """
    now = play.scene.turn.round
    if not now or play.one(name).fields.get("began") == now:
        return
    play.put(name, "began", now)
    if play.one(name).has("prepared"):
        play.say(f"{name} loses what was prepared.")
        play.put(name, "held", None)
        play.unmark(name, "prepared")
    turn_starts(play, (name,))
    health.bleed(play, name)


def afresh(play: Play) -> None:
    """Before a new fight: actions, breathers and moments of the old one are over."""
    people = tuple(play.scene.combatants.values())
    play.do(SpentBecame(tuple(each.name for each in people), ()))
    for field in ("did", "began", "ended", "held", "chasing", "rested", "low"):
        names = tuple(each.name for each in people if field in each.fields)
        play.do(*((FieldBecame(names, field, None),) if names else ()))
    for each in people:
        for condition in _GONE_WITH_THE_FIGHT:
            play.unmark(each.name, condition)
        if each.out == health.DYING and not each.has("stable"):
            play.put(each.name, "fell", 0)


def open_order(play: Play, totals: Mapping[str, int]) -> None:
    """Put everybody in order by the sides' initiative, high first, and begin the first turn if none has begun."""
    sides = sorted(totals, key=lambda side: -totals[side])
    alternate = play.setting("turn_order") == "alternate"
    play.do(OrderBecame(sequence(play.scene, sides, alternate)))
    turn = play.scene.turn
    if turn.round and turn.name is not None:
        return
    play.put_scene("rolling", None)
    if not turn.round:
        _begin_round(play, 1)
    _walk(play, play.scene.order, ())


def seat(play: Play, names: Sequence[str]) -> None:
    """Newcomers come after the last of their side, once there is an order."""
    order = list(play.scene.order)
    if not order:
        return
    side = play.one(names[0]).side
    ends = [at for at, each in enumerate(order) if play.one(each).side == side]
    place = ends[-1] + 1 if ends else len(order)
    play.do(OrderBecame((*order[:place], *names, *order[place:])))


# What an action costs


def act(play: Play, actor: str, verb: str, cost: str, prepared: bool = False) -> None:
    """One takes an action: what it costs is marked, aim is lost but to an attack, odd moments are noted."""
    if verb != "attack":
        play.unmark(actor, "aim")
    if prepared:
        release(play, actor, verb)
    else:
        _in_turn(play, actor, cost)
    counts = cost == MAJOR and not (prepared or play.ruled)
    play.put(actor, "did", [*done(play, actor), _MAJOR + verb if counts else verb])


def _in_turn(play: Play, actor: str, cost: str) -> None:
    """What an action brings that is not carried out as prepared before: the turn begins, and it costs."""
    begin_turn(play, actor)
    one, turn = play.one(actor), play.scene.turn
    singly = play.setting("turn_order") == "alternate"
    if turn.side not in (None, one.side) or (singly and turn.name not in (None, actor)):
        play.note(f"It is the turn of {turn.name or turn.side}.")
    if _MAJOR + "run" in done(play, actor):
        play.note(f"{actor} has run; nothing else comes after it this turn.")
    if cost in (MAJOR, MINOR):
        pay(play, actor, cost)


def too_far(play: Play, actor: str, yards: int, most: int, how: str) -> None:
    """Object to more yards than there are; a speed that is not on the sheet limits nothing and is noted."""
    if "speed" not in play.one(actor).fields:
        play.note(f"The speed of {actor} is not on the sheet.")
    elif yards > max(0, most):
        play.object_(f"{how}: {in_yards(max(0, most))} for {actor}, not {yards}.")


def in_yards(count: int) -> str:
    """A distance in words."""
    return f"{count} yard{'' if count == 1 else 's'}"


def keep_up(play: Play, actor: str, what: str) -> str:
    """An effect somebody keeps up until they fall to 0 health; gives the words for it."""
    kept = play.one(actor).fields.get("ongoing")
    play.put(actor, "ongoing", [*(kept if isinstance(kept, list) else ()), what])
    return ", and keeps it up"


def pay(play: Play, actor: str, cost: str) -> None:
    """Mark an action as spent; a second minor takes the place of the major one (G)."""
    spent = play.one(actor).spent
    if cost not in spent:
        play.spend(actor, cost)
    elif cost == MINOR and MAJOR not in spent:
        play.spend(actor, MAJOR)
    elif not play.ruled:
        play.note(f"{actor} has no {cost} action left this turn.")


def done(play: Play, actor: str) -> list[str]:
    """What somebody did this round, in the words of the commands, major actions marked."""
    found = play.one(actor).fields.get("did")
    return [str(each) for each in found] if isinstance(found, list) else []


def held_by(play: Play, actor: str) -> tuple[str, str]:
    """What somebody prepared: the word of the action, and all of it; both empty where nothing is."""
    held = str(play.one(actor).fields.get("held") or "")
    return held.partition(" ")[0], held


def release(play: Play, actor: str, verb: str) -> None:
    """What was prepared is carried out now, if it is this."""
    word, held = held_by(play, actor)
    if why := _nothing_held(play, actor):
        play.object_(why)
    elif word != verb:
        play.object_(f"{actor} prepared “{held}”, not {verb}.")
    play.unmark(actor, "prepared")
    play.put(actor, "held", None)


def _nothing_held(play: Play, actor: str) -> str:
    held = play.one(actor).has("prepared") and held_by(play, actor)[1]
    return "" if held else f"{actor} has prepared nothing; prepare {actor} ACTION does it on an own turn."


def _guard(play: Play, actor: str) -> str:
    taken = next((each for each in done(play, actor) if each.startswith(_MAJOR)), None)
    return f"Guard comes before any major action; {actor} has done {taken.removeprefix(_MAJOR)}." if taken else ""


def _defend(play: Play, actor: str) -> str:
    guarding = play.one(actor).has("guard")
    return f"{actor} is on guard, and the major action after that cannot be defend." if guarding else ""


def _run(play: Play, actor: str) -> str:
    prone = play.one(actor).has("prone")
    return f"{actor} is prone and cannot run; move {quote(actor)} 0 with=stand comes first." if prone else ""


def _courage(play: Play, actor: str) -> str:
    if play.one(actor).has("courage"):
        return f"A roll takes one point of courage, and {actor} has one waiting."
    return "" if play.one(actor).value("courage") else f"{actor} has no courage left; a new play session refreshes it."


AGAINST: Final[Mapping[str, Callable[[Play, str], str]]] = {
    "guard": _guard,
    "defend": _defend,
    "run": _run,
    "courage": _courage,
    "trigger": _nothing_held,
}
"""What speaks against an action before its other words are known, by its verb."""
