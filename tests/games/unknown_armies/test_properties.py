"""Whatever legal commands come in whatever order, the sheet stays sound and every number adds up."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.unknown_armies.fights import fight
from tracker.combat.records import Entry
from tracker.combat.scene import Scene
from tracker.games.unknown_armies.turns import ACTION
from tracker.rules.errors import InvalidCommand, Refused
from tracker.session import Session

PEOPLE = (
    "add Ann struggle=55 firearms=40 dodge=40 body=40",
    "add Bob struggle=30 firearms=60 dodge=20 body=30",
    "add Cat side=enemies struggle=60 dodge=50 body=35",
    "add Dan side=enemies struggle=45 firearms=70 body=25",
    "arm Ann knife sharp heavy",
    "arm Bob pistol kind=gun maximum=40",
    "arm Dan rifle kind=gun maximum=70 ready=no",
    "arm Cat club bonus=6",
)
NAMES = st.sampled_from(("Ann", "Bob", "Cat", "Dan"))
ROLLS = st.one_of(
    st.integers(1, 100).map(lambda n: f"{n % 100:02d}"), st.just("roll"), st.integers(0, 9).map("die={}".format)
)
EXTRAS = st.sampled_from(
    ("", "", "", " called=head", " called=hand", " called=leg", " shift=-20", " dodge=15", " dodge=roll", " share=2")
)
LINES = st.one_of(
    st.builds("attack {} {} {}{}".format, NAMES, NAMES, ROLLS, EXTRAS),
    st.builds("attack {} {} {}{}".format, NAMES, NAMES, ROLLS, EXTRAS),
    st.builds("focus {} {} {}".format, NAMES, NAMES, st.sampled_from((10, 15, 20, 30))),
    st.builds("sucker {} {} {}".format, NAMES, NAMES, ROLLS),
    st.builds(
        "split {} {}".format,
        NAMES,
        st.sampled_from(("20,10", "40,15", "30,30,20", "10,10,10,10", "5,5,5,5 suppressive")),
    ),
    st.builds("dodge {} {}".format, NAMES, ROLLS),
    st.builds("draw {} {}".format, NAMES, st.sampled_from(("rifle", "knife", "club", "pistol"))),
    st.builds("act {} wait".format, NAMES),
    st.builds("initiative {} {}".format, NAMES, st.integers(1, 30)),
    st.builds("hurt {} {}".format, NAMES, st.integers(0, 30)),
    st.builds("heal {} {}".format, NAMES, st.integers(0, 30)),
    st.builds("out {}".format, NAMES),
    st.builds("back {}".format, NAMES),
    st.builds("delay {}".format, NAMES),
    st.builds("decide {} {}".format, st.integers(1, 6), st.sampled_from(("maximum", "dead", "out", "knife", "skip"))),
    st.sampled_from(
        ("next", "next", "next", "undo", "settings edition=3e", "settings focus_cap=none", "settings dodge=on")
    ),
)
ACTING = ("attack", "sucker", "split", "dodge", "draw", "act", "focus")


def spent_of(scene: Scene) -> dict[str, tuple[str, ...]]:
    return {name: combatant.spent for name, combatant in scene.combatants.items()}


def adds_up(before: Scene, after: Scene, entry: Entry) -> None:
    """Every number the log tells is the sum of its reasons."""
    sums: dict[str, int] = {}
    for reason in entry.why:
        sums[reason.of] = sums.get(reason.of, 0) + reason.value
    verb = entry.command.split()[0]
    if verb in ("attack", "sucker"):
        number, roll = re.findall(r", (-?\d+) or less: (\d\d),", entry.text)[0]
        assert sums["target"] == int(number)
        assert sums["total"] % 100 == int(roll)
    if verb == "split":
        assert sums["total"] <= sums["pool"]
    target = entry.command.split()[2 if verb == "attack" else 1]
    if verb in ("attack", "dodge"):
        lost = before[target].value("body") - after[target].value("body")
        if verb == "attack":
            assert lost == min(sums.get("damage", 0), before[target].value("body"))
        else:
            assert lost <= 0
            assert sums["damage"] >= 0


def sound(scene: Scene) -> None:
    for combatant in scene.combatants.values():
        for track in combatant.tracks.values():
            assert 0 <= track.value <= track.max
        assert len(set(combatant.spent)) == len(combatant.spent)
        assert set(combatant.spent) <= {ACTION}
        if combatant.out is not None:
            focus = combatant.condition("focus")
            assert focus is None or focus.of is None
            assert not combatant.has("drawing")
    turn = scene.turn
    assert turn.name is None or turn.phase == "act"
    assert len(set(scene.order)) == len(scene.order)


@given(st.lists(LINES, min_size=1, max_size=25))
def test_no_legal_commands_break_the_sheet(lines: list[str]) -> None:
    session: Session = fight(people=PEOPLE)
    for line in lines:
        before = session.scene
        try:
            done = session.do(line)
        except (InvalidCommand, Refused):
            assert session.scene is before
            continue
        after = session.scene
        sound(after)
        for entry in done.entries:
            verb, actor = (*entry.command.split(), "")[:2]
            if verb in ACTING:
                adds_up(before, after, entry)
                felled = verb == "dodge" and "'fell': True" in str(before[actor].fields.get("hits"))
                assert before[actor].out is None or felled
            if verb in ACTING and verb != "focus":
                had_share = before[actor].fields.get("split")
                assert ACTION not in before[actor].spent or (verb == "attack" and had_share)
                assert ACTION in after[actor].spent


@pytest.mark.slow
@given(st.lists(LINES, min_size=1, max_size=15))
def test_every_line_does_the_same_again(lines: list[str]) -> None:
    """The kept command, played on a fresh table, gives the same fight."""
    session: Session = fight(people=PEOPLE)
    for line in lines:
        try:
            session.do(line)
        except (InvalidCommand, Refused):
            continue
    again: Session = fight(people=(), seed=99)
    for entry in session.story():
        again.do(entry.command)
    assert again.scene == session.scene
