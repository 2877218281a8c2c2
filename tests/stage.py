"""A small game and sessions in it, for tests that are about no game in particular."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import ClassVar

from tracker.combat.events import TurnCame
from tracker.combat.history import Record
from tracker.combat.scene import Prompt, Turn
from tracker.session import Session
from tracker.systems.base import (
    Action,
    Band,
    ConditionSpec,
    Degree,
    FieldSpec,
    Play,
    Preset,
    Setting,
    Sheet,
    System,
    TrackSpec,
    flag,
    named,
    place,
    result,
)
from tracker.systems.words import DiceText, Number, Text, Who


class Strike(Action):
    """A blow: dice, a target, an option of each kind."""

    verb: ClassVar[str] = "strike"
    help: ClassVar[str] = "a blow"
    cost: ClassVar[str] = "action"

    actor: str = place(Who(), "who", required=True)
    target: str | None = place(Who(), "whom")
    result: str = result(DiceText())
    hard: bool = flag("harder")
    times: int | None = named(Number(1, 9), "how often", bare="2")
    what: str | None = place(Text(), "how", rest=True)

    def resolve(self, play: Play) -> None:
        """Hurt the target, who may have to choose."""
        from tracker.combat.dice import parse

        if "action" in play.one(self.actor).spent:
            play.object_(f"{self.actor} has acted.")
        target = self.target or next(iter(play.system.targets(play.scene, self.actor)), self.actor)
        amount = parse(self.result).roll(play.dice, "result").total
        play.spend(self.actor, "action")
        play.because("damage", "result", amount)
        play.system.lose(play, target, amount, "hp")
        if play.one(target).value("hp") == 0:
            play.ask("fate", target, "what now?", ("stands", "falls"))
        play.say(f"{self.actor} strikes {target}: {amount}.")


class Stage(System):
    """A game of hit points and blows."""

    name = "stage"
    title = "Stage"
    source = "made up"
    sheet = Sheet(
        (TrackSpec("hp", "HP", "hit points", 6), TrackSpec("luck", "Luck", "luck", 1, 0, 3)),
        (FieldSpec("armor", "Armor", Number(0, 9)), FieldSpec("state", "State", Text(), own=True)),
        (FieldSpec("damage", "Damage", Number(0, 9), "", 1),),
    )
    bands = (Band("near"), Band("far"))
    default_band = "far"
    degrees = (Degree("none", "·", "."), Degree("half", "◧", "["))
    conditions = (ConditionSpec("dizzy"), ConditionSpec("prone"))
    settings = (Setting("edge", 1, Number(0, 9), "an edge", "G"),)
    presets = (Preset("rat", "a rat", tracks={"hp": 2}, fields={"armor": 1}),)
    own_actions: ClassVar[tuple[type[Action], ...]] = (Strike,)
    roles = {"main": "strike"}
    acts = (("action", "act"),)

    def next(self, play: Play) -> None:
        """A new round."""
        from tracker.combat.events import SpentBecame
        from tracker.systems.ending import round_ends

        round_ends(play)
        spent = tuple(each.name for each in play.scene.combatants.values() if each.spent)
        if spent:
            play.do(SpentBecame(spent, ()))
        play.do(TurnCame(Turn(play.scene.turn.round + 1)))
        play.say(f"Round {play.scene.turn.round}.")

    def decide(self, play: Play, prompt: Prompt, choice: str) -> None:
        """Stand or fall."""
        if choice == "falls":
            play.out(prompt.name, "down")
        play.say(f"{prompt.name} {choice}.")


STAGE = Stage()


class Kept:
    """A saver that keeps what it is given."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.batches: list[int] = []

    def put(self, records: Iterable[Record]) -> None:
        """Keep them."""
        new = list(records)
        self.records += new
        self.batches.append(len(new))


def session(*lines: str, seed: int = 1, system: System = STAGE, saver: Kept | None = None) -> Session:
    """A session in which these lines were done, with dice of this seed and a clock that stands."""
    made = Session(system, dice=random.Random(seed), clock=lambda: "2026-01-01T00:00:00Z", saver=saver)
    for line in lines:
        made.do(line)
    return made
