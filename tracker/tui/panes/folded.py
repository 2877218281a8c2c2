"""A folded group as one row: how many are up, their combined bar, and states that only some have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from tracker.rules.view import Badge, Bar, CombatantRow
from tracker.tui.cockpit.folding import Fold, next_to_act

if TYPE_CHECKING:
    from tracker.combat.scene import Combatant, Scene
    from tracker.rules.system import System

_TRACK: Final = re.compile(r"(\d+)/(\d+)")
"""A track in a cell: what is left of it, and its maximum."""


def folded_row(system: System, scene: Scene, fold: Fold, selected: str | None, waiting: bool) -> CombatantRow:
    """Return the row of who acts next, with the totals of the group; ``waiting``: something waits for a member.

    Rows are not made for the others, so that a group of hundreds costs little more than one of three.
    """
    members = [scene.combatants[name] for name in fold.names]
    up = [member for member in members if member.out is None]
    acting = selected if selected in fold.names else None
    shown = scene.combatants[acting or next_to_act(system, scene, fold.names)]
    asked = any(prompt.name in fold.names for prompt in scene.prompts)
    row = system.row(scene, shown)
    kinds = every = _kinds(members)
    if 0 < len(up) < len(members):
        kinds = _kinds(up)
    summary = (
        *_out(members, up),
        *_to_act(system, scene, up),
        *_weakest(system, scene, up),
        *_all_badges([(system.state_badges(scene, fighter), many) for fighter, many in kinds]),
    )
    return replace(
        row,
        name=fold.name,
        bar=_bar(system, scene, members),
        actions=_shared_by(row.actions, [(system.action_badges(scene, fighter), many) for fighter, many in kinds]),
        badges=(*summary, *_all_badges([(system.weapon_badges(fighter), many) for fighter, many in kinds])),
        cells=_cells(row.cells, [(system.cells(scene, fighter), many) for fighter, many in every]),
        out=None if up else _joint(members),
        hidden=all(member.hidden for member in members),
        pending=waiting or asked,
    )


def _joint(members: Sequence[Combatant]) -> str:
    """Return how they are out, if that is the same for all."""
    words = {str(member.out) for member in members}
    return f"all {next(iter(words))}" if len(words) == 1 else "all out"


def _bar(system: System, scene: Scene, members: Sequence[Combatant]) -> Bar | None:
    """Return what those who are up have left on the main track, of the group's total.

    Its tone follows the share left.
    """
    main = system.main_track(scene)
    tracks = [(member.tracks[main], member.out) for member in members if main in member.tracks]
    left = sum(max(0, track.value) for track, out in tracks if out is None)
    top = sum(track.max for track, _ in tracks)
    if not tracks:
        return None
    return Bar(left, top, "bad" if left * 3 <= top else "warn" if left * 3 <= top * 2 else "good")


def _out(members: Sequence[Combatant], up: Sequence[Combatant]) -> tuple[Badge, ...]:
    gone = len(members) - len(up)
    return (Badge("×", "x", f"{gone} of {len(members)} out", "bad"),) if gone and up else ()


def _to_act(system: System, scene: Scene, up: Sequence[Combatant]) -> tuple[Badge, ...]:
    """Return whose turn it is, or how many have still to act if others have."""
    if not scene.turn.round:
        return ()
    able = [member.name for member in up if system.may_act(scene, member.name)]
    if not able or len(able) == len(up) > 1:
        return ()
    return (Badge("▸", ">", able[0] if len(able) == 1 else f"{len(able)} to {system.turn_status(scene).doing}"),)


def _weakest(system: System, scene: Scene, up: Sequence[Combatant]) -> tuple[Badge, ...]:
    """Return the member with least left, if some are wounded and not all equally."""
    main = system.main_track(scene)
    tracks = [(member.tracks[main], member) for member in up if main in member.tracks and member.tracks[main].max > 0]
    if len({(track.value, track.max) for track, _ in tracks}) < 2:
        return ()
    track, member = min(tracks, key=lambda pair: pair[0].value / pair[0].max)
    bar = system.bar(scene, member)
    tone = bar.tone if bar is not None and bar.tone in ("bad", "warn") else "normal"
    return (Badge("!", "!", f"{member.name} {track.value}/{track.max}", tone),)


def _kinds(members: Sequence[Combatant]) -> list[tuple[Combatant, int]]:
    """One of each of those who are alike in all that a row shows, with how many they are."""
    alike: dict[tuple[object, ...], list[Combatant]] = {}
    contents: dict[tuple[int, int, int], str] = {}
    for member in members:
        tracks = tuple([(name, track.value, track.max) for name, track in member.tracks.items()])
        # Many share these objects; others have the same in objects of their own, like weapons given to each.
        held = id(member.fields), id(member.weapons), id(member.spares)
        if held not in contents:
            contents[held] = str((member.fields, member.weapons, member.spares))
        key = tracks, contents[held], member.spent, id(member.conditions), id(member.cover)
        alike.setdefault(key, []).append(member)
    return [(same[0], len(same)) for same in alike.values()]


def _all_badges(kinds: Sequence[tuple[Sequence[Badge], int]]) -> tuple[Badge, ...]:
    """Every badge that somebody has, with their number where not all have it."""
    every = dict.fromkeys(badge for badges, _ in kinds for badge in badges)
    return _shared_by(tuple(every), kinds)


def _shared_by(badges: Sequence[Badge], kinds: Sequence[tuple[Sequence[Badge], int]]) -> tuple[Badge, ...]:
    """These badges, each with the number of those who have it where not all do."""
    total = sum(many for _, many in kinds)
    counts = [sum(many for others, many in kinds if badge in others) for badge in badges]
    return tuple(
        badge if count == total else replace(badge, word=f"{badge.word} ×{count}")
        for badge, count in zip(badges, counts, strict=True)
    )


def _cells(shown: Sequence[str], kinds: Sequence[tuple[Sequence[str], int]]) -> tuple[str, ...]:
    """Return the texts under the heads: a track is summed like the bar, others have a number unless all are alike."""
    return tuple(_cell(text, [(texts[at], many) for texts, many in kinds]) for at, text in enumerate(shown))


def _cell(shown: str, texts: Sequence[tuple[str, int]]) -> str:
    tracks = [(_TRACK.fullmatch(text), many) for text, many in texts]
    if all(track for track, _ in tracks):
        left, top = (sum(int(track[part]) * many for track, many in tracks if track) for part in (1, 2))
        return f"{left}/{top}"
    if len({text for text, _ in texts}) == 1:
        return shown
    said = shown or next(text for text, _ in texts if text)
    return f"{said} ×{sum(many for text, many in texts if text == said)}"
