"""What every app of the tracker shares: its colours, what its output is cleaned of, and messages that go away."""

from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec.structs import replace
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.filter import LineFilter
from textual.notifications import Notification, Notify, SeverityLevel
from textual.theme import Theme

from tracker.storage.folders import current_folder
from tracker.tui.keys.keymap import changed_keys
from tracker.tui.look.colours import variable_defaults
from tracker.tui.look.glyphs import FANCY, PLAIN
from tracker.tui.look.painted import ControlFilter, PlainFilter
from tracker.tui.look.text import cells, plain
from tracker.tui.look.themes import DEFAULT_THEME, chosen_theme, every_theme

if TYPE_CHECKING:
    from tracker.tui.cockpit.controller import Controller
    from tracker.tui.look.preferences import Options

TOLD: Final = 6  # the most lines of a message
READ: Final = 15  # the reading speed that decides how long a message stays, in characters a second
BESIDE: Final = 12  # the cells that the title of the log leaves a message; a longer one takes lines of its own
SHORTEST: Final = 0.01  # the shortest time a message is shown, in seconds


class Notice(Notification):
    """A message whose time is never over before it is shown.

    It may run out between the moment Textual looks whether it has and the moment it starts the timer of what it
    shows; a timer with a negative time would never let anything else happen again.
    """

    kind: str = ""  # a message of a kind takes the place of the one before it of that kind

    @property
    def time_left(self) -> float:
        """The seconds left, at least ``SHORTEST``."""
        return max(super().time_left, SHORTEST)

    @property
    def has_expired(self) -> bool:
        return super().time_left <= 0


class BaseApp(App[None], inherit_bindings=False):
    """The base of the apps."""

    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    BINDINGS: ClassVar[list[Any]] = []

    def __init__(self, options: "Options") -> None:
        self.options = options
        self.controller: Controller | None = None
        self._wall, self._plain = ControlFilter(), PlainFilter()
        self._styled: Theme | None = None
        self._told: set[str] = set()  # the kinds of messages that may be shown
        super().__init__()

    @property
    def desk(self) -> "Controller":
        """Return the controller, for what is there only while a session is open."""
        assert self.controller is not None
        return self.controller

    def get_theme_variable_defaults(self) -> dict[str, str]:
        theme: Theme | None = self.available_themes.get(self.theme) if hasattr(self, "_registered_themes") else None
        return variable_defaults(theme.dark, theme.ansi) if theme is not None else variable_defaults(True)

    def get_css_variables(self) -> dict[str, str]:
        """Return the colours of the theme; before one is chosen, Textual would compute those of its own theme."""
        return super().get_css_variables() if self._styled is not None else {}

    @property
    def current_theme(self) -> Theme:
        """The theme in use, asked for by every line that is painted."""
        return self._registered_themes.get(self.theme) or super().current_theme

    def refresh_css(self, animate: bool = True) -> None:
        """Apply another theme; for the first one Textual would parse every style sheet a second time."""
        if self.current_theme is not self._styled:
            self._styled = self.current_theme
            super().refresh_css(animate)

    def get_line_filters(self) -> list[LineFilter]:
        """Return Textual's own filters, and the last safeguard against what a terminal would obey."""
        return [*super().get_line_filters(), *([self._plain] if self.options.plain else []), self._wall]

    def tell(self, text: str, kind: str = "") -> None:
        """Show a message that goes away by itself, in place of the one before of its ``kind``; "" takes that away.

        Messages without a kind stand together; they go with the page they were told on, and with the next act.
        """
        if not text and kind not in self._told:
            return
        self._told = self._told | {kind} if text else self._told - {kind}
        lines = text.split("\n")
        more = [f"And {len(lines) - TOLD} more."] if len(lines) > TOLD else []
        shown, seconds = (*lines[:TOLD], *more), max(2.0, len(text) / READ)
        level: SeverityLevel = "warning" if cells(text) > self.size.width - BESIDE else "information"
        notice = Notice("\n".join([plain(one) for one in shown]), severity=level, timeout=seconds, markup=False)
        notice.kind = kind
        self.post_message(Notify(notice))

    def on_notify(self, event: Notify) -> None:
        """Take away the messages whose place it takes; then Textual shows the new one, if it says anything."""
        kind, says = getattr(event.notification, "kind", ""), bool(event.notification.message)
        if kind or not says:
            self._take_away(kind)
        if not says:
            event.prevent_default()

    def _take_away(self, kind: str) -> None:
        for notice in [one for one in self._notifications if getattr(one, "kind", "") == kind]:
            self._unnotify(notice)
            # Textual would leave its place on the screen, and the next message stand below that.
            self.screen.query(f"#--textual-toast-{notice.identity}").remove()

    def pop_screen(self) -> AwaitComplete:
        """Leave a page, and what was told on it; what is told as it is left is shown on the one below."""
        self._take_away("")
        return super().pop_screen()

    def apply_options(self) -> str:
        """Apply the settings before any style sheet is parsed; returns the error of the chosen theme, or ""."""
        theme, trouble = chosen_theme(self.options.theme, current_folder())
        if theme is None:
            trouble = trouble or f"There is no theme {self.options.theme}; {DEFAULT_THEME} is used."
            theme, _ = chosen_theme(DEFAULT_THEME, current_folder())
        assert theme is not None, "the default theme is shipped"
        self._styled = theme
        self.try_theme(theme)
        self.stylesheet.set_variables(self.get_css_variables())
        if not self.options.animations:
            self.animation_level = "none"
        return trouble

    def try_theme(self, theme: Theme) -> None:
        """Show the screen in a theme, which was checked before, without keeping it."""
        self.register_theme(theme)
        self.theme = theme.name

    def choose_theme(self, name: str) -> None:
        """Use a theme from now on, and store it."""
        loaded = every_theme()
        if name in loaded.themes:
            self.try_theme(loaded.themes[name])
            self.choose_options(replace(self.options, theme=name))
        else:
            self.tell("\n".join(loaded.problems) or f"There is no theme {name}.")

    def choose_options(self, options: "Options") -> None:
        """Use these settings from now on, and store them in the configuration folder."""
        from tracker.tui.screens.settings import keep

        former, self.options = self.options, options
        self.animation_level = "full" if options.animations else "none"
        if options.keys != former.keys:
            self.set_keymap(changed_keys(options.keys))
        if self.controller is not None:
            self.controller.keymap = options.keys
            self.controller.glyphs = PLAIN if options.plain else FANCY
        if trouble := keep(options, former):
            self.tell(trouble)
