"""Everything ever done as a tree in lines: the story runs down the first lane, each branch beside it where it began.

Worked out without recursion and in one pass, so that ten thousand lines take a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Final

from tracker.combat.history import History
from tracker.combat.model import Model
from tracker.combat.records import START

LONG: Final = 12
"""A branch of more lines than this is folded until it is opened."""


class TreeRow(Model):
    """One line of the tree. ``lane`` 0 is the story's; ``begins`` a branch; ``size`` is the length of that branch.

    ``folded`` counts the lines behind it that are not shown.
    """

    id: int
    lane: int = 0
    begins: bool = False
    size: int = 0
    folded: int = 0


def tree_rows(history: History, ahead: Set[int], turned: Set[int]) -> list[TreeRow]:
    """The lines, from the beginning on. ``ahead`` is what redoing brings; ``turned`` the branches folded by hand

    the other way than they are by themselves.
    """
    children, sizes = _family(history)
    goes_on = _goes_on(history, ahead, children)
    tree: list[TreeRow] = []
    pending: list[tuple[int, int, bool]] = [(START, 0, False)]
    while pending:
        id_, lane, begins = pending.pop()
        size = sizes.get(id_, 1) if begins else 0
        folded = size - 1 if begins and (size > LONG) != (id_ in turned) else 0
        tree.append(TreeRow(id_, lane, begins, size, folded))
        below = children.get(id_, []) if not folded else []
        if below:
            first = goes_on(id_)
            pending.append((first, lane, False))
            pending += [(each, lane + 1, True) for each in reversed(below) if each != first]
    return tree


def _family(history: History) -> tuple[dict[int, list[int]], dict[int, int]]:
    """What follows each line, and how many lines each one and all after it are."""
    children: dict[int, list[int]] = {}
    sizes = dict.fromkeys(history.entries, 1)
    for entry in history.entries.values():
        children.setdefault(entry.parent, []).append(entry.id)
    for entry in reversed(history.entries.values()):
        if entry.parent != START:
            sizes[entry.parent] += sizes[entry.id]
    return children, sizes


def _goes_on(history: History, ahead: Set[int], children: dict[int, list[int]]) -> Callable[[int], int]:
    """Which of those that follow a line stays in its lane: the story, else what redoing brings, else the newest."""
    story = {history.entries[id_].parent: id_ for id_ in history.story}

    def chosen(id_: int) -> int:
        if id_ in story:
            return story[id_]
        below = children[id_]
        return next((each for each in below if each in ahead), below[-1])

    return chosen
