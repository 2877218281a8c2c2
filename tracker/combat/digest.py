"""A short digest of a scene, made of one part per combatant so that a change costs what it touched."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from tracker.combat.scene import Scene

_OWN = ("turn", "order", "ranges", "prompts", "settings", "fields")


def bare(value: Any) -> Any:
    """A value as plain JSON, without what is empty or at its default, so that new fields change no old digest."""
    if isinstance(value, Struct):
        pairs = ((each.name, bare(getattr(value, each.name))) for each in fields(value))
        return {name: each for name, each in pairs if each not in (None, False, "", 0, [], {})}
    if isinstance(value, Mapping):
        return {"|".join(key) if isinstance(key, tuple) else key: bare(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [bare(each) for each in value]
    return value


def _part(label: str, value: Any) -> int:
    text = json.dumps([label, bare(value)], sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def _rest(scene: Scene) -> tuple[Any, ...]:
    return (scene.system, scene.title, scene.encounter, scene.default_range, scene.asked)


def digest(scene: Scene) -> int:
    """The digest of a whole scene: 64 bits."""
    found = _part("rest", _rest(scene)) ^ _part("names", list(scene.combatants))
    for name in _OWN:
        found ^= _part(name, getattr(scene, name))
    for each in scene.combatants.values():
        found ^= _part("one", each)
    return found


def digest_after(before: int, old: Scene, new: Scene) -> int:
    """The digest of ``new``, from that of ``old``; looks only at the parts that are not the same object."""
    found = before
    if _rest(old) != _rest(new):
        found ^= _part("rest", _rest(old)) ^ _part("rest", _rest(new))
    for name in _OWN:
        was, now = getattr(old, name), getattr(new, name)
        if was is not now:
            found ^= _part(name, was) ^ _part(name, now)
    if old.combatants is not new.combatants:
        found ^= _people(old, new)
    return found


def _people(old: Scene, new: Scene) -> int:
    found = 0
    was, now = list(old.combatants), list(new.combatants)
    if was != now:
        found ^= _part("names", was) ^ _part("names", now)
    for name, each in new.combatants.items():
        before = old.combatants.get(name)
        if before is not each:
            found ^= _part("one", each) ^ (_part("one", before) if before else 0)
    for name in old.combatants.keys() - new.combatants.keys():
        found ^= _part("one", old.combatants[name])
    return found


def hexed(value: int) -> str:
    """A digest as 16 hexadecimal digits."""
    return f"{value:016x}"
