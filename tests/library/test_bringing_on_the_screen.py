"""What the library offers when somebody is added, key by key."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.library.conftest import Fight
from tests.tui.skirmish import Room, in_strip
from tracker.games.registry import find
from tracker.library.shelf import SHIPPED, Library
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.grammar import quote
from tracker.session import Session
from tracker.tui.cockpit.controller import Controller
from tracker.tui.strip.adding import Adding, fitting

PREPARED = (
    "add Ann pool=6 ; add Ben pool=5",
    "add Goon side=enemies count=6 grit=6",
    "add Boss side=enemies grit=9",
    "add Wheel side=enemies grit=3",
    "arm Goon smg ; arm Boss pistol ; arm Wheel rifle",
    "range all close",
    "range Goon Boss medium",
    'cover Boss partial what="a crate"',
    "keep all as=Warehouse",
    "keep Goon",
)


def pressed(session: Session, *keys: str) -> Controller:
    """The fight on the screen after these keys; a character is typed, a longer word is a key's name."""
    controller = Controller(session, Room())
    for key in keys:
        controller.press(key, " " if key == "space" else key if len(key) == 1 else None)
    return controller


def test_a_prepared_encounter_of_eight_stands_after_four_keys(fight: Fight) -> None:
    fight("outgunned", *PREPARED)
    session = fight("outgunned", "add Zoe", "add Max")
    pressed(session, "+", "w", "down", "enter")
    scene = session.scene
    assert [combatant.name for combatant in scene.listed()] == [
        "Zoe",
        "Max",
        *(f"Goon {n}" for n in range(1, 7)),
        "Boss",
        "Wheel",
    ]
    assert scene["Goon 4"].weapons["smg"]["loaded"] is True
    assert scene.band("Goon 4", "Boss") == "medium"
    assert scene["Boss"].cover.degree == "partial"
    assert len(session.story()) == 3


def test_a_party_of_another_session_comes_after_four_keys(fight: Fight, own: Path) -> None:
    with Session.create(find("outgunned"), "Pier Nine", folder=str(own.parent)) as other:
        for line in ("add Ann ; add Ben ; add Cid ; add Dee", "hurt Ann 3"):
            other.do(line)
    session = fight("outgunned")
    controller = pressed(session, "+", "h", "down")
    assert controller.mode is not None
    shown = " ".join(text for line in controller.mode.lines(controller, 110, 12) for text, _ in line)
    assert "Heroes of Pier Nine" in shown
    assert "Ann 9/12, Ben 12/12, Cid 12/12, Dee 12/12" in shown
    controller.press("enter")
    assert list(session.scene.combatants) == ["Ann", "Ben", "Cid", "Dee"]
    assert session.story()[-1].command == 'bring heroes from="Pier Nine"'


def test_an_encounter_whose_whole_name_is_typed_comes_and_nobody_of_its_name(fight: Fight) -> None:
    fight("outgunned", *PREPARED)
    session = fight("outgunned")
    pressed(session, "+", *"warehouse", "enter")
    assert session.story()[-1].command == "encounter Warehouse"
    assert "Boss" in session.scene.combatants


def test_whoever_has_the_whole_name_comes_however_it_is_put_in(fight: Fight) -> None:
    fight("outgunned", *PREPARED, "add Zoë side=enemies grit=7", "keep Zoë")
    session = fight("outgunned")
    controller = pressed(session, "+")
    controller.paste("goon")
    assert isinstance(controller.mode, Adding)
    shown = " ".join(text for line in controller.mode.lines(controller, 110, 12) for text, _ in line)
    assert "Goon joins (enemies)" in shown
    controller.press("enter")
    assert session.story()[-1].command == "bring Goon"
    pressed(session, "+", *"zoe", "enter")
    assert session.story()[-1].command == "bring Zoë"
    pressed(session, "+", *"goon", "tab", "2", "enter")
    assert session.story()[-1].command == "bring Goon count=2", "one more may come where one is here already"
    assert list(session.scene.combatants) == ["Goon", "Zoë", "Goon 1", "Goon 2"]
    session.do("add zoé")
    assert session.scene["zoé"].side == "heroes", "one's own of such a name is added by the line"


def test_six_kept_goons_join_after_six_keys(fight: Fight) -> None:
    fight("outgunned", *PREPARED)
    session = fight("outgunned")
    controller = pressed(session, "+", "g", "down", "tab", "6", "enter")
    assert session.story()[-1].command == "bring Goon count=6"
    assert session.scene.group("Goon") == tuple(f"Goon {number}" for number in range(1, 7))
    assert controller.mode is None


def test_one_of_the_shipped_monsters_joins_after_the_beginning_of_the_name_and_three_keys(own: Path) -> None:
    session = Session(find("srd5"))
    session.library = Library(session.system, (own, SHIPPED))
    monsters = [entry.name for entry in session.library.entries() if entry.kind == "combatant"]
    assert len(monsters) == 331 + 12, "with the ready heroes"
    controller = pressed(session, "+")
    assert isinstance(controller.mode, Adding)
    offered = controller.mode.sources
    assert [name for name in monsters if fitting(name.casefold(), offered)[0].name != name] == []
    for name, typed in (("Goblin Warrior", "goblin w"), ("Wolf", "wolf"), ("Young Red Dragon", "young r")):
        keys = ("+", *typed.replace(" ", "_"), "down", "enter")
        before = len(session.story())
        pressed(session, *("space" if key == "_" else key for key in keys))
        assert len(keys) == len(typed) + 3
        assert session.story()[-1].command == f"bring {quote(name)}"
        assert len(session.story()) == before + 1


def test_a_name_of_ones_own_and_the_side_go_with_it(fight: Fight) -> None:
    fight("outgunned", *PREPARED)
    session = fight("outgunned")
    pressed(session, "+", "down", "down", *"Rat", "enter")
    assert session.story()[-1].command == "bring Goon as=Rat"


def test_the_command_bar_completes_what_is_in_the_library(tmp_path: Path) -> None:
    folder = tmp_path / "library" / "outgunned"
    folder.mkdir(parents=True)
    (folder / "foes.toml").write_text('[[combatant]]\nname = "Iron Docker"\nside = "enemies"\ngrit = 8\n', "utf-8")
    with Session.create(find("outgunned"), "Pier", folder=str(tmp_path)) as session:
        controller = Controller(session, Room())
        for sign in ":bring iron":
            controller.press(sign, sign)
        controller.press("tab")
        controller.press("enter")
        assert list(session.scene.combatants) == ["Iron Docker"]


def test_an_encounter_for_which_somebody_would_leave_is_asked_about(fight: Fight) -> None:
    fight("outgunned", *PREPARED)
    session = fight("outgunned", "add Zoe", "add Roux side=enemies grit=3")
    controller = pressed(session, "+", "w", "down", "enter")
    assert len(session.story()) == 2
    assert "Nobody leaves." in in_strip(controller)
    controller.press("right")
    assert "Roux leaves." in in_strip(controller)
    controller.press("escape")
    assert len(session.story()) == 2
    controller.press("enter")
    controller.press("enter")
    assert session.story()[-1].command.startswith("bring Warehouse")
    assert {"Roux", "Boss"} <= set(session.scene.combatants)


def test_an_encounter_may_begin_a_new_fight_by_one_key(fight: Fight) -> None:
    fight("outgunned", *PREPARED)
    session = fight("outgunned", "add Zoe", "add Roux side=enemies grit=3")
    pressed(session, "+", "w", "down", "enter", "n")
    assert session.story()[-1].command.startswith("encounter Warehouse")
    assert "Roux" not in session.scene.combatants


def test_after_the_end_an_encounter_is_a_new_fight_and_reinforcement_may_be_chosen(fight: Fight) -> None:
    fight("outgunned", *PREPARED)
    session = fight("outgunned", "add Zoe", "add Roux side=enemies grit=3", "next", "end")
    controller = pressed(session, "+", "w", "down", "enter")
    assert "Roux leaves." in in_strip(controller)
    controller.press("enter")
    assert session.story()[-1].command == "encounter Warehouse"
    session = fight("outgunned", "add Zoe", "add Roux side=enemies grit=3", "next", "end")
    pressed(session, "+", "w", "down", "enter", "r")
    assert session.story()[-1].command.startswith("bring Warehouse")


def test_an_encounter_has_sides_of_its_own_and_the_form_says_so(fight: Fight) -> None:
    fight("outgunned", *PREPARED)
    session = fight("outgunned", "add Zoe")
    controller = pressed(session, "+", "w", "down")
    assert "side" not in in_strip(controller).splitlines()[0]
    controller = pressed(
        session, "+", "tab", "tab", "tab", *"heroes", "shift+tab", "shift+tab", "shift+tab", "w", "down", "enter"
    )
    assert "Warehouse joins as the library has it: leave side empty" in in_strip(controller)
    assert len(session.story()) == 1


def test_the_form_of_a_new_fight_lists_and_completes_what_is_prepared(fight: Fight) -> None:
    fight("outgunned", *PREPARED)
    session = fight("outgunned", "add Zoe")
    controller = Controller(session, Room())
    controller.open("encounter")
    controller.press("w", "w")
    assert "the fight's name: Warehouse" in in_strip(controller)
    controller.press("tab")
    controller.press("enter")
    assert session.story()[-1].command == "encounter Warehouse"


def test_bring_and_add_open_the_same_list(fight: Fight) -> None:
    session = fight("outgunned", "add Zoe")
    for verb in ("add", "bring"):
        controller = Controller(session, Room())
        controller.open(verb)
        assert isinstance(controller.mode, Adding)


def test_what_is_kept_is_said_in_passing_and_no_panel_takes_keys(fight: Fight) -> None:
    session = fight("outgunned", "add Zoe", "add Max")
    controller = pressed(session, *":keep", "space", *"Zoe", "enter")
    assert controller.mode is None
    assert controller.host.told == ["Zoe is kept as a combatant, in kept.toml."]  # type: ignore[attr-defined]


def test_the_selection_stays_where_it_was_when_several_come(fight: Fight) -> None:
    fight("outgunned", "add Thug side=enemies count=2", "add Boss side=enemies", "keep all as=Dock", "keep Boss")
    controller = Controller(fight("outgunned", "add Ann", "add Ben"), Room())
    controller.selection.select("Ben")
    for line in ("bring Dock", "encounter Dock"):
        controller.run(line)
        assert controller.selection.selected == "Ben", line
    controller.run("bring Boss")
    assert controller.selection.selected == "Boss 2", "a single newcomer is looked at"


def test_keeping_is_in_the_menu(fight: Fight) -> None:
    session = fight("outgunned", "add Zoe", "add Max")
    controller = pressed(session, "enter", *"keep", "enter")
    assert controller.host.told == ["Zoe is kept as a combatant, in kept.toml."]  # type: ignore[attr-defined]
    controller = pressed(session, "enter", *"keep", "space", *"h", "enter")
    assert 'keep heroes as="' in in_strip(controller)
    for sign in "Marrakesh Four":
        controller.press("space" if sign == " " else sign, sign)
    assert "Keeps Marrakesh Four as a party with Zoe and Max." in in_strip(controller)
    controller.press("enter")
    assert controller.host.told[-1].startswith("Marrakesh Four is kept as a party")  # type: ignore[attr-defined]


def test_the_preview_of_keep_says_what_it_will_refuse(fight: Fight) -> None:
    session = fight("outgunned", "add Zoe", "add Max")
    cases = {
        "keep heroes": "Say what it is called: keep heroes as=NAME.",
        "keep Nobody": "“Nobody” is not a name here.",
        "keep all as=X": "There is nobody except heroes here.",
        'keep Zoe as="a,b"': "cannot contain commas",
    }
    for line, error in cases.items():
        assert error in session.preview(line).error, line
    for line in ("keep heroes as=Marrakesh Four", 'keep heroes as="Marrakesh Four"'):
        assert session.preview(line).text == "Keeps Marrakesh Four as a party with Zoe and Max."
    assert session.preview('keep Zoe as="Old" Max').text == "Keeps Old as a party with Zoe and Max."
    assert session.preview("keep heroes as=Four").text == "Keeps Four as a party with Zoe and Max."
    assert session.preview("keep Zoe,Max").text == "Keeps Zoe as a combatant, Max as a combatant."


@pytest.mark.parametrize("game", ["srd5", "gen6", "outgunned"])
@pytest.mark.parametrize(
    "line",
    [
        *("keep Nobody", "keep heroes as=", "keep heroes as=a,b", "keep Orc as=Foe", "keep party", "keep Kara Bo"),
        *(
            "keep heroes as=Four ; note done",
            "keep Kara",
            "bring Nobody",
            "bring Kara",
            "bring Four",
            "bring Four count=2",
        ),
        *("bring Camp count=3", "bring Kara count=900", "bring Kara count=0", "bring Kara as=Bo", "bring Four as=Z"),
        *(
            "bring Kara from=nowhere",
            "bring Four side=enemies",
            "bring Camp side=heroes",
            "add Kara",
            "add Kim count=900",
        ),
        *("add Kim preset=none", "add Kim side=", "add heroes", "add all", 'add "a,b"', "add Kim foo=3", "set Kara"),
        *("set Nobody side=heroes", "set Kara side=", "set Kara foo=1", "set Kara side=wolves", "set Kara name=Kim"),
    ],
)
def test_what_would_be_refused_is_said_before(game: str, line: str, fight: Fight) -> None:
    session = fight(
        game, "add Kara", "add Bo", "add Orc side=enemies count=3", "keep heroes as=Four", "keep all as=Camp"
    )
    session.do("keep Kara")
    seen = session.preview(line)
    try:
        session.do(line)
        refused = False
    except (InvalidCommand, Refused):
        refused = True
    assert bool(seen.error or seen.objections) is refused


def test_heroes_that_were_kept_are_not_offered_a_second_time_as_they_stood(fight: Fight, own: Path) -> None:
    with Session.create(find("outgunned"), "Docks", folder=str(own.parent)) as other:
        other.do("add Zoe ; add Max")
    session = fight("outgunned", "add Roux side=enemies")

    def offered() -> list[str]:
        form = pressed(session, "+").mode
        assert isinstance(form, Adding)
        return [f"{source.word}: {source.numbers}" for source in form.sources if "docks" in source.word.casefold()]

    assert offered() == ["Heroes of Docks: Zoe 12/12, Max 12/12"]
    fight("outgunned", "add Zoe", "add Max", 'keep heroes as="heroes of docks"')
    assert offered() == ["heroes of docks: party: Zoe, Max"]


def test_several_of_the_library_join_together_as_one_line(fight: Fight) -> None:
    fight("outgunned", "add Zoe", "add Max", "keep Zoe", "keep Max")
    session = fight("outgunned", "add Roux side=enemies")
    pressed(session, "+", "down", "space", "down", "space", "enter")
    assert session.story()[-1].command == "bring Zoe ; bring Max"
    assert [hero.name for hero in session.scene.of_side("heroes")] == ["Zoe", "Max"]
