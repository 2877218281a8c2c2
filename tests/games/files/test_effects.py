"""Named lists of effects in game files, and effects that nothing else in these tests has."""

from __future__ import annotations

import pytest

from tests.games.files.small import GAME, fight
from tests.games.tolls import odds_of
from tests.table import text
from tracker.games.language import BadGame

LISTED = GAME.replace('"lose it total"', '"do blow", "say Hit."').replace(
    '{ name = "miss" }', '{ name = "miss", do = ["do blow"] }'
)
BLOW = '[effects]\nblow = ["lose it total", "mark it dazed"]\n'
PEOPLE = ("add Ann", "add Gob side=enemies")


@pytest.mark.parametrize(("result", "hp"), [("5", 5), ("2", 8)])
def test_several_outcomes_have_the_effects_of_one_list(result: str, hp: int) -> None:
    session = fight(LISTED + BLOW, *PEOPLE, f"strike Ann Gob {result}")
    assert session.scene["Gob"].value("hp") == hp
    assert session.scene["Gob"].has("dazed")
    assert text(session).endswith("Hit.") == (result == "5")


def test_what_a_list_marks_is_a_condition_of_the_game() -> None:
    assert [one.name for one in fight(LISTED + BLOW).system.conditions] == ["dazed"]


@pytest.mark.parametrize(
    ("blow", "fault"),
    [
        ('[effects]\nblow = ["lose it mana"]\n', "mana"),
        ('[effects]\nblow = ["do blow"]\n', "“blow” is not a list of"),
        ('[effects]\nblow = ["if total > 1: do more"]\nmore = ["say More."]\n', "“more” is not a list of"),
        ("", "“blow” is not a list of"),
    ],
)
def test_a_fault_of_a_list_is_named_where_it_is_used(blow: str, fault: str) -> None:
    with pytest.raises(BadGame) as bad:
        fight(LISTED + blow)
    assert "line 12" in str(bad.value)
    assert fault in str(bad.value)


BANDS = '[[band]]\nname = "near"\n[[band]]\nname = "far"\n'
PARTED = BANDS + '[[on]]\nevent = "parted"\nif = "it.hp > 5"\ndo = ["say {it.name} jeers at {me.name}."]\n'


@pytest.mark.parametrize(
    ("before", "line", "jeers"),
    [
        ((), "range Ann Gob far", True),
        ((), "range Ann Bo far", False),
        (("hurt Gob 6",), "range Ann Gob far", False),
        (("range Ann Gob far",), "range Ann Gob near", False),
    ],
)
def test_something_follows_when_somebody_goes_away_from_an_enemy(
    before: tuple[str, ...], line: str, jeers: bool
) -> None:
    session = fight(GAME + PARTED, *PEOPLE, "add Bo", "range all near", *before, line)
    assert ("Gob jeers at Ann." in text(session)) == jeers


def test_other_events_have_nobody_else() -> None:
    with pytest.raises(BadGame, match="it"):
        fight(GAME + PARTED.replace('"parted"', '"turn end"'))


@pytest.mark.parametrize("told", ["say {harm} more.", "if harm > 0: say More."])
def test_a_number_is_worked_out_where_it_is_told_even_if_nobody_hears_it(told: str) -> None:
    numbers = 'numbers.total = { "die" = "roll" }\nnumbers.harm = { "more" = "me.more" }'
    harms = GAME.replace('numbers.total = { "die" = "roll" }', numbers) + '[[field]]\nname = "more"\n'
    harms = harms.replace('"lose it total"', f'"{told}", "set me more to 0", "lose it harm"')
    session = fight(harms, *PEOPLE, "set Ann more=3")
    assert odds_of(session, "strike Ann Gob roll").losses["hp"] == pytest.approx({3: 0.5})
    session.do("strike Ann Gob 5")
    assert session.scene["Gob"].value("hp") == 7


def test_each_who_has_a_condition_loses_it() -> None:
    ends = GAME + '[[on]]\nevent = "out"\ndo = ["each other: unmark it held"]\n'
    session = fight(ends, *PEOPLE, "add Bea", "mark Bea,Gob held", "out Ann")
    assert not any(who.has("held") for who in session.scene.combatants.values())
