"""Invariants after any lines: bounds, costs, sums of reasons, and a story that replays to the same scene."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import table
from tests.games.outgunned.fights import played
from tests.games.outgunned.random_lines import FOES, HEROES, SETUP, any_line, line
from tests.small_game import side_rows
from tracker.combat.events import fold
from tracker.combat.records import Entry
from tracker.combat.scene import Combatant, Scene
from tracker.games.outgunned import tables as t
from tracker.rules.errors import InvalidCommand, Refused
from tracker.session import Session

pytestmark = pytest.mark.slow

LOWEST = {"bullets": 1}
ROLLS = ("attack", "react")


def tried(session: Session, text: str) -> Entry | None:
    """The entry a line made; None where it was refused, which changed nothing."""
    before = session.scene
    try:
        done = session.do(text)
    except (InvalidCommand, Refused):
        assert session.scene is before
        return None
    return done.entries[0] if done.entries else None


def check_bounds(one: Combatant) -> None:
    for name, track in one.tracks.items():
        assert LOWEST.get(name, 0) <= track.value <= track.max
    assert one.number("extra") >= 0
    assert len(set(one.spent)) == len(one.spent)
    assert sum(condition.name in t.CONDITIONS for condition in one.conditions) <= 7
    for mag, held in one.spares.items():
        assert 0 <= held <= 3 * sum(weapon["mag"] == mag for weapon in one.weapons.values())


def check_paid(before: Scene, after: Scene, entry: Entry) -> None:
    """No action of a turn is spent twice, and nobody who is out does anything."""
    verb, name = (*entry.command.split(" "), "", "")[:2]
    actor = before.combatants.get(name)
    if actor is None or verb in (
        "hurt",
        "heal",
        "mark",
        "rest",
        "out",
        "back",
        "set",
        "remove",
        "range",
        "mags",
        "adrenaline",
    ):
        return
    assert actor.out is None
    if verb not in ("attack", "quick", "react") or before.turn.phase is None or "extra" in entry.command:
        return
    word = {"attack": "action", "quick": "quick", "react": "reaction"}[verb]
    had = len(actor.fields.get("bought") or [])  # type: ignore[arg-type]
    if word in actor.spent or (before.turn.phase == "reaction" and word != "reaction"):
        assert len(after[name].fields.get("bought") or []) == had - 1  # type: ignore[arg-type]
    else:
        assert word in after[name].spent


def check_reasons(before: Scene, after: Scene, entry: Entry) -> None:
    """Pools stay in bounds, units are what the result is worth, grit is what changed."""
    sums: Counter[str] = Counter()
    for reason in entry.why:
        sums[reason.of] += reason.value
    labels = {reason.label for reason in entry.why if reason.of == "pool"}
    verb, actor, *rest = (*entry.command.split(" "), "")
    if verb.rstrip("!") not in ROLLS:
        return
    known = labels & {"pool", "brawn"}
    if known:
        assert 2 <= sums["pool"] <= 9
    for throw in entry.dice[:1]:
        assert len(throw.faces) == sums["pool"]
    if verb == "attack" and "difficulty=" not in entry.command:
        target = rest[0]
        assert after[target].value("grit") - before[target].value("grit") == sums["grit"]
    if verb == "react" and "counter" not in entry.command and "protect" not in entry.command:
        assert after[actor].value("grit") - before[actor].value("grit") == sums["grit"]
    if "dice=" in entry.command and "/" not in entry.command and sums["units"]:
        faces = entry.command.split("dice=")[1].split(" ")[0].split(",")
        worth = {1: 0, 2: 1, 3: 3, 4: 9, 5: 27}
        assert sums["units"] == sum(worth.get(count, 81) for count in Counter(faces).values())


@given(st.lists(line, min_size=1, max_size=25), st.sampled_from(("action", "reaction")), st.integers(0, 2**32))
def test_any_legal_lines(lines: list[str], opening: str, seed: int) -> None:
    session = played(*SETUP, f"begin {opening}", seed=seed)
    for text in lines:
        before = session.scene
        entry = tried(session, text)
        for combatant in session.scene.combatants.values():
            check_bounds(combatant)
        if entry is not None:
            check_paid(before, session.scene, entry)
            check_reasons(before, session.scene, entry)


@given(st.lists(any_line, min_size=1, max_size=25), st.integers(0, 2**32))
def test_any_lines_ruled_or_not_only_ever_refuse(lines: list[str], seed: int) -> None:
    session = played(*SETUP, seed=seed)
    for text in lines:
        session.preview(text)
        tried(session, text)
        for combatant in session.scene.combatants.values():
            for name, track in combatant.tracks.items():
                assert LOWEST.get(name, 0) <= track.value <= max(track.max, track.value)
        session.system.clock.status(session.scene)
        side_rows(session.system, session.scene)
        for name in session.scene.combatants:
            session.system.menu(session.scene, name)
            session.system.main_action(session.scene, name)
            session.system.band_table(session.scene, name)


@given(st.lists(any_line, min_size=1, max_size=20), st.integers(0, 2**32))
def test_what_was_done_can_be_done_again_word_for_word(lines: list[str], seed: int) -> None:
    session = played(*SETUP, seed=seed)
    for text in lines:
        tried(session, text)
    again = played()
    for entry in session.story():
        again.do(entry.command)
        assert again.scene == session.history.scene_at(entry.id)


walk = st.sampled_from(
    ("undo", "undo 3", "redo", "redo 2", "goto 12", "goto 15", "revoke! 14", "amend! 13 attack Sam Goons c")
)


@given(st.lists(st.one_of(any_line, any_line, walk), min_size=1, max_size=20), st.integers(0, 2**32))
def test_any_walk_equals_a_naive_replay(lines: list[str], seed: int) -> None:
    session = played(*SETUP, seed=seed)
    table.tried(session, *lines)
    for number, entry in session.history.entries.items():
        scene, path = session.system.new_scene(), [entry]
        while path[-1].parent:
            path.append(session.history.entries[path[-1].parent])
        for each in reversed(path):
            scene = fold(scene, each.events)
        assert session.history.scene_at(number) == scene


def test_the_names_used_are_those_of_the_set_up() -> None:
    assert set(played(*SETUP).scene.combatants) == {*HEROES, *FOES}
