"""The throw before its result: dice by source, what is needed, the chance; and impossible results."""

from __future__ import annotations

import pytest

from tests.costs import calls
from tests.lines import odds_of, throw_of
from tests.small_game import session
from tracker.commands.parser import phrases
from tracker.games.registry import find
from tracker.session import Session

SETUPS = {
    "gen6": (
        "add Mira medicine=3 int_mod=1 values=Justice",
        "add Bruno health=10",
        "add Ape side=enemies defense=16 health=20",
        "arm Mira revolver kind=ranged bonus=5 damage=2d6+2",
        "range Mira Ape medium",
        "hurt Bruno 3",
    ),
    "outgunned": (
        "add Savar smooth=3 fight=3 brawn=4",
        "add Sam",
        "add Goons side=enemies grit=6 defense=critical attack=basic",
        "arm Savar assault-rifle",
        "cover Savar partial",
        "range all close",
        "threat 2",
    ),
    "contract": (
        "add Ana dexterity=3 melee=2 athletics=2 brawn=3",
        "add Thug side=enemies brawn=3 armor=1",
        "arm Ana sword",
        "initiative Ana 3",
    ),
    "unknown-armies": ("add Joan struggle=55 body=60", "add Rat side=enemies struggle=40 dodge=30 body=40"),
}


def fight(game: str, *more: str) -> Session:
    return session(*SETUPS[game], *more, system=find(game))


def sentence(made: Session, line: str) -> str:
    throw = throw_of(made.system, made.scene, line)
    assert throw is not None
    known = throw.dice and odds_of(made.system, made.scene, phrases(line)[0])
    return throw.in_words(known.success if known else None)


@pytest.mark.parametrize(
    ("game", "more", "line", "said"),
    [
        (
            "gen6",
            ("aim Mira", "courage Mira value=Justice"),
            "attack Mira Ape roll",
            "Mira rolls 3d6 +9 (revolver 5, aim 1, courage 3) against 18: 9 or more on the dice, 74 %",
        ),
        (
            "gen6",
            (),
            "attack Mira Ape roll bonus=2 off-hand",
            "Mira rolls 3d6 +2 (bonus 2) against 22: three sixes, <1 %",
        ),
        (
            "gen6",
            (),
            "firstaid Mira Bruno roll",
            "Mira rolls 3d6 +3 (medicine 3) against 15: 12 or more on the dice, 38 %",
        ),
        (
            "gen6",
            (),
            "care Bruno roll by=Mira",
            "Mira rolls 3d6 +3 (medicine 3) against 13: 10 or more on the dice, 62 %",
        ),
        ("gen6", ("guard Mira 2",), "power Mira hex result=roll", "Mira rolls 3d6 −2 (guard −2)"),
        (
            "outgunned",
            (),
            "attack Savar Goons roll pool=smooth+fight",
            "Savar rolls 6 dice (smooth 3, fight 3, assault rifle at close 1, partial cover −1)"
            " against defense critical: three of a kind, three pairs or better, 41 %",
        ),
        (
            "outgunned",
            (),
            "attack Savar Goons roll",
            "need defense critical (three of a kind) · ? +1 assault rifle at close −1 partial cover",
        ),
        ("outgunned", (), "react Savar roll", "need attack basic (a pair) · ? +4 brawn + stunt ? +1 partial cover"),
        (
            "contract",
            (),
            "attack Ana Thug roll",
            "Ana rolls 5d10 (dexterity 3, melee 2) with the sword at difficulty 6: outcome 1 or more, 87 %",
        ),
        (
            "contract",
            ("attack Thug Ana 3",),
            "dodge Ana roll",
            "Ana rolls 5d10 (dexterity 3, athletics 2) at difficulty 6 against Thug's 3, 3 of it harmless: 100 %",
        ),
        (
            "contract",
            ("quick Ana draws", "exert Ana body outcome"),
            "attack Ana Thug roll",
            "Ana rolls 3d10 (dexterity 3, melee 2, quick actions −2) with the sword at difficulty 6: "
            "outcome 0 or more, 93 %",
        ),
        (
            "contract",
            (),
            "attack Thug Ana roll weapon=knife",
            "need outcome 1 or more at difficulty 5 · ? + dexterity ? + melee ?",
        ),
        ("unknown-armies", (), "attack Joan Rat roll", "Joan rolls d100 (struggle 55): 55 or less, 55 %"),
        (
            "unknown-armies",
            ("focus Rat Joan 20",),
            "attack Joan Rat roll called=head",
            "Joan rolls d100 (struggle 55, Rat's own focus 20, called shot: head 10): 50 to 85, 37 %",
        ),
        (
            "unknown-armies",
            ("initiative Joan 9", "next", "sucker Joan Rat 30", "next", "next"),
            "attack Joan Rat roll",
            "Joan rolls d10, read as a match: 1, 2, 3, 4, 5 (55 or less), 50 %",
        ),
        (
            "unknown-armies",
            ("attack Joan Rat 37",),
            "dodge Rat roll",
            "Rat rolls d100 (dodge 30) against 37: no roll is enough, 0 %",
        ),
        (
            "unknown-armies",
            ("set Joan struggle=40",),
            "attack Joan Rat roll called=head",
            "Joan rolls d100 (struggle 40, called shot: head 10): 50 only, 2 %",
        ),
        (
            "unknown-armies",
            ("set Joan struggle=30",),
            "attack Joan Rat roll called=head",
            "Joan rolls d100 (struggle 30, called shot: head 10): 01 only, 1 %",
        ),
    ],
)
def test_what_is_rolled_stands_there_before_the_result(game: str, more: tuple[str, ...], line: str, said: str) -> None:
    assert sentence(fight(game, *more), line) == said


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("gen6", "aim Mira"),
        ("gen6", "power Mira hex"),
        ("outgunned", "quick Sam opens the door"),
        ("outgunned", "react Sam pass"),
        ("contract", "act Ana climbs"),
        ("unknown-armies", "act Joan runs"),
        ("gen6", "attack Mira Nobody roll"),
    ],
)
def test_what_throws_nothing_or_makes_no_sense_has_no_throw(game: str, line: str) -> None:
    made = fight(game)
    assert throw_of(made.system, made.scene, line) is None


@pytest.mark.parametrize(
    ("game", "line", "remark"),
    [
        ("gen6", "attack Mira Ape 24", "The total typed is 24, and the dice make 8 to 23."),
        ("gen6", "attack Mira Ape 7", "The total typed is 7, and the dice make 8 to 23."),
        ("gen6", "firstaid Mira Bruno 40", "The total typed is 40, and the dice make 6 to 21."),
        ("gen6", "attack Mira Ape 23", ""),
        ("gen6", "attack Bruno Ape 24", ""),
        ("gen6", "attack Mira Ape 40 critical", ""),
        ("outgunned", "attack Savar Goons 2c pool=4", "No throw of 4 dice shows 2 critical: that takes 6 dice."),
        ("outgunned", "attack Savar Goons j pool=6", ""),
        ("outgunned", "attack Savar Goons dice=133 pool=6", "The pool has 6 dice; 3 were typed."),
        ("contract", "attack Ana Thug 12", "No throw of 5 dice makes 12: it makes −5 to 10."),
        ("contract", "attack Ana Thug 10", ""),
        ("contract", "attack Ana Thug dice=2,6", "Ana rolls 5 dice; 2 were typed."),
    ],
)
def test_a_result_that_no_throw_gives_is_remarked_and_counts(game: str, line: str, remark: str) -> None:
    made = fight(game)
    text = made.do(line).text
    assert remark in text
    assert bool(remark) == any(words in text for words in ("No throw of", "were typed", "the dice make"))


@pytest.mark.parametrize(
    ("game", "typed", "command"),
    [
        ("gen6", "attack Mira Ape 652 damage=3", "attack Mira Ape dice=6,5,2"),
        ("gen6", "attack Mira Ape dice=652 damage=3", "attack Mira Ape dice=6,5,2"),
        ("contract", "attack Ana Thug 26055 take", "attack Ana Thug dice=2,6,10,5,5"),
        ("outgunned", "attack Savar Goons 133556", "attack Savar Goons dice=1,3,3,5,5,6"),
    ],
)
def test_faces_need_no_commas_where_each_is_one_digit(game: str, typed: str, command: str) -> None:
    made = fight(game)
    made.do(typed)
    assert made.story()[-1].command.startswith(command)


@pytest.mark.parametrize(
    ("game", "more", "line", "refusal"),
    [
        ("gen6", (), "attack Mira Ape roll cover=100", "behind 100 % cover"),
        ("outgunned", ("arm Sam pistol loaded=no",), "attack Sam Goons roll weapon=pistol pool=4", "empty"),
        ("outgunned", ("range Savar Goons out",), "attack Savar Goons roll weapon=assault-rifle pool=4", "no use out"),
        ("contract", ("attack Ana Thug 1 take",), "attack Ana Thug roll", "Action"),
        ("unknown-armies", ("arm Joan knife ready=no",), "attack Joan Rat roll weapon=knife", "not ready"),
    ],
)
def test_odds_name_what_is_refused_beside_the_numbers(
    game: str, more: tuple[str, ...], line: str, refusal: str
) -> None:
    made = fight(game, *more)
    odds = odds_of(made.system, made.scene, phrases(line)[0])
    assert refusal in " ".join(odds.refused)
    assert sum(outcome.p for outcome in odds.outcomes) == pytest.approx(1)


@pytest.mark.parametrize(
    ("game", "line", "most"),
    [
        ("gen6", "attack Mira Ape roll off-hand", 3_000),
        ("outgunned", "attack Savar Goons roll pool=9 free-reroll", 2_000),
        ("contract", "attack Ana Thug roll pool=12 dodge=8d", 2_200),
        ("unknown-armies", "attack Joan Rat roll dodge=roll", 22_000),
    ],
)
def test_a_throw_and_its_chance_take_few_calls(game: str, line: str, most: int) -> None:
    made = fight(game)
    sentence(made, line)  # Modules are loaded by their first use.
    assert calls(lambda: sentence(made, line)) < most
