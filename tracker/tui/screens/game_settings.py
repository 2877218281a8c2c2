"""The settings of the game in a session: their values, and how each is written and changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tracker.combat.events import SettingBecame
from tracker.rules.declarations import Context
from tracker.rules.grammar import plain_value
from tracker.rules.params import NumberParam
from tracker.rules.quoting import quote
from tracker.tui.look.text import Line, cells, pad, wrap
from tracker.tui.strip.strip_view import preview_bits

if TYPE_CHECKING:
    from tracker.rules.declarations import Setting
    from tracker.tui.cockpit.controller import Controller

SOURCES: Final = {
    "S": "Stated in the text the game follows.",
    "S/G": "Stated in part in the text the game follows.",
    "G": "Known of the game elsewhere; the text the game follows does not say it.",
}
"""The possible sources of a setting's default."""


class GameSettings:
    """The settings of the session at a desk; without a session there are none."""

    def __init__(self, controller: Controller | None) -> None:
        self._at = controller

    @property
    def _desk(self) -> Controller:
        assert self._at is not None
        return self._at

    def all(self) -> dict[str, Setting]:
        """Return every setting by its name."""
        return {setting.name: setting for setting in self._at.system.settings} if self._at is not None else {}

    @property
    def game(self) -> str:
        """Return the title of the game, or ""."""
        return self._at.system.title if self._at is not None else ""

    def value(self, setting: Setting) -> str:
        """Return the current value, as it is typed."""
        return setting.type.write(self._desk.system.setting(self._desk.scene, setting.name))

    def default(self, setting: Setting) -> str:
        """Return the default value, as it is typed."""
        value = self._desk.system.setting_default(self._desk.scene, setting)
        return setting.type.write(value) if value is not None else plain_value(value)

    def words(self, setting: Setting) -> tuple[str, ...]:
        """Return the possible values, if they are a list."""
        return setting.type.complete(Context(self._desk.system, self._desk.scene))

    def next(self, setting: Setting, now: str, by: int) -> str:
        """Return the value that follows or precedes ``now``, if values are listed or counted."""
        words, kind = self.words(setting), setting.type
        if words:
            return words[(words.index(now) + by) % len(words)] if now in words else words[0 if by > 0 else -1]
        if isinstance(kind, NumberParam) and now.removeprefix("-").isdecimal():
            return str(max(kind.low, min(kind.high, int(now) + by)))
        return now

    def change(self, setting: Setting, value: str) -> str:
        """Change a setting with a command of the fight; returns why it could not be changed, or ""."""
        return "" if value == self.value(setting) else self.attempt(_command(setting, value))

    def attempt(self, command: str) -> str:
        """Carry out a command of the fight, where there is one; returns why it could not be, or ""."""
        trouble = self._at.attempt(command) if self._at is not None else None
        return trouble.text if trouble else ""

    def preview(self, setting: Setting, value: str, room: int, lines: int) -> list[Line]:
        """Return the effect of another value, in at most that many lines."""
        if not value or value == self.value(setting):
            return []
        return wrap(preview_bits(self._desk.preview(_command(setting, value)), ""), room, lines)

    def changed(self) -> dict[str, int]:
        """Return the line of the log that set each changed setting."""
        return {
            event.setting: entry.id
            for entry in self._desk.session.story()
            for event in entry.events
            if isinstance(event, SettingBecame)
        }

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
