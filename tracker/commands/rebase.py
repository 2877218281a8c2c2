"""Changing an earlier entry: the later commands are played again with the dice and choices they had."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Mapping, Sequence

from tracker.combat.dice import Dice, no_dice
from tracker.combat.events import fold
from tracker.combat.history import History
from tracker.combat.records import Entry
from tracker.combat.scene import Scene
from tracker.commands.parser import CommandLine, Draft, Part, Ruled, find_verb, parts_of, read
from tracker.commands.resolve import entry_of, resolve, state_at
from tracker.commands.tokens import phrases
from tracker.commands.walks import UPDATE, WALK_HELP, stands_alone
from tracker.rules.action import Action, Revision
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.resolver import Resolution
from tracker.rules.stock import Remembered, Stock
from tracker.rules.system import System


def revised(
    system: System, history: History, parts: Sequence[Part], done: Mapping[int, Sequence[Action]]
) -> tuple[int, Sequence[Part]] | None:
    """Return the entry that a line changes and its new commands; None for a line that makes an entry of its own.

    ``done`` are the actions of the entries that were done here. Raises InvalidCommand, and Refused if the rules forbid
    it.
    """
    scene = history.scene
    revision = next(filter(None, (_revision(system, scene, part) for part in parts)), None)
    if revision is None:
        return None
    if len(parts) > 1:
        raise stands_alone(parts[0].verb)
    resolve(system, scene, parts, no_dice())
    for id_ in reversed(history.story):
        entry = history.entries[id_]
        before = history.scene_at(entry.parent)
        if (changed := _changed(system, before, entry.command, done.get(id_, ()), revision)) is not None:
            return id_, changed
    raise InvalidCommand(f"{revision.actor} has done nothing that this could change.")


def _revision(system: System, scene: Scene, part: Part) -> Revision | None:
    if isinstance(part, Ruled):
        return part.action.revision(scene)
    if isinstance(part, Draft):
        return part.read(system, scene).revision(scene) if part.kind.revision is not Action.revision else None
    kind = system.actions.get(find_verb(part.verb, system, WALK_HELP))
    if kind is None or kind.revision is Action.revision:
        return None
    return read(part, system, scene).revision(scene)


def _changed(
    system: System, before: Scene, command: str, done: Sequence[Action], revision: Revision
) -> Sequence[Part] | None:
    """Return the commands of an entry with the change in them; None if it is not the one to change."""
    parts: list[Part] = list(phrases(command))
    for place, part in reversed(list(enumerate(phrases(command)))):
        if part.verb == revision.verb:
            action = done[place] if done else read(part, system, before, exact=True)
            if getattr(action, "actor", None) == revision.actor:
                parts[place] = Ruled(revision.change(action), part.ruling)
                return parts
    return None


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
    line: CommandLine | None,
    dice: random.Random,
    clock: Callable[[], str],
    stock: Stock | None = None,
    via: str = "",
) -> Generator[tuple[int, int], None, Rebased]:
    """Play the story from ``target`` on again, without it or with ``line`` in its place.

    ``via`` is a remark on where the line came from; later commands keep theirs. ``system_at`` returns the game of a
    moment; where the story switched to a newer one, it does so again. Yields how many of how many commands are done,
    and returns the outcome; the history is not changed. Raises InvalidCommand or Refused if the new line itself is
    invalid.
    """
    gone = history.entries[target]
    scene, parent, state = history.scene_at(gone.parent), gone.parent, state_at(history, gone.parent)
    last, rebased = history.scene.asked, Rebased()

    def enter(resolution: Resolution, origin: int, via: str) -> None:
        nonlocal scene, parent, state
        id_ = history.next_id + len(rebased.entries)
        entry = entry_of(resolution, id_, parent, clock(), scene, state, origin, via)
        rebased.entries.append((entry, resolution.scene))
        scene, parent, state = resolution.scene, id_, int(entry.state, 16)

    if line is not None:
        enter(
            resolve(system_at(scene), scene, parts_of(line), Dice(dice), former=gone, last_prompt_id=last, stock=stock),
            gone.first,
            via,
        )
    later = history.story[history.story.index(target) + 1 :]
    for done, entry in enumerate((history.entries[id_] for id_ in later), 1):
        if entry.command == UPDATE:
            after = fold(scene, entry.events)
            enter(Resolution(after, UPDATE, entry.text, entry.events, (), (), (), ruled=False), entry.first, "")
            yield done, len(later)
            continue
        thrown, brought = Dice(dice, list(entry.dice)), Remembered(entry.brought)
        try:
            parts = phrases(entry.command)
            played = resolve(
                system_at(scene), scene, parts, thrown, former=entry, exact=True, last_prompt_id=last, stock=brought
            )
            enter(played, entry.first, entry.via)
        except (InvalidCommand, Refused) as reason:
            why = " ".join(reason.objections) if isinstance(reason, Refused) else str(reason)
            rebased.refused.append(f"{entry.id} {entry.command} ({why.rstrip('.')})")
        yield done, len(later)
    return rebased
