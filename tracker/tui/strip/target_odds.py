"""The chance of the main action against each target, as bars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from tracker.tui.look.text import Bit, Line, cells, fit, pad, wrap
from tracker.tui.strip.bars import SHARE, chance_bits
from tracker.tui.strip.strip_view import CLOSE, STAY, Cockpit, Intent, Open, Press, StripView

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
        line = cockpit.aimed_line(self.verb, self.actor, self.targets[self.at])
        throw, odds = cockpit.throw(line), cockpit.odds(line)
        bits: list[Bit] = []
        if throw is not None:
            bits.append((throw.in_words(odds.success if odds else None), "bright"))
        kind = cockpit.system.actions[self.verb]
        against = cockpit.system.objection_to(cockpit.scene, kind, self.actor)
        refused = odds.refused if odds is not None else (against,) if against else ()
        bits += [("   refused: ", "refused"), (" ".join(refused), "refused")] if refused else []
        foot = wrap(bits or [("It throws no dice.", "dim")], room, 2)
        space = max(1, most - 1 - len(foot))
        first = max(0, min(self.at - space + 1 + space // 4, len(self.targets) - space))
        left = len(self.targets) - first - space
        more = f"   {cockpit.glyphs.more_down} {left} more" if left > 0 else ""
        lines = [fit([(self.verb, "verb"), (f"  {self.actor}", "normal"), (more, "warn")], room)]
        wide = min(LONGEST_NAME, max(map(cells, self.called)))
        lines += [
            self._line(cockpit, place, wide, room) for place in range(first, min(len(self.targets), first + space))
        ]
        return lines + foot

    def _line(self, cockpit: Cockpit, place: int, wide: int, room: int) -> Line:
        name, here = self.targets[place], place == self.at
        line = cockpit.aimed_line(self.verb, self.actor, name)
        odds, throw = cockpit.odds(line), cockpit.throw(line)
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
