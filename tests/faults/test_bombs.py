"""Files whose lines are valid but far more expensive than their size: linear, or refused with a sentence."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import get_args

import pytest

from tracker.combat import limits
from tracker.combat.events import (
    BandBecame,
    ConditionCame,
    Event,
    FieldBecame,
    Joined,
    OutBecame,
    PromptCame,
    PromptWent,
    SceneFieldBecame,
    SparesBecame,
    TrackBecame,
    fold,
)
from tracker.combat.history import _COSTS, _STEP, CHECKPOINT_WORK, FEW, History, HistoryError, Worn, work
from tracker.combat.records import Entry, Head, Record
from tracker.combat.scene import Combatant, Condition, Scene
from tracker.games.registry import SHIPPED, find
from tracker.rules.errors import InvalidCommand
from tracker.session import Session
from tracker.storage.reader import Misfit, States, take

pytestmark = pytest.mark.slow

LONG = 400


def entry(id: int, parent: int, *events: Event, origin: int | None = None) -> Entry:
    return Entry(id, parent, "", "x", "x", events, origin=origin)


def grown(length: int = LONG) -> History:
    history = History(Scene("x"))
    for number in range(1, length + 1):
        history.add(entry(number, number - 1))
    return history


def swing(history: History, times: int) -> None:
    for turn in range(times):
        history.add(Head(history.next_id, 0 if turn % 2 == 0 else LONG))


class TestMovesOfTheHead:
    @pytest.mark.parametrize("verbs", [("goto", "goto"), ("undo", "redo")])
    def test_back_and_forth_along_the_story_never_walks_step_by_step(self, verbs: tuple[str, str]) -> None:
        history = grown()
        for turn in range(100):
            history.add(Head(history.next_id, 0 if turn % 2 == 0 else LONG, verbs[turn % 2]))  # type: ignore[arg-type]
        assert history.story == list(range(1, LONG + 1))
        assert history.moved == 100 * LONG

    def test_nor_does_one_that_stops_on_the_way(self) -> None:
        history = grown()
        for to in (0, 100, 50, 300, LONG, 0, LONG):
            history.add(Head(history.next_id, to))
            assert history.story == list(range(1, to + 1))
        assert history.moved == LONG + 100 + 50 + 250 + 100 + LONG + LONG

    def test_between_branches_each_step_counts(self) -> None:
        history = grown(50)
        history.add(Head(51, 0))
        for number in range(52, 102):
            history.add(entry(number, 0 if number == 52 else number - 1))
        before = history.moved
        history.add(Head(102, 50))
        assert history.story == list(range(1, 51))
        assert history.moved - before == (50 - 20) * _STEP

    def test_at_last_only_near_moves_are_left(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "MOVED", 1_000)
        history = grown()
        with pytest.raises(Worn):
            swing(history, 100)
        assert history.moved > limits.MOVED
        story, records = list(history.story), len(history.records)
        with pytest.raises(Worn):
            history.add(Head(history.next_id, LONG - history.head))
        assert (history.story, len(history.records)) == (story, records)
        for to in (LONG - 20, LONG) if history.head else (20, 0):
            history.add(Head(history.next_id, to))
            assert history.head == to

    def test_a_session_says_so_and_nothing_changes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        session = Session(find(next(iter(SHIPPED))))
        for _ in range(40):
            session.do("note x")
        monkeypatch.setattr(limits, "MOVED", 0)
        session.do("undo 30")
        for line in ("redo 30", "revoke 3"):
            with pytest.raises(InvalidCommand, match="only near undo and redo are left"):
                session.do(line)
        session.do("redo")
        assert session.history.head == 11

    def test_a_file_is_read_up_to_there(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "MOVED", 3 * LONG - 1)
        history = History(Scene("x"))
        records: Iterator[Record] = iter(grown().records)
        for record in records:
            take(history, record)
        take(history, Head(LONG + 1, 0))
        take(history, Head(LONG + 2, LONG))
        take(history, Head(LONG + 3, 0))
        with pytest.raises(Misfit, match="moved too far back and forth"):
            take(history, Head(LONG + 4, LONG))

    def test_a_redo_over_a_rebase_leads_where_it_came_from(self) -> None:
        history = grown(5)
        history.add(entry(6, 3, origin=4))
        history.add(entry(7, 6, origin=5))
        history.add(Head(8, 7, "rebase", 5))
        for by, to in (("undo", 5), ("undo", 2), ("redo", 5), ("redo", 7), ("undo", 0), ("redo", 7)):
            history.add(Head(history.next_id, to, by))  # type: ignore[arg-type]
        assert history.story == [1, 2, 3, 6, 7]
        with pytest.raises(HistoryError):
            history.add(Head(history.next_id, 4, "redo"))


def events(kind: str, count: int) -> Iterator[Event]:
    for number in range(count):
        match kind:
            case "tracks":
                yield TrackBecame(("Sam",), f"t{number}", 1, 1)
            case "conditions":
                yield ConditionCame(("Sam",), Condition(f"t{number}"))
            case "fields":
                yield FieldBecame(("Sam",), f"t{number}", 1)
            case "spares":
                yield SparesBecame(("Sam",), f"t{number}", 1)
            case "questions":
                yield PromptCame(number + 1, ("Sam",), "x", "x")


class TestPartsOfAFight:
    @pytest.mark.parametrize(
        ("kind", "most"),
        [(kind, limits.PARTS) for kind in ("tracks", "conditions", "fields", "spares")]
        + [("questions", limits.PROMPTS)],
    )
    def test_there_are_only_so_many_of_each(self, kind: str, most: int) -> None:
        history = History(Scene("x"))
        take(history, entry(1, 0, Joined(("Sam",), Combatant("", "heroes"))))
        take(history, entry(2, 1, *events(kind, most)))
        with pytest.raises(Misfit, match=f"more than {most} "):
            take(history, entry(3, 2, *list(events(kind, most + 1))[-1:]))

    def test_nobody_joins_with_more(self) -> None:
        crowd = Combatant("", "heroes", fields={f"f{number}": 1 for number in range(limits.PARTS + 1)})
        with pytest.raises(Misfit, match="more than 200"):
            take(History(Scene("x")), entry(1, 0, Joined(("Sam",), crowd)))

    def test_a_line_that_would_is_refused(self) -> None:
        session = Session(find(next(iter(SHIPPED))))
        session.do("add Sam side=heroes")
        session.do(" ; ".join(f"mark Sam c{number}" for number in range(limits.PARTS)))
        before = session.scene
        with pytest.raises(InvalidCommand, match="too much for one fight: there are more than 200 conditions"):
            session.do("mark Sam one-more")
        assert session.scene is before


CROWD = tuple(f"Goon {number}" for number in range(1, 500))


def crowd(**parts: object) -> Scene:
    return Joined(CROWD, Combatant("", "enemies", **parts)).apply(Scene("x"))  # type: ignore[arg-type]


def done(session: Session, *lines: str) -> None:
    for line in lines:
        session.do(line)


class TestWork:
    """Short lines that change much: a whole crowd, all distances, all open questions."""

    @pytest.mark.parametrize("event", get_args(Event), ids=lambda event: event.__name__)
    def test_each_kind_of_event_has_a_cost(self, event: type[Event]) -> None:
        assert event in _COSTS or "names" in event.__struct_fields__

    @pytest.mark.parametrize(
        ("scene", "event", "least"),
        [
            (crowd(), OutBecame(CROWD, "down"), 499_000),
            (crowd(fields={"f": "x" * 4_000}), OutBecame(CROWD, "down"), 499 * 5_000),
            (crowd(notes=("x" * 4_000,)), OutBecame(CROWD[:1], "down"), 5_000),
            (crowd(), BandBecame(CROWD[0], CROWD[250:], "far", also=CROWD[1:250]), 249 * 250 * 100),
            (crowd(), BandBecame(CROWD[0], CROWD[1:], "far", together=True), 498 * 499 * 100),
            (BandBecame("Ann", CROWD, "far").apply(crowd()), BandBecame("b", ("c",), "far"), 499 * 4),
            (BandBecame("Ann", CROWD, "far").apply(crowd()), BandBecame("Ann", ("c",), "far"), 499 * 44),
            (PromptCame(1, CROWD, "k", "x" * 100).apply(crowd()), PromptWent(1, "x"), 499 * 200),
            (SceneFieldBecame("f", "x" * 4_000).apply(crowd()), SceneFieldBecame("g", 1), 4_000),
        ],
    )
    def test_the_cost_grows_with_what_is_changed(self, scene: Scene, event: Event, least: int) -> None:
        assert least <= work(scene, (event,)) <= 2 * least + 25_000

    def test_a_long_fight_of_five_hundred_stays_far_below_the_limit(self) -> None:
        session = Session(find(next(iter(SHIPPED))))
        done(session, "add Ann", "add Goon side=enemies count=449", "add Thug side=enemies count=50", "next")
        begun, near = session.history.worked, session.system.band_names(session.scene)[1]
        done(
            session,
            *(f'hurt "Goon {number}" amount=1' for number in range(1, 30)),
            *(f'range "Goon {number}" Ann {near}' for number in range(1, 30)),
            "hurt Thug amount=1",
            "heal Thug amount=1",
            "mark Thug dizzy",
            "unmark Thug dizzy",
            f"range Thug Ann {near}",
            "hurt Goon amount=1",
            *("next",) * 35,
        )
        assert 100 * (session.history.worked - begun) < limits.WORK / 5
        assert 100 * session.history.reached < limits.REACH / 5

    def test_a_crowd_that_is_changed_by_name_is_paid_for_by_the_names(self) -> None:
        history = History(Scene("x"))
        history.add(entry(1, 0, Joined(CROWD, Combatant("", "enemies", fields={"f": "x" * 2_000}))))
        before = history.reached
        history.add(entry(2, 1, OutBecame(CROWD, "down")))
        assert (history.reached, history.worked > 499_000) == (before, True)

    @pytest.mark.parametrize(
        ("event", "most"),
        [
            (BandBecame(CROWD[0], CROWD[1:], "far", together=True), 9),
            (BandBecame(CROWD[0], CROWD[250:], "far", also=CROWD[1:250]), 30),
        ],
    )
    def test_a_short_line_that_changes_far_more_than_it_names_is_read_few_times(self, event: Event, most: int) -> None:
        history = History(Scene("x"))
        take(history, entry(1, 0, Joined(CROWD, Combatant("", "enemies"))))
        records = [entry(number, number - 1, event) for number in range(2, most + 2)]
        with pytest.raises(Misfit, match="too many combatants and distances were changed in all"):
            deque((take(history, record) for record in records), maxlen=0)

    def test_what_is_too_much_is_refused_and_what_is_small_goes_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "WORK", 2_000_000)
        session = Session(find(next(iter(SHIPPED))))
        session.do("add Goon side=enemies count=499")
        with pytest.raises(InvalidCommand, match="too many combatants and distances were changed in all; only lines"):
            done(session, *(f"mark Goon c{turn}" for turn in range(20)))
        scene, records = session.scene, len(session.history.records)
        for turn in range(20):
            session.do(f'mark "Goon {turn + 1}" dizzy')
        assert (len(session.history.records), session.scene is scene) == (records + 20, False)

    def test_what_was_written_loads_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "WORK", 30_000_000)
        session = Session(find(next(iter(SHIPPED))))
        session.do("add Goon side=enemies count=499")
        with pytest.raises(InvalidCommand, match="too many combatants and distances"):
            done(session, *(f"range Goon Goon {session.system.band_names(session.scene)[0]}", "undo") * 20)
        history = History(session.system.new_scene())
        for record in session.history.records:
            take(history, record)
        assert history.worked == session.history.worked
        assert history.scene == session.scene

    def test_an_amendment_is_taken_whole_or_not_at_all(self, monkeypatch: pytest.MonkeyPatch) -> None:
        session = Session(find(next(iter(SHIPPED))))
        session.do("add Goon side=enemies count=499")
        session.do("note here")
        for turn in range(5):
            session.do(f"mark Goon c{turn}")
        monkeypatch.setattr(limits, "WORK", session.history.worked + 1_000_000)
        records = list(session.history.records)
        with pytest.raises(InvalidCommand, match="too many combatants and distances"):
            session.do("revoke 2")
        assert session.history.records == records

    def test_a_file_is_read_up_to_there(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "WORK", 2_000_000)
        history = History(Scene("x"))
        take(history, entry(1, 0, Joined(CROWD, Combatant("", "enemies"))))
        for number in (2, 3, 4):
            take(history, entry(number, number - 1, OutBecame(CROWD, f"down {number}")))
        with pytest.raises(Misfit, match="too many combatants and distances were changed in all"):
            take(history, entry(5, 4, OutBecame(CROWD, "down")))


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The work of every entry that is applied to a scene, again or for the first time."""
    costs: list[int] = []

    def counted(scene: Scene, happened: tuple[Event, ...]) -> Scene:
        costs.append(work(scene, happened))
        return fold(scene, happened)

    monkeypatch.setattr("tracker.combat.history.fold", counted)
    return costs


HEAVY = 200
"""Entries that change everybody, before the first scene that is kept for the number of entries alone."""


def heavy(count: int = HEAVY) -> Iterator[Record]:
    yield entry(1, 0, Joined(CROWD, Combatant("", "enemies")))
    for number in range(2, count + 1):
        yield entry(number, number - 1, OutBecame(CROWD, f"down {number}"))


def hopping(hops: int) -> Iterator[Record]:
    """Small entries after more moments of a costly fight than are remembered, one after the other."""
    yield from heavy()
    for hop in range(hops):
        id = HEAVY + 1 + 2 * hop
        yield Head(id, 20 + 3 * hop % 150)
        yield entry(id + 1, 20 + 3 * hop % 150, OutBecame(CROWD[:1], "up"))


def test_scenes_with_very_many_distances_are_kept_for_few_moments() -> None:
    """Each may be five megabytes: the newest thirty-two of them took a quarter of a gigabyte."""
    history = History(Scene("x"))
    history.add(entry(1, 0, BandBecame(CROWD[0], CROWD[1:300], "far", together=True)))
    for number in range(2, 20):
        history.add(entry(number, number - 1, BandBecame(CROWD[number], CROWD[:1], "near")))
        assert history.scene_at(number).ranges
    for kept in (history.scenes._newest, history.scenes._asked):
        assert len(kept) <= FEW


class TestWayToAScene:
    """Between branches the scene is replayed from one that is kept, over entries that may each change everybody."""

    def test_a_look_far_back_replays_little_work(self, folded: list[int]) -> None:
        history = History(Scene("x"))
        for record in heavy(400):
            history.add(record)
        folded.clear()
        assert history.scene_at(70)["Goon 9"].out == "down 70"
        assert sum(folded) <= CHECKPOINT_WORK

    def test_coming_to_a_scene_counts(self, folded: list[int]) -> None:
        history = History(Scene("x"))
        for record in hopping(200):
            history.add(record)
        assert sum(folded) > 2 * HEAVY * 499_000
        assert sum(folded) <= history.worked

    def test_a_file_is_read_up_to_where_it_was_too_much(self, monkeypatch: pytest.MonkeyPatch) -> None:
        history = History(Scene("x"))
        records = hopping(200)
        for _ in range(HEAVY + 20):
            take(history, next(records))
        monkeypatch.setattr(limits, "WORK", history.worked)
        with pytest.raises(Misfit, match="too many combatants and distances were changed in all"):
            deque((take(history, record) for record in records), maxlen=0)

    def test_comparing_the_states_costs_no_more_than_reading_did(self, folded: list[int]) -> None:
        history = History(Scene("x"))
        for record in hopping(60):
            history.add(record)
        states, read = States(history), sum(folded)
        folded.clear()
        assert states.check()
        assert sum(folded) <= read

    def test_who_writes_a_session_counts_as_who_reads_it(self) -> None:
        session = Session(find(next(iter(SHIPPED))))
        done(session, "add Ann side=heroes", "add Goon side=enemies count=40")
        for turn in range(60):
            done(session, "mark Goon dizzy", "hurt Ann 1", "heal Ann 1", "unmark Goon dizzy")
            places = list(session.history.entries)[3:]
            session.do(f"goto {places[7 * turn % len(places)]}")
            assert session.history.scene_at(places[5 * turn % len(places)])["Ann"]
        session.do(f"goto {places[-1]}")
        session.do(f"revoke! {session.history.story[2]}")
        again = History(session.system.new_scene())
        for record in session.history.records:
            again.add(record)
        assert again.worked == session.history.worked
        assert again.scene == session.scene

    def test_an_undo_and_a_small_line_are_always_possible(self, monkeypatch: pytest.MonkeyPatch) -> None:
        session = Session(find(next(iter(SHIPPED))))
        session.do("add Goon side=enemies count=499")
        for turn in range(15):
            session.do(f"mark Goon c{turn}")
        monkeypatch.setattr(
            limits, "WORK", session.history.worked - limits.WORK_OF_RECORD * len(session.history.records)
        )
        for _ in range(10):
            done(session, "undo", 'unmark "Goon 7" c1')
            session.do("undo")
