"""Reminders: questions that come up in a combatant's turn, the GM's own, of a save, or of a stat block.

They are a field of the sheet. What a stat block says about each of its turns is a reminder without being written down.
"""

import re
from collections.abc import Collection, Mapping, Set
from contextlib import suppress
from functools import lru_cache, partial
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.combat.scene import Combatant, Plain, Prompt, Scene, latest
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.grammar import clause, ended, join_names, quote, spaced
from tracker.rules.own_state import as_far_as_fits
from tracker.rules.resolver import Resolver
from tracker.rules.sheet import BLOCK, REMINDERS, printed

TURN: Final = "turn-reminder"  # the kind of the question that a reminder asks

START: Final = "start"
END: Final = "end"

DONE: Final = "done"
OVER: Final = "over"
SAVED: Final = "saved"
FAILED: Final = "failed"
THROW: Final = "roll"

SAVE: Final = "save"  # the verb of a game that has saves

_OWN: Final = r"(?:the [\w -]{1,40}?'s|[\w-]{1,40}'s)"
_WHEN: Final = rf"at the (start|end) of (?:each of )?(?:its|{_OWN}) turns?|whenever [\w -]{{1,40}} starts its turn"
# Compiled by the first stat block or blow, not when the program starts: most games have neither.
_EACH_TURN: Final = rf"(?i)[^.]*?\b(?:{_WHEN})\b[^.]*\."
_OF_OTHERS: Final = r"(?i)[^.]*\b(?:any|each) (?:(enemy)|[\w ]{1,40}) that (start|end)s its turn\b[^.]*\."
_STRUCK: Final = rf"(?i)[^.]*?\bat the (start|end) of (?:each of (?:its|({_OWN})) turns|its (next) turn)"


def end_conditions(resolver: Resolver, ended: Collection[tuple[str, str]]) -> None:
    """End conditions of combatants, given as names and conditions, and say so: those with the same one together."""
    by_condition: dict[str, list[str]] = {}
    for name, condition in ended:
        resolver.unmark(name, condition)
        by_condition.setdefault(condition, []).append(name)
    for condition, names in by_condition.items():
        resolver.say(f"{join_names(names, resolver.scene)}: {resolver.system.condition_over(condition)}.")


class Reminder(Model, omit_defaults=True):
    """A question in a combatant's turns: what it says, when it comes, how often still; None is without end.

    ``of`` is whose turn it is, if not their own; ``around`` says that it is that of others, who may be in an aura. With
    ``condition`` it is about the save that ends it, and ``save`` is what follows ``save NAME roll``; without the
    condition ``lasts`` it is over. ``silent`` is a reminder of the stat block that the GM has turned off.
    """

    text: str = ""
    each: str = ""
    of: str = ""
    rounds: int | None = None
    condition: str = ""
    save: str = ""
    lasts: str = ""
    silent: bool = False
    around: Literal["", "all", "enemies"] = ""


def save_reminder(condition: str, save: str, each: str = END, of: str = "") -> Reminder:
    """Return the question whether a save ends a condition; ``save`` is what follows ``save NAME roll``."""
    words = (word.rpartition("=")[2] for word in save.split())
    text = f"{condition}: does a save end it ({', '.join(words)})?"
    return Reminder(text, each, of, condition=condition, save=save)


def reminders_of(combatant: Combatant) -> tuple[Reminder, ...]:
    """Return the reminders that the GM wrote, or that came with a condition."""
    kept = combatant.fields.get(REMINDERS)
    written = kept if isinstance(kept, list) else ()
    return tuple(as_far_as_fits(Reminder, one) for one in written if isinstance(one, Mapping))


def reminder_in(text: str, struck: Combatant, by: str) -> Reminder | None:
    """Return what a text says about each of the turns of somebody struck, or of who struck; None if it says nothing.

    A save that ends it is not meant. “While Poisoned, …” lasts as long as they have that condition.
    """
    told = _of_struck(text)
    return told and replace(told, of=told.of and by, lasts=told.lasts if struck.has(told.lasts) else "")


@lru_cache(maxsize=2_000)  # Each blow looks at what its weapon says.
def _of_struck(text: str) -> Reminder | None:
    for found in re.finditer(_STRUCK, text):
        clause = found[0].strip(" .")
        if "repeats the save" not in clause and re.search(r"\b(?:target|creature|it takes)\b", clause):
            state = re.match(r"(?:While|Until the) (\w+)", clause)
            lasts = _STATES.get(state[1], state[1].lower()) if state is not None else ""
            return Reminder(f"{clause}.", found[1].lower(), found[2] or "", 1 if found[3] else None, lasts=lasts)
    return None


_STATES: Final = {"grapple": "grappled"}  # conditions by the nouns that stand for them in “until the grapple ends”


@lru_cache(maxsize=2_000)  # Each turn looks at every trait: a tenth of a millisecond for a long one.
def _of_trait(name: str, told: str) -> Reminder | None:
    if around := re.search(_OF_OTHERS, told):
        return Reminder(f"{name}. {around[0].strip()}", around[2].lower(), around="enemies" if around[1] else "all")
    found = re.search(_EACH_TURN, told)
    return found and Reminder(f"{name}. {found[0].strip()}", (found[1] or START).lower())


@partial(latest, most=500)  # Each turn asks it of everybody twice.
def asked_of(combatant: Combatant) -> tuple[Reminder, ...]:
    """Return what is asked in a combatant's turns or about their conditions: by the GM and by traits not turned off."""
    written = reminders_of(combatant)
    silent = {one.text for one in written if one.silent}
    printed_ones = (_of_trait(str(part["name"]), str(part["text"])) for part in printed(combatant, "trait"))
    found = (one for one in printed_ones if one is not None and one.text not in silent)
    return (*(one for one in written if not one.silent), *found)


def reminder_lines(combatant: Combatant) -> tuple[str, ...]:
    """Return what is asked in the turns of a combatant, in words."""
    return tuple(f"each turn's {one.each}: {one.text}" for one in asked_of(combatant))


def remember(resolver: Resolver, name: str, reminder: Reminder) -> None:
    """Add a reminder to a combatant, in place of one with the same text or condition."""
    others = [one for one in reminders_of(resolver.combatant(name)) if not _same(one, reminder)]
    _write(resolver, name, [*others, reminder])


def _same(one: Reminder, other: Reminder) -> bool:
    return one.condition == other.condition and (bool(one.condition) or one.text == other.text)


def forget(resolver: Resolver, name: str, reminder: Reminder) -> None:
    """Take a reminder away; one of the stat block is turned off."""
    kept = reminders_of(resolver.combatant(name))
    left = [one for one in kept if not _same(one, reminder)]
    if len(left) == len(kept):
        left.append(Reminder(reminder.text, reminder.each, silent=True))
    _write(resolver, name, left)


def _write(resolver: Resolver, name: str, reminders: Collection[Reminder]) -> None:
    kept: list[Plain] = [msgspec.to_builtins(one) for one in reminders]
    resolver.set_field(name, REMINDERS, kept or None)


@latest
def _asking(people: Mapping[str, Combatant]) -> list[tuple[Combatant, Reminder]]:
    some = (one for one in people.values() if REMINDERS in one.fields or BLOCK in one.fields)
    return [(one, reminder) for one in some for reminder in asked_of(one)]


def ask_at(resolver: Resolver, names: Collection[str], moment: str) -> None:
    """Ask what is to be remembered at the start or end of a turn of these combatants."""
    owners = frozenset(names)
    for combatant, reminder in _asking(resolver.scene.combatants):
        whose = _whose_turns(resolver.scene, combatant, reminder) & owners
        if reminder.each != moment or not whose:
            continue
        needed = reminder.condition or reminder.lasts
        if needed and not combatant.has(needed):
            forget(resolver, combatant.name, reminder)
        else:
            _ask(resolver, combatant.name, reminder, " and ".join(sorted(whose)) if reminder.around else "")


def _whose_turns(scene: Scene, combatant: Combatant, reminder: Reminder) -> Set[str]:
    """Return in whose turns a reminder of a combatant is asked; an aura of somebody who is out is over."""
    if not reminder.around:
        return {reminder.of or combatant.name}
    if combatant.out is not None:
        return frozenset()
    others = (other for other in scene.combatants.values() if other is not combatant and other.out is None)
    return {other.name for other in others if reminder.around == "all" or other.side != combatant.side}


def _ask(resolver: Resolver, name: str, reminder: Reminder, inside: str) -> None:
    """Ask once, for who may be inside an aura; a question about the same that is still open is replaced."""
    same = reminder.text.partition(" (")[0] if reminder.condition else reminder.text
    for prompt in resolver.scene.prompts:
        if prompt.kind == TURN and prompt.name == name and prompt.text.startswith(same):
            resolver.close_prompt(prompt.id, DONE)
    last = " (for the last time)" if reminder.rounds == 1 and "next turn" not in reminder.text else ""
    choices = (THROW, SAVED, FAILED) if reminder.condition else (DONE, OVER)
    who = f" ({inside})" if inside else ""
    text = _with_throw(resolver, name, reminder) if reminder.condition else reminder.text
    resolver.ask(TURN, name, f"{text}{who}{last}", choices, reminder=msgspec.to_builtins(reminder))
    if reminder.rounds is not None:
        if reminder.rounds <= 1:
            forget(resolver, name, reminder)
        else:
            remember(resolver, name, replace(reminder, rounds=reminder.rounds - 1))


def _with_throw(resolver: Resolver, name: str, reminder: Reminder) -> str:
    """Return the question about a save with what is thrown for it now, if that is known."""
    silent = resolver.system.silent(resolver.scene)
    with suppress(InvalidCommand, Refused):
        action = resolver.carry_out and resolver.carry_out(silent, f"{SAVE} {quote(name)} {SAVED} {reminder.save}")
        if action and (throw := resolver.system.throw(resolver.scene, action)) is not None:
            return f"{reminder.text.partition(' (')[0]}, {throw.in_words(named=False)}?"
    return reminder.text


def answer(resolver: Resolver, prompt: Prompt, choice: str) -> None:
    """Carry out the answer: a condition ends or stays, a reminder stays or is over."""
    kept, name = prompt.data.get("reminder"), prompt.name
    reminder = as_far_as_fits(Reminder, kept if isinstance(kept, Mapping) else {})
    if not reminder.condition:
        if choice == OVER:
            forget(resolver, name, reminder)
        resolver.say(f"{name}: {ended(reminder.text)} {'No more of this.' if choice == OVER else 'Done.'}")
        return
    if not resolver.combatant(name).has(reminder.condition):
        forget(resolver, name, reminder)
        resolver.say(f"{clause(name, resolver.scene, 'is')} not {spaced(reminder.condition)} any more.")
        return
    if choice == SAVED or (choice != FAILED and _thrown(resolver, name, reminder, choice)):
        forget(resolver, name, reminder)
        end_conditions(resolver, [(name, reminder.condition)])
    else:
        resolver.say(f"{name}: still {spaced(reminder.condition)}.")


def _thrown(resolver: Resolver, name: str, reminder: Reminder, result: str) -> bool:
    """Throw the save by the game's own rules, or take what the dice show; returns whether it came off."""
    if resolver.carry_out is None:
        raise InvalidCommand(f"Throw it by hand: {SAVED} or {FAILED}.")
    before, told = resolver.scene, len(resolver.reasons)
    action = resolver.carry_out(resolver, f"{SAVE} {quote(name)} {result} {reminder.save}")
    why = tuple(resolver.reasons[told:])
    return action is not None and resolver.system.succeeded(action, before, why) is True
