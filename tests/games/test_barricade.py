"""A game from a test folder can be played like a shipped one, without other changes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.games.barricade import BARRICADE
from tests.small_game import session, side_rows
from tracker.cli.main import main
from tracker.export.json import as_json
from tracker.export.reference import reference
from tracker.export.text import as_text
from tracker.games import registry
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.view import GroupAction, Pending

FIGHT = (
    "add Ada",
    "add Ben side=enemies",
    "rank Ada 9",
    "rank Ben 12",
    "stance Ada bold ; stance Ben careful",
    'cover Ada barrel what="a beer barrel"',
    "next",
    "shoot Ben Ada 5",
)


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    """The game is registered for one test."""
    registry.register(BARRICADE)
    yield
    registry._known.pop(BARRICADE.name)


def test_the_order_and_the_declaring() -> None:
    fight = session(*FIGHT[:4], system=BARRICADE)
    assert fight.scene.order == ("Ben", "Ada")
    assert BARRICADE.main_action(fight.scene, "Ada") == GroupAction("stance", "Stances", ("Ben", "Ada"), ("stance",))
    fight.do(FIGHT[4])
    assert BARRICADE.main_action(fight.scene, "Ada") == "shoot"
    fight.do("next")
    assert (fight.scene.turn.phase, fight.scene.turn.name) == ("fire", "Ben")
    with pytest.raises(Refused, match="before anybody fires"):
        fight.do("stance Ada careful")


def test_a_shot_waits_and_the_barrel_wears_down() -> None:
    fight = session(*FIGHT, system=BARRICADE)
    assert BARRICADE.pending(fight.scene) == (Pending("Ada", "Ben's shot of 5", ("duck", "take")),)
    assert fight.scene.prompts[0].choices == ("take",)
    fight.do("duck Ada 1")
    assert BARRICADE.pending(fight.scene) == ()
    assert fight.scene.prompts == ()
    assert fight.scene["Ada"].cover.left == 2
    assert fight.scene["Ada"].fields["wounds"] == [2]
    assert fight.scene["Ada"].value("health") == 8
    assert sum(reason.value for reason in fight.story()[-1].why if reason.of == "damage") == 2
    with pytest.raises(Refused, match="has moved"):
        fight.do("shoot Ada Ben 3")
    with pytest.raises(InvalidCommand, match="Nobody has shot"):
        fight.do("take! Ada")
    fight.do("next")
    fight.do("next")
    assert (fight.scene.turn.round, fight.scene.turn.phase) == (2, "declare")
    fight.do("shoot Ben Ada 4")
    fight.do("decide 2 take")
    assert fight.scene["Ada"].cover.degree == "none"
    assert fight.scene["Ada"].fields["wounds"] == [2, 2]


def test_a_held_move() -> None:
    fight = session(*FIGHT[:-1], system=BARRICADE)
    fight.do("hold Ada jump from the roof")
    assert BARRICADE.pending(fight.scene)[0].verbs == ("now",)
    fight.do("now Ada")
    assert fight.story()[-1].text == "Ada: jump from the roof!"
    assert fight.scene["Ada"].spent == ("move",)
    with pytest.raises(Refused, match="holds nothing"):
        fight.do("now Ben")


def test_a_list_as_a_track() -> None:
    fight = session(*FIGHT[:2], "set Ben wounds=3,4", system=BARRICADE)
    assert fight.scene["Ben"].value("health") == 3
    fight.do("heal Ben 5")
    assert fight.scene["Ben"].fields["wounds"] == [2]
    fight.do("hurt Ben 8")
    assert fight.scene["Ben"].out == "down"
    fight.do("undo")
    assert fight.scene["Ben"].out is None


def test_a_past_shot_amended() -> None:
    fight = session(*FIGHT, "duck Ada 1", system=BARRICADE)
    fight.do("amend 8 shoot Ben Ada 3")
    assert fight.scene["Ada"].value("health") == 10
    assert fight.story()[-1].command == "duck Ada 1"


def test_report_text_reference_and_screen_data() -> None:
    fight = session(*FIGHT, system=BARRICADE)
    data = as_json(fight)
    json.dumps(data)
    assert (data["system"], data["phase"], data["active"]["name"]) == ("barricade", "fire", "Ben")
    assert data["combatants"]["Ada"]["cover"] == {"degree": "barrel", "what": "a beer barrel", "left": 6}
    assert data["combatants"]["Ada"]["fields"] == {"wounds": [], "rank": 9}
    assert [each["kind"] for each in data["prompts"]] == ["answer"]
    assert "Ada" in as_text(fight)
    assert "shoot ACTOR [TARGET] RESULT" in reference(BARRICADE)
    cover_rows = BARRICADE.cover_row(fight.scene, fight.scene.listed()[0])
    assert cover_rows.bar is not None
    assert (cover_rows.bar.value, cover_rows.bar.max) == (6, 6)
    assert BARRICADE.band_table(fight.scene, "Ada").columns[1].names == ("Ben",)
    assert [row.pending for side_row in side_rows(BARRICADE, fight.scene) for row in side_row.rows] == [True, False]


def test_a_script_saved_and_loaded(tmp_path: Path) -> None:
    """The program runs, keeps and shows it."""
    kept = tmp_path / "street.json"
    run = CliRunner().invoke(main, ["run", "--system", "barricade", "--save", str(kept)], input="\n".join(FIGHT))
    assert run.exit_code == 0, run.output
    shown = CliRunner().invoke(main, ["show", str(kept), "--json"])
    assert shown.exit_code == 0, shown.output
    assert json.loads(shown.stdout)["combatants"]["Ada"]["cover"]["left"] == 6
