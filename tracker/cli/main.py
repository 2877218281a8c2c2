"""The entry point, with click: ``tracker [FILE]`` and its commands, each imported when it is called.

The program has two names, its own and that of its package, and answers by the one it was called by.

Exit codes: 0 done, 1 refused or torn, 2 wrong call, unreadable, damaged or unsupported file.
"""

import sys
from importlib import import_module
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from tracker.cli.options import COMPLETE, called, chosen_library, library_option, saves_folder, saves_option
from tracker.cli.output import CliError, exit_code
from tracker.cli.sessions import need_terminal, show
from tracker.version import __version__

COMMANDS: Final = {
    "new": ("tracker.cli.open:new", "Make a session of a game and open it."),
    "run": ("tracker.cli.run:run", "Carry out a script without a screen."),
    "show": ("tracker.cli.show:show", "Print a fight as plain text or JSON."),
    "compare": ("tracker.cli.show:compare", "Print what differs between two moments of a fight."),
    "check": ("tracker.cli.show:check", "Check whether session files are in order."),
    "repair": ("tracker.cli.show:repair", "Save the good part of a session to a new file."),
    "library": ("tracker.cli.library:library", "List the kept combatants, parties and encounters."),
    "import": ("tracker.cli.library:import_", "Take monsters and characters of other programs into the library."),
    "odds": ("tracker.cli.odds:odds", "Print the exact chances of an action."),
    "forecast": ("tracker.cli.odds:forecast", "Say how a fight may go on, by playing it many times."),
    "view": ("tracker.cli.sharing:view", "Follow a fight that is played in another window."),
    "serve": ("tracker.cli.sharing:serve", "Show a fight to phones and browsers, as players may see it."),
    "mcp": ("tracker.cli.sharing:mcp", "Let other programs see a fight, and propose lines to the GM."),
    "export": ("tracker.cli.export:export", "Write the story of a fight: Markdown, HTML that replays it, CSV, JSON."),
    "book": ("tracker.cli.export:book", "Write the book of a campaign: the fights of many sessions, their heroes."),
    "talk": ("tracker.cli.talk:talk", "Play a fight by sentences, for screen readers, speech and pipes."),
    "systems": ("tracker.cli.info:systems", "List the games, or print the reference of one."),
    "games": ("tracker.cli.info:games", "List where each game comes from, or check game files."),
    "themes": ("tracker.cli.info:themes", "List the themes of the screen."),
    "keys": ("tracker.cli.info:keys", "List the keys of the screen."),
    "schema": ("tracker.cli.info:schema", "Print the JSON Schema of a session file or of config.toml."),
    "completion": ("tracker.cli.shell:completion", "Print the completion script of a shell."),
    "man": ("tracker.cli.shell:man", "Print the manual page."),
    "where": ("tracker.cli.info:where", "Print the folders in use."),
}
"""The commands by name: the module of each, and its help."""


class Program(click.Group):
    """The group of commands; its first word may be a file instead. Errors are plain sentences on stderr."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return _imported(COMMANDS[cmd_name][0]) if cmd_name in COMMANDS else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands in the help, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, help) for name, (_, help) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command of the first word; a word that is not a command is the file to open."""
        if args[0] not in COMMANDS and not (args[0].startswith("-") and len(args[0]) > 1):
            return "open", _imported("tracker.cli.open:open_file"), args
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        return [*super().shell_complete(ctx, incomplete), CompletionItem(incomplete, type="file")]

    def main(self, *args: Any, **options: Any) -> Any:
        if not options.get("standalone_mode", True):
            return super().main(*args, **options)

        def call() -> Any:
            named = {"prog_name": called(), "complete_var": COMPLETE} | options | {"standalone_mode": False}
            try:
                return super(Program, self).main(*args, **named)
            except click.Abort:
                raise KeyboardInterrupt from None
            except click.ClickException as bad:
                raise CliError(bad.format_message(), _way_out(bad)) from None

        sys.exit(exit_code(call))


def _imported(place: str) -> click.Command:
    module, _, name = place.partition(":")
    command = getattr(import_module(module), name)
    assert isinstance(command, click.Command)
    return command


def _way_out(bad: click.ClickException) -> str:
    if not isinstance(bad, click.UsageError):
        return ""
    path = bad.ctx.command_path if bad.ctx is not None and bad.ctx.info_name != "open" else called()
    return f"{path} --help shows how it is called."


@click.group(
    cls=Program,
    invoke_without_command=True,
    subcommand_metavar="[FILE] | COMMAND [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="tracker", help="Show the version and exit.")
@saves_option
@library_option
@click.pass_context
def main(ctx: click.Context) -> int | None:
    """Track a fight at the table: tracker opens the start screen, tracker FILE a session or a copy of an example."""
    if ctx.invoked_subcommand is not None:
        return None
    need_terminal()
    return show(None, saves_folder(ctx), chosen_library(ctx))


if __name__ == "__main__":
    main()
