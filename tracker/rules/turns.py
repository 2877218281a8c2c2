"""The turn clock, the end of a fight, and what ends or begins anew with turns: conditions, counters."""

from collections.abc import Collection, Iterable, Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from tracker.combat.events import CounterBecame, EncounterBegan, OrderBecame, RoundsWent, TurnCame
from tracker.combat.scene import OVER, Combatant, Condition, Counter, Scene, Turn, lasting
from tracker.rules import reminders
from tracker.rules.grammar import clause, possessive
from tracker.rules.resolver import Resolver
from tracker.rules.view import Opening, TurnPlace, TurnStatus

INITIATIVE: Final = "initiative"  # the command that gives a number in the order


class TurnClock:
    """Whose turn it is, who comes next, and what begins and ends with rounds and turns.

    A round has phases, a phase has turns: of combatants, of whole sides, or of nobody in particular. ``advance`` ends
    the turn and goes on to the first that is still to come, else to the next phase, else to a new round; it passes over
    those who cannot act. By default everybody who is up has one turn a round, in their order. A game overrides the
    questions whose answers differ (``phases``, ``names_to_come``, ``can_act``) and adds to what happens
    (``begin_round``, ``begin_turns``, ``end_turns``, ``close``, ``forget``).
    """

    named: ClassVar[bool] = True
    """Whether a turn is somebody's own; False where a whole side acts, or anybody at any time."""

    begins_first: ClassVar[bool] = False
    """Whether what begins with a turn comes before it, since it decides whether somebody can act."""

    number: ClassVar[str] = ""  # the field of the sheet that holds the number in the order; "" if the game has none

    asks: ClassVar[str] = ""
    """The field of the command ``initiative`` that takes the number in the order; "" if the game has none."""

    # Questions about the scene

    def phases(self, scene: Scene) -> tuple[str | None, ...]:
        """Return the phases of a round."""
        return (None,)

    def has_turns(self, scene: Scene, name: str) -> bool:
        """Return whether somebody has turns at all: those who are out have none."""
        return scene[name].out is None

    def can_act(self, scene: Scene, name: str) -> bool:
        """Return whether somebody can have a turn now; whoever cannot is passed over."""
        return self.has_turns(scene, name)

    def names_to_come(self, scene: Scene) -> Iterable[str]:
        """Return those who come after the active combatant in this phase, able or not."""
        order, active = full_order(scene), scene.turn.name
        return order[order.index(active) + 1 :] if active in order else order if active is None else ()

    def to_come(self, scene: Scene, leaving: Collection[str] = ()) -> Iterable[Turn]:
        """Return the turns that are still to come in this phase, without those of combatants who leave."""
        return (self.turn_of(scene, name) for name in self.names_to_come(scene) if name not in leaving)

    def turn_of(self, scene: Scene, name: str) -> Turn:
        """Return the turn of a combatant in the current phase."""
        return replace(scene.turn, side=scene[name].side, name=name)

    def turn_of_phase(self, number: int, phase: str | None) -> Turn:
        """Return the turn with which a phase of a round begins: nobody's, unless a side has it as a whole."""
        return Turn(number, phase)

    def goes_on(self, scene: Scene) -> bool:
        """Return whether the current round may have more turns; False before the first and between two fights."""
        return scene.turn.round > 0

    def holders(self, scene: Scene) -> tuple[str, ...]:
        """Return whose turn begins and ends: by default that of whoever is on turn."""
        return tuple(combatant.name for combatant in scene.on_turn())

    def takes_turn(self, scene: Scene, name: str) -> bool:
        """Return whether somebody may be given the turn that another passes up."""
        return self.has_turns(scene, name)

    def may_act(self, scene: Scene, name: str) -> bool:
        """Return whether a combatant has something left to do in this turn."""
        combatant, turn = scene[name], scene.turn
        if scene.is_over or combatant.out is not None or (turn.side is not None and combatant.side != turn.side):
            return False
        return turn.name in (None, name)

    def is_used_up(self, scene: Scene) -> bool:
        """Return whether the active combatant has nothing left to do, so that the key for the next turn goes on."""
        return False

    def sharing(self, scene: Scene, name: str) -> tuple[str, ...]:
        """Return who has their turns together with somebody: these begin at once, with that of the first of them."""
        return (name,)

    def is_done(self, scene: Scene, name: str) -> bool:
        """Return whether somebody's turn of this round is over."""
        return not self.may_act(scene, name)

    def numbers(self, scene: Scene) -> dict[str, str]:
        """Return the number in the order of everybody who is up, "" for none; after the end of a fight nobody's."""
        up = [combatant for combatant in scene.listed() if combatant.out is None]
        return {who.name: "" if scene.is_over else str(who.fields.get(self.number, "")) for who in up}

    def openings(self, scene: Scene) -> tuple[Opening, ...]:
        """Return the remaining steps before the first turn of a fight, in order; nothing once a round has begun."""
        if scene.turn.round or scene.is_over:
            return ()
        asked = (Opening(INITIATIVE, INITIATIVE, due="" in self.numbers(scene).values()),) if self.asks else ()
        return (Opening("positions", "nearer"), *asked)

    def places(self, scene: Scene) -> tuple[TurnPlace, ...]:
        """Return the order of everybody who is up, merged across sides; empty if there is none."""
        if not self.named or not scene.turn.round or scene.is_over:
            return ()
        up = (scene[name] for name in full_order(scene) if self.has_turns(scene, name))
        return tuple(
            TurnPlace(who.name, who.side, str(who.fields.get(self.number, "")), self.is_done(scene, who.name))
            for who in up
        )

    # The turn in words

    def status(self, scene: Scene) -> TurnStatus:
        """Return the current turn, or how the fight ended, in the game's words."""
        if not scene.is_over:
            return self.running(scene)
        why = scene.fields.get(OVER)
        return TurnStatus(f"the fight is over: {why}" if isinstance(why, str) and why != OVER else "the fight is over")

    def running(self, scene: Scene) -> TurnStatus:
        """Return the current turn of a fight that is not over."""
        turn = scene.turn
        parts = (f"round {turn.round}" if turn.round else "", turn.phase or "")
        to_act = tuple(name for name in scene.combatants if self.may_act(scene, name)) if turn.round else ()
        return TurnStatus(" · ".join(filter(None, parts)), turn.name or turn.side or "", to_act)

    def heading(self, scene: Scene) -> str:
        """Return the current turn as a heading of the log."""
        turn = scene.turn
        return " · ".join(filter(None, (f"round {turn.round}", turn.name or turn.phase or turn.side)))

    def sentences(self, scene: Scene) -> tuple[str, ...]:
        """Return what is reported when the current turn begins; the log has a heading instead."""
        return ()

    # What happens

    def advance(self, resolver: Resolver, leaving: Collection[str] = ()) -> None:
        """Go on to the next turn, phase or round, and report it."""
        turn = resolver.scene.turn
        if turn.round:
            self.end_turns(resolver, self.holders(resolver.scene))
        if not self.goes_on(resolver.scene) or not (self.pass_on(resolver, leaving) or self._next_phase(resolver)):
            self.begin_round(resolver, turn.round + 1)
            self.pass_on(resolver, leaving)
        self.report(resolver)

    def report(self, resolver: Resolver) -> None:
        """Report the turn that the fight has come to."""
        for sentence in self.sentences(resolver.scene) if resolver.heard else ():
            resolver.say(sentence)

    def pass_on(self, resolver: Resolver, leaving: Collection[str] = ()) -> bool:
        """Pass the turn to the first who can act of those to come in this phase; returns False if there is nobody."""
        return any(self.arrive(resolver, turn) for turn in self.to_come(resolver.scene, leaving))

    def arrive(self, resolver: Resolver, turn: Turn) -> bool:
        """Begin a combatant's turn; whoever cannot act is passed over: their turn begins and ends (returns False)."""
        name = turn.name
        if name is None or (not self.begins_first and self.can_act(resolver.scene, name)):
            self.come(resolver, turn)
            return True
        self.begin_turns(resolver, (name,))
        if self.begins_first and self.can_act(resolver.scene, name):
            resolver.emit(TurnCame(turn))
            return True
        self.end_turns(resolver, (name,))
        return False

    def come(self, resolver: Resolver, turn: Turn) -> None:
        """Make this the current turn, and begin it for those whose it is."""
        resolver.emit(TurnCame(turn))
        self.begin_turns(resolver, self.holders(resolver.scene))

    def _next_phase(self, resolver: Resolver) -> bool:
        turn, phases = resolver.scene.turn, self.phases(resolver.scene)
        place = phases.index(turn.phase) + 1 if turn.phase in phases else len(phases)
        if place == len(phases):
            return False
        self.come(resolver, self.turn_of_phase(turn.round, phases[place]))
        self.pass_on(resolver)
        return True

    def begin_round(self, resolver: Resolver, number: int) -> None:
        """Begin a round: what lasts for rounds is counted down."""
        if number > 1:
            let_pass(resolver, lasting(resolver.scene.combatants))
        self.renew(resolver, number)
        self.come(resolver, self.turn_of_phase(number, self.phases(resolver.scene)[0]))

    def renew(self, resolver: Resolver, number: int) -> None:
        """Renew what lasts for a round, before the round of this number begins."""

    def begin_turns(self, resolver: Resolver, names: Collection[str]) -> None:
        """Begin turns: what lasts until they begin ends, and reminders are asked."""
        expire_with(resolver, names, reminders.START)
        reminders.ask_at(resolver, names, reminders.START)

    def end_turns(self, resolver: Resolver, names: Collection[str]) -> None:
        """End turns: what lasts until they end is over, and reminders are asked."""
        expire_with(resolver, names, reminders.END)
        reminders.ask_at(resolver, names, reminders.END)

    def give(self, resolver: Resolver, name: str) -> None:
        """Give somebody the turn by hand; the first one opens the fight."""
        turn = resolver.scene.turn
        phase = turn.phase if turn.round else self.phases(resolver.scene)[0]
        resolver.emit(TurnCame(Turn(max(1, turn.round), phase, resolver.combatant(name).side, name)))
        self.begin_turns(resolver, (name,))

    def moved(self, resolver: Resolver, name: str) -> None:
        """Apply the consequences of moving a combatant in the order by hand."""

    def seat(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Give newcomers their places in the order."""

    def leave(self, resolver: Resolver, names: Collection[str]) -> None:
        """Pass the turn on from those who leave for good; they are still in the scene."""
        turn = resolver.scene.turn
        if turn.name in names and not self.pass_on(resolver, names):
            resolver.emit(TurnCame(self.turn_of_phase(turn.round, turn.phase)))

    def close(self, resolver: Resolver) -> None:
        """Close the fight: it is nobody's turn, and no action is spent any more."""
        resolver.emit(TurnCame(Turn(resolver.scene.turn.round)))
        resolver.restore()

    def reopen(self, resolver: Resolver) -> None:
        """Begin a new fight of the same people, if the last one is over."""
        if resolver.scene.is_over:
            go_on(resolver)
            resolver.emit(TurnCame(Turn()), OrderBecame(()))
            self.forget(resolver)

    def forget(self, resolver: Resolver) -> None:
        """Clear the turns of the last fight before those who stay have another."""


def full_order(scene: Scene) -> tuple[str, ...]:
    """Return everybody: those with a place in the order, then the others in list order."""
    placed = dict.fromkeys(filter(scene.combatants.__contains__, scene.order))
    if len(placed) == len(scene.combatants):
        return tuple(placed)
    return (*placed, *[combatant.name for combatant in scene.listed() if combatant.name not in placed])


def place_in_order(resolver: Resolver, name: str, field: str) -> None:
    """Seat a combatant by a number on the sheet: the highest first, ties in the order they joined."""
    others = [other for other in resolver.scene.order if other != name and other in resolver.scene.combatants]
    number = resolver.combatant(name).number(field)
    lower = (place for place, other in enumerate(others) if resolver.combatant(other).number(field) < number)
    place = next(lower, len(others))
    resolver.emit(OrderBecame((*others[:place], name, *others[place:])))


def end_fight(resolver: Resolver, why: str | None = None) -> None:
    """End the fight, once; a later ``why`` only changes how it ended."""
    ended = resolver.scene.is_over
    if ended and why is None:
        return
    resolver.set_scene_field(OVER, why or OVER)
    resolver.say(f"The fight is over: {why.rstrip('.')}." if why else "The fight is over.")
    if not ended:
        resolver.system.clock.close(resolver)
        resolver.drop(one for one in resolver.scene.prompts if one.kind == reminders.TURN)


def go_on(resolver: Resolver) -> None:
    """Continue a fight that was over."""
    resolver.set_scene_field(OVER, None)


def let_pass(resolver: Resolver, people: Iterable[Combatant], rounds: int = 1, over: Collection[str] = ()) -> None:
    """Let rounds pass for people: end the conditions that expire, and those that are, or last until, what is over."""
    ended: list[tuple[str, str]] = []
    for combatant in people:
        for condition in combatant.conditions:
            if condition.until in over or condition.name in over or (condition.rounds or rounds + 1) <= rounds:
                ended.append((combatant.name, condition.name))
            elif condition.rounds is not None:
                resolver.emit(RoundsWent((combatant.name,), condition.name, condition.rounds - rounds))
    reminders.end_conditions(resolver, ended)


def last_round(scene: Scene, rounds: int) -> int:
    """Return the last round of something that lasts this many rounds from now."""
    return max(1, scene.turn.round) + rounds - 1


def expire_with(resolver: Resolver, names: Collection[str], moment: str = "") -> None:
    """End the conditions that last until a moment of these combatants, or until any if they have no more turns.

    One that has rounds as well lasts until that moment of its last round.
    """
    marked = lasting(resolver.scene.combatants)
    bound = [(one.name, each) for one in marked for each in one.conditions if each.until and each.of in names]
    due = (one for one in bound if not moment or (one[1].until == moment and (one[1].rounds or 1) == 1))
    reminders.end_conditions(resolver, [(name, each.name) for name, each in due])


def lasts_until(condition: Condition, scene: Scene) -> str:
    """Return what a condition lasts until: a turn, or another condition of whom it names; "" without such an end."""
    if condition.until not in (reminders.START, reminders.END):
        return f"while {clause(condition.of or '', scene, 'is')} {condition.until}" if condition.until else ""
    of_round = f" in round {last_round(scene, condition.rounds)}" if condition.rounds else ""
    return f"until the {condition.until} of {possessive(condition.of or '', scene)} turn{of_round}"


ROUND: Final = "round"
TURN: Final = "turn"
ENCOUNTER: Final = "encounter"
EACH: Final = (ROUND, TURN, ENCOUNTER)
"""When a counter can be reset: with every round, every turn of its owner, or every fight."""


def reset_counters(resolver: Resolver, before: Scene, done: int) -> None:
    """Reset counters after a command that began in the scene ``before`` and with ``done`` events."""
    anew, turn = EncounterBegan in map(type, resolver.events[done:]), resolver.scene.turn
    if not anew and (turn is before.turn or turn == before.turn):
        return
    for combatant in lasting(resolver.scene.combatants):
        for word, counter in combatant.counters.items():
            if counter.each is None or counter.value == counter.start:
                continue
            if anew or _begins(counter.each, combatant, before, resolver.scene):
                resolver.emit(CounterBecame((combatant.name,), word, replace(counter, value=counter.start)))
                resolver.say(f"{combatant.name}: {word} {counter.value} → {counter.start}.")


def _begins(moment: str, combatant: Combatant, before: Scene, now: Scene) -> bool:
    turn = now.turn
    if moment == ROUND:
        return turn.round != before.turn.round
    if moment != TURN:
        return False
    if turn.name is not None:
        return turn.name == combatant.name
    return turn.side == combatant.side or (turn.side is None and not now.order)


def counter_text(counter: Counter) -> str:
    """Return a counter as people read it, with its reset if it has one."""
    return f"{counter.value}/{counter.start}" if counter.each else str(counter.value)
