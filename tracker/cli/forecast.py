"""``tracker forecast``: how a fight may go on, played to its end many times with the rules themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from tracker.cli.options import (
    SessionFile,
    command,
    json_option,
    library_option,
    saves_folder,
    system_option,
    use_library,
)
from tracker.cli.output import CliError, say, say_json

if TYPE_CHECKING:
    from tracker.foresight.forecast import Forecast
    from tracker.rules.system import System

FIGHTS: Final = 400
MOST_FIGHTS: Final = 100_000


@command("forecast")
@click.argument("file", type=SessionFile(), required=False, metavar="[FILE]")
@system_option("The game, for a fight of the library.")
@click.option("--party", metavar="NAME", help="A party of the library that comes into the fight.")
@click.option("--encounter", metavar="NAME", help="An encounter of the library that is set out.")
@click.option(
    "--fights",
    type=click.IntRange(1, MOST_FIGHTS),
    default=FIGHTS,
    show_default=True,
    help="How many are played.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same numbers.")
@click.option("--at", type=int, metavar="LINE", help="What if: from after that line of the story, beside the present.")
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
    stands, with wounds and places; --party and --encounter come into it, or into a new fight of a game.
    """
    from tracker.cli.sessions import found_code, load, located, same_system
    from tracker.foresight.forecast import ASSUMED, Forecast
    from tracker.foresight.forecast import as_json as plain
    from tracker.games.registry import first
    from tracker.rules.errors import InvalidCommand, Refused
    from tracker.rules.quoting import quote
    from tracker.session import Session

    if file is not None:
        session = load(located(file, saves_folder(ctx)))
        same_system(session, system)
    elif party is None and encounter is None:
        raise click.UsageError("Name a session, or a fight: --party NAME --encounter NAME.")
    else:
        session = Session(system or first())
    use_library(ctx, session)
    try:
        if encounter is not None:
            session.do(f"encounter {quote(encounter)}")
        if party is not None:
            session.do(f"bring {quote(party)}")
        told: list[tuple[str, Forecast]] = [("", Forecast(session.system, session.scene, seed))]
        if at is not None:
            if at not in session.history.entries and at != 0:
                raise InvalidCommand(f"There is no line {at} in this session.")
            scene = session.history.scene_at(at)
            told.append((f"after line {at}", Forecast(session.system_at(scene), scene, seed)))
        if instead is not None:
            number, line = instead
            session.do(f"amend {number} {line}")
            told.append((f"with line {number}: {line}", Forecast(session.system, session.scene, seed)))
    except (InvalidCommand, Refused) as bad:
        raise CliError(str(bad)) from None
    for _, each in told:
        if not each.is_fight:
            raise CliError(each.why_not)
        for _ in each.play(fights):
            pass
    if as_json:
        (_, now), *others = told
        data: dict[str, Any] = plain(now)
        if others:
            data["what_if"] = [{"what": what, **plain(each)} for what, each in others]
        say_json(data)
    else:
        say("\n\n".join([*(text(each, what) for what, each in told), "\n".join(ASSUMED)]))
    return found_code(session)


def text(forecast: Forecast, what: str) -> str:
    """Return the numbers below a heading."""
    from tracker.foresight.forecast import in_words

    lines = in_words(forecast)
    wide = max(len(label) for label, _ in lines)
    head = f"{len(forecast.outcomes)} fights, seed {forecast.seed}{f', {what}' if what else ''}"
    return "\n".join([head, *(f"{label:<{wide}}  {value}" for label, value in lines)])
