"""Whatever legal commands come in whatever order, the sheet stays sound and every number adds up."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from tests.games.gen6.fights import fight
from tests.small_game import reloaded, side_rows
from tracker.combat.records import Entry
from tracker.combat.scene import Scene
from tracker.games.gen6 import SYSTEM
from tracker.rules.errors import InvalidCommand, Refused
from tracker.session import Session

PEOPLE = (
    "add Ann health=12 con=3 dex=2 str=2 defense=9 speed=8 con_mod=1 int_mod=1 medicine=2 armor_i=2 values=Justice",
    "add Ben health=10 con=2 dex=1 str=2 defense=10 speed=7 int_mod=-2 toughness=2",
    "add Cat side=enemies health=9 con=2 dex=2 str=1 defense=9 speed=6 armor_b=3 quickness=2",
    "add Dan side=enemies health=14 con=3 defense=8 speed=5 size=large",
    "arm Ann bow kind=ranged damage=2d6 source=ballistic bonus=2",
    'arm Dan "car gun" kind=ranged damage=3d6 source=ballistic integrated=yes',
)
NAMES = st.sampled_from(("Ann", "Ben", "Cat", "Dan"))
RESULTS = st.one_of(
    st.integers(0, 24).map(str),
    st.just("roll"),
    st.tuples(*[st.integers(1, 6)] * 3).map("dice={0[0]},{0[1]},{0[2]}".format),
    st.sampled_from(("dice=6,6,6", "dice=1,1,1", "12 critical", "12 fumble", "dice=3,4,5 bonus=-2")),
)
EXTRAS = st.sampled_from(
    ("", "", "", " damage=7", " damage=2d6+1", " damage=20 through", " cover=100", " prepared", " mode=melee type=stun")
)
YARDS = st.integers(0, 18)
LINES = st.one_of(
    st.builds("attack {} {} {}{}".format, NAMES, NAMES, RESULTS, EXTRAS),
    st.builds("attack {} {} {}{}".format, NAMES, NAMES, RESULTS, EXTRAS),
    st.builds("charge {} {} {} {}{}".format, NAMES, NAMES, YARDS, RESULTS, EXTRAS),
    st.builds("firstaid {} {} {}".format, NAMES, NAMES, RESULTS),
    st.builds("care {} {} by={}".format, NAMES, RESULTS, NAMES),
    st.builds(
        "{} {}".format, st.sampled_from(("defend", "aim", "trigger", "breather", "sleep", "back", "delay")), NAMES
    ),
    st.builds("{} {} {}".format, st.sampled_from(("run", "move", "guard")), NAMES, YARDS),
    st.builds("move {} {} with={}".format, NAMES, YARDS, st.sampled_from(("prone", "stand", "prone,stand", "mount"))),
    st.builds("prepare {} {}".format, NAMES, st.sampled_from(("attack them", "defend", "run", "power", "charge"))),
    st.builds(
        "power {} fireball result={} cost={}".format, NAMES, st.integers(0, 20), st.sampled_from(("major", "minor"))
    ),
    st.builds("courage {} value=Justice".format, NAMES),
    st.builds("{} {} {}".format, st.sampled_from(("hurt", "heal", "damage")), NAMES, st.integers(0, 15)),
    st.builds("damage {} 2d6 source={} through".format, NAMES, st.sampled_from(("impact", "ballistic", "penetrating"))),
    st.builds('cover {} {} what="thin wooden door"'.format, NAMES, st.sampled_from((0, 25, 75, 100))),
    st.builds("initiative heroes={} enemies={}".format, st.integers(3, 20), st.integers(3, 20)),
    st.builds("decide {} {}".format, st.integers(1, 5), st.sampled_from(("9", "2d6", "jam", "dex", "str", "skip"))),
    st.builds("settings lethality={}".format, st.sampled_from(("normal", "half-hp", "no-hp"))),
    st.sampled_from(
        ("next", "next", "next", "next", "undo", "initiative roll", "surprise Cat", "end", "encounter Again")
    ),
    st.sampled_from(("settings turn_order=alternate", "settings initiative_each=round", "settings stun_at_zero=dying")),
)
ACTING = {kind.verb for kind in SYSTEM.own_actions if kind.cost} | {"trigger", "courage"}
SUMS = {"tn": r"TN (-?\d+)\.", "total": r"(-?\d+)(?:, a critical|, a fumble)?: (?:a hit|a miss|a success|it fails)"}


def adds_up(before: Scene, after: Scene, entry: Entry) -> None:
    """Every number the log tells is the sum of its reasons, and what was lost is what got through."""
    sums: dict[str, int] = {}
    for reason in entry.why:
        assert reason.label
        sums[reason.of] = sums.get(reason.of, 0) + reason.value
    for of, pattern in SUMS.items():
        for told in re.findall(pattern, entry.text)[:1]:
            assert sums[of] == int(told), entry.text
    if "tn" in sums and "total" in sums and not re.search("a critical|a fumble", entry.text):
        assert ("a hit" in entry.text or "a success" in entry.text) is (sums["total"] >= sums["tn"])
    for name, through in re.findall(r"(\w+) takes (?:[^.:]* = )?(\d+) damage\b", entry.text):
        assert sums["damage"] == int(through) >= 0
        track = SYSTEM.main_track(before)
        if name in after.combatants and track == "health":
            assert before[name].value(track) - after[name].value(track) == min(int(through), before[name].value(track))
    if back := re.findall(r"(-?\d+) back:", entry.text):
        assert sums["outcome"] == int(back[0])


def sound(scene: Scene) -> None:
    for combatant in scene.combatants.values():
        for track in combatant.tracks.values():
            assert 0 <= track.value <= track.max
        assert len(set(combatant.spent)) == len(combatant.spent)
        assert set(combatant.spent) <= {"major", "minor"}
        assert combatant.out in (None, "dying", "unconscious", "dead")
        assert combatant.has("prepared") is ("held" in combatant.fields)
        cover = combatant.cover
        assert cover.left is None or 0 < cover.left <= (cover.sustains or 0)
        if combatant.out == "dying" and SYSTEM.main_track(scene) == "health":
            assert "fell" in combatant.fields or combatant.has("stable")
    turn = scene.turn
    assert turn.name is None or turn.name in scene.combatants
    assert len(set(scene.order)) == len(scene.order)
    assert all(prompt.id <= scene.asked for prompt in scene.prompts)


@given(st.lists(LINES, min_size=1, max_size=25))
def test_no_legal_commands_break_the_sheet(lines: list[str]) -> None:
    session: Session = fight(people=PEOPLE)
    for line in lines:
        before = session.scene
        seen = session.preview(line)
        try:
            done = session.do(line)
        except (InvalidCommand, Refused):
            assert session.scene is before
            continue
        assert seen.fine or not seen.thrown
        after = session.scene
        sound(after)
        for entry in done.entries:
            verb, actor = (*entry.command.split(), "")[:2]
            adds_up(before, after, entry)
            if verb in ACTING and actor in before.combatants:
                assert before[actor].out is None
                assert not before[actor].has("surprised")
                lost = set(before[actor].spent) - set(after[actor].spent)
                assert not lost, line
                prepared = "prepared" in entry.command or verb in ("trigger", "courage")
                if prepared or "cost=free" in line:
                    assert after[actor].spent == before[actor].spent
        status = SYSTEM.clock.status(after)
        assert set(status.to_act) <= set(after.combatants)
        side_rows(SYSTEM, after)
        for combatant in after.listed():
            SYSTEM.cover_row(after, combatant)
    again = reloaded(session.history.records, SYSTEM)
    assert again.scene == session.scene
