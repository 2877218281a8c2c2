"""Effects of game files: one line each, parsed, checked and compiled."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import partialmethod
from itertools import chain, count
from typing import Any, Final, cast

from msgspec import structs

from tracker.combat.dice import NotThrown
from tracker.combat.events import WeaponBecame
from tracker.combat.scene import Combatant
from tracker.games.language.doing import Doing
from tracker.games.language.expressions import compile_expression
from tracker.games.language.rules import Effect, Rules, Template
from tracker.games.language.scope import BadExpression, Expression, Scope, Unreadable, ValueKind
from tracker.games.language.shape import GameTable
from tracker.games.language.table import change_pool, pools_of
from tracker.games.language.throws import read_throw
from tracker.rules.errors import InvalidCommand, comma_list, suggestion
from tracker.rules.grammar import minus, quote, spaced
from tracker.rules.reminders import END, START, THROW, remember, reminder_in, save_reminder
from tracker.rules.resolver import Resolver
from tracker.rules.turns import let_pass

_NEAR: Final = 0.7  # how similar a word must be to a declared condition to be taken for a slip

_WHO: Final = r"(me|it)"
_WORD: Final = r"([a-z][a-z0-9-]*)"
_LOSE: Final = re.compile(rf"(me|it|table) (.+?)(?: (?:from|to) {_WORD})?")
_SET: Final = re.compile(rf"(me|it|table) {_WORD} (?:to )?(.+)")
_MARK: Final = re.compile(
    rf"{_WHO} (?:\{{([^{{}}]+)\}}|([a-z][a-z -]*?))(?: for (.+?))?( on by)?"
    r"(?: until (\{[^{}]+\}|[a-z][a-z -]* of (?:me|it)))?(?: (?:until|or) save (.+))?"
)
_UNMARK: Final = re.compile(rf"{_WHO} ([a-z][a-z -]*)")
_RENEW: Final = re.compile(rf"{_WHO} {_WORD} from ([0-9]|[a-z][a-z0-9-]*)(?: by {_WORD})?")
_SET_BY: Final = re.compile(rf"by {_WORD} to (.+)")
_PASS: Final = re.compile(rf"{_WHO} ([1-9][0-9]{{0,3}})(?: {_WORD})?")
_BACK: Final = re.compile(_WHO)
_SPEND: Final = re.compile(rf"{_WHO} {_WORD}")
_USE: Final = re.compile(rf"by {_WORD}(?: (.+))?")
_ASK: Final = re.compile(rf"{_WHO} {_WORD}( once)?(?: (.+))?")
_DROP: Final = re.compile(rf"{_WHO}((?: [a-z][a-z0-9-]*)*)")
_TRY: Final = re.compile(rf"{_WHO} (.+)")
_EACH: Final = re.compile(r"(ally|foe|side|other): (.+)")
_BRACES: Final = re.compile(r"\{([^{}]*)\}")

_FORMS: Final = {
    "lose": "lose it 3 from hp",
    "gain": "gain me 1 to hp",
    "set": "set me ac to 12",
    "mark": "mark it prone for 2, or mark it prone until end of me",
    "unmark": "unmark it prone",
    "pass": "pass me 600, as many rounds, or pass me 4800 concentrating",
    "out": "out it dead",
    "back": "back it",
    "spend": "spend me reaction",
    "restore": "restore me action",
    "use": "use by ammo 1",
    "renew": "renew me uses from per-day, numbers of weapons; from per-day by rest-gives; charged from 1",
    "say": "say {me} is burning",
    "note": "note The web burns, a remark below the line",
    "ask": "ask me NAME Which one?",
    "drop": "drop me, all that is asked of them, or drop me NAME, such questions alone",
    "remind": "remind it {by.rider}, a text that says what comes in each of its turns",
    "roll": "roll NAME, a [[table]]",
    "throw": "throw 1d6, and after it if thrown >= 5: set by charged to 1",
    "try": "try it save roll 12, and after it if succeeded: say It holds.",
    "do": "do NAME, a list of [effects]",
    "each": "each ally: mark it afraid; ally, foe, side or other",
    "if": "if damage > 5: mark it prone",
}
WORDS: Final = tuple(_FORMS)  # the words that an effect can begin with


class Reader:
    """Parses effects of an action, a trigger or a row of a table; ``answers``: the questions they may ask, by name."""

    def __init__(self, game: GameTable, rules: Rules, scope: Scope, answers: Mapping[str, object]) -> None:
        self._game, self._rules, self._scope, self._answers = game, rules, scope, answers
        self._known: dict[str, Effect] = {}
        self._fields = {field.name: field for field in game.field}
        self._weapon = {field.name: field for field in game.weapon_field}
        levels = [f"{event} {track.name}" for event in ("marked", "unmarked") for track in game.track]
        self._followed = {*levels, *[on.event for on in game.on]}  # marks from which something follows

    def read(self, text: str) -> Effect:
        """Parse an effect, each text once; raises BadExpression."""
        if text not in self._known:
            word, _, rest = text.strip().partition(" ")
            _expect(word, "an effect", WORDS)
            self._known[text] = getattr(self, f"_{word}")(rest.strip())
        return self._known[text]

    def template(self, text: str) -> Template:
        """Parse a text with expressions in braces; raises BadExpression."""
        pieces = enumerate(_BRACES.split(text))
        parts = (compile_expression(piece, self._scope) if at % 2 else piece for at, piece in pieces if at % 2 or piece)
        return Template(tuple(parts))

    def _parts(self, pattern: re.Pattern[str], word: str, rest: str) -> tuple[Any, ...]:
        match = pattern.fullmatch(rest)
        if match is None:
            raise BadExpression(f"“{word} {rest}” cannot be read; write it like {_FORMS[word]}")
        if pattern not in (_USE, _EACH):
            self._who(match[1])
        return match.groups()

    def _who(self, who: str) -> None:
        if who == "table" and who not in self._scope.parts:
            raise BadExpression("the game has no [[pool]], a number of the table")
        if who not in self._scope.parts:
            raise BadExpression(f"“{who}” is nobody here: the action has no target")

    def _declared(self, condition: str) -> None:
        """Report a near miss of a declared condition; any other single word is a condition of its own."""
        known = [table.name for table in self._game.condition]
        self._no_slip(condition, known, "a [[condition]]")
        first, _, more = condition.partition(" ")
        if more and self._scope.strict and condition not in known:
            raise BadExpression(
                f"“{more}” after {first} cannot be read; write it like {_FORMS['mark']}, "
                "or declare a [[condition]] of several words"
            )

    def _no_slip(self, word: str, known: Sequence[str], what: str) -> None:
        near = get_close_matches(word, known, 1, _NEAR) if self._scope.strict and word not in known else ()
        if near:
            raise BadExpression(f"“{word}” is not {what}; did you mean {near[0]}?")

    def _amount(self, text: str, word: str) -> Expression:
        try:
            return compile_expression(text, self._scope, "number")
        except Unreadable:
            raise BadExpression(f"“{text}” is not an amount; write it like {_FORMS[word]}") from None

    def _lose(self, rest: str, sign: int = -1) -> Effect:
        word = "lose" if sign < 0 else "gain"
        who, much_of, named = self._parts(_LOSE, word, rest)
        amount, track = self._amount(much_of, word), named or self._game.track[0].name
        if who == "table":
            return self._pool(named or "", lambda now, much: now + sign * much, amount)
        numbers = [name for name, field in self._fields.items() if field.kind == "number"]
        _expect(track, "a track", (*self._rules.tracks, *numbers))

        def run(doing: Doing) -> None:
            name, much = _name(doing, who), doing.whole(amount)
            if much <= 0:
                return
            if track not in doing.rules.tracks:
                value = doing.resolver.combatant(name).number(track) + sign * much
                doing.resolver.set_field(name, track, value)
                doing.resolver.say(f"{name}: {track} {minus(value)}.")
                return
            table, was = doing.rules.tracks[track], doing.resolver.combatant(name)
            change, up, before = doing.change(), (sign > 0) != table.fills, was.value(track)
            doing.account(track, name, much if up else -much, amount.uses)
            if sign < 0 and who == "it" and doing.me != doing.it:
                stopped = much - (much := change.through_cover(name, much))
                doing.account(track, "cover", -stopped if up else stopped, frozenset())
            place = len(doing.resolver.sentences)
            (change.lose if sign < 0 else change.gain)(name, much, track)
            after = doing.resolver.combatant(name).value(track)
            if much and doing.resolver.heard:
                came, system = abs(after - before), doing.resolver.system
                of = f", of {much}" if came != much else ""
                words = system.manual_words(track, came, gain=(after > before) != system.fills(track))
                text = f"{words} ({before} → {after}{of})" if after != before else f"{track} still {after}"
                doing.resolver.sentences.insert(place, f"{name}: {text}.")
            if sign > 0 and after != before == (was.tracks[track].max if table.fills else table.low) and table.out:
                doing.resolver.note_still_out((name,))

        harms, of = who if sign < 0 and track in self._rules.tracks else "", f"{word} {who} {track}"
        return Effect(run, amount.uses | {who}, harms=harms, amount=amount, of=of)

    def _pool(self, name: str, changed: Callable[[int, int], int], amount: Expression) -> Effect:
        _expect(name, "a [[pool]]", [pool.name for pool in self._game.pool])

        def run(doing: Doing) -> None:
            now, much = pools_of(doing.scene, doing.rules)[name], doing.whole(amount)
            if changed(now, much) != now:
                change_pool(doing.resolver, doing.rules, name, changed(now, much))

        return Effect(run, amount.uses | {"table"})

    _gain = partialmethod(_lose, sign=1)

    def _set(self, rest: str) -> Effect:
        if (weapon := _SET_BY.fullmatch(rest)) is not None:
            return self._set_by(weapon[1], self._amount(weapon[2], "set"))
        who, name, to = self._parts(_SET, "set", rest)
        if who == "table":
            return self._pool(name, lambda now, much: much, self._amount(to, "set"))
        _expect(name, "a track or field", (*self._rules.tracks, *self._fields))
        track, field = name in self._rules.tracks, self._fields.get(name)
        kind = "number" if field is None else "text" if field.kind in ("choice", "dice") else field.kind
        value = compile_expression(to, self._scope, cast(ValueKind, kind))

        def run(doing: Doing) -> None:
            target, worth = _name(doing, who), doing.value(value)
            if track:
                doing.account(name, target, int(worth) - doing.scene[target].value(name), value.uses)
                doing.change().set(target, name, int(worth))
            else:
                whole = bool(worth) if field is not None and field.kind == "yesno" else worth
                doing.resolver.set_field(target, name, list(whole) if isinstance(whole, tuple) else whole)
                if field is not None and not field.kept:
                    doing.resolver.say(f"{target}: {name} {whole}.")

        return Effect(run, value.uses | {who}, harms=who if track else "", idle=not track)

    def _set_by(self, field: str, value: Expression) -> Effect:
        self._of_weapon(field)

        def run(doing: Doing) -> None:
            weapon = {**doing.scene[doing.me].weapons.get(doing.weapon, {}), field: doing.whole(value)}
            doing.resolver.emit(WeaponBecame((doing.me,), doing.weapon, weapon))

        return Effect(run, value.uses | {"by"}, idle=True)

    def _of_weapon(self, field: str, *, here: bool = True) -> None:
        if here and "by" not in self._scope.parts:
            raise BadExpression("there is no weapon here; the action says weapon = true")
        numbers = [name for name, table in self._weapon.items() if table.kind == "number"]
        _expect(field, "a number of a weapon", numbers)

    def _renew(self, rest: str) -> Effect:
        who, field, full, by = self._parts(_RENEW, "renew", rest)
        for name in filter(None, (field, "" if full.isdecimal() else full, by)):
            self._of_weapon(name, here=False)
        words = self._weapon[field].choices

        def run(doing: Doing) -> None:
            name, back = _name(doing, who), []
            for weapon, fields in doing.resolver.combatant(name).weapons.items():
                numbers = cast(dict[str, int], fields)
                most = numbers.get(full) if not full.isdecimal() else int(full) if field in fields else None
                now = numbers.get(field, 0)
                if by and most is not None:
                    most = min(most, now + numbers.get(by, 0))
                if most is not None and fields.get(field) != most:
                    doing.resolver.emit(WeaponBecame((name,), weapon, {**fields, field: most}))
                    back.append(f"{weapon} {words[most] if words else f'{now} → {most}'}")
            if back:
                doing.resolver.say(f"{name}: {', '.join(back)}.")

        return Effect(run, frozenset((who,)), idle=True)

    def _mark(self, rest: str) -> Effect:
        who, listed, condition, count, on, lasts, save = self._parts(_MARK, "mark", rest)
        if condition:
            self._declared(condition)
        named = compile_expression(listed, self._scope, "words") if listed else None
        rounds = self._amount(count, "mark") if count else None
        until, by_save = self.template(lasts or ""), self.template(save) if save else None
        if lasts and " of " in lasts:
            self._who(lasts[-2:])
            known = (START, END, *(table.name for table in self._game.condition))
            _expect(lasts[:-6], "a moment or a [[condition]]", known)

        def run(doing: Doing) -> None:
            name = _name(doing, who)
            ends: dict[str, str | int | None] = {}
            if rounds is not None:
                ends["rounds"] = max(1, min(1000, doing.whole(rounds)))
            if on:
                ends["of"] = doing.weapon
            moment, of, whose = doing.told(until.at).rpartition(" of ")
            if of and whose in ("me", "it"):
                ends |= {"until": moment, "of": _name(doing, whose)}
            for each in doing.value(named) if named is not None else (condition,):
                _marked(doing, name, each, by_save, **ends)

        parts = (part for part in (named, rounds, until, by_save) if part is not None)
        uses = frozenset((who,)).union(*(part.uses for part in parts))
        return Effect(run, uses, idle=named is None and f"marked {condition}" not in self._followed)

    def _unmark(self, rest: str) -> Effect:
        who, condition = self._parts(_UNMARK, "unmark", rest)
        self._declared(condition)

        def run(doing: Doing) -> None:
            name = _name(doing, who)
            if doing.resolver.combatant(name).has(condition):
                doing.resolver.say(f"{name}: {doing.resolver.system.condition_over(condition)}.")
                doing.change().unmark(name, condition)

        of = f"unmark {who} {condition}" if condition not in self._rules.tracks else ""
        return Effect(run, frozenset((who,)), idle=f"unmarked {condition}" not in self._followed, of=of)

    def _pass(self, rest: str) -> Effect:
        """Let rounds pass for somebody: what lasts no longer ends, as does what lasts while a condition does."""
        who, count, condition = self._parts(_PASS, "pass", rest)
        rounds, until = int(count), condition or END
        _expect(until, "a [[condition]]", (END, *(one.name for one in self._game.condition)))
        over = {START, END, until, *(one.name for one in self._game.condition if 0 < one.lasts <= rounds)}

        def run(doing: Doing) -> None:
            name = _name(doing, who)
            let_pass(doing.resolver, (doing.scene[name],), rounds, over)
            if left := [spaced(one.name) + one.about for one in doing.scene[name].conditions]:
                doing.resolver.say(f"{name}: still {comma_list(left)}.")

        return Effect(run, frozenset((who,)))

    def _out(self, rest: str) -> Effect:
        who, word = self._parts(_UNMARK, "out", rest)
        known = [word for track in self._game.track for word in (track.out, track.out_others) if word]
        self._no_slip(word, known, "the out of a [[track]]")
        return Effect(lambda doing: doing.change().take_out(_name(doing, who), word), frozenset((who,)), harms=who)

    def _back(self, rest: str) -> Effect:
        (who,) = self._parts(_BACK, "back", rest)
        return Effect(lambda doing: doing.change().bring_back(_name(doing, who)), frozenset((who,)))

    def _spend(self, rest: str, word: str = "spend") -> Effect:
        change = Resolver.spend if word == "spend" else Resolver.give_back
        who, act = self._parts(_SPEND, word, rest)
        _expect(act, "one of the acts of [turn]", tuple(self._game.turn.acts))
        return Effect(lambda doing: change(doing.resolver, _name(doing, who), act), frozenset((who,)), idle=True)

    _restore = partialmethod(_spend, word="restore")

    def _use(self, rest: str) -> Effect:
        field, often = self._parts(_USE, "use", rest)
        amount = self._amount(often or "1", "use")
        self._of_weapon(field)

        def run(doing: Doing) -> None:
            weapon = dict(doing.by)
            left = weapon.get(field)
            if isinstance(left, int) and not isinstance(left, bool) and not doing.resolver.ruled:
                weapon[field] = max(0, left - doing.whole(amount))
                doing.resolver.emit(WeaponBecame((doing.me,), doing.weapon, weapon))

        return Effect(run, amount.uses | {"by"}, (field, amount), idle=True)

    def _remind(self, rest: str) -> Effect:
        """Ask in each of the turns that a text tells of; another text asks nothing."""
        who, told = self._parts(_TRY, "remind", rest)
        text = self.template(told)

        def run(doing: Doing) -> None:
            name = _name(doing, who)
            if (reminder := reminder_in(doing.told(text.at), doing.resolver.combatant(name), doing.me)) is not None:
                remember(doing.resolver, name, reminder)

        return Effect(run, text.uses | {who}, idle=True)

    def _say(self, rest: str, tell: Callable[[Resolver, str], None] = Resolver.say) -> Effect:
        text = self.template(rest)
        return Effect(lambda doing: tell(doing.resolver, doing.told(text.said)), text.uses, idle=True, tells=True)

    _note = partialmethod(_say, tell=Resolver.note)

    def _ask(self, rest: str) -> Effect:
        who, name, once, question = self._parts(_ASK, "ask", rest)
        text = self.template(question or name)
        if name not in self._answers:
            raise BadExpression(f"“{name}” has no answers; write [action.answers.{name}] with a line for each choice")

        def run(doing: Doing) -> None:
            choices = doing.rule.answers.get(name) if doing.rule else None
            if choices is None:
                choices = doing.rules.answers[name]
            asked = _name(doing, who)
            open_ = ((prompt.kind, prompt.name, prompt.data.get("weapon")) for prompt in doing.scene.prompts)
            if doing.once and (name, asked, doing.weapon) in open_:
                return
            said, others = doing.told(text.said), [one.text for one in doing.scene.prompts if one.name == asked]
            if once and said in others:
                return
            said = _apart(said, others)
            doing.resolver.ask(name, asked, said, tuple(choices), **doing.saved(choices))

        return Effect(run, text.uses | {who}, asks=name)

    def _drop(self, rest: str) -> Effect:
        """Drop open questions about somebody, all or those of some names."""
        who, named = self._parts(_DROP, "drop", rest)
        known = tuple(chain(self._game.answers, *(action.answers for action in self._game.action)))
        for name in named.split():
            _expect(name, "a question", known)

        def run(doing: Doing) -> None:
            theirs = (one for one in doing.scene.prompts if one.name == _name(doing, who))
            doing.resolver.drop(one for one in theirs if not named or one.kind in named.split())

        return Effect(run, frozenset((who,)), idle=True)

    def _roll(self, rest: str) -> Effect:
        known = {table.name: table for table in self._game.table}
        _expect(rest, "a [[table]]", tuple(known))

        def run(doing: Doing) -> None:
            doing.resolver.check_objections()
            throw = read_throw(known[rest].throw)
            rolled = throw.roll(doing.resolver.dice, rest).total
            doing.resolver.because(rest, throw.text, rolled, doing.rules.table.source)
            rows = doing.rules.tables[rest]
            row = next((row for row in rows if rolled <= row.upto), rows[-1])
            stop = "." if row.say[-1:].isalnum() else ""
            doing.resolver.say(f"{rest.capitalize()} {rolled}: {row.say}{stop}")
            if doing.depth > 4:
                raise InvalidCommand(f"The table {rest} rolls on itself without end. Mend the game's file.")
            doing.depth += 1
            doing.do(row.do)
            doing.depth -= 1

        return Effect(run)

    def _throw(self, rest: str) -> Effect:
        """Throw dice; what they show is ``thrown`` in the effects after it."""
        dice = self.template(rest)
        if all(isinstance(part, str) for part in dice.parts):
            read_throw(rest)

        def run(doing: Doing) -> None:
            doing.resolver.check_objections()
            throw = read_throw(dice.at(doing.moment()))
            shown, doing.typed = doing.typed, ""
            doing.results["thrown"] = int(shown) if shown else throw.roll(doing.resolver.dice, "result").total
            doing.resolver.because("thrown", throw.text, doing.results["thrown"], doing.rules.table.source)
            doing.resolver.say(f"{throw.text}: {doing.results['thrown']}.")

        return Effect(run, dice.uses)

    def _try(self, rest: str) -> Effect:
        """Carry out an action for somebody; whether it succeeds is ``succeeded`` in the effects after it."""
        who, entered = self._parts(_TRY, "try", rest)
        line, verb = self.template(entered), entered.partition(" ")[0]
        _expect(verb, "an action", [one.verb for one in self._game.action])

        def run(doing: Doing) -> None:
            resolver, name = doing.resolver, _name(doing, who)
            if resolver.carry_out is None:
                raise NotThrown(f"1d20 for {verb}", verb)
            before, told, said = resolver.scene, len(resolver.reasons), line.at(doing.moment())
            if doing.typed:
                said, doing.typed = said.replace(f"{verb} {THROW}", f"{verb} {doing.typed}", 1), ""
            done = resolver.carry_out(resolver, said.replace(verb, f"{verb} {quote(name)}", 1))
            why = tuple(resolver.reasons[told:])
            doing.results["succeeded"] = done is not None and resolver.system.succeeded(done, before, why) is True

        return Effect(run, line.uses | {who}, tries=rest.startswith(f"me {verb} {THROW}"))

    def _do(self, rest: str) -> Effect:
        raise BadExpression(f"“{rest}” is not a list of [effects]; a line that names one stands alone, and in no list")

    def _each(self, rest: str) -> Effect:
        whom, then = self._parts(_EACH, "each", rest)
        scope = replace(self._scope, parts={**self._scope.parts, "it": self._rules.theirs})
        effect = Reader(self._game, self._rules, scope, self._answers).read(then)
        ended = effect.of.partition("unmark it ")[2]

        def run(doing: Doing) -> None:
            mine, takers, one = doing.scene[doing.me].side, 0, structs.replace(doing, last=None, keeps=False)
            for name, who in [it for it in doing.scene.combatants.items() if not ended or it[1].has(ended)]:
                meant = whom in (("side", "ally", "other") if who.side == mine else ("foe", "other"))
                if meant and (whom == "side" or name != doing.me) and (whom == "other" or who.out is None):
                    one.it, one.typed = name, doing.typed
                    effect.run(one)
                    takers += one.typed != doing.typed
            if takers == 1:  # A typed number is one throw, not everybody's.
                doing.typed = ""

        return Effect(run, effect.uses - {"it"})

    def _if(self, rest: str) -> Effect:
        test, colon, then = rest.partition(":")
        if not colon:
            raise BadExpression(f"“if {rest}” cannot be read; write it like {_FORMS['if']}")
        asked, effect = compile_expression(test, self._scope), self.read(then)

        def run(doing: Doing) -> None:
            if doing.value(asked):
                effect.run(doing)

        return structs.replace(effect, run=run, uses=asked.uses | effect.uses, asks="", tries=False, amount=None)


def immunity(rules: Rules, who: Combatant, condition: str) -> str:
    """Return the clause that somebody cannot have a condition, by the sheet; "" if they can."""
    known = who.fields.get(rules.table.immunities) if rules.table.immunities is not None else None
    have = "have" if condition in rules.tracks else "be"
    return f"{who.name} cannot {have} {spaced(condition)}" if isinstance(known, list) and condition in known else ""


def _marked(doing: Doing, name: str, condition: str, save: Template | None, **ends: str | int | None) -> None:
    who = doing.resolver.combatant(name)
    if immune := immunity(doing.rules, who, condition):
        doing.resolver.say(f"{immune}.")
        return
    end = " already" if not ends and who.has(condition) else f" on {ends['of']}" if ends.keys() == {"of"} else ""
    if name != doing.me and any(one.by for one in doing.rules.table.condition if one.name == condition):
        ends["by"], end = doing.me, f" by {doing.me}"
    if condition not in doing.rules.tracks:
        doing.resolver.say(f"{name}: {spaced(condition)}{end}.")
    doing.change().mark(name, condition, **ends)
    if save is not None:
        remember(doing.resolver, name, save_reminder(condition, doing.told(save.at)))


def _apart(question: str, others: Sequence[str]) -> str:
    """Return a question, with a number if others of the same words are open."""
    numbered = (f"{question} (number {n})" for n in count(2))
    return next(said for said in chain((question,), numbered) if said not in others)


def _expect(word: str, what: str, known: Sequence[str]) -> None:
    if word not in known:
        raise BadExpression(f"“{word}” is not {what}.{suggestion(word, known)}".rstrip("."))


def _name(doing: Doing, who: str) -> str:
    name = doing.me if who == "me" else doing.it
    if name not in doing.scene.combatants:
        raise InvalidCommand(f"{name or 'Nobody'} is not in the fight any more. Drop the question: decide N skip.")
    return name
