"""``tracker odds``: the exact chances of an action, before it is rolled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tracker.program.options import command, json_option, system_option
from tracker.program.say import Trouble, say, say_json

if TYPE_CHECKING:
    from tracker.combat.scene import Scene
    from tracker.systems.base import Odds, System


@command("odds", "Print the exact chances of an action.")
@click.argument("line", metavar="COMMAND")
@system_option("The game; else that of the loaded file, else the first shipped.")
@click.option("--load", type=click.Path(), metavar="FILE", help="The fight it is asked in.")
@json_option
def odds(line: str, system: System | None, load: str | None, as_json: bool) -> int:
    """Print the exact chances of an action with roll as its result, in quotes: "attack Ann Goons roll".

    Words before a semicolon are done first. Without --load, who is named joins with the game's usual sheet.
    """
    from tracker.program.opening import read, system_of, told
    from tracker.report import odds_json
    from tracker.systems.registry import find, names

    loaded = read(load) if load is not None else None
    game = system_of(loaded, system) if loaded is not None else system or find(names()[0])
    scene = loaded.history.scene if loaded is not None else game.start()
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
    from tracker.commands.grammar import phrases
    from tracker.commands.read import read
    from tracker.program.strangers import joined
    from tracker.storage.clean import clean_command
    from tracker.systems.base import Nonsense, Refused

    try:
        *before, last = phrases(clean_command(line)) or (None,)
        if last is None:
            raise Nonsense("There is no command; write an action with roll as its result.")
        for phrase in before:
            scene = _after(system, scene, phrase)
        if made_up:
            scene = joined(system, scene, last)
        return system.odds(scene, read(last, system, scene))
    except (Nonsense, Refused) as bad:
        raise Trouble(str(bad)) from None


def _after(system: System, scene: Scene, phrase: object) -> Scene:
    import random

    from tracker.combat.dice import Dice
    from tracker.commands.grammar import Phrase
    from tracker.commands.read import read
    from tracker.systems.perform import perform
    from tracker.systems.play import Play

    assert isinstance(phrase, Phrase)
    play = Play(system, scene, Dice(random.SystemRandom()), ruled=phrase.ruled)
    perform(play, read(phrase, system, scene))
    return play.scene
