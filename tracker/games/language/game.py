"""A game file as the rest of the program sees it: an ordinary ``System``, made from its checked rules."""

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any, ClassVar, Final, cast

import msgspec

from tracker.combat.dice import no_dice
from tracker.combat.events import CoverBecame
from tracker.combat.scene import ENEMIES, HEROES, Combatant, Cover, Plain, Prompt, Scene
from tracker.games.language.acting import FileAction
from tracker.games.language.doing import Changes, Doing, FightState, Waiting, check_action, doing_again, fire, waiting
from tracker.games.language.effects import immunity
from tracker.games.language.judging import attr, thrower_of
from tracker.games.language.rules import ActionRule, Effect, Rules
from tracker.games.language.scope import Moment, Value, attribute
from tracker.games.language.sheet import bands, cover_degrees, presets, sheet, tables, weapons
from tracker.games.language.table import Fight, Pool, pools_of
from tracker.games.language.throws import Die, Fell, Given, result_help
from tracker.games.language.turns import ORDERS
from tracker.games.language.verbs import Take, action_class, verb_of
from tracker.rules.action import Action, perform
from tracker.rules.command import Command
from tracker.rules.declarations import Context, Values
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import join_names, quote, spaced, the
from tracker.rules.params import MOST, choice_setting
from tracker.rules.reminders import SAVE, THROW
from tracker.rules.resolver import Resolver
from tracker.rules.sheet import weapon_in_words
from tracker.rules.system import COMMON_ROLES, Looks, Role, System
from tracker.rules.throw import signed
from tracker.rules.turns import INITIATIVE, place_in_order
from tracker.rules.verbs.conditions import MarkUntilSave, TypedHurt
from tracker.rules.view import Badge, GameKey, GroupAction, Pending

FILES: Final = Path(__file__).parents[1] / "files"
"""Where the lore of shipped games lies, which sessions with a copy of such a game use, too."""

MOST_FOES: Final = 12  # the most whose acts are looked through for those that others throw against
MAX_BYTES: Final = 4_000_000  # the greatest size of such a file in bytes


def _listed(file: str | None, origin: str) -> Mapping[str, Mapping[str, Any]]:
    """Return the entries of a file beside the game's by name in lower case; none if it cannot be read."""
    for folder in (Path(origin).parent, FILES) if origin else (FILES,):
        with suppress(OSError, msgspec.DecodeError, TypeError, KeyError):
            if file is not None and (path := folder / file).stat().st_size <= MAX_BYTES:
                listed = msgspec.json.decode(path.read_bytes(), type=dict[str, Any]).get("lore")
                return {str(entry["name"]).casefold(): entry for entry in listed or ()}
    return {}


class Lore(Mapping[str, Mapping[str, Plain]]):
    """The numbers of weapons by name: known ones, and those of a file that is read when first needed."""

    def __init__(self, known: Mapping[str, Mapping[str, Plain]], file: str | None, origin: str) -> None:
        self._known, self._file, self._origin = known, file, origin

    @cached_property
    def entries(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the entries of the file by name in lower case."""
        return _listed(self._file, self._origin)

    def __getitem__(self, name: str) -> Mapping[str, Plain]:
        if name in self._known:
            return self._known[name]
        numbers: Mapping[str, Plain] = self.entries[name]["numbers"]
        return numbers

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys((*self._known, *self.entries))

    def __len__(self) -> int:
        return len(tuple(iter(self)))


class FileGame(System):
    """A game read from a file."""

    rules: ClassVar[Rules]
    waits_in = "waiting"
    plain_harm = True

    # The rules behind the common words

    def complete_weapon(self, resolver: Resolver, name: str, weapon: str, given: Values) -> dict[str, Plain]:
        # What belongs to the known value of a field does not count with a typed one.
        old = {**self.weapons.get(weapon, {}), **resolver.combatant(name).weapons.get(weapon, {})}
        lost = {one.name: False for one in self.rules.table.weapon_field if one.of in given and old.get(one.name)}
        return super().complete_weapon(resolver, name, weapon, {**lost, **given})

    def lacking(self, weapons: Mapping[str, Values], who: str = "NAME") -> Iterator[str]:
        numbers: dict[str, str] = {}
        for spec in self.rules.table.weapon_field:
            if spec.kind in ("number", "dice"):
                numbers.setdefault(spec.kind, f"{spec.name}={'1d6' if spec.kind == 'dice' else 'N'}")
        usual = {spec.name: spec.default for spec in self.sheet.weapon if spec.default is not None}
        for weapon, fields in weapons.items():
            if numbers and weapon not in self.weapons and fields.items() <= usual.items():
                how = " ".join(("arm", quote(who), quote(weapon), *numbers.values()))
                yield f"The {spaced(weapon)} comes without numbers. Give it some: {how}."

    def withstood(self, combatant: Combatant, amount: int, kind: str) -> int:
        harm = self.rules.harm
        return amount if harm is None else harm.number(Moment(combatant, amount=amount, words={"type": kind}))

    def lose(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        Changes(resolver, self.rules).lose(name, amount, track)

    def regain(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        Changes(resolver, self.rules).gain(name, amount, track)

    def take_out(self, resolver: Resolver, name: str, word: str | None) -> None:
        first = next((track for track in self.rules.table.track if track.out), None)
        others = first.out_others if first is not None and resolver.combatant(name).side != HEROES else None
        resolver.set_out(name, word or others or self.out_words[0])
        fire(Changes(resolver, self.rules), "out", name, 0)

    def bring_back(self, resolver: Resolver, name: str) -> None:
        resolver.set_out(name, None)
        fire(Changes(resolver, self.rules), "back", name, 0)

    def mark(self, resolver: Resolver, name: str, condition: str, **ends: str | int | None) -> None:
        if immune := immunity(self.rules, resolver.combatant(name), condition):
            resolver.note(f"{immune}, by the sheet.")
        Changes(resolver, self.rules).mark(name, condition, **ends)

    def unmark(self, resolver: Resolver, name: str, condition: str) -> None:
        Changes(resolver, self.rules).unmark(name, condition)

    def take_cover(self, resolver: Resolver, name: str, degree: str, what: str | None) -> None:
        table = next((cover for cover in self.rules.table.cover if cover.name == degree), None)
        if table is None or table.absorbs is None:
            super().take_cover(resolver, name, degree, what)
        else:
            resolver.emit(CoverBecame((name,), Cover(degree, what, table.absorbs, table.sustains, table.sustains)))

    # Turns

    def on_sheet_edited(self, resolver: Resolver, name: str, fields: Sequence[str]) -> None:
        if INITIATIVE in fields and resolver.scene.order:
            place_in_order(resolver, name, INITIATIVE)

    def on_leaving(self, resolver: Resolver, names: Sequence[str]) -> None:
        super().on_leaving(resolver, names)
        attacks = waiting(resolver.scene, self.rules)
        left = tuple(attack for attack in attacks if attack.me not in names and attack.it not in names)
        if left != attacks:
            FightState.keep_of_fight(resolver, waiting=left)

    def on_gone(self, resolver: Resolver, names: Sequence[str]) -> None:
        super().on_gone(resolver, names)
        for name in names:
            fire(Changes(resolver, self.rules), "left", name, 0)

    def on_parted(self, resolver: Resolver, names: Sequence[str], others: Sequence[str]) -> bool:
        if "parted" not in self.rules.triggers or len(names) * len(others) > MOST_FOES:
            return False
        for name in names:
            earlier, alike = resolver.noted, dict[str, list[str]]()
            for other in others:
                resolver.noted = {}
                fire(Changes(resolver, self.rules), "parted", name, 0, it=other)
                for note in resolver.notes:
                    alike.setdefault(note.replace(other, "\0"), []).append(other)
            resolver.noted = earlier
            for note, foes in alike.items():  # What differs only in the name of the enemy is one remark.
                about, told = f"{name}: ", note.replace("\0", join_names(foes, resolver.scene))
                if told.startswith(about):
                    resolver.note_of(name, told.removeprefix(about))
                else:
                    resolver.note(told)
        return True

    def on_encounter(self, resolver: Resolver) -> None:
        super().on_encounter(resolver)
        FightState.keep_of_fight(resolver, waiting=())

    # Actions and answers

    def check_actor(self, resolver: Resolver, kind: type[Command], actor: str) -> None:
        rule: ActionRule | None = getattr(kind, "rule", None)
        if not (rule.table.while_out or rule.table.passive if rule is not None else kind.verb == Take.verb):
            super().check_actor(resolver, kind, actor)
        if rule is not None and actor in resolver.scene.combatants:
            check_action(resolver, self.rules, rule, actor)

    def decide(self, resolver: Resolver, prompt: Prompt, choice: str) -> None:
        doing, choices = self._asked(resolver, prompt)
        doing.typed = "" if choice in choices else choice
        word = THROW if doing.typed.removeprefix("-").isdecimal() else choice
        if word not in choices:
            raise InvalidCommand(f"Question {prompt.id} has no answer “{choice}” here.")
        answer = f"{prompt.name}: {choice}"
        resolver.say(f"{answer}.")
        said = len(resolver.sentences)
        doing.do(choices[word])
        told = resolver.sentences[said:]  # An answer that names the condition it marks has said so.
        resolver.sentences[said:] = [one for one in told if not answer.startswith(f"{str(one)[:-1]} ")]
        if word == THROW and any(str(one).startswith(f"{prompt.name}: ") for one in resolver.sentences[said:]):
            del resolver.sentences[said - 1]  # Its throw says what they did.
        if doing.typed:
            raise InvalidCommand(f"{choice} is not everybody's throw: answer {THROW}.")

    def _asked(self, resolver: Resolver, prompt: Prompt) -> tuple[Doing, Mapping[str, tuple[Effect, ...]]]:
        data = prompt.data
        rule = self.rules.actions.get(str(data.get("verb", "")))
        choices = (rule.answers.get(prompt.kind) if rule else None) or self.rules.answers.get(prompt.kind, {})
        words, numbers = _mapping(data.get("words")), _mapping(data.get("numbers"))
        known = {name: value for name, value in numbers.items() if isinstance(value, int)}
        me, it, weapon = (str(data.get(key, "")) for key in ("me", "it", "weapon"))
        doing = Doing(resolver, self.rules, rule, me, it, weapon, cast("Mapping[str, Value]", words), known=known)
        doing.amount, doing.before, faces = _whole(data.get("amount")), _whole(data.get("before")), data.get("faces")
        named = {name: Die(_whole(value)) for name, value in _mapping(data.get("dice")).items()}
        shown = tuple(map(_whole, faces)) if isinstance(faces, list) else ()
        doing.fell = Fell(_whole(data.get("roll")), shown, named)
        return doing, choices

    def pending(self, scene: Scene) -> tuple[Pending, ...]:
        found = []
        for attack in waiting(scene, self.rules):
            text = f"{attack.me}: {spaced(attack.verb)}{f' with {the(attack.weapon)}' if attack.weapon else ''}"
            verbs = (*self.rules.actions[attack.verb].table.waits_for, Take.verb)
            found.append(Pending(attack.it, f"{text}, {attack.outcome or attack.roll}", verbs, attacker=attack.me))
        return tuple(found)

    def result_hint(self, verb: str, context: Context) -> str:
        kind = self.actions[verb]
        outcomes = kind.outcomes(context) if issubclass(kind, FileAction) else ()
        unthrown = f"nothing is thrown for {the(context.values.get('weapon') or verb)}"
        return unthrown if outcomes is None else result_help(self.rules, verb, outcomes)

    def acts_against(self, scene: Scene, names: tuple[str, ...]) -> tuple[GroupAction, ...]:
        """Return the acts of whoever has the turn, in one of their own side those of their enemies, unless too many."""
        table, resolver, found = self.rules.table, self.silent(scene), list[GroupAction]()
        saves = next((action for action in table.action if action.by), None)
        verbs = [action.verb for action in table.action if action.many and action.apart and saves is not None]
        foes = [who for who in scene.combatants.values() if who.side != scene[names[0]].side and not who.out]
        acting = [who for who in foes if who.name == scene.turn.name] or foes
        for who, verb in product(acting, verbs) if len(acting) <= MOST_FOES else ():
            for weapon, fields in who.weapons.items():
                doing = Doing(resolver, self.rules, self.rules.actions[verb], who.name, names[0], weapon)
                if self.weapon_verb(who, weapon) != verb or thrower_of(doing) != names[0] or saves is None:
                    continue
                need = doing.number(doing.known_rule.need)
                known = {attr(ask.name): need if ask.needed else fields.get(ask.name) for ask in saves.ask}
                told = {name: "yes" if value is True else str(value) for name, value in known.items() if value}
                asked = GroupAction(saves.verb, weapon, names, ("result",), THROW, shared=told)
                shared = {"actor": who.name, "weapon": weapon}
                title = f"{weapon} of {who.name}  {' · '.join(weapon_in_words(self, fields))}"
                found.append(GroupAction(verb, title, names, ("result",), THROW, {}, {}, shared, "target", asked))
        return tuple(found)

    def budget(self, scene: Scene) -> tuple[str, Mapping[str, int]]:
        table = self.rules.table.budget
        if table is None:
            return "", {}
        heroes = [hero.number(table.heroes) for hero in scene.of_side(HEROES)]
        foes = [table.worth.get(str(foe.fields.get(table.foes))) for foe in scene.of_side(ENEMIES)]
        if not (heroes and foes and all(0 < level <= len(table.each) for level in heroes)) or None in foes:
            return "", {}
        takes = zip(*(table.each[level - 1] for level in heroes), strict=True)
        return table.unit, {"foes": sum(filter(None, foes)), **dict(zip(table.names, map(sum, takes), strict=True))}

    def acts_again(self, scene: Scene, name: str) -> bool:
        rule = self.rules.actions.get(self.roles.get("odds", ""))
        if rule is None or rule.cost is None or rule.cost.constant is not None or not scene[name].spent:
            return False
        return not rule.cost.run(Doing(self.silent(scene), self.rules, rule, name).moment())

    def goes_on(self, scene: Scene, name: str) -> bool:
        """Return whether somebody who has acted has an act of the turn left, other than the reaction."""
        spent = scene[name].spent
        left = {*self.rules.table.turn.acts} - {"reaction", *spent} if spent else ()
        return bool(left) or super().goes_on(scene, name)

    def follow_ups(self, scene: Scene, action: Action) -> tuple[Action, ...]:
        """Return the attacks after this one: those that nothing is paid for after misses, each as it is usual."""
        if not isinstance(action, FileAction) or action.verb != self.roles.get("odds"):
            return ()
        rule, found = action.rule, list[Action]()
        misses = [outcome.name for outcome in rule.outcomes if not outcome.good]
        if rule.cost is None or rule.cost.constant is not None or not misses or self.acts_again(scene, action.actor):
            return ()
        missed = action.copy_with(result=Given("outcome", outcome=misses[-1]))
        while len(found) < MOST_ATTACKS:
            perform(resolver := self.silent(scene), missed)
            scene = resolver.scene
            if not self.acts_again(scene, action.actor):
                break
            missed = missed.as_usual(self.silent(scene))
            doing = Doing(self.silent(scene), self.rules, rule, action.actor, "", getattr(missed, "weapon", None) or "")
            if rule.cost.run(doing.moment()):
                break  # The rest are acts of other verbs, such as a breath.
            found.append(missed.copy_with(result=action.result))  # type: ignore[attr-defined]
        return tuple(found)

    # What odds depend on

    @cached_property
    def _counting(self) -> frozenset[str]:
        return self.rules.counting()

    @cached_property
    def _coming(self) -> frozenset[str]:
        return self.rules.counting(chosen=False)

    @cached_property
    def once_a_turn(self) -> frozenset[str]:
        internal, deciding = (field.name for field in self.sheet.fields if field.internal), self.rules.deciding()
        return frozenset(name for name in internal if f"me.{attribute(name)}" in deciding)

    def counts(self, field: str, *, chosen: bool = True) -> bool:
        name = attribute(field)
        used = (self._counting if chosen else self._coming) & {f"me.{name}", f"it.{name}", "me.*", "it.*"}
        return field == self.rules.table.immunities or bool(used)

    def _answered(self, scene: Scene, actor: str) -> list[Waiting]:
        return [one for one in waiting(scene, self.rules) if one.it == actor][-1:]

    def around(self, scene: Scene, actor: str, target: str) -> tuple[tuple[str, ...], Hashable]:
        """Return whose attack the actor would answer, and with it what the rules count of the fight."""
        people, answered = scene.combatants, self._answered(scene, actor)
        others = tuple([one.me for one in answered])
        counted: list[Hashable] = [(one.verb, one.weapon, one.outcome, self._fell(scene, one)) for one in answered]
        for me, it in ((actor, target), *[(other, actor) for other in others], (target, actor)):
            if (who := people.get(me)) is not None and who.conditions:
                counted += [one.name for one in who.conditions if one.by == it]
        if "side" in self._counting:
            fight = Fight(scene, self, self.rules)
            sides = [people[name].side for name in dict.fromkeys((actor, target, *others)) if name in people]
            counted += [(len(fight.up(side)), len(scene.of_side(side))) for side in sides]
        if "table" in self._counting:
            counted += pools_of(scene, self.rules).values()
        return others, tuple(counted)

    def near(self, scene: Scene, actor: str, target: str, looked: Looks | None = None) -> tuple[Hashable, ...]:
        near, fight, people = list[Hashable](), Fight(scene, self, self.rules), scene.combatants.get
        me, answered = people(actor), self._answered(scene, actor)
        blows = [(me, people(target)), *[(people(one.me), me) for one in answered]]
        for whom, band, without, any_of in self._counted_within:
            if looked is None or (whom, band) in looked:
                if whom == "allies":
                    many = [fight.allies(by, it, band, without) for by, it in blows]
                else:
                    many = [fight.foes(by, band, without) for by, _ in blows]
                near += map(bool, many) if any_of else many
        now = 0 if scene.is_over else scene.turn.round
        ever = {("round", None)} if "round" in self._counting else ()
        rounds = sorted([at for what, at in (ever if looked is None else looked) if what == "round"], key=str)
        return (*near, *[now if at is None else (now > at) - (now < at) for at in rounds])

    @cached_property
    def _counted_within(self) -> Sequence[tuple[str, str, tuple[str, ...], bool]]:
        """Return whom the rules count within a band, ``allies`` or ``foes``, the band, without which conditions.

        The last says whether they ask only if there is anybody.
        """
        near = ("allies", "foes", "any-allies", "any-foes")
        found = (use.split(":") for use in sorted(self._counting) if use.partition(":")[0] in near)
        every = [[band.name] for band in self.rules.table.band]
        each = ((whom, band, (*no,)) for whom, *near in found for band, *no in ([near] if near else every))
        return [(who.removeprefix("any-"), band, no, who.startswith("any-")) for who, band, no in each]

    def _fell(self, scene: Scene, attack: Waiting) -> Hashable:
        thrown = doing_again(self.silent(scene), self.rules, attack)
        known = self.rules.actions[attack.verb].before_answer()
        if known is None:
            return thrown.fell.total, thrown.fell.faces, *thrown.fell.named.items()
        names, whens = known
        thrown.silent, moment = True, thrown.moment()
        return *(thrown.number(name, moment) for name in names), *(bool(when.run(moment)) for when in whens)

    # What the log and the screen show

    def fills(self, track: str) -> bool:
        table = self.rules.tracks.get(track)
        return table is not None and table.fills

    def exceeds(self, track: str) -> bool:
        table = self.rules.tracks.get(track)
        return table is not None and table.over and table.out_at == "exceeded"

    def holds(self, scene: Scene, name: str) -> bool:
        main, answers, resolver = self.main_track(scene), self.rules.answers, self.silent(scene)
        resolver.set_track(name, main, MOST if self.fills(main) else 0)
        moment = Doing(resolver, self.rules, None, name, name, amount=1, before=1).moment()
        triggers = self.rules.triggers.get(f"lost {main}", ())
        met = (trigger.do for trigger in triggers if trigger.when is None or trigger.when.run(moment))
        asked = (effect.asks for effects in met for effect in effects)
        return any(effect.tries for name in asked for effect in answers.get(name, {}).get(THROW, ()))

    def credit(self, prompt: Prompt, before: Scene, after: Scene) -> tuple[str, str] | None:
        me, it, track = str(prompt.data.get("me", "")), str(prompt.data.get("it", "")), self.main_track(before)
        if me not in before.combatants or me not in after.combatants:
            return None
        changed = before[me].tracks.get(track) != after[me].tracks.get(track)
        return (it, me) if it and changed else (me, it or prompt.name)

    def cells(self, scene: Scene, combatant: Combatant) -> tuple[str, ...]:
        return tuple(self._cell(scene, combatant, name) for name in self.heads)

    def _cell(self, scene: Scene, combatant: Combatant, name: str) -> str:
        track = combatant.tracks.get(name)
        if track is not None:
            return f"{track.value}/{track.max}"
        value = combatant.fields.get(name)
        derived = self.rules.derived.get(name) or self.rules.derived.get(f"{name}-now")
        if derived is not None:
            now = derived.number(Doing(Resolver(self, scene, no_dice()), self.rules, None, combatant.name).moment())
            more = now - value if isinstance(value, int) else 0
            return str(now) if value is None else f"{value}{signed(more)}" if more else str(value)
        return ", ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)

    @property
    def lore(self) -> Mapping[str, Mapping[str, Any]]:
        return cast("Lore", self.weapons).entries

    def weapon_verb(self, combatant: Combatant, weapon: str) -> str | None:
        """Return the first verb of the file that says it is done with such a weapon, else the one of the odds."""
        moment = Moment(combatant, by=combatant.weapons.get(weapon, {}))
        fitting = (verb for verb, usable in self.rules.usable.items() if usable.run(moment))
        return next(fitting, super().weapon_verb(combatant, weapon))

    def left_of_act(self, scene: Scene, combatant: Combatant) -> tuple[str, ...]:
        moment, turn = Moment(combatant), scene.turn.name
        left = tuple([left.say.said(moment) for left in self.rules.left if left.when.run(moment)])
        theirs = combatant.out is None and (turn is None or combatant.name in self.clock.sharing(scene, turn))
        return left if left and theirs else ()

    def state_badges(self, scene: Scene, combatant: Combatant) -> tuple[Badge, ...]:
        tracks = ((table.name, combatant.value(table.name)) for table in self.rules.table.track if table.badge)
        counted = tuple(Badge("·", ".", f"{name} {value}", "warn") for name, value in tracks if value)
        left = (Badge("·", ".", words, "accent") for words in self.left_of_act(scene, combatant))
        return (*left, *super().state_badges(scene, combatant), *counted)

    def weapon_badges(self, combatant: Combatant) -> tuple[Badge, ...]:
        """Return badges for the weapons carried, without acts that throw nothing, and without the lore one knows."""
        badges, rules = super().weapon_badges(combatant), self.rules.actions
        ruled = ((badge, rules.get(self.weapon_verb(combatant, badge.word) or "")) for badge in badges)
        return tuple(badge for badge, rule in ruled if rule is None or (rule.throw and not rule.table.lore))

    def weapon_state(self, combatant: Combatant, weapon: str) -> str:
        fields = combatant.weapons.get(weapon, {})
        counted = ((one, fields.get(one.name)) for one in self.rules.table.weapon_field if one.counter)
        known = ((one, value) for one, value in counted if isinstance(value, int))
        return ", ".join([dict(enumerate(one.choices)).get(value, f"{one.name} {value}") for one, value in known])


MOST_ATTACKS: Final = 9  # the most attacks after the first that one act is looked at for
_SPENT: Final = re.compile(r"\blose me .+ from ([\w-]+)$")  # what an action takes from a track of whoever acts


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _whole(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def game_of(rules: Rules, text: str, origin: str) -> System:
    """Return the game defined by checked rules; ``origin`` is the file's place, "" for the copy in a session."""
    table = rules.table
    own: list[type[Action]] = [action_class(rules, action, result_help(rules, action.verb)) for action in table.action]
    if any(action.waits_for for action in table.action):
        own.append(verb_of(Take, rules=rules))
    if table.harm is not None:
        own.append(TypedHurt)
    if any(action.verb == SAVE for action in table.action):
        own.append(MarkUntilSave)
    if table.pool:
        own.append(verb_of(Pool, rules=rules))
    own += (clock := ORDERS[table.turn.kind](rules)).actions
    main = next((action.verb for action in table.action if action.main), None)
    thrown = next((action.verb for action in table.action if action.throw and action.main), None)
    roles: dict[Role, str] = {**COMMON_ROLES}
    roles |= {"main": main} if main else {}
    roles |= {"odds": thrown} if thrown else {}
    if len(degrees := cover_degrees(rules)) < 2:
        del roles["cover"]
    known = weapons(presets(rules)) | {name: arm["numbers"] for name, arm in _listed(table.arms, origin).items()}
    out = [word for track in table.track for word in (track.out, track.out_others) if word]
    settings = (choice_setting(one.name, tuple(one.choices), "choice", one.help, table.source) for one in table.setting)
    body: dict[str, Any] = {
        "__doc__": f"{table.title}, from a file.",
        "name": table.name,
        "title": table.title,
        "source": table.source or "a game file",
        "licence": table.licence,
        "rules": rules,
        "text": text,
        "sheet": sheet(rules),
        "bands": bands(rules),
        "default_band": default_band(rules),
        "cover_degrees": degrees,
        "conditions": rules.conditions,
        "presets": presets(rules),
        "weapons": Lore(known, table.lore, origin),
        "weapon_names": tuple(known),
        "harm_types": tuple(table.harm_types),
        "tables": tables(rules),
        "own_actions": tuple(own),
        "own_settings": tuple(settings),
        "roles": roles,
        "out_words": tuple(dict.fromkeys(out)) or System.out_words,
        "clock": clock,
        "keys": (GameKey("I", INITIATIVE),) if clock.number and clock.by_chance else (),
        "turn_actions": tuple(table.turn.acts.items()),
        "heads": tuple(table.turn.columns),
        "vital_columns": tuple(table.turn.vital),
        "fallen_columns": tuple(table.turn.fallen),
        "spends": {spent[1]: act.verb for act in table.action for line in act.do if (spent := _SPENT.search(line))},
        "result_help": result_help(rules),
        "after_fight": tuple(action.verb for action in table.action if action.rests) or System.after_fight,
    }
    return cast(System, type("Game", (FileGame,), body)())


def default_band(rules: Rules) -> str:
    """Return the band in which everybody begins: the second of three or more, else the first."""
    names = [band.name for band in bands(rules)]
    return names[1] if len(names) > 2 else names[0]
