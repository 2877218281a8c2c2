"""The program's names, options of several commands, and the decorator that gives each the folder of sessions."""

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from tracker.session import Session

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

NAMES: Final = ("tracker", "combat-tracker")  # the names of the program; the second is that of its package

COMPLETE: Final = "_TRACKER_COMPLETE"
"""The environment variable by which a shell asks for completions, under either name."""


def called() -> str:
    """Return the name that the program was called by."""
    name = os.path.basename(sys.argv[0]).removesuffix(".exe")
    return name if name in NAMES else NAMES[0]


def _remember(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.meta[f"tracker.{param.name}"] = value


def _folder_option(name: str, help: str) -> Callable[[Decorated], Decorated]:
    return click.option(
        name, type=click.Path(file_okay=False), metavar="DIR", expose_value=False, callback=_remember, help=help
    )


saves_option = _folder_option(
    "--saves", "The folder of sessions, in place of $TRACKER_SAVES, saves/ here or your data folder."
)
"""The option --saves; ``saves_folder`` returns its value."""

library_option = _folder_option(
    "--library", "The folder of the library, in place of $TRACKER_LIBRARY or library/ beside the sessions."
)
"""The option --library; ``chosen_library`` returns its value."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def saves_folder(ctx: click.Context) -> str:
    """Return the folder of sessions: the one that --saves named before or after the command, else the default."""
    from tracker.storage.folders import current_folder, saves_folder

    return saves_folder(ctx.meta.get("tracker.saves"), os.environ, str(current_folder()))


def chosen_library(ctx: click.Context) -> str:
    """Return the folder that --library named before or after the command; "" for the default."""
    return str(ctx.meta.get("tracker.library", ""))


def use_library(ctx: click.Context, session: "Session") -> None:
    """Give a session the library in use: that of --library, else the one beside the sessions."""
    session.look_in(saves_folder(ctx), chosen_library(ctx))


def command(name: str) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a function a command of this name, with the option --saves."""
    return lambda function: saves_option(click.command(name)(function))


if TYPE_CHECKING:
    ParamType = click.ParamType[Any]
else:
    ParamType = click.ParamType


class SystemName(ParamType):
    """The name of a game; any game that is registered."""

    name = "system"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the game itself; fails with the nearest known name."""
        from tracker.games.registry import find
        from tracker.rules.errors import InvalidCommand

        if not isinstance(value, str):
            return value
        try:
            return find(value)
        except InvalidCommand as bad:
            raise click.UsageError(str(bad), ctx) from None

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from tracker.games.registry import names

        return [CompletionItem(name) for name in names() if name.startswith(incomplete)]


class FileName(click.Path):
    """The path of a file. Its value is the text as typed."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the text; an empty one, as of a variable that is not set, is a wrong call."""
        if not value:
            self.fail("it is empty; name a file.", param, ctx)
        return super().convert(value, param, ctx)


class SessionFile(FileName):
    """A session: a path, or a name in the folder of sessions."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the sessions of the folder whose names begin so, and the files here."""
        from tracker.storage.recent import recent

        begun = incomplete.casefold()
        stems = (os.path.splitext(os.path.basename(session.path))[0] for session in recent(saves_folder(ctx)))
        names = sorted(stem for stem in stems if stem.casefold().startswith(begun))
        return [*map(CompletionItem, names), *super().shell_complete(ctx, param, incomplete)]


def system_option(help: str) -> Callable[[Decorated], Decorated]:
    """Return the option --system."""
    return click.option("--system", "system", type=SystemName(), metavar="SYSTEM", help=help)
