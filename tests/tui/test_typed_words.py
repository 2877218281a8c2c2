"""Words typed to their end in the menu, verbs asked of many, and what waits being asked once."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.small_game import session
from tests.table import played
from tests.tui.skirmish import SKIRMISH, Room, Seat, in_strip
from tracker.combat.scene import Prompt
from tracker.tui.cockpit.controller import HABIT, Controller
from tracker.tui.cockpit.view import Click
from tracker.tui.look.text import wrap
from tracker.tui.strip.form import Form
from tracker.tui.strip.group_form import GroupForm
from tracker.tui.strip.menu import Menu
from tracker.tui.strip.prompts import Prompts
from tracker.tui.strip.strip_view import asked


def test_the_menu_narrows_and_waits_for_enter() -> None:
    for typed in ("da", "dash"):
        seat = Seat().type(f"enter {typed}")
        assert isinstance(seat.controller.mode, Menu)
        assert seat.controller.mode.fitting()[0].word == "dash"
        assert isinstance(seat.type("enter").controller.mode, Form)
        assert seat.type("wide enter").last == "dash Ann wide"
    controller = fight()
    press(controller, "\rinitiative\r")
    assert isinstance(controller.mode, GroupForm)


def test_the_menu_is_narrowed_by_the_words_of_the_help_too() -> None:
    seat = Seat().type("enter quick")
    assert isinstance(seat.controller.mode, Menu)
    assert [item.word for item in seat.controller.mode.fitting()] == ["dash"]


def test_the_menu_has_what_only_contains_the_typed_word_after_what_begins_with_it() -> None:
    controller = Controller(played("srd5", "add Ann", "arm Ann shortbow", "arm Ann bowl"), Room())
    press(controller, "\rbow")
    assert isinstance(controller.mode, Menu)
    assert [item.word for item in controller.mode.fitting()] == ["bowl", "shortbow"]


@pytest.mark.parametrize(("typed", "way"), [("off", "offhand"), ("opp", "opportunity")])
def test_the_menu_finds_the_ways_of_an_act_by_their_names(typed: str, way: str) -> None:
    fight = ("add Kes", "arm Kes shortsword, dagger", "add Gob side=enemies", "range all reach", "next")
    controller = Controller(played("srd5", *fight, "attack! Kes Gob 9"), Room())
    press(controller, f"\r{typed}")
    assert isinstance(controller.mode, Menu)
    assert controller.mode.fitting()[0].word == f"{way} attack"
    press(controller, "\r")
    assert isinstance(controller.mode, Form)
    assert [field.spec.name for field in controller.mode.fields if field.is_flag and field.text] == [way]
    assert controller.mode.here is controller.mode.result


def test_an_act_is_found_by_its_name_in_the_log_and_comes_before_a_verb_of_the_gm() -> None:
    controller = Controller(played("srd5", "add Kes", "add Gob side=enemies"), Room())
    press(controller, "\rhide")
    assert isinstance(controller.mode, Menu)
    assert [item.word for item in controller.mode.fitting()][:2] == ["hide", "hide"]
    press(controller, "\r")
    assert isinstance(controller.mode, Form)
    assert controller.mode.verb == "stealth"
    press(controller, "19\r")
    assert controller.session.story()[-1].text.startswith("Kes: hide, 19 against 15: hidden.")


@pytest.mark.parametrize("keys", ["wolf\r15", "15 wolf"])
@pytest.mark.parametrize("foes", [("add Wolf side=enemies",), ("add Wolf side=enemies", "add Orc side=enemies")])
def test_a_spell_takes_the_name_of_the_target_first_however_many_there_are(foes: tuple[str, ...], keys: str) -> None:
    wizard = ("add Zed casting=int level=1", 'arm Zed "fire bolt"', *foes, "range all near")
    controller = Controller(played("srd5", *wizard), Room())
    controller.open("cast", {"weapon": "fire bolt"})
    press(controller, f"{keys}\t4\r")
    assert controller.session.story()[-1].text.startswith("Zed: fire bolt on Wolf, 15 against 10: hit. Wolf: −4 hp")


def test_a_name_typed_before_the_only_result_is_the_target_with_a_number_or_without() -> None:
    wizard = ("add Zed casting=int level=1", 'arm Zed "fire bolt"', "add Wolf side=enemies", "range all near")
    controller = Controller(played("srd5", *wizard), Room())
    controller.open("cast", {"weapon": "fire bolt"})
    press(controller, "zed 15")
    assert isinstance(controller.mode, Form)
    assert controller.mode.target is not None
    assert (controller.mode.target.text, controller.mode.result and controller.mode.result.text) == ("Zed", "15")


PEOPLE = ("add Rosa struggle=50", "add Dutch side=enemies", "add Moe side=enemies", "initiative Rosa 9")


@pytest.mark.parametrize(
    ("key", "lines", "typed", "command"),
    [
        ("a", ("next",), "12 target=moe", "attack Rosa Moe 12 skill=struggle weapon=fist"),
        ("a", ("next",), "12 moe", "attack Rosa Moe 12 skill=struggle weapon=fist"),
        ("a", ("next",), "moe 12", "attack Rosa Moe 12 skill=struggle weapon=fist"),
        ("a", ("next",), "moe\r12", "attack Rosa Moe 12 skill=struggle weapon=fist"),
        ("a", (), "moe 10", "focus Rosa Moe 10"),
        ("F", (), "moe 10", "focus Rosa Moe 10"),
        ("F", (), "10 target=moe", "focus Rosa Moe 10"),
    ],
)
def test_a_target_typed_with_the_number_takes_the_place_of_the_one_filled_in(
    key: str, lines: tuple[str, ...], typed: str, command: str
) -> None:
    controller = Controller(played("unknown-armies", *PEOPLE, *lines), Room())
    controller.selection.select("Rosa")
    controller.selection.aim("Dutch")
    press(controller, f"{key}{typed}\r")
    assert controller.session.story()[-1].command == command


def test_the_beginning_of_roll_throws_though_a_name_begins_so() -> None:
    controller = Controller(played("unknown-armies", *PEOPLE, "add Rolf side=enemies", "next"), Room())
    controller.selection.select("Rosa")
    controller.selection.aim("Dutch")
    press(controller, "arol\r")
    assert controller.session.story()[-1].command.startswith("attack Rosa Dutch ")


@pytest.mark.parametrize("typed", ["10 o", "10 mo"])
def test_a_name_that_is_not_plain_is_one_word_too_many(typed: str) -> None:
    controller = Controller(played("unknown-armies", *PEOPLE, "add Mona side=enemies"), Room())
    press(controller, f"F{typed}\r")
    assert "one word too many" in in_strip(controller)


def test_what_fits_nothing_is_refused_by_a_mark_and_opens_nothing() -> None:
    seat = Seat().type("enter dashes enter")
    assert isinstance(seat.controller.mode, Menu)
    assert "nothing is called “dashes”" in seat.shown()
    assert seat.type("backspace backspace").shown().count("nothing is called") == 0
    assert isinstance(seat.type("enter").controller.mode, Form)


NOTHING_IS_CARRIED_OUT = (
    ("outgunned", "\renco\r", "encounter"),
    ("outgunned", "\rthr\r", "threat"),
    ("outgunned", "\rnot\r", "note"),
    ("outgunned", "\rtit\r", "title"),
    ("gen6", "\rcou\r", "courage"),
    ("gen6", "\rprep\r", "prepare"),
    ("unknown-armies", "\rdraw\r", "draw"),
    ("unknown-armies", "\rdraw\rrevolver", "draw"),
    ("unknown-armies", "\rdraw\rrevolwer\r", "draw"),
)


@pytest.mark.parametrize(("game", "keys", "verb"), NOTHING_IS_CARRIED_OUT)
@pytest.mark.parametrize("before", ["", "d1\r"], ids=["at once", "after an act"])
def test_an_abbreviated_verb_opens_its_form_and_does_nothing(game: str, keys: str, verb: str, before: str) -> None:
    weapons = ("arm Ann pistol kind=gun maximum=40 ready=no", "arm Ann revolver kind=gun maximum=40 ready=no")
    controller = fight(*(weapons if game == "unknown-armies" else ()), game=game)
    press(controller, before)
    scene = controller.scene
    press(controller, keys)
    assert isinstance(controller.mode, Form)
    assert controller.mode.verb == verb
    assert controller.scene is scene


def test_a_weapon_is_typed_into_its_list_and_waits_for_enter() -> None:
    weapons = ("arm Ann pistol kind=gun maximum=40 ready=no", "arm Ann revolver kind=gun maximum=40 ready=no")
    controller = fight(*weapons, game="unknown-armies")
    press(controller, "\rdraw\rrevolver\r")
    assert controller.session.story()[-1].command == "draw Ann revolver"


def test_a_verb_without_a_question_waits_for_enter() -> None:
    seat = Seat().type("enter next")
    assert seat.controller.mode is not None
    before = len(seat.controller.session.story())
    seat.type("enter")
    assert seat.controller.mode is None
    assert len(seat.controller.session.story()) == before + 1


def fight(*lines: str, game: str = "contract") -> Controller:
    sheet = {"contract": "dexterity=3 athletics=2", "gen6": "health=9", "outgunned": "grit=6"}.get(
        game, "body=50 struggle=50"
    )
    fight = played(game, f"add Ann {sheet}", f"add Bob side=enemies {sheet}", *lines)
    return Controller(fight, Room())


def press(controller: Controller, typed: str) -> None:
    for character in typed:
        controller.press(
            {"\r": "enter", "\t": "tab"}.get(character, character), character if character.isprintable() else None
        )


def test_initiative_is_asked_of_all_who_have_none() -> None:
    for game in ("contract", "unknown-armies"):
        fight = played(game, "add Ann", "add Bob side=enemies", "add Cy")
        controller = Controller(fight, Room())
        press(controller, "\rinitiative\r")
        assert isinstance(controller.mode, GroupForm)
        press(controller, "3\t5\r")
        press(controller, "\rinitiative\r4\r")
        assert controller.mode is None
        assert fight.story()[-1].command.startswith("initiative ")
        assert len(fight.story()) == 5


def test_an_attack_that_waits_is_asked_once_and_opens_a_form() -> None:
    controller = fight("range Ann Bob engaged", "arm Ann sword", "attack Ann Bob 4")
    assert tuple(map(len, asked(controller.system, controller.scene))) == (0, 1)
    press(controller, "fd2\r")
    assert controller.session.story()[-1].command == "dodge Bob 2 against=Ann"


def test_a_question_names_who_is_asked_once_and_tells_that_any_answer_may_be_skipped() -> None:
    controller = fight("attack Ann Bob 33", game="unknown-armies")
    press(controller, "f")
    assert "Ann rolled 33" in in_strip(controller, 200)
    assert "Ann: Ann" not in in_strip(controller, 200)
    assert "delete skip" in in_strip(controller, 200)
    press(controller, "skip\r")
    assert controller.scene.prompts == ()


def test_reasons_are_told_in_the_words_of_the_game() -> None:
    controller = fight("range Ann Bob engaged", "attack Ann Bob 4")
    press(controller, "fd2")
    assert "difficulty 6 (Bob's dodge)   pool 5 = dexterity 3 + athletics 2" in in_strip(controller, 200)
    press(controller, "\r")
    assert {"tn", "total"} <= {reason.of for reason in controller.session.story()[-1].why}


def test_what_is_known_before_the_throw_is_a_whole_sentence() -> None:
    controller = fight("next", "next", game="unknown-armies")
    press(controller, "a")
    assert "50 or less" in in_strip(controller, 200)
    assert "under 50:" not in in_strip(controller, 200)


def test_a_sheet_of_several_columns_tells_the_way_to_the_second() -> None:
    controller = fight("initiative Ann 5", game="unknown-armies")
    press(controller, "a")
    assert "→ goes on to target" in in_strip(controller, 200)


def test_other_questions_are_asked() -> None:
    fight = session("add Ann", system=SKIRMISH)
    held = replace(fight.scene["Ann"], fields={"state": "jump"})
    prompt = Prompt(1, "fate", "Ann", "what now?", ("stands", "falls"))
    prompts, pending = asked(SKIRMISH, replace(fight.scene, combatants={"Ann": held}, prompts=(prompt,)))
    assert prompts == [prompt]
    assert [waiting.name for waiting in pending] == ["Ann"]


def test_what_leaves_no_choice_is_filled_in() -> None:
    controller = fight("arm Ann pistol kind=gun maximum=40 ready=no", game="unknown-armies")
    press(controller, "\rdraw\r")
    assert controller.session.story()[-1].command == "draw Ann pistol"


def test_first_aid_is_for_a_friend() -> None:
    controller = fight("add Cy health=9", "hurt Cy 3", game="gen6")
    press(controller, "\rfirsta\r")
    assert isinstance(controller.mode, Form)
    assert controller.mode.draft().texts == {"actor": "Ann", "target": "Cy"}


def test_what_is_typed_after_enter_goes_into_the_form() -> None:
    for typed, line in (
        ("gu\r1\r", "guard Ann 1"),
        ("prep\rattack whoever\r", "prepare Ann attack whoever"),
        ("prepare\rattack whoever\r", "prepare Ann attack whoever"),
        ("ru\r5\r", "run Ann 5"),
    ):
        controller = fight("set Ann speed=8", game="gen6")
        press(controller, f"\r{typed}")
        entry = controller.session.story()[-1].command
        assert entry.replace('"', "") == line, typed


def test_what_the_tracker_would_throw_is_said_before() -> None:
    controller = fight("arm Ann bow kind=ranged damage=2d6", "set Bob defense=1", game="gen6")
    press(controller, "a17")
    shown = in_strip(controller, 200)
    assert "The tracker throws 2d6 for damage; type damage=N, all told, if you threw it." in shown


def test_what_all_numbers_come_to_is_told_first() -> None:
    controller = fight("range Ann Bob engaged", "arm Ann sword", "attack Ann Bob 4")
    press(controller, "fd2")
    shown = in_strip(controller, 200)
    assert shown.index("severity") < shown.index("Bob's dodge")


def test_first_aid_is_for_who_is_dying_before_the_hurt_and_not_for_the_dead() -> None:
    folk = (f"add {name} health=10 con=3" for name in ("Ann", "Bo", "Cy"))
    fight = played("gen6", *folk, "set Bo health=1", "set Cy health=4")
    controller = Controller(fight, Room())
    controller.selection.select("Ann")
    for line, on in (("note", "Bo"), ("out Cy as=unconscious", "Cy"), ("out Bo as=dead", "Cy"), ("remove Cy", "")):
        fight.do(f"{line} now" if line == "note" else line)
        controller.open("firstaid")
        head = in_strip(controller).splitlines()[0]
        assert (f"target {on} " in head) if on else "target  " in head
        controller.close()


def test_a_friends_parry_needs_only_its_result() -> None:
    controller = fight("add Cy melee=2 dexterity=2", "range Ann Bob engaged", "attack Bob Ann 4 weapon=brawl")
    controller.selection.select("Cy")
    press(controller, "\rparry\r3\r")
    assert controller.session.story()[-1].command == "parry Cy 3 against=Bob weapon=brawl for=Ann"


def test_a_long_question_is_wrapped_and_never_cut() -> None:
    controller = fight("add Goons side=enemies", "begin reaction", game="outgunned")
    press(controller, "f")
    assert controller.mode is not None
    lines = controller.mode.lines(controller, 70, controller.mode.rows(controller, 70, 9))
    asked_in_full = " ".join("".join(text for text, _ in line).strip() for line in lines)
    assert "…" not in asked_in_full
    assert "6 " in asked_in_full.split("answer:")[0]


def test_an_enter_behind_a_letter_that_answered_is_no_answer_to_the_next_question() -> None:
    lines = ("add Sam grit=12", "add Cy grit=12", "hurt Sam,Cy 8")
    controller = fight(*lines, game="outgunned")
    assert len(controller.scene.prompts) == 2
    press(controller, "fh\r")
    assert len(controller.scene.prompts) == 1
    press(controller, "\r")
    assert not controller.scene.prompts


def test_an_enter_throws_where_a_question_offers_it() -> None:
    controller = fight("add Sam grit=0/12", "hurt Sam 1", game="outgunned")
    press(controller, "f\r")
    assert controller.session.story()[-1].dice


def test_a_sheet_that_is_refused_stands_at_the_row_that_is() -> None:
    controller = fight("add Goons side=enemies", "add Sam grit=6", "begin reaction", "threat 2", game="outgunned")
    press(controller, "a2bb\tb\r")
    assert isinstance(controller.mode, GroupForm)
    assert controller.mode.row == 0


def test_a_field_that_is_still_empty_is_named_in_plain_words() -> None:
    controller = fight(game="gen6")
    press(controller, "c\r")
    assert "degree is still empty: how much." in in_strip(controller, 200)
    assert controller.session.story()[-1].command.startswith("add")


def test_a_form_offers_what_its_game_has() -> None:
    """A save that ends a condition is asked for where there are saves."""
    for game, offered in (("outgunned", False), ("srd5", True)):
        controller = Controller(played(game, "add Ann"), Room())
        controller.act("mark")
        shown = in_strip(controller, 100)
        assert ("save · each" in shown) is offered


def test_help_that_is_too_long_for_a_line_takes_a_second_one_where_that_is_free() -> None:
    controller = fight("begin action", game="outgunned")
    press(controller, "b")
    shown = in_strip(controller, 80)
    for threat in ("fists and metal bars", "crush or choke", "thrown tables and chairs", "surround"):
        assert threat in " ".join(shown.split())


def test_a_number_stays_with_its_sign_of_percent() -> None:
    lines = wrap([("a pair or better, 91 % and 12 → 9", "normal")], 21)
    assert ["".join(text for text, _ in line).strip() for line in lines] == ["a pair or better,", "91 % and 12 → 9"]


def test_a_question_without_answers_is_skipped_by_one_key() -> None:
    controller = fight("attack Ann Bob 33", game="unknown-armies")
    controller.press("f", "f")
    controller.press("delete")
    assert (controller.scene.prompts, controller.session.story()[-1].command) == ((), "decide 1 skip")


def test_a_question_without_answers_is_dropped_by_a_click() -> None:
    controller = fight("attack Ann Bob 33", game="unknown-armies")
    controller.act("prompts")
    assert "delete skip" in in_strip(controller)
    controller.click(Click("word:skip"))
    assert controller.session.story()[-1].command == "decide 1 skip"


def test_the_wheel_goes_from_question_to_question() -> None:
    lines = ("attack Ann Bob 33", "attack! Bob Ann 22")
    controller = fight(*lines, game="unknown-armies")
    controller.act("prompts")
    assert isinstance(controller.mode, Prompts)
    controller.mode.wheel(1)
    in_strip(controller)
    assert controller.mode.at == 1
    controller.mode.wheel(-1)
    assert controller.mode.at == 0


def test_a_half_typed_option_behind_a_result_is_named_in_full() -> None:
    controller = fight("begin action", game="outgunned")
    press(controller, "ac gam")
    assert "options may follow: c gamble" in in_strip(controller)


SQUAD = ("add Ann hp=20", "add Bo hp=20", "add Orc side=enemies ac=12 hp=30", "initiative all 10", "next")


def squad(*more: str) -> Controller:
    """Two heroes of 5e who are about to attack together."""
    controller = Controller(played("srd5", *SQUAD, *more), Room())
    controller.selection.picked = frozenset({"Ann", "Bo"})
    controller.act("main")
    return controller


def test_a_list_of_results_may_have_blanks_behind_its_commas() -> None:
    controller = squad()
    press(controller, "8, 14")
    shown = " ".join(in_strip(controller).split())
    assert "8 against 12: miss" in shown
    assert "14 against 12: hit" in shown
    press(controller, "\r")
    assert controller.session.story()[-1].command.startswith("attack Ann Orc 8")


@pytest.mark.parametrize("typed", ["roll offhand", "roll nearer", "roll"])
def test_before_a_throw_the_form_does_not_say_that_it_hits(typed: str) -> None:
    controller = Controller(played("srd5", *SQUAD, "arm Ann dagger", "arm Ann shortsword"), Room())
    press(controller, f"a{typed}")
    shown = in_strip(controller)
    assert "leaves it to the dice" in shown
    assert "it hits" not in shown


def test_a_form_for_several_warns_of_the_distance_of_each_before_the_throw() -> None:
    lines = ("add Ann pool=5 grit=9", "add Bo pool=5 grit=9", "arm Ann rifle", "arm Bo shotgun")
    lines += ("add Goons side=enemies preset=goons-3", "range all long", "begin action")
    controller = Controller(played("outgunned", *lines), Room())
    controller.selection.picked = frozenset({"Ann", "Bo"})
    controller.act("main")
    assert in_strip(controller).count("Goons are at long range, too far for the shotgun.") == 1
    assert controller.mode is not None
    small = "".join(text for line in controller.mode.lines(controller, 78, 6) for text, _ in line)
    assert "rolls" in small, "in a small terminal as well"
    assert "but: Goons are at long range" in small
    controller.close()
    controller.selection.picked = frozenset({"Bo"})
    controller.act("main")
    assert in_strip(controller).count("Goons are at long range, too far for the shotgun.") == 1


def test_what_is_known_of_a_list_of_results_is_said_before_the_throw_in_it() -> None:
    imps = (f"add Imp{number} side=enemies hp=30" for number in (1, 2, 3))
    lines = ("add Zed casting=wis spell-dc=14 slots-3=2", *imps, "initiative all 10", "next")
    controller = Controller(played("srd5", *lines), Room())
    filled = {"actor": "Zed", "weapon": "fireball", "target": "Imp1,Imp2,Imp3", "result": "9,roll,16"}
    controller.mode = Form(controller, controller.system.actions["cast"], filled)
    shown = " ".join(in_strip(controller).split())
    assert "fireball on Imp1, who rolls 9 against 14: failed" in shown
    assert "fireball on Imp3, who rolls 16 against 14: saved" in shown
    assert "fireball on Imp2" not in shown
    assert "The tracker throws 1d20 for result." in shown


def test_a_row_of_a_sheet_has_a_blank_before_its_remark() -> None:
    lines = ("add Ann pool=3 grit=9", "add Bo pool=3 grit=9", "add Goons side=enemies preset=goons-3", "begin reaction")
    controller = Controller(played("outgunned", *lines, "threat basic"), Room())
    press(controller, "a3b")
    assert "1 extra. but: No throw of 3 dice shows" in in_strip(controller)


def test_a_sheet_that_cannot_be_thrown_says_what_is_missing_before_anything_is_typed() -> None:
    controller = fight("add Roux side=enemies preset=boss-1", "begin reaction", "threat 2", game="outgunned")
    press(controller, "a")
    wanted = "Which enemy? Say vs= one of Bob, Roux."
    assert wanted in in_strip(controller)
    press(controller, "\r")
    assert wanted in in_strip(controller)
    press(controller, "c vs=Roux\r")
    assert "vs=Roux" in controller.session.story()[-1].command


@pytest.mark.parametrize(
    ("game", "lines", "keys"),
    [
        ("outgunned", ("add Goons side=enemies", "add Sam grit=6", "begin action"), "cp"),
        ("outgunned", ("add Goons side=enemies", "add Sam grit=0/12", "begin action", "hurt Sam 1"), "fs"),
        ("gen6", (), "b"),
    ],
)
def test_an_enter_behind_what_one_key_did_opens_nothing(game: str, lines: tuple[str, ...], keys: str) -> None:
    controller = fight(*lines, game=game)
    before = len(controller.session.story())
    press(controller, keys)
    assert controller.mode is None
    assert len(controller.session.story()) == before + 1
    press(controller, "\r")
    assert controller.mode is None
    press(controller, "\r")
    assert isinstance(controller.mode, Menu)


def test_an_enter_a_while_behind_what_one_key_did_opens_the_menu(monkeypatch: pytest.MonkeyPatch) -> None:
    controller = fight("add Goons side=enemies", "add Sam grit=6", "begin action", game="outgunned")
    press(controller, "cp")
    later = controller.host.now() + HABIT + 0.1
    monkeypatch.setattr(controller.host, "now", lambda: later)
    press(controller, "\r")
    assert isinstance(controller.mode, Menu)


def test_letters_behind_an_enter_that_was_held_back_are_no_keys_of_the_fight() -> None:
    controller = fight("add Goons side=enemies", "add Sam grit=6", "begin action", game="outgunned")
    press(controller, "cp")
    before = len(controller.session.story())
    press(controller, "\rre")
    assert isinstance(controller.mode, Menu)
    assert controller.mode.typed.text == "re"
    assert len(controller.session.story()) == before


@pytest.mark.parametrize("key", "[]")
def test_an_enter_behind_a_step_opens_the_menu(key: str) -> None:
    controller = fight("add Goons side=enemies", "add Sam grit=6", "range all medium", "begin action", game="outgunned")
    before = len(controller.session.story())
    press(controller, key)
    assert controller.mode is None
    assert len(controller.session.story()) == before + 1
    press(controller, "\r")
    assert isinstance(controller.mode, Menu)


def test_an_enter_behind_the_next_turn_opens_the_menu() -> None:
    controller = fight("add Goons side=enemies", "add Sam grit=6", "begin action", game="outgunned")
    press(controller, "cpn\r")
    assert isinstance(controller.mode, Menu)
