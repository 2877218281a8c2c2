"""What a player may do for a hero from a phone: forms as data, and the line that a filled-in form means.

Forms are worked out as if whoever is hidden were not there: they say nothing of them, in no number and by no word that
is missing. What is thrown is told by its dice and the hero's own numbers; what it is thrown against, and the chance,
only if the GM shares chances. A line is made for the hero of the form alone, from the fields of the form alone:
whatever else a phone sends is not possible, in the same words for every reason.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from hashlib import blake2b
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from tracker.combat.events import Left
from tracker.combat.model import Model
from tracker.combat.scene import HEROES, Prompt, Scene, latest
from tracker.combat.text import clean_typed
from tracker.players.projection import Card, Sight, asked_together, lasting, mentions, pending_of
from tracker.rules.action import Action
from tracker.rules.command import is_result, is_who
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.forms import FormField, form_fields
from tracker.rules.grammar import quote
from tracker.rules.newcomers import OF_THE_FIGHT
from tracker.rules.resolver import SKIP
from tracker.rules.system import System
from tracker.rules.view import GroupAction, Pending

NEXT: Final = "next"  # the form that ends the hero's turn
ROLL: Final = "roll"  # the word by which the tracker throws
ANSWER: Final = "decide"  # the verb of an answer to a question
SALT: Final = os.urandom(16)  # what the names of questions are made with
WEAPON: Final = "weapon"  # the option that a phone is asked for
CHOICES: Final = 40  # the most words to choose from in one field
TARGETS: Final = 12  # the most targets for which a form says what is rolled
LONGEST: Final = 100  # the most characters that a phone may type into a field

TYPED: Final = {"names": "choice", "dice": "text"}
"""The kinds of fields that a phone fills in like those of another kind."""


class PhoneField(Model):
    """A field of a form: its name in commands, label, kind, words; ``begins`` is what it is filled in with."""

    name: str
    label: str
    kind: str
    words: tuple[str, ...] = ()
    begins: str = ""
    needed: bool = False


class PhoneForm(Model):
    """Something a hero can do now. ``asked`` forms answer what waits for the hero; ``throw`` says what is rolled.

    Where that may depend on the target, ``aim`` is its field, and ``throws`` has what is rolled by those offered first.
    """

    id: str
    title: str
    help: str = ""
    asked: bool = False
    throw: str = ""
    aim: str = ""
    throws: Mapping[str, str] = {}
    fields: tuple[PhoneField, ...] = ()


class Seat(Model):
    """A hero as the hero's player sees it: the card, whether it is their turn, and what can be done now."""

    hero: str
    card: Card | None
    turn: bool
    forms: tuple[PhoneForm, ...]


MOMENTS: Final = 4  # how many moments of a hero are kept: turns come back, and an undo goes back

Made = TypeVar("Made")


class LastMoments:
    """What was worked out of a fight, beside all that it depends on: the last moments of each."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], deque[tuple[object, Any]]] = {}

    def of(self, name: str, what: str, counts: object, work_out: Callable[[], Made]) -> Made:
        """Return something of a combatant, worked out only where ``counts`` is none of the last ones."""
        kept = self._made.setdefault((name, what), deque(maxlen=MOMENTS))
        made: Made
        for known, made in kept:
            if known == counts:
                return made
        made = work_out()
        kept.appendleft((counts, made))
        return made


class Plan(Model):
    """A form before its throw: the action, if it throws, and the words that it is filled in with as it begins."""

    form: PhoneForm
    kind: type[Action] | None = None
    given: Mapping[str, str] = {}


class NotPossible(Exception):
    """A form was filled in that is not offered, or with something that is not in it."""


class Seats:
    """What the players of a moment may do; ``sight`` is what they know, ``chances`` whether chances are told.

    ``sheet`` is what the GM asks of several at once, such as saves; without it, what the game asks counts. ``kept`` is
    what was worked out before: what nothing has changed for is not worked out again.
    """

    def __init__(
        self,
        system: System,
        scene: Scene,
        sight: Sight,
        chances: bool = False,
        sheet: GroupAction | None = None,
        kept: LastMoments | None = None,
    ) -> None:
        self._system, self._scene, self._sight, self._chances = system, as_seen(system, scene), sight, chances
        self._sheet = sheet
        self._readable: dict[str, bool] = {}
        self._counted: dict[tuple[str, str], tuple[object, ...]] = {}
        self._kept = kept or LastMoments()

    def seat(self, hero: str, cards: Iterable[Card]) -> Seat:
        """Return what the player of a hero sees and can do; nothing to do for somebody who is not in the fight."""
        card = next((card for card in cards if card.name == hero), None)
        return Seat(hero, card, card.active, self.forms(hero)) if card is not None else Seat(hero, None, False, ())

    def forms(self, hero: str) -> tuple[PhoneForm, ...]:
        """Return what a hero in sight can do now: questions first, then reactions, the main action, the others."""
        scene = self._scene
        if hero not in scene.combatants:
            return ()
        friends = {friend.name for friend in scene.of_side(scene[hero].side)}
        # Somebody may answer for a friend.
        ours = [wait for wait in pending_of(self._system, scene) if wait.name in friends]
        plans = self._kept.of(hero, "", (ours, self._counting(hero)), lambda: self._plans(hero, ours))
        return tuple(self._with_throw(hero, plan) for plan in plans)

    def _plans(self, hero: str, ours: Sequence[Pending]) -> tuple[Plan, ...]:
        """Return the forms of a hero before their throws; ``ours`` is what waits for the hero and friends."""
        scene, waits = self._scene, [wait for wait in ours if wait.name == hero]
        asked = {verb: wait.attacker for wait in waits for verb in wait.verbs}
        prompts = (prompt for prompt in scene.prompts if prompt.name == hero)
        answers = [self._answer(prompt) for prompt in prompts if not asked.keys() & set(prompt.choices)]
        group = self._together
        if group is not None and hero in group.actors:
            asked.setdefault(group.verb, "")
        elif group is not None and not group.asks and HEROES in group.actors and scene[hero].side == HEROES:
            field = PhoneField(HEROES, f"the {HEROES}", "result", needed=True)
            answers.append(PhoneForm(group.verb, group.verb, group.title, asked=True, fields=(field,)))
        verbs = asked | {verb: "" for verb in self._own_verbs(hero) if verb not in asked}
        aimed = tuple(name for name in self._system.likely_targets(scene, hero) if name in self._sight.seen)
        acts = [self._form(hero, verb, verbs[verb], verb in asked, aimed) for verb in verbs]
        ends = [Plan(PhoneForm(NEXT, "end the turn"))] if scene.turn.name == hero and not waits else []
        first = (Plan(answer) for answer in answers if answer is not None)
        return (*first, *(act for act in acts if act is not None), *ends)

    def _counting(self, hero: str, target: str = "") -> tuple[object, ...]:
        if (hero, target) not in self._counted:
            scene, turn = self._scene, self._scene.turn
            others, around = self._system.around(scene, hero, target or hero)
            near = self._system.near(scene, hero, target or hero)
            people = (hero, target, *others)
            whose = turn.name if turn.name is None or turn.name in people else ""
            sheets = [scene.combatants.get(name) for name in people]
            prompts = [prompt for prompt in scene.prompts if prompt.name in people]
            counts = (whose, sheets, prompts, around, near, self._everywhere)
            # The same object as before is equal at first sight.
            self._counted[hero, target] = self._kept.of(hero, f"at {target}", counts, lambda: counts)
        return self._counted[hero, target]

    def line(self, hero: str, form: str, given: Mapping[str, str]) -> tuple[PhoneForm, str]:
        """Return a form that is offered to a hero now, and the command line of it filled in; raises NotPossible."""
        known = next((one for one in self.forms(hero) if one.id == form), None)
        if known is None:
            raise NotPossible
        shared, kind = self._shared(form, hero), self._system.actions.get(form)
        specs = [spec for spec in kind.in_order if spec.attr in shared] if kind is not None else []
        said = (spec.name if spec.kind == "flag" else f"{spec.name}={quote(shared[spec.attr])}" for spec in specs)
        return known, " ".join((line_of(known, hero, given, self._scene.prompts), *said))

    @cached_property
    def _everywhere(self) -> tuple[object, ...]:
        """Return what the forms and throws of every hero depend on: of the round no more than whether it has begun."""
        scene, turn = self._scene, self._scene.turn
        there = [(one.name, one.side, one.group, one.out) for one in scene.combatants.values()]
        fight = (scene.ranges.rows, scene.default_range, scene.settings, scene.order, lasting(self._system, scene))
        asked = (self._together, self._system.clock.openings(scene), turn.round > 0, turn.phase, turn.side)
        counts = (there, *fight, *asked, self._sight, self._chances, self._gms_words)
        return self._kept.of("", "", counts, lambda: counts)

    @cached_property
    def _together(self) -> GroupAction | None:
        return self._sheet or asked_together(self._system, self._scene)

    @cached_property
    def _gms_words(self) -> frozenset[str]:
        """Return the conditions that the GM made up: they may say more than the players know."""
        known = {spec.name for spec in self._system.conditions}
        everybody = self._scene.combatants.values()
        return frozenset(one.name for combatant in everybody for one in combatant.conditions) - known

    def _may_read(self, word: str) -> bool:
        if word not in self._readable:
            self._readable[word] = word not in self._gms_words and not mentions(word, self._sight.unsaid)
        return self._readable[word]

    def _shared(self, verb: str, hero: str) -> Mapping[str, str]:
        group = self._together
        return group.shared if group is not None and group.verb == verb and hero in group.actors else {}

    def _own_verbs(self, hero: str) -> list[str]:
        system, scene = self._system, self._scene
        if not system.clock.may_act(scene, hero):
            return []
        main = system.main_action(scene, hero)
        first = main.verb if main is not None and not isinstance(main, str) else main or ""
        opening = {step.verb for step in system.clock.openings(scene)}
        items = (item for item in system.menu(scene, hero) if not item.refusal)
        free = [item.verb for item in items if item.cost or item.verb in opening]
        kind = system.actions.get(first)
        verbs = [first, *free] if kind is not None and not system.objection_to(scene, kind, hero) else free
        kinds = ((verb, system.actions.get(verb)) for verb in dict.fromkeys(verbs))
        return [verb for verb, kind in kinds if kind and "actor" in kind.parameters and not kind.by_hand]

    def _answer(self, prompt: Prompt) -> PhoneForm | None:
        """Return the form for a question of the game, without its text: numbers of enemies may be in that."""
        fresh = self._system.refresh_prompt(self._scene, prompt)
        words = tuple(word for word in fresh.choices if word != SKIP and self._may_read(word))
        if prompt.kind in OF_THE_FIGHT or mentions(fresh.text, self._sight.unsaid):
            return None
        field = PhoneField("choice", "answer", "choice" if words else "text", words[:CHOICES], needed=True)
        return PhoneForm(_question(prompt), f"{prompt.kind.replace('-', ' ')}?", asked=True, fields=(field,))

    def _form(self, hero: str, verb: str, attacker: str, asked: bool, aimed: tuple[str, ...]) -> Plan | None:
        """Return the form of an action; None if it needs something that players cannot give."""
        system, scene = self._system, self._scene
        kind = system.actions.get(verb)
        who = next(filter(is_who, kind.in_order), None) if kind is not None else None
        if kind is None or who is None or mentions(attacker, self._sight.unsaid):
            return None
        context = Context(system, scene, {"actor": hero})
        helped = kind.helped(system.silent(scene), hero)
        aimed = aimed if helped is None else tuple(name for name in helped if name in self._sight.seen)
        fields, shared = list[PhoneField](), self._shared(verb, hero)
        for asked_for in form_fields(kind):
            if asked_for.spec is who or asked_for.spec.attr in shared or not self._is_asked(verb, asked_for):
                continue
            field = self._field(asked_for, context, aimed)
            if field is not None:
                fields.append(field)
            elif asked_for.spec.required:
                return None
        title = f"{verb} {attacker}".strip() if asked else verb
        given = {field.name: field.begins for field in fields if field.begins} | {who.name: hero}
        given |= {spec.name: shared[spec.attr] for spec in kind.in_order if spec.attr in shared}
        if asked and (lacking := self._lacking(hero, kind, given, aimed)) is not None:
            fields.insert(0, lacking)
            given[lacking.name] = lacking.begins
        form = PhoneForm(verb, title, kind.help, asked, fields=tuple(fields))
        return Plan(form, kind if kind.check is not Action.check else None, given)

    def _lacking(
        self, hero: str, kind: type[Action], given: Mapping[str, str], aimed: tuple[str, ...]
    ) -> PhoneField | None:
        """Return the option without which an action means nothing, such as which of several enemies is met."""
        context = Context(self._system, self._scene, {"actor": hero})
        options = (one for one in form_fields(kind) if one.kind == "names" and one.spec.kind == "option")
        fields = filter(None, (self._field(option, context, aimed) for option in options))
        for lacking in (None, *(replace(field, begins=field.words[0], needed=True) for field in fields)):
            chosen = {lacking.name: lacking.begins} if lacking is not None else {}
            with suppress(InvalidCommand, TypeError, KeyError):
                self._action(hero, kind, {**given, **chosen}).with_defaults(self._system.silent(self._scene))
                return lacking
        return None

    def _is_asked(self, verb: str, field: FormField) -> bool:
        """Return whether a phone asks for a field: not for options, except the weapon and what the form asks for."""
        group, spec = self._together, field.spec
        if spec.kind != "option" or field.asked or spec.attr == WEAPON:
            return True
        return group is not None and group.verb == verb and bool({spec.name, spec.attr} & set(group.asks))

    def _field(self, field: FormField, context: Context, targets: tuple[str, ...]) -> PhoneField | None:
        """Return a field of a phone's form, with the words that the players may know; None if none can be given."""
        spec, sight = field.spec, self._sight
        if field.kind == "values":
            return None
        words = tuple(word for word in field.words(context) if self._may_read(word))
        kind, begins = TYPED.get(field.kind, field.kind), ""
        if field.kind == "names":
            names = [name for name in words if name in sight.seen]
            aimed = [name for name in targets if name in names]
            words = tuple(dict.fromkeys((*aimed, *names)))
            begins = aimed[0] if aimed and spec.attr in ("target", "against_") else ""
            if not words:
                return None
        elif words == (ROLL,):
            kind = "result"
        elif kind == "choice" and not words:
            kind = "text"
        offered = words[:CHOICES] if kind in ("choice", "number") else ()
        return PhoneField(spec.name, spec.name, kind, offered, begins, spec.required)

    def _with_throw(self, hero: str, plan: Plan) -> PhoneForm:
        kind, form, people = plan.kind, plan.form, self._scene.combatants
        if kind is None:
            return form
        aim = next((field for field in form.fields if field.begins in people), PhoneField("", "", ""))
        throws = dict[str, str]()
        for target in aim.words[:TARGETS] or ("",):
            given = {**plan.given, aim.name: target} if target else plan.given
            met = next((word for word in given.values() if word != hero and word in people), "")
            counts, work_out = (plan, self._counting(hero, met)), partial(self._throw, hero, kind, given)
            throws[target] = self._kept.of(hero, f"{form.id} at {target}", counts, work_out)
        return replace(form, throw=throws.get(aim.begins, ""), aim=aim.name, throws=throws if aim.name else {})

    def _throw(self, hero: str, kind: type[Action], given: Mapping[str, str]) -> str:
        """Return what a form's action throws if filled in like this: its dice and the hero's own numbers."""
        system, scene = self._system, self._scene
        try:
            action, chance = self._action(hero, kind, given), None
            if self._chances and (check := system.check_of(scene, action)) is not None:
                thrown = check.throw
                chance = check.odds().success if thrown is not None and thrown.wanted else None
            else:
                resolver = system.silent(scene)
                thrown = action.with_defaults(resolver).plain_throw(resolver)
            if thrown is None or not thrown.dice:
                return ""
            parts = tuple(part for part in thrown.parts if not mentions(part.label, self._sight.unsaid))
            wanted = thrown.wanted if self._chances else ""
            return replace(thrown, parts=parts, wanted=wanted, against="", remarks=()).in_words(chance, named=False)
        except (InvalidCommand, TypeError, KeyError):
            return ""

    def _action(self, hero: str, kind: type[Action], given: Mapping[str, str]) -> Action:
        values, context = dict[str, object](), Context(self._system, self._scene, {"actor": hero})
        for parameter in kind.in_order:
            if parameter.type is not None and is_result(parameter):
                values[parameter.attr] = parameter.type.read(ROLL, context)
            elif parameter.type is not None and parameter.name in given:
                values[parameter.attr] = parameter.type.read(given[parameter.name], context)
        return kind(**values)


@latest
def as_seen(system: System, scene: Scene) -> Scene:
    """Return the fight without those who are hidden, as if they had left it."""
    hidden = tuple(name for name, combatant in scene.combatants.items() if combatant.hidden)
    if not hidden:
        return scene
    resolver = system.silent(scene)
    system.on_leaving(resolver, hidden)
    resolver.emit(Left(hidden))
    return resolver.scene


def _question(prompt: Prompt) -> str:
    """Return the id of the form for a question; its number would tell how many were asked of anybody."""
    return blake2b(str(prompt.id).encode(), key=SALT, digest_size=8).hexdigest()


def line_of(form: PhoneForm, hero: str, given: Mapping[str, str], prompts: Iterable[Prompt]) -> str:
    """Return the command line of a filled-in form; raises NotPossible if the values are not its fields' words."""
    fields = {field.name: field for field in form.fields}
    words: dict[str, str] = {}
    for name, typed in given.items():
        text = clean_typed(typed).strip()
        field = fields.get(name)
        if field is None or len(text) > LONGEST or (field.kind == "choice" and text and text not in field.words):
            raise NotPossible
        if text:
            words[name] = text
    if any(field.needed and field.name not in words for field in form.fields):
        raise NotPossible
    if form.id == NEXT:
        return NEXT
    question = next((prompt.id for prompt in prompts if _question(prompt) == form.id), None)
    if question is not None:
        return f"{ANSWER} {question} {quote(words['choice'])}"
    if HEROES in fields:  # The other sides are rolled.
        return f"{form.id} roll {HEROES}={quote(words[HEROES])}" if words[HEROES] != ROLL else f"{form.id} roll"
    flags = [name for name, text in words.items() if fields[name].kind == "flag" and text == "yes"]
    options = [f"{name}={quote(text)}" for name, text in words.items() if fields[name].kind != "flag"]
    return " ".join((form.id, quote(hero), *options, *flags))
