"""``tracker view``, ``serve`` and ``mcp``: a fight for a second window, for players, and for other programs."""

import signal
import sys
import time
from contextlib import closing
from importlib.util import find_spec

import click

from tracker.cli.options import SessionFile, command, library_option, saves_folder, use_library
from tracker.cli.output import CliError, say_line, warn, warned
from tracker.cli.sessions import located, need_terminal, plainly, show
from tracker.players.projection import Sharing
from tracker.players.public import ABANDONED, Followed
from tracker.session import Session
from tracker.storage.errors import because
from tracker.tui.look.preferences import Options


def shared(numbers: bool | None) -> tuple[Sharing, Options]:
    """Return what is shared, and the preferences; what is wrong with their file is told."""
    from tracker.tui.look.load_options import load_options

    options = load_options()
    warned(options.problems)
    return Sharing(numbers=options.numbers if numbers is None else numbers), options


@command("view")
@click.argument("file", type=SessionFile(), metavar="FILE")
@click.option("--players", is_flag=True, help="Only what the players may see.")
@click.option("--numbers/--no-numbers", default=None, help="For players: whether they see the numbers of the heroes.")
@click.pass_context
def view(ctx: click.Context, file: str, players: bool, numbers: bool | None) -> int:
    """Follow a fight that is played in another window: all of it, or what the players may see. Never writes."""
    need_terminal()
    folder = saves_folder(ctx)
    path = located(file, folder)
    if players:
        from tracker.tui.players_view import run_view

        sharing, options = shared(numbers)
        with plainly():
            followed = Followed(path, sharing)
        return run_view(followed, options)
    with plainly():
        session = Session.watch(path)
    return show(session, folder)


@command("serve")
@click.argument("file", type=SessionFile(), metavar="FILE")
@click.option("--host", metavar="H", help="The address to listen on; 127.0.0.1 unless config.toml says otherwise.")
@click.option("--port", type=click.IntRange(0, 65_535), metavar="N", help="The port; else any free one.")
@click.option("--numbers/--no-numbers", default=None, help="Whether players see the numbers of the heroes.")
@click.pass_context
def serve(ctx: click.Context, file: str, host: str | None, port: int | None, numbers: bool | None) -> None:
    """Show a fight to phones and browsers at the table, as players may see it, until ctrl+c.

    Hidden combatants, the numbers of enemies, notes and questions are not in it. The file is only read.
    Where the page listens is said here or in [players] of config.toml; 0.0.0.0 is every network.
    """
    from tracker.web.address import HEARTBEAT
    from tracker.web.broadcast import Broadcast, PageError

    sharing, options = shared(numbers)
    with plainly():
        followed = Followed(located(file, saves_folder(ctx)), sharing)
    # On SIGTERM it ends as on ctrl+c: the server first, then its file.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        own = options.host if host is None else host, options.port if port is None else port
        with closing(Broadcast(followed.projection(), *own)) as broadcast:
            say_line(broadcast.address.url)
            if broadcast.warning:
                warn(broadcast.warning)
            shown, old, beat = "", "", time.monotonic()
            while True:
                time.sleep(0.1)
                if followed.look() or time.monotonic() - beat >= HEARTBEAT:
                    beat = time.monotonic()
                    try:
                        # Without a sign of life the page says that the GM is away.
                        if followed.trouble != ABANDONED:
                            broadcast.publish(followed.projection())
                        old = ""
                    except OSError as error:
                        old = f"The page cannot be brought up to date: {because(error)}."
                    broadcast.revive()
                trouble = followed.trouble or old
                if trouble and trouble != shown:
                    warn(trouble)
                shown = trouble
    except PageError as bad:
        raise CliError(str(bad)) from None


@command("mcp")
@click.argument("file", type=SessionFile(), metavar="FILE")
@click.option("--players", is_flag=True, help="Show only what the players may see; then nothing can be proposed.")
@library_option
@click.pass_context
def mcp(ctx: click.Context, file: str, players: bool) -> None:
    """Let other programs take part in a fight, by the Model Context Protocol on standard input and output.

    They see the fight as the GM does, with all that is hidden: its state and log, exact chances, what somebody could
    do, and what a line would do. A line that they propose waits on the screen of the tracker that has the fight open,
    until the GM takes it, edits it or declines it; no setting does that. The file is only read.
    """
    from tracker.web.broadcast import way_to_install

    if find_spec("mcp") is None:
        raise CliError(f"tracker mcp needs one more package. Install it with: {way_to_install('mcp', ('mcp',))}")
    from tracker.cli.mcp_tools import Tools, for_players, served

    path = located(file, saves_folder(ctx))
    with plainly():
        if players:
            server = for_players(Followed(path, shared(None)[0]))
        else:
            session = Session.watch(path)
            use_library(ctx, session)
            server = served(Tools(session, path))
    server.run("stdio")
