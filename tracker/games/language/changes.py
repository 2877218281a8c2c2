"""Changes to a combatant and the consequences the game gives them: soaking tracks, going out, triggers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tracker.combat.events import CoverBecame, TrackBecame
from tracker.combat.scene import HEROES, IN_THE_OPEN
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import spaced
from tracker.rules.matching import quote

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracker.games.language.rules import Rules
    from tracker.rules.resolver import Resolver

    Fire = Callable[["Changes", str, str, int, int], None]

DEEPEST = 8
"""The greatest depth of consequences of consequences."""


class Changes:
    """Changes made through one resolver; ``fire`` carries out the triggers of an event, one level deeper."""

    def __init__(self, resolver: Resolver, rules: Rules, fire: Fire, depth: int = 0) -> None:
        if depth > DEEPEST:
            raise InvalidCommand("What follows from this never ends: the game's [[on]] tables bring each other about.")
        self.resolver, self.rules, self.fire, self.depth = resolver, rules, fire, depth

    def lose(self, name: str, amount: int, track: str) -> None:
        """Take an amount off a track, after those that soak it; what follows counts all of it, soaked or not."""
        resolver, table = self.resolver, self.rules.tracks[track]
        if amount <= 0:
            return
        who = resolver.combatant(name)
        whole, before = amount, who.value(track) + sum(who.value(soaking) for soaking in table.soaked_by)
        for soaking in table.soaked_by:
            soaked = min(amount, max(0, resolver.combatant(name).value(soaking) - self.rules.tracks[soaking].low))
            if soaked:
                resolver.set_track(name, soaking, resolver.combatant(name).value(soaking) - soaked)
                amount -= soaked
        if amount:
            self._move(name, amount if table.fills else -amount, track)
        self.fire(self, f"lost {track}", name, whole, before)

    def gain(self, name: str, amount: int, track: str) -> None:
        """Give back an amount of a track, which may wake somebody who is out."""
        if amount > 0:
            before = self.resolver.combatant(name).value(track)
            self._move(name, -amount if self.rules.tracks[track].fills else amount, track)
            self.fire(self, f"gained {track}", name, amount, before)

    def set(self, name: str, track: str, value: int) -> None:
        """Set a track to a value, with its consequences."""
        change = value - self.resolver.combatant(name).value(track)
        bad = change if self.rules.tracks[track].fills else -change
        (self.lose if bad > 0 else self.gain)(name, abs(change), track)

    def _move(self, name: str, by: int, track: str) -> None:
        resolver, table = self.resolver, self.rules.tracks[track]
        before = resolver.combatant(name)
        if track not in before.tracks:
            top = table.top if table.top is not None else max(0, by)
            resolver.set_track(name, track, table.low if table.fills else 0, top)
        now = resolver.combatant(name).tracks[track]
        wanted = now.value + by
        # A track with no maximum that starts at zero is as long as what was gained.
        most = max(wanted, now.max) if table.top is None and not table.start else None
        if table.over and wanted > now.max:
            resolver.emit(TrackBecame((name,), track, wanted, now.max, now.value))
        else:
            resolver.set_track(name, track, wanted, most)
        if table.out is None:
            return
        end = now.max if table.fills else table.low
        over = wanted - end if table.fills else end - wanted
        others = table.out_others if before.side != HEROES else None
        at_end = over > 0 if table.out_at == "exceeded" else over >= 0
        if at_end and (before.out is None or (now.value != end and before.out not in (table.out, others))):
            self.take_out(name, others or table.out)
        elif not at_end and (by < 0) == table.fills and table.wakes and before.out == table.out:
            self.bring_back(name)
        elif not at_end and before.out is not None and (by < 0) == table.fills and now.value == end:
            resolver.note(
                f"{resolver.clause(name, 'is')} still {spaced(before.out)}: back {quote(name)} brings them up."
            )

    def take_out(self, name: str, word: str) -> None:
        """Put somebody out of the fight."""
        if self.resolver.combatant(name).out != word:
            self.resolver.set_out(name, word)
            self.resolver.say(f"{self.resolver.clause(name, 'is')} {spaced(word)}.")
            self.fire(self, "out", name, 0, 0)

    def bring_back(self, name: str) -> None:
        """Put somebody back in the fight."""
        if self.resolver.combatant(name).out is not None:
            self.resolver.set_out(name, None)
            self.resolver.say(f"{self.resolver.clause(name, 'is')} up again.")
            self.fire(self, "back", name, 0, 0)

    def mark(self, name: str, condition: str, **ends: str | int | None) -> None:
        """Mark a condition; what follows from it follows once, however long it lasts then."""
        had = self.resolver.combatant(name).has(condition)
        self.resolver.mark(name, condition, None, **ends)
        if not had:
            self.fire(self, f"marked {condition}", name, 0, 0)

    def unmark(self, name: str, condition: str) -> None:
        """Remove a condition, if it is marked."""
        if self.resolver.combatant(name).has(condition):
            self.resolver.unmark(name, condition)
            self.fire(self, f"unmarked {condition}", name, 0, 0)

    def through_cover(self, name: str, amount: int) -> int:
        """Return what is left of a blow after cover that absorbs some of it; the cover wears down, and is then gone."""
        cover = self.resolver.combatant(name).cover
        if not cover.absorbs or amount <= 0:
            return amount
        stopped = min(amount, cover.absorbs, cover.left if cover.left is not None else amount)
        if stopped and cover.left is not None:
            left = cover.left - stopped
            self.resolver.emit(CoverBecame((name,), replace(cover, left=left) if left else IN_THE_OPEN))
            gone = "" if left else f" The cover of {name} is gone."
            self.resolver.say(f"The cover stops {stopped}.{gone}")
        elif stopped:
            self.resolver.say(f"The cover stops {stopped}.")
        return amount - stopped
