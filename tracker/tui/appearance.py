"""The look of the screen: theme, glyphs and animations, tried and chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.storage.folders import current_folder
from tracker.tui.look.themes import DEFAULT_THEME, chosen_theme

if TYPE_CHECKING:
    from textual.theme import Theme

    from tracker.tui.base_app import BaseApp
    from tracker.tui.look.preferences import Options


class Appearance:
    """The settings of the screen, and the themes to choose from."""

    def __init__(self, app: BaseApp) -> None:
        self._app = app

    def begin(self) -> str:
        """Apply the settings; returns the error of the chosen theme, or ""."""
        options = self._app.options
        theme, trouble = chosen_theme(options.theme, current_folder())
        if theme is None:
            trouble = trouble or f"There is no theme {options.theme}; {DEFAULT_THEME} is used."
            theme, _ = chosen_theme(DEFAULT_THEME, current_folder())
        assert theme is not None, "the default theme is shipped"
        self._app.start_with(theme)
        if not options.animations:
            self._app.animation_level = "none"
        return trouble

    def theme_names(self) -> tuple[str, ...]:
        """Return the names of the themes."""
        from tracker.tui.look.themes import theme_names

        return theme_names()

    def try_theme(self, theme: Theme) -> None:
        """Show the screen in a theme, which was checked before, without keeping it."""
        self._app.register_theme(theme)
        self._app.theme = theme.name

    def choose_theme(self, name: str) -> None:
        """Use a theme from now on, and store it."""
        from msgspec.structs import replace

        from tracker.tui.screens.settings import read_themes

        themes, problems = read_themes()
        if name in themes:
            self.try_theme(themes[name])
            self.choose(replace(self._app.options, theme=name))
        else:
            self._app.tell("\n".join(problems) or f"There is no theme {name}.")

    def choose(self, options: Options) -> None:
        """Use these settings from now on, and store them in the configuration folder."""
        from tracker.tui.keys.keymap import changed_keys
        from tracker.tui.look.glyphs import FANCY, PLAIN
        from tracker.tui.screens.settings import keep

        former, self._app.options = self._app.options, options
        self._app.animation_level = "full" if options.animations else "none"
        if options.keys != former.keys:
            self._app.set_keymap(changed_keys(options.keys))
        if self._app.controller is not None:
            self._app.controller.keymap = options.keys
            self._app.controller.glyphs = PLAIN if options.plain else FANCY
        trouble = keep(options, former)
        if trouble:
            self._app.tell(trouble)
