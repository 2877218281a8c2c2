"""Sessions: a game, its history and its file. The only entrance for screen, scripts and tests."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Final, Self, TypeVar, cast

from tracker.combat import limits
from tracker.combat.dice import Dice
from tracker.combat.digest import digest_after, hexed
from tracker.combat.events import fold
from tracker.combat.history import History, Worn
from tracker.combat.model import Model
from tracker.combat.records import Entry, Head, Move, Record
from tracker.combat.scene import Scene
from tracker.combat.text import clean_line
from tracker.commands import walks
from tracker.commands.parser import RULED, CommandLine, Part, Phrase, Ruled, parts_of, phrases
from tracker.commands.resolve import Preview, entry_of, preview, rebase, resolve, revised, state_at
from tracker.rules.action import Action
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.grammar import quote
from tracker.rules.system import System
from tracker.session.games import RulesOf, played, update
from tracker.storage.errors import LoadError
from tracker.storage.folders import ENDING, in_folder, is_shipped_save
from tracker.storage.format import Clock, Unkeepable, checked, now
from tracker.storage.lock import left_behind

if TYPE_CHECKING:
    from concurrent.futures import Future

    from tracker.library.shelf import Library
    from tracker.storage.journal import Journal
    from tracker.storage.reader import Follower, Loaded, Verdict
    from tracker.storage.writer import Writer, WriteState

Ended = TypeVar("Ended")

EXAMPLE: Final = "This is an example that comes with the tracker. Save a copy to go on with it."
"""Why a shipped session is read-only."""


class Done(Model):
    """The result of a command: the new entries, or the new head; ``text`` describes it in a sentence."""

    text: str
    entries: tuple[Entry, ...] = ()
    moved: bool = False


WATCHED: Final = "This window only follows the fight; it is played in the other one. Save a copy to go on with it here."


class Session:
    """A fight being tracked.

    ``Session(system)`` is in memory only; ``open``, ``create`` and ``copy`` return one with a file, in which everything
    ``do`` did is on the disk when it returns (or, after ``save_in_background``, soon). ``dice`` is the source of the
    tracker's own throws, ``clock`` gives the time of each record. ``loaded`` is the state in which the file was found.
    """

    def __init__(
        self, system: System, *, dice: random.Random | None = None, clock: Clock = now, history: History | None = None
    ) -> None:
        self.first_system = system  # the game in the header of the file, which the story begins with
        self.history = history or History(system.new_scene())
        self.clock = clock
        self.journal: Journal | None = None
        self.loaded: Loaded | None = None
        self.writer: Writer | None = None
        self._watching = False
        self._dice = dice or random.SystemRandom()
        self._follower: Follower | None = None
        self._on_state: Callable[[WriteState], None] | None = None
        self.done: dict[int, tuple[Action, ...]] = {}
        """The actions of the entries that were done here, by id: nobody has to read their commands again."""
        self._library: Library | None = None
        self._shelves: tuple[str, str] = ("", "")

    @property
    def scene(self) -> Scene:
        """Return the current scene."""
        return self.history.scene

    @property
    def system(self) -> System:
        """Return the current game."""
        return played(self.first_system, self.history.scene)

    def system_at(self, scene: Scene) -> System:
        """Return the game at a moment of the story."""
        return played(self.first_system, scene)

    def story(self) -> tuple[Entry, ...]:
        """Return the entries from the beginning to the head, oldest first."""
        return tuple(self.history.entries[id_] for id_ in self.history.story)

    def preview(self, line: CommandLine | Action) -> Preview:
        """Return the effect of a line or an action, without doing it and without dice."""
        try:
            parts = _parts(line, ruled=False)
            verb = walks.lone_verb(parts, self.system)
            if verb is not None:
                return Preview(text=self._foretold(verb, parts[0]))
        except InvalidCommand as bad:
            return Preview(error=str(bad))
        return preview(self.system, self.scene, parts, self._stock) if parts else Preview()

    def _foretold(self, verb: str, part: Part) -> str:
        """Return what a command alone on its line would do; raises InvalidCommand where it would be refused."""
        from tracker.library.finding import looked_up
        from tracker.library.keeping import kept_as

        if isinstance(part, Phrase) and (part.words or verb in ("undo", "redo")):
            if verb == walks.KEEP:
                asked = walks.read_keep(part)
                return kept_as(self.system, self.scene, asked.names, asked.as_)
            if verb == walks.LOOK:
                looked_up(self.library, walks.read_look(part))
            elif verb in walks.WALK_HELP:
                walks.destination(walks.read_walk(verb, part), self.history)
        return walks.LONE_HELP.get(verb, "shows the settings")

    def do(self, line: CommandLine | Action, *, ruled: bool = False, via: str = "") -> Done:
        """Carry out a line, or an action that the GM may have ruled; all of it or nothing.

        ``via`` is a remark on where it came from, which the log keeps. Raises InvalidCommand or Refused, and then
        nothing changed; NotSaved if it was done but is not on the disk.
        """
        return _finished(self.steps(line, ruled=ruled, via=via))

    def steps(
        self, line: CommandLine | Action, *, ruled: bool = False, via: str = ""
    ) -> Generator[tuple[int, int], None, Done]:
        """Do the same as ``do`` in steps, for commands that replay later ones.

        Yields how many of how many are replayed; stopping early changes nothing. Raises what ``do`` raises.
        """
        if self.watching:
            raise InvalidCommand(WATCHED)
        self.verify()
        parts = _parts(line, ruled)
        verb = walks.lone_verb(parts, self.system)
        if verb is not None:
            return (yield from self._alone(verb, parts[0]))
        change = revised(self.system, self.history, parts, self.done)
        if change is not None:
            done = yield from self.rebase(*change, via=via or self.history.entries[change[0]].via)
            return Done(done.entries[0].text, done.entries, moved=True)
        return self._enter(parts, via)

    def rebase(
        self, target: int, line: CommandLine | None, *, ruled: bool = False, via: str = ""
    ) -> Generator[tuple[int, int], None, Done]:
        """Remove a past entry from the story, or replace it by a line, and replay the later commands.

        Yields how many of how many are replayed; stopping early changes nothing. Raises InvalidCommand, and Refused if
        later commands are no longer valid: ``ruled`` leaves those out.
        """
        self.verify()
        history, next_id = self.history, self.history.next_id
        if history.moved > limits.MOVED:
            raise _worn(Worn())
        if target not in history.story:
            known = "it is on another branch; goto reaches it" if target in history.entries else "there is none"
            raise InvalidCommand(f"Line {target} is not in the story now: {known}.")
        rebased = yield from rebase(self.system_at, history, target, line, self._dice, self.clock, self._stock, via)
        if history.next_id != next_id:
            raise InvalidCommand("Something else was done meanwhile; nothing was played again.")
        if rebased.refused and not ruled:
            raise Refused([f"Later lines would be refused and left out: {'; '.join(rebased.refused)}."])
        parent = rebased.entries[-1][0].id if rebased.entries else history.entries[target].parent
        head = Head(next_id + len(rebased.entries), parent, "rebase", history.head)
        self._take([*rebased.entries, (head, None)])
        what = f"Line {target} {'taken out' if line is None else 'amended'}"
        left = f"; left out: {'; '.join(rebased.refused)}" if rebased.refused else ""
        entries = tuple(entry for entry, _ in rebased.entries)
        return Done(f"{what}, {len(entries)} played again{left}.", entries, moved=True)

    def other_edition(self) -> System | None:
        """Return the current edition of the game's file; None if it is the one being played."""
        from tracker.games.registry import other_edition

        return other_edition(self.system)

    def update_game(self) -> Done:
        """Switch to the current edition of the game's file, as an entry that can be undone.

        Raises InvalidCommand if the file is the same, cannot be read, or does not fit the fight.
        """
        newer = self.other_edition()
        if newer is None:
            raise InvalidCommand(f"{self.system.title} has no other file than the one this session is played by.")
        before, history = self.scene, self.history
        text, events = update(newer, before)
        after = fold(before, events)
        state = hexed(digest_after(state_at(history, history.head), before, after))
        entry = Entry(history.next_id, history.head, self.clock(), walks.UPDATE, text, events, state=state)
        self._take([(entry, after)])
        return Done(text, (entry,))

    @property
    def library(self) -> Library:
        """Return what can be brought into the fight: from the given folders, or those beside its file."""
        if self._library is None:
            from tracker.library.shelf import library_of

            path = self.path or (self.loaded.path if self.loaded else "")
            saves, chosen = self._shelves
            self._library = library_of(self.system, scene_of, path, saves=saves, chosen=chosen)
        return self._library

    @library.setter
    def library(self, library: Library) -> None:
        self._library = library

    def look_in(self, saves: str, chosen: str = "") -> None:
        """Use the library of this folder of sessions, or a chosen one, from the first time something is brought."""
        self._shelves, self._library = (saves, chosen), None

    def _alone(self, verb: str, part: Part) -> Generator[tuple[int, int], None, Done]:
        if verb == walks.SETTINGS:
            return Done(walks.settings_text(self.system, self.scene, self.story()))
        assert isinstance(part, Phrase)
        match verb:
            case "keep":
                from tracker.library.keeping import keep

                asked = walks.read_keep(part)
                return Done(keep(self.library, self.scene, asked.names, asked.as_))
            case "look":
                from tracker.library.finding import looked_up

                return Done(looked_up(self.library, walks.read_look(part)))
            case "update-game":
                return self.update_game()
            case "forecast":
                return (yield from self._forecast(part.rest(0)))
            case "revoke" | "amend":
                walk = walks.read_walk(verb, part)
                return (yield from self.rebase(walk.number, walk.line, ruled=walk.ruled))
            case _:
                walk = walks.read_walk(verb, part)
                to, text = walks.destination(walk, self.history)
                self._take([(Head(self.history.next_id, to, cast(Move, verb)), None)])
                return Done(text, moved=True)

    def foreseen(self, what: str = "") -> Scene:
        """Return the scene in which a forecast begins; nothing is done.

        ``what``: "" for the fight as it stands, ``at 12`` for the moment after line 12, ``amend 12 LINE`` with
        another line in its place; else the title of an encounter to set out now. Raises InvalidCommand and Refused.
        """
        verb, _, rest = what.partition(" ")
        if not what:
            return self.scene
        if verb == "at" and rest.strip().isdecimal():
            number, _ = walks.destination(walks.Walk("goto", int(rest)), self.history)
            return self.history.scene_at(number)
        dice = random.Random(0)
        if verb == "amend":
            walk = walks.read_walk(verb, phrases(what)[0])
            if walk.number not in self.history.story:
                raise InvalidCommand(f"Line {walk.number} is not in the story now.")
            again = rebase(self.system_at, self.history, walk.number, walk.line, dice, self.clock, self._stock)
            return _finished(again).entries[-1][1]
        title = quote(what.strip('"'))
        part = phrases(f"encounter {title}")
        return resolve(self.system, self.scene, part, Dice(dice), stock=self._stock).scene

    def _forecast(self, what: str, fights: int = 50) -> Generator[tuple[int, int], None, Done]:
        """Say how the fight, or what is named in its place, may go on; nothing is done."""
        from tracker.foresight.forecast import ASSUMED, LEFT_OUT, Forecast, in_words

        scene = self.foreseen(what)
        forecast = Forecast(self.system_at(scene), scene)
        if not forecast.is_fight:
            raise InvalidCommand(forecast.why_not)
        for number in forecast.play(fights):
            yield number, fights
        lines = (f"{label}: {value}" for label, value in in_words(forecast))
        return Done("\n".join((*lines, *ASSUMED, *LEFT_OUT)))

    def _enter(self, parts: Sequence[Part], via: str = "") -> Done:
        scene, history = self.scene, self.history
        resolution = resolve(self.system, scene, parts, Dice(self._dice), stock=self._stock)
        state = state_at(history, history.head)
        entry = entry_of(resolution, history.next_id, history.head, self.clock(), scene, state, via=via)
        self._take([(entry, resolution.scene)])
        self.done[entry.id] = resolution.actions
        return Done(entry.text, (entry,))

    def _take(self, taken: Sequence[tuple[Record, Scene | None]]) -> None:
        """Add records, each with the scene after it, and save them; refuses what a file could not hold."""
        try:
            bodies = [checked(record, scene) for record, scene in taken]
        except Unkeepable as why:
            raise InvalidCommand(str(why)) from None
        try:
            if len(taken) > 1:
                self.history.afford((record, scene) for record, scene in taken if isinstance(record, Entry) and scene)
            for record, scene in taken:
                self.history.add(record, scene)
        except Worn as why:
            raise _worn(why) from None
        records = [record for record, _ in taken]
        if self.writer is not None:
            self.writer.put(records, bodies)
        elif self.journal is not None:
            self.journal.append(records, bodies)

    def _stock(self) -> Library:
        return self.library

    @classmethod
    def create(
        cls, system: System, title: str = "", *, path: str = "", folder: str = "", dice: random.Random | None = None
    ) -> Self:
        """Create a session with a title in a new file, at ``path`` or by that title in ``folder``; raises NotSaved."""
        session = cls(system, dice=dice)
        if title := clean_line(title):
            session.do(f"title {quote(title, plain=False)}")
        session._keep(path, folder, title or system.title)
        return session

    @classmethod
    def load(cls, path: str, dice: random.Random | None = None, *, verify: bool = True) -> Self:
        """Load a session in memory only, comparing its states with their replay if ``verify``; raises LoadError."""
        from tracker.storage.reader import load

        rules = RulesOf()
        return cls._of(load(path, rules, verify=verify), rules, dice)

    @classmethod
    def open(cls, path: str, dice: random.Random | None = None, *, verify_later: bool = False) -> Self:
        """Open a session with its file, whose torn end is repaired; raises LoadError.

        Its ``journal`` reports repairs and, if the file cannot be written, why; a shipped example is never written.
        With ``verify_later`` it returns sooner: the caller calls ``verify`` when there is time, or the first change.
        """
        from tracker.storage.journal import Journal

        why = EXAMPLE if is_shipped_save(path) else ""
        rules = RulesOf()
        journal, loaded = Journal.open(path, rules, why_read_only=why, verify_later=verify_later)
        session = cls._of(loaded, rules, dice)
        session._write_to(journal)
        return session

    @classmethod
    def watch(cls, path: str) -> Self:
        """Follow a session that another program writes, read only. Raises LoadError."""
        from tracker.storage.reader import Follower

        rules = RulesOf()
        follower = Follower(path, rules)
        session = cls._of(follower.loaded, rules, None)
        session._follower, session._watching = follower, True
        return session

    @classmethod
    def copy(cls, path: str, folder: str) -> Self:
        """Copy a session to a new file in ``folder`` and continue there. Raises LoadError and NotSaved."""
        session = cls.load(path)
        session._keep("", folder, os.path.basename(path).removesuffix(ENDING))
        return session

    @classmethod
    def _of(cls, loaded: Loaded, rules: RulesOf, dice: random.Random | None) -> Self:
        session = cls(rules.system, dice=dice, history=loaded.history)
        session.loaded = loaded
        return session

    def _keep(self, path: str, folder: str = "", title: str = "") -> None:
        from tracker.storage.journal import Journal

        def make(path: str) -> Journal:
            records, id_ = self.history.records, os.urandom(16).hex()
            first = self.first_system
            return Journal.create(path, first.name, now, id_, records=records, game=first.text)

        self._write_to(make(path) if path else in_folder(folder, title, make))
        self._watching = False

    def _write_to(self, journal: Journal) -> None:
        self.journal = journal
        if self._on_state is not None:
            from tracker.storage.writer import Writer

            self.writer = Writer(journal, self._on_state)

    def verify(self, most: int = limits.RECORDS) -> bool:
        """Compare up to this many more records of the file with their replay; returns True once all are compared.

        If any differs, the file is read only from then on, and ``journal`` and ``loaded`` say so.
        """
        verified = self.journal is None or self.journal.verify(most)
        if verified and self.loaded is not None:
            self.loaded = self.loaded.verified()
        return verified

    def save_in_background(self, on_state: Callable[[WriteState], None]) -> None:
        """Write in a separate thread from now on, which calls ``on_state`` with the state of the file."""
        self._on_state = on_state
        if self.journal is not None:
            self._write_to(self.journal)

    @property
    def watching(self) -> bool:
        """Return whether nothing can be done here: the fight is played in another program, and followed on the screen.

        Without a screen nothing follows it, and what is done stays in memory.
        """
        return self._watching or (self._on_state is not None and self.followed)

    @property
    def followed(self) -> bool:
        """Return whether another program writes its file and nothing was done here that is not in it."""
        elsewhere = self.journal is not None and self.journal.elsewhere and not self.journal.unsaved
        return self._watching or elsewhere

    @property
    def left(self) -> bool:
        """Return whether the other program that had the file open has closed it, or was killed."""
        lock = self.path + ".lock"
        return self.journal is not None and self.followed and (not os.path.exists(lock) or left_behind(lock))

    def follow(self) -> bool:
        """Read what another program wrote to the file; returns whether there was anything. Raises LoadError."""
        if not self.followed:
            return False
        follower = self._follower
        if follower is None:
            from tracker.storage.reader import Follower

            follower = self._follower = Follower(self.path, RulesOf())
        known = len(self.history.records)
        follower.look()
        self.history = follower.history
        new = self.history.records[known:]
        if self.journal is not None:
            self.journal.take_in(new)
        return bool(new)

    def save_as(self, path: str) -> Future[None]:
        """Write everything to a new file and continue there; the future may hold NotSaved."""
        from tracker.storage.writer import settle

        self.verify()
        save = self.journal.save_as if self.journal is not None else self._keep
        return self.writer.run(lambda: save(path)) if self.writer is not None else settle(lambda: save(path))

    def rescue(self, folder: str) -> str:
        """Write everything to a new file in a folder, and stay in the old one; returns its path. Raises NotSaved."""
        copy = type(self)(self.first_system, history=self.history)
        copy._keep("", folder, self.scene.title)
        copy.close()
        return copy.path

    @property
    def path(self) -> str:
        """Return the path of its file; "" if it has none."""
        return self.journal.path if self.journal is not None else ""

    @property
    def unsaved(self) -> int:
        """Return how many records are in memory only, though there is a file for them."""
        return self.journal.unsaved if self.journal is not None else 0

    @property
    def saving(self) -> WriteState | None:
        """Return the state of its file, as seen by the background writer; None without one."""
        return self.writer.state if self.writer is not None else None

    def flush(self, timeout: float | None = None) -> bool:
        """Wait, ``timeout`` seconds at most, until everything was tried; returns whether everything is saved."""
        return self.writer.flush(timeout) if self.writer is not None else not self.unsaved

    def close(self, timeout: float | None = None) -> bool:
        """Close the file, after ``timeout`` seconds at the latest; returns whether everything is saved."""
        if self.writer is not None:
            return self.writer.close(timeout)
        if self.journal is not None:
            self.journal.close()
        return not self.unsaved

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


def _parts(line: CommandLine | Action, ruled: bool) -> Sequence[Part]:
    return (Ruled(line, RULED if ruled else ""),) if isinstance(line, Action) else parts_of(line)


def _worn(why: Worn) -> InvalidCommand:
    return InvalidCommand(f"In this session {why}; {why.left}. Begin a new session.")


def _finished(steps: Generator[object, None, Ended]) -> Ended:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast(Ended, end.value)


def scene_of(path: str) -> Scene:
    """Return the current fight of another session; raises InvalidCommand if it cannot be read."""
    try:
        return Session.load(path).scene
    except LoadError as bad:
        raise InvalidCommand(bad.what) from None


def check(path: str) -> Verdict:
    """Return the state of the file at this path; never writes."""
    from tracker.storage.reader import check as check_file

    return check_file(path, RulesOf())


def repair(path: str, out: str) -> str:
    """Write the good part of a session to a new file, and report what it holds; raises LoadError and NotSaved."""
    from tracker.storage.journal import repair as repair_file

    return repair_file(path, out, RulesOf())
