"""The commands ``tracker show``, ``compare``, ``check``, which only read, and ``repair``, which writes a new file."""

import click
import msgspec

from tracker import session as sessions
from tracker.cli.options import FileName, SessionFile, command, json_option, saves_folder
from tracker.cli.output import say, say_json, say_line
from tracker.cli.sessions import by_name, found_code, loaded, located, plainly
from tracker.combat.digest import digest
from tracker.commands.resolve import state_at
from tracker.export import compare as comparing
from tracker.export import json, text


@command("show")
@click.argument("file", type=SessionFile(), metavar="FILE")
@click.option("--at", type=click.IntRange(0), metavar="N", help="As it was after line N of the log; 0: at the start.")
@json_option
@click.pass_context
def show(ctx: click.Context, file: str, at: int | None, as_json: bool) -> int:
    """Print a fight as plain text, for screen readers, pipes and bug reports. Never writes.

    A file that is torn or damaged is shown up to its last good line. Exit: 0 clean, 1 torn, 2 anything else.
    """
    session = loaded(ctx, file)
    with plainly(session):  # The line may be one that the damage took.
        if as_json:
            say_json(json.as_json(session, at))
        else:
            say(text.as_text(session, at))
    return found_code(session)


@command("compare")
@click.argument("file", type=SessionFile(), metavar="FILE")
@click.argument("a", type=click.IntRange(0), metavar="A")
@click.argument("b", type=click.IntRange(0), metavar="B")
@json_option
@click.pass_context
def compare(ctx: click.Context, file: str, a: int, b: int, as_json: bool) -> int:
    """Print what differs between two moments: after line A and after line B of the log, of any branch; 0: the start.

    Never writes. Exit: 0 clean, 1 torn, 2 anything else.
    """
    with plainly():
        # Of ten thousand states two are asked for; where those are not as they were written, all are compared.
        session = sessions.Session.load(located(file, saves_folder(ctx)), verify=False)
    with plainly(session):
        found = comparing.compare(session, a, b)
    history = session.history
    if session.loaded is not None and any(state_at(history, at) != digest(history.scene_at(at)) for at in (a, b)):
        session.loaded = session.loaded.verified()
    if as_json:
        say_json({"differences": [msgspec.to_builtins(each) for each in found]})
    else:
        say(comparing.compared_text(found, a, b))
    return found_code(session)


@command("check")
@click.argument("files", type=SessionFile(), metavar="FILE...", nargs=-1, required=True)
@click.pass_context
def check(ctx: click.Context, files: tuple[str, ...]) -> int:
    """Say how session files are. Never writes.

    Exit: 0 all clean, 1 a torn tail that opening would mend, 2 damaged, foreign, edited or of a newer version.
    """
    worst = 0
    for file in files:
        verdict = sessions.check(by_name(file, saves_folder(ctx)))
        say_line(f"{file}: {verdict.condition}. {verdict.what}")
        worst = max(worst, verdict.code)
    return worst


@command("repair")
@click.argument("file", type=SessionFile(), metavar="FILE")
@click.option("-o", "--out", type=FileName(), metavar="OUT", required=True, help="The new file; never an old one.")
@click.pass_context
def repair(ctx: click.Context, file: str, out: str) -> int:
    """Write the good part of a session to a new file; the old one stays as it is."""
    path = located(file, saves_folder(ctx))
    with plainly():
        say_line(sessions.repair(path, out))
    return 0
