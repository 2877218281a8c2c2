"""Rounds and turns of a game file, in its phases: by initiative, by sides, one of each side in turn, or free."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, cast

from tracker.combat.events import OrderBecame, TurnCame
from tracker.combat.scene import Plain, Scene, Turn
from tracker.games.language.changes import Change
from tracker.games.language.doing import Doing, fire
from tracker.games.language.rules import Rules
from tracker.games.language.throws import Fell, read_throw
from tracker.rules.action import Action, ByHand, ForSeveral
from tracker.rules.check import Check, Way
from tracker.rules.command import argument, result
from tracker.rules.declarations import Context, ParamType
from tracker.rules.ending import is_over
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import join_names, possessive
from tracker.rules.params import FACES, ChoiceParam, number
from tracker.rules.resolver import Resolver
from tracker.rules.throw import Addend, Throw
from tracker.rules.throwing import as_thrown
from tracker.rules.turns import (
    begin_anew,
    expire_at_round_end,
    expire_at_turn_end,
    expire_at_turn_start,
    full_order,
    next_in_order,
    place_in_order,
)
from tracker.rules.view import GroupAction, Opening, Place

VERB: Final = "initiative"
"""The command that gives a number in the order."""

INITIATIVE: Final = "initiative"
"""The field that holds a combatant's number in the order."""


SIDES: Final = "side_initiative"
"""The field of the fight that holds the number of each side for a round."""


ACTED: Final = "acted"
"""The field of the fight that holds who had acted when a turn began, where single combatants alternate."""


def throws(rules: Rules) -> bool:
    """Return whether the order comes from dice; in some games a number on the sheet decides it alone."""
    return rules.table.turn.kind == "initiative" and read_throw(rules.table.turn.throw).expression.thrown


def throws_for_sides(rules: Rules) -> bool:
    """Return whether whole sides throw for who goes first."""
    turn = rules.table.turn
    return turn.kind in ("sides", "alternate") and read_throw(turn.throw).expression.thrown


def numbers_of_sides(scene: Scene) -> dict[str, int]:
    """Return the numbers by which sides go first, as far as they are known."""
    kept = scene.fields.get(SIDES)
    known = kept if isinstance(kept, dict) else {}
    return {side: number for side, number in known.items() if isinstance(number, int) and side in scene.sides()}


def order_of_sides(scene: Scene) -> tuple[str, ...]:
    """Return the sides as they act: the highest number first, ties as they are listed."""
    numbers = numbers_of_sides(scene)
    return tuple(sorted(scene.sides(), key=lambda side: -numbers.get(side, 0)))


def throw_for_sides(resolver: Resolver, rules: Rules, sides: Sequence[str]) -> None:
    """Throw for these sides, and say the numbers of all."""
    resolver.check_objections()
    throw = read_throw(rules.table.turn.throw)
    numbers = numbers_of_sides(resolver.scene)
    for side in sides:
        numbers[side] = throw.roll(resolver.dice, f"initiative of {side}"[:80]).total
    keep_numbers_of_sides(resolver, numbers)


def keep_numbers_of_sides(resolver: Resolver, numbers: Mapping[str, int]) -> None:
    """Keep the numbers of sides, and say who goes first."""
    resolver.set_scene_field(SIDES, dict(numbers) or None)
    told = ", ".join(f"{side} {numbers[side]}" for side in order_of_sides(resolver.scene) if side in numbers)
    resolver.say(f"Initiative: {told}.".replace("-", "−"))


def phases(rules: Rules) -> tuple[str | None, ...]:
    """Return the phases of a round; a single nameless one if the file names none."""
    return tuple(rules.table.turn.phases) or (None,)


def advance(resolver: Resolver, rules: Rules, leaving: Collection[str] = ()) -> None:
    """Go on to the next turn, phase or round."""
    turn = resolver.scene.turn
    if not turn.round:
        begun = _begin_fight(resolver, rules)
    else:
        if rules.table.turn.kind != "alternate":
            _end_turns(resolver, rules, _active(resolver.scene))
        begun = _next_turn(resolver, rules, leaving) or _next_phase(resolver, rules, leaving)
    if not begun:
        _report_turn(resolver)


def _report_turn(resolver: Resolver) -> None:
    """Report whose turn it is."""
    for sentence in turn_sentences(resolver.scene):
        resolver.say(sentence)


def turn_sentences(scene: Scene) -> tuple[str, ...]:
    """Return what is reported when the current turn begins."""
    turn = scene.turn
    if not turn.round:
        return ()
    where = f"Round {turn.round}" + (f", {turn.phase}" if turn.phase else "")
    if turn.name in scene.combatants and turn.name:
        return (f"{where}: {possessive(turn.name, scene)} turn.",)
    return (f"{where}{f': the {turn.side}' if turn.side else ''}.",)


def _active(scene: Scene) -> tuple[str, ...]:
    """Return who has the turn: a combatant, a whole side, or nobody in particular."""
    turn = scene.turn
    if turn.name is not None:
        return (turn.name,)
    return tuple(combatant.name for combatant in scene.of_side(turn.side)) if turn.side else ()


def _begin_fight(resolver: Resolver, rules: Rules) -> bool:
    if rules.table.turn.kind == "initiative":
        waiting = [name for name, who in resolver.scene.combatants.items() if INITIATIVE not in who.fields]
        throw_initiative(resolver, rules, waiting)
        sort(resolver, rules)
    return _begin_round(resolver, rules, 1, ())


def throw_initiative(
    resolver: Resolver, rules: Rules, names: Sequence[str], typed: tuple[int, ...] = ()
) -> tuple[int, ...]:
    """Throw initiative for these, or take the ``typed`` faces, and return all faces; a group throws once.

    Raises InvalidCommand if the faces do not fit.
    """
    resolver.check_objections()
    throw, totals, rolls = read_throw(rules.table.turn.throw), dict[str, int](), dict[str, Fell]()
    group_of = {name: resolver.combatant(name).group or name for name in names}
    purposes = {group: f"initiative of {group}"[:80] for group in group_of.values()}
    if typed:
        resolver.dice.recorded[:] = as_thrown(throw.expression, typed, *purposes.values())
    for name, group in group_of.items():
        if group not in rolls:
            rolls[group] = throw.roll(resolver.dice, purposes[group])
        totals[name] = rolls[group].total + added(resolver, rules, name)
    for name, total in totals.items():
        resolver.set_field(name, INITIATIVE, max(-1000, min(1000, total)))
    if totals:
        as_one = _groups_as_one(resolver.scene, totals)
        together = dict.fromkeys((as_one.get(name, name), total) for name, total in totals.items())
        shown = [f"{who} {total}" for who, total in list(together)[:12]]
        more = f" and {len(together) - 12} others" if len(together) > 12 else ""
        resolver.say(f"Initiative: {', '.join(shown)}{more}.".replace("-", "−"))
    return tuple(face for roll in rolls.values() for face in throw.expression.shown(roll.faces))


def _groups_as_one(scene: Scene, totals: Mapping[str, int]) -> dict[str, str]:
    """Return the groups whose members all have the same number."""
    groups = {scene[name].group or "" for name in totals} - {""}
    members = {group: scene.group(group) for group in groups}
    alike = (group for group, names in members.items() if len({totals.get(name) for name in names}) == 1)
    return {name: group for group in alike for name in members[group] if len(members[group]) > 1}


def seat(resolver: Resolver, rules: Rules, names: Sequence[str]) -> None:
    """Place newcomers in the order: by their own number, by their group's, else by a throw."""
    waiting = []
    for name in names if rules.table.turn.kind == "initiative" else ():
        if INITIATIVE in resolver.combatant(name).fields:
            continue
        group = resolver.scene.group(resolver.combatant(name).group or "")
        known = next((resolver.combatant(other).number(INITIATIVE) for other in group if other not in names), None)
        if known is None:
            waiting.append(name)
        else:
            resolver.set_field(name, INITIATIVE, known)
    throw_initiative(resolver, rules, waiting)
    for name in names:
        if INITIATIVE in resolver.combatant(name).fields:
            place_in_order(resolver, name, INITIATIVE)


def added(resolver: Resolver, rules: Rules, name: str) -> int:
    """Return what the sheet adds to the number in the order."""
    added = rules.add
    return added.number(Doing(resolver, rules, None, name).moment()) if added is not None else 0


def sort(resolver: Resolver, rules: Rules) -> None:
    """Sort the order: highest number first, ties by what the sheet adds, then as they joined."""
    scene = resolver.scene
    order = sorted(
        full_order(scene), key=lambda name: (-scene[name].number(INITIATIVE, -1001), -added(resolver, rules, name))
    )
    resolver.emit(OrderBecame(tuple(order)))


def _begin_round(resolver: Resolver, rules: Rules, round_: int, leaving: Collection[str]) -> bool:
    if round_ > 1:
        expire_at_round_end(resolver)
        if rules.table.turn.each == "round":
            _throw_anew(resolver, rules)
    resolver.emit(TurnCame(Turn(round_, phases(rules)[0])))
    if throws_for_sides(rules):
        known = numbers_of_sides(resolver.scene)
        waiting = [side for side in resolver.scene.sides() if side not in known]
        if waiting:
            throw_for_sides(resolver, rules, waiting)
    everybody = tuple(resolver.scene.combatants)
    if rules.table.turn.kind == "free":
        resolver.restore()
    elif rules.table.turn.kind == "alternate":
        if round_ > 1:
            _end_turns(resolver, rules, everybody)
        begin_turns(resolver, rules, everybody)
        resolver.set_scene_field(ACTED, None)
    for name in tuple(resolver.scene.combatants) if any(t.event == "round" for t in rules.triggers) else ():
        fire(Change(resolver, rules, fire), "round", name, 0)
    return _next_turn(resolver, rules, leaving)


def _throw_anew(resolver: Resolver, rules: Rules) -> None:
    """Throw for a new round: everybody, or the sides, whose numbers are forgotten first."""
    if throws_for_sides(rules):
        resolver.set_scene_field(SIDES, None)
    elif throws(rules):
        up = [name for name, who in resolver.scene.combatants.items() if who.out is None]
        throw_initiative(resolver, rules, up)
        sort(resolver, rules)


def acted_before(scene: Scene) -> frozenset[str]:
    """Return who had acted in this round when the current turn began, where single combatants alternate."""
    kept = scene.fields.get(ACTED)
    names = kept.get("names") if isinstance(kept, dict) else None
    return frozenset(map(str, names)) if isinstance(names, list) else frozenset()


def new_in_turn(scene: Scene) -> frozenset[str]:
    """Return who has begun to act since the current turn began."""
    return frozenset(name for name, who in scene.combatants.items() if who.spent) - acted_before(scene)


def _passes(scene: Scene) -> int:
    kept = scene.fields.get(ACTED)
    passes = kept.get("passes") if isinstance(kept, dict) else None
    return passes if isinstance(passes, int) else 0


def _next_side(scene: Scene, kind: str, leaving: Collection[str]) -> str | None:
    """Return the side that acts next; None if the round is over.

    By ``sides`` each has one turn. By turns (``alternate``) the sides take turns as long as anybody has not acted.
    """
    sides, side = order_of_sides(scene), scene.turn.side
    able = {
        side
        for side in sides
        if any(
            not who.out and who.name not in leaving and not (kind == "alternate" and who.spent)
            for who in scene.of_side(side)
        )
    }
    place = sides.index(side) + 1 if side in sides else 0 if side is None else len(sides)
    later = (*sides[place:], *sides[:place]) if kind == "alternate" else sides[place:]
    return next((other for other in later if other in able), None)


def _next_phase(resolver: Resolver, rules: Rules, leaving: Collection[str]) -> bool:
    turn, known = resolver.scene.turn, phases(rules)
    place = known.index(turn.phase) + 1 if turn.phase in known else len(known)
    if place >= len(known):
        return _begin_round(resolver, rules, turn.round + 1, leaving)
    resolver.emit(TurnCame(Turn(turn.round, known[place])))
    return _next_turn(resolver, rules, leaving)


def _next_turn(resolver: Resolver, rules: Rules, leaving: Collection[str], *, reported: bool = True) -> bool:
    """Pass the turn on in this phase, reported before what it brings; returns False if nobody is left in it."""
    scene = resolver.scene
    turn, kind = scene.turn, rules.table.turn.kind
    if kind == "initiative":
        name, over = next_in_order(scene, leaving, rules.table.turn.out_turns)
        if name is None or (over and turn.name is not None):
            return False
        resolver.emit(TurnCame(Turn(turn.round, turn.phase, scene[name].side, name)))
        if reported:
            _report_turn(resolver)
        begin_turns(resolver, rules, (name,))
        return True
    side = _next_side(scene, kind, leaving) if kind in ("sides", "alternate") else None
    if side is None:
        return False
    if kind == "alternate":
        idle = not new_in_turn(scene) and turn.side is not None
        passes = _passes(scene) + 1 if idle else 0
        if passes >= len(scene.sides()):
            return False
        acted = [name for name, who in scene.combatants.items() if who.spent]
        resolver.set_scene_field(ACTED, {"names": cast(Plain, acted), "passes": passes})
    resolver.emit(TurnCame(Turn(turn.round, turn.phase, side)))
    if reported:
        _report_turn(resolver)
    if kind == "sides":
        begin_turns(resolver, rules, tuple(who.name for who in resolver.scene.of_side(side)))
    return True


def begin_turns(resolver: Resolver, rules: Rules, names: tuple[str, ...]) -> None:
    """Begin these turns: end expiring effects, restore actions, fire triggers."""
    expire_at_turn_start(resolver, names)
    if resolver.scene.turn.phase == phases(rules)[0]:
        resolver.restore(names)
    _fire_all(resolver, rules, names, "turn start")


def _end_turns(resolver: Resolver, rules: Rules, names: tuple[str, ...]) -> None:
    expire_at_turn_end(resolver, names)
    _fire_all(resolver, rules, names, "turn end")


def _fire_all(resolver: Resolver, rules: Rules, names: tuple[str, ...], event: str) -> None:
    if any(trigger.event == event for trigger in rules.triggers):
        for name in names:
            fire(Change(resolver, rules, fire), event, name, 0)


def pass_on_from(resolver: Resolver, rules: Rules, names: tuple[str, ...]) -> None:
    """Pass the turn on from those who leave."""
    if resolver.scene.turn.name in names and not _next_turn(resolver, rules, names, reported=False):
        turn = resolver.scene.turn
        resolver.emit(TurnCame(Turn(turn.round, turn.phase)))


def forget_fight(resolver: Resolver) -> None:
    """Clear all numbers and places before a new fight."""
    for name in resolver.scene.combatants:
        resolver.set_field(name, INITIATIVE, None)
    resolver.set_scene_field(SIDES, None)
    resolver.set_scene_field(ACTED, None)
    resolver.restore()


class InitiativeParam(ParamType):
    """A number in the order, the faces of the dice, or ``roll``."""

    hint: str = "a number, or roll"

    def read(self, text: str, context: Context, alias: str = "") -> int | str | tuple[int, ...]:
        if text.strip().casefold() == "roll":
            return "roll"
        return FACES.read(text, context) if alias == "dice" else number(text, -1000, 1000)

    def write(self, value: int | str | tuple[int, ...]) -> str:
        return f"dice={FACES.write(value)}" if isinstance(value, tuple) else str(value)


class SideInitiativeParam(InitiativeParam):
    """A side's number, or ``roll``; its dice are typed as their sum."""

    def read(self, text: str, context: Context, alias: str = "") -> int | str:
        return "roll" if text.strip().casefold() == "roll" else number(text, -1000, 1000)


class Initiative(ForSeveral):
    """A number in the order of turns, typed or thrown."""

    verb = "initiative"
    rules: ClassVar[Rules]

    value: int | str | tuple[int, ...] = result(InitiativeParam(), "the number, or roll", required=True)

    def check(self, resolver: Resolver) -> Check | None:
        """Return the throw for a number in the order, which cannot fail; one throw serves a whole group."""
        who = self.names[0]
        group = resolver.combatant(who).group if len(self.names) > 1 else None
        bonus = added(resolver, self.rules, who)
        dice = self.rules.table.turn.throw if throws(self.rules) else ""
        throw = Throw(group or who, dice, (Addend("bonus", bonus),), bonus, typed="a number, or roll")
        return Check(throw, self._ways)

    def _ways(self) -> Iterable[Way]:
        raise InvalidCommand(f"“{self.verb}” cannot fail, so it has no odds.")

    def resolve(self, resolver: Resolver) -> None:
        if begin_anew(resolver):
            forget_fight(resolver)
        if not isinstance(self.value, int):
            typed = self.value if isinstance(self.value, tuple) else ()
            faces = throw_initiative(resolver, self.rules, self.names, typed)
            resolver.record_as(value=faces or "roll")
        else:
            for name in self.names:
                resolver.set_field(name, INITIATIVE, self.value)
            resolver.say(f"Initiative of {join_names(self.names, resolver.scene)}: {self.value}.")
        for name in self.names if resolver.scene.order else ():
            place_in_order(resolver, name, INITIATIVE)


class SideInitiative(ByHand):
    """The number of a side, by which it goes first, typed or thrown."""

    verb = "initiative"
    rules: ClassVar[Rules]

    side: str = argument(ChoiceParam(lambda context: context.scene.sides(), "side"), "which side", required=True)
    value: int | str = result(SideInitiativeParam(), "the number, or roll", required=True)

    def check(self, resolver: Resolver) -> Check | None:
        return Check(Throw(self.side, self.rules.table.turn.throw, typed="a number, or roll"), self._ways)

    def _ways(self) -> Iterable[Way]:
        raise InvalidCommand(f"“{self.verb}” cannot fail, so it has no odds.")

    def resolve(self, resolver: Resolver) -> None:
        """Keep the number; in a round it counts for the sides that are still to come."""
        if begin_anew(resolver):
            forget_fight(resolver)
        if isinstance(self.value, int):
            keep_numbers_of_sides(resolver, {**numbers_of_sides(resolver.scene), self.side: self.value})
            return
        throw_for_sides(resolver, self.rules, (self.side,))
        resolver.record_as(value=numbers_of_sides(resolver.scene)[self.side])


def initiative_class(rules: Rules) -> type[Action]:
    """Build the initiative verb of one game."""
    base: Any = SideInitiative if throws_for_sides(rules) else Initiative
    body: dict[str, Any] = {"__module__": __name__, "__doc__": base.__doc__, "verb": "initiative", "rules": rules}
    return cast("type[Action]", type(base)("Initiative", (base,), {**body, "__annotations__": {}}))


def without_number(scene: Scene) -> tuple[str, ...]:
    """Return those who have no number yet; after the end of a fight, everybody.

    A group without any numbers is listed by its own name, since one number serves it.
    """
    waiting: dict[str, None] = {}
    over = is_over(scene)
    for combatant in scene.listed():
        if combatant.out is None and (over or INITIATIVE not in combatant.fields):
            members = scene.group(combatant.group or "")
            alike = len(members) > 1 and all(over or INITIATIVE not in scene[name].fields for name in members)
            waiting[combatant.group if alike and combatant.group else combatant.name] = None
    return tuple(waiting)


def initiative_sheet(scene: Scene) -> GroupAction | None:
    """Return a form with a row for everybody without a number; None if nobody lacks one."""
    missing = without_number(scene)
    return GroupAction(VERB, "who acts when", missing, ("value",), rest="roll") if missing else None


def openings(rules: Rules, scene: Scene) -> tuple[Opening, ...]:
    """Return the steps before the fight: positions, then the numbers in the order if dice give them."""
    positions = Opening("positions", "nearer")
    if not throws(rules):
        return (positions,)
    return (positions, Opening(VERB, VERB, due=bool(without_number(scene))))


def places(rules: Rules, scene: Scene) -> tuple[Place, ...]:
    """Return everybody who has turns, the highest number first; those who have had theirs this round are over."""
    order = [name for name in full_order(scene) if scene[name].out in (None, *rules.table.turn.out_turns)]
    active = order.index(scene.turn.name) if scene.turn.name in order else 0
    return tuple(
        Place(name, scene[name].side, str(scene[name].fields.get(INITIATIVE, "")), place < active)
        for place, name in enumerate(order)
    )
