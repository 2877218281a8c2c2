"""Words typed to their end in the menu, verbs asked of many, and what waits being asked once."""

from __future__ import annotations

import random

from msgspec.structs import replace

from tests.stage import session
from tests.tui.table import SKIRMISH, Room, Seat
from tracker.combat.scene import Prompt
from tracker.games.registry import find
from tracker.session import Session
from tracker.tui.cockpit.controller import Controller
from tracker.tui.cockpit.pending import asked
from tracker.tui.strip.form import Form
from tracker.tui.strip.group_form import Sheet


def test_a_verb_typed_to_its_end_leaves_nothing_in_its_form() -> None:
    assert Seat().type("enter dash wide enter").last == "dash Ann wide"
    assert Seat().type("enter da wide enter").last == "dash Ann wide"


def test_what_only_begins_like_the_rest_of_the_verb_is_typed() -> None:
    seat = Seat().type("enter da sideways enter")
    assert seat.last == "dash Ann sideways"


def test_the_held_beginning_is_not_lost_with_another_key() -> None:
    assert Seat().type("enter da s enter").last == "dash Ann s"


def test_enter_behind_a_verb_takes_only_the_verb() -> None:
    for typed in ("dash", "dodg", "dodge"):
        seat = Seat().type(f"enter {typed} enter")
        assert isinstance(seat.controller.mode, Form)
        assert seat.last == "arm Ann bow"
    assert Seat().type("enter dash enter enter").last == "dash Ann"
    assert Seat().type("enter dash enter wide enter").last == "dash Ann wide"
    controller = fight()
    press(controller, "\rinitiative\r")
    assert isinstance(controller.mode, Sheet)


def test_a_single_sign_left_of_a_verb_is_waited_for() -> None:
    seat = Seat().type("enter bac")
    assert seat.controller.mode is not None
    assert seat.controller.mode.name == "menu"


def test_a_verb_without_a_question_waits_for_enter() -> None:
    seat = Seat().type("enter next")
    assert seat.controller.mode is not None
    before = len(seat.controller.session.story())
    seat.type("enter")
    assert seat.controller.mode is None
    assert len(seat.controller.session.story()) == before + 1


def fight(*lines: str, game: str = "contract") -> Controller:
    sheet = {"contract": "dexterity=3 athletics=2", "gen6": "health=9"}.get(game, "body=50 struggle=50")
    made = Session(find(game), dice=random.Random(1), clock=lambda: "")
    for line in (f"add Ann {sheet}", f"add Bob side=enemies {sheet}", *lines):
        made.do(line)
    return Controller(made, Room())


def press(controller: Controller, signs: str) -> None:
    for sign in signs:
        controller.press(
            "enter" if sign == "\r" else "tab" if sign == "\t" else sign, sign if sign.isprintable() else None
        )


def test_initiative_is_asked_of_all_who_have_none() -> None:
    for game in ("contract", "unknown-armies"):
        made = Session(find(game), clock=lambda: "")
        for line in ("add Ann", "add Bob side=enemies", "add Cy"):
            made.do(line)
        controller = Controller(made, Room())
        press(controller, "\rinitiative")
        assert isinstance(controller.mode, Sheet)
        press(controller, "3\t5\r")
        press(controller, "\rinitiative4\r")
        assert controller.mode is None
        assert made.story()[-1].command.startswith("initiative ")
        assert len(made.story()) == 5


def test_an_attack_that_waits_is_asked_once_and_opens_a_form() -> None:
    controller = fight("range Ann Bob engaged", "arm Ann sword", "attack Ann Bob 4")
    assert tuple(map(len, asked(controller.system, controller.scene))) == (0, 1)
    press(controller, "fd2\r")
    assert controller.session.story()[-1].command == "dodge Bob 2 against=Ann"


def test_a_question_names_who_is_asked_once_and_tells_that_any_answer_may_be_skipped() -> None:
    controller = fight("attack Ann Bob 33", game="unknown-armies")
    press(controller, "f")
    assert "Ann rolled 33" in told(controller)
    assert "Ann: Ann" not in told(controller)
    assert "skip drops it" in told(controller)
    press(controller, "skip\r")
    assert controller.scene.prompts == ()


def test_reasons_are_told_in_the_words_of_the_game() -> None:
    controller = fight("range Ann Bob engaged", "attack Ann Bob 4")
    press(controller, "fd2")
    assert "difficulty 6 (Bob's dodge)   pool 5 = dexterity 3 + athletics 2" in told(controller)
    press(controller, "\r")
    assert {"tn", "total"} <= {each.of for each in controller.session.story()[-1].why}


def test_what_is_known_before_the_throw_is_a_whole_sentence() -> None:
    controller = fight("next", "next", game="unknown-armies")
    press(controller, "a")
    assert "under 50" in told(controller)
    assert "under 50:" not in told(controller)


def test_a_sheet_of_several_columns_tells_the_way_to_the_second() -> None:
    controller = fight("initiative Ann 5", game="unknown-armies")
    press(controller, "a")
    assert "→ goes on to target" in told(controller)


def test_other_questions_are_asked() -> None:
    made = session("add Ann", system=SKIRMISH)
    held = replace(made.scene["Ann"], fields={"state": "jump"})
    prompt = Prompt(1, "fate", "Ann", "what now?", ("stands", "falls"))
    prompts, pending = asked(SKIRMISH, replace(made.scene, combatants={"Ann": held}, prompts=(prompt,)))
    assert prompts == [prompt]
    assert [each.name for each in pending] == ["Ann"]


def test_what_leaves_no_choice_is_filled_in() -> None:
    controller = fight("arm Ann pistol kind=gun maximum=40 ready=no", game="unknown-armies")
    press(controller, "\rdraw\r")
    assert controller.session.story()[-1].command == "draw Ann pistol"


def test_first_aid_is_for_a_friend() -> None:
    controller = fight("add Cy health=9", "hurt Cy 3", game="gen6")
    press(controller, "\rfirsta")
    assert isinstance(controller.mode, Form)
    assert controller.mode.line() == "firstaid actor=Ann target=Cy"


def test_letters_of_a_verb_typed_beyond_what_is_enough_are_no_part_of_what_comes_next() -> None:
    for typed, line in (
        ("gu1\r", "guard Ann 1"),
        ("prepattack whoever\r", "prepare Ann attack whoever"),
        ("prepareattack whoever\r", "prepare Ann attack whoever"),
        ("prepaattack whoever\r", "prepare Ann attack whoever"),
        ("ru5\r", "run Ann 5"),
    ):
        controller = fight("set Ann speed=8", game="gen6")
        press(controller, f"\r{typed}")
        found = controller.session.story()[-1].command
        assert found.replace('"', "") == line, typed


def test_what_the_tracker_would_throw_is_said_before() -> None:
    controller = fight("arm Ann bow kind=ranged damage=2d6", "set Bob defense=1", game="gen6")
    press(controller, "a17")
    assert controller.mode is not None
    shown = "\n".join("".join(text for text, _ in line) for line in controller.mode.lines(controller, 200, 9))
    assert "The tracker throws 2d6 for damage (damage=N says it yourself)." in shown


def test_what_all_numbers_come_to_is_told_first() -> None:
    controller = fight("range Ann Bob engaged", "arm Ann sword", "attack Ann Bob 4")
    press(controller, "fd2")
    assert controller.mode is not None
    shown = "\n".join("".join(text for text, _ in line) for line in controller.mode.lines(controller, 200, 9))
    assert shown.index("severity") < shown.index("Bob's dodge")


def test_at_once_is_said_only_where_a_word_of_the_list_says_it_all() -> None:
    controller = fight()
    press(controller, "\rsplit")
    assert isinstance(controller.mode, Form)
    assert "at once" not in told(controller)
    controller.close()
    press(controller, "c")
    assert "at once" in told(controller)


def told(controller: Controller) -> str:
    assert controller.mode is not None
    return "\n".join("".join(text for text, _ in line) for line in controller.mode.lines(controller, 200, 12))


def test_a_friends_parry_needs_only_its_result() -> None:
    controller = fight("add Cy melee=2 dexterity=2", "range Ann Bob engaged", "attack Bob Ann 4 weapon=brawl")
    controller.select("Cy")
    press(controller, "\rparry3\r")
    assert controller.session.story()[-1].command == "parry Cy 3 against=Bob weapon=brawl for=Ann"
