"""What else a round brings: its declarations, a place in the order, and actions other than attacks."""

from typing import Self

from msgspec.structs import replace

from tracker.combat.expressions import parse
from tracker.combat.records import Reason
from tracker.games.unknown_armies import result as r
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.actions.attack import check_ready, default_skill, default_target, default_weapon
from tracker.games.unknown_armies.state import Split as SplitState
from tracker.games.unknown_armies.state import holstered_weapons, ready_weapons, set_state, state_of, weapon_of
from tracker.games.unknown_armies.target import cite, count_skill, count_typed, count_wounds, focus_of
from tracker.games.unknown_armies.turns import CLOCK
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, flag, option
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import minus, quote, the
from tracker.rules.params import FoeParam, NumberParam, NumbersParam, TextParam
from tracker.rules.resolver import Resolver
from tracker.rules.throw import Check
from tracker.rules.turns import place_in_order


class Initiative(ActorAction):
    """The place in the order, high first; the first one opens round 1."""

    source = "G"
    by_hand = True
    once_for_a_group = True

    number: int | str = argument(r.PlaceParam(), "the number, or dice to throw for it", required=True)

    def resolve(self, resolver: Resolver) -> None:
        CLOCK.begin_declaring(resolver)
        place = self.number
        if not isinstance(place, int):
            rolled = parse(place).roll(resolver.dice, f"{self.actor}'s initiative")
            place = resolver.because("total", place, rolled.total)
            resolver.record_as(number=place)
        set_state(resolver, self.actor, place=place)
        if resolver.setting("order") == "skill":
            CLOCK.sort_by_skill(resolver)
        else:
            place_in_order(resolver, self.actor, "place")
        resolver.say(f"Initiative: {resolver.clause(self.actor, 'has')} {place}.")


class Draw(ActorAction):
    """Draws a weapon: takes the turn, and the weapon is ready from the next round."""

    cost = "action"
    refused_when = ("the weapon is ready", "the actor has acted this round")

    weapon: str | None = argument(r.HolsteredParam(), "the weapon; the only one not in hand if left out")

    def with_defaults(self, resolver: Resolver) -> Self:
        if self.weapon is not None:
            return self
        holstered = holstered_weapons(resolver.combatant(self.actor))
        if len(holstered) != 1:
            which = f"Say which: {comma_list(holstered)}." if holstered else f"{self.actor} has nothing to draw."
            raise InvalidCommand(which)
        return self.copy_with(weapon=holstered[0])

    def resolve(self, resolver: Resolver) -> None:
        weapon = self.weapon or ""
        if weapon in ready_weapons(resolver.combatant(self.actor)):
            away = f"arm {quote(self.actor)} {quote(weapon)} ready=no"
            whose = resolver.whose(self.actor)
            resolver.objection(f"{whose} {self.weapon} is already in hand. To put it away: {away}.")
        CLOCK.spend_action(resolver, self.actor)
        set_state(resolver, self.actor, drawing=self.weapon)
        resolver.mark(self.actor, "drawing")
        resolver.say(f"{resolver.clause(self.actor, 'draws')} {the(weapon)}, ready from the next round.")


class Act(ActorAction):
    """Any other action: takes the turn."""

    cost = "action"
    to_throw = "roll=roll skill=N"
    refused_when = ("the actor has acted this round",)

    what: str | None = argument(TextParam(), "what they do", rest=True)
    roll: r.Roll | None = option(r.RollParam(), "the roll")
    skill: str | int | None = option(r.SkillParam(), "against which skill")

    def resolve(self, resolver: Resolver) -> None:
        told = f"{self.actor}: {self.what}" if self.what else resolver.clause(self.actor, "acts")
        if self.roll is None:
            CLOCK.spend_action(resolver, self.actor)
            resolver.say(f"{told}.")
            return
        number = self.count_number(resolver)
        CLOCK.spend_action(resolver, self.actor)
        resolver.say(f"{told}, {minus(number)} or less:")
        roll, value, grade = r.judge(resolver, self.roll, number)
        resolver.record_as(roll=replace(roll, die=False))
        r.ask_more(resolver, self.actor, grade, value)

    def check(self, resolver: Resolver) -> Check | None:
        return None if self.roll is None else r.check(resolver, self.actor, self.count_number(resolver))

    def succeeded(self, resolver: Resolver, why: tuple[Reason, ...]) -> bool | None:
        return None if self.roll is None else r.succeeded(why)

    def count_number(self, resolver: Resolver) -> int:
        """Return the number of the roll; raises InvalidCommand if no skill is named."""
        if self.skill is None:
            raise InvalidCommand("A roll needs a skill. Say skill=NAME or skill=N.")
        return count_skill(resolver, self.actor, self.skill) + count_wounds(resolver, self.actor)


class Focus(ActorAction):
    """A shift on attacks at one target this round, and for everybody who attacks the actor."""

    refused_when = ("the declaring is over", "an amount other than 10, 20 or 30")

    target: str | None = argument(FoeParam(), "whom; the only enemy if left out")
    amount: int = argument(NumberParam(1, 100, "10, 20 or 30"), "the shift: 10, 20 or 30", required=True)

    def with_defaults(self, resolver: Resolver) -> Self:
        return self.copy_with(target=default_target(resolver, self.actor, self.target))

    def resolve(self, resolver: Resolver) -> None:
        target, shift = self.target or "", f"{self.amount:+d}"
        if self.amount not in t.FOCUS:
            resolver.objection(f"A focus shift is {', '.join(f'{amount:+d}' for amount in t.FOCUS)}, not {shift}.")
        CLOCK.begin_declaring(resolver)
        resolver.note_already_out(target)
        resolver.mark(self.actor, "focus", self.amount, of=target)
        subject = resolver.clause(self.actor, "focuses")
        resolver.say(f"{subject} on {target}: {shift} against {target}, and {shift} for attacks on {self.actor}.")


class Split(ActorAction):
    """Divides the skill among several attacks: 40,15; each attack takes the next share, and 0 gives up those left."""

    cost = "action"
    refused_when = (
        "the shares add up to more than the skill and its shifts",
        f"more than {t.SPLIT_MOST} shares, unless suppressive with a firearm",
        "the weapon is not ready",
        "the actor has acted this round",
        "a sucker attack of the last round worked",
    )

    shares: tuple[int, ...] = argument(
        NumbersParam(0, 200, "40,15"), "a number for each attack; 0: no more", required=True
    )
    skill: str | int | None = option(r.SkillParam(), "struggle by hand, firearms with a gun")
    weapon: str | None = option(r.IN_HAND, "the ready one that reaches and hurts most; the fist if none is ready")
    shift: int | None = option(r.SHIFT, "a shift by the GM's word, into the sum")
    suppressive: bool = flag("suppressive fire with a firearm: any number of attacks")

    def with_defaults(self, resolver: Resolver) -> Self:
        actor = resolver.combatant(self.actor)
        weapon = self.weapon or default_weapon(resolver, self.actor, None)
        return self.copy_with(weapon=weapon, skill=default_skill(actor, weapon, self.skill))

    def resolve(self, resolver: Resolver) -> None:
        weapon, skill, state = self.weapon or t.FIST, self.skill or 0, state_of(resolver.combatant(self.actor))
        if not any(self.shares):
            if state.split is None or not state.shares_left:
                raise InvalidCommand(f"{resolver.clause(self.actor, 'has')} no shares left to give up.")
            set_state(resolver, self.actor, split=replace(state.split, used=(*state.split.used, *state.shares_left)))
            resolver.say(f"{resolver.clause(self.actor, 'gives')} up the shares left of the split.")
            return
        if state.shares_left:
            ends = f"To give them up: split {quote(self.actor)} 0."
            resolver.objection(f"{resolver.clause(self.actor, 'has')} shares left of this round's split. {ends}")
        check_ready(resolver, self.actor, weapon)
        if len(self.shares) < t.SPLIT_LEAST:
            resolver.objection("A split makes several attacks. Name two shares or more, or just attack.")
        gun = weapon_of(resolver.combatant(self.actor), weapon).kind == t.GUN
        if self.suppressive and not gun:
            resolver.objection(f"Suppressive fire needs a firearm, and {weapon} is not one. Say which: weapon=NAME.")
        if len(self.shares) > t.SPLIT_MOST and not (self.suppressive and gun):
            resolver.objection(f"At most {t.SPLIT_MOST} attacks in a round; suppressive with a firearm allows more.")
        if resolver.combatant(self.actor).has("sucker"):
            end = f"unmark {quote(self.actor)} sucker"
            resolver.objection(f"The one die after a sucker attack does not go with a split. To give it up: {end}.")
        most = count_skill(resolver, self.actor, skill, "pool") + count_wounds(resolver, self.actor, "pool")
        most += count_typed(resolver, self.shift, "pool")
        wanted = sum(resolver.because("total", f"share {place}", share) for place, share in enumerate(self.shares, 1))
        focus, only = focus_of(resolver.scene, self.actor)
        if wanted <= most or only is None:
            only = None
        else:
            most += resolver.because("pool", f"focus on {only}", focus, cite(resolver, "focus shifts"))
        if wanted > most:
            resolver.objection(f"The shares add up to {wanted}, and the skill to split is {most}. Lower a share.")
        CLOCK.spend_action(resolver, self.actor)
        set_state(resolver, self.actor, split=SplitState(self.shares, (), skill, weapon, only))
        all_at = f", all at {only}" if only else ""
        fire = " Suppressive fire." if self.suppressive else ""
        shares, of = " + ".join(map(str, self.shares)), "" if isinstance(skill, int) else f" ({skill})"
        resolver.say(f"{resolver.clause(self.actor, 'splits')} {most}{of} into {shares}{all_at}.{fire}")
