"""``tracker``, ``tracker FILE`` and ``tracker new``: everything up to the screen, which is imported last."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from tracker.program.options import SystemName, command, given_saves
from tracker.program.say import Trouble

if TYPE_CHECKING:
    from tracker.systems.base import System


def start_screen(ctx: click.Context) -> int:
    """Open the start screen; gives the exit code."""
    _need_terminal()
    return _screen(ctx, None)


@command("open", "Open a session.")
@click.argument("file", type=click.Path(), metavar="FILE")
@click.pass_context
def open_file(ctx: click.Context, file: str) -> int:
    """Open a session on the screen. A shipped example opens as a copy in the folder of sessions."""
    from pathlib import Path

    from tracker.opening import copied
    from tracker.program.opening import located, plainly, saves
    from tracker.shipped import is_shipped_save

    _need_terminal()
    path = located(file, given_saves(ctx))
    if is_shipped_save(Path(path)):
        with plainly():
            path = copied(path, saves(given_saves(ctx)))
    return _screen(ctx, path)


@command("new", "Make a session of a game and open it.")
@click.argument("system", type=SystemName(), metavar="SYSTEM")
@click.argument("file", type=click.Path(), metavar="[FILE]", required=False)
@click.option("--title", metavar="T", help="What the session is called.")
@click.pass_context
def new(ctx: click.Context, system: System, file: str | None, title: str | None) -> int:
    """Make a session of a game and open it. Without FILE it goes into the folder of sessions."""
    from tracker.program.opening import made

    _need_terminal()
    return _screen(ctx, made(system, file, title, given_saves(ctx)))


def _need_terminal() -> None:
    # Keys come from stdin, the screen is drawn on stderr, and stdout is where people look for it.
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise Trouble("The screen needs a terminal; without one use tracker run, or tracker show FILE.")


def _screen(ctx: click.Context, path: str | None) -> int:
    import gc

    from tracker.program.opening import saves

    # To collect garbage while everything is being loaded only costs time; the screen begins with it again.
    gc.disable()
    try:
        from tracker.tui.app import run_app

        return run_app(path, saves=saves(given_saves(ctx)))
    finally:
        gc.enable()
