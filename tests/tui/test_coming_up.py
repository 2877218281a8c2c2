"""A form proposes coming up to the target where the blow takes it, until that is taken out."""

from __future__ import annotations

import pytest

from tests.games.files.test_srd5_helping import FOLK, ROGUE
from tests.table import played
from tests.tui.skirmish import Room, in_strip
from tracker.tui.cockpit.controller import Controller
from tracker.tui.cockpit.view import Click
from tracker.tui.screens.amend import form_of
from tracker.tui.strip.form import Form

UP = "✓ nearer"


def attacking(*more: str, who: str = "Kes") -> Controller:
    controller = Controller(played("srd5", *FOLK, *ROGUE, 'range Kes "Gob 1","Gob 2" reach', *more), Room())
    controller.selection.select(who)
    controller.selection.aim("Imp")
    controller.press("a", "a")
    return controller


def press(controller: Controller, *keys: str) -> str:
    for key in keys:
        controller.press(key, " " if key == "space" else key if len(key) == 1 else None)
    return in_strip(controller)


def field_of(controller: Controller, attr: str) -> int:
    assert isinstance(controller.mode, Form)
    return next(at for at, field in enumerate(controller.mode.fields) if field.spec.attr == attr)


def test_an_attack_from_near_comes_up_first_and_one_undo_takes_both_back() -> None:
    controller = attacking()
    assert UP in in_strip(controller)
    assert "will: Kes comes up to Imp: near → reach." in press(controller, *"9")
    press(controller, "enter")
    assert controller.session.story()[-1].command == "attack Kes Imp 9 nearer weapon=rapier"
    assert controller.scene.band("Kes", "Imp") == "reach"
    controller.session.do("undo")
    assert controller.scene.band("Kes", "Imp") == "near"


@pytest.mark.parametrize("key", ["space", "delete"])
def test_what_is_taken_out_by_key_stays_out(key: str) -> None:
    controller = attacking()
    press(controller, *"9")
    assert isinstance(controller.mode, Form)
    controller.mode.at = field_of(controller, "nearer")
    assert "space takes it away" in in_strip(controller)
    press(controller, key)
    assert UP not in press(controller, "tab", "tab")
    for name in ("Gob 1", "Imp"):
        controller.click(Click(f"row:{name}"))
        assert UP not in in_strip(controller)
    remark = "Kes is near and does not come up."
    assert f"but: {remark}" in in_strip(controller)
    press(controller, "enter")
    assert controller.session.story()[-1].command == "attack Kes Imp 9 weapon=rapier"
    assert remark in controller.session.story()[-1].remarks
    assert controller.scene.band("Kes", "Imp") == "near"


def test_a_click_takes_it_out_and_another_proposes_it_again() -> None:
    controller = attacking()
    nearer = f"field:{field_of(controller, 'nearer')}"
    controller.click(Click(nearer))
    assert UP not in press(controller, *"9")
    controller.click(Click(nearer))
    assert UP in in_strip(controller)
    controller.click(Click("row:Gob 1"))
    assert UP not in in_strip(controller)


def test_it_follows_the_target_the_weapon_and_what_else_is_chosen() -> None:
    controller = attacking()
    for name, up in {"Gob 1": False, "Gob 3": True, "Gob 2": False, "Imp": True}.items():
        controller.click(Click(f"row:{name}"))
        assert (UP in in_strip(controller)) == up
    assert UP not in press(controller, *"9", "space", *"weapon=shortbow")
    press(controller, *["backspace"] * len(" weapon=shortbow"))
    assert UP in in_strip(controller)
    opportunity = f"field:{field_of(controller, 'opportunity')}"
    controller.click(Click(opportunity))
    assert UP not in in_strip(controller)
    controller.click(Click(opportunity))
    assert UP in in_strip(controller)
    press(controller, "space", *"nearer", "enter")
    assert controller.session.story()[-1].command == "attack Kes Imp 9 nearer weapon=rapier"


def test_who_cannot_move_is_not_said_to_come_up() -> None:
    assert UP not in in_strip(attacking("mark Kes restrained"))


def test_of_several_it_is_proposed_where_all_come_up() -> None:
    goblins = frozenset(("Gob 1", "Gob 2", "Gob 3"))
    for lines, up in (((), True), (("range Ann Imp reach",), True), (('mark "Gob 3" restrained',), False)):
        controller = Controller(played("srd5", *FOLK, *lines), Room())
        controller.selection.select("Gob 1")
        controller.selection.picked = goblins
        controller.selection.aim("Ann")
        assert (UP in press(controller, "a")) == up


def test_a_spell_that_touches_comes_up_first() -> None:
    controller = Controller(played("srd5", *FOLK), Room())
    controller.selection.select("Zed")
    controller.selection.aim("Imp")
    controller.open("cast", {"weapon": "shocking grasp"})
    assert UP in in_strip(controller)
    controller.open("cast", {"weapon": "fire bolt"})
    assert UP not in in_strip(controller)


def test_the_form_of_a_past_line_leaves_it_as_it_was_entered() -> None:
    controller = attacking()
    before, line = controller.scene, "attack Kes Imp 9 weapon=rapier"
    controller.session.do(line)
    form = form_of(controller, controller.session.story()[-1], before, line)
    assert form is not None
    assert form.text == line
