"""Positions of combatants: moving between bands, and the only possible target."""

from collections.abc import Sequence

from tracker.combat.events import BandBecame
from tracker.combat.scene import Scene
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import band_in_words, clause, join_names
from tracker.rules.resolver import Resolver


def move_to_band(resolver: Resolver, names: Sequence[str], others: Sequence[str], band: str) -> None:
    """Move combatants to a band of others; in the nearest band of a single other they are at the same place.

    Then they share the other's bands to everybody else, and a note names those they left behind.
    """
    before, nearest = resolver.scene, resolver.system.band_names(resolver.scene)[0]
    together = len(others) == 1 and band == nearest
    if len(others) == 1:
        names = tuple(name for name in names if name != others[0])
        one, whom = (names[0], tuple(others)) if len(names) == 1 else (others[0], names)
        resolver.emit(BandBecame(one, whom, band, together=together and one == others[0]))
        if together:
            share_position(resolver, names, others[0])
    elif len(names) > 1 and set(names).isdisjoint(others):
        resolver.emit(BandBecame(names[0], tuple(others), band, tuple(names[1:])))
    elif set(names) == set(others) and len(others) > 2:
        resolver.emit(BandBecame(others[0], tuple(others[1:]), band, together=True))
    else:
        for name in names:
            resolver.emit(BandBecame(name, tuple(other for other in others if other != name), band))
    movers: dict[tuple[str, ...], list[str]] = {}  # by those whom they were beside and no longer are
    for name in names:
        now = {name, *_at(resolver.scene, name, nearest)}
        if left := tuple(other for other in _at(before, name, nearest) if other not in now):
            movers.setdefault(left, []).append(name)
    for left, these in movers.items():
        if together:
            away = f"{clause(these, resolver.scene, 'goes')} away from {join_names(left, resolver.scene)}"
            resolver.note(f"{away} ({nearest} before).")
        resolver.system.on_parted(resolver, these, left)


def come_up(resolver: Resolver, name: str, other: str) -> None:
    """Move somebody into the nearest band of another, if they are not there."""
    scene, nearest = resolver.scene, resolver.system.band_names(resolver.scene)[0]
    band = scene.band(name, other)
    if name != other and band != nearest:
        way = f"{band_in_words(band)} → {band_in_words(nearest)}"
        resolver.say(f"{clause(name, scene, 'comes')} up to {other}: {way}.")
        move_to_band(resolver, (name,), (other,), nearest)


def _at(scene: Scene, name: str, band: str) -> tuple[str, ...]:
    stated = scene.ranges.of(name)
    return tuple(each for each in scene.combatants if each != name and stated.get(each, scene.default_range) == band)


def share_position(resolver: Resolver, names: Sequence[str], other: str) -> None:
    """Give combatants the bands that another has to everybody else."""
    scene = resolver.scene
    movers, stated = {other, *names}, scene.ranges.of(other)
    moved: dict[str, list[str]] = {}
    for third in scene.combatants:
        band = stated.get(third, scene.default_range)
        if third not in movers and any(scene.band(name, third) != band for name in names):
            moved.setdefault(band, []).append(third)
    nearest = resolver.system.band_names(scene)[0]
    alike: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for name in names:
        before = scene.ranges.of(name)
        changed: dict[tuple[str, str], list[str]] = {}
        for now, thirds in moved.items():
            for third in thirds:
                was = before.get(third, scene.default_range)
                if was not in (now, nearest):
                    changed.setdefault((was, now), []).append(third)
        for (was, now), thirds in changed.items():
            alike.setdefault((was, now, tuple(thirds)), []).append(name)
    for (was, now, others), movers_alike in alike.items():
        way = f"{band_in_words(was)} → {band_in_words(now)}"
        resolver.note(f"{join_names(movers_alike, scene)}: {way} with {join_names(others, scene)}.")
    for band, thirds in moved.items():
        # Several movers are listed as in the event before, so that a save need not repeat a long list.
        nearer, many, also = (names[0], thirds, names[1:]) if len(names) == 1 else (thirds[0], names, thirds[1:])
        resolver.emit(BandBecame(nearer, tuple(many), band, tuple(also)))


def only_other(resolver: Resolver, name: str) -> str:
    """Return the only likely target of a combatant; raises InvalidCommand if there are none or several."""
    targets = resolver.system.likely_targets(resolver.scene, name)
    if len(targets) == 1:
        return targets[0]
    whom = f"Say to whom: {join_names(targets, resolver.scene, 12)}."
    raise InvalidCommand(whom if targets else f"There is nobody {name} could mean.")
