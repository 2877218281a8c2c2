"""Chances as bars: the outcomes of a throw, and the main action against each target."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from tracker.rules.throw import Throw, percent
from tracker.rules.view import Odds
from tracker.tui.look.glyphs import Glyphs, bar
from tracker.tui.look.text import Bit, Line, cells, fit, pad, right, wrap
from tracker.tui.strip.strip_view import CLOSE, STAY, Cockpit, Intent, Open, Press, StripView, first_shown

_NUMBERED: Final = re.compile(r"(.*?)(-?\d+)")

GRAIN: Final = 1000
"""The number of steps in a bar."""

SHARE: Final = 6
"""The width of a percentage in cells."""

LONGEST: Final = 40
"""The greatest width of a bar in cells."""


def chance_bits(chance: float, top: float, room: int, glyphs: Glyphs, tone: str = "good") -> list[Bit]:
    """Return a percentage and its bar in that many cells; a chance of ``top`` fills them."""
    filled, empty = bar(round(chance / top * GRAIN) if top else 0, GRAIN, room, glyphs)
    return [(right(percent(chance), SHARE), "normal"), ("  ", "dim"), (filled, tone), (empty, "dim")]


def distribution(odds: Odds, room: int, most: int, glyphs: Glyphs) -> list[Line]:
    """Return the outcomes as bars, beside their totals; if there are too many, neighbouring numbers are merged."""
    beside = [(outcome.label, outcome.p) for outcome in odds.beside][: max(0, most - 1)]
    shown = [*grouped([(outcome.label, outcome.p) for outcome in odds.outcomes], most - len(beside)), *beside]
    wide = min(room // 3, max((cells(label) for label, _ in shown), default=0))
    top = max((p for _, p in shown), default=1.0)
    space = max(4, min(LONGEST, room - wide - SHARE - 6))
    return [fit([(f"  {pad(label, wide)}  ", "dim"), *chance_bits(p, top, space, glyphs)], room) for label, p in shown]


def grouped(outcomes: Sequence[tuple[str, float]], most: int) -> list[tuple[str, float]]:
    """Return at most that many outcomes; those ending in a number are sorted and merged with neighbours as needed."""
    numbered: dict[str, list[tuple[int, float]]] = {}
    other: list[tuple[str, float]] = []
    for label, p in outcomes:
        match = _NUMBERED.fullmatch(label)
        if match:
            numbered.setdefault(match[1], []).append((int(match[2]), p))
        else:
            other.append((label, p))
    size = 1
    while True:
        runs = [run for name, numbers in numbered.items() for run in _runs(name, numbers, size)]
        if len(other) + len(runs) <= most or size > len(outcomes):
            return [*other, *runs][: max(1, most)]
        size += 1


def _runs(name: str, numbers: list[tuple[int, float]], size: int) -> list[tuple[str, float]]:
    """Return the outcomes of one name in runs of this size, the smallest number first: ``health -6 to -8``."""
    ordered = sorted(numbers, key=lambda pair: (abs(pair[0]), pair[0]))
    parts = [ordered[at : at + size] for at in range(0, len(ordered), size)]
    return [
        (f"{name}{part[0][0]}{f' to {part[-1][0]}' if len(part) > 1 else ''}", sum(p for _, p in part))
        for part in parts
    ]


LONGEST_NAME = 24
BAR = 24
"""The greatest width of a name and of a bar, in cells."""


class TargetOdds(StripView):
    """A line for each target; ``enter`` opens the form of the action against the selected one."""

    name: ClassVar[str] = "odds"
    hints: ClassVar[tuple[str, ...]] = ("apply", "next-choice", "leave-form")

    def __init__(self, verb: str, actor: str, lines: Mapping[str, str], aimed: str | None) -> None:
        """``lines`` stand for targets, with a folded group as a single line, each with the target it stands for."""
        self.verb = verb
        self.actor = actor
        self.called, self.targets = tuple(lines), tuple(lines.values())
        self.at = self.targets.index(aimed) if aimed in self.targets else 0

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        """Handle a key."""
        if press.id == "leave-form" or press.sign == cockpit.key("odds"):
            return CLOSE
        if press.id == "apply":
            return Open(self.verb, {"target": self.targets[self.at]}, self.actor)
        if press.id in ("next-choice", "next-field", "last-choice", "last-field"):
            self.at = (self.at + (1 if press.id.startswith("next") else -1)) % len(self.targets)
        return STAY

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        """Return the height: a line for each target, and the throw at the selected one."""
        return max(4, min(most, len(self.targets) + 3))

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        """Return the targets around the selected one, then the throw at it."""
        throw, odds = self._throw(cockpit, self.targets[self.at])
        bits: list[Bit] = []
        if throw is not None:
            bits.append((throw.in_words(odds.success if odds else None), "bright"))
        kind = cockpit.system.actions[self.verb]
        against = cockpit.system.objection_to(cockpit.scene, kind, self.actor)
        refused = odds.refused if odds is not None else (against,) if against else ()
        bits += [("   refused: ", "refused"), (" ".join(refused), "refused")] if refused else []
        foot = wrap(bits or [("It throws no dice.", "dim")], room, 2)
        space = max(1, most - 1 - len(foot))
        first = first_shown(self.at, len(self.targets), space)
        left = len(self.targets) - first - space
        more = f"   {cockpit.glyphs.more_down} {left} more" if left > 0 else ""
        lines = [fit([(self.verb, "verb"), (f"  {self.actor}", "normal"), (more, "warn")], room)]
        wide = min(LONGEST_NAME, max(map(cells, self.called)))
        lines += [
            self._line(cockpit, place, wide, room) for place in range(first, min(len(self.targets), first + space))
        ]
        return lines + foot

    def _throw(self, cockpit: Cockpit, target: str) -> tuple[Throw | None, Odds | None]:
        """Return the throw at a target and its chances, as far as they are known."""
        action = cockpit.aimed(self.verb, self.actor, target)
        return (None, None) if action is None else (cockpit.throw(action), cockpit.odds(action))

    def _line(self, cockpit: Cockpit, place: int, wide: int, room: int) -> Line:
        name, here = self.targets[place], place == self.at
        throw, odds = self._throw(cockpit, name)
        bits: list[Bit] = [
            (cockpit.glyphs.cursor if here else " ", "accent"),
            (f" {pad(self.called[place], wide)}  ", "bright" if here else "normal"),
        ]
        if odds is None:
            return fit([*bits, (throw.in_words(named=False) if throw is not None else "–", "dim")], room)
        tone = "dim" if odds.refused else "good"
        bits += chance_bits(odds.success, 1.0, min(BAR, max(4, room - wide - SHARE - 8)), cockpit.glyphs, tone)
        needed = "refused" if odds.refused else throw.wanted if throw is not None else ""
        return fit([*bits, (f"  {needed}", "refused" if odds.refused else "dim")], room)
