"""The tree of entries: every walk, and every record that does not fit."""

from __future__ import annotations

import pytest

from tracker.combat.events import Event, OutBecame, TitleBecame, TrackBecame
from tracker.combat.history import CHECKPOINT, RECENT, STRIDE, History, HistoryError
from tracker.combat.limits import PARTS, TooMany
from tracker.combat.records import START, Entry, Head
from tracker.combat.scene import Combatant, Scene


def entry(id_: int, parent: int, origin: int | None = None, title: str = "") -> Entry:
    name = title or f"t{id_}"
    return Entry(id_, parent, "now", f"title {name}", name, (TitleBecame(name),), origin=origin)


def with_events(id_: int, *events: Event) -> Entry:
    return Entry(id_, id_ - 1, "now", "", "", events)


def grown(count: int) -> History:
    """A history with ``count`` entries in a straight line."""
    history = History(Scene("game"))
    for number in range(1, count + 1):
        history.add(entry(number, number - 1))
    return history


def move(history: History, to: int | None, by: str, replaced: int | None = None) -> None:
    assert to is not None
    history.add(Head(history.next_id, to, by, replaced))  # type: ignore[arg-type]


def undo(history: History, steps: int = 1) -> None:
    move(history, history.undo_target(steps), "undo")


def redo(history: History, steps: int = 1) -> None:
    move(history, history.redo_target(steps), "redo")


def test_an_empty_history_has_nothing_to_walk() -> None:
    history = History(Scene("game"))
    assert history.undo_target() is None
    assert history.redo_target() is None
    assert history.scene == Scene("game")
    assert history.story == []
    assert history.next_id == 1


def test_undo_and_redo_walk_and_stop_at_the_ends() -> None:
    history = grown(3)
    undo(history, 2)
    assert (history.head, history.scene.title, history.story) == (1, "t1", [1])
    undo(history, 99)
    assert (history.head, history.story) == (START, [])
    assert history.undo_target() is None
    redo(history, 2)
    assert (history.head, history.story) == (2, [1, 2])
    redo(history, 99)
    assert (history.head, history.redo_target()) == (3, None)


def test_a_new_entry_after_an_undo_opens_a_branch_and_nothing_is_to_be_redone() -> None:
    history = grown(2)
    undo(history)
    history.add(entry(4, 1))
    assert history.redo_target() is None
    assert history.story == [1, 4]
    assert [each.id for each in history.entries.values() if each.parent == 1] == [2, 4]
    assert history.path(2) == [1, 2]


def test_goto_reaches_any_branch_and_redo_follows_the_branch_seen_last() -> None:
    history = grown(3)
    undo(history, 2)
    history.add(entry(5, 1))
    move(history, 3, "goto")
    assert history.story == [1, 2, 3]
    move(history, 1, "goto")
    assert history.redo_target() == 2
    move(history, 5, "goto")
    move(history, START, "goto")
    assert history.redo_target(2) == 5


def rebased(count: int, target: int) -> History:
    """A history of ``count`` entries in which one was taken out and the later ones played again."""
    history = grown(count)
    parent = target - 1
    for origin in range(target + 1, count + 1):
        history.add(entry(history.next_id, parent, origin, f"again {origin}"))
        parent = history.next_id - 1
    move(history, parent, "rebase", count)
    return history


def test_undo_at_the_tip_of_a_rebase_brings_the_old_story_back_and_redo_the_new_one() -> None:
    history = rebased(4, 2)
    assert history.head == 6
    undo(history)
    assert (history.head, history.story) == (4, [1, 2, 3, 4])
    redo(history)
    assert (history.head, history.story) == (6, [1, 5, 6])
    history.add(entry(history.next_id, 6))
    undo(history)
    assert history.head == 6
    undo(history, 2)
    assert history.head == 3


def test_entries_beside_the_story_do_not_move_the_head() -> None:
    history = grown(3)
    history.add(entry(4, 1, 3))
    assert (history.head, history.story) == (3, [1, 2, 3])
    assert history.scene_at(4).title == "t4"
    history.add(entry(5, 3))
    assert history.head == 5


def test_taking_out_the_last_entry_is_taken_back_by_one_undo_and_only_once() -> None:
    history = grown(2)
    move(history, 1, "rebase", 2)
    assert history.head == 1
    undo(history)
    assert history.head == 2
    undo(history)
    assert history.head == 1
    undo(history)
    assert history.head == START


def test_many_undos_cross_a_shortened_story_once() -> None:
    history = grown(2)
    move(history, 1, "rebase", 2)
    assert history.undo_target(2) == 1
    undo(history, 3)
    assert history.head == START


def test_a_story_cut_at_the_tip_of_an_earlier_rebase_keeps_both_ways_back() -> None:
    history = rebased(3, 2)
    tip = history.head
    history.add(entry(history.next_id, tip))
    last = history.head
    move(history, tip, "rebase", last)
    undo(history)
    assert history.head == last
    undo(history)
    assert history.head == tip
    undo(history)
    assert history.head == 3


def test_taking_out_the_only_entry_leaves_the_beginning() -> None:
    history = grown(1)
    move(history, START, "rebase", 1)
    assert (history.head, history.story) == (START, [])
    undo(history)
    assert history.head == 1


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (entry(5, 3), "stands where 4 should be"),
        (entry(4, 9), "which is not an entry"),
        (entry(4, 1), "does not follow the head"),
        (entry(4, 1, 9), "stands for 9"),
        (Head(4, 9), "moved to 9"),
        (Head(4, 1, "rebase", 9), "replaced 9"),
        (Head(4, 1, "rebase"), "replaced None"),
        (Head(4, 3, "undo"), "no undo leads"),
        (Head(4, 2, "redo"), "no redo leads"),
    ],
)
def test_a_record_that_does_not_fit_is_named(record: Entry | Head, sentence: str) -> None:
    history = grown(3)
    with pytest.raises(HistoryError, match=sentence):
        history.add(record)
    assert history.next_id == 4


def test_a_head_move_is_not_a_parent() -> None:
    history = grown(1)
    undo(history)
    with pytest.raises(HistoryError, match="not an entry"):
        history.add(entry(3, 2))


def test_undo_to_where_no_undo_leads_is_refused_even_round_a_shortened_story() -> None:
    history = grown(3)
    undo(history)
    history.add(entry(5, 2))
    with pytest.raises(HistoryError, match="no undo leads"):
        history.add(Head(6, 3, "undo"))


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles that were played, one by one: what a look at a scene costs."""
    titles: list[str] = []
    apply = TitleBecame.apply

    def counted(event: TitleBecame, scene: Scene) -> Scene:
        titles.append(event.title)
        return apply(event, scene)

    monkeypatch.setattr(TitleBecame, "apply", counted)
    return titles


def test_scenes_far_back_are_replayed_from_a_checkpoint_only(folded: list[str]) -> None:
    history = grown(CHECKPOINT * 3 + RECENT)
    folded.clear()
    assert history.scene_at(CHECKPOINT + 7).title == f"t{CHECKPOINT + 7}"
    assert len(folded) == 7
    folded.clear()
    assert history.scene_at(CHECKPOINT + 7).title == f"t{CHECKPOINT + 7}"
    assert folded == []


def test_a_new_entry_is_played_once(folded: list[str]) -> None:
    history = grown(5)
    assert history.scene.title == "t5"
    assert folded == ["t1", "t2", "t3", "t4", "t5"]


def test_the_scenes_asked_for_last_are_kept(folded: list[str]) -> None:
    count = CHECKPOINT + RECENT + 20
    history = grown(count)
    last = range(count, count - RECENT, -1)
    for number in last:
        folded.clear()
        assert history.scene_at(number).title == f"t{number}"
        assert len(folded) < STRIDE
    folded.clear()
    for number in last:
        assert history.scene_at(number).title == f"t{number}"
    assert folded == []


def test_a_scene_that_was_given_out_stays_as_it_was() -> None:
    history = History(Scene("game", combatants={"A": Combatant("A", "heroes"), "B": Combatant("B", "heroes")}))
    scenes = []
    for number in range(1, 2 * STRIDE):
        history.add(with_events(number, OutBecame(("A",), f"out {number}")))
        scenes.append(history.scene if number % 3 else history.scene_at(number))
    assert [scene["A"].out for scene in scenes] == [f"out {number}" for number in range(1, 2 * STRIDE)]
    assert all(scene["B"] is scenes[0]["B"] for scene in scenes)


def test_an_entry_that_fails_halfway_leaves_nothing() -> None:
    history = History(Scene("game", combatants={"A": Combatant("A", "heroes")}))
    history.add(with_events(1, OutBecame(("A",), "down")))
    tracks = (TrackBecame(("A",), f"track {number}", 1, 1) for number in range(PARTS + 1))
    with pytest.raises(TooMany):
        history.add(with_events(2, OutBecame(("A",), "gone"), *tracks))
    assert history.scene == Scene("game", combatants={"A": Combatant("A", "heroes", out="down")})


def test_checkpoints_are_kept_while_a_rebased_branch_is_replayed(folded: list[str]) -> None:
    history = grown(1)
    parent = START
    for number in range(2, CHECKPOINT + 100):
        history.add(entry(number, parent, 1))
        parent = number
    assert history.scene_at(parent).title == f"t{parent}"
    # The branch begins one record later, so its depth is one less than the number.
    for number, played in ((CHECKPOINT + 1, 0), (CHECKPOINT + 30, 29)):
        folded.clear()
        assert history.scene_at(number).title == f"t{number}"
        assert len(folded) <= played


def test_going_where_the_head_is_changes_nothing() -> None:
    history = grown(2)
    move(history, 2, "goto")
    assert (history.head, history.story, history.scene.title) == (2, [1, 2], "t2")


def test_a_move_that_does_not_fit_leaves_the_way_forward_as_it_was() -> None:
    history = grown(3)
    undo(history)
    for by in ("undo", "redo"):
        with pytest.raises(HistoryError):
            history.add(Head(5, 2, by))  # type: ignore[arg-type]
    assert history.redo_target() == 3


def test_every_record_is_kept_in_its_place() -> None:
    history = grown(2)
    undo(history)
    assert history.records == [entry(1, 0), entry(2, 1), Head(3, 1, "undo")]


def test_from_the_beginning_redo_follows_the_last_story_step_by_step() -> None:
    history = grown(3)
    move(history, START, "goto")
    redo(history)
    assert (history.head, history.story) == (1, [1])
    redo(history)
    assert (history.head, history.story) == (2, [1, 2])
    undo(history)
    redo(history)
    assert history.story == [1, 2]


def test_all_that_was_undone_step_by_step_is_redone_step_by_step() -> None:
    history = rebased(3, 2)
    tip = history.head
    undo(history)
    undo(history)
    redo(history)
    assert history.head == 3
    redo(history)
    assert history.head == tip


def test_one_step_is_what_is_meant_when_no_number_is_said() -> None:
    history = grown(3)
    assert history.undo_target() == 2


def test_first_is_the_id_an_entry_was_first_entered_under() -> None:
    assert entry(4, 3).first == 4
    assert entry(9, 3, 4).first == 4
