"""The preview of an action names what it takes from whoever does it, in every game and wherever it is shown."""

from __future__ import annotations

import pytest

from tests.games import random_fights
from tests.games.random_fights import SETUPS, random_fight
from tests.table import plain, played
from tracker.combat.scene import Combatant
from tracker.rules.errors import InvalidCommand, Refused
from tracker.session import Session
from tracker.tui.strip.strip_view import preview_bits

SPENDING = {
    "outgunned": (
        *("protect {asked} {one}", "protect {one} {asked}", "counter {one} {other}", "react {one} 2c2b vs={other}"),
        *("react {one} n vs={other}", "cover {one} total", "reload {one}", "extra {one} quick", "adrenaline {one} -1"),
        *("begin reaction", "begin reaction", "begin action"),
    ),
}
"""Lines that spend what random fights seldom have."""


def spent(before: Combatant, after: Combatant, declared: set[str]) -> set[str]:
    """What somebody has less of."""
    tracks = {name for name, track in before.tracks.items() if name in after.tracks and after.value(name) < track.value}
    fields = {name for name in declared if after.number(name) < before.number(name)}
    mags = {"mag" for name, left in before.spares.items() if after.spares.get(name, 0) < left}
    return {*tracks, *fields, *mags, *(word for word in after.spent if word not in before.spent)}


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", SETUPS)
def test_a_preview_names_whatever_the_action_takes(game: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    own = (*random_fights.OWN.get(game, ()), *SPENDING.get(game, ()) * 3)
    monkeypatch.setitem(random_fights.OWN, game, own)
    for session, line in random_fight(game, seed, 150):
        system, before, preview = session.system, session.scene, session.preview(line)
        kind = system.actions.get(line.split()[0].rstrip("!"))
        if kind is None or kind.by_hand or kind not in system.own_actions or preview.throws:
            continue
        try:
            session.do(line)
        except (InvalidCommand, Refused):
            continue
        actor = session.story()[-1].command.split()[1].strip('"')
        if actor not in before.combatants or actor not in session.scene.combatants:
            continue
        declared = {field.name for field in system.sheet.fields if "penalty" not in field.name}
        shown = plain([preview_bits(preview, "!")])
        for name in spent(before[actor], session.scene[actor], declared):
            assert name.replace("_", " ") in shown, f"{line}: {shown}"


def victor() -> Session:
    return played(
        "outgunned",
        *("add Savar grit=12 pool=6", "add Victor grit=12 pool=8", "add Boss side=enemies attack=critical grit=9"),
        *("range all close", "begin reaction", "react Savar dice=1,2,3,4,5,6", "react Victor dice=1,1,1,1,2,2,2,2"),
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("protect Victor Savar", "will: Victor protects Savar for 3 of 15 extra. Savar +3 grit (9 → 12)."),
        ("protect! Victor Savar", "will: Victor protects Savar. Savar +3 grit (9 → 12)."),
        ("counter Victor Boss", "will: Victor counters for 9 of 15 extra. Boss −1 grit (9 → 8)."),
    ],
)
def test_extra_successes_are_counted_where_they_are_spent(line: str, said: str) -> None:
    assert plain([preview_bits(victor().preview(line), "!")]) == said


def test_a_cover_for_the_whole_turn_names_both_actions() -> None:
    session = victor()
    session.do("next")
    assert plain([preview_bits(session.preview("cover Savar total"), "!")]).endswith("Takes: quick and action.")
