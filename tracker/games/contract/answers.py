"""Answers to a waiting attack: parsed, and carried out."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.combat.scene import Prompt
from tracker.games.contract.actions.defence import EVADE, PARRY_BY
from tracker.games.contract.actions.evading import evade_as_said
from tracker.games.contract.actions.reactions import Clash, Desperate, Dodge, Parry, Take
from tracker.games.contract.result import ResultParam
from tracker.games.contract.state import pending_on, set_pending
from tracker.rules.action import Action, perform
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.matching import match
from tracker.rules.params import number
from tracker.rules.resolver import Resolver

_REACTS: Mapping[str, type[Dodge] | type[Parry] | type[Clash]] = {"dodge": Dodge, "parry": Parry, "clash": Clash}


def read_answer(prompt: Prompt, text: str, context: Context) -> str:
    """Parse ``take``, or a reaction with its result: ``dodge 3``, ``desperate parry roll``, ``parry by Mara 4``."""
    words = text.split()
    if not words:
        raise InvalidCommand(f"Type one of {', '.join(prompt.choices)}.")
    word = ResultParam()
    friend = next((choice for choice in prompt.choices if _answers_with(text, choice)), None)
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


def decide(resolver: Resolver, prompt: Prompt, choice: str) -> None:
    """Carry out the chosen reaction."""
    name, by = prompt.name, str(prompt.data.get("by"))
    *words, last = choice.split()
    outer = resolver.action
    set_pending(resolver, name, sorted(pending_on(resolver.combatant(name)), key=lambda blow: blow.prompt != prompt.id))
    if not words:
        perform(resolver, Take(actor=name, against_=by))
        resolver.action = outer
        return
    if words == [EVADE]:
        evade_as_said(resolver, pending_on(resolver.combatant(name))[0], int(last))
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
    done = perform(resolver, action)
    typed = ResultParam().write(getattr(done, "result", result))
    resolver.action = outer.copy_with(choice=" ".join((*words, typed))) if outer else None


def _answers_with(text: str, choice: str) -> bool:
    """Return whether a typed answer means that this friend parries."""
    return choice.startswith(PARRY_BY) and text.casefold().startswith(choice.casefold())
