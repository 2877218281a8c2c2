"""Loss, gain and conditions by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tracker.combat.scene import Combatant
from tracker.rules.action import Action
from tracker.rules.command import argument, option
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import join_names
from tracker.rules.params import ChoiceParam, CombatantParam, CombatantsParam, NameList, NumberParam
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver

_TRACK = ChoiceParam(lambda context: [track.name for track in context.system.sheet.tracks], "track")

_SHOWN: Final = 6
"""The most combatants whose changes are listed one by one."""


def _changes(resolver: Resolver, names: NameList, track: str, before: Mapping[str, Combatant], change: int) -> str:
    """How the track changed for each; for a single combatant also the tracks to which the change spread."""
    steps = {name: (before[name].value(track), resolver.combatant(name).value(track)) for name in names}
    if len(set(steps.values())) == 1:
        was, now = steps[names[0]]
        each = "each " if len(names) > 1 else ""
        spread = "".join(f", {other} {a} → {b}" for other, a, b in _others(resolver, track, before, change))
        return f"{each}{track} {was} → {now}{spread}"
    shown = ", ".join(f"{name} {was} → {now}" for name, (was, now) in tuple(steps.items())[:_SHOWN])
    return shown + (f" and {len(names) - _SHOWN} others" if len(names) > _SHOWN else "")


def _others(
    resolver: Resolver, track: str, before: Mapping[str, Combatant], change: int
) -> tuple[tuple[str, int, int], ...]:
    """The tracks to which the loss or gain of a single combatant spread, with their values before and after."""
    if len(before) != 1:
        return ()
    ((name, combatant),) = before.items()
    now = resolver.combatant(name)
    steps = ((other, was.value, now.value(other)) for other, was in combatant.tracks.items() if other != track)
    return tuple((other, was, value) for other, was, value in steps if (value - was) * change > 0)


def _by_hand(resolver: Resolver, names: NameList, amount: int, track: str | None, gain: bool) -> None:
    """Let each of them lose or regain the amount, count it, and say first how the track changed."""
    track = track or resolver.system.main_track(resolver.scene)
    missing = next((name for name in names if track not in resolver.combatant(name).tracks), None)
    if missing:
        raise InvalidCommand(f"{missing} has no {track}; set {quote(missing)} {track}=N gives it.")
    before, place = {name: resolver.combatant(name) for name in names}, len(resolver.sentences)
    carry_out = resolver.system.regain if gain else resolver.system.lose
    for name in names:
        carry_out(resolver, name, amount, track)
    change = amount if gain else -amount
    of, value = resolver.system.manual_reason(track, change)
    resolver.because(of, "by hand", value)
    changes = {resolver.combatant(name).value(track) - before[name].value(track) for name in names}
    if len(changes) == 1 and abs(value) == amount and of != "severity":
        sign = 1 if value == change else -1
        left = changes.pop() * sign - value
        for other, was, now in _others(resolver, track, before, change):
            left -= resolver.because(of, f"on {other}", (was - now) * sign)
        if left:
            resolver.because(of, "no more to get back" if gain else "no more there", left)
    who, changed = join_names(names, resolver.scene), _changes(resolver, names, track, before, change)
    resolver.sentences.insert(place, f"{who}: {'+' if gain else '−'}{amount} {track} ({changed}).")


class Hurt(Action):
    """Loses some of a track, with all that follows."""

    by_hand = True

    names: NameList = argument(CombatantsParam(), "who", required=True)
    amount: int = argument(NumberParam(0), "how much", required=True)
    track: str | None = argument(_TRACK, "of what; the main track if left out")

    def resolve(self, resolver: Resolver) -> None:
        """Let each lose it."""
        _by_hand(resolver, self.names, self.amount, self.track, gain=False)


class Heal(Action):
    """Regains some of a track."""

    by_hand = True

    names: NameList = argument(CombatantsParam(), "who", required=True)
    amount: int = argument(NumberParam(0), "how much", required=True)
    track: str | None = argument(_TRACK, "of what; the main track if left out")

    def resolve(self, resolver: Resolver) -> None:
        """Let each have it."""
        _by_hand(resolver, self.names, self.amount, self.track, gain=True)


class Mark(Action):
    """A condition; ends after rounds=N or at the start or end of a turn."""

    by_hand = True

    names: NameList = argument(CombatantsParam(), "who", required=True)
    condition: str = argument(
        ChoiceParam(lambda context: context.system.condition_names(context), "condition", other=True, sure=True),
        "which",
        required=True,
    )
    rounds: int | None = option(NumberParam(1, 1000), "ends after that many rounds")
    until: str | None = option(ChoiceParam(("start", "end"), "moment"), "ends at the start or end of a turn")
    of: str | None = option(CombatantParam(), "whose turn; their own if left out")

    def resolve(self, resolver: Resolver) -> None:
        """Mark each of them."""
        for name in self.names:
            of = (self.of or name) if self.until else self.of
            resolver.system.mark(resolver, name, self.condition, rounds=self.rounds, until=self.until, of=of)
        ends = f" for {self.rounds} round{'' if self.rounds == 1 else 's'}" if self.rounds else ""
        whose = f"{self.of}'s" if self.of else "their own"
        ends += f" until the {self.until} of {whose} turn" if self.until else ""
        resolver.say(f"{join_names(self.names, resolver.scene)}: {self.condition}{ends}.")


class Unmark(Action):
    """A condition is over."""

    by_hand = True

    names: NameList = argument(CombatantsParam(), "who", required=True)
    condition: str = argument(
        ChoiceParam(
            lambda context: tuple(
                dict.fromkeys(
                    condition.name
                    for name in context.values.get("names") or context.scene.combatants
                    for condition in context.scene.combatants[name].conditions
                )
            ),
            "condition they have",
        ),
        "which",
        required=True,
    )

    def resolve(self, resolver: Resolver) -> None:
        """Take it from each of them."""
        for name in self.names:
            resolver.unmark(name, self.condition)
        resolver.say(f"{join_names(self.names, resolver.scene)}: no longer {self.condition}.")
