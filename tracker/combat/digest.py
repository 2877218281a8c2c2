"""A short digest of a scene, with a part for each combatant, so that a change costs only what it touches.

The digest of a part is that of its JSON with sorted keys, in ASCII, without empty values.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import compress, islice
from operator import is_, is_not
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import astuple

from tracker.combat.scene import Combatant, Ranges, Rows, Scene, Track, altered, same_names

try:
    # The function that hashlib exports, without loading all of OpenSSL, which takes 3 ms of each start.
    from _blake2 import blake2b
except ImportError:  # pragma: no cover
    from hashlib import blake2b

if TYPE_CHECKING:
    from json import JSONEncoder


_OWN: Final = ("turn", "order", "ranges", "prompts", "settings", "fields")
_SCALARS: Final = frozenset({type(None), bool, int, str})

_FAST: Final = msgspec.json.Encoder(order="sorted")

KEPT: Final = 4096  # the number of cached digests of parts

_kept: dict[tuple[str, int], tuple[object, int]] = {}

_ranges_kept: Final[deque[tuple[Ranges, int]]] = deque(maxlen=4)
"""The last digests of distances: a change asks for those before it and those after it."""

_OF_COMBATANT: Final = Combatant.__struct_fields__

_EMPTY: Final = msgspec.Raw(b"")  # stands for the JSON of an empty value, which is omitted
_TEXTS: Final = 2048  # the cached JSON of parts of combatants, which members of a group share

_texts: dict[int, tuple[object, msgspec.Raw]] = {}

_written: Final[list[tuple[Rows, dict[str, _Row]]]] = [({}, {})]
"""The last digested distances: their rows, and the JSON of each by name, in the order of the digest."""


@cache
def _ascii() -> JSONEncoder:
    """Return the standard library's encoder, loaded for the first text that needs it."""
    from json import JSONEncoder

    return JSONEncoder(sort_keys=True, separators=(",", ":"), check_circular=False)


def bare(value: Any) -> Any:
    """Return a value as plain JSON without empty and default values, so that new fields change no old digest."""
    kind = type(value)
    if kind in _SCALARS:
        return value
    if kind is Track:
        return _bare_track(value)
    if kind is tuple or kind is list:
        return [bare(inner) for inner in value]
    if not isinstance(value, msgspec.Struct):
        return {name: inner if type(inner) in _SCALARS else bare(inner) for name, inner in value.items()}
    plain = {}
    for name in kind.__struct_fields__:
        inner = getattr(value, name)
        if inner and (type(inner) in _SCALARS or (inner := bare(inner))):
            plain[name] = inner
    return plain


@lru_cache(4096)
def _bare_track(track: Track) -> dict[str, int]:
    """Return a track as plain JSON; shared by many combatants, and not to be modified."""
    return {name: number for name in ("value", "max") if (number := getattr(track, name))}


def digest(scene: Scene) -> int:
    """Return the digest of a whole scene: 64 bits."""
    total = _part("rest", _rest(scene)) ^ _part("names", list(scene.combatants))
    for name in _OWN:
        total ^= _part_of(name, getattr(scene, name))
    for combatant in scene.combatants.values():
        total ^= _part_of("one", combatant)
    return total


def digest_after(before: int, old: Scene, new: Scene) -> int:
    """Return the digest of ``new`` from that of ``old``; only parts that are different objects are examined."""
    total = _own_after(before, old, new)
    return total if old.combatants is new.combatants else total ^ _people(old, new)


def digest_of_draft(before: int, old: Scene, touched: Mapping[str, Combatant | None], new: Scene) -> int:
    """Return the digest of ``new``, a draft of ``old``, in which only the combatants ``touched`` may have changed."""
    total = _own_after(before, old, new)
    people = new.combatants
    for name, was in touched.items():
        now = people.get(name)
        if was is not now and was is not None and now is not None:
            total ^= _part_of("one", was) ^ _part_of("one", now)
    return total


def _own_after(before: int, old: Scene, new: Scene) -> int:
    total = before
    if old is new:
        return total
    if _rest(old) != _rest(new):
        total ^= _part("rest", _rest(old)) ^ _part("rest", _rest(new))
    for name in _OWN:
        was, now = getattr(old, name), getattr(new, name)
        if was is not now:
            total ^= _part_of(name, was) ^ _part_of(name, now)
    return total


def _people(old: Scene, new: Scene) -> int:
    total = 0
    for former, other in altered(old, new):
        total ^= _part_of("one", former) ^ _part_of("one", other)
    if not same_names(old, new):
        total ^= _part("names", list(old.combatants)) ^ _part("names", list(new.combatants))
        for name in old.combatants.keys() ^ new.combatants.keys():
            total ^= _part_of("one", old.combatants.get(name) or new.combatants[name])
    return total


def hexed(value: int) -> str:
    """Return a digest as 16 hexadecimal digits."""
    return f"{value:016x}"


def _rest(scene: Scene) -> tuple[Any, ...]:
    return (scene.system, scene.title, scene.encounter, scene.default_range, scene.asked)


def _part(label: str, value: Any) -> int:
    """Return the digest of a part. Non-ASCII text is escaped by the standard library's encoder."""
    plain = [label, bare(value)]
    try:
        text = _FAST.encode(plain)
    except UnicodeEncodeError:  # a lone surrogate, which no entrance lets into a scene
        text = b"\x7f"
    return _hash(text if text.isascii() and b"\x7f" not in text else _ascii().encode(plain).encode())


def _combatant(label: str, combatant: Combatant) -> int:
    """Return the digest of a combatant, with the JSON of parts cached for all who share them."""
    plain: dict[str, Any] = {}
    try:
        for name, value in zip(_OF_COMBATANT, astuple(combatant), strict=True):
            if not value:
                continue
            if type(value) in _SCALARS:
                plain[name] = value
            elif (text_of := _text_of(value)) is not _EMPTY:
                plain[name] = text_of
        text = _FAST.encode([label, plain])
    except UnicodeEncodeError:
        return _part(label, combatant)
    return _hash(text) if text.isascii() and b"\x7f" not in text else _part(label, combatant)


def _text_of(value: Any) -> msgspec.Raw:
    kept = _texts.get(id(value))
    if kept is None or kept[0] is not value:
        if len(_texts) >= _TEXTS:
            _texts.clear()
        plain = bare(value)
        kept = _texts[id(value)] = (value, msgspec.Raw(_FAST.encode(plain)) if plain else _EMPTY)
    return kept[1]


def checksum(text: bytes) -> bytes:
    """Return eight bytes that change with any change of a text."""
    return blake2b(text, digest_size=8).digest()


def _hash(text: bytes) -> int:
    return int.from_bytes(checksum(text), "big")


def _part_of(label: str, value: Any) -> int:
    """Return the digest of an immutable part, computed once for each object."""
    if isinstance(value, Ranges):
        # The distances of a crowd are megabytes: only those of the last moments are kept.
        for known, digested_before in _ranges_kept:
            if known is value:
                return digested_before
        result = _ranges(label, value)
        _ranges_kept.append((value, result))
        return result
    key = (label, id(value))
    kept = _kept.get(key)
    if kept is None or kept[0] is not value:
        if len(_kept) >= KEPT:
            _kept.clear()
        digested = _combatant if isinstance(value, Combatant) else _part
        kept = _kept[key] = (value, digested(label, value))
    return kept[1]


def _ranges(label: str, ranges: Ranges) -> int:
    """Return the digest of the distances, as one object whose keys are the two names with a bar between."""
    rows, (old, texts) = ranges.rows, _written[0]
    if [*rows] != [*old]:
        if any("|" in name for name in rows):
            return _part(label, {"|".join(key): band for key, band in ranges.items()})
        names = sorted(rows, key=lambda name: f"{name}|")
        texts = {name: texts[name] if name in old else _Row(name, rows[name]) for name in names}
    for name, row in rows.items():
        if row is not old.get(name, row):
            texts[name].become(row)
    _written[0] = (rows, texts)
    whole = blake2b(b'["%b",{' % label.encode(), digest_size=8)
    whole.update(b",".join([row.text for row in texts.values()]))
    whole.update(b"}]")
    return int.from_bytes(whole.digest(), "big")


class _Row:
    """The JSON of a row of distances. A change of a few writes only those: in a crowd, all rows may change at once."""

    __slots__ = ("_name", "_others", "_row", "text")

    def __init__(self, name: str, row: Mapping[str, str]) -> None:
        self._name, self._row = name, row
        self._others: list[str] = []
        self.text = _pairs(name, row)

    def become(self, row: Mapping[str, str]) -> None:
        """Write what changed in the row, or all of it."""
        old, self._row = self._row, row
        changed = [*compress(row.items(), map(is_not, row.values(), old.values()))]
        new = [*islice(row, len(old), None)]
        if len(changed) + len(new) > len(old) // 4 or len(row) < len(old) or not all(map(is_, row, old)):
            self._others = []
            self.text = _pairs(self._name, row)
            return
        for other, band in changed:
            was, now = (_pairs(self._name, {other: each}) for each in (old[other], band))
            self.text = self.text.replace(was, now, 1)
        if new and not self._others:
            self._others = sorted(old)
        for other in new:
            place = bisect_left(self._others, other)
            at = len(self.text) + 1
            if place < len(self._others):
                at = self.text.index(_pairs(self._name, {self._others[place]: ""})[:-2])
            self._others.insert(place, other)
            parts = self.text[: max(0, at - 1)], _pairs(self._name, {other: row[other]}), self.text[at:]
            self.text = b",".join(filter(None, parts))


def _pairs(name: str, row: Mapping[str, str]) -> bytes:
    """Return distances as JSON without the brackets, in the order of the other names."""
    pairs = {f"{name}|{other}": band for other, band in row.items()}
    try:
        text = _FAST.encode(pairs)
    except UnicodeEncodeError:
        text = b"\x7f"
    return (text if text.isascii() and b"\x7f" not in text else _ascii().encode(pairs).encode())[1:-1]
