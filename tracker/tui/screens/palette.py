"""The palette: everything by name. Keys, verbs of the game, settings, themes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final, cast

from rich.text import Text
from textual.await_complete import AwaitComplete
from textual.command import (
    CommandInput,
    CommandList,
    CommandPalette,
    DiscoveryHit,
    Hit,
    Hits,
    Provider,
    SearchIcon,
)
from textual.containers import Horizontal, Vertical
from textual.events import Click
from textual.widgets import LoadingIndicator, OptionList

from tracker.combat.model import Model
from tracker.commands.walks import LONE_HELP
from tracker.tui.keys.registry import KEYS
from tracker.tui.look.text import plain
from tracker.tui.strip.command_bar import Bar

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from tracker.tui.cockpit.controller import Controller
    from tracker.tui.screens.main import MainScreen

WIDTH: Final = 14
"""The width of a name, so that descriptions are aligned."""

PLACEHOLDER: Final = "find anything by its name"


class Finding(Model):
    """A line of the palette: its name, description, key or cost, and its effect."""

    name: str
    help: str
    note: str
    take: Callable[[Controller], None]

    def score(self, words: list[str]) -> float:
        """Return how well it matches: best if its name begins with the words, 0 if a word is missing."""
        name, text = self.name.casefold(), f"{self.name} {self.help} {self.note}".casefold()
        if not all(word in text for word in words):
            return 0
        wanted = " ".join(words)
        return 3 if name.startswith(wanted) else 2 if wanted in name else 1


class Everything(Provider):
    """Searches words anywhere in a line; names beginning with them come first."""

    async def startup(self) -> None:
        self._cockpit = cast("MainScreen", self.screen)
        self._all = list(findings(self._cockpit.controller))

    async def discover(self) -> Hits:
        for finding in self._all:
            yield DiscoveryHit(_shown(finding), partial(self._take, finding), finding.name)

    async def search(self, query: str) -> Hits:
        words = query.casefold().split()
        for place, finding in enumerate(self._all):
            score = finding.score(words)
            if score:
                # Equal scores stay in the order of the list.
                yield Hit(score - place / 10_000, _shown(finding), partial(self._take, finding), finding.name)

    def _take(self, finding: Finding) -> None:
        finding.take(self._cockpit.controller)
        self._cockpit.show()


class Matches(CommandList, can_focus=False):
    """Textual's list of matches; a click on a line that a newer search took away does nothing."""

    def on_click(self, event: Click) -> None:
        """Look whether the line still stands there; Textual's own handler would fail."""
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()


class PaletteScreen(CommandPalette):
    """Textual's palette with everything of the game."""

    DEFAULT_CSS: ClassVar[str] = """
    PaletteScreen SearchIcon { display: none; }
    PaletteScreen CommandList > .option-list--option-highlighted {
        color: $foreground;
        background: $selected-background;
    }
    PaletteScreen CommandList { text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self) -> None:
        super().__init__([Everything], placeholder=PLACEHOLDER)

    def compose(self) -> ComposeResult:
        """Lay out the palette as Textual does, with a list of our own."""
        with Vertical(id="--container"):
            with Horizontal(id="--input"):
                yield SearchIcon()
                yield CommandInput(placeholder=PLACEHOLDER, select_on_focus=False)
            with Vertical(id="--results"):
                yield Matches()
                yield LoadingIndicator()

    def _action_command_list(self, action: str) -> None:
        """Pass a key on to the list; Textual's turns no page before it has been laid out."""
        if self.query_one(OptionList).scrollable_content_region or not action.startswith("page"):
            super()._action_command_list(action)

    def on_click(self, event: Click) -> None:
        """Ignore a click outside the screen, as after it became smaller; Textual's own handler would fail."""
        if not self.region.contains(event.screen_x, event.screen_y):
            event.prevent_default()

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close; on a click after closing, Textual would close the screen below."""
        return super().dismiss(result) if self.app.screen_stack[-1:] == [self] else AwaitComplete()


def _shown(finding: Finding) -> Text:
    line = Text(plain(finding.name.ljust(WIDTH)), style="bold")
    line.append(plain(f"  {finding.help}"), style="not bold")
    line.append(plain(f"  {finding.note}" if finding.note else ""), style="not bold italic")
    return line


def findings(controller: Controller) -> Iterator[Finding]:
    """Return keys, then the verbs without a key, the settings, the themes."""
    named = set()
    for key in KEYS:
        away = key.group in ("form", "move") or key.fixed or key.id in ("palette", "menu")
        if not away and controller.actions.offered(key.id):
            name = controller.actions.label(key.id)
            named.add(name)
            yield Finding(name, key.help, controller.key(key.id), partial(_act, key.id))
    for verb, kind in controller.system.actions.items():
        if verb not in named:
            yield Finding(verb, kind.help, "by hand" if kind.by_hand else kind.cost, partial(_form, verb))
    for verb, help_ in LONE_HELP.items():
        if verb not in named:
            yield Finding(verb, help_, f":{verb}", partial(_type, f"{verb} "))
    for setting in controller.system.settings:
        value = setting.type.write(controller.system.setting(controller.scene, setting.name))
        yield Finding(setting.name, setting.help, f"is {value}", partial(_type, f"settings {setting.name}="))
    for theme in controller.host.appearance.theme_names():
        yield Finding(
            f"theme {theme}", "Shows the screen in these colours from now on.", "", partial(_choose_theme, theme)
        )


def _act(id_: str, controller: Controller) -> None:
    controller.act(id_)


def _form(verb: str, controller: Controller) -> None:
    controller.open_form(verb)


def _type(line: str, controller: Controller) -> None:
    controller.mode = Bar(line)


def _choose_theme(theme: str, controller: Controller) -> None:
    controller.host.appearance.choose_theme(theme)
