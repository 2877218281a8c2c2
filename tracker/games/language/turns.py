"""Rounds and turns of a game file, in its phases: by initiative, by sides, one of each side in turn, or free."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import ClassVar, Final

from msgspec.structs import replace

from tracker.combat.events import OrderBecame, TurnCame
from tracker.combat.model import Model
from tracker.combat.scene import HEROES, Scene, Turn
from tracker.games.language.doing import Changes, Doing, fire
from tracker.games.language.rules import Rules
from tracker.games.language.scope import Moment
from tracker.games.language.table import Fight, called, pools_of
from tracker.games.language.throws import DiceThrow, Fell, read_throw, typed_faces
from tracker.games.language.verbs import verb_of
from tracker.rules.action import Action, ByHand, ForSeveral
from tracker.rules.command import argument, result
from tracker.rules.declarations import Context, ParamType
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import minus, possessive
from tracker.rules.own_state import OwnState
from tracker.rules.params import FACES, ChoiceParam, NumberParam, number
from tracker.rules.resolver import Resolver
from tracker.rules.throw import Addend, Check, Throw, Way
from tracker.rules.turns import INITIATIVE, TurnClock, expire_with, full_order, place_in_order
from tracker.rules.view import Opening, TurnPlace, TurnStatus

_TYPED: Final = "a number, or roll"
_CARD: Final = "a card (QH, 10S, joker), or roll"


class Acted(Model):
    """Who had acted when a turn began, and how many sides in a row had let their turn go by."""

    names: tuple[str, ...] = ()
    passes: int = 0


class OrderState(OwnState):
    """What the fight keeps of its order: the numbers of sides, who had acted, the cards dealt since the last shuffle.

    ``acted`` is kept where single combatants alternate.
    """

    side_initiative: Mapping[str, int] = {}
    acted: Acted | None = None
    dealt: tuple[int, ...] = ()


class FileClock(TurnClock):
    """What all orders of turns of game files have in common: phases, triggers, what restores actions, the sentences.

    Each order is a subclass, under its word in ``ORDERS``. To add one: say in ``to_come`` (or ``names_to_come``) which
    turns are still to come in a phase; in ``renew`` what is thrown or dealt before a round; in ``actions`` which verbs
    set it by hand; in ``seat`` where newcomers go; and let ``kind`` of ``TurnTable`` (``shape.py``) take its word.
    """

    def __init__(self, rules: Rules) -> None:
        """Make the clock of a game with these rules."""
        self.rules = rules
        self.table = rules.table.turn

    @cached_property
    def throw(self) -> DiceThrow:
        """Return the throw for the order."""
        return read_throw(self.table.throw)

    @property
    def by_chance(self) -> bool:
        """Return whether dice or cards decide the order."""
        return self.throw.expression.thrown

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """Return the verbs that set the order by hand."""
        return ()

    def anew(self, resolver: Resolver) -> bool:
        """Return whether the order is decided anew in each round."""
        fight, each = Fight(resolver.scene, resolver.system, self.rules), self.rules.each
        return self.by_chance and each is not None and each.run(Moment(fight=fight)) == "round"

    def phases(self, scene: Scene) -> tuple[str | None, ...]:
        return tuple(self.table.phases) or (None,)

    def may_act(self, scene: Scene, name: str) -> bool:
        acts, combatant = self.table.acts, scene[name]
        stopped = any(condition.name in self.rules.cannot_act for condition in combatant.conditions)
        return super().may_act(scene, name) and not stopped and not (acts and set(acts) <= set(combatant.spent))

    def status(self, scene: Scene) -> TurnStatus:
        status = super().status(scene)
        most = {pool.name: f"/{pool.top}" if pool.top is not None else "" for pool in self.rules.table.pool}
        pools = (f"{called(name)} {value}{most[name]}" for name, value in pools_of(scene, self.rules).items())
        nobody = "anybody" if scene.turn.round and not scene.is_over else ""
        moment = " · ".join(filter(None, (status.moment, *pools)))
        return replace(status, moment=moment, active=status.active or nobody)

    def sentences(self, scene: Scene) -> tuple[str, ...]:
        turn = scene.turn
        if not turn.round:
            return ()
        where = f"Round {turn.round}" + (f", {turn.phase}" if turn.phase else "")
        if turn.name in scene.combatants and turn.name:
            return (f"{where}: {possessive(turn.name, scene)} turn.",)
        return (f"{where}{f': the {turn.side}' if turn.side else ''}.",)

    def report(self, resolver: Resolver) -> None:
        """Report a round or phase in which nobody has a turn; a turn is reported before what it brings."""
        if resolver.scene.turn.side is None:
            super().report(resolver)

    def come(self, resolver: Resolver, turn: Turn, *, reported: bool = True) -> None:
        before = resolver.scene.turn.name
        resolver.emit(TurnCame(turn))
        if reported and turn.side is not None:
            super().report(resolver)
        self.begin_turns(resolver, self._beginning(resolver.scene, before, self.holders(resolver.scene)))

    def give(self, resolver: Resolver, name: str) -> None:
        before = resolver.scene.turn.name
        super().give(resolver, name)
        others = self._beginning(resolver.scene, before, (name,))
        self.begin_turns(resolver, [other for other in others if other != name])

    def _beginning(self, scene: Scene, before: str | None, names: Collection[str]) -> tuple[str, ...]:
        """Return whose turns begin with those of these: of members who share a turn all, with the first of them."""
        together = dict.fromkeys(other for name in names for other in self.sharing(scene, name))
        begun = before in together
        return tuple(other for other in together if not begun and (other in names or self.has_turns(scene, other)))

    def begin_round(self, resolver: Resolver, number: int) -> None:
        super().begin_round(resolver, number)
        self.open_round(resolver, number)
        self._fire(resolver, tuple(resolver.scene.combatants), "round")

    def open_round(self, resolver: Resolver, number: int) -> None:
        """Do what a round of this number begins with."""

    def begin_turns(self, resolver: Resolver, names: Collection[str]) -> None:
        super().begin_turns(resolver, names)
        if resolver.scene.turn.phase == self.phases(resolver.scene)[0]:
            resolver.restore(names)
        self._fire(resolver, names, "turn start")

    def end_turns(self, resolver: Resolver, names: Collection[str]) -> None:
        super().end_turns(resolver, names)
        self._fire(resolver, names, "turn end")

    def _fire(self, resolver: Resolver, names: Collection[str], event: str) -> None:
        if event in self.rules.triggers:
            for name in names:
                fire(Changes(resolver, self.rules), event, name, 0)

    def leave(self, resolver: Resolver, names: Collection[str]) -> None:
        turn = resolver.scene.turn
        if turn.name in names:
            scene, to_come = resolver.scene, self.to_come(resolver.scene, names)
            heirs = (heir for heir in to_come if heir.name is None or self.has_turns(scene, heir.name))
            self.come(resolver, next(heirs, Turn(turn.round, turn.phase)), reported=False)

    def close(self, resolver: Resolver) -> None:
        super().close(resolver)
        self._fire(resolver, tuple(resolver.scene.combatants), "over")

    def forget(self, resolver: Resolver) -> None:
        self._fire(resolver, tuple(resolver.scene.combatants), "over")
        for name in resolver.scene.combatants:
            resolver.set_field(name, INITIATIVE, None)
        OrderState.keep_of_fight(resolver, side_initiative={}, acted=None, dealt=())
        resolver.restore()


class Free(FileClock):
    """Anybody at any time, or anybody of the side that has turns."""

    named = False

    def may_act(self, scene: Scene, name: str) -> bool:
        side = "heroes" if scene[name].side == HEROES else "others"
        return super().may_act(scene, name) and self.table.side in ("all", side)

    def to_come(self, scene: Scene, leaving: Collection[str] = ()) -> tuple[Turn, ...]:
        return ()

    def open_round(self, resolver: Resolver, number: int) -> None:
        resolver.restore()

    def status(self, scene: Scene) -> TurnStatus:
        return replace(super().status(scene), active="")


class ByInitiative(FileClock):
    """One combatant after another, by a number that each has: thrown, typed, or from the sheet."""

    number = INITIATIVE
    asks = "value"

    @property
    def actions(self) -> tuple[type[Action], ...]:
        return (verb_of(Initiative, clock=self),)

    def has_turns(self, scene: Scene, name: str) -> bool:
        return scene[name].out in (None, *self.table.out_turns)

    def arrive(self, resolver: Resolver, turn: Turn) -> bool:
        """Begin a combatant's turn; as those without turns are passed over, nothing of theirs lasts longer."""
        if self.has_turns(resolver.scene, str(turn.name)):
            return super().arrive(resolver, turn)
        expire_with(resolver, (str(turn.name),))
        return False

    def sharing(self, scene: Scene, name: str) -> tuple[str, ...]:
        """Return the members of the same group who have the same number and stand beside each other in the order."""
        alike = groupby(full_order(scene), lambda each: (scene[each].group or each, scene[each].fields.get(INITIATIVE)))
        return next(members for _, run in alike if name in (members := tuple(run)))

    def is_used_up(self, scene: Scene) -> bool:
        """Return whether a member of a group did what its turn is for when another of the group had theirs."""
        active, main = scene.turn.name or "", next(iter(self.table.acts), "")
        here = scene.combatants.get(active)
        return here is not None and main in here.spent and len(self.sharing(scene, active)) > 1

    def openings(self, scene: Scene) -> tuple[Opening, ...]:
        openings = super().openings(scene)
        return openings if self.by_chance else openings[:1]

    def places(self, scene: Scene) -> tuple[TurnPlace, ...]:
        places = super().places(scene)
        active = next((at for at, place in enumerate(places) if place.name == scene.turn.name), 0)
        return tuple(replace(place, over=at < active) for at, place in enumerate(places))

    def numbers(self, scene: Scene) -> dict[str, str]:
        """Return the numbers; a group with the same one is listed by its own name, since one number serves it."""
        numbers, over = dict[str, str](), scene.is_over
        for name, placed in super().numbers(scene).items():
            group = scene[name].group or ""
            members = scene.group(group)
            alike = over or len({scene[member].fields.get(INITIATIVE) for member in members}) == 1
            numbers[group if len(members) > 1 and alike else name] = placed
        return numbers

    def renew(self, resolver: Resolver, number: int) -> None:
        everybody, first = resolver.scene.combatants.items(), number == 1
        if first or self.anew(resolver):
            missing = (name for name, who in everybody if (INITIATIVE not in who.fields if first else who.out is None))
            self.give_numbers(resolver, tuple(missing))
            behind = {who.name: -who.number(INITIATIVE, -1001) for who in resolver.scene.listed()}
            order = sorted(full_order(resolver.scene), key=lambda name: (behind[name], -self.added(resolver, name)))
            resolver.emit(OrderBecame(tuple(order)))

    def give_numbers(self, resolver: Resolver, names: Sequence[str], typed: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Throw for these, a group once, or take the ``typed`` faces, and return all; InvalidCommand on a misfit."""
        resolver.check_objections()
        group_of = {name: resolver.combatant(name).group or name for name in names}
        purposes = {group: f"initiative of {group}"[:80] for group in group_of.values()}
        throws = {group: self.throw_of(resolver, name) for name, group in reversed(group_of.items())}
        if typed:
            resolver.dice.recorded[:] = typed_faces(typed, {purposes[group]: throws[group] for group in purposes})
        rolls = {group: throws[group].roll(resolver.dice, purpose) for group, purpose in purposes.items()}
        alike: dict[tuple[str, int], list[str]] = {}
        for name, group in group_of.items():
            added = self.added(resolver, name)
            resolver.set_field(name, INITIATIVE, max(-1000, min(1000, rolls[group].total + added)))
            alike.setdefault((group, added), []).append(name)
        told = [
            f"{resolver.clause(names, 'has')} {_summed(rolls[group], added)}" for (group, added), names in alike.items()
        ]
        if told:
            resolver.say(f"Initiative: {comma_list(told)}.")
        return tuple(face for group, roll in rolls.items() for face in throws[group].expression.shown(roll.faces))

    def typed(self, resolver: Resolver, number: int) -> str:
        """Take note of a number that was typed, and return it as it is shown."""
        return minus(number)

    def added(self, resolver: Resolver, name: str) -> int:
        """Return what the sheet adds to the number in the order."""
        added = self.rules.add
        moment = Doing(resolver, self.rules, None, name).moment() if added and added.uses else Moment()
        return added.number(moment) if added else 0

    def throw_of(self, resolver: Resolver, name: str) -> DiceThrow:
        """Return what somebody throws for the order: other dice where exactly one reason for such holds."""
        moment = Doing(resolver, self.rules, None, name).moment()
        others = [throw for throw, when in self.rules.throws_if.items() if when.run(moment)]
        return read_throw(others[0]) if len(others) == 1 else self.throw

    def seat(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Place newcomers in the order, once there is one: by their own number, by their group's, else by a throw."""
        if not resolver.scene.order:
            return
        waiting = []
        for name in names:
            if INITIATIVE in resolver.combatant(name).fields:
                continue
            group = resolver.scene.group(resolver.combatant(name).group or "")
            known = next((resolver.combatant(other).number(INITIATIVE) for other in group if other not in names), None)
            if known is None:
                waiting.append(name)
            else:
                resolver.set_field(name, INITIATIVE, known)
        self.give_numbers(resolver, waiting)
        for name in names:
            place_in_order(resolver, name, INITIATIVE)


class ByCards(ByInitiative):
    """One combatant after another, by cards dealt anew in each round; after a round with a joker all are shuffled."""

    @property
    def actions(self) -> tuple[type[Action], ...]:
        return (verb_of(CardInitiative, clock=self),)

    @property
    def by_chance(self) -> bool:
        return True

    def numbers(self, scene: Scene) -> dict[str, str]:
        return {name: card_called(number) for name, number in super().numbers(scene).items()}

    def places(self, scene: Scene) -> tuple[TurnPlace, ...]:
        return tuple(replace(place, number=card_called(place.number)) for place in super().places(scene))

    def anew(self, resolver: Resolver) -> bool:
        return True

    def give_numbers(self, resolver: Resolver, names: Sequence[str], typed: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Deal a card to each of these, or to their group, that was not dealt since the last shuffle."""
        if typed:
            raise InvalidCommand("A card is named: initiative NAME QH, 10S or joker.")
        resolver.check_objections()
        scene, dealt = resolver.scene, dict[str, int]()
        round_began = {name for name, who in scene.combatants.items() if who.out is None} <= set(names)
        gone = set(OrderState.of(scene).dealt)
        if round_began and gone & JOKERS:
            gone = set()
            resolver.say("All cards are shuffled.")
        left = sorted(set(range(1, CARDS + 1)) - gone)
        for name in names:
            group = resolver.combatant(name).group or name
            if group not in dealt:
                left, gone = (left, gone) if left else (list(range(1, CARDS + 1)), set())
                (place,) = resolver.dice.throw(1, len(left), f"card of {group}"[:80])
                dealt[group] = left.pop(place - 1)
                gone.add(dealt[group])
            resolver.set_field(name, INITIATIVE, dealt[group])
        OrderState.keep_of_fight(resolver, dealt=tuple(sorted(gone)))
        if dealt and resolver.heard:
            drawn = sorted(dealt.items(), key=lambda pair: -pair[1])
            have = ((resolver.clause(resolver.scene.group(who) or who, "has"), card) for who, card in drawn)
            told = [f"{whose} {'a ' if card in JOKERS else ''}{card_called(str(card))}" for whose, card in have]
            resolver.say(f"Initiative: {comma_list(told)}.")
        return ()

    def typed(self, resolver: Resolver, number: int) -> str:
        OrderState.keep_of_fight(resolver, dealt=tuple(sorted({*OrderState.of(resolver.scene).dealt, number})))
        return card_called(str(number))


CARDS: Final = 54
JOKERS: Final = frozenset((53, 54))
_RANKS: Final = "23456789TJQKA"
_SUITS: Final = "♣♦♥♠"


def card_called(number: str) -> str:
    """Return the name of a card by its number: from 2♣, which is 1, to A♠, 52, and two jokers."""
    if not number.isdecimal() or not 1 <= int(number) <= CARDS:
        return number
    rank, suit = divmod(int(number) - 1, 4)
    return "joker" if int(number) in JOKERS else f"{_RANKS[rank].replace('T', '10')}{_SUITS[suit]}"


class BySides(FileClock):
    """One whole side after another: as they are listed, or by a number that each side has."""

    named = False

    @property
    def actions(self) -> tuple[type[Action], ...]:
        return (verb_of(SideInitiative, clock=self),) if self.by_chance else ()

    def to_come(self, scene: Scene, leaving: Collection[str] = ()) -> tuple[Turn, ...]:
        turn, sides = scene.turn, _order_of_sides(scene)
        later = sides if turn.side is None else sides[sides.index(turn.side) + 1 :] if turn.side in sides else ()
        able = (side for side in later if any(not who.out and who.name not in leaving for who in scene.of_side(side)))
        return tuple(Turn(turn.round, turn.phase, side) for side in able)

    def renew(self, resolver: Resolver, number: int) -> None:
        if number > 1 and self.anew(resolver):
            OrderState.keep_of_fight(resolver, side_initiative={})

    def open_round(self, resolver: Resolver, number: int) -> None:
        known = numbers_of_sides(resolver.scene)
        waiting = [side for side in resolver.scene.sides() if side not in known]
        if waiting and self.by_chance:
            self.throw_for(resolver, waiting)

    def throw_for(self, resolver: Resolver, sides: Sequence[str]) -> None:
        """Throw for these sides, and say the numbers of all."""
        resolver.check_objections()
        numbers = numbers_of_sides(resolver.scene)
        for side in sides:
            numbers[side] = self.throw.roll(resolver.dice, f"initiative of {side}"[:80]).total
        keep_numbers_of_sides(resolver, numbers)


class Alternating(BySides):
    """One combatant of each side in turn, as long as anybody has not acted."""

    def holders(self, scene: Scene) -> tuple[str, ...]:
        """Return nobody: everybody's turn begins and ends with the round."""
        return ()

    def to_come(self, scene: Scene, leaving: Collection[str] = ()) -> tuple[Turn, ...]:
        """Return the turn of the next side with somebody who has not acted; none once all sides have passed."""
        if self._passes(scene) >= len(scene.sides()):
            return ()
        turn, sides = scene.turn, _order_of_sides(scene)
        place = sides.index(turn.side) + 1 if turn.side in sides else 0
        around = (*sides[place:], *sides[:place])
        fresh = (who for who in scene.combatants.values() if not (who.out or who.spent or who.name in leaving))
        able = {who.side for who in fresh}
        return tuple(Turn(turn.round, turn.phase, side) for side in around if side in able)

    def _passes(self, scene: Scene) -> int:
        return _acted(scene).passes + 1 if scene.turn.side is not None and not _new_in_turn(scene) else 0

    def come(self, resolver: Resolver, turn: Turn, *, reported: bool = True) -> None:
        if turn.side is not None:
            acted = tuple(name for name, who in resolver.scene.combatants.items() if who.spent)
            OrderState.keep_of_fight(resolver, acted=Acted(acted, self._passes(resolver.scene)))
        super().come(resolver, turn, reported=reported)

    def open_round(self, resolver: Resolver, number: int) -> None:
        super().open_round(resolver, number)
        everybody = tuple(resolver.scene.combatants)
        if number > 1:
            self.end_turns(resolver, everybody)
        self.begin_turns(resolver, everybody)
        OrderState.keep_of_fight(resolver, acted=None)

    def may_act(self, scene: Scene, name: str) -> bool:
        acted, begun = _acted(scene).names, _new_in_turn(scene)
        fresh = name in begun if begun else name not in acted
        return super().may_act(scene, name) and (fresh or not scene.turn.round)


def _order_of_sides(scene: Scene) -> tuple[str, ...]:
    """Return the sides as they act: the highest number first, ties as they are listed."""
    numbers = numbers_of_sides(scene)
    return tuple(sorted(scene.sides(), key=lambda side: -numbers.get(side, 0)))


def keep_numbers_of_sides(resolver: Resolver, numbers: Mapping[str, int]) -> None:
    """Keep the numbers of sides, and say who goes first."""
    OrderState.keep_of_fight(resolver, side_initiative=numbers)
    told = ", ".join(f"{side} {minus(numbers[side])}" for side in _order_of_sides(resolver.scene) if side in numbers)
    resolver.say(f"Initiative: {told}.")


def numbers_of_sides(scene: Scene) -> dict[str, int]:
    """Return the numbers by which sides go first, as far as they are known."""
    return {side: number for side, number in OrderState.of(scene).side_initiative.items() if side in scene.sides()}


def _acted(scene: Scene) -> Acted:
    return OrderState.of(scene).acted or Acted()


def _new_in_turn(scene: Scene) -> frozenset[str]:
    return frozenset(name for name, who in scene.combatants.items() if who.spent) - {*_acted(scene).names}


class InitiativeParam(ParamType):
    """A number in the order, the faces of the dice, or ``roll``."""

    hint: str = _TYPED

    def read(self, text: str, context: Context, alias: str = "") -> int | str | tuple[int, ...]:
        if text.strip().casefold() == "roll":
            return "roll"
        return FACES.read(text, context) if alias == "dice" else number(text, -1000, 1000)

    def write(self, value: int | str | tuple[int, ...]) -> str:
        return f"dice={FACES.write(value)}" if isinstance(value, tuple) else str(value)


class CardParam(InitiativeParam):
    """A card, such as QH or 10S, its number, or ``roll``."""

    hint: str = _CARD

    def read(self, text: str, context: Context, alias: str = "") -> int | str | tuple[int, ...]:
        word = text.strip().upper().replace("10", "T")
        if word == "JOKER":
            return CARDS
        if len(word) == 2 and word[0] in _RANKS and word[1] in f"CDHS{_SUITS}":
            return _RANKS.index(word[0]) * 4 + f"CDHS{_SUITS}".index(word[1]) % 4 + 1
        return super().read(text, context, alias)


def _summed(fell: Fell, added: int) -> str:
    """Return a number in the order, and how the dice and what the sheet adds make it."""
    total = minus(fell.total + added)
    return f"{total} ({minus(fell.total)} {'−' if added < 0 else '+'} {abs(added)})" if fell.faces and added else total


def _no_odds() -> Iterable[Way]:
    raise InvalidCommand(f"“{INITIATIVE}” cannot fail, so it has no odds.")


class Initiative(ForSeveral):
    """A number in the order of turns, typed or thrown."""

    verb = "initiative"
    clock: ClassVar[ByInitiative]

    value: int | str | tuple[int, ...] = result(InitiativeParam(), "the number, or roll", required=True)

    def check(self, resolver: Resolver) -> Check | None:
        """Return the throw for a number in the order, which cannot fail; one throw serves a whole group."""
        who = self.names[0]
        group = resolver.combatant(who).group if len(self.names) > 1 else None
        bonus, throw = self.clock.added(resolver, who), self.clock.throw_of(resolver, who)
        dice = throw.text if throw.expression.thrown else ""
        typed = _CARD if isinstance(self.clock, ByCards) else _TYPED
        return Check(Throw(group or who, dice, (Addend("bonus", bonus),), bonus, typed=typed), _no_odds)

    def resolve(self, resolver: Resolver) -> None:
        self.clock.reopen(resolver)
        if not isinstance(self.value, int):
            typed = self.value if isinstance(self.value, tuple) else ()
            resolver.record_as(value=self.clock.give_numbers(resolver, self.names, typed) or "roll")
        else:
            for name in self.names:
                resolver.set_field(name, INITIATIVE, self.value)
                least, most = self.clock.throw_of(resolver, name).expression.bounds()
                plus = self.clock.added(resolver, name)
                resolver.note_misfit("initiative", self.value, least + plus, most + plus)
            said = self.clock.typed(resolver, self.value)
            resolver.say(f"Initiative: {resolver.clause(self.names, 'has')} {said}.")
        for name in self.names if resolver.scene.order else ():
            place_in_order(resolver, name, INITIATIVE)


class CardInitiative(Initiative):
    """A card in the order of turns, named or dealt."""

    verb = "initiative"

    value: int | str | tuple[int, ...] = result(CardParam(), "the card, or roll", required=True)

    def resolve(self, resolver: Resolver) -> None:
        super().resolve(resolver)
        dealt = {resolver.combatant(name).number(INITIATIVE) for name in self.names}
        if len(dealt) == 1:
            resolver.record_as(value=dealt.pop())


class SideInitiative(ByHand):
    """The number of a side, by which it goes first, typed or thrown."""

    verb = "initiative"
    clock: ClassVar[BySides]

    side: str = argument(ChoiceParam(lambda context: context.scene.sides(), "side"), "which side", required=True)
    value: int | str = result(NumberParam(-1000, 1000, _TYPED, word="roll"), "the number, or roll", required=True)

    def check(self, resolver: Resolver) -> Check | None:
        return Check(Throw(self.side, self.clock.throw.text, typed=_TYPED), _no_odds)

    def resolve(self, resolver: Resolver) -> None:
        self.clock.reopen(resolver)
        if isinstance(self.value, int):
            resolver.note_misfit("initiative", self.value, *self.clock.throw.expression.bounds())
            keep_numbers_of_sides(resolver, {**numbers_of_sides(resolver.scene), self.side: self.value})
            return
        self.clock.throw_for(resolver, (self.side,))
        resolver.record_as(value=numbers_of_sides(resolver.scene)[self.side])


ORDERS: Final[Mapping[str, type[FileClock]]] = {
    "free": Free,
    "initiative": ByInitiative,
    "cards": ByCards,
    "sides": BySides,
    "alternate": Alternating,
}
"""The orders of turns that a game file can have, by their word."""
