"""A fight as JSON for scripts; the plain text for people is in ``text``."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any, Final, Protocol

from msgspec.structs import asdict

from tracker.combat.history import History
from tracker.combat.model import Model
from tracker.combat.records import START, Entry
from tracker.combat.scene import Combatant, Plain, Prompt, Scene
from tracker.rules.declarations import FieldSpec
from tracker.rules.errors import InvalidCommand
from tracker.rules.reminders import reminder_lines
from tracker.rules.sheet import COMMON_FIELDS
from tracker.rules.system import System
from tracker.rules.view import Odds, Outcome

GRAIN: Final = 1 << 53
"""Chances are written in multiples of 1 divided by this: their sums up to 1 are exact in any reader."""


class Fight(Protocol):
    """A game and its history: a session, open or only read."""

    @property
    def system(self) -> System:
        """Return the game."""

    @property
    def history(self) -> History:
        """Return the history."""


class Rejection(Model):
    """A line of a script that was not applied; ``line`` counts from 1."""

    line: int
    command: str
    reason: str


def head_of(fight: Fight, at: int | None) -> int:
    """Return the id of the entry to report on: ``at``, or else the head; raises InvalidCommand for an unknown entry."""
    if at is None:
        return fight.history.head
    if at != START and at not in fight.history.entries:
        raise InvalidCommand(f"There is no line {at} in the log.")
    return at


def story_to(fight: Fight, head: int) -> tuple[Entry, ...]:
    """Return the entries from the beginning to ``head``, oldest first."""
    history = fight.history
    return tuple(history.entries[id] for id in (history.story if head == history.head else history.path(head)))


def as_json(fight: Fight, at: int | None = None, refused: Sequence[Rejection] = ()) -> dict[str, Any]:
    """Return the fight now, or after entry ``at``, as plain data; raises InvalidCommand for an unknown entry."""
    head = head_of(fight, at)
    scene, system = fight.history.scene_at(head), fight.system
    turn = scene.turn
    return {
        "system": system.name,
        "title": scene.title,
        "round": turn.round,
        "phase": turn.phase,
        "active": {"side": turn.side, "name": turn.name},
        "combatants": {name: _combatant(system, combatant) for name, combatant in scene.combatants.items()},
        "ranges": [{"between": [first, second], "band": band} for first, second, band in ranges_of(scene)],
        "default_range": scene.default_range,
        "prompts": [
            {name: getattr(prompt, name) for name in ("id", "kind", "name", "text")} | {"choices": list(prompt.choices)}
            for prompt in prompts_of(system, scene)
        ],
        "log": [_entry(entry) for entry in story_to(fight, head)],
        "head": head,
        "refused": list(map(asdict, refused)),
    }


def odds_json(odds: Odds) -> dict[str, Any]:
    """Return exact chances as plain data; the values of ``p`` add up to exactly 1.

    ``expected`` and ``drops`` are None where the game cannot say, such as where a player chooses what takes a hit, and
    where the answer to what it ``asks`` next changes them.
    """
    plain = {"outcomes": _chances(odds.outcomes), "success": float(odds.success), "refused": list(odds.refused)}
    plain |= {"beside": _chances(odds.beside)} if odds.beside else {}
    plain |= {"asks": odds.asks} if odds.asks else {}
    return {**plain, "expected": odds.expected if odds.told else None, "drops": odds.drops if odds.told else None}


def _chances(outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    shares = _whole([Fraction(outcome.p) for outcome in outcomes])
    return [{"label": outcome.label, "p": p / GRAIN} for outcome, p in zip(outcomes, shares, strict=True)]


def shown(specs: Sequence[FieldSpec], values: Mapping[str, Plain]) -> dict[str, Plain]:
    """Return the fields that people see; the game's internal ones are left out."""
    internal = {spec.name for spec in specs if spec.internal}
    return {name: value for name, value in values.items() if name not in internal}


def prompts_of(system: System, scene: Scene) -> list[Prompt]:
    """Return the open questions with their current answers, the oldest first."""
    return [system.refresh_prompt(scene, prompt) for prompt in sorted(scene.prompts, key=attrgetter("id"))]


def ranges_of(scene: Scene) -> list[tuple[str, str, str]]:
    """Return the distances that differ from the default: two names and a band, in the order the combatants joined."""
    place = {name: number for number, name in enumerate(scene.combatants)}
    distances = []
    for pair, band in scene.ranges.items():
        if all(name in place for name in pair):
            first, second = sorted(pair, key=place.__getitem__)
            distances.append((first, second, band))
    return sorted(distances, key=lambda distance: (place[distance[0]], place[distance[1]]))


def _combatant(system: System, combatant: Combatant) -> dict[str, Any]:
    cover = combatant.cover
    return {
        "side": combatant.side,
        "group": combatant.group,
        "hidden": combatant.hidden,
        "out": combatant.out,
        "tracks": {name: {"value": track.value, "max": track.max} for name, track in combatant.tracks.items()},
        "fields": shown((*system.sheet.fields, *COMMON_FIELDS), combatant.fields),
        "conditions": [{"name": condition.name, "rounds": condition.rounds} for condition in combatant.conditions],
        "cover": {"degree": cover.degree, "what": cover.what} | ({} if cover.left is None else {"left": cover.left}),
        "spent": list(combatant.spent),
        "weapons": {name: shown(system.sheet.weapon, weapon) for name, weapon in combatant.weapons.items()},
        "spares": dict(combatant.spares),
        **_own(combatant),
    }


def _own(combatant: Combatant) -> dict[str, Any]:
    counters = {
        word: {"value": counter.value, "start": counter.start, "each": counter.each}
        for word, counter in combatant.counters.items()
    }
    own = {"notes": list(combatant.notes), "counters": counters, "reminders": list(reminder_lines(combatant))}
    return {name: value for name, value in own.items() if value}


def _entry(entry: Entry) -> dict[str, Any]:
    why = [{name: getattr(reason, name) for name in ("of", "label", "value", "source")} for reason in entry.why]
    return {"id": entry.id, "command": entry.command, "text": entry.text, "ruled": entry.ruled, "why": why}


def _whole(shares: Sequence[Fraction]) -> list[int]:
    """Return shares of 1 as counts of grains that add up to ``GRAIN``, by the largest remainders."""
    total = sum(shares) or Fraction(1)
    exact = [share * GRAIN / total for share in shares]
    counts = [int(share) for share in exact]
    left = GRAIN - sum(counts) if counts else 0
    by_rest = sorted(range(len(exact)), key=lambda place: counts[place] - exact[place])
    for place in by_rest[:left]:
        counts[place] += 1
    return counts
