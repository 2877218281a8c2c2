"""What a turn is spent on: the cost of actions, moving, defending, aiming, and what is prepared for later.

A turn has a major and a minor action, or two minor ones (G). Obstacles are known before the rest of the line.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from tracker.games.gen6 import tables as t
from tracker.games.gen6.sheet import YARDS
from tracker.games.gen6.state import MAJOR, MINOR, CombatantState, add_deed, add_yards, set_state, state_of
from tracker.games.gen6.turns import CLOCK
from tracker.games.gen6.words import PosturesParam
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, flag, option
from tracker.rules.declarations import Context
from tracker.rules.grammar import possessive
from tracker.rules.params import ChoiceParam, NumberParam, TextParam
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver


class Restricted(ActorAction):
    """An action that may be impossible regardless of its other words."""

    @classmethod
    @abstractmethod
    def obstacle(cls, resolver: Resolver, actor: str) -> str:
        """Return the obstacle to the action now, as a sentence; "" for none."""


def take_action(resolver: Resolver, actor: str, verb: str, cost: str, prepared: bool = False) -> None:
    """Take an action: spend its cost, end aiming unless it is an attack, and note irregularities."""
    if verb != "attack":
        resolver.unmark(actor, "aim")
    if prepared:
        _carry_out_prepared(resolver, actor, verb)
    else:
        _take_in_turn(resolver, actor, cost)
    add_deed(resolver, actor, verb, cost == MAJOR and not (prepared or resolver.free))


def _take_in_turn(resolver: Resolver, actor: str, cost: str) -> None:
    """Take an action that was not prepared: it begins the actor's turn and has a cost."""
    CLOCK.begin_turns(resolver, (actor,))
    side, turn = resolver.combatant(actor).side, resolver.scene.turn
    one_by_one = resolver.setting("turn_order") == "alternate"
    if turn.side not in (None, side) or (one_by_one and turn.name not in (None, actor)):
        owner = possessive(turn.name, resolver.scene) if turn.name else f"the {turn.side}'"
        resolver.note(f"It is {owner} turn.")
    if "run" in _state(resolver, actor).majors:
        resolver.note(f"{resolver.clause(actor, 'has')} run, and nothing else comes after that this turn.")
    if cost in (MAJOR, MINOR):
        _spend(resolver, actor, cost)


def _spend(resolver: Resolver, actor: str, cost: str) -> None:
    """Spend a major or minor action; a second minor one uses the major one (G)."""
    spent = resolver.combatant(actor).spent
    if cost not in spent:
        resolver.spend(actor, cost)
    elif cost == MINOR and MAJOR not in spent:
        resolver.spend(actor, MAJOR)
    else:
        nothing_left = f"{resolver.clause(actor, 'has')} no {cost} action left this turn."
        if resolver.setting("extra_actions") == "refused":
            resolver.objection(f"{nothing_left} To allow it: settings extra_actions=noted.")
        elif not resolver.free:
            resolver.note(nothing_left)


def check_distance(resolver: Resolver, actor: str, yards: int, most: int, rule: str) -> None:
    """Object to more yards than ``most``; without a speed on the sheet there is no limit, only a note."""
    if "speed" not in resolver.combatant(actor).fields:
        resolver.note(f"{resolver.clause(actor, 'has')} no speed on the sheet, so nothing limits the distance.")
    elif yards > max(0, most):
        resolver.objection(f"{rule}: {in_yards(max(0, most))} for {actor}, not {yards}.")


def in_yards(count: int) -> str:
    """Return a distance in words."""
    return f"{count} yard{'' if count == 1 else 's'}"


def keep_up(resolver: Resolver, actor: str, what: str) -> None:
    """Add an effect that somebody keeps up until they fall to 0 health."""
    set_state(resolver, actor, kept_up=(*_state(resolver, actor).kept_up, what))


def nothing_prepared(resolver: Resolver, actor: str) -> str:
    """Return the refusal for somebody who has prepared nothing; "" for everybody else."""
    if resolver.combatant(actor).has("prepared") and _state(resolver, actor).prepared:
        return ""
    return f"{resolver.clause(actor, 'has')} prepared nothing. On their turn: prepare {quote(actor)} ACTION."


def _carry_out_prepared(resolver: Resolver, actor: str, verb: str) -> None:
    """Carry out a prepared action if this is the one."""
    state = _state(resolver, actor)
    if obstacle := nothing_prepared(resolver, actor):
        resolver.objection(obstacle)
    elif state.prepared_verb != verb:
        resolver.objection(f"{actor} prepared “{state.prepared}”, not {verb}.")
    resolver.unmark(actor, "prepared")
    set_state(resolver, actor, prepared=None)


def _state(resolver: Resolver, actor: str) -> CombatantState:
    return state_of(resolver.combatant(actor))


class Run(Restricted):
    """Up to twice the speed, and nothing after it; a chase asks for it every turn."""

    cost = MAJOR
    source = "Gen6 S: run/chase"
    refused_when = ("prone", "more yards than twice the speed")

    yards: int = argument(YARDS, "how far", required=True)
    mount: bool = flag("urges a mount on, the same distance")
    chase: bool = flag("in a chase")
    prepared: bool = flag("as prepared before")

    @classmethod
    def obstacle(cls, resolver: Resolver, actor: str) -> str:
        if not resolver.combatant(actor).has("prone"):
            return ""
        return f"{resolver.clause(actor, 'is')} prone and cannot run. Stand up first: move {quote(actor)} 0 with=stand."

    def resolve(self, resolver: Resolver) -> None:
        most = resolver.combatant(self.actor).number("speed") * t.RUN_SPEEDS
        check_distance(resolver, self.actor, self.yards, most, f"A run covers {t.RUN_SPEEDS} times the speed")
        take_action(resolver, self.actor, self.verb, MAJOR, self.prepared)
        set_state(resolver, self.actor, in_chase=self.chase)
        add_yards(resolver, self.actor, self.yards)
        how = f"{' on a mount' if self.mount else ''}{' in the chase' if self.chase else ''}"
        resolver.say(f"{resolver.clause(self.actor, 'runs')} {in_yards(self.yards)}{how}.")


class Move(ActorAction):
    """Up to the speed; prone, stand, mount, climb take half of it each."""

    cost = MINOR
    source = "Gen6 S: move"
    refused_when = ("more yards than the speed has left",)

    yards: int = argument(YARDS, "how far", required=True)
    with_: tuple[str, ...] | None = option(PosturesParam(), "combined with")

    def resolve(self, resolver: Resolver) -> None:
        speed, postures = resolver.combatant(self.actor).number("speed"), self.with_ or ()
        left = speed - len(postures) * (speed // t.POSTURE_SHARE)
        if left < 0:
            subject = resolver.clause(self.actor, "has")
            resolver.objection(f"{subject} no speed for that many changes of posture in one move.")
        rule = "A move covers the speed, less half of it for each change of posture"
        check_distance(resolver, self.actor, self.yards, left, rule)
        take_action(resolver, self.actor, self.verb, MINOR)
        for posture in postures:
            if posture == "stand":
                resolver.unmark(self.actor, "prone")
            elif posture != "climb":
                resolver.mark(self.actor, {"prone": "prone", "mount": "mounted"}[posture])
        combined = f" and: {', '.join(postures)}" if postures else ""
        resolver.say(f"{resolver.clause(self.actor, 'moves')} {in_yards(self.yards)}{combined}.")


class Defend(Restricted):
    """+2 defense until the actor's next turn."""

    cost = MAJOR
    source = "Gen6 S: defend"
    refused_when = ("after guard in the same round",)

    prepared: bool = flag("as prepared before")

    @classmethod
    def obstacle(cls, resolver: Resolver, actor: str) -> str:
        guards = resolver.combatant(actor).has("guard")
        return (
            f"{resolver.clause(actor, 'is')} on guard, so the major action of this turn cannot be defend."
            if guards
            else ""
        )

    def resolve(self, resolver: Resolver) -> None:
        take_action(resolver, self.actor, self.verb, MAJOR, self.prepared)
        resolver.mark(self.actor, "defend", until="start", of=self.actor)
        resolver.say(f"{resolver.clause(self.actor, 'defends')}: +{t.DEFEND} defense until their next turn.")


class Guard(Restricted):
    """1 or 2 more defense, and that much less on the actor's tests, until the round ends."""

    cost = MINOR
    source = "Gen6 S: guard up"
    refused_when = ("after a major action", "more than 2")

    amount: int = argument(NumberParam(t.GUARDS[0], 100), "1 or 2", required=True)

    @classmethod
    def obstacle(cls, resolver: Resolver, actor: str) -> str:
        majors = state_of(resolver.combatant(actor)).majors
        has = resolver.clause(actor, "has")
        return f"Guard comes before any major action, and {has} already used {majors[0]}." if majors else ""

    def resolve(self, resolver: Resolver) -> None:
        if self.amount not in t.GUARDS:
            resolver.objection(f"Guard is {t.GUARDS[0]} or {t.GUARDS[-1]}, not {self.amount}.")
        take_action(resolver, self.actor, self.verb, MINOR)
        resolver.mark(self.actor, "guard", self.amount, rounds=1)
        subject = resolver.clause(self.actor, "is")
        resolver.say(f"{subject} on guard: +{self.amount} defense, −{self.amount} on their tests this round.")


class Aim(ActorAction):
    """+1 if the next action is an attack."""

    cost = MINOR
    source = "Gen6 S: aim"

    def resolve(self, resolver: Resolver) -> None:
        take_action(resolver, self.actor, self.verb, MINOR)
        resolver.mark(self.actor, "aim")
        resolver.say(f"{resolver.clause(self.actor, 'aims')}: +{t.AIM} if the next action is an attack.")


MAJOR_VERBS: Final = ("attack", "charge", "defend", "firstaid", "run")
"""Major actions that can be prepared and carried out by their own verb."""

_TO_PREPARE: Final = TextParam("what", 200, (*MAJOR_VERBS, "power", "reload"))


class Prepare(ActorAction):
    """Prepares a major action: it is spent now, and trigger carries it out at any time."""

    cost = f"{MINOR}+{MAJOR}"
    source = "Gen6 S: prepare"
    refused_when = ("defend after guard",)

    action: str = argument(_TO_PREPARE, "which, and when: attack whoever opens the door", required=True, rest=True)

    def resolve(self, resolver: Resolver) -> None:
        typed_verb, _, rest = self.action.strip().partition(" ")
        known = ChoiceParam(_TO_PREPARE.begins, "major action to prepare")
        prepared = f"{known.read(typed_verb, Context(resolver.system, resolver.scene))} {rest}".strip()
        if prepared.startswith(Defend.verb):
            resolver.system.check_actor(resolver, Defend, self.actor)
        take_action(resolver, self.actor, self.verb, MINOR)
        take_action(resolver, self.actor, self.verb, MAJOR)
        resolver.mark(self.actor, "prepared", until="start", of=self.actor)
        set_state(resolver, self.actor, prepared=prepared)
        resolver.say(f"{resolver.clause(self.actor, 'prepares')}: {prepared}.")


class Trigger(Restricted):
    """Interrupts with the prepared action; an attack is typed as attack ... prepared."""

    source = "Gen6 S: prepare"
    refused_when = ("nothing was prepared",)

    @classmethod
    def obstacle(cls, resolver: Resolver, actor: str) -> str:
        return nothing_prepared(resolver, actor)

    def resolve(self, resolver: Resolver) -> None:
        state = state_of(resolver.combatant(self.actor))
        if state.prepared_verb == Defend.verb:
            Defend(actor=self.actor, prepared=True).resolve(resolver)
            return
        if state.prepared_verb in MAJOR_VERBS:
            resolver.note(f"Type it as {state.prepared_verb} {self.actor} ... prepared.")
        else:
            take_action(resolver, self.actor, state.prepared_verb, MAJOR, prepared=True)
        resolver.say(f"{resolver.clause(self.actor, 'interrupts')}{f': {state.prepared}' if state.prepared else ''}.")
