"""How the screen looks: themes to choose from, and the choices kept in the config folder."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tracker.storage.errors import because
from tracker.storage.library import config_folder, current_folder
from tracker.tui.look.preferences import FILE, Options

if TYPE_CHECKING:
    from textual.theme import Theme

    from tracker.tui.app import TrackerApp


@dataclass(slots=True)
class Wardrobe:
    """Every theme that can be read, by name; ``problems`` names the files that cannot."""

    themes: dict[str, Theme] = field(default_factory=dict)
    problems: tuple[str, ...] = ()

    @classmethod
    def opened(cls) -> Wardrobe:
        """All themes of all folders."""
        from tracker.tui.look.themes import load_themes, theme_folders

        found = load_themes(theme_folders(current_folder()))
        return cls(found.themes, found.problems)


def written(options: Options) -> bytes:
    """The file of choices; every value in it is a word of our own."""
    lines = [
        f'theme = "{options.theme}"',
        f"plain = {str(options.plain).lower()}",
        f"animations = {str(options.animations).lower()}",
    ]
    return ("\n".join(lines) + "\n").encode()


def keep(options: Options) -> str:
    """Write the choices into the config folder, all of it or nothing; what is against it, or an empty text."""
    from tracker.storage import filesystem as whole
    from tracker.storage.filesystem import FileSystem
    from tracker.storage.library import make_folder

    folder = config_folder()
    try:
        make_folder(str(folder))
        whole.write(FileSystem(), str(folder / FILE), iter([written(options)]))
    except OSError as error:
        return f"{FILE} cannot be written: {because(error)}. The choice holds until you leave."
    return ""


def use(app: TrackerApp, options: Options) -> None:
    """Show the screen as chosen from now on, and keep the choice."""
    app.show_options(options)
    trouble = keep(options)
    if trouble:
        app.tell(trouble)


def wear(app: TrackerApp, name: str) -> None:
    """Use a theme from now on; one that cannot be used is named."""
    wardrobe = Wardrobe.opened()
    theme = wardrobe.themes.get(name)
    if theme is None:
        app.tell("\n".join(each for each in wardrobe.problems) or f"There is no theme {name}.")
    else:
        app.try_theme(theme)
        use(app, replace(app.options, theme=name))
