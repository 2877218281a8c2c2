"""A file whose states are not those of this program."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.faults.simdisk import SimDisk
from tests.reading import Rules
from tests.storage.journals import PATH, content, create, edited, reopen, saved
from tests.storage.sample_records import Story, told
from tracker.combat.events import Joined
from tracker.combat.records import Entry, Head
from tracker.combat.scene import Combatant, Scene
from tracker.storage.errors import NotSaved
from tracker.storage.reader import load

OTHER = Rules(lambda system: Scene(system, title="another beginning"))
"""Rules by which the same entries lead to other states."""


@pytest.fixture
def differing(disk: SimDisk) -> Story:
    told = Story()
    told.entry(Joined(("A",), Combatant("", "heroes")))
    saved(disk, told)
    return told


def test_a_differing_replay_can_only_be_read(disk: SimDisk, differing: Story) -> None:
    data = content(disk)
    save, found = reopen(disk, rules=OTHER)
    assert (found.condition, save.read_only) == ("differs", True)
    assert save.why_read_only == f"{found.what} It can only be read. Save a copy to go on with what is shown here."
    with pytest.raises(NotSaved):
        save.append([Head(2, 0)])
    save.close()
    assert content(disk) == data


def test_states_compared_later_are_compared_before_the_first_write(disk: SimDisk, differing: Story) -> None:
    data = content(disk)
    save, found = reopen(disk, rules=OTHER, verify_later=True)
    assert (found.condition, save.why_read_only) == ("clean", "")
    with pytest.raises(NotSaved, match="replays line 1 of the log differently") as refused:
        save.append([Head(2, 0)])
    assert (save.why_read_only, save.read_only) == (str(refused.value), True)
    save.close()
    assert content(disk) == data


def test_states_are_compared_a_few_at_a_time(disk: SimDisk) -> None:
    saved(disk, told(7, 12))
    save, found = reopen(disk, verify_later=True)
    steps = [save.verify(5) for _ in range(2 + len(found.records) // 5)]
    assert (steps[0], steps[-1], save.read_only) == (False, True, False)
    save.append([told(7, 12).move(0, "goto")])
    save.close()
    assert load(PATH, disk=disk).condition == "clean"


def test_a_damaged_file_is_compared_at_once(disk: SimDisk, differing: Story) -> None:
    disk.names[PATH].seen[:] = content(disk)[:-2]
    save, found = reopen(disk, rules=OTHER, verify_later=True)
    assert (found.condition, found.differs, save.read_only) == ("torn", 1, True)
    save.close()


def test_a_copy_of_a_differing_replay_alters_nothing_but_the_states(disk: SimDisk) -> None:
    """A file in order whose states are those of another version: in the middle, at an undone entry, at the last."""
    story = told(7, 12)
    entries = [record for record in story.records if isinstance(record, Entry)]
    odd = {entries[3].id, entries[-1].id}
    written = [replace(record, state="0" * 16) if record.id in odd else record for record in story.records]
    with create(disk) as save:
        save.append(written)  # type: ignore[arg-type]
    data = content(disk)
    save, found = reopen(disk)
    assert (found.condition, found.differs) == ("differs", entries[3].id)
    assert (save.unsaved, save.saved) == (0, len(written))
    save.save_as("copy.json")
    save.append([story.move(0, "goto")])
    save.close()
    assert content(disk) == data
    assert load("copy.json", disk=disk).records == tuple(story.records)
    assert load("copy.json", disk=disk).condition == "clean"


def test_a_differing_replay_can_be_saved_as_a_copy(disk: SimDisk, differing: Story) -> None:
    data = content(disk)
    save, _ = reopen(disk, rules=OTHER)
    save.save_as("copy.json")
    assert not save.read_only
    save.append([Head(2, 0)])
    save.close()
    assert content(disk) == data
    assert sorted(disk.names) == ["copy.json", PATH]
    assert load("copy.json", OTHER, disk).condition == "clean"


def test_a_torn_and_differing_file_is_mended_but_read_only(disk: SimDisk, differing: Story) -> None:
    disk.put(PATH, content(disk)[:-1])
    save, found = reopen(disk, rules=OTHER)
    assert (found.condition, save.read_only, bool(save.notice)) == ("torn", True, True)
    assert content(disk).endswith(b"]}\n")


def test_an_edited_and_differing_file_is_left_as_it_is(disk: SimDisk, differing: Story) -> None:
    data = edited(content(disk), hashes=True)
    disk.put(PATH, data)
    save, found = reopen(disk, rules=OTHER)
    assert (found.condition, save.read_only, content(disk)) == ("edited", True, data)
