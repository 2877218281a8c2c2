"""Where a game's rules come in when a common word is used: joining, loss and gain, answers, turns, aims."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from tracker.combat.events import CoverBecame, TurnCame
from tracker.combat.scene import OPEN, Combatant, Cover, Plain, Prompt, Scene, Turn
from tracker.systems.declared import Declared
from tracker.systems.errors import Nonsense
from tracker.systems.people import fresh
from tracker.systems.play import Play
from tracker.systems.sheet import Preset
from tracker.systems.words import Look, match

COUNTED: Final = ("pool", "units", "need", "grit", "tn", "total", "outcome", "damage", "severity", "target")
"""What reasons can count to (interface.md part 3)."""


class Hooks(Declared):
    """The rules behind the common words; a game overrides those that differ."""

    def settings_changed(self, play: Play, names: Sequence[str]) -> None:
        """What follows from changed settings for those already in the fight; by itself nothing."""

    def take_cover(self, play: Play, name: str, degree: str, what: str | None) -> None:
        """Cover by the Director's hand: as the plain ``cover`` word does it."""
        play.do(CoverBecame((name,), Cover(degree, None if degree == OPEN else what)))

    def newcomer(self, scene: Scene, side: str, preset: Preset | None) -> Combatant:
        """A fresh sheet for one who joins: the defaults of the side, then the preset's values."""
        return fresh(self, side, preset)

    def arm(self, play: Play, name: str, weapon: str, given: Mapping[str, Plain]) -> dict[str, Plain]:
        """A weapon's whole fields after it was given or changed; games add what comes with it."""
        old = play.one(name).weapons.get(weapon, {})
        first = {each.name: each.default for each in self.sheet.weapon if each.default is not None}
        return {**first, **old, **given}

    def joined(self, play: Play, names: Sequence[str]) -> None:
        """What follows when somebody joins (a place in the order); by itself nothing."""

    def lose(self, play: Play, name: str, amount: int, track: str) -> None:
        """Loss on a track with all its consequences."""
        play.track(name, track, play.one(name).value(track) - amount)

    def by_hand(self, track: str, change: int) -> tuple[str, int]:
        """What a change by hand counts to, and how much, unless the game keeps the track otherwise."""
        return (track, change) if track in COUNTED else ("damage", -change)

    def written(self, play: Play, name: str, fields: Sequence[str]) -> None:
        """What follows from values written on a sheet: numbers made from them; by itself nothing."""

    def regain(self, play: Play, name: str, amount: int, track: str) -> None:
        """Gain on a track with all its consequences."""
        play.track(name, track, play.one(name).value(track) + amount)

    def came_back(self, play: Play, name: str) -> None:
        """Up again by the Director's word."""
        play.out(name, None)

    def went_out(self, play: Play, name: str, word: str | None) -> None:
        """Down by the Director's word; ``word`` None is the game's usual word."""
        play.out(name, word or "out")

    def marked(self, play: Play, name: str, condition: str, **ends: str | int | None) -> None:
        """A condition by hand; a game may object or write it differently."""
        play.mark(name, condition, None, **ends)

    def leaving(self, play: Play, names: Sequence[str]) -> None:
        """What follows when somebody leaves for good; by itself nothing."""

    def asked_now(self, scene: Scene, prompt: Prompt) -> Prompt:
        """An open question with what it says and offers at this moment; by itself as it was asked."""
        return prompt

    def read_answer(self, prompt: Prompt, text: str, look: Look) -> str:
        """The whole answer to a prompt from a typed one; raises Nonsense."""
        return match(text, (*prompt.choices, "skip"), "answer here") if prompt.choices else text

    def decide(self, play: Play, prompt: Prompt, choice: str) -> None:
        """Carry out the answer to a prompt; the prompt is closed already. Raises Nonsense for no answer."""
        raise Nonsense(f"Question {prompt.id} has no answer “{choice}” here.")

    def dropped(self, play: Play, prompt: Prompt) -> None:
        """What follows when the Director drops a question; it is closed already. By itself nothing."""

    @abstractmethod
    def next(self, play: Play) -> None:
        """The next turn, phase or actor."""

    def phase_of(self, turn: Turn) -> str | None:
        """The phase as the JSON names it."""
        return turn.phase

    def encounter(self, play: Play) -> None:
        """What a new fight changes in those who stay; by itself nothing."""

    def make_active(self, play: Play, name: str) -> None:
        """The Director's word: it is this one's turn."""
        play.do(TurnCame(replace(play.scene.turn, side=play.one(name).side, name=name)))

    def reordered(self, play: Play, name: str) -> None:
        """What follows when the Director changed somebody's place in the order; by itself nothing."""

    def able(self, scene: Scene, name: str) -> bool:
        """Whether a turn stops at somebody: they are up."""
        return scene.combatants[name].out is None

    def may_act(self, scene: Scene, name: str) -> bool:
        """Whether somebody still has something to do in this turn."""
        one, turn = scene.combatants[name], scene.turn
        if one.out is not None or (turn.side is not None and one.side != turn.side):
            return False
        return turn.name in (None, name)

    def likely(self, scene: Scene, verb: str, given: Mapping[str, str]) -> Mapping[str, str]:
        """More words that a form of this verb begins with, to be typed over; ``given`` are those that are clear."""
        return {}

    def targets(self, scene: Scene, actor: str) -> tuple[str, ...]:
        """Whom an actor may be thought to aim at, nobody named: people of other sides still up, close ones first."""
        one = scene.combatants.get(actor)
        if one is None:
            return ()
        foes = [e.name for e in scene.combatants.values() if e.side != one.side and e.out is None]
        nearest = self.band_names(scene)[0]
        return tuple(sorted(foes, key=lambda name: scene.band(actor, name) != nearest))
