"""What a phone may do for its hero: forms that name whoever is visible, and lines made of them alone."""

from __future__ import annotations

import pytest

from tests.small_game import session
from tracker.games.registry import find
from tracker.players.projection import Sharing
from tracker.players.public import Public
from tracker.players.seats import NEXT, TARGETS, NotPossible, PhoneForm, Seats
from tracker.rules.errors import InvalidCommand
from tracker.session import Session

GAMES = ("outgunned", "contract", "gen6", "unknown-armies", "srd5", "fate", "percentile", "moves", "wild-die", "plain")


def fight(game: str, *lines: str) -> Session:
    return session("add Ann", "add Rat side=enemies", "add Lurker side=enemies hidden", *lines, system=find(game))


def seats(played: Session, *, chances: bool = False) -> Seats:
    public = Public(played.system, played.history, Sharing(numbers=True))
    public.now()
    return Seats(played.system, played.scene, public.sight, chances)


def offered(played: Session, hero: str = "Ann") -> dict[str, PhoneForm]:
    return {form.id: form for form in seats(played).forms(hero)}


def line(played: Session, form: str, hero: str = "Ann", **given: str) -> str:
    return seats(played).line(hero, form, given)[1]


@pytest.mark.parametrize("game", GAMES)
def test_no_form_names_anybody_hidden(game: str) -> None:
    played = fight(game)
    for _ in range(3):
        assert "Lurker" not in str(offered(played))
        played.do("next")


@pytest.mark.parametrize("game", GAMES)
def test_the_hidden_and_the_unknown_are_not_possible_in_the_same_words(game: str) -> None:
    played = fight(game, "next")
    aimed = [form for form in offered(played).values() if any(field.name == "target" for field in form.fields)]
    for form in aimed:
        for target in ("Lurker", "Nobody"):
            with pytest.raises(NotPossible) as refused:
                line(played, form.id, target=target)
            assert str(refused.value) == ""


@pytest.mark.parametrize("game", GAMES)
def test_every_form_filled_in_as_it_begins_makes_a_line_of_its_hero(game: str) -> None:
    played = fight(game, "next")
    for form in offered(played).values():
        given = {field.name: field.begins or (field.words or ("1",))[0] for field in form.fields if field.needed}
        given = {name: "roll" if kind(form, name) == "result" else text for name, text in given.items()}
        made = line(played, form.id, **given)
        assert made.split()[0] in (form.id, "decide")
        shown = played.preview(made)
        assert not shown.error or "Ann" in made


def kind(form: PhoneForm, name: str) -> str:
    return next(field.kind for field in form.fields if field.name == name)


def test_an_attack_begins_with_a_visible_target_and_the_heros_own_dice() -> None:
    played = fight("contract", "set Ann dexterity=4 melee=2", "arm Ann sword", "range Ann Rat engaged", "next")
    form = offered(played)["attack"]
    target = next(field for field in form.fields if field.name == "target")
    assert target.begins == "Rat"
    assert form.throw.startswith("6d10 (dexterity 4, melee 2)")
    assert line(played, "attack", target="Rat", result="3") == "attack Ann target=Rat result=3"


def test_a_condition_of_the_gms_own_is_no_word_to_choose() -> None:
    played = fight("outgunned", "set Ann spotlight=1", "mark Ann hurt", 'mark Ann "doomed by the idol"', "next")
    assert "hurt" in str(offered(played)["spotlight"].fields)
    assert "idol" not in str(offered(played))


def test_the_chance_is_told_only_if_the_gm_shares_it() -> None:
    played = fight("contract", "set Ann dexterity=4 melee=2", "next")
    assert "%" in str(seats(played, chances=True).forms("Ann"))
    assert "%" not in str(seats(played).forms("Ann"))


def test_a_phone_asks_for_the_options_that_the_form_on_the_screen_asks_for() -> None:
    asked = offered(fight("outgunned", "next"))["spotlight"].fields
    assert [field.name for field in asked] == ["clear", "extreme"]


def test_what_waits_for_the_hero_comes_first() -> None:
    played = fight("contract", "set Ann dexterity=4 athletics=2", "range Ann Rat engaged", "next", "attack Rat Ann 3")
    first = seats(played).forms("Ann")[0]
    assert first.asked
    assert first.title.endswith("Rat")


@pytest.mark.parametrize("before", [0, 2])
def test_the_form_of_a_question_does_not_tell_how_many_were_asked(before: int) -> None:
    played = fight("plain", *["remind Lurker hums", "active Lurker"] * before, "remind Ann sings", "active Ann")
    (asked,) = (prompt for prompt in played.scene.prompts if prompt.name == "Ann")
    assert asked.id > before // 2
    form = next(form for form in offered(played).values() if form.asked)
    assert str(asked.id) not in (form.id, form.title)
    assert line(played, form.id, choice=form.fields[0].words[0]).startswith(f"decide {asked.id} ")


def test_the_turn_is_ended_by_the_one_whose_turn_it_is() -> None:
    played = fight("contract", "initiative Ann 5", "initiative Rat 1", "initiative Lurker 2", "next")
    while played.scene.turn.name != "Ann":
        played.do("next")
    assert line(played, NEXT) == "next"
    assert NEXT not in offered(played, "Rat")


TOGETHER = (
    ("contract", (), "initiative", {"outcome": "3"}, "initiative Ann outcome=3"),
    ("unknown-armies", (), "initiative", {"number": "30"}, "initiative Ann number=30"),
    ("gen6", (), "initiative", {"heroes": "14"}, "initiative roll heroes=14"),
    ("srd5", (), "initiative", {"value": "14"}, "initiative Ann value=14"),
    ("wild-die", (), "initiative", {"value": "14"}, "initiative Ann value=14"),
    ("plain", (), "initiative", {"value": "14"}, "initiative Ann value=14"),
    ("outgunned", ("next", "next"), "react", {"pass": "yes"}, "react Ann pass"),
    ("unknown-armies", ("next",), "focus", {"amount": "10", "target": "Rat"}, "focus Ann amount=10 target=Rat"),
)


@pytest.mark.parametrize(("game", "lines", "form", "given", "said"), TOGETHER)
def test_what_is_asked_of_all_at_once_is_asked_of_each_phone(
    game: str, lines: tuple[str, ...], form: str, given: dict[str, str], said: str
) -> None:
    played = fight(game, "add Bea", *lines)
    for hero in ("Ann", "Bea"):
        first = next(iter(offered(played, hero).values()))
        assert (first.id, first.asked) == (form, True)
    assert line(played, form, **given) == said
    played.do(said)
    assert form not in offered(played) or not offered(played)[form].asked


@pytest.mark.parametrize(
    ("form", "given"),
    [
        ("attack", {"target": "Rat", "result": "3", "odd": "1"}),
        ("attack", {"target": 'Rat" ; end', "result": "3"}),
        ("attack", {"result": "3" * 101}),
        ("end", {}),
        ("remove", {"names": "Rat"}),
        ("decide:99", {"choice": "yes"}),
        ("attack!", {"target": "Rat", "result": "3"}),
    ],
)
def test_what_is_not_in_a_form_is_not_possible(form: str, given: dict[str, str]) -> None:
    played = fight("contract", "next")
    with pytest.raises(NotPossible):
        seats(played).line("Ann", form, given)


def test_a_result_is_one_word_whatever_is_typed() -> None:
    played = fight("contract", "initiative Ann 5", "initiative Rat 1", "initiative Lurker 2", "next")
    while played.scene.turn.name != "Ann":
        played.do("next")
    made = line(played, "attack", target="Rat", result='3 ; remove Ann "x')
    assert played.preview(made).error
    with pytest.raises(InvalidCommand):
        played.do(made)
    assert "Ann" in played.scene.combatants


def test_a_reaction_to_one_of_several_enemies_asks_for_the_enemy_and_says_what_is_rolled() -> None:
    played = session(
        *("add Ann pool=6", "add Rat side=enemies attack=critical", "add Cat side=enemies attack=basic"),
        *("add Lurker side=enemies attack=extreme hidden", "begin reaction"),
        system=find("outgunned"),
    )
    form = offered(played)["react"]
    met = form.fields[0]
    assert (met.words, met.begins, met.needed) == (("Rat", "Cat"), "Rat", True)
    assert form.throw.startswith("6 dice")
    played.do(line(played, "react", **{met.name: "Cat", "result": "2b"}))
    assert "Cat" in played.story()[-1].text
    played.do("out Cat")
    played.do("undo 2")
    played.do("out Cat")
    assert offered(played)["react"].fields[0].name == "result", "nobody else can be met"


def in_turn(game: str, *lines: str) -> Session:
    """The fight in the turn of Ann."""
    played = fight(game, *lines, "next")
    while played.scene.turn.name != "Ann":
        played.do("next")
    return played


def test_a_form_says_what_is_rolled_at_each_of_its_targets() -> None:
    weapons = ("set Ann dexterity=4 melee=2 firearms=1", "arm Ann sword", "arm Ann handgun")
    played = in_turn("contract", "add Cat side=enemies", *weapons, "range Ann Rat far", "range Ann Cat engaged")
    form = offered(played)["attack"]
    assert form.aim == "target"
    assert form.throws["Rat"] == "5d10 (dexterity 4, firearms 1)"
    assert form.throw == form.throws["Cat"] == "6d10 (dexterity 4, melee 2)"


def test_every_game_lets_a_hero_attack_from_a_phone() -> None:
    for game in ("contract", "gen6", "srd5", "plain"):
        assert "attack" in offered(in_turn(game))


def test_of_a_crowd_the_nearest_targets_alone_have_what_is_rolled() -> None:
    form = offered(in_turn("plain", "add Mob side=enemies count=30"))["attack"]
    assert len(form.throws) == TARGETS


@pytest.mark.parametrize(("game", "form"), [("srd5", "aid"), ("srd5", "first-aid"), ("gen6", "firstaid")])
def test_help_begins_with_a_friend(game: str, form: str) -> None:
    main = find(game).main_track(fight(game).scene)
    played = in_turn(game, "add Bea", f"set Ann {main}=9/10", f"set Bea {main}=4/10")
    target = next(field for field in offered(played)[form].fields if field.name == "target")
    assert target.begins == "Bea"
