"""A folded group as one row: how many are up, what they have left together, and what some have and others not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tracker.rules.view import Badge, Bar, CombatantRow
from tracker.tui.cockpit.folding import Fold, next_to_act

if TYPE_CHECKING:
    from tracker.combat.scene import Combatant, Scene
    from tracker.rules.system import System


def folded_row(system: System, scene: Scene, fold: Fold, selected: str | None, waiting: bool) -> CombatantRow:
    """The row of who acts next, with the numbers of all; ``waiting`` says that something waits for one of them.

    Rows are not made for the others, so that a group of hundreds costs little more than one of three.
    """
    members = [scene.combatants[name] for name in fold.names]
    up = [member for member in members if member.out is None]
    acting = selected if selected in fold.names else None
    shown = scene.combatants[acting or next_to_act(system, scene, fold.names)]
    asked = any(prompt.name in fold.names for prompt in scene.prompts)
    row = system.row(scene, shown)
    summary = (
        *_out(members, up),
        *_to_act(system, scene, up),
        *_weakest(system, scene, up),
        *_states(system, scene, up),
    )
    return replace(
        row,
        name=fold.name,
        bar=_bar(system, scene, members),
        badges=(*summary, *system.weapon_badges(shown)),
        out=None if up else _joint(members),
        hidden=all(member.hidden for member in members),
        pending=waiting or asked,
    )


def _joint(members: Sequence[Combatant]) -> str:
    """What became of them, where that is the same for all."""
    words = {str(member.out) for member in members}
    return f"all {next(iter(words))}" if len(words) == 1 else "all out"


def _bar(system: System, scene: Scene, members: Sequence[Combatant]) -> Bar | None:
    """What those who are up have left on the main track, of what all had; its tone is that of the share left."""
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
    """Whose turn it is, or how many have still to act where others have."""
    if not scene.turn.round:
        return ()
    able = [member.name for member in up if system.may_act(scene, member.name)]
    if not able or len(able) == len(up) > 1:
        return ()
    return (Badge("▸", ">", able[0] if len(able) == 1 else f"{len(able)} to act"),)


def _weakest(system: System, scene: Scene, up: Sequence[Combatant]) -> tuple[Badge, ...]:
    """Who of them has least left, where somebody lost something and not all did alike."""
    main = system.main_track(scene)
    tracks = [(member.tracks[main], member) for member in up if main in member.tracks and member.tracks[main].max > 0]
    if len({(track.value, track.max) for track, _ in tracks}) < 2:
        return ()
    track, member = min(tracks, key=lambda pair: pair[0].value / pair[0].max)
    bar = system.bar(scene, member)
    tone = bar.tone if bar is not None and bar.tone in ("bad", "warn") else "normal"
    return (Badge("!", "!", f"{member.name} {track.value}/{track.max}", tone),)


def _states(system: System, scene: Scene, up: Sequence[Combatant]) -> tuple[Badge, ...]:
    """The cover, conditions and other states of those who are up, with their number where not all have them."""
    alike: dict[tuple[int, ...], list[Combatant]] = {}
    for member in up:
        parts = (member.conditions, member.cover, member.fields, member.tracks, member.spent)
        alike.setdefault(tuple(map(id, parts)), []).append(member)
    counts: dict[Badge, int] = {}
    for members in alike.values():
        for badge in dict.fromkeys(system.state_badges(scene, members[0])):
            counts[badge] = counts.get(badge, 0) + len(members)
    return tuple(
        badge if count == len(up) else replace(badge, word=f"{badge.word} ×{count}") for badge, count in counts.items()
    )
