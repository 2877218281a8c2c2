"""The reasons of a line, number by number, and notes that are not objections."""

import pytest

from tests.games.outgunned.fights import DUO, GOONS, against, played

FOE = "add Foe side=enemies grit=12 defense=critical"
IN_MELEE = ("arm savar pistol", "range savar goons close", "range sam goons melee")


@pytest.mark.parametrize(
    ("lines", "of", "parts"),
    [
        (("begin action", "attack savar c+b"), "units", {"critical": 3, "basic": 1}),
        (("begin action", "attack savar c+b"), "need", {"Defense basic": 1}),
        (("begin reaction", "react sam b"), "need", {"Attack basic": 1}),
        (("begin action", *IN_MELEE, "attack savar b weapon=pistol ones=2"), "total", {"ones": 2}),
        (("range savar goons long", "begin action", "approach savar goons"), "need", {"whole turns left": 2}),
        (("set savar grit=0", "roulette savar die=2"), "outcome", {"die 2 against bullets 1": 1}),
    ],
)
def test_a_number_is_the_sum_of_its_reasons(lines: tuple[str, ...], of: str, parts: dict[str, int]):
    assert {reason.label: reason.value for reason in played(*GOONS, *lines).story()[-1].why if reason.of == of} == parts


def test_what_protecting_gives_back_is_said():
    session = against("critical", "basic", "react sam b", "react savar 2c", "protect savar sam", turn="reaction")
    assert [(reason.of, reason.label, reason.value) for reason in session.story()[-1].why] == [
        ("damage", "Sam protected", -2)
    ]


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (
            ("mark sam hurt", "mark sam nervous", "mark sam scared", "mark sam tired"),
            "The fourth condition is written as broken.",
        ),
        (("begin action", "attack savar sam b"), "Sam has no defense on the sheet, so basic counts."),
        (("begin action", "attack savar 4b hits=1", "quick savar", "quick savar extra"), "1 of 3 extra pays for it."),
        (
            ("begin action", "attack savar 4b hits=1", "quick savar", "extra savar quick", "quick savar"),
            "An extra Quick Action pays for it.",
        ),
        (
            (FOE, "begin reaction", "react savar c vs=foe counter"),
            "A counter against defense critical takes an extra success that meets it, and Savar has 0 left",
        ),
    ],
)
def test_what_is_noted(lines: tuple[str, ...], says: str):
    assert says in played(*GOONS, *lines).story()[-1].text


def test_a_throw_of_sets_only_has_nothing_to_throw_again():
    lines = [*DUO, "add Foe side=enemies", "begin action", "attack savar roll pool=2 reroll"]
    said = [played(*lines, seed=seed).story()[-1].text for seed in range(20)]
    assert any("All dice belong to sets, so no re-roll." in each for each in said)
