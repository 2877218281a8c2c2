"""Copying a line or the fight, and the notice of the heroes' turn: off by default."""

from __future__ import annotations

import pytest

from tests.small_game import session
from tests.tui.pages import Hands, Pages, at
from tests.tui.skirmish import SKIRMISH
from tracker.combat.scene import Combatant, Scene, Turn
from tracker.tui.app import notice, turn_of_heroes
from tracker.tui.cockpit.actions import LEFT_OUT, LONGEST, copied


def test_a_line_is_copied_with_its_numbers_and_the_fight_as_text() -> None:
    fight = session("add Ann hp=9", "roll 2d6", system=SKIRMISH)
    line = copied(fight, 2)
    assert line.startswith(fight.story()[1].text)
    assert "\n" not in line
    assert copied(fight, None).splitlines()[-1]
    assert "Ann: hp 9 of 9" in copied(fight, None)


def test_of_a_long_fight_the_oldest_lines_are_left_out() -> None:
    fight = session("add Ann hp=9", *(f"note {number} {'x' * 500}" for number in range(150)), system=SKIRMISH)
    text = copied(fight, None)
    assert len(text.encode()) <= LONGEST
    assert "Ann: hp 9 of 9" in text
    assert LEFT_OUT in text.splitlines()
    assert "149 xxx" in text.splitlines()[-1]


def test_the_key_copies_what_has_the_focus(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Pages("add Ann hp=9")
    texts: list[str] = []
    monkeypatch.setattr(app, "copy_to_clipboard", texts.append)

    async def play(hands: Hands) -> None:
        await hands.type("4 y 1 y")
        assert texts[0] == "Ann joins (heroes)."
        assert "Heroes:\n  Ann: hp 9 of 9" in texts[1]
        assert app.told == ["Line 1 is copied.", "The fight is copied as text."]

    at(app, play)


ANN, BOB = Combatant("Ann", "heroes"), Combatant("Bob", "enemies")


def scene(turn: Turn) -> Scene:
    return Scene("any", turn=turn, combatants={"Ann": ANN, "Bob": BOB})


@pytest.mark.parametrize(
    ("before", "after", "who"),
    [
        (Turn(1, None, None, "Bob"), Turn(1, None, None, "Ann"), "Ann"),
        (Turn(1, None, None, "Ann"), Turn(2, None, None, "Ann"), "Ann"),
        (Turn(1, None, None, "Ann"), Turn(1, None, None, "Bob"), ""),
        (Turn(1, None, None, "Ann"), Turn(1, None, None, "Ann"), ""),
        (Turn(1, "reaction", "enemies"), Turn(2, "action", "heroes"), "The heroes"),
        (Turn(2, "action", "heroes"), Turn(2, "reaction", "enemies"), ""),
        (Turn(1), Turn(2), ""),
    ],
)
def test_whose_turn_is_announced(before: Turn, after: Turn, who: str) -> None:
    assert turn_of_heroes(scene(before), scene(after)) == who


def test_what_is_written_for_a_notice() -> None:
    assert notice("bell", "Ann") == "\a"
    assert notice("desktop", "Ann\x1b]0;x\a\nBob") == "\x1b]9;Ann]0;x Bob: your turn.\a"
