"""The GM's verbs for the fight: begin, end, mode, threat."""

from __future__ import annotations

from typing import Final

from tracker.games.outgunned import state
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.state import set_fight, set_threat
from tracker.games.outgunned.turns import (
    ACTION,
    BRAWL,
    CLOCK,
    REACTION,
    fight_begins,
    fight_is_on,
    is_brawl,
)
from tracker.rules.action import ByHand
from tracker.rules.command import argument, option
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import ChoiceParam, CombatantParam, TextParam
from tracker.rules.resolver import Resolver

_LISTED: Final = {str(at): text for at, (text, _) in enumerate(t.THREATS, 1)}
_ASKS: Final = f"roll, your own words, or {', '.join(f'{at} {text}' for at, text in _LISTED.items())}"


class Begin(ByHand):
    """Opens the fight with an Action or a Reaction Turn."""

    source = "S"
    refused_when = ("the fight is on", "reaction in a brawl")

    turn: str = argument(ChoiceParam((ACTION, REACTION), "turn"), "which turn comes first", required=True)

    def resolve(self, resolver: Resolver) -> None:
        if fight_is_on(resolver.scene):
            resolver.objection("The fight is running already; next goes on, end closes it.")
        if self.turn == REACTION and is_brawl(resolver.scene):
            resolver.objection("A brawl has no Reaction Turns. Go back to combat: mode combat.")
        CLOCK.open(resolver, self.turn)
        resolver.say(fight_begins(self.turn))


class Mode(ByHand):
    """Combat or brawl; in a running fight it applies from the next turn."""

    source = "S"

    mode: str = argument(ChoiceParam(("combat", BRAWL), "mode"), "which rules", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Change the rules, at once or from the next turn on."""
        later = fight_is_on(resolver.scene)
        if later:
            set_fight(resolver, next_mode=self.mode)
        else:
            set_fight(resolver, mode=self.mode, next_mode=None)
        resolver.say(f"{self.mode.title()} rules{' from the next turn on' if later else ''}.")


class Threat(ByHand):
    """The enemies' action in this Reaction Turn: 1 to 6, roll, or any text."""

    source = "S"
    refused_when = ("in a brawl",)
    asks = ("by",)

    which: str = argument(TextParam("1..6, roll or text", begins=(*_LISTED, "roll")), _ASKS, required=True, rest=True)
    by: str | None = option(CombatantParam(), "which enemy")
    for_: str | None = option(CombatantParam(), "a different reaction for one hero")

    def resolve(self, resolver: Resolver) -> None:
        if is_brawl(resolver.scene):
            resolver.objection("A brawl has no Reaction Turns. Go back to combat: mode combat.")
        which = self.which.strip()
        if which.casefold() == "roll":
            which = str(resolver.throw(1, len(t.THREATS), "threat")[0])
            resolver.record_as(which=which)
        listed = dict(enumerate(t.THREATS, 1))
        if which.isdecimal() and int(which[:4]) not in listed:
            raise InvalidCommand(f"The list of threats goes from 1 to {len(listed)}; your own words are fine too.")
        text, pool = listed[int(which)] if which.isdecimal() else (which, _pool_in(which))
        set_threat(resolver, state.Threat(text, pool, self.by), self.for_)
        by, whom = (f"{self.by}: " if self.by else ""), (f" for {self.for_}" if self.for_ else "")
        resolver.say(f"{by}{text}{f' → {pool}' if pool and pool not in text.casefold() else ''}{whom}.")


def _pool_in(text: str) -> str | None:
    """Return the pool named in a free text, such as brawn+stunt."""
    known = (*t.ATTRIBUTES, *t.SKILLS)
    words = (word.strip(".,!?") for word in text.casefold().split())
    return next((word for word in words if "+" in word and all(part in known for part in word.split("+"))), None)
