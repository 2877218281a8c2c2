"""The game's answers to the screen."""

from __future__ import annotations

import asyncio

from tests.games.unknown_armies.fights import fight
from tests.small_game import side_rows
from tests.tui.test_following import shown
from tracker.export.json import as_json
from tracker.export.reference import reference
from tracker.export.speech import whose_turn
from tracker.export.text import as_text
from tracker.games.unknown_armies import SYSTEM
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options


def test_the_list() -> None:
    session = fight("arm A pistol kind=gun ready=no", "hurt A 20", "initiative A 12", "focus A B 20", "next")
    (heroes, enemies) = side_rows(SYSTEM, session.scene)
    assert heroes.columns == ("order", "attack", "dodge", "wounds")
    (a,) = heroes.rows
    assert a.cells == ("12", "55", "40", "−10")
    assert a.bar is not None
    assert a.bar.ticks == (5, 20, 40)
    assert [mark.word for mark in a.badges] == ["focus 20 on B", "pistol holstered"]
    assert [mark.word for mark in a.actions] == ["act"]
    assert a.active
    (b,) = enemies.rows
    assert b.cells == ("–", "40", "40", "")
    assert not b.active


def test_whom_a_shift_or_a_feint_is_on_is_said() -> None:
    session = fight("focus A B 20", "sucker B A 12")
    assert "condition focus 20 on B;" in as_text(session)
    assert "condition sucker on A;" in as_text(session)
    session.do("mark B blind rounds=2")
    assert [mark.word for mark in SYSTEM.state_badges(session.scene, session.scene["B"])] == ["sucker on A", "blind 2r"]
    session.do("out A")
    assert "condition focus 20;" in as_text(session)


def test_the_moment() -> None:
    session = fight()
    assert SYSTEM.clock.status(session.scene).moment == "before the first round"
    session.do("initiative B 9")
    assert SYSTEM.clock.status(session.scene).moment == "DECLARE · round 1"
    assert SYSTEM.clock.status(session.scene).to_act == ("B", "A")
    session.do("next")
    status = SYSTEM.clock.status(session.scene)
    assert (status.moment, status.active, status.to_act) == ("ROUND 1", "B", ("A",))


def test_while_declaring_they_have_still_to_declare() -> None:
    session = fight()
    session.do("initiative B 9")
    assert "Still to declare: B, A." in as_text(session)
    assert whose_turn(SYSTEM, session.scene).endswith("still to declare: B, A.")
    app = TrackerApp(session, options=Options(animations=False))

    async def header() -> str:
        async with app.run_test(size=(120, 30)) as pilot:
            await pilot.pause()
            return shown(app).splitlines()[0]

    assert "B and A still to declare" in asyncio.run(header())
    session.do("next")
    assert "Still to act: A." in as_text(session)


def test_the_board_and_the_cover() -> None:
    session = fight('cover B heavy what="a car"')
    board = SYSTEM.band_table(session.scene, "A")
    assert board.lines == ("optional",)
    assert [column.notes for column in board.columns] == [("0",), ("0",), ("−10",), ("−20",)]
    assert board.columns[1].names == ("B",)
    cover_rows = SYSTEM.cover_row(session.scene, session.scene.listed()[1])
    assert (cover_rows.what, cover_rows.effects) == ("a car", ("optional −20",))
    session.do("settings proposed_shifts=off")
    assert SYSTEM.band_table(session.scene, "A").lines == ()
    assert SYSTEM.cover_row(session.scene, session.scene.listed()[1]).effects == ()


def test_what_waits() -> None:
    session = fight("arm B knife ready=no", "sucker A B 30", "draw B knife")
    texts = {waiting.name: waiting.text for waiting in SYSTEM.pending(session.scene)}
    assert texts == {"A": "fooled B: one die, a match, next round", "B": "draws the knife, ready next round"}
    session.do("next")
    session.do("next")
    session.do("split B 20,10")
    texts = {waiting.name: waiting.text for waiting in SYSTEM.pending(session.scene)}
    assert texts == {"A": "fooled B: one die, a match, now", "B": "shares left: 20 (share 1), 10 (share 2)"}


def test_whom_somebody_focused_on_or_fooled_is_aimed_at_first() -> None:
    session = fight("add C side=enemies body=30", "focus A C 10", "next", "sucker B A 20")
    assert SYSTEM.likely_targets(session.scene, "A") == ("C", "B")
    session.do("out C")
    assert SYSTEM.likely_targets(session.scene, "A") == ("B",)
    assert SYSTEM.likely_targets(session.scene, "nobody") == ()


def test_the_menu_names_what_is_against() -> None:
    session = fight("attack A B 90")
    menu = {item.verb: item for item in SYSTEM.menu(session.scene, "A")}
    assert menu["attack"].cost == "action"
    assert "has acted" in menu["attack"].refusal
    assert "beginning of a round" in menu["focus"].refusal
    assert menu["initiative"].refusal == ""
    fresh = {item.verb: item.refusal for item in SYSTEM.menu(session.scene, "B")}
    assert fresh["attack"] == fresh["dodge"] == ""


def test_the_json_names() -> None:
    session = fight(
        "arm A pistol kind=gun", "set A driving=20", "focus A B 10", "attack A B 33 dodge=20", "split! A 20,10"
    )
    data = as_json(session)["combatants"]["A"]
    assert data["fields"] == {"struggle": 55, "firearms": 55, "dodge": 40, "driving": 20}
    assert data["tracks"] == {"body": {"value": 60, "max": 60}}
    assert data["conditions"] == [{"name": "focus", "rounds": None}]
    assert data["spent"] == ["action"]
    assert as_json(session)["phase"] == "act"
    assert set(as_json(session)["combatants"]["B"]["fields"]) == {"struggle", "dodge"}


def test_presets_and_reference() -> None:
    session = fight("add Tough preset=gunman", "add Guy preset=thug count=2")
    assert session.scene["Tough"].side == "enemies"
    assert session.scene["Guy 2"].weapons["blackjack"]["bonus"] == 3
    text = reference(SYSTEM)
    for word in (
        "called shot",
        "suppressive",
        "focus_cap",
        "sucker",
        "Called shots",
        "2e",
        "firearms",
        "any other name",
    ):
        assert word in text


def test_settings_have_a_sentence_and_a_source() -> None:
    assert {setting.source for setting in SYSTEM.settings} == {"G"}
    assert all(setting.help for setting in SYSTEM.settings)
    session = fight("settings wound_shift=3e")
    assert SYSTEM.setting(session.scene, "wound_shift") == "quarters"


def test_the_body_is_kept_from_the_players() -> None:
    (body,) = SYSTEM.sheet.tracks
    assert body.secret
