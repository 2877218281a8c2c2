"""Spells on the screen: found by their names, aimed at whom they are for, one result after the other."""

from __future__ import annotations

from tests.games.files.test_srd5_helping import FOLK, ORDER
from tests.table import played
from tests.tui.skirmish import Room, in_strip
from tracker.tui.cockpit.controller import Controller


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


def test_a_cure_has_no_result_and_is_filled_in_as_one() -> None:
    controller = cockpit("Mira")
    controller.open("cast", {"weapon": "cure wounds"})
    head = in_strip(controller).splitlines()[0]
    assert "result" not in head
    assert "cure ▁" in head
    typed(controller, "7\r")
    assert controller.session.story()[-1].command == 'cast Mira "cure wounds" Zed cure=7'


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
