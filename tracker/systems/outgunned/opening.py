"""The Director's words on the fight: begin, end, mode, threat (rules page, Turns, Actions)."""

from __future__ import annotations

from typing import Final

from tracker.combat.events import TurnCame
from tracker.combat.scene import Plain, Turn
from tracker.systems.base import Action, Nonsense, Play, named, place
from tracker.systems.outgunned import tables as t
from tracker.systems.outgunned.turns import (
    ACTION,
    BRAWL,
    REACTION,
    TITLES,
    begin,
    change_mode,
    clear,
    is_brawl,
    running,
)
from tracker.systems.words import Choice, Text, Who

_LISTED: Final = {str(at): text for at, (text, _) in enumerate(t.THREATS, 1)}
_ASKS: Final = f"roll, your own words, or {', '.join(f'{at} {text}' for at, text in _LISTED.items())}"


class Begin(Action):
    """Opens the fight with an Action or a Reaction Turn."""

    source = "S"
    by_hand = True
    against = ("the fight is on", "reaction in a brawl")

    turn: str = place(Choice((ACTION, REACTION), "turn"), "which turn comes first", required=True)

    def resolve(self, play: Play) -> None:
        """Open it."""
        if running(play.scene):
            play.object_("The fight is on already; next goes on, end closes it.")
        if self.turn == REACTION and is_brawl(play.scene):
            play.object_("A brawl has no Reaction Turns; mode combat brings them back.")
        begin(play, self.turn)
        play.say(f"The fight begins with {TITLES[self.turn]}.")


class End(Action):
    """Closes the fight: won, lost or interrupted; costs stop."""

    source = "S"
    by_hand = True

    why: str | None = place(Text(), "how it ended", rest=True)

    def resolve(self, play: Play) -> None:
        """Close it."""
        play.put_scene("over", self.why or "over")
        play.do(TurnCame(Turn(play.scene.turn.round)))
        clear(play)
        change_mode(play)
        play.say(f"The fight is over: {self.why}." if self.why else "The fight is over.")


class Mode(Action):
    """Combat or brawl; in a running fight it counts from the next turn."""

    source = "S"
    by_hand = True

    mode: str = place(Choice(("combat", BRAWL), "mode"), "which rules", required=True)

    def resolve(self, play: Play) -> None:
        """Change the rules, at once or from the next turn on."""
        later = running(play.scene)
        play.put_scene("next_mode", self.mode if later else None)
        if not later:
            play.put_scene("mode", self.mode)
        play.say(f"{self.mode.title()} rules{' from the next turn on' if later else ''}.")


class Threat(Action):
    """What this Reaction Turn asks: 1 to 6, roll, or any text."""

    source = "S"
    by_hand = True
    against = ("in a brawl",)

    which: str = place(Text("1..6, roll or text", begins=(*_LISTED, "roll")), _ASKS, required=True, rest=True)
    by: str | None = named(Who(), "which enemy")
    for_: str | None = named(Who(), "a different reaction for one hero")

    def resolve(self, play: Play) -> None:
        """Say what is asked."""
        if is_brawl(play.scene):
            play.object_("A brawl asks no reactions; mode combat brings them back.")
        which = self.which.strip()
        if which.casefold() == "roll":
            which = str(play.throw(1, len(t.THREATS), "threat")[0])
            play.means(which=which)
        listed = dict(enumerate(t.THREATS, 1))
        if which.isdecimal() and int(which[:4]) not in listed:
            raise Nonsense(f"The list of threats goes from 1 to {len(listed)}; any text will do too.")
        text, pool = listed[int(which)] if which.isdecimal() else (which, _pool_in(which))
        asked: dict[str, Plain] = {"text": text, "pool": pool, "by": self.by}
        if self.for_:
            others = play.scene.fields.get("threat_for")
            play.put_scene("threat_for", {**(others if isinstance(others, dict) else {}), self.for_: asked})
        else:
            play.put_scene("threat", asked)
        by, whom = (f"{self.by}: " if self.by else ""), (f" for {self.for_}" if self.for_ else "")
        play.say(f"{by}{text}{f' → {pool}' if pool and pool not in text.casefold() else ''}{whom}.")


def _pool_in(text: str) -> str | None:
    """The pool that a free text names, such as brawn+stunt."""
    known = (*t.ATTRIBUTES, *t.SKILLS)
    words = (word.strip(".,!?") for word in text.casefold().split())
    return next((word for word in words if "+" in word and all(p in known for p in word.split("+"))), None)
