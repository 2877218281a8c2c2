"""Help for what has the focus: the form or the pane, the keys, the game's own actions, the glyphs."""

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import ClassVar, Final

from rich.segment import Segment
from textual import on
from textual.app import ComposeResult
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Input

from tracker.commands.walks import LONE_HELP, LONE_USAGE
from tracker.export.reference import action_help, common_actions, result_help
from tracker.rules.action import Action
from tracker.rules.grammar import sentence
from tracker.tui.cockpit.controller import Controller
from tracker.tui.keys.keymap import Keymap
from tracker.tui.keys.registry import BY_ID, GROUPS, KEYS, Group, Key, shown
from tracker.tui.look.styles import palette
from tracker.tui.look.text import Line, look_of, pad, plain, wrap
from tracker.tui.screens.page import Asked, PageScreen, bound

Rows = Iterable[tuple[str, str]]  # keys or names with their meanings; a text without a name is a paragraph
Section = tuple[str, tuple[tuple[str, str], ...]]  # a heading, and what stands below it

Guide = tuple[str, tuple[tuple[tuple[str, ...], str], ...]]
"""The description of a screen, and its keys by name in the keymap, each with its meaning."""

_TEXTS: Final = tomllib.loads(Path(__file__).with_name("guides.toml").read_text("utf-8"))


def guide_to(name: str) -> Guide:
    """Return the guide to a screen."""
    return _TEXTS[name]["text"], tuple((tuple(keys), meaning) for keys, meaning in _TEXTS[name]["keys"])


HISTORY: Final = guide_to("history")
SETTINGS: Final = guide_to("settings")
MARGINS: Final = 4  # the cells beside the text, including the scroll bar
WIDEST: Final = 116  # the most cells of a line
KEY_WIDTH: Final = 12  # the width of a key or a name, so that meanings are aligned
INDENT: Final = 3  # the blanks before a key or a name
MEANING: Final = INDENT + KEY_WIDTH + 2  # the column of the meanings


class HelpText(ScrollView, inherit_bindings=False, can_focus=True):
    """The text, scrolled by the keys of the keymap; of its hundreds of lines those in sight are painted."""

    DEFAULT_CSS: ClassVar[str] = "HelpText { scrollbar-size-vertical: 1; padding: 0 1; height: 1fr; }"
    BINDINGS = [bound("page-down", "page_down"), bound("page-up", "page_up"), bound("down", "scroll_down")]
    BINDINGS += [bound("up", "scroll_up"), bound("first", "scroll_home"), bound("last", "scroll_end")]

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[Line] = []

    def show(self, text: Iterable[Line]) -> None:
        """Show these lines."""
        self._lines = list(text)
        self.virtual_size = Size(1, len(self._lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        at, style = y + self.scroll_offset.y, palette(self.app.theme_variables, "background").style
        line = self._lines[at] if at < len(self._lines) else ()
        return Strip([Segment(plain(text), style(look_of(tone))) for text, tone in line])


class HelpScreen(PageScreen):
    """All help for the current focus."""

    BINDINGS = [bound("help", "close"), bound("menu", "close"), bound("filter", "find"), bound("palette", "palette")]
    AUTO_FOCUS = "HelpText"
    name_: ClassVar[str] = "Help"

    def middle(self) -> ComposeResult:
        self._body, self._asked = HelpText(), Asked()
        yield from (self._body, self._asked)

    def prepare(self) -> None:
        self._sections = tuple(self.sections())
        self._shown: tuple[int, str] = (0, "")

    def refresh_page(self) -> None:
        super().refresh_page()
        shown = min(WIDEST, self.app.size.width - MARGINS), self._sought
        if self._shown != shown:
            self._shown = shown
            self._body.show(lines(_containing(self._sections, self._sought), shown[0]))

    @property
    def _sought(self) -> str:
        return self._asked.line.value.strip().casefold() if self._asked.children else ""

    def sections(self) -> Iterable[Section]:
        """Return the help."""
        return cockpit_help(self.host.desk)

    def heading(self) -> Line:
        controller = self.host.desk
        mode = controller.mode
        about = mode.about(controller) or mode.name if mode is not None else controller.selection.pane
        return ((self.name_, "title"), (f" · {about} · {controller.system.title}", "normal"))

    def hints(self) -> list[tuple[str, str]]:
        if self._asked.display:
            return [("apply", "read"), ("leave-form", "all of the help")]
        return [("down", "down"), ("up", "up"), ("page-down", "page down"), ("filter", "search"), ("back", "back")]

    def action_palette(self) -> None:
        """Find anything by its name, in the cockpit."""
        if (controller := self.host.controller) is not None:
            self.action_close()
            controller.act("palette")

    def action_find(self) -> None:
        """Search the help for the words that are typed."""
        self._asked.ask([("search ", "verb")])
        self.refresh_page()

    @on(Input.Changed)
    def _narrow(self) -> None:
        self._body.scroll_home(animate=False)
        self.refresh_page()

    @on(Input.Submitted)
    def _read(self) -> None:
        self._asked.display = False
        self.set_focus(self._body)
        self.refresh_page()

    def action_leave_line(self) -> None:
        """Show all of the help again."""
        self._asked.line.value = ""
        self._read()


class HistoryHelpScreen(HelpScreen):
    """Help for the history."""

    guide: ClassVar[Guide] = HISTORY
    about = "history"

    def sections(self) -> Iterable[Section]:
        text, keys = self.guide
        rows = ((" ".join(map(self.key, ids)), meaning) for ids, meaning in keys)
        return [*section("Here", [("", text)]), *section("Keys", rows)]

    def heading(self) -> Line:
        return ((self.name_, "title"), (f" · {self.about}", "normal"))


class SettingsHelpScreen(HistoryHelpScreen):
    """Help for the settings."""

    guide = SETTINGS
    about = "settings"


class StartHelpScreen(HistoryHelpScreen):
    """Help for the start screen: its keys, then the first ones of a fight."""

    about = "how to begin"

    def sections(self) -> Iterable[Section]:
        here = ("down", "up", "menu", "open", "settings", "help", "leave")
        then = ("add", "next", "main", "hurt", "undo", "command", "quit")
        keys, meaning = self.host.options.keys, {"menu": "Opens the selected one."}
        told = [
            [(_keys_of(keys, BY_ID[id_]), meaning.get(id_, BY_ID[id_].help)) for id_ in ids] for ids in (here, then)
        ]
        head = section("How to begin", (*_TEXTS["start"].items(), *told[0]))
        return [*head, *section("Then, in the fight", told[1])]


def cockpit_help(controller: Controller) -> list[Section]:
    """Return the help for a session: the focus first, then the keys, the game, the glyphs."""
    mode = controller.mode
    form = list(_keys(controller, "form"))
    blocks: list[Section] = []
    if mode is None:
        blocks += section("Here", [("", _TEXTS["panes"][controller.selection.pane])])
    else:
        blocks += _command(controller, mode.about(controller), "command" if mode.name == "bar" else "form")
    blocks += form if mode is not None else []
    for group in GROUPS:
        blocks += _keys(controller, group) if group != "form" else []
    blocks += section("The mouse", ((" ".join(names), meaning) for names, meaning in guide_to("mouse")[1]))
    blocks += form if mode is None else []
    blocks += _own_keys(controller)
    glyphs = [(getattr(controller.glyphs, name), meaning) for name, meaning in _TEXTS["glyphs"].items()]
    return [*blocks, *_game(controller), *section("Glyphs", glyphs)]


def section(title: str, rows: Rows) -> list[Section]:
    """Return a section; none without anything below its heading."""
    texts = tuple(row for row in rows if row[1])
    return [(title, texts)] if texts else []


def _containing(sections: Iterable[Section], sought: str) -> Iterator[Section]:
    for title, rows in sections:
        shown = tuple(row for row in rows if all(word in " ".join((title, *row)).casefold() for word in sought.split()))
        yield from section(title, shown)


def lines(sections: Iterable[Section], room: int) -> list[Line]:
    """Return sections as lines of that many cells; the second line of a meaning stays in its column."""
    found: list[Line] = []
    for title, rows in sections:
        found += [(), ((title, "accent"),)] if found else [((title, "accent"),)]
        for name, text in rows:
            start = " " * INDENT + pad(name, KEY_WIDTH) + "  " if name else "  "
            found += wrap([(start, "accent"), (text, "normal")], room, indent=MEANING if name else 2)
    return found


def _keys_of(keys: Keymap, key: Key) -> str:
    return " ".join(map(shown, keys.keys.get(key.id, ())))


def _keys(controller: Controller, group: Group) -> list[Section]:
    rows = []
    for key in KEYS:
        if key.group == group and (group == "form" or controller.actions.offered(key.id)):
            label = controller.actions.label(key.id) if key.role in ("main", "quick", "next") else ""
            here = f" Here: {label}." if label and label not in key.help.casefold() else ""
            rows.append((_keys_of(controller.keymap, key), key.help + here))
    return section(GROUPS[group], rows)


def _own_keys(controller: Controller) -> Iterator[Section]:
    system, lines = controller.system, controller.lines_of_keys()
    game = [key for key in system.keys if lines.get(key.key) == key.line]
    rows = ((shown(key.key), f"{key.label}: {system.actions[key.label].help}") for key in game)
    yield from section(f"Keys of {system.title}", ((name, sentence(text)) for name, text in rows))
    own = ((shown(key), f": {line}") for key, line in controller.keymap.commands.items())
    yield from section("Keys of your own", own)


def _command(controller: Controller, verb: str, what: str) -> list[Section]:
    title = f"This {what}: {verb}"
    if verb not in controller.system.actions:
        used = f": {LONE_USAGE[verb]}" if verb in LONE_USAGE else ""
        return section(title, [("", sentence(LONE_HELP.get(verb, ""))), ("", used)])
    text = action_help(controller.system.actions[verb])
    held = {"field=value": "any number of them"}  # what is said of a field without a type
    details = ((word, word.details or held.get(word.typed, "yes or no")) for word in text.words)
    rows = ((word.name, sentence(f"{word.help} ({said})".strip())) for word, said in details)
    said = (("", words) for words in (text.what, text.refused, f": {text.usage}"))
    return section(title, (*said, *rows))


def _game(controller: Controller) -> Iterator[Section]:
    system = controller.system
    own = map(_verb, system.own_actions)
    yield from section(f"{system.title}: what one can do", [("", result_help(system)), *own])
    yield from section("Commands of every game", map(_verb, common_actions(system)))
    conditions = ((condition.name, sentence(condition.help)) for condition in system.conditions if condition.help)
    yield from section("Conditions", conditions)


def _verb(kind: type[Action]) -> tuple[str, str]:
    return kind.verb, action_help(kind).what
