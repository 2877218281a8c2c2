"""Adding a combatant and editing a sheet, key by key."""

from __future__ import annotations

import pytest

from tests.games.files.small import GAME, fight
from tests.small_game import session
from tests.table import played
from tests.tui.skirmish import Room, Seat, in_strip
from tracker.games.registry import find
from tracker.tui.cockpit.controller import Controller
from tracker.tui.cockpit.view import Click
from tracker.tui.strip.adding import Adding, NewcomerSource, sources
from tracker.tui.strip.command_bar import CommandBar
from tracker.tui.strip.edit import Edit


def test_a_newcomer_is_selected_and_their_sheet_is_open() -> None:
    seat = Seat()
    seat.type("+ Cid enter")
    assert seat.last == "add Cid"
    assert isinstance(seat.controller.mode, Edit)
    assert seat.controller.mode.names == ("Cid",)
    assert seat.controller.selection.selected == "Cid"
    seat.type("ar 3 enter")
    assert (seat.last, seat.controller.mode) == ("set Cid armor=3", None)


@pytest.mark.parametrize(("keys", "mode"), [("+", Adding), (":", CommandBar)])
def test_an_untouched_sheet_makes_way_for_the_next_key(keys: str, mode: type[object]) -> None:
    seat = Seat().type(f"+ Cid enter {keys}")
    assert isinstance(seat.controller.mode, mode)
    seat.type("escape e ar 3 +")
    assert isinstance(seat.controller.mode, Edit), "what was typed is not lost"


def test_enter_enters_a_field_that_was_found_and_the_sheet_says_so() -> None:
    controller = Controller(session("add Ann", system=find("outgunned")), Room())
    for key in "e":
        controller.press(key, key)
    form = controller.mode
    assert isinstance(form, Edit)
    assert "letters find a field" in in_strip(controller, 78)
    for key in "weapon":
        controller.press(key, key)
    assert "⏎ enters it" in in_strip(controller, 78)
    controller.press("enter")
    assert controller.mode is form
    for key in "pistol":
        controller.press(key, key)
    controller.press("enter")
    assert controller.session.story()[-1].command.startswith("arm Ann pistol")


@pytest.mark.parametrize(("typed", "becomes"), [("spell-dc15", {"spell-dc": 15}), ("save-d-1", {"save-dex": -1})])
def test_a_field_with_a_hyphen_is_found_by_its_whole_name(typed: str, becomes: dict[str, int]) -> None:
    controller = Controller(session("add Ann", system=find("srd5")), Room())
    for key in f"e{typed}":
        controller.press(key, key)
    controller.press("enter")
    assert controller.scene["Ann"].fields.items() >= becomes.items()


@pytest.mark.parametrize("typed", ["slots-2", "slots2", "sl2"])
def test_a_field_with_a_digit_at_its_end_is_found_by_it_and_nothing_becomes_its_value(typed: str) -> None:
    controller = Controller(session("add Ann", system=find("srd5")), Room())
    for key in f"e{typed}":
        controller.press(key, key)
    controller.press("enter")
    assert isinstance(controller.mode, Edit), "enter enters the field"
    controller.press("3", "3")
    controller.press("enter")
    assert controller.session.story()[-1].command == "set Ann slots-2=3"


def test_a_value_that_makes_no_sense_is_answered_with_what_the_field_is() -> None:
    controller = Controller(session("add Ann", system=find("srd5")), Room())
    told = controller.session.preview("set Ann saves=wis,cha").error
    assert told.startswith("saves (one bonus to all saving throws without their own, as 3; that of one is save-wis): ")
    for key in "eskills":
        controller.press(key, key)
    assert "skills as printed, used by stealth, escape and first-aid: Stealth +6, Perception +2" in in_strip(controller)


def test_a_weapon_beside_one_with_values_is_a_weapon_of_its_own() -> None:
    controller = Controller(session("add Ann", system=find("outgunned")), Room())
    for key in ("e", *"weapon", "enter", *"pistol, knife kind=hand tags=quiet,light", "enter"):
        controller.press("space" if key == " " else key, key if len(key) == 1 else None)
    weapons = controller.scene["Ann"].weapons
    assert {name: fields["kind"] for name, fields in weapons.items()} == {"pistol": "pistol", "knife": "hand"}
    assert weapons["knife"]["tags"] == ["quiet", "light"]


@pytest.mark.parametrize(("game", "example"), [("srd5", "spear, acid arrow, NAME hit="), ("cairn", "commas: ")])
def test_the_field_for_weapons_names_what_the_game_knows_by_name(game: str, example: str) -> None:
    controller = Controller(session("add Ann", system=find(game)), Room())
    for key in "eweap":
        controller.press(key, key)
    assert example in in_strip(controller, 300)


def test_several_weapons_are_typed_with_commas_into_one_field() -> None:
    controller = Controller(session(system=find("srd5")), Room())
    for key in ("+", *"Kara", "enter", *"weapon", "enter", *"longsword, light crossbow", "enter"):
        controller.press("space" if key == " " else key, key if len(key) == 1 else None)
    assert [*controller.scene["Kara"].weapons] == ["longsword", "light crossbow"]
    assert controller.session.story()[-1].command == 'arm Kara "longsword, light crossbow"'


def test_a_list_with_an_unknown_weapon_is_refused_in_the_sheet_as_in_a_line() -> None:
    controller = Controller(session("add Kara", system=find("srd5")), Room())
    for key in ("e", *"weapon", "enter", *"dagger,foo"):
        controller.press(key, key if len(key) == 1 else None)
    says = "Not all of these are weapons of the game: arm Kara dagger ; arm Kara foo gives each by itself."
    assert says in in_strip(controller, 200)
    assert controller.session.preview("arm Kara dagger,foo").error == says


def test_beside_a_count_stands_the_sheet_that_is_meant_and_no_other() -> None:
    controller = Controller(session(system=find("srd5")), Room())
    for key in ("+", *"kobold", "tab", "4"):
        controller.press(key, key if len(key) == 1 else None)
    told = in_strip(controller, 100)
    assert "Kobold Warrior" in told
    assert "Knight" not in told
    assert "Kraken" not in told


@pytest.mark.parametrize("room", [60, 80, 100, 120, 200])
def test_a_ready_sheet_shows_all_it_has_or_counts_the_rest(room: int) -> None:
    controller = Controller(session(system=find("srd5")), Room())
    for key in "+archmage":
        controller.press(key, key)
    (line,) = [line for line in in_strip(controller, room).splitlines() if "hp 170" in line]
    assert "…" not in line
    assert line.rstrip().endswith("others") == (room < 200)


def test_help_comes_back_to_the_sheet_as_it_was() -> None:
    seat = Seat().type("e")
    form = seat.controller.mode
    seat.type("?")
    assert (seat.room.opened, seat.controller.mode) == (["help"], form)
    seat.type("7 hp ? 6 enter")
    assert seat.room.opened == ["help"]
    assert Seat().type("e 7 ar backspace backspace ? enter").last == "set Ann hp=7"


@pytest.mark.parametrize("keys", ["e side enter enemies enter", "e s enter e enter", "e 7 side enter wolves enter"])
def test_the_side_is_a_field_of_the_sheet(keys: str) -> None:
    seat = Seat().type(keys)
    assert seat.last.startswith("set Ann side=")
    assert seat.controller.scene["Ann"].side == ("wolves" if "wolves" in keys else "enemies")


@pytest.mark.parametrize(
    ("game", "first"),
    [
        ("srd5", ["side", "hp", "hp.max", "ac", "initiative", "weapon", "temp"]),
        ("gen6", ["side", "health", "health.max", "courage", "courage.max", "defense", "armor_i", "armor_b"]),
        ("contract", ["side", "body", "body.max", "armor", "injuries", "weapon", "brawn"]),
        ("outgunned", ["side", "grit", "grit.max", "weapon"]),
    ],
)
def test_a_sheet_begins_with_what_is_prepared_first(game: str, first: list[str]) -> None:
    controller = Controller(session("add Ann", system=find(game)), Room())
    controller.press("e", "e")
    assert isinstance(controller.mode, Edit)
    assert [field.spec.name for field in controller.mode.fields][: len(first)] == first
    assert controller.mode.here is controller.mode.fields[1], "the main track is changed most often"


def test_letters_show_only_the_fields_that_they_find_and_nothing_moves() -> None:
    controller = Controller(session("add Ann", "arm Ann club", system=find("srd5")), Room())
    controller.press("e", "e")
    form = controller.mode
    assert isinstance(form, Edit)
    tall = form.rows(controller, 110, 30)
    for key in "save":
        controller.press(key, key)
    shown = in_strip(controller, 110)
    assert "save-cha" in shown
    assert "speed" not in shown
    assert form.rows(controller, 110, 30) == tall
    controller.press("tab")
    assert "speed" in in_strip(controller, 110)


@pytest.mark.parametrize(
    ("field", "says"),
    [("ac", "letters find another field"), ("speed", "what you type goes into it"), ("we", "has club")],
)
def test_where_the_next_letter_goes_is_said(field: str, says: str) -> None:
    controller = Controller(session("add Ann", "arm Ann club", system=find("srd5")), Room())
    for key in f"e{field}":
        controller.press(key, key)
    controller.press("tab")
    assert says in in_strip(controller, 110)


def test_a_field_that_a_game_calls_weapon_is_one_of_its_sheet() -> None:
    controller = Controller(fight(f'{GAME}[[field]]\nname = "weapon"\n', "add Ann"), Room())
    for key in ("e", *"weap", "4", "enter"):
        controller.press(key, key if len(key) == 1 else None)
    assert controller.session.story()[-1].command == "set Ann weapon=4"


def test_a_field_and_its_value_stand_on_one_line() -> None:
    controller = Controller(session("add Ann", system=find("outgunned")), Room())
    controller.press("e", "e")
    assert isinstance(controller.mode, Edit)
    form = controller.mode
    for room in (60, 78):
        lines = ["".join(text for text, _ in line).strip() for line in form.lines(controller, room, 30)]
        assert not any(line.startswith("—") for line in lines)


@pytest.mark.parametrize(
    ("game", "kept", "asked"),
    [
        ("outgunned", {"extra", "covered", "bought"}, {"grit", "bullets", "pool", "fight"}),
        ("contract", {"quick", "shares", "held", "evade", "next_penalty", "pending"}, {"body", "armor", "injuries"}),
        ("gen6", {"ongoing"}, {"health", "courage", "values"}),
        ("unknown-armies", set(), {"body", "struggle", "dodge"}),
    ],
)
def test_a_sheet_asks_for_what_is_the_game_masters(game: str, kept: set[str], asked: set[str]) -> None:
    fight = session("add Ann", "add Bob side=enemies", system=find(game))
    controller = Controller(fight, Room())
    controller.press("e", "e")
    assert isinstance(controller.mode, Edit)
    names = {field.spec.name for field in controller.mode.fields}
    assert asked <= names
    assert not kept & names
    assert kept <= {spec.name for spec in fight.system.sheet.fields if not spec.internal}


def test_what_is_said_of_an_unknown_weapon_stands_whole_where_no_source_is_listed() -> None:
    fight = played("contract", "add Ann", "add Orc side=enemies", "initiative Ann 3")
    controller = Controller(fight, Room())
    for key in "+Bo weapon=rifle":
        controller.press(key, key)
    said = " ".join(in_strip(controller, 78, 8).split())
    assert "kind=firearm, thrown or brawl changes that. Known: sniper-rifle." in said


def test_a_sheet_whose_whole_name_is_typed_is_taken() -> None:
    assert Seat().type("+ Rat enter").last == "add Rat side=enemies preset=rat"
    assert Seat().type("+ Rats enter").last == "add Rats"
    assert Seat().type("+ Rat up enter").last == "add Rat", "the arrow takes it off again"


def test_the_only_one_whose_words_begin_as_typed_is_taken_and_of_several_it_is_asked() -> None:
    sheets = ("Young Red Dragon", "Goblin Boss", "Goblin Warrior", "Tyrannosaurus Rex")

    def typed(keys: str) -> Seat:
        seat = Seat().type("+")
        form = seat.controller.mode
        assert isinstance(form, Adding)
        thin = NewcomerSource("goblin", "", "Goblin", {"preset": "rat"})
        form.sources = (*(NewcomerSource(name, "hp 9", name) for name in sheets), thin)
        return seat.type(keys)

    assert "▌ Young…" in typed("young space red").shown(110)
    assert typed("young space red enter").last == 'add "Young Red Dragon"'
    assert typed("young space red down down enter").last == 'add "young red"', "somebody new of that name"
    seat = typed("goblin enter")
    assert seat.last == Seat().last, "the thin sheet of that very name goes not before the listed ones"
    assert "▌ Goblin" in seat.shown(110)
    assert seat.type("enter").last == 'add "Goblin Boss"'
    assert typed("goblin down down enter").last == 'add "Goblin Warrior"'
    seat = typed("goblin")
    assert "↓ or enter chooses one, ↑ somebody new called “goblin”" in seat.shown(110)
    assert "▌ a new combatant called “goblin”" in seat.type("up").shown(110)
    assert seat.type("enter").last == "add goblin"
    assert typed("ran enter").last == "add ran", "what stands within a word is listed and not meant"


@pytest.mark.parametrize("moved", ["down", "down down", "up"])
def test_letters_after_a_move_in_the_list_go_on_with_the_search(moved: str) -> None:
    seat = Seat().type("+")
    form = seat.controller.mode
    assert isinstance(form, Adding)
    names = ("Goblin Boss", "Goblin Minion", "Goblin Warrior", "Guard")
    form.sources = tuple(NewcomerSource(name, "hp 9", name) for name in names)
    seat.type(f"gob {moved} lin space w")
    assert "will: Goblin Warrior joins" in seat.shown(110)
    assert seat.type("enter").last == 'add "Goblin Warrior"'


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("r down down at enter", 'add "Grey Rat" preset=rat'),
        ("x backspace down down down Gr enter enter", 'add "Grey Rat" preset=rat'),
        ("x backspace down down down Grik enter", "add Grik preset=rat"),
        ("x backspace down Grey backspace backspace backspace backspace enter", 'add "Old Rat" preset=rat'),
        ("r down x backspace backspace Grik enter", "add Grik"),
    ],
)
def test_letters_that_find_who_is_chosen_keep_them_and_those_that_find_nobody_name_who_was_chosen_first(
    keys: str, line: str
) -> None:
    seat = Seat().type("+")
    form = seat.controller.mode
    assert isinstance(form, Adding)
    names = ("Old Rat", "Grey Rat", "Elf")
    form.sources = tuple(NewcomerSource(name, "hp 9", name, {"preset": "rat"}) for name in names)
    assert seat.type(keys).last == line


def test_a_name_for_short_marks_whom_it_is_short_for() -> None:
    controller = Controller(played("srd5", "add Ann"), Room())
    for key in ("+", *"goblin"):
        controller.press(key, key)
    controller.press("enter")
    controller.press("enter")
    assert controller.session.story()[-1].command == 'bring "Goblin Warrior"'


def test_several_sources_are_marked_and_join_together() -> None:
    seat = Seat().type("+ down space")
    form = seat.controller.mode
    assert isinstance(form, Adding)
    assert "1 marked" in seat.shown(110)
    seat.type("space")
    assert not form.picked, "space again takes the mark off"
    form.sources = (NewcomerSource("Guard", "hp 9", "Guard", {"preset": "rat"}), *form.sources)
    seat.type("space z backspace up space")
    assert [source.word for source in form.picked] == ["rat", "Guard"]
    seat.type("tab enter")
    assert seat.last == "add Rat side=enemies preset=rat ; add Guard preset=rat"
    assert seat.controller.mode is None
    seat = Seat().type("+")
    form = seat.controller.mode
    assert isinstance(form, Adding)
    form.sources = tuple(NewcomerSource(f"Gnoll {letter}", "", f"Gnoll {letter}") for letter in "ABCD")
    seat.type("Gnoll down + down space")
    assert [source.word for source in form.picked] == ["Gnoll A", "Gnoll B"], "marked, though a name was begun"
    seat.type("backspace Elf space Rat")
    assert len(form.picked) == 2, "what is typed after that is a text"


def test_a_blank_after_somebody_new_goes_into_the_name_and_one_after_an_arrow_marks() -> None:
    assert Seat().type("+ ra up space king enter").last == 'add "ra king"'
    form = Seat().type("+ Rat down space").controller.mode
    assert isinstance(form, Adding)
    assert [source.word for source in form.picked] == ["rat"]


@pytest.mark.parametrize("keys", ["+", "+ ra", "+ Rat", "+ down space", "+ ra up"])
def test_what_the_list_says_is_whole_at_eighty_columns(keys: str) -> None:
    assert "…" not in Seat().type(keys).shown(80).splitlines()[1]


@pytest.mark.parametrize("most", [4, 5, 12])
def test_whoever_enter_would_choose_is_seen_in_a_small_terminal(most: int) -> None:
    assert "▌ rat" in Seat().type("+ ra down").shown(46, most)


def test_clicks_with_ctrl_and_shift_mark_sources() -> None:
    seat = Seat().type("+")
    form = seat.controller.mode
    assert isinstance(form, Adding)
    form.sources = tuple(NewcomerSource(f"Gnoll {letter}", "", f"Gnoll {letter}") for letter in "ABCDE")
    seat.type("z backspace")
    for click in (
        Click("item:1"),
        Click("item:3", spans=True),
        Click("item:0", picks=True),
        Click("item:2", picks=True),
    ):
        seat.controller.click(click)
    assert {source.word for source in form.picked} == {"Gnoll A", "Gnoll B", "Gnoll D"}
    assert seat.type("enter").last.count("add ") == 3
    assert seat.controller.mode is None


def test_the_list_stays_as_it_was_found_while_sources_are_marked() -> None:
    seat = Seat().type("+")
    form = seat.controller.mode
    assert isinstance(form, Adding)
    form.sources = tuple(NewcomerSource(name, "", name) for name in ("Elf A", "Gnoll A", "Elf B", "Gnoll B"))
    seat.type("Gno")
    for item in ("item:1", "item:0"):
        seat.controller.click(Click(item, picks=True))
        assert [source.word for source in form._offered()] == ["Gnoll A", "Gnoll B"]
    assert [source.word for source in form.picked] == ["Gnoll B", "Gnoll A"]
    seat.type("Elf")
    assert [source.word for source in form._offered()] == ["Elf A", "Elf B"], "a new name after those who are marked"
    seat.type("down space")
    assert seat.type("enter").last == 'add "Gnoll B" ; add "Gnoll A" ; add "Elf A"'


def test_one_source_that_is_marked_joins_as_often_as_its_count_says() -> None:
    seat = Seat().type("+")
    form = seat.controller.mode
    assert isinstance(form, Adding)
    seat.controller.click(Click(f"item:{[source.word for source in form.sources].index('rat')}", picks=True))
    assert [source.word for source in form.picked] == ["rat"]
    form.fields[1].put("3")
    assert seat.type("enter").last == "add Rat side=enemies count=3 preset=rat"
    assert {"Rat 1", "Rat 2", "Rat 3"} <= set(seat.controller.scene.combatants)


def test_a_blank_in_a_name_that_is_typed_stays_a_blank() -> None:
    assert Seat().type("+ down Old space Rat enter").last == 'add "Old Rat" side=enemies preset=rat'


def test_a_preset_is_offered_where_one_is_typed_and_nothing_else() -> None:
    seat = Seat().type("+")
    form = seat.controller.mode
    assert isinstance(form, Adding)
    form.sources = (NewcomerSource("Guard", "hp 9", "Guard", verb="bring"), *form.sources)
    assert {"Guard", "import", "rat"} <= set(seat.type("Cop tab").shown(110).split())
    assert {"Guard", "import", "rat"} & set(seat.type("tab").shown(110).split()) == {"rat"}


def test_how_many_is_said_in_words() -> None:
    seat = Seat()
    seat.type("+ Cop tab")
    assert "how many, each with their own bar; left empty: one, with one bar" in seat.shown(110)
    seat.type("6")
    assert "6 of them, each with their own bar" in seat.shown(110)
    seat.type("enter")
    assert seat.last == "add Cop count=6"
    assert isinstance(seat.controller.mode, Edit)
    assert len(seat.controller.mode.names) == 6


def test_where_a_group_may_be_one_enemy_the_form_says_so() -> None:
    controller = Controller(session("add Ann", system=find("outgunned")), Room())
    for key in "+Cops":
        controller.press(key, key)
    controller.press("tab")
    assert isinstance(controller.mode, Adding)
    told = " ".join("".join(text for text, _ in line) for line in controller.mode.lines(controller, 110, 12))
    assert "one bar for all of them: a gang is one enemy" in told
    assert "grit 6" in told
    assert "grit" in told


def test_ready_sheets_are_listed_with_their_numbers_and_chosen_by_an_arrow() -> None:
    seat = Seat()
    seat.type("+")
    assert "rat       a rat" in seat.shown(110)
    seat.type("r down enter")
    assert seat.last == "add Rat side=enemies preset=rat"
    seat.type("escape + Remy")
    assert "rat  a rat" not in seat.shown(110)
    seat.type("escape + Splinter")
    seat.type("escape + down Splinter enter")
    assert seat.last == "add Splinter side=enemies preset=rat"


def test_more_of_a_group_are_the_first_to_be_offered() -> None:
    seat = Seat()
    seat.controller.run("add Cop side=enemies count=2 hp=9")
    assert sources(seat.controller)[0].word == "Cop"
    seat.type("+ cop down enter")
    assert seat.last == "add Cop count=1"
    assert seat.controller.scene["Cop 3"].side == "enemies"


def test_another_preset_takes_the_place_of_a_sheet_of_the_library() -> None:
    seat = Seat().type("+")
    form = seat.controller.mode
    assert isinstance(form, Adding)
    form.sources = (NewcomerSource("Cops", "hp 9", "Cops", verb="bring"),)
    seat.type("Cops down tab tab")
    assert seat.controller.preview(form.handed_over(seat.controller)).error, "the made-up game has no library"
    seat.type("r a t enter")
    assert seat.last == "add Cops preset=rat"


def test_a_creature_of_the_library_is_found_beside_a_name_of_ones_own() -> None:
    controller = Controller(session("add Mira", system=find("srd5")), Room())
    for key in ("+", *"Chief", "tab", "tab", *"bugb"):
        controller.press(key, key if len(key) == 1 else None)
    assert "“bugb” could be Bugbear Stalker, Bugbear Warrior; type more of it." in in_strip(controller)
    for key in ("space", "s", "enter"):
        controller.press(key, {"space": " ", "s": "s"}.get(key))
    assert controller.session.story()[-1].command == 'bring "Bugbear Stalker" as=Chief'
    assert controller.scene["Chief"].side == "enemies"


def test_a_name_of_ones_own_may_be_typed_behind_as() -> None:
    controller = Controller(session("add Mira", system=find("srd5")), Room())
    for key in ("+", *"goblin w as Grik", "enter"):
        controller.press("space" if key == " " else key, key if len(key) == 1 else None)
    assert controller.session.story()[-1].command == 'bring "Goblin Warrior" as=Grik'
    assert controller.mode is None


@pytest.mark.parametrize("typed", ["goblin w as Grik", "goblin warrior as Grik", "Goblin Warrior as Grik"])
def test_a_name_behind_as_is_of_the_library_also_where_a_group_of_them_fights(typed: str) -> None:
    controller = Controller(session('add Mira ; bring "Goblin Warrior" count=4', system=find("srd5")), Room())
    for key in ("+", *typed, "enter"):
        controller.press("space" if key == " " else key, key if len(key) == 1 else None)
    assert controller.session.story()[-1].command == 'bring "Goblin Warrior" as=Grik'
    assert controller.scene["Grik"].side == "enemies"
    assert controller.mode is None


def test_more_of_a_group_have_no_name_of_their_own() -> None:
    controller = Controller(session('add Mira ; bring "Goblin Warrior" count=4', system=find("srd5")), Room())
    for key in ("+", *"goblin w as Grik"):
        controller.press("space" if key == " " else key, key if len(key) == 1 else None)
    form = controller.mode
    assert isinstance(form, Adding)
    form._exchange(next(source for source in form.sources if source.is_group))
    controller.press("enter")
    assert [*controller.scene.combatants][-1] == "Goblin Warrior 5"


def test_values_beside_a_sheet_of_the_library_are_refused_with_the_way_there() -> None:
    seat = Seat().type("+")
    form = seat.controller.mode
    assert isinstance(form, Adding)
    form.sources = (NewcomerSource("Cops", "hp 9", "Cops", verb="bring"),)
    seat.type("Cops down tab tab tab tab tab tab armor=3")
    assert "leave values empty, e changes the sheet afterwards" in seat.shown(110)


@pytest.mark.parametrize("way", ["click", "arrow"])
def test_a_sheet_of_the_library_is_left_out_again_for_values_of_ones_own(way: str) -> None:
    seat = Seat().type("+")
    form = seat.controller.mode
    assert isinstance(form, Adding)
    form.sources = (NewcomerSource("Cops", "hp 9", "Cops", verb="bring"),)
    seat.type("Ana tab tab tab tab tab armor=3")
    seat.controller.click(Click("item:0"))
    assert "a click on it or an arrow in the name leaves it out" in seat.shown(160)
    seat.type("enter")
    if way == "click":
        seat.controller.click(Click("item:0"))
    else:
        seat.controller.click(Click("field:0"))
        seat.type("up")
    assert "leaves it out" not in seat.shown(160)
    assert seat.type("enter").last == "add Ana armor=3"


def test_a_name_that_is_taken_stays_to_be_mended() -> None:
    seat = Seat()
    seat.type("+ Ann enter")
    assert isinstance(seat.controller.mode, Adding)
    assert "Ann is in the fight already" in seat.shown(110)


EDITS = (
    ("e ar 3 enter", "set Ann armor=3"),
    ("e 5 enter", "set Ann hp=5"),
    ("e lu 2 ar 4 enter", "set Ann luck=2 armor=4"),
    ("e hp 7 tab 9 enter", "set Ann hp=7 hp.max=9"),
    ("e hp.m 9 enter", "set Ann hp.max=9"),
    ("e ar backspace backspace lu 3 enter", "set Ann luck=3"),
    ("e we = club enter", "arm Ann club"),
    ("e we tab", None),
    ("e we space long space bow space damage=2 enter", 'arm Ann "long bow" damage=2'),
    ("e ar 3 we = axe enter", "set Ann armor=3 ; arm Ann axe"),
    ("e q enter", None),
)


@pytest.mark.parametrize(("keys", "line"), EDITS)
def test_a_field_of_a_sheet_is_reached_by_its_first_letters(keys: str, line: str | None) -> None:
    seat = Seat()
    before = seat.controller.session.history.head
    seat.type(keys)
    if line is None:
        assert seat.controller.session.history.head == before
    else:
        assert seat.last == line


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("e wea enter pis enter", "arm Ann pistol"),
        ("e we tab pis enter", "arm Ann pistol"),
        ("e weapis enter", "add Ann"),
    ],
)
def test_letters_go_into_a_field_that_was_entered_and_into_no_other(keys: str, line: str) -> None:
    seat = Seat()
    seat.controller = Controller(session("add Ann", system=find("outgunned")), seat.room)
    seat.type(keys)
    assert seat.last.startswith(line)


def test_a_field_is_found_by_its_name_with_its_underscore() -> None:
    seat = Seat()
    seat.controller = Controller(session("add Ann", system=find("gen6")), seat.room)
    seat.type("e a r m o r _ i 3 enter")
    assert seat.last == "set Ann armor_i=3"


def test_a_line_with_a_mark_is_emptied_by_one_key() -> None:
    seat = Seat().type("enter huq ctrl+u")
    assert "nothing is called" not in seat.shown(110)
    assert seat.controller.mode.typed.text == ""  # type: ignore[union-attr]


def test_letters_of_no_field_are_marked() -> None:
    seat = Seat()
    seat.type("e q")
    assert "nothing is called “q”" in seat.shown(110)


@pytest.mark.parametrize(("keys", "room"), [("e q", 60), ("e weapon q", 60), ("c q", 30)])
def test_a_mark_is_whole_where_the_words_before_it_are_long(keys: str, room: int) -> None:
    assert "nothing is called “q”" in Seat().type(keys).shown(room)


KEYS = (
    ("note on a combatant", "N limps enter", 7, "note @Ann limps"),
    ("change one value of a sheet", "e ar 3 enter", 5, "set Ann armor=3"),
    ("hurt", "d 2 enter", 3, "hurt Ann 2"),
    ("cover", "c h", 2, "cover Ann half"),
    ("a newcomer from a ready sheet", "+ r down enter", 4, "add Rat side=enemies preset=rat"),
)


@pytest.mark.parametrize(("what", "keys", "most", "line"), KEYS, ids=[what for what, *_ in KEYS])
def test_frequent_acts_take_few_keys(what: str, keys: str, most: int, line: str) -> None:
    named = ("enter", "tab", "down", "space", "escape")
    assert sum(1 if word in named else len(word) for word in keys.split()) <= most, what
    seat = Seat()
    seat.type(keys)
    assert seat.last == line


SKILLS = (
    ("outgunned", "add Ann shoot=2", "e s h o o 4 enter", "set Ann shoot=4"),
    ("contract", "add Ann athletics=2", "e a t h 4 enter", "set Ann athletics=4"),
    ("gen6", "add Ann medicine=2", "e m e d 4 enter", "set Ann medicine=4"),
    ("unknown-armies", "add Ann lockpicking=40", "e l o c 4 5 enter", "set Ann lockpicking=45"),
)


@pytest.mark.parametrize(("system", "join", "keys", "line"), SKILLS, ids=[system for system, *_ in SKILLS])
def test_a_skill_is_changed_in_at_most_eight_keys(system: str, join: str, keys: str, line: str) -> None:
    controller = Controller(session(join, system=find(system)), Room())
    assert len(keys.split()) <= 8
    for key in keys.split():
        controller.press(key, key if len(key) == 1 else None)
    assert controller.session.history.entries[controller.session.history.head].command == line


def test_options_may_follow_a_number_in_its_field() -> None:
    seat = Seat()
    seat.type("d 2 space half=Ann enter")
    assert seat.last == "hurt Ann 2 half=Ann"
    seat.controller.open_form("hurt")
    seat.type("3 space track=luck enter")
    assert seat.last == "hurt Ann 3 luck"


def test_the_numbers_of_a_source_read_as_words() -> None:
    lines = ("add Ann", "add Clones side=enemies count=2 preset=goons-2", "add Max")
    controller = Controller(session(*lines, system=find("outgunned")), Room())
    controller.act("add")
    assert isinstance(controller.mode, Adding)
    numbers = {source.word: source.numbers for source in controller.mode.sources}
    assert numbers["Clones"] == "more of them: grit 6, adrenaline 1"
    assert numbers["boss-5"] == "grit 6, attack extreme, defense extreme, hot 2·4·6"


def test_a_refusal_in_the_command_bar_names_what_rules_it() -> None:
    seat = Seat().type("a 2 enter : s t r i k e space A n n space G o b s space 2")
    assert "strike! does it all the same (your ruling)" in seat.shown(200)
