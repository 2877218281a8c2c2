"""The same on a real disk, where links, times and processes are real."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.storage.sample_records import GAME, Story, clock, told
from tracker.combat.events import TitleBecame
from tracker.storage.errors import NotSaved
from tracker.storage.filesystem import FileSystem
from tracker.storage.journal import Journal
from tracker.storage.reader import load


def test_a_whole_evening_on_a_real_disk(tmp_path: Path) -> None:
    path, story, rng = str(tmp_path / "fight.json"), Story(), random.Random(3)
    save = Journal.create(path, GAME, clock, "id", disk=FileSystem())
    for number in range(40):
        save.append(story.step(rng))
        json.loads(Path(path).read_text(encoding="utf-8"))
        if number % 10 == 9:
            save.close()
            save, found = Journal.open(path, clock=clock)
            assert found.records == tuple(story.records)
    save.close()
    assert sorted(os.listdir(tmp_path)) == ["fight.json", *(f"fight.json.bak{n}" for n in (1, 2, 3))]
    assert {os.stat(tmp_path / name).st_mode & 0o777 for name in os.listdir(tmp_path)} == {0o600}


def test_a_link_to_nowhere_is_a_name_that_is_taken(tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "elsewhere.json")
    with pytest.raises(NotSaved, match=r"^link\.json exists already\. Choose another name\.$"):
        Journal.create(str(link), GAME, clock, "id")
    with Journal.create(str(tmp_path / "a.json"), GAME, clock, "id") as save:
        with pytest.raises(NotSaved, match="exists already"):
            save.save_as(str(link))
        assert sorted(os.listdir(tmp_path)) == ["a.json", "a.json.lock", "link.json"]


def other_bytes(path: Path) -> None:
    """As many bytes in the same file, but later."""
    found = path.stat()
    with open(path, "r+b") as file:
        file.write(path.read_bytes())
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns + 1))


def more_bytes(path: Path) -> None:
    """The same file, longer, with the time it had."""
    found = path.stat()
    with open(path, "ab") as file:
        file.write(b" ")
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))


def another_file(path: Path) -> None:
    """Another file of the same size and time."""
    found, data = path.stat(), path.read_bytes()
    new = path.with_name("new")
    new.write_bytes(data)
    os.replace(new, path)
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))


@pytest.mark.parametrize("change", [other_bytes, more_bytes, another_file])
def test_file_size_and_time_each_tell_of_another_hand(tmp_path: Path, change: Callable[[Path], None]) -> None:
    path, story = tmp_path / "a.json", Story()
    with Journal.create(str(path), GAME, clock, "id") as save:
        save.append([story.entry(TitleBecame("x"))])
        change(path)
        kept = path.read_bytes()
        with pytest.raises(NotSaved, match="changed by another program"):
            save.append([story.entry(TitleBecame("y"))])
        assert path.read_bytes() == kept


@pytest.mark.slow
def test_the_first_paint_waits_for_no_other_library() -> None:
    script = (
        "import sys; from tests.storage.sample_records import *;"
        "from tracker.storage import journal as savefile, writer;"
        "from tracker.storage import recent;"
        "import tempfile, os; path = os.path.join(tempfile.mkdtemp(), 'a.json');"
        "save = savefile.Journal.create(path, GAME, clock, 'id'); story = told(1, 5); save.append(story.records);"
        "recent.recent(os.path.dirname(path)); save.close(); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert loaded.isdisjoint({"pydantic", "pydantic_core", "textual", "rich", "platformdirs", "click"})
    script = script.replace("print(", "from tracker.storage.reader import load; load(path); print(")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert loaded.isdisjoint({"pydantic", "pydantic_core", "textual", "rich", "platformdirs", "click"})


def test_two_links_to_one_file_have_one_writer(tmp_path: Path) -> None:
    one, other = str(tmp_path / "one.json"), str(tmp_path / "other.json")
    Journal.create(one, GAME, clock, "id").close()
    os.link(one, other)
    with Journal.open(one, clock=clock)[0] as first:
        second, _ = Journal.open(other, clock=clock)
        assert second.why_read_only.startswith("other.json is open in another tracker; here it is only followed.")
        second.close()
        story = told(1, 3)
        first.append(story.records)
    assert load(other).records == tuple(story.records)
