"""Files written by older versions open forever. A fixture is never edited again."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from tests.storage.make_fixture import FOLDER
from tests.storage.sample_records import GAME
from tracker.combat.records import Entry
from tracker.storage.reader import load


def test_version_1(tmp_path: Path) -> None:
    path = FOLDER / "version-1.json"
    assert blake2b(path.read_bytes(), digest_size=16).hexdigest() == "3804b95c6ffe0b88958565412a87261a"
    loaded = load(str(path))
    assert (loaded.condition, loaded.differs) == ("clean", None)
    assert (loaded.header.system, loaded.header.id, loaded.header.version) == (GAME, "0123456789abcdef", 1)
    assert loaded.history.story == [1, 2, 3, 4, 5, *range(16, 23), 24, 27]
    last = loaded.records[-1]
    assert isinstance(last, Entry)
    assert last.state == "29e2a8f1fc2105e3"
    scene = loaded.history.scene
    assert list(scene.combatants) == ["Savar"]
    assert scene["Savar"].fields == {"pool": 6, "notes": ["a", {"b": None}]}
    assert (scene.title, scene.encounter, scene.fields) == ("Rauch & Ränge", "The Dock", {"shares": 1})
