"""``tracker view``: following a fight that is played in another window."""

from __future__ import annotations

import click

from tracker.cli.options import SessionFile, command, saves_folder
from tracker.cli.sharing import shared


@command("view")
@click.argument("file", type=SessionFile(), metavar="FILE")
@click.option("--players", is_flag=True, help="Only what the players may see.")
@click.option("--numbers/--no-numbers", default=None, help="For players: whether they see the numbers of the heroes.")
@click.pass_context
def view(ctx: click.Context, file: str, players: bool, numbers: bool | None) -> int:
    """Follow a fight that is played in another window: all of it, or what the players may see. Never writes."""
    from tracker.cli.open import need_terminal, show
    from tracker.cli.sessions import located, plainly

    need_terminal()
    folder = saves_folder(ctx)
    path = located(file, folder)
    if players:
        from tracker.players.following import Followed
        from tracker.tui.players_view import run_view

        sharing, options = shared(numbers)
        with plainly():
            followed = Followed(path, sharing)
        return run_view(followed, options)
    from tracker.session import Session

    with plainly():
        session = Session.watch(path)
    return show(session, folder)
