"""The story for players: sentences made from events, never from the GM's own text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tracker.combat.events import EncounterBegan
from tracker.combat.history import History
from tracker.combat.model import Model
from tracker.combat.records import START, Entry
from tracker.combat.scene import HEROES, OPEN, Combatant, Scene
from tracker.commands.story import Happening, happenings
from tracker.players.state import state_of, strength
from tracker.rules.grammar import agree, clause
from tracker.rules.system import System

NOW: Final = {
    "unhurt": ("is unhurt again", "are unhurt again"),
    "hurt": ("is hurt", "are hurt"),
    "bad": ("is in a bad way", "are in a bad way"),
    "down": ("is down", "are down"),
}
"""The sentences for entering a state."""

KEPT: Final = 4_096
"""The most cached entries; the story is requested again at every change."""

LOOKED_AT: Final = 200
"""How many entries are searched for a line: notes and corrections give none."""


class PublicLine(Model):
    """A sentence for the players and everybody it names: it is left out once any of them is hidden.

    ``hit`` says of an attack of ``by`` whether it hit ``on``.
    """

    text: str
    names: frozenset[str]
    by: str = ""
    on: str = ""
    hit: bool | None = None


def visible(scene: Scene) -> frozenset[str]:
    """Return everybody whom the players may see."""
    return frozenset(name for name, combatant in scene.combatants.items() if not combatant.hidden)


def mentions(scene: Scene, text: str) -> bool:
    """Return whether a text contains the name of somebody hidden."""
    said = text.casefold()
    return any(combatant.hidden and name.casefold() in said for name, combatant in scene.combatants.items())


def public_conditions(system: System, combatant: Combatant) -> tuple[str, ...]:
    """Return the conditions that the game knows; the GM's own words may say more than the players know."""
    known = {spec.name for spec in system.conditions}
    return tuple(condition.name for condition in combatant.conditions if condition.name in known)


class Story:
    """The public lines of a history; those of an entry are computed once."""

    def __init__(self, system: System, history: History) -> None:
        self.history = history
        self.system = system
        self._told: dict[int, tuple[PublicLine, ...]] = {}

    def lines(self, count: int, at: int | None = None) -> tuple[str, ...]:
        """Return the last lines up to entry ``at`` (the head), oldest first, without names that were hidden then."""
        history = self.history
        head = history.head if at is None else at
        scene = history.scene_at(head)
        hidden = {name for name, combatant in scene.combatants.items() if combatant.hidden}
        texts: list[str] = []
        for _ in range(LOOKED_AT):
            if head == START or len(texts) >= count:
                break
            public = self._of(history.entries[head])
            texts += [line.text for line in reversed(public) if not line.names & hidden]
            head = history.entries[head].parent
        return tuple(text for text in reversed(texts[:count]) if not mentions(scene, text))

    def _of(self, entry: Entry) -> tuple[PublicLine, ...]:
        known_lines = self._told.get(entry.id)
        if known_lines is None:
            if len(self._told) >= KEPT:
                self._told.clear()
            known_lines = self._told[entry.id] = public_lines(self.system, self.history.scene_at(entry.parent), entry)
        return known_lines


def public_lines(
    system: System, before: Scene, entry: Entry, commands: Sequence[Happening] = ()
) -> tuple[PublicLine, ...]:
    """Return what the players saw of an entry, in order; ``told`` are its commands, if they are known already."""
    return tuple(_lines(system, before, entry, commands))


def _lines(system: System, before: Scene, entry: Entry, commands: Sequence[Happening]) -> Iterator[PublicLine]:
    if any(isinstance(event, EncounterBegan) for event in entry.events):
        yield PublicLine("A new fight begins.", frozenset())
        return
    after = before
    for happening in commands or happenings(system, before, entry):
        after = happening.after
        seen = visible(happening.before) | visible(after)
        hidden = {
            combatant.name
            for scene in (happening.before, after)
            for combatant in scene.combatants.values()
            if combatant.hidden
        }
        deed = happening.deed
        if deed is not None and deed.hit is not None:
            names = frozenset((deed.by, deed.on))
            if names <= seen - hidden:
                verb = agree(deed.by, after, *(("hits", "hit") if deed.hit else ("misses", "miss")))
                yield PublicLine(f"{deed.by} {verb} {deed.on}.", names, deed.by, deed.on, deed.hit)
        for name in dict.fromkeys((*happening.before.combatants, *after.combatants)):
            if name not in seen:
                continue
            was, now = happening.before.combatants.get(name), after.combatants.get(name)
            for text in _changes(system, happening.before, after, was, now):
                yield PublicLine(text, frozenset((name,)))
    yield from _turn(before, after)


def _changes(
    system: System, before: Scene, after: Scene, was: Combatant | None, now: Combatant | None
) -> Iterator[str]:
    """Return the visible changes of a combatant."""
    if now is None or now.hidden:
        if was is not None and not was.hidden and now is None:
            yield f"{clause(was.name, before, 'leaves', 'leave')}."
        return
    if was is None or was.hidden:
        yield f"{clause(now.name, after, 'appears', 'appear')}."
        return
    if was == now:
        return
    name = now.name
    old, new = state_of(system, before, was), state_of(system, after, now)
    if old != new:
        yield f"{clause(name, after, *NOW[new])}."
    elif strength(system, after, now) < strength(system, before, was):
        yield f"{clause(name, after, 'is hurt', 'are hurt')}{' further' if old != 'unhurt' else ''}."
    elif strength(system, after, now) > strength(system, before, was):
        yield f"{clause(name, after, 'recovers', 'recover')} a little."
    had, have = (set(public_conditions(system, combatant)) for combatant in (was, now))
    for condition in sorted(have - had):
        yield f"{name}: {condition}."
    for condition in sorted(had - have):
        yield f"{name}: no longer {condition}."
    if was.cover.degree != now.cover.degree:
        if now.cover.degree == OPEN:
            yield f"{clause(name, after, 'leaves', 'leave')} cover."
        else:
            yield f"{clause(name, after, 'takes', 'take')} cover ({now.cover.degree})."


def _turn(before: Scene, after: Scene) -> Iterator[PublicLine]:
    """Return whose turn began, if the players see them."""
    turn = after.turn
    if turn == before.turn or not turn.round:
        return
    actor = after.combatants.get(turn.name) if turn.name is not None else None
    if actor is not None and not actor.hidden:
        yield PublicLine(f"Round {turn.round}: {turn.name}.", frozenset((actor.name,)))
    elif turn.name is None and turn.side == HEROES:
        yield PublicLine(f"Round {turn.round}: the heroes.", frozenset())
    elif turn.round != before.turn.round:
        yield PublicLine(f"Round {turn.round}.", frozenset())
