"""A game from a test folder can be played by keys on the real screen, without other changes."""

from __future__ import annotations

import pytest
from textual import events

from tests.games.barricade import BARRICADE
from tests.small_game import session
from tests.tui.test_app import shown, type_ahead
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options
from tracker.tui.panes.combatants import Combatants
from tracker.tui.panes.range import CoverPane


@pytest.mark.slow
async def test_declaring_a_waiting_shot_and_a_barrel_that_wears_down() -> None:
    lines = ("add Ada", "add Ben side=enemies", "rank Ada 9", "rank Ben 12", 'cover Ada barrel what="a beer barrel"')
    fight = session(*lines, system=BARRICADE)
    program = TrackerApp(fight, options=Options(animations=False))
    async with program.run_test(size=(120, 40)) as pilot:
        type_ahead(program, "a careful tab bold enter n j a 5 enter")
        await pilot.pause()
        assert [entry.command for entry in fight.story()][len(lines) :] == [
            "stance Ben careful ; stance Ada bold",
            "next",
            "shoot Ben Ada 5",
        ]
        assert any("Ada" in line and "⚑" in line for line in shown(program.screen.query_one(Combatants)))
        for sign in ":duck Ada 1":
            program.post_message(events.Key("space" if sign == " " else sign, sign))
        type_ahead(program, "enter")
        await pilot.pause()
        assert fight.story()[-1].command == "duck Ada 1"
        assert fight.scene["Ada"].cover.left == 2
        assert any("beer barrel" in line for line in shown(program.screen.query_one(CoverPane)))
        type_ahead(program, "u u u u")
        await pilot.pause()
        assert fight.history.head == len(lines)
