"""The reference of a game: everything it declares, nothing internal, in lines that fit a screen."""

from typing import ClassVar

import pytest

from tests.small_game import STAGE, Stage, Strike
from tracker.commands.parser import usage
from tracker.commands.walks import WALK_HELP
from tracker.export.reference import WIDTH, action_lines, reference
from tracker.games.registry import SHIPPED, find
from tracker.rules.declarations import RulesTable
from tracker.rules.system import System


class Guarded(Strike):
    """A blow with everything an action says of itself."""

    source: ClassVar[str] = "page 7"
    refused_when: ClassVar[tuple[str, ...]] = ("who has acted", "who is out")


def assert_whole(system: System) -> None:
    text = reference(system)
    declared = [
        *(track.name for track in system.sheet.tracks),
        *(field.name for field in (*system.sheet.fields, *system.sheet.weapon) if not field.internal),
        *(band.name for band in system.bands),
        *(cover_degree.name for cover_degree in system.cover_degrees),
        *(condition.name for condition in system.conditions),
        *(preset.name for preset in system.presets),
        *(table.title for table in system.tables),
        *(f"{setting.name}=" for setting in system.settings),
        *system.actions,
        *WALK_HELP,
    ]
    assert [each for each in declared if each not in text] == []
    for kind in system.actions.values():
        lines = "\n".join(action_lines(kind))
        assert [
            parameter.name for parameter in kind.in_order if parameter.kind != "open" and parameter.name not in lines
        ] == []


def test_all_that_is_declared() -> None:
    assert_whole(STAGE)
    assert "state" not in reference(STAGE).split()


@pytest.mark.parametrize("name", SHIPPED)
def test_all_that_a_shipped_game_declares(name: str) -> None:
    assert_whole(find(name))
    running_text = [line for line in reference(find(name)).splitlines() if "  " not in line.strip()]
    assert max(map(len, running_text)) <= WIDTH


def test_parts_that_are_empty_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("conditions", "own_settings", "presets", "own_actions", "turn_actions"):
        monkeypatch.setattr(Stage, name, ())
    monkeypatch.setattr(Stage, "common_settings", ())
    text = reference(Stage())
    for title in ("Conditions", "Ready sheets", "Actions of Stage", "Settings (", "To spend"):
        assert title not in text


def test_an_action_says_what_it_costs_and_what_is_against_it() -> None:
    lines = action_lines(Guarded)
    said = "  A blow with everything an action says of itself. Costs: action."
    assert lines[:3] == [usage(Guarded), said, "  Refused: who has acted; who is out."]
    assert lines[-1] == "  Source: page 7."
    assert sorted(lines[3:-1]) == [
        "    actor (a name; needed): who.",
        "    hard: harder.",
        "    result (a number or dice; needed): as the game writes it, dice=FACES or roll.",
        "    target (a name): whom.",
        "    times or times= (a number): how often.",
        "    what (text): how.",
    ]


def test_a_table_stands_in_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    table = RulesTable("Falls", ("height", "dice"), (("1 m", "1"), ("10 m", "2d6")), "page 9")
    monkeypatch.setattr(Stage, "tables", (table,))
    lines = reference(STAGE).splitlines()
    start = lines.index("Falls")
    assert lines[start : start + 7] == [
        "Falls",
        "-----",
        "  height  dice",
        "  ------  ----",
        "  1 m     1",
        "  10 m    2d6",
        "  Source: page 9.",
    ]


def test_fields_explained_alike_stand_together() -> None:
    lines = reference(find("outgunned")).splitlines()
    assert any(line.startswith("  brawn, nerves, smooth, focus, crime (") for line in lines)
