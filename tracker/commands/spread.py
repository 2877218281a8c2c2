"""One command for several actors: a group, a list or a side in the place of a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tracker.commands.parser import Draft, Part, Ruled, dealt, find_verb
from tracker.commands.tokens import Phrase
from tracker.commands.walks import WALKS
from tracker.rules.action import Action
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import CombatantParam, CombatantsParam
from tracker.rules.resolver import Resolver
from tracker.rules.system import System

ACTOR = "actor"


def spread(system: System, resolver: Resolver, part: Part) -> Iterator[Part]:
    """Yield the part itself or, for several actors, a copy for each of them, given the scene when their turn comes.

    Members of a group or a side who cannot do it now are skipped with a note; a list includes everybody it names. If
    the action is thrown for once by a group, the first throw applies to the others.
    """
    if isinstance(part, Ruled):
        yield part
        return
    names = _actors(system, resolver, part)
    if len(names) < 2:
        yield part
        return
    kind, word = system.actions[find_verb(part.verb, system)], _word(system, resolver, part)
    listed = "," in word or part.ruled
    able = [name for name in names if listed or not system.objection_to(resolver.scene, kind, name)]
    acting = able or names
    yield _for_one(part, word, acting[0])
    first, once = resolver.action, kind.once_for_a_group and _one_group(resolver, acting)
    for name in acting[1:]:
        if once and isinstance(first, Action):
            yield Ruled(first.copy_with(**{ACTOR: name}), part.ruling)
        else:
            yield _for_one(part, word, name)
    for name in names if able else ():
        if name not in able:
            why = system.objection_to(resolver.scene, kind, name).partition(". ")[0].removesuffix(".")
            resolver.note(f"{name} is left out: {why}.")


def _one_group(resolver: Resolver, names: Sequence[str]) -> bool:
    """Return whether all of them are in the same group."""
    groups = {resolver.scene[name].group for name in names}
    return len(groups) == 1 and None not in groups


def _word(system: System, resolver: Resolver, part: Phrase | Draft) -> str:
    """Return the word in the place of the actor; "" if there is none."""
    if isinstance(part, Draft):
        spec = part.kind.parameters.get(ACTOR)
        return part.texts.get(ACTOR, "") if spec is not None and isinstance(spec.type, CombatantParam) else ""
    if find_verb(part.verb, system, WALKS) in WALKS:
        return ""
    try:
        words = {spec.attr: (spec, word) for spec, word in dealt(part, system, resolver.scene)}
    except InvalidCommand:
        return ""
    filled, word = words.get(ACTOR, (None, ""))
    return word if filled is not None and isinstance(filled.type, CombatantParam) else ""


def _actors(system: System, resolver: Resolver, part: Phrase | Draft) -> tuple[str, ...]:
    """Return everybody the word for the actor stands for; empty for a single name or none."""
    word = _word(system, resolver, part)
    if not word or word in resolver.scene.combatants:
        return ()
    if isinstance(part, Phrase):
        given = any(token.text == word and token.name in (None, ACTOR) for token in part.words)
        if not given or _names_a_member(resolver, part, word):
            return ()
    try:
        return tuple(CombatantsParam().read(word, Context(system, resolver.scene)))
    except InvalidCommand:
        return ()


def _names_a_member(resolver: Resolver, part: Phrase, word: str) -> bool:
    """Return whether the word and the next one form a name, ``Goon 3``: then it may not be a group."""
    place = _place(part, word)
    after = next((token.text for token in part.words[place + 1 : place + 2] if token.name is None), "")
    names = {name.casefold() for name in resolver.scene.combatants}
    return f"{word} {after}".casefold() in names and not part.words[place].quoted


def _place(part: Phrase, word: str) -> int:
    return next(at for at, token in enumerate(part.words) if token.text == word and token.name in (None, ACTOR))


def _for_one(part: Phrase | Draft, word: str, name: str) -> Phrase | Draft:
    """Return the command with one name in the place of the word for several."""
    if isinstance(part, Draft):
        return part.with_word(ACTOR, name)
    place = _place(part, word)
    named = replace(part.words[place], text=name, quoted=part.words[place].name is None)
    return replace(part, words=(*part.words[:place], named, *part.words[place + 1 :]))
