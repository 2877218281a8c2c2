from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.storage.make_fixture import story
from tests.storage.sample_records import MOMENT, told
from tracker.combat import limits
from tracker.combat.events import (
    ConditionCame,
    CoverBecame,
    FieldBecame,
    Joined,
    OutBecame,
    TitleBecame,
    TrackBecame,
    TurnCame,
)
from tracker.combat.records import Entry, Head, Reason, Record
from tracker.combat.scene import Combatant, Condition, Cover, Scene, Track, Turn
from tracker.combat.text import controls
from tracker.storage import format as records
from tracker.storage.format import (
    BadText,
    Unkeepable,
    body,
    chained,
    checked,
    decode,
    decode_body,
    decode_header,
    encode_header,
    first_h,
    has_controls,
    next_h,
)

ZERO = "0" * 16


def refusal(record: Record, scene: Scene | None = None) -> str | None:
    """Why a record would not be kept; None if it would."""
    try:
        checked(record, scene)
    except Unkeepable as why:
        return str(why)
    return None


ENTRY = Entry(1, 0, MOMENT, "hurt savar 3", "Savar loses 3.", (TrackBecame(("Savar",), "grit", 9, 12, 12),))


def line(record: Record = ENTRY) -> bytes:
    return chained(body(record), ZERO)[0].rstrip(b"\n")


def test_a_record_is_one_short_line() -> None:
    assert line() == (
        b'{"seq":1,"t":"entry","parent":0,"at":"2026-03-01T20:15:00+00:00","command":"hurt savar 3",'
        b'"text":"Savar loses 3.",'
        b'"events":[{"t":"track","names":["Savar"],"track":"grit","value":9,"max":12,"was":12}],'
        b'"h":"%b"}' % chained(body(ENTRY), ZERO)[1].encode()
    )
    assert line(Head(7, 3, "undo"))[:-24] == b'{"seq":7,"t":"head","to":3,"by":"undo"'
    assert line(Head(7, 3))[:-24] == b'{"seq":7,"t":"head","to":3'
    joined = replace(ENTRY, events=(Joined(("A",), Combatant("", "heroes", tracks={}, conditions=())),))
    assert b'"events":[{"t":"joined","names":["A"],"like":{"name":"","side":"heroes"}}]' in line(joined)


def test_what_was_written_is_read_back() -> None:
    for record in (*story().records, *told(3, 60).records):
        text, h = chained(body(record), ZERO)
        assert text.endswith(b"\n")
        assert decode(text[:-1]) == (record, text[:-25] + b"}", h)
        assert refusal(record) is None


def test_a_value_that_only_equals_the_default_is_written() -> None:
    """True is 1 and False is 0 in Python, but not in a save."""
    event = FieldBecame(("A",), "x", False, 0)
    found = decode(line(replace(ENTRY, events=(event,))))[0]
    assert isinstance(found, Entry)
    assert repr(found.events[0]) == repr(event)


def test_the_chain_hangs_on_every_byte_before() -> None:
    h = chained(body(ENTRY), ZERO)[1]
    assert h == next_h(ZERO, records.body(ENTRY))
    assert len({h, next_h("1" * 16, records.body(ENTRY)), next_h(ZERO, records.body(replace(ENTRY, text="x")))}) == 3
    head = encode_header(records.header("game", "id", MOMENT))
    assert first_h(head) == first_h(head[:-1]) == first_h(head[:-1] + b"\r\n")
    assert first_h(head) != first_h(head.replace(b"game", b"fame"))


def test_the_header() -> None:
    head = records.header("game", "some-id", MOMENT)
    assert encode_header(head) == (
        b'{"format":"combat-tracker/session","version":1,"id":"some-id","created":"2026-03-01T20:15:00+00:00",'
        b'"app":"%b","system":"game","records":[\n' % head.app.encode()
    )
    assert decode_header(encode_header(head).removesuffix(b',"records":[\n') + b"}") == head
    for text in (b"{}", b"[]", b"{", b'{"format":1}', b'{"version":true}'):
        with pytest.raises(BadText, match=r"^its first line is not that of a session$"):
            decode_header(text)
    with pytest.raises(BadText, match="control"):
        decode_header(encode_header(replace(head, id="\x1b")).removesuffix(b',"records":[\n') + b"}")


BAD: dict[str, tuple[bytes, bytes]] = {
    "a number as text": (b'"value":9', b'"value":"9"'),
    "a fraction": (b'"value":9', b'"value":9.0'),
    "truth as a number": (b'"value":9', b'"value":true'),
    "no number": (b'"value":9', b'"value":NaN'),
    "infinity": (b'"value":9', b'"value":-Infinity'),
    "too large": (b'"value":9', b'"value":1000001'),
    "too small": (b'"value":9', b'"value":-1000001'),
    "endless digits": (b'"value":9', b'"value":' + b"9" * 5000),
    "an unknown key": (b'"value":9', b'"value":9,"color":1'),
    "a missing key": (b'"value":9,', b""),
    "no event": (b'"events":[{', b'"events":[null,{'),
    "a doubled key": (b'"value":9', b'"value":8,"value":9'),
    "a doubled key, written differently": (b'"value":9', b'"value":8,"v\\u0061lue":9'),
    "an unknown event": (b'"t":"track"', b'"t":"trick"'),
    "an event without a kind": (b'"t":"track",', b""),
    "an unknown record": (b'"t":"entry"', b'"t":"entri"'),
    "another record": (b'"t":"entry"', b'"t":"head"'),
    "a name too long": (b'["Savar"]', b'["' + b"x" * 81 + b'"]'),
    "a name of two lines": (b'["Savar"]', b'["Sa\\nvar"]'),
    "a name with a tab": (b'["Savar"]', b'["Sa\\tvar"]'),
    "one name for many": (b'["Savar"]', b'"Savar"'),
    "an escape": (b"Savar loses", b"\x1b]0;x"),
    "an escape, escaped": (b"Savar loses", b"\\u001b]0;x"),
    "a control of the upper set": (b"Savar loses", b"\xc2\x9b"),
    "a turn of direction": (b"Savar loses", b"\xe2\x80\xae"),
    "a lone surrogate": (b"Savar loses", b"\\ud800"),
    "half a sign": (b"Savar loses", b"\xff"),
    "a zero": (b"Savar loses", b"\\u0000"),
    "an unknown escape": (b"Savar loses", b"\\x41"),
    "a state that is none": (b'"Savar loses 3."', b'"x","state":"zzzz"'),
    "a negative place": (b'"parent":0', b'"parent":-1000001'),
    "no JSON": (b'"parent":0', b'"parent":0,,'),
    "two values": (b'"parent":0', b'"parent":0} {"x":1'),
    "no hash": (b',"h":"', b',"g":"'),
    "a hash in capitals": (b',"h":"', b',"h":"A'),
}


@pytest.mark.parametrize("name", BAD)
def test_a_line_that_is_not_exactly_ours_is_refused(name: str) -> None:
    old, new = BAD[name]
    assert old in line()
    with pytest.raises(BadText) as refused:
        decode(line().replace(old, new))
    assert "\x1b" not in str(refused.value)


def test_the_reason_names_our_words_only() -> None:
    with pytest.raises(BadText, match=r"^seq in it is not as it should be$"):
        decode(line().replace(b'"seq":1', b'"seq":"1"'))
    with pytest.raises(BadText, match=r"^parent in it is not as it should be$"):
        decode(line().replace(b'"parent":0', b'"parent":"0"'))
    with pytest.raises(BadText, match=r"^it cannot be read$"):
        decode(line().replace(b'"parent":0', b'"parent":0,"\\u001b[2J":1'))


def value(text: bytes) -> bytes:
    found = line(replace(ENTRY, events=(FieldBecame(("A",), "x", 7),)))
    return found.replace(b'"value":7', b'"value":' + text)


def test_values_of_a_game_are_plain() -> None:
    for text in (
        b"null",
        b"true",
        b"[1,[2],{}]",
        b'{"a":{"b":[null,"c"]}}',
        b'"line\\nline"',
        b"-1000000",
        b"[[[[[]]]]]",
    ):
        decode(value(text))
    for text in (
        b"1.5",
        b"[1.5]",
        b"[NaN]",
        b'{"a":1e3}',
        b'{"a":1,"a":1}',
        b'["\\u0007"]',
        b"[[[[[[]]]]]]",
        b"[1000001]",
    ):
        with pytest.raises(BadText):
            decode(value(text))
    with pytest.raises(BadText):
        decode(value(b'{"' + b"k" * 81 + b'":1}'))
    with pytest.raises(BadText):
        decode(value(b'"' + b"v" * 4001 + b'"'))


def test_what_could_not_be_loaded_again_is_refused_before_it_counts() -> None:
    deep: Any = [[[[[[]]]]]]
    loop: list[Any] = []
    loop.append(loop)
    for events, reason in (
        ((FieldBecame(("A",), "x", deep),), "too deep"),
        ((FieldBecame(("A",), "x", 1_000_001),), "too large"),
        ((FieldBecame(("A" * 81,), "x", 1),), "events in it is not as it should be"),
        ((FieldBecame(("A",), "x", 1.5),), "events in it is not as it should be"),
        ((FieldBecame(("A",), "x", [1.5]),), "not a whole one"),
        ((FieldBecame(("A",), "x", loop),), "cannot be written"),
        ((TitleBecame("\ud800"),), "cannot be written"),
        ((TitleBecame("\x1b"),), "control characters"),
        ((TitleBecame("x" * 4001),), "events in it is not as it should be"),
    ):
        found = refusal(replace(ENTRY, events=events))
        assert found is not None
        assert reason in found
        assert found.startswith("This cannot be kept in the session: ")
        assert reason != "cannot be written" or found.endswith(": a text or number in it cannot be written.")
    assert (
        refusal(replace(ENTRY, text="x" * limits.LINE))
        == "This cannot be kept in the session: it is too long. Do it in several lines."
    )
    assert refusal(Head(limits.RECORDS, 0)) is None
    assert refusal(Head(limits.RECORDS + 1, 0)) == "This session is full: it holds 200000 records. Begin a new one."


def test_a_fight_that_is_too_large_is_refused() -> None:
    people = {str(number): Combatant(str(number), "heroes") for number in range(501)}
    assert refusal(ENTRY, Scene("x", combatants=people)) == "A fight has at most 500 combatants."
    del people["0"]
    assert refusal(ENTRY, Scene("x", combatants=people)) is None


def test_the_longest_line_is_a_mebibyte_with_its_comma() -> None:
    size = len(line())
    longest = replace(ENTRY, text=ENTRY.text + "x" * (limits.LINE - 1 - size))
    assert len(line(longest)) == limits.LINE - 1
    assert refusal(longest) is None
    assert refusal(replace(longest, text=longest.text + "x")) is not None


def test_adding_hundreds_is_a_short_line() -> None:
    names = tuple(f"Goon {number}" for number in range(499))
    assert len(line(replace(ENTRY, events=(Joined(names, Combatant("", "enemies", "Goons")),)))) < 8_000


def test_a_class_that_is_none_of_ours_has_no_writing() -> None:
    with pytest.raises(TypeError):
        records.body(replace(ENTRY, why=(object(),)))


@pytest.mark.slow
@given(st.integers(0, 2**32))
def test_every_step_of_any_story_is_read_back(seed: int) -> None:
    rng = random.Random(seed)
    for record in told(seed, rng.randint(1, 8)).records:
        assert decode(chained(body(record), ZERO)[0][:-1])[0] == record


def test_every_field_of_a_newcomer_is_held_to_its_limits() -> None:
    good = Combatant("", "x", out="dead", spares={"mags": 3}, weapons={"gun": {"loaded": True}}, fields={"n": [None]})
    joined = line(replace(ENTRY, events=(Joined(("A",), good),), command="c" * 9000, text="t" * 9000, state="0a" * 8))
    decode(joined)
    for old, new in (
        (b'"mags":3', b'"mags":"3"'),
        (b'"mags":3', b'"%b":3' % (b"k" * 81)),
        (b'"loaded":true', b'"loaded":1.5'),
        (b'"gun":{', b'"%b":{' % (b"k" * 81)),
        (b'{"n":[null]}', b'{"n":[0.5]}'),
        (b'{"n":[null]}', b'{"%b":1}' % (b"k" * 81)),
        (b'{"n":[null]}', b'{"n":{"%b":1}}' % (b"k" * 81)),
        (b'{"n":[null]}', b'{"n":{"a":0.5}}'),
        (b'{"n":[null]}', b'{"n":"%b"}' % (b"v" * 4001)),
        (b'"side":"x"', b'"side":"%b"' % (b"s" * 81)),
        (b'"side":"x"', b'"side":null'),
        (b'"out":"dead"', b'"out":"%b"' % (b"v" * 4001)),
        (b'"out":"dead"', b'"hidden":1'),
        (b'"out":"dead"', b'"group":"%b"' % (b"g" * 81)),
        (b'["A"]', b'["%b"]' % (b"n" * 81)),
        (b'["A"]', b"null"),
        (b'"0a0a0a', b'"0A0a0a'),
    ):
        assert old in joined
        with pytest.raises(BadText):
            decode(joined.replace(old, new))
    with pytest.raises(BadText, match="laid out"):
        decode(joined.replace(b'"out":"dead"', b'"out":null'))
    for old, new in ((b'"to":3', b'"to":"3"'), (b'"to":3', b'"to":null'), (b'"undo"', b'"jump"'), (b'"seq"', b'"id"')):
        with pytest.raises(BadText):
            decode(line(Head(7, 3, "undo")).replace(old, new))


def test_every_control_character_is_found_and_no_other() -> None:
    for code in (*range(0x300), *range(0x600, 0x640), *range(0x2000, 0x2100), 0xFEFF, 0x1F3B2):
        for text in (f"a{chr(code)}b", f'\\"{chr(code)}', f"\\b\\u{chr(code)}"):
            found = has_controls(msgspec.json.encode(text))
            assert found == (controls().search(text) is not None), hex(code)


def fresh(word: str) -> Any:
    """An equal word that is another object, as a typed one is."""
    return "".join(word)


@pytest.mark.parametrize(
    ("typed", "default"),
    [
        (Head(9, 2, fresh("goto")), Head(9, 2)),
        (
            Entry(1, 0, "", "", "", (CoverBecame(("Ann",), Cover(fresh("none"))),)),
            Entry(1, 0, "", "", "", (CoverBecame(("Ann",), Cover()),)),
        ),
        (
            Entry(1, 0, "", "", "", (Joined(("Ann",), Combatant("", "heroes", cover=Cover(fresh("none")))),)),
            Entry(1, 0, "", "", "", (Joined(("Ann",), Combatant("", "heroes")),)),
        ),
    ],
)
def test_a_default_is_left_out_however_it_was_said(typed: Entry | Head, default: Entry | Head) -> None:
    assert body(typed) == body(default)
    assert decode_body(body(typed)) == default


JOINER = Combatant("", "heroes")


@pytest.mark.parametrize("gap", ["\n", "\t", "\r\n"])
@pytest.mark.parametrize(
    "made",
    [
        lambda name: {"events": (OutBecame(("Ann", name), "down"),)},
        lambda name: {"events": (Joined(("Ann",), replace(JOINER, tracks={name: Track(1, 1)})),)},
        lambda name: {"events": (Joined(("Ann",), replace(JOINER, group=name)),)},
        lambda name: {"events": (Joined(("Ann",), replace(JOINER, weapons={name: {}})),)},
        lambda name: {"events": (ConditionCame(("Ann",), Condition("x", of=name)),)},
        lambda name: {"events": (TurnCame(Turn(1, side=name)),)},
        lambda name: {"why": (Reason(name, "x", 1),)},
    ],
)
def test_names_stand_on_one_line(made: Callable[[str], dict[str, Any]], gap: str) -> None:
    decode(line(replace(ENTRY, text="a\nb\tc", **made('a "b" \\n \\t'))))
    with pytest.raises(BadText, match=rf"^({next(iter(made('')))} in it is not as|there are control)"):
        decode(line(replace(ENTRY, **made(f"a{gap}b"))))
