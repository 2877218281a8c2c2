"""The choices of the settings page that apply to all sessions: their labels and possible values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

from msgspec import ValidationError, convert, field
from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.tui.look.config_file import PLAYERS_TYPES, SCREEN_TYPES
from tracker.tui.look.preferences import Options
from tracker.tui.look.settings_files import with_keymap

Value = bool | int | str


class Choice(Model):
    """A choice by the name of its option. ``values`` are its possible values; without any it is typed.

    ``words`` are labels for values whose text in the file differs.
    """

    name: str
    label: str
    help: str
    values: tuple[Value, ...] = (False, True)
    words: Mapping[Value, str] = field(default_factory=lambda: {False: "off", True: "on"})

    def of(self, options: Options) -> Value:
        """Return its current value."""
        value: Value = getattr(options, self.name)
        return value

    def said(self, options: Options) -> str:
        """Return its current value as a label."""
        value = self.of(options)
        return self.words.get(value, str(value))

    def all_words(self) -> tuple[str, ...]:
        """Return the labels of all values, in order."""
        return tuple(self.words.get(value, str(value)) for value in self.values)

    def next(self, options: Options, by: int) -> Value:
        """Return the next or previous value; a value of the user's own comes after the last."""
        now = self.of(options)
        if now not in self.values:
            return self.values[0 if by > 0 else -1]
        return self.values[(self.values.index(now) + by) % len(self.values)]

    def read(self, text: str) -> Value:
        """Parse a typed value; raises ValueError with a sentence."""
        type_ = {**SCREEN_TYPES, **PLAYERS_TYPES}[self.name]
        try:
            value: Value = convert(text, type_, strict=False)
        except ValidationError:
            raise ValueError(f"It {get_args(type_)[1].extra['must']}.") from None
        return value

    def taken(self, options: Options, value: Value) -> Options:
        """Return the options with this value; another keymap changes the keys at once."""
        if self.name == "keymap":
            return with_keymap(options, str(value))
        return replace(options, **{self.name: value})


CHOICES: Final[Mapping[str, tuple[Choice, ...]]] = {
    "The screen, in all sessions": (
        Choice("plain", "plain characters", "Plain characters instead of drawn ones, for simple terminals."),
        Choice("animations", "what changed flashes", "For half a second; off keeps the screen still."),
        Choice("clock", "a clock", "How long this turn and this round have lasted, in the status line."),
        Choice(
            "keymap",
            "keys",
            "The keys to begin with: the usual ones, vim's for moving about, or arrows and function keys, which need "
            "no letters for the fight itself. Single keys set in config.toml still apply.",
            ("default", "vim", "arrows"),
            {"default": "the usual ones"},
        ),
        Choice(
            "notice",
            "at the heroes' turn",
            "What the terminal does when the heroes' turn comes: nothing, its bell, or a notice on the desktop.",
            ("off", "bell", "desktop"),
            {"off": "nothing", "desktop": "a notice"},
        ),
    ),
    "The players' page, in all sessions": (
        Choice("numbers", "players see numbers", "The heroes' own numbers on the players' page; off shows only words."),
        Choice(
            "host",
            "who can open it",
            "Only this machine, or everybody in its networks who knows the address. It counts when the page is "
            "switched on. One address of this machine can be named in config.toml.",
            ("127.0.0.1", "0.0.0.0"),
            {"127.0.0.1": "this machine", "0.0.0.0": "the network"},
        ),
        Choice(
            "port",
            "its port",
            "A number from 0 to 65535; 0 takes any free port when the page is switched on.",
            (),
            {0: "any free one"},
        ),
    ),
}
"""All choices, in groups by heading."""

BY_NAME: Final[Mapping[str, Choice]] = {choice.name: choice for group in CHOICES.values() for choice in group}
"""All choices by the name of the option."""
