"""What is shared with players, as a command says, else as config.toml does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.cli.output import warn

if TYPE_CHECKING:
    from tracker.players.projection import Sharing
    from tracker.tui.look.preferences import Options


def shared(numbers: bool | None) -> tuple[Sharing, Options]:
    """Return what is shared, and the preferences; what is wrong with their file is told."""
    from tracker.players.projection import Sharing
    from tracker.tui.look.load_options import load_options

    options = load_options()
    for problem in options.problems:
        warn(problem)
    return Sharing(numbers=options.numbers if numbers is None else numbers), options
