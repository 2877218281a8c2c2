"""A small game and sessions in it, for tests that are independent of a game."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from typing import Any, ClassVar, NamedTuple

from tracker.combat.records import Record
from tracker.combat.scene import Prompt, Scene, Turn
from tracker.rules.action import Action
from tracker.rules.command import argument, flag, option, result
from tracker.rules.declarations import Band, ConditionSpec, CoverDegree, FieldSpec, Preset, Setting, Sheet, TrackSpec
from tracker.rules.params import CombatantParam, DiceParam, NumberParam, TextParam
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.turns import TurnClock
from tracker.rules.view import CombatantRow, Opening
from tracker.session import Session


class Strike(Action):
    """A blow: dice, a target, an option of each kind."""

    verb: ClassVar[str] = "strike"
    help: ClassVar[str] = "a blow"
    cost: ClassVar[str] = "action"

    actor: str = argument(CombatantParam(), "who", required=True)
    target: str | None = argument(CombatantParam(), "whom")
    result: str = result(DiceParam())
    hard: bool = flag("harder")
    times: int | None = option(NumberParam(1, 9), "how often", bare="2")
    what: str | None = argument(TextParam(), "how", rest=True)

    def resolve(self, resolver: Resolver) -> None:
        """Hurt the target, who may have to choose."""
        from tracker.combat.expressions import parse

        if "action" in resolver.combatant(self.actor).spent:
            resolver.objection(f"{self.actor} has acted.")
        target = self.target or next(iter(resolver.system.likely_targets(resolver.scene, self.actor)), self.actor)
        amount = parse(self.result).roll(resolver.dice, "result").total
        resolver.spend(self.actor, "action")
        resolver.because("damage", "result", amount)
        resolver.system.lose(resolver, target, amount, "hp")
        if resolver.combatant(target).value("hp") == 0:
            resolver.ask("fate", target, "what now?", ("stands", "falls"))
        resolver.say(f"{self.actor} strikes {target}: {amount}.")


class StageClock(TurnClock):
    """Rounds in which anybody acts at any time."""

    named = False

    def to_come(self, scene: Scene, leaving: Collection[str] = ()) -> tuple[Turn, ...]:
        return ()

    def openings(self, scene: Scene) -> tuple[Opening, ...]:
        return ()

    def renew(self, resolver: Resolver, number: int) -> None:
        resolver.restore()

    def sentences(self, scene: Scene) -> tuple[str, ...]:
        return (f"Round {scene.turn.round}.",)


class Stage(System):
    """A game of hit points and blows."""

    name = "stage"
    title = "Stage"
    source = "made up"
    sheet = Sheet(
        (TrackSpec("hp", "HP", "hit points", 6), TrackSpec("luck", "Luck", "luck", 1, 0, 3)),
        (FieldSpec("armor", "Armor", NumberParam(0, 9)), FieldSpec("state", "State", TextParam(), internal=True)),
        (FieldSpec("damage", "Damage", NumberParam(0, 9), "", 1),),
    )
    bands = (Band("near"), Band("far"))
    default_band = "far"
    cover_degrees = (CoverDegree("none", "·", "."), CoverDegree("half", "◧", "["))
    conditions = (ConditionSpec("dizzy"), ConditionSpec("prone"))
    clock = StageClock()
    own_settings = (Setting("edge", 1, NumberParam(0, 9), "an edge", "G"),)
    presets = (Preset("rat", "a rat", tracks={"hp": 2}, fields={"armor": 1}),)
    own_actions: ClassVar[tuple[type[Action], ...]] = (Strike,)
    roles = {"main": "strike"}
    turn_actions = (("action", "act"),)

    def decide(self, resolver: Resolver, prompt: Prompt, choice: str) -> None:
        """Stand or fall."""
        if choice == "falls":
            resolver.set_out(prompt.name, "down")
        resolver.say(f"{prompt.name} {choice}.")


STAGE = Stage()


class Kept:
    """A writer that keeps what it is given."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.batches: list[int] = []

    def put(self, records: Iterable[Record], bodies: Iterable[bytes] = ()) -> None:
        """Keep them."""
        new = list(records)
        self.records += new
        self.batches.append(len(new))


def session(*lines: str, seed: int = 1, system: System = STAGE, writer: Any = None) -> Session:
    """A session in which these lines were done, with dice of this seed and a clock that stands."""
    session = Session(system, dice=random.Random(seed), clock=lambda: "2026-01-01T00:00:00Z")
    session.writer = writer
    for line in lines:
        session.do(line)
    return session


def reloaded(records: Iterable[Record], system: System = STAGE) -> Session:
    """A session with these records."""
    session = Session(system)
    for record in records:
        session.history.add(record)
    return session


class SideRows(NamedTuple):
    """A section of the list with all its rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[CombatantRow, ...]


def side_rows(system: System, scene: Scene) -> tuple[SideRows, ...]:
    """The whole list of combatants as the screen would show it."""
    pending = {wait.name for wait in system.pending(scene)}
    return tuple(
        SideRows(
            section.title,
            section.columns,
            tuple(system.row(scene, scene.combatants[name], name in pending) for name in section.names),
        )
        for section in system.sections(scene)
    )
