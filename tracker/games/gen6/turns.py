"""Sides, rounds and turns: who comes when, what begins and ends with a turn, what an action costs.

Rules page, Turns: side initiative; each turn a major and a minor action, or two minors, noted and never refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, zip_longest
from typing import Final

from msgspec.structs import replace

from tracker.combat.events import FieldBecame, OrderBecame, SpentBecame, TurnCame
from tracker.combat.scene import Scene
from tracker.games.gen6 import health
from tracker.games.gen6.rest import OVER
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver
from tracker.rules.turns import expire_at_round_end, expire_at_turn_end, expire_at_turn_start, full_order

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
    order = full_order(scene)
    at = order.index(on)
    passed_over = (name for name in order[:at] if scene[name].fields.get("began") != scene.turn.round)
    return (*order[at + 1 :], *passed_over)


def advance(resolver: Resolver, leaving: Sequence[str] = ()) -> None:
    """The next one to act, in a new round once everybody has had a turn; the dying bleed as their place is passed."""
    turn, order = resolver.scene.turn, full_order(resolver.scene)
    resolver.set_scene_field(OVER, None)
    on = turn.name if turn.name in order else None
    if on is not None:
        _in_the_chase(resolver, on)
        expire_at_turn_end(resolver, (on,))
        resolver.set_field(on, "ended", turn.round)
        if _walk(resolver, to_come(resolver.scene, on), leaving):
            return
    elif turn.round and resolver.scene.fields.get("rolling"):
        resolver.note("Nobody has rolled initiative for this round: the order stays.")
        resolver.set_scene_field("rolling", None)
        if _walk(resolver, order, leaving):
            return
    _begin_round(resolver, turn.round + 1)
    if turn.round and resolver.setting("initiative_each") == "round":
        resolver.set_scene_field("rolling", True)
        resolver.say("Roll initiative.")
    elif not _walk(resolver, order, leaving):
        resolver.say("Nobody is up to act.")


def _in_the_chase(resolver: Resolver, name: str) -> None:
    """A chase asks for a run every turn (S): who leaves one out is no longer in it."""
    if resolver.combatant(name).fields.get("chasing") and not {"run", _MAJOR + "run"} & {*done(resolver, name)}:
        resolver.note(f"{name} has not run this turn and is out of the chase.")
        resolver.set_field(name, "chasing", None)


def _begin_round(resolver: Resolver, number: int) -> None:
    """The next round; who is dying and was passed over by the Director's word on order has bled before it."""
    for name in resolver.scene.combatants if number > 1 else ():
        health.bleed(resolver, name)
    if number > 1:
        expire_at_round_end(resolver)
    resolver.emit(TurnCame(replace(resolver.scene.turn, round=number, side=None, name=None)))
    people = resolver.scene.combatants.values()
    spent = tuple(each.name for each in people if each.spent)
    did = tuple(each.name for each in people if each.fields.get("did"))
    resolver.emit(*((SpentBecame(spent, ()),) if spent else ()), *((FieldBecame(did, "did", None),) if did else ()))
    resolver.say(f"Round {number}.")


def _walk(resolver: Resolver, names: Sequence[str], leaving: Sequence[str]) -> bool:
    """Pass the places of these until one can act who has not had a turn in this round; says whether one was found."""
    for name in names:
        if name in leaving or had_turn(resolver.scene, name):
            continue
        begin_turn(resolver, name)
        if able(resolver.scene, name):
            resolver.emit(TurnCame(replace(resolver.scene.turn, side=resolver.combatant(name).side, name=name)))
            resolver.say(f"{name} is on.")
            return True
        expire_at_turn_end(resolver, (name,))
    resolver.emit(TurnCame(replace(resolver.scene.turn, side=None, name=None)))
    return False


def begin_turn(resolver: Resolver, name: str) -> None:
    """What the start of somebody's turn brings: effects end, what was prepared is lost, the dying bleed.

    A turn begins once a round: at the own place in the order, or with an action taken before it.
    """
    now = resolver.scene.turn.round
    if not now or resolver.combatant(name).fields.get("began") == now:
        return
    resolver.set_field(name, "began", now)
    if resolver.combatant(name).has("prepared"):
        resolver.say(f"{name} loses what was prepared.")
        resolver.set_field(name, "held", None)
        resolver.unmark(name, "prepared")
    expire_at_turn_start(resolver, (name,))
    health.bleed(resolver, name)


def afresh(resolver: Resolver) -> None:
    """Before a new fight: actions, breathers and moments of the old one are over."""
    people = tuple(resolver.scene.combatants.values())
    resolver.emit(SpentBecame(tuple(each.name for each in people), ()))
    for field in ("did", "began", "ended", "held", "chasing", "rested", "low"):
        names = tuple(each.name for each in people if field in each.fields)
        resolver.emit(*((FieldBecame(names, field, None),) if names else ()))
    for each in people:
        for condition in _GONE_WITH_THE_FIGHT:
            resolver.unmark(each.name, condition)
        if each.out == health.DYING and not each.has("stable"):
            resolver.set_field(each.name, "fell", 0)


def open_order(resolver: Resolver, totals: Mapping[str, int]) -> None:
    """Put everybody in order by the sides' initiative, high first, and begin the first turn if none has begun."""
    sides = sorted(totals, key=lambda side: -totals[side])
    alternate = resolver.setting("turn_order") == "alternate"
    resolver.emit(OrderBecame(sequence(resolver.scene, sides, alternate)))
    turn = resolver.scene.turn
    if turn.round and turn.name is not None:
        return
    resolver.set_scene_field("rolling", None)
    if not turn.round:
        _begin_round(resolver, 1)
    _walk(resolver, resolver.scene.order, ())


def seat(resolver: Resolver, names: Sequence[str]) -> None:
    """Newcomers come after the last of their side, once there is an order."""
    order = list(resolver.scene.order)
    if not order:
        return
    side = resolver.combatant(names[0]).side
    ends = [at for at, each in enumerate(order) if resolver.combatant(each).side == side]
    place = ends[-1] + 1 if ends else len(order)
    resolver.emit(OrderBecame((*order[:place], *names, *order[place:])))


# What an action costs


def act(resolver: Resolver, actor: str, verb: str, cost: str, prepared: bool = False) -> None:
    """One takes an action: what it costs is marked, aim is lost but to an attack, odd moments are noted."""
    if verb != "attack":
        resolver.unmark(actor, "aim")
    if prepared:
        release(resolver, actor, verb)
    else:
        _in_turn(resolver, actor, cost)
    counts = cost == MAJOR and not (prepared or resolver.ruled)
    resolver.set_field(actor, "did", [*done(resolver, actor), _MAJOR + verb if counts else verb])


def _in_turn(resolver: Resolver, actor: str, cost: str) -> None:
    """What an action brings that is not carried out as prepared before: the turn begins, and it costs."""
    begin_turn(resolver, actor)
    one, turn = resolver.combatant(actor), resolver.scene.turn
    singly = resolver.setting("turn_order") == "alternate"
    if turn.side not in (None, one.side) or (singly and turn.name not in (None, actor)):
        resolver.note(f"It is the turn of {turn.name or turn.side}.")
    if _MAJOR + "run" in done(resolver, actor):
        resolver.note(f"{actor} has run; nothing else comes after it this turn.")
    if cost in (MAJOR, MINOR):
        pay(resolver, actor, cost)


def too_far(resolver: Resolver, actor: str, yards: int, most: int, how: str) -> None:
    """Object to more yards than there are; a speed that is not on the sheet limits nothing and is noted."""
    if "speed" not in resolver.combatant(actor).fields:
        resolver.note(f"The speed of {actor} is not on the sheet.")
    elif yards > max(0, most):
        resolver.objection(f"{how}: {in_yards(max(0, most))} for {actor}, not {yards}.")


def in_yards(count: int) -> str:
    """A distance in words."""
    return f"{count} yard{'' if count == 1 else 's'}"


def keep_up(resolver: Resolver, actor: str, what: str) -> str:
    """An effect somebody keeps up until they fall to 0 health; gives the words for it."""
    kept = resolver.combatant(actor).fields.get("ongoing")
    resolver.set_field(actor, "ongoing", [*(kept if isinstance(kept, list) else ()), what])
    return ", and keeps it up"


def pay(resolver: Resolver, actor: str, cost: str) -> None:
    """Mark an action as spent; a second minor takes the place of the major one (G)."""
    spent = resolver.combatant(actor).spent
    if cost not in spent:
        resolver.spend(actor, cost)
    elif cost == MINOR and MAJOR not in spent:
        resolver.spend(actor, MAJOR)
    elif not resolver.ruled:
        resolver.note(f"{actor} has no {cost} action left this turn.")


def done(resolver: Resolver, actor: str) -> list[str]:
    """What somebody did this round, in the words of the commands, major actions marked."""
    found = resolver.combatant(actor).fields.get("did")
    return [str(each) for each in found] if isinstance(found, list) else []


def held_by(resolver: Resolver, actor: str) -> tuple[str, str]:
    """What somebody prepared: the word of the action, and all of it; both empty where nothing is."""
    held = str(resolver.combatant(actor).fields.get("held") or "")
    return held.partition(" ")[0], held


def release(resolver: Resolver, actor: str, verb: str) -> None:
    """What was prepared is carried out now, if it is this."""
    word, held = held_by(resolver, actor)
    if why := _nothing_held(resolver, actor):
        resolver.objection(why)
    elif word != verb:
        resolver.objection(f"{actor} prepared “{held}”, not {verb}.")
    resolver.unmark(actor, "prepared")
    resolver.set_field(actor, "held", None)


def _nothing_held(resolver: Resolver, actor: str) -> str:
    held = resolver.combatant(actor).has("prepared") and held_by(resolver, actor)[1]
    return "" if held else f"{actor} has prepared nothing; prepare {actor} ACTION does it on an own turn."


def _guard(resolver: Resolver, actor: str) -> str:
    taken = next((each for each in done(resolver, actor) if each.startswith(_MAJOR)), None)
    return f"Guard comes before any major action; {actor} has done {taken.removeprefix(_MAJOR)}." if taken else ""


def _defend(resolver: Resolver, actor: str) -> str:
    guarding = resolver.combatant(actor).has("guard")
    return f"{actor} is on guard, and the major action after that cannot be defend." if guarding else ""


def _run(resolver: Resolver, actor: str) -> str:
    prone = resolver.combatant(actor).has("prone")
    return f"{actor} is prone and cannot run; move {quote(actor)} 0 with=stand comes first." if prone else ""


def _courage(resolver: Resolver, actor: str) -> str:
    if resolver.combatant(actor).has("courage"):
        return f"A roll takes one point of courage, and {actor} has one waiting."
    return (
        ""
        if resolver.combatant(actor).value("courage")
        else f"{actor} has no courage left; a new play session refreshes it."
    )


AGAINST: Final[Mapping[str, Callable[[Resolver, str], str]]] = {
    "guard": _guard,
    "defend": _defend,
    "run": _run,
    "courage": _courage,
    "trigger": _nothing_held,
}
"""What speaks against an action before its other words are known, by its verb."""
