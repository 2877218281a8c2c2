"""Throws and chances on the screen: in forms, against each target, on the range board."""

from __future__ import annotations

import re

import pytest

from tests.costs import calls
from tests.small_game import session
from tests.tui.skirmish import Room, in_strip, on_card
from tests.tui.test_keys_of_acts import pressed
from tracker.games.registry import find
from tracker.session import Session
from tracker.tui.cockpit.controller import Controller
from tracker.tui.cockpit.view import Click
from tracker.tui.look.text import spot_at
from tracker.tui.panes.chrome import key_line
from tracker.tui.strip.form import Form
from tracker.tui.strip.odds import TargetOdds, grouped

SHOOTOUT = (
    "add Savar smooth=3 fight=3 pool=6",
    "add Sam",
    "add Goons side=enemies grit=6 defense=critical attack=basic",
    "add Boss side=enemies grit=6 defense=extreme attack=critical",
    "arm Savar rifle",
)
DUEL = (
    "add Mira values=Justice",
    "arm Mira revolver kind=ranged bonus=5 damage=2d6+2",
    "add Ape side=enemies defense=12 health=20",
    "range Mira Ape medium",
)


def at_table(game: str, *lines: str) -> Controller:
    return Controller(session(*lines, system=find(game)), Room())


def press(controller: Controller, keys: str) -> str:
    """Press keys, named ones between blanks, and give what the strip shows."""
    for key in keys.split():
        controller.press(key, key if len(key) == 1 else None)
    return in_strip(controller)


def last(controller: Controller) -> str:
    made: Session = controller.session
    return made.story()[-1].command


class TestForms:
    def test_the_throw_stands_there_before_anything_is_typed_and_goes_with_it(self) -> None:
        controller = at_table("gen6", *DUEL, "aim Mira")
        sentence = "Mira rolls 3d6 +6 (revolver 5, aim 1) against 14: 8 or more on the dice, 84 %"
        before = press(controller, "a")
        assert sentence in before
        assert "against 14 = defense 12 + medium 2" in before
        assert "the total with revolver, without aim: 13 or more; or the faces: 652   ⏎ rolls" in before
        assert sentence not in press(controller, "6 5 2")

    def test_three_pairs_are_named_where_the_dice_can_show_them(self) -> None:
        controller = at_table("outgunned", *SHOOTOUT, "set Boss defense=critical", "set Savar pool=6")
        assert "critical: three of a kind, three pairs or better" in press(controller, "o").replace("\n", " ")
        controller = at_table("outgunned", *SHOOTOUT, "set Boss defense=critical", "set Savar pool=3 adrenaline=0")
        assert "three pairs" not in press(controller, "o")

    def test_what_is_known_of_an_unknown_pool_stands_there(self) -> None:
        controller = at_table("outgunned", *SHOOTOUT, "arm Sam rifle", "range all close")
        controller.selection.select("Sam")
        shown = press(controller, "a")
        assert "need defense critical (three of a kind) · ? +1 rifle at close" in shown
        assert "The sheet of Sam has no pool. Type what the dice show, say pool=N, or set Sam pool=N." in shown

    def test_without_a_weapon_bare_hands_and_arming_are_named(self) -> None:
        controller = at_table("outgunned", *SHOOTOUT, "add Kim side=heroes")
        controller.selection.select("Kim")
        shown = " ".join(press(controller, "a").split())
        assert "say pool=N (bare hands: pool=brawn+fight), arm Kim WEAPON, or set Kim pool=N." in shown

    def test_enter_on_an_empty_result_rolls(self) -> None:
        controller = at_table("gen6", *DUEL)
        press(controller, "a enter")
        assert controller.mode is None
        assert last(controller).startswith("attack Mira Ape dice=")

    @pytest.mark.parametrize("typed", ["r", "r o", "r o l l"])
    def test_the_beginning_of_roll_rolls_too(self, typed: str) -> None:
        controller = at_table("gen6", *DUEL)
        press(controller, f"a {typed} enter")
        assert last(controller).startswith("attack Mira Ape dice=")

    def test_without_known_dice_enter_says_what_is_missing_and_stays(self) -> None:
        controller = at_table("outgunned", *SHOOTOUT)
        controller.selection.select("Sam")
        assert "How many dice?" in press(controller, "a enter")
        assert last(controller) == SHOOTOUT[-1]

    def test_a_power_without_a_test_is_not_rolled(self) -> None:
        controller = at_table("gen6", *DUEL)
        controller.open_form("power")
        press(controller, "h e x enter")
        assert last(controller) == "power Mira hex"

    def test_damage_is_asked_of_a_hit_only(self) -> None:
        controller = at_table("gen6", *DUEL)
        assert "damage —" not in press(controller, "a 9")
        hit = press(controller, "backspace 1 9")
        assert "damage —" in hit
        assert "it hits" in hit
        press(controller, "tab 7 enter")
        assert last(controller) == "attack Mira Ape 19 weapon=revolver damage=7"

    def test_after_a_miss_tab_passes_over_the_damage(self) -> None:
        controller = at_table("gen6", *DUEL)
        assert "weapon" in press(controller, "a 9 tab")
        assert "damage" not in in_strip(controller)

    def test_after_a_miss_tab_goes_to_the_target_and_on_to_the_weapon(self) -> None:
        controller = at_table("gen6", *DUEL)
        press(controller, "a 9")
        form = controller.mode
        assert isinstance(form, Form)
        seen = []
        for _ in range(4):
            press(controller, "tab")
            seen.append("options" if form.options else form.fields[form.at].spec.attr)
            if form.options:
                press(controller, "escape")
        assert seen == ["target", "weapon", "options", "result"]

    def test_tab_goes_as_the_eye_goes_and_shift_tab_back(self) -> None:
        controller = at_table("outgunned", *SHOOTOUT)
        press(controller, "a")
        form = controller.mode
        assert isinstance(form, Form)
        seen = [form.fields[form.at].spec.attr]
        for _ in range(2):
            press(controller, "tab")
            seen.append(form.fields[form.at].spec.attr)
        assert seen == ["result", "weapon", "pool"]
        for _ in range(3):
            press(controller, "shift+tab")
        assert form.fields[form.at].spec.attr == "target"

    def test_escape_from_the_odds_goes_back_to_the_form(self) -> None:
        controller = at_table("outgunned", *SHOOTOUT)
        press(controller, "a o escape")
        assert isinstance(controller.mode, Form)
        assert not controller.mode.bars
        for keys, word in (("o", "back"), ("escape", "leave"), ("+", "back"), ("escape", "leave")):
            press(controller, keys)
            assert f"esc {word} " in "".join(text for text, _ in key_line(controller, 120))

    def test_remarks_stand_apart_from_what_will_happen(self) -> None:
        controller = at_table("contract", "add Ana dexterity=3 melee=2", "arm Ana sword", "add Thug side=enemies")
        lines = press(controller, "a 9").splitlines()
        assert next(line for line in lines if "near, not engaged" in line).startswith("but: ")

    def test_a_throw_waits_for_no_key(self) -> None:
        """The chance comes when the keys are done; until then the sentence stands without it."""

        class Later(Room):
            def idle(self, do: object) -> None:
                self.told.append("asked")

        controller = Controller(session(*DUEL, system=find("gen6")), Later())
        controller.press("a", "a")
        assert "9 or more on the dice · damage" in in_strip(controller)


class TestOptions:
    def test_the_rare_ones_are_a_list_that_says_what_each_would_change(self) -> None:
        controller = at_table("gen6", *DUEL)
        told = press(controller, "a +")
        assert "off-hand" in told
        assert "TN +4, 74 % to 26 %" in told
        assert "attacker TN −2 · defender TN +2" in told

    def test_one_is_found_by_its_first_letters_and_switched(self) -> None:
        controller = at_table("gen6", *DUEL)
        assert "against 18" in press(controller, "a + o f f enter")
        press(controller, "1 8 enter")
        assert "off-hand" in last(controller)

    def test_one_with_a_value_is_typed_next(self) -> None:
        controller = at_table("gen6", *DUEL)
        assert "size" in press(controller, "a + s i z enter")
        press(controller, "s m a l l shift+tab")
        assert "against 20" in in_strip(controller)

    def test_it_is_behind_the_last_field_too_and_escape_leaves_only_the_list(self) -> None:
        controller = at_table("outgunned", *SHOOTOUT)
        told = press(controller, "a tab tab tab tab tab")
        assert "options" in told
        assert "options" not in press(controller, "escape")
        assert controller.mode is not None

    def test_what_fits_nothing_is_refused_by_a_mark(self) -> None:
        controller = at_table("outgunned", *SHOOTOUT)
        assert "nothing is called “z”" in press(controller, "a + z")


class TestOdds:
    def test_the_distribution_of_a_form_as_bars(self) -> None:
        controller = at_table("outgunned", *SHOOTOUT)
        told = press(controller, "a o")
        assert "grit -1" in told
        assert "█" in told
        assert "grit -1" not in press(controller, "o")
        press(controller, "c enter")
        assert last(controller).startswith("attack Savar")

    def test_the_chance_against_each_target_and_enter_attacks_the_selected_one(self) -> None:
        controller = at_table("outgunned", *SHOOTOUT, "set Savar adrenaline=0")
        told = press(controller, "o")
        assert isinstance(controller.mode, TargetOdds)
        assert "Goons" in told
        assert "four of a kind or better" in told
        press(controller, "down down down enter")
        assert "attack  Savar → Boss" in in_strip(controller)

    def test_another_way_of_the_attack_is_filled_in(self) -> None:
        controller = at_table("outgunned", *SHOOTOUT, "set Savar adrenaline=0")
        assert "Goons · full auto" in press(controller, "o").splitlines()[1]
        press(controller, "enter")
        assert "full auto 1" in in_strip(controller)
        assert "91 %" in in_strip(controller)
        controller = at_table("outgunned", *SHOOTOUT)
        assert "Goons · full auto · adrenaline" in press(controller, "o").splitlines()[1]
        assert "1 of 1 adrenaline pays for a die" in press(controller, "enter")

    def test_the_best_way_stands_for_all_until_they_are_unfolded(self) -> None:
        sheet = "add Ann level=9 casting=int int=18 slots-1=2 slots-3=1 slots-4=1 ; arm Ann longsword"
        spell = 'arm Ann "chromatic orb" type=acid ; arm Ann fireball ; add Gob side=enemies hp=60 ac=15'
        controller = at_table("srd5", sheet, spell, "range all near ; range Ann Gob reach")
        head, *lines = press(controller, "o").splitlines()
        assert "→ shows 1 other way of it" in head
        named = [re.split(r"  +", line.removeprefix("▌").strip())[0] for line in lines[:3]]
        assert named == ["Gob · fireball · slot 4", "Gob · chromatic orb · slot 4", "Gob · longsword · two handed"]
        head, *lines = press(controller, "right").splitlines()
        assert "← folds 1 other way of it" in head
        assert [" ".join(re.findall(r"slot \d", line)) for line in lines[:4]] == ["slot 4", "", "slot 4", ""]
        assert press(controller, "down left") == press(controller, "right left")
        for words, others in (("1 other", "← folds"), ("folds", "→ shows")):
            line = controller.mode.lines(controller, 100, 12)[0]  # type: ignore[union-attr]
            controller.click(Click(spot_at(line, "".join(text for text, _ in line).index(words))[0]))
            assert others in in_strip(controller).splitlines()[0]
        press(controller, "down right down enter")
        assert "slot 3" in in_strip(controller)

    def test_words_are_whole_before_bars_have_room(self) -> None:
        foe = 'bring "Goblin Warrior" count=3 ; range all near'
        controller = at_table("srd5", 'bring "fighter 3" as=Ann', foe, "initiative all 10", "next", "active Ann")
        press(controller, "o")
        for room in (80, 120):
            row = in_strip(controller, room).splitlines()[1]
            assert re.search(r" Goblin Warrior ×3 · greatsword · nearer .*  out \d+ %", row)
            assert "█" in row
        controller = at_table("outgunned", *SHOOTOUT)
        press(controller, "o")
        assert "  out 6 %" in in_strip(controller, 80)

    def test_it_says_what_is_refused(self) -> None:
        controller = at_table("outgunned", *SHOOTOUT, "attack Savar Goons c")
        assert "refused" in press(controller, "o")

    def test_an_enemy_chooses_among_threats_by_all_reactions_and_never_attacks(self) -> None:
        sheet = "brawn=3 nerves=2 fight=3 stunt=2 endure=1 force=1 stealth=2 awareness=2"
        controller = at_table("outgunned", f"add Ann {sheet}", "add Rat side=enemies preset=goons-3", "begin action")
        controller.selection.select("Rat")
        press(controller, "o")
        assert controller.mode is None
        assert controller.host.told[-1] == "Rat cannot attack anybody now."  # type: ignore[attr-defined]
        press(controller, "n")
        controller.selection.select("Rat")
        told = press(controller, "o").splitlines()
        assert "threat crush or choke" in told[1]
        assert "Ann rolls 4 dice (brawn 3, endure 1)" in " ".join(told)
        press(controller, "enter")
        assert "threat  which 3  by Rat" in in_strip(controller)

    def test_a_division_is_filled_in(self) -> None:
        rats = [f"add {name} side=enemies brawn=1" for name in ("Cat", "Dog")]
        controller = at_table("contract", "add Ann dexterity=4 melee=4", *rats, "arm Ann sword", "initiative Ann 3")
        told = press(controller, "o")
        shares = re.search(r"split Cat (\d), Dog (\d)", told)
        assert shares is not None
        at = next(place for place, line in enumerate(told.splitlines()) if "split" in line) - 1
        press(controller, " ".join([*["down"] * at, "enter"]))
        assert f"shares attack@Cat/sword:{shares[1]},attack@Dog/sword:{shares[2]}" in in_strip(controller)

    def test_nobody_to_aim_at(self) -> None:
        controller = at_table("gen6", "add Mira")
        press(controller, "o")
        assert controller.mode is None
        assert "nobody for Mira" in controller.host.told[-1]  # type: ignore[attr-defined]

    def test_the_board_has_it_beside_each_name_when_asked(self) -> None:
        controller = at_table("gen6", *DUEL)
        assert controller.view().chances == ()
        controller.press("%", "%")
        assert controller.view().chances == (("Ape", "74 %"),)
        controller.press("%", "%")
        assert controller.view().chances == ()

    @pytest.mark.parametrize("game", ["gen6", "outgunned", "contract", "unknown-armies"])
    def test_twenty_targets_take_no_time_anybody_notices(self, game: str) -> None:
        sheet = {
            "gen6": "quickness=1",
            "outgunned": "pool=6 adrenaline=0",
            "contract": "dexterity=4 melee=3",
            "unknown-armies": "struggle=55",
        }[game]
        foe = {"gen6": "defense=12 health=9", "unknown-armies": "body=40"}.get(game, "")
        controller = at_table(game, f"add Mira {sheet}", f"add Thug side=enemies count=20 {foe}")
        controller.session.do("note on")
        told = press(controller, "o")
        press(controller, "escape")
        controller.session.do("note on")
        taken = calls(lambda: press(controller, "o"))
        press(controller, "escape")
        assert told.count("Thug ×20  ") == 1
        assert "Thug ×20" in told
        press(controller, "escape j right k")
        assert "Thug 1 " in press(controller, "o")
        assert taken < 1_500


class TestSheets:
    PEOPLE = ("add Savar pool=5", "add Sam pool=4", "add Ivy", "add Goons side=enemies attack=basic", "begin reaction")

    def test_each_row_says_what_it_rolls(self) -> None:
        controller = at_table("outgunned", *self.PEOPLE)
        line = press(controller, "a").splitlines()
        assert "91 %  5 dice (sheet 5) against attack basic: a pair or better" in line[1]
        assert "need attack basic (a pair) · dice not known" in line[3]

    def test_a_row_that_is_to_be_rolled_says_so_in_the_same_words(self) -> None:
        controller = at_table("outgunned", *self.PEOPLE)
        press(controller, "a")
        controller.paste("roll")
        assert "91 %  5 dice (sheet 5) against attack basic: a pair or better" in in_strip(controller).splitlines()[1]

    def test_a_row_that_is_cut_stands_whole_below(self) -> None:
        controller = at_table("outgunned", *self.PEOPLE)
        press(controller, "a")
        controller.paste("0 vs=goons")
        line = in_strip(controller, 50).splitlines()
        assert line[1].endswith("…")
        assert line[-1].strip() == "nothing. −1 grit (12 → 11)."

    def test_the_loss_of_each_row_has_room_in_a_small_terminal(self) -> None:
        people = ("Margarethe Vandermeer", "Konstantin Orlov")
        thugs = ('add "Harbour Thugs" side=enemies preset=goons-4', "begin reaction", 'threat 1 by="Harbour Thugs"')
        controller = at_table("outgunned", *(f'add "{name}" pool=6' for name in people), *thugs)
        press(controller, "a b tab 2 b")
        line = in_strip(controller, 80).splitlines()
        assert line[1].split("  ")[-1].strip() == "basic. −2 grit (12 → 10)."
        assert line[2].split("  ")[-1].strip() == "2 basic. −1 grit (12 → 11)."

    def test_enter_on_an_empty_sheet_rolls_for_all_whose_dice_are_known(self) -> None:
        controller = at_table("outgunned", *self.PEOPLE)
        assert "rolls for all" in press(controller, "a")
        press(controller, "enter")
        lines = last(controller).split(" ; ")
        assert [line.split(" dice=")[0] for line in lines] == ["react Savar", "react Sam"]


class TestTargets:
    FOES = ("Goons", "Rats", "Boss")
    FIGHT = ("add Ann pool=5", "add Bea pool=5", *(f"add {name} side=enemies grit=6" for name in FOES))
    NEAR = ("add Ann", *(f"add {name} side=enemies" for name in FOES))

    def test_each_actor_has_the_one_they_fought_last(self) -> None:
        controller = at_table("outgunned", *self.FIGHT, "attack Ann Rats c", "attack Bea Boss b")
        assert (controller.target_of("Ann"), controller.target_of("Bea")) == ("Rats", "Boss")

    def test_it_is_read_from_the_story_so_that_an_undo_takes_it_back(self) -> None:
        controller = at_table("outgunned", *self.FIGHT, "attack Ann Rats c", "undo")
        assert controller.target_of("Ann") == "Goons"

    def test_never_somebody_who_is_out(self) -> None:
        controller = at_table("outgunned", *self.FIGHT, "attack Ann Rats c", "out Rats")
        assert controller.target_of("Ann") == "Goons"

    def test_who_is_chosen_by_hand_comes_before_and_falls_out_with_their_defeat(self) -> None:
        controller = at_table("outgunned", *self.FIGHT, "attack Ann Rats c")
        controller.selection.select("Ann")
        controller.selection.aim("Boss")
        assert controller.target_of("Ann") == "Boss"
        controller.session.do("out Boss")
        assert controller.target_of("Ann") != "Boss"

    def test_after_whoever_fell_comes_the_one_fought_before_who_is_up(self) -> None:
        controller = at_table("outgunned", *self.FIGHT, "attack Ann Boss c", "attack! Ann Rats c", "out Rats")
        assert controller.target_of("Ann") == "Boss"
        controller.selection.select("Ann")
        controller.selection.aim("Goons")
        assert controller.target_of("Ann") == "Goons"
        controller.session.do("out Goons")
        assert controller.target_of("Ann") == "Boss"

    def test_who_is_beside_the_actor_comes_before_the_one_fought_farther_off(self) -> None:
        controller = at_table("outgunned", *self.FIGHT, "attack Ann Rats c", "range Ann Boss melee")
        assert controller.target_of("Ann") == "Boss"
        controller.session.do("range Ann Rats melee")
        assert controller.target_of("Ann") == "Rats"

    def test_who_went_away_from_beside_the_actor_comes_first_in_that_turn(self) -> None:
        foes = ("add Ogre side=enemies", "attack! Ogre Bea 3", "range all far", "range Ann Ogre reach")
        order = (f"initiative {name} {number}" for name, number in (("Ann", 9), ("Bea", 7), ("Ogre", 5)))
        controller = at_table("srd5", "add Ann", "add Bea", *foes, "range Bea Ogre reach", *order)
        controller.run("next")
        assert controller.target_of("Ogre") == "Bea"
        controller.run("farther Ann Ogre")
        assert controller.target_of("Ogre") == "Ann"
        assert controller.target_of("Bea") == "Ogre"
        controller.run("undo")
        assert controller.target_of("Ogre") == "Bea"
        controller.run("farther Ann Ogre")
        controller.selection.select("Ogre")
        controller.selection.aim("Bea")
        assert controller.target_of("Ogre") == "Bea", "whom one chose stays so"
        controller.run("next")
        controller.run("range Bea Ogre far")
        assert controller.target_of("Ogre") == "Bea"
        controller.run("next")
        assert controller.target_of("Ogre") == "Bea"

    HELPED = ("add Ann", "add Bea", "add Ogre side=enemies", "add Rats side=enemies", "active Ann")

    @pytest.mark.parametrize(
        ("lines", "target"),
        [
            ((), "Bea"),
            (("range Ann Bea far",), "Bea"),
            (("aid! Ann Bea",), "Rats"),
            (('cast! Ann "cure wounds" Bea cure=3',), "Rats"),
            (("active Bea",), "Rats"),
        ],
        ids=["just chosen", "moved by hand", "helped", "healed", "another turn"],
    )
    def test_a_friend_who_was_helped_is_no_target_any_more(self, lines: tuple[str, ...], target: str) -> None:
        controller = at_table("srd5", *self.HELPED, "arm Ann cure wounds", "attack! Ann Rats 3")
        controller.selection.select("Ann")
        controller.selection.aim("Bea")
        for line in lines:
            controller.session.do(line)
        assert controller.target_of("Ann") == target

    def test_whom_one_fought_before_a_friend_was_helped_comes_first(self) -> None:
        controller = at_table("srd5", *self.HELPED, "attack! Ann Rats 3", "aid! Ann Bea")
        assert controller.target_of("Ann") == "Rats"
        controller.selection.select("Ann")
        controller.selection.aim("Ogre")
        controller.session.do("aid! Ann Bea")
        assert controller.target_of("Ann") == "Ogre", "a foe chosen by hand stays so"

    def test_the_nearest_comes_first(self) -> None:
        controller = at_table("gen6", *self.NEAR, "range all long", "range Ann Rats short")
        assert controller.target_of("Ann") == "Rats"

    def test_who_is_out_may_be_chosen(self) -> None:
        controller = at_table("outgunned", *self.FIGHT, "out Rats")
        controller.selection.select("Ann")
        controller.selection.aim("Rats")
        assert controller.target_of("Ann") == "Rats"


def test_neighbours_in_number_are_put_together() -> None:
    outcomes = [("miss", 0.5), *((f"hp -{number}", 0.1) for number in (3, 1, 2, 4, 5))]
    assert grouped(outcomes, 6)[1:] == [(f"hp -{number}", 0.1) for number in range(1, 6)]
    assert [label for label, _ in grouped(outcomes, 4)] == ["miss", "hp -1 to -2", "hp -3 to -4", "hp -5"]
    assert sum(p for _, p in grouped(outcomes, 2)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("game", "lacks"),
    [("unknown-armies", "Ann has no struggle on the sheet."), ("gen6", "Foe has no defense on the sheet.")],
)
def test_what_the_sheet_lacks_for_a_roll_is_said_before_anything_is_typed(game: str, lacks: str) -> None:
    controller = pressed(game, ("add Ann", "add Foe side=enemies"), "a")
    assert controller.mode is not None
    shown = " ".join("".join(text for text, _ in line) for line in controller.mode.lines(controller, 100, 9))
    assert lacks in shown


def test_several_roll_and_one_rolls() -> None:
    for name, says in (("Goons", "Goons roll 3d10"), ("Bo", "Bo rolls 3d10")):
        controller = pressed("contract", ("add Ann brawn=3", f"add {name} side=enemies brawn=3", "range all engaged"))
        controller.selection.select(name)
        controller.press("a", "a")
        assert says in in_strip(controller)


@pytest.mark.parametrize(("arms", "called"), [(("arm Nia sword",), "sword"), ((), "attack")])
def test_a_weapon_that_does_not_reach_says_so_beside_its_chance(arms: tuple[str, ...], called: str) -> None:
    fight = session(
        *("add Nia brawn=3 dexterity=4 melee=3 brawl=2", "add Rat side=enemies brawn=2", *arms, "range Nia Rat near"),
        *("initiative Nia 9", "initiative Rat 1", "next"),
        system=find("contract"),
    )
    controller = Controller(fight, Room())
    controller.selection.select("Nia")
    assert on_card(controller)[called].startswith("× out of reach · ")
    fight.do("range Nia Rat engaged")
    assert "×" not in on_card(controller)[called]


def test_a_foe_who_throws_nothing_says_on_the_card_what_must_be_shown_against_it() -> None:
    controller = at_table("outgunned", *SHOOTOUT, "arm Boss shotgun", "range all close")
    controller.selection.select("Boss")
    assert on_card(controller) == {"attack": "critical: react with three of a kind or better"}
    controller.session.do("mode brawl")
    assert on_card(controller)["attack"] == "critical: each attack on them is safe with three of a kind or better"


def test_what_decides_comes_first_on_the_card() -> None:
    controller = at_table("outgunned", *SHOOTOUT, "arm Savar pistol", "arm Savar rifle loaded=no", "range all close")
    controller.selection.select("Savar")
    told = on_card(controller)
    assert told["rifle"].startswith("× The rifle is empty · 68 % · 7 dice")
    assert re.match(r"\d+ % · 6 dice \(sheet 6\)", told["pistol"])


def test_what_reaches_several_says_how_many_are_out_on_average_and_never_a_share_of_more_than_all() -> None:
    heroes = [f"add {name} hp=90 ac=15" for name in ("Ann", "Bea", "Cid", "Dan", "Eve", "Fay")]
    dragon = 'bring "Adult Red Dragon"'
    controller = at_table("srd5", *heroes, "hurt Ann,Bea,Cid,Dan 75", dragon, "range all near")
    controller.selection.select("Adult Red Dragon")
    breath, *single = [line for line in press(controller, "o").splitlines() if "fire breath" in line]
    assert "all 6" in breath
    assert "−179.0 of 240  4.0 out on average" in breath
    assert not any(int(share) > 100 for line in (breath, *single) for share in re.findall(r"(\d+) %", line))
    assert "out 100 %" in single[0]


def test_what_is_cast_says_so_on_the_card() -> None:
    lines = (
        "add Elra level=5 spell-hit=7",
        'arm Elra "fire bolt"',
        "arm Elra dagger hit=6 dice=1d4",
        "add Ogre side=enemies ac=11",
    )
    said = on_card(at_table("srd5", *lines))
    assert said["fire bolt"].startswith("85 % · cast: 1d20 +7")
    assert said["dagger"].startswith("80 % · 1d20 +6")


def test_card_and_form_have_all_that_is_thrown_for_damage() -> None:
    lines = (
        "add Robin dex=18 level=5",
        *("arm Robin shortbow", "arm Robin rapier hit=6 dice=1d8+3 extra=2d6"),
        "add Ogre side=enemies ac=11",
        "range all near",
    )
    controller = at_table("srd5", *lines)
    assert {weapon: dice for weapon, dice, _ in controller.chances.by_weapon(controller.selection.target())} == {
        "shortbow": "1d6+4",
        "rapier": "1d8+3+2d6",
    }
    controller.open("attack", {"weapon": "shortbow"})
    assert "85 % · damage 1d6 + 4" in in_strip(controller)
    controller.close()
    controller.open("attack", {"weapon": "rapier"})
    assert "· damage 1d8+3 · second 2d6" in " ".join(in_strip(controller).split())


def test_the_dice_of_spells_stand_on_the_card_as_they_are_thrown() -> None:
    spells = ('arm Aela "cure wounds"', 'arm Aela "sacred flame"')
    controller = at_table("srd5", "add Aela wis=18 level=5 casting=wis slots-1=2", *spells, "add Ogre side=enemies")
    told = {spell: (dice, said) for spell, dice, said in controller.chances.by_weapon(controller.selection.target())}
    assert told["cure wounds"] == ("", "cast: 2d8 + 4 for cure")
    assert told["sacred flame"][0] == "2d8"


def test_dice_of_a_spell_that_are_not_known_do_not_stand_on_the_card() -> None:
    controller = at_table("srd5", "add Aela wis=18", 'arm Aela "cure wounds"', "add Ogre side=enemies")
    ((spell, dice, said),) = controller.chances.by_weapon(controller.selection.target())
    assert (spell, dice) == ("cure wounds", "")
    assert said.startswith("× The sheet does not say which ability it casts with: set Aela casting=wis")


@pytest.mark.parametrize("way", ["form", "line"])
def test_a_remark_is_whole_in_a_form_and_behind_a_typed_line(way: str) -> None:
    foe = 'bring "Goblin Warrior" ; range all near ; initiative all 10 ; next ; active "Goblin Warrior"'
    hit = 'attack "Goblin Warrior" Dee 16 weapon=shortbow damage=5'
    controller = at_table("srd5", 'bring "wizard 3" as=Dee', foe, hit)
    controller.selection.select("Dee")
    controller.type_line("cast Dee shield")
    if way == "form":
        controller.open("cast", {"weapon": "shield", "actor": "Dee"})
    assert controller.mode is not None
    told = in_strip(controller, 78, controller.mode.rows(controller, 78, 11))
    assert "undo up to and including that attack, then Shield and the attack again." in " ".join(told.split())


def test_a_spell_without_a_throw_says_why_it_is_refused_like_the_others() -> None:
    lines = ("add Mira hp=20 wis=16 level=3 casting=wis slots-1=3", "add Gob side=enemies hp=9")
    arms = ("arm Mira mace, bless, cure wounds", "initiative Mira 20", "initiative Gob 5", "next")
    controller = at_table("srd5", *lines, *arms, "attack Mira Gob miss weapon=mace")
    said = {weapon: said for weapon, _, said in controller.chances.by_weapon(controller.selection.target())}
    for spell in ("bless", "cure wounds"):
        assert said[spell].startswith("× Mira has used the action of this turn")
