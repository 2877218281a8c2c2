"""Positions of combatants: moving between bands, and the only possible target."""

from collections.abc import Collection, Iterable, Sequence

from tracker.combat.events import BandBecame
from tracker.combat.scene import Scene
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import band_in_words, clause, join_names
from tracker.rules.resolver import Resolver


def move_to_band(
    resolver: Resolver, names: Sequence[str], others: Sequence[str], band: str, beside: Collection[str] = ()
) -> None:
    """Move combatants to a band of others; in the nearest band they are at the same place.

    Then they share the others' bands to all but those ``beside`` them, and a note names the enemies they left behind.
    """
    before, nearest = resolver.scene, resolver.system.band_names(resolver.scene)[0]
    if len(others) == 1:
        names = tuple(name for name in names if name != others[0])
    apart = set(names).isdisjoint(others)
    together = apart and band == nearest
    if set(names) == set(others) and len(others) > 2:
        resolver.emit(BandBecame(others[0], tuple(others[1:]), band, together=True))
    elif len(others) == 1 < len(names) or (together and len(names) > 1):
        resolver.emit(BandBecame(others[0], tuple(names), band, tuple(others[1:]), together))
    elif apart:
        resolver.emit(BandBecame(names[0], tuple(others), band, tuple(names[1:])))
    else:
        for name in names:
            resolver.emit(BandBecame(name, tuple(other for other in others if other != name), band))
    if together:
        share_position(resolver, names, others, beside)
    movers: dict[tuple[str, ...], list[str]] = {}  # by the enemies whom they were beside and no longer are
    for name in names:
        now = {name, *_at(resolver.scene, name, nearest)}
        foes = up_against(before, name, _at(before, name, nearest))
        if left := tuple(foe for foe in foes if foe not in now):
            movers.setdefault(left, []).append(name)
    for left, these in movers.items():
        if not resolver.system.on_parted(resolver, these, left) and together:
            for name in these:
                resolver.note_of(name, f"away from {join_names(left, resolver.scene)} ({nearest} before).")


def up_against(scene: Scene, name: str, others: Iterable[str]) -> tuple[str, ...]:
    """Return those of the others who are up and not on the side of a combatant."""
    side = scene[name].side
    return tuple(other for other in others if scene[other].out is None and scene[other].side != side)


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


def share_position(
    resolver: Resolver, names: Sequence[str], others: Sequence[str], beside: Collection[str] = ()
) -> None:
    """Give combatants the bands that others have to everybody else; where these differ, any of them will do."""
    scene = resolver.scene
    movers, places = {*others, *names, *beside}, [scene.ranges.of(other) for other in others]
    moved: dict[str, list[str]] = {}
    for third in (each for each in scene.combatants if each not in movers):
        bands = dict.fromkeys(place.get(third, scene.default_range) for place in places)
        if any(scene.band(name, third) not in bands for name in names):
            moved.setdefault(next(iter(bands)), []).append(third)
    nearest = resolver.system.band_names(scene)[0]
    for name in names:
        before = scene.ranges.of(name)
        changed: dict[tuple[str, str], list[str]] = {}
        for now, thirds in moved.items():
            for third in up_against(scene, name, thirds):
                was = before.get(third, scene.default_range)
                if was not in (now, nearest):
                    changed.setdefault((was, now), []).append(third)
        for (was, now), thirds in changed.items():
            way = f"{band_in_words(was)} → {band_in_words(now)}"
            resolver.note_of(name, f"{way} with {join_names(thirds, scene)}.")
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
