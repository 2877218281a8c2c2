"""Defaults of forms: beyond melee the only weapon that reaches."""

from __future__ import annotations

import pytest

from tests.games.outgunned.test_answer import action
from tests.small_game import session
from tests.table import played, tried
from tests.tui.crowds import BEGUN
from tests.tui.skirmish import Room, in_strip
from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand
from tracker.session import Session
from tracker.tui.cockpit.controller import Controller
from tracker.tui.cockpit.view import Click
from tracker.tui.strip.form import Form


@pytest.mark.parametrize(
    ("lines", "weapon"),
    [
        (("arm Sam pistol",), "pistol"),
        (("arm Sam pistol", "arm Sam rifle"), "rifle"),
        (("arm Sam pistol", "arm Sam crowbar"), "pistol"),
        (("arm Sam pistol", "arm Sam rifle loaded=no"), "pistol"),
        (("arm Sam pistol", "range Sam Goons melee"), None),
        (("arm Sam pistol", "range Sam Goons out"), None),
    ],
)
def test_the_best_weapon_that_reaches_is_filled_in(lines: tuple[str, ...], weapon: str | None) -> None:
    fight = session("add Sam pool=5", "add Goons side=enemies grit=6", *lines, system=find("outgunned"))
    controller = Controller(fight, Room())
    for key in ("a", "c", "enter"):
        controller.press(key, key if len(key) == 1 else None)
    entry = fight.story()[-1].command
    assert entry.startswith("attack Sam Goons c")
    assert ("weapon=" in entry) == (weapon is not None)
    assert weapon is None or f"weapon={weapon}" in entry


def test_the_only_weapon_that_reaches_is_filled_in_empty_too_so_that_nobody_shoots_without_a_mag() -> None:
    fight = session("add Sam pool=5", "add Goons side=enemies", "arm Sam pistol loaded=no", system=find("outgunned"))
    controller = Controller(fight, Room())
    for key in ("a", "c", "enter"):
        controller.press(key, key if len(key) == 1 else None)
    assert "refused: The pistol is empty" in hint(controller)
    assert fight.story()[-1].command == "arm Sam pistol loaded=no"


def test_what_is_typed_beside_the_result_stands_over_it() -> None:
    fight = session("add Sam", "add Goons side=enemies grit=6", "arm Sam pistol", system=find("outgunned"))
    controller = Controller(fight, Room())
    for sign in ("a", *"0 weapon=pistol", "\r"):
        controller.press("enter" if sign == "\r" else "space" if sign == " " else sign, None if sign == "\r" else sign)
    assert fight.story()[-1].command == "attack Sam Goons 0 weapon=pistol"


def test_a_form_says_at_once_what_is_against_it() -> None:
    fight = session("add Sam pool=5", "add Goons side=enemies grit=6", system=find("outgunned"))
    controller = Controller(fight, Room())

    def shown(*keys: str) -> str:
        for key in keys:
            controller.press(key, key if len(key) == 1 else None)
        assert controller.mode is not None
        return "".join(text for line in controller.mode.lines(controller, 120, 8) for text, _ in line)

    assert "refused" not in shown("a")
    assert "refused: Goons are not heroes, and attack is only for heroes; enemies never roll.  ! rules it" in shown(
        "escape", "j", "a"
    )


def reacting(*more: str) -> tuple[Session, Controller]:
    """A hero, two enemies of whom the fiercer was chosen as target, and a Reaction Turn."""
    people = ("add Sam", "add Goons side=enemies preset=goons-1", "add Viktor side=enemies preset=boss-3")
    fight = session(*people, "begin reaction", system=find("outgunned"))
    controller = Controller(fight, Room())
    controller.selection.aim("Viktor")
    for line in more:
        fight.do(line)
    return fight, controller


@pytest.mark.parametrize(
    ("lines", "enemy"),
    [
        ((), "Viktor"),
        (("threat 2 by=Goons",), "Goons"),
        (("threat 2 by=Goons", "threat 1 by=Viktor for=Sam"), "Viktor"),
        (("hurt Viktor 12",), "Goons"),
    ],
)
def test_a_reaction_is_to_whoever_the_threat_is_by_before_a_chosen_target_that_is_still_up(
    lines: tuple[str, ...], enemy: str
) -> None:
    made, controller = reacting(*lines)
    for key in ("a", "c", "enter"):
        controller.press(key, key if len(key) == 1 else None)
    assert f"Sam reacts to {enemy}" in made.story()[-1].text
    made, controller = reacting(*lines)
    controller.open_form("react", {"result": "c"})
    controller.press("enter", None)
    assert f"Sam reacts to {enemy}" in made.story()[-1].text


def hint(controller: Controller) -> str:
    """The line below the fields of the form or sheet."""
    assert controller.mode is not None
    return in_strip(controller, 160, 8)


@pytest.mark.parametrize(("game", "faces"), [("srd5", "dice=12"), ("moves", "dice=45"), ("wild-die", "dice=FACES")])
def test_the_form_of_an_attack_says_how_faces_are_typed(game: str, faces: str) -> None:
    fight = played(game, "add Ann", "add Gob side=enemies")
    controller = Controller(fight, Room())
    controller.press("a", "a")
    assert f", {faces}, " in hint(controller)
    if faces[-1].isdecimal():
        for key in (*faces, "enter"):
            controller.press(key, key if len(key) == 1 else None)
        assert fight.story()[-1].command.startswith("attack Ann Gob dice=")


def test_down_takes_the_choice_that_begins_as_typed() -> None:
    fight = session("add Sam", system=find("outgunned"))
    controller = Controller(fight, Room())
    controller.open_form("arm", {"names": "Sam"})
    for key in ("s", "h", "o", "down"):
        controller.press(key, key if len(key) == 1 else None)
    assert "Sam carries a shotgun" in hint(controller)
    controller.press("down", None)
    assert "Sam carries a rifle" in hint(controller)


@pytest.mark.parametrize(
    ("verb", "key", "names"),
    [("add", "shift+tab", ": grit= · adrenaline="), ("arm", "tab", ": kind= · mag= · loaded=")],
)
def test_a_field_for_any_value_tells_which_there_are(verb: str, key: str, names: str) -> None:
    controller = Controller(session("add Sam", system=find("outgunned")), Room())
    controller.open_form(verb)
    controller.press(key, None)
    assert names in hint(controller)
    controller.press("m", "m")
    assert "kind=" not in hint(controller)


def test_a_sheet_tells_what_may_follow_a_result() -> None:
    _, controller = reacting()
    controller.press("a", "a")
    assert "or the faces: 133556   then vs= · pool= · counter= · protect= · pass" in hint(controller)


@pytest.mark.parametrize(
    ("bea", "told"),
    [("2b", "Sam protects Tom"), ("0", ""), ("pass", "Sam protects Tom")],
    ids=["one failed", "two failed", "one was not there"],
)
def test_who_alone_has_failed_is_the_friend_to_protect(bea: str, told: str) -> None:
    people = ("add Sam", "add Tom", "add Bea", "add Goons side=enemies preset=goons-1", "hurt Bea 3")
    reactions = ("begin reaction", "react Sam 2b", "react Tom 0", f"react Bea {bea}")
    fight = session(*people, *reactions, system=find("outgunned"))
    controller = Controller(fight, Room())
    for key in ("enter", *"protect"):
        controller.press(key, key if len(key) == 1 else None)
    controller.press("enter", None)
    assert told in fight.story()[-1].text
    assert bool(told) == (controller.mode is None)


@pytest.mark.parametrize("word", ["th", "thr", "thre", "threat"])
def test_a_threat_is_what_is_typed_after_as_much_of_its_word_as_anybody_types(word: str) -> None:
    made, controller = reacting()
    for key in ("enter", *word, "enter", "2", "enter"):
        controller.press(key, key if len(key) == 1 else None)
    assert made.story()[-1].command == "threat 2"


def test_the_form_of_a_threat_tells_what_the_numbers_stand_for() -> None:
    _, controller = reacting()
    controller.open_form("threat")
    assert "1 fists and metal bars, 2 shooting, 3 crush or choke" in hint(controller)


def test_a_throw_keeps_its_reasons_in_sight_beside_a_warning() -> None:
    people = ("add Sam pool=5", "add Tom", "add Goons side=enemies grit=6", "arm Sam pistol", "range Tom Goons melee")
    fight = session(*people, system=find("outgunned"))
    controller = Controller(fight, Room())
    for key in ("a", "c"):
        controller.press(key, key)
    assert controller.mode is not None
    told = [
        "".join(text for text, _ in line)
        for line in controller.mode.lines(controller, 78, controller.mode.rows(controller, 78, 8))
    ]
    assert "each 1 costs Tom 1 grit" in " ".join(told)
    assert any(line.startswith("why: grit −3") for line in told)
    assert "but: " in " ".join(told)


@pytest.mark.parametrize(
    ("typed", "against"),
    [
        (("c vs=v", "0", "b"), ("Viktor", "Viktor", "Viktor")),
        (("c vs=v", "0 vs=goons", "b"), ("Viktor", "Goons", "Goons")),
        (("", "0 vs=v", "b"), ("", "Viktor", "Viktor")),
        (("c", "0 vs=v", "b"), None),
    ],
)
def test_the_rows_below_are_against_the_same_enemy(typed: tuple[str, ...], against: tuple[str, ...] | None) -> None:
    people = ("add Sam", "add Tom", "add Bea", "add Goons side=enemies preset=goons-1", "add Viktor side=enemies")
    fight = session(*people, "set Viktor attack=c", "begin reaction", system=find("outgunned"))
    controller = Controller(fight, Room())
    controller.press("a", "a")
    for at, text in enumerate(typed):
        for sign in text:
            controller.press("space" if sign == " " else sign, sign)
        controller.press("tab" if at < len(typed) - 1 else "enter", None)
    entry = fight.story()[-1].text
    if against is None:
        assert "Which enemy?" in hint(controller)
        return
    for name, enemy in zip(("Sam", "Tom", "Bea"), against, strict=True):
        assert (f"{name} reacts to {enemy}" in entry) == bool(enemy)


def test_a_row_below_tells_what_it_must_meet_before_anything_is_typed() -> None:
    _, controller = reacting("add Tom")
    controller.selection.chosen = None
    controller.selection.aims_by_hand.clear()
    controller.press("a", "a")
    assert "need attack" not in hint(controller)
    for sign in "b vs=g":
        controller.press("space" if sign == " " else sign, sign)
    assert "need attack basic (a pair)" in hint(controller).split("Tom")[1]


def test_whoever_the_threat_is_by_is_not_taken_from_the_row_above() -> None:
    fight = session("add Sam", "add Tom", "add Goons side=enemies preset=goons-1", system=find("outgunned"))
    for line in ("add Viktor side=enemies preset=boss-3", "begin reaction", "threat 2 by=Goons"):
        fight.do(line)
    controller = Controller(fight, Room())
    for key in ("a", *"c vs=v", "tab", "b", "enter"):
        controller.press("space" if key == " " else key, key if len(key) == 1 else None)
    assert "Sam reacts to Viktor" in fight.story()[-1].text
    assert "Tom reacts to Goons" in fight.story()[-1].text


def test_a_tab_behind_a_choice_that_went_on_stays_where_it_went() -> None:
    controller = Controller(session("add Ann body=6", "add Thug side=enemies", system=find("contract")), Room())
    controller.open_form("exert", {"actor": "Ann"})
    controller.press("b", "b")
    assert isinstance(controller.mode, Form)
    assert controller.mode.here is not None
    assert controller.mode.here.spec.attr == "for_"
    controller.press("tab")
    assert controller.mode.here.spec.attr == "for_"
    controller.press("o", "o")
    assert controller.session.story()[-1].command == "exert Ann body outcome"


def test_a_choice_with_a_key_of_its_own_goes_on_to_what_is_missing() -> None:
    lines = ("add Ann dexterity=3 melee=2", "arm Ann sword", "add Thug side=enemies", "range Ann Thug engaged")
    controller = Controller(session(*lines, system=find("contract")), Room())
    controller.open_form("desperate", {"actor": "Ann"})
    controller.press("p", "p")
    assert isinstance(controller.mode, Form)
    assert controller.mode.here is controller.mode.result
    controller.press("2", "2")
    assert (controller.mode.mark, controller.mode.draft().texts["result"]) == ("", "2")


def test_a_letter_in_a_form_means_only_whom_the_form_offers() -> None:
    heroes = ('add "Dex Holloway"', "add Hanna spotlight=2", "add Hugo")
    enemies = ("add Harpooners side=enemies preset=goons-1", "add Viktor side=enemies preset=boss-3")
    fight = session(*heroes, *enemies, "begin reaction", system=find("outgunned"))
    fight.do("threat 2 by=h")
    assert fight.story()[-1].command == "threat by=Harpooners 2"
    fight.do("out Hugo")
    fight.do("spotlight Hanna save=h")
    assert fight.story()[-1].command == "spotlight Hanna save=Hugo"
    with pytest.raises(InvalidCommand, match="could be"):
        fight.do("hurt h 1")
    fight.do("threat 2 by=dex")
    assert "by=Dex" in fight.story()[-1].command.replace('"', "")


def test_a_sheet_shows_whom_each_meets_and_a_click_on_an_enemy_is_for_all_rows_without_one() -> None:
    fight, controller = reacting("add Una", "add Vic", "threat 1 by=Viktor for=Vic")
    controller.press("a", "a")
    assert hint(controller).count("vs Viktor") == 3
    for key in ("c", "down", "c", "down", "c"):
        controller.press(key, key if len(key) == 1 else None)
    controller.click(Click("row:Goons"))
    assert hint(controller).count("vs Goons") == 2
    controller.press("enter")
    done = fight.story()[-1].command
    assert (done.count("vs=Goons"), done.count("vs=Viktor")) == (3, 0)


def test_a_second_enemy_that_is_clicked_is_for_the_selected_row_alone() -> None:
    fight, controller = reacting("add Una", "add Vic", "threat 1 by=Viktor for=Vic")
    controller.press("a", "a")
    for key in ("c", "down", "c", "down", "c", "up"):
        controller.press(key, key if len(key) == 1 else None)
    controller.click(Click("row:Goons"))
    controller.press("up")
    controller.click(Click("row:Viktor"))
    controller.press("enter")
    assert [part.partition("vs=")[2].split()[0] for part in fight.story()[-1].command.split(" ; ")] == [
        "Viktor",
        "Goons",
        "Viktor",
    ]


def test_after_a_split_the_next_target_is_that_of_the_next_share() -> None:
    fight = session(
        *("add Ana brawn=3 dexterity=4 melee=3 athletics=3", "arm Ana sword", "range all engaged"),
        *("add Warden side=enemies brawn=3", "add Thug side=enemies brawn=2", "initiative Ana 9", "next"),
        "split Ana attack@Thug:3,attack@Warden:2,dodge:2",
        system=find("contract"),
    )
    controller = Controller(fight, Room())
    assert controller.selection.target_of("Ana") == "Thug"
    fight.do("attack Ana Thug 2")
    assert controller.selection.target_of("Ana") == "Warden"
    controller.selection.select("Ana")
    controller.selection.aim("Thug")
    assert controller.selection.target_of("Ana") == "Thug"
    fight.do("attack Ana Warden 1")
    assert controller.selection.target_of("Ana") == "Warden"


def test_whom_somebody_aimed_at_before_is_not_who_attacks_in_a_later_turn() -> None:
    foes = ("add Goons side=enemies preset=goons-1", "add Boss side=enemies preset=boss-1")
    fight = session("add Sam", *foes, "begin reaction", system=find("outgunned"))
    controller = Controller(fight, Room())
    controller.selection.aim("Boss")
    controller.press("a", "a")
    assert "vs Boss" in in_strip(controller)
    controller.press("escape")
    fight.do("next ; next")
    controller.press("a", "a")
    assert "vs Boss" not in in_strip(controller)


BREATH = (
    *("add Ann hp=90", "add Bea hp=90 dex=16", "add Cy hp=90 save-dex=7", 'bring "Young Red Dragon"'),
    *("initiative Young 20", "initiative Ann 9", "initiative Bea 7", "initiative Cy 5", "next"),
)


def test_a_form_tells_what_each_of_several_victims_needs_or_the_range_of_it() -> None:
    controller = Controller(played("srd5", *BREATH), Room())
    controller.selection.select("Young Red Dragon")
    controller.open_form("use", {"target": "heroes", "weapon": "fire breath"})
    told = "1d20 for each: Ann 16 or less, 80 % failed · Bea 13 or less, 65 % failed · Cy 9 or less, 45 % failed"
    in_strip(controller)  # The odds are counted once they are asked for.
    assert told in in_strip(controller, 100)
    assert all(len(line) <= 80 for line in in_strip(controller, 80).splitlines())
    assert "commas: one for each" in in_strip(controller, 100)
    assert "1d20 for each: 45 % to 80 %" in in_strip(controller, 30)
    controller.session.do("set Ann,Bea,Cy save-dex=3")
    in_strip(controller)
    assert "1d20 for each: 65 % failed" in in_strip(controller, 30)


def test_a_form_for_several_tells_what_each_of_them_needs_or_how_many_throw() -> None:
    lines = ("add Ann health=20 defense=10", "add Gob count=3 side=enemies", "add Orc count=9 side=enemies")
    controller = Controller(played("gen6", *lines, "arm Gob axe bonus=1", "range all adjacent"), Room())
    controller.selection.picked = frozenset(("Gob 1", "Gob 2"))
    controller.mode = controller.form("attack", {"target": "Ann"})
    assert "commas: one for each, now Gob 1's" in in_strip(controller, 100)
    assert "3d6 for each: 9 or more" in in_strip(controller, 100)
    controller.session.do('arm "Gob 2" axe bonus=3')
    controller.mode = controller.form("attack", {"target": "Ann"})
    assert "3d6 for each: Gob 1 9 or more on the dice, 74 % · Gob 2 7 or more" in in_strip(controller, 100)
    controller.selection.picked = frozenset(f"Orc {place}" for place in range(1, 10))
    controller.mode = controller.form("attack", {"target": "Ann"})
    assert "9 throw: Orc 1 rolls 3d6" in in_strip(controller, 100)


def test_a_result_for_each_of_several_who_save_is_typed_as_a_list() -> None:
    controller = Controller(played("srd5", *BREATH), Room())
    controller.selection.picked = frozenset(("Ann", "Bea"))
    controller.mode = controller.form("save", {"dc": "12", "result": "12,9"})
    shown = in_strip(controller)
    assert "Ann: save, 12 against 12: saved" in shown
    assert "Bea: save, 9 against 12: failed" in shown
    controller.press("enter")
    assert controller.session.story()[-1].command == "save Ann 12 12 ; save Bea 9 12"


def test_what_the_table_rolled_is_typed_behind_its_result_whatever_is_cast_and_on_whom() -> None:
    lines = (
        "add Ann hp=20 casting=wis spell-dc=14 slots-1=2 slots-3=2",
        "add Bob hp=9/20",
        "add Cid hp=20 side=enemies",
        "add Dor hp=20 side=enemies",
    )
    controller = Controller(played("srd5", *lines), Room())
    for spell, target, typed, wanted in (
        ("fireball", "Cid,Dor", "9,16\t7\r", "cast Ann fireball Cid,Dor 9,16 damage=7"),
        ("healing word", "Bob", "\t7\r", 'cast Ann "healing word" Bob cure=7'),
    ):
        filled = {"actor": "Ann", "weapon": spell, "target": target}
        controller.mode = form = Form(controller, controller.system.actions["cast"], filled)
        form.at = next(place for place, field in enumerate(form.fields) if field.is_result)
        assert form.fields[form.at - 1].spec.name == "target"
        for sign in typed:
            controller.press({"\t": "tab", "\r": "enter"}.get(sign, sign), sign if sign.isprintable() else None)
            if sign == "6":
                shown = in_strip(controller)
                assert "fireball on Cid, who rolls 9 against 14: failed" in shown
                assert "fireball on Dor, who rolls 16 against 14: saved" in shown
                assert "it hits" not in shown
        assert controller.session.story()[-1].command == wanted
        controller.session.do("undo")


GOBLINS = ("add Mira hp=60 ac=14", *(f'add "Goblin {number}" side=enemies ac=10 hp=10' for number in range(1, 7)))


@pytest.mark.parametrize(
    ("results", "damage", "line"),
    [
        ("19,12", "6", 'attack "Goblin 1" Mira 19 damage=6 nearer ; attack "Goblin 2" Mira 12 damage=6 nearer'),
        ("19,22", "6,9", 'attack "Goblin 1" Mira 19 damage=6 nearer ; attack "Goblin 2" Mira 22 damage=9 nearer'),
    ],
)
def test_damage_is_typed_behind_the_results_of_several(results: str, damage: str, line: str) -> None:
    controller = Controller(played("srd5", *GOBLINS), Room())
    controller.selection.picked = frozenset(("Goblin 1", "Goblin 2"))
    controller.press("a", "a")
    for key in (*results, "tab"):
        controller.press(key, key if len(key) == 1 else None)
    assert "what the table rolled, all told (6,-,9: one for each, - misses)" in in_strip(controller)
    for key in (*damage, "enter"):
        controller.press(key, key if len(key) == 1 else None)
    assert controller.session.story()[-1].command == line


def test_a_number_in_the_place_of_an_enemy_never_names_somebody_of_ones_own_side() -> None:
    controller = Controller(played("srd5", *GOBLINS), Room())
    controller.selection.picked = frozenset(("Goblin 1", "Goblin 2"))
    controller.press("a", "a")
    for sign in "9,12\t6\r":
        controller.press({"\t": "tab", "\r": "enter"}.get(sign, sign), sign if sign.isprintable() else None)
    shown = in_strip(controller)
    assert "target Mira" in shown
    assert "That is Goblin 6, of their own side; type the name if you mean it." in shown
    assert "attack" not in controller.session.story()[-1].command
    for key in ("backspace", *"goblin 6"):
        controller.press("space" if key == " " else key, key if len(key) == 1 else None)
    assert "target goblin 6" in in_strip(controller)


@pytest.mark.parametrize("opened", ["attack", "cast"])
def test_enter_in_a_target_goes_on_to_a_result_that_is_empty(opened: str) -> None:
    lines = ("add Ann casting=int int=16 level=3", "arm Ann fire bolt", "add Bob side=enemies", "add Cid side=enemies")
    controller = Controller(played("srd5", *lines), Room())
    controller.open(opened, {"actor": "Ann"} | ({"weapon": "fire bolt"} if opened == "cast" else {}))
    form = controller.mode
    assert isinstance(form, Form)
    form.at = next(place for place, field in enumerate(form.fields) if field.spec.attr == "target")
    for key in "cid":
        controller.press(key, key)
    controller.press("enter")
    assert controller.mode is form
    assert form.here is form.result
    controller.press("enter")
    assert controller.session.story()[-1].command.startswith(f"{opened} Ann ")
    assert " Cid " in controller.session.story()[-1].command


def test_space_sets_options_of_the_list_as_it_marks_newcomers() -> None:
    lines = ("add Sam pool=5", "add Goons side=enemies grit=6", "arm Sam assault-rifle")
    controller = Controller(played("outgunned", *lines), Room())
    for key in ("a", "+", "down", "space", "down", "space"):
        controller.press(key, " " if key == "space" else key if len(key) == 1 else None)
    shown = in_strip(controller)
    assert "▌ gamble" in shown, "the list stays where it is"
    assert shown.count("+ · ") == 2
    controller.press("escape")
    assert "✓ full-auto  ✓ gamble" in in_strip(controller)


@pytest.mark.parametrize(("game", "weapon"), [("srd5", "dagger"), ("gen6", "pistol"), ("percentile", "knife")])
def test_behind_a_throw_left_to_the_tracker_the_damage_of_the_table_comes_next(game: str, weapon: str) -> None:
    controller = Controller(played(game, "add Ann", "add Bob side=enemies", f"arm Ann {weapon}"), Room())
    controller.press("a", "a")
    for key in (*"roll", "tab"):
        controller.press(key, key if len(key) == 1 else None)
    assert "damage ▁" in in_strip(controller)


def test_the_victims_of_a_breath_open_its_sheet_by_their_save_and_it_is_used_up_by_that() -> None:
    controller = Controller(played("srd5", *BREATH), Room())
    controller.selection.picked = frozenset(("Ann", "Bea"))
    for key in ("enter", *"save", "enter"):
        controller.press(key, key if len(key) == 1 else None)
    assert "fire breath of Young Red Dragon" in in_strip(controller)
    assert controller.mode is not None
    asked = controller.mode.asked
    assert asked is not None
    assert (asked.verb, asked.actors) == ("save", ("Ann", "Bea"))
    assert asked.shared == {"dc": "17", "ability": "dex", "type": "fire", "half": "yes"}
    shown = in_strip(controller)
    assert "80 % failed  1d20 against 17: 16 or less" in shown
    assert "65 % failed  1d20 +3 (saving throw 3) against 17: 13 or less" in shown
    for key in ("1", "2", "tab", "s", "space", *"damage=40", "enter"):
        controller.press(key, " " if key == "space" else key if len(key) == 1 else None)
    assert controller.session.story()[-1].command == (
        'use "Young Red Dragon" Ann,Bea 12,saved damage=40 weapon="fire breath"'
    )
    after = controller.scene
    assert [after[name].value("hp") for name in ("Ann", "Bea")] == [50, 70]
    assert after["Young Red Dragon"].weapons["fire breath"]["charged"] == 0
    assert "action" in after["Young Red Dragon"].spent


def test_in_ones_own_turn_the_plain_save_comes_before_the_acts_of_enemies() -> None:
    controller = Controller(played("srd5", *BREATH, "next"), Room())
    for key in ("enter", *"save"):
        controller.press(key, key if len(key) == 1 else None)
    _, first, second, *_ = in_strip(controller).splitlines()
    assert "save against" not in first
    assert "save against fire breath" in second


@pytest.mark.parametrize("game", sorted(BEGUN))
def test_the_main_action_opens_on_its_result_at_the_focused_target(game: str) -> None:
    fight = played(game)
    tried(fight, *(line for line in BEGUN[game] if line.startswith(("add", "bring", "arm"))))
    controller = Controller(fight, Room())
    controller.press("a", "a")
    form = controller.mode
    assert isinstance(form, Form)
    assert form.here is form.result
    assert form.draft().texts["target"] == controller.selection.target()


@pytest.mark.parametrize(("keys", "result"), [("2", "2"), ("19", "19"), ("yes", "yes"), ("15 damage=3", "15 damage=3")])
def test_an_attack_on_one_or_several_takes_its_result_first(keys: str, result: str) -> None:
    fight = session("add Ann", "add Rat side=enemies count=4", system=find("plain"))
    controller = Controller(fight, Room())
    for sign in f"a{keys}\r":
        controller.press({"\r": "enter", " ": "space"}.get(sign, sign), sign if sign.isprintable() else None)
    assert fight.story()[-1].command == f'attack Ann "Rat 1" {result}'


@pytest.mark.parametrize(
    ("throw", "keys", "does"),
    [
        ("dice=2,2,3,4,5,6", "f2345\r", "dice=2,2,3,4,5,6/2,3,4,5 reroll"),
        ("dice=2,2,3,4,5,6", "f>>2345\r", "dice=2,2,3,4,5,6/2,3,4,5 free-reroll"),
        ("dice=2,2,3,4,5,6", "f2345", "dice=2,2,3,4,5,6"),
        ("dice=2,2,3,4,5,6", "f234\r", "dice=2,2,3,4,5,6"),
        ("dice=2,2,3,4,5,6", "fa", "dice=2,2,3,4,5,6/2,5,1,3 reroll"),
        ("roll", "fr", "dice=2,5,1,3,1,4/4,4,6,4 free-reroll"),
    ],
)
def test_dice_that_were_typed_are_typed_again_for_a_re_roll(throw: str, keys: str, does: str) -> None:
    fight = action(f"attack Savar Goons {throw}")
    controller = Controller(fight, Room())
    controller.selection.select("Savar")
    for sign in keys:
        key = {"\r": "enter", ">": "right"}.get(sign)
        controller.press(key or sign, None if key else sign)
        if sign == "f":
            assert "or the dice thrown anew" in in_strip(controller)
    assert fight.story()[-1].command == f"attack Savar Goons {does}"
    if does == throw:
        assert ("re-rolls" in in_strip(controller)) == (keys == "f2345")
        assert ("throws the 4 dice outside the sets" in in_strip(controller)) == (keys != "f2345")


def test_a_number_of_each_of_several_says_the_order_and_what_is_thrown_for_all() -> None:
    fight = played("srd5", 'bring "Four heroes of level 3"', "hurt heroes 12")
    controller = Controller(fight, Room())
    controller.selection.picked = frozenset({"Fighter", "Cleric", "Rogue"})
    controller.open("short-rest")
    assert "commas: one for each, in the order Fighter, Cleric, Rogue; how many hit dice" in in_strip(controller)
    for sign in "2,0,1":
        controller.press(sign, sign)
    said = "The tracker throws 2d10 + 4 for hit dice of Fighter, 1d8 + 2 for hit dice of Rogue."
    assert said in in_strip(controller).replace("\n", " ")
    controller.press("enter", None)
    assert fight.story()[-1].command.startswith("short-rest Fighter 2 ")
