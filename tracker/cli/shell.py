"""``tracker completion`` and ``tracker man``: a completion script, and the manual page made of the texts of --help."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click
from click.shell_completion import get_completion_class

from tracker.cli.options import COMPLETE, called, command
from tracker.cli.output import say
from tracker.storage.folders import LIBRARY_VARIABLE, SAVES_VARIABLE
from tracker.version import __version__

SHELLS: Final = ("bash", "zsh", "fish")


@command("completion")
@click.argument("shell", type=click.Choice(SHELLS), metavar="SHELL")
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script of bash, zsh or fish.

    For bash, put eval "$(tracker completion bash)" into ~/.bashrc.
    """
    program = ctx.find_root()
    class_ = get_completion_class(shell)
    assert class_ is not None
    script = class_(program.command, {}, program.info_name or called(), COMPLETE)
    bash = Path(__file__).with_name("completion.bash").read_text("utf-8")
    say(bash % script.source_vars() if shell == "bash" else script.source())


EXITS: Final = (
    ("0", "Done."),
    ("1", "Something was refused, or a file is torn."),
    ("2", "A wrong call, or an unreadable, damaged or unsupported file."),
)
"""The exit codes of every command."""

NAMES_MEAN: Final = (
    "The program is also called combat-tracker, for uvx and for systems where tracker is the file indexer of GNOME."
)
"""Why the program has two names."""

VARIABLES: Final = (
    (SAVES_VARIABLE, "The folder of sessions where --saves is not given."),
    (LIBRARY_VARIABLE, "The folder of the library where --library is not given."),
    ("TRACKER_NO_LOCK", "If set, sessions are also written where the file system cannot lock files."),
    ("NO_COLOR", "If set, the screen is painted in shades of grey."),
)
"""The environment variables that the program reads."""


@command("man")
@click.pass_context
def man(ctx: click.Context) -> None:
    """Print the manual page, in roff: tracker man | man -l -"""
    root = ctx.find_root()
    assert isinstance(root.command, click.Group)
    say("\n".join(_page(root.command)))


def _page(program: click.Group) -> Iterator[str]:
    """Yield the manual page of the program with all its commands, in roff's man macros."""
    ctx = click.Context(program, info_name="tracker")
    yield f'.TH TRACKER 1 "" "combat-tracker {__version__}" "User Commands"'
    yield ".SH NAME"
    yield "tracker, combat\\-tracker \\- a combat tracker for the game master's laptop"
    yield ".SH SYNOPSIS"
    yield _call(ctx)
    yield ".SH DESCRIPTION"
    yield from _paragraphs(program.help or "")
    yield from _paragraphs(NAMES_MEAN)
    yield ".SH OPTIONS"
    shared = tuple(_options(ctx))
    yield from _list(shared)
    yield ".SH COMMANDS"
    for name in program.list_commands(ctx):
        command_ = program.get_command(ctx, name)
        assert command_ is not None
        inner = click.Context(command_, info_name=name, parent=ctx)
        yield ".SS " + _call(inner)
        yield from _paragraphs(command_.help or "")
        yield from _list([row for row in _options(inner) if row not in shared and row[1] and "--help" not in row[0]])
    yield ".SH ENVIRONMENT"
    yield from _list(VARIABLES)
    yield ".SH EXIT STATUS"
    yield from _list(EXITS)


def _call(ctx: click.Context) -> str:
    return _plain(" ".join([ctx.command_path, *ctx.command.collect_usage_pieces(ctx)]))


def _options(ctx: click.Context) -> Iterator[tuple[str, str]]:
    records = (parameter.get_help_record(ctx) for parameter in ctx.command.get_params(ctx))
    return (record for record in records if record is not None)


def _list(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    for term, meaning in rows:
        yield from (".TP", f".B {_plain(term)}", _plain(meaning))


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in text.split("\n\n"):
        yield from (".PP", _plain(" ".join(paragraph.split())))


def _plain(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text
