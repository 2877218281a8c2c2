"""Long lists of names are written once in a record."""

from __future__ import annotations

import pytest

from tracker.combat.events import (
    LEAST,
    SAME,
    BandBecame,
    Event,
    OutBecame,
    TitleBecame,
    TrackBecame,
    repeats,
    restored,
    shortened,
)
from tracker.combat.records import Entry
from tracker.storage.format import BadText, body, chained, decode, decode_body

CROWD = tuple(f"Goon {number}" for number in range(LEAST))
OTHERS = tuple(f"Thug {number}" for number in range(LEAST))
EVENTS: tuple[Event, ...] = (
    TrackBecame(CROWD, "grit", 0, 12),
    TitleBecame("x"),
    OutBecame(("Ann",), "down"),
    OutBecame(CROWD, "down"),
    OutBecame(OTHERS, "down"),
    OutBecame(CROWD[1:], "down"),
    TrackBecame(CROWD, "grit", 1, 12),
    BandBecame("Ann", CROWD, "far", OTHERS),
    BandBecame("Ann", OTHERS, "far"),
)


def entry(events: tuple[Event, ...], *, shared: bool) -> Entry:
    return Entry(1, 0, "", "x", "x", events, shared=shared)


def test_names_that_stand_before_are_not_written_again() -> None:
    assert [SAME in (getattr(event, "names", ()), getattr(event, "others", ())) for event in shortened(EVENTS)] == [
        *(False, False, False, True, False, False, False, True, True)
    ]
    assert restored(shortened(EVENTS)) == EVENTS
    assert repeats(EVENTS)
    assert not repeats(EVENTS[3:7])


def test_a_record_is_as_it_was_after_writing_and_reading() -> None:
    short = entry(EVENTS, shared=True)
    assert body(short).count(b'"Goon 0"') == 2
    line, _ = chained(body(short), "")
    assert decode(line[:-1])[0] == short


def test_one_that_was_written_in_full_is_written_back_as_it_was() -> None:
    text = body(entry(EVENTS, shared=False))
    assert text.count(b'"Goon 0"') == 4
    assert body(decode_body(text)) == text


@pytest.mark.parametrize("events", [(OutBecame(SAME, "down"),), (TitleBecame("x"), OutBecame(SAME, "down"))])
def test_names_that_stand_nowhere_are_damage(events: tuple[Event, ...]) -> None:
    text = body(entry(events, shared=True))
    with pytest.raises(BadText, match="events in it is not as it should be"):
        decode_body(text)


def test_a_record_that_only_says_it_is_short_is_not_ours() -> None:
    text = body(entry(EVENTS, shared=True)).replace(
        b'"names":[""]', b'"names":%s' % str([*CROWD]).replace("'", '"').encode()
    )
    line, _ = chained(text, "")
    with pytest.raises(BadText):
        decode(line[:-1])
