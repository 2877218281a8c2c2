"""Keys and command lines written by users in TOML; every line in error is reported once.

``id = "key"`` or ``id = ["key", "key"]`` changes the keys of an action: at the top of ``keymap.toml``, or in the table
``[keys]`` of ``config.toml``. In both files the table ``[commands]`` gives keys to command lines: ``D = "hurt
{selected} 1"``.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any, Final

from tracker.rules.errors import suggestion
from tracker.storage.faults import Source
from tracker.storage.handwritten import MAX_BYTES, NotToml, TooLong, content_of, toml
from tracker.tui.keys.keymap import PLACE, Keymap, keymap, parse_key
from tracker.tui.keys.registry import BY_ID, KEYS, Key
from tracker.tui.look.preferences import KEYMAP_FILE
from tracker.tui.look.text import plain

COMMANDS: Final = "commands"
"""The table that gives keys to command lines."""

PLACES: Final = ("selected", "target")
"""The placeholders in a key's command line: who is selected, and their target."""

MOST_NEAR: Final = 20
"""The most unknown actions for which a similar name is searched, which is slow."""


def load_keymap(file: Path, base: Keymap | None = None) -> tuple[Keymap, tuple[str, ...]]:
    """Return the keymap of a file that may be missing, and a sentence for each line in error."""
    base = base or keymap()
    try:
        content = content_of(file)
    except FileNotFoundError:
        return base, ()
    except OSError as error:
        return base, (f"{KEYMAP_FILE} cannot be read ({error.strerror}). The default keys are used.",)
    except TooLong:
        return base, (f"{KEYMAP_FILE} is longer than {MAX_BYTES} bytes. The default keys are used.",)
    return read_keymap(content, base)


def read_keymap(content: bytes, base: Keymap | None = None) -> tuple[Keymap, tuple[str, ...]]:
    """Return the keymap described by a file of keys, and a sentence for each line in error."""
    base = base or keymap()
    try:
        data = toml(content, KEYMAP_FILE)
    except NotToml as bad:
        return base, (f"{bad} The default keys are used.",)
    commands = data.pop(COMMANDS, {})
    return changed(base, data, commands, Source(KEYMAP_FILE, content))


def changed(
    base: Keymap, keys: object, commands: object, source: Source, *table: str
) -> tuple[Keymap, tuple[str, ...]]:
    """Return a keymap with the changes of one file, and a sentence for each line in error.

    ``table`` is the path to the keys in the file, empty if they are at its top.
    """
    problems: list[str] = []
    lines = _commands(commands, source, problems)
    own = keymap(_without_clashes(base, _changes(keys, source, table, problems), source, problems))
    for key in lines:
        if key in own.table:
            problems.append(f"{source.name}: {key} is the key of {own.table[key]} too; its command is left out.")
    free = {key: line for key, line in {**base.commands, **lines}.items() if key not in own.table}
    return keymap(own.keys, free), tuple(problems)


def _changes(keys: object, source: Source, table: tuple[str, ...], problems: list[str]) -> dict[str, tuple[str, ...]]:
    """Return the new keys by action; report each line that cannot be read."""
    changes: dict[str, tuple[str, ...]] = {}
    if not isinstance(keys, dict):
        problems.append(f"{source.where(*table)}: keys is a table: [keys].")
        return changes
    for id_, value in keys.items():
        name, where = plain(id_)[:40], source.where(*table, id_)
        if id_ not in BY_ID:
            near = suggestion(name, tuple(BY_ID)) if len(problems) < MOST_NEAR else ""
            problems.append(f"{where}: “{name}” is not an action.{near}")
        elif BY_ID[id_].fixed:
            problems.append(f"{where}: {name} keeps its keys, so that there is always a way out.")
        else:
            wanted = _read(value)
            if isinstance(wanted, str):
                problems.append(f"{where}: {name} {wanted}; its default stays.")
            else:
                changes[id_] = wanted
    return changes


def _read(value: Any) -> tuple[str, ...] | str:
    """Return the keys in a value, or the error."""
    texts = value if isinstance(value, list) else [value]
    keys: list[str] = []
    for text in texts:
        if not isinstance(text, str):
            return "needs a key in quotes"
        key = parse_key(text)
        if key is None:
            return f"cannot be “{plain(text)[:20]}”, which is not a key" if text.strip() else "has an empty key"
        keys.append(key)
    return tuple(dict.fromkeys(keys)) if keys else "has an empty key"


def _commands(table: object, source: Source, problems: list[str]) -> dict[str, str]:
    """Return the command lines by key; report each that cannot be read."""
    commands: dict[str, str] = {}
    if not isinstance(table, dict):
        problems.append(f"{source.where(COMMANDS)}: {COMMANDS} is a table: [{COMMANDS}].")
        return commands
    for written, value in table.items():
        name, where = plain(written)[:40], source.where(COMMANDS, written)
        key = parse_key(written)
        if key is None:
            problems.append(f"{where}: “{name}” is not a key.")
        elif key in commands:
            problems.append(f"{where}: {name} has a command already; this one is left out.")
        elif not isinstance(value, str) or not plain(value).strip():
            problems.append(f"{where}: {name} needs a command line in quotes.")
        elif unknown := [place for place in PLACE.findall(value) if place not in PLACES]:
            ways = " and ".join(f"{{{place}}}" for place in PLACES)
            problems.append(f"{where}: {name} cannot fill in {{{unknown[0][:20]}}}; there are {ways}.")
        else:
            commands[key] = plain(value).strip()
    return commands


def _without_clashes(
    base: Keymap, changes: Mapping[str, tuple[str, ...]], source: Source, problems: list[str]
) -> Mapping[str, tuple[str, ...]]:
    """Undo changes until no key has two meanings, and report each of them.

    If two actions of the keymap itself share a key, the later one loses it.
    """
    keys = {**base.keys, **changes}
    changed = set(changes)
    while (clash := _clash(keys, changed)) is not None:
        guilty, other, key = clash
        if guilty in changed:
            problems.append(f"{source.name}: {key} is the key of {other} too; {guilty} keeps its default.")
            changed.remove(guilty)
            keys[guilty] = base.keys[guilty]
        else:
            problems.append(f"The keymap gives {key} to {other} and to {guilty}; {guilty} goes without it.")
            keys[guilty] = tuple(other_key for other_key in keys[guilty] if other_key != key)
    return keys


def _clash(keys: Mapping[str, tuple[str, ...]], changed: AbstractSet[str]) -> tuple[str, str, str] | None:
    """Return the action at fault, the other one and the key, if a key has two meanings."""
    seen: dict[tuple[bool, str], Key] = {}
    for action in KEYS:
        for key in keys[action.id]:
            for in_form in (True, False) if action.fixed else (action.group == "form",):
                other = seen.setdefault((in_form, key), action)
                if other is not action:
                    last = action if action.id in changed or other.id not in changed else other
                    return last.id, (other if last is action else action).id, key
    return None
