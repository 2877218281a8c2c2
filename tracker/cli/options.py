"""Options that several commands share, and the class that gives every command the folder of sessions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

_SAVES = "tracker.saves"


def _remember(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.meta[_SAVES] = value


saves_option = click.option(
    "--saves",
    type=click.Path(file_okay=False),
    metavar="DIR",
    expose_value=False,
    callback=_remember,
    help="The folder of sessions, in place of $TRACKER_SAVES, saves/ here or your data folder.",
)
"""Give the option --saves; ``saves_folder`` tells what it said."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def saves_folder(ctx: click.Context) -> str:
    """The folder of sessions in use: the one that --saves named before or after the command, else the usual one."""
    import os

    from tracker.storage.library import current_folder, saves_folder

    return saves_folder(ctx.meta.get(_SAVES), os.environ, str(current_folder()))


def command(name: str) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a function a command of this name, with the option --saves."""

    def decorate(function: Callable[..., Any]) -> click.Command:
        built = click.command(name)(function)
        saves_option(built)
        return built

    return decorate


if TYPE_CHECKING:
    _ParamType = click.ParamType[Any]
else:
    _ParamType = click.ParamType


class SystemName(_ParamType):
    """The name of a game; any game that is registered."""

    name = "system"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The game itself; fails with the nearest known name."""
        from tracker.games.registry import find
        from tracker.rules.errors import InvalidCommand

        if not isinstance(value, str):
            return value
        try:
            return find(value)
        except InvalidCommand as bad:
            raise click.UsageError(str(bad), ctx) from None

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The names that begin so."""
        from click.shell_completion import CompletionItem

        from tracker.games.registry import names

        return [CompletionItem(name) for name in names() if name.startswith(incomplete)]


def system_option(help: str) -> Callable[[Decorated], Decorated]:
    """Give the option --system."""
    return click.option("--system", "system", type=SystemName(), metavar="SYSTEM", help=help)
