"""People a question names who are in no fight: they join with the usual sheet, so that it can be asked anywhere."""

from __future__ import annotations

from typing import Final

from tracker.combat.dice import no_dice
from tracker.combat.scene import ENEMIES, HEROES, Scene
from tracker.commands.grammar import Phrase, phrases
from tracker.commands.read import dealt, read
from tracker.systems.base import Look, Nonsense, System
from tracker.systems.perform import perform
from tracker.systems.play import Play
from tracker.systems.quoting import quote
from tracker.systems.words import Who, Whos

SOMEBODY: Final = "Somebody"
"""The enemy where none is named."""


def joined(system: System, scene: Scene, phrase: Phrase) -> Scene:
    """The scene with everybody the phrase names; the first of them is a hero, the others are enemies.

    Where no enemy is named one stands there all the same, so that the only possible target need not be said.
    Raises Nonsense.
    """
    side = HEROES
    for spec, text in dealt(phrase, system, scene):
        if isinstance(spec.word, Who | Whos):
            for name in text.split(","):
                scene = _with(system, scene, name.strip(), side)
            side = ENEMIES
    return scene if len(scene.sides()) > 1 else _with(system, scene, SOMEBODY, ENEMIES)


def _with(system: System, scene: Scene, name: str, side: str) -> Scene:
    try:
        Whos(everybody=True).read(name, Look(system, scene))
    except Nonsense:
        play = Play(system, scene, no_dice())
        (line,) = phrases(f"add {quote(name, plain=False)} side={side}")
        perform(play, read(line, system, scene))
        return play.scene
    return scene
