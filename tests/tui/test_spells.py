"""Spells and weapons on the screen: found by name, aimed at whom they are for, with what counts before the throw."""

from __future__ import annotations

import pytest

from tests.games.files.test_srd5_helping import FOLK, ORDER
from tests.table import played
from tests.tui.skirmish import NAMED, Room, in_strip, on_card
from tracker.tui.cockpit.controller import Controller
from tracker.tui.cockpit.view import Click
from tracker.tui.strip.form import Form


def cockpit(who: str, *more: str) -> Controller:
    controller = Controller(played("srd5", *FOLK, *more), Room())
    controller.selection.select(who)
    return controller


def typed(controller: Controller, keys: str) -> str:
    """Press keys, with a tab and a carriage return as such; returns the strip."""
    for sign in keys:
        controller.press({"\t": "tab", "\r": "enter"}.get(sign, sign), sign if sign.isprintable() else None)
    return in_strip(controller)


def test_the_target_follows_the_spell_until_the_gm_names_one() -> None:
    controller = cockpit("Mira")
    controller.open("cast")
    assert "→ Zed" in typed(controller, "cure w")
    controller.open("cast")
    assert "→ Gob 1" in typed(controller, "sacred")
    controller.open("cast")
    typed(controller, "sacred\tAnn")
    controller.press("shift+tab", None)
    head = typed(controller, "cure w\t").splitlines()[0]
    assert "Ann" in head
    assert "Zed" not in head


@pytest.mark.parametrize(
    ("before", "on"),
    [
        (("hurt Ann 40",), "Ann"),
        (("hurt Mira 5", "heal Zed 11"), "Ann"),
        (("hurt Mira 20", "heal Zed 11"), "Mira"),
    ],
)
@pytest.mark.parametrize("spell", ["healing word", "cure wounds"])
def test_a_cure_is_for_the_dying_then_for_who_lost_the_most_whomever_one_aimed_at_before(
    before: tuple[str, ...], on: str, spell: str
) -> None:
    controller = cockpit("Mira")
    controller.selection.aim("Gob 1")
    controller.selection.aim("Zed")
    for line in before:
        controller.session.do(line)
    controller.open("cast", {"weapon": spell})
    assert f"→ target {on} " in in_strip(controller)


def test_a_cure_has_no_result_and_is_filled_in_as_one() -> None:
    controller = cockpit("Mira")
    controller.open("cast", {"weapon": "cure wounds"})
    head = in_strip(controller).splitlines()[0]
    assert "result" not in head
    assert "→ target Zed  cure —" in head
    assert "The tracker throws 2d8 + 4 for cure; type cure=N" in " ".join(in_strip(controller).split())
    assert "cure ▁" in typed(controller, "\r").splitlines()[0]
    typed(controller, "7\r")
    assert controller.session.story()[-1].command == 'cast Mira "cure wounds" Zed cure=7 nearer'


@pytest.mark.parametrize("spell", ["fireball", "cure wounds", "hold person", "bless", "shield", "magic missile"])
def test_every_spell_opens_on_a_target_that_nobody_chose(spell: str) -> None:
    controller = cockpit("Mira")
    controller.open("cast", {"weapon": spell})
    assert "→ target " in in_strip(controller)
    controller.close()
    controller.selection.aim("Imp" if spell in ("fireball", "hold person", "magic missile") else "Ann")
    controller.open("cast", {"weapon": spell})
    assert ("→ target" in in_strip(controller)) == (spell in ("bless", "shield"))  # nothing else is open


def test_enter_goes_on_from_the_target_and_then_throws() -> None:
    controller = cockpit("Zed")
    controller.open("cast", {"weapon": "fireball"})
    assert "⏎ or a number goes on to the result" in in_strip(controller)
    assert "→ gobs,imp  result ▁" in typed(controller, "gobs,imp\r")
    typed(controller, "\r")
    assert controller.session.story()[-1].command.startswith("cast Zed fireball Gob,Imp dice=")


@pytest.mark.parametrize(
    ("keys", "head"),
    [
        ("16", "→ Gob 1  result 16▁"),
        ("2", "→ Gob 1  result 2▁"),  # not Gob 2
        ("1,16,4", "→ Gob 1  result 1,16,4▁"),
        ("down 16", "→ Gob 2  result 16▁"),
        ("im enter 16", "→ Imp  result 16▁"),
        ("gob space 2", "→ target gob 2▁  result —"),
        ("gob space 1,gob space 3 enter 7", "→ gob 1,gob 3  result 7▁"),
        ("q16", "→ target Gob 1  result —"),
        ("q16 enter 5 enter", "→ target Gob 1  result —"),
        ("q backspace 16", "→ Gob 1  result 16▁"),
        ("tab shift+tab 5 enter", "→ target Gob 1  result —"),
    ],
)
def test_a_number_in_place_of_a_target_that_was_proposed_is_the_result(keys: str, head: str) -> None:
    controller = cockpit("Zed")
    controller.open("cast", {"weapon": "fireball"})
    lines = len(controller.session.story())
    for word in keys.split():
        for key in (word,) if word in NAMED else word:
            controller.press(key, " " if key == "space" else key if key not in NAMED else None)
    assert head in in_strip(controller).replace("gob 1▁", "gob 1").splitlines()[0]
    assert len(controller.session.story()) == lines


@pytest.mark.parametrize(
    ("spell", "keys"),
    [("magic missile", "gob 1,gob 2,imp\t4,3,4"), ("shatter", "gob 1,gob 2,imp\tf,f,f\t4,3,4")],
)
def test_a_list_of_damage_is_typed_for_three(spell: str, keys: str) -> None:
    controller = cockpit("Zed", f'arm Zed "{spell}"')
    controller.open("cast", {"weapon": spell})
    for end in range(1, len(keys) + 1):
        typed(controller, keys[end - 1 : end])
        assert controller.form is not None, keys[:end]
    assert "damage 4,3,4▁" in in_strip(controller).replace("\n", " ")
    typed(controller, "\r")
    assert controller.session.story()[-1].command.endswith("damage=4,3,4")


def test_a_number_after_clicks_on_several_targets_is_the_result() -> None:
    controller = cockpit("Zed")
    controller.open("cast", {"weapon": "fireball"})
    for name in ("Gob 1", "Imp"):
        controller.click(Click(f"row:{name}"))
    assert "→ target Gob,Imp▁" in in_strip(controller), "a folded group whole"
    assert "→ Gob,Imp  result 12▁" in typed(controller, "12")


def test_a_pasted_number_is_the_result_of_a_target_that_was_proposed() -> None:
    controller = cockpit("Zed")
    controller.open("cast", {"weapon": "fireball"})
    controller.paste("16,4")
    assert "→ Gob 1  result 16,4▁" in in_strip(controller)


def test_a_number_that_begins_a_name_is_that_name() -> None:
    controller = cockpit("Zed", 'add "7 of 9" side=enemies')
    controller.open("cast", {"weapon": "fireball"})
    assert "→ target 7▁" in typed(controller, "7")
    assert "→ Gob 1  result 75▁" in typed(controller, "5")


def test_the_form_of_who_is_aimed_at_on_the_screen_opens_on_the_result() -> None:
    controller = cockpit("Ann")
    controller.open_main()
    assert in_strip(controller).startswith("attack  Ann → Gob 1  result ▁")
    controller.session.do("hurt Zed 9")
    controller.open("first-aid")
    assert in_strip(controller).startswith("first-aid  Ann → target Zed  result —")


def test_a_spell_is_found_by_its_name_in_the_menu_of_who_casts_and_multiattack_opens_the_attack() -> None:
    controller = cockpit("Mira", 'bring "young red dragon"')
    assert "hold person" in typed(controller, "\rhold p")
    typed(controller, "\r")
    assert "cast  Mira  weapon hold person" in in_strip(controller)
    controller = cockpit("Ann")
    assert "hold person" not in typed(controller, "\rhold p")
    controller = cockpit("Young Red Dragon", 'bring "young red dragon"')
    assert "multiattack" in typed(controller, "\rmulti")
    assert typed(controller, "\r").startswith("attack  Young Red Dragon")


def test_the_form_says_whose_save_is_typed_next() -> None:
    controller = cockpit("Zed", *ORDER, "next")
    controller.selection.select("Zed")
    controller.open("cast", {"weapon": "fireball", "target": "Gob"})
    form = controller.mode
    assert "now Gob 2's" in in_strip(controller)
    assert "now Gob 3's" in typed(controller, "3,")
    assert "now Gob 1's" in typed(controller, "12,")
    assert "one result too many" in typed(controller, "9,")
    assert controller.mode is form


def test_after_a_miss_tab_goes_to_the_target() -> None:
    controller = cockpit("Ann", "range Ann Imp reach")
    controller.open("attack", {"target": "Imp"})
    assert "damage ▁" in typed(controller, "19\t")
    controller.open("attack", {"target": "Imp"})
    assert "target Imp" in typed(controller, "9\t")


def test_what_somebody_could_do_ranks_a_cure_on_the_friend_in_need() -> None:
    controller = cockpit("Mira", 'arm Mira "cure wounds"', 'arm Mira "sacred flame"')
    shown = typed(controller, "o")
    assert "Zed · cure wounds" in shown
    assert "Imp · sacred flame" in shown
    assert "Imp · cure wounds" not in shown
    assert "Gob 1 · cure wounds" not in shown


def test_a_chance_of_saves_says_of_what_and_has_no_blank_before_its_comma() -> None:
    controller = cockpit("Zed", "mark Imp blessed")
    controller.open("cast", {"weapon": "fireball", "target": "Gob 1"})
    assert "12 or less, 60 % failed" in in_strip(controller)
    controller.open("cast", {"weapon": "fireball", "target": "Gob 1,Imp"})
    told = in_strip(controller)
    assert "% failed" in told.partition("Imp ")[2]
    assert " ," not in told
    controller.open("cast", {"weapon": "fire bolt", "target": "Gob 1"})
    assert "failed" not in in_strip(controller).splitlines()[-1]
    assert "save" not in in_strip(controller)
    controller.open("save", {"dc": "13", "ability": "con"})
    assert "13 or more, 40 % saved" in in_strip(controller)


def test_a_second_spell_of_concentration_says_before_its_throw_that_it_ends_the_first() -> None:
    ends = "ends the spell concentrated on so far"
    known = "arm Mira bless, spiritual weapon, hold person, guiding bolt"
    began = (*ORDER, "initiative Mira 30", "next")
    new = cockpit("Mira", known, *began)
    old = cockpit("Mira", known, "cast Mira bless Ann,Zed", *began)
    for spell, target, told in (
        ("spiritual weapon", "Gob 1", True),
        ("hold person", "Gob 1", True),
        ("guiding bolt", "Gob 1", False),
        ("sacred flame", "Gob 1", False),
    ):
        for controller in (new, old):
            controller.open("cast", {"weapon": spell, "target": target})
            shown = " ".join(in_strip(controller).split())
            assert "1d20" in shown
            assert shown.count(ends) == (told and controller is old), (spell, target)


def test_a_mode_says_what_it_comes_from() -> None:
    controller = cockpit("Ann", "mark Imp prone", "range Ann Imp reach", 'range Ann "Gob 1" far')
    for target, weapon, more, said in (
        ("Imp", "mace", "", "advantage (Imp prone)"),
        ("Imp", "mace", "mark Ann poisoned", "disadvantage (poisoned) and advantage (Imp prone) cancel out"),
        ("Gob 1", "spear", "unmark Ann poisoned", "disadvantage (long range, a foe within reach)"),
        ("Imp", "spear", "mark Ann prone", "advantage (Imp prone)"),
    ):
        if more:
            controller.session.do(more)
        controller.open("attack", {"target": target, "weapon": weapon})
        assert said in in_strip(controller).replace("\n", " ")


def test_a_weapon_that_does_not_reach_says_so_on_the_card_and_among_the_odds() -> None:
    controller = cockpit("Ann", "range all far")
    told = on_card(controller)
    assert told["mace"].startswith("× out of reach · ")
    assert "out of reach" not in told["spear"]
    controller.actions.do("odds")
    assert {"  out of reach" in line for line in in_strip(controller).splitlines() if "· mace" in line} == {True}


def test_why_a_choice_comes_last_is_not_cut_where_there_is_little_room() -> None:
    controller = cockpit("Zed", "arm Zed shatter", "arm Zed fireball", "range all near")
    controller.actions.do("odds")
    several = [line for line in in_strip(controller, 70, 60).splitlines() if line.startswith("  all 4 ")]
    assert [line for line in several if "shatter" in line and "if close together" in line]
    assert not [line for line in several if "fireball" in line and "if close together" in line]


def test_who_cannot_come_up_takes_the_weapon_that_reaches() -> None:
    assert "with the mace" in typed(cockpit("Ann"), "a")
    assert "with the spear" in typed(cockpit("Ann", "mark Ann restrained"), "a")


def test_a_weapon_is_found_by_its_name_in_the_menu() -> None:
    controller = cockpit("Ann")
    assert "spear" not in typed(controller, "\r")
    assert "spear" in typed(controller, "spea")
    assert "weapon spear" in typed(controller, "\r")


ROGUE = (
    *("add Ann dex=16 level=1 attacks=2 sneak-attack=1d6", "arm Ann rapier", "add Zed ; add Gob side=enemies hp=90"),
    *("range Ann Gob reach", "range Zed Gob near", "initiative Ann 20 ; initiative Gob 5", "next"),
)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("range Zed Gob near", "sneak attack: 1d6 more with advantage or an ally beside the target"),
        ("range Zed Gob reach", "sneak attack: 1d6 in the damage"),
        ("mark Gob blinded", "sneak attack: 1d6 in the damage"),
        ("range Zed Gob reach ; mark Zed stunned", "sneak attack: 1d6 more with advantage"),
        ("range Zed Gob reach ; mark Ann poisoned", ""),
        ("range Zed Gob reach ; disarm Ann rapier ; arm Ann mace", ""),
        ("range Zed Gob reach ; attack Ann Gob hit", ""),
    ],
)
def test_an_attack_says_whether_sneak_attack_is_in_its_damage(line: str, said: str) -> None:
    controller = Controller(played("srd5", *ROGUE, line), Room())
    controller.selection.select("Ann")
    controller.open("attack")
    shown = in_strip(controller, 400)
    assert said in shown
    assert ("sneak" in shown) == bool(said)


@pytest.mark.parametrize(
    ("spell", "slots", "offered"),
    [
        ("bless", "slots-1=2 slots-2=1 slots-4=3", ": 2 · 4"),
        ("fireball", "slots-1=2 slots-2=1 slots-4=3", ": 4"),
        ("bless", "slots-1=1", ""),
        ("fire bolt", "slots-2=1", ""),
    ],
)
def test_the_slots_offered_are_those_above_the_spell_that_are_left(spell: str, slots: str, offered: str) -> None:
    people = (f"add Ann casting=int level=7 {slots}", "add Gob side=enemies")
    controller = Controller(played("srd5", *people, f'arm Ann "{spell}"'), Room())
    controller.selection.select("Ann")
    controller.open("cast", {"weapon": spell})
    form = controller.mode
    assert isinstance(form, Form)
    form.at = next(at for at, field in enumerate(form.fields) if field.spec.attr == "slot")
    assert f"the spell's own if left out{offered}\n" in in_strip(controller, 200)
    shown = typed(controller, "5")
    assert "slot 5" in shown
    assert "refused" in shown


@pytest.mark.parametrize("slots", [2, 0])
def test_a_number_is_what_was_thrown_also_where_a_word_is_asked_for_and_where_the_spell_is_refused(slots: int) -> None:
    fight = played("srd5", 'bring "Four heroes of level 1"', "hurt Fighter 6", f"set Cleric slots-1={slots}")
    controller = Controller(fight, Room())
    controller.selection.select("Cleric")
    controller.open("cast", {"weapon": "healing word"})
    assert "number goes on to the cure" in in_strip(controller)
    for key in ("tab", "tab", "tab"):
        controller.press(key, None)
    assert "type ▁" in in_strip(controller)
    typed(controller, "5")
    assert "cure 5▁   slot · type" in in_strip(controller)
    for key in ("tab", "tab"):
        controller.press(key, None)
    typed(controller, "5")
    assert "cure 5  type 5▁" in in_strip(controller)
    assert "nothing is called “5”" in in_strip(controller)
