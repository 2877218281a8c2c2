"""The screens besides the main one, by name; each is loaded when first shown.

A screen is a class without arguments; its name is what a key of the registry asks for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.screen import Screen

SCREENS: Final[Mapping[str, str]] = {
    "start": "tracker.tui.screens.sessions:StartScreen",
    "help": "tracker.tui.screens.help:HelpScreen",
    "help-history": "tracker.tui.screens.help:HistoryHelpScreen",
    "help-import": "tracker.tui.screens.importing:ImportHelpScreen",
    "help-settings": "tracker.tui.screens.help:SettingsHelpScreen",
    "open": "tracker.tui.screens.sessions:OpenScreen",
    "settings": "tracker.tui.screens.settings:SettingsScreen",
    "unsaved": "tracker.tui.screens.sessions:UnsavedScreen",
    "players": "tracker.tui.screens.players:PlayersScreen",
    "figures": "tracker.tui.screens.figures:FiguresScreen",
    "forecast": "tracker.tui.screens.figures:ForecastScreen",
    "import": "tracker.tui.screens.importing:ImportScreen",
    "history": "tracker.tui.screens.history:HistoryScreen",
}
"""The location of each screen by name: ``module:class``."""


def load(name: str) -> type[Screen[object]]:
    """Return the class of a screen; raises KeyError for an unknown name."""
    module, _, class_name = SCREENS[name].partition(":")
    screen: type[Screen[object]] = getattr(import_module(module), class_name)
    return screen
