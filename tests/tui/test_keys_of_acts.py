"""How many keys an act takes, from the list with the right one selected; a longer way would be felt at the table."""

from __future__ import annotations

import re

import pytest

from tests.table import played
from tests.tui.skirmish import NAMED, Room, in_strip
from tracker.games.registry import names
from tracker.rules.declarations import Context
from tracker.tui.cockpit.controller import Controller
from tracker.tui.cockpit.view import Click, Drag
from tracker.tui.panes.chrome import key_line
from tracker.tui.strip.edit import Edit
from tracker.tui.strip.fields import letters
from tracker.tui.strip.menu import Menu

SHOOTOUT = (
    *("add Vega pool=6 grit=12", "add John pool=5 grit=12", "set Vega spotlight=1", "arm Vega pistol"),
    *("add Goons side=enemies preset=goons-3", "range all close"),
)
DUEL = (*("add Mara brawn=3", "add Jeff brawn=3", "add Cultist side=enemies brawn=3"),)
RAID = (*("add Mira quickness=2 health=10", "add Ape side=enemies defense=8 health=10"),)
EEL = (*("add Rosa firearms=50", "add Ash side=enemies struggle=30"), "arm Rosa revolver kind=gun maximum=50 ready=no")

COUNTS = (
    ("outgunned", (*SHOOTOUT, "begin action"), "n", 1, "next"),
    ("outgunned", (*SHOOTOUT, "begin action", "hurt Vega 1"), "u", 1, ""),
    ("outgunned", (*SHOOTOUT, "begin action"), "a c enter", 3, "attack Vega Goons c weapon=pistol"),
    ("outgunned", (*SHOOTOUT, "begin reaction"), "b 2 enter", 3, "threat by=Goons 2"),
    (
        "outgunned",
        (*SHOOTOUT, "begin action", "set Vega pool=5", "attack Vega Goons 0", "next", "next"),
        "r",
        1,
        "reload Vega",
    ),
    ("outgunned", (*SHOOTOUT, "begin action"), "s", 1, "approach Vega Goons"),
    ("outgunned", (*SHOOTOUT, "out John", "begin action"), "l j enter", 3, "spotlight Vega save=John"),
    ("gen6", RAID, "I 1 4 tab 1 1 enter", 8, "initiative by=Mira heroes=14 enemies=11"),
    ("gen6", RAID, "n enter", 2, "initiative by=Mira heroes="),
    ("gen6", (*RAID, "initiative heroes=14 enemies=11"), "b", 1, "aim Mira"),
    ("contract", DUEL, "n 3 tab 2 tab 1 enter", 7, "initiative Mara 3 ; initiative Jeff 2 ; initiative Cultist 1"),
    ("contract", DUEL, "n enter", 2, "next"),
    ("unknown-armies", EEL, "n 6 2 tab 5 8 enter", 7, "initiative Rosa 62 ; initiative Ash 58"),
    ("unknown-armies", (*EEL, "initiative Rosa 62", "next"), "r", 1, "draw Rosa revolver"),
)
"""The game, the lines before, the keys, the most they may be, and how the command begins that they make."""


def pressed(game: str, lines: tuple[str, ...], keys: str = "") -> Controller:
    """A fight with these lines done and these keys pressed."""
    session = played(game, *lines)
    controller = Controller(session, Room())
    for key in keys.split():
        controller.press(key, None if key in NAMED else key)
    return controller


@pytest.mark.parametrize(("game", "lines", "keys", "most", "command"), COUNTS, ids=[f"{c[0]}-{c[2]}" for c in COUNTS])
def test_an_act_takes_few_keys(game: str, lines: tuple[str, ...], keys: str, most: int, command: str) -> None:
    assert len(keys.split()) <= most
    controller = pressed(game, lines, keys)
    assert controller.mode is None
    story = controller.session.story()
    if command:
        assert story[-1].command.startswith(command)
    else:
        assert len(story) == len(lines) - 1


@pytest.mark.parametrize("game", names())
def test_a_key_pressed_twice_by_mistake_takes_no_choice(game: str) -> None:
    controller = pressed(game, ("add Ann", "add Bob side=enemies"), "c c")
    assert len(controller.session.story()) == 2
    degree = controller.system.actions["cover"].parameters["degree"].type
    assert degree is not None
    assert "c" not in letters(degree.complete(Context(controller.system, controller.scene)), "c")


def test_what_takes_several_actions_of_the_turn_is_shown_before_it_is_done() -> None:
    far = (*SHOOTOUT, "range all medium", "begin action")
    controller = pressed("outgunned", far, "s")
    assert controller.session.story()[-1].command == "begin action"
    assert "medium → melee with Goons. Takes: quick and action." in in_strip(controller)
    controller.press("enter")
    assert controller.session.story()[-1].command == "approach Vega Goons"


def test_the_quick_action_names_those_that_have_a_key_of_their_own() -> None:
    controller = pressed("outgunned", (*SHOOTOUT, "begin action"), "x")
    assert "cover c · approach s · retreat R · reload r" in in_strip(controller)
    assert "grab, toss, shout" in in_strip(controller)
    controller.click(Click("verb:approach"))
    assert controller.session.story()[-1].command == "approach Vega Goons"


def test_the_key_line_offers_another_combatant_until_the_fight_begins() -> None:
    before, begun = (pressed("outgunned", (*SHOOTOUT, *more)) for more in ((), ("begin action",)))
    assert "+ add" in "".join(text for text, _ in key_line(before, 80))
    assert "+ add" not in "".join(text for text, _ in key_line(begun, 160))


@pytest.mark.parametrize("more", [(), ("next",), ("next", "next")])
def test_the_key_line_leaves_out_what_has_no_room_and_cuts_no_word(more: tuple[str, ...]) -> None:
    controller = pressed("outgunned", (*SHOOTOUT, *more))
    for room in range(7, 121):
        for questions in (0, 1):
            words = "".join(text for text, _ in key_line(controller, room, questions))
            assert "…" not in words
            assert words.endswith("? help")
            assert room < 20 or words.startswith(" a "), "the main action stays longest"


def test_the_key_line_says_where_to_and_from_whom_even_of_many() -> None:
    names = [f"Musketeer Number {number}" for number in range(9)]
    controller = pressed("outgunned", [f'add "{name}"' for name in names])
    controller.dragged = Drag(",".join(names[2:]), ",".join(names[:2]), "long")
    for room, said in ((40, "→ long… esc lets go"), (90, "→ long from Musketeer Number 0 and… esc lets go")):
        words = "".join(text for text, _ in key_line(controller, room))
        assert words.strip().startswith("Musketeer")
        assert words.endswith(said)


@pytest.mark.parametrize("room", [80, 120])
@pytest.mark.parametrize(
    ("game", "lines"),
    [("outgunned", SHOOTOUT), ("contract", DUEL), ("gen6", RAID), ("unknown-armies", EEL), ("srd5", ("add Ann",))],
)
def test_the_labels_of_the_key_line_keep_their_places_in_every_phase(
    game: str, lines: tuple[str, ...], room: int
) -> None:
    starts, ends = dict[str, set[int]](), dict[str, set[int]]()
    for turns in range(4):
        words = "".join(text for text, _ in key_line(pressed(game, (*lines, *["next"] * turns)), room))
        for found in re.finditer(r"(\S) (\w+)", words):
            starts.setdefault(found[1], set()).add(found.start())
            ends.setdefault(found[1], set()).add(found.end())
    always = {"x", "c", "⏎", "u", "d"} & set(starts)
    assert always >= {"c", "⏎", "u"}
    assert {key: starts[key] for key in ("a", *always)} == {key: {min(starts[key])} for key in ("a", *always)}
    assert (ends["n"], ends["?"]) == ({room - 8}, {room})


@pytest.mark.parametrize(("game", "first", "last"), [("srd5", "hp ac", "slots-9"), ("outgunned", "grit pool", "heal")])
def test_a_sheet_begins_with_what_everybody_has(game: str, first: str, last: str) -> None:
    controller = pressed(game, ("add Mara",), "e")
    form = controller.mode
    assert isinstance(form, Edit)
    order = [field.spec.name for field in form.fields]
    assert order[:2] == ["side", first.split(maxsplit=1)[0]]
    assert all(order.index(each) < order.index(last) for each in first.split())
    has, tracks = controller.scene["Mara"].tracks, controller.system.sheet.tracks
    places = [order.index(track.name) for track in tracks if track.name in order]
    assert sorted(places) == [
        *(order.index(name) for name in has),
        *(order.index(t.name) for t in tracks if t.name in order and t.name not in has),
    ]


def test_the_enemies_act_by_an_enemy() -> None:
    controller = pressed("outgunned", (*SHOOTOUT, "begin reaction"), "b tab")
    assert "Goons" in in_strip(controller)
    assert "Vega" not in in_strip(controller)


def test_a_row_that_only_says_whom_it_meets_is_still_to_be_rolled() -> None:
    lines = (
        *SHOOTOUT,
        "set Vega brawn=3 stunt=3",
        "add Roux side=enemies preset=bad-guys-1",
        "begin reaction",
        "threat 2",
    )
    controller = pressed("outgunned", lines, "a v s = r")
    assert "vs: which enemy: Roux" in in_strip(controller)
    assert "6 dice (brawn 3, stunt 3) against attack critical" in in_strip(controller)
    controller.press("enter")
    assert controller.session.story()[-1].command.startswith("react Vega dice=")
    assert "vs=Roux" in controller.session.story()[-1].command


def test_after_the_last_field_of_a_sheet_nothing_is_typed_into_the_first() -> None:
    controller = pressed("contract", ("add Mara",), "e shift+tab shift+tab tab 5")
    form = controller.mode
    assert isinstance(form, Edit)
    assert (form.fields[0].text, form.fields[-1].text) == (form.was[0], "5")


@pytest.mark.parametrize(
    ("game", "lines"),
    [("srd5", ("add Alda hp=9", "out Alda as=dying")), ("gen6", ("add Alda health=9", "out Alda as=dying"))],
)
def test_what_can_be_done_now_comes_first_in_the_menu(game: str, lines: tuple[str, ...]) -> None:
    controller = Controller(played(game, *lines), Room())
    controller.press("enter")
    menu = controller.mode
    assert isinstance(menu, Menu)
    refused = [bool(item.against) for item in menu.items()]
    assert True in refused
    assert refused == sorted(refused)


def test_a_breath_and_a_spell_are_found_by_their_names_in_the_menu() -> None:
    lines = ("add Bo hp=90", 'bring "Young Red Dragon"', "bring Mage side=enemies", 'active "Young Red Dragon"')
    session = played("srd5", *lines)
    controller = Controller(session, Room())
    controller.selection.select("Young Red Dragon")
    for key in ("enter", *"fire", "enter"):
        controller.press(key, key if len(key) == 1 else None)
    assert "fire breath" in in_strip(controller)
    for key in ("3", "enter"):
        controller.press(key, key if len(key) == 1 else None)
    command = session.story()[-1].command
    assert command.startswith('use "Young Red Dragon" Bo 3 damage=')
    assert command.endswith('weapon="fire breath"')
    controller.selection.select("Mage")
    for key in ("enter", *"fireb"):
        controller.press(key, key if len(key) == 1 else None)
    assert "fireball" in in_strip(controller)


@pytest.mark.parametrize("said", [True, False])
def test_it_hits_is_said_of_an_attack_and_not_of_a_save(said: bool) -> None:
    session = played("srd5", "add Bo hp=90 ac=10", 'bring "Young Red Dragon"', 'active "Young Red Dragon"')
    controller = Controller(session, Room())
    controller.selection.select("Young Red Dragon")
    for key in ("enter", *("attack" if said else "fire"), "enter", *("30" if said else "3")):
        controller.press(key, key if len(key) == 1 else None)
    shown = in_strip(controller)
    assert ("it hits" in shown) is said
    assert "types the damage" in shown


def test_the_key_for_the_next_turn_says_which_it_is_where_turns_are_of_sides() -> None:
    labels = [pressed("outgunned", (*SHOOTOUT, *["next"] * turns)).actions.label("next") for turns in range(3)]
    assert labels == ["next", "reaction", "action"]
    assert pressed("outgunned", (*SHOOTOUT, "mode brawl", "next", "next")).actions.label("next") == "action"
    assert pressed("unknown-armies", (*EEL, "next")).actions.label("next") == "next"
