"""The shell completion script: ``tracker completion SHELL``."""

from __future__ import annotations

from typing import Final

import click

from tracker.cli.options import COMPLETE, called, command
from tracker.cli.output import say

BASH: Final = """\
%(complete_func)s() {
    local IFS=$'\\n' files= type value line response
    response=$(env COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD %(complete_var)s=bash_complete "$1")
    COMPREPLY=()
    for line in $response; do
        IFS=',' read -r type value <<< "$line"
        if [[ $type == plain ]]; then
            printf -v value '%%q' "$value"
            COMPREPLY+=("$value")
        else
            files=yes
        fi
    done
    if [[ $files && ${#COMPREPLY[@]} == 0 ]]; then
        compopt -o default
    fi
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""
"""Click's own script drops completed names if files are possible too, and leaves blanks unquoted."""

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
    class_ = get_completion_class(shell)
    assert class_ is not None
    script = class_(program.command, {}, program.info_name or called(), COMPLETE)
    say(BASH % script.source_vars() if shell == "bash" else script.source())
