"""Options that several commands share, and the class that gives every command the folder of sessions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from tracker import __version__
from tracker.cli.output import say

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

_SAVES = "tracker.saves"


def _remember(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.meta[_SAVES] = value


def _saves() -> click.Option:
    return click.Option(
        ["--saves"],
        type=click.Path(file_okay=False),
        metavar="DIR",
        expose_value=False,
        callback=_remember,
        help="The folder of sessions, in place of $TRACKER_SAVES, saves/ here or your data folder.",
    )


def saves_option(decorated: Decorated) -> Decorated:
    """Give the option --saves to the group."""
    params = decorated.__dict__.setdefault("__click_params__", [])
    params.append(_saves())
    return decorated


def given_saves(ctx: click.Context) -> str | None:
    """The folder that --saves named, before or after the command; None where it did not."""
    found: str | None = ctx.meta.get(_SAVES)
    return found


def _help(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        say(ctx.get_help())
        ctx.exit()


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        say(f"tracker, version {__version__}")
        ctx.exit()


version_option = click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version and exit."
)


class Helped(click.Command):
    """A command whose help is printed as everything else is."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option --help, and -h where it is named so."""
        found = super().get_help_option(ctx)
        if found is not None:
            found.callback = _help
        return found


class Command(Helped):
    """A command that takes --saves and has its help under -h too."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.params.append(_saves())


def command(name: str, short: str) -> Callable[[Callable[..., Any]], Command]:
    """Make a function a command of this name; ``short`` stands beside it in the list of commands."""
    return click.command(name, cls=Command, short_help=short)


if TYPE_CHECKING:
    _Kind = click.ParamType[Any]
else:
    _Kind = click.ParamType


class SystemName(_Kind):
    """The word for a game; any game that is registered."""

    name = "system"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The game itself; fails with the nearest known word."""
        from tracker.games.registry import find
        from tracker.rules.errors import InvalidCommand
        from tracker.rules.system import System

        if isinstance(value, System):
            return value
        try:
            return find(str(value))
        except InvalidCommand as bad:
            raise click.UsageError(str(bad), ctx) from None

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The words that begin so."""
        from tracker.games.registry import names

        return [CompletionItem(each) for each in names() if each.startswith(incomplete)]


def system_option(help: str) -> Callable[[Decorated], Decorated]:
    """Give the option --system."""
    return click.option("--system", "system", type=SystemName(), metavar="SYSTEM", help=help)


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
