"""Decisions after a throw: keep it, re-roll loose dice, go all in, or declare a Gamble."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from tracker.combat.scene import Scene
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.result import Result
from tracker.games.outgunned.state import Thrown, set_state, state_of
from tracker.games.outgunned.words import FacesParam
from tracker.rules.action import Action, ActorAction, Revision
from tracker.rules.command import argument, option
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import ChoiceParam
from tracker.rules.resolver import Resolver

KEEP, AGAIN, FREE, ALL_IN, GAMBLE = "keep", "again", "free", "all-in", "gamble"

ANSWERS: Final = {
    KEEP: "the throw stands",
    AGAIN: "re-roll the dice outside the sets; may cost the smallest success",
    FREE: "re-roll them at no risk",
    ALL_IN: "once more, or all is lost",
    GAMBLE: "each 1 costs them 1 grit",
}
"""The possible answers to a throw, and their effects."""


def note_throw(resolver: Resolver, action: Action, actor: str, rolled: Result) -> None:
    """Store a throw with known faces until it is kept or the turn ends; any other throw closes the question."""
    flags = {name: bool(getattr(action, name)) for name in ("all_in", "gamble")}
    again = len(rolled.throws) > 1
    first = Result.of(rolled.throws[0]).units if rolled.throws else 0
    thrown = Thrown(action.verb, rolled.faces, rolled.successes, again, again and rolled.units > first, **flags)
    asked = bool(rolled.throws) and bool(resolver.setting("ask_after_throw"))
    set_state(resolver, actor, thrown=thrown if asked else None)


def objection_to(thrown: Thrown | None, answer: str) -> str:
    """Return the objection to an answer; "" if there is none."""
    if thrown is None:
        return "No throw waits for an answer; only faces just thrown do"
    if answer in (AGAIN, FREE):
        if thrown.again:
            return "These dice were thrown again already"
        if answer == AGAIN and not thrown.successes:
            return "A re-roll needs a success; a free one does not"
    if answer == ALL_IN and (thrown.all_in or not thrown.better):
        return "All-in comes once, after a re-roll that was better"
    if answer in (AGAIN, FREE, ALL_IN) and not thrown.loose:
        return "All dice belong to sets"
    if answer == GAMBLE and thrown.gamble:
        return "It is a Gamble already"
    return ""


class Answer(ActorAction):
    """Answers a throw: keep, again, free, all-in or gamble."""

    source = "G"
    refused_when = ("no faces were just thrown", "a re-roll without a success, or a second one")

    answer: str = argument(ChoiceParam(tuple(ANSWERS), "answer"), "what becomes of the throw", required=True)
    dice: tuple[int, ...] | None = option(FacesParam(), "the faces re-rolled at the table; else the tracker throws")

    def resolve(self, resolver: Resolver) -> None:
        """Keep the throw; for other answers, report what they would do."""
        thrown = state_of(resolver.combatant(self.actor)).thrown
        against = objection_to(thrown, self.answer)
        if against or thrown is None:
            raise InvalidCommand(f"{against}: {self.actor} keeps what there is.")
        if self.dice is not None and (self.answer in (KEEP, GAMBLE) or len(self.dice) != thrown.loose):
            throws = f"throws {thrown.loose} dice" if self.answer not in (KEEP, GAMBLE) else "throws no dice"
            raise InvalidCommand(f"“{self.answer}” {throws}; {len(self.dice)} are typed.")
        set_state(resolver, self.actor, thrown=None)
        if self.answer == KEEP:
            resolver.say(f"{self.actor} keeps {Result(thrown.successes).in_words}.")
        elif self.answer == GAMBLE:
            resolver.say(f"A Gamble for {self.actor}: {thrown.faces.count(1)} grit.")
        else:
            resolver.say(f"{self.actor} {describe(thrown, self.answer)}.")

    def revision(self, scene: Scene) -> Revision | None:
        """Change the throw itself, at its own entry, for every answer except keep."""
        thrown = state_of(scene.combatants[self.actor]).thrown if self.actor in scene.combatants else None
        if self.answer == KEEP or thrown is None or objection_to(thrown, self.answer):
            return None
        return Revision(thrown.verb, self.actor, self._change)

    def _change(self, action: Any) -> Action:
        """Return the attack or reaction with this answer in it."""
        changed: Action
        if self.answer == GAMBLE:
            changed = action.copy_with(gamble=True)
            return changed
        flag = {AGAIN: "reroll", FREE: "free_reroll", ALL_IN: "all_in"}[self.answer]
        throws = action.result.throws if self.dice is None else (*action.result.throws, self.dice)
        changed = action.copy_with(result=replace(action.result, throws=throws, roll=self.dice is None), **{flag: True})
        return changed


def in_short(thrown: Thrown, answer: str) -> str:
    """Return an answer with its chance, short enough for a line: ``again 67 %, else −basic``."""
    risk = {AGAIN: f", else −{_least(thrown)}", ALL_IN: ", else nothing"}.get(answer, "")
    return f"{answer} {_better(thrown)}{risk}"


def describe(thrown: Thrown, answer: str) -> str:
    """Return the effect of an answer, with its chance."""
    better, dice = _better(thrown), f"{thrown.loose} {'die' if thrown.loose == 1 else 'dice'}"
    if answer == ALL_IN:
        return f"goes all in with {dice}: {better} better, else nothing is left"
    risk = f", else a {_least(thrown)} is lost" if answer == AGAIN else ""
    return f"re-rolls {dice}: {better} better{risk}"


def _least(thrown: Thrown) -> str:
    """Return the smallest success, which a re-roll may cost."""
    return min(thrown.successes, key=t.LEVELS.__getitem__, default="")


def _better(thrown: Thrown) -> str:
    """Return the chance that re-rolled loose dice are worth more."""
    from tracker.games.outgunned.chances import chance_of_better  # Loaded when first asked for.

    return f"{float(chance_of_better(thrown.faces, thrown.successes)) * 100:.0f} %"
