"""The effects of keys, without a screen: forms, selection, undo, and the resulting lines."""

from __future__ import annotations

from typing import cast

import pytest

from tests.small_game import session
from tests.tui.skirmish import FIGHT, Room, Seat, Skirmish
from tracker.games.registry import find
from tracker.rules.view import Pending
from tracker.session import Session
from tracker.tui.cockpit.controller import Controller
from tracker.tui.panes.chrome import key_line
from tracker.tui.panes.log import Log
from tracker.tui.strip.command_bar import CommandBar
from tracker.tui.strip.fields import Field
from tracker.tui.strip.form import Form
from tracker.tui.strip.group_form import GroupForm
from tracker.tui.strip.menu import Menu
from tracker.tui.strip.notice import Ruling
from tracker.tui.strip.strip_view import StripView

TAKEN = (
    ("a 3 enter", "strike Ann Gobs 3"),
    ("a 3 tab enter", "strike Ann Gobs 3"),
    ("d 3 enter", "hurt Ann 3"),
    ("h 2 enter", "heal Ann 2"),
    ("n", "next"),
    ("c h", "cover Ann half"),
    ("c f", "cover Ann full"),
    ("m di enter", "mark Ann dizzy"),
    ("m odd enter", "mark Ann odd"),
    ("] ", "farther Ann Gobs"),
    ("[", "nearer Ann Gobs"),
    ("x enter", "dash Ann"),
    ("x hides enter", "dash Ann hides"),
    ("j a 3 enter", "strike Bea Gobs 3"),
    ("down a 1 enter", "strike Bea Gobs 1"),
    ("space j space d 2 enter", "hurt Ann,Bea 2"),
    ("space j space c f", "cover Ann,Bea full"),
    ("space j j a 3 enter", "strike Ann Gobs 3"),
    ("space j j enter st enter 3 enter", "strike Ann Gobs 3"),
    ("space j j v", "hide Ann"),
    ("space / gob enter a 3 enter", "strike Ann Gobs 3"),
    ("space / gob enter d 2 enter", "hurt Ann 2"),
    ("v", "hide Ann"),
    ("v v", "reveal Ann"),
    ("delete", "remove Ann"),
    ("+ Cid enter escape", "add Cid"),
    ("t Be enter a 1 enter", "strike Ann Bea 1"),
    ("t down enter a 1 enter", "strike Ann Bea 1"),
    ("enter da enter x enter", "dash Ann x"),
    ("e 7 enter", "set Ann hp=7"),
    (": note tab x enter", "note x"),
    ("a 3 hard enter", "strike Ann Gobs 3 hard"),
)


@pytest.mark.parametrize(("keys", "line"), TAKEN, ids=[each[0] for each in TAKEN])
def test_keys_come_to_a_line(keys: str, line: str) -> None:
    keys = keys.replace("3 hard", "3 space hard")
    seat = Seat().type(keys)
    assert seat.last == line
    assert seat.controller.mode is None


def test_one_by_one_is_the_same_as_all_at_once() -> None:
    """Whoever types ahead meets the form the keys were meant for: the desk is done with a key when it returns."""
    seat = Seat().type("a 3 enter j a 2 enter d 1 enter u")
    assert [entry.command for entry in seat.controller.session.story()][-2:] == [
        "strike Ann Gobs 3",
        "strike Bea Gobs 2",
    ]


def pressed(controller: Controller) -> str:
    """The key line at 80 columns."""
    return " ".join("".join(text for text, _ in key_line(controller, 80)).split())


def asked_in(fight: Session, room: int) -> str:
    """The open questions of a fight in as many lines of this width as they want."""
    controller = Controller(fight, Room())
    controller.press("f", "f")
    view = cast("StripView", controller.mode)
    lines = view.lines(controller, room, view.rows(controller, room, 8))
    return " ".join(" ".join("".join(text for text, _ in line) for line in lines).split())


class TestForms:
    def test_the_result_is_asked_first_and_the_target_is_filled_in(self) -> None:
        seat = Seat().type("a")
        form = seat.controller.mode
        assert isinstance(form, Form)
        assert form.fields[form.at].spec.name == "result"
        assert seat.shown().startswith("strike  Ann → Gobs  result ▁")
        assert "a number, dice like 2d6+1, or roll" in seat.shown()

    def test_what_will_happen_and_why_is_shown_before(self) -> None:
        seat = Seat().type("a 3")
        assert "will: Ann strikes Gobs: 3." in seat.shown()
        assert "why: damage 3 (result)" in seat.shown()
        assert seat.last == FIGHT[-1]

    def test_a_menu_is_headed_by_all_who_were_picked(self) -> None:
        assert Seat().type("space j space j enter").shown().startswith("Ann, Bea ")

    def test_a_long_menu_is_turned_by_pages_and_to_its_ends(self) -> None:
        seat = Seat().type("enter")
        menu = cast("Menu", seat.controller.mode)
        last, places = len(menu.items()) - 1, []
        for key in ("pagedown", "pageup", "end", "pagedown", "home", "pageup"):
            seat.type(key)
            places.append(menu.at)
        assert places == [10, 0, last, last, 0, 0]

    def test_escape_leaves_all_as_it_was(self) -> None:
        seat = Seat().type("a 3 escape")
        assert seat.controller.mode is None
        assert seat.last == FIGHT[-1]

    def test_a_refusal_names_the_way_around_and_takes_it(self) -> None:
        seat = Seat().type("a 3 enter a 3")
        assert "refused: Ann has acted." in seat.shown()
        assert "! rules it" in seat.shown()
        seat.type("enter")
        assert "refused: Ann has acted." in seat.shown()
        seat.type("!")
        assert seat.last == "strike! Ann Gobs 3"

    def test_nonsense_keeps_the_text(self) -> None:
        seat = Seat().type("a foo enter")
        assert "foo" in seat.shown()
        assert isinstance(seat.controller.mode, Form)
        seat.type("backspace backspace backspace 2 enter")
        assert seat.last == "strike Ann Gobs 2"

    def test_a_text_takes_exclamation_marks_while_nothing_is_refused(self) -> None:
        assert Seat().type("x hey! enter").last == "dash Ann hey!"
        assert Seat().type("x enter x hey !").last == "dash! Ann hey"

    def test_fields_are_walked_and_written_out(self) -> None:
        seat = Seat().type("a 3 shift+tab")
        form = seat.controller.mode
        assert isinstance(form, Form)
        assert form.fields[form.at].spec.name == "target"
        seat.type("b tab")
        assert form.fields[1].text == "Bea"
        seat.type("enter")
        assert seat.last == "strike Ann Bea 3"

    def test_choices_are_walked_with_the_arrows(self) -> None:
        seat = Seat().type("c down down")
        form = seat.controller.mode
        assert isinstance(form, Form)
        assert form.fields[form.at].text == "half"
        assert seat.type("down up enter").last == "cover Ann half"

    def test_a_letter_takes_its_choice_with_what_stands_in_the_other_fields(self) -> None:
        assert Seat().type("c tab table shift+tab h").last == "cover Ann half what=table"

    def test_a_letter_of_no_choice_is_refused_by_a_mark_and_the_next_one_counts(self) -> None:
        seat = Seat().type("c z")
        assert "nothing is called “z”" in seat.shown()
        assert seat.last == FIGHT[-1]
        assert seat.type("f").last == "cover Ann full"

    @pytest.mark.parametrize(
        ("keys", "degree", "mode"),
        [
            ("c50|", "50", None),
            ("c100|", "100", None),
            ("cn", "none", Form),
            ("c50|cn", "none", None),
            ("c5", "none", Form),
            ("c5|", "50", None),
            ("c20|", "20", None),
            ("c1|", "none", Form),
            ("c200|", "none", Form),
            ("c50||", "50", Menu),
            ("c50|u|", "none", Menu),
        ],
    )
    def test_a_degree_in_percent_is_read_as_in_a_line_and_waits_for_enter(
        self, keys: str, degree: str, mode: type[StripView] | None
    ) -> None:
        fight = session("add Ann health=9 con=3", "add Rat side=enemies health=9 con=3", system=find("gen6"))
        controller = Controller(fight, Room())
        for sign in keys:
            controller.press("enter" if sign == "|" else sign, None if sign == "|" else sign)
        assert controller.scene["Ann"].cover.degree == degree
        assert type(controller.mode) is (mode or type(None))

    def test_a_flag_is_switched_by_space(self) -> None:
        seat = Seat().type("a 3")
        form = seat.controller.mode
        assert isinstance(form, Form)
        while form.fields[form.at].spec.name != "hard":
            seat.type("tab")
        assert seat.type("space enter").last == "strike Ann Gobs 3 hard"

    def test_a_paste_is_typed(self) -> None:
        seat = Seat().type("x")
        seat.controller.paste("over\nthe \x1b]0;x\x07wall")
        assert seat.type("enter").last == 'dash Ann "over the ]0;xwall"'

    def test_it_says_what_it_costs_to_go_on_without_a_result(self) -> None:
        seat = Seat().type("a enter")
        assert "result" in seat.shown()
        assert isinstance(seat.controller.mode, Form)

    def test_several_actors_where_an_action_takes_one(self) -> None:
        seat = Seat().type("space j space x hides enter")
        assert seat.last == "dash Ann hides ; dash Bea hides"
        assert seat.controller.selection.picked == frozenset()


class TestSheet:
    def test_one_line_for_all(self) -> None:
        seat = Seat().type("n n a")
        assert isinstance(seat.controller.mode, GroupForm)
        seat.type("safe tab hit")
        assert "Ann   safe      safe." in seat.shown()
        seat.type("enter")
        assert seat.last == "dodge Ann safe ; dodge Bea hit"

    def test_empty_rows_are_left_out(self) -> None:
        assert Seat().type("n n a tab safe enter").last == "dodge Bea safe"
        seat = Seat().type("n n a enter")
        assert seat.last == "next"
        assert "Nothing is filled in, so nothing was done; esc leaves." in seat.shown()
        assert seat.type("safe enter").last == "dodge Ann safe"

    def test_nothing_happens_while_one_row_is_wrong(self) -> None:
        seat = Seat().type("n n a safe tab foo enter")
        assert seat.last == "next"
        assert "foo" in seat.shown()


class TestLooking:
    def test_the_first_who_may_act_is_selected(self) -> None:
        assert Seat(*FIGHT, "next", "out Ann").controller.selection.selected == "Bea"

    def test_the_list_ends_where_it_ends(self) -> None:
        seat = Seat().type("k k")
        assert seat.controller.selection.selected == "Ann"
        assert seat.type("j j j j").controller.selection.selected == "Gobs"
        assert seat.type("home").controller.selection.selected == "Ann"

    def test_who_is_gone_leaves_the_place_to_the_next(self) -> None:
        assert Seat().type("j delete").controller.selection.selected == "Gobs"
        assert Seat().type("end delete").controller.selection.selected == "Bea"

    def test_a_filter_narrows_while_it_is_typed(self) -> None:
        seat = Seat().type("/ ob")
        assert seat.controller.selection.names() == ["Gobs"]
        assert "1 of 3 combatants" in seat.shown()
        assert seat.controller.selection.selected == "Gobs"
        assert seat.type("enter").controller.selection.needle == "ob"
        assert seat.type("escape").controller.selection.names() == ["Ann", "Bea", "Gobs"]

    def test_the_target_is_the_only_likely_one_until_another_is_chosen(self) -> None:
        seat = Seat()
        assert seat.controller.selection.target() == "Gobs"
        assert seat.type("t Bea enter").controller.selection.target() == "Bea"
        assert seat.type("j").controller.selection.target() == "Gobs"

    def test_who_was_moved_a_step_is_moved_on_by_the_next_one_and_stays_that_actors_target_alone(self) -> None:
        crowd = ("add Bea", "add Gunman side=enemies", "add Thug side=enemies count=3", "range all near")
        fight = session("add Nora", *crowd, system=find("percentile"))
        controller = Controller(fight, Room())
        for _ in range(2):
            controller.press("]", "]")
        assert [entry.command for entry in fight.story()[-2:]] == ["farther Nora Gunman"] * 2
        controller.press("j", "j")
        assert (controller.selection.selected, controller.selection.target()) == ("Bea", "Gunman")
        controller.press("]", "]")
        assert controller.selection.target_of("Nora") == "Gunman"

    def test_panes_by_number_and_by_tab(self) -> None:
        seat = Seat()
        keys = ("2", "3", "4", "1", "tab", "shift+tab", "shift+tab")
        panes = [seat.type(key).controller.selection.pane for key in keys]
        assert panes == ["range", "cover", "log", "combatants", "range", "combatants", "log"]

    def test_escape_undoes_looking_step_by_step(self) -> None:
        seat = Seat().type("/ n enter 4 z i space escape")
        assert (seat.controller.selection.inspect, bool(seat.controller.selection.picked)) == (False, True)
        assert not seat.type("escape").controller.selection.picked
        assert not seat.type("escape").controller.selection.needle
        assert not seat.type("escape").controller.selection.zoomed
        assert seat.type("escape").controller.selection.pane == "combatants"

    def test_log_lines_are_opened_and_the_log_goes_along_with_what_one_does(self) -> None:
        seat = Seat().type("4 k enter")
        assert (seat.controller.selection.opened, seat.controller.selection.log_at) == ({4}, 4)
        seat.controller.take_over("hurt Ann 1", "phone")
        assert seat.controller.selection.log_at == 4
        seat.type("d 1 enter")
        assert seat.controller.selection.log_at is None

    def test_a_log_at_its_newest_line_follows_what_comes_from_a_phone(self) -> None:
        seat = Seat().type("4 k j")
        newest = seat.controller.session.history.head
        assert seat.controller.selection.log_at in (None, newest)
        seat.controller.selection.log_at = newest
        seat.controller.take_over("hurt Ann 1", "phone")
        assert seat.controller.selection.log_at in (None, seat.controller.session.history.head)

    def test_the_newest_line_is_in_sight_however_much_was_taken_back(self) -> None:
        seat, log = Seat(), Log()
        for at in range(1, 20):
            seat.controller.session.do(f"note n{at}.")

        def seen() -> list[str]:
            lines = log.compose_lines(seat.controller.view(), 60, 6)[1:]
            return ["".join(text for text, _ in line).strip(" │") for line, _ in lines]

        assert seen() == ["n15.", "n16.", "n17.", "n18.", "n19."]
        seat.type("u u u")
        assert seen() == ["n13.", "n14.", "n15.", "n16.", "↶ 3 taken back · U"]
        seat.type("U")
        assert seen()[-2:] == ["n17.", "↶ 2 taken back · U"]
        seat.controller.session.do(f"note {' '.join(['much'] * 25)} end.")
        assert seen()[-1].endswith("end.")
        assert not any("taken back" in line for line in seen())
        assert "end." in str(log.compose_lines(seat.controller.view(), 60, 3))

    def test_the_number_of_a_long_name_stays_where_the_log_says_whose_turn_it_is(self) -> None:
        fight = session('add "Goblin Warrior" side=enemies count=2', "add Ann", system=find("gen6"))
        for line in ("initiative heroes=14 enemies=11", "next", "next"):
            fight.do(line, ruled=True)
        seat = Seat()
        seat.controller = Controller(fight, seat.room)
        assert "Goblin Warrior 2 " in str(Log().compose_lines(seat.controller.view(), 104, 20))
        fight.do("note It sneers.")
        assert "Goblin… 2 " in str(Log().compose_lines(seat.controller.view(), 104, 20))

    def test_who_acts_in_the_turn_of_somebody_else_is_named_before_the_line(self) -> None:
        fight = session("add Ann ; add Bea", "add Foe side=enemies defense=9 health=20", system=find("gen6"))
        fight.do("initiative heroes=14 enemies=11")
        for line in ("next", "next", "next", "attack Bea Foe 11 damage=1", "attack Ann Foe 11 damage=1"):
            fight.do(line)
        seat = Seat()
        seat.controller = Controller(fight, seat.room)
        lines = ["".join(text for text, _ in line) for line, _ in Log().compose_lines(seat.controller.view(), 104, 20)]
        named = [" ".join(line.split()[:2]) for line in lines if "Ann " in line or "Bea " in line]
        assert named == ["Ann joins", "▸ Ann", "Bea Foe", "Ann Foe"]

    def test_where_there_is_no_column_for_it_a_text_about_somebody_else_stands_below_whose_turn_it_is(self) -> None:
        folk = ("add Quill health=10 con=5", "add Vesper side=enemies health=10", "add Krait health=9 con=5")
        fight = session(*folk, "initiative heroes=14 enemies=11", "next", "hurt Quill 10", system=find("gen6"))
        for line in ("next", "next", "next"):
            fight.do(line)
        seat = Seat()
        seat.controller = Controller(fight, seat.room)

        def seen(room: int) -> list[str]:
            lines = Log().compose_lines(seat.controller.view(), room, 20)
            return ["".join(text for text, _ in line).strip(" │▌") for line, _ in lines]

        at = next(at for at, line in enumerate(seen(80)) if "Quill bleeds" in line)
        assert seen(80)[at - 1 : at + 1] == ["▸ Krait …", "Quill bleeds: con 5 → 4."]
        assert any(line.startswith("▸ Krait") and "Quill bleeds" in line for line in seen(104))

    @pytest.mark.parametrize(
        ("line", "said"),
        [
            ("attack Ann Foe hit damage=1 weapon=dagger", ["▸ Ann → Foe 20 → 19 dagger · hit", "Foe 19 → 17 by hand"]),
            ("hurt Foe 1", ["▸ Ann …", "Foe 20 → 19 by hand", "Foe 19 → 17 by hand"]),
            ("hurt Ann 1", ["▸ Ann 10 → 9 by hand", "Foe 20 → 18 by hand"]),
        ],
    )
    def test_where_there_is_no_column_for_it_the_first_line_of_a_turn_says_whose_it_is(
        self, line: str, said: list[str]
    ) -> None:
        folk = ("add Ann hp=10", "arm Ann dagger", "add Foe side=enemies hp=20", "range all reach", "initiative Ann 9")
        fight = session(*folk, "initiative Foe 5", "next", line, "hurt Foe 2", system=find("srd5"))
        seat = Seat()
        seat.controller = Controller(fight, seat.room)
        lines = Log().compose_lines(seat.controller.view(), 80, 20)
        assert [" ".join("".join(text for text, _ in row).split()) for row, _ in lines][-len(said) :] == said

    def test_what_is_done_from_elsewhere_brings_the_newest_line_back(self) -> None:
        seat, log = Seat(), Log()
        for at in range(1, 20):
            seat.controller.session.do(f"note n{at}.")

        def seen() -> str:
            return str(log.compose_lines(seat.controller.view(), 60, 6))

        seat.type("4 home")
        assert "n19." not in seen()
        seat.type("1 d 1 enter")
        assert "by hand" in seen() or "hp" in seen()


class TestStory:
    def test_undo_and_redo(self) -> None:
        seat = Seat().type("d 3 enter u")
        assert seat.controller.scene["Ann"].value("hp") == 8
        assert seat.type("U").controller.scene["Ann"].value("hp") == 5
        assert seat.type("ctrl+z ctrl+y").controller.scene["Ann"].value("hp") == 5

    def test_back_to_the_start_of_the_turn_before(self) -> None:
        seat = Seat().type("n d 1 enter n d 1 enter p")
        assert seat.controller.scene.turn.phase == "strike"
        assert seat.controller.scene["Ann"].value("hp") == 8
        assert seat.type("p").controller.scene.turn.round == 0
        assert seat.type("p").room.told == ["This is the first turn."]

    def test_the_turn_before_is_reached_also_behind_a_correction(self) -> None:
        seat = Seat().type("n d 1 enter n d 1 enter n")
        hurt = next(entry.id for entry in seat.controller.session.history.entries.values() if "hurt" in entry.command)
        seat.controller.run(f"amend {hurt} hurt Ann 3")
        seen = [(seat.controller.scene.turn, seat.controller.scene["Ann"].value("hp"))]
        for _ in range(2):
            seat.type("p")
            seen.append((seat.controller.scene.turn, seat.controller.scene["Ann"].value("hp")))
        assert [hp for _, hp in seen] == [4, 5, 8]
        assert len({turn for turn, _ in seen}) == 3
        while seat.controller.session.history.redo_steps(1):
            seat.type("U")
        assert (seat.controller.scene.turn, seat.controller.scene["Ann"].value("hp")) == seen[0]
        assert not seat.room.told

    def test_the_end_of_what_can_be_undone_is_said(self) -> None:
        seat = Seat("title Nothing").type("u u")
        assert seat.controller.mode is None
        assert "nothing to undo" in seat.controller.host.told[-1]  # type: ignore[attr-defined]

    def test_a_key_that_is_refused_can_be_ruled(self) -> None:
        seat = Seat().type("x enter")
        seat.controller.run("dash Ann")
        assert isinstance(seat.controller.mode, Ruling)
        assert seat.type("!").last == "dash! Ann "[:-1]

    def test_another_key_leaves_a_refusal_behind(self) -> None:
        seat = Seat("title Nothing").type("u u + Ann enter")
        assert seat.last == "add Ann"

    def test_the_turn_brings_its_own(self) -> None:
        seat = Seat()
        seat.controller.run("active Bea")
        assert seat.controller.selection.selected == "Bea"
        seat.controller.run("active Gobs")
        assert seat.type("u").controller.selection.selected == "Bea"
        assert seat.type("U").controller.selection.selected == "Gobs"

    def test_a_chosen_target_is_no_target_for_its_own_side_but_for_who_chose_it(self) -> None:
        seat = Seat("add Ann", "add Bea", "add Gobs side=enemies hp=6", "add Rats side=enemies hp=6")
        seat.controller.selection.aim("Rats")
        assert seat.controller.selection.target() == "Rats"
        seat.type("j")
        assert (seat.controller.selection.selected, seat.controller.selection.target()) == ("Bea", "Rats")
        seat.type("j")
        assert seat.controller.selection.selected == "Gobs"
        assert seat.controller.selection.target() in ("Ann", "Bea")
        seat.controller.selection.aim("Rats")
        assert seat.controller.selection.target() == "Rats"


class TestQuestions:
    def test_a_letter_answers(self) -> None:
        seat = Seat().type("a 6 enter f")
        assert "Gobs: what now?" in seat.shown()
        assert seat.type("a").last == "decide 1 falls"
        assert seat.controller.mode is None

    def test_one_after_the_other(self) -> None:
        seat = Seat().type("a 6 enter j a 6 enter f")
        assert "2 open" in seat.shown()
        seat.type("s")
        assert seat.last == "decide 1 stands"
        assert seat.type("k").last == "decide 2 skip"
        assert seat.controller.mode is None

    def test_what_waits_is_answered_by_its_verbs(self, monkeypatch: pytest.MonkeyPatch) -> None:
        waits = Pending("Bea", "waits to jump", ("dash", "dodge"))
        monkeypatch.setattr(Skirmish, "pending", lambda self, scene: (waits,))
        seat = Seat()
        seat.type("f")
        assert "Bea: waits to jump" in seat.shown()
        seat.type("d")
        assert isinstance(seat.controller.mode, Form)
        assert seat.type("enter").last == "dash Bea"

    def test_enter_gives_the_marked_answer_which_is_the_first_until_arrows_mark_another(self) -> None:
        assert Seat().type("a 6 enter f enter").last == "decide 1 stands"
        assert Seat().type("a 6 enter f right enter").last == "decide 1 falls"
        assert Seat().type("a 6 enter f left left enter").last == "decide 1 falls"
        assert Seat().type("a 6 enter f right s").last == "decide 1 stands"

    def test_what_an_answer_will_do_is_told_before_enter(self) -> None:
        seat = Seat().type("a 6 enter f")
        assert "will: Gobs stands." in seat.shown()
        assert "will: Gobs falls." in seat.type("right").shown()
        assert "will: " not in Seat().type("a 6 enter f s").shown()

    def test_the_key_line_says_that_enter_answers(self) -> None:
        assert "⏎ answer" in pressed(Seat().type("a 6 enter f").controller)

    def test_the_key_line_says_where_enter_goes_on_from_a_target_that_was_clicked(self) -> None:
        controller = Controller(session("add Ann dexterity=3", "add Orc side=enemies", system=find("contract")), Room())
        controller.press("a", "a")
        form = controller.mode
        assert isinstance(form, Form)
        form.click(controller, "field", str(form.fields.index(cast("Field", form.target))))
        assert "⏎ go on" in pressed(controller)
        controller.press("enter")
        assert form.here is form.result
        assert "⏎ do it" in pressed(controller)

    def test_the_key_line_says_do_it_where_nothing_is_thrown(self) -> None:
        people = ("add Ann hp=20 casting=wis wis=18 slots-1=2", "add Bob hp=4/20", 'arm Ann "cure wounds"')
        controller = Controller(session(*people, system=find("srd5")), Room())
        controller.open_form("cast", {"actor": "Ann", "weapon": "cure wounds", "target": "Bob"})
        form = controller.mode
        assert isinstance(form, Form)
        form.click(controller, "field", str(form.fields.index(cast("Field", form.target))))
        assert form.here is form.target
        assert "⏎ do it" in pressed(controller)

    def test_up_and_down_mark_answers_where_there_is_no_other_question(self) -> None:
        assert Seat().type("a 6 enter f down enter").last == "decide 1 falls"
        assert Seat().type("a 6 enter f down up enter").last == "decide 1 stands"
        assert Seat().type("a 6 enter j a 6 enter f down down down right enter").last == "decide 2 falls"

    def test_tab_walks_the_questions(self) -> None:
        seat = Seat().type("a 6 enter j a 6 enter f tab a")
        assert seat.last == "decide 2 falls"
        assert Seat().type("a 6 enter j a 6 enter f tab shift+tab a").last == "decide 1 falls"

    def test_the_key_that_asks_gives_no_answer_when_it_is_pressed_twice(self) -> None:
        seat = Seat().type("a 6 enter f f")
        assert seat.last == "strike Ann Gobs 6"
        assert "Gobs: what now?" in seat.shown()

    def test_a_letter_of_no_answer_is_refused_by_a_mark(self) -> None:
        seat = Seat().type("a 6 enter f j u n")
        assert "nothing is called “n”" in seat.shown()
        assert seat.last == "strike Ann Gobs 6"

    @pytest.mark.parametrize(
        ("keys", "command"),
        [("f k", "answer Savar keep"), ("f a", "attack Savar Goons dice=2,2,3,4,5,6/"), ("f g", "gamble")],
    )
    def test_a_throw_is_answered_with_two_keys(self, keys: str, command: str) -> None:
        fight = session(
            *("add Savar pool=6", "add Goons preset=goons-5", "begin action", "attack Savar Goons dice=2,2,3,4,5,6"),
            system=find("outgunned"),
        )
        if "g" in keys:
            fight.do("undo")
            fight.do("attack Savar Goons dice=1,1,3,4,5,6")
        desk = Controller(fight, Room())
        for key in keys.split():
            desk.press(key, key)
        assert command in fight.story()[-1].command

    def test_a_form_from_a_question_has_what_it_is_about_set(self) -> None:
        fight = session(
            *("add Ann dexterity=4 firearms=2 brawn=3", "add Bob side=enemies brawn=3", "arm Ann handgun"),
            'hold Ann "shoot" when="one comes out"',
            system=find("contract"),
        )
        controller = Controller(fight, Room())
        for key in ("f", "a", "4", "enter"):
            controller.press(key, key if len(key) == 1 else None)
        assert fight.story()[-1].command.startswith("attack Ann Bob 4 weapon=handgun")
        assert "held" in fight.story()[-1].command.split()

    @pytest.mark.parametrize(
        ("keys", "command"),
        [
            (("f", "tab", "t"), "take Ann against=Cat"),
            (("f", "tab", "d", "2", "enter"), "dodge Ann 2 against=Cat"),
            (("f", "t"), "take Ann against=Rat"),
            (("f", "tab", "tab", "t"), "take Ann against=3"),
            (("f", "tab", "tab", "d", "2", "enter"), "dodge Ann 2 against=3"),
        ],
    )
    def test_an_answer_is_to_the_attack_it_stands_at(self, keys: tuple[str, ...], command: str) -> None:
        foes = ("add Rat side=enemies brawn=2", "add Cat side=enemies brawn=2", "attack Rat Ann 5", "attack Cat Ann 1")
        foes = (*foes, "attack! Rat Ann 3")
        fight = session("add Ann dexterity=4 brawn=3", *foes, system=find("contract"))
        controller = Controller(fight, Room())
        for key in keys:
            controller.press(key, key if len(key) == 1 else None)
        assert fight.story()[-1].command == command

    def test_what_an_answer_without_a_result_does_and_all_answers_are_told_at_80_columns(self) -> None:
        thugs = "add Thug side=enemies brawn=3 count=3 weapon=club ; range all engaged"
        fight = session(thugs, "add Dan body=1 dexterity=2", 'attack "Thug 1" Dan 3', system=find("contract"))
        said = asked_in(fight, 78)
        assert "take will: Dan takes the attack of Thug 1. Dan: injury 3, body 1 → 0, dead at −2." in said
        fight = session(thugs, "add Dan dexterity=2", 'attack Dan "Thug 1" 3', system=find("contract"))
        said = asked_in(fight, 78)
        assert "t take a parry by Thug 2 r parry by Thug 3" in said
        assert "take will: Thug 1 takes the attack of Dan. Thug 1: no injury." in said

    def test_nothing_to_answer_is_said(self) -> None:
        assert Seat().type("f").room.told == ["No question is open."]


class TestBar:
    def test_words_typed_from_habit_are_keys(self) -> None:
        assert Seat().type(": help enter").room.opened == ["help"]
        assert Seat().type(": q enter").room.left == 1

    def test_tab_takes_what_completes(self) -> None:
        seat = Seat().type(": str tab an tab")
        assert isinstance(seat.controller.mode, CommandBar)
        assert seat.controller.mode.typed.text == "strike Ann "
        assert seat.type("4 enter").last == "strike Ann 4"

    def test_tab_walks_what_fits(self) -> None:
        seat = Seat().type(": mark space Ann space")
        bar = seat.controller.mode
        assert isinstance(bar, CommandBar)
        found = []
        for _ in range(3):
            seat.type("tab")
            found.append(bar.typed.text)
        assert found == ["mark Ann dizzy", "mark Ann prone", "mark Ann dizzy"]
        seat.type("shift+tab")
        assert bar.typed.text == "mark Ann prone"

    def test_errors_are_shown_and_the_text_stays(self) -> None:
        seat = Seat().type(": strik3 enter")
        assert "“strik3” is not a command. Did you mean strike?" in seat.shown()
        assert ":strik3" in seat.shown()

    def test_lines_come_back(self) -> None:
        seat = Seat().type(": note space one enter : note space two enter : up up")
        bar = seat.controller.mode
        assert isinstance(bar, CommandBar)
        assert bar.typed.text == "note one"
        seat.type("down down")
        assert bar.typed.text == ""

    def test_answers_of_several_lines_are_shown(self) -> None:
        seat = Seat().type(": settings enter")
        assert "edge=1" in seat.shown()
        assert seat.type("escape").controller.mode is None

    def test_what_is_empty_leaves(self) -> None:
        assert Seat().type(": enter").controller.mode is None


class TestEmpty:
    def test_every_key_says_how_to_begin(self) -> None:
        seat = Seat("title Nothing")
        for key in ["a", "x", "c", "d", "h", "m", "[", "]", "enter", "t", "e", "i", "v", "delete", "space"]:
            seat.room.told.clear()
            seat.type(key)
            assert seat.room.told == ["Nobody is here yet; + adds a combatant."], key
        for key in ["j", "k", "n", "p"]:
            seat.type(key).type("escape")
        assert seat.type("+ Ann enter").last == "add Ann"
        assert seat.controller.selection.selected == "Ann"


def test_keys_that_are_not_the_desks_go_to_the_room() -> None:
    seat = Seat().type("g ? q ctrl+q")
    assert seat.room.opened == ["history", "help"]
    assert seat.room.left == 2


def test_the_form_is_left_from_anywhere() -> None:
    assert Seat().type("a 3 ctrl+c").room.left == 1


class TestPlaces:
    def test_a_name_may_have_its_values_behind_it(self) -> None:
        assert Seat().type("+ Cid space hp=7 enter").last == "add Cid hp=7"
        assert Seat().type("+ Old space Cid space hp=7 enter").last == 'add "Old Cid" hp=7'
        assert Seat().type("+ hp=7 enter").last == 'add "hp=7"'

    def test_whoever_stands_close_is_aimed_at_first(self) -> None:
        seat = Seat("add Ann", "add Gobs side=enemies hp=6", "add Rats side=enemies hp=6", "range Ann Rats near")
        assert seat.controller.selection.target() == "Rats"

    def test_keys_are_called_what_they_do(self) -> None:

        seat = Seat()
        assert (seat.controller.actions.label("menu"), seat.controller.actions.label("quick")) == ("actions", "dash")
        assert seat.type("4").controller.actions.label("menu") == "reasons"


def test_a_note_is_one_key_its_text_and_enter() -> None:
    seat = Seat()
    seat.type("N limps enter")
    assert seat.controller.scene["Ann"].notes == ("limps",)
    assert seat.last == "note @Ann limps"
    seat.type("space j space N wet enter")
    assert seat.controller.scene["Ann"].notes == ("limps", "wet")
    assert seat.controller.scene["Bea"].notes == ("wet",)
