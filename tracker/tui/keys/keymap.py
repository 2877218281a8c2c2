"""The meaning of keys: a shipped keymap, changed by keys and command lines that users write in TOML.

``id = "key"`` or ``id = ["key", "key"]`` changes the keys of an action: at the top of ``keymap.toml``, or in the table
``[keys]`` of ``config.toml``. In both files the table ``[commands]`` gives keys to command lines: ``D = "hurt
{selected} 1"``. Every line in error is reported once.
"""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tracker.combat.model import Model
from tracker.rules.errors import suggestion
from tracker.tui.keys.registry import BY_ID, KEYS, Key, bound_key, shown
from tracker.tui.look.text import plain

if TYPE_CHECKING:
    from tracker.storage.faults import Source

DEFAULT: Final = "default"

KEYMAP_FILE: Final = "keymap.toml"  # the file of keys alone; `config.toml` may hold the same, and takes precedence

NAMES: Final = frozenset(
    (
        *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
        *("insert", "delete", "tab", "enter", "escape", "space", "backspace"),
        *(f"f{number}" for number in range(1, 25)),
    )
)
"""Names of keys that produce no character."""

MODIFIERS: Final = ("ctrl", "alt", "shift")

PLACE: Final = re.compile(r"\{(\w*)\}")  # a placeholder in braces in the command line of a key


class Keymap(Model):
    """The keys of actions, the actions of keys in the cockpit (``table``) and in forms, the user's own ``commands``."""

    keys: Mapping[str, tuple[str, ...]]
    table: Mapping[str, str]
    form: Mapping[str, str]
    commands: Mapping[str, str] = {}

    def first(self, id_: str) -> str:
        """Return the key shown for an action; "" if it has none."""
        return next(iter(self.keys.get(id_, ())), "")

    def read(self, id_: str, plain: bool) -> str:
        """Return the key of an action as people read it; by its name in ``plain`` characters."""
        return self.first(id_) if plain else shown(self.first(id_))


@cache
def presets() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Return the changes of each shipped keymap; the first key of an action is the one shown."""
    import tomllib  # not before the first picture, for the keymap that most have

    maps = tomllib.loads(Path(__file__).with_name("keymaps.toml").read_text("utf-8"))
    return {name: {id_: tuple(keys) for id_, keys in changes.items()} for name, changes in maps.items()}


def keymap(
    changes: Mapping[str, tuple[str, ...]] | None = None,
    commands: Mapping[str, str] | None = None,
    preset: str = DEFAULT,
) -> Keymap:
    """Return a shipped keymap with these changes and command lines, which must not clash."""
    chosen = {**(presets()[preset] if preset != DEFAULT else {}), **(changes or {})}
    keys = {key_.id: chosen.get(key_.id, key_.keys) for key_ in KEYS}
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
    """Return the actions whose keys were changed, in the form of Textual's keymap."""
    return {key.id: ",".join(map(bound_key, keymap.keys[key.id])) for key in KEYS if keymap.keys[key.id] != key.keys}


def parse_key(text: str) -> str | None:
    """Return a key in the screen's notation; None if it is not a key."""
    text = text.strip()
    if len(text) == 1:
        return text if text.isprintable() else None
    *modifiers, name = text.split("+") if not text.endswith("++") else [*text[:-2].split("+"), "+"]
    name = name.lower()
    if any(modifier.lower() not in MODIFIERS for modifier in modifiers) or len(set(modifiers)) != len(modifiers):
        return None
    if name not in NAMES and not (len(name) == 1 and name.isprintable() and modifiers):
        return None
    return "+".join((*sorted(map(str.lower, modifiers), key=MODIFIERS.index), name))


COMMANDS: Final = "commands"  # the table that gives keys to command lines
PLACES: Final = ("selected", "target")  # the placeholders in a key's command line: who is selected, and their target

MOST_NEAR: Final = 20  # the most unknown actions for which a similar name is searched, which is slow


def load_keymap(file: Path, base: Keymap | None = None) -> tuple[Keymap, tuple[str, ...]]:
    """Return the keymap of a file that may be missing, and a sentence for each line in error."""
    from tracker.storage.faults import MAX_BYTES, TooLong, content_of

    base = base or keymap()
    try:
        return read_keymap(content_of(file), base)
    except FileNotFoundError:
        return base, ()
    except OSError as error:
        return base, (f"{KEYMAP_FILE} cannot be read ({error.strerror}). The default keys are used.",)
    except TooLong:
        return base, (f"{KEYMAP_FILE} is longer than {MAX_BYTES} bytes. The default keys are used.",)


def read_keymap(content: bytes, base: Keymap | None = None) -> tuple[Keymap, tuple[str, ...]]:
    """Return the keymap described by a file of keys, and a sentence for each line in error."""
    from tracker.storage.faults import NotToml, Source, toml

    base = base or keymap()
    try:
        data = toml(content, KEYMAP_FILE)
    except NotToml as bad:
        return base, (f"{bad} The default keys are used.",)
    return changed(base, data, data.pop(COMMANDS, {}), Source(KEYMAP_FILE, content))


def changed(
    base: Keymap, keys: object, commands: object, source: "Source", *table: str
) -> tuple[Keymap, tuple[str, ...]]:
    """Return a keymap with the changes of one file, and a sentence for each line in error.

    ``table`` is the path to the keys in the file, empty if they are at its top.
    """
    problems: list[str] = []
    lines = _commands(commands, source, problems)
    own = keymap(_without_clashes(base, _changes(keys, source, table, problems), source, problems))
    told = {key: own.table[key] for key in lines if key in own.table}
    problems += [f"{source.name}: {key} is the key of {id_} too; its command is left out." for key, id_ in told.items()]
    free = {key: line for key, line in {**base.commands, **lines}.items() if key not in own.table}
    return keymap(own.keys, free), tuple(problems)


def table_of(value: object, source: "Source", way: tuple[str, ...], problems: list[str]) -> Mapping[str, Any]:
    """Return a table of a file, by the path to it; none, and a problem, where something else stands there."""
    if isinstance(value, dict):
        return value
    problems.append(f"{source.where(*way)}: {way[-1]} is a table: [{way[-1]}].")
    return {}


def _changes(keys: object, source: "Source", table: tuple[str, ...], problems: list[str]) -> dict[str, tuple[str, ...]]:
    changes: dict[str, tuple[str, ...]] = {}
    for id_, value in table_of(keys, source, table, problems).items():
        name, where = plain(id_)[:40], source.where(*table, id_)
        if id_ not in BY_ID:
            near = suggestion(name, tuple(BY_ID)) if len(problems) < MOST_NEAR else ""
            problems.append(f"{where}: “{name}” is not an action.{near}")
        elif BY_ID[id_].fixed:
            problems.append(f"{where}: {name} keeps its keys, so that there is always a way out.")
        elif isinstance(wanted := _read(value), str):
            problems.append(f"{where}: {name} {wanted}; its default stays.")
        else:
            changes[id_] = wanted
    return changes


def _read(value: Any) -> tuple[str, ...] | str:
    keys: list[str] = []
    for text in value if isinstance(value, list) else [value]:
        if not isinstance(text, str):
            return "needs a key in quotes"
        key = parse_key(text)
        if key is None:
            return f"cannot be “{plain(text)[:20]}”, which is not a key" if text.strip() else "has an empty key"
        keys.append(key)
    return tuple(dict.fromkeys(keys)) if keys else "has an empty key"


def _commands(table: object, source: "Source", problems: list[str]) -> dict[str, str]:
    commands: dict[str, str] = {}
    for written, value in table_of(table, source, (COMMANDS,), problems).items():
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
    base: Keymap, changes: Mapping[str, tuple[str, ...]], source: "Source", problems: list[str]
) -> Mapping[str, tuple[str, ...]]:
    """Undo and report changes until no key has two meanings; of two actions of the keymap the later one loses it."""
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
    seen: dict[tuple[bool, str], Key] = {}
    for action in KEYS:
        for key in keys[action.id]:
            for in_form in (True, False) if action.fixed else (action.group == "form",):
                other = seen.setdefault((in_form, key), action)
                if other is not action:
                    last = action if action.id in changed or other.id not in changed else other
                    return last.id, (other if last is action else action).id, key
    return None
