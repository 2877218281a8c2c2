"""``tracker odds``: the exact chances of an action, before it is rolled; ``tracker forecast``: how a fight may go on.

Without a fight, combatants named in an action join with the game's default sheet, so that it works anywhere.
"""

import gc
import random
import shutil
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import click
from click.shell_completion import CompletionItem

from tracker.cli.options import ParamType, SessionFile, command, json_option, library_option, system_option, use_library
from tracker.cli.output import CliError, say, say_json
from tracker.cli.sessions import found_code, loaded_or_new, must_be_prepared, plainly
from tracker.combat.dice import Dice, no_dice
from tracker.combat.scene import ENEMIES, HEROES, Scene
from tracker.combat.text import clean_command
from tracker.commands.completion import complete
from tracker.commands.parser import Phrase, dealt, phrases, read
from tracker.commands.resolve import odds_of, resolve, throw_of
from tracker.export.json import odds_json
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import quote
from tracker.rules.params import CombatantParam, CombatantsParam
from tracker.rules.system import System
from tracker.rules.throw import Throw
from tracker.rules.view import Odds
from tracker.session import Session

if TYPE_CHECKING:
    from tracker.foresight.forecast import Forecast

GRAIN: Final = 10_000  # the number of steps in the longest bar

FIGHTS: Final = 400


class TypedCommand(ParamType):
    """A line of the command language, as one quoted word of the shell."""

    name = "command"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the line with each word that may end it, in the fight of --load or a new one of --system."""
        try:
            session = loaded_or_new(ctx, ctx.params.get("file") or None, ctx.params["system"])
        except CliError:
            return []
        ending = complete(session.system, session.scene, incomplete)
        return [CompletionItem(incomplete[: ending.start] + word) for word in ending.words]


@command("odds")
@click.argument("line", type=TypedCommand(), metavar="COMMAND")
@system_option("The game; else that of the loaded file, else the first shipped.")
@click.option("--load", "file", type=SessionFile(), metavar="FILE", help="The fight it is asked in.")
@json_option
@click.pass_context
def odds(ctx: click.Context, line: str, system: System | None, file: str | None, as_json: bool) -> int:
    """Print the exact chances of an action with roll as its result, in quotes: "attack Ann Goons roll".

    Words before a semicolon are done first. Without --load, whoever is named joins with the game's usual sheet. In a
    terminal each chance is a bar, in a pipe a plain line. What the rules refuse now is named beside its chances.
    """
    session = loaded_or_new(ctx, file, system)
    with plainly():
        throw, chances = odds_in(session, line, made_up=file is None)
    if as_json:
        say_json(odds_json(chances))
    else:
        bars = sys.stdout.isatty()
        head = (throw.in_words(), "") if bars and throw is not None else ()
        say("\n".join((*head, *odds_lines(chances, bars))))
    return found_code(session)


def odds_lines(odds: Odds, bars: bool) -> Iterator[str]:
    """Yield each outcome with its chance in percent, the chance of success, and the refusals; chances also as bars."""
    from tracker.tui.look.glyphs import FANCY, PLAIN, bar

    glyphs = FANCY if "utf" in (sys.stdout.encoding or "").lower() else PLAIN
    wide = max((len(outcome.label) for outcome in (*odds.outcomes, *odds.beside)), default=0)
    room = max(8, min(50, shutil.get_terminal_size().columns - wide - 13))  # the cells of the longest bar

    def line(label: str, p: float, top: float = 1.0) -> str:
        filled = bar(round(p / top * GRAIN), GRAIN, room, glyphs)[0] if bars else ""
        return f"{label:<{wide}}  {float(p):8.3%}  {filled}".rstrip()

    most = max((outcome.p for outcome in odds.outcomes), default=1.0)
    yield from (line(outcome.label, outcome.p, most) for outcome in odds.outcomes)
    yield from [""] if bars else []
    yield line("success", odds.success)
    yield from (line(outcome.label, outcome.p) for outcome in odds.beside)
    yield from (f"refused: {objection}" for objection in odds.refused)


def odds_in(session: Session, line: str, made_up: bool = False) -> tuple[Throw | None, Odds]:
    """Return throw and odds of the last command of a line, after the others. Raises InvalidCommand and Refused."""
    system, scene, parts = session.system, session.scene, phrases(clean_command(line))
    if not parts:
        raise InvalidCommand("There is no command; write an action with roll as its result.")
    if parts[1:]:
        dice = Dice(random.SystemRandom())
        try:
            scene = resolve(system, scene, parts[:-1], dice).scene
        except InvalidCommand as bad:
            # The earlier commands may be about those who are only named in the last one.
            if not made_up:
                raise
            try:
                scene = resolve(system, joined(system, scene, parts[-1]), parts[:-1], dice).scene
            except InvalidCommand:
                raise bad from None
    if made_up:
        scene = joined(system, scene, parts[-1])
    action = read(parts[-1], system, scene)
    return throw_of(system, scene, action), odds_of(system, scene, action, ruled=bool(parts[-1].ruling))


def joined(system: System, scene: Scene, phrase: Phrase) -> Scene:
    """Return the scene with everybody the phrase names; the first of them is a hero, the others are enemies.

    If no enemy is named, one is there all the same, so that the only possible target may be left out. Raises
    InvalidCommand.
    """
    side = HEROES
    for parameter, text in dealt(phrase, system, scene):
        if isinstance(parameter.type, CombatantParam | CombatantsParam):
            for name in text.split(","):
                scene = _with(system, scene, name.strip(), side)
            side = ENEMIES
    return scene if len(scene.sides()) > 1 else _with(system, scene, "Somebody", ENEMIES)


def _with(system: System, scene: Scene, name: str, side: str) -> Scene:
    try:
        CombatantsParam().read(name, Context(system, scene))
    except InvalidCommand:
        return resolve(system, scene, phrases(f"add {quote(name, plain=False)} side={side}"), no_dice()).scene
    return scene


@command("forecast")
@click.argument("file", type=SessionFile(), required=False, metavar="[FILE]")
@system_option("The game, for a fight of the library.")
@click.option("--party", metavar="NAME", help="A party of the library that comes into the fight.")
@click.option("--encounter", metavar="NAME", help="An encounter of the library that is set out.")
@click.option(
    "--fights", type=click.IntRange(1, 100_000), default=FIGHTS, show_default=True, help="How many are played."
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same numbers.")
@click.option("--at", type=int, metavar="LINE", help="What if: from after that line, the present beside it.")
@click.option(
    "--instead",
    nargs=2,
    type=(int, str),
    metavar="LINE COMMAND",
    help="What if: with another command in that line's place, beside the present.",
)
@library_option
@json_option
@click.pass_context
def forecast(
    ctx: click.Context,
    file: str | None,
    system: System | None,
    party: str | None,
    encounter: str | None,
    fights: int,
    seed: int,
    at: int | None,
    instead: tuple[int, str] | None,
    as_json: bool,
) -> int:
    """Play a fight to its end many times and say how it goes: who goes down, who falls, in how many rounds.

    Each side does what o ranks first; the rest of what is assumed is said with the numbers. FILE is forecast as it
    stands, with wounds and places; --party and --encounter come into it, or into a new fight of a game. What was asked
    for stands first, and in JSON on top; the rest beside it.
    """
    from tracker.foresight.forecast import ASSUMED, LEFT_OUT, Forecast, called
    from tracker.foresight.forecast import as_json as plain

    if file is None and party is None and encounter is None:
        raise click.UsageError("Name a session, or a fight: --party NAME --encounter NAME.")
    session = loaded_or_new(ctx, file, system)
    use_library(ctx, session)
    with plainly():
        if encounter is not None:
            must_be_prepared(session, encounter)
            session.do(f"encounter {quote(encounter)}")
        if party is not None:
            session.do(f"bring {quote(party)}")
        at_first = [f"at {at}"] if at is not None else []
        ways = [*at_first, "", *([f"amend {instead[0]} {instead[1]}"] if instead is not None else [])]
        scenes = [(way, session.foreseen(way)) for way in ways]
    told = [(way, Forecast(session.system_at(scene), scene, seed)) for way, scene in scenes]
    # The rules stay until the end and fights leave little garbage: looking for it as often as usual takes a tenth.
    gc.freeze()
    gc.set_threshold(50_000, 10, 1000)
    for _, each in told:
        if not each.is_fight:
            raise CliError(each.why_not)
        with click.progressbar(each.play(fights), fights, file=sys.stderr, hidden=not sys.stderr.isatty()) as played:
            for _ in played:
                pass
    if as_json:
        (_, first), *others = told
        data: dict[str, Any] = plain(first)
        if others:
            data["beside"] = [{"what": called(what), **plain(each)} for what, each in others]
        say_json(data)
    else:
        blocks = [text(each, called(what) if len(told) > 1 else "") for what, each in told]
        say("\n\n".join([*blocks, "\n".join((*ASSUMED, *LEFT_OUT))]))
    return found_code(session)


def text(forecast: "Forecast", what: str) -> str:
    """Return the numbers below a heading."""
    from tracker.foresight.forecast import in_words

    lines = in_words(forecast)
    wide = max(len(label) for label, _ in lines)
    head = f"{len(forecast.outcomes)} fights, seed {forecast.seed}{f', {what}' if what else ''}"
    return "\n".join([head, *(f"{label:<{wide}}  {value}" for label, value in lines)])
