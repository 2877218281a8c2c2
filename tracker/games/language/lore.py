"""The lore of a game: named things that it knows, with their text and numbers, in a file beside its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import msgspec

from tracker.combat.scene import Plain

FILES: Final = Path(__file__).parents[1] / "files"
"""Where the lore of shipped games lies, which sessions with a copy of such a game use, too."""

MAX_BYTES: Final = 4_000_000
"""The greatest size of such a file in bytes."""


class Lore(Mapping[str, Mapping[str, Plain]]):
    """The numbers of weapons by name: those of presets, and those of a file that is read when first needed."""

    def __init__(self, known: Mapping[str, Mapping[str, Plain]], file: str | None, origin: str) -> None:
        self._known, self._file, self._origin = known, file, origin

    @cached_property
    def entries(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the entries of the file by name in lower case; none if it cannot be read."""
        if self._file is None:
            return {}
        for folder in (Path(self._origin).parent, FILES) if self._origin else (FILES,):
            path = folder / self._file
            try:
                if path.stat().st_size <= MAX_BYTES:
                    listed = msgspec.json.decode(path.read_bytes(), type=dict[str, Any]).get("lore")
                    return {str(entry["name"]).casefold(): entry for entry in listed or ()}
            except (OSError, msgspec.DecodeError, TypeError, KeyError):
                continue
        return {}

    def __getitem__(self, name: str) -> Mapping[str, Plain]:
        if name in self._known:
            return self._known[name]
        numbers: Mapping[str, Plain] = self.entries[name]["numbers"]
        return numbers

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys((*self._known, *self.entries))

    def __len__(self) -> int:
        return len(tuple(iter(self)))
