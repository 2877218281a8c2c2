"""A short digest of a scene, with a part for each combatant, so that a change costs only what it touches.

The digest of a part is that of its JSON with sorted keys, in ASCII, without empty values.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import astuple

from tracker.combat.scene import Combatant, Prompt, Ranges, Rows, Scene, Track, altered, same_names

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

_EMPTY: Final = msgspec.Raw(b"")  # stands for the JSON of an empty value, which is omitted
_TEXTS: Final = 2048  # the cached JSON of parts of combatants, which members of a group share
_LONG: Final = 16_384  # from how many bytes on it is not cached
_BLOCK: Final = 32  # the rows of distances that are hashed at once

_texts: dict[int, tuple[object, msgspec.Raw]] = {}

_written: "Final[list[tuple[Rows, dict[str, _Row]]]]" = [({}, {})]
"""The last digested distances: their rows, and the JSON of each by name, in the order of the digest."""


@cache
def _ascii() -> "JSONEncoder":
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
    return _hash(_encoded([label, bare(value)]))


def _encoded(plain: Any) -> bytes:
    try:
        text = _FAST.encode(plain)
    except UnicodeEncodeError:  # a lone surrogate, which no entrance lets into a scene
        text = b"\x7f"
    return text if text.isascii() and b"\x7f" not in text else _ascii().encode(plain).encode()


def _shared(label: str, value: Combatant | tuple[Prompt, ...]) -> int:
    plain: Any
    try:
        if isinstance(value, Combatant):
            named = zip(Combatant.__struct_fields__, astuple(value), strict=True)
            plain = {name: part if type(part) in _SCALARS else _text_of(part) for name, part in named if part}
            plain = {name: text for name, text in plain.items() if text is not _EMPTY}
        else:
            plain = [*map(_text_of, value)]
        text = _FAST.encode([label, plain])
    except UnicodeEncodeError:
        return _part(label, value)
    return _hash(text) if text.isascii() and b"\x7f" not in text else _part(label, value)


def _text_of(value: Any) -> msgspec.Raw:
    kept = _texts.get(id(value))
    if kept is not None and kept[0] is value:
        return kept[1]
    if len(_texts) >= _TEXTS:
        _texts.clear()
    text = _FAST.encode(plain) if (plain := bare(value)) else b""
    raw = msgspec.Raw(text) if text else _EMPTY
    if len(text) < _LONG:
        _texts[id(value)] = (value, raw)
    return raw


def checksum(text: bytes) -> bytes:
    """Return eight bytes that change with any change of a text."""
    return blake2b(text, digest_size=8).digest()


def _hash(text: bytes) -> int:
    return int.from_bytes(checksum(text), "big")


def _part_of(label: str, value: Any) -> int:
    if type(value) is Ranges:  # the distances of a crowd are megabytes: only their digest is kept, with them
        if value.digest is None:
            value.digest = _ranges(label, value)
        return value.digest
    key = (label, id(value))
    kept = _kept.get(key)
    if kept is None or kept[0] is not value:
        if len(_kept) >= KEPT:
            _kept.clear()
        digested = _shared if label in ("one", "prompts") else _part
        kept = _kept[key] = (value, digested(label, value))
    return kept[1]


def _ranges(label: str, ranges: Ranges) -> int:
    rows, (old, texts) = ranges.rows, _written[0]
    if [*rows] != [*old]:
        if any("|" in name for name in rows):
            return _part(label, {"|".join(key): band for key, band in ranges.items()})
        texts = {name: texts[name] if name in old else _Row(name) for name in sorted(rows, key="{}|".format)}
    same = [name == was and rows[name] is old[name] for name, was in zip(texts, _written[0][1], strict=False)]
    for name, kept in zip_longest(texts, same):
        if not kept:
            texts[name].become(rows[name])
    _written[0] = (rows, texts)
    first = [*same, False].index(False) // _BLOCK * _BLOCK
    written = [*texts.values()]
    whole = written[first - 1].hashed.copy() if first else blake2b(b'["%b",{' % label.encode(), digest_size=8)
    for place in range(first, len(written), _BLOCK):
        block = written[place : place + _BLOCK]
        whole.update(b"," * (place > 0) + b",".join([text.text for text in block]))
        block[-1].hashed = whole.copy()
    whole.update(b"}]")
    return int.from_bytes(whole.digest(), "big")


class _Row:
    """The JSON of a row of distances, of which a change writes only its pairs; of some, the hash up to its end."""

    __slots__ = ("_name", "_pairs", "_row", "hashed", "text")

    def __init__(self, name: str) -> None:
        self._name, self.hashed, self.text = name, blake2b(), b""
        self._row: Mapping[str, str] = {}
        self._pairs: dict[str, bytes] = {}

    def become(self, row: Mapping[str, str]) -> None:
        """Write what changed in the row, in the order of the other names."""
        old, self._row = self._row, row
        for other in old.keys() - row.keys():
            del self._pairs[other]
        changed = {other: band for other, band in row.items() if old.get(other) is not band}
        begun = _quoted(self._name)[:-1] + b"|"
        for other, band in changed.items():
            self._pairs[other] = begun + _quoted(other)[1:] + b":" + _quoted(band)
        if not changed.keys() <= old.keys():
            self._pairs = dict(sorted(self._pairs.items()))
        self.text = b",".join(self._pairs.values())


_quoted: Final = lru_cache(4096)(_encoded)
