"""Folding groups into single lines of the list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import zip_longest
from typing import Final, NamedTuple

from msgspec.structs import replace

from tracker.combat.scene import Scene
from tracker.rules.system import System
from tracker.rules.view import Section

FOLDS: Final = 3
"""The smallest group that is folded until the GM unfolds it."""

Folds = frozenset[tuple[str, bool]]
"""The groups folded (True) or unfolded (False) by hand."""


class Fold(NamedTuple):
    """A folded line: the group, and its members in one section of the list, in order."""

    group: str
    names: tuple[str, ...]

    @property
    def name(self) -> str:
        """Return the text in place of a name: ``Goons ×6``."""
        return f"{self.group} ×{len(self.names)}"


class Listed(NamedTuple):
    """The list as shown: sections of lines, and the folded line of each combatant in one.

    ``opened`` are the first members of unfolded groups.
    """

    sections: tuple[tuple[Section, tuple[str | Fold, ...]], ...]
    folded: Mapping[str, Fold]
    opened: frozenset[str]

    def names(self) -> list[str]:
        """Return a name for each line; for a folded one, its first member."""
        return [line.names[0] if isinstance(line, Fold) else line for _, lines in self.sections for line in lines]


def sections_of(system: System, scene: Scene, by_turns: bool) -> tuple[Section, ...]:
    """Return the sections of the list: a side each, or all in one order of turns if wanted and the game has one."""
    sections = system.sections(scene)
    places = tuple(place.name for place in system.clock.places(scene)) if by_turns else ()
    if not places:
        return sections
    others = tuple(name for section in sections for name in section.names if name not in places)
    return (replace(sections[0], side="", title="in order", names=(*places, *others)),)


def listed(system: System, scene: Scene, needle: str, folds: Folds, by_turns: bool = False) -> Listed:
    """Return the list as shown; a filter shows matches individually."""
    wanted, by_hand = needle.casefold(), dict(folds)
    sections: list[tuple[Section, tuple[str | Fold, ...]]] = []
    folded: dict[str, Fold] = {}
    opened: set[str] = set()
    for section in sections_of(system, scene, by_turns):
        names = [name for name in section.names if wanted in name.casefold()]
        if not names:
            continue
        groups = {} if needle else _groups(scene, names)
        lines: dict[str | Fold, None] = {}
        for name in names:
            group = scene.combatants[name].group
            members = groups.get(group) if group else None
            if group is None or members is None or len(members) < 2:
                lines[name] = None
            elif by_hand.get(group, len(members) >= FOLDS):
                if name not in folded:
                    folded |= dict.fromkeys(members, Fold(group, members))
                    lines[folded[name]] = None
            else:
                if name == members[0]:
                    opened.add(name)
                lines[name] = None
        sections.append((section, tuple(lines)))
    return Listed(tuple(sections), folded, frozenset(opened))


def lists_alike(system: System, before: Scene, after: Scene, by_turns: bool = False) -> bool:
    """Return whether two scenes surely give the same list: the same names by side and group, and the same order.

    The check is cheap if few combatants changed. A game with its own sections may also list by the turn.
    """
    if before.combatants is not after.combatants:
        for was, now in zip_longest(before.combatants.values(), after.combatants.values()):
            if was is not now and (
                was is None or now is None or (was.name, was.side, was.group) != (now.name, now.side, now.group)
            ):
                return False
    if by_turns and before.turn != after.turn and (before.turn.round == 0) != (after.turn.round == 0):
        return False
    by_turn = type(system).sections is not System.sections
    return before.order == after.order and not (by_turn and before.turn != after.turn)


def _groups(scene: Scene, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    names_of: dict[str, list[str]] = {}
    for name in names:
        group = scene.combatants[name].group
        if group:
            names_of.setdefault(group, []).append(name)
    return {group: tuple(members) for group, members in names_of.items()}


def gathered(names: Iterable[str], folded: Mapping[str, Fold]) -> dict[str, tuple[str, ...]]:
    """Return the lines for names, with a folded group as a single line: the text, and the names it stands for."""
    names_of: dict[tuple[str, bool], list[str]] = {}
    for name in names:
        fold = folded.get(name)
        names_of.setdefault((fold.group, True) if fold is not None else (name, False), []).append(name)
    return {
        Fold(name, tuple(members)).name if len(members) > 1 else members[0]: tuple(members)
        for (name, _), members in names_of.items()
    }


def next_to_act(system: System, scene: Scene, names: Iterable[str]) -> str:
    """Return who of a group acts next: the first who may, else the first who is up, else the first."""
    members = tuple(names)
    able = (name for name in members if system.clock.may_act(scene, name))
    up = (name for name in members if scene.combatants[name].out is None)
    return next(able, None) or next(up, members[0])
