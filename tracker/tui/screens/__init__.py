"""The screens besides the main one, by the names that keys ask for; each is loaded when first shown."""

from asyncio import sleep
from collections.abc import Mapping
from importlib import import_module
from typing import ClassVar, Final

from textual import events
from textual.screen import Screen

SCREENS: Final[Mapping[str, str]] = {
    "start": "tracker.tui.screens.sessions:StartScreen",
    "help": "tracker.tui.screens.help:HelpScreen",
    "help-history": "tracker.tui.screens.help:HistoryHelpScreen",
    "help-import": "tracker.tui.screens.importing:ImportHelpScreen",
    "help-settings": "tracker.tui.screens.help:SettingsHelpScreen",
    "help-start": "tracker.tui.screens.help:StartHelpScreen",
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


class OpenedScreen(Screen[None]):
    """A screen that opens in one picture; Textual would paint it at each step of its layout."""

    BLANK: ClassVar[bool] = True  # its widgets cover it
    _painted = False

    def _on_screen_resume(self, event: events.ScreenResume) -> None:
        # When the screen opens, its widgets were styled as they were mounted.
        event.refresh_styles &= self._painted

    async def on_show(self) -> None:
        """Lay out until every widget has its size, then paint everything at once."""
        await self._settle(3)

    async def _settle(self, layouts: int) -> None:
        for _ in range(6):  # turns of the loop until all widgets have answered a layout
            await sleep(0)
        self.call_later(self._show_next, layouts)

    async def _show_next(self, layouts: int) -> None:
        self._painted, self._repaint_required = not (layouts and self._layout_required), not self._layout_required
        self._on_timer_update()
        if not self._painted:
            await self._settle(layouts - 1)

    def _compositor_refresh(self) -> None:
        if self._painted:
            super()._compositor_refresh()
