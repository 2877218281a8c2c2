"""Writing entries to a library file: everything else in it stays unchanged, comments and layout included."""

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from typing import Any, Final, TypeAlias

import msgspec

from tracker.library.model import JSON, KINDS, MAX_BYTES, Content, parse
from tracker.storage.errors import LoadError, NotSaved, because, called
from tracker.storage.faults import places
from tracker.storage.filesystem import FileSystem, keep_generation, write
from tracker.storage.folders import make_folder
from tracker.storage.lock import Held

Tables: TypeAlias = Mapping[str, Sequence[Mapping[str, Any]]]  # entries by kind, as in a file
_TRIES: Final = 5  # how often an entry is written again when an editor saves the file at the same moment


def put(path: str, tables: Tables, disk: FileSystem | None = None) -> int:
    """Write entries, by kind, to a file, replacing those of their kind and name; returns how many were replaced.

    The file is backed up beside it when an entry is replaced. Raises NotSaved, and then the file is unchanged.
    """
    disk = disk or FileSystem()
    try:
        make_folder(os.path.dirname(path))
        with _locked(disk, path):
            return _put(disk, path, tables)
    except Held as held:
        raise NotSaved(f"{held} is writing to {called(path)}; try again.") from None
    except LoadError as bad:
        raise NotSaved(bad.what) from None
    except OSError as error:
        raise NotSaved(f"{called(path)} cannot be written: {because(error)}.") from None


def keyed(tables: Tables) -> dict[tuple[str, str], Mapping[str, Any]]:
    """Return tables by the kind and the name in lower case that their entries have."""
    return {(kind, str(table["name"]).casefold()): table for kind, listed in tables.items() for table in listed}


def _put(disk: FileSystem, path: str, tables: Tables) -> int:
    for _ in range(_TRIES):
        content, stamp = disk.read(path) if disk.lexists(path) else (b"", None)
        new, replaced = with_entries(content, called(path), tables)
        if replaced:
            keep_generation(disk, path)
        if stamp is None or disk.stat(path) == stamp:
            try:
                write(disk, path, [new])
            except OSError as error:
                with suppress(OSError, LoadError):
                    if disk.read(path)[0] == new:
                        why = because(error)
                        raise NotSaved(f"{called(path)} holds it, but may lose it if the power fails: {why}.") from None
                raise
            return replaced
    raise NotSaved(f"{called(path)} is being changed by another program; try again.")


def with_entries(content: bytes, name: str, tables: Tables) -> tuple[bytes, int]:
    """Return a file's content with these entries, and how many replaced others; raises NotSaved."""
    before = parse(content, name) if content.strip() else Content()
    if content.strip() and not before.entries and before.faults:
        raise NotSaved(f"{before.faults[0]} Nothing is written to it until that is mended.")
    known, new = {entry.key: entry for entry in before.entries}, keyed(tables)
    replaced = known.keys() & new.keys()
    if name.endswith(JSON):
        return _fitting(_with_json(content, tables), name), len(replaced)
    lines = content.splitlines(keepends=True)
    if lines and not lines[-1].endswith(b"\n"):
        lines[-1] += b"\n"
    ends = _ends(content)
    added: list[bytes] = []
    for (kind, title), table in new.items():
        text = "".join(_written(f"[[{kind}]]", kind, table)).encode()
        old = known.get((kind, title))
        if old is None:
            added.append(b"\n" + text if lines or added else text)
        else:
            end = ends[old.line]
            lines[old.line - 1 : end] = [text, *([b""] * (end - old.line))]
    whole = b"".join((*lines, *added))
    after = {entry.key: entry.table for entry in parse(_fitting(whole, name), name).entries}
    lost = any(after.get(key) != entry.table for key, entry in known.items() if key not in replaced)
    if lost or not new.keys() <= after.keys():
        raise NotSaved(f"{name} is written in a way that cannot be added to; keep it under another name.")
    return whole, len(replaced)


def _fitting(new: bytes, name: str) -> bytes:
    if len(new) > MAX_BYTES:
        raise NotSaved(f"{name} is full; move some of it into another file.")
    return new


def _with_json(content: bytes, tables: Tables) -> bytes:
    data: dict[str, Any] = msgspec.json.decode(content) if content.strip() else {}
    for kind, listed in tables.items():
        new = {str(table["name"]).casefold(): table for table in listed}
        kept = [new.pop(str(table.get("name")).casefold(), table) for table in data.get(kind, [])]
        data[kind] = [*kept, *new.values()]
    return json_document(data).encode()


def json_document(data: Mapping[str, Any]) -> str:
    """Return a library file as JSON: a key of an entry on a line of its own, entries after the file's head."""
    parts = []
    for key, value in data.items():
        if key in KINDS:
            entries = (
                ",\n".join(f" {_json(name)}: {_json(table[name])}" for name in sorted(table, key=_LAST.__contains__))
                for table in value
            )
            parts.append(f"{_json(key)}: [\n" + ",\n".join(f"{{\n{entry}\n}}" for entry in entries) + "\n]")
        else:
            parts.append(f"{_json(key)}: {_json(value)}")
    return "{" + ",\n".join(parts) + "}\n"


_LAST: Final = ("weapons", "block")  # the long parts of an entry, which stand last


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def document(tables: Tables) -> str:
    """Return entries, by kind, as the text of a new file."""
    texts = ("".join(_written(f"[[{kind}]]", kind, table)) for kind, listed in tables.items() for table in listed)
    return "\n".join(texts)


def _written(header: str, way: str, table: Mapping[str, Any]) -> Iterator[str]:
    """Return a table under its own header, and nested tables below it: none is inline, however short."""
    import tomli_w

    tables = {key: value if isinstance(value, list) else [value] for key, value in table.items()}
    inner = {key: table[key] for key, all_ in tables.items() if all_ and all(isinstance(one, Mapping) for one in all_)}
    if header.strip().startswith("[[") or len(inner) < len(table) or not table:
        yield f"{header}\n{tomli_w.dumps({key: value for key, value in table.items() if key not in inner})}"
    for key, value in inner.items():
        deeper = f"{way}.{tomli_w.dumps({key: 0}).partition(' = ')[0]}"
        if isinstance(value, Mapping):
            yield from _written(f"\n[{deeper}]", deeper, value)
        else:
            for part in value:
                yield from _written(f"\n[[{deeper}]]", deeper, part)


def _ends(content: bytes) -> dict[int, int]:
    """Return the line after each entry, by its first line: blanks and comments above the next one are not its own."""
    starts = sorted(line for loc, line in places(content).items() if len(loc) == 2 and isinstance(loc[1], int))
    lines = content.splitlines()
    ends: dict[int, int] = {}
    for start, following in pairwise((*starts, len(lines) + 1)):
        end = following - 1
        while end > start and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith(b"#")):
            end -= 1
        ends[start] = end
    return ends


@contextmanager
def _locked(disk: FileSystem, path: str) -> Iterator[None]:
    """Hold the lock beside a file, waiting a moment for another program; raises Held and OSError."""
    until = time.monotonic() + 3.0
    while True:
        try:
            lock = disk.lock(f"{path}.lock")
            break
        except Held:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)
    try:
        yield
    finally:
        with suppress(OSError):
            lock.release()
