from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.faults.damage import Tally, flipped, fuzzed, opened, session, truncated
from tracker.storage.errors import LoadError
from tracker.storage.reader import check

pytestmark = pytest.mark.slow

DATA, RECORDS = session(steps=5)


def test_cut_at_every_byte_it_is_an_exact_beginning() -> None:
    tally = truncated(Tally(), DATA, RECORDS)
    assert tally.bad == []
    assert tally.found["torn"] > len(DATA) / 2


def test_no_turned_bit_makes_another_fight() -> None:
    tally = flipped(Tally(), DATA, RECORDS, step=17)
    assert tally.bad == []
    assert tally.found["damaged"] > tally.runs * 0.9


def test_mutated_sessions_give_a_session_or_a_typed_error() -> None:
    tally = fuzzed(Tally(), 3000, seed=1)
    assert tally.bad == []
    assert len(tally.found) >= 5


@given(st.binary(max_size=300))
def test_any_bytes_give_a_session_or_a_typed_error(data: bytes) -> None:
    opened(data)
    opened(DATA[:400] + data)


HEAD = DATA.split(b"\n")[0] + b"\n"
MEG = 1024 * 1024

BOMBS = {
    "brackets": b"[" * 16 * MEG,
    "brackets closed": b"[" * 8 * MEG + b"]" * 8 * MEG + b"}",
    "brackets as records": HEAD + b"[" * 16 * MEG + b"]}\n",
    "one giant string": b'{"format":"' + b"x" * 16 * MEG + b'"}',
    "a string without end": b'{"' + b'\\"' * 8 * MEG + b"}",
    "a string without end as a record": HEAD + b'{"seq":"' + b'\\"' * 8 * MEG + b"}",
    "one giant record": HEAD + b'{"seq":1,"t":"entry","text":"' + b"x" * 16 * MEG + b'"}\n]}\n',
    "many empty records": HEAD + b"{}," * 5 * MEG + b"{}]}\n",
    "many numbers": HEAD + b"0," * 8 * MEG + b"0]}\n",
    "many keys": b"{" + b'"a":1,' * 2 * MEG + b'"b":2}',
    "blanks": HEAD + b" " * 16 * MEG + b"]}\n",
    "newlines": HEAD + b"\n" * 16 * MEG,
    "beginnings of records": HEAD + b'\n,{"seq":' * 2 * MEG,
    "lines that look like ours": HEAD + b'\n,{"seq":1,"t":"head","x":1,"h":"0000000000000000"}' * 300_000,
    "zeros": HEAD + bytes(16 * MEG),
    "a giant number": HEAD + b'{"seq":' + b"9" * 16 * MEG + b"}\n]}\n",
    "numbers of 5000 digits": HEAD + (b'{"seq":' + b"9" * 5000 + b"}\n,") * 3000 + b"{}\n]}\n",
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_within_two_seconds(name: str) -> None:
    opened(BOMBS[name])  # what it loads is loaded
    # A machine that does other things is slow now and then, but not every time.
    for _ in range(3):
        before = time.process_time()
        outcome = opened(BOMBS[name])
        seconds = time.process_time() - before
        if seconds < 2.0:
            break
    assert seconds < 2.0
    assert isinstance(outcome, LoadError) or outcome.condition in ("damaged", "torn", "edited")
    assert isinstance(outcome, LoadError) or outcome.records == ()


def test_what_is_no_ordinary_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "nowhere.json").symlink_to(tmp_path / "not there")
    (tmp_path / "loop.json").symlink_to(tmp_path / "loop.json")
    with open(tmp_path / "large.json", "wb") as file:
        file.truncate(300 * MEG)
    paths = [*map(str, tmp_path.iterdir()), str(tmp_path), "/dev/zero", "/dev/tty", "a\0b", str(tmp_path / "none")]
    before = time.perf_counter()
    verdicts = [check(path) for path in paths]
    assert time.perf_counter() - before < 1.0
    assert {verdict.code for verdict in verdicts} == {2}
    assert {verdict.condition for verdict in verdicts} == {"unreadable"}
    assert all(verdict.what.endswith(".") for verdict in verdicts)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["large.json", "loop.json", "nowhere.json", "pipe.json"]
