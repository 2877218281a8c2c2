"""``tracker odds``: the exact chances of an action, before it is rolled.

People a question names who are in no fight: they join with the usual sheet, so that it can be asked anywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from tracker.cli.options import command, json_option, system_option
from tracker.cli.output import Trouble, say, say_json
from tracker.combat.dice import no_dice
from tracker.combat.scene import ENEMIES, HEROES, Scene
from tracker.commands.parser import dealt, read
from tracker.commands.tokens import Phrase, phrases
from tracker.rules.action import perform
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import CombatantParam, CombatantsParam
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver
from tracker.rules.system import System

if TYPE_CHECKING:
    from tracker.combat.scene import Scene
    from tracker.rules.system import System
    from tracker.rules.view import Odds


@command("odds", "Print the exact chances of an action.")
@click.argument("line", metavar="COMMAND")
@system_option("The game; else that of the loaded file, else the first shipped.")
@click.option("--load", type=click.Path(), metavar="FILE", help="The fight it is asked in.")
@json_option
def odds(line: str, system: System | None, load: str | None, as_json: bool) -> int:
    """Print the exact chances of an action with roll as its result, in quotes: "attack Ann Goons roll".

    Words before a semicolon are done first. Without --load, who is named joins with the game's usual sheet.
    """
    from tracker.cli.open import read, system_of, told
    from tracker.export.json import odds_json
    from tracker.games.registry import find, names

    loaded = read(load) if load is not None else None
    game = system_of(loaded, system) if loaded is not None else system or find(names()[0])
    scene = loaded.history.scene if loaded is not None else game.new_scene()
    found = _odds(game, scene, line, made_up=loaded is None)
    if as_json:
        say_json(odds_json(found))
    else:
        say(odds_text(found))
    return told(loaded) if loaded is not None else 0


def odds_text(odds: Odds) -> str:
    """Each outcome with its chance in percent, and the chance of success."""
    wide = max((len(each.label) for each in odds.outcomes), default=0)
    lines = [f"{each.label:<{wide}}  {float(each.p):8.3%}" for each in odds.outcomes]
    return "\n".join([*lines, f"{'success':<{wide}}  {float(odds.success):8.3%}"])


def _odds(system: System, scene: Scene, line: str, made_up: bool) -> Odds:
    """The odds of the last command of a line, those before it done; raises Trouble."""
    from tracker.combat.text import clean_command
    from tracker.commands.parser import read
    from tracker.commands.tokens import phrases
    from tracker.rules.errors import InvalidCommand, Refused

    try:
        *before, last = phrases(clean_command(line)) or (None,)
        if last is None:
            raise InvalidCommand("There is no command; write an action with roll as its result.")
        for phrase in before:
            scene = _after(system, scene, phrase)
        if made_up:
            scene = joined(system, scene, last)
        return system.odds(scene, read(last, system, scene))
    except (InvalidCommand, Refused) as bad:
        raise Trouble(str(bad)) from None


def _after(system: System, scene: Scene, phrase: object) -> Scene:
    import random

    from tracker.combat.dice import Dice
    from tracker.commands.parser import read
    from tracker.commands.tokens import Phrase
    from tracker.rules.action import perform
    from tracker.rules.resolver import Resolver

    assert isinstance(phrase, Phrase)
    resolver = Resolver(system, scene, Dice(random.SystemRandom()), ruled=phrase.ruled)
    perform(resolver, read(phrase, system, scene))
    return resolver.scene


SOMEBODY: Final = "Somebody"
"""The enemy where none is named."""


def joined(system: System, scene: Scene, phrase: Phrase) -> Scene:
    """The scene with everybody the phrase names; the first of them is a hero, the others are enemies.

    Where no enemy is named one stands there all the same, so that the only possible target need not be said.
    Raises InvalidCommand.
    """
    side = HEROES
    for spec, text in dealt(phrase, system, scene):
        if isinstance(spec.type, CombatantParam | CombatantsParam):
            for name in text.split(","):
                scene = _with(system, scene, name.strip(), side)
            side = ENEMIES
    return scene if len(scene.sides()) > 1 else _with(system, scene, SOMEBODY, ENEMIES)


def _with(system: System, scene: Scene, name: str, side: str) -> Scene:
    try:
        CombatantsParam(everybody=True).read(name, Context(system, scene))
    except InvalidCommand:
        resolver = Resolver(system, scene, no_dice())
        (line,) = phrases(f"add {quote(name, plain=False)} side={side}")
        perform(resolver, read(line, system, scene))
        return resolver.scene
    return scene
