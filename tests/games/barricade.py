"""A small made-up game, unknown to the program, that uses every feature of the shipped games once.

Everybody has a place in the order; a round begins with declaring a stance; a shot waits until its target ducks or takes
it; a move can be held until its moment; wounds are a list from which health follows; a barrel wears down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

import msgspec
from msgspec.structs import replace

from tracker.combat.events import CoverBecame, TurnCame
from tracker.combat.model import Model
from tracker.combat.scene import OPEN, Combatant, Cover, Prompt, Scene, Turn
from tracker.rules.action import Action
from tracker.rules.command import argument, result
from tracker.rules.declarations import Band, ConditionSpec, CoverDegree, FieldSpec, Sheet, TrackSpec
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import ChoiceParam, CombatantParam, NumberParam, NumbersParam, TextParam
from tracker.rules.positions import only_other
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.turns import TurnClock, full_order, place_in_order
from tracker.rules.view import GroupAction, Pending, TurnStatus

HEALTH, BARREL, ABSORBS = 10, 6, 2
STANCES = ("bold", "careful")
BOLD = 1


def wounds_of(one: Combatant) -> list[int]:
    """The wounds on somebody's list."""
    wounds = one.fields.get("wounds")
    return [wound for wound in wounds if isinstance(wound, int)] if isinstance(wounds, list) else []


def refresh(resolver: Resolver, name: str) -> None:
    """Health follows from the list."""
    left = max(0, HEALTH - sum(wounds_of(resolver.combatant(name))))
    resolver.set_track(name, "health", left, HEALTH)
    if left == 0:
        resolver.set_out(name, "down")


class Shot(Model):
    """A shot that waits for its target's answer: who fired it, and its size."""

    by: str
    amount: int


def shot_at(one: Combatant) -> Shot | None:
    """The shot that waits for this one's answer."""
    stored = one.fields.get("shot")
    return msgspec.convert(stored, Shot) if isinstance(stored, dict) else None


def land(resolver: Resolver, name: str, amount: int) -> None:
    """What gets through the barrel becomes a wound; the barrel loses what comes against it."""
    cover = resolver.combatant(name).cover
    if cover.left is not None and amount:
        stopped = min(cover.absorbs or 0, amount)
        resolver.because("damage", cover.what or cover.degree, -stopped, "Barricade: barrel")
        left = max(0, cover.left - amount)
        resolver.emit(CoverBecame((name,), replace(cover, left=left) if left else Cover()))
        amount -= stopped
        if not left:
            resolver.say(f"The {cover.what} breaks.")
    if amount:
        resolver.set_field(name, "wounds", [*wounds_of(resolver.combatant(name)), amount])
        refresh(resolver, name)
    resolver.say(f"{name}: wound of {amount}." if amount else f"{name} is unhurt.")


def answered(resolver: Resolver, name: str) -> Shot:
    """The waiting shot, no longer waiting; raises InvalidCommand where there is none."""
    shot = shot_at(resolver.combatant(name))
    if shot is None:
        raise InvalidCommand(f"Nobody has shot at {name}; shoot comes first.")
    resolver.set_field(name, "shot", None)
    for prompt in resolver.scene.prompts:
        if prompt.kind == "answer" and prompt.name == name:
            resolver.close_prompt(prompt.id, "answered")
    return shot


def acts(resolver: Resolver, name: str) -> None:
    """Somebody's move of this round is spent, and the declaring is over."""
    if "move" in resolver.combatant(name).spent:
        resolver.objection(f"{name} has moved this round; next goes on.")
    if resolver.scene.turn.phase != "fire":
        resolver.emit(TurnCame(Turn(max(1, resolver.scene.turn.round), "fire", resolver.combatant(name).side, name)))
    resolver.spend(name, "move")


class Rank(Action):
    """A place in the order."""

    verb: ClassVar[str] = "rank"
    help: ClassVar[str] = "the place in the order, high first"
    by_hand: ClassVar[bool] = True
    actor: str = argument(CombatantParam(), "who", required=True)
    number: int = argument(NumberParam(1, 20), "the number", required=True)

    def resolve(self, resolver: Resolver) -> None:
        resolver.set_field(self.actor, "rank", self.number)
        place_in_order(resolver, self.actor, "rank")
        if resolver.scene.turn.round == 0:
            resolver.emit(TurnCame(Turn(1, "declare")))
        resolver.say(f"{self.actor}: {self.number}.")


class Stance(Action):
    """Declared before anybody fires."""

    verb: ClassVar[str] = "stance"
    help: ClassVar[str] = "bold or careful, before anybody fires"
    actor: str = argument(CombatantParam(), "who", required=True)
    stance: str = argument(ChoiceParam(STANCES, "stance"), "which", required=True)

    def resolve(self, resolver: Resolver) -> None:
        if resolver.scene.turn.phase != "declare":
            resolver.objection("A stance is declared before anybody fires; next goes on to the next round.")
        resolver.mark(self.actor, self.stance)
        resolver.say(f"{self.actor} is {self.stance}.")


class Shoot(Action):
    """A shot that waits for its target."""

    verb: ClassVar[str] = "shoot"
    help: ClassVar[str] = "a shot; the target ducks or takes it"
    cost: ClassVar[str] = "move"
    actor: str = argument(CombatantParam(), "who", required=True)
    target: str | None = argument(CombatantParam(), "whom")
    result: int = result(NumberParam(0, 20))

    def with_defaults(self, resolver: Resolver) -> Self:
        return self.copy_with(target=self.target or only_other(resolver, self.actor))

    def resolve(self, resolver: Resolver) -> None:
        target = self.target or ""
        acts(resolver, self.actor)
        if shot_at(resolver.combatant(target)):
            resolver.objection(f"{target} must answer the last shot first: duck {target} or take {target}.")
        amount = resolver.because("outcome", "shot", self.result, "Barricade: shoot")
        if resolver.combatant(self.actor).has("bold"):
            amount += resolver.because("outcome", "bold", BOLD, "Barricade: stance")
        resolver.set_field(target, "shot", msgspec.to_builtins(Shot(self.actor, amount)))
        resolver.ask("answer", target, f"{self.actor} shoots at {target} for {amount}: duck or take?", ("take",))
        resolver.say(f"{self.actor} shoots at {target}: {amount}.")


class Duck(Action):
    """The answer that costs the move."""

    verb: ClassVar[str] = "duck"
    help: ClassVar[str] = "takes that much off the shot that waits"
    cost: ClassVar[str] = "move"
    actor: str = argument(CombatantParam(), "who", required=True)
    result: int = result(NumberParam(0, 20))

    def resolve(self, resolver: Resolver) -> None:
        shot = answered(resolver, self.actor)
        acts(resolver, self.actor)
        resolver.because("damage", f"{shot.by}'s shot", shot.amount, "Barricade: shoot")
        less = resolver.because("damage", "duck", -min(self.result, shot.amount), "Barricade: duck")
        resolver.say(f"{self.actor} ducks.")
        land(resolver, self.actor, shot.amount + less)


class Take(Action):
    """The answer that costs nothing but blood."""

    verb: ClassVar[str] = "take"
    help: ClassVar[str] = "the shot that waits lands"
    actor: str = argument(CombatantParam(), "who", required=True)

    def resolve(self, resolver: Resolver) -> None:
        shot = answered(resolver, self.actor)
        resolver.because("damage", f"{shot.by}'s shot", shot.amount, "Barricade: shoot")
        land(resolver, self.actor, shot.amount)


class Hold(Action):
    """A move kept for its moment."""

    verb: ClassVar[str] = "hold"
    help: ClassVar[str] = "keeps a move for its moment"
    actor: str = argument(CombatantParam(), "who", required=True)
    what: str = argument(TextParam(), "what they will do", required=True, rest=True)

    def resolve(self, resolver: Resolver) -> None:
        if "move" in resolver.combatant(self.actor).spent:
            resolver.objection(f"{self.actor} has moved this round.")
        resolver.set_field(self.actor, "held", self.what)
        resolver.say(f"{self.actor} waits to {self.what}.")


class Now(Action):
    """The moment has come."""

    verb: ClassVar[str] = "now"
    help: ClassVar[str] = "the held move happens"
    cost: ClassVar[str] = "move"
    actor: str = argument(CombatantParam(), "who", required=True)

    def resolve(self, resolver: Resolver) -> None:
        what = resolver.combatant(self.actor).fields.get("held")
        if what is None:
            resolver.objection(f"{self.actor} holds nothing; hold {self.actor} WHAT comes first.")
        acts(resolver, self.actor)
        resolver.set_field(self.actor, "held", None)
        resolver.say(f"{self.actor}: {what or 'now'}!")


class BarricadeClock(TurnClock):
    """Rounds in which everybody declares a stance, then fires in turn."""

    number = "rank"

    def phases(self, scene: Scene) -> tuple[str | None, ...]:
        return ("declare", "fire")

    def names_to_come(self, scene: Scene) -> tuple[str, ...]:
        return super().names_to_come(scene) if scene.turn.phase == "fire" else ()

    def may_act(self, scene: Scene, name: str) -> bool:
        combatant = scene[name]
        if scene.turn.phase == "declare":
            return combatant.out is None and not any(combatant.has(stance) for stance in STANCES)
        return combatant.out is None and "move" not in combatant.spent and scene.turn.name in (None, name)

    def status(self, scene: Scene) -> TurnStatus:
        return replace(super().status(scene), moment=f"{scene.turn.phase or 'before'} {scene.turn.round}".upper())

    def sentences(self, scene: Scene) -> tuple[str, ...]:
        return (f"{scene.turn.phase} {scene.turn.name or ''}".strip(),)

    def renew(self, resolver: Resolver, number: int) -> None:
        resolver.restore()
        for name in resolver.scene.combatants:
            for stance in STANCES:
                resolver.unmark(name, stance)
            resolver.set_field(name, "held", None)


class Barricade(System):
    """Shots across a street."""

    name = "barricade"
    title = "Barricade"
    source = "made up for a test"
    sheet = Sheet(
        (TrackSpec("health", "Health", "what the wounds leave", HEALTH, 0, HEALTH),),
        (
            FieldSpec("wounds", "Wounds", NumbersParam(1, 20), "each by its size", []),
            FieldSpec("rank", "Rank", NumberParam(1, 20), "place in the order"),
            FieldSpec("held", "Held", TextParam(), "a move kept for its moment"),
            FieldSpec("shot", "Shot", TextParam(), "the shot that waits", internal=True),
        ),
    )
    bands = (Band("street", "the same side"), Band("across"), Band("roof"))
    default_band = "across"
    clock = BarricadeClock()
    cover_degrees = (CoverDegree(OPEN, "·", "."), CoverDegree("barrel", "◧", "[", (f"absorbs {ABSORBS}",)))
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
    turn_actions = (("move", "move"),)
    result_help = "a number"

    def take_cover(self, resolver: Resolver, name: str, degree: str, what: str | None) -> None:
        cover = Cover() if degree == OPEN else Cover(degree, what or degree, ABSORBS, BARREL, BARREL)
        resolver.emit(CoverBecame((name,), cover))

    def lose(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        resolver.set_field(name, "wounds", [*wounds_of(resolver.combatant(name)), amount])
        refresh(resolver, name)

    def regain(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        left = sorted(wounds_of(resolver.combatant(name)))
        while amount and left:
            worst = left.pop()
            left = sorted([*left, worst - amount] if worst > amount else left)
            amount = max(0, amount - worst)
        resolver.set_field(name, "wounds", left)
        refresh(resolver, name)

    def on_sheet_edited(self, resolver: Resolver, name: str, fields: Sequence[str]) -> None:
        if "wounds" in fields:
            refresh(resolver, name)

    def decide(self, resolver: Resolver, prompt: Prompt, choice: str) -> None:
        Take(actor=prompt.name).resolve(resolver)

    def main_action(self, scene: Scene, actor: str) -> Action | GroupAction | str | None:
        if scene.turn.phase != "declare":
            return "shoot"
        actors = tuple(name for name in full_order(scene) if self.clock.may_act(scene, name))
        return GroupAction("stance", "Stances", actors, ("stance",)) if actors else "shoot"

    def columns(self, side: str) -> tuple[str, ...]:
        return ("rank", "wounds")

    def cells(self, scene: Scene, one: Combatant) -> tuple[str, ...]:
        return (str(one.fields.get("rank", "–")), " ".join(map(str, wounds_of(one))) or "–")

    def pending(self, scene: Scene) -> tuple[Pending, ...]:
        waiting = []
        for combatant in scene.combatants.values():
            shot = shot_at(combatant)
            if shot is not None:
                waiting.append(Pending(combatant.name, f"{shot.by}'s shot of {shot.amount}", ("duck", "take")))
            if combatant.fields.get("held") is not None:
                waiting.append(Pending(combatant.name, f"waits to {combatant.fields['held']}", ("now",)))
        return tuple(waiting)


BARRICADE = Barricade()
