"""Turns and what an action costs (rules page, Turns)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal

from tracker.combat.events import FieldBecame, SpentBecame, TurnCame
from tracker.combat.scene import HEROES, Scene, Turn
from tracker.systems.base import Action, Nonsense, Play, named, place
from tracker.systems.ending import round_ends, turn_ends, turn_starts
from tracker.systems.outgunned import tables as t
from tracker.systems.people import crowd
from tracker.systems.words import Choice, Text, Who

Cost = Literal["quick", "action", "whole", "reaction", "free"]
Pay = Literal["quick", "full", "cool"]

ACTION: Final = "action"
REACTION: Final = "reaction"
BRAWL: Final = "brawl"
_SIDE: Final = {ACTION: HEROES, REACTION: "enemies"}
_BUYS: Final[dict[Cost, Pay]] = {"quick": "quick", "action": "full", "whole": "full"}


def is_brawl(scene: Scene) -> bool:
    """Whether this turn follows the rules of a brawl."""
    return scene.fields.get("mode") == BRAWL


def running(scene: Scene) -> bool:
    """Whether a turn is on, so that actions cost something."""
    return scene.turn.phase is not None


def open_if_new(play: Play) -> None:
    """A hero's first action without ``begin`` opens an Action Turn."""
    if not running(play.scene) and not play.scene.fields.get("over"):
        begin(play, ACTION)


def begin(play: Play, kind: str) -> None:
    """The fight opens with this kind of turn."""
    play.put_scene("opening", kind)
    play.put_scene("over", None)
    play.do(TurnCame(Turn(1, kind, _SIDE[kind])))
    turn_starts(play, tuple(each.name for each in play.scene.of_side(_SIDE[kind])))


def bought(play: Play, name: str) -> list[str]:
    """The extra actions somebody has bought and not yet used."""
    found = play.one(name).fields.get("bought")
    return [str(each) for each in found] if isinstance(found, list) else []


def pay(play: Play, name: str, cost: Cost, extra: bool = False, *, payable: bool = True) -> None:
    """Take an action's cost, or object: spent already, or the wrong turn.

    ``extra`` buys the action with extra units in the same line; ``payable``: a bought one may pay for it.
    """
    if not running(play.scene) or cost == "free":
        return
    if extra:
        buy(play, name, _BUYS[cost])
        return
    own = _objection(play, name, cost)
    if own is None:
        for word in ("quick", "action") if cost == "whole" else (cost,):
            play.spend(name, word)
        return
    held = bought(play, name)
    kind = next((k for k in (("quick", "full") if cost == "quick" else ("full",)) if k in held), None)
    if payable and cost != "reaction" and kind is not None:
        held.remove(kind)
        play.put(name, "bought", [*held] or None)
        play.note(f"An extra {kind.title()} Action pays.")
        return
    play.object_(own)


def _objection(play: Play, name: str, cost: Cost) -> str | None:
    """Why one's own actions of this turn cannot pay, None if they can."""
    spent, phase = play.one(name).spent, play.scene.turn.phase
    if cost == "reaction":
        return f"{name} has made the Reaction Roll of this turn." if "reaction" in spent else None
    kind = _BUYS[cost]
    way = f"{t.EXTRA_COST[kind]} extra units buy a {kind.title()} Action: extra {name} {kind}."
    if phase == REACTION:
        return f"In a Reaction Turn heroes only react; {way}"
    if cost == "whole":
        words = ("action",) if play.setting("whole_turn") == ACTION else ("quick", "action")
        gone = [word for word in words if word in spent]
        return f"This takes the whole turn, and {name} has used {' and '.join(gone)}; {way}" if gone else None
    used = {"quick": "the Quick Action", "action": "the Action Roll"}[cost]
    return f"{name} has used {used} this turn; {way}" if cost in spent else None


def afford(play: Play, name: str, cost: Cost) -> None:
    """Object if the cost could not be paid now, without paying it."""
    if running(play.scene) and cost != "free":
        against = _objection(play, name, cost)
        if against and not (cost != "reaction" and {"quick", "full"} & set(bought(play, name))):
            play.object_(against)


def buy(play: Play, name: str, kind: Pay) -> None:
    """Pay extra units for one more action."""
    price, have = t.EXTRA_COST[kind], play.one(name).number("extra")
    if have < price:
        play.object_(f"A {kind.title()} Action costs {price} extra units; {name} has {have}.")
    if not play.ruled:
        play.put(name, "extra", max(0, have - price))
        play.note(f"{price} of {have} extra units pay.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Begin(Action):
    """The fight opens."""

    verb: ClassVar[str] = "begin"
    help: ClassVar[str] = "opens the fight with an Action or a Reaction Turn"
    by_hand: ClassVar[bool] = True

    turn: str = place(Choice((ACTION, REACTION), "turn"), "which turn comes first", required=True)

    def resolve(self, play: Play) -> None:
        """Open it."""
        if running(play.scene):
            play.object_("The fight is on already; next goes on, end closes it.")
        if self.turn == REACTION and is_brawl(play.scene):
            play.object_("A brawl has no Reaction Turns; mode combat brings them back.")
        begin(play, self.turn)
        play.say(f"The fight begins with {article(self.turn)}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Action):
    """The fight is over."""

    verb: ClassVar[str] = "end"
    help: ClassVar[str] = "closes the fight: won, lost or interrupted; costs stop"
    by_hand: ClassVar[bool] = True

    why: str | None = place(Text(), "how it ended", rest=True)

    def resolve(self, play: Play) -> None:
        """Close it."""
        play.put_scene("over", self.why or "over")
        play.do(TurnCame(Turn(play.scene.turn.round)))
        clear(play)
        play.say(f"The fight is over: {self.why}." if self.why else "The fight is over.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode(Action):
    """Combat or brawl."""

    verb: ClassVar[str] = "mode"
    help: ClassVar[str] = "combat or brawl; in a running fight it counts from the next turn"
    by_hand: ClassVar[bool] = True

    mode: str = place(Choice(("combat", BRAWL), "mode"), "which rules", required=True)

    def resolve(self, play: Play) -> None:
        """Change the rules, at once or from the next turn on."""
        on = running(play.scene)
        play.put_scene("next_mode" if on else "mode", self.mode)
        if not on:
            play.put_scene("next_mode", None)
        play.say(f"{self.mode.title()} rules{' from the next turn on' if on else ''}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Threat(Action):
    """What the enemies do in a Reaction Turn, and what it asks."""

    verb: ClassVar[str] = "threat"
    help: ClassVar[str] = "what this Reaction Turn asks: 1 to 6, roll, or any text"
    by_hand: ClassVar[bool] = True

    which: str = place(Text("1..6, roll or text"), "which", required=True, rest=True)
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
        if which.isdigit():
            if not 1 <= int(which) <= len(t.THREATS):
                raise Nonsense(f"The list of threats goes from 1 to {len(t.THREATS)}; any text will do too.")
            text: str = t.THREATS[int(which) - 1][0]
            pool: str | None = t.THREATS[int(which) - 1][1]
        else:
            text, pool = which, _pool_in(which)
        if self.for_:
            asked = play.scene.fields.get("threat_for")
            others = asked if isinstance(asked, dict) else {}
            play.put_scene("threat_for", {**others, self.for_: {"text": text, "pool": pool}})
        else:
            play.put_scene("threat", {"text": text, "pool": pool})
        if self.by:
            play.put_scene("threat_by", self.by)
        by, whom = (f"{self.by}: " if self.by else ""), (f" for {self.for_}" if self.for_ else "")
        play.say(f"{by}{text}{f' → {pool}' if pool else ''}{whom}.")


def _pool_in(text: str) -> str | None:
    known = (*t.ATTRIBUTES, *t.SKILLS)
    words = (word.strip(".,!?") for word in text.casefold().split())
    return next((word for word in words if "+" in word and all(p in known for p in word.split("+"))), None)


def article(kind: str) -> str:
    """A kind of turn with its article."""
    return "an Action Turn" if kind == ACTION else "a Reaction Turn"


def next_turn(play: Play) -> None:
    """On to the other kind of turn; in a brawl to the next Action Turn. Notes who has done nothing."""
    scene = play.scene
    if not running(scene):
        begin(play, ACTION)
        play.say(f"The fight begins with {article(ACTION)}.")
        return
    _idle(play)
    turn_ends(play, tuple(each.name for each in scene.of_side(_SIDE[scene.turn.phase or ACTION])))
    clear(play)
    later = scene.fields.get("next_mode")
    if later is not None:
        play.put_scene("mode", later)
        play.put_scene("next_mode", None)
    opening = ACTION if is_brawl(play.scene) else scene.fields.get("opening")
    kind = REACTION if scene.turn.phase == ACTION and not is_brawl(play.scene) else ACTION
    new_round = kind == opening
    if new_round:
        round_ends(play)
    turn = replace(scene.turn, round=scene.turn.round + new_round, phase=kind, side=_SIDE[kind], name=None)
    play.do(TurnCame(turn))
    turn_starts(play, tuple(each.name for each in play.scene.of_side(_SIDE[kind])))
    play.say(f"{'Action' if kind == ACTION else 'Reaction'} Turn, round {turn.round}.")


def _idle(play: Play) -> None:
    word = "action" if play.scene.turn.phase == ACTION else "reaction"
    idle = [each.name for each in play.scene.of_side(HEROES) if each.out is None and word not in each.spent]
    if idle:
        done = "acted" if word == "action" else "reacted"
        play.note(f"Not {done}: {crowd(idle, play.scene)}.")


def clear(play: Play) -> None:
    """What lasts only for a turn is gone; covering fire at the end of a Reaction Turn."""
    reaction = play.scene.turn.phase != ACTION
    for one in play.scene.combatants.values():
        if one.spent:
            play.do(SpentBecame((one.name,), ()))
        for field, empty in (("extra", 0), ("covered", False)):
            if one.fields.get(field) and (reaction or field != "covered"):
                play.do(FieldBecame((one.name,), field, empty, one.fields[field]))
        for field in ("bought", "reacted"):
            play.put(one.name, field, None)
    if reaction:
        for field in ("threat", "threat_for", "threat_by"):
            play.put_scene(field, None)
