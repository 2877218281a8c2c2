"""The actions of a game file: one command class for each verb, and how all of them are carried out."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import accumulate, combinations
from typing import Any, ClassVar, Self

from msgspec import UNSET
from msgspec.structs import replace

from tracker.combat.dice import NotThrown
from tracker.combat.records import Reason, total_of
from tracker.combat.scene import Scene, latest
from tracker.games.language import judging
from tracker.games.language.answering import decided, dice_in, dice_of, finish, numbers_of
from tracker.games.language.doing import Doing, FightState, Waiting, attack_on, check_cost, fields_of, waiting
from tracker.games.language.losses import with_losses
from tracker.games.language.rules import ActionRule, NumberPart, OutcomeRule, Rules
from tracker.games.language.scope import Expression, Moment, attribute
from tracker.games.language.throws import DiceThrow, Given, read_throw, result_help, wanted
from tracker.rules.action import OUT_OF_REACH, ActorAction
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import clause, minus, quote, spaced, the
from tracker.rules.params import MOST
from tracker.rules.positions import only_other
from tracker.rules.resolver import Resolver
from tracker.rules.throw import Addend, Check, Throw, Way
from tracker.rules.view import Deed


class FileAction(ActorAction):
    """An action that a game file declares."""

    rule: ClassVar[ActionRule]
    rules: ClassVar[Rules]
    lore: ClassVar[bool]

    @classmethod
    def goes_with(cls, resolver: Resolver, actor: str, weapon: str) -> bool:
        usable, me = cls.rules.usable.get(cls.verb), resolver.scene.combatants.get(actor)
        by = fields_of(resolver.system, me, weapon, lore=cls.lore)
        return usable is None or bool(usable.run(Moment(me, by=by, weapon=weapon)))

    @classmethod
    def spreads(cls, resolver: Resolver, actor: str, weapon: str, ways: Mapping[str, Any]) -> int:
        moment = cls._moment(resolver, actor, weapon, ways)
        wide = cls.rule.area is not None and bool(cls.rule.area.run(moment))
        return cls.rule.most(moment) or (MOST if wide else 0)

    @classmethod
    def _moment(cls, resolver: Resolver, actor: str, weapon: str, ways: Mapping[str, Any]) -> Moment:
        asked = {judging.attr(ask.name): ask.name for ask in cls.rule.table.ask} if ways else {}
        words = {asked[way]: value for way, value in ways.items() if way in asked}
        return Doing(resolver, cls.rules, cls.rule, actor, "", weapon, words).moment()

    @classmethod
    def costly(cls, resolver: Resolver) -> tuple[str, ...]:
        mine = f"lose me {resolver.system.main_track(resolver.scene)}"
        paid = {name for effect in cls.rule.do if effect.of == mine for name in effect.uses}
        return tuple(way for way in cls.ways if way in paid)

    @classmethod
    def suits(
        cls, resolver: Resolver, actor: str, weapon: str, ways: Mapping[str, Any], spent: Collection[str] = ()
    ) -> bool:
        moment, cost = cls._moment(resolver, actor, weapon, ways), cls.rule.cost
        if spent and (str(cost.run(moment)) if cost is not None else "") in spent:
            return False
        return all(rule.run(moment) for name, rule in cls.rule.choose_if.items() if judging.attr(name) in ways)

    @classmethod
    def helped(cls, resolver: Resolver, actor: str, weapon: str = "") -> tuple[str, ...] | None:
        moment, scene = Doing(resolver, cls.rules, cls.rule, actor, "", weapon).moment(), resolver.scene
        word = str(cls.rule.helps.run(moment)) if cls.rule.helps is not None else ""
        if not word or moment.me is None or word == "me":
            return (actor,) if word else None
        main = cls.rules.tracks[resolver.system.main_track(scene)]
        able = (None, *([main.out] if main.wakes else []))
        needy = resolver.system.allies_in_need(scene, actor, own=word == "friend")
        hurt = (name for name in needy if scene[name].out in able)
        others = (who.name for who in scene.of_side(moment.me.side) if who.name != actor and not who.out)
        return tuple(dict.fromkeys((*hurt, *([actor] if word == "friend" else ()), *others)))

    def with_defaults(self, resolver: Resolver) -> Self:
        changes, table = dict[str, Any](), self.rule.table
        if table.target and not getattr(self, "target", None):
            helped = self.helped(resolver, self.actor, getattr(self, "weapon", None) or "")
            only = helped[0] if helped else only_other(resolver, self.actor)
            changes["target"] = (only,) if table.many else only
        if table.weapon and not getattr(self, "weapon", None):
            changes["weapon"] = self.copy_with(**changes)._usual_weapon(resolver) or None
        return self.copy_with(**changes) if changes else self

    def as_usual(self, resolver: Resolver) -> Self:
        """Return the action with the weapon that is usual now, if the rules name one."""
        moment = Doing(resolver, self.rules, self.rule, self.actor).moment()
        named = self.rule.usual is not None and str(self.rule.usual.run(moment))
        return self.copy_with(weapon=None).with_defaults(resolver) if named else self

    def _usual_weapon(self, resolver: Resolver) -> str:
        """Return the weapon if none is said: of those that reach, and the rules name, the likeliest to succeed."""
        weapons, usable = resolver.combatant(self.actor).weapons, self.rules.usable.get(self.verb)
        words = {ask.name: True for ask in self.rule.table.ask if getattr(self, judging.attr(ask.name)) is True}
        doing, first = partial(Doing, resolver, self.rules, self.rule, self.actor, words=words), self.targets()[0]

        def fitness(weapon: str) -> tuple[bool, bool, float]:
            known, likely = doing(first, weapon), 0.0
            with suppress(InvalidCommand):
                throw = judging.throw_of(known, judging.mode_of(known, self)) if first and self.rule.reaches else None
                likely = sum(way.chance for way in (judging.every_way(known, throw) if throw else ()) if way.good)
            return not _why_not(self.rule.reaches, known.moment()), weapon in named, round(likely, 9)

        named = str(self.rule.usual.run(doing().moment())).split("/") if self.rule.usual is not None else []
        known = [name for name in dict.fromkeys((*named, *weapons)) if name in weapons]
        fitting = [name for name in known if usable is None or usable.run(doing("", name).moment())]
        ready = [name for name in fitting if all(weapons[name].get(counter) != 0 for counter, _ in self.rule.counters)]
        return max(ready, key=fitness) if ready[1:] else next(iter(ready or fitting), "")

    def from_here(self, resolver: Resolver) -> Self:
        words = self._coming_up()
        armed = self.with_defaults(resolver) if words else self
        moment = judging.doing_of(resolver, armed, armed.targets()[0]).moment() if words else None
        up = {judging.attr(word): True for word in words if moment and self.rule.choose_if[word].run(moment)}
        return self.copy_with(**up) if up else self

    def _coming_up(self) -> list[str]:
        return [ask.name for ask in self.rule.table.ask if isinstance(ask.comes_up, str) and self.targets()[0]]

    def hindrance(self, resolver: Resolver) -> str:
        targets, holds = self.targets(), self.rule.holds
        moment = judging.doing_of(resolver, self, targets[0]).moment()
        apart = _apart(resolver.scene, targets) if holds is not None else ()
        wide = {_why_not(holds, replace(moment, band=band)) for band in apart} - {""}
        return _why_not(self.rule.reaches, moment) or (OUT_OF_REACH if OUT_OF_REACH in wide else min(wide, default=""))

    def targets(self) -> tuple[str, ...]:
        """Return the targets; a single empty name when the action has no target."""
        target = getattr(self, "target", None)
        return (target,) if isinstance(target, str) else tuple(target) if target else ("",)

    def resolve(self, resolver: Resolver) -> None:
        doings = [judging.doing_of(resolver, self, target) for target in self.targets()]
        first, attack = doings[0], self._answered(resolver)
        if attack is not None:
            first.it = attack.me
        cost = str(self.rule.cost.run(first.moment())) if self.rule.cost is not None else ""
        if self.rule.cost is not None and self.rule.cost.constant is None:
            check_cost(resolver, self.actor, cost, partial(self._other_way, resolver, cost))
        for doing in doings:
            doing.keeps = True
            self._object(doing)
        if attack is None and not self.rule.table.passive and cost != "reaction":
            resolver.note_out_of_turn(self.actor)
        most, each = self.rule.most(first.moment()), self.rule.table.apart
        if 0 < most < len(doings):
            resolver.objection(f"The {first.weapon or spaced(self.verb)} reaches {most} at most, not {len(doings)}.")
        for mode in self.rule.modes:
            some = getattr(self, judging.attr(mode))
            if some and some is not True and (strange := {*some} - {self.actor, *self.targets()}):
                raise InvalidCommand(f"{mode}={','.join(some)}: {comma_list(sorted(strange))} throws nothing here.")
        for place, doing in enumerate(doings):
            doing.among = place + 1 if len(doings) > 1 else 0
        said = self._throw_each(doings) if each else [self._throw(first)] * len(doings)
        if cost:
            resolver.spend(self.actor, cost)
        if self._waits(resolver, first, said[0]):
            first.keeps, first.last = False, None
            return
        # Blows at several have dice of their own.
        blows = each and any(judging.thrower_of(one) == self.actor != one.it for one in doings[1:])
        for doing in doings if not blows else ():
            first.thrown |= doing.thrown
            doing.thrown, doing.as_typed = first.thrown, first.as_typed
            if not each:
                doing.fell, doing.unsaid = first.fell, first.unsaid
        for place, doing in enumerate(doings):
            try:
                judging.conclude(doing, said[place], again=place > 0)
            except NotThrown:
                for other, outcome in zip(doings[place + 1 :], said[place + 1 :], strict=True):
                    judging.tell(other, outcome)  # A preview names everybody before it asks for the dice.
                raise
        if resolver.heard:
            self._record_dice(resolver, doings if blows else [first])
        if attack is not None:
            finish(resolver, self.rules, attack, numbers_of(first), self.rule.verb)

    def _other_way(self, resolver: Resolver, cost: str) -> str:
        """Return which choice takes an act still left, out of turn a reaction, as a sentence's end; "" without one."""
        late = resolver.is_out_of_turn(self.actor)
        ways = [judging.attr(ask.name) for ask in self.rule.table.ask if ask.kind == "flag"] if late else self.ways
        bare = {"weapon": None} if "weapon" in self.parameters else {}
        for way in ways if resolver.heard else ():
            other = self.copy_with(**bare, **{way: True}).with_defaults(resolver)
            doing, asking = judging.doing_of(resolver, other, self.targets()[0]), resolver.system.silent(resolver.scene)
            takes = str(self.rule.cost.run(doing.moment())) if self.rule.cost is not None else ""
            open_to = self.suits(resolver, self.actor, doing.weapon, {way: True})
            left = takes not in ("", cost, *resolver.combatant(self.actor).spent)
            if open_to and left and (takes == "reaction" or not late):
                with suppress(NotThrown, InvalidCommand):
                    other.resolve(asking)
                if not asking.overruled:
                    return f"; {spaced(way)} takes the {takes}"
        return ""

    def _throw(self, doing: Doing) -> OutcomeRule | None:
        throw = judging.throw_of(doing, judging.mode_of(doing, self))
        return judging.put_result(doing, throw, self._given) if throw is not None else self._unthrown(doing)

    def _unthrown(self, doing: Doing) -> OutcomeRule | None:
        what = spaced(doing.weapon or self.in_words)
        if self._given.kind not in ("thrown", "outcome"):
            asked = self.copy_with(result=None).asked_next(doing.resolver.system.silent(doing.scene))
            rolled = f", or say what the table rolled: {asked[0]}=N" if asked else ""
            raise InvalidCommand(f"Nothing is thrown for the {what}: leave the result out{rolled}.")
        doing.unthrown, doing.unsaid = True, frozenset(self.rule.eager)
        return None

    @property
    def _given(self) -> Given:
        return getattr(self, "result", None) or Given("thrown")

    def _throw_each(self, doings: Sequence[Doing]) -> list[OutcomeRule | None]:
        """Throw for each target: results or faces are those of all in their order, one outcome is everybody's."""
        given = self._given
        if len(doings) == 1 or given.kind == "outcome":
            return [self._throw(doing) for doing in doings]
        throws = [judging.throw_of(doing, judging.mode_of(doing, self)) for doing in doings]
        if given.kind in ("total", "roll") and any(throws):
            way = "12,9 or 12,roll; dice=12,9 are faces" if self.rule.table.says == "total" else "dice=12,9"
            raise InvalidCommand(f"Each of them throws: type what all of them have, in their order ({way}), or roll.")
        thrown = [(doing, throw) for doing, throw in zip(doings, throws, strict=True) if throw is not None]
        dice = [sum(pool.count for pool in throw.pools()) for _, throw in thrown]
        if given.kind == "thrown" or len(given.each) == len(dice):
            parts = given.each or (given,) * len(dice)
        elif len(given.faces) != sum(dice):
            raise InvalidCommand(
                f"They throw {sum(dice)} dice, and {len(given.faces)} are typed: one for each of them."
            )
        else:
            ends = zip(accumulate(dice), dice, strict=True)
            parts = tuple(Given("faces", faces=given.faces[end - count : end]) for end, count in ends)
        said, known, shown = list[OutcomeRule | None](), list[Given](), list[int]()
        for doing, throw in zip(doings, throws, strict=True):
            if throw is None:
                said.append(self._unthrown(doing))
                continue
            part = parts[len(known)]
            try:
                said.append(judging.put_result(doing, throw, part))
            except NotThrown:
                for (other, its), one in zip(thrown, parts, strict=True):
                    if one.kind != "thrown":  # A preview says what is known of the others before it asks for the dice.
                        judging.tell(other, judging.put_result(other, its, one))
                raise
            mixed = part.kind == "thrown" and parts is given.each
            known.append(Given("total", doing.number(self.rule.total)) if mixed else part)
            shown += throw.expression.shown(doing.fell.faces)
        in_all = Given("each", each=tuple(known)) if parts is given.each else Given("faces", faces=tuple(shown))
        if known:
            doings[0].resolver.record_as(result=in_all)
        return said

    # Before and after the throw

    def _silent(self, resolver: Resolver) -> tuple[Doing, DiceThrow | None, Waiting | None]:
        doing = judging.doing_of(resolver, self, self.targets()[0])
        doing.silent = True
        attack = self._answered(resolver)
        if attack is not None:
            doing.it = attack.me
        return doing, judging.throw_of(doing, judging.mode_of(doing, self)), attack

    def check(self, resolver: Resolver) -> Check | None:
        """Return its throw and every outcome, with what the target loses; an attack as if nobody answered it.

        The answer to an attack tells what the answerer loses by the attack, an action without a target the actor.
        """
        doing, throw, attack = self._silent(resolver)
        if throw is None and (self.rule.throw is None or attack is not None):
            return None
        doing.unthrown, shown = throw is None, None
        try:
            judged = judging.every_way(doing, throw or read_throw("0"))
        except InvalidCommand as error:
            return Check(self._shown(doing, throw, ()), partial(_uncounted, error)) if throw is not None else None
        whom = "it" if self.rule.table.target else "me"
        effects = (effect for outcome in (None, *self.rule.outcomes) for effect in self.rule.effects(outcome))
        harmed = attack is not None or any(effect.harms == whom for effect in effects)
        victim = "" if not harmed else doing.it if whom == "it" else doing.me
        ways, main = partial(with_losses, doing, judged, attack, victim), resolver.system.main_track(resolver.scene)
        if throw is not None:
            shown = self._shown(doing, throw, judged)
        elif not any(toll.out or toll.amount > 0 for way in ways() for toll in way.tolls or () if toll.track == main):
            return None  # What is not thrown for has odds only if it harms somebody, such as a magic missile.
        return Check(shown, ways, victim)

    def plain_throw(self, resolver: Resolver) -> Throw | None:
        doing, throw, _ = self._silent(resolver)
        return self._shown(doing, throw, ()) if throw is not None else None

    def _shown(self, doing: Doing, throw: DiceThrow, judged: Sequence[judging.Judged]) -> Throw:
        rule = self.rule
        moment = judging.as_if(doing).moment()
        needs = rule.numbers.get(rule.need, ())

        def fixed(parts: Iterable[NumberPart]) -> tuple[Addend, ...]:
            known = (part for part in parts if part.expression.kind != "dice" and not part.is_roll)
            return tuple(Addend(part.label, part.expression.number(moment)) for part in known)

        addends, need = fixed(rule.numbers.get(rule.total, ())), fixed(needs)
        rolled = [str(part.expression.run(moment)) for part in needs if part.expression.kind == "dice"]
        needed = sum(addend.value or 0 for addend in need)
        against = " + ".join(filter(None, (minus(needed), *rolled)))
        dice = judging.with_beside(doing, throw)
        # Where the need is thrown as well, no number on the dice is enough by itself.
        sure = any(way.outcome for way in judged) and not any(rolled) and dice == throw.text
        bonus = sum(addend.value or 0 for addend in addends) if rule.total else None
        comes = [*dict.fromkeys(way.outcome.name for way in judged if way.outcome is not None and way.good)]
        good = {way.fell.total for way in judged if way.outcome is not None and way.good}
        own = judging.thrower_of(doing) == doing.me
        # What is added to the dice of a spell that is refused may be unknown.
        untold = rule.table.lore and any(refusal.when.run(moment) for refusal in rule.refusals)
        later = () if untold else tuple(name for name in rule.table.after if name not in doing.given)
        after = ((name, doing.summed(rule.numbers.get(name, ()), moment)) for name in later)
        return Throw(
            judging.thrower_of(doing),
            dice,
            addends,
            bonus,
            f"against {against}" if needs else "",
            need if len(need) > 1 else (),
            wanted(sorted(good), sorted({way.fell.total for way in judged})) if sure else "",
            result_help(self.rules, rule.verb, dict.fromkeys(way.label for way in judged if way.outcome)),
            (Addend("bonus", bonus), Addend("need", -needed)),
            remarks=(
                *judging.modes_in_words(doing, self),
                *(remark.say.said(moment) for remark in rule.remarks if remark.when.run(moment)),
            ),
            weapon=doing.weapon if own and not rule.table.lore else "",
            comes=comes[0] if len(comes) == 1 and (rule.table.passive or not own) else "",
            after=tuple((name, dice) for name, dice in after if dice),
        )

    @classmethod
    def outcomes(cls, context: Context) -> tuple[str, ...] | None:
        """Return the outcomes that an action of these words may have, all if they are too few; None without a throw."""
        known, every = context.values, tuple(outcome.name for outcome in cls.rule.outcomes)
        on, weapon = known.get("target") or "", known.get("weapon", "")
        if "actor" not in known or (cls.rule.table.target and not on) or (cls.rule.table.lore and not weapon):
            return every
        target = on if isinstance(on, str) else on[0]
        doing = Doing(context.system.silent(context.scene), cls.rules, cls.rule, known["actor"], target, weapon)
        doing.silent = True
        try:
            if (throw := judging.throw_of(doing, "")) is None:
                return None
            return tuple(dict.fromkeys(way.label for way in judging.every_way(doing, throw) if way.outcome))
        except InvalidCommand:
            return every

    def _outcome(self, resolver: Resolver, why: tuple[Reason, ...] | None) -> tuple[Doing, OutcomeRule | None]:
        """Return the outcome if the result is typed, else None; raises InvalidCommand if it makes no sense.

        ``why`` has the dice inside the numbers that decide it; None before they are thrown, and then it is unknown.
        """
        doing, throw, _ = self._silent(resolver)
        doing.unthrown = throw is None
        if throw is not None and self._given.kind == "thrown":
            return doing, None
        said = judging.put_result(doing, throw, self._given) if throw is not None else None
        if said is not None:
            return doing, said
        unknown = why is None and any(dice_of(doing))
        thrown = doing.thrown | dice_in(doing, why or ())
        return doing, None if unknown else judging.as_if(doing, doing.fell, thrown).judge()

    def asked_next(self, resolver: Resolver) -> tuple[str, ...]:
        if len(alone := self.apart()) > 1:
            return tuple(dict.fromkeys(name for one, _ in alone for name in one.asked_next(resolver)))
        doing, outcome = self._outcome(resolver, None)
        # Before it is thrown, what any outcome makes relevant.
        outcomes = self.rule.outcomes if outcome is None else (outcome,)
        uses, moment = frozenset[str]().union(*map(self.rule.uses, outcomes)), doing.moment()
        asked = [name for name in self.rule.table.after if attribute(name) in uses]
        # What has no dice here is not asked, such as a plain sword's second damage; a sheet may just lack the first.
        for name in asked[not self.rule.table.lore :]:
            dice = [part.expression for part in self.rule.numbers.get(name, ()) if part.expression.kind == "dice"]
            if dice and not any(str(each.run(moment)).strip() for each in dice):
                asked.remove(name)
        return tuple(map(judging.attr, asked))

    def succeeded(self, resolver: Resolver, why: tuple[Reason, ...]) -> bool | None:
        if self.rule.throw is None or not any(outcome.good for outcome in self.rule.outcomes):
            return None
        try:
            doing, outcome = self._outcome(resolver, why)
        except InvalidCommand:
            return None
        return outcome.good if outcome is not None and not doing.unthrown else None

    def apart(self, why: tuple[Reason, ...] = ()) -> tuple[tuple[Self, tuple[Reason, ...]], ...]:
        return self._for_each(why) if self.rule.table.apart else super().apart(why)

    def _for_each(self, why: tuple[Reason, ...]) -> tuple[tuple[Self, tuple[Reason, ...]], ...]:
        targets, given, found = self.targets(), self._given, list[tuple[Self, tuple[Reason, ...]]]()
        if len(targets) == 1:
            return ((self, why),)
        others = tuple(f" of {target}" for target in targets[1:])
        for place, target in enumerate(targets):
            of, result = others[place - 1] if place else "", given
            own = [reason for reason in why if (reason.of.endswith(of) if of else not reason.of.endswith(others))]
            mine = tuple(replace(reason, of=reason.of.removesuffix(of)) for reason in own)
            if rolled := [reason.value for reason in mine if reason.of == self.rule.total]:
                result = Given("total", sum(rolled))
            elif len(given.each) == len(targets):
                result = given.each[place]
            values = ((judging.attr(name), getattr(self, judging.attr(name))) for name in self.rule.table.after)
            lists = ((name, value) for name, value in values if isinstance(value, tuple))
            # One that is being typed may be too short yet.
            own_values = {name: value[place] if place < len(value) else None for name, value in lists}
            if place:  # Whoever comes up does so to the first of them.
                own_values |= {judging.attr(ask.name): False for ask in self.rule.table.ask if ask.comes_up}
            found.append((self.copy_with(target=(target,), result=result, **own_values), mine))
        return tuple(found)

    def deed(self, resolver: Resolver, after: Scene, why: tuple[Reason, ...]) -> Deed | None:
        """Return who did what to whom, and the outcome; as in every game if the action no longer makes sense."""
        rule, by, alone, here = self.rule, getattr(self, "by", None) or self.actor, self._for_each(why), resolver.scene
        if len(alone) > 1:
            each = list[Deed]()
            for one, own in alone:
                deed = one.deed(resolver, after, own) or Deed(by)
                told = [f"{spaced(name)} {number}" for name in rule.table.after if (number := total_of(own, name))]
                # Who did it by what, and what was thrown for all, is said once, and one throw at several is one blow.
                new = (part for part in told if all(part not in before.how for before in each))
                hit = deed.hit if rule.table.apart or not each else None
                each.append(replace(deed, how=(*deed.how[2 if each else 0 :], *new), hit=hit, why=own))
            return replace(each[0], each=tuple(each))
        try:
            doing, outcome = self._outcome(resolver, why)
        except InvalidCommand:
            return super().deed(resolver, after, why)
        waits = len(waiting(after, self.rules)) > len(waiting(resolver.scene, self.rules))
        known = {name: [reason.value for reason in why if reason.of == name] for name in (rule.total, rule.need)}
        # Where an outcome was typed nothing was thrown, so that there is nothing to set against the need.
        typed = self._given.kind in ("thrown", "outcome")
        fell = known[rule.total] if rule.total else [] if typed else [doing.fell.total]
        needed = (known[rule.need],) if rule.need and judging.is_named(doing) and not waits else ()
        numbers = [sum(part) for part in (fell, *needed)] if fell else []
        rolled = " vs ".join(map(str, numbers)).replace("-", "−") if any(numbers) else ""
        name = outcome.name if outcome is not None and not doing.unthrown else ""
        if (attack := self._answered(resolver)) is not None:
            answer = numbers_of(judging.as_if(doing, doing.fell, doing.thrown | dice_in(doing, why)))
            return decided(resolver, self.rules, attack, answer, (rule.verb, rolled, name), why)
        how = (by, doing.weapon or self.in_words, "" if resolver.scene is here else "comes up", rolled, name)
        like = rule.like is not None and self.rules.actions[str(rule.like.run(doing.moment()))].table.main
        hit = outcome.good if outcome is not None and (rule.table.main or like) and not waits else None
        target = doing.it if rule.table.target else doing.me
        return Deed(by, target, tuple(filter(None, how)), "waits" if waits else name, hit=hit)

    def _object(self, doing: Doing) -> None:
        resolver, moment = doing.resolver, doing.moment()
        for refusal in self.rule.refusals:
            if refusal.when.run(moment):
                thrown = refusal.first and self.rules.actions[refusal.first].throw is not None
                first = f"{refusal.first} {quote(self.actor)}{' roll' if thrown else ''}" if refusal.first else ""
                resolver.objection(refusal.say.said(moment), first)
        for counter, amount in self.rule.counters:
            left = doing.by.get(counter)
            if isinstance(left, int) and not isinstance(left, bool) and left < amount.number(moment):
                how = f"arm {quote(self.actor)} {quote(doing.weapon)} {counter}=N"
                resolver.objection(f"The {spaced(doing.weapon)} has no {counter} left. Give it some: {how}.")
        self._object_to_weapon(doing)
        if self.rule.table.main and doing.it == doing.me:
            raise InvalidCommand(f"{doing.me} cannot target {doing.me}. Name somebody else.")
        # What throws nothing, such as a cure, does not strike at somebody down.
        if doing.it in doing.scene.combatants and (self.rule.throw_if is None or self.rule.throw_if.run(moment)):
            resolver.note_already_out(doing.it)
        if self.rule.table.weapon and not doing.weapon:
            resolver.note(f"{clause(doing.me, doing.scene, 'is')} unarmed.")
        # Where no distance was ever set, nobody counts them.
        counted = resolver.heard and doing.scene.ranges.rows and doing.it == self.targets()[0]
        for word in self._coming_up() if counted else ():
            if self.rule.choose_if[word].run(moment):
                band = doing.scene.band(doing.me, doing.it)
                resolver.note(f"{clause(doing.me, doing.scene, 'is')} {band} and does not come up.")
        if resolver.heard and _why_not(self.rule.reaches, moment) == OUT_OF_REACH:
            weapon, band = f" of {the(doing.weapon)}" if doing.weapon else "", doing.scene.band(doing.me, doing.it)
            resolver.note(f"{clause(doing.it, doing.scene, 'is')} out of reach{weapon} ({band}).")

    def _object_to_weapon(self, doing: Doing) -> None:
        resolver, weapon = doing.resolver, doing.weapon
        if not weapon or self.rule.table.lore or self.goes_with(resolver, self.actor, weapon):
            return
        verb = resolver.system.weapon_verb(resolver.combatant(self.actor), weapon) or ""
        if verb in self.rules.usable and self.rules.usable[verb].run(doing.moment()):
            rule = self.rules.actions[verb]
            on = self.targets() if rule.table.many else self.targets()[:1] if rule.table.target else ()
            who = [quote(word) for word in (self.actor, ",".join(on)) if word]
            line = " ".join((rule.verb, *who, f"weapon={quote(weapon)}"))
            resolver.objection(f"The {spaced(weapon)} is for {rule.verb}, not for {self.verb}: {line}.")

    def _record_dice(self, resolver: Resolver, doings: Sequence[Doing]) -> None:
        apart = len(self.targets()) > 1 or doings[0].mixed or self._given.kind == "outcome"
        alone = self.rule.added if apart else ()  # These are not of all, or decide nothing.
        thrown = [{key.partition(" ")[0] for key in doing.thrown} for doing in doings]
        for name in (ask.name for ask in self.rule.table.ask if ask.name not in alone):
            fell = [name in dice for dice in thrown]
            told = [one.as_typed.get(f"{name}?") if its else None for one, its in zip(doings, fell, strict=True)]
            if any(fell):
                resolver.record_as(**{judging.attr(name): tuple(told) if len(told) > 1 else told[0]})

    # Waiting and answering

    def _waits(self, resolver: Resolver, doing: Doing, said: OutcomeRule | None) -> bool:
        table, target = self.rule.table, resolver.scene.combatants.get(doing.it)
        if not table.waits_for or getattr(self, "now", False) or target is None or target.out is not None:
            return False
        if self.rule.waits_if is not None and not self.rule.waits_if.run(doing.moment()):
            return False
        resolver.check_objections()
        fell, name, by = doing.fell, said.name if said else "", (self.rule.verb, doing.me, doing.it, doing.weapon)
        attack = Waiting(*by, fell.total, fell.faces, doing.words, name, fell.named or UNSET)
        FightState.keep_of_fight(resolver, waiting=(*waiting(resolver.scene, self.rules), attack))
        if said is None:
            resolver.because("roll", "the throw", fell.total, self.rules.table.source)
        if resolver.heard:
            resolver.say(f"{judging.headline(doing)}: {name or fell.total}.")
            resolver.say(f"{doing.it} may answer: {comma_list([*map(spaced, table.waits_for), 'take'])}.")
        return True

    def _answered(self, resolver: Resolver) -> Waiting | None:
        if not self.rule.answers_to:
            return None
        return attack_on(resolver, self.rules, self.actor, getattr(self, "against", None), self.rule.verb)


def _why_not(rule: Expression | None, moment: Moment) -> str:
    said = True if rule is None or moment.it is None else rule.run(moment)
    return said if isinstance(said, str) else "" if said else OUT_OF_REACH


@latest  # The same for each area that somebody looks at.
def _apart(scene: Scene, names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(scene.band(*two) for two in combinations(names, 2))


def _uncounted(error: InvalidCommand) -> Iterator[Way]:
    raise error
