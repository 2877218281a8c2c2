"""Files of other programs with anything in them: an import or a sentence, never anything else."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.library.test_importing import FIXTURES
from tracker.games.registry import find
from tracker.library.imports.importing import read
from tracker.library.imports.values import whole
from tracker.library.shelf import Library
from tracker.rules.errors import InvalidCommand

STRANGE: tuple[Any, ...] = (None, True, -1, 10**12, 2.5, "", "x" * 300, [], {}, [None, 1, "a", {}, []], {"a": [1]})
FILES = sorted(path.name for path in FIXTURES.glob("*.json") if not path.name.startswith("srd-"))


def spoiled(value: Any, dice: random.Random) -> Any:
    """The data with about one in thirty values replaced or missing."""
    if dice.random() < 0.03:
        return dice.choice(STRANGE)
    if isinstance(value, dict):
        return {key: spoiled(part, dice) for key, part in value.items() if dice.random() > 0.02}
    return [spoiled(part, dice) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", FILES)
def test_spoiled_values_are_faults_or_sentences(name: str, tmp_path: Path) -> None:
    data = json.loads((FIXTURES / name).read_text("utf-8"))
    path = tmp_path / name
    for seed in range(20):
        path.write_text(json.dumps(spoiled(data, random.Random(seed))), "utf-8")
        for game in ("srd5", "plain"):
            try:
                found = read(path, Library(find(game), ()), noting=seed % 2 == 0)
            except InvalidCommand:
                continue
            assert all(fault.sentence for fault in found.faults)


@pytest.mark.parametrize(("written", "number"), [("+5", 5), ("− 5", -5), ("+\n4", 4), ("-\t4", -4), ("+-4", None)])
def test_a_whole_number_may_have_a_sign_and_space_of_any_kind_behind_it(written: str, number: int | None) -> None:
    assert whole(written) == number


def test_spoiled_xml_is_a_fault_or_a_sentence(tmp_path: Path) -> None:
    text = (FIXTURES / "fight-club.xml").read_text("utf-8")
    path = tmp_path / "spoiled.xml"
    for seed in range(60):
        dice = random.Random(seed)
        at = dice.randrange(len(text))
        path.write_text(
            text[:at] + dice.choice(["", "<", "&", "x" * 50, "<a>", "-"]) + text[at + dice.randrange(30) :], "utf-8"
        )
        try:
            read(path, Library(find("srd5"), ()))
        except InvalidCommand:
            continue
