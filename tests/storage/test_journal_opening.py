"""A session is opened: whole, torn, damaged, edited, or where nothing can be written."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from tests.faults.simdisk import SimDisk
from tests.reading import Rules
from tests.storage.journals import PATH, content, edited, failing, reopen, saved
from tests.storage.sample_records import GAME, Story, clock
from tracker.combat.records import Head
from tracker.combat.scene import Scene
from tracker.storage.errors import LoadError, NotSaved
from tracker.storage.journal import Journal
from tracker.storage.reader import load

# Opening


def test_an_opened_session_goes_on_where_it_ended(disk: SimDisk, story: Story) -> None:
    data = saved(disk, story)
    save, found = reopen(disk)
    assert (found.condition, save.notice, save.read_only, save.saved) == ("clean", "", False, len(story.records))
    assert content(disk) == data
    save.append([story.move(0, "goto")])
    save.close()
    assert content(disk).startswith(data[:-3])
    assert load(PATH, disk=disk).records == tuple(story.records)


def test_a_byte_order_mark_stays_where_it_is(disk: SimDisk, story: Story) -> None:
    disk.put(PATH, b"\xef\xbb\xbf" + saved(disk, story))
    save, _ = reopen(disk)
    save.append([story.move(0, "goto")])
    assert load(PATH, disk=disk).records == tuple(story.records)


def test_the_second_opener_can_only_read(disk: SimDisk, story: Story) -> None:
    saved(disk, story)
    first, _ = reopen(disk)
    second, found = reopen(disk)
    assert found.records == tuple(story.records)
    assert second.read_only
    assert second.why_read_only == (
        "fight.json is open in another tracker (process 1 on elsewhere); here it is only followed. "
        "Save a copy to go on with it."
    )
    more = [story.move(0, "goto")]
    with pytest.raises(NotSaved, match="here it is only followed"):
        second.append(more)
    assert second.unsaved == 1
    second.save_as("copy.json")
    assert (second.read_only, second.unsaved, second.path) == (False, 0, "copy.json")
    assert load("copy.json", disk=disk).records == tuple(story.records)
    first.close()
    second.close()
    assert not disk.locks


def test_what_changed_between_reading_and_locking_is_read_again(disk: SimDisk, story: Story) -> None:
    saved(disk, story)
    lock = disk.lock

    def late(path: str) -> Any:
        disk.lock = lock  # type: ignore[method-assign]
        other, _ = reopen(disk)
        other.append([story.move(0, "goto")])
        other.close()
        return lock(path)

    disk.lock = late  # type: ignore[method-assign]
    save, found = reopen(disk, rules=Rules(lambda system: Scene(system, asked=3)))
    assert found.records != tuple(story.records), "the states are those of the other beginning"
    assert found.differs
    save.close()
    save, found = reopen(disk)
    assert found.records == tuple(story.records)
    save.append([story.move(0, "goto")])
    save.close()
    assert load(PATH, disk=disk).records == tuple(story.records)


def test_what_was_edited_between_reading_and_locking_is_shown_to_the_game(disk: SimDisk, story: Story) -> None:
    saved(disk, story)
    lock, edited = disk.lock, content(disk).replace(b"\n", b"\r\n")

    def late(path: str) -> Any:
        disk.put(PATH, edited)
        return lock(path)

    disk.lock = late  # type: ignore[method-assign]
    save, found = Journal.open(
        PATH, Rules(fault=lambda scene: "the moon is “full”" if scene.combatants else ""), disk=disk
    )
    with save:
        assert (found.condition, save.read_only) == ("damaged", True)
    assert content(disk) == edited


def test_what_became_unreadable_meanwhile_leaves_no_lock(disk: SimDisk, story: Story) -> None:
    saved(disk, story)
    lock = disk.lock

    def late(path: str) -> Any:
        disk.put(PATH, b"[]")
        return lock(path)

    disk.lock = late  # type: ignore[method-assign]
    with pytest.raises(LoadError):
        reopen(disk)
    assert not disk.locks


def test_where_nothing_can_be_written_it_opens_and_says_so(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(disk, story)
    for name in ("lock", "open"):
        with monkeypatch.context() as patch:
            failing(disk, patch, name, error=errno.EROFS)
            save, found = reopen(disk)
        assert found.condition == "clean"
        assert save.why_read_only == (
            "fight.json can only be read here: the disk can only be read. Save a copy elsewhere to go on with it."
        )
        save.save_as(f"{name}.json")
        assert not save.read_only
        save.close()


FOUND = {
    "torn": (lambda data: data[:-30], None),
    "edited": (lambda data: edited(data, hashes=True), None),
    "damaged": (lambda data: data.replace(b"happened", b"hippened"), None),
    "differs": (lambda data: data, Rules(lambda system: Scene(system, asked=3))),
}


@pytest.mark.parametrize("condition", FOUND)
@pytest.mark.parametrize("held", [True, False])
def test_what_was_found_is_told_where_nothing_may_be_written_too(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch, condition: str, held: bool
) -> None:
    change, rules = FOUND[condition]
    data = change(saved(disk, story))
    disk.put(PATH, data)
    if held:
        disk.lock(PATH + ".lock")
    else:
        failing(disk, monkeypatch, "lock", error=errno.EACCES)
    save, found = reopen(disk, rules=rules)
    assert (found.condition, save.read_only, save.notice) == (condition, True, "")
    assert save.why_read_only.startswith(f"{found.what} ")
    way = "Save a copy to go on" if held or condition == "damaged" else "Save a copy elsewhere to go on"
    assert way in save.why_read_only
    with pytest.raises(NotSaved):
        save.append([Head(len(found.records) + 1, 0)])
    save.close()
    assert (content(disk), set(disk.names)) == (data, {PATH})


def test_no_lock_is_made_beside_what_is_no_session(disk: SimDisk) -> None:
    disk.put(PATH, b"[]")
    with pytest.raises(LoadError):
        reopen(disk)
    assert list(disk.names) == [PATH]
    assert not disk.locks


def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    Journal.create(str(real), GAME, clock, "id").close()
    link.symlink_to(real)
    save, _ = Journal.open(str(link), clock=clock)
    assert save.path == str(real)
    assert sorted(os.listdir(tmp_path)) == ["link.json", "real.json", "real.json.lock"]
    save.append([Head(1, 0)])
    save.close()
    assert link.is_symlink()
    assert len(load(str(real)).records) == 1


# A cut-off end


@pytest.mark.parametrize("cut", [1, 3, 4, 40])
def test_a_cut_off_end_is_mended_once_and_kept(disk: SimDisk, story: Story, cut: int) -> None:
    data = saved(disk, story)[:-cut]
    disk.put(PATH, data)
    save, found = reopen(disk)
    assert (found.condition, save.read_only) == ("torn", False)
    assert save.notice == (
        "The end of fight.json was cut off in the middle of a write; it was mended. "
        "The file as it was found is kept as fight.json.torn-20260301-201500."
    )
    assert content(disk, PATH + ".torn-20260301-201500") == data
    again = load(PATH, disk=disk)
    assert (again.condition, again.records) == ("clean", found.records)
    whole = Story()
    for record in found.records:
        whole.history.add(record)
    more = whole.move(0, "goto")
    save.append([more])
    save.close()
    assert load(PATH, disk=disk).records == (*found.records, more)
    assert not [name for name in disk.names if ".bak" in name], "only a clean file becomes a backup"
    again_save, again = reopen(disk)
    assert (again.condition, again_save.notice) == ("clean", "")


def test_after_mending_others_are_noticed(disk: SimDisk, story: Story) -> None:
    disk.put(PATH, saved(disk, story)[:-2])
    save, found = reopen(disk)
    disk.put(PATH, content(disk))
    with pytest.raises(NotSaved, match="changed by another program"):
        save.append([Head(len(found.records) + 1, 0)])


def test_the_same_moment_does_not_lose_a_copy(disk: SimDisk, story: Story) -> None:
    data = saved(disk, story)
    for cut in (5, 50, 90):
        disk.put(PATH, data[:-cut])
        reopen(disk)[0].close()
    names = [PATH + ".torn-20260301-201500" + end for end in ("", "-2", "-3")]
    assert [content(disk, name) for name in names] == [data[:-5], data[:-50], data[:-90]]


def test_an_end_that_cannot_be_mended_is_left_as_it_is(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = saved(disk, story)[:-30]
    disk.put(PATH, data)
    with monkeypatch.context() as patch:
        failing(disk, patch, "create", error=errno.ENOSPC)
        save, found = reopen(disk)
    assert (found.condition, save.read_only) == ("torn", True)
    assert save.why_read_only.startswith(f"{found.what} fight.json can only be read here: the disk is full.")
    assert content(disk) == data
    save.close()
    with monkeypatch.context() as patch:
        failing(disk, patch, "truncate")
        save, found = reopen(disk)
    assert save.read_only
    assert disk.open_ == {}
    save.close()
    save, found = reopen(disk)
    assert (found.condition, save.read_only) == ("torn", False)


# Damage


def test_a_damaged_file_is_never_touched(disk: SimDisk, story: Story) -> None:
    data = saved(disk, story).replace(b"happened", b"hippened")
    disk.put(PATH, data)
    save, found = reopen(disk)
    assert (found.condition, save.read_only) == ("damaged", True)
    assert save.why_read_only == f"{found.what} Save a copy to go on from there."
    with pytest.raises(NotSaved):
        save.append([Head(len(found.records) + 1, 0)])
    save.save_as("copy.json")
    save.close()
    assert content(disk) == data
    assert set(disk.names) == {PATH, "copy.json"}
    assert load("copy.json", disk=disk).records == (*found.records, Head(len(found.records) + 1, 0))


# Edited


@pytest.mark.parametrize("hashes", [True, False])
def test_an_edited_file_is_kept_and_written_anew(disk: SimDisk, story: Story, hashes: bool) -> None:
    before = saved(disk, story)
    data = edited(before, hashes=hashes)
    disk.put(PATH, data)
    save, found = reopen(disk)
    assert (found.condition, save.read_only) == ("edited", False)
    assert save.notice == (
        "fight.json was edited by hand or reformatted by another program. "
        "It was rewritten. The file as it was found is kept as fight.json.bak."
    )
    assert content(disk, PATH + ".bak") == data
    assert content(disk) == before
    save.append([story.move(0, "goto")])
    save.close()
    assert load(PATH, disk=disk).records == tuple(story.records)
    disk.put(PATH, data)
    reopen(disk)[0].close()
    assert PATH + ".bak-2" not in disk.names, "there is a copy of this already"
    disk.put(PATH, data + b"\n")
    reopen(disk)[0].close()
    assert content(disk, PATH + ".bak-2") == data + b"\n"


@pytest.mark.parametrize("name", ["read", "create", "fsync", "replace"])
def test_an_edited_file_that_cannot_be_kept_is_left(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    data = edited(saved(disk, story), hashes=True)
    disk.put(PATH, data)
    read = disk.read
    with monkeypatch.context() as patch:
        failing(disk, patch, *({name} - {"read"}))
        if name == "read":
            answers = [read]
            patch.setattr(disk, "read", lambda path: answers.pop()(path) if answers else refuse())
        save, found = reopen(disk)
    assert (found.condition, save.read_only) == ("edited", True)
    assert content(disk) == data
    save.close()
    assert disk.open_ == {}


def refuse() -> None:
    raise OSError(errno.EIO, "no")
