from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tracker.combat import limits
from tracker.storage.scan import BadText, check, outline, unescape

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-99, 99)
    | st.text(st.characters(codec="utf-8", categories=["L", "P", "S"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('ab"\\', max_size=3), inner, max_size=3),
    max_leaves=8,
)


def depth(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


@given(PLAIN)
@example([[[[[[[1]]]]]]])
@example({"a": [{"a": [{"a": [{"a": []}]}]}]})
def test_the_check_agrees_with_counting(value: Any) -> None:
    text = json.dumps({"a": value})
    if depth(value) < limits.NESTING:
        check(text)
    else:
        with pytest.raises(BadText, match=r"^its brackets stand too deep inside each other$"):
            check(text)


@pytest.mark.parametrize("text", ['{"a":1,"a":2}', '{"x":{"a":[],"b":{},"a":0}}', '{"a" : 1, "\\u0061" : 2}'])
def test_doubled_keys_are_found(text: str) -> None:
    with pytest.raises(BadText, match=r"^a key stands in it twice$"):
        check(text)


@pytest.mark.parametrize("text", ['{"a":"\x9b"}', '{"a":"\u202e"}', '{"a":"\\u001b"}', '{"\\u0007":1}'])
def test_control_characters_are_found(text: str) -> None:
    with pytest.raises(BadText, match=r"^there are control characters in it$"):
        check(text)


@pytest.mark.parametrize("text", ['{"a":{"a":1}}', '[{"a":1},{"a":1}]', '{"a":"a","b":"a"}', '{"a":"\\"a\\":"}'])
def test_the_same_word_elsewhere_is_no_doubled_key(text: str) -> None:
    check(text)


def test_strings_are_read() -> None:
    assert unescape('"ab"') == "ab"
    assert unescape('"a\\n\\u00e9\\""') == 'a\né"'
    with pytest.raises(BadText, match=r"^a text in it cannot be read$"):
        unescape('"\\ud800"')


def test_an_outline_is_the_head_and_the_records() -> None:
    text = ' {"b" : "x{[" ,\n"version":-1,"t":true,"n":null, "records" : [ {"seq":1} ,\t{"seq":{"a":["]}"]}} ] } \n'
    head, found = outline(text)
    assert json.loads(head) == {"b": "x{[", "version": -1, "t": True, "n": None}
    assert found == ['{"seq":1}', '{"seq":{"a":["]}"]}}']
    assert outline('{"records":[],"a":1}') == ('{"a":1}', [])
    assert outline('{"a":1}') == ('{"a":1}', [])


KEYS = "its first keys cannot be read"
RECORDS = "its records are not those of a session"
ENDLESS = "one of its records has no end"
BROKEN = {
    "": "{ is missing in it",
    "[]": "{ is missing in it",
    "{}": KEYS,
    "{": KEYS,
    '{"a"': KEYS,
    '{"a":': KEYS,
    '{"a":1': ", is missing in it",
    '{"a":1,}': KEYS,
    '{"a":1,,"b":1}': KEYS,
    '{"a":1 "b":1}': ", is missing in it",
    '{"a":1}}': "something stands behind its end",
    '{"a":1} x': "something stands behind its end",
    '{"a":1.5}': KEYS,
    '{"a":1e9}': KEYS,
    '{"a":12345678}': KEYS,
    '{"a":NaN}': KEYS,
    '{"a":[]}': KEYS,
    '{"a":{}}': KEYS,
    '{"a":1,"a":1}': KEYS,
    '{"a":1,"\\u0061":1}': KEYS,
    '{"\\x":1}': "a text in it cannot be read",
    '{"a":"' + "x" * 3999 + '"}': KEYS,
    "{" + ",".join(f'"k{number}":1' for number in range(10)) + "}": KEYS,
    '{"records":1}': "[ is missing in it",
    '{"records":[1]}': "{ is missing in it",
    '{"records":[{"seq":1}': ", is missing in it",
    '{"records":[{"seq":1},]}': "{ is missing in it",
    '{"records":[{"seq":1}{"seq":1}]}': ", is missing in it",
    '{"records":[{"no":1}]}': RECORDS,
    '{"records":[{"seq":[[[[[[[[1]]]]]]]]}]}': "its brackets stand too deep inside each other",
    '{"records":[{"seq":"}]}': ENDLESS,
    '{"records":[{"seq":1]}': ", is missing in it",
    '{"records":[{"seq":1': ENDLESS,
    '{"records":[{"seq":1}],"records":[]}': KEYS,
}


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_no_session_has_no_outline(text: str) -> None:
    with pytest.raises(BadText) as refused:
        outline(text)
    assert str(refused.value) == BROKEN[text]


def test_a_frame_at_its_limits_is_read() -> None:
    eight = ",".join(f'"k{number}":1' for number in range(9))
    assert outline("{" + eight + "}")[1] == []
    assert outline('{"a":"' + "x" * 3998 + '"}')[1] == []
    assert outline('{"records":[{"seq":[[[[[[[1]]]]]]]}]}')[1] == ['{"seq":[[[[[[[1]]]]]]]}']


def test_an_outline_stops_at_too_many_or_too_long_records(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RECORDS", 2)
    monkeypatch.setattr(limits, "LINE", 5)
    assert len(outline('{"records":[{"seq":1},{"seq":2}]}')[1]) == 2
    for text in ('{"records":[{"seq":1},{"seq":2},{"seq":3}]}', '{"records":[{"seq":"' + "x" * 20 + '"}]}'):
        with pytest.raises(BadText):
            outline(text)
