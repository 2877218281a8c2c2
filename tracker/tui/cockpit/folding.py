"""Equal ones as one line: which groups of the list are folded, and what stands in each line of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import zip_longest
from typing import TYPE_CHECKING, Final, NamedTuple

from tracker.rules.system import System

if TYPE_CHECKING:
    from tracker.combat.scene import Scene
    from tracker.rules.view import Section

FOLDS: Final = 3
"""A group of at least that many is folded until the GM opens it."""

Folds = frozenset[tuple[str, bool]]
"""The groups that were folded (True) or opened (False) by hand."""


class Fold(NamedTuple):
    """A folded line: the group, and those of it who stand in one section of the list, in its order."""

    group: str
    names: tuple[str, ...]

    @property
    def name(self) -> str:
        """What stands in the place of a name: ``Goons ×6``."""
        return f"{self.group} ×{len(self.names)}"


class Listed(NamedTuple):
    """The list as it is shown: sections with their lines, and the folded line of everybody who stands in one.

    ``opened`` are those with whom an opened group begins.
    """

    sections: tuple[tuple[Section, tuple[str | Fold, ...]], ...]
    folded: Mapping[str, Fold]
    opened: frozenset[str]

    def names(self) -> list[str]:
        """A name for each line: of a folded one that of its first member."""
        return [line.names[0] if isinstance(line, Fold) else line for _, lines in self.sections for line in lines]


def listed(system: System, scene: Scene, needle: str, folds: Folds) -> Listed:
    """The list as it is shown; what is looked for stands there name by name."""
    wanted, by_hand = needle.casefold(), dict(folds)
    sections: list[tuple[Section, tuple[str | Fold, ...]]] = []
    folded: dict[str, Fold] = {}
    opened: set[str] = set()
    for section in system.sections(scene):
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


def lists_alike(system: System, before: Scene, after: Scene) -> bool:
    """Whether two scenes surely have the same list: the same names by side and group, and the same order.

    It costs little where few of the combatants changed. A game with sections of its own may list by the turn, too.
    """
    if before.combatants is not after.combatants:
        for was, now in zip_longest(before.combatants.values(), after.combatants.values()):
            if was is not now and (
                was is None or now is None or (was.name, was.side, was.group) != (now.name, now.side, now.group)
            ):
                return False
    by_turn = type(system).sections is not System.sections
    return before.order == after.order and not (by_turn and before.turn != after.turn)


def _groups(scene: Scene, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for name in names:
        group = scene.combatants[name].group
        if group:
            found.setdefault(group, []).append(name)
    return {group: tuple(members) for group, members in found.items()}


def gathered(names: Iterable[str], folded: Mapping[str, Fold]) -> dict[str, tuple[str, ...]]:
    """The lines for names where a folded group is one, each with those it is for: ``Goons ×3``, or a single name."""
    found: dict[tuple[str, bool], list[str]] = {}
    for name in names:
        fold = folded.get(name)
        found.setdefault((fold.group, True) if fold is not None else (name, False), []).append(name)
    return {
        Fold(name, tuple(members)).name if len(members) > 1 else members[0]: tuple(members)
        for (name, _), members in found.items()
    }


def next_to_act(system: System, scene: Scene, names: Iterable[str]) -> str:
    """Who of a group acts next: the first who may, else the first who is up, else the first."""
    members = tuple(names)
    able = (name for name in members if system.may_act(scene, name))
    up = (name for name in members if scene.combatants[name].out is None)
    return next(able, None) or next(up, members[0])
