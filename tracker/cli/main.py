"""Every call of the program, read with click: ``tracker [FILE]`` and its commands, each imported when it is called.

interface.md part 1. Exit: 0 done, 1 refused or torn, 2 wrong call, unreadable, damaged or unsupported file.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem

from tracker.cli.names import COMMANDS, OPEN
from tracker.cli.options import Helped, saves_option, version_option
from tracker.cli.output import Trouble, ended


class Program(Helped, click.Group):
    """The group of commands; its first word may be a file instead. Errors are plain sentences on stderr."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The words of the commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this word, imported now; None where there is none."""
        return _imported(COMMANDS[cmd_name]) if cmd_name in COMMANDS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of the first word; a word that is none is the file to open."""
        if args[0] not in COMMANDS and not (args[0].startswith("-") and len(args[0]) > 1):
            return "open", _imported(OPEN), args
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands, options and files."""
        return [*super().shell_complete(ctx, incomplete), CompletionItem(incomplete, type="file")]

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the program and leave with its exit code."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)

        def call() -> Any:
            try:
                return super(Program, self).main(
                    args, prog_name or "tracker", complete_var, standalone_mode=False, **extra
                )
            except click.Abort:
                raise KeyboardInterrupt from None
            except click.ClickException as bad:
                raise Trouble(bad.format_message(), _way_out(bad)) from None

        sys.exit(ended(call))


def _imported(place: str) -> click.Command:
    module, _, name = place.partition(":")
    found = getattr(import_module(module), name)
    assert isinstance(found, click.Command)
    return found


def _way_out(bad: click.ClickException) -> str:
    """Where help for a wrong call stands."""
    if not isinstance(bad, click.UsageError):
        return ""
    path = bad.ctx.command_path if bad.ctx is not None and bad.ctx.info_name != "open" else "tracker"
    return f"{path} --help shows how it is called."


@click.group(
    cls=Program,
    invoke_without_command=True,
    subcommand_metavar="[FILE] | COMMAND [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog='Completion in the shell: eval "$(_TRACKER_COMPLETE=bash_source tracker)", or zsh_source, fish_source.',
)
@version_option
@saves_option
@click.pass_context
def main(ctx: click.Context) -> int | None:
    """Track a fight at the table: tracker opens the start screen, tracker FILE a session or a copy of an example."""
    if ctx.invoked_subcommand is not None:
        return None
    from tracker.cli.open import start_screen

    return start_screen(ctx)


if __name__ == "__main__":
    main()
