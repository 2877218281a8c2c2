"""One line for several actors: a group, a list or a side in the place of one name."""

from __future__ import annotations

import pytest

from tests.table import played
from tracker.rules.errors import InvalidCommand, Refused

CONTRACT = (
    "add Ana brawn=3 dexterity=4 melee=3 athletics=3",
    "add Thug side=enemies count=3 brawn=2 dexterity=3 brawl=2 athletics=1",
    "range all engaged",
)
UNKNOWN = ("add Ada struggle=55 body=60", "add Bo side=enemies count=2 struggle=40 body=60", "range all engaged")
GEN6 = ("add Ann health=20 con=3 defense=11", "add Foe side=enemies count=2 health=20 con=3 defense=11")


@pytest.mark.parametrize(
    ("game", "lines", "line", "verbs"),
    [
        ("contract", CONTRACT, "initiative thug roll", ["initiative"] * 3),
        ("contract", (*CONTRACT, "initiative Ana 9"), "attack enemies Ana roll take", ["attack"] * 3),
        ("contract", (*CONTRACT, "initiative Ana 9"), 'attack "Thug 1,Thug 3" Ana 2', 2),
        ("unknown-armies", UNKNOWN, "initiative bo roll", ["initiative"] * 2),
        ("unknown-armies", UNKNOWN, "initiative all 1d10+2", ["initiative"] * 3),
        ("unknown-armies", UNKNOWN, "attack Bo Ada roll", ["attack"] * 2),
        ("gen6", GEN6, "attack Foe Ann roll damage=1d6", ["attack"] * 2),
        ("gen6", GEN6, "aim enemies", ["aim"] * 2),
    ],
)
def test_a_group_acts_in_one_entry_and_one_undo(game: str, lines: tuple[str, ...], line: str, verbs: list[str] | int):
    session = played(game, *lines)
    before = session.scene
    done = session.do(line)
    parts = done.entries[0].command.split(" ; ")
    assert len(done.entries) == 1
    assert len(parts) == (verbs if isinstance(verbs, int) else len(verbs))
    after = session.scene
    again = played(game, *lines, done.entries[0].command)
    assert again.scene == after
    session.do("undo")
    assert session.scene == before


@pytest.mark.parametrize(
    ("game", "lines", "line", "typed"),
    [
        ("gen6", GEN6, "attack Foe Ann 9,15 damage=3", ("9", "15")),
        ("contract", (*CONTRACT, "initiative Ana 9"), "attack Thug Ana 2,0,-1 take", ("2", "0", "-1")),
        ("unknown-armies", UNKNOWN, "attack Bo Ada 38,00", ("38", "00")),
        (
            "outgunned",
            ("add Theo", "add Kim", "add Goons side=enemies grit=9"),
            "attack heroes Goons c,2b",
            ("c", "2b"),
        ),
    ],
)
def test_results_typed_for_a_group_go_in_the_order_of_the_list(
    game: str, lines: tuple[str, ...], line: str, typed: tuple[str, ...]
) -> None:
    parts = played(game, *lines).do(line).entries[0].command.split(" ; ")
    assert all(f" {result} " in f"{part} " for part, result in zip(parts, typed, strict=True))


@pytest.mark.parametrize("line", ["attack Ana,Bo Thug 8, 14", "attack Ana, Bo Thug 8, 14"])
def test_a_list_may_have_blanks_behind_its_commas_where_nothing_else_is_meant(line: str) -> None:
    session = played("srd5", "add Ana", "add Bo", "add Thug side=enemies hp=20", "note Ana well, done")
    assert session.do(line).entries[0].command == "attack Ana Thug 8 ; attack Bo Thug 14"
    assert session.story()[-2].command == "note Ana well, done"


def test_single_quotes_are_quotes_where_nothing_else_is_meant() -> None:
    session = played("srd5", 'add "Bo Lee" hp=9', 'add "O\'Hara" hp=9', "hurt 'Bo Lee' 3", "hurt O'Hara 2")
    assert [line.command for line in session.story()[-2:]] == ['hurt "Bo Lee" 3', "hurt O'Hara 2"]
    with pytest.raises(InvalidCommand, match="'Nobody"):
        session.do("hurt 'Nobody Here' 3")


def test_one_throw_that_serves_a_group_may_be_typed_by_its_faces() -> None:
    session = played("contract", *CONTRACT)
    session.do("initiative thug 2,6,10")
    assert {session.scene[f"Thug {place}"].number("initiative") for place in (1, 2, 3)} == {3}


def test_each_throws_dice_of_their_own():
    entry = played("contract", *CONTRACT, "initiative Ana 9").do("attack thug Ana roll").entries[0]
    assert len(entry.dice) == 3
    assert len({throw.purpose for throw in entry.dice}) == 3


@pytest.mark.parametrize(
    ("game", "lines", "word", "place", "throws"),
    [
        ("contract", CONTRACT, "thug roll", "initiative", 1),
        ("contract", CONTRACT, "all roll", "initiative", 4),
        ("unknown-armies", UNKNOWN, "bo roll", "place", 1),
        ("unknown-armies", UNKNOWN, "all 1d100", "place", 3),
    ],
)
def test_a_group_throws_once_for_initiative(game: str, lines: tuple[str, ...], word: str, place: str, throws: int):
    session = played(game, *lines)
    entry = session.do(f"initiative {word}").entries[0]
    group = [combatant for combatant in session.scene.combatants.values() if combatant.group]
    numbers = {dict(combatant.fields.items()).get(place) for combatant in group}
    assert len(entry.dice) == throws
    assert throws > 1 or (len(numbers) == 1 and None not in numbers)


def test_several_dodge_at_once():
    lines = ("initiative Ana 9", 'attack! Ana "Thug 1" 3', 'attack! Ana "Thug 2" 3')
    session = played("contract", *CONTRACT, *lines)
    entry = session.do("dodge enemies roll").entries[0]
    assert [part.split('"')[1] for part in entry.command.split(" ; ")] == ["Thug 1", "Thug 2"]
    assert "Left out: no attack waits for Thug 3." in entry.text


def test_of_a_group_those_who_cannot_are_left_out_and_named():
    session = played("unknown-armies", *UNKNOWN, 'out "Bo 1"')
    entry = session.do("attack Bo Ada 12").entries[0]
    assert entry.command.count("attack") == 1
    assert "Left out: Bo 1 is out" in entry.text
    assert ".." not in entry.text


def test_a_list_leaves_nobody_out():
    session = played("unknown-armies", *UNKNOWN, 'out "Bo 1"')
    with pytest.raises(Refused, match="Bo 1 is out"):
        session.do('attack "Bo 1,Bo 2" Ada 12')


def test_a_group_that_cannot_act_at_all_is_refused():
    session = played("unknown-armies", *UNKNOWN, "out enemies")
    with pytest.raises(Refused, match="is out"):
        session.do("attack Bo Ada 12")


def test_a_group_and_a_number_that_are_a_name_together_are_not_taken_for_the_group():
    session = played("contract", *CONTRACT)
    with pytest.raises(InvalidCommand, match="Thug 1"):
        session.do("initiative thug 2")
    assert len(session.do("initiative thug outcome=2").entries[0].command.split(" ; ")) == 3


def test_a_list_of_damage_that_is_too_short_says_what_stands_for_a_miss() -> None:
    made = played("srd5", "add Ann hp=30 ac=15", "add Gob side=enemies count=3 hp=9", "arm Gob scimitar")
    says = r"A list has a number for each: Gob \(3\), in that order; a dash stands for a miss: 6,-,9\."
    with pytest.raises(InvalidCommand, match=says):
        made.do("attack Gob Ann 18,5,19 damage=5,6")
    made.do("attack Gob Ann 18,5,19 damage=5,-,6")
    assert made.scene["Ann"].tracks["hp"].value == 19
