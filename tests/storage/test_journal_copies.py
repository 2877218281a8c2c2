"""Backups, and saving as another file."""

from __future__ import annotations

import errno
from typing import Any

import pytest

from tests.faults.simdisk import SimDisk
from tests.storage.journals import PATH, content, create, failing, reopen, saved
from tests.storage.sample_records import Story
from tracker.combat.events import TitleBecame
from tracker.storage.errors import LoadError, NotSaved
from tracker.storage.reader import load

# Backups


def generations(disk: SimDisk) -> list[bytes | None]:
    return [content(disk, name) if (name := f"{PATH}.bak{n}") in disk.names else None for n in (1, 2, 3, 4)]


def test_the_last_three_evenings_are_kept(disk: SimDisk) -> None:
    story = Story()
    create(disk).close()
    evenings = [content(disk)]
    for _ in range(5):
        save, _ = reopen(disk)
        assert generations(disk)[0] != evenings[-1]
        save.append([story.entry(TitleBecame("x"))])
        assert generations(disk)[0] == evenings[-1]
        save.append([story.entry(TitleBecame("y"))])
        save.close()
        evenings.append(content(disk))
    assert generations(disk) == [*evenings[-2:-5:-1], None]
    assert PATH + ".bak0" not in disk.names


def test_a_file_that_is_its_own_backup_makes_none(disk: SimDisk, story: Story) -> None:
    data = saved(disk, story)
    disk.put(PATH + ".bak1", data)
    disk.put(PATH + ".bak2", b"older")
    save, _ = reopen(disk)
    save.append([story.move(0, "goto")])
    assert generations(disk) == [data, b"older", None, None]


def test_the_only_backup_may_be_the_file_itself(disk: SimDisk, story: Story) -> None:
    data = saved(disk, story)
    disk.put(PATH + ".bak1", data)
    save, _ = reopen(disk)
    save.append([story.move(0, "goto")])
    assert generations(disk) == [data, None, None, None]


def test_opening_alone_makes_no_backup(disk: SimDisk, story: Story) -> None:
    saved(disk, story)
    reopen(disk)[0].close()
    assert generations(disk) == [None] * 4


@pytest.mark.parametrize("name", ["create", "replace"])
def test_a_backup_that_cannot_be_made_does_not_stop_the_fight(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    saved(disk, story)
    save, _ = reopen(disk)
    failing(disk, monkeypatch, name, error=errno.ENOSPC)
    save.append([story.move(0, "goto")])
    assert save.notice == "No backup of fight.json could be made: the disk is full."
    assert save.unsaved == 0
    assert set(disk.names) == {PATH}


def test_a_backup_in_whose_place_a_folder_stands(disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    saved(disk, story)
    save, _ = reopen(disk)

    def folder(path: str) -> Any:
        raise LoadError("It is a folder.", "unreadable")

    monkeypatch.setattr(disk, "read", folder)
    save.append([story.move(0, "goto")])
    assert save.notice == "No backup of fight.json could be made: It is a folder."


# Saving as


def test_saving_as_goes_on_in_the_new_file(disk: SimDisk, story: Story) -> None:
    data = saved(disk, story)
    save, _ = reopen(disk)
    save.save_as("other.json")
    assert (save.path, list(disk.locks)) == ("other.json", ["other.json.lock"])
    assert len(disk.open_) == 1
    assert content(disk, "other.json") == data
    save.append([story.move(0, "goto")])
    save.close()
    assert content(disk) == data
    assert sorted(disk.names) == [PATH, "other.json"]
    assert load("other.json", disk=disk).records == tuple(story.records)


def test_saving_as_never_replaces_a_file_and_changes_nothing_when_it_fails(
    disk: SimDisk, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = create(disk)
    disk.put("taken.json", b"x")
    with pytest.raises(NotSaved, match=r"^taken\.json exists already\."):
        save.save_as("taken.json")
    with monkeypatch.context() as patch:
        failing(disk, patch, "create", error=errno.ENOSPC)
        with pytest.raises(NotSaved, match="the disk is full"):
            save.save_as("other.json")
    assert content(disk, "taken.json") == b"x"
    assert (save.path, list(disk.locks)) == (PATH, [PATH + ".lock"])
    save.append(story.records)
    assert load(PATH, disk=disk).records == tuple(story.records)
