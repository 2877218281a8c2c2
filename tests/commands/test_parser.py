"""Words to actions and back: places are counted, names matched, canonical lines read the same again."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.small_game import STAGE, Strike, session
from tests.table import played
from tracker.commands.parser import find_verb, phrases, read, usage
from tracker.commands.writer import write
from tracker.games.registry import find
from tracker.rules.action import Action
from tracker.rules.errors import InvalidCommand, Refused

SCENE = session("add Savar", "add Sam", "add Goon side=enemies count=30", 'add "Big Bad" side=enemies').scene


def action(line: str, exact: bool = False) -> Action:
    (phrase,) = phrases(line)
    return read(phrase, STAGE, SCENE, exact)


def strike(line: str) -> Strike:
    found = action(line)
    assert isinstance(found, Strike)
    return found


@pytest.mark.parametrize(
    ("line", "actor", "target", "result", "what"),
    [
        ("strike savar 3", "Savar", None, "3", None),
        ("strike savar sam 3", "Savar", "Sam", "3", None),
        ("strike savar sam 3 with a chair", "Savar", "Sam", "3", "with a chair"),
        ("strike target=sam savar 3", "Savar", "Sam", "3", None),
        ("strike target=sam savar 3 and more", "Savar", "Sam", "3", "and more"),
        ("strike savar sam dice=2d6", "Savar", "Sam", "2d6", None),
        ("strike savar roll=4", "Savar", None, "4", None),
        ("strike actor=savar total=4", "Savar", None, "4", None),
        ('strike sav "big bad" 3', "Savar", "Big Bad", "3", None),
        ('strike savar "Goon 3" 1', "Savar", "Goon 3", "1", None),
        ("STRIKE SAVAR SAM 3", "Savar", "Sam", "3", None),
        ("st savar 3", "Savar", None, "3", None),
    ],
)
def test_words_are_counted_never_guessed(
    line: str, actor: str, target: str | None, result: str, what: str | None
) -> None:
    found = strike(line)
    assert (found.actor, found.target, found.result, found.what) == (actor, target, result, what)


def test_flags_are_taken_out_wherever_they_stand_but_not_from_quotes() -> None:
    assert strike("strike hard savar 3").hard
    assert strike("strike savar sam 3 hard").what is None
    quoted = strike('strike savar sam 3 "hard"')
    assert (quoted.hard, quoted.what) == (False, "hard")
    assert strike("strike savar 3 times").times == 2
    assert strike("strike savar 3 times=5").times == 5


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("strike", "needs actor"),
        ("strike savar", "needs result"),
        ("strike savar x", "is not a dice expression"),
        ("strike nobody 3", "not a combatant"),
        ("strike savr 3", "Did you mean Savar"),
        ("strike s 3", "could be Savar, Sam"),
        ("strike goon 3", "could be Goon 1"),
        ("stroke savar 3", "Did you mean strike"),
        ("hurt savar 3 hp extra", "one word too many"),
        ("hurt savar x", "not a whole number"),
        ("hurt savar -3", "out of bounds"),
        ("hurt savar 9999999999", "out of bounds: it must be 0 to 1000000"),
        (f"hurt savar {'9' * 30}", "That number is out of bounds"),
        ("hurt savar +-3", "not a whole number"),
        ("hurt savar 1e3", "not a whole number"),
        ("hurt savar ٣", "not a whole number"),
        ("hurt savar 3 wisdom=2", "does not belong to hurt"),
        ("strike savar 3 times=2 times=3", "given twice"),
        ("re savar", "could be"),
        ("add Savar", "in the fight already"),
        ("add X foo=3", "not on the sheet"),
        ("add X hp=lots", "hp: “lots” is not a whole number"),
        ('add "a,b"', "cannot contain commas"),
        ("add all", "everybody"),
        ('add ""', "Nothing of this name could be seen"),
        ("set Savar", "Say what to set"),
        ("set Savar state=x", "not on the sheet"),
        ("arm Savar club weight=3", "not a field of a weapon"),
        ("decide 1 stands", "not open"),
        ("range Savar Sam", "Say the band"),
        ("range Savar Savar near", "two different combatants"),
        ("nearer Savar Savar", "two different combatants"),
        ("farther Savar Sam", "there is no band farther"),
        ("nearer Savar", "Say to whom"),
        ("before Sam Sam", "name two"),
        ("settings edge=lots", "edge: “lots” is not a whole number"),
        ("settings sharp=1", "not a setting"),
        ("roll 3d6 dice=1,2", "1 more face is needed"),
        ("roll 1d6 dice=1,2", "more faces"),
        ("unmark Savar dizzy", "not a condition they have"),
        ("next ; undo", "stands alone"),
        ("undo ; next", "stands alone"),
        ("next ; keep Ann", "keep stands alone.* Type “next”, then “keep Ann”"),
        ("undo x", "not a whole number"),
        ("undo 1 2", "one number and no more"),
        ("redo", "nothing to redo"),
        ("goto", "needs the number"),
        ("goto 99", "no line 99"),
        ("revoke 99", "there is none"),
        ("revoke", "needs the number"),
        ("amend 1", "needs the number of a line and the command"),
    ],
)
def test_a_wrong_line_gets_one_sentence_and_changes_nothing(line: str, sentence: str) -> None:
    fight = session("add Savar", "add Sam", "add Goon side=enemies count=30")
    before = fight.scene
    with pytest.raises(InvalidCommand, match=sentence) as caught:
        fight.do(line)
    assert "\n" not in str(caught.value)
    assert fight.scene is before


def test_a_word_that_names_no_field_is_whole_in_its_place() -> None:
    with pytest.raises(InvalidCommand, match="“foo=savar” is not a combatant here"):
        session("add Savar", "add Sam").do("strike foo=savar sam 3 hard blow")


def test_names_match_exactly_first_then_groups_then_beginnings() -> None:
    fight = session("add Goon side=enemies count=3", "add Goo")
    fight.do("hurt goo 1")
    assert fight.scene["Goo"].value("hp") == 5
    fight.do("hurt goon amount=1")
    assert [fight.scene[f"Goon {n}"].value("hp") for n in (1, 2, 3)] == [5, 5, 5]
    fight.do('hurt "goon 1",goo 2')
    assert (fight.scene["Goon 1"].value("hp"), fight.scene["Goo"].value("hp")) == (3, 3)


@pytest.mark.parametrize(
    ("line", "hurt"),
    [
        ("hurt heroes 1", {"Savar", "Dr. Faye"}),
        ("hurt enemies 1", {"Goon 1", "Goon 2", "Boss"}),
        ("hurt ALL 1", {"Savar", "Dr. Faye", "Goon 1", "Goon 2", "Boss"}),
        ("hurt boss,heroes 1", {"Savar", "Dr. Faye", "Boss"}),
        ("hurt fay 1", {"Dr. Faye"}),
        ("hurt Goon amount=1", {"Goon 1", "Goon 2"}),
        ('hurt "Goon" 1', {"Goon 1", "Goon 2"}),
        ('hurt "Goon 1" 1', {"Goon 1"}),
        ("hurt Goon 2 1", {"Goon 2"}),
        ("hurt 2 1", {"Goon 2"}),
        ("hurt fay,Goon 2 1", {"Dr. Faye", "Goon 2"}),
        ("hurt Goon 2,fay 1", {"Dr. Faye", "Goon 2"}),
    ],
)
def test_sides_groups_all_and_any_word_of_a_name_may_stand_in_a_list(line: str, hurt: set[str]) -> None:
    fight = session("add Savar", 'add "Dr. Faye"', "add Goon side=enemies count=2", "add Boss side=enemies")
    before = fight.scene
    entry = fight.do(line).entries[0]
    changed = {name for name in fight.scene.combatants if fight.scene[name] != before[name]}
    assert changed == hurt
    fight.do("undo")
    fight.do(entry.command)
    assert {name for name in fight.scene.combatants if fight.scene[name] != before[name]} == hurt


@pytest.mark.parametrize(
    ("line", "one", "several"),
    [
        ("hurt Goon 1", 'hurt "Goon 1" AMOUNT', "hurt Goon amount=1"),
        ("hurt goon 2", 'hurt "goon 2" AMOUNT', "hurt goon amount=2"),
        ("hurt! Savar,Goon 1", 'hurt! "Savar,Goon 1" AMOUNT', "hurt! Savar,Goon amount=1"),
        ("hu Goon 1 half=Goon", 'hurt "Goon 1" AMOUNT half=Goon', "hurt Goon amount=1 half=Goon"),
        ("mark Goon 1 rounds=2", 'mark "Goon 1" CONDITION rounds=2', "mark Goon condition=1 rounds=2"),
    ],
)
def test_a_group_with_a_number_that_is_a_members_name_is_refused_with_both_ways(
    line: str, one: str, several: str
) -> None:
    fight = session("add Savar", "add Goon side=enemies count=3")
    with pytest.raises(InvalidCommand) as caught:
        fight.do(line)
    assert str(caught.value).endswith(f"Write {one}, or {several}.")
    fight.do(several)
    assert fight.history.entries[fight.history.head].command.casefold() == several.replace("hu ", "hurt ").casefold()


@pytest.mark.parametrize("line", ["remove Goon 2", "hide goon 2", "out Goon 2 as=down"])
def test_a_number_after_a_group_is_its_member_where_nothing_else_makes_sense(line: str) -> None:
    fight = session("add Goon side=enemies count=3")
    fight.do(line)
    assert '"Goon 2"' in fight.history.entries[fight.history.head].command


def test_an_answer_to_all_of_nobody_is_refused() -> None:
    with pytest.raises(InvalidCommand, match="not a name here"):
        session().do("hurt all 1")


@pytest.mark.parametrize(
    ("line", "bands"),
    [
        ("range heroes Boss near", {"Ann": "near", "Bob": "near"}),
        ("range all near", {"Ann": "near", "Bob": "near"}),
        ("range all Boss near", {"Ann": "near", "Bob": "near"}),
        ("range ann enemies n", {"Ann": "near", "Bob": "far"}),
    ],
)
def test_distances_take_sides_and_everybody(line: str, bands: dict[str, str]) -> None:
    fight = session("add Ann", "add Bob", "add Boss side=enemies", line)
    assert {name: fight.scene.band(name, "Boss") for name in bands} == bands


def test_a_beginning_never_ends_inside_a_number() -> None:
    fight = session("add Goon side=enemies count=30", 'remove "Goon 3"')
    with pytest.raises(InvalidCommand):
        fight.do('hurt "Goon 3" 1')


def test_a_kept_command_matches_full_names_only() -> None:
    with pytest.raises(InvalidCommand):
        action("strike Sav 3", exact=True)
    assert action("strike Savar 3", exact=True)


def test_verbs_by_unique_beginning() -> None:
    assert find_verb("stri", STAGE) == "strike"
    with pytest.raises(InvalidCommand, match="“!” stands right behind it"):
        find_verb("", STAGE)


def test_usage_names_required_and_optional_words() -> None:
    assert usage(Strike) == "strike ACTOR [TARGET] RESULT [WHAT] [hard] [times=]"


words = st.text(alphabet='abz "\\=;#!x', min_size=1, max_size=12).filter(lambda text: text.strip() == text)


@given(
    target=st.none() | st.sampled_from(("Sam", "Big Bad", "Goon 3")),
    hard=st.booleans(),
    times=st.none() | st.integers(1, 9),
    what=st.none() | words | st.sampled_from(("hard", "times", "a hard b", "x=1", "next ; next")),
)
def test_what_is_written_reads_as_the_same_action(
    target: str | None, hard: bool, times: int | None, what: str | None
) -> None:
    made = Strike(actor="Savar", target=target, result="2d6", hard=hard, times=times, what=what)
    assert action(write(made), exact=True) == made


@given(st.text(max_size=60))
def test_any_line_is_done_or_refused_in_one_sentence(line: str) -> None:
    fight = session("add Savar", "add Orc side=enemies")
    with suppress(InvalidCommand, Refused):
        fight.do(line)


@given(st.permutations(("Savar", "Goon", "Goon 1", "heroes", "all", "Big Bad")), st.integers(1, 5), st.integers(1, 40))
def test_what_is_written_for_a_list_of_names_reads_as_the_same_without_and_with_kept_names(
    names: list[str], count: int, amount: int
) -> None:
    made = action(f'hurt names="{",".join(names[:count])}" amount={amount}')
    for exact in (False, True):
        assert action(write(made), exact) == made


def test_a_name_of_several_words_of_somebody_here_needs_no_quotes() -> None:
    fight = session(
        "add Ann", 'add "Old Cid" side=enemies', 'add "Big Bad" side=enemies', 'add "Big Bad Wolf" side=enemies'
    )
    for line, command in (
        ("strike Ann old cid 3", 'strike Ann "Old Cid" 3'),
        ("hide Old Cid", 'hide "Old Cid"'),
        ("strike! big bad old cid 1", 'strike! "Big Bad" "Old Cid" 1'),
        ("hide big bad wolf", 'hide "Big Bad Wolf"'),
    ):
        fight.do(line)
        assert fight.story()[-1].command == command
    with pytest.raises(InvalidCommand, match='A name of several words is quoted: "Old Cid"'):
        fight.do("hurt old cid 1 2 3")


def test_a_word_that_wants_a_value_is_told() -> None:
    fight = session("add Ann", "add Bob side=enemies")
    with pytest.raises(InvalidCommand, match=r"“amount” is one word too many: .* By name it is amount=\."):
        fight.do("hurt Ann 1 hp amount")


@pytest.mark.parametrize(
    ("line", "way"),
    [
        ("add Dr. Faye", 'A name of several words is quoted: add "Dr. Faye".'),
        ("add Dr. Faye side=enemies", 'A name of several words is quoted: add "Dr. Faye".'),
        (r"add Father\ Hugh", 'A name of several words is quoted: add "Father Hugh".'),
    ],
)
def test_a_word_too_many_is_answered_with_what_was_probably_meant(line: str, way: str) -> None:
    with pytest.raises(InvalidCommand, match="is one word too many. " + re.escape(way)):
        session().do(line)


def test_what_is_yes_or_no_on_a_sheet_is_yes_by_its_name_alone() -> None:
    fight = played("wild-die", "add Boss side=enemies wild", "add Extra side=enemies", "set Extra Wild")
    assert [fight.scene[name].fields["wild"] for name in ("Boss", "Extra")] == [True, True]
    assert fight.story()[0].command == "add Boss side=enemies wild=yes"
    fight.do("add wild")
    fight.do('add "Boss 2" wild=no')
    assert [fight.scene[name].fields.get("wild") for name in ("wild", "Boss 2")] == [None, False]
    with pytest.raises(InvalidCommand, match="“wild” is one word too many"):
        fight.do('add Chief "wild"')


@pytest.mark.parametrize(
    ("line", "apart"),
    [
        ("add X; add Y", "add X ; add Y"),
        ("add X ;add Y", "add X ; add Y"),
        ("add X hp=3; add Y", "add X hp=3 ; add Y"),
        ("add X hp=3; set X hp=2", "add X hp=3 ; set X hp=2"),
    ],
)
def test_a_semicolon_that_sticks_to_a_word_is_answered_with_the_line_that_was_meant(line: str, apart: str) -> None:
    with pytest.raises(InvalidCommand, match=re.escape(f"stands alone, with blanks around it: {apart}") + "$"):
        session().do(line)


def test_who_looks_for_the_end_of_a_fight_finds_it() -> None:
    with pytest.raises(InvalidCommand, match=r"“finish” is not a command\. Did you mean end\?"):
        find_verb("finish", find("contract"))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("counter Ann luck 1 each=never", "each: “never” is not a moment"),
        ("counter Bo luck 1", "“Bo” is not a name here"),
        ("counter Ann luck", "“luck” is not a combatant here"),
    ],
)
def test_of_a_verb_with_two_meanings_the_one_that_was_written_says_what_is_wrong(line: str, reason: str) -> None:
    with pytest.raises(InvalidCommand, match=re.escape(reason)):
        session("add Ann", system=find("outgunned")).do(line)


@pytest.mark.parametrize("line", ["add Ann hp=1 HP=2", "set Savar hp=1 hp=2", "arm Savar sword damage=1 damage=2"])
def test_a_field_that_is_given_twice_is_refused(line: str) -> None:
    with pytest.raises(InvalidCommand, match="is given twice; say it once"):
        action(line)


def test_a_name_of_several_words_after_a_usage_is_a_sentence_of_its_own() -> None:
    with pytest.raises(InvalidCommand, match=re.escape('. A name of several words is quoted: "Big Bad".')):
        action("hurt Big Bad 1 2 3")


def test_a_name_of_several_words_that_is_taken_is_told() -> None:
    with pytest.raises(InvalidCommand) as refused:
        session('add "Dr. Faye"').do("add Dr. Faye")
    assert "Dr. Faye is in the fight already" in str(refused.value)
