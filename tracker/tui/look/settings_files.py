"""The settings in the user's files, and what a change of them on the screen writes back."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from tracker.storage.folders import config_folder
from tracker.tui.keys.keymap import Keymap
from tracker.tui.keys.keymap import keymap as shipped_keymap
from tracker.tui.keys.keymap_file import changed, load_keymap
from tracker.tui.keys.presets import DEFAULT
from tracker.tui.look.config_file import KEYS, PLAYERS, PLAYERS_TYPES, Config, load_config
from tracker.tui.look.preferences import FILE, KEYMAP_FILE, OLD_FILE, Options

CHOSEN: Final = ("theme", "plain", "animations", "keymap", "notice", "clock", "numbers", "host", "port")
"""The settings in the file, except for keys."""


def read_options(folder: Path) -> Options:
    """Return the settings in the files of a folder; invalid ones are reported and keep their defaults."""
    config, old = load_config(folder / FILE), load_config(folder / OLD_FILE)
    values = {**old.values, **config.values}
    keys, older, newer = _keys(config, values.get("keymap", DEFAULT))
    return Options(**values, keys=keys, problems=(*older, *old.problems, *config.problems, *newer))


def with_keymap(options: Options, preset: str) -> Options:
    """Return the same settings with another shipped keymap, changed by the user's files."""
    keys, _, _ = _keys(load_config(config_folder() / FILE), preset)
    return replace(options, keymap=preset, keys=keys)


def _keys(config: Config, preset: str) -> tuple[Keymap, tuple[str, ...], tuple[str, ...]]:
    """Return a shipped keymap with the changes of both files, and the errors of each."""
    keys, older = load_keymap(config_folder() / KEYMAP_FILE, shipped_keymap(preset=preset))
    keys, newer = changed(keys, config.keys, config.commands, config.source, KEYS)
    return keys, older, newer


def differences(options: Options, former: Options) -> Mapping[tuple[str, ...], bool | int | str]:
    """Return the settings changed on the screen, by path in the file."""
    names = [name for name in CHOSEN if getattr(options, name) != getattr(former, name)]
    return {((PLAYERS, name) if name in PLAYERS_TYPES else (name,)): getattr(options, name) for name in names}
