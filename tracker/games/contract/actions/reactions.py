"""What meets an attack: dodge, parry, clash, desperate ones, evading, none; waiting for them, and answers."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Self

from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.combat.records import Reason, total_of
from tracker.combat.scene import Prompt, Scene
from tracker.games.contract import harm, state
from tracker.games.contract import tables as t
from tracker.games.contract.dice import ACT, REACTION, Result, ResultParam, Roll, dodge_stats, faces_of, prepare_roll
from tracker.games.contract.turns import FREE, Payment, exert, pay
from tracker.games.contract.weapons import FLYING, SHOT, committed_objection, note_uncarried, parry_weapon, weapon_stats
from tracker.games.contract.words import DIFFICULTY, WEAPON, Adjustment, AttackParam
from tracker.rules.action import Action, ActorAction, perform
from tracker.rules.command import argument, option, result
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import arrow, clause, minus, possessive, quote, spaced
from tracker.rules.matching import match
from tracker.rules.params import ChoiceParam, CombatantParam, number
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.throw import Check, Way
from tracker.rules.view import Deed

CLASH: Final = "clash"
UNHURT: Final = "no injury"  # what the log says of an attack that was met
REACTIONS: Final = ("dodge", "parry", CLASH)
PARRY_BY: Final = "parry by "  # the prefix, before a friend's name, of the answer that this friend parries

EVADE: Final = "evade"  # the prefix, before a number, of the answer that spends this much evading on the attack
LITERAL: Final = "clash_literal"  # the setting that lets a clash be won below an outcome of 1


class Defence(Model):
    """A reaction as requested: who does what, with what result and weapon."""

    verb: str
    who: str
    result: Result
    weapon: str | None = None
    change: Adjustment | None = None
    desperate: bool = False


def objections(system: System, scene: Scene, blow: state.Blow, verb: str, who: str, weapon: str) -> list[str]:
    """Return the rules against meeting this attack in this way."""
    against, kind = [], blow.kind
    now = system.setting(scene, "profile") == "current" and scene.band(who, blow.by) == t.ENGAGED
    shot_parried = verb == "parry" and kind == SHOT and now
    if kind == SHOT and not scene[who].fields.get("firearm_power") and not shot_parried:
        name = quote(who)
        way = f"take {name}" if blow.prompt else "say take"
        against.append(f"Only a power lets one react to firearms: set {name} firearm_power=yes, or {way}.")
    if verb != "parry" and who != blow.target:
        against.append(f"Nobody {verb}{'e' * (verb == CLASH)}s for a friend; parry for them.")
    if verb == "dodge":
        return against
    own = weapon_stats(scene[who], weapon).kind
    if kind in FLYING and not shot_parried:
        against.append(f"What is thrown or shot cannot be met with a {verb}. Try a dodge.")
    elif own in FLYING:
        against.append(f"A {spaced(weapon)} cannot {verb}. Use a melee weapon, or bare hands against bare hands.")
    elif own == "brawl" and kind == "melee":
        against.append(f"Bare hands are no {verb} against a melee weapon. Dodge, or arm {quote(who)} WEAPON.")
    return against


def open_reactions(system: System, scene: Scene, blow: state.Blow) -> tuple[str, ...]:
    """Return the target's open reactions, desperate ones included; none if it cannot react at all."""
    target = scene[blow.target]
    if target.out is not None:
        return ()
    weapon = parry_weapon(target)
    legal = [verb for verb in REACTIONS if not objections(system, scene, blow, verb, target.name, weapon)]
    then = blow.then(target.name)
    spent = target.spent if then is None else then.spent
    if (shares := state.state_of(target).shares) and then is None:
        return tuple(verb for verb in legal if state.share_for(shares, verb, blow.by))
    if state.ACTION not in spent:
        return tuple(legal)
    if state.EXERTED in spent:
        return ()
    clashes = system.setting(scene, "desperate_clash")
    return tuple(f"desperate {verb}" for verb in legal if verb != "clash" or clashes)


def friends_who_parry(system: System, scene: Scene, blow: state.Blow) -> tuple[str, ...]:
    """Return the friends who may parry this attack for the target: in range, with the Action of its round unspent."""
    friends = (friend for friend in scene.of_side(scene[blow.target].side) if friend.name not in (blow.target, blow.by))
    return tuple(
        friend.name
        for friend in friends
        if friend.out is None
        and (
            state.ACTION not in then.spent
            if (then := blow.then(friend.name)) is not None
            else state.share_for(shares, "parry", blow.by)
            if (shares := state.state_of(friend).shares)
            else state.ACTION not in friend.spent
        )
        and scene.band(friend.name, blow.target) in t.IN_RANGE
        and not objections(system, scene, blow, "parry", friend.name, parry_weapon(friend))
    )


def may_be_met(system: System, scene: Scene, blow: state.Blow) -> bool:
    """Return whether an attack waits: its target can react or evade, or a friend in range can parry it (S)."""
    own = open_reactions(system, scene, blow) or harm.evading_left(system, scene, blow)
    return bool(own or friends_who_parry(system, scene, blow))


def reaction_prompt(system: System, scene: Scene, blow: state.Blow) -> tuple[str, tuple[str, ...]]:
    """Return the question of a waiting attack with its current answers: the target's own, then its friends'."""
    reactions = open_reactions(system, scene, blow)
    attacks = f"{clause(blow.by, scene, 'attacks')} with {t.arms(blow.weapon)}"
    text = f"{attacks}, outcome {minus(blow.outcome)}: {_or_take(reactions)}?"
    friends = (f"{PARRY_BY}{name}" for name in friends_who_parry(system, scene, blow))
    evades = (f"{EVADE} {much}" for much in range(harm.evading_left(system, scene, blow), 0, -1))
    return text, (*reactions, "take", *evades, *friends)


def _or_take(reactions: Sequence[str]) -> str:
    return f"{', '.join(reactions)} or take" if reactions else "take"


def let_wait(resolver: Resolver, blow: state.Blow) -> None:
    """Let the attack wait for its target's reaction."""
    text, choices = reaction_prompt(resolver.system, resolver.scene, blow)
    number = resolver.ask("reaction", blow.target, text, choices, by=blow.by)
    others = state.state_of(resolver.combatant(blow.target)).pending
    state.set_state(resolver, blow.target, pending=(*others, replace(blow, prompt=number)))
    reactions = open_reactions(resolver.system, resolver.scene, blow)
    resolver.say(f"It waits for {blow.target}: {_or_take(reactions)}.")
    friends = friends_who_parry(resolver.system, resolver.scene, blow)
    if friends and not reactions:
        way = f"parry {quote(friends[0])} RESULT for={quote(blow.target)}"
        resolver.note(f"{blow.target} cannot react, but {' or '.join(friends)} can parry it: {way}.")


class Met(Model):
    """A reaction that is paid for: its roll before the dice, and its weapon; no roll if the strain was too much."""

    defence: Defence
    roll: Roll | None
    weapon: str
    arms: t.WeaponStats

    def weights(self) -> Mapping[int, int]:
        """Return how many throws have each outcome."""
        return self.roll.weights(self.defence.result) if self.roll is not None else {0: 1}


def prepare_defence(resolver: Resolver, blow: state.Blow, defence: Defence) -> Met:
    """Pay for the reaction and prepare its roll; may object."""
    who, verb = defence.who, defence.verb
    if who == blow.by:
        raise InvalidCommand(f"{who} made this attack; name somebody else who parries it.")
    weapon = defence.weapon or parry_weapon(resolver.combatant(who))
    if resolver.combatant(who).out is not None:
        is_out = f"{resolver.clause(who, 'is')} out ({resolver.combatant(who).out})"
        resolver.objection(f"{is_out} and cannot react. Bring them back: back {quote(who)}.")
    for objection in objections(resolver.system, resolver.scene, blow, verb, who, weapon):
        resolver.objection(objection)
    band = resolver.scene.band(who, blow.target)
    if who != blow.target and band not in t.IN_RANGE:
        way = f"nearer {quote(who)} {quote(blow.target)}"
        resolver.objection(f"{who} and {blow.target} are {band}, out of range for a parry. Come nearer: {way}.")
    paid, then, friend = FREE, blow.then(who), f" for={quote(blow.target)}" if who != blow.target else ""
    if defence.desperate:
        _exert_for(resolver, defence, then.spent if then is not None else None)
    elif then is not None:
        if state.ACTION in then.spent:
            way = f" A desperate reaction is open: desperate {quote(who)} {verb}{friend}."
            way = "" if state.EXERTED in then.spent else way
            resolver.objection(f"{resolver.clause(who, 'has')} used the Action of this attack's round.{way}")
        elif blow.held and not friend and state.ACTION in resolver.combatant(who).spent:
            if not resolver.free:
                state.drop_attacks_of(resolver, who)
            lost = f"By reacting now {resolver.clause(who, 'loses')} the act that set off this held action."
            resolver.note(f"{lost} Take it out: revoke LINE.")
        else:
            resolver.note("It uses the Action of the round the attack was made in.")
        if blow.shares and not friend:
            share = state.use_earlier_share(resolver, blow, verb)
            paid = Payment(share.dice) if share else FREE
        else:
            state.spend_earlier(resolver, who, state.ACTION)
            paid = Payment(then.parry, quick=then.quick)
    else:
        paid = pay(resolver, who, verb, blow.by, reaction=True, waits=bool(blow.prompt))
    dodge = verb == "dodge"
    arms = dodge_stats(resolver.system, resolver.scene) if dodge else weapon_stats(resolver.combatant(who), weapon)
    if not dodge:
        if blow.kind == "brawl" and arms.kind == "melee":
            arms = arms._replace(difficulty=arms.difficulty - t.EASIER_PARRY)
        note_uncarried(resolver, who, weapon)
    if paid.share is not None and arms.committed:
        resolver.objection(committed_objection(weapon))
    whose = resolver.whose(who)
    what = f"{whose} {verb}" if dodge else f"{whose} {verb} with {t.arms(weapon)}"
    roll = prepare_roll(resolver, who, what, arms, defence.change, paid, defence.result, REACTION)
    if defence.desperate and not resolver.free:
        resolver.set_field(who, "next_penalty", t.DESPERATE)
    too_much = defence.desperate and resolver.combatant(who).out is not None
    return Met(defence, None if too_much else roll, weapon, arms)


def _exert_for(resolver: Resolver, defence: Defence, earlier: tuple[str, ...] | None) -> None:
    """Exert the body for a desperate reaction; ``earlier`` is what was spent in the attack's round, if that is over."""
    who, current = defence.who, resolver.setting("profile") == "current"
    spent = resolver.combatant(who).spent if earlier is None else earlier
    if state.ACTION not in spent:
        way = f"{defence.verb} {quote(who)}"
        resolver.objection(f"{resolver.clause(who, 'has')} the Action of this round left. Use it: {way}.")
    if defence.verb == "clash" and not resolver.setting("desperate_clash"):
        way = "settings desperate_clash=yes"
        resolver.objection(f"A desperate reaction is a dodge or a parry here. Allow a clash: {way}.")
    if current and "mind" not in resolver.combatant(who).tracks and not resolver.ruled:
        raise InvalidCommand(resolver.missing(who, "mind"))
    track = "mind" if current else "body"
    before = resolver.combatant(who).value(track)
    exert(resolver, who, track, earlier)
    if not resolver.free:
        change = arrow(before, resolver.combatant(who).value(track))
        resolver.say(f"{resolver.clause(who, 'exerts')} the {track}: {track} {change}.")
        if defence.verb == "clash":
            resolver.note("A desperate reaction may be a clash here.")


def ways_of(
    resolver: Resolver,
    was: Scene,
    blow: state.Blow,
    attack: Mapping[int, int],
    met: Met | None,
    *,
    defends: bool = False,
) -> Iterator[Way]:
    """Yield the ways in which an attack with these outcomes comes out; success is a hit, or staying unhurt.

    ``was`` is the scene before anything was paid, the resolver's the one after. A reaction that waits counts as none.
    """
    now, literal = resolver.scene, bool(resolver.setting(LITERAL))
    stops = met.weights() if met is not None else {0: 1}
    clash = met is not None and met.defence.verb == CLASH and met.roll is not None  # blow meets blow
    counted: dict[tuple[int | None, int | None, bool], int] = defaultdict(int)
    for outcome, ways in sorted(attack.items()):
        paid = met is not None and (outcome > 0 or met.defence.verb == CLASH)
        for stopped, other_ways in stops.items():
            hit: int | None = outcome if clash else outcome - max(0, stopped)
            lands = harm.wins_clash(outcome, stopped, literal) if clash else outcome > max(0, stopped)
            back = stopped if clash and harm.wins_clash(stopped, outcome, literal) else None
            counted[hit if lands else None, back, paid] += ways * other_ways
    returned = replace(blow, by=blow.target, target=blow.by, extra=0)
    if met is not None:
        returned = replace(returned, kind=met.arms.kind, damage=met.arms.damage)
    for (hit, back, paid), ways in counted.items():
        then = now if paid else was
        severity = 0 if hit is None else harm.severity_of(then[blow.target], hit, blow)
        other = 0 if back is None else harm.severity_of(then[blow.by], back, returned)
        parts = [] if hit is None else [_injury(severity)]
        parts += [] if back is None else [f"{_injury(other)} to {blow.by}"]
        hurt = {**({met.defence.who: 0} if met is not None else {}), blow.target: severity, blow.by: other}
        tolls = (toll for name, much in hurt.items() for toll in harm.tolls_of(was[name], then[name], much))
        good = hit is not None if not defends else back is not None if clash else severity <= 0
        yield Way(ways, ", ".join(parts) or ("neither hits" if clash else "miss"), good, tuple(tolls))


def _injury(severity: int) -> str:
    return f"severity {severity}" if severity > 0 else "no injury"


def landed(why: Sequence[Reason]) -> bool:
    """Return whether a hit hurt somebody."""
    return total_of(why, "severity") + total_of(why, "damage") > 0


def blows_of(resolver: Resolver, why: Sequence[Reason], clasher: str = "") -> tuple[bool, str]:
    """Return whether an attack got through what met it, and who hit back: the ``clasher`` whose blow deals damage."""
    came, reached = total_of(why, ACT.outcome), [reason.value for reason in why if reason.of == REACTION.outcome]
    if not (clasher and reached):
        return came > 0, ""
    literal, met = bool(resolver.setting(LITERAL)), sum(reached)
    return harm.wins_clash(came, met, literal), clasher if harm.wins_clash(met, came, literal) else ""


def strain_of(resolver: Resolver, who: str, why: Sequence[Reason]) -> int:
    """Return what of somebody's loss of body is their own exertion."""
    paid, injuries = total_of(why, "units"), harm.injuries_of(resolver.combatant(who))
    of_body = paid and resolver.setting("profile") != "current"
    return harm.depletion([*injuries, paid]) - harm.depletion(injuries) if of_body else 0


def meet_attack(resolver: Resolver, blow: state.Blow, defence: Defence) -> Result:
    """Carry out the whole reaction; returns its result with the faces thrown."""
    met = prepare_defence(resolver, blow, defence)
    if met.roll is None:
        resolver.say(f"The strain is too much for {defence.who}.")
        harm.land_attack(resolver, blow)
        return defence.result
    outcome, result = met.roll.thrown(resolver, defence.result)
    how = f"{'desperate ' * defence.desperate}{defence.verb}"
    resolver.say(f"{resolver.clause(defence.who, 'meets')} it with a {how}: {minus(outcome)}.")
    if defence.verb == CLASH:
        harm.resolve_clash(resolver, blow, defence.who, outcome, met.weapon, met.arms)
    else:
        harm.land_attack(resolver, blow, outcome, defence.verb)
    return result


_SPENT = "the Action of the round is used: then only a desperate reaction is left"
_SHOT = "against a firearm, without a power for it"
_BARE = "bare hands against a melee weapon, or anything thrown or shot"


def recall_attack(resolver: Resolver, name: str, against: str | None) -> state.Blow:
    """Return the oldest waiting attack, with its outcome as a reason."""
    resolver.check_objections()
    blow = state.find_pending(resolver.scene, name, against)
    held = next((one.by for one in state.state_of(resolver.combatant(blow.by)).pending if blow.late and one.held), None)
    if held is not None:
        ways = f"dodge {quote(blow.by)} RESULT, or take {quote(blow.by)}"
        resolver.objection(f"{resolver.whose(held)} held attack on {blow.by} comes first. Settle it: {ways}.")
    resolver.because("outcome", f"{blow.by} with {t.arms(blow.weapon)}, waiting", blow.outcome)
    return blow


def versus(blow: state.Blow) -> str:
    """Return whose attack was met, with its outcome."""
    return f"vs {blow.by}: {minus(blow.outcome)}"


class Meeting(ActorAction):
    """The part shared by all reactions."""

    cost = "reaction"
    order = ("reaction", "result", "against_", "weapon", "for_")

    against_: str | None = option(AttackParam(), "whose attack; the oldest if left out")
    difficulty: Adjustment | None = option(DIFFICULTY, "how hard it is; as usual if left out")

    def defence(self) -> Defence:
        """Return the requested reaction."""
        result, weapon = getattr(self, "result", None), getattr(self, "weapon", None)
        return Defence(self.verb, self.actor, result or Result(), weapon, self.difficulty)

    @property
    def attacked(self) -> str:
        """Return who is attacked: the friend, if there is one."""
        return getattr(self, "for_", None) or self.actor

    def with_defaults(self, resolver: Resolver) -> Self:
        resolver.check_objections()
        blow, defence = state.find_pending(resolver.scene, self.attacked, self.against_), self.defence()
        named = self.copy_with(against_=state.pending_label(resolver.scene, blow))
        if defence.verb == "dodge":
            return named
        return named.copy_with(weapon=defence.weapon or parry_weapon(resolver.combatant(self.actor)))

    def check(self, resolver: Resolver) -> Check:
        """Return the reaction's roll; a clash is won with a tie too, although both are hit then."""
        was, blow = resolver.scene, state.find_pending(resolver.scene, self.attacked, self.against_)
        met = prepare_defence(resolver, blow, self.defence())
        harmless = 0 if self._clashes else min(blow.outcome, max(0, -harm.severity_of(was[blow.target], 0, blow)))
        least = blow.outcome - harmless
        if self._clashes and not resolver.setting(LITERAL):
            least = max(least, t.CLASH_NEEDS)
        wanted, spared = (least or None, f", {harmless} of it harmless") if harmless else (least, "")
        against = f"{possessive(blow.by, was)} {minus(blow.outcome)}{spared}"
        throw = met.roll.throw(resolver, wanted, against, met.defence.weapon) if met.roll is not None else None
        return Check(throw, lambda: ways_of(resolver, was, blow, {blow.outcome: 1}, met, defends=True), blow.target)

    @property
    def _clashes(self) -> bool:
        return self.defence().verb == CLASH

    def succeeded(self, resolver: Resolver, why: tuple[Reason, ...]) -> bool:
        return bool(blows_of(resolver, why, self.actor)[1]) if self._clashes else not landed(why)

    def deed(self, resolver: Resolver, after: Scene, why: tuple[Reason, ...]) -> Deed:
        """Return whose attack it met and how; its hit is that of the attack, not of a clash against it."""
        blow, way = state.find_pending(resolver.scene, self.attacked, self.against_), self.defence()
        with_ = f" with {t.arms(way.weapon)}" if way.weapon else ""
        friend, strain = self.actor != self.attacked, strain_of(resolver, self.actor, why)
        how = (
            versus(blow),
            f"{resolver.clause(self.actor, 'parries')} for them" if friend else "",
            f"{'desperate ' * way.desperate}{way.verb} {minus(total_of(why, REACTION.outcome))}{with_}",
            f"exertion −{strain}" if strain and not friend else "",
        )
        hit, back = blows_of(resolver, why, self.actor if self._clashes else "")
        faces, own = faces_of(way.result), {self.actor: strain}
        return Deed(blow.by, self.attacked, how, UNHURT, faces, t.SIDES, hit, own=own, back=back)

    def resolve(self, resolver: Resolver) -> None:
        blow, defence = recall_attack(resolver, self.attacked, self.against_), self.defence()
        state.settle_attack(resolver, blow, defence.verb)
        resolver.record_as(result=meet_attack(resolver, blow, defence))
        state.release_attacks(resolver, blow)


class Dodge(Meeting):
    """Gets out of the way of a waiting attack: takes its outcome off, ties are safe."""

    refused_when = (_SPENT, _SHOT)

    result: Result = result(ResultParam())


class Parry(Meeting):
    """Parries with a melee weapon, or bare hands against bare hands; for= a friend in range."""

    refused_when = (_SPENT, _SHOT, _BARE)

    result: Result = result(ResultParam())
    weapon: str | None = option(WEAPON, "with what; the first melee one if left out")
    for_: str | None = option(CombatantParam(), "a friend who is attacked")


class Clash(Meeting):
    """Meets blow with blow: the higher outcome deals all of it, in a tie both do."""

    refused_when = (_SPENT, _SHOT, _BARE)

    result: Result = result(ResultParam())
    weapon: str | None = option(WEAPON, "with what; the first melee one if left out")


class Desperate(Meeting):
    """Reacts with the Action spent: exerts the body, and costs two dice on the next Action."""

    cost = "exert"
    refused_when = ("the Action is unused, or exerted this round", "a clash (setting desperate_clash)", _SHOT, _BARE)

    reaction: str = argument(ChoiceParam(REACTIONS, "reaction"), "how", required=True)
    result: Result = result(ResultParam())
    weapon: str | None = option(WEAPON, "with what; the first melee one if left out")
    for_: str | None = option(CombatantParam(), "a friend who is attacked; parry only")

    @property
    def told(self) -> str:
        return self.reaction

    def defence(self) -> Defence:
        return Defence(self.reaction, self.actor, self.result, self.weapon, self.difficulty, desperate=True)


class Take(ActorAction):
    """Takes the attack without a reaction."""

    by_hand = True

    against_: str | None = option(AttackParam(), "whose attack; the oldest if left out")

    def with_defaults(self, resolver: Resolver) -> Self:
        blow = state.find_pending(resolver.scene, self.actor, self.against_)
        return self.copy_with(against_=state.pending_label(resolver.scene, blow))

    def check(self, resolver: Resolver) -> Check:
        blow, was = state.find_pending(resolver.scene, self.actor, self.against_), resolver.scene
        return Check(None, lambda: ways_of(resolver, was, blow, {blow.outcome: 1}, None, defends=True), self.actor)

    def deed(self, resolver: Resolver, after: Scene, why: tuple[Reason, ...]) -> Deed:
        blow = state.find_pending(resolver.scene, self.actor, self.against_)
        return Deed(blow.by, self.actor, (versus(blow), "no reaction"), UNHURT, hit=True)

    def resolve(self, resolver: Resolver) -> None:
        blow = recall_attack(resolver, self.actor, self.against_)
        state.settle_attack(resolver, blow, "take")
        resolver.say(f"{resolver.clause(self.actor, 'takes')} the attack of {blow.by}.")
        harm.land_attack(resolver, blow)
        state.release_attacks(resolver, blow)


_REACTS: Final[Mapping[str, type[Dodge] | type[Parry] | type[Clash]]] = {"dodge": Dodge, "parry": Parry, "clash": Clash}


def read_answer(prompt: Prompt, text: str, context: Context) -> str:
    """Parse ``take``, or a reaction with its result: ``dodge 3``, ``desperate parry roll``, ``parry by Mara 4``."""
    words = text.split()
    if not words:
        raise InvalidCommand(f"Type one of {', '.join(prompt.choices)}.")
    word = ResultParam()
    friends = (choice for choice in prompt.choices if choice.startswith(PARRY_BY))
    friend = next((choice for choice in friends if text.casefold().startswith(choice.casefold())), None)
    if friend is not None:
        return f"{friend} {word.write(word.read(text[len(friend) :].strip() or 'roll', context))}"
    if words[0].casefold() == EVADE and f"{EVADE} 1" in prompt.choices:
        most = max(number(choice.split()[1]) for choice in prompt.choices if choice.startswith(f"{EVADE} "))
        return f"{EVADE} {number(words[1], 1, most) if words[1:] else most}"
    firsts = dict.fromkeys(choice.split()[0] for choice in prompt.choices)
    verb = match(words[0], (*firsts, *_REACTS, "desperate", "skip"), "answer")
    if verb in ("take", "skip"):
        return verb
    rest = words[1:]
    if verb == "desperate":
        verb = f"desperate {match(rest[0] if rest else '', tuple(_REACTS), 'reaction')}"
        rest = rest[1:]
    return f"{verb} {word.write(word.read(rest[0] if rest else 'roll', context))}"


def answer_attack(resolver: Resolver, prompt: Prompt, choice: str) -> None:
    """Carry out the chosen reaction."""
    name, by = prompt.name, str(prompt.data.get("by"))
    *words, last = choice.split()
    outer = resolver.action
    pending = sorted(state.state_of(resolver.combatant(name)).pending, key=lambda blow: blow.prompt != prompt.id)
    state.set_state(resolver, name, pending=tuple(pending))
    if not words:
        perform(resolver, Take(actor=name, against_=by))
        resolver.action = outer
        return
    if words == [EVADE]:
        harm.evade_pending(resolver, pending[0], int(last))
        now = state.state_of(resolver.combatant(name))
        # What is left of the attack asks again, or lands.
        if (less := now.waiting(pending[0].prompt)) is not None:
            state.set_state(resolver, name, pending=tuple(other for other in now.pending if other != less))
            if may_be_met(resolver.system, resolver.scene, less):
                let_wait(resolver, less)
            else:
                harm.land_attack(resolver, less)
                state.release_attacks(resolver, less)
        return
    result = ResultParam().read(last, Context(resolver.system, resolver.scene))
    action: Action
    if choice.startswith(PARRY_BY):
        friend = " ".join(words).removeprefix(PARRY_BY)
        if friend not in resolver.scene.combatants:
            raise InvalidCommand(f"{friend} is not here any more; choose another answer.")
        action = Parry(actor=friend, for_=name, result=result, against_=by)
    elif len(words) > 1:
        action = Desperate(actor=name, reaction=words[1], result=result, against_=by)
    else:
        action = _REACTS[words[0]](actor=name, result=result, against_=by)
    typed = ResultParam().write(getattr(perform(resolver, action), "result", result))
    resolver.action = outer.copy_with(choice=" ".join((*words, typed))) if outer else None
