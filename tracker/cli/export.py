"""``tracker export`` and ``tracker book``: a fight, or all fights of a campaign, for people or for other programs."""

import gc
import json
import os
from collections.abc import Sequence
from contextlib import ExitStack

import click
import msgspec

from tracker.cli.options import FileName, SessionFile, command
from tracker.cli.output import CliError, say
from tracker.cli.sessions import found_code, loaded
from tracker.cli.sharing import shared
from tracker.export import book as books
from tracker.export.chronicle import as_csv, as_data, chronicle
from tracker.export.for_players import chronicle_for_players
from tracker.export.html import as_html, book_as_html
from tracker.export.markdown import as_markdown, book_as_markdown
from tracker.players.projection import Sharing
from tracker.session import Session
from tracker.storage.errors import because

KINDS = ("markdown", "html", "csv", "json")
FIGHTS = ("improved-initiative", "library")
"""The forms of the fight itself, for another program or a library, in place of its story."""


@command("export")
@click.argument("file", type=SessionFile(), metavar="FILE")
@click.option("--to", "kind", type=click.Choice((*KINDS, *FIGHTS)), required=True, help="The form: html is a replay.")
@click.option("--for", "reader", type=click.Choice(["players"]), help="Leave out everything that players may not know.")
@click.option("--numbers/--no-numbers", default=None, help="For players: whether heroes' numbers are in it.")
@click.option("-o", "--out", type=FileName(), metavar="OUT", help="The new file; else it is printed.")
@click.pass_context
def export(ctx: click.Context, file: str, kind: str, reader: str | None, numbers: bool | None, out: str | None) -> int:
    """Write the story of a fight with its figures and luck; html is one file that replays every moment.

    improved-initiative is the fight as it stands, as an encounter for that program, and library a file of the library:
    the heroes as a party, everybody else as an encounter.

    A file that is torn or damaged is exported up to its last good line. Nothing is written over. Exit: 0 clean, 1 torn,
    2 anything else.
    """
    _is_new(out)
    # Everything created stays until the end: garbage collection would take a third of the time.
    gc.disable()
    session = loaded(ctx, file)
    if kind in FIGHTS and reader is not None:
        raise CliError(f"{kind} is the GM's: leave out --for players.")
    _written(told_as(session, kind, shared(numbers)[0] if reader == "players" else None), out)
    return found_code(session)


BOOKS = ("html", "markdown", "json")


@command("book")
@click.argument("files", type=SessionFile(), metavar="FILE...", nargs=-1, required=True)
@click.option("--to", "kind", type=click.Choice(BOOKS), required=True, help="The form.")
@click.option("--for", "reader", type=click.Choice(["players"]), help="Leave out everything that players may not know.")
@click.option("--numbers/--no-numbers", default=None, help="For players: whether heroes' numbers are in it.")
@click.option("-o", "--out", type=FileName(), metavar="OUT", help="The new file; else it is printed.")
@click.pass_context
def book(
    ctx: click.Context, files: tuple[str, ...], kind: str, reader: str | None, numbers: bool | None, out: str | None
) -> int:
    """Write the book of a campaign: the fights of many sessions in order, and what each hero did in all of them.

    A file that is torn or damaged counts up to its last good line. Nothing is written over. Exit: 0 all clean, 1 torn,
    2 anything else.
    """
    _is_new(out)
    gc.disable()
    sessions = [loaded(ctx, file) for file in files]
    _written(book_as(sessions, kind, shared(numbers)[0] if reader == "players" else None), out)
    return max(map(found_code, sessions))


def book_as(sessions: Sequence[Session], kind: str, sharing: Sharing | None = None) -> str:
    """Return the book of these sessions in one of BOOKS: the GM's, or for players with whom this is shared."""
    told = books.book(sessions, sharing)
    if kind == "json":
        return msgspec.json.format(msgspec.json.encode(told), indent=2).decode() + "\n"
    return book_as_html(told) if kind == "html" else book_as_markdown(told)


def _is_new(out: str | None) -> None:
    if out is not None and os.path.lexists(out):
        raise CliError(f"{out} exists already; name a new file.")


def _written(text: str, out: str | None) -> None:
    if out is None:
        say(text.removesuffix("\n"))
        return
    try:
        with ExitStack() as unless_whole:
            stream = open(out, "x", encoding="utf-8", newline="")  # noqa: SIM115
            unless_whole.callback(os.unlink, out)
            with stream:
                stream.write(text)
            unless_whole.pop_all()
    except OSError as error:
        raise CliError(f"{out} cannot be written: {because(error)}.") from None


def told_as(session: Session, kind: str, sharing: Sharing | None = None) -> str:
    """Return a session in one of KINDS or FIGHTS: the GM's, or the story for players with whom this is shared."""
    if kind in FIGHTS:
        from tracker.export.encounter import as_improved_initiative, as_library

        return as_library(session) if kind == "library" else as_improved_initiative(session)
    story = chronicle_for_players(session, sharing) if sharing is not None else chronicle(session)
    if kind == "json":
        return json.dumps(as_data(story), ensure_ascii=False, indent=2) + "\n"
    return {"markdown": as_markdown, "html": as_html, "csv": as_csv}[kind](story)
