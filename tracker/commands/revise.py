"""Commands that change an earlier entry instead of adding one."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.combat.dice import no_dice
from tracker.combat.history import History
from tracker.combat.scene import Scene
from tracker.commands.parser import Part, Ruled, find_verb, read
from tracker.commands.resolve import resolve
from tracker.commands.tokens import Phrase, phrases
from tracker.commands.walks import WALKS, stands_alone
from tracker.commands.writer import write
from tracker.rules.action import Action, Revision
from tracker.rules.errors import InvalidCommand
from tracker.rules.system import System


def revised(system: System, history: History, parts: Sequence[Part]) -> tuple[int, str] | None:
    """Return the entry that a line changes and its new line; None for a line that makes an entry of its own.

    Raises InvalidCommand, and Refused if the rules forbid it.
    """
    scene = history.scene
    revision = next(filter(None, (_revision(system, scene, part) for part in parts)), None)
    if revision is None:
        return None
    if len(parts) > 1:
        raise stands_alone(parts[0].verb if isinstance(parts[0], Phrase) else parts[0].action.verb)
    resolve(system, scene, parts, no_dice())
    for id_ in reversed(history.story):
        entry = history.entries[id_]
        if (line := _changed(system, history.scene_at(entry.parent), entry.command, revision)) is not None:
            return id_, line
    raise InvalidCommand(f"{revision.actor} has done nothing that this could change.")


def _revision(system: System, scene: Scene, part: Part) -> Revision | None:
    if isinstance(part, Ruled):
        return part.action.revision(scene)
    kind = system.actions.get(find_verb(part.verb, system, WALKS))
    if kind is None or kind.revision is Action.revision:
        return None
    return read(part, system, scene).revision(scene)


def _changed(system: System, before: Scene, command: str, revision: Revision) -> str | None:
    """Return the command of an entry with the change in it; None if it is not the one to change."""
    parts = phrases(command)
    written = [_as_typed(part) for part in parts]
    for place in reversed(range(len(parts))):
        part = parts[place]
        if part.verb != revision.verb:
            continue
        action = read(part, system, before, exact=True)
        if getattr(action, "actor", None) == revision.actor:
            written[place] = write(revision.change(action), part.ruling)
            return " ; ".join(written)
    return None


def _as_typed(part: Phrase) -> str:
    return f"{part.verb}{part.ruling} {part.rest(0) if part.words else ''}".rstrip()
