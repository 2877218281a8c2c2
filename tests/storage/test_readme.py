"""The README of the format shows a file as the program writes it."""

from __future__ import annotations

import re
from pathlib import Path

import tracker.storage
from tests.faults.simdisk import SimDisk
from tracker.storage.reader import load

PAGE = (Path(tracker.storage.__file__).parent / "README.md").read_text(encoding="utf-8")


def test_the_sample_is_a_whole_session_in_canonical_lines() -> None:
    sample = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert len(sample) == 1
    disk = SimDisk()
    disk.put("sample.json", sample[0].encode())
    loaded = load("sample.json", disk=disk)
    assert (loaded.condition, len(loaded.records)) == ("clean", 3)
