"""Changing an earlier entry: the later commands are played again with the dice and choices they had."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence

from tracker.combat.dice import Dice, no_dice
from tracker.combat.events import fold
from tracker.combat.history import History
from tracker.combat.records import Entry
from tracker.combat.scene import Scene
from tracker.commands.parser import Part, Ruled, find_verb, read
from tracker.commands.resolve import entry_of, resolve, state_at
from tracker.commands.tokens import Phrase, phrases
from tracker.commands.walks import UPDATE, WALKS, stands_alone
from tracker.commands.writer import write
from tracker.rules.action import Action, Revision
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.resolution import Resolution
from tracker.rules.stock import Remembered, Stock
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


class Rebased:
    """The later part of a story, played again: its new entries, each with the scene after it.

    ``refused`` names the commands that are no longer valid there; those are left out.
    """

    def __init__(self) -> None:
        self.entries: list[tuple[Entry, Scene]] = []
        self.refused: list[str] = []


def rebase(
    system_at: Callable[[Scene], System],
    history: History,
    target: int,
    line: str | None,
    dice: random.Random,
    clock: Callable[[], str],
    stock: Stock | None = None,
) -> Generator[tuple[int, int], None, Rebased]:
    """Play the story from ``target`` on again, without it or with ``line`` in its place.

    ``system_at`` returns the game of a moment; where the story switched to a newer one, it does so again. Yields how
    many of how many commands are done, and returns the outcome; the history is not changed. Raises InvalidCommand or
    Refused if the new line itself is invalid.
    """
    gone = history.entries[target]
    scene, parent, state = history.scene_at(gone.parent), gone.parent, state_at(history, gone.parent)
    last, rebased = history.scene.asked, Rebased()

    def enter(resolution: Resolution, origin: int) -> None:
        nonlocal scene, parent, state
        id_ = history.next_id + len(rebased.entries)
        entry = entry_of(resolution, id_, parent, clock(), scene, state, origin)
        rebased.entries.append((entry, resolution.scene))
        scene, parent, state = resolution.scene, id_, int(entry.state, 16)

    if line is not None:
        parts = phrases(line)
        enter(
            resolve(system_at(scene), scene, parts, Dice(dice), again=gone, last_prompt_id=last, stock=stock),
            gone.first,
        )
    later = history.story[history.story.index(target) + 1 :]
    for done, entry in enumerate((history.entries[id_] for id_ in later), 1):
        if entry.command == UPDATE:
            after = fold(scene, entry.events)
            enter(Resolution(after, UPDATE, entry.text, entry.events, (), (), (), ruled=False), entry.first)
            yield done, len(later)
            continue
        thrown, brought = Dice(dice, list(entry.dice)), Remembered(entry.brought)
        try:
            parts = phrases(entry.command)
            played = resolve(
                system_at(scene), scene, parts, thrown, again=entry, exact=True, last_prompt_id=last, stock=brought
            )
            enter(played, entry.first)
        except (InvalidCommand, Refused) as reason:
            why = " ".join(reason.objections) if isinstance(reason, Refused) else str(reason)
            rebased.refused.append(f"{entry.id} {entry.command} ({why.rstrip('.')})")
        yield done, len(later)
    return rebased
