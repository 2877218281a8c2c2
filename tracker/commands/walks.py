"""Commands that must be alone on their line: those that walk the history, ``keep``, ``settings``, ``update-game``."""

from collections.abc import Iterable, Sequence
from textwrap import shorten
from typing import Final

from tracker.combat import limits
from tracker.combat.events import SettingBecame
from tracker.combat.history import History
from tracker.combat.model import Model
from tracker.combat.records import START, Entry
from tracker.combat.scene import Scene
from tracker.combat.text import clean_line
from tracker.commands.parser import Draft, Part, Phrase, check_separators, find_verb
from tracker.commands.story import story_text
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import number
from tracker.rules.system import System

WALK_HELP: Final = {
    "undo": "goes back",
    "redo": "goes forward again",
    "goto": "goes to that line of any branch",
    "revoke": "takes a past line out and plays the later ones again",
    "amend": "puts another command in a past line's place and plays the later ones again",
}
"""The verbs with their help texts."""


class Walk(Model):
    """A walk through the history: ``number`` is that of steps or of a line, ``line`` the command for ``amend``."""

    verb: str
    number: int
    line: str | None = None
    ruled: bool = False


SETTINGS: Final = "settings"
KEEP: Final = "keep"
UPDATE: Final = "update-game"
LONGEST: Final = 120  # the most characters said of what was undone
LOOK: Final = "look"
FORECAST: Final = "forecast"
LONE_HELP: Final = {
    **WALK_HELP,
    KEEP: "puts somebody, a party or an encounter into the library",
    UPDATE: "goes on with the game's file as it stands now, in place of the session's own copy",
    LOOK: "shows what the game or the library knows of something, by any part of its name",
    FORECAST: "plays the fight to its end many times; or an encounter, at NUMBER, amend NUMBER LINE",
}
"""The help of all lone verbs except ``settings``, which is a verb of the game if values follow it."""

LONE_USAGE: Final = {
    "undo": "undo [N]",
    "redo": "redo [N]",
    "goto": "goto ID",
    "revoke": "revoke ID",
    "amend": "amend ID COMMAND",
    KEEP: f"{KEEP} NAME... [as=NAME], {KEEP} heroes as=PARTY, {KEEP} enemies as=ENCOUNTER, {KEEP} all as=ENCOUNTER",
}
"""How lone verbs with several words are written."""


class Keep(Model):
    """What to keep in the library, and its name there."""

    names: tuple[str, ...]
    as_: str = ""


def lone_verb(parts: Sequence[Part], system: System) -> str | None:
    """Return the verb of a line that must be alone, in ``LONE_HELP`` or bare ``settings``; raises InvalidCommand."""
    if not parts:
        return None
    part = parts[0]
    verb = find_verb(part.verb, system, LONE_HELP) if isinstance(part, Phrase) else part.verb
    alone = [each for each in (verb, *(later.verb.casefold() for later in parts[1:])) if each in LONE_HELP]
    if alone and len(parts) > 1 and verb != "amend":
        raise stands_alone(alone[0], parts)
    return verb if verb in LONE_HELP or (verb == SETTINGS and len(parts) == 1 and _is_bare(part)) else None


def _is_bare(part: Part) -> bool:
    if isinstance(part, Phrase):
        return not part.words
    if isinstance(part, Draft):
        return not (part.texts or part.more)
    return all(getattr(part.action, spec.attr) == spec.empty for spec in type(part.action).in_order)


def read_look(phrase: Phrase) -> str:
    """Parse what to look up: all the words."""
    if words := " ".join(word.text for word in phrase.words):
        return words
    raise InvalidCommand("Look for what? look NAME, or any part of the name.")


def read_keep(phrase: Phrase) -> Keep:
    """Parse what to keep; words behind ``as=`` belong to its name, unless that is quoted. Raises InvalidCommand."""
    check_separators(phrase)
    names: list[str] = []
    as_, open_ = "", False
    for word in phrase.words:
        if word.name is None and open_:
            as_ = clean_line(f"{as_} {word.text}")
        elif word.name is None:
            names += [word.text] if word.quoted else [part for part in word.text.split(",") if part]
        elif word.name.casefold() == "as":
            bare = word.end - word.start == len(f"{word.name}={word.text}")
            as_, open_ = clean_line(word.text), bool(names) and bare
        else:
            raise InvalidCommand(f"“{word.name}=” does not belong to keep; only as=NAME does.")
    if not names:
        raise InvalidCommand(f"Say who is kept: {LONE_USAGE[KEEP]}.")
    return Keep(tuple(names), as_)


def read_walk(verb: str, phrase: Phrase) -> Walk:
    """Parse a walk through the history; raises InvalidCommand."""
    words, steps = phrase.words, verb in ("undo", "redo")
    if not words and not steps:
        raise InvalidCommand(f"{verb} needs the number of a line in the log.")
    count = number(words[0].text, int(steps), limits.RECORDS) if words else 1
    if verb != "amend":
        if words[1:]:
            raise InvalidCommand(f"{verb} takes one number and no more words.")
        return Walk(verb, count, ruled=bool(phrase.ruling))
    line = phrase.line[words[1].start :].strip() if words[1:] else ""
    if not line:
        raise InvalidCommand("amend needs the number of a line and the command to put in its place.")
    return Walk(verb, count, line, bool(phrase.ruling))


def destination(walk: Walk, history: History) -> tuple[int, str]:
    """Return the target of a walk, and a sentence about it; raises InvalidCommand if there is none."""
    if walk.verb not in ("undo", "redo"):
        if walk.number != START and walk.number not in history.entries:
            raise InvalidCommand(f"There is no line {walk.number} in the log.")
        return walk.number, f"Now at line {walk.number}." if walk.number else "Now at the beginning."
    undo = walk.verb == "undo"
    to = history.undo_target(walk.number) if undo else history.redo_target(walk.number)
    if to is None:
        end = "undo: this is the beginning" if undo else "redo"
        raise InvalidCommand(f"There is nothing to {end}.")
    entry = history.entries.get(history.head if undo else to)
    if entry is None or walk.number != 1:
        return to, f"Now at line {to}."
    if entry.parent != (to if undo else history.head):
        # The step is a whole rebase: the line at its end is not all that went or came.
        return to, f"The change of a past line is {'undone' if undo else 'redone'}: now at line {to}."
    said = shorten(story_text(entry) or entry.command, LONGEST, placeholder=" …")
    return to, f"{'Undone' if undo else 'Redone'}: {said}"


def stands_alone(verb: str, parts: Sequence[Part] = ()) -> InvalidCommand:
    """Return the error for such a verb among other commands, with the lines to type in place of these ``parts``."""
    lines = [f"{part.verb}{part.ruling} {part.rest(0)}".rstrip() for part in parts if isinstance(part, Phrase)]
    way = f" Type “{'”, then “'.join(lines)}”." if lines else ""
    return InvalidCommand(f"{verb} stands alone on its line; nothing goes before or after it.{way}")


def settings_text(system: System, scene: Scene, story: Iterable[Entry]) -> str:
    """Return the settings of a fight, a line each: value, default, source, and the entry that changed it."""
    changed = {event.setting: entry.id for entry in story for event in entry.events if isinstance(event, SettingBecame)}
    lines = []
    for setting in system.settings:
        by = f", changed in line {changed[setting.name]}" if setting.name in changed else ""
        value, default = setting.write(system.setting(scene, setting.name)), setting.write(setting.default)
        lines.append(f"{setting.name}={value} (default {default}{by}): {setting.help} [{setting.source}]")
    return "\n".join(lines) or f"{system.title} has no settings."
