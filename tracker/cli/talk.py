"""``tracker talk``: a fight line by line, for screen readers, speech and pipes."""

import queue
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

import click

from tracker.cli.options import SessionFile, command, library_option, saves_folder, use_library
from tracker.cli.output import CliError, say_line
from tracker.cli.run import ScriptLine, lines, opened
from tracker.cli.sessions import located, plainly
from tracker.combat.history import History
from tracker.combat.scene import Scene
from tracker.export import speech
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.system import System
from tracker.session import Session
from tracker.session.games import RulesOf
from tracker.storage.errors import NotSaved
from tracker.storage.folders import is_shipped_save
from tracker.storage.reader import Follower

HELP: Final = (
    "Write a command of the game, such as: hurt Goons 3. A number alone answers the oldest question; two numbers, the "
    "question and the answer. An empty line says whose turn it is and what is asked; who says how everybody is; "
    "figures says who did what; last repeats what happened; undo takes back; quit ends."
)

_KNOWN: Final = re.compile(r"Known: .* and \d+ others\.")

WAY: Final = "Write help for what can be said."  # what is said in place of a list that nobody can listen to
LOOKS: Final = 0.25  # the seconds between two checks of a file that another program writes

WORDS: Final = frozenset({"", "?", "help", "who", "figures", "last", "quit", "exit", "questions"})
"""Words for this program rather than the game."""


@command("talk")
@click.argument("file", type=SessionFile(), metavar="FILE")
@library_option
@click.pass_context
def talk(ctx: click.Context, file: str) -> int:
    """Play a fight by sentences: what changed, who is next, what is asked, with numbered answers.

    Takes the command language from the keyboard or a pipe, a line at a time; help says more. A session that another
    window plays is followed: what happens there is said here. A shipped example is played in a copy.
    Exit: 0 all done, 1 something was refused.
    """
    folder = saves_folder(ctx)
    path = located(file, folder)
    with plainly():
        shipped = is_shipped_save(path)
        session = Session.copy(path, folder) if shipped else Session.open(path)
    with session:
        use_library(ctx, session)
        journal = session.journal
        assert journal is not None
        for notice in (journal.notice, f"This is a copy in {session.path}." if shipped else ""):
            if notice:
                say_line(notice)
        stream = opened("-")
        if journal.why_read_only:
            say_line(journal.why_read_only)
            # Unbuffered: a buffer's lock would still be held by the reading thread when the program ends.
            raw = getattr(stream, "raw", stream)
            return _Listening(session.system, path, journal.why_read_only).through(lines(raw))
        return _Playing(session).through(lines(stream))


class _Talking:
    """The part shared by playing and following: answers on request."""

    def __init__(self, system: System, source: Session | Follower) -> None:
        self.system = system
        self.said = ""
        self._source = source

    @property
    def history(self) -> History:
        """Return the history."""
        return self._source.history

    @property
    def scene(self) -> Scene:
        """Return the current scene."""
        return self.history.scene

    def begin(self) -> None:
        """Report the state of the fight."""
        say_line(speech.beginning(self.system, self.scene))
        self.orient()
        say_line(WAY)

    def orient(self) -> None:
        """Report whose turn it is and the open questions."""
        say_line(speech.whose_turn(self.system, self.scene))
        self.ask()

    def ask(self, before: Scene | None = None) -> None:
        """Report what waits and what is asked, as far as it did not and was not in the scene before."""
        known = set(self.open(before)) if before is not None else set()
        for question in self.open(self.scene):
            if question not in known:
                say_line(speech.asked(question))

    def open(self, scene: Scene) -> Iterator[speech.SpokenQuestion]:
        yield from (*speech.waiting(self.system, scene), *speech.questions(self.system, scene))

    def answer(self, word: str) -> bool:
        """Answer one of WORDS; returns whether to continue."""
        if word in ("quit", "exit"):
            return False
        if word in ("?", "help"):
            say_line(HELP)
        elif word == "who":
            for sentence in speech.everybody(self.system, self.scene) or ["Nobody is here yet."]:
                say_line(sentence)
        elif word == "figures":
            for sentence in speech.figures(self):
                say_line(sentence)
        elif word == "last":
            say_line(self.said or "Nothing has happened yet.")
        else:
            self.orient()
        return True

    def tell(self, sentence: str) -> None:
        """Report what happened, and keep it for repetition."""
        self.said = sentence
        say_line(sentence)


class _Playing(_Talking):
    def __init__(self, session: Session) -> None:
        super().__init__(session.system, session)
        self._session = session

    def through(self, given: Iterator[ScriptLine]) -> int:
        """Carry the lines out; returns the exit code."""
        self.begin()
        refused = 0
        for line in given:
            if line.text.startswith("#"):
                continue
            word = line.text.casefold()
            if not line.bad and word in WORDS:
                if not self.answer(word):
                    break
                continue
            reason = line.bad or self._do(line.text)
            if reason:
                refused = 1
                self.tell(f"Refused: {_KNOWN.sub(WAY, speech.spoken(reason))}")
        return refused

    def _do(self, text: str) -> str:
        """Return why a line was refused; "" if it was carried out."""
        before = self.scene
        try:
            done = self._session.do(self._answered(text))
        except (InvalidCommand, Refused) as bad:
            return str(bad)
        except NotSaved as bad:
            raise CliError(f"Not saved: {bad}") from None
        if done.moved or not done.entries:
            answer = " ".join(map(speech.sentence, done.text.splitlines()))
            self.tell(f"{answer} {speech.whose_turn(self.system, self.scene)}" if done.moved else answer)
        for entry in () if done.moved else done.entries:
            self.tell(speech.happened(self.system, before, self.scene, entry))
        self.ask(before)
        return ""

    def _answered(self, text: str) -> str:
        """Return the command of an answer by its number; any other line unchanged. Raises InvalidCommand."""
        numbers = text.split()
        if not numbers or len(numbers) > 2 or not all(word.isascii() and word.isdecimal() for word in numbers):
            return text
        asked = [question for question in self.open(self.scene) if question.id or question.answers]
        *which, answer = map(int, numbers)
        question = next((prompt for prompt in asked if not which or prompt.id == which[0]), None)
        if question is None:
            raise InvalidCommand(f"Question {which[0]} is not open." if which else "No question is open.")
        answers = dict(enumerate(question.answers, question.first))
        if answer not in answers:
            raise InvalidCommand(speech.asked(question))
        return answers[answer][1]


class _Listening(_Talking):
    """A session that is not written here, such as one that another program plays: its changes are reported."""

    def __init__(self, system: System, path: str, why: str) -> None:
        with plainly():
            self._follower = Follower(path, RulesOf())
        super().__init__(system, self._follower)
        self._why = why
        self._head, self._told = self.history.head, self.scene

    def through(self, given: Iterator[ScriptLine]) -> int:
        """Follow until the lines end or say so; returns the exit code."""
        self.begin()
        coming: queue.SimpleQueue[ScriptLine | None] = queue.SimpleQueue()
        threading.Thread(target=_hand_over, args=(given, coming.put), daemon=True).start()
        refused, trouble = 0, ""
        while True:
            try:
                line = coming.get(timeout=LOOKS)
            except queue.Empty:
                line = ScriptLine(0, "#")
            if self._follower.look():
                self._catch_up()
            before, trouble = trouble, self._follower.trouble
            if trouble and trouble != before:
                say_line(trouble)
            if line is None:
                return refused
            word = line.text.casefold()
            if word in WORDS:
                if not self.answer(word):
                    return refused
            elif not word.startswith("#"):
                refused = 1
                say_line(f"Refused: {self._why}")

    def _catch_up(self) -> None:
        history, story = self.history, (0, *self.history.story)
        new = story[story.index(self._head) + 1 :] if self._head in story else ()
        for id_ in new:
            entry, after = history.entries[id_], history.scene_at(id_)
            self.tell(speech.happened(self.system, history.scene_at(entry.parent), after, entry))
        if not new and history.head != self._head:
            self.tell(f"The story went to line {history.head}. {speech.whose_turn(self.system, self.scene)}")
        self.ask(self._told)
        self._head, self._told = history.head, self.scene


def _hand_over(given: Iterator[ScriptLine], put: Callable[[ScriptLine | None], None]) -> None:
    with suppress(CliError, ValueError, OSError):
        for line in given:
            put(line)
    put(None)
