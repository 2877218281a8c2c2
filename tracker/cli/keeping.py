"""The save file behind a script: new, or the loaded one gone on with. Each record is on the disk when put returns."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tracker.cli.open import plainly, read, sound, system_of
from tracker.cli.output import Trouble

if TYPE_CHECKING:
    import random

    from tracker.combat.history import Record
    from tracker.rules.system import System
    from tracker.session import Session
    from tracker.storage.journal import Journal
    from tracker.storage.reader import Loaded


class Keeper:
    """Where a session's records go: to the disk, synced, before it comes back."""

    def __init__(self, save: Journal) -> None:
        self.save = save

    def put(self, records: Sequence[Record]) -> None:
        """Keep these; raises NotSaved."""
        self.save.append(records)


class Begun:
    """A session to run lines in, the file it is kept in, and what there is to say about the file it came from."""

    def __init__(self, session: Session, save: Journal | None, told: Sequence[str], torn: bool) -> None:
        self.session = session
        self.save = save
        self.told = tuple(each for each in told if each)
        self.torn = torn

    def close(self) -> None:
        """Let the file go."""
        if self.save is not None:
            self.save.close()


def begin(asked: System | None, load: str | None, save: str | None, dice: random.Random | None, usual: str) -> Begun:
    """A session as the options of ``run`` want it; ``usual`` is the game where nothing else is said.

    Raises Trouble: an existing file that is not the loaded one, a file that cannot be used, another game's session.
    """
    from tracker.storage.library import same_file

    if load is not None and save is not None and same_file(load, save):
        return _gone_on(load, asked, dice)
    if save is not None and os.path.lexists(save):
        raise Trouble(f"{save} exists already; name a new file, or go on with it by --load {save} --save {save}.")
    loaded = read(load) if load is not None else None
    if loaded is not None and not sound(loaded):
        raise Trouble(f"{loaded.what} {_way_out(loaded)}")
    from tracker.games.registry import find

    system = system_of(loaded, asked) if loaded is not None else asked or find(usual)
    new = _created(save, system, loaded) if save is not None else None
    told = (loaded.what,) if loaded is not None and loaded.condition != "clean" else ()
    return _begun(system, loaded, new, dice, told)


def _gone_on(path: str, asked: System | None, dice: random.Random | None) -> Begun:
    from tracker.opening import first_fault, start
    from tracker.storage.journal import Journal

    with plainly():
        save, loaded = Journal.open(path, start=start, fault=first_fault)
    try:
        if save.why_read_only:
            why = save.why_read_only if sound(loaded) else f"{loaded.what} {_way_out(loaded)}"
            raise Trouble(f"{save.notice} {why}".strip())
        return _begun(system_of(loaded, asked), loaded, save, dice, (save.notice,))
    except BaseException:
        save.close()
        raise


def _way_out(loaded: Loaded) -> str:
    return f"tracker repair {shlex.quote(loaded.path)} -o NEW makes a copy of what is whole, as it is told here."


def _created(path: str, system: System, loaded: Loaded | None) -> Journal:
    from tracker.opening import new_file

    with plainly():
        return new_file(path, system.name, loaded.records if loaded is not None else ())


def _begun(
    system: System, loaded: Loaded | None, save: Journal | None, dice: random.Random | None, told: Sequence[str]
) -> Begun:
    from tracker.session import Session

    history = loaded.history if loaded is not None else None
    saver = Keeper(save) if save is not None else None
    session = Session(system, saver=saver, dice=dice, history=history)
    return Begun(session, save, told, loaded is not None and loaded.condition == "torn")
