"""Names in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.combat.scene import Scene


def join_names(names: Sequence[str], scene: Scene, most: int = 5) -> str:
    """Names for a sentence: a whole group by its name, a long list cut with the number of the others."""
    if len(names) > 1:
        groups = {each.group for each in map(scene.combatants.get, names) if each is not None}
        if len(groups) == 1:
            (group,) = groups
            if group is not None and len(scene.group(group)) == len(names):
                return f"{group} ({len(names)})"
    if len(names) <= most:
        return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)
    return f"{', '.join(names[:most])} and {len(names) - most} others"
