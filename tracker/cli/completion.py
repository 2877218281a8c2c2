"""Completion in the shell: ``tracker completion SHELL``, and what a line of the command language may become."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from tracker.cli.options import command
from tracker.cli.output import say

if TYPE_CHECKING:
    from collections.abc import Iterator

SHELLS: Final = ("bash", "zsh", "fish")


@command("completion")
@click.argument("shell", type=click.Choice(SHELLS), metavar="SHELL")
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script of bash, zsh or fish.

    For bash, put eval "$(tracker completion bash)" into ~/.bashrc.
    """
    from click.shell_completion import get_completion_class

    program = ctx.find_root()
    script = get_completion_class(shell)
    assert script is not None
    say(script(program.command, {}, program.info_name or "tracker", "_TRACKER_COMPLETE").source())


def completed_lines(ctx: click.Context, line: str) -> Iterator[str]:
    """The line with each word that may stand at its end, in the fight of --load or a new one of --system.

    Empty where there is no such fight.
    """
    from tracker.cli.open import load, located
    from tracker.cli.options import saves_folder
    from tracker.cli.output import CliError
    from tracker.commands.completion import complete
    from tracker.games.registry import find, names
    from tracker.session import Session

    file = ctx.params.get("file")
    try:
        session = load(located(file, saves_folder(ctx))) if file else Session(ctx.params["system"] or find(names()[0]))
    except CliError:
        return
    ending = complete(session.system, session.scene, line)
    for word in ending.words:
        yield line[: ending.start] + word
