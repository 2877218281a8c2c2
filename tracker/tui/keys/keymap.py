"""Which key means what: the defaults, changed by the user's keymap file. The file is checked here, line by line.

A keymap file is TOML: ``id = "key"`` or ``id = ["key", "key"]``. Its table ``[commands]`` gives keys to command
lines: ``D = "hurt {selected} 1"``. What cannot be used is named in a plain sentence, and the default stays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tracker.combat.model import Model
from tracker.rules.errors import suggestion
from tracker.storage.handwritten import MAX_BYTES, TooLong, content_of, line_numbers, toml
from tracker.tui.keys.registry import BY_ID, KEYS, Key, bound_key
from tracker.tui.look.text import plain

NAMES: Final = frozenset(
    [
        "up",
        "down",
        "left",
        "right",
        "home",
        "end",
        "pageup",
        "pagedown",
        "insert",
        "delete",
        "tab",
        "enter",
        "escape",
        "space",
        "backspace",
    ]
    + [f"f{number}" for number in range(1, 25)]
)
"""Keys that make no character."""

MOST_NEAR: Final = 20
"""For at most this many unknown actions the nearest one is looked for, which takes time."""

MODIFIERS: Final = ("ctrl", "alt", "shift")

COMMANDS: Final = "commands"
"""The table of a keymap file that gives keys to command lines."""

PLACES: Final = ("selected", "target")
"""What a command line on a key may leave open, in braces: who is selected, and whom they aim at."""

_PLACE: Final = re.compile(r"\{(\w*)\}")


class Keymap(Model):
    """The keys of every action, and the action of every key: in the cockpit (``table``) and in forms.

    ``commands`` are the user's own command lines, by their keys.
    """

    keys: Mapping[str, tuple[str, ...]]
    table: Mapping[str, str]
    form: Mapping[str, str]
    commands: Mapping[str, str] = {}

    def first(self, id_: str) -> str:
        """The key shown for an action, "" where it has none."""
        return next(iter(self.keys.get(id_, ())), "")


def keymap(changes: Mapping[str, tuple[str, ...]] | None = None, commands: Mapping[str, str] | None = None) -> Keymap:
    """The defaults with these changes and command lines, which must not clash."""
    keys = {key_.id: (changes or {}).get(key_.id, key_.keys) for key_ in KEYS}
    table: dict[str, str] = {}
    form: dict[str, str] = {}
    for key_ in KEYS:
        for key in keys[key_.id]:
            if key_.group == "form" or key_.fixed:
                form[key] = key_.id
            if key_.group != "form" or key_.fixed:
                table[key] = key_.id
    return Keymap(keys, table, form, commands or {})


def changed_keys(keymap: Keymap) -> dict[str, str]:
    """The actions with other keys than their own, as Textual's keymap has them."""
    return {key.id: ",".join(map(bound_key, keymap.keys[key.id])) for key in KEYS if keymap.keys[key.id] != key.keys}


def parse_key(text: str) -> str | None:
    """A key as the screen knows it, None where it is not a key."""
    text = text.strip()
    if len(text) == 1:
        return text if text.isprintable() else None
    *modifiers, name = text.split("+") if not text.endswith("++") else [*text[:-2].split("+"), "+"]
    name = name.lower()
    if any(modifier.lower() not in MODIFIERS for modifier in modifiers) or len(set(modifiers)) != len(modifiers):
        return None
    if name not in NAMES and not (len(name) == 1 and name.isprintable() and modifiers):
        return None
    order = sorted((modifier.lower() for modifier in modifiers), key=MODIFIERS.index)
    return "+".join((*order, name))


def read_keymap(content: bytes) -> tuple[Keymap, tuple[str, ...]]:
    """The keymap a file asks for, and a sentence for each line that could not be followed."""
    try:
        data = toml(content)
    except ValueError as bad:
        return keymap(), (f"keymap.toml cannot be read: {plain(str(bad))[:120]}. The default keys are used.",)
    problems: list[str] = []
    changes: dict[str, tuple[str, ...]] = {}
    lines = line_numbers(content)
    commands = _commands(data.pop(COMMANDS, {}), lines, problems)
    for id_, value in data.items():
        name, where = plain(id_)[:40], f"keymap.toml, line {lines.get(id_, 1)}"
        if id_ not in BY_ID:
            near = suggestion(name, tuple(BY_ID)) if len(problems) < MOST_NEAR else ""
            problems.append(f"{where}: “{name}” is not an action.{near}")
        elif BY_ID[id_].fixed:
            problems.append(f"{where}: {name} keeps its keys, so that there is always a way out.")
        else:
            keys = _read(value)
            if isinstance(keys, str):
                problems.append(f"{where}: {name} {keys}; its default stays.")
            else:
                changes[id_] = keys
    changes = _without_clashes(changes, problems)
    return keymap(changes, _free(commands, changes, problems)), tuple(problems)


def load_keymap(file: Path) -> tuple[Keymap, tuple[str, ...]]:
    """The keymap of a file that may be missing."""
    try:
        content = content_of(file)
    except FileNotFoundError:
        return keymap(), ()
    except OSError as error:
        return keymap(), (f"keymap.toml cannot be read ({error.strerror}). The default keys are used.",)
    except TooLong:
        return keymap(), (f"keymap.toml is longer than {MAX_BYTES} bytes. The default keys are used.",)
    return read_keymap(content)


def _read(value: object) -> tuple[str, ...] | str:
    texts = value if isinstance(value, list) else [value]
    problems: list[str] = []
    for text in texts:
        if not isinstance(text, str):
            return "needs a key in quotes"
        key = parse_key(text)
        if key is None:
            return f"cannot be “{plain(text)[:20]}”, which is not a key" if text.strip() else "has an empty key"
        problems.append(key)
    return tuple(dict.fromkeys(problems)) if problems else "has an empty key"


def fill_places(line: str, given: Mapping[str, str]) -> str | None:
    """A command line with what it leaves open filled in; None where something is not known."""
    if not all(given.get(place) for place in _PLACE.findall(line)):
        return None
    return _PLACE.sub(lambda found: given[found[1]], line)


def _commands(table: object, lines: Mapping[str, int], problems: list[str]) -> dict[str, str]:
    """The command lines by their keys; each that cannot be read is named."""
    commands: dict[str, str] = {}
    if not isinstance(table, dict):
        problems.append(f"keymap.toml, line {lines.get(COMMANDS, 1)}: {COMMANDS} is a table: [commands].")
        return commands
    for written, value in table.items():
        name, where = plain(written)[:40], f"keymap.toml, line {lines.get(written, 1)}"
        key = parse_key(written)
        if key is None:
            problems.append(f"{where}: “{name}” is not a key.")
        elif key in commands:
            problems.append(f"{where}: {name} has a command already; this one is left out.")
        elif not isinstance(value, str) or not plain(value).strip():
            problems.append(f"{where}: {name} needs a command line in quotes.")
        elif unknown := [place for place in _PLACE.findall(value) if place not in PLACES]:
            ways = " and ".join(f"{{{place}}}" for place in PLACES)
            problems.append(f"{where}: {name} cannot fill in {{{unknown[0][:20]}}}; there are {ways}.")
        else:
            commands[key] = plain(value).strip()
    return commands


def _free(
    commands: Mapping[str, str], changes: Mapping[str, tuple[str, ...]], problems: list[str]
) -> Mapping[str, str]:
    """The command lines whose keys mean nothing else; each of the others is named."""
    taken = keymap(changes).table
    for key in commands:
        if key in taken:
            problems.append(f"keymap.toml: {key} is the key of {taken[key]} too; its command is left out.")
    return {key: line for key, line in commands.items() if key not in taken}


def _without_clashes(changes: dict[str, tuple[str, ...]], problems: list[str]) -> dict[str, tuple[str, ...]]:
    """Take changes back until no key means two things; each that is taken back is named."""
    while True:
        clash = _clash(changes)
        if clash is None:
            return changes
        guilty, other, key = clash
        problems.append(f"keymap.toml: {key} is the key of {other} too; {guilty} keeps its default.")
        del changes[guilty]


def _clash(changes: Mapping[str, tuple[str, ...]]) -> tuple[str, str, str] | None:
    seen: dict[tuple[bool, str], Key] = {}
    for key_ in KEYS:
        for key in changes.get(key_.id, key_.keys):
            for form in (True, False) if key_.fixed else (key_.group == "form",):
                other = seen.setdefault((form, key), key_)
                if other is not key_:
                    guilty, rest = (key_, other) if key_.id in changes else (other, key_)
                    return guilty.id, rest.id, key
    return None
