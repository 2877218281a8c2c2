"""The game's answers to the screen, and the shipped example."""

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.games.contract.fights import ARMED, session
from tests.small_game import side_rows
from tracker.combat.scene import Cover
from tracker.export.reference import reference
from tracker.export.text import as_text
from tracker.games.contract import SYSTEM
from tracker.games.contract import tables as t
from tracker.rules.errors import InvalidCommand
from tracker.session import Session

SCRIPT = Path(__file__).parents[2] / "examples" / "contract.tracker"


def words(marks: tuple[object, ...]) -> list[str]:
    return [str(getattr(mark, "word", "")) for mark in marks]


def example() -> Session:
    """The shipped example."""
    fight = Session(SYSTEM, dice=random.Random(1), clock=lambda: "")
    for line in SCRIPT.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            fight.do(line)
    return fight


def test_the_example_stands_in_the_middle_of_round_two() -> None:
    scene = example().scene
    assert (scene.turn.round, scene.turn.name) == (2, "Convict")
    assert [(prompt.kind, prompt.name) for prompt in scene.prompts] == [("reaction", "Jennifer")]
    assert scene["Convict"].fields["injuries"] == [4]
    pending = SYSTEM.pending(scene)
    assert [(waiting.name, waiting.verbs) for waiting in pending] == [
        ("Jennifer", ("dodge", "take")),
        ("Sharpshooter", ("attack", "power", "act", "trigger")),
    ]
    assert {combatant.cover.degree for combatant in scene.combatants.values()} == {"none", "partial", "heavy"}
    assert {"engaged", "far", "distant"} <= set(scene.ranges.values())


def test_the_example_uses_most_of_the_game() -> None:
    verbs = {entry.command.split()[0] for entry in example().story()}
    own = {own_action.verb for own_action in SYSTEM.own_actions}
    assert len(verbs & own) >= 10


def test_playing_its_own_commands_again_is_the_same_fight() -> None:
    fight = example()
    again = session(*(entry.command for entry in fight.story()), seed=99)
    assert again.scene == fight.scene


def test_rows() -> None:
    (heroes, enemies) = side_rows(SYSTEM, example().scene)
    assert heroes.columns == enemies.columns == ("dice", "armor", "injuries")
    rows = {row.name: row for row in (*heroes.rows, *enemies.rows)}
    assert rows["Jennifer"].cells == ("−2", "1", "3")
    assert words(rows["Jennifer"].actions) == ["act 3", "exert"]
    assert "attacked ×1" in words(rows["Jennifer"].badges)
    assert rows["Jennifer"].pending
    assert [row.name for row in rows.values() if row.active] == ["Convict"]
    assert "2 next" in words(rows["Mara"].badges)
    assert "evade 3" in words(rows["Guard 1"].badges)
    assert "holds" in words(rows["Sharpshooter"].badges)
    bar = rows["Convict"].bar
    assert bar is not None
    assert (bar.value, bar.max, bar.ticks) == (4, 8, (1, 2, 3, 5))


@pytest.mark.parametrize(
    ("lines", "cells", "marks"),
    [
        ((), ("", "", ""), []),
        (("injure Anna 3",), ("−1", "", "3"), []),
        (("set Anna mind=2 mind.max=6 armor=1", "injure Anna 3"), ("−4", "1", "3"), ["mind 2/6"]),
        (("evade Anna 3",), ("", "", ""), ["evade 3"]),
        (("attack Bert Anna 3",), ("", "", ""), ["attacked ×1"]),
        (("hold Anna duck when=shot",), ("", "", ""), ["holds"]),
    ],
)
def test_a_row_tells_only_what_there_is(lines: tuple[str, ...], cells: tuple[str, ...], marks: list[str]) -> None:
    (row,) = side_rows(SYSTEM, session(*ARMED, *lines).scene)[0].rows
    assert row.cells == cells
    assert words(row.badges) == [*marks, "sword"]


def test_what_waits_says_when() -> None:
    (held,) = SYSTEM.pending(session(*ARMED, "hold Anna duck when=shot").scene)
    assert held.text == "holds: duck, when shot"


def test_cover_that_proposes_nothing_says_nothing() -> None:
    scene = session(*ARMED, "settings cover_difficulty=1,0,5").scene
    behind = (replace(scene["Anna"], cover=Cover(degree)) for degree in t.COVER)
    assert [SYSTEM.cover_row(scene, who).effects for who in behind] == [(), (), ("difficulty +5, optional",)]


def test_quick_actions_are_counted_in_the_list() -> None:
    scene = session(*ARMED, "quick Anna draws", "quick Anna shouts").scene
    assert words(SYSTEM.action_badges(scene, scene["Anna"])) == ["act", "exert"]
    assert "4 dice, quick" in words(SYSTEM.state_badges(scene, scene["Anna"]))


def test_status() -> None:
    assert SYSTEM.clock.status(session(*ARMED).scene).moment == "before the fight"
    status = SYSTEM.clock.status(example().scene)
    assert (status.moment, status.active) == ("ROUND 2", "Convict")
    assert "Jeff" not in status.to_act
    assert "Jennifer" in status.to_act


def test_board() -> None:
    scene = session(*ARMED, "arm Anna handgun").scene
    board = SYSTEM.band_table(scene, "Anna")
    assert board.lines == ("sword", "handgun")
    assert [column.band for column in board.columns] == ["engaged", "near", "far", "distant"]
    assert board.columns[0].notes == ("D6 +1", "D7 +2 (−2)")
    assert board.columns[1].notes == ("×", "D7 +2")
    assert board.columns[0].names == ("Bert",)
    assert SYSTEM.band_table(session("add Anna").scene, "Anna").lines == ("brawl",)
    assert SYSTEM.band_notes(scene, "Nobody") == ((), {})


def test_shelter_as_the_setting_has_it() -> None:
    fight = session(*ARMED, "cover Anna partial what=crate", "cover Bert heavy", "settings cover_difficulty=0,3,5")
    assert [SYSTEM.cover_row(fight.scene, each).effects for each in fight.scene.listed()] == [
        ("difficulty +3, optional",),
        ("difficulty +5, optional",),
    ]


def test_menus_say_what_is_against_each() -> None:
    fight = session(*ARMED)
    menu = {item.verb: item for item in SYSTEM.menu(fight.scene, "Anna")}
    assert menu["attack"].refusal == ""
    assert menu["attack"].cost == "Action"
    assert all("No attack waits" in menu[verb].refusal for verb in ("dodge", "parry", "clash"))
    assert "holds no action" in menu["trigger"].refusal
    pending = session(*ARMED, "attack Bert Anna 3")
    menu = {item.verb: item for item in SYSTEM.menu(pending.scene, "Anna")}
    assert "has the Action of this round left" in menu["desperate"].refusal
    fight.do("exert Anna body outcome")
    fight.do("attack Anna Bert 0")
    menu = {item.verb: item for item in SYSTEM.menu(fight.scene, "Anna")}
    assert "used this round's Action" in menu["attack"].refusal
    assert "exerted" in menu["exert"].refusal


def test_the_main_key() -> None:
    fight = session(*ARMED)
    assert SYSTEM.main_action(fight.scene, "Anna") == "attack"
    fight.do("attack Bert Anna 3")
    assert SYSTEM.main_action(fight.scene, "Anna") == "dodge"
    fight.do("exert Anna body outcome")
    fight.do("act Anna freezes")
    assert SYSTEM.main_action(fight.scene, "Anna") == "take"


def test_the_reference_names_every_action_and_setting() -> None:
    text = reference(SYSTEM)
    for each in (*(kind.verb for kind in SYSTEM.own_actions), *(setting.name for setting in SYSTEM.settings)):
        assert each in text


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            ("attack Bert Anna 3", "attack! Bert Anna 1"),
            "pending Bert with the sword, outcome 3 and Bert with the sword, outcome 1",
        ),
        (("hold Anna duck when=shot",), "held duck, when shot"),
        (("split Anna attack@Bert:3,dodge:2",), "shares 3 dice to attack Bert and 2 dice to dodge"),
    ],
)
def test_what_is_kept_is_told_in_words(lines: tuple[str, ...], said: str) -> None:
    fight = session(*ARMED, *lines)
    assert f"; {said}" in as_text(fight)


def test_what_is_kept_is_read_only() -> None:
    spec = SYSTEM.sheet.field("shares")
    assert spec is not None
    with pytest.raises(InvalidCommand):
        spec.type.read("dodge:2", None)  # type: ignore[arg-type]
    assert spec.type.complete(None) == ()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("lines", "actor", "friend"),
    [
        (("attack Bert Anna 3",), "Carl", {"for_": "Anna"}),
        (("attack Bert Anna 3",), "Anna", {}),
        (("attack Bert Anna 3",), "Bert", {}),
        (("attack Bert Anna 3", "attack! Bert Dora 3"), "Carl", {}),
        ((), "Carl", {}),
    ],
)
def test_a_parry_is_for_the_only_friend_who_is_attacked(
    lines: tuple[str, ...], actor: str, friend: dict[str, str]
) -> None:
    scene = session(*ARMED, "add Carl", "add Dora", *lines).scene
    assert SYSTEM.form_defaults(scene, "parry", {"actor": actor}) == friend
    assert SYSTEM.form_defaults(scene, "dodge", {"actor": actor}) == {}
