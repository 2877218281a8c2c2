"""The one place that decides what may go out to players: of a fight now, and of every moment of its story.

Hidden is a fact of the moment and of now. Nothing is said of what somebody did while they were hidden; and nothing at
all, not even of the time when they were seen, of whoever is hidden now, or was hidden when they left. A hidden one's
turn is none to the players: the turn before it goes on until somebody visible acts.

Page, window and exports take what is here. Nothing else reads a scene on behalf of players.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from tracker.combat.events import Joined, fold
from tracker.combat.history import History
from tracker.combat.model import Model
from tracker.combat.records import START, Entry
from tracker.combat.scene import Scene, Turn
from tracker.commands.story import happenings
from tracker.players.projection import Projection, Projector, Sharing, Sight
from tracker.players.story import PublicLine, Told, acts, same_sight, told, visible
from tracker.rules.system import System
from tracker.session.games import RulesOf, played
from tracker.storage.lock import left_behind
from tracker.storage.reader import Follower

LINES: Final = 12  # how many lines of the story are shown
KEPT: Final = 4_096  # the most cached entries; the story is requested again at every change

LOOKED_AT: Final = 200
"""How many entries are searched for lines, and for the last visible turn: notes and corrections give none."""

BEFORE: Final = Turn()  # the turn before the fight

ABANDONED: Final = "The GM's program has ended; everything that was done is in the file."

UNREADABLE: Final = "The fight cannot be read now; this window goes on by itself as soon as it can."
"""What players are told of a file that cannot be read: its name is made of a title of the GM's."""


class Shown(Model):
    """A moment of the story: when it was, what was heard, and what was to be seen after it."""

    at: str
    lines: tuple[PublicLine, ...]
    seen: Projection
    begins: bool  # whether a new fight begins with it


class Public:
    """A fight as its players may know it. ``sharing`` is what the GM shares besides."""

    def __init__(self, system: System, history: History, sharing: Sharing) -> None:
        self.system, self.history, self.sharing = system, history, sharing
        self._told = lru_cache(KEPT)(self._told_by)
        self.sight = Sight(frozenset(), frozenset())  # what players knew at the last call of ``now``
        self._named: set[str] = set()
        self._read = 0
        self._projector = Projector(system, sharing)

    def now(self, count: int = LINES) -> Projection:
        """Return the current moment, with the last ``count`` lines of the story."""
        history, scene = self.history, self.history.scene
        seen, now = visible(scene), _hidden(scene)
        left, lines, at = frozenset[str](), list[PublicLine](), history.head
        turn: Turn | None = None
        for _ in range(LOOKED_AT):
            if at == START or (turn is not None and len(lines) >= count):
                break
            entry = self._told(at)
            left = _before(left, entry)
            if turn is None and entry.turn is not None and acts(entry.turn, scene, seen):
                turn = entry.turn
            if len(lines) < count:
                lines += [line for line in reversed(entry.lines) if not line.names & (now | left)]
            at = history.entries[at].parent
        story = tuple(line.text for line in reversed(lines[:count]))
        self.sight = Sight(seen, self._everybody() - seen, veiled=(turn or BEFORE) != scene.turn)
        return self._projector.project(scene, seen, turn or BEFORE, story, self.sight.unsaid)

    def _everybody(self) -> frozenset[str]:
        """Return the names of all who ever joined, on any branch: a text of the GM's may be about any of them."""
        records = self.history.records
        for record in records[self._read :]:
            if isinstance(record, Entry):
                self._named.update(*(event.names for event in record.events if isinstance(event, Joined)))
        self._read = len(records)
        return frozenset(self._named)

    def moments(self) -> Iterator[Shown]:
        """Yield every moment of the story, from the beginning to the head."""
        history, system = self.history, self.system
        entries = [history.entries[id_] for id_ in history.story]
        everything, scene = list[Told](), history.scene_at(START)
        for entry in entries:
            everything.append(told(system, scene, entry))
            scene = happenings(system, scene, entry)[-1].after
        # What is hidden later is known only from the end.
        withheld, left, now = list[frozenset[str]](), frozenset[str](), _hidden(scene)
        for entry_told in reversed(everything):
            before = _before(left, entry_told)
            if before is not left or not withheld:
                left, away = before, now | before
            withheld.append(away)
        scene, turns = history.scene_at(START), [BEFORE]
        projector, there, seen = Projector(system, self.sharing), visible(scene), frozenset[str]()
        hidden, last = _hidden(scene), frozenset[str]()
        for entry, entry_told, away in zip(entries, everything, reversed(withheld), strict=True):
            was, scene = scene, fold(scene, entry.events)
            other = not same_sight(was, scene)
            if other:
                there, hidden = visible(scene), _hidden(scene)
            if other or away is not last:
                seen, last = there - away, away
            turn = entry_told.turn
            if turn is not None and not turn.round:
                turns = [turn]
            elif turn is not None and turn != turns[-1] and acts(turn, scene, seen):
                turns.append(turn)
            shown = next(turn for turn in reversed(turns) if acts(turn, scene, seen))
            heard = tuple(line for line in entry_told.lines if not line.names & away and not line.names & hidden)
            yield Shown(entry.at, heard, projector.project(scene, seen, shown), begins=entry_told.begins)

    def _told_by(self, id_: int) -> Told:
        entry = self.history.entries[id_]
        return told(self.system, self.history.scene_at(entry.parent), entry)


class Followed:
    """The projection of a file, updated when the file grows."""

    def __init__(self, path: str, sharing: Sharing) -> None:
        """Read the file once; raises LoadError."""
        rules = RulesOf()
        self._follower = Follower(path, rules)
        self._first = rules.system
        self._sharing = sharing
        self._public: Public | None = None
        self._projection: Projection | None = None

    @property
    def trouble(self) -> str:
        """Return why nothing new comes, as a plain sentence: the file cannot be read, or its writer was killed."""
        return self._follower.trouble or (ABANDONED if left_behind(self._follower.path + ".lock") else "")

    @property
    def public_trouble(self) -> str:
        """Return the same for players."""
        return UNREADABLE if self._follower.trouble else self.trouble

    def look(self) -> bool:
        """Read what is new in the file; returns whether there was anything."""
        grew = self._follower.look()
        if grew:
            self._projection = None
        return grew

    def projection(self) -> Projection:
        """Return what players see now."""
        history = self._follower.history
        system = played(self._first, history.scene)
        public = self._public
        if public is None or public.history is not history or public.system is not system:
            public, self._projection = Public(system, history, self._sharing), None
            self._public = public
        if self._projection is None:
            self._projection = public.now()
        return self._projection


def _hidden(scene: Scene) -> frozenset[str]:
    return frozenset(name for name, combatant in scene.combatants.items() if combatant.hidden)


def _before(left: frozenset[str], entry: Told) -> frozenset[str]:
    """Return the names of all who left hidden with an entry or after it; ``left`` are those after it.

    Only the lines of older entries are kept back: somebody new of the same name is somebody else.
    """
    return left | entry.gone if entry.gone else left
