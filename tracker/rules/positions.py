"""Where combatants stand to each other: moving between bands, and whom somebody can mean."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.combat.events import BandBecame
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import join_names
from tracker.rules.resolver import Resolver


def move_to_band(resolver: Resolver, name: str, others: Sequence[str], band: str) -> None:
    """Move a combatant to a band of others. In the nearest band they stand where the other stands.

    Then they share the other's bands to everybody else, and a note names those they left behind.
    """
    scene, others = resolver.scene, tuple(other for other in others if other != name)
    nearest = resolver.system.band_names(scene)[0]
    beside = [other for other in scene.combatants if other != name and scene.band(name, other) == nearest]
    resolver.emit(BandBecame(name, others, band))
    if band == nearest and len(others) == 1:
        share_position(resolver, name, others[0])
        left = [other for other in beside if resolver.scene.band(name, other) != nearest]
        if left:
            resolver.note(f"{name} is no longer {nearest} with {join_names(left, resolver.scene)}.")


def share_position(resolver: Resolver, name: str, other: str) -> None:
    """Give a combatant the bands that another has to everybody else."""
    scene = resolver.scene
    moved: dict[str, list[str]] = {}
    for third in scene.combatants:
        if third not in (name, other) and scene.band(name, third) != scene.band(other, third):
            moved.setdefault(scene.band(other, third), []).append(third)
    for band, names in moved.items():
        resolver.emit(BandBecame(name, tuple(names), band))


def only_other(resolver: Resolver, name: str) -> str:
    """The only likely target of a combatant; raises InvalidCommand where there are none or several."""
    targets = resolver.system.likely_targets(resolver.scene, name)
    if len(targets) == 1:
        return targets[0]
    if targets:
        raise InvalidCommand(f"Say to whom: {join_names(targets, resolver.scene, 12)}.")
    raise InvalidCommand(f"There is nobody {name} could mean.")
