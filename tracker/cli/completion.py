"""The script that makes a shell complete our words: ``tracker completion SHELL``."""

from __future__ import annotations

from typing import Final

import click

from tracker.cli.options import command
from tracker.cli.output import say

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
