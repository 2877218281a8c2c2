"""A small made-up game that no file of the program knows: what the shipped games need, each once.

Everybody has a place in the order; a round begins with declaring a stance; a shot waits until its target ducks
or takes it; a move can be held until its moment; wounds are a list from which health follows; a barrel wears down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

from tracker.combat.events import CoverBecame, SpentBecame, TurnCame
from tracker.combat.scene import OPEN, Combatant, Cover, Prompt, Scene, Turn
from tracker.systems.base import (
    Action,
    Band,
    ConditionSpec,
    Degree,
    FieldSpec,
    Many,
    Nonsense,
    Play,
    Sheet,
    Status,
    System,
    TrackSpec,
    Waiting,
    place,
    result,
)
from tracker.systems.common.place import only_other
from tracker.systems.order import following, seat, whole_order
from tracker.systems.words import Choice, Number, Numbers, Text, Who

HEALTH, BARREL, ABSORBS = 10, 6, 2
STANCES = ("bold", "careful")
BOLD = 1


def wounds_of(one: Combatant) -> list[int]:
    """The wounds on somebody's list."""
    found = one.fields.get("wounds")
    return [each for each in found if isinstance(each, int)] if isinstance(found, list) else []


def refresh(play: Play, name: str) -> None:
    """Health follows from the list."""
    left = max(0, HEALTH - sum(wounds_of(play.one(name))))
    play.track(name, "health", left, HEALTH)
    if left == 0:
        play.out(name, "down")


def shot_at(one: Combatant) -> dict[str, Any] | None:
    """The shot that waits for this one's answer."""
    found = one.fields.get("shot")
    return found if isinstance(found, dict) else None


def land(play: Play, name: str, amount: int) -> None:
    """What gets through the barrel becomes a wound; the barrel loses what comes against it."""
    cover = play.one(name).cover
    if cover.left is not None and amount:
        stopped = min(cover.absorbs or 0, amount)
        play.because("damage", cover.what or cover.degree, -stopped, "Barricade: barrel")
        left = max(0, cover.left - amount)
        play.do(CoverBecame((name,), replace(cover, left=left) if left else Cover()))
        amount -= stopped
        if not left:
            play.say(f"The {cover.what} breaks.")
    if amount:
        play.put(name, "wounds", [*wounds_of(play.one(name)), amount])
        refresh(play, name)
    play.say(f"{name}: wound of {amount}." if amount else f"{name} is unhurt.")


def answered(play: Play, name: str) -> dict[str, Any]:
    """The waiting shot, no longer waiting; raises Nonsense where there is none."""
    shot = shot_at(play.one(name))
    if shot is None:
        raise Nonsense(f"Nobody has shot at {name}; shoot comes first.")
    play.put(name, "shot", None)
    for prompt in play.scene.prompts:
        if prompt.kind == "answer" and prompt.name == name:
            play.close(prompt.id, "answered")
    return shot


def acts(play: Play, name: str) -> None:
    """Somebody's move of this round is spent, and the declaring is over."""
    if "move" in play.one(name).spent:
        play.object_(f"{name} has moved this round; next goes on.")
    if play.scene.turn.phase != "fire":
        play.do(TurnCame(Turn(max(1, play.scene.turn.round), "fire", play.one(name).side, name)))
    play.spend(name, "move")


class Rank(Action):
    """A place in the order."""

    verb: ClassVar[str] = "rank"
    help: ClassVar[str] = "the place in the order, high first"
    by_hand: ClassVar[bool] = True
    actor: str = place(Who(), "who", required=True)
    number: int = place(Number(1, 20), "the number", required=True)

    def resolve(self, play: Play) -> None:
        play.put(self.actor, "rank", self.number)
        seat(play, self.actor, "rank")
        if play.scene.turn.round == 0:
            play.do(TurnCame(Turn(1, "declare")))
        play.say(f"{self.actor}: {self.number}.")


class Stance(Action):
    """Declared before anybody fires."""

    verb: ClassVar[str] = "stance"
    help: ClassVar[str] = "bold or careful, before anybody fires"
    actor: str = place(Who(), "who", required=True)
    stance: str = place(Choice(STANCES, "stance"), "which", required=True)

    def resolve(self, play: Play) -> None:
        if play.scene.turn.phase != "declare":
            play.object_("A stance is declared before anybody fires; next goes on to the next round.")
        play.mark(self.actor, self.stance)
        play.say(f"{self.actor} is {self.stance}.")


class Shoot(Action):
    """A shot that waits for its target."""

    verb: ClassVar[str] = "shoot"
    help: ClassVar[str] = "a shot; the target ducks or takes it"
    cost: ClassVar[str] = "move"
    actor: str = place(Who(), "who", required=True)
    target: str | None = place(Who(), "whom")
    result: int = result(Number(0, 20))

    def filled(self, play: Play) -> Self:
        return self.but(target=self.target or only_other(play, self.actor))

    def resolve(self, play: Play) -> None:
        target = self.target or ""
        acts(play, self.actor)
        if shot_at(play.one(target)):
            play.object_(f"{target} must answer the last shot first: duck {target} or take {target}.")
        amount = play.because("outcome", "shot", self.result, "Barricade: shoot")
        if play.one(self.actor).has("bold"):
            amount += play.because("outcome", "bold", BOLD, "Barricade: stance")
        play.put(target, "shot", {"by": self.actor, "amount": amount})
        play.ask("answer", target, f"{self.actor} shoots at {target} for {amount}: duck or take?", ("take",))
        play.say(f"{self.actor} shoots at {target}: {amount}.")


class Duck(Action):
    """The answer that costs the move."""

    verb: ClassVar[str] = "duck"
    help: ClassVar[str] = "takes so much off the shot that waits"
    cost: ClassVar[str] = "move"
    actor: str = place(Who(), "who", required=True)
    result: int = result(Number(0, 20))

    def resolve(self, play: Play) -> None:
        shot = answered(play, self.actor)
        acts(play, self.actor)
        play.because("damage", f"{shot['by']}'s shot", shot["amount"], "Barricade: shoot")
        less = play.because("damage", "duck", -min(self.result, shot["amount"]), "Barricade: duck")
        play.say(f"{self.actor} ducks.")
        land(play, self.actor, shot["amount"] + less)


class Take(Action):
    """The answer that costs nothing but blood."""

    verb: ClassVar[str] = "take"
    help: ClassVar[str] = "the shot that waits lands"
    actor: str = place(Who(), "who", required=True)

    def resolve(self, play: Play) -> None:
        shot = answered(play, self.actor)
        play.because("damage", f"{shot['by']}'s shot", shot["amount"], "Barricade: shoot")
        land(play, self.actor, shot["amount"])


class Hold(Action):
    """A move kept for its moment."""

    verb: ClassVar[str] = "hold"
    help: ClassVar[str] = "keeps a move for its moment"
    actor: str = place(Who(), "who", required=True)
    what: str = place(Text(), "what they will do", required=True, rest=True)

    def resolve(self, play: Play) -> None:
        if "move" in play.one(self.actor).spent:
            play.object_(f"{self.actor} has moved this round.")
        play.put(self.actor, "held", self.what)
        play.say(f"{self.actor} waits to {self.what}.")


class Now(Action):
    """The moment has come."""

    verb: ClassVar[str] = "now"
    help: ClassVar[str] = "the held move happens"
    cost: ClassVar[str] = "move"
    actor: str = place(Who(), "who", required=True)

    def resolve(self, play: Play) -> None:
        what = play.one(self.actor).fields.get("held")
        if what is None:
            play.object_(f"{self.actor} holds nothing; hold {self.actor} WHAT comes first.")
        acts(play, self.actor)
        play.put(self.actor, "held", None)
        play.say(f"{self.actor}: {what or 'now'}!")


class Barricade(System):
    """Shots across a street."""

    name = "barricade"
    title = "Barricade"
    source = "made up for a test"
    sheet = Sheet(
        (TrackSpec("health", "Health", "what the wounds leave", HEALTH, 0, HEALTH),),
        (
            FieldSpec("wounds", "Wounds", Numbers(1, 20), "each by its size", []),
            FieldSpec("rank", "Rank", Number(1, 20), "place in the order"),
            FieldSpec("held", "Held", Text(), "a move kept for its moment"),
            FieldSpec("shot", "Shot", Text(), "the shot that waits", own=True),
        ),
    )
    bands = (Band("street", "the same side"), Band("across"), Band("roof"))
    default_band = "across"
    degrees = (Degree(OPEN, "·", "."), Degree("barrel", "◧", "[", (f"absorbs {ABSORBS}",)))
    conditions = (ConditionSpec("bold", "+1 to own shots"), ConditionSpec("careful"))
    own_actions = (Shoot, Stance, Rank, Duck, Take, Hold, Now)
    roles: ClassVar = {
        "main": "shoot",
        "quick": "hold",
        "cover": "cover",
        "hurt": "hurt",
        "heal": "heal",
        "next": "next",
    }
    acts = (("move", "move"),)
    result_help = "a number"

    def next(self, play: Play) -> None:
        turn = play.scene.turn
        name, new = following(play.scene)
        if turn.phase == "fire" and (new or name is None):
            for one in play.scene.combatants.values():
                if one.spent:
                    play.do(SpentBecame((one.name,), ()))
                for stance in STANCES:
                    play.unmark(one.name, stance)
                play.put(one.name, "held", None)
        if turn.round == 0 or (turn.phase == "fire" and (new or name is None)):
            play.do(TurnCame(Turn(turn.round + 1, "declare")))
        else:
            play.do(TurnCame(Turn(turn.round, "fire", play.one(name).side if name else None, name)))
        play.say(f"{play.scene.turn.phase} {play.scene.turn.name or ''}".strip())

    def take_cover(self, play: Play, name: str, degree: str, what: str | None) -> None:
        made = Cover() if degree == OPEN else Cover(degree, what or degree, ABSORBS, BARREL, BARREL)
        play.do(CoverBecame((name,), made))

    def lose(self, play: Play, name: str, amount: int, track: str) -> None:
        play.put(name, "wounds", [*wounds_of(play.one(name)), amount])
        refresh(play, name)

    def regain(self, play: Play, name: str, amount: int, track: str) -> None:
        left = sorted(wounds_of(play.one(name)))
        while amount and left:
            worst = left.pop()
            left = sorted([*left, worst - amount] if worst > amount else left)
            amount = max(0, amount - worst)
        play.put(name, "wounds", left)
        refresh(play, name)

    def written(self, play: Play, name: str, fields: Sequence[str]) -> None:
        if "wounds" in fields:
            refresh(play, name)

    def decide(self, play: Play, prompt: Prompt, choice: str) -> None:
        Take(actor=prompt.name).resolve(play)

    def may_act(self, scene: Scene, name: str) -> bool:
        one = scene[name]
        if scene.turn.phase == "declare":
            return one.out is None and not any(one.has(each) for each in STANCES)
        return one.out is None and "move" not in one.spent and scene.turn.name in (None, name)

    def main(self, scene: Scene, actor: str) -> Action | Many | str | None:
        if scene.turn.phase != "declare":
            return "shoot"
        actors = tuple(name for name in whole_order(scene) if self.may_act(scene, name))
        return Many("stance", "Stances", actors, ("stance",)) if actors else "shoot"

    def status(self, scene: Scene) -> Status:
        return replace(super().status(scene), moment=f"{scene.turn.phase or 'before'} {scene.turn.round}".upper())

    def columns(self, side: str) -> tuple[str, ...]:
        return ("rank", "wounds")

    def cells(self, scene: Scene, one: Combatant) -> tuple[str, ...]:
        return (str(one.fields.get("rank", "–")), " ".join(map(str, wounds_of(one))) or "–")

    def waiting(self, scene: Scene) -> tuple[Waiting, ...]:
        found = []
        for one in scene.combatants.values():
            shot = shot_at(one)
            if shot is not None:
                found.append(Waiting(one.name, f"{shot['by']}'s shot of {shot['amount']}", ("duck", "take")))
            if one.fields.get("held") is not None:
                found.append(Waiting(one.name, f"waits to {one.fields['held']}", ("now",)))
        return tuple(found)


BARRICADE = Barricade()
