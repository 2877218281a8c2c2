"""``tracker games``: the origin of each game, and the faults of game files."""

from __future__ import annotations

import os
from pathlib import Path

import click

from tracker.cli.options import command
from tracker.cli.output import CliError, say_json, say_line, warn

CHECK = "check"


@command("games")
@click.argument("words", nargs=-1, metavar="[check FILE...]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def games(words: tuple[str, ...], as_json: bool) -> int:
    """List the games and where each comes from; check FILE... reads game files and names each fault with its line.

    Exit 1 where a game cannot be played, 2 where a file cannot be read.
    """
    if not words:
        return _list(as_json)
    if words[0] != CHECK or len(words) == 1:
        raise click.UsageError("Write tracker games, or tracker games check FILE.")
    return max(map(_check, words[1:]))


def _list(as_json: bool) -> int:
    from tracker.games.registry import find, origins
    from tracker.rules.errors import InvalidCommand

    report, problems = [], []
    for name, where in origins():
        try:
            system = find(name)
        except InvalidCommand as bad:
            problems.append(str(bad))
            continue
        report.append(
            {"name": name, "title": system.title, "from": where, "source": system.source, "licence": system.licence}
        )
    if as_json:
        say_json(report)
    else:
        for game in report:
            say_line(f"{game['name']:<16}{game['title']:<24}{game['from']}")
            say_line(f"{'':<16}{game['licence'] or game['source']}")
    for problem in problems:
        warn(problem)
    return 1 if problems else 0


def _check(file: str) -> int:
    """Check a file; returns its exit code."""
    from tracker.games.language import BadGame, read_game
    from tracker.storage.errors import because
    from tracker.storage.handwritten import TooLong, content_of

    path = Path(file)
    if not os.path.lexists(path):
        raise CliError(f"There is no file {file}.")
    try:
        system = read_game(content_of(path, 300_000), path.name, path.stem)
    except TooLong:
        warn(f"{path.name} is too long for a game file.")
        return 2
    except OSError as error:
        warn(f"{path.name} cannot be read: {because(error, 'reading')}.")
        return 2
    except BadGame as bad:
        for fault in bad.faults:
            warn(fault)
        return 1
    verbs = ", ".join(action.verb for action in system.own_actions) or "no actions"
    say_line(f"{path.name} is in order: {system.title}, with {verbs}.")
    return 0
