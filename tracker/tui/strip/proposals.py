"""What waits from phones and programs: who wants to come in, and what they propose; nothing is done without a key."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tracker.rules.command import parameters
from tracker.rules.system import System
from tracker.tui.look.text import Bit, Line, fit, link, wrap
from tracker.tui.strip.strip_view import (
    CLOSE,
    STAY,
    Admit,
    Cockpit,
    Decline,
    EditProposal,
    Intent,
    Press,
    StripView,
    Take,
    preview_bits,
)

if TYPE_CHECKING:
    from tracker.players.table import Proposal, Table


class Proposals(StripView):
    """The wishes and proposals, oldest first: ``enter`` takes the marked one, ``e`` opens it as a form."""

    name: ClassVar[str] = "proposals"
    hints: ClassVar[tuple[str, ...]] = ("apply", "leave-form")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.at = 0

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        asking, waiting = self.table.asking, self.table.waiting
        if press.id == "leave-form" or not (asking or waiting):
            return CLOSE
        self.at = min(self.at, len(asking) + len(waiting) - 1)
        if press.id in ("next-field", "next-choice", "last-field", "last-choice"):
            self.at = (self.at + (1 if press.id.startswith("next") else -1)) % (len(asking) + len(waiting))
            self.trouble = None
        elif self.at < len(asking):
            return self._admit(press, *asking[self.at])
        elif press.id == "apply":
            return Take(waiting[self.at - len(asking)])
        elif press.key == "delete":
            return Decline(waiting[self.at - len(asking)])
        elif press.sign == "e":
            return EditProposal(waiting[self.at - len(asking)])
        return STAY

    def _admit(self, press: Press, phone: str, hero: str) -> Intent:
        if press.sign == "y":
            return Admit(phone, hero)
        return Admit(phone, hero, False) if press.sign == "n" or press.key == "delete" else STAY

    def click(self, cockpit: Cockpit, kind: str, what: str) -> Intent:
        if kind == "proposal" and what.isdecimal():
            marked, self.at = self.at, int(what)
            waiting = self.at - len(self.table.asking)
            if marked == self.at and 0 <= waiting < len(self.table.waiting):
                return Take(self.table.waiting[waiting])
        elif kind == "word" and self.at < len(self.table.asking):
            return Admit(*self.table.asking[self.at], what == "y")
        return STAY

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        return max(3, min(most, len(self.table.asking) + len(self.table.waiting) + 2))

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        asking, waiting = self.table.asking, self.table.waiting
        total = len(asking) + len(waiting)
        if not total:
            return [fit([("Nothing is proposed any more.", "dim")], room)]
        self.at = min(self.at, total - 1)
        space = max(1, most - 2)
        first = max(0, min(self.at - space + 1, total - space))
        lines: list[Line] = []
        for place in range(first, min(total, first + space)):
            tone = "bright" if place == self.at else "dim"
            flag = cockpit.glyphs.pending if place == self.at else " "
            text = (
                wish(asking[place][1])
                if place < len(asking)
                else proposed(cockpit.system, waiting[place - len(asking)])
            )
            lines.append(fit(link([(f"{flag} ", "prompt"), (text, tone)], f"proposal:{place}"), room))
        keys: list[Bit] = []
        if self.at < len(asking):
            keys = [*link([("  y", "key"), (" lets it in", "dim")], "word:y"), ("  ", "dim")]
            keys += link([("n", "key"), (" does not", "dim")], "word:n")
        else:
            lines += wrap(
                [("  ", "dim"), *preview_bits(cockpit.preview(waiting[self.at - len(asking)].line), "")], room, 1
            )
            form = " as a line" if waiting[self.at - len(asking)].program else " as a form"
            for sign, what in ((cockpit.key("apply"), " take"), ("e", form), ("delete", " decline")):
                keys += [("  ", "dim"), (sign, "key"), (what, "dim")]
        lines.append(fit(keys, room))
        if self.trouble is not None:
            lines[-1] = fit([(self.trouble.text, "refused")], room)
        return lines[:most]


def wish(hero: str) -> str:
    """Return a phone's wish as a sentence."""
    return f"A phone wants to be {hero}."


def proposed(system: System, proposal: Proposal) -> str:
    """Return a proposal in short: the hero, the verb, and what was filled in, as it would be typed."""
    if proposal.program:
        return f"{proposal.program}: {proposal.line}"
    verb = proposal.line.partition(" ")[0]
    kind = system.actions.get(verb)
    placed = {parameter.name for parameter in parameters(kind) if parameter.kind == "argument"} if kind else set()
    words = [text if name in placed else f"{name}={text}" for name, text in proposal.fields.items() if text]
    return f"{proposal.hero}: {' '.join((verb, *words))}"
