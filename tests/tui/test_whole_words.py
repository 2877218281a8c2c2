"""A word typed to its end where one letter had taken it: nothing more happens than was asked for."""

from __future__ import annotations

import pytest

from tests.small_game import session
from tests.tui.skirmish import Room, Seat
from tests.tui.test_keys_of_acts import SHOOTOUT
from tracker.games.registry import find
from tracker.rules.command import parameters
from tracker.rules.declarations import Context
from tracker.tui.cockpit.controller import Controller
from tracker.tui.strip.fields import is_short_choice
from tracker.tui.strip.form import Form

FIGHT = (*SHOOTOUT, "begin action")


def played(keys: str, *lines: str, game: str = "outgunned") -> Controller:
    """These keys in a fight; ``|`` is enter."""
    controller = Controller(session(*(lines or FIGHT), system=find(game)), Room())
    for sign in keys:
        controller.press("enter" if sign == "|" else sign, None if sign == "|" else sign)
    return controller


def commands(controller: Controller, since: int = len(FIGHT)) -> list[str]:
    return [entry.command for entry in controller.session.story()][since - 1 :]


@pytest.mark.parametrize("word", ["p", "par", "par|", "partial", "partial|"])
def test_a_cover_typed_as_a_word_is_the_cover_alone(word: str) -> None:
    controller = played(f"c{word}")
    assert commands(controller) == ["begin action", "cover Vega partial"]
    assert controller.mode is None
    assert controller.selection.selected == "Vega"


@pytest.mark.parametrize(
    ("keys", "last"),
    [
        ("cpac|", "attack Vega Goons c weapon=pistol"),
        ("cpd1|", "hurt Vega 1"),
        ("cparac|", "attack Vega Goons c weapon=pistol"),
        ("cpar|ac|", "attack Vega Goons c weapon=pistol"),
        ("cpu", "begin action"),
        ("cparu", "begin action"),
    ],
)
def test_what_is_typed_after_it_counts(keys: str, last: str) -> None:
    assert commands(played(keys))[-1] == last


def test_keys_that_acted_at_once_are_taken_back() -> None:
    """In “full” the second letter undoes, and the two behind it show other pages and lists."""
    assert commands(Seat().type("c full enter").controller, 5)[-1] == "cover Ann full"
    assert Seat().type("c f u").controller.scene["Ann"].cover.degree == "none"
    assert Seat().type("c half enter").last == "cover Ann half"


def test_the_word_of_an_answer_answers_one_question() -> None:
    hit = (*FIGHT[:-1], "hurt Vega 8", "hurt John 8")
    fight = played("f", *hit)
    before = [(prompt.id, prompt.choices) for prompt in fight.scene.prompts]
    assert len(before) == 2
    word = before[0][1][0]
    controller = played(f"f{word}|", *hit)
    assert [prompt.id for prompt in controller.scene.prompts] == [before[1][0]]
    assert commands(controller, 1)[-1] == f"decide {before[0][0]} {word}"


def test_enter_behind_the_letter_of_an_answer_does_not_answer_the_next_question() -> None:
    hit = (*FIGHT[:-1], "hurt Vega 8", "hurt John 8")
    assert len(played("fh|", *hit).scene.prompts) == 1
    assert len(played("fk|", *hit).scene.prompts) == 1
    assert not played("fh||", *hit).scene.prompts
    assert not played("fhh", *hit).scene.prompts


def test_a_letter_that_would_open_a_page_waits_for_the_next() -> None:
    controller = played("fagain|", *FIGHT[:-1], "begin action", "attack Vega Goons dice=6,6,3,2,1,1")
    assert controller.host.opened == []  # type: ignore[attr-defined]
    assert not commands(controller, 1)[-1].startswith("amend")


def test_in_a_form_with_more_to_fill_in_the_word_is_one_choice() -> None:
    controller = played("|exert|", "add Mara brawn=3", "add Jeff brawn=3", game="contract")
    for sign in "body":
        controller.press(sign, sign)
    mode = controller.mode
    assert mode is not None
    shown = "".join(text for line in mode.lines(controller, 100, 6) for text, _ in line)
    assert "fits nothing" not in shown


@pytest.mark.parametrize("game", ["outgunned", "contract", "gen6", "unknown-armies", "plain", "wild-die"])
def test_every_short_choice_of_a_game_can_be_typed_as_its_word(game: str) -> None:
    system = find(game)
    lines = ("add Ann", "add Bo", "add Cy side=enemies", "next")
    context = Context(system, session(*lines, system=system).scene)
    for verb, kind in system.actions.items():
        for spec in filter(is_short_choice, parameters(kind)):
            assert spec.type is not None
            for word in spec.type.complete(context):
                made = session(*lines, system=system)
                controller = Controller(made, Room())
                controller.open_form(verb)
                for sign in f"{word}|":
                    controller.press("enter" if sign == "|" else sign, None if sign == "|" else sign)
                done = [entry.command for entry in made.story()][len(lines) :]
                assert all(word in command for command in done), (verb, word, done)
                assert len(done) <= 1
                assert type(controller.mode) in (Form, type(None)), (verb, word)
