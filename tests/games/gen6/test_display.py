"""The game's descriptions of itself and answers to the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.gen6.fights import fight
from tests.table import last
from tracker.games.gen6 import SYSTEM
from tracker.rules.errors import InvalidCommand
from tracker.rules.view import CombatantRow
from tracker.session import Session

SCRIPT = Path(__file__).parents[2] / "examples" / "gen6.tracker"


def example() -> Session:
    return fight(
        *(line for line in SCRIPT.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"), people=()
    )


def rows(session: Session) -> dict[str, CombatantRow]:
    scene = session.scene
    return {combatant.name: SYSTEM.row(scene, combatant) for combatant in scene.listed()}


def test_the_example_is_played_to_its_middle() -> None:
    session = example()
    scene = session.scene
    assert (scene.turn.round, scene.turn.side, scene.turn.name) == (3, "enemies", "Doctor Krait")
    assert [prompt.kind for prompt in scene.prompts] == ["fumble", "damage"]
    assert {combatant.out for combatant in scene.combatants.values()} == {None, "dying"}
    assert [waiting.name for waiting in SYSTEM.pending(scene)] == ["Vesper", "Guard 2"]
    assert not any(entry.ruled for entry in session.story())
    assert len({entry.command.split()[0] for entry in session.story()}) >= 15
    for at, entry in enumerate(session.story()):
        assert len(entry.text.splitlines()) == 1, at


def test_rows_have_bar_marks_and_cells() -> None:
    row = rows(example())
    vesper, quill, krait = row["Vesper"], row["Quill"], row["Doctor Krait"]
    assert SYSTEM.columns("heroes") == ("defense", "armor", "con", "courage")
    assert SYSTEM.columns("enemies") == ("defense", "armor", "con")
    assert vesper.cells == ("13", "4I 6B 2T", "5/5", "2/3")
    assert [(mark.glyph, mark.word) for mark in vesper.actions] == [("✓", "maj"), ("✓", "min")]
    assert [mark.word for mark in vesper.badges] == ["25 %", "prepared", "pistol 2d6+3", "baton 1d6+2"]
    assert quill.bar is not None
    assert (quill.bar.value, quill.bar.max) == (0, 18)
    assert ("con 2/3", "bad") in [(badge.word, badge.tone) for badge in quill.badges]
    assert krait.active
    assert krait.cells == ("14", "4I 4B 3T", "5/5")
    assert "car gun 4d6 (built in)" in [mark.word for mark in row["Marlow"].badges]


def test_defense_shows_what_is_on_top_of_it() -> None:
    session = fight("guard Ann 1", "mark Ann defend")
    assert rows(session)["Ann"].cells[0] == "11+3"
    assert rows(fight("add Rat side=enemies"))["Rat"].cells == ("", "", "")


def test_the_board_has_the_modifiers_of_each_weapon() -> None:
    session = example()
    board = SYSTEM.band_table(session.scene, "Vesper")
    assert board.lines == ("pistol", "baton")
    notes = {column.band: column.notes for column in board.columns}
    assert list(notes) == ["adjacent", "point-blank", "short", "medium", "long", "extended:2"]
    assert notes["adjacent"] == ("-2", "+0")
    assert notes["extended:2"] == ("+8", "×")
    standing = {column.band: column.names for column in board.columns}
    assert standing["adjacent"] == ("Marlow", "Quill", "Hound")
    assert SYSTEM.band_table(fight().scene, "Ann").lines == ("TN",)


def test_cover_shows_what_it_stops_and_still_sustains() -> None:
    scene = example().scene
    name = {who.name: SYSTEM.cover_row(scene, who) for who in scene.listed()}
    krait, open_ = name["Doctor Krait"], name["Marlow"]
    assert (krait.mark.word, krait.what, krait.effects) == (
        "75 %",
        "thin wooden door",
        ("TN +8", "stops 6 damage"),
    )
    assert krait.bar is not None
    assert (krait.bar.value, krait.bar.max) == (3, 5)
    assert (open_.mark.word, open_.bar, open_.effects) == ("open", None, ())
    assert name["Guard 3"].effects[0] == "cannot be targeted"
    barely = fight("cover Ann 10", "cover Ann 9").scene
    assert SYSTEM.cover_row(barely, barely["Ann"]).effects == ()


def test_the_status_tells_the_moment() -> None:
    assert SYSTEM.clock.status(fight().scene).active == "Ann rolls initiative"
    session = fight("initiative heroes=9 enemies=8", "next", "out Foe")
    status = SYSTEM.clock.status(session.scene)
    assert (status.moment, status.active, status.to_act) == ("round 1", "Ben", ("Ben",))
    session.do("end")
    assert SYSTEM.clock.status(session.scene).moment == "the fight is over"
    session.do("next!")
    assert SYSTEM.clock.status(session.scene).moment == "round 2"
    assert SYSTEM.clock.status(fight(people=()).scene).active == ""


def test_the_menu_says_costs_and_what_speaks_against() -> None:
    session = fight("guard Ann 1", "mark Ann prone")
    menu = {item.verb: item for item in SYSTEM.menu(session.scene, "Ann")}
    assert (menu["attack"].cost, menu["aim"].cost, menu["prepare"].cost) == ("major", "minor", "minor+major")
    assert {verb for verb, item in menu.items() if item.refusal} == {"defend", "run", "trigger"}
    session = fight("out Ann")
    assert all(item.refusal for item in SYSTEM.menu(session.scene, "Ann") if item.cost)


def test_every_action_tells_what_it_is() -> None:
    for kind in SYSTEM.own_actions:
        assert kind.help
        assert kind.source.startswith("Gen6")
        assert all(parameter.help for parameter in kind.in_order)
    for setting in SYSTEM.settings:
        assert setting.help
        assert setting.source


@pytest.mark.parametrize("setting", [each.name for each in SYSTEM.settings])
def test_every_setting_can_be_changed_and_taken_back(setting: str) -> None:
    spec = next(each for each in SYSTEM.settings if each.name == setting)
    session = fight()
    look_at = [str(each) for each in spec.type.complete(None)]  # type: ignore[arg-type]
    for word in look_at:
        session.do(f"settings {setting}={word}")
        assert last(session).command == f"settings {setting}={word}"
    session.do(f"settings {setting}=default")
    assert SYSTEM.setting(session.scene, setting) == spec.default
    with pytest.raises(InvalidCommand):
        session.do(f"settings {setting}=whatever")


def test_the_json_names() -> None:
    session = fight('cover Ann 50 what="wooden door"', "initiative heroes=9 enemies=8")
    combatant = session.scene["Ann"]
    assert set(combatant.tracks) == {"health", "con", "courage"}
    own = {field.name for field in SYSTEM.sheet.fields if field.internal}
    assert set(combatant.fields) - own == {"defense", "speed", "con_mod", "int_mod", "medicine", "quickness", "values"}
    assert (combatant.cover.degree, combatant.cover.what, combatant.cover.left) == ("50", "wooden door", 10)
    assert SYSTEM.out_words == ("dying", "unconscious", "dead")
    assert session.scene.turn.phase is None
    assert {condition.name for condition in SYSTEM.conditions} == {
        *("surprised", "prone", "mounted", "aim", "guard", "defend", "prepared", "courage", "stable", "treated"),
    }
