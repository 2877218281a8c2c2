"""What a turn is spent on: the cost of actions, moving, defending, aiming, powers, items and courage, and what waits.

A turn has a major and a minor action, or two minor ones (G). Obstacles are known before the rest of the line.
"""

from abc import abstractmethod
from typing import ClassVar, Final, Self

from tracker.combat.records import Reason
from tracker.games.gen6 import result as r
from tracker.games.gen6 import tables as t
from tracker.games.gen6.sheet import COST, WHAT, YARDS, PosturesParam
from tracker.games.gen6.state import MAJOR, MAJOR_DEED, MINOR, add_yards, set_state, set_trouble, state_of, weapon_of
from tracker.games.gen6.turns import CLOCK
from tracker.rules.action import ActorAction, ByHand
from tracker.rules.command import RESULT, argument, flag, option
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import agree, join_names, quantity, quote
from tracker.rules.matching import match_name
from tracker.rules.params import ChoiceParam, CombatantParam, CombatantsParam, NameList, NumberParam, TextParam
from tracker.rules.resolver import Resolver
from tracker.rules.throw import Check, Way


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
        state = state_of(resolver.combatant(actor))
        if obstacle := nothing_prepared(resolver, actor):
            resolver.objection(obstacle)
        elif state.prepared_verb != verb:
            resolver.objection(f"{actor} prepared “{state.prepared}”, not {verb}.")
        resolver.unmark(actor, "prepared")
        set_state(resolver, actor, prepared=None)
    else:
        _take_in_turn(resolver, actor, cost)
    major = cost == MAJOR and not (prepared or resolver.free)
    deeds = state_of(resolver.combatant(actor)).deeds
    set_state(resolver, actor, deeds=(*deeds, MAJOR_DEED + verb if major else verb))


def _take_in_turn(resolver: Resolver, actor: str, cost: str) -> None:
    CLOCK.begin_turns(resolver, (actor,))
    side, turn = resolver.combatant(actor).side, resolver.scene.turn
    one_by_one = resolver.setting("turn_order") == "alternate"
    if turn.side not in (None, side) or (one_by_one and turn.name not in (None, actor)):
        owner = resolver.whose(turn.name) if turn.name else f"the {turn.side}'"
        resolver.note(f"Out of turn: it is {owner}.")
    if "run" in state_of(resolver.combatant(actor)).majors:
        resolver.note(f"{resolver.clause(actor, 'has')} run, and nothing else comes after that this turn.")
    if cost not in (MAJOR, MINOR):
        return
    spent = resolver.combatant(actor).spent
    if cost not in spent:
        resolver.spend(actor, cost)
    elif cost == MINOR and MAJOR not in spent:
        resolver.spend(actor, MAJOR)  # A second minor action uses the major one (G).
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
        resolver.objection(f"{rule}: {quantity(max(0, most), 'yard')} for {actor}, not {yards}.")


def keep_up(resolver: Resolver, actor: str, what: str) -> None:
    """Add an effect that somebody keeps up until they fall to 0 health."""
    set_state(resolver, actor, kept_up=(*state_of(resolver.combatant(actor)).kept_up, what))


def nothing_prepared(resolver: Resolver, actor: str) -> str:
    """Return the refusal for somebody who has prepared nothing; "" for everybody else."""
    if resolver.combatant(actor).has("prepared") and state_of(resolver.combatant(actor)).prepared:
        return ""
    return f"{resolver.clause(actor, 'has')} prepared nothing. On their turn: prepare {quote(actor)} ACTION."


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
        resolver.say(f"{resolver.clause(self.actor, 'runs')} {quantity(self.yards, 'yard')}{how}.")


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
            has = resolver.clause(self.actor, "has")
            resolver.objection(f"{has} no speed for that many changes of posture in one move.")
        rule = "A move covers the speed, less half of it for each change of posture"
        check_distance(resolver, self.actor, self.yards, left, rule)
        take_action(resolver, self.actor, self.verb, MINOR)
        for posture in postures:
            if posture == "stand":
                resolver.unmark(self.actor, "prone")
            elif posture != "climb":
                resolver.mark(self.actor, {"prone": "prone", "mount": "mounted"}[posture])
        moved = [f"moves {quantity(self.yards, 'yard')}"] if self.yards or not postures else []
        moved += [_POSTURES[posture] for posture in postures]
        does = " and ".join(agree(self.actor, resolver.scene, predicate) for predicate in moved)
        resolver.say(f"{self.actor} {does}.")


class Defend(Restricted):
    """+2 defense until the actor's next turn."""

    cost = MAJOR
    source = "Gen6 S: defend"
    refused_when = ("after guard in the same round",)

    prepared: bool = flag("as prepared before")

    @classmethod
    def obstacle(cls, resolver: Resolver, actor: str) -> str:
        if not resolver.combatant(actor).has("guard"):
            return ""
        return f"{resolver.clause(actor, 'is')} on guard, so the major action of this turn cannot be defend."

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


_POSTURES = {"prone": "goes prone", "stand": "stands up", "mount": "mounts", "climb": "climbs"}
"""What is said of who changes their posture."""


class Activate(ActorAction):
    """Begins to use an ability or item; a built-in weapon attacks by attack."""

    cost = MINOR
    source = "Gen6 S: activate"

    what: str = argument(WHAT, "what", required=True, rest=True)
    ongoing: bool = flag("kept up; ends at 0 health")

    def resolve(self, resolver: Resolver) -> None:
        take_action(resolver, self.actor, self.verb, MINOR)
        if weapon_of(resolver.combatant(self.actor), self.what).integrated:
            resolver.note(f"The {self.what} is built in: attack with it, which takes the minor action.")
        if self.ongoing:
            keep_up(resolver, self.actor, self.what)
        subject = resolver.clause(self.actor, "activates")
        resolver.say(f"{subject} {self.what}{', and keeps it up' if self.ongoing else ''}.")


class Drop(ActorAction):
    """Ends effects that somebody keeps up: a single one, or all of them."""

    source = "Gen6 G: ongoing effects"
    by_hand = True

    what: str | None = argument(
        ChoiceParam(lambda context: state_of(context.actor).kept_up if context.actor else (), "effect kept up"),
        "which; all if left out",
        rest=True,
    )

    def resolve(self, resolver: Resolver) -> None:
        kept_up = state_of(resolver.combatant(self.actor)).kept_up
        if not kept_up:
            raise InvalidCommand(f"{resolver.clause(self.actor, 'keeps')} up nothing.")
        dropped = (self.what,) if self.what else kept_up
        set_state(resolver, self.actor, kept_up=tuple(effect for effect in kept_up if effect not in dropped))
        resolver.say(f"{resolver.clause(self.actor, 'drops')} {', '.join(dropped)}.")


class Power(r.ActionWithTest):
    """A power: major, minor or free as typed, with a test if it has one."""

    cost = "major/minor/free"
    source = "Gen6 S: use a power"
    does: ClassVar[str] = "uses"

    actor: str = argument(CombatantParam(), "who", required=True)
    what: str | None = argument(WHAT, "which", required=True, rest=True)
    cost_: str | None = option(COST, "what it costs; a major action if nothing says so")
    result: r.Result | None = option(r.ResultParam(), "of the test it asks for", aliases=RESULT)
    on: str | None = option(CombatantParam(), "on whom")
    ongoing: bool = flag("kept up; ends at 0 health")

    def price(self, resolver: Resolver) -> str:
        """Return its cost: as typed, else major."""
        return self.cost_ or MAJOR

    to_throw = "result=roll"

    def check(self, resolver: Resolver) -> Check | None:
        """Return the test, if there is one; only a fumble fails it."""
        if self.result is None:
            return None
        own, added = r.Term("bonus", self.bonus or 0, ""), r.standing_bonuses(resolver, self.actor)
        more = r.sum_of((own, *added))
        ways = (Way(share, f"total {total + more}", total > t.DICE) for total, share in sorted(r.SUMS.items()))
        return Check(r.throw_of(resolver, self.actor, None, own, added), lambda: ways)

    def succeeded(self, resolver: Resolver, why: tuple[Reason, ...]) -> bool | None:
        """Return None: what its total is worth, the table says."""
        return None

    def resolve(self, resolver: Resolver) -> None:
        price = self.price(resolver)
        take_action(resolver, self.actor, self.verb, price)
        if self.ongoing:
            keep_up(resolver, self.actor, self.what or "")
        on, kept = f" on {self.on}" if self.on else "", ", and keeps it up" if self.ongoing else ""
        total = f": {r.roll_test(resolver, self, self.actor, None)}" if self.result is not None else ""
        resolver.say(f"{resolver.clause(self.actor, self.does)} {self.what}{on}{kept} ({price} action){total}.")


class _ReloadedParam(TextParam):
    """A weapon of the actor that can be reloaded, by any word of its name."""

    def read(self, text: str, context: Context, alias: str = "") -> str:
        return text if context.exact else match_name(text, self.complete(context), "weapon that can be reloaded")

    def complete(self, context: Context) -> tuple[str, ...]:
        carried = context.actor.weapons.items() if context.actor else ()
        return tuple(name for name, has in carried if has.get("kind") == "ranged" or has.keys() & {"reload", "trouble"})


class Reload(Power):
    """Reloads a weapon, at the cost the weapon says."""

    source = "Gen6 S: reload"
    does = "reloads the"

    what: str | None = argument(
        _ReloadedParam("a weapon that can be reloaded"), "which; else the only empty one", rest=True
    )

    def with_defaults(self, resolver: Resolver) -> Self:
        """Take the only weapon in trouble; raises InvalidCommand if there is none, or several."""
        unfit = [weapon for weapon, has in resolver.combatant(self.actor).weapons.items() if has.get("trouble")]
        if not self.what and len(unfit) != 1:
            known = f": {comma_list(unfit)}" if unfit else "; none is empty or jammed"
            raise InvalidCommand(f"Say which weapon is reloaded{known}.")
        return self if self.what else self.copy_with(what=unfit[0])

    def price(self, resolver: Resolver) -> str:
        return self.cost_ or weapon_of(resolver.combatant(self.actor), self.what).reload or MAJOR

    def resolve(self, resolver: Resolver) -> None:
        super().resolve(resolver)
        set_trouble(resolver, self.actor, self.what or "", None)


def _values(context: Context) -> tuple[str, ...]:
    values = context.actor.fields.get("values") if context.actor else None
    return tuple(map(str, values)) if isinstance(values, list) else ()


class Courage(Restricted):
    """+3 on the next roll, in the name of one of the hero's values."""

    source = "Gen6 S: courage"
    refused_when = ("no point left", "no value named", "one already waits for a roll")
    asks = ("value",)

    value: str | None = option(ChoiceParam(_values, "value", other=True), "which value; one is needed")

    @classmethod
    def obstacle(cls, resolver: Resolver, actor: str) -> str:
        combatant = resolver.combatant(actor)
        if combatant.has("courage"):
            return f"A roll takes one point of courage, and {actor} already has one waiting."
        if "courage" not in combatant.tracks:
            return resolver.missing(actor, "courage")
        if combatant.value("courage"):
            return ""
        return f"{resolver.clause(actor, 'has')} no courage left. A new play session: refresh all."

    def resolve(self, resolver: Resolver) -> None:
        combatant = resolver.combatant(self.actor)
        values = combatant.fields.get("values")
        if not self.value:
            resolver.objection(f"Courage is spent in the name of a value: courage {quote(self.actor)} value=TEXT.")
        elif not isinstance(values, list) or self.value.casefold() not in [str(value).casefold() for value in values]:
            resolver.note(f"“{self.value}” is not one of {resolver.whose(self.actor)} values.")
        if not resolver.free and combatant.value("courage"):
            resolver.set_track(self.actor, "courage", combatant.value("courage") - 1)
        resolver.mark(self.actor, "courage")
        named = f" ({self.value})" if self.value else ""
        resolver.say(f"{resolver.clause(self.actor, 'takes')} courage: +{t.COURAGE} on the next roll{named}.")


class Refresh(ByHand):
    """Fills courage up: a new play session."""

    source = "Gen6 S: courage"

    actor: NameList = argument(CombatantsParam(), "who, or all", required=True)

    def resolve(self, resolver: Resolver) -> None:
        names = [name for name in self.actor if "courage" in resolver.combatant(name).tracks]
        if not names:
            raise InvalidCommand(resolver.missing(self.actor[0], "courage"))
        for name in names:
            resolver.set_track(name, "courage", resolver.combatant(name).tracks["courage"].max)
        resolver.say(f"{join_names(names, resolver.scene)}: courage is full.")
