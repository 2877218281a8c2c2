"""The name that a typed word means: whole names first, then the only one with a word that begins so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rules.errors import InvalidCommand
from tracker.rules.matching import match, match_name, narrowed, with_words

NAMES = ("Savar", "Sam", "Dr. Faye", "Goon 1", "Goon 2", "Goon 20", "(old) Cid", "Ann-Mary Lee")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("sav", "Savar"),
        ("SAM", "Sam"),
        ("fay", "Dr. Faye"),
        ("dr", "Dr. Faye"),
        ("dr fa", "Dr. Faye"),
        ("2", "Goon 2"),
        ("20", "Goon 20"),
        ("go 2", "Goon 2"),
        ("goon 1", "Goon 1"),
        ("old", "(old) Cid"),
        ("(old", "(old) Cid"),
        ("lee", "Ann-Mary Lee"),
    ],
)
def test_any_word_of_a_name_may_begin_it(typed: str, name: str) -> None:
    assert match_name(typed, NAMES, "name here") == name


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("sa", "could be Savar, Sam"),
        ("goon", "could be Goon 1, Goon 2, Goon 20"),
        ("mary", "is not a name here"),
        ("2 go", "is not a name here"),
        ("", "is not a name here"),
        (" ", "is not a name here"),
    ],
)
def test_what_means_several_or_none_is_refused(typed: str, sentence: str) -> None:
    with pytest.raises(InvalidCommand, match=sentence):
        match_name(typed, NAMES, "name here")


def test_an_exact_name_is_no_beginning_of_another() -> None:
    assert match_name("sam", ("Sam", "Sam the Elder", "Uncle Sam"), "name") == "Sam"


@pytest.mark.parametrize(
    ("typed", "name"),
    [("lio", "Lió"), ("LIÓ", "Lió"), ("bjö", "Mr. Björn"), ("bjor", "Mr. Björn"), ("zoe", "Zoe"), ("zoë", "Zoë")],
)
def test_accents_need_not_be_typed_and_tell_two_names_apart(typed: str, name: str) -> None:
    assert match_name(typed, ("Lion", "Lió", "Mr. Björn", "Zoe", "Zoë"), "name") == name


def test_other_words_are_meant_only_whole() -> None:
    assert match_name("all", ("Ally",), "name", others=("heroes", "all")) == "all"
    assert match_name("al", ("Ally",), "name", others=("heroes", "all")) == "Ally"
    for slip in ("her", "heroe", "a", "AL"):
        with pytest.raises(InvalidCommand, match="is not a name"):
            match_name(slip, ("Bea",), "name", others=("heroes", "all"))
    assert match_name("her", ("Hera",), "name", others=("heroes", "all")) == "Hera"


def test_a_kept_name_is_meant_whole_only() -> None:
    with pytest.raises(InvalidCommand):
        match_name("fay", NAMES, "name", exact=True)


words = st.text("abcAB12.", min_size=1, max_size=4)
names = st.lists(words, min_size=1, max_size=3).map(" ".join)


@given(st.lists(names, min_size=1, max_size=6, unique_by=str.casefold), st.data())
def test_every_name_is_meant_by_itself_whatever_its_case(known: list[str], data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(known))
    assert match_name(name.swapcase(), known, "name").casefold() == name.casefold()


@given(st.lists(names, min_size=1, max_size=6, unique_by=str.casefold), words)
def test_a_beginning_means_a_name_only_where_no_other_has_a_word_that_begins_so(known: list[str], typed: str) -> None:
    fits = with_words(typed, known)
    exact = [name for name in known if name.casefold() == typed.casefold()]
    assert all(any(typed.casefold().lstrip(".") in word for word in name.casefold().split()) for name in fits)
    if exact or len(fits) == 1:
        assert match_name(typed, known, "name") == (exact or fits)[0]
    else:
        with pytest.raises(InvalidCommand):
            match_name(typed, known, "name")


@given(st.lists(words, min_size=1, max_size=6, unique_by=str.casefold), words)
def test_a_choice_is_meant_by_its_own_beginning(known: list[str], typed: str) -> None:
    try:
        found = match(typed, known, "choice")
    except InvalidCommand:
        return
    assert found.casefold().startswith(typed.casefold())


VERBS = ("heal", "attack", "hit", "reheat", "half-cover")
HELP = ("gives grit back", "with a weapon", "takes health", "an oven", "behind a wall")


def left(text: str, *, beginnings: bool = False) -> list[str]:
    return [VERBS[place] for place in narrowed(text, VERBS, HELP, beginnings=beginnings)]


def test_an_empty_text_leaves_the_list_as_it_is() -> None:
    assert left("  ") == list(VERBS)


def test_names_that_begin_so_come_first_then_those_with_such_a_word_then_what_is_said_of_them() -> None:
    assert left("hea") == ["heal", "hit", "reheat"]
    assert left("cov") == ["half-cover"]
    assert left("wall cover") == ["half-cover"]


def test_where_words_must_begin_so_the_middle_of_one_does_not_count() -> None:
    assert left("hea", beginnings=True) == ["heal", "hit"]
    assert left("w", beginnings=True) == ["attack", "half-cover"]
    assert left("ack", beginnings=True) == []


def test_a_hyphen_is_a_blank_on_both_sides() -> None:
    assert left("half cover") == left("half-cover") == ["half-cover"]
