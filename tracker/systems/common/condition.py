"""Loss, gain and conditions by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from tracker.combat.scene import Combatant
from tracker.systems.action import Action, named, place
from tracker.systems.errors import Nonsense
from tracker.systems.people import crowd
from tracker.systems.play import Play
from tracker.systems.quoting import quote
from tracker.systems.words import Choice, Names, Number, Who, Whos

_TRACK = Choice(lambda look: [each.name for each in look.system.sheet.tracks], "track")


def _changes(play: Play, names: Names, track: str, before: Mapping[str, Combatant], change: int) -> str:
    """What moved: the track for each, and for one alone the others on which the change went on."""
    steps = {name: (before[name].value(track), play.one(name).value(track)) for name in names}
    if len(set(steps.values())) == 1:
        was, now = steps[names[0]]
        each = "each " if len(names) > 1 else ""
        more = "".join(f", {other} {a} → {b}" for other, a, b in _others(play, track, before, change))
        return f"{each}{track} {was} → {now}{more}"
    return ", ".join(f"{name} {was} → {now}" for name, (was, now) in tuple(steps.items())[:6]) + (
        f" and {len(names) - 6} others" if len(names) > 6 else ""
    )


def _others(play: Play, track: str, before: Mapping[str, Combatant], change: int) -> tuple[tuple[str, int, int], ...]:
    """The other tracks of one alone on which a loss or gain went on, with what they were and are."""
    if len(before) != 1:
        return ()
    ((name, one),) = before.items()
    found = ((other, was.value, play.one(name).value(other)) for other, was in one.tracks.items() if other != track)
    return tuple((other, was, now) for other, was, now in found if (now - was) * change > 0)


def _by_hand(play: Play, names: Names, amount: int, track: str | None, word: Literal["lose", "regain"]) -> None:
    track = track or play.system.main_track(play.scene)
    missing = next((name for name in names if track not in play.one(name).tracks), None)
    if missing:
        raise Nonsense(f"{missing} has no {track}; set {quote(missing)} {track}=N gives it.")
    before, told = {name: play.one(name) for name in names}, len(play.said)
    for name in names:
        getattr(play.system, word)(play, name, amount, track)
    change = -amount if word == "lose" else amount
    of, value = play.system.by_hand(track, change)
    play.because(of, "by hand", value)
    changes = {play.one(name).value(track) - before[name].value(track) for name in names}
    if len(changes) == 1 and abs(value) == amount and of != "severity":
        sign = 1 if value == change else -1
        left = changes.pop() * sign - value
        for other, was, now in _others(play, track, before, change):
            left -= play.because(of, f"on {other}", (was - now) * sign)
        if left:
            play.because(of, "no more there" if word == "lose" else "no more to get back", left)
    moved = _changes(play, names, track, before, change)
    play.said.insert(told, f"{crowd(names, play.scene)}: {'−' if word == 'lose' else '+'}{amount} {track} ({moved}).")


class Hurt(Action):
    """Loses so much, with all that follows."""

    by_hand = True

    names: Names = place(Whos(), "who", required=True)
    amount: int = place(Number(0), "how much", required=True)
    track: str | None = place(_TRACK, "of what; the main track if not said")

    def resolve(self, play: Play) -> None:
        """Let each lose it."""
        _by_hand(play, self.names, self.amount, self.track, "lose")


class Heal(Action):
    """Gets so much back."""

    by_hand = True

    names: Names = place(Whos(), "who", required=True)
    amount: int = place(Number(0), "how much", required=True)
    track: str | None = place(_TRACK, "of what; the main track if not said")

    def resolve(self, play: Play) -> None:
        """Let each have it."""
        _by_hand(play, self.names, self.amount, self.track, "regain")


class Mark(Action):
    """A condition; ends after rounds=N or at the start or end of a turn."""

    by_hand = True

    names: Names = place(Whos(), "who", required=True)
    condition: str = place(
        Choice(lambda look: look.system.condition_names(look), "condition", other=True, sure=True),
        "which",
        required=True,
    )
    rounds: int | None = named(Number(1, 1000), "ends after so many rounds")
    until: str | None = named(Choice(("start", "end"), "moment"), "ends at the start or end of a turn")
    of: str | None = named(Who(), "whose turn; their own if not said")

    def resolve(self, play: Play) -> None:
        """Mark each of them."""
        for name in self.names:
            of = (self.of or name) if self.until else self.of
            play.system.marked(play, name, self.condition, rounds=self.rounds, until=self.until, of=of)
        ends = f" for {self.rounds} round{'' if self.rounds == 1 else 's'}" if self.rounds else ""
        whose = f"{self.of}'s" if self.of else "their own"
        ends += f" until the {self.until} of {whose} turn" if self.until else ""
        play.say(f"{crowd(self.names, play.scene)}: {self.condition}{ends}.")


class Unmark(Action):
    """A condition is over."""

    by_hand = True

    names: Names = place(Whos(), "who", required=True)
    condition: str = place(
        Choice(
            lambda look: tuple(
                dict.fromkeys(
                    each.name
                    for name in look.values.get("names") or look.scene.combatants
                    for each in look.scene.combatants[name].conditions
                )
            ),
            "condition they have",
        ),
        "which",
        required=True,
    )

    def resolve(self, play: Play) -> None:
        """Take it from each of them."""
        for name in self.names:
            play.unmark(name, self.condition)
        play.say(f"{crowd(self.names, play.scene)}: no longer {self.condition}.")
