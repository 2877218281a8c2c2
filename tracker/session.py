"""A session: the game, its history and where it is kept. ``do`` is the one door for screen, scripts and tests."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Protocol

from msgspec.structs import replace

from tracker.combat import limits
from tracker.combat.dice import Dice
from tracker.combat.digest import digest, digest_after, hexed
from tracker.combat.events import SettingBecame
from tracker.combat.history import START, Entry, Head, History, Move, Record
from tracker.combat.model import Model
from tracker.combat.scene import Scene
from tracker.combat.text import clean_command
from tracker.commands.parser import find_verb
from tracker.commands.rebase import Rebased, rebase
from tracker.commands.resolve import WALKS, Preview, preview, resolve
from tracker.commands.tokens import Phrase, phrases
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.params import number
from tracker.rules.resolution import Resolution
from tracker.rules.system import System
from tracker.storage.format import Unkeepable, checked

Clock = Callable[[], str]


def utc_now() -> str:
    """The time now as a record keeps it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Saver(Protocol):
    """Where records go to be kept."""

    def put(self, records: Sequence[Record]) -> None:
        """Keep these, in one piece."""


class Done(Model):
    """What a line did: the new entries, or where the head went; ``text`` tells it in one sentence."""

    text: str
    entries: tuple[Entry, ...] = ()
    moved: bool = False


class Session:
    """A fight being tracked.

    ``dice`` is the source of the tracker's own throws; ``clock`` gives the time of each record.
    """

    def __init__(
        self,
        system: System,
        records: Sequence[Record] = (),
        *,
        saver: Saver | None = None,
        dice: random.Random | None = None,
        clock: Clock = utc_now,
        history: History | None = None,
    ) -> None:
        self.system = system
        self.history = history or History(system.new_scene())
        for record in records:
            self.history.add(record)
        self.saver = saver
        self.clock = clock
        self._dice = dice or random.SystemRandom()

    @property
    def scene(self) -> Scene:
        """The fight as it is now."""
        return self.history.scene

    def story(self) -> tuple[Entry, ...]:
        """The entries from the beginning to the head, oldest first."""
        return tuple(self.history.entries[each] for each in self.history.story)

    def preview(self, line: str) -> Preview:
        """What a line would do, without doing it."""
        line = clean_command(line)
        try:
            parts = phrases(line)
            walk = self._walk(parts)
        except InvalidCommand as bad:
            return Preview(error=str(bad))
        if walk:
            return Preview(text=WALK_HELP[walk])
        return preview(self.system, self.scene, line) if parts else Preview()

    def do(self, line: str) -> Done:
        """Carry a line out, all of it or nothing; raises InvalidCommand or Refused, and then nothing changed."""
        line = clean_command(line)
        parts = phrases(line)
        walk = self._walk(parts)
        if walk:
            return self._walks(walk, parts[0], line)
        if len(parts) == 1 and not parts[0].words and self._is_settings(parts[0]):
            return Done(self.settings_text())
        found = resolve(self.system, self.scene, line, Dice(self._dice))
        entry = self._entry(found, self.history.head, self.history.next_id, self.scene)
        _fits(entry, found.scene)
        self._take((entry,))
        return Done(entry.text, (entry,))

    def settings_text(self) -> str:
        """The settings with value, default, source and who changed them, a line each."""
        changed = {
            event.setting: entry.id
            for entry in self.story()
            for event in entry.events
            if isinstance(event, SettingBecame)
        }
        lines = []
        for each in self.system.settings:
            value = self.system.setting(self.scene, each.name)
            who = f", changed in line {changed[each.name]}" if each.name in changed else ""
            now, usual = each.write(value), each.write(each.default)
            lines.append(f"{each.name}={now} (default {usual}{who}): {each.help} [{each.source}]")
        return "\n".join(lines) or f"{self.system.title} has no settings."

    # ------------------------------------------------------------------ inside

    def _is_settings(self, part: Phrase) -> bool:
        try:
            return find_verb(part.verb, self.system, WALKS) == "settings"
        except InvalidCommand:
            return False

    def _walk(self, parts: Sequence[Phrase]) -> str | None:
        if not parts:
            return None
        verb = find_verb(parts[0].verb, self.system, WALKS)
        if verb not in WALKS:
            return None
        if len(parts) > 1 and verb != "amend":
            raise InvalidCommand(f"{verb} stands alone on its line; nothing goes before or after it.")
        return verb

    def _take(self, records: Sequence[Record]) -> None:
        for record in records:
            self.history.add(record)
        if self.saver is not None:
            self.saver.put(records)

    def _state(self, at: int, scene: Scene) -> int:
        known = self.history.entries[at].state if at != START else ""
        return int(known, 16) if known else digest(scene)

    def _entry(
        self,
        found: Resolution,
        parent: int,
        id_: int,
        before: Scene,
        state: int | None = None,
        origin: int | None = None,
    ) -> Entry:
        old = self._state(parent, before) if state is None else state
        return Entry(
            id_,
            parent,
            self.clock(),
            found.command,
            found.text,
            found.events,
            found.why,
            found.dice,
            found.ruled,
            found.overruled,
            origin,
            hexed(digest_after(old, before, found.scene)),
        )

    def _walks(self, verb: str, part: Phrase, line: str) -> Done:
        words = part.words
        if verb in ("undo", "redo"):
            steps = number(words[0].text, 1, limits.RECORDS) if words else 1
            _no_more(verb, words[1:])
            return self._step(verb, steps)
        if not words:
            raise InvalidCommand(f"{verb} needs the number of a line in the log.")
        target = number(words[0].text, 0, limits.RECORDS)
        if verb == "goto":
            _no_more(verb, words[1:])
            return self._goto(target)
        if verb == "revoke":
            _no_more(verb, words[1:])
            return self._rebase(target, None, part.ruled)
        rest = line[words[1].start :].strip() if len(words) > 1 else ""
        if not rest:
            raise InvalidCommand("amend needs the number of a line and the command to put in its place.")
        return self._rebase(target, rest, part.ruled)

    def _move(self, to: int, by: Move, text: str, replaced: int | None = None) -> Done:
        head = Head(self.history.next_id, to, by, replaced)
        _fits(head)
        self._take((head,))
        return Done(text, moved=True)

    def _step(self, verb: str, steps: int) -> Done:
        undo = verb == "undo"
        to = self.history.undo_target(steps) if undo else self.history.redo_target(steps)
        if to is None:
            raise InvalidCommand(
                "There is nothing to undo: this is the beginning." if undo else "There is nothing to redo."
            )
        entry = self.history.entries.get(self.history.head if undo else to)
        what = f"{'Undone' if undo else 'Redone'}: {entry.command}" if entry and steps == 1 else f"Now at line {to}."
        return self._move(to, "undo" if undo else "redo", what)

    def _goto(self, to: int) -> Done:
        if to != START and to not in self.history.entries:
            raise InvalidCommand(f"There is no line {to} in the log.")
        return self._move(to, "goto", f"Now at line {to}." if to else "Now at the beginning.")

    def _rebase(self, target: int, line: str | None, forced: bool) -> Done:
        if target not in self.history.story:
            known = "it is on another branch; goto reaches it" if target in self.history.entries else "there is none"
            raise InvalidCommand(f"Line {target} is not in the story now: {known}.")
        found: Rebased = rebase(self.system, self.history, target, line, Dice(self._dice), self._dice)
        if found.refused and not forced:
            raise Refused([f"Later lines would be refused and left out: {'; '.join(found.refused)}."])
        old, parent, entries = self.history.head, self.history.entries[target].parent, []
        scene = self.history.scene_at(parent)
        state, id_ = self._state(parent, scene), self.history.next_id
        for resolution, origin in found.steps:
            entry = replace(self._entry(resolution, parent, id_, scene, state, origin))
            _fits(entry, resolution.scene)
            entries.append(entry)
            parent, id_, scene, state = entry.id, id_ + 1, resolution.scene, int(entry.state, 16)
        head = Head(id_, parent, "rebase", old)
        _fits(head)
        self._take((*entries, head))
        what = f"Line {target} {'taken out' if line is None else 'amended'}"
        left = f"; left out: {'; '.join(found.refused)}" if found.refused else ""
        return Done(f"{what}, {len(entries)} played again{left}.", tuple(entries), moved=True)


WALK_HELP = {
    "undo": "goes back",
    "redo": "goes forward again",
    "goto": "goes to that line of any branch",
    "revoke": "takes a past line out and plays the later ones again",
    "amend": "puts another command in a past line's place and plays the later ones again",
}
"""The words that walk the history, and what each does."""


def _no_more(verb: str, words: Sequence[object]) -> None:
    if words:
        raise InvalidCommand(f"{verb} takes one number and no more words.")


def _fits(record: Record, scene: Scene | None = None) -> bytes:
    """A record's JSON; refuses what a save file would not take back. ``scene`` is the one after it."""
    try:
        return checked(record, scene)
    except Unkeepable as why:
        raise InvalidCommand(str(why)) from None
