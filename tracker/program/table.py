"""A session put on the screen: everything up to it, and the screen imported last."""

from __future__ import annotations

import sys

from tracker.program.say import Trouble


def open_table(file: str, given: str | None) -> int:
    """Open a session; an example as a copy in the folder of sessions, which ``given`` names. Gives the exit code."""
    from pathlib import Path

    from tracker.opening import copied
    from tracker.program.opening import located, plainly, saves
    from tracker.shipped import is_shipped_save

    need_terminal()
    path = located(file, given)
    if is_shipped_save(Path(path)):
        with plainly():
            path = copied(path, saves(given))
    return show(path, given)


def need_terminal() -> None:
    """Raise Trouble where no screen can be."""
    # Keys come from stdin, the screen is drawn on stderr, and stdout is where people look for it.
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise Trouble("The screen needs a terminal; without one use tracker run, or tracker show FILE.")


def show(path: str | None, given: str | None) -> int:
    """Show a session's file, or the start screen, until it is left; gives the exit code."""
    import gc

    from tracker.program.opening import saves

    # To collect garbage while everything is being loaded only costs time; the screen begins with it again.
    gc.disable()
    try:
        from tracker.tui.app import run_app

        return run_app(path, saves=saves(given))
    finally:
        gc.enable()
