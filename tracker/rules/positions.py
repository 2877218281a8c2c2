"""Where combatants stand to each other: moving between bands, and whom somebody can mean."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.combat.events import BandBecame
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import join_names
from tracker.rules.resolver import Resolver


def move_to_band(resolver: Resolver, name: str, others: Sequence[str], band: str) -> None:
    """Somebody comes to a band of others. In the nearest one they stand where the other stands.

    interface.md part 2, ``range``: they take over the other's bands to everyone else.
    """
    names = tuple(each for each in others if each != name)
    suggestion = resolver.system.band_names(resolver.scene)[0]
    beside = [
        each for each in resolver.scene.combatants if each != name and resolver.scene.band(name, each) == suggestion
    ]
    resolver.emit(BandBecame(name, names, band))
    if band == suggestion and len(names) == 1:
        share_position(resolver, name, names[0])
        left = [each for each in beside if resolver.scene.band(name, each) != suggestion]
        if left:
            resolver.note(f"{name} is no longer {suggestion} with {join_names(left, resolver.scene)}.")


def share_position(resolver: Resolver, name: str, other: str) -> None:
    """Give one the other's bands to everyone else."""
    scene = resolver.scene
    by_band: dict[str, list[str]] = {}
    for each in scene.combatants:
        if each not in (name, other) and scene.band(name, each) != scene.band(other, each):
            by_band.setdefault(scene.band(other, each), []).append(each)
    for band, people in by_band.items():
        resolver.emit(BandBecame(name, tuple(people), band))


def only_other(resolver: Resolver, name: str) -> str:
    """The only one somebody can mean, else InvalidCommand with the list."""
    found = resolver.system.likely_targets(resolver.scene, name)
    if len(found) == 1:
        return found[0]
    raise InvalidCommand(
        f"Say to whom: {join_names(found, resolver.scene, 12)}." if found else f"There is nobody {name} could mean."
    )
