"""What a player may do for a hero from a phone: forms as data, and the line that a filled-in form means.

A form names whoever is visible and nobody else. What is thrown is told by its dice and the hero's own numbers; what it
is thrown against, and the chance, only if the GM shares chances. A line is made for the hero of the form alone, from
the fields of the form alone: whatever else a phone sends is not possible, in the same words for every reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, Literal

from tracker.combat.model import Model
from tracker.combat.scene import Prompt, Scene
from tracker.combat.text import clean_typed
from tracker.players.projection import Card
from tracker.rules.action import Action, ActorAction
from tracker.rules.command import Parameter, parameters
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.newcomers import OF_THE_FIGHT
from tracker.rules.parameter_roles import is_result
from tracker.rules.params import CombatantParam, CombatantsParam, NumberParam, TextParam, YesNoParam
from tracker.rules.quoting import quote
from tracker.rules.system import System
from tracker.rules.throw import percent, signed
from tracker.rules.verbs.session import SKIP

NEXT: Final = "next"
"""The form that ends the hero's turn."""

ANSWER: Final = "decide"
"""How the forms that answer a question begin."""

CHOICES: Final = 40
"""The most words to choose from in one field."""

LONGEST: Final = 100
"""The most characters that a phone may type into a field."""

Kind = Literal["result", "choice", "number", "text", "flag"]


class Field(Model):
    """A field of a form: its name in the command language, its label, its kind, its words.

    ``begins`` is the word it is filled in with.
    """

    name: str
    label: str
    kind: Kind
    words: tuple[str, ...] = ()
    begins: str = ""
    needed: bool = False


class Form(Model):
    """Something a hero can do now. ``asked`` forms answer what waits for the hero; ``throw`` says what is rolled."""

    id: str
    title: str
    help: str = ""
    asked: bool = False
    throw: str = ""
    fields: tuple[Field, ...] = ()


class Seat(Model):
    """A hero as the hero's player sees it: the card, whether it is their turn, and what can be done now."""

    hero: str
    card: Card | None
    turn: bool
    forms: tuple[Form, ...]


class NotPossible(Exception):
    """A form was filled in that is not offered, or with something that is not in it."""


def seat(
    system: System, scene: Scene, hero: str, cards: Iterable[Card], seen: frozenset[str], chances: bool = False
) -> Seat:
    """Return what the player of a hero sees and can do; nothing to do for somebody who is not in the fight."""
    card = next((card for card in cards if card.name == hero), None)
    if card is None or hero not in scene.combatants:
        return Seat(hero, None, False, ())
    return Seat(hero, card, card.active, forms(system, scene, hero, seen, chances))


def forms(system: System, scene: Scene, hero: str, seen: frozenset[str], chances: bool = False) -> tuple[Form, ...]:
    """Return what a hero can do now: questions first, then reactions, then the main action, then the others."""
    unseen = frozenset(scene.combatants) - seen
    waits = [wait for wait in system.pending(scene) if wait.name == hero]
    asked = {verb: wait.attacker for wait in waits for verb in wait.verbs}
    answers = [
        _answer(system, scene, prompt, unseen)
        for prompt in scene.prompts
        if prompt.name == hero and not asked.keys() & set(prompt.choices)
    ]
    verbs = asked | {verb: "" for verb in _own_verbs(system, scene, hero) if verb not in asked}
    acts = [_form(system, scene, hero, verb, verbs[verb], verb in asked, seen, unseen, chances) for verb in verbs]
    ends = [Form(NEXT, "end the turn")] if scene.turn.name == hero and not waits else []
    return tuple(form for form in (*answers, *acts, *ends) if form is not None)


def offered(system: System, scene: Scene, hero: str, form: str, seen: frozenset[str]) -> Form:
    """Return a form as it is offered to a hero now; raises NotPossible if it is not."""
    known = next((one for one in forms(system, scene, hero, seen) if one.id == form), None)
    if known is None:
        raise NotPossible
    return known


def line_of(system: System, scene: Scene, hero: str, form: str, given: Mapping[str, str], seen: frozenset[str]) -> str:
    """Return the command line of a filled-in form.

    Raises NotPossible if the form is not offered to this hero now, or the values are not its fields' words.
    """
    known = offered(system, scene, hero, form, seen)
    fields = {field.name: field for field in known.fields}
    words: dict[str, str] = {}
    for name, typed in given.items():
        text = clean_typed(typed).strip()
        field = fields.get(name)
        if field is None or len(text) > LONGEST or (field.kind == "choice" and text and text not in field.words):
            raise NotPossible
        if mentions(text, frozenset(scene.combatants) - seen):
            raise NotPossible
        if text:
            words[name] = text
    if any(field.needed and field.name not in words for field in known.fields):
        raise NotPossible
    if form == NEXT:
        return NEXT
    if form.startswith(ANSWER):
        return f"{ANSWER} {form.partition(':')[2]} {quote(words['choice'])}"
    flags = [name for name, text in words.items() if fields[name].kind == "flag" and text == "yes"]
    options = [f"{name}={quote(text)}" for name, text in words.items() if fields[name].kind != "flag"]
    return " ".join((form, quote(hero), *options, *flags))


def mentions(text: str, names: Iterable[str]) -> bool:
    """Return whether a text contains one of the names as whole words, ignoring case."""
    folded = text.casefold()
    return any(
        re.search(rf"(?<!\w){re.escape(name.casefold())}(?!\w)", folded) is not None
        for name in names
        if name.casefold() in folded
    )


def _own_verbs(system: System, scene: Scene, hero: str) -> list[str]:
    """Return the verbs that the hero's player may propose now, the main one first."""
    main = system.main_action(scene, hero)
    first = main.verb if main is not None and not isinstance(main, str) else main or ""
    opening = {step.verb for step in system.openings(scene)}
    free = [item.verb for item in system.menu(scene, hero) if not item.refusal and (item.cost or item.verb in opening)]
    verbs = [first, *free] if first in free or (first and _may(system, scene, first, hero)) else free
    return [verb for verb in dict.fromkeys(verbs) if _is_own(system.actions.get(verb)) and system.may_act(scene, hero)]


def _may(system: System, scene: Scene, verb: str, hero: str) -> bool:
    kind = system.actions.get(verb)
    return kind is not None and not system.objection_to(scene, kind, hero)


def _is_own(kind: type[Action] | None) -> bool:
    """Return whether an action is something that a combatant does, not the GM."""
    return kind is not None and issubclass(kind, ActorAction) and not kind.by_hand


def _answer(system: System, scene: Scene, prompt: Prompt, unseen: frozenset[str]) -> Form | None:
    """Return the form for a question of the game; its text stays with the GM, since numbers of enemies may be in it."""
    fresh = system.refresh_prompt(scene, prompt)
    words = tuple(word for word in fresh.choices if word != SKIP and not mentions(word, unseen))
    if prompt.kind in OF_THE_FIGHT or mentions(fresh.text, unseen):
        return None
    field = Field("choice", "answer", "choice" if words else "text", words[:CHOICES], needed=True)
    return Form(f"{ANSWER}:{prompt.id}", f"{prompt.kind.replace('-', ' ')}?", asked=True, fields=(field,))


def _form(
    system: System,
    scene: Scene,
    hero: str,
    verb: str,
    attacker: str,
    asked: bool,
    seen: frozenset[str],
    unseen: frozenset[str],
    chances: bool,
) -> Form | None:
    """Return the form of an action; None if it needs something that players cannot give."""
    kind = system.actions.get(verb)
    if kind is None or not issubclass(kind, ActorAction) or (attacker and attacker not in seen and attacker in unseen):
        return None
    context = Context(system, scene, {"actor": hero})
    targets = tuple(name for name in system.likely_targets(scene, hero) if name in seen)
    fields: list[Field] = []
    for parameter in parameters(kind):
        if parameter.attr == "actor" or parameter.kind == "option":
            continue
        field = _field(parameter, context, targets, seen, unseen)
        if field is not None:
            fields.append(field)
        elif parameter.required:
            return None
    title = f"{verb} {attacker}".strip() if asked else verb
    return Form(
        verb, title, kind.help, asked, _throw(system, scene, hero, kind, fields, unseen, chances), tuple(fields)
    )


def _field(
    parameter: Parameter, context: Context, targets: tuple[str, ...], seen: frozenset[str], unseen: frozenset[str]
) -> Field | None:
    label, needed = parameter.name, parameter.required
    if parameter.kind == "open":
        return None
    if parameter.kind == "flag" or parameter.type is None:
        return Field(parameter.name, label, "flag")
    if is_result(parameter):
        return Field(parameter.name, label, "result", begins="", needed=needed)
    if isinstance(parameter.type, CombatantParam | CombatantsParam):
        names = tuple(name for name in parameter.type.complete(context) if name in seen)
        aimed = [name for name in targets if name in names]
        words = tuple(dict.fromkeys((*aimed, *names)))[:CHOICES]
        begins = aimed[0] if aimed and parameter.attr in ("target", "against_") else ""
        return Field(parameter.name, label, "choice", words, begins, needed) if words else None
    if isinstance(parameter.type, TextParam):
        return Field(parameter.name, label, "text", needed=needed)
    try:
        words = tuple(word for word in parameter.type.complete(context) if not mentions(word, unseen))[:CHOICES]
    except InvalidCommand:
        words = ()
    if words and not isinstance(parameter.type, NumberParam):
        return Field(parameter.name, label, "choice", words, needed=needed)
    kind: Kind = "number" if isinstance(parameter.type, NumberParam) else "text"
    if isinstance(parameter.type, YesNoParam):
        return Field(parameter.name, label, "choice", ("yes", "no"), needed=needed)
    return Field(parameter.name, label, kind, words, needed=needed)


def _throw(
    system: System,
    scene: Scene,
    hero: str,
    kind: type[Action],
    fields: Iterable[Field],
    unseen: frozenset[str],
    chances: bool,
) -> str:
    """Return what the form's action throws as it begins: its dice and the hero's own numbers."""
    given = {field.name: field.begins for field in fields if field.begins}
    values: dict[str, object] = {"actor": hero}
    context = Context(system, scene, {"actor": hero})
    try:
        for parameter in parameters(kind):
            if parameter.type is not None and is_result(parameter):
                values[parameter.attr] = parameter.type.read("roll", context)
            elif parameter.type is not None and parameter.name in given:
                values[parameter.attr] = parameter.type.read(given[parameter.name], context)
        action = kind(**values)
        check = system.check_of(scene, action)
        if check is None or check.throw is None or not check.throw.dice:
            return ""
        throw = check.throw
        parts = ", ".join(
            f"{part.label} {part.value}" for part in throw.parts if part.value and not mentions(part.label, unseen)
        )
        bonus = f" {signed(throw.bonus)}" if throw.bonus else ""
        wanted = f": {throw.wanted}, {percent(check.odds().success)}" if chances and throw.wanted else ""
        return f"{throw.dice}{bonus}{f' ({parts})' if parts else ''}{wanted}"
    except (InvalidCommand, TypeError, KeyError):
        return ""
