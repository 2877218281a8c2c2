"""Lines to words: quotes, rulings, comments, several commands in one line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.commands.parser import phrases, tokens
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import quote


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("attack savar c", [("attack", False, ["savar", "c"])]),
        ("  hurt!  sam 3 ", [("hurt", True, ["sam", "3"])]),
        ("hurt ! sam 3", [("hurt", True, ["sam", "3"])]),
        ("hurt!! sam 3", [("hurt", True, ["sam", "3"])]),
        ('cover "Goon 3" partial', [("cover", False, ["Goon 3", "partial"])]),
        ("next ; next", [("next", False, []), ("next", False, [])]),
        ("note he runs; she hides", [("note", False, ["he", "runs;", "she", "hides"])]),
        ('note "a ; b"', [("note", False, ["a ; b"])]),
        ('note "say \\"hi\\" \\\\o/"', [("note", False, ['say "hi" \\o/'])]),
        ("# nothing", []),
        ("", []),
        ("note a # b", [("note", False, ["a", "#", "b"])]),
        ("next ;", [("next", False, [])]),
    ],
)
def test_words(line: str, found: list[tuple[str, bool, list[str]]]) -> None:
    assert [(p.verb, bool(p.ruling), [w.text for w in p.words]) for p in phrases(line)] == found


@pytest.mark.parametrize(
    ("word", "name", "text", "quoted"),
    [
        ("grit=6", "grit", "6", False),
        ('what="a table"', "what", "a table", False),
        ('"grit=6"', None, "grit=6", True),
        ("=6", None, "=6", False),
        ("a=b=c", "a", "b=c", False),
        ("6d10>=6", None, "6d10>=6", False),
        ("2d6<=4", None, "2d6<=4", False),
        ('""', None, "", True),
    ],
)
def test_a_quoted_word_is_only_text(word: str, name: str | None, text: str, quoted: bool) -> None:
    (found,) = tokens(word)
    assert (found.name, found.text, found.quoted) == (name, text, quoted)


@pytest.mark.parametrize("line", ['note "open', "x" * 70_000])
def test_what_cannot_be_read_is_one_sentence(line: str) -> None:
    with pytest.raises(InvalidCommand):
        phrases(line)


@given(st.text(max_size=60))
def test_a_quoted_text_is_read_as_itself(text: str) -> None:
    assert [(token.text, token.name) for token in tokens(quote(text, plain=False))] == [(text, None)]
    if text:
        assert [(token.text, token.name) for token in tokens(quote(text))] == [(text, None)]


@given(st.text(max_size=80))
def test_any_line_is_words_or_nonsense(line: str) -> None:
    try:
        found = phrases(line)
    except InvalidCommand:
        return
    for each in found:
        assert each.verb == each.verb.casefold()
