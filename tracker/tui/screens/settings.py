"""Settings: those of the game, changed by commands of the fight, and those of the screen, kept for all sessions."""

from collections.abc import Iterator
from typing import ClassVar, Final

from msgspec.structs import replace
from textual import events, on
from textual.binding import Binding
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tracker.combat.events import SettingBecame
from tracker.rules.declarations import Context, Setting
from tracker.rules.grammar import plain_value, quote
from tracker.rules.params import NumberParam
from tracker.storage import filesystem
from tracker.storage.errors import because
from tracker.storage.faults import TooLong, content_of
from tracker.storage.folders import config_folder, make_folder
from tracker.tui.host import Host
from tracker.tui.look.config import BY_NAME, CHOICES, CannotEdit, Choice, differences, edited
from tracker.tui.look.preferences import FILE, Options
from tracker.tui.look.text import Line, cells, fit, pad, wrap
from tracker.tui.look.themes import every_theme
from tracker.tui.screens.page import ListPage, bound, content, label, lines_of
from tracker.tui.strip.strip_view import choices_bits, preview_bits

SOURCES: Final = {
    "S": "Stated in the text the game follows.",
    "S/G": "Stated in part in the text the game follows.",
    "G": "Known of the game elsewhere; the text the game follows does not say it.",
}
"""The possible sources of a setting's default."""


class GameSettings:
    """The settings of the session that is open; without a session there are none."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def all(self) -> dict[str, Setting]:
        """Return every setting by its name."""
        at = self._host.controller
        return {setting.name: setting for setting in at.system.settings} if at is not None else {}

    @property
    def game(self) -> str:
        """Return the title of the game, or ""."""
        return self._host.controller.system.title if self._host.controller is not None else ""

    def value(self, setting: Setting) -> str:
        """Return the current value, as it is typed."""
        desk = self._host.desk
        return setting.type.write(desk.system.setting(desk.scene, setting.name))

    def default(self, setting: Setting) -> str:
        """Return the default value, as it is typed."""
        value = self._host.desk.system.setting_default(self._host.desk.scene, setting)
        return setting.type.write(value) if value is not None else plain_value(value)

    def words(self, setting: Setting) -> tuple[str, ...]:
        """Return the possible values, if they are a list."""
        return setting.type.complete(Context(self._host.desk.system, self._host.desk.scene))

    def next(self, setting: Setting, now: str, by: int) -> str:
        """Return the value that follows or precedes ``now``, if values are listed or counted."""
        words, kind = self.words(setting), setting.type
        if words:
            return words[(words.index(now) + by) % len(words)] if now in words else words[0 if by > 0 else -1]
        if isinstance(kind, NumberParam) and now.removeprefix("-").isdecimal():
            return str(max(kind.low, min(kind.high, int(now) + by)))
        return now

    def attempt(self, command: str) -> str:
        """Carry out a command of the fight, where there is one; returns why it could not be, or ""."""
        trouble = self._host.controller.attempt(command) if self._host.controller is not None else None
        return trouble.text if trouble else ""

    def preview(self, setting: Setting, value: str, room: int, lines: int) -> list[Line]:
        """Return the effect of another value, in at most that many lines."""
        if not value or value == self.value(setting):
            return []
        return wrap(preview_bits(self._host.desk.preview(_command(setting, value)), ""), room, lines)

    def changed(self) -> dict[str, int]:
        """Return the line of the log that set each changed setting."""
        events = ((event, entry.id) for entry in self._host.desk.session.story() for event in entry.events)
        return {event.setting: id_ for event, id_ in events if isinstance(event, SettingBecame)}

    def row(self, setting: Setting, name: int, value: int, stepped: str | None, line: int | None) -> Line:
        """Return a line of the list: its columns' widths, a value that is pending, the line that set it."""
        now, usual = self.value(setting), self.default(setting)
        shown = stepped if stepped is not None else now
        bits: Line = (
            ("  ", "normal"),
            (pad(setting.name, name) + "  ", "normal"),
            (pad(shown, max(value, cells(shown))) + "  ", "bright" if now == usual else "accent"),
        )
        if now == usual:
            return (*bits, (setting.help, "dim"))
        return (*bits, (f"usually {usual}", "dim"), (f"   since line {line}" if line is not None else "", "dim"))


def _command(setting: Setting, value: str) -> str:
    return f"settings {setting.name}={quote(value)}"


def keep(options: Options, former: Options) -> str:
    """Write changed settings into the configuration file, and nothing else; returns an error as a sentence, or ""."""
    file = config_folder() / FILE
    holds = "The choice holds until you leave."
    try:
        make_folder(str(file.parent))
        content = edited(content_of(file) if file.exists() else b"", differences(options, former))
        filesystem.write(filesystem.FileSystem(), str(file), iter([content]))
    except OSError as error:
        return f"{FILE} cannot be written: {because(error)}. {holds}"
    except (CannotEdit, TooLong):
        return f"{FILE} cannot be changed as it is written; change it by hand. {holds}"
    return ""


WORDS: Final = {"game": "type it", "theme": "keep it", "choice": "change it"}  # the effect of enter, by the kind of row
NOTE: Final = 3  # the number of lines for the effect of a typed value


class SettingsScreen(ListPage):
    """All settings in one list, with the selected one in full below."""

    DEFAULT_CSS: ClassVar[str] = "#below { height: 5; padding: 0 3; border-top: solid $border-blurred; }"
    BINDINGS = [bound("settings", "close"), bound("help", "open('help-settings')"), bound("remove", "default")]
    BINDINGS += [bound("undo", "walk('undo')"), bound("redo", "walk('redo')"), bound("pick", "step(1)")]
    BINDINGS += [Binding("right", "step(1)", show=False), Binding("left", "step(-1)", show=False)]
    AUTO_FOCUS = "ChoiceList"
    name_: ClassVar[str] = "Settings"

    def __init__(self) -> None:
        super().__init__()
        self._choices.set_reactive(Static.has_focus, True)  # it will have it; so it is styled once
        self._loaded = every_theme()
        self._rows: list[str] = []
        self._here = ""
        self._edited = ""
        self._stepped: str | None = None

    def prepare(self) -> None:
        self._game = GameSettings(self.host)
        self._shown = self.host.options.theme
        self._here = next((f"game:{name}" for name in self._game.all()), f"theme:{next(iter(self._loaded.themes))}")
        if self._loaded.problems:
            self.host.tell("\n".join(self._loaded.problems))

    def _selected(self) -> tuple[str, str]:
        kind, _, name = self._here.partition(":")
        return kind, name

    def _setting(self) -> Setting | None:
        return self._game.all().get(self._here.removeprefix("game:"))

    def _choice(self) -> Choice | None:
        return BY_NAME.get(self._here.removeprefix("choice:"))

    @on(OptionList.OptionHighlighted)
    def _moved(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_id == self._here:
            return
        stepped = self._stepped is not None
        self._take_stepped()
        self._here = event.option_id or ""
        kind, name = self._selected()
        self._show_theme(name if kind == "theme" else self.host.options.theme)
        if self._edited:
            self.fail("")
            self.action_leave_line()
        elif stepped:
            self.refresh_page()
        else:
            self.fail("")
            self._refresh_around()

    def _show_theme(self, name: str) -> None:
        theme = self._loaded.themes.get(name)
        if theme is not None and name != self._shown:
            self._shown = name
            self.host.try_theme(theme)

    @on(OptionList.OptionSelected)
    def _enter(self, event: OptionList.OptionSelected) -> None:
        setting, choice = self._setting(), self._choice()
        if self._stepped is not None:
            self._take_stepped()
        elif setting is not None:
            self._ask(setting.name, self._game.value(setting))
            self._note(setting)
        elif choice is not None and not choice.values:
            self._ask(choice.label, str(choice.of(self.host.options)))
            self._asked.note([((choice.help, "dim"),)])
        else:
            self.action_step(1)
        self.refresh_page()

    def _ask(self, label: str, value: str) -> None:
        self._edited = self._here
        self._below.display = self._choices.can_focus = False
        self._asked.ask([(f"{label} ", "verb")], value)

    def action_step(self, by: int) -> None:
        """Step to the next value of a setting, which moving on or enter takes; a theme or choice is changed at once."""
        kind, name = self._selected()
        options, setting, choice = self.host.options, self._setting(), self._choice()
        if kind == "theme":
            self.host.choose_options(replace(options, theme=name))
        elif choice is not None and choice.values:
            self.host.choose_options(choice.taken(options, choice.next(options, by)))
        elif setting is not None:
            now = self._stepped if self._stepped is not None else self._game.value(setting)
            self._stepped = self._game.next(setting, now, by)
        self.refresh_page()

    def _take_stepped(self) -> None:
        setting, value, self._stepped = self._setting(), self._stepped, None
        if setting is not None and value is not None:
            self._change(setting, value)

    def on_click(self, event: events.Click) -> None:
        """Select a value in the list of those that may be; take the one that is selected."""
        _, _, word = event.style.meta.get("target", "").partition(":")
        choice, line = self._choice(), self._asked.line
        if not word:
            return
        if choice is not None:
            values = {choice.words.get(value, str(value)): value for value in choice.values}
            self.host.choose_options(choice.taken(self.host.options, values[word]))
        elif word == (line.value.strip() if self._edited else self._stepped):
            self._submitted() if self._edited else self._take_stepped()
        elif self._edited:
            line.value = word
        else:
            self._stepped = word
        self.refresh_page()

    def action_choice(self, by: int) -> None:
        """Step to the next value in the input line."""
        setting, line = self._setting(), self._asked.line
        if setting is not None:
            line.value = self._game.next(setting, line.value.strip(), by)
            line.action_select_all()

    @on(Input.Changed)
    def _typed(self) -> None:
        if self._edited:
            self.fail("")
            if (setting := self._setting()) is not None:
                self._note(setting)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        setting, choice, typed = self._setting(), self._choice(), self._asked.line.value.strip()
        if not self._edited:
            return
        if self._change(setting, typed) if setting is not None else choice is not None and self._choose(choice, typed):
            self.action_leave_line()

    def _choose(self, choice: Choice, typed: str) -> bool:
        try:
            value = choice.read(typed)
        except ValueError as bad:
            self.fail(str(bad))
            return False
        self.host.choose_options(choice.taken(self.host.options, value))
        return True

    def action_leave_line(self) -> None:
        """Leave the value unchanged."""
        self._edited = ""
        self._below.display = self._choices.can_focus = True
        self.end_line()

    def action_default(self) -> None:
        """Reset the setting to its default."""
        setting, self._stepped = self._setting(), None
        if setting is not None:
            self._change(setting, "default")
            self.refresh_page()

    def action_walk(self, command: str) -> None:
        """Undo or redo a change."""
        self._take_stepped()
        self.fail(self._game.attempt(command))
        self.refresh_page()

    def _change(self, setting: Setting, value: str) -> bool:
        game = self._game
        trouble = "" if value == game.value(setting) else game.attempt(_command(setting, value))
        self.fail(trouble)
        return not trouble

    def action_close(self) -> None:
        """Cancel a pending value, else leave the page; a previewed theme is reset."""
        if self._stepped is not None:
            self._stepped = None
            self.refresh_page()
        else:
            self.leaving()
            super().action_close()

    def leaving(self) -> None:
        self._show_theme(self.host.options.theme)

    def heading(self) -> Line:
        game = self._game.game
        return ((self.name_, "title"), (f" · {game}" if game else "", "normal"))

    def refresh_page(self) -> None:
        at, seen = self._here, self._choices.scroll_offset.y
        options = list(self._options(self.app.size.width - 2))
        with self.prevent(OptionList.OptionHighlighted):
            self._choices.clear_options().add_options(options)
            places = [place for place, option in enumerate(options) if option.id == at]
            self._choices.highlighted = places[0] if places else None
        # What is clicked again is under the pointer.
        self._choices.scroll_to(y=seen, animate=False, immediate=True)
        self._refresh_around()

    def _refresh_around(self) -> None:
        super().refresh_page()
        self._below.update(lines_of(self._in_full()), layout=False)

    def _options(self, room: int) -> Iterator[Option]:
        game = self._game
        settings = game.all()
        if settings:
            yield label(f"  {game.game}, in this session", "accent")
            changed = game.changed()
            name = min(max(map(cells, settings)), room // 3)
            value = max(cells(game.value(setting)) for setting in settings.values())
            for setting in settings.values():
                id_ = f"game:{setting.name}"
                stepped = self._stepped if id_ == self._here else None
                line = game.row(setting, name, value, stepped, changed.get(setting.name))
                yield Option(content(fit(line, room)), id=id_)
            yield label("")
        for heading, choices in CHOICES.items():
            yield label(f"  {heading}", "accent")
            for choice in choices:
                on = choice.of(self.host.options) is True
                yield self._marked(f"choice:{choice.name}", choice.label, on, choice.said(self.host.options))
            yield label("")
        yield label("  Colours, in all sessions", "accent")
        for theme in self._loaded.themes:
            used = theme == self.host.options.theme
            yield self._marked(f"theme:{theme}", theme, used, "in use" if used else "")

    def _marked(self, id_: str, words: str, on: bool, state: str) -> Option:
        mark = " " if not on else "*" if self.host.options.plain else "●"
        return Option(content([(f"  {mark} ", "good"), (pad(words, 24), "normal"), (state, "dim")]), id=id_)

    def _in_full(self) -> list[Line]:
        setting, choice = self._setting(), self._choice()
        if choice is not None:
            wrapped = wrap([(choice.help, "normal")], self.app.size.width - 4, NOTE)
            words = [choice.words.get(value, str(value)) for value in choice.values]
            return [*wrapped, tuple(choices_bits(words, choice.said(self.host.options)))]
        if setting is None:
            return []
        now = self._stepped if self._stepped is not None else self._game.value(setting)
        lines: list[Line] = [((setting.help, "normal"),), *self._offered(setting, now)]
        controller = self.host.controller
        own = self._stepped is None and controller is not None and setting in controller.system.own_settings
        return [*lines, ((SOURCES.get(setting.source, setting.source), "dim"),)] if own else lines

    def _offered(self, setting: Setting, value: str) -> list[Line]:
        words = self._game.words(setting)
        line: Line = tuple(choices_bits(words, value)) if words else ((setting.type.hint, "dim"),)
        return [line, *self._game.preview(setting, value, self.app.size.width - 4, NOTE)]

    def _note(self, setting: Setting) -> None:
        lines = self._offered(setting, self._asked.line.value.strip())
        self._asked.note([*lines, *[()] * (1 + NOTE - len(lines))])  # A word that was clicked stays under the pointer.

    def hints(self) -> list[tuple[str, str]]:
        arrows = "← →" if not self.host.options.plain else "left right"
        if self._edited or self._stepped is not None:
            return [*[(arrows, "change")] * (not self._edited), ("apply", "do it"), ("leave-form", "leave")]
        kind, choice = self._selected()[0], self._choice()
        hints = [("menu", WORDS["game" if choice is not None and not choice.values else kind])]
        own = [(arrows, "change"), ("remove", "default"), ("undo", "undo")] if kind == "game" else []
        return [*hints, *own, ("down", "down"), ("up", "up"), ("back", "back")]
