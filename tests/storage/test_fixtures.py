"""Files that older versions wrote open for ever. A fixture is never edited again."""

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
    found = load(str(path))
    assert (found.condition, found.differs) == ("clean", None)
    assert (found.header.system, found.header.id, found.header.version) == (GAME, "0123456789abcdef", 1)
    assert found.history.story == [1, 2, 3, 4, 5, *range(16, 23), 24, 27]
    last = found.records[-1]
    assert isinstance(last, Entry)
    assert last.state == "29e2a8f1fc2105e3"
    scene = found.history.scene
    assert list(scene.combatants) == ["Savar"]
    assert scene["Savar"].fields == {"pool": 6, "notes": ["a", {"b": None}]}
    assert (scene.title, scene.encounter, scene.fields) == ("Rauch & Ränge", "The Dock", {"shares": 1})
