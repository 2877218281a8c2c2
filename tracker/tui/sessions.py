"""Opening, creating, copying and saving sessions for the screens; errors are returned as plain sentences."""

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.games.registry import find, titles
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.grammar import quantity, quote
from tracker.session import Session, scene_of
from tracker.storage import folders
from tracker.storage.errors import LoadError, NotSaved, because

if TYPE_CHECKING:
    from tracker.library.shelf import Library
    from tracker.storage.recent import Recent
    from tracker.tui.app import TrackerApp


class Sessions:
    """The folder of sessions, which also opens them."""

    def __init__(self, app: "TrackerApp") -> None:
        self._app = app

    @property
    def folder(self) -> str:
        """Return the folder of sessions in use."""
        return self._app.saves or folders.saves_folder(None, os.environ, str(folders.current_folder()))

    def give_library(self, session: Session) -> None:
        """Let a session bring from the library in use: the chosen one, else the one beside the sessions."""
        session.look_in(self.folder, self._app.library)

    def listed(self) -> "list[Recent]":
        """Return the user's own sessions, the last written first."""
        from tracker.storage.recent import recent

        return [session for session in recent(self.folder) if not folders.is_shipped_save(session.path)]

    def examples(self) -> "list[Recent]":
        """Return the shipped sessions."""
        from tracker.storage.recent import glance

        return [session for path in folders.shipped_saves() if (session := glance(str(path))) is not None]

    def games(self) -> dict[str, str]:
        """Return the titles of all games, by name."""
        return titles()

    def open(self, path: str) -> str:
        """Show a session, an example as a copy; returns an error or ""."""
        if folders.is_shipped_save(path):
            return self.open_copy(path)
        if self._app.file.path and folders.same_file(path, self._app.file.path):
            self._app.close_pages()
            return ""
        return self.open_again(path) if os.path.lexists(path) else f"There is no file {path}."

    def open_again(self, path: str) -> str:
        """Show the session of a file, also the one on the screen once more; returns an error or ""."""
        return self._show(lambda: Session.open(path, verify_later=True))

    def open_copy(self, path: str) -> str:
        """Show a copy of a session."""
        return self._show(lambda: Session.copy(path, self.folder))

    def parties(self, game: str) -> dict[str, str]:
        """Return the members of the user's own parties by name; the library is loaded only if a file names a party."""
        beside = folders.library_folder(self._app.library, self.folder, os.environ, str(folders.current_folder()))
        if not any(_names_a_party(folder / game) for folder in (beside, folders.config_folder() / "library")):
            return {}
        from tracker.library.finding import described
        from tracker.library.shelf import SHIPPED

        own = [content for path, content in self.library(game).contents() if SHIPPED not in path.parents]
        entries = [entry for content in own for entry in content.entries if entry.kind == "party"]
        return {entry.name: described(entry).detail for entry in reversed(entries)}

    def library(self, game: str) -> "Library":
        """Return the library of a game, by name; raises InvalidCommand if the game cannot be read."""
        from tracker.library.shelf import library_of

        return library_of(find(game), scene_of, saves=self.folder, chosen=self._app.library)

    def begin(self, game: str, title: str, party: str = "") -> str:
        """Show a new session of a game, by name, with a party; returns an error or ""."""

        def with_party(session: Session) -> Session:
            self.give_library(session)
            if party:
                session.do(f"bring {quote(party)}")
            return session

        try:
            system = find(game)
            if party:
                # The file is created only if the party can join.
                with_party(Session(system))
        except (InvalidCommand, Refused) as bad:
            return str(bad)
        return self._show(lambda: with_party(Session.create(system, title, folder=self.folder)))

    def offer_edition(self) -> None:
        """Report that the file of the game has changed; nothing waits for an answer."""
        session, controller = self._app.session, self._app.controller
        if session is None or controller is None or session.watching or session.other_edition() is None:
            return
        changed = f"The game file of {session.system.title} has changed. This session plays by its own copy."
        takes = f"{controller.key('command')}update-game takes the new file"
        self._app.tell(f"{changed} {takes}; undo takes that back.", "game")

    def rename(self, path: str, title: str) -> str:
        """Give a session another title, and rename its file; returns an error or ""."""

        def do() -> None:
            with Session.open(path) as session:
                session.do(f"title {quote(title, plain=False)}")
            folders.move(path, os.path.dirname(path), title)

        return self._fixed(path) or _tried(do)

    def throw_away(self, path: str) -> str:
        """Move a session into the trash folder beside it; returns an error or ""."""
        return self._fixed(path) or _tried(lambda: folders.to_trash(path))

    def _fixed(self, path: str) -> str:
        if folders.is_shipped_save(path):
            return "An example stays as it is."
        if self._app.file.path and folders.same_file(path, self._app.file.path):
            return "This session is open; open another one first."
        return ""

    def _show(self, make: Callable[[], Session]) -> str:
        app = self._app
        if app.controller is not None and not app.file.flush(2):
            key = app.controller.key("save-as")
            return f"This session is NOT SAVED; {key} saves a copy of it elsewhere first."
        return _tried(lambda: app.open_session(make()))

    def proposed(self) -> str:
        """Return a name for a copy, from the title, that is unused in the folder; without a suffix."""
        session = self._app.session
        title = (session.scene.title or session.scene.encounter or session.system.title) if session else ""
        return os.path.basename(next(folders.free_paths(self.folder, title))).removesuffix(folders.ENDING)

    def place(self, name: str) -> str:
        """Return the path of a copy with this name: in the folder, unless the name contains one."""
        name = name.strip()
        if os.path.dirname(name):
            path = os.path.expanduser(name)
            return path if path.endswith(folders.ENDING) else path + folders.ENDING
        return os.path.join(self.folder, folders.file_name(name.removesuffix(folders.ENDING)))

    def write_book(self) -> None:
        """Have another program write the book of the folder's whole sessions into a new file, and tell its name."""
        day = datetime.fromtimestamp(self._app.now()).date().isoformat()
        names = (f"book-{day}{f'-{number}' if number else ''}.html" for number in count())
        path = next(path for name in names if not os.path.lexists(path := os.path.join(self.folder, name)))
        files = [session.path for session in self.listed() if not session.trouble]
        self._app.tell(f"The book of {quantity(len(files), 'session')} is being written.", "book")
        self._app.run_worker(self._write_book(files, path), group="book")

    async def _write_book(self, files: list[str], path: str) -> None:
        words = [sys.executable, "-m", "tracker.cli.main", "book", *files, "--to", "html", "-o", path]
        none, pipe = asyncio.subprocess.DEVNULL, asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*words, stdin=none, stdout=none, stderr=pipe)
        _, complaint = await process.communicate()
        why = complaint.decode(errors="replace").partition("\n")[0]
        told = f"The book is in {path}." if os.path.exists(path) else f"The book could not be written. {why}"
        self._app.tell(told.strip(), "book")

    def save_as(self, name: str, done: Callable[[str, str], None]) -> None:
        """Save the whole session under another name and continue there; keys wait meanwhile.

        ``done`` is called later in the screen's loop, with the path, and with an error or "".
        """
        app, path = self._app, self.place(name)
        try:
            if os.path.dirname(path) == self.folder:
                folders.make_folder(self.folder)
        except OSError as error:
            done(path, f"The folder of sessions cannot be made: {because(error)}.")
            return
        session = app.desk.session

        def finished(future: Future[None]) -> None:
            error, reason = future.exception(), ""
            if isinstance(error, NotSaved):
                reason = str(error)
            elif error is not None:
                app.blame(error)  # one of our own, which is reported at the end
                reason = "It could not be written."
            app.later(lambda: done(path, reason))

        session.save_as(path).add_done_callback(finished)


def _names_a_party(folder: Path) -> bool:
    for path in folder.glob("*.toml"):
        with suppress(OSError):
            if b"[[party]]" in path.read_bytes():
                return True
    return False


def _tried(do: Callable[[], object]) -> str:
    try:
        do()
    except LoadError as bad:
        return bad.what
    except (NotSaved, InvalidCommand, Refused) as bad:
        return str(bad)
    return ""
