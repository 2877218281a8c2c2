"""``tracker check`` and ``tracker repair``: how a file is, and its good part saved anew."""

from __future__ import annotations

import click

from tracker.cli.options import command
from tracker.cli.output import say_line


@command("check", "Say whether session files are in order.")
@click.argument("files", type=click.Path(), metavar="FILE...", nargs=-1, required=True)
def check(files: tuple[str, ...]) -> int:
    """Say how session files are. Never writes.

    Exit: 0 all clean, 1 a torn tail that opening would mend, 2 damaged, foreign, edited or of a newer version.
    """
    from tracker.opening import first_fault, start
    from tracker.storage.reader import check as judge

    worst = 0
    for path in files:
        verdict = judge(path, start, fault=first_fault)
        say_line(f"{path}: {verdict.condition}. {verdict.what}")
        worst = max(worst, verdict.code)
    return worst


@command("repair", "Save the good part of a session to a new file.")
@click.argument("file", type=click.Path(), metavar="FILE")
@click.option("-o", "--out", type=click.Path(), metavar="OUT", required=True, help="The new file; never an old one.")
def repair(file: str, out: str) -> int:
    """Write the good part of a session to a new file; the old one stays as it is."""
    from tracker.cli.open import plainly, there
    from tracker.opening import first_fault, start
    from tracker.storage.journal import repair as mend

    there(file)
    with plainly():
        say_line(mend(file, out, start, fault=first_fault))
    return 0
