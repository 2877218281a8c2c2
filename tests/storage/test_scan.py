from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.storage import limits
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
def test_the_check_agrees_with_counting(value: Any) -> None:
    text = json.dumps({"a": value})
    if depth(value) < limits.NESTING:
        check(text)
    else:
        with pytest.raises(BadText, match="deep"):
            check(text)


@pytest.mark.parametrize("text", ['{"a":1,"a":2}', '{"x":{"a":[],"b":{},"a":0}}', '{"a" : 1, "\\u0061" : 2}'])
def test_doubled_keys_are_found(text: str) -> None:
    with pytest.raises(BadText, match="twice"):
        check(text)


@pytest.mark.parametrize("text", ['{"a":{"a":1}}', '[{"a":1},{"a":1}]', '{"a":"a","b":"a"}', '{"a":"\\"a\\":"}'])
def test_the_same_word_elsewhere_is_no_doubled_key(text: str) -> None:
    check(text)


def test_strings_are_read() -> None:
    assert unescape('"ab"') == "ab"
    assert unescape('"a\\n\\u00e9\\""') == 'a\né"'
    with pytest.raises(BadText):
        unescape('"\\ud800"')


def test_an_outline_is_the_head_and_the_records() -> None:
    text = ' {"b" : "x{[" ,\n"version":-1,"t":true,"n":null, "records" : [ {"seq":1} ,\t{"seq":{"a":["]}"]}} ] } \n'
    head, found = outline(text)
    assert json.loads(head) == {"b": "x{[", "version": -1, "t": True, "n": None}
    assert found == ['{"seq":1}', '{"seq":{"a":["]}"]}}']
    assert outline('{"records":[],"a":1}') == ('{"a":1}', [])
    assert outline('{"a":1}') == ('{"a":1}', [])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "{",
        '{"a"',
        '{"a":',
        '{"a":1',
        '{"a":1,}',
        '{"a":1,,"b":1}',
        '{"a":1 "b":1}',
        '{"a":1}}',
        '{"a":1} x',
        '{"a":1.5}',
        '{"a":1e9}',
        '{"a":12345678}',
        '{"a":NaN}',
        '{"a":[]}',
        '{"a":{}}',
        '{"a":1,"a":1}',
        '{"a":1,"\\u0061":1}',
        '{"\\x":1}',
        '{"a":"' + "x" * 4001 + '"}',
        "{" + ",".join(f'"k{number}":1' for number in range(10)) + "}",
        '{"records":1}',
        '{"records":[1]}',
        '{"records":[{"seq":1}',
        '{"records":[{"seq":1},]}',
        '{"records":[{"seq":1}{"seq":1}]}',
        '{"records":[{"no":1}]}',
        '{"records":[{"seq":[[[[[[[[1]]]]]]]]}]}',
        '{"records":[{"seq":"}]}',
        '{"records":[{"seq":1]}',
        '{"records":[{"seq":1}],"records":[]}',
    ],
)
def test_what_is_no_session_has_no_outline(text: str) -> None:
    with pytest.raises(BadText):
        outline(text)


def test_an_outline_stops_at_too_many_or_too_long_records(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RECORDS", 2)
    monkeypatch.setattr(limits, "LINE", 5)
    assert len(outline('{"records":[{"seq":1},{"seq":2}]}')[1]) == 2
    for text in ('{"records":[{"seq":1},{"seq":2},{"seq":3}]}', '{"records":[{"seq":"' + "x" * 20 + '"}]}'):
        with pytest.raises(BadText):
            outline(text)
