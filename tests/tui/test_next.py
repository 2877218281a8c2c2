"""Who is next: the key for it leads, passes nobody over in silence, and stops after the end."""

from __future__ import annotations

import pytest

from tests.table import played
from tests.tui.skirmish import Room, in_strip
from tests.tui.test_keys_of_acts import DUEL, EEL, RAID, SHOOTOUT, pressed
from tracker.commands.story import retell
from tracker.tui.cockpit.controller import Controller
from tracker.tui.keys.keymap import read_keymap
from tracker.tui.look.text import look_of
from tracker.tui.panes.chrome import key_line, status_forms, status_line
from tracker.tui.panes.combatants import Combatants
from tracker.tui.strip.prompts import questions

ORDER = ("initiative Mara 9", "initiative Cultist 7", "initiative Jeff 5")


def status(game: str, lines: tuple[str, ...]) -> str:
    return "".join(text for text, _ in status_forms(pressed(game, lines).view())[0])


def test_before_the_fight_each_step_has_its_key() -> None:
    assert status("gen6", RAID).endswith("BEFORE THE FIGHT · s surprise · [ ] positions · I initiative · n begins")
    assert status("contract", DUEL).endswith("BEFORE THE FIGHT · [ ] positions · I initiative · n begins")
    assert status("outgunned", SHOOTOUT).endswith("[ ] positions · c cover · B which turn first · n begins")
    words = "".join(text for text, _ in key_line(pressed("gen6", RAID), 120))
    assert "n initiative" in words


def test_an_empty_sheet_of_numbers_begins_without_them() -> None:
    controller = pressed("contract", DUEL, "n enter")
    assert controller.scene.turn.name == "Mara"
    assert "[ ]" not in status("contract", (*DUEL, "next"))


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        ("contract", ("add Mara dexterity=3 alertness=2", "add Cultist side=enemies dexterity=3 alertness=2")),
        ("gen6", RAID),
        ("unknown-armies", EEL),
        ("srd5", ("add Ann", "add Rat side=enemies")),
        ("plain", ("add Ann", "add Rat side=enemies")),
    ],
)
def test_the_sheet_before_the_first_turn_begins_the_fight_in_every_game(game: str, lines: tuple[str, ...]) -> None:
    assert "then the fight begins" in in_strip(pressed(game, lines, "n"))
    begun = pressed(game, lines, "n 9 tab 7 enter")
    assert begun.scene.turn.round == 1
    assert (begun.mode, len(begun.session.story())) == (None, len(lines) + 1)


RATS = ("add Ann", "add Rat side=enemies", "initiative Ann 9", "initiative Rat 7")
ARMED = (*EEL, "initiative Rosa 9", "initiative Ash 7")


@pytest.mark.parametrize(
    ("game", "lines", "name", "others"),
    [
        ("contract", (*DUEL, *ORDER), "Cultist", ("9", "7", "5")),
        ("unknown-armies", ARMED, "Ash", ("9", "7")),
        ("srd5", RATS, "Rat", ("9", "7")),
        ("plain", RATS, "Rat", ("9", "7")),
        ("wild-die", (*RATS[:2], "initiative Ann QH", "initiative Rat 2C"), "Rat", ("Q♥", "2♣")),
    ],
)
def test_the_numbers_of_the_order_can_be_looked_at_and_only_those_typed_change(
    game: str, lines: tuple[str, ...], name: str, others: tuple[str, ...]
) -> None:
    controller = pressed(game, lines)
    controller.selection.select(name)
    before = controller.scene
    controller.press("I")
    shown = in_strip(controller)
    assert [number for number in others if number not in shown] == []
    controller.press("enter")
    assert controller.scene is before
    assert "nothing was done" in in_strip(controller)
    controller.press("4", "4")
    controller.press("enter")
    assert controller.session.story()[-1].command == f"initiative {name} 4"


def test_a_group_with_one_number_is_listed_once_among_the_numbers() -> None:
    lines = ("add Ann", "add Rat count=3 side=enemies", "initiative Ann 9", "initiative Rat 7")
    assert in_strip(pressed("plain", lines, "I")).count("Rat") == 1
    assert in_strip(pressed("plain", (*lines, 'initiative "Rat 2" 5'), "I")).count("Rat") == 3


def test_declaring_begins_with_the_first_of_the_order() -> None:
    controller = pressed("unknown-armies", EEL, "n 3 tab 9 8 enter")
    assert controller.selection.selected == "Ash"
    for key in ("a", "2", "0", "enter"):
        controller.press(key, key)
    assert controller.session.story()[-1].command == "focus Ash Rosa 20"


def test_the_members_of_a_group_that_acted_as_one_are_passed_over_together() -> None:
    lines = ("add Ann hp=90", "add Rat count=4 side=enemies", "range all reach", "initiative Rat 9", "initiative Ann 5")
    controller = pressed("srd5", (*lines, "next", 'attack "Rat 1","Rat 2","Rat 4" Ann miss'), "n")
    assert controller.scene.turn.name == "Rat 3"
    controller.press("n", "n")
    assert controller.scene.turn.name == "Ann"
    controller.press("u", "u")
    assert controller.scene.turn.name == "Rat 3"


def test_a_member_of_a_group_with_attacks_left_is_not_passed_over() -> None:
    lines = ("add Ann hp=90", "add Rat count=2 side=enemies attacks=2", "range all reach", "initiative Rat 9")
    controller = pressed("srd5", (*lines, "initiative Ann 5", "next", "attack Rat Ann miss"), "n")
    assert controller.scene.turn.name == "Rat 2"
    controller.session.do('attack "Rat 2" Ann miss')


FIGHTERS = ("add Ann hp=30 attacks=2", "add Rat side=enemies attacks=2", "initiative Ann 9", "initiative Rat 7")


def test_what_is_left_of_an_act_is_told_by_the_key_that_leaves_it() -> None:
    controller = pressed("srd5", (*FIGHTERS, "range all reach", "next", "attack Ann Rat miss"), "n")
    assert controller.scene.turn.name == "Rat"
    room = controller.host
    assert isinstance(room, Room)
    assert room.told[-1] == "Ann still had 1 more attack. u takes it back."
    controller.press("n", "n")
    assert len([told for told in room.told if "still had" in told]) == 1, "the rat began nothing"


def test_an_open_question_of_whose_turn_ends_is_told_and_the_status_line_says_what_it_is() -> None:
    controller = pressed("srd5", (*FIGHTERS, "mark Ann concentrating", "next", "hurt Ann 12"), "n")
    room = controller.host
    assert isinstance(room, Room)
    assert room.told[-1].startswith("Still open for Ann: 12 damage: Constitution save")
    assert room.told[-1].endswith("f answers.")
    for size, shown in ((120, "⚑ 1 Ann: concentration"), (60, "⚑ 1  ")):
        assert shown in "".join(text for text, _ in status_line(controller.view(), size))


def test_one_who_has_nothing_left_is_passed_over_and_named() -> None:
    met = (*DUEL, *ORDER, "attack Mara Cultist 3", "dodge Cultist 3")
    controller = pressed("contract", met, "n")
    assert controller.scene.turn.name == "Jeff"
    assert "Cultist has used this round's Action." in controller.session.story()[-1].text
    assert pressed("contract", met, "n u").scene.turn.name == "Mara"


def test_nobody_is_lost_when_the_order_changes() -> None:
    controller = pressed("contract", (*DUEL, *ORDER, "next", "before Jeff Mara"), "n")
    assert (controller.scene.turn.round, controller.scene.turn.name) == (1, "Jeff")
    controller = pressed("contract", (*DUEL, *ORDER, "next", "before Jeff Mara"), "n n")
    assert (controller.scene.turn.round, controller.scene.turn.name) == (2, "Jeff")
    assert "Jeff, Mara and Cultist have not acted." in controller.session.story()[-1].text


def test_those_who_were_passed_over_are_visited_again() -> None:
    eel = (*EEL, "initiative Rosa 62", "initiative Ash 58", "next")
    seen = [pressed("unknown-armies", eel, "n " * times).scene.turn for times in range(5)]
    assert [turn.name for turn in seen] == ["Rosa", "Ash", "Rosa", "Ash", None]


def test_after_the_end_next_opens_nothing() -> None:
    ended = (
        ("outgunned", (*SHOOTOUT, "begin action", "end")),
        ("gen6", (*RAID, "initiative roll", "end")),
        ("contract", (*DUEL, *ORDER, "end")),
        ("unknown-armies", (*EEL, "initiative Rosa 62", "end")),
    )
    for game, lines in ended:
        controller = pressed(game, lines, "n")
        assert controller.session.story()[-1].command == "end"
        assert controller.mode is not None
        assert "encounter" in "".join(text for line in controller.mode.lines(controller, 100, 4) for text, _ in line)
        controller.press("escape")
        words = "".join(text for text, _ in key_line(controller, 80))
        assert words.strip().startswith("L figures, next fight")
        assert "n next" not in words


def test_after_an_answer_the_one_before_is_selected_again() -> None:
    waiting = (*DUEL, *ORDER, "attack Mara Cultist 3")
    for keys, answered in (("j f d 2 enter", True), ("j f d escape", False)):
        controller = pressed("contract", waiting, keys)
        assert controller.mode is None
        assert controller.session.story()[-1].command.startswith("dodge Cultist") is answered
        assert controller.selection.selected == "Jeff"
    assert pressed("contract", waiting, "j f d").selection.selected == "Cultist"


def test_whom_a_turn_leaves_behind_is_said_as_it_ends_with_the_key_that_takes_it_back() -> None:
    said = (
        ("outgunned", (*SHOOTOUT, "begin action"), "Vega and John have not acted. u takes it back."),
        ("outgunned", (*SHOOTOUT, "begin reaction"), "Vega and John have not reacted. u takes it back."),
    )
    for game, lines, sentence in said:
        controller = pressed(game, lines, "n")
        assert controller.host.told == [sentence]  # type: ignore[attr-defined]
        assert controller.mode is None
        assert pressed(game, lines, "n u").scene.turn == pressed(game, lines).scene.turn
    assert pressed("contract", (*DUEL, *ORDER), "n").host.told == []  # type: ignore[attr-defined]


def test_an_attack_that_waits_is_said_before_the_turn_ends_and_the_same_key_again_goes_on() -> None:
    waiting = (*DUEL, *ORDER, "attack Mara Cultist 3")
    asked = pressed("contract", waiting, "n")
    assert asked.host.told == ["An attack waits for Cultist: f answers; n again goes on."]  # type: ignore[attr-defined]
    assert (asked.mode, asked.scene) == (None, pressed("contract", waiting).scene)
    assert pressed("contract", waiting, "n j f d 2 enter").session.story()[-1].command.startswith("dodge Cultist")
    gone_on = pressed("contract", waiting, "n n")
    assert gone_on.session.story()[-1].command == "next"
    assert gone_on.host.told[-1] == "An attack still waits for Cultist. u takes it back."  # type: ignore[attr-defined]


DYING = ("add Ann hp=9", "add Rat hp=5 side=enemies", "initiative Rat 9", "initiative Ann 5", "next", "hurt Ann 9")


def test_what_is_asked_of_the_dying_is_said_as_their_turn_begins_and_the_main_key_answers_it() -> None:
    controller = pressed("srd5", DYING, "n")
    (told,) = controller.host.told  # type: ignore[attr-defined]
    assert told == "Ann is dying: what does the death saving throw show? f answers."
    assert "death saving throw" in in_strip(pressed("srd5", DYING, "n a"))
    twice = pressed("srd5", DYING, "n a a")
    assert [len(twice.scene.prompts), twice.session.story()[-1].command] == [1, "next"]
    answers = (("s", "success"), ("f", "failure"), ("1 4 enter", "14"), ("2 0 enter", "20"), ("1 enter", "1"))
    for keys, answer in answers:
        assert pressed("srd5", DYING, f"n a {keys}").session.story()[-1].command == f"decide 1 {answer}"
    assert "death save, 14: success" in in_strip(pressed("srd5", DYING, "n a 1 4"), 100)


def test_undo_is_offered_where_something_can_be_undone() -> None:
    for lines, offered in (((), False), (("title Nothing",), True)):
        words = "".join(text for text, _ in key_line(pressed("outgunned", lines), 120))
        assert ("u undo" in words) is offered
        assert "+ add" in words


def test_back_to_the_one_whose_turn_it_is() -> None:
    controller = pressed("contract", (*DUEL, *ORDER), "j j")
    assert controller.selection.selected == "Cultist"
    controller.press(",", ",")
    assert controller.selection.selected == "Mara"


def test_a_reaction_turn_asks_what_the_enemies_do() -> None:
    controller = pressed("outgunned", (*SHOOTOUT, "begin reaction"), "f")
    assert questions(controller)[0].text.startswith("What do they do? 1 fists")
    controller.press("2", "2")
    assert controller.session.story()[-1].command == "threat by=Goons 2"
    assert not questions(controller)
    assert not questions(pressed("outgunned", (*SHOOTOUT, "begin action")))


def test_of_several_enemies_it_is_asked_whose_action_it_is() -> None:
    two = (*SHOOTOUT, "add Boss side=enemies preset=boss-1", "begin reaction")
    controller = pressed("outgunned", two, "f 2 b enter")
    assert controller.session.story()[-1].command == "threat by=Boss 2"
    assert pressed("outgunned", two, "f r enter").session.story()[-1].command.startswith("threat ")
    typed = pressed("outgunned", two, "f t s m o k e enter")
    assert typed.session.story()[-1].command == "threat smoke"


def test_the_sheet_of_reactions_says_whom_each_meets_and_who_passes() -> None:
    controller = pressed("outgunned", (*SHOOTOUT, "cover Vega total", "begin reaction"), "a")
    assert controller.mode is not None
    shown = ["".join(text for text, _ in line) for line in controller.mode.lines(controller, 110, 9)]
    vega = next(line for line in shown if "Vega" in line)
    assert "vs Goons" in vega
    assert "pass" in vega
    assert "behind total cover" in vega
    controller.press("enter")
    assert "Vega is safe, behind total cover." in controller.session.story()[-1].text


def test_the_sheet_of_reactions_begins_with_the_first_who_has_to_roll() -> None:
    covered = ("add Ivy pool=5", "cover Vega total", "cover John total", "begin reaction")
    controller = pressed("outgunned", (*SHOOTOUT, *covered), "a 2 b enter")
    assert "react Ivy 2b" in controller.session.story()[-1].command


def test_nobody_is_offered_to_be_saved_while_all_are_up() -> None:
    controller = pressed("outgunned", (*SHOOTOUT, "begin action"), "enter s p o t l enter")
    shown = "".join(text for line in controller.mode.lines(controller, 120, 9) for text, _ in line)
    assert "a friend who is left for dead: nobody" in shown


def test_a_protection_below_the_failure_it_mends_is_no_refusal() -> None:
    controller = pressed("outgunned", (*SHOOTOUT, "begin reaction"), "a down 0 up")
    for sign in "0":
        controller.press(sign, sign)
    controller.press("down")
    for _ in range(3):
        controller.press("backspace")
    for sign in "2e protect=vega":
        controller.press("space" if sign == " " else sign, sign)
    assert controller.mode is not None
    shown = in_strip(controller, 160)
    assert "refused" not in shown
    assert "John protects Vega" in shown


def test_an_extra_action_that_was_not_used_lapses_in_the_log() -> None:
    controller = pressed("outgunned", (*SHOOTOUT, "begin action", "set Vega extra=3", "extra Vega full"), "n")
    assert "Vega's extra Full Action lapses." in controller.session.story()[-1].text


def test_a_key_of_ones_own_for_a_command_line() -> None:
    own, problems = read_keymap(
        b'[commands]\nD = "hurt {selected} 1"\nQ = "range {selected} {target} melee"\nY = "note ..."\nJ = "mode"'
    )
    assert problems == ()
    session = played("outgunned", *SHOOTOUT)
    controller = Controller(session, Room(), own)
    for key in "DQ":
        controller.press(key, key)
    assert [entry.command for entry in session.story()[-2:]] == ["hurt Vega 1", "range Vega Goons melee"]
    controller.press("Y", "Y")
    assert controller.mode is not None
    assert controller.mode.name == "bar"
    for key in ("h", "i", "enter"):
        controller.press(key, key if len(key) == 1 else None)
    assert session.story()[-1].command == "note hi"
    controller.press("J", "J")
    assert controller.mode is not None
    assert controller.mode.verb == "mode"


def test_the_order_of_everybody_stands_above_the_list() -> None:
    pane = Combatants()
    view = pressed("contract", (*DUEL, *ORDER, "attack Mara Cultist 3", "dodge Cultist 3")).view()
    bits = [(text, look_of(tone)) for part in pane.beside_title(view) for text, tone in part if text.strip(" ·")]
    assert bits == [("▸ 9 Mara", "bright"), ("7 Cultist", "dim"), ("5 Jeff", "heroes")]
    assert pane.beside_title(pressed("outgunned", (*SHOOTOUT, "begin action")).view()) == []


def test_what_the_main_key_does_has_no_second_key_in_the_line() -> None:
    words = "".join(text for text, _ in key_line(pressed("unknown-armies", (*EEL, "initiative Rosa 62")), 160))
    assert (words.count("focus"), " a focus " in words) == (1, True)
    assert "F focus" in "".join(text for text, _ in key_line(pressed("unknown-armies", EEL), 160))


def test_a_sheet_of_numbers_says_what_is_typed() -> None:
    controller = pressed("unknown-armies", EEL, "I")
    assert controller.mode is not None
    shown = in_strip(controller, 80)
    assert "a number, dice or roll" in shown


def test_a_spotlight_offers_the_friends_who_are_out() -> None:
    controller = pressed("outgunned", (*SHOOTOUT, "add Max", "out John", "begin action"), "l")
    assert controller.mode is not None
    shown = in_strip(controller, 80)
    assert "a friend who is left for dead: John" in shown
    assert "Goons" not in shown
    assert "Max" not in shown


def test_a_refused_key_says_all_of_why_in_a_small_terminal() -> None:
    controller = pressed("contract", (*DUEL, *ORDER, "end"), "n")
    assert controller.mode is not None
    lines = controller.mode.lines(controller, 60, controller.mode.rows(controller, 60, 9))
    shown = " ".join("".join(text for text, _ in line).strip() for line in lines)
    assert "or initiative NAME OUTCOME. To rest: mend NAME SEVERITY." in shown


def test_turns_passed_at_once_are_one_heading_without_a_line() -> None:
    controller = pressed("contract", (*DUEL, *ORDER, "attack Mara Cultist 3", "dodge Cultist 3"), "n")
    entry = controller.session.story()[-1]
    assert entry.command == "next ; next"
    history = controller.session.history
    narration = retell(controller.system, history.scene_at(entry.parent), entry)
    assert (narration.heading, narration.lines) == ("", ())


def test_once_a_side_is_down_the_status_line_names_the_end() -> None:
    for game, lines in (("contract", (*DUEL, *ORDER)), ("gen6", (*RAID, "initiative roll")), ("srd5", ("add Ann",))):
        foe = "Cultist" if game == "contract" else "Ape"
        more = (f"add {foe} side=enemies", "next") if game == "srd5" else ()
        assert not status(game, (*lines, *more)).endswith(":end")
        assert status(game, (*lines, *more, f"out {foe}")).endswith("all enemies are down · :end")
        assert status(game, (*lines, *more, f"out {foe}", "end")).endswith("THE FIGHT IS OVER")


def test_the_members_of_a_group_that_attacked_as_one_are_passed_over_in_gen6() -> None:
    lines = ("add Ann health=90 defense=9", "add Ape count=3 side=enemies defense=8 health=10", "range all adjacent")
    controller = pressed("gen6", (*lines, "initiative heroes=3 enemies=15", 'attack "Ape 1","Ape 2" Ann 1'))
    controller.press("n")
    assert controller.scene.turn.name == "Ape 3"
    controller.press("n")
    assert controller.scene.turn.name == "Ann"
    controller.press("n")
    assert (controller.scene.turn.name, controller.scene.turn.round) == ("Ape 1", 2)
